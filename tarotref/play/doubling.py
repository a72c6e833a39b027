"""Stakes while they can be doubled: who may double what, and what has been doubled then."""

from __future__ import annotations

from tarotref.play.conditions import found_in_talon, had
from tarotref.play.events import heard
from tarotref.play.hand import Double, Hand

SCORE = "score"
"""What is doubled where it is no feat: what the cards pay."""


def doublable(hand: Hand, seat: int) -> list[str]:
    """What a player may double now: the score, or an announced feat."""
    rules = hand.plan.scoring.doubling
    found = _open(hand, seat)
    if rules.known:
        by = _last_by(hand)
        found = [id for id in found if is_against(hand, seat, by[id])]
    return [id for id in found if (id, level(hand, id, seat), seat) not in hand.setting.waived]


def _open(hand: Hand, seat: int) -> list[str]:
    """What a player might double, if he knew whom, and had not let it pass."""
    doubling, setting = hand.plan.scoring.doubling, hand.setting
    if not doubling.says:
        return []
    alone = [SCORE] if doubling.apart and _doubles_alone(hand, seat) else []
    if setting.declarer is None:
        return alone
    side, levels = setting.side(seat), dict(setting.doubled)
    owners = {SCORE: setting.side(setting.declarer)} | {a.id: setting.side(a.seat) for a in setting.announced}
    of = [id for id in doubling.of or (SCORE,) if id in owners and not (doubling.apart and id == SCORE)]
    of = of[:1] if doubling.together else of
    if doubling.unless_passed and not _has_bid(hand, seat):
        of = [id for id in of if id != SCORE or id in levels]
    now = {id: levels.get(id, Double(0, owners[id])) for id in of}
    return [*alone, *(id for id in of if now[id].side != side and _goes_on(hand, now[id].level))]


def _goes_on(hand: Hand, steps: int) -> bool:
    """Whether what has been doubled so often may be doubled again."""
    doubling = hand.plan.scoring.doubling
    return doubling.unlimited or steps < len(doubling.says)


def _doubles_alone(hand: Hand, seat: int) -> bool:
    """Whether a player may double what passes between him and another: the declarer what an opponent has, an opponent what passes
    between him and the declarer, or where there is none each what passes between him and the others, once."""
    setting = hand.setting
    mine = level(hand, SCORE, seat)
    if setting.declarer is None:
        return not mine
    if setting.side(seat) == 0:
        return seat == setting.declarer and mine % 2 == 1 and _goes_on(hand, mine)
    return mine % 2 == 0 and _goes_on(hand, mine)


def _other(hand: Hand, seat: int) -> int:
    """Whose stakes a player doubles where each doubles for himself: his own, or the declarer those of the last who has doubled."""
    if seat != hand.setting.declarer:
        return seat
    acts = [by for by, act in heard(hand.events) if act.kind == "double" and act.what == SCORE and by != seat]
    return acts[-1] if acts else seat


def level(hand: Hand, what: str, seat: int) -> int:
    """How often something has been doubled, as far as a player may double it."""
    setting = hand.setting
    if hand.plan.scoring.doubling.apart and what == SCORE:
        return setting.apart[_other(hand, seat)] if setting.apart else 0
    found = dict(setting.doubled).get(what)
    return 0 if found is None else found.level


def _has_bid(hand: Hand, seat: int) -> bool:
    return any(event.seat == seat and event.action and event.action.kind == "bid" for event in hand.events)


def _last_by(hand: Hand) -> dict[str, int]:
    """Whom one doubles: who has announced or doubled a thing last; the declarer, where it is the score."""
    found = {SCORE: hand.declarer} | {said.id: said.seat for said in hand.setting.announced}
    return found | {action.what: seat for seat, action in heard(hand.events) if action.kind == "double"}


def is_against(hand: Hand, seat: int, other: int) -> bool:
    """Whether a player knows for certain that one who is of the other side is so: he is the partner, or doubles the declarer, or is the
    declarer and knows that he is alone; or what has been said shows it."""
    setting, rules = hand.setting, hand.partner_rules
    if setting.called is None or other == setting.declarer or seat == setting.partner or (rules and rules.known):
        return True
    if seat == setting.declarer and (had(hand, seat) >> setting.called & 1 or found_in_talon(hand)):
        return True
    owners = {one.id: one.seat for one in setting.announced}
    if any(hand.plan.feats[id].called and by == setting.partner for id, by in owners.items()):
        return True  # the partner has announced something with the called card
    doubled = (act.what for by, act in heard(hand.events) if by == other and act.kind == "double")
    return any(owners.get(what, setting.declarer) == setting.declarer for what in doubled)


def why_not_doubled(hand: Hand, what: str) -> str:
    """Why a player may not double something."""
    seat = hand.seat
    if what not in _open(hand, seat):
        return "it may not be doubled now (doubling)"
    if (what, level(hand, what, seat), seat) in hand.setting.waived:
        return "you have let your first chance to double it pass (doubling.first_chance)"
    return "you do not know for certain that you would double a player of the other side (doubling.known)"


def waived(hand: Hand) -> Hand:
    """The hand when the player in turn lets pass what he might double, where he may only at the first chance."""
    if not hand.plan.scoring.doubling.first_chance:
        return hand
    seat = hand.seat
    return hand.settle(waived=hand.setting.waived | {(id, level(hand, id, seat), seat) for id in doublable(hand, seat)})


def doubled(hand: Hand, what: str, phase: str) -> Hand:
    """The hand when the player in turn has doubled something; in that phase others may answer."""
    seat, setting = hand.seat, hand.setting
    if hand.plan.scoring.doubling.apart and what == SCORE:
        other = _other(hand, seat)
        apart = [*(setting.apart or (0,) * hand.plan.players)]
        apart[other] += 1
        answers = other if seat == setting.declarer else setting.declarer
        return hand.settle(apart=tuple(apart), silent=frozenset(setting.silent - {(phase, answers)}))
    levels, side = dict(setting.doubled), setting.side(seat)
    levels[what] = Double(level(hand, what, seat) + 1, side)
    silent = hand.speak_again(phase)
    if hand.plan.declaring.rounds:  # those of his own side have nothing to answer
        silent |= {one for one in setting.silent if one[0] == phase and setting.side(one[1]) == side}
    return hand.settle(doubled=tuple(levels.items()), silent=silent)
