"""What a row tells of one named thing of a section of a ruleset, and the columns that all tables of such things have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import text_of
from tarotref.computed.standing import basis, state
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import entries
from tarotref.model.types import Absence, given
from tarotref.tables import catalogue
from tarotref.tables.facts import OPEN
from tarotref.tables.spec import Column
from tarotref.words.clauses import conditions
from tarotref.words.sentences import sentences
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


def shown(value: Any) -> str | None:
    """Return a value for a cell: numbers as they are, an absence as its word, collections as text."""
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    return text_of(value)


def told(wording: Wording, path: tuple[str, ...], value: Any) -> str | None:
    """Return a value in words, or the word for its absence; numbers are written as programs read them."""
    if value is None or isinstance(value, Absence | int | Fraction):
        return shown(value)
    return wording.value(path, value).replace("\N{MINUS SIGN}", "-") or OPEN


def set_by(ruleset: Ruleset, *path: str) -> str | None:
    """Return the layer that set the fact at a path, or the last of those below it."""
    origin = ruleset.origin_at(*path)
    return origin.layer if origin else None


@dataclass(frozen=True, slots=True)
class Named:
    """One named thing of a section of a ruleset: what a row of most of these tables tells."""

    computed: ComputedCorpus
    wording: Wording
    ruleset: Ruleset
    section: str
    key: str
    of: Any
    n: int = 0

    def __getattr__(self, name: str) -> Any:
        """Return a field as it is said: a number, a text, the word for its absence."""
        return shown(getattr(self.of, name))

    def words(self, name: str, value: Any) -> str | None:
        """Return what one of its fields says, in words."""
        return told(self.wording, (self.section, self.key, name), value)

    @property
    def set_by(self) -> str | None:
        """The layer that set it, or the last of those below it."""
        return set_by(self.ruleset, self.section, self.key)

    @property
    def known(self) -> str:
        """How it is known: its provenance."""
        return basis(self.ruleset.origin_at(self.section, self.key), self.ruleset)


def things(computed: ComputedCorpus, section: str) -> Iterator[Named]:
    """Yield the named things of a section of every ruleset."""
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        within = wording.within(r)
        for n, (key, of) in enumerate(entries(getattr(r.rules, section)), 1):
            yield Named(computed, within, r, section, key, of, n)


Get = Callable[[Any], Any]


def in_words(name: str) -> Get:
    """Read a field in words."""
    return lambda e: e.words(name, getattr(e.of, name))


def value(name: str) -> Get:
    """Read a field, null where it is absent for whatever reason."""
    return lambda e: given(getattr(e.of, name))


def values(name: str) -> Get:
    """Read a field of several values, null where there are none."""
    return lambda e: list(given(getattr(e.of, name)) or ()) or None


def on_conditions(e: Named) -> str | None:
    """Read what a thing depends on, in words."""
    return sentences(conditions(e.wording, e.of)) or None


GAME = replace(catalogue.GAME, get=lambda e: e.ruleset.game)
RULESET = replace(catalogue.RULESET, get=lambda e: e.ruleset.key)
SET_BY = replace(catalogue.SET_BY, get=lambda e: e.set_by)
STATE = replace(catalogue.STATE, get=lambda e: state(e.of))
PROVENANCE = replace(catalogue.PROVENANCE, get=lambda e: e.known)


def id_of(name: str, what: str) -> Column:
    """Return the column of the id of such things."""
    return Column(name, f"Id of the {what}.", get=lambda e: e.key)


NAME = Column("name", "What it is called.")
TEXT = Column("text", "What else is said of it, in words.")
STANDING = (SET_BY, STATE, PROVENANCE)
