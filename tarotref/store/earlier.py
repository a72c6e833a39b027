"""The corpus as it was in a revision of a checkout, and what has become of it since."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tarotref.corpus.files import survey
from tarotref.corpus.records import Corpus, Ruleset
from tarotref.store.loading import of_files


def take_out(folder: Path, revision: str, into: Path, *parts: str) -> None:
    """Put parts of a checkout, or all of it, as they were in a revision into a folder; ValueError where git knows no such revision."""
    try:
        told = subprocess.run(
            ["git", "-C", str(folder), "archive", "--format=tar", "--end-of-options", revision, *parts],
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


def exported(folder: Path, revision: str, into: Path) -> bool:
    """Let the code of a revision export the corpus of its time into a folder; say whether it could.

    For a corpus whose format today's code no longer reads. The code of its time finds what it needs among what is installed today.
    """
    with tempfile.TemporaryDirectory() as work:
        take_out(folder, revision, Path(work))
        code = "import sys; from tarotref.cli.command import main; sys.exit(main(['export', sys.argv[1]]))"
        kept = {k: v for k, v in os.environ.items() if not k.startswith("TAROTREF")}
        done = subprocess.run(
            [sys.executable, "-c", code, str(into.resolve())],
            cwd=work,
            env=kept | {"PYTHONPATH": work},
            capture_output=True,
            check=False,
        )
    return done.returncode == 0


NO_RULES = ("attestations.yaml", "concordance.yaml", "hands.yaml", "history.yaml", "places.yaml", "second-coding.yaml")
"""Shared files of which no rules are made."""


@dataclass(frozen=True, slots=True)
class Since:
    """A corpus as it was, and which of its files are not the same today."""

    corpus: Corpus
    files: frozenset[str]
    """Files that were changed, added or taken away, by their paths (`corpus/games/08.13-...md`)."""

    def records(self, corpus: Corpus) -> list[str]:
        """Return the ids of the records of today whose files are not the same, traditions first."""
        shelves = (corpus.traditions, corpus.games)
        return [id for shelf in shelves for id, record in shelf.items() if record.source.path in self.files]

    def rulesets(self, corpus: Corpus) -> list[str]:
        """Return the ids of the rulesets of today whose facts are not the same."""
        was: Mapping[str, Ruleset] = self.corpus.rulesets
        return [id for id, r in corpus.rulesets.items() if id not in was or was[id].tree != r.tree]

    def causes(self, corpus: Corpus, game: str) -> Iterator[str]:
        """Yield what has changed of all that the rules of a game are made of: records by their ids, shared files by their names."""
        changed = self.records(corpus)
        layers = (o.layer.partition("/")[0] for r in corpus.of_game(game) for o in r.origin.values())
        yield from (id for id in dict.fromkeys([game, *corpus.bases(game), *layers]) if id in changed)
        yield from sorted(f for f in self.files if f.endswith(".yaml") and f.rpartition("/")[2] not in NO_RULES)


def since(folder: Path, revision: str = "HEAD") -> Since:
    """Return the corpus of a checkout as it was in a revision, with the names of the files that are not the same today."""
    now = survey(folder)[0]
    with tempfile.TemporaryDirectory() as work:
        take_out(folder, revision, Path(work), "corpus")
        files, strays = survey(Path(work))
    made, reading = of_files(folder, files, strays)
    if made is not None:
        corpus = made.corpus()
    else:
        assert reading is not None
        corpus = reading.corpus
    return Since(corpus, frozenset(path for path in {*files, *now} if files.get(path) != now.get(path)))
