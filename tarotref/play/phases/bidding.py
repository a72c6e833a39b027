"""The bidding: bids, what is played if all pass, and the contract that the winner names."""

from __future__ import annotations

from dataclasses import replace

from tarotref.play.auction import PASS, WAIT, Auction, if_all_pass
from tarotref.play.conditions import meant, meets, was_dealt
from tarotref.play.events import Took, happened
from tarotref.play.hand import Hand, Part
from tarotref.play.phases.doubles import DOUBLED, doubled
from tarotref.play.phases.phase import Phase, did
from tarotref.play.table import PASSED, WAITED, Action


class Bid(Phase):
    """The players bid in turn, in a pause of the deal or when all cards are dealt."""

    name = "bid"

    def enter(self, hand: Hand) -> Hand | None:
        auction = hand.setting.auction
        return None if auction is None or auction.done else hand.wait(self.name, auction.turn)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        now = hand.setting.auction
        assert now is not None
        if not may_bid(hand, now):
            return (PASSED,)
        said = (_action(now, n) for n in now.legal() if may_promise(hand, now, n))
        bids = tuple(one for one in said if one.kind != "bid" or may_have(hand, one.what)) or (PASSED,)
        if len(bids) > 1 and must_bid(hand, now):
            bids = bids[1:] if bids[0] == PASSED else bids
        return (*bids, DOUBLED) if _may_double(hand, now) else bids

    def why_not(self, hand: Hand, action: Action) -> str:
        if action == DOUBLED:
            return "only the bid of another side may be doubled, and once (doubling.in_bidding)"
        now = hand.setting.auction
        if now is not None and not may_bid(hand, now):
            return "your cards do not allow you to bid (bidding.needs)"
        if now is not None and _number(now, action) in now.legal() and not may_promise(hand, now, _number(now, action)):
            return "it would promise cards that you do not hold (bidding.promises)"
        if action == PASSED and now is not None:
            owed = must_bid(hand, now)
            return (
                f"you have to bid{', with these cards, as long as nobody has (bidding.must)' if owed else ' (bidding)'}"
            )
        return "that bid may not be made now (bidding)"

    def act(self, hand: Hand, action: Action) -> Hand:
        before = hand.setting.auction
        assert before is not None
        if action == DOUBLED:
            return did(doubled(hand, action.what, 1), action).settle(auction=before.doubled()).go_on()
        said = _number(before, action)
        now = before.say(said)
        if (promise := before.promise(hand.plan.auction.promises, said)) is not None:
            now = replace(now, promised=(hand.seat, promise))
        left = did(hand, action).settle(auction=now)
        if action != PASSED and hand.setting.doubled:
            left = left.settle(doubled=())
        if not now.done:
            left = _before_bid(left) if before.rounds and not now.rounds and now.holder is None else left
            return dealt_to(left, now.on_cards).go_on()
        if now.holder is None:
            return dealt_to(left, 0).go_on()
        if not hand.table.contracts[now.bids[now.high]].played:
            return left.end(void="all-pass")
        chosen = left.settle(declarer=now.holder)
        if (_may_raise(left, now) and now.high < len(now.bids) - 1) or _in_place(left, now):
            return dealt_to(chosen, 0).go_on()
        return contracted(chosen, now.bids[now.high])


class AllPassed(Phase):
    """If all have passed, a contract is played that is no bid, the first player names one, or the hand is not played."""

    name = "all-passed"

    def enter(self, hand: Hand) -> Hand | None:
        auction = hand.setting.auction
        if auction is None or not auction.done or hand.setting.declarer is not None:
            return None
        if hand.plan.auction.first_again and not auction.asked_again:
            return hand.settle(auction=auction.again()).go_on()
        if hand.plan.auction.all_pass == "first-chooses":
            return hand.settle(declarer=auction.first).go_on()
        for contract, who in if_all_pass(hand.plan):
            if who == "all":  # each for himself, so that nobody is declarer
                return contracted(hand, contract)
            if (seat := _left_to(hand, contract, who)) is not None:
                return contracted(hand.settle(declarer=seat), contract)
        return hand.end(void="all-pass")


def _left_to(hand: Hand, contract: str, who: str) -> int | None:
    """Who plays a contract if all pass; None where nobody holds the card whose holder plays it."""
    if who != "holder":
        return next(iter(meant(hand, who, hand.plan.dealer)), None)
    cards = map(hand.plan.named, ([card] for card in hand.table.contracts[contract].holder_of))
    return next((seat for card in cards for seat, own in enumerate(hand.hands) if card and own & card == card), None)


