"""Ottocento (11.14), as its page and that of the Bolognese tradition tell it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.umpires import table
from tests.umpires.table import FACES, FOOL, ROMAN, Hand, rank

TAROCCHI = {"angel", "world", "bagatto", FOOL}
ABOVE = ["moon", "sun", "world", "angel"]
NUMBERED = [ROMAN[n - 1] for n in range(16, 4, -1)]
CONTATORI = {"bagatto", FOOL}
CRICCHE = {
    "cricca-kings": ("K", 17),
    "cricca-queens": ("Q", 14),
    "cricca-knights": ("C", 13),
    "cricca-jacks": ("J", 12),
}
SUITS = ("swords", "batons", "cups", "coins")


def umpire(hand: Hand) -> None:
    scores = [0, 0]
    laid = hand.discard(3, 2, lambda cards: not any(c in TAROCCHI or rank(c) == "K" for c in cards))
    leader = 0
    for number in range(15):

        def may(seat: int, fell: list[str], first: bool = number == 0) -> set[str]:
            if first:
                scores[seat % 2] += declares(hand, seat)
            return table.follow(hand.held[seat], fell, suit) | (hand.held[seat] & {FOOL})

        leader = hand.trick(leader, may, takes)
    piles = sides(hand, laid)
    points = [sum(map(worth, pile)) - len(pile) // 2 for pile in piles]
    points[hand.tricks[-1][2] % 2] += 6
    hand.same("points", [points[seat % 2] for seat in range(4)], hand.record.points)
    for side, pile in enumerate(piles):
        found = combinations(pile)
        scores[side] += points[side] + worth_of(found, list(found))
    hand.ends([scores[seat % 2] for seat in range(4)])


def suit(card: str) -> str:
    return "trumps" if card in (*ABOVE, "bagatto") or card.startswith("moor") else table.suit(card)


def height(card: str) -> int:
    if card in ABOVE:
        return 30 + ABOVE.index(card)
    return 0 if card == "bagatto" else 1 if card.startswith("moor") else table.height(card)


def takes(fell: Sequence[str]) -> int:
    """Of several Moors the last beats the others."""
    place = table.takes(fell, height, suit)
    moors = [n for n, card in enumerate(fell) if card.startswith("moor")]
    return moors[-1] if fell[place].startswith("moor") else place


def worth(card: str) -> int:
    return 5 if card in TAROCCHI else FACES.get(rank(card), 0) + 1


def combinations(cards: Collection[str]) -> dict[str, list[int]]:
    """All cricche and sequences that lie in the cards, and what each is worth singly; suits with a sequence together."""
    held, wild = set(cards), len(CONTATORI & set(cards))
    found: dict[str, list[int]] = {}
    if (n := len(TAROCCHI & held)) >= 3:
        found["cricca-tarocchi"] = [18 * (n - 2)]
    for name, (face, value) in CRICCHE.items():
        if (n := sum(rank(card) == face for card in held)) >= 3:
            found[name] = [value * (n - 2)]
    if n := grande(held, wild):
        found["grande"] = [row(n)]
    lengths = [suit_sequence(held, wild, name) for name in SUITS]
    if any(lengths):
        found["suit-sequence"] = [row(n) for n in lengths if n]
    for name, n in (("aces", sum(rank(c) == "A" for c in held)), ("moors", sum(c.startswith("moor") for c in held))):
        if n >= 2 and n + wild >= 3:
            found[name] = [row(n + wild)]
    return found


def row(length: int) -> int:
    return 10 + 5 * (length - 3)


def suit_sequence(held: set[str], wild: int, name: str) -> int:
    """The King, two or three of the other courts, the Ace. Two contatori may not stand side by side, so that one must be real."""
    courts = sum(f"{face} of {name}" in held for face in "QCJ")
    if f"K of {name}" not in held or not courts or courts + wild < 2:
        return 0
    return 1 + courts + wild + (f"A of {name}" in held)


def grande(held: set[str], wild: int) -> int:
    """The Angelo, two of Mondo, Sole, Luna, then down from the 16, and last the Moors. A contatore fills a gap, or is one card
    more."""
    great = [card for card in ("world", "sun", "moon") if card in held]
    if "angel" not in held or not great or len(great) + wild < 2:
        return 0
    free = wild if len(great) > 1 else wild - 1
    beside = great == ["world"]  # a contatore in place of the Sole or the Luna, next to the 16
    length, moors = 1 + len(great) + wild, sum(card.startswith("moor") for card in held)
    for n, card in enumerate(NUMBERED):
        if card in held:
            length, beside = length + 1, False
        elif free and not beside and (moors if n + 1 == len(NUMBERED) else NUMBERED[n + 1] in held):
            free, beside = free - 1, True
        else:
            return length
    return length + moors


def worth_of(found: dict[str, list[int]], names: Collection[str]) -> int:
    """Three or more cricche count double, and so do three or more sequences."""
    total = 0
    for cricca in (True, False):
        values = [value for name in names if name.startswith("cricca") == cricca for value in found[name]]
        total += sum(values) * (2 if len(values) >= 3 else 1)
    return total


def declares(hand: Hand, seat: int) -> int:
    found = combinations(hand.held[seat])
    left, said = list(found), []
    while left:
        act = hand.turn(seat, [*(f"declare {name}" for name in left), "done"])
        if act == "done":
            break
        said.append(act.removeprefix("declare "))
        left.remove(said[-1])
    return worth_of(found, said)


def sides(hand: Hand, laid: list[str]) -> list[set[str]]:
    """What each side has: the Matto goes back for a card of its player's choice, so that the piles reported are looked at."""
    piles = [{c for seat in (side, side + 2) for c in hand.won_by(seat)} for side in (0, 1)]
    tricks = [bool(pile) for pile in piles]
    piles[1 if tricks[1] else 0] |= set(laid)
    told = [set(hand.record.piles[side]) | set(hand.record.piles[side + 2]) for side in (0, 1)]
    for leader, fell, winner in hand.tricks:
        mine = (leader + fell.index(FOOL)) % 2 if FOOL in fell else winner % 2
        if mine != winner % 2 and tricks[mine]:
            given = told[1 - mine] - piles[1 - mine]
            if len(given) == 1 and given <= piles[mine] - set(laid):
                piles[mine] = piles[mine] - given | {FOOL}
                piles[1 - mine] = piles[1 - mine] - {FOOL} | given
    for side in (0, 1):
        hand.same("pile", sorted(piles[side]), sorted(told[side]))
    return piles
