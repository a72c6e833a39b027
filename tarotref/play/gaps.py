"""What a source leaves open of a ruleset: whether it can be played from its facts, what is missing, what is assumed instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.playability import Playability
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import fact
from tarotref.play.compiled import Gap, Path, Plan, Unplayable, plan_of
from tarotref.play.compiled.lacking import is_told, lacking_of
from tarotref.play.table import Table

WORDS = "text"
"""The assumption that stands for rules that are told in words alone, and so are not played."""


@dataclass(frozen=True, slots=True)
class Openness:
    """What a source leaves open of a ruleset."""

    status: Playability
    missing: tuple[Path, ...] = ()
    """Facts for which nothing can be assumed."""
    gaps: tuple[Gap, ...] = ()
    """Facts that assumptions stand for."""
    unplayed: bool = False
    """Whether what is missing is told, so that players can play it though this program cannot."""

    @property
    def left_out(self) -> tuple[Path, ...]:
        """The rules that are told in words alone, and without which hands are played."""
        return tuple(gap.path for gap in self.gaps if gap.assumption == WORDS)

    @property
    def runs(self) -> bool:
        """Whether hands of it are dealt, played, counted and paid."""
        return self.status in ("runs", "runs with assumptions", "runs without some rules")

    @property
    def assumed(self) -> tuple[str, ...]:
        """The names of the assumptions in `ASSUMPTIONS`, each once."""
        return tuple(dict.fromkeys(gap.assumption for gap in self.gaps))


def of_case(gap: Gap, case: str) -> Gap:
    """Return what is open in a case or contract alone as open of that."""
    return gap if gap.path[0] in ("cases", "bids") else gap._replace(path=tuple(case.split(".")))


def openness(computed: ComputedCorpus, ruleset: Ruleset) -> Openness:
    """Return what a source leaves open of a ruleset, for all numbers of players together."""
    return computed.memo.once("openness", lambda: _openness(computed, ruleset), ruleset)


def _openness(computed: ComputedCorpus, ruleset: Ruleset) -> Openness:
    numbers, blocking = lacking_of(ruleset.rules, computed.figures(ruleset))
    if blocking:
        told = all(is_told(ruleset.rules, path) for path in blocking)
        return Openness("cannot be played", blocking, unplayed=told)
    try:
        tables = [Table(plan_of(ruleset, computed.figures, n)) for n in numbers]
        asked = [table for first in tables for table in first.every_case.values()]
        cases = [case for table in (*tables, *asked) for case in table.plan.cases.items()]
    except Unplayable as error:
        return Openness("cannot be played", error.missing)
    usual = dict.fromkeys(gap for table in tables for gap in table.plan.gaps())
    own = (
        of_case(gap, id)
        for id, plan in cases
        for gap in plan.gaps()
        if gap not in usual or _says_more(gap, plan, ruleset)
    )
    gaps = (*usual, *dict.fromkeys(own))
    unpaid = dict.fromkeys(path for table in (*tables, *asked) for path in _unpaid(table))
    if unpaid:
        return Openness("counted but not paid", tuple(unpaid), gaps)
    if any(gap.assumption == WORDS for gap in gaps):
        return Openness("runs without some rules", (), gaps)
    return Openness("runs with assumptions" if gaps else "runs", (), gaps)


def _says_more(gap: Gap, plan: Plan, ruleset: Ruleset) -> bool:
    """Whether a case or contract tells in words of its own what the rules tell in words too."""
    told = gap.assumption == WORDS and len(gap.path) > 1
    return told and fact(plan.ruleset.rules, gap.path) not in (None, fact(ruleset.rules, gap.path))


def _unpaid(table: Table) -> Iterator[Path]:
    """Yield the facts without which what is played at a table cannot be paid: its contracts, or the hand without one."""
    contracts: list[str | None] = [*table.contracts] if table.plan.sides == "alliance" or not table.case else []
    for contract in contracts or [None]:
        yield from table.plan_for(contract or "").unpaid(contract)


__all__ = ["Gap", "Openness", "openness"]
