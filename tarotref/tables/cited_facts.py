"""A fact, or a thing with a name, as something to be cited: its value in words, and after whom it is."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from tarotref.computed.provenance import cited as cited_in
from tarotref.computed.provenance import provenance
from tarotref.computed.standing import STATES, basis
from tarotref.corpus.layers import Origin
from tarotref.corpus.records import Ruleset, overlaps
from tarotref.model.record import Note
from tarotref.model.rules import entries, shape
from tarotref.model.types import Absence, Facts
from tarotref.problem import nearest
from tarotref.tables.citations import Cited, cited, unreleased
from tarotref.tables.facts import written
from tarotref.words.labels import ABSENT
from tarotref.words.phrases import listed
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

LONG = 160
"""Letters after which a value is cut off in a citation."""


def cited_fact(computed: ComputedCorpus, ruleset: Ruleset, field: str, wording: Wording | None = None) -> Cited:
    """Return a fact of a ruleset (`bids.a-due.base`), or all of a thing (`bids.a-due`), as something to be cited.

    Who asks for many hands over the same `wording`, which remembers names.
    KeyError, with the nearest, where there is no such fact.
    """
    path = tuple(field.split("."))
    set_by = ruleset.origin_at(*path)
    value = ruleset.at(path) if set_by else None
    if set_by is None or value is None:
        fields = [".".join(map(str, known)) for known in ruleset.origin]
        raise KeyError(f"no fact of {ruleset.id} has the field {field!r}{nearest(field, fields)}")
    words = (wording or Wording(computed.corpus)).within(ruleset)
    return cited(
        computed.corpus.game(ruleset.game),
        ruleset.key,
        field,
        shortened(told(words, path, value)),
        after(computed, set_by.layer),
        "; ".join(how_known(computed, ruleset, path, set_by, words)),
        unreleased(computed.corpus.shared["history"], ruleset.game),
    )


def after(computed: ComputedCorpus, layer: str) -> str:
    """Say who says what a layer sets, and where it was read."""
    witness, source, locator = provenance(computed, layer)
    works = computed.corpus.bibliography
    named = [works[key].label if key in works else key for key in (witness, source) if key]
    return ", read in ".join(dict.fromkeys(named)) + (f", {locator}" if locator else "")


def how_known(
    computed: ComputedCorpus, ruleset: Ruleset, path: tuple[str, ...], origin: Origin, words: Wording
) -> Iterator[str]:
    """Say how a fact is known, where the ruleset does not simply set it: from where it comes, and what is inferred of it."""
    works = computed.corpus.bibliography
    owner, _, key = origin.layer.partition("/")
    game = owner in computed.corpus.games
    base = f"{'game ' if game else 'the tradition '}{words.title('game' if game else 'tradition', owner)}"
    base += f" ({works[key].label if key in works else key})" if key else ""
    match basis(origin, ruleset):
        case "not-reported":
            witness = works[ruleset.key].label if ruleset.key in works else ruleset.key
            yield f"not reported of {witness}, carried over from {base}"
        case "presumed":
            yield f"presumed to be as in {base}"
        case "inherited":
            yield f"inherited from {base}"
    for at, note in computed.memo.once("inferred", lambda: _inferred(computed, ruleset), ruleset):
        if overlaps(at, path):
            by = cited_in(note.by or "")[0]
            part = "in part " if len(at) > len(path) else ""
            yield f"{part}{INFERRED[note.kind]} of {works[by].label if by in works else 'the editors'}"


def _inferred(computed: ComputedCorpus, ruleset: Ruleset) -> list[tuple[tuple[str, ...], Note]]:
    """Return the notes of a ruleset that call a fact inferred, with the path of each."""
    return [(tuple(map(str, at)), note) for _, at, note in computed.corpus.notes(ruleset) if note.kind in INFERRED]


INFERRED = {"inference": "an inference", "conjecture": "a conjecture"}
"""Kinds of notes by which a fact is less than what a source says."""


def shortened(text: str) -> str:
    """Return a text in one line, cut off after the last word that fits; most fit whole."""
    line = " ".join(text.split())
    return line if len(line) <= LONG else shorten(line, LONG, placeholder=" …")


def told(words: Wording, path: tuple[str, ...], value: Any) -> str:
    """Return a value in words: a thing or a section field by field, a section of things by their names."""
    things = shape(path[0]) == "things"
    if isinstance(value, Absence):
        return ABSENT[value] + (
            f" ({STATES[value.value]})" if value in (Absence.UNSTATED, Absence.NOT_RECORDED) else ""
        )
    if things and len(path) == 1:
        return listed(key.replace("-", " ") for key, _ in entries(value))
    if isinstance(value, Facts) and len(path) == 1 + things:
        parts = ((name, part) for name, part in value if part is not None)
        return "; ".join(
            f"{words.facet(path[0], name).lower()} {told(words, (*path, name), part)}" for name, part in parts
        )
    return written(words, path, value)
