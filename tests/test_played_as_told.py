"""Rules that a comparison with others' programs, and with the pages read as prose, found told and not played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from tarotref import play
from tarotref.play import State, Table
from tarotref.play.deal import start
from tarotref.play.players import PLAYERS

Chooses = Callable[[State, list[str]], str | None]
"""What is done where the test wants something, of what is legal; None leaves it to chance."""


def played(table: Table, seed: int, wanted: Chooses = lambda state, legal: None) -> State:
    """A hand played to its end by chance, but for what is wanted."""
    state, act = start(table, seed), PLAYERS["random"](random.Random(f"{seed}:player"))
    while state.player is not None:
        chosen = wanted(state, [str(action) for action in state.legal()])
        state = state.do(chosen or act(state))
    return state


def bidding(*contracts: str) -> Chooses:
    """Bid one of some contracts as soon as it may be, pass otherwise."""

    def choose(state: State, legal: list[str]) -> str | None:
        if state.phase not in ("bid", "contract"):
            return None
        said = (f"{kind} {one}" for one in contracts for kind in ("bid", "contract"))
        return next((one for one in (*said, "pass") if one in legal), None)

    return choose


def hands(table: Table, seeds: range, wanted: Chooses) -> Iterator[State]:
    return (played(table, seed, wanted) for seed in seeds)


@pytest.mark.parametrize("ruleset", ["9.17/FFT-2012", "9.17/TRV-2000"])
def test_a_partner_has_a_third_of_a_bonus_as_of_the_game(computed, ruleset):
    """The Petit at the end and a poignée were split in halves between declarer and partner, the game alone two to one."""
    table = play.table(ruleset, 5, computed)
    seen = 0
    for state in hands(table, range(40), bidding("garde")):
        setting, result = state.setting, state.result()
        if setting.partner is None or not result.transfers:
            continue
        for transfer in result.transfers:
            gains = [pays > 0 for pays in transfer.pays]
            between = all(
                gain is (gains[setting.declarer] is not bool(side))
                for gain, side in zip(gains, result.sides, strict=True)
            )
            if transfer.by[0][0] != "score" and between:
                seen += 1
                assert transfer.pays[setting.declarer] == 2 * transfer.pays[setting.partner], transfer
    assert seen


@pytest.mark.parametrize("ruleset", ["17.3/main", "17.4/main", "17.4/mueller-ichenheim"])
def test_ulti_is_won_with_the_one_alone(computed, ruleset):
    """The last trick made an Ulti, with whatever card: in 150 hands 47 were paid as won, and none truly."""
    table = play.table(ruleset, None, computed)
    last = 0
    for state in hands(table, range(24), bidding("ulti")):
        if state.setting.contract != "ulti":
            continue
        trick = state.tricks[-1]
        own = trick.winner == state.setting.declarer
        last += own
        card = trick.cards[trick.place(trick.winner, table.plan.circle)]
        assert state.result().won is (own and str(table.plan.cards[card]) == "1")
    assert last


def test_the_point_of_the_cards_left_out_is_a_declarers_who_has_a_trick(computed):
    """Three of 54 cards are left out of 17.3, and the 69 points of the others were all that was counted."""
    table = play.table("17.3", 3, computed)
    for state in hands(table, range(20), bidding("cego")):
        result = state.result()
        assert sum(result.points.values()) == 69 and sum(result.totals.values()) == 70
        taken = any(trick.winner == state.setting.declarer for trick in state.tricks)
        assert result.totals[0] - result.points[0] == int(taken)


def test_a_cego_with_just_35_points_costs_5(computed):
    """With 35 of 70 points a contract is lost by no step at all, and cost nothing."""
    table = play.table("17.4", 4, computed)
    found = [state.result() for state in hands(table, range(400), bidding("cego", "eine"))]
    even = [one for one in found if one.totals[0] == 35 and one.won is False]
    assert even and all(one.total[one.declarer] == -15 for one in even)


Trischaken = tuple[dict[int, object], list[int], tuple[object, ...]]
"""The card points, tricks and payments of a hand in which each plays for himself."""


def trischaken(computed, ruleset: str) -> Iterator[Trischaken]:
    for state in hands(play.table(ruleset, 4, computed), range(90), bidding("trischaken")):
        result = state.result()
        if not result.void:
            assert state.setting.contract == "trischaken" and result.total is not None
            yield dict(result.points), [sum(t.winner == seat for t in state.tricks) for seat in range(4)], result.total


@pytest.mark.parametrize("ruleset, heavy, tie", [("18.10/OOE-2023", 106 / 3, "first"), ("18.10/WTC-2009", 35.5, "once")])
def test_trischaken_is_paid_by_who_loses_and_by_who_has_no_trick(computed, ruleset, heavy, tie):
    """The first player pays twice, a heavy loser twice, and a player without a trick gets it (seed 31: -12, 12, 0, 0)."""
    kinds = set()
    for points, tricks, total in trischaken(computed, ruleset):
        lost = [seat for seat in range(4) if points[seat] == max(points.values())]
        if len(lost) > 1:
            continue
        times, bare = 1 + (points[lost[0]] > heavy + 0.1), [seat for seat in range(4) if not tricks[seat]]
        kinds.add((lost[0] == 0, times, len(bare)))
        if not bare:
            each = times * (2 if lost == [0] else 1)
            assert total == tuple(-3 * each if seat in lost else each for seat in range(4)), points
        elif len(bare) == 1:
            whole = 3 * times * (2 if lost == [0] and tie == "first" else 1)
            assert (total[bare[0]], total[lost[0]], sum(total)) == (whole, -whole, 0), points
    assert {(True, 1, 0), (True, 2, 0), (False, 2, 0), (False, 2, 1)} <= kinds


def test_one_without_a_trick_gets_three_in_all(computed):
    """Rüdiger: in place of the payment by rank; from the one with more than 35 points alone, if there is one."""
    seen = set()
    for points, tricks, total in trischaken(computed, "18.10/ruediger-koenigrufen"):
        bare, heavy = [n for n in range(4) if not tricks[n]], [n for n in range(4) if points[n] > 35]
        seen.add((len(bare), len(heavy)))
        if len(bare) == 1:
            assert total[bare[0]] == 3 and (not heavy or total[heavy[0]] == -3), (points, total)
        elif heavy:
            assert total[heavy[0]] == -3
    assert (1, 1) in seen and (0, 1) in seen
