"""Whole tables as files: CSV with a Data Package that describes them, JSON, SQLite, Parquet; and what tools of other fields read.

Beside them lie a README, the licence and the citation. Everything is made in a new folder before the first old file is
replaced, so that a failed export leaves what was there. The same corpus gives the same bytes.
"""

from __future__ import annotations

import csv
import errno
import filecmp
import io
import json
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tarotref import release
from tarotref.computed.columns import FEATURES
from tarotref.tables import TABLES, Row, Table, bibliographies, cldf, interchange
from tarotref.tables.citations import AUTHORS, TITLE
from tarotref.tables.spec import Column, text_of

FORMATS = ("csv", "json", "sqlite", "parquet")
"""Formats that hold all tables."""
PARTS = ("bibtex", "ris", "csl", "geojson", "nexus", "skos", "cldf")
"""Formats of other fields, each of what its tools read: sources, places and evidence, features, terms."""
_SQL = {"string": "TEXT", "integer": "INTEGER", "boolean": "BOOLEAN", "number": "REAL"}
LICENCE = {
    "name": "CC-BY-4.0",
    "title": "Creative Commons Attribution 4.0 International",
    "path": "https://creativecommons.org/licenses/by/4.0/",
}


def write(
    tables: Mapping[str, Sequence[Row]],
    folder: Path,
    formats: Sequence[str] = FORMATS,
    version: str = release.VERSION,
) -> list[Path]:
    """Write tables into a folder in each format; return the files.

    ValueError where a format is unknown, OSError where something cannot be written.
    """
    known = (*FORMATS, *PARTS)
    unknown = [f for f in formats if f not in known]
    if unknown:
        raise ValueError(f"no format {unknown[0]!r}; expected one of {', '.join(known)}")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as made:
        new = Path(made) / "new"
        new.mkdir()
        for form in formats:
            _WRITERS[form](tables, new)
        if "csv" in formats:
            (new / "datapackage.json").write_text(dump(package(tables, version)), encoding="utf-8")
        (new / "README.md").write_text(readme(tables, formats, version), encoding="utf-8")
        for name in BESIDE:
            shutil.copyfile(_beside() / name, new / name)
        folder.mkdir(exist_ok=True)
        made_files = sorted(str(file.relative_to(new)) for file in new.rglob("*") if file.is_file())
        if taken := [name for name in made_files if (folder / name).is_dir()]:
            raise IsADirectoryError(errno.EISDIR, "a folder is in the way", str(folder / taken[0]))
        for name in made_files:
            (folder / name).parent.mkdir(exist_ok=True)
            if not (folder / name).exists() or not filecmp.cmp(new / name, folder / name, shallow=False):
                (new / name).replace(folder / name)
        return [folder / name for name in made_files]


def dump(data: Any) -> str:
    """Return JSON as we write it everywhere: indented, UTF-8, ending in a line feed."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def csv_text(table: Table, rows: Sequence[Row]) -> str:
    """Return one table as CSV: `true` and `false`, empty where there is no value."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([c.name for c in table.columns])
    writer.writerows([map(text_of, row) for row in rows])
    return out.getvalue()


