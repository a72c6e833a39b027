"""Facts as plain data that reads back to the same facts: what the record has, with its numbers as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tarotref.cards.holdings import Worth
from tarotref.corpus.source import Path
from tarotref.model.rules import fact
from tarotref.model.types import Facts


def within(tree: Mapping[str, Any], path: Path) -> Any:
    """Return what a tree of plain text has at a path."""
    found: Any = tree
    for step in path:
        found = found[step] if isinstance(found, Mapping) else found[int(step)]
    return found


def as_data(value: Any, tree: Any) -> Any:
    """Return the plain text of a fact with numbers and truth values where the fact has them: `{"dealer": 3}`.

    Holdings and names of cards stay text, in which `13` is the trump; fractions are text too: `"1/2"`.
    """
    if isinstance(tree, Mapping):
        return {key: as_data(_part(value, key), part) for key, part in tree.items()}
    if isinstance(tree, list | tuple):
        parts = value if isinstance(value, tuple) and len(value) == len(tree) else (None,) * len(tree)
        return [as_data(part, text) for part, text in zip(parts, tree, strict=True)]
    if isinstance(value, bool | int) or tree is None:
        return value
    if isinstance(value, Worth) and str(tree).lstrip("-").isdecimal():
        return int(tree)
    return str(tree)


def _part(value: Any, key: str) -> Any:
    """Return what stands at a key of a value: of a mapping, of a section of the rules; in a worth all is worth."""
    if isinstance(value, Worth):
        return value
    if isinstance(value, Mapping):
        return next((part for name, part in value.items() if str(name) == str(key)), None)
    return fact(value, (key,)) if isinstance(value, Facts) else None
