"""Tables of what can be played: what a source leaves open of each ruleset, and what is assumed in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.playability import PLAYABILITY
from tarotref.tables.catalogue import GAME, RULESET
from tarotref.tables.spec import Column, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@table(
    "assumptions",
    "One row for each rule that is assumed, in play alone, where a source is silent or tells a rule in words only.",
    "id",
    Column("id", "Id of the assumption: the path of the fact that it stands for, where it is one."),
    Column("rule", "What is assumed."),
    Column("reason", "Why just that is assumed. The assumptions are this project's own."),
)
def _assumptions(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    from tarotref.play.compiled import ASSUMPTIONS

    for id, assumption in ASSUMPTIONS.items():
        yield id, assumption.rule, assumption.reason


@table(
    "playability",
    "One row for each ruleset: whether it can be played from its facts alone, what is missing, what is assumed instead.",
    "game ruleset",
    GAME,
    RULESET,
    Column("status", f"How far it can be played: {', '.join(PLAYABILITY)}."),
    Column(
        "missing",
        "Paths of the facts for which nothing can be assumed, joined by semicolons: without them it cannot be played, or "
        "not be paid.",
        several=True,
    ),
    Column(
        "left_out",
        "Paths of the rules that are told in words alone, joined by semicolons: hands are played without them.",
        several=True,
    ),
    Column(
        "assumed",
        "The assumptions that take the place of facts, joined by semicolons.",
        ref="assumptions.id",
        several=True,
    ),
)
def _playability(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    from tarotref.play.gaps import openness

    for r in computed.corpus.rulesets.values():
        found = openness(computed, r)
        missing, left_out = ([".".join(path) for path in paths] for paths in (found.missing, found.left_out))
        yield r.game, r.key, found.status, missing, left_out, found.assumed
