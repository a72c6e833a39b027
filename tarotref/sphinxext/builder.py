"""The builder of the site: Sphinx's own, with the front page at the root, our search, and no scripts but the theme's."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

from tarotref.sphinxext import search
from tarotref.sphinxext.domain import the_domain
from tarotref.sphinxext.named import all_named
from tarotref.sphinxext.private import InSharedProcesses
from tarotref.sphinxext.search_index import Index, script
from tarotref.sphinxext.site import the_site
from tarotref.store.cache import digest_of_code


class SiteBuilder(InSharedProcesses):
    """Writes the first page, whose source stands in `docs/`, as `index.html` of the whole, and the index of our search."""

    name = "html"

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return super().get_target_uri("index" if docname == self.config.root_doc else docname, typ)

    def get_output_path(self, page_name: str, /) -> Path:
        return super().get_output_path("index" if page_name == self.config.root_doc else page_name)

    def add_js_file(self, filename: str, **kwargs: Any) -> None:
        """Leave Sphinx's scripts away: they would run before anything is shown."""

    def render_partial(self, node: nodes.Node | None) -> dict[str, str]:
        """Render a title or table of contents; plain titles, of which each page has several, without a document around each."""
        if isinstance(node, nodes.title) and all(map(_plain, node)):
            return {"fragment": "", "title": "".join(map(_html, node))}
        return super().render_partial(node)

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
        folder = Path(self.outdir) / "search"
        Index(folder, kept_in, digest_of_code("sphinxext")).renew(self.anew, self.env.all_docs)
        named = all_named(the_site(self.env), the_domain(self.env), self.get_target_uri)
        script(folder / "names.js", "names", named)


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
