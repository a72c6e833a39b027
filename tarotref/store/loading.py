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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tarotref.problem import CorpusError, near, nearest
from tarotref.store import snapshot
from tarotref.store.snapshot import CHECKOUT, PACKAGED, UNFINISHED, Cells, Damaged, Snapshot

if TYPE_CHECKING:
    import pandas

    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.problem import Problem
    from tarotref.store.compiling import Reading

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
        return Snapshot(PACKAGED, _damaged)
    from tarotref.corpus.files import survey

    made, reading = of_files(folder, *survey(folder))
    if made is None:
        assert reading is not None
        raise CorpusError(reading.corpus.problems)
    return made


def of_files(
    folder: Path, files: Mapping[str, str], strays: Sequence[Problem]
) -> tuple[Snapshot | None, Reading | None]:
    """Return the compiled corpus of the files under a folder, and what was read for it; it is made where they have changed.

    Of files that have faults nothing is compiled.
    """
    wanted = folder / ".tarotref" / snapshot.digest(files)
    if not strays and (found := next((at for at in (wanted, _alone.get(wanted, wanted)) if at.is_dir()), None)):
        with suppress(OSError):
            os.utime(found)
        return Snapshot(found, _mended), None
    earlier = _kept(wanted.parent)
    before = next((s for s in earlier if (s.folder / snapshot.MADE_OF).is_file()), None)
    made, reading = _make(wanted, files, strays, before)
    for old in earlier[KEPT - 1 :] if made is not None else ():
        shutil.rmtree(old.folder, ignore_errors=True)
    return made, reading


KEPT = 4
"""How many compiled corpora are kept: another process may be reading from one that was made of files as they were before."""


def _kept(folder: Path) -> list[Snapshot]:
    """Return what was compiled before, what was used last at first; what another process writes just now is left alone."""
    found = []
    try:
        for one in folder.iterdir():
            used = one.stat().st_mtime
            under_way = one.name.startswith(UNFINISHED) and time.time() - used < 3600
            if one.is_dir() and not under_way:
                found.append((used, one))
    except OSError:
        return []
    done = sorted(found, key=lambda one: (not one[1].name.startswith(UNFINISHED), one[0]), reverse=True)
    return [Snapshot(one) for _, one in done]


def _make(
    wanted: Path, files: Mapping[str, str], strays: Sequence[Problem], before: Snapshot | None
) -> tuple[Snapshot | None, Reading]:
    """Return the compiled corpus of files, kept in a folder, or for the run alone where that cannot be written, and what was read."""
    from tarotref.store.compiling import read

    with _telling("Reading the corpus…"):
        reading = read(files, strays, before)
        if reading.corpus.problems:
            return None, reading
        parts = reading.parts
    try:
        snapshot.write(wanted, parts)
    except OSError as error:
        _tell_once(f"{error.strerror}: {wanted.parent}; what is compiled is kept for this run alone")
        _alone[wanted] = snapshot.write(_of_this_run() / wanted.name, parts).folder
    return Snapshot(_alone.get(wanted, wanted), _mended), reading


_alone: dict[Path, Path] = {}
"""What is kept for this run alone, by the folder in which it could not be kept."""


@cache
def _tell_once(message: str) -> None:
    warnings.warn(message, RuntimeWarning, stacklevel=4)


def _mended(made: Snapshot, error: Damaged) -> Snapshot:
    return _made_again(made)


@cache
def _made_again(made: Snapshot) -> Snapshot:
    """Return a damaged compiled corpus as it was, made anew from the files; Damaged where these have changed since."""
    from tarotref.corpus.files import survey

    folder = root() if made.folder.is_relative_to(_of_this_run()) else made.folder.parent.parent
    files, strays = survey(folder) if folder else ({}, [])
    again = None
    if folder is not None and snapshot.digest(files) == made.folder.name:
        shutil.rmtree(made.folder, ignore_errors=True)
        again, _ = _make(made.folder, files, strays, None)
    if again is None:
        raise Damaged(f"{made.folder} is damaged, and the files it was made of have changed; start again")
    return again


def _damaged(made: Snapshot, error: Damaged) -> Snapshot:
    """Raise Damaged: of an installation there is nothing to make it anew from."""
    raise Damaged(f"{error}; install tarotref again") from None


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
    """Compile the corpus under `folder` into `target`, with every table; CorpusError where it has faults."""
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.files import survey
    from tarotref.corpus.reader import must
    from tarotref.store.compiling import read
    from tarotref.tables import rows

    reading = read(*survey(folder))
    made, parts = rows(ComputedCorpus(must(reading.corpus))), reading.parts
    return snapshot.write(
        target, parts, {name: _columnwise(found, len(parts.columns[name])) for name, found in made.items()}
    )


