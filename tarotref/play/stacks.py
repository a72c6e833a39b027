"""Cards that lie before the players in stacks: what is turned up of them, what goes into the hand, what all see lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tarotref.play.plan import Plan

if TYPE_CHECKING:
    from tarotref.play.state import State

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
    found, at = [], len(cards) - sum(plan.stacks)
    for size in plan.stacks:
        found.append(tuple(cards[at : at + size]))
        at += size
    return tuple(found)


def to_hand(plan: Plan, stack: Stack, n: int) -> bool:
    """Whether the n-th card of a stack goes into the hand when its turn comes."""
    return bool(plan.from_stacks >> stack[n] & 1) or (n == len(stack) - 1 and bool(plan.stack_end))


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


def lying(state: State, seat: int) -> tuple[Lying, ...]:
    """A player's stacks as all see them."""
    plan, setting = state.plan, state.setting
    if not plan.stacks:
        return ()
    if not setting.turned_up:
        first = plan.stacks_from_deal
        return tuple(Lying(stack[0] if first else None, len(stack) - first) for stack in setting.stacks[seat])
    hand, played = state.hands[seat], _played(state)
    found = []
    for stack in setting.stacks[seat]:
        open_ = next((card for n, card in enumerate(stack) if hand >> card & 1 and not to_hand(plan, stack, n)), None)
        found.append(Lying(open_, sum(not (hand | played) >> card & 1 for card in stack)))
    return tuple(found)


def on_table(state: State, seat: int) -> int:
    """The cards that lie open on a player's stacks, as bits."""
    return state.plan.bits(one.open for one in lying(state, seat) if one.open is not None)


def taken_up(state: State, seat: int) -> int:
    """The cards that all have seen a player turn up and take into his hand, as bits."""
    plan, setting = state.plan, state.setting
    if not plan.stacks or not setting.turned_up:
        return 0
    gone, found = state.hands[seat] | _played(state), 0
    for stack in setting.stacks[seat]:
        for n, card in enumerate(stack):
            unseen = n == len(stack) - 1 and plan.stack_end in UNSEEN
            if gone >> card & 1 and to_hand(plan, stack, n) and not unseen:
                found |= 1 << card
    return found


def hands_held(state: State, seat: int) -> list[int]:
    """What a player held in his hand when the first card was led, and whenever a trick had brought him more from his stacks,
    as bits; what he held once the exchange was over, where there are no stacks."""
    plan, stacks = state.plan, state.setting.stacks[seat] if state.plan.stacks else ()
    mine = [trick.cards[trick.place(seat, plan.circle)] for trick in state.tricks]
    lay = plan.bits(card for stack in stacks for card in stack)
    hand = plan.bits(mine) & ~lay
    for stack in stacks:
        hand |= _in_hand(plan, stack, turned_up(plan, stack))
    found = [hand]
    for card in mine:
        gained = next((_in_hand(plan, stack, after(plan, (stack,), card)) for stack in stacks if card in stack), 0)
        hand = hand & ~(1 << card) | gained
        if gained:
            found.append(hand)
    return found


def _in_hand(plan: Plan, stack: Stack, cards: int) -> int:
    return plan.bits(card for n, card in enumerate(stack) if cards >> card & 1 and to_hand(plan, stack, n))


def _played(state: State) -> int:
    return state.plan.bits(card for trick in (*state.tricks, state.trick) for card in trick.cards)
