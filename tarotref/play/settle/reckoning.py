"""The result of a hand: what it came to, side by side, and what everybody pays or marks, item by item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import or_

from tarotref.cards.counting import Count, Points
from tarotref.notation import exact
from tarotref.play.compiled import Path, Plan
from tarotref.play.compiled.scoring import Score
from tarotref.play.events import heard
from tarotref.play.hand import Hand
from tarotref.play.packs import Gathered, gathered
from tarotref.play.pile import Pile
from tarotref.play.settle.amounts import NoBand, rounded
from tarotref.play.settle.counted import Counted
from tarotref.play.settle.declared import Made
from tarotref.play.settle.deed import Done
from tarotref.play.settle.payment import GivenUp, Paying
from tarotref.play.settle.piles import Piles
from tarotref.play.settle.pots import Ended, brought
from tarotref.play.settle.transfers import Payers, Transfer


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
    contract: str | None = None
    """The contract that was played."""
    case: str = ""
    """The case that was asked for."""
    dealt: int = 0
    """The cards that the players were dealt, as bits."""
    pack: Gathered = ()
    """The pack as the hand has left it, by seat, where the next hand may be dealt from it."""

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

    @property
    def ended(self) -> Ended:
        """What of the hand pots turn on."""
        return Ended(self.won, self.declarer, self.totals, self.sides, self.feats, self.doings)


def reckon(hand: Hand) -> Result:
    """Reckon up a hand that is over; ValueError while it is being played."""
    if hand.player is not None:
        raise ValueError(f"the hand is not over: player {hand.player} has to act")
    counted, setting = Counted(hand), hand.setting
    if setting.void:
        result = _thrown_in(counted)
    elif setting.conceded:
        result = _given_up(counted)
    else:
        result = _played_out(counted)
    dealt = reduce(or_, setting.dealt)
    result = replace(result, contract=setting.contract, case=hand.table.case, dealt=dealt)
    if (hand.table.before or hand.table).plan.pack_kept:
        result = replace(result, pack=gathered(hand.plan, hand.hands, hand.tricks, result.piles.cards))
    if setting.raised and result.transfers is not None:
        result = replace(result, transfers=tuple(_raised(hand, result.sides, part) for part in result.transfers))
    if result.transfers and (part := _rounded(hand, result)) is not None:
        result = replace(result, transfers=(*result.transfers, part))
    if any(pot.dues or pot.shares for pot in hand.plan.pots.values()):
        result = replace(result, doings=tuple(_doings(hand, seat) for seat in counted.seats))
    if not setting.pots:
        return result
    return replace(result, from_pots=tuple(brought(hand.plan, setting.pots, result.ended)))


def _rounded(hand: Hand, result: Result) -> Transfer | None:
    """What is added or taken off where all that a player pays or gets is rounded, or a hand costs no more than so much; a declarer who
    is alone has what that makes with each of the others."""
    score, pays = hand.plan.scoring.score, result.total
    if pays is None or (score.paid_round is None and score.most is None):
        return None
    alone = [seat for seat, side in enumerate(result.sides) if side == 0]
    now = [_in_steps(score, amount) for amount in pays]
    if len(alone) == 1:
        now[alone[0]] = -sum((amount for seat, amount in enumerate(now) if seat != alone[0]), Fraction(0))
    more = tuple(exact(new - Fraction(old)) for new, old in zip(now, pays, strict=True))
    return Transfer((("score", "paid_round" if score.paid_round else "most"),), more) if any(more) else None


def _in_steps(score: Score, amount: Points) -> Fraction:
    """What one pays or gets, rounded and no more than the most."""
    size = abs(Fraction(amount))
    if score.paid_round is not None:
        size = Fraction(rounded(size / score.paid_step, score.paid_round)) * score.paid_step
    size = size if score.most is None else min(size, Fraction(score.most))
    return size if amount > 0 else -size


def _raised(hand: Hand, sides: tuple[int, ...], part: Transfer) -> Transfer:
    """A part of the payment multiplied by what has happened in hands before: where it hangs on marks, of the declarer's side if he
    has one, and of each who has one where nobody is declarer."""
    declarer = hand.setting.declarer
    for one in hand.setting.raised:
        by = ("cases", one.case, "times")
        if hand.setting.contract in one.apart:
            continue
        if not one.marked or (declarer is not None and one.marked[declarer] and not part.marked):
            part = part.times(one.times, by)
            continue
        mine = [
            has if declarer is None else one.marked[declarer] and side == sides[declarer]
            for has, side in zip(one.marked, sides, strict=True)
        ]
        if any(has and pays for has, pays in zip(mine, part.pays, strict=True)):
            pays = tuple(
                exact(amount * one.times) if has else amount for amount, has in zip(part.pays, mine, strict=True)
            )
            part = part._replace(by=(*part.by, by), pays=pays)
    return part


def _empty(counted: Counted) -> Result:
    """A hand that was not played."""
    none = (0,) * len(counted.seats)
    empty = Piles(none, none, none)
    return Result(counted.sides, counted.plan, empty, {}, {}, {}, (), (), (), void=counted.setting.void)


def _thrown_in(counted: Counted) -> Result:
    """A hand that was not played, for which whoever has thrown it in may have to pay."""
    hand, thrown = counted.hand, counted.plan.deal.thrown_in.get(counted.setting.void)
    other = (
        next((seat for seat in counted.seats if counted.sides[seat] != counted.sides[hand.events[-1].seat]), None)
        if hand.events
        else None
    )
    if thrown is not None and thrown.bargain:
        asked = hand.setting.asks_for
        pays = tuple(next(reversed(asked[seat :: len(counted.seats)]), None) or 0 for seat in counted.seats)
        return replace(
            _empty(counted), transfers=(Transfer((("deal", "annul", counted.setting.void, "bargain"),), pays),)
        )
    if thrown is None or not thrown.pays or other is None:
        return _empty(counted)
    payers = Payers(hand, counted.rules, counted.sides, {}, None)
    paid = payers.paid((("deal", "annul", counted.setting.void, "pays"),), thrown.pays, other, "opponents")
    return replace(_empty(counted), transfers=(paid,))


def _given_up(counted: Counted) -> Result:
    """A hand that was given up, of which nothing is counted."""
    assert counted.setting.conceded is not None
    paying = GivenUp(counted, counted.setting.conceded)
    transfers = tuple(paying.transfers())
    return replace(
        _empty(counted), void="", feats=counted.feats, declared=counted.declared if paying.declared else (), transfers=transfers,
        missing=tuple(paying.missing),
    )  # fmt: skip


def _played_out(counted: Counted) -> Result:
    counted.look_for_feats()
    won = counted.won
    paying = Paying(counted, won)
    blocking: tuple[Path, ...] = counted.plan.unpaid(counted.setting.contract)
    transfers: tuple[Transfer, ...] | None = None
    try:
        transfers = None if blocking else tuple(paying.transfers())
    except NoBand:
        blocking = (("score", "bands"),)
    return Result(
        counted.sides, counted.plan, counted.piles, counted.of_side, counted.points, paying.of.totals, counted.feats,
        counted.declared, transfers, (*blocking, *dict.fromkeys(paying.missing)), won, counted.setting.declarer,
    )  # fmt: skip


def _doings(hand: Hand, seat: int) -> dict[str, int]:
    """How often a player has done what a pot may ask dues for."""
    passed = sum(action.kind == "pass" for who, action in heard(hand.events) if who == seat)
    drawn = hand.setting.laid[seat].bit_count() if hand.plan.discard.exchange else 0
    tricks = sum(trick.winner == seat for trick in hand.tricks)
    bare = bool(hand.tricks) and not tricks and seat not in hand.setting.out
    for one in hand.setting.raised:
        tricks *= 1 if one.marked else int(one.times)
    return {"pass": passed, "draw": drawn, "trick": tricks, "no-trick": int(bare)}
