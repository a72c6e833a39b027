"""Lists of games: all rulesets, traditions, the catalogue, the ways in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.computed.evidence import lived
from tarotref.dates import words as date_words
from tarotref.model.record import Game
from tarotref.pages.elements import E, El, Ref, joined, table
from tarotref.pages.lists.registry import view
from tarotref.pages.navigation import MENU, Way
from tarotref.pages.wording import Labels
from tarotref.tables import TABLES

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


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
                date_words(played) if (played := lived(computed, id)) else "",
                E("td", joined(labels.ref("place", p) for p in t.places)),
                E("td", str(counts.get(id, "")), cls="num"),
            ]
        )
    yield table(
        ["Tradition", ("Chapter", "num"), "Part", "Played", "Where", ("Games", "num")], rows, cls="wrap stacked"
    )


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
    numbers = len(computed.corpus.shared["catalogue"])
    rest = " The others are named here so that nothing is lost; dots stand before them." if done < numbers else ""
    yield E("p", f"{'All' if done == numbers else f'{done} of'} {numbers} numbers have a record.{rest}")
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
            table(["No.", "Game", "When and where", "Catalogue"], rows, cls="wrap stacked"),
            id=f"chapter-{chapter.lower()}",
        )


@view("find")
def find(computed: ComputedCorpus) -> Iterator[El]:
    """Yield a field to search with, for the front page where the one of the header is folded away."""
    field = E(
        "input", type="search", name="q", aria_label="Search", placeholder="A game, a card, a word", autocomplete="off"
    )
    yield E("form", field, E("button", "Search", type="submit"), action="search.html", role="search", cls="search-form")


@view("addresses")
def addresses(computed: ComputedCorpus) -> Iterator[El]:
    """Yield every game by the address that stays; without scripts the address leads to its row, and from there to its page."""
    labels = Labels(computed)
    items = (
        E("li", E("code", f"#{id}"), " ", labels.ref("game", game), id=id)
        for game in computed.corpus.games
        for id in (catalogue_number.written(game),)
    )
    yield E("ul", *items, id="addresses")


@view("ways")
def ways(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the ways into the site from its front page, with how much there is of each."""
    corpus = computed.corpus
    figures = {
        "games": len(corpus.games),
        "rulesets": len(corpus.rulesets),
        "traditions": len(corpus.traditions),
        "orders": len(computed.orders),
        "packs": len(corpus.shared["packs"]),
        "attestations": len(corpus.shared["attestations"]),
        "places": len(corpus.shared["places"]),
        "glossary": len(corpus.shared["glossary"]),
        "sources": len(corpus.bibliography),
        "tables": len(TABLES),
    }
    groups = [
        E(
            "div",
            E("h3", group),
            E(
                "ul",
                *(
                    E(
                        "li",
                        E(
                            "a",
                            E("b", way.label),
                            " ",
                            E("span", way.words.format_map(figures), cls="what"),
                            href=address(way),
                        ),
                    )
                    for way in found
                ),
                cls="ways",
            ),
        )
        for group, found in MENU.items()
    ]
    yield E("div", *groups, cls="groups")


def address(way: Way) -> str:
    """Return where a way leads from the front page."""
    return f"#{way.place}" if way.page == "index" else f"docs/{way.page}.html"
