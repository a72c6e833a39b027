"""Rules on what comes down from elsewhere: likeness, what a witness's page tells, what a page must have to be played from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.checks.registry import Found, record_rule
from tarotref.corpus.layers import touched
from tarotref.corpus.passages import told_otherwise
from tarotref.corpus.records import Record, Ruleset, overlaps
from tarotref.corpus.source import Path, Section, Source, dotted
from tarotref.model.rules import entries
from tarotref.model.types import Absence, Facts, given
from tarotref.notation import folded
from tarotref.problem import Problem

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


def _told(value: Any) -> Any:
    """A value without what a bid or case withdraws in it: where nothing of the kind is there, nothing is withdrawn."""
    return {name: _told(one) for name, one in value.items() if one is not None} if isinstance(value, dict) else value


@record_rule
def like(computed: ComputedCorpus, record: Record) -> Found:
    """A ruleset said to be like another equals it in everything that it does not itself set."""
    source = record.source
    for r in computed.corpus.of_game(record.facts.id):
        layers: list[Path] = [("readings", r.key), ("variants", r.key)]
        if r.key == "main":
            witness = computed.corpus.game(r.game).main
            layers = [("readings", witness), ()] if witness else [()]
        at = next((layer for layer in layers if source.at((*layer, "like"))), None)
        if at is None:
            continue
        base = computed.corpus.rulesets.get(r.base)
        if base is None:
            continue
        own = [path for layer in layers for path in touched(source.at((*layer, "rules")))]
        for path in dict.fromkeys([*base.origin, *r.origin]):
            here, there = r.at(path), base.at(path)
            if _told(here) != _told(there) and not any(overlaps(path, mine) for mine in own):
                message = f"said to be like {base.id}, but {dotted(path)} is {here!r} here, {there!r} there"
                yield source.problem((*at, "like"), message, "like")


OTHER_TWO = re.compile(
    r"\bboth (?:others|opponents|other players)\b|\b(?:other two|two other) players\b|\btwo others\b"
)


@record_rule
def note_reach(computed: ComputedCorpus, record: Record) -> Found:
    """A note that comes from another game speaks of two other players only where there are two; `games` says where it holds."""
    corpus, id = computed.corpus, record.facts.id
    r = corpus.rulesets.get(f"{id}/main")
    if r is None or 3 in (given(r.rules.players) or (3,)):
        return
    for owner, path, note in corpus.notes(r):
        if owner != id and owner in corpus.games and (said := OTHER_TWO.search(note.text)):
            message = f"a note on {dotted(path)} from {owner} speaks of {said[0]!r}, which are not here; expected `games` in the note"
            yield record.source.problem(("like",), message, "note-reach")


PLAYABLE = ("described", "reported", "observed", "reconstructed")
"""Evidence from which a game can be played."""

TOLD = ("Cards and terms", "Deal and discard", "Play", "Scoring")
"""Sections of the text that a page to play from has."""

KNOWN: dict[str, tuple[Path, ...]] = {
    "how many play": (("players",),),
    "the pack": (("pack",),),
    "what beats what": (("trump_order",), ("suit_order",)),
    "how points are counted, or the aim": (("counting",), ("win", "aim")),
}
"""Facts that a game cannot be played without, in words: one of each group must have a value."""


@record_rule
def playable(computed: ComputedCorpus, record: Record) -> Found:
    """A game whose evidence is a description has on its page, its own or inherited, text on cards, dealing, play and scoring, and facts for players, pack, what beats what, and counting or the aim."""
    id = record.facts.id
    r = computed.corpus.rulesets.get(f"{id}/main")
    if r is None or computed.corpus.game(id).evidence not in PLAYABLE:
        return
    text = computed.corpus.text(id)
    lacking = [f"the section {title!r}" for title in TOLD if title not in text]
    lacking += [words for words, paths in KNOWN.items() if not any(has_value(r.at(path)) for path in paths)]
    if lacking:
        message = f"the page is not enough to play from: it lacks {', '.join(lacking)}"
        yield record.source.problem(("evidence",), message, "playable")


def has_value(value: Any) -> bool:
    """Say whether a fact has a value, or anything in a section has."""
    if isinstance(value, Facts):
        return any(has_value(part) for _, part in value)
    return value is not None and value not in (Absence.UNSTATED, Absence.NOT_RECORDED, Absence.NONE)


@record_rule
def withdrawn_name(computed: ComputedCorpus, record: Record) -> Found:
    """A paragraph on how to play that names a bid, declaration, feat or signal, in italics as the players' word, speaks of each witness and variant that has none, or a passage of its section does."""
    corpus, game = computed.corpus, record.facts.id
    lost = [
        (r, lacks)
        for r in corpus.of_game(game)
        if r.kind != "main"
        and r.base in corpus.rulesets
        and (lacks := [(name, folded(name)) for name in lost_names(r, corpus.rulesets[r.base])])
    ]
    for title, (owner, section) in corpus.text(game).items() if lost else ():
        source = corpus.record(owner).source
        for line, paragraph in paragraphs(source, section) if title not in ("Variants", "History") else ():
            italics = [folded(said) for said in re.findall(r"\*([^*]+)\*", re.sub(r"\*\*[^*]+\*\*", "", paragraph))]
            lacking = []
            for r, lacks in lost:
                named = [name for name, plain in lacks if any(begins(said, plain) for said in italics)]
                if named and not speaks_of(computed, r, paragraph, section):
                    lacking.append(f"{r.id} ({', '.join(dict.fromkeys(named))})")
            if lacking:
                message = f"names what these do not have, and does not speak of them: {'; '.join(lacking)}"
                yield Problem(source.path, line, title, message, "withdrawn-name")