class NameContract(Phase):
    """The winner of the bidding names the contract, where he may play a higher one than he has bid."""

    name = "contract"

    def enter(self, hand: Hand) -> Hand | None:
        setting = hand.setting
        if setting.auction is None or setting.declarer is None:
            return None
        return hand.wait(self.name, setting.declarer)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        now, known = hand.setting.auction, hand.table.contracts
        assert now is not None
        if now.holder is None:
            ids = tuple(id for id in known if not known[id].first_word)
        else:
            ids = now.bids[now.high :] if _may_raise(hand, now) else (now.bids[now.high], *_in_place(hand, now))
        return tuple(Action("contract", id) for id in ids if not known[id].on_cards and may_have(hand, id))

    def why_not(self, hand: Hand, action: Action) -> str:
        return "it is lower than the bid, or not yours to play (bids)"

    def act(self, hand: Hand, action: Action) -> Hand:
        """Where those who have passed may return, they may bid over a higher contract than he has bid."""
        now, said = hand.setting.auction, did(hand, action)
        if now is not None and now.returns and now.holder is not None and now.bids.index(action.what) > now.high:
            again = now.raised(now.bids.index(action.what))
            if again.turn is not None:
                return said.settle(auction=again, declarer=None).go_on()
        return contracted(said, action.what)


def _action(auction: Auction, said: int) -> Action:
    """What is said by its number."""
    return {PASS: PASSED, WAIT: WAITED}.get(said) or Action("bid", auction.bids[said])


def _number(auction: Auction, action: Action) -> int:
    """The number of a bid; WAIT for one who waits, PASS for a pass, and for what is no bid."""
    if action == WAITED:
        return WAIT
    return auction.bids.index(action.what) if action.what in auction.bids else PASS


def _may_raise(hand: Hand, auction: Auction) -> bool:
    """Whether the winner of the bidding may play a higher contract than he has bid."""
    rules = hand.plan.auction
    if not rules.raises_alone:
        return rules.may_raise
    bidders = {event.seat for event in hand.events if event.action and event.action.kind == "bid"}
    return bidders == {auction.holder} and auction.promised is None


def _in_place(hand: Hand, auction: Auction) -> tuple[str, ...]:
    """The contracts that the winner of the bidding may play in place of the one that he has bid."""
    return hand.table.contracts[auction.bids[auction.high]].in_place


def must_bid(hand: Hand, auction: Auction) -> bool:
    """Whether the player in turn has cards with which he may not pass, as nobody has bid."""
    if auction.holder is not None or auction.rounds:
        return False
    return any(was_dealt(hand, hand.seat, one) for one in hand.plan.auction.must)


def may_promise(hand: Hand, auction: Auction, said: int) -> bool:
    """Whether the player in turn has the cards that he would promise with a bid or pass, and has not promised not to bid again."""
    who, made = auction.promised or (None, None)
    if said != PASS and who == hand.seat and made is not None and made.last_bid:
        return False
    promise = auction.promise(hand.plan.auction.promises, said)
    if promise is None:
        return True
    needs = promise.needs is None or was_dealt(hand, hand.seat, promise.needs)
    return needs and bool(hand.own & hand.plan.named([promise.card]))


def promised(hand: Hand) -> tuple[int, int] | None:
    """Who has promised a card in the bidding, and the card, as a bit."""
    said = hand.setting.auction.promised if hand.setting.auction is not None else None
    return None if said is None else (said[0], hand.plan.named([said[1].card]))


def may_bid(hand: Hand, auction: Auction) -> bool:
    """Whether the player in turn has the cards that it takes to bid, or needs none."""
    rules = hand.plan.auction
    if rules.needs is None or was_dealt(hand, hand.seat, rules.needs):
        return True
    return rules.last_free and auction.passed == frozenset(range(hand.plan.players)) - {hand.seat}


def _before_bid(hand: Hand) -> Hand:
    """The hand when a round without a bid is over, after which the talon is taken, and cards discarded, before the next."""
    uses = (one.talon for one in hand.table.contracts.values() if not one.first_round)
    use = next((one for one in uses if one is not None and one.before_bid), None)
    for who, number in use.takes.items() if use is not None else ():
        for seat in meant(hand, who, hand.plan.dealer):
            cards = hand.from_talon(hand.setting.talon, number)
            hand = happened(hand, Took(seat, cards, cards.bit_count()))
    return hand


def _may_double(hand: Hand, auction: Auction) -> bool:
    """Whether the player in turn may double the highest bid so far."""
    rules, side = hand.plan.scoring.doubling, hand.setting.side
    if not rules.in_bidding or auction.holder is None or hand.setting.doubled:
        return False
    return side(auction.holder) != side(hand.seat)


def may_have(hand: Hand, contract: str) -> bool:
    """Whether the player in turn may have a contract."""
    return meets(hand, hand.table.contracts[contract].only_if, hand.seat)


def dealt_to(hand: Hand, cards: int) -> Hand:
    """The hand when so many cards have been dealt to each player, in a pause of the deal; 0: when all are dealt."""
    if cards == hand.setting.on_cards:
        return hand
    hands = next((hands for hands in hand.setting.pauses if hands[0].bit_count() == cards), hand.setting.dealt)
    return replace(hand.settle(on_cards=cards), hands=hands)


def contracted(hand: Hand, contract: str) -> Hand:
    """The hand when the declarer's contract is settled, and its rules come into force."""
    declarer = None if hand.table.contracts[contract].if_all_pass == "all" else hand.setting.declarer
    now = hand.settle(contract=contract, declarer=declarer, plan=hand.table.plans.get(contract, hand.plan))
    return now.go_on(Part.CONTRACT)
