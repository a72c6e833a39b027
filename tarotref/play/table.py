"""What does not change in a hand: the rules at a table, the actions for each card, what can be done at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NamedTuple

from tarotref.play import holdings
from tarotref.play.compiled import Plan
from tarotref.play.compiled.contracts import Contract

CARD_ACTIONS = ("play", "keep", "discard", "ask", "give", "call", "take-back", "arrange")
"""Kinds of action that name a card."""


class Action(NamedTuple):
    """Something a player does: `bid a-due`, `pass`, `trumps cups`, `discard 2 of cups`, `ask K of cups`, `declare trull`, `play XXI`."""

    kind: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.what}".rstrip()


OPEN = frozenset(
    "case bid pass wait contract ask call refuse declare announce double concede throw-in name demand offer take look trumps claim take-back tell yield".split()
)
"""Kinds of action that all hear of; what is played lies open besides."""
DONE, PASSED, WAITED = Action("done"), Action("pass"), Action("wait")
OPENINGS = {"tells": Action("tell"), "yields": Action("yield")}
"""How players speak of their cards in a pause of the deal, by terms of the list `opening`."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the message names the rule. The hand is as it was."""


class Table:
    """What does not change in a hand: the rules, and those of each contract; actions by card."""

    def __init__(self, plan: Plan, case: str = "", before: Table | None = None):
        self.plan = plan
        """The rules before a contract is settled."""
        self.case = case
        """The case that was asked for, at whose table the hand is played on."""
        self.before = before
        """The table before a case was asked for."""

    @cached_property
    def plans(self) -> Mapping[str, Plan]:
        """The rules of each contract that changes them."""
        return {id.removeprefix("bids."): plan for id, plan in self.plan.cases.items() if id.startswith("bids.")}

    @property
    def contracts(self) -> Mapping[str, Contract]:
        """The contracts by id, lowest first."""
        return self.plan.contracts

    def plan_for(self, contract: str) -> Plan:
        """The rules of a contract."""
        return self.plans.get(contract, self.plan)

    @cached_property
    def cases(self) -> Mapping[str, Table]:
        """The tables at which a hand is played on when a player asks for a case, by its id; where one has been asked for, those
        over it, each laid on the rules before it."""
        first = self.before or self
        return {
            id: Table(first.plan.cases[f"cases.{id}"], id, first)
            for id, case in first.plan.case_rules.items()
            if case.at
            and f"cases.{id}" in first.plan.cases
            and (self.case in (case.over or ()) if self.case else case.over is None)
        }

    @cached_property
    def every_case(self) -> Mapping[str, Table]:
        """The tables of all cases, those that are asked for over others among them."""
        return dict(self.cases) | {id: over for one in self.cases.values() for id, over in one.every_case.items()}

    @cached_property
    def of_card(self) -> Mapping[str, tuple[Action, ...]]:
        """An action of each kind for each card, by its place."""
        return {kind: tuple(Action(kind, str(card)) for card in self.plan.cards) for kind in CARD_ACTIONS}

    @cached_property
    def place(self) -> Mapping[str, int]:
        """The place of each card by its name."""
        return {str(card): n for n, card in enumerate(self.plan.cards)}

    @cached_property
    def counted_won(self) -> int:
        """The cards that can be part of what counts among the cards won, as bits."""
        return holdings.counted_won(self.plan)

    @cached_property
    def _tests(self) -> dict[Plan, Mapping[str, Callable[[int], bool]]]:
        """The tests of declarations by plan, made when they are asked for."""
        return {}

    def declarable(self, plan: Plan, hand: int) -> tuple[str, ...]:
        """The declarations that a hand holds and that are made from the hand."""
        if plan not in self._tests:
            rules = plan.declaration_rules
            self._tests[plan] = {
                id: test
                for id, test in holdings.tests(plan).items()
                if not rules[id].unsaid and rules[id].own_where != "tricks"
            }
        return tuple(id for id, test in self._tests[plan].items() if test(hand))
