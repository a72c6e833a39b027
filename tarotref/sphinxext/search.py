"""The search of the site: what can be found on a page, and the index that the program of the search page reads.

An entry is what a reader is led to: a page, a section of it, an object in a list (a word of the glossary, a piece of evidence). Its
words are found without accents, with or without apostrophes and hyphens. What stands on another page as well is found there: text
that a game inherits, and lists of what has pages of its own.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from docutils.utils.smartquotes import educateQuotes
from sphinx.search.en import SearchEnglish

from tarotref.notation import folded
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
        "docs/contribute",
        "docs/coverage",
        "docs/data",
        "docs/playability",
        "CONTRIBUTING",
    )
)
"""Pages about the reference itself, which stand behind those about games; their tables are not searched."""
PASSED_OVER = frozenset(("a-hand-played-out",))
"""Sections that hold the same words on every page."""
OFTEN = 3
"""How many times a word stands in an entry that is much about it."""
_TOKEN = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*")
_NUMBER = re.compile(r"[a-z]{0,2}\d+(?:\.\d+)+")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Entry(NamedTuple):
    """Something that can be found on a page."""

    anchor: str
    title: str
    kind: str
    text: str


class Page(NamedTuple):
    """A page with what can be found on it; the first entry is the page itself. `words` counts those of each entry's text."""

    url: str
    title: str
    names: tuple[str, ...]
    kind: str
    backstage: bool
    entries: tuple[Entry, ...]
    words: tuple[dict[str, int], ...]


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
    return {word: n for word, n in Counter(words(" ".join(texts))).items() if word not in STOP and len(word) > 1}


def _entries(docname: str, objects: Mapping[str, tuple[str, str]], document: nodes.document) -> Iterator[Entry]:
    top = next(iter(document.findall(nodes.section)), None)
    if top is None:
        return
    for section in document.findall(nodes.section):
        anchor = section["ids"][0] if section["ids"] else ""
        if anchor in PASSED_OVER:
            continue
        title = section.next_node(nodes.title)
        kind, name = objects.get(anchor, ("", "")) if section is not top else ("", "")
        # Below the head of the page of a thing stands what others have on theirs: what is near it, who uses it.
        whole = is_record(docname) or (section is top and thing(docname) is not None)
        found = _Gathered(objects, listed=whole or kind in LABELS)
        found.take(section)
        heading = " ".join((title.astext() if title else name).split())
        text = _joined([*found.prose, " ", *found.tables])
        yield Entry("" if section is top else anchor, heading, LABELS.get(kind, ""), text)
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
            elif isinstance(child, nodes.raw):
                continue  # room for a program
            elif not (isinstance(child, element) and ("class", "inherited") in child["attrs"]):
                self.take(child)
                if isinstance(child, nodes.TextElement) and not isinstance(child, nodes.Inline):
                    self.prose.append(" ")

    def table(self, part: opaque) -> None:
        here = self.tables if self.listed else []
        for anchor, text in phrases(part["pieces"]):
            if self.objects.get(anchor, ("", ""))[0] in LABELS:
                here = self.rows.setdefault(anchor, [])
            here.append(text)
        here.append(" ")


def _joined(texts: Iterable[str]) -> str:
    return re.sub(r"(?: ·)+(?= ·|$)|^(?:· )+", "", " ".join("".join(texts).split()))


def write(pages: Mapping[str, Page], folder: Path) -> None:
    """Write the index of all pages, and the text of each, from which snippets are taken, into a folder.

    `index.js` has pages, entries and words: each word with the entries that have it, as differences in base 36, `!` after one
    that has it often. `N.js` has the text of the entries of page N.
    """
    folder.mkdir(parents=True, exist_ok=True)
    entries: dict[str, list[tuple[int, int]]] = {}
    heads: dict[tuple[str, str], int] = {}
    shown, at = [], 0
    for number, name in enumerate(sorted(pages)):
        one = pages[name]
        rows: list[object] = []
        for entry, counted in zip(one.entries, one.words, strict=True):
            rows.append(
                [entry.anchor, entry.title, entry.kind]
                if entry.kind
                else heads.setdefault((entry.anchor, entry.title), len(heads))
            )
            for word, n in counted.items():
                entries.setdefault(word, []).append((at, n))
            at += 1
        shown.append([one.url, one.title, one.kind, list(one.names), int(one.backstage), rows])
        _script(folder / f"{number}.js", f"texts[{number}]", [e.text for e in one.entries])
    for file in folder.glob("*.js"):
        if file.stem.isdigit() and int(file.stem) >= len(pages):
            file.unlink()
    lines = "\n".join(f"{word}\t{_postings(found)}" for word, found in sorted(entries.items()))
    _script(folder / "index.js", "index", {"pages": shown, "heads": list(heads), "stop": sorted(STOP), "words": lines})


def files(folder: Path) -> dict[str, int]:
    """Return the files of an index and the size of each."""
    return {file.name: file.stat().st_size for file in sorted(folder.glob("*.js"))}


def _postings(found: Iterable[tuple[int, int]]) -> str:
    told, before = [], 0
    for at, n in found:
        told.append(_base36(at - before) + ("!" if n >= OFTEN else ""))
        before = at
    return " ".join(told)


@cache
def _base36(number: int) -> str:
    text = _DIGITS[number % 36]
    while number := number // 36:
        text = _DIGITS[number % 36] + text
    return text


def _script(file: Path, name: str, data: object) -> None:
    """Write data as a script, if it is not there: browsers run scripts from files, and fetch nothing there."""
    made = f"TAROTREF_SEARCH.{name}={json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"
    if not file.exists() or file.read_text(encoding="utf-8") != made:
        file.write_text(made, encoding="utf-8")
