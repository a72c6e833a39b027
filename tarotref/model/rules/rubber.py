"""How hands are added up."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from tarotref.model.marks import Before
from tarotref.model.rules.conditions import Bounds
from tarotref.model.rules.values import Span, titled
from tarotref.model.types import ByPlayers, Facts, Known, Number, Term, Text, Whole


class RubberBonus(Facts):
    """What is paid for a rubber beyond the rest: `{loser: {below: 50}, times: 2}`; of several the last that applies."""

    difference: Bounds | None = None
    """By how much it has to be won: `{at_least: 36}`."""
    loser: Bounds | None = None
    """The total that the loser has to have: `{at_most: 0}`."""
    times: Number | None = None
    """By what the whole payment is multiplied."""
    add: Number | Literal["base"] | None = None
    """What is added: a figure, or the base once more."""


def _bonuses(value: Any) -> Any:
    return (value,) if isinstance(value, dict) else value


class Tally(Facts):
    """How hands are added up into a rubber."""

    unit: Known[Text] = titled("A rubber is called")
    """What the players call a rubber: `partita`."""
    keeps: Known[Annotated[str, Term("tally-keeps")]] = titled("Kept")
    """What is carried from hand to hand."""
    first_to: Known[Number] = titled("Played to")
    """The total at which the rubber ends."""
    first: Known[Number] = titled("First to score")
    """What the side gets that is the first to score in it: `20`."""
    hands: Known[ByPlayers[Whole]] = titled("Hands in a rubber")
    """Hands in a rubber, where their number ends it."""
    base: Known[Number] = titled("A rubber pays")
    """What a rubber pays in any case."""
    each: Known[Number] = titled("Paid a step")
    """What it pays for each step of the difference between the totals."""
    step: Known[Number] = titled("Step of the difference")
    """Points in a step: `36`."""
    round: Known[Annotated[str, Term("rounding")]] = titled("Steps rounded")
    """How part of a step is taken."""
    bands: Known[dict[Span, Number]] = titled("Paid by the loser's total")
    """What it pays by the total of the loser, part of a point left away: `{60..: 1, 30..59: 2}`."""
    bonus: Known[Annotated[tuple[RubberBonus, ...], Before(_bonuses)]] = titled("Bonus")
    """What is paid beyond that, and when: `[{loser: {at_most: 0}, add: 1}]`."""
    settle: Known[Annotated[str, Term("settle")]] = titled("Rubber paid by")
    """Who pays for a rubber, or is paid."""
    partners: Known[Annotated[str, Term("tally-partners")]] = titled("Partners")
    """Whether partners stay together for the next rubber."""
    text: Known[Text] = titled("Rubber, also")
    """What else there is to the rubber."""
