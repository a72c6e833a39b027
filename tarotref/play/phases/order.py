"""The order of a hand: which phase follows which, and what becomes of an action."""

from __future__ import annotations

from collections.abc import Mapping

from tarotref.cards.names import parse_card
from tarotref.play.hand import Hand, Part
from tarotref.play.phases.announcing import Announce, AnnounceInPauses, Decline, Doubling, NameCard
from tarotref.play.phases.asking import Ask, Give
from tarotref.play.phases.bargaining import Bargain
from tarotref.play.phases.before_talon import BeforeTalon
from tarotref.play.phases.bidding import AllPassed, Bid, NameContract
from tarotref.play.phases.calling import Call, Offer
from tarotref.play.phases.cases import (
    AFTER_BIDDING,
    AFTER_DISCARD,
    AFTER_PASSES,
    BEFORE_BIDDING,
    BEFORE_DEAL,
    OTHERS_PASSED,
    AskForCase,
)
from tarotref.play.phases.conceding import Concede, Forfeit, LayDown
from tarotref.play.phases.dealing import Arrange, ChooseHand, DealOut
from tarotref.play.phases.declaring import Declare, DeclareEarly
from tarotref.play.phases.discarding import Discard, Exchange
from tarotref.play.phases.fool import Demand, NameSuit
from tarotref.play.phases.phase import Phase
from tarotref.play.phases.playing import Lead, Play, TurnUp
from tarotref.play.phases.raising import Raise
from tarotref.play.phases.selling import Sell
from tarotref.play.phases.swapping import Claim, TakeBack
from tarotref.play.phases.talon import GiveTalon, Keep, Packets, Refuse, Stages
from tarotref.play.phases.throwing_in import (
    AFTER_DEAL,
    BEFORE_DISCARD,
    BEFORE_TALON,
    BID,
    FIRST_PASSES,
    PAUSE,
    Tell,
    ThrowIn,
)
from tarotref.play.phases.trumps import MakeTrumps
from tarotref.play.table import CARD_ACTIONS, DONE, PASSED, Action, IllegalAction

ORDER: tuple[tuple[Part, tuple[Phase, ...]], ...] = (
    (Part.BIDDING, (
        AskForCase(BEFORE_DEAL), Arrange(), ChooseHand(), DealOut(), Bargain(), Tell(),
        ThrowIn(PAUSE), ThrowIn(AFTER_DEAL), ThrowIn(BID), ThrowIn(FIRST_PASSES), Sell(),
        DeclareEarly(), Discard(), Declare(), AskForCase(BEFORE_BIDDING), Bid(), AskForCase(AFTER_PASSES), AllPassed(), NameContract(),
    )),
    (Part.CONTRACT, (ThrowIn(BID), AnnounceInPauses(), AskForCase(OTHERS_PASSED), AskForCase(AFTER_BIDDING))),
    (Part.TALON, (ThrowIn(BEFORE_TALON), MakeTrumps(), Call(before_talon=True), BeforeTalon(), Refuse(), GiveTalon())),
    (Part.EXCHANGE, (
        ThrowIn(BEFORE_DISCARD), Ask(), Exchange(), DeclareEarly(), Discard(), ThrowIn(AFTER_DISCARD), AskForCase(AFTER_DISCARD),
        Offer(), Call(before_talon=False),
    )),
    (Part.OPENING, (TurnUp(), Forfeit(), Declare(), Announce(), Decline(), Doubling(), Forfeit("announced"), Concede(), Lead())),
    (Part.PLAY, (NameSuit(), TakeBack(), Claim(), Declare(), LayDown(), Announce(), Decline(), Concede(), Demand(), Raise(), Play())),
)  # fmt: skip
"""The phases of a hand, part by part. Whenever it is open who comes next, those of the part that the hand has reached are asked
in order, and then those of the next part; a contract that is settled, or a case that is asked for, begins a part of its own."""
CHOICES: tuple[Phase, ...] = (Stages(), Packets(), Keep(), Give(), NameCard())
"""Phases that another one begins: the talon in stages or packets, cards kept, a card given for one that was asked for."""
PHASES: Mapping[str, Phase] = {
    phase.name: phase for phase in (*CHOICES, *(phase for _, phases in reversed(ORDER) for phase in phases))
}
"""What is going on, by its name."""


def onward(hand: Hand) -> Hand:
    """The hand when it is clear who comes next: he has the word, or the hand is over."""
    while not hand.phase:
        hand = _next(hand)
    return hand


def _next(hand: Hand) -> Hand:
    for part, phases in ORDER[hand.setting.part :]:
        now = hand if part is hand.setting.part else hand.settle(part=part)
        for phase in phases:
            if (entered := phase.enter(now)) is not None:
                return entered
    raise AssertionError("nobody comes next")


def legal(hand: Hand) -> tuple[Action, ...]:
    """Everything that the player in turn may do; nothing when the hand is over."""
    return () if hand.player is None else PHASES[hand.phase].legal(hand)


def do(hand: Hand, action: Action) -> Hand:
    """The hand after an action; IllegalAction names the rule that forbids it."""
    if hand.player is None:
        raise IllegalAction(f"{action}: the hand is over")
    phase = PHASES[hand.phase]
    if not phase.allows(hand, action):
        raise IllegalAction(f"{action}: {why_not(hand, action)}")
    return onward(phase.act(hand, action))


def why_not(hand: Hand, action: Action) -> str:
    """Why an action is not allowed."""
    if action == DONE and (owed := PHASES[hand.phase].owed(hand)):
        return owed
    kinds = dict.fromkeys(one.kind for one in legal(hand))
    if action.kind not in kinds and not (action == PASSED and "bid" in kinds):
        return f"now you may only {' or '.join(kinds).replace('done', 'go on')}"
    return PHASES[hand.phase].why_not(hand, action)


def read(hand: Hand, text: str) -> Action:
    """Return the action that a text writes; IllegalAction where it names no card."""
    kind, _, what = text.strip().partition(" ")
    if kind in CARD_ACTIONS and what not in hand.table.place:
        try:
            what = str(parse_card(what, hand.plan.ranking))
        except ValueError as error:
            raise IllegalAction(f"{text}: {error}") from None
    return Action(kind, what)
