"""What is allowed in playing to tricks, how a hand ends early, and what offences cost."""

from __future__ import annotations

from typing import Annotated

from tarotref.model.rules.conditions import Condition
from tarotref.model.rules.values import CardName, Holding, Settle, Who, titled
from tarotref.model.types import ByTrick, Facts, Id, Known, Names, Number, Several, Term, Text, Texts, Whole, YesNo


class Play(Facts):
    """The rules of playing to tricks."""

    leads: Known[Annotated[str, Term("seat")]] = titled("First lead")
    """Who leads to the first trick."""
    leads_by_round: Known[Several[Annotated[str, Term("seat")]]] = titled("First lead, round by round")
    """Who does in the first round of hands, of as many as there are players, who in the second, and so on:
    `[right-of-dealer, opposite-dealer]`."""
    direction: Known[Annotated[str, Term("direction")]] = titled("Direction of play")
    """Which way round the cards are played."""
    must_follow: Known[YesNo] = titled("Must follow suit")
    """Whether one has to follow suit."""
    must_trump: Known[YesNo | Annotated[str, Term("must-trump")]] = titled("Must trump")
    """Whether one who cannot follow suit has to play a trump: `yes`, `no`, or `unless-trumped`."""
    must_overtrump: Known[YesNo] = titled("Must overtrump")
    """Whether one has to play a higher trump than those in the trick."""
    must_overtake: Known[YesNo | Annotated[str, Term("must-overtake")]] = titled("Must play higher")
    """Whether one has to play a higher card of the suit led, if one can: `yes`, `no`, or `first-trick`."""
    plain_trumps: Known[YesNo] = titled("Trumps a plain suit")
    """Whether trumps beat nothing but lower trumps; one who cannot follow suit plays a trump even so, unless `must_trump` says no."""
    reversed: Known[YesNo] = titled("Ranks turned round")
    """Whether trumps and suits rank the other way round, the lowest card as the highest."""
    highest: Known[Several[CardName]] = titled("Highest played")
    """Cards of which one has to play the highest that one holds of the suit: `[trumps, fool]`, or `all`."""
    matadors: Known[Whole] = titled("Highest trumps that need not follow")
    """How many of the highest trumps need not be played to a lead of trumps: `3`."""
    matadors_forced: Known[Annotated[str, Term("matadors-forced")]] = titled("These must follow")
    """When one of them has to be played to a lead of trumps even so."""
    trump_lead: Known[Annotated[str, Term("trump-lead")]] = titled("Trumps led")
    """Whether trumps must be led, or may not be."""
    lead_yielded: Known[Annotated[str, Term("lead-yielded")]] = titled("Lead given up")
    """Who leads when a player has won a trick with his last trump and others have trumps, if not he."""
    pagat: Known[Annotated[str, Term("pagat-held")]] = titled("Pagat held back")
    """How long the lowest trump may not be played: `last-trump`, until its holder has no other."""
    pagat_wins: Known[Annotated[str, Term("pagat-wins")]] = titled("Pagat wins over Trull")
    """Which trick the lowest trump wins, of those to which the highest trump and the Fool fall too: `in-order`, if it falls last."""
    called_led: Known[Annotated[str, Term("called-led")]] = titled("Suit of the called card led")
    """Who may lead a card of the suit of the called card to the first trick, or which."""
    open: Known[dict[Who, Whole]] = titled("Hands laid open")
    """Whose hands lie open as soon as a card has been led to which trick: `{all: 2}`."""
    open_after: Known[dict[Who, Whole]] = titled("Hands laid open after")
    """Whose hands lie open, before the next lead, as soon as so many tricks have been won: `{declarer: 1}`."""
    kept_led: Known[YesNo | Annotated[str, Term("kept-led")]] = titled("Cards kept open led")
    """Whether the cards that the declarer has kept and laid open, or others of their suits, are led to the first tricks, one to
    each: `yes`, `no`, or `itself`; a trump itself."""
    kept_then: Known[Annotated[str, Term("kept-then")]] = titled("Lead after these")
    """Who leads when they have been led, if not the winner of the last."""
    kept_wins: Known[YesNo] = titled("Cards kept open win")
    """Whether such a card of a suit can win a trick; led after the first tricks, one that cannot lets the next card say what is
    followed."""
    earliest_first: Known[YesNo] = titled("Announced cards forced out in order")
    """Whether, of several cards kept for announced tricks one of which has to be played too soon, the one for the earliest trick
    goes first."""
    dead_hand: Known[Who] = titled("Dead hand played by")
    """Who plays a card of a dead hand to each trick beside his own, where one takes part: `opponents`, the first of them. All see
    it from the first lead on."""
    dead_hand_at: Known[Annotated[str, Term("seat")]] = titled("Dead hand sits")
    """Where that hand lies, from which its turn to play comes."""
    tricks_kept: Known[Text] = titled("Tricks kept")
    """Who keeps the tricks of whom, and where."""
    secondary_trumps: Known[CardName] = titled("Secondary trumps")
    """Cards that beat the other suits and are beaten by the trumps: `swords`."""
    review: Known[Text] = titled("Looking back")
    """Who may look at tricks already won."""
    text: Known[Text] = titled("Play, also")
    """What else there is to play."""


