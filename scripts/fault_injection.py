"""Seed single faults into the corpus, and say how many are reported, how near, and how often.

    .venv/bin/python scripts/fault_injection.py [--each 12] [--games 6] [--only WORD] [--verbose]

Copies some games, with all traditions and shared files, to a temporary folder; breaks one thing at a time; reads and checks;
puts it back. Every fault seeded breaks a rule of the format, a reference or the arithmetic, so each should be reported:
the aim is 98 in a hundred, 99 of those in the right file, 97 within three lines, none more than five times, no crash, no hang.
The same corpus, number and seed give the same faults. Exit status 1 where an aim is missed.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import yaml

from tarotref.checks import check
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.layers import shape
from tarotref.corpus.reader import (
    BIBLIOGRAPHY,
    VOCABULARY,
    build,
    parse_bibliography,
    parse_files,
    read,
    read_files,
    survey,
)
from tarotref.corpus.source import Source
from tarotref.model.record import Game, Tradition
from tarotref.model.rules import Rules
from tarotref.model.shared import SHARED
from tarotref.model.types import Facts, Term
from tarotref.problem import Problem

CHECKOUT = Path(__file__).parent.parent
FLOOD, NEAR, SECONDS, MEMORY = 5, 3, 30, 4 << 30
AIMS = {"reported": 98, "right file": 99, f"within {NEAR} lines": 97}


@dataclass(frozen=True)
class Fault:
    """One thing broken: where its report is expected, and how to break it."""

    kind: str
    path: str
    line: int
    what: str
    seed: Callable[[Path], None]
    """Breaks the corpus under a folder; all of it is written anew afterwards."""


@dataclass(frozen=True)
class Spot:
    """A key or value of a YAML file: its path in the data, and where its text stands in the file."""

    file: str
    path: tuple[str | int, ...]
    key: tuple[int, int] | None
    """Start and end of the key's text; None for an item of a list."""
    start: int
    end: int
    line: int
    text: str | None
    """The scalar's value; None for a mapping or list."""
    flow: bool
    """Whether it stands within braces or brackets."""
    style: str | None = None


@dataclass
class Sample:
    """The good corpus, as texts by path, and all places in it where a fault can be seeded."""

    files: dict[str, str]
    games: list[str] = field(default_factory=list)

    @cached_property
    def spots(self) -> list[Spot]:
        return [s for path, text in self.files.items() if path.endswith((".md", ".yaml")) for s in _spots(path, text)]

    @cached_property
    def records(self) -> list[str]:
        return [p for p in self.files if p.endswith(".md")]

    def line(self, path: str, index: int) -> int:
        return self.files[path].count("\n", 0, index) + 1

    def facts(self, spot: Spot) -> Fact:
        return _fact(spot.file, spot.path)


