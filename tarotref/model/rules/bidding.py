"""How the players come to a contract, and what each contract is."""

from __future__ import annotations

from typing import Annotated, Literal

from tarotref.model.rules.conditions import Condition, Earlier
from tarotref.model.rules.values import CardName, Change, Holding, Holdings, Payment, Takes, Who, titled
from tarotref.model.types import (
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
    Wholes,
    YesNo,
)


class Promise(Facts):
    """What a bid or a pass promises: only a player who holds the card may make it (20.3)."""

    steps: Known[Whole] = None
    """How many steps higher than is needed a bid is that promises it: `1`."""
    bids: Known[Several[Annotated[Id, Names("bid")]]] = None
    """The bids that promise it, by as many steps as they may be higher than is needed: `one`."""
    passed: Known[Annotated[str, Term("promise-passed")]] = None
    """Which pass promises it: `yields`, that of the first bidder by which he leaves the hand to the only other one."""
    card: Known[CardName] = None
    """The card promised, which may not be discarded, and which another who becomes declarer has to call: `"19"`."""
    needs: Known[Holding] = None
    """What else one has to hold: `{of: honours, at_least: 1}`."""
    last_bid: Known[YesNo] = None
    """Whether one who has made it may not bid again."""
    announces: Known[Annotated[Id, Names("feat")]] = None
    """A feat that he then has to announce as soon as he may: `pagat-last`."""
    announces_if: Known[Condition] = None
    """On what condition he has to, if not always: `{held: {of: high-honours, exactly: 0}}`."""
    taker_announces: Known[dict[Annotated[Id, Names("feat")], Holding]] = None
    """Feats that another who becomes declarer over it has to announce at once, by what he holds then:
    `{trull: {of: high-honours, at_least: 1}}`."""


class Sale(Facts):
    """A sale of what is left of the pack: one player takes cards out of it, or leaves the hand and sells it unseen."""

    by: Known[Who] = None
    """Who takes cards out of it or sells it: `right-of-dealer`."""
    takes: Known[Several[CardName]] = None
    """The cards that whoever has it takes out of it, for which he discards as many: `carte-di-conto`."""
    price: Known[Number] = None
    """The price at which bids begin: `10`."""
    to: Known[Who] = None
    """Who buys it for that if nobody bids more: `opposite-dealer`."""
    steps: Known[Several[Number]] = None
    """By how much a bid goes up, each time by one of these: `[1, 1/30]`."""
    last_trick: Known[Number] = None
    """What the seller pays the winner of the last trick."""
    lost: Known[Number] = None
    """What the seller is paid by each of the others who has lost counting cards, but not by the winner of the last trick."""
    part: Known[Number] = None
    """What each point of the counting cards that he has lost adds to the part of a whole in the bid of a buyer who wins the last
    trick: if they come to just 1 he pays 1 more than the whole of his bid, if to more 2 more."""
    text: Known[Text] = None
    """What else there is to it."""


