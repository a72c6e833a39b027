"""Tables that join others: each member of a list as a row of its own, the notes of each fact, the features and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import COUNTED, FEATURES, cell
from tarotref.computed.regions import centuries, vague
from tarotref.corpus.records import overlaps
from tarotref.dates import about, bounds
from tarotref.model.rules import entries
from tarotref.model.types import given
from tarotref.notation import roman
from tarotref.tables.catalogue import GAME, OWNER, RULESET
from tarotref.tables.spec import Column, plain, table, text_of

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset

Rows = Iterator[tuple[Any, ...]]

REDUNDANT: dict[str, str] = {
    "pack_cards": "pack",
    "suits": "pack",
    "trumps": "pack",
    "total_computed": "total_points",
    "total_least": "total_points",
    "total_greatest": "total_points",
}
"""Features that follow from another one, or say the same of it."""


def _of_rulesets(computed: ComputedCorpus, told: Callable[[Ruleset], Rows]) -> Rows:
    for r in computed.corpus.rulesets.values():
        yield from ((r.game, r.key, *row) for row in told(r))


@table(
    "ruleset_players",
    "For how many players each ruleset is, one number a row.",
    "game ruleset players",
    GAME,
    RULESET,
    Column("players", "A number of players for which it is.", "integer"),
)
def _players(computed: ComputedCorpus) -> Rows:
    return _of_rulesets(computed, lambda r: ((n,) for n in given(r.rules.players) or ()))


@table(
    "deal_packets",
    "The packets in which a player's cards are dealt, one a row.",
    "game ruleset players n",
    GAME,
    RULESET,
    Column("players", "Number of players.", "integer"),
    Column("n", "Its place in the deal, from 1.", "integer"),
    Column("cards", "Cards that a player gets in it.", "integer"),
)
def _packets(computed: ComputedCorpus) -> Rows:
    def told(r: Ruleset) -> Rows:
        for players, deal in computed.figures(r).deals.items():
            packets = deal.packets if isinstance(deal.packets, list | tuple) else ()
            yield from ((players, n, int(cards)) for n, cards in enumerate(packets, 1))

    return _of_rulesets(computed, told)


@table(
    "feat_cards",
    "The cards with which a feat is done, or to which, one a row.",
    "game ruleset feat card",
    GAME,
    RULESET,
    Column("feat", "Id of the feat, as in `feats`."),
    Column("card", "The card, or the class of cards."),
)
def _feat_cards(computed: ComputedCorpus) -> Rows:
    return _of_rulesets(
        computed,
        lambda r: ((id, card) for id, f in entries(r.rules.feats) for card in dict.fromkeys(given(f.cards) or ())),
    )


@table(
    "ruleset_assumptions",
    "What is assumed where a ruleset is played, one assumption a row.",
    "game ruleset assumption",
    GAME,
    RULESET,
    Column("assumption", "Id of the assumption.", ref="assumptions.id"),
)
def _assumed(computed: ComputedCorpus) -> Rows:
    from tarotref.play.gaps import openness

    return _of_rulesets(computed, lambda r: ((a,) for a in dict.fromkeys(openness(computed, r).assumed)))


@table(
    "name_witnesses",
    "Who has a name, one witness a row.",
    "owner of name lang witness",
    Column("owner", "Id of the game or tradition whose players say it, as in `names`.", ref="layers.id"),
    Column("of", "What is named."),
    Column("name", "What they call it."),
    Column("lang", "Language of the name.", terms="language"),
    Column("witness", "Key of a witness who has it.", ref="sources.key"),
)
def _name_witnesses(computed: ComputedCorpus) -> Rows:
    for id, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        said = computed.corpus.names(id) if id in computed.corpus.games else ((id, n, True) for n in record.facts.names)
        for _, n, here in said:
            if here:
                yield from ((id, n.of, n.name, n.lang, witness) for witness in dict.fromkeys(n.by or ()))


@table(
    "game_centuries",
    "The centuries in which each game was played, one a row; nothing where no beginning is known.",
    "game century",
    GAME,
    Column("century", "The century: 18 for the years from 1700 to 1799.", "integer"),
    Column("numeral", "The same in Roman numerals, as in `era`."),
    Column(
        "precision",
        "How exactly the span is known: year, about (a year or so), decades (by decades or a part of a century), century.",
    ),
    Column(
        "open_end",
        "Whether the game is still played, or nobody knows when it ended: a span that is censored.",
        "boolean",
    ),
)
def _centuries(computed: ComputedCorpus) -> Rows:
    for id in computed.corpus.games:
        played = computed.corpus.game(id).played
        for n in centuries(played) or ():
            yield id, n, roman(n), precision(played), bounds(played)[1] is None


def precision(dated: str) -> str:
    """Say how exactly a date or span is known, by the vaguer of its ends."""
    if "XX" in dated:
        return "century"
    if "X" in dated:
        return "decades"
    return "about" if about(dated) or vague(dated) else "year"


@table(
    "fact_notes",
    "Which notes stand on which fact of which ruleset, one a row: it joins `facts` and `notes`.",
    "game ruleset field owner n",
    GAME,
    RULESET,
    Column("field", "Path of the fact, as in `facts`."),
    Column("owner", "The game or tradition in whose record the note stands, as in `notes`.", ref=OWNER.ref),
    Column("n", "The number of the note in that record, as in `notes`.", "integer"),
)
def _fact_notes(computed: ComputedCorpus) -> Rows:
    corpus = computed.corpus
    numbers = {
        id(note): (owner, n)
        for owner, record in {**corpus.traditions, **corpus.games}.items()
        for n, note in enumerate(record.facts.notes, 1)
    }
    for r in corpus.rulesets.values():
        by_section: dict[Any, list[tuple[Any, tuple[str, int]]]] = {}
        for _, path, note in corpus.notes(r):
            by_section.setdefault(path[0], []).append((path, numbers[id(note)]))
        for path in r.origin:
            found = dict.fromkeys(which for at, which in by_section.get(path[0], ()) if overlaps(at, path))
            yield from ((r.game, r.key, ".".join(map(str, path)), owner, n) for owner, n in found)


@table(
    "note_fields",
    "The fields on which each note stands, one a row, as they are written in the record.",
    "owner n path",
    OWNER,
    Column("n", "The number of the note in the record, as in `notes`.", "integer"),
    Column("path", "The field or section of the record: `rules.deal.hand`, `text.History`."),
    Column("field", "Of the main rules, the path as `facts` has it: `deal.hand`; null of anything else."),
)
def _note_fields(computed: ComputedCorpus) -> Rows:
    for owner, record in {**computed.corpus.traditions, **computed.corpus.games}.items():
        for n, note in enumerate(record.facts.notes, 1):
            for at in dict.fromkeys(note.at):
                yield owner, n, at, at.removeprefix("rules.") if at.startswith("rules.") else None


@table(
    "features",
    "The columns of `rulesets` by which rulesets are compared, one a row: the codebook, in short.",
    "feature",
    Column("feature", "The column of `rulesets`.", get=lambda f: f.name),
    Column("label", "What pages call it."),
    Column("topic", "The group of features to which it belongs.", get=lambda f: f.group),
    Column("type", "Type of its values.", get=lambda f: f.dtype),
    Column("scale", "nominal, ordinal, binary, count or text.", get=lambda f: scale(f.name)),
    Column("text", "What it means."),
    Column(
        "fields",
        "The fields of `facts` that it reads or is computed from, joined by semicolons.",
        several=True,
        get=lambda f: [".".join(path) for path in f.rests_on],
    ),
    Column(
        "follows_from",
        "The feature from which it follows, so that the two are one character: the pack.",
        get=lambda f: REDUNDANT.get(f.name),
    ),
)
def _features(computed: ComputedCorpus) -> Iterator[Any]:
    yield from FEATURES.values()


COUNTS = ("pack_cards", "trumps", "hand", "dealer_takes", "talon", "discard")
"""Features that are numbers of cards, or such numbers by the number of players."""


def scale(name: str) -> str:
    """Say on which scale the values of a feature lie."""
    feature = FEATURES[name]
    if feature.dtype == "boolean":
        return "binary"
    if name in COUNTS or feature.dtype in ("integer", "number"):
        return "count"
    return "text" if name == "players" else "nominal"


@table(
    "feature_values",
    "The values of each feature that main rulesets have, one a row, in the order of their terms or by size.",
    "feature value",
    Column("feature", "The column of `rulesets`.", ref="features.feature"),
    Column("n", "Its place among them, from 1.", "integer"),
    Column("value", "The value, as `cells` has it."),
    Column("label", "How pages write it; null where they write the value itself."),
    Column("definition", "What it means, where it is a term."),
    Column("fact_values", "How `facts` writes it, where that is otherwise: `4` for `fours`.", several=True),
    Column("games", "How many main rulesets have it.", "integer"),
)
def _feature_values(computed: ComputedCorpus) -> Rows:
    mains = [r for r in computed.corpus.rulesets.values() if r.kind == "main"]
    for name, feature in FEATURES.items():
        counted: dict[str, int] = {}
        for r in mains:
            value = text_of(plain(cell(name, r, computed.figures(r)).value))
            if value:
                counted[value] = counted.get(value, 0) + 1
        terms = computed.corpus.vocabulary.get(feature.terms, {})
        order = {term: n for n, term in enumerate(terms)}
        for n, value in enumerate(sorted(counted, key=lambda v: (order.get(v, 99), _size(v), v)), 1):
            term = terms.get(value)
            written = [k for k, v in COUNTED.items() if v == value and k != value] if name == "counted_by" else None
            yield (
                name,
                n,
                value,
                term.label if term else None,
                term.definition if term else None,
                written,
                counted[value],
            )


def _size(value: str) -> float:
    first = value.partition(";")[0].rpartition(":")[2]
    return float(first) if first.replace(".", "", 1).isdecimal() else 0.0