def sample_of(checkout: Path, games: int) -> Sample:
    """Take so many games, evenly from the whole catalogue, with those that they are like; all traditions and shared files."""
    corpus = read(checkout)
    ids = list(corpus.games)
    # One game at least of every tradition, whose rules are known where there is one, since a fault in a tradition may show in
    # its games only.
    first: dict[str, str] = {}
    for of_rules in (True, False):
        for id, record in corpus.games.items():
            if isinstance(record.facts, Game) and (record.facts.evidence != "listed") is of_rules:
                first.setdefault(record.facts.tradition, id)
    wanted = dict.fromkeys([*first.values(), *(ids[:: max(1, len(ids) // games)] if games else ())])
    waiting = list(wanted)
    while waiting:
        data = corpus.games[waiting.pop()].source.data
        for id in re.findall(r"\d+\.\d+|[A-Z]\d+", repr(_likes(data))):
            if id in corpus.games and id not in wanted:
                wanted[id] = None
                waiting.append(id)
    kept = {corpus.games[id].source.path for id in wanted}
    files = {p: t for p, t in read_files(checkout).items() if "/games/" not in p or p in kept}
    return Sample(files, sorted(p for p in files if "/games/" in p))


def _likes(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        return [v for k, v in tree.items() if k == "like"] + [x for v in tree.values() for x in _likes(v)]
    return [x for v in tree for x in _likes(v)] if isinstance(tree, list) else []


def _spots(file: str, text: str) -> Iterator[Spot]:
    start = text.index("\n") + 1 if file.endswith(".md") else 0
    end = text.index("\n---\n", start) + 1 if file.endswith(".md") else len(text)
    root = yaml.compose(text[start:end], Loader=yaml.SafeLoader)

    def walk(node: Any, path: tuple[Any, ...], key: Any, flow: bool) -> Iterator[Spot]:
        mark = key.start_mark if key is not None else node.start_mark
        scalar = isinstance(node, yaml.ScalarNode)
        if path:
            yield Spot(
                file,
                path,
                None if key is None else (start + key.start_mark.index, start + key.end_mark.index),
                start + node.start_mark.index,
                start + node.end_mark.index,
                text.count("\n", 0, start + mark.index) + 1,
                node.value if scalar else None,
                flow,
                node.style if scalar else None,
            )
        if isinstance(node, yaml.MappingNode):
            for k, v in node.value:
                yield from walk(v, (*path, k.value), k, bool(node.flow_style))
        elif isinstance(node, yaml.SequenceNode):
            for n, v in enumerate(node.value):
                yield from walk(v, (*path, n), None, bool(node.flow_style))

    if root is not None:
        yield from walk(root, (), None, False)


# -- what the model says of a place in a file


@dataclass(frozen=True)
class Fact:
    """What the format says of a path: whether its last step is a key of the format, and what its value may be."""

    is_field: bool = False
    required: bool = False
    terms: str = ""
    types: frozenset[Any] = frozenset()
    siblings: frozenset[str] = frozenset()
    model: str = ""


@cache
def _fact(file: str, path: tuple[str | int, ...]) -> Fact:
    name = file.rpartition("/")[2].removesuffix(".yaml")
    if file.endswith(".md"):
        return _walk(Game if "/games/" in file else Tradition, path)
    return _walk(SHARED[name], path[1:]) if name in SHARED and len(path) > 1 else Fact()


def _walk(model: Any, path: tuple[str | int, ...]) -> Fact:
    hints, fact, inside = [model], Fact(), ()
    for step in path:
        options = [t for h in hints for t in _plain(h)]
        models = [t for t in options if isinstance(t, type) and issubclass(t, Facts)]
        if models and step in models[0].model_fields and isinstance(step, str):
            info = models[0].model_fields[step]
            hint = get_type_hints(models[0], include_extras=True)[step]
            terms = next((m.vocabulary for m in _marks(hint) if isinstance(m, Term)), "")
            types = frozenset(t for t in _plain(hint) if isinstance(t, type))
            fact = Fact(
                True,
                info.is_required(),
                terms,
                types,
                frozenset(models[0].model_fields) - {step},
                models[0].__name__,
            )
            hints = [Rules] if step == "rules" else [hint]
        elif models:
            return Fact()
        else:
            hints = [get_args(t)[-1 if get_origin(t) is dict else 0] for t in options if get_args(t)]
            terms = next((m.vocabulary for h in hints for m in _marks(h) if isinstance(m, Term)), "")
            fact = Fact(
                False,
                False,
                fact.terms if isinstance(step, int) else terms,
                frozenset(t for h in hints for t in _plain(h)),
            )
        inside = (*inside, step)
    return fact


def _plain(hint: Any) -> list[Any]:
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return [t for a in get_args(hint) for t in _plain(a) if t is not type(None)]
    return [hint]


def _marks(hint: Any) -> Iterator[Any]:
    if get_origin(hint) is Annotated:
        yield from hint.__metadata__
        yield from _marks(get_args(hint)[0])
    elif get_origin(hint) in (Union, UnionType, tuple):
        for arg in get_args(hint):
            yield from _marks(arg)


# -- how to break things

Seeds = Iterator[tuple[str, int, str, Callable[[Path], None]]]
KINDS: dict[str, Callable[[Sample], Seeds]] = {}


def kind(make: Callable[[Sample], Seeds]) -> Callable[[Sample], Seeds]:
    """Register a kind of fault: what it breaks, in every place where it can."""
    KINDS[make.__name__.replace("_", "-")] = make
    return make


def writes(path: str, content: str | bytes) -> Callable[[Path], None]:
    def seed(root: Path) -> None:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    return seed


def swapped(text: str) -> str:
    """Misspell a word: its last two different neighbours change places."""
    for n in range(len(text) - 1, 0, -1):
        if text[n] != text[n - 1] and text[n].isalnum() and text[n - 1].isalnum():
            return text[: n - 1] + text[n] + text[n - 1] + text[n + 1 :]
    return text + "x"


def edit(sample: Sample, spot: Spot, start: int, end: int, new: str) -> Callable[[Path], None]:
    def seed(root: Path) -> None:
        text = sample.files[spot.file]
        writes(spot.file, text[:start] + new + text[end:])(root)

    return seed


def entry(sample: Sample, spot: Spot) -> tuple[int, int]:
    """Where a key with its value stands, so that it can be taken out whole."""
    text = sample.files[spot.file]
    assert spot.key is not None
    start, end = spot.key[0], spot.end
    if not spot.flow:
        start = text.rindex("\n", 0, start) + 1
        if text[start : spot.key[0]].strip():
            return spot.key[0], spot.key[0]
        return start, end if text[end - 1] == "\n" else text.index("\n", end) + 1
    after = re.match(r"\s*,\s*", text[end:])
    if after:
        return start, end + after.end()
    before = re.search(r",\s*$", text[:start])
    return (before.start() if before else start), end


def values(sample: Sample, want: Callable[[Spot, Fact], bool]) -> Iterator[Spot]:
    for spot in sample.spots:
        if spot.style not in ("|", ">") and want(spot, sample.facts(spot)):
            yield spot


@kind
def required_key_deleted(sample: Sample) -> Seeds:
    lines = {(spot.file, spot.path): spot.line for spot in sample.spots}
    for spot in values(sample, lambda s, f: f.required and s.key is not None):
        start, end = entry(sample, spot)
        if start < end:  # it is missing where its entry begins
            line = lines.get((spot.file, spot.path[:-1]), 2)
            yield spot.file, line, f"{spot.path}", edit(sample, spot, start, end, "")


@kind
def key_twice(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.key is not None and s.text is not None):
        text = sample.files[spot.file]
        start, end = entry(sample, spot)
        if start < end and spot.key:
            once = text[spot.key[0] : spot.end]
            indent = " " * (spot.key[0] - start)
            new = f"{once}, " if spot.flow else f"{indent}{once}\n"
            at = spot.key[0] if spot.flow else start
            yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, at, at, new)


@kind
def key_misspelt(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: f.is_field and s.key is not None and f.model != "Discard"):
        assert spot.key
        new = swapped(str(spot.path[-1]))
        if new not in sample.facts(spot).siblings:
            yield spot.file, spot.line, f"{spot.path} -> {new}", edit(sample, spot, *spot.key, new)


@kind
def term_misspelt(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: bool(f.terms) and bool(s.text)):
        if spot.text not in ("unstated", "none", "agreed", "as-taken"):
            yield (
                spot.file,
                spot.line,
                f"{spot.path}",
                edit(sample, spot, spot.start, spot.end, swapped(str(spot.text))),
            )


@kind
def mapping_for_text(sample: Sample) -> Seeds:
    for spot in values(
        sample,
        lambda s, f: (
            f.is_field
            and bool(s.text)
            and bool(f.types)
            and dict not in f.types
            and s.path[-1] not in ("holding", "worth", "takes")
        ),
    ):
        if not any(get_origin(t) is dict for t in _options(sample, spot)):
            yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end, "{some: thing}")


def _options(sample: Sample, spot: Spot) -> Any:
    return sample.facts(spot).types


@kind
def text_for_mapping(sample: Sample) -> Seeds:
    for spot in values(
        sample,
        lambda s, f: (
            f.is_field and s.text is None and any(isinstance(t, type) and issubclass(t, Facts) for t in f.types)
        ),
    ):
        yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, *_filled(sample, spot, "something"))


@kind
def list_for_mapping(sample: Sample) -> Seeds:
    for spot in values(
        sample,
        lambda s, f: (
            f.is_field and s.text is None and any(isinstance(t, type) and issubclass(t, Facts) for t in f.types)
        ),
    ):
        yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, *_filled(sample, spot, "[some, thing]"))


def _filled(sample: Sample, spot: Spot, new: str) -> tuple[int, int, str]:
    """A value as it is put in place of a mapping or list in block style, which begins on the next line."""
    text = sample.files[spot.file]
    end = len(text[: spot.end].rstrip())
    assert spot.key
    return spot.key[1], max(end, spot.key[1]), f": {new}"


@kind
def word_for_number(sample: Sample) -> Seeds:
    for spot in values(
        sample,
        lambda s, f: (
            s.path[0] in ("rules", "stated")
            and "text" not in s.path
            and bool(re.fullmatch(r"\d+", s.text or ""))
            and _is_number(f)
        ),
    ):
        yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end, "many")


@kind
def full_width_number(sample: Sample) -> Seeds:
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    for spot in values(sample, lambda s, f: bool(re.fullmatch(r"\d+(\.\d+)?", s.text or "")) and bool(s.path)):
        yield (
            spot.file,
            spot.line,
            f"{spot.path}",
            edit(sample, spot, spot.start, spot.end, str(spot.text).translate(wide)),
        )


def _is_number(fact: Fact) -> bool:
    return int in fact.types


@kind
def number_huge(sample: Sample) -> Seeds:
    for spot in values(
        sample,
        lambda s, f: s.path[0] in ("rules", "stated") and bool(re.fullmatch(r"\d+", s.text or "")) and _is_number(f),
    ):
        yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end, "9" * 30)