class Bidding(Facts):
    """How the players come to a contract (dm2004 ch. 1, "Bidding"; appendix B)."""

    procedure: Known[Annotated[str, Term("bidding-procedure")]] = titled("Bidding")
    """How the bidding goes round."""
    first: Known[Annotated[str, Term("seat")]] = titled("First to speak")
    """Who speaks first."""
    first_must_bid: Known[YesNo] = titled("First must bid")
    """Whether the first player has to bid."""
    waiting: Known[Annotated[str, Term("waiting")]] = titled("Waiting")
    """Who waits for what others say, neither bidding nor passing, and how."""
    waits: Known[Texts] = titled("To wait one says")
    """What is said to wait: `abwarten`."""
    needs: Known[Holding] = titled("Cards needed to bid")
    """The cards without which a player may not bid: `{of: honours, at_least: 1}`."""
    must: Known[Holdings] = titled("Cards with which one must bid")
    """Cards with any of which a player may not pass as long as nobody has bid: `[fool, {all: ["21", {of: trumps, at_least: 2}]}]`."""
    needs_unless: Known[Annotated[str, Term("bid-needs-unless")]] = titled("Not needed")
    """When they are not needed."""
    holds: Known[YesNo] = titled("May hold")
    """Whether an earlier player may hold a later one's bid, where the procedure does not say it."""
    hold_any: Known[YesNo | Annotated[str, Term("hold-any")]] = titled("May hold from any seat")
    """Whether one who has bid may hold a higher bid whatever his seat, as long as nobody has held it: `yes`, `no`, or `always`, any
    player still in, whoever has held it, if it has not been his own."""
    jump: Known[YesNo] = titled("Jump bids")
    """Whether one may bid higher than is needed."""
    promises: Known[dict[Id, Promise]] = titled("Promised by a bid or pass")
    """What bids and passes promise; one of them at most is made in a hand, and none by a player when all others have passed."""
    may_raise_contract: Known[YesNo | Annotated[str, Term("may-raise")]] = titled("May play higher than bid")
    """Whether the declarer may play a higher contract than he bid: `yes`, `no`, or `sole-bidder`."""
    return_after_pass: Known[YesNo] = titled("May return after passing")
    """Whether a player who has passed may bid later."""
    first_again: Known[YesNo] = titled("First may bid when all have passed")
    """Whether the first to speak may still bid when all have passed."""
    all_pass: Known[Annotated[str, Term("all-pass")]] = titled("If all pass")
    """What happens if all pass; `none` where they cannot."""
    from_first: Known[YesNo] = titled("Second round from the first player")
    """Whether, over a bid of the first round, the others speak in turn from the first player, and not from the bidder."""
    sale: Known[Sale] = titled("What is left of the pack")
    """How one player takes cards out of what is left of the pack, or leaves the hand and sells it to another."""
    passes: Known[Texts] = titled("To pass one says")
    """What a player says to pass."""
    text: Known[Text] = titled("Bidding, also")
    """What else there is to the bidding."""


class Partner(Facts):
    """How a contract gives the declarer a partner."""

    calls: Known[Several[CardName]] = titled("Card called")
    """Cards that the declarer may call: `kings`; `all`: any card."""
    in_turn: Known[YesNo] = None
    """Whether he may call a card that stands later in `calls` only if he lacks it and holds all that stand before: `[kings, queens]`."""
    narrowed: Known[Several[Annotated[str, Term("call-narrowed")]]] = titled("Which of them")
    """What leaves fewer of these, one thing after the other, as far as any is left: `[held, shortest, highest-courts, coins]`."""
    offers: Known[Holding] = titled("Offers to be partner")
    """The cards with which a player, in turn from the declarer, may offer to be his partner before a card is called, the first who
    does openly."""
    offers_said: Known[Texts] = titled("Says to offer")
    """What he says: `Fifteen`."""
    again: Known[YesNo] = titled("Called again if nobody holds it")
    """Whether, if nobody holds the card, he calls one that stands next in `calls`, and so on."""
    turn_unless: Known[Annotated[str, Term("turn-unless")]] = None
    """When he may call any of them, in whatever turn they stand: `trump-laid`, if another has discarded a trump."""
    own: Known[YesNo | Annotated[str, Term("called-own")]] = titled("A card of his own or not")
    """Whether the declarer may call a card that he holds: `yes`, `no`, or `first`, the first of those that he may call."""
    secret: Known[YesNo] = titled("Partner known or not")
    """Whether the partner stays unknown until the card is played."""
    lies_with: Known[Who] = titled("Partner if nobody holds the card")
    """Who is the partner if the card lies in his discard or in the talon: `dealer`."""
    when: Known[Annotated[str, Term("call-when")]] = None
    """When the card is called: before the declarer sees the talon, or after the discard."""
    text: Known[Text] = None
    """What else there is to the partnership."""


