"""Players: functions from a hand to what is done next. One does anything legal, one keeps to a few rules of thumb.

A player looks at no more than the state's `view` of his seat shows. The rules of thumb are told in docs/play.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tarotref.cards.counting import Points
from tarotref.cards.holdings import declare
from tarotref.model.types import told
from tarotref.play.claims import cards_of, had, promised
from tarotref.play.plan import TRUMPS, Plan, places
from tarotref.play.state import State
from tarotref.play.table import DONE, PASSED, Action
from tarotref.play.tricks import Trick, best, draws, led

Player = Callable[[State], Action]

FEW = ("fewest", "no-tricks", "tricks")
"""Aims that few tricks serve."""
FIRST_BID, NEXT_BID = 1.2, 0.2
"""How many times an average hand the lowest bid asks for, and how much more each higher one."""
ALL_TRICKS_BID = 2.5
"""How many times an average hand a contract of all tricks asks for."""
DOUBLE, REDOUBLE = 1.6, 2.2
"""How many times an average hand it takes to double, and to double what has been doubled."""


def random_player(rng: random.Random) -> Player:
    """Return a player who does any of the legal things, each as likely as the others."""

    def player(state: State) -> Action:
        return rng.choice(state.legal())

    return player


def simple(state: State) -> Action:
    """Do what the rules of thumb say; nothing is left to chance."""
    legal = state.legal()
    return legal[0] if len(legal) == 1 else _PHASES.get(state.phase, _nothing)(Sight(state), legal)


PLAYERS: Mapping[str, Callable[[random.Random], Player]] = {
    "random": random_player, "simple": lambda rng: simple,
}  # fmt: skip
"""Players by name, made with what they need of chance."""


class Judged:
    """What each card of a plan is worth to a player, by place."""

    def __init__(self, plan: Plan):
        trumps = sorted(places(plan.of_suit[TRUMPS]), key=lambda n: plan.power[TRUMPS][n])
        self.high = plan.bits(trumps[len(trumps) - len(trumps) // 3 :])
        """The upper third of the trumps."""
        self.pagat = plan.named(["pagat"])
        self.kings = plan.named(["kings"])
        self.points: tuple[Points, ...] = tuple(plan.values.get(card, 0) for card in plan.cards)
        """Card points."""
        strong = plan.of_suit[TRUMPS] | plan.fool | self.kings
        self.strength = tuple((strong >> n & 1) + (self.high >> n & 1) for n in range(len(plan.cards)))
        """What each counts in a hand: a trump, the Fool, a King 1; a trump of the upper third 2."""
        self.low = told(plan.rules.win, "aim") in FEW
        """Whether it is better not to win tricks."""
        self.height = tuple(max(plan.power[max(suit, 0)][n], 0) for n, suit in enumerate(plan.suit))
        """How high each card is in its suit."""
        self.beaten_by = tuple(
            tuple(
                plan.bits(m for m, other in enumerate(power) if m != n and other >= own) for n, own in enumerate(power)
            )
            for power in plan.power
        )
        """The cards that beat each card when they are played after it, by suit led."""


judged = lru_cache(maxsize=256)(Judged)


def strength(plan: Plan, hand: int) -> float:
    """How many times an average hand of as many cards a hand is: trumps, the highest twice, Kings, Fool, and suits it lacks."""
    known = judged(plan)
    mine = sum(known.strength[n] for n in places(hand))
    mine += sum(not hand & suit for suit in plan.of_suit[1:] if suit)
    return mine * len(plan.cards) / (sum(known.strength) * max(hand.bit_count(), 1))


def best_trumps(plan: Plan, hand: int) -> str:
    """The suit in which a hand is strongest as trumps, of those that may be made trumps."""
    return max(plan.by_trumps, key=lambda suit: strength(plan.by_trumps[suit], hand))


@dataclass(frozen=True)
class Sight:
    """A hand as the player in turn sees it."""

    state: State

    @cached_property
    def plan(self) -> Plan:
        return self.state.plan

    @cached_property
    def cards(self) -> Judged:
        return judged(self.plan)

    @cached_property
    def seat(self) -> int:
        """The seat from which he plays: his own, or that of the dead hand whose cards he plays."""
        return self.state.turn

    @cached_property
    def hand(self) -> int:
        return self.state.hands[self.seat]

    @cached_property
    def declared(self) -> int:
        """The cards with which one can declare something from one's hand."""
        plan, held = self.plan, self.state.table.held(self.plan, self.hand) if self.plan.declarations else ()
        if not held:
            return 0
        chosen = {id: plan.declarations[id] for id in held}
        made = declare(places(self.hand), chosen, plan.kinds, plan.groups).declared
        return plan.bits(card for one in made for card in one.cards)  # type: ignore[misc]

    @property
    def trick(self) -> Trick:
        return self.state.trick

    @cached_property
    def played(self) -> int:
        """All cards that have been played, or drawn and put with a trick."""
        found = self.plan.bits(self.trick.cards)
        if not self.plan.draws_to_hand:
            drawn = draws(self.plan, self.state.setting.stock, self.state.tricks)
            found |= self.plan.bits(card for _, _, card in drawn)
        for trick in self.state.tricks:
            for card in trick.cards:
                found |= 1 << card
        return found

    @cached_property
    def unseen(self) -> int:
        """The cards that others may still hold, as far as this player knows."""
        setting = self.state.setting
        person = setting.person(self.seat)
        mine = self.hand | setting.laid[person]
        if setting.dead_with == person:
            mine |= self.state.hands[person] | self.state.hands[-1] & setting.shown
        return self.plan.whole & ~mine & ~self.played

    def ally(self, other: int) -> bool:
        """Whether a player is known to be on the same side."""
        setting = self.state.setting
        if setting.called is not None and other != self.seat:
            shown = self.played >> setting.called & 1
            if not shown and not (self.seat == setting.partner and other == setting.declarer):
                return False
        return setting.side(other) == setting.side(self.seat)

    @cached_property
    def foes_after(self) -> int:
        """How many others are still to play to the trick who are not known to be allies."""
        circle = self.plan.circle
        behind = range(len(self.trick.cards) + 1, len(circle))
        return sum(not self.ally(self.trick.seat(n, circle)) for n in behind)

    @cached_property
    def strength(self) -> float:
        return self.strength_by(self.plan)

    def strength_by(self, plan: Plan) -> float:
        """How good the hand is by the rules of a contract: with its best suit as trumps, where one is still to be made so."""
        if plan.by_trumps:
            plan = plan.by_trumps[best_trumps(plan, self.hand)]
        return strength(plan, self.hand)

    def suit(self, card: int) -> int:
        """The cards of the suit of a card."""
        return self.plan.of_suit[self.plan.suit[card]]

    def cost(self, card: int) -> tuple[bool, bool, Points, int]:
        """How dear a card is, to throw away: the Pagat and the high trumps, other trumps, what counts, what is high."""
        known, trump = self.cards, self.plan.suit[card] == TRUMPS
        dear = bool((known.pagat | known.high | self.plan.fool) >> card & 1)
        return dear, trump, known.points[card], known.height[card]

    def sure(self, card: int, suit: int) -> bool:
        """Whether a card that wins so far will most likely win: none behind can or will beat it."""
        if not self.foes_after:
            return True
        higher = self.unseen & self.cards.beaten_by[suit][card]
        if self.plan.suit[card] == TRUMPS:
            return not higher
        if higher & ~self.plan.of_suit[TRUMPS]:
            return False
        return not higher or (self.unseen & self.plan.of_suit[suit]).bit_count() >= 3 * self.foes_after


