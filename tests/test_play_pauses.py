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


def wagering(computed: ComputedCorpus, at: int) -> State:
    """A hand of 14.5 in which the eldest hand is dealt the three cards of 10 points as the fifth, tenth or fifteenth and before."""
    plan = play.table("14.5", computed=computed).plan
    decine = plan.list(plan.named(["top", "pagat", "fool"]))
    rest = [card for card in plan.cards if card not in decine]
    random.Random(1).shuffle(rest)
    hands = [rest[:20], rest[20:40], rest[40:60]]
    hands[0][at - 3 : at] = decine
    return play.new("14.5", hands=hands, computed=computed)


def test_a_wager_is_made_on_the_cards_held_in_a_pause(computed: ComputedCorpus) -> None:
    """14.5: a solo player who has the three cards wagers in the pause of his Solo or in a later one, and but once; what the
    wager pays hangs on the pause."""
    state = wagering(computed, 10).do("bid solista-di-cinque")
    assert (state.phase, state.player, sizes(state)) == ("announce", 0, {10})
    assert {str(action) for action in state.legal()} == {"announce scommessa-di-dieci", "done"}
    late = state.do("done")
    assert sizes(late) == {15} and "announce scommessa-di-quindici" in map(str, late.legal())
    for wager in (state.do("announce scommessa-di-dieci"), late.do("done")):
        assert wager.phase == "discard" and [hand.bit_count() for hand in wager.hands] == [23, 20, 20]


def test_no_wager_without_the_cards_nor_when_all_are_dealt(computed: ComputedCorpus) -> None:
    """14.5: who gets the last of the three with the last cards, or bids on more than he might have wagered on, does not wager."""
    state = wagering(computed, 20).do("bid solista-di-cinque")
    assert state.phase == "discard"
    while state.phase == "discard":
        state = state.do(state.legal()[0])
    assert not any("scommessa" in str(action) for action in state.legal())
    other = said(wagering(computed, 5), "pass", "bid solista-di-cinque")
    assert other.phase == "discard" and other.setting.declarer == 1


@pytest.mark.parametrize(("cards", "wager", "worth"), [(5, "cinque", 15), (10, "dieci", 10), (15, "quindici", 5)])
def test_a_wager_pays_by_its_pause(computed: ComputedCorpus, cards: int, wager: str, worth: int) -> None:
    state = said(wagering(computed, cards), "bid solista-di-cinque", f"announce scommessa-di-{wager}")
    outcomes = set()
    for seed in range(30):
        rng, hand = random.Random(seed), state
        while not hand.over:
            hand = hand.do("done" if "done" in map(str, hand.legal()) else rng.choice(hand.legal()))
        result = hand.result()
        (made,) = [one for one in result.feats if one.announced]
        (paid,) = [t.pays for t in result.transfers or () if "scommessa" in str(t.by)]
        outcomes.add(made.won)
        assert paid == ((2 * worth, -worth, -worth) if made.won else (-2 * worth, worth, worth))
    assert outcomes == {True, False}


@pytest.mark.parametrize("id", ["14.5", "14.6/palagonia", "14.7"])
def test_a_transcript_keeps_the_order_of_the_deal(computed: ComputedCorpus, id: str) -> None:
    for seed in range(5):
        state, rng = play.new(id, seed=seed, computed=computed), random.Random(seed)
        while not state.over:
            state = state.do(rng.choice(state.legal()))
        again = play.replay(state.transcript(), computed)
        assert again.setting.pauses == state.setting.pauses and again.result().total == state.result().total
