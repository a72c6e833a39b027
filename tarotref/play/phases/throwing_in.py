"""A deal thrown in: because a hand calls for it, or because its player likes to."""

from __future__ import annotations

from collections.abc import Sequence

from tarotref.cards.holdings import holds
from tarotref.play.compiled import places
from tarotref.play.hand import Hand
from tarotref.play.phases.phase import Speaking, did
from tarotref.play.table import DONE, Action

AFTER_DEAL, BEFORE_DISCARD, AFTER_DISCARD = "after-deal", "before-discard", "after-discard"


class ThrowIn(Speaking):
    """At a moment of the hand a deal is thrown in where a hand has to be, and each may throw in a hand that may be."""

    name = "throw-in"

    def __init__(self, at: str):
        self.at = at
        """The moment, a term of the list `annul-when`."""

    def enter(self, hand: Hand) -> Hand | None:
        if not self._comes(hand):
            return None
        seats, silent = range(hand.plan.players), hand.setting.silent
        for seat in seats:
            if forced := annulments(hand, seat, self.at, must=True):
                return hand.end(void=forced[0])
        asked = (n for n in seats if (self.at, n) not in silent and annulments(hand, n, self.at, must=False))
        seat = next(asked, -1)
        return hand.settle(at=self.at).wait(self.name, seat) if seat >= 0 else None

    def _comes(self, hand: Hand) -> bool:
        """Whether the moment has come; after the discard it has when this is asked."""
        setting = hand.setting
        if not hand.plan.deal.thrown_in or setting.on_cards or hand.table.case:
            return False
        bidden = setting.contract is not None
        return not bidden if self.at == AFTER_DEAL else bidden and (self.at == AFTER_DISCARD or not any(setting.laid))

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return annulments(hand, seat, hand.setting.at, must=False)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "your cards do not call for it (deal.annul)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now = did(hand, action)
        if action != DONE:
            return now.end(void=action.what)
        return now.settle(silent=now.setting.silent | {(now.setting.at, hand.seat)}).go_on()


def annulments(hand: Hand, seat: int, at: str, must: bool) -> list[str]:
    """What calls at a moment for throwing in a player's hand, of what has to be thrown in or of what may be."""
    setting = hand.setting
    cards = setting.dealt[seat] if at == AFTER_DEAL else hand.hands[seat]
    return [
        id
        for id, one in hand.plan.deal.thrown_in.items()
        if one.holding is not None
        and one.must is must
        and one.when == at
        and not setting.laid[seat] & one.unless_laid
        and holds(places(cards), one.holding, hand.plan.groups)
    ]
