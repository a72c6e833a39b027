"""How near games are: what counts as alike, what silence does, and what is drawn of it."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

import tarotref
from tarotref.computed.comparison import Told
from tarotref.computed.distance import LEAST, PARTS, PRIOR, WEIGHTS, apart, profile
from tarotref.model.rules import SECTIONS
from tarotref.pages.drawings.nearness import plane, tree


def game(**facts):
    """Return what a ruleset tells: `deal__hand="25"` is the field deal.hand; a pair is a value and why it is so."""
    told = {}
    for name, value in facts.items():
        said, status = value if isinstance(value, tuple) else (value, "stated")
        told[tuple(part.replace("_", "-") for part in name.split("__"))] = Told(said, status)
    return profile(told)


def test_every_section_is_in_one_part():
    sections = [section for part in PARTS.values() for section in part]
    beside = {"names", "computed"}
    assert len(sections) == len(set(sections)) and set(sections) - beside <= set(SECTIONS)
    # Groups and patterns are names for cards that other facts use.
    assert set(SECTIONS) - set(sections) == {"groups", "pattern"}


def test_parts_weigh_the_same_whatever_is_in_them():
    one = game(deal__hand="25", deal__cut="yes", win__aim="points")
    other = game(deal__hand="25", deal__cut="no", win__aim="points")
    half = PRIOR / 2
    parts = {"deal and discard": (1 + half) / (2 + PRIOR), "winning and score": half / (1 + PRIOR)}
    expected = sum(WEIGHTS[p] * parts.get(p, 0.5) for p in PARTS) / sum(WEIGHTS.values())
    assert apart(one, other) == apart(other, one)
    assert apart(one, other).distance == pytest.approx(expected)
    assert apart(one, other)[1:] == (3, 2)


def test_silence_is_no_difference():
    one = game(deal__hand="25")
    for status in ("unstated", "not-reported", "presumed"):
        assert apart(one, game(deal__hand=("19", status))).compared == 0
    assert apart(one, game(deal__hand=("none", "none")))[1:] == (1, 0)
    assert apart(game(deal__text="so"), game(deal__text="so")).compared == 0


def test_a_bid_that_one_lists_and_the_other_does_not_is_unlike():
    one = game(bids__solo__base="5", bids__pass__base="0")
    assert apart(one, game(bids__solo__base="5"))[1:] == (2, 1)
    # Nothing is told of bids at all: silence.
    assert apart(one, game(deal__hand="25")).compared == 0
    assert apart(one, game(bids=("none", "none")))[1:] == (1, 0)


def test_signals_that_are_not_told_may_yet_be_given():
    one, other = game(signals__knock__sign="x", signals__nod__sign="y"), game(signals__knock__sign="x")
    assert apart(one, other)[1:] == (1, 1)


def test_of_a_thing_that_both_have_the_share_that_is_unlike_counts():
    one, other = game(feats__slam__won="5", feats__slam__lost="5"), game(feats__slam__won="5", feats__slam__lost="6")
    same = apart(one, one).distance
    most = apart(one, game(feats__slam__won="1", feats__slam__lost="1")).distance
    assert apart(one, other).distance == pytest.approx((same + most) / 2)


def test_names_are_alike_if_one_is_shared_and_weigh_half():
    one, other = game(names__fool="le Fou, l'Excuse"), game(names__fool="L'excuse")
    assert apart(one, other)[1:] == (1, 1)
    assert apart(game(bids__solo__name="Solo"), game(bids__solo__name="Allein"))[1:] == (1, 0)


def test_the_table_is_the_nearest_first_and_tells_no_game_of_itself(computed):
    table = tarotref.table("distances")
    for name, rows in table.groupby("game"):
        assert rows["rank"].tolist() == list(range(1, len(rows) + 1)) and rows["distance"].is_monotonic_increasing
        assert name not in set(rows["nearest"]) and (rows["compared"] >= LEAST).all()
    listed = {f"DM{g}" for g in computed.corpus.games if computed.corpus.game(g).evidence == "listed"}
    assert not listed & {*table["game"], *table["nearest"]}
    # What sources call one game with few changes, and rules of one tradition, come out as near.
    first = table[table["rank"] == 1].set_index("game")
    assert first.loc["DM16.8", "nearest"] == "DM18.8" and first["same_tradition"].mean() > 0.75


def test_a_plane_is_laid_out_as_it_was():
    import numpy as np

    points = [(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (0.0, 1.0)]
    square = np.array([[dist(a, b) for b in points] for a in points])
    laid = plane(square)
    assert laid.share == pytest.approx(1)
    for (n, a), (m, b) in combinations(enumerate(laid.points), 2):
        assert dist(a, b) == pytest.approx(square[n][m], abs=0.01)


def test_what_is_nearest_is_joined_first():
    import numpy as np

    points = [0.0, 10.0, 1.0, 12.0]
    found = tree(np.array([[abs(a - b) for b in points] for a in points]))
    assert found.joins == ((0, 2, 1.0), (1, 3, 2.0), (4, 5, 10.5))
    assert {frozenset(found.order[:2]), frozenset(found.order[2:])} == {frozenset((0, 2)), frozenset((1, 3))}