class Custom(Facts):
    """A right or duty in play beyond following suit and trumping; of a duty that play keeps facts say which cards must be played or kept."""

    name: Known[Text] = None
    """What it is called: `calling the Jack`."""
    said: Known[Texts] = None
    """What is said: `[buob, "buob, sche"]`."""
    only_if: Known[Condition] = None
    """On what condition it holds."""
    cards: Known[Several[CardName]] = titled("Cards")
    """The cards that have to be played or kept, if not all of the suit: `kings`. The Fool too waits for them."""
    suit: Known[Annotated[str, Term("duty-suit")]] = titled("Of the suit")
    """Of which suit they are: `led`, `lacked`, or `called`, that of the called card, for its holder."""
    beside: Holding | None = titled("Other cards of the suit")
    """What else of its suit the holder of one has, where it hangs on that: `{of: numerals, exactly: 1}`."""
    must: Known[Annotated[str, Term("duty")]] = titled("Duty")
    """Whether they must be `played`, must be `kept` as long as the rules allow another card, or are `kept-for` a trick; `no-trick`,
    whether the player can win no trick with any card."""
    how: Known[Annotated[str, Term("duty-how")]] = titled("How played")
    """How they are played then, if not in every way: `led`, or `thrown` to a trick of another suit."""
    when: Known[Annotated[str, Term("duty-when")]] = titled("When")
    """When it holds, if not always: `suit-first`, to the first trick of the suit."""
    tricks: Known[Several[Whole]] = titled("To which tricks")
    """To which tricks it holds, counted from the first of those that `when` means: `3`."""
    in_trick: Known[Several[CardName]] = titled("Where this lies in the trick")
    """Cards of which one lies in the trick already, a trump or of the suit led: `trumps`."""
    apart: Known[YesNo] = titled("One to a trick")
    """Whether no two of the cards are played to one trick."""
    while_holding: Known[Several[CardName]] = titled("As long as one holds")
    """Other cards of which the player has one, as long as these must be kept: `trumps`."""
    otherwise: Known[Several[CardName]] = titled("Played by others")
    """What all who have none of the cards play instead, whatever suit is led, the first of these that they have:
    `[small, numerals]`."""
    put_in: Known[Annotated[str, Term("put-in")]] = titled("Put into a trick")
    """How such a card comes into the first trick of its suit in exchange for another: `called` for by the side that has won it, or
    `free`, together with what is `in_trick`."""
    takes_back: Known[Several[CardName]] = titled("Taken back")
    """The cards of which its holder takes back one that he has played himself; else he takes a numeral card of the suit."""
    spared: Known[YesNo] = titled("Called for on a condition")
    """Whether one may also call for it only if its holder has played none of these."""
    shown: Known[YesNo] = titled("Laid open")
    """Whether the cards are laid open before play."""
    use: Known[Annotated[str, Term("use")]] = None
    """How common it is."""
    text: Known[Text] = None
    """What else one may or must do, and what follows."""


