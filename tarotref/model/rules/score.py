"""What it takes to win a hand, and what the hand pays."""

from __future__ import annotations

from typing import Annotated, Literal

from tarotref.model.rules.values import CardName, Payment, Span, Who, titled
from tarotref.model.types import ByPlayers, Facts, Known, Number, Numbers, Several, Term, Text, Whole, Wholes, YesNo


class Marcio(Facts):
    """A defeat so heavy that it costs more: `{below: 1/2, times: 2}`, a share of what was needed to win."""

    below: Known[Number] = titled("Bound")
    """The share of what was needed below which the defeat is heavy: `1/2`."""
    of: Known[Literal["winner"]] = None
    """`winner`: it is a share of what the winner has, and not of what was needed."""
    times: Known[Number] = titled("Multiplied by")
    """By what the payment is then multiplied."""
    multiplies: Known[Literal["base"]] = None
    """`base`: the base alone is multiplied, and not the whole payment."""
    text: Known[Text] = None
    """What else there is to it."""


class Win(Facts):
    """What it takes to win a hand."""

    aim: Known[Annotated[str, Term("aim")]] = titled("Aim")
    """What the players try for."""
    tricks: Known[Whole] = titled("Tricks to win")
    """How many tricks have to be won, no more and no fewer, where the aim is a number of tricks: `1`."""
    cards: Known[Several[CardName]] = titled("Won with")
    """The cards with one of which the last trick has to be won, where that is the aim: `pagat`."""
    played_last: Known[Several[CardName]] = titled("Played to the last trick")
    """Cards of which the declarer has to play one to the last trick, whatever else the aim is: `pagat`."""
    least_tricks: Known[Whole] = titled("Tricks needed besides")
    """How many tricks the declarer's side has to win at least, whatever its card points: `1`."""
    last_with: Known[Several[CardName]] = titled("Last trick needed besides")
    """The cards with one of which the declarer's side has to win the last trick besides; if it does not, what it has won counts for
    nothing: `pagat`."""
    apart: Known[YesNo] = titled("Opponents counted apart")
    """Whether the declarer needs more than each opponent by himself, and not more than they have together."""
    spare: Known[Whole] = titled("Tricks to spare")
    """How many tricks may be lost where the aim is all tricks: `1`."""
    at_least: Known[ByPlayers[Numbers]] = titled("Points to win")
    """Card points needed by the declarer's side, or by either; several: with 0, 1, 2, 3 of the cards in `by`."""
    doubled: Known[Number] = titled("Points to win a doubled game")
    """Card points needed by the declarer's side once the game has been doubled, where others are: `47`."""
    against: Known[Number] = titled("Points with which the opponents win")
    """Card points with which the opponents win, where the sides' points may add up to less than both figures together; a declarer
    against whom they have fewer wins, and has in points what they lack: `40`."""
    more_than: Known[ByPlayers[Number | dict[Who, Number]]] = titled("To win, more than")
    """Card points that one has to pass to win; by the side on which the dealer is, where that makes a difference:
    `{dealer: 55, opponents: 54}`."""
    fool_worthless: Known[dict[Who, Number]] = titled("Points to win, the Fool worth nothing")
    """Card points needed by the declarer's side where the Fool has lost its value, by the side that played it:
    `{declarer: 34, opponents: 33}`."""
    by: Known[CardName] = titled("Depends on")
    """The group of cards on whose number in one's tricks the points needed depend: `bouts`."""
    draw: Known[Numbers] = titled("Draw at")
    """Card points at which nobody wins."""
    par: Known[ByPlayers[Number | dict[Who, Number]]] = titled("Par")
    """Card points from which each player's score is reckoned."""
    marcio: Known[Marcio] = titled("Heavy defeat")
    """A defeat so heavy that it costs more."""
    text: Known[Text] = titled("Winning, also")
    """What else there is to winning."""


