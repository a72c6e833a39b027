"""Feats announced, in a pause of the deal, before play and up to a later trick; and stakes doubled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tarotref.cards.holdings import holds
from tarotref.play.announcing import announceable, included, nameable, taken_over, why_not
from tarotref.play.compiled import places
from tarotref.play.conditions import meets
from tarotref.play.hand import Hand, Part
from tarotref.play.phases.bidding import dealt_to
from tarotref.play.phases.declaring import due_with, held, hidden, undeclared
from tarotref.play.phases.doubles import DOUBLED, SCORE, doublable, doubled, waived, why_not_doubled
from tarotref.play.phases.phase import Phase, Speaking, announcing_order, claimed, did, in_turn
from tarotref.play.table import DONE, Action

OWES = "you have to announce what your contract or a promise obliges you to (bids.announces, bidding.promises)"
"""Why a player may not be done who has not announced what he has to."""


class Announce(Speaking):
    """The players announce what they mean to do: before play, and before each trick up to which something may be announced."""

    name = "announce"

    def seats(self, hand: Hand) -> Sequence[int]:
        if hand.setting.part is Part.PLAY and (hand.trick.cards or len(hand.tricks) + 1 not in hand.plan.deadlines):
            return ()
        if hand.setting.part is Part.OPENING and hand.plan.declaring.rounds:
            return ()  # what is announced is said as stakes are doubled
        return announcing_order(hand)

    def enter(self, hand: Hand) -> Hand | None:
        """The hand is over where a player might have announced what it ends without."""
        if spoken := super().enter(hand):
            return spoken
        stops = {id for id, feat in hand.plan.announced.items() if feat.announced and feat.announced.or_stops}
        if not stops or hand.setting.part is not Part.PLAY:
            return None
        return hand.end() if any(stops & {*announceable(hand, seat)} for seat in self.seats(hand)) else None

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return [id for id in announceable(hand, seat) if not due_with(hand, seat, id)]

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        ids = self.claims(hand, hand.seat)
        return (*(Action("announce", id) for id in ids), *(() if self.owed(hand) else (DONE,)))

    def owed(self, hand: Hand) -> str:
        return OWES if _owes(hand, self.claims(hand, hand.seat)) else ""

    def why_not(self, hand: Hand, action: Action) -> str:
        return why_not(hand, action.what, hand.seat)

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

    def enter(self, hand: Hand) -> Hand | None:
        return super().enter(held(hand) if hand.plan.declaring.rounds else hand)

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        return [action.what for action in self._sayings(hand, seat)]

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        if _must_double(hand):
            return (DOUBLED,)
        return (*self._sayings(hand, hand.seat), *(() if self.owed(hand) else (DONE,)))

    def owed(self, hand: Hand) -> str:
        found = self._sayings(hand, hand.seat)
        if must := _must_double(hand):
            return must
        if _owes(hand, [one.what for one in found if one.kind == "announce"]):
            return OWES
        if _owes_declaration(hand):
            return "you have to declare the trumps that you hold (declarations.due)"
        if DOUBLED in found and _let_be(hand):
            return "you have not asked for another way to play the hand, and have to double something (cases.or_raises)"
        return ""

    @staticmethod
    def _sayings(hand: Hand, seat: int) -> list[Action]:
        """What a player may say; in rounds, he declares as well."""
        rules = hand.plan.declaring
        declares = undeclared(hand, seat) if rules.rounds and rules.before_play else []
        announces, doubles = announceable(hand, seat, doubling=True), doublable(hand, seat)
        if not rules.rounds:
            announces, doubles = ([id for id in ids if not due_with(hand, seat, id)] for ids in (announces, doubles))
        kinds = {"declare": declares, "announce": announces, "double": doubles}
        return [Action(kind, id) for kind, ids in kinds.items() for id in ids]

    def why_not(self, hand: Hand, action: Action) -> str:
        if _must_double(hand):
            return self.owed(hand)
        if action.kind == "announce":
            return why_not(hand, action.what, hand.seat)
        if action.kind == "declare":
            early = hidden(hand, hand.seat)
            return (
                "it cannot be known yet that you are the partner (declaring.partner_known)"
                if early
                else "you do not hold it, or have declared its cards already (declarations)"
            )
        return why_not_doubled(hand, action.what)

    def said(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "double":
            return self._doubled(hand, action)
        again = hand.plan.declaring.rounds or action.kind == "announce"  # what is said may be answered
        now = hand.settle(silent=hand.speak_again(self.name)) if again else hand
        if action.kind == "announce":
            return announced(now, action)
        return now.settle(declared=(*now.setting.declared, claimed(now, action.what))).go_on()

    def act(self, hand: Hand, action: Action) -> Hand:
        """Who is done lets pass what he may double now, which may bar him from it later."""
        return super().act(waived(hand) if action == DONE else hand, action)

    def _doubled(self, hand: Hand, action: Action) -> Hand:
        side = hand.setting.side(hand.seat)
        hand = doubled(hand, action.what, side)
        if hand.plan.scoring.doubling.each_once and hand.setting.declarer is None:
            return hand.go_on()  # there is nobody to answer
        silent = hand.speak_again(self.name)
        if hand.plan.declaring.rounds:  # those of his own side have nothing to answer
            silent |= {one for one in hand.setting.silent if one[0] == self.name and hand.setting.side(one[1]) == side}
        return hand.settle(silent=silent).go_on()


def _must_double(hand: Hand) -> str:
    """Why the player in turn has to double what the cards pay: he has discarded the called card, or holds certain cards; nothing
    where he need not."""
    setting, rules, seat = hand.setting, hand.plan.scoring.doubling, hand.seat
    if (
        (rules.must is None and rules.must_with is None)
        or SCORE in dict(setting.doubled)
        or SCORE not in doublable(hand, seat)
    ):
        return ""
    if rules.must is not None and setting.called is not None and setting.laid[seat] >> setting.called & 1:
        return "you have discarded the called card, and have to double the game (doubling.must)"
    cards = rules.must_with
    if cards is not None and holds(places(hand.own), cards, hand.plan.groups) and meets(hand, rules.must_if, seat):
        return "you hold cards with which you have to double the game (doubling.must_with)"
    return ""


def _let_be(hand: Hand) -> bool:
    """Whether the player in turn has not asked for a case, where he then has to raise the stakes if nobody has."""
    cases, setting = hand.plan.case_rules.values(), hand.setting
    let_be = any(one.or_raises and (one.at, hand.seat) in setting.silent for one in cases)
    return let_be and not setting.announced and not setting.doubled


def _owes_declaration(hand: Hand) -> bool:
    """Whether the player in turn has announced or doubled something, so that he has to declare what he holds."""
    said = (act for event in hand.events if event.seat == hand.seat and (act := event.action) is not None)
    return any(due_with(hand, hand.seat, act.what) for act in said if act.kind in ("announce", "double"))


def _owes(hand: Hand, ids: Sequence[str]) -> bool:
    """Whether the player in turn has still to announce one of the feats to which his contract obliges the declarer, or what he has
    promised obliges him."""
    owed = set(hand.owed if hand.seat == hand.setting.declarer else ())
    auction = hand.setting.auction
    who, promise = (auction.promised if auction is not None else None) or (None, None)
    if who == hand.seat and promise is not None and promise.announces and meets(hand, promise.announces_if, who):
        owed.add(promise.announces)
    if who not in (None, hand.seat) and promise is not None and hand.seat == hand.setting.declarer:
        cards, groups = places(hand.own), hand.plan.groups
        owed |= {id for id, holding in promise.taker_announces.items() if holds(cards, holding, groups)}
    return bool(owed & set(ids)) and not owed & {one.id for one in hand.setting.announced}


def announced(hand: Hand, action: Action) -> Hand:
    """The hand when the player in turn has announced a feat, and what is announced with it; a case that it brings about comes
    into force."""
    said, before = claimed(hand, action.what), hand.setting.announced
    ids = (action.what, *included(hand, action.what, hand.seat))
    seat = said.seat
    if (over := taken_over(hand, hand.plan.feats[action.what], seat)) is not None:  # done with the partner's card
        seat, before = over.seat, tuple(one for one in before if one != over)
        named = tuple((action.what, suit) for id, suit in hand.setting.named if id == over.id)
        hand = hand.settle(
            named=(*hand.setting.named, *named), doubled=tuple(one for one in hand.setting.doubled if one[0] != over.id)
        )
    now = hand.settle(announced=(*before, *(said._replace(seat=seat, id=id) for id in ids)))
    now = in_case(now)
    now = now.settle(plan=now.plan.with_moved(tuple(_moved(now))))
    return now.wait(NameCard.name, now.seat) if nameable(now, now.seat)[0] else now.go_on()


class Decline(Speaking):
    """A partner of one who has announced a feat may have no part in what it pays, where the rules say so; he is asked at once."""

    name = "decline"

    def seats(self, hand: Hand) -> Sequence[int]:
        return in_turn(hand, 0) if hand.setting.announced else ()

    def claims(self, hand: Hand, seat: int) -> Sequence[str]:
        setting, known = hand.setting, hand.plan.feats
        side = setting.side(seat)
        return [
            said.id
            for said in setting.announced
            if said.seat != seat
            and setting.side(said.seat) == side
            and said.id in known
            and (feat := known[said.id].announced) is not None
            and feat.declined
            and (said.id, seat) not in setting.declined
        ]

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return (*(Action("refuse", id) for id in self.claims(hand, hand.seat)), DONE)

    def why_not(self, hand: Hand, action: Action) -> str:
        return "a partner has not announced it, or you may not stay out of it (feats.announced.declined)"

    def said(self, hand: Hand, action: Action) -> Hand:
        return hand.settle(declined=hand.setting.declined | {(action.what, hand.seat)}).go_on()


class NameCard(Phase):
    """Who has announced a feat that is done with one of several cards names the suit of the card."""

    name = "name-card"

    def legal(self, hand: Hand) -> tuple[Action, ...]:
        return tuple(Action("name", suit) for suit in nameable(hand, hand.seat)[1])

    def why_not(self, hand: Hand, action: Action) -> str:
        return "you do not hold such a card of that suit (feats.announced.named)"

    def act(self, hand: Hand, action: Action) -> Hand:
        id, _ = nameable(hand, hand.seat)
        now = did(hand, action)
        return now.settle(named=(*now.setting.named, (id, hand.plan.suits.index(action.what)))).go_on()


def _moved(hand: Hand) -> Iterator[tuple[str, int]]:
    """Yield the feats that the others which the same player has announced put one or more tricks earlier."""
    for said in hand.setting.announced:
        announced = hand.plan.feats[said.id].announced if said.id in hand.plan.feats else None
        ahead = {one.id for one in hand.setting.announced if one.seat == said.seat}
        if announced is not None and (before := ahead & set(announced.behind)):
            yield said.id, 1 + len(before)


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
