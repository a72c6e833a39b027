"""A deal thrown in: because a hand calls for it, or because its player likes to."""

from __future__ import annotations

from collections.abc import Sequence

from tarotref.cards.holdings import holds
from tarotref.play.compiled import places
from tarotref.play.compiled.dealing import ThrownIn
from tarotref.play.conditions import meant
from tarotref.play.hand import Hand
from tarotref.play.phases.bidding import dealt_to
from tarotref.play.phases.phase import Phase, Speaking, did, silenced
from tarotref.play.table import DONE, OPENINGS, PASSED, Action

AFTER_DEAL, BEFORE_DISCARD, AFTER_DISCARD = "after-deal", "before-discard", "after-discard"
PAUSE, BID = "pause", "bid"
FIRST_PASSES, BEFORE_TALON = "first-passes", "before-talon"


class ThrowIn(Speaking):
    """At a moment of the hand a deal is thrown in where a hand has to be, and each may throw in a hand that may be."""

    name = "throw-in"

    def __init__(self, at: str):
        self.at = at
        """The moment, a term of the list `annul-when`."""

    def enter(self, hand: Hand) -> Hand | None:
        if self.at == PAUSE:
            return _asked(hand)
        if self.at == BID:
            return _withdraws(hand)
        if not self._comes(hand):
            return None
        seats, silent = range(hand.plan.players), hand.setting.silent
        for seat in seats:
            if forced := annulments(hand, seat, self.at, must=True):
                return hand.end(void=forced[0])
        asked = (n for n in seats if (self.at, n) not in silent and annulments(hand, n, self.at, must=False))
        seat = next(asked, -1)
        return hand.settle(at=self.at).wait(self.name, seat) if seat >= 0 else None

    def _comes(self, hand: Hand) -> bool:
        """Whether the moment has come; after the discard it has when this is asked."""
        setting = hand.setting
        case = hand.plan.case_rules.get(hand.table.case)
        asked_later = case is not None and case.at != "before-deal"
        if not hand.plan.deal.thrown_in or setting.on_cards or asked_later:
            return False
        bidden = setting.contract is not None
        if self.at == FIRST_PASSES:
            now, passes = setting.auction, sum(event.action == PASSED for event in hand.events)
            return now is not None and now.holder is None and not now.rounds and passes >= hand.plan.players
        if self.at == BEFORE_TALON:
            return bidden
        return not bidden if self.at == AFTER_DEAL else bidden and (self.at == AFTER_DISCARD or not any(setting.laid))

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        if hand.setting.at == PAUSE:
            return [] if (found := asking(hand)) is None else [found[0]]
        return declared(hand, seat) if hand.setting.at == BID else annulments(hand, seat, hand.setting.at, must=False)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "your cards do not call for it (deal.annul)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now = did(hand, action)
        if hand.setting.at == PAUSE:
            return _answered(now, hand.seat, action)
        if action != DONE:
            return now.end(void=action.what)
        return now.settle(silent=now.setting.silent | {(now.setting.at, hand.seat)}).go_on()


def _withdraws(hand: Hand) -> Hand | None:
    """The hand with the word given to the first who has bid, when another player's cards let him withdraw."""
    auction = hand.setting.auction
    bidder = None if auction is None else auction.holder
    if bidder is None or any(at == BID for at, _ in hand.setting.silent) or not declared(hand, bidder):
        return None
    return hand.settle(at=BID).wait(ThrowIn.name, bidder)


def declared(hand: Hand, bidder: int) -> list[str]:
    """What one of the others was dealt that lets a bidder withdraw."""
    others = [places(cards) for seat, cards in enumerate(hand.setting.dealt) if seat != bidder]
    return [
        id
        for id, one in hand.plan.deal.thrown_in.items()
        if BID in one.when
        and one.holding is not None
        and any(holds(cards, one.holding, hand.plan.groups) for cards in others)
    ]


