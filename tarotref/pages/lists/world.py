"""Where, when and who: map, timeline, places, evidence, terms, sources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.dates import words as date_words
from tarotref.model.types import given
from tarotref.notation import folded
from tarotref.pages.drawings.maps import map_of, timeline_of
from tarotref.pages.elements import Child, E, El, Raw, joined, prose, table
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.tables.citations import reference_text

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.bibliography import Reference
    from tarotref.model.shared import GlossaryEntry, Place


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
                E("td", joined((labels.ref("pack", k) for k in packs.get(id, ())), "; ")),
                E("td", joined((labels.ref("order", o) for o in orders.get(id, ())), "; ")),
                E(
                    "td",
                    E("a", str(evidence[id]), href=f"history/all.html?place={id}") if id in evidence else "",
                    cls="num",
                ),
            )
        )
    yield table(
        [
            "Place",
            "Kind",
            "Today in",
            "Then",
            ("Degrees N, E", "num"),
            "Identifiers",
            "Games",
            "Their packs",
            "Trump orders",
            ("Evidence", "num"),
        ],
        rows,
        cls="sortable wrap stacked",
        id="places-table",
    )


def identified(place: Place) -> Iterator[El]:
    """Yield links to a place in Wikidata and GeoNames."""
    if place.wikidata:
        yield E("a", f"Wikidata {place.wikidata}", href=f"https://www.wikidata.org/wiki/{place.wikidata}")
    if place.geonames:
        yield E("a", f"GeoNames {place.geonames}", href=f"https://www.geonames.org/{place.geonames}")


@view("glossary")
def glossary(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the terms, in alphabetical order, letter by letter."""
    labels = Labels(computed)
    letters: dict[str, list[El]] = {}
    for id, g in sorted(computed.corpus.shared["glossary"].items(), key=lambda kv: _alphabetic(kv[1].term)):
        first = _alphabetic(g.term)[0].upper()
        letters.setdefault(first if first.isalpha() else "0-9", []).extend(_entry(labels, id, g))
    for letter, items in letters.items():
        yield E("section", E("h2", letter), E("dl", *items, cls="glossary"), id=f"letter-{letter.lower()}")


def _alphabetic(term: str) -> str:
    return folded(term).lstrip("'’(")


def _entry(labels: Labels, id: str, g: GlossaryEntry) -> Iterator[El]:
    en = f", {g.en}" if g.en and g.en != g.term else ""
    lang = E("small", f" {labels.term('language', g.lang)}") if g.lang != "en" else None
    see = E("span", " See ", joined(labels.ref("term", s) for s in g.see), ".") if g.see else None
    cited = [E("span", labels.source(k), f", {v}") for k, v in (g.source or {}).items()]
    source = E("span", " ", joined(cited, "; "), cls="from") if cited else None
    word = E("i", g.term, lang=g.lang) if g.lang != "en" else g.term
    yield E("dt", word, en, lang, id=f"term-{id}", target=("term", id, g.term))
    yield E("dd", E("p", prose(g.definition, labels.title), see, source))


@view("sources")
def sources(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the bibliography: authorities, witnesses by date, literature."""
    labels = Labels(computed)
    used: dict[str, list[str]] = {}
    for id, record in computed.corpus.games.items():
        for w in record.facts.witnesses:
            used.setdefault(w, []).append(id)
    heads = {"authority": "What we write from", "witness": "Witnesses", "literature": "Literature"}
    for role, head in heads.items():
        refs = sorted(
            (r for r in computed.corpus.bibliography.values() if r.role == role),
            key=lambda r: (r.year or 9999, r.key) if role == "witness" else (0, r.label.lower()),
        )
        rows = []
        for ref in refs:
            games = used.get(ref.key, [])
            attests = E("p", "Games: ", joined(labels.ref("game", g) for g in games)) if games else None
            rows.append(
                E(
                    "tr",
                    E(
                        "th",
                        E("span", ref.label, cls="sc"),
                        scope="row",
                        id=f"source-{ref.key.lower()}",
                        target=("source", ref.key, ref.label),
                    ),
                    E("td", date_words(ref.dated) if ref.dated else ""),
                    E(
                        "td",
                        E("p", work(labels, ref)),
                        attests,
                        E("p", spelled(labels, ref.fields["seenin"]), cls="from") if ref.fields.get("seenin") else None,
                    ),
                )
            )
        if rows:
            yield E("section", E("h2", head), table(["Cited as", "Date", "Work"], rows, cls="wrap stacked"), id=role)


def work(labels: Labels, ref: Reference) -> list[Child]:
    """Return a work as one paragraph, its title in italics."""
    before, found, after = reference_text(ref).partition(ref.title)
    title = [E("cite", ref.title, lang=ref.lang or None)] if found else []
    return [*spelled(labels, before), *title, *spelled(labels, after)]


def spelled(labels: Labels, text: str) -> list[Child]:
    """Return a text of the bibliography with each key of another work as a link to it."""
    known = labels.corpus.bibliography
    words = re.split(r"([\w-]+)", text)
    return [labels.ref("source", word) if word in known else word for word in words]
