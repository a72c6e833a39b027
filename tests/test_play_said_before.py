"""What a player may do hangs on what was said before: bids of the first bidder, doubles of one who has passed, a hand given up."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.play.deal import start


def _after(table: play.Table, *said: str, seed: int = 1) -> play.State:
    """A hand in which so much has been said."""
    state = start(table, seed)
    for one in said:
        assert one in [str(action) for action in state.legal()], (one, state.legal())
        state = state.do(one)
    return state


def _may(state: play.State, what: str) -> bool:
    return what in [str(action) for action in state.legal()]


@pytest.mark.parametrize(
    ("said", "may"),
    [
        (("pass", "bid five"), True),  # who has not yet spoken
        (("bid four", "bid five"), True),
        (("bid four", "bid five", "pass", "pass"), True),  # the first bidder, though he has spoken
        (("pass", "bid four", "bid five", "pass"), True),
        (("bid four", "bid five", "pass", "pass", "bid five"), False),  # another, who has spoken
    ],
)
def test_five_over_is_for_the_first_bidder_and_who_has_not_spoken(computed, said, may):
    state = _after(play.table("R13/main", 4, computed), *said)
    assert _may(state, "bid five-over") is may


@pytest.mark.parametrize(
    ("said", "may"), [(("bid dreier", "pass"), True), (("pass", "bid dreier"), False), (("pass", "bid solo"), False)]
)
def test_one_who_passed_before_any_bid_does_not_knock(computed, said, may):
    """The first player is asked first: he has bid, or has passed when he might have."""
    state = _after(play.table("R12/main", 3, computed), *said, *["pass"] * (3 - len(said)))
    knocked = set()
    while state.phase != "play":
        if _may(state, "double score"):
            knocked.add(state.player)
        state = state.do(state.legal()[-1])
    others = {seat for seat in range(3) if seat != state.setting.declarer}
    assert knocked == (others if may else others - {0})


@pytest.mark.parametrize(("looks", "may"), [((), False), (("look",), True), (("look", "look"), True)])
def test_a_four_is_given_up_by_who_has_looked_at_both_packets(computed, looks, may):
    state = _after(play.table("R13/main", 4, computed), "bid four", "pass", "pass", "pass")
    while state.phase != "stage":
        state = state.do(state.legal()[0])
    seen = False
    for one in (*looks, "take"):
        state = state.do(one) if state.phase == "stage" else state
    while state.phase != "play":
        seen = seen or _may(state, "concede surrender")
        state = state.do(state.legal()[-1])
    assert seen is may


def _announced(computed, *said: str, seed: int = 1) -> play.State:
    """A Sechserdreier of 16.19 up to the announcements, with what is said after the discard."""
    state = _after(play.table("16.19", 3, computed), "bid sechserdreier", seed=seed)
    left = [*said]
    while left:
        may = [str(action) for action in state.legal()]
        if left[0] in may:
            state = state.do(left.pop(0))
        else:
            state = state.do("pass" if "pass" in may else "done" if "done" in may else may[0])
            assert state.phase != "play", left
    return state


def test_opponents_announce_once_the_game_is_doubled(computed):
    """16.19: not where another thing has been doubled alone; a Retour to one of their announcements holds for all of them."""
    other = _announced(computed, "announce absolut", "done", "double absolut")
    while other.phase != "play":
        assert not _may(other, "announce kontra-absolut")
        other = other.do("done")
    game = _announced(
        computed,
        "done",
        "double score",
        "announce kontra-absolut",
        "announce kontra-kramerboy",
        "double kontra-absolut",
    )
    assert {id: one.level for id, one in game.setting.doubled} == {
        "score": 1,
        "kontra-absolut": 1,
        "kontra-kramerboy": 1,
    }


def test_a_kontra_holds_for_those_above_it_in_the_series(computed):
    state = _announced(computed, "announce pansier", "done", "double kramerboy")
    assert {said.id for said in state.setting.announced} == {"absolut", "kramerboy", "pansier"}
    assert {id: one.level for id, one in state.setting.doubled} == {"kramerboy": 1, "pansier": 1}
    again = state
    while not _may(again, "double pansier"):
        again = again.do("done")
    assert {id: one.level for id, one in again.do("double pansier").setting.doubled} == {"kramerboy": 1, "pansier": 2}
