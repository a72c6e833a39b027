"""Minchiate with partners (12.1), as its page tells it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.umpires import table
from tests.umpires.table import FOOL, Hand

TRUMPS = [*table.ROMAN, *"XXII XXIII XXIV XXV XXVI XXVII XXVIII XXIX XXX XXXI XXXII XXXIII XXXIV XXXV".split(),
          "star", "moon", "sun", "world", "angel"]  # fmt: skip
KINGS = [f"K of {name}" for name in ("swords", "batons", "cups", "coins")]
PAPI, HIGH = TRUMPS[:5], TRUMPS[27:]
TEN = TRUMPS[35:]
FIVE = ["I", "X", "XIII", "XX", "XXVIII", *TRUMPS[29:35], FOOL, *KINGS]
WORTH = dict.fromkeys(TEN, 10) | dict.fromkeys(FIVE, 5) | dict.fromkeys(PAPI[1:], 3)
LAST, HALF, RESTO = 10, 42, 60


def umpire(hand: Hand) -> None:
    Game(hand)


def suit(card: str) -> str:
    return "trumps" if card in TRUMPS else table.suit(card)


def height(card: str) -> int:
    return TRUMPS.index(card) + 1 if card in TRUMPS else table.height(card)


def worth(cards: Collection[str]) -> int:
    return sum(WORTH.get(card, 0) for card in cards)


def robbed(cards: Sequence[str]) -> int:
    """How many cards are robbed from one end on: counting cards, and trumps above the XX."""
    return next((n for n, card in enumerate(cards) if card not in WORTH and card not in TRUMPS[20:]), len(cards))


def runs(line: Sequence[str], cards: Collection[str]) -> list[list[str]]:
    """The unbroken sequences of three or more, each as long as it goes."""
    found: list[list[str]] = [[]]
    for card in line:
        if card in cards:
            found[-1].append(card)
        else:
            found.append([])
    return [run for run in found if len(run) > 2]


def versicole(cards: Collection[str]) -> dict[str, list[list[str]]]:
    """All versicole that are among some cards, by kind, without the Matto that is added."""
    found = {"papi": runs(PAPI, cards), "high": runs(HIGH, cards), "diecine": runs(["X", "XX", "XXX", "angel"], cards)}
    kings = [king for king in KINGS if king in cards]
    found["kings"] = [kings] if len(kings) > 2 else []
    for name, whole in (("matto", ["I", "angel", FOOL]), ("tredici", ["I", "XIII", "XXVIII"])):
        found[name] = [whole] if set(whole) <= set(cards) else []
    return found


def counts(run: Sequence[str], cards: Collection[str]) -> int:
    """What a versicola is worth to one who has these cards: the XXIX counts 5, and the Matto is added."""
    return worth(run) + 5 * ("XXIX" in run) + 5 * (FOOL in cards and FOOL not in run)


class Game:
    """A hand, with the lead that the sides' points in its course make: of seats 0 and 2 with a plus, of the others with a minus."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.lead, self.resti = hand, 0, 0
        self.led: set[str] = set()
        self.deal()
        leader = 0
        for _ in range(21):
            self.trick(leader)
            leader = hand.tricks[-1][2]
        self.ends()

    def scores(self, seat: int, points: int) -> None:
        """A side makes points while the hand lasts: a lead of 60 is paid with a resto."""
        self.lead += -points if seat % 2 else points
        while abs(self.lead) >= RESTO:
            sign = 1 if self.lead > 0 else -1
            self.lead -= sign * RESTO
            self.resti += sign

    def deal(self) -> None:
        hand = self.hand
        cutter, dealer = 2, hand.dealer
        fola = list(hand.record.talon)
        cut = robbed(fola[::-1])
        fola, took = fola[: len(fola) - cut], fola[len(fola) - cut :]
        self.scores(cutter, worth(took))
        hand.held[cutter] |= set(took)
        for seat in range(4):
            shown = [card for card in hand.record.upturned if card in hand.record.hands[seat]]
            hand.same("upturned", [1], [len(shown)])
            self.scores(seat, worth(shown))
        top = robbed(fola)
        self.scores(dealer, worth(fola[:top]))
        hand.held[dealer] |= set(fola[:top]) | {card for card in fola[top:] if card in WORTH}
        for seat in (dealer, cutter):
            while len(hand.held[seat]) > 21:
                hand.card("discard", seat, [card for card in hand.held[seat] if card not in WORTH])

    def trick(self, leader: int) -> None:
        hand = self.hand
        hand.trick(leader, self.may_play, lambda fell: table.takes(fell, height, suit))
        _, fell, winner = hand.tricks[-1]
        led = next(suit(card) for card in fell if card != FOOL)
        self.led.add(led)
        theirs = [card for n, card in enumerate(fell) if (leader + n - winner) % 2 and card != FOOL]
        self.scores(winner, worth(theirs))

    def may_play(self, seat: int, fell: list[str]) -> set[str]:
        """To a plain suit led for the first time that has been trumped, its King has to be played."""
        if len(fell) == 1 and not self.hand.tricks:
            self.declare(fell[0])
        held = self.hand.held[seat]
        led = next((suit(card) for card in fell if card != FOOL), "")
        king = f"K of {led}"
        if led not in self.led and king in held and any(suit(card) == "trumps" for card in fell):
            return {king}
        return table.follow(held, fell, suit) | (held & {FOOL})

    def declare(self, led: str) -> None:
        """When the first card has been led, each in turn who has a versicola shows what he will; the card led belongs to it still."""
        hand = self.hand
        for seat in range(4):
            held = hand.held[seat] | ({led} if seat == 0 else set())
            left = {name: found for name, found in versicole(held).items() if found}
            while left:
                act = hand.turn(seat, [*(f"declare {name}" for name in left), "done"])
                if act == "done":
                    break
                for run in left.pop(act.removeprefix("declare ")):
                    self.scores(seat, counts(run, held))

    def ends(self) -> None:
        hand = self.hand
        sides = [[c for seat in (first, first + 2) for c in hand.won_by(seat)] for first in (0, 1)]
        matto = next((leader + fell.index(FOOL)) % 4 for leader, fell, _ in hand.tricks if FOOL in fell)
        self.exchange(sides, matto)
        for side, pile in enumerate(sides):  # Which empty card is given for the Matto, its side may choose.
            took = [card for seat in (side, side + 2) for card in hand.record.piles[seat]]
            hand.same(
                "pile", [len(pile), *sorted(set(pile) & WORTH.keys())], [len(took), *sorted(set(took) & WORTH.keys())]
            )
        last = hand.tricks[-1][2] % 2
        points = [worth(pile) + LAST * (side == last) + max(len(pile) - HALF, 0) for side, pile in enumerate(sides)]
        hand.same("points", [points[seat % 2] for seat in range(4)], hand.record.points)
        for side, pile in enumerate(sides):
            points[side] += sum(counts(run, pile) for found in versicole(pile).values() for run in found)
            points[side] += abs(self.lead) if (self.lead < 0) == bool(side) else 0
        difference = points[0] - points[1]
        resti = -(-abs(difference) // RESTO)
        total = self.resti + (resti if difference > 0 else -resti)
        hand.ends([-total if seat % 2 else total for seat in range(4)])

    def exchange(self, sides: list[list[str]], matto: int) -> None:
        """The Matto stays with its side for an empty card, or for a counting card that dies."""
        mine, other = sides[matto % 2], sides[1 - matto % 2]
        if FOOL in mine:
            return
        if not mine:
            self.scores(matto + 1, worth([FOOL]))
            return
        given = min(mine, key=lambda card: (WORTH.get(card, 0), card == "XXIX"))
        self.scores(matto + 1, worth([given]))
        mine.remove(given)
        other.append(given)
        other.remove(FOOL)
        mine.append(FOOL)
