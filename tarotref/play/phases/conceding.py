"""Hands given up before they are played out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tarotref.play.compiled.scoring import Concession
from tarotref.play.conditions import leader, meant, meets
from tarotref.play.events import Left, happened, heard
from tarotref.play.hand import Hand, Part, Said
from tarotref.play.phases.phase import Phase, Speaking, claimed, did, in_turn
from tarotref.play.table import DONE, Action

AGREED, REFUSE = "agreed", "refuse"
"""What an opponent does who is asked whether the declarer may give up."""


class Forfeit(Phase):
    """A hand that is always given up as it stands, before a card is led, or once all has been announced."""

    name = "forfeit"

    def __init__(self, when: str | None = None):
        self.when = when

    def enter(self, hand: Hand) -> Hand | None:
        declarer = hand.setting.declarer or 0
        for one in hand.plan.scoring.concessions.values():
            if one.must and not one.alone and one.when == self.when and meets(hand, one.only_if, declarer):
                seat = next(iter(meant(hand, one.who, declarer)), declarer)
                return hand.end(conceded=Said(seat, one.id))
        return None


class LayDown(Phase):
    """Before a trick a player lays down his hand for whom the rules have it, and the others play on."""

    name = "lay-down"

    def enter(self, hand: Hand) -> Hand | None:
        ways = [one for one in hand.plan.scoring.concessions.values() if one.must and one.alone]
        if not ways or hand.trick.cards:
            return None
        for seat in in_turn(hand, leader(hand)):
            for one in ways:
                if _may_leave(hand, one, seat) and meets(hand, one.only_if, seat):
                    return leave(hand, one, seat)
        return None


class Concede(Speaking):
    """A player may give up before play, or when he has just won his first trick; or leave while the others play on."""

    name = "concede"

    def seats(self, hand: Hand) -> Sequence[int]:
        if hand.setting.part is Part.PLAY and (hand.trick.cards or not hand.tricks):
            return ()
        return in_turn(hand, leader(hand))

    def enter(self, hand: Hand) -> Hand | None:
        """Where the declarer has offered to give up, each opponent may refuse; if none does, it is done."""
        proposed, setting = hand.setting.proposed, hand.setting
        if proposed is None:
            return super().enter(hand)
        for seat in in_turn(hand, proposed.seat):
            if setting.side(seat) != setting.side(proposed.seat) and (AGREED, seat) not in setting.silent:
                return hand.wait(self.name, seat)
        return hand.end(conceded=proposed)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        proposed = hand.setting.proposed
        return super().legal(hand) if proposed is None else (Action(REFUSE, proposed.id), DONE)

    def act(self, hand: Hand, action: Action) -> Hand:
        """Whoever refuses is the declarer from then on."""
        if hand.setting.proposed is None:
            return super().act(hand, action)
        now = did(hand, action)
        if action == DONE:
            return now.settle(silent=now.setting.silent | {(AGREED, hand.seat)}).go_on()
        return now.settle(declarer=hand.seat, proposed=None).go_on()

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return concessions(hand, seat)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "the hand may not be given up so now (concessions)"

    def said(self, hand: Hand, action: Action) -> Hand:
        said, way = claimed(hand, action.what), hand.plan.scoring.concessions[action.what]
        if way.alone:
            return leave(hand, way, hand.seat)
        if way.refusable:
            return hand.settle(proposed=said).go_on()
        return hand.end(conceded=said)


def leave(hand: Hand, way: Concession, seat: int) -> Hand:
    """The hand when a player has left it: the others play on, and the next trick is led by one of them."""
    now = happened(hand, Left(seat, way.id, hand.hands[seat], way.alone == "open"))
    if hand.setting.part is not Part.PLAY:
        return now.go_on()
    if not any(now.hands):
        return now.end()
    return replace(now, trick=now.led_by(hand.trick.leader)).go_on()


def _may_leave(hand: Hand, way: Concession, seat: int) -> bool:
    """Whether a player has not left yet, and not as many have as may."""
    left = hand.setting.left
    return seat not in [one.seat for one in left] and not 0 < way.most <= len(left)


def _in_time(hand: Hand, way: Concession, seat: int) -> bool:
    """Whether it is the time for a way of conceding: before play, when a player has just won his first trick, or between tricks."""
    if way.when == "not-leading":
        return bool(hand.tricks) and hand.trick.leader != seat
    winners = [hand.setting.person(trick.winner) for trick in hand.tricks]
    first = "first-trick" if winners.count(seat) == 1 else "no"
    when = first if winners and winners[-1] == seat else "no" if hand.tricks else None
    return way.when == when or (way.when is None and bool(hand.tricks) and len(hand.tricks) < way.deadline)


def concessions(hand: Hand, seat: int) -> list[str]:
    """The ways in which a player may concede now."""
    declarer = seat if hand.setting.declarer is None else hand.setting.declarer
    refused = {action.what for _, action in heard(hand.events) if action.kind == REFUSE}
    return [
        id
        for id, one in hand.plan.scoring.concessions.items()
        if not one.must
        and _in_time(hand, one, seat)
        and (not hand.setting.left or _may_leave(hand, one, seat))
        and id not in refused
        and seat in meant(hand, one.who or "holder", declarer)
        and meets(hand, one.only_if, seat)
        and not (one.unless is not None and meets(hand, one.unless, seat))
    ]
