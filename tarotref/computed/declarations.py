"""What a hand declares under a ruleset, and how likely a dealt hand is to hold each declaration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tarotref.cards.card import Card
from tarotref.cards.holdings import HoldingError, declare, parse_declaration, parse_kind
from tarotref.cards.odds import probability
from tarotref.computed.figures import Figures
from tarotref.computed.groups import groups_of
from tarotref.corpus.records import Ruleset
from tarotref.model.types import Absence

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
    """Return what cards declare under a ruleset (`tarotref.cards.holdings.Score`); HoldingError or KeyError where it is not formal."""
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
