"""Rows in columns, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def columns(rows: Sequence[Sequence[Any]], widest: int = 44) -> list[str]:
    """Return rows in columns, one a line; cells are filled up to so many letters, the last takes what room it needs."""
    texts = [[str(c).replace("\n", " ") for c in row] for row in rows]
    widths = [min(max(len(r[n]) for r in texts), widest) for n in range(len(texts[0]))] if texts else []
    return [
        "  ".join(
            c.ljust(w) if n + 1 < len(row) else c for n, (c, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in texts
    ]


def show(rows: Sequence[Sequence[Any]]) -> None:
    """Print rows in columns."""
    for line in columns(rows):
        print(line)
