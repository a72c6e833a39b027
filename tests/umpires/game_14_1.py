"""Barcellona's Tarocchi (14.1), as its page tells it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.umpires import table
from tests.umpires.table import FOOL, Hand, rank, trump

WORTH = {"XX": 10, "I": 10, FOOL: 10, "XIX": 5, "XVIII": 5, "XVII": 5, "XVI": 5}


def umpire(hand: Hand) -> None:
    dealer = hand.dealer
    solo = next((seat for seat in (0, 1, 2) if hand.turn(seat, ["pass", "bid solo"]) == "bid solo"), None)
    if solo is None and hand.turn(dealer, ["case each-for-himself", "done"]) == "done":
        hand.ends([0, 0, 0])
        return
    taker = dealer if solo is None else solo
    hand.held[taker] |= set(hand.record.talon)
    held = set(hand.held[taker])
    laid = hand.discard(taker, 3, lambda cards: may_discard(cards, held))
    leader = 0 if solo is None else (solo + 1) % 3
    for _ in range(20):
        leader = hand.trick(leader, lambda seat, fell: may_play(hand.held[seat], fell), takes)
    sides = [0, 1, 2] if solo is None else [int(seat != solo) for seat in range(3)]
    points = points_of(hand, sides, taker, laid)
    hand.same("points", [points[side] for side in sides], hand.record.points)
    if solo is None:
        hand.ends([points[0] - 36, points[1] - 36, points[2] - 37])
    else:
        hand.ends([(4 if side == 0 else -2) * (points[0] - 55) for side in sides])


def suit(card: str) -> str:
    return "trumps" if card == "miseria" else table.suit(card)


def height(card: str) -> int:
    """In every suit the higher number is higher; the Miseria is below the I."""
    if rank(card) in table.FACES:
        return 20 + table.FACES[rank(card)]
    return trump(card) or (0 if card in ("miseria", FOOL) else 1 if rank(card) == "A" else int(rank(card)))


def takes(fell: Sequence[str]) -> int:
    return table.takes(fell, height, suit)


def worth(card: str) -> int:
    return WORTH.get(card) or (5 if rank(card) == "K" else table.FACES.get(rank(card), 0) + 1)


def may_discard(cards: Collection[str], held: Collection[str]) -> bool:
    """No card of 10 or 5; a trump only if there is nothing else."""
    plain = {c for c in held if suit(c) != "trumps" and worth(c) < 5}
    return all(worth(c) < 5 for c in cards) and (all(suit(c) != "trumps" for c in cards) or plain <= set(cards))


def may_play(held: set[str], fell: list[str]) -> set[str]:
    """The Fuggitivo excuses at any time; it is led only as the last card."""
    cards = table.follow(held, fell, suit)
    return cards | (held & {FOOL}) if fell or len(held) == 1 else cards


def points_of(hand: Hand, sides: list[int], taker: int, laid: list[str]) -> list[int]:
    """Card points of each side: the Fuggitivo stays with a side that has a trick, and nothing is given for it."""
    piles: list[list[str]] = [[] for _ in set(sides)]
    for seat in range(3):
        piles[sides[seat]] += [card for card in hand.won_by(seat) if card != FOOL]
    with_trick = {sides[winner] for _, _, winner in hand.tricks}
    for leader, fell, winner in hand.tricks:
        if FOOL in fell:
            mine = sides[(leader + fell.index(FOOL)) % 3]
            piles[mine if mine in with_trick else sides[winner]].append(FOOL)
    piles[sides[taker]] += laid
    points = [sum(map(worth, pile)) - 2 * (len(pile) // 3) - (len(pile) % 3 > 0) for pile in piles]
    points[sides[hand.tricks[-1][2]]] += 5
    return points
