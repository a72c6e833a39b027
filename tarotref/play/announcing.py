"""Feats while they can be announced: who may announce which, with which cards, and which cards he then keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import dropwhile, takewhile
from operator import is_

from tarotref.cards.holdings import holds
from tarotref.play.compiled import places
from tarotref.play.compiled.feats import Announced, Feat
from tarotref.play.conditions import meets, of_contract
from tarotref.play.events import heard
from tarotref.play.hand import Hand, Said
from tarotref.play.table import DONE, Action

OF_ALL_TRICKS = ("all-tricks", "no-tricks")
"""Feats that are done in every trick."""
TURN = ("announce", "double", "declare", "name")
"""What a player says in a turn in which feats are announced and doubled."""


def announceable(hand: Hand, seat: int, doubling: bool = False) -> list[str]:
    """The feats that a player may announce now, or while doubles are said, as long as nobody has announced them: those whose
    cards he holds, unless they are to be captured or brought together. What is told in words alone nobody announces."""
    said = {one.id for one in hand.setting.announced}
    return [
        id
        for id, feat in hand.plan.announced.items()
        if id not in said
        and feat.announced is not None
        and _in_time(hand, feat, feat.announced, said)
        and _by_him(hand, feat.announced, seat, doubling)
        and not _too_late(hand, feat.announced, seat)
        and not (id in hand.plan.scoring.doubling.or_announces and _has_doubled(hand, seat))
        and _can_be_done(hand, feat, seat)
        and all(_in_hand(hand, hand.plan.feats[other], seat) for other in feat.announced.includes)
        and meets(hand, feat.only_if, seat)
        and (meets(hand, feat.announced.only_if, seat) or _is_freed(hand, feat.announced, seat))
        and _shows(hand, feat.announced, seat)
        and not _taken_only(hand, feat, seat)
    ]


def _taken_only(hand: Hand, feat: Feat, seat: int) -> bool:
    """Whether a declarer who still owes a feat has taken the card of one from the talon, where it has to be one that was dealt to him."""
    bid, said = hand.bid, {one.id for one in hand.setting.announced}
    if bid is None or not bid.announces_dealt or seat != hand.setting.declarer or said & {*bid.announces}:
        return False
    return feat.id in bid.announces and not cards_of(hand, feat) & hand.setting.dealt[seat]


def _shows(hand: Hand, announced: Announced, seat: int) -> bool:
    """Whether a player holds what he has to for announcing a feat in his first turn, if it is that."""
    if not announced.first_turn or not _in_first_turn(hand, seat):
        return True
    asked = (term for term in _first_turns(hand, announced, seat) if term in announced.first_turn)
    needs = announced.first_turn.get(next(asked, ""))
    return needs is None or bool(holds(places(hand.hands[seat]), needs, hand.plan.groups))


def why_not(hand: Hand, id: str, seat: int) -> str:
    """Why a player may not announce a feat now: what is asked of the cards that he holds, or else the rules as a whole."""
    feat = hand.plan.announced.get(id)
    if feat is None or feat.announced is None or any(one.id == id for one in hand.setting.announced):
        return "it may not be announced now (feats.announced)"
    if not _shows(hand, feat.announced, seat):
        return "in your first turn you may announce it only with certain cards, which you do not hold (feats.announced.first_turn)"
    if not meets(hand, feat.announced.only_if, seat) and not _is_freed(hand, feat.announced, seat):
        return "what has to be so for you to announce it is not so (feats.announced.only_if)"
    return "it may not be announced now (feats.announced)"


def _in_first_turn(hand: Hand, seat: int) -> bool:
    """Whether a player has said nothing since the called card was named, or passed, but in the turn that he is in."""
    acts = ((event.seat, event.action) for event in reversed(hand.events) if event.action is not None)
    said = takewhile(lambda act: act[1].kind in (*TURN, DONE.kind), acts)
    return all(one != seat for one, _ in dropwhile(lambda act: act[0] == seat and act[1] != DONE, said))


def _first_turns(hand: Hand, announced: Announced, seat: int) -> Iterator[str]:
    """Yield the terms of the list `first-turn` that are so for a player, those that go before others first."""
    auction, bidders = hand.setting.auction, {one for one, action in heard(hand.events) if action.kind == "bid"}
    who, _ = (auction.promised if auction is not None else None) or (None, None)
    if seat == hand.setting.declarer:
        yield from ["promised"] if who is not None else []
        yield from ["three-bid"] if len(bidders) >= 3 else []
        yield "otherwise"
    elif seat == who and len(bidders) == 2:
        yield "promiser"
        yield from [] if _is_freed(hand, announced, seat) else ["promiser-unfreed"]


def _is_freed(hand: Hand, announced: Announced, seat: int) -> bool:
    """Whether the declarer, before a player who is his partner had said anything, has announced a feat that frees him."""
    if not announced.freed_by or seat != hand.setting.partner:
        return False
    unasked = takewhile(lambda one: one[0] != seat or one[1].kind not in ("announce", "double"), heard(hand.events))
    declarer = hand.setting.declarer
    return any(
        one == declarer and action.kind == "announce" and action.what in announced.freed_by for one, action in unasked
    )


def _in_time(hand: Hand, feat: Feat, announced: Announced, said: set[str]) -> bool:
    """Whether a feat can be announced at this moment, after what has been announced."""
    before, on_cards, known = len(hand.tricks), hand.setting.on_cards, hand.plan.feats
    if not before < announced.deadline or announced.earliest > before + 1:
        return False
    if on_cards not in announced.on_cards if announced.on_cards else on_cards:
        return False
    others = [known[id] for id in said if id in known]
    if feat.do == "all-tricks" and any(other.do == "all-tricks" for other in others):
        return False  # a slam is announced once, whether every trick is meant or some may be lost
    return not (announced.on_cards and any(_same(feat, other) for other in others))


def _same(feat: Feat, other: Feat) -> bool:
    """Whether the same was promised in another pause of the deal."""
    in_pause = other.announced is not None and bool(other.announced.on_cards)
    return in_pause and (other.do, other.names) == (feat.do, feat.names)


def _too_late(hand: Hand, announced: Announced, seat: int) -> bool:
    """Whether something was announced after which the side, or in the same turn the player, may not announce a feat."""
    if hand.plan.declaring.one_turn and _has_had_turn(hand, seat):
        return True
    if not announced.not_after | announced.not_with:
        return False
    side = hand.setting.side
    ours = {one.id for one in hand.setting.announced if side(one.seat) == side(seat)}
    return bool(ours & announced.not_after or {action.what for action in _turn(hand, seat)} & announced.not_with)


def _has_doubled(hand: Hand, seat: int) -> bool:
    """Whether a player has doubled anything who is not of the declarer's side."""
    against = hand.setting.declarer is not None and hand.setting.side(seat) != hand.setting.side(hand.setting.declarer)
    return against and any(one == seat and action.kind == "double" for one, action in heard(hand.events))


