"""Bids made in pauses of the deal: on the cards held so far, and the deal is finished when somebody bids."""

from __future__ import annotations

import random

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import State


def said(state: State, *actions: str) -> State:
    for action in actions:
        state = state.do(action)
    return state


def sizes(state: State) -> set[int]:
    return {hand.bit_count() for hand in state.hands}


def test_a_bid_is_made_on_the_cards_held_so_far(computed: ComputedCorpus) -> None:
    """14.5: on five cards, ten and fifteen, and on no more; one player sees no more of the deal than that."""
    state = play.new("14.5", seed=1, computed=computed)
    for cards, bid in ((5, "cinque"), (10, "dieci"), (15, "quindici")):
        for seat in range(3):
            assert (state.player, sizes(state)) == (seat, {cards}) and len(state.view(seat)["hand"]) == cards
            assert {str(action) for action in state.legal()} == {"pass", f"bid solista-di-{bid}"}
            assert not state.hands[seat] & ~state.setting.dealt[seat]
            state = state.do("pass")
    assert state.setting.contract == "chiamo" and state.setting.declarer == 0
    assert sorted(hand.bit_count() for hand in state.hands) == [20, 20, 23]


def test_the_first_bid_in_a_pause_ends_the_bidding(computed: ComputedCorpus) -> None:
    """14.5: the deal is finished, and he takes the talon and discards."""
    state = said(play.new("14.5", seed=1, computed=computed), "pass", "pass", "pass", "pass", "bid solista-di-dieci")
    assert (state.setting.contract, state.setting.declarer, state.player, state.phase) == (
        "solista-di-dieci", 1, 1, "discard",
    )  # fmt: skip
    assert [hand.bit_count() for hand in state.hands] == [20, 23, 20]


def test_who_does_not_bid_in_a_pause_bids_when_all_is_dealt(computed: ComputedCorpus) -> None:
    """14.6: a Solo on five cards pays twice what one pays that is said when all are dealt; 14.7 likewise."""
    for id, players in (("14.6", 3), ("14.7", 4)):
        first = play.new(id, seed=2, computed=computed)
        assert [str(action) for action in first.legal()] == ["pass", "bid stata"] and sizes(first) == {5}
        late = said(first, *["pass"] * players)
        assert late.player == 0 and "bid stata" not in map(str, late.legal()) and sizes(late) == {60 // players}
        late = late.do("bid solo")
        while late.phase == "bid":
            late = late.do("pass")
        stakes = []
        for state in (late, first.do("bid stata")):
            rng = random.Random(3)
            while not state.over:
                state = state.do("done" if "done" in map(str, state.legal()) else rng.choice(state.legal()))
            total = state.result().total
            assert total is not None and state.setting.declarer == 0
            stakes.append([t.pays for t in state.result().transfers or () if t.by[0][0] == "score"])
        (solo,), (stata,) = stakes
        assert abs(stata[0]) == 2 * abs(solo[0]) != 0


def test_a_solo_may_be_said_in_any_pause(computed: ComputedCorpus) -> None:
    """14.6, Palagonia: on five, ten or fifteen cards, not on twenty."""
    state = play.new("14.6/palagonia", seed=2, computed=computed)
    for cards in (5, 10, 15):
        assert sizes(state) == {cards} and "bid stata" in map(str, state.legal())
        assert said(state, "pass", "bid stata").setting.declarer == 1
        state = said(state, "pass", "pass", "pass")
    assert {str(action) for action in state.legal()} == {"pass", "bid solo"} and sizes(state) == {20}


@pytest.mark.parametrize("id", ["14.5", "14.6/palagonia", "14.7"])
def test_a_transcript_keeps_the_order_of_the_deal(computed: ComputedCorpus, id: str) -> None:
    for seed in range(5):
        state, rng = play.new(id, seed=seed, computed=computed), random.Random(seed)
        while not state.over:
            state = state.do(rng.choice(state.legal()))
        again = play.replay(state.transcript(), computed)
        assert again.setting.pauses == state.setting.pauses and again.result().total == state.result().total
