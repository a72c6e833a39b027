"""Tables as documents in JSON: one for each game, tradition, pack, trump order, place, source and piece of evidence.

The JSON export and the static API of the site are these files. A document has the columns of its row, and the rows of other
tables that belong to it under the names of these tables; a game's has its rulesets, and each of these its facts and cells.
A game's document tells of its other rulesets the facts and cells that are not those of the main one; each ruleset has its rules
whole, as a tree, in a document of its own. What a document repeats of others (a game's evidence and sources) is a copy, and
`tables` makes of the documents the same rows again. A key that is not there has no value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tarotref.tables.spec import TABLES, Row, Table, text_of

SCHEMA_VERSION = "1.0"
"""Version of the form of the documents: the first figure changes where a program that reads them would have to."""
KINDS = {
    "games": "games",
    "traditions": "traditions",
    "packs": "packs",
    "trump_orders": "trump-orders",
    "places": "places",
    "sources": "sources",
    "attestations": "attestations",
}
"""Tables whose rows have documents of their own, with the folders of these."""
PROVENANCE = ("witness", "source", "locator")
"""Columns of facts and cells that follow from the layer that set them."""

Document = dict[str, Any]
Tables = Mapping[str, Sequence[Row]]


def home(table: Table, row: Row) -> tuple[str, str] | None:
    """Return to whose document a row belongs: the table of that, and its id; None where it belongs to none."""
    value = str(row[_at(table.name, table.key[0])])
    if table.name == "citations":
        to, value = _owner(value), str(row[_at(table.name, "cited_row")]).partition("/")[0]
    else:
        to = _owner(table.name)
    return (to, value) if to else None


@cache
def _owner(name: str) -> str:
    """Return the table to whose documents the rows of a table belong by the first column of its key, or ''."""
    table = TABLES[name]
    key = table.column(table.key[0])
    to = key.ref.partition(".")[0] if key.ref and name not in KINDS else name
    if to in ("layers", "catalogue"):  # a record's layer is a game or a tradition
        return "records"
    return to if to in KINDS else ""


@cache
def _at(table: str, column: str) -> int:
    return [c.name for c in TABLES[table].columns].index(column)


def told(table: Table, row: Row, *without: str) -> Document:
    """Return a row as an object: lists as lists, nothing where there is no value. ValueError for a row of another table."""
    if len(row) != len(table.columns):
        raise ValueError(f"{table.name}: found a row of {len(row)} values, expected {len(table.columns)}")
    return {
        name: value.split(";") if several and isinstance(value, str) else value
        for n, name, several in _told(table.name, without)
        if (value := row[n]) is not None
    }


@cache
def _told(table: str, without: tuple[str, ...]) -> list[tuple[int, str, bool]]:
    return [(n, c.name, c.several) for n, c in enumerate(TABLES[table].columns) if c.name not in without]


class Documents:
    """The documents of all tables, made when they are asked for."""

    def __init__(self, tables: Tables, about: Mapping[str, Any]):
        """`about` has what the index says of the whole: title, version, date, licence."""
        self.tables, self.about = tables, about
        self.ids = {name: {str(row[0]): row for row in tables[name]} for name in KINDS}

    @cached_property
    def _parts(self) -> tuple[dict[tuple[str, str], dict[str, list[Row]]], dict[str, list[Row]]]:
        """The rows of each table by the document that they belong to; those that belong to none by their table."""
        parts: dict[tuple[str, str], dict[str, list[Row]]] = {}
        rest: dict[str, list[Row]] = {name: [] for name in self.tables if name not in KINDS}
        for name, rows in self.tables.items():
            for row in rows:
                at = home(TABLES[name], row)
                if at and at[0] == "records":
                    at = ("games" if at[1] in self.ids["games"] else "traditions"), at[1]
                if at and at[1] in self.ids[at[0]]:
                    parts.setdefault(at, {}).setdefault(name, []).append(row)
                else:
                    rest[name].append(row)
        return parts, {name: rows for name, rows in rest.items() if rows or not self.tables[name]}

    def files(self) -> Iterator[tuple[str, Document]]:
        """Yield (path, document) for all of them, the index first."""
        parts, rest = self._parts
        yield "index.json", self.index(rest)
        for name, folder in KINDS.items():
            yield f"{folder}.json", self._head(items=[self.entry(name, row) for row in self.tables[name]])
            for id in self.ids[name]:
                yield f"{folder}/{id}.json", self.document(name, id, parts[name, id])
        rulesets = TABLES["rulesets"]
        listed = [
            {**told(rulesets, row), "url": f"rulesets/{row[_at('rulesets', 'id')]}.json"}
            for row in self.tables["rulesets"]
        ]
        yield "rulesets.json", self._head(items=listed)
        trees = self._trees()
        for row, entry in zip(self.tables["rulesets"], listed, strict=True):
            yield entry["url"], self._head(**told(rulesets, row), rules=trees.get(row[:2], {}), links=_links(entry))
        for name, rows in rest.items():
            document = {"table": name, "text": TABLES[name].text, "rows": [told(TABLES[name], row) for row in rows]}
            yield f"tables/{name}.json", self._head(**document)

    def _head(self, **more: Any) -> Document:
        return {"schema_version": SCHEMA_VERSION, **more}

    def index(self, rest: Mapping[str, Sequence[Row]]) -> Document:
        """Return the index: what this is, of which version, and where everything stands."""
        lists = {name: len(self.tables[name]) for name in (*KINDS, "rulesets")}
        return self._head(
            **self.about,
            description="openapi.json",
            collections=[
                {"name": name, "text": TABLES[name].text, "items": n, "url": f"{KINDS.get(name, name)}.json"}
                for name, n in lists.items()
            ],
            tables=[
                {"name": name, "text": TABLES[name].text, "rows": len(rows)}
                | ({"url": f"tables/{name}.json"} if name in rest else {})
                for name, rows in self.tables.items()
            ],
        )

    def entry(self, name: str, row: Row) -> Document:
        """Return what a list says of one document, and its address."""
        return {**told(TABLES[name], row), "url": f"{KINDS[name]}/{row[0]}.json"}

    def document(self, name: str, id: str, parts: Mapping[str, Sequence[Row]]) -> Document:
        """Return the document of one row of a table that has documents."""
        made = self._head(**told(TABLES[name], self.ids[name][id]))
        if name == "games":
            made["text"] = [
                {**said, "text": self._texts[said["owner"], said["section"]]}
                for said in (told(TABLES["game_sections"], row, "game") for row in parts.get("game_sections", ()))
            ]
            made["rulesets"], made["provenance"] = _rulesets(parts)
            made["attestations"] = [
                self.entry("attestations", self.ids["attestations"][one]) for one in self._shown(id)
            ]
            made["sources"] = [self.entry("sources", self.ids["sources"][key]) for key in _sources(parts)]
        made["tables"] = {
            table: [told(TABLES[table], row, *(() if table == "citations" else TABLES[table].key[:1])) for row in rows]
            for table, rows in parts.items()
            if table != name and not _elsewhere(name, TABLES[table])
        }
        return made

    def _shown(self, game: str) -> list[str]:
        return self._evidence.get(game, [])

    @cached_property
    def _evidence(self) -> dict[str, list[str]]:
        """The evidence of each game."""
        found: dict[str, list[str]] = {}
        for attestation, game in self.tables["attestation_games"]:
            found.setdefault(str(game), []).append(str(attestation))
        return found

    @cached_property
    def _texts(self) -> dict[tuple[str, str], str]:
        return {(str(owner), str(title)): str(text) for owner, title, text in self.tables["sections"]}

    def _trees(self) -> dict[tuple[Any, ...], Document]:
        """Return the rules of each ruleset as a tree, as a record writes them: of an absence the word for it."""
        field, state, data = (_at("facts", c) for c in ("field", "state", "json"))
        trees: dict[tuple[Any, ...], Document] = {}
        for row in self.tables["facts"]:
            spot = trees.setdefault(row[:2], {})
            *steps, last = str(row[field]).split(".")
            for step in steps:
                spot = spot.setdefault(step, {})
            spot[last] = row[state] if row[data] is None else json.loads(str(row[data]))
        return trees


def _links(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return where a ruleset's document leads, from where it stands."""
    found = {"game": f"../../games/{entry['game']}.json"}
    return found | ({"base": f"../../rulesets/{entry['base']}.json"} if entry.get("base") else {})


