"""How to find a fact in the rules, where any part may be absent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from tarotref.model.rules.declarations import Declaration, Kind
from tarotref.model.rules.sections import Rules
from tarotref.model.rules.values import Worth
from tarotref.model.types import Absence, Facts

T = TypeVar("T")
PAID_AT_ONCE = ("balance", "opponents", "others", "pool")
"""Ways of settling in which players pay each other, whatever is added up."""


def fact(rules: Facts, path: Iterable[str | int]) -> Any:
    """Return the value at a path of the rules (`deal`, `hand`), None where nothing stands there."""
    value: Any = rules
    for step in path:
        if isinstance(value, Facts):
            value = getattr(value, str(step), None)
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def entries(section: Mapping[str, T | Absence | None] | Absence | None) -> Iterator[tuple[str, T]]:
    """Yield the entries of a section of named things by id, those that are absent left out."""
    for id, entry in section.items() if isinstance(section, Mapping) else ():
        if entry is not None and not isinstance(entry, Absence):
            yield id, entry


def marked(rules: Rules, settle: str | None) -> bool:
    """Return whether what players gain is written down for the rubber, and not paid, where the card points pay so (`score.settle`)."""
    kept, paid = fact(rules, ("tally", "keeps")), fact(rules, ("score", "paid"))
    later = kept in ("total", "difference") and paid not in ("at-once", "end-of-hand")
    return settle not in PAID_AT_ONCE and (settle in ("declarer", None) or later)


def kind_of(rules: Rules, declaration: Declaration) -> Kind | None:
    """Return the kind to which a declaration belongs; None where it belongs to none, or to one that is not there."""
    return dict(entries(rules.kinds)).get(declaration.kind) if isinstance(declaration.kind, str) else None


def worth_of(rules: Rules, declaration: Declaration) -> Worth | Absence | None:
    """Return what a declaration pays: its own worth, or that of its kind; None where nobody has looked."""
    kind = kind_of(rules, declaration)
    return declaration.worth if declaration.worth is not None or kind is None else kind.worth
