"""What a set of rules says: one class for each section of a record's `rules`.

Every fact is optional, since a record says only what it adds to the layers below it (family, tradition, base). A field
typed `Known` may also say why it has no value. Sections that hold named things are mappings by id, in ascending order.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.fields import FieldInfo

from tarotref.cards.holdings import HoldingError, parse_holding, parse_wild, parse_worth
from tarotref.model.types import (
    Absence,
    ByPlayers,
    Facts,
    Id,
    Known,
    Names,
    Number,
    Numbers,
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


def _packets(value: Any) -> Any:
    return value if value == "free" else _several(value)


Packets = Annotated[tuple[Whole, ...] | Literal["free"], Field(union_mode="left_to_right"), BeforeValidator(_packets)]
if TYPE_CHECKING:
    from tarotref.cards.holdings import Holding, Wild, Worth
else:
    Holding = Annotated[Any, BeforeValidator(formal_holding)]
    Worth = Annotated[Any, BeforeValidator(formal_worth)]
    Wild = Annotated[Any, BeforeValidator(formal_wild)]


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


Takes = dict[Annotated[str, Term("taker")], Whole]
"""Cards by who gets or discards them."""


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


class Fool(Facts):
    """What the Fool does (dm2004 ch. 1, "Use of the Fool", "New role of the Fool")."""

    role: Known[Annotated[str, Term("fool-role")]] = titled("The Fool")
    exchange: Known[Literal["with", "without"]] = titled("Card given for the Fool")
    """Whether a card is given for the Fool when it serves as Excuse."""
    exchange_when: Known[Text] = titled("Given when")
    lost: Known[Annotated[tuple[Annotated[str, Term("fool-lost")], ...], BeforeValidator(_several)]] = titled(
        "Fool lost"
    )
    """When the Fool is lost: `[no-tricks, last-trick]`."""
    worthless: Known[Annotated[tuple[Annotated[str, Term("fool-lost")], ...], BeforeValidator(_several)]] = titled(
        "Fool worth nothing"
    )
    """When the Fool loses its value, but stays with its side: `last-5`."""
    led: Known[Text] = titled("Fool led")
    """What happens when the Fool is led: `never`, or who then says which suit is to be followed."""
    barred: Known[Text] = titled("Fool barred")
    """When it may not be played."""
    forced: Known[Text] = titled("Fool forced")
    """When it must be played."""
    text: Known[Text] = titled("Fool, also")


class Annulment(Facts):
    """A deal that may or must be thrown in."""

    holding: Known[Holding] = None
    text: Known[Text] = None
    must: Known[YesNo] = None
    by: Known[Text] = None
    when: Known[Text] = None
    redeal: Known[Annotated[str, Term("redeal")]] = None


class Deal(Facts):
    """How the cards are given out. Any figure may be a mapping by number of players."""

    direction: Known[Annotated[str, Term("direction")]] = titled("Direction")
    first_dealer: Known[Text] = titled("First dealer")
    next_dealer: Known[Text] = titled("Next dealer")
    cut: Known[Text] = titled("Cut")
    packets: Known[ByPlayers[Packets]] = titled("Dealt in batches of")
    """Cards in each round of the deal, to each player: `[5, 10, 10]`; `free`: as the dealer likes."""
    hand: Known[ByPlayers[Whole]] = titled("Hand")
    """Cards a player holds during play; left out where the packets say it."""
    extra: Known[ByPlayers[Takes]] = titled("Extra cards")
    """Cards given to one player beyond his hand: `{dealer: 3}`."""
    talon: Known[ByPlayers[Whole]] = titled("Talon")
    """Cards laid aside in the deal, to be taken up or left."""
    talon_when: Known[Text] = titled("Talon laid")
    dead: Known[ByPlayers[Whole]] = titled("Out of play")
    """Cards that stay out of play, a dead hand included."""
    exposed: Known[Text] = titled("Exposed cards")
    pauses: Known[Text] = titled("Pauses")
    annul: Known[dict[Id, Known[Annulment]]] = titled("Deal annulled")
    text: Known[Text] = titled("Deal, also")


class Discard(Facts):
    """Who lays cards away, and which. A key that is no field names a class of cards: `kings: never`."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, Known[Annotated[str, Term("discard-rule")]]]

    by: Known[Texts] = titled("Who discards")
    """Who discards: `dealer`, `declarer`, `all`, ..."""
    cards: Known[ByPlayers[Whole | Takes]] = titled("Cards discarded")
    """Cards discarded, where they are not as many as were received."""
    counts_for: Known[Text] = titled("Discard counts for")
    """Whose the discard is when points are counted; `nobody`: it is out of play."""
    surrendered: Known[Text] = titled("Discard surrendered")
    """When, and to whom, the discard is lost."""
    said: Known[Texts] = titled("Said on discarding")
    text: Known[Text] = titled("Discard, also")

    @property
    def limits(self) -> dict[str, Any]:
        """The rule for each class of cards, as the record names them."""
        return dict(self.__pydantic_extra__ or {})


