"""The JSON Schema of each kind of file, made from the model, for editors and other programs.

Where the model sees one layer at a time, a file may also say what only laying needs (`like`, `presumed`, `before`, `null`):
that is added here. Scalars are accepted as text, as our reader takes them, and as a YAML parser of another make types them.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from tarotref.model.record import Game, Tradition
from tarotref.model.shared import SHARED, VocabularyTerm
from tarotref.model.types import Facts
from tarotref.model.validation import model as pydantic_model
from tarotref.problem import nearest
from tarotref.schema.layering import layer, target, tidy
from tarotref.schema.values import HOLDING, PLAIN, Schema, ref
from tarotref.schema.writer import Writer, fill, spellings

Vocabulary: TypeAlias = Mapping[str, Mapping[str, Any]]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
KINDS: dict[str, type[Facts]] = {"game": Game, "tradition": Tradition, **SHARED, "vocabulary": VocabularyTerm}
"""What a schema can be had of: the front matter of a record, or one of the shared files by its name."""


def schema(kind: str, vocabulary: Vocabulary | None = None) -> Schema:
    """Return the JSON Schema of a record's front matter (`game`, `tradition`) or of a shared file (`places`, ...).

    The terms are those of `vocabulary` (list -> term -> {label, definition}), or of the corpus at hand.
    Raises KeyError, with the nearest kind, where there is none of the name.
    """
    if kind not in KINDS:
        raise KeyError(f"no schema {kind!r}{nearest(kind, KINDS) or '; expected one of ' + ', '.join(KINDS)}")
    model = KINDS[kind]
    made: Schema = pydantic_model(model).model_json_schema(schema_generator=Writer)
    defs: Schema = {**made.pop("$defs", {}), model.__name__: made}
    for name, one in defs.items():
        fill(one, name)
    if "Rules" in defs:
        layer(defs)
    head: Schema = {"$schema": DIALECT, "$id": f"urn:tarotref:schema:{kind}", "title": f"tarotref: {kind}"}
    root = tidy({**head, **(defs.pop(model.__name__) if kind in ("game", "tradition") else shared(kind, model))})
    known = {**{name: tidy(one) for name, one in defs.items()}, **PLAIN, **HOLDING}
    terms = _vocabulary() if vocabulary is None else vocabulary
    known |= {f"term-{name}": _terms(name, terms.get(name)) for name in _lists(root, known)}
    return {**root, "$defs": {name: known[name] for name in sorted(_reached(root, known))}}


def shared(kind: str, model: type[Facts]) -> Schema:
    """Return the schema of a shared file, whose keys are ids; the vocabulary is a mapping of such."""
    entries: Schema = {"type": "object", "additionalProperties": ref(model.__name__)}
    if kind == "vocabulary":
        entries = {"type": "object", "additionalProperties": entries}
    words = " ".join((inspect.getdoc(model) or "").split())
    return {"description": f"corpus/{kind}.yaml: id -> {words[:1].lower()}{words[1:]}", **entries}


def _terms(name: str, terms: Mapping[str, Any] | None) -> Schema:
    """Return the terms of one list of the vocabulary, with their definitions where an editor shows them."""
    if not terms:
        return {"type": "string", "x-vocabulary": name}
    pairs = [(spelling, entry) for term, entry in terms.items() for spelling in spellings([term])]
    return {
        "x-vocabulary": name,
        "enum": [t for t, _ in pairs],
        "enumDescriptions": [str(e["definition"]) if isinstance(e, Mapping) else str(e.definition) for _, e in pairs],
    }


def _vocabulary() -> Vocabulary:
    """Return the vocabulary of the corpus at hand, even where other files of it have faults."""
    from tarotref.corpus.source_file import read_yaml
    from tarotref.store.loading import compiled, root

    folder = root()
    file = "corpus/vocabulary.yaml"
    return (
        read_yaml(file, (folder / file).read_text(encoding="utf-8")).data
        if folder
        else compiled().corpus().shared_sources["vocabulary"].data
    )


def _references(one: Any) -> Iterator[str]:
    if isinstance(one, dict):
        if isinstance(one.get("$ref"), str):
            yield target(one)
        for key, part in one.items():
            if key != "$defs":
                yield from _references(part)
    elif isinstance(one, list):
        for part in one:
            yield from _references(part)


def _lists(root: Schema, known: Schema) -> list[str]:
    """Return the lists of the vocabulary that are referred to."""
    found = {name for name in (*_references(root), *_references(list(known.values()))) if name.startswith("term-")}
    return sorted(name.removeprefix("term-") for name in found)


def _reached(root: Schema, known: Schema) -> set[str]:
    """Return the names of the definitions that are in use."""
    found: set[str] = set()
    waiting = list(_references(root))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(known[name])
    return found
