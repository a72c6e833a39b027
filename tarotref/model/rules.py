"""What a set of rules says: one class for each section of a record's `rules`.

Every fact is optional, since a record says only what it adds to the layers below it (family, tradition, base). A field
typed `Known` may also say why it has no value. Sections that hold named things are mappings by id, in ascending order.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.fields import FieldInfo

from tarotref.cards.holdings import HoldingError, parse_holding, parse_wild, parse_worth
from tarotref.model.types import (
    Absence,
    ByPlayers,
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
    Wholes,
    YesNo,
    _several,
    _wrong,
)

T = TypeVar("T")
Who = Annotated[str, Term("who")]
"""A player, or several, by what they are in the hand: `dealer`, `declarer`, `others`."""
Payment = Annotated[Id, Names("payment")]
"""Something that is paid: a feat by its id, or `score`, what the card points of the hand pay."""
REPLACED = ("score", "silent", "declarations")
Replaced = Annotated[Id, Names("replaced")]
"""What a feat stands in place of: another by its id, `score`, `silent`, feats that were not announced, or `declarations`."""
Settle = Annotated[str, Term("settle")] | dict[Who, Annotated[str, Term("settle")]]
"""Who pays; or by what he is to whom it is owed: `{declarer: result, others: others}`."""
CardName = Annotated[Text, Names("card")]
"""A card, role, class or group of the ruleset: `pagat`, `kings`, `K of swords`."""
Change = Annotated[dict[str, Any], Field(description="A change laid on the ruleset, in the form of `rules`.")]


def _formal(parse: Callable[[Any], Any], kind: str) -> Callable[[Any], Any]:
    """A validator that keeps what `parse` makes of the data; a value that is made already stays."""

    def read(value: Any) -> Any:
        try:
            return parse(value) if isinstance(value, str | dict | list) else value
        except HoldingError as error:
            where, message = error.problems[0]
            raise _wrong(kind, f"{where + ': ' if where else ''}{message}") from None

    return read


formal_holding = _formal(parse_holding, "holding")
formal_worth = _formal(parse_worth, "worth")
formal_wild = _formal(parse_wild, "wild")
HOLDING = BeforeValidator(formal_holding)
"""Reads a holding, and marks a field that has one."""


def _packets(value: Any) -> Any:
    return value if value == "free" else _several(value)


Packets = Annotated[tuple[Whole, ...] | Literal["free"], Field(union_mode="left_to_right"), BeforeValidator(_packets)]
if TYPE_CHECKING:
    from tarotref.cards.holdings import Holding, Wild, Worth
else:
    Holding = Annotated[Any, HOLDING]
    Worth = Annotated[Any, BeforeValidator(formal_worth)]
    Wild = Annotated[Any, BeforeValidator(formal_wild)]


def _span(value: str) -> str:
    if not re.fullmatch(SPAN, value):
        raise _wrong("span", f"found {value!r}; expected a number or a range such as 16..20")
    return value


SPAN = r"\d+(\.\.\d+)?"
Span = Annotated[str, AfterValidator(_span)]
"""A number, or a range of numbers: `16..20`."""


def _holdings(value: Any) -> Any:
    return (value,) if isinstance(value, str | dict) else value


Holdings = Annotated[tuple[Holding, ...], BeforeValidator(_holdings)]
"""Several holdings, one of them without brackets."""


def titled(title: str) -> Any:
    """A field that may be left out, with what pages call it."""
    return Field(None, title=title)


Shape = Literal["field", "section", "things", "map"]


@dataclass(frozen=True, slots=True)
class Section:
    """What stands at one key of the rules: what it is called, and where a page tells of it."""

    title: str
    page: str
    """The section of the page's text where its notes and its table stand."""
    group: str = ""
    """The group of the table of all facts; sections of named things have tables of their own."""
    entry: str = ""
    """What one of its entries is called."""


def _seats(found: tuple[int, ...]) -> tuple[int, ...]:
    if any(not 0 < n <= MOST_PLAYERS for n in found):
        raise _wrong(
            "players", f"found {', '.join(map(str, found))}; expected numbers of players from 1 to {MOST_PLAYERS}"
        )
    return found


MOST_PLAYERS = 30
"""Players at a table, at most."""


Takes = dict[Who, Whole]
"""Cards by who gets or discards them."""


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

    def has(self, number: int | Fraction) -> bool:
        """Whether a number is in it."""
        return (
            (self.at_least is None or number >= self.at_least)
            and (self.at_most is None or number <= self.at_most)
            and (self.more_than is None or number > self.more_than)
            and (self.below is None or number < self.below)
        )


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
    announced: Several[Annotated[Id, Names("feat")]] | None = None
    """One of these feats has been announced."""
    found: YesNo | None = None
    """Whether the declarer has found the card that he called in the talon."""
    points: Bounds | None = None
    """Card points made in the hand: `{more_than: 26}`."""
    won: YesNo | None = None
    """Whether the player's side wins the hand."""
    behind: Number | None = None
    """The score is behind by at least so much."""
    players: Several[Whole] | None = None
    """So many play."""
    by: Who | None = None
    """Whose cards, points or doings are meant, if not the player's own: `eldest`, `another`, `side`."""
    text: Text | None = None
    """What else has to be so, in words."""


