"""A corpus as its author has it now: what has not changed since an earlier look is taken from what was kept of that."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.memo import Memo
from tarotref.corpus.bibliography import Reference
from tarotref.corpus.files import BIBLIOGRAPHY, VOCABULARY, survey
from tarotref.corpus.reader import parse_bibliography, parse_files
from tarotref.corpus.records import Corpus
from tarotref.corpus.source import Source
from tarotref.problem import Problem
from tarotref.store.cache import digest, digest_of_code, keep, kept, unsearched
from tarotref.store.loading import of_files


class Draft:
    """The files of a corpus and what is made of them, when it is asked for."""

    def __init__(self, root: Path, folder: Path):
        """Read the files under `root`; `folder` holds what earlier looks at them have kept."""
        self.root, self.folder = root, folder
        self.files, self.strays = survey(root)
        self.state = digest(digest_of_code(), self.files, self.strays)
        """A digest of all that the files say, and of the code that reads them."""
        self.taken_up = False
        """Whether what is computed is what an earlier look has kept."""

    @cached_property
    def sources(self) -> dict[str, Source]:
        """The parsed source of every record and YAML file, by path; only files that have changed are parsed."""
        file, code = self.folder / "sources", digest_of_code()
        known: dict[str, tuple[str, Source]] = kept(file, code) or {}
        texts = {path: digest(text) for path, text in self.files.items()}
        same = {path: known[path][1] for path in texts if path in known and known[path][0] == texts[path]}
        new = parse_files({path: text for path, text in self.files.items() if path not in same})
        if new or len(same) < len(known):
            keep(file, code, {path: (texts[path], source) for path, source in (same | new).items()})
        return {path: (same | new)[path] for path in texts if path in same or path in new}

    @property
    def bibliography(self) -> tuple[dict[str, Reference], list[Problem]]:
        """The entries of the bibliography by key, and what is wrong with it."""
        file, made_from = (
            self.folder / "bibliography",
            digest(digest_of_code(), *(self.files.get(f) for f in (BIBLIOGRAPHY, VOCABULARY))),
        )
        found: tuple[dict[str, Reference], list[Problem]] | None = kept(file, made_from)
        if found is None:
            found = parse_bibliography(self.files, self.sources)
            keep(file, made_from, found)
        return found

    @cached_property
    def facts(self) -> str:
        """A digest of all that the files say but for the text of records, and of the code that reads them."""
        found = []
        for path, text in self.files.items():
            source = self.sources.get(path)
            found.append((path, text.splitlines()[: source.body_line - 1] if source and source.body else text))
        return digest(digest_of_code(), found)

    @cached_property
    def earlier(self) -> tuple[str, ComputedCorpus] | None:
        """What the last look by the same code has kept: a digest of its facts (`facts`), and all that was computed of them."""
        found: tuple[str, ComputedCorpus] | None = None
        if not self.faulty:
            with unsearched():
                found = kept(self.folder / "computed", digest_of_code())
        return found

    @cached_property
    def computed(self) -> ComputedCorpus:
        """The corpus with all that is computed from it; where no facts have changed, as it was kept, with the texts of today."""
        with unsearched():
            if self.earlier is None or self.earlier[0] != self.facts:
                made, reading = of_files(self.root, self.files, self.strays)
                corpus = reading.corpus if reading is not None else made.corpus() if made is not None else Corpus()
                return ComputedCorpus(corpus, Memo(self._lasting))
            found, self.taken_up = self.earlier[1], True
            for record in [*found.corpus.traditions.values(), *found.corpus.games.values()]:
                source = self.sources[record.source.path]
                if source.body != record.source.body:
                    record.source.body, record.sections = source.body, source.sections()
            found.memo.keep = self._lasting
            return found

    @cached_property
    def shelves(self) -> dict[str, list[str]]:
        """The ids of the shared things by shelf: `orders`, `packs`, `places`, ...; known without the rest where no file has changed."""

        def make() -> dict[str, list[str]]:
            return {shelf: list(things) for shelf, things in self.computed.corpus.shared.items()}

        found: dict[str, list[str]] = self._made_once("shelves", self.state, make)
        return found

    @property
    def faulty(self) -> bool:
        """Whether something is wrong with the form of the files: then what is made of them is not kept."""
        of_form = (source.problems or source.faults for source in self.sources.values())
        return bool(self.strays or self.bibliography[1] or any(of_form))

    def remember(self) -> None:
        """Keep the corpus, and what has been computed of it, for later looks at the same facts."""
        if not self.taken_up and not self.faulty and not self.computed.corpus.problems:
            keep(self.folder / "computed", digest_of_code(), (self.facts, self.computed))
            self.taken_up = True

    def _lasting(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what is made of facts alone, from what was kept of an earlier look at the same facts where there is any."""
        return self._made_once(name, self.facts, make)

    def _made_once(self, name: str, key: str, make: Callable[[], Any]) -> Any:
        found = kept(self.folder / name, key)
        if found is None:
            found = make()
            keep(self.folder / name, key, found)
        return found
