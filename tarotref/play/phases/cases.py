"""Cases: other ways of playing a hand, for which a player asks at some moment."""

from __future__ import annotations

from dataclasses import replace

from tarotref.play.auction import auction
from tarotref.play.conditions import meant, meets
from tarotref.play.events import PickedUp, happened
from tarotref.play.hand import Hand, Part
from tarotref.play.phases.phase import Phase, did, in_turn, silenced
from tarotref.play.table import DONE, Action

BEFORE_DEAL, BEFORE_BIDDING, AFTER_PASSES = "before-deal", "before-bidding", "after-passes"
OTHERS_PASSED = "others-passed"
AFTER_BIDDING, AFTER_DISCARD = "after-bidding", "after-discard"


class AskForCase(Phase):
    """At one moment of the hand players may ask for another way of playing; after the discard the declarer last."""

    name = "case"

    def __init__(self, at: str):
        self.at = at
        """The moment, a term of the list `case-at`."""

    def enter(self, hand: Hand) -> Hand | None:
        if not self._comes(hand):
            return None
        for seat in in_turn(hand, ((hand.setting.declarer or 0) + 1) if self.at == AFTER_DISCARD else 0):
            if (self.at, seat) not in hand.setting.silent and cases(hand, seat, self.at):
                return hand.settle(at=self.at).wait(self.name, seat)
        return None

    def _comes(self, hand: Hand) -> bool:
        """Whether the moment has come."""
        setting = hand.setting
        bidding = setting.auction
        match self.at:
            case "before-deal":
                return setting.undealt is not None
            case "before-bidding":
                spoken = bidding is not None and bidding.spoken
                return setting.contract is None and not spoken and not setting.on_cards
            case "after-passes":
                ended = bidding is not None and bidding.done and bidding.holder is None
                return ended and setting.declarer is None
            case "others-passed":
                bidders = {event.seat for event in hand.events if event.action and event.action.kind == "bid"}
                return setting.contract is not None and len(bidders) == 1
            case "after-bidding":
                return setting.contract is not None
        return setting.declarer is not None

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return (*(Action("case", id) for id in cases(hand, hand.seat, hand.setting.at)), DONE)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "it may not be asked for now (cases)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now = did(hand, action)
        return silenced(now, hand.setting.at).go_on() if action == DONE else _changed(now, action.what)


def cases(hand: Hand, seat: int, at: str) -> list[str]:
    """The cases for which a player may ask at a moment; once one has been asked for, those that are asked for over it."""
    setting, table = hand.setting, hand.table
    if table.case and seat != setting.overruled:
        return []
    declarer = seat if setting.declarer is None else setting.declarer
    return [
        id
        for id, one in (table.before or table).plan.case_rules.items()
        if id in table.cases
        and one.at == at
        and (table.case or seat in meant(hand, one.asked_by, declarer))
        and meets(hand, one.only_if, seat)
    ]


def _changed(hand: Hand, case: str) -> Hand:
    """The rules of a case that was asked for come into force: its bids where nobody has bid, else the contract that there
    is; none where each then plays for himself."""
    table, at = hand.table.cases[case], hand.setting.at
    now = replace(hand.settle(plan=table.plan), table=table)
    rules = table.plan.case_rules.get(case)
    if rules is not None and rules.takes_discard:
        now = _picked_up(now)
    if at == BEFORE_DEAL:
        return now.settle(auction=auction(table.plan)).go_on()
    if at == BEFORE_BIDDING:
        again = auction(table.plan)
        return now.settle(auction=again and again.when_dealt()).go_on(Part.BIDDING)
    if table.plan.sides != "alliance" and hand.table.plan.sides == "alliance":
        apart = table.plan.scoring.score.ranked is not None  # whoever asks is then the declarer (19.13)
        now = now.settle(contract=None, declarer=hand.seat if apart else None)
    elif contract := now.setting.contract:
        now = now.settle(plan=table.plan_for(contract))
        if at == AFTER_DISCARD and hand.asks is None and now.asks is not None:
            now = now.settle(asked=now.asks.most)
    return now.go_on(Part.EXCHANGE if at == AFTER_DISCARD else Part.TALON)


def _picked_up(hand: Hand) -> Hand:
    """The hand when a player has taken up the declarer's discard, to be declarer himself: he then discards as many cards."""
    old = hand.setting.declarer
    if old is None:
        return hand
    now = happened(hand, PickedUp(hand.seat, hand.setting.laid[old], old))
    overruled = None if old == hand.seat else old
    return now.settle(declarer=hand.seat, overruled=overruled, silent=hand.speak_again(AFTER_DISCARD))