class Seating(Facts):
    """Who sits where, and how partners are found."""

    partners: Known[Annotated[str, Term("seating")]] = titled("Partners sit")
    """How partners sit to each other."""
    chosen: Known[Text] = titled("Partners chosen")
    """How it is settled who plays with whom: `those who cut the two highest cards play together`."""
    text: Known[Text] = titled("Seating, also")
    """What else there is to the seating."""


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
    under_half: Known[Number] = titled("Each card short of it")
    """Card points taken off for each card short of that share."""
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
    lost: Known[Several[Annotated[str, Term("fool-lost")]]] = titled("Fool lost")
    """When the Fool is lost: `[no-tricks, last-trick]`."""
    lost_unless: Known[Condition] = titled("Fool not lost if")
    """On what condition it is not: `{held: fool, by: dealer}`."""
    worthless: Known[Several[Annotated[str, Term("fool-lost")]]] = titled("Fool worth nothing")
    """When the Fool loses its value, but stays with its side: `last-5`."""
    led: Known[Annotated[str, Term("fool-led")]] = titled("Fool led")
    """What follows when the Fool is led; `never` where it may not be."""
    led_when: Known[Text] = titled("Fool led, also")
    """When it may be led, if not always, and what else follows: `only while another player holds a trump`."""
    barred: Known[Several[Annotated[str, Term("fool-barred")]]] = titled("Fool barred")
    """When it may not be played: `last-3`."""
    wins: Known[Annotated[str, Term("fool-wins")]] = titled("Fool wins")
    """When it wins a trick though it is an Excuse."""
    forced: Known[Text] = titled("Fool forced")
    """When it must be played."""
    text: Known[Text] = titled("Fool, also")
    """What else the Fool does."""


class Annulment(Facts):
    """A deal that may or must be thrown in."""

    holding: Known[Holding] = None
    """The cards that call for it, in the hand of any one player: `{of: trumps, exactly: 0}`."""
    text: Known[Text] = None
    """What else is asked for."""
    must: Known[YesNo] = None
    """Whether the deal has to be thrown in; `no` where it may be."""
    by: Known[Who] = None
    """Who may throw the hand in; `all`: only all together."""
    when: Known[Annotated[str, Term("annul-when")]] = None
    """When it may be thrown in."""
    redeal: Known[Annotated[str, Term("redeal")]] = titled("Who deals again")
    """Who deals again."""
    redeal_as: Known[Literal["same-rounds"]] = None
    """How it is dealt again: `same-rounds`, in as many rounds as the first time."""


class TrumpSuit(Facts):
    """How a suit is made trumps for a hand, where the pack has no trumps of its own (dm2004 ch. 1, games of Triumph)."""

    by: Known[Annotated[str, Term("trump-suit")]] = titled("Trump suit")
    """What makes a suit trumps: a card turned up, the declarer's choice."""
    suit: Known[Id] = titled("Always")
    """The suit that is trumps where it is `fixed`: `spades`."""
    order: Known[dict[Id, Several[CardName]]] = titled("Order of the trumps")
    """The trumps by the suit they are of, highest first, where they do not rank as in other suits: `{swords: [A of swords, 2]}`."""
    text: Known[Text] = titled("Trump suit, also")
    """What else there is to the trump suit."""


class Deal(Facts):
    """How the cards are given out. Any figure may be a mapping by number of players."""

    direction: Known[Annotated[str, Term("direction")]] = titled("Direction")
    """Which way round the cards are dealt."""
    first_dealer: Known[Text] = titled("First dealer")
    """Who deals first: `who cuts the highest card`."""
    next_dealer: Known[Text] = titled("Next dealer")
    """Who deals after that: `next player in turn`."""
    shuffle: Known[Annotated[str, Term("shuffle")]] = titled("Shuffled")
    """Whether the cards are shuffled before the deal."""
    cut: Known[Text] = titled("Cut")
    """Who cuts the pack, and how: `by the player on the dealer's left`."""
    look: Known[Text] = titled("Who may look")
    """Who may look at which cards before or in the deal: `the dealer at the lowest card`."""
    rearrange: Known[Text] = titled("Who may put cards in order")
    """Who may put which cards of the pack in order before the deal."""
    packets: Known[ByPlayers[Packets]] = titled("Dealt in batches of")
    """Cards in each round of the deal, to each player: `[5, 10, 10]`; `free`: as the dealer likes."""
    hand: Known[ByPlayers[Whole]] = titled("Hand")
    """Cards a player holds during play, those in stacks before him included; left out where the packets say it."""
    stacks: Known[ByPlayers[Several[Whole]]] = titled("In stacks")
    """Those of a player's cards that lie before him in stacks, of which he may play the upper card, stack by stack: `[4, 4, 4]`."""
    stacks_open: Known[Annotated[str, Term("stacks-open")]] = titled("Stacks turned up")
    """When the upper cards of the stacks are turned up."""
    stacks_next: Known[Annotated[str, Term("stacks-next")]] = titled("Next card of a stack")
    """When the next card of a stack is turned up, once the upper one has been played."""
    stacks_to_hand: Known[Several[CardName]] = titled("Turned up into the hand")
    """Cards of a stack that go into the hand when they are turned up, so that the next one is turned up too: `[trumps, fool, kings]`."""
    stacks_last: Known[Annotated[str, Term("stacks-last")]] = titled("Last card of a stack")
    """What becomes of the last card of a stack, where it is not turned up like the others."""
    extra: Known[ByPlayers[Takes]] = titled("Extra cards")
    """Cards given to one player beyond his hand: `{dealer: 3}`."""
    talon: Known[ByPlayers[Whole]] = titled("Talon")
    """Cards laid aside in the deal, to be taken up or left."""
    talon_holder: Known[CardName] = titled("Talon taken by the holder of")
    """The card whose holder takes the talon before play and lays aside as many cards: `A of trumps`."""
    talon_turned: Known[Who] = titled("If that card is turned up, by")
    """Who takes the talon where that card is the one that was turned up for trumps."""
    talon_when: Known[Text] = titled("Talon laid")
    """When in the deal the talon is laid: `after the last round`."""
    stock: Known[ByPlayers[Whole]] = titled("Stock")
    """Cards left over from which players draw while tricks are played."""
    stock_drawn: Known[Annotated[str, Term("stock-drawn")]] = titled("Stock drawn")
    """Who draws from the stock after each trick, and what becomes of the card."""
    stock_shown: Known[YesNo] = titled("Drawn cards shown")
    """Whether a card drawn from the stock is shown to the others."""
    dead: Known[ByPlayers[Whole]] = titled("Out of play")
    """Cards that stay out of play, a dead hand included."""
    exposed: Known[Text] = titled("Exposed cards")
    """Cards that all may see in the deal: `the last card given to each player`."""
    pauses: Known[Text] = titled("Pauses")
    """When the deal stops for the players to look at their cards or speak."""
    annul: Known[dict[Id, Known[Annulment]]] = titled("Deal annulled")
    """What makes a deal void, by an id of one's own: `{no-trumps: {holding: {of: trumps, exactly: 0}}}`."""
    text: Known[Text] = titled("Deal, also")
    """What else there is to the deal."""


