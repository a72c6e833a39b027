"""What has to be so for a rule to hold, compiled."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.cards.holdings import Holding
from tarotref.model import rules
from tarotref.model.types import Absence, given


@dataclass(frozen=True, slots=True)
class Bounds:
    """A range of numbers."""

    at_least: Points | None = None
    at_most: Points | None = None
    more_than: Points | None = None
    below: Points | None = None

    def has(self, number: Points | Fraction) -> bool:
        """Whether a number is in it."""
        return (
            (self.at_least is None or number >= self.at_least)
            and (self.at_most is None or number <= self.at_most)
            and (self.more_than is None or number > self.more_than)
            and (self.below is None or number < self.below)
        )


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that has to be so; where several things are said, all of them. It is about a player, or about those `by` means."""

    by: str | None = None
    bids: tuple[str, ...] | None = None
    """The contract is one of these."""
    players: tuple[int, ...] | None = None
    held: Holding | None = None
    """Cards that were dealt to the player."""
    left: Holding | None = None
    """Cards that are in his hand as it is then."""
    declared: tuple[str, ...] | None = None
    announced: bool | tuple[str, ...] | None = None
    """Whether any feat has been announced; or feats of which one has."""
    done: tuple[str, ...] | None = None
    """One of these feats, of all tricks or of none, has been done."""
    doubled: bool | tuple[str, ...] | None = None
    """Whether anything has been doubled; or things one of which has."""
    found: bool | None = None
    """Whether the declarer has found the card that he called in the talon."""
    looked: int = 0
    """How many packets of the talon the declarer has looked at, at least."""
    points: Bounds | None = None
    won: bool | None = None
    """Whether the player's side wins the hand."""
    overbid: str | None = None
    """Who has bid too, and does not have the contract."""
    kept: str | None = None
    """Who has kept the deal on in its pause."""
    refused: bool | None = None
    """Whether one of the player's side wished to throw the deal in, and another of it has gone on."""
    concerns: str | None = None
    """Whom alone it concerns, so that nothing is asked of any other."""
    total: Bounds | None = None
    """What the player has in the rubber, with the card points that he has won so far."""
    standing: Bounds | None = None
    """What the player has in the rubber before the hand."""
    behind: Points | None = None
    """By how much the player's score in the rubber is behind at least."""
    in_hand: tuple[str, ...] = ()
    """Cards whose points count in that while he holds them."""
    pot: tuple[tuple[str, Bounds | None], ...] = ()
    """What pots hold when the hand begins."""
    hands: int = 0
    """How many hands of the rubber have been played before, at least."""
    alone: bool | None = None
    """Whether one thing alone has been announced, and nothing declared."""
    in_words: bool = False
    """Whether something of it is told in words, or hangs on hands before: it is then taken not to hold."""

    @property
    def known_late(self) -> bool:
        """Whether it asks for something that is known when the hand is over."""
        return self.points is not None or self.won is not None


def bounds(found: rules.Bounds | None) -> Bounds | None:
    """Compile a range."""
    return None if found is None else Bounds(found.at_least, found.at_most, found.more_than, found.below)


def condition(fact: rules.Condition | Absence | None) -> Condition | None:
    """Compile a condition; None where there is none."""
    found = given(fact)
    if found is None:
        return None
    return Condition(
        found.by, found.bid, found.players, found.held, found.left, found.declared, found.announced, found.done, found.doubled,
        found.found, found.looked or 0, bounds(found.points), found.won, found.overbid, found.kept, found.refused, found.concerns,
        bounds(found.total), bounds(found.standing), found.behind, found.in_hand or (),
        tuple((id, bounds(one)) for id, one in (found.pot or {}).items()), found.hands or 0, found.alone, found.text is not None,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Earlier:
    """What has to have happened in an earlier hand; of several things any."""

    bids: tuple[str, ...]
    cases: tuple[str, ...]
    feats: tuple[str, ...]
    voids: tuple[str, ...]
    """Why it was not played."""
    score: Points | None
    """What a player's score has come to, or to a multiple of it."""


def earlier(fact: rules.Earlier | Absence | None) -> Earlier | None:
    """Compile what brings a case about; None where nothing before the hand does."""
    found = given(fact)
    if found is None:
        return None
    return Earlier(found.bid or (), found.case or (), found.feat or (), found.void or (), found.score)
