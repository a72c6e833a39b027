"""Whole tables as files: CSV, JSON, SQLite, Parquet, with a Data Package that describes them.

Writing is all or nothing: everything is made in a new folder that then takes the place of the old one, so that a failed
export leaves what was there. The same corpus gives the same bytes.
"""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tarotref.computed.columns import text_of
from tarotref.tables import TABLES, Row, Table

FORMATS = ("csv", "json", "sqlite", "parquet")
_FRICTIONLESS = {"string": "string", "integer": "integer", "boolean": "boolean", "number": "number"}
_SQL = {"string": "TEXT", "integer": "INTEGER", "boolean": "INTEGER", "number": "REAL"}
LICENCE = {
    "name": "CC-BY-4.0",
    "title": "Creative Commons Attribution 4.0 International",
    "path": "https://creativecommons.org/licenses/by/4.0/",
}


def write(
    tables: Mapping[str, Sequence[Row]], folder: Path, formats: Sequence[str] = FORMATS, version: str = ""
) -> list[Path]:
    """Write tables into a folder in each format; return the files. ValueError where a format is unknown."""
    unknown = [f for f in formats if f not in FORMATS]
    if unknown:
        raise ValueError(f"no format {unknown[0]!r}; expected one of {', '.join(FORMATS)}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        new = Path(made) / "new"
        new.mkdir()
        for form in formats:
            _WRITERS[form](tables, new)
        if "csv" in formats:
            (new / "datapackage.json").write_text(dump(package(tables, version)), encoding="utf-8")
        if folder.exists():
            for old in (f for f in folder.iterdir() if f.name in {n.name for n in new.iterdir()}):
                old.unlink()
        folder.mkdir(exist_ok=True)
        for file in sorted(new.iterdir()):
            shutil.move(str(file), folder / file.name)
    return sorted(folder.iterdir())


def dump(data: Any) -> str:
    """Return JSON as we write it everywhere: indented, UTF-8, ending in a line feed."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def csv_text(table: Table, rows: Sequence[Row]) -> str:
    """Return one table as CSV: `yes` and `no`, empty where there is no value."""
    import io

    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([c.name for c in table.columns])
    writer.writerows([["" if v is None else text_of(v) for v in row] for row in rows])
    return out.getvalue()


def records(table: Table, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return rows as mappings of column to value."""
    names = [c.name for c in table.columns]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _csv(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    for name, rows in tables.items():
        (folder / f"{name}.csv").write_text(csv_text(TABLES[name], rows), encoding="utf-8", newline="")


def _json(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    (folder / "tarotref.json").write_text(
        dump({name: records(TABLES[name], rows) for name, rows in tables.items()}), encoding="utf-8"
    )


def _sqlite(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    with sqlite3.connect(folder / "tarotref.sqlite") as db:
        for name, rows in tables.items():
            db.execute(sql(TABLES[name]))
            marks = ", ".join("?" for _ in TABLES[name].columns)
            db.executemany(f'INSERT INTO "{name}" VALUES ({marks})', rows)
        db.commit()
    db.close()


def sql(table: Table) -> str:
    """Return the statement that makes a table in SQL, with its keys and references."""
    lines = [
        f'  "{c.name}" {_SQL[c.dtype]}' + (f' CHECK ("{c.name}" IN (0, 1))' if c.dtype == "boolean" else "")
        for c in table.columns
    ]
    lines.append(f"  PRIMARY KEY ({', '.join(_quoted(k) for k in table.key)})")
    for c in table.columns:
        if c.ref:
            other, column = c.ref.split(".")
            lines.append(f'  FOREIGN KEY ("{c.name}") REFERENCES "{other}" ("{column}")')
    return f'CREATE TABLE "{table.name}" (\n' + ",\n".join(lines) + "\n)"


def _quoted(name: str) -> str:
    return f'"{name}"'


def _parquet(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ValueError("Parquet needs pyarrow: pip install 'tarotref[parquet]'") from None
    kinds = {"string": pa.string(), "integer": pa.int64(), "boolean": pa.bool_(), "number": pa.float64()}
    for name, rows in tables.items():
        columns = TABLES[name].columns
        values: list[Any] = list(zip(*rows, strict=True)) if rows else [[] for _ in columns]
        arrays = [pa.array(list(v), type=kinds[c.dtype]) for c, v in zip(columns, values, strict=True)]
        schema = pa.schema(
            [pa.field(c.name, kinds[c.dtype], metadata={"description": c.text}) for c in columns],
            metadata={"description": TABLES[name].text},
        )
        pq.write_table(pa.table(arrays, schema=schema), folder / f"{name}.parquet")


def package(tables: Mapping[str, Sequence[Row]], version: str) -> dict[str, Any]:
    """Return the Frictionless Data Package of the CSV files."""
    return {
        "name": "tarotref",
        "title": "tarotref: games played with the tarot pack",
        "version": version,
        "licenses": [LICENCE],
        "resources": [_resource(TABLES[name]) for name in tables],
    }


def _resource(table: Table) -> dict[str, Any]:
    fields = []
    for c in table.columns:
        field: dict[str, Any] = {"name": c.name, "type": _FRICTIONLESS[c.dtype], "description": c.text}
        if c.dtype == "boolean":
            field |= {"trueValues": ["yes"], "falseValues": ["no"]}
        fields.append(field)
    schema: dict[str, Any] = {"fields": fields, "primaryKey": list(table.key)}
    keys = [
        {
            "fields": [c.name],
            "reference": {"resource": c.ref.split(".")[0].replace("_", "-"), "fields": [c.ref.split(".")[1]]},
        }
        for c in table.columns
        if c.ref
    ]
    if keys:
        schema["foreignKeys"] = keys
    return {
        "name": table.name.replace("_", "-"),
        "path": f"{table.name}.csv",
        "description": table.text,
        "encoding": "utf-8",
        "schema": schema,
    }


_WRITERS = {"csv": _csv, "json": _json, "sqlite": _sqlite, "parquet": _parquet}