DEALT = ("hand", "packets", "extra", "talon", "dead")


def answered(sample: Sample, spot: Spot) -> bool:
    """Say whether a note of the record answers for a number that does not add up: then another may stand there."""
    found = yaml.safe_load(sample.files[spot.file].split("\n---\n", 1)[0].removeprefix("---\n")) or {}
    paths = [
        str(at).split(".")
        for note in found.get("notes", ())
        if note.get("kind") in ("discrepancy", "misread", "erratum")
        for at in (note["at"] if isinstance(note["at"], list) else [note["at"]])
    ]
    here = [str(step) for step in spot.path]
    return any(path[: len(here)] == here[: len(path)] for path in paths)


def one_more(sample: Sample, spot: Spot) -> tuple[str, int, str, Callable[[Path], None]]:
    """A fault: a number that is one higher than it was."""
    return spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end, str(int(spot.text or 0) + 1))


@kind
def dealt_number_changed(sample: Sample) -> Seeds:
    for spot in values(
        sample,
        lambda s, f: (
            s.path[:2] == ("rules", "deal")
            and len(s.path) > 2
            and s.path[2] in DEALT
            and bool(re.fullmatch(r"\d+", s.text or ""))
        ),
    ):
        if not answered(sample, spot):
            yield one_more(sample, spot)


@kind
def stated_number_changed(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.path[0] == "stated" and bool(re.fullmatch(r"\d+", s.text or ""))):
        if not answered(sample, spot):
            yield one_more(sample, spot)


@kind
def example_changed(sample: Sample) -> Seeds:
    for spot in values(
        sample,
        lambda s, f: (
            s.path[0] == "examples"
            and len(s.path) > 2
            and s.path[2] in ("makes", "scores", "pays")
            and bool(re.fullmatch(r"-?\d+", s.text or ""))
        ),
    ):
        if not answered(sample, spot):
            yield one_more(sample, spot)


@kind
def pack_size_changed(sample: Sample) -> Seeds:
    for spot in values(
        sample, lambda s, f: s.file.endswith("packs.yaml") and s.path[-1] == "cards" and len(s.path) == 2
    ):
        text = sample.files[spot.file]
        head = text.rindex(f"{spot.path[0]}", 0, spot.start)
        if (
            "doubtful:" not in text[head : spot.end + 400].split("\n\n")[0]
            and "rule:" in text[head : spot.end + 400].split("\n\n")[0]
        ):
            yield one_more(sample, spot)


# References: (last keys of the path, in which files); an item of a list or a key of a mapping counts too.
REFERENCES = {
    "place": ("places", "place", "within"),
    "source": ("witnesses", "first_in"),
    "source-key": ("source",),
    "tradition": ("tradition", "traditions", "parent"),
    "base": ("like", "of"),
    "pack": ("pack", "packs"),
    "order": ("trump_order",),
    "by": ("by", "against", "main"),
    "game": ("to", "games", "game"),
    "term": ("see",),
    "subject": ("order", "doubtful", "swap"),
}


def _reference(sample: Sample, keys: tuple[str, ...]) -> Iterator[Spot]:
    for spot in sample.spots:
        names = [step for step in spot.path if isinstance(step, str)]
        last = names[-1] if names else ""
        if not spot.text or last not in keys or spot.file.endswith("catalogue.yaml"):
            continue
        if last == "by" and not {"notes", "relations", "names", "shows"} & {*names}:
            continue  # players, not sources
        if last in ("doubtful", "order", "swap") and not spot.file.endswith("trump-orders.yaml"):
            continue
        if (last == "of" and "variants" not in names) or (
            "rules" in names and last not in ("pack", "trump_order", "like")
        ):
            continue
        if spot.text.split(" ")[0] not in ("tarotref", "editors"):
            yield spot


