"""Rules on a hand as it is played: what is done in how many tricks, and when it is announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotref.checks.registry import Fault, Found, once, rule
from tarotref.model.rules import entries
from tarotref.model.types import given, told

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@rule
def feat_tricks(computed: ComputedCorpus) -> Found:
    """A feat asks for no more tricks than a hand has, is announced before the last of them, and has a card for each trick if they go in order."""
    for r in once(computed):
        hand = max(computed.figures(r).hand.values(), default=None)
        for key, feat in entries(r.rules.feats):
            tricks, before = given(feat.tricks), told(feat.announced, "before")
            for path, number in ((("tricks",), tricks), (("announced", "before"), before)):
                if number is not None and not 0 < number <= (hand or number):
                    message = f"found trick {number}; expected one from 1 to {hand}, the tricks of a hand"
                    yield Fault(r, ("feats", key, *path), message)
            cards = given(feat.cards) or ()
            if given(feat.in_order) and tricks != len(cards):
                message = f"{tricks} tricks with {len(cards)} cards in order; expected a card for each trick"
                yield Fault(r, ("feats", key, "in_order"), message)