class TalonUse(Facts):
    """What a contract does with the talon."""

    takes: Known[Takes] = titled("Cards taken from the talon")
    """Cards that each takes from the talon: `{declarer: 3}`."""
    before_bid: Known[YesNo] = titled("Taken before it is bid")
    """Whether they take these, and discard, before it can be bid, when nobody has bid in the round before."""
    stages: Known[Whole] = None
    """In how many stages the talon is taken, if in more than one: the declarer looks at one packet after the other, and at the
    first again."""
    passed_shown: Known[YesNo | Wholes] = None
    """Whether a packet that he passes by is laid open: `yes`, `no`, or those that he passes in these stages alone, `[2]`."""
    first: Known[Whole] = None
    """Which of its packets is looked at in the first stage, if not the uppermost: `2`."""
    choice: Known[YesNo | Annotated[str, Term("talon-choice")]] = None
    """Whether the declarer looks at the whole talon, which lies in packets of as many cards as he takes, and takes one of them: `yes`,
    `no`; or takes as many cards as he likes best of `one-half` of it, or in equal numbers of `each-half`."""
    takes_called: Known[YesNo] = titled("Takes the called card")
    """Whether the declarer has to take the packet in which the card that he called lies."""
    shown: Known[YesNo] = titled("Shown or not")
    """Whether all see the cards of the talon."""
    keeps: Known[Whole] = titled("Own cards kept")
    """How many of his own cards the declarer keeps, who lays all others aside before he takes the talon: `2`."""
    keeps_of: Known[Several[CardName]] = titled("Kept of")
    """What these have to be; what stands later only as far as he lacks the former: `[numerals, courts]`."""
    keeps_suits: Known[Annotated[str, Term("keeps-suits")]] = titled("Of which suits")
    """Whether these have to be of one suit, or each of another."""
    keeps_shown: Known[YesNo] = titled("Laid open")
    """Whether he lays them open."""
    lays: Known[Annotated[str, Term("talon-lays")]] = titled("Laid aside of it")
    """Which card of the talon he then lays aside, for all to see."""
    to_tricks: Known[YesNo] = None
    """Whether a card of it is turned up after each trick, as long as there is one, and goes to the winner."""
    rest: Known[Who] = titled("Who gets what nobody takes")
    """Whose the cards are that nobody takes."""
    called: Known[Annotated[str, Term("talon-called")]] = titled("If the called card lies in it")
    """What of the talon is the declarer's if the card that he called lies in it, beside what he takes."""
    may_refuse: Known[YesNo | Literal["one", "shared", "offered"]] = titled("May be refused or not")
    """Whether another than the declarer may leave his cards of the talon to the player before the declarer, or `one` of these alone;
    `shared`: if two do, the declarer gets those of the second; `offered`: the player before the declarer may decline them."""
    refuse_with: Known[Holding] = titled("Cards needed to refuse")
    """The cards with which alone he may: `{of: trumps, at_most: 2}`."""
    text: Known[Text] = None
    """What else there is to the talon."""


class Asks(Facts):
    """Cards that the declarer asks of the others, giving others for them."""

    cards: Known[Wholes] = None
    """How many cards the declarer asks for: `2`; `[1, 2]`: one or two, as he likes."""
    barred: Known[Several[CardName]] = None
    """Cards that he may not ask for: `fool`."""
    kept: Known[Several[CardName]] = titled("Not given for them")
    """Cards that he may not give for those that he gets: `fool`."""
    price: Known[dict[CardName, Number]] = None
    """What he pays for a card to whoever gives it, a card going before its class: `{top: 10, all: 5}`."""
    price_of: Known[Annotated[Id, Names("pot")]] = titled("Price is a share of")
    """The pot of which the price is a share, what lies in it: `{price: {all: 1/5}, price_of: mouche}`."""
    price_to: Known[Literal["giver", "opponents"]] = titled("Price goes to")
    """Who has the price: `giver`, who gives the card; `opponents`, all opponents in equal parts."""
    laid_first: Known[YesNo] = None
    """Whether he first lays as many of his own face down, of which whoever gives up a card takes one."""
    lies_with: Known[Who] = titled("Given out of the discard of")
    """Who gives a card that lies in his discard, and lays in its place the one that he gets for it: `dealer`; `none`: nobody."""
    after_discard: Known[YesNo] = None
    """Whether he asks only when he has taken the talon and discarded."""
    text: Known[Text] = None
    """What else there is to the asking, and what is given in exchange."""


