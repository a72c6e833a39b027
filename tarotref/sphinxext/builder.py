"""The builder of the site: Sphinx's own, with the front page at the root, our search, and no scripts but the theme's."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.build_phase import BuildPhase
from sphinx.util.display import progress_message
from sphinx.writers.html5 import HTML5Translator

from tarotref.sphinxext import search
from tarotref.sphinxext.domain import the_domain
from tarotref.sphinxext.parallel import share
from tarotref.sphinxext.search_index import Index
from tarotref.store.cache import digest_of_code

FEW = 5
"""Up to how many pages one process reads and writes alone."""


class SiteBuilder(StandaloneHTMLBuilder):
    """Writes the first page, whose source stands in `docs/`, as `index.html` of the whole, and the index of our search."""

    name = "html"
    anew: dict[str, search.Page]
    """What can be found on the pages that are written anew."""

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return super().get_target_uri("index" if docname == self.config.root_doc else docname, typ)

    def get_output_path(self, page_name: str, /) -> Path:
        return super().get_output_path("index" if page_name == self.config.root_doc else page_name)

    def init_js_files(self) -> None:
        """Leave Sphinx's scripts away: they would run before anything is shown."""
        self._js_files = []

    def render_partial(self, node: nodes.Node | None) -> dict[str, str]:
        """Render a title or table of contents; plain titles, of which each page has several, without a document around each."""
        if isinstance(node, nodes.title) and all(map(_plain, node)):
            return {"fragment": "", "title": "".join(map(_html, node))}
        return super().render_partial(node)

    def _read_parallel(self, docnames: list[str], nproc: int) -> None:
        """Read in several processes, each of which sends back what it has read and not all that it knows.

        A few pages are read here: another process would take longer to say what it has read than to read it.
        """
        if len(docnames) <= FEW:
            self._read_serial(docnames)
            return
        for docname in docnames:
            self.events.emit("env-purge-doc", self.env, docname)
            self.env.clear_doc(docname)

        def read(pages: Iterable[str]) -> tuple[list[str], bytes]:
            self.env._app = self._app
            docs = []
            for docname in pages:
                self.read_doc(docname, _cache=False)
                docs.append(docname)
            for docname in self.env.all_docs.keys() - docs:
                self.env.clear_doc(docname)
            return docs, pickle.dumps(self.env, pickle.HIGHEST_PROTOCOL)

        def merge(found: tuple[list[str], bytes]) -> None:
            docs, env = found
            self.env.merge_info_from(docs, pickle.loads(env), self._app)

        with progress_message(f"reading {len(docnames)} sources"):
            share(docnames, nproc, read, merge)

    def _write_parallel(self, docnames: Sequence[str], nproc: int) -> None:
        """Write in several processes, each of which resolves the links of its pages too; a few pages here."""
        if len(docnames) <= FEW:
            self._write_serial(docnames)
            return
        first, *others = docnames
        self._write_serial([first])  # templates are so read before processes part

        def write(pages: Iterable[str]) -> tuple[dict[str, search.Page], dict[str, str]]:
            self.anew, self.images = {}, {}
            for docname in pages:
                self.phase = BuildPhase.RESOLVING
                doctree = self.env.get_and_resolve_doctree(docname, self, tags=self.tags)
                self.write_doc_serialized(docname, doctree)
                self.phase = BuildPhase.WRITING
                self.write_doc(docname, doctree)
            return self.anew, self.images

        def gather(found: tuple[dict[str, search.Page], dict[str, str]]) -> None:
            self.anew |= found[0]
            self.images |= found[1]

        # Sphinx counts this process among those at work, which only waits here.
        with progress_message(f"writing {len(docnames)} pages"):
            share(others, nproc + 1, write, gather)

    def load_indexer(self, docnames: Set[str]) -> None:
        """Begin to gather what can be found on the pages that are written anew."""
        self.indexer = None
        self.anew = {}

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


def _plain(node: nodes.Node) -> bool:
    """Say whether a node is text, or marks text by its class alone."""
    if isinstance(node, nodes.inline):
        return not any(value for key, value in node.attributes.items() if key != "classes") and all(
            type(child) is nodes.Text for child in node
        )
    return type(node) is nodes.Text


def _html(node: nodes.Node) -> str:
    text = node.astext().translate(HTML5Translator.special_characters)
    if not isinstance(node, nodes.inline):
        return text
    return f'<span class="{escape(" ".join(node["classes"]))}">{text}</span>'
