"""Odds: exact figures against the enumeration of every hand of a small pack, and against known ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tarotref.cards.holdings import Groups, Holding, best, holds, parse_holding, parse_worth, to_data, ways, worth_of
from tarotref.cards.odds import expected, one_in, probability, sizes
from tests import kit

deal, having = (getattr(kit.script("deals"), name) for name in ("deal", "having"))
TRUMPS = ("VI", "V", "IV", "III", "II", "I")
SUITED = tuple(f"{rank}{suit}" for suit in "sc" for rank in "KQA")
PACK = (*TRUMPS, "fool", *SUITED)
SMALL = Groups(
    {card: [card] for card in PACK}
    | {rank: [card for card in SUITED if card[0] == rank] for rank in "KQA"}
    | {"trumps": TRUMPS, "high": TRUMPS[:3], "honours": ("VI", "I", "fool", "Ks", "Kc"), "spare": ("fool", "I")},
    PACK,
    tuple(frozenset(card for card in SUITED if card[1] == suit) for suit in "sc"),
    tuple(frozenset(card for card in SUITED if card[0] == rank) for rank in "KQA"),
)


def hands(size: int) -> Iterator[frozenset[str]]:
    return (frozenset(hand) for hand in combinations(PACK, size))


# --- Any holding at all -------------------------------------------------------------------------------------------

names = st.sampled_from(["trumps", "high", "honours", "K", "Q", "VI", "II", "fool", "Ks", "VI..III"])
several = st.lists(names, min_size=1, max_size=3).map(lambda listed: listed[0] if len(listed) == 1 else listed)
numbers = st.integers(1, 4).map(str)
bounds = st.one_of(
    st.fixed_dictionaries({"at_least": numbers}),
    st.fixed_dictionaries({"at_most": numbers}),
    st.fixed_dictionaries({"exactly": st.integers(0, 3).map(str)}),
)
families = st.sampled_from([{}, {}, {}, {"each": "suit"}, {"same": "rank"}])
annexes = st.sampled_from([{}, {}, {"annex": "fool"}, {"annex": ["spare", "Qs"]}])
wild = st.fixed_dictionaries(
    {"of": st.just("spare")},
    optional={"not_for": st.sampled_from(["VI", "K"]), "apart": st.sampled_from(["yes", "no"])},
)
wilds: Any = st.one_of(
    st.just({}), st.fixed_dictionaries({"wild": wild}), st.fixed_dictionaries({"wild": wild, "genuine": numbers})
)
leaps = st.sampled_from([{}, {"leap": {"gaps": "1"}}, {"leap": {"gaps": "any", "counted": "yes"}}])


def merged(*parts: Any) -> Any:
    return st.tuples(*parts).map(lambda found: {key: value for part in found for key, value in part.items()})


def at(key: str, values: Any) -> Any:
    return values.map(lambda value: {key: value})


sets = merged(at("of", several), bounds, families, annexes)
wild_sets = merged(at("of", several), at("at_least", numbers), wilds, annexes)
ends = st.sampled_from([{}, {"from": "top"}, {"from": "bottom"}, {"from": "ends"}])
runs = merged(at("run", several), at("at_least", numbers), ends, leaps, wilds, families, annexes)
links = st.one_of(
    names,
    at("all", st.lists(names, min_size=1, max_size=2)),
    merged(at("of", several), st.sampled_from([{}, {"at_least": "1"}, {"at_least": "2"}])),
    merged(at("run", several), st.sampled_from([{}, {"at_least": "2"}]), ends, leaps),
)
chains = merged(
    at("chain", st.lists(links, min_size=1, max_size=4)),
    wilds,
    families,
    annexes,
    st.sampled_from([{}, {"at_least": "3"}]),
)
simple = st.one_of(names, sets, wild_sets, runs, chains)
composed = st.one_of(
    simple,
    merged(st.one_of(at("all", st.lists(simple, min_size=1, max_size=3))), families, annexes),
    merged(st.one_of(at("any", st.lists(simple, min_size=1, max_size=3))), families, annexes),
)


def read(data: Any) -> Holding | None:
    """The holding, if the data happen to make one."""
    try:
        return parse_holding(data, SMALL.names)
    except ValueError:
        return None


holdings = composed.map(read).filter(lambda holding: holding is not None)


@given(holdings)
def test_round_trip(holding: Holding) -> None:
    assert parse_holding(to_data(holding)) == holding


@given(holdings, st.sets(st.sampled_from(PACK)))
def test_a_hand_has_what_best_finds(holding: Holding, hand: set[str]) -> None:
    found = ways(hand, holding, SMALL)
    assert holds(hand, holding, SMALL) == bool(found)
    assert best(hand, holding, SMALL) == (found[0].size if found else 0)
    for way in found:
        assert hand.issuperset(way.cards)
        assert len(set(way.cards)) == len(way.cards) <= way.size


def is_monotone(holding: Holding) -> bool:
    """Whether more cards can only help: it has no upper bound."""
    return holding.at_most is None and holding.exactly is None and all(is_monotone(part) for part in holding.parts)


@given(holdings, st.sets(st.sampled_from(PACK)), st.sampled_from(PACK))
def test_more_cards_never_harm(holding: Holding, hand: set[str], card: str) -> None:
    assume(is_monotone(holding))
    assert holds(hand | {card}, holding, SMALL) or not holds(hand, holding, SMALL)
    assert best(hand | {card}, holding, SMALL) >= best(hand, holding, SMALL)


@settings(max_examples=200, deadline=None)
@given(holdings, st.integers(0, 5))
def test_exact_odds_are_those_of_every_hand(holding: Holding, size: int) -> None:
    every = Counter(best(hand, holding, SMALL) if holds(hand, holding, SMALL) else None for hand in hands(size))
    held = {one: Fraction(count, comb(len(PACK), size)) for one, count in every.items() if one is not None}
    try:
        assert probability(holding, SMALL, PACK, size) == sum(held.values())
    except ValueError as error:
        assert "different orders" in str(error)
        return
    followed = sizes(holding, SMALL, PACK, size)
    assert followed is None or followed == held


# --- Random hands -------------------------------------------------------------------------------------------------


@given(holdings, st.integers(0, len(PACK)), st.integers(0, 2**32))
@example(parse_holding({"run": "Ks", "at_least": "1", "from": "top", "each": "suit"}), 3, 0)  # no card of it matters
def test_many_hands_at_once_have_what_each_has(holding: Holding, size: int, seed: int) -> None:
    deals = deal(PACK, size, 20, np.random.default_rng(seed))
    dealt = [[card for card in PACK if deals.of(card)[n]] for n in range(20)]
    assert {len(hand) for hand in dealt} == {size}
    assert having(deals, holding, SMALL).tolist() == [holds(hand, holding, SMALL) for hand in dealt]


def test_all_hands_are_dealt_equally_often() -> None:
    deals = deal(range(6), 3, 100_000, np.random.default_rng(1))
    met = Counter(tuple(card for card in range(6) if deals.of(card)[n]) for n in range(deals.number))
    assert len(met) == comb(6, 3)
    chi = sum((count - 5000) ** 2 / 5000 for count in met.values())
    assert chi < 50  # 19 degrees of freedom: exceeded once in 8,000 seeds


def test_no_hand_is_greater_than_the_pack() -> None:
    with pytest.raises(ValueError, match="79"):
        deal(range(78), 79, 1, np.random.default_rng(1))


# --- Known figures ------------------------------------------------------------------------------------------------


def whole_pack(trumps: int, fool: bool = True) -> Groups:
    """A pack of trumps, highest first, the Fool, and four suits of fourteen; cards are plain numbers."""
    order = range(trumps + fool + 56)
    suits = [range(trumps + fool + 14 * n, trumps + fool + 14 * (n + 1)) for n in range(4)]
    courts = [card for suit in suits for card in suit[:4]]
    return Groups({"trumps": range(trumps), "courts": courts}, order, tuple(frozenset(suit) for suit in suits))


TAROT = whole_pack(21)


@pytest.mark.parametrize("least", [1, 8, 10, 21])
def test_trumps_are_hypergeometric(least: int) -> None:
    chance = probability(parse_holding({"of": "trumps", "at_least": str(least)}), TAROT, range(78), 25)
    ways = sum(comb(21, k) * comb(57, 25 - k) for k in range(least, 22))
    assert chance == Fraction(ways, comb(78, 25))


def test_sizes_add_up() -> None:
    followed = sizes(parse_holding({"of": "trumps", "at_most": "21"}), TAROT, range(78), 28)
    assert followed is not None and sum(followed.values()) == 1 and list(followed) == list(range(22))


def test_cavallerie_by_inclusion_and_exclusion() -> None:
    one = [Fraction(comb(78 - 4 * n, 25 - 4 * n), comb(78, 25)) for n in range(5)]
    chance = probability(parse_holding({"of": "courts", "exactly": "4", "each": "suit"}), TAROT, range(78), 25)
    assert chance == 4 * one[1] - 6 * one[2] + 4 * one[3] - one[4]


def test_grande_and_moors_by_hand() -> None:
    """Bologna, 15 cards of 62. A grande needs the Angel and two of the next three, or one and a contatore; a sequence
    of Moors three of them, or two and a contatore (dm2004 ch. 11)."""
    names = {"angel": [0], "next": [1, 2, 3], "below": range(4, 16), "moors": range(16, 20), "contatori": [20, 21]}
    bologna = Groups(names, range(62))
    wild = {"wild": {"of": "contatori", "not_for": "angel", "apart": "yes"}, "annex": "contatori"}

    def share(*held: tuple[int, int]) -> Fraction:
        """The chance of exactly k out of n cards, for each (n, k)."""
        cards, taken = sum(n for n, _ in held), sum(k for _, k in held)
        return Fraction(prod(comb(n, k) for n, k in held) * comb(62 - cards, 15 - taken), comb(62, 15))

    grande = {"chain": ["angel", {"of": "next", "at_least": "2"}, {"run": "below"}, {"of": "moors"}], **wild}
    expect = sum(share((1, 1), (3, k), (2, c)) for k in (1, 2, 3) for c in (0, 1, 2) if k > 1 or c)
    assert probability(parse_holding(grande), bologna, range(62), 15) == expect
    moors = {"of": "moors", "at_least": "3", "genuine": "2", **wild}
    expect = sum(share((4, k), (2, c)) for k in (2, 3, 4) for c in (0, 1, 2) if k > 2 or c)
    assert probability(parse_holding(moors), bologna, range(62), 15) == expect


def test_expected_worth() -> None:
    """Every suit pays by itself; a number of trumps pays as a whole."""
    cavallerie = parse_holding({"of": "courts", "exactly": "4", "each": "suit"})
    assert expected(cavallerie, parse_worth("10"), TAROT, range(78), 25) == 40 * Fraction(comb(74, 21), comb(78, 25))
    trumps = parse_holding({"of": "trumps", "at_least": "1"})
    assert expected(trumps, parse_worth({"base": "1", "each": "1"}), TAROT, range(78), 25) == Fraction(21 * 25, 78)
    assert expected(trumps, parse_worth("unstated"), TAROT, range(78), 25) is None
    assert expected(trumps, parse_worth({"sum": "values"}), TAROT, range(78), 25) is None
    assert expected(parse_holding({"run": "trumps", "at_least": "2"}), parse_worth("1"), TAROT, range(78), 25) is None


@settings(deadline=None)
@given(at_least=numbers, group=several, more=families, data=st.sampled_from(["2", {"base": "3", "each": "1"}]))
def test_expected_worth_is_that_of_every_hand(at_least: str, group: Any, more: dict[str, str], data: Any) -> None:
    holding, worth = parse_holding({"of": group, "at_least": at_least, **more}), parse_worth(data)
    found = [worth_of(worth, way.size, least=int(at_least)) for hand in hands(4) for way in ways(hand, holding, SMALL)]
    total = sum((paid for paid in found if paid is not None), Fraction(0))
    assert expected(holding, worth, SMALL, PACK, 4) == total / comb(len(PACK), 4)


def test_what_has_no_odds() -> None:
    assert probability(parse_holding({"text": "the greatest ronfa"}), SMALL, PACK, 3) is None
    assert sizes(parse_holding({"kind": "cricca", "at_least": "3"}), SMALL, PACK, 3) is None
    twice = {"all": [{"run": "trumps", "at_least": "2"}, {"run": "high", "at_least": "1", "from": "top"}]}
    assert sizes(parse_holding(twice), SMALL, PACK, 3) is None and probability(parse_holding(twice), SMALL, PACK, 3)
    with pytest.raises(ValueError, match="no hand of 14 cards in a pack of 13"):
        probability(parse_holding("fool"), SMALL, PACK, 14)


def test_a_card_that_is_out_of_the_pack_is_never_held() -> None:
    without = [card for card in PACK if card != "III"]
    assert probability(parse_holding({"all": ["VI", "III"]}), SMALL, without, 5) == 0
    assert probability(parse_holding({"run": "trumps", "at_least": "4"}), SMALL, without, 5) == 0
    assert probability(parse_holding({"of": "III", "exactly": "0"}), SMALL, without, 5) == 1


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "never"), (Fraction(1), "always"), (Fraction(1, 2), "1 in 2"), (Fraction(3, 8), "1 in 2.7"),
        (Fraction(2, 21), "1 in 11"), (Fraction(1, 123456), "1 in 123,456"), (Fraction(99, 100), "1 in 1"),
    ],
)  # fmt: skip
def test_one_in(chance: Fraction, words: str) -> None:
    assert one_in(chance) == words
