"""Who says so, one source a row: what the tables of records and evidence join by semicolons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.computed.provenance import cited
from tarotref.model.record import Game
from tarotref.tables.spec import Column, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

Cited = Iterator[tuple[str, str, str, str, str | None]]


@table(
    "citations",
    "One row for each source that stands behind a row of another table, with the place in it.",
    "cited_table cited_row cited_column n",
    Column("cited_table", "The table in which the row stands.", ref="tables.name"),
    Column("cited_row", "Its row: the values of its key, joined by slashes."),
    Column("cited_column", "The column of that table that names the source."),
    Column("n", "Which of several sources it is, from 1.", "integer"),
    Column("source", "Key of the source.", ref="sources.key"),
    Column("locator", "Where in it: a game, a chapter, a page; null where nothing is said of that."),
)
def _citations(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    counted: dict[tuple[str, str, str], int] = {}
    for found in (_records(computed), _shared(computed), _evidence(computed)):
        for name, row, column, key, locator in found:
            if key in computed.corpus.bibliography:
                at = name, row, column
                counted[at] = counted.get(at, 0) + 1
                yield *at, counted[at], key, locator


def _mapped(name: str, row: str, sources: Mapping[str, str] | None) -> Cited:
    for key, locator in (sources or {}).items():
        yield name, row, "source", key, locator


def _said(name: str, row: str, column: str, *said: str | None) -> Cited:
    for one in said:
        if one:
            yield name, row, column, *cited(one)


def _records(computed: ComputedCorpus) -> Cited:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        facts, row = record.facts, catalogue_number.written(id)
        yield from _mapped("layers", row, facts.source)
        if isinstance(facts, Game):
            yield from _mapped("games", row, facts.source)
            yield from _said("games", row, "witnesses", *facts.witnesses)
            yield from _said("games", row, "main", facts.main)
        for key, variant in facts.variants.items():
            yield from _said("variants", f"{row}/{key}", "reported_by", variant.by)
        for n, note in enumerate(facts.notes, 1):
            yield from _said("notes", f"{row}/{n}", "said_by", note.by)
        for n, relation in enumerate(facts.relations, 1):
            yield from _said("relations", f"{row}/{n}", "said_by", relation.by)


def _shared(computed: ComputedCorpus) -> Cited:
    for shelf in ("subjects", "packs", "trump-orders", "attestations", "glossary"):
        for id, entry in computed.corpus.shared[shelf].items():
            yield from _mapped(shelf.replace("-", "_"), id, entry.source)


def _evidence(computed: ComputedCorpus) -> Cited:
    for id, attestation in computed.corpus.shared["attestations"].items():
        yield from _said("attestations", id, "first_in", *attestation.first_in)
        for n, claim in enumerate(attestation.shows, 1):
            yield from _said("claims", f"{id}/{n}", "said_by", claim.by)
            yield from _said("claims", f"{id}/{n}", "denied_by", claim.against)
