"""Hints for who has changed a fact: what stands beside it, says the same in words, or was reckoned from it, and was left as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tarotref.checks.sayings import LAYERS, of_fact, of_words
from tarotref.corpus.layers import touched
from tarotref.corpus.records import Corpus, Record, overlaps
from tarotref.corpus.resolver import Resolver
from tarotref.corpus.source import Path, dotted
from tarotref.model.record import Example, Game
from tarotref.model.rules import entries
from tarotref.problem import Problem

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

CODE = "hint"
SHOWN = 3
"""Sentences that a hint names."""
DATES = ("played", "seen")
RECKONED = {"values": "makes", "counting": "makes", "score": "pays", "win": "pays", "doubling": "pays"}
"""What an example comes to by a section of rules."""


def hints(before: Corpus, computed: ComputedCorpus, records: list[str]) -> Iterator[Problem]:
    """Yield hints on what the change of an earlier corpus into that of today may have left behind; `records` are those changed."""
    corpus = computed.corpus
    for id in records:
        record = corpus.record(id)
        old = before.games.get(id) or before.traditions.get(id)
        if old is not None:
            for path, was, now in differences(old.source.data, record.source.data):
                yield from _left_behind(corpus, old, record, path, was, now)
        if isinstance(record.facts, Game):
            told = {_but_for_figures(p) for p in _of_itself(before, old)} if old is not None else set()
            yield from (p for p in _of_itself(corpus, record) if _but_for_figures(p) not in told)
    yield from _inheriting(before, corpus, records)
    yield from _works(before, corpus)
    yield from _evidence(before, corpus)


def differences(old: Any, new: Any, at: Path = ()) -> Iterator[tuple[Path, Any, Any]]:
    """Yield the paths at which two trees differ, what stood there, and what stands there."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            yield from differences(old.get(key), new.get(key), (*at, key))
    elif old != new:
        yield at, old, new


def _left_behind(
    corpus: Corpus, old: Record, new: Record, path: Path, was: Any, now: Any, own: bool = False
) -> Iterator[Problem]:
    """Yield what stands on a fact that was changed, and was not changed with it: notes, worked examples, sentences of the page; of
    `own` those alone that stand in the record's own file."""
    source, facts = new.source, new.facts
    ruled = "rules" in path[:3] or path[0] == "stated"
    if not ruled and path[0] not in (*DATES, "places"):
        return
    change = f"{dotted(path)} was {_shown(was)} and is {_shown(now)}"
    for n, note in enumerate(facts.notes):
        if note in old.facts.notes and any(overlaps(tuple(at.split(".")), path) for at in note.at):
            yield source.problem(
                ("notes", n), f"this note is on a fact that was changed: {change}; does it still hold?", CODE
            )
    if ruled:
        said = of_fact(corpus, new, path, was if isinstance(was, str) else None)
    elif path[0] == "places":
        gone = {*(was or ())} - {*(now or ())}
        said = of_words(corpus, new, {place.title for id, place in corpus.shared["places"].items() if id in gone})
    else:
        said = of_words(corpus, new, _gone(was, now))
    yield from _told([one for one in said if not own or one[0] == source.path], path, change)
    if ruled and path[0] != "stated":
        examples = enumerate(getattr(facts, "examples", ()))
        yield from _examples(new, [n for n, one in examples if _reckoned(one, path)], change)


def _examples(record: Record, found: list[int], change: str) -> Iterator[Problem]:
    """Yield the one hint that names worked examples, by the first of them."""
    if found:
        lines = ", ".join(str(record.source.line(("examples", n))) for n in found[1:])
        more = f", and so have those of lines {lines}" if lines else ""
        message = f"this example has to do with a fact that was changed: {change}{more}"
        yield record.source.problem(("examples", found[0]), message, CODE)


def _told(said: list[tuple[str, int, str]], path: Path, change: str) -> Iterator[Problem]:
    """Yield the one hint that names sentences."""
    if said:
        words = " / ".join(f"line {line}: {text}" for _, line, text in said[:SHOWN])
        more = f" / and {len(said) - SHOWN} more" if len(said) > SHOWN else ""
        yield Problem(said[0][0], said[0][1], dotted(path), f"{change}; the page says: {words}{more}", CODE)


def _shown(value: Any) -> str:
    return "not there" if value is None else repr(value) if isinstance(value, str) else "other facts"


def _gone(was: Any, now: Any) -> set[str]:
    """Return the years that a date named and names no more."""
    old, new = ({*re.findall(r"(?<!\d)\d{4}(?!\d)", str(value or ""))} for value in (was, now))
    return old - new


