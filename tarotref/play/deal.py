"""Dealing a hand: at random by a seed, or as given."""

from __future__ import annotations

import random
from collections.abc import Iterable

from tarotref.cards.card import Card
from tarotref.cards.counting import Points
from tarotref.play.auction import auction
from tarotref.play.compiled import Plan, places
from tarotref.play.hand import Raised, Setting, Undealt
from tarotref.play.packs import Gathered, cut, in_pauses, in_rounds
from tarotref.play.phases.bidding import dealt_to
from tarotref.play.phases.order import onward
from tarotref.play.phases.talon import robbed, to_holder
from tarotref.play.settle.pots import Pots
from tarotref.play.stacks import piled
from tarotref.play.state import State
from tarotref.play.table import Table


def start(
    table: Table, seed: int | str | None = None, hands: Iterable[Iterable[Card]] | None = None,
    talon: Iterable[Card] | None = None, stock: Iterable[Card] | None = None,
    turned: int = 0, pots: Pots | None = None, raised: tuple[Raised, ...] = (),
    totals: tuple[Points, ...] = (), before: int = 0, spent: int = 0, pack: Gathered = (), asks: bool = True,
) -> State:  # fmt: skip
    """Deal a hand: at random by a seed, or the hands (the talon, and the stock in the order in which it is drawn) given.
    Of a hand of which a part lies in stacks, these are the last cards, stack by stack, the upper card of each first;
    where players bid or discard in pauses of the deal, hands have the cards in the order in which they are dealt.

    Of partners who sit side by side `turned` sit after the dealer (`Plan.turned`); `pots` is what lies in pots, nothing where
    a hand is played by itself; `raised` what multiplies its payments;
    `totals` what each has in the rubber, after so many hands `before` this one; `spent` has the cards, as
    bits, that hands before it were dealt and that are not dealt again; `pack` is the pack as the last hand has left it, for rules by
    which it is not shuffled; `asks` says whether players may ask for a case, or choose a hand, before the deal. ValueError where the cards are not a deal of the ruleset.
    """
    plan = table.plan
    deal = plan.deal
    sizes = [deal.each + deal.takers.get(seat, 0) for seat in range(plan.players)]
    if hands is None and pack and deal.unshuffled:
        dealt = [list(own) for own in in_rounds(plan, cut([card for own in pack for card in own], seed))]
        in_talon, in_stock = 0, []
    elif hands is None:
        order = [place for place in range(len(plan.cards)) if not spent >> place & 1]
        random.Random(seed).shuffle(order)
        dealt, at = [], 0
        for size in sizes:
            dealt.append(order[at : at + size])
            at += size
        in_talon = plan.bits(order[at : at + deal.talon])
        at += deal.talon
        in_stock = order[at : at + deal.stock]
    else:
        named = [list(hand) for hand in hands]
        if [len(hand) for hand in named] != sizes:
            raise ValueError(f"hands: found {[len(hand) for hand in named]} cards; expected {sizes}")
        piles = [None if pile is None else list(pile) for pile in (talon, stock)]
        cards = [card for pile in (*named, *piles) for card in pile or ()]
        if strange := [card for card in cards if card not in plan.place]:
            raise ValueError(f"hands: {strange[0]} is no card of the pack")
        if len(set(cards)) < len(cards):
            raise ValueError("hands: a card is dealt twice")
        dealt = [[plan.place[card] for card in hand] for hand in named]
        used = plan.held(cards)
        rest = [place for place in range(len(plan.cards)) if not used >> place & 1]
        made = []
        for name, pile, size in zip(("talon", "stock"), piles, (deal.talon, deal.stock), strict=True):
            found, rest = (rest[:size], rest[size:]) if pile is None else ([plan.place[card] for card in pile], rest)
            if len(found) != size:
                raise ValueError(f"{name}: found {len(found)} cards; expected {size}")
            made.append(found)
        in_talon, in_stock = plan.bits(made[0]), made[1]
    dead = plan.whole & ~in_talon & ~plan.bits((*in_stock, *(card for own in dealt for card in own)))
    stacked = sum(deal.stacks)
    stacks = tuple(piled(plan, own) for own in dealt) if stacked else ()
    hands_ = tuple(plan.bits(own[: len(own) - stacked]) for own in dealt)
    lies = _lain(in_talon)
    plan, up = _with_trumps(plan, hands_, lies, before)
    upturned = _last_cards(plan, hands_)
    bottom = 0
    if any(feat.do == "bottom-card" for feat in plan.feats.values()):
        bottom = 1 << _turned_up(hands_[plan.dealer])
    first = _first(plan, dealt)
    pauses = in_pauses(plan, dealt)
    waits = asks and (deal.chooser is not None or (bool(totals) and plan.asked_before))
    undealt = Undealt(tuple(map(tuple, dealt)), pack, seed) if waits else None
    setting = Setting(
        plan, hands_, stacks, pauses, talon=in_talon, stock=tuple(in_stock), dead=dead, auction=auction(plan), turned=turned, pots=pots or {}, raised=raised, totals=totals, hands=before,
        laid=(0,) * plan.players, shown=up | upturned | bottom, upturned=upturned, bottom=bottom, lies=lies,
        first=first, dealing=bool(first), undealt=undealt,
    )  # fmt: skip
    if undealt is not None:
        return State.of(onward(State(table, setting, (0,) * plan.players)))
    asked_on = deal.asked_on or (0 if setting.auction is None else setting.auction.on_cards)
    dealt_now = dealt_to(State(table, setting, first or hands_), asked_on)
    return State.of(onward(to_holder(robbed(dealt_now))))


def _first(plan: Plan, dealt: list[list[int]]) -> tuple[int, ...]:
    """What each player is dealt before he discards for the first time, as bits; nothing where he is dealt all."""
    of = plan.discard.early_of
    return tuple(
        plan.bits(own[: of["dealer" if seat == plan.dealer else "others"]]) for seat, own in enumerate(dealt) if of
    )


def _with_trumps(plan: Plan, hands: tuple[int, ...], lies: tuple[int, ...], before: int) -> tuple[Plan, int]:
    """The plan when a suit is trumps from the deal on, and the card that was turned up for it, as a bit."""
    if plan.by_trumps and plan.trumps_by in ("last-dealt", "turned"):
        place = _turned_up(hands[plan.dealer]) if plan.trumps_by == "last-dealt" else lies[0]
        return plan.by_trumps[plan.cards[place].suit], 1 << place
    if plan.by_trumps and plan.trumps_by == "fixed" and not plan.contracts:
        return plan.by_trumps[plan.trumps_in(before)], 0
    return plan, 0


def _last_cards(plan: Plan, hands: tuple[int, ...]) -> int:
    """The last card dealt to each player, as bits, where it is turned up and something hangs on it."""
    if not any(feat.do == "turn-up" for feat in plan.feats.values()):
        return 0
    return plan.bits(_turned_up(own) for own in hands)


def _lain(talon: int) -> tuple[int, ...]:
    """The cards of a talon in the order in which they lie; always the same in the same deal."""
    order = list(places(talon))
    random.Random(talon).shuffle(order)
    return tuple(order)


def _turned_up(among: int) -> int:
    """The place of the card that is turned up, for trumps or at the bottom of the pack, of those of which it is one; always the same in the same deal."""
    return random.Random(among).choice(list(places(among)))
