"""What the pages of French Tarot for four (9.13) and for five (9.17) say alike."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from tests.umpires.table import FOOL, Hand, follow, in_sets, number, over, rank, takes, trump, worth

BIDS = {"prise": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}
BOUTS = {"I", "XXI", FOOL}
TARGET = [56, 51, 41, 36]


@dataclass
class Table:
    """A hand of which the declarer is known."""

    hand: Hand
    declarer: int
    bid: str
    cards: int
    """How many cards each has."""
    side: set[int]
    """The seats of the declarer's side."""
    laid: list[str] = field(default_factory=list)
    announced: bool = False
    poignees: int = 0
    """What the poignées shown are worth together."""
    chien_is_ours: bool = True

    def all_so_far(self, ours: bool) -> bool:
        return all((winner in self.side) == ours for _, _, winner in self.hand.tricks)

    def may_play(self, seat: int, fell: list[str]) -> Collection[str]:
        held, trick = self.hand.held[seat], len(self.hand.tricks) + 1
        cards = over(follow(held, fell), fell, number)
        if FOOL not in held:
            return cards
        if self.announced and seat == self.declarer and self.all_so_far(True):
            return cards or {FOOL}
        if self.announced and seat not in self.side and trick == self.cards - 1:
            return {FOOL}
        return cards | {FOOL}

    def takes(self, fell: list[str]) -> int:
        """An Excuse wins the last trick for a side that has won all the others."""
        if len(self.hand.tricks) == self.cards - 1 and FOOL in fell:
            seat = (self.hand.tricks[-1][2] + fell.index(FOOL)) % self.hand.players
            if self.all_so_far(seat in self.side):
                return fell.index(FOOL)
        return takes(fell, number)

    def plays(self, leader: int, first: Callable[[set[str]], set[str]], sizes: dict[str, int]) -> None:
        """All tricks; before his first card a player may show a poignée. `first` says what may be led to the first trick."""
        for trick in range(self.cards):

            def may(seat: int, fell: list[str], trick: int = trick) -> Collection[str]:
                if trick == 0:
                    self.shows(seat, sizes)
                cards = set(self.may_play(seat, fell))
                return first(cards) if trick == 0 and not fell else cards

            leader = self.hand.trick(leader, may, self.takes)

    def shows(self, seat: int, sizes: dict[str, int]) -> None:
        """The Excuse may be shown only by one who shows all his trumps."""
        held = self.hand.held[seat]
        trumps = sum(trump(card) > 0 for card in held)
        may = [name for name, size in sizes.items() if trumps >= size or (FOOL in held and trumps == size - 1)]
        if may:
            act = self.hand.turn(seat, [*(f"declare {name}" for name in may), "done"])
            if act != "done":
                self.poignees += 20 + 10 * list(sizes).index(act.removeprefix("declare "))

    def pile(self) -> set[str]:
        """The cards of the declarer's side; a card that is worth least goes for an Excuse."""
        hand = self.hand
        won = {
            ours: {c for _, fell, w in hand.tricks if (w in self.side) == ours for c in fell} for ours in (True, False)
        }
        tricks = {ours: bool(cards) for ours, cards in won.items()}
        aside = set(self.laid) or set(hand.record.talon)
        won[self.chien_is_ours or bool(self.laid)] |= aside
        for trick, (leader, fell, winner) in enumerate(hand.tricks, 1):
            if FOOL not in fell:
                continue
            ours = (leader + fell.index(FOOL)) % hand.players in self.side
            if ours == (winner in self.side) or trick == self.cards:
                continue
            if tricks[ours]:
                given = min(won[ours], key=worth)
                won[ours].remove(given)
                won[not ours].add(given)
            if tricks[ours] or self.keeps_without_trick(ours):
                won[not ours].remove(FOOL)
                won[ours].add(FOOL)
        return won[True]

    def keeps_without_trick(self, ours: bool) -> bool:
        return self.announced and not ours and self.all_so_far(True)

    def points(self) -> Fraction:
        """The declarer's side's card points; an Excuse that is alone with the opponents counts 4 for them."""
        pile, mine = self.pile(), self.all_so_far(True)
        total = in_sets(sorted(pile), 2)
        if mine and FOOL not in pile and self.bid != "garde-contre":
            total = Fraction(91 - 4)
        return total

    def each(self, chelem: bool = True) -> int:
        """What each opponent pays to the declarer's side, or is paid with a minus."""
        points, bouts = self.points(), len(BOUTS & self.pile())
        made = points >= TARGET[bouts]
        base = 25 + ceil(abs(points - TARGET[bouts]))
        won_all = self.all_so_far(True)
        last = self.hand.tricks[-1]
        if self.announced and won_all and FOOL in last[1] and takes_with_fool(self.hand):
            last = self.hand.tricks[-2]
        if "I" in last[1]:
            base += 10 if (last[2] in self.side) == made else -10
        sum_ = (base * BIDS[self.bid] + self.poignees) * (1 if made else -1)
        if won_all:
            sum_ += 400 if self.announced else 200
        elif self.announced:
            sum_ -= 200
        # A Chelem that was announced and turned into one of the other side: whether both are paid the pages do not say.
        if chelem and self.all_so_far(False) and not self.announced:
            sum_ -= 200
        return sum_


def takes_with_fool(hand: Hand) -> bool:
    leader, fell, winner = hand.tricks[-1]
    return (leader + fell.index(FOOL)) % hand.players == winner


def auction(hand: Hand) -> tuple[int, str] | None:
    """One round; who bids highest is declarer."""
    best, names = None, list(BIDS)
    for seat in range(hand.players):
        may = names[names.index(best[1]) + 1 :] if best else names
        if not may:
            hand.can_only_pass(seat)
        elif (act := hand.turn(seat, ["pass", *(f"bid {bid}" for bid in may)])) != "pass":
            best = (seat, act.removeprefix("bid "))
    return best


def lone_petit(held: Collection[str]) -> bool:
    return FOOL not in held and [card for card in held if trump(card)] == ["I"]


def discards(hand: Hand, declarer: int, number: int) -> list[str]:
    """The chien goes into the hand; no King and no bout may be laid aside, a trump only if there is nothing else."""
    hand.held[declarer] |= set(hand.record.talon)
    free = {c for c in hand.held[declarer] if not trump(c) and c != FOOL and rank(c) != "K"}
    trumps = {c for c in hand.held[declarer] if trump(c)} - BOUTS
    laid: list[str] = []
    for _ in range(number):
        laid.append(hand.card("discard", declarer, (free or trumps) - set(laid)))
        free.discard(laid[-1])
    return laid
