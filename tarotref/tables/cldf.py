"""The rulesets as a CLDF StructureDataset (Forkel et al. 2018): rulesets as languages, columns of comparison as parameters.

So the tools of comparative linguistics read them. Needs pycldf, the extra `cldf`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tarotref import release
from tarotref.computed.columns import FEATURES
from tarotref.tables.bibliographies import bibtex
from tarotref.tables.citations import AUTHORS, TITLE
from tarotref.tables.joins import scale

Records = Mapping[str, Sequence[Mapping[str, Any]]]
"""The rows of each table, by column."""
UNKNOWN = "?"
"""What stands where the sources leave a value open, as in Grambank."""


def write_cldf(tables: Records, folder: Path) -> None:
    """Write the data set into a folder; ValueError where pycldf is not installed."""
    try:
        from pycldf import StructureDataset
        from pycldf.sources import Sources
    except ImportError:
        raise ValueError(f"CLDF needs pycldf: {release.install('cldf')}") from None
    folder.mkdir(parents=True, exist_ok=True)
    made = StructureDataset.in_dir(folder)
    made.properties.update(_about())
    made.add_component("LanguageTable", *OF_GAME, *OF_RULESET)
    made.add_component("ParameterTable", "Topic", "Scale")
    made.add_component("CodeTable")
    made.add_columns("ValueTable", "Status", "State", "Provenance", "Witness")
    made.sources = Sources.from_file(_bib(tables, folder))
    made.write(
        LanguageTable=list(_languages(tables)),
        ParameterTable=[
            {"ID": f.name, "Name": f.label, "Description": f.text, "Topic": f.group, "Scale": scale(f.name)}
            for f in FEATURES.values()
        ],
        CodeTable=list(_codes(tables).values()),
        ValueTable=list(_values(tables)),
    )


OF_GAME = {
    "Played": "played",
    "Played_From": "played_from",
    "Played_To": "played_to",
    "Era": "era",
    "Region": "region",
    "Evidence": "evidence",
}
"""What is said of the game of each ruleset: the column there, and that of `games`."""
OF_RULESET = {"Game": "game", "Ruleset": "ruleset", "Kind": "kind", "Tradition": "tradition", "Base_Ruleset": "base"}
"""What is said of the ruleset itself, likewise of `rulesets`; what it changes is an id of the table itself."""


def _about() -> dict[str, str]:
    """Return what the data set says of itself."""
    address = release.SITE or release.REPOSITORY
    return {
        "dc:title": TITLE,
        "dc:license": "https://creativecommons.org/licenses/by/4.0/",
        "dc:creator": AUTHORS,
        "dc:created": release.DATE,
        "dc:hasVersion": release.VERSION,
        "dc:bibliographicCitation": f"{AUTHORS}, {TITLE}, version {release.VERSION}, {release.YEAR}",
        **({"dc:identifier": address} if address else {}),
    }


def _bib(tables: Records, folder: Path) -> Path:
    path = folder / "sources.bib"
    path.write_text(bibtex(tables["sources"]), encoding="utf-8")
    return path


def _id(ruleset: str) -> str:
    """Return an id as CLDF allows it: letters, figures, hyphens, underlines."""
    return ruleset.replace("/", "__").replace(".", "_")


def _languages(tables: Records) -> Any:
    points = {p["id"]: (p["lat"], p["lon"]) for p in tables["places"]}
    of: dict[str, Any] = {}
    for row in tables["game_places"]:
        of.setdefault(row["game"], points.get(row["place"], (None, None)))
    games = {g["id"]: g for g in tables["games"]}
    for r in tables["rulesets"]:
        lat, lon = of.get(r["game"], (None, None))
        yield {
            "ID": _id(r["id"]),
            "Name": r["title"],
            "Latitude": lat,
            "Longitude": lon,
            **{name: games[r["game"]][column] for name, column in OF_GAME.items()},
            **{name: r[column] for name, column in OF_RULESET.items()},
            "Base_Ruleset": _id(r["base"]) if r["base"] else None,
        }


def _codes(tables: Records) -> dict[tuple[str, str], dict[str, Any]]:
    """Return a code for each value of every feature."""
    terms = {(t["list"], t["term"]): t for t in tables["vocabulary"]}
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for cell in tables["cells"]:
        feature, value = FEATURES[cell["feature"]], cell["value"]
        if value is not None and (feature.name, value) not in found:
            term = terms.get((feature.terms, value))
            found[feature.name, value] = {
                "ID": f"{feature.name}-{re.sub('[^A-Za-z0-9]', '_', value)}",
                "Parameter_ID": feature.name,
                "Name": term["label"] if term else {"true": "yes", "false": "no"}.get(value, value),
                "Description": term["definition"] if term else None,
            }
    return found


def _values(tables: Records) -> Any:
    codes = _codes(tables)
    for cell in tables["cells"]:
        feature, value = cell["feature"], cell["value"]
        code = codes.get((feature, value))
        place = (cell["locator"] or "").replace(";", ",").replace("[", "(").replace("]", ")")
        yield {
            "ID": f"{_id(cell['game'] + '/' + cell['ruleset'])}-{feature}",
            "Language_ID": _id(f"{cell['game']}/{cell['ruleset']}"),
            "Parameter_ID": feature,
            "Value": UNKNOWN if value is None else value,
            "Code_ID": code["ID"] if code else None,
            "Source": [f"{cell['source']}[{place}]" if place else cell["source"]] if cell["source"] else [],
            "Status": cell["status"],
            "State": cell["state"],
            "Provenance": cell["provenance"],
            "Witness": cell["witness"],
        }
