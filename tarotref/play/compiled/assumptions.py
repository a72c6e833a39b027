"""What play assumes where a source is silent: each assumption once, with its reason.

A ruleset is played by its facts. Where one is missing, or is told in words alone, an assumption takes its place; every result
names it, and it is never written back into facts. The assumptions are this project's own: no source is cited for them.
"""

from __future__ import annotations

from typing import NamedTuple


class Assumption(NamedTuple):
    """What is assumed, and why."""

    rule: str
    reason: str


ASSUMPTIONS: dict[str, Assumption] = {
    "play.leads": Assumption(
        "The player after the dealer leads to the first trick.",
        "Our assumption; of the rules recorded here that say it, most have it so.",
    ),
    "play.must_trump": Assumption(
        "A player who cannot follow suit plays a trump.",
        "Our assumption; of the rules recorded here that say it, most have it so.",
    ),
    "play.must_overtrump": Assumption(
        "A trump played need not be higher than those in the trick.",
        "Our assumption; where a higher trump has to be played, sources say so.",
    ),
    "fool.role": Assumption("The Fool serves as Excuse.", "Our assumption, where its part is not told."),
    "fool.exchange": Assumption(
        "A card is given for the Fool out of the tricks won by the side that played it.",
        "Our assumption; of the rules recorded here that say it, most have it so.",
    ),
    "fool.gives": Assumption(
        "Of the cards that may be given for the Fool, that one is given which counts least, or most where points are to be avoided.",
        "The choice is the player's, and hardly any other card is better to give.",
    ),
    "fool.lost": Assumption(
        "The Fool is lost by a side that wins no trick, and by no other.",
        "Our assumption: such a side has no card to give for it.",
    ),
    "fool.led": Assumption(
        "When the Fool is led, the next card says what is to be followed.",
        "Our assumption; of the rules recorded here that say it, most have it so.",
    ),
    "discard.by": Assumption(
        "Whoever gets extra cards discards as many.", "Our assumption: all play with equal hands."
    ),
    "discard.limits": Assumption(
        "Kings, trumps and the Fool are not discarded while there is another card.",
        "Our assumption; Kings are kept out of the discard in most of the rules recorded here that say it.",
    ),
    "discard.for-a-slam": Assumption(
        "Nobody discards a card that only a player hoping to win every trick may discard.",
        "A hand does not show whether its player hopes for that.",
    ),
    "deal.annul": Assumption(
        "A deal that the players may agree to throw in is played.",
        "They need not agree to it.",
    ),
    "bidding.procedure": Assumption(
        "Players go on bidding higher in turn until all but one have passed.",
        "Our assumption, and the plainest of the ways of bidding.",
    ),
    "bidding.first": Assumption(
        "The player after the dealer speaks first.", "Our assumption, as that player also leads first."
    ),
    "bidding.first_must_bid": Assumption("Nobody has to bid.", "Where a first bid is forced, sources say so."),
    "bidding.jump": Assumption(
        "A bid may be as high as the player likes.", "Where bids have to rise step by step, sources say so."
    ),
    "bidding.all_pass": Assumption(
        "If all pass, the hand is not played.", "Our assumption; where something is played, sources say so."
    ),
    "bids.asks": Assumption(
        "Whoever asks for a card that lies in the discard or the talon does not get it.", "No player holds it."
    ),
    "bids.if_all_pass": Assumption(
        "If all pass and the card whose holder has to play lies in the talon, the hand is not played.",
        "Nobody holds it.",
    ),
    "cases.at": Assumption(
        "Nobody asks for another way of playing.",
        "The facts do not say, in a form that can be played, when a player may ask for one.",
    ),
    "declaring.when": Assumption(
        "Declarations are made before the first lead.", "Our assumption; where it is otherwise, sources say so."
    ),
    "declaring.reuse": Assumption(
        "A card may serve in several declarations.", "Where it may not, the kinds of declarations say so."
    ),
    "feats.deadline": Assumption(
        "What may be announced up to a later trick is announced before play or before that trick.",
        "Between the two nothing is gained by speaking.",
    ),
    "score.base": Assumption(
        "The loser of a hand pays one stake.",
        "The source tells who wins, but not what that pays: one stake stands for whatever the players agree on.",
    ),
    "score.each": Assumption("Card points above or below what is needed pay nothing.", "No figure is invented."),
    "score.start": Assumption(
        "Card points are reckoned from what is needed to win.", "Our assumption; no other figure is told."
    ),
    "score.round": Assumption("Part of a step does not count.", "The source names a payment for a whole step."),
    "deal.extra": Assumption("Nobody gets extra cards.", "Where somebody takes more, sources say so."),
    "deal.annulled": Assumption("No deal is thrown in.", "Where a deal may be thrown in, sources say so."),
    "discard": Assumption("There is no discard.", "Where there is a discard, sources say so."),
    "discard.surrendered": Assumption(
        "A player who wins no trick keeps the discard.", "Our assumption; where it is given up, sources say so."
    ),
    "bidding.may_raise_contract": Assumption(
        "The contract that is played is the one that was bid.",
        "Where the declarer may go on to a higher one, sources say so.",
    ),
    "bids": Assumption("There is no bidding.", "The source names none."),
    "bids.lost": Assumption(
        "A contract that is lost costs as much as it pays when it is won.",
        "Our assumption; where it costs more, sources say so.",
    ),
    "bids.partner.own": Assumption(
        "The declarer calls a card from outside the declarer's hand.",
        "Where a card in that hand may be called, sources say so.",
    ),
    "bids.talon.shown": Assumption("Cards taken from the talon are not shown.", "Where they are, sources say so."),
    "bids.talon.rest": Assumption(
        "Cards of the talon that a declarer leaves who takes others, and a talon of which the source does not say whose it is, go "
        "to his opponents.",
        "Our assumption.",
    ),
    "declaring.first": Assumption(
        "The player after the dealer declares first.", "Our assumption, as that player also leads first."
    ),
    "declaring.compulsory": Assumption("Nobody has to declare.", "Where a holding has to be declared, sources say so."),
    "feats.sole": Assumption(
        "A bonus counts for everybody who makes it.", "Where it counts for one alone, sources say so."
    ),
    "spare": Assumption("No trick may be lost in a slam.", "It is all tricks that are asked for."),
    "times": Assumption("A payment is not multiplied.", "No figure is invented."),
    "settle": Assumption(
        "Each opponent pays, or what a hand brings is marked where a rubber is kept.",
        "Our assumption.",
    ),
    "doubling": Assumption("Nothing is doubled.", "Where stakes may be raised, sources say so."),
    "concessions": Assumption("Every hand is played out.", "Where a hand may be given up, sources say so."),
    "counting.odd": Assumption(
        "A card left over when cards are counted in pairs counts half a point; cards left over from larger sets count as a set "
        "if they are half of one or more.",
        "Our assumption.",
    ),
    "counting.last_trick": Assumption("The last trick counts nothing by itself.", "No figure is invented."),
    "win.draw": Assumption(
        "A side with the points needed wins, and one without them loses.", "Where a hand is drawn, sources say so."
    ),
    "win.marcio": Assumption("A heavy defeat costs no more than another.", "No figure is invented."),
    "rubber": Assumption(
        "Nobody claims a rubber: it ends with a hand, as its total says.",
        "What only ends a rubber, or is paid for it, changes nothing in a hand.",
    ),
    "agreed": Assumption("What is left to the players is not paid.", "What they agree on is theirs to say."),
    "unpriced": Assumption(
        "A bonus or declaration that the source does not mention, or for which it gives no payment, pays nothing.",
        "No figure is invented.",
    ),
    "text": Assumption(
        "What is told in words alone is not played.", "The facts do not say it in a form that can be played."
    ),
}
"""Name of the assumption, the path of the fact that it stands for where it is one: the rule that takes its place."""
