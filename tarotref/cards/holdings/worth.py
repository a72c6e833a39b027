"""What a holding or a feat is worth: read from plain data, and reckoned exactly.

n                                a number, exact: `10`, `-5`, `1/2`, `2.5`; minus turns the payment round
{3: 18, 4: 36}                   for the sizes reached: 18 from three, 36 from four
{3: 10, each: 5}                 10 for three, 5 more for each further card (the last step named)
{10: 10, times: 2}               10 for ten, doubled for each further card (dm2004 11.1, ten cartaccie)
{base: 10, each: 5}              the same, counted from the least size that the holding allows
{sum: values, with: {XXIX: 5}}   the values of its cards, some of them otherwise than usual (Minchiate)
{.., times: {arie: 1, others: 1}}  so many times as much: once for each of these cards in it, once more if there are others
{UNIT: WORTH, ..}                so much in each unit
none | unstated | agreed         nothing | the source is silent | left to the players
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tarotref.cards.holdings.grammar import HoldingError
from tarotref.cards.holdings.held import Card, Groups
from tarotref.problem import nearest

ABSENT = ("none", "unstated", "agreed")
_TABLE = ("base", "each", "times")
OTHERS = "others"
"""All cards that are not named, in what multiplies a sum."""


@dataclass(frozen=True, slots=True)
class Worth:
    """One worth as the grammar above has it. A flat number is the step 0; `base` is the step None."""

    steps: tuple[tuple[int | None, Fraction], ...] = ()
    each: Fraction = Fraction(0)
    times: Fraction = Fraction(1)
    sum: str = ""
    others: tuple[tuple[str, Fraction], ...] = ()
    """The cards that count otherwise in a sum (`with` in data)."""
    multiplied: tuple[tuple[str, Fraction], ...] = ()
    """By what each of some cards multiplies a sum (`times` in data), and the presence of `others`."""
    units: tuple[tuple[str, Worth], ...] = ()
    absent: str = ""

    @property
    def flat(self) -> Fraction | None:
        """The one figure that it is whatever the size; None where there is more to it."""
        plain = len(self.steps) == 1 and self.steps[0][0] == 0 and not self.each and self.times == 1
        return self.steps[0][1] if plain else None

    @property
    def by_cards(self) -> bool:
        """Whether it depends on which cards they are, and not only on how many."""
        return bool(self.sum) or any(worth.by_cards for _, worth in self.units)


def parse_worth(data: Any, units: Collection[str] | None = None) -> Worth:
    """Read a worth from plain data; units are looked up in `units` if given. HoldingError lists all faults."""
    problems: list[tuple[str, str]] = []
    worth = _worth(data, "", units, problems)
    if problems:
        raise HoldingError(problems)
    return worth


def worth_of(
    worth: Worth,
    size: int,
    cards: Iterable[Card] = (),
    values: Mapping[Any, Fraction | int] | None = None,
    *,
    least: int = 0,
    groups: Groups | None = None,
    unit: str = "",
) -> Fraction | None:
    """What a size pays, in one unit (that of a worth which names none is ""); None if the source does not say.

    A sum needs the `cards` and the `values` of the game (a card without value counts 0), and `groups` if it has `with`;
    `base` needs the `least` size of the holding. A size below the first step pays nothing.
    """
    if worth.absent:
        return Fraction(0) if worth.absent == "none" else None
    if worth.units:
        inner = dict(worth.units).get(unit, _NOTHING)
        return worth_of(inner, size, cards, values, least=least, groups=groups)
    if unit:
        return Fraction(0)
    if worth.sum:
        prices: dict[Card, Fraction | int] = dict(values or {})
        for name, other in worth.others:
            prices |= dict.fromkeys(groups.find((name,)) if groups else (name,), other)
        held = tuple(cards)
        return sum((Fraction(prices.get(card, 0)) for card in held), Fraction(0)) * times_of(worth, held, groups)
    steps = [(least if step is None else step, paid) for step, paid in worth.steps]
    reached, paid = max(((step, paid) for step, paid in steps if step <= size), default=(size, Fraction(0)))
    return paid * worth.times ** (size - reached) + worth.each * (size - reached)


def times_of(worth: Worth, cards: Iterable[Card], groups: Groups | None) -> Fraction:
    """How many times a sum of the values of some cards counts by what is among them, and as how many of its kind it does."""
    if not worth.multiplied or groups is None:
        return Fraction(1)
    held, told = frozenset(cards), {name: by for name, by in worth.multiplied if name != OTHERS}
    meant = {name: held.intersection(groups.find((name,))) for name in told}
    rest = held.difference(*meant.values())
    more = dict(worth.multiplied).get(OTHERS, Fraction(0)) if rest else Fraction(0)
    return max(Fraction(1), sum((by * len(meant[name]) for name, by in told.items()), more))


_NOTHING = Worth(absent="none")


def _worth(data: Any, path: str, units: Collection[str] | None, problems: list[tuple[str, str]]) -> Worth:
    if isinstance(data, str):
        if data in ABSENT:
            return Worth(absent=data)
        return Worth(steps=((0, _number(data, path, problems)),))
    if not isinstance(data, dict) or not data:
        problems.append((path, f"found {data!r}; expected a number, a table, a sum, units, or {', '.join(ABSENT)}"))
        return _NOTHING
    if "sum" in data:
        return _sum(data, path, problems)
    if any(key in _TABLE or key.isdecimal() for key in data):
        return _table(data, path, problems)
    for unit in data:
        if units is not None and unit not in units:
            problems.append((_at(path, unit), f"{unit!r} is no unit of the game{nearest(unit, units)}"))
    return Worth(units=tuple((unit, _worth(inner, _at(path, unit), None, problems)) for unit, inner in data.items()))


def _table(data: dict[str, Any], path: str, problems: list[tuple[str, str]]) -> Worth:
    """Steps by size, or a base, and what each size beyond adds or multiplies."""
    found = {key: _number(value, _at(path, key), problems) for key, value in data.items() if _known(key)}
    problems += [(_at(path, key), "expected a size, base, each or times") for key in data if not _known(key)]
    steps = sorted((int(key), paid) for key, paid in found.items() if key.isdecimal())
    if bool(steps) == ("base" in found):
        problems.append((path, "expected either base or sizes, and one of them"))
    if "each" in found and "times" in found:
        problems.append((path, "each and times exclude each other"))
    base = ((None, found["base"]),) if "base" in found else ()
    return Worth((*base, *steps), found.get("each", Fraction(0)), found.get("times", Fraction(1)))


def _sum(data: dict[str, Any], path: str, problems: list[tuple[str, str]]) -> Worth:
    """The values of the cards, and the cards that count otherwise."""
    others, times = data.get("with", {}), data.get("times", {})
    if not isinstance(data["sum"], str) or not isinstance(others, dict) or not isinstance(times, dict):
        problems.append((path, "expected {sum: values}, with: {CARD: n} or times: {CARD: n} beside it"))
        return _NOTHING
    allowed = ("sum", "with", "times")
    problems += [(_at(path, key), "a sum takes nothing but with and times") for key in data if key not in allowed]

    def told(key: str, figures: dict[str, Any]) -> tuple[tuple[str, Fraction], ...]:
        return tuple((name, _number(value, f"{_at(path, key)}.{name}", problems)) for name, value in figures.items())

    return Worth(sum=data["sum"], others=told("with", others), multiplied=told("times", times))


def _number(value: Any, path: str, problems: list[tuple[str, str]]) -> Fraction:
    if isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+|/0*[1-9]\d*)?", value):
        return Fraction(value)
    problems.append((path, f"found {value!r}; expected a number such as 10, -5, 1/2 or 2.5"))
    return Fraction(0)


def _known(key: str) -> bool:
    return key in _TABLE or key.isdecimal()


def _at(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
