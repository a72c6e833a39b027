"""A card called to find a partner."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from tarotref.cards.holdings import holds
from tarotref.play.compiled import TRUMPS, places
from tarotref.play.compiled.partners import Partner
from tarotref.play.conditions import meant
from tarotref.play.events import Called, happened
from tarotref.play.hand import Hand
from tarotref.play.phases.bidding import promised
from tarotref.play.phases.phase import Phase, Speaking, did, in_turn, of_cards
from tarotref.play.table import Action


class Call(Phase):
    """The declarer calls a card, before he sees the talon or after the exchange; its holder is his partner."""

    name = "call"

    def __init__(self, before_talon: bool):
        self.before_talon = before_talon

    def enter(self, hand: Hand) -> Hand | None:
        setting, partner = hand.setting, calls(hand)
        if setting.declarer is None or setting.called is not None or setting.partner is not None or partner is None:
            return None
        if self.before_talon and not partner.first:
            return None
        return hand.wait(self.name, setting.declarer)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        partner, own = calls(hand), hand.own | hand.setting.laid[hand.seat]
        assert partner is not None
        who, card = promised(hand) or (hand.seat, 0)
        if who != hand.seat:
            return of_cards(hand, "call", card)
        if partner.again:
            cards = hand.plan.named([partner.calls[_called_before(hand)]])
        else:
            turn = _turn_holds(hand, partner, own)
            cards = _in_turn(hand, partner.calls, own) if turn else _named(hand, partner)
        if partner.own_first:
            cards &= ~own | hand.plan.named(partner.calls[:1])
        bought = hand.plan.bits(place for _, place in hand.setting.bought)
        if not partner.own:
            cards = cards & ~own or cards
        return of_cards(hand, "call", _narrowed(hand, partner, cards & ~bought or cards))

    def why_not(self, hand: Hand, action: Action) -> str:
        who, _ = promised(hand) or (hand.seat, 0)
        if who != hand.seat:
            return "the card that was promised in the bidding has to be called (bidding.promises)"
        return "it may not be called (bids.partner)"

    def act(self, hand: Hand, action: Action) -> Hand:
        place = hand.table.place[action.what]
        holder = next((seat for seat, own in enumerate(hand.hands) if own >> place & 1), None)
        rules = calls(hand)
        if holder is None and rules is not None and rules.lies_with and not hand.setting.laid[hand.seat] >> place & 1:
            holder = next(iter(meant(hand, rules.lies_with, hand.seat)), None)
        if holder is None and rules is not None and rules.again and _called_before(hand) < len(rules.calls) - 1:
            return did(hand, action).go_on()
        partner = None if holder == hand.seat else holder
        return happened(did(hand, action), Called(hand.seat, place, partner)).go_on()


class Offer(Speaking):
    """Before a card is called each in turn from the declarer may offer to be his partner; the first who does is, openly."""

    name = "offer"

    def seats(self, hand: Hand) -> Sequence[int]:
        setting, partner = hand.setting, calls(hand)
        if setting.declarer is None or setting.called is not None or setting.partner is not None:
            return ()
        return [] if partner is None or partner.offers is None else in_turn(hand, setting.declarer)[1:]

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        partner = calls(hand)
        if partner is None or partner.offers is None:
            return []
        return ["partner"] if holds(places(hand.hands[seat]), partner.offers, hand.plan.groups) else []

    def why_not(self, hand: Hand, action: Action) -> str:
        return "you may only offer to be the partner (bids.partner.offers)"

    def said(self, hand: Hand, action: Action) -> Hand:
        return hand.settle(partner=hand.seat).go_on()


def _narrowed(hand: Hand, partner: Partner, cards: int) -> int:
    """Of the cards that may be called those that are left when one thing after another is asked of them, as far as any are."""
    for how in partner.narrowed:
        worth = {card: _fitness(hand, partner, card, how) for card in places(cards)}
        best = max(worth.values(), default=())
        cards = hand.plan.bits(card for card, own in worth.items() if own == best)
    return cards


def _fitness(hand: Hand, partner: Partner, card: int, how: str) -> tuple[int, ...]:
    """How well a card fits what is asked of the one that is called, a term of the list `call-narrowed`."""
    plan = hand.plan
    mine = hand.own & plan.of_suit[plan.suit[card]]
    match how:
        case "held":  # beside the cards that are called before it: a King, where Queens are called
            before = takewhile(lambda name: not plan.named([name]) >> card & 1, partner.calls)
            return (int(bool(mine & ~plan.named(before))),)
        case "shortest":
            return (-mine.bit_count(),)
        case "highest-courts":
            height, courts = plan.ranking.height, places(mine & plan.named(["courts"]))
            top = max(height[other] for other in plan.list(plan.of_suit[plan.suit[card]]))
            return tuple(sorted((height[plan.cards[n]] - top for n in courts), reverse=True))
    return (int(plan.suits[plan.suit[card]] == how),)


def _called_before(hand: Hand) -> int:
    """How many cards the declarer has called that nobody holds."""
    return sum(action.kind == "call" for action in hand.actions)


def calls(hand: Hand) -> Partner | None:
    """How the contract gives the declarer a partner; None where it has him call no card."""
    partner = hand.partner_rules
    return partner if partner is not None and partner.calls else None


def _turn_holds(hand: Hand, partner: Partner, own: int) -> bool:
    """Whether the cards are called in turn: not where the rules free the call, since another has discarded a trump."""
    if not partner.in_turn or partner.turn_unless is None:
        return partner.in_turn
    trumps = hand.plan.of_suit[TRUMPS] | hand.plan.fool
    laid = any(cards & trumps for seat, cards in enumerate(hand.setting.laid) if seat != hand.seat)
    first = partner.turn_unless == "trump-laid" or bool(own & hand.plan.named(partner.calls[:1]))
    return not (laid and first)


def _named(hand: Hand, partner: Partner) -> int:
    return hand.plan.whole if "all" in partner.calls else hand.plan.named(partner.calls)


def _in_turn(hand: Hand, names: tuple[str, ...], own: int) -> int:
    """The cards of the first of these names, and those of each later one that he lacks who holds all before."""
    found = 0
    for name in names:
        cards = hand.plan.named([name])
        found |= cards & ~own if found else cards
        if cards & ~own:
            break
    return found
