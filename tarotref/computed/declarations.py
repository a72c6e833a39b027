"""What a hand declares under a ruleset, and how likely a dealt hand is to hold each declaration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tarotref.cards import holdings
from tarotref.cards.card import Card
from tarotref.cards.holdings import Declaration, HoldingError, Kind, Score, Worth, declare
from tarotref.cards.odds import Intractable, probability
from tarotref.computed.figures import Figures
from tarotref.corpus.records import Ruleset
from tarotref.model import rules
from tarotref.model.types import Absence, given, told

UNSAID = frozenset({"when-played", "end-of-hand"})
"""When a declaration counts that nobody has to make, as terms of the list `declaring-when`."""


def unsaid(ruleset: rules.Rules, declaration: rules.Declaration) -> bool:
    """Return whether a declaration counts without having been made: by what it says itself of when it is, or what all do."""
    return (told(declaration, "when") or told(ruleset.declaring, "when")) in UNSAID


def kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """Return what the declarations of each kind have in common."""
    return {id: _kind(kind) for id, kind in rules.entries(ruleset.rules.kinds)}


def _kind(kind: rules.Kind) -> Kind:
    return Kind(
        _worth(kind.worth),
        given(kind.wild),
        given(kind.annex) or (),
        tuple(sorted((int(least), Fraction(by)) for least, by in (given(kind.multiply) or {}).items())),
        () if kind.share is Absence.NONE else given(kind.share),
    )


def _worth(worth: Worth | Absence | None) -> Worth | None:
    return Worth(absent=worth.value) if isinstance(worth, Absence) else worth


def declarations(ruleset: Ruleset) -> dict[str, Declaration]:
    """Return the declarations of a ruleset that say which cards they need."""
    return {
        id: Declaration(entry.holding, _worth(entry.worth), given(entry.kind) or "")
        for id, entry in rules.entries(ruleset.rules.declarations)
        if isinstance(entry.holding, holdings.Holding)
    }


def declaration_odds(
    ruleset: Ruleset, figures: Figures, hand: int | None, name: str, known: dict[Any, Fraction | Intractable | None]
) -> Fraction | Intractable | None:
    """Return the probability that a hand of so many cards holds a declaration.

    None where the declaration is not formal, or pack, order or hand are not known; Intractable where it asks for too
    much. `known` are the odds found before, by all that they follow from; new ones are added.
    """
    told = declarations(ruleset).get(name)
    if told is None or hand is None or figures.pack is None:
        return None
    kind = kinds(ruleset).get(told.kind, Kind())
    # A ranking is known by its identity, which is quickly compared: the reckoner makes each once and keeps it.
    key = (id(figures.ranking), frozenset(figures.groups.items()), hand, told.holding, kind.wild, kind.annex)
    if key not in known:
        try:
            known[key] = _probability(figures, told, kind, hand)
        except Intractable as error:
            known[key] = error
    return known[key]


def _probability(figures: Figures, told: Declaration, kind: Kind, hand: int) -> Fraction | None:
    if figures.names is None or figures.pack is None:
        return None
    try:
        return probability(kind.complete(told.holding), figures.names, figures.pack.cards, hand)
    except (HoldingError, KeyError, ValueError):
        return None


def declared(ruleset: Ruleset, figures: Figures, cards: tuple[Card, ...]) -> Score:
    """Return what cards declare under a ruleset; HoldingError or KeyError where it is not formal."""
    if figures.names is None:
        raise ValueError("its pack and order are not known")
    once = told(ruleset.rules.declaring, "once") or ()
    asked = {id: given(one.only_if) for id, one in rules.entries(ruleset.rules.declarations)}
    held = {id: one.held for id, one in asked.items() if one is not None and one.held is not None and one.by is None}
    known = {
        id: one
        for id, one in declarations(ruleset).items()
        if id not in held or holdings.holds(cards, held[id], figures.names)
    }
    return declare(cards, known, kinds(ruleset), figures.names, figures.values or {}, once=once)
