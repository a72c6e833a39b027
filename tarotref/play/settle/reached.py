"""What a hand came to, as its payment asks for it, and whether the contract was won by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled.scoring import BySide, Win

BY_POINTS = (None, "points", "most")
"""Aims that card points decide."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What a hand came to: one figure of card points, the declarer's, or those of every player where each scores."""

    points: tuple[Points, ...] = ()
    bid: str | None = None
    bouts: int | None = None
    """How many of the cards in `win.by` the declarer's side has."""
    feats: Mapping[str, str] = field(default_factory=dict)
    """`won` or `lost` by the declarer's side, by feat; `announced-won` and `announced-lost` where it was announced."""
    declared: Mapping[str, int | None] = field(default_factory=dict)
    """Declarations by id with their size; None where it is the least."""
    fulfilled: bool | None = None
    """Whether the declarer did what his contract asks, where it does not ask for card points."""
    stage: int | None = None
    """At which stage of the talon the declarer stopped, from 1, where the bid has a base for each."""
    bids: tuple[str, ...] = ()
    """The bids that were made in the hand."""
    own: bool = False
    """Whether the declarer has called a card of his own."""
    against: Points | None = None
    """The card points of the opponents, where it takes more than theirs to win."""
    dealer: bool | None = None
    """Whether the dealer is on the declarer's side, where the points needed depend on it."""
    doubled: bool = False
    """Whether the contract was doubled, where it is then worth another figure."""
    held: bool = False
    """Whether the bid was held, where it is then worth another figure."""
    tricks: int | None = None
    """How many tricks the declarer's side has won, where it takes more than none to win."""
    need: tuple[Points, ...] | None = None
    """The card points needed, as in `win.at_least`, where what was done in play changes them."""


def contract_won(win: Win, reached: Reached) -> bool | None:
    """Return whether the declarer won his contract; None at a draw. ValueError where that is not given, or not recorded."""
    if win.aim not in BY_POINTS:
        if reached.fulfilled is None:
            raise ValueError(f"the contract asks for {win.aim}; expected whether that was fulfilled")
        return reached.fulfilled
    if not reached.points:
        raise ValueError("the card points are not given")
    points, more = reached.points[0], win.more_than
    if reached.tricks is not None and reached.tricks < win.least_tricks:
        return False
    if points in win.draw:
        return None
    if reached.doubled and win.doubled is not None:
        return points >= win.doubled
    if reached.need:
        return points >= needed(win, reached)
    if win.by_most:
        return points > _against(reached)
    if isinstance(more, Mapping):
        against = _against(reached)
        if points > of_side(more, reached):
            return True
        return False if against > of_side(more, reached, against=True) else None
    if more is not None:
        return points > more
    return points >= needed(win, reached)


def _against(reached: Reached) -> Points:
    if reached.against is None:
        raise ValueError("the opponents' card points are not given")
    return reached.against


def of_side(figure: BySide, reached: Reached, against: bool = False) -> Points:
    """Return a figure that may differ by the side of the dealer, or of the declarer, for the declarer's side or the others."""
    if not isinstance(figure, Mapping):
        return exact(figure)
    if "dealer" in figure and reached.dealer is None:
        raise ValueError("whether the dealer is on the declarer's side is not given")
    named = next((who for who in ("dealer", "declarer") if who in figure), None)
    mine = (reached.dealer if named == "dealer" else True) is not against
    return exact(figure[named] if named and mine else figure.get("opponents", figure.get("others", 0)))


def needed(win: Win, reached: Reached) -> Points:
    """Return the card points the declarer needs, by the number of bouts where it depends on them."""
    at_least, bouts = reached.need or win.at_least, reached.bouts
    if not at_least:
        raise ValueError("the points needed are not recorded")
    if len(at_least) == 1:
        return at_least[0]
    if bouts is None or not 0 <= bouts < len(at_least):
        raise ValueError(f"bouts: expected a number from 0 to {len(at_least) - 1}")
    return at_least[bouts]


def leader(win: Win, points: Mapping[int, Points]) -> int | None:
    """Return which side wins by its card points, the most or the fewest, as the aim is; None where several have as many."""
    best = win.best(points.values())
    first, *others = (side for side, own in points.items() if own == best)
    return None if others else first


def total_of(points: Mapping[int, Points]) -> Fraction:
    """The card points of all sides together."""
    return sum(map(Fraction, points.values()), Fraction(0))
