"""How is told what a bid or pass promises, and how the declarer calls a partner."""

from __future__ import annotations

from collections.abc import Iterator

from tarotref.cards.holdings import describe
from tarotref.model import rules
from tarotref.model.types import given
from tarotref.words.clauses import tells
from tarotref.words.naming import Naming
from tarotref.words.phrases import listed, number


@tells(rules.Promise)
def promise(words: Naming, p: rules.Promise) -> Iterator[str]:
    """What a bid or pass promises, and what whoever makes it has to announce."""
    steps, needs, bids = given(p.steps), given(p.needs), given(p.bids)
    said = "a pass of the first bidder that leaves the hand to the only other one"
    if bids:
        said = f"{listed([words.named('bids', id) for id in bids], 'or')}, bid higher than needed,"
    elif steps:
        said = f"a bid {number(steps)} higher than needed"
    more = f" and {describe(needs, words.cards)}" if needs is not None else ""
    if (card := given(p.card)) is not None:
        yield f"{said} promises {words.one_of(card)}{more}"
    if given(p.last_bid):
        yield "the bidder may not bid again"
    if (feat := given(p.announces)) is not None:
        only = given(p.announces_if)
        yield f"the bidder has to announce {words.named('payment', feat)}{f' if {words.facts(only)}' if only is not None else ''}"


def _called(words: Naming, calls: tuple[str, ...], in_turn: bool) -> str:
    """The cards that may be called: `a King, or a Queen with all the Kings in hand`."""
    cards = [words.one_of(name) for name in calls]
    if not in_turn:
        return listed(cards, "or")
    if len(cards) > 2 and not cards[0].startswith("a "):
        first, last = (card if card.startswith("the ") else f"the {card}" for card in (cards[0], cards[-1]))
        return f"the highest trump from {first} down to {last} that he lacks"
    return ", or ".join(
        [
            cards[0],
            *(f"{card} if he holds {'all of these' if n == 1 else 'those too'}" for n, card in enumerate(cards) if n),
        ]
    )


@tells(rules.Partner)
def partner(words: Naming, p: rules.Partner) -> Iterator[str]:
    """How a contract gives the declarer a partner."""
    when = f"{words.term('call-when', moment)} " if (moment := given(p.when)) is not None else ""
    if calls := given(p.calls):
        silent = ", but does not say so" if given(p.secret) else ""
        yield f"{when}the declarer calls {_called(words, calls, given(p.in_turn) is True)}"
        yield f"its holder becomes the partner{silent}"
    if unless := given(p.turn_unless):
        yield f"if {words.term('turn-unless', unless)}, he may call any of these cards"
    if given(p.own) == "first":
        yield "of his own cards the declarer may call the first of these alone, and then plays alone"
    elif given(p.own) is False:
        yield "the card may not be one that the declarer holds"
    elif given(p.own):
        yield "the declarer may also call a card of his own, and then plays alone"
