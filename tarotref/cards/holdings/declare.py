"""What a hand can declare, and what that is worth in all: the declarations of a game, with their kinds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from tarotref.cards.holdings.grammar import Holding, HoldingError, Reading, Wild, faults, parse_holding
from tarotref.cards.holdings.held import Card, Groups, least, ways
from tarotref.cards.holdings.worth import Worth, parse_worth, times_of, worth_of

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Declaration:
    """A holding that pays. `worth` is None if its kind says it."""

    holding: Holding
    worth: Worth | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """What declarations of one kind have in common: their worth, and the wild and annexed cards of their holdings.

    `multiply` says from how many of them on all count how many times: three cricche make a criccone, doubled (dm2004
    ch. 11). `share` has the cards that may serve in two of them, () if none may, None if all may: of Cavallerie only
    the Scüs (dm2004 ch. 4, conventions).
    """

    worth: Worth | None = None
    wild: Wild | None = None
    annex: tuple[str, ...] = ()
    multiply: tuple[tuple[int, Fraction], ...] = ()
    share: tuple[str, ...] | None = None

    def complete(self, holding: Holding) -> Holding:
        """A holding with what its kind adds to it; what the holding says itself stays, and wild cards go to sets, runs
        and chains only. HoldingError if it cannot take them."""
        wild = holding.wild or (self.wild if holding.form in ("of", "run", "chain") else None)
        whole = replace(holding, wild=wild, annex=holding.annex or self.annex)
        if problems := [("", message) for message in faults(whole, linked=False)]:
            raise HoldingError(problems)
        return whole

    def factor(self, number: int) -> Fraction:
        """By what all are multiplied when there are so many of the kind."""
        return max(((least, by) for least, by in self.multiply if least <= number), default=(0, Fraction(1)))[1]


class Declared(NamedTuple):
    """One declaration as made: its size and cards, and its worth before anything is multiplied, None if not known."""

    id: str
    size: int
    worth: Fraction | None
    cards: tuple[Card, ...]
    kind: str
    times: int = 1
    """As how many of its kind it counts, where its cards multiply it."""


class Score(NamedTuple):
    """All that a hand declares. `total` has what is multiplied in it, and is None if the worth of a part is not known;
    `left` names the declarations that are not formal."""

    declared: tuple[Declared, ...]
    total: Fraction | None
    left: tuple[str, ...]


def parse_declaration(
    data: Mapping[str, Any], vocabulary: Collection[str] | None = None, units: Collection[str] | None = None
) -> Declaration:
    """Read the holding, worth and kind of a declaration; other keys are left alone. HoldingError lists all faults."""
    problems: list[tuple[str, str]] = []
    holding = _read("holding", problems, lambda: parse_holding(data.get("holding"), vocabulary))
    worth = _read("worth", problems, lambda: parse_worth(data["worth"], units)) if "worth" in data else None
    if problems or holding is None:
        raise HoldingError(problems)
    return Declaration(holding, worth, data.get("kind", ""))


def parse_kind(
    data: Mapping[str, Any], vocabulary: Collection[str] | None = None, units: Collection[str] | None = None
) -> Kind:
    """Read what the declarations of a kind have in common; other keys are left alone. HoldingError lists all faults."""
    reading = Reading(vocabulary)
    problems = reading.problems
    worth = _read("worth", problems, lambda: parse_worth(data["worth"], units)) if "worth" in data else None
    told = {key: reading.modifier(key, data[key], key) for key in ("wild", "annex") if key in data}
    if "share" in data:
        told["share"] = () if data["share"] == "none" else reading.names(data["share"], "share")
    multiply = _read("multiply", problems, lambda: parse_worth(data["multiply"])) if "multiply" in data else None
    steps = tuple((step or 0, by) for step, by in multiply.steps) if multiply else ()
    if problems:
        raise HoldingError(problems)
    return Kind(worth=worth, multiply=steps, **told)


def _read(key: str, problems: list[tuple[str, str]], read: Callable[[], Read]) -> Read | None:
    try:
        return read()
    except HoldingError as error:
        problems += [(f"{key}.{path}" if path else key, message) for path, message in error.problems]
        return None


def declare(
    hand: Iterable[Card],
    declarations: Mapping[str, Declaration],
    kinds: Mapping[str, Kind],
    groups: Groups,
    values: Mapping[Any, Fraction | int] | None = None,
    unit: str = "",
    once: Iterable[str] = (),
) -> Score:
    """Everything that a hand, or the cards won in tricks, can declare, in the order of the declarations; of those that
    may not share their cards, the choice that pays most. Cards named in `once` serve in one declaration, whatever its kind.
    The total is in one unit (see `worth_of`)."""
    cards, places = frozenset(hand), {id: n for n, id in enumerate(declarations)}

    def of(id: str, cards: frozenset[Card]) -> Iterator[Declared]:
        declaration = declarations[id]
        if declaration.holding.formal:
            kind = kinds.get(declaration.kind, _NO_KIND)
            holding, worth = kind.complete(declaration.holding), declaration.worth or kind.worth or _NO_WORTH
            low = least(holding, groups)
            for way in ways(cards, holding, groups):
                paid = worth_of(worth, way.size, way.cards, values, least=low, groups=groups, unit=unit)
                times = int(times_of(worth, way.cards, groups))
                yield Declared(id, way.size, paid, way.cards, declaration.kind, times)

    made = [one for id in declarations for one in of(id, cards)]
    apart = {
        name: frozenset(groups.order) - frozenset(groups.find(kind.share))
        for name, kind in kinds.items()
        if kind.share is not None
    }
    single = frozenset(groups.find(once))
    if apart or single:
        made = sorted(_beside(made, of, cards, apart, single), key=lambda one: places[one.id])
    made += _of_kinds(declarations, kinds, made, unit)
    factors = {name: kind.factor(sum(one.kind == name for one in made)) for name, kind in kinds.items()}
    known = [one.worth * factors.get(one.kind, 1) for one in made if one.worth is not None]
    total = sum(known, Fraction(0)) if len(known) == len(made) else None
    left = tuple(id for id, one in declarations.items() if not one.holding.formal and one.holding.form != "kind")
    return Score(tuple(made), total, left)


def _of_kinds(
    declarations: Mapping[str, Declaration], kinds: Mapping[str, Kind], made: list[Declared], unit: str
) -> Iterator[Declared]:
    """The declarations that are so many declarations of a kind."""
    for id, declaration in declarations.items():
        holding = declaration.holding
        number = sum(one.times for one in made if one.kind == holding.text)
        if holding.form == "kind" and holding.allows(number):
            worth = declaration.worth or kinds.get(declaration.kind, _NO_KIND).worth or _NO_WORTH
            low = holding.exactly or holding.at_least or 0
            yield Declared(id, number, worth_of(worth, number, least=low, unit=unit), (), declaration.kind)


MOST = 24
"""Declarations of a kind in one hand, at most, of which those that share no card can be chosen."""


def _beside(
    made: list[Declared], of: Callable[[str, frozenset[Card]], Iterator[Declared]], cards: frozenset[Card],
    apart: Mapping[str, frozenset[Card]], single: frozenset[Card],
) -> Iterator[Declared]:  # fmt: skip
    """Yield the declarations of a hand that pay most side by side: the cards `apart` serve in one of each kind, those that are
    `single` in one of any; what `of` makes of fewer cards may stand beside others too."""
    ids = [one.id for one in made]
    alone = {id for id in ids if ids.count(id) == 1}
    # A set of any three or more may also be made of what another declaration leaves.
    fewer = (
        one
        for taken in made
        for id in alone - {taken.id}
        if taken.kind in apart
        for one in of(id, cards - apart[taken.kind].intersection(taken.cards))
        if one.kind == taken.kind
    )
    found = [*made, *(one for one in dict.fromkeys(fewer) if one not in made)]

    def clash(one: Declared, other: Declared) -> bool:
        barred = single | apart.get(one.kind, frozenset()) if one.kind == other.kind else single
        return (one.id == other.id and one.id in alone) or bool(barred.intersection(one.cards, other.cards))

    while found:
        together = [found.pop(0)]
        for one in together:  # grows while it is gone through
            at_odds = [other for other in found if clash(one, other)]
            together += at_odds
            found = [other for other in found if other not in at_odds]
        if len(together) > MOST:
            raise ValueError(f"more than {MOST} declarations that may not share their cards")
        yield from _dearest(together, clash)


def _dearest(made: list[Declared], clash: Callable[[Declared, Declared], bool]) -> list[Declared]:
    """Of these declarations, those that pay most and of which no two clash; ties go to the first."""
    if not made:
        return []
    first, rest = made[0], made[1:]
    barred = [one for one in rest if clash(first, one)]
    taken = [first, *_dearest([one for one in rest if one not in barred], clash)]
    if not barred:
        return taken
    passed = _dearest(rest, clash)
    return max(taken, passed, key=lambda choice: sum(one.worth or 0 for one in choice))


_NO_KIND = Kind()
_NO_WORTH = Worth(absent="unstated")