def _asked(hand: Hand) -> Hand | None:
    """The hand with the word given to whoever is asked next, in a pause of the deal, whether to go on."""
    found = asking(hand)
    if found is None:
        return None
    seat = next((n for n in found[1].asked if (PAUSE, n) not in hand.setting.silent), None)
    return None if seat is None else hand.settle(at=PAUSE).wait(ThrowIn.name, seat)


def asking(hand: Hand) -> tuple[str, ThrownIn] | None:
    """Of what players are asked in the pause of the deal that it is, with its id: of the last thing for which it has been opened."""
    spoken = {event.seat for event in hand.events if event.action in OPENINGS.values()}
    found = [(id, one) for id, one in in_pause(hand) if spoken >= one.opened.keys()]
    return found[-1] if found else None


def in_pause(hand: Hand) -> list[tuple[str, ThrownIn]]:
    """Of what players may be asked in the pause of the deal that it is, with its id."""
    return [
        (id, one) for id, one in hand.plan.deal.thrown_in.items() if one.asked and hand.setting.on_cards in one.on_cards
    ]


def next_pause(hand: Hand) -> Hand:
    """The hand dealt on to the next pause in which players are asked, or in which they bid."""
    every, bids = hand.plan.deal.thrown_in.values(), hand.setting.auction
    later = [n for one in every if one.asked for n in one.on_cards if n > hand.setting.on_cards]
    return dealt_to(hand, min(later, default=bids.on_cards if bids is not None else 0))


def _answered(hand: Hand, seat: int, action: Action) -> Hand:
    """The hand when a player has said whether to go on with the deal: some keep it on, some give advice, and one throws it in."""
    found = asking(hand)
    assert found is not None
    one = found[1]
    last = seat == one.asked[-1]
    if action != DONE and last:
        return hand.end(void=action.what)
    keeps = action == DONE and not last and seat in meant(hand, one.kept_by or "nobody", one.asked[-1])
    if not keeps and not last:
        return hand.settle(silent=hand.setting.silent | {(PAUSE, seat)}).go_on()
    now = hand.settle(kept_on=seat if keeps else None, silent=hand.speak_again(PAUSE))
    if one.opened:
        bids = hand.setting.auction
        return dealt_to(now, bids.on_cards if bids is not None else 0).go_on()
    return next_pause(now).go_on()


class Tell(Phase):
    """In a pause of the deal players speak in turn of their cards; nobody is asked whether to go on where the first keeps silent."""

    name = "tell"

    def enter(self, hand: Hand) -> Hand | None:
        opened = {seat: how for _, one in in_pause(hand) for seat, how in one.opened.items()}
        spoken = {event.seat for event in hand.events if event.action in OPENINGS.values()}
        waiting = [seat for seat in opened if seat not in spoken]
        if not waiting or (self.name, waiting[0]) in hand.setting.silent:
            return None
        return hand.wait(self.name, waiting[0])

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        how = next(one.opened[hand.seat] for _, one in in_pause(hand) if hand.seat in one.opened)
        return (OPENINGS[how], DONE)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "it is not for you to speak of your cards now (deal.annul.opened)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now = did(hand, action)
        if action != DONE:
            return now.go_on()
        now = silenced(now, self.name)
        return (now if asking(now) else next_pause(now.settle(silent=now.speak_again(self.name)))).go_on()


def annulments(hand: Hand, seat: int, at: str, must: bool) -> list[str]:
    """What calls at a moment for throwing in a player's hand, of what has to be thrown in or of what may be."""
    setting = hand.setting
    cards = setting.dealt[seat] if at == AFTER_DEAL else hand.hands[seat]
    return [
        id
        for id, one in hand.plan.deal.thrown_in.items()
        if one.holding is not None
        and one.must is must
        and (one.whose is None or seat in meant(hand, one.whose, hand.plan.dealer))
        and at in one.when
        and not setting.laid[seat] & one.unless_laid
        and holds(places(cards), one.holding, hand.plan.groups)
    ]
