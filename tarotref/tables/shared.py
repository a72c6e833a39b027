"""Tables of what stands beside the games: packs, trump orders, sources, places, evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import asin, cos, radians, sin, sqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tarotref.cards.card import Card, Pack
from tarotref.cards.names import parse_card
from tarotref.computed.evidence import shown
from tarotref.computed.regions import region
from tarotref.tables.catalogue import GAME
from tarotref.tables.spec import Column, Entry, plain, table, text_of

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.model.shared import Place

SOURCE = Column("source", "Where we have it from, as `key: locator`, joined by semicolons.")


def entries(computed: ComputedCorpus, shelf: str) -> Iterator[Entry]:
    """Yield the entries of a shared file."""
    return (Entry(computed, id, of) for id, of in computed.corpus.shared[shelf].items())


def _bib(*names: str) -> Callable[[Entry], str | None]:
    """Read the first of some fields of BibTeX that a work has."""
    return lambda e: next((e.fields[name] for name in names if e.fields.get(name)), None)


def _made(read: Callable[[Pack], Any]) -> Callable[[Entry], Any]:
    """Read something of a pack's cards, where these are known."""
    return lambda e: read(e.computed.packs[e.id]) if e.id in e.computed.packs else None


def _cited(e: Entry) -> str:
    from tarotref.tables.citations import reference_text

    return reference_text(e.of)


@table(
    "sources",
    "The bibliography: every witness, authority and work cited.",
    "key",
    Column("key", "Key in `corpus/sources.bib`.", get=lambda e: e.id),
    Column("role", "authority: we write from it; witness: it attests rules or cards; literature."),
    Column("label", "How it is cited in running text."),
    Column("kind", "What it is, in the terms of BibTeX: book, article, misc..."),
    Column("author", "Authors or editors, joined by semicolons.", several=True, get=lambda e: e.authors),
    Column("title", "Title of the work."),
    Column("dated", "When it was written or published, as EDTF text.", get=lambda e: e.dated or None),
    Column("year_from", "First year it may date from.", "integer"),
    Column("year_to", "Last year it may date from.", "integer"),
    Column("place", "Place of publication.", get=_bib("address")),
    Column("lang", "Language it is in.", terms="language", get=lambda e: e.lang or None),
    Column("attests", "What it attests, in words: games, packs, a bid.", numbers=True, get=_bib("attests")),
    Column("seen_in", "Where our authority cites it.", get=_bib("seenin")),
    Column("citation", "Full citation in plain text.", get=_cited),
    Column("container", "The journal or book in which it appeared.", get=_bib("journal", "booktitle")),
    Column("volume", "Volume of the journal, or of the work.", get=_bib("volume")),
    Column("issue", "Number of the issue.", get=_bib("number")),
    Column("pages", "The pages that it takes there.", get=_bib("pages")),
    Column("publisher", "Who published it, or how it can be had.", get=_bib("publisher", "howpublished")),
    Column("doi", "Digital object identifier.", get=_bib("doi")),
    Column("isbn", "International standard book number.", get=_bib("isbn")),
    Column("url", "Where it can be read, or a facsimile of it.", get=_bib("url")),
    Column(
        "checked",
        "What bears out its number or address: a copy of the work that has it, or another work that cites it so; empty where "
        "it has been taken over unseen.",
        one_of=("copy", "cited"),
        get=_bib("checked"),
    ),
)
def _sources(computed: ComputedCorpus) -> Iterator[Entry]:
    return (Entry(computed, key, ref) for key, ref in sorted(computed.corpus.bibliography.items()))


