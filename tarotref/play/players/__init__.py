"""Players: functions from a hand to what is done next. One does anything legal, one keeps to a few rules of thumb.

A player looks at no more than the state's `view` of his seat shows. The rules of thumb are told in docs/play.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from tarotref.play.players import before_play, cards
from tarotref.play.players.judging import judged, strength
from tarotref.play.players.sight import Sight
from tarotref.play.state import State
from tarotref.play.table import Action

Player = Callable[[State], Action]
Rule = Callable[[Sight, tuple[Action, ...]], Action]
"""What is done of all that may be done."""


def random_player(rng: random.Random) -> Player:
    """Return a player who does any of the legal things, each as likely as the others."""

    def player(state: State) -> Action:
        return rng.choice(state.legal())

    return player


def simple(state: State) -> Action:
    """Do what the rules of thumb say; nothing is left to chance."""
    legal = state.legal()
    return legal[0] if len(legal) == 1 else RULES.get(state.phase, before_play.say_nothing)(Sight(state), legal)


def advised(state: State) -> tuple[Action, str]:
    """What the rules of thumb say, and the reason, in a sentence."""
    legal = state.legal()
    if len(legal) == 1:
        return legal[0], "Nothing else is allowed."
    if state.phase == "play":
        return cards.reasoned(Sight(state), legal)
    action = simple(state)
    return action, before_play.reason(Sight(state), action)


RULES: Mapping[str, Rule] = {
    "case": before_play.ask_for_case,
    "bid": before_play.bid,
    "contract": before_play.bid,
    "throw-in": before_play.throw_in,
    "bargain": before_play.bargain,
    "tell": before_play.tell,
    "keep": before_play.keep,
    "discard": before_play.discard,
    "give": before_play.give,
    "ask": before_play.ask,
    "call": before_play.call,
    "trumps": before_play.make_trumps,
    "exchange": before_play.exchange,
    "stage": before_play.take_first,
    "packet": before_play.take,
    "choose": before_play.take,
    "before-talon": before_play.say_before_talon,
    "declare-early": before_play.declare_all,
    "declare": before_play.declare_all,
    "announce": before_play.announce,
    "double": before_play.double,
    "name": before_play.name_suit,
    "demand": before_play.take_first,
    "offer": before_play.take_first,
    "name-card": before_play.name_suit,
    "claim": before_play.claim,
    "concede": before_play.leave,
    "sell": before_play.sell,
    "play": cards.play,
}
"""What a simple player does in each phase; in the others nothing."""
PLAYERS: Mapping[str, Callable[[random.Random], Player]] = {
    "random": random_player, "simple": lambda rng: simple,
}  # fmt: skip
"""Players by name, made with what they need of chance."""

__all__ = ["PLAYERS", "RULES", "Player", "Rule", "advised", "judged", "random_player", "simple", "strength"]
