"""What a set of rules says: one class for each section of a record's `rules`.

Every fact is optional, since a record says only what it adds to the layers below it (family, tradition, base). A field
typed `Known` may also say why it has no value. Sections that hold named things are mappings by id, in ascending order.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from tarotref.cards.holdings import HoldingError, parse_holding, parse_worth
from tarotref.model.types import (
    ByPlayers,
    Edtf,
    Facts,
    Id,
    Known,
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

Change = Annotated[dict[str, Any], Field(description="A change laid on the ruleset, in the form of `rules`.")]


def _formal_holding(value: Any) -> Any:
    try:
        parse_holding(value, None)
    except HoldingError as error:
        where, message = error.problems[0]
        raise _wrong("holding", f"{where + ': ' if where else ''}{message}") from None
    return value


def _formal_worth(value: Any) -> Any:
    try:
        parse_worth(value)
    except ValueError as error:
        raise _wrong("worth", str(error)) from None
    return value


def _packets(value: Any) -> Any:
    return value if value == "free" else _several(value)


Packets = Annotated[tuple[Whole, ...] | Literal["free"], Field(union_mode="left_to_right"), BeforeValidator(_packets)]
Holding = Annotated[Any, BeforeValidator(_formal_holding)]
Worth = Annotated[Any, BeforeValidator(_formal_worth)]


class Counting(Facts):
    """How card points are counted (dm2004 ch. 1, "How points are counted")."""

    by: Known[Literal["1", "2", "3", "4", "trick", "players", "values", "threes-minus-one"]] = None
    """Cards in a set; `players`: as many as players; `trick`: the original method, a point a trick; `values`: valuable cards only."""
    odd: Known[dict[Id, Number]] = None
    """What a number of empty cards left over counts: `{1: 0, 2: 1}`."""
    fool_apart: Known[Number] = None
    """Points of a Fool that is counted by itself, because no card was given for it."""
    last_trick: Known[Number] = None
    """Card points for winning the last trick."""
    over_half: Known[Number] = None
    """Card points for each card won in excess of half the cards in play (Minchiate)."""
    text: Known[Text] = None


class Fool(Facts):
    """What the Fool does (dm2004 ch. 1, "Use of the Fool", "New role of the Fool")."""

    role: Known[Annotated[str, Term("fool-role")]] = None
    exchange: Known[Literal["with", "without"]] = None
    """Whether a card is given for the Fool when it serves as Excuse."""
    exchange_when: Known[Text] = None
    lost: Known[Annotated[tuple[Annotated[str, Term("fool-lost")], ...], BeforeValidator(_several)]] = None
    """When the Fool is lost: `[no-tricks, last-trick]`."""
    led: Known[Text] = None
    """What happens when the Fool is led: `never`, or who then says which suit is to be followed."""
    barred: Known[Text] = None
    """When it may not be played."""
    forced: Known[Text] = None
    """When it must be played."""
    text: Known[Text] = None


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

    direction: Known[Annotated[str, Term("direction")]] = None
    first_dealer: Known[Text] = None
    next_dealer: Known[Text] = None
    cut: Known[Text] = None
    packets: Known[ByPlayers[Packets]] = None
    """Cards in each round of the deal, to each player: `[5, 10, 10]`; `free`: as the dealer likes."""
    hand: Known[ByPlayers[Whole]] = None
    """Cards a player holds during play; left out where the packets say it."""
    extra: Known[ByPlayers[dict[Id, Whole]]] = None
    """Cards given to one player beyond his hand: `{dealer: 3}`."""
    talon: Known[ByPlayers[Whole]] = None
    """Cards laid aside in the deal, to be taken up or left."""
    talon_when: Known[Text] = None
    dead: Known[ByPlayers[Whole]] = None
    """Cards that stay out of play, a dead hand included."""
    exposed: Known[Text] = None
    pauses: Known[Text] = None
    annul: Known[dict[Id, Known[Annulment]]] = None
    text: Known[Text] = None


class Discard(Facts):
    """Who lays cards away, and which. A key that is no field names a class of cards: `kings: never`."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, Known[Annotated[str, Term("discard-rule")]]]

    by: Known[Texts] = None
    """Who discards: `dealer`, `declarer`, `all`, ..."""
    cards: Known[ByPlayers[Whole | dict[Id, Whole]]] = None
    """Cards discarded, where they are not as many as were received."""
    counts_for: Known[Text] = None
    surrendered: Known[Text] = None
    """When, and to whom, the discard is lost."""
    said: Known[Texts] = None
    text: Known[Text] = None

    @property
    def limits(self) -> dict[str, Any]:
        """The rule for each class of cards, as the record names them."""
        return dict(self.__pydantic_extra__ or {})


class Bidding(Facts):
    """How the players come to a contract (dm2004 ch. 1, "Bidding"; appendix B)."""

    procedure: Known[Annotated[str, Term("bidding-procedure")]] = None
    first: Known[Annotated[str, Term("seat")]] = None
    first_must_bid: Known[YesNo] = None
    jump: Known[YesNo] = None
    """Whether one may bid higher than is needed."""
    may_raise_contract: Known[YesNo] = None
    """Whether the declarer may play a higher contract than he bid."""
    return_after_pass: Known[YesNo] = None
    all_pass: Known[Text] = None
    passes: Known[Texts] = None
    """What a player says to pass."""
    text: Known[Text] = None


