"""The compiled corpus: records, resolved rulesets and finished tables as JSON, so that nothing is parsed, resolved or computed twice.

Each record, the rulesets of each game, each shared file and each table is a file of its own, and an index names them: to read one
takes no other. Each file begins with the checksum of what follows. A snapshot is written into a new folder, which then takes its
place in one step: several processes may write the same one at once, and none sees half of it.

In the wheel it lies inside the package, with every table. In a checkout it is made on first use and kept in `.tarotref/`, under
the digest of the files (and of the code) it was made from; a table is added to it when it is first asked for.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from tarotref.corpus.records import Corpus

PACKAGE = Path(__file__).parent.parent
PACKAGED = PACKAGE / "_snapshot"
CHECKOUT = PACKAGE.parent
CORPUS, TABLES, MADE_OF = "corpus.json", "tables.json", "made-of.json"
UNFINISHED = "unfinished-"
"""How the name of a folder begins in which a snapshot is being written."""

Columns: TypeAlias = Sequence[tuple[str, str]]
"""Name and type of each column of a table."""
Cells: TypeAlias = Sequence[Sequence[Any]]
"""The values of a table, column by column."""


class Damaged(ValueError):
    """A file of a compiled corpus is missing, or not as it was written."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a snapshot holds."""

    index: Mapping[str, Any]
    """The ids of what can be asked for, and the names of the parts."""
    made_of: Mapping[str, Any]
    """What the parts were made of, so that another time only those are made anew of which that has changed."""
    texts: Mapping[str, bytes]
    """Each part, by its name."""
    columns: Mapping[str, Columns]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Where a compiled corpus lies; it is read only when asked for."""

    folder: Path
    mend: Callable[[Snapshot, Damaged], Snapshot] | None = field(default=None, compare=False)
    """Makes one that is damaged anew, where the files that it was made of are at hand."""

    def columns(self) -> dict[str, Columns]:
        """Return the columns of every table."""
        return self._read(TABLES)  # type: ignore[no-any-return]

    def cells(self, table: str) -> Cells:
        """Return the cells of one table, column by column, which is how frames are made."""
        return json.loads(self.checked(_file(table)))  # type: ignore[no-any-return]

    def rows(self, table: str) -> list[tuple[Any, ...]]:
        """Return the rows of one table."""
        return list(zip(*self.cells(table), strict=True))

    def keep_cells(self, table: str, cells: Cells) -> None:
        """Add the cells of a table; OSError where they cannot be kept."""
        content = sealed(_json(cells))
        with tempfile.TemporaryDirectory(dir=self.folder, prefix=UNFINISHED) as work:
            (new := Path(work) / "new").write_bytes(content)
            (self.folder / "tables").mkdir(exist_ok=True)
            new.replace(self.folder / _file(table))

    def made_of(self) -> Mapping[str, Any]:
        """Return what the parts were made of."""
        return self._read(MADE_OF)  # type: ignore[no-any-return]

    def corpus(self) -> Corpus:
        """Return the corpus; of it each part is read when it is asked for."""
        from tarotref.corpus.lazy import Lazy
        from tarotref.corpus.records import Corpus

        index = self._read(CORPUS)
        rulesets = cache(lambda game: {ruleset.id: ruleset for ruleset in self._part(f"rulesets/{game}")})
        shared = cache(lambda name: self._part(f"shared/{name}"))
        bibliography = cache(lambda: self._part("bibliography"))
        return Corpus(
            games=Lazy(index["rulesets"], lambda id: self._part(f"records/{id}")),
            traditions=Lazy(index["traditions"], lambda id: self._part(f"records/{id}")),
            shared=Lazy(index["shared"], lambda name: shared(name)[0]),
            shared_sources=Lazy(index["sources"], lambda name: shared(name)[1]),
            vocabulary=Lazy(index["vocabulary"], lambda name: shared("vocabulary")[0][name]),
            bibliography=Lazy(index["bibliography"], lambda key: bibliography()[key]),
            rulesets=Lazy(
                (f"{game}/{key}" for game, keys in index["rulesets"].items() for key in keys),
                lambda id: rulesets(id.partition("/")[0])[id],
            ),
            known_ids={*index["rulesets"], *index["traditions"]},
        )

    def index(self) -> dict[str, Any]:
        """Return the ids of what can be asked for, and the names of the parts."""
        return self._read(CORPUS)  # type: ignore[no-any-return]

    def listed(self) -> dict[str, dict[str, Any]]:
        """Return what a list of games says of each: title, other names, tradition, places, when it is played, by how many."""
        return self.index()["listed"]  # type: ignore[no-any-return]

    def parts(self) -> dict[str, bytes]:
        """Return each part, by its name."""
        return {name: self.checked(name) for name in self._read(CORPUS)["parts"]}

    def whole(self) -> bool:
        """Say whether every file is as it was written; a table may be missing."""
        try:
            tables = [_file(table) for table in json.loads(self.checked(TABLES))]
            parts = json.loads(self.checked(CORPUS))["parts"]
            for name in (MADE_OF, *parts, *(name for name in tables if (self.folder / name).exists())):
                self.checked(name)
        except Damaged:
            return False
        return True

    def checked(self, name: str) -> bytes:
        """Return what a file holds; Damaged where it is missing, or is not as it was written."""
        return opened(self.folder / name)

    def _read(self, name: str) -> Any:
        return json.loads(self._content(name))

    def _part(self, name: str) -> Any:
        from tarotref.store.codec import decode

        return decode(self._content(f"corpus/{name}.json"))

    def _content(self, name: str) -> bytes:
        try:
            return self.checked(name)
        except Damaged as error:
            if self.mend is None:
                raise
            return self.mend(self, error).checked(name)


def _file(table: str) -> str:
    return f"tables/{table}.json"


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def opened(file: Path) -> bytes:
    """Return what a file holds that was sealed; Damaged where it is missing, or is not as it was written."""
    try:
        checksum, _, content = file.read_bytes().partition(b"\n")
    except OSError as error:
        what = "is missing" if isinstance(error, FileNotFoundError | NotADirectoryError) else "cannot be read"
        raise Damaged(f"{file} {what}") from None
    if checksum.decode("ascii", "replace") != hashlib.sha256(content).hexdigest():
        raise Damaged(f"{file} is not as it was written")
    return content


def sealed(content: bytes) -> bytes:
    """Return content with its checksum before it."""
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def code_of(folder: str = "") -> list[Path]:
    """Return the files of the package's code, or of one folder of it, and those of its words and drawings."""
    found = (file for kind in ("*.py", "*.json") for file in sorted((PACKAGE / folder).rglob(kind)))
    return [file for file in found if "_snapshot" not in file.parts]


