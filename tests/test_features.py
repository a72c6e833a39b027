"""The pages of features: each has one, and its numbers are those of the table."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from html import unescape
from itertools import groupby

import pytest

import tarotref
from tarotref.computed.bands import bands
from tarotref.computed.coded import read
from tarotref.computed.columns import FEATURES
from tarotref.computed.evidence import of_witnesses
from tarotref.corpus.records import ROOT
from tarotref.model.rules import SECTIONS, fields_of, shape
from tarotref.pages.drawings.shares import shares
from tarotref.pages.drawings.spread import Spot, spread_map
from tarotref.pages.elements import El, Raw, Ref, text_of
from tarotref.pages.game import GamePage
from tarotref.pages.lists import VIEWS
from tarotref.pages.lists.claims import bears_on, field_of
from tarotref.pages.lists.features import SILENT, address, meaning


def tables(element):
    """Yield the tables of an element, rows of texts."""
    if isinstance(element, El) and element.tag == "table":
        body = next(c for c in element.children if isinstance(c, El) and c.tag == "tbody")
        yield [[text_of(c) for c in row.children] for row in body.children]
    elif isinstance(element, El):
        for child in element.children:
            yield from tables(child)


def test_the_lists_and_the_pages_of_features_count_alike(computed):
    (listed,), (covered,) = (list(tables(next(iter(VIEWS[name](computed))))) for name in ("features", "coverage"))
    games = len(computed.corpus.games)
    assert [row[3] for row in listed] == [f"{row[1]} of {games}" for row in covered] and len(listed) == len(FEATURES)
    assert all(sum(int(number or 0) for number in row[1:]) == games and "0" not in row[2:] for row in covered)
    for name, row in zip(FEATURES, listed, strict=True):
        assert f"Told of {row[3]} games" in " ".join(text_of(part) for part in VIEWS[f"feature-{name}"](computed))


def test_every_feature_has_its_page(checkout):
    listed = re.findall(r"^features/(.*)$", (checkout / "docs/features.md").read_text(encoding="utf-8"), re.M)
    assert listed == [address(name) for name in FEATURES]
    for name, feature in FEATURES.items():
        page = (checkout / f"docs/features/{address(name)}.md").read_text(encoding="utf-8")
        assert page == f"# {feature.label}\n\n```{{view}} feature-{name}\n```\n"
    assert len(listed) == len(list((checkout / "docs/features").iterdir()))


@pytest.mark.parametrize("name", ["fool", "hand", "king_ultimo", "total_computed"])
def test_the_numbers_of_a_feature_are_those_of_the_table(computed, name):
    made = {dict(part.attrs)["id"]: part for part in VIEWS[f"feature-{name}"](computed) if part.tag == "section"}
    told = {value: int(number) for value, *_, number in next(tables(made["values"]))}
    cells = tarotref.table("cells").query("feature == @name and ruleset == 'main'")
    statuses = cells["status"].where(cells["status"].isin(["none", "agreed", "as-taken"]) & cells["value"].isna())
    expected = Counter(cells["value"].dropna()) + Counter(statuses.dropna())
    assert sorted(told.values()) == sorted(expected.values())
    # Every game stands once among the traditions, and once among the games by value.
    spread = next(tables(made["traditions"]))
    assert sum(int(n) for _, *numbers in spread for n in numbers if n) == len(computed.corpus.games)
    summaries = [text_of(c.children[0]) for c in made["games"].children[1:]]
    counts = {s.rpartition(" (")[0]: int(s.rpartition("(")[2].rstrip(")")) for s in summaries}
    assert {v: n for v, n in counts.items() if v != SILENT} == told and sum(counts.values()) == len(
        computed.corpus.games
    )


def test_where_witnesses_differ_is_said(computed):
    (made,) = (p for p in VIEWS["feature-counted_by"](computed) if dict(p.attrs).get("id") == "unsure")
    assert ["8.11 Consiglio", "twos", "RI 1830", "fours"] in next(tables(made))


def test_what_a_feature_means_is_said_without_words_of_programs():
    for feature in FEATURES.values():
        assert not re.search(r"null|`|;|table", meaning(feature)) and meaning(feature).endswith(".")


def test_bars_are_divided_by_the_numbers():
    drawn = shares([("Bologna", {"yes": 3, "no": 1}), ("Sicily", {SILENT: 2})], ["yes", "no", SILENT], SILENT, "x")
    bars = re.findall(r'<rect class="([a-z0-9-]+)" x="([\d.]+)%" y="\d+" width="([\d.]+)%"', drawn)
    assert bars == [("shade-0", "0.00", "75.00"), ("shade-1", "75.00", "25.00"), ("silent", "0.00", "100.00")]
    assert "Bologna: yes, 3 of 4" in drawn


def test_a_band_is_a_run_of_figures_and_a_common_one_stands_alone():
    counts = {Fraction(f): n for f, n in {60: 2, 66: 3, 70: 4, 71: 1, 78: 30, 91: 5, 93: 2, 129: 1}.items()}
    found = bands(counts, 4)
    assert list(found) == sorted(counts) and len(set(found.values())) <= 4
    assert found[Fraction(78)] == "78" and [f for f, b in found.items() if b == "78"] == [78]
    runs = [band for band, _ in groupby(found.values())]
    assert len(runs) == len(set(runs)) and found[Fraction(60)].startswith("60")
    assert bands({Fraction(1): 1, Fraction(2): 1}, 7) == {Fraction(1): "1", Fraction(2): "2"}


@pytest.mark.parametrize("name", ["total_computed", "hand", "players"])
def test_no_more_values_are_drawn_than_have_a_shade(computed, name):
    made = {dict(part.attrs).get("id"): part for part in VIEWS[f"feature-{name}"](computed)}
    for place in ("traditions", "map"):
        (drawn,) = (c.html for c in made[place].children if isinstance(c, Raw))
        shades = set(re.findall(r'class="shade-(\d)"', drawn))
        keys = re.findall(r'<span><svg[^>]*aria-hidden="true"><\w+ class="shade-(\d)"', drawn)
        assert len(keys) == len(set(keys)) and shades == set(keys)


@pytest.mark.parametrize("name", ["fool", "total_computed"])
def test_the_map_marks_what_stands_in_its_table(computed, name):
    (made,) = (p for p in VIEWS[f"feature-{name}"](computed) if dict(p.attrs).get("id") == "map")
    (drawn,) = (c.html for c in made.children if isinstance(c, Raw))
    marks = Counter(re.findall(r"<title>(.+?): (.+?), (\d+) of \d+</title>", drawn))
    rows = dict(next(tables(made)))
    shelf = {p.title: id for id, p in computed.corpus.shared["places"].items()}
    for (place, value, number), times in marks.items():
        assert times == 1 and f"{value} ({number})" in rows[unescape(place)].split(" · ")
        family = [g for g in computed.corpus.games if ROOT in computed.corpus.bases(g)]
        games = [g for g in family if shelf[unescape(place)] in computed.corpus.game(g).places]
        assert sum(map(int, re.findall(r"\((\d+)\)", rows[unescape(place)]))) == len(games)
    assert len({place for place, *_ in marks}) > 60


def test_marks_of_a_place_do_not_cover_each_other():
    drawn = spread_map([Spot("Turin", 45.07, 7.69, {"a": 4, "b": 1, SILENT: 3})], ["a", "b", SILENT], SILENT, "x")
    marks = re.findall(r'<path class="(shade-\d|silent)" d="M([\d.]+),([\d.]+)[^"]*"><title>', drawn)
    assert [m[0] for m in marks] == ["shade-0", "shade-1"]  # what is silent has no mark where something is told
    assert "Turin: a, 4 of 8" in drawn and ">Turin</text>" in drawn
    assert "Beyond the map: Texas" in spread_map(
        [Spot("Turin", 45.07, 7.69, {"a": 1}), Spot("Texas", 31.0, -99.0, {"a": 1})], ["a"], SILENT, "x"
    )


def test_witnesses_stand_in_order_of_time_with_what_they_themselves_say(computed):
    (made,) = (p for p in VIEWS["feature-counted_by"](computed) if dict(p.attrs).get("id") == "witnesses")
    rows = next(tables(made))
    years = [int(m[1]) for date, *_ in rows if (m := re.fullmatch(r"(?:c\. )?(\d{4})", date))]
    assert years == sorted(years) and len(years) > 10
    (row,) = [r for r in rows if "8.11" in r[3] and r[2] == "fours"]
    assert row[1] == "RI 1830 (evidence)"
    for _, _, _, games in rows:
        assert games


@pytest.mark.parametrize("name", ["suits", "top_trump"])
def test_the_oldest_sure_evidence_of_a_value_stands_on_its_feature(computed, name):
    (made,) = (p for p in VIEWS[f"feature-{name}"](computed) if dict(p.attrs).get("id") == "evidence")
    first, everything = tables(made)
    values = [value for _, value, *_ in first]
    assert len(values) == len(set(values)) > 2 and len(everything) > len(first)
    sure = [row for row in first if "(sure" in row[4]]
    assert (
        sure
        and all(row in everything for row in sure)
        and all("in our rules of" in row[4] for row in first if row not in sure)
    )
    (oldest,) = (row for row in first if row[1] == {"suits": "French", "top_trump": "the Angel"}[name])
    assert oldest[0] == {"suits": "c. 1740", "top_trump": "late 15th century"}[name]


def section(computed, name, id):
    """Return a section of a feature's page, or None."""
    return next((p for p in VIEWS[f"feature-{name}"](computed) if dict(p.attrs).get("id") == id), None)


