"""Sheets: words and tables that stand beside a module, in JSON of the same name, so that a person edits them without any code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from pkgutil import get_data
from typing import Any

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,\n]')
Faults = Callable[[dict[str, Any]], Iterator[tuple[tuple[str, ...], str]]]
"""Yields what else is wrong with a sheet: where, as the keys that lead there, and what it should be."""


def sheet(module: str, parts: Collection[str] = (), faults: Faults | None = None) -> dict[str, Any]:
    """Return what stands in the sheet of a module; ValueError, with file and line, where a key stands twice, where it has
    other `parts` than it should, where anything is neither a text nor made of texts, or where `faults` finds something."""
    name = f"{module.rpartition('.')[2]}.json"
    text = (get_data(module, name) or b"").decode()
    file = f"{module.replace('.', '/')}.json"
    whole = True

    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal whole
        whole &= len(made := dict(pairs)) == len(pairs)
        return made

    try:
        found: Any = json.loads(text, object_pairs_hook=mapping)
    except json.JSONDecodeError as error:
        raise ValueError(f"{file}:{error.lineno}: {error.msg}") from None
    if not whole:
        keys = list(_lines(text))
        paths = [path for path, _ in keys]
        path, line = next(key for n, key in enumerate(keys) if key[0] in paths[:n])
        raise ValueError(f"{file}:{line}: {path[-1]!r} stands twice")
    for path, message in _wrong(found, parts, faults):
        raise ValueError(f"{file}:{_line(text, path)}: {message}")
    return found  # type: ignore[no-any-return]


def _wrong(found: Any, parts: Collection[str], faults: Faults | None) -> Iterator[tuple[tuple[str, ...], str]]:
    if not isinstance(found, dict):
        yield (), "a sheet has names with what each stands for"
        return
    if parts:
        yield from (
            ((name,), f"{name!r} is no part of this sheet; it has {', '.join(parts)}")
            for name in found
            if name not in parts
        )
        yield from (((), f"{name!r} is missing") for name in parts if name not in found)
    yield from _no_text(found)
    if faults is not None:
        yield from faults(found)


def _no_text(found: Any, *path: str) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(found, dict):
        for key, value in found.items():
            yield from _no_text(value, *path, key)
    elif not isinstance(found, str) and not (isinstance(found, list) and all(isinstance(one, str) for one in found)):
        yield path, "this should be a text"


def _line(text: str, path: tuple[str, ...]) -> int:
    return next((line for at, line in _lines(text) if at == path), 1)


def _lines(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield each key of a sheet, with those that lead to it, and the line on which it stands."""
    line, last = 1, ""
    path: list[str] = []
    for token in _TOKEN.findall(text):
        if token == "\n":
            line += 1
        elif token == ":":
            path[-1] = json.loads(last)
            yield tuple(path), line
        elif token in "{[":
            path.append("")
        elif token in "}]":
            path.pop()
        last = token if token.startswith('"') else last