class Placed(Facts):
    """What players get by the rank of their card points, the declarer apart: `{declarer: 30, last: [-20, -10]}`."""

    declarer: Known[Number] = None
    """What the declarer gets."""
    first: Known[Numbers] = None
    """What the other players get, from him whose card points are best by the aim of the contract: `[20, 10]`."""
    last: Known[Numbers] = None
    """What they get, from him whose card points are worst: `[-20, -10]`. Whoever is not reached gets nothing."""


class Ranked(Facts):
    """What a hand in which each plays for himself, one of them as declarer, brings by the rank of the card points."""

    won: Known[Placed] = None
    """What is got if the declarer's card points are the best."""
    lost: Known[Placed] = None
    """What is got if another's are better."""
    ties: Known[Several[Annotated[str, Term("tie")]]] = None
    """Whose card points are the better if the declarer ties with another, one thing after the other: `[fewer-tricks, declarer]`.
    Other players who tie share what they would get."""
    spared: Known[Wholes] = None
    """With how many players one who ties with a declarer who has won gets nothing, and the others pay his part: `3`."""


class Losing(Facts):
    """What else bears on what the loser pays every other player, where each plays for himself."""

    times: Known[dict[Who, Number]] = None
    """By what it is multiplied, by who he is: `{eldest: 2}`."""
    tied: Known[Who] = titled("Loses alone if tied")
    """Who of several that have lost level loses alone: `eldest`."""
    bare: Known[Number | Literal["all"]] = titled("To a player without a trick")
    """What a player without a trick gets of it while the others get nothing, and several share: `all`, or so many times what the
    loser pays for his card points, whoever he is: `3`."""
    bare_gets: Known[Number] = titled("A player without a trick gets")
    """How many times what the others get a player without a trick gets from the loser, who pays so much more: `2`."""
    bare_least: Known[Number] = titled("To several of these, at least")
    """What several players without a trick get together at least: `4`."""
    bare_times: Known[Numbers] = titled("Multiplied if one, or two, have no trick")
    """By what it is multiplied where one player has no trick, where two have none, and so on: `[2, 4]`."""


class Score(Facts):
    """How a hand is paid or marked."""

    base: Known[Number | Literal["bid"]] = titled("Base score")
    """What a hand pays in any case: a figure, or `bid`: what the bid says."""
    held: Known[Number] = titled("Base of a bid that was held")
    """What a hand pays in any case if the bid was held, where that is another figure: `5`."""
    lost_as: Known[Number] = titled("Lost, it counts as")
    """Card points of the declarer's side that a contract which asks for something else counts as if it is lost: `0`."""
    each: Known[Number] = titled("Game points a step")
    """Game points for each step of card points above or below what `start` says."""
    step: Known[Number] = titled("Card points in a step")
    """Card points in a step: `5`."""
    start: Known[Number | Annotated[str, Term("score-start")] | dict[Who, Number]] = titled("Counted from")
    """What steps are counted from: a figure, by player if need be: `{declarer: 55, opponents: 54}`; or `need`, `par`, `others`, `best`."""
    round: Known[Annotated[str, Term("rounding")]] = titled("Rounding")
    """How part of a step is taken."""
    wanting: Known[Number] = titled("Counted as whole if wanting less than")
    """Part of a step counts as a whole one where fewer card points than this are wanting to it."""
    times: Known[Literal["bid"]] = titled("Multiplied by")
    """By what the score is multiplied: `bid`, by the figure of the bid."""
    shares: Known[dict[Who, Number]] = titled("Shares")
    """How many times the score each gets or pays, where not alike: `{declarer: 3, partner: 3, opponents: 2}`."""
    bands: Known[dict[Span, Number]] = titled("Paid by card points")
    """Payment by range of card points: `{16..20: 1, 11..15: 2}`; the highest may have no end, `21..`."""
    ranks: Known[Numbers] = titled("By rank")
    """What each gets by his card points where each plays for himself, who has most first: `[-1, -1, 1, 1]`; times the base of the
    contract where `base` is `bid`. Players who tie share what they would get."""
    ranked: Known[Ranked] = titled("By rank, the declarer apart")
    """What the declarer and the others get by their card points, where each plays for himself though one is the declarer."""
    settle: Known[Annotated[str, Term("settle")]] = titled("Paid by")
    """Who pays, or is paid; `winners`: for their own card points alone."""
    level: Known[Annotated[str, Term("level")]] = titled("Losers who are level")
    """What each of several pays who have lost level, where the losers pay."""
    losing: Known[Losing] = titled("The loser")
    """What else bears on what the loser pays, where he pays every other player: `{times: {eldest: 2}, tied: eldest}`."""
    lead: Known[Number] = titled("Lead paid at once")
    """Card points that are paid for at once, as a step, and taken off, when a side's lead has come to so many in the course of the
    hand: `60`."""
    least: Known[Number] = titled("At least")
    """The least that a contract pays, won or lost: `5`."""
    paid_round: Known[Annotated[str, Term("paid-round")]] = titled("All that is paid rounded")
    """How what a player pays or gets for a whole hand is rounded: `down`."""
    paid_step: Known[Number] = titled("Rounded to steps of")
    """To what it is rounded, if not to whole numbers: `1/10`."""
    most: Known[Number] = titled("At most")
    """The most that a hand costs or brings a player, a declarer who is alone from each of the others: `20`."""
    unit: Known[Text] = titled("Unit")
    """The unit in which it is paid: `game point`."""
    paid: Known[Annotated[str, Term("paid")]] = titled("When paid")
    """When it is paid: `at the end of the rubber`."""
    text: Known[Text] = titled("Score, also")
    """What else there is to the score."""


