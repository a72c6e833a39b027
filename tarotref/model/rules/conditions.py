"""What has to be so for a rule to hold."""

from __future__ import annotations

from typing import Annotated

from tarotref.model.rules.values import CardName, Holding, Payment, Who
from tarotref.model.types import Facts, Id, Names, Number, Several, Text, Whole, YesNo


class Bounds(Facts):
    """A range of numbers: `{below: 26}`, `{at_least: 36}`."""

    at_least: Number | None = None
    """The least number in it."""
    at_most: Number | None = None
    """The greatest number in it."""
    more_than: Number | None = None
    """The number that it begins above."""
    below: Number | None = None
    """The number that it ends below."""


class Condition(Facts):
    """Something that has to be so; where several things are said, all of them.

    It is about the player who declares, does or claims a thing, or about another whom `by` names.
    """

    bid: Several[Annotated[Id, Names("bid")]] | None = None
    """The contract that is played is one of these bids: `[mediateur, solo]`."""
    held: Holding | None = None
    """The cards were dealt to the player: `{of: kings, at_least: 3}`."""
    left: Holding | None = None
    """The cards are in the player's hand as it is then: `{of: [trumps, courts], exactly: 0}`."""
    declared: Several[Annotated[Id, Names("declaration")]] | None = None
    """One of these has been declared."""
    announced: YesNo | Several[Annotated[Id, Names("feat")]] | None = None
    """Whether any feat has been announced; or one of these has."""
    alone: YesNo | None = None
    """Whether nothing else has been announced, and nothing declared."""
    done: Several[Annotated[Id, Names("feat")]] | None = None
    """One of these feats, each of all tricks or of none, has been done in the hand: `slam`."""
    doubled: YesNo | Several[Payment] | None = None
    """Whether anything has been doubled; or one of these has: `score`."""
    found: YesNo | None = None
    """Whether the declarer has found the card that he called in the talon."""
    looked: Whole | None = None
    """The declarer has looked at so many packets of the talon, one stage after the other: `2`."""
    points: Bounds | None = None
    """Card points made in the hand: `{more_than: 26}`."""
    won: YesNo | None = None
    """Whether the player's side wins the hand."""
    overbid: Who | None = None
    """He has bid too, and another has the contract: `dealer`."""
    kept: Who | None = None
    """He has kept the deal on, when he was asked in its pause: `side`."""
    refused: YesNo | None = None
    """Whether one of his side wished to throw the deal in, and another of it has gone on."""
    total: Bounds | None = None
    """What the player has in the rubber, with the card points of the tricks that he has won in the hand so far: `{more_than: 26}`."""
    standing: Bounds | None = None
    """What the player has in the rubber before the hand: `{at_least: 79}`."""
    in_hand: Several[CardName] | None = None
    """Cards whose points count in that too as long as they are in his hand, in `standing` if he had them there before play: `[top, fool]`."""
    hands: Whole | None = None
    """At least so many hands of the rubber have been played before."""
    pot: dict[Annotated[Id, Names("pot")], Bounds] | None = None
    """What a pot holds when the hand begins, with what has been put in for it: `{pot: {more_than: 4}}`."""
    behind: Number | None = None
    """The score is behind by at least so much."""
    players: Several[Whole] | None = None
    """So many play."""
    concerns: Who | None = None
    """Whom alone it concerns, so that nothing is asked of any other: `eldest`; `others`, all but those whom `by` names."""
    by: Who | None = None
    """Whose cards, points or doings are meant, if not the player's own: `eldest`, `another`, `side`."""
    text: Text | None = None
    """What else has to be so, in words."""


class Earlier(Facts):
    """What has to have happened in an earlier hand; of several things any."""

    bid: Several[Annotated[Id, Names("bid")]] | None = None
    """One of these contracts was played: `klop`."""
    case: Several[Annotated[Id, Names("case")]] | None = None
    """One of these cases was asked for."""
    feat: Several[Annotated[Id, Names("feat")]] | None = None
    """One of these was won or, announced, lost: `slam`."""
    void: Several[Id] | None = None
    """It was not played: because all passed (`all-pass`), or for what annuls a deal, by its id."""
    score: Number | None = None
    """It brought a player's score to just this, or to a multiple of it: `0`, `500`."""
