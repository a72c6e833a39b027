"""How cards are counted, and what the Fool and a suit made trumps do."""

from __future__ import annotations

from typing import Annotated, Literal

from tarotref.model.rules.conditions import Condition
from tarotref.model.rules.values import CardName, Who, titled
from tarotref.model.types import Facts, Id, Known, Number, Several, Term, Text, Whole, YesNo


class Counting(Facts):
    """How card points are counted (dm2004 ch. 1, "How points are counted")."""

    by: Known[Literal["1", "2", "3", "4", "trick", "players", "values", "threes-minus-one"]] = titled(
        "Cards counted in"
    )
    """Cards in a set; `players`: as many as players; `trick`: the original method, a point a trick; `values`: valuable cards only."""
    values: Known[Annotated[str, Term("values")]] = titled("Values stand")
    """`original` values, a King 4, stand beside the point for each trick or set, as always by `trick`; `standard` ones, a King 5, have it in them."""
    odd: Known[dict[Id, Number]] = titled("Cards left over")
    """What a number of empty cards left over counts: `{1: 0, 2: 1}`."""
    discard: Known[Annotated[str, Term("discard-counted")]] = titled("Discard counts")
    """How the discard is counted where not with the tricks: as a `set` by itself, or each of its cards `one-less`."""
    fool_apart: Known[Number] = titled("Fool counted apart")
    """Points of a Fool that is counted by itself, because no card was given for it."""
    last_trick: Known[Number] = titled("Last trick")
    """Card points for winning the last trick."""
    over_half: Known[Number] = titled("Each card over an equal share")
    """Card points for each card won in excess of an equal share of the cards in play (Minchiate)."""
    over_alone: Known[YesNo] = titled("Only for most tricks")
    """Whether these are counted by nobody but a player who has won more tricks than every other."""
    under_half: Known[Number] = titled("Each card short of it")
    """Card points taken off for each card short of that share."""
    to_least_declared: Known[Several[CardName]] = titled(
        "Captured, it goes with its trick to the opponent with less declared"
    )
    """Cards that, captured, count with their trick for that opponent of their player who has scored less for declarations: `pagat`."""
    left_out: Known[Number] = titled("Cards left out of the pack")
    """Card points of the cards left out of the pack, which are the declarer's if he has won a trick, else the others': `1`."""
    text: Known[Text] = titled("Counting, also")
    """What else there is to the counting."""


class Fool(Facts):
    """What the Fool does (dm2004 ch. 1, "Use of the Fool", "New role of the Fool")."""

    role: Known[Annotated[str, Term("fool-role")]] = titled("The Fool")
    """What sort of card the Fool is: an Excuse, a trump, a plain card."""
    exchange: Known[Annotated[str, Term("fool-exchange")]] = titled("Card given for the Fool")
    """Whether a card is given for the Fool when it serves as Excuse."""
    exchange_when: Known[Text] = titled("Given when")
    """When, and out of which cards, one is given for it: `at once, out of the tricks already won`."""
    gives: Known[Annotated[str, Term("fool-gives")]] = titled("Card given, of his choice")
    """Which card its player may choose to give for it."""
    lost: Known[Several[Annotated[str, Term("fool-lost")]]] = titled("Fool lost")
    """When the Fool is lost: `[no-tricks, last-trick]`."""
    lost_unless: Known[Condition] = titled("Fool not lost if")
    """On what condition it is not: `{held: fool, by: dealer}`."""
    lost_to: Known[Who] = titled("Lost to")
    """Who gets it then, if not the winner of the trick to which it was played: `last-winner`."""
    own: Known[YesNo] = titled("By the player's own tricks")
    """Whether it is lost by a player who wins no trick himself, whatever his side wins, and the card for it comes out of his own."""
    worthless: Known[Several[Annotated[str, Term("fool-lost")]]] = titled("Fool worth nothing")
    """When the Fool loses its value, but stays with its side: `last-5`."""
    alone: Known[Number] = titled("Fool alone counts")
    """Card points of a Fool that is all that its side has, and for which it gave no card: `4`; the other side has the rest."""
    must_by: Known[Whole] = titled("Played by trick")
    """The trick to which its holder has to play it, if not before: `23`."""
    demanded: Known[Whole] = titled("May be demanded in trick")
    """The trick in which the other players, each before he plays, may demand it if nobody has played it: its holder plays it, or puts
    it in the place of the card that he has played; where that was led, the next player names the suit."""
    demanded_unless: Known[Annotated[str, Term("fool-demanded-unless")]] = titled("Not demanded")
    """When it may not be demanded."""
    must: Known[Annotated[str, Term("fool-must")]] = titled("Fool must be played")
    """When its holder has to play it, though it is an Excuse: `cannot-follow`."""
    led: Known[Annotated[str, Term("fool-led")]] = titled("Fool led")
    """What follows when the Fool is led; `never` where it may not be."""
    led_when: Known[Text] = titled("Fool led, also")
    """When it may be led, if not always, and what else follows: `only while another player holds a trump`."""
    named_again: Known[Several[Annotated[str, Term("fool-named-again")]]] = titled("Suit named by the next player")
    """When the player after the leader of the Fool names the suit: `[void, last-trick]`."""
    led_while: Known[Annotated[str, Term("fool-led-while")]] = titled("Fool led as long as")
    """How long it may be led: `others-trump`."""
    lead_yielded: Known[YesNo] = titled("Lead given up for the Fool")
    """Whether one who is to lead to the last trick to which it may be played, and still has it, lets the next player lead and plays
    it to that trick."""
    kept: Known[Annotated[str, Term("fool-kept")]] = titled("Fool kept")
    """For which trick it is kept: `slam-end`."""
    barred: Known[Several[Annotated[str, Term("fool-barred")]]] = titled("Fool barred")
    """When it may not be played: `last-3`."""
    wins: Known[Annotated[str, Term("fool-wins")]] = titled("Fool wins")
    """When it wins a trick though it is an Excuse."""
    wins_if: Known[Condition] = titled("Only if")
    """On what condition it does: `{announced: fool-last}`."""
    forced: Known[Text] = titled("Fool forced")
    """When it must be played."""
    text: Known[Text] = titled("Fool, also")
    """What else the Fool does."""


class TrumpSuit(Facts):
    """How a suit is made trumps for a hand, where the pack has no trumps of its own (dm2004 ch. 1, games of Triumph)."""

    by: Known[Annotated[str, Term("trump-suit")]] = titled("Trump suit")
    """What makes a suit trumps: a card turned up, the declarer's choice."""
    suit: Known[Several[Id]] = titled("Trumps are")
    """The suit that is trumps where it is `fixed`: `spades`; or suits that are so hand by hand, in order: `[hearts, spades]`."""
    order: Known[dict[Id, Several[CardName]]] = titled("Order of the trumps")
    """The trumps by the suit they are of, highest first, where they do not rank as in other suits: `{swords: [A of swords, 2]}`."""
    text: Known[Text] = titled("Trump suit, also")
    """What else there is to the trump suit."""
