"""A fact, or a thing with a name, as something to be cited: its value in words, and after whom it is."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING, Any

from tarotref.computed.phrases import listed
from tarotref.computed.provenance import provenance
from tarotref.computed.wording import Wording
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import entries, shape
from tarotref.model.types import Absence, Facts
from tarotref.problem import nearest
from tarotref.tables.catalogue import written
from tarotref.tables.citations import Cited, cited

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

LONG = 160
"""Letters after which a value is cut off in a citation."""

SELF_TOLD = frozenset(("text", "holding", "talon", "asks"))
"""Fields whose value says by itself what it is."""


def cited_fact(computed: ComputedCorpus, ruleset: Ruleset, field: str) -> Cited:
    """Return a fact of a ruleset (`bids.a-due.base`), or all of a thing (`bids.a-due`), as something to be cited.

    KeyError, with the nearest, where there is no such fact.
    """
    path = tuple(field.split("."))
    set_by = ruleset.origin_at(*path)
    value = ruleset.at(path) if set_by else None
    if set_by is None or value is None:
        fields = [".".join(map(str, known)) for known in ruleset.origin]
        raise KeyError(f"no fact of {ruleset.id} has the field {field!r}{nearest(field, fields)}")
    witness, source, locator = provenance(computed, set_by.layer)
    works = computed.corpus.bibliography
    named = [works[key].label if key in works else key for key in (witness, source) if key]
    after = ", read in ".join(dict.fromkeys(named)) + (f", {locator}" if locator else "")
    words = Wording(computed.corpus).within(ruleset)
    return cited(
        computed.corpus.game(ruleset.game),
        ruleset.key,
        field,
        shortened(told(words, path, value)),
        after,
    )


def shortened(text: str) -> str:
    """Return a text in one line, cut off after the last word that fits; most fit whole."""
    line = " ".join(text.split())
    return line if len(line) <= LONG else shorten(line, LONG, placeholder=" …")


def told(words: Wording, path: tuple[str, ...], value: Any) -> str:
    """Return a value in words: a thing or a section field by field, a section of things by their names."""
    things = shape(path[0]) == "things"
    if isinstance(value, Absence):
        return str(value.value)
    if things and len(path) == 1:
        return listed(key.replace("-", " ") for key, _ in entries(value))
    if isinstance(value, Facts) and len(path) == 1 + things:
        parts = ((name, part) for name, part in value if part is not None)
        return "; ".join(
            f"{words.facet(path[0], name).lower()} {told(words, (*path, name), part)}" for name, part in parts
        )
    return written(words, path, value)