class Bid(Facts):
    """One bid, or the contract it leads to; bids stand in ascending order."""

    said: Known[Texts] = None
    """What the bidder says, in the players' words: `Entro con due carte`."""
    name: Known[Text] = None
    """What the contract is called: `A due`."""
    base: Known[Numbers] = None
    """Game points of the contract, or one figure for each stage."""
    base_over: Known[dict[Annotated[Id, Names("bid")], Numbers]] = titled("Worth if another bid was made")
    """Game points of the contract, or one figure for each stage, where one of these bids was made before it: `{no-trick: [2, 2, 4]}`."""
    base_own: Known[Number] = titled("Worth with a card of his own called")
    """Game points of the contract where the declarer has called a card of his own: `2`."""
    lost: Known[Numbers] = None
    """Game points of the contract if it is lost, where they are not as many: `4`."""
    each: Known[Numbers] = None
    """Game points for each step of card points, if not as in `score`; or one figure for each stage."""
    times: Known[Numbers] = None
    """What the score is multiplied by; or one figure for each stage."""
    times_lost: Known[Numbers] = None
    """What the score is multiplied by if it is lost, where not as if it is won; or one figure for each stage."""
    partner: Known[Partner] = None
    """How the declarer gets a partner; `none` where he plays alone."""
    talon: Known[TalonUse] = None
    """What is done with the talon."""
    asks: Known[Asks] = None
    """Cards that the declarer asks of the others; `none` where he asks for none."""
    leads: Known[Annotated[str, Term("seat")]] = None
    """Who leads to the first trick, if not who usually does."""
    rules: Known[Change] = None
    """What is otherwise in this contract."""
    barred: Known[Several[Who]] = None
    """Who may not bid it: `dealer`."""
    played: Known[YesNo] = titled("Played or not")
    """Whether it is played; if not, the hands are thrown in where nobody bids higher, as if all had passed."""
    first_round: Known[YesNo] = None
    """Whether it is bid in a first round, which ends when somebody bids it; the other bids follow in a second, if nobody does."""
    jump: Known[YesNo] = None
    """Whether it may be bid at any time, where other bids may not be higher than is needed."""
    first_word: Known[YesNo | Annotated[str, Term("first-word")]] = None
    """Whether a player may bid it only when he speaks for the first time: `yes`, `no`, or `or-opener`, who made the first bid, always."""
    ends: Known[YesNo] = None
    """Whether the bidding ends with it, so that nobody bids over it or holds it."""
    level: Known[Several[Annotated[Id, Names("bid")]]] = None
    """Lower bids with which it is level, so that it does not go over them; of two such bids the first stands: `pure-nolo`."""
    not_held_after: Known[Several[Annotated[Id, Names("bid")]]] = None
    """The bids after which it may not be held by the player who made the first bid with one of them: `a-tre`."""
    last_word: Known[YesNo] = None
    """Whether a player who has bid it speaks no more once he is overbid."""
    answered: Known[YesNo] = None
    """Whether the next player has to bid over it."""
    in_place: Known[Several[Annotated[Id, Names("bid")]]] = None
    """The contracts that its bidder may play in its place, if he wins the bidding with it: `[piccolo, bettel]`."""
    on_cards: Known[Several[Whole]] = None
    """On how many of his cards a player bids it, in a pause of the deal, which it ends: `5`; left out where all are dealt first."""
    over: Known[Several[Annotated[Id, Names("bid")]]] = None
    """The bids over which alone it may be made: `solo`; itself among them, if a later player may make it again. A bid that names none
    but itself may be made over all that are lower too."""
    over_held: Known[YesNo] = None
    """Whether only the player who has made the bid under it may make it, once another has held that."""
    if_all_pass: Known[Who] = None
    """Who plays it if all pass; it is then no bid that anybody can make."""
    holder_of: Known[Several[CardName]] = None
    """The card whose holder plays it, where `if_all_pass` is `holder`: `top`; of several the first that anybody holds."""
    only_if: Known[Condition] = None
    """On what condition it may be bid: `{held: pagat}`."""
    announces: Known[Several[Annotated[Id, Names("feat")]]] = None
    """Feats one of which at least the declarer has to announce: `[pagat-last, uhu]`."""
    announces_dealt: Known[YesNo] = titled("Announced with cards dealt")
    """Whether that has to be done with a card that was dealt to the declarer, and not taken from the talon."""
    when: Known[Text] = None
    """When it may be bid, if not always."""
    text: Known[Text] = None
    """What else there is to the contract."""


