"""Hands as they are played here, judged by umpires that were written from the pages of the games alone.

UMPIRE_HANDS says how many hands of each game: `UMPIRE_HANDS=2000 pytest -m prove tests/test_umpires.py`.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import Action, State, Table
from tarotref.play.deal import start
from tarotref.play.players import random_player, simple
from tests.umpires.table import Disagreement, Hand, Record, Turn

pytestmark = pytest.mark.prove

GAMES = {
    "3.1": 3,
    "6.3": 3,
    "8.13": 3,
    "15.2": 7,
    "14.1": 3,
    "18.8": 4,
    "11.14": 4,
    "12.1": 4,
    "20.4": 4,
    "9.13": 4,
    "9.17/FFT-2012": 5,
    "17.3": 3,
    "18.10/OOE-2023": 4,
}
"""The games that have an umpire, with the number of players."""
LACKS = {}
"""Rules of a game's page that play does not keep, as its status says."""
FOUND = {"6.3": (504, 684, 1079), "17.3": (1635,)}
"""Hands beyond the first by which a disagreement was found."""
HANDS = int(os.environ.get("UMPIRE_HANDS", "200"))


def modest(rng: random.Random) -> Callable[[State], Action]:
    """A random player who passes more often than not and bids the least: contracts that others overbid come up too."""
    chance = random_player(rng)

    def act(state: State) -> Action:
        may = state.legal()
        if may[0].kind == "pass" or may[-1].kind in ("bid", "contract"):
            return may[0 if len(may) == 1 or rng.random() < 0.6 else rng.choice((0, 1, 1, 2)) % len(may)]
        return chance(state)

    return act


def played(table: Table, seed: int) -> Record:
    """A hand that random and simple players, mixed by the seed, have played to its end, as an umpire reads it."""
    rng = random.Random(seed)
    kinds = [random_player, modest, modest] if seed % 2 else [random_player, modest, lambda _: simple, lambda _: simple]
    who = [rng.choice(kinds)(rng) for _ in range(table.plan.players)]
    state, turns = start(table, seed), []
    while not state.over:
        action = who[state.player](state)
        turns.append(Turn(state.player, str(action), [str(may) for may in state.legal()]))
        state = state.do(action)
    told, result, seats = state.transcript(), state.result(), range(table.plan.players)
    talon = [str(table.plan.cards[card]) for card in state.setting.lies] or told["talon"]
    points = [result.points.get(result.sides[seat]) for seat in seats] if result.points else [None]
    return Record(
        table.plan.players, told["hands"], talon, told["stock"], turns,
        [trick.winner for trick in state.tricks],
        [[str(card) for card in table.plan.list(result.piles.cards[seat])] for seat in seats],
        None if None in points else [Fraction(point) for point in points if point is not None],
        [Fraction(paid) for paid in result.total or [0] * len(seats)],
        [str(card) for card in table.plan.list(state.setting.upturned)],
    )  # fmt: skip


def judge(game: str, record: Record) -> None:
    """Let a game's umpire go through a hand; Disagreement where its page says otherwise."""
    name = "game_" + game.partition("/")[0].replace(".", "_")
    import_module(f"tests.umpires.{name}").umpire(Hand(record, frozenset(LACKS.get(game, ()))))


@pytest.fixture(scope="module", params=GAMES)
def dealt(request: pytest.FixtureRequest, computed: ComputedCorpus) -> tuple[str, Table]:
    return request.param, play.table(request.param, GAMES[request.param], computed=computed)


def test_umpire_agrees(dealt: tuple[str, Table]) -> None:
    game, table = dealt
    for seed in (*range(HANDS), *FOUND.get(game, ())):
        try:
            judge(game, played(table, seed))
        except Disagreement as found:
            raise AssertionError(f"{game} seed {seed}: {found}") from found


def faults(record: Record) -> Iterator[tuple[str, Record]]:
    """A hand with one thing wrong in it at a time, and what that is."""
    first, second, *rest = record.paid
    yield "paid", replace(record, paid=[first + 1, second - 1, *rest])
    yield "trick", replace(record, winners=[(record.winners[0] + 1) % record.players, *record.winners[1:]])
    if record.points is not None:
        yield "points", replace(record, points=[record.points[0] + 1, *record.points[1:]])
    at = next(n for n, turn in enumerate(record.turns) if turn.act.startswith("play") and len(turn.allowed) > 1)
    turn = record.turns[at]
    fewer = replace(turn, allowed=[act for act in turn.allowed if act != turn.act])
    yield "legal", replace(record, turns=[*record.turns[:at], fewer, *record.turns[at + 1 :]])
    yield (
        "turn",
        replace(record, turns=[*record.turns[:at], replace(turn, seat=turn.seat + 1), *record.turns[at + 1 :]]),
    )


def test_umpire_finds_what_is_wrong(dealt: tuple[str, Table]) -> None:
    game, table = dealt
    found: Counter[str] = Counter()
    for record in (one for seed in range(12) if len((one := played(table, seed)).winners) > 3 and any(one.paid)):
        for about, wrong in faults(record):
            try:
                judge(game, wrong)
            except Disagreement as fault:
                found[about] += fault.about == about
    assert set(found) == {"paid", "trick", "points", "legal", "turn"}
    assert min(found[about] for about in ("paid", "trick", "turn", "legal")) == max(found.values()) >= 4
