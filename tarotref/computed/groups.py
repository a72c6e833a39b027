"""Every card, class and group of a game by name, as holdings ask for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tarotref.cards.card import FOOL, Card, Ranking
from tarotref.cards.holdings import Groups
from tarotref.cards.names import find
from tarotref.model.rules import Rules
from tarotref.model.types import told

OF_TRUMPS = " of trumps"
"""How the name of a card of the trump suit ends, where a suit is made trumps: `A of trumps`."""


class Names(Mapping[str, tuple[Card, ...]]):
    """Every card, class and group of a game by name, found when asked for. Where a suit is made trumps for the hand, its
    `trumps` have the name `trumps`, and one of them is named by its rank: `A of trumps`."""

    def __init__(
        self, order: Ranking, groups: Mapping[str, frozenset[Card]], trumps: Sequence[Card] = (), suit: str = ""
    ):
        self.ranking, self.groups, self.trumps, self.suit = order, groups, tuple(trumps), suit
        self._found: dict[str, tuple[Card, ...] | None] = {}

    def __getitem__(self, name: str) -> tuple[Card, ...]:
        if name not in self._found:
            try:
                self._found[name] = self._find(name)
            except ValueError:
                self._found[name] = None
        found = self._found[name]
        if found is None:
            raise KeyError(name)
        return found

    def _find(self, name: str) -> tuple[Card, ...]:
        if self.suit and name == "trumps":
            return self.trumps
        if self.suit and name.endswith(OF_TRUMPS):
            name = name.removesuffix(OF_TRUMPS) + f" of {self.suit}"
        return find(name, self.ranking, self.groups)

    def __iter__(self) -> Iterator[str]:
        yield from {**self.ranking.classes, **self.groups}

    def __len__(self) -> int:
        return len({**self.ranking.classes, **self.groups})


def trumps_of(order: Ranking, rules: Rules, suit: str) -> tuple[Card, ...]:
    """Return the trumps of a hand in which a suit is made trumps, highest first: as the rules rank them, else as the suit does.
    ValueError where they name what is no card."""
    told_of = (told(rules.trump_suit, "order") or {}).get(suit)
    if told_of is not None:
        return tuple(card for name in told_of for card in find(name, order))
    return next(cards for cards in order.suits if cards[0].suit == suit)


def groups_of(
    order: Ranking, groups: Mapping[str, frozenset[Card]], trumps: Sequence[Card] = (), trump_suit: str = ""
) -> Groups:
    """Return the cards of a ranking and the groups of a game as holdings understand them; with the trumps of a hand, highest
    first, and the suit that they are of, where a suit is made trumps."""
    row = [card for tier in order.trumps for card in tier] or list(trumps)
    first = [
        *row,
        *(card for suit in order.suits for card in suit if card not in trumps),
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
        Names(order, groups, trumps, trump_suit),
        cards,
        tuple(frozenset(s) for s in order.suits),
        tuple(frozenset(r) for r in ranks.values()),
    )
