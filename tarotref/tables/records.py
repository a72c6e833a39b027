"""Tables of what records have beside their rules: layers, variants, names, notes, relations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from tarotref.cards.names import kind as kind_of_card
from tarotref.corpus.records import note_target
from tarotref.model.record import Game
from tarotref.model.rules import SECTIONS
from tarotref.tables.catalogue import OWNER
from tarotref.tables.spec import Column, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


def source_of(computed: ComputedCorpus, layer: str) -> str:
    """Return where a layer's facts come from: the witness, or the sources of the record."""
    owner, _, key = layer.partition("/")
    if key in computed.corpus.bibliography:
        return key
    return ";".join(f"{k}: {v}" for k, v in computed.corpus.record(owner).facts.source.items())


def key_of(said: str | None) -> str | None:
    """Return the key of the bibliography alone where a place in the work follows it (`dm2004 ch. 8`)."""
    return said.split(maxsplit=1)[0] if said else None


@table(
    "layers",
    "One row for each layer of rules: what a tradition or a game sets, and what a witness or a variant changes in it.",
    "id",
    Column("id", "The tradition or game, and the witness or variant: `DM8.13`, `DM8.13/RI-1830`, `bologna`."),
    Column("kind", "What it is: tradition, game, reading or variant."),
    Column("game", "The game whose layer it is.", ref="games.id"),
    Column("tradition", "The tradition whose layer it is.", ref="traditions.id"),
    Column("witness", "The witness whose reading it is, or who reports the variant.", ref="sources.key"),
    Column("source", "Where its facts come from: a key of `sources`, or `key: locator`, joined by semicolons."),
)
def _layers(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for shelf, kind in ((computed.corpus.traditions, "tradition"), (computed.corpus.games, "game")):
        for id, record in shelf.items():
            owner = (id, None) if kind == "game" else (None, id)
            yield id, kind, *owner, None, source_of(computed, id)
            for witness in record.facts.readings:
                yield f"{id}/{witness}", "reading", *owner, witness, witness
            variants = record.facts.variants if isinstance(record.facts, Game) else {}
            for key, variant in variants.items():
                yield f"{id}/{key}", "variant", *owner, key_of(variant.by), source_of(computed, f"{id}/{key}")


@table(
    "variants",
    "One row for each variant of a game, or of a tradition.",
    "owner variant",
    OWNER,
    Column("variant", "Id of the variant."),
    Column("ruleset", "The ruleset that it makes; null for a variant of a tradition.", ref="rulesets.id"),
    Column("title", "What it is called here."),
    Column("use", "How common it is.", terms="use"),
    Column("base", "The ruleset that it changes; null for a variant of a tradition.", ref="rulesets.id"),
    Column("reported_by", "Who reports it.", ref="sources.key"),
    Column("places", "Where it is played, ids joined by semicolons.", ref="places.id", several=True),
    Column("text", "What it changes, in words."),
)
def _variants(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        for key, v in record.facts.variants.items():
            ruleset = computed.corpus.rulesets.get(f"{id}/{key}")
            made, base = (ruleset.id, ruleset.base) if ruleset else (None, None)
            yield id, key, made, v.title, v.use, base, key_of(v.by), v.places, v.text


@table(
    "names",
    "What players call cards, roles and things: in each game, those of its own record and those of others that reach it.",
    "owner of name lang",
    Column("owner", "Id of the game or tradition whose players say it.", ref="layers.id"),
    Column("of_record", "Id of the game or tradition in whose record it stands.", ref="layers.id"),
    Column("of", "What is named: a card, a class of cards, a role, a thing."),
    Column("name", "What they call it."),
    Column("means", "What the word means."),
    Column("lang", "Language of the name.", terms="language"),
    Column("witnesses", "Who has it, keys joined by semicolons.", ref="sources.key", several=True),
    Column("use", "How common it is.", terms="use"),
    Column("of_kind", "What sort of thing is named: card, class (of cards), section (of the rules), other."),
)
def _names(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    kinds = cache(partial(kind_named, computed))
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        said = computed.corpus.names(id) if id in computed.corpus.games else ((id, n, True) for n in record.facts.names)
        for owner, n, here in said:
            if here:
                yield id, owner, n.of, n.name, n.means, n.lang, n.by, n.use, kinds(n.of)


def kind_named(computed: ComputedCorpus, of: str) -> str:
    """Say what sort of thing a name is of: what any pack has for a card or a class of cards is one."""
    if of in SECTIONS:
        return "section"
    return next((found for pack in computed.packs.values() if (found := kind_of_card(of, pack))), "other")


@table(
    "notes",
    "One row for each annotation.",
    "owner n",
    OWNER,
    Column("n", "Its number in the record, from 1.", "integer"),
    Column("fields", "The fields or sections of the record that it is on, joined by semicolons.", several=True),
    Column("layer", "The layer of rules that it is on.", ref="layers.id"),
    Column("kind", "What kind of note it is.", terms="note-kind"),
    Column("said_by", "Who says it: `tarotref`, or a key of `sources` with a locator."),
    Column("text", "What the note says."),
)
def _notes(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        for n, note in enumerate(record.facts.notes, 1):
            yield id, n, note.at, note_target(id, note.at[0])[0], note.kind, note.by or "tarotref", note.text


@table(
    "relations",
    "What sources assert of two games, or of traditions.",
    "owner n",
    OWNER,
    Column("n", "Its number in the record, from 1.", "integer"),
    Column("other_game", "The other game; null where it is a tradition.", ref="catalogue.id"),
    Column("other_tradition", "The other tradition; null where it is a game.", ref="traditions.id"),
    Column("kind", "What the first is to the other.", terms="relation"),
    Column("said_by", "Who says so: a key of `sources` with a locator."),
    Column("certainty", "How sure that is.", terms="certainty"),
    Column("text", "The relation in words."),
)
def _relations(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        for n, rel in enumerate(record.facts.relations, 1):
            other = (None, rel.to) if rel.to in computed.corpus.traditions else (rel.to.partition("/")[0], None)
            yield id, n, *other, rel.kind, rel.by, rel.certainty, rel.text
