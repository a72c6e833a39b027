"""How many cards are discarded, where that hangs on a case or a contract."""

from __future__ import annotations

from typing import Any

from tarotref.computed.figures import Figures, discarded, for_players
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Condition, entries
from tarotref.model.types import given, told


def cards_laid(ruleset: Ruleset, figures: Figures) -> Any:
    """Return the cards discarded, by number of players where it is as a case has it that their number alone brings about (15.1)."""
    cases = {
        n: discarded(ruleset.cases[f"cases.{id}"].rules, figures.deals)
        for id, case in entries(ruleset.rules.cases)
        if (condition := given(case.only_if)) and condition == Condition(players=condition.players)
        for n in condition.players or ()
    }
    found = {n: for_players(cases.get(n, figures.discard), n) for n in figures.deals}
    return found if cases and None not in found.values() else figures.discard


def in_contracts(ruleset: Ruleset, cards: Any) -> Any:
    """Return the cards discarded with those of contracts that say another number: `3 or 4`."""
    made = (ruleset.cases.get(f"bids.{id}") for id, _ in entries(ruleset.rules.bids))
    said = {
        str(told(one.rules.discard, "cards")) for one in made if one is not None and told(one.rules.discard, "cards")
    }
    found = {cards, *(number for number in said if number.isdecimal())}
    return " or ".join(sorted(found)) if cards and str(cards).isdecimal() and len(found) > 1 else cards
