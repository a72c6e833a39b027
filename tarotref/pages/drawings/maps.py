"""Maps and timelines: where and when, drawn from places and dates."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

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
        x, y = float(place.lon - int(WEST)) * SQUEEZE * SCALE, float(NORTH - float(place.lat)) * SCALE
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