class Discard(Facts):
    """Who lays cards away, and which. A key that is no field names a class of cards: `kings: never`."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, Known[Annotated[str, Term("discard-rule")]]]

    by: Known[Several[Who]] = titled("Who discards")
    """Who discards: `dealer`, `declarer`, `all`, ..."""
    cards: Known[ByPlayers[Whole | Takes]] = titled("Cards discarded")
    """Cards discarded, where they are not as many as were received."""
    exchange: Known[Several[Who]] = titled("Exchanged with the talon by")
    """Who lays aside as many cards as he likes and takes as many from the top of the talon, as long as there are any, one after
    the other: `[declarer, opponents]`; opponents in turn."""
    sets: Known[Holdings] = titled("Sets discarded whole")
    """Sets that may go whole though their cards may not go alone, where the hand has just these: `{all: [pagat, {of: trumps, exactly: 3}]}`."""
    counts_for: Known[Who | dict[Literal["declarer", "others"], Who]] = titled("Discard counts for")
    """Whose the points of the discard are, or whose side's; `all`: each his own; `opponents`: those of the declarer; `nobody`: it is
    out of play. By who discards, where that makes a difference: `{declarer: declarer, others: opponents}`."""
    surrendered: Known[Annotated[str, Term("surrendered")]] = titled("Discard surrendered")
    """When the discard is lost, and to whom."""
    surrendered_unless: Known[Condition] = titled("Discard not surrendered if")
    """On what condition it is not."""
    said: Known[Texts] = titled("Said on discarding")
    """What has to be said on discarding, or which cards have to be named."""
    text: Known[Text] = titled("Discard, also")
    """What else there is to the discard."""

    @property
    def limits(self) -> dict[str, Any]:
        """The rule for each class of cards, as the record names them."""
        return dict(self.__pydantic_extra__ or {})


class Bidding(Facts):
    """How the players come to a contract (dm2004 ch. 1, "Bidding"; appendix B)."""

    procedure: Known[Annotated[str, Term("bidding-procedure")]] = titled("Bidding")
    """How the bidding goes round."""
    first: Known[Annotated[str, Term("seat")]] = titled("First to speak")
    """Who speaks first."""
    first_must_bid: Known[YesNo] = titled("First must bid")
    """Whether the first player has to bid."""
    jump: Known[YesNo] = titled("Jump bids")
    """Whether one may bid higher than is needed."""
    may_raise_contract: Known[YesNo] = titled("May play higher than bid")
    """Whether the declarer may play a higher contract than he bid."""
    return_after_pass: Known[YesNo] = titled("May return after passing")
    """Whether a player who has passed may bid later."""
    all_pass: Known[Annotated[str, Term("all-pass")]] = titled("If all pass")
    """What happens if all pass; `none` where they cannot."""
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
    own: Known[YesNo] = titled("A card of his own or not")
    """Whether the declarer may call a card that he holds."""
    secret: Known[YesNo] = titled("Partner known or not")
    """Whether the partner stays unknown until the card is played."""
    when: Known[Annotated[str, Term("call-when")]] = None
    """When the card is called: before the declarer sees the talon, or after the discard."""
    text: Known[Text] = None
    """What else there is to the partnership."""


class TalonUse(Facts):
    """What a contract does with the talon."""

    takes: Known[Takes] = titled("Cards taken from the talon")
    """Cards that each takes from the talon: `{declarer: 3}`."""
    stages: Known[Whole] = None
    """In how many stages the talon is taken, if in more than one: the declarer looks at one packet after the other, and at the
    first again."""
    passed_shown: Known[YesNo] = None
    """Whether a packet that he passes by is laid open."""
    first: Known[Whole] = None
    """Which of its packets is looked at in the first stage, if not the uppermost: `2`."""
    choice: Known[YesNo] = None
    """Whether the declarer looks at the whole talon, which lies in packets of as many cards as he takes, and takes one of them."""
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
    may_refuse: Known[YesNo] = titled("May be refused or not")
    """Whether a player may leave his cards of the talon."""
    text: Known[Text] = None
    """What else there is to the talon."""


class Asks(Facts):
    """Cards that the declarer asks of the others, giving others for them."""

    cards: Known[Wholes] = None
    """How many cards the declarer asks for: `2`; `[1, 2]`: one or two, as he likes."""
    barred: Known[Several[CardName]] = None
    """Cards that he may not ask for: `fool`."""
    price: Known[dict[CardName, Number]] = None
    """What he pays for a card to whoever gives it, a card going before its class: `{top: 10, all: 5}`."""
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
    lost: Known[Numbers] = None
    """Game points of the contract if it is lost, where they are not as many: `4`."""
    each: Known[Numbers] = None
    """Game points for each step of card points, if not as in `score`; or one figure for each stage."""
    times: Known[Numbers] = None
    """What the score is multiplied by; or one figure for each stage."""
    times_lost: Known[Numbers] = None
    """What the score is multiplied by if it is lost, where not as if it is won; or one figure for each stage."""
    shares: Known[dict[Who, Number]] = None
    """How many times the score each gets or pays, where not alike: `{declarer: 2, partner: 1, opponents: 1}`."""
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
    first_round: Known[YesNo] = None
    """Whether it is bid in a first round, which ends when somebody bids it; the other bids follow in a second, if nobody does."""
    on_cards: Known[Several[Whole]] = None
    """On how many of his cards a player bids it, in a pause of the deal, which it ends: `5`; left out where all are dealt first."""
    over: Known[Several[Annotated[Id, Names("bid")]]] = None
    """The bids over which alone it may be made: `solo`."""
    if_all_pass: Known[Who] = None
    """Who plays it if all pass; it is then no bid that anybody can make."""
    holder_of: Known[CardName] = None
    """The card whose holder plays it, where `if_all_pass` is `holder`: `top`."""
    only_if: Known[Condition] = None
    """On what condition it may be bid: `{held: pagat}`."""
    announces: Known[Several[Annotated[Id, Names("feat")]]] = None
    """Feats one of which at least the declarer has to announce: `[pagat-last, uhu]`."""
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
    takes_discard: Known[YesNo] = titled("Discard taken up")
    """Whether the player who asks takes up what the declarer has discarded, discards as many cards, and is declarer from then on."""
    talon: Known[TalonUse] = None
    """What is done with the talon, where no contract says it: `{takes: {dealer: 3}}`."""
    when: Known[Text] = None
    """When a hand is played so, in words."""
    rules: Known[Change] = None
    """What is otherwise then."""
    text: Known[Text] = None
    """What else there is to it."""


class Declaring(Facts):
    """When and how holdings are declared, and who pays for them."""

    when: Known[Annotated[str, Term("declaring-when")]] = titled("Declared")
    """When holdings are declared."""
    first: Known[Annotated[str, Term("seat")]] = titled("First to declare")
    """Who declares first."""
    announces: Known[Annotated[str, Term("seat")]] = titled("First to announce")
    """Who is first, before play, to announce feats and to double, if not the player who leads."""
    direction: Known[Annotated[str, Term("direction")]] = titled("In turn")
    """Which way round the turn goes, if not as in play."""
    shown: Known[Text] = titled("Cards shown")
    """Whether the cards are shown: `yes`, `no`, or how many of them."""
    compulsory: Known[YesNo] = titled("Must declare")
    """Whether one has to declare what one holds."""
    reuse: Known[Text] = titled("Cards used twice")
    """Whether a card may serve in more than one declaration."""
    paid: Known[Annotated[str, Term("paid")]] = titled("Paid")
    """When declarations are paid."""
    to: Known[Text] = titled("Paid to")
    """Who is paid, if not the player who declares."""
    settle: Known[Settle] = titled("Paid by")
    """Who pays a declaration, by the player who makes it if need be: `{declarer: result, others: others}`."""
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
    who: Known[Who] = None
    """Who may make it, if not anybody: `declarer`."""
    kind: Known[Annotated[Id, Names("kind")]] = None
    """The kind it belongs to, one of `kinds`."""
    group: Known[Text] = None
    """What sort of holding it is: a card serves once among those of one group."""
    use: Known[Annotated[str, Term("use")]] = None
    """How common it is."""
    when: Known[Annotated[str, Term("declaring-when")]] = None
    """When it is declared, if not with the others."""
    only_if: Known[Condition] = None
    """On what condition it may be declared, or is paid."""
    unless: Known[Condition] = None
    """On what condition it may not be declared, or is not paid."""
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
    share: Known[Several[CardName]] = titled("Shared")
    """Cards that two declarations of the kind may both use; `none`: no card serves twice."""
    multiply: Known[dict[Id, Number]] = titled("Several")
    """By what all are multiplied when a side has so many of the kind: `{3: 2}`."""
    text: Known[Text] = None
    """What else they have in common."""


class Announced(Facts):
    """What a feat pays when it was announced beforehand."""

    won: Known[Number] = None
    """What it pays when it succeeds: `36`."""
    lost: Known[ByTrick[Number]] = None
    """What it pays when it fails: `-36`; by the trick in which it fails: `{1: -36, 13: -26}`. A minus: the player pays."""
    said: Known[Texts] = None
    """What is said to announce it."""
    deadline: Known[Whole] = titled("Until when it is announced")
    """The trick before which it has to be announced: 1, before play; `13`, when twelve have been played at the latest."""
    earliest: Known[Whole] = titled("Not before trick")
    """The trick before which it may be announced at the earliest, if not before play: `6`."""
    on_cards: Known[Several[Whole]] = titled("Announced on so many cards")
    """On how many of his cards a player announces it, in a pause of the deal: `5`; left out where all are dealt first."""
    by: Known[Who] = titled("Announced by")
    """Who may announce it, if not anybody."""
    when: Known[Annotated[str, Term("announced-when")]] = None
    """When opponents of the declarer announce it, if not before anything is doubled."""
    includes: Known[Several[Annotated[Id, Names("feat")]]] = None
    """What is announced with it, and settled each by itself: `[uhu, pagat-last]`; who announces it holds the cards of these too, and
    plays its own before theirs if it is kept."""
    keep: Known[YesNo] = titled("Card kept or not")
    """Whether the card must then be kept as long as the rules allow another."""
    instead_of: Known[Several[Replaced]] = None
    """What is not paid, whether it succeeds or fails, as in the feat's own `instead_of`, which is taken where this is not said
    and it succeeds."""
    both: Known[YesNo] = None
    """Whether the other side is paid as well if it does, unannounced, what was announced against it."""
    bars: Known[Several[Payment]] = None
    """What is not paid to the side that announced it, whether it succeeds or fails, unless that was announced too: `score`."""
    text: Known[Text] = None
    """What else follows from the announcement."""


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
    together: Known[YesNo] = None
    """Whether its cards count only if one side has them all: Trull, four Kings."""
    in_order: Known[YesNo] = None
    """Whether the cards have to win these tricks in the order in which they stand in `cards`."""
    when: Known[Annotated[str, Term("feat-when")]] = None
    """In which tricks it counts."""
    before_fool: Known[Annotated[str, Term("before-fool")]] = None
    """In which slam, of those that end with the Fool, the trick before counts as the last."""
    without: Known[Several[CardName]] = None
    """Cards none of which may be in the trick: `[pagat, kings]`."""
    sole: Known[YesNo] = titled("Paid or not if others do it too")
    """Whether it counts only if one player alone does it."""
    who: Known[Who] = titled("By whom")
    """Who may do it, if not anybody."""
    only_if: Known[Condition] = None
    """On what condition it counts."""
    unless: Known[Condition] = None
    """On what condition it does not count."""
    spare: Known[Whole] = None
    """How many tricks may be lost and the slam still be made: `1`."""
    lost_to: Known[Literal["opponents", "anyone"]] = None
    """To whom the card can be lost: to the other side, or to the partner also."""
    won: Known[Number] = None
    """What it pays when it succeeds: `5`."""
    lost: Known[Number] = None
    """What it pays when it fails: `-5`; a minus means that the player pays."""
    announced: Known[Announced] = None
    """What it pays when it was announced."""
    times: Known[Literal["bid", "base"]] = None
    """`bid`: multiplied as the bid is; `base`: the figures say how many times what the contract is worth."""
    settle: Known[Settle] = None
    """Who pays it, if not the other side: `others`, everybody else, a partner included."""
    instead_of: Known[Several[Replaced]] = None
    """What is not paid when it succeeds: `[score, king]`; `declarations`; `silent`, whatever was not announced, declarations that
    need not be made too."""
    silences: Known[Several[Annotated[Id, Names("feat")]]] = None
    """What is not paid when it succeeds, unless that was announced: `[trull, kings]`."""
    need: Known[dict[Who, Numbers]] = titled("Points needed")
    """Card points that win the contract, as in `win.at_least`, where a side does it, or the other fails in it: `{declarer: 46, opponents: 66}`."""
    unit: Known[Text] = None
    """The unit of the payment, if not that of the score; `point`: it is not paid but counts with the card points."""
    use: Known[Annotated[str, Term("use")]] = None
    """How common it is."""
    text: Known[Text] = None
    """What else there is to it."""


class Play(Facts):
    """The rules of playing to tricks."""

    leads: Known[Annotated[str, Term("seat")]] = titled("First lead")
    """Who leads to the first trick."""
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
    dead_hand: Known[Who] = titled("Dead hand played by")
    """Who plays a card of a dead hand to each trick beside his own, where one takes part: `opponents`."""
    tricks_kept: Known[Text] = titled("Tricks kept")
    """Who keeps the tricks of whom, and where."""
    secondary_trumps: Known[CardName] = titled("Secondary trumps")
    """Cards that beat the other suits and are beaten by the trumps: `swords`."""
    review: Known[Text] = titled("Looking back")
    """Who may look at tricks already won."""
    text: Known[Text] = titled("Play, also")
    """What else there is to play."""


class Custom(Facts):
    """A right or duty in play beyond following suit and trumping."""

    name: Known[Text] = None
    """What it is called: `calling the Jack`."""
    said: Known[Texts] = None
    """What is said: `[buob, "buob, sche"]`."""
    only_if: Known[Condition] = None
    """On what condition it holds."""
    use: Known[Annotated[str, Term("use")]] = None
    """How common it is."""
    text: Known[Text] = None
    """What one may or must do, and what follows."""


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
    passed: Known[YesNo] = titled("Hand doubled by one who has passed")
    """Whether the game itself may be doubled first by one who has passed, without having bid before."""
    kept: Known[Several[Payment]] = titled("Once doubled, paid in any case")
    """What is paid once it has been doubled, even where something else would take its place: `score`."""
    worth: Known[Literal["lost"]] = titled("Once doubled, a won contract pays as one that is")
    """`lost`: what it costs if it is lost, where it is won too."""
    limit: Known[Text] = titled("Limit")
    """How often it may be repeated; `none` where there is no limit."""
    text: Known[Text] = titled("Doubling, also")
    """What else there is to doubling."""


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
    to: Known[dict[Payment, Several[Annotated[str, Term("pot-to")]]]] = titled("What is lost goes")
    """Where what is added or raised goes, if not into the pot alone: `{codillo: [pot, winner]}`."""
    dues: Known[dict[Annotated[str, Term("pot-due")], Number]] = None
    """What a player puts in for what he does before play: `{pass: 1, draw: 1}`."""
    eldest: Known[Number] = titled("The eldest hand adds")
    """What the player whose turn comes first adds before a deal for which no stakes are put in."""
    use: Known[Annotated[str, Term("use")]] = None
    """How common it is."""
    text: Known[Text] = None
    """What else there is to it."""


class Concession(Facts):
    """Ending a hand without playing it out."""

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
    pays: Known[ByTrick[Number | Annotated[str, Term("concession")]]] = None
    """What it costs or earns each opponent: a figure, `base`, or by the trick in which it is done: `{1: points-won, 13: points-held}`."""
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
    apart: Known[YesNo] = titled("Opponents counted apart")
    """Whether the declarer needs more than each opponent by himself, and not more than they have together."""
    spare: Known[Whole] = titled("Tricks to spare")
    """How many tricks may be lost where the aim is all tricks: `1`."""
    at_least: Known[ByPlayers[Numbers]] = titled("Points to win")
    """Card points needed by the declarer's side, or by either; several: with 0, 1, 2, 3 of the cards in `by`."""
    more_than: Known[ByPlayers[Number | dict[Who, Number]]] = titled("To win, more than")
    """Card points that one has to pass to win; by the side on which the dealer is, where that makes a difference:
    `{dealer: 55, opponents: 54}`."""
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
    text: Known[Text] = None
    """What else there is to it."""


