"""A place at a table as data for a page: what whoever sits there sees, may do, and is told, in the words of the terminal.

The page runs this module in the browser (docs/table.md). All it hands over are plain values, which become JSON.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from tarotref.cli.hands import Told, signed
from tarotref.pages.drawings import cards as drawings
from tarotref.pages.wording import shape_of
from tarotref.play import Action, IllegalAction, State
from tarotref.play.players import simple
from tarotref.play.rubber import Rubber
from tarotref.play.table import CARD_ACTIONS

SAYING = (
    "bid",
    "pass",
    "contract",
    "declare",
    "announce",
    "double",
    "concede",
    "case",
    "trumps",
    "name",
    "throw-in",
    "ask",
    "call",
)
"""Kinds of action that are shown beside a player when he has done them."""


class Seat:
    """A person's place at a table of simple players, who play at once whenever it is their turn."""

    def __init__(self, ruleset: str, players: int | None = None, seed: int | str | None = None, seat: int = 0):
        """Sit down and deal; `seat` is counted from the player after the first dealer. KeyError, ValueError and `Unplayable`
        as `tarotref.play.table`; ValueError where there is no such seat."""
        self.told = Told.of(argparse.Namespace(id=ruleset, players=players, seed=seed))
        if not 0 <= seat < self.told.plan.players:
            raise ValueError(f"seat: found {seat}; expected a number from 0 to {self.told.plan.players - 1}")
        self.at = seat
        self.rubber = Rubber.begin(self.told.plan, self.told.plan.dealer)
        self.hands = 0
        self.deal()

    # -- what is done

    def deal(self) -> None:
        """Deal the next hand, the deal going round: the first is that of the seed, the others follow from it."""
        self.hands += 1
        told = self.told
        told.rubber = self.rubber
        told.me = (self.at - 1 - self.rubber.dealer) % told.plan.players
        first = self.rubber.deal(told.table, told.seed if self.hands == 1 else f"{told.seed}:{self.hands}")
        self.states: list[State] = [first]
        self.acts: list[str] = []
        self.marks: list[int] = []
        """How many states there were before each act of the person's."""
        self._others()

    def do(self, text: str) -> str:
        """Do what is written, then let the others play on; return why not where it is not allowed, else nothing."""
        try:
            action = self.told.understood(self.state, text)
            now = self.state.do(action)
        except IllegalAction as error:
            return str(error)
        self.marks.append(len(self.states))
        self.acts.append(str(action))
        self.states.append(now)
        self._others()
        return ""

    def undo(self) -> None:
        """Take back the person's last act, and what the others did after it."""
        if self.marks:
            del self.states[self.marks.pop() :]
            self.acts.pop()

    def next_hand(self) -> None:
        """Take what the hand came to into the score, and deal again."""
        if self.state.over:
            self.rubber = self.rubber.add(self.state.result(), more=True)
            self.deal()

    def why_not(self, text: str) -> str:
        """Why something is not allowed now, in a sentence."""
        try:
            self.state.do(self.told.understood(self.state, text))
        except IllegalAction as error:
            return str(error)
        return ""

    def advice(self) -> str:
        """What a player would do who keeps to the rules of thumb."""
        return "" if self.state.over else str(simple(self.state))

    def _others(self) -> None:
        while not self.state.over and self.state.player != self.told.me:
            self.states.append(self.state.do(simple(self.state)))

    # -- what is seen

    @property
    def state(self) -> State:
        """The hand as it is now."""
        return self.states[-1]

    @property
    def me(self) -> int:
        """Where the person sits in this hand."""
        assert self.told.me is not None
        return self.told.me

    def table(self) -> dict[str, Any]:
        """What does not change while one sits here: the game, its cards, what is assumed."""
        told = self.told
        return {
            "title": told.words.title("game", told.ruleset.id),
            "ruleset": told.ruleset.id,
            "game": told.ruleset.game,
            "players": told.plan.players,
            "clockwise": told.plan.seats.clockwise,
            "seed": str(told.seed),
            "suits": list(told.plan.suits),
            "cards": {
                str(card): {"face": drawings.face(**shape_of(card)), "name": drawings.alt(**shape_of(card))}
                for card in told.plan.cards
            },
            "how_far": [told.plainly(line) for line in told.how_far()],
            "assumed": [told.plainly(line.strip()) for line in told.assumed() if line.startswith(" ")],
        }

    def look(self, since: int = 0) -> dict[str, Any]:
        """The hand from here: the person's cards, what lies on the table, what may be done, what has been said since a state."""
        state, told = self.state, self.told
        view = state.view(self.me)
        mine = state.player == self.me
        legal = state.legal() if mine else ()
        stacks = [[(None if card is None else str(card), below) for card, below in own] for own in view["table"]]
        lies_open = [card for card, _ in stacks[self.me] if card] if stacks else []
        dead = mine and view["dead_hand_plays"]
        cards = [*self._in_order(state.plan.held(view["dead_hand"] if dead else view["hand"])), *lies_open]
        may = {action.what: action.kind for action in legal if action.kind in CARD_ACTIONS}
        return {
            "number": self.hands,
            "at": len(self.states),
            "over": state.over,
            "phase": state.phase,
            "turn": state.player,
            "me": self.me,
            "dealer": told.plan.dealer,
            "names": [told.player(seat) for seat in range(told.plan.players)],
            "roles": [self._role(seat, view) for seat in range(told.plan.players)],
            "said": self._said(),
            "held": list(view["cards_held"]),
            "won": [sum(trick.winner == seat for trick in state.tricks) for seat in range(told.plan.players)],
            "hand": [{"card": card, "may": may.get(card, "")} for card in cards],
            "dead_hand_plays": bool(view["dead_hand_plays"]),
            "others": [{"do": f"{kind} {card}", "card": card} for card, kind in may.items() if card not in cards],
            "choices": [{"do": str(a), "say": self._choice(a)} for a in legal if a.kind not in CARD_ACTIONS],
            "kind": next(iter(may.values()), ""),
            "talon": view["talon"],
            "laid": list(map(str, view["laid"])),
            "open": self._open(view),
            "stacks": stacks,
            "contract": _capital(told.words.named("bid", view["contract"])) if view["contract"] else "",
            "trick": self._trick(state.trick),
            "last": self._trick(state.tricks[-1]) if state.tricks else [],
            "winner": state.tricks[-1].winner if state.tricks else None,
            "trick_number": len(state.tricks) + (not state.over),
            "moves": [self._move(n) for n in range(max(1, since), len(self.states))],
            "acts": self.acts,
            "result": self._result() if state.over else None,
            "score": self._score(),
        }  # fmt: skip

    def _open(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        """Cards that lie open for the person before play: the packets of a talon, what is looked at, else what all have seen."""
        if self.state.tricks or self.state.phase == "play":
            return []
        piles = [(f"packet {n}", packet) for n, packet in enumerate(view["packets"], 1)]
        piles = piles or [("talon", view["looking"] or view["shown"])]
        return [{"name": name, "cards": list(map(str, cards))} for name, cards in piles if cards]

    def _result(self) -> dict[str, Any]:
        """What the hand came to: lines of text, then what each player gets, item by item."""
        told, result = self.told, self.state.result()
        paid = [transfer for transfer in result.transfers or () if any(transfer.pays)]
        heads = [_capital(told.player(seat)) for seat in range(told.plan.players)]
        rows = [[*map(signed, t.pays), "; ".join(told.words.field(tuple(path)) for path in t.by)] for t in paid]
        total = [*map(signed, result.total or ()), "in all"]
        lines = [*told.account(self.state), *told.from_pots(result)]
        lines += [
            f"Not paid, because the source does not say it: {told.words.field(tuple(path))}" for path in result.missing
        ]
        return {"lines": lines, "heads": heads, "rows": [*rows, total] if result.transfers is not None else []}

    def _score(self) -> list[tuple[str, str]]:
        """What each player has after the hands before this one, nothing before the second."""
        names = ("you" if player == self.at else f"player {player + 1}" for player in range(self.told.plan.players))
        return (
            [(name, str(total)) for name, total in zip(names, self.rubber.totals, strict=True)]
            if self.hands > 1
            else []
        )

    def _in_order(self, cards: int) -> list[str]:
        """Cards by suit, the highest first, trumps before the suits, the Fool at the end."""
        plan, found = self.state.plan, []
        for suit in [*plan.of_suit, plan.fool]:
            found += [str(plan.cards[n]) for n in range(len(plan.cards) - 1, -1, -1) if cards & suit & 1 << n]
        return found

    def _role(self, seat: int, view: dict[str, Any]) -> str:
        if seat == view["declarer"]:
            return "declarer"
        if view["partner"] is not None and seat == view["partner"]:
            return "partner"
        return "your partner" if seat in view["partners"] else ""

    def _said(self) -> list[str]:
        """What each player has said last."""
        said = [""] * self.told.plan.players
        for before, after in zip(self.states, self.states[1:], strict=False):
            action = after.actions[-1]
            if action.kind in SAYING and before.player is not None:
                said[before.player] = self._choice(action)
        return said

    def _choice(self, action: Action) -> str:
        """What may be done, as one would say it."""
        if action.kind in ("bid", "contract"):
            return _capital(self.told.words.named("bid", action.what))
        return _capital(self.told.choice(action))

    def _trick(self, trick: Any) -> list[dict[str, Any]]:
        circle, cards = self.state.plan.circle, self.state.plan.cards
        return [{"seat": trick.seat(n, circle), "card": str(cards[card])} for n, card in enumerate(trick.cards)]

    def _move(self, n: int) -> dict[str, Any]:
        """What happened from one state to the next, as the person sees it."""
        before, after = self.states[n - 1], self.states[n]
        action = after.actions[-1]
        took = len(after.tricks) > len(before.tricks)
        trick = after.tricks[-1] if took else after.trick
        return {
            "seat": before.player,
            "kind": action.kind,
            "card": action.what if action.kind == "play" else "",
            "say": self._choice(action) if action.kind in SAYING else "",
            "trick": self._trick(trick) if action.kind == "play" else [],
            "taken": trick.winner if took else None,
            "lines": list(self.told.seen(before, action, after)),
        }


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def asked(seat: Seat, call: str, *arguments: Any) -> str:
    """Answer a page: call a method of a seat, and return what it gives as JSON."""
    return json.dumps(getattr(seat, call)(*arguments), ensure_ascii=False, default=str)
