"""Tables of the catalogue: games, rulesets, facts, variants, names, notes, relations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.computed.columns import FEATURES, cell, status, text_of
from tarotref.computed.wording import Wording
from tarotref.corpus.layers import Origin
from tarotref.corpus.records import note_target, overlaps
from tarotref.dates import bounds
from tarotref.model.record import Game
from tarotref.model.types import Absence
from tarotref.tables.spec import Column, Row, plain, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

GAME = Column("game", "string", "Catalogue number of the game.", ref="games.id")
OWNER = Column("owner", "string", "Id of the game or tradition.")
RULESET = Column("ruleset", "string", "Which ruleset of the game: `main`, a witness's key, or a variant's id.")


@table(
    "games",
    "One row for each game of the catalogue.",
    "id",
    Column("id", "string", "Catalogue number (Dummett and McLeod); `R` numbers are ours."),
    Column("title", "string", "Name of the game."),
    Column("aka", "string", "Other names, joined by semicolons."),
    Column("tradition", "string", "The family of games it belongs to.", ref="traditions.id"),
    Column("part", "string", "Part of the catalogue.", terms="part"),
    Column("evidence", "string", "How the rules are known.", terms="evidence"),
    Column("played", "string", "When it was played, as EDTF text."),
    Column("played_from", "integer", "First year of that span; null where no beginning is known."),
    Column("played_to", "integer", "Last year of that span; null where it is open."),
    Column("seen", "string", "When it was last seen played, as EDTF text."),
    Column("places", "string", "Where it was played, ids joined by semicolons (one a row in `game_places`)."),
    Column("witnesses", "string", "Who attests its rules, keys joined by semicolons (one a row in `game_witnesses`)."),
    Column("main", "string", "The witness whom the main ruleset follows.", ref="sources.key"),
    Column("like", "string", "The ruleset it takes as base in place of its tradition."),
    Column("source", "string", "Where our facts come from, as `key: locator`, joined by semicolons."),
)
def _games(computed: ComputedCorpus) -> Iterator[Row]:
    for id, record in computed.corpus.games.items():
        g = record.facts
        assert isinstance(g, Game)
        tradition = computed.corpus.tradition(g.tradition) if g.tradition in computed.corpus.traditions else None
        first, last = bounds(g.played)
        yield (
            id,
            g.title,
            plain(g.aka),
            g.tradition,
            tradition.part if tradition else None,
            g.evidence,
            g.played,
            first,
            last,
            g.seen,
            plain(g.places),
            plain(g.witnesses),
            g.main,
            g.like,
            plain([f"{k}: {v}" for k, v in g.source.items()]),
        )


@table(
    "game_places",
    "Where each game was played, one place a row.",
    "game place",
    GAME,
    Column("place", "string", "Id of the place.", ref="places.id"),
)
def _game_places(computed: ComputedCorpus) -> Iterator[Row]:
    for id, record in computed.corpus.games.items():
        for place in record.facts.places:
            yield id, place


@table(
    "game_witnesses",
    "Who attests each game, one witness a row.",
    "game witness",
    GAME,
    Column("witness", "string", "Key of the witness.", ref="sources.key"),
)
def _game_witnesses(computed: ComputedCorpus) -> Iterator[Row]:
    for id, record in computed.corpus.games.items():
        for witness in record.facts.witnesses:
            yield id, witness


@table(
    "traditions",
    "One row for each family of games.",
    "id",
    Column("id", "string", "Id of the tradition."),
    Column("title", "string", "Its name."),
    Column("parent", "string", "The tradition it inherits from.", ref="traditions.id"),
    Column("part", "string", "Part of the catalogue.", terms="part"),
    Column("chapter", "integer", "Chapter of the catalogue."),
    Column("played_from", "integer", "First year."),
    Column("played_to", "integer", "Last year; null where it is open."),
    Column("games", "integer", "Games of the tradition in this corpus."),
)
def _traditions(computed: ComputedCorpus) -> Iterator[Row]:
    games = [r.facts.tradition for r in computed.corpus.games.values() if isinstance(r.facts, Game)]
    for id in computed.corpus.traditions:
        t = computed.corpus.tradition(id)
        first, last = bounds(t.played) if t.played else (None, None)
        yield id, t.title, t.parent, t.part, t.chapter, first, last, games.count(id)


@table(
    "rulesets",
    "One row for each ruleset, with the columns by which rulesets are compared. Why a cell is null stands in `cells`.",
    "game ruleset",
    GAME,
    RULESET,
    Column("title", "string", "Name of the game, with the witness or the variant."),
    Column("tradition", "string", "The family of games it belongs to.", ref="traditions.id"),
    Column("witness", "string", "Whose rules they are.", ref="sources.key"),
    Column("kind", "string", "main, reading (a witness who differs) or variant."),
    Column("own_facts", "integer", "Facts that the ruleset itself sets; of a reading, those reported of its witness."),
    Column("base", "string", "What it is laid on: a tradition or another ruleset."),
    *(
        Column(f.name, f.dtype, f.text, terms=f.terms, label=f.label, ref="packs.id" if f.name == "pack" else "")
        for f in FEATURES.values()
    ),
)
def _rulesets(computed: ComputedCorpus) -> Iterator[Row]:
    for r in computed.corpus.rulesets.values():
        cells = (plain(cell(name, r, computed.figures(r)).value) for name in FEATURES)
        tradition = computed.corpus.game(r.game).tradition
        yield r.game, r.key, r.title, tradition, r.witness, r.kind, len(r.own), r.base, *cells


@table(
    "cells",
    "One row for each cell of `rulesets`: its value as text, and why it is what it is.",
    "game ruleset column",
    GAME,
    RULESET,
    Column("column", "string", "Column of `rulesets`."),
    Column("value", "string", "The value as text; null where there is none."),
    Column(
        "status",
        "string",
        "stated, inherited, presumed, computed; not-reported: a witness's ruleset has it from the main rules only; "
        "unstated, none, agreed, as-taken; not-computable: it needs a fact that has no value; missing: nobody has looked.",
    ),
    Column(
        "set_by",
        "string",
        "The layer that set the fact: a game, `game/witness`, `game/variant`, a tradition, or `tradition/witness`.",
    ),
)
def _cells(computed: ComputedCorpus) -> Iterator[Row]:
    for r in computed.corpus.rulesets.values():
        for name in FEATURES:
            c = cell(name, r, computed.figures(r))
            yield r.game, r.key, name, None if c.value is None else text_of(plain(c.value)), c.status, c.set_by or None


@table(
    "facts",
    "One row for each fact of each ruleset, whoever set it. A fact that is not here is one that nobody has looked up.",
    "game ruleset field",
    GAME,
    RULESET,
    Column("field", "string", "Path of the fact in the rules: `deal.hand`, `bids.a-due.base`."),
    Column("value", "string", "The value as text; null where the status is an absence."),
    Column(
        "status",
        "string",
        "stated: set in this game; inherited; presumed: held to be as in the base; not-reported: a witness's ruleset has "
        "it from the main rules only; unstated, none, agreed, as-taken.",
    ),
    Column("set_by", "string", "The layer that set it."),
    Column("source", "string", "Where that layer's facts come from."),
    Column("note", "string", "Kinds of the notes on it, joined by semicolons: inference, conjecture, discrepancy..."),
)
def _facts(computed: ComputedCorpus) -> Iterator[Row]:
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        notes = [(path, note.kind) for _, path, note in computed.corpus.notes(r)]
        for path, origin in r.origin.items():
            value = r.at(path)
            told = status(value, origin, r)
            kinds = dict.fromkeys(kind for at, kind in notes if overlaps(at, path))
            yield (
                r.game,
                r.key,
                ".".join(map(str, path)),
                None if told in set(Absence) else str(value) if isinstance(value, str) else wording.value(path, value),
                told,
                origin.layer,
                source_of(computed, origin),
                plain(list(kinds)),
            )


def source_of(computed: ComputedCorpus, origin: Origin) -> str:
    """Return where a layer's facts come from: the witness, or the sources of the record."""
    owner, _, key = origin.layer.partition("/")
    if key in computed.corpus.bibliography:
        return key
    return ";".join(f"{k}: {v}" for k, v in computed.corpus.record(owner).facts.source.items())


