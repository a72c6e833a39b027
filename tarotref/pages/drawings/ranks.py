"""Trump orders side by side: the rank of each subject as a line across them, and orders joined by likeness.

Lines stand at places in percent beside lists in type of its natural size, so that both fit a phone as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

ROW = 24.0
"""Height of a row, as the style sheet has it."""
HEAD = 44.0
"""Height of what stands above the rows."""


class Column(NamedTuple):
    """An order as the chart shows it."""

    title: str
    href: str
    group: str
    """The letter of its group, or ''."""
    places: Mapping[str, float]
    """The place of each subject from the top, from 0; of equal ones the mean of theirs."""


def drawn_ranks(columns: Sequence[Column], titles: Mapping[str, str], shades: Sequence[str], label: str) -> str:
    """Draw the places of subjects across orders: a line for each, those of `shades` each in a colour of its own.

    `titles` are the subjects with their names; groups of columns that stand together share a band with their letter.
    """
    rows = max(len(c.places) for c in columns)

    def x(n: float) -> float:
        return 4 + 92 * n / (len(columns) - 1)

    def y(place: float) -> float:
        return HEAD + ROW * (place + 0.5)

    drawn = []
    start = 0
    for n, column in enumerate(columns):
        if n + 1 == len(columns) or columns[n + 1].group != column.group:
            left, right = x(start - 0.42), x(n + 0.42)
            if column.group:
                drawn.append(
                    f'<rect class="band" x="{left:.2f}%" y="0" width="{right - left:.2f}%" height="100%"/>'
                    f'<text class="letter-{column.group}" x="{(left + right) / 2:.2f}%" y="15">{column.group}</text>'
                )
            start = n + 1
    drawn += [f'<text class="at" x="{x(n):.2f}%" y="{HEAD - 8:.0f}">{n + 1}</text>' for n in range(len(columns))]
    for subject in sorted(titles, key=lambda s: s in shades):
        at = [(n, c.places[subject]) for n, c in enumerate(columns) if subject in c.places]
        lines = "".join(
            f'<line x1="{x(a):.2f}%" y1="{y(p):.0f}" x2="{x(b):.2f}%" y2="{y(q):.0f}"/>'
            for (a, p), (b, q) in pairwise(at)
        )
        dots = "".join(f'<circle cx="{x(n):.2f}%" cy="{y(p):.0f}" r="3"/>' for n, p in at) if subject in shades else ""
        drawn.append(f'<g class="{_shade(subject, shades)}"><title>{escape(titles[subject])}</title>{lines}{dots}</g>')
    height = HEAD + ROW * rows
    sides = [_side(columns[0], titles, shades), _side(columns[-1], titles, shades)]
    legend = "".join(
        f'<li><span class="letter letter-{c.group or "none"}">{c.group or "–"}</span> '
        f'<a href="{escape(c.href)}">{escape(c.title)}</a></li>'
        for c in columns
    )
    return (
        f'<figure class="ranks"><div class="across">{sides[0]}'
        f'<svg height="{height:.0f}" role="img" aria-label="{escape(label)}">{"".join(drawn)}</svg>{sides[1]}</div>'
        f'<figcaption><ol class="keyed">{legend}</ol></figcaption></figure>'
    )


def _shade(subject: str, shades: Sequence[str]) -> str:
    return f"hue hue-{shades.index(subject)}" if subject in shades else "plain"


def _side(column: Column, titles: Mapping[str, str], shades: Sequence[str]) -> str:
    """Name the subjects at one edge of the chart, in the order of the column there."""
    names = "".join(
        f'<li class="{_shade(s, shades)}">{escape(titles[s])}</li>'
        for s in sorted(column.places, key=lambda s: (column.places[s], titles[s]))
    )
    return f'<ol aria-label="{escape(column.title)}, highest first">{names}</ol>'


class Leaf(NamedTuple):
    """An order as the tree shows it."""

    title: str
    href: str
    group: str
    """The letter of its group, or ''."""
    more: str = ""
    """What else is to be said of it: how many agree with it."""


def drawn_groups(
    leaves: Sequence[Leaf], order: Sequence[int], joins: Sequence[tuple[int, int, float]], cut: float, label: str
) -> str:
    """Draw orders joined by likeness: leaves on the right, from top to bottom in `order`, the joins by distance to their left.

    A broken line stands at the distance `cut`, where the tree falls into its groups.
    """
    farthest = max(d for *_, d in joins) or 1.0

    def x(distance: float) -> float:
        return 97 - 94 * distance / farthest

    place: dict[int, tuple[float, float]] = {leaf: (0.0, HEAD + ROW * (n + 0.5)) for n, leaf in enumerate(order)}
    drawn = []
    for n, (a, b, distance) in enumerate(joins):
        (da, ya), (db, yb) = place[a], place[b]
        for d, y in ((da, ya), (db, yb)):
            drawn.append(f'<line x1="{x(d):.2f}%" y1="{y:.1f}" x2="{x(distance):.2f}%" y2="{y:.1f}"/>')
        drawn.append(f'<line x1="{x(distance):.2f}%" y1="{ya:.1f}" x2="{x(distance):.2f}%" y2="{yb:.1f}"/>')
        place[len(leaves) + n] = distance, (ya + yb) / 2
    height = HEAD + ROW * len(leaves)
    drawn.append(f'<line class="cut" x1="{x(cut):.2f}%" y1="{HEAD - 6:.0f}" x2="{x(cut):.2f}%" y2="{height:.0f}"/>')
    for d in (0.0, farthest):
        drawn.append(f'<text class="at" x="{x(d):.2f}%" y="{HEAD - 14:.0f}">{100 * d:.0f}</text>')
    names = "".join(
        f'<li><span class="letter letter-{leaf.group or "none"}">{leaf.group or "–"}</span> '
        f'<a href="{escape(leaf.href)}">{escape(leaf.title)}</a>{f" <span>{escape(leaf.more)}</span>" if leaf.more else ""}</li>'
        for leaf in (leaves[n] for n in order)
    )
    return (
        f'<figure class="ranks joined"><div class="across"><svg height="{height:.0f}" role="img" aria-label="{escape(label)}">'
        f"{''.join(drawn)}</svg><ol>{names}</ol></div></figure>"
    )
