"""What a hand pays: by the rules of its own contract, item by item, each with the facts that cause it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.layers import Path
from tarotref.corpus.reader import read
from tarotref.play.settle.amounts import rounded
from tarotref.play.settle.examples import hand_of, payment
from tarotref.play.settle.reached import Reached
from tests import kit

GAME = "games/08.13-permesso.md"


def ruleset(tmp_path, id="8.13", **changes):
    """A ruleset of the small corpus, changed."""
    computed = ComputedCorpus(read(kit.make(tmp_path, **changes)))
    assert not computed.corpus.problems
    return computed.ruleset(id)


def test_every_example_of_the_corpus_is_paid_by_known_facts(computed):
    paid = 0
    for id, record in computed.corpus.games.items():
        for example in record.facts.examples:
            if example.pays is not None:
                found = payment(computed.ruleset(f"{id}/{example.ruleset}"), hand_of(example))
                paid += 1
                assert found.items
                for item in found.items:
                    for path in item.by:
                        assert at(found.ruleset.tree, path) is not None, path
    assert paid >= 10


def at(tree, path: Path):
    for step in path:
        tree = tree.get(step) if isinstance(tree, dict) else None
    return tree


def test_a_bid_is_settled_by_its_own_rules(tmp_path):
    need = (GAME, "rules: {win: {at_least: 50}}", "rules: {win: {at_least: 50}, score: {start: need}}")
    solo = ruleset(tmp_path, need=need)
    assert payment(solo, Reached((53,), "a-due")).won and payment(solo, Reached((48,), "a-due")).won
    lost = payment(solo, Reached((48,), "solo"))
    assert lost.won is False and lost.total == (-5,) and lost.ruleset.id == "8.13/main#bids.solo"
    assert [(item.pays, item.by) for item in lost.items] == [
        ((-5,), (("bids", "solo", "base"),)),
        ((0,), (("score", "each"),)),
    ]
    assert payment(solo, Reached((55,), "solo")).total == (6,)


def test_without_rules_of_its_own_a_bid_is_settled_by_the_main_ones(tmp_path):
    found = payment(ruleset(tmp_path), Reached((53,), "a-due"))
    assert found.total == (5,) and [item.pays for item in found.items] == [(3,), (2,)]


def test_a_contract_that_asks_for_no_points_needs_to_be_told(computed):
    misere = computed.ruleset("7.1/misere")
    assert payment(misere, Reached(bid="misere", fulfilled=True)).total == (26,)
    assert payment(misere, Reached(bid="misere", fulfilled=False)).total == (-26,)
    with pytest.raises(ValueError, match="asks for no-tricks; expected whether that was fulfilled"):
        payment(misere, Reached((0,), "misere"))


def test_a_feat_can_stand_in_place_of_the_payment_for_the_hand(computed):
    tout = payment(computed.ruleset("7.1"), Reached((78,), "a-due", feats={"slam": "won"}))
    assert tout.total == (200,) and [item.by for item in tout.items] == [
        (("feats", "slam", "won"), ("bids", "a-due", "times"))
    ]
    assert payment(computed.ruleset("7.1/tout-added"), Reached((78,), "a-due", feats={"slam": "won"})).total == (298,)


def test_holdings_and_feats_pay_where_nobody_bids(computed):
    found = payment(
        computed.ruleset("3.1/kw-earlier-stratum"),
        Reached(feats={"pagat-last": "won"}, declared=dict.fromkeys(("trumps", "matadors", "cavallerie"))),
    )
    assert found.total == (34,) and found.won is None  # dm2004 ch. 4 n. 1


def test_the_size_of_a_holding_counts(computed):
    bare = payment(computed.ruleset("4.1"), Reached(declared={"matadors": 3})).total
    assert payment(computed.ruleset("4.1"), Reached(declared={"matadors": 5})).total == (bare[0] + 10,)


def test_bands_pay_by_the_points_of_each(computed):
    """Game 2.1: 16 to 20 points cost 1 to each of the others, 11 to 15 cost 2."""
    found = payment(computed.ruleset("2.1"), Reached((40, 20, 18)))
    assert found.total == (2, -1, -1) and found.items[0].by == (("score", "bands"),)
    assert payment(computed.ruleset("2.1"), Reached((60, 13, 5))).total == (6, 0, -6)


@given(st.lists(st.integers(0, 78), min_size=2, max_size=2))
def test_what_players_settle_between_them_cancels(computed, cuts):
    low, high = sorted(cuts)
    points = (low, high - low, 78 - high)
    for id in ("2.1", "3.1", "3.3", "4.1"):
        assert sum(payment(computed.ruleset(id), Reached(points)).total) == 0


@given(st.integers(0, 90))
def test_more_points_never_pay_less(computed, points):
    for id, bid in (("7.1", "solo"), ("8.13", "a-due"), ("9.13", "garde")):
        one, more = (payment(computed.ruleset(id), Reached((p,), bid, 2)).total[0] for p in (points, points + 1))
        assert one <= more


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (Reached((45,), "none"), "no bid 'none'"),
        (Reached((45,), "garde"), "bouts: expected a number from 0 to 3"),
        (Reached((45,), "garde", 2, {"pagat": "won"}), "no feat 'pagat'"),
        (Reached((45,), "garde", 2, {"slam": "lost"}), "what 'slam' pays, in the unit of the score, is not recorded"),
        (Reached((45,), "garde", 2, declared={"trumps": None}), "what the declaration 'trumps' pays is not recorded"),
        (Reached((), "garde", 2), "the card points are not given"),
        (Reached((40, 51)), "the par is not recorded"),
        (Reached((40, 51), feats={"slam": "won"}), "whose the feats and declarations are is not said"),
    ],
)
def test_a_hand_that_does_not_fit_the_rules_is_told(computed, hand, message):
    with pytest.raises(ValueError, match=message):
        payment(computed.ruleset("9.13"), hand)


@pytest.mark.parametrize(
    ("over", "how", "steps"),
    [
        # 8.13: 52½ goes down to 50 and 53 up to 55, so by the same rule 42½ goes down to 40, from a par of 45.
        ("15/2", "half-down", 1),
        ("8", "half-down", 2),
        ("-5/2", "half-down", -1),
        ("-2", "half-down", 0),
        ("-5/2", "half-up", 0),
        # Part of a step counts alike for him who wins and him who loses.
        ("7", "down", 1),
        ("-7", "down", -1),
        ("7", "up", 2),
        ("-7", "up", -2),
        ("-10", "down", -2),
        ("-7", None, Fraction(-7, 5)),
    ],
)
def test_steps_are_rounded_on_the_right_side(over, how, steps):
    assert rounded(Fraction(over) / 5, how) == steps
