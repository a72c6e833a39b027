"""Bidding: whose turn it is, what he may say, and when it ends (dm2004 ch. 1, "Bidding"; appendix B).

Bids are numbers in ascending order; seats are numbered in turn from the player after the dealer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tarotref.play.compiled import Plan
from tarotref.play.compiled.promises import Promise

PASS, WAIT = -1, -2
"""What is said that is no bid."""
FIRST_WAITS = ("first-may", "first-last")
"""Terms of the list `waiting` by which the first player waits for the others, and is asked no more if none of them bids."""
OWED = {"last-bids": 1, "last-but-one-bids": 2}
"""How many players are still to speak, with himself, when one has to bid, by terms of the list `all-pass`."""
HOLDS = ("immediate-hold", "delayed-hold", "first-holds")


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding as it stands. `holder` has the highest bid so far; who has passed is out of it."""

    procedure: str
    """A term of the list `bidding-procedure`."""
    bids: tuple[str, ...]
    players: int
    first: int
    must: bool = False
    """Whether the first player has to bid."""
    jump: bool = True
    turn: int | None = 0
    high: int = PASS
    holder: int | None = None
    passed: frozenset[int] = frozenset()
    spoken: frozenset[int] = frozenset()
    opened: int | None = None
    """Who made the first bid."""
    opening: int = PASS
    """What was the first bid."""
    not_held: tuple[tuple[int, int], ...] = ()
    """Pairs of a bid and another after which whoever opened with this one may not hold it."""
    barred: frozenset[tuple[int, int]] = frozenset()
    """Which bid which seat may not make."""
    early: frozenset[int] = frozenset()
    """Bids for rounds of their own, each of which the first bid ends; the others follow in the last round."""
    free: frozenset[int] = frozenset()
    """Bids that may be made at any time, where others may not be higher than is needed."""
    first_word: frozenset[int] = frozenset()
    """Bids that a player makes only when he speaks for the first time."""
    opener_too: frozenset[int] = frozenset()
    """Those of them that who made the first bid makes later too."""
    last: frozenset[int] = frozenset()
    """Bids with which the bidding ends."""
    over: tuple[tuple[int, int], ...] = ()
    """Pairs of a bid and another over which it may be made, of those that may be made over no others; or itself."""
    returns: bool = False
    """Whether one who has passed may bid again when another has bid since."""
    owed: int = 0
    """How many players are still to speak, with himself, when one has to bid as all before him have passed; 0: never."""
    level: tuple[tuple[int, int], ...] = ()
    """Pairs of a bid and a lower one over which it does not go."""
    last_word: frozenset[int] = frozenset()
    """Bids whose bidder speaks no more once he is overbid."""
    answered: frozenset[int] = frozenset()
    """Bids over which the next player has to bid."""
    from_first: bool = False
    """Whether over a bid of a round before the last the others speak in turn from the first player, not from the bidder."""
    ahead: int | None = None
    """Who comes before the first player in turn, once he has made such a bid."""
    asked_again: bool = False
    """Whether the first to speak has the word once more because all had passed."""
    hold_any: bool = False
    """Whether one who has bid may hold a bid from whatever seat, as long as nobody has held it."""
    hold_always: bool = False
    """Whether any player still in may hold a bid that has not been his own."""
    over_held: frozenset[int] = frozenset()
    """Bids that only the maker of the bid under them makes, once another has held that."""
    maker: int | None = None
    """Who made the highest bid, whoever has held it."""
    owners: frozenset[int] = frozenset()
    """Whose the highest bid has been, where that makes a difference."""
    bidders: frozenset[int] = frozenset()
    """Who has bid."""
    waiting: str | None = None
    """Who waits for the others, neither bidding nor passing, and how: a term of the list `waiting`."""
    waited: frozenset[int] = frozenset()
    """Who has, where each may at his first word."""
    held: bool = False
    """Whether somebody has held the highest bid."""
    promised: tuple[int, Promise] | None = None
    """Who has promised a card, and what."""
    rounds: tuple[tuple[int, frozenset[int]], ...] = ()
    """The rounds before the last one, that which is on and those to come: on how many cards each player bids in it, in a
    pause of the deal (0 where all are dealt), and which bids are made in it."""

    @property
    def done(self) -> bool:
        return self.turn is None

    @property
    def on_cards(self) -> int:
        """On how many of his cards each player bids now; 0 where all are dealt."""
        return self.rounds[0][0] if self.rounds else 0

    def when_dealt(self) -> Auction:
        """The bidding that is left when all cards are dealt."""
        return replace(self, rounds=tuple(one for one in self.rounds if not one[0]))

    @property
    def order(self) -> list[int]:
        """The seats in turn, the first speaker first."""
        seats = [(self.first + n) % self.players for n in range(self.players)]
        return seats if self.ahead is None else [self.ahead, *(seat for seat in seats if seat != self.ahead)]

    def place(self, seat: int) -> int:
        """How late in turn a seat is: the first speaker 0."""
        return self.order.index(seat)

    def legal(self) -> tuple[int, ...]:
        """What the player in turn may say: numbers of bids, -1 to pass, and -2 to wait."""
        assert self.turn is not None
        least = self.high if self._holds(self.turn) else self.high + 1
        if self.rounds:
            return (PASS, *(n for n in sorted(self.rounds[0][1]) if (n, self.turn) not in self.barred))
        open_ = [n for n in range(len(self.bids)) if n not in self.early and self._follows(n, least)]
        if not self.jump:
            steps = [n for n in open_ if n not in self.free]
            open_ = [n for n in open_ if n in (*steps[:1], *self.free)]
        late = self.first_word if self.turn in self.spoken else frozenset()
        late = late - self.opener_too if self.turn == self.opened else late
        found = [n for n in open_ if n not in late and (n, self.turn) not in self.barred]
        waits = (WAIT,) if self.each_may_wait and self.turn not in self.spoken else ()
        return (*(() if found and self._forced(self.turn) else (PASS,)), *waits, *found)

    def _forced(self, seat: int) -> bool:
        """Whether the player in turn has to bid: as long as nobody has, or over a bid that is answered."""
        if self.holder is not None:
            return self.high in self.answered and self.spoken == {self.holder}
        if seat in self.waited:
            return self.passed >= {*self.order[self.place(seat) + 1 :]}
        left = self.players - len(self.spoken)
        return (self.must and self.place(seat) == 0) or (left == self.owed and seat not in self.spoken)

    def promise(self, promises: Iterable[Promise], said: int) -> Promise | None:
        """What the player in turn promises with what he says: with a bid by as many steps as it is higher than is needed, with a
        pass if he yields. A card is promised once, and not by the last who has not passed."""
        assert self.turn is not None
        others = frozenset(range(self.players)) - {self.turn}
        if said == WAIT or self.promised is not None or (said != PASS and self.passed == others):
            return None
        steps = said - (self.high if self._holds(self.turn) else self.high + 1)
        if said == PASS:
            found = [one for one in promises if not (one.steps or one.bids)] if self._yields(others) else []
        else:
            found = [one for one in promises if steps and self.bids[said] in one.bids]
            found += [one for one in promises if steps and one.steps == steps]
        return found[0] if found else None

    def _yields(self, others: frozenset[int]) -> bool:
        """Whether the player in turn, if he passes, leaves the hand to the only other one who has bid, the next bid above his."""
        assert self.turn is not None
        return self.opened == self.turn and self.high == 1 and self.passed == others - {self.holder} and not self.held

    def _holds(self, seat: int) -> bool:
        """Whether a player may hold the highest bid: earlier in turn than who has made it, or from whatever seat if he has bid."""
        if seat == self.opened and (self.high, self.opening) in self.not_held:
            return False
        if self.hold_always:
            return self.holder is not None and seat not in self.owners
        if self.procedure not in HOLDS or self.holder is None or seat not in self.spoken:
            return False
        if self.procedure == "first-holds":
            return seat == self.first
        if self.hold_any:
            return seat in self.bidders and not self.held
        return self.place(seat) < self.place(self.holder)

    def is_held(self, bid: str) -> bool:
        """Whether the player in turn, if he says this bid, holds that of another."""
        return (
            self.turn is not None and self.holder is not None and self.bids[self.high] == bid and self._holds(self.turn)
        )

    def _follows(self, bid: int, least: int) -> bool:
        """Whether a bid may be made now: over those over which alone it is made, else where it is high enough."""
        pushes = bid in self.over_held and bid != self.high
        if (bid, self.high) in self.level or (pushes and not (self.held and self.maker == self.turn)):
            return False
        below = [other for own, other in self.over if own == bid != other]
        return self._again(bid) or (self.high in below or bid == least == self.high if below else bid >= least)

    def _again(self, bid: int) -> bool:
        """Whether a bid may be made over itself, by a player later in turn."""
        if self.high != bid or (bid, bid) not in self.over or self.holder is None or self.turn is None:
            return False
        return self.place(self.turn) > self.place(self.holder)

    def say(self, said: int) -> Auction:
        """The bidding after the player in turn has said one of `legal`."""
        assert self.turn is not None
        seat = self.turn
        now = replace(self, spoken=self.spoken | {seat})
        if said == WAIT:
            now = replace(now, waited=self.waited | {seat})
            return replace(now, turn=now._next(seat))
        if self.rounds:
            return now._say_early(seat, said)
        silent = {self.holder} if said != PASS and self.high in self.last_word and self.holder is not None else set()
        if said == PASS and self.awaits(seat):
            pass
        elif said == PASS:
            now = replace(now, passed=self.passed | {seat})
        else:
            passed = frozenset[int]() if self.returns else self.passed
            opened, opening = (seat, said) if self.opened is None else (self.opened, self.opening)
            held, maker = said == self.high, self.maker if said == self.high else seat
            now = replace(
                now, high=said, holder=seat, opened=opened, opening=opening, passed=passed, held=held, maker=maker
            )
            owners = self.owners if said == self.high else frozenset[int]()
            now = replace(now, bidders=self.bidders | {seat}, owners=owners | {seat}) if self.hold_any else now
            now = replace(now, passed=now.passed | (silent - {seat}))
        return replace(now, turn=None if said in self.last else now._next(seat))

    @property
    def each_may_wait(self) -> bool:
        """Whether each player may wait at his first word."""
        return self.waiting == "each-may"

    def awaits(self, seat: int) -> bool:
        """Whether a player who says nothing waits for the others, and is not out."""
        return self.waiting == "first-may" and seat == self.first and seat not in self.spoken

    def again(self) -> Auction:
        """The bidding when all have passed, and the first to speak has the word once more."""
        return replace(self, turn=self.first, passed=self.passed - {self.first}, asked_again=True)

    def doubled(self) -> Auction:
        """The bidding when the player in turn has doubled the highest bid, and so has spoken and not passed."""
        assert self.turn is not None
        now = replace(self, spoken=self.spoken | {self.turn})
        return replace(now, turn=now._next(self.turn))

    def raised(self, bid: int) -> Auction:
        """The bidding when its winner has named a higher contract, over which those who have passed may bid."""
        assert self.holder is not None
        now = replace(self, high=bid, passed=frozenset())
        return replace(now, turn=now._next(self.holder))

    def _say_early(self, seat: int, said: int) -> Auction:
        """The bidding after something has been said in a round before the last: whoever bids is overbid by the bids that are made
        over his alone, and comes first in turn from then on; if nobody bids, the next round begins, where there are bids left."""
        if said != PASS:
            now = replace(self, high=said, holder=seat, opened=seat, rounds=(), spoken=frozenset({seat}))
            now = replace(now, ahead=seat) if self.from_first else replace(now, first=seat)
            goes_on = any(other == said for _, other in self.over) and said not in self.last
            return replace(now, turn=now._next(seat) if goes_on else None)
        if len(self.spoken) == self.players:
            left = len(self.rounds) > 1 or len(self.early) < len(self.bids)
            return replace(self, rounds=self.rounds[1:], spoken=frozenset(), turn=self.first if left else None)
        return replace(self, turn=(seat + 1) % self.players)

    def _next(self, seat: int) -> int | None:
        """Who speaks next; None when the bidding has ended."""
        if self.procedure in ("single-offer", "forced") and self.holder is not None:
            return None
        order = self.order
        waiting = [other for other in order if other not in self.spoken]
        if self.procedure in ("single-round", "single-offer", "forced"):
            return waiting[0] if waiting else None
        if self.holder is not None and not any(map(self._may_bid, self._others())):
            return None
        if self.procedure == "immediate-hold":
            return self._duel(seat, waiting)
        if waiting:
            return waiting[0]
        left = self._others()
        if not left or (self.holder is None and self.waiting in FIRST_WAITS and left == [self.first]):
            return None
        after = [(seat + n) % self.players for n in range(1, self.players + 1)]
        return next(other for other in after if other in left)

    def _duel(self, seat: int, waiting: list[int]) -> int | None:
        """In the immediate hold two bid against each other until one passes; then the next in turn may take on the other."""
        if self.holder is None:
            return waiting[0] if waiting else None
        rivals = [other for other in self.spoken if other not in self.passed and other != self.holder]
        if rivals:
            return min(rivals, key=lambda other: (other - seat) % self.players)
        return waiting[0] if waiting else None

    def _others(self) -> list[int]:
        """Who may still speak beside who has the highest bid."""
        return [seat for seat in self.order if seat not in self.passed and seat != self.holder]

    def _may_bid(self, seat: int) -> bool:
        """Whether there is a bid that a player may make, or hold, if it is his turn."""
        return any(said >= 0 for said in replace(self, turn=seat).legal())


