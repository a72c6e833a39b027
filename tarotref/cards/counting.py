"""Card points: every method of counting, exact, in integers and fractions; totals, and what odd cards do to them.

Cards are worth what `card_values` says; all others are *empty*. The methods are those of dm2004 ch. 1, "How points are
counted": cards are counted out in sets of so many, and a set is worth the sum of its cards, an empty one as 1, less one
point for each card but one. So a counting card with empties is worth its value, and a set of empties 1. The original
method (`trick`) values counting cards one lower and adds a point for each trick; it is the same thing as long as there
are as many cards in a set as there are players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tarotref.cards.card import Card, Ranking
from tarotref.cards.names import find
from tarotref.notation import exact

Points = int | Fraction
GROUPS = {"1": (1, 0), "2": (2, 1), "3": (3, 2), "4": (4, 3), "threes-minus-one": (3, 1)}
"""Cards in a set, and what is taken off its sum. Threes minus one: dm2009 game 16.19."""
METHODS = (*GROUPS, "players", "trick", "values")


@dataclass(frozen=True, slots=True)
class Counting:
    """How card points are counted.

    `by`: cards in a set; `threes-minus-one`; `players`, a set of as many cards as there are players; `trick`, the
    original method; `values`, where empty cards are worth nothing at all. `odd`: what k cards left over count if they
    are empty, as (k, points); what it does not say is the usual practice: half a set or more counts as a whole one,
    less nothing, and one of two half a point; by `trick`, cards outside the tricks (the discard) count as one trick.
    `fool_apart`: the Fool counts so much by itself, in no set. `last_trick`: points for winning it. `over_half`: points
    for each card won above a fair share (Minchiate).
    """

    by: str
    odd: tuple[tuple[int, Points], ...] = ()
    fool_apart: Points | None = None
    last_trick: Points = 0
    over_half: Points = 0

    @classmethod
    def of(
        cls, by: str | int, odd: Mapping[str | int, object] | None = None, fool_apart: object = None,
        last_trick: object = 0, over_half: object = 0,
    ) -> Counting:  # fmt: skip
        """The method that a record's `counting` describes, numbers as text or exact. ValueError if it is unknown."""
        if str(by) not in METHODS:
            raise ValueError(f"by: {by!r} is no method of counting; expected one of {', '.join(METHODS)}")
        size, _ = GROUPS.get(str(by), (100, 0))
        if bad := [k for k in odd or () if str(k) not in map(str, range(1, size))]:
            raise ValueError(f"odd: {bad[0]!r} is no number of cards that can be left over")
        rest = tuple(sorted((int(k), exact(points)) for k, points in (odd or {}).items()))
        apart = None if fool_apart is None else exact(fool_apart)
        return cls(str(by), rest, apart, exact(last_trick), exact(over_half))

    @property
    def empty(self) -> int:
        """What an empty card adds to a sum, before anything is taken off."""
        return 0 if self.by == "values" else 1

    def group(self, players: int | None) -> tuple[int, int]:
        """Cards in a set and points taken off its sum; ValueError if `by` does not say it, or not without `players`."""
        if self.by == "players":
            size = _needed(players, "the number of players")
            return size, size - 1
        if self.by not in GROUPS:
            raise ValueError(f"cards counted by {self.by} are not in sets")
        return GROUPS[self.by]

    def rest(self, k: int, players: int | None = None) -> Points:
        """What k empty cards left over count; by `trick`, k cards outside the tricks."""
        if k == 0 or k in dict(self.odd):
            return dict(self.odd).get(k, 0)
        if self.by == "trick":
            return 1
        size, _ = self.group(players)
        return Fraction(1, 2) if size == 2 else int(2 * k >= size)

    def off(self, cards: int, players: int | None = None) -> Points:
        """What is taken off the sum of so many cards: for their full sets, and for the cards left over."""
        size, less = self.group(players)
        full, k = divmod(cards, size)
        return less * full + k - self.rest(k, players)

    def single(self, value: Points, players: int | None = None) -> Points:
        """What a card is worth alone, its share in the deduction taken off: in threes a King of 5 is worth 4 1/3."""
        size, less = self.group(players)
        return exact(value - Fraction(less, size))


@dataclass(frozen=True, slots=True)
class Line:
    """A step in counting a pile: which cards (or `what` else), how they add up (`4 + 3 - 1`), what they make."""

    cards: tuple[Card, ...]
    sum: str
    points: Points
    what: str = ""

    def __str__(self) -> str:
        what = self.what or " ".join(str(card) for card in self.cards)
        return f"{what}: {self.sum}" + ("" if self.sum == str(self.points) else f" = {self.points}")


@dataclass(frozen=True, slots=True)
class Count:
    """The points of a pile and their working. `assumed` is how many cards were left over of whose worth the method says
    nothing, so that the default of `Counting` was taken; 0 where nothing was assumed."""

    total: Points
    working: tuple[Line, ...]
    assumed: int = 0


