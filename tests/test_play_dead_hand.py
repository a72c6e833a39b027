"""A dead hand that takes part, whose cards a player plays beside his own (9.22)."""

from __future__ import annotations

import random
from fractions import Fraction
from math import ceil, floor

import numpy as np
import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tarotref.play.environment import Environment
from tarotref.play.players import simple
from tests.laws import LAWS

DEAD = 2
"""The number of the dead hand, after the two players'."""


def to_first_lead(computed: ComputedCorpus, seed: int, declarer: int) -> State:
    """A hand of 9.22 that one player has bid for, before the first lead."""
    state = play.new("9.22", seed=seed, computed=computed)
    while state.phase != "play":
        bidding = state.phase == "bid" and state.setting.auction and state.setting.auction.holder is None
        if state.phase == "bid":
            state = state.do("bid prise" if bidding and state.player == declarer else "pass")
        else:
            state = state.do("done" if "done" in map(str, state.legal()) else simple(state))
    return state


def finished(state: State, rng: random.Random) -> State:
    while not state.over:
        state = state.do(rng.choice(state.legal()))
    return state


@pytest.mark.parametrize("declarer", [0, 1])
def test_the_declarers_opponent_plays_the_dead_hand_in_its_turn(computed: ComputedCorpus, declarer: int) -> None:
    """It lies to the dealer's left, so that the player who did not deal leads, it plays second, and the dealer third."""
    state = to_first_lead(computed, 5, declarer)
    opponent, dead = 1 - declarer, state.setting.dead
    assert (state.player, state.turn) == (0, 0) and state.hands[DEAD] == dead
    for seat in (0, 1):
        assert not state.view(seat)["dead_hand"] and not state.setting.shown & dead
    now = state.do(state.legal()[0])
    assert (now.player, now.turn) == (opponent, DEAD) and now.setting.shown & dead == dead
    assert now.view(declarer)["dead_hand"] == now.plan.list(dead) and now.view(opponent)["dead_hand_plays"]
    assert all(dead >> now.table.place[action.what] & 1 for action in now.legal())
    own = next(n for n in range(78) if now.hands[opponent] >> n & 1)
    with pytest.raises(IllegalAction, match="do not hold it"):
        now.do(f"play {now.plan.cards[own]}")
    third = now.do(now.legal()[0])
    assert (third.player, third.turn) == (1, 1) and third.view(0)["dead_hand"] == third.plan.list(third.hands[DEAD])


def test_what_the_dead_hand_wins_is_its_players_and_it_leads_next(computed: ComputedCorpus) -> None:
    rng, won = random.Random(2), 0
    for seed in range(40):
        declarer = seed % 2
        state = to_first_lead(computed, seed, declarer)
        while not state.over:
            before, state = state, state.do(rng.choice(state.legal()))
            if len(state.tricks) > len(before.tricks) and state.tricks[-1].winner == DEAD and not state.over:
                won += 1
                assert (state.turn, state.player) == (DEAD, 1 - declarer)
        result = state.result()
        assert [broken for law in LAWS for broken in law(state, result)] == []
        taken = [state.setting.person(trick.winner) for trick in state.tricks]
        assert result.piles.tricks == (taken.count(0), taken.count(1)) and len(taken) == 24
        assert sum(result.points.values()) == 91 and len(result.sides) == len(result.total or ()) == 2
        again = play.replay(state.transcript(), computed=computed)
        assert (again.tricks, again.result().total) == (state.tricks, result.total)
    assert won > 100


def test_one_opponent_pays_and_once(computed: ComputedCorpus) -> None:
    """As in the game for three, but that the dead hand does not pay: 25 and the points above or below what is needed."""
    for seed in range(10):
        declarer = seed % 2
        state = finished(to_first_lead(computed, seed, declarer), random.Random(seed))
        result = state.result()
        bouts = (result.piles.cards[declarer] & state.plan.named(["bouts"])).bit_count()
        over = Fraction(result.points[result.sides[declarer]]) - {0: 56, 1: 51, 2: 41, 3: 36}[bouts]
        due = 25 + (ceil(over) if over >= 0 else -floor(over))
        paid = [sum(one.pays[declarer] for one in result.transfers or () if one.by[0][0] == "score")]
        assert result.won is (over >= 0) and paid == [due if result.won else -due]
        assert all(sum(one.pays) == 0 for one in result.transfers or ())


def test_simple_players_do_not_look_at_it_before_the_first_lead(computed: ComputedCorpus) -> None:
    for seed in range(20):
        state = to_first_lead(computed, seed, 1)
        seen = state.hands[1] & state.setting.shown
        hidden = [n for n in range(78) if (state.hands[1] & ~seen | state.hands[DEAD]) >> n & 1]
        random.Random(seed).shuffle(hidden)
        dead = state.plan.bits(hidden[:24])
        hands = (state.hands[0], seen | state.plan.bits(hidden[24:]), dead)
        moved = state.__class__(
            state.table, state.setting._replace(dead=dead), hands, state.phase, state.player, state.trick
        )
        assert simple(moved) == simple(state)


def test_the_environment_shows_it_when_it_lies_open(computed: ComputedCorpus) -> None:
    env = Environment("9.22", computed=computed)
    assert len(env.possible_agents) == 2
    for seed in range(5):
        env.reset(seed)
        rng, seen = random.Random(seed), 0
        while not env.state.over:
            observation = env.observe(env.agent_selection)
            part = observation["observation"][env.layout["dead_hand"]]
            state = env.state
            lies_open = state.setting.dead_with is not None and bool(state.tricks or state.trick.cards)
            assert part.sum() == (state.hands[DEAD].bit_count() if lies_open else 0)
            seen += lies_open
            env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        assert seen or env.state.setting.void
