"""What bids and passes promise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tarotref.cards.holdings import Holding
from tarotref.model import rules as facts
from tarotref.model.types import given
from tarotref.play.compiled.conditions import Condition, condition
from tarotref.play.compiled.reading import tuple_of, yes


@dataclass(frozen=True, slots=True)
class Promise:
    """What a bid or a pass promises."""

    steps: int
    """How many steps higher than is needed the bid is; 0 where it is a pass, or of certain bids any."""
    bids: tuple[str, ...]
    """The bids that promise it whenever they are higher than is needed."""
    card: str
    needs: Holding | None
    last_bid: bool
    """Whether whoever has made it may not bid again."""
    announces: str | None
    """A feat that whoever promises has to announce as soon as he may, on a condition if there is one."""
    announces_if: Condition | None
    taker_announces: Mapping[str, Holding]
    """Feats that another who becomes declarer has to announce as soon as he may, by what he holds then."""


def promises(bidding: facts.Bidding) -> tuple[Promise, ...]:
    """Compile what bids and passes promise."""
    told = (given(bidding.promises) or {}).values()
    return tuple(_promise(one, card) for one in told if (card := given(one.card)) is not None)


def _promise(one: facts.Promise, card: str) -> Promise:
    only = condition(one.announces_if)
    return Promise(
        given(one.steps) or 0,
        tuple_of(one.bids),
        card,
        given(one.needs),
        yes(one.last_bid),
        given(one.announces),
        only,
        given(one.taker_announces) or {},
    )
