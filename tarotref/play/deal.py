"""Dealing a hand: at random by a seed, or as given."""

from __future__ import annotations

import random
from collections.abc import Iterable

from tarotref.cards.card import Card
from tarotref.play.auction import auction
from tarotref.play.state import State
from tarotref.play.table import Setting, Table


def start(
    table: Table, seed: int | str | None = None, hands: Iterable[Iterable[Card]] | None = None,
    talon: Iterable[Card] | None = None,
) -> State:  # fmt: skip
    """Deal a hand: at random by a seed, or the hands (and the talon) given. ValueError where these are not a deal of the
    ruleset."""
    plan = table.plan
    deal = plan.deal
    sizes = [(deal.each or 0) + plan.takers.get(seat, 0) for seat in range(plan.players)]
    if hands is None:
        order = list(range(len(plan.cards)))
        random.Random(seed).shuffle(order)
        dealt, at = [], 0
        for size in sizes:
            dealt.append(plan.bits(order[at : at + size]))
            at += size
        in_talon = plan.bits(order[at : at + deal.talon])
    else:
        named = [list(hand) for hand in hands]
        if [len(hand) for hand in named] != sizes:
            raise ValueError(f"hands: found {[len(hand) for hand in named]} cards; expected {sizes}")
        spare = None if talon is None else list(talon)
        cards = [card for hand in (*named, spare or []) for card in hand]
        if strange := [card for card in cards if card not in plan.place]:
            raise ValueError(f"hands: {strange[0]} is no card of the pack")
        if len(set(cards)) < len(cards):
            raise ValueError("hands: a card is dealt twice")
        dealt = [plan.held(hand) for hand in named]
        rest = [place for place in range(len(plan.cards)) if not any(hand >> place & 1 for hand in dealt)]
        in_talon = plan.bits(rest[: deal.talon]) if spare is None else plan.held(spare)
        if in_talon.bit_count() != deal.talon:
            raise ValueError(f"talon: found {in_talon.bit_count()} cards; expected {deal.talon}")
    dead = plan.whole & ~in_talon
    for hand in dealt:
        dead &= ~hand
    setting = Setting(plan, tuple(dealt), in_talon, dead, auction=auction(plan), laid=(0,) * plan.players)
    return State(table, setting, tuple(dealt))._exchange()
