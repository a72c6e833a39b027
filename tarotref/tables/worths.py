"""What declarations, feats and bids pay, as numbers: one step a row."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref.cards.holdings import Worth
from tarotref.computed.standing import basis
from tarotref.model.rules import Announced, Rules, entries, worth_of
from tarotref.model.types import Absence, given
from tarotref.tables.catalogue import GAME, PROVENANCE, RULESET, SET_BY, STATE
from tarotref.tables.spec import Column, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


class Step(NamedTuple):
    """One step of an amount: from which size on, what it pays, and what each card or trick beyond adds."""

    unit: str | None = None
    size: int | None = None
    points: Any = None
    each: Any = None
    times: Any = None
    card_values: bool = False
    state: str = "present"


@table(
    "worths",
    "What each declaration, feat and bid pays, as numbers, one step a row: `10 for three, 20 for four` is two rows.",
    "game ruleset thing of amount n",
    GAME,
    RULESET,
    Column("thing", "What pays: `declaration`, `feat` or `bid`."),
    Column("of", "Its id, as in `declarations`, `feats` or `bids`."),
    Column(
        "amount",
        "Which of its amounts: worth; won, lost, announced_won, announced_lost; base, lost, each, times, times_lost.",
    ),
    Column("n", "The step, from 1.", "integer"),
    Column("unit", "The unit in which it pays, where the ruleset has several; else null."),
    Column(
        "size",
        "The number of cards, or the trick, from which on the step holds; null where there is only one step.",
        "integer",
    ),
    Column(
        "points", "What the step pays; minus: the player pays it. Of `times` and `times_lost`, the factor.", "number"
    ),
    Column("each", "What each card beyond the last step adds; null where nothing.", "number"),
    Column("times", "By what each card beyond multiplies; null where by nothing.", "number"),
    Column("card_values", "Whether it pays the card points of its cards instead of a figure.", "boolean"),
    STATE,
    PROVENANCE,
    SET_BY,
)
def _worths(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for r in computed.corpus.rulesets.values():
        for thing, section, of, amount, value in _amounts(r.rules):
            for n, step in enumerate(steps(value), 1):
                field = amount.split("_") if thing == "feat" else [amount]
                origin = r.origin_at(section, of, *field) or r.origin_at(section, of)
                yield r.game, r.key, thing, of, amount, n, *step, basis(origin, r), origin.layer if origin else None


def steps(value: Any, unit: str | None = None) -> Iterator[Step]:
    """Yield an amount step by step; nothing where nobody has looked."""
    if value is None:
        return
    if isinstance(value, Absence):
        yield Step(unit, state=value.value)
    elif isinstance(value, int | Fraction):
        yield Step(unit, points=value)
    elif isinstance(value, dict):
        for size, points in value.items():
            yield Step(unit, int(size), points)
    elif isinstance(value, tuple):
        for n, points in enumerate(value, 1):
            yield Step(unit, n if len(value) > 1 else None, points)
    elif isinstance(value, Worth):
        yield from _of_worth(value, unit)


def _of_worth(worth: Worth, unit: str | None) -> Iterator[Step]:
    if worth.absent:
        yield Step(unit, state=worth.absent)
    for name, inner in worth.units:
        yield from _of_worth(inner, name)
    if worth.sum:
        yield Step(unit, card_values=True)
    for n, (size, points) in enumerate(worth.steps, 1):
        last = n == len(worth.steps)
        each = worth.each if last and worth.each else None
        times = worth.times if last and worth.times != 1 else None
        yield Step(unit, None if worth.flat is not None else size, points, each, times)


def _amounts(rules: Rules) -> Iterator[tuple[str, str, str, str, Any]]:
    """Yield (thing, section, id, amount, value) for all that pays."""
    for id, declaration in entries(rules.declarations):
        yield "declaration", "declarations", id, "worth", worth_of(rules, declaration)
    for id, feat in entries(rules.feats):
        yield "feat", "feats", id, "won", feat.won
        yield "feat", "feats", id, "lost", feat.lost
        announced = given(feat.announced)
        if isinstance(announced, Announced):
            yield "feat", "feats", id, "announced_won", announced.won
            yield "feat", "feats", id, "announced_lost", announced.lost
    for id, bid in entries(rules.bids):
        for amount in ("base", "lost", "each", "times", "times_lost"):
            yield "bid", "bids", id, amount, getattr(bid, amount)
