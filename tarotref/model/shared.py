"""What the shared files of the corpus hold: packs, trump orders, subjects, places, attestations, terms."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from tarotref.model.facts import keyed
from tarotref.model.types import (
    Edtf,
    Facts,
    GeoNames,
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
    Wikidata,
    YesNo,
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
    """Its name in English, or as it calls itself where English has none: `Turin`, `Val Bedretto`."""
    local: Text | None = None
    """Its name in the language spoken there, where that differs: `Torino`."""
    kind: Annotated[str, Term("place-kind")]
    """What sort of place it is: a town, a valley, a region, a country."""
    lat: Number | None = None
    """Degrees north."""
    lon: Number | None = None
    """Degrees east."""
    country: Annotated[str, Term("country")] | None = None
    """The country it lies in today, ISO 3166-1 alpha-2."""
    polity: Text | None = None
    """Whose it was in the centuries that matter here."""
    wikidata: Wikidata | None = None
    """Its item in Wikidata: `Q1741`."""
    geonames: GeoNames | None = None
    """Its number in GeoNames: `3165524`."""
    within: PlaceId | None = None
    """The region or state it lies in."""
    text: Text | None = None
    """What a reader has to know to take the place for the right one."""


class Subject(Facts):
    """What a trump depicts; the same id everywhere, whatever it is called."""

    title: Text
    """What it is called in English: `Wheel of Fortune`."""
    french: Text | None = None
    """Its name on French packs: `La Rove de Fortvne`."""
    italian: Text | None = None
    """Its name in Italian: `Ruota della Fortuna`."""
    marseille: Whole | None = None
    """Its number in the Tarot de Marseille."""
    minchiate: Whole | None = None
    """Its number in Minchiate."""
    sicily: Whole | None = None
    """Its number in the Sicilian pack."""
    bologna: Whole | None = None
    """Its number, printed or implied, in the Bolognese pack."""
    text: Text | None = None
    """What else there is to say of the picture: other names, what it was taken for."""
    source: Sources | None = None
    """Where the names and numbers come from."""


class Pack(Facts):
    """An abstract set of cards, by rule."""

    title: Text
    """What the pack is called in lists: `78 cards, Italian suits`."""
    suits: Annotated[str, Term("suits")] | None = None
    """The suit-signs: Italian, French, Portuguese, or either of them."""
    rule: dict[str, Any] | None = None
    """What it consists of, as `tarotref.cards.packs` reads it; left out where nobody knows."""
    cards: Whole
    """How many the source says there are."""
    used: Text | None = None
    """Where and when it was played with, in a few words: `Milan and Vienna, from about 1750`."""
    doubtful: Text | None = None
    """What is not sure about it, where its make-up is inferred."""
    source: Sources
    """Where its make-up is told."""
    text: Text | None = None
    """What the rule cannot say: how the cards were had, what copies exist."""


class OrderGroup(Facts):
    """Dummett's group of orders, and who assigns the order to it: `{is: C, by: dm2004}`."""

    letter: Literal["A", "B", "C"] = keyed("is")
    """Dummett's group: A, B or C."""
    by: Said
    """Who assigns the order to it: `dm2004 ch. 6`."""


class TrumpOrder(Facts):
    """One attested ranking of the trumps, highest first; an item may be tied, numbered, or a gap."""

    title: Text | None = None
    """What the order is called in lists: `Susio's poem`; the place and date do where nothing is said."""
    pack: PackId
    """The pack whose trumps it ranks."""
    kind: Annotated[str, Term("order-kind")] | None = None
    """What sort of evidence gives it: a numbered pack, a poem, a sermon, rules of play."""
    dated: Edtf | None = None
    """When the evidence was made, in EDTF: `1557`, `150X/152X`."""
    place: PlaceId | None = None
    """Where the order was observed, or the evidence made."""
    order: tuple[Any, ...] | None = None
    """The trumps, highest first: `[21 world, 20 angel, [emperor, pope], gap]`."""
    like: OrderId | None = None
    """Another order that this one repeats, but for `swap` and `replace`."""
    swap: tuple[Several[SubjectId], ...] | None = None
    """Pairs of subjects that change places in it: `[[world, angel]]`."""
    replace: dict[SubjectId, SubjectId] | None = None
    """Subjects that stand in the place of others: `{pope: jupiter, popess: juno}`."""
    numbered: Text | None = None
    """Since when, and where, the cards bear the numbers: `on the sheets themselves`; `not on the cards`."""
    doubtful: Several[OrderSubject] | None = None
    """Trumps whose rank is not sure."""
    called: dict[OrderSubject, Text] | None = None
    """What its source calls the subjects."""
    group: OrderGroup | None = None
    """Which of the three groups of orders it belongs to, and who says so."""
    source: Sources
    """Where the order is told."""
    witnesses: Several[Source] | None = None
    """The old texts and packs that show it, by key of the bibliography."""
    text: Text | None = None
    """What the list cannot say: gaps in the text, another reading of a line."""


