"""What of a hand each player may see, and the whole of it as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.cards.card import Card
from tarotref.model.types import told
from tarotref.play.plan import Plan, places
from tarotref.play.stacks import lying, on_table, taken_up
from tarotref.play.tricks import Trick, draws

if TYPE_CHECKING:
    from tarotref.play.state import State


def cards_in_order(plan: Plan, trick: Trick) -> tuple[Card, ...]:
    """The cards of a trick as they were played."""
    return tuple(plan.cards[n] for n in trick.cards)


def drawn(state: State, seat: int) -> Iterator[tuple[int, Card | None]]:
    """Yield who has drawn which card from the stock, in order; None for a card that one player has not seen."""
    shown = state.plan.talon_to_tricks or told(state.plan.rules.deal, "stock_shown") is True
    for _, other, card in draws(state.plan, state.setting.stock, state.tricks):
        yield other, state.plan.cards[card] if shown or other == seat else None


def _bought(state: State, seat: int) -> Iterator[tuple[int, Card, Card | None]]:
    """Yield who gave which card that was asked for, and what for, as far as one player knows."""
    setting, cards = state.setting, state.plan.cards
    for n, (giver, card) in enumerate(setting.bought):
        knows = seat in (giver, setting.declarer) and n < len(setting.given)
        yield giver, cards[card], cards[setting.given[n]] if knows else None


def _sees_packets(state: State, seat: int) -> bool:
    """Whether a player has seen the packets of the talon of which the declarer takes one."""
    if not state.chooses or state.phase == "call":
        return False
    lies = state.plan.bits(state.setting.lies)
    return bool(lies) and (seat == state.setting.declarer or not lies & ~state.setting.shown)


def view(state: State, seat: int) -> dict[str, Any]:
    """What one player may see: his own cards, what lies open, what has been said and by whom; no other hand, talon or discard.

    `said` are pairs of a seat and what was said; `doubled` says of each thing how often it was doubled, and by whom last;
    `dead_hand` are the cards of a dead hand that takes part, once it lies open, and `dead_hand_plays` says whether one of them
    is due; in tricks it has the number after the players'. `partners` are those who play with one for good; `bought` are the giver of each card that was asked for, the card, and, for
    the two alone, the card given for it; `looking` is the packet of the talon that the declarer looks at; `packets` are
    those of which he takes one, for whoever sees them. `table` has the stacks before each player, each as its open card (None
    where there is none) and how many lie below; `taken_up` what each was seen to turn up there and take into his hand.
    """
    cards, setting = state.plan.list, state.setting
    if not 0 <= seat < state.plan.players:
        raise ValueError(f"seat: found {seat}; expected a number from 0 to {state.plan.players - 1}")
    taken = tuple(drawn(state, seat))
    played = {n for trick in (*state.tricks, state.trick) for n in trick.cards}
    open_ = setting.called in played or told(told(state.bid, "partner"), "secret") is False
    fixed = range(state.plan.players) if state.plan.teams else ()
    looks = state.phase == "stage" and seat == setting.declarer
    in_hand = (
        [hand & ~on_table(state, other) for other, hand in enumerate(state.hands)] if state.plan.stacks else state.hands
    )
    doubled: dict[str, tuple[int, int]] = {}
    for who, action in setting.heard:
        if action.kind == "double":
            doubled[action.what] = doubled.get(action.what, (0, 0))[0] + 1, who
    return {
        "seat": seat,
        "phase": state.phase,
        "player": state.player,
        "hand": cards(in_hand[seat]),
        "laid": cards(setting.laid[seat]),
        "cards_held": tuple(hand.bit_count() for hand in in_hand[: state.plan.players]),
        "dead_hand": cards(state.hands[-1] & setting.shown) if setting.dead_with is not None else (),
        "dead_hand_plays": not state.over and state.turn >= state.plan.players,
        "table": tuple(
            tuple((None if one.open is None else state.plan.cards[one.open], one.below) for one in lying(state, other))
            for other in range(state.plan.players)
        )
        if state.plan.stacks
        else (),
        "taken_up": tuple(cards(taken_up(state, other)) for other in range(state.plan.players))
        if state.plan.stacks
        else (),
        "talon": setting.talon.bit_count(),
        "shown": cards(setting.shown),
        "trump_suit": setting.plan.trump_suit or None,
        "stock": len(setting.stock) - len(taken),
        "drawn": taken,
        "case": state.table.case or None,
        "contract": setting.contract,
        "declarer": setting.declarer,
        "called": None if setting.called is None else state.plan.cards[setting.called],
        "partner": setting.partner if open_ or seat == setting.partner else None,
        "partners": tuple(other for other in fixed if other != seat and setting.side(other) == setting.side(seat)),
        "bought": tuple(_bought(state, seat)),
        "looking": cards(state.packet(setting.stage)) if looks else (),
        "packets": tuple(map(cards, state.packets)) if _sees_packets(state, seat) else (),
        "said": tuple((who, str(action)) for who, action in setting.heard),
        "doubled": doubled,
        "declared": setting.declared,
        "announced": setting.announced,
        "trick": cards_in_order(state.plan, state.trick),
        "leader": state.trick.leader,
        "pots": dict(setting.pots),
        "tricks": tuple((t.leader, cards_in_order(state.plan, t), t.winner) for t in state.tricks),
    }


def transcript(state: State) -> dict[str, Any]:
    """The whole hand as data, from which `replay` makes it again."""
    cards = state.table.plan.list
    stock = state.setting.stock if state.table.plan.deal.stock else ()
    talon = state.table.plan.whole & ~state.setting.dead & ~state.table.plan.bits(stock)
    hands: list[list[int]] = [[] for _ in state.setting.dealt]
    for batch in (*state.setting.pauses, state.setting.dealt):
        for hand, bits in zip(hands, batch, strict=True):
            hand.extend(card for card in places(bits) if card not in hand)
    for hand, stacks in zip(hands, state.setting.stacks, strict=False):
        hand.extend(card for stack in stacks for card in stack)
    for hand in hands:
        talon &= ~state.table.plan.bits(hand)
    return {
        # A case that the number of players alone brings about comes about again.
        "ruleset": state.table.plan.ruleset.id.partition("#")[0],
        "players": state.table.plan.players,
        "hands": [[str(state.table.plan.cards[n]) for n in hand] for hand in hands],
        "talon": [str(card) for card in cards(talon)],
        "stock": [str(state.table.plan.cards[n]) for n in stock],
        "actions": [str(action) for action in state.actions],
    }
