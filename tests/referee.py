"""An umpire of tricks and points that shares no code with `tarotref.play`: cards by name, rules as the books put them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TypeAlias

from tarotref.cards.card import Card, Ranking
from tarotref.cards.names import parse_card
from tarotref.model.rules import Rules, entries
from tarotref.model.types import Absence


def plain(part: object, name: str) -> object:
    """A field of a section of facts; None where it is absent."""
    value = None if part is None or isinstance(part, Absence) else getattr(part, name)
    return None if isinstance(value, Absence) else value


class Trumps:
    """The order of the cards of a hand in which a suit is made trumps: as the rules rank them, else as in any suit."""

    def __init__(self, order: Ranking, rules: Rules, suit: str):
        named = plain(rules.trump_suit, "order")
        ranked = sorted((card for card in order.pack.cards if card.suit == suit), key=lambda card: -order.height[card])
        self.trumps = [parse_card(name, order.pack) for name in named[suit]] if isinstance(named, dict) else ranked
        self.height = {card: order.height[card] for card in order.pack.cards}
        self.height |= {card: len(self.trumps) - n for n, card in enumerate(self.trumps)}
        self.classes = order.classes

    def is_trump(self, card: Card) -> bool:
        return card in self.trumps


class HeldBack:
    """The order of the cards of a hand once the Fool, the highest trump till then, has been held back: it is no trump any more."""

    def __init__(self, order: Ranking | Trumps):
        self.before, self.height, self.classes = order, order.height, order.classes

    def is_trump(self, card: Card) -> bool:
        return card.kind != "fool" and self.before.is_trump(card)


class LaidOpen:
    """The order of the cards of a hand in which some cards of suits, kept and laid open, win nothing; `ask`: whether one of them that
    is led asks for its suit, or for nothing, as a Fool does."""

    def __init__(self, order: Ranking | Trumps, cards: Collection[Card], ask: bool):
        self.before, self.height, self.classes = order, order.height, order.classes
        self.cards, self.ask = {card for card in cards if not order.is_trump(card)}, ask

    def is_trump(self, card: Card) -> bool:
        return self.before.is_trump(card)


Order: TypeAlias = Ranking | Trumps | HeldBack | LaidOpen


def excuse(card: Card, order: Order) -> bool:
    return card.kind == "fool" and not order.is_trump(card)


def weak(card: Card, order: Order) -> bool:
    """Whether a card can win no trick."""
    return excuse(card, order) or (isinstance(order, LaidOpen) and card in order.cards)


def silent(card: Card, order: Order) -> bool:
    """Whether a card that is led asks for no suit of its own."""
    return weak(card, order) and not (isinstance(order, LaidOpen) and order.ask)


def suit_of(card: Card, order: Order) -> str:
    return "trumps" if order.is_trump(card) else card.suit


def winner(
    trick: Sequence[Card], order: Order, asked: str = "", plain_trumps: bool = False, low: bool = False,
) -> int:  # fmt: skip
    """The place of the card that takes a trick: the highest trump, or the highest card of the suit led; of equals the last.

    `asked` is the suit that a Fool which was led calls for; plain trumps beat no other suit; `low`: ranks are turned round.
    """
    plain_cards = [(place, card) for place, card in enumerate(trick) if not excuse(card, order)]
    suits = {suit_of(card, order) for _, card in plain_cards}
    first = next(card for card in trick if not silent(card, order))
    led = asked if excuse(trick[0], order) and asked in suits else suit_of(first, order)
    if excuse(trick[0], order) and asked and asked not in suits and "trumps" not in suits:
        led = suit_of(plain_cards[0][1], order)
    able = [(place, card) for place, card in plain_cards if not weak(card, order)]
    for wanted in (led,) if plain_trumps else ("trumps", led, suit_of(able[0][1], order)):
        rank = [
            (-order.height[card] if low else order.height[card], place)
            for place, card in able
            if suit_of(card, order) == wanted
        ]
        if rank:
            return max(rank)[1]
    raise AssertionError("nobody can take the trick")


def lowest_of_honours(trick: Sequence[Card], order: Order, rules: Rules) -> int | None:
    """The place of the Pagat, where it wins a trick with the two other trump honours."""
    names = [card.trump or card.kind for card in trick]
    if plain(rules.play, "pagat_wins") is None or not {"21", "fool", "1"} <= set(names):
        return None
    if plain(rules.play, "plain_trumps") and not order.is_trump(trick[0]):
        return None
    fell = [name for name in names if name in ("21", "fool", "1")]
    if plain(rules.play, "pagat_wins") == "in-order" and fell != ["21", "fool", "1"]:
        return None
    return names.index("1")


def may_play(hand: Sequence[Card], card: Card, trick: Sequence[Card], order: Order, rules: Rules) -> bool:
    """Whether following suit and trumping allow a card, the Fool and higher cards apart."""
    if excuse(card, order) or not trick or all(silent(one, order) for one in trick):
        return True
    led = next(suit_of(one, order) for one in trick if not silent(one, order))
    mine = {suit_of(one, order) for one in hand if not excuse(one, order)}
    if led == "trumps" and isinstance(order, Trumps) and matadors_alone(hand, trick[0], order, rules):
        return True
    if led in mine and plain(rules.play, "must_follow") is not False:
        return suit_of(card, order) == led
    trumped = any(order.is_trump(one) for one in trick)
    free = plain(rules.play, "must_trump") == "unless-trumped" and trumped
    over = {"trumps"} | (
        {str(second)} if (second := plain(rules.play, "secondary_trumps")) and led != "trumps" else set()
    )
    if led not in mine and over & mine and plain(rules.play, "must_trump") is not False and not free:
        return suit_of(card, order) in over
    return True


def matadors_alone(hand: Sequence[Card], led: Card, order: Trumps, rules: Rules) -> bool:
    """Whether a hand has no trumps but such as need not be played to the trump that was led."""
    best = order.trumps[: int(str(plain(rules.play, "matadors") or 0))]
    mine = [card for card in hand if card in order.trumps]
    forced = plain(rules.play, "matadors_forced")
    if led in best:
        best = (
            []
            if forced == "any-led"
            else [one for one in best if order.height[one] > order.height[led]]
            if forced
            else best
        )
    return bool(mine) and all(card in best for card in mine)


def holds_back(
    hand: Sequence[Card], card: Card, trick: Sequence[Card], order: Order, rules: Rules, against: bool
) -> bool:
    """Whether a player who should play the Fool, his only trump, plays another card where the rules let him keep it; `against`: he is
    an opponent of a declarer."""
    if {"held-back": True, "held-back-opponents": against}.get(str(plain(rules.fool, "kept")), False) and trick:
        due = [one for one in hand if may_play(hand, one, trick, order, rules)]
        return [one.kind for one in due] == ["fool"] and order.is_trump(due[0]) and card.kind != "fool"
    return False


def laid_open(kept: Sequence[Card], contract: str | None, rules: Rules) -> Sequence[Card]:
    """The cards that the declarer has kept, if he has laid them open and they win nothing."""
    bid = dict(entries(rules.bids)).get(contract or "")
    shown = plain(plain(bid, "talon"), "keeps_shown") and plain(rules.play, "kept_wins") is False
    return kept if shown else ()


def may_lead(hand: Sequence[Card], card: Card, order: Order, rules: Rules) -> bool:
    """Whether a trump, or another card, may be led where rules speak of it."""
    lead, trumps = plain(rules.play, "trump_lead"), [one for one in hand if order.is_trump(one)]
    if lead == "forced":
        return order.is_trump(card) or not trumps
    return lead != "barred" or not order.is_trump(card) or len(trumps) == len(hand)


def may_bare(hand: Sequence[Card], card: Card, order: Order, rules: Rules) -> bool:
    """Whether the Pagat, where it is held back, is played only as the last trump."""
    if plain(rules.play, "pagat") != "last-trump" or card not in order.classes["pagat"]:
        return True
    return sum(order.is_trump(one) for one in hand) == 1


def points_in_sets(cards: Sequence[Card], values: dict[Card, Fraction], size: int) -> Fraction:
    """The points of cards counted in full sets: their values, an empty card as 1, less one for each card but one of a set."""
    assert len(cards) % size == 0
    return sum((values.get(card, Fraction(1)) for card in cards), Fraction(0)) - len(cards) // size * (size - 1)


def may_be_lower(hand: Sequence[Card], card: Card, order: Order, rules: Rules) -> bool:
    """Whether a card may be played beside the others of its suit in the hand, where one has to play the highest."""
    of = plain(rules.play, "highest")
    if of is None or excuse(card, order) or ("all" not in of and not order.is_trump(card)):
        return True
    mine = [order.height[one] for one in hand if not excuse(one, order) and suit_of(one, order) == suit_of(card, order)]
    return order.height[card] == (min(mine) if plain(rules.play, "reversed") else max(mine))
