"""Single faults to seed into a corpus: they follow from what the model says of a place in a file, or from the form of the file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import yaml

from tarotref.checks.arithmetic import DEALT
from tarotref.model.facts import REQUIRED
from tarotref.model.record import Base, Example, Game, Note, Stated, Tradition
from tarotref.model.rules import Deal, Rules, formal_holding, formal_wild, formal_worth, shape
from tarotref.model.shared import SHARED, Pack, SecondCoding, Subject, TrumpOrder, VocabularyTerm
from tarotref.model.types import Facts, Names, Term, YesNo

Span = tuple[int, int]
"""Where a text begins and ends in a file."""


@dataclass(frozen=True)
class Fault:
    """One thing broken: of which kind, in which way, and the file and line at which its report is expected."""

    kind: str
    way: str
    path: str
    line: int
    span: Span = (0, 0)
    new: str = ""
    """What takes the place of the span in the file's text; bytes that are not UTF-8 as lone surrogates."""
    seed: Callable[[Any], Any] | None = None
    """Breaks the files under a folder in another manner."""

    def content(self, text: str) -> bytes:
        return (text[: self.span[0]] + self.new + text[self.span[1] :]).encode("utf-8", "surrogateescape")


# -- what the model says of a place in a file


def branches(hint: Any, marks: tuple[Any, ...] = ()) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield the forms that a value may have: a type, and the functions and marks on it."""
    if get_origin(hint) is Annotated:
        yield from branches(hint.__origin__, (*hint.__metadata__, *marks))
    elif get_origin(hint) in (Union, UnionType):
        for one in get_args(hint):
            yield from branches(one, marks)
    elif hint is not type(None):
        yield hint, tuple(getattr(mark, "read", mark) for mark in marks)


@dataclass(frozen=True, eq=False)
class Spot:
    """A value of a file, with its key if it has one: where both stand in the text, and what the model says of it."""

    file: str
    path: tuple[Any, ...]
    node: yaml.Node
    key: Span | None
    span: Span
    line: int
    """Of the key, or of an item of a list."""
    parent: Spot | None
    hint: Any = Any
    key_hint: Any = Any
    field: tuple[type[Any], str] = (object, "")
    """The model, and the field of it, that the value belongs to as a whole or as a part."""
    is_field: bool = False
    required: bool = False

    @property
    def text(self) -> str:
        """A scalar's text; empty where it is withdrawn or written in a block."""
        plain = isinstance(self.node, yaml.ScalarNode) and self.node.style not in ("|", ">")
        return self.node.value if plain and self.node.value != "null" else ""

    @property
    def forms(self) -> list[tuple[Any, tuple[Any, ...]]]:
        """The forms that the value may have; for a scalar those of a list's only item as well."""
        found = list(branches(self.hint))
        if isinstance(self.node, yaml.ScalarNode):
            found += [form for t, marks in found if get_origin(t) is tuple for form in branches(get_args(t)[0], marks)]
        return found

    @property
    def marks(self) -> list[Any]:
        return [mark for _, marks in self.forms for mark in marks]

    @property
    def flow(self) -> bool:
        """Whether it stands within braces or brackets."""
        return bool(getattr(self.parent and self.parent.node, "flow_style", False))

    @property
    def free(self) -> bool:
        """Whether any text may stand here, as far as the model says."""
        return any(t in (str, Any, object) and not _closed(marks) for t, marks in self.forms)

    def fault(self, kind: str, new: str, span: Span | None = None, way: str = "") -> Fault:
        """Put something in place of the value, or of another span."""
        where = way or f"{self.field[0].__name__}.{self.field[1]}"
        if span is None and self.key:  # a value in block style begins on the line below
            span, new = (self.key[1], self.span[1]), f": {new}"
        return Fault(kind, where, self.file, self.line, span or self.span, new)


WRONG: dict[Any, tuple[str, ...]] = {
    "_whole": ("many", "9" * 30, "1/2"),
    "_number": ("many", "9" * 30, "1/0"),
    "_seats": ("40", "0", "[3, 2000000]"),
    "_yes": ("perhaps",),
    "_id": ("Not_an_id",),
    "_like.<locals>.checked": ("0x",),
    "_game_id": ("8.7.6",),
    "_span": ("20..",),
    "_edtf": (*("1750-02-30", "1750-13", "1850/1750", "17500", "1750-00", "2900", "1750-06-31", "1750-ish"), "20XX/17XX", "1750~/1650~"),
    formal_worth: ("{much: more}", "[[2]]"),
    formal_wild: ("{some: thing}",),
    formal_holding: (
        *("{any: [" * n + "{of: kings, exactly: 4}" + "]}" * n for n in (12, 300)),
        "{any: [" + ", ".join(f"{{run: trumps, at_least: {n % 12 + 3}}}" for n in range(300)) + "]}",
    ),
}  # fmt: skip
"""What each function that reads a value must refuse."""
OPEN = {"_text", "_absence", "_several", "_by_number", "_packets", "_holdings", "exact", "str"}
"""The functions that let any text pass on."""


