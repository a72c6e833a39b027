"""Cards that lie before the players in stacks: what is turned up of them, what goes into the hand, what all see lie there."""

from __future__ import annotations

from typing import NamedTuple

from tarotref.play.compiled import Plan
from tarotref.play.hand import Hand

Stack = tuple[int, ...]
"""The places of the cards of a stack, the upper one first."""
UNSEEN = ("to-hand-unseen", "face-down")
"""Terms of a last card that nobody but its player sees before it is played."""


class Lying(NamedTuple):
    """A stack as it lies: the place of its open card, None where there is none, and how many cards lie face down."""

    open: int | None
    below: int


def piled(plan: Plan, cards: list[int]) -> tuple[Stack, ...]:
    """A player's stacks, made of the last of his cards in order."""
    found, at = [], len(cards) - sum(plan.deal.stacks)
    for size in plan.deal.stacks:
        found.append(tuple(cards[at : at + size]))
        at += size
    return tuple(found)


def to_hand(plan: Plan, stack: Stack, n: int) -> bool:
    """Whether the n-th card of a stack goes into the hand when its turn comes."""
    return bool(plan.deal.from_stacks >> stack[n] & 1) or (n == len(stack) - 1 and bool(plan.deal.stack_end))


def turned_up(plan: Plan, stack: Stack, at: int = 0) -> int:
    """The cards that a stack yields when its n-th card is turned up, as bits: those that go into the hand, until one stays."""
    found = 0
    for n in range(at, len(stack)):
        found |= 1 << stack[n]
        if not to_hand(plan, stack, n):
            break
    return found


def after(plan: Plan, stacks: tuple[Stack, ...], card: int) -> int:
    """The cards that are turned up once a card has been played; none where it did not lie on a stack."""
    for stack in stacks:
        if card in stack:
            n = stack.index(card)
            return 0 if to_hand(plan, stack, n) else turned_up(plan, stack, n + 1)
    return 0


def lying(hand: Hand, seat: int) -> tuple[Lying, ...]:
    """A player's stacks as all see them."""
    plan, setting = hand.plan, hand.setting
    if not plan.deal.stacks:
        return ()
    if not setting.turned_up:
        first = plan.deal.stacks_from_deal
        return tuple(Lying(stack[0] if first else None, len(stack) - first) for stack in setting.stacks[seat])
    own, played = hand.hands[seat], _played(hand)
    found = []
    for stack in setting.stacks[seat]:
        open_ = next((card for n, card in enumerate(stack) if own >> card & 1 and not to_hand(plan, stack, n)), None)
        found.append(Lying(open_, sum(not (own | played) >> card & 1 for card in stack)))
    return tuple(found)


def on_table(hand: Hand, seat: int) -> int:
    """The cards that lie open on a player's stacks, as bits."""
    return hand.plan.bits(one.open for one in lying(hand, seat) if one.open is not None)


def taken_up(hand: Hand, seat: int) -> int:
    """The cards that all have seen a player turn up and take into his hand, as bits."""
    plan, setting = hand.plan, hand.setting
    if not plan.deal.stacks or not setting.turned_up:
        return 0
    gone, found = hand.hands[seat] | _played(hand), 0
    for stack in setting.stacks[seat]:
        for n, card in enumerate(stack):
            unseen = n == len(stack) - 1 and plan.deal.stack_end in UNSEEN
            if gone >> card & 1 and to_hand(plan, stack, n) and not unseen:
                found |= 1 << card
    return found


def hands_held(hand: Hand, seat: int) -> list[int]:
    """What a player held in his hand when the first card was led, and whenever a trick had brought him more from his stacks,
    as bits; what he held once the exchange was over, where there are no stacks."""
    plan, stacks = hand.plan, hand.setting.stacks[seat] if hand.plan.deal.stacks else ()
    mine = [trick.cards[trick.place(seat, plan.circle)] for trick in hand.tricks]
    lay = plan.bits(card for stack in stacks for card in stack)
    own = plan.bits(mine) & ~lay
    for stack in stacks:
        own |= _in_hand(plan, stack, turned_up(plan, stack))
    found = [own]
    for card in mine:
        gained = next((_in_hand(plan, stack, after(plan, (stack,), card)) for stack in stacks if card in stack), 0)
        own = own & ~(1 << card) | gained
        if gained:
            found.append(own)
    return found


def _in_hand(plan: Plan, stack: Stack, cards: int) -> int:
    return plan.bits(card for n, card in enumerate(stack) if cards >> card & 1 and to_hand(plan, stack, n))


def _played(hand: Hand) -> int:
    return hand.plan.bits(card for trick in (*hand.tricks, hand.trick) for card in trick.cards)