def _turn(hand: Hand, seat: int) -> list[Action]:
    """What a player has said in the turn that he is in."""
    acts = ((event.seat, event.action) for event in reversed(hand.events) if event.action is not None)
    turn = takewhile(lambda act: act[0] == seat and act[1].kind in TURN, acts)
    return [action for _, action in turn]


def _has_had_turn(hand: Hand, seat: int) -> bool:
    """Whether a player has announced something in an earlier turn."""
    said = [action for one, action in heard(hand.events) if one == seat and action.kind == "announce"]
    return len(said) > sum(action.kind == "announce" for action in _turn(hand, seat))


def _by_him(hand: Hand, announced: Announced, seat: int, doubling: bool) -> bool:
    """Whether a player is one of those who may announce a feat, before doubles are said or while they are."""
    setting = hand.setting
    against = setting.declarer is not None and setting.side(seat) != setting.side(setting.declarer)
    if not hand.plan.declaring.rounds and (against and announced.with_doubles) is not doubling:
        return False
    if hand.plan.declaring.known and not is_known(hand, seat) and setting.side(seat) != _taken_for(hand):
        return False
    if announced.unasked and _could_bid(hand, seat):
        return False
    return not announced.by or seat in of_contract(hand, announced.by, seat)


def _could_bid(hand: Hand, seat: int) -> bool:
    """Whether a player had a turn in the bidding, when all cards were dealt, in which the highest bid had not been made."""
    auction = hand.setting.auction
    if auction is None:
        return False
    late = (n for n in range(len(auction.bids)) if n not in auction.early)
    before = auction.holder is None or auction.high < max(late, default=0)
    return seat in auction.spoken and (before or auction.place(seat) < auction.place(auction.holder or 0))


