"""Pots: who puts stakes in, who adds to them and who takes them, by seat and hand by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Plan
from tarotref.play.compiled.rubber import Pot
from tarotref.play.settle.deed import Done
from tarotref.play.settle.reached import leader
from tarotref.play.settle.transfers import Transfer

Pots = Mapping[str, Points]
"""What lies in each pot, by its id."""
SCORE = "score"
"""What a pot hangs on that goes to who wins by card points."""


class Ended(NamedTuple):
    """What of a hand that is over pots turn on."""

    won: bool | None
    declarer: int | None
    totals: Mapping[int, Points]
    sides: tuple[int, ...]
    feats: tuple[Done, ...]
    doings: tuple[Mapping[str, int], ...]


def staked(plan: Plan, pots: Pots, annulled: bool = False) -> Iterator[Transfer]:
    """Yield what is put into pots before a hand, by seat: stakes into those that are due, and what the dealer adds; or when one was
    `annulled` the stakes that are put in for that."""
    for id, pot in plan.pots.items():
        if pot.after_annulled is not annulled:
            continue
        pays = [Fraction(0)] * plan.players
        if pot.stake is not None and (annulled or pot.each_hand or not pots.get(id)):
            pays = [-_stake(pot.stake, seat == plan.dealer) for seat in range(plan.players)]
        else:
            pays[0] -= pot.eldest
        pays[plan.dealer] -= pot.dealer
        if any(pays):
            yield _part(id, pays)


def brought(plan: Plan, pots: Pots, ended: Ended) -> Iterator[Transfer]:
    """Yield what a hand brings each seat from pots, or costs it: those who failed add, those who succeeded take."""
    for id, pot in plan.pots.items():
        lies = Fraction(pots.get(id, 0))
        if any(dues := _by_doings(pot.dues, ended)):
            lies += sum(dues)
            yield _part(id, [-due for due in dues])
        held = Fraction(pots.get(id, 0))
        if any(shares := _by_doings(pot.shares, ended)):
            lies -= held * sum(shares)
            yield _part(id, [held * share for share in shares])
        for key, seat, won, taker in _doings(plan, pot, ended):
            pays = [Fraction(0)] * plan.players
            share = pot.taken.get(key, 0)
            if won:
                pays[seat] = lies * share
            else:
                owed, to = pot.added.get(key, 0) + lies * pot.raised.get(key, 0), pot.to.get(key, ("pot",))
                owed = owed if pot.most is None else min(owed, Fraction(pot.most))
                pays[seat] = -owed * len(to)
                if taker >= 0:
                    pays[taker] = (owed if "winner" in to else 0) + lies * share
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


def _stake(stake: Points | Mapping[str, Points], dealer: bool) -> Fraction:
    """What one player puts into a pot."""
    if isinstance(stake, Mapping):
        stake = stake.get("dealer" if dealer else "others", stake.get("all", 0))
    return Fraction(stake)


def _by_doings(figures: Mapping[str, Points], ended: Ended) -> list[Fraction]:
    """What each seat puts in, or what share he takes, for what he did."""
    return [sum((Fraction(figures.get(what, 0)) * n for what, n in did.items()), Fraction(0)) for did in ended.doings]


def _doings(plan: Plan, pot: Pot, ended: Ended) -> Iterator[tuple[str, int, bool, int]]:
    """Yield what of a hand a pot turns on: the feat, or `score` for who won by card points, the seat, whether it was won, and to
    whom it was lost (-1 where that makes no difference)."""
    if SCORE in pot.named:
        if ended.won is not None:
            yield SCORE, ended.declarer or 0, ended.won, -1
        elif ended.totals and (winner := leader(plan.scoring.win, ended.totals)) is not None:
            yield SCORE, ended.sides.index(winner), True, -1
    for done in ended.feats:
        if done.feat in pot.named and (done.announced or not pot.announced):
            yield done.feat, done.seat, done.won, done.taker