def _reckoned(example: Example, path: Path) -> bool:
    """Say whether an example is reckoned by a fact: it names its bid, feat or declaration, or comes to what its section makes."""
    if path[0] in LAYERS and path[1] != example.ruleset:
        return False
    section, *rest = path[path.index("rules") + 1 :]
    if section in ("bids", "feats", "declarations"):
        named = {example.bid, *(example.feats or ()), *(example.declared or ())}
        return (bool(rest) and rest[0] in named) or (section == "declarations" and example.scores is not None)
    return getattr(example, RECKONED.get(str(section), "text"), None) is not None and section in RECKONED


def _inheriting(before: Corpus, corpus: Corpus, records: list[str]) -> Iterator[Problem]:
    """Yield what is left behind in games that were not changed themselves, and whose rules are others by those that they take over."""
    for id, record in corpus.games.items():
        if id in records or id not in before.games:
            continue
        seen = []
        for r in corpus.of_game(id):
            was = before.rulesets.get(r.id)
            for at, old, new in differences(was.tree, r.tree) if was is not None and was.tree != r.tree else ():
                path: Path = ("rules", *at)
                if r.kind != "main":
                    path = ("readings" if r.kind == "reading" else "variants", r.key, *path)
                if (at, old, new) not in seen:
                    yield from _left_behind(corpus, before.games[id], record, path, old, new, own=True)
                seen.append((at, old, new))


def _works(before: Corpus, corpus: Corpus) -> Iterator[Problem]:
    """Yield what says the year of a work whose date was changed: pages and notes of records that name it, their dates, evidence."""
    for key, work in corpus.bibliography.items():
        old = before.bibliography.get(key)
        if old is None or not (years := _gone(old.dated, work.dated)):
            continue
        change = f"{key} was of {old.dated!r} and is of {work.dated!r}"
        named = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-])")
        for record in (*corpus.traditions.values(), *corpus.games.values()):
            if named.search(record.source.body) or named.search(repr(record.source.data)):
                own = [one for one in of_words(corpus, record, years) if one[0] == record.source.path]
                yield from _told(own, (key, "dated"), change)
                yield from _dated(record, named, years, change)
        for id, piece in corpus.shared["attestations"].items():
            if key in piece.source and years & _years(piece.dated, piece.title, piece.text):
                place = corpus.shared_sources["attestations"]
                yield place.problem((id,), f"{change}; this evidence rests on it and says {_list(years)}", CODE)


def _dated(record: Record, named: re.Pattern[str], years: set[str], change: str) -> Iterator[Problem]:
    """Yield the dates and notes of a record that have the year of a work that it names."""
    for at in DATES:
        if years & _years(getattr(record.facts, at, None)):
            yield record.source.problem((at,), f"{change}; does this date still hold?", CODE)
    for n, note in enumerate(record.facts.notes):
        if years & _years(note.text) and (named.search(note.by or "") or named.search(note.text)):
            yield record.source.problem(("notes", n), f"{change}; this note says {_list(years)}", CODE)


def _evidence(before: Corpus, corpus: Corpus) -> Iterator[Problem]:
    """Yield what says the year of a piece of evidence whose date was changed: its own words, pages of games and traditions."""
    pieces = before.shared.get("attestations", {})
    for id, piece in corpus.shared.get("attestations", {}).items():
        if id not in pieces or not (years := _gone(pieces[id].dated, piece.dated)):
            continue
        change = f"{id} was of {pieces[id].dated!r} and is of {piece.dated!r}"
        if years & _years(piece.title, piece.text):
            place = corpus.shared_sources["attestations"]
            yield place.problem((id,), f"{change}; its own words say {_list(years)}", CODE)
        for one in dict.fromkeys((*piece.traditions, *piece.games, *(claim.of for claim in piece.shows))):
            record = corpus.games.get(one) or corpus.traditions.get(one)
            if record is not None:
                own = [told for told in of_words(corpus, record, years) if told[0] == record.source.path]
                yield from _told(own, (id, "dated"), change)


def _years(*texts: str | None) -> set[str]:
    return _gone(" ".join(filter(None, texts)), None)


def _list(years: set[str]) -> str:
    return " and ".join(sorted(years))


def _but_for_figures(problem: Problem) -> tuple[str, str]:
    return problem.field, re.sub(r"\d[\d/]*", "", problem.message)


def _of_itself(corpus: Corpus, record: Record) -> Iterator[Problem]:
    """Yield what a hint says of a game by itself; of what it said before the change it says nothing again."""
    yield from _said_already(corpus, record)
    yield from _falling(corpus, record)


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
                base = (below or resolver.of_game(facts.id, key)).tree
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
