"""What earlier hands do to the next: cases that come after something that has happened, hands that count more, players' marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Plan
from tarotref.play.compiled.conditions import Earlier
from tarotref.play.hand import Raised
from tarotref.play.settle.reckoning import Result


class Due(NamedTuple):
    """What is due of a case: for how many hands, how often it has happened in a row, and how many marks each player has."""

    hands: int = 0
    level: int = 0
    marks: tuple[int, ...] = ()


Dues = Mapping[str, Due]
"""What is due of each case, by its id."""


def dues(plan: Plan, before: Dues, result: Result, totals: Sequence[Sequence[Points]], seats: Sequence[int]) -> Dues:
    """What is due when a hand is over: `totals` before it and after it, `seats` that of each player."""
    found = {}
    for id, case in plan.case_rules.items():
        if case.after is None:
            continue
        due, again = before.get(id, Due(marks=(0,) * plan.players)), _happened(case.after, result, totals)
        if case.marks:
            won = [_wins_with_mark(result, seat, bool(mark)) for seat, mark in zip(seats, due.marks, strict=True)]
            marks = tuple(mark - wins + again for mark, wins in zip(due.marks, won, strict=True))
            found[id] = due._replace(marks=marks)
            continue
        left = due.hands if result.void else max(due.hands - 1, 0)
        if again:
            row = due.level + 1 if case.more == "raised" and due.hands else 1
            found[id] = due._replace(hands=case.hands + (left if case.more == "added" else 0), level=row)
        else:
            found[id] = due._replace(hands=left, level=due.level if left else 0)
    return found


def raised(plan: Plan, now: Dues, player: Sequence[int]) -> tuple[Raised, ...]:
    """What multiplies the payments of the next hand; `player` is who sits in each seat."""
    found = []
    for id, due in now.items():
        case = plan.case_rules[id]
        if case.marks and any(due.marks):
            found.append(Raised(id, case.times, tuple(bool(due.marks[one]) for one in player)))
        elif due.hands and case.times != 1:
            found.append(Raised(id, exact(Fraction(case.times) ** due.level)))
    return tuple(found)


def case_due(plan: Plan, now: Dues) -> str:
    """The case by whose rules the next hand is played; nothing where by the usual ones."""
    return next((id for id, due in now.items() if due.hands and f"cases.{id}" in plan.cases), "")


def _happened(after: Earlier, result: Result, totals: Sequence[Sequence[Points]]) -> bool:
    """Whether a hand was one after which a case comes."""
    if result.void:
        return result.void in after.voids
    before, now = totals
    reached = after.score is not None and any(
        new != old and (new == 0 or (bool(after.score) and Fraction(new) % after.score == 0))
        for old, new in zip(before, now, strict=True)
    )
    return (
        reached
        or result.contract in after.bids
        or result.case in after.cases
        or any(done.feat in after.feats for done in result.feats)
    )


def _wins_with_mark(result: Result, seat: int, marked: bool) -> bool:
    """Whether a player loses a mark: as a declarer who has won, or where nobody is declarer by what he gains."""
    if not marked or result.void:
        return False
    if result.declarer is not None:
        return seat == result.declarer and result.won is True
    return result.total is not None and result.total[seat] > 0
