"""The compiled corpus: records, resolved rulesets and finished tables as JSON, so that nothing is parsed, resolved or computed twice.

Each record, the rulesets of each game, each shared file and each table is a file of its own, and an index names them: to read one
takes no other. Each file begins with the checksum of what follows. A snapshot is written into a new folder, which then takes its
place in one step: several processes may write the same one at once, and none sees half of it.

In the wheel it lies inside the package. In a checkout it is made on first use and kept in `.tarotref/`, under the digest of
the files (and of the code) it was made from.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from tarotref.corpus.records import Corpus

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

    def corpus(self) -> Corpus:
        """Return the corpus; of it each part is read when it is asked for."""
        from tarotref.corpus.lazy import Lazy
        from tarotref.corpus.records import Corpus

        index = self._read(CORPUS)
        rulesets = cache(lambda game: {ruleset.id: ruleset for ruleset in self._part(f"rulesets/{game}")})
        shared = cache(lambda name: self._part(f"shared/{name}"))
        return Corpus(
            games=Lazy(index["rulesets"], lambda id: self._part(f"records/{id}")),
            traditions=Lazy(index["traditions"], lambda id: self._part(f"records/{id}")),
            shared=Lazy(index["shared"], lambda name: shared(name)[0]),
            shared_sources=Lazy(index["sources"], lambda name: shared(name)[1]),
            vocabulary=self._part("vocabulary"),
            bibliography=self._part("bibliography"),
            rulesets=Lazy(
                (f"{game}/{key}" for game, keys in index["rulesets"].items() for key in keys),
                lambda id: rulesets(id.partition("/")[0])[id],
            ),
            known_ids={*index["rulesets"], *index["traditions"]},
        )

    def whole(self) -> bool:
        """Say whether every file is there as it was written."""
        try:
            for name in (*self._read(CORPUS)["files"], *(f"tables/{table}.json" for table in self.columns())):
                self._content(name)
        except Damaged:
            return False
        return True

    def _read(self, name: str) -> Any:
        return json.loads(self._content(name))

    def _part(self, name: str) -> Any:
        from tarotref.store.codec import decode

        return decode(self._content(f"corpus/{name}.json"))

    def _content(self, name: str) -> bytes:
        try:
            checksum, _, content = (self.folder / name).read_bytes().partition(b"\n")
        except (FileNotFoundError, NotADirectoryError):
            raise Damaged(f"{self.folder / name} is missing") from None
        if checksum.decode("ascii", "replace") != hashlib.sha256(content).hexdigest():
            raise Damaged(f"{self.folder / name} is not as it was written")
        return content


def digest(files: Mapping[str, str]) -> str:
    """Return a digest of the corpus's files and of the code that compiles them."""
    total = hashlib.sha256()
    code = sorted(p for p in PACKAGE.rglob("*.py") if "sphinxext" not in p.parts)
    for name, text in [*files.items(), *((p.name, p.read_text(encoding="utf-8")) for p in code)]:
        total.update(f"{name}\0{len(text)}\0".encode(errors="surrogateescape"))
        total.update(text.encode(errors="surrogateescape"))
    return total.hexdigest()[:20]


def write(folder: Path, corpus: Corpus, columns: Mapping[str, Columns], tables: Mapping[str, Any]) -> Snapshot:
    """Write a compiled corpus as a folder; where another process has written it meanwhile, that one is left."""
    cells = {table: [[row[n] for row in rows] for n in range(len(columns[table]))] for table, rows in tables.items()}
    parts = dict(_parts(corpus))
    index = {
        "rulesets": {game: [ruleset.key for ruleset in corpus.of_game(game)] for game in corpus.games},
        "traditions": list(corpus.traditions),
        "shared": list(corpus.shared),
        "sources": [name for name in corpus.shared_sources if name in corpus.shared],
        "files": list(parts),
    }
    plain: dict[str, Any] = {f"tables/{name}.json": found for name, found in cells.items()}
    plain |= {TABLES: columns, CORPUS: index}
    files = parts | {
        name: json.dumps(found, ensure_ascii=False, separators=(",", ":")) for name, found in plain.items()
    }
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=UNFINISHED) as work:
        new = Path(work) / "new"
        for name in {name.rpartition("/")[0] for name in files}:
            (new / name).mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            content = text.encode()
            (new / name).write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
        try:
            new.rename(folder)
        except OSError:
            if not Snapshot(folder).whole():
                folder.rename(Path(work) / "damaged")
                new.rename(folder)
    return Snapshot(folder)


def _parts(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file that holds a part of the corpus."""
    from tarotref.store.codec import encode

    for id, record in (*corpus.traditions.items(), *corpus.games.items()):
        yield f"corpus/records/{id}.json", encode(record)
    for id in corpus.games:
        yield f"corpus/rulesets/{id}.json", encode(corpus.of_game(id))
    for name, entries in corpus.shared.items():
        yield f"corpus/shared/{name}.json", encode((entries, corpus.shared_sources.get(name)))
    yield "corpus/vocabulary.json", encode(corpus.vocabulary)
    yield "corpus/bibliography.json", encode(corpus.bibliography)
