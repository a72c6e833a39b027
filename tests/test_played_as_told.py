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
            between = all(gain is (gains[setting.declarer] is not bool(side)) for gain, side in zip(gains, result.sides))
            if transfer.by[0][0] != "score" and between:
                seen += 1
                assert transfer.pays[setting.declarer] == 2 * transfer.pays[setting.partner], transfer
    assert seen
