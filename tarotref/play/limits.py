"""Cards that may not be played at a moment of the hand, though suit is followed: what may be led to the first trick, and a King that
a trump has caught."""

from __future__ import annotations

from tarotref.play.compiled import EXCUSE, TRUMPS
from tarotref.play.hand import Hand
from tarotref.play.tricks import led


def limited(hand: Hand, seat: int, cards: int) -> int:
    """Of the cards that a player may play by the rules of following suit, those that the moment of the hand leaves him."""
    rules = hand.plan.trick
    cards = cards & _fool_in_time(hand, seat, cards) or cards
    if rules.king_forced and hand.trick.cards:
        return cards & _king_caught(hand) or cards
    if hand.trick.cards:
        return cards
    if rules.called_led and not hand.tricks:
        cards = cards & ~_of_called_suit(hand, seat) or cards
    return cards & _kept_open(hand) or cards


def may_hold_back(hand: Hand, seat: int, cards: int) -> bool:
    """Whether a player who may play but the Fool, which is the highest trump, may play any other card and hold it back."""
    plan, who = hand.plan, hand.plan.excuse.held_back
    if not who or not hand.trick.cards or cards != plan.every_fool or plan.fool:
        return False
    return who == "all" or hand.setting.side(seat) != hand.setting.side(hand.declarer)


def why_limited(hand: Hand) -> str:
    """The rule by which a card may not be played at this moment."""
    rules, excuse = hand.plan.trick, hand.plan.excuse
    if hand.own & hand.plan.fool and (
        excuse.led_while or excuse.yields or excuse.kept or excuse.must_by or excuse.demanded
    ):
        return "the Fool is led, kept or played when its time has come (fool)"
    if hand.trick.cards:
        return "the King has to be played to the first trick of its suit when a trump lies there (play.king)"
    if rules.called_led and not hand.tricks:
        return "the suit of the called card is not led to the first trick (play.called_led)"
    return "the cards kept open, or others of their suits, are led to the first tricks (play.kept_led)"


def _fool_in_time(hand: Hand, seat: int, cards: int) -> int:
    """Of the cards that a player may play, those that are left by the rules of when a Fool is led, kept or played."""
    plan, excuse, side, own = hand.plan, hand.plan.excuse, hand.setting.side, hand.hands[seat]
    fool = own & plan.fool
    if not fool or own == fool:
        return cards
    number = len(hand.tricks) + 1
    if cards & fool and (number == excuse.must_by or (hand.setting.demanded and number == excuse.demanded)):
        return fool
    if excuse.yields and own.bit_count() == excuse.barred_last + 1:
        return fool
    if excuse.led_while and not hand.trick.cards:
        others = [held for n, held in enumerate(hand.hands) if n != seat]
        return cards if any(held & plan.of_suit[TRUMPS] for held in others) else cards & ~fool
    if excuse.kept and seat == hand.setting.declarer:
        return cards if any(side(trick.winner) for trick in hand.tricks) else cards & ~fool
    return fool if excuse.kept and side(seat) and own.bit_count() == 2 else cards


def _of_called_suit(hand: Hand, seat: int) -> int:
    """The cards of the suit of the called card that a player may not lead to the first trick."""
    setting, plan, how = hand.setting, hand.plan, hand.plan.trick.called_led
    if setting.called is None or (how == "declarer" and seat == setting.declarer):
        return 0
    own = 1 << setting.called if how == "itself" else 0
    return plan.of_suit[plan.suit[setting.called]] & ~own


def kept_tricks(hand: Hand) -> int:
    """To how many of the first tricks the declarer leads the cards that he has kept open, or others of their suits."""
    use = hand.talon_use
    shown = use is not None and use.keeps_shown
    return hand.setting.kept.bit_count() if shown and hand.plan.trick.kept_led else 0


def _kept_open(hand: Hand) -> int:
    """The cards that are led to such a trick, and as far as the rules allow the others of their suits; of trumps they alone."""
    plan, found = hand.plan, hand.setting.kept
    if len(hand.tricks) >= kept_tricks(hand):
        return 0
    for suit, cards in enumerate(plan.of_suit):
        found |= cards if suit != TRUMPS and cards & found and not plan.trick.kept_itself else 0
    return found


def _king_caught(hand: Hand) -> int:
    """The King of the suit led, where the suit is led for the first time and a trump lies in the trick, as a bit."""
    plan, trick = hand.plan, hand.trick
    suit = led(plan, trick)
    if suit in (EXCUSE, TRUMPS) or not any(plan.suit[card] == TRUMPS for card in trick.cards):
        return 0
    if any(led(plan, one) == suit for one in hand.tricks):
        return 0
    return plan.of_suit[suit] & plan.trick.king_forced
