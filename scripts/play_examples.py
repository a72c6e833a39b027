"""Find hands that come to exactly what the sources' worked examples say, and keep them as transcripts for the tests.

    .venv/bin/python scripts/play_examples.py [--only 7.1] [--tries 20000] [--seed 1]

Each example is sought by itself: cards are dealt so that its hand can come about, the bidding and the exchange are steered
towards it, the cards are played at random, until card points, feats and declarations are those of the example. What a hand
pays is not looked at, so that the tests can compare it. An example of more cards than a hand has is of cards won: its tricks
are made from the last back to the first. Writes tests/data/examples.json, or what in it is of the games named; the same seed
finds the same hands. Exit status 1 where an example was not found; then the nearest hand's differences are printed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tarotref
from tarotref import catalogue_number
from tarotref.cards.card import Card
from tarotref.cards.holdings import Groups, Holding
from tarotref.model.record import Example
from tarotref.model.rules import entries
from tarotref.model.types import told
from tarotref.play import Action, State, Table, Unplayable, table
from tarotref.play.compiled import Plan, places
from tarotref.play.deal import start
from tarotref.play.table import DONE, PASSED
from tarotref.play.tricks import Trick, best, playable
from tests.examples import HANDS, Place, alone, cards_of, differences, examples, kept

STEPS, UNDONE = 300, 4
"""Steps in making a hand from its tricks, and how many tricks are taken back where none goes before them."""


@dataclass(frozen=True)
class Aim:
    """What is wished of one player in a hand, that it may be the example's."""

    seat: int
    bid: str | None = None
    has: int = 0
    """Cards that he is to hold in play, as bits: dealt, or asked for; not given away or discarded."""
    asks: int = 0
    """Those among them that are dealt to others."""
    declares: frozenset[str] = frozenset()
    """What he declares. His other cards are then numerals, which hardly ever add to a declaration."""
    keeps: int = 0
    """Cards that are not played while there are others."""
    over: frozenset[str] = frozenset()
    """The bids of others over which alone his can be made."""


def aim(plan: Plan, example: Example, rng: random.Random) -> Aim:
    """What to aim at for an example: its hand, cards for its declarations, or the highest cards for every trick."""
    seat = rng.randrange(plan.players)
    contracts = dict(entries(plan.ruleset.rules.bids))
    if example.hand:
        declares = frozenset(one.id for one in alone(plan, example))
        return Aim(seat, next(iter(contracts), None), cards_of(plan, example), declares=declares)
    if example.points == (plan.figures.totals[plan.players],):
        # All card points can be had by him alone who discards.
        seat = plan.dealer if told(plan.ruleset.rules.discard, "by") == ("dealer",) else seat
        has = plan.bits(list(places(plan.named(["trumps", "kings"])))[-plan.deal.hand :])
        asked = max(told(told(contracts[example.bid or ""], "asks"), "cards") or (0,))
        asks = plan.bits(rng.sample(list(places(has)), asked))
        return Aim(seat, example.bid, has, asks)
    has = 0
    for id in rng.sample(example.declared or (), len(example.declared or ())):
        has |= some(plan.declarations[id].holding, plan.groups, has, rng)
    keeps = plan.named(
        card for id in example.feats or () for card in told(dict(entries(plan.ruleset.rules.feats))[id], "cards") or ()
    )
    over = frozenset(told(contracts.get(example.bid or ""), "over") or steps(plan, example))
    return Aim(seat, example.bid, has, declares=frozenset(example.declared or ()), keeps=keeps, over=over)


def steps(plan: Plan, example: Example) -> Iterator[str]:
    """The bids that others make below an example's, where none may be skipped."""
    contracts = dict(entries(plan.ruleset.rules.bids))
    if told(plan.ruleset.rules.bidding, "jump") is False and example.bid in contracts:
        for id in takewhile(lambda id: id != example.bid, contracts):
            if not told(contracts[id], "jump"):
                yield id


