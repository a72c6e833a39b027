"""Generated parts as docutils nodes: one for each part, whatever it holds, so that nothing walks through its tables."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.writers.html5 import HTML5Translator

from tarotref.pages.elements import Ref
from tarotref.sphinxext.rendering import Part, Section, lines, phrases

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


class element(nodes.General, nodes.Element):
    """An HTML element around nodes of the text."""


class opaque(nodes.raw):
    """A part of a page that was made from facts. `pieces` are its HTML, links and drawings, `html` all of it once links are resolved."""

    def astext(self) -> str:
        """Return its words."""
        return "".join(text for _, text in phrases(self["pieces"]))


def to_nodes(parts: Iterable[Part | Section], env: BuildEnvironment) -> list[nodes.Node]:
    """Return the nodes of rendered parts of the page being read; objects that they place are registered with the domain."""
    found: list[nodes.Node] = []
    domain: Any = env.domains["tarot"]
    for part in parts:
        for kind, id, title, anchor in part.targets:
            domain.note(kind, id, title, env.docname, anchor)
        if isinstance(part, Part):
            found.append(opaque(format="html", pieces=part.pieces))
        else:
            section = nodes.section(ids=[part.id], classes=part.cls.split())
            section += [nodes.title("", part.title), *to_nodes(part.parts, env)]
            found.append(section)
    return found


def references(document: nodes.document) -> set[Ref]:
    """Return the links of the generated parts of a page."""
    return {p for node in document.findall(opaque) for p in node["pieces"] if isinstance(p, Ref)}


def fill(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Resolve the links of generated parts (`doctree-resolved`); formats other than HTML get lines of words."""
    domain: Any = app.env.domains["tarot"]
    links = {ref: domain.link(ref, docname, app.builder) for ref in sorted(references(document))}
    for node in list(document.findall(opaque)):
        pieces = node["pieces"]
        if app.builder.format == "html":
            node["html"] = "".join(
                p if isinstance(p, str) else links[p] if isinstance(p, Ref) else p.html for p in pieces
            )
        elif isinstance(node.parent, nodes.TextElement):
            node.replace_self(nodes.Text(" ".join(lines(pieces))))
        else:
            node.replace_self(nodes.line_block("", *(nodes.line("", row) for row in lines(pieces))))


def visit_opaque(visitor: Any, node: opaque) -> None:
    visitor.body.append(node["html"])
    raise nodes.SkipNode


def visit_element(visitor: Any, node: element) -> None:
    attrs = "".join(f' {k}="{escape(v)}"' for k, v in node["attrs"])
    visitor.body.append(f"<{node['tag']}{attrs}>")


def depart_element(visitor: Any, node: element) -> None:
    visitor.body.append(f"</{node['tag']}>\n")


def label_cells(app: Sphinx, document: nodes.document, docname: str) -> None:
    """Write into each cell of the text's tables what column it is of, for pages too narrow for columns (`doctree-resolved`)."""
    for group in document.findall(nodes.tgroup):
        heads = [entry for row in group.findall(nodes.row) if isinstance(row.parent, nodes.thead) for entry in row]
        words = [head.astext() for head in heads]
        for row in group.findall(nodes.row):
            if isinstance(row.parent, nodes.tbody) and len(row) == len(words):
                for entry, word in zip(row, words, strict=True):
                    entry["column"] = word  # type: ignore[index]


def visit_cell(visitor: Any, node: nodes.entry) -> None:
    """Write a cell as docutils does; with the name of its column, where it has one: the first of its row if it is a mere figure."""
    HTML5Translator.visit_entry(visitor, node)
    if (
        node.get("column")
        and (node.parent.index(node) or node.astext().isdecimal())
        and visitor.body[-1].startswith("<td")
    ):
        visitor.body[-1] = f'<td data-label="{escape(node["column"])}"{visitor.body[-1].removeprefix("<td")}'


def depart_cell(visitor: Any, node: nodes.entry) -> None:
    HTML5Translator.depart_entry(visitor, node)


def visit_row(visitor: Any, node: nodes.row) -> None:
    """Write a row as docutils does; without a mark of odd and even ones, which no style asks for."""
    visitor.body.append(visitor.starttag(node, "tr", ""))
    node.column = 0  # type: ignore[attr-defined]  # as docutils counts the cells of a row


def depart_row(visitor: Any, node: nodes.row) -> None:
    HTML5Translator.depart_row(visitor, node)


def visit_section(visitor: Any, node: nodes.section) -> None:
    """Write a section as docutils does; one that is folded as a `details` whose heading opens it."""
    if not node.get("folded"):
        HTML5Translator.visit_section(visitor, node)
        return
    visitor.section_level += 1
    visitor.body.append(f'<details class="fold" id="{escape(node["ids"][0])}">')


def depart_section(visitor: Any, node: nodes.section) -> None:
    if not node.get("folded"):
        HTML5Translator.depart_section(visitor, node)
        return
    visitor.section_level -= 1
    visitor.body.append("</details>\n")


def visit_title(visitor: Any, node: nodes.title) -> None:
    if node.parent.get("folded"):
        visitor.body.append("<summary>")
    HTML5Translator.visit_title(visitor, node)


def depart_title(visitor: Any, node: nodes.title) -> None:
    if node.parent.get(
        "folded"
    ):  # without a link to itself: within what opens it there is room for nothing else to click
        visitor.body.append(f"{visitor.context.pop().strip()}</summary>\n")
    else:
        HTML5Translator.depart_title(visitor, node)


def pass_by(visitor: Any, node: nodes.Node) -> None:
    """Other writers show what stands in an element, and nothing of the element itself."""
