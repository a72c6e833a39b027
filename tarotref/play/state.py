"""A hand being played: a value that says what has been done, whose turn it is, and what he may do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from tarotref.cards.card import Card
from tarotref.cards.holdings import holds
from tarotref.cards.names import parse_card
from tarotref.model.rules import Annulment, Bid, Condition, Feat, entries
from tarotref.model.types import Absence, given, told
from tarotref.play import declaring
from tarotref.play.auction import PASS, Auction, auction
from tarotref.play.discards import may_lay, surplus
from tarotref.play.plan import EXCUSE, Plan, places
from tarotref.play.tricks import Trick, best, playable, why_not

CARD_ACTIONS = ("play", "discard", "ask", "give", "call")
"""Kinds of action that name a card."""


class Action(NamedTuple):
    """Something a player does: `bid a-due`, `pass`, `discard 2 of cups`, `ask K of cups`, `declare trull`, `play XXI`."""

    kind: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.what}".rstrip()


DONE, PASSED = Action("done"), Action("pass")


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the message names the rule. The state is as it was."""


class Said(NamedTuple):
    """Something a player has declared or announced, by its id, and in how many tricks it was done before."""

    seat: int
    id: str
    after: int = 0


class Double(NamedTuple):
    """How often what the cards pay (`score`) or an announced feat has been doubled, and by which side last."""

    level: int
    side: int


class Table:
    """What does not change in a hand: the rules, and those of each contract; actions by card."""

    def __init__(self, plan: Plan):
        self.plan = plan
        """The rules before a contract is settled."""

    @cached_property
    def contracts(self) -> Mapping[str, Plan]:
        """The rules of each contract that changes them."""
        return {id.removeprefix("bids."): plan for id, plan in self.plan.cases.items() if id.startswith("bids.")}

    @cached_property
    def bids(self) -> Mapping[str, Bid]:
        return dict(entries(self.plan.rules.bids))

    @cached_property
    def of_card(self) -> Mapping[str, tuple[Action, ...]]:
        """An action of each kind for each card, by its place."""
        return {kind: tuple(Action(kind, str(card)) for card in self.plan.cards) for kind in CARD_ACTIONS}

    @cached_property
    def place(self) -> Mapping[str, int]:
        """The place of each card by its name."""
        return {str(card): n for n, card in enumerate(self.plan.cards)}

    @cached_property
    def tests(self) -> dict[str, Mapping[str, Callable[[int], bool]]]:
        """The tests of declarations by ruleset, made when they are asked for."""
        return {}

    def held(self, plan: Plan, hand: int) -> tuple[str, ...]:
        """The declarations that a hand holds and that are made from the hand."""
        if plan.ruleset.id not in self.tests:
            made = dict(entries(plan.rules.declarations))
            self.tests[plan.ruleset.id] = {
                id: test
                for id, test in declaring.tests(plan).items()
                if told(made[id], "when") not in ("when-played", "end-of-hand") and told(made[id], "where") != "tricks"
            }
        return tuple(id for id, test in self.tests[plan.ruleset.id].items() if test(hand))


@dataclass(frozen=True, slots=True)
class Setting:
    """All that is settled beside the tricks: the deal, the contract, what has been laid aside and said."""

    plan: Plan
    """The rules in force: those of the contract, once there is one."""
    dealt: tuple[int, ...]
    """The hands as they were dealt, as bits of the plan's cards."""
    talon: int = 0
    """What still lies in the talon."""
    dead: int = 0
    shown: int = 0
    """Cards of the talon that all have seen."""
    auction: Auction | None = None
    contract: str | None = None
    stage: int = 0
    """At which stage of the talon the declarer stopped, from 1; 0 where it has none."""
    declarer: int | None = None
    partner: int | None = None
    called: int | None = None
    """The place of the card that was called."""
    asked: int = 0
    """How many cards the declarer may still ask for."""
    asking: tuple[int, int] | None = None
    """Who gave a card that was asked for, and so gets one, and the place of the card."""
    bought: tuple[tuple[int, int], ...] = ()
    """Who gave which card that was asked for."""
    laid: tuple[int, ...] = ()
    """What each player has discarded."""
    held: tuple[tuple[str, ...], ...] = ()
    """The declarations that each player holds once the cards are exchanged."""
    declared: tuple[Said, ...] = ()
    announced: tuple[Said, ...] = ()
    doubled: tuple[tuple[str, Double], ...] = ()
    conceded: Said | None = None
    silent: frozenset[tuple[str, int]] = frozenset()
    """Who has finished with which phase."""
    void: str = ""
    """Why the hand is not played: `all-pass`, or the id of what annuls the deal."""

    def side(self, seat: int) -> int:
        """The number of a player's side."""
        return self.plan.side(seat, self.declarer, self.partner)


