"""Whole tables as files: CSV with a Data Package, JSON documents, SQLite, Parquet; and what tools of other fields read.

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
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tarotref import release
from tarotref.computed.columns import FEATURES
from tarotref.tables import (
    TABLES,
    Column,
    Row,
    Table,
    archive,
    bibliographies,
    cldf,
    documents,
    interchange,
    nexus,
    packed,
    sql,
)
from tarotref.tables.citations import AUTHORS, TITLE
from tarotref.tables.documents import Documents
from tarotref.tables.openapi import openapi
from tarotref.tables.spec import text_of

FORMATS = ("csv", "json", "sqlite", "parquet")
"""Formats that hold all tables."""
PARTS = ("bibtex", "ris", "csl", "geojson", "nexus", "skos", "cldf")
"""Formats of other fields, each of what its tools read: sources, places and evidence, features, terms."""
PACKED = "packed"
"""CSV and SQLite as a site offers them: compressed where they are large."""
ARCHIVE = "archive"
"""The format that is ready to be deposited: a ZIP archive of `DEPOSITED` with checksums and RO-Crate, and what Zenodo is told."""
DEPOSITED = ("csv", "json", "sqlite", "bibtex", "ris", "csl", "geojson", "nexus", "skos")
LICENCE = {
    "name": "CC-BY-4.0",
    "title": "Creative Commons Attribution 4.0 International",
    "path": "https://creativecommons.org/licenses/by/4.0/",
}


INDEX = {"title": TITLE, "version": release.VERSION, "date": release.DATE or release.UNSET, "licence": LICENCE["name"]}
"""What the index of the documents says of the whole."""


def write(
    tables: Mapping[str, Sequence[Row]], folder: Path, formats: Sequence[str] = FORMATS, version: str = release.VERSION
) -> list[Path]:
    """Write tables into a folder in each format; return the files.

    ValueError where a format is unknown, OSError where something cannot be written.
    """
    known = (*FORMATS, *PARTS, ARCHIVE, PACKED)
    unknown = [f for f in formats if f not in known]
    if unknown:
        raise ValueError(f"no format {unknown[0]!r}; expected one of {', '.join(known)}")

    def make(new: Path) -> None:
        for form in formats:
            _WRITERS[form](tables, new)
        if "csv" in formats or PACKED in formats:
            (new / "datapackage.json").write_text(dump(package(tables, version)), encoding="utf-8")
        (new / "README.md").write_text(readme(tables, formats, version), encoding="utf-8")
        for name in BESIDE:
            shutil.copyfile(_beside() / name, new / name)
        if PACKED in formats:
            packed.pack(new)

    return replaced(folder, make)


MARK = ".tarotref-export"
"""The file that an export leaves in its folder: what stands there may be written over by another."""


def claim(folder: Path, force: bool = False) -> None:
    """Refuse a folder that has files which no export has written: FileExistsError, unless forced."""
    if folder.is_dir() and not force and not (folder / MARK).exists() and any(folder.iterdir()):
        message = "holds files that no export has written; name an empty folder, or say --force to write over those of the same name"
        raise FileExistsError(errno.EEXIST, message, str(folder))


def mark(folder: Path) -> None:
    """Leave the mark of an export in its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text(
        "`tarotref export` writes into this folder, and over what it has written.\n", encoding="utf-8"
    )


def write_api(tables: Mapping[str, Sequence[Row]], folder: Path) -> list[Path]:
    """Write all tables as documents into a folder, with their description, as the site has them at `api/v1`; return the files."""
    return replaced(folder, partial(_documents, tables))


