"""Whose the cards are at the end: the tricks, the discard, the talon, and the Fool's fate (dm2004 ch. 1)."""

from __future__ import annotations

from typing import NamedTuple

from tarotref.cards.holdings import holds
from tarotref.play.compiled import Plan, places
from tarotref.play.compiled.contracts import UNTOLD_REST
from tarotref.play.conditions import meets
from tarotref.play.hand import Hand
from tarotref.play.settle.declared import declared_by
from tarotref.play.tricks import Trick, draws

NOBODY = "nobody"


class Piles(NamedTuple):
    """What each seat has at the end, as bits: the cards it won or keeps, and how many tricks are its own; the Fool's fate."""

    cards: tuple[int, ...]
    tricks: tuple[int, ...]
    laid: tuple[int, ...]
    """Cards among them that lay outside the tricks."""
    fool: int | None = None
    """Who ended with a Fool that was played as Excuse."""
    exchanged: int = 0
    """The card given for it, as a bit."""


def piles(hand: Hand) -> Piles:
    """Return what each seat has at the end of a hand.

    The Fool goes back to the side that played it, which gives an empty card for it to the winner of the trick where the rules
    ask for one (the cheapest card where it has won no empty one); it is lost to that winner where they say so.
    """
    plan, setting, tricks = hand.plan, hand.setting, hand.tricks
    laid = _laid(hand)
    won, counts = list(laid), [0] * plan.players
    fate: tuple[int, int] | None = None
    for n, trick in enumerate(tricks):
        bits = plan.bits(trick.cards)
        whose = setting.person(trick.winner)
        if bits & plan.to_least_declared:
            whose = _of_least_declared(hand, trick, whose)
        counts[whose] += 1
        won[whose] |= bits
        if bits & plan.fool:
            owner = setting.person(trick.seat(trick.cards.index((bits & plan.fool).bit_length() - 1), plan.circle))
            gets = setting.person(tricks[-1].winner) if plan.excuse.to_last else whose
            fate = (whose, gets if _lost(hand, n, owner) else owner)
    if plan.deal.drawn != "to-hand":
        for _, seat, card in draws(plan, setting.stock, tricks):
            won[seat] |= 1 << card
    laid = _for_called(hand, won, laid)
    _come_back(hand, won, laid)
    if fate is None:
        return Piles(tuple(won), tuple(counts), laid)
    exchanged = _returned(hand, won, laid, *fate)
    return Piles(tuple(won), tuple(counts), laid, fate[1], exchanged)


def _of_least_declared(hand: Hand, trick: Trick, winner: int) -> int:
    """For whom a trick counts in which a card was captured that goes to the opponent of its player who has scored less for declarations;
    its winner, where they have scored alike, or none was captured."""
    plan, setting = hand.plan, hand.setting
    at = next(n for n, card in enumerate(trick.cards) if plan.to_least_declared >> card & 1)
    owner = setting.person(trick.seat(at, plan.circle))
    opponents = [seat for seat in range(plan.players) if setting.side(seat) != setting.side(owner)]
    if winner not in opponents:
        return winner
    scored = [sum(one.worth or 0 for one in declared_by(hand, seat)) for seat in opponents]
    least = [seat for seat, own in zip(opponents, scored, strict=True) if own == min(scored)]
    return least[0] if len(least) == 1 else winner


def _for_called(hand: Hand, won: list[int], laid: tuple[int, ...]) -> tuple[int, ...]:
    """Exchange the called card, which lay unseen in the talon, for the cheapest of the declarer's tricks, where the contract says so;
    the cards outside the tricks then."""
    setting, use = hand.setting, None if hand.bid is None else hand.bid.talon
    if use is None or use.called != "exchanged" or setting.called is None or setting.declarer is None:
        return laid
    king, mine = 1 << setting.called, hand.plan.list(won[setting.declarer] & ~laid[setting.declarer])
    owner = next((seat for seat, cards in enumerate(laid) if cards & king & setting.talon & ~setting.shown), None)
    if owner is None or owner == setting.declarer or not mine:
        return laid
    low = hand.plan.held([min(mine, key=lambda card: hand.plan.values.get(card, 0))])
    won[setting.declarer] ^= king | low
    won[owner] ^= king | low
    return tuple(cards ^ (king | low) if seat == owner else cards for seat, cards in enumerate(laid))


