"""What beats what in a game, drawn as ladders: each suit, the trumps, the Fool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tarotref.cards.card import Card, Ranking
from tarotref.computed.groups import trumps_of
from tarotref.model.types import given, told
from tarotref.pages.drawings import cards as drawings
from tarotref.pages.elements import E, El, Raw
from tarotref.pages.rulesets import Page
from tarotref.pages.wording import shape_of, tile
from tarotref.words.phrases import listed

BEATS = "what-beats-what"
"""The id of the ladders."""


def what_beats_what(page: Page) -> Iterator[El]:
    """Yield a ladder for suits that rank alike, one for the trumps, and what the Fool does; with the signs of the page."""
    assert page.main is not None
    ranking = page.computed.figures(page.main).ranking
    if ranking is None:
        return
    yield E("div", Raw(drawings.signs([*ranking.pack.suits, "fool"])), cls="hand-head")
    rows = []
    if ranking.trumps:
        rows.append(E("div", E("dt", "Trumps"), E("dd", Raw(*ladder(ranking.trumps)))))
    made = {suit: trumps_of(ranking, page.main.rules, suit) for suit in told(page.main.rules.trump_suit, "order") or ()}
    for trump_suit, cards in made.items():
        sign = Raw(drawings.sign(trump_suit))
        row = E("dd", Raw(*ladder([(c,) for c in cards])))
        rows.append(E("div", E("dt", sign, f" {trump_suit.capitalize()} as trumps"), row))
    always = frozenset[Card].intersection(*map(frozenset, made.values())) if made else frozenset[Card]()
    for suits, order in alike(ranking, always):
        name = listed(suit.capitalize() for suit in suits)
        signs = (drawings.sign(suit) for suit in suits)
        rows.append(E("div", E("dt", Raw("".join(signs)), f" {name}"), E("dd", Raw(*ladder([(c,) for c in order])))))
    if ranking.pack.has_fool and not any(card.kind == "fool" for tier in ranking.trumps for card in tier):
        role = told(page.main.rules.fool, "role")
        entry = page.computed.corpus.vocabulary.get("fool-role", {}).get(str(role))
        fool = next(card for card in ranking.pack.cards if card.kind == "fool")
        words = f"{entry.label}: {entry.definition}" if entry else "What it does is not known."
        rows.append(E("div", E("dt", "The Fool"), E("dd", tile(fool), " ", words)))
    above = ranking.trumps and given(page.main.rules.trump_suit) is None
    caption = "What beats what: the highest card stands first" + (
        "; any trump beats any card of a suit" if above else ""
    )
    yield E("figure", E("figcaption", caption), E("dl", *rows), cls="beats", id=BEATS)


def alike(ranking: Ranking, trumps: frozenset[Card] = frozenset()) -> Iterator[tuple[list[str], tuple[Card, ...]]]:
    """Yield the suits whose cards have one order, with the cards of the first of them; those left out that are always trumps."""
    orders: dict[tuple[str, ...], list[tuple[Card, ...]]] = {}
    for cards in ranking.suits:
        if suit := tuple(card for card in cards if card not in trumps):
            orders.setdefault(tuple(card.rank for card in suit), []).append(suit)
    for found in orders.values():
        yield [suit[0].suit for suit in found], found[0]


def ladder(tiers: Iterable[Sequence[Card]]) -> tuple[str, str]:
    """Draw cards from the highest to the lowest, and say them."""
    shapes = [[shape_of(card) for card in tier] for tier in tiers]
    return drawings.run(shapes), " ".join("=".join(map(str, tier)) for tier in tiers)
