"""What was declared, or counts without that, of what players held, their partners with them, or have won."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from tarotref.cards.card import Card
from tarotref.cards.holdings import Declared, Worth, declare, worth_of
from tarotref.play.again import declared_again
from tarotref.play.compiled import Plan, places
from tarotref.play.conditions import allowed, had, to_declare
from tarotref.play.hand import Hand
from tarotref.play.pile import Pile
from tarotref.play.stacks import hands_held


class Made(NamedTuple):
    """A declaration as it was made: by whom, with which cards, of what size; its worth is None where no source says it."""

    declaration: str
    seat: int
    size: int
    cards: tuple[Card, ...]
    worth: Fraction | None
    """In the unit of the score, or in card points where it counts with these."""
    won: bool = False
    """Whether its cards count as won in tricks, and not as held."""
    counts: bool = False
    """Whether it counts with the card points, and is not paid by itself."""
    silent: bool = False
    """Whether nobody has made it, as one that counts without."""
    before_talon: bool = False
    """Whether it was declared before the declarer took cards of the talon, and is worth more."""
    kept_back: bool = False
    """Whether its holder has kept it back, so that his partners pay it."""


def not_largest(plan: Plan, sides: tuple[int, ...], declared: tuple[Made, ...]) -> set[Made]:
    """What is not paid of what was declared, since of its group a side is paid for its largest alone; the first of several as large."""
    best: dict[tuple[int, str], Made] = {}
    for one in declared if plan.declaring.largest else ():
        group = sides[one.seat], plan.declaration_rules[one.declaration].group or one.declaration
        if (one.worth or 0) > (best[group].worth or 0 if group in best else -1):
            best[group] = one
    return set(declared) - set(best.values()) if plan.declaring.largest else set()


def made(hand: Hand, sides: tuple[int, ...], of_side: Mapping[int, Pile]) -> Iterator[Made]:
    """Yield what was declared from the hands, and what counts among the cards played or won."""
    rules = hand.plan.declaration_rules
    together = {id for id, one in rules.items() if one.between_partners and one.unsaid}
    if together:
        yield from _held_together(hand, sides, together)
    unsaid = [id for id, one in rules.items() if id not in together and one.unsaid and not one.among_won]
    own: list[Made] = []
    for seat in range(hand.plan.players):
        said = {one.id for one in hand.setting.declared if one.seat == seat}
        silent = {id for id in unsaid if allowed(hand, rules[id], seat)}
        if said or silent:
            for one in _from_hand(hand, seat, said | silent | hand.plan.of_kinds.keys()):
                own.append(one._replace(silent=one.declaration in silent - said))
    yield from _of_partners(hand.plan, sides, own)
    if hand.plan.declaring.again:
        yield from _again(hand)
    kept_back = {id for id, one in rules.items() if one.kept_back}
    for seat, ids in enumerate(hand.setting.held if kept_back else ()):
        said = {one.id for one in hand.setting.declared if one.seat == seat}
        for one in _worths(hand.plan, seat, had(hand, seat), kept_back & {*ids} - said):
            yield one._replace(kept_back=True)
    in_tricks = {id for id, one in rules.items() if one.among_won}
    if in_tricks:
        for side in sorted(set(sides)):
            for seat, mine in _won_by(hand, [seat for seat, own in enumerate(sides) if own == side], in_tricks).items():
                yield from _worths(hand.plan, seat, of_side[side].cards, mine, won=True)


def _again(hand: Hand) -> Iterator[Made]:
    """Yield what was declared again in play, with the cards added to it."""
    plan = hand.plan
    for said in hand.setting.declared:
        rules = plan.declaration_rules[said.id]
        if said.after and rules.anew:
            worth = rules.worth.flat if isinstance(rules.worth, Worth) else None
            yield Made(said.id, said.seat, plan.deal.in_hand, (), worth, counts=plan.declaring.counts)
        elif said.after:
            for one, times in declared_again(hand, said):
                worth = None if one.worth is None else one.worth * times
                cards = plan.list(plan.bits(one.cards))  # type: ignore[arg-type]
                yield Made(one.id, said.seat, one.size, cards, worth, counts=plan.declaring.counts)


def _of_partners(plan: Plan, sides: tuple[int, ...], own: list[Made]) -> Iterator[Made]:
    """Yield what was declared, where partners have enough of a kind with what these make together, in place of what each has alone."""
    instead: list[Made] = []
    for id, one in plan.of_kinds.items():
        rules = plan.declaration_rules[id]
        for side in sorted(set(sides)) if rules.together else ():
            mine = [made for made in own if sides[made.seat] == side]
            kinds = [plan.declarations[made.declaration].kind for made in mine if made.declaration in plan.declarations]
            number = kinds.count(one.holding.text)
            if number >= rules.together and one.holding.allows(number):
                own = [made for made in own if made.declaration != id or sides[made.seat] != side]
                unit = plan.scoring.score.unit or "" if rules.units else ""
                worth = worth_of(one.worth, number, unit=unit) if one.worth else None
                instead.append(
                    Made(id, sides.index(side), number, (), worth, counts=plan.declaring.counts and not unit)
                )
    yield from (*own, *instead)


def _won_by(hand: Hand, seats: list[int], ids: set[str]) -> dict[int, set[str]]:
    """For whom of a side each thing counts among the cards that it won: the first who may have it by its conditions."""
    found: dict[int, set[str]] = {}
    for id in ids:
        rules = hand.plan.declaration_rules[id]
        if (seat := next((one for one in seats if allowed(hand, rules, one)), None)) is not None:
            found.setdefault(seat, set()).add(id)
    return found


def declared_by(hand: Hand, seat: int) -> Iterator[Made]:
    """Yield what a player has declared from his hand."""
    said = {one.id for one in hand.setting.declared if one.seat == seat}
    if said:
        yield from _from_hand(hand, seat, said | hand.plan.of_kinds.keys())


def _held_together(hand: Hand, sides: tuple[int, ...], ids: set[str]) -> Iterator[Made]:
    """Yield what the partners of each side held between them, of what may be held so."""
    rules = hand.plan.declaration_rules
    for side in sorted(set(sides)):
        mine = [seat for seat, own in enumerate(sides) if own == side]
        found = {id for id in ids if any(allowed(hand, rules[id], seat) for seat in mine)}
        cards = 0
        for seat in mine:
            cards |= had(hand, seat)
        for one in _worths(hand.plan, mine[0], cards, found):
            yield one._replace(silent=True)


def _from_hand(hand: Hand, seat: int, ids: Collection[str]) -> Iterator[Made]:
    """Yield what a player has declared from his hand; where he took cards of stacks into it, each thing once. What was declared before
    the talon was taken is of the cards that he was dealt."""
    first = {one.id for one in hand.setting.declared if one.seat == seat and one.before_talon}
    for one in _worths(hand.plan, seat, hand.setting.dealt[seat], first) if first else ():
        times = hand.plan.declaration_rules[one.declaration].before_talon
        yield one._replace(worth=None if one.worth is None else one.worth * times, before_talon=True)
    ids = {*ids} - first
    if not hand.plan.deal.stacks:
        yield from _worths(hand.plan, seat, to_declare(hand, seat), ids)
        return
    left = set(ids)
    for cards in hands_held(hand, seat):
        for one in list(_worths(hand.plan, seat, cards, left)):
            left.discard(one.declaration)
            yield one


def _worths(plan: Plan, seat: int, cards: int, ids: Collection[str], won: bool = False) -> Iterator[Made]:
    """Yield the declarations of these that cards make, with their worth; what is multiplied by their number is so."""
    chosen = {id: one for id, one in (*plan.declarations.items(), *plan.of_kinds.items()) if id in ids}
    in_units = {id for id, one in chosen.items() if one.worth and one.worth.units}

    def found(unit: str) -> tuple[Declared, ...]:
        once = plan.declaring.once
        return declare(places(cards), chosen, plan.kinds, plan.groups, plan.worth_at, unit, once).declared

    plainly = found("")
    in_unit = {(one.id, one.cards): one.worth for one in found(plan.scoring.score.unit or "")} if in_units else {}
    for one in plainly:
        kind = plan.kinds.get(one.kind)
        times = kind.factor(sum(other.kind == one.kind for other in plainly)) if kind else 1
        own = in_unit.get((one.id, one.cards)) if one.id in in_units else one.worth
        worth = None if own is None else own * times
        counts = plan.declaring.counts and one.id not in in_units
        yield Made(one.id, seat, one.size, plan.list(plan.bits(one.cards)), worth, won, counts)  # type: ignore[arg-type]
