"""German Taroc (3.1), as its page tells it."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from tests.umpires.table import FACES, FOOL, Hand, follow, in_sets, rank, suit, takes, trump, worth

SUITS = "♠♣♥♦"


def umpire(hand: Hand) -> None:
    paid = [Fraction(0)] * 3
    laid = hand.discard(hand.dealer, 3, lambda cards: may_discard(cards, hand.held[hand.dealer] | set(cards)))
    for seat in hand.round(hand.dealer):
        for name in declares(hand, seat):
            receives(paid, seat, holdings(hand.held[seat])[name])
    leader = 0
    for number in range(1, 26):
        if number == 22 and FOOL in hand.held[leader]:
            leader = (leader + 1) % 3
        leader = hand.trick(leader, lambda seat, fell: may_play(hand.held[seat], fell, number), takes)  # noqa: B023
    pay_pagat(hand, paid)
    piles, points = piles_and_points(hand, laid)
    for seat in range(3):
        # Which card is given for the Skis the page does not say: any of the same worth is as good.
        hand.same("pile", sorted(map(worth, piles[seat])), sorted(map(worth, hand.record.piles[seat])))
        paid[seat] += points[seat] - 26
    hand.same("points", points, hand.record.points)
    hand.ends(paid)


def receives(paid: list[Fraction], seat: int, each: int) -> None:
    """Both others pay a seat, or are paid."""
    for other in range(3):
        paid[other] += 2 * each if other == seat else -each


def may_discard(cards: Collection[str], held: Collection[str]) -> bool:
    """No King; trumps only three of just three with the Pagat, or two of just two with the Pagat and the Skis."""
    own, gone = {c for c in held if trump(c)}, {c for c in cards if trump(c)}
    if any(rank(c) == "K" for c in cards):
        return False
    if not gone:
        return True
    return gone == own and "I" in own and (len(own) == 3 or (len(own) == 2 and FOOL in cards))


def holdings(held: set[str]) -> dict[str, int]:
    """What can be declared of a hand, and what each of the others pays for it."""
    found = {}
    if {"XXI", "I", FOOL} <= held:
        below = 0
        while any(trump(c) == 20 - below for c in held):
            below += 1
        found["matadors"] = 10 + 5 * min(below, 19)
    courts = [sum(c == face + s for c in held for face in FACES) for s in SUITS]
    if 4 in courts:
        found["cavallerie"] = 10 * courts.count(4)
    if FOOL in held and 3 in courts:
        found["half-cavallerie"] = 5 * courts.count(3)
    trumps = sum(trump(c) > 0 for c in held)
    if trumps >= 10:
        found["trumps"] = 10 + 5 * (trumps - 10)
    kings = sum(rank(c) == "K" for c in held)
    if kings == 4:
        found["four-kings"] = 10
    if kings == 3 and FOOL in held:
        found["three-kings-fool"] = 5
    return found


def declares(hand: Hand, seat: int) -> list[str]:
    """What a seat declares of all it might."""
    might, said = list(holdings(hand.held[seat])), []
    while might:
        act = hand.turn(seat, [*(f"declare {name}" for name in might), "done"])
        if act == "done":
            break
        said.append(act.removeprefix("declare "))
        might.remove(said[-1])
    return said


def may_play(held: set[str], fell: list[str], number: int) -> set[str]:
    if FOOL not in held or not fell:
        return follow(held, fell)
    cards, led = follow(held, fell), suit(next(c for c in fell if c != FOOL))
    forced = not any(map(trump, held)) and led != "trumps" and not any(suit(c) == led for c in held)
    return {FOOL} if number == 22 or forced else cards | {FOOL}


def pay_pagat(hand: Hand, paid: list[Fraction]) -> None:
    for number, (leader, fell, winner) in enumerate(hand.tricks, 1):
        if "I" in fell:
            owner = (leader + fell.index("I")) % 3
            if owner != winner:
                receives(paid, owner, -10 if number == 25 else -5)
            elif number == 25:
                receives(paid, owner, 10)


def piles_and_points(hand: Hand, laid: list[str]) -> tuple[list[list[str]], list[Fraction]]:
    """The Skis goes back to its owner, who gives the cheapest card for it; without a trick he has it alone and counts 4."""
    piles = [hand.won_by(seat) for seat in range(3)]
    piles[hand.dealer] += laid
    points: list[Fraction] = []
    for leader, fell, winner in hand.tricks:
        if FOOL in fell:
            owner = (leader + fell.index(FOOL)) % 3
            if owner != winner:
                piles[winner].remove(FOOL)
                if piles[owner]:
                    given = min(piles[owner], key=worth)
                    piles[owner].remove(given)
                    piles[winner].append(given)
                piles[owner].append(FOOL)
    for pile in piles:
        two_as_three = Fraction(1, 3) if len(pile) % 3 == 2 else 0
        points.append(Fraction(4) if pile == [FOOL] else in_sets(pile, 3) + two_as_three)
    return piles, points
