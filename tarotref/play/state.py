"""A hand being played: a value that says what has been done, whose turn it is, and what he may do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tarotref.cards.names import parse_card
from tarotref.model.rules import Bid, Concession, TalonUse, entries
from tarotref.model.types import given, told
from tarotref.play.auction import PASS, auction, if_all_pass
from tarotref.play.claims import (
    CLAIMS,
    announceable,
    annulments,
    cases,
    concessions,
    doublable,
    first_kept,
    included,
    kept,
    meant,
    meets,
    undeclared,
)
from tarotref.play.discards import laid_of_talon, may_keep, may_lay, shown_by, surplus
from tarotref.play.plan import EXCUSE, Plan, places
from tarotref.play.stacks import after, turned_up
from tarotref.play.table import CARD_ACTIONS, DONE, OPEN, PASSED, Action, Double, IllegalAction, Said, Setting, Table
from tarotref.play.tricks import Trick, best, draws, leader, playable, why_not

if TYPE_CHECKING:
    from tarotref.play.reckoning import Result

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
        seat = self.turn
        found = playable(self.setting.plan, self.hands[seat], self.trick, self._has_tricks(seat))
        if not self.setting.announced:
            return found
        return found & ~kept(self, seat) or found & ~first_kept(self, seat) or found

    @property
    def turn(self) -> int:
        """The seat from which a card is due: that of the player in turn, or the dead hand whose cards he plays."""
        if self.setting.dead_with is None or self.phase != "play":
            return self._seat
        return self.trick.seat(len(self.trick.cards), self.plan.circle)

    def _has_tricks(self, seat: int) -> bool:
        return not self.setting.plan.fool_barred[1] or any(trick.winner == seat for trick in self.tricks)

    def _of_card(self, kind: str, bits: int) -> tuple[Action, ...]:
        made = self.table.of_card[kind]
        return tuple(made[place] for place in places(bits))

    def _to_discard(self) -> tuple[Action, ...]:
        hand, laid = self._hand, self.setting.laid[self._seat]
        return self._of_card("discard", may_lay(self.plan, hand, laid, surplus(self.plan, hand)))

    def _to_exchange(self) -> tuple[Action, ...]:
        """The cards for which a player may still have another from the talon."""
        more = self.plan.in_hand - self._hand.bit_count() < self.setting.talon.bit_count()
        return (*(self._of_card("discard", self._hand) if more else ()), DONE)

    def _to_make_trumps(self) -> tuple[Action, ...]:
        return tuple(Action("trumps", suit) for suit in self.plan.by_trumps)

    def _to_keep(self) -> tuple[Action, ...]:
        return self._of_card("keep", may_keep(self.plan, self._talon, self._hand, self.setting.kept))

    def _to_bid(self) -> tuple[Action, ...]:
        now = self.setting.auction
        assert now is not None
        found = (PASSED if n == PASS else Action("bid", now.bids[n]) for n in now.legal())
        return tuple(one for one in found if one == PASSED or self._may_have(one.what)) or (PASSED,)

    def _may_have(self, contract: str) -> bool:
        return meets(self, given(self.table.bids[contract].only_if), self._seat)

    def _to_choose(self) -> tuple[Action, ...]:
        now = self.setting.auction
        assert now is not None
        ids = self.table.bids if now.holder is None else now.bids[now.high :]
        late = (id for id in ids if not given(self.table.bids[id].on_cards))
        return tuple(Action("contract", id) for id in late if self._may_have(id))

    def _to_change(self) -> tuple[Action, ...]:
        return (*(Action("case", id) for id in cases(self, self._seat, self.setting.at)), DONE)

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
        own = self._hand | self.setting.laid[self._seat]
        found = self.plan.whole if "all" in names else self.plan.named(names)
        if told(partner, "in_turn"):
            found = self._in_turn(names, own)
        bought = self.plan.bits(place for _, place in self.setting.bought)
        if told(partner, "own") is not True:
            found = found & ~own or found
        return self._of_card("call", found & ~bought or found)

    def _in_turn(self, names: Sequence[str], own: int) -> int:
        """The cards of the first of these names, and those of each later one that he lacks who holds all before."""
        found = 0
        for name in names:
            cards = self.plan.named([name])
            found |= cards & ~own if found else cards
            if cards & ~own:
                break
        return found

    def _to_declare(self) -> tuple[Action, ...]:
        ids = undeclared(self, self._seat)
        must = told(self.plan.rules.declaring, "compulsory") is True and ids
        return (*(Action("declare", id) for id in ids), *(() if must else (DONE,)))

    def _to_announce(self) -> tuple[Action, ...]:
        ids = announceable(self, self._seat)
        owed = set(told(self.bid, "announces") or () if self._seat == self.setting.declarer else ())
        must = owed & set(ids) and not owed & {one.id for one in self.setting.announced}
        return (*(Action("announce", id) for id in ids), *(() if must else (DONE,)))

    def _to_double(self) -> tuple[Action, ...]:
        late = announceable(self, self._seat, doubling=True)
        doubles = (Action("double", id) for id in doublable(self, self._seat))
        return (*(Action("announce", id) for id in late), *doubles, DONE)

    def _to_concede(self) -> tuple[Action, ...]:
        return (*(Action("concede", id) for id in concessions(self, self._seat)), DONE)

    def _to_name(self) -> tuple[Action, ...]:
        return tuple(Action("name", suit) for suit in self.plan.suits)

    def _to_stop(self) -> tuple[Action, ...]:
        return Action("take"), Action("look")

    def _to_take(self) -> tuple[Action, ...]:
        return tuple(Action("take", str(n)) for n, _ in enumerate(self.packets, 1))

    def _to_throw_in(self) -> tuple[Action, ...]:
        return (*(Action("throw-in", id) for id in CLAIMS["throw-in"](self, self._seat)), DONE)

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
        if action.kind in OPEN:
            now = now._with(heard=(*self.setting.heard, (self._seat, action)))
        match action.kind:
            case "pass" | "bid":
                return now._say(action)
            case "contract":
                return now._chosen(action.what)
            case "case":
                return now._change(action.what)
            case "take" | "look":
                return now._stop(action.kind == "take") if self.phase == "stage" else now._choose(int(action.what))
            case "trumps":
                return now._with(plan=self.plan.by_trumps[action.what])._given()
            case "keep":
                return now._keep(place or 0)
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
                ids = (action.what, *included(self, action.what, self._seat))
                all_said = (Said(self._seat, id, len(self.tricks)) for id in ids)
                return now._with(announced=(*self.setting.announced, *all_said))._in_case()._on()
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
                next_ = self.setting.person(named.seat(len(named.cards), self.plan.circle))
                return replace(now, phase="play", trick=named, player=next_)
        return now._done()

    def _with(self, **changes: Any) -> State:
        setting = self.setting._replace(**changes)
        return State(self.table, setting, self.hands, self.phase, self.player, self.trick, self.tricks, self.actions)

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
        if action.kind in ("play", "keep", "discard", "give"):
            hand = self.hands[self.turn]
            if place is None or not hand >> place & 1:
                return "the player does not hold it"
            if action.kind == "play" and kept(self, self.turn) >> place & 1:
                return "it is kept for the trick for which it was announced (feats.announced.keep)"
            if action.kind == "play":
                return why_not(self.plan, hand, self.trick, place, self._has_tricks(self.turn))
        return {
            "discard": "it may not be discarded while other cards are left (discard)",
            "keep": "it may not be kept (bids.talon)",
            "bid": "it is no bid that may be made now (bidding)",
            "case": "it may not be asked for now (cases)",
            "ask": "it may not be asked for (bids.asks)",
            "call": "it may not be called (bids.partner)",
            "declare": "the player does not hold it, or has declared its cards already (declarations)",
            "announce": "it may not be announced now (feats.announced)",
            "double": "it may not be doubled now (doubling)",
        }.get(action.kind, "it is not allowed here")

    def _play(self, action: Action, place: int) -> State:
        seat, plan = self.turn, self.setting.plan
        hand = self.hands[seat]
        if not self.playable() >> place & 1:
            raise IllegalAction(f"{action}: {self.why(action)}")
        hands = (*self.hands[:seat], hand & ~(1 << place), *self.hands[seat + 1 :])
        actions = (*self.actions, action)
        trick = Trick(self.trick.leader, (*self.trick.cards, place), -1, self.trick.named)
        if plan.stacks and not plan.stacks_wait:
            hands = self._next_up(hands, seat, place)
        person = self.setting.person
        if len(trick.cards) < len(plan.circle):
            if plan.suit[place] == EXCUSE and len(trick.cards) == 1 and plan.fool_led == "named" and any(hands):
                return State(self.table, self.setting, hands, "name", person(seat), trick, self.tricks, actions)
            now = State(self.table, self.setting, hands, "play", person(plan.after[seat]), trick, self.tricks, actions)
            return now if self.tricks else now._turn()
        winner = trick.seat(best(plan, trick), plan.circle)
        if plan.draws_to_hand:
            hands = self._drawn(hands, winner)
        if plan.stacks_wait:
            for n, card in enumerate(trick.cards):
                hands = self._next_up(hands, trick.seat(n, plan.circle), card)
        first = leader(plan, hands, winner, trick.cards[best(plan, trick)]) if plan.lead_yielded else winner
        if not any(hands):
            if plan.fool_wins:
                winner = self._fool_wins(trick, winner)
            tricks = (*self.tricks, trick._replace(winner=winner))
            return State(self.table, self.setting, hands, "over", None, Trick(winner), tricks, actions)
        tricks = (*self.tricks, trick._replace(winner=winner))
        now = State(self.table, self.setting, hands, "play", person(first), Trick(first), tricks, actions)
        if len(tricks) + 1 in plan.deadlines:
            now = now._with(silent=now._speaking("announce"))
        return now._open() if len(tricks) + 1 in plan.deadlines or plan.conceded_in_play else now

    def _drawn(self, hands: tuple[int, ...], winner: int) -> tuple[int, ...]:
        """The hands after a trick, when each has drawn a card, as long as there is a stock."""
        left = list(hands)
        stock = self.setting.stock[len(self.tricks) * self.plan.drawn :]
        for _, seat, card in draws(self.plan, stock, [Trick(winner, winner=winner)]):
            left[seat] |= 1 << card
        return tuple(left)

    def _next_up(self, hands: tuple[int, ...], seat: int, card: int) -> tuple[int, ...]:
        """The hands when a player has turned up what lay below a card that he has played."""
        found = after(self.plan, self.setting.stacks[seat], card)
        return (*hands[:seat], hands[seat] | found, *hands[seat + 1 :]) if found else hands

    def _turned_up(self) -> State:
        """The hand when the players have turned up their stacks: what lies open can be played like what is in the hand."""
        plan = self.plan
        if not plan.stacks or self.setting.turned_up:
            return self
        hands = list(self.hands)
        for seat, stacks in enumerate(self.setting.stacks):
            for stack in stacks:
                hands[seat] |= turned_up(plan, stack)
        return replace(self._with(turned_up=True), hands=tuple(hands))

    def _with_dead_hand(self) -> State:
        """The hand when the dead hand that takes part is in the care of whoever plays its cards."""
        who = told(self.plan.rules.play, "dead_hand")
        if who is None or self.setting.dead_with is not None:
            return self
        declarer = self.plan.dealer if self.setting.declarer is None else self.setting.declarer
        with_ = next(iter(meant(self, who, declarer)), declarer)
        return replace(self._with(dead_with=with_), hands=(*self.hands, self.setting.dead))

    def _laid_open(self) -> State:
        """The hand when the first card has been led, after which the dead hand that takes part lies open on the table."""
        if self.setting.dead_with is None or self.tricks or not self.trick.cards:
            return self
        return self._with(shown=self.setting.shown | self.setting.dead)

    def _fool_wins(self, trick: Trick, winner: int) -> int:
        """Who wins the last trick: the player of the Fool where his side has won all the others (9.13)."""
        plan = self.plan
        for n, card in enumerate(trick.cards):
            if plan.fool >> card & 1:
                owner = trick.seat(n, plan.circle)
                side = self.setting.side(owner)
                if all(self.setting.side(one.winner) == side for one in self.tricks):
                    return owner
        return winner

    def _turn(self) -> State:
        """The turn to play to a trick; in the first one, what is declared then comes before."""
        seat = self.trick.seat(len(self.trick.cards), self.plan.circle)
        when = told(self.plan.rules.declaring, "when") if not self.tricks else None
        asked = (
            [seat][: seat < self.plan.players]
            if when == "first-trick"
            else self._order("declare")
            if when == "after-lead" and self.trick.cards
            else []
        )
        now = self._laid_open()
        return now._speak("declare", asked) or replace(now, phase="play", player=now.setting.person(seat))

    def _speak(self, phase: str, seats: Sequence[int]) -> State | None:
        """The first of these players who has something to say in a phase is given the word; None where nobody has."""
        for seat in seats:
            if (phase, seat) not in self.setting.silent and CLAIMS[phase](self, seat):
                return replace(self, phase=phase, player=seat)
        return None

    def _order(self, phase: str) -> list[int]:
        """All seats in the order in which they speak in a phase."""
        first, step = self._leader(), 1
        declaring, way = self.plan.rules.declaring, self.plan.direction
        if phase in ("announce", "double") and not self.tricks:
            seat = self.plan.seat(told(declaring, "announces"), self.setting.declarer)
            first = first if seat is None else seat
        if phase == "declare":
            first = self.plan.seat(told(declaring, "first"), self.setting.declarer) or 0
            step = -1 if told(declaring, "direction") not in (None, way) else 1
        return [(first + step * n) % self.plan.players for n in range(self.plan.players)]

    def _say(self, action: Action) -> State:
        assert self.setting.auction is not None
        now = self.setting.auction.say(PASS if action == PASSED else self.setting.auction.bids.index(action.what))
        left = self._with(auction=now)
        if not now.done:
            if now.on_cards == self.setting.on_cards:
                return replace(left, player=now.turn)
            left = left._dealt_to(now.on_cards)
            return replace(left, player=now.turn) if now.on_cards else left._exchange()
        if now.holder is None:
            return left._dealt_to(0)._all_passed()
        chosen = replace(left._with(declarer=now.holder), player=now.holder)
        if told(self.plan.rules.bidding, "may_raise_contract") and now.high < len(now.bids) - 1:
            return replace(chosen._dealt_to(0), phase="contract")
        return chosen._settle(now.bids[now.high])

    def _chosen(self, contract: str) -> State:
        """The declarer has said what he plays; where those who have passed may return, they may bid over a higher contract than
        he has bid."""
        now = self.setting.auction
        if now is not None and now.returns and now.holder is not None and now.bids.index(contract) > now.high:
            again = now.raised(now.bids.index(contract))
            if again.turn is not None:
                return replace(self._with(auction=again, declarer=None), phase="bid", player=again.turn)
        return self._settle(contract)

    def _dealt_to(self, cards: int) -> State:
        """The hand when so many cards have been dealt to each player, in a pause of the deal; 0: when all are dealt."""
        if cards == self.setting.on_cards:
            return self
        hands = next((hands for hands in self.setting.pauses if hands[0].bit_count() == cards), self.setting.dealt)
        return replace(self._with(on_cards=cards), hands=hands)

    def _in_pauses(self) -> State:
        """What is announced in the pause of the deal in which a contract was settled, and in those that follow; then the rest."""
        now = self
        while cards := now.setting.on_cards:
            if spoken := now._speak("announce", now._order("announce")):
                return spoken
            later = (hands[0].bit_count() for hands in now.setting.pauses)
            now = now._with(silent=now._speaking("announce"))._dealt_to(next((n for n in later if n > cards), 0))
        return now._contracted()

    def _all_passed(self) -> State:
        """What is played if all pass: a case that somebody asks for, a contract that is no bid, or nothing."""
        if spoken := self._asked("after-passes"):
            return spoken
        assert self.setting.auction is not None
        if told(self.plan.rules.bidding, "all_pass") == "first-chooses":
            first = self.setting.auction.first
            return replace(self._with(declarer=first), phase="contract", player=first)
        left = if_all_pass(self.plan)
        if left and left[1] == "all":  # each for himself, so that nobody is declarer
            return self._settle(left[0])
        if left and (seat := self._left_to(*left)) is not None:
            return replace(self._with(declarer=seat), player=seat)._settle(left[0])
        return self._end(void="all-pass")

    def _left_to(self, contract: str, who: str) -> int | None:
        """Who plays a contract if all pass; None where nobody holds the card whose holder plays it."""
        card = self.plan.named([told(self.table.bids[contract], "holder_of") or ""])
        if who == "holder":
            return next((seat for seat, hand in enumerate(self.hands) if card and hand & card == card), None)
        return next(iter(meant(self, who, self.plan.dealer)), None)

    def _settle(self, contract: str) -> State:
        """The declarer's contract is known: its rules come into force, and each gets what it gives him."""
        declarer = None if told(self.table.bids[contract], "if_all_pass") == "all" else self.setting.declarer
        plan = self.table.contracts.get(contract, self.plan)
        return self._with(contract=contract, declarer=declarer, plan=plan)._in_pauses()

    def _contracted(self) -> State:
        """A contract is settled: somebody may ask for a case instead, else each gets what it gives him."""
        alone = len({seat for seat, action in self.setting.heard if action.kind == "bid"}) == 1
        for at in ("others-passed", "after-bidding") if alone else ("after-bidding",):
            if spoken := self._asked(at):
                return spoken
        return self._given()

    def _trumps_made(self) -> State:
        """The hand when a suit has been made trumps, where the contract does it; the declarer is given the word to name one."""
        plan = self.plan
        if not plan.by_trumps:
            return self
        by, shown = told(plan.rules.trump_suit, "by"), self.setting.shown
        if by == "named":
            return replace(self, phase="trumps", player=self.setting.declarer)
        suit = told(plan.rules.trump_suit, "suit")
        if by == "turned":
            shown |= 1 << self.setting.lies[0]
            suit = plan.cards[self.setting.lies[0]].suit
        return self._with(plan=plan.by_trumps[suit], shown=shown)

    def _given(self) -> State:
        """Each gets what the contract, or the case that was asked for, gives him, once a suit is trumps; who calls a card before
        that calls it first."""
        made = self._trumps_made()
        if made is not self:
            return made if made.phase == "trumps" else made._given()
        if self._calls_first and self.setting.called is None:
            return replace(self, phase="call", player=self.setting.declarer)
        asks = told(told(self.bid, "asks"), "cards") or ()
        now = self._with(asked=max(asks, default=0))
        if self.plan.talon_to_tricks:
            return now._with(talon=0, stock=self.setting.lies)._exchange()
        if (told(self._talon, "stages") or 0) > 1 and now.setting.talon:
            return replace(now._with(stage=1), phase="stage", player=now.setting.declarer)
        if self.chooses and len(self.packets) > 1:
            shown = now.setting.shown | (now.setting.talon if told(self._talon, "shown") else 0)
            return replace(now._with(shown=shown), phase="packet", player=now.setting.declarer)
        if told(self._talon, "keeps") and now.setting.declarer is not None:
            return replace(now, phase="keep", player=now.setting.declarer)
        return now._take(now.setting.talon)._exchange()

    @property
    def _calls_first(self) -> bool:
        """Whether the declarer calls a card before he sees the talon."""
        partner = told(self.bid, "partner")
        return (
            self.setting.declarer is not None
            and told(partner, "when") == "before-talon"
            and bool(told(partner, "calls"))
        )

    @property
    def chooses(self) -> bool:
        """Whether the declarer takes one of the packets of the talon, which he likes."""
        return self.setting.declarer is not None and told(self._talon, "choice") is True

    @property
    def _talon(self) -> TalonUse | None:
        """What is done with the talon: as the case says that was asked for, else as the contract does."""
        case = dict(entries(self.plan.rules.cases)).get(self.table.case)
        use: TalonUse | None = told(case, "talon") or told(self.bid, "talon")
        return use

    def _asked(self, at: str) -> State | None:
        """The first player who may ask for a case at a moment is given the word; None where nobody may. After the discard the
        declarer's turn comes last."""
        last = self.setting.declarer if at == "after-discard" else None
        for n in range(self.plan.players):
            seat = n if last is None else (last + 1 + n) % self.plan.players
            if (at, seat) not in self.setting.silent and cases(self, seat, at):
                return replace(self._with(at=at), phase="case", player=seat)
        return None

    def _change(self, case: str) -> State:
        """The rules of a case that was asked for come into force: its bids where nobody has bid, else the contract that there
        is; none where each then plays for himself."""
        table, at = self.table.cases[case], self.setting.at
        now = replace(self._with(plan=table.plan), table=table)
        if told(dict(entries(table.plan.rules.cases)).get(case), "takes_discard"):
            now = now._picked_up(self._seat)
        if at == "before-bidding":
            again = auction(table.plan)
            return now._with(auction=again and again.when_dealt())._exchange()
        if table.plan.sides != "alliance" and self.table.plan.sides == "alliance":
            apart = told(table.plan.rules.score, "ranked") is not None  # whoever asks is then the declarer (19.13)
            now = now._with(contract=None, declarer=self._seat if apart else None)
        elif contract := now.setting.contract:
            now = now._with(plan=table.contracts.get(contract, table.plan))
        return now._exchange() if at == "after-discard" else now._given()

    def _picked_up(self, seat: int) -> State:
        """The hand when a player has taken up the declarer's discard, to be declarer himself: he then discards as many cards."""
        old = self.setting.declarer
        if old is None:
            return self
        hands, laid = list(self.hands), list(self.setting.laid)
        hands[seat] |= laid[old]
        laid[old] = 0
        overruled = None if old == seat else old
        silent = self._speaking("after-discard")
        return replace(
            self._with(laid=tuple(laid), declarer=seat, overruled=overruled, silent=silent), hands=tuple(hands)
        )

    @property
    def packets(self) -> tuple[int, ...]:
        """The packets of the talon as it was dealt, each of as many cards as the declarer takes, as bits."""
        takes = (told(self._talon, "takes") or {}).get("declarer", 0) or 1
        cards = self.setting.lies
        return tuple(self.plan.bits(cards[n : n + takes]) for n in range(0, len(cards), takes))

    def packet(self, stage: int) -> int:
        """The cards of the talon that are looked at in a stage: its packets in turn, and then the first again."""
        packets = self.packets
        return packets[(stage + (told(self._talon, "first") or 1) - 2) % len(packets)]

    def _to_holder(self) -> State:
        """The hand when the talon has gone to the holder of a card, or to whoever takes it where that card was turned up; where
        neither is so it stays."""
        name = told(self.plan.rules.deal, "talon_holder")
        if name is None:
            return self
        card, seat = self.plan.named([name]), None
        if card & self.setting.shown:
            seat = next(
                iter(meant(self, told(self.plan.rules.deal, "talon_turned") or "nobody", self.plan.dealer)), None
            )
        else:
            seat = next((n for n, hand in enumerate(self.hands) if card & hand), None)
        if seat is None:
            return self
        hands = (*self.hands[:seat], self.hands[seat] | self.setting.talon, *self.hands[seat + 1 :])
        return replace(self._with(talon=0), hands=hands)

    def _choose(self, number: int) -> State:
        """The declarer takes one of the packets of the talon."""
        return self._take(self.packets[number - 1])._exchange()

    def _stop(self, takes: bool) -> State:
        """The declarer takes the packet of the talon that he has looked at, or has it laid open and looks at the next."""
        stages, stage = told(self._talon, "stages"), self.setting.stage
        if takes:
            return self._take(self.packet(stage))._exchange()
        passed = 0 if told(self._talon, "passed_shown") is False else self.packet(stage)
        now = self._with(stage=stage + 1, shown=self.setting.shown | passed)
        return now if stage + 1 < stages else now._take(now.packet(stages))._exchange()

    def _take(self, packet: int) -> State:
        """Give the cards of the talon to those who take them, the declarer first."""
        use = self._talon
        takes = told(use, "takes") or {}
        hands, left = list(self.hands), packet
        declarer = self.plan.dealer if self.setting.declarer is None else self.setting.declarer
        for who, number in takes.items():
            for seat in meant(self, who, declarer):
                mine = self.plan.bits([place for place in self.setting.lies if left >> place & 1][:number])
                hands[seat] |= mine
                left &= ~mine
        taken = packet & ~left
        shown = self.setting.shown | (taken if told(use, "shown") else 0)
        now = replace(self._with(talon=self.setting.talon & ~taken, shown=shown), hands=tuple(hands))
        called = self.setting.called
        if called is not None and taken >> called & 1:  # whoever draws the card that was called is the partner
            drawn = next(seat for seat, hand in enumerate(hands) if hand >> called & 1)
            return now._with(partner=None if drawn == declarer else drawn)
        return now

    def _keep(self, place: int) -> State:
        """The declarer keeps a card; with the last of them he lays the others aside and takes the talon."""
        use, seat, kept = self._talon, self._seat, self.setting.kept | 1 << place
        now = self._with(kept=kept)
        if kept.bit_count() < told(use, "keeps"):
            return now
        hands, laid = list(self.hands), list(self.setting.laid)
        laid[seat] |= hands[seat] & ~kept
        hands[seat] = kept
        now = replace(now._with(laid=tuple(laid)), hands=tuple(hands))._take(self.setting.talon)
        aside = laid_of_talon(self.plan, use, now.hands[seat] & ~kept)
        hands[seat], laid[seat] = now.hands[seat] & ~aside, laid[seat] | aside
        shown = now.setting.shown | aside | (kept if told(use, "keeps_shown") else 0)
        return replace(now._with(laid=tuple(laid), shown=shown), hands=tuple(hands))._exchange()

    def _exchange(self) -> State:
        """What comes next before play: throwing in, discarding, bidding, asking, calling; then what is said."""
        setting, plan = self.setting, self.plan
        if setting.on_cards and setting.auction is not None:
            return replace(self, phase="bid", player=setting.auction.turn)
        if setting.contract is None and not self.table.case:
            for seat in range(plan.players):
                if forced := annulments(self, seat, must=True):
                    return self._end(void=forced[0])
            if spoken := self._speak("throw-in", range(plan.players)):
                return spoken
        if setting.declarer is not None and setting.asked:
            first_discards = told(told(self.bid, "asks"), "after_discard") and surplus(
                plan, self.hands[setting.declarer]
            )
            return replace(self, phase="discard" if first_discards else "ask", player=setting.declarer)
        if plan.exchange and setting.contract is not None and (spoken := self._next_to_exchange()):
            return spoken
        first = setting.declarer if setting.declarer is not None else plan.dealer
        for n in range(plan.players):
            seat = (first + n) % plan.players
            if surplus(plan, self.hands[seat]):
                return replace(self, phase="discard", player=seat)
        said = setting.auction is not None and setting.auction.spoken
        if setting.contract is None and not said and (spoken := self._asked("before-bidding")):
            return spoken
        if setting.auction is not None and not setting.auction.done:
            return replace(self, phase="bid", player=setting.auction.turn)
        if setting.declarer is not None and (spoken := self._asked("after-discard")):
            return spoken
        if setting.declarer is not None and setting.called is None and told(told(self.bid, "partner"), "calls"):
            return replace(self, phase="call", player=setting.declarer)
        return self._open()

    def _next_to_exchange(self) -> State | None:
        """The first player who may still exchange cards with the talon is given the word; None where nobody may."""
        first = self.setting.declarer or 0
        for who in self.plan.exchange if self.setting.talon else ():
            for seat in sorted(meant(self, who, first), key=lambda seat: (seat - first) % self.plan.players):
                if ("exchange", seat) not in self.setting.silent:
                    return replace(self, phase="exchange", player=seat)
        return None

    def _exchanged(self, seat: int) -> State:
        """The hand when a player has taken from the top of the talon as many cards as he has laid aside."""
        lack = self.plan.in_hand - self.hands[seat].bit_count()
        drawn = self.plan.bits([place for place in self.setting.lies if self.setting.talon >> place & 1][:lack])
        hands = (*self.hands[:seat], self.hands[seat] | drawn, *self.hands[seat + 1 :])
        return replace(self._with(talon=self.setting.talon & ~drawn), hands=hands)._exchange()

    def _lay(self, place: int) -> State:
        seat = self._seat
        hands, laid = list(self.hands), list(self.setting.laid)
        hands[seat] &= ~(1 << place)
        laid[seat] |= 1 << place
        shown = self.setting.shown | (1 << place if shown_by(self.plan, place) else 0)
        return replace(self._with(laid=tuple(laid), shown=shown), hands=tuple(hands))._exchange()

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
        given = (*self.setting.given, place)
        return replace(self._with(asking=None, given=given), hands=tuple(hands))._exchange()

    def _call(self, place: int) -> State:
        holder = next((seat for seat, hand in enumerate(self.hands) if hand >> place & 1), None)
        now = self._with(called=place, partner=None if holder == self._seat else holder)
        return now._given() if self._calls_first else now._open()

    def _on(self) -> State:
        """What is said next in the phase, or what comes after it."""
        if self.setting.on_cards:
            return self._in_pauses()
        return self._turn() if self.trick.cards else self._open()

    def _open(self) -> State:
        """What is said before a trick is begun, one phase after the other; then the lead."""
        now, phases = self, ["announce"]
        if self.tricks:
            phases = [*phases[: len(self.tricks) + 1 in self.plan.deadlines], "concede"]
        if not self.tricks:
            if told(self.plan.rules.declaring, "when") == "during-play":
                now = now._turned_up()  # so that what it brings into the hand is declared too
            for id, one in self.plan.concessions.items():
                if told(one, "must") and self._conceded(one):
                    return self._end(conceded=Said(self._conceder(id), id))
            if not self.setting.held and self.plan.declarations:
                now = self._with(held=tuple(self.table.held(self.plan, hand) for hand in now.hands))
            phases += ["double", "concede"]
            if told(self.plan.rules.declaring, "when") not in ("first-trick", "after-lead", "end-of-hand"):
                phases.insert(0, "declare")
        for phase in phases:
            if spoken := now._speak(phase, now._order(phase)):
                return spoken
        now = now._turned_up()._with_dead_hand()
        return replace(now, trick=Trick(now._leader()))._turn()

    def _leader(self) -> int:
        """Who leads to the next trick."""
        if self.tricks:
            return self.trick.leader
        setting = self.setting
        opened = setting.auction.opened if setting.auction is not None else None
        for term in (told(self.bid, "leads"), told(self.plan.rules.play, "leads")):
            if (seat := self.plan.seat(term, setting.declarer, opened)) is not None:
                return seat
        return 0

    def _conceded(self, one: Concession) -> bool:
        declarer = self.setting.declarer
        return meets(self, given(one.only_if), 0 if declarer is None else declarer)

    def _conceder(self, id: str) -> int:
        """Who concedes where it is always done."""
        who = told(self.plan.concessions[id], "who")
        declarer = self.setting.declarer or 0
        return next(iter(meant(self, who, declarer)), declarer)

    def _in_case(self) -> State:
        """Put the rules of a case into force where what was said brings it about."""
        for path, plan in self.table.plan.cases.items():
            case = dict(entries(self.table.plan.rules.cases)).get(path.removeprefix("cases."))
            condition = given(told(case, "only_if"))
            if case is None or condition is None or told(case, "asked_by") or condition.announced is None:
                continue
            if self.setting.declarer is not None and meets(self, condition, self.setting.declarer):
                return self._with(plan=plan)
        return self

    def _done(self) -> State:
        if self.phase == "ask":
            return self._with(asked=0)._exchange()
        now = self._with(silent=self.setting.silent | {(self._phase, self._seat)})
        match self._phase:
            case "throw-in" | "before-bidding" | "after-discard":
                return now._exchange()
            case "after-passes":
                return now._all_passed()
            case "others-passed" | "after-bidding":
                return now._contracted()
            case "exchange":
                return now._exchanged(self._seat)
        return now._on()

    @property
    def _phase(self) -> str:
        """What is going on; where a case may be asked for, at which moment."""
        return self.setting.at if self.phase == "case" else self.phase

    # -- what comes of it

    def result(self) -> Result:
        """Return what the hand came to: card points, feats, declarations, payments item by item."""
        from tarotref.play.reckoning import reckon

        return reckon(self)

    def view(self, seat: int) -> dict[str, Any]:
        """What one player may see: his own cards, what lies open, what has been said; no other hand, talon or discard."""
        from tarotref.play.views import view

        return view(self, seat)

    def transcript(self) -> dict[str, Any]:
        """The whole hand as data, from which `tarotref.play.replay` makes it again."""
        from tarotref.play.views import transcript

        return transcript(self)


_PHASES: dict[str, Callable[[State], tuple[Action, ...]]] = {
    "discard": State._to_discard, "keep": State._to_keep, "bid": State._to_bid, "contract": State._to_choose, "ask": State._to_ask,
    "give": State._to_give, "call": State._to_call, "declare": State._to_declare, "announce": State._to_announce,
    "double": State._to_double, "concede": State._to_concede, "name": State._to_name, "stage": State._to_stop, "packet": State._to_take,
    "throw-in": State._to_throw_in, "case": State._to_change, "exchange": State._to_exchange, "trumps": State._to_make_trumps,
}  # fmt: skip
"""What a player may do in each phase but play."""
