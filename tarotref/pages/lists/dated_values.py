"""What dated evidence shows of a feature, oldest first: the values that documents tell, witnesses have, and attested packs and orders show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref.computed.columns import Cell, Feature
from tarotref.computed.evidence import in_order, of_witnesses, shown
from tarotref.corpus.records import ROOT
from tarotref.dates import bounds
from tarotref.dates import words as date_words
from tarotref.notation import roman
from tarotref.pages import evidence
from tarotref.pages.elements import E, El, Ref, joined, table
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.cards.card import Pack
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.model.shared import Attestation, Claim

CLAIMS = {"pack": "pack", "trump_order": "trump-order"}
"""By the one field of rules on which a feature rests: the claims of evidence that show what stands there."""
OF_PACKS: dict[str, Callable[[Pack], Any]] = {
    "pack_cards": lambda pack: len(pack.cards),
    "suits": lambda pack: pack.system,
    "trumps": lambda pack: len(pack.trumps),
}
"""What a feature that follows from the pack alone is for a pack of cards."""
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
    """Return the oldest that is sure of each value; as everywhere, it counts as first by the last year that it may date from."""
    found: dict[str, Told] = {}
    sure = [
        (latest, earliest or 0, one) for one in told if one.sure for earliest, latest in [bounds(one.dated)] if latest
    ]
    for _, _, one in sorted(sure, key=lambda one: one[:2]):
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
    corpus, pieces = labels.corpus, of_witnesses(labels.computed)
    found: dict[tuple[str, str], list[str]] = {}
    for r in corpus.rulesets.values():
        c = cells[r.id]
        if (
            r.kind == "main"
            and r.witness
            and c.value is not None
            and c.status in OF_RULES
            and ROOT in corpus.bases(r.game)
        ):
            found.setdefault((r.witness, said[r.id]), []).append(r.game)
    for (witness, value), games in found.items():
        ref = corpus.bibliography.get(witness)
        if ref is None or not ref.dated:
            continue
        when, where, what = E("th", date_words(ref.dated), scope="row"), E("td"), E("td", labels.source(witness))
        if witness in pieces:
            id = pieces[witness]
            _, where, what, _ = evidence.cells(labels, id, corpus.shared["attestations"][id])
        more = f" and {len(games) - MOST} more" if len(games) > MOST else ""
        records = joined(Ref("game", g, g, "dm") for g in games[:MOST])
        yield Told(ref.dated, value, True, [when, value, where, what, E("td", "so in our rules of ", records, more)])


OF_RULES = ("stated", "inherited", "computed", "none")
"""Why a value stands in the main rules of a game: what is presumed does not count."""
MOST = 4
"""As many games of a witness are named."""


def value_of(computed: ComputedCorpus, feature: Feature, claim: Claim) -> Any:
    """Return the value of a feature that a claim shows, itself or by the pack or order that it is of; None where it shows none."""
    if claim.what == "feature":
        found = shown(computed.corpus, claim)
        return found[1] if found and found[0] == feature else None
    kind = CLAIMS.get(feature.rests_on[0][0]) if len(feature.rests_on) == 1 else None
    if claim.what != kind:
        return None
    of = claim.of or ""
    if claim.what == "pack":
        if feature.name == "pack":
            return of or None
        pack = computed.packs.get(of)
        return OF_PACKS[feature.name](pack) if pack else None
    order = computed.orders.get(of)
    if order is None or not order.tiers:
        return None
    if feature.name == "equal_trumps":
        return any(len(tier) > 1 for tier in order.tiers)
    top = order.tiers[0][0].subject if order.tiers[0] else None  # the highest may be lost
    return roman(int(top)) if top and top.isdecimal() else top