def _nothing(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Say nothing, where one may say nothing."""
    return next((action for action in (DONE, PASSED) if action in legal), legal[0])


def _first(see: Sight, legal: tuple[Action, ...]) -> Action:
    return legal[0]


# -- before play


def _bid(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The highest bid that the count of the hand allows; what must be said, where none does."""
    bids = list(see.state.table.bids)
    fit = [action for action in legal if action.kind != "pass" and _fit(see, action.what, bids.index(action.what))]
    return fit[-1] if fit else _nothing(see, legal)


def _fit(see: Sight, bid: str, rank: int) -> bool:
    """Whether a hand is good enough for a contract."""
    plan = see.state.table.contracts.get(bid, see.plan)
    aim = told(plan.rules.win, "aim")
    if aim in ("no-tricks", "tricks"):
        return _loses_all(see)
    return see.strength_by(plan) >= (ALL_TRICKS_BID if aim == "all-tricks" else FIRST_BID + NEXT_BID * rank)


def _case(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Ask for a case rather than throw the cards in; else where the hand is good enough for it, or, as one who is not to take
    tricks or is to have a partner, where it is below the average."""
    if see.state.setting.at == "after-passes":
        return legal[0]
    return next((action for action in legal if action.kind == "case" and _suits(see, action.what)), DONE)


def _suits(see: Sight, case: str) -> bool:
    aim = told(see.state.table.cases[case].plan.rules.win, "aim")
    if aim in ("no-tricks", "tricks"):
        return _loses_all(see)
    return _wins_all(see) if aim == "all-tricks" else see.strength < 1


def _throw_in(see: Sight, legal: tuple[Action, ...]) -> Action:
    return legal[0] if see.strength < 1 else DONE


def _discard(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Lay what brings the hand nearest to lacking a suit in which it has no King; points go first where they are one's own, and last
    what one can declare."""
    declarer = see.state.setting.declarer
    counts_for = see.plan.discard_for(see.seat, declarer)
    theirs = counts_for == "nobody" or (counts_for == "opponents" and see.seat == declarer)
    return _lay(see, legal, own=not theirs and not see.cards.low)


def _trumps(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Make the suit trumps in which the hand is strongest."""
    return Action("trumps", best_trumps(see.plan, see.hand))


def _exchange(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Change all that is no trump, no King and not the highest card of its suit; where no trick is to be won, what is high."""
    cards = [action for action in legal if action.kind == "discard"]

    def poor(action: Action) -> bool:
        card = see.state.table.place[action.what]
        suit = see.suit(card)
        if see.cards.low:
            return 2 * see.cards.height[card] > suit.bit_count()
        top = max(places(suit), key=lambda n: see.cards.height[n])
        return see.plan.suit[card] != TRUMPS and card != top and not see.cards.kings >> card & 1

    return next(filter(poor, cards), DONE)


def _keep(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The dearest card."""
    return max(legal, key=lambda action: see.cost(see.state.table.place[action.what]))


def _give(see: Sight, legal: tuple[Action, ...]) -> Action:
    return _lay(see, legal, own=False)


def _lay(see: Sight, legal: tuple[Action, ...], own: bool) -> Action:
    def order(action: Action) -> tuple[bool, bool, bool, bool, bool, int, Points]:
        card = see.state.table.place[action.what]
        dear, trump, points, _ = see.cost(card)
        mine = see.suit(card) & see.hand if not dear or trump else 0
        king, guarded = bool(see.cards.kings >> card & 1), bool(mine & see.cards.kings)
        return dear, trump, king, bool(see.declared >> card & 1), guarded, mine.bit_count(), -points if own else points

    return min(legal, key=order)


def _ask(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The highest trump that one lacks, then Kings."""
    asked = [action for action in legal if action.kind == "ask"]
    return max(asked, key=lambda action: _want(see, see.state.table.place[action.what])) if asked else legal[0]


def _call(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The highest trump that one lacks, or the King of the suit of which one has least."""
    return max(legal, key=lambda action: _want(see, see.state.table.place[action.what]))


def _want(see: Sight, card: int) -> tuple[bool, bool, int, int, Points]:
    """How much a card is wanted that another may hold."""
    known, suit = see.cards, see.plan.suit[card]
    height = known.height[card] if suit == TRUMPS else 0
    mine = (see.suit(card) & see.hand).bit_count() if suit > TRUMPS else 0
    prized = suit == TRUMPS or bool(known.kings >> card & 1)
    return not see.hand >> card & 1, prized, height, -mine, known.points[card]


def _take(see: Sight, legal: tuple[Action, ...]) -> Action:
    """The packet of the talon that is worth most in trumps and Kings, and then in points."""
    known = see.cards

    def worth(action: Action) -> tuple[int, Points]:
        cards = list(places(see.state.packets[int(action.what) - 1]))
        return sum(known.strength[n] for n in cards), sum(known.points[n] for n in cards)

    return max(legal, key=worth)


def _declare(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Declare all; where all cannot stand beside each other, of the same cards the most, and what pays most."""
    ids, rungs = [action.what for action in legal if action.kind == "declare"], see.plan.rungs
    ids = [id for n, id in enumerate(ids) if not rungs.get(id, frozenset()).intersection(ids[n + 1 :])]
    if see.plan.apart and len(ids) > 1:
        made = {one.id for one in see.state.setting.declared if one.seat == see.seat}
        dearest = see.plan.together(had(see.state, see.seat), {*made, *ids})
        ids = [id for id in ids if id in dearest] or ids
    return next((Action("declare", id) for id in ids), DONE)


def _announce(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Announce only what is near sure, or what the contract obliges to."""
    near_sure = (action for action in legal if action.kind == "announce" and _near_sure(see, action.what))
    return next(near_sure, _nothing(see, legal))


def _near_sure(see: Sight, id: str) -> bool:
    feat = see.plan.feats[id]
    trumps = see.plan.of_suit[TRUMPS]
    alone = not any(see.ally(other) for other in range(see.plan.players) if other != see.seat)
    match feat.do:
        case "all-tricks":
            return not see.cards.low and _wins_all(see)
        case "no-tricks":
            return alone and _loses_all(see)
        case "win-last":
            return (see.hand & trumps).bit_count() >= (see.unseen & trumps).bit_count() + 2 and bool(
                see.hand & cards_of(see.state, feat)
            )
    return False


def _wins_all(see: Sight) -> bool:
    """Whether a hand can draw all trumps, and has nothing beside trumps that is not the highest."""
    for suit in see.plan.of_suit:
        if not (mine := see.hand & suit):
            continue
        others = sorted((see.cards.height[n] for n in places(see.unseen & suit)), reverse=True)
        own = sorted((see.cards.height[n] for n in places(mine)), reverse=True)
        masters = sum(not others or height > others[0] for height in own)
        if masters < len(own) and masters < len(others):
            return False
    trumps = see.plan.of_suit[TRUMPS]
    return (see.hand & trumps).bit_count() > (see.unseen & trumps).bit_count()


def _loses_all(see: Sight) -> bool:
    """Whether each card of a hand is lower than as high a one of those that it lacks in the suit, counted from the lowest."""
    for suit in see.plan.of_suit:
        own = sorted(see.cards.height[n] for n in places(see.hand & suit))
        others = sorted(see.cards.height[n] for n in places(see.unseen & suit))
        if len(others) < len(own) or any(mine > other for mine, other in zip(own, others, strict=False)):
            return False
    return True


def _double(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Double what the cards pay, and nothing else, and never without strength; announce only what is near sure."""
    if (announced := _announce(see, legal)) != DONE:
        return announced
    score = Action("double", "score")
    needed = REDOUBLE if see.state.setting.doubled else DOUBLE
    return score if score in legal and see.strength >= needed else DONE


def _name(see: Sight, legal: tuple[Action, ...]) -> Action:
    """Ask for the suit of which one has most, having led the Fool."""
    return max(legal, key=lambda action: (see.plan.of_suit[see.plan.suits.index(action.what)] & see.hand).bit_count())


# -- play


def _play(see: Sight, legal: tuple[Action, ...]) -> Action:
    place = see.state.table.place
    cards = see.plan.bits(place[action.what] for action in legal)
    return see.state.table.of_card["play"][_card(see, cards)]


def _card(see: Sight, cards: int) -> int:
    """The card to play, of those that one may."""
    plan, left = see.plan, see.plan.tricks - len(see.state.tricks)
    if see.state.setting.announced:
        cards = cards & ~promised(see.state, see.seat, lambda one: one.do == "win-last") or cards
    fool = cards & plan.fool
    if fool and left <= max(plan.fool_lost_last, plan.fool_worthless_last, plan.fool_barred[0]) + 1:
        return next(places(fool))
    top = best(plan, see.trick) if see.trick.cards else -1
    if see.cards.low:
        return _duck(see, cards, top)
    return _lead(see, cards) if top < 0 else _follow(see, cards, top)


def _cheapest(see: Sight, cards: Iterable[int]) -> int:
    return min(cards, key=see.cost)


def _lead(see: Sight, cards: int) -> int:
    """Draw trumps when long; lead what will win in a suit; else a low card, to get rid of a short suit."""
    plan, trumps = see.plan, see.plan.of_suit[TRUMPS]
    mine, others = see.hand & trumps, see.unseen & trumps
    foes = sum(not see.ally(seat) for seat in plan.circle if seat != see.seat)
    spare = list(places(cards & trumps & ~see.cards.pagat))
    if others and spare and 2 * mine.bit_count() * foes >= 3 * others.bit_count():
        highest = max(spare, key=lambda n: see.cards.height[n])
        return highest if not others & plan.above[highest] else _cheapest(see, spare)
    plain = list(places(cards & ~trumps & ~plan.fool))
    sure = [n for n in plain if see.sure(n, plan.suit[n])]
    if sure:
        return max(sure, key=lambda n: (see.cards.points[n], -n))
    if plain:
        length = 1 if mine else -1
        return min(plain, key=lambda n: (length * (see.hand & see.suit(n)).bit_count(), see.cost(n)))
    return _cheapest(see, places(cards & ~plan.fool or cards))


def _follow(see: Sight, cards: int, top: int) -> int:
    """Give partner points, win what is worth it as cheaply as one can, throw low to what is lost."""
    plan, known, trick = see.plan, see.cards, see.trick
    suit = led(plan, trick)
    if suit < 0 or plan.power[suit][trick.cards[top]] < 0:
        suit = plan.suit[trick.cards[top]]
    power, winning = plan.power[suit], trick.cards[top]
    others = cards & ~plan.fool or cards
    if see.ally(trick.seat(top, plan.circle)) and see.sure(winning, suit):
        return _favour(see, others)
    wins = [n for n in places(others) if power[n] >= power[winning] and power[n] >= 0]
    sure = [n for n in wins if see.sure(n, suit)]
    plain = [n for n in sure if plan.suit[n] != TRUMPS]
    if plain:
        return max(plain, key=lambda n: (known.points[n], -n))
    if safe := [n for n in sure if known.pagat >> n & 1]:
        return safe[0]
    stake = sum(known.points[n] for n in trick.cards)
    trumps = [n for n in (sure or wins) if plan.suit[n] == TRUMPS and not known.pagat >> n & 1]
    lowest = min(trumps, key=lambda n: known.height[n], default=-1)
    if trumps and (stake or not known.high >> lowest & 1):
        return lowest
    return _throw(see, cards)


def _favour(see: Sight, cards: int) -> int:
    """Points for a trick that an ally wins: a counting card, the Pagat, else what is cheap; no high trump."""
    known = see.cards
    given = [n for n in places(cards & ~known.high) if known.points[n]]
    return max(given, key=lambda n: (known.points[n], -n)) if given else _cheapest(see, places(cards))


def _throw(see: Sight, cards: int) -> int:
    """The cheapest card for a trick that is lost; the Fool where that would cost a counting card or a high trump."""
    known, fool = see.cards, cards & see.plan.fool
    cheapest = _cheapest(see, places(cards & ~fool or cards))
    if fool and (known.points[cheapest] or known.high >> cheapest & 1):
        return next(places(fool))
    return cheapest


def _duck(see: Sight, cards: int, top: int) -> int:
    """Where it is better not to win: the highest card that loses, else the lowest."""
    if top >= 0:
        plan, trick = see.plan, see.trick
        suit = max(led(plan, trick), 0)
        power = plan.power[suit]
        losing = [n for n in places(cards) if power[n] < power[trick.cards[top]]]
        if losing:
            return max(losing, key=lambda n: (see.cards.height[n], n))
    return min(places(cards), key=lambda n: (see.cards.height[n], n))


_PHASES: Mapping[str, Callable[[Sight, tuple[Action, ...]], Action]] = {
    "case": _case, "bid": _bid, "contract": _bid, "throw-in": _throw_in, "keep": _keep, "discard": _discard, "give": _give, "ask": _ask, "call": _call,
    "trumps": _trumps, "exchange": _exchange, "stage": _first, "packet": _take, "declare": _declare, "announce": _announce, "double": _double, "name": _name, "play": _play,
}  # fmt: skip
"""What is done in each phase; in the others nothing."""
