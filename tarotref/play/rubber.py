"""Hands one after the other: who deals, what they add up to, what the pots hold, and what the rubber pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tarotref.cards.counting import Points
from tarotref.computed.figures import for_players
from tarotref.computed.payment import in_band, rounded
from tarotref.model.rules import Bounds, Pot, RubberBonus, Rules, entries
from tarotref.model.types import Absence, given, told
from tarotref.notation import exact
from tarotref.play.deal import start
from tarotref.play.plan import Path, Plan
from tarotref.play.reckoning import Result
from tarotref.play.score import Transfer
from tarotref.play.state import State
from tarotref.play.table import Table


@dataclass(frozen=True, slots=True)
class Rubber:
    """Hands played so far. Players are numbered for good, in the order in which they deal; seats change with the dealer."""

    plan: Plan
    dealer: int = 0
    """The player who deals the next hand."""
    hands: tuple[Result, ...] = ()
    """The hands that counted."""
    totals: tuple[Points, ...] = ()
    """What each player has received or marked in all."""
    pots: Mapping[str, Points] | None = None
    """What lies in each pot."""
    paid: tuple[tuple[str, tuple[Points, ...]], ...] = ()
    """What each player has put into pots or taken from them, in order, by pot."""

    @classmethod
    def begin(cls, plan: Plan, dealer: int = 0) -> Rubber:
        """A rubber in which no hand has been played: the first player deals, if no other is named; the pots are filled."""
        none = (0,) * plan.players
        empty: dict[str, Points] = dict.fromkeys((id for id, _ in entries(plan.rules.pots)), 0)
        return cls(plan, dealer, totals=none, pots=empty)._staked()

    @property
    def rules(self) -> Rules:
        return self.plan.rules

    def player(self, seat: int) -> int:
        """The player in a seat of the next hand: seats are numbered from the player after the dealer."""
        return (self.dealer + 1 + seat) % self.plan.players

    def deal(self, table: Table, seed: int | str) -> State:
        """The next hand, dealt by a seed: partners who sit side by side stay together."""
        return start(table, seed, turned=self.plan.turned(self.dealer))

    def by_player(self, by_seat: Sequence[Points]) -> tuple[Points, ...]:
        """Figures by seat of the next hand as figures by player."""
        found: list[Points] = [0] * self.plan.players
        for seat, points in enumerate(by_seat):
            found[self.player(seat)] = points
        return tuple(found)

    def add(self, result: Result) -> Rubber:
        """The rubber after a hand; one that was thrown in counts for nothing, and the deal passes as the rules say."""
        if result.void:
            again = (
                told(self.rules.bidding, "all_pass") == "same-dealer"
                if result.void == "all-pass"
                else _again(self.rules, result.void)
            )
            return self if again else replace(self, dealer=(self.dealer + 1) % self.plan.players)
        made = self.by_player(result.total or (0,) * self.plan.players)
        totals = tuple(exact(Fraction(own) + more) for own, more in zip(self.totals, made, strict=True))
        now = replace(self, hands=(*self.hands, result), totals=totals)._potted(result)
        return replace(now, dealer=(self.dealer + 1) % self.plan.players)._staked()

    @property
    def over(self) -> bool | None:
        """Whether the rubber is over; None where the rules do not say what ends it."""
        limit = for_players(told(self.rules.tally, "hands"), self.plan.players)
        first_to = told(self.rules.tally, "first_to")
        if limit is None and first_to is None:
            return None
        reached = first_to is not None and max(map(Fraction, self.totals)) >= first_to
        return reached or (limit is not None and len(self.hands) >= limit)

    # -- what it pays

    def settled(self) -> tuple[Transfer, ...]:
        """What the rubber pays each player by its totals, beyond what the hands have paid; nothing where the rules have no
        rubber, or what is carried from hand to hand is paid already.

        The side or player with the most wins; equal totals pay nothing. ValueError names what is not recorded.
        """
        tally = self.rules.tally
        if told(tally, "keeps") not in ("total", "difference"):
            return ()
        base, each, bands = told(tally, "base"), told(tally, "each"), told(tally, "bands")
        if base is None and each is None and bands is None:
            if tally is not None and not isinstance(tally, Absence) and tally.base is Absence.UNSTATED:
                raise ValueError("tally.base: what a rubber pays is not recorded")
            return ()
        order = self._sides()
        standing = sorted(order, key=lambda side: -Fraction(self.totals[side[0]]))
        winners = standing[0]
        if all(self.totals[side[0]] == self.totals[winners[0]] for side in standing):
            return ()
        found: list[Points] = [0] * self.plan.players
        by: list[Path] = [
            ("tally", name) for name in ("base", "each", "bands", "bonus") if told(tally, name) is not None
        ]
        for side in standing[1:]:
            amount = self._owed(self.totals[winners[0]], self.totals[side[0]])
            for player in side:
                found[player] = exact(-amount)
            for player in winners:
                found[player] = exact(Fraction(found[player]) + Fraction(amount) * len(side) / len(winners))
        return (Transfer(tuple(by), tuple(found)),)

    def _sides(self) -> list[list[int]]:
        """The players who score together."""
        side = [self.plan.side(player) for player in range(self.plan.players)]
        return [[player for player, own in enumerate(side) if own == one] for one in dict.fromkeys(side)]

    def _owed(self, most: Points, own: Points) -> Points:
        """What one who has lost pays for a rubber, by the totals of the winner and his own."""
        tally: Any = self.rules.tally
        if bands := told(tally, "bands"):
            amount: Points = in_band(bands, own)
        else:
            distance = Fraction(most) - own
            steps = rounded(distance / (told(tally, "step") or 1), told(tally, "round"))
            amount = (told(tally, "base") or 0) + (told(tally, "each") or 0) * steps
        bonus = [one for one in told(tally, "bonus") or () if _applies(one, most, own)]
        if bonus:
            last = bonus[-1]
            add = told(tally, "base") or 0 if last.add == "base" else last.add or 0
            amount = exact(Fraction(amount) * (last.times or 1) + add)
        return amount

    # -- pots

    def _staked(self) -> Rubber:
        """The pots as they are before the next hand, when those who owe stakes have put them in."""
        now = self
        for id, pot in entries(self.rules.pots):
            stake, when = told(pot, "stake"), told(pot, "when")
            pays = [Fraction(0)] * self.plan.players
            if stake is not None and (when == "each-hand" or not (now.pots or {})[id]):
                for seat in range(self.plan.players):
                    pays[self.player(seat)] -= _stake(stake, seat == self.plan.dealer)
            pays[self.dealer] -= told(pot, "dealer") or 0
            now = now._pay(id, pays)
        return now

    def _potted(self, result: Result) -> Rubber:
        """The pots after a hand: what those add who failed, and what those take who succeeded."""
        now = self
        for id, pot in entries(self.rules.pots):
            for key, seat, won in _doings(pot, result):
                lies = Fraction((now.pots or {})[id])
                pays = [Fraction(0)] * self.plan.players
                share, added, raised = (_known(told(pot, name), key) for name in ("taken", "added", "raised"))
                if won and share:
                    pays[self.player(seat)] += lies * share
                elif not won:
                    pays[self.player(seat)] -= (added or 0) + lies * (raised or 0)
                now = now._pay(id, pays)
        return now

    def _pay(self, id: str, pays: Sequence[Fraction]) -> Rubber:
        if not any(pays):
            return self
        lies = dict(self.pots or {})
        lies[id] = exact(Fraction(lies[id]) - sum(pays))
        return replace(self, pots=lies, paid=(*self.paid, (id, tuple(exact(amount) for amount in pays))))


def _known(part: Any, key: str) -> Fraction | None:
    return None if part is None or key not in part else Fraction(part[key])


def _stake(stake: Any, dealer: bool) -> Fraction:
    """What one player puts into a pot."""
    if isinstance(stake, Mapping):
        stake = stake.get("dealer" if dealer else "others", stake.get("all", 0))
    return Fraction(stake)


def _doings(pot: Pot, result: Result) -> Iterator[tuple[str, int, bool]]:
    """Yield what of a hand a pot turns on: the feat, or `score` for who won by card points, the seat, and whether it was won."""
    named = {key for part in (pot.taken, pot.added, pot.raised) for key in given(part) or ()}
    if "score" in named and result.won is not None:
        yield "score", result.declarer or 0, result.won
    elif "score" in named and result.points:
        best = max(result.points.values())
        winners = [side for side, points in result.points.items() if points == best]
        if len(winners) == 1:
            yield "score", result.sides.index(winners[0]), True
    for done in result.feats:
        if done.feat in named:
            yield done.feat, done.seat, done.won


def _again(rules: Rules, id: str) -> bool:
    """Whether the same player deals again after a hand that was thrown in."""
    annulment = (told(rules.deal, "annul") or {}).get(id)
    return bool(told(annulment, "redeal") == "same-dealer")


def _applies(bonus: RubberBonus, most: Points, own: Points) -> bool:
    """Whether a bonus is paid for a rubber won by so much from one who has so much."""
    return _within(bonus.difference, Fraction(most) - own) and _within(bonus.loser, own)


def _within(bounds: Bounds | None, number: Points) -> bool:
    return bounds is None or bounds.has(number)
