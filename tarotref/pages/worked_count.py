"""A small pile counted as a game counts it, each step with its cards: an example made for the page, the same in every build."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from tarotref.cards.card import Card
from tarotref.cards.counting import Count, count
from tarotref.computed.figures import Figures
from tarotref.pages.elements import E, El, joined
from tarotref.pages.wording import tile
from tarotref.words.phrases import figure

SETS = 3
"""Counting cards in the pile; with them goes one set of empty cards."""


def worked_count(figures: Figures) -> Iterator[El]:
    """Yield the pile, its working and its sum, where pack, values and method are known."""
    pile, made = example(figures)
    if made is None:
        return
    lines = [
        E(
            "li",
            E("span", joined(map(tile, line.cards), " ") if line.cards else line.what, cls="set"),
            " ",
            worked(line.sum),
        )
        for line in made.working
    ]
    yield E(
        "figure",
        E("figcaption", "A pile counted (the cards are chosen for the example)"),
        E("p", joined(map(tile, pile), " "), cls="pile"),
        E("ol", *lines),
        E("p", f"In all {figure(made.total)}", cls="sum"),
        cls="worked",
        id="worked-count",
    )


def worked(sum: str) -> str:
    """Return a step's sum with the signs of print."""
    return sum.replace("-", "−")


def example(figures: Figures) -> tuple[list[Card], Count | None]:
    """Return a pile of three counting cards, the highest trump, a King and a Queen if they count, with enough empty cards
    for a set to each and one more; and its count. No count where it would depend on how the hand was played."""
    method, values = figures.counting, figures.values
    if figures.ranking is None or values is None or method is None or not method.constant or method.over_half:
        return [], None
    players = min(figures.deals, default=None)
    size = players if method.by in ("players", "trick") else method.group(None)[0] if method.in_sets else 1
    if size is None:
        return [], None
    cards = [card for card in figures.ranking.pack.cards if card.kind != "fool" and card.copy == 1]
    top = [card for tier in figures.ranking.trumps[:1] for card in tier]
    wanted = [*top, *(card for rank in "KQCJA" for card in cards if card.rank == rank)]
    dear: list[Card] = []
    for card in wanted:
        counts = card in values and method.worth(card, values) > method.empty
        if (
            counts
            and card.kind != "fool"
            and all((c.kind, c.rank) != (card.kind, card.rank) and c.suit != card.suit for c in dear)
        ):
            dear.append(card)
    dear = dear[:SETS]
    suits = [
        [c for c in cards if c.suit == s and method.worth(c, values) == method.empty]
        for s in figures.ranking.pack.suits
    ]
    empty = [card for row in zip_longest(*suits) for card in row if card is not None]
    number = (len(dear) + 1) * size - len(dear)
    if not dear or len(empty) < number:
        return [], None
    pile = [*dear, *empty[:number]]
    tricks = len(dear) + 1 if method.by == "trick" else None
    return pile, count(pile, values, method, players, tricks)
