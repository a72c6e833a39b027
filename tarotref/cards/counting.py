"""Card points: every method of counting, exact, in integers and fractions; totals, and what odd cards do to them.

Cards are worth what `card_values` says; all others are *empty*. The methods are those of dm2004 ch. 1, "How points are
counted". The *original* method gives a point for each trick, or for each set of so many cards, and the values of the
counting cards besides: a King 4, a Jack 1. With *standard* values, one higher, the point of the set is in the card: a
set is worth the sum of its cards, an empty one as 1, less one point for each card but one. So a counting card with
empties is worth its value, and a set of empties 1. Both are the same as long as the sets are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from tarotref.cards.card import Card, Ranking
from tarotref.cards.names import find
from tarotref.notation import exact

Points = int | Fraction
Needed = TypeVar("Needed", bound=Points)
GROUPS = {"1": (1, 0), "2": (2, 1), "3": (3, 2), "4": (4, 3), "threes-minus-one": (3, 1)}
"""Cards in a set, and what is taken off its sum. Threes minus one: dm2009 game 16.19."""
METHODS = (*GROUPS, "players", "trick", "values")
VALUES = ("original", "standard")
DISCARDS = ("set", "one-less")


@dataclass(frozen=True, slots=True)
class Counting:
    """How card points are counted.

    `by`: cards in a set; `threes-minus-one`; `players`, a set of as many cards as there are players; `trick`, the
    original method; `values`, where empty cards are worth nothing at all. `odd`: what k cards left over count if they
    are empty, as (k, points); what it does not say is the usual practice: half a set or more counts as a whole one,
    less nothing, and one of two half a point; by `trick`, cards outside the tricks (the discard) count as one trick.
    `values`: `standard` ones have the point of the set in them, `original` ones, as by `trick`, stand beside it (dm2004
    ch. 1). `discard`: with the tricks, unless it counts as a `set` by itself however small (dm2009 game 5.8), or each
    of its cards `one-less` (dm2004 game 5.3). `fool_apart`: the Fool counts so much by itself, in no set.
    `last_trick`: points for winning it. `over_half`: points for each card won above an equal share of the cards in play
    (Minchiate); `under_half`: points off for each card short of it (dm2004 game 2.5).
    """

    by: str
    odd: tuple[tuple[int, Points], ...] = ()
    fool_apart: Points | None = None
    last_trick: Points = 0
    over_half: Points = 0
    under_half: Points = 0
    values: str = "standard"
    discard: str = ""

    @classmethod
    def of(
        cls, by: str | int, odd: Mapping[str | int, object] | None = None, fool_apart: object = None,
        last_trick: object = 0, over_half: object = 0, under_half: object = 0, values: str = "", discard: str = "",
    ) -> Counting:  # fmt: skip
        """The method that a record's `counting` describes, numbers as text or exact. ValueError if it is unknown."""
        if str(by) not in METHODS:
            raise ValueError(f"by: {by!r} is no method of counting; expected one of {', '.join(METHODS)}")
        size, _ = GROUPS.get(str(by), (100, 0))
        if bad := [k for k in odd or () if str(k) not in map(str, range(1, size))]:
            raise ValueError(f"odd: {bad[0]!r} is no number of cards that can be left over")
        values = values or ("original" if by == "trick" else "standard")
        if values not in VALUES or (by == "trick") > (values == "original"):
            raise ValueError(
                f"values: found {values!r} with by: {by}; expected {' or '.join(VALUES)}, by trick original"
            )
        if values == "original" and str(by) in {"1", "values", "threes-minus-one"}:
            raise ValueError(f"values: original values stand beside a point for each trick or set, but by is {by}")
        if discard and (discard not in DISCARDS or str(by) in {"trick", "values"}):
            raise ValueError(
                f"discard: found {discard!r} with by: {by}; expected {' or '.join(DISCARDS)}, and cards in sets"
            )
        rest = tuple(sorted((int(k), exact(points)) for k, points in (odd or {}).items()))
        apart = None if fool_apart is None else exact(fool_apart)
        numbers = (exact(last_trick), exact(over_half), exact(under_half))
        return cls(str(by), rest, apart, *numbers, values, discard)

    @property
    def constant(self) -> bool:
        """Whether the cards won alone do not change the sum of all: what one has above his share another lacks."""
        return self.over_half == self.under_half

    @property
    def in_sets(self) -> bool:
        """Whether cards are counted out in sets, so that some can be left over."""
        return self.by not in {"trick", "values"}

    @property
    def empty(self) -> int:
        """What an empty card adds to a sum, before anything is taken off."""
        return 0 if self.by == "values" else 1

    def worth(self, card: Card, values: Mapping[Card, Points]) -> Points:
        """What a card adds to a sum before anything is taken off: an original value is one short of it."""
        if card not in values:
            return self.empty
        return values[card] + (self.values == "original")

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

    def off(self, cards: int, players: int | None = None, discard: int = 0) -> Points:
        """What is taken off the sum of so many cards, `discard` of them discarded: for their full sets, and for the
        cards left over."""
        if self.discard == "set" and discard:
            return self.off(cards - discard, players) + discard - 1
        size, less = self.group(players)
        full, k = divmod(cards, size)
        return less * full + k - self.rest(k, players) + (discard if self.discard == "one-less" else 0)

    def above(self, cards: int, share: Points) -> Points:
        """What so many cards count, or cost, by their number, above or below a share."""
        return exact((cards - share) * (self.over_half if cards > share else self.under_half))

    def single(self, value: Points, players: int | None = None) -> Points:
        """What a card is worth alone, its share in the deduction taken off: in threes a King of 5 is worth 4 1/3."""
        size, less = self.group(players)
        return exact(value + (self.values == "original") - Fraction(less, size))


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
    tricks: int | None = None, discard: int = 0,
) -> Points:  # fmt: skip
    """The points of cards counted as one pile, a whole pack for instance, without the last trick.

    By `trick`, `tricks` is how many tricks they make; if not given, as many as `players` cards can be taken from them,
    and what remains is the discard. `discard` of the cards were discarded, where that makes a difference. ValueError
    where the method needs players that are not given.
    """
    pile = list(cards)
    grouped = [card for card in pile if counting.fool_apart is None or card.kind != "fool"]
    apart = (len(pile) - len(grouped)) * (counting.fool_apart or 0)
    worth = sum((counting.worth(card, values) for card in grouped), Fraction(apart))
    if counting.by == "trick":
        return exact(worth - len(grouped) + _tricks(len(pile), counting, players, tricks))
    return exact(worth - counting.off(len(grouped), players, discard) if counting.in_sets else worth)


