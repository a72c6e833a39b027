"""Tables of what there is: games, where they were played, traditions, rulesets; and columns that many tables have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import FEATURES, cell
from tarotref.computed.evidence import lived
from tarotref.computed.playability import PLAYABILITY
from tarotref.computed.regions import era, one_region, vague
from tarotref.computed.standing import BASES, STATES
from tarotref.dates import bounds
from tarotref.model.record import Game
from tarotref.tables.spec import Column, Entry, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

GAME = Column("game", "Id of the game, its number in the catalogue: `DM8.10`.", ref="games.id")
RULESET = Column(
    "ruleset",
    "Which ruleset of the game: `main`, a witness's key, or a variant's id.",
    ref="rulesets.ruleset",
    beside="game",
)
SET_BY = Column(
    "set_by", "The layer that set it: a game, a witness's reading of it, a variant, a tradition.", ref="layers.id"
)
STATE = Column(
    "state", "; ".join(f"{name}: {text}" for name, text in STATES.items()).capitalize() + ".", one_of=tuple(STATES)
)
PROVENANCE = Column(
    "provenance",
    "; ".join(f"{name}: {text}" for name, text in BASES.items()).capitalize() + "; null where nothing is recorded.",
    one_of=tuple(BASES),
)
OWNER = Column("owner", "The game or tradition in whose record it stands.", ref="layers.id")


def _part(g: Entry) -> str | None:
    corpus = g.computed.corpus
    return corpus.tradition(g.tradition).part if g.tradition in corpus.traditions else None


@table(
    "games",
    "One row for each game of the catalogue.",
    "id",
    Column("id", "Its number in the catalogue, written so that it is no number: `DM8.10`, `C4`.", ref="catalogue.id"),
    Column("title", "Name of the game."),
    Column("aka", "Other names, joined by semicolons.", several=True),
    Column("tradition", "The family of games it belongs to.", ref="traditions.id"),
    Column("part", "Part of the catalogue.", terms="part", get=_part),
    Column("evidence", "How the rules are known.", terms="evidence"),
    Column("played", "When it was played, as EDTF text."),
    Column(
        "played_from",
        "First year of that span; null where no beginning is known.",
        "integer",
        get=lambda g: bounds(g.played)[0],
    ),
    Column("played_to", "Last year of that span; null where it is open.", "integer", get=lambda g: bounds(g.played)[1]),
    Column(
        "era",
        "The centuries of that span, in Roman numerals: `XVIII`, `XVIII-XX`; null where no beginning is known.",
        get=lambda g: era(g.played),
    ),
    Column(
        "era_vague",
        "Whether the span is approximate, or given by centuries or decades.",
        "boolean",
        get=lambda g: vague(g.played),
    ),
    Column("seen", "When it was last seen played, as EDTF text."),
    Column(
        "region",
        "The one region in which all its places lie; null where these lie in several, or are countries. See `places`.",
        ref="places.id",
        get=lambda g: one_region(g.computed, g.places),
    ),
    Column(
        "places",
        "Where it was played, ids joined by semicolons; one a row in `game_places`.",
        ref="places.id",
        several=True,
    ),
    Column(
        "witnesses",
        "Who attests its rules, keys joined by semicolons; one a row in `witnesses`.",
        ref="sources.key",
        several=True,
    ),
    Column("main", "The witness whom the main ruleset follows.", ref="sources.key"),
    Column("source", "Where our facts come from, as `key: locator`, joined by semicolons."),
)
def _games(computed: ComputedCorpus) -> Iterator[Entry]:
    return (Entry(computed, id, record.facts) for id, record in computed.corpus.games.items())


@table(
    "game_places",
    "Where each game was played, one place a row.",
    "game place",
    GAME,
    Column("place", "Id of the place.", ref="places.id"),
)
def _game_places(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, record in computed.corpus.games.items():
        for place in record.facts.places:
            yield id, place


@table(
    "traditions",
    "One row for each family of games that share rules, words and history; some are known by their evidence alone so far.",
    "id",
    Column("id", "Id of the tradition."),
    Column("record", "Whether the corpus has a record of it yet; if not, only its id is known.", "boolean"),
    Column("title", "Name of the tradition."),
    Column("parent", "The tradition it inherits from.", ref="traditions.id"),
    Column("part", "Part of the catalogue.", terms="part"),
    Column("chapter", "Chapter of the catalogue.", "integer"),
    Column(
        "played_from",
        "First year in which its games were played; of a beginning that is told by a century alone, the year of the first sure "
        "evidence within it; null where it is not known.",
        "integer",
    ),
    Column("played_to", "Last year in which they were played; null where they may still be.", "integer"),
    Column("games", "How many of its games have a record.", "integer"),
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
    Column("ruleset", "Which ruleset of the game: `main`, a witness's key, or a variant's id."),
    Column("id", "Game and ruleset in one: `DM8.13/RI-1830`.", unique=True),
    Column("title", "Name of the game, with the witness or the variant."),
    Column("tradition", "The family of games it belongs to.", ref="traditions.id"),
    Column("witness", "Whose rules they are.", ref="sources.key"),
    Column("kind", "main, reading (a witness who differs) or variant."),
    Column("own_facts", "Facts that the ruleset itself sets; of a reading, those reported of its witness.", "integer"),
    Column("base", "The ruleset that it changes; null where that is a tradition.", ref="rulesets.id"),
    Column("base_tradition", "The tradition that it changes; null where it changes a ruleset.", ref="traditions.id"),
    *(
        Column(f.name, f.text, f.dtype, terms=f.terms, label=f.label, ref="packs.id" if f.name == "pack" else "")
        for f in FEATURES.values()
    ),
    Column("playability", f"How far it can be played: {', '.join(PLAYABILITY)}; why stands in `playability`."),
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
