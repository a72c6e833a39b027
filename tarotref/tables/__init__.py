"""Records as tidy tables. Pages, exports and frames all come from here; `TABLES` declares every column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotref.tables import catalogue, rules, shared  # noqa: F401  (they register their tables)
from tarotref.tables.spec import TABLES, Column, Row, Table

if TYPE_CHECKING:
    import pandas

    from tarotref.figures import Book

__all__ = ["TABLES", "Column", "Row", "Table", "frame", "rows"]

_DTYPES = {"string": "string", "integer": "Int64", "boolean": "boolean", "number": "Float64"}


def rows(book: Book) -> dict[str, list[Row]]:
    """Return the rows of every table."""
    return {name: list(table.rows(book)) for name, table in TABLES.items()}


def frame(name: str, data: list[Any]) -> pandas.DataFrame:
    """Return rows as a frame with nullable types."""
    import pandas as pd

    table = TABLES[name]
    columns: list[Any] = list(zip(*data, strict=True)) if data else [[] for _ in table.columns]
    made = {}
    for column, values in zip(table.columns, columns, strict=True):
        kind: Any = _DTYPES[column.dtype]
        made[column.name] = pd.array(list(values), dtype=kind)
    return pd.DataFrame(made)
