"""The Fool led, so that a suit is named; and demanded of whoever has held it for too long."""

from __future__ import annotations

from dataclasses import replace

from tarotref.play.compiled import EXCUSE
from tarotref.play.events import Did, Played, Replaced, happened
from tarotref.play.hand import Hand
from tarotref.play.phases.phase import Phase, did, silenced
from tarotref.play.table import DONE, Action

DEMAND = Action("demand", "fool")


class NameSuit(Phase):
    """Who has led the Fool names the suit that is to be followed; or the next player does."""

    name = "name"

    def enter(self, hand: Hand) -> Hand | None:
        plan, trick = hand.plan, hand.trick
        led = len(trick.cards) == 1 and plan.suit[trick.cards[0]] == EXCUSE
        if not led or plan.excuse.led != "named" or not any(hand.hands):
            return None
        seat = _names(hand)
        return None if seat is None else hand.wait(self.name, hand.setting.person(seat))

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return tuple(Action("name", suit) for n, suit in enumerate(hand.plan.suits) if n != hand.trick.named)

    def why_not(self, hand: Hand, action: Action) -> str:
        if action.what in hand.plan.suits:
            return "nobody has a card of it; another is to be named (fool.named_again)"
        return "there is no suit of that name (fool.led)"

    def act(self, hand: Hand, action: Action) -> Hand:
        named = hand.trick._replace(named=hand.plan.suits.index(action.what))
        now = replace(did(hand, action), trick=named)
        if hand.plan.excuse.named_void or hand.plan.excuse.demanded:
            return now.go_on()
        return now.wait("play", hand.setting.person(named.seat(len(named.cards), hand.plan.circle)))


def _names(hand: Hand) -> int | None:
    """Who names a suit now, of the leader of the Fool and the next player; None where it has been named."""
    trick, excuse, plan = hand.trick, hand.plan.excuse, hand.plan
    next_ = plan.after[trick.leader]
    since = []
    for event in reversed(hand.events):
        if isinstance(event, Played):
            break
        since.append(event)
    namings = sum(isinstance(event, Did) and event.what.kind == "name" for event in since)
    if trick.named < 0:
        last = excuse.named_last and not hand.hands[trick.leader]
        return next_ if last or any(isinstance(event, Replaced) for event in since) else trick.leader
    cards = plan.of_suit[trick.named]
    void = not any(own & cards for seat, own in enumerate(hand.hands) if seat != trick.leader)
    by_leader = namings == 1 and not (excuse.named_last and not hand.hands[trick.leader])
    return next_ if excuse.named_void and void and by_leader else None


class Demand(Phase):
    """Before he plays to one of the tricks, a player may demand the Fool of whoever has it."""

    name = "demand"

    def enter(self, hand: Hand) -> Hand | None:
        plan, setting = hand.plan, hand.setting
        if plan.excuse.demanded != len(hand.tricks) + 1 or setting.demanded or not may_demand(hand):
            return None
        seat = setting.person(hand.trick.seat(len(hand.trick.cards), plan.circle))
        if (self.name, seat) in setting.silent or hand.hands[seat] & plan.fool:
            return None
        return hand.wait(self.name, seat)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return DEMAND, DONE

    def why_not(self, hand: Hand, action: Action) -> str:
        return "nothing but the Fool may be demanded (fool.demanded)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now = did(hand, action)
        if action == DONE:
            return silenced(now, self.name).go_on()
        holder = next(seat for seat, own in enumerate(hand.hands) if own & hand.plan.fool)
        at, trick = hand.trick.place(holder, hand.plan.circle), hand.trick
        now = now.settle(demanded=True)
        if at < len(trick.cards):
            named = hand.plan.suit[trick.cards[1]] if at == 0 and len(trick.cards) > 1 else -1
            fool = (hand.plan.fool & hand.hands[holder]).bit_length() - 1
            now = happened(now, Replaced(holder, trick.cards[at], fool, at, named))
        return now.go_on()


def may_demand(hand: Hand) -> bool:
    """Whether the Fool may be demanded: as long as somebody has it, and where the rules do not bar it because of one who has no trick."""
    if not any(own & hand.plan.fool for own in hand.hands):
        return False
    bare = sum(not hand.has_won(seat) for seat in range(hand.plan.players))
    return not (hand.plan.excuse.one_bare and bare == 1)
