"""A suit made trumps for the hand, by the contract or by the declarer."""

from __future__ import annotations

from tarotref.play.events import Shown, happened
from tarotref.play.hand import Hand
from tarotref.play.phases.phase import Phase, did
from tarotref.play.table import Action


class MakeTrumps(Phase):
    """The declarer names the suit that is trumps, or it is turned up from the talon, or always the same."""

    name = "trumps"

    def enter(self, hand: Hand) -> Hand | None:
        plan = hand.plan
        if not plan.by_trumps:
            return None
        if plan.trumps_by == "named":
            return hand.wait(self.name, hand.setting.declarer)
        if plan.trumps_by != "turned":
            return hand.settle(plan=plan.by_trumps[plan.trumps_in(hand.setting.hands)]).go_on()
        card = hand.setting.lies[0]
        now = happened(hand, Shown(plan.dealer, 1 << card))
        return now.settle(plan=plan.by_trumps[plan.cards[card].suit]).go_on()

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return tuple(Action("trumps", suit) for suit in hand.plan.by_trumps)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "no suit of that name can be made trumps (trump_suit)"

    def act(self, hand: Hand, action: Action) -> Hand:
        return did(hand, action).settle(plan=hand.plan.by_trumps[action.what]).go_on()
