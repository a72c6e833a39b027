"""The first and the last evidence of a game, a tradition or a place, how sure it is, and what it shows of features."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref.computed.coded import read
from tarotref.computed.columns import FEATURES, Feature, cell
from tarotref.dates import bounds, in_time

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Corpus
    from tarotref.model.shared import Attestation, Claim


class Dated(NamedTuple):
    """One attestation as evidence: the years between which it falls, and how sure the surest of its claims is."""

    id: str
    earliest: int | None
    latest: int | None
    certainty: str


class Span(NamedTuple):
    """First and last evidence of one thing.

    Evidence counts as first by the last year it may date from, as last by the first: a print of the 16th century is not older
    than one of 1502. None where all of it is undated, or none is sure.
    """

    first: Dated | None
    first_sure: Dated | None
    last: Dated | None
    number: int


NOTHING = Span(None, None, None, 0)
"""Of what there is no evidence."""


def in_order(computed: ComputedCorpus) -> list[tuple[str, Attestation]]:
    """Return all attestations with their ids, in order of time."""
    found = computed.corpus.shared["attestations"].items()
    return sorted(found, key=lambda one: in_time(one[1].dated))


def spans(computed: ComputedCorpus, of: str) -> Iterator[tuple[str, Span]]:
    """Yield the first and last evidence of each of the `games`, `traditions` or `places` that attestations name."""
    found: dict[str, list[Dated]] = {}
    for id, attestation in computed.corpus.shared["attestations"].items():
        named = (attestation.place,) if of == "places" else getattr(attestation, of)
        for name in filter(None, named):
            found.setdefault(name, []).append(dated(computed, id, attestation))
    for name, evidence in found.items():
        sure = [one for one in evidence if one.certainty == "sure"]
        yield name, Span(_first(evidence), _first(sure), _last(evidence), len(evidence))


def evidence_of(computed: ComputedCorpus, of: str) -> dict[str, Span]:
    """Return `spans` by name."""
    return computed.memo.once(f"evidence of {of}", lambda: dict(spans(computed, of)))


def shown(corpus: Corpus, claim: Claim) -> tuple[Feature, Any] | None:
    """Return the feature that a claim is of, with the value that it shows; None where it is of none, or at fault (`claim-value`)."""
    feature = FEATURES.get(claim.of or "") if claim.what == "feature" else None
    with suppress(ValueError):
        return (feature, read(feature, claim.value, corpus)) if feature and claim.value is not None else None
    return None


def bearing_on(computed: ComputedCorpus, game: str, piece: Attestation) -> list[Claim]:
    """Return the claims of a piece that bear on one of its games: a booklet on seven games has packs and features of the others too.

    A feature bears on a game of whose rulesets one has the value, a pack on one of which one is played with it. Of a game whose
    rules do not speak of it, a claim says what is known, unless these are described: then the piece says it of another game.
    """
    rulesets = computed.corpus.of_game(game)
    described = computed.corpus.game(game).evidence == "described"

    def bears(claim: Claim) -> bool:
        found = shown(computed.corpus, claim)
        if found is None:
            packs = {r.rules.pack for r in rulesets if isinstance(r.rules.pack, str)}
            return claim.what != "pack" or not packs or claim.of in packs
        feature, value = found
        told = [cell(feature.name, r, computed.figures(r)).value for r in rulesets]
        said = {one for v in told if v is not None for one in _several(v)}
        return not said.isdisjoint(_several(value)) if said else not described

    return [claim for claim in piece.shows if bears(claim)] or list(piece.shows)


def _several(value: Any) -> list[Any]:
    return value.split(";") if isinstance(value, str) else [value]


def of_witnesses(computed: ComputedCorpus) -> dict[str, str]:
    """Return by key of the bibliography the piece of evidence that a witness of our rules is: itself, not what it tells besides.

    It is one that the witness has at first hand, or is the source of in the same year for one of its games: the rulebook, if
    there are several, of its games and of its date.
    """
    corpus, found = computed.corpus, dict[str, tuple[Any, str]]()
    games: dict[str, set[str]] = {}
    for r in corpus.rulesets.values():
        if r.witness:
            games.setdefault(r.witness, set()).add(r.game)
    for id, a in in_order(computed):
        for key in {*a.first_in, *a.source} & games.keys():
            ref, of_its_games = corpus.bibliography.get(key), not games[key].isdisjoint(a.games)
            same = ref is not None and ref.dated == a.dated
            if key in a.first_in or (same and of_its_games):
                rank = (a.kind != "rulebook", not same, not of_its_games)
                found.setdefault(key, (rank, id))
                if rank < found[key][0]:
                    found[key] = (rank, id)
    return {key: id for key, (_, id) in found.items()}


def dated(computed: ComputedCorpus, id: str, attestation: Attestation) -> Dated:
    """Return an attestation as evidence."""
    order = list(computed.corpus.vocabulary["certainty"])
    surest = min((claim.certainty for claim in attestation.shows), key=order.index, default=order[-1])
    return Dated(id, *bounds(attestation.dated), surest)


def age(dated: str) -> tuple[int, int] | None:
    """Return by what a date is older than another: the last year it may be, then the first; None where no last one is known.

    It decides everywhere what is the first evidence of something.
    """
    earliest, latest = bounds(dated)
    return None if latest is None else (latest, earliest or 0)


def lived(computed: ComputedCorpus, tradition: str) -> str | None:
    """Return when the games of a tradition were played, as EDTF; None where nothing is told.

    Of a beginning that is told by a century or a decade alone, the first sure evidence that falls within it makes a year: a line
    does not begin before anything is known.
    """
    played = computed.corpus.tradition(tradition).played
    if not played:
        return None
    begin, slash, end = played.partition("/")
    low, high = bounds(begin) if begin else (None, None)
    sure = evidence_of(computed, "traditions").get(tradition, NOTHING).first_sure
    if sure and sure.latest and low is not None and high is not None and low < high and low <= sure.latest <= high:
        return f"{sure.latest}{slash}{end}"
    return played


def _first(evidence: list[Dated]) -> Dated | None:
    known = [one for one in evidence if one.latest is not None and one.certainty != "rejected"]
    return min(known, key=lambda one: (one.latest, one.earliest or 0, one.id), default=None)


def _last(evidence: list[Dated]) -> Dated | None:
    known = [one for one in evidence if one.earliest is not None and one.certainty != "rejected"]
    return max(known, key=lambda one: (one.earliest, one.latest or one.earliest, one.id), default=None)
