"""Pots: who puts stakes in, who adds to them and who takes them, by seat and hand by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarotref.cards.counting import Points
from tarotref.computed.payment import leader
from tarotref.model.rules import Pot, entries
from tarotref.model.types import given, told
from tarotref.notation import exact
from tarotref.play.plan import Plan
from tarotref.play.score import Transfer

if TYPE_CHECKING:
    from tarotref.play.reckoning import Result

Pots = Mapping[str, Points]
"""What lies in each pot, by its id."""


def staked(plan: Plan, pots: Pots) -> Iterator[Transfer]:
    """Yield what is put into pots before a hand, by seat: stakes into those that are due, and what the dealer adds."""
    for id, pot in entries(plan.rules.pots):
        stake, when = told(pot, "stake"), told(pot, "when")
        pays = [Fraction(0)] * plan.players
        if stake is not None and (when == "each-hand" or not pots.get(id)):
            pays = [-_stake(stake, seat == plan.dealer) for seat in range(plan.players)]
        else:
            pays[0] -= told(pot, "eldest") or 0
        pays[plan.dealer] -= told(pot, "dealer") or 0
        if any(pays):
            yield _part(id, pays)


def brought(plan: Plan, pots: Pots, result: Result) -> Iterator[Transfer]:
    """Yield what a hand brings each seat from pots, or costs it: those who failed add, those who succeeded take."""
    for id, pot in entries(plan.rules.pots):
        lies = Fraction(pots.get(id, 0))
        if any(dues := _dues(pot, result)):
            lies += sum(dues)
            yield _part(id, [-due for due in dues])
        for key, seat, won, taker in _doings(pot, result):
            pays = [Fraction(0)] * plan.players
            share, added, raised = (_known(told(pot, name), key) for name in ("taken", "added", "raised"))
            if won and share:
                pays[seat] = lies * share
            elif not won:
                owed, to = (added or 0) + lies * (raised or 0), (told(pot, "to") or {}).get(key, ("pot",))
                pays[seat] = -owed * len(to)
                if taker >= 0:
                    pays[taker] = (owed if "winner" in to else 0) + lies * (share or 0)
            if any(pays):
                lies -= sum(pays)
                yield _part(id, pays)


def left(pots: Pots, parts: Iterator[Transfer] | tuple[Transfer, ...]) -> Pots:
    """What lies in the pots when something has been put in or taken out."""
    lies = dict(pots)
    for part in parts:
        id = part.by[0][1]
        lies[id] = exact(Fraction(lies.get(id, 0)) - sum(map(Fraction, part.pays)))
    return lies


def _part(id: str, pays: list[Fraction]) -> Transfer:
    return Transfer((("pots", id),), tuple(exact(amount) for amount in pays))


def _known(part: Any, key: str) -> Fraction | None:
    return None if part is None or key not in part else Fraction(part[key])


def _stake(stake: Any, dealer: bool) -> Fraction:
    """What one player puts into a pot."""
    if isinstance(stake, Mapping):
        stake = stake.get("dealer" if dealer else "others", stake.get("all", 0))
    return Fraction(stake)


def _dues(pot: Pot, result: Result) -> list[Fraction]:
    """What each seat puts in for what he did before play."""
    dues = told(pot, "dues") or {}
    return [sum((Fraction(dues.get(what, 0)) * n for what, n in did.items()), Fraction(0)) for did in result.doings]


def _doings(pot: Pot, result: Result) -> Iterator[tuple[str, int, bool, int]]:
    """Yield what of a hand a pot turns on: the feat, or `score` for who won by card points, the seat, whether it was won, and to
    whom it was lost (-1 where that makes no difference)."""
    named = {key for part in (pot.taken, pot.added, pot.raised) for key in given(part) or ()}
    if "score" in named and result.won is not None:
        yield "score", result.declarer or 0, result.won, -1
    elif "score" in named and result.totals and (winner := leader(result.plan.rules, result.totals)) is not None:
        yield "score", result.sides.index(winner), True, -1
    for done in result.feats:
        if done.feat in named:
            yield done.feat, done.seat, done.won, done.taker
