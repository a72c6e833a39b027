"""Exports read back: from each format the same tables; other programs read them by SQL, by URL and as data sets."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import duckdb
import fsspec
import pyarrow.dataset as ds
import pytest
from aiohttp import web
from pyarrow import csv

from tarotref.tables import TABLES, imports
from tarotref.tables.exports import write
from tarotref.tables.packed import SQL, WHOLE, unpacked
from tarotref.tables.sql import VIEWS
from tests import kit
from tests.test_docs import blocks

DATA_PAGE = (Path(__file__).parent.parent / "docs" / "data.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(data, tmp_path_factory):
    made = tmp_path_factory.mktemp("exports")
    write(data, made / "parquet", ("parquet",))
    return made


@pytest.fixture(scope="module")
def found(published):
    return {
        "csv": imports.read(published),
        "sqlite": imports.read(published / SQL),
        "zip": imports.read(published / WHOLE),
    }


@pytest.mark.prove
@pytest.mark.parametrize("form", ["csv", "sqlite", "zip"])
@pytest.mark.parametrize("name", TABLES)
def test_an_export_reads_back_to_the_same_tables(form, name, found, data):
    read = found[form]
    assert read.columns[name] == [c.name for c in TABLES[name].columns] and tuple(read.keys[name]) == TABLES[name].key
    assert sorted(read.rows[name], key=str) == sorted(map(tuple, data[name]), key=str)
    for row, was in zip(sorted(read.rows[name], key=str), sorted(map(tuple, data[name]), key=str), strict=True):
        assert [isinstance(v, bool) for v in row] == [isinstance(v, bool) for v in was]


def test_what_is_no_export_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no file or folder"):
        imports.read(tmp_path / "nowhere")
    with pytest.raises(ValueError, match=r"is no export: it has none of datapackage\.json"):
        imports.read(tmp_path)
    (tmp_path / "file").write_text("no database, though it is as long as the head of one would have to be" * 20)
    with pytest.raises(ValueError, match="is no SQLite file"):
        imports.read(tmp_path / "file")


def test_views_join_what_is_asked_for_together(published, data):
    with unpacked(published / SQL) as within, sqlite3.connect(within / "tarotref.sqlite") as db:
        assert {n for (n,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'view'")} == set(VIEWS)
        count = {view: db.execute(f"SELECT count(*) FROM {view}").fetchone()[0] for view in VIEWS}
        assert count["main_rulesets"] == len(data["games"]) and count["facts_with_sources"] == len(data["facts"])
        assert count["conflicts_with_sources"] == len(data["conflicts"])
        assert count["dated_evidence"] == len(data["claims"])
        asked = (
            "SELECT value, witness_label, source_label, locator FROM facts_with_sources "
            "WHERE game = 'DM8.13' AND ruleset = 'main' AND field = 'deal.hand'"
        )
        ((value, witness, source, locator),) = db.execute(asked).fetchall()
        assert value == "25" and "1787" in witness and "2004" in source and "8.13" in locator
    db.close()


@pytest.fixture(scope="module")
def served(folder):
    """The address at which the Parquet files are served."""

    with serving(folder) as address:
        yield f"{address}/parquet"


@contextmanager
def serving(folder):
    """Serve a folder as `make serve` does."""
    loop, started = asyncio.new_event_loop(), threading.Event()
    runner = web.AppRunner(kit.script("serve").application(folder))

    async def start():
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        started.set()

    def run():
        loop.run_until_complete(start())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    assert started.wait(10)
    yield "http://{}:{}".format(*runner.addresses[0][:2])
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


def test_a_folder_is_served_with_parts_of_its_files(tmp_path):
    (tmp_path / "served" / "docs").mkdir(parents=True)
    (tmp_path / "served" / "docs" / "index.html").write_text("in docs")
    (tmp_path / "served" / "404.html").write_text("lost")
    (tmp_path / "secret").write_text("not served")

    def get(url, **headers):
        try:
            with urlopen(Request(url, headers=headers)) as found:
                return found.status, found.read().decode()
        except HTTPError as error:
            with error:
                return error.code, error.read().decode()

    with serving(tmp_path / "served") as address:
        assert get(f"{address}/docs") == get(f"{address}/docs/index.html") == (200, "in docs")
        assert get(f"{address}/docs/index.html", Range="bytes=3-4") == (206, "do")
        assert get(f"{address}/none.html") == (404, "lost") and get(f"{address}/%2e%2e/secret")[0] == 404


def test_pyarrow_reads_a_table_of_the_site_by_its_address(published, data):
    with serving(published) as address, fsspec.open(f"{address}/games.csv") as file:
        assert csv.read_csv(file).num_rows == len(data["games"])


def test_spark_is_shown_what_a_data_set_of_parquet_files_holds(folder, data):
    """Spark takes the columns of Parquet files from these themselves; so does pyarrow, by which the page's words are checked."""
    (shown,) = [block for block in blocks(DATA_PAGE, "python") if "spark" in block]
    assert 'spark.read.parquet("exported/facts.parquet")' in shown
    for name in ("facts", "sources"):
        read = ds.dataset(folder / "parquet" / f"{name}.parquet", format="parquet")
        assert read.schema.names == [c.name for c in TABLES[name].columns] and read.count_rows() == len(data[name])
        kinds = {"string": "string", "integer": "int64", "boolean": "bool", "number": "double"}
        assert [str(t) for t in read.schema.types] == [kinds[c.dtype] for c in TABLES[name].columns]
    facts = ds.dataset(folder / "parquet" / "facts.parquet", format="parquet")
    hands = facts.to_table(filter=(ds.field("field") == "deal.hand") & (ds.field("ruleset") == "main"))
    assert 50 < hands.num_rows < len(data["games"]) and set(hands["field"].to_pylist()) == {"deal.hand"}


def test_duckdb_reads_parquet_files_by_their_address(folder, served, data, capsys):
    (shown,) = [block for block in blocks(DATA_PAGE, "python") if "duckdb" in block]
    exec(shown.replace("https://HOST/data", served).replace('filesystem("https")', 'filesystem("http")'), {})
    at = {c.name: n for n, c in enumerate(TABLES["facts"].columns)}
    by = [row[at["value"]] for row in data["facts"] if row[at["field"]] == "counting.by"]
    told = {
        line.split("│")[1].strip(): line.split("│")[2].strip()
        for line in capsys.readouterr().out.splitlines()
        if line.count("│") == 3
    }
    assert {value: str(by.count(value)) for value in set(by) if value}.items() <= told.items()


def test_duckdb_answers_what_the_page_asks(folder, data):
    (query,) = [block for block in blocks(DATA_PAGE, "sql") if "parquet" in block]
    found = duckdb.sql(query.replace("https://HOST/data", str(folder / "parquet"))).fetchall()
    at = {c.name: n for n, c in enumerate(TABLES["facts"].columns)}
    said = [row[at["witness"]] for row in data["facts"] if row[at["witness"]]]
    assert [n for _, n in found] == sorted((said.count(key) for key in set(said)), reverse=True)[:10]
