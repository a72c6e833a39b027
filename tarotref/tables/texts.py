"""Tables of the text of records: each section where it is written, and the sections that a game's page has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.tables.catalogue import GAME, OWNER
from tarotref.tables.spec import Column, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@table(
    "sections",
    "One row for each section of text, in the record in which it is written.",
    "owner section",
    OWNER,
    Column("section", "Title of the section: `Deal and discard`."),
    Column("text", "The text as MyST Markdown, with roles such as `{game}` that link to other records."),
)
def _sections(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        for title, section in record.sections.items():
            if body := section.body.strip():
                yield id, title, body


@table(
    "game_sections",
    "One row for each section of text on a game's page, with the record that it comes from: its own or one it inherits from.",
    "game n",
    GAME,
    Column("n", "Its place on the page, from 1.", "integer"),
    Column("section", "Title of the section: `Deal and discard`.", ref="sections.section", beside="owner"),
    Column("owner", "The game or tradition in whose record the text stands.", ref="layers.id"),
)
def _game_sections(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id in computed.corpus.games:
        written = [
            (title, owner) for title, (owner, section) in computed.corpus.text(id).items() if section.body.strip()
        ]
        for n, (title, owner) in enumerate(written, 1):
            yield id, n, title, owner


TEXTUAL = ("sections", "game_sections")
"""Tables whose rows follow from the text of records; all others follow from facts alone."""
