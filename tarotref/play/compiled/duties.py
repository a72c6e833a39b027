"""Duties in play beyond following suit and trumping: which cards must be played to which tricks, or kept back from them."""

from __future__ import annotations

from dataclasses import dataclass

from tarotref.cards.holdings import Holding
from tarotref.model.rules import Custom, Rules, entries
from tarotref.model.types import given
from tarotref.play.compiled.conditions import Condition, condition
from tarotref.play.compiled.deck import Deck
from tarotref.play.compiled.reading import tuple_of, yes


@dataclass(frozen=True, slots=True)
class Duty:
    """Cards that must be played, or kept, at moments of a hand. Cards are bits of the deck."""

    id: str
    must: str
    """A term of the list `duty`."""
    cards: int
    suit: str
    """Of which suit they are, a term of the list `duty-suit`; nothing where that is open."""
    beside: Holding | None
    how: str
    """How they are played, a term of the list `duty-how`; nothing where in any way."""
    when: str
    """When it holds, a term of the list `duty-when`; nothing where always."""
    tricks: tuple[int, ...]
    """To which tricks it holds, from 1; none where to all."""
    in_trick: int
    """Cards of which one has to lie in the trick, or 0."""
    apart: bool
    while_holding: int
    """Cards of which one has to be in hand, or 0."""
    otherwise: tuple[int, ...]
    """What those play who have none, the first that they have."""
    only_if: Condition | None


@dataclass(frozen=True, slots=True)
class Swap:
    """A card that comes into the first trick of its suit in exchange for another. Cards are bits of the deck."""

    id: str
    cards: int
    in_trick: int
    """What has to lie there: with it its holder plays the card, where it is not called for."""
    called: bool
    """Whether the side that has won the trick calls for it."""
    takes_back: int
    """What its holder takes back if he has played it; else he takes a numeral card."""
    spared: bool
    """Whether it may be called for only if he has played none of these."""


def swaps(rules: Rules, deck: Deck) -> tuple[Swap, ...]:
    """Compile which cards are put into a trick in exchange for others."""
    return tuple(
        Swap(
            id, deck.named(given(one.cards)), deck.named(given(one.in_trick)), given(one.put_in) == "called",
            deck.named(given(one.takes_back)), yes(one.spared),
        )
        for id, one in entries(rules.customs)
        if given(one.put_in) is not None
    )  # fmt: skip


def duties(rules: Rules, deck: Deck) -> tuple[Duty, ...]:
    """Compile the duties that are told as facts, in their order."""
    return tuple(_duty(id, one, deck) for id, one in entries(rules.customs) if given(one.must) is not None)


def _duty(id: str, custom: Custom, deck: Deck) -> Duty:
    cards = given(custom.cards)
    return Duty(
        id=id,
        must=given(custom.must) or "",
        cards=deck.whole if cards is None else deck.named(cards),
        suit=given(custom.suit) or "",
        beside=custom.beside,
        how=given(custom.how) or "",
        when=given(custom.when) or "",
        tricks=tuple_of(custom.tricks),
        in_trick=deck.named(given(custom.in_trick)),
        apart=yes(custom.apart),
        while_holding=deck.named(given(custom.while_holding)),
        otherwise=tuple(deck.named([name]) for name in given(custom.otherwise) or ()),
        only_if=condition(custom.only_if),
    )


def shown(rules: Rules, deck: Deck) -> int:
    """The cards that their holders lay open before play."""
    open_ = (one for _, one in entries(rules.customs) if yes(one.shown))
    return deck.named([name for one in open_ for name in given(one.cards) or ()])