class Partner(Facts):
    """How a contract gives the declarer a partner."""

    calls: Known[Texts] = None
    own: Known[YesNo] = None
    """Whether the declarer may call a card that he holds."""
    secret: Known[YesNo] = None
    text: Known[Text] = None


class TalonUse(Facts):
    """What a contract does with the talon."""

    takes: Known[dict[Id, Whole]] = None
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

    when: Known[Annotated[str, Term("declaring-when")]] = None
    first: Known[Annotated[str, Term("seat")]] = None
    direction: Known[Annotated[str, Term("direction")]] = None
    shown: Known[Text] = None
    """Whether the cards are shown: `yes`, `no`, or how many of them."""
    compulsory: Known[YesNo] = None
    reuse: Known[Text] = None
    """Whether a card may serve in more than one declaration."""
    paid: Known[Text] = None
    """When: `at-once`, `end-of-hand`..."""
    to: Known[Text] = None
    settle: Known[Annotated[str, Term("settle")]] = None
    text: Known[Text] = None


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
    wild: Known[dict[str, Any]] = None
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

    leads: Known[Annotated[str, Term("seat")]] = None
    direction: Known[Annotated[str, Term("direction")]] = None
    must_follow: Known[YesNo] = None
    must_trump: Known[YesNo] = None
    must_overtrump: Known[YesNo] = None
    must_overtake: Known[YesNo] = None
    tricks_kept: Known[Text] = None
    secondary_trumps: Known[Text] = None
    review: Known[Text] = None
    """Who may look at tricks already won."""
    text: Known[Text] = None


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

    says: Known[Texts] = None
    of: Known[Texts] = None
    by: Known[Text] = None
    limit: Known[Text] = None
    text: Known[Text] = None


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

    aim: Known[Annotated[str, Term("aim")]] = None
    at_least: Known[ByPlayers[Numbers]] = None
    """Card points needed by the declarer's side, or by either; several: with 0, 1, 2, 3 of the cards in `by`."""
    more_than: Known[ByPlayers[Number]] = None
    by: Known[Text] = None
    draw: Known[Numbers] = None
    """Card points at which nobody wins."""
    par: Known[ByPlayers[Number | dict[Id, Number]]] = None
    """Card points from which each player's score is reckoned."""
    marcio: Known[Marcio] = None
    text: Known[Text] = None


class Score(Facts):
    """How a hand is paid or marked."""

    base: Known[Number | Literal["bid"]] = None
    each: Known[Number] = None
    """Game points for each step of card points..."""
    step: Known[Number] = None
    """...of so many card points..."""
    start: Known[Text] = None
    """...counted from: a figure, `need`, `par`."""
    round: Known[Annotated[str, Term("rounding")]] = None
    times: Known[Text] = None
    bands: Known[dict[str, Number]] = None
    """Payment by range of card points: `{16..20: 1, 11..15: 2}`."""
    settle: Known[Annotated[str, Term("settle")]] = None
    unit: Known[Text] = None
    paid: Known[Text] = None
    text: Known[Text] = None


class Tally(Facts):
    """How hands are added up into a rubber."""

    unit: Known[Text] = None
    keeps: Known[Annotated[str, Term("tally-keeps")]] = None
    first_to: Known[Number] = None
    hands: Known[ByPlayers[Whole]] = None
    bands: Known[dict[str, Number]] = None
    """Payment by the difference of the sides at the end of the rubber: `{1..35: 1, 36..71: 2}`."""
    bonus: Known[Text] = None
    partners: Known[Annotated[str, Term("tally-partners")]] = None
    text: Known[Text] = None


class Unit(Facts):
    """A unit in which the game is scored."""

    name: Known[Text] = None
    per: Known[Number] = None
    of: Known[Text] = None
    text: Known[Text] = None


class Rules(Facts):
    """The facts of one way of playing."""

    players: Known[Wholes] = None
    sitting_out: Known[Text] = None
    sides: Known[Annotated[str, Term("sides")]] = None
    seating: Known[Text] = None
    pack: Known[Id] = None
    pattern: Known[Texts] = None
    trump_order: Known[Id] = None
    suit_order: Known[Annotated[str, Term("suit-order")] | dict[Id, Texts]] = None
    groups: Known[dict[Id, Texts]] = None
    values: Known[dict[str, Number]] = None
    counting: Known[Counting] = None
    fool: Known[Fool] = None
    deal: Known[Deal] = None
    discard: Known[Discard] = None
    bidding: Known[Bidding] = None
    bids: Known[dict[Id, Known[Bid]]] = None
    cases: Known[dict[Id, Known[Case]]] = None
    declaring: Known[Declaring] = None
    declarations: Known[dict[Id, Known[Declaration]]] = None
    kinds: Known[dict[Id, Known[Kind]]] = None
    feats: Known[dict[Id, Known[Feat]]] = None
    play: Known[Play] = None
    talk: Known[Annotated[str, Term("talk")]] = None
    signals: Known[dict[Id, Known[Signal]]] = None
    doubling: Known[Doubling] = None
    pots: Known[dict[Id, Known[Pot]]] = None
    penalties: Known[dict[Id, Known[Penalty]]] = None
    win: Known[Win] = None
    score: Known[Score] = None
    tally: Known[Tally] = None
    units: Known[dict[Id, Known[Unit]]] = None
    seen: Known[Edtf] = None