def _reference_kind(name: str, keys: tuple[str, ...]) -> None:
    def make(sample: Sample) -> Seeds:
        for spot in _reference(sample, keys):
            first, space, rest = str(spot.text).partition(" ")
            if space and name == "subject":  # `20 justice`: the number is no reference
                first, space, rest = str(spot.text), "", ""
            wrong = f"{swapped(first)}{space}{rest}"
            if re.search(rf'^(- )?"?{re.escape(swapped(first))}"?:', sample.files["corpus/catalogue.yaml"], re.M):
                continue  # `8.41` -> `8.14`: another number of the catalogue
            quoted = (
                wrong if re.fullmatch(r"[\w/ .~-]+", wrong) and not re.fullmatch(r"[\d.]+", wrong) else f'"{wrong}"'
            )
            yield (
                spot.file,
                spot.line,
                f"{spot.path} {spot.text} -> {wrong}",
                edit(sample, spot, spot.start, spot.end, quoted),
            )

    KINDS[f"reference-{name}"] = make


for _name, _keys in REFERENCES.items():
    if _name != "source-key":
        _reference_kind(_name, _keys)


@kind
def reference_source_key(sample: Sample) -> Seeds:
    for spot in sample.spots:
        if len(spot.path) >= 2 and spot.path[-2] == "source" and spot.key:
            yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, *spot.key, swapped(str(spot.path[-1])))


@kind
def note_path_misspelt(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.path[0] == "notes" and "at" in s.path and bool(s.text)):
        yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end, swapped(str(spot.text)))


LOCAL = {
    "group-member": lambda p: p[:2] == ("rules", "groups") and len(p) > 2,
    "feat-cards": lambda p: p[:2] == ("rules", "feats") and len(p) > 3 and p[3] == "cards",
    "instead-of": lambda p: p[-1] == "instead_of",
    "declaration-kind": lambda p: p[:2] == ("rules", "declarations") and p[-1] == "kind",
    "holding-card": lambda p: (
        "holding" in p
        and "declarations" in p
        and any(k in p[p.index("holding") :] for k in ("all", "of", "run"))
        and "text" not in p
    ),
    "example-bid": lambda p: p[0] == "examples" and p[-1] == "bid",
    "example-declared": lambda p: p[0] == "examples" and "declared" in p,
    "example-cards": lambda p: p[0] == "examples" and ("cards" in p or "hand" in p),
}
LOCAL_KEYS = {
    "value": lambda p: p[:2] == ("rules", "values") and len(p) == 3,
    "taker": lambda p: p[:3] == ("rules", "deal", "extra") and not p[-1].isdecimal(),
    "talon-taker": lambda p: "takes" in p[:-1],
    "discard-class": lambda p: (
        p[:2] == ("rules", "discard")
        and len(p) == 3
        and p[2] not in ("by", "cards", "counts_for", "surrendered", "said", "text", "like")
    ),
    "example-feat": lambda p: p[0] == "examples" and len(p) > 3 and p[2] == "feats",
    "order-called": lambda p: len(p) == 3 and p[1] == "called",
    "second-coding-column": lambda p: len(p) == 3 and p[1] == "cells",
}


def _local_kinds() -> None:
    def on_value(want: Callable[[Any], bool]) -> Callable[[Sample], Seeds]:
        def make(sample: Sample) -> Seeds:
            for spot in sample.spots:
                if (
                    spot.text
                    and spot.text not in ("unstated", "none", "agreed")
                    and " " not in spot.text
                    and want(spot.path)
                ):
                    yield (
                        spot.file,
                        spot.line,
                        f"{spot.path} {spot.text}",
                        edit(sample, spot, spot.start, spot.end, _strange(spot.text)),
                    )

        return make

    def on_key(want: Callable[[Any], bool]) -> Callable[[Sample], Seeds]:
        def make(sample: Sample) -> Seeds:
            for spot in sample.spots:
                if spot.key and want(spot.path):
                    yield (
                        spot.file,
                        spot.line,
                        f"{spot.path}",
                        edit(sample, spot, *spot.key, _strange(str(spot.path[-1]))),
                    )

        return make

    KINDS.update({f"local-{name}": on_value(want) for name, want in LOCAL.items()})
    KINDS.update({f"local-{name}": on_key(want) for name, want in LOCAL_KEYS.items()})


def _strange(word: str) -> str:
    """A word that names no card: `kings` -> `kingsq`."""
    return f"{word}q" if re.fullmatch(r"[\w-]+", word) else f'"{word}q"'


_local_kinds()


@kind
def order_item_strange(sample: Sample) -> Seeds:
    for spot in values(
        sample,
        lambda s, f: (
            s.file.endswith("trump-orders.yaml")
            and len(s.path) >= 3
            and s.path[1] == "order"
            and bool(re.search("[a-z]", s.text or ""))
            and s.text != "gap"
        ),
    ):
        yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end, f"{spot.text}q")


@kind
def order_item_lost(sample: Sample) -> Seeds:
    for spot in values(
        sample, lambda s, f: s.file.endswith("trump-orders.yaml") and len(s.path) == 3 and s.path[1] == "order"
    ):
        block = [s for s in sample.spots if s.file == spot.file and s.path[:2] == spot.path[:2]]
        if not any(s.text == "gap" for s in block):
            after = re.match(r"\s*,\s*", sample.files[spot.file][spot.end :])
            if after and spot.text != "fool":  # where the Fool ranks is a rule of play too
                yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end + after.end(), "")


@kind
def subject_numbers_collide(sample: Sample) -> Seeds:
    spots = list(
        values(sample, lambda s, f: s.file.endswith("subjects.yaml") and s.path[-1] in ("marseille", "minchiate"))
    )
    for one in spots:
        other = next(s for s in spots if s.path[-1] == one.path[-1] and s.text != one.text)
        yield one.file, one.line, f"{one.path}", edit(sample, one, one.start, one.end, str(other.text))


