"""The types of single values: how a scalar, which is always text, becomes a number, a date, a term or an absence."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from tarotref.dates import bounds
from tarotref.model.facts import Facts
from tarotref.model.marks import After, Before, Json, Wrap
from tarotref.notation import exact
from tarotref.problem import nearest

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema, PydanticCustomError

__all__ = ["Absence", "Facts", "Names", "Term", "given", "told"]
T = TypeVar("T")


class Absence(StrEnum):
    """Why a fact has no value. A fact that is not there at all is one that nobody has looked up."""

    UNSTATED = "unstated"
    """Read, and the source is silent."""
    NOT_RECORDED = "not-recorded"
    """The source that would say it is not at hand."""
    NOT_APPLICABLE = "not-applicable"
    """The question does not arise."""
    NONE = "none"
    """The source says that there is none."""
    AGREED = "agreed"
    """Left to the players to agree."""
    AS_TAKEN = "as-taken"
    """Follows from the play."""


_ABSENCES = {str(a): a for a in Absence}


def given(value: T | Absence | None) -> T | None:
    """Return a fact, or None where it is absent for whatever reason."""
    return None if isinstance(value, Absence) else value


def told(part: object, name: str) -> Any:
    """Return a field of a section of facts, or None where the section or the field is absent for whatever reason."""
    found = None if part is None or isinstance(part, Absence) else getattr(part, name)
    return None if isinstance(found, Absence) else found


def _wrong(kind: str, message: str, **context: Any) -> PydanticCustomError:
    from pydantic_core import PydanticCustomError

    return PydanticCustomError(kind, message.replace("{", "(").replace("}", ")"), context or None)


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
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,6}", value, re.ASCII):
        return int(value)
    shown = "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list) else repr(value)
    raise _wrong("whole-number", f"found {shown}; expected a whole number of six figures at most")


def _number(value: Any) -> int | Fraction:
    try:
        found = exact(value)
    except ValueError as error:
        raise _wrong("number", str(error)) from None
    if max(abs(found.numerator), found.denominator) > 10**6:
        raise _wrong("number", f"found {value!r}; expected a number of six figures at most")
    return found


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


def _by_number(value: Any, handler: Callable[[Any], Any]) -> Any:
    numbered = [k for k in value if re.fullmatch(r"\d+", str(k), re.ASCII)] if isinstance(value, dict) else []
    if not numbered:
        return handler(value)
    if len(numbered) < len(value):
        raise _wrong("by-number", "found numbers beside other keys; expected only the one or the other")
    return {int(k): handler(v) for k, v in value.items()}


def _id(value: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", value):
        raise _wrong("id", f"found {value!r}; expected an id of lower-case letters, digits and hyphens")
    return value


def _like(form: str, example: str) -> After:
    def checked(value: str) -> str:
        if not re.fullmatch(form, value, re.ASCII):
            raise _wrong("identifier", f"found {value!r}; expected an identifier such as {example}")
        return value

    return After(checked)


_NUMBER_SCHEMA = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?\d+(/[1-9]\d*|\.\d+)?$"}]}
_TEXT_SCHEMA = {"anyOf": [{"type": "string", "minLength": 1}, {"type": "number"}, {"type": "boolean"}]}

Text: TypeAlias = Annotated[str, Before(_text), Json(_TEXT_SCHEMA)]
Id: TypeAlias = Annotated[str, Before(_text), After(_id)]
Wikidata: TypeAlias = Annotated[
    str,
    Before(_text),
    _like(r"Q[1-9]\d*", "Q1741"),
    Json({"type": "string", "pattern": "^Q[1-9][0-9]*$"}),
]
GeoNames: TypeAlias = Annotated[
    str,
    Before(_text),
    _like(r"[1-9]\d*", "3165524"),
    Json({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": "^[1-9][0-9]*$"}]}),
]
YesNo: TypeAlias = Annotated[bool, Before(_yes), Json({"enum": ["yes", "no", True, False]})]
Whole: TypeAlias = Annotated[int, Before(_whole), Json({"type": "integer"})]
Number: TypeAlias = Annotated[Any, Before(_number), Json(_NUMBER_SCHEMA)]
Edtf: TypeAlias = Annotated[str, Before(_text), After(_edtf)]
Texts: TypeAlias = Annotated[
    tuple[Text, ...],
    Before(_several),
    Json({"anyOf": [_TEXT_SCHEMA, {"type": "array", "items": _TEXT_SCHEMA}]}),
]
Numbers: TypeAlias = Annotated[
    tuple[Number, ...],
    Before(_several),
    Json({"anyOf": [_NUMBER_SCHEMA, {"type": "array", "items": _NUMBER_SCHEMA}]}),
]
Wholes: TypeAlias = Annotated[
    tuple[Whole, ...],
    Before(_several),
    Json({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}),
]


class _AbsenceSchema:
    """Adds the words of `Absence` to the JSON Schema of a value that may be absent."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        inner = handler(schema)
        return {"anyOf": [inner, {"enum": [str(a) for a in Absence]}]}


