"""Generated parts of pages as HTML, but for the links: where these lead is known when a page is written, not when it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape, unescape
from itertools import groupby
from typing import NamedTuple, TypeAlias

from docutils.utils.smartquotes import educateQuotes

from tarotref.pages.elements import Child, El, Raw, Ref, text_of

Piece: TypeAlias = "str | Ref | Raw"


class Part(NamedTuple):
    """Elements of a page between two headings: HTML, links and drawings in turn, and what stands at which anchor."""

    pieces: tuple[Piece, ...]
    targets: tuple[tuple[str, str, str, str], ...]
    """(Kind, id, title, anchor) of each object."""


class Section(NamedTuple):
    """A section with a heading of its own, which belongs into the page's table of contents."""

    title: str
    id: str
    cls: str
    parts: tuple[Part | Section, ...]
    targets: tuple[tuple[str, str, str, str], ...]


_ROWS = frozenset("p div tr table dl dt li h3 section aside figure caption ul ol".split())
"""Elements that begin a line of their own."""
_CELLS = frozenset(("td", "th", "dd"))
_LITERAL = frozenset(("code", "pre", "kbd"))
_MARK = re.compile(r'<sup class="note-mark">.*?</sup>')
"""The marks that lead to notes: no words of the text, and written close to the word before."""


_CELL_END = re.compile(rf"</(?:{'|'.join((*_CELLS, 'dt', 'caption'))})>")
_ROW_TAG = re.compile(rf"</?(?:{'|'.join(_ROWS)})\b[^>]*>")
_TAG = re.compile(r"<[^>]+>")
_ANCHOR, _BEGIN = re.compile(r'<[^<>]+ id="([^"]+)"[^<>]*>'), "\0\\1\1\\g<0>"
"""A tag with an anchor, and what is written for it where a text is gone through: the anchor between signs that no text has."""


def render(children: Iterable[Child]) -> tuple[Part | Section, ...]:
    """Return the parts that elements make: one for each section, one for all that stands before, between or after."""
    found: list[Part | Section] = []
    for is_section, group in groupby(children, lambda c: isinstance(c, El) and c.tag == "section"):
        children = list(group)
        found += map(_section, children) if is_section else [_part(children)]  # type: ignore[arg-type]
    return tuple(found)


def _section(made: El) -> Section:
    attrs = dict(made.attrs)
    head, *rest = made.children
    targets = ((*made.target, attrs["id"]),) if made.target else ()
    return Section(_Writing().quoted(text_of(head)), attrs["id"], attrs.get("class", ""), render(rest), targets)


def _part(children: Iterable[Child]) -> Part:
    writing = _Writing()
    for child in children:
        writing.child(child)
    pieces: list[Piece] = []
    for is_text, run in groupby(writing.pieces, lambda p: type(p) is str):
        texts = list(run)
        pieces += ["".join(texts)] if is_text else texts  # type: ignore[arg-type]
    return Part(tuple(pieces), tuple(writing.targets))


@lru_cache(4096)
def _opening(tag: str, attrs: tuple[tuple[str, str], ...]) -> str:
    return f"<{tag}{''.join([f' {name}={chr(34)}{escape(value)}{chr(34)}' for name, value in attrs])}>"


class _Writing:
    """One pass over elements. It knows the last character, by which it tells quotation marks from apostrophes."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.targets: list[tuple[str, str, str, str]] = []
        self.last = " "

    def child(self, child: Child, literal: bool = False) -> None:
        if isinstance(child, str):
            self.pieces.append(escape(child if literal else self.quoted(child), quote=False))
        elif isinstance(child, El):
            self.element(child, literal or child.tag in _LITERAL)
        elif isinstance(child, Ref):
            self.pieces.append(child._replace(text=self.quoted(child.text)))
        else:
            self.last = " "
            self.pieces.append(child)

    def element(self, made: El, literal: bool) -> None:
        if made.tag == "span" and not made.attrs:  # it only held its children together
            for child in made.children:
                self.child(child, literal)
            return
        tag, row = made.tag, made.tag in _ROWS
        self.pieces.append(_opening(tag, made.attrs))
        if made.target:
            self.targets += [(*made.target, value) for name, value in made.attrs if name == "id"]
        if row or tag in _CELLS:
            self.last = " "
        for child in made.children:
            self.child(child, literal)
        self.pieces.append(f"</{tag}>\n" if row else f"</{tag}>")

    def quoted(self, text: str) -> str:
        """Return a text with typographic quotation marks."""
        before, self.last = self.last, text[-1:] or self.last
        return educateQuotes(before + text, "en")[1:] if "'" in text or '"' in text else text


def phrases(pieces: Iterable[Piece]) -> list[tuple[str, str]]:
    """Return the text of a part piece by piece, with the anchor where it begins, or ''; cells and rows are set apart by a dot."""
    found: list[tuple[str, str]] = []
    for piece in pieces:
        if isinstance(piece, Ref):
            found.append(("", piece.text))
            continue
        if isinstance(piece, Raw):
            found.append(("", piece.text or _bare(piece.html, " ")))
            continue
        text = _ANCHOR.sub(_BEGIN, _MARK.sub("", piece)) if ' id="' in piece else _MARK.sub("", piece)
        first, *others = _TAG.sub("", _ROW_TAG.sub(" ", _CELL_END.sub(" · ", text))).split("\0")
        found.append(("", unescape(first)))
        for other in others:
            anchor, _, text = other.partition("\1")
            found.append((anchor, unescape(text)))
    return found


def lines(pieces: Iterable[Piece]) -> list[str]:
    """Return a part as lines of plain text, a row of a table on each, for readers without HTML."""
    text = _MARK.sub("", "".join(p if isinstance(p, str) else escape(p.text) for p in pieces))
    text = re.sub(rf"</?(?:{'|'.join(_ROWS)})\b[^>]*>", "\n", text.replace("\n", " "))
    text = re.sub(rf"</(?:{'|'.join(_CELLS)})>", "  ", text)
    return [line for row in text.split("\n") if (line := _bare(row).strip())]


def _bare(html: str, by: str = "") -> str:
    return unescape(_TAG.sub(by, html))
