"""A hand as the player in turn sees it, with what he counts on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tarotref.cards.counting import Points
from tarotref.cards.holdings import declare
from tarotref.play.compiled import EXCUSE, TRUMPS, Plan, places
from tarotref.play.players.judging import Judged, best_trumps, judged, strength
from tarotref.play.state import State
from tarotref.play.tricks import Trick, draws, led
from tarotref.play.views import partner


@dataclass(frozen=True)
class Sight:
    """A hand as the player in turn sees it."""

    state: State

    @cached_property
    def plan(self) -> Plan:
        return self.state.plan

    @cached_property
    def cards(self) -> Judged:
        return judged(self.plan)

    @cached_property
    def seat(self) -> int:
        """The seat from which he plays: his own, or that of the dead hand whose cards he plays."""
        return self.state.turn

    @cached_property
    def hand(self) -> int:
        return self.state.hands[self.seat]

    @cached_property
    def declared(self) -> int:
        """The cards with which one can declare something from one's hand."""
        plan, held = self.plan, self.state.table.declarable(self.plan, self.hand) if self.plan.declarations else ()
        if not held:
            return 0
        chosen = {id: plan.declarations[id] for id in held}
        made = declare(places(self.hand), chosen, plan.kinds, plan.groups).declared
        return plan.bits(card for one in made for card in one.cards)  # type: ignore[misc]

    @property
    def trick(self) -> Trick:
        return self.state.trick

    @cached_property
    def played(self) -> int:
        """All cards that have been played, or drawn and put with a trick."""
        found = self.plan.bits(self.trick.cards)
        if self.plan.deal.drawn != "to-hand":
            drawn = draws(self.plan, self.state.setting.stock, self.state.tricks)
            found |= self.plan.bits(card for _, _, card in drawn)
        for trick in self.state.tricks:
            for card in trick.cards:
                found |= 1 << card
        return found

    @cached_property
    def unseen(self) -> int:
        """The cards that others may still hold, as far as this player knows."""
        setting = self.state.setting
        person = setting.person(self.seat)
        mine = self.hand | setting.laid[person]
        if setting.dead_with == person:
            mine |= self.state.hands[person] | self.state.hands[-1] & setting.shown
        return self.plan.whole & ~mine & ~self.played

    def ally(self, other: int) -> bool:
        """Whether a player is known to be on the same side."""
        setting = self.state.setting
        if setting.called is not None and other != self.seat:
            shown = self.played >> setting.called & 1
            if not shown and not (self.seat == setting.partner and other == setting.declarer):
                return False
        return setting.side(other) == setting.side(self.seat)

    def foe(self, other: int) -> bool:
        """Whether a player is known to be on the other side."""
        setting = self.state.setting
        known = setting.called is None or other == setting.declarer or partner(self.state, self.seat) is not None
        return known and setting.side(other) != setting.side(self.seat)

    @cached_property
    def bare_loses(self) -> bool:
        """Whether this player has no trick so far, in a hand that one loses without any though few points win it."""
        loses = self.plan.scoring.win.aim == "fewest" and "no-tricks" in self.plan.scoring.feats
        return loses and all(trick.winner != self.seat for trick in self.state.tricks)

    @cached_property
    def voids(self) -> dict[int, frozenset[int]]:
        """The suits that each seat has shown to lack: what was led when it played another, and trumps when it played no trump."""
        plan, found = self.plan, dict[int, set[int]]()
        for trick in (*self.state.tricks, self.trick):
            suit = led(plan, trick) if trick.cards else EXCUSE
            if suit == EXCUSE:
                continue
            for n, card in enumerate(trick.cards):
                own = plan.suit[card]
                if own not in (suit, EXCUSE):
                    seat = trick.seat(n, plan.circle)
                    found.setdefault(seat, set()).update({suit} if own == TRUMPS else {suit, TRUMPS})
        return {seat: frozenset(suits) for seat, suits in found.items()}

    def trumps_in(self, suit: int) -> bool:
        """Whether an opponent who is still to play has shown to lack a suit, and may have trumps."""
        if not self.unseen & self.plan.of_suit[TRUMPS]:
            return False
        circle = self.plan.circle
        behind = self.trick.order(circle)[len(self.trick.cards) + 1 : self.trick.in_turn(circle)]
        lacks = (self.voids.get(seat, frozenset()) for seat in behind if not self.ally(seat))
        return any(suit in one and TRUMPS not in one for one in lacks)

    @cached_property
    def foes_after(self) -> int:
        """How many others are still to play to the trick who are not known to be allies."""
        circle = self.plan.circle
        behind = self.trick.order(circle)[len(self.trick.cards) + 1 : self.trick.in_turn(circle)]
        return sum(not self.ally(seat) for seat in behind)

    @cached_property
    def strength(self) -> float:
        return self.strength_by(self.plan)

    def strength_by(self, plan: Plan) -> float:
        """How good the hand is by the rules of a contract: with its best suit as trumps, where one is still to be made so."""
        if plan.by_trumps:
            plan = plan.by_trumps[best_trumps(plan, self.hand)]
        return strength(plan, self.hand)

    def suit(self, card: int) -> int:
        """The cards of the suit of a card."""
        return self.plan.of_suit[self.plan.suit[card]]

    def cost(self, card: int) -> tuple[bool, bool, Points, int]:
        """How dear a card is, to throw away: the Pagat and the high trumps, other trumps, what counts, what is high."""
        known, trump = self.cards, self.plan.suit[card] == TRUMPS
        dear = bool((known.pagat | known.high | self.plan.fool) >> card & 1)
        return dear, trump, known.points[card], known.height[card]

    def sure(self, card: int, suit: int) -> bool:
        """Whether a card that wins so far will most likely win: none behind can or will beat it."""
        if not self.foes_after:
            return True
        higher = self.unseen & self.cards.beaten_by[suit][card]
        if self.plan.suit[card] == TRUMPS:
            return not higher
        if higher & ~self.plan.of_suit[TRUMPS] or (higher and self.trumps_in(suit)):
            return False
        return not higher or (self.unseen & self.plan.of_suit[suit]).bit_count() >= 3 * self.foes_after
