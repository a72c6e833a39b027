"""How far a ruleset can be played, in a few words: known here so that who only names them need not know how to play."""

from __future__ import annotations

from typing import Literal, get_args

Playability = Literal[
    "runs", "runs with assumptions", "runs without some rules", "counted but not paid", "cannot be played"
]
PLAYABILITY: tuple[Playability, ...] = get_args(Playability)
