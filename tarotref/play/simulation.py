"""Many hands of a ruleset played by players of one kind, and what they came to, counted exactly.

The n-th hand of a seed is the same whoever deals it, and tallies add up in any order: the result depends on the number of hands,
the seed and the players, not on how many workers there are or how the hands are shared out among them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import TypeVar

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.deal import start
from tarotref.play.players import PLAYERS, Player
from tarotref.play.rubber import MOST_HANDS, Rubber, added, endless
from tarotref.play.settle.reckoning import Result
from tarotref.play.state import State
from tarotref.play.table import Table

K = TypeVar("K")
Maker = Callable[[random.Random], Player]
"""Makes a player with what chance it needs. For other processes it has to be importable there by its name."""
CHUNK = 250
"""Hands that a worker plays at a time, at most."""


@dataclass(slots=True)
class Tally:
    """What hands came to. Each field counts hands, or things done in them; two tallies add up."""

    hands: int = 0
    void: Counter[str] = field(default_factory=Counter)
    """Hands that were not played, by why: `all-pass`, or what annuls the deal."""
    conceded: Counter[str] = field(default_factory=Counter)
    """Hands that were given up, by the concession."""
    bids: Counter[str] = field(default_factory=Counter)
    """How often each bid was made."""
    contracts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Hands by contract and outcome: `won`, `lost`, `drawn`, or `` where neither is known."""
    feats: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Feats by outcome: `won`, `lost`, `announced and won`, `announced and lost`."""
    declarations: Counter[str] = field(default_factory=Counter)
    points: Counter[tuple[str, Points]] = field(default_factory=Counter)
    """Card points by whose they are: `declarer`, `opponents`; else `side 1`, ... or `player 1`, ... after the dealer."""
    payments: Counter[tuple[int, Points]] = field(default_factory=Counter)
    """What each seat received or marked, where the facts say it."""
    unpaid: int = 0
    """Hands that were counted but not paid."""
    wins: dict[int, Points] = field(default_factory=dict)
    """How often each seat came out first: with most payments, or most card points where nothing is paid. Those who share the
    first place have equal parts of it, as fractions."""

    lengths: Counter[Points] = field(default_factory=Counter)
    """Rubbers by their number of hands; none where hands are played by themselves."""
    broken_off: int = 0
    """Rubbers that did not come to their end in `MOST_HANDS`."""
    standings: Counter[tuple[int, Points]] = field(default_factory=Counter)
    """What each player had from a rubber in all: hands, pots, the rubber itself."""
    pots: Counter[tuple[str, Points]] = field(default_factory=Counter)
    """What was taken from pots at a time, by pot."""

    def add(self, other: Tally) -> None:
        """Take in another tally."""
        for one in fields(self):
            mine, more = getattr(self, one.name), getattr(other, one.name)
            if isinstance(mine, dict):
                for key, number in more.items():
                    mine[key] = exact(mine.get(key, 0) + number)
            else:
                setattr(self, one.name, mine + more)

    def record(self, state: State, result: Result | None = None) -> None:
        """Take in a hand that is over, with what it came to where that is known."""
        result = result or state.result()
        self.hands += 1
        self.bids.update(action.what for action in state.actions if action.kind == "bid")
        if result.void:
            self.void[result.void] += 1
            return
        if state.setting.conceded is not None:
            self.conceded[state.setting.conceded.id] += 1
        if state.setting.contract is not None:
            outcome = (
                {True: "won", False: "lost", None: "drawn"}[result.won]
                if result.counts and state.setting.declarer is not None
                else ""
            )
            self.contracts[state.setting.contract, outcome] += 1
        for feat in result.feats:
            self.feats[feat.feat, ("announced and " if feat.announced else "") + ("won" if feat.won else "lost")] += 1
        self.declarations.update(made.declaration for made in result.declared)
        for part in result.from_pots:
            self.pots.update((part.by[0][1], amount) for amount in part.pays if amount > 0)
        for side, points in result.points.items():
            self.points[called(state, result, side), points] += 1
        total = result.total
        if total is None:
            self.unpaid += 1
        else:
            self.payments.update(enumerate(total))
        self._first(total or [result.points[side] for side in result.sides])

    def record_rubber(self, rubber: Rubber, ended: bool) -> None:
        """Take in a rubber whose hands have been recorded."""
        self.lengths[len(rubber.hands)] += 1
        self.broken_off += not ended
        try:
            paid = rubber.settled() if ended else ()
        except ValueError:  # what it pays is not recorded
            paid = ()
        self.standings.update(enumerate(added(rubber.standing, *(part.pays for part in paid))))

    def _first(self, reached: Iterable[Points]) -> None:
        by_seat = [*reached]
        first = [seat for seat, amount in enumerate(by_seat) if amount == max(by_seat)]
        for seat in first:
            self.wins[seat] = exact(self.wins.get(seat, 0) + Fraction(1, len(first)))

    @property
    def played(self) -> int:
        """Hands that were played out, or given up."""
        return self.hands - self.void.total()


def called(state: State, result: Result, side: int) -> str:
    """What a side of a hand is called: `declarer` (with his partner), `opponents`, `side 1`, or `player 1` by his seat."""
    if state.setting.declarer is not None:
        return "declarer" if side == 0 else "opponents"
    alone = len(set(result.sides)) == len(result.sides)
    return f"player {side + 1}" if alone else f"side {side + 1}"


@dataclass(frozen=True, slots=True)
class Spread:
    """How amounts are spread: the least, the quartiles, the greatest, the mean and the standard deviation."""

    least: Points
    lower: Points
    median: Points
    upper: Points
    greatest: Points
    mean: Fraction
    deviation: float


def spread(amounts: Mapping[Points, int]) -> Spread:
    """Return the spread of amounts, each so many times; ValueError where there are none."""
    number = sum(amounts.values())
    if not number:
        raise ValueError("found no amounts; expected one at least")
    order, reached, at = sorted(amounts), 0, {}
    for amount in order:
        reached += amounts[amount]
        at[amount] = reached

    def quantile(part: Fraction) -> Points:
        return next(amount for amount in order if at[amount] >= part * number)

    mean = sum((Fraction(amount) * times for amount, times in amounts.items()), Fraction()) / number
    variance = sum(((amount - mean) ** 2 * times for amount, times in amounts.items()), Fraction()) / number
    lower, median, upper = (quantile(Fraction(n, 4)) for n in (1, 2, 3))
    return Spread(order[0], lower, median, upper, order[-1], mean, sqrt(variance))


def by_whom(counted: Mapping[tuple[K, Points], int]) -> dict[K, dict[Points, int]]:
    """Amounts and how often each came, by whose they are."""
    found: dict[K, dict[Points, int]] = {}
    for (whose, amount), times in counted.items():
        found.setdefault(whose, {})[amount] = times
    return found


def hand(table: Table, seed: int | str, n: int, maker: Maker) -> State:
    """Return the n-th hand of a seed, played to its end by players of one kind."""
    return played(start(table, f"{seed}:{n}"), maker(random.Random(f"{seed}:{n}:player")))


def played(state: State, player: Player) -> State:
    """Return a hand played to its end by one player in every seat."""
    while not state.over:
        state = state.do(player(state))
    return state


def rubber(tally: Tally, table: Table, seed: int | str, n: int, maker: Maker, length: int | None) -> None:
    """Record the n-th rubber of a seed, of so many hands or to the end that the rules name; its k-th hand, from 0, is dealt by
    the seed `seed:n:k`."""
    now, hands = Rubber.begin(table.plan, table.plan.dealer), MOST_HANDS if length is None else length
    player = maker(random.Random(f"{seed}:{n}:player"))
    for k in range(hands):
        state = played(now.deal(table, f"{seed}:{n}:{k}"), player)
        result = state.result()
        tally.record(state, result)
        now = now.add(result, more=k + 1 < hands)
        if length is None and now.over:
            break
    tally.record_rubber(now, length is not None or bool(now.over))


def simulate(
    ruleset: str, hands: int, seed: int | str = 0, players: int | None = None, player: str | Maker = "simple",
    executor: Executor | None = None, progress: Callable[[int], object] | None = None,
    rubbers: bool = False, length: int | None = None,
) -> Tally:  # fmt: skip
    """Return what so many hands of a ruleset come to, all seats having one kind of player (`PLAYERS`, or one's own).

    With `rubbers` so many rubbers are played instead, in which the deal goes round and pots are filled and taken: of `length`
    hands, or to the end that the rules name; ValueError where they name none.

    The hands are played here, or by the workers of any `concurrent.futures` executor: each loads the corpus and makes the
    ruleset ready once. `progress` is told how many hands more are done. KeyError, ValueError and `Unplayable` as
    `tarotref.play.table`; ValueError where there are no players of the name.
    """
    if isinstance(player, str) and player not in PLAYERS:
        raise ValueError(f"player: found {player!r}; expected {' or '.join(PLAYERS)}")
    table = ready(ruleset, players)  # what cannot be played is told before workers are begun
    if rubbers and length is None and (why := endless(table.plan)):
        raise ValueError(f"{table.plan.ruleset.id}: {why}; expected a number of hands")
    tally = Tally()
    for part in _parts(hands, executor, ruleset, players, seed, player, rubbers, length):
        tally.add(part)
        if progress is not None:
            progress(part.lengths.total() if rubbers else part.hands)
    return tally


def _parts(
    hands: int, executor: Executor | None, ruleset: str, players: int | None, seed: int | str, player: str | Maker,
    rubbers: bool, length: int | None,
) -> Iterator[Tally]:  # fmt: skip
    each = max(1, CHUNK // (length or 10)) if rubbers else CHUNK
    bounds = [(first, min(first + each, hands)) for first in range(0, hands, each)]
    if executor is None:
        yield from (chunk(ruleset, players, seed, player, *bound, rubbers, length) for bound in bounds)
        return
    waiting: list[Future[Tally]] = []
    try:
        waiting += (executor.submit(chunk, ruleset, players, seed, player, *bound, rubbers, length) for bound in bounds)
        yield from (done.result() for done in as_completed(waiting))
    finally:
        for future in waiting:
            future.cancel()


def chunk(
    ruleset: str, players: int | None, seed: int | str, player: str | Maker, first: int, end: int, rubbers: bool = False,
    length: int | None = None,
) -> Tally:  # fmt: skip
    """Return what the hands, or rubbers, from one number up to another come to: the work of a worker."""
    table, maker, tally = ready(ruleset, players), PLAYERS[player] if isinstance(player, str) else player, Tally()
    for n in range(first, end):
        if rubbers:
            rubber(tally, table, seed, n, maker, length)
        else:
            tally.record(hand(table, seed, n, maker))
    return tally


@lru_cache(maxsize=8)
def ready(ruleset: str, players: int | None) -> Table:
    """Return a ruleset of the package's corpus made ready, once in a process."""
    from tarotref import play

    return play.table(ruleset, players)