@cache
def digest_of_code() -> str:
    """Return a digest of the code that compiles a corpus."""
    total = hashlib.sha256()
    for file in (p for p in code_of() if "sphinxext" not in p.parts):
        content = file.read_bytes()
        total.update(f"{file.name}\0{len(content)}\0".encode() + content)
    return total.hexdigest()[:20]


def digest(files: Mapping[str, str]) -> str:
    """Return a digest of the corpus's files and of the code that compiles them."""
    total = hashlib.sha256(digest_of_code().encode())
    for name, text in files.items():
        content = text.encode(errors="surrogateescape")
        total.update(f"{name}\0{len(content)}\0".encode(errors="surrogateescape") + content)
    return total.hexdigest()[:20]


def write(folder: Path, parts: Parts, tables: Mapping[str, Cells] | None = None) -> Snapshot:
    """Write a compiled corpus as a folder; where another process has written it meanwhile, that one is left."""
    files = {
        **parts.texts,
        **{_file(name): _json(cells) for name, cells in (tables or {}).items()},
        CORPUS: _json(parts.index),
        MADE_OF: _json(parts.made_of),
        TABLES: _json(parts.columns),
    }
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=UNFINISHED) as work:
        new = Path(work) / "new"
        for name in {name.rpartition("/")[0] for name in files}:
            (new / name).mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (new / name).write_bytes(sealed(content))
        try:
            new.rename(folder)
        except OSError:
            if not Snapshot(folder).whole():
                folder.rename(Path(work) / "damaged")
                new.rename(folder)
    return Snapshot(folder)
