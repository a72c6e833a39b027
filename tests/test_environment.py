"""The environment: PettingZoo's own tests, and what it shows and pays."""

from __future__ import annotations

import importlib
import random
import sys

import numpy as np
import pytest

import tarotref.play
from tarotref.play.compiled import Unplayable
from tarotref.play.deal import start
from tarotref.play.phases import order
from tarotref.play.phases.phase import Phase
from tarotref.play.table import IllegalAction

pettingzoo = pytest.importorskip("pettingzoo", reason="needs the extra `play`")
from pettingzoo.test import api_test, seed_test  # noqa: E402

from tarotref.play.environment import PHASES, Environment, actions, environment  # noqa: E402

RULESETS = ("8.13", "9.13", "4.1", "11.14", "14.1", "12.1", "15.22", "18.13")


@pytest.fixture(scope="module")
def made(computed):
    return {id: Environment(id, computed=computed) for id in RULESETS}


# What PettingZoo says of every environment whose observation is a dictionary, its own card games included.
@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be", "ignore:Observation is not a NumPy array"
)
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # of those whose turn it is not
@pytest.mark.parametrize("id", RULESETS)
def test_pettingzoo_finds_nothing_wrong(id, computed, capsys):
    api_test(environment(id, computed=computed), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("id", RULESETS)
def test_a_seed_gives_the_same_hands(id, computed):
    seed_test(lambda: environment(id, computed=computed), num_cycles=120)


def played(env, seed):
    """Yield the agent, the observation and the state before each action of a random hand."""
    env.reset(seed=seed)
    rng = random.Random(seed)
    for agent in env.agent_iter():
        observation, _, over, _, _ = env.last()
        if over:
            env.step(None)
            continue
        yield agent, observation, env.state
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))


@pytest.mark.parametrize("id", RULESETS)
def test_the_mask_is_what_is_legal_and_the_reward_what_is_paid(made, id):
    env = made[id]
    for seed in range(3):
        for _, observation, state in played(env, seed):
            legal = {env.number[action] for action in state.legal()}
            assert set(np.flatnonzero(observation["action_mask"])) == legal
        result = env.state.result()
        wanted = result.total or [result.points[side] for side in result.sides]
        rng = random.Random(seed)
        env.reset(seed=seed)
        while not all(env.terminations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        assert [env.rewards[agent] for agent in env.possible_agents] == [float(amount) for amount in wanted]


@pytest.mark.parametrize("id", RULESETS)
def test_an_observation_is_what_the_view_shows(made, id):
    env, plan = made[id], made[id].plan
    for agent, observation, state in played(env, 4):
        seat, seen = int(agent.removeprefix("player_")), observation["observation"]
        view = state.view(seat)

        def cards(name, seen=seen):
            return {plan.cards[n] for n in np.flatnonzero(seen[env.layout[name]])}

        def table(name, seen=seen):
            return seen[env.layout[name]].reshape(plan.players, -1)

        assert (
            cards("hand") == set(view["hand"])
            and cards("laid") == set(view["laid"])
            and cards("shown") == set(view["shown"])
            and cards("looking") == set(view["looking"])
        )
        assert table("played").sum() == table("won").sum() == sum(len(trick) for _, trick, _ in view["tricks"])
        assert table("trick").sum() == len(view["trick"])
        if view["trick"]:
            away = (view["leader"] - seat) % plan.players
            assert plan.cards[np.flatnonzero(table("trick")[away])[0]] == view["trick"][0]
        assert table("said").sum() == len(view["said"])
        for other, said in view["said"]:
            assert table("said")[(other - seat) % plan.players][[str(a) for a in env.actions].index(said)]
        assert {(n + seat) % plan.players for n in np.flatnonzero(seen[env.layout["partner"]])} >= set(view["partners"])
        assert list(np.roll(seen[env.layout["cards_held"]], seat)) == list(view["cards_held"])
        for other, stacks in enumerate(view["table"]):
            away = (other - seat) % plan.players
            assert {plan.cards[n] for n in np.flatnonzero(table("table")[away])} == {one for one, _ in stacks} - {None}
            assert list(table("below")[away]) == [below for _, below in stacks]
            assert {plan.cards[n] for n in np.flatnonzero(table("taken_up")[away])} == set(view["taken_up"][other])


@pytest.mark.prove
def test_every_action_of_every_ruleset_has_a_number(computed):
    for id, ruleset in computed.corpus.rulesets.items():
        if tarotref.play.openness(id, computed).status == "cannot be played" or not id.endswith("/main"):
            continue
        for players in ruleset.rules.players:
            table = tarotref.play.table(id, players, computed)
            known, rng = set(actions(table)), random.Random(id)
            for seed in range(3):
                state = start(table, seed)
                while not state.over:
                    legal = state.legal()
                    assert known >= set(legal), id
                    state = state.do(rng.choice(legal))


def test_what_is_illegal_names_its_rule_or_ends_the_hand(made, computed):
    env = made["4.1"]
    env.reset(seed=1)
    barred = next(n for n in range(len(env.actions)) if env.actions[n] not in env.state.legal())
    before = env.state
    with pytest.raises(IllegalAction):
        env.step(barred)
    assert env.state is before
    with pytest.raises(ValueError, match="found None"):
        env.step(None)
    wrapped = environment("4.1", illegal_reward=-7, computed=computed)
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(barred)
    assert wrapped.terminations[agent] and wrapped.rewards[agent] == -7


def test_a_hand_that_nobody_can_play_is_dealt_again(computed):
    id = "7.3/few-trumps"
    assert any(start(tarotref.play.table(id, computed=computed), seed).over for seed in range(100))
    env = Environment(id, computed=computed)
    for seed in range(100):
        env.reset(seed=seed)
        assert not env.state.over


def test_what_is_rendered(computed):
    env = Environment("4.1", render_mode="ansi", computed=computed)
    env.reset(seed=1)
    assert "nothing led" in env.render() and Environment("4.1", computed=computed).render() is None


def test_what_cannot_be_played_is_told(computed):
    closed = next(
        id for id in computed.corpus.rulesets if tarotref.play.openness(id, computed).status == "cannot be played"
    )
    with pytest.raises(Unplayable):
        Environment(closed, computed=computed)
    with pytest.raises(KeyError):
        Environment("8.131", computed=computed)


def test_the_extra_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.delitem(sys.modules, "tarotref.play.environment")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install '.\[play\]'"):
        importlib.import_module("tarotref.play.environment")


@pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be", "ignore:Observation is not a NumPy array"
)
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # of those whose turn it is not
@pytest.mark.parametrize("id, hands", [("4.6", 3), ("6.1", "rubber"), ("8.11", "rubber")])
def test_pettingzoo_finds_nothing_wrong_with_rubbers(id, hands, computed, capsys):
    api_test(environment(id, computed=computed, hands=hands), num_cycles=400)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: environment(id, computed=computed, hands=hands), num_cycles=300)


