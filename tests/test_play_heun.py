"""Nebraska Taroky as at Heun: cards of the talon are discarded last, and its upper half is the declarer's (R13)."""

from __future__ import annotations

import random

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play.compiled import TRUMPS
from tarotref.play.deal import start


def _started(table: play.Table, seed: int, *said: str) -> play.State:
    state = start(table, seed)
    for one in said:
        state = state.do(one)
    return state


def _until(state: play.State, phase: str, rng: random.Random) -> play.State:
    while not state.over and state.phase != phase:
        state = state.do(rng.choice(state.legal()))
    return state


def test_cards_of_the_talon_are_discarded_only_where_no_others_may_be(computed: ComputedCorpus) -> None:
    """Of the hand even a King is no other way: nothing that may not go goes."""
    table, refused = play.table("R13/heun-1997", 4, computed), 0
    for seed in range(40):
        state = _until(_started(table, seed, "bid four", "pass", "pass", "pass"), "discard", random.Random(seed))
        while not state.over and state.phase == "discard":
            taken = state.own & ~state.setting.dealt[0]
            may = table.plan.bits(state.table.place[one.what] for one in state.legal())
            assert not may & taken or not may & ~taken
            assert not may & taken & table.plan.of_suit[TRUMPS]
            if not may & taken and taken:
                card = table.plan.cards[next(n for n in range(54) if taken >> n & 1)]
                with pytest.raises(play.IllegalAction, match="own_first"):
                    state.do(f"discard {card}")
                refused += 1
            state = state.do(state.legal()[0])
    assert refused


@pytest.mark.parametrize("ruleset", ["R13/main", "R13/heun-1997"])
def test_the_half_of_the_talon_that_is_the_declarers_with_the_called_king(
    computed: ComputedCorpus, ruleset: str
) -> None:
    """The half in which it lies, or at Heun always the upper."""
    table, halves = play.table(ruleset, 4, computed), set()
    for seed in range(300):
        state = _until(_started(table, seed, "bid five", "pass", "pass", "pass"), "over", random.Random(seed))
        setting = state.setting
        if setting.called not in setting.lies:
            continue
        cards = state.result().piles.cards[setting.declarer or 0]
        halves.add(next(n for n in (0, 1) if cards >> setting.lies[3 * n] & 1))
    assert halves == ({0} if "heun" in ruleset else {0, 1})


def test_forehand_leads_in_a_four_of_another(computed: ComputedCorpus) -> None:
    for ruleset, leads in (("R13/main", 1), ("R13/heun-1997", 0)):
        state = _started(play.table(ruleset, 4, computed), 3, "pass", "bid four", "pass", "pass")
        assert _until(state, "play", random.Random(1)).player == leads
