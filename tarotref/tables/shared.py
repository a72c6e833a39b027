"""Tables of what stands beside the games: packs, trump orders, sources, places, evidence, terms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.computed.coder_agreement import agreement, coding_of, second_coding
from tarotref.corpus.records import catalogue_order
from tarotref.dates import bounds
from tarotref.tables.spec import Column, Row, plain, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

SOURCE = Column("source", "string", "Where it comes from, as `key: locator`.")


def _source(source: dict[str, str] | None) -> str | None:
    return ";".join(f"{k}: {v}" for k, v in (source or {}).items()) or None


def _years(dated: str | None) -> tuple[int | None, int | None]:
    return bounds(dated) if dated else (None, None)


@table(
    "sources",
    "The bibliography: every witness, authority and work cited.",
    "key",
    Column("key", "string", "Key in `corpus/sources.bib`."),
    Column("role", "string", "authority: we write from it; witness: it attests rules or cards; literature."),
    Column("label", "string", "How it is cited in running text."),
    Column("kind", "string", "BibTeX type."),
    Column("author", "string", "Authors, joined by semicolons."),
    Column("title", "string", "Title."),
    Column("dated", "string", "When it was written or published, as EDTF text."),
    Column("year_from", "integer", "First year it may date from."),
    Column("year_to", "integer", "Last year it may date from."),
    Column("place", "string", "Place of publication."),
    Column("lang", "string", "Language.", terms="language"),
    Column("attests", "string", "What it attests."),
    Column("seen_in", "string", "Where our authority cites it."),
    Column("citation", "string", "Full citation in plain text."),
)
def _sources(computed: ComputedCorpus) -> Iterator[Row]:
    from tarotref.tables.citations import reference_text

    for key, ref in sorted(computed.corpus.bibliography.items()):
        f = ref.fields
        yield (
            key,
            ref.role,
            ref.label,
            ref.kind,
            plain(ref.authors),
            ref.title,
            ref.dated or None,
            *_years(ref.dated),
            f.get("address"),
            ref.lang or None,
            f.get("attests"),
            f.get("seenin"),
            reference_text(ref),
        )


@table(
    "witnesses",
    "Who attests which game, and with which ruleset of its own.",
    "witness game",
    Column("witness", "string", "Key of the witness.", ref="sources.key"),
    Column("game", "string", "Catalogue number.", ref="games.id"),
    Column("main", "boolean", "Whether the main ruleset follows it."),
    Column("ruleset", "string", "Its ruleset: `main`, its key, or null where it does not differ."),
)
def _witnesses(computed: ComputedCorpus) -> Iterator[Row]:
    keys = {(r.game, r.witness): r.key for r in reversed(computed.corpus.rulesets.values())}
    for id, record in computed.corpus.games.items():
        for witness in record.facts.witnesses:
            yield witness, id, witness == record.facts.main, keys.get((id, witness))  # type: ignore[union-attr]


@table(
    "places",
    "Places where games were played, packs made, books printed.",
    "id",
    Column("id", "string", "Id of the place."),
    Column("title", "string", "English name."),
    Column("local", "string", "Name in its own language."),
    Column("kind", "string", "Town, region, country...", terms="place-kind"),
    Column("lat", "number", "Degrees north."),
    Column("lon", "number", "Degrees east."),
    Column("country", "string", "The country it lies in today, ISO 3166-1.", terms="country"),
    Column("polity", "string", "Whose it was."),
    Column("wikidata", "string", "Identifier in Wikidata."),
)
def _places(computed: ComputedCorpus) -> Iterator[Row]:
    for id, p in computed.corpus.shared["places"].items():
        yield id, p.title, p.local, p.kind, plain(p.lat), plain(p.lon), p.country, p.polity, p.wikidata


@table(
    "packs",
    "Packs, by rule.",
    "id",
    Column("id", "string", "Id of the pack."),
    Column("title", "string", "What it is."),
    Column("suits", "string", "Suit-signs.", terms="suits"),
    Column("stated_cards", "integer", "Cards, as the source states."),
    Column("cards", "integer", "Cards, computed from the rule."),
    Column("trumps", "integer", "Trumps, the Fool not included."),
    Column("fool", "boolean", "Whether it has a Fool."),
    Column("used", "string", "Where and when it is used."),
    Column("doubtful", "string", "What is not known of it."),
    SOURCE,
)
def _packs(computed: ComputedCorpus) -> Iterator[Row]:
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
    Column("card", "string", "The card."),
    Column("kind", "string", "suit, trump or fool."),
    Column("suit", "string", "Its suit."),
    Column("rank", "string", "Its rank in the suit."),
    Column("trump", "string", "Its number or subject."),
)
def _pack_cards(computed: ComputedCorpus) -> Iterator[Row]:
    for id, pack in computed.packs.items():
        for card in pack.cards:
            yield id, str(card), card.kind, card.suit or None, card.rank or None, card.trump or None


@table(
    "trump_orders",
    "Attested rankings of the trumps.",
    "id",
    Column("id", "string", "Id of the order."),
    Column("title", "string", "What it is."),
    Column("kind", "string", "What attests it.", terms="order-kind"),
    Column("pack", "string", "The pack it orders.", ref="packs.id"),
    Column("dated", "string", "When, as EDTF text."),
    Column("year_from", "integer", "First year."),
    Column("year_to", "integer", "Last year."),
    Column("place", "string", "Where.", ref="places.id"),
    Column("group", "string", "Dummett's group A, B or C."),
    Column("complete", "boolean", "Whether every trump of the pack has its rank."),
    SOURCE,
)
def _trump_orders(computed: ComputedCorpus) -> Iterator[Row]:
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
    "The rank of each subject in each order.",
    "order subject",
    Column("order", "string", "Id of the order.", ref="trump_orders.id"),
    Column("subject", "string", "Subject or number of the trump."),
    Column("rank", "integer", "Its rank from the top, 1 the highest; tied trumps share one, a gap counts as a rank."),
    Column("tied", "boolean", "Whether it ties with others."),
    Column("number", "integer", "Its number."),
    Column("printed", "boolean", "Whether the number is printed on the card."),
    Column("doubtful", "boolean", "Whether its place is in doubt."),
)
def _trump_ranks(computed: ComputedCorpus) -> Iterator[Row]:
    for id, order in computed.orders.items():
        for rank, tier in enumerate(order.tiers, 1):
            for item in tier:
                yield (
                    id,
                    item.subject,
                    rank,
                    len(tier) > 1,
                    item.number,
                    item.printed if item.number is not None else None,
                    item.subject in order.doubtful,
                )


@table(
    "attestations",
    "Dated evidence for games, cards and words.",
    "id",
    Column("id", "string", "Id of the attestation."),
    Column("kind", "string", "What it is.", terms="attestation-kind"),
    Column("title", "string", "What it is, in words."),
    Column("dated", "string", "When, as EDTF text."),
    Column("year_from", "integer", "First year it may date from."),
    Column("year_to", "integer", "Last year."),
    Column("place", "string", "Where.", ref="places.id"),
    Column("traditions", "string", "Families of games it concerns, ids joined by semicolons."),
    Column("games", "string", "Games it concerns, joined by semicolons."),
    Column("first_in", "string", "First-hand edition or discussion, keys joined by semicolons."),
    Column("text", "string", "What it says and why it matters."),
    SOURCE,
)
def _attestations(computed: ComputedCorpus) -> Iterator[Row]:
    for id, a in computed.corpus.shared["attestations"].items():
        yield (
            id,
            a.kind,
            a.title,
            a.dated,
            *bounds(a.dated),
            a.place,
            plain(a.traditions),
            plain(a.games),
            plain(a.first_in),
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
    Column("of", "string", "Of what."),
    Column("certainty", "string", "How surely.", terms="certainty"),
    Column("by", "string", "Who says so."),
    Column("against", "string", "Who denies it."),
)
def _claims(computed: ComputedCorpus) -> Iterator[Row]:
    for id, a in computed.corpus.shared["attestations"].items():
        for n, c in enumerate(a.shows, 1):
            yield id, n, c.what, c.of, c.certainty, c.by, c.against


@table(
    "concordance",
    "The same games in other reference works.",
    "id",
    Column("id", "string", "Id of the entry."),
    Column("game", "string", "Catalogue number.", ref="games.id"),
    Column("work", "string", "The other work.", ref="sources.key"),
    Column("ref", "string", "Where in it."),
    Column("relation", "string", "How the two entries compare.", terms="concordance"),
    Column("title", "string", "Its title there."),
    Column("certainty", "string", "How surely.", terms="certainty"),
)
def _concordance(computed: ComputedCorpus) -> Iterator[Row]:
    for id, c in computed.corpus.shared["concordance"].items():
        yield id, c.game, c.work, c.ref, c.relation, c.title, c.certainty


@table(
    "glossary",
    "Terms of the players and of the literature.",
    "id",
    Column("id", "string", "Id of the term."),
    Column("term", "string", "The term."),
    Column("lang", "string", "Its language.", terms="language"),
    Column("en", "string", "Short English equivalent."),
    Column("definition", "string", "What it means."),
    Column("tradition", "string", "Where it is used.", ref="traditions.id"),
    Column("see", "string", "Related terms, ids joined by semicolons."),
    SOURCE,
)
def _glossary(computed: ComputedCorpus) -> Iterator[Row]:
    for id, g in computed.corpus.shared["glossary"].items():
        yield id, g.term, g.lang, g.en, g.definition, g.tradition, plain(g.see), _source(g.source)


@table(
    "vocabulary",
    "The terms that fields may have as value.",
    "list term",
    Column("list", "string", "The list."),
    Column("term", "string", "The term."),
    Column("label", "string", "How pages write it."),
    Column("definition", "string", "What it means."),
)
def _vocabulary(computed: ComputedCorpus) -> Iterator[Row]:
    for name, terms in computed.corpus.vocabulary.items():
        for term, entry in terms.items():
            yield name, term, entry.label, entry.definition


@table(
    "catalogue",
    "Every number of the catalogue, whether or not it has a record yet.",
    "id",
    Column("id", "string", "Catalogue number."),
    Column("title", "string", "Heading in the catalogue."),
    Column("where", "string", "Where, as the heading says."),
    Column("when", "string", "When, as the heading says."),
    Column("form", "string", "Which form of the game, as the heading says."),
    Column("chapter", "string", "Chapter, or the appendix."),
    Column("volume", "integer", "Volume."),
    Column("page", "string", "Printed page where known."),
    Column("supplement", "string", "Page of the Supplement."),
    Column("record", "boolean", "Whether the corpus has a record of it."),
)
def _catalogue(computed: ComputedCorpus) -> Iterator[Row]:
    for id, c in sorted(computed.corpus.shared["catalogue"].items(), key=lambda kv: catalogue_order(kv[0])):
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


@table(
    "second_coding",
    "Cells of `rulesets` (main rulesets) as a second coder read them in the source, beside the record's.",
    "game column",
    Column("game", "string", "Catalogue number.", ref="games.id"),
    Column("column", "string", "Column of `rulesets`."),
    Column("record", "string", "What the record says."),
    Column("second", "string", "What the second coder read."),
    Column("agree", "boolean", "Whether the two agree."),
)
def _second_coding(computed: ComputedCorpus) -> Iterator[Row]:
    second = second_coding(computed)
    first = coding_of(computed, dict.fromkeys(game for game, _ in second))
    for game, column in second:
        if (game, column) in first:
            yield game, column, first[game, column], second[game, column], first[game, column] == second[game, column]


@table(
    "agreement",
    "How far the second coding agrees with the records, by column and in all.",
    "column",
    Column("column", "string", "Column of `rulesets`, or `all`."),
    Column("cells", "integer", "Cells that both coded."),
    Column("agreed", "integer", "Cells on which they agree."),
    Column("rate", "number", "Their share."),
    Column("kappa", "number", "Cohen's kappa: agreement beyond chance; null where chance alone would make them agree."),
)
def _agreement(computed: ComputedCorpus) -> Iterator[Row]:
    second = second_coding(computed)
    for a in agreement(coding_of(computed, dict.fromkeys(game for game, _ in second)), second):
        if a.cells:
            yield a.column, a.cells, a.agreed, float(a.rate), None if a.kappa is None else float(a.kappa)