@kind
def pack_rule_key_strange(sample: Sample) -> Seeds:
    for spot in sample.spots:
        if spot.file.endswith("packs.yaml") and len(spot.path) == 3 and spot.path[1] == "rule" and spot.key:
            yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, *spot.key, swapped(str(spot.path[-1])))


@kind
def pack_rule_wrong_type(sample: Sample) -> Seeds:
    for spot in sample.spots:
        if spot.file.endswith("packs.yaml") and len(spot.path) >= 3 and spot.path[1] == "rule" and spot.key:
            for new in ("[[x]]", "{a: {b: c}}", "x"):
                yield spot.file, spot.line, f"{spot.path} {new}", edit(sample, spot, spot.start, spot.end, new)


@kind
def pack_huge(sample: Sample) -> Seeds:
    for spot in sample.spots:
        if spot.file.endswith("packs.yaml") and spot.path[1:] == ("rule", "trumps"):
            for new in ("100000000", "[1..100000000]"):
                yield spot.file, spot.line, f"{spot.path} {new}", edit(sample, spot, spot.start, spot.end, new)


# -- YAML


@kind
def yaml_broken(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.key is not None and bool(s.text) and not s.flow):
        for new in (
            f"[{spot.text}",
            f"{{{spot.text}",
            f'"{spot.text}',
            f"'{spot.text}",
            f"{spot.text}: x: y",
            f"@{spot.text}",
            f"%{spot.text}",
            f"]{spot.text}",
        ):
            if not (new.endswith(": x: y") and '"' in str(spot.text)):
                yield spot.file, spot.line, f"{spot.path} {new[:12]}", edit(sample, spot, spot.start, spot.end, new)


@kind
def yaml_colon_without_space(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.key is not None and not s.flow and s.text is not None):
        assert spot.key
        yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.key[1], spot.start, ":")


@kind
def yaml_indented_wrongly(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.key is not None and not s.flow and f.is_field):
        text = sample.files[spot.file]
        assert spot.key
        start = text.rfind("\n", 0, spot.key[0]) + 1
        if not text[start : spot.key[0]].strip() and len(spot.path) > 1:
            for new in (" ", "\t"):
                yield spot.file, spot.line, f"{spot.path} {new!r}", edit(sample, spot, start, start, new)


@kind
def yaml_tricks(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.key is not None and bool(s.text) and not s.flow and s.style is None):
        for new in (f"&a {spot.text}", f"!!str {spot.text}", "*a", f"!x {spot.text}"):
            yield spot.file, spot.line, f"{spot.path} {new[:3]}", edit(sample, spot, spot.start, spot.end, new)


@kind
def yaml_value_empty(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.key is not None and bool(s.text) and s.style is None):
        for new in ('""', "") if not spot.flow else ('""',):
            yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end, new)


@kind
def yaml_nested_deep(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.key is not None and bool(s.text) and not s.flow):
        for depth in (40, 1500):
            new = "[" * depth + "x" + "]" * depth
            yield spot.file, spot.line, f"{spot.path} {depth}", edit(sample, spot, spot.start, spot.end, new)


@kind
def holding_nested_deep(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.path[-1] == "holding" and s.text is None and s.flow):
        for depth in (12, 300):
            new = "{any: [" * depth + "{of: kings, exactly: 4}" + "]}" * depth
            yield spot.file, spot.line, f"{spot.path} {depth}", edit(sample, spot, spot.start, spot.end, new)


@kind
def holding_huge(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.path[-1] == "holding" and s.text is None and s.flow):
        new = "{any: [" + ", ".join(f"{{run: trumps, at_least: {n % 12 + 3}}}" for n in range(300)) + "]}"
        yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end, new)


@kind
def players_many(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.path == ("rules", "players") and bool(s.text)):
        for new in ("40", "[3, 2000000]", "0"):
            yield spot.file, spot.line, f"{spot.path} {new}", edit(sample, spot, spot.start, spot.end, new)


@kind
def section_like_a_list(sample: Sample) -> Seeds:
    for spot in values(
        sample,
        lambda s, f: (
            len(s.path) == 2
            and s.path[0] == "rules"
            and s.text is None
            and s.flow is False
            and shape(str(s.path[1])) != "field"
        ),
    ):
        text = sample.files[spot.file]
        if text[spot.start] == "{":
            yield (
                spot.file,
                spot.line,
                f"{spot.path}",
                edit(sample, spot, spot.start + 1, spot.start + 1, "like: [8.13, 8.14], "),
            )


@kind
def date_impossible(sample: Sample) -> Seeds:
    wrong = (
        "1750-02-30",
        "1750-13",
        "1850/1750",
        "17500",
        "1750-00",
        "2900",
        "1750-ish",
        "1750~/1650~",
        "20XX/17XX",
        "1750-06-31",
    )
    for n, spot in enumerate(values(sample, lambda s, f: s.path[-1] in ("played", "dated", "seen") and bool(s.text))):
        for new in (wrong[n % len(wrong)], wrong[(n + 5) % len(wrong)]):
            yield spot.file, spot.line, f"{spot.path} {new}", edit(sample, spot, spot.start, spot.end, new)


@kind
def seen_before_played(sample: Sample) -> Seeds:
    for spot in values(sample, lambda s, f: s.path == ("seen",) and bool(s.text)):
        played = next(s for s in sample.spots if s.file == spot.file and s.path == ("played",))
        if not str(played.text).startswith(("/", "..")):
            yield spot.file, spot.line, f"{spot.path}", edit(sample, spot, spot.start, spot.end, '"1401"')


# -- the form of a record and its text


def rows_of(sample: Sample, path: str) -> tuple[list[str], int]:
    """The rows of a record, and the index of the line that ends its facts."""
    rows = sample.files[path].split("\n")
    return rows, rows.index("---", 1)


