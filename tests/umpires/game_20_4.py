"""Illusztrált Tarokk (20.4), as its page tells it; what it takes over from 20.3 as that page tells it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.umpires import table
from tests.umpires.game_18_8 import height, suit
from tests.umpires.table import FOOL, Hand, worth

BIDS = ["three", "two", "one", "solo"]
GETS = {"three": [3, 1, 1, 1], "two": [2, 2, 1, 1], "one": [1, 2, 2, 1], "solo": [0, 2, 2, 2]}
"""How many cards of the talon the declarer and the others in turn are given."""
CUES = {1: "XIX", 2: "XVIII"}
"""The card that a bid promises, by how many steps it is higher than needed."""
HONOURS = {FOOL, "XXI", "I"}
KINGS = {"K♠", "K♣", "K♥", "K♦"}
SIGNS = {"K♠": "spades", "K♣": "clubs", "K♥": "hearts", "K♦": "diamonds"}
BOUND = {"centrum": ({"XX"}, 5), "small-bird": ({"XXI"}, 6), "large-bird": ({FOOL}, 7), "pagat-uhu": ({"I"}, 8),
         "king-uhu": (KINGS, 8), "pagat-last": ({"I"}, 9), "king-last": (KINGS, 9)}  # fmt: skip
"""The cards that win a certain trick, and which it is."""
WORTH = {"trull": (1, 2), "kings": (1, 2), "pagat-last": (5, 10), "top": (21, 42), "centrum": (0, 10), "small-bird": (0, 10),
         "large-bird": (0, 10), "pagat-uhu": (0, 20), "king-last": (0, 15), "king-uhu": (0, 20)}  # fmt: skip
TIMES = {"score": 1, "double-game": 4, "slam": 6}
DOUBLES = 5
"""Kontra, rekontra, szubkontra, hirskontra, mordkontra."""


def umpire(hand: Hand) -> None:
    declarer, bid, trial, promise = auction(hand)
    if declarer is None:
        hand.ends([0] * 4)
        return
    Game(hand, declarer, bid, trial, promise)


Promise = tuple[int, str] | None
"""Who has promised a card by a cue bid or by yielding, and the card."""


def auction(hand: Hand) -> tuple[int | None, str, bool, Promise]:
    """Declarer, bid, whether a fourth player has bid without an honour, and what was promised."""
    left, last, level, held, spoken = [0, 1, 2, 3], -1, -1, False, set[int]()
    promise: Promise = None
    bidders: list[int] = []
    seat = 0
    while left and left != [last]:
        if seat in left and seat != last:
            lowest = level if seat in spoken and not held and last >= 0 else level + 1
            honour = bool(HONOURS & hand.held[seat]) or left == [seat]
            cues = {n: CUES[n - lowest] for n in range(4) if n - lowest in CUES and promise is None and left != [seat]}
            high = {FOOL, "XXI"} & hand.held[seat]
            yields = promise is None and level == 1 and bidders == [seat, last] and left in ([seat, last], [last, seat])
            names = [
                name
                for n, name in enumerate(BIDS)
                if n >= lowest and honour and (n not in cues or (high and cues[n] in hand.held[seat]))
            ]
            may_pass = not yields or (high and "XX" in hand.held[seat])
            if not names:
                hand.can_only_pass(seat)
                left.remove(seat)
            elif (act := hand.turn(seat, ["pass"] * bool(may_pass) + [f"bid {name}" for name in names])) == "pass":
                promise = (seat, "XX") if yields else promise
                left.remove(seat)
            else:
                bid = BIDS.index(act.removeprefix("bid "))
                promise = (seat, cues[bid]) if bid in cues else promise
                held, level, last = bid == level, bid, seat
                spoken.add(seat)
                bidders.append(seat)
        seat = (seat + 1) % 4
    if last < 0:
        return None, "", False, None
    return last, BIDS[level], not HONOURS & hand.held[last], promise


HOLDINGS = {"top-alone": {"XXI"}, "pagat-alone": {"I"}, "top-and-pagat": {"XXI", "I"}, "no-trumps": set()}


def annulled(hand: Hand, laid: Sequence[Collection[str]]) -> bool:
    """Whether a player annuls the hand. Each who can is asked in turn; who is asked first the page does not say."""
    for seat in range(4):
        held = hand.held[seat]
        trumps = {card for card in held if suit(card) == "trumps"}
        may = ["four-kings"] if held >= KINGS else []
        if not any(suit(card) == "trumps" for card in laid[seat]):
            may += [name for name, cards in HOLDINGS.items() if trumps == cards]
        if may and hand.turn(seat, [*(f"throw-in {name}" for name in may), "done"]) != "done":
            hand.ends([0] * 4)
            return True
    return False


class Game:
    """A hand with a declarer."""

    def __init__(self, hand: Hand, declarer: int, bid: str, trial: bool, promise: Promise) -> None:
        self.hand, self.declarer, self.bid, self.promise = hand, declarer, bid, promise
        self.laid: list[list[str]] = [[] for _ in range(4)]
        self.doubled: dict[tuple[str, bool], int] = {}
        """How often the game or an announcement has been doubled, by the side that makes it: whether it is the declarer's."""
        self.said: dict[int, set[str]] = {seat: set() for seat in range(4)}
        self.named: dict[tuple[str, bool], str] = {}
        """The King of an announcement, by the side that makes it."""
        self.base = BIDS.index(bid) + 1
        self.talon()
        if annulled(hand, self.laid):
            return
        self.calls()
        if trial and not HONOURS & hand.held[declarer]:
            hand.ends([-3 * self.base if seat == declarer else self.base for seat in range(4)])
            return
        self.trumps = {seat: sum(suit(card) == "trumps" for card in hand.held[seat]) for seat in range(4)}
        self.declared: set[int] = set()
        self.speaks()
        leader = 0
        for _ in range(9):
            leader = hand.trick(leader, self.may_play, lambda fell: table.takes(fell, height, suit))
        self.ends()

    def talon(self) -> None:
        hand, talon = self.hand, list(self.hand.record.talon)
        turns = list(zip(hand.round(self.declarer), GETS[self.bid], strict=True))
        for seat, number in turns:
            hand.held[seat] |= set(talon[:number])
            talon = talon[number:]
        for seat, number in turns:
            for _ in range(number):
                promised = {self.promise[1]} if self.promise is not None and self.promise[0] == seat else set()
                free = [card for card in hand.held[seat] if card not in HONOURS | KINGS | promised]
                self.laid[seat].append(hand.card("discard", seat, free))

    def calls(self) -> None:
        """The XX; who holds it may call the highest lower trump that is not in his hand instead, and any trump but an honour if
        another has discarded one; what another has promised has to be called. What he has discarded counts as his here, which the
        page leaves open."""
        hand, held = self.hand, self.hand.held[self.declarer] | set(self.laid[self.declarer])
        others = [card for seat in range(4) if seat != self.declarer for card in self.laid[seat]]
        may = {"XX"}
        if self.promise is not None and self.promise[0] != self.declarer:
            may = {self.promise[1]}
        elif any(suit(card) == "trumps" for card in others):
            may = set(table.ROMAN[1:20])
        elif "XX" in held:
            may.add(next(card for card in reversed(table.ROMAN[:19]) if card not in held))
        called = hand.turn(self.declarer, [f"call {card}" for card in may]).removeprefix("call ")
        self.called = called
        self.side = {self.declarer} | {seat for seat in range(4) if called in hand.held[seat]}

    def ours(self, seat: int) -> bool:
        return seat in self.side

    def speaks(self) -> None:
        """Declared trumps, announcements and doubles, in rounds. Nobody is offered what the page forbids; whether all is offered
        that it allows is not looked at."""
        hand = self.hand
        while hand.next and not hand.next.act.startswith("play"):
            turn = hand.next
            permitted = [act for act in turn.allowed if self.may_say(turn.seat, *act.partition(" ")[::2])]
            if (
                self.called in self.laid[turn.seat]
                and turn.seat != self.declarer
                and not self.doubled.get(("score", True))
            ):
                permitted = ["double score"]
            act = hand.turn(turn.seat, permitted)
            word, _, what = act.partition(" ")
            if word == "declare":
                self.declared.add(turn.seat)
            elif word == "announce":
                holder = self.raised(turn.seat, what)
                if holder is not None:
                    before = what.replace("uhu", "last")
                    self.said[holder].discard(before)
                    self.doubled.pop((before, self.ours(holder)), None)
                    if before == "king-last":
                        self.named[what, self.ours(holder)] = self.named[before, self.ours(holder)]
                elif what in ("king-last", "king-uhu"):
                    self.names(turn.seat, what)
                self.said[turn.seat if holder is None else holder].add(what)
                self.doubled[what, self.ours(turn.seat)] = 0
            elif word == "double":
                mine = self.ours(turn.seat)
                self.doubled[what, not mine if self.kontra(what, mine) else mine] = self.doubles(what, mine) + 1

    def names(self, seat: int, what: str) -> None:
        """Which King is meant: one that the player holds and has not announced for another trick."""
        other = {king for (one, ours), king in self.named.items() if ours == self.ours(seat) and one in self.said[seat]}
        free = (KINGS & self.hand.held[seat]) - other
        said = self.hand.turn(seat, [f"name {SIGNS[king]}" for king in free]).removeprefix("name ")
        self.named[what, self.ours(seat)] = next(king for king, name in SIGNS.items() if name == said)

    def bound(self, what: str, ours: bool) -> tuple[set[str], int]:
        """The cards with which something is done, and in which trick."""
        cards, trick = BOUND.get(what, (set(), 0))
        return ({self.named[what, ours]} if (what, ours) in self.named else cards), trick

    def kontra(self, what: str, mine: bool) -> bool:
        """Whether a side doubles what is the other's, rather than answering a double of its own."""
        return self.level(what, not mine) % 2 == 0

    def doubles(self, what: str, mine: bool) -> int:
        return self.level(what, not mine if self.kontra(what, mine) else mine)

    def level(self, what: str, ours: bool) -> int:
        """How often it has been doubled; -1 where the side has not announced it."""
        return self.doubled.get((what, ours), 0 if what == "score" and ours else -1)

    def may_say(self, seat: int, word: str, what: str) -> bool:
        mine = self.ours(seat)
        if word == "done":
            bound = {"pagat-last", "pagat-uhu", "king-last", "king-uhu"} & self.uttered(seat)
            return not bound or seat in self.declared or self.trumps[seat] not in (8, 9)
        if word == "declare":
            return seat not in self.declared and self.trumps[seat] == {"eight-trumps": 8, "nine-trumps": 9}.get(what)
        if word == "double":
            return self.level(what, not mine) in range(0, DOUBLES, 2) or self.level(what, mine) in range(1, DOUBLES, 2)
        if (what, mine) in self.doubled:
            return False
        if not self.known(seat) and mine != self.taken_for():
            return False
        if what == "double-game" and ("slam", mine) in self.doubled:
            return False
        if what == "slam" and "double-game" in self.turn_of(seat):
            return False
        if self.twice(seat, what):
            return False
        cards, last = BOUND.get(what, (set(), 0))
        return not last or bool(cards & self.hand.held[seat]) or self.raised(seat, what) is not None

    def uttered(self, seat: int) -> set[str]:
        """What a player has announced or doubled so far."""
        turns = (turn for turn in self.hand.record.turns[: self.hand.now] if turn.seat == seat)
        said = (turn.act.partition(" ") for turn in turns)
        return {what for word, _, what in said if word in ("announce", "double")}

    def known(self, seat: int) -> bool:
        """Whether all know a player's side: the declarer's, that of one who has announced or doubled, or all when the partner has."""
        partner = self.side - {self.declarer}
        return seat == self.declarer or any(self.uttered(one) for one in {seat} | partner)

    def taken_for(self) -> bool:
        """The side of which somebody is taken to be whose side is not known: that of the last to announce or double anything."""
        for turn in reversed(self.hand.record.turns[: self.hand.now]):
            if turn.act.partition(" ")[0] in ("announce", "double"):
                return self.ours(turn.seat)
        return True

    def raised(self, seat: int, what: str) -> int | None:
        """Whose ultimó a player makes an uhu, who is his partner and holds the card; None where nobody's."""
        card, _, when = what.rpartition("-")
        if when != "uhu" or BOUND[what][0] & self.hand.held[seat]:
            return None
        mine = (one for one in range(4) if one != seat and self.ours(one) == self.ours(seat))
        return next((one for one in mine if f"{card}-last" in self.said[one]), None)

    def turn_of(self, seat: int) -> set[str]:
        """What a player has announced or doubled in the turn that is his."""
        found = set()
        for turn in reversed(self.hand.record.turns[: self.hand.now]):
            word, _, what = turn.act.partition(" ")
            if turn.seat != seat or word not in ("announce", "double", "declare", "name"):
                break
            found |= {what} - {*SIGNS.values()}
        return found

    def twice(self, seat: int, what: str) -> bool:
        """Whether a player has announced the uhu and would the ultimó of a card, or the other way round, and has no other for it."""
        card, _, when = what.rpartition("-")
        other = f"{card}-{'uhu' if when == 'last' else 'last'}"
        if when not in ("uhu", "last") or other not in self.said[seat]:
            return False
        return not (BOUND[what][0] & self.hand.held[seat]) - self.bound(other, self.ours(seat))[0]

    def may_play(self, seat: int, fell: list[str]) -> set[str]:
        """A card that was announced for a trick is kept for it, and played to it."""
        hand, number = self.hand, len(self.hand.tricks) + 1
        may = table.follow(hand.held[seat], [], suit) | hand.held[seat]
        if fell:
            led = suit(fell[0])
            may = {c for c in may if suit(c) == led} or {c for c in may if suit(c) == "trumps"} or may
        lost = any(self.ours(winner) != self.ours(seat) for _, _, winner in hand.tricks)
        bound: dict[str, int] = {}
        for what in self.said[seat]:
            cards, trick = self.bound(what, self.ours(seat))
            mine = cards & hand.held[seat]
            if len(mine) == 1 and trick >= number and not (lost and what in ("centrum", "small-bird", "large-bird")):
                bound[min(mine)] = min(trick, bound.get(min(mine), 9))
        now = {card for card in may if bound.get(card) == number}
        if now:
            return now
        free = {card for card in may if card not in bound}
        first = min((bound.get(card, 10) for card in may), default=0)
        return free or {card for card in may if bound[card] == first}

    def ends(self) -> None:
        hand = self.hand
        piles = {
            ours: [c for seat in range(4) if self.ours(seat) == ours for c in hand.won_by(seat)]
            for ours in (True, False)
        }
        piles[True] += self.laid[self.declarer]
        piles[False] += [card for seat in range(4) if seat != self.declarer for card in self.laid[seat]]
        points = {ours: sum(worth(card) for card in pile) for ours, pile in piles.items()}
        hand.same("points", [points[self.ours(seat)] for seat in range(4)], hand.record.points)
        self.piles = piles
        self.all = {ours: all(self.ours(winner) == ours for _, _, winner in hand.tricks) for ours in (True, False)}
        total = self.game(points) + sum(self.bonus(what, ours) for what in WORTH for ours in (True, False))
        alone = len(self.side) == 1
        paid = [total * (3 if alone else 1) if self.ours(seat) else -total for seat in range(4)]
        for seat in range(4):
            paid = [p + self.for_trumps(seat, other) for other, p in enumerate(paid)]
        hand.ends(paid)

    def for_trumps(self, seat: int, other: int) -> int:
        """What somebody is paid or pays for the eight or nine trumps that a seat has declared, or that his partner owes him."""
        each = {8: 1, 9: 2}.get(self.trumps[seat], 0)
        if seat not in self.declared:  # his partners alone owe it
            partners = [one for one in range(4) if one != seat and self.ours(one) == self.ours(seat)]
            return len(partners) * each if other == seat else -each if other in partners else 0
        return 3 * each if other == seat else -each

    def factor(self, what: str, ours: bool) -> int:
        """What an announcement counts for its doubles; 0 where it was not made."""
        level = self.level(what, ours)
        return 2**level if level >= 0 else 0

    def game(self, points: dict[bool, int]) -> int:
        """Game, double game and volát, for the declarer's side."""
        total = 0
        for ours in (True, False):
            sign = 1 if ours else -1
            for what, made in (("double-game", points[ours] >= 71), ("slam", self.all[ours])):
                total += sign * (1 if made else -1) * TIMES[what] * self.factor(what, ours)
        won = points[True] >= 48
        sign, doubled = 1 if won else -1, self.factor("score", True)
        dupla, volat = (self.factor(what, won) > 0 for what in ("double-game", "slam"))
        silent = 3 if self.all[won] and not volat else 2 if points[won] >= 71 and not (dupla or volat) else 0
        if doubled > 1:
            total += sign * (doubled + silent)
        elif silent or not (dupla or volat):
            total += sign * (silent or 1)
        return total * self.base

    def bonus(self, what: str, ours: bool) -> int:
        """What a bonus brings the declarer's side, be it theirs or the others'."""
        sign = 1 if ours else -1
        made, silent = self.made(what, ours), WORTH[what][0]
        if self.factor(what, ours):
            return sign * (1 if made else -1) * WORTH[what][1] * self.factor(what, ours)
        if what == "pagat-last":
            leader, fell, _ = self.hand.tricks[-1]
            mine = "I" in fell and self.ours((leader + fell.index("I")) % 4) == ours
            return sign * silent * (1 if made else -1) * mine
        return sign * silent * (made and not (self.all[ours] and what in ("trull", "kings")))

    def made(self, what: str, ours: bool) -> bool:
        if what in ("trull", "kings"):
            return (HONOURS if what == "trull" else KINGS) <= set(self.piles[ours])
        if what == "top":
            return any(
                {FOOL, "XXI"} <= set(fell) and self.ours(winner) == ours
                and self.ours((leader + fell.index("XXI")) % 4) != ours
                for leader, fell, winner in self.hand.tricks
            )  # fmt: skip
        cards, number = self.bound(what, ours)
        leader, fell, winner = self.hand.tricks[number - 1]
        card = fell[(winner - leader) % 4]
        first = all(self.ours(winner) == ours for _, _, winner in self.hand.tricks[: number - 1])
        return card in cards and self.ours(winner) == ours and (first or number > 7)
