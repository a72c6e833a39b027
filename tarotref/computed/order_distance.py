"""How far two trump orders are from each other: Kendall's distance and tau-b over the trumps that both rank."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from tarotref.cards.trump_orders import Order

LEAST = 9
"""With fewer trumps in common, two orders are not called near or far."""


class Distance(NamedTuple):
    """Two orders compared over the trumps that both have.

    A gap takes a rank of its own, so that trumps above and below it compare. For `tau`, trumps that one order ranks alike count
    for neither agreement nor inversion there (Kendall 1945); it is None where fewer than two trumps are shared, or an order
    ranks all alike. `apart` is the share of pairs that the orders rank opposite ways round, a pair that just one of them ranks
    alike counting half (Fagin and others 2006): 0 for the same ranking, 1 for the reverse; None where there is no pair.
    """

    shared: int
    concordant: int
    inverted: int
    tied: int
    tau: float | None
    apart: float | None


def distance(one: Order, other: Order) -> Distance:
    """Compare two orders by the subjects of their trumps."""
    first, second = ranks(one), ranks(other)
    shared = [subject for subject in first if subject in second]
    concordant = inverted = tied_first = tied_second = tied_once = 0
    pairs = 0
    for a, b in combinations(shared, 2):
        pairs += 1
        x, y = first[a] - first[b], second[a] - second[b]
        tied_first += x == 0
        tied_second += y == 0
        tied_once += (x == 0) != (y == 0)
        concordant += x * y > 0
        inverted += x * y < 0
    room = sqrt((pairs - tied_first) * (pairs - tied_second))
    tau = (concordant - inverted) / room if room else None
    apart = (inverted + tied_once / 2) / pairs if pairs else None
    return Distance(len(shared), concordant, inverted, pairs - concordant - inverted, tau, apart)


def ranks(order: Order) -> dict[str, int]:
    """Return the rank of each subject from the top, counted from 0; tied ones share it, a gap takes one."""
    return {item.subject: rank for rank, tier in enumerate(order.tiers) for item in tier}


def distances(orders: Mapping[str, Order]) -> dict[tuple[str, str], Distance]:
    """Return the distance of every two orders, by their ids in the order of the file."""
    return {(one.id, other.id): distance(one, other) for one, other in combinations(orders.values(), 2)}


def near(between: Mapping[tuple[str, str], Distance], id: str) -> list[tuple[str, Distance]]:
    """Return the orders with which one shares enough trumps to be compared, nearest first; of orders as near, that first which
    shares most trumps, then in the order of the file."""
    found = []
    for (one, other), d in between.items():
        if id in (one, other) and d.shared >= LEAST and d.apart is not None:
            found.append((other if one == id else one, d))
    return sorted(found, key=lambda item: (round(item[1].apart or 0, 9), -item[1].shared))


def ranks_in_common(one: Order, other: Order) -> tuple[dict[str, int], dict[str, int]]:
    """Return the ranks of the trumps that two orders have in common, counted from 0 among these."""
    common = ranks(one).keys() & ranks(other).keys()

    def among(order: Order) -> dict[str, int]:
        tiers = [[i.subject for i in tier if i.subject in common] for tier in order.tiers]
        return {s: rank for rank, tier in enumerate(filter(None, tiers)) for s in tier}

    return among(one), among(other)


class Differences(NamedTuple):
    """In what one order differs from another over the trumps that both rank."""

    turned: tuple[tuple[str, str], ...]
    """Pairs that the first ranks this way round and the other the opposite way."""
    levelled: tuple[tuple[str, ...], ...]
    """Trumps that are equal in the first and not in the other."""
    unlevelled: tuple[tuple[str, ...], ...]
    """Trumps that are equal in the other and not in the first."""
    moved: tuple[str, ...]
    """The fewest trumps without which both rank all others the same way, highest first."""


def differences(one: Order, other: Order) -> Differences:
    """Return in what an order differs from another."""
    first, second = ranks_in_common(one, other)
    shared = sorted(first, key=lambda s: (first[s], second[s]))
    turned = tuple((a, b) for a, b in combinations(shared, 2) if first[a] < first[b] and second[a] > second[b])
    return Differences(turned, _level(one, second), _level(other, first), _moved(shared, first, second))


def _level(one: Order, yours: dict[str, int]) -> tuple[tuple[str, ...], ...]:
    """Return the ties of an order that the other does not have, of trumps that both rank."""
    found = []
    for tier in one.tiers:
        tied = tuple(item.subject for item in tier if item.subject in yours)
        if len({yours[s] for s in tied}) > 1:
            found.append(tied)
    return tuple(found)


def _moved(shared: list[str], first: dict[str, int], second: dict[str, int]) -> tuple[str, ...]:
    """Return what is left of trumps, sorted by two orders, beside the longest run that both rank alike; of runs as long, that
    in which most have the same rank in both."""
    best: list[tuple[int, int, list[str]]] = []
    for n, s in enumerate(shared):
        before = [
            best[m]
            for m in range(n)
            if (first[shared[m]] < first[s] and second[shared[m]] < second[s])
            or (first[shared[m]] == first[s] and second[shared[m]] == second[s])
        ]
        length, same, run = max(before, key=lambda b: b[:2], default=(0, 0, []))
        best.append((length + 1, same + (first[s] == second[s]), [*run, s]))
    kept = set(max(best, key=lambda b: b[:2], default=(0, 0, []))[2])
    return tuple(s for s in shared if s not in kept)
