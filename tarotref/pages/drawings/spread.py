"""Maps of how the values of a feature are spread: a mark for each value, at the places of the games that have it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from tarotref.pages.drawings.coastline import EUROPE


class Spot(NamedTuple):
    """A place, and how many of its games have which value."""

    name: str
    lat: float
    lon: float
    counts: Mapping[str, int]

    @property
    def within(self) -> bool:
        """Whether the map reaches so far."""
        return EUROPE.holds(self.lat, self.lon)


SHAPES = 7
"""As many values have a shape and a shade of their own; the others share the last."""
CORE = (43.4, 4.4, 50.4, 20.2)
"""South, west, north and east of the lands with most games, which have a drawing of their own."""
_MARGIN = 26.0
_NAMES = 46
"""The width of a drawing by the size of its type."""


class Area(NamedTuple):
    """A part of the map."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left

    def holds(self, box: Area) -> bool:
        """Whether another lies in it."""
        return self.left < box.left and box.right < self.right and self.top < box.top and box.bottom < self.bottom

    def meets(self, box: Area) -> bool:
        """Whether another has something in common with it."""
        return self.left < box.right and box.left < self.right and self.top < box.bottom and box.top < self.bottom


def shape(n: int, x: float, y: float, r: float) -> str:
    """Return the data of a path: the shape of the value of a number, of about the same area as a circle of the radius."""
    if n == 0:
        return f"M{x - r:.2f},{y:.2f}a{r:.2f},{r:.2f} 0 1 0 {2 * r:.2f},0a{r:.2f},{r:.2f} 0 1 0 {-2 * r:.2f},0z"
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

    Values differ in shape and shade. One drawing shows as much of Europe as the marks need, another the lands with most games;
    places beyond the map are named below.
    """
    number = {value: min(n, SHAPES - 1) for n, value in enumerate(v for v in values if v != silent)}
    shown = sorted((s for s in spots if s.within), key=lambda s: (-sum(s.counts.values()), s.name))
    if not shown:
        return ""
    points = [EUROPE.at(s.lat, s.lon) for s in shown]
    whole = Area(
        max(min(x for x, _ in points) - _MARGIN, 0),
        max(min(y for _, y in points) - _MARGIN, 0),
        min(max(x for x, _ in points) + 2 * _MARGIN, EUROPE.width),
        min(max(y for _, y in points) + _MARGIN, EUROPE.height),
    )
    core = Area(*EUROPE.at(CORE[2], CORE[1]), *EUROPE.at(CORE[0], CORE[3]))
    inner = [n for n, (x, y) in enumerate(points) if core.left < x < core.right and core.top < y < core.bottom]
    outer = [n for n in range(len(shown)) if n not in inner]
    drawings_ = [(whole, list(range(len(shown))), outer, label)]
    if inner and outer:
        drawings_.append((core, inner, inner, f"{label}: the lands with most games"))
    else:
        drawings_ = [(whole, inner or outer, inner or outer, label)]
    out: list[str] = []
    for frame, marked, named, said in drawings_:
        marks, taken = [], list[Area]()
        for n in marked:
            spot, (x, y) = shown[n], points[n]
            for value, mx, my, r in _around(spot, values, x, y, silent, frame.width / 440):
                cls = "silent" if value == silent else f"shade-{number[value]}"
                path = shape(0 if value == silent else number[value], mx, my, r)
                words = f"{spot.name}: {value}, {spot.counts[value]} of {sum(spot.counts.values())}"
                title = (
                    f"<title>{escape(words)}</title>" if n in named else ""
                )  # the others have it where they are larger
                marks.append(f'<path class="{cls}" d="{path}">{title}</path>')
                taken.append(Area(mx - r, my - r, mx + r, my + r))
        names = "".join(_names([(shown[n], points[n]) for n in named], taken, frame))
        box = f"{frame.left:.0f} {frame.top:.0f} {frame.width:.0f} {frame.bottom - frame.top:.0f}"
        land = (
            '<use class="land" href="#map-land"/>' if out else f'<path class="land" id="map-land" d="{EUROPE.land}"/>'
        )
        inset = (
            f'<rect class="inset" x="{core.left:.0f}" y="{core.top:.0f}" width="{core.width:.0f}" height="{core.bottom - core.top:.0f}"/>'
            if not out and len(drawings_) > 1
            else ""
        )
        out.append(
            f'<svg viewBox="{box}" role="img" aria-label="{escape(said, quote=True)}" style="--unit:{frame.width / 440:.2f}px">'
            f'{land}{inset}{"".join(marks)}<g aria-hidden="true">{names}</g></svg>'
        )
    keys = [
        f'<span><svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path class="{cls}" d="{shape(n, 7, 7, 5)}"/></svg> {escape(value)}</span> '
        for value in values
        for n, cls in [(0, "silent") if value == silent else (number[value], f"shade-{number[value]}")]
        if any(s.counts.get(value) for s in spots)
    ]
    beyond = [escape(s.name) for s in spots if not s.within]
    rest = f"<span>Beyond the map: {', '.join(beyond)}</span>" if beyond else ""
    return f'<figure class="shares spread">{"".join(out)}<figcaption>{"".join(keys)}{rest}</figcaption></figure>'


def _around(
    spot: Spot, values: Sequence[str], x: float, y: float, silent: str, unit: float
) -> Iterator[tuple[str, float, float, float]]:
    """Yield the marks of a place: value, where, radius. Several stand in a ring; what is silent only where nothing is told."""
    there = [v for v in values if spot.counts.get(v)]
    told = [v for v in there if v != silent] or there
    radii = [unit * (2.2 if v == silent else 2.4 + 0.9 * math.sqrt(spot.counts[v])) for v in told]
    ring = 0.0 if len(told) == 1 else max(radii) / math.sin(math.pi / len(told))
    for n, (value, r) in enumerate(zip(told, radii, strict=True)):
        angle = math.pi + 2 * math.pi * n / len(told)
        yield value, x + ring * math.cos(angle), y + ring * math.sin(angle), r


def _names(spots: Sequence[tuple[Spot, tuple[float, float]]], marks: Sequence[Area], frame: Area) -> Iterator[str]:
    """Yield the names of places for which there is room, those with most games first: none covers a mark or another name."""
    taken, size, unit = list(marks), frame.width / _NAMES, frame.width / 440
    for spot, (x, y) in spots:
        wide, own = len(spot.name) * size * 0.52, unit * (3 + 1.6 * math.sqrt(sum(spot.counts.values())))
        for anchor, dx, dy in (
            ("start", own, size / 3),
            ("end", -own, size / 3),
            ("middle", 0, -own),
            ("middle", 0, own + size * 0.7),
        ):
            start = x + dx - {"start": 0.0, "end": wide, "middle": wide / 2}[anchor]
            box = Area(start, y + dy - 0.75 * size, start + wide, y + dy + 0.2 * size)
            if frame.holds(box) and not any(box.meets(other) for other in taken):
                taken.append(box)
                yield (
                    f'<text x="{x + dx:.1f}" y="{y + dy:.1f}" font-size="{size:.1f}" text-anchor="{anchor}">'
                    f"{escape(spot.name)}</text>"
                )
                break
