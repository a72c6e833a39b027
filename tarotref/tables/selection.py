"""Rows of a table that meet conditions: `players=4`, `played_from<1700`, `title~permesso`, `talk!=signals`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import ge, gt, le, lt

from tarotref import catalogue_number
from tarotref.notation import folded
from tarotref.problem import nearest
from tarotref.tables.spec import TABLES, Column, Row, Table, Value, text_of

SIGNS: dict[str, Callable[[float, float], bool] | None] = {
    "!=": None, "<=": le, ">=": ge, "=": None, "<": lt, ">": gt, "~": None,
}  # fmt: skip
"""The signs of a condition, the longer first; those that compare numbers with what compares them."""
_CONDITION = re.compile(rf"(?P<column>\w+)\s*(?P<sign>{'|'.join(map(re.escape, SIGNS))})\s*(?P<value>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition on a cell. Of a list, any member may meet `=`; a cell without value meets none but `COLUMN=`."""

    column: Column
    sign: str
    value: str

    def holds(self, cell: Value) -> bool:
        """Say whether a cell meets it."""
        text = text_of(cell)
        if not self.value:
            return (text == "") is (self.sign == "=")
        if not text:
            return False
        if self.sign == "~":
            return folded(self.value) in folded(text)
        if self.sign in ("=", "!="):
            return (self.value in {text, *text.split(";")}) is (self.sign == "=")
        compare = SIGNS[self.sign]
        assert compare is not None
        return _is_number(text) and compare(float(text), float(self.value))


def condition(table: Table, text: str) -> Condition:
    """Read a condition on a table's rows; ValueError says what was expected."""
    match = _CONDITION.fullmatch(text.strip())
    names = [c.name for c in table.columns]
    if match is None:
        raise ValueError(f"{text}: expected COLUMN=VALUE, or with one of {', '.join(SIGNS)} for the =")
    if match["column"] not in names:
        near = nearest(match["column"], names) or "; `tarotref table columns` names all"
        raise ValueError(f"{text}: no column {match['column']!r} in {table.name}{near}")
    column = table.column(match["column"])
    if SIGNS[match["sign"]] and not _is_number(match["value"]):
        raise ValueError(f"{text}: found {match['value']!r}; expected a number after {match['sign']}")
    return Condition(column, match["sign"], as_written(table, column, match["value"]))


def checked(table: Table, rows: Iterable[Row], asked: Condition) -> None:
    """Refuse a condition whose value no row has where it should be one of a list; ValueError says what comes near.

    That is so of terms, of what names something else, and of truth: `fool=skip`, `region=piedmnt`.
    """
    column = asked.column
    if (
        asked.sign not in ("=", "!=")
        or not asked.value
        or not (column.terms or column.ref or column.dtype == "boolean")
    ):
        return
    at = [c.name for c in table.columns].index(column.name)
    known = {part for row in rows for text in [text_of(row[at])] for part in (text, *text.split(";")) if part}
    if asked.value not in known and known:
        few = f"; expected one of {', '.join(sorted(known))}" if len(known) <= 12 else ""
        raise ValueError(f"no {column.name} is {asked.value!r}{nearest(asked.value, known) or few}")


def chosen(
    table: Table, rows: Iterable[Row], conditions: Sequence[Condition], any_of: Sequence[Sequence[Condition]] = ()
) -> list[Row]:
    """Return the rows that meet all conditions, and one at least of each group in `any_of`."""
    places = {c.name: n for n, c in enumerate(table.columns)}
    groups = [[(places[c.column.name], c) for c in group] for group in (*([c] for c in conditions), *any_of)]
    return [row for row in rows if all(any(c.holds(row[n]) for n, c in group) for group in groups)]


def joined(tables: Mapping[str, Sequence[Row]]) -> tuple[Table, list[Row]]:
    """Return `rulesets` with what `games` says of the game of each: one table, and its rows."""
    rulesets, games = TABLES["rulesets"], TABLES["games"]
    taken = {c.name for c in rulesets.columns}
    more = [n for n, c in enumerate(games.columns) if c.name not in taken]
    of = {row[0]: tuple(row[n] for n in more) for row in tables["games"]}
    columns = (*rulesets.columns, *(games.columns[n] for n in more))
    return replace(rulesets, columns=columns), [(*row, *of[row[0]]) for row in tables["rulesets"]]


def as_written(table: Table, column: Column, value: str) -> str:
    """Return a value that people look for as the table writes it: games `DM8.10`, truth `true` and `false`."""
    if column.dtype == "boolean":
        return {"yes": "true", "no": "false"}.get(value.lower(), value.lower())
    return catalogue_number.written(catalogue_number.bare(value)) if table.numbered(column) else value


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None