def records(table: Table, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return rows as mappings of column to value."""
    names = [c.name for c in table.columns]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _csv(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    for name, rows in tables.items():
        (folder / f"{name}.csv").write_text(csv_text(TABLES[name], rows), encoding="utf-8", newline="")


def _json(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    line = json.JSONEncoder(ensure_ascii=False).encode  # with an indent it would take five times as long
    found = [
        f'"{name}": [\n' + ",\n".join(map(line, records(TABLES[name], rows))) + "\n]" for name, rows in tables.items()
    ]
    (folder / "tarotref.json").write_text("{\n" + ",\n".join(found) + "\n}\n", encoding="utf-8")


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
    lines = [f'  "{c.name}" {_SQL[c.dtype]}{_rule(c)}' for c in table.columns]
    lines.append(f"  PRIMARY KEY ({_quoted(table.key)})")
    lines += [
        f'  FOREIGN KEY ({_quoted(r.columns)}) REFERENCES "{r.table}" ({_quoted(r.to)})' for r in table.references()
    ]
    return f'CREATE TABLE "{table.name}" (\n' + ",\n".join(lines) + "\n)"


def _rule(column: Column) -> str:
    return " UNIQUE" if column.unique else f' CHECK ("{column.name}" IN (0, 1))' if column.dtype == "boolean" else ""


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


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
        "title": TITLE,
        **({"homepage": release.REPOSITORY} if release.REPOSITORY else {}),
        "version": version,
        "licenses": [LICENCE],
        "contributors": [{"title": AUTHORS, "role": "author"}],
        "resources": [_resource(TABLES[name]) for name in tables],
    }


def _resource(table: Table) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "fields": [
            {"name": c.name, "type": c.dtype, "description": c.text}
            | ({"constraints": {"unique": True}} if c.unique else {})
            for c in table.columns
        ],
        "primaryKey": list(table.key),
    }
    if keys := [
        # A table's reference to itself names no resource.
        {
            "fields": list(r.columns),
            "reference": {"resource": r.table if r.table != table.name else "", "fields": list(r.to)},
        }
        for r in table.references()
    ]:
        schema["foreignKeys"] = keys
    return {
        "name": table.name,
        "path": f"{table.name}.csv",
        "description": table.text,
        "encoding": "utf-8",
        "schema": schema,
    }


BESIDE = ("LICENSE-corpus", "CITATION.cff")
"""Files that go with the tables, as they stand in the checkout; the wheel carries them beside its snapshot."""


def _beside() -> Path:
    """Return the folder that holds the licence and the citation."""
    package = Path(__file__).parent.parent
    return next(f for f in (package / "_snapshot", package.parent) if (f / BESIDE[0]).exists())


def readme(tables: Mapping[str, Sequence[Row]], formats: Sequence[str], version: str) -> str:
    """Return what a folder of tables says of itself."""
    forms = {
        "csv": "One file a table, `TABLE.csv`, described by `datapackage.json` (types, keys, what each column means).",
        "json": "All tables in `tarotref.json`: name of the table -> rows.",
        "sqlite": "All tables in `tarotref.sqlite`, with their keys and references.",
        "parquet": "One file a table, `TABLE.parquet`.",
        "bibtex": "The sources in `sources.bib`.",
        "ris": "The sources in `sources.ris`.",
        "csl": "The sources in `sources.csl.json`.",
        "geojson": "Places, and the evidence from them, in `places.geojson`.",
        "nexus": "The main rulesets by their features in `features.nex`.",
        "skos": "Vocabulary and glossary in `terms.jsonld`.",
        "cldf": "A CLDF StructureDataset in the folder `cldf`: rulesets as languages, columns of comparison as parameters.",
    }
    lines = [
        f"# {TITLE}",
        "",
        f"Version {version} of {release.DATE}." + (f" <{release.REPOSITORY}>" if release.REPOSITORY else ""),
        "",
        *(f"- {forms[form]}" for form in forms if form in formats),
        "",
        "Every table has the same rows in each format. `tables` and `columns` are the data dictionary. Games bear the numbers",
        "of Dummett and McLeod's catalogue, written `DM8.10`, so that no program takes 8.1 and 8.10 for one number. An empty",
        "cell never means *no*: why a cell of `rulesets` is empty stands in `cells`. Lists are joined by semicolons, dates are",
        "EDTF text beside their first and last year.",
        "",
        "Texts and data are under CC BY 4.0 (`LICENSE-corpus`). `CITATION.cff` says how to cite the whole.",
        "",
        "| table | rows | what a row is |",
        "|---|---|---|",
        *(f"| `{name}` | {len(rows)} | {TABLES[name].text} |" for name, rows in tables.items()),
    ]
    return "\n".join(lines) + "\n"


def _sources(form: str, tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    text = bibliographies.FORMS[form](records(TABLES["sources"], tables["sources"]))
    (folder / bibliographies.FILES[form]).write_text(text, encoding="utf-8")


def _geojson(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    of = _by_column(tables)
    text = interchange.geojson(of["places"], of["attestations"], of["game_places"])
    (folder / "places.geojson").write_text(text, encoding="utf-8")


def _nexus(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    text = interchange.nexus(records(TABLES["rulesets"], tables["rulesets"]), list(FEATURES))
    (folder / "features.nex").write_text(text, encoding="utf-8")


def _skos(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    of = _by_column(tables)
    (folder / "terms.jsonld").write_text(interchange.skos(of["vocabulary"], of["glossary"]), encoding="utf-8")


def _cldf(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    cldf.write_cldf(_by_column(tables), folder / "cldf")


def _by_column(tables: Mapping[str, Sequence[Row]]) -> dict[str, list[dict[str, Any]]]:
    names = ("places", "attestations", "game_places", "vocabulary", "glossary", "rulesets", "sources", "cells")
    return {name: records(TABLES[name], tables[name]) for name in names}


_WRITERS: dict[str, Callable[[Mapping[str, Sequence[Row]], Path], None]] = {
    "csv": _csv,
    "json": _json,
    "sqlite": _sqlite,
    "parquet": _parquet,
    **{form: partial(_sources, form) for form in bibliographies.FORMS},
    "geojson": _geojson,
    "nexus": _nexus,
    "skos": _skos,
    "cldf": _cldf,
}
