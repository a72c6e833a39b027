"""Three-handed Tarocc'Ombre (6.3), as its page tells it."""

from __future__ import annotations

from collections.abc import Collection

from tests.umpires.table import FOOL, Hand, follow, in_sets, rank, takes, trump, worth

BIDS = ["a-due", "ad-una", "a-niente"]
ASKS = {"a-due": 2, "ad-una": 1, "a-niente": 0}
BASE = {"a-due": 2, "ad-una": 3, "a-niente": 4}


def umpire(hand: Hand) -> None:
    dealer, held = hand.dealer, set(hand.held[hand.dealer])
    laid = hand.discard(dealer, 3, lambda cards: may_discard(cards, held))
    said = auction(hand)
    if not said:
        hand.ends([0, 0, 0])  # The page does not say what happens if all pass: nobody is paid.
        return
    declarer, bid = said[-1]
    asks(hand, declarer, ASKS[bid], laid)
    may_concede = declarer != dealer and dealer in [seat for seat, _ in said]
    if may_concede and hand.turn(declarer, ["concede thrown-down", "done"]) != "done":
        hand.ends(from_each(declarer, -BASE[bid]))
        return
    leader = 0
    for _ in range(17):
        leader = hand.trick(leader, lambda seat, fell: may_play(hand.held[seat], fell), takes)
    points = points_of(hand, declarer, laid)
    hand.same("points", [points if seat == declarer else 70 - points for seat in range(3)], hand.record.points or [])
    each = BASE[bid] + abs(points - 35) // 5
    if all(winner == declarer for _, _, winner in hand.tricks):
        each += 3
    hand.ends(from_each(declarer, each if points >= 36 else -each))


def from_each(declarer: int, each: int) -> list[int]:
    return [2 * each if seat == declarer else -each for seat in range(3)]


def may_discard(cards: Collection[str], held: Collection[str]) -> bool:
    """No honour; a trump only if nothing else is left."""
    honours = {c for c in held if c in ("XXI", "I", FOOL) or rank(c) == "K"}
    plain = {c for c in held if not trump(c)} - honours
    return not honours & set(cards) and (not any(map(trump, cards)) or plain <= set(cards))


def auction(hand: Hand) -> list[tuple[int, str]]:
    """All bids in order. First anyone may bid higher; then those who have bid go on, and the earlier in turn may hold."""
    said: list[tuple[int, str]] = []
    for seat in range(3):
        higher = BIDS[BIDS.index(said[-1][1]) + 1 :] if said else BIDS
        if higher:
            speaks(hand, seat, higher, said)
        else:
            hand.can_only_pass(seat)
    left = [seat for seat, _ in said]
    while len(left) > 1:
        for seat in list(left):
            last, bid = said[-1]
            if seat == last or len(left) == 1:
                continue
            may = BIDS[BIDS.index(bid) + (0 if seat < last else 1) :]
            if not may:
                hand.can_only_pass(seat)
            if not may or not speaks(hand, seat, may, said):
                left.remove(seat)
    return said


def speaks(hand: Hand, seat: int, may: list[str], said: list[tuple[int, str]]) -> bool:
    act = hand.turn(seat, ["pass", *(f"bid {bid}" for bid in may)])
    if act != "pass":
        said.append((seat, act.removeprefix("bid ")))
    return act != "pass"


def asks(hand: Hand, declarer: int, number: int, laid: list[str]) -> None:
    """The declarer may name so many cards, and gives any other for each to whoever has it.

    The page leaves it open what happens if a card lies in the dealer's discard: here it is not given, and may be named.
    """
    everyone = set().union(*hand.record.hands)
    named: set[str] = set()
    for _ in range(number):
        mine = hand.held[declarer] | named | (set(laid) if declarer == hand.dealer else set())
        may = [f"ask {card}" for card in everyone - mine]
        act = hand.turn(declarer, [*may, "done"])
        if act == "done":
            return
        card = act.removeprefix("ask ")
        named.add(card)
        holder = next((seat for seat in range(3) if card in hand.held[seat]), None)
        if holder is not None:
            given = hand.card("give", declarer, hand.held[declarer] - {card})
            hand.held[holder].remove(card)
            hand.held[holder].add(given)
            hand.held[declarer].add(card)


def may_play(held: set[str], fell: list[str]) -> set[str]:
    """The Matto may be played to any trick instead."""
    return follow(held, fell) | (held & {FOOL})


def points_of(hand: Hand, declarer: int, laid: list[str]) -> int:
    """The declarer's points. What somebody gives for the Matto is the card that counts least in his own tricks."""
    mine = set(hand.won_by(declarer))
    if (hand.dealer if hand.won_by(hand.dealer) else hand.tricks[-1][2]) == declarer:
        mine |= set(laid)
    for leader, fell, winner in hand.tricks:
        if FOOL in fell:
            player = (leader + fell.index(FOOL)) % 3
            own = set(hand.won_by(player)) - {FOOL}
            if own and (player == declarer) != (winner == declarer):
                mine ^= {FOOL, min(own, key=worth)}
    points = in_sets(sorted(mine), 3)
    assert points == int(points)
    return int(points)
