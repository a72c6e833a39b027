"""Whether the piles of a hand always add up to the same: in what piles the cards can end, what each division sums to.

Counting in sets drops or rounds the cards left over, so the sum of all piles can depend on who wins how many tricks,
most of all where the Fool stays with its player and no card is given for it (dm2004 ch. 1; game 8.36, footnote 11).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Literal

from tarotref.cards.card import Card
from tarotref.cards.counting import Counting, Points, total
from tarotref.notation import exact

MOST = 200_000
"""Ways of dividing the cards that are looked through at most; games need a few hundred."""


@dataclass(frozen=True, slots=True)
class SumBounds:
    """Between what bounds the sum of all piles lies, and why they differ: a division that gives each bound."""

    least: Points
    greatest: Points
    why: str

    @property
    def constant(self) -> bool:
        """Whether the sum is the same however the tricks fall."""
        return self.least == self.greatest


def divisions(
    cards: int, players: int, piles: int, spare: int | Sequence[int] = 0,
    fool: Literal["exchanged", "kept", "apart"] = "exchanged",
) -> Iterator[tuple[int, ...]]:  # fmt: skip
    """The sizes, largest first, of the piles in which so many cards can end, in every way that differs.

    Each trick has a card of every player. `spare` cards outside the tricks (a discard) go to one pile, even one without
    tricks; several numbers (4, 1, 1 where all discard) go each to another. The Fool, if `kept` without exchange, makes
    its side's pile one card larger and that of the trick's winner one smaller, unless that is the same side or the Fool
    is lost. If it counts `apart`, it is in no pile. ValueError if the cards do not come out in tricks, or in more ways
    than `MOST`.
    """
    laid = (spare,) if isinstance(spare, int) else tuple(spare)
    tricks, over = divmod(cards - sum(laid), players)
    if over or tricks < 0 or len(laid) > piles:
        raise ValueError(f"{cards} cards, {_list(laid)} of them outside the tricks, do not make tricks of {players}")
    found: set[tuple[int, ...]] = set()
    tried = 0
    for won in _parts(tricks, piles, tricks):
        takers = [pile for pile, n in enumerate(won) if n]
        moves: list[dict[int, int]] = [{}]
        if fool == "kept":
            moves += [{gains: 1, loses: -1} for gains in takers for loses in takers if gains != loses]
        elif fool == "apart":
            moves = [{loses: -1} for loses in takers]
        for more in _owned([n for n in laid if n], piles):
            if (tried := tried + len(moves)) > MOST:
                raise ValueError(f"{cards} cards in {piles} piles can be divided in more than {MOST:,} ways")
            for move in moves:
                sizes = (players * n + more.get(pile, 0) + move.get(pile, 0) for pile, n in enumerate(won))
                found.add(tuple(sorted(sizes, reverse=True)))
    yield from sorted(found)


def sum_bounds(
    cards: Iterable[Card], values: Mapping[Card, Points], counting: Counting, sizes: Iterable[Sequence[int]],
    players: int | None = None, discard: int = 0, worthless: bool = False,
) -> SumBounds:  # fmt: skip
    """The least and the greatest sum of all piles over divisions of the cards into piles of the given `sizes`, without
    the last trick.

    The sum depends on the sizes alone, not on which cards lie in which pile. If the Fool counts apart, the sizes leave
    it out; if the `discard` counts as a set, they leave that out too. By `trick` and by `values` nothing is rounded;
    the cards that a pile has above an equal share, or below it, may count besides. A Fool that can become `worthless`
    counts as an empty card in the least sum. ValueError if there is no division or one does not fit the cards.
    """
    pile = list(cards)
    grouped = sum(1 for card in pile if counting.fool_apart is None or card.kind != "fool")
    grouped -= discard if counting.discard == "set" else 0
    whole = total(pile, values, counting, players, discard=discard)
    whole = exact(whole + (counting.off(grouped, players) if counting.in_sets else 0))

    @cache
    def of_size(n: int, piles: int) -> Points:
        """What the size of one of so many piles adds to the sum, or takes off."""
        off = counting.off(n, players) if counting.in_sets else 0
        return exact(counting.above(n, exact(Fraction(grouped, piles))) - off)

    sums: dict[tuple[int, ...], Points] = {}
    for division in sizes:
        if sum(division) != grouped:
            raise ValueError(f"piles of {_list(division)} are not {grouped} cards")
        sums[tuple(division)] = exact(whole + sum(of_size(n, len(division)) for n in division))
    if not sums:
        raise ValueError("no division of the cards is given")
    low, high = min(sums, key=sums.__getitem__), max(sums, key=sums.__getitem__)
    least = sums[low]
    if worthless and (fool := next((card for card in pile if card.kind == "fool"), None)):
        apart = counting.fool_apart
        least = exact(least - (counting.worth(fool, values) - counting.empty if apart is None else apart))
    why = "the same for every division"
    if least != sums[high]:
        without = ", the Fool worth nothing" if worthless else ""
        why = f"{_told(low, least, counting, players, without)}; {_told(high, sums[high], counting, players)}"
    return SumBounds(least, sums[high], why)


def _owned(laid: Sequence[int], piles: int) -> Iterator[dict[int, int]]:
    """The ways in which numbers of cards go each to another pile, those that differ."""
    if not laid:
        yield {}
        return
    first, number = laid[0], laid.count(laid[0])
    rest = [n for n in laid if n != first]
    for others in _owned(rest, piles):
        free = [pile for pile in range(piles) if pile not in others]
        for mine in combinations(free, number):
            yield {**others, **dict.fromkeys(mine, first)}


def _parts(whole: int, piles: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to part a number among piles, largest first."""
    if piles == 1:
        if whole <= most:
            yield (whole,)
        return
    for first in range(min(whole, most), (whole - 1) // piles, -1):
        for others in _parts(whole - first, piles - 1, first):
            yield (first, *others)


def _told(
    division: Sequence[int], made: Points, counting: Counting, players: int | None, without: str = ""
) -> str:  # fmt: skip
    """A division and what is lost in it: `52 + 26 cards leave 1 + 2, which count 0 + 1, and make 77`."""
    if counting.in_sets:
        size, _ = counting.group(players)
        left = [n % size for n in division]
        rest = [counting.rest(k, players) for k in left]
        return f"{_list(division)} cards leave {_list(left)} over, which count {_list(rest)}{without}, and make {made}"
    return f"{_list(division)} cards{without}{',' if without else ''} make {made}"


def _list(numbers: Iterable[Points]) -> str:
    """Numbers as a sum."""
    return " + ".join(str(number) for number in numbers)
