"""Tables of facts: the cells of `rulesets`, every fact of every ruleset, and where witnesses differ."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import FEATURES, cell
from tarotref.computed.plain_data import as_data, within
from tarotref.computed.provenance import provenance
from tarotref.computed.standing import BASES, STATES, basis, state, status
from tarotref.corpus.records import Ruleset, overlaps
from tarotref.corpus.source import Path
from tarotref.model.rules import SECTIONS
from tarotref.model.types import given
from tarotref.tables.catalogue import GAME, PROVENANCE, RULESET, SET_BY, STATE
from tarotref.tables.spec import Column, plain, table, text_of
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

WITNESS = Column(
    "witness", "The witness whose rules that layer has; null where it is no one witness's.", ref="sources.key"
)
READ_IN = Column("source", "The work in which we read it; further ones stand in `citations`.", ref="sources.key")
LOCATOR = Column("locator", "Where in that work.")
NOTE = Column(
    "note",
    "Kinds of the notes on it, joined by semicolons; the notes themselves stand in `notes`.",
    several=True,
    terms="note-kind",
)
TOPIC = Column("topic", "What it is about: the group of sections of the rules to which the field belongs.")
SEVERAL = "several facts"
"""Stands for what is no single fact."""
OPEN = "left open"
"""Stands for a fact of several parts none of which has a value: no text is empty, which files cannot tell from none."""


@table(
    "cells",
    "One row for each cell of `rulesets`: its value as text, and why it is what it is.",
    "game ruleset feature",
    GAME,
    RULESET,
    Column("feature", "The column of `rulesets`."),
    Column("value", "The value as text, as in the CSV file; null where there is none."),
    Column(
        "status",
        "State and provenance in one word: stated, inherited, presumed, computed; not-reported: a witness's ruleset has it "
        "from the main rules only; unstated, none, agreed, as-taken, not-applicable, not-recorded; not-computable: it needs a "
        "fact that has no value; missing: nobody has looked.",
    ),
    STATE,
    PROVENANCE,
    SET_BY,
    Column("field", "Path of the fact from which it comes; null where it is computed from several."),
    WITNESS,
    READ_IN,
    LOCATOR,
    NOTE,
)
def _cells(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    said = cache(partial(provenance, computed))
    for r in computed.corpus.rulesets.values():
        noted = _noted(computed, r)
        for name in FEATURES:
            c = cell(name, r, computed.figures(r))
            yield (
                r.game,
                r.key,
                name,
                text_of(plain(c.value)) or None,
                c.status,
                c.state,
                c.provenance,
                c.set_by or None,
                ".".join(c.path) or None,
                *(said(c.set_by) if c.set_by else (None, None, None)),
                noted(c.path),
            )


@table(
    "facts",
    "One row for each fact of each ruleset, whoever set it. A fact that is not here is one that nobody has looked up.",
    "game ruleset field",
    GAME,
    RULESET,
    Column("field", "Path of the fact in the rules: `deal.hand`, `bids.a-due.base`."),
    Column("value", "The value as text; null where the status is an absence."),
    Column(
        "status",
        "State and provenance in one word. Stated: set in this game; inherited; presumed: held to be as in the base; "
        "not-reported: a witness's ruleset has it from the main rules only; unstated, none, agreed, as-taken, not-recorded.",
    ),
    STATE,
    PROVENANCE,
    SET_BY,
    WITNESS,
    READ_IN,
    LOCATOR,
    NOTE,
    Column("json", "The value as JSON, as the record has it; null where the state is an absence."),
    TOPIC,
)
def _facts(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    wording, said = Wording(computed.corpus), cache(partial(provenance, computed))
    encode = json.JSONEncoder(ensure_ascii=False).encode
    for r in computed.corpus.rulesets.values():
        noted = _noted(computed, r)
        for path, origin in r.origin.items():
            value = r.at(path)
            told = status(value, origin, r)
            there = state(value)
            absent = there != "present"
            yield (
                r.game,
                r.key,
                ".".join(map(str, path)),
                None if absent else written(wording, tuple(map(str, path)), value),
                told,
                there,
                basis(origin, r),
                origin.layer,
                *said(origin.layer),
                noted(path),
                None if absent else encode(as_data(value, within(r.tree, path))),
                topic(path),
            )


@table(
    "conflicts",
    "Where a witness differs from the one whom the main ruleset follows, one fact a row.",
    "game ruleset field",
    GAME,
    RULESET,
    Column("field", "Path of the fact in the rules: `deal.hand`, `bids.a-due.base`."),
    Column("witness", "The witness who differs.", ref="sources.key"),
    Column("value", f"What he has, as text; the word for its absence, or `{SEVERAL}`."),
    Column("main_witness", "The witness whom the main ruleset follows.", ref="sources.key"),
    Column("main_value", "What the main ruleset has, likewise; null where it has nothing there."),
    Column("kind", "differs: both say something; adds: only this witness does; lacks: only the main ruleset does."),
    TOPIC,
    STATE,
    PROVENANCE,
    Column("main_state", "What there is of it in the main ruleset, in the words of `state`.", one_of=tuple(STATES)),
    Column("main_provenance", "How that is known, in the words of `provenance`.", one_of=tuple(BASES)),
)
def _conflicts(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        main = computed.corpus.rulesets.get(f"{r.game}/main")
        if r.kind != "reading" or main is None:
            continue
        follows = computed.corpus.game(r.game).main
        for path in dict.fromkeys([*r.own, *(p for p, origin in r.withdrawn.items() if r.sets(origin))]):
            his, ours = r.at(path), main.at(path)
            if repr(his) == repr(ours) or (his is None and path not in main.origin):
                continue
            if path[-1] == "rules" and _effective(his, main) == _effective(ours, r):
                continue
            kinds = {(True, True): "differs", (True, False): "adds", (False, True): "lacks"}
            kind = kinds.get((given(his) is not None, given(ours) is not None))
            if kind:
                steps = tuple(map(str, path))
                value, main_value = (
                    None if v is None else written(wording, steps, v) if path in of.origin else SEVERAL
                    for v, of in ((his, r), (ours, main))
                )
                how = [
                    one
                    for v, of in ((his, r), (ours, main))
                    for one in (state(v), basis(of.origin[path], of) if path in of.origin else None)
                ]
                field = ".".join(map(str, path))
                yield r.game, r.key, field, r.witness, value, follows, main_value, kind, topic(path), *how


def topic(path: Path) -> str:
    """Say what a field of the rules is about."""
    section = SECTIONS[str(path[0])]
    return section.group or section.title


def _effective(change: Any, other: Ruleset, path: Path = ()) -> Any:
    """Return a change of rules without what it withdraws and the other ruleset does not have: that makes them no different."""
    if not isinstance(change, dict):
        return change
    parts = {key: _effective(value, other, (*path, key)) for key, value in change.items()}
    return {
        key: part for key, part in parts.items() if part not in (None, {}) or (part is None and other.at((*path, key)))
    }


def _noted(computed: ComputedCorpus, r: Ruleset) -> Callable[[Path], list[str]]:
    """Return what says of a path in a ruleset which kinds of notes are on it."""
    notes: dict[Any, list[tuple[Path, str]]] = {}
    for _, path, note in computed.corpus.notes(r):
        notes.setdefault(path[0], []).append((path, note.kind))
    return lambda path: list(
        dict.fromkeys(kind for at, kind in notes.get(path[0] if path else None, ()) if overlaps(at, path))
    )


def written(wording: Wording, path: tuple[str, ...], value: Any) -> str:
    """Return a fact as text: numbers and truth values as programs write them, all else that is no text in words; `OPEN` where
    each of its parts is left open."""
    if isinstance(value, bool | int | Fraction):
        return text_of(value)
    return value if isinstance(value, str) else wording.value(path, value) or OPEN
