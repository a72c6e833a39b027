"""The compiled corpus: parsed sources and finished tables as JSON, so that nothing is parsed or computed twice.

A table is a file of its own, and an index names the types of its columns: to read one takes neither the others nor the model.
Each file begins with the checksum of what follows. A snapshot is written into a new folder, which then takes its place in one
step: several processes may write the same one at once, and none sees half of it.

In the wheel it lies inside the package. In a checkout it is made on first use and kept in `.tarotref/`, under the digest of
the files (and of the code) it was made from.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tarotref.corpus.bibliography import Reference
from tarotref.corpus.source import Source

PACKAGE = Path(__file__).parent.parent
PACKAGED = PACKAGE / "_snapshot"
CHECKOUT = PACKAGE.parent
CORPUS, TABLES = "corpus.json", "tables.json"
UNFINISHED = "unfinished-"
"""How the name of a folder begins in which a snapshot is being written."""

Columns: TypeAlias = Sequence[tuple[str, str]]
"""Name and type of each column of a table."""


class Damaged(ValueError):
    """A file of a compiled corpus is missing, or not as it was written."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a compiled corpus lies; it is read only when asked for."""

    folder: Path

    def columns(self) -> dict[str, Columns]:
        """Return the columns of every table."""
        return self._read(TABLES)  # type: ignore[no-any-return]

    def cells(self, table: str) -> list[list[Any]]:
        """Return the cells of one table, column by column, which is how frames are made."""
        return self._read(f"tables/{table}.json")  # type: ignore[no-any-return]

    def tables(self) -> dict[str, list[tuple[Any, ...]]]:
        """Return the rows of every table."""
        return {name: list(zip(*self.cells(name), strict=True)) for name in self.columns()}

    def sources(self) -> tuple[dict[str, Source], dict[str, Reference]]:
        """Return the parsed sources by path, and the entries of the bibliography by key."""
        data = self._read(CORPUS)
        return {s["path"]: _source(s) for s in data["sources"]}, {r["key"]: _reference(r) for r in data["bibliography"]}

    def whole(self) -> bool:
        """Say whether every file is there as it was written."""
        try:
            for name in (CORPUS, *(f"tables/{table}.json" for table in self.columns())):
                self._read(name)
        except Damaged:
            return False
        return True

    def _read(self, name: str) -> Any:
        try:
            checksum, _, content = (self.folder / name).read_bytes().partition(b"\n")
        except (FileNotFoundError, NotADirectoryError):
            raise Damaged(f"{self.folder / name} is missing") from None
        if checksum.decode("ascii", "replace") != hashlib.sha256(content).hexdigest():
            raise Damaged(f"{self.folder / name} is not as it was written")
        return json.loads(content)


def digest(files: Mapping[str, str]) -> str:
    """Return a digest of the corpus's files and of the code that compiles them."""
    total = hashlib.sha256()
    code = sorted(p for p in PACKAGE.rglob("*.py") if "sphinxext" not in p.parts)
    for name, text in [*files.items(), *((p.name, p.read_text(encoding="utf-8")) for p in code)]:
        total.update(f"{name}\0{len(text)}\0".encode(errors="surrogateescape"))
        total.update(text.encode(errors="surrogateescape"))
    return total.hexdigest()[:20]


def write(
    folder: Path,
    sources: Mapping[str, Source],
    bibliography: Mapping[str, Reference],
    columns: Mapping[str, Columns],
    tables: Mapping[str, Any],
) -> Snapshot:
    """Write a compiled corpus as a folder; where another process has written it meanwhile, that one is left."""
    data = {
        "bibliography": [asdict(reference) for reference in bibliography.values()],
        "sources": [_plain(source) for source in sources.values()],
    }
    cells = {table: [[row[n] for row in rows] for n in range(len(columns[table]))] for table, rows in tables.items()}
    files = {f"tables/{table}.json": found for table, found in cells.items()} | {TABLES: columns, CORPUS: data}
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=UNFINISHED) as work:
        new = Path(work) / "new"
        (new / "tables").mkdir(parents=True)
        for name, found in files.items():
            content = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
            (new / name).write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        try:
            new.rename(folder)
        except OSError:
            if not Snapshot(folder).whole():
                folder.rename(Path(work) / "damaged")
                new.rename(folder)
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


def _reference(data: dict[str, Any]) -> Reference:
    return Reference(**{**data, "authors": tuple(data["authors"])})
