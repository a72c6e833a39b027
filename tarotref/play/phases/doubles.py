"""Stakes raised: what a player may double now, and what is so when he has."""

from __future__ import annotations

from itertools import takewhile

from tarotref.play.conditions import found_in_talon, had, of_contract
from tarotref.play.events import heard
from tarotref.play.hand import Double, Hand
from tarotref.play.table import Action

SCORE = "score"
"""What is doubled where it is no feat: what the cards pay."""
DOUBLED = Action("double", SCORE)
"""What is said to double the game itself."""


def doubled(hand: Hand, what: str, side: int) -> Hand:
    """The hand when the player in turn has doubled something for his side, or for himself alone."""
    setting = hand.setting
    if _apart(hand, what):
        levels = [*(setting.apart or (0,) * hand.plan.players)]
        answered = [n for n, own in enumerate(levels) if own % 2] if hand.seat == setting.declarer else [hand.seat]
        return hand.settle(apart=tuple(own + (seat in answered) for seat, own in enumerate(levels)))
    found = dict(setting.doubled)
    now = found[what] = Double(level(hand, what, hand.seat) + 1, side)
    said = {one.id for one in setting.announced}
    for id in hand.plan.scoring.doubling.carries.get(what, ()):
        if id in said and found.get(id, Double(0, 0)).level < now.level:
            found[id] = now
    return hand.settle(doubled=tuple(found.items()))


def _apart(hand: Hand, what: str) -> bool:
    """Whether each doubles a thing for himself."""
    return what == SCORE and hand.plan.scoring.doubling.apart


def level(hand: Hand, what: str, seat: int) -> int:
    """How often something has been doubled, as far as it is a player's to double."""
    setting = hand.setting
    if _apart(hand, what):
        mine = [own for own in setting.apart if own % 2] if seat == setting.declarer else setting.apart[seat : seat + 1]
        return max(mine, default=0)
    return dict(setting.doubled).get(what, Double(0, 0)).level


def _for_himself(hand: Hand, seat: int) -> list[str]:
    """What a player may double now where each does for himself: the score, once where nobody is declarer; else an opponent, as long as
    the declarer has answered nobody or him, and then the declarer."""
    setting, says, mine = hand.setting, hand.plan.scoring.doubling.says, level(hand, SCORE, seat)
    if setting.declarer is None:
        return [] if mine else [SCORE]
    if not hand.plan.scoring.doubling.unlimited and mine >= len(says):
        return []
    if setting.side(seat) == setting.side(setting.declarer):
        return [SCORE] if mine and seat == setting.declarer else []
    joins = mine > 0 or max(setting.apart, default=0) < 2
    return [SCORE] if joins and not mine % 2 else []


def _once(hand: Hand, seat: int) -> list[str]:
    """What a player may double who does it once for everybody, as nobody is declarer."""
    said = {one for one, action in heard(hand.events) if action == DOUBLED}
    rules = hand.plan.scoring.doubling
    return [SCORE] if rules.each_once and seat not in said and not (said and rules.if_worst) else []


def _answers(hand: Hand, seat: int, what: str, now: Double) -> bool:
    """Whether a player is one of those who may double something next."""
    again = hand.plan.scoring.doubling.again_by
    if what == SCORE and not now.level and hand.plan.scoring.doubling.by_all:
        return True
    if again is None or not now.level:
        return now.side != hand.setting.side(seat)
    said = {one for one, action in heard(hand.events) if action == Action("double", what)}
    return seat not in said and seat in of_contract(hand, again, seat)


def doublable(hand: Hand, seat: int) -> list[str]:
    """What a player may double now: the score, or an announced feat."""
    found = _open(hand, seat)
    if found and hand.plan.scoring.doubling.known:
        by = _last_by(hand)
        found = [id for id in found if is_against(hand, seat, by[id])]
    return [id for id in found if (id, level(hand, id, seat), seat) not in hand.setting.waived]


def _open(hand: Hand, seat: int) -> list[str]:
    """What a player might double, if he knew whom, and had not let it pass."""
    doubling, setting = hand.plan.scoring.doubling, hand.setting
    if not doubling.says or doubling.in_bidding or _announced_instead(hand, seat):
        return []
    alone = _for_himself(hand, seat) if doubling.apart else []
    if setting.declarer is None:
        return alone or _once(hand, seat)
    levels = dict(setting.doubled)
    owners = {SCORE: setting.side(setting.declarer)} | {a.id: setting.side(a.seat) for a in setting.announced}
    of = [id for id in doubling.of or (SCORE,) if id in owners and not _apart(hand, id)]
    of = of[:1] if doubling.together else of
    barred = doubling.barred.get(setting.contract or "")
    passed = (doubling.unless_passed and not _bids(hand, seat)) or (
        doubling.unless_might_bid and _passed_first(hand, seat)
    )
    if passed or barred in _bids(hand, seat):
        of = [id for id in of if id != SCORE or id in levels]
    now = {id: levels.get(id, Double(0, owners[id])) for id in of}
    return alone + [
        id
        for id in of
        if _answers(hand, seat, id, now[id]) and (doubling.unlimited or now[id].level < len(doubling.says))
    ]


def _announced_instead(hand: Hand, seat: int) -> bool:
    """Whether an opponent of the declarer has announced something in place of which he might have doubled."""
    said = (one.id for one in hand.setting.announced if one.seat == seat)
    against = hand.setting.declarer is not None and hand.setting.side(seat) != hand.setting.side(hand.setting.declarer)
    return against and not {*hand.plan.scoring.doubling.or_announces}.isdisjoint(said)


def why_not_doubled(hand: Hand, what: str) -> str:
    """Why the player in turn may not double something."""
    by = _last_by(hand).get(what)
    sure = "you do not know for certain that you would double a player of the other side (doubling.known)"
    if hand.plan.scoring.doubling.known and by not in (None, hand.seat) and not is_against(hand, hand.seat, by):
        return sure  # whichever side he is on, which nobody is told
    if what == SCORE and hand.plan.scoring.doubling.unless_might_bid and _passed_first(hand, hand.seat):
        return "you passed when nobody had bid (doubling.passed)"
    if _announced_instead(hand, hand.seat):
        return "you have announced something beside which you may not double (doubling.or_announces)"
    if what not in _open(hand, hand.seat):
        return "it may not be doubled now (doubling)"
    if (what, level(hand, what, hand.seat), hand.seat) in hand.setting.waived:
        return "you have let your first chance to double it pass (doubling.first_chance)"
    return sure


def waived(hand: Hand) -> Hand:
    """The hand when the player in turn lets pass what he might double, where he may only at the first chance."""
    if not hand.plan.scoring.doubling.first_chance:
        return hand
    seat = hand.seat
    return hand.settle(waived=hand.setting.waived | {(id, level(hand, id, seat), seat) for id in doublable(hand, seat)})


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
    whats = (act.what for by, act in heard(hand.events) if by == other and act.kind == "double")
    return any(owners.get(what, setting.declarer) == setting.declarer for what in whats)


def _passed_first(hand: Hand, seat: int) -> bool:
    """Whether a player has passed before anybody had bid."""
    said = [(one, act.kind) for one, act in heard(hand.events) if act.kind in ("bid", "pass")]
    return (seat, "pass") in takewhile(lambda one: one[1] == "pass", said)


def _bids(hand: Hand, seat: int) -> list[str]:
    """What a player has bid."""
    return [act.what for one, act in heard(hand.events) if one == seat and act.kind == "bid"]