@pytest.mark.parametrize("id, hands", [("4.6", 12), ("6.1", "rubber"), ("11.20", "rubber"), ("7.5", 6), ("18.8", 24)])
def test_rewards_of_a_rubber_add_up_to_what_each_has_in_the_end(id, hands, computed):
    """What hands, pots and the rubber bring: in 6.1 hands are only marked, in 4.6 pots are filled and taken, in 18.8 radli double."""
    env = Environment(id, computed=computed, hands=hands)
    env.reset(seed=2)
    received = dict.fromkeys(env.possible_agents, 0.0)
    rubber, rng, dealers = env.rubber, random.Random(5), [env.rubber.dealer]
    while not all(env.terminations.values()):
        seen = env.observe(env.agent_selection)
        me = env.possible_agents.index(env.agent_selection)
        assert seen["standing"][0] == env.rubber.standing[me]
        pots = len(env.rubber.pots)
        assert list(seen["standing"][env.plan.players :][:pots]) == list(env.rubber.pots.values())
        times = [one.times for one in env.state.setting.raised if not one.marked or one.marked[env.state.player or 0]]
        assert sorted(seen["standing"][env.plan.players + pots :])[::-1][: len(times)] == times
        assert env.state.player == env.seat(env.agent_selection)
        state, rubber = env.state, env.rubber
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
        for agent, amount in env.rewards.items():
            received[agent] += amount
        if env.rubber is not rubber:
            dealers.append(env.rubber.dealer)
            assert env.rubber == rubber.add(state.do(env.actions[action]).result())
    end = env.rubber.add(env.state.result(), more=False)
    assert len(dealers) > 2 and len(set(dealers)) > 1
    for n, agent in enumerate(env.possible_agents):
        wanted = end.standing[n] + sum(one.pays[n] for one in end.settled())
        assert received[agent] == pytest.approx(float(wanted))


def test_a_rubber_without_an_end_is_told(computed):
    with pytest.raises(ValueError, match=r"does not say what ends a rubber \[tally\]"):
        Environment("4.6", computed=computed, hands="rubber")
    with pytest.raises(ValueError, match="hands: found 0"):
        Environment("4.6", computed=computed, hands=0)


def test_whatever_can_be_going_on_can_be_observed():
    """A phase in which somebody acts has a place in the observation."""
    acting = {name for name, phase in order.PHASES.items() if type(phase).legal is not Phase.legal}
    assert acting <= {*PHASES}