class Bidding(Facts):
    """How the players come to a contract (dm2004 ch. 1, "Bidding"; appendix B)."""

    procedure: Known[Annotated[str, Term("bidding-procedure")]] = titled("Bidding")
    first: Known[Annotated[str, Term("seat")]] = titled("First to speak")
    first_must_bid: Known[YesNo] = titled("First must bid")
    jump: Known[YesNo] = titled("Jump bids")
    """Whether one may bid higher than is needed."""
    may_raise_contract: Known[YesNo] = titled("May play higher than bid")
    """Whether the declarer may play a higher contract than he bid."""
    return_after_pass: Known[YesNo] = titled("May return after passing")
    all_pass: Known[Text] = titled("If all pass")
    passes: Known[Texts] = titled("To pass one says")
    """What a player says to pass."""
    text: Known[Text] = titled("Bidding, also")


class Partner(Facts):
    """How a contract gives the declarer a partner."""

    calls: Known[Texts] = None
    own: Known[YesNo] = None
    """Whether the declarer may call a card that he holds."""
    secret: Known[YesNo] = None
    text: Known[Text] = None


class TalonUse(Facts):
    """What a contract does with the talon."""

    takes: Known[Takes] = None
    stages: Known[Whole] = None
    shown: Known[YesNo] = None
    rest: Known[Text] = None
    """Whose the cards are that nobody takes."""
    may_refuse: Known[YesNo] = None
    text: Known[Text] = None


class Asks(Facts):
    """Cards that the declarer asks of the others, giving others for them."""

    cards: Known[Whole] = None
    text: Known[Text] = None


class Bid(Facts):
    """One bid, or the contract it leads to; bids stand in ascending order."""

    said: Known[Texts] = None
    name: Known[Text] = None
    base: Known[Numbers] = None
    """Game points of the contract, or one figure for each stage."""
    each: Known[Number] = None
    times: Known[Number] = None
    """What the score is multiplied by."""
    partner: Known[Partner] = None
    talon: Known[TalonUse] = None
    asks: Known[Asks] = None
    leads: Known[Annotated[str, Term("seat")]] = None
    rules: Known[Change] = None
    when: Known[Text] = None
    text: Known[Text] = None


class Case(Facts):
    """Another way in which a hand may be played, that no bid brings about."""

    when: Known[Text] = None
    rules: Known[Change] = None
    text: Known[Text] = None


class Declaring(Facts):
    """When and how holdings are declared, and who pays for them."""

    when: Known[Annotated[str, Term("declaring-when")]] = titled("Declared")
    first: Known[Annotated[str, Term("seat")]] = titled("First to declare")
    direction: Known[Annotated[str, Term("direction")]] = titled("In turn")
    shown: Known[Text] = titled("Cards shown")
    """Whether the cards are shown: `yes`, `no`, or how many of them."""
    compulsory: Known[YesNo] = titled("Must declare")
    reuse: Known[Text] = titled("Cards used twice")
    """Whether a card may serve in more than one declaration."""
    paid: Known[Text] = titled("Paid")
    """When: `at-once`, `end-of-hand`..."""
    to: Known[Text] = titled("Paid to")
    settle: Known[Annotated[str, Term("settle")]] = titled("Paid by")
    text: Known[Text] = titled("Declaring, also")


class Declaration(Facts):
    """A holding that pays when it is declared, or when it is won in tricks."""

    name: Known[Text] = None
    said: Known[Texts] = None
    holding: Known[Holding] = None
    worth: Known[Worth] = None
    where: Known[Literal["hand", "tricks", "both"]] = None
    kind: Known[Id] = None
    group: Known[Text] = None
    use: Known[Annotated[str, Term("use")]] = None
    when: Known[Text] = None
    paid: Known[Text] = None
    text: Known[Text] = None


class Kind(Facts):
    """What declarations of one kind have in common."""

    name: Known[Text] = None
    where: Known[Literal["hand", "tricks", "both"]] = None
    worth: Known[Worth] = None
    wild: Known[Wild] = None
    """Cards that may stand for others: `{of: contatori, apart: yes, not_for: [angel, K]}`."""
    annex: Known[Texts] = None
    """Cards that are added to a holding complete without them."""
    share: Known[Texts] = None
    """Cards that two declarations of the kind may both use; `none`: no card serves twice."""
    multiply: Known[dict[Id, Number]] = None
    """By what all are multiplied when a side has so many of the kind: `{3: 2}`."""
    text: Known[Text] = None


