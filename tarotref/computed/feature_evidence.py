"""What dated evidence and dated witnesses show of features, and the oldest of each value: what pages and tables tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref.computed.columns import FEATURES, Feature, cell, text_of
from tarotref.computed.evidence import age, in_order, of_witnesses, shown
from tarotref.computed.standing import Cell
from tarotref.corpus.records import ROOT
from tarotref.notation import roman

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
OF_RULES = ("stated", "inherited", "computed", "none")
"""Why a value stands in the main rules of a game: what is presumed does not count."""


class OfRules(NamedTuple):
    """That the main rules of games have a value, by the witness whom they follow."""

    witness: str
    dated: str
    attestation: str
    """The piece of evidence that the witness is; empty where there is none."""
    value: str
    games: list[str]


def by_rules(computed: ComputedCorpus, cells: Mapping[str, Cell], said: Mapping[str, str]) -> Iterator[OfRules]:
    """Yield which values dated witnesses have in our main rules of games of the family; `said` has the values as text."""
    corpus, pieces = computed.corpus, of_witnesses(computed)
    found: dict[tuple[str, str], list[str]] = {}
    for r in corpus.rulesets.values():
        c = cells[r.id]
        told = c.value is not None and c.status in OF_RULES
        if r.kind == "main" and r.witness and told and ROOT in corpus.bases(r.game):
            found.setdefault((r.witness, said[r.id]), []).append(r.game)
    for (witness, value), games in found.items():
        ref = corpus.bibliography.get(witness)
        if ref is not None and ref.dated:
            yield OfRules(witness, ref.dated, pieces.get(witness, ""), value, games)


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


class First(NamedTuple):
    """The oldest sure document of a value of a feature."""

    feature: str
    value: str
    dated: str
    attestation: str | None
    witness: str | None


def firsts(computed: ComputedCorpus) -> Iterator[First]:
    """Yield the oldest sure document of each value of each feature on which dated evidence bears."""
    for feature in FEATURES.values():
        found = [
            First(feature.name, text_of(value), a.dated, id, None)
            for id, a in in_order(computed)
            for claim in a.shows
            if claim.certainty == "sure" and (value := value_of(computed, feature, claim)) is not None
        ]
        cells = {r.id: cell(feature.name, r, computed.figures(r)) for r in computed.corpus.rulesets.values()}
        said = {id: text_of(c.value) for id, c in cells.items()}
        found += [
            First(feature.name, o.value, o.dated, o.attestation or None, o.witness)
            for o in by_rules(computed, cells, said)
        ]
        oldest: dict[str, First] = {}
        for one in sorted((f for f in found if age(f.dated)), key=lambda f: age(f.dated) or ()):
            oldest.setdefault(one.value, one)
        yield from oldest.values()