class Case(Facts):
    """Another way in which a hand may be played, that no bid brings about."""

    name: Known[Text] = None
    """What the players call it: `Räuber`."""
    only_if: Known[Condition] = None
    """On what condition a hand is played so: `{behind: 9, by: side}`."""
    asked_by: Known[Who] = None
    """Who may ask for it; left out where it comes by itself. Where `score.ranked` says what it pays, he is the declarer."""
    at: Known[Annotated[str, Term("case-at")]] = titled("Asked for")
    """When in the hand he may: `before-bidding`."""
    over: Known[Several[Annotated[Id, Names("case")]]] = titled("Only over")
    """The cases over which alone it may be asked for, by the player who was declarer before another asked for one of these."""
    announces: Known[Several[Annotated[Id, Names("feat")]]] = titled("Has to announce")
    """Feats one of which at least the declarer then has to announce: `[kramerboy, pansier]`."""
    or_raises: Known[YesNo] = titled("Else announces or doubles")
    """Whether who may ask, and does not, has to double the game, unless he or anybody else has announced or doubled something."""
    takes_discard: Known[YesNo] = titled("Discard taken up")
    """Whether the player who asks takes up what the declarer has discarded, discards as many cards, and is declarer from then on."""
    talon: Known[TalonUse] = None
    """What is done with the talon, where no contract says it: `{takes: {dealer: 3}}`."""
    after: Known[Earlier] = titled("After")
    """What in an earlier hand brings it about: `{bid: trischaken}`."""
    hands: Known[Whole] = titled("For so many hands")
    """For how many of the hands after that, if not one; those that are not played do not count."""
    more: Known[Annotated[str, Term("case-more")]] = titled("If it happens again")
    """What it does if it happens again in one of these: so many begin `anew`, as many more are `added`, they count `together`, or it is
    `raised`; if this is left out, play begins them anew."""
    apart: Known[YesNo] = titled("Such a hand among them")
    """Whether a hand in which it happens again is none of these, and is not multiplied."""
    times: Known[Number] = titled("Payments multiplied")
    """By what all that such a hand pays is multiplied, pots apart: `2`."""
    marks: Known[YesNo] = titled("Marks")
    """Whether each player gets a mark in place of it: who has one and is declarer has it for his side, or for himself where nobody is
    declarer, and loses it by winning."""
    left: Known[Number] = titled("A mark left at the end")
    """What each mark that is left at the end of the rubber brings its holder: `-100`."""
    when: Known[Text] = None
    """When a hand is played so, in words."""
    rules: Known[Change] = None
    """What is otherwise then."""
    text: Known[Text] = None
    """What else there is to it."""