_FIRST = Trick(0)


@dataclass(frozen=True, slots=True)
class State:
    """A hand at one moment. Seats are numbered in turn from the player after the dealer; the dealer has the last number."""

    table: Table
    setting: Setting
    hands: tuple[int, ...]
    """The cards each player holds, as bits of the plan's cards."""
    phase: str = "play"
    player: int | None = 0
    """Who has to act; None when the hand is over."""
    trick: Trick = _FIRST
    tricks: tuple[Trick, ...] = ()
    actions: tuple[Action, ...] = ()

    @property
    def plan(self) -> Plan:
        """The rules in force."""
        return self.setting.plan

    @property
    def over(self) -> bool:
        return self.player is None

    # -- what may be done

    def legal(self) -> tuple[Action, ...]:
        """Everything that the player in turn may do; nothing when the hand is over."""
        if self.player is None:
            return ()
        if self.phase == "play":
            return self._of_card("play", self.playable())
        return _PHASES[self.phase](self)

    def playable(self) -> int:
        """The cards that the player in turn may play, as bits."""
        assert self.player is not None
        return playable(self.setting.plan, self.hands[self.player], self.trick, self._has_tricks(self.player))

    def _has_tricks(self, seat: int) -> bool:
        return not self.setting.plan.fool_barred[1] or any(trick.winner == seat for trick in self.tricks)

    def _of_card(self, kind: str, bits: int) -> tuple[Action, ...]:
        made = self.table.of_card[kind]
        return tuple(made[place] for place in places(bits))

    def _to_discard(self) -> tuple[Action, ...]:
        hand, laid = self._hand, self.setting.laid[self._seat]
        return self._of_card("discard", may_lay(self.plan, hand, laid, surplus(self.plan, hand)))

    def _to_bid(self) -> tuple[Action, ...]:
        now = self.setting.auction
        assert now is not None
        return tuple(PASSED if n == PASS else Action("bid", now.bids[n]) for n in now.legal())

    def _to_choose(self) -> tuple[Action, ...]:
        now = self.setting.auction
        assert now is not None
        return tuple(Action("contract", id) for id in now.bids[now.high :])

    def _to_ask(self) -> tuple[Action, ...]:
        asks = told(self.bid, "asks")
        barred = self.plan.named(told(asks, "barred"))
        others = self.plan.whole & ~self._hand & ~self.setting.laid[self._seat] & ~barred
        fewer = told(asks, "cards") or ()
        taken = max(fewer, default=0) - self.setting.asked
        return (*self._of_card("ask", others), *((DONE,) if taken in fewer or len(fewer) < 2 else ()))

    def _to_give(self) -> tuple[Action, ...]:
        assert self.setting.asking is not None
        return self._of_card("give", self._hand & ~(1 << self.setting.asking[1]))

    def _to_call(self) -> tuple[Action, ...]:
        """The cards that the declarer may call to find a partner."""
        partner = told(self.bid, "partner")
        names = told(partner, "calls") or ()
        found = self.plan.whole if "all" in names else self.plan.named(names)
        own = self._hand | self.setting.laid[self._seat]
        bought = self.plan.bits(place for _, place in self.setting.bought)
        if told(partner, "own") is not True:
            found = found & ~own or found
        return self._of_card("call", found & ~bought or found)

    def _to_declare(self) -> tuple[Action, ...]:
        ids = self.undeclared(self._seat)
        must = told(self.plan.rules.declaring, "compulsory") is True and ids
        return (*(Action("declare", id) for id in ids), *(() if must else (DONE,)))

    def _to_announce(self) -> tuple[Action, ...]:
        return (*(Action("announce", id) for id in self.announceable(self._seat)), DONE)

    def _to_double(self) -> tuple[Action, ...]:
        return (*(Action("double", id) for id in self.doublable(self._seat)), DONE)

    def _to_concede(self) -> tuple[Action, ...]:
        return (*(Action("concede", id) for id in self.concessions(self._seat)), DONE)

    def _to_name(self) -> tuple[Action, ...]:
        return tuple(Action("name", suit) for suit in self.plan.suits)

    def _to_stop(self) -> tuple[Action, ...]:
        return Action("take"), Action("look")

    def _to_throw_in(self) -> tuple[Action, ...]:
        return (*(Action("throw-in", id) for id in self._annulments(self._seat, must=False)), DONE)

    @property
    def _seat(self) -> int:
        assert self.player is not None
        return self.player

    @property
    def _hand(self) -> int:
        return self.hands[self._seat]

    @property
    def bid(self) -> Bid | None:
        """The contract that is played."""
        return self.table.bids.get(self.setting.contract or "")

    # -- what the rules ask of a player

    def meets(self, condition: Condition | None, seat: int, declared: bool = True) -> bool:
        """Whether a condition holds for a player, as far as a hand in play shows it; what only words say does not hold."""
        if condition is None:
            return True
        setting = self.setting
        seats = self.meant(condition.by, seat)
        checks = (
            condition.text is None and condition.behind is None,
            condition.bid is None or setting.contract in condition.bid,
            condition.players is None or self.plan.players in condition.players,
            condition.held is None or any(self._held(one, condition.held) for one in seats),
            condition.declared is None or any(d.id in condition.declared for d in setting.declared if d.seat in seats),
            condition.announced is None
            or any(a.id in condition.announced for a in setting.announced if a.seat in seats),
        )
        return all(checks)

    def _held(self, seat: int, holding: Any) -> bool:
        return holds(frozenset(self.plan.list(self.setting.dealt[seat])), holding, self.plan.groups)

    def meant(self, who: str | None, seat: int) -> tuple[int, ...]:
        """The seats that a term of the list `who` means, about a player."""
        setting, all_seats = self.setting, range(self.plan.players)
        match who:
            case None:
                return (seat,)
            case "side":
                return tuple(one for one in all_seats if setting.side(one) == setting.side(seat))
            case "opponents":
                return tuple(one for one in all_seats if setting.side(one) != setting.side(seat))
            case "another" | "others":
                return tuple(one for one in all_seats if one != seat)
            case "all":
                return tuple(all_seats)
            case "eldest":
                return (0,)
            case "declarer":
                return () if setting.declarer is None else (setting.declarer,)
            case "partner":
                return () if setting.partner is None else (setting.partner,)
            case "next-player":
                return ((seat + 1) % self.plan.players,)
            case "next-but-one":
                return ((seat + 2) % self.plan.players,)
            case "holder":
                return (seat,)
        found = self.plan.seat(who, setting.declarer)
        return () if found is None else (found,)

    def undeclared(self, seat: int) -> list[str]:
        """What a player holds, may declare and has not declared."""
        if not self.setting.held:
            return []
        made = {d.id for d in self.setting.declared if d.seat == seat}
        known = dict(entries(self.plan.rules.declarations))
        return [
            id
            for id in self.setting.held[seat]
            if id not in made
            and self.meets(given(known[id].only_if), seat)
            and (given(known[id].unless) is None or not self.meets(given(known[id].unless), seat))
        ]

    def announceable(self, seat: int) -> list[str]:
        """The feats that a player may announce now: those whose cards he holds, as long as nobody has announced them."""
        setting, said = self.setting, {a.id for a in self.setting.announced}
        found = []
        for id, feat in entries(self.plan.rules.feats):
            announced = told(feat, "announced")
            if announced is None or id in said or (announced.deadline or 1) <= len(self.tricks):
                continue
            who = told(announced, "by") or told(feat, "who")
            if who and seat not in self.meant(who, seat):
                continue
            cards = self.cards_of(feat)
            if told(feat, "do") in ("all-tricks", "no-tricks"):
                lost = {setting.side(trick.winner) for trick in self.tricks} - {setting.side(seat)}
                won = any(setting.side(trick.winner) == setting.side(seat) for trick in self.tricks)
                if lost if told(feat, "do") == "all-tricks" else won:
                    continue
            elif cards and not cards & self.hands[seat]:
                continue
            if self.meets(given(feat.only_if), seat):
                found.append(id)
        return found

    def cards_of(self, feat: Feat) -> int:
        """The cards with which a feat is done, as bits: `called` is the card that the declarer called."""
        names = told(feat, "cards") or ()
        called = 0 if self.setting.called is None or "called" not in names else 1 << self.setting.called
        return self.plan.named(name for name in names if name != "called") | called

    def doublable(self, seat: int) -> list[str]:
        """What a player may double now: the score, or an announced feat."""
        doubling, setting = self.plan.rules.doubling, self.setting
        says = told(doubling, "says") or ()
        unlimited = doubling is not None and not isinstance(doubling, Absence) and doubling.limit is Absence.NONE
        if not says or setting.declarer is None:
            return []
        side, levels = setting.side(seat), dict(setting.doubled)
        owners = {"score": setting.side(setting.declarer)} | {a.id: setting.side(a.seat) for a in setting.announced}
        of = [id for id in told(doubling, "of") or ("score",) if id in owners]
        if told(doubling, "separately") is False:
            of = of[:1]
        found = []
        for id in of:
            now = levels.get(id, Double(0, owners[id]))
            if now.side != side and (unlimited or now.level < len(says)):
                found.append(id)
        return found

    def concessions(self, seat: int) -> list[str]:
        """The ways in which a player may concede before play."""
        return [
            id
            for id, one in entries(self.plan.rules.concessions)
            if not told(one, "must")
            and seat
            in self.meant(
                told(one, "who") or "holder", seat if self.setting.declarer is None else self.setting.declarer
            )
            and self.meets(given(one.only_if), seat)
        ]

    def _annulments(self, seat: int, must: bool) -> list[str]:
        """What calls for throwing in a player's hand, of what has to be thrown in or of what may be."""
        found: list[tuple[str, Annulment]] = list(entries(told(self.plan.rules.deal, "annul")))
        return [
            id
            for id, one in found
            if told(one, "holding") is not None
            and bool(told(one, "must")) is must
            and told(one, "by") != "all"
            and self._held(seat, one.holding)
        ]

    # -- doing it

    def do(self, action: Action | str) -> State:
        """Return the state after an action (`play XXI`, or an Action); IllegalAction names the rule that forbids it."""
        if isinstance(action, str):
            action = self.read(action)
        if self.player is None:
            raise IllegalAction(f"{action}: the hand is over")
        place = self.table.place.get(action.what)
        if self.phase == "play" and action.kind == "play" and place is not None:
            return self._play(action, place)
        if action not in self.legal():
            raise IllegalAction(f"{action}: {self.why(action)}")
        now = replace(self, actions=(*self.actions, action))
        match action.kind:
            case "pass" | "bid":
                return now._say(action)
            case "contract":
                return now._settle(action.what)
            case "take" | "look":
                return now._stop(action.kind == "take")
            case "discard":
                return now._lay(place or 0)
            case "ask":
                return now._ask(place or 0)
            case "give":
                return now._give(place or 0)
            case "call":
                return now._call(place or 0)
            case "declare":
                said = Said(self._seat, action.what, len(self.tricks))
                return now._with(declared=(*self.setting.declared, said))._on()
            case "announce":
                said = Said(self._seat, action.what, len(self.tricks))
                return now._with(announced=(*self.setting.announced, said))._in_case()._on()
            case "double":
                level = dict(self.setting.doubled).get(action.what, Double(0, 0)).level
                doubled = dict(self.setting.doubled) | {action.what: Double(level + 1, self.setting.side(self._seat))}
                return now._with(doubled=tuple(doubled.items()), silent=self._speaking("double"))._on()
            case "concede":
                return now._end(conceded=Said(self._seat, action.what, len(self.tricks)))
            case "throw-in":
                return now._end(void=action.what)
            case "name":
                named = self.trick._replace(named=self.plan.suits.index(action.what))
                return replace(now, phase="play", trick=named, player=(self._seat + 1) % self.plan.players)
        return now._done()

    def _with(self, **changes: Any) -> State:
        return replace(self, setting=replace(self.setting, **changes))

    def _end(self, **changes: Any) -> State:
        return replace(self._with(**changes), phase="over", player=None)

    def _speaking(self, phase: str) -> frozenset[tuple[str, int]]:
        """Who is silent when a phase is opened again, because something was said to which the others may answer."""
        return frozenset(one for one in self.setting.silent if one[0] != phase)

    def read(self, text: str) -> Action:
        """Return the action that a text writes; IllegalAction where it names no card."""
        kind, _, what = text.strip().partition(" ")
        if kind in CARD_ACTIONS and what not in self.table.place:
            try:
                what = str(parse_card(what, self.plan.ranking))
            except ValueError as error:
                raise IllegalAction(f"{text}: {error}") from None
        return Action(kind, what)

    def why(self, action: Action) -> str:
        """Why an action is not allowed."""
        legal = self.legal()
        if action.kind not in {a.kind for a in legal}:
            return f"now the player may only {' or '.join(dict.fromkeys(a.kind for a in legal))}"
        place = self.table.place.get(action.what)
        if action.kind in ("play", "discard", "give"):
            if place is None or not self._hand >> place & 1:
                return "the player does not hold it"
            if action.kind == "play":
                return why_not(self.plan, self._hand, self.trick, place, self._has_tricks(self._seat))
        return {
            "discard": "it may not be discarded while other cards are left (discard)",
            "bid": "it is no bid that may be made now (bidding)",
            "ask": "it may not be asked for (bids.asks)",
            "call": "it may not be called (bids.partner)",
            "declare": "the player does not hold it (declarations)",
            "announce": "it may not be announced now (feats.announced)",
            "double": "it may not be doubled now (doubling)",
        }.get(action.kind, "it is not allowed here")

    def _play(self, action: Action, place: int) -> State:
        seat, plan = self._seat, self.setting.plan
        hand = self.hands[seat]
        if not playable(plan, hand, self.trick, self._has_tricks(seat)) >> place & 1:
            raise IllegalAction(f"{action}: {self.why(action)}")
        hands = (*self.hands[:seat], hand & ~(1 << place), *self.hands[seat + 1 :])
        actions = (*self.actions, action)
        trick = Trick(self.trick.leader, (*self.trick.cards, place), -1, self.trick.named)
        if len(trick.cards) < plan.players:
            if plan.suit[place] == EXCUSE and len(trick.cards) == 1 and plan.fool_led == "named" and any(hands):
                return State(self.table, self.setting, hands, "name", seat, trick, self.tricks, actions)
            now = State(self.table, self.setting, hands, "play", (seat + 1) % plan.players, trick, self.tricks, actions)
            return now if self.tricks else now._turn()
        winner = trick.seat(best(plan, trick), plan.players)
        if not any(hands):
            if plan.fool_wins:
                winner = self._fool_wins(trick, winner)
            tricks = (*self.tricks, trick._replace(winner=winner))
            return State(self.table, self.setting, hands, "over", None, Trick(winner), tricks, actions)
        tricks = (*self.tricks, trick._replace(winner=winner))
        now = State(self.table, self.setting, hands, "play", winner, Trick(winner), tricks, actions)
        return now._with(silent=now._speaking("announce"))._open() if len(tricks) + 1 in plan.deadlines else now

    def _fool_wins(self, trick: Trick, winner: int) -> int:
        """Who wins the last trick: the player of the Fool where his side has won all the others (9.13)."""
        plan = self.plan
        for n, card in enumerate(trick.cards):
            if plan.fool >> card & 1:
                owner = trick.seat(n, plan.players)
                side = self.setting.side(owner)
                if all(self.setting.side(one.winner) == side for one in self.tricks):
                    return owner
        return winner

    def _turn(self) -> State:
        """The turn to play to a trick; in the first one, what is declared then comes before."""
        seat = (self.trick.leader + len(self.trick.cards)) % self.plan.players
        when = told(self.plan.rules.declaring, "when") if not self.tricks else None
        asked = (
            [seat]
            if when == "first-trick"
            else self._order("declare")
            if when == "after-lead" and self.trick.cards
            else []
        )
        return self._speak("declare", asked) or replace(self, phase="play", player=seat)

    def _speak(self, phase: str, seats: Sequence[int]) -> State | None:
        """The first of these players who has something to say in a phase is given the word; None where nobody has."""
        asks: Callable[[int], Sequence[str]] = {
            "declare": self.undeclared, "announce": self.announceable, "double": self.doublable, "concede": self.concessions,
            "throw-in": self._may_throw_in,
        }[phase]  # fmt: skip
        for seat in seats:
            if (phase, seat) not in self.setting.silent and asks(seat):
                return replace(self, phase=phase, player=seat)
        return None

    def _may_throw_in(self, seat: int) -> list[str]:
        return self._annulments(seat, must=False)

    def _order(self, phase: str) -> list[int]:
        """All seats in the order in which they speak in a phase."""
        first = self._leader()
        if phase == "declare":
            first = self.plan.seat(told(self.plan.rules.declaring, "first"), self.setting.declarer) or 0
        return [(first + n) % self.plan.players for n in range(self.plan.players)]

    def _say(self, action: Action) -> State:
        assert self.setting.auction is not None
        now = self.setting.auction.say(PASS if action == PASSED else self.setting.auction.bids.index(action.what))
        if not now.done:
            return replace(self._with(auction=now), player=now.turn)
        if now.holder is None:
            return self._end(auction=now, void="all-pass")
        chosen = replace(self._with(auction=now, declarer=now.holder), player=now.holder)
        if told(self.plan.rules.bidding, "may_raise_contract") and now.high < len(now.bids) - 1:
            return replace(chosen, phase="contract")
        return chosen._settle(now.bids[now.high])

    def _settle(self, contract: str) -> State:
        """The declarer's contract is known: its rules come into force, and each gets what it gives him."""
        now = self._with(contract=contract, plan=self.table.contracts.get(contract, self.plan))
        asks = told(told(now.bid, "asks"), "cards") or ()
        now = now._with(asked=max(asks, default=0))
        use = told(now.bid, "talon")
        if (told(use, "stages") or 0) > 1 and now.setting.talon:
            return replace(now._with(stage=1), phase="stage", player=now.setting.declarer)
        return now._take(now.setting.talon)._exchange()

    def _packet(self, stage: int) -> int:
        """The cards of the talon that are looked at in a stage: its packets in turn, and then the first again."""
        takes = (told(told(self.bid, "talon"), "takes") or {}).get("declarer", 0) or 1
        cards = list(places(self.setting.talon))
        packets = [cards[n : n + takes] for n in range(0, len(cards), takes)]
        return self.plan.bits(packets[(stage - 1) % len(packets)])

    def _stop(self, takes: bool) -> State:
        """The declarer takes the packet of the talon that he has looked at, or has it laid open and looks at the next."""
        stages, stage = told(told(self.bid, "talon"), "stages"), self.setting.stage
        if takes:
            return self._take(self._packet(stage))._exchange()
        now = self._with(stage=stage + 1, shown=self.setting.shown | self._packet(stage))
        return now if stage + 1 < stages else now._take(now._packet(stages))._exchange()

    def _take(self, packet: int) -> State:
        """Give the cards of the talon to those who take them, the declarer first."""
        use = told(self.bid, "talon")
        takes = told(use, "takes") or {}
        hands, left = list(self.hands), packet
        for who, number in takes.items():
            assert self.setting.declarer is not None
            for seat in self.meant(who, self.setting.declarer):
                mine = self.plan.bits(place for n, place in enumerate(places(left)) if n < number)
                hands[seat] |= mine
                left &= ~mine
        taken = packet & ~left
        shown = self.setting.shown | (taken if told(use, "shown") else 0)
        return replace(self._with(talon=self.setting.talon & ~taken, shown=shown), hands=tuple(hands))

    def _exchange(self) -> State:
        """What comes next before play: throwing in, discarding, bidding, asking, calling; then what is said."""
        setting, plan = self.setting, self.plan
        if setting.contract is None:
            for seat in range(plan.players):
                if forced := self._annulments(seat, must=True):
                    return self._end(void=forced[0])
            if spoken := self._speak("throw-in", range(plan.players)):
                return spoken
        if setting.declarer is not None and setting.asked:
            return replace(self, phase="ask", player=setting.declarer)
        first = setting.declarer if setting.declarer is not None else plan.dealer
        for n in range(plan.players):
            seat = (first + n) % plan.players
            if surplus(plan, self.hands[seat]):
                return replace(self, phase="discard", player=seat)
        if setting.auction is not None and not setting.auction.done:
            return replace(self, phase="bid", player=setting.auction.turn)
        if setting.declarer is not None and setting.called is None and told(told(self.bid, "partner"), "calls"):
            return replace(self, phase="call", player=setting.declarer)
        return self._open()

    def _lay(self, place: int) -> State:
        seat = self._seat
        hands, laid = list(self.hands), list(self.setting.laid)
        hands[seat] &= ~(1 << place)
        laid[seat] |= 1 << place
        return replace(self._with(laid=tuple(laid)), hands=tuple(hands))._exchange()

    def _ask(self, place: int) -> State:
        declarer = self._seat
        holder = next((seat for seat, hand in enumerate(self.hands) if hand >> place & 1), None)
        left = self._with(asked=self.setting.asked - 1)
        if holder is None:  # `bids.asks` in ASSUMPTIONS
            return left._exchange()
        hands = list(self.hands)
        hands[holder] &= ~(1 << place)
        hands[declarer] |= 1 << place
        bought = (*self.setting.bought, (holder, place))
        return replace(left._with(asking=(holder, place), bought=bought), hands=tuple(hands), phase="give")

    def _give(self, place: int) -> State:
        assert self.setting.asking is not None
        hands = list(self.hands)
        hands[self._seat] &= ~(1 << place)
        hands[self.setting.asking[0]] |= 1 << place
        return replace(self._with(asking=None), hands=tuple(hands))._exchange()

    def _call(self, place: int) -> State:
        holder = next((seat for seat, hand in enumerate(self.hands) if hand >> place & 1), None)
        return self._with(called=place, partner=None if holder == self._seat else holder)._open()

    def _on(self) -> State:
        """What is said next in the phase, or what comes after it."""
        return self._turn() if self.trick.cards else self._open()

    def _open(self) -> State:
        """What is said before a trick is begun, one phase after the other; then the lead."""
        now, phases = self, ["announce"]
        if not self.tricks:
            for id, one in entries(self.plan.rules.concessions):
                if told(one, "must") and self._conceded(one):
                    return self._end(conceded=Said(self._conceder(id), id))
            if not self.setting.held and self.plan.declarations:
                now = self._with(held=tuple(self.table.held(self.plan, hand) for hand in self.hands))
            phases += ["double", "concede"]
            if told(self.plan.rules.declaring, "when") not in ("first-trick", "after-lead", "end-of-hand"):
                phases.insert(0, "declare")
        for phase in phases:
            if spoken := now._speak(phase, now._order(phase)):
                return spoken
        return replace(now, trick=Trick(now._leader()))._turn()

    def _leader(self) -> int:
        """Who leads to the next trick."""
        if self.tricks:
            return self.tricks[-1].winner
        setting = self.setting
        opened = setting.auction.opened if setting.auction is not None else None
        for term in (told(self.bid, "leads"), told(self.plan.rules.play, "leads")):
            if (seat := self.plan.seat(term, setting.declarer, opened)) is not None:
                return seat
        return 0

    def _conceded(self, one: Any) -> bool:
        declarer = self.setting.declarer
        return self.meets(given(one.only_if), 0 if declarer is None else declarer)

    def _conceder(self, id: str) -> int:
        """Who concedes where it is always done."""
        who = told(dict(entries(self.plan.rules.concessions))[id], "who")
        declarer = self.setting.declarer or 0
        return next(iter(self.meant(who, declarer)), declarer)

    def _in_case(self) -> State:
        """Put the rules of a case into force where what was said brings it about."""
        for path, plan in self.table.plan.cases.items():
            case = dict(entries(self.table.plan.rules.cases)).get(path.removeprefix("cases."))
            condition = given(told(case, "only_if"))
            if case is None or condition is None or told(case, "asked_by") or condition.announced is None:
                continue
            if self.setting.declarer is not None and self.meets(condition, self.setting.declarer):
                return self._with(plan=plan)
        return self

    def _done(self) -> State:
        if self.phase == "ask":
            return self._with(asked=0)._exchange()
        now = self._with(silent=self.setting.silent | {(self.phase, self._seat)})
        return now._exchange() if self.phase == "throw-in" else now._on()

    # -- what comes of it

    def result(self) -> Any:
        """Return what the hand came to: card points, feats, declarations, payments (`tarotref.play.reckoning.Result`)."""
        from tarotref.play.reckoning import reckon

        return reckon(self)

    def view(self, seat: int) -> dict[str, Any]:
        """What one player may see: his own cards, what lies open, what has been said; no other hand, talon or discard."""
        cards, setting = self.plan.list, self.setting
        if not 0 <= seat < self.plan.players:
            raise ValueError(f"seat: found {seat}; expected a number from 0 to {self.plan.players - 1}")
        played = {n for trick in (*self.tricks, self.trick) for n in trick.cards}
        known = seat in (setting.declarer, setting.partner) or setting.called is None or setting.called in played
        return {
            "seat": seat,
            "phase": self.phase,
            "player": self.player,
            "hand": cards(self.hands[seat]),
            "laid": cards(setting.laid[seat]),
            "cards_held": tuple(hand.bit_count() for hand in self.hands),
            "talon": setting.talon.bit_count(),
            "shown": cards(setting.shown),
            "contract": setting.contract,
            "declarer": setting.declarer,
            "called": None if setting.called is None else self.plan.cards[setting.called],
            "partner": setting.partner if known and (seat == setting.partner or setting.called in played) else None,
            "said": tuple(str(a) for a in self.actions if a.kind in _OPEN),
            "declared": setting.declared,
            "announced": setting.announced,
            "trick": cards_in_order(self.plan, self.trick),
            "leader": self.trick.leader,
            "tricks": tuple((t.leader, cards_in_order(self.plan, t), t.winner) for t in self.tricks),
        }

    def transcript(self) -> dict[str, Any]:
        """The whole hand as data, from which `replay` makes it again."""
        cards = self.table.plan.list
        talon = self.table.plan.whole & ~self.setting.dead
        for hand in self.setting.dealt:
            talon &= ~hand
        return {
            "ruleset": self.table.plan.ruleset.id,
            "players": self.table.plan.players,
            "hands": [[str(card) for card in cards(hand)] for hand in self.setting.dealt],
            "talon": [str(card) for card in cards(talon)],
            "actions": [str(action) for action in self.actions],
        }


