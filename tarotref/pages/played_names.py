"""What is called what in a hand that is told: its players and sides, its cards, what has a name in its rules."""

from __future__ import annotations

from collections.abc import Iterable

from tarotref.model.rules import entries
from tarotref.model.types import told
from tarotref.pages.elements import Child, E, El, joined
from tarotref.pages.rulesets import Page
from tarotref.pages.wording import strip, tile
from tarotref.play.compiled import TRUMPS, Plan, places
from tarotref.play.compiled.reading import tuple_of
from tarotref.play.settle.reckoning import Result
from tarotref.play.state import State
from tarotref.words.phrases import first_up, listed, ordinal


class Called:
    """The names of all that is in one hand."""

    def __init__(self, page: Page, states: list[State]):
        self.page, self.end = page, states[-1]
        self.plan: Plan = self.end.plan
        self.result: Result = self.end.result()
        self.seats = range(self.plan.players)
        self.hands: tuple[int, ...] = self.plan.circle
        """The seats that play to tricks, in turn: the players', and that of a dead hand that takes part."""

    def seat(self, seat: int) -> str:
        """What a player is called: by the place in turn: first player, second player, dealer."""
        if seat == self.plan.dealer:
            return "dealer"
        if seat == self.plan.players:
            return "dead hand"
        return f"{ordinal(seat + 1)} player"

    def role(self, seat: int) -> str:
        """What a player is in the hand beside his place: declarer, partner, or whose partner."""
        setting = self.end.setting
        if seat == setting.declarer:
            return "declarer"
        if seat == setting.partner:
            return "partner"
        if self.plan.sides == "partners":
            return f"{'first' if self.result.sides[seat] == 0 else 'second'} side"
        return ""

    def side(self, side: int) -> str:
        """What a side is called: by its players."""
        return first_up(listed(self.seat(seat) for seat in self._of(side)))

    def of_side(self, side: int) -> str:
        """Return the players of a side, as they stand in a sentence."""
        return listed(f"the {self.seat(seat)}" for seat in self._of(side))

    def _of(self, side: int) -> list[int]:
        return [seat for seat in self.seats if self.result.sides[seat] == side]

    def named(self, section: str, id: str) -> Child:
        """What a bid, declaration, feat or concession is called."""
        things = dict(entries(getattr(self.plan.ruleset.rules, section)))
        name = self.page.name(things.get(id), id, one=True)
        # several bids for one contract go by what is said, where they share its name
        said = tuple_of(told(things.get(id), "said")) if section == "bids" else ()
        if said and sum(told(one, "name") == told(things[id], "name") for one in things.values()) > 1:
            return E("i", said[0])
        return name

    def small(self, seat: int) -> El | None:
        """Return a player's role, to stand beside his name."""
        role = self.role(seat)
        return E("small", f" {role}") if role else None

    def cards(self, bits: int) -> list[Child]:
        """Cards as strips: the trumps with the Fool from the top, then suit by suit."""
        found: list[Child] = []
        for n in range(len(self.plan.suits)):
            mine = bits & self.plan.of_suit[n] | (bits & self.plan.fool if n == TRUMPS else 0)
            if mine:
                fool = list(places(mine & self.plan.fool))
                power = self.plan.trick.power[n]
                rest = sorted(places(mine & ~self.plan.fool), key=lambda place: (power[place], place), reverse=True)
                held = [self.plan.cards[place] for place in (*rest, *fool)]
                mixed = len({card.suit for card in held if card.kind == "suit"}) > 1
                found.append(E("span", self.tiles((*rest, *fool))) if mixed else strip(held))
        return joined(found, " ")

    def tiles(self, cards: Iterable[int]) -> list[Child]:
        """Return cards one by one, in the order given."""
        return joined((tile(self.plan.cards[place]) for place in cards), " ")
