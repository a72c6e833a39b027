"""The room that a terminal has, and what is laid out in it: lines, paragraphs, rows in columns.

A library for the terminal (rich) would do part of this: its import alone takes half as long as `tarotref list`, and what is here
besides would stay, as no line of a program's output may be wider than the terminal.
"""

from __future__ import annotations

import io
import os
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TextIO

PROSE = 88
"""Letters in a line of prose, where there is more room."""
NARROWEST = 8
"""Letters below which a column is not made narrower for the sake of others."""


def width() -> int | None:
    """Return how many letters a line may have: `COLUMNS` of the environment, or the terminal's; None where nobody looks on."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or None if sys.__stdout__ else None
    except (OSError, ValueError):
        return None


def room() -> int:
    """Return how many letters a line of prose has."""
    return min(width() or PROSE, PROSE)


def columns(rows: Sequence[Sequence[Any]], widest: int = 44) -> list[str]:
    """Return rows in columns, as lines."""
    return [line for row in laid(rows, widest, width()) for line in row]


def laid(rows: Sequence[Sequence[Any]], widest: int, whole: int | None) -> list[list[str]]:
    """Return the lines of each row in columns that fit into so many letters; what is too long for its cell goes on below.

    Without a limit a row is a line: cells are filled up to `widest`, the last takes what room it needs.
    """
    texts = [[str(c).replace("\n", " ") for c in row] for row in rows]
    widths = [max(len(r[n]) for r in texts) for n in range(len(texts[0]))] if texts else []
    if whole is None:
        widths = [*(min(w, widest) for w in widths[:-1]), 0]
        return [["  ".join(c.ljust(w) for c, w in zip(r, widths, strict=True)).rstrip()] for r in texts]
    while sum(widths) + 2 * (len(widths) - 1) > whole and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return [[*_beside(row, widths)] for row in texts]


def _beside(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    cells = [textwrap.wrap(c, w) or [""] for c, w in zip(row, widths, strict=True)]
    for k in range(max(map(len, cells))):
        yield "  ".join((c[k] if k < len(c) else "").ljust(w) for c, w in zip(cells, widths, strict=True)).rstrip()


def show(rows: Sequence[Sequence[Any]]) -> None:
    """Print rows in columns."""
    for line in columns(rows):
        print(line)


class Fitted(io.TextIOBase):
    """Writes lines into a stream, those that are too long as several, indented as they begin and a little more."""

    def __init__(self, stream: TextIO, most: int):
        self.stream, self.most, self.begun = stream, most, ""

    def write(self, text: str) -> int:
        *lines, self.begun = (self.begun + text).split("\n")
        for line in lines:
            self.stream.write(f"{self._fit(line)}\n")
        return len(text)

    def _fit(self, line: str) -> str:
        if len(line) <= self.most:
            return line
        begin = re.match(r"\s*", line)[0][: self.most // 2]  # type: ignore[index]
        more = begin + "  "
        return "\n".join(
            textwrap.wrap(line.strip(), self.most, initial_indent=begin, subsequent_indent=more, break_on_hyphens=False)
        )

    def flush(self) -> None:
        begun, self.begun = self.begun, ""
        self.stream.write(self._fit(begun))
        self.stream.flush()

    def isatty(self) -> bool:
        return self.stream.isatty()

    def fileno(self) -> int:
        return self.stream.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return self.stream.errors


@contextmanager
def fitted() -> Iterator[None]:
    """Let no line be wider than the terminal, whatever is printed meanwhile."""
    most, before = width(), (sys.stdout, sys.stderr)
    if most is None:
        yield
        return
    sys.stdout, sys.stderr = (Fitted(stream, most) for stream in before)
    try:
        yield
    finally:
        made = (sys.stdout, sys.stderr)
        sys.stdout, sys.stderr = before
        for stream in made:
            with suppress(OSError):
                stream.flush()
