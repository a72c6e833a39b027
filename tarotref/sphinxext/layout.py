"""The page of a record in three parts: the rules in the order of a hand, what other versions have, and the record, folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from docutils import nodes

from tarotref.pages.beside_text import AT_OTHER_TABLES, told
from tarotref.pages.game import OTHERS, OTHERWISE, RECORD, anchor
from tarotref.sphinxext.nodes import element, opaque, to_nodes

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from tarotref.sphinxext.site import RecordParts

THE_RECORD = "The record"
ACTIONS = "<!--actions-->"
"""Where the theme puts what can be done with the page."""
FOLDED = (*OTHERS, *RECORD)
"""Sections that are closed at first."""
NOTES = "Notes"


class Fold(NamedTuple):
    """How much of a section stands open on a page too narrow for the rest, in letters, and what the rest is called."""

    section: str
    least: int
    most: int
    title: str


LONG_CARDS = Fold("Cards and terms", 120, 680, "More on the cards")
"""On a phone the deal is not far below the cards: of these, the fewer words are open the more there are in brief."""


class Page:
    """One page while it is laid out."""

    def __init__(self, top: nodes.section, parts: RecordParts, env: BuildEnvironment):
        self.top, self.parts, self.env = top, parts, env
        self.placed: set[str] = set()

    def lay_out(self, texts: dict[str, nodes.section], known: Mapping[str, str]) -> None:
        """Put head, sections, tables and notes in their places. `known` has the versions of the game by key, as they are called."""
        self.top += to_nodes(self.parts.head, self.env)
        self.top += nodes.raw("", ACTIONS, format="html")
        others, voices = told_otherwise(texts, known)
        if voices:
            self.top += read_as({key: known[key] for key in voices})
        if LONG_CARDS.section in texts:
            brief = len(texts["In brief"].astext()) if "In brief" in texts else 0
            fold(texts[LONG_CARDS.section], max(LONG_CARDS.least, LONG_CARDS.most - brief))
        tables = texts.pop("Variants", None)
        rules = dict.fromkeys([*self.parts.rules, *(t for t in texts if t not in FOLDED)])
        for title in rules:
            self.add(self.top, self.section(title, texts.get(title), of_rules=True))
        self.add(self.top, self.at_other_tables(tables))
        self.gathered(OTHERWISE, [*others, *(self.section(title, None) for title in OTHERS)])
        self.gathered(THE_RECORD, (self.section(title, texts.get(title)) for title in RECORD))

    def add(self, to: nodes.Element, part: nodes.Element | None) -> None:
        """Add a part, if there is one."""
        if part is not None:
            to += part
            self.placed |= set(part["ids"]) if isinstance(part, nodes.section) else set()

    def gathered(self, title: str, parts: Iterable[nodes.Element | None]) -> None:
        """Add a section of sections, if there are any."""
        found = [part for part in parts if part is not None]
        if found:
            self.add(self.top, nodes.section("", nodes.title("", title), *found, ids=[anchor(title)]))

    def section(self, title: str, text: nodes.section | None, *, of_rules: bool = False) -> nodes.Element | None:
        """Return a section with what the facts add to its text; None where nobody says anything."""
        section = text if text is not None else nodes.section("", nodes.title("", title))
        section["ids"] = [anchor(title)]
        said = any(not isinstance(child, nodes.title) and not is_place(child) for child in section.children)
        if of_rules:
            section += self.tables(title, section, said)
        section += to_nodes(self.parts.after.get(title, ()), self.env)
        if title == NOTES:
            section += self.notes()
        rest = [child for child in section.children if not isinstance(child, nodes.title)]
        if all(is_place(child) for child in rest):
            return version_only(title, rest) if rest else None
        section["folded"] = title in FOLDED
        return section

    def tables(self, title: str, section: nodes.section, said: bool) -> Iterator[nodes.Node]:
        """Yield the tables that a section's text leaves to the facts."""
        blocks = [
            " ".join(text.astext() for text in part.findall(nodes.Text))
            for part in section.findall(
                lambda n: isinstance(n, nodes.table | nodes.bullet_list | nodes.definition_list)
            )
        ]
        everything = [section.astext()]
        for one in self.parts.beside.get(title, ()):
            if (not one.names and said) or (one.names and told(one.names, blocks)):
                continue
            yield from to_nodes(one.prices if one.names and told(one.names, everything) else one.whole, self.env)

    def at_other_tables(self, text: nodes.section | None) -> nodes.section | None:
        """Return how others play, as the text has it, or else a line for each variant."""
        section = nodes.section("", nodes.title("", AT_OTHER_TABLES), ids=[anchor(AT_OTHER_TABLES)])
        if text is not None:
            section += [child for child in text.children if not isinstance(child, nodes.title)]
        else:
            section += self.tables(AT_OTHER_TABLES, section, said=False)
        if not self.parts.after.get("Variants"):
            section["ids"].append("variants")  # where it stood
        return section if len(section.children) > 1 else None

    def notes(self) -> Iterator[nodes.Node]:
        """Yield all notes, by the section of the page that they are on."""
        for title, found in self.parts.notes.items():
            if found:
                lost = anchor(title) not in self.placed and title in self.parts.rules
                head = element("", nodes.Text(title), tag="h4", attrs=[("id", anchor(title))] if lost else [])
                yield element("", head, *to_nodes(found, self.env), tag="div", attrs=[("class", "notes-on")])


