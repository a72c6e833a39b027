"""Cards, packs and orders of play as values: which cards there are, which beats which.

Italian and French suits are equated as the sources equate them (dm2004 ch. 1): swords are spades and batons clubs (the
*long* suits), cups are hearts and coins diamonds (the *round* ones); either name is understood in either pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from tarotref.notation import roman

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
"""The ranks of a suit as numbered, ascending; ranges such as `A..6` go along this row. J is any lowest court card."""
COURTS = ("K", "Q", "C", "J")
ITALIAN = ("swords", "batons", "cups", "coins")
FRENCH = ("spades", "clubs", "hearts", "diamonds")
LONG = frozenset({"swords", "batons", "spades", "clubs"})
TWIN = dict(zip(ITALIAN + FRENCH, FRENCH + ITALIAN, strict=True))
"""The suit of the other system with which a suit is equated."""
SIGNS = dict(zip(FRENCH, "♠♣♥♦", strict=True))


@dataclass(frozen=True, slots=True)
class Card:
    """One card. A suit card has `suit` and `rank`; a trump has `trump`: its number as text where the pack numbers it
    ('21'), otherwise its subject ('angel', 'moor-a', 'miseria'); the Fool has neither. `copy` is 2 for the second of
    two equal cards, in the few packs that have such."""

    kind: Literal["suit", "trump", "fool"]
    suit: str = ""
    rank: str = ""
    trump: str = ""
    copy: int = 1

    def __hash__(self) -> int:
        """By what nearly always tells cards apart: cards are looked up millions of times in a build."""
        return hash((self.suit, self.rank, self.trump))

    def __str__(self) -> str:
        """`K♠`, `K of swords`, `XXI`, `angel`, `Fool`; a second copy `K♠ bis`: short, and read back by `parse_card`."""
        text = "Fool"
        if self.kind == "suit":
            text = self.rank + SIGNS[self.suit] if self.suit in SIGNS else f"{self.rank} of {self.suit}"
        elif self.kind == "trump":
            text = roman(int(self.trump)) if self.trump.isdecimal() else self.trump
        return text if self.copy == 1 else f"{text} bis"

    @property
    def first(self) -> Card:
        """The card itself, or that of which it is the second copy."""
        return self if self.copy == 1 else replace(self, copy=1)


FOOL = Card("fool")


@dataclass(frozen=True, slots=True)
class Pack:
    """An abstract set of cards: suit by suit, then the trumps, lowest first by the pack's own numbering, then the Fool.

    `system` is italian, french, portuguese or either. `names` holds other names of trumps as (name, trump): the subject
    of a numbered trump, the number that is not printed. `classes` are the standard groups by name; those that need an
    order of trumps are in `Ranking.classes`. Raises ValueError if a card stands in it twice.
    """

    id: str
    title: str
    system: str
    cards: tuple[Card, ...]
    names: tuple[tuple[str, str], ...] = ()
    classes: Mapping[str, frozenset[Card]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.cards) > len(set(self.cards)):
            raise ValueError(f"pack {self.id}: twice in it: {listed(c for c in self.cards if self.cards.count(c) > 1)}")
        object.__setattr__(self, "classes", MappingProxyType(_classes(self.cards)))

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.classes["all"]

    @property
    def suits(self) -> tuple[str, ...]:
        """Its suits, in the order swords, batons, cups, coins."""
        return tuple(dict.fromkeys(card.suit for card in self.cards if card.kind == "suit"))

    @property
    def trumps(self) -> tuple[Card, ...]:
        """Its trumps without the Fool, lowest first."""
        return tuple(card for card in self.cards if card.kind == "trump")

    @property
    def has_fool(self) -> bool:
        """Whether the Fool belongs to it."""
        return FOOL in self

    def subject(self, card: Card) -> str:
        """The subject of a trump as far as the pack fixes it: 'world' for XXI of the Italian-suited pack; else ''."""
        if card.kind == "trump" and not card.trump.isdecimal():
            return card.trump
        return next((name for name, of in self.names if of == card.trump and not name.isdecimal()), "")

    def sorted(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Cards in the order of the pack; ValueError if one is not in it."""
        found = set(cards)
        if strange := found - self.classes["all"]:
            raise ValueError(f"not in pack {self.id}: {listed(strange)}")
        return tuple(card for card in self.cards if card in found)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order of play in a pack: `suits`, each highest first, and `trumps`, tiers of equal trumps, highest first.

    The Fool stands in a tier where it is a trump; where it is in none it serves as Excuse and beats nothing. A second
    copy ranks with the first. `classes` adds to those of the pack `top` (the highest trump but the Fool),
    `trump-honours` (top, pagat, Fool) and `honours` (these and the Kings). Made by `tarotref.cards.packs.ranking`.
    """

    pack: Pack
    suits: tuple[tuple[Card, ...], ...]
    trumps: tuple[tuple[Card, ...], ...]
    classes: Mapping[str, frozenset[Card]] = field(init=False, repr=False, compare=False)
    height: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    """How high a card stands in its suit or among the trumps: 1 lowest, equal trumps alike; 0 the Fool as Excuse."""

    def __post_init__(self) -> None:
        highest = next((tier for tier in self.trumps if tier and FOOL not in tier), ())
        top = frozenset(card for card in self.pack.trumps if card.first in highest)
        classes = dict(self.pack.classes, top=top)
        classes["trump-honours"] = top | classes["pagat"] | classes["fool"]
        classes["honours"] = classes["trump-honours"] | classes["kings"]
        height = dict.fromkeys(classes["fool"], 0)
        for row in (*(tuple((card,) for card in suit) for suit in self.suits), self.trumps):
            height |= {card: len(row) - place for place, tier in enumerate(row) for card in tier}
        height = {card: height[card.first] for card in self.pack.cards}
        object.__setattr__(self, "classes", MappingProxyType(classes))
        object.__setattr__(self, "height", MappingProxyType(height))

    def is_trump(self, card: Card) -> bool:
        """Whether a card is played as a trump."""
        return card.kind == "trump" or (card.kind == "fool" and self.height[card] > 0)

    def beats(self, later: Card, earlier: Card) -> bool:
        """Whether a card wins over one played before it to the same trick; of equal trumps the later one does."""
        if not (self.height[later] and self.height[earlier]):
            return self.height[later] > 0
        if self.is_trump(later) != self.is_trump(earlier):
            return self.is_trump(later)
        return later.suit == earlier.suit and self.height[later] >= self.height[earlier]

    def winner(self, trick: Sequence[Card]) -> int:
        """The place in a trick, from 0, of the card that takes it; the first card is led. The Fool as Excuse takes
        nothing, and if it is led the next card says the suit. ValueError if no card can take the trick."""
        if not any(self.height[card] for card in trick):
            raise ValueError("no card that can take the trick")
        best = 0
        for place, card in enumerate(trick[1:], 1):
            if self.beats(card, trick[best]):
                best = place
        return best

    def role(self, name: str) -> Card:
        """The one card that plays a role, `top`, `pagat` or `fool`; ValueError if there is none or more than one."""
        cards = [card for card in self.classes.get(name, ()) if card.copy == 1]
        if name not in {"top", "pagat", "fool"} or len(cards) != 1:
            raise ValueError(f"no single card of pack {self.pack.id} is {name!r}: {listed(cards) or 'none'}")
        return cards[0]


def _classes(cards: Sequence[Card]) -> dict[str, frozenset[Card]]:
    """The standard groups of a pack; `pagat` is the trump numbered 1 or the Bagatto, if there is one."""
    suited = [card for card in cards if card.kind == "suit"]
    trumps = [card for card in cards if card.kind == "trump"]
    plurals = "aces twos threes fours fives sixes sevens eights nines tens jacks knights queens kings"
    groups: dict[str, list[Card]] = {"all": list(cards), "suit-cards": suited, "trumps": trumps}
    groups["fool"] = [card for card in cards if card.kind == "fool"]
    groups["pagat"] = [card for card in trumps if card.trump in {"1", "bagatto"}]
    groups["courts"] = [card for card in suited if card.rank in COURTS]
    groups["numerals"] = [card for card in suited if card.rank not in COURTS]
    groups["long"] = [card for card in suited if card.suit in LONG]
    groups["round"] = [card for card in suited if card.suit not in LONG]
    groups |= {name: [c for c in suited if c.rank == rank] for name, rank in zip(plurals.split(), RANKS, strict=True)}
    groups |= {suit: [c for c in suited if suit in {c.suit, TWIN[c.suit]}] for suit in TWIN}
    return {name: frozenset(group) for name, group in groups.items()}


def listed(cards: Iterable[Card]) -> str:
    """Cards as text, sorted, each once."""
    return ", ".join(sorted({str(card) for card in cards}))
