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
    setting = hand.setting
    if _apart(hand, what):
        levels = [*(setting.apart or (0,) * hand.plan.players)]
        answered = [n for n, own in enumerate(levels) if own % 2] if hand.seat == setting.declarer else [hand.seat]
        return hand.settle(apart=tuple(own + (seat in answered) for seat, own in enumerate(levels)))
    found = dict(setting.doubled)
    found[what] = Double(level(hand, what, hand.seat) + 1, side)
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


def _answers(hand: Hand, seat: int, what: str, now: Double) -> bool:
    """Whether a player is one of those who may double something next."""
    again = hand.plan.scoring.doubling.again_by
    if again is None or not now.level:
        return now.side != hand.setting.side(seat)
    said = {one for one, action in heard(hand.events) if action == Action("double", what)}
    return seat not in said and seat in of_contract(hand, again, seat)


def doublable(hand: Hand, seat: int) -> list[str]:
    """What a player may double now: the score, or an announced feat."""
    hidden = hand.plan.scoring.doubling.known
    return [
        id
        for id in _open(hand, seat)
        if (id, level(hand, id, seat), seat) not in hand.setting.waived and not (hidden and hides(hand, seat, id))
    ]


def _open(hand: Hand, seat: int) -> list[str]:
    """What a player might double, if he knew whom, and had not let it pass."""
    doubling, setting = hand.plan.scoring.doubling, hand.setting
    if not doubling.says or doubling.in_bidding:
        return []
    alone = _for_himself(hand, seat) if doubling.apart else []
    if setting.declarer is None:
        return alone
    levels = dict(setting.doubled)
    owners = {SCORE: setting.side(setting.declarer)} | {a.id: setting.side(a.seat) for a in setting.announced}
    of = [id for id in doubling.of or (SCORE,) if id in owners and not _apart(hand, id)]
    of = of[:1] if doubling.together else of
    barred = doubling.barred.get(setting.contract or "")
    if (doubling.unless_passed and not _bids(hand, seat)) or barred in _bids(hand, seat):
        of = [id for id in of if id != SCORE or id in levels]
    now = {id: levels.get(id, Double(0, owners[id])) for id in of}
    return alone + [
        id
        for id in of
        if _answers(hand, seat, id, now[id]) and (doubling.unlimited or now[id].level < len(doubling.says))
    ]


def why_not_doubled(hand: Hand, what: str) -> str:
    """Why the player in turn may not double something."""
    if hand.plan.scoring.doubling.known and hides(hand, hand.seat, what):
        return "you do not know for certain that it was announced by the other side (doubling.known)"
    if (what, level(hand, what, hand.seat), hand.seat) in hand.setting.waived:
        return "you have let your first chance to double it pass (doubling.first_chance)"
    return "it may not be doubled now (doubling)"


def waived(hand: Hand) -> Hand:
    """The hand when the player in turn lets pass what he might double, where he may only at the first chance."""
    if not hand.plan.scoring.doubling.first_chance:
        return hand
    seat = hand.seat
    return hand.settle(waived=hand.setting.waived | {(id, level(hand, id, seat), seat) for id in doublable(hand, seat)})


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


def _bids(hand: Hand, seat: int) -> list[str]:
    """What a player has bid."""
    return [act.what for one, act in heard(hand.events) if one == seat and act.kind == "bid"]
