"""The data dictionary: the tables and their columns, as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.tables.spec import TABLES, Column, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@table(
    "tables",
    "The data dictionary: one row for each table, this one included.",
    "name",
    Column("name", "Name of the table, and of its file."),
    Column("text", "What one row of it is."),
    Column("key_columns", "The columns that together identify a row, joined by semicolons.", several=True),
    Column("columns", "How many columns it has.", "integer"),
)
def _tables(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for t in TABLES.values():
        yield t.name, t.text, t.key, len(t.columns)


@table(
    "columns",
    "The data dictionary: one row for each column of each table.",
    "table_name name",
    Column("table_name", "The table it belongs to.", ref="tables.name"),
    Column("n", "Its place in the table, from 1.", "integer"),
    Column("name", "Name of the column."),
    Column("type", "Type of its values: string, integer, number or boolean."),
    Column("text", "What it means."),
    Column("in_key", "Whether it is one of the columns that identify a row.", "boolean"),
    Column("several", "Whether a value is a list, joined by semicolons.", "boolean"),
    Column("refers_to", "The table and column that its values are found in, as `table.column`."),
    Column(
        "beside",
        "The column of this table that refers together with it: `ruleset` is found in `rulesets` beside `game`.",
    ),
    Column("terms", "The list of the table `vocabulary` that its values come from."),
)
def _columns(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for t in TABLES.values():
        for n, c in enumerate(t.columns, 1):
            more = (c.ref or None, c.beside or None, c.terms or None)
            yield t.name, n, c.name, c.dtype, c.text, c.name in t.key, c.several, *more
