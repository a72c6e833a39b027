"""Cards put into a trick in exchange for others: called for by the side that has won it, or played together with another (5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from tarotref.play.compiled import EXCUSE, TRUMPS
from tarotref.play.compiled.duties import Swap
from tarotref.play.events import Swapped, happened
from tarotref.play.hand import Hand
from tarotref.play.phases.phase import Phase, Speaking, did, in_turn, of_cards
from tarotref.play.table import Action
from tarotref.play.tricks import Trick, led

IF = "-if"
"""What ends the id of a call on the condition that no card is to be taken back for it."""


class Claim(Speaking):
    """Who has just played one of two cards may play the other with it; when a trick is over, the side that has won it may call for a
    card."""

    name = "claim"

    def seats(self, hand: Hand) -> Sequence[int]:
        if not hand.plan.trick.swaps or hand.setting.putting:
            return ()
        if hand.trick.cards:
            return (hand.trick.seat(len(hand.trick.cards) - 1, hand.plan.circle),)
        winner, side = hand.trick.leader if not hand.tricks else hand.tricks[-1].winner, hand.setting.side
        return [seat for seat in in_turn(hand, winner) if hand.tricks and side(seat) == side(winner)]

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        trick = hand.trick if hand.trick.cards else hand.tricks[-1]
        suit = led(hand.plan, trick)
        before = hand.tricks if hand.trick.cards else hand.tricks[:-1]
        if suit in (EXCUSE, TRUMPS) or any(led(hand.plan, one) == suit for one in before):
            return ()
        may = [one for one in hand.plan.trick.swaps if _may_claim(hand, one, trick, suit, seat)]
        return [id for one in may for id in (one.id, f"{one.id}{IF}")[: 1 + one.spared]]

    def why_not(self, hand: Hand, action: Action) -> str:
        return "there is no such call (customs)"

    def said(self, hand: Hand, action: Action) -> Hand:
        swap = _swap(hand, action.what.removesuffix(IF))
        if not swap.called:
            return hand.settle(putting=(swap.id, hand.seat)).go_on()
        trick = hand.tricks[-1]
        wanted = swap.cards & hand.plan.of_suit[led(hand.plan, trick)]
        holder = next((seat for seat in range(hand.plan.players) if hand.hands[seat] & wanted), None)
        if holder is None:  # it lies in the discard
            return _over(hand)
        played = 1 << trick.cards[trick.place(holder, hand.plan.circle)]
        spared = action.what.endswith(IF) and played & swap.takes_back
        if played & hand.plan.every_fool or spared:
            return _over(hand)
        return hand.settle(putting=(swap.id, holder)).go_on()


class TakeBack(Phase):
    """Who puts a card into a trick takes another out of it: one that he has played himself, or a numeral card that he likes."""

    name = "take-back"

    def enter(self, hand: Hand) -> Hand | None:
        if hand.setting.putting is None or hand.trick.cards:
            return None
        found = _taken(hand)
        if not found:
            return _over(hand)
        return _swapped(hand, found) if found.bit_count() == 1 else hand.wait(self.name, hand.setting.putting[1])

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return of_cards(hand, self.name, _taken(hand))

    def why_not(self, hand: Hand, action: Action) -> str:
        return "a numeral card that another has played is taken out of the trick (customs)"

    def act(self, hand: Hand, action: Action) -> Hand:
        return _swapped(did(hand, action), 1 << hand.table.place[action.what])


def _swap(hand: Hand, id: str) -> Swap:
    return next(one for one in hand.plan.trick.swaps if one.id == id)


def _may_claim(hand: Hand, swap: Swap, trick: Trick, suit: int, seat: int) -> bool:
    """Whether a player may play a card with another to the first trick of a suit, or call for it when that is over."""
    of_suit, lying = hand.plan.of_suit[suit], hand.plan.bits(trick.cards)
    if swap.called:
        return not hand.trick.cards and bool(lying & swap.in_trick & of_suit) and not lying & swap.cards & of_suit
    own = hand.hands[seat] & swap.cards & of_suit
    return bool(hand.trick.cards) and bool(1 << trick.cards[-1] & swap.in_trick & of_suit) and bool(own)


def _taken(hand: Hand) -> int:
    """What a player may take out of the trick for the card that he puts in, as bits."""
    assert hand.setting.putting is not None
    id, seat = hand.setting.putting
    swap, trick = _swap(hand, id), hand.tricks[-1]
    played = 1 << trick.cards[trick.place(seat, hand.plan.circle)]
    if played & swap.takes_back:
        return played
    numerals = hand.plan.bits(trick.cards) & hand.plan.named(["numerals"])
    return numerals & hand.plan.of_suit[led(hand.plan, trick)] if swap.called else numerals


def _swapped(hand: Hand, taken: int) -> Hand:
    """The hand when a card has been put in for another."""
    assert hand.setting.putting is not None
    id, seat = hand.setting.putting
    suit = led(hand.plan, hand.tricks[-1])
    card = hand.hands[seat] & _swap(hand, id).cards & hand.plan.of_suit[suit]
    return _over(happened(hand, Swapped(seat, card.bit_length() - 1, taken.bit_length() - 1)))


def _over(hand: Hand) -> Hand:
    """The hand when nothing more is called for in the trick that is over."""
    everybody = {("claim", seat) for seat in range(hand.plan.players)}
    return hand.settle(putting=None, silent=hand.setting.silent | everybody).go_on()
