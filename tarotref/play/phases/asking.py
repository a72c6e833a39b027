"""Cards that the declarer asks of the others, and those that he gives for them."""

from __future__ import annotations

from tarotref.play.conditions import meant
from tarotref.play.discards import surplus
from tarotref.play.events import Gave, happened
from tarotref.play.hand import Asked, Hand
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
        if asks.laid_first and hand.setting.asked == asks.most and len(hand.setting.offered) < asks.most:
            return hand.wait(Give.name, declarer)
        return hand.wait(self.name, declarer)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        asks = hand.asks
        assert asks is not None
        others = hand.plan.whole & ~hand.own & ~hand.setting.laid[hand.seat] & ~hand.plan.named(asks.barred)
        named = [action.what for action in hand.actions if action.kind == "ask"]
        others &= ~hand.plan.bits(hand.table.place[card] for card in named)
        if asks.laid_first:  # he names them all at once, and none that he has laid down
            others &= ~hand.plan.bits(hand.setting.given)
        asked = asks.most - hand.setting.asked
        enough = asked in asks.cards or (len(asks.cards) < 2 and not asks.laid_first)
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
        aside = holder is None
        if holder is None:
            holder = _who_laid(hand, place)
        if holder is None:  # `bids.asks` in ASSUMPTIONS
            return left.go_on()
        bought = (*hand.setting.bought, (holder, place))
        given = happened(left, Gave(holder, place, declarer, True, aside))
        if offered := hand.setting.offered:
            took = happened(given, Gave(declarer, offered[0], holder, False, aside))
            now_given = (*hand.setting.given, offered[0])
            return took.settle(offered=offered[1:], given=now_given, bought=bought).go_on()
        return given.settle(asking=Asked(holder, place, aside), bought=bought).wait(Give.name, declarer)


class Give(Phase):
    """The declarer gives a card for the one that he got; or he lays cards face down for those that he is going to ask for."""

    name = "give"

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        asking = hand.setting.asking
        kept = hand.plan.bits(hand.setting.offered) if asking is None else 1 << asking.card
        if hand.asks is not None:
            kept |= hand.plan.named(hand.asks.kept)
        return of_cards(hand, "give", hand.own & ~kept)

    def why_not(self, hand: Hand, action: Action) -> str:
        if not_held(hand, action, hand.own):
            return "you do not hold it"
        return "it is the card that you got, or may not be given (bids.asks)"

    def act(self, hand: Hand, action: Action) -> Hand:
        place = hand.table.place[action.what]
        asking = hand.setting.asking
        if asking is None:
            return did(hand, action).settle(offered=(*hand.setting.offered, place)).go_on()
        now = happened(did(hand, action), Gave(hand.seat, place, asking.giver, False, asking.aside))
        return now.settle(asking=None, given=(*hand.setting.given, place)).go_on()


def _who_laid(hand: Hand, place: int) -> int | None:
    """Who gives a card that was asked for out of what he has laid aside; None where nobody does."""
    who = None if hand.asks is None else hand.asks.lies_with
    seats = () if who is None else meant(hand, who, hand.seat)
    return next((seat for seat in seats if hand.setting.laid[seat] >> place & 1), None)