class Claim(Facts):
    """What a piece of evidence shows."""

    what: Annotated[str, Term("claim")]
    """What is shown: that the game was played, forbidden, named; that cards were made, sold, taxed."""
    of: Text | None = None
    """Of which thing: a game or its cards in a word (`tarot`, `minchiate`), the word attested, the id of a pack or order, the
    column of `rulesets` whose value is shown (`fool`)."""
    value: Text | None = None
    """The value of a feature, as the table `rulesets` has it: `excuse`, `2;3`, `yes`; for claims of features alone."""
    certainty: Annotated[str, Term("certainty")] = "sure"
    """How surely, in the eyes of `by`."""
    by: Said | None = None
    """Who draws the conclusion, where it is not the source of the evidence."""
    against: Said | None = None
    """Who denies it."""
    text: Text | None = None
    """What the claim rests on, where the title does not say so."""


class Attestation(Facts):
    """A dated piece of evidence for a game, its cards or its name."""

    kind: Annotated[str, Term("attestation-kind")]
    """What sort of evidence it is: a letter, an account book, a statute, a pack, a report without a document."""
    title: Text
    """What it is, in one line that stands alone: `Account-books of the court of Ferrara, 1442`."""
    dated: Edtf
    """When it was written or made, in EDTF: `1442`, `157X`, `1786~`."""
    place: PlaceId | None = None
    """Where it was written or made, or where the play it tells of was."""
    ours: Several[Literal["kind", "dated", "place"]] = ()
    """Which of these the source does not say: what stands there is supplied by us, for a reason that the text gives."""
    traditions: Several[TraditionId] = ()
    """Traditions for whose history it counts."""
    games: Several[GameNumber] = ()
    """Games that it attests: `["7.4"]`."""
    shows: tuple[Claim, ...]
    """What it shows, claim by claim."""
    text: Text | None = None
    """What it says, in our own words, and what is disputed about it."""
    source: Sources
    """Where we have it from."""
    first_in: Several[Source] = ()
    """Works that have it at first hand, by key of the bibliography."""


class GlossaryEntry(Facts):
    """A term of the players or of the literature."""

    term: Text
    """The word as players or the literature write it: `ultimo`."""
    plural: Text | None = None
    """What several are called, as players write it, where it is not made with an English s: `partite`."""
    lang: Annotated[str, Term("language")]
    """The language it belongs to."""
    en: Text | None = None
    """An English word for it, where one is in use."""
    definition: Text
    """What it means, in one or two sentences."""
    tradition: TraditionId | None = None
    """The tradition whose players say it; left out where it is common or learned."""
    see: Several[TermId] = ()
    """Other entries that a reader should go to."""
    source: Sources | None = None
    """Where the word and its meaning are attested."""


class VocabularyTerm(Facts):
    """A term that a field of the format may have as value."""

    label: Text
    """What pages call it, in words that fit after the field's name: `by the same dealer`."""
    definition: Text
    """What it means, exactly, in a sentence."""
    source: Sources | None = None
    """Where the notion is defined, if it is somebody's own."""


