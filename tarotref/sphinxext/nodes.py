"""Views as docutils nodes: one generic element that renders as its HTML tag and, elsewhere, as its contents."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref

from tarotref.pages.elements import Child, El, Raw, Ref

if TYPE_CHECKING:
    from tarotref.sphinxext.domain import TarotDomain


class element(nodes.General, nodes.Inline, nodes.TextElement):
    """An HTML element with docutils children."""


_BREAKS = frozenset("p div tr table dl dt li h3 section aside figure caption ul ol".split())


def to_nodes(child: Child, docname: str, domain: TarotDomain | None = None) -> list[nodes.Node]:
    """Return the nodes of a view; objects it places are registered with the domain."""
    if isinstance(child, str):
        return [nodes.Text(child)]
    if isinstance(child, Raw):
        return [nodes.raw("", child.html, format="html")]
    if isinstance(child, Ref):
        return [reference(child, docname)]
    if child.tag == "section":
        return [_section(child, docname, domain)]
    node = element("", tag=child.tag, attrs=[a for a in child.attrs if a[0] != "id"])
    ids = [v for k, v in child.attrs if k == "id"]
    node["ids"] = ids
    if child.target and domain is not None:
        kind, id, title = child.target
        domain.note(kind, id, title, docname, ids[0] if ids else "")
    for part in child.children:
        node += to_nodes(part, docname, domain)
    return [node]


def _section(child: El, docname: str, domain: TarotDomain | None) -> nodes.section:
    attrs = dict(child.attrs)
    made = nodes.section(ids=[attrs["id"]], classes=attrs.get("class", "").split())
    head, *rest = child.children
    assert isinstance(head, El)
    title = nodes.title()
    for part in head.children:
        title += to_nodes(part, docname, domain)
    made += title
    for part in rest:
        made += to_nodes(part, docname, domain)
    if child.target and domain is not None:
        domain.note(*child.target, docname, attrs["id"])
    return made


def reference(ref: Ref, docname: str) -> pending_xref:
    """Return a cross reference to be resolved by our domain."""
    classes = ref.cls.split()
    inner = nodes.inline("", ref.text)
    return pending_xref(
        "",
        inner,
        refdomain="tarot",
        reftype=ref.kind,
        reftarget=ref.target,
        refdoc=docname,
        refexplicit=True,
        refwarn=True,
        refclasses=classes,
    )


def visit_html(visitor: Any, node: element) -> None:
    attrs = "".join(f' {k}="{escape(v, quote=True)}"' for k, v in node["attrs"])
    ids = "".join(f' id="{escape(i, quote=True)}"' for i in node["ids"][:1])
    visitor.body.append(f"<{node['tag']}{ids}{attrs}>")


def depart_html(visitor: Any, node: element) -> None:
    visitor.body.append(f"</{node['tag']}>" + ("\n" if node["tag"] in _BREAKS else ""))


def visit_other(visitor: Any, node: element) -> None:
    """Other writers show the words."""


def depart_other(visitor: Any, node: element) -> None:
    pass


def visit_text(visitor: Any, node: element) -> None:
    if node["tag"] in _BREAKS:
        visitor.new_state(0)


def depart_text(visitor: Any, node: element) -> None:
    if node["tag"] in _BREAKS:
        visitor.end_state(wrap=False)
    elif node["tag"] in ("td", "th", "dd"):
        visitor.add_text("  ")
