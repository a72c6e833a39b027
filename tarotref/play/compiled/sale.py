"""What is left of the pack where a player takes cards out of it, or leaves the hand and sells it to another."""

from __future__ import annotations

from dataclasses import dataclass

from tarotref.cards.counting import Points
from tarotref.model import rules as facts
from tarotref.model.rules import Rules
from tarotref.model.types import given
from tarotref.play.compiled.deck import Deck
from tarotref.play.compiled.reading import section, tuple_of


@dataclass(frozen=True, slots=True)
class Sale:
    """How what is left of the pack is sold. Cards are bits of the deck."""

    by: str
    """Who takes cards out of it or sells it, a term of the list `who`."""
    takes: int
    """The cards that whoever has it takes out of it."""
    price: Points
    """The price at which bids begin."""
    to: str
    """Who buys it for that where nobody bids more, a term of the list `who`."""
    steps: tuple[Points, ...]
    """By how much a bid goes up."""
    last_trick: Points
    """What the seller pays the winner of the last trick."""
    lost: Points
    """What he is paid by each other player who has lost counting cards."""
    part: Points
    """What a point of these adds to the part of a whole in the bid of a buyer who wins the last trick."""


def sale(rules: Rules, deck: Deck) -> Sale | None:
    """Compile how what is left of the pack is sold; None where it is not."""
    found = given(section(rules.bidding, facts.Bidding).sale)
    if found is None:
        return None
    return Sale(
        given(found.by) or "eldest", deck.named(given(found.takes)), given(found.price) or 0, given(found.to) or "dealer",
        tuple_of(found.steps), given(found.last_trick) or 0, given(found.lost) or 0, given(found.part) or 0,
    )  # fmt: skip