def card_values(
    order: Ranking, spec: Mapping[str, object], groups: Mapping[str, Iterable[Card]] | None = None
) -> dict[Card, Points]:
    """What each card is worth that a record's `values` (`{top: 5, K: 5, trumps: 1}`) names; the others are empty.

    A smaller set beats a larger one, so a card or role beats a class. ValueError lists names that mean no card, numbers
    that are none, and cards that two sets of one size, or that merely overlap, value differently.
    """
    problems: list[str] = []
    found: list[tuple[frozenset[Card], Points, str]] = []
    for name, text in spec.items():
        try:
            found.append((frozenset(find(name, order, groups or {})), exact(text), name))
        except ValueError as error:
            problems.append(f"{name}: {error}")
    values: dict[Card, tuple[frozenset[Card], Points, str]] = {}
    for entry in sorted(found, key=lambda entry: -len(entry[0])):
        for card in entry[0]:
            larger, value, name = values.get(card, entry)
            if value != entry[1] and not entry[0] < larger:
                problems.append(f"{card} is worth {value} as {name} and {entry[1]} as {entry[2]}")
            values[card] = entry
    if problems:
        raise ValueError("\n".join(problems))
    return {card: values[card][1] for card in order.pack.cards if card in values}


def total(
    cards: Iterable[Card], values: Mapping[Card, Points], counting: Counting, players: int | None = None,
    tricks: int | None = None,
) -> Points:  # fmt: skip
    """The points of cards counted as one pile, a whole pack for instance, without the last trick.

    By `trick`, `tricks` is how many tricks they make; if not given, as many as `players` cards can be taken from them,
    and what remains is the discard. ValueError where the method needs players that are not given.
    """
    pile = list(cards)
    grouped = [card for card in pile if counting.fool_apart is None or card.kind != "fool"]
    apart = (len(pile) - len(grouped)) * (counting.fool_apart or 0)
    worth = sum((values.get(card, counting.empty) for card in grouped), Fraction(apart))
    if counting.by == "trick":
        return exact(worth - len(grouped) + _tricks(len(pile), counting, players, tricks))
    return exact(worth if counting.by == "values" else worth - counting.off(len(grouped), players))


def count(
    cards: Iterable[Card], values: Mapping[Card, Points], counting: Counting, players: int | None = None,
    tricks: int | None = None, last_trick: bool = False, share: int | None = None,
) -> Count:  # fmt: skip
    """The points of one pile, counted out as a player would: each counting card with empty ones as long as there are
    any. `last_trick` says that its winner won the last trick, `tricks` how many tricks it has, `share` above how many
    cards each further one counts. ValueError if a card comes twice or the method needs what is not given."""
    pile = tuple(cards)
    if twice := sorted({str(card) for card in pile if pile.count(card) > 1}):
        raise ValueError(f"twice in the pile: {', '.join(twice)}")
    grouped = [card for card in pile if counting.fool_apart is None or card.kind != "fool"]
    apart = counting.fool_apart or 0
    lines = [Line((card,), str(apart), apart) for card in pile if card not in grouped]
    assumed = 0
    if counting.by in {"trick", "values", "1"}:
        lower = 1 if counting.by == "trick" else 0
        counted = [card for card in grouped if values.get(card, counting.empty) != counting.empty]
        lines += [_line((card,), values, values[card] - lower) for card in counted]
        if counting.by == "trick":
            made = _tricks(len(pile), counting, players, tricks)
            lines.append(Line((), str(made), made, "tricks"))
        elif empties := [card for card in grouped if card not in counted and counting.empty]:
            lines.append(Line(tuple(empties), str(len(empties)), len(empties)))
    else:
        size, less = counting.group(players)
        for group in _sets(grouped, values, size):
            worth = sum(values.get(card, 1) for card in group)
            k = len(group) % size
            lines.append(_line(group, values, worth - (k - counting.rest(k, players) if k else less)))
            assumed = k if k and k not in dict(counting.odd) else 0
    if last_trick and counting.last_trick:
        lines.append(Line((), str(counting.last_trick), counting.last_trick, "last trick"))
    if counting.over_half:
        above = max(0, len(pile) - _needed(share, "the share of cards above which each counts"))
        lines.append(Line((), str(above * counting.over_half), above * counting.over_half, f"cards above {share}"))
    return Count(exact(sum((line.points for line in lines), Fraction(0))), tuple(lines), assumed)


def _sets(cards: Sequence[Card], values: Mapping[Card, Points], size: int) -> list[tuple[Card, ...]]:
    """Cards in sets of one size as a player makes them, one counting card to a set while there are enough empty ones;
    what is left over comes last."""
    worth = {card: values.get(card, 1) for card in cards}
    dear = sorted((card for card in cards if worth[card] > 1), key=lambda card: -worth[card])
    cheap = [card for card in cards if worth[card] <= 1]
    sets: list[tuple[Card, ...]] = []
    while dear and len(cheap) >= size - 1:
        sets.append((dear.pop(0), *cheap[: size - 1]))
        del cheap[: size - 1]
    rest = dear + cheap
    return sets + [tuple(rest[at : at + size]) for at in range(0, len(rest), size)]


def _line(cards: tuple[Card, ...], values: Mapping[Card, Points], points: Points) -> Line:
    """A line of working: the values of the counting cards, and what is taken off or added to make the points."""
    shown = [values[card] for card in cards if values.get(card, 1) != 1]
    more = points - sum(shown)
    change = f" {'-' if more < 0 else '+'} {abs(more)}" if more else ""
    return Line(cards, " + ".join(str(value) for value in shown) + change if shown else str(points), exact(points))


def _tricks(cards: int, counting: Counting, players: int | None, tricks: int | None) -> Points:
    """The tricks that so many cards make, the discard counted as the method says."""
    if tricks is not None:
        return tricks
    full, k = divmod(cards, _needed(players, "the number of tricks, or of players"))
    return full + counting.rest(k)


def _needed(value: int | None, what: str) -> int:
    """A value that must be given; ValueError if it is not."""
    if value is None:
        raise ValueError(f"this method of counting needs {what}")
    return value
