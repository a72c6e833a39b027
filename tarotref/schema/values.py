"""The definitions that schemas share: plain values, packs and trumps, and the grammar of holdings and of what they are worth."""

from __future__ import annotations

from typing import Any, TypeAlias

from tarotref.cards.holdings.grammar import _KEYS, _LINK_KEYS, FAMILIES
from tarotref.cards.holdings.worth import ABSENT
from tarotref.catalogue_number import BARE
from tarotref.model import types
from tarotref.model.types import Absence

Schema: TypeAlias = dict[str, Any]

ID = "^[a-z0-9]+(-[a-z0-9]+)*$"


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def several(item: Schema) -> Schema:
    return {"anyOf": [item, {"type": "array", "items": item, "minItems": 1}]}


def closed(properties: Schema, required: tuple[str, ...] = (), **more: Any) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        **({"required": list(required)} if required else {}),
        "additionalProperties": False,
        **more,
    }


_BY_SUIT: Schema = {"type": "object", "additionalProperties": several({"$ref": "#/$defs/text"})}


def told(description: str, one: Schema) -> Schema:
    """Return a schema with what a scholar should enter."""
    return {"description": description, **one}


PLAIN: Schema = {
    "text": {"description": "Text.", **types._TEXT_SCHEMA},
    "whole": {"description": "A whole number.", "anyOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+$"}]},
    "number": {"description": "An exact number: `4`, `-5`, `1/2`, `45.5`.", **types._NUMBER_SCHEMA},
    "yes-no": {"description": "`yes` or `no`.", "enum": ["yes", "no", True, False]},
    "date": {
        "description": "A date or span in EDTF: `1637`, `1750~/1850~`, `17XX`, `174X/176X`, `/..`.",
        "anyOf": [{"type": "string", "pattern": r"^[0-9X~?%./-]+$"}, {"type": "integer"}],
    },
    "id": {"description": "Lower-case letters, digits and hyphens.", "anyOf": [{"type": "string", "pattern": ID}, {"type": "integer"}]},
    "game-id": {"description": 'The number of the catalogue, in quotation marks: `"8.7"`, `"C4"`, `"R1"`.', "type": "string", "pattern": f"^{BARE}$"},
    "absence": {
        "description": "Why there is no value. What nobody has looked up is left out.",
        "enum": [str(a) for a in Absence],
        "enumDescriptions": ["Read, and the source is silent.", "The source says that there is none.", "Left to the players to agree.", "Follows from the play."],
    },
    "withdrawn": {"description": "Withdraws what is inherited.", "type": "null"},
    "like": {"description": "The ruleset that this is taken from (`8.7`, `8.11/RI-1830`); what stands beside it changes that.", **types._TEXT_SCHEMA},
    "presumed": {"description": "Whether what `like` takes over is only an inference.", "enum": ["yes", "no", True, False]},
    "like-entry": {"description": "The entry of this section, inherited or above, that this is like but for what stands beside it.", **types._TEXT_SCHEMA},
    "times": {"description": "By what all that the bonuses pay is multiplied: `2`; what stands beside it is not.", **types._NUMBER_SCHEMA},
    "rest": {"description": "What is not said here of the usual sections: `unstated`, the source is silent on all of them; `not-recorded`, it is not at hand.", "enum": ["unstated", "not-recorded"]},
    "before": {"description": "The inherited entry that this new one stands ahead of.", **types._TEXT_SCHEMA},
    "decides": {"description": "What the words beside it decide: `no`, nothing in a hand (a fact says it, advice, manners); `rubber`, when a rubber ends or pays.", "enum": ["no", False, "rubber"]},
    "pack-rule": {
        "description": "What a pack consists of, or what it has less (`without`), more (`with`) or twice of another (`of`).",
        **closed({
            "of": told("The pack that it is made from: `tarot-78`.", ref("id")),
            "suits": told("The suit-signs.", ref("text")),
            "ranks": told("The cards of every suit, highest first, or those of each: `{swords: [K..A]}`.", {"anyOf": [several(ref("text")), _BY_SUIT]}),
            "trumps": told("The trumps: a number of them, or their subjects.", several(ref("text"))),
            "fool": told("Whether it has a Fool.", ref("yes-no")),
            "without": told("What the other pack has more, by suit or `trumps`: `{swords: [A..6]}`.", _BY_SUIT),
            "with": told("What the other pack lacks, by suit or `trumps`.", _BY_SUIT),
            "twice": told("What it has two of, by suit or `trumps`.", _BY_SUIT),
        }),
    },
    "trump": {
        "description": "A trump: `subject`, `20 justice` (printed number), `(40) angel` (number not printed), `20` (number only), or `gap`.",
        "anyOf": [{"type": "string", "pattern": r"^((\d+|\(\d+\))\s*)?([a-z][a-z0-9-]*)?$", "minLength": 1}, {"type": "integer"}],
    },
    "trumps": {
        "description": "The trumps, highest first; a list within it ties.",
        "type": "array", "items": {"anyOf": [ref("trump"), {"type": "array", "items": ref("trump"), "minItems": 2}]},
    },
}  # fmt: skip