class _ByNumberSchema:
    """Adds a mapping by number to the JSON Schema of a value."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        inner = handler(schema)
        return {
            "anyOf": [inner, {"type": "object", "patternProperties": {r"^\d+$": inner}, "additionalProperties": False}]
        }


if TYPE_CHECKING:
    Known: TypeAlias = T | Absence | None
    ByPlayers: TypeAlias = T | dict[int, T]
    ByTrick: TypeAlias = T | dict[int, T]
    Several: TypeAlias = tuple[T, ...]
else:

    class Several:
        """`Several[T]`: any number of T, one of them without brackets."""

        def __class_getitem__(cls, item: Any) -> Any:
            return Annotated[tuple[item, ...], Before(_several)]

    class Known:
        """`Known[T]`: a T, an `Absence`, or None where nobody has looked."""

        def __class_getitem__(cls, item: Any) -> Any:
            return Annotated[Annotated[item, Wrap(_absence), _AbsenceSchema()] | None, ...]

    class ByPlayers:
        """`ByPlayers[T]`: one T, or a T for each number of players."""

        def __class_getitem__(cls, item: Any) -> Any:
            return Annotated[item, Wrap(_by_number), _ByNumberSchema()]

    class ByTrick(ByPlayers):
        """`ByTrick[T]`: one T, or a T for each trick from which on it holds: `{1: -36, 13: -26}`."""


INSIDE = frozenset({"bid", "card", "case", "declaration", "feat", "kind", "payment", "pot", "replaced"})
"""What a ruleset names of its own."""


@dataclass(frozen=True, slots=True)
class Names:
    """Marks a text that names something else: `Annotated[str, Names("place")]`.

    From it follow the check that the thing is there, the link on pages, the foreign key of tables, and what the JSON Schema
    says. `located`: a place in the work may follow the name (`dm2004 ch. 8`).
    """

    kind: str
    located: bool = False

    @property
    def inside(self) -> bool:
        """Whether it names something of the same ruleset: a card, a bid, a feat."""
        return self.kind in INSIDE

    def target(self, value: str) -> str:
        """The id or key alone."""
        return value.split(maxsplit=1)[0] if self.located and value.strip() else value

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(schema), "x-names": self.kind}


@dataclass(frozen=True, slots=True)
class Term:
    """Marks a text as a term of one list of `corpus/vocabulary.yaml`: `Annotated[str, Term("direction")]`."""

    vocabulary: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.with_info_before_validator_function(self._check, handler(source))

    def _check(self, value: Any, info: ValidationInfo) -> Any:
        _text(value)
        known = (info.context or {}).get("vocabulary", {}).get(self.vocabulary)
        if known is not None and value not in known:
            hint = nearest(str(value), known) or f"; expected one of {', '.join(known)}"
            raise _wrong("term", f"{value!r} is no term of {self.vocabulary!r}{hint}", known=list(known))
        return value

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "x-vocabulary": self.vocabulary}


Place: TypeAlias = Annotated[Id, Names("place")]
Tradition: TypeAlias = Annotated[Id, Names("tradition")]
Source: TypeAlias = Annotated[Text, Names("source")]
Said: TypeAlias = Annotated[Text, Names("source", located=True)]
"""Who says a thing: a key of the bibliography, with or without the place in it."""
Sources: TypeAlias = dict[Source, Text]
"""Keys of the bibliography and where in each: `{dm2004: "game 8.7", dm2009: "S 4"}`."""
