"""Cards, packs and orders of play as values: which cards there are, what they are called, which beats which.

Nothing here knows records, files or points: `tarotref.packs` makes packs from rules, `tarotref.counting` counts points.
Italian and French suits are equated as the sources equate them (dm2004 ch. 1): swords are spades and batons clubs (the
*long* suits), cups are hearts and coins diamonds (the *round* ones); either name is understood in either pack.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Literal

from tarotref.problem import nearest

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
"""The ranks of a suit as numbered, ascending; ranges such as `A..6` go along this row. J is any lowest court card."""
COURTS = ("K", "Q", "C", "J")
ITALIAN = ("swords", "batons", "cups", "coins")
FRENCH = ("spades", "clubs", "hearts", "diamonds")
LONG = frozenset({"swords", "batons", "spades", "clubs"})
TWIN = dict(zip(ITALIAN + FRENCH, FRENCH + ITALIAN, strict=True))
"""The suit of the other system with which a suit is equated."""
SIGNS = dict(zip(FRENCH, "♠♣♥♦", strict=True))
_NO_GROUPS: Mapping[str, Iterable[Card]] = MappingProxyType({})


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
            raise ValueError(f"pack {self.id}: twice in it: {_list(c for c in self.cards if self.cards.count(c) > 1)}")
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
            raise ValueError(f"not in pack {self.id}: {_list(strange)}")
        return tuple(card for card in self.cards if card in found)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order of play in a pack: `suits`, each highest first, and `trumps`, tiers of equal trumps, highest first.

    The Fool stands in a tier where it is a trump; where it is in none it serves as Excuse and beats nothing. A second
    copy ranks with the first. `classes` adds to those of the pack `top` (the highest trump but the Fool),
    `trump-honours` (top, pagat, Fool) and `honours` (these and the Kings). Made by `tarotref.packs.ranking`.
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
            raise ValueError(f"no single card of pack {self.pack.id} is {name!r}: {_list(cards) or 'none'}")
        return cards[0]


# --- Names of cards -----------------------------------------------------------------------------------------------

_RANK_WORDS = {
    "K": "king re roi konig", "Q": "queen dame regina reine", "C": "n knight cavalier cavallo chevalier reiter",
    "J": "jack knave page valet fante maid bube", "A": "1 ace asso as", "2": "two", "3": "three", "4": "four",
    "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten",
}  # fmt: skip
_SUIT_WORDS = {
    "swords": "s sword spades spade ♠ pique pik", "batons": "b baton clubs club ♣ bastoni trefle kreuz",
    "cups": "h cup hearts heart ♥ coppe coeur herz", "coins": "d coin diamonds diamond ♦ denari carreau karo",
}  # fmt: skip
_SMALL_WORDS = frozenset({"of", "the", "trump", "di", "de", "il", "la", "le", "der", "die", "das"})
_OTHER_NAMES = {
    "fool": ("excuse", "skus", "skys", "skis", "matto", "mat", "math", "scusa"),
    "pagat": ("bagatto", "bagatt", "bagat", "begato", "bagattino", "petit", "bateleur", "magician"),
    "21": ("mond", "monde", "mondo"), "world": ("mond", "monde", "mondo"), "angel": ("judgement", "judgment"),
    "old man": ("hermit",), "fortitude": ("strength",), "love": ("lovers",),
}  # fmt: skip


def parse_card(text: str, pack: Pack | Ranking) -> Card:
    """The card of a pack that a text names: `K♠`, `KS`, `K of swords`, `king of spades`, `XXI`, `21`, `XVIIII`, `fool`,
    `sküs`, a subject, a role. The top trump is a matter of the order, so `top` needs a Ranking. ValueError says what
    name comes near."""
    return _card(text, pack, ())


def parse_cards(text: str, pack: Pack | Ranking) -> tuple[Card, ...]:
    """The cards that a text lists, parted by commas, semicolons, lines or mere spaces; the name of a class stands for
    all its cards (`kings, XXI, fool`). ValueError if a name is unknown or a card comes twice."""
    cards: list[Card] = []
    for part in re.split(r"[,;\n]", text):
        words = part.split()
        while words:
            for size in range(min(len(words), 5), 0, -1):
                try:
                    cards += find(" ".join(words[:size]), pack)
                except ValueError:
                    if size == 1:
                        raise
                else:
                    words = words[size:]
                    break
    if twice := [card for card in cards if cards.count(card) > 1]:
        raise ValueError(f"named twice: {_list(twice)}")
    return tuple(cards)


def find(text: str, pack: Pack | Ranking, groups: Mapping[str, Iterable[Card]] = _NO_GROUPS) -> tuple[Card, ...]:
    """The cards that a record's CARD or GROUP means, in the order of the pack: a group of the game, a class (`kings`,
    `honours`), a rank of court or Ace (`K`), or a card. ValueError if it is none of these."""
    base = pack.pack if isinstance(pack, Ranking) else pack
    classes: dict[str, Iterable[Card]] = {**pack.classes, **groups}
    name = text.strip()
    if name in classes or name.lower() in classes:
        return base.sorted(classes.get(name) or classes.get(name.lower(), ()))
    if name in {*COURTS, "A"}:
        return tuple(card for card in base.cards if card.rank == name)
    return (_card(name, pack, classes),)


def roman(value: int) -> str:
    """A number from 1 to 49 in Roman figures as now written: 19 is XIX."""
    text = ""
    for step, sign in ((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        text, value = text + sign * (value // step), value % step
    return text


def number(text: str) -> int | None:
    """The number that a text writes in Arabic or Roman figures (XIX or, as on old cards, XVIIII), or None."""
    if text.isdecimal():
        return int(text)
    signs = [{"i": 1, "v": 5, "x": 10, "l": 50}.get(char, 0) for char in text.lower()]
    if not signs or 0 in signs:
        return None
    return sum(-one if one < following else one for one, following in zip(signs, [*signs[1:], 0], strict=True))


def _card(text: str, pack: Pack | Ranking, more: Iterable[str]) -> Card:
    """The card that a text names; `more` are names that would also have done."""
    order, pack = (pack, pack.pack) if isinstance(pack, Ranking) else (None, pack)
    key, names = _key(text), _names(pack)
    if key in names:
        return names[key]
    if key == "top" and order:
        return order.role("top")
    if key in {"top", "honours", "trump honours"}:
        raise ValueError(f"{text!r} depends on which trump is highest: it takes an order of trumps")
    if pack.system == "either" and re.fullmatch(r".+ c|[akqcjn]c", key):
        raise ValueError(f"{text!r}: C may be cups or clubs; write out the suit")
    raise ValueError(f"{text!r} is no card of pack {pack.id}{nearest(text, [*names, *more])}")


def _key(text: str) -> str:
    """A name as compared: lower case, no accents, brackets or small words; suit signs are words, numbers Arabic."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)).lower()
    words = re.findall(r"[a-z]+|[0-9]+|[♠♣♥♦]", plain)
    return " ".join(str(number(word) or word) for word in words if word not in _SMALL_WORDS)


