"""Values as JSON, each distinct one once: how what was read and resolved is kept, and carried by the package.

A text is a list of nodes, of which the last is the value. A scalar is a node as it is; whatever holds others names them by their
places in the list. So what rulesets share is written, read and held once. Only the classes of `classes` are made of a text:
nothing in it can name other code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from tarotref.cards.holdings import Holding, Wild, Worth
from tarotref.cards.holdings.grammar import Leap
from tarotref.corpus.bibliography import Reference
from tarotref.corpus.layers import Origin
from tarotref.corpus.records import Record, Ruleset
from tarotref.corpus.source import Section, Source
from tarotref.model import record, rules, shared
from tarotref.model.facts import Facts
from tarotref.model.types import Absence
from tarotref.problem import Problem

TUPLE, LIST, DICT, SET, FROZENSET, FRACTION, ABSENCE, FACTS, PLAIN, ROW = range(10)
_OTHERS = (Holding, Wild, Worth, Leap, Reference, Origin, Ruleset, Record, Section, Source, Problem)


@cache
def classes() -> Mapping[str, type[Any]]:
    """Return the classes that a text may name."""
    found: dict[str, type[Any]] = {
        f"{module.__name__.rpartition('.')[2]}.{one.__name__}": one
        for module in (record, rules, shared)
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Facts) and one is not Facts
    }
    return found | {one.__name__: one for one in _OTHERS}


@cache
def _names() -> Mapping[type[Any], str]:
    return {one: name for name, one in reversed([*classes().items()])}


def encode(value: Any) -> str:
    """Return a value as text."""
    made = _Encoder()
    made.place(value)
    return json.dumps(made.nodes, ensure_ascii=False, separators=(",", ":"))


class _Encoder:
    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.places: dict[Any, int] = {}
        self.seen: dict[int, tuple[int, Any]] = {}
        """Place by identity; the value beside it, so that no other takes its identity."""
        self.forms: dict[tuple[Any, ...], int] = {}
        """Place of the name of a class with the names of its facts that are told."""

    def place(self, value: Any) -> int:
        """Return the place of a value, which is written where it is new."""
        kind = type(value)
        if kind is str:  # what a text is full of; no other key is a string
            place = self.places.get(value)
            return self.node(value, value) if place is None else place
        if value is None or kind is bool or kind is int or kind is float:
            return self.node((kind, value), value)
        if (known := self.seen.get(id(value))) is not None:
            return known[0]
        node = self.parts(kind, value)
        place = self.node(tuple(node), node)
        self.seen[id(value)] = place, value
        return place

    def node(self, key: Any, node: Any) -> int:
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = len(self.nodes)
            self.nodes.append(node)
        return place

    def parts(self, kind: type[Any], value: Any) -> list[Any]:
        place = self.place
        if issubclass(kind, Facts):
            form = (kind, *value.__dict__)
            if (at := self.forms.get(form)) is None:
                at = self.forms[form] = place((_names()[kind], *value.__dict__))
            return [FACTS, at, *map(place, value.__dict__.values())]
        if kind is tuple:
            return [TUPLE, *map(place, value)]
        if kind is list:
            return [LIST, *map(place, value)]
        if issubclass(kind, Mapping):
            return [DICT, *map(place, value.keys()), *map(place, value.values())]
        if kind is set or kind is frozenset:
            return [SET if kind is set else FROZENSET, *sorted(map(place, value))]
        if kind is Fraction:
            return [FRACTION, place(value.numerator), place(value.denominator)]
        if kind is Absence:
            return [ABSENCE, place(str(value))]
        name = place(_names()[kind])
        if issubclass(kind, tuple):
            return [ROW, name, *map(place, value)]
        return [PLAIN, name, *(place(getattr(value, one)) for one in kind.__dataclass_fields__)]


def decode(text: str | bytes) -> Any:
    """Return the value that a text keeps."""
    nodes: list[Any] = json.loads(text)
    made: list[Any] = []
    known = classes()
    for node in nodes:
        made.append(_READ[node[0]](node, made, known) if type(node) is list else node)
    return made[-1]


def _dict(node: list[int], made: list[Any], known: Mapping[str, type[Any]]) -> dict[Any, Any]:
    half = len(node) // 2 + 1
    return {made[k]: made[v] for k, v in zip(node[1:half], node[half:], strict=True)}


def _facts(node: list[int], made: list[Any], known: Mapping[str, type[Any]]) -> Facts:
    form = made[node[1]]
    facts: Facts = object.__new__(known[form[0]])
    facts.__dict__.update(zip(form[1:], [made[n] for n in node[2:]], strict=True))
    return facts


_READ: dict[int, Callable[[list[int], list[Any], Mapping[str, type[Any]]], Any]] = {
    TUPLE: lambda node, made, _: tuple([made[n] for n in node[1:]]),
    LIST: lambda node, made, _: [made[n] for n in node[1:]],
    DICT: _dict,
    SET: lambda node, made, _: {made[n] for n in node[1:]},
    FROZENSET: lambda node, made, _: frozenset([made[n] for n in node[1:]]),
    FRACTION: lambda node, made, _: Fraction(made[node[1]], made[node[2]]),
    ABSENCE: lambda node, made, _: Absence(made[node[1]]),
    FACTS: _facts,
    PLAIN: lambda node, made, known: known[made[node[1]]](*[made[n] for n in node[2:]]),
    ROW: lambda node, made, known: known[made[node[1]]](*[made[n] for n in node[2:]]),
}
