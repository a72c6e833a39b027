"""French Tarot for four (9.13), as its page tells it."""

from __future__ import annotations

from tests.umpires.french import Table, auction, discards, lone_petit
from tests.umpires.table import Hand

SIZES = {"poignee": 10, "double-poignee": 13, "triple-poignee": 15}


def umpire(hand: Hand) -> None:
    best = None if any(map(lone_petit, hand.held)) else auction(hand)
    if best is None:
        hand.ends([0] * 4)
        return
    declarer, bid = best
    table = Table(hand, declarer, bid, 18, {declarer}, chien_is_ours=bid != "garde-contre")
    if bid in ("prise", "garde"):
        table.laid = discards(hand, declarer, 6)
    table.announced = hand.turn(declarer, ["announce slam", "done"]) != "done"
    table.plays(declarer if table.announced else 0, lambda cards: cards, SIZES)
    points = table.points()
    hand.same("points", [points if seat == declarer else 91 - points for seat in range(4)], hand.record.points)
    each = table.each(chelem=False)
    hand.ends([3 * each if seat == declarer else -each for seat in range(4)])
