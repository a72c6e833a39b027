"""The record's own file as the source of its page: its facts taken out, its text kept, its tables put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from tarotref.pages.elements import E, Ref
from tarotref.pages.game import ORDER, anchor
from tarotref.sphinxext.nodes import element, to_nodes
from tarotref.sphinxext.site import GAMES, is_record, the_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def record_id(app: Any, docname: str) -> str | None:
    """Return the id of the record that a page shows; None where its file could not be read as one."""
    return the_site(app).by_path.get(f"{docname}.md")


def take_facts_out(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace the front matter by the title, line for line, and append what the text inherits (`source-read`)."""
    if not is_record(docname):
        return
    id = record_id(app, docname)
    rows = source[0].splitlines()
    end = next((n for n, row in enumerate(rows[1:], 1) if row.rstrip() == "---"), 0)
    site = the_site(app)
    if id is None or not end:
        source[0] = "# " + docname.rpartition("/")[2] + "\n"
        return
    record = site.computed.corpus.record(id)
    title = f"{id} {record.facts.title}" if docname.startswith(GAMES) else record.facts.title
    rows[: end + 1] = [f"# {title}", *[""] * end]
    if docname.startswith(GAMES):
        for heading, (owner, _) in site.computed.corpus.text(id).items():
            if owner != id:
                rows += ["", f"## {heading}", "", f"```{{inherited}} {owner}", heading, "```"]
    source[0] = "\n".join(rows) + "\n"


class Inherited(SphinxDirective):
    """Shows a section of the text that a record inherits: whose it is, then the text itself."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        base, heading = self.arguments[0], "\n".join(self.content).strip()
        site = the_site(self.env)
        section = site.computed.corpus.record(base).sections[heading]
        labels = site.labels
        kind = "game" if base in site.computed.corpus.games else "tradition"
        whose = Ref(kind, base, "all tarot games") if base == "family" else labels.ref(kind, base)
        text = self.parse_text_to_nodes(section.body, allow_section_headings=True)
        if (
            base == "family"
        ):  # what all tarot games share is there for those who need it, folded away for those who know
            box = element("", tag="details", attrs=[("class", "inherited")])
            box += to_nodes(E("summary", "As in ", whose), self.env.docname)
            box += text
            return [box]
        box = element("", tag="div", attrs=[("class", "inherited")])
        box += text
        return [*to_nodes(E("p", "As in ", whose, cls="ribbon"), self.env.docname), box]


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
        domain = self.env.domains["tarot"]
        kind = "game" if docname.startswith(GAMES) else "tradition"
        record = site.computed.corpus.record(id)
        named = f"{kind}-{id}".replace(".", "-").lower()
        top["ids"] = [named]
        self.document.nameids.clear()
        shown = f"{id} {record.facts.title}" if kind == "game" else record.facts.title
        domain.note(kind, id, shown, docname, named)  # type: ignore[attr-defined]
        domain.note_digest(docname, site.digest(docname))  # type: ignore[attr-defined]
        page = site.page(id)
        title = next(iter(top.findall(nodes.title)))
        if kind == "game":
            title.clear()
            title += [nodes.inline("", id, classes=["dm"]), nodes.Text(f" {record.facts.title}")]
        self.lay_out(top, page, docname)

    def lay_out(self, top: nodes.section, page: Any, docname: str) -> None:
        domain: Any = self.env.domains["tarot"]
        texts: dict[str, nodes.section] = {}
        for part in [c for c in top.children if isinstance(c, nodes.section)]:
            top.remove(part)
            texts[part.next_node(nodes.title).astext()] = part  # type: ignore[union-attr]
        for view in page.head():
            top += to_nodes(view, docname, domain)
        for heading in dict.fromkeys([*(h for h in page.order if h in texts or h in ORDER), *texts]):
            section = texts.get(heading)
            after, notes = page.after(heading), page.notes(heading)
            if section is None and not after and not notes:
                continue
            if section is None:
                section = nodes.section()
                section += nodes.title("", heading)
            section["ids"] = [anchor(heading)]
            head, *body = section.children
            section.clear()
            section += head
            inner = [*body, *(n for view in after for n in to_nodes(view, docname, domain))]
            if notes:
                box, text, glosses = (
                    element("", tag="div", attrs=[("class", "noted")]),
                    element("", tag="div", attrs=[("class", "noted-text")]),
                    element("", tag="div", attrs=[("class", "glosses")]),
                )
                text += inner
                for view in notes:
                    glosses += to_nodes(view, docname, domain)
                box += [glosses, text]
                section += box
            else:
                section += inner
            top += section
