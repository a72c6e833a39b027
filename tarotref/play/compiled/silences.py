"""Facts on which a source that was read is silent, or which it tells in words alone, and what play takes in their place.

These the compiler fills in with values that need no words at the place: a payment that nobody names is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tarotref.corpus.records import Ruleset
from tarotref.model import rules as facts
from tarotref.model.rules import SECTIONS, Rules, entries, fields_of, shape
from tarotref.model.types import Absence, Facts, given
from tarotref.play.compiled.assumptions import ASSUMPTIONS
from tarotref.play.compiled.reading import Gap, Path, section
from tarotref.sheets import sheet


def _faults(found: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str]]:
    for path, assumption in found["silent"].items():
        first, *rest = path.split(".")
        named = rest[1:] if rest[:1] == ["*"] else rest
        if first not in SECTIONS or (named and named[0] not in fields_of(first)):
            yield ("silent", path), f"no rule stands at {path!r}"
        if assumption not in ASSUMPTIONS:
            yield ("silent", path), f"{assumption!r} is no assumption"
    for name, fields in found["words"].items():
        if name not in SECTIONS or not {*fields} <= {*fields_of(name)}:
            yield ("words", name), f"{name!r} has not all of these fields"


_SHEET = sheet(__name__, ("silent", "words", "beside-play"), _faults)
SILENCES: dict[Path, str] = {tuple(path.split(".")): assumption for path, assumption in _SHEET["silent"].items()}
"""Facts of which a source that was read says nothing, and what is assumed for them; `*` is any named thing."""
WORDS: dict[str, list[str]] = _SHEET["words"]
"""Fields that tell rules of play in words alone."""
PARTS = {"bids": ("partner", "talon", "asks"), "feats": ("announced",)}
"""Groups of facts within named things that may tell rules in words."""
BESIDE_PLAY = frozenset(_SHEET["beside-play"])
"""Named things of which words decide nothing in a hand."""


def silent_gaps(ruleset: Ruleset) -> Iterator[Gap]:
    """Yield what a source is silent on, leaves to the players, or tells in words alone, and what is assumed for it."""
    rules = ruleset.rules
    for pattern, assumption in SILENCES.items():
        yield from (Gap(path, assumption) for path in _unstated(rules, pattern))
    yield from _unpriced(rules)
    if section(rules.trump_suit, facts.TrumpSuit).suit is Absence.AGREED:
        yield Gap(("trump_suit", "suit"), "trump_suit.suit")
    marks = ((path, _mark(ruleset, path)) for path in in_words(rules))
    yield from (Gap(path, mark or "text") for path, mark in marks if mark != "no")


def _mark(ruleset: Ruleset, path: Path) -> str:
    """What words are marked to decide (`Origin.decides`): those of a custom, or of a field of a bid, by their own mark."""
    custom = path[0] == "customs" and len(path) == 2
    origin = ruleset.origin.get((*path, "text") if custom else path) or ruleset.origin.get(path[:-1])
    return origin.decides if origin is not None else ""


def _part(value: Any, name: str) -> Any:
    """What stands at a key of a record, of a mapping, or of nothing."""
    if isinstance(value, Facts):
        return getattr(value, name, None)
    return value.get(name) if isinstance(value, dict) else None


def _unstated(value: Any, pattern: Path) -> Iterator[Path]:
    """Yield the paths of a pattern at which `unstated` stands."""
    if not pattern:
        if value in (Absence.UNSTATED, Absence.NOT_RECORDED):
            yield ()
    elif isinstance(value, Absence) or value is None:
        return
    else:
        step, *rest = pattern
        parts = value.items() if step == "*" else [(step, _part(value, step))]
        yield from ((key, *path) for key, part in parts for path in _unstated(part, tuple(rest)))


def _unpriced(rules: Rules) -> Iterator[Gap]:
    """Yield what feats and declarations pay where that is left to the players or not said."""

    def gap(fact: object, *path: str) -> Iterator[Gap]:
        if fact in (Absence.AGREED, Absence.UNSTATED):
            yield Gap(path, "agreed" if fact is Absence.AGREED else "unpriced")

    for id, feat in entries(rules.feats):
        announced = section(feat.announced, facts.Announced)
        told = {field for field, fact in feat if fact is not None}
        if given(feat.do) is None and told & {"won", "lost", "announced"}:
            silent = feat.do is Absence.UNSTATED
            yield Gap(("feats", id, "won" if silent else "do"), "unpriced" if silent else "text")
        yield from gap(feat.won, "feats", id, "won")
        yield from gap(feat.lost, "feats", id, "lost")
        yield from gap(announced.won, "feats", id, "announced", "won")
        yield from gap(announced.lost, "feats", id, "announced", "lost")
    win = section(rules.win, facts.Win)
    if section(win.marcio, facts.Marcio).times is Absence.AGREED:
        yield Gap(("win", "marcio", "times"), "agreed")
    for id, declaration in entries(rules.declarations):
        yield from gap(declaration.worth, "declarations", id, "worth")


def in_words(rules: Rules) -> Iterator[Path]:
    """Yield the paths of rules of play that a ruleset tells in words alone."""
    for name, fields in WORDS.items():
        for field in fields:
            if _is_words(_part(_part(rules, name), field)):
                yield name, field
    for id, one in entries(section(rules.deal, facts.Deal).annul):
        if _is_words(one.text) and one.decides is None:
            yield "deal", "annul", id, "text"
    for name in SECTIONS:
        if shape(name) == "things" and name not in BESIDE_PLAY:
            for id, entry in entries(_part(rules, name)):
                yield from _of_entry(name, id, entry)
    for name, parts in PARTS.items():
        for id, entry in entries(_part(rules, name)):
            yield from ((name, id, part, "text") for part in parts if _is_words(_part(_part(entry, part), "text")))


def _is_words(value: object) -> bool:
    return isinstance(value, str) and not isinstance(value, Absence)


def _of_entry(name: str, id: str, entry: Any) -> Iterator[Path]:
    """Yield what a named thing tells in words of its own rather than by a term; of a custom that is no duty all is in words."""
    if name == "customs" and given(entry.must) is None and given(entry.put_in) is None:
        yield name, id
        return
    for field in ("text", "when"):
        words = _part(entry, field) if field in fields_of(name) else None
        if _is_words(words) and (field == "text" or " " in str(words)):
            yield name, id, field
    for field in ("only_if", "unless"):
        condition = given(_part(entry, field)) if field in fields_of(name) else None
        if condition is not None and _part(condition, "text") is not None:
            yield name, id, field
