"""Tables of published versions: what each was the first to have, and what it changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.tables.catalogue import OWNER
from tarotref.tables.spec import Column, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@table(
    "versions",
    "One row for each published version of the data, oldest first.",
    "version",
    Column("version", "The version: `0.1.0`."),
    Column("date", "The day on which it was published."),
    Column("first", "Records (games and traditions) that it was the first to have.", "integer"),
    Column("changed", "Records in which it changed something.", "integer"),
    Column("withdrawn", "Ids of records that the version before had and it has not.", several=True),
    Column("contributors", "Who contributed to its records, by name.", several=True),
)
def _versions(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for version, release in computed.corpus.shared["history"].items():
        names = dict.fromkeys(name for names in (release.contributors or {}).values() for name in names)
        yield (
            version,
            release.date,
            len(release.first),
            len(release.changes or ()) + len(release.rewritten or ()),
            release.withdrawn,
            list(names) or None,
        )


@table(
    "changes",
    "The history of each record that is there: the version that was the first to have it, and what versions changed since.",
    "owner n",
    OWNER,
    Column("n", "Its place in the history of the record, from 1, oldest first.", "integer"),
    Column("version", "The version that made the change.", ref="versions.version"),
    Column(
        "kind",
        "`first`: the version was the first to have the record; `added`, `removed` or `changed`; `credited`: the fact is the same, and "
        "who says so, or where, is not; `rewritten`: so much is otherwise that only `number` says how much.",
    ),
    Column(
        "field",
        "Path of the fact, column of `games`, or `text.` and the title of a section; null for `first` and `rewritten`.",
    ),
    Column("old", "What it was, or who said so; null of texts."),
    Column("new", "What it is, or who says so; null of texts."),
    Column("rulesets", "The rulesets whose fact it is; null for what a record has as a whole.", several=True),
    Column("number", "How many facts and texts are otherwise, of `rewritten`; `tarotref diff` names each.", "integer"),
)
def _changes(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id in (*computed.corpus.traditions, *computed.corpus.games):
        told: list[tuple[Any, ...]] = []
        for version, release in computed.corpus.shared["history"].items():
            told += [(version, "first", None, None, None, None, None)] if id in release.first else []
            changes = (release.changes or {}).get(id, ())
            told += [(version, c.kind, c.field, c.old, c.new, c.rulesets, None) for c in changes]
            if number := (release.rewritten or {}).get(id):
                told.append((version, "rewritten", None, None, None, None, number))
        for n, change in enumerate(told, 1):
            yield id, n, *change
