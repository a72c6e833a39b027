"""What is done in play that pays, announced or not."""

from __future__ import annotations

from typing import Annotated, Literal

from tarotref.model.rules.conditions import Condition
from tarotref.model.rules.values import CardName, Holding, Payment, Replaced, Settle, Who, titled
from tarotref.model.types import (
    ByTrick,
    Facts,
    Id,
    Known,
    Names,
    Number,
    Numbers,
    Several,
    Term,
    Text,
    Texts,
    Whole,
    YesNo,
)


class Announced(Facts):
    """What a feat pays when it was announced beforehand."""

    won: Known[Number] = None
    """What it pays when it succeeds: `36`."""
    lost: Known[ByTrick[Number]] = None
    """What it pays when it fails: `-36`; by the trick in which it fails: `{1: -36, 13: -26}`. A minus: the player pays."""
    stages: Known[Numbers] = None
    """What it pays when it succeeds, by the stage of the talon in which the declarer has taken cards: `[24, 28, 32]`."""
    said: Known[Texts] = None
    """What is said to announce it."""
    deadline: Known[Whole] = titled("Until when it is announced")
    """The trick before which it has to be announced: 1, before play; `13`, when twelve have been played at the latest."""
    earliest: Known[Whole] = titled("Not before trick")
    """The trick before which it may be announced at the earliest, if not before play: `6`."""
    on_cards: Known[Several[Whole]] = titled("Announced on so many cards")
    """On how many of his cards a player announces it, in a pause of the deal: `5`; left out where all are dealt first."""
    before_talon: Known[Number] = titled("Multiplied if announced before the talon is taken")
    """By what it is multiplied if it is announced before the declarer takes cards of the talon, if not as the others
    (`declaring.before_talon`); `none`: it may not be."""
    by: Known[Who] = titled("Announced by")
    """Who may announce it, if not anybody."""
    unasked: Known[YesNo] = titled("By who had no turn to bid")
    """Whether only one may announce it who had no turn in the bidding."""
    when: Known[Annotated[str, Term("announced-when")]] = None
    """When opponents of the declarer announce it, if not before anything is doubled."""
    includes: Known[Several[Annotated[Id, Names("feat")]]] = None
    """What is announced with it, and settled each by itself: `[uhu, pagat-last]`; who announces it holds the cards of these too, and
    plays its own before theirs if it is kept."""
    not_after: Known[Several[Annotated[Id, Names("feat")]]] = None
    """Feats after which the same side may not announce it: `slam`."""
    not_with: Known[Several[Annotated[Id, Names("feat")]]] = None
    """Feats after which the same player may not announce it in the same turn: `double-game`."""
    keep: Known[YesNo] = titled("Card kept or not")
    """Whether the card must then be kept as long as the rules allow another."""
    only_if: Known[Condition] = None
    """On what condition a player may announce it: `{left: {of: high-honours, at_least: 1}}`."""
    freed_by: Known[Several[Annotated[Id, Names("feat")]]] = titled("Partner free of that after")
    """Feats that free the declarer's partner of what `only_if` asks, where the declarer has announced one of them unasked, before
    the partner had announced or doubled anything: `centrum`."""
    first_turn: Known[dict[Annotated[str, Term("first-turn")], Holding]] = titled("Announced in the first turn with")
    """What the declarer, or who has promised a card, has to hold besides to announce it in his first turn, by what was bid:
    `{otherwise: {all: [top, fool]}, three-bid: fool}`."""
    named: Known[YesNo] = titled("Suit of the card named")
    """Whether the suit of the card is named with it, and it is done with that card alone."""
    over: Known[Annotated[Id, Names("feat")]] = None
    """A feat of the same cards, announced by a partner, whose place it may take: `pagat-last`."""
    keep_unless: Known[Several[Annotated[Id, Names("feat")]]] = None
    """Feats of which one, announced by anybody, ends that duty: `slam`."""
    all_lost: Known[YesNo] = None
    """Whether, if it fails, all card points but those of what is left of the talon are the other side's: of a slam."""
    frees: Known[YesNo] = None
    """Whether its card may then be played to any trick, whatever was led, and wins it."""
    rest_lost: Known[YesNo] = None
    """Whether, if its card is played before its trick, its player wins neither that trick nor any after it."""
    or_stops: Known[YesNo] = titled("Hand over without it")
    """Whether the hand is over when a player does not announce it who may, once he has won all tricks so far."""
    loses_game: Known[YesNo] = titled("Game lost with it")
    """Whether the side that has announced it loses the game too if it fails."""
    settle: Known[Settle] = None
    """Who pays it, if not as it is paid unannounced."""
    behind: Known[Several[Annotated[Id, Names("feat")]]] = titled("Before those of")
    """Feats of which each that the same player has announced puts its trick one earlier: `[pagat-last, ulti-2]`."""
    instead_of: Known[Several[Replaced]] = None
    """What is not paid, whether it succeeds or fails, as in the feat's own `instead_of`, which is taken where this is not said
    and it succeeds."""
    multiplies: Known[Number] = None
    """By what all payments are multiplied when it succeeds, if not as it does unannounced: `12`."""
    both: Known[YesNo] = None
    """Whether the other side is paid as well if it does, unannounced, what was announced against it."""
    declined: Known[YesNo] = titled("A partner may stay out of it")
    """Whether a partner of the player who announces it may decline at once, and then has no part in what it pays."""
    bars: Known[Several[Payment]] = None
    """What is not paid to the side that announced it, whether it succeeds or fails, unless that was announced too: `score`."""
    text: Known[Text] = None
    """What else follows from the announcement."""


