"""Deal hands at random and see whether the odds that we print are those that players meet.

Usage: python scripts/simulate_odds.py [--deals 1000000] [--seed 1]

Every formal declaration of the corpus is looked for in so many random hands of its game. The share found must lie
within four standard errors of the exact figure, or within two hands where hardly any is expected; otherwise it is marked
FAIL and the exit status is 1. Declarations that are alike are tried once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from math import sqrt
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent))

from deals import Deals, deal, having

import tarotref
from tarotref.cards.holdings import Groups, Holding, HoldingError, Kind, describe
from tarotref.cards.holdings.held import Card
from tarotref.cards.odds import one_in, probability
from tarotref.computed.declarations import declarations, kinds

Case = tuple[str, Holding, Groups, int]


def cases() -> Iterator[Case]:
    """Every formal declaration: where it stands, its holding with what its kind adds, its groups, its size of hand."""
    computed = tarotref.load()
    seen = set()
    for name, ruleset in computed.corpus.rulesets.items():
        groups, hand = computed.figures(ruleset).names, computed.dealt(ruleset)
        if groups is None or hand is None:
            continue
        of_kind = kinds(ruleset)
        for id, declaration in declarations(ruleset).items():
            try:
                holding = of_kind.get(declaration.kind, Kind()).complete(declaration.holding)
            except HoldingError:
                continue
            key = (repr(holding), hand, tuple(groups.order))
            if computed.odds(ruleset, id) is not None and key not in seen:
                seen.add(key)
                yield f"{name}/{id}", holding, groups, hand


def deck_of(case: Case) -> tuple[tuple[Card, ...], int]:
    """The pack and the size of the hand."""
    return tuple(case[2].order), case[3]


def simulate(case: Case, deals: Deals) -> tuple[Fraction, float, bool]:
    """The exact figure, the share found, and whether they agree."""
    _, holding, groups, hand = case
    exact = probability(holding, groups, list(groups.order), hand)
    assert exact is not None, "a formal holding has odds"
    found = int(having(deals, holding, groups).sum()) / deals.number
    error = sqrt(exact * (1 - exact) / deals.number)
    return exact, found, abs(found - exact) <= max(4 * error, 2 / deals.number)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1_000_000, help="random hands for each declaration")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random hands")
    asked = parser.parse_args()
    dice, failed, tried = np.random.default_rng(asked.seed), 0, 0
    for (pack, hand), alike in groupby(sorted(cases(), key=lambda case: repr(deck_of(case))), key=deck_of):
        deals = deal(pack, hand, asked.deals, dice)
        for case in alike:
            exact, found, agree = simulate(case, deals)
            tried += 1
            failed += not agree
            verdict, place, holding = "ok  " if agree else "FAIL", case[0], describe(case[1])
            print(f"{verdict} {float(exact):9.6f} {found:9.6f} {one_in(exact):>12}  {place}: {holding}", flush=True)
    print(f"{tried} declarations, {failed} outside four standard errors", file=sys.stderr)
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
