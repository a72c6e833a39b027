"""Trump orders and packs: distances, the groups that come out, and pages that say what the tables hold."""

from __future__ import annotations

import re

import pytest

import tarotref
from tarotref.cards.trump_orders import Item, Order
from tarotref.computed.order_distance import LEAST, differences, distance, near
from tarotref.computed.order_groups import comparable, full, held, letters, parts, rankings, usual
from tarotref.model.types import given
from tarotref.pages.drawings.ranks import Column, drawn_ranks
from tarotref.pages.elements import El, Raw, text_of
from tarotref.pages.lists import EACH, VIEWS, the_view
from tarotref.pages.order import unlike
from tests.test_indexes import refs
from tests.test_pages import elements


def order(*tiers: str) -> Order:
    """Return an order of subjects, tied ones with spaces between them, an empty text for a gap."""
    return Order("x", "y", tuple(tuple(map(Item, tier.split())) for tier in tiers))


def raws(element):
    """Yield the drawings of an element."""
    if isinstance(element, Raw):
        yield element
    for child in element.children if isinstance(element, El) else ():
        yield from raws(child)


def cells(row):
    return [text_of(c) for c in row.children]


# -- distances


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        (("a", "b", "c"), ("a", "b", "c"), 0),
        (("a", "b", "c"), ("c", "b", "a"), 1),
        (("a", "b", "c"), ("b", "a", "c"), 1 / 3),
        (("a", "b", "c"), ("a b", "c"), 1 / 6),  # a pair that just one ranks alike counts half
        (("a b", "c"), ("a b", "c"), 0),  # one that both rank alike does not count
        (("a", "", "b"), ("b", "a"), 1),  # across a gap trumps compare
        (("a", "x", "b"), ("a", "y", "b"), 0),  # what only one has counts for nothing
        (("a",), ("a",), None),
    ],
)
def test_a_distance_counts_pairs_turned_round_and_half_of_those_level_in_one(one, other, apart):
    for d in (distance(order(*one), order(*other)), distance(order(*other), order(*one))):
        assert d.apart == (None if apart is None else pytest.approx(apart))


def test_the_nearest_share_enough_trumps(computed):
    for id in computed.orders:
        found = near(computed.order_distances, id)
        assert all(d.shared >= LEAST and other != id for other, d in found)
        assert [d.apart for _, d in found] == sorted(d.apart for _, d in found)
    assert near(computed.order_distances, "rome-museum") == []


def test_differences_are_told_pair_by_pair_or_by_the_fewest_that_moved(computed):
    found = differences(order("a", "b", "c", "d", "e"), order("e", "a", "b", "c d"))
    assert found.turned == (("a", "e"), ("b", "e"), ("c", "e"), ("d", "e"))
    assert found.unlevelled == (("c", "d"),) and found.levelled == ()
    assert "e" in found.moved and "a" not in found.moved
    swapped = unlike(computed, computed.orders["marseille"], computed.orders["swiss-1659"])
    assert swapped == "Empress above Emperor"
    ferrara = unlike(computed, computed.orders["marseille"], computed.orders["ferrara-sheets"])
    assert "Justice 2nd, not 14th" in ferrara
    # The places that are told are not those it has here.
    assert not re.search(r"(\d+\w\w), not \1\b", ferrara)


# -- groups


def test_rankings_hold_each_order_once_and_what_agrees_in_every_place(computed):
    found = rankings(computed)
    ids = [id for same in found for id in same]
    assert len(ids) == len(set(ids)) and {"marseille", "lombard"} <= next(set(s) for s in found if "lombard" in s)
    assert not {"numbers", "rome-museum"} & set(ids)
    numbers = usual(computed)
    assert full(computed.orders["besancon"], numbers) and not full(computed.orders["minchiate"], numbers)


def test_a_tree_falls_into_parts_when_its_last_joins_are_undone():
    joins = ((0, 1, 0.1), (2, 3, 0.2), (5, 4, 0.3), (6, 7, 0.9))  # leaves 0 to 4, joins 5 to 8
    assert parts(joins, 5, 2) == [frozenset({0, 1, 4}), frozenset({2, 3})]
    assert parts(joins, 5, 3) == [frozenset({0, 1}), frozenset({2, 3}), frozenset({4})]