def wrong_values(read: Any) -> tuple[str, ...]:
    """Return what a function of the model must refuse."""
    name = getattr(read, "__qualname__", "")
    return WRONG.get(name) or WRONG.get(read, ()) if name else ()


def _closed(marks: tuple[Any, ...]) -> bool:
    return any(isinstance(m, Names | Term) or wrong_values(m) for m in marks)


def _formal(marks: list[Any]) -> bool:
    return any(m in (formal_holding, formal_worth, formal_wild) for m in marks if callable(m))


@cache
def _hints(model: type[Facts]) -> dict[str, Any]:
    return get_type_hints(model, include_extras=True)


def spots(file: str, text: str) -> Iterator[Spot]:
    """Yield every value of a record or YAML file."""
    start, end = (text.index("\n") + 1, text.index("\n---\n") + 1) if file.endswith(".md") else (0, len(text))
    model: Any = SHARED.get(file.rpartition("/")[2].removesuffix(".yaml"), dict[str, VocabularyTerm])
    hint = dict[str, model] if not start else Game if "/games/" in file else Tradition

    def walk(node: Any, path: tuple[Any, ...], key: Any, parent: Spot | None, **says: Any) -> Iterator[Spot]:
        begin, stop = start + node.start_mark.index, start + node.end_mark.index
        stop -= len(text[begin:stop]) - len(text[begin:stop].rstrip())
        span = None if key is None else (start + key.start_mark.index, start + key.end_mark.index)
        line = text.count("\n", 0, span[0] if span else begin) + 1
        spot = Spot(file, path, node, span, (begin, stop), line, parent, **says)
        yield spot
        here = {"field": spot.field}
        if isinstance(node, yaml.MappingNode):
            for k, v in node.value:
                yield from walk(v, (*path, k.value), k, spot, **here | _within(spot, k.value))
        elif isinstance(node, yaml.SequenceNode):
            inner = [get_args(t)[0] for t, _ in spot.forms if get_origin(t) is tuple]
            item = Union[tuple(inner)] if inner else spot.hint if _formal(spot.marks) else Any  # noqa: UP007
            for n, v in enumerate(node.value):
                yield from walk(v, (*path, n), None, spot, hint=item, **here)

    root = yaml.compose(text[start:end], Loader=yaml.CSafeLoader)
    yield from list(walk(root, (), None, None, hint=hint))[1:] if root else ()


def _within(spot: Spot, key: str) -> dict[str, Any]:
    """Return what the model says of the entry of a mapping."""
    if "rules" in spot.path and key in ("like", "presumed", "before", "times", "rest"):
        of_a_section = spot.path[-2:-1] == ("rules",)
        return {"hint": {"like": Base if of_a_section else Any, "presumed": YesNo}.get(key, Any)}
    if _formal(spot.marks):
        return {"hint": Any if key == "text" else spot.hint}
    if key.isdecimal() and any(getattr(m, "__name__", "") == "_by_number" for m in spot.marks):
        return {"hint": spot.hint}
    for type_, _ in spot.forms:
        if hasattr(type_, "model_fields"):
            name = next((name for name, f in type_.model_fields.items() if key == (f.alias or name)), "")
            if name:
                hint = Rules if key == "rules" else _hints(type_)[name]
                required = type_.model_fields[name].default is REQUIRED
                return {"hint": hint, "field": (type_, name), "is_field": True, "required": required}
            if type_._others is not None:
                return {"hint": type_._others, "key_hint": Annotated[str, Names("card")], "field": (type_, "*")}
        elif get_origin(type_) is dict:
            return dict(zip(("key_hint", "hint"), get_args(type_), strict=True))
    return {}


# -- how to break what the model knows

READ = {(Rules, "groups"), (Example, "cards"), (Example, "hand"), (TrumpOrder, "order"), (Note, "at")}
"""Fields of which a check reads the text, though the model takes any."""
READ_KEYS = {(Rules, "values"), (SecondCoding, "cells"), (Pack, "rule")}
"""Fields of which it reads the keys."""
FIGURES = {
    *((Deal, figure) for _, figure in DEALT),
    *((Stated, figure) for figure in Stated.model_fields),
    *((Example, figure) for figure in ("makes", "scores", "pays")),
    (Pack, "cards"),
}
"""Figures that the checks make from others, so that one higher cannot be right."""
PACKS = ("[[x]]", "{a: {b: c}}", "x", "100000000", "[1..100000000]")
"""What stands nowhere in the rule of a pack."""