def some(holding: Holding, groups: Groups, has: int, rng: random.Random) -> int:
    """Cards that make the least of a holding, as bits, beside some that there are already."""
    if family := holding.each or holding.same:
        groups = rng.choice(groups.cells(family))
    if holding.form in ("all", "any", "chain"):
        for part in holding.parts if holding.form == "all" else holding.parts[:1]:
            has |= some(part, groups, has, rng)
        return has
    cards = Plan.bits(groups.find(holding.names))  # type: ignore[arg-type]
    need = cards.bit_count() if holding.form == "card" else holding.exactly or holding.at_least or 0
    return has | Plan.bits(rng.sample(list(places(cards & ~has)), max(0, need - (cards & has).bit_count())))


def deal(ready: Table, goal: Aim, rng: random.Random) -> State:
    """Deal at random, but for the cards that the player aimed at is to have or to lack."""
    plan = ready.plan
    mine = goal.has & ~goal.asks
    order = list(places(plan.whole & ~goal.has))
    rng.shuffle(order)
    numerals = plan.named(["numerals"]) if goal.declares else 0
    order.sort(key=lambda n: not numerals >> n & 1)
    size = (plan.deal.each or 0) + plan.deal.takers.get(goal.seat, 0) - mine.bit_count()
    mine |= plan.bits(order[:size])
    rest = [*places(goal.asks), *order[size:]]
    rng.shuffle(rest)
    hands: list[tuple[Card, ...]] = []
    for seat in range(plan.players):
        size = (plan.deal.each or 0) + plan.deal.takers.get(seat, 0)
        hands.append(plan.list(mine) if seat == goal.seat else tuple(plan.cards[n] for n in rest[:size]))
        rest = rest if seat == goal.seat else rest[size:]
    return start(ready, hands=hands)


def act(state: State, goal: Aim, rng: random.Random) -> Action:
    """What is done next: what is wished, or else as little as may be; any card that is not to be kept."""
    legal, place = state.legal(), state.table.place
    mine = state.player == goal.seat

    def in_(cards: int, action: Action) -> bool:
        return action.what in place and bool(cards >> place[action.what] & 1)

    wished = [
        action
        for action in legal
        if mine
        and (
            (action.kind in ("bid", "contract") and action.what == goal.bid)
            or (action.kind == "declare" and action.what in goal.declares)
            or (action.kind == "ask" and in_(goal.asks, action))
        )
    ]
    wished = wished or [action for action in legal if not mine and action.kind == "bid" and action.what in goal.over]
    quiet = [action for action in legal if action in (PASSED, DONE)]
    kept = goal.keeps if state.phase == "play" else goal.has if mine else 0
    loose = [action for action in legal if not in_(kept, action)]
    return rng.choice(wished or quiet or loose or legal)


def played(ready: Table, example: Example, rng: random.Random) -> State:
    """A hand that may be the example's."""
    goal = aim(ready.plan, example, rng)
    state = deal(ready, goal, rng)
    while not state.over:
        state = state.do(act(state, goal, rng))
    return state


# -- hands made from the tricks


