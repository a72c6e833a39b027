"""Readers: things that are shown the cards one by one, each in hand or not, and remember only what matters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Protocol

from tarotref.cards.holdings.held import Card, Hand
from tarotref.cards.odds.line import Line


class Reader(Hashable, Protocol):
    """Reads its cards in the order that `arrange` gives. Its states can be hashed; None is a hand without the holding,
    whatever comes."""

    @property
    def cards(self) -> Collection[Card]: ...
    @property
    def start(self) -> Any: ...
    def read(self, state: Any, card: Card, held: bool) -> Any: ...
    def end(self, state: Any) -> int | None:
        """The size reached when all its cards have been read; None if the hand does not have the holding."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many of these cards are held."""

    cards: Hand
    allows: Callable[[int], bool] = lambda number: True
    start: int = 0

    def read(self, state: int, card: Card, held: bool) -> int:
        return state + held

    def end(self, state: int) -> int | None:
        return state if self.allows(state) else None


@dataclass(frozen=True, slots=True)
class Together:
    """Several readers at once: `every` one must hold, and the sizes of those that `count` are added; or else one must,
    and the greatest size counts. A state is the size so far and the states of the readers, None where one has ended.

    A reader ends with its last card, so that hands which it alone could tell apart are counted together from there on.
    """

    readers: tuple[Reader, ...]
    every: bool
    count: tuple[bool, ...]
    place: Mapping[Card, int] = field(default_factory=dict, hash=False)
    """The place of each card in the order of reading."""
    due: dict[Card, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    """The readers that read a card."""
    last: tuple[Card | None, ...] = field(init=False, repr=False)
    """The last card of each reader."""

    def __post_init__(self) -> None:
        due: dict[Card, tuple[int, ...]] = {}
        for n, reader in enumerate(self.readers):
            for card in reader.cards:
                due[card] = (*due.get(card, ()), n)
        last = (max(reader.cards, key=lambda card: self.place.get(card, 0), default=None) for reader in self.readers)
        object.__setattr__(self, "due", due)
        object.__setattr__(self, "last", tuple(last))

    @property
    def cards(self) -> Collection[Card]:
        return self.due.keys()

    @property
    def start(self) -> Any:
        state: Any = (0 if self.every else None, tuple(reader.start for reader in self.readers))
        for n, reader in enumerate(self.readers):
            if state is not None and (reader.start is None or not reader.cards):
                state = self._ended(state, n, None if reader.start is None else reader.end(reader.start))
        return state

    def read(self, state: Any, card: Card, held: bool) -> Any:
        for n in self.due[card]:
            size, inner = state
            if inner[n] is None:
                continue
            then = self.readers[n].read(inner[n], card, held)
            if then is None or card == self.last[n]:
                state = self._ended(state, n, None if then is None else self.readers[n].end(then))
            else:
                state = size, (*inner[:n], then, *inner[n + 1 :])
            if state is None:
                return None
        return state

    def end(self, state: Any) -> int | None:
        size: int | None = state[0]
        return size

    def _ended(self, state: Any, n: int, found: int | None) -> Any:
        """The state when one reader has ended, with a size or with None."""
        size, inner = state
        rest = (*inner[:n], None, *inner[n + 1 :])
        if found is None:
            return None if self.every or (size is None and not any(one is not None for one in rest)) else (size, rest)
        counted = found if self.count[n] else 0
        if self.every:
            return size + counted, rest
        return max(counted, size or 0), rest if any(self.count) else (None,) * len(rest)


def arrange(reader: Reader) -> tuple[Reader, tuple[Card, ...]]:
    """A reader made ready, and the order in which it reads: its sequences from the head, suit after suit. ValueError if
    two of its sequences go in different orders."""
    before: dict[Card, set[Card]] = {}
    for leaf in leaves(reader):
        cards = tuple(leaf.cards) if isinstance(leaf, Line) else tuple(sorted(leaf.cards, key=str))
        for card in cards:
            before.setdefault(card, set())
        for one, other in pairwise(cards) if isinstance(leaf, Line) else ():
            before[other].add(one)
    order: dict[Card, None] = {}

    def visit(card: Card, path: frozenset[Card]) -> None:
        if card in path:
            raise ValueError(f"two sequences take {card} in different orders")
        if card not in order:
            for one in sorted(before[card], key=str):
                visit(one, path | {card})
            order[card] = None

    for card in before:
        visit(card, frozenset())
    return _placed(reader, {card: place for place, card in enumerate(order)}), tuple(order)


def leaves(reader: Reader) -> Iterator[Reader]:
    """The readers of single sequences and sets that a reader consists of."""
    if isinstance(reader, Together):
        for inner in reader.readers:
            yield from leaves(inner)
    else:
        yield reader


def _placed(reader: Reader, place: Mapping[Card, int]) -> Reader:
    if isinstance(reader, Together):
        return replace(reader, readers=tuple(_placed(inner, place) for inner in reader.readers), place=place)
    return reader
