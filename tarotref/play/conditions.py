"""Who is meant, and whether a condition holds: what the rules say of players by what they are, and of what has to be so."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.cards.holdings import Holding, holds
from tarotref.play.compiled import Plan, places
from tarotref.play.compiled.conditions import Condition
from tarotref.play.compiled.declaring import DeclarationRules
from tarotref.play.compiled.feats import Feat
from tarotref.play.hand import Hand
from tarotref.play.pile import Pile
from tarotref.play.tricks import draws


def meant(hand: Hand, who: str | None, seat: int) -> tuple[int, ...]:
    """The seats that a term of the list `who` means, about a player."""
    setting, players = hand.setting, range(hand.plan.players)
    match who:
        case None | "holder":
            return (seat,)
        case "side":
            return tuple(one for one in players if setting.side(one) == setting.side(seat))
        case "opponents":
            return tuple(one for one in players if setting.side(one) != setting.side(seat))
        case "another" | "others":
            return tuple(one for one in players if one != seat)
        case "all":
            return tuple(players)
        case "against-leader":
            return tuple(one for one in players if setting.side(one) != setting.side(leader(hand)))
    return _one_meant(hand, who, seat)


def leader(hand: Hand) -> int:
    """Who leads to the next trick."""
    if hand.tricks:
        return hand.trick.leader
    setting, bid = hand.setting, hand.bid
    opened = setting.auction.opened if setting.auction is not None else None
    if hand.plan.trick.leads == "slam-announcer":
        known = hand.plan.feats
        return next((one.seat for one in setting.announced if known[one.id].do == "all-tricks"), 0)
    rounds = hand.plan.trick.leads_by_round
    leads = rounds[setting.hands // hand.plan.players % len(rounds)] if rounds else hand.plan.trick.leads
    for term in (None if bid is None else bid.leads, leads):
        if (seat := hand.plan.seats.seat(term, setting.declarer, opened)) is not None:
            return seat
    return 0


def _one_meant(hand: Hand, who: str, seat: int) -> tuple[int, ...]:
    setting, players = hand.setting, hand.plan.players
    found = {
        "eldest": 0,
        "declarer": setting.declarer,
        "partner": setting.partner,
        "next-player": (seat + 1) % players,
        "next-but-one": (seat + 2) % players,
    }
    one = found[who] if who in found else hand.plan.seats.seat(who, setting.declarer)
    return () if one is None else (one,)


def of_contract(hand: Hand, who: str, seat: int) -> tuple[int, ...]:
    """The seats that a term of the list `who` means where it says who may do something: about the declarer, if there is one."""
    return meant(hand, who, seat if who == "holder" or hand.setting.declarer is None else hand.setting.declarer)


def meets(hand: Hand, condition: Condition | None, seat: int) -> bool:
    """Whether a condition holds for a player, as far as a hand in play shows it; what only words say does not hold."""
    if condition is None or not concerned(hand, condition, seat):
        return True
    return (
        not condition.in_words
        and (condition.bids is None or hand.setting.contract in condition.bids)
        and (condition.players is None or hand.plan.players in condition.players)
        and (condition.alone is None or condition.alone is _one_said(hand))
        and (condition.doubled is None or _was_doubled(hand, condition.doubled))
        and (condition.found is None or condition.found is found_in_talon(hand))
        and hand.setting.hands >= condition.hands
        and hand.setting.stage >= condition.looked
        and _stands_so(hand, condition, seat)
        and (not condition.pot or in_pots(hand.setting.pots, condition))
        and (condition.overbid is None or _has_bid(hand, condition.overbid, seat))
        and (condition.kept is None or _was_kept(hand, condition, seat))
        and (condition.refused is None or condition.refused is _was_refused(hand, seat))
        and _meets_among(hand, condition, meant(hand, condition.by, seat))
    )


def concerned(hand: Hand, condition: Condition, seat: int) -> bool:
    """Whether a condition is asked of a player at all."""
    if condition.concerns == "others":
        return seat not in meant(hand, condition.by, seat)
    return condition.concerns is None or seat in meant(hand, condition.concerns, seat)


def _was_doubled(hand: Hand, which: bool | tuple[str, ...]) -> bool:
    """Whether one of some things has been doubled; or anything has, or nothing, as is asked for."""
    doubled = dict(hand.setting.doubled)
    return which is bool(doubled) if isinstance(which, bool) else not doubled.keys().isdisjoint(which)


def _was_kept(hand: Hand, condition: Condition, seat: int) -> bool:
    """Whether those who are meant have kept the deal on in its pause."""
    whose = meant(hand, condition.by, seat)
    return any(hand.setting.kept_on in meant(hand, condition.kept, one) for one in whose)


def _was_refused(hand: Hand, seat: int) -> bool:
    """Whether one of a player's side wished to throw the deal in, and another of it, by his word or as the dealer, has gone on."""
    side, kept_on = hand.setting.side, hand.setting.kept_on
    goes_on = hand.plan.dealer if kept_on is None else kept_on
    wished = {event.seat for event in hand.events if event.action is not None and event.action.kind == "throw-in"}
    return side(goes_on) == side(seat) and any(side(one) == side(seat) for one in wished - {goes_on})


def first_to_meet(hand: Hand, condition: Condition) -> int | None:
    """Who was the first for whom a condition held that hangs on the tricks won so far; None where it holds for nobody."""
    if hand.setting.hands < condition.hands:
        return None
    for number in range(len(hand.tricks) + 1):
        then = hand.changed(hand.hands, hand.trick, hand.tricks[:number], hand.events)
        for seat in range(hand.plan.players):
            if meets(then, condition, seat):
                return seat
    return None