class Announced(Facts):
    """What a feat pays when it was announced beforehand."""

    won: Known[Number] = None
    lost: Known[Number] = None
    said: Known[Texts] = None
    when: Known[Text] = None
    text: Known[Text] = None


class Feat(Facts):
    """Something done in play that pays: the last trick with the Pagat, a King captured, all tricks."""

    name: Known[Text] = None
    do: Known[Annotated[str, Term("feat-do")]] = None
    cards: Known[Texts] = None
    won: Known[Number] = None
    lost: Known[Number] = None
    announced: Known[Announced] = None
    times: Known[Text] = None
    """`bid`: multiplied as the bid is."""
    instead_of: Known[Text] = None
    who: Known[Text] = None
    unit: Known[Text] = None
    use: Known[Annotated[str, Term("use")]] = None
    text: Known[Text] = None


class Play(Facts):
    """The rules of playing to tricks."""

    leads: Known[Annotated[str, Term("seat")]] = titled("First lead")
    direction: Known[Annotated[str, Term("direction")]] = titled("Direction of play")
    must_follow: Known[YesNo] = titled("Must follow suit")
    must_trump: Known[YesNo] = titled("Must trump")
    must_overtrump: Known[YesNo] = titled("Must overtrump")
    must_overtake: Known[YesNo] = titled("Must play higher")
    tricks_kept: Known[Text] = titled("Tricks kept")
    secondary_trumps: Known[Text] = titled("Secondary trumps")
    review: Known[Text] = titled("Looking back")
    """Who may look at tricks already won."""
    text: Known[Text] = titled("Play, also")


class Signal(Facts):
    """A sign that a player may give his partner."""

    name: Known[Text] = None
    sign: Known[Text] = None
    when: Known[Text] = None
    by: Known[Text] = None
    means: Known[Text] = None
    use: Known[Annotated[str, Term("use")]] = None


class Doubling(Facts):
    """Raising the stakes after the bidding."""

    says: Known[Texts] = titled("Doubling")
    of: Known[Texts] = titled("Doubles apply to")
    by: Known[Text] = titled("Doubled by")
    limit: Known[Text] = titled("Limit")
    text: Known[Text] = titled("Doubling, also")


class Pot(Facts):
    """A pool of stakes."""

    name: Known[Text] = None
    filled_by: Known[Text] = None
    taken_by: Known[Text] = None
    doubled_by: Known[Text] = None
    use: Known[Annotated[str, Term("use")]] = None
    text: Known[Text] = None


class Penalty(Facts):
    """What an offence costs."""

    offence: Known[Text] = None
    pays: Known[Number | Text] = None
    to: Known[Text] = None
    text: Known[Text] = None


class Marcio(Facts):
    """A defeat so heavy that it costs more: `{below: 1/2, times: 2}`, a share of what was needed to win."""

    below: Known[Number] = None
    times: Known[Number] = None
    text: Known[Text] = None


class Win(Facts):
    """What it takes to win a hand."""

    aim: Known[Annotated[str, Term("aim")]] = titled("Aim")
    at_least: Known[ByPlayers[Numbers]] = titled("Points to win")
    """Card points needed by the declarer's side, or by either; several: with 0, 1, 2, 3 of the cards in `by`."""
    more_than: Known[ByPlayers[Number]] = titled("To win, more than")
    by: Known[Text] = titled("Depends on")
    draw: Known[Numbers] = titled("Draw at")
    """Card points at which nobody wins."""
    par: Known[ByPlayers[Number | dict[Id, Number]]] = titled("Par")
    """Card points from which each player's score is reckoned."""
    marcio: Known[Marcio] = titled("Heavy defeat")
    text: Known[Text] = titled("Winning, also")


class Score(Facts):
    """How a hand is paid or marked."""

    base: Known[Number | Literal["bid"]] = titled("Base score")
    each: Known[Number] = titled("Game points a step")
    """Game points for each step of card points..."""
    step: Known[Number] = titled("Card points in a step")
    """...of so many card points..."""
    start: Known[Text] = titled("Counted from")
    """...counted from: a figure, `need`, `par`."""
    round: Known[Annotated[str, Term("rounding")]] = titled("Rounded")
    times: Known[Text] = titled("Multiplied by")
    bands: Known[dict[str, Number]] = titled("Paid by card points")
    """Payment by range of card points: `{16..20: 1, 11..15: 2}`."""
    settle: Known[Annotated[str, Term("settle")]] = titled("Paid by")
    unit: Known[Text] = titled("Unit")
    paid: Known[Text] = titled("When paid")
    text: Known[Text] = titled("Score, also")


