"""Random hands by the million, to set beside the exact odds: whole columns of hands at once, in numpy.

It knows what a holding is only from `tarotref.cards.holdings`, nothing of the readers that reckon the odds, so that the two
can check each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tarotref.cards.holdings import Groups, Holding, holds
from tarotref.cards.holdings.held import Card, is_free

Column = NDArray[np.bool_]
"""One truth value for each hand."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Random hands of one size: for each card of the pack, which of the hands have it."""

    number: int
    held: dict[Card, Column]

    def of(self, card: Card) -> Column:
        """Which hands have a card; none has one that is not in the pack."""
        return self.held.get(card, np.zeros(self.number, dtype=bool))


def deal(pack: Collection[Card], hand: int, number: int, dice: np.random.Generator) -> Deals:
    """Deal so many hands, each from a full pack. ValueError if a hand is greater than the pack.

    Card by card, a hand takes the next one with the chance (cards it lacks) / (cards still to come); all hands of the
    size are then equally likely (selection sampling: Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S).
    """
    if not 0 <= hand <= len(pack):
        raise ValueError(f"no hand of {hand} cards in a pack of {len(pack)}")
    lacking = np.full(number, hand, dtype=np.int16)
    held = {}
    for gone, card in enumerate(pack):
        taken = dice.integers(len(pack) - gone, size=number, dtype=np.int16) < lacking
        held[card] = taken
        lacking -= taken
    return Deals(number, held)


def having(deals: Deals, holding: Holding, groups: Groups) -> Column:
    """Which of the hands have a holding: the same as `holds` for each. ValueError if it is not formal."""
    if family := holding.each or holding.same:
        bare = replace(holding, each="", same="")
        return _some(deals, [having(deals, bare, cell) for cell in groups.cells(family)])
    if holding.form in ("all", "any"):
        parts = [having(deals, part, groups) for part in holding.parts]
        return _every(deals, parts) if holding.form == "all" else _some(deals, parts)
    plain = not (holding.wild or holding.genuine or holding.leap)
    cards = [deals.of(card) for card in groups.find(holding.names)] if plain else []
    if holding.form == "card":
        return _every(deals, cards) if cards else np.zeros(deals.number, dtype=bool)
    if holding.form == "of" and plain:
        return _within(holding, np.sum([np.zeros(deals.number, dtype=bool), *cards], axis=0, dtype=np.int16))
    if is_free(holding) and plain and holding.at_most is None and holding.exactly is None:
        return _runs(deals, cards) >= max(holding.at_least or 0, 1)
    return _distinct(deals, holding, groups)


def _every(deals: Deals, columns: list[Column]) -> Column:
    return np.logical_and.reduce(columns) if columns else np.ones(deals.number, dtype=bool)


def _some(deals: Deals, columns: list[Column]) -> Column:
    return np.logical_or.reduce(columns) if columns else np.zeros(deals.number, dtype=bool)


def _within(holding: Holding, count: NDArray[np.int16]) -> Column:
    allowed = np.array([holding.allows(n) for n in range(int(count.max(initial=0)) + 1)])
    return allowed[count]


def _runs(deals: Deals, cards: list[Column]) -> NDArray[np.int16]:
    """The longest unbroken run of each hand."""
    now = np.zeros(deals.number, dtype=np.int16)
    longest = now.copy()
    for held in cards:
        now = (now + 1) * held
        np.maximum(longest, now, out=longest)
    return longest


def _distinct(deals: Deals, holding: Holding, groups: Groups) -> Column:
    """Hands that differ only in cards that do not matter are looked at once."""
    matter = groups.find(dict.fromkeys(_names(holding)))
    if not matter:
        return np.full(deals.number, holds((), holding, groups))
    packed = np.packbits([deals.of(card) for card in matter], axis=0).T
    kinds, which = np.unique(packed, axis=0, return_inverse=True)
    bits = np.unpackbits(kinds, axis=1, count=len(matter)).astype(bool)
    found = [holds([card for card, held in zip(matter, row, strict=True) if held], holding, groups) for row in bits]
    return np.array(found, dtype=bool)[which.reshape(-1)]


def _names(holding: Holding) -> Iterator[str]:
    yield from holding.names
    if holding.wild:
        yield from holding.wild.of
        yield from holding.wild.not_for
    for part in holding.parts:
        yield from _names(part)