_NAMES = several(ref("text"))


_MODIFIERS: Schema = {
    "at_least": told("How many of the cards at least.", ref("whole")),
    "at_most": told("How many of the cards at most.", ref("whole")),
    "exactly": told("How many of the cards, no more and no fewer.", ref("whole")),
    "genuine": told("How many of them must be themselves, not wild.", ref("whole")),
    "same": told("Whether all must be of one suit or rank.", {"enum": list(FAMILIES)}),
    "each": told("Whether it is declared again for every suit or rank.", {"enum": list(FAMILIES)}),
    "from": told("Where the run begins; anywhere if not said.", {"enum": ["top", "bottom", "ends"]}),
    "annex": told("Cards added to the holding if they are there and not yet in it.", _NAMES),
    "wild": told("Cards that stand for missing ones.", ref("wild")),
    "leap": told(
        "How a run may leap over a missing card.",
        closed(
            {
                "gaps": told("How often, or `any`.", {"anyOf": [{"const": "any"}, ref("whole")]}),
                "counted": told("Whether the cards leapt over count.", ref("yes-no")),
            }
        ),
    ),
}
_SUBJECTS: Schema = {
    "all": "Every one of these.",
    "any": "One of these.",
    "chain": "Parts in sequence, highest first.",
    "of": "Cards or groups of which there must be so many.",
    "run": "Cards or a group in unbroken sequence.",
    "kind": "The kind of declarations of which there must be so many.",
    "text": "What is needed, in words: not formal.",
}


def _form(form: str, keys: tuple[str, ...], parts: str, counted: bool) -> Schema:
    """Return the schema of a holding of one form."""
    item = ref("part" if form == "chain" else parts)
    plain = _NAMES if form in ("of", "run") else ref("text")
    subject = {"type": "array", "items": item, "minItems": 1} if form in ("all", "any", "chain") else plain
    numbers = (
        [k for k in ("at_least", "at_most", "exactly") if k in keys]
        if counted and form in ("of", "run", "kind")
        else []
    )
    needed = {"anyOf": [{"required": [k]} for k in numbers]} if numbers else {}
    properties = {form: told(_SUBJECTS[form], subject), **{k: _MODIFIERS[k] for k in keys}}
    return closed(properties, (form,), **needed)


HOLDING: Schema = {
    "wild": closed(
        {
            "of": told("The wild cards.", _NAMES),
            "not_for": told("Cards that they cannot stand for.", _NAMES),
            "apart": told("Whether no two of them may come next to each other.", ref("yes-no")),
        },
        ("of",),
    ),
    "holding": {
        "description": "A set of cards: a name alone, or a mapping with one of all, any, of, run, chain, kind, text.",
        "anyOf": [ref("text"), *(_form(form, keys, "holding", True) for form, keys in _KEYS.items())],
    },
    "part": {
        "description": "A part of a chain.",
        "anyOf": [ref("text"), *(_form(form, keys, "text", False) for form, keys in _LINK_KEYS.items())],
    },
    "worth": {
        "description": "`10`; `{3: 18, 4: 36}` by size; `{base: 10, each: 5}`; `{10: 10, times: 2}`; `{sum: values}`; `{UNIT: worth}`; none.",
        "anyOf": [
            ref("number"),
            {"enum": list(ABSENT)},
            {
                "type": "object",
                "patternProperties": {r"^(\d+|base|each|times)$": ref("number")},
                "additionalProperties": False,
                "minProperties": 1,
            },
            closed(
                {
                    "sum": told("The values added up: `values`, the card points.", ref("text")),
                    "with": told(
                        'Cards with another value here: `{"29": 5}`.',
                        {"type": "object", "additionalProperties": ref("number")},
                    ),
                    "times": told(
                        "By what its cards multiply it: each of some by so much, and other cards together: `{arie: 1, others: 1}`.",
                        {"type": "object", "additionalProperties": ref("number")},
                    ),
                },
                ("sum",),
            ),
            {
                "type": "object",
                "propertyNames": {"pattern": r"^(?!(\d+|base|each|times|sum|with)$)"},
                "additionalProperties": ref("worth"),
                "minProperties": 1,
            },
        ],
    },
}
