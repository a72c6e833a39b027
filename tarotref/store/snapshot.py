"""The compiled corpus: parsed sources and finished tables as JSON, so that nothing is parsed or computed twice.

A table is a file of its own, and an index names the types of its columns: to read one takes neither the others nor the model.

In the wheel it lies inside the package. In a checkout it is made on first use and kept in `.tarotref/`, under the digest of
the files (and of the code) it was made from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tarotref.corpus.source import Source

PACKAGE = Path(__file__).parent.parent
PACKAGED = PACKAGE / "_snapshot"
CHECKOUT = PACKAGE.parent
CORPUS, TABLES = "corpus.json", "tables.json"

Columns: TypeAlias = Sequence[tuple[str, str]]
"""Name and type of each column of a table."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a compiled corpus lies; it is read only when asked for."""

    folder: Path

    def columns(self) -> dict[str, Columns]:
        """Return the columns of every table."""
        return json.loads((self.folder / TABLES).read_text(encoding="utf-8"))  # type: ignore[no-any-return]

    def cells(self, table: str) -> list[list[Any]]:
        """Return the cells of one table, column by column, which is how frames are made."""
        return json.loads((self.folder / "tables" / f"{table}.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]

    def tables(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return the rows of every table."""
        return {name: list(zip(*self.cells(name), strict=True)) for name in self.columns()}

    def sources(self) -> tuple[dict[str, Source], str]:
        """Return the parsed sources by path, and the bibliography's text."""
        data = json.loads((self.folder / CORPUS).read_text(encoding="utf-8"))
        return {s["path"]: _source(s) for s in data["sources"]}, data["bibliography"]

    def version(self) -> str:
        """Return the digest of what it was made from."""
        return str(json.loads((self.folder / CORPUS).read_text(encoding="utf-8"))["digest"])


def digest(files: Mapping[str, str]) -> str:
    """Return a digest of the corpus's files and of the code that compiles them."""
    total = hashlib.sha256()
    code = sorted(p for p in PACKAGE.rglob("*.py") if "sphinxext" not in p.parts)
    for name, text in [*files.items(), *((p.name, p.read_text(encoding="utf-8")) for p in code)]:
        total.update(f"{name}\0{len(text)}\0".encode())
        total.update(text.encode())
    return total.hexdigest()[:20]


def write(
    folder: Path,
    made_from: str,
    sources: Mapping[str, Source],
    bibliography: str,
    columns: Mapping[str, Columns],
    tables: Mapping[str, Any],
) -> Snapshot:
    """Write a compiled corpus into a folder; the last file to be there is that of the corpus, by which it is known to be whole."""
    (folder / "tables").mkdir(parents=True, exist_ok=True)
    data = {"digest": made_from, "bibliography": bibliography, "sources": [_plain(s) for s in sources.values()]}
    cells = {table: [[row[n] for row in rows] for n in range(len(columns[table]))] for table, rows in tables.items()}
    for name, content in (
        *((f"tables/{table}.json", found) for table, found in cells.items()),
        (TABLES, columns),
        (CORPUS, data),
    ):
        new = folder / f"{name}.new"
        new.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
        new.replace(folder / name)
    return Snapshot(folder)


def _plain(source: Source) -> dict[str, Any]:
    return {
        "path": source.path,
        "data": source.data,
        "lines": [[list(p), n] for p, n in source.lines.items()],
        "body": source.body,
        "body_line": source.body_line,
    }


def _source(data: dict[str, Any]) -> Source:
    return Source(data["path"], data["data"], {tuple(p): n for p, n in data["lines"]}, data["body"], data["body_line"])
