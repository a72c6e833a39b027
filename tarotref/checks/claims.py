"""Rules on what evidence claims, and on what the other shared files say of the world outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotref.checks.references import every
from tarotref.checks.registry import Found, rule
from tarotref.computed.coded import read
from tarotref.computed.columns import FEATURES
from tarotref.corpus.source import Path
from tarotref.problem import nearest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@rule
def claim_subject(computed: ComputedCorpus) -> Found:
    """A claim that shows a pack or a trump order names one of the corpus."""
    shelves = {"pack": "packs", "trump-order": "trump-orders"}
    for id, attestation in computed.corpus.shared["attestations"].items():
        for n, claim in enumerate(attestation.shows):
            known = computed.corpus.shared[shelves[claim.what]] if claim.what in shelves else ()
            if claim.what in shelves and claim.of not in known:
                message = f"no {claim.what.replace('-', ' ')} has the id {claim.of!r}{nearest(str(claim.of), known)}"
                source = computed.corpus.shared_sources["attestations"]
                yield source.problem((id, "shows", n, "of"), message, "claim-subject")


@rule
def claim_value(computed: ComputedCorpus) -> Found:
    """A claim of a feature names a column of rulesets, and has a value in its form; no other claim has a value."""
    corpus, source = computed.corpus, computed.corpus.shared_sources["attestations"]
    for id, attestation in corpus.shared["attestations"].items():
        for n, claim in enumerate(attestation.shows):
            at: Path = (id, "shows", n)
            if claim.what != "feature":
                if claim.value is not None:
                    message = f"found {claim.value!r}; expected no value, as the claim is of no feature"
                    yield source.problem((*at, "value"), message, "claim-value")
            elif (feature := FEATURES.get(claim.of or "")) is None:
                message = f"no column {claim.of!r} of rulesets{nearest(str(claim.of), FEATURES)}"
                yield source.problem((*at, "of"), message, "claim-value")
            elif claim.value is None:
                message = f"the value of {claim.of!r} is missing; a claim of a feature says which it shows"
                yield source.problem(at, message, "claim-value")
            else:
                try:
                    read(feature, claim.value, corpus)
                except ValueError as error:
                    message = f"found {claim.value!r} for {claim.of!r}; {error}"
                    yield source.problem((*at, "value"), message, "claim-value")


@rule
def place_identifier(computed: ComputedCorpus) -> Found:
    """No two places have one identifier of Wikidata or GeoNames: it would be wrong of one of them."""
    first: dict[tuple[str, object], str] = {}
    for id, place in computed.corpus.shared["places"].items():
        for name, value in (("wikidata", place.wikidata), ("geonames", place.geonames)):
            if value is not None and (other := first.setdefault((name, value), id)) != id:
                source = computed.corpus.shared_sources["places"]
                yield source.problem((id, name), f"{value} is {other!r} already", "place-identifier")


@rule
def published_record(computed: ComputedCorpus) -> Found:
    """What the history of published versions tells of is a record of the corpus, or was withdrawn by a version."""
    corpus = computed.corpus
    releases = corpus.shared["history"].items() if corpus.games else ()  # all missing at once is told as such
    known = every(corpus.known_ids, {id for _, release in releases for id in release.withdrawn})
    for version, release in releases:
        named = [(("first", n), id) for n, id in enumerate(release.first)]
        named += [((name, id), id) for name in ("changes", "rewritten") for id in getattr(release, name) or ()]
        for path, id in named:
            if id not in known:
                source = corpus.shared_sources["history"]
                yield source.problem(
                    (version, *path), f"no record has the id {id!r}{nearest(id, known)}", "published-record"
                )
