"""What earlier hands do to the next: cases that come after something that has happened, hands that count more, players' marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Plan
from tarotref.play.compiled.conditions import Earlier
from tarotref.play.compiled.contracts import Case
from tarotref.play.conditions import in_pots
from tarotref.play.hand import Raised
from tarotref.play.settle.reckoning import Result


class Due(NamedTuple):
    """What is due of a case: for how many hands, after each time that it has happened; how often that was in a row; and how many marks
    each player has."""

    windows: tuple[int, ...] = ()
    row: int = 0
    marks: tuple[int, ...] = ()

    @property
    def hands(self) -> int:
        """For how many hands more it is due."""
        return max(self.windows, default=0)


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
        found[id] = _due(case, due, again, counts=not result.void and not (again and case.apart))
    return found


def _due(case: Case, due: Due, again: bool, counts: bool) -> Due:
    """What is due of a case after a hand that was one of those that are due, if it `counts`, and by which it happens `again`."""
    left = tuple(n - counts for n in due.windows if n > counts)
    if not again:
        return due._replace(windows=left, row=due.row if left else 0)
    match case.more:
        case "added":
            left = (max(left, default=0) + case.hands,)
        case "together":
            left = (*left, case.hands)
        case _:
            left = (case.hands,)
    return due._replace(windows=left, row=due.row + 1 if due.windows else 1)


def raised(plan: Plan, now: Dues, player: Sequence[int]) -> tuple[Raised, ...]:
    """What multiplies the payments of the next hand; `player` is who sits in each seat."""
    found = []
    for id, due in now.items():
        case = plan.case_rules[id]
        if case.marks and any(due.marks):
            found.append(Raised(id, case.times, marked=tuple(bool(due.marks[one]) for one in player)))
        elif due.hands and case.times != 1:
            often = due.row if case.more == "raised" else len(due.windows)
            apart = case.after.bids if case.apart and case.after is not None else ()
            found.append(Raised(id, exact(Fraction(case.times) ** often), apart))
    return tuple(found)


def case_due(plan: Plan, now: Dues, pots: Mapping[str, Points]) -> str:
    """The case by whose rules the next hand is played, by what has happened before, or by what lies in pots; nothing where by the
    usual ones."""
    due = [id for id, one in now.items() if one.hands]
    due += [
        id for id, one in plan.case_rules.items()
        if one.at is None and one.only_if is not None and one.only_if.pot and in_pots(pots, one.only_if)
    ]  # fmt: skip
    return next((id for id in due if f"cases.{id}" in plan.cases), "")


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