def _by_ruleset(table: Table) -> bool:
    return table.key[:2] == ("game", "ruleset")


def _elsewhere(name: str, table: Table) -> bool:
    """Say whether the rows of a table stand outside `tables` in the document of a row of another."""
    return name == "games" and (_by_ruleset(table) or table.name in ("sections", "game_sections"))


def _sources(parts: Mapping[str, Sequence[Row]]) -> list[str]:
    """Return the sources that are named behind anything in a document."""
    found: dict[str, None] = {}
    for name in ("citations", "facts"):
        at = _at(name, "source")
        found |= dict.fromkeys(str(row[at]) for row in parts.get(name, ()) if row[at] is not None)
    return list(found)


def _rulesets(parts: Mapping[str, Sequence[Row]]) -> tuple[list[Document], Document]:
    """Return a game's rulesets with all that tables say of each, and of each layer the witness, the source and the place in it."""
    made: dict[Any, Document] = {}
    for row in parts.get("rulesets", ()):
        made[row[1]] = {**told(TABLES["rulesets"], row, "game"), "cells": {}, "facts": {}, "tables": {}}
    layers: dict[str, Document] = {}
    for name, rows in parts.items():
        table = TABLES[name]
        if not _by_ruleset(table) or name == "rulesets":
            continue
        for row in rows:
            ruleset = made[row[1]]
            said = told(table, row, "game", "ruleset")
            if name in _SHORT:
                came = {column: said.pop(column) for column in PROVENANCE if column in said}
                if "set_by" in said:
                    layers.setdefault(said["set_by"], came)
                _SHORT[name](ruleset, said)
            else:
                ruleset["tables"].setdefault(name, []).append(said)
    main = made.get("main")
    return [one if main is None or one is main else _against(main, one) for one in made.values()], layers


