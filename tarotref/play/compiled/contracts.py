"""How the players come to a contract, and what each contract, and each case in which a hand is played otherwise, gives whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product

from tarotref.cards.counting import Points
from tarotref.cards.holdings import Holding
from tarotref.model import rules as facts
from tarotref.model.rules import Rules, entries
from tarotref.model.types import Absence, given
from tarotref.play.compiled.conditions import Condition, Earlier, condition, earlier
from tarotref.play.compiled.partners import Partner, partner
from tarotref.play.compiled.promises import Promise, promises
from tarotref.play.compiled.reading import Filled, section, tuple_of, yes

UNTOLD_REST = "opponents"
"""Whose a talon is that nobody takes, or what is left of it, where there is a declarer: the assumption `bids.talon.rest`."""


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """How the bidding goes round, and what comes of it if all pass."""

    procedure: str
    first: str | None
    """Who speaks first, a term of the list `seat`; None: the player after the dealer."""
    first_must_bid: bool
    waiting: str | None
    """Who waits for what others say, a term of the list `waiting`."""
    needs: Holding | None
    """The cards without which a player may not bid."""
    must: tuple[Holding, ...]
    """Cards with any of which a player may not pass as long as nobody has bid."""
    last_free: bool
    """Whether the last player may bid without them when all others have passed."""
    hold_always: bool
    """Whether any player still in may hold a bid that has not been his own."""
    hold_any: bool
    """Whether one who has bid may hold a bid from whatever seat, as long as nobody has held it."""
    jump: bool
    """Whether one may bid higher than is needed."""
    promises: tuple[Promise, ...]
    may_raise: bool
    """Whether the declarer may play a higher contract than he bid."""
    raises_alone: bool
    """Whether he may only if nobody else has bid, and he has promised nothing."""
    returns: bool
    """Whether one who has passed may bid again when another has bid since."""
    first_again: bool
    """Whether the first to speak may still bid when all have passed."""
    all_pass: str | None
    from_first: bool
    """Whether over a bid of the first round the others speak in turn from the first player."""


@dataclass(frozen=True, slots=True)
class TalonUse:
    """What a contract or case does with the talon."""

    takes: Mapping[str, int]
    """How many cards each takes, by terms of the list `who`."""
    before_bid: bool
    """Whether they take these, and discard, before it can be bid."""
    stages: int
    """In how many stages it is taken, if in more than one."""
    first: int
    """Which of its packets is looked at in the first stage."""
    passed_shown: frozenset[int] | None
    """In which stages a packet that is passed by is laid open; None: in all."""
    choice: bool
    """Whether the declarer takes one of its packets, which he likes."""
    of_half: str
    """Of which half of it he takes cards that he likes, a term of the list `talon-choice`; nothing where it lies in packets."""
    takes_called: bool
    """Whether he has to take the one in which the card that he called lies."""
    shown: bool
    keeps: int
    """How many of his own cards the declarer keeps, who lays all others aside before he takes the talon."""
    keeps_of: tuple[str, ...]
    keeps_suits: str
    """Whether these are of one suit, `same`, or each of another; nothing where it makes no difference."""
    keeps_shown: bool
    lays: str
    """Which card of the talon he then lays aside; nothing where none."""
    to_tricks: bool
    refusers: int
    """How many players may leave their cards of it to the player before the declarer; 0 where nobody may."""
    refused_shared: bool
    """Whether of two who do the second leaves them to the declarer."""
    refused_offered: bool
    """Whether the player before the declarer may decline them."""
    refuse_with: Holding | None
    """The cards with which alone they may."""
    called: str
    """What is the declarer's if the card that he called lies in it, a term of the list `talon-called`; nothing where that makes no
    difference."""
    rest: str
    """Whose the cards are that nobody takes, where there is a declarer."""
    rest_stated: str | None
    """Whose they are where there is none."""

    @property
    def packet(self) -> int:
        """How many cards lie in each of its packets."""
        return self.takes.get("declarer", 0) or 1

    def choices(self, cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """What he may take of so many cards that lie in it: one of its packets, or cards of its halves."""
        number, half = self.packet, len(cards) // 2
        if not self.of_half:
            return tuple(cards[n : n + number] for n in range(0, len(cards), number))
        halves, each = (cards[:half], cards[half:]), number // 2 if self.of_half == "each-half" else number
        first, second = (tuple(combinations(one, each)) for one in halves)
        if self.of_half == "one-half":
            return (*first, *second)
        return tuple((*one, *other) for one, other in product(first, second))


@dataclass(frozen=True, slots=True)
class Asks:
    """Cards that the declarer asks of the others, giving others for them."""

    cards: tuple[int, ...]
    """How many he may ask for."""
    barred: tuple[str, ...]
    kept: tuple[str, ...]
    """Cards that he may not give for those that he gets."""
    price: Mapping[str, Points]
    """What he pays for a card, by its name or class; `all`: for any."""
    price_of: str
    """The pot of which that is a share; nothing where it is a figure."""
    lies_with: str | None
    """Who gives a card out of his discard, a term of the list `who`."""
    to_opponents: bool
    """Whether all opponents share the price, and not the giver alone has it."""
    after_discard: bool
    laid_first: bool
    """Whether he lays the cards that he gives aside before he asks."""

    @property
    def most(self) -> int:
        return max(self.cards, default=0)


@dataclass(frozen=True, slots=True)
class Contract:
    """A bid, or the contract to which it leads."""

    id: str
    on_cards: tuple[int, ...]
    """On how many of his cards a player bids it, in a pause of the deal."""
    jump: bool
    """Whether it may be bid at any time, where other bids may not be higher than is needed."""
    first_word: bool
    """Whether a player may bid it only when he speaks for the first time."""
    opener_too: bool
    """Whether who made the first bid may bid it later too."""
    ends: bool
    """Whether the bidding ends with it."""
    level: tuple[str, ...]
    """The lower bids over which it does not go."""
    not_held_after: tuple[str, ...]
    """The bids after which whoever opened with one may not hold it."""
    last_word: bool
    """Whether its bidder speaks no more once he is overbid."""
    answered: bool
    """Whether the next player has to bid over it."""
    in_place: tuple[str, ...]
    """The contracts that its bidder may play in its place, if he wins the bidding with it."""
    played: bool
    """Whether it is played, and the hands are not thrown in if nobody bids higher."""
    first_round: bool
    over: tuple[str, ...]
    """The bids over which alone it may be made."""
    over_held: bool
    """Whether only who has made the bid under it may make it, once another has held that."""
    barred: tuple[str, ...]
    """Who may not bid it."""
    only_if: Condition | None
    if_all_pass: str | None
    """Who plays it if all pass; it is then no bid that anybody can make."""
    holder_of: tuple[str, ...]
    announces: tuple[str, ...]
    """Feats one of which the declarer has to announce."""
    announces_dealt: bool
    """Whether he has to with a card that was dealt to him."""
    leads: str | None
    partner: Partner | None
    talon: TalonUse | None
    asks: Asks | None
    base: tuple[Points, ...]
    """Game points of the contract, or one figure for each stage of the talon; nothing where it has none of its own."""
    base_over: Mapping[str, tuple[Points, ...]]
    """The same where one of these bids was made before it."""
    base_own: Points | None
    """What it is worth where the declarer has called a card of his own; None where that makes no difference."""
    unpriced: bool
    """Whether no base is told, nor that there is none."""
    lost: tuple[Points, ...]
    each: tuple[Points, ...]
    times: tuple[Points, ...]
    times_lost: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """Another way in which a hand may be played, that no bid brings about."""

    id: str
    at: str | None
    """When one may ask for it, a term of the list `case-at`; None where nobody can."""
    asked_by: str | None
    over: tuple[str, ...] | None
    """The cases over which alone it may be asked for."""
    only_if: Condition | None
    announces: tuple[str, ...]
    """Feats one of which the declarer has to announce."""
    or_raises: bool
    """Whether who may ask, and does not, has to double the game where nothing has been announced or doubled."""
    takes_discard: bool
    talon: TalonUse | None
    after: Earlier | None
    """What in an earlier hand brings it about."""
    hands: int
    """For how many hands after that."""
    more: str
    """What it does if it happens again in one of these, a term of the list `case-more`."""
    times: Points
    """By what all that such a hand pays is multiplied."""
    apart: bool
    """Whether a hand in which it happens again is none of these."""
    marks: bool
    """Whether each player gets a mark in place of it."""
    left: Points
    """What a mark that is left at the end of the rubber brings."""


def auction_rules(rules: Rules, filled: Filled) -> AuctionRules:
    """Compile how the bidding goes round."""
    bidding, bids = section(rules.bidding, facts.Bidding), dict(entries(rules.bids))
    procedure, must, holds = given(bidding.procedure), given(bidding.first_must_bid), yes(bidding.holds)
    passed = must or procedure == "forced" or any(given(bid.if_all_pass) for bid in bids.values())
    in_pauses = all(given(bid.on_cards) for bid in bids.values() if given(bid.if_all_pass) is None)
    unasked = {
        *(["all_pass"] if passed else []),
        *(["jump"] if len(bids) == 1 or procedure == "single-offer" else []),
        *(["procedure", "jump"] if in_pauses else []),  # the first bid in a pause is the last
    }
    told = {
        "procedure": procedure, "first": given(bidding.first), "first_must_bid": must, "jump": given(bidding.jump),
        "all_pass": given(bidding.all_pass),
    }  # fmt: skip
    for name, fact in told.items():
        if bids and fact is None and name not in unasked:
            filled.note(("bidding", name), "bidding.holds" if name == "procedure" and holds else "")
    return AuctionRules(
        procedure=procedure or ("delayed-hold" if holds else "escalation"),
        first=given(bidding.first),
        first_must_bid=bool(must),
        waiting=given(bidding.waiting),
        needs=given(bidding.needs),
        must=tuple_of(bidding.must),
        last_free=given(bidding.needs_unless) == "last-free",
        hold_always=given(bidding.hold_any) == "always", hold_any=bool(given(bidding.hold_any)),
        jump=given(bidding.jump) is not False,
        promises=promises(bidding),
        may_raise=bool(given(bidding.may_raise_contract)), raises_alone=given(bidding.may_raise_contract) == "sole-bidder",
        returns=yes(bidding.return_after_pass),
        first_again=yes(bidding.first_again), from_first=yes(bidding.from_first),
        all_pass=given(bidding.all_pass),
    )  # fmt: skip


def contracts(rules: Rules, talon: int, outside: int, filled: Filled) -> dict[str, Contract]:
    """Compile the contracts in ascending order; of the cards so many lie in the talon, and so many are in no hand."""
    bids = dict(entries(rules.bids))
    for id, bid in bids.items():
        if given(bid.holder_of) and talon and not any(given(other.if_all_pass) == "all" for other in bids.values()):
            filled.note(("bids", id, "if_all_pass"), "bids.if_all_pass")
    for id, bid in bids.items():
        if (asks := given(bid.asks)) and outside and asks.lies_with in (None, Absence.UNSTATED):
            filled.note(("bids", id, "asks"), "bids.asks")
        played = given(bid.played) is not False and given(bid.if_all_pass) != "all" and id not in _given_up(rules)
        if talon and played and rules.counting is not Absence.NONE and _leaves_talon(bid.talon):
            filled.note(("bids", id, "talon", "rest"), "bids.talon.rest")
    return {id: _contract(id, bid) for id, bid in bids.items()}


def _given_up(rules: Rules) -> frozenset[str]:
    """The bids of which a hand is given up before it is played, always."""
    conceded = (given(one.only_if) for _, one in entries(rules.concessions) if given(one.must))
    return frozenset(bid for one in conceded if one is not None for bid in tuple_of(one.bid))


def _leaves_talon(fact: facts.TalonUse | Absence | None) -> bool:
    """Whether nobody takes the talon, and it is not told whose it is; where `unstated` says so, that is a gap by itself."""
    if (use := given(fact)) is None:
        return fact is not Absence.NONE
    return not (given(use.takes) or given(use.to_tricks) or given(use.keeps) or use.rest is not None)


def _contract(id: str, bid: facts.Bid) -> Contract:
    return Contract(
        id=id,
        on_cards=tuple_of(bid.on_cards),
        jump=yes(bid.jump),
        first_word=bool(given(bid.first_word)),
        opener_too=given(bid.first_word) == "or-opener",
        ends=yes(bid.ends),
        level=tuple_of(bid.level),
        not_held_after=tuple_of(bid.not_held_after),
        last_word=yes(bid.last_word),
        answered=yes(bid.answered),
        in_place=tuple_of(bid.in_place),
        played=given(bid.played) is not False,
        first_round=bool(given(bid.first_round)),
        over=tuple_of(bid.over),
        over_held=yes(bid.over_held),
        barred=tuple_of(bid.barred),
        only_if=condition(bid.only_if),
        if_all_pass=given(bid.if_all_pass),
        holder_of=tuple_of(bid.holder_of),
        announces=tuple_of(bid.announces),
        announces_dealt=yes(bid.announces_dealt),
        leads=given(bid.leads),
        partner=partner(bid.partner),
        talon=talon_use(bid.talon),
        asks=_asks(bid.asks),
        base=tuple_of(bid.base),
        base_over=given(bid.base_over) or {},
        base_own=given(bid.base_own),
        unpriced=given(bid.base) is None and bid.base is not Absence.NONE,
        lost=tuple_of(bid.lost),
        each=tuple_of(bid.each),
        times=tuple_of(bid.times),
        times_lost=tuple_of(bid.times_lost),
    )


def talon_use(fact: facts.TalonUse | Absence | None) -> TalonUse | None:
    """Compile what is done with the talon; None where nothing is told of it."""
    if (found := given(fact)) is None:
        return None
    takes, rest, choice = given(found.takes) or {}, given(found.rest), given(found.choice)
    return TalonUse(
        takes=takes,
        before_bid=yes(found.before_bid),
        stages=given(found.stages) or 0,
        first=given(found.first) or 1,
        passed_shown=_stages_shown(given(found.passed_shown)),
        choice=bool(choice),
        of_half=choice if isinstance(choice, str) else "",
        takes_called=yes(found.takes_called),
        shown=bool(given(found.shown)),
        keeps=given(found.keeps) or 0,
        keeps_of=tuple_of(found.keeps_of),
        keeps_suits=given(found.keeps_suits) or "",
        keeps_shown=bool(given(found.keeps_shown)),
        lays=given(found.lays) or "",
        to_tricks=yes(found.to_tricks),
        refusers=1 if given(found.may_refuse) == "one" else len(takes) * bool(given(found.may_refuse)),
        refused_shared=given(found.may_refuse) == "shared",
        refused_offered=given(found.may_refuse) == "offered",
        refuse_with=given(found.refuse_with),
        called=given(found.called) or "",
        rest=rest or UNTOLD_REST,
        rest_stated=rest,
    )


def _stages_shown(fact: object) -> frozenset[int] | None:
    return frozenset() if fact is False else frozenset(fact) if isinstance(fact, tuple) else None


def _asks(fact: facts.Asks | Absence | None) -> Asks | None:
    if (found := given(fact)) is None:
        return None
    return Asks(
        tuple_of(found.cards), tuple_of(found.barred), tuple_of(found.kept), given(found.price) or {}, given(found.price_of) or "",
        given(found.lies_with), given(found.price_to) == "opponents", bool(given(found.after_discard)), yes(found.laid_first),
    )  # fmt: skip


def cases(rules: Rules, filled: Filled) -> dict[str, Case]:
    """Compile the cases in which a hand is played otherwise."""
    for id, case in entries(rules.cases):
        if given(case.asked_by) and given(case.at) is None:
            filled.note(("cases", id, "at"), "cases.at")
    return {
        id: Case(
            id, given(case.at), given(case.asked_by), given(case.over), condition(case.only_if),
            tuple_of(case.announces), yes(case.or_raises), bool(given(case.takes_discard)), talon_use(case.talon), earlier(case.after), given(case.hands) or 1,
            given(case.more) or "", given(case.times) or 1, yes(case.apart), yes(case.marks), given(case.left) or 0,
        )
        for id, case in entries(rules.cases)
    }  # fmt: skip
