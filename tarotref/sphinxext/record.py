"""The record's own file as the source of its page: its facts taken out, its text kept, its tables put in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from tarotref.corpus.passages import INSTEAD
from tarotref.corpus.records import ROOT
from tarotref.model.record import Game
from tarotref.pages.elements import E, Ref, joined
from tarotref.pages.voices import linked_voice, voice
from tarotref.sphinxext.domain import the_domain
from tarotref.sphinxext.layout import Page
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


class Version(SphinxDirective):
    """Marks what a text says of one version of a game, or of several: on the page of a game it moves to *Other versions*."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        keys = self.arguments[0].split()
        attrs = [("class", "version"), *([("data-instead", "")] if INSTEAD in keys else [])]
        keys = [key for key in keys if key != INSTEAD]
        box = element("", tag="div", attrs=attrs, keys=keys)
        box += nodes.paragraph("", "", *self.whose(keys), classes=["whose"])
        box += self.parse_content_to_nodes()
        return [box]

    def whose(self, keys: Iterable[str]) -> list[nodes.Node]:
        """Return who speaks: witnesses by place and year, variants by their titles."""
        site = the_site(self.env)
        id = site.by_path.get(f"{self.env.docname}.md", ROOT)
        facts = site.computed.corpus.record(id).facts
        return to_nodes(
            render([E("span", joined((linked_voice(site.labels, facts, key) for key in keys), "; "))]), self.env
        )


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
        domain.note_shown(docname, *site.shown(docname), site.parts(id).frame, (), site.reads[id])
        if kind == "game":
            heading = next(iter(top.findall(nodes.title)))
            name = heading.astext().removeprefix(f"{id} ")
            heading.clear()
            heading += [nodes.inline("", id, classes=["dm"]), nodes.Text(f" {name}")]
        self.lay_out(top, id)

    def lay_out(self, top: nodes.section, id: str) -> None:
        site = the_site(self.env)
        texts: dict[str, nodes.section] = {}
        for part in [c for c in top.children if isinstance(c, nodes.section)]:
            top.remove(part)
            texts[part.next_node(nodes.title).astext()] = part  # type: ignore[union-attr]
        link_terms(texts.values(), site.words(id))
        corpus = site.computed.corpus
        facts = corpus.record(id).facts
        keys: dict[str, None] = dict.fromkeys([*facts.witnesses, *facts.readings, *facts.variants])
        if not isinstance(facts, Game):  # its text is there for its games, too
            for box in [box for text in texts.values() for box in text.findall(element)]:
                keys |= dict.fromkeys(map(str, box.get("keys") or ()))
        known = {key: voice(site.labels, facts, key) for key in keys}
        voices = {key: corpus.voices(id, key) for key in facts.variants} if isinstance(facts, Game) else {}
        Page(top, site.parts(id), self.env).lay_out(texts, known, voices)


def link_terms(sections: Iterable[nodes.Element], words: Mapping[str, str]) -> None:
    """Link each term of the glossary where the text first has it: an English one anywhere, players' words where the text
    marks them as such. `words` are ids by term, in small letters."""
    if not words:
        return
    pattern = re.compile(rf"\b(?:{'|'.join(re.escape(w) for w in sorted(words, key=len, reverse=True))})s?\b", re.I)
    left = dict(words)
    for section in sections:
        for text in list(section.findall(nodes.Text)):
            parent = text.parent
            marked = isinstance(parent, nodes.emphasis)
            if not marked and not isinstance(parent, nodes.paragraph):
                continue
            if any(
                isinstance(up, pending_xref | nodes.reference | nodes.title | nodes.table) for up in ancestors(text)
            ):
                continue
            if marked:
                id = left.pop(f"_{text.astext().casefold()}", None) or left.pop(text.astext().casefold(), None)
                if id:
                    parent.replace(text, term_link(id, text.astext()))
                continue
            parts: list[nodes.Node] = []
            at, told = 0, text.astext()
            for match in pattern.finditer(told):
                word = match[0].casefold()
                id = left.pop(word, None) or left.pop(word.removesuffix("s"), None)
                if id:
                    parts += [nodes.Text(told[at : match.start()]), term_link(id, match[0])]
                    at = match.end()
            if parts:
                parent.replace(text, [part for part in (*parts, nodes.Text(told[at:])) if part.astext()])


def ancestors(node: nodes.Node) -> Iterable[nodes.Node]:
    """Yield what a node stands in."""
    while node.parent is not None:
        node = node.parent
        yield node


def term_link(id: str, words: str) -> pending_xref:
    """Return words as a link to a term of the glossary."""
    shown = nodes.inline("", words, classes=["term"])
    return pending_xref("", shown, refdomain="tarot", reftype="term", reftarget=id, refexplicit=True, refwarn=True)
