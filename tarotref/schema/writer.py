"""What pydantic writes of the model, made to say what a file may say, in the model's own words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from tarotref.model import record, types
from tarotref.model.rules import rubber, values
from tarotref.schema.values import ID, Schema, ref

NAMED = "x-named"
"""Stands for a definition of ours while pydantic writes, which follows every reference it meets."""

_FILLED: dict[tuple[str, str], Schema] = {
    ("Bid", "rules"): ref("Change"),
    ("Case", "rules"): ref("Change"),
    ("Pack", "rule"): ref("pack-rule"),
    ("TrumpOrder", "order"): ref("trumps"),
}
"""Fields that the model holds as plain data and that something else reads."""
_READ: dict[Any, str] = {
    values.formal_holding: "holding",
    values.formal_worth: "worth",
    values.formal_wild: "wild",
    record._game_id: "game-id",
    types._id: "id",
    types._edtf: "date",
}
"""What reads a value -> the definition that says what it may be."""


_KEYS: dict[Any, str] = {types._id: ID, values._span: f"^{values.SPAN}$"}
"""What reads a key -> the pattern that it has."""


class Writer(GenerateJsonSchema):
    """Writes what a file may say: no null for what is left out, no titles made of names, one item where a list may stand."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> Schema:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> Schema:
        made = self.generate_inner(schema["schema"])
        default = schema.get("default")
        return {**made, "default": default} if isinstance(default, str) else made

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> Schema:
        function: Any = schema["function"]["function"]
        if function in _READ:
            return {NAMED: _READ[function]}
        made = self.generate_inner(schema["schema"])
        if function in (types._several, values._packets, values._holdings, rubber._bonuses):
            choices = made.get("anyOf", [made])
            return {"anyOf": [*(c["items"] for c in choices if c.get("type") == "array"), *choices]}
        return made

    def function_after_schema(self, schema: core_schema.AfterValidatorFunctionSchema) -> Schema:
        function: Any = schema["function"]["function"]
        return {NAMED: _READ[function]} if function in _READ else self.generate_inner(schema["schema"])

    def dict_schema(self, schema: core_schema.DictSchema) -> Schema:
        made = super().dict_schema(schema)
        keys: Any = schema.get("keys_schema", {})
        pattern = keys.get("type") == "function-after" and _KEYS.get(keys["function"]["function"])
        if pattern:
            return made | {"propertyNames": {"pattern": pattern}}
        named = self.generate_inner(keys) if keys else {}
        return made | ({"propertyNames": named} if "x-vocabulary" in named else {})

    def literal_schema(self, schema: core_schema.LiteralSchema) -> Schema:
        return {"enum": list(spellings(schema["expected"]))}

    def tuple_schema(self, schema: core_schema.TupleSchema) -> Schema:
        made = super().tuple_schema(schema)
        return {k: v for k, v in made.items() if k in ("type", "items")}


def spellings(terms: Any) -> Iterator[Any]:
    """Yield terms, each also as another YAML parser takes it where it stands without quotation marks: `NO` as False."""
    for term in terms:
        yield term
        other = yaml.safe_load(str(term))
        if isinstance(other, bool | int | float) and other != term:
            yield other


def fill(one: Schema, name: str) -> None:
    """Say in full what the model holds as plain data."""
    one.pop("title", None)
    if "description" in one:
        one["description"] = " ".join(one["description"].split())
    for field, whole in one.get("properties", {}).items():
        if (name, field) in _FILLED:
            known = [c for c in choices_of(whole) if c.get("enum")]
            text = {"description": whole["description"]} if "description" in whole else {}
            one["properties"][field] = (
                {**text, "anyOf": [_FILLED[name, field], *known]} if known else {**text, **_FILLED[name, field]}
            )


def choices_of(one: Schema) -> list[Schema]:
    """Return what a value may be, one by one."""
    return one["anyOf"] if "anyOf" in one else [{k: v for k, v in one.items() if k not in ("description", "default")}]
