"""What dated evidence shows of a feature, oldest first: the values that documents tell, witnesses have, and attested packs and orders show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref.computed.columns import Feature
from tarotref.computed.evidence import age, in_order
from tarotref.computed.feature_evidence import CLAIMS, by_rules, value_of
from tarotref.computed.standing import Cell
from tarotref.dates import words as date_words
from tarotref.pages import evidence
from tarotref.pages.elements import E, El, joined, table
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.model.shared import Attestation, Claim

FOLDED = 8
"""As many pieces stand open, and twice as many values; more are folded."""


class Told(NamedTuple):
    """That something dated shows a value of a feature: the value in words, the cells of its row, and whether it is sure."""

    dated: str
    value: str
    sure: bool
    row: list[Any]


HEADS = ("When", "Value", "Where", "What", "How sure")


def dated_values(
    computed: ComputedCorpus, feature: Feature, cells: Mapping[str, Cell], said: Mapping[str, str]
) -> Iterator[El]:
    """Yield the oldest sure document of each value of a feature, the rules of witnesses included, and all other evidence.

    Nothing where no claim bears on it; `cells` and `said` are its values by ruleset, in themselves and in words.
    """
    labels = Labels(computed)
    claims = [
        (id, a, claim, labels.cell(feature, Cell(value, "computed")))
        for id, a in in_order(computed)
        for claim in a.shows
        if (value := value_of(computed, feature, claim)) is not None
    ]
    if not claims:
        return
    told = [_of_claim(labels, *one) for one in claims]
    yield E("p", *_about(feature, [claim for _, _, claim, _ in claims]))
    first = _oldest([*told, *_of_witnesses(labels, cells, said)])
    oldest = table(HEADS, (one.row for one in first), cls="wrap stacked", id="oldest-evidence")
    if len(first) > 2 * FOLDED:
        yield E("details", E("summary", f"The oldest document of each of {len(first)} values"), oldest)
    elif first:
        yield oldest
    if not all(one in first for one in told):
        words = f"All evidence that tells of it, oldest first ({len(told)})"
        every = table(HEADS, (one.row for one in told), cls="wrap stacked", id="all-evidence")
        yield E("details", E("summary", words), every, open="" if len(told) <= FOLDED else None)


def _about(feature: Feature, claims: list[Claim]) -> Iterator[str]:
    """Yield what the evidence is, and what it is not."""
    yield "Of each value the oldest document that has it: one that surely shows it, or one on which our rules of a game rest. "
    if any(claim.what != "feature" for claim in claims):
        thing = "pack" if CLAIMS[feature.rests_on[0][0]] == "pack" else "order of trumps"
        yield f"A dated {thing} tells of the cards, not how they were used. "
    yield "The oldest that is known is not the beginning, and a document that is silent says nothing against it."


def _oldest(told: Iterable[Told]) -> list[Told]:
    """Return the oldest that is sure of each value."""
    found: dict[str, Told] = {}
    for one in sorted((t for t in told if t.sure and age(t.dated)), key=lambda t: age(t.dated) or ()):
        found.setdefault(one.value, one)
    return list(found.values())


def _of_claim(labels: Labels, id: str, piece: Attestation, claim: Claim, value: str) -> Told:
    """Return a claim: when, value, where, what it is, how sure, who says so and on what grounds."""
    when, where, what, _ = evidence.cells(labels, id, piece)
    how = E("td", evidence.surely(labels, claim, claim.what != "feature"))
    return Told(piece.dated, value, claim.certainty == "sure", [when, value, where, what, how])


def _of_witnesses(labels: Labels, cells: Mapping[str, Cell], said: Mapping[str, str]) -> Iterator[Told]:
    """Yield what our main rules of games of the family have, with the date of the witness whom they follow, and the piece of
    evidence that this is."""
    corpus = labels.corpus
    for witness, dated, id, value, games in by_rules(labels.computed, cells, said):
        when, where, what = E("th", date_words(dated), scope="row"), E("td"), E("td", labels.source(witness))
        if id:
            _, where, what, _ = evidence.cells(labels, id, corpus.shared["attestations"][id])
        more = f" and {len(games) - MOST} more" if len(games) > MOST else ""
        records = joined((labels.ref("game", g) for g in games[:MOST]), ", ")
        yield Told(dated, value, True, [when, value, where, what, E("td", "so in our rules of ", records, more)])


MOST = 4
"""As many games of a witness are named."""
