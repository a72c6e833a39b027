"""What a table is: declared columns and a function that yields its rows from the corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

DType = Literal["string", "integer", "boolean", "number"]
Value = str | int | float | bool | None
Row = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, type, and what it means. From it come heads, schemas and the data dictionary.

    `ref` names the column that its values refer to (`games.id`), `terms` the list of vocabulary.yaml they come from.
    """

    name: str
    dtype: DType
    text: str
    ref: str = ""
    terms: str = ""
    label: str = ""

    @property
    def head(self) -> str:
        """The column's head on a page."""
        return self.label or self.name.replace("_", " ").capitalize()


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its columns, the columns that identify a row, and its rows in the order of the catalogue."""

    name: str
    text: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    rows: Callable[[ComputedCorpus], Iterable[Row]]

    def column(self, name: str) -> Column:
        """Return a column by name; KeyError where there is none."""
        return {c.name: c for c in self.columns}[name]


TABLES: dict[str, Table] = {}
"""Every table by name, in the order of the data dictionary."""


def table(
    name: str, text: str, key: str, *columns: Column
) -> Callable[[Callable[[ComputedCorpus], Iterator[Row]]], Callable[[ComputedCorpus], Iterator[Row]]]:
    """Register the function it decorates as the rows of a table; `key` lists the identifying columns."""

    def register(rows: Callable[[ComputedCorpus], Iterator[Row]]) -> Callable[[ComputedCorpus], Iterator[Row]]:
        TABLES[name] = Table(name, text, columns, tuple(key.split()), rows)
        return rows

    return register


def plain(value: Any) -> Value:
    """Return a value as a table holds it: exact fractions become floats, collections are joined by semicolons."""
    if value is None or isinstance(value, str | bool | int):
        return value if not isinstance(value, str) else str(value)
    if isinstance(value, list | tuple | set | frozenset):
        return ";".join(str(v) for v in value) or None
    return float(value)