class Pot(Facts):
    """A pool of stakes."""

    name: Known[Text] = None
    """What the players call it: `Pagat pot`."""
    stake: Known[Number | dict[Who, Number]] = None
    """What each player puts in: `20`, or by player: `{dealer: 20, others: 10}`."""
    when: Known[Annotated[str, Term("pot-when")]] = None
    """When the stakes are put in."""
    dealer: Known[Number] = titled("The dealer adds")
    """What the dealer adds before each deal."""
    added: Known[dict[Payment, Number]] = None
    """What is added by a player who fails in a feat: `{pagat: 5}`."""
    taken: Known[dict[Payment, Number]] = None
    """What share of it is taken by whoever succeeds in a feat: `{pagat-last: 1, king-last: 1/2}`; `score`: who wins by card points."""
    raised: Known[dict[Payment, Number]] = None
    """By what share it is raised by a player who fails in a feat: `{pagat-last: 1}` doubles it."""
    announced: Known[YesNo] = titled("Only if announced")
    """Whether a feat bears on it only where it was announced."""
    most: Known[ByPlayers[Number]] = titled("Put in at most")
    """The most that one who fails in a feat has to put in, by the number of players if need be: `{4: 24, 5: 25}`."""
    to: Known[dict[Payment, Several[Annotated[str, Term("pot-to")]]]] = titled("What is lost goes")
    """Where what is added or raised goes, if not into the pot alone: `{codillo: [pot, winner]}`."""
    dues: Known[dict[Annotated[str, Term("pot-due")], Number]] = None
    """What a player puts in for what he does: `{pass: 1, draw: 1}`."""
    shares: Known[dict[Annotated[str, Term("pot-due")], Number]] = titled("Shares of it")
    """What share of what it held when the hand began a player takes for what he does, or puts in, as a share below nothing:
    `{trick: 1/4, no-trick: -1}`."""
    eldest: Known[Number] = titled("The eldest hand adds")
    """What the player whose turn comes first adds before a deal for which no stakes are put in."""
    text: Known[Text] = None
    """What else there is to it."""


class Unit(Facts):
    """A unit in which the game is scored."""

    name: Known[Text] = None
    """What the players call it: `resto`."""
    per: Known[Number] = None
    """How many of the smaller unit make one."""
    of: Known[Text] = None
    """The smaller unit: `point`."""
    text: Known[Text] = None
    """What else there is to it."""
