"""What only laying needs, added to the schema of `rules`; and every schema in its final form, each value named once."""

from __future__ import annotations

from tarotref.corpus.layers import ASIDE, NESTED
from tarotref.corpus.shorthand import WORDED
from tarotref.model.rules import shape
from tarotref.schema.values import PLAIN, Schema, ref
from tarotref.schema.writer import NAMED, choices_of


def layer(defs: Schema) -> None:
    """Add to `rules` what only laying needs: `like` and `presumed` in sections, `before` and
    `like` in entries and in their changes, `times` in bonuses, `decides` beside words, null to withdraw."""
    rules = defs["Rules"]["properties"]
    for name, one in rules.items():
        kind = shape(name)
        choices = choices_of(one)
        if kind == "section":
            _layered(defs[target(choices[0])], ASIDE)
        elif kind in ("things", "map"):
            inside = choices[0]
            if kind == "things":
                _layered(
                    defs[next(target(c) for c in choices_of(inside["additionalProperties"]) if "$ref" in c)],
                    ("before", "like-entry", "decides"),
                )
            inside["properties"] = {word: ref(word) for word in ("like", "presumed")}
            inside["additionalProperties"] = _withdrawable(inside["additionalProperties"])
        rules[name] = _withdrawable(one)
    for name in NESTED:
        whole = next(one for one in (defs["Bid"], defs["Feat"]) if name in one["properties"])
        part = defs[next(target(c) for c in choices_of(whole["properties"][name]) if "$ref" in c)]
        part["properties"]["decides"] = ref("decides")
    same = {name: {**_described(one), **ref(f"Rules/properties/{name}")} for name, one in rules.items()}
    feats, *others = choices_of(rules["feats"])
    times = {**_described(PLAIN["times"]), **_withdrawable(ref("times"))}
    same["feats"] = {
        **_described(rules["feats"]),
        "anyOf": [{**feats, "properties": {**feats["properties"], "times": times}}, *others],
    }
    defs["Change"] = {
        **defs["Rules"],
        "description": "A change laid on the rules.",
        "properties": {"like": ref("like-entry"), **same},
    }
    rules["rest"] = ref("rest")


def _layered(section: Schema, words: tuple[str, ...]) -> None:
    worded = any(name in WORDED for name in section["properties"])
    section["properties"] = {name: _withdrawable(one) for name, one in section["properties"].items()} | {
        word.partition("-")[0]: ref(word) for word in words if worded or word != "decides"
    }
    if isinstance(section.get("additionalProperties"), dict):
        section["additionalProperties"] = _withdrawable(section["additionalProperties"])
    section.pop("required", None)


def _described(one: Schema) -> Schema:
    return {"description": one["description"]} if "description" in one else {}


def _withdrawable(one: Schema) -> Schema:
    return {**_described(one), "anyOf": [*choices_of(one), ref("withdrawn")]}


def target(one: Schema) -> str:
    """Return the name of the definition that a schema refers to."""
    return str(one["$ref"]).split("/")[2]


_ORDER = (
    "$schema",
    "$id",
    "title",
    "description",
    "$ref",
    "type",
    "x-vocabulary",
    "properties",
    "required",
    "patternProperties",
    "propertyNames",
    "additionalProperties",
)
_BY_NAME = ("properties", "patternProperties", "$defs")
_BESIDE = ("title", "description", "default", "x-names")
_VALUES = (
    ("whole", {"type": "integer"}),
    *(
        (name, {k: v for k, v in PLAIN[name].items() if k not in (*_BESIDE, "enumDescriptions")})
        for name in ("text", "number", "yes-no", "absence")
    ),
)
"""Values that have a name, and how pydantic writes them."""


def tidy(one: Schema) -> Schema:
    """Return a schema in a fixed order of keys, its choices side by side, every value and term that has a name referred to by it."""
    made: Schema = {}
    for key in sorted(one, key=lambda k: _ORDER.index(k) if k in _ORDER else len(_ORDER)):
        part = one[key]
        if key in _BY_NAME:
            made[key] = {name: tidy(inner) for name, inner in part.items()}
        elif key == "anyOf":
            made[key] = _choices([tidy(choice) for choice in part])
        else:
            made[key] = tidy(part) if isinstance(part, dict) else part
    beside, bare = {k: v for k, v in made.items() if k in _BESIDE}, {k: v for k, v in made.items() if k not in _BESIDE}
    if NAMED in bare:
        return {**beside, **ref(bare[NAMED])}
    if bare.get("type", "string") == "string" and "x-vocabulary" in bare:
        return {**beside, **ref(f"term-{bare['x-vocabulary']}")}
    for name, value in _VALUES:
        if bare == value:
            return {**beside, **ref(name)}
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
            flat = [c for c in [*flat[:at], ref(name), *flat[at:]] if c not in inner]
    return [c for n, c in enumerate(flat) if c not in flat[:n]]
