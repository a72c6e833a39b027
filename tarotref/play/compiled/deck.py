"""The cards of a ruleset as bits of a whole number, so that a hand is one number and a legal choice one operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tarotref.cards.card import FOOL, Card, Ranking
from tarotref.cards.counting import Counting, Points
from tarotref.cards.holdings import Groups
from tarotref.cards.names import find
from tarotref.computed.figures import Figures
from tarotref.computed.groups import groups_of

TRUMPS = 0
"""The number of the trumps among the suits of a deck."""
EXCUSE = -1
"""The suit of a Fool that serves as Excuse."""
TRICKS = Counting.of("trick", values="original")
"""How tricks are counted where nothing else is: each as 1, with cards that are worth nothing."""


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards of a ruleset by the place of their bits: the trumps from the lowest up, the suits likewise, the Fool last."""

    figures: Figures
    trump_suit: str = ""
    """The suit that is trumps in the hand that is played, where one is made so."""
    trumps_made: tuple[Card, ...] = ()
    """The cards of that suit, and those that are trumps with it, highest first."""
    held_back: bool = False
    """Whether a Fool that is the highest trump has been held back, and serves as Excuse from then on."""
    powerless: int = 0
    """The cards that can win no trick in the hand that is played, as bits."""

    @property
    def ranking(self) -> Ranking:
        assert self.figures.ranking is not None
        return self.figures.ranking

    @property
    def values(self) -> Mapping[Card, Points]:
        assert self.figures.values is not None
        return self.figures.values

    @property
    def counting(self) -> Counting:
        return TRICKS if self.figures.counting is None else self.figures.counting

    @cached_property
    def tricks_alone(self) -> bool:
        """Whether the tricks alone are counted, so that cards outside them count for nobody."""
        return self.figures.counting is None

    # -- cards and their places

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pack by the place of their bits."""
        height = self.ranking.height
        suits = {name: n for n, name in enumerate(self.ranking.pack.suits)}

        def place(card: Card) -> tuple[bool, int, int]:
            return card == FOOL, 1 + suits[card.suit] if card.kind == "suit" else 0, height[card]

        return tuple(sorted(self.ranking.pack.cards, key=place))

    @cached_property
    def place(self) -> Mapping[Card, int]:
        """The place of each card."""
        return {card: place for place, card in enumerate(self.cards)}

    @cached_property
    def whole(self) -> int:
        """All cards of the pack."""
        return (1 << len(self.cards)) - 1

    @staticmethod
    def bits(places: Iterable[int]) -> int:
        """Cards at places as one number."""
        found = 0
        for place in places:
            found |= 1 << place
        return found

    def held(self, cards: Iterable[Card]) -> int:
        """Cards as one number."""
        return self.bits(self.place[card] for card in cards)

    def list(self, bits: int) -> tuple[Card, ...]:
        """The cards of a number, in the order of the deck."""
        return tuple(self.cards[place] for place in places(bits))

    # -- suits

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The names of the suits of a deck, `trumps` the first."""
        return ("trumps", *self.ranking.pack.suits)

    @cached_property
    def suit(self) -> tuple[int, ...]:
        """The suit of each card by place: 0 for trumps, -1 for a Fool that serves as Excuse."""
        suits = {name: n for n, name in enumerate(self.suits)}
        made = frozenset(self.trumps_made)
        return tuple(
            EXCUSE if not self.ranking.height[card] or (self.held_back and card == FOOL)
            else TRUMPS if card in made or self.ranking.is_trump(card)
            else suits[card.suit]
            for card in self.cards
        )  # fmt: skip

    @cached_property
    def of_suit(self) -> tuple[int, ...]:
        """The cards of each suit, the trumps first."""
        return tuple(self.bits(n for n, suit in enumerate(self.suit) if suit == one) for one in range(len(self.suits)))

    @cached_property
    def fool(self) -> int:
        """A Fool that serves as Excuse, or 0."""
        return self.bits(n for n, suit in enumerate(self.suit) if suit == EXCUSE)

    @cached_property
    def every_fool(self) -> int:
        """The Fool, whatever its part."""
        return self.bits(n for n, card in enumerate(self.cards) if card.kind == "fool")

    # -- what they count

    @cached_property
    def empty(self) -> int:
        """The cards that count nothing by themselves: one of them is given for the Fool."""
        return self.bits(n for n, card in enumerate(self.cards) if card not in self.values)

    @cached_property
    def worths(self) -> tuple[tuple[int, Points], ...]:
        """What each card adds to a sum before anything is taken off, as (cards of one worth, worth)."""
        cards: dict[Points, int] = {}
        for place, card in enumerate(self.cards):
            worth = self.counting.worth(card, self.values)
            cards[worth] = cards.get(worth, 0) | 1 << place
        return tuple((bits, worth) for worth, bits in cards.items() if worth)

    @cached_property
    def worth_at(self) -> Mapping[int, Points]:
        """The values of the cards by their places."""
        return {self.place[card]: points for card, points in self.values.items()}

    # -- names

    @cached_property
    def names(self) -> Groups:
        """Every card, class and group by name, with the trumps of the hand where a suit is made trumps."""
        if self.trump_suit:
            return groups_of(self.ranking, self.figures.groups, self.trumps_made, self.trump_suit)
        assert self.figures.names is not None
        return self.figures.names

    @cached_property
    def groups(self) -> Groups:
        """Every card, class and group by name, as holdings ask for them, cards by their places."""
        names, place = self.names, self.place

        def at(cards: Iterable[Any]) -> frozenset[int]:
            return frozenset(place[card] for card in cards)

        return Groups(
            _Places(names.names, place), [place[card] for card in names.order],  # type: ignore[index]
            tuple(map(at, names.suits)), tuple(map(at, names.ranks)), at(names.barred),
        )  # fmt: skip

    def named(self, names: Iterable[str] | None) -> int:
        """The cards that names of cards, classes and groups mean; a name that means none of the pack adds none."""
        found = 0
        for name in names or ():
            try:
                found |= self.held(
                    self.names.names[name] if self.trump_suit else find(name, self.ranking, self.figures.groups)  # type: ignore[arg-type]
                )
            except (ValueError, KeyError):
                continue
        return found


class _Places(Mapping[str, tuple[int, ...]]):
    """Names of cards and groups with the places of the cards that they mean, found when asked for."""

    def __init__(self, names: Mapping[str, Iterable[Any]], place: Mapping[Card, int]):
        self.names, self.place = names, place

    def __getitem__(self, name: str) -> tuple[int, ...]:
        return tuple(self.place[card] for card in self.names[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def places(bits: int) -> Iterator[int]:
    """Yield the places of the cards of a number, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
