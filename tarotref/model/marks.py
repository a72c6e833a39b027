"""What marks the type of a field: how its value is read, and what the JSON Schema says of it. They import pydantic when it reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema


@dataclass(frozen=True, slots=True)
class Before:
    """Reads a value before its type is looked at."""

    read: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self.read, handler(source))


@dataclass(frozen=True, slots=True)
class After:
    """Reads a value that is of its type."""

    read: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.read, handler(source))


@dataclass(frozen=True, slots=True)
class Wrap:
    """Reads a value, or has its type read it."""

    read: Callable[[Any, Callable[[Any], Any]], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_wrap_validator_function(self.read, handler(source))


@dataclass(frozen=True, slots=True)
class InOrder:
    """Tries the members of a union in their order."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        made = handler(source)
        return {**made, "mode": "left_to_right"} if made["type"] == "union" else made


@dataclass(frozen=True, slots=True, eq=False)
class Json:
    """Says what the JSON Schema of a value is."""

    schema: Mapping[str, Any]

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return dict(self.schema)


@dataclass(frozen=True, slots=True)
class Described:
    """Describes a value in its JSON Schema."""

    text: str

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(schema), "description": self.text}
