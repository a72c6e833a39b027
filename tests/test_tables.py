"""Tables and exports: tidy, typed, documented, the same in every format, and true to the records."""

from __future__ import annotations

import csv
import json
import sqlite3

import pandas as pd
import pytest

import tarotref
from tarotref.computed.columns import FEATURES
from tarotref.store.loading import make_frame
from tarotref.tables import TABLES, rows
from tarotref.tables.exports import csv_text, package, write

PROMISED = {
    "games": "id title tradition part evidence played_from played_to places witnesses",
    "rulesets": "game ruleset players sides pack pack_cards suits trumps suit_order fool fool_exchange top_trump equal_trumps counted_by total_points total_computed hand dealer_takes talon discard "
    "direction bidding declarations pagat_ultimo king_ultimo must_overtrump slam",
    "facts": "game ruleset field value status set_by source note",
    "declarations": "game ruleset declaration odds one_in",
}
NAMED = (
    "declarations bids feats values deals names signals penalties variants relations notes witnesses sources places packs "
    "pack_cards trump_orders trump_ranks attestations concordance glossary games rulesets facts"
).split()


def frame(name, found):
    return make_frame([(c.name, c.dtype) for c in TABLES[name].columns], found)


@pytest.fixture(scope="module")
def data(computed):
    return rows(computed)


def test_the_tables_and_columns_that_others_rely_on_are_there():
    assert set(NAMED) <= set(TABLES)
    for name, columns in PROMISED.items():
        assert set(columns.split()) <= {c.name for c in TABLES[name].columns}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_has_rows_of_its_columns_types_and_key(name, data):
    table = TABLES[name]
    kinds = {"string": str, "integer": int, "boolean": bool, "number": (int, float)}
    seen = set()
    for row in data[name]:
        assert len(row) == len(table.columns)
        for column, value in zip(table.columns, row, strict=True):
            assert value is None or isinstance(value, kinds[column.dtype]), (column.name, value)
            assert column.dtype == "boolean" or not isinstance(value, bool), (column.name, value)
        key = tuple(row[[c.name for c in table.columns].index(k)] for k in table.key)
        assert None not in key and key not in seen, key
        seen.add(key)
    made = frame(name, data[name])
    assert len(made) == len(data[name]) and object not in set(made.dtypes)
    assert all(c.text.endswith(".") for c in table.columns) and table.text.endswith(".")


def test_references_between_tables_hold(data):
    index = {name: {c.name: n for n, c in enumerate(t.columns)} for name, t in TABLES.items()}
    for name, table in TABLES.items():
        for column in table.columns:
            if column.ref:
                other, key = column.ref.split(".")
                known = {r[index[other][key]] for r in data[other]}
                used = {r[index[name][column.name]] for r in data[name]} - {None}
                assert used <= known, (name, column.name, sorted(used - known)[:5])


def test_every_empty_cell_has_a_reason(data):
    cells = {tuple(r[:3]): (r[3], r[4]) for r in data["cells"]}
    names = [c.name for c in TABLES["rulesets"].columns]
    for row in data["rulesets"]:
        for name in FEATURES:
            value, status = cells[row[0], row[1], name]
            if row[names.index(name)] is None:
                assert value is None and status in (
                    "unstated",
                    "none",
                    "agreed",
                    "as-taken",
                    "not-reported",
                    "not-computable",
                    "missing",
                )
            elif status == "none":
                assert row[names.index(name)] in (False, "0")


def test_missing_cells_stay_below_three_in_a_hundred(data):
    cells = [r[4] for r in data["cells"] if r[1] == "main"]
    assert cells.count("missing") / len(cells) < 0.03


def test_no_fact_is_both_absent_and_there(data):
    for row in data["facts"]:
        assert (row[3] is None) == (row[4] in ("unstated", "none", "agreed", "as-taken")), row


@pytest.mark.filterwarnings("ignore")
def test_the_data_package_is_valid(tmp_path, data):
    from frictionless import Package

    write(data, tmp_path / "out", ("csv",), "1.0")
    report = Package(str(tmp_path / "out" / "datapackage.json")).validate()
    assert report.valid, report.flatten(["title", "rowNumber", "fieldName", "message"])[:5]


def test_sqlite_holds_the_rows_and_their_references(tmp_path, data):
    write(data, tmp_path / "out", ("sqlite",))
    with sqlite3.connect(tmp_path / "out" / "tarotref.sqlite") as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        for name, found in data.items():
            assert db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] == len(found)
    db.close()


