"""A hand being played, as a value: where the cards are, what has been settled and said, who has to act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple, Protocol, TypeVar

from tarotref.cards.counting import Points
from tarotref.play.auction import Auction
from tarotref.play.compiled import Plan
from tarotref.play.compiled.contracts import Asks, Contract, TalonUse
from tarotref.play.compiled.partners import Partner
from tarotref.play.table import Action, Table
from tarotref.play.tricks import Trick

H = TypeVar("H", bound="Hand")
FIRST_TRICK = Trick(0)


class Part(IntEnum):
    """The parts of a hand, in order; each has phases of its own (`phases.ORDER`)."""

    BIDDING = 0
    CONTRACT = 1
    TALON = 2
    EXCHANGE = 3
    OPENING = 4
    PLAY = 5


class Event(Protocol):
    """Something that happened in a hand (`events`)."""

    @property
    def seat(self) -> int: ...

    @property
    def action(self) -> Action | None: ...

    def seen(self, hand: Hand, seat: int) -> Event: ...


class Said(NamedTuple):
    """Something a player has declared or announced, by its id, and after how many tricks."""

    seat: int
    id: str
    after: int = 0
    before_talon: bool = False
    """Whether it was said before the declarer took cards of the talon, where it then counts for more."""


class Asked(NamedTuple):
    """A card that was asked for: who gave it, its place, and whether he had laid it aside."""

    giver: int
    card: int
    aside: bool


class Sold(NamedTuple):
    """What is left of the pack on sale: who buys it as bids stand, for how much, and whether he has got it."""

    buyer: int
    price: Points
    done: bool = False


class Stake(NamedTuple):
    """What the last trick counts, where players raise it: who proposed last (-1: nobody), whether the other has still to answer, and
    who has it whoever wins that trick."""

    worth: Points
    by: int = -1
    open: bool = False
    to: int | None = None


class Double(NamedTuple):
    """How often what the cards pay (`score`) or an announced feat has been doubled, and by which side last."""

    level: int
    side: int


class Raised(NamedTuple):
    """That all payments of a hand are multiplied, by a case that hands before have brought about."""

    case: str
    times: Points
    apart: tuple[str, ...] = ()
    """The contracts that are not multiplied."""
    marked: tuple[bool, ...] = ()
    """Which seats have a mark, where it hangs on that."""


class Undealt(NamedTuple):
    """The cards before they are dealt, while players may ask for a case."""

    hands: tuple[tuple[int, ...], ...]
    """What each player is to be dealt, by place, in order."""
    pack: tuple[tuple[int, ...], ...] = ()
    """The cards of the last hand as they were gathered, by the seat before which they lay, last those that lay before nobody; nothing where
    there was no hand."""
    seed: int | str | None = None
    """What the cut depends on."""


class Setting(NamedTuple):
    """All that is settled beside the tricks: the deal, the contract, what has been laid aside and said."""

    plan: Plan
    """The rules in force: those of the contract, once there is one."""
    dealt: tuple[int, ...]
    """The hands as they were dealt, as bits of the plan's cards; what lies in stacks apart."""
    stacks: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """The stacks before each player as they were dealt, their cards by place, the upper one first; nothing where there are none."""
    pauses: tuple[tuple[int, ...], ...] = ()
    """What each player has been dealt at each pause of the deal in which one may bid or announce, as bits."""
    on_cards: int = 0
    """How many cards each player has been dealt, in a pause of the deal; 0 when all are dealt."""
    undealt: Undealt | None = None
    """The cards while they have not been dealt, where players are asked before the deal."""
    block: tuple[int, ...] = ()
    """The cards of the last hand that a side has put in order, by place."""
    before: int = 0
    """How many events there were before the deal."""
    asks_for: tuple[int | None, ...] = ()
    """What players have asked for in this pause of the deal, in turn, less than nothing where they offer it; None who puts it off."""
    kept_on: int | None = None
    """Who has kept the deal on by his word in its pause."""
    first: tuple[int, ...] = ()
    """What each player is dealt before he discards for the first time, as bits; nothing where he is dealt all."""
    dealing: bool = False
    """Whether the rest has still to be dealt, when all have discarded from these."""
    part: Part = Part.BIDDING
    """The part that the hand has reached."""
    turned_up: bool = False
    """Whether the stacks have been turned up for play."""
    talon: int = 0
    """What still lies in the talon."""
    stock: tuple[int, ...] = ()
    """The places of the cards of the stock, in the order in which they are drawn."""
    dead: int = 0
    dead_with: int | None = None
    """Who plays the cards of a dead hand that takes part, once it does."""
    lies: tuple[int, ...] = ()
    """The cards of the talon as they lay when they had been dealt, which tells its packets and which card is turned up next."""
    shown: int = 0
    """Cards of the talon and of discards that all have seen, and one that was turned up for trumps."""
    upturned: int = 0
    """The last card dealt to each player, where it is turned up and something hangs on it."""
    bottom: int = 0
    """The bottom card of the pack, the dealer's last, where something hangs on it and all see it before the deal."""
    turned: int = 0
    """How many of the dealer's partners sit after him, where partners sit side by side."""
    pots: Mapping[str, Points] = {}
    """What lies in each pot; nothing where the hand is played by itself."""
    totals: tuple[Points, ...] = ()
    """What each player has in the rubber before the hand; nothing where it is played by itself."""
    hands: int = 0
    """How many hands of the rubber have been played before."""
    raised: tuple[Raised, ...] = ()
    """What multiplies the payments of the hand, by what has happened in hands before it."""
    auction: Auction | None = None
    sold: Sold | None = None
    stake: Stake | None = None
    at: str = ""
    """The moment at which players were last asked whether they want a case, a term of the list `case-at`."""
    contract: str | None = None
    stage: int = 0
    """At which stage of the talon the declarer stopped, from 1; 0 where it has none."""
    declarer: int | None = None
    overruled: int | None = None
    """Who was declarer before another took up his discard."""
    partner: int | None = None
    called: int | None = None
    """The place of the card that was called."""
    refused: frozenset[int] = frozenset()
    """Who has left his cards of the talon to another."""
    asked: int = 0
    """How many cards the declarer may still ask for."""
    asking: Asked | None = None
    """The card that was asked for last, whose giver has still to get one for it."""
    bought: tuple[tuple[int, int], ...] = ()
    """Who gave which card that was asked for."""
    offered: tuple[int, ...] = ()
    """The cards laid face down to be given for those that are asked for, in order."""
    given: tuple[int, ...] = ()
    """The cards given in exchange for these, in order."""
    kept: int = 0
    """The cards of his own that the declarer keeps, who takes the talon for the others, as bits."""
    laid: tuple[int, ...] = ()
    """What each player has discarded."""
    demanded: bool = False
    """Whether the Fool has been demanded."""
    held: tuple[tuple[str, ...], ...] = ()
    """The declarations that each player holds once the cards are exchanged."""
    declared: tuple[Said, ...] = ()
    announced: tuple[Said, ...] = ()
    declined: frozenset[tuple[str, int]] = frozenset()
    """Who has no part in what a feat pays that a partner has announced, with its id."""
    named: tuple[tuple[str, int], ...] = ()
    """Of feats that were announced the suits named with them, by number."""
    doubled: tuple[tuple[str, Double], ...] = ()
    apart: tuple[int, ...] = ()
    """How often what passes between each opponent and the declarer, or each player and the others, has been doubled, where each
    doubles for himself and anybody has."""
    doubled_first: bool = False
    """Whether the game was doubled before the declarer took cards of the talon."""
    waived: frozenset[tuple[str, int, int]] = frozenset()
    """What players have let pass that they might have doubled, with how often it had been doubled, and who has."""
    proposed: Said | None = None
    """What the declarer has offered to give up by, to which the opponents have still to agree."""
    conceded: Said | None = None
    left: tuple[Said, ...] = ()
    """Who has given up for himself alone, so that the others play on without him, in order."""
    open: tuple[int, ...] = ()
    """Of these the seats whose hands lie open; the winner of each trick takes a card out of them."""
    out: tuple[int, ...] = ()
    """Of these the seats that play no more."""
    putting: tuple[str, int] | None = None
    """Which card is to be put into the trick in exchange for another, by the custom's id, and by whom."""
    silent: frozenset[tuple[str, int]] = frozenset()
    """Who has finished with which phase."""
    void: str = ""
    """Why the hand is not played: `all-pass`, or the id of what annuls the deal."""

    def person(self, seat: int) -> int:
        """The player who plays from a seat: the one who sits there, or who plays the cards of the dead hand."""
        return seat if self.dead_with is None or seat < self.plan.players else self.dead_with

    def side(self, seat: int) -> int:
        """The number of a player's side."""
        if self.dead_with is not None:
            seat = self.person(seat)
        return self.plan.seats.side(seat, self.declarer, self.partner, self.turned)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand at one moment. Seats are numbered in turn from the player after the dealer; the dealer has the last number."""

    table: Table
    setting: Setting
    hands: tuple[int, ...]
    """The cards each player holds, as bits of the plan's cards."""
    phase: str = ""
    """What is going on; nothing while it is not yet clear who comes next."""
    player: int | None = None
    """Who has to act; None when the hand is over."""
    trick: Trick = FIRST_TRICK
    tricks: tuple[Trick, ...] = ()
    events: tuple[Event, ...] = ()
    """What has happened since the deal, in order."""

    # -- what is so

    @property
    def plan(self) -> Plan:
        """The rules in force."""
        return self.setting.plan

    @property
    def over(self) -> bool:
        return self.player is None

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the players have done, in order."""
        return tuple(event.action for event in self.events if event.action is not None)

    @property
    def bid(self) -> Contract | None:
        """The contract that is played."""
        return self.table.contracts.get(self.setting.contract or "")

    @property
    def owed(self) -> tuple[str, ...]:
        """The feats one of which the declarer has to announce, by the contract or the case that was asked for."""
        case = self.plan.case_rules.get(self.table.case)
        return (*(self.bid.announces if self.bid is not None else ()), *(case.announces if case is not None else ()))

    @property
    def talon_use(self) -> TalonUse | None:
        """What is done with the talon: as the case says that was asked for, else as the contract does."""
        case = self.plan.case_rules.get(self.table.case)
        if case is not None and case.talon is not None:
            return case.talon
        return None if self.bid is None else self.bid.talon

    @property
    def asks(self) -> Asks | None:
        """What the contract lets the declarer ask of the others."""
        return None if self.bid is None else self.bid.asks

    @property
    def partner_rules(self) -> Partner | None:
        """How the contract gives the declarer a partner."""
        return None if self.bid is None else self.bid.partner

    @property
    def seat(self) -> int:
        """The player in turn."""
        assert self.player is not None
        return self.player

    @property
    def own(self) -> int:
        """The cards of the player in turn, as bits."""
        return self.hands[self.seat]

    @property
    def declarer(self) -> int:
        """The declarer; where there is none, the dealer."""
        return self.plan.dealer if self.setting.declarer is None else self.setting.declarer

    @property
    def turn(self) -> int:
        """The seat from which a card is due: that of the player in turn, or the dead or open hand whose cards he plays."""
        if (self.setting.dead_with is None and not self.setting.open) or self.phase != "play":
            return self.seat
        return self.trick.seat(len(self.trick.cards), self.plan.circle)

    @property
    def packets(self) -> tuple[int, ...]:
        """The packets of the talon as it was dealt, each of as many cards as the declarer takes, or what else he may take of it, as bits;
        or the hands of which one is chosen."""
        if self.setting.undealt is not None:
            return tuple(map(self.plan.bits, self.setting.undealt.hands))
        use, cards = self.talon_use, self.setting.lies
        parts = ((card,) for card in cards) if use is None else use.choices(cards)
        return tuple(map(self.plan.bits, parts))

    def packet(self, stage: int) -> int:
        """The cards of the talon that are looked at in a stage: its packets in turn, and then the first again."""
        packets, use = self.packets, self.talon_use
        return packets[(stage + (1 if use is None else use.first) - 2) % len(packets)]

    @property
    def chooses(self) -> bool:
        """Whether the declarer takes one of the packets of the talon, which he likes."""
        use = self.talon_use
        return self.setting.declarer is not None and use is not None and use.choice

    def from_talon(self, cards: int, number: int) -> int:
        """The first cards of the talon, of some that lie in it, as many as asked for, as bits."""
        return self.plan.bits([place for place in self.setting.lies if cards >> place & 1][:number])

    def led_by(self, seat: int) -> Trick:
        """The trick that a player leads, or where he has given up the next who has not."""
        trick = Trick(seat, open=self.setting.open, out=self.setting.out)
        return trick._replace(leader=next(iter(trick.order(self.plan.circle)), seat)) if self.setting.left else trick

    def has_won(self, seat: int) -> bool:
        """Whether a player has won a trick."""
        return any(trick.winner == seat for trick in self.tricks)

    # -- the hand otherwise; made by hand, as it is done for every card

    def changed(
        self: H,
        hands: tuple[int, ...],
        trick: Trick,
        tricks: tuple[Trick, ...],
        events: tuple[Event, ...],
        phase: str = "",
        player: int | None = None,
    ) -> H:
        """The hand with its cards otherwise, and the word given to a player, unless it is open who comes next."""
        return type(self)(self.table, self.setting, hands, phase, player, trick, tricks, events)

    def settle(self: H, **changes: Any) -> H:
        """The hand with something settled otherwise."""
        setting = self.setting._replace(**changes)
        return type(self)(
            self.table, setting, self.hands, self.phase, self.player, self.trick, self.tricks, self.events
        )

    def wait(self: H, phase: str, player: int | None) -> H:
        """The hand with the word given to a player in a phase."""
        return type(self)(self.table, self.setting, self.hands, phase, player, self.trick, self.tricks, self.events)

    def go_on(self: H, part: Part | None = None) -> H:
        """The hand when it has to be found who comes next, in the part that it has reached or in another."""
        return (self if part is None else self.settle(part=part)).wait("", None)

    def end(self: H, **changes: Any) -> H:
        """The hand when it is over."""
        return self.settle(**changes).wait("over", None)

    def speak_again(self, phase: str) -> frozenset[tuple[str, int]]:
        """Who is silent when a phase is opened again, because something was said to which the others may answer."""
        return frozenset(one for one in self.setting.silent if one[0] != phase)
