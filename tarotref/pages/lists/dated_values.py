"""What dated evidence shows of a feature, oldest first: the values that documents tell, and those of attested packs and orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref.computed.columns import Cell, Feature
from tarotref.computed.evidence import in_order, shown
from tarotref.dates import bounds
from tarotref.pages import evidence
from tarotref.pages.elements import E, El, table
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
"""As many pieces stand open; more are folded."""


class Told(NamedTuple):
    """A claim that bears on a feature: the piece that makes it, and the value in words."""

    id: str
    piece: Attestation
    claim: Claim
    value: str


def dated_values(computed: ComputedCorpus, feature: Feature) -> Iterator[El]:
    """Yield the oldest sure evidence of each value of a feature, and all evidence; nothing where no claim bears on it."""
    labels = Labels(computed)
    found = [
        Told(id, a, claim, labels.cell(feature, Cell(value, "computed")))
        for id, a in in_order(computed)
        for claim in a.shows
        if (value := value_of(computed, feature, claim)) is not None
    ]
    if not found:
        return
    yield E("p", *_about(feature, found))
    # As everywhere, evidence counts as first by the last year that it may date from.
    dated = [
        (latest, earliest or 0, n)
        for n, one in enumerate(found)
        for earliest, latest in [bounds(one.piece.dated)]
        if latest
    ]
    first: dict[str, Told] = {}
    for *_, n in sorted(dated):
        if found[n].claim.certainty == "sure":
            first.setdefault(found[n].value, found[n])
    heads = ("When", "Value", "Where", "What", "How sure")
    if first:
        yield table(heads, (_row(labels, one) for one in first.values()), cls="wrap stacked", id="oldest-evidence")
    else:
        yield E("p", "No value has evidence that is sure.")
    if len(found) > len(first):
        every = table(heads, (_row(labels, one) for one in found), cls="wrap stacked", id="all-evidence")
        words = f"All {len(found)} pieces of evidence, oldest first" if len(found) > 1 else "The one piece of evidence"
        yield E("details", E("summary", words), every, open="" if len(found) <= FOLDED else None)


def _about(feature: Feature, found: list[Told]) -> Iterator[str]:
    """Yield what the evidence is, and what it is not."""
    yield "Of each value the oldest document that surely shows it. "
    own = any(one.claim.what == "feature" for one in found)
    if own:
        yield "Here stands what single documents say or show of it; the whole rules of a witness stand above. "
    if len(found) > sum(one.claim.what == "feature" for one in found):
        thing = "pack" if CLAIMS[feature.rests_on[0][0]] == "pack" else "order of trumps"
        yield f"A dated {thing} that has it tells of the cards, not how they were used. "
    if own:
        yield "The oldest document is not the beginning of a rule, and one that is silent says nothing against it."


def _row(labels: Labels, told: Told) -> list[Any]:
    """Return the cells of a claim's row: when, value, where, what it is, how sure, who says so and on what grounds."""
    when, where, what, _ = evidence.cells(labels, told.id, told.piece)
    return [when, told.value, where, what, E("td", evidence.surely(labels, told.claim, told.claim.what != "feature"))]


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
    return order.tiers[0][0].subject if order.tiers[0] else None
