"""The search of the site: what can be found on a page.

An entry is what a reader is led to: a page, a section of it, an object in a list (a word of the glossary, a piece of evidence). Its
words are found without accents, with or without apostrophes and hyphens. What stands on another page as well is found there: text
that a game inherits, and lists of what has pages of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from docutils import nodes
from docutils.utils.smartquotes import educateQuotes
from sphinx.search.en import SearchEnglish

from tarotref.notation import folded
from tarotref.pages.game import OTHERWISE, anchor
from tarotref.sphinxext.findable import Entry, Page
from tarotref.sphinxext.nodes import element, opaque
from tarotref.sphinxext.rendering import phrases
from tarotref.sphinxext.site import GAMES, is_record
from tarotref.sphinxext.things import thing

LABELS = {
    "game": "Game",
    "tradition": "Tradition",
    "pack": "Pack",
    "order": "Trump order",
    "place": "Place",
    "source": "Source",
    "term": "Glossary",
    "attestation": "Evidence",
    "assumption": "Assumption",
}
"""Kinds of objects that can be found, as readers call them; those that are not here are not for readers."""
BACKSTAGE = frozenset(
    (
        "docs/about",
        "docs/assumptions",
        "docs/codebook",
        "docs/contribute",
        "docs/data-paper",
        "docs/coverage",
        "docs/data",
        "docs/playability",
        "CONTRIBUTING",
    )
)
"""Pages about the reference itself, which stand behind those about games; their tables are not searched."""
PASSED_OVER = frozenset(("a-hand-played-out",))
"""Sections that hold the same words on every page."""
_TOKEN = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
_NUMBER = re.compile(r"[a-z]{0,2}\d+(?:\.\d+)+")


def words(text: str) -> Iterator[str]:
    """Yield the words by which a text is found, without accents: `l'Ombra` is l, ombra and lombra; 8.13 is one word."""
    for token in _TOKEN.findall(text):
        yield from _parts(token)


@cache
def _parts(token: str) -> tuple[str, ...]:
    token = folded(token)
    if _NUMBER.fullmatch(token):
        return (token,)
    parts = re.split(r"['’.\-]", token)
    return (*parts, "".join(parts)) if len(parts) > 1 else (token,)


def page(
    docname: str, url: str, names: Iterable[str], objects: Mapping[str, tuple[str, str]], doc: nodes.document
) -> Page:
    """Return what can be found on a page; `objects` are kind and title of what has an anchor on it."""
    found = [e for e in _entries(docname, objects, doc) if e.text or not e.anchor or is_record(docname)]
    title = found[0].title if found else ""
    of = thing(docname)
    kind = LABELS["game" if docname.startswith(GAMES) else "tradition"] if is_record(docname) else ""
    kind = LABELS[of[0].kind] if of else kind
    counted = tuple(_counted(e.title, *(() if e.anchor else names), e.text) for e in found)
    return Page(url, title, tuple(names), kind, docname in BACKSTAGE, tuple(found), counted)


STOP = frozenset(SearchEnglish.stopwords)


def _counted(*texts: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for token, n in Counter(_TOKEN.findall(" ".join(texts))).items():
        for word in _parts(token):
            if word not in STOP and len(word) > 1:
                found[word] = found.get(word, 0) + n
    return found


def _entries(docname: str, objects: Mapping[str, tuple[str, str]], document: nodes.document) -> Iterator[Entry]:
    top = next(iter(document.findall(nodes.section)), None)
    if top is None:
        return
    for section in document.findall(nodes.section):
        at = section["ids"][0] if section["ids"] else ""
        if at in PASSED_OVER:
            continue
        title = section.next_node(nodes.title)
        kind, name = objects.get(at, ("", "")) if section is not top else ("", "")
        # Below the head of the page of a thing stands what others have on theirs: what is near it, who uses it.
        whole = is_record(docname) or (section is top and thing(docname) is not None)
        found = _Gathered(objects, listed=whole or kind in LABELS)
        found.take(section)
        heading = " ".join((title.astext() if title else name).split())
        if at.startswith(f"{anchor(OTHERWISE)}-"):  # a topic, which has the title of a section of the rules
            heading = f"{OTHERWISE}: {heading}"
        text = _joined([*found.prose, " ", *found.tables])
        yield Entry("" if section is top else at, heading, LABELS.get(kind, ""), text)
        for row, texts in found.rows.items():
            kind, name = objects[row]
            yield Entry(row, educateQuotes(name, "en"), LABELS[kind], _joined(texts))


class _Gathered:
    """The text of a section, without those within it: prose, then tables and notes; and that of each object in a list."""

    def __init__(self, objects: Mapping[str, tuple[str, str]], listed: bool):
        self.objects, self.listed = objects, listed
        self.prose: list[str] = []
        self.tables: list[str] = []
        self.rows: dict[str, list[str]] = {}

    def take(self, node: nodes.Node) -> None:
        for child in node.children:
            if isinstance(child, nodes.section | nodes.title):
                continue
            if isinstance(child, nodes.Text):
                self.prose.append(child.astext())
            elif isinstance(child, opaque) and isinstance(child.parent, nodes.TextElement):
                self.prose += [text for _, text in phrases(child["pieces"])]
            elif isinstance(child, opaque):
                self.table(child)
            elif isinstance(child, nodes.raw) or (isinstance(child, element) and child["tag"] in ("summary", "h4")):
                continue  # room for a program; what a fold, or notes on one section, are called
            elif not (isinstance(child, element) and ("class", "inherited") in child["attrs"]):
                self.take(child)
                if isinstance(child, nodes.TextElement) and not isinstance(child, nodes.Inline):
                    self.prose.append(" ")

    def table(self, part: opaque) -> None:
        here = self.tables if self.listed else []
        for at, text in phrases(part["pieces"]):
            if self.objects.get(at, ("", ""))[0] in LABELS:
                here = self.rows.setdefault(at, [])
            here.append(text)
        here.append(" ")


def _joined(texts: Iterable[str]) -> str:
    return re.sub(r"(?: ·)+(?= ·|$)|^(?:· )+", "", " ".join("".join(texts).split()))
