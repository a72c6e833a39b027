"""Hints for who has changed a fact: what stands beside it, says the same in words, or was reckoned from it, and was left as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tarotref.checks.inheritance import paragraphs
from tarotref.corpus.layers import touched
from tarotref.corpus.passages import told_otherwise
from tarotref.corpus.records import Corpus, Record, overlaps
from tarotref.corpus.resolver import Resolver
from tarotref.corpus.source import Path, Section, Source, dotted
from tarotref.model.record import Game
from tarotref.model.rules import entries
from tarotref.notation import folded
from tarotref.problem import Problem

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

CODE = "hint"
LAYERS = ("readings", "variants")
TOLD_IN = {
    "deal": "Deal and discard",
    "discard": "Deal and discard",
    "bidding": "Bidding",
    "bids": "Bidding",
    "cases": "Bidding",
    "declaring": "Declarations",
    "declarations": "Declarations",
    "kinds": "Declarations",
    "play": "Play",
    "fool": "Play",
    "signals": "Signals",
    "talk": "Signals",
    "penalties": "Penalties",
}
"""Sections of the text that tell of a section of rules; of others the scoring or the cards tell."""
WORDS = (
    "none no",
    "one once",
    "two twice",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
SHOWN = 3
"""Sentences that a hint names."""


def hints(before: Corpus, computed: ComputedCorpus, records: list[str]) -> Iterator[Problem]:
    """Yield hints on the records that were changed since an earlier corpus."""
    corpus = computed.corpus
    for id in records:
        record = corpus.record(id)
        shelf = before.games if id in before.games else before.traditions
        if id in shelf:
            yield from _left_behind(computed, before.record(id), record)
        if isinstance(record.facts, Game):
            yield from _said_already(corpus, record)
            yield from _falling(corpus, record)


def differences(old: Any, new: Any, at: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    """Yield the paths at which two trees differ, what stood there, and what stands there."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from differences(old.get(key), new.get(key), (*at, key))
    elif old != new:
        yield at, old, new


def _left_behind(computed: ComputedCorpus, old: Record, new: Record) -> Iterator[Problem]:
    """Yield what stands on a fact that was changed, and was not changed with it: notes, worked examples, sentences of the page."""
    source = new.source
    for path, was, now in differences(old.source.data, source.data):
        if "rules" not in path[:3] and path[0] != "stated":
            continue
        change = f"{dotted(path)} was {_shown(was)} and is {_shown(now)}"
        for n, note in enumerate(new.facts.notes):
            if note in old.facts.notes and any(overlaps(tuple(at.split(".")), path) for at in note.at):
                yield source.problem(
                    ("notes", n), f"this note is on a fact that was changed: {change}; does it still hold?", CODE
                )
        told = list(_sentences(computed, new, path, was))
        if told:
            said = " / ".join(f"line {line}: {text}" for _, line, text in told[:SHOWN])
            place, line, _ = told[0]
            yield Problem(place, line, dotted(path), f"{change}; the page says: {said}", CODE)
        for n, example in enumerate(getattr(new.facts, "examples", ())):
            named = path[path.index("rules") + 2] if "rules" in path and len(path) > path.index("rules") + 2 else None
            if named is not None and named == getattr(example, "bid", None):
                yield source.problem(
                    ("examples", n), f"this example has to do with a fact that was changed: {change}", CODE
                )


def _shown(value: Any) -> str:
    return "not there" if value is None else repr(value) if isinstance(value, str) else "other facts"


