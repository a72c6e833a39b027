"""What cards and hands are worth to a player, by the rules of a contract."""

from __future__ import annotations

from functools import lru_cache

from tarotref.cards.counting import Points
from tarotref.play.compiled import TRUMPS, Plan, places

FEW = ("fewest", "no-tricks", "tricks")
"""Aims that few tricks serve."""


class Judged:
    """What each card of a plan is worth to a player, by place."""

    def __init__(self, plan: Plan):
        trumps = sorted(places(plan.of_suit[TRUMPS]), key=lambda n: plan.trick.power[TRUMPS][n])
        self.high = plan.bits(trumps[len(trumps) - len(trumps) // 3 :])
        """The upper third of the trumps."""
        self.pagat = plan.named(["pagat"])
        self.kings = plan.named(["kings"])
        self.points: tuple[Points, ...] = tuple(plan.values.get(card, 0) for card in plan.cards)
        """Card points."""
        strong = plan.of_suit[TRUMPS] | plan.fool | self.kings
        self.strength = tuple((strong >> n & 1) + (self.high >> n & 1) for n in range(len(plan.cards)))
        """What each counts in a hand: a trump, the Fool, a King 1; a trump of the upper third 2."""
        self.low = plan.scoring.win.aim in FEW
        """Whether it is better not to win tricks."""
        self.height = tuple(max(plan.trick.power[max(suit, 0)][n], 0) for n, suit in enumerate(plan.suit))
        """How high each card is in its suit."""
        self.beaten_by = tuple(
            tuple(
                plan.bits(m for m, other in enumerate(power) if m != n and other >= own) for n, own in enumerate(power)
            )
            for power in plan.trick.power
        )
        """The cards that beat each card when they are played after it, by suit led."""


judged = lru_cache(maxsize=256)(Judged)


def strength(plan: Plan, hand: int) -> float:
    """How many times an average hand of as many cards a hand is: trumps, the highest twice, Kings, Fool, and suits it lacks."""
    known = judged(plan)
    mine = sum(known.strength[n] for n in places(hand))
    mine += sum(not hand & suit for suit in plan.of_suit[1:] if suit)
    return mine * len(plan.cards) / (sum(known.strength) * max(hand.bit_count(), 1))


def best_trumps(plan: Plan, hand: int) -> str:
    """The suit in which a hand is strongest as trumps, of those that may be made trumps."""
    return max(plan.by_trumps, key=lambda suit: strength(plan.by_trumps[suit], hand))
