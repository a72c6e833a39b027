"""The games by how near they are: as points of a plane, and as a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

    Matrix = np.ndarray[Any, np.dtype[np.float64]]


class Mark(NamedTuple):
    """A game as drawings show it."""

    title: str
    href: str
    chapter: str
    """What stands for it on the map: the chapter of its tradition."""
    part: str
    """The part of the catalogue, by which marks are coloured."""


class Plane(NamedTuple):
    """Games as points, and how much of their distances the two axes show."""

    points: tuple[tuple[float, float], ...]
    share: float


class Tree(NamedTuple):
    """Games joined two by two, nearest first."""

    order: tuple[int, ...]
    """The leaves from top to bottom."""
    joins: tuple[tuple[int, int, float], ...]
    """What is joined, at which distance: numbers of games, or of earlier joins, counted on from these."""


def matrix(games: Sequence[str], between: Mapping[tuple[str, str], float]) -> Matrix:
    """Return distances, by what they are between, as a square."""
    import numpy as np

    place = {game: n for n, game in enumerate(games)}
    found = np.zeros((len(games), len(games)))
    for (one, other), distance in between.items():
        if one in place and other in place:
            found[place[one], place[other]] = found[place[other], place[one]] = distance
    return found


def plane(distances: Matrix) -> Plane:
    """Lay points into a plane so that their distances are as near as may be to those given: classical scaling (Torgerson 1952).

    The share is that of the two largest among the positive eigenvalues. An axis has no direction of its own: the point that is
    farthest out on it stands on the right, or above.
    """
    import numpy as np

    n = len(distances)
    centre = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-0.5 * centre @ distances**2 @ centre)
    axes = vectors[:, [-1, -2]] * np.sqrt(values[[-1, -2]])
    axes *= np.sign(axes[np.abs(axes).argmax(axis=0), [0, 1]])
    points = tuple((round(float(x), 3), round(float(y), 3)) for x, y in axes)
    return Plane(points, float(values[[-1, -2]].sum() / values[values > 0].sum()))


def tree(distances: Matrix) -> Tree:
    """Join what is nearest, again and again; groups are as far apart as their games are on the average (average linkage)."""
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    # Rounded, so that two that are alike near are joined in the order of the catalogue whatever the machine.
    joined = linkage(squareform(distances.round(9)), method="average")
    return Tree(
        tuple(map(int, leaves_list(joined))), tuple((int(a), int(b), round(float(d), 4)) for a, b, d, _ in joined)
    )


def drawn_plane(marks: Sequence[Mark], points: Sequence[tuple[float, float]], label: str) -> str:
    """Draw games as points, each the chapter of its tradition and a link to its page."""
    width, height, edge = 900.0, 640.0, 20.0
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    scale = min((width - 2 * edge) / (right - left), (height - 2 * edge) / (high - low))
    found = []
    for mark, (x, y) in zip(marks, points, strict=True):
        at = f'x="{edge + (x - left) * scale:.0f}" y="{edge + (high - y) * scale:.0f}"'
        title = escape(mark.title, quote=True)
        found.append(
            f'<a href="{escape(mark.href)}" aria-label="{title}"><text class="part-{mark.part}" {at}>{mark.chapter}'
            f"<title>{title}</title></text></a>"
        )
    across, up = (2 * edge + span * scale for span in (right - left, high - low))
    return (
        f'<figure class="nearness"><div class="scroller"><svg viewBox="0 0 {across:.0f} {up:.0f}" role="group" aria-label="{escape(label)}">'
        f"{''.join(found)}</svg></div></figure>"
    )


def drawn_tree(marks: Sequence[Mark], tree: Tree, label: str) -> str:
    """Draw the tree: leaves on the right, one below the other, and the joins by their distance to the left of them."""
    row, width, names = 17.0, 900.0, 330.0
    room = width - names - 10
    farthest = max(d for _, _, d in tree.joins)
    place: dict[int, tuple[float, float]] = {game: (room, row * (n + 0.5)) for n, game in enumerate(tree.order)}
    lines = []
    for n, (a, b, distance) in enumerate(tree.joins):
        (xa, ya), (xb, yb) = place[a], place[b]
        x = room * (1 - distance / farthest)
        lines.append(f"M{xa:.0f} {ya:.1f}H{x:.0f}V{yb:.1f}H{xb:.0f}")
        place[len(marks) + n] = x, (ya + yb) / 2
    texts = []
    for n, game in enumerate(tree.order):
        mark = marks[game]
        texts.append(
            f'<a href="{escape(mark.href)}"><text class="part-{mark.part}" x="{room + 6:.0f}" y="{row * (n + 0.5) + 4:.1f}">'
            f"{escape(mark.title)}</text></a>"
        )
    height = row * len(tree.order)
    return (
        f'<figure class="nearness tree"><div class="scroller"><svg viewBox="0 0 {width:.0f} {height:.0f}" role="group" aria-label="{escape(label)}">'
        f'<path d="{"".join(lines)}"/>{"".join(texts)}</svg></div></figure>'
    )
