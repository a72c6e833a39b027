"""Worked examples of the sources, recomputed."""

from __future__ import annotations

from collections.abc import Iterator

from tarotref.cards.names import parse_cards
from tarotref.computed.declarations import declared
from tarotref.computed.figures import Figures
from tarotref.computed.payment import Hand, payment
from tarotref.computed.piles import count_pile
from tarotref.corpus.records import Ruleset
from tarotref.model.record import Example


def example_faults(ruleset: Ruleset, figures: Figures, example: Example) -> Iterator[str]:
    """Yield in what a worked example of the source does not come out."""
    if (example.cards or example.hand) and (figures.ranking is None or figures.values is None):
        yield "the pack, its order or its values are not known"
        return
    try:
        if example.cards and example.makes is not None:
            made = count_pile(ruleset.id, figures, example.cards)
            if made.total != example.makes:
                yield f"the source makes it {example.makes}; we count {made.total}"
        if example.hand and example.scores is not None:
            assert figures.ranking is not None
            score = declared(ruleset, figures, parse_cards(", ".join(example.hand), figures.ranking))
            if score.total != example.scores:
                yield f"the source scores {example.scores}; we score {score.total} ({', '.join(d.id for d in score.declared)})"
        if example.pays is not None:
            paid = payment(ruleset, hand_of(example)).total
            if paid != tuple(example.pays):
                yield f"the source pays {', '.join(map(str, example.pays))}; we compute {', '.join(map(str, paid))}"
    except (ValueError, KeyError) as error:
        yield str(error).strip("'\"")


def hand_of(example: Example) -> Hand:
    """Return the hand of which an example says what it pays."""
    return Hand(
        example.points or (), example.bid, example.bouts, example.feats or {}, dict.fromkeys(example.declared or ())
    )
