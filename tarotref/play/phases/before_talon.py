"""What is said before the declarer takes cards of the talon, and counts for more than later: feats, holdings, the game doubled."""

from __future__ import annotations

from tarotref.play.announcing import announceable
from tarotref.play.hand import Hand
from tarotref.play.phases.announcing import Doubling
from tarotref.play.phases.declaring import held, undeclared
from tarotref.play.phases.doubles import DOUBLED, doublable
from tarotref.play.phases.phase import BEFORE_TALON, Speaking
from tarotref.play.table import DONE, Action


class BeforeTalon(Doubling):
    """The players announce, declare and double in turn, as long as they like, before the declarer takes cards of the talon."""

    name = BEFORE_TALON

    def enter(self, hand: Hand) -> Hand | None:
        rules, use = hand.plan.scoring, hand.talon_use
        asked = rules.declaring.before_talon or rules.doubling.before_talon
        takes = use is not None and "declarer" in use.takes and hand.setting.declarer is not None
        return Speaking.enter(self, hand) if asked and takes else None

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return (*self._sayings(hand, hand.seat), DONE)

    @staticmethod
    def _sayings(hand: Hand, seat: int) -> list[Action]:
        """What a player may say: of what may be said then, holdings by the cards that he was dealt."""
        rules, feats = hand.plan.declaration_rules, hand.plan.announced
        declares = [id for id in undeclared(held(hand), seat) if rules[id].before_talon]
        announces = [
            id for id in announceable(hand, seat) if (one := feats[id].announced) is not None and one.before_talon
        ]
        doubles = doublable(hand, seat) if hand.plan.scoring.doubling.before_talon else []
        kinds = {"declare": declares, "announce": announces, "double": doubles}
        return [Action(kind, id) for kind, ids in kinds.items() for id in ids]

    def why_not(self, hand: Hand, action: Action) -> str:
        if action.kind == "declare":
            return "you do not hold it, or have declared its cards already (declarations)"
        if action.kind == "announce" and action.what in announceable(hand, hand.seat):
            return "it may not be announced before the declarer takes cards of the talon (feats.announced.before_talon)"
        return super().why_not(hand, action)

    def said(self, hand: Hand, action: Action) -> Hand:
        return super().said(hand.settle(doubled_first=True) if action == DOUBLED else hand, action)
