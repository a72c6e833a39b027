"""Lists of games: all rulesets, traditions, the catalogue, the ways in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.computed.columns import FEATURES, cell, text_of
from tarotref.computed.wording import STATUS
from tarotref.dates import bounds
from tarotref.dates import words as date_words
from tarotref.model.record import Game
from tarotref.pages.elements import Child, E, El, Ref, joined, table
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.tables import TABLES

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@view("rulesets")
def rulesets(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the table of all rulesets with its filters."""
    labels = Labels(computed)
    shown = [
        "players",
        "sides",
        "pack_cards",
        "suits",
        "fool",
        "top_trump",
        "counted_by",
        "total_computed",
        "bidding",
        "declarations",
        "pagat_ultimo",
    ]
    filters = {
        "players": "Players",
        "tradition": "Tradition",
        "pack": "Pack",
        "sides": "Sides",
        "bidding": "Bidding",
        "declarations": "Declarations",
        "fool": "The Fool",
        "evidence": "Evidence",
        "ruleset": "Ruleset",
    }
    traditions = {t: labels.title("tradition", t) for t in computed.corpus.traditions}
    packs = {p: labels.title("pack", p) for p in computed.corpus.shared["packs"]}
    named: dict[str, dict[str, str]] = {
        "tradition": traditions,
        "pack": packs,
        "ruleset": {"main": "main rulesets", "reading": "by witness", "variant": "variants"},
        **{
            k: {t: e.label for t, e in computed.corpus.vocabulary.get(v, {}).items()}
            for k, v in {"sides": "sides", "fool": "fool-role", "evidence": "evidence"}.items()
        },
    }
    fields = [E("label", "Find", E("input", type="search", name="q", placeholder="name, place or number"), cls="free")]
    for key, label in filters.items():
        import json

        fields.append(
            E(
                "label",
                label,
                E(
                    "select",
                    E("option", "any", value=""),
                    name=key,
                    data_labels=json.dumps(named[key], ensure_ascii=False) if key in named else None,
                ),
            )
        )
    yield E(
        "form",
        *fields,
        E("button", "Clear", type="reset", hidden=""),
        cls="filters",
        data_for="games-table",
        role="search",
    )
    yield E("p", cls="result-count", data_for="games-table", data_noun="ruleset rulesets", role="status")
    rows = []
    for r in computed.corpus.rulesets.values():
        g = computed.corpus.game(r.game)
        f = computed.figures(r)
        cells = {name: cell(name, r, f) for name in FEATURES}
        tds: list[Any] = []
        for column in shown:
            c, feature = cells[column], FEATURES[column]
            if c.value is None:
                dot = c.status in ("missing", "not-computable")
                tds.append(
                    E(
                        "td",
                        E("span", "·", cls="absent unread", title=STATUS[c.status]) if dot else labels.absent(c.status),
                        data_sort="",
                    )
                )
            else:
                num = "num" if feature.dtype in ("integer", "number") else None
                tds.append(E("td", labels.cell(feature, c), cls=num))
        data = {
            "data_players": text_of(cells["players"].value or "").replace(";", " "),
            "data_tradition": g.tradition,
            "data_pack": text_of(cells["pack"].value or ""),
            "data_sides": text_of(cells["sides"].value or ""),
            "data_bidding": text_of(cells["bidding"].value) if cells["bidding"].value is not None else "",
            "data_declarations": text_of(cells["declarations"].value)
            if cells["declarations"].value is not None
            else "",
            "data_fool": text_of(cells["fool"].value or ""),
            "data_evidence": g.evidence,
            "data_ruleset": r.kind,
            "data_words": " ".join([*g.places, *g.aka, r.id]),
        }
        first, last = bounds(g.played)
        name: list[Child] = [labels.ref("game", r.game)]
        if r.key != "main":
            name += [
                " ",
                E("span", labels.source(r.key), cls="use", title=labels.reported(r))
                if r.kind == "reading"
                else E("span", g.variants[r.key].title, cls="use"),
            ]
        rows.append(
            E(
                "tr",
                E("th", name, scope="row", data_sort=f"{list(computed.corpus.games).index(r.game):04d}"),
                E("td", labels.title("tradition", g.tradition)),
                E("td", date_words(g.played), data_sort=str(first or last or "")),
                *tds,
                target=None,
                **data,
            )
        )
    heads: list[Any] = [
        "Game",
        "Tradition",
        "Played",
        *(
            (FEATURES[n].label, "num") if FEATURES[n].dtype in ("integer", "number") else FEATURES[n].label
            for n in shown
        ),
    ]
    yield table(heads, rows, cls="sortable", id="games-table")


