"""A hand's fixed parts: the table that does not change, the actions, and all that is settled beside the tricks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NamedTuple

from tarotref.cards.counting import Points
from tarotref.computed.declarations import unsaid
from tarotref.model.rules import Bid, entries
from tarotref.model.types import given, told
from tarotref.play import declaring
from tarotref.play.auction import Auction
from tarotref.play.plan import Plan

CARD_ACTIONS = ("play", "keep", "discard", "ask", "give", "call")
"""Kinds of action that name a card."""


class Action(NamedTuple):
    """Something a player does: `bid a-due`, `pass`, `trumps cups`, `discard 2 of cups`, `ask K of cups`, `declare trull`, `play XXI`."""

    kind: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.what}".rstrip()


OPEN = frozenset(
    "case bid pass contract ask call declare announce double concede throw-in name take look trumps".split()
)
"""Kinds of action that all hear of; what is played lies open besides."""
DONE, PASSED = Action("done"), Action("pass")


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the message names the rule. The state is as it was."""


class Said(NamedTuple):
    """Something a player has declared or announced, by its id, and in how many tricks it was done before."""

    seat: int
    id: str
    after: int = 0


class Double(NamedTuple):
    """How often what the cards pay (`score`) or an announced feat has been doubled, and by which side last."""

    level: int
    side: int


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
    def contracts(self) -> Mapping[str, Plan]:
        """The rules of each contract that changes them."""
        return {id.removeprefix("bids."): plan for id, plan in self.plan.cases.items() if id.startswith("bids.")}

    @cached_property
    def bids(self) -> Mapping[str, Bid]:
        return dict(entries(self.plan.rules.bids))

    @cached_property
    def cases(self) -> Mapping[str, Table]:
        """The tables at which a hand is played on when a player asks for a case, by its id; where one has been asked for, those
        over it, each laid on the rules before it."""
        first = self.before or self
        return {
            id: Table(first.plan.cases[f"cases.{id}"], id, first)
            for id, case in entries(first.plan.rules.cases)
            if told(case, "at")
            and f"cases.{id}" in first.plan.cases
            and (self.case in (given(case.over) or ()) if self.case else given(case.over) is None)
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
    def tests(self) -> dict[Plan, Mapping[str, Callable[[int], bool]]]:
        """The tests of declarations by plan, made when they are asked for."""
        return {}

    @cached_property
    def counted_won(self) -> int:
        """The cards that can be part of what counts among the cards won, as bits."""
        return declaring.counted_won(self.plan)

    def held(self, plan: Plan, hand: int) -> tuple[str, ...]:
        """The declarations that a hand holds and that are made from the hand."""
        if plan not in self.tests:
            made = dict(entries(plan.rules.declarations))
            self.tests[plan] = {
                id: test
                for id, test in declaring.tests(plan).items()
                if not unsaid(plan.rules, made[id]) and told(made[id], "where") != "tricks"
            }
        return tuple(id for id, test in self.tests[plan].items() if test(hand))


class Setting(NamedTuple):
    """All that is settled beside the tricks: the deal, the contract, what has been laid aside and said."""

    plan: Plan
    """The rules in force: those of the contract, once there is one."""
    dealt: tuple[int, ...]
    """The hands as they were dealt, as bits of the plan's cards; what lies in stacks apart."""
    stacks: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """The stacks before each player as they were dealt, their cards by place, the upper one first; nothing where there are none."""
    pauses: tuple[tuple[int, ...], ...] = ()
    """What each player has been dealt at each pause of the deal in which one may bid or announce, as bits."""
    on_cards: int = 0
    """How many cards each player has been dealt, in a pause of the deal; 0 when all are dealt."""
    turned_up: bool = False
    """Whether the stacks have been turned up for play."""
    talon: int = 0
    """What still lies in the talon."""
    stock: tuple[int, ...] = ()
    """The places of the cards of the stock, in the order in which they are drawn."""
    dead: int = 0
    dead_with: int | None = None
    """Who plays the cards of a dead hand that takes part, once it does."""
    lies: tuple[int, ...] = ()
    """The cards of the talon as they lay when they had been dealt, which tells its packets and which card is turned up next."""
    shown: int = 0
    """Cards of the talon and of discards that all have seen, and one that was turned up for trumps."""
    bottom: int = 0
    """The bottom card of the pack, the dealer's last, where something hangs on it and all see it before the deal."""
    heard: tuple[tuple[int, Action], ...] = ()
    """Who has said or done what so that all know of it, the play of cards apart."""
    turned: int = 0
    """How many of the dealer's partners sit after him, where partners sit side by side."""
    pots: Mapping[str, Points] = {}
    """What lies in each pot; nothing where the hand is played by itself."""
    auction: Auction | None = None
    at: str = ""
    """The moment at which players were last asked whether they want a case, a term of the list `case-at`."""
    contract: str | None = None
    stage: int = 0
    """At which stage of the talon the declarer stopped, from 1; 0 where it has none."""
    declarer: int | None = None
    overruled: int | None = None
    """Who was declarer before another took up his discard."""
    partner: int | None = None
    called: int | None = None
    """The place of the card that was called."""
    asked: int = 0
    """How many cards the declarer may still ask for."""
    asking: tuple[int, int] | None = None
    """Who gave a card that was asked for, and so gets one, and the place of the card."""
    bought: tuple[tuple[int, int], ...] = ()
    """Who gave which card that was asked for."""
    given: tuple[int, ...] = ()
    """The cards given in exchange for these, in order."""
    kept: int = 0
    """The cards of his own that the declarer keeps, who takes the talon for the others, as bits."""
    laid: tuple[int, ...] = ()
    """What each player has discarded."""
    held: tuple[tuple[str, ...], ...] = ()
    """The declarations that each player holds once the cards are exchanged."""
    declared: tuple[Said, ...] = ()
    announced: tuple[Said, ...] = ()
    doubled: tuple[tuple[str, Double], ...] = ()
    conceded: Said | None = None
    silent: frozenset[tuple[str, int]] = frozenset()
    """Who has finished with which phase."""
    void: str = ""
    """Why the hand is not played: `all-pass`, or the id of what annuls the deal."""

    def person(self, seat: int) -> int:
        """The player who plays from a seat: the one who sits there, or who plays the cards of the dead hand."""
        return seat if self.dead_with is None or seat < self.plan.players else self.dead_with

    def side(self, seat: int) -> int:
        """The number of a player's side."""
        if self.dead_with is not None:
            seat = self.person(seat)
        return self.plan.side(seat, self.declarer, self.partner, self.turned)
