"""The tables of an export, of a compiled corpus, or of a revision of the checkout."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tarotref.problem import CorpusError
from tarotref.store import snapshot
from tarotref.store.earlier import exported, take_out
from tarotref.store.loading import compile_to, compiled, root, rows
from tarotref.store.snapshot import Snapshot
from tarotref.tables import TABLES
from tarotref.tables.imports import Export, read


def export(name: str) -> Export:
    """Return the tables of an export (`tables.imports.read`), of a compiled corpus, or of a revision of the checkout, by its name in git.

    ValueError, or FileNotFoundError, where it is none of these; CorpusError where neither today's code nor that of its time reads the
    revision's files.
    """

    def of(made: Snapshot, found: Callable[[str], list[Any]]) -> Export:
        columns = {table: [column for column, _ in kinds] for table, kinds in made.columns().items()}
        return Export(columns, {t: list(TABLES[t].key) for t in columns if t in TABLES}, {t: found(t) for t in columns})

    if (Path(name) / snapshot.TABLES).is_file():
        made = Snapshot(Path(name))
        return of(made, rows if made == compiled() else made.rows)
    folder = root()
    if Path(name).exists() or folder is None:
        return read(Path(name))
    with tempfile.TemporaryDirectory() as work:
        take_out(folder, name, Path(work), "corpus")
        try:
            made = compile_to(Path(work) / "compiled", Path(work))
        except CorpusError:
            if not exported(folder, name, Path(work) / "exported"):
                raise
            return read(Path(work) / "exported")
        return of(made, made.rows)
