"""Tables of terms and of numbers: concordance, glossary, vocabulary, catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.tables.shared import SOURCE, entries
from tarotref.tables.spec import Column, Entry, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@table(
    "concordance",
    "The same games in other reference works.",
    "id",
    Column("id", "Id of the entry."),
    Column("game", "The game, its number in the catalogue.", ref="catalogue.id"),
    Column("work", "The other work.", ref="sources.key"),
    Column("ref", "Where in that work it stands."),
    Column("relation", "How the two entries compare.", terms="concordance"),
    Column("title", "What it is called there."),
    Column("certainty", "How sure that is.", terms="certainty"),
)
def _concordance(computed: ComputedCorpus) -> Iterator[Entry]:
    return entries(computed, "concordance")


@table(
    "glossary",
    "Terms of the players and of the literature.",
    "id",
    Column("id", "Id of the term."),
    Column("term", "The term itself."),
    Column("plural", "What several are called, where it is not made with an English s."),
    Column("lang", "Language of the term.", terms="language"),
    Column("en", "The term in English, shortly."),
    Column("definition", "What it means."),
    Column("tradition", "Where it is used.", ref="traditions.id"),
    Column("see", "Related terms, ids joined by semicolons.", ref="glossary.id", several=True),
    SOURCE,
)
def _glossary(computed: ComputedCorpus) -> Iterator[Entry]:
    return entries(computed, "glossary")


@table(
    "vocabulary",
    "The terms that fields may have as value.",
    "list term",
    Column("list", "The list of terms that it is on."),
    Column("term", "The term, as records and tables have it."),
    Column("label", "How pages write it."),
    Column("definition", "What it means."),
)
def _vocabulary(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for name, terms in computed.corpus.vocabulary.items():
        for term, entry in terms.items():
            yield name, term, entry.label, entry.definition


@table(
    "catalogue",
    "Every number of Dummett and McLeod's catalogue, whether or not it has a record yet, then the games that only we number.",
    "id",
    Column("id", "The number, written so that it is none: `DM8.10`; `C4`; `R1` where it is ours."),
    Column("title", "The game's title in the heading."),
    Column("place_text", "Where it was played, in the words of the heading."),
    Column("time_text", "When it was played, in the words of the heading."),
    Column("form", "Which form of the game it is, in the words of the heading."),
    Column("chapter", "The chapter, or the letter of the appendix."),
    Column("volume", "The volume, 1 or 2.", "integer"),
    Column("page", "The printed page, where it is known.", "integer"),
    Column("supplement", "The page of the Supplement: `S 4`."),
    Column("record", "Whether the corpus has a record of it.", "boolean"),
)
def _catalogue(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, c in sorted(computed.corpus.shared["catalogue"].items(), key=lambda kv: catalogue_number.place(kv[0])):
        yield (
            id,
            None if c.title == "unstated" else c.title,
            c.where,
            c.when,
            c.form,
            c.chapter,
            c.volume,
            c.page,
            c.supplement,
            id in computed.corpus.games,
        )
    for id in computed.corpus.games:
        if id not in computed.corpus.shared["catalogue"]:
            yield id, computed.corpus.game(id).title, *(None,) * 7, True
