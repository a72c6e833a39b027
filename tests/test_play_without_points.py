"""Hands in which the card points pay nothing: the tricks decide."""

from __future__ import annotations

import random

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import State


def finished(state: State, seed: int, *said: str) -> State:
    """The hand played at random to its end, when these things have been said where they may be."""
    rng, left = random.Random(seed), list(said)
    while not state.over:
        legal = [str(action) for action in state.legal()]
        if left and left[0] in legal:
            state = state.do(left.pop(0))
        else:
            state = state.do(next((one for one in ("pass", "done") if one in legal), None) or rng.choice(legal))
    assert not left
    return state


def test_where_there_is_no_score_the_last_trick_alone_is_paid(computed: ComputedCorpus) -> None:
    """14.6, Ragusa: 1 from each opponent to the declarer who wins the last trick, or to each of them."""
    won = set()
    for seed in range(12):
        state = finished(
            play.new("14.6/ragusa", seed=seed, computed=computed), seed, *"done pass pass done done".split(), "bid solo"
        )
        result, last = state.result(), state.tricks[-1].winner
        assert result.total == ((2, -1, -1) if last == 0 else (-2, 1, 1)) and not result.missing
        assert [part.by[0][:2] for part in result.transfers or ()] == [("feats", "last-trick")]
        won.add(last == 0)
    assert won == {True, False}


def test_a_contract_of_one_trick_is_won_with_just_one(computed: ComputedCorpus) -> None:
    """18.8 with piccolo: 70, won or lost."""
    seen = set()
    for seed in range(60):
        state = play.new("18.8/piccolo", seed=seed, computed=computed)
        if "bid piccolo" not in map(str, state.legal()):
            continue
        state = finished(state, seed, "bid piccolo")
        declarer, tricks = state.setting.declarer, state.tricks
        if state.setting.contract != "piccolo" or state.setting.conceded:
            continue
        taken, result = sum(trick.winner == declarer for trick in tricks), state.result()
        assert result.won is (taken == 1) and result.total is not None
        assert result.total[declarer or 0] == (70 if taken == 1 else -70)
        seen.add(taken == 1)
    assert seen == {True, False}
