"""The Sphinx extension: records become pages, views become lists, the domain links them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotref import release

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything with Sphinx."""
    from tarotref.sphinxext import domain, nodes, pages, record, search

    app.add_domain(domain.TarotDomain)
    app.add_node(
        nodes.element,
        html=(nodes.visit_html, nodes.depart_html),
        text=(nodes.visit_text, nodes.depart_text),
        latex=(nodes.visit_other, nodes.depart_other),
        man=(nodes.visit_other, nodes.depart_other),
        texinfo=(nodes.visit_other, nodes.depart_other),
    )
    app.add_directive("inherited", record.Inherited)
    app.add_directive("view", pages.View)
    app.add_directive("widget", pages.Widget)
    app.add_role_to_domain("tarot", "card", pages.CardRole())
    app.add_role_to_domain("tarot", "lang", pages.LangRole())
    app.add_transform(record.ComposeRecord)
    app.add_search_language(search.Folded)
    app.connect("builder-inited", _begin)
    app.connect("source-read", record.take_facts_out)
    app.connect("env-get-outdated", pages.outdated)
    app.connect("env-updated", domain.stale)
    app.connect("html-page-context", pages.page_context)
    app.connect("build-finished", pages.write_data)
    return {"version": release.VERSION, "env_version": 2, "parallel_read_safe": True, "parallel_write_safe": True}


def _begin(app: Sphinx) -> None:
    """Load the corpus, and say all that is wrong with it, where it is wrong."""
    from sphinx.util import logging

    from tarotref.checks import check
    from tarotref.sphinxext.site import load_site

    site = load_site(app)
    log = logging.getLogger(__name__)
    for problem in sorted({*site.problems, *check(site.computed)}):
        log.warning(
            "%s%s",
            f"{problem.field}: " if problem.field else "",
            problem.message,
            location=f"{app.srcdir}/{problem.path}:{problem.line}",
            type="tarot",
            subtype=problem.code,
        )
