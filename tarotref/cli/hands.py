"""Hands in a terminal: `tarotref deal`, `tarotref play`, `tarotref simulate`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from tarotref.cli import play
from tarotref.cli.arguments import whole
from tarotref.cli.columns import show
from tarotref.cli.simulate import run_simulate
from tarotref.cli.telling import Told, counted


def add(command: Callable[[str, Callable[[argparse.Namespace], int | None], str], argparse.ArgumentParser]) -> None:
    """Add the commands to a parser."""
    one = command("deal", run_deal, "Deal a hand of a ruleset: `deal 8.13 --seed 3`.")
    _common(one)
    one.add_argument("--json", action="store_true", help="as JSON, which `tarotref.play.replay` takes")

    _common(play.add(command), named=False)

    one = command("simulate", run_simulate, "Play many hands of a ruleset and say what they come to.")
    _common(one)
    one.add_argument("--hands", type=whole(1), help="how many (default: 1000)")
    one.add_argument(
        "--rubbers", type=whole(1), metavar="N",
        help="play so many rubbers, with their pots, each to the end that the rules name, or of so many --hands",
    )  # fmt: skip
    one.add_argument("--workers", type=whole(1), default=1, help="processes that play; the result is the same")
    one.add_argument("--player", choices=("random", "simple"), default="simple", help="who plays (default: simple)")
    one.add_argument("--csv", type=Path, metavar="FILE", help="write all that was counted to a file")


def _common(one: argparse.ArgumentParser, named: bool = True) -> None:
    if named:
        one.add_argument("id")
    one.add_argument("--players", type=whole(1), help="how many play (default: the least number)")
    one.add_argument(
        "--seed",
        type=_seed,
        help="what the cards depend on (default: chance); `3:17` is hand 17 of a simulation with seed 3",
    )


def _seed(text: str) -> int | str:
    """A whole number, or any other text."""
    return int(text) if text.isdecimal() else text


def run_deal(args: argparse.Namespace) -> None:
    told = Told.of(args)
    state = told.start()
    if args.json:
        print(json.dumps(state.transcript(), ensure_ascii=False, indent=1))
        return
    print(told.head())
    for seat, hand in enumerate(state.setting.dealt):
        dealer = ", the dealer" if seat == told.plan.dealer else ""
        print(f"\n{told.player(seat)}{dealer}: {counted(hand.bit_count())}")
        show(told.by_suit(hand))
        for n, stack in enumerate(state.setting.stacks[seat] if state.setting.stacks else (), 1):
            print(f"  stack {n}, from the top: {', '.join(str(told.plan.cards[card]) for card in stack)}")
    stock = told.plan.bits(state.setting.stock)
    for name, cards in (("talon", state.setting.talon), ("stock", stock), ("out of play", state.setting.dead)):
        if cards:
            print(f"\n{name}: {counted(cards.bit_count())}")
            show(told.by_suit(cards))