class SlamPoints(Facts):
    """What card points come to because of a feat of all tricks: `{won: 1000, declared: 2}`."""

    won: Number | None = None
    """What counts in place of the cards, and of all that counts among the cards won: `1000`."""
    declared: Number | None = None
    """By what declared points are multiplied."""
    times: Number | None = None
    """By what all card points of the side are multiplied: `2`."""
    tricks_alone: YesNo | None = None
    """Whether the cards of the tricks alone count, without the discard or what is left of the talon."""


class Others(Facts):
    """What the rest settle among themselves when one player has done a feat: `{par: 39, feats: [last-trick]}`."""

    par: Number | None = None
    """Card points of which one of them pays each other what is wanting to him."""
    feats: Several[Annotated[Id, Names("feat")]] | None = None
    """Feats that they alone pay each other."""


class Feat(Facts):
    """Something done in play that pays: the last trick with the Pagat, a King captured, all tricks."""

    name: Known[Text] = None
    """What the players call it: `Pagat ultimo`."""
    do: Known[Annotated[str, Term("feat-do")]] = None
    """What is done."""
    cards: Known[Several[CardName]] = None
    """The cards with which, or to which, it is done: `pagat`; each of them counts by itself."""
    tricks: Known[Whole] = None
    """How many of the last tricks have to be won, each with one of the cards, or how many of the first: `2`."""
    from_end: Known[Whole] = None
    """Which trick it is, counted from the last: `3`, the last but two."""
    builds_on: Known[Several[Annotated[Id, Names("feat")]]] = titled("Done first")
    """Feats that its side has to have done too: `centrum`."""
    together: Known[YesNo] = None
    """Whether its cards count only if one side has them all: Trull, four Kings."""
    in_order: Known[YesNo] = None
    """Whether the cards have to win these tricks in the order in which they stand in `cards`."""
    when: Known[Annotated[str, Term("feat-when")]] = None
    """In which tricks it counts."""
    before_fool: Known[Annotated[str, Term("before-fool")]] = None
    """In which slam, of those that end with the Fool, the trick before counts as the last."""
    row: Known[Annotated[Id, Names("declaration")]] = titled("Row")
    """The declaration whose row is longer with the partner's cards, where that is done: `matadors`."""
    without: Known[Several[CardName]] = None
    """Cards none of which may be in the trick: `[pagat, kings]`."""
    spared_by: Known[Several[CardName]] = titled("Not lost to")
    """Cards that take the card without its being lost: `pagat`."""
    beside: Known[Several[CardName]] = titled("In the trick too")
    """Cards one of which has to lie in the trick too: `[pagat, II]`."""
    beside_by: Known[Who] = titled("Played by")
    """Who has to have played that card, unless the feat was announced: `opponents`."""
    given: Known[YesNo] = titled("Given for the Fool too")
    """Whether it is done too where the card has to be given for the Fool."""
    one_suit: Known[YesNo] = titled("Leads of one suit")
    """Whether it counts only for a player who has led the suit of his first lead, at every lead, as long as he had it."""
    sole: Known[YesNo] = titled("Paid or not if others do it too")
    """Whether it counts only if one player alone does it."""
    who: Known[Who] = titled("By whom")
    """Who may do it, if not anybody."""
    only_if: Known[Condition] = None
    """On what condition it counts."""
    unless: Known[Condition] = None
    """On what condition it does not count."""
    lost_unless: Known[Condition] = titled("Failing not counted")
    """On what condition it counts for nothing that it has failed: `{done: slam, by: all}`."""
    takes_rest: Known[YesNo] = None
    """Whether what nobody has taken of the talon goes to the side that does it."""
    spare: Known[Whole] = None
    """How many tricks may be lost and the slam still be made: `1`."""
    spare_with: Known[dict[CardName, Whole]] = titled("Tricks to spare with")
    """How many may be lost where the declarer, or else one of the side, had a card when play began: `{fool: 2}`."""
    lost_to: Known[Literal["opponents", "anyone"]] = None
    """To whom the card can be lost: to the other side, or to the partner also."""
    won: Known[Number] = None
    """What it pays when it succeeds: `5`."""
    step: Known[Number] = titled("As much again for every further")
    """Card points above those that `only_if` asks for, for each of which it pays as much again: `100`."""
    lost: Known[Number] = None
    """What it pays when it fails: `-5`; a minus means that the player pays."""
    against: Known[Number] = titled("Paid to opponents")
    """What it pays the opponents of the declarer when they do it unannounced, if not as much."""
    stages: Known[Numbers] = None
    """What it pays when it succeeds, by the stage of the talon in which the declarer has taken cards: `[12, 14, 16]`."""
    announced: Known[Announced] = None
    """What it pays when it was announced."""
    times: Known[Literal["bid", "base"]] = None
    """`bid`: multiplied as the bid is; `base`: the figures say how many times what the contract is worth."""
    with_base: Known[Several[Annotated[Id, Names("feat")]]] = titled("Multiplied with the contract")
    """Feats that, announced, are multiplied with what the contract is worth where `times` is `base`: what they pay as they came out, or
    where it fails itself what they pay if done: `[pagat-last, uhu]`."""
    settle: Known[Settle] = None
    """Who pays it, if not the other side: `others`, everybody else, a partner included."""
    points: Known[SlamPoints] = titled("Card points")
    """What the card points of the side that does it come to, where it is to win all tricks: `{times: 2}`."""
    multiplies: Known[Number | dict[Payment, Number]] = None
    """By what other payments are multiplied when it succeeds: `{score: 2}`; or all, declarations too: `6`."""
    charged: Known[Several[Annotated[str, Term("charged")]]] = None
    """Who of the opponents pays alone, for all of them, what the cards pay when the declarer does it: `[other-bidder, fool-holder]`."""
    charged_part: Known[Number] = titled("Of this, for all")
    """What share of it is charged so, if not all, where nobody is who has held the Fool back; each pays the rest for himself: `1/2`."""
    instead_of: Known[Several[Replaced]] = None
    """What is not paid when it succeeds: `[score, king]`; `declarations`; `silent`, whatever was not announced, declarations that
    need not be made too."""
    others: Known[Others] = titled("The others")
    """What the others settle among themselves when it succeeds, each playing for himself."""
    silences: Known[Several[Annotated[Id, Names("feat")]]] = None
    """What is not paid when it succeeds, unless that was announced: `[trull, kings]`."""
    silenced_by: Known[Several[Annotated[Id, Names("feat")]]] = None
    """Feats beside which, done without having been announced, it is not paid unless it was announced: `double-game`."""
    need: Known[dict[Who, Numbers]] = titled("Points needed")
    """Card points that win the contract, as in `win.at_least`, where a side does it, or the other fails in it: `{declarer: 46, opponents: 66}`."""
    unit: Known[Text] = None
    """The unit of the payment, if not that of the score; `point`: it is not paid but counts with the card points."""
    use: Known[Annotated[str, Term("use")]] = None
    """How common it is."""
    text: Known[Text] = None
    """What else there is to it."""
