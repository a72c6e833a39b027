"""Any ruleset as an environment of PettingZoo, to train and try players on (the extra `play`).

>>> from tarotref.play.environment import environment
>>> env = environment("8.13")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, _ = env.last()
...     env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))

Nothing else in tarotref needs PettingZoo.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from tarotref import release

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper
except ModuleNotFoundError as error:
    needed = f"the environment needs PettingZoo: {release.install('play')}"
    raise ModuleNotFoundError(needed, name=error.name) from error

from tarotref.cards.counting import Points
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import table as table_of
from tarotref.play.action_space import actions, contracts, packets, plans
from tarotref.play.compiled import Plan
from tarotref.play.deal import start
from tarotref.play.rubber import MOST_HANDS, Rubber, added, endless
from tarotref.play.settle.transfers import Transfer
from tarotref.play.state import State

Observation = dict[str, NDArray[np.int8] | NDArray[np.float32]]
PHASES = (
    "arrange", "choose", "bargain", "tell",
    "throw-in", "sell", "case", "bid", "contract", "trumps", "exchange", "before-talon", "refuse", "stage", "packet", "keep", "ask", "give", "discard", "offer", "call",
    "declare-early", "declare", "announce", "decline", "double", "concede",
    "name", "name-card", "demand", "claim", "take-back", "raise", "play", "over",
)  # fmt: skip
"""What can be going on in a hand."""
MOST = 127
"""The greatest number in an observation, which numbers of cards and of things said stay below."""


def environment(
    ruleset: str, players: int | None = None, illegal_reward: float = -1, render_mode: str | None = None,
    computed: ComputedCorpus | None = None, hands: int | Literal["rubber"] = 1,
) -> AECEnv[str, Observation, int | None]:  # fmt: skip
    """Return the environment of a ruleset with PettingZoo's usual wrappers: an illegal action ends the game, and costs whoever
    did it so much. Errors as `Environment`."""
    inner = Environment(ruleset, players, render_mode, computed, hands)
    return OrderEnforcingWrapper(TerminateIllegalWrapper(inner, illegal_reward))


class Environment(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """Hands of one ruleset. `player_0` comes after the dealer; the dealer is the last.

    Actions are numbers of `actions`. An observation is what `State.view` shows the player, as numbers: `layout` says where
    each part stands. Players are counted from the one who observes. The rewards, at the end of a hand, are what each
    receives or marks; his side's card points where the facts do not say what is paid; 0 where the hand is thrown in.

    After each `reset` one hand is played, or as many as `hands` says, or a `rubber` to the end that the rules name. The deal
    then goes round, and pots are filled and taken: an observation also has the `standing`, what each player has so far, the
    one who observes first, what lies in each pot, and by what each case that comes of earlier hands multiplies his payments. Each hand rewards by what it changes in the standing, the last one also
    by what the rubber pays. A rubber that does not come to its end is broken off after `MOST_HANDS`.

    Errors as `tarotref.play.table`; ValueError for a rubber of which the rules do not say what ends it.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "tarotref_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        ruleset: str,
        players: int | None = None,
        render_mode: str | None = None,
        computed: ComputedCorpus | None = None,
        hands: int | Literal["rubber"] = 1,
    ):
        super().__init__()
        self.table = table_of(ruleset, players, computed)
        if hands != "rubber" and hands < 1:
            raise ValueError(f"hands: found {hands}; expected 1 or more, or 'rubber'")
        if hands == "rubber" and (why := endless(self.plan)):
            raise ValueError(f"{ruleset}: {why}")
        self.hands = hands
        """How many hands are played after a reset."""
        self.actions = actions(self.table)
        """What each number of the action space does."""
        self.number = {action: n for n, action in enumerate(self.actions)}
        """The number of each action."""
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.plan.players)]
        self.agents: list[str] = []
        self._random = random.Random()
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, MOST, (self.size,), np.int8),
            "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
        }
        if hands != 1:
            self.raised = [id for id, case in self.plan.case_rules.items() if case.after is not None]
            size = self.plan.players + len(Rubber.begin(self.plan).pots) + len(self.raised)
            parts["standing"] = spaces.Box(-np.inf, np.inf, (size,), np.float32)
        seen = spaces.Dict(parts)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}

    @property
    def plan(self) -> Plan:
        return self.table.plan

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # -- a hand

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand, of which somebody has something to do; with a seed the same hands follow each other."""
        if seed is not None:
            self._random = random.Random(seed)
        self.rubber = Rubber.begin(self.plan, self.plan.dealer)
        self.played = 0
        """Hands that have been dealt and are over."""
        self._rewarded: Sequence[Points] = (0,) * self.plan.players
        self._deal()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _deal(self) -> None:
        """Deal the next hand of which somebody has something to do."""
        while True:
            seed = self._random.getrandbits(64)
            self.state = start(self.table, seed) if self.hands == 1 else self.rubber.deal(self.table, seed)
            if not self.state.over:
                break
            if self.hands != 1:
                self.rubber = self.rubber.add(self.state.result())

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.rubber.player(self.state.player or 0)]

    def seat(self, agent: str) -> int:
        """Where a player sits in this hand."""
        return (self.possible_agents.index(agent) - self.rubber.dealer - 1) % self.plan.players

    def step(self, action: int | None) -> None:
        """Do an action by its number; IllegalAction names the rule that forbids it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("action: found None; expected a number, as the hand is not over")
        done = self.actions[action]
        self.state = self.state.do(done)
        self._cumulative_rewards[agent] = 0.0
        if self.state.over:
            self._over()
        else:
            self._clear_rewards()
            self._select()
        self._accumulate_rewards()

    def _over(self) -> None:
        """Reward what a hand brings, and deal the next one where there is one."""
        self.played += 1
        if self.hands == 1:
            self.rewards = dict(zip(self.possible_agents, rewards(self.state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            return
        after = self.rubber.add(self.state.result(), more=self.played != self.hands)
        ended = bool(after.over) if self.hands == "rubber" else self.played == self.hands
        broken = not ended and self.played == MOST_HANDS
        reached = added(after.standing, *(transfer.pays for transfer in (_paid(after) if ended else ())))
        made = [float(now - then) for now, then in zip(reached, self._rewarded, strict=True)]
        self.rewards, self._rewarded = dict(zip(self.possible_agents, made, strict=True)), reached
        if ended or broken:
            self.terminations = dict.fromkeys(self.agents, ended)
            self.truncations = dict.fromkeys(self.agents, broken)
        else:
            self.rubber = after
            self._deal()
            self._select()

    def render(self) -> str | None:
        """Return what lies on the table, as text, in the mode `ansi`."""
        if self.render_mode is None:
            return None
        seen = self.state.view(self.state.player or 0)
        turn = "the hand is over" if self.state.over else f"{self.agent_selection}: {seen['phase']}"
        return f"trick {len(seen['tricks']) + 1}: {', '.join(map(str, seen['trick'])) or 'nothing led'}; {turn}"

    def close(self) -> None:
        """Nothing is held open."""

    # -- what a player sees

    @cached_property
    def layout(self) -> Mapping[str, slice]:
        """Where each part of an observation stands. Cards are in the order of the plan, players from the one who observes."""
        cards, players, found, at = len(self.plan.cards), self.plan.players, {}, 0
        seats = len(self.plan.circle)
        sizes = {
            "hand": cards, "laid": cards, "shown": cards, "called": cards,
            "looking": cards, "packets": packets(self.table) * cards, "gave": players * cards,
            "trick": seats * cards, "played": seats * cards, "won": seats * cards,
            "dead_hand": cards if seats > players else 0,
            "drawn": players * cards if any(one.deal.each_trick for one in plans(self.table)) else 0,
            "table": players * cards if self.plan.deal.stacks else 0, "taken_up": players * cards if self.plan.deal.stacks else 0,
            "below": players * len(self.plan.deal.stacks),
            "cards_held": players, "talon": 1, "stock": 1, "phase": len(PHASES), "player": players, "leader": seats,
            "declarer": players, "partner": players, "contract": len(self.contracts), "case": len(self.table.every_case), "said": players * len(self.actions),
        }  # fmt: skip
        for name, size in sizes.items():
            found[name] = slice(at, at + size)
            at += size
        return found

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return max(int(part.stop) for part in self.layout.values())

    def observe(self, agent: str) -> Observation:
        """What a player sees, and which actions are his."""
        seat = self.seat(agent)
        mask = np.zeros(len(self.actions), np.int8)
        if self.state.player == seat:
            mask[[self.number[action] for action in self.state.legal()]] = 1
        seen: Observation = {"observation": self._seen(seat), "action_mask": mask}
        if self.hands != 1:
            me, standing = self.possible_agents.index(agent), self.rubber.standing
            found = (*standing[me:], *standing[:me], *self.rubber.pots.values(), *self._times(seat))
            seen["standing"] = np.array([float(amount) for amount in found], np.float32)
        return seen

    def _times(self, seat: int) -> Iterator[Points]:
        """Yield by what each case that comes of earlier hands multiplies what a player is paid in this one."""
        raised = {one.case: one for one in self.state.setting.raised}
        for id in self.raised:
            one = raised.get(id)
            yield 1 if one is None or (one.marked and not one.marked[seat]) else one.times

    def _seen(self, seat: int) -> NDArray[np.int8]:
        """What a player sees, as numbers."""
        found = np.zeros(self.size, np.int8)
        seen = _Seen(self, seat, {name: found[where] for name, where in self.layout.items()})
        seen.own()
        seen.tricks()
        seen.drawn_and_turned_up()
        seen.settled()
        seen.said()
        return found

    @cached_property
    def contracts(self) -> tuple[str, ...]:
        """Every contract that may be played, in the cases for which players may ask too."""
        return tuple(contracts(self.table))

    @cached_property
    def by_text(self) -> Mapping[str, int]:
        """The number of each action by its text."""
        return {str(action): n for n, action in enumerate(self.actions)}


class _Seen:
    """The observation of one player, while it is filled: players are counted from him, a dead hand keeps its number."""

    def __init__(self, env: Environment, seat: int, part: Mapping[str, NDArray[np.int8]]):
        self.env, self.plan, self.seat, self.part = env, env.plan, seat, part
        self.view = env.state.view(seat)

    def away(self, other: int) -> int:
        return other if other == self.plan.players else (other - self.seat) % self.plan.players

    def places(self, held: Iterable[Any]) -> list[int]:
        return [self.plan.place[card] for card in held]

    def by_seat(self, name: str) -> NDArray[np.int8]:
        """A part with a row for each player, or for each seat that plays to tricks."""
        rows = len(self.plan.circle) if name in ("trick", "played", "won") else self.plan.players
        return self.part[name].reshape(rows, -1)

    def own(self) -> None:
        """His cards, and those that he has seen."""
        view, part = self.view, self.part
        for name in ("hand", "laid", "shown", "looking"):
            part[name][self.places(view[name])] = 1
        if part["dead_hand"].size:
            part["dead_hand"][self.places(view["dead_hand"])] = 1
        for n, packet in enumerate(view["packets"]):
            part["packets"].reshape(-1, len(self.plan.cards))[n, self.places(packet)] = 1
        if view["called"] is not None:
            part["called"][self.plan.place[view["called"]]] = 1

    def tricks(self) -> None:
        """The trick on the table, and those that have been won."""
        view = self.view
        *before, now = view["seats"]
        trick, played, won = (self.by_seat(name) for name in ("trick", "played", "won"))
        for n, card in enumerate(self.places(view["trick"])):
            trick[self.away(now[n]), card] = 1
        for seats, (_, cards, winner) in zip(before, view["tricks"], strict=True):
            held = self.places(cards)
            won[self.away(winner), held] = 1
            for n, card in enumerate(held):
                played[self.away(seats[n]), card] = 1

    def drawn_and_turned_up(self) -> None:
        """What has been drawn from the stock, and what lies, or lay, in stacks."""
        view, drawn, table = self.view, self.by_seat("drawn"), self.by_seat("table")
        below, taken_up = self.by_seat("below"), self.by_seat("taken_up")
        for other, card in view["drawn"]:
            if card is not None:
                drawn[self.away(other), self.plan.place[card]] = 1
        for other, stacks in enumerate(view["table"]):
            below[self.away(other)] = [number for _, number in stacks]
            table[self.away(other), self.places(card for card, _ in stacks if card is not None)] = 1
        for other, cards in enumerate(view["taken_up"]):
            taken_up[self.away(other), self.places(cards)] = 1

    def settled(self) -> None:
        """How many cards there are where, who has to act, who is what in the hand, and what is played."""
        view, part = self.view, self.part
        for other, number in enumerate(view["cards_held"]):
            part["cards_held"][self.away(other)] = number
        part["talon"][0], part["stock"][0] = view["talon"], view["stock"]
        part["phase"][PHASES.index(view["phase"])] = 1
        for name in ("player", "leader", "declarer", "partner"):
            if view[name] is not None:
                part[name][self.away(view[name])] = 1
        part["partner"][[self.away(other) for other in view["partners"]]] = 1
        if view["contract"] is not None:
            part["contract"][self.env.contracts.index(view["contract"])] = 1
        if view["case"] is not None:
            part["case"][list(self.env.table.every_case).index(view["case"])] = 1

    def said(self) -> None:
        """What has been said, and which cards were got for asking."""
        said, gave = self.by_seat("said"), self.by_seat("gave")
        for other, action in self.view["said"]:
            said[self.away(other), self.env.by_text[action]] += 1
        for giver, card, _ in self.view["bought"]:
            gave[self.away(giver), self.plan.place[card]] = 1


def _paid(rubber: Rubber) -> tuple[Transfer, ...]:
    """What a rubber pays; nothing where that is not recorded."""
    try:
        return rubber.settled()
    except ValueError:
        return ()


def rewards(state: State) -> list[float]:
    """What each seat has from a hand that is over: payments; card points where nothing is paid; 0 where it is not played."""
    result = state.result()
    if result.total is not None:
        return [float(amount) for amount in result.total]
    return [float(result.points[side]) for side in result.sides]
