"""The JSON Schema of each kind of file, made from the model, for editors and other programs.

Where the model sees one layer at a time, a file may also say what only laying needs (`like`, `presumed`, `before`, `null`):
that is added here. Scalars are accepted as text, as our reader takes them, and as a YAML parser of another make types them.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypeAlias, get_args

import yaml
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from tarotref.holdings.grammar import _KEYS, _LINK_KEYS, FAMILIES
from tarotref.holdings.worth import ABSENT
from tarotref.layers import shape
from tarotref.model import record, rules, types
from tarotref.model.record import Game, Tradition
from tarotref.model.shared import SHARED, VocabularyTerm
from tarotref.model.types import Absence, Facts
from tarotref.problem import nearest

Schema: TypeAlias = dict[str, Any]
Vocabulary: TypeAlias = Mapping[str, Mapping[str, Any]]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
KINDS: dict[str, type[Facts]] = {"game": Game, "tradition": Tradition, **SHARED, "vocabulary": VocabularyTerm}
"""What a schema can be had of: the front matter of a record, or one of the shared files by its name."""

_ID = "^[a-z0-9]+(-[a-z0-9]+)*$"
_NAMED = "x-named"
"""Stands for a definition of ours while pydantic writes, which follows every reference it meets."""


def schema(kind: str, vocabulary: Vocabulary | None = None) -> Schema:
    """Return the JSON Schema of a record's front matter (`game`, `tradition`) or of a shared file (`places`, ...).

    The terms are those of `vocabulary` (list -> term -> {label, definition}), or of the corpus at hand.
    Raises KeyError, with the nearest kind, where there is none of the name.
    """
    if kind not in KINDS:
        raise KeyError(f"no schema {kind!r}{nearest(kind, KINDS) or '; expected one of ' + ', '.join(KINDS)}")
    model = KINDS[kind]
    made = model.model_json_schema(schema_generator=_Writer, by_alias=True)
    defs: Schema = made.pop("$defs", {})
    _describe(model, made, defs)
    _fill(made if model.__name__ not in defs else {}, model.__name__)
    for name, one in defs.items():
        _fill(one, name)
    if "Rules" in defs:
        _layer(defs)
    root: Schema = {"$schema": DIALECT, "$id": f"urn:tarotref:schema:{kind}", "title": f"tarotref: {kind}"}
    if kind in ("game", "tradition"):
        root |= {k: v for k, v in made.items() if k != "title"}
    else:
        defs[model.__name__] = made
        entries: Schema = {"type": "object", "additionalProperties": _ref(model.__name__)}
        if kind == "vocabulary":
            entries = {"type": "object", "additionalProperties": entries}
        root |= {"description": f"corpus/{kind}.yaml: id -> {_lower(inspect.getdoc(model) or '')}", **entries}
    terms = _vocabulary() if vocabulary is None else vocabulary
    named: Schema = {**_PLAIN, **_HOLDING}
    root, defs = _tidy(root), {name: _tidy(one) for name, one in defs.items()}
    root["$defs"] = {**defs, **named, **{f"term-{name}": _terms(name, terms.get(name)) for name in _mentioned(root, defs)}}
    return {**root, "$defs": {name: root["$defs"][name] for name in sorted(_reached(root))}}


# -- values


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _several(item: Schema) -> Schema:
    return {"anyOf": [item, {"type": "array", "items": item, "minItems": 1}]}


def _object(properties: Schema, required: tuple[str, ...] = (), **more: Any) -> Schema:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {}), "additionalProperties": False, **more}


_PLAIN: Schema = {
    "text": {"description": "Text.", **types._TEXT_SCHEMA},
    "whole": {"description": "A whole number.", "anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+$"}]},
    "number": {"description": "An exact number: `4`, `-5`, `1/2`, `45.5`.", **types._NUMBER_SCHEMA},
    "yes-no": {"description": "`yes` or `no`.", "enum": ["yes", "no", True, False]},
    "date": {
        "description": "A date or span in EDTF: `1637`, `1750~/1850~`, `17XX`, `174X/176X`, `/..`.",
        "anyOf": [{"type": "string", "pattern": r"^[0-9X~?%./-]+$"}, {"type": "integer"}],
    },
    "id": {"description": "Lower-case letters, digits and hyphens.", "anyOf": [{"type": "string", "pattern": _ID}, {"type": "integer"}]},
    "game-id": {"description": 'The number of the catalogue, in quotation marks: `"8.7"`, `"C4"`, `"R1"`.', "type": "string", "pattern": r"^([A-Z]|\d+\.)\d+$"},
    "absence": {
        "description": "Why there is no value. What nobody has looked up is left out.",
        "enum": [str(a) for a in Absence],
        "enumDescriptions": ["Read, and the source is silent.", "The source says that there is none.", "Left to the players to agree.", "Follows from the play."],
    },
    "withdrawn": {"description": "Withdraws what is inherited.", "type": "null"},
    "like": {"description": "The ruleset that this is taken from (`8.7`, `8.11/RI-1830`); what stands beside it changes that.", **types._TEXT_SCHEMA},
    "presumed": {"description": "Whether what `like` takes over is only an inference.", "enum": ["yes", "no", True, False]},
    "before": {"description": "The inherited entry that this new one stands ahead of.", **types._TEXT_SCHEMA},
    "pack-rule": {
        "description": "What a pack consists of, or what it has less (`without`), more (`with`) or twice of another (`of`).",
        **_object({
            "of": _ref("id"),
            "suits": _ref("text"),
            "ranks": {"anyOf": [_several(_ref("text")), {"type": "object", "additionalProperties": _several(_ref("text"))}]},
            "trumps": _several(_ref("text")),
            "fool": _ref("yes-no"),
            **{part: {"type": "object", "additionalProperties": _several(_ref("text"))} for part in ("without", "with", "twice")},
        }),
    },
    "trump": {
        "description": "A trump: `subject`, `20 justice` (printed number), `(40) angel` (number not printed), `20` (number only), or `gap`.",
        "anyOf": [{"type": "string", "pattern": r"^((\d+|\(\d+\))\s*)?([a-z][a-z0-9-]*)?$", "minLength": 1}, {"type": "integer"}],
    },
    "trumps": {
        "description": "The trumps, highest first; a list within it ties.",
        "type": "array", "items": {"anyOf": [_ref("trump"), {"type": "array", "items": _ref("trump"), "minItems": 2}]},
    },
}  # fmt: skip

_NAMES = _several(_ref("text"))
_MODIFIERS: Schema = {
    **{k: _ref("whole") for k in ("at_least", "at_most", "exactly", "genuine")},
    **{k: {"enum": list(FAMILIES)} for k in ("same", "each")},
    "from": {"enum": ["top", "bottom", "ends"]},
    "annex": _NAMES,
    "wild": _ref("wild"),
    "leap": _object({"gaps": {"anyOf": [{"const": "any"}, _ref("whole")]}, "counted": _ref("yes-no")}),
}
_SUBJECTS: Schema = {"of": _NAMES, "run": _NAMES, "kind": _ref("text"), "text": _ref("text")}


def _form(form: str, keys: tuple[str, ...], parts: str, counted: bool) -> Schema:
    """Return the schema of a holding of one form."""
    subject = _SUBJECTS.get(form) or {"type": "array", "items": _ref("part" if form == "chain" else parts), "minItems": 1}
    numbers = [k for k in ("at_least", "at_most", "exactly") if k in keys] if counted and form in ("of", "run", "kind") else []
    needed = {"anyOf": [{"required": [k]} for k in numbers]} if numbers else {}
    return _object({form: subject, **{k: _MODIFIERS[k] for k in keys}}, (form,), **needed)


_HOLDING: Schema = {
    "wild": _object({"of": _NAMES, "not_for": _NAMES, "apart": _ref("yes-no")}, ("of",)),
    "holding": {
        "description": "A set of cards: a name alone, or a mapping with one of all, any, of, run, chain, kind, text.",
        "anyOf": [_ref("text"), *(_form(form, keys, "holding", True) for form, keys in _KEYS.items())],
    },
    "part": {
        "description": "A part of a chain.",
        "anyOf": [_ref("text"), *(_form(form, keys, "text", False) for form, keys in _LINK_KEYS.items())],
    },
    "worth": {
        "description": "`10`; `{3: 18, 4: 36}` by size; `{base: 10, each: 5}`; `{10: 10, times: 2}`; `{sum: values}`; `{UNIT: worth}`; none.",
        "anyOf": [
            _ref("number"),
            {"enum": list(ABSENT)},
            {"type": "object", "patternProperties": {r"^(\d+|base|each|times)$": _ref("number")}, "additionalProperties": False, "minProperties": 1},
            _object({"sum": _ref("text"), "with": {"type": "object", "additionalProperties": _ref("number")}}, ("sum",)),
            {"type": "object", "propertyNames": {"pattern": r"^(?!(\d+|base|each|times|sum|with)$)"}, "additionalProperties": _ref("worth"), "minProperties": 1},
        ],
    },
}

_FILLED: dict[tuple[str, str], Schema] = {
    ("Bid", "rules"): _ref("Rules"),
    ("Case", "rules"): _ref("Rules"),
    ("Kind", "wild"): _ref("wild"),
    ("Pack", "rule"): _ref("pack-rule"),
    ("TrumpOrder", "order"): _ref("trumps"),
}
"""Fields that the model holds as plain data and that something else reads."""


class _Writer(GenerateJsonSchema):
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
        if function is rules._formal_holding:
            return {_NAMED: "holding"}
        if function is rules._formal_worth:
            return {_NAMED: "worth"}
        if function is record._game_id:
            return {_NAMED: "game-id"}
        made = self.generate_inner(schema["schema"])
        if function in (types._several, rules._packets):
            choices = made.get("anyOf", [made])
            return {"anyOf": [*(c["items"] for c in choices if c.get("type") == "array"), *choices]}
        return made

    def function_after_schema(self, schema: core_schema.AfterValidatorFunctionSchema) -> Schema:
        function: Any = schema["function"]["function"]
        names = {types._id: "id", types._edtf: "date"}
        return {_NAMED: names[function]} if function in names else self.generate_inner(schema["schema"])

    def dict_schema(self, schema: core_schema.DictSchema) -> Schema:
        made = super().dict_schema(schema)
        keys: Any = schema.get("keys_schema", {})
        named = keys.get("type") == "function-after" and keys["function"]["function"] is types._id
        return made | ({"propertyNames": {"pattern": _ID}} if named else {})

    def literal_schema(self, schema: core_schema.LiteralSchema) -> Schema:
        return {"enum": list(_spellings(schema["expected"]))}

    def tuple_schema(self, schema: core_schema.TupleSchema) -> Schema:
        made = super().tuple_schema(schema)
        return {k: v for k, v in made.items() if k in ("type", "items")}


def _spellings(terms: Any) -> Iterator[Any]:
    """Yield terms, each also as another YAML parser takes it where it stands without quotation marks: `NO` as False."""
    for term in terms:
        yield term
        other = yaml.safe_load(str(term))
        if isinstance(other, bool | int | float) and other != term:
            yield other


# -- the model's own words


def _models(model: type[BaseModel]) -> dict[str, type[BaseModel]]:
    """Return a model and all that it is made of, by class name."""
    found: dict[str, type[BaseModel]] = {}
    waiting: list[Any] = [model]
    while waiting:
        one = waiting.pop()
        if isinstance(one, type) and issubclass(one, BaseModel):
            if one.__name__ not in found:
                found[one.__name__] = one
                waiting += [f.annotation for f in one.model_fields.values()]
        else:
            waiting += get_args(one)
    return found


@cache
def _field_docs(module: str) -> dict[tuple[str, str], str]:
    """Return the text under each field of a module's classes: (class, field) -> its first words."""
    found: dict[tuple[str, str], str] = {}
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ClassDef):
            for one, after in zip(node.body, node.body[1:], strict=False):
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                    found[node.name, one.target.id] = " ".join(str(after.value.value).split())
    return found