def swapped(text: str) -> str:
    """Misspell a word: its last two different neighbours change places; what has digits gets a letter more."""
    for n in range(len(text) - 1, 0, -1) if not re.search(r"\d", text) else ():
        if text[n] != text[n - 1] and text[n].isalnum() and text[n - 1].isalnum():
            return text[: n - 1] + text[n] + text[n - 1] + text[n + 1 :]
    return f"{text}x"


def of_values(spot: Spot) -> Iterator[Fault]:
    """What a value's type refuses, and what it must not refer to."""
    types = [get_origin(t) or t for t, _ in spot.forms]
    scalar = isinstance(spot.node, yaml.ScalarNode)
    if spot.free or (scalar and not spot.text):
        if spot.text and {*types} == {str}:
            yield spot.fault("mapping-for-text", "{some: thing}")
        return
    for read in {m: None for m in spot.marks if callable(m)}:
        for new in wrong_values(read) if scalar or _formal([read]) else ():
            yield spot.fault(
                f"wrong-{'formal' if _formal([read]) else read.__qualname__.split('.')[0].strip('_')}", new
            )
    if scalar:
        yield from _misnamed(spot, spot.hint, spot.text, spot.span)
        if not any(t in (dict, Any) or hasattr(t, "model_fields") for t in types):
            yield spot.fault("mapping-for-text", "{some: thing}")
    elif isinstance(spot.node, yaml.MappingNode) and not _formal(spot.marks):
        yield spot.fault("text-for-mapping", "something")
        if tuple not in types:
            yield spot.fault("list-for-mapping", "[some, thing]")


def _misnamed(spot: Spot, hint: Any, text: str, span: Span) -> Iterator[Fault]:
    """Misspell a term, a choice or a reference; one that is told once for all its forms."""
    found = [(t, m) for t, ms in branches(hint) for m in (*ms, None)]
    found += [
        (a, m) for t, _ in found if get_origin(t) is tuple for a, ms in branches(get_args(t)[0]) for m in (*ms, None)
    ]
    for kind in {
        *("choice-misspelt" for t, _ in found if get_origin(t) is Literal),
        *("term-misspelt" for _, m in found if isinstance(m, Term)),
    }:
        yield spot.fault(kind, json.dumps(swapped(text)), span)
    for names in {m: None for _, m in found if isinstance(m, Names)}:
        word, space, rest = text.partition(" ") if names.located else (text, "", "")
        if word not in ("tarotref", "editors") and not (names.inside and space):
            wrong = f"{word}q" if names.inside else swapped(word)
            yield spot.fault(f"reference-{names.kind}", json.dumps(wrong + space + rest, ensure_ascii=False), span)


def of_keys(spot: Spot) -> Iterator[Fault]:
    """What a key must not be; that it stands twice, and that it does not stand there."""
    assert spot.key
    key = str(spot.path[-1])
    if spot.is_field and swapped(key) not in spot.field[0].model_fields:
        yield spot.fault("key-misspelt", swapped(key), spot.key)
    yield from _misnamed(spot, spot.key_hint, key, spot.key)
    if any(wrong_values(m) for _, marks in branches(spot.key_hint) for m in marks):
        yield spot.fault("wrong-key", "Not_an_id", spot.key)
    if spot.field in READ_KEYS and not spot.is_field and isinstance(spot.parent, Spot) and spot.parent.is_field:
        yield spot.fault("checked-key", json.dumps(f"{key}q"), spot.key)


def of_figures(spot: Spot) -> Iterator[Fault]:
    """Digits that are none of ours; a figure that others do not make, unless the record answers for it."""
    if re.fullmatch(r"\d+(\.\d+)?", spot.text):
        wide = spot.text.translate(str.maketrans("0123456789", "０１２３４５６７８９"))
        yield spot.fault("digits-full-width", wide, spot.span)
    here = spot.path[0] in ("rules", "stated", "examples") or spot.field == (Pack, "cards")
    if spot.field in FIGURES and here and re.fullmatch(r"-?\d+", spot.text) and not _answered(spot):
        yield spot.fault(f"figure-{spot.field[0].__name__}", str(int(spot.text) + 1), spot.span)
    if spot.field[0] is Subject and spot.text.isdecimal() and (taken := _numbers(spot)):
        yield spot.fault("figure-Subject", taken[0], spot.span)


def _numbers(spot: Spot) -> list[str]:
    """The numbers that the subjects above have in the same column."""
    assert spot.parent and spot.parent.parent
    tree = yaml.SafeLoader("").construct_document(spot.parent.parent.node)
    above = list(tree.values())[: list(tree).index(spot.path[0])]
    return [str(entry[spot.path[1]]) for entry in above if entry.get(spot.path[1]) not in (None, int(spot.text))]


