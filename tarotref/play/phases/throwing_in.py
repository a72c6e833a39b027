"""A deal thrown in: because a hand calls for it, or because its player likes to."""

from __future__ import annotations

from collections.abc import Sequence

from tarotref.cards.holdings import holds
from tarotref.play.compiled import places
from tarotref.play.hand import Hand
from tarotref.play.phases.phase import Speaking, did
from tarotref.play.table import DONE, Action

AFTER_DEAL = "after-deal"


class ThrowIn(Speaking):
    """At each moment at which a deal may be thrown in, it is where a hand has to be, and each may throw in a hand that may be:
    before anything is bid, and before and after cards of the talon are laid aside."""

    name = "throw-in"

    def enter(self, hand: Hand) -> Hand | None:
        if not hand.plan.deal.thrown_in or hand.setting.on_cards or hand.table.case:
            return None
        seats = range(hand.plan.players)
        for seat in seats:
            if forced := annulments(hand, seat, must=True):
                return hand.end(void=forced[0])
        silent, now = hand.setting.silent, moment(hand)
        return next((hand.wait(self.name, n) for n in seats if (now, n) not in silent and self.claims(hand, n)), None)

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return annulments(hand, seat, must=False)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "his cards do not call for it (deal.annul)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now = did(hand, action)
        if action != DONE:
            return now.end(void=action.what)
        return now.settle(silent=now.setting.silent | {(moment(hand), hand.seat)}).go_on()


def moment(hand: Hand) -> str:
    """The moment of a hand at which it may be thrown in, a term of the list `annul-when`."""
    if hand.setting.contract is None:
        return AFTER_DEAL
    return "after-discard" if any(hand.setting.laid) else "before-discard"


def annulments(hand: Hand, seat: int, must: bool) -> list[str]:
    """What calls at this moment for throwing in a player's hand, of what has to be thrown in or of what may be."""
    now, setting = moment(hand), hand.setting
    cards = setting.dealt[seat] if now == AFTER_DEAL else hand.hands[seat]
    return [
        id
        for id, one in hand.plan.deal.thrown_in.items()
        if one.holding is not None
        and one.must is must
        and one.when == now
        and not setting.laid[seat] & one.unless_laid
        and holds(places(cards), one.holding, hand.plan.groups)
    ]