def _describe(model: type[BaseModel], root: Schema, defs: Schema) -> None:
    """Put the text under each field of the model into the schema."""
    for name, one in _models(model).items():
        properties = defs.get(name, root).get("properties", {})
        docs = _field_docs(one.__module__)
        for field in properties:
            if (name, field) in docs:
                properties[field] = {"description": docs[name, field], **{k: v for k, v in properties[field].items() if k != "description"}}


def _fill(one: Schema, name: str) -> None:
    """Say in full what the model holds as plain data."""
    one.pop("title", None)
    if "description" in one:
        one["description"] = " ".join(one["description"].split())
    for field, whole in one.get("properties", {}).items():
        if (name, field) in _FILLED:
            known = [c for c in field_choices(whole) if c.get("enum")]
            text = {"description": whole["description"]} if "description" in whole else {}
            one["properties"][field] = {**text, "anyOf": [_FILLED[name, field], *known]} if known else {**text, **_FILLED[name, field]}


def field_choices(one: Schema) -> list[Schema]:
    """Return what a value may be, one by one."""
    return one["anyOf"] if "anyOf" in one else [{k: v for k, v in one.items() if k not in ("description", "default")}]


# -- layers


def _layer(defs: Schema) -> None:
    """Add to `rules` what only laying needs: `like` and `presumed` in sections, `before` in entries, null to withdraw."""
    for name, one in defs["Rules"]["properties"].items():
        kind = shape(name)
        choices = field_choices(one)
        if kind == "section":
            _layered(defs[_target(choices[0])], ("like", "presumed"))
        elif kind in ("things", "map"):
            inside = choices[0]
            if kind == "things":
                _layered(defs[next(_target(c) for c in field_choices(inside["additionalProperties"]) if "$ref" in c)], ("before",))
            inside["properties"] = {word: _ref(word) for word in ("like", "presumed")}
            inside["additionalProperties"] = _withdrawable(inside["additionalProperties"])
        defs["Rules"]["properties"][name] = _withdrawable(one)