def _answered(spot: Spot) -> bool:
    """Say whether a note of the record answers for a figure, or the pack is not sure, so that another may stand there."""
    above = spot
    while above.parent and (spot.field[0] is not Pack or above.parent.parent):
        above = above.parent
    tree = yaml.SafeLoader("").construct_document(above.node)
    if spot.field[0] is Pack:
        return "doubtful" in tree or "rule" not in tree
    paths = [
        at.split(".")
        for note in tree.get("notes", ())
        if note["kind"] in ("discrepancy", "misread", "erratum")
        for at in (note["at"] if isinstance(note["at"], list) else [note["at"]])
    ]
    here = [str(step) for step in spot.path]
    return any(path[: len(here)] == here[: len(path)] for path in paths)


def of_checks(spot: Spot) -> Iterator[Fault]:
    """Text that only a check refuses."""
    if spot.field in READ and re.search("[a-z]", spot.text) and " " not in spot.text and spot.text != "gap":
        yield spot.fault("checked-text", json.dumps(f"{spot.text}q"), spot.span)
    if spot.field == (Pack, "rule") and not spot.is_field and spot.key:
        for new in PACKS:
            yield spot.fault("checked-pack", new, way=new)
    if spot.path == ("seen",):
        yield spot.fault("seen-before-played", '"1301"', spot.span)
    section = len(spot.path) == 2 and spot.path[0] == "rules" and shape(str(spot.path[1])) != "field"
    if section and isinstance(spot.node, yaml.MappingNode) and spot.node.flow_style:
        yield spot.fault("section-like-a-list", "{like: [8.13, 8.14], ", (spot.span[0], spot.span[0] + 1))


def of_yaml(spot: Spot, text: str) -> Iterator[Fault]:
    """What is no YAML, or more YAML than ours."""
    assert spot.key
    begin = text.rfind("\n", 0, spot.key[0]) + 1
    alone = not text[begin : spot.key[0]].strip()
    if alone and spot.is_field and len(spot.path) > 1:
        for new in (" ", "\t"):
            yield spot.fault("yaml-indented-wrongly", new, (begin, begin), repr(new))
    entry = _entry(spot, text, begin if alone else None)
    if entry and spot.required and spot.parent:
        above = spot.parent.line if spot.parent.parent else 2
        yield Fault("required-key-deleted", spot.field[0].__name__, spot.file, above, entry)
    if entry and spot.text:
        once = text[spot.key[0] : spot.span[1]]
        yield spot.fault(
            "key-twice", f"{once}, " if spot.flow else f"{text[begin : spot.key[0]]}{once}\n", (entry[0],) * 2
        )
    if not spot.text:
        return
    plain = not spot.node.style
    for new in ('""', "")[: 1 if spot.flow else 2] if plain else ():
        yield spot.fault("yaml-value-empty", new, spot.span, new)
    if spot.flow:
        return
    yield spot.fault("yaml-colon-without-space", ":", (spot.key[1], spot.span[0]))
    for depth in (40, 1500):
        yield spot.fault("yaml-nested-deep", "[" * depth + "x" + "]" * depth, spot.span, str(depth))
    for new in ("&a {}", "!!str {}", "*a", "!x {}") if plain else ():
        yield spot.fault("yaml-tricks", new.replace("{}", spot.text), spot.span, new)
    for new in ("[{}", "{{}", '"{}', "'{}", "{}: x: y", "@{}", "%{}", "]{}")[: None if '"' not in spot.text else 4]:
        yield spot.fault("yaml-broken", new.replace("{}", spot.text), spot.span, new)


def _entry(spot: Spot, text: str, begin: int | None) -> Span | None:
    """Where a key with its value stands, so that it can be taken out whole; None where it shares its line with what is not in braces."""
    assert spot.key
    end = spot.span[1]
    if not spot.flow:
        return None if begin is None else (begin, text.index("\n", end) + 1)
    after = re.match(r"\s*,\s*", text[end:])
    before = re.search(r",\s*$", text[: spot.key[0]])
    return (spot.key[0], end + after.end()) if after else (before.start() if before else spot.key[0], end)


def of_model(file: str, text: str) -> Iterator[Fault]:
    """Yield every fault that the model, or YAML, knows of a file."""
    for spot in spots(file, text) if file.endswith((".md", ".yaml")) else ():
        yield from of_values(spot)
        yield from of_figures(spot)
        yield from of_checks(spot)
        if spot.key:
            yield from of_keys(spot)
            yield from of_yaml(spot, text)
        elif spot.field == (TrumpOrder, "order") and spot.parent and spot.text not in ("", "fool", "gap"):
            # Where the Fool ranks is a rule of play too; an order with a gap need not have all.
            after = re.match(r"\s*,\s*", text[spot.span[1] :])
            if after and len(spot.path) == 3 and "gap" not in yaml.serialize(spot.parent.node):
                yield spot.fault("order-item-lost", "", (spot.span[0], spot.span[1] + after.end()))
