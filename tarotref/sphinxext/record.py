"""The record's own file as the source of its page: its facts taken out, its text kept, its tables put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from tarotref.pages.elements import E, Ref
from tarotref.pages.game import anchor
from tarotref.sphinxext.domain import the_domain
from tarotref.sphinxext.nodes import element, to_nodes
from tarotref.sphinxext.rendering import render
from tarotref.sphinxext.site import GAMES, is_record, the_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def take_facts_out(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the front matter by the title, line for line, and append what the text inherits (`source-read`)."""
    if not is_record(docname):
        return
    site = the_site(app)
    id = site.by_path.get(f"{docname}.md")
    rows = source[0].splitlines()
    if id is None:
        source[0] = "# " + docname.rpartition("/")[2] + "\n"
        return
    facts = site.computed.corpus.record(id).source.body_line - 1
    rows[:facts] = [f"# {site.title(id)}", *[""] * (facts - 1)]
    for heading, (base, _) in site.inherited(id).items():
        rows += ["", f"## {heading}", "", f"```{{inherited}} {base}", heading, "```"]
    source[0] = "\n".join(rows) + "\n"


class Inherited(SphinxDirective):
    """Shows a section of the text that a record inherits: whose it is, then the text itself."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        base, heading = self.arguments[0], "\n".join(self.content).strip()
        site = the_site(self.env)
        section = site.computed.corpus.record(base).sections[heading]
        kind = "game" if base in site.computed.corpus.games else "tradition"
        whose = Ref(kind, base, "all tarot games") if base == "family" else site.labels.ref(kind, base)
        text = self.parse_text_to_nodes(section.body, allow_section_headings=True)
        # What all tarot games share is there for those who need it, folded away for those who know.
        folded = base == "family"
        head = E("summary", "As in ", whose) if folded else E("p", "As in ", whose, cls="ribbon")
        ribbon = to_nodes(render([head]), self.env)
        box = element("", tag="details" if folded else "div", attrs=[("class", "inherited")])
        box += [*ribbon, *text] if folded else text
        return [box] if folded else [*ribbon, box]


class ComposeRecord(SphinxTransform):
    """Lays out the page of a record: head, sections in their order, tables and notes in their places."""

    default_priority = 400

    def apply(self, **kwargs: Any) -> None:
        docname = self.env.docname
        if not is_record(docname):
            return
        site = the_site(self.env)
        id = site.by_path.get(f"{docname}.md")
        top = next(iter(self.document.findall(nodes.section)), None)
        if id is None or top is None:
            return
        domain = the_domain(self.env)
        kind = "game" if docname.startswith(GAMES) else "tradition"
        named = f"{kind}-{id}".replace(".", "-").lower()
        top["ids"] = [named]
        self.document.nameids.clear()
        domain.note(kind, id, site.title(id), docname, named)
        domain.note_shown(docname, *site.shown(docname), site.parts(id).frame)
        if kind == "game":
            heading = next(iter(top.findall(nodes.title)))
            name = heading.astext().removeprefix(f"{id} ")
            heading.clear()
            heading += [nodes.inline("", id, classes=["dm"]), nodes.Text(f" {name}")]
        self.lay_out(top, id)

    def lay_out(self, top: nodes.section, id: str) -> None:
        head, shown, _ = the_site(self.env).parts(id)
        texts: dict[str, nodes.section] = {}
        for part in [c for c in top.children if isinstance(c, nodes.section)]:
            top.remove(part)
            texts[part.next_node(nodes.title).astext()] = part  # type: ignore[union-attr]
        top += to_nodes(head, self.env)
        for name in dict.fromkeys([*shown, *texts]):
            after, notes = shown.get(name, ((), ()))
            section = texts.get(name)
            if section is None and not after and not notes:
                continue
            if section is None:
                section = nodes.section("", nodes.title("", name))
            section["ids"] = [anchor(name)]
            section += to_nodes(after, self.env)
            if notes:
                heading, *body = section.children
                section.children = []
                glosses, text = (element("", tag="div", attrs=[("class", c)]) for c in ("glosses", "noted-text"))
                glosses += to_nodes(notes, self.env)
                text += body
                section += [heading, element("", glosses, text, tag="div", attrs=[("class", "noted")])]
            top += section
