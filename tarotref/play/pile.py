"""The cards that one side has at the end of a hand, and what they count."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from tarotref.cards.counting import Count, Points, count
from tarotref.notation import exact
from tarotref.play.compiled import Plan


class Pile(NamedTuple):
    """The cards of one side as bits, and what bears on their count."""

    cards: int
    tricks: int
    """How many tricks are in it; by the original method the cards outside them count as one."""
    last: bool
    """Whether the last trick is among them."""
    laid: int
    """How many of the cards were discarded."""
    worthless: int = 0
    """A Fool that has lost its value, as a bit."""
    over: bool = True
    """Whether cards in excess of an equal share count."""
    least: int | None = None
    """How many cards are in the shortest trick of the hand, where players have left it."""

    def points(self, plan: Plan) -> Points:
        """The card points of the pile: what `count` makes them, reckoned at once."""
        counting = plan.counting
        grouped = self.cards & ~plan.every_fool if counting.fool_apart is not None else self.cards
        cards = grouped.bit_count()
        worth: Points = sum(
            (grouped & ~self.worthless & bits).bit_count() * points for bits, points in plan.worths if grouped & bits
        )
        if self.worthless & grouped:
            worth += counting.empty
        if counting.fool_apart is not None and self.cards & plan.every_fool & ~self.worthless:
            worth += counting.fool_apart
        if counting.by == "trick":
            worth += self.tricks - cards
        elif counting.in_sets:
            worth -= counting.off(cards, plan.players, self.laid)
        if self.last:
            worth += counting.last_trick
        if self.over and (counting.over_half or counting.under_half):
            worth += counting.above(self.cards.bit_count(), plan.figures.shares[plan.players])
        return exact(worth) if isinstance(worth, Fraction) else worth

    def counted(self, plan: Plan) -> Count:
        """The count of the pile with its working."""
        values = plan.values
        if self.worthless:
            values = {card: points for card, points in values.items() if card not in plan.list(self.worthless)}
        share = plan.figures.shares.get(plan.players)
        method = plan.counting if self.over else replace(plan.counting, over_half=0)
        players = self.least or plan.players
        return count(plan.list(self.cards), values, method, players, self.tricks, self.last, share, self.laid)
