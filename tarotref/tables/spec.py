"""What a table is: declared columns and a function that yields its rows from the corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from tarotref import catalogue_number
from tarotref.dates import bounds

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

DType = Literal["string", "integer", "boolean", "number"]
Value = str | int | float | bool | None
Row = tuple[Value, ...]

NUMBERED = ("catalogue.id", "games.id", "layers.id", "rulesets.id")
"""Columns whose values are, or begin with, numbers of the catalogue."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, type, and what it means. From it come heads, schemas, keys and the data dictionary.

    `ref` names the column that its values refer to (`games.id`), `beside` the column that refers together with it, to the
    one of the same name; where `several`, a value is a list. `terms` names the list of vocabulary.yaml that values come from.
    """

    name: str
    text: str
    dtype: DType = "string"
    ref: str = ""
    beside: str = ""
    several: bool = False
    terms: str = ""
    label: str = ""
    unique: bool = False
    """Whether no two rows have the same value, though it is not the key."""
    one_of: tuple[str, ...] = ()
    """The values that it may have, where they are not terms of vocabulary.yaml."""
    numbers: bool = False
    """Whether its words hold numbers of the catalogue."""
    get: Callable[[Any], Any] | None = field(default=None, compare=False)
    """What reads its value from what a row tells of, where that is not the attribute of its own name."""

    @property
    def head(self) -> str:
        """The column's head on a page."""
        return self.label or self.name.replace("_", " ").capitalize()


class Reference(NamedTuple):
    """Columns of one table that together have the value of columns of another, in one of its rows."""

    columns: tuple[str, ...]
    table: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its columns, the columns that identify a row, and its rows in the order of the catalogue."""

    name: str
    text: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    values: Callable[[ComputedCorpus], Iterable[Any]]
    """What each row tells of, which the columns read; or, as a tuple, the values of its columns themselves."""

    def column(self, name: str) -> Column:
        """Return a column by name; KeyError where there is none."""
        return {c.name: c for c in self.columns}[name]

    def references(self) -> Iterator[Reference]:
        """Yield the references that hold row by row; those of lists are left out, which SQL cannot say."""
        for c in self.columns:
            if c.ref and not c.several:
                table, to = c.ref.split(".")
                yield (
                    Reference((c.beside, c.name), table, (c.beside, to))
                    if c.beside
                    else Reference((c.name,), table, (to,))
                )

    def numbered(self, column: Column) -> bool:
        """Say whether a column's values are written with numbers of the catalogue."""
        return column.numbers or column.ref in NUMBERED or f"{self.name}.{column.name}" in NUMBERED

    def rows(self, computed: ComputedCorpus) -> Iterator[Row]:
        """Yield the rows as every format has them: plain values, lists joined, games by ids that are no numbers."""
        numbered = [n for n, c in enumerate(self.columns) if self.numbered(c)]
        written: dict[str, str] = {}
        read = [c.get or attrgetter(c.name) for c in self.columns]
        for told in self.values(computed):
            row = [
                v if type(v) in _PLAIN else plain(v)
                for v in (told if type(told) is tuple else [get(told) for get in read])
            ]
            for n in numbered:
                if row[n] is not None:
                    text = str(row[n])
                    if text not in written:
                        written[text] = catalogue_number.written(text)
                    row[n] = written[text]
            yield tuple(row)


class Entry:
    """A record, or an entry of a shared file, that a row tells of: columns read the fields of its facts by their names."""

    def __init__(self, computed: ComputedCorpus, id: str, of: Any):
        self.computed, self.id, self.of = computed, id, of

    def __getattr__(self, name: str) -> Any:
        return getattr(self.of, name)

    @property
    def source(self) -> list[str]:
        """Where we have it from."""
        return [f"{key}: {locator}" for key, locator in (self.of.source or {}).items()]

    @property
    def year_from(self) -> int | None:
        """The first year from which it may date."""
        return bounds(self.of.dated)[0] if self.of.dated else None

    @property
    def year_to(self) -> int | None:
        """The last year from which it may date."""
        return bounds(self.of.dated)[1] if self.of.dated else None


TABLES: dict[str, Table] = {}
"""Every table by name, in the order of the data dictionary."""


def table(
    name: str, text: str, key: str, *columns: Column
) -> Callable[[Callable[[ComputedCorpus], Iterator[Any]]], Callable[..., Any]]:
    """Register the function it decorates, which yields what each row tells of; `key` lists the identifying columns."""

    def register(values: Callable[[ComputedCorpus], Iterator[Any]]) -> Callable[..., Any]:
        TABLES[name] = Table(name, text, columns, tuple(key.split()), values)
        return values

    return register


_PLAIN = frozenset((type(None), str, bool, int, float))
"""Types of values that a table holds as they are."""


def plain(value: Any) -> Value:
    """Return a value as a table holds it: exact fractions become floats, lists are joined by semicolons."""
    if type(value) in _PLAIN:
        return value  # type: ignore[no-any-return]
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, list | tuple):
        return ";".join(map(str, value)) or None
    return str(value)


def text_of(value: Value | Fraction) -> str:
    """Write a value as text for programs: `true` and `false`, nothing where there is none, whole numbers without a point."""
    if type(value) is str:
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
