"""What has changed from one export to another: which facts, details and texts of which records."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from tarotref.tables.imports import Export
from tarotref.tables.spec import Value, text_of

OWN = frozenset({"stated", "inherited"})
"""States of a fact that the source tells, which differ in where it is written."""
CREDITS = ("set_by", "witness", "source", "locator")
"""Columns of `facts` that tell who says so."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was. Of a fact the value is told, or in its absence the status; of texts nothing but their title."""

    record: str
    """The game, or of a text perhaps a tradition."""
    ruleset: str | None
    """The ruleset whose fact it is; None of what a game has as a whole."""
    field: str
    """Path of the fact, column of `games`, or `text.` and the title of a section."""
    kind: str
    """added; removed; changed; credited: the fact is the same, and who says so, or where, is not."""
    old: str | None
    new: str | None


def changes(old: Export, new: Export) -> list[Change]:
    """Return all changes, in the order of the catalogue, those of records that are no more at the end.

    KeyError where an export lacks the tables `games` and `facts`.
    """
    found = [*_games(old, new), *_facts(old, new), *_texts(old, new)]
    order: dict[str, int] = {}
    for record in (*(str(row[0]) for e in (new, old) for row in e.rows["games"]), *(c.record for c in found)):
        order.setdefault(record, len(order))
    return sorted(found, key=lambda change: order[change.record])


def _by_key(of: Export, table: str) -> dict[tuple[Value, ...], dict[str, Value]]:
    names = of.columns.get(table, [])
    rows = (dict(zip(names, row, strict=True)) for row in of.rows.get(table, ()))
    return {tuple(row[name] for name in of.keys[table]): row for row in rows}


def _pairs(old: Export, new: Export, table: str) -> Iterator[tuple[Any, Any, Any]]:
    """Yield (key, old row or None, new row or None) for all rows that are not the same."""
    was, now = _by_key(old, table), _by_key(new, table)
    for key in dict.fromkeys([*now, *was]):
        if was.get(key) != now.get(key):
            yield key, was.get(key), now.get(key)


def _kind(was: Any, now: Any) -> str:
    return "changed" if was and now else "added" if now else "removed"


def _games(old: Export, new: Export) -> Iterator[Change]:
    for (id,), was, now in _pairs(old, new, "games"):
        for name in dict.fromkeys([*(now or ()), *(was or ())]):
            a, b = ((row or {}).get(name) for row in (was, now))
            if a != b and name != "id":
                yield Change(id, None, name, _kind(text_of(a), text_of(b)), text_of(a) or None, text_of(b) or None)


def _facts(old: Export, new: Export) -> Iterator[Change]:
    for (game, ruleset, field), was, now in _pairs(old, new, "facts"):
        if was is None or now is None or _fact(was) != _fact(now):
            yield Change(game, ruleset, field, _kind(was, now), _said(was), _said(now))
        elif was["status"] != now["status"] and not {was["status"], now["status"]} <= OWN:
            told = (f"{_said(row)} ({row['status']})" if row["value"] is not None else _said(row) for row in (was, now))
            yield Change(game, ruleset, field, "changed", *told)
        elif any(was.get(c) != now.get(c) for c in CREDITS):
            yield Change(game, ruleset, field, "credited", _credit(was), _credit(now))


def _fact(row: Mapping[str, Value]) -> Any:
    """Return what a fact is, whatever words tell it; of an export without the column `json` the words have to do."""
    return _plain(json.loads(str(row["json"]))) if row.get("json") is not None else row["value"]


def _plain(value: Any) -> Any:
    """Return JSON with its figures as text: one version of the format writes 1, another "1"."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list) else str(value)


def _said(row: Mapping[str, Value] | None) -> str | None:
    return None if row is None else str(row["value"] if row["value"] is not None else row["status"])


def _credit(row: Mapping[str, Value] | None) -> str | None:
    return None if row is None else ", ".join(str(row[c]) for c in CREDITS if row.get(c) is not None)


def _texts(old: Export, new: Export) -> Iterator[Change]:
    for (owner, section), was, now in _pairs(old, new, "sections") if "sections" in old.rows else ():
        yield Change(owner, None, f"text.{section}", _kind(was, now), None, None)


def as_csv(found: Sequence[Change]) -> str:
    """Return changes as CSV, one a row."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, [f.name for f in fields(Change)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(asdict, found))
    return out.getvalue()


def as_lines(found: Sequence[Change], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield changes for people: record by record, what several rulesets share once, with what it is all together."""
    records: dict[str, dict[tuple[Any, ...], list[str]]] = {}
    for c in found:
        records.setdefault(c.record, {}).setdefault((c.field, c.kind, c.old, c.new), []).append(c.ruleset or "")
    for record, shared in records.items():
        yield f"{record} {titles.get(record, '')}".rstrip()
        for (field, kind, old, new), rulesets in shared.items():
            values = f"{old} -> {new}" if old is not None and new is not None else f"{old or new or ''}"
            where = f" ({', '.join(rulesets)})" if rulesets != [""] else ""
            yield f"  {kind:8} {field}{f': {values}' if values else ''}{where}"
    if found:
        of = {kind: sum(c.kind == kind for c in found) for kind in ("added", "removed", "changed", "credited")}
        told = ", ".join(f"{n} {kind}" for kind, n in of.items() if n)
        yield f"{len(found)} changes in {len(records)} record{'s' if len(records) > 1 else ''}: {told}"
