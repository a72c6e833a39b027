"""A corpus as its author has it now: what has not changed since an earlier look is taken from what was kept of that."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from tarotref.checks import check
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.bibliography import Reference
from tarotref.corpus.reader import BIBLIOGRAPHY, VOCABULARY, build, parse_bibliography, parse_files, survey
from tarotref.corpus.source import Source
from tarotref.problem import Problem
from tarotref.store.cache import digest, digest_of_code, keep, kept


class Draft:
    """The files of a corpus and what is made of them, when it is asked for."""

    def __init__(self, root: Path, folder: Path):
        """Read the files under `root`; `folder` holds what earlier looks at them have kept."""
        self.root, self.folder = root, folder
        self.files, self.strays = survey(root)
        self.state = digest(digest_of_code(), self.files, self.strays)
        """A digest of all that the files say, and of the code that reads them."""

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
    def computed(self) -> ComputedCorpus:
        """The corpus with all that is computed from it."""
        gc.disable()  # nothing of a corpus is garbage while it is read: to look for some takes a third of the time
        try:
            return ComputedCorpus(build(self.sources, *self.bibliography, self.strays), self._remembered)
        finally:
            gc.freeze()
            gc.enable()

    def _remembered(self, name: str, make: Callable[[], Any]) -> Any:
        """Return what is made of facts alone, from what was kept of an earlier look at the same facts where there is any."""
        found = kept(self.folder / name, self.facts)
        if found is None:
            found = make()
            keep(self.folder / name, self.facts, found)
        return found

    def problems(self) -> list[Problem]:
        """Return all that is wrong with the corpus; rules that read facts alone are gone through where facts have changed."""
        found: list[Problem] | None = kept(self.folder / "problems", self.state)
        if found is None:
            of_facts = kept(self.folder / "problems-of-facts", self.facts)
            if of_facts is None:
                of_facts = check(self.computed, text=False)
                keep(self.folder / "problems-of-facts", self.facts, of_facts)
            found = sorted({*self.computed.corpus.problems, *of_facts, *check(self.computed, text=True)})
            keep(self.folder / "problems", self.state, found)
        return found