def _come_back(hand: Hand, won: list[int], laid: tuple[int, ...]) -> None:
    """Give a card back to its holder for whose cards the hand could have been thrown in, and the winner of the trick one for it."""
    plan, side = hand.plan, hand.setting.side
    told = any(at == "bid" for at, _ in hand.setting.silent)
    for one in plan.deal.thrown_in.values():
        if one.holding is None or not one.comes_back or ("bid" in one.when and not told):
            continue
        for keeper in (n for n, own in enumerate(hand.setting.dealt) if holds(places(own), one.holding, plan.groups)):
            taker = next((seat for seat, own in enumerate(won) if own & ~laid[seat] & one.comes_back), keeper)
            own = [seat for seat in range(plan.players) if side(seat) == side(keeper)]
            given = _for_fool(plan, keeper, own, won, laid, hand.table.counted_won) if taker not in own else 0
            if given:
                won[:] = [pile & ~(given | one.comes_back) for pile in won]
                won[keeper] |= one.comes_back
                won[taker] |= given


def _returned(hand: Hand, won: list[int], laid: tuple[int, ...], taker: int, keeper: int) -> int:
    """Give the Fool back to whoever keeps it, out of what he has won who took the trick, and him a card for it; the card."""
    plan, side = hand.plan, hand.setting.side
    if side(keeper) == side(taker):
        return 0
    won[taker] &= ~plan.fool
    won[keeper] |= plan.fool
    if not plan.excuse.exchanged:
        return 0
    partners = [keeper] if plan.excuse.own else [seat for seat in range(plan.players) if side(seat) == side(keeper)]
    exchanged = _for_fool(plan, keeper, partners, won, laid, hand.table.counted_won)
    for seat in range(plan.players):
        won[seat] &= ~exchanged
    won[taker] |= exchanged
    return exchanged


def _for_fool(plan: Plan, keeper: int, side: list[int], won: list[int], laid: tuple[int, ...], useful: int) -> int:
    """The card that is given for the Fool: an empty one of its player's, then of his side's, out of the tricks, if possible one
    that is of no use in combinations; else the cheapest that the side has."""
    given, best = plan.whole & ~plan.fool, max if plan.scoring.win.aim == "fewest" else min
    for cards in (given,) if plan.excuse.any_given else (plan.empty & ~useful, plan.empty, given):
        for seat in (keeper, *side):
            mine = plan.list(won[seat] & ~laid[seat] & cards)
            if mine:
                return plan.held([best(mine, key=lambda card: plan.values.get(card, 0))])
    return 0


def _lost(hand: Hand, n: int, owner: int) -> bool:
    """Whether the Fool played to the n-th trick is lost: to one of the last tricks, or by a side that wins none."""
    excuse, setting, tricks = hand.plan.excuse, hand.setting, hand.tricks
    if excuse.lost_unless is not None and meets(hand, excuse.lost_unless, owner):
        return False
    if hand.plan.deal.tricks - n <= excuse.lost_last:  # of all tricks, though the hand be given up before the last
        return True
    side = setting.side(owner)
    if excuse.own:
        return excuse.lost_bare and not any(setting.person(trick.winner) == owner for trick in tricks)
    bare = excuse.lost_bare or (excuse.kept and side == 0)  # of an announced slam the declarer's, if he wins nothing
    return bare and not any(setting.side(trick.winner) == side for trick in tricks)


