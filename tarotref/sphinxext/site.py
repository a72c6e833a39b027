"""The corpus behind the site: loaded once for each build, shared by all that renders it."""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.reader import read
from tarotref.pages.elements import El
from tarotref.pages.game import GamePage
from tarotref.pages.lists import VIEWS
from tarotref.pages.tradition import TraditionPage
from tarotref.pages.wording import Labels
from tarotref.problem import CorpusError, Problem

if TYPE_CHECKING:
    from sphinx.application import Sphinx

GAMES, TRADITIONS = "corpus/games/", "corpus/traditions/"


def is_record(docname: str) -> bool:
    """Say whether a page is that of a record."""
    return docname.startswith((GAMES, TRADITIONS))


def digest_of(parts: Any) -> str:
    """Return a digest of what a page shows."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


class Site:
    """One state of the corpus, and the views made of it so far."""

    def __init__(self, root: Path):
        corpus = read(root)
        self.problems: list[Problem] = list(corpus.problems)
        self.computed = ComputedCorpus(corpus)
        self.labels = Labels(self.computed)
        self.by_path = {r.source.path: id for shelf in (corpus.traditions, corpus.games) for id, r in shelf.items()}
        self._pages: dict[str, Any] = {}
        self._views: dict[str, list[El]] = {}

    def page(self, id: str) -> Any:
        """Return the page of a game or tradition."""
        if id not in self._pages:
            self._pages[id] = (
                GamePage(self.computed, id) if id in self.computed.corpus.games else TraditionPage(self.computed, id)
            )
        return self._pages[id]

    def view(self, name: str) -> list[El]:
        """Return a view of many records by name."""
        if name not in self._views:
            self._views[name] = list(VIEWS[name](self.computed))
        return self._views[name]

    def digest(self, docname: str) -> str:
        """Return a digest of all that a page shows of other files than its own text."""
        if is_record(docname):
            id = self.by_path.get(f"{docname}.md")
            if id is None:
                return ""
            page = self.page(id)
            parts: list[Any] = [page.head()]
            headings = dict.fromkeys([*page.order, *self.computed.corpus.record(id).sections])
            for heading in headings:
                parts.append((heading, page.after(heading), page.notes(heading)))
            if isinstance(page, GamePage):
                text = self.computed.corpus.text(id).values()
                parts.append([(owner, section.body) for owner, section in text if owner != id])
            return digest_of(parts)
        return ""

    @cached_property
    def fault(self) -> CorpusError | None:
        """What is wrong with the corpus, as an error."""
        return CorpusError(self.problems) if self.problems else None


_sites: dict[str, Site] = {}


def load_site(app: Sphinx) -> Site:
    """Load the corpus anew, as a build begins."""
    _sites[str(app.srcdir)] = Site(Path(app.srcdir))
    return _sites[str(app.srcdir)]


def the_site(where: Any) -> Site:
    """Return the corpus of the build under way, from its application or environment."""
    return _sites[str(where.srcdir)]
