"""Play very many hands of every ruleset at random, and see that each keeps the laws that all games keep.

    .venv/bin/python scripts/play_hands.py [--hands 1000000] [--workers 2] [--only 8.13] [--seed 1] [--laws 1/10]

Hands are shared out evenly among the rulesets that run and their numbers of players. `--laws` is the share of hands of which
the tricks are given to an umpire and the cards counted out, which takes longer than to play them; that cards are conserved and
payments cancel is seen in all. Prints hands, hands a second, voids and contracts, and the first faults of each ruleset; the
same seed plays the same hands, whatever the number of workers. Exit status 1 where a law was broken.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tarotref
from tarotref.model.types import given
from tarotref.play import Table, Unplayable, table
from tarotref.play.deal import start
from tests.laws import LAWS, cancelled, conserved


class Played(NamedTuple):
    """What some hands of one ruleset came to."""

    id: str
    players: int
    hands: int
    seconds: float
    void: int
    declared: int
    feats: int
    faults: Counter[str]


@cache
def ready(id: str, players: int) -> Table:
    return table(id, players)


def play(id: str, players: int, seeds: range, seed: int, share: Fraction) -> Played:
    """Play hands of a ruleset, one for each seed, and look for what breaks a law."""
    found, faults = ready(id, players), Counter[str]()
    void = declared = feats = 0
    began = time.perf_counter()
    for n in seeds:
        rng = random.Random(f"{seed}:{id}:{players}:{n}")
        state = start(found, f"{seed}:{n}")
        choice = rng.choice
        while state.player is not None:
            state = state.do(choice(state.legal()))
        result = state.result()
        void += bool(result.void)
        declared += len(result.declared)
        feats += len(result.feats)
        for law in LAWS if n % share.denominator < share.numerator else (conserved, cancelled):
            faults.update(f"{law.__name__}: {fault} (hand {n})" for fault in law(state, result))
    return Played(id, players, len(seeds), time.perf_counter() - began, void, declared, feats, faults)


def main() -> int:
    """Play, and print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--hands", type=int, default=1_000_000, help="hands over all rulesets")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=(), help="games or rulesets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--laws", type=Fraction, default=Fraction(1, 10), help="share of hands seen by the umpire")
    options = parser.parse_args()
    keys = []
    for id, ruleset in tarotref.load().corpus.rulesets.items():
        if options.only and id not in options.only and ruleset.game not in options.only:
            continue
        for players in given(ruleset.rules.players) or ():
            try:
                ready(id, players)
            except Unplayable:
                continue
            keys.append((id, players))
    if not keys:
        print("no ruleset that can be played", file=sys.stderr)
        return 1
    each = max(1, options.hands // len(keys))
    began, found = time.perf_counter(), list[Played]()
    with ProcessPoolExecutor(options.workers) as pool:
        jobs = [pool.submit(play, id, players, range(each), options.seed, options.laws) for id, players in keys]
        for job in jobs:
            found.append(job.result())
            one = found[-1]
            print(
                f"{one.id} for {one.players}: {one.hands / one.seconds:.0f} a second, {one.void} void, "
                f"{one.declared} declarations, {one.feats} feats"
                + "".join(f"\n    {fault}" for fault, _ in one.faults.most_common(3)),
                flush=True,
            )
    hands, broken = sum(one.hands for one in found), sum(one.faults.total() for one in found)
    spent = time.perf_counter() - began
    print(f"{hands:,} hands of {len(keys)} rulesets and numbers of players in {spent:.0f} s: {broken} faults")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