_PHASES: dict[str, Callable[[State], tuple[Action, ...]]] = {
    "discard": State._to_discard, "bid": State._to_bid, "contract": State._to_choose, "ask": State._to_ask,
    "give": State._to_give, "call": State._to_call, "declare": State._to_declare, "announce": State._to_announce,
    "double": State._to_double, "concede": State._to_concede, "name": State._to_name, "stage": State._to_stop,
    "throw-in": State._to_throw_in,
}  # fmt: skip
"""What a player may do in each phase but play."""
_OPEN = frozenset({"bid", "pass", "contract", "ask", "call", "declare", "announce", "double", "name", "take", "look"})
"""Kinds of action that all hear."""


def cards_in_order(plan: Plan, trick: Trick) -> tuple[Card, ...]:
    """The cards of a trick as they were played."""
    return tuple(plan.cards[n] for n in trick.cards)


def start(
    table: Table, seed: int | str | None = None, hands: Iterable[Iterable[Card]] | None = None,
    talon: Iterable[Card] | None = None,
) -> State:  # fmt: skip
    """Deal a hand: at random by a seed, or the hands (and the talon) given. ValueError where these are not a deal of the
    ruleset."""
    plan = table.plan
    deal = plan.deal
    sizes = [(deal.each or 0) + plan.takers.get(seat, 0) for seat in range(plan.players)]
    if hands is None:
        order = list(range(len(plan.cards)))
        random.Random(seed).shuffle(order)
        dealt, at = [], 0
        for size in sizes:
            dealt.append(plan.bits(order[at : at + size]))
            at += size
        in_talon = plan.bits(order[at : at + deal.talon])
    else:
        named = [list(hand) for hand in hands]
        if [len(hand) for hand in named] != sizes:
            raise ValueError(f"hands: found {[len(hand) for hand in named]} cards; expected {sizes}")
        spare = None if talon is None else list(talon)
        cards = [card for hand in (*named, spare or []) for card in hand]
        if strange := [card for card in cards if card not in plan.place]:
            raise ValueError(f"hands: {strange[0]} is no card of the pack")
        if len(set(cards)) < len(cards):
            raise ValueError("hands: a card is dealt twice")
        dealt = [plan.held(hand) for hand in named]
        rest = [place for place in range(len(plan.cards)) if not any(hand >> place & 1 for hand in dealt)]
        in_talon = plan.bits(rest[: deal.talon]) if spare is None else plan.held(spare)
        if in_talon.bit_count() != deal.talon:
            raise ValueError(f"talon: found {in_talon.bit_count()} cards; expected {deal.talon}")
    dead = plan.whole & ~in_talon
    for hand in dealt:
        dead &= ~hand
    setting = Setting(plan, tuple(dealt), in_talon, dead, auction=auction(plan), laid=(0,) * plan.players)
    return State(table, setting, tuple(dealt))._exchange()