def _layered(section: Schema, words: tuple[str, ...]) -> None:
    section["properties"] = {name: _withdrawable(one) for name, one in section["properties"].items()} | {word: _ref(word) for word in words}
    if isinstance(section.get("additionalProperties"), dict):
        section["additionalProperties"] = _withdrawable(section["additionalProperties"])
    section.pop("required", None)


def _withdrawable(one: Schema) -> Schema:
    text = {"description": one["description"]} if "description" in one else {}
    return {**text, "anyOf": [*field_choices(one), _ref("withdrawn")]}


def _target(one: Schema) -> str:
    return str(one["$ref"]).rpartition("/")[2]


# -- what is said once

_ORDER = ("$schema", "$id", "title", "description", "$ref", "type", "x-vocabulary", "properties", "required", "patternProperties", "propertyNames", "additionalProperties")
_BY_NAME = ("properties", "patternProperties", "$defs")
_BESIDE = ("description", "default")


def _tidy(one: Schema) -> Schema:
    """Return a schema in a fixed order of keys, its choices side by side, every value and term that has a name referred to by it."""
    made: Schema = {}
    for key in sorted(one, key=lambda k: _ORDER.index(k) if k in _ORDER else len(_ORDER)):
        part = one[key]
        if key in _BY_NAME:
            made[key] = {name: _tidy(inner) for name, inner in part.items()}
        elif key == "anyOf":
            made[key] = _choices([_tidy(choice) for choice in part])
        else:
            made[key] = _tidy(part) if isinstance(part, dict) else part
    beside, bare = {k: v for k, v in made.items() if k in _BESIDE}, {k: v for k, v in made.items() if k not in _BESIDE}
    if _NAMED in bare:
        return {**beside, **_ref(bare[_NAMED])}
    if bare.get("type") == "string" and "x-vocabulary" in bare:
        return {**beside, **_ref(f"term-{bare['x-vocabulary']}")}
    for name, value in _VALUES:
        if bare == value:
            return {**beside, **_ref(name)}
    if len(bare.get("anyOf", ())) == 1:
        return {**beside, **bare["anyOf"][0]}
    return made


