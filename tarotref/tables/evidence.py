"""What evidence is of, one thing a row, and the first and last of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.evidence import Dated, age, spans
from tarotref.computed.feature_evidence import firsts
from tarotref.tables.spec import Column, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

ATTESTATION = Column("attestation", "Id of the attestation.", ref="attestations.id")
TRADITION = Column("tradition", "Id of the tradition.", ref="traditions.id")
PLACE = Column("place", "Id of the place.", ref="places.id")
NUMBER = Column("game", "The game, its number in the catalogue: `DM8.10`.", ref="catalogue.id")


@table(
    "attestation_games", "Which games a piece of evidence is of, one a row.", "attestation game", ATTESTATION, NUMBER
)
def _attestation_games(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, attestation in computed.corpus.shared["attestations"].items():
        yield from ((id, game) for game in dict.fromkeys(attestation.games))


@table(
    "attestation_traditions",
    "For the history of which traditions a piece of evidence counts, one a row.",
    "attestation tradition",
    ATTESTATION,
    TRADITION,
)
def _attestation_traditions(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, attestation in computed.corpus.shared["attestations"].items():
        yield from ((id, tradition) for tradition in dict.fromkeys(attestation.traditions))


@table(
    "attestation_orders",
    "Which trump orders a piece of evidence shows, one a row.",
    "attestation trump_order",
    ATTESTATION,
    Column("trump_order", "Id of the order.", ref="trump_orders.id"),
)
def _attestation_orders(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for id, attestation in computed.corpus.shared["attestations"].items():
        shown = dict.fromkeys(claim.of for claim in attestation.shows if claim.what == "trump-order" and claim.of)
        yield from ((id, order) for order in shown)


def _span_columns(of: str) -> tuple[Column, ...]:
    """Return the columns that tell the first and last evidence of a thing."""
    when = "Evidence counts as the first by the last year it may date from"
    return (
        Column("first_evidence", f"The first evidence {of}. {when}.", ref="attestations.id"),
        Column("first_year", "The last year from which that may date.", "integer"),
        Column("first_certainty", "How sure the surest of its claims is.", terms="certainty"),
        Column("first_sure_evidence", f"The first evidence {of} that is sure.", ref="attestations.id"),
        Column("first_sure_year", "The last year from which that may date.", "integer"),
        Column("last_evidence", f"The last evidence {of}, by the first year it may date from.", ref="attestations.id"),
        Column("last_year", "The first year from which that may date.", "integer"),
        Column("last_certainty", "How sure the surest of its claims is.", terms="certainty"),
        Column("attestations", f"How many pieces of evidence {of} there are.", "integer"),
    )


def _span_rows(computed: ComputedCorpus, of: str) -> Iterator[tuple[Any, ...]]:
    nothing = Dated("", None, None, "")
    for name, span in spans(computed, of):
        first, sure, last = (one or nothing for one in (span.first, span.first_sure, span.last))
        yield (
            name,
            first.id or None,
            first.latest,
            first.certainty or None,
            sure.id or None,
            sure.latest,
            last.id or None,
            last.earliest,
            last.certainty or None,
            span.number,
        )


@table(
    "game_evidence",
    "The first and the last evidence of each game that any is of.",
    "game",
    NUMBER,
    *_span_columns("of the game"),
)
def _game_evidence(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    return _span_rows(computed, "games")


@table(
    "tradition_evidence",
    "The first and the last evidence that counts for each tradition.",
    "tradition",
    TRADITION,
    *_span_columns("for the tradition"),
)
def _tradition_evidence(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    return _span_rows(computed, "traditions")


@table(
    "place_evidence",
    "The first and the last evidence from each place.",
    "place",
    PLACE,
    *_span_columns("from the place"),
)
def _place_evidence(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    return _span_rows(computed, "places")


@table(
    "feature_evidence",
    "The oldest sure document of each value of each feature on which dated evidence bears: a claim, or a witness of our rules.",
    "feature value",
    Column("feature", "The column of `rulesets`."),
    Column(
        "value", "The value, as `cells` has it.", get=lambda f: {"yes": "true", "no": "false"}.get(f.value, f.value)
    ),
    Column("dated", "When, as EDTF text."),
    Column(
        "year",
        "The last year from which it may date, by which it counts as first.",
        "integer",
        get=lambda f: (age(f.dated) or (None,))[0],
    ),
    Column("attestation", "The piece of evidence; null where a witness is none.", ref="attestations.id"),
    Column("witness", "The witness in whose rules it stands; null where a claim shows it.", ref="sources.key"),
)
def _feature_evidence(computed: ComputedCorpus) -> Iterator[Any]:
    return firsts(computed)
