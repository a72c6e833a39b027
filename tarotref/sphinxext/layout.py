"""The page of a record in three parts: the rules in the order of a hand, what other versions have, and the record, folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from tarotref.corpus.passages import heard
from tarotref.pages.beside_text import AT_OTHER_TABLES, told
from tarotref.pages.elements import Raw, Ref
from tarotref.pages.game import OTHERS, OTHERWISE, RECORD, anchor
from tarotref.sphinxext.carried import is_carried, mark_carried
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
PALE = "What is pale is as in the rules above."
ROW = 45
"""As many letters fit on a line of a phone."""


BEFORE_PLAY = ("In brief", "Cards and terms", "Deal and discard", "Bidding", "Declarations")
OPEN_LETTERS, LEAST_OPEN = 2800, 250
"""On a page too narrow for more, as many letters stand open before *Play*; of each section, as many at least."""


class Page:
    """One page while it is laid out."""

    def __init__(self, top: nodes.section, parts: RecordParts, env: BuildEnvironment):
        self.top, self.parts, self.env = top, parts, env
        self.placed: set[str] = set()

    def lay_out(
        self, texts: dict[str, nodes.section], known: Mapping[str, str], voices: Mapping[str, Sequence[str]]
    ) -> None:
        """Put head, sections, tables and notes in their places. `known` has the versions of the game by key, as they are called,
        `voices` each with those that it changes."""
        self.top += to_nodes(self.parts.head, self.env)
        self.top += nodes.raw("", ACTIONS, format="html")
        others, speaking = told_otherwise(texts, known, voices)
        if speaking:
            self.top += read_as({key: name for key, name in known.items() if key in speaking})
        tables = texts.pop("Variants", None)
        rules = dict.fromkeys([*self.parts.rules, *(t for t in texts if t not in FOLDED)])
        found = {title: self.section(title, texts.get(title), of_rules=True) for title in rules}
        shorten([found[title] for title in BEFORE_PLAY if isinstance(found.get(title), nodes.section)])
        for part in found.values():
            self.add(self.top, part)
        self.add(self.top, self.at_other_tables(tables))
        carried = any(is_carried(node) for topic in others for node in topic.findall(nodes.Element))
        pale = nodes.paragraph("", PALE, classes=["from"]) if carried else None
        self.gathered(OTHERWISE, [pale, *others, *(self.section(title, None) for title in OTHERS)])
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
        if title == "Facts":
            section[1:1] = self.lost_anchors()
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

    def lost_anchors(self) -> list[nodes.Node]:
        """Return the addresses of sections of the rules that this page does without, since all they would say is in the facts."""
        lost = [title for title in self.parts.rules if anchor(title) not in self.placed]
        told = [title for title in lost if self.parts.notes.get(title) or title in self.parts.silent]
        return [element("", tag="span", attrs=[("id", anchor(title))]) for title in told]

    def notes(self) -> Iterator[nodes.Node]:
        """Yield all notes, by the section of the page that they are on."""
        for title, found in self.parts.notes.items():
            if found:
                head = element("", nodes.Text(title), tag="h4", attrs=[])
                yield element("", head, *to_nodes(found, self.env), tag="div", attrs=[("class", "notes-on")])


def told_otherwise(
    texts: Mapping[str, nodes.section], known: Mapping[str, str], voices: Mapping[str, Sequence[str]]
) -> tuple[list[nodes.section], set[str]]:
    """Take out of the sections what they say of versions, and return it by topic, and the versions that have it; in its place
    stays a mark. What a text inherited says of versions that the game has not is left out."""
    topics: list[nodes.section] = []
    speaking: set[str] = set()
    number = 0
    for title, section in texts.items():
        own: list[element] = []
        for run in runs(section):
            told = [(box["keys"], "data-instead" in dict(box["attrs"])) for box in run]
            at = run[0].parent.index(run[0])
            replaced = run[0].parent[at - 1] if at else None
            if isinstance(replaced, nodes.Element):
                for box in [box for box, (_, instead) in zip(run, told, strict=True) if instead]:
                    mark_carried(box, replaced)
            heard_by: list[list[str]] = [[] for _ in run]
            for key in known:
                for n in heard(told, voices.get(key, (key,))):
                    heard_by[n].append(key)
            for box, keys in zip(run, heard_by, strict=True):
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
                speaking.update(keys)
        if own:
            topics.append(nodes.section("", nodes.title("", title), *own, ids=[anchor(f"{OTHERWISE} {title}")]))
    return topics, speaking


def runs(section: nodes.section) -> list[list[element]]:
    """Return the passages on versions in a section, those together that follow one paragraph."""
    found: list[list[element]] = []
    for box in [box for box in section.findall(element) if "keys" in box]:
        at = box.parent.index(box)
        if found and at and found[-1][-1] is box.parent[at - 1]:
            found[-1].append(box)
        else:
            found.append([box])
    return found


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


def shorten(sections: Sequence[nodes.Element | None]) -> None:
    """Fold the ends of the longest of some sections on narrow pages, so that what follows is not far below."""
    found = {n: letters(section) for n, section in enumerate(sections) if section is not None}
    most = max(found.values(), default=0)
    while sum(min(size, most) for size in found.values()) > OPEN_LETTERS and most > LEAST_OPEN:
        most -= 50
    for n, size in found.items():
        if size > most:
            fold(sections[n], most)  # type: ignore[arg-type]


def letters(node: nodes.Node) -> int:
    """Return how much room a text takes, in letters: each row of a table or of a list takes a line, or two."""
    if isinstance(node, opaque):
        return sum(
            len(piece.text) if isinstance(piece, Ref) else ROW * piece.count("<tr")
            for piece in node["pieces"]
            if not isinstance(piece, Raw)
        )
    if isinstance(node, nodes.row):
        return max(ROW, len(node.astext()) * 3 // 2)
    if isinstance(node, nodes.Text):
        return len(node)
    if isinstance(node, element) and node["tag"] == "details":
        return ROW
    return sum(map(letters, node.children)) + (ROW // 2 if isinstance(node, nodes.paragraph) else 0)


def fold(section: nodes.Element, open_letters: int) -> None:
    """Put what stands in a section after so many letters into a `details` that only narrow pages fold."""
    title = section.next_node(nodes.title)
    box: nodes.Element = section
    while len(inner := [c for c in box.children if not isinstance(c, nodes.title)]) == 1 and isinstance(
        inner[0], element
    ):
        box = inner[0]
        if box["tag"] == "details":
            return
    seen = 0
    for n, child in enumerate(inner):
        if n and not is_place(child) and seen + letters(child) // 2 > open_letters:
            rest = element("", tag="details", attrs=[("class", "more")])
            words = f"More on {title.astext()[:1].lower()}{title.astext()[1:]}" if title else "More"
            rest += element("", nodes.Text(words), tag="summary", attrs=[])
            for part in inner[n:]:
                box.remove(part)
                rest += part
            box += rest
            return
        seen += letters(child)