def rewritten(path: str, rows: list[str], at: int, new: list[str], old: int = 0) -> Callable[[Path], None]:
    def seed(root: Path) -> None:
        writes(path, "\n".join([*rows[:at], *new, *rows[at + old :]]))(root)

    return seed


@kind
def fence_of_facts(sample: Sample) -> Seeds:
    for path in sample.records:
        rows, end = rows_of(sample, path)
        yield path, 1, "first lost", rewritten(path, rows, 0, [], 1)
        yield path, end + 1, "second lost", rewritten(path, rows, end, [], 1)
        tops = [n for n, row in enumerate(rows[1:end], 1) if re.match(r"[a-z]+:", row)]
        for n in tops[2::4]:
            yield path, n + 1, "stray", rewritten(path, rows, n, ["---"])


@kind
def headings(sample: Sample) -> Seeds:
    for path in sample.records:
        rows, end = rows_of(sample, path)
        heads = [n for n, row in enumerate(rows) if n > end and row.startswith("## ")]
        for n in heads[:3]:
            title = rows[n][3:]
            yield path, n + 1, "no space", rewritten(path, rows, n, [f"##{title}"], 1)
            yield path, n + 1, "third level", rewritten(path, rows, n, [f"### {title}"], 1)
            yield path, n + 1, "first level", rewritten(path, rows, n, [f"# {title}"], 1)
            yield path, n + 1, "misspelt", rewritten(path, rows, n, [f"## {swapped(title)}"], 1)
            yield path, n + 1, "underlined", rewritten(path, rows, n, [title, "---"], 1)
            yield path, len(rows), "twice", rewritten(path, rows, len(rows) - 1, ["", rows[n], "", "Once more.", ""])
            yield (
                path,
                n + 2,
                "without text",
                rewritten(path, rows, n, ["## Tactics", ""]) if "## Tactics" not in rows else (lambda root: None),
            )
        yield path, end + 3, "text before", rewritten(path, rows, end + 1, ["", "Some words.", ""])
        if len(heads) > 2:
            one, two = rows[heads[0]], rows[heads[1]]
            new = [*rows]
            new[heads[0]], new[heads[1]] = two, one
            yield path, heads[1] + 1, "out of order", writes(path, "\n".join(new))


WRONG_TEXT = {
    "fence-open": ["```", "words"],
    "role-unknown": ["Some {gmae}`8.13` words."],
    "role-nothing": ["Some {game}`99.99` words."],
    "role-ruleset": ["Some {game}`8.13/NOBODY` words."],
    "role-witness": ["Some {witness}`RI-1831` words."],
    "role-place": ["Some {place}`torino` words."],
    "role-term": ["Some {term}`ultimissimo` words."],
    "role-card": ["Some {card}`XXIX` words."],
    "role-lang": ["Some {lang}`xx: parole` words."],
    "role-sphinx": ["Some {download}`/etc/passwd` words."],
    "role-title": ["Some {game}`words <99.98>` here."],
    "role-raw": ["Some {raw}`<b>` words."],
    "directive": ["```{note}", "words", "```"],
    "directive-colon": [":::{note}", "words", ":::"],
    "include": ["```{include} /etc/passwd", "```"],
    "literalinclude": ["```{literalinclude} /etc/passwd", "```"],
    "raw": ["```{raw} html", "<b>x</b>", "```"],
    "eval-rst": ["```{eval-rst}", ".. raw:: html", "```"],
    "script": ["<script>alert(1)</script>"],
    "html": ["Some <b>bold</b> words."],
    "img": ['Some <img src=x onerror="alert(1)"> words.'],
    "html-comment": ["<!-- hidden -->"],
    "image": ["![words](../../secret.png)"],
    "local-link": ["Some [words](../../Makefile) here."],
    "script-link": ["Some [words](javascript:alert(1)) here."],
    "rule": ["---"],
    "comment": ["% hidden"],
    "front": ["+++ block"],
    "target": ["(some-target)="],
}


@kind
def text(sample: Sample) -> Seeds:
    for name, new in WRONG_TEXT.items():
        for path in sample.games if name == "role-ruleset" else sample.records:
            rows, end = rows_of(sample, path)
            at = next((n for n, row in enumerate(rows) if n > end + 4 and not row), len(rows))
            mine = next(row for row in rows if row.startswith("id:"))[3:].strip(' "')
            new = [row.replace("8.13/NOBODY", f"{mine}/NOBODY") for row in new]
            yield path, at + 2, name, rewritten(path, rows, at, ["", *new, ""])


# -- bytes and files