class Score(Facts):
    """How a hand is paid or marked."""

    base: Known[Number | Literal["bid"]] = titled("Base score")
    """What a hand pays in any case: a figure, or `bid`: what the bid says."""
    each: Known[Number] = titled("Game points a step")
    """Game points for each step of card points above or below what `start` says."""
    step: Known[Number] = titled("Card points in a step")
    """Card points in a step: `5`."""
    start: Known[Number | Annotated[str, Term("score-start")] | dict[Who, Number]] = titled("Counted from")
    """What steps are counted from: a figure, by player if need be: `{declarer: 55, opponents: 54}`; or `need`, `par`, `others`."""
    round: Known[Annotated[str, Term("rounding")]] = titled("Rounded")
    """How part of a step is taken."""
    wanting: Known[Number] = titled("Counted as whole if wanting less than")
    """Part of a step counts as a whole one where fewer card points than this are wanting to it."""
    times: Known[Literal["bid"]] = titled("Multiplied by")
    """By what the score is multiplied: `bid`, by the figure of the bid."""
    shares: Known[dict[Who, Number]] = titled("Shares")
    """How many times the score each gets or pays, where not alike: `{declarer: 3, partner: 3, opponents: 2}`."""
    bands: Known[dict[Span, Number]] = titled("Paid by card points")
    """Payment by range of card points: `{16..20: 1, 11..15: 2}`."""
    ranks: Known[Numbers] = titled("By rank")
    """What each gets by his card points where each plays for himself, who has most first: `[-1, -1, 1, 1]`; times the base of the
    contract where `base` is `bid`. Players who tie share what they would get."""
    ranked: Known[Ranked] = titled("By rank, the declarer apart")
    """What the declarer and the others get by their card points, where each plays for himself though one is the declarer."""
    settle: Known[Annotated[str, Term("settle")]] = titled("Paid by")
    """Who pays, or is paid; `winners`: for their own card points alone."""
    level: Known[Annotated[str, Term("level")]] = titled("Losers who are level")
    """What each of several pays who have lost level, where the losers pay."""
    unit: Known[Text] = titled("Unit")
    """The unit in which it is paid: `game point`."""
    paid: Known[Annotated[str, Term("paid")]] = titled("When paid")
    """When it is paid: `at the end of the rubber`."""
    text: Known[Text] = titled("Score, also")
    """What else there is to the score."""


