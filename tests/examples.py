"""The worked examples of the sources as hands played: which have to come out, when a hand is one, and what it has to pay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from tarotref.cards.holdings import Declared, least
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.declarations import declared
from tarotref.corpus.records import Ruleset
from tarotref.model.record import Example
from tarotref.model.rules import entries
from tarotref.model.types import Absence, told
from tarotref.play import Made, Result, State
from tarotref.play.compiled import Plan
from tarotref.play.settle.deed import Done
from tarotref.play.settle.examples import example_faults

HANDS = Path(__file__).parent / "data" / "examples.json"


class Place(NamedTuple):
    """Where an example stands: its game, the key of its ruleset, its number in the record from 0."""

    game: str
    ruleset: str
    number: int

    def __str__(self) -> str:
        return f"{self.game}/{self.ruleset} {self.number}"


def kept() -> dict[Place, dict[str, Any]]:
    """The transcripts of the hands that `scripts/play_examples.py` has found, by the examples that they are."""
    found = {}
    for name, transcript in json.loads(HANDS.read_text(encoding="utf-8")).items():
        id, number = name.split()
        game, key = id.split("/")
        found[Place(game, key, int(number))] = transcript
    return found


def examples(computed: ComputedCorpus) -> Iterator[tuple[Place, Ruleset, Example]]:
    """Yield the examples that say what a hand pays or scores, and that come out by the facts."""
    for id in computed.corpus.games:
        for n, example in enumerate(computed.corpus.game(id).examples):
            if example.pays is None and (not example.hand or example.scores is None):
                continue
            ruleset = computed.ruleset(f"{id}/{example.ruleset}")
            if not list(example_faults(ruleset, computed.figures(ruleset), example)):
                yield Place(id, example.ruleset, n), ruleset, example


def cards_of(plan: Plan, example: Example) -> int:
    """The cards of an example's hand, as bits."""
    return plan.held(parse_cards(", ".join(example.hand or ()), plan.ranking))


def alone(plan: Plan, example: Example) -> list[Declared]:
    """What the cards of an example's hand declare by themselves: when it is held, or when it is won if no hand is so large."""
    cards = cards_of(plan, example)
    made = declared(plan.ruleset, plan.figures, plan.list(cards)).declared
    if cards.bit_count() <= plan.deal.hand:
        return list(made)
    known, kinds = dict(entries(plan.ruleset.rules.declarations)), dict(entries(plan.ruleset.rules.kinds))
    where = {id: told(one, "where") or told(kinds.get(told(one, "kind")), "where") for id, one in known.items()}
    return [one for one in made if where[one.id] in ("tricks", "both")]


def scored(state: State, result: Result, example: Example) -> list[Made]:
    """What was scored with an example's hand: by the player who held it, or by the side that won it where no hand is so large."""
    cards = cards_of(state.plan, example)
    if cards.bit_count() > state.plan.deal.hand:
        sides = {side for side, pile in result.of_side.items() if not cards & ~pile.cards}
        return [made for made in result.declared if made.won and result.sides[made.seat] in sides]
    seats = {seat for seat, hand in enumerate(state.setting.dealt) if not cards & ~hand}
    return [made for made in result.declared if not made.won and made.seat in seats]


def differences(state: State, result: Result, example: Example) -> Iterator[str]:
    """Yield in what a hand is not the example's: contract, card points, bouts, feats, declarations; not in what it pays."""
    if example.stage and state.setting.stage != example.stage:
        yield f"stage: found {state.setting.stage}; expected {example.stage}"
    plan = state.plan
    if example.hand:
        wanted = sorted((one.id, one.size) for one in alone(plan, example))
        made = sorted((one.declaration, one.size) for one in scored(state, result, example))
        yield from _differ("declared", made, wanted)
        return
    yield from _differ("bid", state.setting.contract, example.bid)
    if not result.points:
        yield "points: the hand was not played"
        return
    if example.points:
        points = (result.points[0],) if example.bid else tuple(result.points.values())
        yield from _differ("points", points, example.points)
    if told(state.bid, "partner") and state.setting.partner is None:
        yield "partner: the declarer plays alone"
    if example.bouts is not None:
        bouts = plan.named([told(plan.ruleset.rules.win, "by") or ""])
        yield from _differ("bouts", (result.of_side[0].cards & bouts).bit_count(), example.bouts)
    side = _side(result, example)
    feats = [
        (one.feat, f"{'announced-' * one.announced}{'won' if one.won == (result.sides[one.seat] == side) else 'lost'}")
        for one in result.feats
        if one.feat in (example.feats or {}) or _pays(plan, one)
    ]
    yield from _differ("feats", sorted(feats), sorted((example.feats or {}).items()))
    made = sorted((one.declaration, one.size) for one in result.declared)
    wanted = sorted((id, least(plan.declarations[id].holding, plan.groups)) for id in example.declared or ())
    yield from _differ("declared", made, wanted)


def _differ(field: str, found: object, wanted: object) -> Iterator[str]:
    if found != wanted:
        yield f"{field}: found {found}; expected {wanted}"


def _pays(plan: Plan, one: Done) -> bool:
    """Whether there is a payment for what was done, so that an example would name it."""
    feat = dict(entries(plan.ruleset.rules.feats))[one.feat]
    outcome = getattr(told(feat, "announced") if one.announced else feat, "won" if one.won else "lost", None)
    return outcome not in (None, Absence.NONE)


def _side(result: Result, example: Example) -> int:
    """The side of which an example tells: the declarer's, or that of the player who declares."""
    return result.sides[result.declared[0].seat] if result.declared and not example.bid else 0


def underpaid(state: State, result: Result, example: Example) -> Iterator[str]:
    """Yield in what a hand that is an example's does not pay, or score, what the source says."""
    if example.hand:
        counted = (
            told(state.plan.ruleset.rules.declaring, "counts") is not None
        )  # then what is paid beside the points is left out
        worths = (made.worth or 0 for made in scored(state, result, example) if made.counts is counted)
        yield from _differ("scores", sum(worths), example.scores)
        return
    # An example without card points tells of feats and declarations alone.
    transfers = [one for one in result.transfers or () if example.points or one.by[0][0] in ("feats", "declarations")]
    found = [sum(map(Fraction, column)) for column in zip(*(one.pays for one in transfers), strict=True)]
    if len(example.points or ()) > 1:
        # Where the source gives a figure for each side, all its players have it.
        given = example.pays or ()
        by_side = len(given) == len(set(result.sides))
        yield from _differ("pays", tuple(found), tuple(given[one] for one in result.sides) if by_side else given)
        return
    assert example.pays
    side, (pays,) = _side(result, example), example.pays
    theirs = [amount for amount, one in zip(found, result.sides, strict=True) if one != side]
    if state.plan.scoring.written:  # each writes down what is his; the example has what that comes to
        ahead = {own - other for own, one in zip(found, result.sides, strict=True) if one == side for other in theirs}
        yield from _differ("marks", ahead, {pays})
        return
    if state.plan.scoring.alone:  # each of his side marks it, and nobody else anything
        mine = [amount for amount, one in zip(found, result.sides, strict=True) if one == side]
        yield from _differ("marks", (*mine, *theirs), (*[pays] * len(mine), *[0] * len(theirs)))
        return
    yield from _differ("pays", theirs, [-pays] * len(theirs))
    yield from _differ("receives", sum(found) - sum(theirs), pays * len(theirs))
