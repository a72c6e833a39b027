"""Find for each game that runs a hand that shows what is peculiar to it, and write it to corpus/hands.yaml.

Usage: python scripts/find_hands.py [GAME ...] [--hands 400] [--players NAME] [--check]

Plays hands of the main ruleset with the seeds 1, 2, 3 ... and keeps the one in which most happens that seldom happens there:
a declaration, a feat, a contract, a case, a Fool that is lost, a close result. Without games, those are sought whose
hand is missing or was chosen by other facts; hands that an author has `fixed` stay as they are. With `--check` nothing is
written: hands are named that are missing, stale or cannot be played any more, and the status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tarotref import catalogue_number
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import entries, fact
from tarotref.model.shared import PlayedHand
from tarotref.model.types import told
from tarotref.play import kept
from tarotref.play.compiled import plan_of
from tarotref.play.deal import start
from tarotref.play.gaps import openness
from tarotref.play.players import PLAYERS
from tarotref.play.settle.reckoning import Result
from tarotref.play.state import State
from tarotref.play.table import Table

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "corpus" / "hands.yaml"
HEAD = """\
# A hand of each game, which its page shows played out: found by scripts/find_hands.py, or `fixed: yes` by an author.
# game -> players, the seed of the deal, who played it, what it shows, a digest of the facts, and all that was done.
"""
MOST_SHOWN = 3
"""Things that a page says a hand shows."""
DULL = 1.0
"""Bits of surprise below which a thing that happens is not worth a word: what happens in every second hand."""


class Hand(NamedTuple):
    """A hand that was played, and what happened in it, as paths of the rules."""

    seed: int
    state: State
    result: Result
    shows: frozenset[str]
    more: frozenset[str]
    """What else is worth seeing, whether or not it is paid."""


WIDTH = 120
"""No line of the file is longer."""


def main(argv: list[str] | None = None) -> int:
    """Find hands, or say which are not right."""
    top = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    top.add_argument(
        "games", nargs="*", metavar="GAME", help="games by number (default: all whose hand is missing or stale)"
    )
    top.add_argument("--hands", type=int, default=400, help="hands played of each game (default: 400)")
    top.add_argument("--players", choices=[*PLAYERS], default="simple", help="who plays them (default: simple)")
    top.add_argument(
        "--check", action="store_true", help="write nothing; say which hands are missing, stale or impossible"
    )
    top.add_argument(
        "--keep",
        action="store_true",
        help="keep a hand that the facts as they are now allow, and that shows what it showed",
    )
    args = top.parse_args(argv)
    computed = ComputedCorpus(read(ROOT))
    hands: dict[str, PlayedHand] = dict(computed.corpus.shared["hands"])
    runs = running(computed)
    if args.check:
        found = [f"{game}: {what}" for game in runs if (what := fault(computed, game, hands.get(game)))]
        found += [f"{game}: the game does not run" for game in hands if game not in runs]
        print("\n".join(found) or "all hands are right")
        return int(bool(found))
    games = [catalogue_number.bare(game) for game in args.games]
    if unknown := [game for game in games if game not in runs]:
        top.error(f"no game that runs has the number {unknown[0]}")
    for line in renew(computed, games, args.hands, args.players, args.keep):
        print(line, flush=True)
    return 0


def renew(
    computed: ComputedCorpus,
    games: Collection[str] = (),
    number: int = 400,
    players: str = "simple",
    keep: bool = False,
) -> Iterator[str]:
    """Write the file with new hands of some games, or of those whose hand is missing or stale; say which as they are found."""
    hands: dict[str, PlayedHand] = dict(computed.corpus.shared["hands"])
    runs = running(computed)
    for game in runs:
        old = hands.get(game)
        why = fault(computed, game, old)
        if (old is not None and old.fixed) or (game not in games if games else why is None):
            continue
        if keep and old is not None and (kept_hand := still(computed, game, old)):
            hands[game] = kept_hand
            continue
        found_hand = best(computed, computed.corpus.rulesets[f"{game}/main"], number, players)
        hands.pop(game, None)
        if found_hand is None:
            yield f"{game}: none of {number} hands was played to the end"
            continue
        hands[game] = found_hand
        shown = ", ".join(found_hand.shows) or "nothing peculiar"
        yield f"{game}: the hand played out is now that of seed {found_hand.seed}, which shows {shown}" + (
            f" ({why})" if why else ""
        )
    order = [game for game in computed.corpus.games if game in hands and (game in runs or hands[game].fixed)]
    yield from (f"{game}: its hand is taken out, as the game does not run" for game in hands if game not in order)
    FILE.write_text(HEAD + "".join(entry(game, hands[game]) for game in order), encoding="utf-8")


def running(computed: ComputedCorpus) -> list[str]:
    """Return the games whose main ruleset can be dealt, played, counted and paid."""
    mains = [(game, computed.corpus.rulesets.get(f"{game}/main")) for game in computed.corpus.games]
    return [game for game, main in mains if main and openness(computed, main).status.startswith("runs")]


def fault(computed: ComputedCorpus, game: str, hand: PlayedHand | None) -> str | None:
    """Say why a hand cannot stay; None where it can."""
    ruleset = computed.corpus.rulesets[f"{game}/main"]
    if hand is None:
        return "there is no hand of it"
    if hand.facts != kept.digest(ruleset):
        return "its hand was chosen by other facts"
    try:
        state = kept.played(computed, ruleset, hand)[-1]
    except ValueError as error:
        return f"its hand cannot be played: {error}"
    missed = set(hand.shows) - {*happened(state, state.result())}
    return f"its hand does not show {', '.join(sorted(missed))}" if missed else None


def still(computed: ComputedCorpus, game: str, hand: PlayedHand) -> PlayedHand | None:
    """Return a hand as one of the facts as they are now, where these allow it and it shows what it showed."""
    ruleset = computed.corpus.rulesets[f"{game}/main"]
    try:
        state = kept.played(computed, ruleset, hand)[-1]
    except ValueError:
        return None
    return (
        hand.model_copy({"facts": kept.digest(ruleset)})
        if set(hand.shows) <= {*happened(state, state.result())}
        else None
    )


def best(computed: ComputedCorpus, ruleset: Ruleset, number: int, players: str) -> PlayedHand | None:
    """Return the hand of some that shows most; None where none is played to its end."""
    table = Table(plan_of(ruleset, computed.figures))
    worded = in_words(ruleset)
    played = [hand for seed in range(1, number + 1) if (hand := play(table, seed, players))]
    played = [hand for hand in played if hand.state.setting.contract not in worded] or played
    if not played:
        return None
    often = Counter(what for hand in played for what in hand.shows | hand.more)
    bits = {path: log2(len(played) / n) for path, n in often.items()}

    def interest(hand: Hand) -> float:
        """What is rarest counts most, the second half as much, and so on; a close result is worth two bits, a payment that
        nobody knows, or none at all, costs three."""
        found = sorted((min(bits[what], 6) for what in hand.shows | hand.more), reverse=True)
        gaps = len(hand.result.missing) + (not any(hand.result.total or ()))
        return sum(one / 2**n for n, one in enumerate(found)) + 2 * closeness(hand) - 3 * gaps

    chosen = max(played, key=lambda hand: (interest(hand), -hand.seed))
    told_of = (
        path for path in chosen.shows if fact(ruleset.rules, path.split(".")) is not None
    )  # and not in a contract alone
    happenings = sorted(told_of, key=lambda p: (-bits[p], p))
    shows = [path for path in happenings if bits[path] >= DULL] or happenings[:2]
    return PlayedHand(
        players=table.plan.players,
        seed=chosen.seed,
        by=players,  # type: ignore[arg-type]
        shows=tuple(shows[:MOST_SHOWN]),
        facts=kept.digest(ruleset),
        actions=kept.written(chosen.state.actions),
    )


def in_words(ruleset: Ruleset) -> set[str]:
    """Return the contracts that have rules of play told in words alone, which a hand played by a program does not keep."""
    customs = (told(custom, "only_if") for _, custom in entries(ruleset.rules.customs))
    return {bid for condition in customs if condition is not None for bid in condition.bid or ()}


def play(table: Table, seed: int, players: str) -> Hand | None:
    """Play a hand; None where it is thrown in or conceded before the last trick."""
    player = PLAYERS[players](random.Random(seed))
    state = start(table, seed)
    while not state.over:
        state = state.do(player(state))
    if state.setting.void or state.setting.conceded:
        return None
    result = state.result()
    return Hand(seed, state, result, frozenset(happened(state, result)), frozenset(pagat(state)))


def happened(state: State, result: Result) -> Iterator[str]:
    """Yield what came into play in a hand, as paths of the rules that tell of it."""
    setting = state.setting
    if setting.contract:
        yield f"bids.{setting.contract}"
    if state.table.case:
        yield f"cases.{state.table.case}"
    yield from (f"declarations.{made.declaration}" for made in result.declared)
    said = {one.id for one in setting.announced}
    yield from (f"feats.{done.feat}" for done in result.feats if priced(state, done.feat, done.feat in said, done.won))
    if setting.doubled:
        yield "doubling"
    fool = state.plan.fool
    owner = next((s for s, hand in enumerate(setting.dealt) if hand & fool), None)
    if (
        fool
        and owner is not None
        and result.piles.fool is not None
        and setting.side(result.piles.fool) != setting.side(owner)
    ):
        yield "fool.lost"


def pagat(state: State) -> Iterator[str]:
    """Yield what became of the lowest trump: caught by another side, or played to the last trick and winning it."""
    low, side = state.plan.named(["pagat"]), state.setting.side
    for trick in state.tricks:
        for n, card in enumerate(trick.cards):
            owner = trick.seat(n, state.plan.circle)
            if low >> card & 1 and side(owner) != side(trick.winner):
                yield "pagat caught"
            if low >> card & 1 and owner == trick.winner and trick is state.tricks[-1]:
                yield "pagat wins the last trick"


def priced(state: State, id: str, announced: bool, won: bool) -> bool:
    """Whether anything is paid for a feat that was announced, or was not, and was done, or failed."""
    feat = dict(entries(state.plan.ruleset.rules.feats))[id]
    paying = (feat, told(feat, "announced")) if announced else (feat,)
    return any(told(one, "won" if won else "lost") is not None for one in paying)


def closeness(hand: Hand) -> float:
    """How close a result was: 1 where the two sides, or the two best players, came out even, 0 where one had twice as much."""
    points = sorted(map(Fraction, hand.result.points.values()), reverse=True)
    if len(points) < 2 or points[0] <= 0:
        return 0
    if len(points) > 2 and points[0] == points[1] and told(hand.state.plan.ruleset.rules.win, "aim") == "most":
        return 0  # who share the most points are seldom provided for
    return float(max(Fraction(0), 1 - 2 * (points[0] - points[1]) / points[0]))


def entry(game: str, hand: PlayedHand) -> str:
    """Return a hand as it stands in the file."""
    lines = [f'"{game}":', f"  players: {hand.players}", f"  seed: {hand.seed}", f"  by: {hand.by}"]
    lines += [f"  shows: [{', '.join(hand.shows)}]"] if hand.shows else []
    lines += ["  fixed: yes"] if hand.fixed else []
    lines += [f'  facts: "{hand.facts}"', "  actions: >-"]
    at = "   "
    for word in hand.actions.split(", "):
        if len(f"{at}, {word},") > WIDTH:  # a comma may follow
            lines.append(at + ",")
            at = "   "
        at += f", {word}" if at.strip() else f" {word}"
    return "\n".join([*lines, at]) + "\n"


if __name__ == "__main__":
    sys.exit(main())
