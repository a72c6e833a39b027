"""Maps and timelines: where and when, drawn from places and dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from tarotref.computed.evidence import lived
from tarotref.dates import about, bounds
from tarotref.pages.drawings.coastline import ALPS, EUROPE, Frame
from tarotref.pages.drawings.map_names import Box, names
from tarotref.pages.drawings.timeline import Span, timeline

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

WIDE_REGIONS = ("region", "country", "island", "district", "valley")
"""Kinds of places that are drawn as an open ring: what is told of them has no town."""


class Spot(NamedTuple):
    """A place on a map: its name, where it stands, how large its dot is, its class, what it leads to and says."""

    title: str
    lat: float
    lon: float
    radius: float
    cls: str
    href: str
    words: str


def counts(computed: ComputedCorpus) -> dict[str, tuple[int, int]]:
    """Return for each place how many games and how many attestations it has."""
    games = Counter(place for record in computed.corpus.games.values() for place in record.facts.places)
    evidence = Counter(a.place for a in computed.corpus.shared["attestations"].values() if a.place)
    return {p: (games[p], evidence[p]) for p in computed.corpus.shared["places"] if p in games or p in evidence}


def map_of(computed: ComputedCorpus, page: str = "places.html", enlarged: bool = True) -> str:
    """Draw every place that has games (full dots, by their number) or evidence alone (rings), each a link to its entry.

    The Alps are `enlarged` on a map of their own, here or on the page of the entries.
    """
    spots = []
    for id, (games, evidence) in counts(computed).items():
        said = ", ".join(filter(None, (_number(games, "game"), _number(evidence, "piece", " of evidence"))))
        size = 2.4 + games**0.5 * 1.7 if games else 2.2
        spots.append(_spot(computed, id, size, "games" if games else "evidence", f"{page}#place-{id}", said))
    caption = "Full dots: places with games, larger for more. Rings: places with evidence only."
    return _atlas(spots, "Map of places", caption, "" if enlarged else page)


def evidence_map(computed: ComputedCorpus, to: str) -> str:
    """Draw every place from which there is evidence, by how much there is; each leads to it, at an address that ends with its id."""
    places = computed.corpus.shared["places"]
    spots = []
    for id, (_, evidence) in counts(computed).items():
        if evidence:
            wide = places[id].kind in WIDE_REGIONS
            said = _number(evidence, "piece", " of evidence")
            spots.append(_spot(computed, id, 2.2 + evidence**0.5 * 1.5, "wide" if wide else "games", f"{to}{id}", said))
    caption = "Full dots: towns and villages, larger where there is more evidence. Dashed rings: regions and countries, where the evidence names no town."
    return _atlas(spots, "Map of evidence", caption)


def _number(n: int, word: str, after: str = "") -> str:
    return f"{n} {word}{'' if n == 1 else 's'}{after}" if n else ""


def _spot(computed: ComputedCorpus, id: str, radius: float, cls: str, href: str, said: str) -> Spot | None:
    place = computed.corpus.shared["places"][id]
    if place.lat is None or place.lon is None:
        return None
    return Spot(place.title, float(place.lat), float(place.lon), radius, cls, href, f"{place.title}: {said}")


def _atlas(spots: Iterable[Spot | None], label: str, caption: str, page: str = "") -> str:
    """Draw places on a map of Europe and, enlarged, on one of the Alps, which may stand on another page; those beyond both are
    named below."""
    found = sorted(filter(None, spots), key=lambda s: (-s.radius, s.title))
    inner, outer = [s for s in found if ALPS.holds(s.lat, s.lon)], [s for s in found if EUROPE.holds(s.lat, s.lon)]
    beyond = [f'<a href="{escape(s.href)}">{escape(s.title)}</a>' for s in found if s not in outer]
    # What the Alps have larger is a small dot without a link on the other map, and a name keeps clear of it.
    west, north = EUROPE.at(ALPS.north, ALPS.west)
    east, south = EUROPE.at(ALPS.south, ALPS.east)
    small = "".join(
        f'<circle class="{s.cls}" cx="{x:.0f}" cy="{y:.0f}" r="2"/>'
        for s in inner
        for x, y in [EUROPE.at(s.lat, s.lon)]
    )
    frame = (
        f'<g class="small">{small}</g><a href="{page}#enlarged" aria-label="The Alps and northern Italy, enlarged"><rect class="frame" '
        f'x="{west:.0f}" y="{north:.0f}" width="{east - west:.0f}" height="{south - north:.0f}"/></a>'
    )
    europe = _map(EUROPE, [s for s in outer if s not in inner], f"{label}: Europe", frame, (west, north, east, south))
    alps = "" if page else _map(ALPS, inner, f"{label}: the Alps and northern Italy, enlarged", id="enlarged")
    where = "leads to a larger map" if page else "is enlarged beside or below"
    after = f" Beyond the map: {', '.join(beyond)}." if beyond else ""
    return (
        f'<figure class="atlas{" one" if page else ""}">{europe}{alps}<figcaption>{caption} Lines: today’s borders. '
        f"The frame {where}.{after}</figcaption></figure>"
    )


def _map(frame: Frame, spots: list[Spot], label: str, over: str = "", kept: Box | None = None, id: str = "") -> str:
    """Draw one map. Names stand where they touch neither dots nor each other; those without room are said on pointing, by
    `site.js`."""
    dots = [(*frame.at(s.lat, s.lon), s.radius) for s in spots]
    drawn_names = names([s.title for s in spots], dots, frame, kept)
    drawn = []
    for spot, (x, y, r), name in zip(spots, dots, drawn_names, strict=True):
        words = escape(spot.words, quote=True)
        drawn.append(
            f'<a href="{escape(spot.href)}" aria-label="{words}"><circle class="{spot.cls}" cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"/>'
            f"{name}</a>"
        )
    named = f' id="{id}"' if id else ""
    return (
        f'<svg{named} viewBox="0 0 {frame.width:.0f} {frame.height:.0f}" role="group" aria-label="{escape(label, quote=True)}">'
        f'<path class="land" d="{frame.land}"/><path class="border" d="{frame.borders}"/>{over}{"".join(drawn)}</svg>'
    )


def timeline_of(computed: ComputedCorpus) -> str:
    """Draw from when to when each family of games is known to have been played, oldest first: as the pages of the
    families say it."""
    drawn = []
    for id, record in computed.corpus.traditions.items():
        played = lived(computed, id)
        if not played or id == "family":
            continue
        first, last = bounds(played)
        if first is None and last is None:
            continue
        drawn.append(
            Span(
                record.facts.title,
                first or (last or 1500) - 50,
                last or 2025,
                f"{record.source.path.removesuffix('.md')}.html",
                about(played.partition("/")[0]) or first is None,
                about(played.partition("/")[2]) if "/" in played else about(played),
            )
        )
    label = "From when to when each family of games was played"
    caption = "From the first sure evidence of a family of games, or the beginning that a source names, to the end of its play or to today. A pale end: the year is only about."
    made = timeline(sorted(drawn, key=lambda s: (s.first, s.last, s.title)), label=label) if drawn else ""
    return made.replace("</figure>", f"<figcaption>{caption}</figcaption></figure>")
