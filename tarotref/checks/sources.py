"""Rules on time, the catalogue and the bibliography."""

from __future__ import annotations

import re
from operator import mul
from typing import TYPE_CHECKING

from tarotref.dates import bounds
from tarotref.model.record import Game
from tarotref.model.references import references
from tarotref.problem import Problem, nearest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.model.shared import Attestation

from tarotref.checks.registry import Found, records, rule
from tarotref.computed.provenance import cited


@rule
def witness_date(computed: ComputedCorpus) -> Found:
    """A game is not attested before it was played, nor played only after its last witness, unless a note on `played` says why."""
    for record in computed.corpus.games.values():
        game = record.facts
        assert isinstance(game, Game)
        if any("played" in note.at for note in game.notes):
            continue
        first, _ = bounds(game.played)
        for n, key in enumerate(game.witnesses):
            reference = computed.corpus.bibliography.get(key)
            if reference is None or reference.year is None or first is None:
                continue
            if reference.latest is not None and reference.latest < first - 5:
                yield record.source.problem(
                    ("witnesses", n),
                    f"{key} dates from {reference.dated}, before the game is said to be played ({game.played})",
                    "witness-date",
                )


@rule
def seen_date(computed: ComputedCorpus) -> Found:
    """A game was last seen after it was first played, and no earlier than the last sure evidence that it was played."""
    for record in computed.corpus.games.values():
        game = record.facts
        assert isinstance(game, Game)
        first, seen = bounds(game.played)[0], bounds(game.seen)[1] if game.seen else None
        if seen is None:
            continue
        if first is not None and seen < first:
            message = f"last seen {game.seen}, before it was first played ({game.played})"
            yield record.source.problem(("seen",), message, "seen-date")
        for id, piece in computed.corpus.shared["attestations"].items():
            year = bounds(piece.dated)[0]
            if game.id in piece.games and year is not None and year > seen and _shows_play(piece):
                message = f"last seen {game.seen}; {id} shows that it was played in {year}"
                yield record.source.problem(("seen",), message, "seen-date")


def _shows_play(piece: Attestation) -> bool:
    return any(claim.what == "played" and claim.certainty == "sure" for claim in piece.shows)


@rule
def derivation_date(computed: ComputedCorpus) -> Found:
    """A game derived from another is not older than it, unless a note on `relations` says why."""
    for record in computed.corpus.games.values():
        game = record.facts
        assert isinstance(game, Game)
        for n, relation in enumerate(game.relations):
            other = computed.corpus.games.get(relation.to)
            if (
                relation.kind != "derived-from"
                or other is None
                or any("relations" in at for note in game.notes for at in note.at)
            ):
                continue
            mine, theirs = bounds(game.played)[0], bounds(other.facts.played or "..")[0] if other.facts.played else None
            if mine is not None and theirs is not None and mine < theirs:
                yield record.source.problem(
                    ("relations", n),
                    f"derived from {relation.to}, which was first played later ({other.facts.played})",
                    "derivation-date",
                )


@rule
def catalogue_number(computed: ComputedCorpus) -> Found:
    """Every record of a game has a number of the catalogue, or an `R` number of ours."""
    known = computed.corpus.shared["catalogue"]
    for id, record in computed.corpus.games.items():
        if known and id not in known and not id.startswith("R"):
            yield record.source.problem(
                ("id",),
                f"{id!r} is no number of the catalogue{nearest(id, known)}; expected one of it, or R1, R2, ...",
                "catalogue-number",
            )


@rule
def seen_in(computed: ComputedCorpus) -> Found:
    """What an entry of the bibliography was seen in is another entry of it."""
    known = computed.corpus.bibliography
    for key, reference in known.items():
        if not (text := reference.fields.get("seenin")):
            continue
        source, _ = cited(text)
        if source not in known:
            message = f"{source!r} is no entry of the bibliography{nearest(source, known)}"
        elif source == key:
            message = "it cannot have been seen in itself"
        else:
            continue
        yield Problem("corpus/sources.bib", reference.line, f"{key}.seenin", message, "seen-in")


_ADDRESSES = {
    "url": (re.compile(r"https?://[\w.-]+\.[a-z]{2,}(/[!-~]*)?"), "an address that begins with http:// or https://"),
    "doi": (re.compile(r"10\.\d{4,9}/[!-~]+"), "a DOI without its resolver: 10.5169/seals-117601"),
    "isbn": (
        re.compile(r"97[89]-[0-9]+(-[0-9]+){2}-[0-9]|[0-9]+(-[0-9]+){2}-[0-9X]"),
        "an ISBN in groups, with its hyphens",
    ),
}
"""Of the fields that identify a work: their form, and what it is in words."""


def _sums_up(isbn: str) -> bool:
    """Whether the last digit of an ISBN is the one that its others ask for (ISO 2108)."""
    digits = [10 if c == "X" else int(c) for c in isbn.replace("-", "")]
    weights, by = (range(10, 0, -1), 11) if len(digits) == 10 else ((1, 3) * 6 + (1,), 10)
    return len(digits) == len(weights) and sum(map(mul, weights, digits)) % by == 0


@rule
def address_form(computed: ComputedCorpus) -> Found:
    """An address, a DOI and an ISBN in the bibliography have their form, and the ISBN its check digit."""
    for key, reference in computed.corpus.bibliography.items():
        for name, (form, expected) in _ADDRESSES.items():
            value = reference.fields.get(name)
            if value is None or (form.fullmatch(value) and (name != "isbn" or _sums_up(value))):
                continue
            wrong = "its check digit is wrong" if form.fullmatch(value) else f"expected {expected}"
            yield Problem(
                "corpus/sources.bib", reference.line, f"{key}.{name}", f"found {value!r}; {wrong}", "address-form"
            )


@rule
def variant_reported(computed: ComputedCorpus) -> Found:
    """A variant is reported by a source or witness of its game, at a place that it gives, or by a work seen in another."""
    seen = {key for key, reference in computed.corpus.bibliography.items() if reference.fields.get("seenin")}
    for record in records(computed):
        facts = record.facts
        known = {*facts.source, *getattr(facts, "witnesses", ()), *facts.readings, *seen, "tarotref"}
        for id, variant in facts.variants.items():
            for key, place in map(cited, (variant.by or "").split("; ") if variant.by else ()):
                if not place and key in computed.corpus.bibliography and key not in known:
                    yield record.source.problem(
                        ("variants", id, "by"),
                        f"{key!r} is no source or witness of the game; expected one, or the place in it",
                        "variant-reported",
                    )


_SOURCE_ROLE = re.compile(r"\{(?:witness|source)\}`(?:[^`<]*<)?([^`>]+)>?`")


@rule
def unused_source(computed: ComputedCorpus) -> Found:
    """Every entry of the bibliography is used: by a record, a note, an order, evidence, a term, or by what it says it attests."""
    corpus = computed.corpus
    values = [record.facts for record in records(computed)]
    values += [entry for shelf in (*corpus.shared.values(), *corpus.vocabulary.values()) for entry in shelf.values()]
    used = {names.target(text) for value in values for _, names, text in references(value) if names.kind == "source"}
    # Whatever a fault has cost us may have named a source.
    used |= {key for key in corpus.bibliography if key in corpus.lost}
    for record in records(computed):
        used |= set(_SOURCE_ROLE.findall(record.source.body))
    for key, reference in computed.corpus.bibliography.items():
        if key not in used and not reference.fields.get("attests") and not reference.fields.get("seenin"):
            yield Problem(
                "corpus/sources.bib",
                reference.line,
                key,
                "nothing uses this entry, and it does not say what it attests",
                "unused-source",
            )
