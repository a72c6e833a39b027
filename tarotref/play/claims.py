"""What the rules let a player say: conditions, declarations, announcements, doubles, concessions, deals thrown in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tarotref.cards.holdings import holds
from tarotref.model.rules import Annulment, Condition, Declaration, entries
from tarotref.model.types import Absence, given, told
from tarotref.play.plan import places
from tarotref.play.prepared import Prepared
from tarotref.play.table import Double
from tarotref.play.tricks import draws

if TYPE_CHECKING:
    from tarotref.play.state import State


def meets(state: State, condition: Condition | None, seat: int) -> bool:
    """Whether a condition holds for a player, as far as a hand in play shows it; what only words say does not hold."""
    if condition is None:
        return True
    setting = state.setting
    seats = meant(state, condition.by, seat)
    checks = (
        condition.text is None and condition.behind is None,
        condition.bid is None or setting.contract in condition.bid,
        condition.players is None or state.plan.players in condition.players,
        condition.held is None or any(_held(state, one, condition.held) for one in seats),
        condition.left is None
        or any(holds(places(state.hands[one]), condition.left, state.plan.groups) for one in seats),
        condition.declared is None or any(d.id in condition.declared for d in setting.declared if d.seat in seats),
        condition.found is None or condition.found is found_in_talon(state),
        condition.announced is None or any(a.id in condition.announced for a in setting.announced if a.seat in seats),
    )
    return all(checks)


def found_in_talon(state: State) -> bool:
    """Whether the card that was called lay in the talon, and the declarer has seen it there or has taken it."""
    setting = state.setting
    if setting.called is None or setting.partner is not None or setting.called not in setting.lies:
        return False
    return not (setting.talon & ~setting.shown) >> setting.called & 1


def _held(state: State, seat: int, holding: Any) -> bool:
    hand = state.hands[seat] if state.setting.on_cards else state.setting.dealt[seat]
    return holds(places(hand), holding, state.plan.groups)


def meant(state: State, who: str | None, seat: int) -> tuple[int, ...]:
    """The seats that a term of the list `who` means, about a player."""
    setting, all_seats = state.setting, range(state.plan.players)
    match who:
        case None:
            return (seat,)
        case "side":
            return tuple(one for one in all_seats if setting.side(one) == setting.side(seat))
        case "opponents":
            return tuple(one for one in all_seats if setting.side(one) != setting.side(seat))
        case "another" | "others":
            return tuple(one for one in all_seats if one != seat)
        case "all":
            return tuple(all_seats)
        case "eldest":
            return (0,)
        case "declarer":
            return () if setting.declarer is None else (setting.declarer,)
        case "partner":
            return () if setting.partner is None else (setting.partner,)
        case "next-player":
            return ((seat + 1) % state.plan.players,)
        case "next-but-one":
            return ((seat + 2) % state.plan.players,)
        case "holder":
            return (seat,)
    found = state.plan.seat(who, setting.declarer)
    return () if found is None else (found,)


def of_contract(state: State, who: str, seat: int) -> tuple[int, ...]:
    """The seats that a term of the list `who` means where it says who may do something: about the declarer, if there is one."""
    return meant(state, who, seat if who == "holder" or state.setting.declarer is None else state.setting.declarer)


def undeclared(state: State, seat: int) -> list[str]:
    """What a player holds, may declare and has not declared, where it can stand beside what he has: of a group a larger number of
    the same cards or a smaller, not both."""
    if not state.setting.held:
        return []
    made = {d.id for d in state.setting.declared if d.seat == seat}
    gone = made.union(*(state.plan.rungs.get(id, ()) for id in made))
    known = dict(entries(state.plan.rules.declarations))
    found = [id for id in state.setting.held[seat] if id not in gone and allowed(state, known[id], seat)]
    if not (made and state.plan.apart):
        return found
    cards = had(state, seat)
    formal = state.plan.declarations.keys()
    return [id for id in found if formal & {*made, id} <= state.plan.together(cards, {*made, id})]


def had(state: State, seat: int) -> int:
    """What a player held when the exchange was over: what he holds or has played, and has not drawn since."""
    plan, cards = state.plan, state.hands[seat]
    for trick in (*state.tricks, state.trick):
        cards |= plan.bits(card for n, card in enumerate(trick.cards) if trick.seat(n, plan.circle) == seat)
    return cards & ~plan.bits(card for _, _, card in draws(plan, state.setting.stock, state.tricks))


def allowed(state: State, declaration: Declaration, seat: int) -> bool:
    """Whether its conditions let a player make a declaration, as far as a hand in play shows it."""
    unless, who = given(declaration.unless), told(declaration, "who")
    declarer = seat if state.setting.declarer is None else state.setting.declarer
    if who is not None and seat not in meant(state, who, declarer):
        return False
    return meets(state, given(declaration.only_if), seat) and (unless is None or not meets(state, unless, seat))


def announceable(state: State, seat: int, doubling: bool = False) -> list[str]:
    """The feats that a player may announce now, or while doubles are said, as long as nobody has announced them: those whose
    cards he holds, unless they are to be captured or brought together. What is told in words alone nobody announces."""
    setting, said = state.setting, {a.id for a in state.setting.announced}
    against = setting.declarer is not None and setting.side(seat) != setting.side(setting.declarer)
    known, before = state.plan.feats, len(state.tricks)
    found = []
    for id, one in state.plan.announced.items():
        if id in said or one.deadline <= before or (against and one.with_doubles) is not doubling:
            continue
        if one.earliest > before + 1:
            continue
        if one.do == "all-tricks" and any(known[other].do == "all-tricks" for other in said if other in known):
            continue  # a slam is announced once, whether every trick is meant or some may be lost
        if not _in_this_pause(one, setting.on_cards) or _promised_before(one, said, known):
            continue
        if one.by and seat not in of_contract(state, one.by, seat):
            continue
        if one.do in ("all-tricks", "no-tricks"):
            lost = {setting.side(trick.winner) for trick in state.tricks} - {setting.side(seat)}
            won = any(setting.side(trick.winner) == setting.side(seat) for trick in state.tricks)
            if lost if one.do == "all-tricks" else won:
                continue
        elif not _in_hand(state, one, seat):
            continue
        if not all(_in_hand(state, known[other], seat) for other in one.includes):
            continue
        if meets(state, given(one.feat.only_if), seat):
            found.append(id)
    return found


def _in_this_pause(one: Prepared, on_cards: int) -> bool:
    """Whether a feat is announced on so many cards, in a pause of the deal; 0: when all are dealt."""
    return on_cards in one.on_cards if one.on_cards else not on_cards


def _promised_before(one: Prepared, said: set[str], known: Mapping[str, Prepared]) -> bool:
    """Whether the same was promised in another pause of the deal."""
    if not one.on_cards:
        return False
    others = (known[id] for id in said if id in known)
    return any(other.on_cards and (other.do, other.feat.cards) == (one.do, one.feat.cards) for other in others)


def _in_hand(state: State, one: Prepared, seat: int) -> bool:
    """Whether a player holds a card of a feat, where he needs one to announce it."""
    cards = cards_of(state, one)
    return bool(not cards or cards & state.hands[seat] or one.do == "capture" or told(one.feat, "together"))


def included(state: State, id: str, seat: int) -> list[str]:
    """What a player announces with a feat, of what he may announce and nobody has."""
    known, said = state.plan.feats, {one.id for one in state.setting.announced}
    return [
        one
        for one in known[id].includes
        if one not in said
        and not ((who := told(known[one].announced, "by")) and seat not in of_contract(state, who, seat))
    ]


def cards_of(state: State, one: Prepared) -> int:
    """The cards with which a feat is done, as bits: `called` is the card that the declarer called."""
    if one.called and state.setting.called is not None:
        return one.cards | 1 << state.setting.called
    return one.cards


def kept(state: State, seat: int) -> int:
    """The cards with which a player has announced a feat and which he has to keep for its trick, as bits; where he has more of
    them than it takes, as with several Kings, none until he has no more."""
    return promised(state, seat, lambda one: one.keep)


def first_kept(state: State, seat: int) -> int:
    """The cards that a player has to keep even when he can play nothing but cards that he keeps, as bits: those of what is
    announced with a feat whose own card he still holds."""
    found, known = 0, state.plan.feats
    for said in state.setting.announced:
        one = known.get(said.id)
        if said.seat == seat and one is not None and cards_of(state, one) & state.hands[seat]:
            for other in one.includes:
                found |= cards_of(state, known[other])
    return found


def promised(state: State, seat: int, which: Callable[[Prepared], bool]) -> int:
    """The cards that a player needs for what he has announced, of feats of some sort, as bits, likewise."""
    found, known, left = 0, state.plan.feats, state.plan.tricks - len(state.tricks)
    for said in state.setting.announced:
        one = known.get(said.id)
        if said.seat != seat or one is None or one.last >= left or not which(one):
            continue
        cards = cards_of(state, one) & state.hands[seat]
        if cards.bit_count() <= one.tricks:
            found |= cards
    return found


def doublable(state: State, seat: int) -> list[str]:
    """What a player may double now: the score, or an announced feat."""
    doubling, setting = state.plan.rules.doubling, state.setting
    says = told(doubling, "says") or ()
    unlimited = doubling is not None and not isinstance(doubling, Absence) and doubling.limit is Absence.NONE
    if not says or setting.declarer is None:
        return []
    side, levels = setting.side(seat), dict(setting.doubled)
    owners = {"score": setting.side(setting.declarer)} | {a.id: setting.side(a.seat) for a in setting.announced}
    of = [id for id in told(doubling, "of") or ("score",) if id in owners]
    if told(doubling, "separately") is False:
        of = of[:1]
    if told(doubling, "passed") is False and not any(one == seat and said.kind == "bid" for one, said in setting.heard):
        of = [id for id in of if id != "score" or id in levels]
    found = []
    for id in of:
        now = levels.get(id, Double(0, owners[id]))
        if now.side != side and (unlimited or now.level < len(says)):
            found.append(id)
    return found


def concessions(state: State, seat: int) -> list[str]:
    """The ways in which a player may concede: before play, or when he has just won his first trick."""
    winners = [state.setting.person(trick.winner) for trick in state.tricks]
    first = "first-trick" if winners.count(seat) == 1 else "no"
    when = first if winners and winners[-1] == seat else "no" if state.tricks else None
    return [
        id
        for id, one in state.plan.concessions.items()
        if not told(one, "must")
        and told(one, "when") == when
        and seat
        in meant(
            state, told(one, "who") or "holder", seat if state.setting.declarer is None else state.setting.declarer
        )
        and meets(state, given(one.only_if), seat)
    ]


def cases(state: State, seat: int, at: str) -> list[str]:
    """The cases for which a player may ask at a moment; once one has been asked for, those that are asked for over it."""
    setting, table = state.setting, state.table
    if table.case and seat != setting.overruled:
        return []
    declarer = seat if setting.declarer is None else setting.declarer
    return [
        id
        for id, one in entries((table.before or table).plan.rules.cases)
        if id in table.cases
        and told(one, "at") == at
        and (table.case or seat in meant(state, told(one, "asked_by"), declarer))
        and meets(state, given(one.only_if), seat)
    ]


def annulments(state: State, seat: int, must: bool) -> list[str]:
    """What calls for throwing in a player's hand, of what has to be thrown in or of what may be."""
    found: list[tuple[str, Annulment]] = list(entries(told(state.plan.rules.deal, "annul")))
    return [
        id
        for id, one in found
        if told(one, "holding") is not None
        and bool(told(one, "must")) is must
        and told(one, "by") != "all"
        and _held(state, seat, one.holding)
    ]


CLAIMS: Mapping[str, Callable[[State, int], Sequence[str]]] = {
    "declare": undeclared, "announce": announceable, "concede": concessions,
    "double": lambda state, seat: (*announceable(state, seat, doubling=True), *doublable(state, seat)),
    "throw-in": lambda state, seat: annulments(state, seat, must=False),
}  # fmt: skip
"""What a player may say in each phase in which players speak in turn, by ids."""