def backwards(ready: Table, example: Example, rng: random.Random) -> State | None:
    """A hand of partners in which one side wins the cards of an example and numerals besides; None where this try to make
    one gets stuck. The dealer alone discards, and the player after him leads."""
    plan = ready.plan
    extra = plan.deal.takers.get(plan.dealer, 0)
    numerals, piles = plan.named(["numerals"]), [0, 0]
    side = rng.randrange(2)
    cards = cards_of(plan, example)
    spare = list(places(numerals & ~cards))
    rng.shuffle(spare)
    size = cards.bit_count() - extra * (side == plan.dealer % 2)
    number = -size % plan.players + plan.players * rng.randrange(len(spare) // plan.players + 1)
    piles[side] = cards | plan.bits(spare[:number])
    piles[1 - side] = plan.whole & ~piles[side]
    low = list(places(piles[plan.dealer % 2] & ~plan.named(["trumps", "fool", "kings"])))
    if len(low) < extra:
        return None
    laid = plan.bits(rng.sample(low, extra))
    piles[plan.dealer % 2] &= ~laid
    hands, tricks = [0] * plan.players, list[Trick]()
    for _ in range(STEPS):
        if not any(piles):
            break
        found = trick_before(plan, hands, piles, tricks[-1].leader if tricks else None, rng)
        for one in [found] if found else tricks[-UNDONE:]:
            piles[one.winner % 2] ^= plan.bits(one.cards)
            for n, card in enumerate(one.cards):
                hands[one.seat(n, plan.circle)] ^= 1 << card
        tricks = [*tricks, found] if found else tricks[:-UNDONE]
    else:
        return None
    hands[plan.dealer] |= laid
    state = start(ready, hands=map(plan.list, hands))
    while state.phase == "throw-in":  # the deal is kept on
        state = state.do(DONE)
    for card in places(laid):
        state = state.do(f"discard {plan.cards[card]}")
    for card in [card for one in reversed(tricks) for card in one.cards]:
        while state.phase != "play":
            state = state.do(DONE)
        state = state.do(f"play {plan.cards[card]}")
    return state


def trick_before(
    plan: Plan, hands: list[int], piles: list[int], winner: int | None, rng: random.Random
) -> Trick | None:
    """A trick of cards of one pile, played just before these hands, that is won by who leads to the next; None where none is
    found. Its leader has to win the one before, so that his side must have cards left; the first of all is led by the first
    player."""
    left = sum(pile.bit_count() for pile in piles)
    for _ in range(100):
        side = rng.randrange(2) if winner is None else winner % 2
        found = Trick(0 if left == plan.players else rng.randrange(plan.players))
        for n in range(plan.players):
            seat = found.seat(n, plan.circle)
            pile = piles[side] & ~plan.bits(found.cards) & ~(plan.fool if seat % 2 != side else 0)
            may = [card for card in places(pile) if playable(plan, hands[seat] | 1 << card, found) >> card & 1]
            if not may:
                break
            found = found._replace(cards=(*found.cards, rng.choice(may)))
        else:
            taker = found.seat(best(plan, found), plan.circle)
            rest = piles[found.leader % 2] & ~plan.bits(found.cards)
            if (taker == winner or (winner is None and taker % 2 == side)) and (rest or left == plan.players):
                return found._replace(winner=taker)
    return None


def transcripts(seed: int, tries: int, only: tuple[str, ...]) -> Iterator[tuple[Place, dict[str, Any] | str]]:
    """Yield for each example the transcript of a hand that is it, or why there is none."""
    for place, ruleset, example in examples(tarotref.load()):
        if only and place.game not in only:
            continue
        try:
            ready = table(ruleset.id)
        except Unplayable as error:
            yield place, str(error)
            continue
        make = backwards if cards_of(ready.plan, example).bit_count() > ready.plan.deal.hand else played
        nearest = ["everything"]
        for n in range(tries):
            state = make(ready, example, random.Random(f"{seed}:{place}:{n}"))
            if state is None or (result := state.result()).void:
                continue
            found = list(differences(state, result, example))
            if not found:
                yield place, state.transcript()
                break
            nearest = min(found, nearest, key=len)
        else:
            yield place, f"not found in {tries} tries; the nearest hand differs in {'; '.join(nearest)}"


def written(found: Mapping[Place, dict[str, Any]]) -> str:
    """Transcripts as JSON by the places of the examples, each on a line of its own, in the order of the catalogue."""
    order = sorted(found, key=lambda place: (catalogue_number.place(place.game), place.number))
    lines = (f'"{place}":{json.dumps(found[place], separators=(",", ":"))}' for place in order)
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    """Seek, write, and tell what was not found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", nargs="*", default=(), help="games; the hands of others stay")
    parser.add_argument("--tries", type=int, default=20_000, help="hands tried for each example")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    only = tuple(options.only)
    found = {place: hand for place, hand in (kept() if only else {}).items() if place.game not in only}
    lacking = 0
    for place, transcript in transcripts(options.seed, options.tries, only):
        if isinstance(transcript, str):
            lacking += 1
            print(f"{place}: {transcript}", flush=True)
        else:
            print(f"{place}: found", flush=True)
            found[place] = transcript
    HANDS.write_text(written(found), encoding="utf-8")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
