"""Modern three-handed Cego (17.3), as its page tells it."""

from __future__ import annotations

from itertools import combinations
from math import ceil

from tests.umpires import table
from tests.umpires.table import FOOL, Hand, rank, trump, worth

STEPS = ["cego", "eine", "eine-leere", "zwei-leere", "zwei-verschiedene", "kleiner-mann"]
OVER_SOLO = ["gegensolo", *(f"{name}-over-solo" for name in STEPS[1:])]
NUMERALS = {"A", "2", "3", "4", "7", "8", "9", "10"}
SUITS = "♣♠♥♦"


def umpire(hand: Hand) -> None:
    declarer, bid, factor = auction(hand)
    if bid == "ulti":
        play(hand, declarer, bid, [])
        last = hand.tricks[-1]
        each = 80 if last[2] == declarer and last[1][(declarer - last[0]) % 3] == "I" else -80
        hand.ends([2 * each if seat == declarer else -each for seat in range(3)])
        return
    laid, opened = list(hand.record.talon), []
    if bid != "solo":
        laid, opened = takes_cego(hand, declarer, bid)
    play(hand, declarer, bid, opened)
    won = hand.won_by(declarer)
    points = counted(won + laid) if won else 0
    whole = points + 1 if won else 0
    # What is reported is the count of 69, without the point more that a side has.
    hand.same("points", [points if seat == declarer else 69 - points for seat in range(3)], hand.record.points or [])
    if bid == "solo":
        factor = 2 if whole >= 36 else 1
    each = 5 * ceil(abs(whole - 35) * factor / 5) if whole != 35 else 5
    each = each if whole >= 36 else -each
    hand.ends([2 * each if seat == declarer else -each for seat in range(3)])


def counted(cards: list[str]) -> int:
    """In threes, each set 2 less: 69 for all cards. One or two cards left over the page does not tell of; there are none."""
    assert len(cards) % 3 == 0
    return sum(map(worth, cards)) - 2 * len(cards) // 3


def auction(hand: Hand) -> tuple[int, str, int]:
    """Declarer, contract, factor. First Solo or Ulti; else two bid against each other, and the third against who is left."""
    for seat in range(3):
        act = hand.turn(seat, ["pass", "bid solo", "bid ulti"])
        if act == "bid ulti":
            return seat, "ulti", 0
        if act == "bid solo":
            return duels(hand, seat, "solo", OVER_SOLO, -1)
    hand.turn(0, ["bid cego"])
    return duels(hand, 0, "cego", STEPS, 0)


def duels(hand: Hand, first: int, bid: str, steps: list[str], level: int) -> tuple[int, str, int]:
    holder = first
    for seat in (hand.round(first))[1:]:
        while level < len(steps) - 1:
            step = steps[level + 1]
            if not can(hand, seat, step) or hand.turn(seat, ["pass", f"bid {step}"]) == "pass":
                hand.can_only_pass(seat)
                break
            level, bid = level + 1, step
            if not can(hand, holder, step) or hand.turn(holder, ["pass", f"bid {step}"]) == "pass":
                hand.can_only_pass(holder)
                holder = seat
                break
        else:
            hand.can_only_pass(seat)
    return holder, bid, max(level + (2 if steps is OVER_SOLO else 1), 1)


def can(hand: Hand, seat: int, step: str) -> bool:
    """Der kleine Mann is kept from the hand: it has to hold the 1."""
    return not step.startswith("kleiner-mann") or "I" in hand.held[seat]


def takes_cego(hand: Hand, declarer: int, bid: str) -> tuple[list[str], list[str]]:
    """What the declarer lays aside, and the cards that he keeps open."""
    held, name = set(hand.held[declarer]), bid.removesuffix("-over-solo")
    number = 2 if name in ("cego", "gegensolo", "zwei-leere", "zwei-verschiedene") else 1
    whole = [set(cards) for cards in combinations(sorted(held), number)]
    if name == "kleiner-mann":
        whole = [{"I"}]
    elif name not in ("cego", "gegensolo", "eine"):
        whole = [cards for cards in whole if all(rank(card) for card in cards)]
        if number == 2:
            alike = 1 if name == "zwei-leere" else 2
            whole = [cards for cards in whole if len({card[-1] for card in cards}) == alike]
        most = max((sum(rank(card) in NUMERALS for card in cards) for cards in whole), default=0)
        whole = [cards for cards in whole if sum(rank(card) in NUMERALS for card in cards) == most]
    kept: set[str] = set()
    for _ in range(number):
        may = set().union(*(cards for cards in whole if cards >= kept)) - kept
        kept.add(hand.turn(declarer, [f"keep {card}" for card in may]).removeprefix("keep "))
    hand.held[declarer] = kept | set(hand.record.talon)
    laid = sorted(held - kept)
    trumps = sorted((card for card in hand.record.talon if trump(card) or card == FOOL), key=height)
    if name in ("cego", "gegensolo"):
        laid.append(hand.card("discard", declarer, hand.held[declarer]))
    if name in ("zwei-leere", "zwei-verschiedene") and trumps:
        laid.append(trumps[0] if name == "zwei-leere" else trumps[-1])
        hand.held[declarer].remove(laid[-1])
    return laid, sorted(kept) if name in STEPS[2:5] else []


def suit(card: str) -> str:
    return "trumps" if card == FOOL else table.suit(card)


def height(card: str) -> int:
    return 22 if card == FOOL else table.height(card)


def play(hand: Hand, declarer: int, bid: str, opened: list[str]) -> None:
    name, leader = bid.removesuffix("-over-solo"), declarer
    for number in range(1, 14):
        first = {"kleiner-mann": 1, "eine-leere": 1, "zwei-leere": 2, "zwei-verschiedene": 2}.get(name, 0) >= number

        def may(seat: int, fell: list[str], first: bool = first) -> set[str]:
            held = hand.held[seat]
            if fell:
                return table.follow(held, [c for c in fell[:1] if c not in opened or first] + fell[1:], suit)
            return leads(held, name, opened) if first else held

        leader = hand.trick(leader, may, lambda fell: wins(fell, opened))
        if number == 1 and first and len(opened) == 2:
            leader = declarer
        if number == 2 and first:
            leader = third(hand)


def leads(held: set[str], name: str, opened: list[str]) -> set[str]:
    if name == "kleiner-mann":
        return {"I"}
    if name == "zwei-verschiedene":
        return held & set(opened)
    return {card for card in held if card[-1] == opened[0][-1] and rank(card)}


def wins(fell: list[str], opened: list[str]) -> int:
    """An open card never wins. Where nobody can beat it for want of its suit and of Trocke, the next card's suit decides."""
    left = [card for card in fell if card not in opened]
    led = fell[0]
    same = [card for card in left if suit(card) in (suit(led), "trumps")]
    best = same[table.takes(same, height, suit)] if same else left[table.takes(left, height, suit)]
    return fell.index(best)


def third(hand: Hand) -> int:
    """Who leads to the third trick: who won one of the first two with the higher card."""
    best = [max((height(c) + 100 * (suit(c) == "trumps"), -SUITS.find(c[-1]), winner)
            for c in [fell[(winner - leader) % 3]]) for leader, fell, winner in hand.tricks]  # fmt: skip
    return max(best)[2]
