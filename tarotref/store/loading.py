"""Getting at the corpus: from a checkout's files, or from the snapshot that the package carries."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tarotref.problem import nearest
from tarotref.store import snapshot
from tarotref.store.snapshot import CHECKOUT, PACKAGED, UNFINISHED, Damaged, Snapshot

if TYPE_CHECKING:
    import pandas

    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.problem import Problem
    from tarotref.tables.imports import Export

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds after which somebody at a terminal is told what takes so long."""

_DTYPES = {"string": "string", "integer": "Int64", "boolean": "boolean", "number": "Float64"}


def root() -> Path | None:
    """Return the folder that holds `corpus/`: `TAROTREF_ROOT`, or the checkout this code runs from; None elsewhere.

    FileNotFoundError where the folder that `TAROTREF_ROOT` names holds none.
    """
    named = os.environ.get("TAROTREF_ROOT")
    if named:
        if not (Path(named) / "corpus").is_dir():
            raise FileNotFoundError(f"there is no corpus/ in {named}, which TAROTREF_ROOT names")
        return Path(named)
    return CHECKOUT if (CHECKOUT / "corpus" / "games").is_dir() else None


@cache
def compiled() -> Snapshot:
    """Return the compiled corpus, making it from the files of a checkout where they have changed.

    Where it cannot be kept beside the files, it is kept for the run alone, with a warning. Raises CorpusError where the
    files have faults, FileNotFoundError where there is no corpus at all.
    """
    folder = root()
    if folder is None:
        if not (PACKAGED / snapshot.CORPUS).exists():
            raise FileNotFoundError("this installation carries no corpus, and there is no corpus/ beside it")
        return Snapshot(PACKAGED)
    from tarotref.corpus.reader import survey

    files, strays = survey(folder)
    wanted = folder / ".tarotref" / snapshot.digest(files)
    if wanted.is_dir():
        return Snapshot(wanted)
    with _telling("Reading the corpus…"):
        parts = _compile(files, strays)
    try:
        made = snapshot.write(wanted, *parts)
    except OSError as error:
        warnings.warn(
            f"{error.strerror}: {wanted.parent}; what is compiled is kept for this run alone",
            RuntimeWarning,
            stacklevel=2,
        )
        return snapshot.write(_of_this_run() / wanted.name, *parts)
    for old in wanted.parent.iterdir():
        under_way = old.name.startswith(UNFINISHED) and time.time() - old.stat().st_mtime < 3600
        if old != wanted and old.is_dir() and not under_way:
            shutil.rmtree(old, ignore_errors=True)
    return made


@contextmanager
def _telling(what: str) -> Iterator[None]:
    """Say on a terminal what is going on, if it takes longer than a second; nothing where nobody looks on."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    later = threading.Timer(PATIENCE, lambda: print(f"tarotref: {what}", file=sys.stderr, flush=True))
    later.daemon = True
    later.start()
    try:
        yield
    finally:
        later.cancel()


@cache
def _of_this_run() -> Path:
    """Return a folder that is there as long as this process."""
    folder = tempfile.mkdtemp(prefix="tarotref-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def compile_to(target: Path, folder: Path) -> Snapshot:
    """Compile the corpus under `folder` into `target`; CorpusError where it has faults."""
    from tarotref.corpus.reader import survey

    return snapshot.write(target, *_compile(*survey(folder)))


def export(name: str) -> Export:
    """Return the tables of an export (`tables.imports.read`), of a compiled corpus, or of a revision of the checkout, by its name in git.

    ValueError, or FileNotFoundError, where it is none of these; CorpusError where today's code does not read the revision's files.
    """
    from tarotref.tables import TABLES
    from tarotref.tables.imports import Export, read

    def of(made: Snapshot) -> Export:
        columns = {table: [column for column, _ in kinds] for table, kinds in made.columns().items()}
        return Export(columns, {t: list(TABLES[t].key) for t in columns if t in TABLES}, made.tables())

    if (Path(name) / snapshot.TABLES).is_file():
        return of(Snapshot(Path(name)))
    folder = root()
    if Path(name).exists() or folder is None:
        return read(Path(name))
    with tempfile.TemporaryDirectory() as work:
        _take_out(folder, name, Path(work))
        return of(compile_to(Path(work) / "compiled", Path(work)))


def _take_out(folder: Path, revision: str, into: Path) -> None:
    """Put the corpus as it was in a revision of a checkout into a folder."""
    import io
    import subprocess
    import tarfile

    try:
        told = subprocess.run(
            ["git", "-C", str(folder), "archive", "--format=tar", "--end-of-options", revision, "corpus"],
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise FileNotFoundError(
            f"there is no file or folder {revision}, and no git to look for such a revision"
        ) from None
    if told.returncode:
        why = told.stderr.decode(errors="replace").strip().splitlines() or [""]
        raise ValueError(f"{revision} is neither an export nor a revision of {folder} ({why[0]})")
    with tarfile.open(fileobj=io.BytesIO(told.stdout)) as archive:
        archive.extractall(into, filter="data")


def _compile(files: Mapping[str, str], strays: Sequence[Problem]) -> tuple[Any, ...]:
    """Return what a snapshot of a corpus's files holds, as `snapshot.write` takes it."""
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.reader import build, must, parse_bibliography, parse_files
    from tarotref.tables import TABLES, rows

    sources = parse_files(files)
    corpus = build(sources, *parse_bibliography(files, sources), strays)
    must(corpus)
    made = rows(ComputedCorpus(corpus))
    columns = {name: [(c.name, c.dtype) for c in TABLES[name].columns] for name in made}
    return corpus, columns, made


def _read(part: Callable[[Snapshot], T]) -> T:
    """Return a part of the compiled corpus; a damaged one is made anew where the files it is made from are at hand."""
    try:
        return part(compiled())
    except Damaged as error:
        if root() is None:
            raise Damaged(f"{error}; install tarotref again") from None
        if not compiled().whole():
            shutil.rmtree(compiled().folder, ignore_errors=True)
        compiled.cache_clear()
        return part(compiled())


@cache
def computed_corpus() -> ComputedCorpus:
    """Return the corpus with all that is computed from it."""
    from tarotref.computed.corpus import ComputedCorpus

    return ComputedCorpus(_read(Snapshot.corpus))


@cache
def tables() -> dict[str, list[Any]]:
    """Return the rows of every table."""
    return _read(Snapshot.tables)


def found(
    conditions: Sequence[str], columns: Mapping[str, Sequence[str]] | None = None, whole: bool = False
) -> tuple[list[str], list[Any]]:
    """Return the columns of `rulesets` and `games` together, and the rows that meet conditions; main rulesets unless `whole`.

    `columns` has for a column the values of which any will do. ValueError says which condition is none, and what was expected.
    """
    from tarotref.tables.selection import chosen, condition, joined

    table, rows = joined(tables())
    asked = [condition(table, text) for text in (*conditions, *(() if whole else ("ruleset=main",)))]
    any_of = [[condition(table, f"{name}={value}") for value in values] for name, values in (columns or {}).items()]
    return [c.name for c in table.columns], chosen(table, rows, asked, any_of)


def frame(name: str) -> pandas.DataFrame:
    """Return a table as a frame with nullable types; KeyError, with the nearest name, where there is none of the name."""
    columns = _read(Snapshot.columns)
    if name not in columns:
        raise KeyError(f"no table {name!r}{nearest(name, columns)}")
    return _framed(columns[name], _read(lambda made: made.cells(name)))


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
