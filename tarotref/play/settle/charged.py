"""Who of the opponents pays for all of them (R11)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Path
from tarotref.play.hand import Hand
from tarotref.play.settle.transfers import Transfer


def payers(hand: Hand, sides: Sequence[int], who: Collection[str], part: Points) -> tuple[list[int], Points]:
    """The opponents who pay for the others, by terms of the list `charged`, nobody where none of them is meant; and what share: all if
    one of them has held the Fool back."""
    acts = [(event.seat, event.action) for event in hand.events if event.action is not None]
    found = {seat for seat, act in acts if act.kind == "bid"} if "other-bidder" in who else set()
    if "fool-holder" in who and hand.setting.plan.held_back:
        found |= {seat for seat, act in acts if act.kind == "play" and _is_fool(hand, act.what)}
        part = 1
    return sorted(seat for seat in found if sides[seat] != 0), part


def _is_fool(hand: Hand, card: str) -> bool:
    place = hand.table.place.get(card)
    return place is not None and bool(hand.plan.every_fool >> place & 1)


def charged(part: Transfer, sides: Sequence[int], seats: Sequence[int], share: Points, by: Path) -> Transfer:
    """A part of the payment of which these pay a share for all, in equal parts, where the opponents pay."""
    owed = sum((Fraction(pays) for pays, side in zip(part.pays, sides, strict=True) if side), Fraction(0))
    if not seats or owed >= 0 or part.marked:
        return part
    more = owed * share / len(seats)
    pays = list(map(Fraction, part.pays))
    for seat, side in enumerate(sides):
        if side:
            pays[seat] = pays[seat] * (1 - Fraction(share)) + (more if seat in seats else 0)
    return part._replace(by=(*part.by, by), pays=tuple(map(exact, pays)))
