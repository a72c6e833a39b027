"""Who of the opponents pays for all of them (R11)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from tarotref.notation import exact
from tarotref.play.compiled import Path
from tarotref.play.hand import Hand
from tarotref.play.settle.transfers import Transfer


def payers(hand: Hand, sides: Sequence[int], who: Collection[str]) -> list[int]:
    """The opponents who pay for the others, by terms of the list `charged`; nobody where none of them is meant."""
    acts = [(event.seat, event.action) for event in hand.events if event.action is not None]
    found = {seat for seat, act in acts if act.kind == "bid"} if "other-bidder" in who else set()
    if "fool-holder" in who and hand.setting.plan.held_back:
        found |= {seat for seat, act in acts if act.kind == "play" and _is_fool(hand, act.what)}
    return sorted(seat for seat in found if sides[seat] != 0)


def _is_fool(hand: Hand, card: str) -> bool:
    place = hand.table.place.get(card)
    return place is not None and bool(hand.plan.every_fool >> place & 1)


def charged(part: Transfer, sides: Sequence[int], seats: Sequence[int], by: Path) -> Transfer:
    """A part of the payment that these alone pay in equal parts, where the opponents pay."""
    owed = sum((Fraction(pays) for pays, side in zip(part.pays, sides, strict=True) if side), Fraction(0))
    if not seats or owed >= 0 or part.marked:
        return part
    each = exact(owed / len(seats))
    pays = (each if seat in seats else 0 if side else part.pays[seat] for seat, side in enumerate(sides))
    return part._replace(by=(*part.by, by), pays=tuple(pays))
