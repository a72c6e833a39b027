"""Make the outlines in tarotref/pages/drawings/coastline.json, which stand behind our maps, from Natural Earth.

Usage: npm pack world-atlas && tar xzf world-atlas-*.tgz && python scripts/coastline.py package

The npm package `world-atlas` holds Natural Earth (public domain) as TopoJSON. Land and borders are clipped to each map,
projected (equirectangular, true at 46 degrees north) and simplified to a part of a unit of the drawing.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).resolve().parent.parent / "tarotref/pages/drawings/coastline.json"
SQUEEZE = math.cos(math.radians(46))
Point = tuple[float, float]


class Frame(NamedTuple):
    """Bounds of a map in degrees, and units of its drawing for a degree of latitude."""

    west: float
    south: float
    east: float
    north: float
    scale: float

    def drawn(self, point: Point) -> Point:
        """Return where a point stands in the drawing."""
        return (point[0] - self.west) * SQUEEZE * self.scale, (self.north - point[1]) * self.scale


EUROPE = Frame(-6.0, 35.5, 31.0, 58.5, 24.0)
ALPS = Frame(4.3, 43.2, 17.5, 49.1, 72.0)


def arcs_of(topology: dict) -> list[list[Point]]:
    """Return the lines of which all shapes consist, in degrees."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for deltas in topology["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in deltas:
            x, y = x + dx, y + dy
            arc.append((x * sx + tx, y * sy + ty))
        arcs.append(arc)
    return arcs


def rings(topology: dict) -> list[list[Point]]:
    """Return the outer ring of every piece of land, in degrees."""
    arcs, found = arcs_of(topology), []
    for shape in topology["objects"]["land"]["geometries"]:
        for polygon in shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]:
            ring: list[Point] = []
            for n in polygon[0]:
                arc = arcs[n] if n >= 0 else arcs[~n][::-1]
                ring += arc[bool(ring) :]
            found.append(ring)
    return found


def cut(ring: list[Point], inside: Callable[[Point], bool], meet: Callable[[Point, Point], Point]) -> list[Point]:
    """Clip a ring by one edge of the map (Sutherland and Hodgman)."""
    out = []
    for n, b in enumerate(ring):
        a = ring[n - 1]
        if inside(a) != inside(b):
            out.append(meet(a, b))
        if inside(b):
            out.append(b)
    return out


def clipped(ring: list[Point], frame: Frame) -> list[Point]:
    """Clip a ring to the map."""
    for axis, bound, sign in ((0, frame.west, 1), (0, frame.east, -1), (1, frame.south, 1), (1, frame.north, -1)):

        def meet(a: Point, b: Point, axis: int = axis, bound: float = bound) -> Point:
            share = (bound - a[axis]) / (b[axis] - a[axis])
            other = a[1 - axis] + (b[1 - axis] - a[1 - axis]) * share
            return (bound, other) if axis == 0 else (other, bound)

        ring = (
            cut(ring, lambda p, axis=axis, bound=bound, sign=sign: sign * (p[axis] - bound) >= 0, meet)
            if ring
            else ring
        )
    return ring


def simpler(points: list[Point], least: float = 0.75) -> list[Point]:
    """Drop points nearer than `least` to the line between the others (Douglas and Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay)
    far, at = 0.0, 0
    for n, (x, y) in enumerate(points[1:-1], 1):
        off = (
            abs((by - ay) * x - (bx - ax) * y + bx * ay - by * ax) / length
            if length > 1e-6
            else math.hypot(x - ax, y - ay)
        )
        if off > far:
            far, at = off, n
    return (
        simpler(points[: at + 1], least)[:-1] + simpler(points[at:], least) if far > least else [points[0], points[-1]]
    )


def written(points: list[Point], least: float) -> str:
    """Return a line, simplified, as a path of steps, which are shorter to write than points; '' where it is one point."""
    half = len(points) // 2
    kept = simpler(points[: half + 1], least)[:-1] + simpler(points[half:], least)
    whole = [(round(x), round(y)) for x, y in kept]
    steps = [(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(whole)]
    told = " ".join(f"{x},{y}" for x, y in steps if x or y).replace(" -", "-").replace(",-", "-")
    return f"M{whole[0][0]},{whole[0][1]}l{told}" if told else ""


def outline(topology: dict, frame: Frame) -> str:
    """Return the land of a map as an SVG path."""
    path = ""
    for ring in rings(topology):
        drawn = [frame.drawn(point) for point in clipped(ring, frame)]
        area = abs(sum(drawn[n - 1][0] * y - x * drawn[n - 1][1] for n, (x, y) in enumerate(drawn))) / 2
        if area >= 14:
            path += written(drawn, 0.75) + "z"
    return path


def borders(topology: dict, frame: Frame) -> str:
    """Return the lines between two countries of today as an SVG path."""
    uses: dict[int, int] = {}
    for shape in topology["objects"]["countries"]["geometries"]:
        polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        for n in (n for polygon in polygons for ring in polygon for n in ring):
            uses[max(n, ~n)] = uses.get(max(n, ~n), 0) + 1
    path = ""
    for n, arc in enumerate(arcs_of(topology)):
        if uses.get(n, 0) < 2:
            continue
        run: list[Point] = []
        for lon, lat in [*arc, (math.inf, math.inf)]:
            if frame.west - 1 <= lon <= frame.east + 1 and frame.south - 1 <= lat <= frame.north + 1:
                run.append(frame.drawn((lon, lat)))
            elif run:
                path += written(run, 1.0) if len(run) > 2 else ""
                run = []
    return path


def main(folder: Path) -> None:
    """Write the outlines of both maps: Europe from the coarse data, the Alps from the fine ones."""
    made = {}
    for name, frame, scale in (("europe", EUROPE, "50m"), ("alps", ALPS, "10m")):
        land, countries = (
            json.loads((folder / f"{what}-{scale}.json").read_text(encoding="utf-8")) for what in ("land", "countries")
        )
        made[name] = {**frame._asdict(), "land": outline(land, frame), "borders": borders(countries, frame)}
    FILE.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.setrecursionlimit(10_000)
    main(Path(sys.argv[1]))