def count(
    cards: Iterable[Card], values: Mapping[Card, Points], counting: Counting, players: int | None = None,
    tricks: int | None = None, last_trick: bool = False, share: Points | None = None, discard: int = 0,
) -> Count:  # fmt: skip
    """The points of one pile, counted out as a player would: each counting card with empty ones as long as there are
    any. `last_trick` says that its winner won the last trick, `tricks` how many tricks it has, `share` from how many
    cards on each counts by itself, `discard` how many cards of the pile were discarded, where that makes a difference (they are
    one more trick where tricks are counted).
    ValueError if a card comes twice, the method needs what is not given, or the pile cannot have so many tricks."""
    pile = tuple(cards)
    if twice := sorted({str(card) for card in pile if pile.count(card) > 1}):
        raise ValueError(f"twice in the pile: {', '.join(twice)}")
    # A trick lacks a card where the Fool in it went back to its player.
    lent = 0 if any(card.kind == "fool" for card in pile) else 1
    _within("discard", discard, len(pile))
    _within("tricks", tricks, (len(pile) - discard + lent) // (players or 2) + bool(discard))
    grouped = [card for card in pile if counting.fool_apart is None or card.kind != "fool"]
    apart = counting.fool_apart or 0
    lines = [Line((card,), str(apart), apart) for card in pile if card not in grouped]
    assumed = 0
    counted = [card for card in grouped if counting.worth(card, values) != counting.empty]
    if counting.by in {"trick", "values", "1"} or counting.values == "original":
        lines += [Line((card,), str(values[card]), values[card]) for card in counted]
        if counting.by == "trick":
            made = _tricks(len(pile), counting, players, tricks)
            lines.append(Line((), str(made), made, "tricks"))
        elif counting.values == "original":
            made = len(grouped) - counting.off(len(grouped), players, discard)
            lines.append(Line((), str(made), made, "sets"))
        elif empties := [card for card in grouped if card not in counted and counting.empty]:
            lines.append(Line(tuple(empties), str(len(empties)), len(empties)))
    else:
        size, less = counting.group(players)
        cheap = sorted(grouped, key=lambda card: counting.worth(card, values))
        laid = tuple(cheap[:discard]) if counting.discard == "set" else ()
        for group in _sets([card for card in grouped if card not in laid], values, size):
            k = len(group) % size
            lines.append(_line(group, values, k - counting.rest(k, players) if k else less))
            assumed = k if k and k not in dict(counting.odd) else 0
        if laid:
            lines.append(_line(laid, values, len(laid) - 1))
    if discard and counting.discard == "one-less":
        lines.append(Line((), str(-discard), -discard, "discarded cards"))
    if last_trick and counting.last_trick:
        lines.append(Line((), str(counting.last_trick), counting.last_trick, "last trick"))
    if counting.over_half or counting.under_half:
        share = _needed(share, "the share of cards above which each counts")
        made = counting.above(len(pile), share)
        if made:
            lines.append(Line((), str(made), made, f"cards {'below' if len(pile) < share else 'above'} {share}"))
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


def _line(cards: tuple[Card, ...], values: Mapping[Card, Points], off: Points) -> Line:
    """A line of working: the values of the counting cards, and what is taken off or added to make the points."""
    points = sum((values.get(card, 1) for card in cards), Fraction(0)) - off
    shown = [values[card] for card in cards if values.get(card, 1) != 1]
    more = exact(points - sum(shown))
    change = f" {'-' if more < 0 else '+'} {abs(more)}" if more else ""
    text = " + ".join(str(value) for value in shown) + change if shown else str(exact(points))
    return Line(cards, text, exact(points))


def _tricks(cards: int, counting: Counting, players: int | None, tricks: int | None) -> Points:
    """The tricks that so many cards make, the discard counted as the method says."""
    if tricks is not None:
        return tricks
    full, k = divmod(cards, _needed(players, "the number of tricks, or of players"))
    return full + counting.rest(k)


def _needed(value: Needed | None, what: str) -> Needed:
    """A value that must be given; ValueError if it is not."""
    if value is None:
        raise ValueError(f"this method of counting needs {what}")
    return value


def _within(what: str, value: object, most: int) -> None:
    """ValueError unless a value is a whole number that the pile allows, or not given."""
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most):
        raise ValueError(f"{what}: found {value!r}; expected a whole number from 0 to {most} for this pile")
