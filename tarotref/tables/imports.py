"""Exports read back: a Data Package, the JSON documents or the SQLite file as the tables that they were written from.

A reading goes by what the export says of itself, so that one of another version is read as well.
"""

from __future__ import annotations

import csv
import gzip
import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tarotref.tables import documents, packed
from tarotref.tables.spec import TABLES, Row, Value


@dataclass(frozen=True, slots=True)
class Export:
    """Tables as an export has them."""

    columns: dict[str, list[str]]
    keys: dict[str, list[str]]
    rows: dict[str, list[Row]]


def read(path: Path) -> Export:
    """Read an export: the folder of a Data Package or of JSON documents, one that holds these, an SQLite file, or an archive of
    one of them.

    FileNotFoundError where there is nothing at the path, ValueError where it is no export.
    """
    if path.is_file() and path.suffix == ".zip":
        with packed.unpacked(path) as within:
            return read(next(within.glob("*.sqlite"), within))
    if path.is_file():
        return _sqlite(path)
    if not path.is_dir():
        raise FileNotFoundError(f"there is no file or folder {path}")
    forms: dict[str, Callable[[Path], Export]] = {
        "datapackage.json": lambda file: _package(file.parent),
        "index.json": lambda file: _documents(file.parent),
        "json/index.json": lambda file: _documents(file.parent),
        "tarotref.sqlite": _sqlite,
    }
    found = next((name for name in forms if (path / name).is_file()), None)
    if found is None:
        raise ValueError(f"{path} is no export: it has none of {', '.join(forms)}")
    return forms[found](path / found)


def _documents(folder: Path) -> Export:
    rows = documents.tables(folder)
    return Export({t: [c.name for c in TABLES[t].columns] for t in rows}, {t: list(TABLES[t].key) for t in rows}, rows)


def _number(text: str) -> Value:
    return float(text)


_CASTS: dict[str, Callable[[str], Value]] = {
    "string": str,
    "integer": int,
    "number": _number,
    "boolean": {"true": True, "false": False}.__getitem__,
}


def _package(folder: Path) -> Export:
    found = Export({}, {}, {})
    limit = csv.field_size_limit(sys.maxsize)
    try:
        for resource in json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))["resources"]:
            name, schema = resource["name"], resource["schema"]
            casts = [_CASTS[field["type"]] for field in schema["fields"]]
            found.columns[name] = [field["name"] for field in schema["fields"]]
            found.keys[name] = schema["primaryKey"]
            opened = gzip.open if resource.get("compression") == "gz" else open
            with opened(folder / resource["path"], "rt", encoding="utf-8", newline="") as file:
                _, *rows = csv.reader(file)
            found.rows[name] = [
                tuple(cast(text) if text else None for cast, text in zip(casts, row, strict=True)) for row in rows
            ]
    finally:
        csv.field_size_limit(limit)
    return found


def _sqlite(file: Path) -> Export:
    found = Export({}, {}, {})
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as db:
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                about: list[Any] = db.execute(f'PRAGMA table_info("{name}")').fetchall()
                truths = [kind == "BOOLEAN" for _, _, kind, *_ in about]
                found.columns[name] = [column for _, column, *_ in about]
                found.keys[name] = [column for place, column in sorted((row[5], row[1]) for row in about) if place]
                found.rows[name] = [
                    tuple(bool(v) if truth and v is not None else v for v, truth in zip(row, truths, strict=True))
                    for row in db.execute(f'SELECT * FROM "{name}"')
                ]
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{file} is no SQLite file: {error}") from None
    return found