def _laid(hand: Hand) -> tuple[int, ...]:
    """The cards outside the tricks by who owns them: the discards, what is left of the talon."""
    plan, setting = hand.plan, hand.setting
    owned = [0] * plan.players
    if plan.tricks_alone:
        return tuple(owned)
    opponent = next((s for s in range(plan.players) if setting.side(s) != setting.side(setting.declarer or 0)), None)
    for seat, bits in enumerate(setting.laid):
        counts_for = plan.discard.whose(seat, setting.declarer)
        theirs = counts_for == "opponents" and setting.declarer is not None and opponent is not None
        owner = opponent if theirs and opponent is not None else seat
        if counts_for == "declarer" and setting.declarer is not None:
            owner = setting.declarer
        if counts_for != NOBODY:
            owned[owner] |= bits
    mine = _with_called(hand)
    if mine and setting.declarer is not None:
        owned[setting.declarer] |= mine
    if setting.talon & ~mine and (keeper := _keeper(hand, opponent)) is not None:
        owned[keeper] |= setting.talon & ~mine
    return _surrendered(hand, owned)


def _with_called(hand: Hand) -> int:
    """The cards left in the talon that are the declarer's because the card that he called lay in it, as bits."""
    setting, called, use = hand.setting, hand.setting.called, None if hand.bid is None else hand.bid.talon
    if use is None or use.called in ("", "exchanged") or called not in setting.lies:
        return 0
    if use.called == "if-won":
        won = any(
            t.winner == setting.declarer and t.cards[t.place(t.winner, hand.plan.circle)] == called for t in hand.tricks
        )
        return setting.talon if won and not setting.talon >> called & 1 else 0
    if use.called == "first-half":
        return setting.talon & hand.plan.bits(setting.lies[: len(setting.lies) // 2])
    if use.called == "half":
        half, at = len(setting.lies) // 2, setting.lies.index(called)
        return setting.talon & hand.plan.bits(setting.lies[:half] if at < half else setting.lies[half:])
    return setting.talon


def _keeper(hand: Hand, opponent: int | None) -> int | None:
    """Whose the cards of the talon are that nobody takes; None where they are nobody's."""
    setting, use = hand.setting, hand.talon_use
    winners = [setting.person(trick.winner) for trick in hand.tricks]
    slam = winners and len({setting.side(seat) for seat in winners}) == 1
    if slam and any(feat.takes_rest for feat in hand.plan.feats.values()):
        return winners[-1]
    if setting.declarer is None:
        rest = None if use is None else use.rest_stated
    else:
        rest = UNTOLD_REST if use is None else use.rest
    keeper = setting.declarer
    if rest == NOBODY or rest is None:
        return None
    if rest == "opponents":
        keeper = opponent
    elif rest == "last-winner":
        keeper = winners[-1] if winners else None
    elif rest == "dealer" or keeper is None:
        keeper = hand.plan.dealer
    return keeper or 0


def _surrendered(hand: Hand, owned: list[int]) -> tuple[int, ...]:
    """What has been laid aside once one who wins no trick, or whose side wins none, has given it up."""
    rules, setting, tricks = hand.plan.discard, hand.setting, hand.tricks
    if rules.surrendered is None or not tricks:
        return tuple(owned)
    if rules.surrendered == "called-laid":
        return _to_the_caller(hand, owned)
    winners = {setting.person(trick.winner) for trick in tricks}
    sides, unless = {setting.side(seat) for seat in winners}, rules.surrendered_unless
    for seat in range(hand.plan.players):
        bare = seat not in winners if rules.surrendered == "no-tricks" else setting.side(seat) not in sides
        if bare and owned[seat] and not (unless is not None and meets(hand, unless, seat)):
            owned[setting.person(tricks[-1].winner)] |= owned[seat]
            owned[seat] = 0
    return tuple(owned)


def _to_the_caller(hand: Hand, owned: list[int]) -> tuple[int, ...]:
    """What has been laid aside where all of it is the declarer's if another has discarded the card that he called."""
    declarer, called = hand.setting.declarer, hand.setting.called
    others = (laid for seat, laid in enumerate(hand.setting.laid) if seat != declarer)
    if declarer is None or called is None or not any(laid >> called & 1 for laid in others):
        return tuple(owned)
    return tuple(sum(owned) if seat == declarer else 0 for seat in range(len(owned)))
