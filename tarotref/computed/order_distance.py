"""How far two trump orders are from each other: Kendall's tau-b over the trumps that both rank."""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from typing import NamedTuple

from tarotref.cards.trump_orders import Order


class Distance(NamedTuple):
    """Two orders compared over the trumps that both have.

    A gap takes a rank of its own, so that trumps above and below it compare. Trumps that one order ranks alike count for
    neither agreement nor inversion there; `tau` is None where fewer than two trumps are shared, or an order ranks all alike.
    """

    shared: int
    concordant: int
    inverted: int
    tied: int
    tau: float | None


def distance(one: Order, other: Order) -> Distance:
    """Compare two orders by the subjects of their trumps (Kendall 1945 for ties)."""
    first, second = _ranks(one), _ranks(other)
    shared = [subject for subject in first if subject in second]
    concordant = inverted = tied_first = tied_second = 0
    pairs = 0
    for a, b in combinations(shared, 2):
        pairs += 1
        x, y = first[a] - first[b], second[a] - second[b]
        tied_first += x == 0
        tied_second += y == 0
        concordant += x * y > 0
        inverted += x * y < 0
    room = sqrt((pairs - tied_first) * (pairs - tied_second))
    tau = (concordant - inverted) / room if room else None
    return Distance(len(shared), concordant, inverted, pairs - concordant - inverted, tau)


def _ranks(order: Order) -> dict[str, int]:
    return {item.subject: rank for rank, tier in enumerate(order.tiers) for item in tier}
