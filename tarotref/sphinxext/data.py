"""What the pages' programs read, and the tables for download."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarotref import release
from tarotref.cards.card import TWIN, Pack
from tarotref.computed.columns import FEATURES, cell
from tarotref.dates import words as date_words
from tarotref.sphinxext.site import Site
from tarotref.store.cache import keep, kept
from tarotref.tables import rows
from tarotref.tables.exports import write

if TYPE_CHECKING:
    from sphinx.builders import Builder

FORMS = ("csv", "json", "sqlite", "bibtex", "ris", "csl", "geojson", "nexus", "skos")
"""Forms of the data that a site offers; the others need libraries that building one does not."""


def written(site: Site, out: Path) -> bool:
    """Say whether the data in a folder were made of these facts."""
    return kept(out / ".tarotref", site.draft.facts) is True


def write_data(of: tuple[Site, Builder]) -> None:
    """Write the data of a site, of which nothing else need be ready."""
    site, builder = of
    out = Path(builder.outdir)
    static = out / "_static"
    static.mkdir(parents=True, exist_ok=True)
    data = json.dumps(
        {"rulesets": rulesets_data(site, builder), "tonight": tonight(site)}, ensure_ascii=False, separators=(",", ":")
    )
    (static / "rulesets.js").write_text(
        f"window.TAROTREF = Object.assign(window.TAROTREF || {{}}, {data});\n", encoding="utf-8"
    )
    write(rows(site.computed), out / "data", FORMS, release.VERSION)
    keep(out / ".tarotref", site.draft.facts, True)


def rulesets_data(site: Site, builder: Builder) -> dict[str, Any]:
    """Return all rulesets as the comparison on the page reads them."""
    computed = site.computed
    columns = []
    for name, f in FEATURES.items():
        values = {t: e.label for t, e in computed.corpus.vocabulary.get(f.terms, {}).items()} if f.terms else {}
        if name == "pack":
            values = {p: site.labels.title("pack", p) for p in computed.packs}
        columns.append({"name": name, "label": f.label, "group": f.group, "description": f.text, "values": values})
    found = {}
    for r in computed.corpus.rulesets.values():
        g = computed.corpus.game(r.game)
        row: dict[str, Any] = {
            "title": g.title,
            "game": r.game,
            "ruleset": r.key,
            "url": builder.get_target_uri(computed.corpus.games[r.game].source.path.removesuffix(".md")),
            "evidence": g.evidence,
            "words": " ".join([*g.places, *g.aka]),
            "places_text": ", ".join(site.labels.title("place", p) for p in g.places),
            "played_text": date_words(g.played),
        }
        if r.key != "main":
            row["ruleset_title"] = (
                site.labels.title("source", r.key) if r.kind == "reading" else g.variants[r.key].title
            )
        if r.kind == "reading":
            row["reported"] = site.labels.reported(r)
        figures = computed.figures(r)
        for name in FEATURES:
            c = cell(name, r, figures)
            if c.value is None:
                row[name] = None if c.status in ("missing", "not-computable") else {"status": c.status}
            else:
                value: Any = c.value if isinstance(c.value, bool | int) else str(c.value)
                value = str(value).split(";") if name == "players" else value
                marked = c.status in ("computed", "presumed", "not-reported")
                row[name] = {"value": value, "status": c.status} if marked else value
        found[r.id] = row
    return {"columns": columns, "rows": found}


def tonight(site: Site) -> dict[str, Any]:
    """Return the packs that people have at home, and which packs of the records each can stand for."""
    have = {
        "tarot-78-french": ("78 cards, French suits (French Tarot, Grosstarock)", ("french", "either")),
        "tarot-78-italian": ("78 cards, Italian suits (Tarocco Piemontese, Marseille)", ("italian", "either")),
        "tarock-54": ("54 cards (Tarock, Cego)", ("french", "either")),
    }
    packs = []
    for id, (label, systems) in have.items():
        if id in site.computed.packs:
            own = site.computed.packs[id]
            plays = [
                p
                for p, pack in site.computed.packs.items()
                if pack.system in systems and all(within(c, own) for c in pack.cards)
            ]
            packs.append({"id": id, "label": label, "plays": plays})
    named = {p for pack in packs for p in pack["plays"]}
    packs += [
        {"id": p, "label": site.labels.title("pack", p), "plays": [p]}
        for p in dict.fromkeys(str(r.rules.pack) for r in site.computed.corpus.rulesets.values() if r.rules.pack)
        if p not in named and p in site.computed.packs
    ]
    return {"packs": packs, "evidence": ["described", "reported", "observed", "reconstructed"]}


def within(card: Any, pack: Pack) -> bool:
    """Say whether a pack has a card that can stand for another pack's card."""
    if card.kind != "suit":
        return any(c.kind == card.kind and c.trump == card.trump for c in pack.cards)
    return any(
        c.kind == "suit" and c.rank == card.rank and c.suit in (card.suit, TWIN.get(card.suit)) for c in pack.cards
    )
