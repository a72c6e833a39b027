"""The laws that every hand of every game keeps, each a function that finds what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tarotref.cards.card import Card
from tarotref.model.rules import entries
from tarotref.model.types import given, told
from tarotref.play import Result, State
from tarotref.play.events import Left
from tarotref.play.tricks import draws
from tests import referee


def conserved(state: State, result: Result) -> Iterator[str]:
    """Every card is in one pile, or was never in play; as many tricks as cards in a hand."""
    plan = state.plan
    if not state.tricks or state.setting.conceded or stopped(state):
        return
    everything = 0
    for pile in result.piles.cards:
        if everything & pile:
            yield "a card is in two piles"
        everything |= pile
    dead = state.setting.dead if state.setting.dead_with is None else 0  # else it is played
    aside = dead | state.setting.talon | plan.bits(state.setting.stock[len(state.tricks) * plan.deal.each_trick :])
    if told(plan.ruleset.rules.discard, "counts_for") == "nobody":
        for laid in state.setting.laid:
            aside |= laid
    away = [event.cards for event in state.events if isinstance(event, Left) and not event.open]
    for cards in away:
        aside |= cards
    if plan.whole & ~everything & ~aside:
        yield f"in no pile: {', '.join(map(str, plan.list(plan.whole & ~everything & ~aside)))}"
    if any(state.hands) or len(state.tricks) != plan.deal.tricks:
        yield f"{len(state.tricks)} tricks of {plan.deal.tricks}"


def stopped(state: State) -> bool:
    """Whether the hand was over because a player who had won all tricks so far did not announce what it ends without."""
    said = {one.id for one in state.setting.announced}
    left = [one.announced for id, one in state.plan.announced.items() if id not in said]
    winners = {state.setting.side(trick.winner) for trick in state.tricks}
    return len(winners) == 1 and any(
        one is not None and one.or_stops and len(state.tricks) == one.deadline - 1 for one in left
    )


def left_in_hand(state: State, seat: int) -> set[Card]:
    """The cards that a player had not played when the hand was over; none where nobody has played."""
    return {*state.plan.list(state.hands[seat])} if state.tricks else set()


def refereed(state: State, result: Result) -> Iterator[str]:
    """Each trick goes where an umpire says, and each card was one that might be played."""
    plan = state.plan
    order: referee.Order
    order = referee.Trumps(plan.ranking, plan.ruleset.rules, plan.trump_suit) if plan.trump_suit else plan.ranking
    seats = range(len(plan.circle))
    held = [
        {plan.cards[card] for trick in state.tricks for n, card in enumerate(trick.cards) if trick.seat(n, plan.circle) == seat}
        | left_in_hand(state, seat)
        for seat in seats
    ]  # fmt: skip
    later = {plan.cards[card]: n for n, _, card in draws(plan, state.setting.stock, state.tricks)}
    later |= uncovered(state)
    declarer = state.setting.declarer
    open_ = referee.laid_open(plan.list(state.setting.kept), state.setting.contract, plan.ruleset.rules)
    first = len(open_) if told(plan.ruleset.rules.play, "kept_led") else 0
    duties = [one for _, one in entries(plan.ruleset.rules.customs) if given(one.otherwise)]
    bound = {number for one in duties for number in given(one.tricks) or ()}  # to these they go whatever suit is led
    for n, trick in enumerate(state.tricks):
        if open_:
            order = referee.LaidOpen(plan.ranking, open_, n < first)
        cards = [plan.cards[card] for card in trick.cards]
        asked = plan.suits[trick.named] if trick.named >= 0 else "trumps" if plan.excuse.led == "trumps" else ""
        ended = n == len(state.tricks) - 1
        free = (ended and plan.excuse.wins) or told(plan.ruleset.rules.play, "secondary_trumps")
        powerless = bool(told(plan.ruleset.rules.play, "plain_trumps"))
        for place, card in enumerate(cards):
            seat = trick.seat(place, plan.circle)
            mine = held[seat]
            now = tuple(one for one in mine if later.get(one, -1) < n)
            asks = referee.excuse(cards[0], order) and bool(asked)
            against = declarer is not None and result.sides[state.setting.person(seat)] != result.sides[declarer]
            if referee.holds_back(now, card, cards[:place], order, plan.ruleset.rules, against):
                order = referee.HeldBack(order)
            elif (
                n + 1 not in bound
                and not asks
                and not referee.may_play(now, card, cards[:place], order, plan.ruleset.rules)
            ):
                yield f"trick {n + 1}: {card} might not be played"
            if isinstance(order, referee.HeldBack) and card.kind == "fool" and not ended:
                yield f"trick {n + 1}: {card} was held back, and waits for the last trick"
            if not place and not referee.may_lead(now, card, order, plan.ruleset.rules):
                yield f"trick {n + 1}: {card} might not be led"
            if not referee.may_be_lower(now, card, order, plan.ruleset.rules):
                yield f"trick {n + 1}: {card} is not the highest of its suit"
            if not referee.may_bare(now, card, order, plan.ruleset.rules):
                yield f"trick {n + 1}: {card} is to be held back"
            mine.remove(card)
        cards = cards[: trick.in_turn(plan.circle)]  # those of hands that lie open win nothing
        won = 0 if len(cards) == 1 else referee.lowest_of_honours(cards, order, plan.ruleset.rules)
        if won is None:
            won = referee.winner(cards, order, asked, powerless, bool(told(plan.ruleset.rules.play, "reversed")))
        taken = trick.seat(won, plan.circle)
        if not free and taken != trick.winner and taken not in powerless_players(state, n):
            yield f"trick {n + 1} of {', '.join(map(str, cards))} goes to {trick.winner}; an umpire gives it to {taken}"


def powerless_players(state: State, number: int) -> set[int]:
    """Who can win no trick from one on, since he played the card of what he had announced before its trick, where that costs the rest."""
    found = set()
    for said in state.setting.announced:
        feat = state.plan.feats[said.id]
        if feat.announced is None or not feat.announced.rest_lost:
            continue
        early = state.tricks[: min(number + 1, len(state.tricks) - feat.last)]
        if any(feat.cards >> card & 1 for trick in early for card in trick.cards):
            found.add(said.seat)
    return found


def uncovered(state: State) -> dict[Card, int]:
    """After which trick each card of a stack could be played: the trick to which the card that covered it was played, and with
    that card if it went into the hand; those that lie uppermost are left out."""
    plan, deal, found = state.plan, state.plan.ruleset.rules.deal, dict[Card, int]()
    taken = plan.list(plan.named(told(deal, "stacks_to_hand")))
    when = {card: n for n, trick in enumerate(state.tricks) for card in trick.cards}
    for stack in (stack for stacks in state.setting.stacks for stack in stacks):
        now = -1
        for place in stack:
            found[plan.cards[place]] = now
            now = now if plan.cards[place] in taken else when.get(place, now)
    return found


def counted(state: State, result: Result) -> Iterator[str]:
    """The points at once are the points counted out, and add up to the computed sum or lie within its bounds."""
    plan = state.plan
    bold = (plan.feats[done.feat].announced for done in result.feats if done.announced and not done.won)
    if any(announced is not None and announced.all_lost for announced in bold):
        return  # whoever fails in it loses all that he has won
    for side, pile in result.of_side.items():
        if not pile.points(plan) == pile.counted(plan).total == result.points[side]:
            yield f"side {side}: {pile.points(plan)} points, counted out {pile.counted(plan).total}"
    in_piles = sum(pile.cards.bit_count() for pile in result.of_side.values())
    if not result.points or in_piles < len(plan.cards):
        return
    total, bounds = plan.figures.totals.get(plan.players), plan.figures.bounds.get(plan.players)
    less = told(plan.ruleset.rules.counting, "by") == "threes-minus-one"
    if plan.talon_to_tricks or (less and any(pile.cards.bit_count() % 3 for pile in result.of_side.values())):
        bounds = None  # they are those of piles of whole tricks and sets, without odd cards of the talon
    found = sum(map(Fraction, result.points.values()))
    if bounds is not None and not bounds.least <= found <= bounds.greatest:
        yield f"{found} points in all; expected {bounds.least} to {bounds.greatest}"
    if (
        bounds is None
        and total is not None
        and not told(plan.ruleset.rules.fool, "worthless")
        and abs(found - total) > plan.players
    ):
        yield f"{found} points in all; expected {total}"


def cancelled(state: State, result: Result) -> Iterator[str]:
    """What is paid comes out even, and names the facts that cause it; what is marked need not."""
    for transfer in result.transfers or ():
        if len(transfer.pays) != state.plan.players:
            yield f"{transfer.by} pays {len(transfer.pays)} of {state.plan.players}"
        if not transfer.marked and sum(map(Fraction, transfer.pays)) != 0:
            yield f"{transfer.by} pays {transfer.pays}"
        for path in transfer.by:
            if given(getattr(state.plan.ruleset.rules, path[0])) is None and path != ("score",):
                yield f"{path} is no fact of the ruleset"


def owed(state: State, result: Result) -> Iterator[str]:
    """A contract that is won brings its declarer something, and one that is lost costs him or brings others something."""
    declarer, paid = state.setting.declarer, result.transfers or ()
    if result.won is None or told(state.plan.ruleset.rules.score, "ranked"):  # each is then paid by his rank among all
        return
    if result.sides[declarer or 0] != 0:
        yield f"the declarer, {declarer}, is of side {result.sides[declarer or 0]}"
    for transfer in paid:
        if transfer.by[0] == ("score", "base"):
            mine, others = (
                transfer.pays[declarer or 0],
                sum(map(Fraction, transfer.pays)) - transfer.pays[declarer or 0],
            )
            if mine < 0 if result.won else others < 0 or mine > 0:
                yield f"{transfer.by} pays {transfer.pays} to the declarer, {declarer}, who has {'won' if result.won else 'lost'}"


def declared(state: State, result: Result) -> Iterator[str]:
    """What was declared was held, or won, and pays its worth."""
    plan = state.plan
    for made in result.declared:
        mine = [seat for seat in range(plan.players) if result.sides[seat] == result.sides[made.seat]]
        won = {card for seat in mine for card in plan.list(result.piles.cards[seat])}
        played = {
            plan.cards[card] for trick in state.tricks for n, card in enumerate(trick.cards)
            if trick.seat(n, plan.circle) == made.seat
        }  # fmt: skip
        if told(dict(entries(plan.ruleset.rules.declarations))[made.declaration], "held_by"):
            played = {plan.cards[card] for trick in state.tricks for n, card in enumerate(trick.cards)
                      if trick.seat(n, plan.circle) in mine}  # fmt: skip
        played |= left_in_hand(state, made.seat)
        if not (set(made.cards) <= played or set(made.cards) <= won):
            yield f"{made.declaration} of {', '.join(map(str, made.cards))} was neither held nor won"
        one = plan.declarations.get(made.declaration) or plan.of_kinds[made.declaration]
        multiplied = plan.kinds.get(one.kind) or made.before_talon
        if one.worth and one.worth.flat is not None and not multiplied and made.worth != one.worth.flat:
            yield f"{made.declaration} pays {made.worth}; expected {one.worth.flat}"


LAWS = (conserved, refereed, counted, cancelled, owed, declared)
