"""The Sphinx extension: records become pages, views become lists, the domain links them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotref import release

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything with Sphinx."""
    import docutils.nodes

    from tarotref.sphinxext import domain, head, nodes, pages, record, renewal, things
    from tarotref.sphinxext.builder import SiteBuilder
    from tarotref.store.cache import digest_of_code

    app.add_config_value("tarotref_layout", digest_of_code("sphinxext"), "env")  # pages laid out by other code are old
    app.add_config_value(
        "tarotref_data", True, "", bool
    )  # no: data that are there stay as they are, for who looks at pages
    app.add_builder(SiteBuilder, override=True)
    app.add_domain(domain.TarotDomain)
    app.add_node(nodes.opaque, html=(nodes.visit_opaque, None))
    passed = (nodes.pass_by, nodes.pass_by)
    app.add_node(
        nodes.element,
        html=(nodes.visit_element, nodes.depart_element),
        text=passed,
        latex=passed,
        man=passed,
        texinfo=passed,
    )
    app.add_node(docutils.nodes.entry, html=(nodes.visit_cell, nodes.depart_cell), override=True)
    app.add_node(docutils.nodes.row, html=(nodes.visit_row, nodes.depart_row), override=True)
    app.add_node(docutils.nodes.section, html=(nodes.visit_section, nodes.depart_section), override=True)
    app.add_node(docutils.nodes.title, html=(nodes.visit_title, nodes.depart_title), override=True)
    app.add_directive("inherited", record.Inherited)
    app.add_directive("pages", things.Pages)
    app.add_directive("version", record.Version)
    app.add_directive("view", pages.View)
    app.add_directive("widget", pages.Widget)
    app.add_role_to_domain("tarot", "card", pages.CardRole())
    app.add_role_to_domain("tarot", "lang", pages.LangRole())
    app.add_transform(record.ComposeRecord)
    app.connect("builder-inited", renewal.begin)
    app.add_source_suffix(".yaml", "markdown")  # of the files that hold things with a page each; no other is read
    app.connect("builder-inited", things.tell_of_things)
    app.connect("source-read", record.take_facts_out)
    app.connect("source-read", things.write_thing)
    app.connect("env-get-outdated", renewal.outdated)
    app.connect("env-updated", renewal.stale)
    app.connect("doctree-resolved", nodes.fill)
    app.connect("doctree-resolved", nodes.label_cells)
    app.connect("warn-missing-reference", domain.warn_missing)
    app.connect("html-page-context", pages.page_context)
    app.connect("build-finished", renewal.finish)
    app.connect("build-finished", head.write_signposts)
    return {"version": release.VERSION, "env_version": 3, "parallel_read_safe": True, "parallel_write_safe": True}
