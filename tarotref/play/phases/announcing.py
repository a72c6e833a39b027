"""Feats announced, in a pause of the deal, before play and up to a later trick; and stakes doubled."""

from __future__ import annotations

from collections.abc import Sequence

from tarotref.play.announcing import announceable, included
from tarotref.play.conditions import meets
from tarotref.play.hand import Hand, Part, Said
from tarotref.play.phases.bidding import dealt_to
from tarotref.play.phases.doubles import doublable, doubled
from tarotref.play.phases.phase import Speaking, announcing_order, claimed, in_turn
from tarotref.play.table import DONE, Action


class Announce(Speaking):
    """The players announce what they mean to do: before play, and before each trick up to which something may be announced."""

    name = "announce"

    def seats(self, hand: Hand) -> Sequence[int]:
        if hand.setting.part is Part.PLAY and (hand.trick.cards or len(hand.tricks) + 1 not in hand.plan.deadlines):
            return ()
        if hand.setting.part is Part.OPENING and hand.plan.declaring.rounds:
            return ()  # what is announced is said as stakes are doubled
        return announcing_order(hand)

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return announceable(hand, seat)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        ids = self.claims(hand, hand.seat)
        return (*(Action("announce", id) for id in ids), *(() if _owes(hand, ids) else (DONE,)))

    def why_not(self, hand: Hand, action: Action) -> str:
        return "it may not be announced now (feats.announced)"

    def said(self, hand: Hand, action: Action) -> Hand:
        return announced(hand, action)


class AnnounceInPauses(Announce):
    """What is announced in the pause of the deal in which a contract was settled, and in those that follow; then the rest of the
    cards is dealt."""

    def enter(self, hand: Hand) -> Hand | None:
        cards = hand.setting.on_cards
        if not cards:
            return None
        if spoken := super().enter(hand):
            return spoken
        later = (hands[0].bit_count() for hands in hand.setting.pauses)
        silent = hand.speak_again(self.name)
        return dealt_to(hand.settle(silent=silent), next((n for n in later if n > cards), 0)).go_on()


class Doubling(Speaking):
    """The sides double in turn what the cards pay, and what has been announced; in rounds, they announce as well."""

    name = "double"

    def seats(self, hand: Hand) -> Sequence[int]:
        if hand.plan.declaring.rounds and any(name == self.name for name, _ in hand.setting.silent):
            said = (event.seat for event in reversed(hand.events) if event.action is not None)
            return in_turn(hand, next(said))
        if hand.plan.scoring.doubling.apart:  # the declarer answers when all others have spoken
            return sorted(announcing_order(hand), key=lambda seat: seat == hand.setting.declarer)
        return announcing_order(hand)

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return (*announceable(hand, seat, doubling=True), *doublable(hand, seat))

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        ids = announceable(hand, hand.seat, doubling=True)
        doubles = (Action("double", id) for id in doublable(hand, hand.seat))
        return (*(Action("announce", id) for id in ids), *doubles, *(() if _owes(hand, ids) else (DONE,)))

    def why_not(self, hand: Hand, action: Action) -> str:
        if action.kind == "announce":
            return "it may not be announced now (feats.announced)"
        return "it may not be doubled now (doubling)"

    def said(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "announce":
            now = hand.settle(silent=hand.speak_again(self.name)) if hand.plan.declaring.rounds else hand
            return announced(now, action)
        side = hand.setting.side(hand.seat)
        hand = doubled(hand, action.what, side)
        silent = hand.speak_again(self.name)
        if hand.plan.declaring.rounds:  # those of his own side have nothing to answer
            silent |= {one for one in hand.setting.silent if one[0] == self.name and hand.setting.side(one[1]) == side}
        return hand.settle(silent=silent).go_on()


def _owes(hand: Hand, ids: Sequence[str]) -> bool:
    """Whether the player in turn is the declarer and has still to announce one of the feats to which his contract obliges him."""
    owed = set(hand.bid.announces if hand.bid is not None and hand.seat == hand.setting.declarer else ())
    return bool(owed & set(ids)) and not owed & {one.id for one in hand.setting.announced}


def announced(hand: Hand, action: Action) -> Hand:
    """The hand when the player in turn has announced a feat, and what is announced with it; a case that it brings about comes
    into force."""
    said = claimed(hand, action.what)
    ids = (action.what, *included(hand, action.what, hand.seat))
    now = hand.settle(announced=(*hand.setting.announced, *(Said(said.seat, id, said.after) for id in ids)))
    return in_case(now).go_on()


def in_case(hand: Hand) -> Hand:
    """The hand by the rules of a case that what was said brings about."""
    table, declarer = hand.table, hand.setting.declarer
    for path, plan in table.plan.cases.items():
        case = table.plan.case_rules.get(path.removeprefix("cases."))
        if case is None or case.only_if is None or case.asked_by or case.only_if.announced is None:
            continue
        if declarer is not None and meets(hand, case.only_if, declarer):
            return hand.settle(plan=plan)
    return hand
