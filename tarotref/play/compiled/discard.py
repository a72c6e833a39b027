"""The discard: who lays cards aside, which he may, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tarotref.cards.holdings import Holding
from tarotref.model import rules as facts
from tarotref.model.rules import Rules
from tarotref.model.types import Absence, given
from tarotref.play.compiled.conditions import Condition, condition
from tarotref.play.compiled.deck import Deck
from tarotref.play.compiled.reading import Filled, by_whom, section, tuple_of, yes

USUAL = dict.fromkeys(("kings", "trumps", "fool"), "forced")
"""The limits of the discard where none are told."""


@dataclass(frozen=True, slots=True)
class DiscardRules:
    """What may be laid aside, and whom it counts for."""

    limits: tuple[tuple[int, str], ...]
    """The rule of the discard for each class of cards, the largest class first; `forced` where a rule is not stated."""
    allowed: tuple[tuple[int, Holding], ...]
    """Cards that may go only where the hand, as it was before the discard, is so, whatever else is said of them."""
    sets: tuple[Holding, ...]
    """Sets that may go whole though their cards may not go alone."""
    spares_declarable: bool
    """Whether cards of a holding that could be declared go only where there are no others, and count with it all the same."""
    early: Mapping[str, int]
    """How many cards each discards before the last are dealt, the dealer and the others; nothing where all are dealt first."""
    early_of: Mapping[str, int]
    """Out of how many."""
    exchange: tuple[str, ...]
    """Who exchanges cards with the top of the talon before play, in order, as terms of the list `who`."""
    own_first: bool
    """Whether cards taken from the talon go only where no others may, trumps of them last of all."""
    first_yields: bool
    """Whether the first of several who do so may let the others go before him."""
    counts_for: str | Mapping[str, str] | None
    surrendered: str | None
    """When the discard is lost, a term of the list `surrendered`."""
    surrendered_unless: Condition | None

    def whose(self, seat: int, declarer: int | None) -> str | None:
        """For whom the discard of a seat counts, as the rules name him; None where they do not say."""
        if isinstance(self.counts_for, Mapping):
            return self.counts_for.get("declarer" if seat == declarer else "others")
        return self.counts_for


def discard_rules(rules: Rules, deck: Deck, taken: bool, filled: Filled) -> DiscardRules:
    """Compile the discard; `taken`: somebody gets cards for which he lays others aside."""
    discard = section(rules.discard, facts.Discard)
    limits = {} if given(rules.discard) is None else discard.limits
    nobody = rules.discard is Absence.NONE or "nobody" in (given(discard.by) or ())
    noted = filled if taken and not nobody else Filled()
    noted.usual(discard.by, None, "discard", "by")
    if not limits:
        noted.note(("discard",), "discard.limits")
    for name, rule in limits.items():
        if rule is Absence.UNSTATED:
            noted.note(("discard", name), "discard.limits")
        elif rule == "for-a-slam":
            noted.note(("discard", name), "discard.for-a-slam")
    by_class = {
        deck.named([name]): "forced" if isinstance(rule, Absence) or rule is None else str(rule)
        for name, rule in (limits or USUAL).items()
    }
    return DiscardRules(
        limits=tuple(
            sorted(((bits, rule) for bits, rule in by_class.items() if bits), key=lambda item: -item[0].bit_count())
        ),
        allowed=tuple((deck.named([name]), held) for name, held in (given(discard.allowed) or {}).items()),
        sets=tuple_of(discard.sets),
        spares_declarable=given(discard.declarable) is False,
        early=given(discard.early) or {},
        early_of=given(discard.early_of) or {},
        exchange=tuple_of(discard.exchange),
        own_first=yes(discard.own_first),
        first_yields=yes(discard.first_yields),
        counts_for=by_whom(discard.counts_for),
        surrendered=given(discard.surrendered),
        surrendered_unless=condition(discard.surrendered_unless),
    )
