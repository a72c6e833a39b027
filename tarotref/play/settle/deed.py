"""A hand that is over, looked through for what was done in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tarotref.play.announcing import cards_of
from tarotref.play.compiled import Plan
from tarotref.play.compiled.conditions import Condition
from tarotref.play.compiled.feats import Feat
from tarotref.play.hand import Hand
from tarotref.play.settle.piles import Piles
from tarotref.play.tricks import Trick

Meets = Callable[[Condition | None, int], bool]
"""Whether a condition holds for a player once the hand is over."""
HAND_WON = Condition(won=True)


class Done(NamedTuple):
    """A feat that was done, or tried and failed, and by whom; `trick` says in which trick, from 1, an announced one failed, `taker`
    who took a card that was lost (-1 where none is asked for)."""

    feat: str
    seat: int
    won: bool
    announced: bool = False
    trick: int = 0
    taker: int = -1
    before_talon: bool = False
    """Whether it was announced before the declarer took cards of the talon, where it then counts for more."""


@dataclass(frozen=True)
class Deed:
    """A hand that is over, looked through for one feat."""

    hand: Hand
    won: Piles
    feat: Feat
    meets: Meets

    @property
    def plan(self) -> Plan:
        return self.hand.plan

    @property
    def tricks(self) -> tuple[Trick, ...]:
        return self.hand.tricks

    @cached_property
    def considered(self) -> tuple[Trick, ...]:
        """The tricks in which it counts."""
        if self.feat.in_last:
            return (self.last,)
        return self.tricks[:-1] if self.feat.before_last else self.tricks

    @cached_property
    def cards(self) -> int:
        """The cards with which it is done, as bits."""
        return cards_of(self.hand, self.feat)

    @cached_property
    def early(self) -> bool:
        """Whether the trick before counts as the last: in a slam to whose last trick the side that makes it plays the Fool."""
        when, tricks = self.feat.before_fool, self.tricks
        sides = {self.side(trick.winner) for trick in tricks}
        if when is None or len(tricks) < 2 or len(sides) > 1:
            return False
        known = self.plan.feats
        bold = any(
            self.side(one.seat) in sides and known[one.id].do == "all-tricks"
            for one in self.hand.setting.announced
            if one.id in known
        )
        own = any(self.side(seat) in sides for seat, _ in self.played(tricks[-1], self.plan.fool))
        return own and (bold or when == "slam")

    @property
    def last(self) -> Trick:
        """The last trick, or the one that counts as such."""
        return self.tricks[-1 - self.early]

    def side(self, seat: int) -> int:
        return self.hand.setting.side(seat)

    def person(self, seat: int) -> int:
        return self.hand.setting.person(seat)

    def winner(self, trick: Trick) -> int:
        """The player who won a trick."""
        return self.person(trick.winner)

    def winning(self, trick: Trick) -> int:
        """The card that won a trick."""
        return trick.cards[trick.place(trick.winner, self.plan.circle)]

    def played(self, trick: Trick, cards: int | None = None) -> list[tuple[int, int]]:
        """Who played which of the cards to a trick."""
        cards, circle = self.cards if cards is None else cards, self.plan.circle
        return [(self.person(trick.seat(n, circle)), card) for n, card in enumerate(trick.cards) if cards >> card & 1]

    def lost(self, seat: int, card: int, trick: Trick) -> bool:
        """Whether a player has lost a card in a trick; an Excuse goes back to its side, unless the rules take it away."""
        winner = self.winner(trick)
        if self.feat.spared_by >> self.winning(trick) & 1:
            return False
        if self.plan.fool >> card & 1:
            winner = seat if self.won.fool is None else self.won.fool
        return seat != winner if self.feat.to_anyone else self.side(seat) != self.side(winner)

    def done(self, seat: int, won: bool = True, taker: int = -1) -> Done:
        return Done(self.feat.id, seat, won, taker=taker)

    def one_of_each_side(self) -> dict[int, int]:
        """The first player of each side, by its number, the side of the last seat first."""
        return {self.side(seat): seat for seat in reversed(range(self.plan.players))}