class RubberBonus(Facts):
    """What is paid for a rubber beyond the rest: `{loser: {below: 50}, times: 2}`; of several the last that applies."""

    difference: Bounds | None = None
    """By how much it has to be won: `{at_least: 36}`."""
    loser: Bounds | None = None
    """The total that the loser has to have: `{at_most: 0}`."""
    times: Number | None = None
    """By what the whole payment is multiplied."""
    add: Number | Literal["base"] | None = None
    """What is added: a figure, or the base once more."""
    text: Text | None = None
    """What else there is to it."""


def _bonuses(value: Any) -> Any:
    return (value,) if isinstance(value, dict) else value


class Tally(Facts):
    """How hands are added up into a rubber."""

    unit: Known[Text] = titled("Rubber")
    """What the players call a rubber: `partita`."""
    keeps: Known[Annotated[str, Term("tally-keeps")]] = titled("Kept")
    """What is carried from hand to hand."""
    first_to: Known[Number] = titled("Played to")
    """The total at which the rubber ends."""
    hands: Known[ByPlayers[Whole]] = titled("Hands in a rubber")
    """Hands in a rubber, where their number ends it."""
    base: Known[Number] = titled("A rubber pays")
    """What a rubber pays in any case."""
    each: Known[Number] = titled("Paid a step")
    """What it pays for each step of the difference between the totals."""
    step: Known[Number] = titled("Step of the difference")
    """Points in a step: `36`."""
    round: Known[Annotated[str, Term("rounding")]] = titled("Steps rounded")
    """How part of a step is taken."""
    bands: Known[dict[Span, Number]] = titled("Paid by the loser's total")
    """What it pays by the total of the loser: `{60..119: 1, 30..59: 2}`."""
    bonus: Known[Annotated[tuple[RubberBonus, ...], BeforeValidator(_bonuses)]] = titled("Bonus")
    """What is paid beyond that, and when: `[{loser: {at_most: 0}, add: 1}]`."""
    settle: Known[Annotated[str, Term("settle")]] = titled("Rubber paid by")
    """Who pays for a rubber, or is paid."""
    partners: Known[Annotated[str, Term("tally-partners")]] = titled("Partners")
    """Whether partners stay together for the next rubber."""
    text: Known[Text] = titled("Rubber, also")
    """What else there is to the rubber."""


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