def _taken_for(hand: Hand) -> int:
    """The side of which somebody is taken to be who announces something and whose side is not known: the declarer's, or where the
    rules say so that of the last who has announced or doubled anything."""
    setting = hand.setting
    if hand.plan.declaring.last_speaker:
        for event in reversed(hand.events):
            if event.action is not None and event.action.kind in ("announce", "double"):
                return setting.side(event.seat)
    return setting.side(hand.declarer)


def is_known(hand: Hand, seat: int) -> bool:
    """Whether all know on which side a player is: he is the declarer, has announced or doubled something himself, the partner has, or
    there is none to be found."""
    setting, partner = hand.setting, hand.partner_rules
    if seat == setting.declarer or setting.called is None or (partner is not None and partner.known):
        return True
    spoken = {one for one, action in heard(hand.events) if action.kind in ("announce", "double")}
    return not spoken.isdisjoint({seat, setting.partner})


def _can_be_done(hand: Hand, feat: Feat, seat: int) -> bool:
    """Whether a player can still do a feat, as far as the tricks played and his own cards show."""
    if feat.called and not feat.cards and hand.setting.called is None:
        return False
    if feat.do not in OF_ALL_TRICKS:
        return _in_hand(hand, feat, seat)
    side = hand.setting.side
    winners = {side(trick.winner) for trick in hand.tricks}
    return not (winners - {side(seat)} if feat.do == "all-tricks" else side(seat) in winners)


def _in_hand(hand: Hand, feat: Feat, seat: int) -> bool:
    """Whether a player holds a card of a feat that he does not keep for another, where he needs one to announce it, or his
    partner has announced a feat whose place it may take."""
    cards = cards_of(hand, feat)
    if not cards or feat.do == "capture" or feat.together:
        return True
    return bool(cards & hand.hands[seat] & ~kept(hand, seat)) or taken_over(hand, feat, seat) is not None


def nameable(hand: Hand, seat: int) -> tuple[str, tuple[str, ...]]:
    """The feat that a player has announced and of whose card he has to name the suit, and the suits that he may name; nothing where
    there is none."""
    done = dict(hand.setting.named)
    for said in hand.setting.announced:
        announced = hand.plan.feats[said.id].announced
        if said.seat == seat and announced is not None and announced.named and said.id not in done:
            own = cards_of(hand, hand.plan.feats[said.id]) & hand.hands[seat]
            free = own & ~promised(hand, seat, partial(_kept_beside, said.id)) or own
            return said.id, tuple(suit for n, suit in enumerate(hand.plan.suits) if hand.plan.of_suit[n] & free)
    return "", ()


def _kept_beside(id: str, feat: Feat) -> bool:
    """Whether a card has to be kept for a feat, which is another than that of an id."""
    return feat.id != id and feat.announced is not None and feat.announced.keep


def taken_over(hand: Hand, feat: Feat, seat: int) -> Said | None:
    """What a player's partner has announced and this feat may take the place of, where he has no card for it himself."""
    over = feat.announced.over if feat.announced is not None else None
    if over is None or cards_of(hand, feat) & hand.hands[seat]:
        return None
    side = hand.setting.side
    ours = (one for one in hand.setting.announced if one.id == over and side(one.seat) == side(seat))
    return next((one for one in ours if one.seat != seat), None)


def included(hand: Hand, id: str, seat: int) -> list[str]:
    """What a player announces with a feat, of what he may announce and nobody has."""
    known, said = hand.plan.feats, {one.id for one in hand.setting.announced}
    announced = known[id].announced
    return [
        one
        for one in (announced.includes if announced is not None else ())
        if one not in said and _may_be_included(hand, known[one], seat)
    ]


def _may_be_included(hand: Hand, feat: Feat, seat: int) -> bool:
    by = feat.announced and feat.announced.by_alone
    return not (by and seat not in of_contract(hand, by, seat))


def cards_of(hand: Hand, feat: Feat) -> int:
    """The cards with which a feat is done, as bits: `called` is the card that the declarer called; of several that of the suit named."""
    if feat.announced is not None and feat.announced.named and feat.id in (named := dict(hand.setting.named)):
        return feat.cards & hand.plan.of_suit[named[feat.id]]
    if feat.called and hand.setting.called is not None:
        return feat.cards | 1 << hand.setting.called
    return feat.cards


def kept(hand: Hand, seat: int) -> int:
    """The cards with which a player has announced a feat and which he has to keep for its trick, as bits; where he has more of
    them than it takes, as with several Kings, none until he has no more."""
    announced = {said.id for said in hand.setting.announced}
    return promised(
        hand, seat,
        lambda feat: feat.announced is not None and feat.announced.keep and not announced & feat.announced.keep_unless,
    )  # fmt: skip


