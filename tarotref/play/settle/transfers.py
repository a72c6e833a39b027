"""Who pays whom: a worth made into what each seat receives, pays or marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Path
from tarotref.play.compiled.declaring import Settle
from tarotref.play.compiled.scoring import Scoring
from tarotref.play.conditions import meant
from tarotref.play.hand import Hand

BY_RESULT = ("winners", "result")
"""Ways of settling that turn a payment round where the player whose it is loses the hand."""
EACH_FOR_HIMSELF = ("others", "result")
"""Ways of settling in which all others pay one player, and none pays for a side."""


class Transfer(NamedTuple):
    """One part of the payment: what each seat receives, and the facts that cause it."""

    by: tuple[Path, ...]
    pays: tuple[Points, ...]
    marked: bool = False
    """Whether it is written down for the rubber rather than paid, so that it need not come out even."""

    def times(self, times: Points, by: Path) -> Transfer:
        """So many times as much, by another fact."""
        if times == 1:
            return self
        return Transfer((*self.by, by), tuple(exact(pays * times) for pays in self.pays), self.marked)


@dataclass(frozen=True)
class Payers:
    """Who can pay and be paid in a hand that is over."""

    hand: Hand
    rules: Scoring
    sides: tuple[int, ...]
    """The side of each seat."""
    totals: Mapping[int, Points]
    """What each side has made."""
    won: bool | None
    """Whether the contract was won."""

    @property
    def seats(self) -> range:
        return range(len(self.sides))

    def how(self, settle: Settle, seat: int) -> str:
        """Who pays a player, by what he is in the hand where that makes a difference."""
        if isinstance(settle, Mapping):
            declarer = seat if self.hand.setting.declarer is None else self.hand.setting.declarer
            settle = next((how for who, how in settle.items() if seat in meant(self.hand, who, declarer)), None)
        return settle or "opponents"

    def paid(self, by: tuple[Path, ...], worth: Points, seat: int, settle: str) -> Transfer:
        """A worth that each of the others pays one player, or each of the other side one of his; or that his side marks, and the
        other what he or it has failed in, where nobody is charged with anything."""
        side = self.sides[seat]
        if settle in BY_RESULT and self.won is not None and (side == 0) is not self.won:
            worth = exact(-worth)
        if settle == "holder":
            return Transfer(by, tuple(worth if one == seat else 0 for one in self.seats), True)
        if settle == "most":
            return Transfer(by, self._by_most(worth, seat))
        if self.rules.written:
            own = [seat] if settle in EACH_FOR_HIMSELF else self._of_side(side)
            pays = tuple(exact(abs(worth)) if (one in own) is (worth > 0) else 0 for one in self.seats)
            return Transfer(by, pays, True)
        if settle in EACH_FOR_HIMSELF:
            others = len(self.sides) - 1
            return Transfer(by, tuple(exact(worth * others) if one == seat else exact(-worth) for one in self.seats))
        return self._between_sides(by, worth, side, settle)

    def _of_side(self, side: int) -> list[int]:
        return [one for one in self.seats if self.sides[one] == side]

    def _by_most(self, worth: Points, seat: int) -> tuple[Points, ...]:
        """What whoever of the others has most pays one player; several share it."""
        side = self.sides[seat]
        most = max(points for other, points in self.totals.items() if other != side)
        pay = [one for one in self.seats if self.sides[one] != side and self.totals[self.sides[one]] == most]
        part = exact(-Fraction(worth, len(pay)))
        return tuple(worth if one == seat else part if one in pay else 0 for one in self.seats)

    def _between_sides(self, by: tuple[Path, ...], worth: Points, side: int, settle: str) -> Transfer:
        """A worth that each player of the other side pays, or that a side marks."""
        if self.hand.setting.declarer is not None:
            amount = worth if side == 0 else -worth
            parts = self._parts()
            return Transfer(by, tuple(exact(amount * part) for part in parts), self.rules.alone)
        mine = self._of_side(side)
        if self.rules.marked and settle != "sides":  # what one side pays the other is said of the bonus itself
            return Transfer(by, tuple(worth if one in mine else 0 for one in self.seats), True)
        each = exact(Fraction(worth) * (len(self.sides) - len(mine)) / len(mine))
        return Transfer(by, tuple(each if one in mine else exact(-worth) for one in self.seats))

    def _parts(self) -> list[Fraction]:
        """How many times what each opponent pays each seat receives of a bonus: a partner's part is that of the contract."""
        told = self.rules.score.shares
        each = Fraction((told or {}).get("opponents", 1))
        return [part / each for part in shares(self.rules, self.hand.setting.declarer, self.sides, told)]

    def by_those_without(self, by: tuple[Path, ...], worth: Points, seat: int, had: Sequence[bool]) -> Transfer:
        """What each of the others who had none of some cards pays one player."""
        return self._paid_by(
            [one for one in self.seats if self.sides[one] != self.sides[seat] and not had[one]], by, worth, seat
        )

    def by_partners(self, by: tuple[Path, ...], worth: Points, seat: int) -> Transfer:
        """What each of a player's partners pays him."""
        return self._paid_by([one for one in self._of_side(self.sides[seat]) if one != seat], by, worth, seat)

    def _paid_by(self, payers: Sequence[int], by: tuple[Path, ...], worth: Points, seat: int) -> Transfer:
        gain = exact(worth * len(payers))
        return Transfer(by, tuple(gain if one == seat else exact(-worth) if one in payers else 0 for one in self.seats))


def shares(
    rules: Scoring, declarer: int | None, sides: Sequence[int], told: Mapping[str, Points] | None = None
) -> list[Fraction]:
    """How many times what an opponent pays each seat receives: as the rules share it, or else once from each opponent.

    What comes in goes to the declarer's side; where he turns out to play alone, a partner's share is his. Where that side alone
    marks, each of it marks what an opponent would pay.
    """
    if rules.alone:
        return [Fraction(side == 0) for side in sides]
    opponents = [seat for seat, side in enumerate(sides) if side != 0]
    mine = [seat for seat, side in enumerate(sides) if side == 0]
    pays = Fraction((told or {}).get("opponents", 1))
    received = pays * len(opponents)
    parts = {seat: received / len(mine) for seat in mine}
    if told and declarer is not None:
        parts = {seat: Fraction(told.get("partner", 1)) for seat in mine}
        parts[declarer] = received - sum(part for seat, part in parts.items() if seat != declarer)
    return [parts.get(seat, -pays) for seat in range(len(sides))]
