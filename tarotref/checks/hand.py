"""Rules on a hand as it is played: what may be discarded together, what is done in how many tricks, when it is announced."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tarotref.cards.holdings import Groups, Holding, holds
from tarotref.checks.registry import Fault, Found, ruleset_rule
from tarotref.model.rules import Announced, entries
from tarotref.model.types import given, told
from tarotref.words.bonuses import manner

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset


@ruleset_rule
def feat_tricks(computed: ComputedCorpus, r: Ruleset) -> Found:
    """A feat asks for no more tricks than a hand has, is announced before the last of them, and has a card for each trick if they go in order."""
    deals = computed.figures(r).deals.values()
    hand = max((deal.tricks for deal in deals if deal.tricks is not None), default=None)
    for key, feat in entries(r.rules.feats):
        tricks, deadline = given(feat.tricks), told(feat.announced, "deadline")
        for path, number in ((("tricks",), tricks), (("announced", "deadline"), deadline)):
            if number is not None and not 0 < number <= (hand or number):
                message = f"found trick {number}; expected one from 1 to {hand}, the tricks of a hand"
                yield Fault(r, ("feats", key, *path), message)
        cards = given(feat.cards) or ()
        if given(feat.in_order) and tricks != len(cards):
            message = f"{tricks} tricks with {len(cards)} cards in order; expected a card for each trick"
            yield Fault(r, ("feats", key, "in_order"), message)


_VERB = re.compile(
    r"\b(?:is|are|has|have|may|must|can|does|do|(?:announce|allow|cost|count|give|lay|lead|pay|play|say|settle|take|win)s?)\b"
)


@ruleset_rule
def announced_in_sentences(computed: ComputedCorpus, r: Ruleset) -> Found:
    """Words on how a feat is announced can be told: they have a verb, or say when, how or by whom, as `after the discard` does."""
    for key, feat in entries(r.rules.feats):
        announced = feat.announced if isinstance(feat.announced, Announced) else None
        text = announced and given(announced.text)
        if announced is not None and text and not manner(announced)[0] and not _VERB.search(text.partition("; ")[0]):
            message = f"found {text!r}, which is no sentence; expected one such as `it is lost also if ...`, or `after the discard`"
            yield Fault(r, ("feats", key, "announced", "text"), message)


@ruleset_rule
def discard_sets(computed: ComputedCorpus, r: Ruleset) -> Found:
    """A set that may be discarded whole can be held, and has no more cards than are discarded; in a case with a smaller discard none can."""
    figures = computed.figures(r)
    groups, laid = figures.names, figures.discard
    most = max(laid.values()) if isinstance(laid, dict) else laid
    for n, holding in enumerate(told(r.rules.discard, "sets") or ()):
        if groups is None or not holding.formal or not all(name in groups.names for name in holding.named()):
            continue  # in words, or told where a name is wrong
        cards = smallest(holding, groups)
        if not holds(cards, holding, groups):
            yield Fault(r, ("discard", "sets", n), "no cards can make up this set")
        elif most is not None and len(cards) > most and r.kind != "case":
            message = f"found a set of {len(cards)} cards; expected {most} at most, as many as are discarded"
            yield Fault(r, ("discard", "sets", n), message)


def smallest(holding: Holding, groups: Groups) -> frozenset[Any]:
    """Return the fewest cards that `all` or `of` asks for: the cards that are named, then from each group as many as are wanting."""
    parts = holding.parts if holding.form == "all" else (holding,)
    barred = {card for part in parts if part.exactly == 0 for card in groups.find(part.names)}
    cards = {card for part in parts if part.form == "card" for card in groups.find(part.names)}
    for part in parts:
        group = [card for card in groups.find(part.names) if card not in barred] if part.form == "of" else []
        wanting = (part.exactly or part.at_least or 0) - len(cards & set(group))
        cards |= set([card for card in group if card not in cards][: max(0, wanting)])
    return frozenset(cards)


@ruleset_rule
def shares(computed: ComputedCorpus, r: Ruleset) -> Found:
    """Where players get or pay several times the score, what one side gets is what the other pays."""
    found = told(r.rules.score, "shares")
    for n in given(r.rules.players) or () if found else ():
        ours = found.get("declarer", 0) + found.get("partner", 0)
        theirs = (n - 1 - ("partner" in found)) * found.get("opponents", 0)
        if ours != theirs:
            message = f"with {n} players one side gets {ours} and the other pays {theirs}"
            yield Fault(r, ("score", "shares"), message, (("players",),))
