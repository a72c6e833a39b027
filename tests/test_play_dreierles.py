"""Rules of Dreierles that play keeps: the Pfeife laid open and played too soon, knocking in a Räuber, what its holder alone marks (R12)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tarotref import play
from tarotref.play.deal import start
from tarotref.play.tricks import best


def _may(state: play.State) -> list[str]:
    return [str(action) for action in state.legal()]


def _played(state: play.State, seed: int, *says: str) -> play.State:
    """A hand played to its end at random, in which one of these is said as soon as it may be, and nothing else beside bids."""
    rng = random.Random(seed)
    while not state.over:
        said = next((one for one in _may(state) if one in says), None)
        state = state.do(said or ("done" if "done" in _may(state) else rng.choice(_may(state))))
    return state


def test_an_open_pfeife_that_is_played_too_soon_costs_that_trick_and_all_later_ones(computed):
    table, taken = play.table("R12/main", 3, computed), 0
    pagat = table.place["I"]
    for seed in range(60):
        state = start(table, seed).do("bid dreier").do("pass").do("pass")
        state = _played(state, seed, "announce pagat-last")
        if not state.setting.announced:
            continue
        at = next(n for n, trick in enumerate(state.tricks) if pagat in trick.cards)
        rest = state.tricks[at:] if at < 15 else ()
        assert all(trick.winner != 0 for trick in rest)
        assert all(
            trick.seat(best(table.plan, trick), table.plan.circle) == trick.winner for trick in state.tricks[:at]
        )
        taken += sum(trick.seat(best(table.plan, trick), table.plan.circle) == 0 for trick in rest)
    assert taken  # there were tricks that he would have won


def test_an_open_pfeife_is_kept_as_long_as_another_card_may_be_played(computed):
    table = play.table("R12/main", 3, computed)
    for seed in range(60):
        state = start(table, seed).do("bid dreier").do("pass").do("pass")
        while not state.over and state.phase != "play":
            state = state.do("announce pagat-last" if "announce pagat-last" in _may(state) else _may(state)[-1])
        if state.setting.announced and len(_may(state)) > 1:
            with pytest.raises(play.IllegalAction, match="kept for the trick"):
                state.do("play I")
            return
    raise AssertionError("nobody held it")


@pytest.mark.parametrize("knocks", range(4))
def test_in_a_raeuber_each_may_knock_once_the_last_to_pass_first(computed, knocks):
    state = start(play.table("R12/main", 3, computed), 7)
    for said in ("pass", "pass", "pass"):
        state = state.do(said)
    asked = []
    while state.phase == "double":
        asked.append(state.player)
        state = state.do("double score" if len(asked) <= knocks else "done")
    assert asked == [2, 0, 1]
    result = _played(state, 7).result()
    assert sorted(map(Fraction, result.total or ())) == [-4 * 2**knocks, 2 * 2**knocks, 2 * 2**knocks]


def test_at_wimmers_tournaments_a_holding_is_marked_for_its_holder_alone(computed):
    """Whoever it is; of a declarer too."""
    table, holders = play.table("R12/wimmer-achertal", 3, computed), set()
    for seed in range(400):
        state = start(table, seed).do("bid solo").do("pass").do("pass") if seed % 2 else start(table, seed)
        state = _played(state, seed)
        for made in state.result().declared:
            part = next(
                one
                for one in state.result().transfers or ()
                if one.by[0] == ("declarations", made.declaration, "worth")
            )
            assert [Fraction(one) for one in part.pays] == [5 if seat == made.seat else 0 for seat in range(3)]
            holders.add(made.seat == state.setting.declarer)
    assert holders == {True, False}


def test_a_solo_du_that_is_lost_counts_as_lost_with_no_point(computed):
    table = play.table("R12/wimmer-achertal", 3, computed)
    state = start(table, 3).do("bid solo-du")
    while not state.over and state.phase == "bid":
        state = state.do("pass")
    result = _played(state, 3).result()
    assert result.won is False
    part = next(one for one in result.transfers or () if one.by[0] == ("score", "each"))
    assert Fraction(part.pays[0]) == -35 * 8
