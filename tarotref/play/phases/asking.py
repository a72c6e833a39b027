"""Cards that the declarer asks of the others, and those that he gives for them."""

from __future__ import annotations

from tarotref.play.discards import surplus
from tarotref.play.events import Gave, happened
from tarotref.play.hand import Hand
from tarotref.play.phases.phase import Phase, did, not_held, of_cards
from tarotref.play.table import DONE, Action


class Ask(Phase):
    """The declarer asks for a card; whoever holds it gives it."""

    name = "ask"

    def enter(self, hand: Hand) -> Hand | None:
        declarer, asks = hand.setting.declarer, hand.asks
        if declarer is None or not hand.setting.asked or asks is None:
            return None
        if asks.after_discard and surplus(hand.plan, hand.hands[declarer]):
            return None
        return hand.wait(self.name, declarer)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        asks = hand.asks
        assert asks is not None
        others = hand.plan.whole & ~hand.own & ~hand.setting.laid[hand.seat] & ~hand.plan.named(asks.barred)
        asked = asks.most - hand.setting.asked
        enough = asked in asks.cards or len(asks.cards) < 2
        return (*of_cards(hand, "ask", others), *((DONE,) if enough else ()))

    def why_not(self, hand: Hand, action: Action) -> str:
        return "it may not be asked for (bids.asks)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now = did(hand, action)
        if action == DONE:
            return now.settle(asked=0).go_on()
        place, declarer = hand.table.place[action.what], hand.seat
        holder = next((seat for seat, own in enumerate(hand.hands) if own >> place & 1), None)
        left = now.settle(asked=hand.setting.asked - 1)
        if holder is None:  # `bids.asks` in ASSUMPTIONS
            return left.go_on()
        bought = (*hand.setting.bought, (holder, place))
        given = happened(left, Gave(holder, place, declarer, True))
        return given.settle(asking=(holder, place), bought=bought).wait(Give.name, declarer)


class Give(Phase):
    """The declarer gives a card for the one that he got."""

    name = "give"

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        assert hand.setting.asking is not None
        return of_cards(hand, "give", hand.own & ~(1 << hand.setting.asking[1]))

    def why_not(self, hand: Hand, action: Action) -> str:
        if not_held(hand, action, hand.own):
            return "the player does not hold it"
        return "it is the card that he got (bids.asks)"

    def act(self, hand: Hand, action: Action) -> Hand:
        assert hand.setting.asking is not None
        place, giver = hand.table.place[action.what], hand.setting.asking[0]
        now = happened(did(hand, action), Gave(hand.seat, place, giver, False))
        return now.settle(asking=None, given=(*hand.setting.given, place)).go_on()
