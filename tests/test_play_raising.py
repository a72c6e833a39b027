"""What the last trick counts, raised in play (11.8, rounded)."""

from __future__ import annotations

import random

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tests.laws import LAWS


def begun(computed: ComputedCorpus, seed: int) -> State:
    state = play.new("11.8/rounded", seed=seed, computed=computed)
    while state.phase != "raise":
        state = state.do("done" if "done" in map(str, state.legal()) else state.legal()[0])
    return state


def finished(state: State, rng: random.Random) -> State:
    while not state.over:
        state = state.do("done" if state.phase == "raise" else rng.choice(state.legal()))
    return state


def counted(state: State) -> list[int]:
    """What the last trick has brought each player."""
    found = []
    for pile in state.result().of_side.values():
        lines = [line.points for line in pile.counted(state.plan).working if line.what == "last trick"]
        found.append(int(sum(lines)))
    return found


@pytest.mark.parametrize(
    "said, worth, to",
    [
        ([], 6, None),
        (["offer last-trick", "done"], 12, None),
        (["offer last-trick", "refuse last-trick"], 6, 0),
        (["offer last-trick", "offer last-trick", "refuse last-trick"], 12, 1),
        (["offer last-trick", "offer last-trick", "offer last-trick", "done"], 24, None),
    ],
)
def test_a_proposal_is_accepted_refused_or_raised(
    computed: ComputedCorpus, said: list[str], worth: int, to: int | None
) -> None:
    """Accepted, it holds for who wins the last trick; refused, what the trick counted before is his who made it."""
    for seed in range(6):
        state = begun(computed, seed)
        assert state.player == 0
        for one in said:
            state = state.do(one)
        state = finished(state, random.Random(seed))
        last = state.tricks[-1].winner if to is None else to
        assert counted(state) == [worth if seat == last else 0 for seat in (0, 1)]
        assert [broken for law in LAWS for broken in law(state, state.result())] == []


def test_only_the_other_proposes_after_a_proposal_accepted(computed: ComputedCorpus) -> None:
    state = begun(computed, 1).do("offer last-trick").do("done")
    asked = set()
    while not state.over:
        if state.phase == "raise":
            asked.add(state.player)
            state = state.do("done")
        else:
            with pytest.raises(IllegalAction, match="you may only"):
                state.do("offer last-trick")
            state = state.do(state.legal()[0])
    assert asked == {1}
    refused = begun(computed, 1).do("offer last-trick").do("refuse last-trick")
    while not refused.over:
        assert refused.phase != "raise"
        refused = refused.do(refused.legal()[0])
