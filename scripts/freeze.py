"""Freeze what play comes to: hands of every ruleset that runs, kept hands and worked examples, each as a short hash.

    .venv/bin/python -P scripts/freeze.py [--check] [--only 8.13] [--seeds 8.13/main 3]

Writes `tests/data/frozen.csv`; with `--check` it says what has changed and writes nothing (exit status 1). With `--seeds` it prints
the hash of each seed of one ruleset and number of players, to find the hand that differs: run it with the old code and the new.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import random
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tarotref
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.types import given
from tarotref.play import Result, State, Table, Unplayable, kept, openness, table
from tarotref.play.deal import start
from tarotref.play.players import PLAYERS
from tarotref.play.rubber import Rubber
from tarotref.play.settle.examples import hand_of, payment

FILE = Path(__file__).resolve().parent.parent / "tests" / "data" / "frozen.csv"
COLUMNS = ("open", "missing", "random", "simple", "rubber", "kept", "example")
"""What there is a hash of: what is open, the facts missing, hands by players of each kind, a rubber; of the corpus, what it keeps."""
SEEDS = 10
HANDS_OF_A_RUBBER = 4
EACH_VIEW = 11
"""At every so many actions what the player in turn sees is part of the hash."""

Row = tuple[tuple[str, str], dict[str, str]]
"""A ruleset and number of players, or a game, with its hashes by what they are of."""


def short(*parts: Any) -> str:
    """Return a short hash of anything made of plain values, cards and names."""
    return hashlib.sha256(json.dumps(parts, default=str, sort_keys=True).encode()).hexdigest()[:8]


def numbers(found: Any) -> Any:
    """Return a value with its numbers as text, so that it does not matter in which type a whole number is."""
    if isinstance(found, dict):
        return {str(key): numbers(one) for key, one in found.items()}
    if isinstance(found, list | tuple):
        return [numbers(one) for one in found]
    return str(found) if isinstance(found, Fraction) else found


def plainly(result: Result) -> Any:
    """Return what a hand came to as plain values."""
    names = ("sides", "piles", "points", "totals", "feats", "declared", "transfers", "missing", "won", "declarer", "void",
             "from_pots", "total")  # fmt: skip
    return [numbers(getattr(result, name)) for name in names] + [[dict(one) for one in result.doings]]


def hand(ready: Table, player: str, seed: int, begin: Callable[[], State]) -> tuple[State, str]:
    """Return a hand played to its end by players of one kind, and the hash of what was done, seen and paid."""
    state, act, seen = begin(), PLAYERS[player](random.Random(f"{seed}:player")), []
    while state.player is not None:
        if len(state.actions) % EACH_VIEW == 0:
            seen.append(state.view(state.player))
        state = state.do(act(state))
    return state, short(state.transcript(), seen, state.view(0), plainly(state.result()))


def rubber(ready: Table) -> str:
    """Return the hash of a rubber of a few hands: what was paid, and what lies in the pots."""
    now = Rubber.begin(ready.plan)
    act = PLAYERS["random"](random.Random("rubber"))
    for n in range(HANDS_OF_A_RUBBER):
        state = now.deal(ready, n)
        while state.player is not None:
            state = state.do(act(state))
        now = now.add(state.result())
    try:
        settled = numbers(now.settled())
    except ValueError as error:
        settled = str(error)
    return short(
        numbers(now.totals), numbers(now.standing), numbers(now.pots), numbers(now.from_pots), now.over, settled
    )


def seeds(ready: Table, player: str) -> list[str]:
    """Return the hash of each seed of a ruleset made ready."""
    return [hand(ready, player, seed, lambda seed=seed: start(ready, seed))[1] for seed in range(SEEDS)]  # type: ignore[misc]


def of_ruleset(computed: ComputedCorpus, id: str) -> Iterator[Row]:
    """Yield the rows of a ruleset, one for each number of players: its hands; in the first what is open of it."""
    ruleset = computed.corpus.rulesets[id]
    found = openness(id, computed)
    hashes = {"open": short(found.status, found.missing, found.gaps, found.unplayed)}
    for players in given(ruleset.rules.players) or (0,):
        try:
            ready = table(id, players or None, computed)
        except Unplayable as error:
            hashes["missing"] = short(error.missing)
        else:
            hashes |= {player: short(seeds(ready, player)) for player in PLAYERS} | {"rubber": rubber(ready)}
        yield (id, str(players)), hashes
        hashes = {}


def of_corpus(computed: ComputedCorpus) -> Iterator[Row]:
    """Yield the rows of what the corpus keeps: a hand for a game, and the worked examples of its sources."""
    for game, one in computed.corpus.shared["hands"].items():
        states = kept.played(computed, computed.corpus.rulesets[f"{game}/main"], one)
        yield (game, ""), {"kept": short(states[-1].transcript(), plainly(states[-1].result()))}
    for game, record in computed.corpus.games.items():
        for n, example in enumerate(getattr(record.facts, "examples", None) or ()):
            ruleset = computed.ruleset(f"{game}/{getattr(example, 'ruleset', None) or 'main'}")
            if example.pays is not None:
                yield (game, f"example {n + 1}"), {"example": short(worked(ruleset, example))}


def worked(ruleset: Any, example: Any) -> Any:
    try:
        found = payment(ruleset, hand_of(example))
    except ValueError as error:
        return str(error)
    return [(numbers(item.pays), item.by) for item in found.items], found.won, numbers(found.total)


def rows(computed: ComputedCorpus, only: str = "", part: str = "1/1") -> Iterator[Row]:
    """Yield the rows of the rulesets whose id begins so, of these the k-th of every n, and with the first of all the corpus's."""
    k, n = map(int, part.split("/"))
    for id in [id for id in computed.corpus.rulesets if id.startswith(only)][k - 1 :: n]:
        yield from of_ruleset(computed, id)
    if not only and k == 1:
        yield from of_corpus(computed)