@table(
    "variants",
    "One row for each variant of a game, or of a tradition.",
    "owner variant",
    OWNER,
    Column("variant", "string", "Id of the variant, and of its ruleset; one of a tradition makes none."),
    Column("title", "string", "What it is called here."),
    Column("use", "string", "How common it is.", terms="use"),
    Column(
        "of", "string", "The ruleset that a game's variant changes: `main`, a witness's key, or another variant's id."
    ),
    Column("by", "string", "Who reports it.", ref="sources.key"),
    Column("places", "string", "Where it is played, ids joined by semicolons."),
    Column("text", "string", "What it changes, in words."),
)
def _variants(computed: ComputedCorpus) -> Iterator[Row]:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        for key, v in record.facts.variants.items():
            ruleset = computed.corpus.rulesets.get(f"{id}/{key}")
            of = ruleset.base.removeprefix(f"{id}/") if ruleset else v.of
            yield id, key, v.title, v.use, of, v.by, plain(v.places or ()), v.text


@table(
    "names",
    "What players call cards, roles and things: in each game, those of its own record and those of others that reach it.",
    "owner of name lang",
    Column("owner", "string", "Id of the game or tradition whose players say it."),
    Column("of_record", "string", "Id of the game or tradition in whose record it stands."),
    Column("of", "string", "What is named: a card, a class of cards, a role, a thing."),
    Column("name", "string", "The name."),
    Column("means", "string", "What the word means."),
    Column("lang", "string", "Its language.", terms="language"),
    Column("witnesses", "string", "Who has it, keys joined by semicolons."),
    Column("use", "string", "How common it is.", terms="use"),
)
def _names(computed: ComputedCorpus) -> Iterator[Row]:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        said = computed.corpus.names(id) if id in computed.corpus.games else ((id, n, True) for n in record.facts.names)
        for owner, n, here in said:
            if here:
                yield id, owner, n.of, n.name, n.means, n.lang, plain(n.by or ()), n.use


@table(
    "notes",
    "One row for each annotation.",
    "owner n",
    OWNER,
    Column("n", "integer", "Its number in the record, from 1."),
    Column("at", "string", "Field or section it is on; several joined by semicolons."),
    Column("layer", "string", "The layer it is on."),
    Column("kind", "string", "What kind of note it is.", terms="note-kind"),
    Column("by", "string", "Who says it."),
    Column("text", "string", "The note."),
)
def _notes(computed: ComputedCorpus) -> Iterator[Row]:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        for n, note in enumerate(record.facts.notes, 1):
            yield id, n, plain(note.at), note_target(id, note.at[0])[0], note.kind, note.by or "tarotref", note.text


@table(
    "relations",
    "What sources assert of two games, or of traditions.",
    "owner to kind",
    OWNER,
    Column("to", "string", "The other game or tradition."),
    Column("kind", "string", "How it is related.", terms="relation"),
    Column("by", "string", "Who says so."),
    Column("certainty", "string", "How surely.", terms="certainty"),
    Column("text", "string", "In words."),
)
def _relations(computed: ComputedCorpus) -> Iterator[Row]:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        for rel in record.facts.relations:
            yield id, rel.to, rel.kind, rel.by, rel.certainty, rel.text
