"""Directives and roles of the text, and what stands around a page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective, SphinxRole

from tarotref import release
from tarotref.pages.elements import E
from tarotref.pages.lists import VIEWS
from tarotref.pages.wording import draw
from tarotref.sphinxext.domain import the_domain
from tarotref.sphinxext.nodes import to_nodes
from tarotref.sphinxext.rendering import render
from tarotref.sphinxext.site import GAMES, is_record, the_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SCRIPTED = {"docs/index": ["rulesets.js"], "docs/compare": ["rulesets.js"]}
"""Pages that read data, and the scripts that hold it."""


class View(SphinxDirective):
    """Shows one of the views of many records: `{view} packs`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in VIEWS:
            raise self.error(f"no view {name!r}; expected one of {', '.join(VIEWS)}")
        site, domain, docname = the_site(self.env), the_domain(self.env), self.env.docname
        before = domain.shown.get(docname)
        views = (*before.views, name) if before else (name,)
        domain.note_shown(docname, *site.shown(docname, views), {}, views)
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


def page_context(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Give a page its citation, its place in the catalogue, and its scripts (`html-page-context`)."""
    context["tarotref_version"] = release.VERSION
    context["tarotref_scripts"] = SCRIPTED.get(pagename, [])
    context["page_layout"] = {
        "docs/index": "home",
        "docs/games": "wide",
        "docs/compare": "wide",
        "docs/trump-orders": "",
        "docs/places": "wide",
    }.get(pagename, "")
    if not is_record(pagename):
        return
    shown = the_domain(app.env).shown
    frame = shown[pagename].frame if pagename in shown else {}
    if frame:
        context["page_cite"] = frame["cite"]
        tags = "\n".join(f'<meta name="{k}" content="{escape(v)}">' for k, v in frame["tags"].items())
        context["metatags"] = context.get("metatags", "") + tags
        uri = app.builder.get_relative_uri
        context["tarotref_trail"] = [{"link": uri(pagename, page), "title": title} for page, title in frame["trail"]]
    if release.REPOSITORY:
        context["edit_url"] = f"{release.REPOSITORY}/edit/main/{pagename}.md"
    if pagename.startswith(GAMES):
        context["parents"] = []