def test_evidence_stands_only_where_a_claim_bears_on_the_feature(computed):
    shown = {name for name in FEATURES if section(computed, name, "evidence")}
    claimed = {c.of for a in computed.corpus.shared["attestations"].values() for c in a.shows if c.what == "feature"}
    assert shown == claimed | {"pack", "pack_cards", "suits", "trumps", "top_trump", "equal_trumps"}
    assert {"players", "fool", "suit_order", "pagat_ultimo", "counted_by"} <= claimed


def test_what_documents_say_of_a_feature_stands_with_its_grounds_oldest_first(computed):
    made = section(computed, "players", "evidence")
    first, everything = tables(made)
    assert first[0][:2] == ["1456", "4"] and "Ugo Trotti" in first[0][3]
    assert len({row[1] for row in first}) == len(first) and {"sure"} < {row[4][:4] for row in first}
    # Of what is not sure the whole list tells, with who says so and why.
    (lollio,) = (row for row in everything if "Lollio" in row[3])
    assert lollio[1] == "3" and "likely, according to Dummett and McLeod 2004: The poem" in lollio[4]
    claims = [c for a in computed.corpus.shared["attestations"].values() for c in a.shows if c.of == "players"]
    assert len(everything) == sum(c.what == "feature" for c in claims)
    (disputed,) = (row for row in list(tables(section(computed, "hand", "evidence")))[-1] if row[1] == "25")
    assert "doubtful" in disputed[4] and "denied by" in disputed[4]


