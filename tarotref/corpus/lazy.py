"""Mappings of which each value is read when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from typing import Generic, TypeVar

T = TypeVar("T")


class Lazy(MutableMapping[str, T], Generic[T]):
    """A mapping whose keys are known, in their order, and whose values are read one by one."""

    def __init__(self, keys: Iterable[str], read: Callable[[str], T]):
        self._keys = dict.fromkeys(keys)
        self._read = read
        self._found: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key not in self._found:
            if key not in self._keys:
                raise KeyError(key)
            self._found[key] = self._read(key)
        return self._found[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __reduce__(self) -> tuple[type[dict[str, T]], tuple[dict[str, T]]]:
        """Return what it is elsewhere: a mapping of all its values."""
        return dict, (dict(self),)

    def __setitem__(self, key: str, value: T) -> None:
        self._keys[key] = None
        self._found[key] = value

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        self._found.pop(key, None)
