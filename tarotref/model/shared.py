"""What the shared files of the corpus hold: packs, trump orders, subjects, places, attestations, terms."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from tarotref.model.types import (
    Edtf,
    Facts,
    Id,
    Names,
    Number,
    Said,
    Several,
    Source,
    Sources,
    Term,
    Text,
    Whole,
)
from tarotref.model.types import Place as PlaceId
from tarotref.model.types import Tradition as TraditionId

PackId = Annotated[Id, Names("pack")]
OrderId = Annotated[Id, Names("order")]
OrderSubject = Annotated[Id, Names("ranked")]
"""A trump that the order ranks: a subject, or its number."""
SubjectId = Annotated[Id, Names("subject")]
TermId = Annotated[Id, Names("term")]
GameNumber = Annotated[Text, Names("number")]


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
    within: PlaceId | None = None
    """The region or state it lies in."""
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
    source: Sources | None = None


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
    source: Sources
    text: Text | None = None


class OrderGroup(Facts):
    """Dummett's group of orders, and who assigns the order to it: `{is: C, by: dm2004}`."""

    letter: Literal["A", "B", "C"] = Field(alias="is")
    by: Said


class TrumpOrder(Facts):
    """One attested ranking of the trumps, highest first; an item may be tied, numbered, or a gap."""

    title: Text | None = None
    pack: PackId
    kind: Annotated[str, Term("order-kind")] | None = None
    dated: Edtf | None = None
    place: PlaceId | None = None
    order: tuple[Any, ...] | None = None
    like: OrderId | None = None
    swap: tuple[Several[SubjectId], ...] | None = None
    replace: dict[SubjectId, SubjectId] | None = None
    """Subjects that stand in the place of others: `{pope: jupiter, popess: juno}`."""
    numbered: Text | None = None
    doubtful: Several[OrderSubject] | None = None
    called: dict[OrderSubject, Text] | None = None
    """What its source calls the subjects."""
    group: OrderGroup | None = None
    source: Sources
    witnesses: Several[Source] | None = None
    text: Text | None = None


class Claim(Facts):
    """What a piece of evidence shows."""

    what: Annotated[str, Term("claim")]
    of: Text | None = None
    certainty: Annotated[str, Term("certainty")] = "sure"
    by: Said | None = None
    against: Said | None = None
    text: Text | None = None


class Attestation(Facts):
    """A dated piece of evidence for a game, its cards or its name."""

    kind: Annotated[str, Term("attestation-kind")]
    title: Text
    dated: Edtf
    place: PlaceId | None = None
    traditions: Several[TraditionId] = ()
    games: Several[GameNumber] = ()
    shows: tuple[Claim, ...]
    text: Text | None = None
    source: Sources
    first_in: Several[Source] = ()


class GlossaryEntry(Facts):
    """A term of the players or of the literature."""

    term: Text
    lang: Annotated[str, Term("language")]
    en: Text | None = None
    definition: Text
    tradition: TraditionId | None = None
    see: Several[TermId] = ()
    source: Sources | None = None


class VocabularyTerm(Facts):
    """A term that a field of the format may have as value."""

    label: Text
    definition: Text
    source: Sources | None = None


class Concordance(Facts):
    """The same game in another reference work."""

    game: GameNumber
    work: Source
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
    page: Whole | None = None
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
