"""What the pages' programs read, and the tables for download."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarotref import release
from tarotref.pages.lists.tonight import offers, packs_at_hand
from tarotref.sphinxext.choices import write_counted, write_crossed, write_evidence, write_explored
from tarotref.sphinxext.citations import FOLDER, write_citations
from tarotref.sphinxext.compared import write_compared
from tarotref.sphinxext.site import API, Site
from tarotref.store.cache import keep, kept
from tarotref.tables import TABLES, Row, rows
from tarotref.tables.exports import write, write_api
from tarotref.tables.texts import TEXTUAL

if TYPE_CHECKING:
    from sphinx.builders import Builder

FORMS = ("csv", "sqlite", "bibtex", "ris", "csl", "geojson", "nexus", "skos")
"""Forms of the data that a site offers, beside the documents of its API; the others need libraries that building one does not."""


def written(site: Site, out: Path) -> bool:
    """Say whether the data in a folder were made of this state of the corpus."""
    return kept(out / ".tarotref", site.draft.state) is True


def all_rows(site: Site) -> dict[str, list[Row]]:
    """Return the rows of every table; those that follow from facts are made anew where facts have changed."""
    file = site.draft.folder / "tables"
    found: dict[str, list[Row]] | None = kept(file, site.draft.facts)
    if found is None:
        found = rows(site.computed)
        keep(file, site.draft.facts, found)
    return found | {name: list(TABLES[name].rows(site.computed)) for name in TEXTUAL}


def write_data(of: tuple[Site, Builder]) -> None:
    """Write the data of a site, of which nothing else need be ready."""
    site, builder = of
    out = Path(builder.outdir)
    static = out / "_static"
    static.mkdir(parents=True, exist_ok=True)
    games, packs = offers(site.computed), packs_at_hand(site.computed)
    script(static / "tonight-data.js", {"tonight": {"packs": packs, "games": [game._asdict() for game in games]}})
    write_compared(site, builder, static / "compare")
    write_counted(site.computed, static / "counting.js")
    write_explored(site.computed, static / "explore-data.js")
    write_citations(site.computed, out / FOLDER, script)
    write_crossed(site.computed, static / "cross-data.js")
    write_evidence(site.computed, static / "evidence-data.js")
    made = all_rows(site)
    write(made, out / "data", FORMS, release.VERSION)
    documents = set(write_api(made, out / API))
    for old in set((out / API).rglob("*.json")) - documents:
        old.unlink()
    keep(out / ".tarotref", site.draft.state, True)


def script(file: Path, data: dict[str, Any]) -> None:
    """Write data as a script that adds them to `TAROTREF`: browsers run scripts from files, and fetch nothing there."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    file.write_text(f"window.TAROTREF = Object.assign(window.TAROTREF || {{}}, {text});\n", encoding="utf-8")