def test_the_rules_of_a_witness_count_among_the_oldest(computed):
    first, everything = tables(section(computed, "fool", "evidence"))
    (lowest,) = (row for row in first if row[1] == "lowest trump")
    assert lowest[0] == "1787" and lowest[4].startswith("so in our rules of 8.22") and lowest not in everything
    assert [row[1] for row in everything].count("Excuse") > 1 and [row[1] for row in first].count("Excuse") == 1
    # What has a witness as its rules only outside the family of tarot is no history of tarot.
    outside = [g for g in computed.corpus.games if "family" not in computed.corpus.bases(g)]
    assert outside and not any(f"rules of {game}" in row[4] for row in first for game in outside)


def test_a_claim_of_a_feature_leads_to_its_page(computed):
    (target,) = (p.target for p in VIEWS["feature-fool"](computed) if p.target)
    assert target == ("feature", "fool", "Fool")


def test_a_witness_leads_to_the_piece_of_evidence_that_it_is(computed):
    found = of_witnesses(computed)
    assert {key: found[key] for key in ("RI-1830", "RTS-1754", "MA-1659", "heun-1997")} == {
        "RI-1830": "turin-ri-1830",
        "RTS-1754": "leipzig-rts-1754",
        "MA-1659": "paris-maison-academique-1659",
        "heun-1997": "heun-1997",
    }
    assert "dm2004" not in found and "pagat-sicily" not in found  # what they tell of is not what they are
    (link,) = (
        ref
        for row in rows_of(section(computed, "counted_by", "witnesses"))
        if "RI 1830" in text_of(row) and "fours" in text_of(row)
        for ref in row.children[1].children
        if isinstance(ref, Ref) and ref.kind == "attestation"
    )
    assert link.target == "turin-ri-1830"


