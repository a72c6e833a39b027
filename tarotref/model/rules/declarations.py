"""What is declared, when, and what it pays."""

from __future__ import annotations

from typing import Annotated, Literal

from tarotref.model.rules.conditions import Condition
from tarotref.model.rules.values import CardName, Holding, Payment, Settle, Who, Wild, Worth, titled
from tarotref.model.types import Facts, Id, Known, Names, Number, Several, Term, Text, Texts, Whole, YesNo


class Declaring(Facts):
    """When and how holdings are declared, and who pays for them."""

    when: Known[Annotated[str, Term("declaring-when")]] = titled("Declared")
    """When holdings are declared."""
    first: Known[Annotated[str, Term("seat")]] = titled("First to declare")
    """Who declares first."""
    announces: Known[Annotated[str, Term("seat")]] = titled("First to announce")
    """Who is first, before play, to announce feats and to double, if not the player who leads."""
    rounds: Known[YesNo] = titled("Announced in rounds")
    """Whether feats are announced and stakes doubled in rounds, until all others have passed since something was last said."""
    known: Known[YesNo | Annotated[str, Term("announcer-known")]] = titled(
        "Announced only by players whose side is known"
    )
    """Whether a feat is announced only by one whose side is known, or who shows by it that he is the declarer's partner: `yes`, `no`,
    or `last-speaker`, or who counts as of the side of the last who has announced or doubled anything."""
    one_turn: Known[YesNo] = titled("Announced in one turn")
    """Whether nobody announces feats in more than one of his turns."""
    before_talon: Known[Number] = titled("Multiplied if said before the talon is taken")
    """By what feats that are announced, and holdings that are declared, are multiplied if that is done before the declarer takes cards
    of the talon, where it may be: `2`."""
    whole: Known[Number] = titled("Failing in part, multiplied by")
    """By what the worth of the game and of all that the declarer has announced is multiplied, and paid to the opponents, if any of it
    fails, where it is won or lost as a whole: `2`."""
    partner_known: Known[YesNo] = titled("Partner declares once known")
    """Whether the declarer's partner declares a holding only once it can be known that he is."""
    direction: Known[Annotated[str, Term("direction")]] = titled("In turn")
    """Which way round the turn goes, if not as in play."""
    shown: Known[Text] = titled("Cards shown")
    """Whether the cards are shown: `yes`, `no`, or how many of them."""
    compulsory: Known[YesNo] = titled("Must declare")
    """Whether one has to declare what one holds."""
    reuse: Known[Text] = titled("Cards used twice")
    """Whether a card may serve in more than one declaration."""
    once: Known[Several[CardName]] = titled("Used once")
    """Cards that serve in one declaration only, whatever its kind: `fool`."""
    paid: Known[Annotated[str, Term("paid")]] = titled("Paid")
    """When declarations are paid."""
    to: Known[Text] = titled("Paid to")
    """Who is paid, if not the player who declares."""
    settle: Known[Settle] = titled("Paid by")
    """Who pays a declaration, by the player who makes it if need be: `{declarer: result, others: others}`."""
    again: Known[YesNo] = titled("Declared again")
    """Whether one who draws a card from the stock that can be added to what he has declared may at once declare it again with that
    card, even if he has played others of it: of a kind whose declarations count for more together, all of them."""
    largest: Known[YesNo] = titled("Largest of a side paid")
    """Whether of one group a side is paid for its largest declaration alone, and nobody declares as much or less after another whom he
    knows to be on his side."""
    counts: Known[Annotated[str, Term("counts")]] = titled("Declarations count as")
    """`points`: what is declared, or won in tricks, is not paid but counts with the card points: to win by, and to be paid by."""
    step: Known[Number] = titled("Declared points in a step")
    """What a side has declared counts in whole steps of so many card points: `10`."""
    round: Known[Annotated[str, Term("rounding")]] = titled("Declared points rounded")
    """How part of such a step is taken."""
    text: Known[Text] = titled("Declaring, also")
    """What else there is to declaring."""