@kind
def bytes_wrong(sample: Sample) -> Seeds:
    for path, whole in sample.files.items():
        data = whole.encode()
        words = list(re.finditer(rb"[a-z]{5,}", data))
        for n in (len(words) // 3, len(words) - 1):
            at = words[n].end()
            line = data.count(b"\n", 0, at) + 1
            for what, new in (
                ("latin-1", b"\xe9"),
                ("nul", b"\0"),
                ("escape", b"\x1b"),
                ("form feed", b"\x0c"),
                ("zero width", "\u200b".encode()),
                ("bidi", "\u202e".encode()),
                ("half", b"\xc3"),
            ):
                yield path, line, what, writes(path, data[:at] + new + data[at:])
        yield path, 1, "byte order mark", writes(path, b"\xef\xbb\xbf" + data)
        yield path, 1, "utf-16", writes(path, whole.encode("utf-16"))


@kind
def files_strange(sample: Sample) -> Seeds:
    game, tradition = sample.games[0], "corpus/traditions/family.md"
    text = sample.files[game]

    def gone(*paths: str) -> Callable[[Path], None]:
        return lambda root: [(root / p).unlink() for p in paths] and None

    def moved(path: str, to: str) -> Callable[[Path], None]:
        return lambda root: (root / path).rename(root / to) and None

    def made(path: str, make: Callable[[Path], Any]) -> Callable[[Path], None]:
        def seed(root: Path) -> None:
            (root / path).unlink(missing_ok=True)
            make(root / path)

        return seed

    for old in sample.games:
        folder, _, name = old.rpartition("/")
        yield f"{folder}/99.99-{name[6:]}", 2, "number of another", moved(old, f"{folder}/99.99-{name[6:]}")
        yield (
            f"{folder}/{name[:6]}another-game.md",
            2,
            "title of another",
            moved(old, f"{folder}/{name[:6]}another-game.md"),
        )
        yield old.replace(".md", ".markdown"), 1, ".markdown", moved(old, old.replace(".md", ".markdown"))
        yield old.replace("games", "traditions"), 1, "wrong folder", moved(old, old.replace("games", "traditions"))
    yield (
        f"corpus/games/{tradition[18:]}",
        1,
        "wrong folder",
        moved("corpus/traditions/bologna.md", f"corpus/games/{tradition[18:]}"),
    )
    yield (
        "corpus/games/R9-another.md",
        2,
        "R number",
        writes("corpus/games/R9-another.md", re.sub(r"(?m)^id: .*$", "id: R8", text, count=1)),
    )
    yield "corpus/plcaes.yaml", 1, "unknown shared file", moved("corpus/places.yaml", "corpus/plcaes.yaml")
    yield "corpus/extra.yaml", 1, "unknown shared file", writes("corpus/extra.yaml", "a: b\n")
    yield "corpus/more.bib", 1, "second bibliography", writes("corpus/more.bib", "@book{x, title = {X}}\n")
    yield "corpus/games/notes.txt", 1, "text file", writes("corpus/games/notes.txt", "hello\n")
    yield "corpus/games/old", 1, "folder in games", writes("corpus/games/old/" + game.rpartition("/")[2], text)
    yield "corpus/vocabulary.yaml", 1, "no vocabulary", gone("corpus/vocabulary.yaml")
    yield "corpus/sources.bib", 1, "no bibliography", gone("corpus/sources.bib")
    yield "corpus/traditions/family.md", 1, "no family", gone(tradition)
    yield "corpus/games", 1, "no games", gone(*sample.games)
    for path in (game, tradition, "corpus/places.yaml", "corpus/sources.bib", "corpus/vocabulary.yaml"):
        yield path, 1, "a folder", made(path, lambda p: p.mkdir())
        yield path, 1, "a broken link", made(path, lambda p: p.symlink_to("nowhere"))
        yield path, 1, "a link to itself", made(path, lambda p: p.symlink_to(p.name))
        yield path, 1, "a pipe", made(path, os.mkfifo)
        yield path, 1, "a device", made(path, lambda p: p.symlink_to("/dev/zero"))
        yield path, 1, "empty", writes(path, "")
        yield path, 1, "unreadable", made(path, lambda p: (p.write_text("x"), p.chmod(0)))
        yield path, 1, "only spaces", writes(path, "  \n\n")


@kind
def bibliography(sample: Sample) -> Seeds:
    path = "corpus/sources.bib"
    whole = sample.files[path]
    entries = list(re.finditer(r"^@(\w+)\{([^,]+),\n(?:.*\n)*?\}\n", whole, re.M))

    def line(index: int) -> int:
        return whole.count("\n", 0, index) + 1

    def put(start: int, end: int, new: str) -> Callable[[Path], None]:
        return writes(path, whole[:start] + new + whole[end:])

    for n, m in enumerate(entries[::12]):
        at, body = m.start(), m[0]
        yield path, line(at), "unknown type", put(m.start(1), m.end(1), "bok")
        yield path, line(m.end()) + 1, "twice", put(m.end(), m.end(), "\n" + body)
        yield (
            path,
            line(m.end()) + 1,
            "two keys alike",
            put(m.end(), m.end(), "\n" + body.replace(m[2], m[2].swapcase())),
        )
        yield path, line(at), "no type", put(at, at + 1, "")
        for name in ("title", "year", "keywords", "lang", "dated", "seenin", "attests", "author"):
            found = re.search(rf"^  ({name}) = .*\n", body, re.M)
            if not found:
                continue
            start, end = at + found.start(), at + found.end()
            yield path, line(start), f"{name} misspelt", put(at + found.start(1), at + found.end(1), swapped(name))
            row = found[0]
            yield path, line(start), f"{name} without brace", put(start, end, row.replace("{", "", 1))
            yield path, line(start), f"{name} not closed", put(start, end, row.replace("}", "", 1))
            yield path, line(start), f"{name} twice", put(start, start, row)
            if n % 2 and row.rstrip().endswith(","):
                yield path, line(start), f"{name} without comma", put(start, end, row.replace("},", "}"))
            if name in ("title", "keywords"):
                yield path, line(at), f"{name} deleted", put(start, end, "")
            if name == "keywords":
                yield (
                    path,
                    line(start),
                    "role misspelt",
                    put(
                        start,
                        end,
                        row.replace("witness", "witnes")
                        .replace("literature", "litterature")
                        .replace("authority", "autority"),
                    ),
                )
            if name in ("year", "dated"):
                for wrong in ("17500", "1750-02-30", "1850/1750", "someday", "2900"):
                    yield path, line(start), f"{name} {wrong}", put(start, end, f"  {name} = {{{wrong}}},\n")
            if name == "lang":
                yield path, line(start), "lang unknown", put(start, end, "  lang = {xx},\n")


# -- running


class Hang(BaseException):
    """Reading and checking took too long."""


def _late(*_: Any) -> None:
    raise Hang


@dataclass(frozen=True)
class Result:
    """What came of one fault."""

    fault: Fault
    problems: tuple[Problem, ...] = ()
    crash: str = ""
    hang: bool = False

    @property
    def reported(self) -> bool:
        return bool(self.problems)

    @property
    def right_file(self) -> bool:
        return any(p.path == self.fault.path for p in self.problems)

    @property
    def near(self) -> bool:
        return any(p.path == self.fault.path and abs(p.line - self.fault.line) <= NEAR for p in self.problems)

    @property
    def faults(self) -> list[str]:
        """What is not as it should be, in a word each."""
        if self.crash or self.hang:
            return [f"CRASH {self.crash}" if self.crash else "HANG"]
        words = {
            "SILENT": not self.reported,
            "WRONG FILE": self.reported and not self.right_file,
            "FAR": self.right_file and not self.near,
            f"FLOOD {len(self.problems)}": self.flood,
        }
        return [word for word, is_so in words.items() if is_so]

    @property
    def flood(self) -> bool:
        return len(self.problems) > FLOOD


class Bench:
    """A folder with the good corpus, in which one fault after another is seeded."""

    def __init__(self, sample: Sample, root: Path):
        self.sample, self.root = sample, root
        self.parsed: dict[tuple[str, str], Source] = {}
        self.bibliographies: dict[str, Any] = {}
        self.write()
        self.good = {self._what(p) for p in self.read()}

    def write(self) -> None:
        shutil.rmtree(self.root / "corpus", ignore_errors=True)
        for path, content in self.sample.files.items():
            writes(path, content)(self.root)

    def read(self) -> list[Problem]:
        """Read and check as `tarotref check` does, but parse no file twice."""
        files, strays = survey(self.root)
        sources = {}
        for path, text in files.items():
            if (path, text) not in self.parsed:
                made = parse_files({path: text})
                if self.sample.files.get(path) != text:
                    sources |= made
                    continue
                self.parsed[path, text] = made.get(path)  # type: ignore[assignment]
            if self.parsed[path, text] is not None:
                sources[path] = self.parsed[path, text]
        texts = repr([files.get(path) for path in (BIBLIOGRAPHY, VOCABULARY)])
        if texts not in self.bibliographies:
            self.bibliographies[texts] = parse_bibliography(files, sources)
        computed = ComputedCorpus(build(sources, *self.bibliographies[texts], strays))
        return sorted({*computed.corpus.problems, *check(computed)})

    @staticmethod
    def _what(problem: Problem) -> Problem:
        return replace(problem, line=0, message=problem.message.partition("; did you mean")[0])

    def try_(self, fault: Fault) -> Result:
        """Seed a fault, see what is reported, and put things right again."""
        fault.seed(self.root)
        before = signal.signal(signal.SIGPROF, _late)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of the processor: a loaded machine is no hang
        try:
            found = self.read()
        except Hang:
            return Result(fault, hang=True)
        except Exception as error:
            return Result(fault, crash=f"{type(error).__name__}: {error}"[:200])
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
            self.write()
        return Result(fault, tuple(p for p in found if self._what(p) not in self.good))


def faults(sample: Sample, each: int, only: str = "", seed: int = 1) -> Iterator[Fault]:
    """Choose so many faults of each kind, the same every time. Kinds with several ways give at least one of each."""
    for name, make in KINDS.items():
        if only in name:
            found = [Fault(name, *one) for one in make(sample)]
            chosen = random.Random(f"{seed} {name}").sample(found, len(found))
            ways = (
                {f.what: f for f in reversed(chosen)}
                if name in ("text", "headings", "files-strange", "bibliography", "bytes-wrong")
                else {}
            )
            several = dict.fromkeys([*(w for w in reversed(ways.values())), *chosen])
            yield from list(several)[: max(each, len(ways))]


def share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--each", type=int, default=12, help="faults of each kind (default 12)")
    parser.add_argument("--games", type=int, default=6, help="games to take, and those they are like (default 6)")
    parser.add_argument("--only", default="", help="only kinds whose name contains this")
    parser.add_argument("--seed", type=int, default=1, help="another number draws other faults")
    parser.add_argument("--verbose", action="store_true", help="show what is reported of each fault")
    args = parser.parse_args()
    gc.set_threshold(200_000, 20, 20)  # most of a corpus lives as long as it is checked
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sample = sample_of(CHECKOUT, args.games)
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sample, Path(folder))
        for fault in faults(sample, args.each, args.only, args.seed):
            result = bench.try_(fault)
            results.append(result)
            bad = result.faults
            if bad or args.verbose:
                print(f"{fault.kind}: {fault.path}:{fault.line}: {fault.what}: {', '.join(bad) or 'ok'}", flush=True)
                for problem in result.problems[: None if args.verbose else 3]:
                    print(f"      {problem}")
    return report(results)


