"""How facts become values: an absent section is an empty one, an absent fact what play assumes for it, and that is noted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

from tarotref.model.types import Absence, Facts, given

T = TypeVar("T")
U = TypeVar("U")
F = TypeVar("F", bound=Facts)
Path = tuple[str, ...]
"""Where a fact stands in a ruleset: `play`, `leads`."""


class Gap(NamedTuple):
    """A fact that is missing or told in words alone, and the assumption that takes its place in play."""

    path: Path
    assumption: str


class Filled:
    """What the compiler has had to fill in, in order."""

    def __init__(self) -> None:
        self.gaps: list[Gap] = []

    def usual(self, fact: T | Absence | None, usual: U, *path: str) -> T | U:
        """Return a fact, or what is usual where it is absent, as the assumption of that name says."""
        found = given(fact)
        if found is not None:
            return found
        self.note(path)
        return usual

    def note(self, path: Path, assumption: str = "") -> None:
        """Note that an assumption stands for a fact: that of its own name, unless another is named."""
        self.gaps.append(Gap(path, assumption or ".".join(path)))


def section(found: F | Absence | None, kind: type[F]) -> F:
    """Return a section of facts, or one without any where it is absent."""
    return _empty(kind) if found is None or isinstance(found, Absence) else found


@cache
def _empty(kind: type[F]) -> F:
    return kind()


def by_whom(fact: str | dict[Any, str] | Absence | None) -> str | Mapping[str, str] | None:
    """Return a term, or one by what somebody is in the hand; None where it is absent."""
    return None if fact is None or isinstance(fact, Absence) else fact


def yes(fact: object) -> bool:
    """Whether a fact says yes."""
    return fact is True


def tuple_of(fact: Iterable[T] | Absence | None) -> tuple[T, ...]:
    """Return the values of a fact that has several; none where it is absent."""
    return () if fact is None or isinstance(fact, Absence) else tuple(fact)
