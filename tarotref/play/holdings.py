"""Which declarations a hand of bits holds, asked so often that the plain ones are looked up as bits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from tarotref.cards.holdings import Groups, Holding, Kind, declare, least, ways
from tarotref.play.compiled import Plan, places

Test = Callable[[int], bool]


def tests(plan: Plan) -> Mapping[str, Test]:
    """Return a test of a hand for each declaration of a plan that a hand alone decides."""
    return {
        id: _test(plan, plan.kinds.get(one.kind, Kind()).complete(one.holding)) for id, one in plan.declarations.items()
    }


def declared_with(plan: Plan, hand: int) -> int:
    """The cards with which a hand can declare something, as bits."""
    chosen = {id: one for id, one in plan.declarations.items() if plan.declaration_rules[id].own_where != "tricks"}
    made = declare(places(hand), chosen, plan.kinds, plan.groups).declared
    return plan.bits(card for one in made for card in one.cards)  # type: ignore[misc]


def counted_won(plan: Plan) -> int:
    """The cards that can be part of what counts among the cards won, as bits."""
    found = 0
    for id, one in plan.declarations.items():
        if plan.declaration_rules[id].among_won:
            for name in _ranges(plan.kinds.get(one.kind, Kind()).complete(one.holding)):
                with suppress(KeyError):
                    found |= plan.bits(plan.groups.find((name,)))  # type: ignore[arg-type]
    return found


def _test(plan: Plan, holding: Holding) -> Test:
    """A test of a hand: as bits where the holding only asks for numbers of cards, else by looking for ways of having it."""
    plain = _plain(plan, holding, plan.groups)
    if plain is not None:
        return plain
    needed = _needed(plan, holding, plan.groups)

    def test(hand: int) -> bool:
        if not any((hand & bits).bit_count() >= number for bits, number in needed):
            return False
        return bool(ways(places(hand), holding, plan.groups))

    return test


def _plain(plan: Plan, holding: Holding, groups: Groups) -> Test | None:
    """The test of a holding that only asks for cards and numbers of cards; None where it asks for more."""
    if holding.wild or holding.genuine or holding.form not in ("card", "of", "all", "any"):
        return None
    if family := holding.each or holding.same:
        bare = replace(holding, each="", same="")
        return _together(any, [_plain(plan, bare, cell) for cell in groups.cells(family)])
    if holding.form in ("all", "any"):
        return _together(all if holding.form == "all" else any, [_plain(plan, part, groups) for part in holding.parts])
    try:
        bits = plan.bits(groups.find(holding.names))  # type: ignore[arg-type]
    except KeyError:
        return None
    if holding.form == "card":
        return lambda hand: bool(bits) and hand & bits == bits
    return lambda hand: holding.allows((hand & bits).bit_count())


def _together(how: Callable[..., bool], parts: list[Test | None]) -> Test | None:
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return lambda hand: how(test(hand) for test in known)


def _needed(plan: Plan, holding: Holding, groups: Groups) -> list[tuple[int, int]]:
    """What a hand must have of certain cards to hold this at all, one of several such pairs; (all cards, 0) where unknown."""
    unknown = [(plan.whole, 0)]
    try:
        if family := holding.each or holding.same:
            bare = replace(holding, each="", same="")
            return [pair for cell in groups.cells(family) for pair in _needed(plan, bare, cell)]
        if holding.form == "any":
            return [pair for part in holding.parts for pair in _needed(plan, part, groups)]
        if holding.form in ("of", "run", "chain", "all"):
            names = set(groups.find([*_ranges(holding)]))
            return [(plan.bits(names), max(1, least(holding, groups)) if holding.form != "all" else 1)]  # type: ignore[arg-type]
    except KeyError:
        return unknown
    return unknown


def _ranges(holding: Holding) -> Iterator[str]:
    """Every name and range in a holding, its wild and annexed cards included."""
    yield from (*holding.names, *holding.annex, *(holding.wild.of if holding.wild else ()))
    for part in holding.parts:
        yield from _ranges(part)
