"""What is declared again in play, when a card has been drawn that can be added to it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tarotref.cards.holdings import Declared, declare, holds
from tarotref.play.compiled import places
from tarotref.play.conditions import had
from tarotref.play.hand import Hand, Said
from tarotref.play.tricks import draws


def claims(hand: Hand, seat: int) -> list[str]:
    """What a player may declare again now that he has drawn a card: each thing that it can be added to, all of a kind by one of them
    where they count for more together; and anew what asks for all the cards of his hand."""
    now, rules = len(hand.tricks), hand.plan.declaration_rules
    if not drawn(hand, seat, now):
        return []
    mine = [one for one in hand.setting.declared if one.seat == seat]
    said = {one.id for one in mine if one.after == now}
    done = said.union(*(of_kind(hand, seat, id)[0] for id in said if not rules[id].anew))
    found = [one.id for one in mine if not one.after and not rules[one.id].anew and _grown(hand, seat, one.id, now)]
    anew = [id for id, one in hand.plan.declarations.items() if rules[id].anew]
    own = places(hand.hands[seat])
    found += [id for id in anew if holds(own, hand.plan.declarations[id].holding, hand.plan.groups)]
    return [id for id in dict.fromkeys(found) if id not in done]


def drawn(hand: Hand, seat: int, after: int) -> int:
    """The card that a player has drawn after so many tricks, as a bit; 0 where none."""
    cards = draws(hand.plan, hand.setting.stock, hand.tricks)
    return hand.plan.bits(card for n, who, card in cards if who == seat and n + 1 == after)


def of_kind(hand: Hand, seat: int, id: str) -> tuple[tuple[str, ...], Fraction]:
    """What a player declares again together with a thing, and by what it is multiplied: all that he has declared of its kind, if
    these count for more together; else it alone."""
    plan = hand.plan
    kind = plan.declarations[id].kind
    mine = (one.id for one in hand.setting.declared if one.seat == seat and not one.after)
    ids = tuple(one for one in dict.fromkeys(mine) if one in plan.declarations and plan.declarations[one].kind == kind)
    number = sum(len(_made(hand, had(hand, seat), one)) for one in ids)
    times = plan.kinds[kind].factor(number) if kind in plan.kinds else Fraction(1)
    return (ids, times) if times > 1 else ((id,), times)


def declared_again(hand: Hand, said: Said) -> Iterator[tuple[Declared, Fraction]]:
    """Yield what a player has declared again by one word, and by what its worth is multiplied."""
    ids, times = of_kind(hand, said.seat, said.id)
    for id in ids:
        for one in (
            _made(hand, _pool(hand, said.seat, id, said.after), id)
            if times > 1
            else _grown(hand, said.seat, said.id, said.after)
        ):
            yield one, times


def _grown(hand: Hand, seat: int, id: str, after: int) -> list[Declared]:
    """What of a thing is larger by the card drawn after so many tricks."""
    before = _pool(hand, seat, id, after - 1)
    old = [{*one.cards} for one in _made(hand, before, id)]
    made = _made(hand, before | drawn(hand, seat, after), id)
    return [one for one in made if any(cards < {*one.cards} for cards in old)]


def _pool(hand: Hand, seat: int, id: str, after: int) -> int:
    """The cards with which a player could declare a thing after so many tricks: those that it had when it was first declared, and
    those added since."""
    cards = hand.plan.bits(card for one in _made(hand, had(hand, seat), id) for card in one.cards)  # type: ignore[misc]
    for said in hand.setting.declared:
        if said.seat == seat and 0 < said.after <= after and id in of_kind(hand, seat, said.id)[0]:
            cards |= drawn(hand, seat, said.after)
    return cards


def _made(hand: Hand, cards: int, id: str) -> tuple[Declared, ...]:
    """What some cards make of a thing, once or several times."""
    plan = hand.plan
    return declare(places(cards), {id: plan.declarations[id]}, plan.kinds, plan.groups, plan.worth_at).declared
