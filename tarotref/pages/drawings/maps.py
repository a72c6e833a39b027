"""Maps and timelines: where and when, drawn from places and dates."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tarotref.dates import about, bounds
from tarotref.pages.drawings import cards as drawings
from tarotref.pages.drawings.coastline import EAST, HEIGHT, LAND, NORTH, SCALE, SOUTH, SQUEEZE, WEST, WIDTH

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


def counts(computed: ComputedCorpus) -> dict[str, tuple[int, int]]:
    """Return for each place how many games and how many attestations it has."""
    games: dict[str, int] = {}
    evidence: dict[str, int] = {}
    for record in computed.corpus.games.values():
        for place in record.facts.places:
            games[place] = games.get(place, 0) + 1
    for a in computed.corpus.shared["attestations"].values():
        if a.place:
            evidence[a.place] = evidence.get(a.place, 0) + 1
    return {
        p: (games.get(p, 0), evidence.get(p, 0))
        for p in computed.corpus.shared["places"]
        if p in games or p in evidence
    }


def map_of(computed: ComputedCorpus, page: str = "places.html") -> str:
    """Draw every place that has games (full dots, by their number) or evidence alone (rings), each a link to its entry."""
    dots, beyond = [], []
    found = counts(computed)
    for id in sorted(found, key=lambda p: -sum(found[p])):
        place, (games, evidence) = computed.corpus.shared["places"][id], found[id]
        said = ", ".join(
            t
            for t in (
                f"{games} game{'s' if games != 1 else ''}" if games else "",
                f"{evidence} piece{'s' if evidence != 1 else ''} of evidence" if evidence else "",
            )
            if t
        )
        label = escape(f"{place.title}: {said}", quote=True)
        if place.lat is None or place.lon is None:
            continue
        if not (SOUTH <= place.lat <= NORTH and WEST <= place.lon <= EAST):
            if games:
                beyond.append(f'<a href="{page}#place-{id}">{escape(place.title)}</a>')
            continue
        x, y = at(float(place.lat), float(place.lon))
        radius = 2.4 + (games**0.5) * 1.7 if games else 2.2
        dots.append(
            f'<a href="{page}#place-{id}" aria-label="{label}"><circle class="{"games" if games else "evidence"}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"><title>{label}</title></circle></a>'
        )
    rest = f"<figcaption>Full dots: places with games, larger for more. Rings: places with evidence only.{' Beyond the map: ' + ', '.join(beyond) + '.' if beyond else ''}</figcaption>"
    return f'<figure class="atlas"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="Map of places"><path class="land" d="{LAND}"/>{"".join(dots)}</svg>{rest}</figure>'


def timeline_of(computed: ComputedCorpus, prefix: str = "") -> str:
    """Draw the span of every tradition that has records, oldest first."""
    spans = []
    for id, record in computed.corpus.traditions.items():
        played = record.facts.played
        if not played or id == "family":
            continue
        first, last = bounds(played)
        if first is None and last is None:
            continue
        spans.append(
            drawings.Span(
                record.facts.title,
                first or (last or 1500) - 50,
                last or 2025,
                f"{prefix}{record.source.path.removesuffix('.md')}.html",
                about(played.partition("/")[0]) or first is None,
                about(played.partition("/")[2]) if "/" in played else about(played),
            )
        )
    return (
        drawings.timeline(
            sorted(spans, key=lambda s: (s.first, s.last, s.title)), label="When each family of games was played"
        )
        if spans
        else ""
    )


def at(lat: float, lon: float) -> tuple[float, float]:
    """Return where a place in degrees stands on the map."""
    return (lon - WEST) * SQUEEZE * SCALE, (NORTH - lat) * SCALE


class Spot(NamedTuple):
    """A place, and how many of its games have which value."""

    name: str
    lat: float
    lon: float
    counts: Mapping[str, int]

    @property
    def within(self) -> bool:
        """Whether the map reaches so far."""
        return SOUTH <= self.lat <= NORTH and WEST <= self.lon <= EAST


SHAPES = 7
"""As many values have a shape and a shade of their own; the others share the last."""
_MARGIN = 26.0
_TYPE = 8.0
"""Size of the names, in units of the drawing."""


def shape(n: int, x: float, y: float, r: float) -> str:
    """Return the data of a path: the shape of the value of a number, of about the same area as a circle of the radius."""
    if n == 0:
        return f"M{x - r:.1f},{y:.1f}a{r:.1f},{r:.1f} 0 1 1 {2 * r:.1f},0a{r:.1f},{r:.1f} 0 1 1 {-2 * r:.1f},0z"
    if n == 5:
        a, b = 1.15 * r, 0.42 * r
        steps = [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)]
    else:
        corners, turn, size = {
            1: (4, 45, 1.2),
            2: (3, -90, 1.4),
            3: (4, 0, 1.3),
            4: (3, 90, 1.4),
        }.get(n, (6, 0, 1.1))
        angles = (math.radians(turn + 360 * k / corners) for k in range(corners))
        steps = [(r * size * math.cos(a), r * size * math.sin(a)) for a in angles]
    return "M" + " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in steps) + "z"


def spread_map(spots: Sequence[Spot], values: Sequence[str], silent: str, label: str) -> str:
    """Draw places with a mark for each value that games of theirs have, larger for more; `silent` stands for nothing told.

    Values differ in shape and shade. The map shows as much of Europe as the marks need; places beyond it are named below it.
    """
    number = {value: min(n, SHAPES - 1) for n, value in enumerate(v for v in values if v != silent)}
    shown = sorted((s for s in spots if s.within), key=lambda s: (-sum(s.counts.values()), s.name))
    if not shown:
        return ""
    points = [at(s.lat, s.lon) for s in shown]
    left, top = (max(min(p[k] for p in points) - _MARGIN, 0) for k in (0, 1))
    right = min(max(p[0] for p in points) + 2 * _MARGIN, WIDTH)
    bottom = min(max(p[1] for p in points) + _MARGIN, HEIGHT)
    marks, taken = [], list[tuple[float, float, float, float]]()
    for spot, (x, y) in zip(shown, points, strict=True):
        for value, mx, my, r in _around(spot, [v for v in values if spot.counts.get(v)], x, y, silent):
            cls = "silent" if value == silent else f"shade-{number[value]}"
            path = shape(0 if value == silent else number[value], mx, my, r)
            told = escape(f"{spot.name}: {value}, {spot.counts[value]} of {sum(spot.counts.values())}")
            marks.append(f'<path class="{cls}" d="{path}"><title>{told}</title></path>')
            taken.append((mx - r, my - r, mx + r, my + r))
    names = "".join(_names(shown, points, taken, (left, top, right, bottom)))
    box = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    keys = [
        f'<span><svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path class="{cls}" d="{shape(n, 7, 7, 5)}"/></svg> {escape(value)}</span> '
        for value in values
        for n, cls in [(0, "silent") if value == silent else (number[value], f"shade-{number[value]}")]
        if any(s.counts.get(value) for s in spots)
    ]
    beyond = [escape(s.name) for s in spots if not s.within]
    rest = f'<span>Beyond the map: {", ".join(beyond)}</span>' if beyond else ""
    return (
        f'<figure class="shares spread"><svg viewBox="{box}" role="img" aria-label="{escape(label, quote=True)}">'
        f'<path class="land" d="{LAND}"/>{"".join(marks)}<g aria-hidden="true">{names}</g></svg>'
        f"<figcaption>{''.join(keys)}{rest}</figcaption></figure>"
    )


def _around(spot: Spot, values: Sequence[str], x: float, y: float, silent: str) -> Iterator[tuple[str, float, float, float]]:
    """Yield the marks of a place: value, where, radius. Several stand in a ring; what is silent only where nothing is told."""
    told = [v for v in values if v != silent] or list(values)
    radii = [2.0 if v == silent else 2.1 + 0.9 * math.sqrt(spot.counts[v]) for v in told]
    ring = 0.0 if len(told) == 1 else max(radii) / math.sin(math.pi / len(told))
    for n, (value, r) in enumerate(zip(told, radii, strict=True)):
        angle = math.pi + 2 * math.pi * n / len(told)
        yield value, x + ring * math.cos(angle), y + ring * math.sin(angle), r


def _names(
    spots: Sequence[Spot],
    points: Sequence[tuple[float, float]],
    taken: list[tuple[float, float, float, float]],
    frame: tuple[float, float, float, float],
) -> Iterator[str]:
    """Yield the names of places for which there is room, those with most games first: none covers a mark or another name."""
    taken = list(taken)
    for spot, (x, y) in zip(spots, points, strict=True):
        wide, own = len(spot.name) * _TYPE * 0.52, 2.5 + 1.6 * math.sqrt(sum(spot.counts.values()))
        for anchor, dx, dy in (("start", own + 1, 3), ("end", -own - 1, 3), ("middle", 0, -own - 2), ("middle", 0, own + 7)):
            start = x + dx - {"start": 0.0, "end": wide, "middle": wide / 2}[anchor]
            box = (start, y + dy - 0.75 * _TYPE, start + wide, y + dy + 0.2 * _TYPE)
            inside = frame[0] < box[0] and box[2] < frame[2] and frame[1] < box[1] and box[3] < frame[3]
            if inside and not any(box[0] < o[2] and o[0] < box[2] and box[1] < o[3] and o[1] < box[3] for o in taken):
                taken.append(box)
                yield f'<text x="{x + dx:.1f}" y="{y + dy:.1f}" text-anchor="{anchor}">{escape(spot.name)}</text>'
                break
