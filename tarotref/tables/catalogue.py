"""Tables of the games: games, traditions, rulesets, cells, facts, layers, variants, names, notes, relations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from tarotref.cards.names import kind as kind_of_card
from tarotref.computed.columns import FEATURES, cell
from tarotref.computed.evidence import lived
from tarotref.computed.plain_data import as_data, within
from tarotref.computed.playability import PLAYABILITY
from tarotref.computed.provenance import provenance
from tarotref.computed.regions import era, one_region, vague
from tarotref.computed.standing import BASES, STATES, basis, state, status
from tarotref.corpus.records import Ruleset, note_target, overlaps
from tarotref.corpus.source import Path
from tarotref.dates import bounds
from tarotref.model.record import Game
from tarotref.model.rules import SECTIONS
from tarotref.model.types import given
from tarotref.tables.spec import Column, plain, table, text_of
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

GAME = Column("game", "string", "Id of the game, its number in the catalogue: `DM8.10`.", ref="games.id")
RULESET = Column(
    "ruleset",
    "string",
    "Which ruleset of the game: `main`, a witness's key, or a variant's id.",
    ref="rulesets.ruleset",
    beside="game",
)
SET_BY = Column(
    "set_by",
    "string",
    "The layer that set it: a game, a witness's reading of it, a variant, a tradition.",
    ref="layers.id",
)
WITNESS = Column(
    "witness", "string", "The witness whose rules that layer has; null where it is no one witness's.", ref="sources.key"
)
READ_IN = Column(
    "source", "string", "The work in which we read it; further ones stand in `citations`.", ref="sources.key"
)
LOCATOR = Column("locator", "string", "Where in that work.")
NOTE = Column(
    "note",
    "string",
    "Kinds of the notes on it, joined by semicolons; the notes themselves stand in `notes`.",
    several=True,
    terms="note-kind",
)
STATE = Column(
    "state",
    "string",
    "; ".join(f"{name}: {text}" for name, text in STATES.items()).capitalize() + ".",
    one_of=tuple(STATES),
)
PROVENANCE = Column(
    "provenance",
    "string",
    "; ".join(f"{name}: {text}" for name, text in BASES.items()).capitalize() + "; null where nothing is recorded.",
    one_of=tuple(BASES),
)
TOPIC = Column("topic", "string", "What it is about: the group of sections of the rules to which the field belongs.")
SEVERAL = "several facts"
"""Stands for what is no single fact."""
OPEN = "left open"
"""Stands for a fact of several parts none of which has a value: no text is empty, which files cannot tell from none."""
OWNER = Column("owner", "string", "The game or tradition in whose record it stands.", ref="layers.id")


@table(
    "games",
    "One row for each game of the catalogue.",
    "id",
    Column(
        "id",
        "string",
        "Its number in the catalogue, written so that it is no number: `DM8.10`, `C4`.",
        ref="catalogue.id",
    ),
    Column("title", "string", "Name of the game."),
    Column("aka", "string", "Other names, joined by semicolons.", several=True),
    Column("tradition", "string", "The family of games it belongs to.", ref="traditions.id"),
    Column("part", "string", "Part of the catalogue.", terms="part"),
    Column("evidence", "string", "How the rules are known.", terms="evidence"),
    Column("played", "string", "When it was played, as EDTF text."),
    Column("played_from", "integer", "First year of that span; null where no beginning is known."),
    Column("played_to", "integer", "Last year of that span; null where it is open."),
    Column(
        "era",
        "string",
        "The centuries of that span, in Roman numerals: `XVIII`, `XVIII-XX`; null where no beginning is known.",
    ),
    Column("era_vague", "boolean", "Whether the span is approximate, or given by centuries or decades."),
    Column("seen", "string", "When it was last seen played, as EDTF text."),
    Column(
        "region",
        "string",
        "The one region in which all its places lie; null where these lie in several, or are countries. See `places`.",
        ref="places.id",
    ),
    Column(
        "places",
        "string",
        "Where it was played, ids joined by semicolons; one a row in `game_places`.",
        ref="places.id",
        several=True,
    ),
    Column(
        "witnesses",
        "string",
        "Who attests its rules, keys joined by semicolons; one a row in `witnesses`.",
        ref="sources.key",
        several=True,
    ),
    Column("main", "string", "The witness whom the main ruleset follows.", ref="sources.key"),
    Column("source", "string", "Where our facts come from, as `key: locator`, joined by semicolons."),
)
def _games(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, record in computed.corpus.games.items():
        g = record.facts
        assert isinstance(g, Game)
        tradition = computed.corpus.tradition(g.tradition) if g.tradition in computed.corpus.traditions else None
        first, last = bounds(g.played)
        yield (
            id,
            g.title,
            g.aka,
            g.tradition,
            tradition.part if tradition else None,
            g.evidence,
            g.played,
            first,
            last,
            era(g.played),
            vague(g.played),
            g.seen,
            one_region(computed, g.places),
            g.places,
            g.witnesses,
            g.main,
            [f"{k}: {v}" for k, v in g.source.items()],
        )


@table(
    "game_places",
    "Where each game was played, one place a row.",
    "game place",
    GAME,
    Column("place", "string", "Id of the place.", ref="places.id"),
)
def _game_places(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, record in computed.corpus.games.items():
        for place in record.facts.places:
            yield id, place


@table(
    "traditions",
    "One row for each family of games that share rules, words and history; some are known by their evidence alone so far.",
    "id",
    Column("id", "string", "Id of the tradition."),
    Column("record", "boolean", "Whether the corpus has a record of it yet; if not, only its id is known."),
    Column("title", "string", "Name of the tradition."),
    Column("parent", "string", "The tradition it inherits from.", ref="traditions.id"),
    Column("part", "string", "Part of the catalogue.", terms="part"),
    Column("chapter", "integer", "Chapter of the catalogue."),
    Column(
        "played_from",
        "integer",
        "First year in which its games were played; of a beginning that is told by a century alone, the year of the first sure "
        "evidence within it; null where it is not known.",
    ),
    Column("played_to", "integer", "Last year in which they were played; null where they may still be."),
    Column("games", "integer", "How many of its games have a record."),
)
def _traditions(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    games = [r.facts.tradition for r in computed.corpus.games.values() if isinstance(r.facts, Game)]
    for id in computed.corpus.traditions:
        t = computed.corpus.tradition(id)
        first, last = bounds(played) if (played := lived(computed, id)) else (None, None)
        yield id, True, t.title, t.parent, t.part, t.chapter, first, last, games.count(id)
    attested = dict.fromkeys(t for a in computed.corpus.shared["attestations"].values() for t in a.traditions)
    for id in attested:
        if id not in computed.corpus.traditions:
            yield id, False, None, None, None, None, None, None, 0


@table(
    "rulesets",
    "One row for each ruleset, with the columns by which rulesets are compared. Why a cell is null stands in `cells`.",
    "game ruleset",
    GAME,
    Column("ruleset", "string", "Which ruleset of the game: `main`, a witness's key, or a variant's id."),
    Column("id", "string", "Game and ruleset in one: `DM8.13/RI-1830`.", unique=True),
    Column("title", "string", "Name of the game, with the witness or the variant."),
    Column("tradition", "string", "The family of games it belongs to.", ref="traditions.id"),
    Column("witness", "string", "Whose rules they are.", ref="sources.key"),
    Column("kind", "string", "main, reading (a witness who differs) or variant."),
    Column("own_facts", "integer", "Facts that the ruleset itself sets; of a reading, those reported of its witness."),
    Column("base", "string", "The ruleset that it changes; null where that is a tradition.", ref="rulesets.id"),
    Column(
        "base_tradition",
        "string",
        "The tradition that it changes; null where it changes a ruleset.",
        ref="traditions.id",
    ),
    *(
        Column(f.name, f.dtype, f.text, terms=f.terms, label=f.label, ref="packs.id" if f.name == "pack" else "")
        for f in FEATURES.values()
    ),
    Column(
        "playability", "string", f"How far it can be played: {', '.join(PLAYABILITY)}; why stands in `playability`."
    ),
)
def _rulesets(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    from tarotref.play.gaps import openness

    for r in computed.corpus.rulesets.values():
        cells = (cell(name, r, computed.figures(r)).value for name in FEATURES)
        tradition = r.base if r.base in computed.corpus.traditions else None
        base = None if tradition else r.base
        of = computed.corpus.game(r.game).tradition
        playable = openness(computed, r).status
        yield r.game, r.key, r.id, r.title, of, r.witness, r.kind, len(r.own), base, tradition, *cells, playable


@table(
    "cells",
    "One row for each cell of `rulesets`: its value as text, and why it is what it is.",
    "game ruleset feature",
    GAME,
    RULESET,
    Column("feature", "string", "The column of `rulesets`."),
    Column("value", "string", "The value as text, as in the CSV file; null where there is none."),
    Column(
        "status",
        "string",
        "State and provenance in one word: stated, inherited, presumed, computed; not-reported: a witness's ruleset has it "
        "from the main rules only; unstated, none, agreed, as-taken, not-applicable, not-recorded; not-computable: it needs a "
        "fact that has no value; missing: nobody has looked.",
    ),
    STATE,
    PROVENANCE,
    SET_BY,
    Column("field", "string", "Path of the fact from which it comes; null where it is computed from several."),
    WITNESS,
    READ_IN,
    LOCATOR,
    NOTE,
)
def _cells(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    said = cache(partial(provenance, computed))
    for r in computed.corpus.rulesets.values():
        noted = _noted(computed, r)
        for name in FEATURES:
            c = cell(name, r, computed.figures(r))
            yield (
                r.game,
                r.key,
                name,
                text_of(plain(c.value)) or None,
                c.status,
                c.state,
                c.provenance,
                c.set_by or None,
                ".".join(c.path) or None,
                *(said(c.set_by) if c.set_by else (None, None, None)),
                noted(c.path),
            )


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
        "State and provenance in one word. Stated: set in this game; inherited; presumed: held to be as in the base; "
        "not-reported: a witness's ruleset has it from the main rules only; unstated, none, agreed, as-taken, not-recorded.",
    ),
    STATE,
    PROVENANCE,
    SET_BY,
    WITNESS,
    READ_IN,
    LOCATOR,
    NOTE,
    Column("json", "string", "The value as JSON, as the record has it; null where the state is an absence."),
    TOPIC,
)
def _facts(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    wording, said = Wording(computed.corpus), cache(partial(provenance, computed))
    for r in computed.corpus.rulesets.values():
        noted = _noted(computed, r)
        for path, origin in r.origin.items():
            value = r.at(path)
            told = status(value, origin, r)
            there = state(value)
            absent = there != "present"
            yield (
                r.game,
                r.key,
                ".".join(map(str, path)),
                None if absent else written(wording, tuple(map(str, path)), value),
                told,
                there,
                basis(origin, r),
                origin.layer,
                *said(origin.layer),
                noted(path),
                None if absent else json.dumps(as_data(value, within(r.tree, path)), ensure_ascii=False),
                topic(path),
            )


@table(
    "conflicts",
    "Where a witness differs from the one whom the main ruleset follows, one fact a row.",
    "game ruleset field",
    GAME,
    RULESET,
    Column("field", "string", "Path of the fact in the rules: `deal.hand`, `bids.a-due.base`."),
    Column("witness", "string", "The witness who differs.", ref="sources.key"),
    Column("value", "string", f"What he has, as text; the word for its absence, or `{SEVERAL}`."),
    Column("main_witness", "string", "The witness whom the main ruleset follows.", ref="sources.key"),
    Column(
        "main_value",
        "string",
        "What the main ruleset has, likewise; null where it has nothing there.",
    ),
    Column(
        "kind",
        "string",
        "differs: both say something; adds: only this witness does; lacks: only the main ruleset does.",
    ),
    TOPIC,
)
def _conflicts(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        main = computed.corpus.rulesets.get(f"{r.game}/main")
        if r.kind != "reading" or main is None:
            continue
        follows = computed.corpus.game(r.game).main
        for path in dict.fromkeys([*r.own, *(p for p, origin in r.withdrawn.items() if r.sets(origin))]):
            his, ours = r.at(path), main.at(path)
            if repr(his) == repr(ours) or (his is None and path not in main.origin):
                continue
            if path[-1] == "rules" and _effective(his, main) == _effective(ours, r):
                continue
            kinds = {(True, True): "differs", (True, False): "adds", (False, True): "lacks"}
            kind = kinds.get((given(his) is not None, given(ours) is not None))
            if kind:
                steps = tuple(map(str, path))
                value, main_value = (
                    None if v is None else written(wording, steps, v) if path in of.origin else SEVERAL
                    for v, of in ((his, r), (ours, main))
                )
                yield r.game, r.key, ".".join(map(str, path)), r.witness, value, follows, main_value, kind, topic(path)


def topic(path: Path) -> str:
    """Say what a field of the rules is about."""
    section = SECTIONS[str(path[0])]
    return section.group or section.title


def _effective(change: Any, other: Ruleset, path: Path = ()) -> Any:
    """Return a change of rules without what it withdraws and the other ruleset does not have: that makes them no different."""
    if not isinstance(change, dict):
        return change
    parts = {key: _effective(value, other, (*path, key)) for key, value in change.items()}
    return {
        key: part for key, part in parts.items() if part not in (None, {}) or (part is None and other.at((*path, key)))
    }


def _noted(computed: ComputedCorpus, r: Ruleset) -> Callable[[Path], list[str]]:
    """Return what says of a path in a ruleset which kinds of notes are on it."""
    notes: dict[Any, list[tuple[Path, str]]] = {}
    for _, path, note in computed.corpus.notes(r):
        notes.setdefault(path[0], []).append((path, note.kind))
    return lambda path: list(
        dict.fromkeys(kind for at, kind in notes.get(path[0] if path else None, ()) if overlaps(at, path))
    )


def written(wording: Wording, path: tuple[str, ...], value: Any) -> str:
    """Return a fact as text: numbers and truth values as programs write them, all else that is no text in words; `OPEN` where
    each of its parts is left open."""
    if isinstance(value, bool | int | Fraction):
        return text_of(value)
    return value if isinstance(value, str) else wording.value(path, value) or OPEN


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
    Column("id", "string", "The tradition or game, and the witness or variant: `DM8.13`, `DM8.13/RI-1830`, `bologna`."),
    Column("kind", "string", "What it is: tradition, game, reading or variant."),
    Column("game", "string", "The game whose layer it is.", ref="games.id"),
    Column("tradition", "string", "The tradition whose layer it is.", ref="traditions.id"),
    Column("witness", "string", "The witness whose reading it is, or who reports the variant.", ref="sources.key"),
    Column(
        "source", "string", "Where its facts come from: a key of `sources`, or `key: locator`, joined by semicolons."
    ),
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
    Column("variant", "string", "Id of the variant."),
    Column("ruleset", "string", "The ruleset that it makes; null for a variant of a tradition.", ref="rulesets.id"),
    Column("title", "string", "What it is called here."),
    Column("use", "string", "How common it is.", terms="use"),
    Column("base", "string", "The ruleset that it changes; null for a variant of a tradition.", ref="rulesets.id"),
    Column("reported_by", "string", "Who reports it.", ref="sources.key"),
    Column("places", "string", "Where it is played, ids joined by semicolons.", ref="places.id", several=True),
    Column("text", "string", "What it changes, in words."),
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
    Column("owner", "string", "Id of the game or tradition whose players say it.", ref="layers.id"),
    Column("of_record", "string", "Id of the game or tradition in whose record it stands.", ref="layers.id"),
    Column("of", "string", "What is named: a card, a class of cards, a role, a thing."),
    Column("name", "string", "What they call it."),
    Column("means", "string", "What the word means."),
    Column("lang", "string", "Language of the name.", terms="language"),
    Column("witnesses", "string", "Who has it, keys joined by semicolons.", ref="sources.key", several=True),
    Column("use", "string", "How common it is.", terms="use"),
    Column("of_kind", "string", "What sort of thing is named: card, class (of cards), section (of the rules), other."),
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
    Column("n", "integer", "Its number in the record, from 1."),
    Column(
        "fields", "string", "The fields or sections of the record that it is on, joined by semicolons.", several=True
    ),
    Column("layer", "string", "The layer of rules that it is on.", ref="layers.id"),
    Column("kind", "string", "What kind of note it is.", terms="note-kind"),
    Column("said_by", "string", "Who says it: `tarotref`, or a key of `sources` with a locator."),
    Column("text", "string", "What the note says."),
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
    Column("n", "integer", "Its number in the record, from 1."),
    Column("other_game", "string", "The other game; null where it is a tradition.", ref="catalogue.id"),
    Column("other_tradition", "string", "The other tradition; null where it is a game.", ref="traditions.id"),
    Column("kind", "string", "What the first is to the other.", terms="relation"),
    Column("said_by", "string", "Who says so: a key of `sources` with a locator."),
    Column("certainty", "string", "How sure that is.", terms="certainty"),
    Column("text", "string", "The relation in words."),
)
def _relations(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        for n, rel in enumerate(record.facts.relations, 1):
            other = (None, rel.to) if rel.to in computed.corpus.traditions else (rel.to.partition("/")[0], None)
            yield id, n, *other, rel.kind, rel.by, rel.certainty, rel.text
