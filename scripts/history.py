"""Writes what the version of `tarotref/release.py` changes into corpus/history.yaml, from which pages tell the history of records.

Usage: `make history OLD=v0.1.0`, before a version is published: OLD is the version before, as a tag of git, or an export of it.
Without OLD, for the first version of all, every record is one that it is the first to have. Run again, it writes its version anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tarotref import catalogue_number, release
from tarotref.store import loading
from tarotref.tables.changes import Change, changes
from tarotref.tables.imports import Export

FILE = Path(__file__).parent.parent / "corpus" / "history.yaml"
HEAD = """\
# What each published version was the first to have, and what it changed: the history of each record.
# Written by `make history` before a version is published, and never changed afterwards.
"""
ROOM = 120


def records(of: Export) -> list[str]:
    """Return the ids of all records of an export, traditions first, as the corpus writes them."""
    return [catalogue_number.bare(str(row[0])) for table in ("traditions", "games") for row in of.rows[table]]


def entry(old: Export | None, new: Export, date: str = release.DATE) -> dict[str, Any]:
    """Return what the history says of a version; `old` is that before, None where there was none."""
    now = records(new)
    was = records(old) if old else []
    told: dict[str, Any] = {
        "date": date,
        "first": [id for id in now if id not in was],
        "withdrawn": [id for id in was if id not in now],
        "changes": {},
    }
    for change in changes(old, new) if old else ():
        id = catalogue_number.bare(change.record)
        if id in now and id in was:
            told["changes"].setdefault(id, {}).setdefault(_what(change), []).append(change.ruleset)
    return told


def _what(change: Change) -> tuple[tuple[str, str], ...]:
    told = {"kind": change.kind, "field": change.field, "old": change.old, "new": change.new}
    return tuple((name, value) for name, value in told.items() if value is not None)


def lines(version: str, told: Mapping[str, Any]) -> Iterator[str]:
    """Yield the entry of a version as YAML, a change a line."""
    yield f"{_text(version)}:"
    yield f"  date: {_text(told['date'])}"
    for name in ("first", "withdrawn"):
        if told[name]:
            yield from _wrapped(f"  {name}: [", [_text(id) for id in told[name]])
    if told["changes"]:
        yield "  changes:"
    for id, found in told["changes"].items():
        yield f"    {_text(id)}:"
        for what, rulesets in found.items():
            parts = [f"{name}: {_text(value)}" for name, value in what]
            if own := [_text(key) for key in rulesets if key]:
                parts.append(f"rulesets: [{', '.join(own)}]")
            yield f"      - {{{', '.join(parts)}}}"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _wrapped(begin: str, items: list[str]) -> Iterator[str]:
    line = begin
    for n, item in enumerate(items):
        part = item + ("," if n < len(items) - 1 else "]")
        if len(line) + len(part) + 1 > ROOM:
            yield line.rstrip()
            line = "    "
        line += part + " "
    yield line.rstrip()


def before(text: str, version: str) -> str:
    """Return the file without the entry of a version, and what stands after it."""
    return (text or HEAD).partition(f"\n{_text(version)}:\n")[0].rstrip("\n")


def written(text: str, version: str, told: Mapping[str, Any]) -> str:
    """Return the file with the entry of a version at its end, in the place of what it said of it."""
    return "\n".join([before(text, version), "", *lines(version, told)]) + "\n"


def main() -> None:
    """Write the version of today into the history."""
    names = [name for name in sys.argv[1:] if name]
    text = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    if not names and any(line.startswith('"') for line in before(text, release.VERSION).splitlines()):
        sys.exit(
            f"{FILE.name} has versions before {release.VERSION}; say which this one follows: make history OLD=v0.1.0"
        )
    told = entry(loading.export(names[0]) if names else None, loading.export(str(loading.compiled().folder)))
    FILE.write_text(written(text, release.VERSION, told), encoding="utf-8")
    n = sum(map(len, told["changes"].values()))
    print(
        f"{release.VERSION}: {len(told['first'])} records first published, {n} changes in {len(told['changes'])} records"
    )


if __name__ == "__main__":
    main()
