"""Every card, class and group of a game by name, as holdings ask for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tarotref.cards.card import FOOL, Card, Ranking
from tarotref.cards.holdings import Groups
from tarotref.cards.names import find


class Names(Mapping[str, tuple[Card, ...]]):
    """Every card, class and group of a game by name, found when asked for."""

    def __init__(self, order: Ranking, groups: Mapping[str, frozenset[Card]]):
        self.ranking, self.groups = order, groups
        self._found: dict[str, tuple[Card, ...] | None] = {}

    def __getitem__(self, name: str) -> tuple[Card, ...]:
        if name not in self._found:
            try:
                self._found[name] = find(name, self.ranking, self.groups)
            except ValueError:
                self._found[name] = None
        found = self._found[name]
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        yield from {**self.ranking.classes, **self.groups}

    def __len__(self) -> int:
        return len({**self.ranking.classes, **self.groups})


def groups_of(order: Ranking, groups: Mapping[str, frozenset[Card]]) -> Groups:
    """Return the cards of a ranking and the groups of a game as holdings understand them."""
    row = [card for tier in order.trumps for card in tier]
    first = [
        *row,
        *(card for suit in order.suits for card in suit),
        *((FOOL,) if order.pack.has_fool and FOOL not in row else ()),
    ]
    copies: dict[Card, list[Card]] = {}
    for card in order.pack.cards:
        copies.setdefault(card.first, []).append(card)
    cards = [copy for card in first for copy in copies.get(card, [card])]
    ranks: dict[str, list[Card]] = {}
    for card in cards:
        if card.kind == "suit":
            ranks.setdefault(card.rank, []).append(card)
    return Groups(
        Names(order, groups),
        cards,
        tuple(frozenset(s) for s in order.suits),
        tuple(frozenset(r) for r in ranks.values()),
    )
