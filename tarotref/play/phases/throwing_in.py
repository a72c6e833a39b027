"""A deal thrown in: because a hand calls for it, or because its player likes to."""

from __future__ import annotations

from collections.abc import Sequence

from tarotref.play.conditions import was_dealt
from tarotref.play.hand import Hand
from tarotref.play.phases.phase import Speaking
from tarotref.play.table import Action


class ThrowIn(Speaking):
    """Before anything is bid a deal is thrown in where a hand has to be, and each may throw in a hand that may be."""

    name = "throw-in"

    def enter(self, hand: Hand) -> Hand | None:
        if hand.setting.on_cards or hand.setting.contract is not None or hand.table.case:
            return None
        for seat in self.seats(hand):
            if forced := annulments(hand, seat, must=True):
                return hand.end(void=forced[0])
        return super().enter(hand)

    def seats(self, hand: Hand) -> Sequence[int]:
        return range(hand.plan.players)

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return annulments(hand, seat, must=False)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "his cards do not call for it (deal.annul)"

    def said(self, hand: Hand, action: Action) -> Hand:
        return hand.end(void=action.what)


def annulments(hand: Hand, seat: int, must: bool) -> list[str]:
    """What calls for throwing in a player's hand, of what has to be thrown in or of what may be."""
    return [
        id
        for id, one in hand.plan.deal.thrown_in.items()
        if one.holding is not None and one.must is must and was_dealt(hand, seat, one.holding)
    ]