@view("traditions")
def traditions(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the list of traditions with how many games each has."""
    labels = Labels(computed)
    rows = []
    counts: dict[str, int] = {}
    for record in computed.corpus.games.values():
        if isinstance(record.facts, Game):
            counts[record.facts.tradition] = counts.get(record.facts.tradition, 0) + 1
    for id in sorted(computed.corpus.traditions, key=lambda t: (computed.corpus.tradition(t).chapter or 0, t)):
        t = computed.corpus.tradition(id)
        rows.append(
            [
                E("th", labels.ref("tradition", id), scope="row"),
                E("td", str(t.chapter or ""), cls="num"),
                labels.term("part", t.part) if t.part else "",
                date_words(t.played) if t.played else "",
                E("td", joined(labels.ref("place", p) for p in t.places)),
                E("td", str(counts.get(id, "")), cls="num"),
            ]
        )
    yield table(["Tradition", ("Chapter", "num"), "Part", "Played", "Where", ("Games", "num")], rows)


@view("catalogue")
def catalogue(computed: ComputedCorpus) -> Iterator[El]:
    """Yield every number of the catalogue by chapter; those without a record can be linked to all the same."""
    chapters: dict[str, list[Any]] = {}
    for id, c in sorted(computed.corpus.shared["catalogue"].items(), key=lambda kv: catalogue_number.place(kv[0])):
        title = "" if c.title == "unstated" else c.title
        where = f"vol. {c.volume}{f', p. {c.page}' if c.page else ''}{'; ' + c.supplement if c.supplement else ''}"
        if id in computed.corpus.games:
            row = E(
                "tr",
                E("th", id, cls="dm", scope="row"),
                E("td", Ref("game", id, computed.corpus.games[id].facts.title)),
                E("td", ", ".join(t for t in (c.where, c.when, c.form) if t)),
                E("td", where, cls="from"),
            )
        else:
            row = E(
                "tr",
                E("th", id, cls="dm", scope="row"),
                E(
                    "td",
                    E("span", title or "(heading lost)", cls="absent unread"),
                    id=f"number-{id.lower().replace('.', '-')}",
                    target=("game", id, f"{id} {title}".strip()),
                ),
                E("td", ", ".join(t for t in (c.where, c.when, c.form) if t)),
                E("td", where, cls="from"),
            )
        chapters.setdefault(c.chapter, []).append(row)
    done = sum(id in computed.corpus.games for id in computed.corpus.shared["catalogue"])
    yield E(
        "p",
        f"{done} of {len(computed.corpus.shared['catalogue'])} numbers have a record. The others are named here so that nothing is lost; dots stand before them.",
    )
    for chapter, rows in chapters.items():
        names = [
            t.facts.title
            for t in computed.corpus.traditions.values()
            if str(getattr(t.facts, "chapter", "")) == chapter
        ]
        title = f"Chapter {chapter}" if chapter != "C" else "Appendix C"
        yield E(
            "section",
            E("h2", title, f": {', '.join(names)}" if names else ""),
            table(["No.", "Game", "When and where", "Catalogue"], rows),
            id=f"chapter-{chapter.lower()}",
        )


@view("ways")
def ways(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the ways into the site, with how much there is of each."""
    corpus = computed.corpus
    entries = [
        ("games", "Games", f"{len(corpus.games)} games in {len(corpus.rulesets)} rulesets, to sort and filter"),
        ("compare", "Compare", "up to five rulesets side by side"),
        ("traditions", "Traditions", f"{len(corpus.traditions)} families of games and their stories"),
        ("trump-orders", "Trump orders", f"{len(computed.orders)} attested rankings of the trumps"),
        ("packs", "Packs", f"{len(corpus.shared['packs'])} packs, drawn card by card"),
        ("playability", "Playability", "which rulesets run as games, and what their sources leave open"),
        ("history", "Evidence", f"{len(corpus.shared['attestations'])} dated pieces of evidence"),
        ("places", "Places", f"{len(corpus.shared['places'])} places"),
        ("glossary", "Glossary", f"{len(corpus.shared['glossary'])} terms in their own languages"),
        ("sources", "Sources", f"{len(corpus.bibliography)} witnesses and works"),
        ("data", "Data", f"{len(TABLES)} tables, whole, as CSV, JSON and SQLite"),
    ]
    yield E(
        "ul",
        *(E("li", E("a", E("b", label), " ", E("span", text), href=f"{page}.html")) for page, label, text in entries),
        cls="ways",
    )
