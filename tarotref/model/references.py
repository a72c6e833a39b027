"""What a record's fields name: every reference in a value with where it stands, and the mark that a field bears."""

from __future__ import annotations

import types
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from tarotref.model.rules import Rules
from tarotref.model.types import Absence, Names, Term

Path = tuple[str | int, ...]
Mark = Names | Term


def references(value: BaseModel, path: Path = ()) -> Iterator[tuple[Path, Names, str]]:
    """Yield (path, what it names, the text) for every reference in a value; a key of a mapping stands at the path of its entry."""
    for name, field in type(value).model_fields.items():
        hints = hints_of(field)
        if any(_refers(hint) for hint in hints):
            yield from _found(hints, getattr(value, name), (*path, field.alias or name))


def hints_of(field: FieldInfo) -> tuple[Any, ...]:
    """A field's type, and what marks it."""
    return field.annotation, *field.metadata


def _found(hints: tuple[Any, ...], value: Any, path: Path) -> Iterator[tuple[Path, Names, str]]:
    if value is None or isinstance(value, Absence):
        return
    for hint in hints:
        if isinstance(hint, Names):
            if isinstance(value, str):
                yield path, hint, value
        elif get_origin(hint) is Annotated:
            yield from _found(get_args(hint), value, path)
        elif get_origin(hint) in (Union, types.UnionType):
            yield from _found(get_args(hint), value, path)
        elif isinstance(value, BaseModel):
            if isinstance(hint, type) and isinstance(value, hint):
                yield from references(value, path)
        elif get_origin(hint) is dict and isinstance(value, dict):
            keyed, valued = get_args(hint)
            for key, entry in value.items():
                yield from _found((keyed,), key, (*path, str(key)))
                yield from _found((valued,), entry, (*path, str(key)))
        elif get_origin(hint) is tuple and isinstance(value, tuple):
            for n, entry in enumerate(value):
                yield from _found(
                    get_args(hint)[:1], entry, path if len(value) == 1 and isinstance(entry, str) else (*path, n)
                )


@cache
def _refers(hint: Hashable) -> bool:
    """Say whether a type has a reference anywhere in it."""
    if isinstance(hint, Names):
        return True
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return any(_refers(h) for f in hint.model_fields.values() for h in hints_of(f))
    return any(_refers(arg) for arg in get_args(hint) if _hashable(arg))


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


@cache
def marks() -> Mapping[tuple[str, ...], Mark]:
    """Return what each field of the rules names, or which list its terms are of; `*` stands for the id of a named thing."""
    found: dict[tuple[str, ...], Mark] = {}
    _mark_model(Rules, (), found)
    return found


def _mark_model(model: type[BaseModel], path: tuple[str, ...], found: dict[tuple[str, ...], Mark]) -> None:
    for name, field in model.model_fields.items():
        for hint in hints_of(field):
            _mark(hint, (*path, name), found)


def _mark(hint: Any, path: tuple[str, ...], found: dict[tuple[str, ...], Mark]) -> None:
    if isinstance(hint, Names | Term):
        found.setdefault(path, hint)
    elif isinstance(hint, type) and issubclass(hint, BaseModel):
        if len(path) < 5:
            _mark_model(hint, path, found)
    elif get_origin(hint) is dict:
        _mark(get_args(hint)[1], (*path, "*"), found)
    else:
        for arg in get_args(hint):
            _mark(arg, path, found)


def mark(path: tuple[str, ...]) -> Mark | None:
    """Return the mark of the field at a path of the rules."""
    if path[:1] == ("discard",) and len(path) == 2 and path not in marks():
        return Term("discard-rule")
    general = tuple("*" if n == 1 and len(path) > 2 else step for n, step in enumerate(path))
    return marks().get(path) or marks().get(general)
