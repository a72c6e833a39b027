"""The talon: taken whole, in packets of which the declarer takes one, or in stages; or in exchange for all cards but a few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from tarotref.play.compiled import TRUMPS, places
from tarotref.play.compiled.contracts import TalonUse
from tarotref.play.conditions import meant, was_dealt
from tarotref.play.discards import laid_of_talon, may_keep
from tarotref.play.events import Laid, Shown, Took, happened, heard
from tarotref.play.hand import Hand, Part
from tarotref.play.holdings import declared_with
from tarotref.play.phases.cases import BEFORE_BIDDING
from tarotref.play.phases.phase import Phase, Speaking, did, not_held, of_cards, silenced
from tarotref.play.table import Action


class GiveTalon(Phase):
    """Each gets what the contract, or the case that was asked for, gives him of the talon, as far as nobody has a choice."""

    name = "give-talon"

    def enter(self, hand: Hand) -> Hand | None:
        setting = hand.setting
        if setting.contract is None and (not hand.table.case or setting.at == BEFORE_BIDDING):
            return None
        asks = hand.asks
        now = hand.settle(asked=asks.most if asks is not None else 0)
        if hand.plan.talon_to_tricks:
            return now.settle(talon=0, stock=setting.lies).go_on(Part.EXCHANGE)
        return _with_choice(now, hand.talon_use) or taken(now, setting.talon).go_on(Part.EXCHANGE)


def _with_choice(hand: Hand, use: TalonUse | None) -> Hand | None:
    """The hand when the declarer has the word, where he chooses among the cards of the talon or his own."""
    setting = hand.setting
    if use is None:
        return None
    if use.stages > 1 and setting.talon:
        return hand.settle(stage=1).wait(Stages.name, setting.declarer)
    if hand.chooses and len(hand.packets) > 1:
        now = happened(hand, Shown(hand.declarer, setting.talon)) if use.shown else hand
        return now.wait(Packets.name, setting.declarer)
    if use.keeps and setting.declarer is not None:
        return hand.wait(Keep.name, setting.declarer)
    return None


class Refuse(Speaking):
    """Those who would get cards of the talon beside the declarer may leave them to the player before him."""

    name = "refuse"

    def seats(self, hand: Hand) -> Sequence[int]:
        use, declarer = hand.talon_use, hand.setting.declarer
        if use is None or not use.refusers or declarer is None or not hand.setting.talon:
            return ()
        return [seat for who in use.takes for seat in meant(hand, who, declarer) if seat != declarer]

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        use, number = hand.talon_use, len(hand.setting.refused)
        if use is None or number >= use.refusers:
            return ()
        return ("talon",) if use.refuse_with is None or was_dealt(hand, seat, use.refuse_with) else ()

    def why_not(self, hand: Hand, action: Action) -> str:
        return "the cards of the talon may not be refused (bids.talon.may_refuse)"

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return (Action("take"), Action(self.name, "talon")) if self._is_offered(hand) else super().legal(hand)

    def said(self, hand: Hand, action: Action) -> Hand:
        """Who refuses has spoken; where the player before the declarer may decline the cards, he is asked, and who declines leaves
        them to whoever has offered them."""
        refused = hand.setting.refused
        if action.kind == "take":
            return hand.go_on()
        if self._is_offered(hand):
            offers = (seat for seat, said in heard(hand.events) if said.kind == self.name and seat != hand.seat)
            return hand.settle(refused=refused - {[*offers][-1]}).go_on()
        now, use = silenced(hand.settle(refused=refused | {hand.seat}), self.name), hand.talon_use
        return now.wait(self.name, _before_declarer(hand)) if use is not None and use.refused_offered else now.go_on()

    @staticmethod
    def _is_offered(hand: Hand) -> bool:
        """Whether the player in turn is asked whether he takes what another would leave to him."""
        use = hand.talon_use
        return use is not None and use.refused_offered and hand.seat == _before_declarer(hand)


class Stages(Phase):
    """The declarer looks at one packet of the talon after the other, and takes one or looks at the next."""

    name = "stage"

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return Action("take"), Action("look")

    def why_not(self, hand: Hand, action: Action) -> str:
        return "you take what you have seen, or look at the next cards (bids.talon.stages)"

    def act(self, hand: Hand, action: Action) -> Hand:
        """A packet that he leaves is laid open, unless the rules say otherwise; the last he has to take."""
        now, stage, use = did(hand, action), hand.setting.stage, hand.talon_use
        assert use is not None
        if action.kind == "take":
            return taken(now, hand.packet(stage)).go_on(Part.EXCHANGE)
        passed = hand.packet(stage) if use.passed_shown is None or stage in use.passed_shown else 0
        now = happened(now, Shown(hand.seat, passed)).settle(stage=stage + 1)
        if stage + 1 < use.stages:
            return now
        return taken(now, now.packet(use.stages)).go_on(Part.EXCHANGE)


class Packets(Phase):
    """The declarer takes one of the packets of the talon, which he likes."""

    name = "packet"

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        own, packets = self._bound(hand), hand.packets
        return tuple(Action("take", str(n)) for n, packet in enumerate(packets, 1) if not own or packet == own)

    @staticmethod
    def _bound(hand: Hand) -> int:
        """The packet that the declarer has to take, since the card that he called lies in it, as bits; 0 where he is free."""
        use, called = hand.talon_use, hand.setting.called
        if use is None or not use.takes_called or called is None:
            return 0
        return next((packet for packet in hand.packets if packet >> called & 1), 0)

    def why_not(self, hand: Hand, action: Action) -> str:
        if self._bound(hand):
            return "you have to take the cards among which the called card lies (bids.talon.takes_called)"
        return "the talon has no such packet (bids.talon.choice)"

    def act(self, hand: Hand, action: Action) -> Hand:
        return taken(did(hand, action), hand.packets[int(action.what) - 1]).go_on(Part.EXCHANGE)


class Keep(Phase):
    """The declarer keeps some of his cards; with the last of them he lays the others aside and takes the talon."""

    name = "keep"

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        assert hand.talon_use is not None
        return of_cards(hand, "keep", may_keep(hand.plan, hand.talon_use, hand.own, hand.setting.kept))

    def why_not(self, hand: Hand, action: Action) -> str:
        if not_held(hand, action, hand.own):
            return "you do not hold it"
        return "it may not be kept (bids.talon)"

    def act(self, hand: Hand, action: Action) -> Hand:
        use, seat = hand.talon_use, hand.seat
        assert use is not None
        kept = hand.setting.kept | 1 << hand.table.place[action.what]
        now = did(hand, action).settle(kept=kept)
        if kept.bit_count() < use.keeps:
            return now
        left = hand.own & ~kept
        now = taken(happened(now, Laid(seat, left, left.bit_count())), hand.setting.talon)
        aside = laid_of_talon(hand.plan, use, now.hands[seat] & ~kept)
        open_ = Shown(seat, kept if use.keeps_shown else 0)
        if use.keeps_shown and now.plan.trick.kept_loses:
            now = now.settle(plan=now.plan.without_power(kept & ~now.plan.of_suit[TRUMPS]))
        return happened(now, Laid(seat, aside, aside.bit_count(), aside), open_).go_on(Part.EXCHANGE)


def _before_declarer(hand: Hand) -> int:
    return (hand.declarer - 1) % hand.plan.players


def taken(hand: Hand, packet: int) -> Hand:
    """The hand when cards of the talon have gone to those who take them, each all of his at once, in turn from the declarer on;
    whoever draws the card that was called is the partner."""
    use, left, now, players = hand.talon_use, packet, hand, hand.plan.players
    numbers: Counter[int] = Counter()
    for who, number in use.takes.items() if use is not None else ():
        for taker in meant(hand, who, hand.declarer):
            numbers[_instead(hand, taker)] += number
    for seat in sorted(numbers, key=lambda seat: (seat - hand.declarer) % players):
        mine = hand.from_talon(left, numbers[seat])
        left &= ~mine
        now = happened(now, Took(seat, mine, mine.bit_count(), use is not None and use.shown))
    called = hand.setting.called
    if called is not None and (packet & ~left) >> called & 1:
        holder = next(seat for seat, own in enumerate(now.hands) if own >> called & 1)
        return now.settle(partner=None if holder == hand.declarer else holder)
    return now


def _instead(hand: Hand, taker: int) -> int:
    """Who gets the cards of one who would take some of the talon, if he has refused them."""
    declarer, players, use = hand.declarer, hand.plan.players, hand.talon_use
    if taker not in hand.setting.refused:
        return taker
    first = min(hand.setting.refused, key=lambda seat: (seat - declarer) % players)
    return declarer if use is not None and use.refused_shared and taker != first else _before_declarer(hand)


def robbed(hand: Hand) -> Hand:
    """The hand when the cards left over have been robbed from below and above, and searched, by those who may."""
    deal, now = hand.plan.deal, hand
    for who, end in deal.robbed_by.items():
        order = [card for card in hand.setting.lies if now.setting.talon >> card & 1]
        off = takewhile(lambda card: deal.robbed >> card & 1, order if end == "top" else reversed(order))
        now = _taken_out(now, who, hand.plan.bits(off), open_=True)
    for who, cards in deal.combed.items():
        now = _taken_out(now, who, now.setting.talon & cards & ~deal.combed_to_declare, open_=False)
        now = _taken_out(now, who, _to_declare(now, who, now.setting.talon & cards), open_=False)
    return now


def _to_declare(hand: Hand, who: str, cards: int) -> int:
    """Of cards left over those with which whoever is meant could make a declaration of which they are part."""
    seats = meant(hand, who, hand.plan.dealer)
    own = hand.hands[seats[0]] if seats else 0
    return hand.plan.bits(card for card in places(cards) if declared_with(hand.plan, own | 1 << card) >> card & 1)


def _taken_out(hand: Hand, who: str, cards: int, open_: bool) -> Hand:
    """The hand when cards left over have gone to whoever is meant."""
    seat = next(iter(meant(hand, who, hand.plan.dealer)), None)
    return hand if seat is None or not cards else happened(hand, Took(seat, cards, cards.bit_count(), open_))


def to_holder(hand: Hand) -> Hand:
    """The hand when the talon has gone to the holder of a card, or to whoever takes it where that card was turned up; where
    neither is so it stays."""
    deal, talon = hand.plan.deal, hand.setting.talon
    if deal.talon_holder is None:
        return hand
    if deal.talon_holder & hand.setting.shown:
        seat = next(iter(meant(hand, deal.talon_turned, hand.plan.dealer)), None)
    else:
        seat = next((n for n, own in enumerate(hand.hands) if deal.talon_holder & own), None)
    return hand if seat is None else happened(hand, Took(seat, talon, talon.bit_count()))
