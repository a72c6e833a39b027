"""Names on maps: each by its dot, where it touches neither dots nor other names."""

from __future__ import annotations

from html import escape
from math import inf

from tarotref.pages.drawings.coastline import Frame

SMALL, LARGE = 12.5, 20.0
"""Size of names in units of the drawing: on a wide page, and on a phone, where there is room for fewer."""
LETTER = 0.56
"""How wide a letter is on average, in parts of its size."""
EMINENT = 6.5
"""From what radius on a dot has its name, come what may."""
Box = tuple[float, float, float, float]


def names(
    titles: list[str], dots: list[tuple[float, float, float]], frame: Frame, kept: Box | None = None
) -> list[str]:
    """Return the names of dots as they are drawn, or '' for those without room; the larger the dot, the sooner it is served.

    First those for which there is room on a phone, then (`minor`) those for which there is on a wide page.
    """
    found = [""] * len(dots)
    places: dict[int, tuple[float, float, str]] = {}
    for size, cls in ((LARGE, "name"), (SMALL, "name minor")):
        taken = [_box(titles[n], *place, size) for n, place in places.items()] + ([kept] if kept else [])
        for n, (x, y, r) in enumerate(dots):
            if n in places:
                continue
            # Where much is, the name stands even on small dots.
            most = 3 if r >= EMINENT else 0
            room = [(_hidden(_box(titles[n], *p, size), n, dots, taken, frame), p) for p in _around(x, y, r, size)]
            hidden, place = min(room, key=lambda one: one[0])
            if hidden <= most:
                places[n] = place
                taken.append(_box(titles[n], *place, size))
                x1, y1, anchor = place
                end = f' text-anchor="{anchor}"' if anchor != "start" else ""
                found[n] = f'<text class="{cls}" x="{x1:.1f}" y="{y1:.1f}"{end}>{escape(titles[n])}</text>'
    return found


def _around(x: float, y: float, r: float, size: float) -> list[tuple[float, float, str]]:
    """Return where a name may stand by a dot: right, left, above, below, and aslant."""
    middle, above, below, aside = y + SMALL * 0.35, y - r - 3, y + r + size * 0.85, r * 0.7 + 2
    return [
        (x + r + 2, middle, "start"),
        (x - r - 2, middle, "end"),
        (x, above, "middle"),
        (x, below, "middle"),
        *((x + aside, level, "start") for level in (y - aside, y + aside + size * 0.6)),
        *((x - aside, level, "end") for level in (y - aside, y + aside + size * 0.6)),
    ]


def _box(title: str, x: float, y: float, anchor: str, size: float) -> Box:
    wide = len(title) * size * LETTER
    left = x if anchor == "start" else x - wide if anchor == "end" else x - wide / 2
    return left, y - size * 0.8, left + wide, y + size * 0.25


def _hidden(box: Box, own: int, dots: list[tuple[float, float, float]], taken: list[Box], frame: Frame) -> float:
    """Return how many other dots a name would lie on; without end where it would leave the map or touch another name."""
    left, top, right, bottom = box
    if left < 1 or top < 1 or right > frame.width - 1 or bottom > frame.height - 1:
        return inf
    if any(left < b[2] and b[0] < right and top < b[3] and b[1] < bottom for b in taken):
        return inf
    found = 0
    for n, (x, y, r) in enumerate(dots):  # asked a million times: a generator takes twice as long
        if left < x + r and x - r < right and top < y + r and y - r < bottom and n != own:
            found += 1
    return found
