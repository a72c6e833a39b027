"""Trump orders that are alike: rankings that agree in every place, and the groups into which a tree of them falls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tarotref.cards.trump_orders import Order
from tarotref.computed.order_distance import LEAST, ranks
from tarotref.dates import bounds

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

HALF = 11
"""So many of the twenty-one usual subjects an order must rank to be held against all others."""
OPEN = 9999
"""Stands for the year of what has none, so that it comes last."""


def usual(computed: ComputedCorpus) -> dict[str, int]:
    """Return the usual subjects with their numbers in the Tarot de Marseille; those that stand in place of one share its number."""
    return {id: s.marseille for id, s in computed.corpus.shared["subjects"].items() if s.marseille}


def comparable(computed: ComputedCorpus) -> list[tuple[str, ...]]:
    """Return the rankings that can all be held against one another: each shares `LEAST` trumps or more with every other."""
    found: list[tuple[str, ...]] = []
    orders = computed.orders
    for same in rankings(computed):
        mine = ranks(orders[same[0]]).keys()
        if all(len(mine & ranks(orders[other[0]]).keys()) >= LEAST for other in found):
            found.append(same)
    return found


def rankings(computed: ComputedCorpus, least: int = HALF) -> list[tuple[str, ...]]:
    """Return the orders that rank `least` of the usual subjects or more, those that agree in every place together.

    The oldest comes first, among those that agree and among all; an order without a date comes last.
    """
    numbers = usual(computed)
    entries = computed.corpus.shared["trump-orders"]

    def age(id: str) -> int:
        first, last = bounds(entries[id].dated) if entries[id].dated else (None, None)
        return first or last or OPEN

    found: dict[tuple[frozenset[str], ...], list[str]] = {}
    for id in sorted(computed.orders, key=age):
        order = computed.orders[id]
        if len({numbers[i.subject] for tier in order.tiers for i in tier if i.subject in numbers}) >= least:
            found.setdefault(tuple(frozenset(i.subject for i in tier) for tier in order.tiers), []).append(id)
    return [tuple(same) for same in found.values()]


def full(order: Order, numbers: Mapping[str, int]) -> bool:
    """Say whether an order ranks the usual twenty-one subjects or what stands for them, each once, and nothing else."""
    subjects = [i.subject for tier in order.tiers for i in tier]
    return order.complete and Counter(numbers.get(s) for s in subjects) == Counter(set(numbers.values()))


def letters(computed: ComputedCorpus, same: Iterable[str]) -> str:
    """Return the letter of the group in which a source puts orders that agree in every place; '' where none does."""
    entries = computed.corpus.shared["trump-orders"]
    return next((entries[id].group.letter for id in same if entries[id].group), "")


def parts(joins: Sequence[tuple[int, int, float]], leaves: int, into: int) -> list[frozenset[int]]:
    """Return the parts into which a tree falls when its last joins are undone, until there are `into` of them.

    `joins` are what is joined with what, leaves by their numbers, earlier joins counted on from these.
    """
    members: dict[int, frozenset[int]] = {n: frozenset({n}) for n in range(leaves)}
    for n, (a, b, _) in enumerate(joins[: leaves - into]):
        members[leaves + n] = members.pop(a) | members.pop(b)
    return sorted(members.values(), key=min)


class Held(NamedTuple):
    """Groups that are asserted, held against parts that are computed."""

    letter: dict[int, str]
    """The letter that most members of each part have, by the place of the part; none where two are as many."""
    astray: tuple[int, ...]
    """Members with a letter whose part is not that of their letter."""


def held(found: Sequence[frozenset[int]], asserted: Mapping[int, str]) -> Held:
    """Say which part stands for which group, and which members are not with theirs."""
    letter: dict[int, str] = {}
    for n, part in enumerate(found):
        counts = Counter(asserted[m] for m in part if asserted.get(m)).most_common(2)
        if counts and (len(counts) == 1 or counts[0][1] > counts[1][1]):
            letter[n] = counts[0][0]
    once = {value for value in letter.values() if list(letter.values()).count(value) == 1}
    astray = [
        m
        for n, part in enumerate(found)
        for m in part
        if asserted.get(m) and (asserted[m] != letter.get(n) or asserted[m] not in once)
    ]
    return Held(letter, tuple(sorted(astray)))
