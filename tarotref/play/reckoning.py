"""What a hand that is over came to: cards counted, feats, declarations, and what everybody pays or marks, item by item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from tarotref.cards.card import Card
from tarotref.cards.counting import Count, Points
from tarotref.cards.holdings import Declared, declare
from tarotref.computed.declarations import unsaid
from tarotref.computed.payment import (
    POINT,
    Hand,
    NoBand,
    Outcome,
    base_of,
    leader,
    payment,
    replaced,
    rounded,
    stands,
    times_of,
)
from tarotref.model.rules import Condition, Rules, entries
from tarotref.model.types import Absence, given, told
from tarotref.notation import exact
from tarotref.play.claims import allowed, had, meant, meets
from tarotref.play.feats import Done, done
from tarotref.play.pile import Pile
from tarotref.play.piles import Piles, piles
from tarotref.play.plan import Path, Plan, places
from tarotref.play.pots import brought
from tarotref.play.score import Transfer, alone, by_rank, marked, settled, shares, unsettled, written
from tarotref.play.stacks import hands_held
from tarotref.play.state import State
from tarotref.play.table import Said

BY_RESULT = ("winners", "result")
"""Ways of settling that turn a payment round where the player whose it is loses the hand."""


class Made(NamedTuple):
    """A declaration as it was made: by whom, with which cards, of what size; its worth is None where no source says it."""

    declaration: str
    seat: int
    size: int
    cards: tuple[Card, ...]
    worth: Fraction | None
    """In the unit of the score, or in card points where it counts with these."""
    won: bool = False
    """Whether its cards count as won in tricks, and not as held."""
    counts: bool = False
    """Whether it counts with the card points, and is not paid by itself."""
    silent: bool = False
    """Whether nobody has made it, as one that counts without."""


@dataclass(frozen=True, slots=True)
class Result:
    """A hand reckoned up. Points and counts are by side; payments by seat, and None where the facts do not say them."""

    sides: tuple[int, ...]
    """The side of each seat."""
    plan: Plan
    """The rules by which the hand was played."""
    piles: Piles
    of_side: Mapping[int, Pile]
    """The cards of each side, and what bears on their count."""
    points: Mapping[int, Points]
    """The card points of each side."""
    totals: Mapping[int, Points]
    """What decides, and is paid for: the card points of each side with what counts as such of declarations and feats."""
    feats: tuple[Done, ...]
    declared: tuple[Made, ...]
    transfers: tuple[Transfer, ...] | None
    missing: tuple[Path, ...] = ()
    """The facts without which this hand cannot be paid, or a part of it."""
    won: bool | None = None
    """Whether the contract was won; None where there is none, or at a draw."""
    declarer: int | None = None
    """The seat of the player whose contract it was."""
    void: str = ""
    """Why the hand was not played."""
    doings: tuple[Mapping[str, int], ...] = ()
    """How often each seat has done what pots ask dues for, by terms of the list `pot-due`."""
    from_pots: tuple[Transfer, ...] = ()
    """What each seat takes from pots, or adds to them; the total leaves it out."""

    @property
    def counts(self) -> dict[int, Count]:
        """The count of each side's cards, with its working."""
        return {side: pile.counted(self.plan) for side, pile in self.of_side.items()}

    @property
    def total(self) -> tuple[Points, ...] | None:
        """What each seat receives, or marks, in all."""
        if self.transfers is None:
            return None
        columns = zip(*(transfer.pays for transfer in self.transfers), strict=True)
        return tuple(exact(sum(map(Fraction, column))) for column in columns) or (0,) * len(self.sides)


def reckon(state: State) -> Result:
    """Reckon up a hand that is over; ValueError while it is being played."""
    if state.player is not None:
        raise ValueError(f"the hand is not over: player {state.player} has to act")
    result = _Reckoning(state).result()
    pots = state.setting.pots
    if any(told(pot, "dues") for _, pot in entries(state.table.plan.rules.pots)):
        result = replace(result, doings=tuple(_doings(state, seat) for seat in range(state.plan.players)))
    return replace(result, from_pots=tuple(brought(state.table.plan, pots, result))) if pots else result


