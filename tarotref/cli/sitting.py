"""What whoever sits at a table does, takes back, looks back at and keeps."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from typing import Any, Self

import tarotref
import tarotref.play
from tarotref.cli.telling import Told
from tarotref.play import IllegalAction, State, kept
from tarotref.play.players import simple
from tarotref.play.rubber import Rubber

OF_PAGE = "page"
"""In place of acts: those of the hand that the page of the game shows played out."""


class NoSeat(ValueError):
    """A seat that a table does not have."""

    def __init__(self, seat: int, players: int):
        super().__init__(f"seat: found {seat}; expected a number from 0 to {players - 1}")
        self.players = players


class Sitting:
    """What whoever sits at a table of simple players does; these play at once whenever it is their turn."""

    def __init__(
        self, ruleset: str, players: int | None = None, seed: int | str | None = None, seat: int = 0, acts: str = "",
        at: int | None = None,
    ):  # fmt: skip
        """Sit down and deal; `seat` is counted from the player after the first dealer. With `acts` all that was done so far is
        done again (`kept.written`), and `at` says after how many of them one looks at the hand.

        KeyError, ValueError and `Unplayable` as `tarotref.play.table`; ValueError where there is no such seat.
        """
        if acts == OF_PAGE:
            shown = tarotref.load().corpus.shared["hands"][ruleset.partition("/")[0]]
            players, seed, acts = shown.players, shown.seed, shown.actions
        self._sit(Told.of(argparse.Namespace(id=ruleset, players=players, seed=seed)), seat)
        self.deal(kept.read(acts) if acts else (), at)

    @classmethod
    def saved(cls, text: str, to: int | None = None) -> Self:
        """The place at a table that was saved as text, the hand as it stood, or after so many acts. ValueError where the text tells no hand;
        IllegalAction where something was done in it that the rules do not allow now."""
        hand = read_hand(text)
        here = cls.__new__(cls)
        here._sit(
            Told.of(argparse.Namespace(id=hand["ruleset"], players=hand["players"], seed=hand["seed"])), hand["seat"]
        )
        here._begin(tarotref.play.replay(hand | {"actions": []}), hand["actions"][:to], None)
        here.as_dealt = here.states[0].hands == here.told.start().hands
        return here

    def _sit(self, told: Told, seat: int) -> None:
        if not 0 <= seat < told.plan.players:
            raise NoSeat(seat, told.plan.players)
        self.told, self.at = told, seat
        self.now = 0
        """After how many acts one looks at the hand."""
        self.rubber = Rubber.begin(told.plan, told.plan.dealer)
        self.before: tuple[Rubber, ...] = ()
        """What the rubber was before each hand that has been played in it."""
        self.earlier: tuple[Rubber, ...] = ()
        """The rubbers of this evening that are over."""
        self.hands = 1
        self.as_dealt = True
        """Whether the cards are those of the seed."""
        self._place()

    def _place(self) -> None:
        """Say where the person sits in this hand."""
        self.told.rubber = self.rubber
        self.told.me = (self.at - 1 - self.rubber.dealer) % self.told.plan.players

    # -- what is done

    def deal(self, acts: Iterable[str] = (), at: int | None = None) -> None:
        """Deal the hand: the first is that of the seed, the others follow from it."""
        self._begin(self.rubber.deal(self.told.table, self.seed), acts, at)

    @property
    def seed(self) -> int | str:
        """What the cards of this hand depend on."""
        return self.told.seed if self.hands == 1 else f"{self.told.seed}:{self.hands}"

    def _begin(self, first: State, acts: Iterable[str], at: int | None) -> None:
        self.states: list[State] = [first]
        self.broken = ""
        """Why an act of those that were to be done again was not allowed."""
        for text in acts:
            try:
                self.states.append(self.states[-1].do(text))
            except IllegalAction as error:
                self.broken = f"{text}: {error}"
                break
        if at is None:
            self._others()
        self.look_at(len(self.states) - 1 if at is None else at)

    def do(self, text: str) -> str:
        """Do what is written, then let the others play on; return why not where it is not allowed, else nothing.

        What has come after the moment that one looks at is given up for it.
        """
        try:
            now = self.state.do(self.told.understood(self.state, text))
        except IllegalAction as error:
            return str(error)
        self.states = [*self.states[: self.now + 1], now]
        self._others()
        return ""

    def take_over(self, seat: int | None = None) -> None:
        """Play on from the moment that one looks at, from a seat of this hand: one's own, or another's."""
        if seat is not None:
            self.at = (seat + self.rubber.dealer + 1) % self.told.plan.players
            self._place()
        self.states = self.states[: self.now + 1]
        self._others()

    def play_out(self) -> None:
        """Let a simple player do the rest for the person too."""
        self.states = self.states[: self.now + 1]
        while not self.states[-1].over:
            self.states.append(self.states[-1].do(simple(self.states[-1])))
        self.now = len(self.states) - 1

    def undo(self) -> None:
        """Take back the person's last act, and what the others did after it."""
        own = [n for n, state in enumerate(self.states[: self.now]) if state.player == self.told.me]
        if own:
            self.states = self.states[: own[-1] + 1]
            self.now = own[-1]

    def look_at(self, moment: int) -> None:
        """Look at the hand as it was after so many acts."""
        self.now = min(max(moment, 0), len(self.states) - 1)

    def next_hand(self) -> None:
        """Take what the hand came to into the score, and deal again; when the rubber is over, begin another."""
        if self.states[-1].over:
            self.before = (*self.before, self.rubber)
            self.rubber = self.rubber.add(self.states[-1].result(), more=True)
            if self.rubber.over:
                self.earlier, self.before = (*self.earlier, self.rubber), ()
                self.rubber = Rubber.begin(self.told.plan, self.rubber.dealer)
            self.hands += 1
            self.as_dealt = True
            self._place()
            self.deal()

    def why_not(self, text: str) -> str:
        """Why something is not allowed now, in a sentence."""
        try:
            self.state.do(self.told.understood(self.state, text))
        except IllegalAction as error:
            return str(error)
        return ""

    def _others(self) -> None:
        while not self.states[-1].over and self.states[-1].player != self.told.me:
            self.states.append(self.states[-1].do(simple(self.states[-1])))
        self.now = len(self.states) - 1

    # -- what is kept

    @property
    def state(self) -> State:
        """The hand at the moment that one looks at."""
        return self.states[self.now]

    @property
    def me(self) -> int:
        """Where the person sits in this hand."""
        assert self.told.me is not None
        return self.told.me

    @property
    def acts(self) -> str:
        """All that was done in this hand, by everybody: with the ruleset, the players and the seed it leads to the hand again."""
        return kept.written(self.states[-1].actions)

    @property
    def linked(self) -> bool:
        """Whether seed and acts lead to this hand: not where it hangs on hands before it."""
        turned = self.told.plan.seats.turned(self.rubber.dealer)
        due = any(one.hands or any(one.marks) for one in self.rubber.due.values())
        return self.as_dealt and (
            self.hands == 1 or not (turned or due or self.rubber.pack or any(self.rubber.pots.values()))
        )

    def save(self) -> str:
        """The hand as text, which `saved` and `tarotref play --replay` read."""
        whole = {**self.states[-1].transcript(), "seed": str(self.seed), "seat": self.me}
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def read_hand(text: str) -> dict[str, Any]:
    """Return a hand that was saved as text: what `tarotref.play.replay` takes, with its seed and the person's seat. ValueError
    where the text is none."""
    try:
        hand = json.loads(text)
        lacking = [name for name in ("ruleset", "players", "hands", "talon", "actions") if name not in hand]
    except (ValueError, TypeError):
        raise ValueError("this is no hand saved at the table or by `tarotref play`") from None
    if not isinstance(hand, dict) or lacking:
        raise ValueError("this is no whole hand: expected what `tarotref deal --json` or a table has written")
    seed = str(hand.get("seed", "saved"))
    return hand | {"seed": int(seed) if seed.isdecimal() else seed, "seat": hand.get("seat", 0)}
