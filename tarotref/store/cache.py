"""What one build keeps for the next: each value in a file of its own, under a key that says what it was made from.

A file is trusted only whole: one that is damaged, or of another key, is as good as none.
"""

from __future__ import annotations

import gc
import hashlib
import io
import pickle
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tarotref.store.snapshot import code_of


def digest(*parts: Any) -> str:
    """Return a digest of values by how Python shows them."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


@cache
def digest_of_code(folder: str = "") -> str:
    """Return a digest of the package's code, or of that in one folder, and of the Python that runs it."""
    return digest(sys.version, [(p.name, p.read_bytes()) for p in code_of(folder)])


@contextmanager
def unsearched() -> Iterator[None]:
    """Make much that stays, without a search for garbage among it, which would take a third of the time."""
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.freeze()
            gc.enable()


def keep(file: Path, key: str, value: Any) -> None:
    """Keep a value in a file; one that reads it meanwhile finds the old value or the new, never a part."""
    data = key.encode() + b"\n" + pickled(value)
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as new:
        new.write(hashlib.sha256(data).digest() + data)
    Path(new.name).replace(file)


def pickled(value: Any) -> bytes:
    """Return a value as bytes, of which `pickle.loads` makes it again."""
    made = io.BytesIO()
    _Pickler(made, pickle.HIGHEST_PROTOCOL).dump(value)
    return made.getvalue()


def kept(file: Path, key: str) -> Any:
    """Return the value that a file keeps under a key; None where there is none."""
    try:
        found = file.read_bytes()
    except OSError:
        return None
    data = found[32:]
    if hashlib.sha256(data).digest() != found[:32] or not data.startswith(key.encode() + b"\n"):
        return None
    with unsearched():
        return pickle.loads(data[len(key) + 1 :])


class _Pickler(pickle.Pickler):
    """Keeps mappings that cannot be written to, too, which packs and orders have."""

    def reducer_override(self, value: Any) -> Any:
        return (_unwritable, (dict(value),)) if type(value) is MappingProxyType else NotImplemented


def _unwritable(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)