def _doings(state: State, seat: int) -> dict[str, int]:
    """How often a player has done what a pot may ask dues for."""
    setting = state.setting
    passed = sum(action.kind == "pass" for who, action in setting.heard if who == seat)
    return {"pass": passed, "draw": setting.laid[seat].bit_count() if setting.plan.exchange else 0}


class _Reckoning:
    """A hand that is over, while it is reckoned up."""

    def __init__(self, state: State):
        self.state, self.plan, self.setting = state, state.plan, state.setting
        self.seats = range(state.plan.players)
        self.sides = tuple(self.setting.side(seat) for seat in self.seats)
        self.missing: list[Path] = []
        self.feats: tuple[Done, ...] = ()
        self.declared: tuple[Made, ...] = ()

    @property
    def rules(self) -> Rules:
        return self.plan.rules

    def result(self) -> Result:
        none: tuple[int, ...] = (0,) * self.plan.players
        empty = Piles(none, none, none)
        if self.setting.void:
            return Result(self.sides, self.plan, empty, {}, {}, {}, (), (), (), void=self.setting.void)
        if self.setting.conceded:
            transfers = tuple(self._given_up(self.setting.conceded))
            return Result(
                self.sides, self.plan, empty, {}, {}, {}, self.feats, self.declared, transfers, tuple(self.missing)
            )
        self.piles = piles(self.state)
        self.of_side = {side: self._pile(side) for side in sorted(set(self.sides))}
        self.points = {side: pile.points(self.plan) for side, pile in self.of_side.items()}
        self.declared = tuple(self._made())
        self.totals = self._with_declared()
        self.feats = tuple(one for one in done(self.state, self.piles, self._meets) if self._due(one))
        self.totals = self._with_feats()
        blocking = tuple(unsettled(self.plan, self.setting.contract))
        try:
            transfers_ = None if blocking else tuple(self._transfers())
        except NoBand:
            blocking, transfers_ = (("score", "bands"),), None
        return Result(
            self.sides, self.plan, self.piles, self.of_side, self.points, self.totals, self.feats, self.declared, transfers_, (*blocking, *dict.fromkeys(self.missing)),
            self.won, self.setting.declarer,
        )  # fmt: skip

    # -- counting

    def _pile(self, side: int) -> Pile:
        """The cards of a side, and what bears on their count."""
        mine = [seat for seat in self.seats if self.sides[seat] == side]
        cards, laid = 0, 0
        for seat in mine:
            cards |= self.piles.cards[seat]
            laid += (self.piles.cards[seat] & self.piles.laid[seat]).bit_count()
        tricks = sum(self.piles.tricks[seat] for seat in mine)
        if self.plan.counting.by == "trick" and laid:
            tricks += int(self.plan.counting.rest(laid))  # cards outside the tricks count as one, or as the rules say
        worthless = cards & self.plan.fool if self._worthless is not None else 0
        return Pile(cards, tricks, self.setting.person(self.state.tricks[-1].winner) in mine, laid, worthless)

    @cached_property
    def _worthless(self) -> int | None:
        """Who played the Fool to one of the tricks in which it loses its value; None where nobody did."""
        tricks, last = self.state.tricks, self.plan.fool_worthless_last
        for trick in tricks[len(tricks) - last :] if last else ():
            for n, card in enumerate(trick.cards):
                if self.plan.fool >> card & 1:
                    return self.setting.person(trick.seat(n, self.plan.circle))
        return None

    def _with_declared(self) -> dict[int, Points]:
        """The card points of each side, and what its declarations add to them; what is declared from hands is the winners'
        where the rules give it to them, who win without it."""
        totals, said = (
            {side: Fraction(points) for side, points in start.items()}
            for start in (self.points, dict.fromkeys(self.points, 0))
        )
        for made in self.declared:
            if made.counts and made.worth is not None:
                (totals if made.won else said)[self.sides[made.seat]] += made.worth
        declaring = self.rules.declaring
        if step := told(declaring, "step"):
            said = {
                side: Fraction(rounded(points / step, told(declaring, "round")) * step) for side, points in said.items()
            }
        if any(said.values()) and told(declaring, "settle") == "winners":
            winner = leader(self.rules, totals)
            said = {} if winner is None else {winner: sum(said.values(), Fraction(0))}
        return {side: exact(points + said.get(side, 0)) for side, points in totals.items()}

    def _with_feats(self) -> dict[int, Points]:
        """The totals, and what feats add to them or take away."""
        totals = dict(self.totals)
        for one in self.feats:
            if self._counts(one) and (worth := self._worth(one)):
                side = self.sides[one.seat]
                totals[side] = exact(Fraction(totals[side]) + worth)
        return totals

    def _points(self, seat: int) -> Points:
        return self.totals[self.sides[seat]]

    def _wins(self, seat: int) -> bool | None:
        """Whether a player's side wins the hand: its contract or, where nobody is declarer, by points; None where nobody does."""
        if self.setting.declarer is not None:
            return None if self.won is None else (self.sides[seat] == 0) is self.won
        winner = leader(self.rules, self.totals)
        return None if winner is None else self.sides[seat] == winner

    def _meets(self, condition: Condition | None, seat: int) -> bool:
        """Whether a condition holds for a player now that the hand is over."""
        if condition is None:
            return True
        whose = next(iter(meant(self.state, condition.by, seat)), seat)
        if condition.points is not None and not condition.points.has(self._points(whose)):
            return False
        if condition.won is not None and self._wins(whose) is not condition.won:
            return False
        return meets(self.state, condition, seat)

    # -- declarations

    def _made(self) -> Iterator[Made]:
        """Yield what was declared from the hands, and what counts among the cards played or won."""
        known = dict(entries(self.rules.declarations))
        where = {
            id: told(one, "where") or told(dict(entries(self.rules.kinds)).get(told(one, "kind") or ""), "where")
            for id, one in known.items()
        }
        together = {id for id, one in known.items() if told(one, "held_by") == "side" and unsaid(self.rules, one)}
        if together:
            yield from self._held_together(together)
        for seat in self.seats:
            said = {d.id for d in self.setting.declared if d.seat == seat}
            played = {
                id
                for id, one in known.items()
                if id not in together
                and where[id] not in ("tricks", "both")
                and unsaid(self.rules, one)
                and allowed(self.state, one, seat)
            }
            if said or played:
                for made in self._from_hand(seat, said | played | self.plan.of_kinds.keys()):
                    yield made._replace(silent=made.declaration in played - said)
        in_tricks = {id for id in known if where[id] in ("tricks", "both")}
        if in_tricks:
            for side in sorted(set(self.sides)):
                cards = self.of_side[side].cards
                yield from self._worths(self.sides.index(side), cards, in_tricks, won=True)

    def _held_together(self, ids: set[str]) -> Iterator[Made]:
        """Yield what the partners of each side held between them, of what may be held so."""
        known = dict(entries(self.rules.declarations))
        for side in sorted(set(self.sides)):
            mine = [seat for seat in self.seats if self.sides[seat] == side]
            found = {id for id in ids if any(allowed(self.state, known[id], seat) for seat in mine)}
            cards = 0
            for seat in mine:
                cards |= had(self.state, seat)
            for made in self._worths(mine[0], cards, found):
                yield made._replace(silent=True)

    def _from_hand(self, seat: int, ids: Iterable[str]) -> Iterator[Made]:
        """Yield what a player has declared from his hand; where he took cards of stacks into it, each thing once."""
        if not self.plan.stacks:
            yield from self._worths(seat, had(self.state, seat), ids)
            return
        left = set(ids)
        for hand in hands_held(self.state, seat):
            for made in list(self._worths(seat, hand, left)):
                left.discard(made.declaration)
                yield made

    def _worths(self, seat: int, cards: int, ids: Iterable[str], won: bool = False) -> Iterator[Made]:
        """Yield the declarations of these that cards make, with their worth; what is multiplied by their number is so."""
        plan, unit = self.plan, told(self.rules.score, "unit") or ""
        chosen = {id: one for id, one in (*plan.declarations.items(), *plan.of_kinds.items()) if id in ids}
        in_units = {id for id, one in chosen.items() if one.worth and one.worth.units}

        def made(unit: str) -> tuple[Declared, ...]:
            return declare(places(cards), chosen, plan.kinds, plan.groups, plan.worth_at, unit, plan.used_once).declared

        found = made("")
        in_unit = {(one.id, one.cards): one.worth for one in made(unit)} if in_units else {}
        counts = told(self.rules.declaring, "counts") is not None
        for one in found:
            kind = plan.kinds.get(one.kind)
            times = kind.factor(sum(other.kind == one.kind for other in found)) if kind else 1
            own = in_unit.get((one.id, one.cards)) if one.id in in_units else one.worth
            worth = None if own is None else own * times
            paid = one.id in in_units or not counts
            yield Made(one.id, seat, one.size, plan.list(plan.bits(one.cards)), worth, won, not paid)  # type: ignore[arg-type]

    # -- payment

    @cached_property
    def won(self) -> bool | None:
        """Whether the contract was won."""
        if self.setting.declarer is None or self.setting.contract is None or self.setting.conceded:
            return None
        if told(self.rules.score, "ranked"):
            return by_rank(self.rules, self.totals, self.piles.tricks, self.setting.declarer)[0]
        try:
            return payment(self.plan.ruleset, self._hand(), shared=False).won
        except ValueError:
            return None

    def _hand(self) -> Hand:
        """What the declarer's side came to, as its contract is paid."""
        declarers = {seat for seat in self.seats if self.sides[seat] == 0}
        bouts, aim = None, told(self.rules.win, "aim")
        if by := told(self.rules.win, "by"):
            held = self.plan.bits([])
            for seat in declarers:
                held |= self.piles.cards[seat]
            bouts = (held & self.plan.named([by])).bit_count()
        taken = sum(self.setting.person(trick.winner) in declarers for trick in self.state.tricks)
        lost = len(self.state.tricks) - taken
        spare = told(self.rules.win, "spare") or 0
        fulfilled = {
            "no-tricks": not taken,
            "tricks": taken == told(self.rules.win, "tricks"),
            "last-trick": bool(self.state.tricks) and self.setting.person(self.state.tricks[-1].winner) in declarers,
            "all-tricks": lost <= spare,
            "most-tricks": taken > self._most_against(declarers),
        }.get(aim or "")
        against = sum(map(Fraction, (points for side, points in self.totals.items() if side)), Fraction(0))
        return Hand(
            (self.totals[0],), self.setting.contract, bouts, fulfilled=fulfilled, stage=self.setting.stage or None,
            against=exact(against), need=self._need(), dealer=self.sides[self.plan.dealer] == 0,
            doubled="score" in dict(self.setting.doubled),
        )  # fmt: skip

    def _most_against(self, declarers: set[int]) -> int:
        """How many tricks the opponents have together; where they are counted apart, the one who has most."""
        against = [self.piles.tricks[seat] for seat in self.seats if seat not in declarers]
        return max(against) if told(self.rules.win, "apart") is True else sum(against)

    def _need(self) -> tuple[Points, ...] | None:
        """The card points needed, where a feat changes them: by the side that has done it, or gains by its failure; or where the
        Fool has lost its value: by the side that played it."""
        if self._worthless is not None and (figures := told(self.rules.win, "fool_worthless")):
            found = figures.get("opponents" if self.sides[self._worthless] else "declarer")
            return None if found is None else (found,)
        for one in self.feats:
            if need := told(self.plan.feats[one.feat].feat, "need"):
                by = "declarer" if (self.sides[one.seat] == 0) is one.won else "opponents"
                return need.get(by)  # type: ignore[no-any-return]
        return None

    def _transfers(self) -> Iterator[Transfer]:
        paid = [(one, self._feat(one)) for one in self.feats]
        known = {id: one.feat for id, one in self.plan.feats.items()}
        # What pays nothing takes the place of nothing.
        winner = None if self.won is None else int(not self.won)
        left_out = replaced(known, [self._outcome(one) for one, transfer in paid if transfer], winner)
        if stands(self.rules, "score", left_out, "score" in dict(self.setting.doubled)):
            for part in settled(self.plan, self.setting, self.sides, self.totals, self._hand, self.piles.tricks):
                yield _times(part, self._doubled("score"), ("doubling",))
        for one, transfer in paid:
            if transfer and self._outcome(one) not in left_out:
                yield _times(transfer, self._doubled(one.feat) if one.announced else 1, ("doubling",))
        for made in self.declared if "declarations" not in left_out else ():
            if not (made.silent and "silent" in left_out) and (found := self._declaration(made)):
                yield found
        yield from self._bought()

    def _doubled(self, payment: str) -> int:
        """By what doubling has multiplied the score or an announced feat; what cannot be doubled separately is so together."""
        doubling, doubled = self.rules.doubling, dict(self.setting.doubled)
        together = told(doubling, "separately") is False and payment in (told(doubling, "of") or ())
        found = doubled.values() if together else [doubled[payment]] if payment in doubled else []
        return int(2 ** max((one.level for one in found), default=0))

    def _outcome(self, one: Done) -> Outcome:
        return Outcome(one.feat, one.announced, one.won, self.sides[one.seat])

    def _due(self, one: Done) -> bool:
        """Whether a feat is one for the side that did it: where the winners alone are paid for points, no total is the losers'."""
        if told(self.rules.score, "settle") != "winners" or self.plan.feats[one.feat].do != "total":
            return True
        return self.sides[one.seat] == leader(self.rules, self.totals)

    def _counts(self, one: Done) -> bool:
        """Whether a feat counts with the card points."""
        return bool(told(self.plan.feats[one.feat].feat, "unit") == POINT)

    def _feat(self, one: Done) -> Transfer | None:
        """What a feat pays; None where it pays nothing, or nobody says what."""
        if self._counts(one):
            return None
        feat, worth = self.plan.feats[one.feat].feat, self._worth(one)
        if worth is None:
            return None
        times = told(feat, "times")
        if times == "base":
            base, path = base_of(self.rules, self.setting.contract or "", self.setting.stage or None)
            if base is None:
                self.missing.append(path)
                return None
            worth = exact(worth * base)
        if times:
            worth = exact(worth * self._multiplied)
        settle = self._settle(told(feat, "settle"), one.seat)
        if settle == "loser" and one.taker >= 0:
            only = alone(self.rules)
            pays = {one.seat: worth} if only else {one.seat: worth, one.taker: exact(-worth)}
            return Transfer((self._path(one),), tuple(pays.get(seat, 0) for seat in self.seats), only)
        return self._paid((self._path(one),), worth, one.seat, settle)

    @property
    def _multiplied(self) -> Points:
        """By what the contract multiplies what is paid."""
        return times_of(self.state.bid, self.setting.stage, self.won)

    def _path(self, one: Done) -> Path:
        """Where the rules say what a feat pays."""
        return "feats", one.feat, *(["announced"] if one.announced else []), "won" if one.won else "lost"

    def _worth(self, one: Done) -> Points | None:
        """What a feat is worth to one player; None where it is worth nothing, or nobody says what."""
        feat, path = self.plan.feats[one.feat].feat, self._path(one)
        where: Any = told(feat, "announced") if one.announced else feat
        raw = getattr(where, path[-1], None)
        if raw is None or raw is Absence.NONE:
            return None
        worth = given(raw)
        if isinstance(worth, dict):
            worth = worth[max(trick for trick in worth if trick <= max(one.trick, min(worth)))]
        known = told(feat, "unit") in (None, POINT, told(self.rules.score, "unit"))
        if not known or not isinstance(worth, int | Fraction):
            self.missing.append(path)
            return None
        return worth

    def _declaration(self, made: Made) -> Transfer | None:
        entry = dict(entries(self.rules.declarations))[made.declaration]
        path: Path = ("declarations", made.declaration, "worth")
        repaid, only_if = given(entry.repaid), given(entry.only_if)
        if made.worth is None:
            self.missing.append(path)
            return None
        if made.counts:
            return None
        units = getattr(told(entry, "worth"), "units", ())
        self.missing += [(*path, unit) for unit, _ in units if unit != told(self.rules.score, "unit")]
        known_late = only_if is not None and (only_if.points is not None or only_if.won is not None)
        if known_late and not self._meets(only_if, made.seat):
            return None  # whatever else is asked for was seen to when it was declared
        if repaid is not None and self._meets(repaid, made.seat):
            return Transfer((path, ("declarations", made.declaration, "repaid")), (0,) * self.plan.players)
        worth = made.worth
        by: tuple[Path, ...] = (path,)
        if told(entry, "times") == "bid" and told(self.state.bid, "times"):
            worth, by = worth * self._multiplied, (path, ("bids", self.setting.contract or "", "times"))
        at: Path
        told_of, at = told(entry, "settle"), ("declarations", made.declaration, "settle")
        if told_of is None and told(self.rules.declaring, "counts") is None:
            told_of, at = told(self.rules.declaring, "settle"), ("declaring", "settle")
        settle = self._settle(told_of, made.seat)
        if settle in BY_RESULT:
            by = (*by, at)
        if settle == "without":
            return self._by_those_without((*by, at), exact(worth), made)
        return self._paid(by, exact(worth), made.seat, settle)

    def _by_those_without(self, by: tuple[Path, ...], worth: Points, made: Made) -> Transfer:
        """What each of the others who holds none of the cards named in a declaration pays the player who makes it."""
        cards = self.plan.named(self.plan.declarations[made.declaration].holding.named())
        payers = {
            seat
            for seat in self.seats
            if self.sides[seat] != self.sides[made.seat] and not had(self.state, seat) & cards
        }
        gain = exact(worth * len(payers))
        return Transfer(
            by, tuple(gain if seat == made.seat else exact(-worth) if seat in payers else 0 for seat in self.seats)
        )

    def _settle(self, settle: Any, seat: int) -> str:
        """Who pays a player, by what he is in the hand where that makes a difference."""
        if isinstance(settle, dict):
            declarer = seat if self.setting.declarer is None else self.setting.declarer
            settle = next((how for who, how in settle.items() if seat in meant(self.state, who, declarer)), None)
        return settle or "opponents"

    def _paid(self, by: tuple[Path, ...], worth: Points, seat: int, settle: str) -> Transfer:
        """A worth that each of the others pays one player, or each of the other side one of his; or that his side marks, and the
        other what he or it has failed in, where nobody is charged with anything."""
        if settle in BY_RESULT and self.won is not None and (self.sides[seat] == 0) is not self.won:
            worth = exact(-worth)
        mine = [one for one in self.seats if self.sides[one] == self.sides[seat]]
        if written(self.rules) and settle != "most":
            own = [seat] if settle in ("others", "result") else mine
            gain = own if worth > 0 else [one for one in self.seats if one not in own]
            return Transfer(by, tuple(exact(abs(worth)) if one in gain else 0 for one in self.seats), True)
        if settle in ("others", "result"):
            n = self.plan.players - 1
            return Transfer(by, tuple(exact(worth * n) if one == seat else exact(-worth) for one in self.seats))
        if settle == "most":
            most = max(points for side, points in self.totals.items() if side != self.sides[seat])
            pay = [one for one in self.seats if one not in mine and self._points(one) == most]
            return Transfer(
                by,
                tuple(
                    worth if one == seat else exact(-Fraction(worth, len(pay))) if one in pay else 0
                    for one in self.seats
                ),
            )
        if self.setting.declarer is not None:
            amount = worth if self.sides[seat] == 0 else -worth
            parts = shares(self.plan, self.setting, self.sides)
            return Transfer(by, tuple(exact(amount * part) for part in parts), alone(self.rules))
        if marked(self.rules):
            return Transfer(by, tuple(worth if one in mine else 0 for one in self.seats), True)
        others = self.plan.players - len(mine)
        each = exact(Fraction(worth) * others / len(mine))
        return Transfer(by, tuple(each if one in mine else exact(-worth) for one in self.seats))

    def _bought(self) -> Iterator[Transfer]:
        """Yield what the declarer pays for cards that he asked for, to those who gave them or to all opponents alike."""
        asks = told(self.state.bid, "asks")
        price, opponents = told(asks, "price") or {}, [seat for seat in self.seats if self.sides[seat] != 0]
        for giver, place in self.setting.bought if price else ():
            classes = sorted((self.plan.named([name]).bit_count() if name != "all" else 99, worth) for name, worth in price.items()
                             if name == "all" or self.plan.named([name]) >> place & 1)  # fmt: skip
            if classes:
                amount, to = classes[0][1], opponents if told(asks, "price_to") == "opponents" else [giver]
                pays = [exact(Fraction(amount, len(to))) if seat in to else 0 for seat in self.seats]
                pays[self.setting.declarer or 0] = -amount
                yield Transfer((("bids", self.setting.contract or "", "asks", "price"),), tuple(pays))

    def _given_up(self, said: Said) -> Iterator[Transfer]:
        """Yield what is paid when a hand is given up: in play also what was declared, and what was announced and is not done."""
        if self.state.tricks:
            self.piles = piles(self.state)
            self.of_side = {side: self._pile(side) for side in sorted(set(self.sides))}
            self.points = self.totals = {side: pile.points(self.plan) for side, pile in self.of_side.items()}
            self.declared = tuple(self._made())
            self.feats = tuple(one for one in done(self.state, self.piles, self._meets) if one.announced)
        yield from self._conceded(said)
        yield from filter(None, (self._feat(one) for one in self.feats))
        yield from filter(None, map(self._declaration, self.declared))

    def _points_of(self, cards: int, laid: int) -> Fraction:
        """What so many cards count, so many of them laid aside, while a hand is played."""
        return Fraction(Pile(cards, 0, False, (cards & laid).bit_count()).points(self.plan))

    def _by_points(self, seat: int, what: str) -> list[Points]:
        """What each receives from one who gives up: the card points that he has won, or holds, each with his discard; less those of
        the discard of the player who gives up, where they are of what was won."""
        laid, won = self.setting.laid, what == "points-won"
        less = self._points_of(laid[seat], laid[seat]) if won and laid[seat] else Fraction(0)
        pays = [Fraction(0)] * self.plan.players
        for other in self.seats:
            if self.sides[other] != self.sides[seat]:
                cards = self.piles.cards[other] if won else self.state.hands[other] | laid[other]
                pays[other] = self._points_of(cards, laid[other]) - less
        pays[seat] = -sum(pays, Fraction(0))
        return list(map(exact, pays))

    def _conceded(self, said: Said) -> Iterator[Transfer]:
        """Yield what it costs to end the hand before it is played out."""
        one = self.plan.concessions[said.id]
        pays: Any = told(one, "pays")
        path: Path = ("concessions", said.id, "pays")
        if pays == "base":
            base, _ = base_of(self.rules, self.setting.contract or "", self.setting.stage or None, won=False)
            pays = None if base is None else exact(base * self._multiplied)
        if isinstance(pays, dict):
            pays = pays[max((trick for trick in pays if trick <= said.after), default=min(pays))]
        if pays in ("points-won", "points-held") and self.state.tricks:
            yield Transfer((path,), tuple(self._by_points(said.seat, pays)))
            return
        if not isinstance(pays, int | Fraction):
            self.missing.append(path)
            return
        yield self._paid((path,), exact(-abs(Fraction(pays))), said.seat, "opponents")


def _times(transfer: Transfer, times: int, by: Path) -> Transfer:
    if times == 1:
        return transfer
    return Transfer((*transfer.by, by), tuple(exact(pays * times) for pays in transfer.pays), transfer.marked)
