"""What the last trick counts, raised by two players: one proposes, the other accepts, refuses or proposes more."""

from __future__ import annotations

from tarotref.notation import exact
from tarotref.play.hand import Hand, Stake
from tarotref.play.phases.phase import Phase, did, silenced
from tarotref.play.table import DONE, Action

PROPOSE, REFUSE = Action("offer", "last-trick"), Action("refuse", "last-trick")


class Raise(Phase):
    """Before he plays a card, a player may propose that the last trick count more, but not over a proposal of his own."""

    name = "raise"

    def enter(self, hand: Hand) -> Hand | None:
        if not hand.plan.raised or (stake := _stake(hand)).to is not None:
            return None
        if stake.open:
            return hand.wait(self.name, (stake.by + 1) % hand.plan.players)
        seat = hand.trick.seat(len(hand.trick.cards), hand.plan.circle)
        return None if seat == stake.by or (self.name, seat) in hand.setting.silent else hand.wait(self.name, seat)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return (PROPOSE, REFUSE, DONE) if _stake(hand).open else (PROPOSE, DONE)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "nothing but the last trick may be raised, and a proposal refused (counting.raised)"

    def act(self, hand: Hand, action: Action) -> Hand:
        """A proposal that is accepted, or answered by a higher one, holds; one that is refused ends it."""
        now, stake = did(hand, action), _stake(hand)
        if action == REFUSE:
            return now.settle(stake=stake._replace(open=False, to=stake.by)).go_on()
        holds = stake._replace(worth=exact(stake.worth + hand.plan.raised), open=False) if stake.open else stake
        if action == PROPOSE:
            return now.settle(stake=holds._replace(by=hand.seat, open=True)).go_on()
        return now.settle(stake=holds).go_on() if stake.open else silenced(now, self.name).go_on()


def _stake(hand: Hand) -> Stake:
    return hand.setting.stake or Stake(hand.plan.counting.last_trick)