def report(results: list[Result]) -> int:
    """Print the table of kinds and the shares; return 1 where an aim is missed."""
    print(f"\n{'kind':26} faults reported file near floods")
    for name in dict.fromkeys(r.fault.kind for r in results):
        mine = [r for r in results if r.fault.kind == name]
        print(
            f"{name:26} {len(mine):6} {sum(r.reported for r in mine):8} {sum(r.right_file for r in mine):4} {sum(r.near for r in mine):4} {sum(r.flood for r in mine):6}"
        )
    told = [r for r in results if r.reported]
    shares = {
        "reported": share(len(told), len(results)),
        "right file": share(sum(r.right_file for r in told), len(told)),
        f"within {NEAR} lines": share(sum(r.near for r in told), len(told)),
    }
    bad = Counter(
        {
            "crashes": sum(bool(r.crash) for r in results),
            "hangs": sum(r.hang for r in results),
            "floods": sum(r.flood for r in results),
        }
    )
    print(
        f"\n{len(results)} faults: "
        + ", ".join(f"{name} {value:.1f} % (aim {AIMS[name]})" for name, value in shares.items())
    )
    print(
        ", ".join(f"{n} {name}" for name, n in bad.items())
        + f"; reports a fault: {share(sum(len(r.problems) for r in told), len(told)) / 100:.2f}"
    )
    return int(any(bad.values()) or any(value < AIMS[name] for name, value in shares.items()))


if __name__ == "__main__":
    sys.exit(main())
