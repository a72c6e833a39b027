"""Who says what a layer of rules says: the witness, and the work in which we read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from tarotref.model.record import Game

if TYPE_CHECKING:
    from tarotref.computed.figured import Figured


class Provenance(NamedTuple):
    """Who says it, where we read it, and where in that work."""

    witness: str | None
    """Key of the witness whose rules they are; None for what no one witness says."""
    source: str | None
    """Key of the work from which the record was written."""
    locator: str | None
    """Where in that work: `game 8.13; ch. 7, before 7.4`."""


def provenance(computed: Figured, layer: str) -> Provenance:
    """Return who says what a layer sets: a tradition's or game's own facts, a witness's reading of it, a variant.

    A game's own facts are those of the witness that its main rules follow. What a witness says is read in the catalogue that
    reports him, unless he is one of the texts at hand.
    """
    owner, _, key = layer.partition("/")
    facts = computed.corpus.record(owner).facts
    witness = facts.main if isinstance(facts, Game) else None
    if key in facts.readings:
        witness = key
    elif key and isinstance(facts, Game):
        said = facts.variants[key].by if key in facts.variants else None
        witness = said.split(maxsplit=1)[0] if said else None
    return Provenance(witness, *_read_in(computed, witness, facts.source))


def cited(said: str) -> tuple[str, str | None]:
    """Return the key and the place in the work of what is said in one text: `dm2004 ch. 8`."""
    key, _, locator = said.partition(" ")
    return key, locator.strip() or None


def _read_in(computed: Figured, witness: str | None, sources: Mapping[str, str]) -> tuple[str | None, str | None]:
    """Return the work in which a witness was read, and the place in it: of the record's own sources where it can be."""
    known = computed.corpus.bibliography.get(witness or "")
    if known is not None:
        seen_in = known.fields.get("seenin")
        key, locator = cited(seen_in) if seen_in else (str(witness), None)
        return key, sources.get(key) or locator
    return next(iter(sources.items()), (None, None))
