"""The record's own file as the source of its page: its facts taken out, its text kept, its tables put in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from tarotref.corpus.passages import INSTEAD
from tarotref.model.record import Game
from tarotref.pages.elements import Child, E, Ref, joined
from tarotref.pages.game import OTHERWISE, anchor
from tarotref.sphinxext.domain import the_domain
from tarotref.sphinxext.nodes import element, opaque, to_nodes
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
        keys = [key for key in self.arguments[0].split() if key != INSTEAD]
        box = element("", tag="div", attrs=[("class", "version")], keys=keys)
        box += nodes.paragraph("", "", *self.whose(keys), classes=["whose"])
        box += self.parse_content_to_nodes()
        return [box]

    def whose(self, keys: Iterable[str]) -> list[nodes.Node]:
        """Return who speaks: witnesses by their names, variants by their titles."""
        site = the_site(self.env)
        id = site.by_path.get(f"{self.env.docname}.md", "")
        variants = getattr(site.computed.corpus.record(id).facts, "variants", {}) if id else {}
        found: list[Child] = []
        for key in keys:
            found.append(variants[key].title if key in variants else site.labels.source(key))
        return to_nodes(render([E("span", joined(found))]), self.env)


class Fold(NamedTuple):
    """How much of a section stands open on a page too narrow for the rest, in letters, and what the rest is called."""

    section: str
    least: int
    most: int
    title: str


LONG_CARDS = Fold("Cards and terms", 120, 680, "More on the cards")
"""On a phone the deal is not far below the cards: of these, the fewer words are open the more there are in brief."""


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
        head, shown, _ = the_site(self.env).parts(id)
        texts: dict[str, nodes.section] = {}
        for part in [c for c in top.children if isinstance(c, nodes.section)]:
            top.remove(part)
            texts[part.next_node(nodes.title).astext()] = part  # type: ignore[union-attr]
        top += to_nodes(head, self.env)
        link_terms(texts.values(), the_site(self.env).words(id))
        facts = the_site(self.env).computed.corpus.record(id).facts
        if isinstance(facts, Game):
            texts |= told_otherwise(texts, {*facts.witnesses, *facts.readings, *facts.variants})
        brief = len(texts["In brief"].astext()) if "In brief" in texts else 0
        if LONG_CARDS.section in texts:
            fold(texts[LONG_CARDS.section], max(LONG_CARDS.least, LONG_CARDS.most - brief))
        for name in dict.fromkeys([*shown, *texts]):
            after, notes = shown.get(name, ((), ()))
            section = texts.get(name)
            if section is None and not after and not notes:
                continue
            if section is None:
                section = nodes.section("", nodes.title("", name))
            section["ids"] = [anchor(name)]
            section += to_nodes(after, self.env)
            heading, *body = section.children
            if not notes and not body:  # all that it said is said of other versions
                continue
            if notes and not body:
                # Beside a heading with nothing below it notes would seem lost: they are the section.
                section += element("", *to_nodes(notes, self.env), tag="div", attrs=[("class", "lone-notes")])
            elif notes:
                section.children = []
                glosses = element("", tag="details", attrs=[("class", "glosses")])
                glosses += element("", nodes.Text("Notes"), tag="summary", attrs=[])
                glosses += to_nodes(notes, self.env)
                text = element("", *body, tag="div", attrs=[("class", "noted-text")])
                section += [heading, element("", glosses, text, tag="div", attrs=[("class", "noted")])]
            top += section


def told_otherwise(texts: Mapping[str, nodes.section], known: set[str]) -> dict[str, nodes.section]:
    """Take out of the sections what they say of versions, and return it as a section of its own, by topic; what a text
    inherited says of versions that the game has not is left out."""
    found = nodes.section("", nodes.title("", OTHERWISE))
    for title, section in texts.items():
        said = [box for box in section.findall(element) if "keys" in box]
        for box in said:
            box.parent.remove(box)
        own = [box for box in said if known & set(box["keys"])]
        if own:
            topic = nodes.section("", nodes.title("", title), *own, ids=[anchor(f"{OTHERWISE} {title}")])
            found += topic
    return {OTHERWISE: found} if len(found.children) > 1 else {}


def fold(section: nodes.Element, open_letters: int) -> None:
    """Put what stands in a section after its first paragraphs into a `details` that only narrow pages fold."""
    box: nodes.Element = section
    while len(inner := [c for c in box.children if not isinstance(c, nodes.title | opaque)]) == 1 and isinstance(
        inner[0], element
    ):
        box = inner[0]
        if box["tag"] == "details":
            return
    seen = 0
    for n, child in enumerate(inner):
        if seen >= open_letters:
            rest = element("", tag="details", attrs=[("class", "more")])
            rest += element("", nodes.Text(LONG_CARDS.title), tag="summary", attrs=[])
            for part in inner[n:]:
                box.remove(part)
                rest += part
            box += rest
            return
        seen += len(child.astext())


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