def frozen() -> dict[tuple[str, str], dict[str, str]]:
    """Return the rows of the file of results."""
    with FILE.open(encoding="utf-8") as lines:
        return {
            (row["ruleset"], row["players"]): {what: row[what] for what in COLUMNS if row[what]}
            for row in csv.DictReader(lines)
        }


def changed(found: Iterator[Row]) -> Iterator[str]:
    """Yield what is no longer as it was frozen."""
    known = frozen()
    for key, hashes in found:
        old = known.get(key, {})
        for what in COLUMNS:
            if old.get(what) != hashes.get(what):
                yield " ".join((*key, what))


def main(argv: list[str] | None = None) -> int:
    """Write the file, compare with it, or print the hashes of single hands."""
    top = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    top.add_argument("--check", action="store_true", help="say what has changed, and write nothing")
    top.add_argument(
        "--only", default="", help="rulesets whose id begins so; of the file, their rows alone are written anew"
    )
    top.add_argument("--part", default="1/1", help="of the rulesets every n-th, the k-th first: 1/2")
    top.add_argument("--seeds", nargs=2, metavar=("RULESET", "PLAYERS"), help="print the hash of each seed")
    args = top.parse_args(argv)
    computed = tarotref.load()
    if args.seeds:
        ready = table(args.seeds[0], int(args.seeds[1]), computed)
        for player in PLAYERS:
            print(player, *seeds(ready, player))
        return 0
    found = rows(computed, args.only, args.part)
    if args.check:
        different = list(changed(found))
        print(*different, f"{len(different)} hashes have changed", sep="\n")
        return bool(different)
    write(computed, frozen() | dict(found) if args.only else dict(found))
    return 0


def renew(computed: ComputedCorpus, rulesets: Collection[str]) -> Iterator[str]:
    """Write the rows of some rulesets anew, and those of what the corpus keeps; say which come to something else."""
    corpus = computed.corpus
    found = dict(row for id in rulesets for row in of_ruleset(computed, id)) | dict(of_corpus(computed))
    was = frozen()
    for id in dict.fromkeys(key[0] for key in found if was.get(key) != found[key]):
        yield f"{id}: what its hands come to is frozen anew"
    kept_on = {
        key: hashes for key, hashes in was.items() if key[1] and key[0] in corpus.rulesets and key[0] not in rulesets
    }
    write(computed, kept_on | found)


def write(computed: ComputedCorpus, found: Mapping[tuple[str, str], Mapping[str, str]]) -> None:
    """Write the file: rulesets in the order of the corpus, then what the corpus keeps."""
    place = {id: n for n, id in enumerate([*computed.corpus.rulesets, *computed.corpus.games])}
    order = sorted(found, key=lambda key: (key[1].startswith("example"), place.get(key[0], len(place))))
    with FILE.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, ("ruleset", "players", *COLUMNS), lineterminator="\n")
        out.writeheader()
        out.writerows({"ruleset": key[0], "players": key[1], **found[key]} for key in order)


if __name__ == "__main__":
    sys.exit(main())