def test_who_is_not_with_his_group_is_named():
    groups = [frozenset({0, 1, 2}), frozenset({3, 4}), frozenset({5})]
    right = held(groups, {0: "A", 1: "A", 2: "", 3: "B", 4: "B", 5: "C"})
    assert right.letter == {0: "A", 1: "B", 2: "C"} and right.astray == ()
    assert held(groups, {0: "A", 1: "A", 2: "C", 3: "B", 4: "", 5: "C"}).astray == (2,)
    # Two parts with most of one letter: neither is its group.
    assert held(groups, {0: "A", 1: "A", 3: "A", 4: "A", 5: "C"}).astray == (0, 1, 3, 4)


def test_what_comes_out_beside_the_groups_is_said_as_it_is(computed, monkeypatch):
    """The sentence is that of another way of clustering: each order goes where its letter's members are nearest in the mean."""
    found = comparable(computed)
    asserted = {n: letters(computed, same) for n, same in enumerate(found)}
    lettered = [n for n in asserted if asserted[n]]

    def apart(n: int, m: int) -> float:
        return distance(computed.orders[found[n][0]], computed.orders[found[m][0]]).apart or 0

    def nearest(n: int) -> str:
        mean = {}
        for letter in "ABC":
            others = [m for m in lettered if asserted[m] == letter and m != n]
            mean[letter] = sum(apart(n, m) for m in others) / len(others)
        return min(mean, key=lambda x: mean[x])

    assert [n for n in lettered if nearest(n) != asserted[n]] == []
    first = text_of(next(VIEWS["order-groups"](computed)))
    assert f"{len(found)} different rankings" in first and f"a letter to {len(lettered)} of them" in first
    assert "puts all of these with the others of their letter" in first and "; not" not in first
    # An order moved from one group to another by its record alone is named, since the tree knows nothing of letters.
    entries = computed.corpus.shared["trump-orders"]
    moved = entries["minchiate"].model_copy(update={"group": entries["ferrara-sheets"].group})
    monkeypatch.setitem(entries, "minchiate", moved)
    assert "; not Minchiate." in text_of(next(VIEWS["order-groups"](computed)))


# -- the chart and the lists


def test_the_chart_has_the_places_of_the_table(computed):
    made = list(VIEWS["order-ranks"](computed))
    (drawn,) = (raw.html for part in made for raw in raws(part))
    (table,) = (t for part in made for t in elements(part, "table"))
    heads = refs(next(elements(table, "thead")), "order")
    rows = {cells(row)[0]: cells(row)[1:] for row in elements(next(elements(table, "tbody")), "tr")}
    charted = re.findall(r'href="orders/([^"]+)\.html"', drawn)
    assert charted == heads[: len(charted)] and len(heads) > len(charted) > 5
    for edge, column in ((0, 0), (-1, len(charted) - 1)):
        names = re.findall(r"<li[^>]*>([^<]+)</li>", re.findall(r"<ol aria-label.*?</ol>", drawn)[edge])
        assert names == sorted(names, key=lambda s: int(rows[s][column])) and len(names) == 21


def test_equal_trumps_meet_in_one_point():
    columns = [Column("One", "#", "A", {"a": 0, "b": 1.5, "c": 1.5}), Column("Two", "#", "B", {"a": 1, "b": 0, "c": 2})]
    drawn = drawn_ranks(columns, {"a": "Angel", "b": "Pope", "c": "Popess"}, ["a"], "x")
    starts = dict(re.findall(r"<title>(\w+)</title><line x1=\"[^\"]+\" y1=\"(\d+)\"", drawn))
    assert starts["Pope"] == starts["Popess"] > starts["Angel"]


@pytest.mark.parametrize(("kind", "field", "view"), [("order", "trump_order", "orders"), ("pack", "pack", "packs")])
def test_every_order_and_pack_says_its_games(computed, kind, field, view):
    """The list counts them, the page names them, and both are those of the rulesets."""
    listed = {}
    for part in VIEWS[view](computed):
        for row in elements(part, "tr"):
            if found := refs(row, kind):
                listed[found[0]] = int(cells(row)[-1] or 0)
    assert list(listed) == list(computed.corpus.shared[EACH[kind].shelf])
    for id, count in listed.items():
        games = {r.game for r in computed.corpus.rulesets.values() if given(getattr(r.rules, field)) == id}
        (told,) = (p for p in the_view(f"{kind}/{id}")(computed) if dict(p.attrs).get("id") == "games")
        assert {ref.partition("/")[0] for ref in refs(told)} == games and len(games) == count, id


