"""Cards with which something has been announced: they are kept as long as the rules of following suit allow another."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tests.test_play_payments import dealt


def _on_to_play(state: State, *said: str) -> State:
    """The hand when these things have been said, and nothing else, and the first card is to be played."""
    left = list(said)
    while state.phase != "play":
        legal = [str(action) for action in state.legal()]
        one = next((one for one in left if one in legal), None)
        if one:
            left.remove(one)
        state = state.do(one or next((one for one in ("done", "pass") if one in legal), legal[0]))
    assert not left, left
    return state


def test_the_pagat_is_kept_by_whoever_has_announced_it(computed: ComputedCorpus) -> None:
    """18.14: with another trump the pagat may not be played before the last trick; without one it falls."""
    table = play.table("18.14", computed=computed)
    first = dealt(table, {0: "I, II, 10 of spades, 9 of spades, 8 of spades, 7 of spades"})
    state = _on_to_play(first, "bid five", "announce pagat-last")
    assert state.player == 0 and "play I" not in map(str, state.legal())
    with pytest.raises(IllegalAction, match="announced"):
        state.do("play I")
    silent = _on_to_play(first, "bid five")
    assert "play I" in map(str, silent.legal())
    low, high = (state.plan.named([name]) for name in ("pagat", "II"))
    while not (state.player == 0 and state.trick.cards and not state.playable() & ~(low | high)):
        state = state.do(state.legal()[0])
    assert state.playable() == (high if state.hands[0] & high else low)


def test_one_king_of_several_is_kept(computed: ComputedCorpus) -> None:
    """20.4: who has announced that a King wins the last trick keeps the one that he has named."""
    table = play.table("20.4", computed=computed)
    first = dealt(table, {0: "K of spades, K of hearts, fool, 21, 20, 19, 18, Q of spades, J of spades"})
    state = _on_to_play(first, "bid solo", "announce king-last", "name hearts")
    kings = state.plan.named(["kings"]) & state.hands[0]
    assert state.playable() & kings == kings & state.plan.named(["K of spades"])
    state = state.do("play K of spades")
    while state.player != 0:
        state = state.do(state.legal()[0])
    assert not state.playable() & kings