@cache
def _names(pack: Pack) -> dict[str, Card]:
    """Every name by which a card of the pack is understood, as `_key` writes it."""
    names: dict[str, Card] = {}
    letter_c = {"french": "batons", "italian": "cups", "portuguese": "cups"}.get(pack.system)
    trumps: dict[str, list[str]] = {}
    for name, of in (*((card.trump, card.trump) for card in pack.trumps if card.copy == 1), *pack.names):
        trumps.setdefault(of, []).append(_key(name))
    for card in pack.cards:
        mine = ["fool"]
        if card.kind == "suit":
            suit = card.suit if card.suit in ITALIAN else TWIN[card.suit]
            signs = [suit, *_SUIT_WORDS[suit].split(), *(["c"] if suit == letter_c else [])]
            ranks = [card.rank.lower(), *_RANK_WORDS[card.rank].split()]
            mine = [f"{rank} {sign}" for rank in ranks for sign in signs]
            mine += [rank + sign for rank in ranks for sign in signs if len(rank + sign) == 2 and rank.isalpha()]
        elif card.kind == "trump":
            mine = trumps[card.trump] + (["pagat"] if card in pack.classes["pagat"] else [])
            mine += [f"{one} {other}" for one in mine if one.isdecimal() for other in mine if other != one]
        mine += [other for name in mine for other in _OTHER_NAMES.get(name, ())]
        names |= {name if card.copy == 1 else f"{name} bis": card for name in mine}
    return names


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


def _list(cards: Iterable[Card]) -> str:
    """Cards as text, sorted, each once."""
    return ", ".join(sorted({str(card) for card in cards}))