class Rules(Facts):
    """The facts of one way of playing."""

    players: Annotated[
        Known[Annotated[Wholes, AfterValidator(_seats)]], Section("Players", "Cards and terms", group="Table")
    ] = None
    """How many play: `3`, `[2, 3, 4]`."""
    sitting_out: Annotated[Known[Text], Section("Sitting out", "Deal and discard", group="Table")] = None
    """Who may take part without cards: `the player opposite the dealer, where four play`."""
    sides: Annotated[Known[Annotated[str, Term("sides")]], Section("Sides", "Cards and terms", group="Table")] = None
    """Whether each plays for himself, with a fixed partner, or in alliances of the hand."""
    seating: Annotated[Known[Seating], Section("Seating", "Cards and terms", group="Table")] = None
    """Who sits where, and how partners are found."""
    pack: Annotated[Known[Annotated[Id, Names("pack")]], Section("Pack", "Cards and terms", group="Cards")] = None
    """The pack, by its id in `packs.yaml`."""
    pattern: Annotated[Known[Texts], Section("Pattern", "Cards and terms", group="Cards")] = None
    """The design of the pack in use: `Tarocco piemontese`."""
    trump_order: Annotated[
        Known[Annotated[Id, Names("order")]], Section("Trump order", "Cards and terms", group="Cards")
    ] = None
    """The ranking of the trumps, by its id in `trump-orders.yaml`."""
    trump_suit: Annotated[Known[TrumpSuit], Section("Trump suit", "Cards and terms", group="Cards")] = None
    """How a suit is made trumps, where the pack has none of its own."""
    suit_order: Annotated[
        Known[Annotated[str, Term("suit-order")] | dict[Id, Texts]],
        Section("Order in the suits", "Cards and terms", group="Cards"),
    ] = None
    """How the cards of a suit rank: a term, or the ranks of each suit, highest first: `{swords: [K..J, 10..A]}`."""
    groups: Annotated[Known[dict[Id, Texts]], Section("Groups", "Cards and terms", group="Cards", entry="Group")] = None
    """Classes of cards that the game speaks of, by name: `{honours: [top, pagat, fool, kings]}`."""
    values: Annotated[Known[dict[str, Number]], Section("Card points", "Scoring")] = None
    """Card points of a card or class, a card going before its class: `{top: 5, K: 5, Q: 4}`. All others are empty."""
    counting: Annotated[Known[Counting], Section("Counting", "Scoring", group="Counting and scoring")] = None
    """How card points are counted."""
    fool: Annotated[Known[Fool], Section("The Fool", "Play", group="Cards")] = None
    """What the Fool does."""
    deal: Annotated[Known[Deal], Section("Deal", "Deal and discard", group="Deal and discard")] = None
    """How the cards are dealt."""
    discard: Annotated[Known[Discard], Section("Discard", "Deal and discard", group="Deal and discard")] = None
    """Who discards, and what."""
    bidding: Annotated[Known[Bidding], Section("Bidding", "Bidding", group="Bidding")] = None
    """How players come to a contract; `none` where there is no bidding."""
    bids: Annotated[Known[dict[Id, Known[Bid]]], Section("Bids", "Bidding", entry="Bid")] = None
    """The bids, lowest first, with the contracts they lead to."""
    cases: Annotated[Known[dict[Id, Known[Case]]], Section("Cases", "Bidding", entry="Case")] = None
    """Other ways in which a hand may be played, that no bid brings about."""
    declaring: Annotated[Known[Declaring], Section("Declaring", "Declarations", group="Declarations")] = None
    """When holdings are declared, and who pays."""
    declarations: Annotated[
        Known[dict[Id, Known[Declaration]]], Section("Declarations", "Declarations", entry="Declaration")
    ] = None
    """Holdings that pay when they are declared or won."""
    kinds: Annotated[
        Known[dict[Id, Known[Kind]]],
        Section("Kinds of declarations", "Declarations", entry="Kind"),
    ] = None
    """What declarations of one kind have in common."""
    feats: Annotated[Known[dict[Id, Known[Feat]]], Section("Bonuses", "Scoring", entry="Bonus")] = None
    """What pays when it is done in play."""
    play: Annotated[Known[Play], Section("Play", "Play", group="Play")] = None
    """The rules of playing to tricks."""
    customs: Annotated[Known[dict[Id, Known[Custom]]], Section("Customs of play", "Play", entry="Custom")] = None
    """Rights and duties in play beyond following suit and trumping, by an id of one's own."""
    talk: Annotated[
        Known[Annotated[str, Term("talk")] | dict[Literal["deal", "play"], Known[Annotated[str, Term("talk")]]]],
        Section("Talk", "Signals", group="Play"),
    ] = None
    """What partners may say to each other: one term, or one each for the deal and for play: `{deal: coded, play: silent}`."""
    signals: Annotated[Known[dict[Id, Known[Signal]]], Section("Signals", "Signals", entry="Signal")] = None
    """Signs that partners give each other."""
    doubling: Annotated[Known[Doubling], Section("Doubling", "Bidding", group="Bidding")] = None
    """How the stakes are raised after the bidding."""
    concessions: Annotated[Known[dict[Id, Known[Concession]]], Section("Concessions", "Play", entry="Concession")] = (
        None
    )
    """Ways of ending a hand without playing it out, by an id of one's own."""
    pots: Annotated[Known[dict[Id, Known[Pot]]], Section("Pots", "Scoring", entry="Pot")] = None
    """Pools of stakes."""
    penalties: Annotated[Known[dict[Id, Known[Penalty]]], Section("Penalties", "Penalties", entry="Penalty")] = None
    """What offences cost."""
    win: Annotated[Known[Win], Section("Winning", "Scoring", group="Counting and scoring")] = None
    """What it takes to win a hand."""
    score: Annotated[Known[Score], Section("Score", "Scoring", group="Counting and scoring")] = None
    """What a hand pays."""
    tally: Annotated[Known[Tally], Section("Rubber", "Scoring", group="Counting and scoring")] = None
    """How hands add up to a rubber."""
    units: Annotated[Known[dict[Id, Known[Unit]]], Section("Units", "Scoring", entry="Unit")] = None
    """Units in which the game is scored."""