def _sentences(computed: ComputedCorpus, record: Record, path: Path, was: Any) -> Iterator[tuple[str, int, str]]:
    """Yield the sentences of a record's page that name the thing that a fact is of, or what the fact was: file, line, words."""
    rules = path[path.index("rules") + 1 :] if "rules" in path else path
    title = TOLD_IN.get(str(rules[0]), "Scoring")
    names = _names(computed, record, rules)
    figure = _figure(was)
    text = (
        computed.corpus.text(record.facts.id)
        if isinstance(record.facts, Game)
        else {title: (record.facts.id, section) for title, section in record.sections.items()}
    )
    for place, (owner, section) in text.items():
        source = computed.corpus.record(owner).source
        for line, paragraph in _paragraphs(source, section, path) if place not in ("History", "Tactics") else ():
            for sentence in re.split(r"(?<=[.;:!?])\s+", paragraph):
                plain = folded(re.sub(r"[*_]|\{\w+\}`|`", "", sentence))
                named = any(re.search(rf"\b{re.escape(name)}\b", plain) for name in names)
                said = bool(figure and re.search(figure, plain))
                if (named and (said or not figure or place == title)) or (said and not names and place == title):
                    yield source.path, line, sentence.strip()


def _paragraphs(source: Source, section: Section, path: Path) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of a section that speak of the layer in which a fact stands: its passages, or what is said to everybody."""
    if path[0] not in LAYERS:
        yield from paragraphs(source, section)
    for passage in told_otherwise(section.body, {str(path[1])}) if path[0] in LAYERS else ():
        yield section.line + 2 + passage.row, " ".join(passage.text.split())


def _names(computed: ComputedCorpus, record: Record, rules: Path) -> list[str]:
    """Return what players call the thing that a fact is of, folded; nothing where it is of no named thing."""
    main = computed.corpus.rulesets.get(f"{record.facts.id}/main")
    entry = dict(entries(main.at((rules[0],)))).get(str(rules[1])) if main is not None and len(rules) > 1 else None
    found = [getattr(entry, "name", None), *(getattr(entry, "said", None) or ())] if entry is not None else []
    names = [folded(name) for name in found if isinstance(name, str)]
    return names or ([folded(str(rules[1]).replace("-", " "))] if entry is not None else [])


def _figure(was: Any) -> str:
    """Return a pattern of a number in figures or words, or an empty text where a value is none."""
    if not isinstance(was, str) or not was.isdecimal():
        return ""
    words = WORDS[int(was)].split() if int(was) < len(WORDS) else []
    return rf"\b(?:{'|'.join([was, *words])})\b"


def _said_already(corpus: Corpus, record: Record) -> Iterator[Problem]:
    """Yield what a reading or variant says that the rules it changes say too."""
    resolver, facts = Resolver(corpus), record.facts
    for shelf in LAYERS:
        for key, told in getattr(facts, shelf).items():
            change = record.source.at((shelf, key, "rules"))
            r = corpus.rulesets.get(f"{facts.id}/{key}") or corpus.rulesets.get(f"{facts.id}/main")
            if not change or r is None:
                continue
            if shelf == "variants":
                base = corpus.rulesets[r.base].tree if r.base in corpus.rulesets else {}
            else:
                below = resolver.base(told.like, key, record.source, (shelf, key, "like")) if told.like else None
                base = (below or resolver.of_all(facts.id, key)).tree
            for path in touched(change):
                value = _at(base, path)
                if value is not None and _at(r.tree, path) == value:
                    message = "the rules that this changes say the same; take it out, or name the section in `reports`"
                    yield record.source.problem((shelf, key, "rules", *path), message, CODE)


def _at(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree.get(step) if hasattr(tree, "get") else None
    return tree


def _falling(corpus: Corpus, record: Record) -> Iterator[Problem]:
    """Yield bids of a game, or of one of its readings or variants, that stand above others and cost less."""
    for r in corpus.of_game(record.facts.id):
        if r.at(("bidding", "procedure")) is None:
            continue
        told = ((id, bid.base) for id, bid in entries(r.rules.bids))
        priced = [(id, base[0]) for id, base in told if isinstance(base, tuple) and len(base) == 1]
        home: Path = () if r.kind == "main" else ("readings" if r.kind == "reading" else "variants", r.key)
        for (lower, price), (higher, less) in pairwise(priced):
            own = [id for id in (higher, lower) if ("bids", id, "base") in r.own]
            if less < price and own:
                message = (
                    f"{higher} stands above {lower} and costs less, {less} for {price}; bids stand in ascending order"
                )
                yield record.source.problem((*home, "rules", "bids", own[0], "base"), message, CODE)
