"""Groups of facts: plain frozen values, whose fields and types are declared in their class.

Declaring one takes next to nothing, since most who read facts never validate any: what a field's type says is worked out when
it is asked for, and pydantic is imported when a tree is validated (`tarotref.model.validation`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from typing import (
    Annotated,
    Any,
    ClassVar,
    Self,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

REQUIRED: Any = ...
"""The default of a field that has to be there."""


@dataclass(frozen=True, slots=True)
class Declared:
    """The right-hand side of a field that says more than its default."""

    default: Any = REQUIRED
    title: str | None = None
    """What pages call it."""
    key: str | None = None
    """The key in the file, where that is no name in Python."""


def keyed(key: str) -> Any:
    """A field that has to be there, under a key that is no name in Python."""
    return Declared(key=key)


@dataclass(frozen=True, slots=True)
class Field:
    """What a class of facts declares of one field."""

    annotation: Any
    """Its type, without what marks it."""
    metadata: tuple[Any, ...]
    """What marks it."""
    default: Any
    title: str | None
    alias: str | None
    """Its key in the file, if that is not its name."""

    @property
    def hint(self) -> Any:
        """Its type with its marks."""
        return Annotated[self.annotation, *self.metadata] if self.metadata else self.annotation


class _Kind(type):
    """A class of facts, which knows its fields; what their types are is worked out when it is first asked for."""

    @property
    def model_fields(cls) -> Mapping[str, Field]:
        """The fields by name, in the order of the format."""
        return _fields(cls)


@cache
def _fields(made: Any) -> dict[str, Field]:
    hints = get_type_hints(made, include_extras=True)
    return {name: _field(hints[name], declared) for name, declared in made._declared.items()}


def _field(hint: Any, declared: Declared) -> Field:
    annotation, *metadata = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    return Field(annotation, tuple(metadata), declared.default, declared.title, declared.key)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Declared,))
class Facts(metaclass=_Kind):
    """A group of facts: frozen, and closed to keys that the format does not know.

    What is made by calling the class is taken as it is; `tarotref.model.validation.validated` reads a tree.
    """

    _declared: ClassVar[dict[str, Declared]] = {}
    _others: ClassVar[Any] = None
    """The type of what stands at keys that are no fields; None where there may be no such keys."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls._declared = {}
        for name in (n for n in get_annotations(cls) if not n.startswith("_")):
            said = cls.__dict__.get(name, REQUIRED)
            cls._declared[name] = said if isinstance(said, Declared) else Declared(said)
            if isinstance(said, Declared):
                delattr(cls, name) if said.default is REQUIRED else setattr(cls, name, said.default)

    def __init__(self, **facts: Any) -> None:
        lacking = [name for name, one in self._declared.items() if one.default is REQUIRED and name not in facts]
        unknown = [name for name in facts if name not in self._declared and self._others is None]
        if lacking or unknown:
            raise TypeError(f"{type(self).__name__}: found {', '.join(facts)}; expected {', '.join(self._declared)}")
        self.__dict__.update(_told(type(self), facts))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """Yield name and value of every field, then of every other key."""
        told = self.__dict__
        for name in self._declared:
            yield name, told[name] if name in told else getattr(self, name)
        if self._others is not None:
            yield from ((name, value) for name, value in told.items() if name not in self._declared)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        """Return what is told, without what is not."""
        return f"{type(self).__name__}({', '.join(f'{n}={self.__dict__[n]!r}' for n, _ in self if n in self.__dict__)})"

    def model_copy(self, update: Mapping[str, Any]) -> Self:
        """Return the same facts with some of them otherwise."""
        return type(self)(**{**self.__dict__, **update})


def _told(made: type[Facts], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts in the order of the format without those that are as where nothing is said."""
    declared = made._declared
    found = {name: facts[name] for name, one in declared.items() if name in facts and _says(facts[name], one.default)}
    return {**found, **{n: v for n, v in facts.items() if n not in declared}} if made._others is not None else found


def _says(value: Any, default: Any) -> bool:
    return value is not default and (default is None or value != default)