def replaced(folder: Path, make: Callable[[Path], None]) -> list[Path]:
    """Have files made in a new folder, and put those that are not the same in place of the old ones; return all of them.

    OSError where something cannot be written; then the old files are as they were.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        beside = tempfile.TemporaryDirectory(dir=folder.parent)
    except OSError as error:  # it names a folder that nobody asked for
        raise OSError(error.errno, error.strerror, str(folder)) from None
    with beside as made:
        new = Path(made) / "new"
        new.mkdir()
        make(new)
        folder.mkdir(exist_ok=True)
        made_files = sorted(file.relative_to(new).as_posix() for file in new.rglob("*") if file.is_file())
        if taken := [name for name in made_files if (folder / name).is_dir()]:
            raise IsADirectoryError(errno.EISDIR, "a folder is in the way", str(folder / taken[0]))
        for name in made_files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
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
    _documents(tables, folder / "json")


def _documents(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    for path, document in Documents(tables, INDEX).files():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(documents.written(document), encoding="utf-8")
    described = openapi(TITLE, release.VERSION, LICENCE)
    (folder / "openapi.json").write_text(dump(described), encoding="utf-8")


def _sqlite(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    sql.write(tables, folder / "tarotref.sqlite")


def _packed(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    _csv(tables, folder)  # which are packed when all is there that goes with them
    _sqlite(tables, folder)


def _parquet(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ValueError(f"Parquet needs pyarrow: {release.install('parquet')}") from None
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
    terms: dict[str, list[str]] = {}
    for row in tables.get("vocabulary", ()):
        terms.setdefault(str(row[0]), []).append(str(row[1]))
    return {
        "name": "tarotref",
        "title": TITLE,
        "description": "Rules, evidence and names of the games of the catalogue of Dummett and McLeod, with who says each of them.",
        **({"homepage": home} if (home := release.SITE or release.REPOSITORY) else {}),
        "version": version,
        "keywords": KEYWORDS,
        "licenses": [LICENCE],
        "contributors": [{"title": AUTHORS, "role": "author"}],
        "sources": _authorities(tables),
        "resources": [_resource(TABLES[name], terms) for name in tables],
    }


KEYWORDS = ["tarot", "card games", "game rules", "history of games", "playing cards", "comparative data"]
"""What the whole is about, for catalogues of data."""


def _authorities(tables: Mapping[str, Sequence[Row]]) -> list[dict[str, str]]:
    """Return the works from which the records are written."""
    found = records(TABLES["sources"], tables.get("sources", ()))
    return [
        {"title": str(s["citation"])} | ({"path": str(s["url"])} if s["url"] else {})
        for s in found
        if s["role"] == "authority"
    ]


def _resource(table: Table, terms: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    schema: dict[str, Any] = {
        "fields": [_field(c, terms, table.key) for c in table.columns],
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
        "title": table.name.replace("_", " ").capitalize(),
        "description": table.text,
        "encoding": "utf-8",
        "schema": schema,
    }


def _field(column: Column, terms: Mapping[str, Sequence[str]], key: Sequence[str]) -> dict[str, Any]:
    """Return a column as the Table Schema has it: its values one by one where they are terms."""
    allowed = list(column.one_of or terms.get(column.terms, ())) if not column.several else []
    limits = ({"unique": True} if column.unique else {}) | ({"enum": allowed} if allowed else {})
    return {"name": column.name, "type": column.dtype, "title": column.head, "description": column.text} | (
        {"constraints": limits} if limits else {}
    )


BESIDE = ("LICENSE-corpus", "CITATION.cff")
"""Files that go with the tables, as they stand in the checkout; the wheel carries them beside its snapshot."""
ZENODO = ".zenodo.json"
"""What Zenodo is told of a deposit, likewise."""


def _archive(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    about = json.loads((_beside() / ZENODO).read_text(encoding="utf-8"))
    file = folder / f"tarotref-{release.VERSION}.zip"
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        whole = Path(work) / "whole"
        write(tables, whole, DEPOSITED)
        archive.seal(whole, about, LICENCE)
        archive.pack(whole, file, release.DATE)
    (folder / f"{file.name}.sha256").write_text(archive.checksums(folder), encoding="utf-8")
    shutil.copyfile(_beside() / ZENODO, folder / ZENODO)


def _beside() -> Path:
    """Return the folder that holds the licence and the citation."""
    package = Path(__file__).parent.parent
    return next(f for f in (package / "_snapshot", package.parent) if (f / BESIDE[0]).exists())


def readme(tables: Mapping[str, Sequence[Row]], formats: Sequence[str], version: str) -> str:
    """Return what a folder of tables says of itself."""
    forms = {
        "csv": "One file a table, `TABLE.csv`, described by `datapackage.json` (types, keys, what each column means).",
        "json": "One file a game in `json/games`, likewise traditions, packs, trump orders, places, sources, evidence; begin with "
        "`json/index.json`. `json/openapi.json` describes them.",
        "sqlite": "All tables in `tarotref.sqlite`, with their keys and references, and views: "
        + ", ".join(f"`{view}`" for view in sql.VIEWS)
        + ".",
        PACKED: "One file a table, `TABLE.csv`, described by `datapackage.json`; the longest "
        + ", ".join(f"`{packed.name_of(name)}`" for name in packed.LONG)
        + f". All of them in `{packed.WHOLE}`, and as one database in `{packed.SQL}`.",
        "parquet": "One file a table, `TABLE.parquet`.",
        "bibtex": "The sources in `sources.bib`.",
        "ris": "The sources in `sources.ris`.",
        "csl": "The sources in `sources.csl.json`.",
        "geojson": "Places, and the evidence from them, in `places.geojson`.",
        "nexus": "The main rulesets by their features in `features.nex`; in `features-comparative.nex` those that are independent of each "
        "other, by characters that are, of ten states at most, ordered ones marked.",
        "skos": "Vocabulary and glossary in `terms.jsonld`.",
        "cldf": "A CLDF StructureDataset in the folder `cldf`: rulesets as languages, columns of comparison as parameters.",
        ARCHIVE: f"`tarotref-{version}.zip`, ready to be deposited, with checksums (`SHA256SUMS`) and an RO-Crate; its own checksum, "
        f"and `{ZENODO}`, what Zenodo is told of it.",
    }
    lines = [
        f"# {TITLE}",
        "",
        f"Version {version}, {release.DATE or release.UNSET}."
        + (f" <{release.REPOSITORY}>" if release.REPOSITORY else ""),
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
    of = _by_column(tables, "places", "attestations", "game_places")
    text = interchange.geojson(of["places"], of["attestations"], of["game_places"])
    (folder / "places.geojson").write_text(text, encoding="utf-8")


def _nexus(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    of = _by_column(tables, "rulesets", "games", "cells")
    whole = nexus.nexus(of["rulesets"], of["cells"], list(FEATURES))
    (folder / "features.nex").write_text(whole, encoding="utf-8")
    fit = nexus.comparative(of["rulesets"], of["games"], of["cells"], list(FEATURES))
    (folder / "features-comparative.nex").write_text(fit, encoding="utf-8")


def _skos(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    of = _by_column(tables, "vocabulary", "glossary")
    (folder / "terms.jsonld").write_text(interchange.skos(of["vocabulary"], of["glossary"]), encoding="utf-8")


def _cldf(tables: Mapping[str, Sequence[Row]], folder: Path) -> None:
    needed = (
        "places",
        "attestations",
        "game_places",
        "vocabulary",
        "glossary",
        "rulesets",
        "sources",
        "cells",
        "games",
    )
    cldf.write_cldf(_by_column(tables, *needed), folder / "cldf")


def _by_column(tables: Mapping[str, Sequence[Row]], *names: str) -> dict[str, list[dict[str, Any]]]:
    return {name: records(TABLES[name], tables[name]) for name in names}


_WRITERS: dict[str, Callable[[Mapping[str, Sequence[Row]], Path], None]] = {
    "csv": _csv,
    "json": _json,
    "sqlite": _sqlite,
    PACKED: _packed,
    "parquet": _parquet,
    **{form: partial(_sources, form) for form in bibliographies.FORMS},
    "geojson": _geojson,
    "nexus": _nexus,
    "skos": _skos,
    "cldf": _cldf,
    ARCHIVE: _archive,
}
