"""Where the arithmetic of cards and holdings meets the rules of a record: groups, odds, worked examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tarotref.cards import FOOL, Card, Ranking, find, parse_cards
from tarotref.corpus import Ruleset
from tarotref.counting import count
from tarotref.figures import Figures
from tarotref.holdings import Groups, HoldingError, declare, parse_declaration, parse_kind
from tarotref.model.record import Example
from tarotref.model.types import Absence
from tarotref.odds import probability
from tarotref.settlement import settle


class Names(Mapping[str, tuple[Card, ...]]):
    """Every card, class and group of a game by name, found when asked for."""

    def __init__(self, order: Ranking, groups: Mapping[str, frozenset[Card]]):
        self.ranking, self.groups = order, groups

    def __getitem__(self, name: str) -> tuple[Card, ...]:
        try:
            return find(name, self.ranking, self.groups)
        except ValueError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        yield from {**self.ranking.classes, **self.groups}

    def __len__(self) -> int:
        return len({**self.ranking.classes, **self.groups})


def groups_of(figures: Figures) -> Groups | None:
    """Return the groups of a ruleset as holdings understand them; None where its pack or order is not known."""
    order = figures.ranking
    if order is None:
        return None
    row = [card for tier in order.trumps for card in tier]
    first = [
        *row,
        *(card for suit in order.suits for card in suit),
        *((FOOL,) if order.pack.has_fool and FOOL not in row else ()),
    ]
    copies: dict[Card, list[Card]] = {}
    for card in order.pack.cards:
        copies.setdefault(card.first, []).append(card)
    cards = [copy for card in first for copy in copies.get(card, [card])]
    ranks: dict[str, list[Card]] = {}
    for card in cards:
        if card.kind == "suit":
            ranks.setdefault(card.rank, []).append(card)
    return Groups(
        Names(order, figures.groups),
        cards,
        tuple(frozenset(s) for s in order.suits),
        tuple(frozenset(r) for r in ranks.values()),
    )


_ODDS: dict[tuple[str, ...], Fraction | None] = {}


def declaration_odds(ruleset: Ruleset, figures: Figures, hand: int | None, id: str) -> Fraction | None:
    """Return the probability that a hand of so many cards holds a declaration.

    None where the declaration is not formal, or pack, order or hand are not known.
    """
    part, tree = ruleset.tree.get("declarations"), ruleset.tree
    if hand is None or figures.pack is None or not isinstance(part, dict) or not isinstance(part.get(id), dict):
        return None
    kinds = tree.get("kinds")
    kind = (
        kinds.get(part[id].get("kind", ""))
        if isinstance(kinds, dict) and isinstance(part[id].get("kind", ""), str)
        else None
    )
    key = (
        str(tree.get("pack")),
        str(hand),
        repr(part[id].get("holding")),
        repr(kind),
        *(repr(tree.get(n)) for n in ("groups", "suit_order", "trump_order")),
        repr(figures.top),
    )
    if key not in _ODDS:
        _ODDS[key] = _probability(figures, part[id], kind, hand)
    return _ODDS[key]


def _probability(figures: Figures, data: dict[str, Any], kind: Any, hand: int) -> Fraction | None:
    groups = groups_of(figures)
    if (
        groups is None
        or figures.pack is None
        or not isinstance(data.get("holding"), dict | str)
        or data["holding"] in list(Absence)
    ):
        return None
    try:
        holding = parse_declaration({"holding": data["holding"]}).holding
        if isinstance(kind, dict):
            holding = parse_kind({k: v for k, v in kind.items() if k in ("wild", "annex")}).complete(holding)
        return probability(holding, groups, figures.pack.cards, hand)
    except (HoldingError, KeyError, ValueError):
        return None


def declared(ruleset: Ruleset, figures: Figures, cards: tuple[Card, ...]) -> Any:
    """Return what cards declare under a ruleset (`tarotref.holdings.Score`); HoldingError or KeyError where it is not formal."""
    groups = groups_of(figures)
    if groups is None:
        raise ValueError("its pack and order are not known")
    tree = ruleset.tree
    part = {
        k: v
        for k, v in (tree.get("declarations") or {}).items()
        if isinstance(v, dict) and isinstance(v.get("holding"), dict | str)
    }
    kinds = (
        {k: parse_kind(v) for k, v in (tree.get("kinds") or {}).items() if isinstance(v, dict)}
        if isinstance(tree.get("kinds"), dict)
        else {}
    )
    return declare(cards, {k: parse_declaration(v) for k, v in part.items()}, kinds, groups, figures.values or {})


def example_faults(ruleset: Ruleset, figures: Figures, example: Example) -> Iterator[str]:
    """Yield in what a worked example of the source does not come out."""
    if (example.cards or example.hand) and (figures.ranking is None or figures.values is None):
        yield "the pack, its order or its values are not known"
        return
    try:
        if example.cards and example.makes is not None:
            assert figures.counting is not None and figures.ranking is not None and figures.values is not None
            made = count(
                parse_cards(", ".join(example.cards), figures.ranking),
                figures.values,
                figures.counting,
                min(figures.deals, default=None),
            )
            if made.total != example.makes:
                yield f"the source makes it {example.makes}; we count {made.total}"
        if example.hand and example.scores is not None:
            assert figures.ranking is not None
            score = declared(ruleset, figures, parse_cards(", ".join(example.hand), figures.ranking))
            if score.total != example.scores:
                yield f"the source scores {example.scores}; we score {score.total} ({', '.join(d.id for d in score.declared)})"
        if example.pays is not None:
            paid = settle(ruleset, example)
            if paid is not None and tuple(paid) != tuple(example.pays):
                yield f"the source pays {', '.join(map(str, example.pays))}; we compute {', '.join(map(str, paid))}"
    except (ValueError, KeyError) as error:
        yield str(error).strip("'\"")
