"""The tables in SQL: each with its keys and references, and views that join what is asked for together."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from tarotref.tables.spec import TABLES, Column, Row, Table

_TYPES = {"string": "TEXT", "integer": "INTEGER", "boolean": "BOOLEAN", "number": "REAL"}

VIEWS = {
    "main_rulesets": (
        "One row for each game: its main ruleset, with when, where and how surely it is known.",
        "SELECT r.*, g.title AS game_title, g.part, g.evidence, g.played, g.played_from, g.played_to, g.era, g.region, g.places "
        "FROM rulesets r JOIN games g ON g.id = r.game WHERE r.kind = 'main'",
    ),
    "facts_with_sources": (
        "One row for each fact of each ruleset, with the game's title and the works behind it as one would name them.",
        "SELECT f.game, g.title, f.ruleset, f.field, f.value, f.status, f.set_by, w.label AS witness_label, "
        "s.label AS source_label, f.locator, s.citation "
        "FROM facts f JOIN games g ON g.id = f.game LEFT JOIN sources w ON w.key = f.witness LEFT JOIN sources s ON s.key = f.source",
    ),
    "conflicts_with_sources": (
        "One row for each fact in which a witness differs from the one whom the main ruleset follows, both named in full.",
        "SELECT c.game, g.title, c.field, c.kind, m.label AS main_witness_label, c.main_value, w.label AS witness_label, c.value "
        "FROM conflicts c JOIN games g ON g.id = c.game LEFT JOIN sources m ON m.key = c.main_witness "
        "LEFT JOIN sources w ON w.key = c.witness",
    ),
    "dated_evidence": (
        "One row for each claim of each piece of evidence, with its date and its place.",
        'SELECT a.id, a.title, a.kind, a.dated, a.year_from, a.year_to, p.title AS place_title, p.lat, p.lon, k.what, k."of", k.value, k.certainty '
        "FROM attestations a JOIN claims k ON k.attestation = a.id LEFT JOIN places p ON p.id = a.place",
    ),
}
"""Views by name: what a row of each is, and the query."""


def write(tables: Mapping[str, Sequence[Row]], file: Path) -> None:
    """Write tables into a new SQLite file, with the views where all tables are there; OSError where that cannot be done."""
    with _writing(file), closing(sqlite3.connect(":memory:")) as db:
        for name, rows in tables.items():
            db.execute(table(TABLES[name]))
            marks = ", ".join("?" for _ in TABLES[name].columns)
            db.executemany(f'INSERT INTO "{name}" VALUES ({marks})', rows)
        for name, (text, query) in VIEWS.items() if set(tables) == set(TABLES) else ():
            db.execute(f'CREATE VIEW "{name}" AS -- {text}\n{query}')
        db.commit()
        db.execute("VACUUM INTO ?", (str(file),))


def reword(old: Path, new: Path, texts: Mapping[tuple[str, str], str]) -> None:
    """Write a new SQLite file that is an old one with other words in some sections of text, by owner and title.

    It is the same, byte for byte, as one written of the tables; OSError where that cannot be done.
    """
    with tempfile.TemporaryDirectory(dir=new.parent) as work, _writing(new, sqlite3.DatabaseError):
        copy = shutil.copyfile(old, Path(work) / old.name)
        with closing(sqlite3.connect(copy)) as db:
            db.execute("PRAGMA journal_mode=OFF")
            db.executemany(
                "UPDATE sections SET text = ? WHERE owner = ? AND section = ?",
                [(text, *key) for key, text in texts.items()],
            )
            db.commit()
            version = db.execute("PRAGMA schema_version").fetchone()[0]
            db.execute(f"PRAGMA schema_version = {version - 1}")  # to which the next line adds one
            db.execute("VACUUM INTO ?", (str(new),))


@contextmanager
def _writing(file: Path, errors: type[sqlite3.Error] = sqlite3.OperationalError) -> Iterator[None]:
    try:
        yield
    except errors as error:
        # SQLite does not say which errors are the system's; a statement of ours that were wrong would be so everywhere.
        raise OSError(errno.EIO, str(error), str(file)) from error


def table(table: Table) -> str:
    """Return the statement that makes a table, with its keys and references."""
    lines = [f'  "{c.name}" {_TYPES[c.dtype]}{_rule(c)}' for c in table.columns]
    lines.append(f"  PRIMARY KEY ({_quoted(table.key)})")
    lines += [
        f'  FOREIGN KEY ({_quoted(r.columns)}) REFERENCES "{r.table}" ({_quoted(r.to)})' for r in table.references()
    ]
    # Rows lie in the order of the key: an index beside them would make the file half as large again.
    return f'CREATE TABLE "{table.name}" (\n' + ",\n".join(lines) + "\n) WITHOUT ROWID"


def _rule(column: Column) -> str:
    return " UNIQUE" if column.unique else f' CHECK ("{column.name}" IN (0, 1))' if column.dtype == "boolean" else ""


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
