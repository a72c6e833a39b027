"""Rulesets as games that run: dealt, bid, discarded, declared, played, counted and paid from their facts alone.

>>> import tarotref.play
>>> state = tarotref.play.new("8.13/RI-1830", players=3, seed=1)
>>> while not state.over:
...     state = state.do(state.legal()[0])
>>> state.result().points

No code here knows a game: what a ruleset's facts do not say is assumed (`ASSUMPTIONS`) and named in `openness`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tarotref.cards.card import Card
from tarotref.cards.names import parse_card
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play.compiled import ASSUMPTIONS, Gap, Plan, Unplayable, plan_of
from tarotref.play.deal import start
from tarotref.play.gaps import Openness
from tarotref.play.gaps import openness as openness_of
from tarotref.play.settle.declared import Made
from tarotref.play.settle.reckoning import Result
from tarotref.play.settle.transfers import Transfer
from tarotref.play.state import State
from tarotref.play.table import Action, IllegalAction, Table

__all__ = [
    "ASSUMPTIONS", "Action", "Gap", "IllegalAction", "Made", "Openness", "Plan", "Result", "State", "Table", "Transfer",
    "Unplayable", "new", "openness", "replay", "table",
]  # fmt: skip


def _loaded(computed: ComputedCorpus | None) -> ComputedCorpus:
    if computed is not None:
        return computed
    import tarotref

    return tarotref.load()


def table(ruleset: str, players: int | None = None, computed: ComputedCorpus | None = None) -> Table:
    """Return a ruleset made ready for a number of players, the least of its numbers where none is given: to deal many hands.

    KeyError, with the nearest id, where there is no such ruleset; ValueError where so many cannot play it; `Unplayable`
    names the facts without which nobody can. The corpus is that of the package unless another is given.
    """
    found = _loaded(computed)
    return Table(plan_of(found.ruleset(ruleset), found.figures, players))


def new(
    ruleset: str, players: int | None = None, seed: int | str | None = None,
    hands: Iterable[Iterable[Card | str]] | None = None, talon: Iterable[Card | str] | None = None,
    stock: Iterable[Card | str] | None = None, computed: ComputedCorpus | None = None, case: str | None = None,
) -> State:  # fmt: skip
    """Return a hand of a ruleset just dealt: by a seed, at random without one, or the hands (talon, stock) given, the player
    after the dealer first; by the rules of a case, or the usual ones (empty),
    where nobody asks for anything more before the deal. Errors as `table`; ValueError where the cards given are not a deal of it."""
    ready = table(ruleset, players, computed)

    def cards(pile: Iterable[Card | str]) -> list[Card]:
        return [card if isinstance(card, Card) else parse_card(card, ready.plan.ranking) for card in pile]

    return start(
        ready.cases[case] if case else ready, seed, None if hands is None else [cards(hand) for hand in hands], None if talon is None else cards(talon),
        None if stock is None else cards(stock), asks=case is None,
    )  # fmt: skip


def replay(transcript: Mapping[str, Any], computed: ComputedCorpus | None = None) -> State:
    """Return the hand that a transcript tells (`State.transcript`), every action done again. IllegalAction where one is not
    allowed, by the rules as they are now."""
    state = new(
        transcript["ruleset"],
        transcript["players"],
        hands=transcript["hands"],
        talon=transcript["talon"],
        stock=transcript.get("stock"),
        computed=computed,
        case=transcript.get("case"),
    )
    for action in transcript["actions"]:
        state = state.do(action)
    return state


def openness(ruleset: str, computed: ComputedCorpus | None = None) -> Openness:
    """Return what the source leaves open of a ruleset: its status, what is missing, what is assumed. KeyError where there is
    none of the id."""
    found = _loaded(computed)
    return openness_of(found, found.ruleset(ruleset))
