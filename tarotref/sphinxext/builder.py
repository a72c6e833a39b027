"""The builder of the site: Sphinx's own, with the front page at the root, our search, and no scripts but the theme's."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cached_property
from pathlib import Path

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from tarotref.sphinxext import search
from tarotref.sphinxext.domain import the_domain
from tarotref.sphinxext.search_index import Index
from tarotref.store.cache import digest_of_code

FEW = 5
"""Up to how many pages one process reads and writes alone."""


class SiteBuilder(StandaloneHTMLBuilder):
    """Writes the first page, whose source stands in `docs/`, as `index.html` of the whole, and the index of our search."""

    name = "html"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return super().get_target_uri("index" if docname == self.config.root_doc else docname, typ)

    def get_output_path(self, page_name: str, /) -> Path:
        return super().get_output_path("index" if page_name == self.config.root_doc else page_name)

    def init_js_files(self) -> None:
        """Leave Sphinx's scripts away: they would run before anything is shown."""
        self._js_files = []

    def _read_parallel(self, docnames: list[str], nproc: int) -> None:
        """Read a few pages here: another process would take longer to say what it has read than to read it."""
        if len(docnames) > FEW:
            super()._read_parallel(docnames, nproc)
        else:
            self._read_serial(docnames)

    def _write_parallel(self, docnames: Sequence[str], nproc: int) -> None:
        """Write a few pages here."""
        if len(docnames) > FEW:
            super()._write_parallel(docnames, nproc)
        else:
            self._write_serial(docnames)

    def load_indexer(self, docnames: Set[str]) -> None:
        """Begin to gather what can be found on the pages that are written anew."""
        self.indexer = None
        self.anew: dict[str, search.Page] = {}

    @cached_property
    def placed(self) -> dict[str, dict[str, tuple[str, str]]]:
        """Kind and title of what has an anchor on a page, by page; what has a page of its own is the page, and no part of it."""
        found: dict[str, dict[str, tuple[str, str]]] = {}
        for (kind, _), entry in the_domain(self.env).objects.items():
            if entry.anchor:
                found.setdefault(entry.docname, {})[entry.anchor] = (kind, entry.title)
        return found

    def index_page(self, pagename: str, doctree: nodes.document, title: str) -> None:
        shown = the_domain(self.env).shown.get(pagename)
        names = shown.frame.get("about", {}).get("alternateName", ()) if shown else ()
        objects = self.placed.get(pagename, {})
        self.anew[pagename] = search.page(pagename, self.get_target_uri(pagename), names, objects, doctree)

    def dump_search_index(self) -> None:
        """Write what can be found: on the pages written anew, and as it was on all others."""
        kept_in = Path(self.doctreedir) / "tarotref" / "search"
        Index(Path(self.outdir) / "search", kept_in, digest_of_code("sphinxext")).renew(self.anew, self.env.all_docs)
