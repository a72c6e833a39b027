"""The pack as a hand leaves it, cut and dealt again where the cards are not shuffled."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from tarotref.play.compiled import Plan, places
from tarotref.play.hand import Hand
from tarotref.play.tricks import Trick

Gathered = tuple[tuple[int, ...], ...]
"""The cards of a pack by the seat before which they lay, by place, in order; last those that lay before nobody."""


def gathered(plan: Plan, held: Sequence[int], tricks: Iterable[Trick], won: Sequence[int]) -> Gathered:
    """The pack when a hand is over: what each player has won, trick by trick, and laid aside; or what he held when the deal was
    thrown in, and the rest of the pack, in whatever order they came."""
    order = [card for trick in tricks for card in trick.cards]
    own = won if order else held
    order += [card for card in in_some_order(plan.whole) if card not in order]
    rest = plan.whole & ~reduce(or_, own)
    return tuple(tuple(card for card in order if cards >> card & 1) for cards in (*own, rest))


def in_some_order(cards: int) -> tuple[int, ...]:
    """Cards in an order that is always the same."""
    order = list(places(cards))
    random.Random(cards).shuffle(order)
    return tuple(order)


def cut(pack: Sequence[int], seed: int | str | None) -> list[int]:
    """A pack that was cut somewhere."""
    at = random.Random(f"{seed}:cut").randrange(len(pack))
    return [*pack[at:], *pack[:at]]


def in_rounds(plan: Plan, pack: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """What each player is dealt of a pack, round by round, extra cards with the last."""
    deal, at = plan.deal, 0
    dealt: list[list[int]] = [[] for _ in range(plan.players)]
    for n, size in enumerate(deal.packets, 1):
        for seat, own in enumerate(dealt):
            number = size + (deal.takers.get(seat, 0) if n == len(deal.packets) else 0)
            own.extend(pack[at : at + number])
            at += number
    return tuple(map(tuple, dealt))


def in_pauses(plan: Plan, dealt: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """What each player has been dealt at each pause of the deal, as bits; all in a pause that comes when all are dealt."""
    each = plan.deal.each
    return tuple(tuple(plan.bits(own if cards == each else own[:cards]) for own in dealt) for cards in plan.deal.pauses)


def left_to_arrange(hand: Hand) -> tuple[int, ...]:
    """The cards that the side of the player in turn, who has asked for the case, had in the last hand and has not put in order."""
    undealt, setting = hand.setting.undealt, hand.setting
    asker = next((event.seat for event in reversed(hand.events) if event.action and event.action.kind == "case"), None)
    if undealt is None or asker is None:
        return ()
    seats = range(hand.plan.players)
    mine = (undealt.pack[seat] for seat in seats if setting.side(seat) == setting.side(asker))
    return tuple(card for own in mine for card in own if card not in setting.block)
