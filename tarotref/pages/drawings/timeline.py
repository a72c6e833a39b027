"""Bars on a scale of years."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tarotref.pages.drawings.shapes import number

START, END = 1400, 2025
"""The years on the scale."""


class Span(NamedTuple):
    """One bar of a timeline: a name, first and last year, and whether each end is only about."""

    title: str
    first: int
    last: int
    href: str = ""
    about_first: bool = False
    about_last: bool = False


def timeline(spans: Sequence[Span], *, label: str) -> str:
    """Bars on a scale of years. Places are in percent and type in its natural size, so it fits a phone as it is."""
    row, head = 30.0, 4.0
    height = head + len(spans) * row + 24

    def at(year: float) -> float:
        return 100 * (min(max(year, START), END) - START) / (END - START)

    text = f"{label}: " + "; ".join(f"{s.title} {s.first} to {s.last}" for s in spans) + "."
    out = [f'<figure class="timeline"><svg height="{number(height)}" width="100%" role="group" ']
    out.append(f'aria-label="{escape(text, quote=True)}">')
    for year in range(START, END + 1, 100):
        x = number(at(year))
        anchor = "start" if at(year) < 3 else "end" if at(year) > 97 else "middle"
        out.append(f'<line class="tick" x1="{x}%" x2="{x}%" y1="0" y2="{number(height - 20)}"/>')
        out.append(f'<text class="year" x="{x}%" y="{number(height - 4)}" text-anchor="{anchor}">{year}</text>')
    for i, span in enumerate(spans):
        y = head + i * row
        a, b = at(span.first), at(span.last)
        at_x, anchor = (b, "end") if a > 55 else (a, "start")
        name = f'<text class="name" x="{number(at_x)}%" y="{number(y + 14)}" text-anchor="{anchor}">{escape(span.title)}</text>'
        bar = f'<rect class="span" x="{number(a)}%" y="{number(y + 19)}" width="{number(max(b - a, 0.4))}%" height="5" rx="1"/>'
        for about, edge in ((span.about_first, a), (span.about_last, b)):
            if about:
                bar += f'<rect class="about" x="{number(min(edge, 99))}%" y="{number(y + 19)}" width="1%" height="5"/>'
        body = f"<g>{name}{bar}</g>"
        out.append(f'<a href="{escape(span.href, quote=True)}">{body}</a>' if span.href else body)
    return "".join(out) + "</svg></figure>"