def first_kept(hand: Hand, seat: int) -> int:
    """The cards that a player has to keep even when he can play nothing but cards that he keeps, as bits: those of what is
    announced with a feat whose own card he still holds."""
    found, known = 0, hand.plan.feats
    for said in hand.setting.announced:
        feat = known.get(said.id)
        if said.seat == seat and feat is not None and cards_of(hand, feat) & hand.hands[seat]:
            for other in feat.announced.includes if feat.announced is not None else ():
                found |= cards_of(hand, known[other])
    return found


def _due(hand: Hand, feat: Feat, seat: int, left: int) -> bool:
    """Whether the card of a feat need not be kept any longer: its trick has come, or it can no more be done."""
    if feat.do != "win-first":
        return feat.last >= left
    return len(hand.tricks) + 1 >= feat.tricks or _failed(hand, feat, seat)


def _failed(hand: Hand, feat: Feat, seat: int) -> bool:
    """Whether a feat of the first tricks can no more be done, since the other side has won one of them."""
    side = hand.setting.side
    return feat.do == "win-first" and any(side(trick.winner) != side(seat) for trick in hand.tricks)


def earliest_kept(hand: Hand, seat: int) -> int:
    """Of the cards that a player has to keep all but those of the feat whose trick comes first, as bits, where the rules say that
    these go first when one of them has to be played too soon."""
    if not hand.plan.trick.earliest_first:
        return 0
    known = hand.plan.feats
    by_trick: dict[int, int] = {}
    for feat in (known[one.id] for one in hand.setting.announced if one.id in known):
        if feat.announced is not None and feat.announced.keep:
            at = _trick_of(hand, feat)
            by_trick[at] = by_trick.get(at, 0) | promised(hand, seat, partial(is_, feat))
    first = next((cards for _, cards in sorted(by_trick.items()) if cards), 0)
    return kept(hand, seat) & ~first


def _trick_of(hand: Hand, feat: Feat) -> int:
    """The number of the trick for which a card of a feat is kept."""
    return feat.tricks if feat.do == "win-first" else hand.plan.deal.tricks - feat.last + 1


def freed(hand: Hand) -> int:
    """The cards that may be played to any trick, and win it, since that was announced, as bits."""
    known = (hand.plan.feats[said.id] for said in hand.setting.announced)
    found = 0
    for feat in known:
        found |= cards_of(hand, feat) if feat.announced is not None and feat.announced.frees else 0
    return found


def rest_lost(hand: Hand) -> int | None:
    """Who can win no more tricks, because he has played the card of what he has announced before its trick, and that costs him the
    rest; None where nobody has."""
    played = (*hand.tricks, hand.trick)
    for said in hand.setting.announced:
        feat = hand.plan.feats[said.id]
        before = played[: hand.plan.deal.tricks - feat.last]
        cards = cards_of(hand, feat)
        lost = feat.announced is not None and feat.announced.rest_lost
        if lost and any(cards & hand.plan.bits(trick.cards) for trick in before):
            return said.seat
    return None


def due(hand: Hand, seat: int) -> int:
    """The cards that a player has kept for this very trick, as bits, where the rules say that they must be played to it, unless the
    feat can no more be done."""
    found, known = 0, hand.plan.feats
    if not hand.plan.trick.announced_played:
        return 0
    for feat in (known[one.id] for one in hand.setting.announced if one.seat == seat and one.id in known):
        keeps = feat.announced is not None and feat.announced.keep
        if keeps and _trick_of(hand, feat) == len(hand.tricks) + 1:
            cards = cards_of(hand, feat) & hand.hands[seat]
            found |= 0 if _failed(hand, feat, seat) or cards.bit_count() > feat.tricks else cards
    return found


def promised(hand: Hand, seat: int, which: Callable[[Feat], bool]) -> int:
    """The cards that a player needs for what he has announced, of feats of some sort, as bits, likewise."""
    found, known, left = 0, hand.plan.feats, hand.plan.deal.tricks - len(hand.tricks)
    for said in hand.setting.announced:
        feat = known.get(said.id)
        if said.seat != seat or feat is None or not which(feat) or _due(hand, feat, seat, left):
            continue
        cards = cards_of(hand, feat) & hand.hands[seat]
        if cards.bit_count() <= feat.tricks:
            found |= cards
    return found