SECTIONS: Mapping[str, Section] = {
    name: next(meta for meta in field.metadata if isinstance(meta, Section))
    for name, field in Rules.model_fields.items()
}
"""Every section of the rules, in the order of the format."""


@cache
def shape(section: str) -> Shape:
    """Say how a section of `Rules` merges: as one field, by field, by entry and field, or by key."""
    field = Rules.model_fields.get(section)
    inner = [t for t in _members(field.annotation) if t is not type(None)] if field else []
    if len(inner) == 1 and isinstance(inner[0], type) and issubclass(inner[0], BaseModel):
        return "section"
    if len(inner) == 1 and get_origin(inner[0]) is dict:
        values = [t for t in _members(get_args(inner[0])[1]) if t is not type(None)]
        return "things" if any(isinstance(t, type) and issubclass(t, BaseModel) for t in values) else "map"
    return "field"


@cache
def fields_of(section: str) -> Mapping[str, FieldInfo]:
    """Return the fields of a section, or of each thing in it; none where it is a single field or a plain mapping."""
    inner = [t for t in _members(Rules.model_fields[section].annotation) if t is not type(None)]
    if inner and get_origin(inner[0]) is dict:
        inner = list(_members(get_args(inner[0])[1]))
    models = [t for t in inner if isinstance(t, type) and issubclass(t, BaseModel)]
    return models[0].model_fields if models else {}


