"""Hands one after the other: who deals, what they add up to, what the pots hold, and what the rubber pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Path, Plan
from tarotref.play.deal import start
from tarotref.play.earlier import Dues, case_due, dues, raised
from tarotref.play.packs import Gathered
from tarotref.play.settle.amounts import in_band, rounded
from tarotref.play.settle.pots import Pots, brought, left, staked
from tarotref.play.settle.reckoning import Result
from tarotref.play.settle.transfers import Transfer
from tarotref.play.state import State
from tarotref.play.table import Action, Table

MOST_HANDS = 1000
"""Hands after which a rubber that is played to a total is given up: where payments cancel, none need reach it."""


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
    paid: tuple[Points, ...] = ()
    """What of that was paid at once, and not written down for the rubber."""
    pots: Pots = field(default_factory=dict)
    """What lies in each pot."""
    due: Dues = field(default_factory=dict)
    """What is due of cases that earlier hands have brought about."""
    spent: int = 0
    """The cards, as bits, that hands have been dealt where the next one is dealt from the rest of the pack."""
    pack: Gathered = ()
    """The pack as the last hand has left it, by player, where the next hand may be dealt from it."""
    again: str | None = None
    """The case that holds again because a hand was thrown in that is dealt again in as many rounds; empty if none was asked for, None
    where players may ask."""
    from_pots: tuple[Transfer, ...] = ()
    """What each player has taken from pots, or put in, in order. The totals leave it out."""

    @classmethod
    def begin(cls, plan: Plan, dealer: int = 0) -> Rubber:
        """A rubber in which no hand has been played: the first player deals, if no other is named; the pots are filled."""
        none = (0,) * plan.players
        empty: Pots = dict.fromkeys(plan.pots, 0)
        return cls(plan, dealer, totals=none, paid=none, pots=empty)._staked()

    def player(self, seat: int) -> int:
        """The player in a seat of the next hand: seats are numbered from the player after the dealer."""
        return (self.dealer + 1 + seat) % self.plan.players

    def deal(self, table: Table, seed: int | str) -> State:
        """The next hand, dealt by a seed, with what lies in the pots and what earlier hands have brought about; partners who sit side by
        side stay together."""
        case = case_due(self.plan, self.due, self.pots)
        state = start(
            Table(table.plan.cases[f"cases.{case}"]) if case else table, seed, pots=self.pots,
            turned=self.plan.seats.turned(self.dealer),
            totals=tuple(self.totals[self.player(seat)] for seat in range(self.plan.players)), before=len(self.hands), spent=self.spent,
            raised=raised(self.plan, self.due, [self.player(seat) for seat in range(self.plan.players)]),
            pack=(*(self.pack[self.player(seat)] for seat in range(self.plan.players)), self.pack[-1]) if self.pack else (), asks=self.again != "",
        )  # fmt: skip
        asked = Action("case", self.again or "")
        return state.do(asked) if asked in state.legal() else state

    def by_player(self, by_seat: Sequence[Points]) -> tuple[Points, ...]:
        """Figures by seat of the next hand as figures by player."""
        found: list[Points] = [0] * self.plan.players
        for seat, points in enumerate(by_seat):
            found[self.player(seat)] = points
        return tuple(found)

    def add(self, result: Result, more: bool = True) -> Rubber:
        """The rubber after a hand; one that was thrown in counts for nothing, and the deal passes as the rules say.

        Stakes are put in for the next hand, where the rubber is not over and `more` hands follow.
        """
        return self._gathered(result)._added(self._with_first(result), more)

    def _added(self, result: Result, more: bool) -> Rubber:
        """The rubber after a hand, when the pack has been gathered."""
        if result.void and any(result.total or ()):  # it cost something to have it thrown in
            now = replace(self, totals=added(self.totals, self.by_player(result.total or ())))
            return now._added(replace(result, transfers=()), more)
        if result.void:
            same = replace(self, due=self._due(result, self.totals))
            if result.void in self.plan.deal.thrown_in:
                same = same._potted(staked(self.plan, self.pots, annulled=True))
            again = self._dealt_again(result.void)
            next_ = replace(same, dealer=(self.dealer + 1) % self.plan.players)
            return same if again else next_._staked() if more else next_
        totals = added(self.totals, self.by_player(result.total or (0,) * self.plan.players))
        paid = added(self.paid, *(self.by_player(one.pays) for one in result.transfers or () if not one.marked))
        now = replace(self, hands=(*self.hands, result), totals=totals, paid=paid, due=self._due(result, totals))
        now = now._potted(brought(result.plan, self.pots, result.ended))
        if self.plan.deal.from_rest:
            now = replace(now, spent=self._spent(result.dealt))
        else:
            now = replace(now, dealer=(self.dealer + 1) % self.plan.players)
        return now._staked() if more and not now.over else now

    def _gathered(self, result: Result) -> Rubber:
        """The rubber with the pack as a hand has left it, and the case that holds again if it is dealt again in as many rounds."""
        thrown = self.plan.deal.thrown_in.get(result.void)
        again = result.case if thrown is not None and thrown.same_rounds else None
        if not result.pack:
            return replace(self, pack=(), again=again)
        *by_seat, rest = result.pack
        by_player = {self.player(seat): own for seat, own in enumerate(by_seat)}
        pack = (*(by_player[player] for player in range(self.plan.players)), rest)
        return replace(self, pack=pack, again=again)

    def _spent(self, dealt: int) -> int:
        """The cards that are not dealt again after a hand; none where too few are left for another, so that the pack is put together."""
        spent, whole = self.spent | dealt, len(self.plan.cards)
        return spent if whole - spent.bit_count() >= dealt.bit_count() else 0

    def _with_first(self, result: Result) -> Result:
        """A hand with what the side gets that scores in it, where no side has scored before: what is declared comes first, then what is
        done in play."""
        order = {"deal": 0, "declarations": 1, "feats": 2}
        parts = sorted(result.transfers or (), key=lambda part: order.get(part.by[0][0], 3))
        part = next((part for part in parts if any(pays > 0 for pays in part.pays)), None)
        if not self.plan.tally.first or any(self.totals) or part is None:
            return result
        gain = self.plan.tally.first
        pays = tuple(gain if own > 0 else 0 if part.marked else -gain for own in part.pays)
        return replace(
            result, transfers=(*(result.transfers or ()), Transfer((("tally", "first"),), pays, part.marked))
        )

    def _due(self, result: Result, totals: tuple[Points, ...]) -> Dues:
        """What is due of cases when a hand is over that has brought players to these totals."""
        seats = [(player - self.dealer - 1) % self.plan.players for player in range(self.plan.players)]
        return dues(self.plan, self.due, result, (self.totals, totals), seats)

    @property
    def over(self) -> bool | None:
        """Whether the rubber is over; None where the rules do not say what ends it."""
        limit, first_to = self.plan.tally.hands, self.plan.tally.first_to
        if limit is None and first_to is None:
            return None
        reached = first_to is not None and max(map(Fraction, self.totals)) >= first_to
        return reached or (limit is not None and len(self.hands) >= limit)

    # -- what it pays

    @property
    def pays(self) -> bool:
        """Whether the rubber pays by its totals what the hands have only marked."""
        tally = self.plan.tally
        return tally.carries and any(name != "bonus" for name in tally.told)

    @property
    def standing(self) -> tuple[Points, ...]:
        """What each player has so far: from pots, and what hands have paid, or marked where no rubber pays for it."""
        return added(self.paid if self.pays else self.totals, *(part.pays for part in self.from_pots))

    def settled(self) -> tuple[Transfer, ...]:
        """What the rubber pays each player, beyond what the hands have paid: by marks that are left, and by its totals. ValueError
        names what is not recorded."""
        by_totals = self._by_totals()
        return (*(Transfer((("cases", id, "left"),), pays, True) for id, pays in self._marks_left()), *by_totals)

    def _marks_left(self) -> Iterator[tuple[str, tuple[Points, ...]]]:
        """Yield what the marks of a case that are left bring each player."""
        for id, due in self.due.items():
            if (each := self.plan.case_rules[id].left) and any(due.marks):
                yield id, tuple(exact(Fraction(each) * marks) for marks in due.marks)

    def _by_totals(self) -> tuple[Transfer, ...]:
        """What the rubber pays by its totals; nothing where the rules have no rubber, or what is carried from hand to hand is paid
        already. The side or player with the most wins; equal totals pay nothing."""
        tally = self.plan.tally
        if not self.pays:
            if tally.carries and tally.base_unstated:
                raise ValueError("tally.base: what a rubber pays is not recorded")
            return ()
        order = self._sides()
        standing = sorted(order, key=lambda side: -Fraction(self.totals[side[0]]))
        winners = standing[0]
        if all(self.totals[side[0]] == self.totals[winners[0]] for side in standing):
            return ()
        found: list[Points] = [0] * self.plan.players
        by: list[Path] = [("tally", name) for name in tally.told]
        for side in standing[1:]:
            amount = self._owed(self.totals[winners[0]], self.totals[side[0]])
            for player in side:
                found[player] = exact(-amount)
            for player in winners:
                found[player] = exact(Fraction(found[player]) + Fraction(amount) * len(side) / len(winners))
        return (Transfer(tuple(by), tuple(found)),)

    def _sides(self) -> list[list[int]]:
        """The players who score together."""
        side = [self.plan.seats.side(player) for player in range(self.plan.players)]
        return [[player for player, own in enumerate(side) if own == one] for one in dict.fromkeys(side)]

    def _owed(self, most: Points, own: Points) -> Points:
        """What one who has lost pays for a rubber, by the totals of the winner and his own."""
        tally = self.plan.tally
        if tally.bands:
            amount: Points = in_band(tally.bands, floor(own))
        else:
            distance = Fraction(most) - own
            amount = tally.base + tally.each * rounded(distance / tally.step, tally.round)
        bonus = [one for one in tally.bonus if one.applies(most, own)]
        if bonus:
            last = bonus[-1]
            amount = exact(Fraction(amount) * last.times + (tally.base if last.base_again else last.add))
        return amount

    def _dealt_again(self, void: str) -> bool:
        """Whether the same player deals again after a hand that was not played."""
        if void == "all-pass":
            return self.plan.auction.all_pass == "same-dealer"
        annulled = self.plan.deal.thrown_in.get(void)
        return annulled is not None and annulled.same_dealer

    # -- pots

    def _staked(self) -> Rubber:
        """The rubber before the next hand, when those who owe stakes have put them in."""
        return self._potted(staked(self.plan, self.pots))

    def _potted(self, parts: Iterator[Transfer]) -> Rubber:
        """The rubber when something has been put into pots or taken out, by the seats of the next hand."""
        made = tuple(parts)
        by_player = (part._replace(pays=self.by_player(part.pays)) for part in made)
        return replace(self, pots=left(self.pots, made), from_pots=(*self.from_pots, *by_player))


def added(*parts: Sequence[Points]) -> tuple[Points, ...]:
    """Figures by player, added up."""
    return tuple(exact(sum(map(Fraction, column))) for column in zip(*parts, strict=True))


def endless(plan: Plan) -> str:
    """Why a rubber of a ruleset comes to no end by its rules; nothing where it does."""
    if Rubber.begin(plan).over is None:
        return "the source does not say what ends a rubber [tally]"
    contracts: list[str | None] = list(plan.contracts)
    missing = [path for one in contracts or [None] for path in plan.cases.get(f"bids.{one}", plan).unpaid(one)]
    if plan.tally.hands is None and missing:
        return f"hands are not paid, so that none comes nearer to its end [{'.'.join(missing[0])}]"
    return ""
