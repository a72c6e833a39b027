"""What a record's fields name: every reference in a value with where it stands, and the mark that a field bears."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Annotated, Any, Union, get_args, get_origin

from tarotref.cards.holdings import Holding
from tarotref.model.facts import Field
from tarotref.model.rules import HOLDING, Discard, Rules
from tarotref.model.types import Absence, Facts, Names, Term

Path = tuple[str | int, ...]
Mark = Names | Term
Found = Iterator[tuple[Path, Names, str]]
Finder = Callable[[Any, Path], Found]


def references(value: Facts, path: Path = ()) -> Found:
    """Yield (path, what it names, the text) for every reference in a value; a key of a mapping stands at the path of its entry."""
    for name, key, finders in _fields(type(value)):
        found = getattr(value, name)
        for find in finders if found is not None and not isinstance(found, Absence) else ():
            yield from find(found, (*path, key))


def hints_of(field: Field) -> tuple[Any, ...]:
    """A field's type, and what marks it."""
    return field.annotation, *field.metadata


@cache
def _fields(model: type[Facts]) -> list[tuple[str, str, list[Finder]]]:
    """Return name, key and finders of each field in which a reference may stand."""
    fields = ((name, f.alias or name, _finders(hints_of(f))) for name, f in model.model_fields.items())
    return [(name, key, finders) for name, key, finders in fields if finders]


def _finders(hints: tuple[Any, ...]) -> list[Finder]:
    """Return what finds the references in a value of these types; none where it can have none."""
    found: list[Finder] = []
    for hint in hints:
        origin = get_origin(hint)
        if isinstance(hint, Names):
            found.append(partial(_named, hint))
        elif hint is HOLDING:
            found.append(_kinds)
        elif origin in (Annotated, Union, types.UnionType):
            found += _finders(get_args(hint))
        elif isinstance(hint, type) and issubclass(hint, Facts):
            if _fields(hint):
                found.append(partial(_within, hint))
        elif origin is dict:
            keyed, valued = (_finders((arg,)) for arg in get_args(hint))
            found += [partial(_entries, keyed, valued)] if keyed or valued else []
        elif origin is tuple and (each := _finders(get_args(hint)[:1])):
            found.append(partial(_items, each))
    return found


def _named(names: Names, value: Any, path: Path) -> Found:
    if isinstance(value, str) and not isinstance(value, Absence):
        yield path, names, value


def _kinds(value: Any, path: Path) -> Found:
    for kind in value.kinds() if isinstance(value, Holding) else ():
        yield (*path, "kind"), Names("kind"), kind


def _within(model: type[Facts], value: Any, path: Path) -> Found:
    if isinstance(value, model):
        yield from references(value, path)


def _entries(keyed: list[Finder], valued: list[Finder], value: Any, path: Path) -> Found:
    for key, entry in value.items() if isinstance(value, dict) else ():
        for find in keyed:
            yield from find(key, (*path, str(key)))
        for find in valued:
            yield from find(entry, (*path, str(key)))


def _items(each: list[Finder], value: Any, path: Path) -> Found:
    for n, entry in enumerate(value) if isinstance(value, tuple) else ():
        for find in each:
            yield from find(entry, path if len(value) == 1 and isinstance(entry, str) else (*path, n))


@cache
def marks() -> Mapping[tuple[str, ...], Mark]:
    """Return what each field of the rules names, or which list its terms are of; `*` stands for the id of a named thing."""
    found: dict[tuple[str, ...], Mark] = {}
    _mark_model(Rules, (), found)
    return found


def _mark_model(model: type[Facts], path: tuple[str, ...], found: dict[tuple[str, ...], Mark]) -> None:
    for name, field in model.model_fields.items():
        for hint in hints_of(field):
            _mark(hint, (*path, name), found)


def _mark(hint: Any, path: tuple[str, ...], found: dict[tuple[str, ...], Mark]) -> None:
    if isinstance(hint, Names | Term):
        found.setdefault(path, hint)
    elif isinstance(hint, type) and issubclass(hint, Facts):
        if len(path) < 5:
            _mark_model(hint, path, found)
    elif get_origin(hint) is dict:
        _mark(get_args(hint)[1], (*path, "*"), found)
    else:
        for arg in get_args(hint):
            _mark(arg, path, found)


def mark(path: tuple[str, ...]) -> Mark | None:
    """Return the mark of the field at a path of the rules."""
    if path[:1] == ("discard",) and len(path) == 2 and path[1] not in Discard.model_fields:
        return Term("discard-rule")
    general = tuple("*" if n == 1 and len(path) > 2 else step for n, step in enumerate(path))
    return marks().get(path) or marks().get(general)
