"""Holdings declared: before play, when a player first plays, or after the first lead."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tarotref.cards.holdings import Worth, worth_of
from tarotref.play import again
from tarotref.play.announcing import is_known
from tarotref.play.compiled.declaring import DeclarationRules
from tarotref.play.conditions import allowed, had, leader
from tarotref.play.discards import surplus
from tarotref.play.hand import Hand, Part
from tarotref.play.phases.phase import Speaking, claimed, in_turn
from tarotref.play.table import DONE, Action


class Declare(Speaking):
    """The players declare what they hold, in turn."""

    name = "declare"

    def enter(self, hand: Hand) -> Hand | None:
        early = hand.setting.part is Part.BIDDING and hand.plan.declaring.when == "before-bidding"
        return super().enter(held(hand) if early else hand)

    def seats(self, hand: Hand) -> Sequence[int]:
        if hand.tricks:
            return in_turn(hand, leader(hand)) if hand.plan.declaring.again and not hand.trick.cards else ()
        when = hand.plan.declaring.when
        if hand.setting.part is Part.BIDDING:
            return self._in_turn(hand) if when == "before-bidding" else ()
        if hand.setting.part is Part.OPENING:
            rules = hand.plan.declaring
            return self._in_turn(hand) if rules.before_play and not rules.rounds else ()
        if when == "first-trick":
            seat = hand.trick.seat(len(hand.trick.cards), hand.plan.circle)
            return (seat,) if seat < hand.plan.players else ()
        return self._in_turn(hand) if when == "after-lead" and hand.trick.cards else ()

    @staticmethod
    def _in_turn(hand: Hand) -> list[int]:
        declaring = hand.plan.declaring
        first = hand.plan.seats.seat(declaring.first, hand.setting.declarer) or 0
        return in_turn(hand, first, -1 if declaring.backwards else 1)

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return again.claims(hand, seat) if hand.tricks else undeclared(hand, seat)

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        ids = self.claims(hand, hand.seat)
        return (*(Action("declare", id) for id in ids), *(() if self.owed(hand) else (DONE,)))

    def owed(self, hand: Hand) -> str:
        bound = (id for id in self.claims(hand, hand.seat) if not free(hand, hand.seat, id))
        must = hand.plan.declaring.compulsory and any(bound)
        return "you have to declare what you hold (declaring.compulsory)" if must else ""

    def why_not(self, hand: Hand, action: Action) -> str:
        return "you do not hold it, or have declared its cards already (declarations)"

    def said(self, hand: Hand, action: Action) -> Hand:
        return hand.settle(declared=(*hand.setting.declared, claimed(hand, action.what))).go_on()


class DeclareEarly(Speaking):
    """Before anybody discards, each of those who need not may declare what may be declared out of turn."""

    name = "declare-early"

    def seats(self, hand: Hand) -> Sequence[int]:
        early = any(one.out_of_turn for one in hand.plan.declaration_rules.values())
        waits = early and any(surplus(hand.plan, own) for own in hand.hands)
        return in_turn(hand, 0) if waits and not any(hand.setting.laid) else ()

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        rules, own = hand.plan.declaration_rules, hand.hands[seat]
        if surplus(hand.plan, own):
            return ()
        made = {one.id for one in hand.setting.declared if one.seat == seat}
        found = [id for id in hand.table.declarable(hand.plan, own) if rules[id].out_of_turn and id not in made]
        return [id for id in found if allowed(hand, rules[id], seat)]

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return (*(Action(Declare.name, id) for id in self.claims(hand, hand.seat)), DONE)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "you do not hold it, or may not declare it before the discard (declarations)"

    def said(self, hand: Hand, action: Action) -> Hand:
        return hand.settle(declared=(*hand.setting.declared, claimed(hand, action.what))).go_on()


def held(hand: Hand) -> Hand:
    """The hand when it is known what each player can declare, now that the cards are exchanged."""
    if hand.setting.held or not hand.plan.declarations:
        return hand
    laid = hand.setting.laid if hand.plan.discard.spares_declarable else (0,) * len(hand.hands)
    cards = (own | aside for own, aside in zip(hand.hands, laid, strict=False))
    return hand.settle(held=tuple(hand.table.declarable(hand.plan, own) for own in cards))


def due_with(hand: Hand, seat: int, feat: str) -> list[str]:
    """What a player has to declare who announces or doubles a feat, and has not declared."""
    rules = hand.plan.declaration_rules
    due = [id for id in undeclared(hand, seat) if feat in rules[id].due]
    if feat not in hand.plan.feats or not _with_partner(hand, seat, hand.plan.feats[feat].cards):
        return due
    return [id for id in due if rules[id].due_unless != "partner-holds"]


def _with_partner(hand: Hand, seat: int, cards: int) -> bool:
    """Whether a partner of a player holds one of some cards."""
    side = hand.setting.side(seat)
    partners = (one for one in range(hand.plan.players) if one != seat and hand.setting.side(one) == side)
    return any(hand.hands[one] & cards for one in partners)


def barred(rules: DeclarationRules) -> Sequence[str]:
    """What a player may not declare beside a declaration, which would not have counted with it."""
    unless = rules.unless
    return tuple(unless.declared or ()) if unless is not None and unless.by is None else ()


def outdone(hand: Hand, id: str, seat: int) -> bool:
    """Whether another whom a player knows to be on his side has declared as much of the same group."""
    rules, setting, partner = hand.plan.declaration_rules, hand.setting, hand.partner_rules
    if setting.called is not None and seat != setting.partner and not (partner and partner.known):
        return False
    ours = (one for one in setting.declared if one.seat != seat and setting.side(one.seat) == setting.side(seat))
    return any(
        (rules[one.id].group or one.id) == (rules[id].group or id)
        and _worth(hand, one.id, one.seat) >= _worth(hand, id, seat)
        for one in ours
    )


def _worth(hand: Hand, id: str, seat: int) -> Fraction:
    """What a player's holding of a number of cards is worth."""
    holding, worth = hand.plan.declarations[id].holding, hand.plan.declaration_rules[id].worth
    size = (had(hand, seat) & hand.plan.named(holding.named())).bit_count()
    return (worth_of(worth, size) if isinstance(worth, Worth) else None) or Fraction(size)


