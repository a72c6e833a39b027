"""Hands that the corpus keeps, one for a game: written down shortly, and played again.

A hand is kept as the seed of its deal and what was done, so that a page plays one hand and searches for none, whatever
becomes of the players who played it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator

from tarotref.cards.card import SIGNS, TWIN
from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.records import Ruleset
from tarotref.model.shared import PlayedHand
from tarotref.play.compiled import plan_of
from tarotref.play.deal import start
from tarotref.play.state import State
from tarotref.play.table import Action, Table

KINDS = frozenset(
    "case pass wait bid contract take look keep discard ask give call declare announce double concede throw-in name demand offer refuse trumps claim take-back arrange tell yield done".split()
)
"""The kinds of action that are written with their name; a card alone is played."""


def written(actions: Iterable[Action]) -> str:
    """Return actions as the corpus writes them: `pass, bid solo, discard 2♠, XXI, K♥`, suits by French signs."""
    return ", ".join(_short(action.what if action.kind == "play" else str(action)) for action in actions)


def _short(text: str) -> str:
    for suit, other in TWIN.items():
        if other in SIGNS:
            text = text.replace(f" of {suit}", SIGNS[other])
    return text


def read(text: str) -> Iterator[str]:
    """Yield the actions that a text writes, as `State.do` takes them."""
    for action in map(str.strip, text.split(",")):
        yield action if action.partition(" ")[0] in KINDS else f"play {action}"


def played(computed: ComputedCorpus, ruleset: Ruleset, hand: PlayedHand) -> list[State]:
    """Return a hand played again: every state of it, from the deal to the end.

    IllegalAction where the rules no longer allow what was done, ValueError where it does not come to an end, is of a number
    of players that cannot play, or (`Unplayable`) where facts are missing.
    """
    states = [start(Table(plan_of(ruleset, computed.figures, hand.players)), hand.seed)]
    for action in read(hand.actions):
        states.append(states[-1].do(action))
    if not states[-1].over:
        raise ValueError(f"the hand is not over: player {states[-1].player} has to act")
    return states


def digest(ruleset: Ruleset) -> str:
    """Return a digest of the facts of a ruleset, by which one knows whether a hand was chosen by the rules as they are."""
    return hashlib.sha256(json.dumps(ruleset.tree, sort_keys=True, default=str).encode()).hexdigest()[:12]