def rows_of(element):
    """Yield the rows of the tables of an element."""
    for child in element.children if isinstance(element, El) else ():
        if isinstance(child, El) and child.tag == "tr":
            yield child
        else:
            yield from rows_of(child)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("fool", "excuse", "excuse"),
        ("players", "2;3;4", "2;3;4"),
        ("hand", "3:25;4:19", "3:25;4:19"),
        ("pagat_ultimo", "no", False),
        ("total_points", "91", 91),
        ("pack", "tarot-78-french", "tarot-78-french"),
        ("top_trump", "angel", "angel"),
        ("top_trump", "XXI", "XXI"),
    ],
)
def test_a_value_is_read_in_the_form_of_its_column(computed, name, text, value):
    assert read(FEATURES[name], text, computed.corpus) == value


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("players", "two or three", "numbers of players"),
        ("hand", "3:25;19", "by number of players"),
        ("slam", "sure", "yes or no"),
        ("trumps", "21.5", "whole number"),
        ("pack", "tarot-78-frnch", "did you mean 'tarot-78-french'"),
        ("top_trump", "angle", "did you mean 'angel'"),
        ("counted_by", "3", "threes"),
    ],
)
def test_what_has_not_the_form_of_its_column_is_no_value(computed, name, text, expected):
    with pytest.raises(ValueError, match=re.escape(expected)):
        read(FEATURES[name], text, computed.corpus)


def test_every_value_of_the_table_can_be_a_claim(computed):
    told = tarotref.table("cells").query("feature in @FEATURES")[["feature", "value"]].dropna().drop_duplicates()
    for name, text in told.itertuples(index=False):
        read(FEATURES[name], {"true": "yes", "false": "no"}.get(text, text), computed.corpus)


def test_notes_stand_on_the_feature_whose_field_they_are_on(computed):
    assert bears_on(("fool", "role"), FEATURES["fool"]) and bears_on(("fool",), FEATURES["fool_led"])
    assert not bears_on(("fool", "lost"), FEATURES["fool"]) and not bears_on(("bids", "solo"), FEATURES["bidding"])
    assert field_of("readings.IN.rules.counting.by") == ("counting", "by") == field_of("rules.counting.by")
    assert field_of("readings.IN.stated.points") == ("stated", "points") and field_of("text.History") == ()
    (made,) = (p for p in VIEWS["feature-counted_by"](computed) if dict(p.attrs).get("id") == "said")
    assert "IN does not say in what sets the cards are counted" in text_of(made)


def test_a_feature_names_fields_that_there_are():
    for feature in FEATURES.values():
        for section, *rest in feature.rests_on:
            assert section in SECTIONS or section == "stated"
            if section in SECTIONS and shape(section) == "section" and rest:
                assert rest[0] in fields_of(section)


def test_a_derived_game_has_its_table_of_differences(computed):
    (made,) = (e for e in GamePage(computed, "11.14").after("Relations") if e.tag == "details")
    told = [[text_of(c) for c in row.children] for row in made.children[1].children[-1].children]
    rows = computed.comparison.rows([computed.ruleset("11.4"), computed.ruleset("11.14")])
    assert told == [[r.label, *(c.value for c in r.cells)] for r in rows if r.kind == "differs"] != []
