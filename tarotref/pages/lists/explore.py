"""All games to choose from: one row a game, with what its other rulesets have; what the choices on the page read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.computed.columns import FEATURES, Feature, cell
from tarotref.computed.columns import text_of as written
from tarotref.computed.regions import centuries, region
from tarotref.computed.standing import Cell
from tarotref.corpus.records import ROOT
from tarotref.dates import bounds, century_words
from tarotref.dates import words as date_words
from tarotref.model.record import Game
from tarotref.notation import roman
from tarotref.pages.elements import E, El, table, text_of
from tarotref.pages.lists.choices import shortened
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

OF_GAME = {"tradition": "Tradition", "places": "Places", "played": "Played", "evidence": "Evidence"}
"""Columns that say something of a game, the same for all its rulesets."""
FIRST = ("tradition", "played", "players", "sides", "pack_cards", "fool", "top_trump", "total_computed", "bidding")
"""Columns that are shown until others are chosen."""
CENTURIES = [roman(n) for n in range(1, 40)]
FACETS = {
    "players": "Players",
    "era": "Century",
    "region": "Region",
    "tradition": "Tradition",
    "pack": "Pack",
    "suits": "Suit-signs",
    "sides": "Sides",
    "bidding": "Bidding",
    "declarations": "Declarations",
    "fool": "The Fool",
    "top_trump": "Top trump",
    "counted_by": "Counted by",
    "evidence": "Evidence",
}


@view("explore")
def explore(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the table of all games by their main rules; a program lays the choices before it."""
    labels = Labels(computed)
    yield E("div", id="explore-app")
    words = "Choosing, sorting and unfolding need scripts, which are off in your browser. This is the whole list."
    yield E("p", words, cls="without-scripts")
    rows = []
    for r in computed.corpus.rulesets.values():
        if r.key != "main":
            continue
        f = computed.figures(r)
        cells = []
        for name in FIRST:
            if name in OF_GAME:
                cells.append(E("td", of_game(labels, computed.corpus.game(r.game), name)[0], data_label=OF_GAME[name]))
            else:
                cells.append(
                    E(
                        "td",
                        labels.shown(FEATURES[name], cell(name, r, f)),
                        cls="num" if number(FEATURES[name]) else None,
                        data_label=FEATURES[name].label,
                    )
                )
        rows.append([E("th", labels.ref("game", r.game), scope="row"), *cells])
    heads: list[Any] = ["Game"]
    for name in FIRST:
        label = OF_GAME.get(name) or FEATURES[name].label
        heads.append((label, "num") if name in FEATURES and number(FEATURES[name]) else label)
    yield shortened(table(heads, rows, cls="explored", id="games-table"))


def by_chapter(computed: ComputedCorpus) -> list[str]:
    """Return the traditions in the order of the catalogue."""
    chapter = {t: computed.corpus.tradition(t).chapter or 99 for t in computed.corpus.traditions}
    return sorted(chapter, key=lambda t: (t != ROOT, chapter[t], t))


def number(feature: Feature) -> bool:
    """Say whether a column has figures."""
    return feature.dtype in ("integer", "number")


def of_game(labels: Labels, game: Game, name: str) -> tuple[str, Any]:
    """Return a column that says something of a game: in words, and by what it sorts."""
    if name == "tradition":
        return labels.title("tradition", game.tradition), labels.corpus.tradition(game.tradition).chapter or 99
    if name == "places":
        return ", ".join(labels.title("place", p) for p in game.places), ""
    if name == "played":
        first, last = bounds(game.played)
        return date_words(game.played), first or last or ""
    return labels.term("evidence", game.evidence), ""


