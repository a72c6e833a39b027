"""Records as tidy tables. Pages, exports and frames all come from here; `TABLES` declares every column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotref.tables import catalogue, facts, records, texts, rules, worths, distances, playability, shared, terms, coding, evidence, joins, versions, provenance, dictionary  # noqa: F401  (they register their tables)  # isort: skip  # fmt: skip
from tarotref.tables.spec import TABLES, Column, Row, Table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

__all__ = ["TABLES", "Column", "Row", "Table", "rows"]


def rows(computed: ComputedCorpus) -> dict[str, list[Row]]:
    """Return the rows of every table."""
    return {name: list(table.rows(computed)) for name, table in TABLES.items()}