def free(hand: Hand, seat: int, id: str) -> bool:
    """Whether a player need not declare what he holds where others have to."""
    setting, term = hand.setting, hand.plan.declaration_rules[id].free_for
    opened = setting.auction.opened if setting.auction is not None else None
    return term is not None and hand.plan.seats.seat(term, setting.declarer, opened) == seat


def hidden(hand: Hand, seat: int) -> bool:
    """Whether a player may declare nothing yet, as the declarer's partner, since it cannot be known that he is."""
    return hand.plan.declaring.partner_known and seat == hand.setting.partner and not is_known(hand, seat)


def undeclared(hand: Hand, seat: int) -> list[str]:
    """What a player holds, may declare and has not declared, where it can stand beside what he has: of a group a larger number of
    the same cards or a smaller, not both."""
    if not hand.setting.held or hidden(hand, seat):
        return []
    plan = hand.plan
    made = {one.id for one in hand.setting.declared if one.seat == seat}
    rules = plan.declaration_rules
    gone = made.union(*(plan.rungs.get(id, ()) for id in made), *(barred(rules[id]) for id in made))
    found = [id for id in hand.setting.held[seat] if id not in gone and allowed(hand, rules[id], seat)]
    if plan.declaring.largest:
        found = [id for id in found if not outdone(hand, id, seat)]
    if not (made and plan.apart):
        return found
    cards, formal = had(hand, seat), plan.declarations.keys()
    return [id for id in found if formal & {*made, id} <= plan.together(cards, {*made, id})]
