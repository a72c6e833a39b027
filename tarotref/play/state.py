"""A hand as one plays it: a value that says what may be done, and what the hand is when something has been done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tarotref.play import views
from tarotref.play.hand import Hand
from tarotref.play.phases import order
from tarotref.play.phases.playing import may_play
from tarotref.play.settle.reckoning import Result, reckon
from tarotref.play.table import Action


@dataclass(frozen=True, slots=True)
class State(Hand):
    """A hand at one moment, and all that one asks of it. Seats are numbered in turn from the player after the dealer."""

    @classmethod
    def of(cls, hand: Hand) -> State:
        """A hand as a state."""
        return hand if isinstance(hand, State) else cls(*(getattr(hand, name) for name in Hand.__slots__))

    def legal(self) -> tuple[Action, ...]:
        """Everything that the player in turn may do; nothing when the hand is over."""
        return order.legal(self)

    def do(self, action: Action | str) -> State:
        """Return the state after an action (`play XXI`, or an Action); IllegalAction names the rule that forbids it."""
        return State.of(order.do(self, order.read(self, action) if isinstance(action, str) else action))

    def playable(self) -> int:
        """The cards that the player in turn may play, as bits of the plan's cards."""
        return may_play(self)

    def why(self, action: Action) -> str:
        """Why an action is not allowed."""
        return order.why_not(self, action)

    def read(self, text: str) -> Action:
        """Return the action that a text writes; IllegalAction where it names no card."""
        return order.read(self, text)

    def result(self) -> Result:
        """Return what the hand came to: card points, feats, declarations, payments item by item; ValueError before it is over."""
        return reckon(self)

    def view(self, seat: int) -> dict[str, Any]:
        """What one player may see: his own cards, what lies open, what has been said; no other hand, talon or discard."""
        return views.view(self, seat)

    def transcript(self) -> dict[str, Any]:
        """The whole hand as data, from which `tarotref.play.replay` makes it again."""
        return views.transcript(self)