class Doubling(Facts):
    """Raising the stakes after the bidding."""

    says: Known[Texts] = titled("Doubling")
    """What is said at each step: `[Contra, Re]`."""
    of: Known[Several[Payment]] = titled("Doubles apply to")
    """What is doubled: feats, or `score`, what the card points of the hand pay."""
    separately: Known[YesNo] = titled("Doubled separately")
    """Whether each of these may be doubled by itself."""
    by: Known[Who] = titled("First doubled by")
    """Who may double first; after that the sides answer in turn."""
    again_by: Known[Who] = titled("Doubled again by")
    """Who doubles again, another player than has doubled before, where the sides do not answer in turn: `opponents`."""
    in_bidding: Known[YesNo] = titled("Doubled in the bidding")
    """Whether the highest bid so far is doubled in the bidding, by one who is not on its side; a higher bid does away with it."""
    passed: Known[YesNo | Annotated[str, Term("doubling-passed")]] = titled("Hand doubled by one who has passed")
    """Whether the game itself may be doubled first by one who has passed, without having bid before: `yes`, `no`, or `over-bid`, if
    another had bid then."""
    first_chance: Known[YesNo] = titled("Doubled at the first chance only")
    """Whether who has had a chance to double a thing, and let it pass, may not double it later."""
    apart: Known[YesNo] = titled("Each doubles for himself")
    """Whether each doubles for himself what the cards pay: an opponent what passes between him and the declarer, who may answer all who
    have; or where there is no declarer each player what passes between him and every other, once."""
    if_worst: Known[YesNo] = titled("Falls on who doubled and comes off worst")
    """Whether, where nobody is declarer, one player alone doubles for everybody, and it falls on him alone if he comes off worst."""
    called_lies: Known[YesNo] = titled("Counts if the called card lay in the talon")
    """Whether what was doubled counts as doubled where the called card turns out to lie in the talon."""
    before_talon: Known[Number] = titled("First double multiplies before the talon is taken")
    """By what the first double of the game multiplies if it is said before the declarer takes cards of the talon, where it may be: `4`."""
    or_announces: Known[Several[Annotated[Id, Names("feat")]]] = titled("Doubled or announced")
    """Feats that an opponent of the declarer who doubles anything may not announce, nor double anything if he announces one: `slam`."""
    known: Known[YesNo] = titled("Doubled only by players who know the sides")
    """Whether one doubles only a player whom he knows for certain to be of the other side."""
    barred: Known[dict[Annotated[Id, Names("bid")], Annotated[Id, Names("bid")]]] = titled("May not double first")
    """By the contract, the bid of which each who has made it may not double the game first: `{five: four}`."""
    carries: Known[dict[Payment, Several[Payment]]] = titled("Doubled with it")
    """What is doubled with another thing, as far as it has been announced: `{absolut: [kramerboy, pansier]}`."""
    kept: Known[Several[Payment]] = titled("Once doubled, paid in any case")
    """What is paid once it has been doubled, even where something else would take its place: `score`."""
    kept_barred: Known[YesNo] = titled("Once doubled, paid though an announcement bars it")
    """Whether that holds too of what an announcement keeps from being paid (`announced.bars`)."""
    not_at: Known[Number] = titled("Not doubled at")
    """Card points of the declarer's side at which doubling does not count for the game: `47`."""
    must: Known[Annotated[str, Term("doubling-must")]] = titled("Has to double")
    """Who has to double what the cards pay: `called-laid`, who has discarded the called card."""
    must_with: Known[Holding] = titled("Has to double with")
    """The cards with which an opponent of the declarer has to double what the cards pay: `{all: [top, pagat, fool]}`."""
    must_if: Known[Condition] = titled("Has to double with them only if")
    """On what condition, if not always: `{bid: rufer, announced: no}`."""
    worth: Known[Literal["lost"]] = titled("Once doubled, a won contract pays as one that is")
    """`lost`: what it costs if it is lost, where it is won too."""
    limit: Known[Text] = titled("Limit")
    """How often it may be repeated; `none` where there is no limit."""
    text: Known[Text] = titled("Doubling, also")
    """What else there is to doubling."""