class Signal(Facts):
    """A sign that a player may give his partner."""

    name: Known[Text] = None
    """What the players call it: `busso`."""
    sign: Known[Text] = None
    """What is done or said: `strikes the table with the closed fist`."""
    when: Known[Text] = None
    """When it is given."""
    by: Known[Text] = titled("Given by")
    """Who may give it, if not everybody."""
    means: Known[Text] = None
    """What it tells the partner."""
    use: Known[Annotated[str, Term("use")]] = None
    """How common it is."""


class Concession(Facts):
    """Ending a hand without playing it out, or leaving it while the others play on."""

    name: Known[Text] = None
    """What the players call it."""
    who: Known[Who] = None
    """Who may concede, if not anybody."""
    must: Known[YesNo] = None
    """Whether the hand is always conceded then."""
    deadline: Known[Whole] = None
    """The trick before which it has to be done: 1, before play."""
    when: Known[Annotated[str, Term("concession-when")]] = None
    """When in play it may be done, if not before."""
    only_if: Known[Condition] = None
    """On what condition it may be done: `{bid: a-tre}`."""
    unless: Known[Condition] = None
    """On what condition it may not be done: `{announced: slam, by: all}`."""
    alone: Known[Annotated[str, Term("concession-alone")]] = titled("The player's hand")
    """What becomes of the hand of a player who alone gives up while the others play on: it is laid `open` or `face-down`."""
    most: Known[Whole] = titled("How many may")
    """How many players may leave a hand so, if not all: `1`."""
    to_last: Known[dict[Annotated[str, Term("seat")], Number]] = titled("Pays the winner of the last trick")
    """What a player who leaves so pays the winner of the last trick, by his seat: `{dealer: 60}`."""
    declarations: Known[YesNo] = titled("Declarations paid too")
    """Whether what has been declared is paid too, where it is done before play."""
    pays: Known[ByTrick[Number | Annotated[str, Term("concession")]]] = None
    """What it costs or earns each opponent: a figure, `base`, or by the trick in which it is done: `{1: points-won, 13: points-held}`."""
    charged: Known[Several[Annotated[str, Term("charged")]]] = None
    """Who of the opponents pays alone, for all of them: `other-bidder`."""
    charged_part: Known[Number] = titled("Of this, for all")
    """What share of it is charged so, if not all; each pays the rest for himself: `1/2`."""
    more: Known[Number] = None
    """What it costs or earns each opponent beside that."""
    more_unless: Known[Condition] = None
    """On what condition it does not: `{left: {of: trull, at_least: 1}}`."""
    settle: Known[Settle] = None
    """Who is paid, if not the other side: `others`, everybody else."""
    counts_as: Known[Annotated[Id, Names("feat")]] = titled("Counts as")
    """The feat that has then failed: `puesta`."""
    refusable: Known[YesNo] = titled("May be refused")
    """Whether an opponent may refuse it, and plays on as declarer in place of the other."""
    use: Known[Annotated[str, Term("use")]] = None
    """How common it is."""
    text: Known[Text] = None
    """What else follows from it."""


class Penalty(Facts):
    """What an offence costs."""

    offence: Known[Text] = None
    """What was done: `not following suit`."""
    pays: Known[Number | Text] = None
    """What it costs; words where it is no figure."""
    to: Known[Text] = None
    """Who gets it: `each opponent`."""
    text: Known[Text] = None
    """What else follows from the offence."""
