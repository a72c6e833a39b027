"""Make tarotref/pages/drawings/coastline.py, the outline behind our maps, from Natural Earth.

Usage: npm pack world-atlas && tar xzf world-atlas-*.tgz && python scripts/coastline.py package/land-50m.json

The npm package `world-atlas` holds Natural Earth (public domain) as TopoJSON. The land is clipped to the map, projected
(equirectangular, true at 46 degrees north) and simplified to three quarters of a unit of the drawing.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path

WEST, SOUTH, EAST, NORTH, SCALE = -6.0, 35.5, 31.0, 58.5, 24.0
SQUEEZE = math.cos(math.radians(46))
Point = tuple[float, float]


def rings(topology: dict) -> list[list[Point]]:
    """Return the outer ring of every piece of land, in degrees."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for deltas in topology["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in deltas:
            x, y = x + dx, y + dy
            arc.append((x * sx + tx, y * sy + ty))
        arcs.append(arc)
    found = []
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


def clipped(ring: list[Point]) -> list[Point]:
    """Clip a ring to the map."""
    for axis, bound, sign in ((0, WEST, 1), (0, EAST, -1), (1, SOUTH, 1), (1, NORTH, -1)):

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


def outline(topology: dict) -> str:
    """Return the land of the map as an SVG path."""
    path = ""
    for ring in rings(topology):
        drawn = [((x - WEST) * SQUEEZE * SCALE, (NORTH - y) * SCALE) for x, y in clipped(ring)]
        area = abs(sum(drawn[n - 1][0] * y - x * drawn[n - 1][1] for n, (x, y) in enumerate(drawn))) / 2
        if area >= 14:
            half = len(drawn) // 2
            drawn = simpler(drawn[: half + 1])[:-1] + simpler(drawn[half:])
            path += "M" + " ".join(f"{x:.0f},{y:.0f}" for x, y in drawn) + "z"
    return path


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.setrecursionlimit(10_000)
    print(outline(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