class Concordance(Facts):
    """The same game in another reference work."""

    game: GameNumber
    """The game of this catalogue: `7.4`."""
    work: Source
    """The other reference work, by key of the bibliography."""
    ref: Text
    """Where it stands there: a page, an entry, an address."""
    relation: Annotated[str, Term("concordance")]
    """How the two entries cover each other."""
    title: Text | None = None
    """What the game is called there."""
    certainty: Annotated[str, Term("certainty")] = "sure"
    """How sure it is that the same game is meant."""


class CatalogueEntry(Facts):
    """One number of the catalogue, whether or not it has a record yet."""

    title: Text
    """What the catalogue's heading calls the game; `unstated` where a number has no heading."""
    where: Text | None = None
    """The places that the heading names."""
    when: Text | None = None
    """The time that the heading names."""
    form: Text | None = None
    """Which form of the game, where the heading says so."""
    chapter: Text
    """The chapter or appendix it stands in: `8`, `C`."""
    volume: Whole
    """The volume of dm2004 that has it: 1 or 2."""
    page: Whole | None = None
    """The printed page, where it is known."""
    supplement: Text | None = None
    """Where the Supplement of 2009 speaks of it: `S 4`."""


class SecondCoding(Facts):
    """What a second coder, who had not seen the record, read in the source: column of `rulesets` -> value."""

    cells: dict[str, Text]
    """What the second coder read, as text, by column: `{players: 3, counted_by: threes}`."""
    first: dict[str, Text] = {}
    """What the record said when the two were compared, where that was something else: the first coding, before it was discussed."""


class PlayedHand(Facts):
    """A hand of a game played out by the main rules, which the game's page shows trick by trick."""

    players: Whole
    """For how many players it was dealt."""
    seed: Whole
    """The seed from which it was dealt."""
    by: Literal["simple", "random", "editors"]
    """Who played it: players that follow rules of thumb, players that do whatever is allowed, or such as follow rules of thumb
    but where the editors chose for them, so that rules told in words alone are kept."""
    shows: Several[Text] = ()
    """What can be seen in it, as paths of the rules that come into play: `[bids.solo, feats.pagat]`."""
    fixed: YesNo = False
    """Whether an author has chosen it, so that no script may put another in its place."""
    facts: Text
    """A digest of the facts of the ruleset by which it was chosen."""
    actions: Text
    """All that was done, in turn, parted by commas: `pass, bid solo, discard 2♠, done, XXI, III, Fool`; a card alone is played."""


class Retired(Facts):
    """An id that is used no longer."""

    kind: Text
    """What sort of thing had the id: game, term, pack, place."""
    successor: Text | None = None
    """The id to use now; left out where nothing took its place."""
    reason: Text
    """Why it is used no longer."""


class PublishedChange(Facts):
    """One thing of a record that a version has otherwise than the version before."""

    kind: Literal["added", "removed", "changed", "credited"]
    """What has become of it: `credited` where the fact is the same, and who says so, or where, is not."""
    field: Text
    """Path of a fact, detail of the record or, after `text.`, section of its text: `score.each`, `title`, `text.Play`."""
    old: Text | None = None
    """What it was, or who said so; left out of texts."""
    new: Text | None = None
    """What it is, or who says so; left out of texts."""
    rulesets: Several[Text] = ()
    """The rulesets whose fact it is; none for what a record has as a whole."""


class Release(Facts):
    """A published version: the records that it was the first to have, and what it changed in others. `make history` writes it."""

    date: Edtf
    """The day on which it was published."""
    first: Several[Text] = ()
    """The games and traditions that it was the first to have."""
    withdrawn: Several[Text] = ()
    """Those that the version before had and it has not."""
    changes: dict[str, tuple[PublishedChange, ...]] | None = None
    """What it has otherwise than the version before, by game or tradition."""
    rewritten: dict[str, int] | None = None
    """Those in which it has so much otherwise that it says how many facts and texts alone; `tarotref diff` names each."""
    contributors: dict[str, tuple[Text, ...]] | None = None
    """Who contributed to it, by game or tradition."""


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
    "hands": PlayedHand,
    "retired": Retired,
    "history": Release,
}
"""File name in the corpus -> what each of its entries is."""
