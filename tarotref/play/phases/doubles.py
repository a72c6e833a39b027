"""Stakes raised: what a player may double now, and what is so when he has."""

from __future__ import annotations

from tarotref.play.conditions import of_contract
from tarotref.play.events import heard
from tarotref.play.hand import Double, Hand
from tarotref.play.table import Action

SCORE = "score"
"""What is doubled where it is no feat: what the cards pay."""
DOUBLED = Action("double", SCORE)
"""What is said to double the game itself."""


def doubled(hand: Hand, what: str, side: int) -> Hand:
    """The hand when the player in turn has doubled something for his side, or for himself alone."""
    levels, declarer = dict(hand.setting.doubled), hand.setting.declarer
    level = levels[what].level if what in levels else 0
    by = hand.setting.doubled_by
    if hand.plan.scoring.doubling.apart and hand.seat != declarer:
        by, level = by | {hand.seat}, 0
    levels[what] = Double(level + 1, side)
    return hand.settle(doubled=tuple(levels.items()), doubled_by=by)


def _for_himself(hand: Hand, seat: int) -> list[str]:
    """What a player may double now where each opponent does for himself: the score, which the declarer may double again."""
    setting, says = hand.setting, hand.plan.scoring.doubling.says
    level = dict(setting.doubled).get(SCORE, Double(0, 0)).level
    if seat == setting.declarer:
        return [SCORE] if level == 1 < len(says) else []
    joins = level < 2 and seat not in setting.doubled_by and setting.side(seat) != setting.side(hand.declarer)
    return [SCORE] if joins else []


def _answers(hand: Hand, seat: int, what: str, now: Double) -> bool:
    """Whether a player is one of those who may double something next."""
    again = hand.plan.scoring.doubling.again_by
    if again is None or not now.level:
        return now.side != hand.setting.side(seat)
    said = {one for one, action in heard(hand.events) if action == Action("double", what)}
    return seat not in said and seat in of_contract(hand, again, seat)


def doublable(hand: Hand, seat: int) -> list[str]:
    """What a player may double now: the score, or an announced feat."""
    doubling, setting = hand.plan.scoring.doubling, hand.setting
    if not doubling.says or setting.declarer is None or doubling.in_bidding:
        return []
    if doubling.apart:
        return _for_himself(hand, seat)
    levels = dict(setting.doubled)
    owners = {SCORE: setting.side(setting.declarer)} | {a.id: setting.side(a.seat) for a in setting.announced}
    of = [id for id in doubling.of or (SCORE,) if id in owners]
    of = of[:1] if doubling.together else of
    if doubling.unless_passed and not _has_bid(hand, seat):
        of = [id for id in of if id != SCORE or id in levels]
    now = {id: levels.get(id, Double(0, owners[id])) for id in of}
    return [
        id
        for id in of
        if _answers(hand, seat, id, now[id]) and (doubling.unlimited or now[id].level < len(doubling.says))
        if not (doubling.known and hides(hand, seat, id))
    ]


def hides(hand: Hand, seat: int, what: str) -> bool:
    """Whether a player does not know for certain of which side he is who has announced something, which nobody has doubled yet."""
    owner = next((one.seat for one in hand.setting.announced if one.id == what), None)
    return owner is not None and what not in dict(hand.setting.doubled) and not _knows_side(hand, seat, owner)


def _knows_side(hand: Hand, seat: int, other: int) -> bool:
    """Whether a player knows of which side another is: the declarer, the partner to himself, who has doubled something or announced
    a feat of the called card, or is left over when these are counted."""
    setting, partner, feats = hand.setting, hand.partner_rules, hand.plan.feats
    if setting.called is None or setting.shown >> setting.called & 1 or (partner is not None and partner.known):
        return True
    shown = {one for one, action in heard(hand.events) if action.kind == "double"}
    shown |= {one.seat for one in setting.announced if one.id in feats and feats[one.id].called}
    others = set(range(hand.plan.players)) - {setting.declarer, setting.partner}
    return other in shown | {setting.declarer} or setting.partner in shown | {seat} or others - {seat} <= shown


def _has_bid(hand: Hand, seat: int) -> bool:
    return any(event.seat == seat and event.action and event.action.kind == "bid" for event in hand.events)
