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


def example_faults(ruleset: Ruleset, figures: Figures, example: Example) -> Iterator[tuple[str, str]]:
    """Yield what of a worked example of the source does not come out: its field, and in what."""
    if (example.cards or example.hand) and (figures.ranking is None or figures.values is None):
        yield "cards" if example.cards else "hand", "the pack, its order or its values are not known"
        return
    field = "cards"
    try:
        if example.cards and example.makes is not None:
            made = count_pile(ruleset.id, figures, example.cards)
            if made.total != example.makes:
                yield "makes", f"the source makes it {example.makes}; we count {made.total}"
        field = "hand"
        if example.hand and example.scores is not None:
            assert figures.ranking is not None
            hand = parse_cards(", ".join(example.hand), figures.ranking)
            try:
                score = declared(ruleset, figures, hand)
            except (ValueError, KeyError):
                return  # a declaration asks for what is no card, which is told where it does
            if score.total != example.scores:
                told = ", ".join(d.id for d in score.declared)
                yield "scores", f"the source scores {example.scores}; we score {score.total} ({told})"
        field = "pays"
        if example.pays is not None:
            paid = payment(ruleset, hand_of(example)).total
            if paid != tuple(example.pays):
                yield (
                    "pays",
                    f"the source pays {', '.join(map(str, example.pays))}; we compute {', '.join(map(str, paid))}",
                )
    except (ValueError, KeyError) as error:
        yield field, str(error).strip("'\"")


def hand_of(example: Example) -> Hand:
    """Return the hand of which an example says what it pays."""
    return Hand(
        example.points or (), example.bid, example.bouts, example.feats or {}, dict.fromkeys(example.declared or ()),
        stage=example.stage,
    )  # fmt: skip
