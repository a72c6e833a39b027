"""What pydantic makes of the model: the classes that validate trees of texts, made when something is first validated."""

from __future__ import annotations

import types
from functools import cache, partial
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, TypeAdapter
from pydantic import Field as PydanticField
from pydantic_core import CoreSchema, core_schema

from tarotref.model.descriptions import descriptions
from tarotref.model.facts import Facts, Field, _told

T = TypeVar("T", bound=Facts)


def validated(facts: type[T], tree: Any, context: Any = None) -> T:
    """Return the facts that a tree of texts tells; pydantic's ValidationError says what is wrong with it."""
    return _adapter(facts).validate_python(tree, context=context)  # type: ignore[no-any-return]


@cache
def _adapter(facts: type[Facts]) -> TypeAdapter[Any]:
    return TypeAdapter(facts)


def _schema_of(facts: type[Facts], source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    """Return the schema by which pydantic makes a class of facts where it meets one."""
    return core_schema.no_info_after_validator_function(partial(_made, facts), handler.generate_schema(model(facts)))


Facts.__get_pydantic_core_schema__ = classmethod(_schema_of)  # type: ignore[attr-defined]


def _made(facts: type[Facts], found: BaseModel) -> Facts:
    made = facts.__new__(facts)
    made.__dict__.update(_told(facts, {**found.__dict__, **(found.__pydantic_extra__ or {})}))
    return made


@cache
def model(facts: type[Facts]) -> type[BaseModel]:
    """Return the pydantic model that validates a class of facts, and of which its JSON Schema is made."""
    told: dict[str, Any] = {
        "__module__": facts.__module__,
        "__qualname__": facts.__qualname__,
        "__doc__": facts.__doc__,
        "__annotations__": {name: field.hint for name, field in facts.model_fields.items()},
        "model_config": ConfigDict(
            extra="forbid" if facts._others is None else "allow", populate_by_name=True, defer_build=True
        ),
        **{name: _field(facts, name, field) for name, field in facts.model_fields.items()},
    }
    if facts._others is not None:
        told["__annotations__"]["__pydantic_extra__"] = dict[str, facts._others]  # type: ignore[name-defined]
    return types.new_class(facts.__name__, (BaseModel,), exec_body=lambda space: space.update(told))


def _field(facts: type[Facts], name: str, field: Field) -> Any:
    return PydanticField(
        field.default, title=field.title, alias=field.alias, json_schema_extra=partial(_describe, facts, name)
    )


def _describe(facts: type[Facts], name: str, schema: dict[str, Any]) -> None:
    if text := descriptions(facts).get(name):
        schema["description"] = text