def _choices(parts: list[Schema]) -> list[Schema]:
    """Return choices without choices inside them, none of them twice."""
    flat = [c for part in parts for c in (part["anyOf"] if set(part) == {"anyOf"} else [part])]
    for name, value in _VALUES:
        inner = value.get("anyOf")
        if inner and all(c in flat for c in inner):
            at = flat.index(inner[0])
            flat = [c for c in [*flat[:at], _ref(name), *flat[at:]] if c not in inner]
    return [c for n, c in enumerate(flat) if c not in flat[:n]]


_VALUES = (
    ("whole", {"type": "integer"}),
    *((name, {k: v for k, v in _PLAIN[name].items() if k not in (*_BESIDE, "enumDescriptions")}) for name in ("text", "number", "yes-no", "absence")),
)


def _terms(name: str, terms: Mapping[str, Any] | None) -> Schema:
    """Return the terms of one list of the vocabulary, with their definitions where an editor shows them."""
    if not terms:
        return {"type": "string", "x-vocabulary": name}
    pairs = [(spelling, entry) for term, entry in terms.items() for spelling in _spellings([term])]
    return {"x-vocabulary": name, "enum": [t for t, _ in pairs], "enumDescriptions": [str(e["definition"]) if isinstance(e, Mapping) else str(e.definition) for _, e in pairs]}


def _vocabulary() -> Vocabulary:
    """Return the vocabulary of the corpus at hand, even where other files of it have faults."""
    from tarotref.frontmatter import read_yaml
    from tarotref.load import compiled, root

    folder = root()
    file = "corpus/vocabulary.yaml"
    return read_yaml(file, (folder / file).read_text(encoding="utf-8")).data if folder else compiled().sources()[0][file].data


def _references(one: Any) -> Iterator[str]:
    if isinstance(one, dict):
        if isinstance(one.get("$ref"), str):
            yield _target(one)
        for key, part in one.items():
            if key != "$defs":
                yield from _references(part)
    elif isinstance(one, list):
        for part in one:
            yield from _references(part)


def _mentioned(root: Schema, defs: Schema) -> list[str]:
    return sorted({name.removeprefix("term-") for name in (*_references(root), *_references(list(defs.values()))) if name.startswith("term-")})


def _reached(root: Schema) -> set[str]:
    """Return the definitions that are in use."""
    found: set[str] = set()
    waiting = list(_references(root))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(root["$defs"][name])
    return found


def _lower(text: str) -> str:
    text = " ".join(text.split())
    return text[:1].lower() + text[1:]
