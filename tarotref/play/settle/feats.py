"""What was done in play that pays: which feats were done or failed, and by whom."""

from __future__ import annotations

from collections.abc import Iterator

from tarotref.play.compiled.feats import Feat
from tarotref.play.conditions import concerned, of_contract, to_spare
from tarotref.play.hand import Hand, Said
from tarotref.play.settle.deed import Deed, Done, Meets
from tarotref.play.settle.deeds import DEEDS
from tarotref.play.settle.piles import Piles


def done(hand: Hand, won: Piles, meets: Meets) -> Iterator[Done]:
    """Yield every feat that was done or failed. What was announced and not done has failed."""
    said, side = {one.id: one for one in hand.setting.announced}, hand.setting.side
    for id, feat in hand.plan.feats.items():
        found = [one for one in _found(hand, won, feat, meets) if _counts(hand, feat, one.seat, meets)]
        if feat.lost_unless is not None:
            found = [one for one in found if one.won or not meets(feat.lost_unless, one.seat)]
        if feat.one_suit or feat.builds_on:
            found = [one for one in found if not one.won or _wholly(hand, won, one, meets)]
        if id not in said:
            yield from found
            continue
        yield _announced(hand, feat, said[id], found)
        if feat.announced is not None and feat.announced.both:
            yield from (one for one in found if one.won and side(one.seat) != side(said[id].seat))


def _found(hand: Hand, won: Piles, feat: Feat, meets: Meets) -> Iterator[Done]:
    """Yield who did a feat, or failed in it, as the tricks show; what words alone tell nobody does."""
    if feat.do is not None and feat.do in DEEDS and hand.tricks:
        yield from DEEDS[feat.do](Deed(hand, won, feat, meets))


def _wholly(hand: Hand, won: Piles, one: Done, meets: Meets) -> bool:
    """Whether who did a feat has kept to one suit, if it asks for that, and his side has done all those too on which it builds."""
    feats, side = hand.plan.feats, hand.setting.side
    if feats[one.feat].one_suit and not _kept_to_suit(hand, one.seat):
        return False
    return all(
        any(other.won and side(other.seat) == side(one.seat) for other in _found(hand, won, feats[id], meets))
        for id in feats[one.feat].builds_on
        if id in feats
    )


def _announced(hand: Hand, feat: Feat, said: Said, found: list[Done]) -> Done:
    """What became of an announced feat: done by the side that announced it, or not."""
    side = hand.setting.side
    if any(one.won and side(one.seat) == side(said.seat) for one in found):
        return Done(said.id, said.seat, True, True, before_talon=said.before_talon)
    return Done(said.id, said.seat, False, True, _failed(hand, feat, said), before_talon=said.before_talon)


def _failed(hand: Hand, feat: Feat, said: Said) -> int:
    """The trick, from 1, in which an announced feat of all tricks or none failed; the last where it is another."""
    mine, all_tricks, spare = hand.setting.side(said.seat), feat.do == "all-tricks", feat.spare
    spare = to_spare(hand, feat, mine) if all_tricks else spare
    for n, trick in enumerate(hand.tricks, 1):
        if (hand.setting.side(trick.winner) != mine) is all_tricks:
            spare -= 1
            if spare < 0:
                return n
    return len(hand.tricks)


def _counts(hand: Hand, feat: Feat, seat: int, meets: Meets) -> bool:
    """Whether a feat counts for a player who did it."""
    side = hand.setting.side
    if feat.who and not any(side(one) == side(seat) for one in of_contract(hand, feat.who, seat)):
        return False
    barred = feat.unless is not None and concerned(hand, feat.unless, seat) and meets(feat.unless, seat)
    return meets(feat.only_if, seat) and not barred


def _kept_to_suit(hand: Hand, seat: int) -> bool:
    """Whether a player has led the suit of his first lead, at every lead, as long as he had it."""
    plan = hand.plan
    own = [(trick.leader == seat, trick.cards[trick.place(seat, plan.circle)]) for trick in hand.tricks]
    suits = [(leads, plan.suit[card]) for leads, card in own]
    first = next((suit for leads, suit in suits if leads), None)
    last = max((n for n, (_, suit) in enumerate(suits) if suit == first), default=-1)
    return all(suit == first for n, (leads, suit) in enumerate(suits) if leads and n < last)
