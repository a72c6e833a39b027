"""What every umpire needs: cards by their names, the record of a hand that was played, who takes a trick, counting in threes.

A card is its name, as a transcript writes it: `XXI`, `Fool`, `K♠`, `10 of cups`. Seat 0 is the player after the dealer, and the
dealer sits last; turn goes by seats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations

ROMAN = "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split()
FOOL = "Fool"
FACES = {"K": 4, "Q": 3, "C": 2, "J": 1}


class Disagreement(AssertionError):
    """The page says otherwise than what was played. `about` names the kind of thing: turn, legal, trick, pile, points, paid."""

    def __init__(self, about: str, page: object, played: object, where: str = "") -> None:
        self.about = about
        super().__init__(f"{about}: the page says {page}, play {played}{where and f' ({where})'}")


@dataclass
class Turn:
    """What a seat did, and all that it was allowed to do."""

    seat: int
    act: str
    allowed: list[str]


@dataclass
class Record:
    """A hand as it was played, and what it is said to have come to."""

    players: int
    hands: list[list[str]]
    talon: list[str]
    stock: list[str]
    turns: list[Turn]
    winners: list[int]
    """Who took each trick."""
    piles: list[list[str]]
    """What each player has won, cards laid aside for him with it."""
    points: list[Fraction] | None
    """Card points of the side of each seat; None where they are not counted."""
    paid: list[Fraction]
    """What each seat receives in all, or pays with a minus."""
    upturned: list[str] = field(default_factory=list)
    """Cards of the hands that were dealt face up."""


@dataclass
class Hand:
    """A record that an umpire goes through from the deal on, turn by turn."""

    record: Record
    lacks: frozenset[str] = frozenset()
    """Rules of the page that play is known not to keep, by the names that the umpire gives them: the hand is judged without them."""
    held: list[set[str]] = field(init=False)
    now: int = 0
    tricks: list[tuple[int, list[str], int]] = field(default_factory=list)
    """Who led, the cards as they fell, who won."""

    def __post_init__(self) -> None:
        self.held = [set(cards) for cards in self.record.hands]

    @property
    def players(self) -> int:
        return self.record.players

    @property
    def dealer(self) -> int:
        return self.players - 1

    def round(self, first: int = 0) -> list[int]:
        """The seats in turn, from one on."""
        return [(first + n) % self.players for n in range(self.players)]

    @property
    def next(self) -> Turn | None:
        """The turn that comes; None at the end of the hand."""
        return self.record.turns[self.now] if self.now < len(self.record.turns) else None

    def turn(self, seat: int, may: Iterable[str] | None) -> str:
        """What a seat does that must be in turn now and may do this, no less and no more; None: the page does not decide."""
        done, where = self.next, f"turn {self.now}"
        if done is None or done.seat != seat:
            raise Disagreement("turn", f"seat {seat} is in turn", done, where)
        if may is not None:
            mine, theirs = set(may), set(done.allowed)
            if mine != theirs:
                raise Disagreement("legal", f"also {sorted(mine - theirs)}", f"also {sorted(theirs - mine)}", where)
            if done.act not in mine:
                raise Disagreement("legal", sorted(mine), done.act, where)
        self.now += 1
        return done.act

    def can_only_pass(self, seat: int) -> None:
        """Go past a turn in which a seat can do nothing but pass: whether it is asked at all makes no difference."""
        if self.next is not None and self.next.seat == seat and self.next.allowed == ["pass"]:
            self.now += 1

    def card(self, verb: str, seat: int, may: Collection[str]) -> str:
        """The card that a seat plays, discards or gives; it leaves the hand."""
        name = self.turn(seat, [f"{verb} {card}" for card in may]).removeprefix(f"{verb} ")
        self.held[seat].discard(name)
        return name

    def discard(self, seat: int, number: int, allowed: Callable[[Collection[str]], bool]) -> list[str]:
        """The cards that a seat lays aside one by one, so that all of them together are allowed."""
        whole = [set(cards) for cards in combinations(sorted(self.held[seat]), number) if allowed(cards)]
        laid: list[str] = []
        for _ in range(number):
            open_still = [cards for cards in whole if cards.issuperset(laid)]
            laid.append(self.card("discard", seat, set().union(*open_still) - set(laid)))
        return laid

    def trick(
        self, leader: int, may: Callable[[int, list[str]], Collection[str]], takes: Callable[[list[str]], int]
    ) -> int:
        """Who wins a trick that a seat leads: `may` says which cards a seat can play to it, `takes` which card of it wins."""
        fell: list[str] = []
        for seat in self.round(leader):
            fell.append(self.card("play", seat, may(seat, fell)))
        winner = (leader + takes(fell)) % self.players
        if self.record.winners[len(self.tricks)] != winner:
            raise Disagreement("trick", f"seat {winner} wins {fell}", self.record.winners[len(self.tricks)])
        self.tricks.append((leader, fell, winner))
        return winner

    def won_by(self, seat: int) -> list[str]:
        """All cards of the tricks that a seat has won."""
        return [card for _, fell, winner in self.tricks if winner == seat for card in fell]

    def same(self, about: str, page: Sequence[object], played: Sequence[object] | None, where: str = "") -> None:
        """Compare what the page makes of the hand with what was reported."""
        if played is None or list(page) != list(played):
            raise Disagreement(about, list(page), played, where)

    def ends(self, paid: Sequence[int | Fraction]) -> None:
        """The hand is over, and this is what each seat receives."""
        if self.next is not None:
            raise Disagreement("turn", "the hand is over", self.next)
        self.same("paid", paid, self.record.paid)


@cache
def trump(card: str) -> int:
    """The number of a trump; 0 for any other card, the Fool too."""
    return ROMAN.index(card) + 1 if card in ROMAN else 0


@cache
def suit(card: str) -> str:
    """The suit of a card: `trumps`, `♠`, `cups`; that of the Fool is `Fool`."""
    return "trumps" if trump(card) else FOOL if card == FOOL else card.split(" of ")[1] if " of " in card else card[-1]


@cache
def rank(card: str) -> str:
    """K, Q, C, J, 10 ... 2, A of a suit card; empty for others."""
    return "" if suit(card) in ("trumps", FOOL) else card.split(" of ", maxsplit=1)[0] if " of " in card else card[:-1]


@cache
def height(card: str) -> int:
    """How high a card stands in its own suit: pips rise with their number in black suits, and in red they fall, the Ace on top."""
    if trump(card) or card == FOOL:
        return trump(card)
    if rank(card) in FACES:
        return 20 + FACES[rank(card)]
    pips = 1 if rank(card) == "A" else int(rank(card))
    return pips if suit(card) in ("♠", "♣", "swords", "batons") else 11 - pips


@cache
def number(card: str) -> int:
    """How high a card stands in its own suit where higher numbers are higher in all suits, and the Ace lowest."""
    return (
        height(card)
        if trump(card) or card == FOOL or rank(card) in FACES
        else 1
        if rank(card) == "A"
        else int(rank(card))
    )


def takes(
    fell: Sequence[str], height: Callable[[str], int] = height, suit: Callable[[str], str] = suit, trumps: bool = True
) -> int:
    """The place of the card that takes a trick: the highest trump, else the highest of the suit led; an Excuse never. A game
    with other ranks or trumps says how high a card stands and of what suit it is, and whether trumps beat other suits."""
    led = next(suit(card) for card in fell if suit(card) != FOOL)
    wanted = "trumps" if trumps and any(suit(card) == "trumps" for card in fell) else led
    return max((n for n, card in enumerate(fell) if suit(card) == wanted), key=lambda n: height(fell[n]))


def follow(held: Collection[str], fell: Sequence[str], suit: Callable[[str], str] = suit) -> set[str]:
    """The cards that follow suit, else trumps, else any; an Excuse apart. All, to lead or after an Excuse that was led."""
    cards = {card for card in held if suit(card) != FOOL}
    led = next((suit(card) for card in fell if suit(card) != FOOL), None)
    if led is None:
        return cards
    return {c for c in cards if suit(c) == led} or {c for c in cards if suit(c) == "trumps"} or cards


def over(may: Collection[str], fell: Sequence[str], height: Callable[[str], int] = height, suit: Callable[[str], str] = suit,
         only_trumps: bool = True) -> set[str]:  # fmt: skip
    """Of the cards that follow or trump, those that beat the trick, if there are any; in suits too where not `only_trumps`."""
    cards = [card for card in fell if suit(card) != FOOL]
    if not cards:
        return set(may)
    best = fell[takes(fell, height, suit)]
    beats = {c for c in may if suit(c) == suit(best) and height(c) > height(best)}
    if suit(best) != "trumps":
        beats = (set() if only_trumps else beats) | {c for c in may if suit(c) == "trumps"}
    return beats if beats and (not only_trumps or all(suit(c) == "trumps" for c in may)) else set(may)


def worth(card: str, honours: Collection[str] = ("XXI", "I", FOOL)) -> int:
    """What a card counts: 5 for an honour or King, 4, 3, 2 for the lesser courts, 1 for any other."""
    return 5 if card in honours else FACES.get(rank(card), 0) + 1


def in_sets(cards: Collection[str], size: int, honours: Collection[str] = ("XXI", "I", FOOL)) -> Fraction:
    """Card points of a pile counted in sets, each one point less for every card but one; cards left over count their part."""
    return sum((worth(c, honours) for c in cards), Fraction(0)) - Fraction(len(cards) * (size - 1), size)
