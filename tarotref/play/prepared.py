"""Feats made ready for play: what is asked of each at every card, looked up once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from tarotref.model.rules import Announced, Feat, Rules, entries
from tarotref.model.types import told


class Prepared(NamedTuple):
    """A feat with what is asked of it while a hand is played."""

    feat: Feat
    do: str | None
    cards: int
    """The cards with which it is done, as bits, the one that the declarer called apart."""
    called: bool
    """Whether that one serves too."""
    tricks: int
    """How many cards it takes."""
    last: int
    """How far from the end it can be decided first: 1 is the last trick."""
    announced: Announced | None
    """What is paid if it was announced; None where nobody announces it."""
    earliest: int
    """The trick before which it can be announced first."""
    deadline: int
    """The trick before which it is announced for the last time."""
    on_cards: tuple[int, ...]
    """On how many of his cards a player announces it, in a pause of the deal; nothing where all are dealt first."""
    with_doubles: bool
    """Whether opponents of the declarer announce it while doubles are said."""
    by: str | None
    """Who may announce it, a term of the list `who`."""
    keep: bool
    """Whether its card is kept for its trick once it is announced."""
    includes: tuple[str, ...]
    """What is announced with it."""


def prepared(rules: Rules, named: Callable[[Iterable[str]], int]) -> Mapping[str, Prepared]:
    """Return the feats of rules by id; `named` says which cards names mean."""
    return {id: _prepared(feat, named) for id, feat in entries(rules.feats)}


def _prepared(feat: Feat, named: Callable[[Iterable[str]], int]) -> Prepared:
    do, names, announced = told(feat, "do"), told(feat, "cards") or (), told(feat, "announced")
    tricks = told(feat, "tricks") or 1
    last: Any = told(feat, "from_end") or (2 if do == "win-last-but-one" else 1)
    return Prepared(
        feat=feat,
        do=do,
        cards=named(name for name in names if name != "called"),
        called="called" in names,
        tricks=tricks,
        last=max(tricks, last),
        announced=announced,
        earliest=told(announced, "earliest") or 1,
        deadline=told(announced, "deadline") or 1,
        on_cards=tuple(told(announced, "on_cards") or ()),
        with_doubles=told(announced, "when") == "with-doubles",
        by=told(announced, "by") or told(feat, "who"),
        keep=told(announced, "keep") is True,
        includes=tuple(told(announced, "includes") or ()),
    )
