"""Maps of how the values of a feature are spread: a mark for each value, at the places of the games that have it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from tarotref.pages.drawings.coastline import ALPS, EUROPE, Frame
from tarotref.pages.drawings.map_names import Box, names


class Spot(NamedTuple):
    """A place, and how many of its games have which value."""

    name: str
    lat: float
    lon: float
    counts: Mapping[str, int]
    since: Mapping[str, int] = {}
    """From which year on games with a value are played there; a program lets the map run through time by it."""

    @property
    def within(self) -> bool:
        """Whether the map reaches so far."""
        return EUROPE.holds(self.lat, self.lon)


SHAPES = 7
"""As many values have a shape and a shade of their own; the others share the last."""
SMALL_MARKS = 0.6
"""Size of marks, in parts of the usual, that are drawn larger on another map."""


def shape(n: int, x: float, y: float, r: float) -> str:
    """Return the data of a path: the shape of the value of a number, of about the same area as a circle of the radius."""
    if n == 0:
        return f"M{x - r:.1f},{y:.1f}a{r:.1f},{r:.1f} 0 1 0 {2 * r:.1f},0a{r:.1f},{r:.1f} 0 1 0 {-2 * r:.1f},0z"
    if n == 5:
        a, b = 1.15 * r, 0.42 * r
        half = [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b)]
        steps = half + [(-dx, -dy) for dx, dy in half]
    else:
        corners, turn, size = {1: (4, 45, 1.2), 2: (3, -90, 1.4), 3: (4, 0, 1.3), 4: (3, 90, 1.4)}.get(n, (6, 0, 1.1))
        angles = (math.radians(turn + 360 * k / corners) for k in range(corners))
        steps = [(r * size * math.cos(a), r * size * math.sin(a)) for a in angles]
    return "M" + " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in steps) + "z"


def spread_map(spots: Sequence[Spot], values: Sequence[str], silent: str, label: str) -> str:
    """Draw places with a mark for each value that games of theirs have, larger for more; `silent` stands for nothing told.

    Values differ in shape and shade. The Alps and northern Italy, with most games, are enlarged; places beyond the map are named below.
    """
    number = {value: min(n, SHAPES - 1) for n, value in enumerate(v for v in values if v != silent)}
    shown = sorted((s for s in spots if s.within), key=lambda s: (-sum(s.counts.values()), s.name))
    if not shown:
        return ""
    inner = [s for s in shown if ALPS.holds(s.lat, s.lon)]
    outer = [s for s in shown if s not in inner]
    west, north = EUROPE.at(ALPS.north, ALPS.west)
    east, south = EUROPE.at(ALPS.south, ALPS.east)
    maps = []
    if outer:
        small = "".join(mark for s in inner for mark, _ in _marks(s, EUROPE, number, silent, SMALL_MARKS))
        inset = f'<rect class="inset" x="{west:.0f}" y="{north:.0f}" width="{east - west:.0f}" height="{south - north:.0f}"/>'
        maps.append(
            _map(EUROPE, outer, number, silent, label, small + inset if inner else "", (west, north, east, south))
        )
    if inner:
        maps.append(_map(ALPS, inner, number, silent, f"{label}: the Alps and northern Italy"))
    keys = [
        f'<span><svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path class="{cls}" d="{shape(n, 7, 7, 5)}"/></svg> {escape(value)}</span> '
        for value in values
        for n, cls in [(0, "silent") if value == silent else (number[value], f"shade-{number[value]}")]
        if any(s.counts.get(value) for s in spots)
    ]
    beyond = [escape(s.name) for s in spots if not s.within]
    rest = f"<span>Beyond the map: {', '.join(beyond)}</span>" if beyond else ""
    return f'<figure class="atlas shares spread">{"".join(maps)}<figcaption>{"".join(keys)}{rest}</figcaption></figure>'


def _map(
    frame: Frame,
    spots: Sequence[Spot],
    number: Mapping[str, int],
    silent: str,
    label: str,
    over: str = "",
    kept: Box | None = None,
) -> str:
    """Draw one map: the land, the marks of places with what they say, and their names where there is room."""
    marks = [list(_marks(s, frame, number, silent, 1.4, told=True)) for s in spots]
    dots = [(*frame.at(s.lat, s.lon), max(reach for _, reach in of)) for s, of in zip(spots, marks, strict=True)]
    named = "".join(names([s.name for s in spots], dots, frame, kept if over else None))
    return (
        f'<svg viewBox="0 0 {frame.width:.0f} {frame.height:.0f}" role="img" aria-label="{escape(label, quote=True)}">'
        f'<path class="land" d="{frame.land}"/>{over}{"".join(mark for of in marks for mark, _ in of)}<g aria-hidden="true">{named}</g></svg>'
    )


def _marks(
    spot: Spot, frame: Frame, number: Mapping[str, int], silent: str, unit: float, told: bool = False
) -> Iterator[tuple[str, float]]:
    """Yield the marks of a place, and how far each reaches from it; `told` where they say what they stand for.

    Several stand in a ring; what is silent has a mark only where nothing is told.
    """
    x, y = frame.at(spot.lat, spot.lon)
    there = [v for v in (*number, silent) if spot.counts.get(v)]
    values = [v for v in there if v != silent] or there
    radii = [unit * (2.2 if v == silent else 2.4 + 0.9 * math.sqrt(spot.counts[v])) for v in values]
    ring = 0.0 if len(values) == 1 else max(radii) / math.sin(math.pi / len(values))
    for n, (value, r) in enumerate(zip(values, radii, strict=True)):
        angle = math.pi + 2 * math.pi * n / len(values)
        path = shape(number.get(value, 0), x + ring * math.cos(angle), y + ring * math.sin(angle), r)
        words = f"{spot.name}: {value}, {spot.counts[value]} of {sum(spot.counts.values())}"
        title = f"<title>{escape(words)}</title>" if told else ""
        cls = f"shade-{number[value]}" if value in number else "silent"
        year = f' data-y="{spot.since[value]}"' if value in spot.since else ""
        yield f'<path class="{cls}"{year} d="{path}">{title}</path>', ring + r
