"""Agreement is that of the first coding; silence is told apart from what is not at hand; first dates come from one function."""

from __future__ import annotations

import pytest

from tarotref.computed.coder_agreement import Coded, agreements, coded_cells, silences
from tarotref.computed.evidence import age, lived, spans
from tarotref.dates import bounds
from tarotref.tables import TABLES
from tarotref.tables.exports import records


@pytest.fixture(scope="module")
def coded(computed):
    return coded_cells(computed)


def test_the_first_coding_is_what_the_records_had_when_it_was_compared(coded):
    found = {a.stratum: a for a in agreements(coded) if a.column == "all"}
    at_first = {"2-7": (955, 989), "8-9": (1609, 1675), "11-14": (932, 975), "15-20": (756, 800), "all": (4252, 4439)}
    assert {name: (a.agreed, a.cells) for name, a in found.items()} == at_first


def test_kappa_is_by_column_with_an_interval(coded):
    found = {a.column: a for a in agreements(coded) if a.stratum == "all"}
    one = found["king_ultimo"]
    assert one.kappa < one.rate < 1 and one.kappa_interval.low < one.kappa < one.kappa_interval.high
    assert one.rate_interval.low < one.rate < one.rate_interval.high
    columns = [a.kappa for name, a in found.items() if name not in ("all", "read") and a.kappa is not None]
    assert found["all"].kappa == pytest.approx(sum(columns) / len(columns))
    assert found["read"].cells < found["all"].cells and found["read"].kappa < found["all"].kappa


def test_kappa_of_two_by_two():
    """Cohen's own kind of table: 20 and 15 agreed, 5 and 10 not, is 0.4."""
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    cells = [Coded(f"2.{n}", "bidding", *pair, "") for n, pair in enumerate(pairs)]
    found = next(a for a in agreements(cells) if (a.stratum, a.column) == ("all", "bidding"))
    assert found.kappa == pytest.approx(0.4) and (found.cells, found.agreed) == (50, 35)


def test_silence_leaves_out_what_is_not_at_hand(computed):
    listed = sum(computed.corpus.game(g).evidence == "listed" for g in computed.corpus.games)
    for one in silences(computed):
        assert one.yes + one.no + one.silent <= len(computed.corpus.games) - listed + one.yes
        assert one.share_if_no <= one.told_share


def test_a_line_does_not_begin_before_anything_is_known(computed, data):
    first = dict(spans(computed, "traditions"))
    rows = {r["id"]: r for r in records(TABLES["traditions"], data["traditions"])}
    for id in computed.corpus.traditions:
        told, begun = lived(computed, id), rows[id]["played_from"]
        assert begun == (bounds(told)[0] if told else None)
        said = computed.corpus.tradition(id).played
        if told != said:
            assert begun == first[id].first_sure.latest
    assert rows["lombard"]["played_from"] == first["lombard"].first_sure.latest > 1400


def test_the_oldest_of_each_value_is_one_on_page_and_in_table(computed, data):
    """The page of a feature shows first what the table has: both go by the last year that a document may date from."""
    from tarotref.pages.elements import text_of
    from tarotref.pages.lists import VIEWS

    rows = records(TABLES["feature_evidence"], data["feature_evidence"])
    assert all(row["year"] == age(row["dated"])[0] for row in rows)
    titles = {id: a.title for id, a in computed.corpus.shared["attestations"].items()}
    page = " ".join(text_of(part) for part in VIEWS["feature-sides"](computed))
    for row in rows:
        if row["feature"] == "sides" and row["attestation"]:
            assert titles[row["attestation"]] in page, row


@pytest.mark.parametrize("name", ["fool", "bidding", "must_overtrump"])
def test_a_feature_is_counted_alike_on_its_page_in_filters_and_in_tables(computed, data, name):
    from tarotref import cross, find
    from tarotref.pages.elements import text_of
    from tarotref.pages.lists import VIEWS

    rows = [r for r in records(TABLES["feature_values"], data["feature_values"]) if r["feature"] == name]
    by_tradition = cross(name, "tradition").sum(axis=1)
    page = text_of(list(VIEWS[f"feature-{name}"](computed))[1])
    shown = {"true": True, "false": False}
    for row in rows:
        value = shown.get(row["value"], row["value"])
        assert len(find(**{name: value})) == row["games"], row
    cells = [c for c in records(TABLES["cells"], data["cells"]) if c["feature"] == name and c["ruleset"] == "main"]
    told = sum(c["state"] not in ("unstated", "not-recorded") for c in cells)
    assert page == f"Told of {told} of {len(cells)} games, by their main rules."
    assert by_tradition.sum() == len(cells)