class Declaration(Facts):
    """A holding that pays when it is declared, or when it is won in tricks."""

    name: Known[Text] = None
    """What the players call it: `Cavallerie`."""
    said: Known[Texts] = None
    """What is said on declaring it: `Qui n'a le sien?`."""
    holding: Known[Holding] = None
    """The cards it needs: `{of: trumps, at_least: 10}`."""
    worth: Known[Worth] = None
    """What it pays: `10`, `{base: 10, each: 5}`, `{10: 1, 15: 2}`."""
    where: Known[Literal["hand", "tricks", "both"]] = None
    """Where the cards have to be: in the hand, among the tricks, or in either."""
    held_by: Known[Annotated[str, Term("held-by")]] = None
    """In whose hands they may be together, if not in one: `side`, those of partners."""
    together: Known[Whole] = None
    """From how many on those of its kind that partners have declared count together, in place of what each has alone: `5`."""
    who: Known[Who] = None
    """Who may make it, if not anybody: `declarer`."""
    kind: Known[Annotated[Id, Names("kind")]] = None
    """The kind it belongs to, one of `kinds`."""
    group: Known[Text] = None
    """What sort of holding it is; of those of one group that ask for different numbers of the same cards one is declared. That a card
    serves once is a rule of a kind (`kinds.share`), or of all declarations (`declaring.once`)."""
    use: Known[Annotated[str, Term("use")]] = None
    """How common it is."""
    when: Known[Annotated[str, Term("declaring-when")]] = None
    """When it is declared, if not with the others."""
    out_of_turn: Known[YesNo] = None
    """Whether it may also be declared out of turn, before anybody discards."""
    before_talon: Known[Number] = None
    """By what it is multiplied if it is declared before the declarer takes cards of the talon, if not as the others: `3/2`; `none`: it
    may not be."""
    only_if: Known[Condition] = None
    """On what condition it may be declared, or is paid."""
    unless: Known[Condition] = None
    """On what condition it may not be declared, or is not paid."""
    free_for: Known[Annotated[str, Term("seat")]] = None
    """Who need not declare it, where one has to declare what one holds: `first-bidder`."""
    due: Known[Several[Payment]] = None
    """What nobody announces or doubles who holds it, and does not declare it: `pagat-last`, `score`."""
    due_unless: Known[Annotated[str, Term("due-unless")]] = titled("Not due")
    """When he need not declare it all the same: `partner-holds`."""
    kept_back: Known[Literal["partners"]] = None
    """Who pays it when the hand is over, if its holder has not declared it: `partners`, those of its holder."""
    repaid: Known[Condition] = None
    """On what condition the payment is given back at the end of the hand: `{points: {below: 26}}`."""
    settle: Known[Settle] = None
    """Who pays it, if not as the others."""
    times: Known[Literal["bid"]] = None
    """`bid`: multiplied as the bid is."""
    paid: Known[Annotated[str, Term("paid")]] = None
    """When it is paid, if not with the others."""
    text: Known[Text] = None
    """What else there is to it."""


class Kind(Facts):
    """What declarations of one kind have in common."""

    name: Known[Text] = None
    """What the players call declarations of the kind: `cricca`."""
    where: Known[Literal["hand", "tricks", "both"]] = None
    """Where their cards have to be."""
    worth: Known[Worth] = None
    """What each pays, unless it says otherwise itself."""
    wild: Known[Wild] = titled("Wild cards")
    """Cards that may stand for others: `{of: contatori, apart: yes, not_for: [angel, K]}`."""
    annex: Known[Several[CardName]] = titled("Added")
    """Cards that are added to a holding complete without them."""
    share: Known[Several[CardName]] = titled("Cards shared")
    """Cards that two declarations of the kind may both use; `none`: no card serves twice."""
    multiply: Known[dict[Id, Number]] = titled("Several")
    """By what all are multiplied when a side has so many of the kind: `{3: 2}`."""
    text: Known[Text] = None
    """What else they have in common."""
