"""What happens in a hand. A hand is what its events make of the deal; what one seat sees of it is a filter of them.

Each event changes where cards are or what is known (`on`), says which action of a player it is, if it is one, and how it looks
from a seat (`seen`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from tarotref.play.hand import Event, Hand, Said
from tarotref.play.table import OPEN, Action

H = TypeVar("H", bound=Hand)
HIDDEN = 0
"""The cards of an event that one does not see."""


def happened(hand: H, *events: Happening) -> H:
    """Return a hand after events, in order."""
    for event in events:
        hand = event.on(hand)
    happened_so_far = (*hand.events, *events)
    return hand.changed(hand.hands, hand.trick, hand.tricks, happened_so_far, hand.phase, hand.player)


@dataclass(frozen=True, slots=True)
class Happening:
    """What all events have in common: a kind of its own for each thing that can happen."""

    seat: int
    """Whose doing it is."""

    @property
    def action(self) -> Action | None:
        """The action of a player that the event is; None where it only follows from one."""
        return None

    def on(self, hand: H) -> H:
        """The hand after the event."""
        return hand

    def seen(self, hand: Hand, seat: int) -> Happening:
        """The event as a seat sees it, with what it does not see left out."""
        return self


@dataclass(frozen=True, slots=True)
class Did(Happening):
    """A player has done something, or said it; what cards it moves follows."""

    what: Action

    @property
    def action(self) -> Action:
        return self.what


@dataclass(frozen=True, slots=True)
class Took(Happening):
    """A player has taken cards of the talon into his hand, `open`: for all to see."""

    cards: int
    number: int
    open: bool = False

    def on(self, hand: H) -> H:
        now = moved(hand, self.seat, takes=self.cards)
        shown = hand.setting.shown | (self.cards if self.open else 0)
        return now.settle(talon=hand.setting.talon & ~self.cards, shown=shown)

    def seen(self, hand: Hand, seat: int) -> Took:
        return self if self.open or seat == self.seat else Took(self.seat, HIDDEN, self.number)


@dataclass(frozen=True, slots=True)
class Laid(Happening):
    """A player has laid cards aside, of which all see those that are `shown`."""

    cards: int
    number: int
    shown: int = 0

    def on(self, hand: H) -> H:
        laid = list(hand.setting.laid)
        laid[self.seat] |= self.cards
        now = moved(hand, self.seat, gives=self.cards)
        return now.settle(laid=tuple(laid), shown=hand.setting.shown | self.shown)

    def seen(self, hand: Hand, seat: int) -> Laid:
        return self if seat == self.seat else Laid(self.seat, self.shown, self.number, self.shown)


@dataclass(frozen=True, slots=True)
class PickedUp(Happening):
    """A player has taken up what another had laid aside."""

    cards: int
    whose: int

    def on(self, hand: H) -> H:
        laid = list(hand.setting.laid)
        laid[self.whose] &= ~self.cards
        return moved(hand, self.seat, takes=self.cards).settle(laid=tuple(laid))

    def seen(self, hand: Hand, seat: int) -> PickedUp:
        return self if seat in (self.seat, self.whose) else PickedUp(self.seat, HIDDEN, self.whose)


@dataclass(frozen=True, slots=True)
class Gave(Happening):
    """A player has given another a card: one that was `asked` for, which all know, or one for it, which the two know."""

    card: int
    to: int
    asked: bool
    aside: bool = False
    """Whether it comes out of what its giver has laid aside, or is laid there."""

    def on(self, hand: H) -> H:
        card = 1 << self.card
        if self.aside:
            seat = self.seat if self.asked else self.to
            laid = list(hand.setting.laid)
            laid[seat] ^= card
            hand = hand.settle(laid=tuple(laid))
            return moved(hand, self.to, takes=card) if self.asked else moved(hand, self.seat, gives=card)
        return moved(moved(hand, self.seat, gives=card), self.to, takes=card)

    def seen(self, hand: Hand, seat: int) -> Gave:
        return self if self.asked or seat in (self.seat, self.to) else replace(self, card=-1)


@dataclass(frozen=True, slots=True)
class Called(Happening):
    """The declarer has called a card; whoever holds it is his partner, and nobody else knows that yet unless it is told."""

    card: int
    partner: int | None

    def on(self, hand: H) -> H:
        return hand.settle(called=self.card, partner=self.partner)

    def seen(self, hand: Hand, seat: int) -> Called:
        bid = hand.bid
        told = bid is not None and bid.partner is not None and bid.partner.known
        return self if told or seat == self.partner else Called(self.seat, self.card, None)


@dataclass(frozen=True, slots=True)
class Shown(Happening):
    """Cards have been laid open for all to see."""

    cards: int

    def on(self, hand: H) -> H:
        return hand.settle(shown=hand.setting.shown | self.cards)


@dataclass(frozen=True, slots=True)
class Left(Happening):
    """A player has given up for himself alone, by a concession of the rules: his hand lies open, or face down and out of play."""

    id: str
    cards: int
    open: bool

    def on(self, hand: H) -> H:
        setting, said = hand.setting, Said(self.seat, self.id, len(hand.tricks))
        if self.open:
            return hand.settle(left=(*setting.left, said), open=(*setting.open, self.seat))
        now = moved(hand, self.seat, gives=self.cards)
        return now.settle(left=(*setting.left, said), out=(*setting.out, self.seat))

    def seen(self, hand: Hand, seat: int) -> Left:
        return self if self.open or seat == self.seat else replace(self, cards=HIDDEN)


@dataclass(frozen=True, slots=True)
class TurnedUp(Happening):
    """A player has turned up cards of his stacks, which he may play or take into his hand."""

    cards: int

    def on(self, hand: H) -> H:
        return moved(hand, self.seat, takes=self.cards)


@dataclass(frozen=True, slots=True)
class Played(Happening):
    """A card has been played from a seat to the trick."""

    card: int
    what: Action

    @property
    def action(self) -> Action:
        return self.what

    def on(self, hand: H) -> H:
        trick = hand.trick._replace(cards=(*hand.trick.cards, self.card))
        return replace(moved(hand, self.seat, gives=1 << self.card), trick=trick)


@dataclass(frozen=True, slots=True)
class Drew(Happening):
    """A player has drawn a card from the stock, into his hand or to the trick that he has won."""

    card: int
    to_hand: bool
    open: bool

    def on(self, hand: H) -> H:
        return moved(hand, self.seat, takes=1 << self.card) if self.to_hand else hand

    def seen(self, hand: Hand, seat: int) -> Drew:
        return self if self.open or seat == self.seat else replace(self, card=-1)


@dataclass(frozen=True, slots=True)
class Replaced(Happening):
    """A player has put the Fool, which was demanded, in the place of the card that he has played; what the next has played since says
    what is followed."""

    card: int
    fool: int
    at: int
    named: int

    def on(self, hand: H) -> H:
        cards = tuple(self.fool if card == self.card else card for card in hand.trick.cards)
        now = moved(hand, self.seat, takes=1 << self.card, gives=1 << self.fool)
        return replace(now, trick=hand.trick._replace(cards=cards, named=self.named))


@dataclass(frozen=True, slots=True)
class Won(Happening):
    """A trick has been won from a seat, and the next is led from another, mostly the same."""

    leads: int

    def on(self, hand: H) -> H:
        trick = hand.trick._replace(winner=self.seat)
        return replace(hand, trick=hand.led_by(self.leads), tricks=(*hand.tricks, trick))


@dataclass(frozen=True, slots=True)
class Swapped(Happening):
    """A player has put a card into the trick that is over, and taken another out of it."""

    card: int
    taken: int

    def on(self, hand: H) -> H:
        *before, trick = hand.tricks
        cards = tuple(self.card if card == self.taken else card for card in trick.cards)
        now = moved(hand, self.seat, takes=1 << self.taken, gives=1 << self.card)
        return replace(now, tricks=(*before, trick._replace(cards=cards)))


def moved(hand: H, seat: int, takes: int = 0, gives: int = 0) -> H:
    """Return a hand when a player has taken cards and given others away."""
    own = (hand.hands[seat] | takes) & ~gives
    hands = (*hand.hands[:seat], own, *hand.hands[seat + 1 :])
    return hand.changed(hands, hand.trick, hand.tricks, hand.events, hand.phase, hand.player)


def heard(events: tuple[Event, ...]) -> Iterator[tuple[int, Action]]:
    """Yield who has said or done what so that all know of it, the play of cards apart."""
    for event in events:
        if isinstance(event, Did) and event.what.kind in OPEN:
            yield event.seat, event.what
