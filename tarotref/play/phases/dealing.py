"""Before the deal: a side puts its cards of the last hand in order, a player chooses a hand, and the cards are dealt."""

from __future__ import annotations

from dataclasses import replace

from tarotref.play.hand import Hand
from tarotref.play.packs import cut, in_pauses, in_rounds, in_some_order, left_to_arrange
from tarotref.play.phases.bidding import dealt_to
from tarotref.play.phases.phase import Phase, did, of_cards, silenced
from tarotref.play.table import DONE, Action


class Arrange(Phase):
    """Whoever has asked for a case lays the cards that his side had in the last hand one upon the other; the rest follow as they are."""

    name = "arrange"

    def enter(self, hand: Hand) -> Hand | None:
        undealt = hand.setting.undealt
        if undealt is None or not undealt.pack or not hand.plan.deal.arranged:
            return None
        asker = next(event.seat for event in reversed(hand.events) if event.action and event.action.kind == "case")
        return None if (self.name, asker) in hand.setting.silent else hand.wait(self.name, asker)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return (*of_cards(hand, self.name, hand.plan.bits(left_to_arrange(hand))), DONE)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "it is none of your side's cards of the last hand, or lies in the block already (deal.own_arranged)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now = did(hand, action)
        if action != DONE:
            now = now.settle(block=(*hand.setting.block, hand.table.place[action.what]))
        return now.go_on() if left_to_arrange(now) and action != DONE else silenced(now, self.name).go_on()


class ChooseHand(Phase):
    """One player looks at all the hands and keeps one; the others are shuffled with the talon and dealt anew."""

    name = "choose"

    def enter(self, hand: Hand) -> Hand | None:
        chooser = hand.plan.deal.chooser
        if hand.setting.undealt is None or chooser is None or (self.name, chooser) in hand.setting.silent:
            return None
        return hand.wait(self.name, chooser)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return tuple(Action("take", str(n)) for n in range(1, hand.plan.players + 1))

    def why_not(self, hand: Hand, action: Action) -> str:
        return "there is no such hand (deal.chosen_by)"

    def act(self, hand: Hand, action: Action) -> Hand:
        undealt, plan = hand.setting.undealt, hand.plan
        assert undealt is not None
        chosen = undealt.hands[int(action.what) - 1]
        rest = in_some_order(plan.whole & ~plan.bits(chosen))
        dealt, at = [], 0
        for seat, own in enumerate(undealt.hands):
            dealt.append(chosen if seat == hand.seat else rest[at : at + len(own)])
            at += len(own) if seat != hand.seat else 0
        talon = rest[at : at + plan.deal.talon]
        now = silenced(did(hand, action), self.name)
        return now.settle(undealt=undealt._replace(hands=tuple(dealt)), talon=plan.bits(talon), lies=talon).go_on()


class DealOut(Phase):
    """The cards are dealt: those that were shuffled before, or the pack of the last hand, cut."""

    name = "deal"

    def enter(self, hand: Hand) -> Hand | None:
        undealt, plan = hand.setting.undealt, hand.plan
        if undealt is None:
            return None
        dealt = undealt.hands
        if undealt.pack and plan.deal.unshuffled:
            block = (*hand.setting.block, *(left_to_arrange(hand) if hand.setting.block else ()))
            others = [card for own in undealt.pack for card in own if card not in block]
            dealt = in_rounds(plan, cut([*others, *block], undealt.seed))
        hands = tuple(map(plan.bits, dealt))
        now = hand.settle(undealt=None, dealt=hands, pauses=in_pauses(plan, dealt), before=len(hand.events))
        bids = now.setting.auction
        return dealt_to(replace(now, hands=hands), plan.deal.asked_on or (bids.on_cards if bids else 0)).go_on()
