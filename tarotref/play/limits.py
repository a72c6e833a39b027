"""Cards that may not be played at a moment of the hand, though suit is followed: what may be led to the first trick, and duties."""

from __future__ import annotations

from tarotref.cards.holdings import holds
from tarotref.play.compiled import EXCUSE, TRUMPS, places
from tarotref.play.compiled.duties import Duty
from tarotref.play.conditions import meets
from tarotref.play.hand import Hand
from tarotref.play.tricks import best, led, playable


def limited(hand: Hand, seat: int, cards: int) -> int:
    """Of the cards that a player may play by the rules of following suit, those that the moment of the hand leaves him."""
    rules = hand.plan.trick
    cards = cards & _fool_in_time(hand, seat, cards) or cards
    for duty in rules.duties:
        cards = _dutiful(hand, seat, duty, cards)
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


def why_limited(hand: Hand, place: int) -> str:
    """The rule by which a card may not be played at this moment."""
    rules, excuse = hand.plan.trick, hand.plan.excuse
    if hand.own & hand.plan.fool and (
        excuse.led_while or excuse.yields or excuse.kept or excuse.must_by or excuse.demanded
    ):
        return "the Fool is led, kept or played when its time has come (fool)"
    if broken := why_undutiful(hand, place):
        return broken
    if rules.called_led and not hand.tricks:
        return "the suit of the called card is not led to the first trick (play.called_led)"
    return "the cards kept open, or others of their suits, are led to the first tricks (play.kept_led)"


def why_undutiful(hand: Hand, place: int) -> str:
    """The duty by which a card of the player in turn may not be played; nothing where none forbids it."""
    plan, seat = hand.plan, hand.turn
    cards = playable(plan, hand.hands[seat], hand.trick, hand.has_won(seat))
    for duty in plan.trick.duties:
        now = _dutiful(hand, seat, duty, cards)
        forbids = cards >> place & 1 or (duty.otherwise and now != cards)
        if forbids and not now >> place & 1:
            if duty.cards >> place & 1 and duty.must in ("kept", "kept-for"):
                return f"it has to be kept (customs.{duty.id})"
            return f"you have to play {_named(hand, now, place)} to this trick (customs.{duty.id})"
        cards = now
    return ""


def _named(hand: Hand, cards: int, place: int) -> str:
    """Cards that are to be played in place of another, those of its suit on the lead; not by name where they are many."""
    plan = hand.plan
    found = cards & plan.of_suit[plan.suit[place]] if not hand.trick.cards else cards
    found = found or cards
    return " or ".join(map(str, plan.list(found))) if found.bit_count() < 4 else "one of certain other cards"


def _dutiful(hand: Hand, seat: int, duty: Duty, cards: int) -> int:
    """Of the cards that a player may play, those that a duty leaves; of cards to lead, in each suit, where it hangs on that."""
    plan, trick = hand.plan, hand.trick
    if not meets(hand, duty.only_if, seat):
        return cards
    if trick.cards:
        return cards if duty.how == "led" else _obeyed(hand, seat, duty, cards, led(plan, trick))
    if duty.how == "thrown":
        return cards
    if duty.suit != "led" and duty.when != "trumps-led":
        return _obeyed(hand, seat, duty, cards, EXCUSE)
    found = cards & plan.fool
    for suit, of_suit in enumerate(plan.of_suit):
        if cards & of_suit:
            found |= _obeyed(hand, seat, duty, cards & of_suit, suit)
    return found


def _obeyed(hand: Hand, seat: int, duty: Duty, cards: int, suit: int) -> int:
    """What a duty leaves of cards for a trick to which a suit has been led, or is led."""
    own, bound = hand.hands[seat], _bound(hand, seat, duty, suit)
    lying, without = hand.plan.bits(hand.trick.cards), cards & ~bound or cards
    if duty.apart and lying & duty.cards:
        return without
    in_trick = lying & (hand.plan.of_suit[TRUMPS] | (hand.plan.of_suit[suit] if suit != EXCUSE else 0))
    if duty.in_trick and not in_trick & duty.in_trick:
        return cards
    if duty.while_holding and not own & duty.while_holding & ~bound:
        return cards
    number = 1 + sum(_meant(hand, seat, duty, led(hand.plan, one)) for one in hand.tricks)
    if not _meant(hand, seat, duty, suit) or (duty.tricks and number not in duty.tricks):
        later = duty.must == "kept-for" and number <= max(duty.tricks, default=0)
        return without if later else cards
    if duty.must == "kept":
        return without
    if duty.must == "wins-lowest":
        return _enough(hand, cards & bound) or cards
    if duty.must.startswith("highest"):
        return _extreme(hand, cards & bound, beating=duty.must != "highest") or cards
    if not duty.otherwise:
        return cards & bound or cards
    return next((own & group for group in (bound, *duty.otherwise) if own & group), cards)