def auction(plan: Plan) -> Auction | None:
    """The bidding of a plan at its start; None where there are no bids that can be made."""
    known = {id: bid for id, bid in plan.contracts.items() if bid.if_all_pass is None}
    if not known:
        return None
    rules, number = plan.auction, {id: n for n, id in enumerate(known)}
    first = plan.seats.seat(rules.first) or 0
    barred = frozenset(
        (n, seat)
        for n, bid in enumerate(known.values())
        for who in bid.barred
        if (seat := plan.seats.seat(who)) is not None
    )
    first_round = frozenset(number[id] for id, bid in known.items() if bid.first_round)
    asked = {cards for one in plan.deal.thrown_in.values() for cards in one.on_cards}
    rounds = [
        (cards, frozenset(number[id] for id, bid in known.items() if cards in bid.on_cards))
        for cards in plan.deal.pauses
        if cards not in asked or any(cards in bid.on_cards for bid in known.values())
    ]
    rounds += [(0, first_round)] if first_round else []
    free = frozenset(number[id] for id, bid in known.items() if bid.jump)
    first_word = frozenset(number[id] for id, bid in known.items() if bid.first_word)
    opener_too = frozenset(number[id] for id, bid in known.items() if bid.opener_too)
    last = frozenset(number[id] for id, bid in known.items() if bid.ends)
    last_word = frozenset(number[id] for id, bid in known.items() if bid.last_word)
    answered = frozenset(number[id] for id, bid in known.items() if bid.answered)
    over = tuple((number[id], number[other]) for id, bid in known.items() for other in bid.over if other in number)
    level = tuple((number[id], number[other]) for id, bid in known.items() for other in bid.level if other in number)
    over_held = frozenset(number[id] for id, bid in known.items() if bid.over_held)
    not_held = tuple((number[id], number[other]) for id, bid in known.items() for other in bid.not_held_after)
    silent = rules.waiting == "first-last"
    return Auction(
        rules.procedure, tuple(known), plan.players, first, rules.first_must_bid, rules.jump,
        (first + silent) % plan.players, spoken=frozenset([first] if silent else []), barred=barred,
        early=frozenset(n for _, bids in rounds for n in bids), over=over, rounds=tuple(rounds),
        free=free, first_word=first_word, opener_too=opener_too, last=last, waiting=rules.waiting, returns=rules.returns, hold_any=rules.hold_any,
        hold_always=rules.hold_always,
        owed=OWED.get(rules.all_pass or "", 0), level=level, not_held=not_held, last_word=last_word, answered=answered, over_held=over_held, from_first=rules.from_first,
    )  # fmt: skip


def if_all_pass(plan: Plan) -> tuple[tuple[str, str], ...]:
    """What is played if all pass, as ids of contracts and terms of the list `who`; those that hang on a card go first."""
    found = [(id, bid.if_all_pass) for id, bid in plan.contracts.items() if bid.if_all_pass is not None]
    return tuple(sorted(found, key=lambda one: one[1] != "holder"))
