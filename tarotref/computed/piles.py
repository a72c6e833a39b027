"""A pile of cards won, counted as a ruleset counts it."""

from __future__ import annotations

from collections.abc import Sequence

from tarotref.cards.counting import Count, count
from tarotref.cards.names import parse_cards
from tarotref.computed.figures import Figures
from tarotref.corpus.records import Corpus


def count_pile(
    id: str, figures: Figures, cards: str | Sequence[str], players: int | None = None, tricks: int | None = None,
    last_trick: bool = False, discard: int = 0, french: bool = False,
) -> Count:  # fmt: skip
    """Count a pile as the ruleset of that id does; `french`: its players call King, Queen and Jack R, D and V.

    ValueError where a card is unclear or not in the pack, where what the method needs is not known or not given, and
    where the pile, its tricks or the number of players cannot be.
    """
    needs = {
        "its pack and order": figures.ranking,
        "what cards are worth": figures.values,
        "how cards are counted": figures.counting,
    }
    if lacking := [name for name, found in needs.items() if found is None]:
        raise ValueError(f"{id} cannot be counted; not known: {', '.join(lacking)}")
    assert figures.ranking and figures.values is not None and figures.counting
    pile = parse_cards(cards if isinstance(cards, str) else ", ".join(cards), figures.ranking, french)
    if not pile:
        raise ValueError("no cards in the pile")
    allowed = tuple(figures.deals)
    whole = isinstance(players, int) and not isinstance(players, bool)
    if players is not None and not (whole and players in (allowed or range(2, len(figures.ranking.pack)))):
        played = f"{id} is for {' or '.join(map(str, allowed))}" if allowed else "expected a whole number from 2 on"
        raise ValueError(f"players: found {players!r}; {played}")
    numbers = (players,) if players else allowed
    method = figures.counting
    if len(numbers) > 1 and (method.by == "players" or (method.by == "trick" and tricks is None)):
        raise ValueError(
            f"{id} is for {' or '.join(map(str, numbers))} players, and counts by their number: say how many"
        )
    shares = {figures.shares.get(n) for n in numbers}
    if len(shares) > 1 and (method.over_half or method.under_half):
        raise ValueError(f"{id} counts cards above a share that depends on the number of players: say how many")
    share = next(iter(shares), None)
    return count(pile, figures.values, method, min(numbers, default=None), tricks, last_trick, share, discard)


def languages(corpus: Corpus, game: str) -> set[str]:
    """Return the languages of the players' words: those of the game's own record, or else of its tradition's."""
    facts = corpus.game(game)
    return {name.lang for name in facts.names or corpus.tradition(facts.tradition).names}