def test_every_format_gives_back_the_same_frame(tmp_path, data):
    pytest.importorskip("pyarrow")
    write(data, tmp_path / "out")
    given = json.loads((tmp_path / "out" / "tarotref.json").read_text(encoding="utf-8"))
    for name in ("games", "rulesets", "declarations", "trump_ranks"):
        want = frame(name, data[name])
        assert frame(name, [tuple(r.values()) for r in given[name]]).equals(want)
        parquet = pd.read_parquet(tmp_path / "out" / f"{name}.parquet").astype(dict(want.dtypes))
        pd.testing.assert_frame_equal(parquet, want)
        text = (
            list(csv.reader((tmp_path / "out" / f"{name}.csv").read_text(encoding="utf-8").splitlines()))
            if name != "games"
            else None
        )
        assert text is None or len(text) - 1 == len(want)


def test_two_exports_are_the_same_bytes(tmp_path, data):
    one, other = write(data, tmp_path / "a", ("csv", "json")), write(data, tmp_path / "b", ("csv", "json"))
    assert [f.read_bytes() for f in one] == [f.read_bytes() for f in other]


def test_a_failed_export_leaves_what_was_there(tmp_path, data):
    write(data, tmp_path / "out", ("json",))
    before = (tmp_path / "out" / "tarotref.json").read_bytes()
    broken = {**data, "games": [("too", "short")]}
    with pytest.raises(ValueError):
        write(broken, tmp_path / "out", ("json", "csv"))
    assert (tmp_path / "out" / "tarotref.json").read_bytes() == before
    with pytest.raises(ValueError, match="no format 'xls'"):
        write(data, tmp_path / "out", ("xls",))


def test_csv_says_yes_no_and_nothing(data):
    text = csv_text(TABLES["rulesets"], data["rulesets"])
    header, first = list(csv.reader(text.splitlines()))[:2]
    assert dict(zip(header, first, strict=True))["bidding"] in ("yes", "no", "")


def test_the_package_describes_every_column(data):
    described = package(data, "1.0")
    assert {r["name"].replace("-", "_") for r in described["resources"]} == set(TABLES)
    assert all(f["description"] for r in described["resources"] for f in r["schema"]["fields"])


# -- the public face


def test_the_frames_are_typed():
    table = tarotref.table("rulesets")
    assert (
        str(table["bidding"].dtype) == "boolean"
        and str(table["pack_cards"].dtype) == "Int64"
        and str(table["total_points"].dtype) == "Float64"
    )


def test_a_game_its_rulesets_and_its_text():
    game = tarotref.game("8.11")
    assert game.rulesets[:2] == ["main", "RI-1830"]
    assert game.ruleset().rules.counting.by == "2" and game.ruleset("RI-1830").rules.counting.by == "4"
    assert game.ruleset("PE-1787") is game.ruleset()
    assert "pairs" in game.text["Scoring"] and "Play" in game.text


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: tarotref.table("ruleset"), "did you mean 'rulesets'"),
        (lambda: tarotref.game("8.111"), "did you mean"),
        (lambda: tarotref.pack("tarot-78-italic"), "did you mean 'tarot-78-italian'"),
        (lambda: tarotref.game("8.11").ruleset("RI"), "it has main"),
    ],
)
def test_what_is_not_there_is_said_with_what_is_near(call, words):
    with pytest.raises(KeyError, match=words):
        call()


def test_comparing_says_where_rulesets_differ():
    found = tarotref.compare("8.11", "8.11/RI-1830")
    assert found.loc["counted_by"].tolist() == ["twos", "fours", True]
    assert not found.loc["players", "differs"]


def test_counting_a_pile():
    assert tarotref.count("K♠ Q♥ 21 7♣", "9.13").total == 13
    with pytest.raises(ValueError, match="no card of pack"):
        tarotref.count("K♠ 22", "9.13")


def test_citing():
    assert "8.11 Consiglio" in tarotref.cite("8.11") and tarotref.__version__ in tarotref.cite("8.11")
    assert tarotref.cite("8.11/RI-1830", "bibtex").startswith("@incollection{tarotref-8.11-RI-1830,")
    assert json.loads(tarotref.cite("8.11", "csl"))["id"] == "tarotref-8.11"
