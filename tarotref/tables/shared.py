"""Tables of what stands beside the games: packs, trump orders, sources, places, evidence, terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.cards.card import Card, Pack
from tarotref.cards.names import parse_card
from tarotref.computed.evidence import shown
from tarotref.computed.regions import region
from tarotref.dates import bounds
from tarotref.tables.catalogue import GAME
from tarotref.tables.spec import Column, plain, table, text_of

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

SOURCE = Column("source", "string", "Where we have it from, as `key: locator`, joined by semicolons.")


def _source(source: dict[str, str] | None) -> list[str]:
    return [f"{k}: {v}" for k, v in (source or {}).items()]


def _years(dated: str | None) -> tuple[int | None, int | None]:
    return bounds(dated) if dated else (None, None)


@table(
    "sources",
    "The bibliography: every witness, authority and work cited.",
    "key",
    Column("key", "string", "Key in `corpus/sources.bib`."),
    Column("role", "string", "authority: we write from it; witness: it attests rules or cards; literature."),
    Column("label", "string", "How it is cited in running text."),
    Column("kind", "string", "What it is, in the terms of BibTeX: book, article, misc..."),
    Column("author", "string", "Authors or editors, joined by semicolons.", several=True),
    Column("title", "string", "Title of the work."),
    Column("dated", "string", "When it was written or published, as EDTF text."),
    Column("year_from", "integer", "First year it may date from."),
    Column("year_to", "integer", "Last year it may date from."),
    Column("place", "string", "Place of publication."),
    Column("lang", "string", "Language it is in.", terms="language"),
    Column("attests", "string", "What it attests, in words: games, packs, a bid.", numbers=True),
    Column("seen_in", "string", "Where our authority cites it."),
    Column("citation", "string", "Full citation in plain text."),
    Column("container", "string", "The journal or book in which it appeared."),
    Column("volume", "string", "Volume of the journal, or of the work."),
    Column("issue", "string", "Number of the issue."),
    Column("pages", "string", "The pages that it takes there."),
    Column("publisher", "string", "Who published it, or how it can be had."),
    Column("doi", "string", "Digital object identifier."),
    Column("isbn", "string", "International standard book number."),
    Column("url", "string", "Where it can be read, or a facsimile of it."),
)
def _sources(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    from tarotref.tables.citations import reference_text

    for key, ref in sorted(computed.corpus.bibliography.items()):
        f = ref.fields
        yield (
            key,
            ref.role,
            ref.label,
            ref.kind,
            ref.authors,
            ref.title,
            ref.dated or None,
            *_years(ref.dated),
            f.get("address"),
            ref.lang or None,
            f.get("attests"),
            f.get("seenin"),
            reference_text(ref),
            f.get("journal") or f.get("booktitle"),
            f.get("volume"),
            f.get("number"),
            f.get("pages"),
            f.get("publisher") or f.get("howpublished"),
            f.get("doi"),
            f.get("isbn"),
            f.get("url"),
        )


@table(
    "witnesses",
    "Who attests which game, and with which ruleset of its own.",
    "witness game",
    Column("witness", "string", "Key of the witness.", ref="sources.key"),
    GAME,
    Column("main", "boolean", "Whether the main ruleset follows it."),
    Column(
        "ruleset_id",
        "string",
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
    Column("id", "string", "Id of the place."),
    Column("title", "string", "Its English name."),
    Column("local", "string", "Name in its own language."),
    Column("kind", "string", "What it is: a town, a region, a country.", terms="place-kind"),
    Column("lat", "number", "Latitude, in degrees north."),
    Column("lon", "number", "Longitude, in degrees east."),
    Column("country", "string", "The country it lies in today, ISO 3166-1.", terms="country"),
    Column("polity", "string", "The states to which it belonged in the centuries that matter here."),
    Column("wikidata", "string", "Its item in Wikidata; null where none is known for certain."),
    Column("geonames", "string", "Its number in GeoNames; null where none is known for certain."),
    Column("within", "string", "The region, state or larger place that it lies in.", ref="places.id"),
    Column(
        "region",
        "string",
        "The largest region below a country that it lies in, or is; null for countries.",
        ref="places.id",
    ),
)
def _places(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, p in computed.corpus.shared["places"].items():
        yield (
            id,
            p.title,
            p.local,
            p.kind,
            p.lat,
            p.lon,
            p.country,
            p.polity,
            p.wikidata,
            p.geonames,
            p.within,
            region(computed, id),
        )


@table(
    "subjects",
    "One row for each thing that a trump depicts, whatever it is called; the Fool is one.",
    "id",
    Column("id", "string", "Id of the subject."),
    Column("title", "string", "What it is called here."),
    Column("french", "string", "What it is called in French."),
    Column("italian", "string", "What it is called in Italian."),
    Column("marseille", "integer", "Its number in the Tarot de Marseille, whether or not the card bears it."),
    Column("minchiate", "integer", "Its number in Minchiate, whether or not the card bears it."),
    Column("sicily", "integer", "Its number in the Sicilian pack, whether or not the card bears it."),
    Column("bologna", "integer", "Its number in Bologna, whether or not the card bears it."),
    Column("text", "string", "What there is to say of it."),
    SOURCE,
)
def _subjects(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, s in computed.corpus.shared["subjects"].items():
        numbers = (s.marseille, s.minchiate, s.sicily, s.bologna)
        yield id, s.title, s.french, s.italian, *numbers, s.text, _source(s.source)


@table(
    "packs",
    "One row for each pack: a set of cards, whoever printed it.",
    "id",
    Column("id", "string", "Id of the pack."),
    Column("title", "string", "What it is."),
    Column("suits", "string", "Suit-signs of the pack.", terms="suits"),
    Column("stated_cards", "integer", "How many cards it has, as the source states."),
    Column(
        "cards", "integer", "How many cards it has, as counted from what it consists of; null where that is not known."
    ),
    Column("trumps", "integer", "How many trumps it has, the Fool not included."),
    Column("fool", "boolean", "Whether it has a Fool."),
    Column("used", "string", "Where and when it is used."),
    Column("doubtful", "string", "What is not known of it."),
    SOURCE,
)
def _packs(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, p in computed.corpus.shared["packs"].items():
        pack = computed.packs.get(id)
        yield (
            id,
            p.title,
            p.suits or (pack.system if pack else None),
            p.cards,
            len(pack) if pack else None,
            len(pack.trumps) if pack else None,
            pack.has_fool if pack else None,
            p.used,
            p.doubtful,
            _source(p.source),
        )


@table(
    "pack_cards",
    "Every card of every pack.",
    "pack card",
    Column("pack", "string", "Id of the pack.", ref="packs.id"),
    Column("card", "string", "The card: `K♠`, `K of swords`, `XXI`, `angel`, `Fool`; a second copy is `K♠ bis`."),
    Column("kind", "string", "What it is: suit, trump or fool."),
    Column("suit", "string", "The suit of a suit card."),
    Column("rank", "string", "The rank of a suit card: K, Q, C (Knight), J, 10 to 2, A."),
    Column(
        "number", "integer", "The number of a trump, whether or not it is printed; null where the pack has none for it."
    ),
    Column(
        "subject",
        "string",
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


@table(
    "trump_orders",
    "One row for each attested ranking of the trumps.",
    "id",
    Column("id", "string", "Id of the order."),
    Column("title", "string", "What it is."),
    Column("kind", "string", "What attests it.", terms="order-kind"),
    Column("pack", "string", "The pack it orders.", ref="packs.id"),
    Column("dated", "string", "When, as EDTF text."),
    Column("year_from", "integer", "First year from which it may date."),
    Column("year_to", "integer", "Last year from which it may date; null where it is open."),
    Column("place", "string", "Where it was in use.", ref="places.id"),
    Column("dummett_group", "string", "The group A, B or C in which Dummett puts it."),
    Column("complete", "boolean", "Whether every trump of the pack has its rank."),
    SOURCE,
)
def _trump_orders(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, o in computed.corpus.shared["trump-orders"].items():
        order = computed.orders.get(id)
        yield (
            id,
            o.title,
            o.kind,
            o.pack,
            o.dated,
            *_years(o.dated),
            o.place,
            o.group.letter if o.group else None,
            order.complete if order else None,
            _source(o.source),
        )


@table(
    "trump_ranks",
    "The rank of each trump in each order.",
    "trump_order card",
    Column("trump_order", "string", "Id of the order.", ref="trump_orders.id"),
    Column("pack", "string", "The pack that it orders; null where nobody knows its cards.", ref="packs.id"),
    Column("card", "string", "The trump, as a card of the pack.", ref="pack_cards.card", beside="pack"),
    Column(
        "subject",
        "string",
        "What it depicts in this order; null where the order goes by numbers alone.",
        ref="subjects.id",
    ),
    Column("rank", "integer", "Its rank from the top, 1 the highest; tied trumps share one, a gap counts as a rank."),
    Column("tied", "boolean", "Whether it ties with others."),
    Column("number", "integer", "The number it bears in this order, where it has one."),
    Column("printed", "boolean", "Whether the number is printed on the card."),
    Column("doubtful", "boolean", "Whether its place is in doubt."),
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
    Column("trump_order", "string", "Id of the one order.", ref="trump_orders.id"),
    Column("other_order", "string", "Id of the other, later in `trump_orders`.", ref="trump_orders.id"),
    Column("shared", "integer", "How many trumps both rank."),
    Column("concordant", "integer", "Pairs of these that both rank the same way round."),
    Column("inverted", "integer", "Pairs that they rank opposite ways round."),
    Column("tied", "integer", "Pairs that one of them, or both, ranks alike."),
    Column(
        "tau", "number", "Kendall's tau-b: 1 for the same ranking, -1 for the reverse; null where all pairs are ties."
    ),
    Column(
        "apart",
        "number",
        "Share of pairs ranked opposite ways round, those that just one of them ranks alike counting half: 0 for the same "
        "ranking, 1 for the reverse; rounded to four places.",
    ),
)
def _order_distances(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for (one, other), d in computed.order_distances.items():
        if d.apart is not None:
            yield one, other, *d._replace(apart=round(d.apart, 4))


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
    Column("id", "string", "Id of the attestation."),
    Column("kind", "string", "What it is.", terms="attestation-kind"),
    Column("title", "string", "What it is, in words."),
    Column("dated", "string", "When, as EDTF text."),
    Column("year_from", "integer", "First year it may date from."),
    Column("year_to", "integer", "Last year it may date from."),
    Column("place", "string", "Where it was made, or what it tells of took place.", ref="places.id"),
    Column(
        "ours", "string", "Which of kind, dated and place no source says but the editors, by semicolons.", several=True
    ),
    Column(
        "traditions",
        "string",
        "Families of games it concerns, ids joined by semicolons.",
        ref="traditions.id",
        several=True,
    ),
    Column("games", "string", "Games it concerns, ids joined by semicolons.", ref="catalogue.id", several=True),
    Column(
        "first_in",
        "string",
        "Where it was first published or discussed, keys joined by semicolons.",
        ref="sources.key",
        several=True,
    ),
    Column("text", "string", "What it says and why it matters."),
    SOURCE,
)
def _attestations(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, a in computed.corpus.shared["attestations"].items():
        yield (
            id,
            a.kind,
            a.title,
            a.dated,
            *bounds(a.dated),
            a.place,
            a.ours,
            a.traditions,
            a.games,
            a.first_in,
            a.text,
            _source(a.source),
        )


@table(
    "claims",
    "What each attestation shows, one claim a row.",
    "attestation n",
    Column("attestation", "string", "Id of the attestation.", ref="attestations.id"),
    Column("n", "integer", "Number of the claim, from 1."),
    Column("what", "string", "What it shows.", terms="claim"),
    Column(
        "of", "string", "Of what it shows that: a game, a pack, an order, a word, a column of the table `rulesets`."
    ),
    Column("value", "string", "Of a claim of such a column, the value that it shows, as the table `cells` has it."),
    Column("certainty", "string", "How sure that is.", terms="certainty"),
    Column("said_by", "string", "Who says so, where that is not the source of the attestation."),
    Column("denied_by", "string", "Who denies it."),
    Column(
        "of_kind",
        "string",
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


@table(
    "concordance",
    "The same games in other reference works.",
    "id",
    Column("id", "string", "Id of the entry."),
    Column("game", "string", "The game, its number in the catalogue.", ref="catalogue.id"),
    Column("work", "string", "The other work.", ref="sources.key"),
    Column("ref", "string", "Where in that work it stands."),
    Column("relation", "string", "How the two entries compare.", terms="concordance"),
    Column("title", "string", "What it is called there."),
    Column("certainty", "string", "How sure that is.", terms="certainty"),
)
def _concordance(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, c in computed.corpus.shared["concordance"].items():
        yield id, c.game, c.work, c.ref, c.relation, c.title, c.certainty


@table(
    "glossary",
    "Terms of the players and of the literature.",
    "id",
    Column("id", "string", "Id of the term."),
    Column("term", "string", "The term itself."),
    Column("plural", "string", "What several are called, where it is not made with an English s."),
    Column("lang", "string", "Language of the term.", terms="language"),
    Column("en", "string", "The term in English, shortly."),
    Column("definition", "string", "What it means."),
    Column("tradition", "string", "Where it is used.", ref="traditions.id"),
    Column("see", "string", "Related terms, ids joined by semicolons.", ref="glossary.id", several=True),
    SOURCE,
)
def _glossary(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, g in computed.corpus.shared["glossary"].items():
        yield id, g.term, g.plural, g.lang, g.en, g.definition, g.tradition, g.see, _source(g.source)


@table(
    "vocabulary",
    "The terms that fields may have as value.",
    "list term",
    Column("list", "string", "The list of terms that it is on."),
    Column("term", "string", "The term, as records and tables have it."),
    Column("label", "string", "How pages write it."),
    Column("definition", "string", "What it means."),
)
def _vocabulary(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for name, terms in computed.corpus.vocabulary.items():
        for term, entry in terms.items():
            yield name, term, entry.label, entry.definition


@table(
    "catalogue",
    "Every number of Dummett and McLeod's catalogue, whether or not it has a record yet, then the games that only we number.",
    "id",
    Column("id", "string", "The number, written so that it is none: `DM8.10`; `C4`; `R1` where it is ours."),
    Column("title", "string", "The game's title in the heading."),
    Column("place_text", "string", "Where it was played, in the words of the heading."),
    Column("time_text", "string", "When it was played, in the words of the heading."),
    Column("form", "string", "Which form of the game it is, in the words of the heading."),
    Column("chapter", "string", "The chapter, or the letter of the appendix."),
    Column("volume", "integer", "The volume, 1 or 2."),
    Column("page", "integer", "The printed page, where it is known."),
    Column("supplement", "string", "The page of the Supplement: `S 4`."),
    Column("record", "boolean", "Whether the corpus has a record of it."),
)
def _catalogue(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, c in sorted(computed.corpus.shared["catalogue"].items(), key=lambda kv: catalogue_number.place(kv[0])):
        yield (
            id,
            None if c.title == "unstated" else c.title,
            c.where,
            c.when,
            c.form,
            c.chapter,
            c.volume,
            c.page,
            c.supplement,
            id in computed.corpus.games,
        )
    for id in computed.corpus.games:
        if id not in computed.corpus.shared["catalogue"]:
            yield id, computed.corpus.game(id).title, *(None,) * 7, True
