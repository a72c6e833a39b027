"""Points asked and offered in a pause of the deal, for which it is thrown in."""

from __future__ import annotations

from tarotref.play.compiled.dealing import IN_TURN, ThrownIn
from tarotref.play.hand import Hand
from tarotref.play.phases.bidding import Bid, dealt_to
from tarotref.play.phases.phase import Phase, did
from tarotref.play.table import DONE, PASSED, WAITED, Action

BID = Bid()
MOST_BARGAINED = 30
"""The most points that anybody asks for or offers: the assumption `deal.annul.bargain`."""
MOST_OFFERED = 10
"""The most points that anybody offers where each speaks once: the assumption `deal.annul.bargain-once`."""


class Bargain(Phase):
    """Each in turn asks for points, offers some, passes, or ends the pause; when the offers come to the demands, the hand is thrown in."""

    name = "bargain"

    def enter(self, hand: Hand) -> Hand | None:
        asked = hand.setting.asks_for
        if bargain(hand) is None:
            return None
        return hand.wait(self.name, len(asked) % hand.plan.players)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        if how(hand) != "open":
            return _in_turn(hand) if how(hand) == IN_TURN else _once(hand)
        before = said(hand, hand.seat)
        most = MOST_BARGAINED if before is None else before
        asks = [Action("demand", str(n)) for n in range(min(most, MOST_BARGAINED), 0, -1)]
        least = 1 if before is None or before >= 0 else -before
        offers = [Action("offer", str(n)) for n in range(least, MOST_BARGAINED + 1)]
        return (*([PASSED] if most >= 0 else []), *asks, *offers, DONE)

    def why_not(self, hand: Hand, action: Action) -> str:
        if how(hand) == IN_TURN:
            return "only what is fixed may be offered, to players who still have to speak, and all of it is taken (deal.annul.bargain)"
        if how(hand) != "open":
            return "each speaks once, and takes of what has been offered; the last to speak takes the rest, or has the deal go on (deal.annul.bargain)"
        return "you may offer more or ask for less than you have, and after passing only offer (deal.annul.bargain)"

    def act(self, hand: Hand, action: Action) -> Hand:
        now, thrown = did(hand, action), bargain(hand)
        assert thrown is not None
        if thrown[1].bargain == IN_TURN:
            return _spoke(hand, thrown[0], action)
        if action == DONE:
            later = [n for n in thrown[1].on_cards if n > hand.setting.on_cards]
            bids = hand.setting.auction
            then = min(later, default=bids.on_cards if bids is not None else 0)
            return dealt_to(now.settle(asks_for=()), then).go_on()
        once = thrown[1].bargain != "open"
        worth = int(action.what or 0) * (1 if action.kind == "demand" else -1)
        now = now.settle(asks_for=(*hand.setting.asks_for, None if action == WAITED else worth))
        if not offered(now) and (not silent(now) or (once and action.kind == "demand")):
            return now.end(void=thrown[0])
        while once and (before := said(now, len(now.setting.asks_for) % hand.plan.players)) is not None:
            now = now.settle(asks_for=(*now.setting.asks_for, before))
        return now.go_on()


def _once(hand: Hand) -> tuple[Action, ...]:
    """What a player may say where each speaks once, and takes of what has been offered."""
    left, last, anybody = offered(hand), len(silent(hand)) == 1, how(hand) == "anybody"
    if last:
        return (Action("demand", str(left)) if left else PASSED, DONE)
    asks = [Action("demand", str(n)) for n in range(left if anybody else left - 1, 0, -1)]
    offers = [Action("offer", str(n)) for n in range(1, MOST_OFFERED + 1)]
    first = len(hand.setting.asks_for) < hand.plan.players
    return (PASSED, *asks, *offers, *([WAITED] if first else []), *([DONE] if anybody else []))


def _in_turn(hand: Hand) -> tuple[Action, ...]:
    """What a player may say where each speaks once, in turn: nobody offers what nobody could take any more."""
    found, setting, left = bargain(hand), hand.setting, offered(hand)
    assert found is not None
    last, kept = len(setting.asks_for) == hand.plan.players - 1, setting.kept_on is not None
    taken = any(asked and asked > 0 for asked in setting.asks_for)
    offers = [Action("offer", str(found[1].offers))] if found[1].offers and not (last or kept or taken) else []
    takes = [Action("demand", str(left))] if left else []
    bids = [one for one in BID.legal(hand) if one.kind == "bid"] if _bidding(hand) else []
    return (PASSED, *offers, *takes, *([DONE] if setting.on_cards and not kept else []), *bids)


def _bidding(hand: Hand) -> bool:
    """Whether there are bids to be made in the pause of the deal that it is."""
    bids = hand.setting.auction
    return bids is not None and not bids.done and bids.on_cards == hand.setting.on_cards


def _spoke(hand: Hand, id: str, action: Action) -> Hand:
    """The hand when a player has spoken in turn: who does not bid has passed. If anybody has the deal go on, all offers are off."""
    setting, bidding = hand.setting, _bidding(hand)
    worth = int(action.what) * (1 if action.kind == "demand" else -1) if action.kind in ("demand", "offer") else 0
    kept = hand.seat if action == DONE else setting.kept_on
    said = () if action.kind == "bid" else (*setting.asks_for, worth)
    now = hand.settle(asks_for=said, kept_on=kept)
    now = BID.act(now, action) if bidding else did(now, action).go_on()
    if action.kind == "bid" or (len(said) < hand.plan.players and (kept is None or bidding)):
        return now
    if kept is None:
        taken = any(asked > 0 for asked in said if asked)
        return now.settle(asks_for=said if taken else ()).end(void=id)
    later = [
        n for way in hand.plan.deal.thrown_in.values() if way.bargain for n in way.on_cards if n > setting.on_cards
    ]
    return dealt_to(now.settle(asks_for=(), kept_on=None), min(later, default=0)).go_on()


def how(hand: Hand) -> str:
    """How players bargain in the pause of the deal that it is."""
    found = bargain(hand)
    return found[1].bargain if found is not None else ""


def offered(hand: Hand) -> int:
    """How much of the offers is left over by the demands; less than nothing where more is asked for."""
    return -sum(said(hand, seat) or 0 for seat in range(hand.plan.players))


def silent(hand: Hand) -> list[int]:
    """Who has not spoken in this pause."""
    return [seat for seat in range(hand.plan.players) if said(hand, seat) is None]


def bargain(hand: Hand) -> tuple[str, ThrownIn] | None:
    """What the players bargain for in the pause of the deal that it is, with its id."""
    found = hand.plan.deal.thrown_in.items()
    return next(((id, one) for id, one in found if one.bargain and hand.setting.on_cards in one.on_cards), None)


def said(hand: Hand, seat: int) -> int | None:
    """What a player asks for now, or less than nothing if he offers it; None if he has not spoken in this pause."""
    return next(iter(reversed(hand.setting.asks_for[seat :: hand.plan.players])), None)
