"""The pages of features: each has one, and its numbers are those of the table."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import tarotref
from tarotref.computed.columns import FEATURES
from tarotref.pages.drawings.shares import shares
from tarotref.pages.elements import El, text_of
from tarotref.pages.lists import VIEWS
from tarotref.pages.lists.features import SILENT, address, meaning


def tables(element):
    """Yield the tables of an element, rows of texts."""
    if isinstance(element, El) and element.tag == "table":
        body = next(c for c in element.children if isinstance(c, El) and c.tag == "tbody")
        yield [[text_of(c) for c in row.children] for row in body.children]
    elif isinstance(element, El):
        for child in element.children:
            yield from tables(child)


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
