"""The worked examples of the sources as hands played: which have to come out, when a hand is one, and what it has to pay."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from tarotref.cards.holdings import Declared, least
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.declarations import declared
from tarotref.computed.examples import example_faults
from tarotref.corpus.records import Ruleset
from tarotref.model.record import Example
from tarotref.model.types import told
from tarotref.play import Made, Result, State
from tarotref.play.plan import Plan


class Place(NamedTuple):
    """Where an example stands: its game, the key of its ruleset, its number in the record from 0."""

    game: str
    ruleset: str
    number: int

    def __str__(self) -> str:
        return f"{self.game}/{self.ruleset} example {self.number}"


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


def alone(plan: Plan, example: Example) -> tuple[Declared, ...]:
    """What the cards of an example's hand declare by themselves."""
    return declared(plan.ruleset, plan.figures, plan.list(cards_of(plan, example))).declared


def scored(state: State, result: Result, example: Example) -> list[Made]:
    """What was scored with an example's hand: by the player who held it, or by the side that won it where no hand is so large."""
    cards = cards_of(state.plan, example)
    if cards.bit_count() > state.plan.hand:
        sides = {side for side, pile in result.of_side.items() if not cards & ~pile.cards}
        return [made for made in result.declared if made.won and result.sides[made.seat] in sides]
    seats = {seat for seat, hand in enumerate(state.setting.dealt) if not cards & ~hand}
    return [made for made in result.declared if not made.won and made.seat in seats]


def differences(state: State, result: Result, example: Example) -> Iterator[str]:
    """Yield in what a hand is not the example's: contract, card points, bouts, feats, declarations; not in what it pays."""
    plan = state.plan
    if example.hand:
        wanted = sorted((one.id, one.size) for one in alone(plan, example))
        made = sorted((one.declaration, one.size) for one in scored(state, result, example))
        yield from _differ("declared", made, wanted)
        return
    yield from _differ("bid", state.setting.contract, example.bid)
    if example.points:
        points = (result.points[0],) if example.bid else tuple(result.points.values())
        yield from _differ("points", points, example.points)
    if told(state.bid, "partner") and state.setting.partner is None:
        yield "partner: the declarer plays alone"
    if example.bouts is not None:
        bouts = plan.named([told(plan.rules.win, "by") or ""])
        yield from _differ("bouts", (result.of_side[0].cards & bouts).bit_count(), example.bouts)
    side = _side(result, example)
    feats = [
        (one.feat, f"{'announced-' * one.announced}{'won' if one.won == (result.sides[one.seat] == side) else 'lost'}")
        for one in result.feats
    ]
    yield from _differ("feats", sorted(feats), sorted((example.feats or {}).items()))
    made = sorted((one.declaration, one.size) for one in result.declared)
    wanted = sorted((id, least(plan.declarations[id].holding, plan.groups)) for id in example.declared or ())
    yield from _differ("declared", made, wanted)


def _differ(field: str, found: object, wanted: object) -> Iterator[str]:
    if found != wanted:
        yield f"{field}: found {found}; expected {wanted}"


def _side(result: Result, example: Example) -> int:
    """The side of which an example tells: the declarer's, or that of the player who declares."""
    return result.sides[result.declared[0].seat] if result.declared and not example.bid else 0


def underpaid(state: State, result: Result, example: Example) -> Iterator[str]:
    """Yield in what a hand that is an example's does not pay, or score, what the source says."""
    if example.hand:
        yield from _differ("scores", sum(made.worth or 0 for made in scored(state, result, example)), example.scores)
        return
    # An example without card points tells of feats and declarations alone.
    transfers = [one for one in result.transfers or () if example.points or one.by[0][0] in ("feats", "declarations")]
    found = [sum(map(Fraction, column)) for column in zip(*(one.pays for one in transfers), strict=True)]
    if len(example.points or ()) > 1:
        yield from _differ("pays", tuple(found), example.pays)
        return
    assert example.pays
    side, (pays,) = _side(result, example), example.pays
    theirs = [amount for amount, one in zip(found, result.sides, strict=True) if one != side]
    yield from _differ("pays", theirs, [-pays] * len(theirs))
    yield from _differ("receives", sum(found) - sum(theirs), pays * len(theirs))
