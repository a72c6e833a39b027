"""The tables for other fields' tools: places and evidence as GeoJSON, the vocabulary as SKOS.

Both are JSON of a few keys, and the site offers them: libraries for them would be needed by each build and save no line here.
The tests read what is written with others' tools.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tarotref import release

Record = Mapping[str, Any]
"""A row of a table, by column."""
BASE = release.REPOSITORY or "urn:tarotref:not-published-yet"
"""Stands before the names of terms; until the project has an address of its own, a name that claims none."""


def geojson(places: Iterable[Record], attestations: Iterable[Record], game_places: Iterable[Record]) -> str:
    """Return every place with coordinates, and all evidence from it, as GeoJSON (RFC 7946): longitude before latitude."""
    of: dict[str, list[str]] = {}
    for row in game_places:
        of.setdefault(row["place"], []).append(row["game"])
    points = {p["id"]: [p["lon"], p["lat"]] for p in places if p["lat"] is not None and p["lon"] is not None}
    features = [
        _feature(
            "place", place["id"], points[place["id"]], _plain(place, "lat lon") | {"games": of.get(place["id"], [])}
        )
        for place in places
        if place["id"] in points
    ]
    features += [
        _feature("attestation", a["id"], points[a["place"]], _plain(a, "traditions games first_in"))
        for a in attestations
        if a["place"] in points
    ]
    return json.dumps({"type": "FeatureCollection", "features": features}, ensure_ascii=False, indent=1) + "\n"


def _feature(kind: str, id: str, point: Sequence[float], properties: Mapping[str, Any]) -> dict[str, Any]:
    lists = {name: value for name, value in properties.items() if value is not None}
    return {
        "type": "Feature",
        "id": f"{kind}/{id}",
        "geometry": {"type": "Point", "coordinates": list(point)},
        "properties": {"what": kind, **lists},
    }


def _plain(row: Record, lists: str) -> dict[str, Any]:
    """Return a row without some columns where these are coordinates, and with lists where it joins them."""
    return {
        name: value.split(";") if name in lists.split() and isinstance(value, str) else value
        for name, value in row.items()
        if name not in ("lat", "lon")
    }


def skos(vocabulary: Iterable[Record], glossary: Iterable[Record]) -> str:
    """Return the vocabulary, a scheme for each list, and the glossary as SKOS in JSON-LD."""
    graph: list[dict[str, Any]] = []
    seen: set[str] = set()
    for row in vocabulary:
        scheme = f"tarotref:{row['list']}"
        if scheme not in seen:
            seen.add(scheme)
            graph.append(
                {"@id": scheme, "@type": "skos:ConceptScheme", "prefLabel": _said(row["list"].replace("-", " "))}
            )
        graph.append(
            {
                "@id": f"{scheme}/{row['term']}",
                "@type": "skos:Concept",
                "inScheme": scheme,
                "notation": row["term"],
                "prefLabel": _said(row["label"]),
                "definition": _said(row["definition"]),
            }
        )
    graph.append({"@id": "tarotref:glossary", "@type": "skos:ConceptScheme", "prefLabel": _said("glossary")})
    for row in glossary:
        related = [f"tarotref:glossary/{other}" for other in str(row["see"] or "").split(";") if other]
        graph.append(
            {
                "@id": f"tarotref:glossary/{row['id']}",
                "@type": "skos:Concept",
                "inScheme": "tarotref:glossary",
                "prefLabel": {"@language": row["lang"], "@value": row["term"]},
                **({"altLabel": _said(row["en"])} if row["en"] else {}),
                "definition": _said(row["definition"]),
                **({"related": related} if related else {}),
            }
        )
    names = ("inScheme", "notation", "prefLabel", "altLabel", "definition", "related")
    linked = {"inScheme", "related"}
    context: dict[str, Any] = {
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "tarotref": f"{BASE}/terms/",
        **{n: {"@id": f"skos:{n}", "@type": "@id"} if n in linked else {"@id": f"skos:{n}"} for n in names},
    }
    return json.dumps({"@context": context, "@graph": graph}, ensure_ascii=False, indent=1) + "\n"


def _said(text: str) -> dict[str, str]:
    return {"@language": "en", "@value": text}
