"""The types of single values: how a scalar, which is always text, becomes a number, a date, a term or an absence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    ValidationInfo,
    WithJsonSchema,
    WrapValidator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from tarotref.dates import bounds
from tarotref.notation import exact
from tarotref.problem import nearest

T = TypeVar("T")


class Absence(StrEnum):
    """Why a fact has no value. A fact that is not there at all is one that nobody has looked up."""

    UNSTATED = "unstated"
    """Read, and the source is silent."""
    NONE = "none"
    """The source says that there is none."""
    AGREED = "agreed"
    """Left to the players to agree."""
    AS_TAKEN = "as-taken"
    """Follows from the play."""


_ABSENCES = {str(a): a for a in Absence}


class Facts(BaseModel):
    """A group of facts: frozen, and closed to keys that the format does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def _wrong(kind: str, message: str) -> PydanticCustomError:
    return PydanticCustomError(kind, message.replace("{", "(").replace("}", ")"))


def _text(value: Any) -> Any:
    if isinstance(value, dict | list):
        raise _wrong("text", f"found a {'mapping' if isinstance(value, dict) else 'list'}; expected text")
    return value


def _yes(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("yes", "no"):
        return bool(value == "yes")
    raise _wrong("yes-no", f"found {value!r}; expected yes or no")


def _whole(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"-?\d+", value):
        return int(value)
    raise _wrong("whole-number", f"found {value!r}; expected a whole number")


def _number(value: Any) -> int | Fraction:
    try:
        return exact(value)
    except ValueError as error:
        raise _wrong("number", str(error)) from None


def _edtf(value: str) -> str:
    try:
        bounds(value)
    except ValueError as error:
        raise _wrong("date", str(error)) from None
    return value


def _absence(value: Any, handler: Callable[[Any], Any]) -> Any:
    absent = _ABSENCES.get(value) if isinstance(value, str) else None
    return handler(value) if absent is None else absent


def _several(value: Any) -> Any:
    return (value,) if isinstance(value, str | int) else value


def _by_players(value: Any, handler: Callable[[Any], Any]) -> Any:
    numbered = [k for k in value if re.fullmatch(r"\d+", str(k))] if isinstance(value, dict) else []
    if not numbered:
        return handler(value)
    if len(numbered) < len(value):
        raise _wrong("by-players", "found numbers of players beside other keys; expected only the one or the other")
    return {int(k): handler(v) for k, v in value.items()}


def _id(value: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        raise _wrong("id", f"found {value!r}; expected an id of lower-case letters, digits and hyphens")
    return value


def _json_text(schema: Mapping[str, Any]) -> WithJsonSchema:
    return WithJsonSchema(dict(schema))


_NUMBER_SCHEMA = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?\d+(/[1-9]\d*|\.\d+)?$"}]}
_TEXT_SCHEMA = {"anyOf": [{"type": "string", "minLength": 1}, {"type": "number"}, {"type": "boolean"}]}

Text: TypeAlias = Annotated[str, BeforeValidator(_text), WithJsonSchema(_TEXT_SCHEMA)]
Id: TypeAlias = Annotated[str, BeforeValidator(_text), AfterValidator(_id)]
YesNo: TypeAlias = Annotated[bool, BeforeValidator(_yes), WithJsonSchema({"enum": ["yes", "no", True, False]})]
Whole: TypeAlias = Annotated[int, BeforeValidator(_whole), WithJsonSchema({"type": "integer"})]
Number: TypeAlias = Annotated[
    Any, BeforeValidator(_number), PlainSerializer(str, return_type=str), WithJsonSchema(_NUMBER_SCHEMA)
]
Edtf: TypeAlias = Annotated[str, BeforeValidator(_text), AfterValidator(_edtf)]
Texts: TypeAlias = Annotated[
    tuple[Text, ...],
    BeforeValidator(_several),
    _json_text({"anyOf": [_TEXT_SCHEMA, {"type": "array", "items": _TEXT_SCHEMA}]}),
]
Numbers: TypeAlias = Annotated[
    tuple[Number, ...],
    BeforeValidator(_several),
    _json_text({"anyOf": [_NUMBER_SCHEMA, {"type": "array", "items": _NUMBER_SCHEMA}]}),
]
Wholes: TypeAlias = Annotated[
    tuple[Whole, ...],
    BeforeValidator(_several),
    _json_text({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}),
]


class _AbsenceSchema:
    """Adds the words of `Absence` to the JSON Schema of a value that may be absent."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        inner = handler(schema)
        return {"anyOf": [inner, {"enum": [str(a) for a in Absence]}]}


class _ByPlayersSchema:
    """Adds a mapping by number of players to the JSON Schema of a value."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        inner = handler(schema)
        return {
            "anyOf": [inner, {"type": "object", "patternProperties": {r"^\d+$": inner}, "additionalProperties": False}]
        }


if TYPE_CHECKING:
    Known: TypeAlias = T | Absence | None
    ByPlayers: TypeAlias = T | dict[int, T]
else:

    class Known:
        """`Known[T]`: a T, an `Absence`, or None where nobody has looked."""

        def __class_getitem__(cls, item: Any) -> Any:
            return Annotated[Annotated[item, WrapValidator(_absence), _AbsenceSchema()] | None, ...]

    class ByPlayers:
        """`ByPlayers[T]`: one T, or a T for each number of players."""

        def __class_getitem__(cls, item: Any) -> Any:
            return Annotated[item, WrapValidator(_by_players), _ByPlayersSchema()]


class Term:
    """Marks a text as a term of one list of `corpus/vocabulary.yaml`: `Annotated[str, Term("direction")]`."""

    def __init__(self, vocabulary: str):
        self.vocabulary = vocabulary

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_before_validator_function(self._check, handler(source))

    def _check(self, value: Any, info: ValidationInfo) -> Any:
        _text(value)
        known = (info.context or {}).get("vocabulary", {}).get(self.vocabulary)
        if known is not None and value not in known:
            hint = nearest(str(value), known) or f"; expected one of {', '.join(known)}"
            raise _wrong("term", f"{value!r} is no term of {self.vocabulary!r}{hint}")
        return value

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "x-vocabulary": self.vocabulary}
