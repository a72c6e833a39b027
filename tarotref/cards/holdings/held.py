"""Whether a hand has a holding, with which cards, and how far it reaches. A card is any value that can be hashed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import combinations, pairwise, takewhile, zip_longest
from typing import NamedTuple

from tarotref.cards.holdings.grammar import Holding, Leap

Card = Hashable
Hand = frozenset[Card]
MOST = 200_000
"""Ways of putting wild cards into a sequence that are tried at most; games need a few hundred."""


class Blank(Enum):
    """A place in a sequence without its card: a wild card stands there, or the run leaps over it and counts it."""

    WILD = "wild"
    LEAP = "leap"


Row = tuple[Card | Blank, ...]


class Way(NamedTuple):
    """One way in which a hand has a holding: the cards, and the size it counts, more if cards leapt over count too."""

    cards: tuple[Card, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Link:
    """A part of a chain as cards: a name needs them all (`need`), `of` takes any, a `run` goes on from the first."""

    mode: str
    cards: tuple[Card, ...]
    at_least: int = 0
    start: str = ""
    leap: Leap | None = None

    @property
    def optional(self) -> bool:
        """Whether a chain may end before it."""
        return self.mode != "need" and not self.at_least


@dataclass(frozen=True, slots=True)
class Groups:
    """Which cards the names of a game mean: `names` holds every card and group by name, in any order.

    `order` has all cards, those of a sequence highest first, and so says what a run and a range are. `suits` and
    `ranks` are needed by `same` and `each` only; trumps and Fool stand in none of them.
    """

    names: Mapping[str, Iterable[Card]]
    order: Sequence[Card]
    suits: tuple[Hand, ...] = ()
    ranks: tuple[Hand, ...] = ()
    barred: Hand = frozenset()
    """The cards out of play while a single suit or rank is looked at."""
    place: Mapping[Card, int] = field(init=False, repr=False, compare=False)
    _cells: dict[str, list[Groups]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _found: dict[tuple[str, ...], tuple[Card, ...]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", {card: place for place, card in enumerate(self.order)})

    def find(self, names: Iterable[str]) -> tuple[Card, ...]:
        """The cards of all the names, each once, highest first; KeyError if a name is unknown."""
        key = tuple(names)
        if key not in self._found:
            found = {card for name in key for card in self._named(name)} - self.barred
            self._found[key] = tuple(sorted(found, key=self.place.__getitem__))
        return self._found[key]

    def _named(self, name: str) -> Iterable[Card]:
        if ".." not in name or name in self.names:
            return self.names[name]
        ends = sorted(self.place[card] for end in name.split("..") for card in self.names[end])
        return self.order[ends[0] : ends[-1] + 1]

    def cells(self, family: str) -> list[Groups]:
        """The same groups for each suit (or rank) by itself: cards of the others are out, cards of none stay."""
        if family not in self._cells:
            cells = self.suits if family == "suit" else self.ranks
            every: Hand = frozenset().union(*cells)
            self._cells[family] = [replace(self, barred=self.barred | (every - cell)) for cell in cells]
        return self._cells[family]


def holds(hand: Iterable[Card], holding: Holding, groups: Groups) -> bool:
    """Whether a hand has a holding. ValueError if it is not formal, KeyError if a name is unknown."""
    return bool(ways(hand, holding, groups))


def best(hand: Iterable[Card], holding: Holding, groups: Groups) -> int:
    """The greatest size in which a hand has a holding, 0 if it has it not: how many trumps, how long the run."""
    return max((way.size for way in ways(hand, holding, groups)), default=0)


def ways(hand: Iterable[Card], holding: Holding, groups: Groups) -> list[Way]:
    """Every way of having a holding that is declared by itself, the greatest first: one for each suit (or rank) with
    `each`, one for each run that is not part of a longer one; otherwise the greatest alone, or none."""
    cards = frozenset(hand)
    if family := holding.each or holding.same:
        bare = replace(holding, each="", same="")
        found = [way for cell in groups.cells(family) for way in ways(cards, bare, cell)]
        several = bool(holding.each)
    else:
        annex = [card for card in groups.find(holding.annex) if card in cards]
        found = [_annexed(way, annex) for way in _FORMS[holding.form](cards, holding, groups)]
        several = is_free(holding) and not holding.wild
    found.sort(key=lambda way: -way.size)
    return found if several else found[:1]


def least(holding: Holding, groups: Groups) -> int:
    """The least size that a holding allows, its parts taken as having no card in common, without annexed cards."""
    if holding.exactly is not None or holding.form in ("of", "run", "kind"):
        return holding.exactly or holding.at_least or 0
    if family := holding.each or holding.same:
        bare = replace(holding, each="", same="")
        return min((size for cell in groups.cells(family) if (size := least(bare, cell))), default=0)
    if holding.form == "card":
        return len(groups.find(holding.names))
    sizes = [least(part, groups) for part in holding.parts]
    return max(holding.at_least or 0, min(sizes, default=0) if holding.form == "any" else sum(sizes))


def is_free(holding: Holding) -> bool:
    """Whether a holding is a run that may start anywhere, so that a hand may have it more than once."""
    return holding.form == "run" and not holding.start


def _annexed(way: Way, annex: list[Card]) -> Way:
    added = tuple(card for card in annex if card not in way.cards)
    return Way(way.cards + added, way.size + len(added))


def _card(hand: Hand, holding: Holding, groups: Groups) -> list[Way]:
    cards = groups.find(holding.names)
    return [Way(cards, len(cards))] if cards and hand.issuperset(cards) else []


def _all(hand: Hand, holding: Holding, groups: Groups) -> list[Way]:
    parts = [ways(hand, part, groups)[:1] for part in holding.parts]
    if not all(parts):
        return []
    cards = tuple(dict.fromkeys(card for [way] in parts for card in way.cards))
    return [Way(cards, len(cards) + sum(way.size - len(way.cards) for [way] in parts))]


def _any(hand: Hand, holding: Holding, groups: Groups) -> list[Way]:
    return [way for part in holding.parts for way in ways(hand, part, groups)]


def _of(hand: Hand, holding: Holding, groups: Groups) -> list[Way]:
    if holding.wild or holding.genuine:
        return _sequence(hand, holding, groups)
    cards = tuple(card for card in groups.find(holding.names) if card in hand)
    return [Way(cards, len(cards))] if holding.allows(len(cards)) else []


def _sequence(hand: Hand, holding: Holding, groups: Groups) -> list[Way]:
    """All the ways of filling a run, a chain, or a set with wild cards. A card that is held always stands for itself;
    wild cards are tried in every place where they may stand, since there are only two or three of them."""
    chain = links(holding, groups)
    tries = iter(range(MOST))
    wilds = [card for card in wild_cards(holding, chain, groups) if card in hand]
    never = frozenset(groups.find(holding.wild.not_for)) if holding.wild else frozenset()
    found = []
    for start in _starts(holding, chain, hand):
        for row in _chains(start, hand, len(wilds), never, tries):
            stood = row.count(Blank.WILD)
            crowded = holding.wild and holding.wild.apart and any(a is b is Blank.WILD for a, b in pairwise(row))
            if row and holding.allows(len(row)) and len(row) - stood >= holding.genuine and not crowded:
                own = (card for card in row if not isinstance(card, Blank))
                found.append(Way((*own, *wilds[:stood]), len(row)))
    return found


def links(holding: Holding, groups: Groups) -> tuple[Link, ...]:
    """The parts of a sequence as cards, without those that an earlier part has."""
    seen: set[Card] = set()
    chain = []
    for part in holding.parts or (holding,):
        names = part.names or tuple(name for inner in part.parts for name in inner.names)
        mode = part.form if part.form in ("of", "run") else "need"
        void = mode == "need" and not all(groups.find((name,)) for name in names)
        cards = tuple(card for card in groups.find(() if void else names) if card not in seen)
        row = cards[::-1] if part.start == "bottom" else cards
        chain.append(Link(mode, row, part.at_least or 0, part.start, part.leap))
        seen.update(cards)
    return tuple(chain)


def wild_cards(holding: Holding, chain: tuple[Link, ...], groups: Groups) -> tuple[Card, ...]:
    """The cards that may stand for others: not those that the sequence itself names."""
    own = {card for link in chain for card in link.cards}
    return tuple(card for card in groups.find(holding.wild.of) if card not in own) if holding.wild else ()


def _starts(holding: Holding, chain: tuple[Link, ...], hand: Hand) -> Iterator[tuple[Link, ...]]:
    """A sequence starts at its head; a free run wherever a card is held and none above it, with wild cards anywhere."""
    if not is_free(holding):
        yield chain
        return
    cards = chain[0].cards
    for n, card in enumerate(cards):
        if holding.wild or (card in hand and (n == 0 or cards[n - 1] not in hand)):
            yield (replace(chain[0], cards=cards[n:]),)


def _chains(chain: tuple[Link, ...], hand: Hand, spare: int, never: Hand, tries: Iterator[int]) -> Iterator[Row]:
    """Every row of cards and blanks that fills a chain as far as it goes."""
    if not chain:
        yield ()
        return
    link, rest = chain[0], chain[1:]
    for row in _fillings(link, hand, spare, never, tries):
        if len(row) >= link.at_least and (link.mode != "need" or len(row) == len(link.cards) > 0):
            if link.mode != "run" or len(row) == len(link.cards):
                yield from (row + more for more in _chains(rest, hand, spare - row.count(Blank.WILD), never, tries))
            elif all(later.optional for later in rest):
                yield row


def _fillings(link: Link, hand: Hand, spare: int, never: Hand, tries: Iterator[int]) -> Iterator[Row]:
    """Every filling of one link, with no more wild cards than are to spare and none that stands beyond a gap.
    ValueError when all `tries` are used up."""
    missing = [card for card in link.cards if card not in hand and card not in never]
    for count in range(min(spare, len(missing)) + 1):
        for stood in map(frozenset, combinations(missing, count)):
            if next(tries, None) is None:
                raise ValueError(f"the wild cards could stand in more than {MOST:,} ways")
            row = _run(link, hand, stood) if link.mode == "run" else _row(link.cards, hand, stood)
            if row.count(Blank.WILD) == count:
                yield row


def _row(cards: Iterable[Card], hand: Hand, stood: Hand = frozenset()) -> Row:
    return tuple(card if card in hand else Blank.WILD for card in cards if card in hand or card in stood)


def _run(link: Link, hand: Hand, stood: Hand) -> Row:
    """The cards from the head of a run to its first gap; with `ends` also those from its foot up to the last gap."""
    if link.leap:
        return tuple(_leaping(link.cards, hand, link.leap))
    there = (hand | stood).__contains__
    head = tuple(takewhile(there, link.cards))
    foot = tuple(takewhile(there, reversed(link.cards[len(head) :]))) if link.start == "ends" else ()
    return _row(head + foot[::-1], hand, stood)


def _leaping(cards: tuple[Card, ...], hand: Hand, leap: Leap) -> Iterator[Card | Blank]:
    gaps = len(cards) if leap.gaps is None else leap.gaps
    for card, below in zip_longest(cards, cards[1:]):
        if card in hand:
            yield card
        elif gaps and below in hand:
            gaps -= 1
            if leap.counted:
                yield Blank.LEAP
        else:
            return


_FORMS: dict[str, Callable[[Hand, Holding, Groups], list[Way]]] = {
    "card": _card, "all": _all, "any": _any, "of": _of, "run": _sequence, "chain": _sequence,
}  # fmt: skip