def _stands_so(hand: Hand, condition: Condition, seat: int) -> bool:
    """Whether what a player has in the rubber is in a range, before the hand, or with the card points that he has won in it so far;
    the points of some cards in his hand count too; or his score is behind."""
    plan, setting = hand.plan, hand.setting
    if condition.total is None and condition.standing is None and condition.behind is None:
        return True
    if not setting.totals or (condition.behind is not None and setting.totals[seat] > -condition.behind):
        return False
    total, cards = Fraction(setting.totals[seat]), plan.named(condition.in_hand)
    if condition.standing is not None and not condition.standing.has(total + _worth(plan, cards & had(hand, seat))):
        return False
    if condition.total is None:
        return True
    won = [trick for trick in hand.tricks if trick.winner == seat]
    made = Pile(plan.bits(card for trick in won for card in trick.cards), len(won), False, 0).points(plan)
    return condition.total.has(total + made + _worth(plan, cards & hand.hands[seat]))


def _worth(plan: Plan, cards: int) -> Fraction:
    return sum((Fraction(plan.values[card]) for card in plan.list(cards)), Fraction(0))


def _one_said(hand: Hand) -> bool:
    """Whether one thing alone has been announced, and nothing declared."""
    return len(hand.setting.announced) == 1 and not hand.setting.declared


def _has_bid(hand: Hand, who: str, seat: int) -> bool:
    """Whether somebody has bid beside a player."""
    bidders = {event.seat for event in hand.events if event.action and event.action.kind == "bid"}
    return any(one in bidders and one != seat for one in meant(hand, who, seat))


def _meets_among(hand: Hand, condition: Condition, seats: tuple[int, ...]) -> bool:
    """Whether what is asked for is so of any of these players."""
    setting, left = hand.setting, condition.left
    declared = (one.id for one in setting.declared if one.seat in seats)
    asked, announced = condition.announced, {one.id for one in setting.announced if one.seat in seats}
    return (
        (condition.held is None or any(was_dealt(hand, one, condition.held) for one in seats))
        and (left is None or any(holds(places(hand.hands[one]), left, hand.plan.groups) for one in seats))
        and (condition.declared is None or not set(declared).isdisjoint(condition.declared))
        and (
            asked is None
            or (asked is bool(setting.announced) if isinstance(asked, bool) else not announced.isdisjoint(asked))
        )
        and (condition.done is None or any(has_done(hand, id, seats) for id in condition.done))
    )


def in_pots(pots: Mapping[str, Points], condition: Condition) -> bool:
    """Whether pots hold what a condition asks for."""
    return all(one is None or one.has(pots.get(id, 0)) for id, one in condition.pot)


def has_done(hand: Hand, feat: str, seats: tuple[int, ...]) -> bool:
    """Whether any of these players, or his side, has won all tricks as a feat asks, or none, in a hand that is over."""
    known, side, of_seats = hand.plan.feats.get(feat), hand.setting.side, range(hand.plan.players)
    if known is None or not hand.over or not hand.tricks:
        return False
    winners = [side(trick.winner) for trick in hand.tricks]
    if known.do == "all-tricks":
        return any(len(winners) - winners.count(side(seat)) <= to_spare(hand, known, side(seat)) for seat in seats)
    bare = {side(seat) for seat in of_seats} - set(winners)
    done = known.do == "no-tricks" and (len(bare) == 1 or not known.sole)
    return done and any(side(seat) in bare for seat in seats)


def to_spare(hand: Hand, feat: Feat, side: int) -> int:
    """How many tricks a side may lose that is to win all, by a card that the declarer, or else one of it, had when play began."""
    declarer = hand.setting.declarer
    mine = [seat for seat in range(hand.plan.players) if hand.setting.side(seat) == side]
    mine = [declarer] if declarer is not None and declarer in mine else mine
    more = [number for cards, number in feat.spare_with if any(had(hand, seat) & cards for seat in mine)]
    return max((feat.spare, *more))


def found_in_talon(hand: Hand) -> bool:
    """Whether the card that was called lay in the talon, and the declarer has seen it there or has taken it."""
    setting = hand.setting
    if setting.called is None or setting.partner is not None or setting.called not in setting.lies:
        return False
    return not (setting.talon & ~setting.shown) >> setting.called & 1


def was_dealt(hand: Hand, seat: int, holding: Holding) -> bool:
    """Whether a player was dealt cards, as far as they have been dealt."""
    cards = hand.hands[seat] if hand.setting.on_cards else hand.setting.dealt[seat]
    return bool(holds(places(cards), holding, hand.plan.groups))


def had(hand: Hand, seat: int) -> int:
    """What a player held when the exchange was over: what he holds or has played, and has not drawn since."""
    plan, cards = hand.plan, hand.hands[seat]
    for trick in (*hand.tricks, hand.trick):
        cards |= plan.bits(card for n, card in enumerate(trick.cards) if trick.seat(n, plan.circle) == seat)
    return cards & ~plan.bits(card for _, _, card in draws(plan, hand.setting.stock, hand.tricks))


def to_declare(hand: Hand, seat: int) -> int:
    """What a player declares from: what he held when the exchange was over, and where the rules say so what he has laid aside."""
    return had(hand, seat) | (hand.setting.laid[seat] if hand.plan.discard.spares_declarable else 0)


def allowed(hand: Hand, declaration: DeclarationRules, seat: int) -> bool:
    """Whether its conditions let a player make a declaration, as far as a hand in play shows it."""
    declarer = seat if hand.setting.declarer is None else hand.setting.declarer
    if declaration.who is not None and seat not in meant(hand, declaration.who, declarer):
        return False
    unless = declaration.unless
    barred = unless is not None and concerned(hand, unless, seat) and meets(hand, unless, seat)
    return meets(hand, declaration.only_if, seat) and not barred