def _extreme(hand: Hand, cards: int, beating: bool) -> int:
    """The highest of cards that may be played: on lead of the trumps, or without one as high a suit card as any; where it has to be
    `beating` what lies in the trick and cannot, the lowest."""
    plan, trick = hand.plan, hand.trick
    trumps = cards & plan.of_suit[TRUMPS]
    mine = list(places((trumps if not trick.cards and trumps else cards) & ~plan.fool))
    if not mine:
        return cards
    above = {card: plan.trick.above[card].bit_count() for card in mine}
    if not trick.cards and not trumps:
        return plan.bits(card for card in mine if above[card] == min(above.values()))
    top = best(plan, trick) if trick.cards else -1
    wins = [card for card in mine if best(plan, trick._replace(cards=(*trick.cards, card))) == len(trick.cards)]
    if beating and top >= 0 and not wins:
        return plan.bits(card for card in mine if above[card] == max(above.values()))
    return plan.bits(card for card in wins or mine if above[card] == min(above[one] for one in wins or mine))


def _enough(hand: Hand, cards: int) -> int:
    """Of cards that may be played those that win the trick, of trumps the lowest that does; nothing where none does."""
    plan, trick = hand.plan, hand.trick
    mine = places(cards & ~plan.fool)
    wins = [card for card in mine if best(plan, trick._replace(cards=(*trick.cards, card))) == len(trick.cards)]
    trumps = [card for card in wins if plan.suit[card] == TRUMPS]
    low = max((plan.trick.above[card].bit_count() for card in trumps), default=0)
    return plan.bits(card for card in wins if card not in trumps or plan.trick.above[card].bit_count() == low)


def _meant(hand: Hand, seat: int, duty: Duty, suit: int) -> bool:
    """Whether a trick to which a suit is led is one of those for which a duty holds."""
    if duty.when == "trumps-led":
        return suit == TRUMPS
    if duty.when == "last":
        return len(hand.trick.cards) == len(hand.plan.circle) - 1
    if duty.when == "suit-first":
        return all(led(hand.plan, one) != suit for one in hand.tricks)
    return duty.when != "first-lead" or (not hand.trick.cards and all(one.leader != seat for one in hand.tricks))


def _bound(hand: Hand, seat: int, duty: Duty, suit: int) -> int:
    """The cards to which a duty binds a player, in a trick to which a suit is led."""
    plan, called, own = hand.plan, hand.setting.called, hand.hands[seat]
    bound = duty.cards
    if duty.suit == "called":
        bound &= plan.of_suit[plan.suit[called]] if called is not None and own >> called & 1 else 0
    elif duty.suit == "lacked":
        bound &= plan.bits(card for card in places(own) if plan.suit[card] in _lacked(hand, seat))
    elif duty.suit == "led":
        bound &= plan.of_suit[suit] if suit not in (EXCUSE, TRUMPS) else 0
        if duty.beside is not None and not holds(places(own & plan.of_suit[suit] & ~bound), duty.beside, plan.groups):
            return 0
    if duty.how == "thrown":
        bound &= ~plan.of_suit[suit] if suit != EXCUSE else 0
    return bound


def _lacked(hand: Hand, seat: int) -> set[int]:
    """The suits of which another than a player has shown that he has none."""
    plan, found = hand.plan, set()
    for trick in hand.tricks:
        suit = led(plan, trick)
        others = [card for n, card in enumerate(trick.cards) if trick.seat(n, plan.circle) != seat]
        if suit not in (EXCUSE, TRUMPS) and any(plan.suit[card] not in (suit, EXCUSE) for card in others):
            found.add(suit)
    return found


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
