"""How likely a holding is in one hand dealt from a pack: exact, in whole numbers.

A holding is made into a reader, which is shown the cards one by one, each in hand or not, and remembers only what
matters: how many of a group, how long a run. Hands that it cannot tell apart are counted together, so that the 10**20
hands of a pack come to a few hundred states. The hands of one state are counted in one integer, a polynomial in
2**bits: its digit k is the number of hands that have k of the cards read so far, and to take a card is to shift it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from tarotref.cards.holdings import Groups, Holding, Worth, least, worth_of
from tarotref.cards.holdings.held import Card, is_free
from tarotref.cards.odds.build import Unsized, build
from tarotref.cards.odds.readers import Reader, arrange, leaves

__all__ = ["Intractable", "expected", "one_in", "probability", "sizes"]

MOST = 1_000_000
"""States, times the sequences and sets that each follows, that are read at most; holdings of games need some 100,000."""


class Intractable(Exception):
    """A holding whose hands are told apart in more ways than can be followed."""


def probability(holding: Holding, groups: Groups, pack: Collection[Card], hand: int) -> Fraction | None:
    """The chance that a hand of so many cards of a pack has a holding; None if it is not formal.

    A dealer who takes extra cards sees a greater hand: ask with its size before the discard. ValueError if a hand is
    greater than the pack, or if the holding has two sequences that go through the same cards in different orders;
    Intractable if too much would have to be followed.
    """
    if not holding.formal:
        return None
    return sum(_shares(build(holding, groups, sized=False), pack, hand).values(), Fraction(0))


def sizes(holding: Holding, groups: Groups, pack: Collection[Card], hand: int) -> dict[int, Fraction] | None:
    """The chance of each size of a holding that a hand can have, ascending; what lacks to 1 is that it has it not.

    The size is that of the greatest way (see `tarotref.cards.holdings.best`). None if the holding is not formal, or if its
    sizes cannot be followed. ValueError as for `probability`.
    """
    if not holding.formal:
        return None
    try:
        return _shares(build(holding, groups, sized=True), pack, hand)
    except Unsized:
        return None


def expected(
    holding: Holding, worth: Worth, groups: Groups, pack: Collection[Card], hand: int, unit: str = ""
) -> Fraction | None:
    """What a holding is worth on average, in one hand; with `each` for all suits (or ranks) together.

    None where its sizes do not decide it: the worth is not known, or goes by the cards, or a run may be there twice.
    """
    if holding.each:
        bare = replace(holding, each="")
        cells = [expected(bare, worth, cell, pack, hand, unit) for cell in groups.cells(holding.each)]
        known = [one for one in cells if one is not None]
        return sum(known, Fraction(0)) if len(known) == len(cells) else None
    chances = None if worth.by_cards or is_free(holding) else sizes(holding, groups, pack, hand)
    if chances is None:
        return None
    low = least(holding, groups)
    paid = {size: worth_of(worth, size, least=low, groups=groups, unit=unit) for size in chances}
    known = [chances[size] * one for size, one in paid.items() if one is not None]
    return sum(known, Fraction(0)) if len(known) == len(paid) else None


def one_in(chance: Fraction) -> str:
    """A chance in words for a page: `1 in 2.7`, `1 in 14`, `never`, `always`; from 10 on a whole number."""
    if chance in (0, 1):
        return "always" if chance else "never"
    turns = 1 / chance
    tenths = (2 * turns.numerator * 10 + turns.denominator) // (2 * turns.denominator)
    if tenths >= 100:
        return f"1 in {(2 * turns.numerator + turns.denominator) // (2 * turns.denominator):,}"
    whole, tenth = divmod(tenths, 10)
    return f"1 in {whole}.{tenth}" if tenth else f"1 in {whole}"


def _shares(reader: Reader, pack: Collection[Card], hand: int) -> dict[int, Fraction]:
    """The share of each size among all hands of a pack."""
    deck = frozenset(pack)
    if not 0 <= hand <= len(deck):
        raise ValueError(f"no hand of {hand} cards in a pack of {len(deck)}")
    found, unread = _counted(reader, deck)
    bits = len(deck) + 1
    hands = {
        size: sum(((many >> bits * taken) % (1 << bits)) * comb(unread, hand - taken) for taken in range(hand + 1))
        for size, many in found.items()
    }
    return {size: Fraction(hands[size], comb(len(deck), hand)) for size in sorted(hands) if hands[size]}


@lru_cache(maxsize=256)
def _counted(reader: Reader, deck: frozenset[Card]) -> tuple[Mapping[int, int], int]:
    """The hands of each size, by how many cards they have, in one integer; and how many cards of the pack are not read.

    Hands of all sizes are counted at once, since the rulesets of a game ask for several of the same holding.
    """
    reader, order = arrange(reader)
    bits = len(deck) + 1  # no digit reaches 2**(cards read)
    states: dict[object, int] = {reader.start: 1} if reader.start is not None else {}
    read, followed = 0, sum(1 for _ in leaves(reader))
    for card in order:
        after: defaultdict[object, int] = defaultdict(int)
        for state, hands in states.items():
            for held in (False, True) if card in deck else (False,):
                if (then := reader.read(state, card, held)) is not None:
                    after[then] += hands << bits if held else hands
        states = after
        if (read := read + len(states) * followed) > MOST:
            raise Intractable("its parts can be held in too many ways together for the odds to be computed")
    found: defaultdict[int, int] = defaultdict(int)
    for state, hands in states.items():
        if (size := reader.end(state)) is not None:
            found[size] += hands
    return found, len(deck.difference(order))
