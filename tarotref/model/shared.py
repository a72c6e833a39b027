"""What the shared files of the corpus hold: packs, trump orders, subjects, places, attestations, terms."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator

from tarotref.model.record import Keys, Source
from tarotref.model.types import Edtf, Facts, Id, Number, Term, Text, Whole, _several


class Place(Facts):
    """Somewhere a game was played, a pack made or a book printed."""

    title: Text
    local: Text | None = None
    kind: Annotated[str, Term("place-kind")]
    lat: Number | None = None
    """Degrees north."""
    lon: Number | None = None
    """Degrees east."""
    country: Annotated[str, Term("country")] | None = None
    """The country it lies in today, ISO 3166-1 alpha-2."""
    polity: Text | None = None
    """Whose it was in the centuries that matter here."""
    wikidata: Text | None = None
    within: Id | None = None
    text: Text | None = None


class Subject(Facts):
    """What a trump depicts; the same id everywhere, whatever it is called."""

    title: Text
    french: Text | None = None
    italian: Text | None = None
    marseille: Whole | None = None
    """Its number in the Tarot de Marseille."""
    minchiate: Whole | None = None
    sicily: Whole | None = None
    bologna: Whole | None = None
    text: Text | None = None
    source: Source | None = None


class Pack(Facts):
    """An abstract set of cards, by rule."""

    title: Text
    suits: Annotated[str, Term("suits")] | None = None
    rule: dict[str, Any] | None = None
    """What it consists of, as `tarotref.cards.packs` reads it; left out where nobody knows."""
    cards: Whole
    """How many the source says there are."""
    used: Text | None = None
    doubtful: Text | None = None
    source: Source
    text: Text | None = None


class TrumpOrder(Facts):
    """One attested ranking of the trumps, highest first; an item may be tied, numbered, or a gap."""

    title: Text | None = None
    pack: Id
    kind: Annotated[str, Term("order-kind")] | None = None
    dated: Edtf | None = None
    place: Id | None = None
    order: tuple[Any, ...] | None = None
    like: Id | None = None
    swap: tuple[Keys, ...] | None = None
    replace: dict[Id, Id] | None = None
    """Subjects that stand in the place of others: `{pope: jupiter, popess: juno}`."""
    numbered: Text | None = None
    doubtful: Keys | None = None
    called: dict[Id, Text] | None = None
    group: dict[str, Text] | None = None
    """Dummett's group, and who assigns it: `{is: C, by: dm2004}`."""
    source: Source
    witnesses: Keys | None = None
    text: Text | None = None


class Claim(Facts):
    """What a piece of evidence shows."""

    what: Annotated[str, Term("claim")]
    of: Text | None = None
    certainty: Annotated[str, Term("certainty")] = "sure"
    by: Text | None = None
    against: Text | None = None
    text: Text | None = None


class Attestation(Facts):
    """A dated piece of evidence for a game, its cards or its name."""

    kind: Annotated[str, Term("attestation-kind")]
    title: Text
    dated: Edtf
    place: Id | None = None
    traditions: Annotated[tuple[Id, ...], BeforeValidator(_several)] = ()
    games: Keys = ()
    shows: tuple[Claim, ...]
    text: Text | None = None
    source: Source
    first_in: Keys = ()


class GlossaryEntry(Facts):
    """A term of the players or of the literature."""

    term: Text
    lang: Annotated[str, Term("language")]
    en: Text | None = None
    definition: Text
    tradition: Id | None = None
    see: Keys = ()
    source: Source | None = None


class VocabularyTerm(Facts):
    """A term that a field of the format may have as value."""

    label: Text
    definition: Text
    source: Source | None = None
    column: Text | None = None
    """How the tables write it, where they write it in another way."""


class Concordance(Facts):
    """The same game in another reference work."""

    game: Text
    work: Text
    ref: Text
    relation: Annotated[str, Term("concordance")]
    title: Text | None = None
    certainty: Annotated[str, Term("certainty")] = "sure"
    text: Text | None = None


class CatalogueEntry(Facts):
    """One number of the catalogue, whether or not it has a record yet."""

    title: Text
    where: Text | None = None
    when: Text | None = None
    form: Text | None = None
    """Which form of the game, where the heading says so."""
    chapter: Text
    volume: Whole
    page: Text | None = None
    supplement: Text | None = None


class SecondCoding(Facts):
    """What a second coder, who had not seen the record, read in the source: column of `rulesets` -> value."""

    cells: dict[str, Text]


class Retired(Facts):
    """An id that is used no longer."""

    kind: Text
    successor: Text | None = None
    reason: Text


SHARED: dict[str, type[Facts]] = {
    "places": Place,
    "subjects": Subject,
    "packs": Pack,
    "trump-orders": TrumpOrder,
    "attestations": Attestation,
    "glossary": GlossaryEntry,
    "concordance": Concordance,
    "catalogue": CatalogueEntry,
    "second-coding": SecondCoding,
    "retired": Retired,
}
"""File name in the corpus -> what each of its entries is."""
