"""Hands given up before they are played out."""

from __future__ import annotations

from collections.abc import Sequence

from tarotref.play.conditions import meant, meets
from tarotref.play.hand import Hand, Part, Said
from tarotref.play.phases.phase import Phase, Speaking, claimed, in_turn, leader
from tarotref.play.table import Action


class Forfeit(Phase):
    """A hand that is always given up as it stands, before a card is led."""

    name = "forfeit"

    def enter(self, hand: Hand) -> Hand | None:
        declarer = hand.setting.declarer or 0
        for one in hand.plan.scoring.concessions.values():
            if one.must and meets(hand, one.only_if, declarer):
                seat = next(iter(meant(hand, one.who, declarer)), declarer)
                return hand.end(conceded=Said(seat, one.id))
        return None


class Concede(Speaking):
    """A player may give up before play, or when he has just won his first trick."""

    name = "concede"

    def seats(self, hand: Hand) -> Sequence[int]:
        if hand.setting.part is Part.PLAY and (hand.trick.cards or not hand.tricks):
            return ()
        return in_turn(hand, leader(hand))

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return concessions(hand, seat)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "the hand may not be given up so now (concessions)"

    def said(self, hand: Hand, action: Action) -> Hand:
        return hand.end(conceded=claimed(hand, action.what))


def concessions(hand: Hand, seat: int) -> list[str]:
    """The ways in which a player may concede: before play, or when he has just won his first trick."""
    winners = [hand.setting.person(trick.winner) for trick in hand.tricks]
    first = "first-trick" if winners.count(seat) == 1 else "no"
    when = first if winners and winners[-1] == seat else "no" if hand.tricks else None
    declarer = seat if hand.setting.declarer is None else hand.setting.declarer
    return [
        id
        for id, one in hand.plan.scoring.concessions.items()
        if not one.must
        and one.when == when
        and seat in meant(hand, one.who or "holder", declarer)
        and meets(hand, one.only_if, seat)
        and not (one.unless is not None and meets(hand, one.unless, seat))
    ]
