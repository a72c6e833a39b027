"""What the documents of the static API are, as OpenAPI 3.1: addresses, and a schema of each kind made from the tables' columns."""

from __future__ import annotations

from typing import Any

from tarotref.tables.documents import KINDS, SCHEMA_VERSION
from tarotref.tables.spec import TABLES, Column, Table

Schema = dict[str, Any]

NAMES = {
    "games": "Game",
    "traditions": "Tradition",
    "packs": "Pack",
    "trump_orders": "TrumpOrder",
    "places": "Place",
    "sources": "Source",
    "attestations": "Attestation",
}
"""What one document of each kind is called."""


def openapi(title: str, version: str, licence: dict[str, str]) -> dict[str, Any]:
    """Return the description of the API; its schemas hold for every document that is served."""
    paths: dict[str, Any] = {
        "/index.json": _get("index", "Where everything stands, and of which version it is.", "Index")
    }
    for name, folder in (*KINDS.items(), ("rulesets", "rulesets")):
        one = NAMES.get(name, "Ruleset")
        paths[f"/{folder}.json"] = _get(f"list-{folder}", TABLES[name].text, f"{one}List")
        key = "{game}/{ruleset}" if name == "rulesets" else "{id}"
        paths[f"/{folder}/{key}.json"] = _get(
            f"get-{folder}", _SAYS.get(name, f"One of `{folder}`, with all that belongs to it."), one
        )
        paths[f"/{folder}/{key}.json"]["parameters"] = [
            _parameter(part, f"Its `{part}` in the list.") for part in key.replace("{", "").replace("}", "").split("/")
        ]
    paths["/tables/{name}.json"] = _get(
        "get-table", "The rows of a table that belong to no document of their own.", "Table"
    )
    paths["/tables/{name}.json"]["parameters"] = [_parameter("name", "Name of the table, as in the index.")]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": version,
            "summary": "Every record as a JSON document at an address that stays.",
            "description": "Files that lie beside the pages; nothing is computed when they are asked for. A key that is not there has no "
            f"value. The form of the documents has version {SCHEMA_VERSION} (`schema_version`).",
            "license": {"name": licence["title"], "identifier": licence["name"]},
        },
        "servers": [{"url": ".", "description": "The folder in which this description lies."}],
        "security": [],
        "paths": paths,
        "components": {"schemas": _schemas()},
    }


_SAYS = {
    "games": "A game with its rulesets, every fact and who says so, its text, evidence and sources. A ruleset other than the main one "
    "has only the facts and cells that are not those of the main one; `lacks` names facts of the main one that it has not.",
    "rulesets": "A ruleset with its rules whole, as a tree: what is inherited stands in it like what is its own.",
}


def _get(id: str, text: str, schema: str) -> Schema:
    answer = {"description": text, "content": {"application/json": {"schema": _ref(schema)}}}
    return {"get": {"operationId": id, "summary": text, "responses": {"200": answer}}}


def _parameter(name: str, text: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "description": text, "schema": {"type": "string"}}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _schemas() -> dict[str, Schema]:
    made: dict[str, Schema] = {
        "Index": _object({"collections": _list({"type": "object"}), "tables": _list({"type": "object"})})
    }
    for name, one in NAMES.items():
        table = TABLES[name]
        made[one] = _document(table, {"tables": _rows_of_tables()})
        made[f"{one}List"] = _object({"items": _list(_entry(table))})
    games = made["Game"]["properties"]
    games["rulesets"] = _list(_ref("RulesetOfGame"))
    games["text"] = _list(
        _row(TABLES["game_sections"], text={"type": "string", "description": "The text, as MyST Markdown."})
    )
    games["provenance"] = {
        "type": "object",
        "description": "Of each layer that sets facts (`set_by`): the witness whose rules it has, the work read, the place in it.",
        "additionalProperties": _row(TABLES["facts"], only=("witness", "source", "locator")),
    }
    games["attestations"], games["sources"] = _list(_entry(TABLES["attestations"])), _list(_entry(TABLES["sources"]))
    made["Game"]["required"] += ["rulesets", "text", "provenance", "attestations", "sources"]
    ruleset = TABLES["rulesets"]
    made["Ruleset"] = _document(
        ruleset,
        {
            "rules": {
                "type": "object",
                "description": "Section by section; of what has no value the word for its absence.",
            },
            "links": {"type": "object", "additionalProperties": {"type": "string"}},
        },
    )
    made["RulesetList"] = _object({"items": _list(_entry(ruleset))})
    made["RulesetOfGame"] = _row(
        ruleset,
        facts=_map(
            _row(
                TABLES["facts"],
                only=("status", "state", "provenance", "set_by", "note", "topic"),
                value={},
                text={"type": "string"},
            )
        ),
        cells=_map(_row(TABLES["cells"], only=("value", "status", "state", "provenance", "set_by", "field", "note"))),
        tables=_rows_of_tables(),
        lacks=_list({"type": "string"}),
    )
    made["Table"] = _object(
        {"table": {"type": "string"}, "text": {"type": "string"}, "rows": _list({"type": "object"})}
    )
    return made


def _document(table: Table, more: dict[str, Schema]) -> Schema:
    made = _row(table, (), **more)
    made["properties"] = {"schema_version": {"const": SCHEMA_VERSION}} | made["properties"]
    made["required"] = ["schema_version", *table.key, *more]
    return made


def _object(properties: dict[str, Schema]) -> Schema:
    properties = {"schema_version": {"const": SCHEMA_VERSION}, **properties}
    return {"type": "object", "properties": properties, "required": list(properties)}


def _entry(table: Table) -> Schema:
    made = _row(
        table, url={"type": "string", "description": "Where its document stands, from the folder of the index."}
    )
    made["required"] = [*table.key, "url"]
    return made


def _row(table: Table, only: tuple[str, ...] = (), **more: Schema) -> Schema:
    columns = {c.name: _value(c) for c in table.columns if not only or c.name in only}
    return {"type": "object", "properties": columns | more, "additionalProperties": False}


def _value(column: Column) -> Schema:
    if column.several:
        return {"type": "array", "items": {"type": "string"}, "description": column.text}
    return {"type": column.dtype, "description": column.text}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _map(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _rows_of_tables() -> Schema:
    return {
        "type": "object",
        "description": "Rows of other tables that belong to it, by the name of the table; the column that names it is left out.",
        "propertyNames": {"enum": list(TABLES)},
        "additionalProperties": _list({"type": "object"}),
    }
