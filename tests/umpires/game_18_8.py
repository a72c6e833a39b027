"""Slovenian Tarok for four (18.8), as its page tells it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.umpires import table
from tests.umpires.table import FOOL, Hand, rank, worth

WORTH = {"three": 10, "two": 20, "one": 30, "solo-three": 40, "solo-two": 50, "solo-one": 60, "beggar": 70,
         "solo-without": 80, "open-beggar": 90, "colour-valat-without": 125, "valat-without": 500}  # fmt: skip
BIDS = list(WORTH)
TALON = {"three": 3, "two": 2, "one": 1, "solo-three": 3, "solo-two": 2, "solo-one": 1}
TRULA = {FOOL, "XXI", "I"}
BONUS = {"trula": 10, "kings": 10, "called-king-last": 10, "pagat-last": 25, "slam": 250}


def umpire(hand: Hand) -> None:
    if any(not any(suit(card) == "trumps" for card in held) for held in hand.held):
        hand.ends([0] * 4)  # The hand is shown and dealt again.
        return
    declarer, contract = auction(hand)
    if declarer is None:
        klop(hand)
        return
    game = Game(hand, declarer, contract)
    if contract in TALON:
        game.exchange()
    game.speaks()
    game.plays()
    hand.ends(game.scores())


def auction(hand: Hand) -> tuple[int | None, str]:
    """Forehand waits, but goes before all others: who goes before the last bidder may bid the same, who comes after must go higher."""
    left, last, bid = [1, 2, 3, 0], -1, -1
    while len(left) > 1 or (last < 0 and left):
        for seat in list(left):
            if seat == last or (len(left) == 1 and last >= 0):
                continue
            lowest = 1 if last < 0 else bid + (seat > last)
            if seat == 0 and last < 0:  # Nobody else has bid: forehand names any contract.
                contract = hand.turn(0, [f"contract {name}" for name in ("klop", *BIDS)]).removeprefix("contract ")
                return (None if contract == "klop" else 0), contract
            if lowest >= len(BIDS):
                hand.can_only_pass(seat)
                left.remove(seat)
                continue
            act = hand.turn(seat, ["pass", *(f"bid {name}" for name in BIDS[lowest:])])
            if act == "pass":
                left.remove(seat)
            else:
                last, bid = seat, BIDS.index(act.removeprefix("bid "))
    if bid == len(BIDS) - 1:
        return last, BIDS[bid]
    return last, hand.turn(last, [f"contract {name}" for name in BIDS[bid:]]).removeprefix("contract ")


def suit(card: str) -> str:
    return "trumps" if card == FOOL else table.suit(card)


def height(card: str) -> int:
    return 22 if card == FOOL else table.height(card)


def takes(fell: Sequence[str], plain: bool = False) -> int:
    """Škis, mond and pagat in one trick: the pagat takes it. Plain trumps beat no other suit."""
    if set(fell) >= TRULA and not (plain and suit(fell[0]) != "trumps"):
        return list(fell).index("I")
    return table.takes(fell, height, suit, not plain)


def may_play(held: set[str], fell: list[str], low: bool, keep: set[str]) -> set[str]:
    """`low`: a contract to take few tricks, in which one must beat the trick and play the pagat last. `keep`: an ultimo."""
    may = table.follow(held, fell, suit)
    if low:
        if fell:
            may = {card for card in may if takes([*fell, card]) == len(fell)} or may
        may = may - {"I"} or may
    return may - keep or may


def counted(cards: Sequence[str]) -> int:
    """Two off for each three; one or two cards left over lose 1."""
    return sum(map(worth, cards)) - 2 * (len(cards) // 3) - (len(cards) % 3 > 0)


def fives(number: int) -> int:
    return (number + 2) // 5 * 5


def klop(hand: Hand) -> None:
    leader = 0
    for _ in range(12):
        leader = hand.trick(leader, lambda seat, fell: may_play(hand.held[seat], fell, True, set()), takes)
    piles = [hand.won_by(seat) for seat in range(4)]
    for card, (_, _, winner) in zip(hand.record.talon, hand.tricks, strict=False):
        piles[winner].append(card)
    points = [counted(pile) for pile in piles]
    hand.same("points", points, hand.record.points)
    ends = [-70 if p > 35 else 70 if not pile else 0 for p, pile in zip(points, piles, strict=True)]
    hand.ends(ends if any(ends) else [-fives(p) for p in points])


class Game:
    """A hand with a declarer."""

    def __init__(self, hand: Hand, declarer: int, contract: str) -> None:
        self.hand, self.declarer, self.contract, self.called = hand, declarer, contract, ""
        self.side = {declarer}
        self.laid: list[str] = []
        self.rest = list(hand.record.talon)
        self.doubled: dict[str, int] = {}
        self.announced: dict[str, int] = {}
        self.xxi_left = False
        self.colour = contract == "colour-valat-without"

    def exchange(self) -> None:
        hand, seat, size = self.hand, self.declarer, TALON[self.contract]
        if not self.contract.startswith("solo"):
            self.called = hand.turn(seat, [f"call K{s}" for s in "♠♣♥♦"]).removeprefix("call ")
            self.side |= {other for other in range(4) if self.called in hand.held[other]}
        packet = int(hand.turn(seat, [f"take {n}" for n in range(1, 6 // size + 1)]).removeprefix("take "))
        took = hand.record.talon[(packet - 1) * size : packet * size]
        self.rest = [card for card in hand.record.talon if card not in took]
        hand.held[seat] |= set(took)
        self.laid = hand.discard(seat, size, lambda cards: all(rank(c) != "K" and c not in TRULA for c in cards))
        if self.contract.startswith("solo"):
            self.colour = hand.turn(seat, ["case colour-valat", "done"]) != "done"

    def speaks(self) -> None:
        """Announcements and doubles. In what order they are spoken, and who knows whose side he is on, the page leaves open:
        here it is looked at that only the holder announces an ultimo, that no side says a thing twice, and that nothing is announced
        in contracts without bonuses."""
        hand = self.hand
        while hand.next and not hand.next.act.startswith("play"):
            seat, act = hand.next.seat, hand.turn(hand.next.seat, None)
            word, _, what = act.partition(" ")
            if word == "announce":
                holds = {"pagat-last": "I", "called-king-last": self.called}.get(what)
                if what in self.announced or (holds and holds not in hand.held[seat]) or not self.bonuses:
                    hand.same("legal", [], [act])
                self.announced[what] = seat
            elif word == "double":
                self.doubled[what] = self.doubled.get(what, 1) * 2

    @property
    def bonuses(self) -> bool:
        return self.contract in TALON and not self.colour

    def plays(self) -> None:
        hand, low = self.hand, self.contract in ("beggar", "open-beggar")
        keeps: dict[int, set[str]] = {}
        for what, seat in self.announced.items():
            if what == "called-king-last" or (what == "pagat-last" and "slam" not in self.announced):
                keeps.setdefault(seat, set()).add("I" if what == "pagat-last" else self.called)
        leader = self.declarer if self.contract not in TALON or self.colour else 0
        while len(hand.tricks) < 12 and not self.decided():
            leader = hand.trick(
                leader, lambda seat, fell: may_play(hand.held[seat], fell, low, keeps.get(seat, set())),
                lambda fell: takes(fell, self.colour),
            )  # fmt: skip

    def decided(self) -> bool:
        """A beggar or valat that has failed need not be played on."""
        mine = [trick for trick in self.hand.tricks if trick[2] in self.side]
        failed = mine if "beggar" in self.contract else len(mine) < len(self.hand.tricks)
        return (
            self.hand.next is None
            and bool(failed)
            and ("beggar" in self.contract or self.colour or "valat" in self.contract)
        )

    def scores(self) -> list[int]:
        hand = self.hand
        sides = [
            [c for seat in range(4) if (seat in self.side) == ours for c in hand.won_by(seat)] for ours in (True, False)
        ]
        tricks = [sum((winner in self.side) == ours for _, _, winner in hand.tricks) for ours in (True, False)]
        brought = self.called in self.laid_in_hand() and self.called in sides[0]
        sides[0] += self.laid + (self.rest if brought else [])
        sides[1] += [] if brought else self.rest
        value = WORTH[self.contract] if not self.colour else 125
        if self.colour or self.contract not in TALON:
            done = {"beggar": not tricks[0], "open-beggar": not tricks[0], "solo-without": counted(sides[0]) >= 36}
            score = value if done.get("" if self.colour else self.contract, not tricks[1]) else -value
            score *= self.doubled.get("score", 1)
        else:
            points = counted(sides[0])
            hand.same("points", [points if seat in self.side else 70 - points for seat in range(4)], hand.record.points)
            score = self.with_bonuses(points, sides, tricks)
        paid = [score if seat in self.side else 0 for seat in range(4)]
        if self.bonuses or (self.contract == "solo-without"):
            for leader, fell, _ in hand.tricks:
                if {"XXI", FOOL} <= set(fell):
                    paid[(leader + fell.index("XXI")) % 4] -= 20
            if self.bonuses and "XXI" in self.rest and not brought:
                paid[self.declarer] -= 20
        return paid

    def laid_in_hand(self) -> list[str]:
        """The cards that the declarer took out of the talon."""
        return [card for card in self.hand.record.talon if card not in self.rest]

    def with_bonuses(self, points: int, sides: list[list[str]], tricks: list[int]) -> int:
        game = WORTH[self.contract] + fives(abs(points - 35))
        total = (game if points >= 36 else -game) * self.doubled.get("score", 1)
        made = {what: self.made(what, sides, tricks) for what in BONUS}
        if made["slam"] or "slam" in self.announced:
            return self.bonus("slam", made["slam"])
        return total + sum(self.bonus(what, done) for what, done in made.items())

    def made(self, what: str, sides: list[list[str]], tricks: list[int]) -> int:
        """1 if the declarer's side has done it, -1 if the others have (or the first has tried and lost), 0 if it did not come up."""
        leader, fell, winner = self.hand.tricks[-1]
        ours = 1 if winner in self.side else -1
        if what == "slam":
            return 0 if all(tricks) else 1 if tricks[0] else -1
        if what == "called-king-last":
            return ours if self.called and self.called in fell else 0
        if what == "pagat-last":
            if "I" not in fell:
                return 0
            owner = (leader + fell.index("I")) % 4
            mine = 1 if owner in self.side else -1
            return mine if owner == winner else -mine
        whole = TRULA if what == "trula" else {"K♠", "K♣", "K♥", "K♦"}
        return 1 if whole <= set(sides[0]) else -1 if whole <= set(sides[1]) else 0

    def bonus(self, what: str, made: int) -> int:
        if what not in self.announced:
            return BONUS[what] * made
        mine = 1 if self.announced[what] in self.side else -1
        return BONUS[what] * 2 * self.doubled.get(what, 1) * (mine if made == mine else -mine)
