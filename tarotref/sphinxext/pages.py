"""Directives and roles of the text, and what stands around a page."""

from __future__ import annotations

import posixpath
import re
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

from tarotref import release
from tarotref.pages.elements import E
from tarotref.pages.lists import VIEWS, the_view
from tarotref.pages.wording import draw
from tarotref.sphinxext import head, things
from tarotref.sphinxext.domain import the_domain
from tarotref.sphinxext.nodes import to_nodes
from tarotref.sphinxext.rendering import render
from tarotref.sphinxext.site import GAMES, is_record, the_site
from tarotref.tables.citations import Cited, whole_as_coins

if TYPE_CHECKING:
    from sphinx.application import Sphinx

RECORDS = {
    "docs/angel-or-world": "corpus/trump-orders.yaml",
    "docs/assumptions": "tarotref/play/compiled/assumptions.json",
    "docs/catalogue": "corpus/catalogue.yaml",
    "docs/compare": "corpus/games",
    "docs/conflicts": "corpus/games",
    "docs/cross": "corpus/games",
    "docs/features": "corpus/games",
    "docs/games": "corpus/games",
    "docs/glossary": "corpus/glossary.yaml",
    "docs/history": "corpus/attestations.yaml",
    "docs/nearest": "corpus/games",
    "docs/packs": "corpus/packs.yaml",
    "docs/places": "corpus/places.yaml",
    "docs/playability": "corpus/games",
    "docs/sources": "corpus/sources.bib",
    "docs/traditions": "corpus/traditions",
    "docs/trump-orders": "corpus/trump-orders.yaml",
}
"""Where what a page lists is written, and those below it, so that a reader can correct it."""


ADDRESSES = "docs/id"
"""The page that leads from the number of a game to its page."""


class View(SphinxDirective):
    """Shows one of the views of many records: `{view} packs`, or of one: `{view} conflicts-of bologna`."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        name, of = " ".join(self.arguments), self.arguments[1:]
        if the_view(name) is None:
            raise self.error(f"no view {name!r}; expected one of {', '.join(VIEWS)}")
        corpus = the_site(self.env).computed.corpus
        if of and of[0] not in {**corpus.traditions, **corpus.games}:
            raise self.error(f"no record has the id {of[0]!r}")
        site, domain, docname = the_site(self.env), the_domain(self.env), self.env.docname
        before = domain.shown.get(docname)
        views = (*before.views, name) if before else (name,)
        frame: dict[str, Any] = {}
        if found := things.thing(docname):
            each, id = found
            domain.note(each.kind, id, site.labels.title(each.kind, id), docname, "")
            frame = things.frame(site, each, id)
        domain.note_shown(docname, *site.shown(docname, views), frame, views)
        return to_nodes(site.view(name), self.env)


class Widget(SphinxDirective):
    """Leaves room for a program of the page: `{widget} compare`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        words = "This page needs JavaScript; the same data are in the tables of the data page."
        return [nodes.raw("", f'<div id="{name}-app"><noscript><p>{words}</p></noscript></div>', format="html")]


class CardRole(SphinxRole):
    """Draws a card: `{card}`K of swords``, `{card}`XXI``, `{card}`Fool``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            found = draw(the_site(self.env).computed.card(self.text))
        except ValueError as error:
            return [nodes.literal(self.text, self.text)], [
                self.inliner.reporter.warning(f"card: {error}", line=self.lineno)
            ]
        return to_nodes(render([found]), self.env), []


class LangRole(SphinxRole):
    """Marks words as of a language: `{lang}`it: a monte``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        lang, _, words = self.text.partition(":")
        return to_nodes(render([E("i", words.strip(), lang=lang.strip())]), self.env), []


def describe(app: Sphinx, pagename: str, context: dict[str, Any], doctree: Any, frame: dict[str, Any]) -> None:
    """Give the head of a page what it says of itself to programs."""
    context["base_path"] = head.base_path(app.config.html_baseurl)
    if doctree is None:
        return
    is_root, url = pagename == app.config.root_doc, context["pageurl"]
    title = unescape(re.sub(r"<[^>]+>", "", context["title"]))
    words = (
        head.SUMMARY
        if is_root
        else frame.get("words")
        or head.description(doctree)
        or f"{title}: games played with the tarot pack laid side by side."
    )
    if is_root:
        data = head.whole(posixpath.join(app.config.html_baseurl, "") if app.config.html_baseurl else "")
    elif "about" in frame:
        data = {**frame["about"], "url": url, "description": words}
    else:
        data = head.page(title, words, url)
    context["page_coins"] = whole_as_coins(url or "") if is_root else Cited("", title).coins(url or "")
    managers = [f'<meta name="{k}" content="{escape(v)}">' for k, v in head.managed(title, url, whole=is_root).items()]
    if "page_data" in context:
        href = escape(context["page_data"])
        managers.append(f'<link rel="alternate" type="application/json" href="{href}" title="Data of this page">')
    kind = "website" if is_root else "article"
    tags = head.meta(context.get("metatags", ""), title, words, url, kind)
    context["metatags"] = "\n".join([tags, *managers, head.linked(data)])


def lasting(app: Sphinx, pagename: str, id: str) -> str:
    """Return the address of a game that stays: whole where the site has one, else as it leads from a page."""
    base = app.config.html_baseurl
    uri = app.builder.get_target_uri(ADDRESSES) if base else app.builder.get_relative_uri(pagename, ADDRESSES)
    return f"{posixpath.join(base, uri)}#{id}"


def page_context(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Give a page its citation, its place in the catalogue, and its scripts (`html-page-context`)."""
    context["tarotref_version"] = release.VERSION
    context["page_records"] = RECORDS.get(pagename) or RECORDS.get(posixpath.dirname(pagename), "")
    if found := things.thing(pagename):
        context["page_file"] = things.file_of(found[0])
    context["page_inherits"] = is_record(pagename)
    context["page_layout"] = {
        "docs/index": "home",
        "docs/games": "wide",
        "docs/compare": "wide",
        "docs/calculator": "wide",
        "docs/table": "wide",
        "docs/cards-and-players": "wide",
        "docs/conflicts": "wide",
        "docs/rarity": "wide",
        "docs/places": "wide",
    }.get(pagename, "")
    shown = the_domain(app.env).shown
    frame = shown[pagename].frame if pagename in shown else {}
    if "data" in frame:
        context["page_data"] = f"{context['content_root']}{frame['data']}"
    describe(app, pagename, context, doctree, frame)
    if "id" in frame:
        context["page_lasting"] = lasting(app, pagename, frame["id"])
    if frame.get("plays"):
        context["page_plays"] = frame["plays"]
    if "cite" in frame:
        context["page_cite"] = frame["cite"]
        uri = app.builder.get_relative_uri
        context["tarotref_trail"] = [
            {"link": uri(pagename, page), "title": title} for page, title in frame.get("trail", ())
        ]
    if pagename.startswith(GAMES):
        context["parents"] = []
