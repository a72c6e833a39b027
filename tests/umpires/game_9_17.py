"""French Tarot for five, the federation's rules of 2012 (9.17/FFT-2012), as its page tells them."""

from __future__ import annotations

from tests.umpires.french import Table, auction, discards, lone_petit
from tests.umpires.table import Hand, suit

SIZES = {"poignee": 8, "double-poignee": 10, "triple-poignee": 13}


def umpire(hand: Hand) -> None:
    best = None if any(map(lone_petit, hand.held)) else auction(hand)
    if best is None:
        hand.ends([0] * 5)
        return
    declarer, bid = best
    called = hand.turn(declarer, [f"call {card}" for card in may_call(hand.held[declarer])]).removeprefix("call ")
    partner = next((seat for seat in range(5) if called in hand.held[seat]), declarer)
    ours = bid != "garde-contre"  # whose it is with the called King in it is not said
    table = Table(hand, declarer, bid, 15, {declarer, partner}, chien_is_ours=ours)
    if bid in ("prise", "garde"):
        table.laid = discards(hand, declarer, 3)
    table.announced = hand.turn(declarer, ["announce slam", "done"]) != "done"

    def first(cards: set[str]) -> set[str]:
        """Not the suit of the called card, unless it is that card; a hand of nothing else the page forgets."""
        return {card for card in cards if suit(card) != suit(called) or card == called} or cards

    table.plays(declarer if table.announced else 0, first, SIZES)
    points = table.points()
    hand.same("points", [points if seat in table.side else 91 - points for seat in range(5)], hand.record.points)
    each = table.each()
    paid = [-each] * 5
    if partner == declarer:
        paid[declarer] = 4 * each
    else:
        paid[declarer], paid[partner] = 2 * each, each
    hand.ends(paid)


def may_call(held: set[str]) -> list[str]:
    """A King, his own too; who has all four a Queen, who has these too a Knight, and then a Jack, that he has not: of his own
    the page speaks only of Kings."""
    may = ["K" + s for s in "♠♣♥♦"]
    for higher, face in zip("KQC", "QCJ", strict=True):
        if not held.issuperset(higher + s for s in "♠♣♥♦"):
            break
        may += [face + s for s in "♠♣♥♦" if face + s not in held]
    return may
