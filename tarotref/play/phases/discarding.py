"""Cards laid aside: for those received, or in exchange for others from the top of the talon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tarotref.play.compiled import TRUMPS
from tarotref.play.conditions import meant
from tarotref.play.discards import may_lay, shown_by, surplus, why_kept
from tarotref.play.events import Laid, Took, happened
from tarotref.play.hand import Hand
from tarotref.play.phases.bidding import promised
from tarotref.play.phases.phase import Phase, did, in_turn, not_held, of_cards, silenced
from tarotref.play.table import DONE, Action

YIELDS = Action("refuse", "first")
"""Said by one who lets others exchange before him."""


class Discard(Phase):
    """Whoever holds more cards than are played lays some aside, the declarer first."""

    name = "discard"

    def enter(self, hand: Hand) -> Hand | None:
        for seat in in_turn(hand, hand.declarer):
            if self._due(hand, seat):
                return hand.wait(self.name, seat)
        if hand.setting.dealing:
            batches = zip(hand.hands, hand.setting.dealt, hand.setting.first, strict=True)
            return replace(
                hand.settle(dealing=False), hands=tuple(own | all_ & ~had for own, all_, had in batches)
            ).go_on()
        return None

    @staticmethod
    def _due(hand: Hand, seat: int) -> int:
        """How many cards a player has still to lay aside."""
        if not hand.setting.dealing:
            return surplus(hand.plan, hand.hands[seat])
        return (
            hand.plan.discard.early["dealer" if seat == hand.plan.dealer else "others"]
            - hand.setting.laid[seat].bit_count()
        )

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        laid = hand.setting.laid[hand.seat]
        cards = _own_first(hand, may_lay(hand.plan, hand.own, laid, self._due(hand, hand.seat)))
        who, card = promised(hand) or (hand.seat, 0)
        return of_cards(hand, "discard", cards & ~card or cards if who == hand.seat else cards)

    def why_not(self, hand: Hand, action: Action) -> str:
        if not_held(hand, action, hand.own):
            return "you do not hold it"
        if _taken(hand) >> hand.table.place[action.what] & 1 and hand.plan.discard.own_first:
            return "you have taken it from the talon, and may discard other cards (discard.own_first)"
        return why_kept(hand.plan, hand.setting.laid[hand.seat], hand.table.place[action.what])

    def act(self, hand: Hand, action: Action) -> Hand:
        return laid_aside(hand, action).go_on()


def _taken(hand: Hand) -> int:
    """What the player in turn holds that was not dealt to him, as bits."""
    return hand.own & ~hand.setting.dealt[hand.seat]


def _own_first(hand: Hand, cards: int) -> int:
    """Of cards that may be laid aside those that the rules about cards of the talon leave."""
    if not hand.plan.discard.own_first:
        return cards
    taken, trumps = _taken(hand), hand.plan.of_suit[TRUMPS] | hand.plan.every_fool
    return cards & ~taken or cards & ~(taken & trumps) or cards


class Exchange(Phase):
    """One player after the other lays aside as many cards as he likes, and takes as many from the top of the talon."""

    name = "exchange"

    def enter(self, hand: Hand) -> Hand | None:
        setting = hand.setting
        if setting.contract is None or not setting.talon or setting.asked:
            return None
        for group in self._groups(hand):
            for seat in group:
                if (self.name, seat) not in setting.silent:
                    return hand.wait(self.name, seat)
        return None

    @staticmethod
    def _groups(hand: Hand) -> Iterator[list[int]]:
        """Those who exchange one after the other, in turn from the declarer; who has let others go before him comes last."""
        first, silent = hand.setting.declarer or 0, hand.setting.silent
        for who in hand.plan.discard.exchange:
            seats = meant(hand, who, first)
            yield sorted(seats, key=lambda seat: (("yield", seat) in silent, (seat - first) % hand.plan.players))

    def _may_yield(self, hand: Hand) -> bool:
        """Whether the player in turn may let those go before him who come after him: he is the first, and has laid nothing aside."""
        group = next(one for one in self._groups(hand) if hand.seat in one)
        said = any((name, seat) in hand.setting.silent for name in (self.name, "yield") for seat in group)
        return hand.plan.discard.first_yields and len(group) > 1 and not said and not self._lacks(hand)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        more = self._lacks(hand) < hand.setting.talon.bit_count()
        yields = (YIELDS,) if self._may_yield(hand) else ()
        return (*(of_cards(hand, "discard", hand.own) if more else ()), *yields, DONE)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "you do not hold it"

    def act(self, hand: Hand, action: Action) -> Hand:
        if action == YIELDS:
            return silenced(did(hand, action), "yield").go_on()
        if action != DONE:
            return laid_aside(hand, action).go_on()
        drawn = hand.from_talon(hand.setting.talon, self._lacks(hand))
        now = happened(did(hand, action), Took(hand.seat, drawn, drawn.bit_count()))
        return silenced(now, self.name).go_on()

    @staticmethod
    def _lacks(hand: Hand) -> int:
        """How many cards the player has laid aside and not got back."""
        return hand.plan.deal.in_hand - hand.own.bit_count()


def laid_aside(hand: Hand, action: Action) -> Hand:
    """The hand when the player in turn has laid a card aside."""
    place = hand.table.place[action.what]
    shown = 1 << place if shown_by(hand.plan, place) else 0
    return happened(did(hand, action), Laid(hand.seat, 1 << place, 1, shown))