def explore_data(computed: ComputedCorpus) -> dict[str, Any]:
    """Return every game with its rulesets: columns, what may be chosen, and cells as places in the lists of what they say.

    A cell's text stands once a column as [text, by what it sorts, 1 if there is no value].
    """
    labels, corpus = Labels(computed), computed.corpus
    names = (*OF_GAME, *FEATURES)
    texts: dict[str, dict[tuple[Any, ...], int]] = {name: {} for name in names}
    choices: dict[str, dict[str, int]] = {name: {} for name in FACETS}
    games: dict[str, dict[str, Any]] = {}
    for r in corpus.rulesets.values():
        facts = corpus.game(r.game)
        figures = computed.figures(r)
        cells = {name: cell(name, r, figures) for name in FEATURES}
        told = [of_game(labels, facts, name) for name in OF_GAME]
        shown: list[tuple[Any, ...]] = [(text, sort, 0) for text, sort in told]
        shown += [feature_cell(labels, FEATURES[name], cells[name]) for name in FEATURES]
        row = {
            "key": r.key,
            "whose": text_of(labels.source(r.key))
            if r.kind == "reading"
            else facts.variants[r.key].title
            if r.kind == "variant"
            else "",
            "cells": [texts[n].setdefault(s, len(texts[n])) for n, s in zip(names, shown, strict=True)],
            "of": [
                [choices[name].setdefault(value, len(choices[name])) for value in values(computed, facts, cells, name)]
                for name in FACETS
            ],
        }
        if r.game not in games:
            path = corpus.games[r.game].source.path.removesuffix(".md")
            known = [*facts.aka, *(labels.title("place", p) for p in facts.places), facts.tradition]
            games[r.game] = {
                "id": r.game,
                "key": catalogue_number.written(r.game),
                "title": facts.title,
                "url": f"{path}.html",
                "words": " ".join(known),
                "rulesets": [],
            }
        games[r.game]["rulesets"].append(row)
    return {
        "columns": [
            {
                "name": name,
                "label": OF_GAME.get(name) or FEATURES[name].label,
                "num": name in FEATURES and number(FEATURES[name]),
                "texts": list(texts[name]),
            }
            for name in names
        ],
        "first": FIRST,
        "facets": [
            {
                "name": name,
                "label": label,
                "values": [[value, choice(labels, name, value)] for value in found],
                "order": [found[value] for value in sorted(found, key=lambda v: rank(labels, computed, name, v))],
            }
            for name, label in FACETS.items()
            for found in [choices[name]]
        ],
        "games": list(games.values()),
    }


def feature_cell(labels: Labels, feature: Feature, found: Cell) -> tuple[Any, ...]:
    """Return a cell of comparison in words, by what it sorts, and whether it has no value."""
    if found.value is None:
        return text_of(labels.absent(found.status)), "", 1
    return labels.cell(feature, found), float(found.value) if number(feature) else "", 0


def values(computed: ComputedCorpus, game: Game, cells: dict[str, Cell], facet: str) -> list[str]:
    """Return what a ruleset has of a facet: of some, several values."""
    if facet == "era":
        return [CENTURIES[century - 1] for century in centuries(game.played) or ()]
    if facet == "region":
        return list(dict.fromkeys(found for p in game.places if (found := region(computed, p))))
    if facet == "tradition":
        return [game.tradition]
    if facet == "evidence":
        return [game.evidence]
    value = cells[facet].value
    return [] if value is None else written(value).split(";") if facet == "players" else [written(value)]


def choice(labels: Labels, facet: str, value: str) -> str:
    """Return a choice in words."""
    if facet == "region":
        return labels.title("place", value)
    if facet == "tradition":
        return labels.title("tradition", value)
    if facet == "evidence":
        return labels.term("evidence", value)
    if facet == "era":
        return century_words(CENTURIES.index(value) + 1)
    if facet in FEATURES:
        return labels.cell(FEATURES[facet], Cell(value, "stated"))
    return value


def rank(labels: Labels, computed: ComputedCorpus, facet: str, value: str) -> tuple[Any, ...]:
    """Return where a choice stands among the others: figures and centuries by size, traditions by chapter, else by name."""
    if facet == "players":
        return (int(value),)
    if facet == "era":
        return (CENTURIES.index(value),)
    if facet == "tradition":
        return (by_chapter(computed).index(value),)
    return (choice(labels, facet, value).casefold(),)
