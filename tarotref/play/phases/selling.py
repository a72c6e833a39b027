"""What is left of the pack taken by one player, or sold by him to another while he leaves the hand."""

from __future__ import annotations

from fractions import Fraction

from tarotref.notation import exact
from tarotref.play.compiled.sale import Sale
from tarotref.play.conditions import meant
from tarotref.play.events import Left, Took, happened
from tarotref.play.hand import Hand, Sold
from tarotref.play.phases.phase import Phase, did, in_turn
from tarotref.play.table import DONE, PASSED, Action

SELLS = Action("offer", "talon")
SALE = "sale"
"""By what a player has left a hand who has sold what is left of the pack."""


class Sell(Phase):
    """One player says whether he plays with what is left of the pack or sells it; then the others bid for it, until all but one pass."""

    name = "sell"

    def enter(self, hand: Hand) -> Hand | None:
        sale, sold = hand.plan.sale, hand.setting.sold
        if sale is None or (sold is not None and sold.done):
            return None
        if sold is None:
            return hand.wait(self.name, _seat(hand, sale.by))
        for seat in in_turn(hand, (sold.buyer + 1) % hand.plan.players):
            if seat not in (sold.buyer, *hand.setting.out) and (self.name, seat) not in hand.setting.silent:
                return hand.wait(self.name, seat)
        return _taken(hand, sale, sold)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        sale = hand.plan.sale
        if sale is None or hand.setting.sold is None:
            return SELLS, DONE
        return (*(Action("offer", str(step)) for step in sale.steps), PASSED)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "one cannot bid so (bidding.sale)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now, sale, sold = did(hand, action), hand.plan.sale, hand.setting.sold
        assert sale is not None
        if action == DONE:
            return _taken(now, sale, Sold(hand.seat, 0))
        if action == SELLS:
            left = happened(now, Left(hand.seat, SALE, hand.own, open=False))
            return left.settle(sold=Sold(_seat(hand, sale.to), sale.price)).go_on()
        if action == PASSED or sold is None:
            return now.settle(silent=now.setting.silent | {(self.name, hand.seat)}).go_on()
        return now.settle(sold=Sold(hand.seat, exact(sold.price + Fraction(action.what)))).go_on()


def _seat(hand: Hand, who: str) -> int:
    return next(iter(meant(hand, who, hand.plan.dealer)), 0)


def _taken(hand: Hand, sale: Sale, sold: Sold) -> Hand:
    """The hand when it is clear who has what is left of the pack: he has taken his cards out of it."""
    cards = hand.setting.talon & sale.takes
    now = happened(hand, Took(sold.buyer, cards, cards.bit_count(), open=True)) if cards else hand
    return now.settle(sold=sold._replace(done=True)).go_on()