def begins(said: str, name: str) -> bool:
    """Say whether words begin with a name, whole."""
    return said.startswith(name) and not said[len(name) : len(name) + 1].isalnum()


NAMED = ("bids", "declarations", "feats", "signals")
"""The sections whose things players name."""


def lost_names(r: Ruleset, base: Ruleset) -> Iterator[str]:
    """Yield what players call or say for the named things that a ruleset's base has and it has not, and for nothing that it has."""
    kept = {name for section in NAMED for _, entry in entries(r.at((section,))) for name in _names(entry)}
    for section in NAMED:
        here = r.at((section,))
        for key, entry in entries(base.at((section,))):
            if here is Absence.NONE or (isinstance(here, dict) and here.get(key, Absence.NONE) is Absence.NONE):
                yield from (name for name in _names(entry) if name not in kept)


def _names(entry: Any) -> Iterator[str]:
    yield from filter(None, (given(entry.name), *(given(getattr(entry, "said", None)) or ())))


def speaks_of(computed: ComputedCorpus, r: Ruleset, paragraph: str, section: Section) -> bool:
    """Say whether a paragraph names a reading's witness, by its role, or a variant by its title or the witness who reports it; or
    whether a passage of its section is on that version."""
    keys = [r.key] if r.kind == "reading" else [r.witness] if r.witness else []
    if told_otherwise(section.body, {r.key, *keys}):
        return True
    if any(re.search(rf"\{{witness\}}`(?:[^`]*<)?{re.escape(key)}>?`", paragraph) for key in keys):
        return True
    return r.kind == "variant" and folded(computed.corpus.game(r.game).variants[r.key].title) in folded(paragraph)


def paragraphs(source: Source, section: Section) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs of a section, but for its passages on versions, on one row each, with the line on which each begins."""
    rows = source.body.splitlines()
    start = section.line - source.body_line + 1
    text = "\n".join(rows[start : start + len(section.body.splitlines()) + 2])
    text = re.sub(r"^:::\{version\}.*?^:::$", lambda passage: "\n" * passage[0].count("\n"), text, flags=re.M | re.S)
    for found in re.finditer(r"[^\n]+(?:\n[^\n]+)*", text):
        if not found[0].startswith("## "):
            yield section.line + 1 + text.count("\n", 0, found.start()), " ".join(found[0].split())
