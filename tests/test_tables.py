"""Tables and exports: tidy, typed, documented, the same in every format, true to the records, and safe with any reader."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from dataclasses import replace
from pathlib import Path

import duckdb
import pandas as pd
import pytest
import rispy

import tarotref
from tarotref import catalogue_number
from tarotref.computed.columns import FEATURES
from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.order_distance import distance
from tarotref.computed.standing import BASES, STATES
from tarotref.corpus.reader import read
from tarotref.model.rules import SECTIONS, Rules
from tarotref.model.types import Absence
from tarotref.model.validation import validated
from tarotref.store.loading import make_frame
from tarotref.tables import TABLES, rows
from tarotref.tables.exports import csv_text, package, write
from tarotref.tables.selection import condition
from tarotref.tables.spec import text_of
from tests import kit

CHECKOUT = Path(__file__).parent.parent

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


def test_a_claim_of_a_feature_has_its_value_and_no_other_has_one(computed):
    claims = tarotref.table("claims")
    of_features = claims[claims["what"] == "feature"]
    assert claims[claims["value"].notna()].equals(of_features) and set(of_features["of"]) <= set(FEATURES)
    (trotti,) = of_features.query("attestation == 'ferrara-trotti-1456'").itertuples()
    assert (trotti.of, trotti.value, trotti.certainty) == ("players", "4", "sure")
    told = tarotref.evidence(place="ferrara").query("what == 'feature' and id == 'ferrara-trotti-1456'")
    assert list(told["value"]) == ["4"]


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
        for n, columns in enumerate([table.key, *((c.name,) for c in table.columns if c.unique)]):
            key = (n, *(row[[c.name for c in table.columns].index(k)] for k in columns))
            assert None not in key and key not in seen, key
            seen.add(key)
    made = frame(name, data[name])
    assert len(made) == len(data[name]) and object not in set(made.dtypes)
    assert all(c.text.endswith(".") for c in table.columns) and table.text.endswith(".")


@pytest.mark.parametrize("name", TABLES)
def test_references_between_tables_hold(name, data):
    """Every reference leads to a row: columns that refer together, and each item of a list."""
    index = {name: {c.name: n for n, c in enumerate(t.columns)} for name, t in TABLES.items()}

    def values(table, columns, rows):
        return {tuple(row[index[table][c]] for c in columns) for row in rows}

    for r in TABLES[name].references():
        used = {v for v in values(name, r.columns, data[name]) if None not in v}
        assert not (lost := used - values(r.table, r.to, data[r.table])), (r, sorted(lost)[:5])
        key, singles = TABLES[r.table].key, {(c.name,) for c in TABLES[r.table].columns if c.unique}
        assert r.to == key or r.to in singles, f"{r.table} {r.to} identifies no row"
    for column in TABLES[name].columns:
        if column.several and column.ref:
            other, key = column.ref.split(".")
            used = {v for (text,) in values(name, (column.name,), data[name]) for v in (text or "").split(";") if v}
            assert not (lost := used - {v for (v,) in values(other, (key,), data[other])}), (column, sorted(lost)[:5])


def test_what_a_fact_names_in_another_table_is_declared():
    """Wherever a column bears the name of a key of another table, it refers to it."""
    for table in TABLES.values():
        for name in ("game", "ruleset", "tradition", "place", "set_by", "subject"):
            for column in table.columns:
                if column.name == name and (table.name, name) not in (("rulesets", "ruleset"), ("sources", "place")):
                    assert column.ref, (table.name, name)


def test_a_place_in_a_work_is_no_part_of_its_key(tmp_path):
    change = ("games/08.13-permesso.md", "{title: Short, use: some", "{title: Short, by: RI-1830 p. 3, use: some")
    found = rows(ComputedCorpus(read(kit.make(tmp_path, a=change))))
    assert frame("variants", found["variants"])["reported_by"].tolist() == ["RI-1830"]
    assert "RI-1830" in frame("layers", found["layers"]).query("kind == 'variant'")["witness"].tolist()


def test_trumps_join_packs_and_subjects(data):
    ranks = frame("trump_ranks", data["trump_ranks"])
    cards = frame("pack_cards", data["pack_cards"])
    joined = ranks.merge(cards, on=["pack", "card"], suffixes=("", "_of_pack"))
    assert len(joined) == len(ranks) and set(joined["kind"]) <= {"trump", "fool"}
    named = ranks["subject"].dropna()
    assert len(named) > 500 and set(named) <= set(frame("subjects", data["subjects"])["id"])


def test_every_empty_cell_has_a_reason(data):
    at = {c.name: n for n, c in enumerate(TABLES["cells"].columns)}
    cells = {tuple(r[:3]): r for r in data["cells"]}
    names = [c.name for c in TABLES["rulesets"].columns]
    for row in data["rulesets"]:
        for name in FEATURES:
            told = cells[row[0], row[1], name]
            status, state, value = told[at["status"]], told[at["state"]], row[names.index(name)]
            if value is None:
                assert told[at["value"]] is None and state != "present", told
            elif state != "present":
                assert value in (False, "0") and state == "none", told
            assert state in STATES and (told[at["provenance"]] in BASES or state == "not-recorded"), told
            assert (status == "not-reported") == (told[at["provenance"]] == "not-reported"), told


def test_what_is_not_at_hand_is_no_silence(data):
    """Of a game that is known from a list alone nobody has read what its rules do not say."""
    listed = {
        r[0] for r in data["games"] if r[TABLES["games"].columns.index(TABLES["games"].column("evidence"))] == "listed"
    }
    for name in ("cells", "facts"):
        at = TABLES[name].columns.index(TABLES[name].column("state"))
        found = {r[at] for r in data[name] if r[0] in listed and r[1] == "main"}
        assert "unstated" not in found and "not-recorded" in found


def test_what_does_not_arise_is_a_state_of_its_own(data):
    cells = frame("cells", data["cells"]).set_index(["game", "ruleset", "feature"])
    for game, feature in (("DM15.1", "fool_led"), ("DM18.10", "fool_exchange"), ("DM2.1", "talk")):
        state = cells.loc[(game, "main", feature), "state"]
        fool = cells.loc[(game, "main", "fool"), "value"]
        assert state == "not-applicable" if feature == "talk" or fool != "excuse" else state != "not-applicable"


def test_what_can_be_played_is_told_of_every_ruleset_alike(data):
    playable = frame("playability", data["playability"])
    rulesets = frame("rulesets", data["rulesets"])
    assert playable[["game", "ruleset"]].equals(rulesets[["game", "ruleset"]])
    assert playable["status"].tolist() == rulesets["playability"].tolist() and playable["status"].notna().all()
    stuck = playable["status"].isin(["cannot be played", "counted but not paid"])
    assert playable["missing"].notna().equals(stuck) and stuck.any()
    assert (playable["assumed"].notna() | stuck | (playable["status"] == "runs")).all()
    assert playable.set_index(["game", "ruleset"]).loc[("DM2.4", "main"), "missing"] == "players"


def test_a_discard_that_goes_with_the_number_of_players_is_told_of_each(data):
    told = frame("rulesets", data["rulesets"]).set_index(["game", "ruleset"])["discard"]
    assert told["DM15.1", "main"] == "4:10;5:7;6:8"  # as cases of four and of five players have it
    assert told["DM15.1", "three-players"] == "8" and told["DM7.1", "main"] == "3"


def test_every_cell_has_been_looked_up(data):
    assert not [r for r in data["cells"] if r[4] == "missing"]


def test_no_fact_is_both_absent_and_there(data):
    for row in data["facts"]:
        assert (row[3] is None) == (row[5] != "present") and row[6] in BASES, row


@pytest.mark.filterwarnings("ignore")
def texts(data):
    """Return plain data as records write it: every scalar as text."""
    if isinstance(data, dict):
        return {str(k): texts(v) for k, v in data.items()}
    if isinstance(data, list):
        return [texts(v) for v in data]
    if data is None:
        return None
    return {True: "yes", False: "no"}[data] if isinstance(data, bool) else str(data)


def test_facts_as_json_make_the_rules_again(computed, data):
    told, at = {}, [c.name for c in TABLES["facts"].columns].index("json")
    for row in data["facts"]:
        told.setdefault(row[:2], []).append(row[at])
    for r in computed.corpus.rulesets.values():
        tree = {}
        for path, written in zip(r.origin, told[catalogue_number.written(r.game), r.key], strict=True):
            spot = tree
            for step in path[:-1]:
                spot = spot.setdefault(step, {})
            value = r.at(path)
            spot[path[-1]] = str(value.value) if isinstance(value, Absence) else texts(json.loads(written))
        made = validated(Rules, tree, context={"vocabulary": computed.corpus.vocabulary})
        # Of a section from which all has been taken away there are no facts.
        assert [getattr(made, name) or None for name in SECTIONS] == [
            getattr(r.rules, name) or None for name in SECTIONS
        ], r.id


def test_numbers_of_facts_are_numbers_in_json(data):
    facts = frame("facts", data["facts"]).set_index(["game", "ruleset", "field"])["json"]
    assert facts["DM8.13", "main", "deal.hand"] == "25" and facts["DM8.13", "main", "pack"] == '"tarot-78-italian"'


def test_a_fact_has_its_witness_and_the_work_it_was_read_in(data):
    facts = frame("facts", data["facts"]).set_index(["game", "ruleset", "field"])
    own = facts.loc["DM8.13", "main", "deal.hand"]
    assert (own["witness"], own["source"]) == ("PE-1787", "dm2004") and "game 8.13" in own["locator"]
    theirs = facts[(facts["set_by"] == "DM8.13/RI-1830")].iloc[0]
    assert (theirs["witness"], theirs["source"]) == ("RI-1830", "dm2004")
    at_hand = facts[(facts["set_by"] == "DM9.13/trionfi-blog")].iloc[0]
    assert at_hand["witness"] == at_hand["source"] == "trionfi-blog"
    inherited = facts.loc["DM8.13", "main", "values.top"]
    assert pd.isna(inherited["witness"]) and (inherited["source"], inherited["locator"]) == ("dm2004", "ch. 1")


def test_a_work_is_cited_in_words(data):
    """Neither dates as the corpus writes them nor escapes of BibTeX are for readers."""
    told = frame("sources", data["sources"])
    column = next(c for c in told.columns if told[c].astype(str).str.contains("Edwin Mellen Press").any())
    raw = told[told[column].str.contains(r"\b\d\dXX\b|\d{4}/\.\.|, \d{4}~|\\_")]
    assert raw.empty, raw[column].tolist()
    assert told[column].str.contains("c. 2012, forum.tarothistory.com", regex=False).any()
    assert told[column].str.contains("Tapptarock_1821", regex=False).any()


def test_every_source_that_is_named_stands_in_citations(data):
    found = frame("citations", data["citations"])
    said = {(t, c): set(of["source"]) for (t, c), of in found.groupby(["cited_table", "cited_column"])}
    for name, column in [
        (t.name, "source") for t in TABLES.values() if t.name in ("games", "packs", "attestations", "trump_orders")
    ]:
        named = frame(name, data[name])[column].dropna().str.split(";").explode()
        keys = set(named.str.partition(":")[0]) & set(frame("sources", data["sources"])["key"])
        assert keys and keys == said[name, column], name
    row = found[
        (found["cited_table"] == "games") & (found["cited_row"] == "DM8.20") & (found["cited_column"] == "source")
    ]
    assert row["source"].tolist() == ["dm2004"] and row["locator"].str.contains("game 8.20").all()


def test_what_is_paid_is_a_number(data):
    worths = frame("worths", data["worths"])
    of = worths.set_index(["game", "ruleset", "of", "amount"]).sort_index()
    assert of.loc[("DM8.13", "main", "a-due", "base"), "points"] == 3
    kings = of.loc[("DM11.1", "main", "partita-kings", "worth"), :]
    assert (
        kings["size"].tolist() == [3, 4] and kings["points"].tolist() == [10, 20] and set(kings["unit"]) == {"partita"}
    )
    assert ((worths["points"].notna() | worths["card_values"]) == (worths["state"] == "present")).all()


def test_conflicts_are_what_a_witness_says_otherwise(data):
    found = frame("conflicts", data["conflicts"])
    assert set(found["kind"]) == {"differs", "adds", "lacks"}
    differs = found[found["kind"] == "differs"]
    one = differs[(differs["game"] == "DM8.20") & (differs["field"] == "discard.pagat")]
    assert one["main_witness"].tolist() == ["PE-1787"] and one["witness"].tolist() == ["RI-1830"]


def test_evidence_is_first_by_the_last_year_it_may_date_from(data):
    dated = frame("attestations", data["attestations"]).set_index("id")
    for name in ("game_evidence", "tradition_evidence", "place_evidence"):
        for row in frame(name, data[name]).itertuples():
            if pd.notna(row.first_evidence):
                assert row.first_year == dated.loc[row.first_evidence, "year_to"]
                assert pd.isna(row.first_sure_year) or row.first_year <= row.first_sure_year
            if pd.notna(row.last_evidence):
                assert row.last_year == dated.loc[row.last_evidence, "year_from"]
    bologna = frame("place_evidence", data["place_evidence"]).set_index("place").loc["bologna"]
    assert bologna["first_sure_year"] == 1459


def test_distances_between_orders(computed, data):
    found = frame("order_distances", data["order_distances"]).set_index(["trump_order", "other_order"])
    assert (
        found["concordant"] + found["inverted"] + found["tied"] == found["shared"] * (found["shared"] - 1) // 2
    ).all()
    assert found["tau"].dropna().between(-1, 1).all() and (found["tau"] == 1).any() and (found["tau"] < 0.9).any()
    one = computed.orders["piedmont"]
    assert distance(one, one).inverted == 0 and distance(one, replace(one, tiers=one.tiers[::-1])).tau == -1
    other = distance(computed.orders["lombard"], one)
    assert other.inverted >= 1 and other.tau < 1


def test_era_and_region_follow_dates_and_places(data):
    games = frame("games", data["games"]).set_index("id")
    assert games.loc["DM8.13", "era"] == "XVIII-XIX" and games.loc["DM8.13", "era_vague"]
    assert games.loc["DM8.13", "region"] == "piedmont" and pd.isna(games.loc["DM2.1", "region"])
    places = frame("places", data["places"]).set_index("id")
    assert places.loc["turin", "region"] == "piedmont" and pd.isna(places.loc["italy", "region"])


@pytest.mark.prove
def test_the_data_package_is_valid(tmp_path, data):
    from frictionless import Package

    write(data, tmp_path / "out", ("csv",), "1.0")
    report = Package(str(tmp_path / "out" / "datapackage.json")).validate()
    assert report.valid, report.flatten(["title", "rowNumber", "fieldName", "message"])[:5]


def test_sqlite_holds_the_rows_and_their_references(tmp_path, data):
    write(data, tmp_path / "out", ("sqlite",))
    with sqlite3.connect(tmp_path / "out" / "tarotref.sqlite") as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        declared = sum(len(db.execute(f'PRAGMA foreign_key_list("{name}")').fetchall()) for name in data)
        assert declared == sum(len(r.columns) for t in TABLES.values() for r in t.references()) > 50
        for name, found in data.items():
            assert db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] == len(found)
    db.close()


def test_every_format_gives_back_the_same_frame(tmp_path, data):
    pytest.importorskip("pyarrow")
    write(data, tmp_path / "out")
    for name in ("games", "rulesets", "declarations", "trump_ranks"):
        want = frame(name, data[name])
        parquet = pd.read_parquet(tmp_path / "out" / f"{name}.parquet").astype(dict(want.dtypes))
        pd.testing.assert_frame_equal(parquet, want)
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            assert len(list(csv.reader(file))) - 1 == len(want)


def test_two_exports_are_the_same_bytes(tmp_path, data):
    one, other = (write(data, tmp_path / name, ("csv", "sqlite")) for name in "ab")
    assert [f.read_bytes() for f in one] == [f.read_bytes() for f in other]


def test_a_failed_export_leaves_what_was_there(tmp_path, data):
    write(data, tmp_path / "out", ("sqlite",))
    before = (tmp_path / "out" / "tarotref.sqlite").read_bytes()
    broken = {**data, "games": [("too", "short")]}
    with pytest.raises(ValueError):
        write(broken, tmp_path / "out", ("json", "csv"))
    assert (tmp_path / "out" / "tarotref.sqlite").read_bytes() == before
    with pytest.raises(ValueError, match="no format 'xls'"):
        write(data, tmp_path / "out", ("xls",))
    (tmp_path / "out" / "CITATION.cff").unlink()
    (tmp_path / "out" / "CITATION.cff").mkdir()
    with pytest.raises(IsADirectoryError):
        write({}, tmp_path / "out", ("sqlite",))
    assert (tmp_path / "out" / "tarotref.sqlite").read_bytes() == before
    assert [f.name for f in tmp_path.iterdir()] == ["out"]


def test_csv_says_true_false_and_nothing(data):
    text = csv_text(TABLES["rulesets"], data["rulesets"])
    header, *found = csv.reader(io.StringIO(text, newline=""))
    assert {row[header.index("bidding")] for row in found} <= {"true", "false", ""}
    cells = frame("cells", data["cells"]).query("feature == 'bidding' and value.notna()")
    assert set(cells["value"]) == {"true", "false"}
    facts = frame("facts", data["facts"]).query("field == 'play.must_follow' and value.notna()")
    assert set(facts["value"]) <= {"true", "false"} and len(facts)


def test_the_package_describes_every_column(data):
    described = package(data, "1.0")
    assert {r["name"] for r in described["resources"]} == set(TABLES)
    assert all(f["description"] for r in described["resources"] for f in r["schema"]["fields"])


def test_licence_citation_and_a_readme_lie_beside_the_files(tmp_path, data):
    files = write(data, tmp_path / "out", ("csv",))
    assert {"README.md", "LICENSE-corpus", "CITATION.cff", "datapackage.json"} <= {f.name for f in files}
    told = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` | {len(found)} |" in told for name, found in data.items())
    assert (tmp_path / "out" / "CITATION.cff").read_bytes() == (CHECKOUT / "CITATION.cff").read_bytes()


# -- what readers make of the files that are told nothing


@pytest.fixture(scope="module")
def exported(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("exported")
    write(data, folder, ("csv",))
    return folder


def cells_of(name, data):
    """Yield each column of a table with its values, those of columns that are empty throughout left out."""
    for n, column in enumerate(TABLES[name].columns):
        values = [row[n] for row in data[name]]
        if set(values) - {None}:
            yield column, values


def same(column, value, read):
    """Say whether a reader has a cell as it was written; where it took text for numbers, the number writes the same text."""
    if column.dtype != "string" or isinstance(read, str):
        return (
            type(read)
            in {"boolean": (bool,), "integer": (int, float), "number": (int, float), "string": (str,)}[column.dtype]
            and read == value
        )
    return text_of(read) == value


@pytest.mark.parametrize("name", TABLES)
def test_pandas_reads_what_was_written(name, exported, data):
    read = pd.read_csv(exported / f"{name}.csv")
    for column, values in cells_of(name, data):
        found = read[column.name].astype(object).where(read[column.name].notna(), None)
        wrong = [(v, f) for v, f in zip(values, found, strict=True) if f is not v and not same(column, v, f)]
        assert not wrong, (column.name, wrong[:3])


@pytest.mark.parametrize("name", TABLES)
def test_duckdb_reads_what_was_written(name, exported, data):
    read = duckdb.read_csv(str(exported / f"{name}.csv"))
    assert read.columns == [c.name for c in TABLES[name].columns]
    if not data[name]:
        return
    found = dict(zip(read.columns, zip(*read.fetchall(), strict=True), strict=True))
    kinds = dict(zip(read.columns, map(str, read.types), strict=True))
    for column, values in cells_of(name, data):
        wrong = [
            (v, f) for v, f in zip(values, found[column.name], strict=True) if f is not v and not same(column, v, f)
        ]
        assert not wrong, (column.name, kinds[column.name], wrong[:3])
        assert (
            kinds[column.name]
            in {
                "boolean": ("BOOLEAN",),
                "integer": ("BIGINT",),
                "number": ("DOUBLE", "BIGINT"),
                "string": ("VARCHAR", "BIGINT", *(("DATE",) if (name, column.name) == ("versions", "date") else ())),
            }[column.dtype]
        ), (column.name, kinds[column.name])


@pytest.mark.parametrize("name", TABLES)
def test_no_column_of_ids_is_one_of_numbers(name, exported, data):
    """What names something is text to every reader, alone or in a list: 8.1 is not 8.10."""
    for column, values in cells_of(name, data):
        if column.dtype == "string" and (column.ref or column.several or TABLES[name].numbered(column)):
            for value in {item.strip() for text in values if text for item in text.split(";")}:
                figures = re.fullmatch(r"[-+]?\d*\.?\d+([eE][-+]?\d+)?", value)
                assert not figures or column.name in ("packets", "fact_values"), (column.name, value)


def test_8_1_is_not_8_10(exported):
    for table in (pd.read_csv(exported / "catalogue.csv"), duckdb.read_csv(str(exported / "catalogue.csv")).df()):
        ids = list(table["id"])
        assert {"DM8.1", "DM8.10", "C4"} <= set(ids) and len(ids) == len(set(ids))
        assert ids.index("DM8.2") < ids.index("DM8.10") < ids.index("DM9.1") < ids.index("C4")


# Reserved words of PostgreSQL that no column may have as name (its documentation, appendix C; SQLite and DuckDB are asked).
RESERVED = frozenset(
    """all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
    concurrently constraint create cross current_catalog current_date current_role current_schema current_time
    current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from
    full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
    localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning
    right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user
    using variadic verbose when where window with""".split()
)


@pytest.mark.parametrize("name", TABLES)
def test_no_name_needs_quotation_marks_in_sql(name):
    """The name of the table `values`, which is fixed, is the one that does."""
    columns = [c.name for c in TABLES[name].columns]
    table = name if name != "values" else '"values"'
    for engine in (sqlite3.connect(":memory:"), duckdb.connect()):
        engine.execute(f"CREATE TABLE {table} ({', '.join(f'{c} VARCHAR' for c in columns)})")
        engine.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {', '.join(columns)}")
        engine.close()
    assert not RESERVED & {name, *columns}


def test_the_data_dictionary_is_two_tables_in_every_format(data, exported):
    tables, columns = pd.read_csv(exported / "tables.csv"), pd.read_csv(exported / "columns.csv")
    assert set(tables["name"]) == set(TABLES) == set(columns["table_name"])
    for name, table in TABLES.items():
        mine = columns[columns["table_name"] == name]
        assert list(mine["name"]) == [c.name for c in table.columns]
        assert list(mine["name"][mine["in_key"]]) == [c.name for c in table.columns if c.name in table.key]


def test_every_description_is_a_sentence_that_stands_alone():
    short = [(t.name, c.name) for t in TABLES.values() for c in t.columns if len(c.text.split()) < 3]
    assert short == []


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
    assert found.columns.tolist() == ["DM8.11", "DM8.11/RI-1830", "differs"]
    assert found.loc["counted_by"].tolist() == ["twos", "fours", True]
    assert not found.loc["players", "differs"]


def test_sets_that_score_in_tricks_alone_are_not_declared():
    declarations = tarotref.table("rulesets").set_index(["game", "ruleset"])["declarations"]
    assert declarations["DM11.5", "main"] and not declarations["DM11.6", "main"]


def test_counting_a_pile():
    assert tarotref.count("K♠ Q♥ 21 7♣", "9.13").total == 13
    with pytest.raises(ValueError, match="no card of pack"):
        tarotref.count("K♠ 22", "9.13")


def test_citing():
    assert "8.11 Consiglio" in tarotref.cite("8.11") and tarotref.__version__ in tarotref.cite("8.11")
    assert tarotref.cite("8.11/RI-1830", "bibtex").startswith("@incollection{tarotref-DM8.11-RI-1830,")
    assert tarotref.cite("8.11/PE-1787") == tarotref.cite("8.11/main") == tarotref.cite("8.11")
    with pytest.raises(ValueError, match="expected one of text"):
        tarotref.cite("8.11", "html")


def test_citing_a_fact_names_who_says_so_and_where_it_was_read(data):
    assert "bids.a-due: said A due" in tarotref.cite("8.13#bids.a-due")
    cited = tarotref.cite("8.13/RI-1830#bids.a-due.base")
    row = (
        frame("facts", data["facts"])
        .set_index(["game", "ruleset", "field"])
        .loc["DM8.13", "RI-1830", "bids.a-due.base"]
    )
    assert "RI 1830" in cited and row["locator"] in cited and f"bids.a-due.base: {row['value']}’" in cited
    entry = rispy.loads(tarotref.cite("DM8.13#deal.hand", "ris"))[0]
    assert entry["type_of_reference"] == "ENCYC" and "deal.hand: 25" in entry["title"]
    keys = {json.loads(tarotref.cite(id, "csl"))["id"] for id in ("8.13", "8.13#deal.hand", "8.13/RI-1830#deal.hand")}
    assert len(keys) == 3
    with pytest.raises(KeyError, match=r"did you mean 'deal\.hand'"):
        tarotref.cite("8.13#deal.hands")


def test_no_two_rulesets_share_the_key_of_a_citation(computed):
    keys = [json.loads(tarotref.cite(id, "csl"))["id"] for id in computed.corpus.rulesets]
    assert len(keys) == len(set(keys)) and "tarotref-DM8.13" in keys
    entries = [re.match(r"@incollection\{(.*),", tarotref.cite(id, "bibtex"))[1] for id in computed.corpus.rulesets]
    assert entries == keys


@pytest.mark.parametrize("id", ["8.13", "DM8.13", "dm 8.13", " 8.13 ", "DM 8.13"])
def test_a_game_is_found_by_either_form_of_its_number(id):
    assert tarotref.game(id).facts.id == "8.13"
    assert tarotref.cite(id) == tarotref.cite("8.13")
    assert tarotref.compare(f"{id.strip()}/RI-1830").columns[0] == "DM8.13/RI-1830"
    assert tarotref.count("K♠ Q♥ XXI", id) == tarotref.count("K♠ Q♥ XXI", "8.13")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: tarotref.game(8.13), "found 8.13; expected an id as text"),
        (lambda: tarotref.count(None, "9.13"), "found None; expected cards as text"),
        (lambda: tarotref.count(["K♠", 21], "9.13"), "found 21; expected cards as text"),
        (lambda: tarotref.count("K♠", 9.13), "found 9.13; expected an id as text"),
        (lambda: tarotref.cite(8.13), "found 8.13; expected an id as text"),
        (lambda: tarotref.compare("8.13", 8.11), "found 8.11; expected an id as text"),
    ],
)
def test_what_is_no_text_is_refused_in_words(call, words):
    with pytest.raises(TypeError, match=words):
        call()


def test_comparing_nothing_is_refused():
    with pytest.raises(ValueError, match="found no ruleset"):
        tarotref.compare()


def test_finding_rulesets():
    found = tarotref.find(players=4, pack_cards=78, bidding=True)
    assert "DM8.14/main" in set(found["id"]) and set(found["ruleset"]) == {"main"} and found["bidding"].all()
    assert (found["pack_cards"] == 78).all() and found["players"].str.split(";").map(lambda n: "4" in n).all()
    assert set(tarotref.find(players=[3, 4])["id"]) > set(tarotref.find(players=3)["id"])
    early = tarotref.find("played_from<1700", rulesets="all")
    assert len(early) > 5 and (early["played_from"] < 1700).all()
    assert len(tarotref.find(rulesets="all")) > len(tarotref.find())
    with pytest.raises(ValueError, match="did you mean 'players'"):
        tarotref.find(plyers=4)
    with pytest.raises(ValueError, match="expected 'main' or 'all'"):
        tarotref.find(rulesets="every")


def test_finding_the_text_of_a_section():
    assert "discard" in tarotref.text("8.7", "Deal and discard")
    assert tarotref.text("8.7").count("## ") == len(tarotref.game("8.7").text)
    raw, read = "\n".join(tarotref.game("9.22").text.values()), tarotref.text("9.22")
    assert (
        "{game}`9.16`" in raw
        and "{game}" not in read
        and tarotref.table("games").set_index("id")["title"]["DM9.16"] in read
    )
    with pytest.raises(KeyError, match="did you mean 'Scoring'"):
        tarotref.text("8.7", "Scorings")


def test_finding_evidence():
    bologna = tarotref.evidence(place="bologna")
    assert bologna["year_to"].dropna().is_monotonic_increasing and set(bologna["place"]) == {"bologna"}
    wider = tarotref.evidence(place="piedmont")
    assert {"piedmont", "turin"} <= set(wider["place"])
    sure = tarotref.evidence(tradition="minchiate", certainty="sure")
    assert len(sure) and set(sure["certainty"]) == {"sure"}
    assert tarotref.evidence(game="9.13").equals(tarotref.evidence(game="DM9.13"))
    with pytest.raises(KeyError, match="did you mean 'bologna'"):
        tarotref.evidence(place="bolonga")


@pytest.mark.parametrize(
    "column, sign, value, cell, holds",
    [
        ("players", "=", "3", "2;3;4", True),
        ("players", "!=", "3", "2;3;4", False),
        ("players", "!=", "3", None, False),
        ("players", "=", "", None, True),
        ("players", "!=", "", None, False),
        ("pack_cards", "<", "78", 66, True),
        ("pack_cards", ">=", "78", 66, False),
        ("hand", "<", "20", "3:25;4:19", False),
        ("title", "~", "decouverte", "La Découverte", True),
        ("bidding", "=", "yes", True, True),
    ],
)
def test_a_condition_on_a_cell(column, sign, value, cell, holds):
    assert condition(TABLES["rulesets"], f"{column}{sign}{value}").holds(cell) is holds


@pytest.mark.parametrize("text", ["players", "colour=red", "players<few", "=3"])
def test_what_is_no_condition_is_refused(text):
    with pytest.raises(ValueError, match=r"expected|no column"):
        condition(TABLES["rulesets"], text)
