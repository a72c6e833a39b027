"""`tarotref simulate`: many hands of a ruleset, and what they come to."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarotref.cli.columns import columns
from tarotref.cli.telling import Told

if TYPE_CHECKING:
    from tarotref.cards.counting import Points
    from tarotref.play.simulation import Tally

SIMPLE = (
    "Simple players keep to a few rules of thumb. What comes of it tells of the rules, not of how good players fare."
)


def run_simulate(args: argparse.Namespace) -> None:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from tqdm import tqdm

    from tarotref.play.simulation import simulate

    told = Told.of(args)
    if args.csv:
        # A file that cannot be written is told before the hands are played, not after.
        args.csv.open("a").close()
    # Processes are begun afresh: a fork would take over the thread that draws the progress bar.
    pool: Any = ProcessPoolExecutor(args.workers, get_context("spawn")) if args.workers > 1 else nullcontext()
    what, number = ("rubbers", args.rubbers) if args.rubbers else ("hands", args.hands or 1000)
    with pool as executor, tqdm(total=number, unit=f" {what}", disable=None, leave=False) as bar:
        tally = simulate(
            told.ruleset.id, number, told.seed, told.plan.players, args.player, executor, bar.update,
            bool(args.rubbers), args.hands if args.rubbers else None,
        )  # fmt: skip
    if args.csv:
        _write(tally, args.csv)
    of = f"{number:,} rubbers with {tally.hands:,} hands" if args.rubbers else f"{number:,} hands"
    print(f"{told.head()}, {of} of {args.player} players")
    for line in told_of(told, tally):
        print(line)
    print(f"\n{SIMPLE if args.player == 'simple' else 'Random players do anything that is legal.'}")
    if assumed := list(told.assumed()):
        print("\nAssumed where the source leaves it open:", *assumed, sep="\n")


def _write(tally: Tally, file: Path) -> None:
    """Write all that was counted as CSV: what, of what, how it ended, the amount, how often."""
    rows: list[tuple[Any, ...]] = [("hands", "", "", "", tally.hands), ("unpaid", "", "", "", tally.unpaid)]
    rows += [("void", id, "", "", n) for id, n in sorted(tally.void.items())]
    rows += [("conceded", id, "", "", n) for id, n in sorted(tally.conceded.items())]
    rows += [("bid", id, "", "", n) for id, n in sorted(tally.bids.items())]
    rows += [("contract", id, outcome, "", n) for (id, outcome), n in sorted(tally.contracts.items())]
    rows += [("feat", id, outcome, "", n) for (id, outcome), n in sorted(tally.feats.items())]
    rows += [("declaration", id, "", "", n) for id, n in sorted(tally.declarations.items())]
    rows += [("points", whose, "", amount, n) for (whose, amount), n in sorted(tally.points.items())]
    rows += [("payment", f"player {seat + 1}", "", amount, n) for (seat, amount), n in sorted(tally.payments.items())]
    rows += [("first", f"player {seat + 1}", "", "", n) for seat, n in sorted(tally.wins.items())]
    rows += [("pot", id, "taken", amount, n) for (id, amount), n in sorted(tally.pots.items())]
    rows += [("rubber", "", "broken off", "", tally.broken_off)] if tally.broken_off else []
    rows += [("rubber", "", "hands", length, n) for length, n in sorted(tally.lengths.items())]
    rows += [("rubber", f"player {n + 1}", "", amount, times) for (n, amount), times in sorted(tally.standings.items())]
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("what", "id", "outcome", "amount", "times"))
        writer.writerows([*row[:3], _decimal(row[3]), row[4]] for row in rows)


def _decimal(amount: Any) -> Any:
    """An amount as spreadsheets read it: halves and the like as decimals; a fraction that has no end as it is."""
    return float(amount) if isinstance(amount, Fraction) and Fraction(float(amount)) == amount else amount


def told_of(told: Told, tally: Tally) -> Iterator[str]:
    """What many hands came to."""
    from tarotref.play.simulation import by_whom, spread

    for id, n in tally.void.most_common():
        yield f"Not played, {id.replace('-', ' ')}: {n:,} ({_share(n, tally.hands)})"
    for id, n in tally.conceded.most_common():
        yield f"Conceded, {id}: {n:,} ({_share(n, tally.hands)})"
    contracts = dict.fromkeys(id for id in told.table.contracts if any(id == one for one, _ in tally.contracts))
    rows: list[list[Any]] = []
    for id in contracts:
        outcomes = [tally.contracts[id, outcome] for outcome in ("won", "lost", "drawn", "")]
        rows.append([told.named("bid", id), f"{tally.bids[id]:,}", f"{sum(outcomes):,}", _share(sum(outcomes), tally.hands),
                     *(_share(n, sum(outcomes)) for n in outcomes[:3])])  # fmt: skip
    yield from _table(["contract", "bid", "played", "of hands", "won", "lost", "drawn"], rows)
    ways = ("won", "lost", "announced and won", "announced and lost")
    feats = dict.fromkeys(id for id, _ in sorted(tally.feats))
    yield from _table(
        ["feat", *ways], [[told.named("feat", id), *(f"{tally.feats[id, way]:,}" for way in ways)] for id in feats]
    )
    yield from _table(
        ["declaration", "times", "in 100 hands"],
        [
            [told.named("declaration", id), f"{n:,}", f"{100 * n / tally.hands:.2f}"]
            for id, n in tally.declarations.most_common()
        ],
    )
    heads = ["least", "quarter", "half", "three quarters", "greatest", "mean", "deviation"]
    tables: tuple[tuple[str, dict[str, dict[Points, int]]], ...] = (
        ("card points", by_whom(tally.points)),
        ("payments", {f"player {seat + 1}": found for seat, found in sorted(by_whom(tally.payments).items())}),
        ("taken from pots", {told.pot(id): found for id, found in by_whom(tally.pots).items()}),
        ("hands in a rubber", {"": dict(tally.lengths)} if tally.lengths else {}),
        ("a rubber brings", {f"player {n + 1}": found for n, found in sorted(by_whom(tally.standings).items())}),
    )
    for what, amounts in tables:
        rows = []
        for whose, found in sorted(amounts.items()):
            s = spread(found)
            rows.append(
                [
                    whose,
                    s.least,
                    s.lower,
                    s.median,
                    s.upper,
                    s.greatest,
                    f"{float(s.mean):.2f}",
                    f"{s.deviation:.2f}",
                ]
            )
        yield from _table([what, *heads], rows)
    if tally.broken_off:
        yield f"Broken off, as they came to no end: {tally.broken_off:,}"
    yield ""
    of_rubbers = "; where a rubber is meant, from the one after its first dealer" if tally.lengths else ""
    yield f"Players are counted from the one after the dealer, who is the last{of_rubbers}."
    if tally.unpaid:
        yield f"Counted but not paid: {tally.unpaid:,}"
    seats = range(told.plan.players)
    first = [[f"player {n + 1}", _share(tally.wins.get(n, 0), tally.played)] for n in seats if tally.played]
    yield from _table(["comes out first", "of hands played"], first)


def _table(heads: list[str], rows: list[list[Any]]) -> Iterator[str]:
    """A table after an empty line; nothing where it has no rows."""
    if rows:
        yield ""
        yield from columns([heads, *rows], widest=60)


def _share(n: int | Fraction, of: int) -> str:
    return f"{float(100 * n / of):.1f}%" if of else ""