def _members(hint: Any) -> Iterator[Any]:
    """Yield the plain types of a hint, through unions and annotations."""
    if get_origin(hint) is Annotated:
        yield from _members(get_args(hint)[0])
    elif get_origin(hint) in (Union, types.UnionType):
        for arg in get_args(hint):
            yield from _members(arg)
    else:
        yield hint


def fact(rules: Rules, path: Iterable[str | int]) -> Any:
    """Return the value at a path of the rules (`deal`, `hand`), None where nothing stands there."""
    value: Any = rules
    for step in path:
        if isinstance(value, BaseModel):
            value = getattr(value, str(step), None)
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def entries(section: Mapping[str, T | Absence | None] | Absence | None) -> Iterator[tuple[str, T]]:
    """Yield the entries of a section of named things by id, those that are absent left out."""
    for id, entry in section.items() if isinstance(section, Mapping) else ():
        if entry is not None and not isinstance(entry, Absence):
            yield id, entry


def kind_of(rules: Rules, declaration: Declaration) -> Kind | None:
    """Return the kind to which a declaration belongs; None where it belongs to none, or to one that is not there."""
    return dict(entries(rules.kinds)).get(declaration.kind) if isinstance(declaration.kind, str) else None


def worth_of(rules: Rules, declaration: Declaration) -> Worth | Absence | None:
    """Return what a declaration pays: its own worth, or that of its kind; None where nobody has looked."""
    kind = kind_of(rules, declaration)
    return declaration.worth if declaration.worth is not None or kind is None else kind.worth
