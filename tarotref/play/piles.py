"""Whose the cards are at the end: the tricks, the discard, the talon, and the Fool's fate (dm2004 ch. 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tarotref.model.types import given, told
from tarotref.play.claims import meets
from tarotref.play.plan import Plan
from tarotref.play.state import State
from tarotref.play.tricks import draws


class Piles(NamedTuple):
    """What each seat has at the end, as bits: the cards it won or keeps, and how many tricks; the Fool's fate."""

    cards: tuple[int, ...]
    tricks: tuple[int, ...]
    laid: tuple[int, ...]
    """Cards among them that lay outside the tricks."""
    fool: int | None = None
    """Who ended with a Fool that was played as Excuse."""
    exchanged: int = 0
    """The card given for it, as a bit."""


def piles(state: State) -> Piles:
    """Return what each seat has at the end of a hand.

    The Fool goes back to the side that played it, which gives an empty card for it to the winner of the trick where the rules
    ask for one (the cheapest card where it has won no empty one); it is lost to that winner where they say so.
    """
    plan, setting, tricks = state.plan, state.setting, state.tricks
    laid = _laid(state)
    won, counts = list(laid), [0] * plan.players
    fate: tuple[int, int] | None = None
    for n, trick in enumerate(tricks):
        bits = plan.bits(trick.cards)
        counts[trick.winner] += 1
        won[trick.winner] |= bits
        if bits & plan.fool:
            owner = trick.seat(trick.cards.index((bits & plan.fool).bit_length() - 1), plan.players)
            fate = (trick.winner, trick.winner if _lost(state, n, owner) else owner)
    if not plan.draws_to_hand:
        for _, seat, card in draws(plan, setting.stock, tricks):
            won[seat] |= 1 << card
    if fate is None:
        return Piles(tuple(won), tuple(counts), laid)
    taker, keeper = fate
    exchanged = 0
    if setting.side(keeper) != setting.side(taker):
        won[taker] &= ~plan.fool
        won[keeper] |= plan.fool
        if told(plan.rules.fool, "exchange") != "without":
            exchanged = _for_fool(
                plan, keeper, [s for s in range(plan.players) if setting.side(s) == setting.side(keeper)], won, laid
            )
            for seat in range(plan.players):
                won[seat] &= ~exchanged
            won[taker] |= exchanged
    return Piles(tuple(won), tuple(counts), laid, keeper, exchanged)


def _for_fool(plan: Plan, keeper: int, side: list[int], won: list[int], laid: tuple[int, ...]) -> int:
    """The card that is given for the Fool: an empty one of its player's, then of his side's, out of the tricks; else the
    cheapest that the side has."""
    for cards in (plan.empty, plan.whole & ~plan.fool):
        for seat in (keeper, *side):
            found = plan.list(won[seat] & ~laid[seat] & cards)
            if found:
                return plan.held([min(found, key=lambda card: plan.values.get(card, 0))])
    return 0


def _lost(state: State, n: int, owner: int) -> bool:
    """Whether the Fool played to the n-th trick is lost: to one of the last tricks, or by a side that wins none."""
    plan, setting, tricks = state.plan, state.setting, state.tricks
    unless = given(told(plan.rules.fool, "lost_unless"))
    if unless is not None and meets(state, unless, owner):
        return False
    if plan.tricks - n <= plan.fool_lost_last:  # of all tricks, though the hand be given up before the last
        return True
    side = setting.side(owner)
    return plan.fool_lost_no_tricks and not any(setting.side(trick.winner) == side for trick in tricks)


def _laid(state: State) -> tuple[int, ...]:
    """The cards outside the tricks by who owns them: the discards, what is left of the talon."""
    plan, setting = state.plan, state.setting
    owned = [0] * plan.players
    if plan.tricks_alone:
        return tuple(owned)
    opponent = next((s for s in range(plan.players) if setting.side(s) != setting.side(setting.declarer or 0)), None)
    for seat, bits in enumerate(setting.laid):
        counts_for = plan.discard_for(seat, setting.declarer)
        owner = seat
        if counts_for == "opponents" and setting.declarer is not None and opponent is not None:
            owner = opponent
        if counts_for != "nobody":
            owned[owner] |= bits
    rest = _rest(state)
    if setting.talon and rest != "nobody":
        keeper = setting.declarer
        if rest == "opponents":
            keeper = opponent
        elif rest == "dealer" or keeper is None:
            keeper = plan.dealer
        if rest is not None or setting.declarer is not None:
            owned[keeper or 0] |= setting.talon
    return _surrendered(state, owned)


def _rest(state: State) -> str | None:
    """Whose the cards of the talon are that nobody takes: the opponents', unless that is told, where the declarer takes some and
    leaves the others."""
    use, declarer = told(state.bid, "talon"), state.setting.declarer
    taken = told(use, "takes")
    chosen = isinstance(taken, Mapping) and "declarer" in taken and declarer is not None
    return told(use, "rest") or ("opponents" if chosen else None)


def _surrendered(state: State, owned: list[int]) -> tuple[int, ...]:
    """What has been laid aside once one who wins no trick, or whose side wins none, has given it up."""
    plan, setting, tricks = state.plan, state.setting, state.tricks
    when, unless = told(plan.rules.discard, "surrendered"), given(told(plan.rules.discard, "surrendered_unless"))
    if when is None or not tricks:
        return tuple(owned)
    winners = {trick.winner for trick in tricks}
    sides = {setting.side(seat) for seat in winners}
    for seat in range(plan.players):
        bare = seat not in winners if when == "no-tricks" else setting.side(seat) not in sides
        if bare and owned[seat] and not (unless is not None and meets(state, unless, seat)):
            owned[tricks[-1].winner] |= owned[seat]
            owned[seat] = 0
    return tuple(owned)
