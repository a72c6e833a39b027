"""What a passage on a version only carries over from the paragraph or table that it takes the place of, marked as that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from docutils import nodes

from tarotref.corpus.passages import SENTENCE_ENDS, compared, sentences

CARRIED = "carried"
"""The class of what is carried over."""


def mark_carried(passage: nodes.Element, replaced: nodes.Element) -> None:
    """Mark the sentences and the rows of tables that stand word for word in what the passage takes the place of."""
    rows = {cells(row) for row in replaced.findall(nodes.row)}
    for row in passage.findall(nodes.row):
        if isinstance(row.parent, nodes.tbody) and cells(row) in rows:
            row["classes"].append(CARRIED)
    known: set[str] = set().union(*(sentences(one.astext()) for one in of_prose(replaced)))
    for paragraph in of_prose(passage):
        found: list[nodes.Node] = []
        for carried, run in groupby(by_sentence(paragraph), key=lambda one: compared(words(one)) in known):
            parts = [part for sentence in run for part in sentence]
            found += [nodes.inline("", "", *parts, classes=[CARRIED])] if carried else parts
        paragraph.children = []
        paragraph += found


def is_carried(node: nodes.Element) -> bool:
    """Say whether a node is marked as carried over."""
    return CARRIED in node.get("classes", ())


def of_prose(element: nodes.Element) -> list[nodes.paragraph]:
    """Return the paragraphs in an element, those of lists too, but not those of tables, nor who speaks."""
    return [
        one
        for one in element.findall(nodes.paragraph)
        if not isinstance(one.parent, nodes.entry) and "whose" not in one["classes"]
    ]


def by_sentence(paragraph: nodes.paragraph) -> Iterator[list[nodes.Node]]:
    """Yield the nodes of each sentence of a paragraph; where one ends within emphasis or a link, with the next."""
    ends = [found.end() for found in SENTENCE_ENDS.finditer(words(paragraph.children))]
    at = 0
    sentence: list[nodes.Node] = []
    for child in paragraph.children:
        text = child.astext()
        if isinstance(child, nodes.Text):
            cuts = [end - at for end in ends if at < end <= at + len(text)]
            for start, end in zip([0, *cuts], cuts, strict=False):
                yield [*sentence, nodes.Text(text[start:end])]
                sentence = []
            rest = text[cuts[-1] :] if cuts else text
            sentence += [nodes.Text(rest)] if rest else []
        else:
            sentence.append(child)
        at += len(text)
    if sentence:
        yield sentence


def words(found: Sequence[nodes.Node]) -> str:
    """Return the words of nodes."""
    return "".join(node.astext() for node in found)


def cells(row: nodes.row) -> tuple[str, ...]:
    """Return the words of a table's row, cell by cell."""
    return tuple(compared(entry.astext()) for entry in row.findall(nodes.entry))
