"""Getting at the corpus: from a checkout's files, or from the snapshot that the package carries."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarotref.problem import nearest
from tarotref.store import snapshot
from tarotref.store.snapshot import CHECKOUT, PACKAGED, Snapshot

if TYPE_CHECKING:
    import pandas

    from tarotref.computed.corpus import ComputedCorpus

_DTYPES = {"string": "string", "integer": "Int64", "boolean": "boolean", "number": "Float64"}


def root() -> Path | None:
    """Return the folder that holds `corpus/`: `TAROTREF_ROOT`, or the checkout this code runs from; None elsewhere."""
    named = os.environ.get("TAROTREF_ROOT")
    if named:
        return Path(named)
    return CHECKOUT if (CHECKOUT / "corpus" / "games").is_dir() else None


@cache
def compiled() -> Snapshot:
    """Return the compiled corpus, making it from the files of a checkout where they have changed.

    Raises CorpusError where the files have faults, FileNotFoundError where there is no corpus at all.
    """
    folder = root()
    if folder is None:
        if not (PACKAGED / snapshot.CORPUS).exists():
            raise FileNotFoundError("this installation carries no corpus, and there is no corpus/ beside it")
        return Snapshot(PACKAGED)
    from tarotref.corpus.reader import read_files

    files = read_files(folder)
    wanted = folder / ".tarotref" / snapshot.digest(files)
    if (wanted / snapshot.CORPUS).exists():
        return Snapshot(wanted)
    made = compile_to(wanted, folder)
    for old in wanted.parent.iterdir():
        if old != wanted and old.is_dir():
            shutil.rmtree(old, ignore_errors=True)
    return made


def compile_to(target: Path, folder: Path) -> Snapshot:
    """Compile the corpus under `folder` into `target`; CorpusError where it has faults."""
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.reader import build, must, parse_files, read_files
    from tarotref.tables import TABLES, rows

    files = read_files(folder)
    sources = parse_files(files)
    corpus = build(sources, files.get("corpus/sources.bib", ""))
    must(corpus)
    made = rows(ComputedCorpus(corpus))
    columns = {name: [(c.name, c.dtype) for c in TABLES[name].columns] for name in made}
    return snapshot.write(target, snapshot.digest(files), sources, files.get("corpus/sources.bib", ""), columns, made)


@cache
def computed_corpus() -> ComputedCorpus:
    """Return the corpus with all that is computed from it."""
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.reader import build

    return ComputedCorpus(build(*compiled().sources()))


@cache
def tables() -> dict[str, list[Any]]:
    """Return the rows of every table."""
    return compiled().tables()


def frame(name: str) -> pandas.DataFrame:
    """Return a table as a frame with nullable types; KeyError, with the nearest name, where there is none of the name."""
    columns = compiled().columns()
    if name not in columns:
        raise KeyError(f"no table {name!r}{nearest(name, columns)}")
    return _framed(columns[name], compiled().cells(name))


def make_frame(columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[Any]]) -> pandas.DataFrame:
    """Return rows as a frame; columns are (name, type) pairs, types those of `tarotref.tables.Column`."""
    return _framed(columns, [[row[n] for row in rows] for n in range(len(columns))])


def _framed(columns: Sequence[tuple[str, str]], cells: Sequence[Sequence[Any]]) -> pandas.DataFrame:
    import pandas as pd

    made = {}
    for (column, dtype), values in zip(columns, cells, strict=True):
        kind: Any = _DTYPES[dtype]
        made[column] = pd.array(values, dtype=kind)
    return pd.DataFrame(made)
