"""Exports read back: from each format the same tables; other programs read them by SQL, by URL and as data sets."""

from __future__ import annotations

import functools
import sqlite3
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import duckdb
import pyarrow.dataset as ds
import pytest

from tarotref.tables import TABLES, imports
from tarotref.tables.exports import write
from tarotref.tables.packed import SQL, WHOLE, unpacked
from tarotref.tables.sql import VIEWS
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

    class Host(SimpleHTTPRequestHandler):
        """Answers for parts of files, as hosts of files do."""

        def do_GET(self):
            if "Range" not in self.headers:
                return super().do_GET()
            content = Path(self.translate_path(self.path)).read_bytes()
            first, last = map(int, self.headers["Range"].removeprefix("bytes=").split("-"))
            part = content[first : last + 1]
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {first}-{first + len(part) - 1}/{len(content)}")
            self.send_header("Content-Length", str(len(part)))
            self.end_headers()
            self.wfile.write(part)

        def end_headers(self):
            self.send_header("Accept-Ranges", "bytes")
            super().end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Host, directory=str(folder / "parquet")))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


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
