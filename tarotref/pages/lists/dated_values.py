"""What dated evidence shows of a feature: the values that attested packs and orders of trumps have, oldest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import Cell, Feature
from tarotref.computed.evidence import in_order
from tarotref.dates import bounds
from tarotref.pages import evidence
from tarotref.pages.elements import E, El, table
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.cards.card import Pack
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.model.shared import Claim

CLAIMS = {"pack": "pack", "trump_order": "trump-order"}
"""By the one field of rules on which a feature rests: the claims of evidence that show what stands there."""
OF_PACKS: dict[str, Callable[[Pack], Any]] = {
    "pack_cards": lambda pack: len(pack.cards),
    "suits": lambda pack: pack.system,
    "trumps": lambda pack: len(pack.trumps),
}
"""What a feature that follows from the pack alone is for a pack of cards."""
SURE = ("sure", "likely")
"""Claims that count; what is doubted or rejected stands with its evidence alone."""


def dated_values(computed: ComputedCorpus, feature: Feature) -> Iterator[El]:
    """Yield the oldest sure evidence of each value of a feature, and all evidence; nothing where no claim bears on it."""
    labels = Labels(computed)
    kind = CLAIMS.get(feature.rests_on[0][0]) if len(feature.rests_on) == 1 else None
    found: list[tuple[str, tuple[int, int] | None, list[Any]]] = []
    for id, a in in_order(computed) if kind else ():
        for claim in a.shows:
            value = value_of(computed, feature, claim) if claim.what == kind and claim.certainty in SURE else None
            if value is not None:
                words = labels.cell(feature, Cell(value, "computed"))
                when, where, what, _ = evidence.cells(labels, id, a)
                by = E("td", evidence.certainty(labels, claim.certainty), " ", labels.claim(claim))
                earliest, latest = bounds(a.dated)
                age = (latest, earliest or 0) if claim.certainty == "sure" and latest is not None else None
                found.append((words, age, [when, words, where, what, by]))
    if not found:
        return
    thing = "pack" if kind == "pack" else "order of trumps"
    yield E(
        "p",
        f"Of each value the oldest sure evidence: a dated {thing} that has it. It tells of the cards, not how they were used.",
    )
    # As everywhere, evidence counts as first by the last year that it may date from.
    first: dict[str, list[Any]] = {}
    for words, age, cells in sorted(found, key=lambda one: one[1] or (9999, 0)):
        if age:
            first.setdefault(words, cells)
    heads = ("When", "Value", "Where", "What", "Shows")
    yield table(heads, first.values(), cls="wrap stacked")
    if len(found) > len(first):
        rows = [cells for _, _, cells in found]
        yield E("details", E("summary", f"All {len(found)} pieces of evidence"), table(heads, rows, cls="wrap stacked"))


def value_of(computed: ComputedCorpus, feature: Feature, claim: Claim) -> Any:
    """Return the value of a feature that a claim shows, by the pack or order that it is of; None where that is not known."""
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