def _columnwise(rows: Iterable[Sequence[Any]], width: int) -> list[list[Any]]:
    cells: list[list[Any]] = [[] for _ in range(width)]
    for row in rows:
        for column, value in zip(cells, row, strict=True):
            column.append(value)
    return cells


@cache
def computed_corpus() -> ComputedCorpus:
    """Return the corpus with all that is computed from it."""
    from tarotref.computed.corpus import ComputedCorpus

    return ComputedCorpus(compiled().corpus())


@cache
def _cells(table: str) -> Cells:
    """Return the cells of a table; in a checkout one that is missing, or damaged, is made and kept for another time."""
    made = compiled()
    try:
        return made.cells(table)
    except Damaged as error:
        if root() is None:
            raise Damaged(f"{error}; install tarotref again") from None
    from tarotref.tables import TABLES

    with _telling("Making tables…"):
        cells = _columnwise(TABLES[table].rows(computed_corpus()), len(TABLES[table].columns))
    with suppress(OSError):
        made.keep_cells(table, cells)
    return cells


def rows(table: str) -> list[Any]:
    """Return the rows of a table."""
    return list(zip(*_cells(table), strict=True))


@cache
def tables() -> dict[str, list[Any]]:
    """Return the rows of every table."""
    return {name: rows(name) for name in compiled().columns()}


def named(text: str) -> str | None:
    """Return the id of the game that has a name, with what follows it (`Permesso/RI-1830`); None where no game is called so.

    KeyError, which names them, where several games are, or where a name or a word of one comes near.
    """
    from tarotref.notation import folded

    name, slash, ruleset = text.strip().partition("/")
    wanted, games = folded(name), compiled().listed()
    called = {id: [folded(one) for one in (g["title"], *g["aka"])] for id, g in games.items()}
    exact = [id for id, names in called.items() if wanted in names]
    found = exact or [id for id, names in called.items() if any(wanted in one for one in names)]
    if len(found) == 1:
        return f"{found[0]}{slash}{ruleset}"
    if found and wanted:
        which = ", ".join(f"{id} {games[id]['title']}" for id in found[:8])
        raise KeyError(f"several games are called {name!r}: {which}{', ...' if len(found) > 8 else ''}")
    words = {word for g in games.values() for one in (g["title"], *g["aka"]) for word in (one, *one.split())}
    close = near(name, words)
    if close and not near(name, {*games, *(g["tradition"] for g in games.values())}):
        raise KeyError(f"no game is called {name!r}; did you mean {close!r}?")
    return None


def by_name(id: str, get: Callable[[str], T]) -> T:
    """Return what has an id, or the game that has it as name; the KeyError of the id where there is neither."""
    try:
        return get(id)
    except KeyError:
        known = None if any(map(str.isdigit, id.partition("/")[0])) else named(id)
        if known is None:
            raise
        return get(known)


def found(
    conditions: Sequence[str], columns: Mapping[str, Sequence[str]] | None = None, whole: bool = False
) -> tuple[list[str], list[Any]]:
    """Return the columns of `rulesets` and `games` together, and the rows that meet conditions; main rulesets unless `whole`.

    `columns` has for a column the values of which any will do. ValueError says which condition is none, and what was expected.
    """
    from tarotref.tables.selection import checked, chosen, condition, joined

    table, all_rows = joined({name: rows(name) for name in ("rulesets", "games")})
    asked = [condition(table, text) for text in (*conditions, *(() if whole else ("ruleset=main",)))]
    any_of = [[condition(table, f"{name}={value}") for value in values] for name, values in (columns or {}).items()]
    for one in (*asked, *(one for group in any_of for one in group)):
        checked(table, all_rows, one)
    return [c.name for c in table.columns], chosen(table, all_rows, asked, any_of)


def frame(name: str) -> pandas.DataFrame:
    """Return a table as a frame with nullable types; KeyError, with the nearest name, where there is none of the name."""
    columns = compiled().columns()
    if name not in columns:
        raise KeyError(f"no table {name!r}{nearest(name, columns)}")
    return _framed(columns[name], _cells(name))


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
