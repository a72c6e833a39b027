"""How a contract gives the declarer a partner."""

from __future__ import annotations

from dataclasses import dataclass

from tarotref.cards.holdings import Holding
from tarotref.model import rules as facts
from tarotref.model.types import Absence, given
from tarotref.play.compiled.reading import tuple_of, yes


@dataclass(frozen=True, slots=True)
class Partner:
    """How a contract gives the declarer a partner."""

    calls: tuple[str, ...]
    """The names of the cards that he may call; `all`: any."""
    in_turn: bool
    turn_unless: str | None
    """When he may call any of them, a term of the list `turn-unless`."""
    again: bool
    """Whether, if nobody holds the card, he calls one of the next of these."""
    narrowed: tuple[str, ...]
    """What leaves fewer of these, by terms of the list `call-narrowed`."""
    offers: Holding | None
    """The cards with which a player may offer to be the partner before a card is called; None where nobody may."""
    own: bool
    """Whether he may call a card that he holds."""
    own_first: bool
    """Whether of his own cards he may call the first of these alone."""
    lies_with: str | None
    """Who is the partner if nobody holds the card, a term of the list `who`."""
    known: bool
    """Whether the partner is known as soon as he is called."""
    first: bool
    """Whether the card is called before the declarer sees the talon."""


def partner(fact: facts.Partner | Absence | None) -> Partner | None:
    """Compile how a contract gives the declarer a partner; None where nothing is told of it."""
    if (found := given(fact)) is None:
        return None
    return Partner(
        tuple_of(found.calls), yes(found.in_turn), given(found.turn_unless), yes(found.again), tuple_of(found.narrowed), given(found.offers), bool(given(found.own)),
        given(found.own) == "first", given(found.lies_with),
        given(found.secret) is False, given(found.when) == "before-talon",
    )  # fmt: skip