def told_otherwise(
    texts: Mapping[str, nodes.section], known: Mapping[str, str]
) -> tuple[list[nodes.section], dict[str, None]]:
    """Take out of the sections what they say of versions, and return it by topic, and who speaks in it; in its place stays
    a mark. What a text inherited says of versions that the game has not is left out."""
    topics: list[nodes.section] = []
    voices: dict[str, None] = {}
    number = 0
    for title, section in texts.items():
        own: list[element] = []
        for box in [box for box in section.findall(element) if "keys" in box]:
            keys = [key for key in box["keys"] if key in known]
            if not keys:
                box.parent.remove(box)
                continue
            number += 1
            box["attrs"] = [*box["attrs"], ("id", f"version-{number}"), ("data-keys", " ".join(keys))]
            place = element(
                "", tag="span", attrs=[("class", "place"), ("hidden", ""), ("data-version", f"version-{number}")]
            )
            box.parent.replace(box, place)
            own.append(box)
            voices |= dict.fromkeys(keys)
        if own:
            topics.append(nodes.section("", nodes.title("", title), *own, ids=[anchor(f"{OTHERWISE} {title}")]))
    return topics, voices


def is_place(node: nodes.Node) -> bool:
    """Say whether a node is the mark of a passage on a version, or holds no more than such marks."""
    if not isinstance(node, element):
        return False
    if ("class", "place") in node["attrs"]:
        return True
    return bool(node.children) and all(is_place(child) for child in node.children)


def version_only(title: str, places: Iterable[nodes.Node]) -> element:
    """Return a section that is there only when a version is read that says something in it."""
    head = element("", nodes.Text(title), tag="h2", attrs=[])
    return element("", head, *places, tag="section", attrs=[("class", "version-only"), ("hidden", "")])


def read_as(voices: Mapping[str, str]) -> element:
    """Return the choice of the version whose rules are read."""
    options = [element("", nodes.Text("the rules here"), tag="option", attrs=[("value", "")])]
    options += [element("", nodes.Text(name), tag="option", attrs=[("value", key)]) for key, name in voices.items()]
    chosen = element("", *options, tag="select", attrs=[("id", "read-as")])
    label = element("", nodes.Text("Read as "), chosen, tag="label", attrs=[])
    said = element("", tag="output", attrs=[("for", "read-as")])
    return element("", label, said, tag="div", attrs=[("class", "read-as"), ("hidden", "")])


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
        if seen >= open_letters and not is_place(child):
            rest = element("", tag="details", attrs=[("class", "more")])
            rest += element("", nodes.Text(LONG_CARDS.title), tag="summary", attrs=[])
            for part in inner[n:]:
                box.remove(part)
                rest += part
            box += rest
            return
        seen += len(child.astext())
