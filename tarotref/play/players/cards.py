"""Rules of thumb for the play of cards: to lead, to follow, to throw away, to lose (docs/play.md). Each says its reason."""

from __future__ import annotations

from collections.abc import Iterable

from tarotref.play.announcing import promised
from tarotref.play.compiled import TRUMPS, places
from tarotref.play.players.sight import Sight
from tarotref.play.table import Action
from tarotref.play.tricks import best, led

Choice = tuple[int, str]
"""The place of a card, and why it is played."""
LITTLE = 4
"""As many points of a trick are little to one who has to take one."""
LATE = 6
"""With so many tricks to play it is time to take one."""


def play(see: Sight, legal: tuple[Action, ...]) -> Action:
    return reasoned(see, legal)[0]


def reasoned(see: Sight, legal: tuple[Action, ...]) -> tuple[Action, str]:
    """What card is played, and why."""
    place = see.state.table.place
    card, why = _card(see, see.plan.bits(place[action.what] for action in legal))
    return see.state.table.of_card["play"][card], why


def _card(see: Sight, cards: int) -> Choice:
    """The card to play, of those that one may."""
    plan, left = see.plan, see.plan.deal.tricks - len(see.state.tricks)
    if see.seat in see.state.setting.open:
        return max(places(cards), key=lambda n: (see.cards.points[n], -n)), "It brings most to the trick that you win."
    if see.state.setting.announced:
        cards = cards & ~promised(see.state, see.seat, lambda one: one.do == "win-last") or cards
    fool = cards & plan.fool
    if fool and left <= max(plan.excuse.lost_last, plan.excuse.worthless_last, plan.excuse.barred_last) + 1:
        return next(places(fool)), "The Fool is lost if it is kept any longer."
    top = best(plan, see.trick) if see.trick.cards else -1
    if see.cards.low:
        return (_one(see, cards, top, left) if see.bare_loses else None) or _duck(see, cards, top)
    return _lead(see, cards) if top < 0 else _follow(see, cards, top)


def _cheapest(see: Sight, cards: Iterable[int]) -> int:
    return min(cards, key=see.cost)


def _lead(see: Sight, cards: int) -> Choice:
    """Draw trumps when long; lead what will win in a suit; else a low card, to get rid of a short suit."""
    plan, trumps = see.plan, see.plan.of_suit[TRUMPS]
    mine, others = see.hand & trumps, see.unseen & trumps
    foes = sum(not see.ally(seat) for seat in plan.circle if seat != see.seat)
    spare = list(places(cards & trumps & ~see.cards.pagat))
    if others and spare and 2 * mine.bit_count() * foes >= 3 * others.bit_count():
        highest = max(spare, key=lambda n: see.cards.height[n])
        if not others & plan.trick.above[highest]:
            return highest, "With so many trumps, draw those of the others: nothing beats this one."
        return _cheapest(see, spare), "With so many trumps, draw those of the others, with a low one."
    plain = list(places(cards & ~trumps & ~plan.fool))
    sure = [n for n in plain if see.sure(n, plan.suit[n])]
    if sure:
        return max(
            sure, key=lambda n: (see.cards.points[n], -n)
        ), "It is the highest left of its suit, and will most likely win."
    weak = [n for n in plain if not see.cards.kings >> n & 1] or ([] if spare else plain)
    if weak:
        length = 1 if mine else -1
        card = min(
            weak, key=lambda n: (see.cards.points[n] > 0, length * (see.hand & see.suit(n)).bit_count(), see.cost(n))
        )
        return (
            card,
            "A low card of a short suit, to trump it later." if mine else "A low card of the longest suit.",
        )
    return _cheapest(
        see, spare or places(cards & ~plan.fool or cards)
    ), "Nothing safe is left but trumps: the cheapest."


def _follow(see: Sight, cards: int, top: int) -> Choice:
    """Give partner points, win what is worth it as cheaply as one can, throw low to what is lost."""
    plan, known, trick = see.plan, see.cards, see.trick
    suit = led(plan, trick)
    if suit < 0 or plan.trick.power[suit][trick.cards[top]] < 0:
        suit = plan.suit[trick.cards[top]]
    power, winning = plan.trick.power[suit], trick.cards[top]
    others = cards & ~plan.fool or cards
    if see.ally(trick.seat(top, plan.circle)) and see.sure(winning, suit):
        return _favour(see, cards), "An ally wins the trick: give points to it, and no high trump."
    wins = [n for n in places(others) if power[n] >= power[winning] and power[n] >= 0]
    sure = [n for n in wins if see.sure(n, suit)]
    plain = [n for n in sure if plan.suit[n] != TRUMPS]
    if plain:
        return max(
            plain, key=lambda n: (known.points[n], -n)
        ), "It will most likely win the trick, and brings its points home."
    if safe := [n for n in sure if known.pagat >> n & 1]:
        return safe[0], "The Pagat is safe in this trick."
    stake = sum(known.points[n] for n in trick.cards)
    trumps = [n for n in (sure or wins) if plan.suit[n] == TRUMPS and not known.pagat >> n & 1]
    lowest = min(trumps, key=lambda n: known.height[n], default=-1)
    if trumps and (stake or not known.high >> lowest & 1):
        return lowest, "The lowest trump that wins the trick as it is."
    return _throw(see, cards), "The trick is lost, or not worth a high trump: the cheapest card."


def _favour(see: Sight, cards: int) -> int:
    """Points for a trick that an ally wins: a counting card, the Pagat, else what is cheap; no high trump."""
    known = see.cards
    given = [n for n in places(cards & ~known.high & ~see.plan.fool) if known.points[n]]
    return max(given, key=lambda n: (known.points[n], -n)) if given else _throw(see, cards)


def _throw(see: Sight, cards: int) -> int:
    """The cheapest card for a trick that is lost; the Fool where that would cost a counting card or a high trump."""
    known, fool = see.cards, cards & see.plan.fool
    cheapest = _cheapest(see, places(cards & ~fool or cards))
    if fool and (known.points[cheapest] or known.high >> cheapest & 1):
        return next(places(fool))
    return cheapest


def _one(see: Sight, cards: int, top: int, left: int) -> Choice | None:
    """Where few points win, but whoever takes no trick loses: a trick with little in it, or one of the last; None to wait."""
    known, suit = see.cards, max(led(see.plan, see.trick), 0) if see.trick.cards else -1
    power = see.plan.trick.power[suit] if suit >= 0 else known.height
    winning = [n for n in places(cards) if top < 0 or power[n] > power[see.trick.cards[top]]]
    cheap = [n for n in winning if not known.points[n]]
    stake = sum(known.points[n] for n in see.trick.cards)
    if cheap and top >= 0 and not see.foes_after and stake <= LITTLE:
        return max(cheap, key=lambda n: power[n]), "Whoever takes no trick loses, and there is little in this one."
    if winning and left <= LATE:
        return max(winning, key=lambda n: power[n]), "Whoever takes no trick loses, and few are left."
    return None


def _duck(see: Sight, cards: int, top: int) -> Choice:
    """Where it is better not to win: the highest card that loses, else the lowest."""
    if top >= 0:
        plan, trick = see.plan, see.trick
        suit = max(led(plan, trick), 0)
        power = plan.trick.power[suit]
        losing = [n for n in places(cards) if power[n] < power[trick.cards[top]]]
        if losing:
            return max(losing, key=lambda n: (see.cards.height[n], n)), "The highest card that does not win."
    return min(places(cards), key=lambda n: (see.cards.height[n], n)), "The lowest card: better not to win."
