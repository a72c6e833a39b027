"""Deal hands at random and see whether the odds that we print are those that players meet.

Usage: python scripts/simulate_odds.py [--deals 5000] [--seed 1]

Every formal declaration of the corpus is looked for in so many random hands of its game. The share found must lie
within four standard errors of the exact figure, or within one hand where hardly any is expected; otherwise it is marked
FAIL and the exit status is 1. Declarations that are alike are tried once.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import tarotref
from tarotref.arithmetic import groups_of
from tarotref.holdings import Groups, Holding, HoldingError, Kind, describe, holds, parse_holding, parse_kind
from tarotref.model.types import Absence
from tarotref.odds import one_in, probability

Case = tuple[str, Holding, Groups, int]


def cases() -> Iterator[Case]:
    """Every formal declaration: where it stands, its holding with what its kind adds, its groups, its size of hand."""
    book = tarotref.load()
    seen = set()
    for name, ruleset in book.corpus.rulesets.items():
        groups, hand = groups_of(book.figures(ruleset)), book.dealt(ruleset)
        declarations, kinds = ruleset.tree.get("declarations"), ruleset.tree.get("kinds")
        if groups is None or hand is None or not isinstance(declarations, dict):
            continue
        for id, data in declarations.items():
            if not isinstance(data, dict) or data.get("holding") in list(Absence):
                continue
            told = kinds.get(data.get("kind")) if isinstance(data, dict) and isinstance(kinds, dict) else None
            try:
                kind = parse_kind(told) if told else Kind()
                holding = kind.complete(parse_holding(data.get("holding")))
            except (AttributeError, HoldingError):
                continue
            key = (repr(holding), hand, tuple(groups.order))
            if book.odds(ruleset, id) is not None and key not in seen:
                seen.add(key)
                yield f"{name}/{id}", holding, groups, hand


def simulate(case: Case, deals: int, dice: random.Random) -> tuple[Fraction, float, bool]:
    """The exact figure, the share found, and whether they agree."""
    _, holding, groups, hand = case
    pack = list(groups.order)
    exact = probability(holding, groups, pack, hand)
    assert exact is not None, "a formal holding has odds"
    found = sum(holds(dice.sample(pack, hand), holding, groups) for _ in range(deals))
    error = sqrt(exact * (1 - exact) / deals)
    return exact, found / deals, abs(found / deals - exact) <= max(4 * error, 1 / deals)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=5_000, help="random hands for each declaration")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random hands")
    asked = parser.parse_args()
    dice, failed, tried = random.Random(asked.seed), 0, 0
    for case in cases():
        exact, found, agree = simulate(case, asked.deals, dice)
        tried += 1
        failed += not agree
        verdict, place, holding = "ok  " if agree else "FAIL", case[0], describe(case[1])
        print(f"{verdict} {float(exact):9.6f} {found:9.6f} {one_in(exact):>12}  {place}: {holding}")
    print(f"{tried} declarations, {failed} outside four standard errors", file=sys.stderr)
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
