"""Where and when: map, timeline, places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.model.types import given
from tarotref.notation import folded
from tarotref.pages.drawings.maps import map_of, timeline_of
from tarotref.pages.elements import Child, E, El, Raw, joined, table
from tarotref.pages.lists.choices import choices, shortened
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.model.shared import Place


@view("map")
def atlas_map(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the map of places, for the front page."""
    yield E("div", Raw(map_of(computed, "docs/places.html", enlarged=False)))


@view("timeline")
def timeline(computed: ComputedCorpus) -> Iterator[El]:
    """Yield when each tradition was played, for the front page."""
    yield E("div", Raw(timeline_of(computed)))


@view("places")
def places(computed: ComputedCorpus) -> Iterator[El]:
    """Yield every place with its games, their packs, the trump orders known from there, and how much evidence there is."""
    labels = Labels(computed)
    yield E("div", Raw(map_of(computed)))
    games: dict[str, list[str]] = {}
    packs: dict[str, dict[str, None]] = {}
    for id, record in computed.corpus.games.items():
        main = computed.corpus.rulesets.get(f"{id}/main")
        pack = given(main.rules.pack) if main else None
        for p in record.facts.places:
            games.setdefault(p, []).append(id)
            if pack is not None:
                packs.setdefault(p, {})[pack] = None
    orders: dict[str, list[str]] = {}
    for id, order in computed.corpus.shared["trump-orders"].items():
        if order.place:
            orders.setdefault(order.place, []).append(id)
    evidence: dict[str, int] = {}
    for a in computed.corpus.shared["attestations"].values():
        if a.place:
            evidence[a.place] = evidence.get(a.place, 0) + 1
    rows = []
    for id, p in sorted(computed.corpus.shared["places"].items(), key=lambda kv: kv[1].title):
        where = f"{float(p.lat):.2f}, {float(p.lon):.2f}" if p.lat is not None and p.lon is not None else ""
        rows.append(
            E(
                "tr",
                E(
                    "th",
                    p.title,
                    E("span", " ", E("i", p.local)) if p.local and p.local != p.title else None,
                    scope="row",
                    id=f"place-{id}",
                    target=("place", id, p.title),
                ),
                E("td", labels.term("place-kind", p.kind)),
                E("td", labels.term("country", p.country) if p.country else ""),
                E("td", p.polity or ""),
                E("td", where, cls="num"),
                E("td", joined(identified(p))),
                E("td", joined(labels.ref("game", g) for g in games.get(id, []))),
                E("td", joined((labels.ref("pack", k) for k in packs.get(id, ())), " · ")),
                E("td", joined((labels.ref("order", o) for o in orders.get(id, ())), " · ")),
                E(
                    "td",
                    E("a", str(evidence[id]), href=f"history/all.html?place={id}") if id in evidence else "",
                    cls="num",
                ),
                data_kind=p.kind,
                data_country=p.country or None,
            )
        )
    heads: list[Child | tuple[Child, str]] = ["Place", "Kind", "Today in", "Then", ("Degrees N, E", "num")]
    heads += ["Identifiers", "Games", "Their packs", "Trump orders", ("Evidence", "num")]
    kinds, countries = (
        {
            id: term.label
            for id, term in sorted(computed.corpus.vocabulary[of].items(), key=lambda kv: folded(kv[1].label))
        }
        for of in ("place-kind", "country")
    )
    selects = {"kind": ("Kind", kinds), "country": ("Today in", countries)}
    yield from choices("places-table", "place places", selects, "name or word")
    yield shortened(table(heads, rows, cls="sortable wrap stacked", id="places-table"))


def identified(place: Place) -> Iterator[El]:
    """Yield links to a place in Wikidata and GeoNames."""
    if place.wikidata:
        yield E("a", f"Wikidata {place.wikidata}", href=f"https://www.wikidata.org/wiki/{place.wikidata}")
    if place.geonames:
        yield E("a", f"GeoNames {place.geonames}", href=f"https://www.geonames.org/{place.geonames}")
