"""`tarotref play`: a hand in a terminal against simple players, dealt or read from a file."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tarotref.cli.arguments import whole
from tarotref.cli.columns import room
from tarotref.notation import folded
from tarotref.words.phrases import first_up, listed

if TYPE_CHECKING:
    from tarotref.cli.seat import Seat
    from tarotref.cli.telling import Told

HELP = "Type a card (K♠, ks, K of swords, XXI, fool), a word or its number; ? says more, q ends."
MORE = "? says what you may do and what it means, ? CARD why not. h is a hint, u takes your last act back, s FILE saves the hand."
CLEAR = "\033[2J\033[H"


def add(command: Callable[..., argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command to a parser."""
    one = command("play", run_play, "Play a hand of a ruleset against simple players: `play 8.13`.")
    one.add_argument("id", nargs="?", help="the ruleset; not with --replay")
    one.add_argument("--seat", type=whole(1), default=1, help="where you sit, counted from the player after the dealer")
    one.add_argument(
        "--replay", type=Path, metavar="FILE", help="play on a hand that was saved, here or at the table of the site"
    )
    one.add_argument(
        "--to", type=whole(0), metavar="N", help="with --replay: play on after so many of its acts (default: all)"
    )
    length = one.add_mutually_exclusive_group()
    length.add_argument(
        "--hands", type=whole(1), default=1, help="how many hands are played, the deal going round (default: 1)"
    )
    length.add_argument("--rubber", action="store_true", help="play until the rules end the rubber")
    return one


def run_play(args: argparse.Namespace) -> None:
    from tarotref.play.rubber import MOST_HANDS, endless

    here = _seat(args)
    told, last = here.told, MOST_HANDS if args.rubber else args.hands
    if args.rubber and (why := endless(told.plan)):
        raise ValueError(f"--rubber: {told.ruleset.id}: {why}; expected --hands")
    print(f"{told.head()}. You are player {here.at + 1}.\n{HELP}")
    for line in (*told.how_far(), *told.assumed()):
        print(line)
    more = True
    while more:
        deals = f"{told.player(told.plan.dealer)} {told.deals()}"
        print(f"\nHand {here.hands}: {deals}" if last > 1 else f"\n{first_up(deals)}")
        if partners := [told.player(seat) for seat in here.state.view(here.me)["partners"]]:
            print(f"You play with {listed(partners)}.")
        if not _played(here):
            print("\nThe hand is left.")
            return
        print()
        for line in told.result(here.state):
            print(line)
        more = here.hands < last
        rubber = here.rubber.add(here.state.result(), more)
        if last > 1:
            for line in told.standing(rubber, here.at, here.hands):
                print(line)
        more = more and not (args.rubber and rubber.over)
        if more:
            here.next_hand()


def _seat(args: argparse.Namespace) -> Seat:
    """The place of the person, at a table where the cards have been dealt."""
    from tarotref.cli.seat import Seat
    from tarotref.cli.sitting import NoSeat, read_hand

    if args.replay:
        text = args.replay.read_text(encoding="utf-8")
        here = Seat.saved(text, args.to)
        seed, acts = read_hand(text)["seed"], len(here.states) - 1
        print(f"{args.replay}: {acts} acts of a hand with seed {seed}.")
        return here
    if not args.id:
        raise ValueError("play: found no ruleset; expected one, as in `tarotref play 8.13`, or --replay FILE")
    try:
        return Seat(args.id, args.players, args.seed, args.seat - 1)
    except NoSeat as error:
        raise ValueError(f"--seat: found {args.seat}; expected a number from 1 to {error.players}") from None


def _played(here: Seat) -> bool:
    """A hand played by a person; whether it came to its end."""
    shown = 0
    while True:
        if sys.stdout.isatty() and shown and not here.state.over:
            print(CLEAR, end="")
        for before, after in zip(here.states[shown : here.now], here.states[shown + 1 : here.now + 1], strict=True):
            for line in here.told.seen(before, after.actions[-1], after):
                print(line)
        shown = here.now
        if here.state.over:
            return True
        print()
        for line in here.told.turn(here.state):
            print(line)
        if not _asked(here):
            return False
        shown = min(shown, here.now)


def _asked(here: Seat) -> bool:
    """Ask the person what to do until it is done; no where he leaves the hand."""
    while True:
        try:
            text = input(f"{here.state.phase}> ").strip()
        except EOFError:
            return False
        except KeyboardInterrupt:
            print()
            raise
        word, _, rest = text.partition(" ")
        if folded(text) in ("q", "quit", "exit"):
            return False
        if folded(text) in ("u", "undo"):
            here.undo()
            return True
        if not text:
            continue
        if said := _beside(here, folded(word), rest.strip(), text):
            print("\n".join(said))
        elif why := here.do(text):
            print(f"  {_because(why)}")
        else:
            return True


def _beside(here: Seat, word: str, rest: str, text: str) -> list[str]:
    """What is told or done beside the game: help, why not, a hint, saving; nothing where it is an act."""
    if text.startswith("?"):
        asked = text[1:].strip()
        return [f"  {_because(here.why_not(asked)) or 'You may.'}"] if asked else list(_help(here.told, here))
    if word in ("h", "hint") and not rest:
        told = here.advice()
        return [f"  {told['do']}: {told['why']}"]
    if word in ("s", "save"):
        file = Path(rest or f"tarot-{here.told.ruleset.game}-{str(here.seed).replace(':', '-')}.json")
        file.write_text(here.save(), encoding="utf-8")
        return [f"  Saved. `tarotref play --replay {file}` plays it on."]
    return []


def _because(why: str) -> str:
    """Why something is not allowed, as one says it at a table, and where the page of the game tells the rule."""
    from tarotref.cli.sight import refused

    told = refused(why)
    return f"{told['say']} The rule: {told['rule'].replace('-', ' ').capitalize()}." if told["rule"] else told["say"]


def _help(told: Told, here: Seat) -> Iterator[str]:
    from tarotref.cli.meanings import meaning

    legal = here.state.legal()
    yield HELP
    yield MORE
    yield f"You may: {', '.join(map(str, legal))}"
    for action in legal:
        if means := meaning(told, action):
            yield from textwrap.wrap(f"  {action}: {means}", room(), subsequent_indent="    ")
