"""Three-handed Permesso (8.13), as its page tells it."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import ceil

from tests.umpires.table import FOOL, Hand, follow, in_sets, rank, takes, trump

BIDS = ["a-tre", "a-due", "ad-una", "sans-prendre"]
ONORANZA = {"a-tre": 2, "a-due": 3, "ad-una": 4, "sans-prendre": 5}
HONOURS = ("XX", "I", FOOL)


def umpire(hand: Hand) -> None:
    dealer, held = hand.dealer, set(hand.held[hand.dealer])
    laid = hand.discard(dealer, 3, lambda cards: may_discard(cards, held))
    declarer, level = auction(hand)
    if declarer is None:
        hand.ends([0, 0, 0])
        return
    if level < 3:
        level = BIDS.index(hand.turn(declarer, [f"contract {bid}" for bid in BIDS[level:]]).removeprefix("contract "))
    asks(hand, declarer, 3 - level)
    leader = 0
    for _ in range(25):
        leader = hand.trick(
            leader, lambda seat, fell: follow(hand.held[seat], fell) | (hand.held[seat] & {FOOL}), height
        )
    points = points_of(hand, declarer, laid)
    hand.same("points", [points if seat == declarer else 91 - points for seat in range(3)], hand.record.points or [])
    # Half a point between two fives goes down, as 52½ does.
    fives = abs(ceil((points - Fraction(5, 2)) / 5) - 9)
    each = ONORANZA[BIDS[level]] + fives
    if points < 23 or 91 - points < 23:
        each *= 2
    hand.ends([0, 0, 0] if points == Fraction(91, 2) else from_each(declarer, each if points >= 46 else -each))


def from_each(declarer: int, each: int) -> list[int]:
    return [2 * each if seat == declarer else -each for seat in range(3)]


def height(fell: list[str]) -> int:
    """The XX stands above the XXI."""
    swap = {"XX": "XXI", "XXI": "XX"}
    return takes([swap.get(card, card) for card in fell])


def may_discard(cards: Collection[str], held: Collection[str]) -> bool:
    """No honour, but the Bagatto by one who has no other trump and no Fool. The Fool is for one who hopes to win all tricks:
    who hopes so the page leaves to him, and here nobody does."""
    bagatto = FOOL not in held and [c for c in held if trump(c)] == ["I"]
    return not any(c in ("XX", FOOL) or rank(c) == "K" or (c == "I" and not bagatto) for c in cards)


def auction(hand: Hand) -> tuple[int | None, int]:
    """Who is declarer, and the number of his bid: two bid against each other, the earlier holding, until one gives way."""
    first: int | None = None
    level = -1
    for seat in range(3):
        if first is None:
            if hand.turn(seat, ["pass", f"bid {BIDS[0]}"]) != "pass":
                first, level = seat, 0
            continue
        while level < 3:
            if hand.turn(seat, ["pass", f"bid {BIDS[level + 1]}"]) == "pass":
                break
            level += 1
            if hand.turn(first, ["pass", f"bid {BIDS[level]}"]) == "pass":
                first = seat
                break
        else:
            hand.can_only_pass(seat)
    return first, level


def asks(hand: Hand, declarer: int, number: int) -> None:
    """So many cards are put face down, and as many named; whoever has one takes one of those for it."""
    everyone, before = set().union(*hand.record.hands), set(hand.record.hands[declarer])
    down: list[str] = []
    for _ in range(number):
        down.append(hand.card("give", declarer, hand.held[declarer]))
    named: set[str] = set()
    for _ in range(number):
        card = hand.turn(declarer, [f"ask {card}" for card in everyone - before - named]).removeprefix("ask ")
        named.add(card)
        holder = next((seat for seat in range(3) if card in hand.held[seat]), None)
        if holder is not None:
            hand.held[holder].remove(card)
            hand.held[holder].add(down.pop(0))
            hand.held[declarer].add(card)
    # The page does not say what happens if a named card lies in the dealer's discard: here a card put down is taken back.
    hand.held[declarer] |= set(down)


def points_of(hand: Hand, declarer: int, laid: list[str]) -> Fraction:
    """The declarer's points, counted in pairs."""
    mine = hand.won_by(declarer)
    theirs = [card for seat in range(3) if seat != declarer for card in hand.won_by(seat)]
    piles = {True: mine, False: theirs}
    home = hand.dealer == declarer
    piles[home if piles[home] else hand.tricks[-1][2] == declarer] += laid
    points = in_sets(mine, 2, HONOURS)
    for leader, fell, winner in hand.tricks:
        if FOOL in fell:
            ours = (leader + fell.index(FOOL)) % 3 == declarer
            if ours != (winner == declarer) and any((seat == declarer) == ours for _, _, seat in hand.tricks):
                points += 4 if ours else -4  # an empty card for the Fool
    return points
