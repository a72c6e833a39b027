"""Königrufen by the rules of Upper Austria (18.10/OOE-2023), as its page tells them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from tests.umpires import table
from tests.umpires.game_18_8 import height, suit
from tests.umpires.table import FOOL, Hand, rank, trump

BASE = {"piccolo": 2, "bettler": 2, "solorufer": 2, "besserrufer": 1, "farbendreier": 3, "sechserdreier": 4, "dreier": 4,
        "farbensolo": 6, "piccolo-ouvert": 6, "bettler-ouvert": 7, "solodreier": 8, "rufer": 1}  # fmt: skip
BIDS = list(BASE)[:-1]
TRULL = {FOOL, "XXI", "I"}
BIRDS = {"pagat-last": ("I", 1), "uhu": ("II", 2), "kakadu": ("III", 3), "quapil": ("IV", 4)}
LOW = ("trischaken", "piccolo", "bettler", "piccolo-ouvert", "bettler-ouvert")
CALLS = ("rufer", "solorufer", "besserrufer")


def umpire(hand: Hand) -> None:
    declarer, contract = auction(hand)
    if contract == "trischaken":
        trischaken(hand)
    elif contract in LOW:
        few_tricks(hand, declarer, contract)
    else:
        Game(hand, declarer, contract)


def may_bid(hand: Hand, seat: int, name: str) -> bool:
    """A Besserrufer needs a bird; who has all four Kings can call none."""
    held = hand.held[seat]
    if name in CALLS and sum(rank(card) == "K" for card in held) == 4:
        return False
    return name != "besserrufer" or bool({"I", "II", "III", "IV"} & held)


def auction(hand: Hand) -> tuple[int, str]:
    """The first player may wait, and alone may hold a bid; Sechserdreier is his alone, as his first word."""
    left, last, bid, waited = [0, 1, 2, 3], -1, -1, False
    while len(left) > 1 or last < 0:
        for seat in list(left):
            if seat == last or (len(left) == 1 and last >= 0):
                continue
            if last < 0 and left == [0] and waited:
                names = ["trischaken", "rufer", *(name for name in BIDS if name != "sechserdreier")]
                may = [f"contract {name}" for name in names if name == "trischaken" or may_bid(hand, 0, name)]
                return 0, hand.turn(0, may).removeprefix("contract ")
            lowest = 0 if last < 0 else bid + (seat != 0 or not waited)
            names = [
                n
                for n in BIDS[lowest:]
                if may_bid(hand, seat, n) and (n != "sechserdreier" or (seat == 0 and not waited))
            ]
            if not names:
                hand.can_only_pass(seat)
                left.remove(seat)
                continue
            act = hand.turn(seat, ["pass", *(f"bid {name}" for name in names)])
            if act != "pass":
                last, bid = seat, BIDS.index(act.removeprefix("bid "))
            elif seat == 0 and not waited:
                waited = True
                continue
            else:
                left.remove(seat)
            waited = waited or seat == 0
    return last, BIDS[bid]


def takes(fell: Sequence[str], plain: bool = False) -> int:
    """There is no Emperor trick."""
    return table.takes(fell, height, suit, not plain)


def may_play(held: set[str], fell: list[str], low: bool, plain: bool) -> set[str]:
    may = table.follow(held, fell, suit)
    if low:
        may = {card for card in may if takes([*fell, card]) == len(fell)} or may if fell else may
        last_trump = {card for card in held if suit(card) == "trumps"} == {"I"}
        return may if last_trump else may - {"I"} or may
    return ({card for card in may if suit(card) != "trumps"} or may) if plain and not fell else may


def counted(cards: Collection[str]) -> Fraction:
    """In threes, cards left over counting as thirds."""
    return table.in_sets(list(cards), 3)


def trischaken(hand: Hand) -> None:
    leader = 0
    for _ in range(12):
        leader = hand.trick(leader, lambda seat, fell: may_play(hand.held[seat], fell, True, False), takes)
    piles = [hand.won_by(seat) + (hand.record.talon if seat == leader else []) for seat in range(4)]
    points = [counted(pile) for pile in piles]
    hand.same("points", points, hand.record.points)
    most = [seat for seat in range(4) if points[seat] == max(points)]
    losers = [0] if 0 in most else most
    bare = [seat for seat in range(4) if not any(winner == seat for _, _, winner in hand.tricks)]
    paid = [0] * 4
    for loser in losers:
        each = (2 if points[loser] >= Fraction(107, 3) else 1) * (2 if loser == 0 else 1)
        whole = 3 * each if len(bare) < 2 else max(3 * each, 4)
        paid[loser] -= whole
        for other in bare or [seat for seat in range(4) if seat != loser]:
            paid[other] += whole // (len(bare) or 3)
    hand.ends(paid)


def few_tricks(hand: Hand, declarer: int, contract: str) -> None:
    """Each opponent doubles alone; in what order they speak the page leaves open."""
    doubled = [1] * 4
    while hand.next and hand.next.act.partition(" ")[0] in ("double", "done"):
        seat, act = hand.next.seat, hand.turn(hand.next.seat, None)
        if act.startswith("double"):
            for other in range(4) if seat == declarer else [seat]:
                doubled[other] *= 2 if seat != declarer or doubled[other] in (2, 8) else 1
    leader, wanted = declarer, int(contract.startswith("piccolo"))
    while hand.next is not None:
        leader = hand.trick(leader, lambda seat, fell: may_play(hand.held[seat], fell, True, False), takes)
    won = sum(winner == declarer for _, _, winner in hand.tricks)
    if won <= wanted and len(hand.tricks) < 12:
        hand.same("turn", ["a card is played"], ["the hand is over"])
    sign = 1 if won == wanted else -1
    paid = [-sign * BASE[contract] * doubled[seat] for seat in range(4)]
    paid[declarer] = 0
    paid[declarer] = -sum(paid)
    hand.ends(paid)


class Game:
    """A hand in which a declarer, alone or with a partner, plays for points."""

    def __init__(self, hand: Hand, declarer: int, contract: str) -> None:
        self.hand, self.declarer, self.contract, self.called = hand, declarer, contract, ""
        self.plain, self.side = contract in ("farbendreier", "farbensolo"), {declarer}
        self.laid: list[str] = []
        self.rest = list(hand.record.talon)
        self.announced: dict[str, int] = {}
        self.doubled: dict[str, int] = {}
        self.tried: dict[str, bool] = {}
        """Whether it is the declarer's side that has played the card of a bird to its trick."""
        held = hand.held[declarer]
        if contract in CALLS:
            kings = [f"K{s}" for s in "♠♣♥♦" if f"K{s}" not in held]
            self.called = hand.turn(declarer, [f"call {king}" for king in kings]).removeprefix("call ")
            self.side |= {seat for seat in range(4) if self.called in hand.held[seat]}
        if contract in ("rufer", "besserrufer", "farbendreier", "dreier", "sechserdreier"):
            self.exchange()
        if not self.speaks():
            return
        leader = 0
        while len(hand.tricks) < 12:
            leader = hand.trick(leader, lambda seat, fell: may_play(hand.held[seat], fell, False, self.plain),
                                lambda fell: takes(fell, self.plain))  # fmt: skip
        self.ends()

    def exchange(self) -> None:
        hand, seat, size = self.hand, self.declarer, 3
        took = list(hand.record.talon)
        if self.contract != "sechserdreier":
            packet = int(hand.turn(seat, ["take 1", "take 2"]).removeprefix("take "))
            took = took[3 * packet - 3 : 3 * packet]
        else:
            size = 6
        self.rest = [card for card in hand.record.talon if card not in took]
        hand.held[seat] |= set(took)
        for _ in range(size):
            free = {c for c in hand.held[seat] if rank(c) != "K" and c not in TRULL}
            first = {c for c in free if bool(trump(c)) == (self.contract == "farbendreier")}
            self.laid.append(hand.card("discard", seat, first or free))

    def speaks(self) -> bool:
        """False where the declarer gives up. Who may say what and when the page leaves open in part: it is not judged."""
        hand = self.hand
        while hand.next and not hand.next.act.startswith("play"):
            seat, act = hand.next.seat, hand.turn(hand.next.seat, None)
            word, _, what = act.partition(" ")
            if word == "concede":
                birds = [name for name, who in self.announced.items() if name in BIRDS and who == seat]
                price = 1 + sum(2 * BIRDS[name][1] for name in birds)
                hand.ends([3 * -price if other == seat else price for other in range(4)])
                return False
            if word == "announce":
                self.announced[what] = seat
            elif word == "double":
                self.doubled[what] = self.doubled.get(what, 1) * 2
        return True

    def ends(self) -> None:
        hand = self.hand
        sides = [
            [c for seat in range(4) if (seat in self.side) == ours for c in hand.won_by(seat)] for ours in (True, False)
        ]
        tricks = [sum((winner in self.side) == ours for _, _, winner in hand.tricks) for ours in (True, False)]
        half: list[str] = []
        if self.contract == "solorufer" and self.called in self.rest:
            at = self.rest.index(self.called) // 3
            half = self.rest[3 * at : 3 * at + 3]
        sides[0] += self.laid + half
        sides[1] += [card for card in self.rest if card not in half]
        points = counted(sides[0])
        hand.same("points", [points if seat in self.side else 70 - points for seat in range(4)], hand.record.points)
        base = BASE[self.contract]
        if self.contract == "solorufer" and self.called in self.rest:
            self.doubled = {}
        valat = 0 if all(tricks) else 1 if tricks[0] else -1
        lost = 2 if self.contract == "sechserdreier" else 1
        game = (base if points >= Fraction(107, 3) else -base * lost) * self.doubled.get("score", 1)
        if "slam" in self.announced:
            mine = 1 if self.announced["slam"] in self.side else -1
            sign = mine if valat == mine else -mine
            game = sign * 8 * base * self.doubled.get("slam", 1) * (1 if sign > 0 and mine > 0 else lost)
        elif valat:
            game = valat * 4 * base * (lost if valat < 0 else 1)
        silent = not valat and "slam" not in self.announced
        total = game + sum(self.bonus(name, made, silent) for name, made in self.made(sides).items())
        if len(self.side) == 2:
            hand.ends([total if seat in self.side else -total for seat in range(4)])
        else:
            hand.ends([3 * total if seat in self.side else -total for seat in range(4)])

    def made(self, sides: list[list[str]]) -> dict[str, int]:
        """What was done: 1 by the declarer's side or against the others, -1 the other way round, 0 not at all."""
        kings, hand = {"K♠", "K♣", "K♥", "K♦"}, self.hand
        found = {"kings": (kings <= set(sides[0])) - (kings <= set(sides[1]))}
        if self.plain:
            return found
        found["trull"] = (set(sides[0]) >= TRULL) - (set(sides[1]) >= TRULL)
        for name, (card, number) in BIRDS.items():
            leader, fell, winner = hand.tricks[-number]
            found[name] = 0
            if card in fell:
                owner = (leader + fell.index(card)) % 4
                self.tried[name] = owner in self.side
                found[name] = (1 if owner in self.side else -1) * (1 if owner == winner else -1)
        _, fell, winner = hand.tricks[-1]
        if self.called:
            found["called-king-last"] = (1 if winner in self.side else -1) if self.called in fell else 0
        return found

    def bonus(self, name: str, made: int, silent: bool) -> int:
        price = BIRDS[name][1] if name in BIRDS else 1
        price *= 2 if self.contract in ("solorufer", "solodreier") or (self.contract == "farbensolo") else 1
        if name in self.announced:
            mine = 1 if self.announced[name] in self.side else -1
            return 2 * price * self.doubled.get(name, 1) * (mine if made == mine else -mine)
        if name in BIRDS or name == "called-king-last":  # What a silent one costs that fails, is not said.
            won = made > 0 if self.tried.get(name, True) else made < 0
            made = made if won else 0
        return price * made if silent else 0
