"""Many hands: counted exactly, and the same whoever plays them."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest

import tarotref.play
from tarotref.play import simulation
from tarotref.play.players import random_player
from tarotref.play.simulation import Tally, by_whom, hand, ready, simulate, spread

HANDS = 24


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Many chunks of few hands, so that workers have something to share out."""
    monkeypatch.setattr(simulation, "CHUNK", 5)


@pytest.fixture(scope="module", params=[1, 2])
def workers(request):
    with ProcessPoolExecutor(request.param, get_context("spawn")) as executor:
        yield executor


@pytest.mark.prove
@pytest.mark.parametrize("player", ["random", "simple"])
@pytest.mark.parametrize("id", ["8.13", "9.13/main", "4.6"])
def test_the_number_of_workers_changes_nothing(workers, id, player):
    alone = simulate(id, HANDS, seed=3, player=player)
    assert simulate(id, HANDS, seed=3, player=player, executor=workers) == alone


def test_chunks_change_nothing(monkeypatch):
    found = []
    for size in (1, 7, 100):
        monkeypatch.setattr(simulation, "CHUNK", size)
        found.append(simulate("14.1", HANDS, seed="x", player="random"))
    assert found[0] == found[1] == found[2] != simulate("14.1", HANDS, seed="y", player="random")


def test_any_executor_will_do_and_so_will_a_player_of_ones_own():
    with ThreadPoolExecutor(2) as executor:
        mine = simulate("4.1", HANDS, player=random_player, executor=executor)
    assert mine == simulate("4.1", HANDS, player="random")


@pytest.mark.prove
def test_a_cluster_of_dask_plays_the_same_hands():
    distributed = pytest.importorskip("distributed", reason="needs dask.distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        found = simulate("8.13", HANDS, seed=3, executor=executor)
    assert found == simulate("8.13", HANDS, seed=3)


def test_the_tally_agrees_with_the_hands():
    tally, table = simulate("8.13", HANDS, seed=5), ready("8.13", None)
    states = [hand(table, 5, n, simulation.PLAYERS["simple"]) for n in range(HANDS)]
    results = [state.result() for state in states]
    assert tally.hands == HANDS == tally.played + tally.void.total()
    assert tally.void["all-pass"] == sum(result.void == "all-pass" for result in results)
    paid = [result.total for result in results if result.transfers is not None and not result.void]
    assert {k: Counter(v) for k, v in by_whom(tally.payments).items()} == {
        seat: Counter(total[seat] for total in paid) for seat in range(3)
    }
    assert sum(tally.wins.values()) == tally.played and tally.contracts.total() == tally.played
    assert sum(tally.bids.values()) == sum(a.kind == "bid" for state in states for a in state.actions)
    points = by_whom(tally.points)
    assert points["declarer"] == Counter(r.points[0] for r in results if not r.void)


def test_sides_are_called_by_what_they_are():
    assert {whose for whose, _ in simulate("12.1", 2, player="random").points} == {"side 1", "side 2"}
    assert {whose for whose, _ in simulate("4.1", 2, player="random").points} == {"player 1", "player 2", "player 3"}


def test_those_who_are_first_together_share_the_place():
    tally = Tally()
    tally._first([3, 5, 5])
    tally._first([1, 0, Fraction(1, 2)])
    assert tally.wins == {1: Fraction(1, 2), 2: Fraction(1, 2), 0: 1}


def test_tallies_add_up():
    whole, parts = simulate("9.13", 12, seed=1, player="random"), Tally()
    table, rng = ready("9.13", None), random.Random(7)
    for n in rng.sample(range(12), 12):
        part = Tally()
        part.record(hand(table, 1, n, random_player))
        parts.add(part)
    assert parts == whole


def test_the_spread_is_exact():
    found = spread({-5: 1, 1: 2, Fraction(5, 2): 1})
    assert (found.least, found.lower, found.median, found.upper, found.greatest) == (-5, -5, 1, 1, Fraction(5, 2))
    assert found.mean == Fraction(-1, 8) and found.deviation**2 == pytest.approx(8.296875)
    with pytest.raises(ValueError, match="no amounts"):
        spread({})


def test_progress_is_told():
    told = []
    simulate("4.1", 12, player="random", progress=told.append)
    assert told == [5, 5, 2]


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        ({"ruleset": "8.131"}, KeyError, "8.131"),
        ({"ruleset": "8.13", "players": 7}, ValueError, "8.13/main is for 3"),
        ({"ruleset": "8.13", "player": "clever"}, ValueError, "expected random or simple"),
    ],
)
def test_what_cannot_be_played_is_told_before_workers_begin(words, error, said):
    with pytest.raises(error, match=said):
        simulate(hands=5, executor=None, **words)


def test_what_is_missing_is_named(computed):
    closed = next(
        id for id in computed.corpus.rulesets if tarotref.play.openness(id, computed).status == "cannot be played"
    )
    with pytest.raises(tarotref.play.Unplayable, match="not known: "):
        simulate(closed, 1)
