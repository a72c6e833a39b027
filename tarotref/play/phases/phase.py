"""What a phase of a hand is: who acts in it, what is legal and why the rest is not, what an act does.

What comes next is told by the order of the phases (`order.ORDER`): each says when its turn comes whether somebody has to act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tarotref.play.compiled import places
from tarotref.play.conditions import leader
from tarotref.play.events import Did, happened
from tarotref.play.hand import Hand, Said
from tarotref.play.table import DONE, Action

BEFORE_TALON = "before-talon"
"""The phase in which things are said before the declarer takes cards of the talon."""


class Phase:
    """A phase of a hand."""

    name: ClassVar[str]
    """What it is called in states and views."""

    def enter(self, hand: Hand) -> Hand | None:
        """The hand when the turn of the phase has come: with the word given to whoever has to act in it, or changed by what happens
        of itself; None where there is nothing to do in it."""
        raise NotImplementedError

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        """Everything that the player in turn may do."""
        raise NotImplementedError

    def allows(self, hand: Hand, action: Action) -> bool:
        """Whether the player in turn may do something."""
        return action in self.legal(hand)

    def why_not(self, hand: Hand, action: Action) -> str:
        """Why he may not, by a rule and where it stands; asked of actions of a kind that is legal."""
        raise NotImplementedError

    def owed(self, hand: Hand) -> str:
        """What the player in turn has still to do before he is done, by a rule and where it stands; nothing where he may be."""
        return ""

    def act(self, hand: Hand, action: Action) -> Hand:
        """The hand when a legal action has been done."""
        raise NotImplementedError


class Speaking(Phase):
    """A phase in which players speak in turn, each until he has no more to say."""

    def seats(self, hand: Hand) -> Sequence[int]:
        """Who speaks, in order."""
        raise NotImplementedError

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        """What a player may say, by ids; he is not asked where there is nothing."""
        raise NotImplementedError

    def said(self, hand: Hand, action: Action) -> Hand:
        """The hand when a player has said something, but that he is done."""
        raise NotImplementedError

    def enter(self, hand: Hand) -> Hand | None:
        for seat in self.seats(hand):
            if (self.name, seat) not in hand.setting.silent and self.claims(hand, seat):
                return hand.wait(self.name, seat)
        return None

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return (*(Action(self.name, id) for id in self.claims(hand, hand.seat)), DONE)

    def act(self, hand: Hand, action: Action) -> Hand:
        now = did(hand, action)
        return silenced(now, self.name).go_on() if action == DONE else self.said(now, action)


def did(hand: Hand, action: Action) -> Hand:
    """The hand when the player in turn has done something; what it moves follows."""
    return happened(hand, Did(hand.seat, action))


def silenced(hand: Hand, phase: str) -> Hand:
    """The hand when the player in turn has finished with a phase."""
    return hand.settle(silent=hand.setting.silent | {(phase, hand.seat)})


def claimed(hand: Hand, id: str) -> Said:
    """What the player in turn says now, with when."""
    return Said(hand.seat, id, len(hand.tricks), hand.phase == BEFORE_TALON)


def of_cards(hand: Hand, kind: str, cards: int) -> tuple[Action, ...]:
    """An action of a kind for each of some cards."""
    made = hand.table.of_card[kind]
    return tuple(made[place] for place in places(cards))


def not_held(hand: Hand, action: Action, cards: int) -> bool:
    """Whether an action names a card that is not among these."""
    place = hand.table.place.get(action.what)
    return place is None or not cards >> place & 1


def in_turn(hand: Hand, first: int, step: int = 1) -> list[int]:
    """All seats in turn from one, one way round or the other."""
    return [(first + step * n) % hand.plan.players for n in range(hand.plan.players)]


def announcing_order(hand: Hand) -> list[int]:
    """All seats in the order in which feats are announced, and doubles said."""
    first = leader(hand)
    if not hand.tricks:
        seat = hand.plan.seats.seat(hand.plan.declaring.announces, hand.setting.declarer)
        first = first if seat is None else seat
    return in_turn(hand, first)
