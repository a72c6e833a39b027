"""Writes what the version of `tarotref/release.py` changes into corpus/history.yaml, from which pages tell the history of records.

Usage: `make history OLD=v0.1.0`, before a version is published: OLD is the version before, as a tag of git, or an export of it.
Without OLD, for the first version of all, every record is one that it is the first to have. Run again, it writes its version anew.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from tarotref import catalogue_number, release
from tarotref.store import loading
from tarotref.store.exported import export
from tarotref.tables.changes import Change, changes
from tarotref.tables.imports import Export

ROOT = Path(__file__).parent.parent
FILE, CHANGELOG, CONTRIBUTORS = (ROOT / name for name in ("corpus/history.yaml", "CHANGELOG.md", "CONTRIBUTORS.yaml"))
HEAD = """\
# What each published version was the first to have, and what it changed: the history of each record.
# Written by `make history` before a version is published, and never changed afterwards.
"""
ROOM = 120
MOST = 12
"""As many changes of a record are told one by one, which stand open on its page; of one that has been rewritten it is said how
many there are."""


def records(of: Export) -> list[str]:
    """Return the ids of all records of an export, traditions first, as the corpus writes them."""
    return [catalogue_number.bare(str(row[0])) for table in ("traditions", "games") for row in of.rows[table]]


def entry(
    old: Export | None, new: Export, date: str = release.DATE, credit: Mapping[str, Sequence[str]] | None = None
) -> dict[str, Any]:
    """Return what the history says of a version; `old` is that before, None where there was none, `credit` names contributors."""
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
    told["rewritten"] = {id: len(found) for id, found in told["changes"].items() if len(found) > MOST}
    told["changes"] = {id: found for id, found in told["changes"].items() if id not in told["rewritten"]}
    touched = {*told["first"], *told["changes"], *told["rewritten"]}
    told["contributors"] = {id: names for id, names in (credit or {}).items() if id in touched}
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
    if told.get("rewritten"):
        yield from _wrapped("  rewritten: {", [f"{_text(id)}: {n}" for id, n in told["rewritten"].items()], "}")
    if told.get("contributors"):
        yield "  contributors:"
    for id, names in told.get("contributors", {}).items():
        yield f"    {_text(id)}: [{', '.join(map(_text, names))}]"


def in_changelog(text: str, version: str, told: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """Return the changelog with a line for each record that a version is the first to have or changes, and who contributed to it.

    They stand in a part of their own, between what is written by hand of the corpus and of the software.
    """
    section = re.search(rf"^## {re.escape(version)} .*?(?=^## |\Z)", text, re.M | re.S)
    if section is None:
        raise ValueError(f"CHANGELOG.md has no section on {version}")
    lines = []
    rewritten = told.get("rewritten", {})
    touched = {*told["changes"], *rewritten}
    for id in dict.fromkeys([*told["first"], *(id for id in titles if id in touched), *touched]):
        n = rewritten.get(id) or len(told["changes"].get(id, ()))
        what = (
            "a new record"
            if id in told["first"]
            else "1 fact or text changed"
            if n == 1
            else f"{n} facts or texts changed"
        )
        names = told["contributors"].get(id)
        by = f", by {' and '.join(names)}" if names else ""
        lines.append(f"- Record {id}, {titles.get(id, id)}: {what}{by}.")
    lines += [f"- Record {id}: withdrawn." for id in told["withdrawn"]]
    by_hand = re.sub(r"^### Records\n.*?(?=^### |\Z)", "", section[0], flags=re.M | re.S).rstrip("\n") + "\n\n"
    corpus, software, rest = by_hand.partition("### Software\n")
    part = "### Records\n\n" + "".join(f"{line}\n" for line in lines) + "\n" if lines else ""
    new = corpus + part + software + rest
    return (
        text[: section.start()]
        + (new if section.end() < len(text) else new.rstrip("\n") + "\n")
        + text[section.end() :]
    )


def contributions(text: str, history: str) -> dict[str, list[str]]:
    """Return who has contributed to each record, by name, and is not named for it by an earlier version."""
    earlier = [one.get("contributors", {}) for one in (yaml.safe_load(history) or {}).values()]
    found: dict[str, list[str]] = {}
    for one in (yaml.safe_load(text) or {}).values():
        for id in map(str, one.get("records", {})):
            if not any(one["name"] in names.get(id, ()) for names in earlier):
                found.setdefault(id, []).append(one["name"])
    return found


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _wrapped(begin: str, items: list[str], end: str = "]") -> Iterator[str]:
    line = begin
    for n, item in enumerate(items):
        part = item + ("," if n < len(items) - 1 else end)
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
    if not release.DATE:
        sys.exit(f"version {release.VERSION} is {release.UNSET}: set its DATE in tarotref/release.py first")
    credit = contributions(CONTRIBUTORS.read_text(encoding="utf-8"), before(text, release.VERSION))
    old, new = export(names[0]) if names else None, export(str(loading.compiled().folder))
    told = entry(old, new, release.DATE, credit)
    FILE.write_text(written(text, release.VERSION, told), encoding="utf-8")
    if names:
        corpus = loading.compiled().corpus()
        titles = {id: record.facts.title for id, record in (*corpus.traditions.items(), *corpus.games.items())}
        noted = in_changelog(CHANGELOG.read_text(encoding="utf-8"), release.VERSION, told, titles)
        CHANGELOG.write_text(noted, encoding="utf-8")
    n = sum(map(len, told["changes"].values())) + sum(told["rewritten"].values())
    touched = len(told["changes"]) + len(told["rewritten"])
    print(f"{release.VERSION}: {len(told['first'])} records first published, {n} changes in {touched} records")


if __name__ == "__main__":
    main()