@table(
    "witnesses",
    "Who attests which game, and with which ruleset of its own.",
    "witness game",
    Column("witness", "Key of the witness.", ref="sources.key"),
    GAME,
    Column("main", "Whether the main ruleset follows it.", "boolean"),
    Column(
        "ruleset_id",
        "The ruleset that has its rules, by the `id` of `rulesets`; null where nothing says how they differ from the main ones.",
        ref="rulesets.id",
    ),
)
def _witnesses(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    keys = {(r.game, r.witness): r.id for r in reversed(list(computed.corpus.rulesets.values()))}
    for id, record in computed.corpus.games.items():
        for witness in record.facts.witnesses:
            yield witness, id, witness == record.facts.main, keys.get((id, witness))  # type: ignore[union-attr]


@table(
    "places",
    "Places where games were played, packs made, books printed.",
    "id",
    Column("id", "Id of the place."),
    Column("title", "Its English name."),
    Column("local", "Name in its own language."),
    Column("kind", "What it is: a town, a region, a country.", terms="place-kind"),
    Column("lat", "Latitude, in degrees north.", "number"),
    Column("lon", "Longitude, in degrees east.", "number"),
    Column("country", "The country it lies in today, ISO 3166-1.", terms="country"),
    Column("polity", "The states to which it belonged in the centuries that matter here."),
    Column("wikidata", "Its item in Wikidata; null where none is known for certain."),
    Column("geonames", "Its number in GeoNames; null where none is known for certain."),
    Column("within", "The region, state or larger place that it lies in.", ref="places.id"),
    Column(
        "region",
        "The largest region below a country that it lies in, or is; null for countries.",
        ref="places.id",
        get=lambda e: region(e.computed, e.id),
    ),
)
def _places(computed: ComputedCorpus) -> Iterator[Entry]:
    return entries(computed, "places")


@table(
    "subjects",
    "One row for each thing that a trump depicts, whatever it is called; the Fool is one.",
    "id",
    Column("id", "Id of the subject."),
    Column("title", "What it is called here."),
    Column("french", "What it is called in French."),
    Column("italian", "What it is called in Italian."),
    Column("marseille", "Its number in the Tarot de Marseille, whether or not the card bears it.", "integer"),
    Column("minchiate", "Its number in Minchiate, whether or not the card bears it.", "integer"),
    Column("sicily", "Its number in the Sicilian pack, whether or not the card bears it.", "integer"),
    Column("bologna", "Its number in Bologna, whether or not the card bears it.", "integer"),
    Column("text", "What there is to say of it."),
    SOURCE,
)
def _subjects(computed: ComputedCorpus) -> Iterator[Entry]:
    return entries(computed, "subjects")


@table(
    "packs",
    "One row for each pack: a set of cards, whoever printed it.",
    "id",
    Column("id", "Id of the pack."),
    Column("title", "What it is."),
    Column("suits", "Suit-signs of the pack.", terms="suits", get=lambda e: e.suits or _made(attrgetter("system"))(e)),
    Column("stated_cards", "How many cards it has, as the source states.", "integer", get=lambda e: e.cards),
    Column(
        "cards",
        "How many cards it has, as counted from what it consists of; null where that is not known.",
        "integer",
        get=_made(len),
    ),
    Column("trumps", "How many trumps it has, the Fool not included.", "integer", get=_made(lambda p: len(p.trumps))),
    Column("fool", "Whether it has a Fool.", "boolean", get=_made(attrgetter("has_fool"))),
    Column("used", "Where and when it is used."),
    Column("doubtful", "What is not known of it."),
    SOURCE,
)
def _packs(computed: ComputedCorpus) -> Iterator[Entry]:
    return entries(computed, "packs")


@table(
    "pack_cards",
    "Every card of every pack.",
    "pack card",
    Column("pack", "Id of the pack.", ref="packs.id"),
    Column("card", "The card: `K♠`, `K of swords`, `XXI`, `angel`, `Fool`; a second copy is `K♠ bis`."),
    Column("kind", "What it is: suit, trump or fool."),
    Column("suit", "The suit of a suit card."),
    Column("rank", "The rank of a suit card: K, Q, C (Knight), J, 10 to 2, A."),
    Column(
        "number", "The number of a trump, whether or not it is printed; null where the pack has none for it.", "integer"
    ),
    Column(
        "subject",
        "What a trump depicts, or the Fool; the first of those that designs of the pack have.",
        ref="subjects.id",
    ),
)
def _pack_cards(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, pack in computed.packs.items():
        for card in pack.cards:
            names = [card.trump or card.kind, *(name for name, of in pack.names if of == card.trump)]
            number = next((int(name) for name in names if name.isdecimal()), None)
            subject = next((name for name in names if name in computed.corpus.shared["subjects"]), None)
            yield id, str(card), card.kind, card.suit or None, card.rank or None, number, subject


def _complete(e: Entry) -> bool | None:
    order = e.computed.orders.get(e.id)
    return order.complete if order else None


@table(
    "trump_orders",
    "One row for each attested ranking of the trumps.",
    "id",
    Column("id", "Id of the order."),
    Column("title", "What it is."),
    Column("kind", "What attests it.", terms="order-kind"),
    Column("pack", "The pack it orders.", ref="packs.id"),
    Column("dated", "When, as EDTF text."),
    Column("year_from", "First year from which it may date.", "integer"),
    Column("year_to", "Last year from which it may date; null where it is open.", "integer"),
    Column("place", "Where it was in use.", ref="places.id"),
    Column(
        "dummett_group",
        "The group A, B or C in which Dummett puts it.",
        get=lambda e: e.group.letter if e.group else None,
    ),
    Column("complete", "Whether every trump of the pack has its rank.", "boolean", get=_complete),
    SOURCE,
)
def _trump_orders(computed: ComputedCorpus) -> Iterator[Entry]:
    return entries(computed, "trump-orders")


@table(
    "trump_ranks",
    "The rank of each trump in each order.",
    "trump_order card",
    Column("trump_order", "Id of the order.", ref="trump_orders.id"),
    Column("pack", "The pack that it orders; null where nobody knows its cards.", ref="packs.id"),
    Column("card", "The trump, as a card of the pack.", ref="pack_cards.card", beside="pack"),
    Column("subject", "What it depicts in this order; null where the order goes by numbers alone.", ref="subjects.id"),
    Column("rank", "Its rank from the top, 1 the highest; tied trumps share one, a gap counts as a rank.", "integer"),
    Column("tied", "Whether it ties with others.", "boolean"),
    Column("number", "The number it bears in this order, where it has one.", "integer"),
    Column("printed", "Whether the number is printed on the card.", "boolean"),
    Column("doubtful", "Whether its place is in doubt.", "boolean"),
)
def _trump_ranks(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, order in computed.orders.items():
        pack = computed.packs.get(order.pack)
        for rank, tier in enumerate(order.tiers, 1):
            for item in tier:
                yield (
                    id,
                    order.pack if pack else None,
                    str(_trump(item.subject, pack)),
                    item.subject if item.subject in computed.corpus.shared["subjects"] else None,
                    rank,
                    len(tier) > 1,
                    item.number,
                    item.printed if item.number is not None else None,
                    item.subject in order.doubtful,
                )


@table(
    "order_distances",
    "How far two trump orders agree, one row for each pair that shares two trumps or more.",
    "trump_order other_order",
    Column("trump_order", "Id of the one order.", ref="trump_orders.id"),
    Column("other_order", "Id of the other, later in `trump_orders`.", ref="trump_orders.id"),
    Column("shared", "How many trumps both rank.", "integer"),
    Column("concordant", "Pairs of these that both rank the same way round.", "integer"),
    Column("inverted", "Pairs that they rank opposite ways round.", "integer"),
    Column("tied", "Pairs that one of them, or both, ranks alike.", "integer"),
    Column(
        "tau", "Kendall's tau-b: 1 for the same ranking, -1 for the reverse; null where all pairs are ties.", "number"
    ),
    Column(
        "apart",
        "Share of pairs ranked opposite ways round, those that just one of them ranks alike counting half: 0 for the same "
        "ranking, 1 for the reverse; rounded to four places.",
        "number",
    ),
    Column("km", "Kilometres between the places of the two, by the shortest way; null where one has none.", "integer"),
)
def _order_distances(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    orders, places = computed.corpus.shared["trump-orders"], computed.corpus.shared["places"]
    for (one, other), d in computed.order_distances.items():
        if d.apart is not None:
            ends = [places.get(orders[id].place) for id in (one, other)]
            yield one, other, *d._replace(apart=round(d.apart, 4)), _kilometres(*ends)


def _kilometres(one: Place | None, other: Place | None) -> int | None:
    """Return how far two places are from each other on a globe, where both have coordinates."""
    if one is None or other is None or None in (one.lat, one.lon, other.lat, other.lon):
        return None
    lat, lon, lat_2, lon_2 = (radians(float(x or 0)) for x in (one.lat, one.lon, other.lat, other.lon))
    chord = sin((lat - lat_2) / 2) ** 2 + cos(lat) * cos(lat_2) * sin((lon - lon_2) / 2) ** 2
    return round(2 * 6371 * asin(sqrt(chord)))


def _trump(subject: str, pack: Pack | None) -> Card:
    """Return the trump that an order names, as a card of its pack; a check reports those that the pack lacks."""
    try:
        return parse_card(subject, pack) if pack else Card("trump", trump=subject)
    except ValueError:
        return Card("trump", trump=subject)


@table(
    "attestations",
    "One row for each piece of dated evidence of games, cards or words.",
    "id",
    Column("id", "Id of the attestation."),
    Column("kind", "What it is.", terms="attestation-kind"),
    Column("title", "What it is, in words."),
    Column("dated", "When, as EDTF text."),
    Column("year_from", "First year it may date from.", "integer"),
    Column("year_to", "Last year it may date from.", "integer"),
    Column("place", "Where it was made, or what it tells of took place.", ref="places.id"),
    Column("ours", "Which of kind, dated and place no source says but the editors, by semicolons.", several=True),
    Column("traditions", "Families of games it concerns, ids joined by semicolons.", ref="traditions.id", several=True),
    Column("games", "Games it concerns, ids joined by semicolons.", ref="catalogue.id", several=True),
    Column(
        "first_in",
        "Where it was first published or discussed, keys joined by semicolons.",
        ref="sources.key",
        several=True,
    ),
    Column("text", "What it says and why it matters."),
    SOURCE,
)
def _attestations(computed: ComputedCorpus) -> Iterator[Entry]:
    return entries(computed, "attestations")


@table(
    "claims",
    "What each attestation shows, one claim a row.",
    "attestation n",
    Column("attestation", "Id of the attestation.", ref="attestations.id"),
    Column("n", "Number of the claim, from 1.", "integer"),
    Column("what", "What it shows.", terms="claim"),
    Column("of", "Of what it shows that: a game, a pack, an order, a word, a column of the table `rulesets`."),
    Column("value", "Of a claim of such a column, the value that it shows, as the table `cells` has it."),
    Column("certainty", "How sure that is.", terms="certainty"),
    Column("said_by", "Who says so, where that is not the source of the attestation."),
    Column("denied_by", "Who denies it."),
    Column(
        "of_kind",
        "What sort of thing `of` is: feature (a column of `rulesets`), order (`trump_orders`), pack (`packs`), word, or game "
        "(a game or its cards in a word); null where it is nothing.",
    ),
)
def _claims(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, a in computed.corpus.shared["attestations"].items():
        for n, c in enumerate(a.shows, 1):
            found = shown(computed.corpus, c)
            value = text_of(plain(found[1])) if found else None
            yield id, n, c.what, c.of, value, c.certainty, c.by, c.against, OF.get(c.what, "game") if c.of else None


OF = {"feature": "feature", "trump-order": "order", "pack": "pack", "word": "word"}
"""What a claim of some kind is of; others are of a game."""
