"""Playing to tricks: which cards may be played, and which card wins (dm2004 ch. 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tarotref.play.compiled import EXCUSE, TRUMPS, Plan, places

SUITS_ALIKE = ("clubs", "spades", "hearts", "diamonds")
"""How suits rank where cards of two are alike."""
HELD = ("never", "last-card")
"""Terms of a Fool that is not led as long as there is another card."""


class Trick(NamedTuple):
    """A trick: who led, the cards by place in the plan in the order played, who won it (-1 while it is played), and the
    suit that the leader of a Fool, or of a card that can win nothing, has named (-1 where none is)."""

    leader: int
    cards: tuple[int, ...] = ()
    winner: int = -1
    named: int = -1
    open: tuple[int, ...] = ()
    """The seats whose hands lie open, from each of which its winner takes a card in the end."""
    out: tuple[int, ...] = ()
    """The seats that play no more."""

    def seat(self, place: int, circle: tuple[int, ...]) -> int:
        """The seat from which the card at a place of the trick is played, of those that play in turn (`Plan.circle`)."""
        if self.open or self.out:
            return self.order(circle)[place]
        return circle[(circle.index(self.leader) + place) % len(circle)]

    def place(self, seat: int, circle: tuple[int, ...]) -> int:
        """The place in the trick of the card played from a seat."""
        if self.open or self.out:
            return self.order(circle).index(seat)
        return (circle.index(seat) - circle.index(self.leader)) % len(circle)

    def order(self, circle: tuple[int, ...]) -> tuple[int, ...]:
        """The seats from which a card is played, in order: in turn from the leader, and then those whose hands lie open."""
        at, away = circle.index(self.leader), (*self.open, *self.out)
        return (*(seat for seat in (*circle[at:], *circle[:at]) if seat not in away), *self.open)

    def in_turn(self, circle: tuple[int, ...]) -> int:
        """From how many seats a card is played in turn."""
        return len(circle) - len(self.out) - len(self.open)

    def full(self, circle: tuple[int, ...]) -> bool:
        """Whether a card has been played from every seat that plays one."""
        return len(self.cards) == len(circle) - len(self.out)


def draws(plan: Plan, stock: tuple[int, ...], tricks: Sequence[Trick]) -> Iterator[tuple[int, int, int]]:
    """Yield what is drawn from a stock after each of some tricks: the number of the trick, from 0, the seat, the card.

    The winner draws the first card; where all draw, the others follow in turn.
    """
    for n, trick in enumerate(tricks):
        for k, card in enumerate(stock[n * plan.deal.each_trick : (n + 1) * plan.deal.each_trick]):
            yield n, (trick.winner + k) % plan.players, card


def led(plan: Plan, trick: Trick) -> int:
    """The suit that is to be followed; -1 as long as nothing is, as when a card lies there that can win nothing, unless it was led to
    a trick to which it has to be led."""
    suit = plan.suit[trick.cards[0]]
    if suit != EXCUSE and not plan.powerless >> trick.cards[0] & 1:
        return suit
    if trick.named >= 0:
        return trick.named
    if suit == EXCUSE and plan.excuse.led == "trumps":
        return TRUMPS
    return plan.suit[trick.cards[1]] if len(trick.cards) > 1 else EXCUSE


def best(plan: Plan, trick: Trick) -> int:
    """The place in the trick of the card that wins so far; -1 while only the Fool lies there.

    Where nobody can follow what the leader of a Fool asked for, the first card beside it says what was led.
    """
    suit = led(plan, trick)
    if suit == EXCUSE:
        return -1
    top = _strongest(plan.trick.power[suit], trick.cards)
    if (honours := plan.trick.honours) and _of_honours(plan, honours, trick.cards, suit):
        return trick.cards.index(honours[2])
    if top < 0:
        able = (card for card in trick.cards if plan.suit[card] != EXCUSE and not plan.powerless >> card & 1)
        other = next((plan.suit[card] for card in able), EXCUSE)
        top = -1 if other == EXCUSE else _strongest(plan.trick.power[other], trick.cards)
    return top


def best_of_others(plan: Plan, trick: Trick, without: int) -> int:
    """The place of the card that wins where the one at another place can win nothing, though it may say what is followed."""
    cards = (*trick.cards[:without], *trick.cards[without + 1 :])
    suit = led(plan, trick)
    top = -1 if suit == EXCUSE else _strongest(plan.trick.power[suit], cards)
    if top < 0:
        top = best(plan, Trick(trick.leader, cards))
    return top + (top >= without)


def _of_honours(plan: Plan, honours: tuple[int, int, int], cards: tuple[int, ...], suit: int) -> bool:
    """Whether the three honours lie in a trick, in the order in which the lowest of them wins it."""
    if any(card not in cards for card in honours) or plan.trick.power[suit][honours[2]] < 0:
        return False
    at = [cards.index(card) for card in honours]
    return not plan.trick.honours_in_order or at == sorted(at)


def crowning(plan: Plan, hand: int, trick: Trick) -> int:
    """The lowest trump of a hand, as a bit, if it would win the trick although the two higher honours lie there."""
    honours = plan.trick.honours
    if not honours or not hand >> honours[2] & 1 or not trick.cards:
        return 0
    suit = led(plan, trick)
    cards = (*trick.cards, honours[2])
    return 1 << honours[2] if suit != EXCUSE and _of_honours(plan, honours, cards, suit) else 0


def _strongest(power: tuple[int, ...], cards: tuple[int, ...]) -> int:
    top, most = -1, 0
    for place, card in enumerate(cards):
        if power[card] >= most and power[card] >= 0:
            top, most = place, power[card]
    return top


def playable(plan: Plan, hand: int, trick: Trick, has_tricks: bool = True) -> int:
    """The cards of a hand that may be played to a trick, by one who has won tricks or has not.

    One follows suit, plays a trump without it, and anything without either, as far as the rules ask for each; higher trumps
    and higher cards where they ask for these. The Fool as Excuse may be played to any trick in place of another card, where
    the rules do not bar it; it may always be played when it is the last card.
    """
    fool = hand & plan.fool
    if hand == fool:
        return hand
    found = _followed(plan, hand, fool, trick, has_tricks)
    return _held_back(plan, found, hand, trick) if plan.trick.restrained else found


def _followed(plan: Plan, hand: int, fool: int, trick: Trick, has_tricks: bool) -> int:
    """The cards that may be played as far as the rules of following suit, trumping and the Fool go."""
    excuse = plan.excuse
    barred = excuse.waits or hand.bit_count() <= excuse.barred_last or (excuse.barred_without and not has_tricks)
    if fool and barred:
        hand, fool = hand ^ fool, 0
    if not trick.cards:
        return hand & ~fool if plan.excuse.led in HELD else hand
    suit = led(plan, trick)
    if suit == EXCUSE:
        return hand
    follow = hand & plan.of_suit[suit]
    if follow and plan.trick.matadors and not follow & ~plan.trick.free_matadors[trick.cards[0]]:
        return hand
    if follow and plan.trick.must_follow:
        if excuse.barred_able:
            fool = 0
        return _higher(plan, hand, follow, trick, suit) | fool
    trumps = hand & plan.of_suit[TRUMPS]
    second = hand & plan.trick.second if suit != TRUMPS else 0
    if fool and excuse.must and suit != TRUMPS and not follow and not trumps | second:
        return fool
    if (
        trumps | second
        and not follow
        and plan.trick.must_trump
        and not (plan.trick.unless_trumped and _trumped(plan, trick))
    ):
        return _higher(plan, hand, trumps, trick, TRUMPS) | second | fool
    return hand


def _held_back(plan: Plan, found: int, hand: int, trick: Trick) -> int:
    """Of the cards that may be played those that stay when trumps must or may not be led, the lowest is held back, and the
    highest of a suit is to be played."""
    trumps = plan.of_suit[TRUMPS]
    if not trick.cards and plan.trick.trump_lead:
        found = (found & ~trumps if plan.trick.trump_lead == "barred" else found & trumps) or found
        if plan.trick.trump_lead == "highest" and found & trumps:
            return 1 << _highest(plan, found & trumps)
    low = plan.trick.lowest_trump & ~crowning(plan, hand, trick)
    if found & low and (plan.trick.pagat_held == "last-card" or hand & trumps & ~low):
        found = found & ~low or found
    return found & ~_covered(plan, hand) or found if plan.trick.highest else found


def _highest(plan: Plan, trumps: int) -> int:
    """The place of the highest of some trumps."""
    return max(places(trumps), key=lambda card: plan.trick.power[TRUMPS][card])


def leader(plan: Plan, hands: Sequence[int], winner: int, card: int) -> int:
    """Who leads to the next trick where one who has won with his last trump, the card, gives up the lead."""
    trumps = plan.of_suit[TRUMPS]
    held = [(seat, hand & trumps) for seat, hand in enumerate(hands) if hand & trumps]
    if plan.suit[card] != TRUMPS or hands[winner] & trumps or not held:
        return winner
    if plan.trick.lead_yielded == "highest-holder":
        return max(held, key=lambda one: plan.trick.power[TRUMPS][_highest(plan, one[1])])[0]
    return min(held, key=lambda one: (one[0] - winner) % plan.players)[0]


def higher_winner(plan: Plan, tricks: Sequence[Trick]) -> int:
    """Who won one of some tricks with the higher card: a trump, else that which stands higher in its suit."""

    def height(trick: Trick) -> tuple[int, int, int]:
        card = trick.cards[trick.place(trick.winner, plan.circle)]
        suit, height = plan.suit[card], plan.ranking.height
        if suit == TRUMPS:
            return 1, height[plan.cards[card]], 0
        below = max(height[other] for other in plan.list(plan.of_suit[suit])) - height[plan.cards[card]]
        return 0, -below, -SUITS_ALIKE.index(plan.suits[suit])

    return max(tricks, key=height).winner


def _covered(plan: Plan, hand: int) -> int:
    """The cards of a hand that stay because a higher one of their suit is to be played."""
    covered = 0
    for suit, cards in enumerate(plan.of_suit):
        mine = hand & cards & plan.trick.highest
        if mine:
            most = max(plan.trick.power[suit][card] for card in places(mine))
            covered |= plan.bits(card for card in places(mine) if plan.trick.power[suit][card] < most)
    return covered


def _trumped(plan: Plan, trick: Trick) -> bool:
    return any(plan.suit[card] == TRUMPS for card in trick.cards)


def _higher(plan: Plan, hand: int, cards: int, trick: Trick, suit: int) -> int:
    """Of the cards of a suit in a hand, those that beat what lies in the trick, where the rules ask for that and there are any."""
    if suit == TRUMPS and plan.trick.must_overtrump and (crown := cards & crowning(plan, hand, trick)):
        return crown
    asked = plan.trick.must_overtrump if suit == TRUMPS else plan.trick.must_overtake
    if not asked and not (plan.trick.overtakes_first and hand.bit_count() == plan.deal.in_hand):
        return cards
    top = best(plan, trick)
    if top < 0 or plan.suit[trick.cards[top]] != suit:
        return cards
    return cards & plan.trick.above[trick.cards[top]] or cards


def why_not(plan: Plan, hand: int, trick: Trick, card: int, has_tricks: bool = True) -> str:
    """The rule by which a card of the hand may not be played to a trick."""
    suit = led(plan, trick) if trick.cards else EXCUSE
    if plan.suit[card] == EXCUSE:
        return _why_no_fool(plan, hand, trick, has_tricks)
    if hand & plan.fool and plan.excuse.must and trick.cards and not hand & (plan.of_suit[suit] | plan.of_suit[TRUMPS]):
        return "if you can neither follow suit nor trump, you must play the Fool (fool.must)"
    if plan.trick.restrained and _followed(plan, hand, hand & plan.fool, trick, has_tricks) >> card & 1:
        if plan.trick.pagat_held and plan.trick.lowest_trump >> card & 1:
            return "the lowest trump is held back (play.pagat)"
        if _covered(plan, hand) >> card & 1:
            return "the highest of the suit is to be played (play.highest)"
        return {
            "barred": "trumps are not led (play.trump_lead)",
            "highest": "the highest trump has to be led (play.trump_lead)",
        }.get(plan.trick.trump_lead, "a trump has to be led (play.trump_lead)")
    if hand & plan.of_suit[suit]:
        if plan.suit[card] != suit:
            return f"you must follow suit: {plan.suits[suit]} (play.must_follow)"
    elif plan.suit[card] != TRUMPS:
        second = " or one of the secondary trumps" if hand & plan.trick.second and suit != TRUMPS else ""
        return f"if you cannot follow suit, you must play a trump{second} (play.must_trump)"
    if plan.suit[card] == TRUMPS:
        return "you must play a higher trump (play.must_overtrump)"
    return "you must play a higher card (play.must_overtake)"


def _why_no_fool(plan: Plan, hand: int, trick: Trick, has_tricks: bool) -> str:
    """The rule by which the Fool may not be played."""
    last = plan.excuse.barred_last
    if not trick.cards and plan.excuse.led in HELD:
        return "you may not lead the Fool while you have another card (fool.led)"
    if hand.bit_count() <= last:
        return f"the Fool may not be played to one of the last {last} tricks (fool.barred)"
    if plan.excuse.barred_without and not has_tricks:
        return "the Fool may not be played before you have won a trick (fool.barred)"
    return "the Fool may not be played while you can follow suit (fool.barred)"