class Tally(Facts):
    """How hands are added up into a rubber."""

    unit: Known[Text] = titled("Rubber")
    keeps: Known[Annotated[str, Term("tally-keeps")]] = titled("Kept")
    first_to: Known[Number] = titled("Played to")
    hands: Known[ByPlayers[Whole]] = titled("Hands in a rubber")
    bands: Known[dict[str, Number]] = titled("Paid by difference")
    """Payment by the difference of the sides at the end of the rubber: `{1..35: 1, 36..71: 2}`."""
    bonus: Known[Text] = titled("Bonus")
    partners: Known[Annotated[str, Term("tally-partners")]] = titled("Partners")
    text: Known[Text] = titled("Rubber, also")


class Unit(Facts):
    """A unit in which the game is scored."""

    name: Known[Text] = None
    per: Known[Number] = None
    of: Known[Text] = None
    text: Known[Text] = None


class Rules(Facts):
    """The facts of one way of playing."""

    players: Annotated[
        Known[Annotated[Wholes, AfterValidator(_seats)]], Section("Players", "Cards and terms", group="Table")
    ] = None
    sitting_out: Annotated[Known[Text], Section("Sitting out", "Deal and discard", group="Table")] = None
    sides: Annotated[Known[Annotated[str, Term("sides")]], Section("Sides", "Cards and terms", group="Table")] = None
    seating: Annotated[Known[Text], Section("Seating", "Cards and terms", group="Table")] = None
    pack: Annotated[Known[Annotated[Id, Names("pack")]], Section("Pack", "Cards and terms", group="Cards")] = None
    pattern: Annotated[Known[Texts], Section("Pattern", "Cards and terms", group="Cards")] = None
    trump_order: Annotated[
        Known[Annotated[Id, Names("order")]], Section("Trump order", "Cards and terms", group="Cards")
    ] = None
    suit_order: Annotated[
        Known[Annotated[str, Term("suit-order")] | dict[Id, Texts]],
        Section("Order in the suits", "Cards and terms", group="Cards"),
    ] = None
    groups: Annotated[Known[dict[Id, Texts]], Section("Groups", "Cards and terms", group="Cards", entry="Group")] = None
    values: Annotated[Known[dict[str, Number]], Section("Card points", "Scoring")] = None
    counting: Annotated[Known[Counting], Section("Counting", "Scoring", group="Counting and scoring")] = None
    fool: Annotated[Known[Fool], Section("The Fool", "Play", group="Cards")] = None
    deal: Annotated[Known[Deal], Section("Deal", "Deal and discard", group="Deal and discard")] = None
    discard: Annotated[Known[Discard], Section("Discard", "Deal and discard", group="Deal and discard")] = None
    bidding: Annotated[Known[Bidding], Section("Bidding", "Bidding", group="Bidding")] = None
    bids: Annotated[Known[dict[Id, Known[Bid]]], Section("Bids", "Bidding", entry="Bid")] = None
    cases: Annotated[Known[dict[Id, Known[Case]]], Section("Cases", "Bidding", entry="Case")] = None
    declaring: Annotated[Known[Declaring], Section("Declaring", "Declarations", group="Declarations")] = None
    declarations: Annotated[
        Known[dict[Id, Known[Declaration]]], Section("Declarations", "Declarations", entry="Declaration")
    ] = None
    kinds: Annotated[
        Known[dict[Id, Known[Kind]]],
        Section("Kinds of declarations", "Declarations", entry="Kind"),
    ] = None
    feats: Annotated[Known[dict[Id, Known[Feat]]], Section("Feats", "Scoring", entry="Feat")] = None
    play: Annotated[Known[Play], Section("Play", "Play", group="Play")] = None
    talk: Annotated[Known[Annotated[str, Term("talk")]], Section("Talk", "Signals", group="Play")] = None
    signals: Annotated[Known[dict[Id, Known[Signal]]], Section("Signals", "Signals", entry="Signal")] = None
    doubling: Annotated[Known[Doubling], Section("Doubling", "Bidding", group="Bidding")] = None
    pots: Annotated[Known[dict[Id, Known[Pot]]], Section("Pots", "Scoring", entry="Pot")] = None
    penalties: Annotated[Known[dict[Id, Known[Penalty]]], Section("Penalties", "Penalties", entry="Penalty")] = None
    win: Annotated[Known[Win], Section("Winning", "Scoring", group="Counting and scoring")] = None
    score: Annotated[Known[Score], Section("Score", "Scoring", group="Counting and scoring")] = None
    tally: Annotated[Known[Tally], Section("Rubber", "Scoring", group="Counting and scoring")] = None
    units: Annotated[Known[dict[Id, Known[Unit]]], Section("Units", "Scoring", entry="Unit")] = None


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