def test_the_nearest_orders_of_a_page_are_those_of_the_table(computed):
    table = tarotref.table("order_distances")
    apart = {(row.trump_order, row.other_order): row.apart for row in table.itertuples()}
    for id in ("vieville", "sicily", "numbers", "pomeran"):
        (like,) = (p for p in the_view(f"order/{id}")(computed) if dict(p.attrs).get("id") == "like")
        rows = [row for body in elements(like, "tbody") for row in elements(body, "tr")]
        assert rows
        for row in rows:
            other, told = refs(row, "order")[0], next(t for t in cells(row)[1:] if re.fullmatch(r"[\d.]+", t))
            known = apart.get((id, other), apart.get((other, id)))
            assert float(told) == pytest.approx(100 * known, abs=0.06)


def test_how_far_the_places_of_two_orders_are_apart_is_told_in_kilometres():
    """Bologna and Ferrara are 44 km apart on the map; one place is none from itself."""
    places = tarotref.table("trump_orders").set_index("id")["place"]
    pairs = tarotref.table("order_distances").assign(
        one=lambda t: t["trump_order"].map(places), other=lambda t: t["other_order"].map(places)
    )
    known = pairs.dropna(subset=["km"])
    assert len(known) > 1000 and (known[known["one"] == known["other"]]["km"] == 0).all()
    assert pairs[pairs["one"].isna() | pairs["other"].isna()]["km"].isna().all()
    (far,) = set(known[[{*row} == {"bologna", "ferrara"} for row in known[["one", "other"]].to_numpy()]]["km"])
    assert 40 <= far <= 48


def test_an_order_tells_what_is_in_doubt_and_who_shows_it(computed):
    piscina = [text_of(part) for part in the_view("order/piscina-1565")(computed)]
    assert any("In doubt: Angel and World" in text for text in piscina)
    (drawn,) = (raw for part in the_view("order/piscina-1565")(computed) for raw in raws(part))
    assert drawn.html.count("(doubtful)") == 2 and drawn.html.count("equal with the next") == 3
    assert "Pope = Popess = Emperor = Empress" in drawn.text
    claims = {
        (id, c.of)
        for id, a in computed.corpus.shared["attestations"].items()
        for c in a.shows
        if c.what == "trump-order"
    }
    for order in computed.orders:
        shown = [r for part in the_view(f"order/{order}")(computed) for r in refs(part, "attestation")]
        assert {(id, order) for id in shown} == {c for c in claims if c[1] == order}


def test_a_pack_counts_its_cards_part_by_part(computed):
    for id, pack in computed.packs.items():
        (made,) = (p for p in the_view(f"pack/{id}")(computed) if dict(p.attrs).get("id") == "cards")
        rows = [cells(row) for row in elements(next(elements(made, "tbody")), "tr")]
        assert sum(int(row[1]) for row in rows) == len(pack), id
        for part, number, which in rows:
            if part != "Fool":
                assert sum(2 if "twice" in card else 1 for card in which.split(", ")) == int(number), (id, part)


def test_a_place_names_its_packs_and_orders(computed):
    rows = {}
    for part in VIEWS["places"](computed):
        for body in elements(part, "tbody"):
            for row in elements(body, "tr"):
                rows[dict(row.children[0].attrs)["id"].removeprefix("place-")] = row
    assert {o for row in rows.values() for o in refs(row, "order")} == {
        id for id, o in computed.corpus.shared["trump-orders"].items() if o.place
    }
    assert "ferrara-sheets" in refs(rows["ferrara"], "order") and "tarocchino-62" in refs(rows["bologna"], "pack")


def test_an_order_without_neighbours_or_games_still_has_its_page(computed):
    told = " ".join(text_of(part) for part in the_view("order/rome-museum")(computed))
    assert "too few to say what it is like" in told and "No game of the catalogue" in told
    assert the_view("order/") is None and the_view("elephant/marseille") is None