def _against(main: Document, other: Document) -> Document:
    """Return a ruleset with those facts and cells alone that are not the same in the main ruleset of the game."""
    less = {part: {key: said for key, said in other[part].items() if main[part].get(key) != said} for part in _SHORT}
    return {**other, **less, "lacks": [field for field in main["facts"] if field not in other["facts"]]}


def _whole(main: Document, other: Document) -> Document:
    """Return a ruleset with all its facts and cells."""
    facts = {field: said for field, said in main["facts"].items() if field not in other["lacks"]}
    return {**other, "facts": facts | other["facts"], "cells": main["cells"] | other["cells"]}


def _short_fact(ruleset: Document, said: Document) -> None:
    """Put a fact into its ruleset: the value as data, in words only where these are not simply the value."""
    field, value, written = said.pop("field"), said.pop("value", None), said.pop("json", None)
    if written is not None:
        data = json.loads(written)
        said = {"value": data, **({} if _plainly(data) == value else {"text": value}), **said}
    ruleset["facts"][field] = said


def _plainly(data: Any) -> str | None:
    """Return the text of a value that is its own text; None where it takes words."""
    return None if isinstance(data, dict | list) else text_of(data)


def _short_cell(ruleset: Document, said: Document) -> None:
    """Put into its ruleset why a cell is what it is; the value stands in the ruleset itself."""
    feature, value = said.pop("feature"), said.pop("value", None)
    if value != (text_of(ruleset.get(feature)) or None):
        said["value"] = value
    ruleset["cells"][feature] = said


_SHORT: dict[str, Callable[[Document, Document], None]] = {"facts": _short_fact, "cells": _short_cell}


def written(document: Document) -> str:
    """Return a document as it stands in its file."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


# -- and back


def tables(folder: Path) -> dict[str, list[Row]]:
    """Read the documents of a folder back into tables, rows in the order of the documents; FileNotFoundError without index."""
    index = _read(folder, "index.json")
    rows: dict[str, list[Row]] = {table["name"]: [] for table in index["tables"]}

    def put(name: str, said: Mapping[str, Any], **keys: Any) -> None:
        rows[name].append(_row(TABLES[name], {**said, **keys}))

    for collection in index["collections"]:
        name = collection["name"]
        for entry in _read(folder, collection["url"])["items"] if name in KINDS else ():
            document = _read(folder, entry["url"])
            id = entry[TABLES[name].key[0]]
            put(name, document)
            for part, found in document["tables"].items():
                for said in found:
                    put(part, {TABLES[part].key[0]: id} | said)
            for said in document["text"] if name == "games" else ():
                put("game_sections", said, game=id)
                if said["owner"] == id:
                    put("sections", said)
            rulesets: list[Document] = document["rulesets"] if name == "games" else []
            for ruleset in rulesets:
                whole = _whole(rulesets[0], ruleset) if "lacks" in ruleset else ruleset
                _put_ruleset(put, id, whole, document["provenance"])
    for table in index["tables"]:
        for said in _read(folder, table["url"])["rows"] if "url" in table else ():
            put(table["name"], said)
    return rows


def _put_ruleset(put: Callable[..., None], game: str, ruleset: Document, layers: Mapping[str, Document]) -> None:
    keys = {"game": game, "ruleset": ruleset["ruleset"]}
    put("rulesets", ruleset, **keys)
    for field, said in ruleset["facts"].items():
        known = "value" in said
        value = said.get("text", _plainly(said["value"])) if known else None
        data = json.dumps(said["value"], ensure_ascii=False) if known else None
        put("facts", said, **layers.get(said.get("set_by", ""), {}), **keys, field=field, value=value, json=data)
    for feature, said in ruleset["cells"].items():
        value = said["value"] if "value" in said else text_of(ruleset.get(feature)) or None
        put("cells", said, **layers.get(said.get("set_by", ""), {}), **keys, feature=feature, value=value)
    for part, found in ruleset["tables"].items():
        for said in found:
            put(part, said, **keys)


def _row(table: Table, said: Mapping[str, Any]) -> Row:
    values = (said.get(c.name) for c in table.columns)
    return tuple(";".join(v) if isinstance(v, list) else v for v in values)


def _read(folder: Path, path: str) -> Any:
    return json.loads((folder / path).read_text(encoding="utf-8"))
