"""What was done in play that pays: who won or lost with which card, who took all tricks or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tarotref.model.rules import Condition, Feat
from tarotref.model.types import given, told
from tarotref.play.claims import cards_of, of_contract
from tarotref.play.piles import Piles
from tarotref.play.plan import places
from tarotref.play.prepared import Prepared
from tarotref.play.state import State
from tarotref.play.table import Said
from tarotref.play.tricks import Trick


class Done(NamedTuple):
    """A feat that was done, or tried and failed, and by whom; `trick` says in which trick, from 1, an announced one failed, `taker`
    who took a card that was lost (-1 where none is asked for)."""

    feat: str
    seat: int
    won: bool
    announced: bool = False
    trick: int = 0
    taker: int = -1


_WON = Condition(won=True)
Meets = Callable[[Condition | None, int], bool]
"""Whether a condition holds for a player once the hand is over."""


def done(state: State, won: Piles, meets: Meets) -> Iterator[Done]:
    """Yield every feat that was done or failed. What was announced and not done has failed."""
    said = {one.id: one for one in state.setting.announced}
    for id, ready in state.plan.feats.items():
        feat = ready.feat
        found = [one for one in _found(state, won, id, ready, meets) if _counts(state, feat, one.seat, meets)]
        if id in said:
            yield _announced(state, feat, said[id], found)
            if told(told(feat, "announced"), "both"):
                mine = state.setting.side(said[id].seat)
                yield from (one for one in found if one.won and state.setting.side(one.seat) != mine)
        else:
            yield from found


def _announced(state: State, feat: Feat, said: Said, found: list[Done]) -> Done:
    """What became of an announced feat: done by the side that announced it, or not."""
    side = state.setting.side
    if any(one.won and side(one.seat) == side(said.seat) for one in found):
        return Done(said.id, said.seat, True, True)
    return Done(said.id, said.seat, False, True, _failed(state, feat, said))


def _failed(state: State, feat: Feat, said: Said) -> int:
    """The trick, from 1, in which an announced feat of all tricks or none failed; the last where it is another."""
    mine, all_tricks, spare = state.setting.side(said.seat), told(feat, "do") == "all-tricks", told(feat, "spare") or 0
    for n, trick in enumerate(state.tricks, 1):
        if (state.setting.side(trick.winner) != mine) is all_tricks:
            spare -= 1
            if spare < 0:
                return n
    return len(state.tricks)


def _counts(state: State, feat: Feat, seat: int, meets: Meets) -> bool:
    who, side = told(feat, "who"), state.setting.side
    if who and not any(side(one) == side(seat) for one in of_contract(state, who, seat)):
        return False
    return meets(given(feat.only_if), seat) and (given(feat.unless) is None or not meets(given(feat.unless), seat))


def _found(state: State, won: Piles, id: str, ready: Prepared, meets: Meets) -> Iterator[Done]:
    """Yield who did a feat, or failed in it, as the tricks show."""
    feat, do, tricks, cards = ready.feat, ready.do, state.tricks, cards_of(state, ready)
    if not tricks:
        return
    side, person, early = state.setting.side, state.setting.person, _before_fool(state, feat)
    last = tricks[-1 - early]
    anyone = told(feat, "lost_to") == "anyone"
    considered = tricks[:-1] if told(feat, "when") == "before-last" else tricks

    def lost(seat: int, card: int, winner: int) -> bool:
        if state.plan.fool >> card & 1:  # an Excuse goes back to its side, unless the rules take it away
            winner = seat if won.fool is None else won.fool
        return seat != winner if anyone else side(seat) != side(winner)

    match do:
        case "win-last" | "win-last-but-one":
            number = told(feat, "tricks") or 1
            if number > 1:
                if (
                    seat := _in_last(
                        state, cards, number, told(feat, "in_order") is not False, told(feat, "cards") or ()
                    )
                ) is not None:
                    yield Done(id, seat, True)
                return
            end = told(feat, "from_end") or (1 if do == "win-last" else 2)
            trick = tricks[-end - early] if len(tricks) >= end + early else last
            for seat, card in _played(state, trick, cards):
                if card == _winning(state, trick):
                    yield Done(id, seat, True)
                elif lost(seat, card, person(trick.winner)):
                    yield Done(id, seat, False)
        case "win-trick":
            for trick in considered:
                for seat, card in _played(state, trick, cards):
                    if card == _winning(state, trick):
                        yield Done(id, seat, True)
                    elif lost(seat, card, person(trick.winner)):
                        yield Done(id, seat, False)
        case "take" | "take-last" | "bring-home-last":
            for trick in considered if do == "take" else (last,):
                for seat, _ in _played(state, trick, cards):
                    if do == "bring-home-last" and side(seat) != side(trick.winner):
                        yield Done(id, seat, False)
                    else:
                        yield Done(id, person(trick.winner), True)
        case "capture" | "lose":
            for trick in considered:
                for seat, card in _played(state, trick, cards):
                    if lost(seat, card, person(trick.winner)):
                        yield (
                            Done(id, person(trick.winner), True)
                            if do == "capture"
                            else Done(id, seat, False, taker=person(trick.winner))
                        )
        case "last-trick":
            barred = state.plan.named(told(feat, "without"))
            if not barred & state.plan.bits(last.cards):
                yield Done(id, person(last.winner), True)
        case "all-tricks":
            for one in {side(trick.winner) for trick in tricks}:
                lost_by = [trick for trick in tricks if side(trick.winner) != one]
                if len(lost_by) <= (told(feat, "spare") or 0):
                    yield Done(
                        id, next(person(trick.winner) for trick in reversed(tricks) if side(trick.winner) == one), True
                    )
        case "total":
            yield from (
                Done(id, seat, True) for seat in {side(seat): seat for seat in range(state.plan.players)}.values()
            )
        case "no-tricks":
            takers = {side(trick.winner) for trick in tricks}
            bare = {side(seat): seat for seat in range(state.plan.players) if side(seat) not in takers}
            if len(bare) == 1 or not told(feat, "sole"):
                yield from (Done(id, seat, True) for seat in bare.values())
        case "bring-home" if told(feat, "together"):
            for one, seat in {side(seat): seat for seat in reversed(range(state.plan.players))}.items():
                held = 0
                for other, bits in enumerate(won.cards):
                    held |= bits if side(other) == one else 0
                if cards and held & cards == cards:
                    yield Done(id, seat, True)
        case "bring-home":
            for seat, bits in enumerate(won.cards):
                yield from (Done(id, seat, True) for _ in places(bits & cards))
        case "first-tricks":
            first = {person(trick.winner) for trick in tricks[: told(feat, "tricks") or 1]}
            if len(first) == 1:
                yield Done(id, first.pop(), True)
        case "no-exchange":
            yield from (Done(id, seat, True) for seat, laid in enumerate(state.setting.laid) if not laid)
        case "win-hand":
            each_side = {side(seat): seat for seat in reversed(range(state.plan.players))}
            for seat in each_side.values() if state.setting.declarer is None else (state.setting.declarer,):
                if meets(_WON, seat):
                    yield Done(id, seat, True)
        case "tie" | "beaten" if state.setting.declarer is not None:
            best = [seat for seat in range(state.plan.players) if won.tricks[seat] == max(won.tricks)]
            declarer = state.setting.declarer
            if len(best) > 1 and do == "tie":
                yield Done(id, declarer, False)
            elif len(best) == 1 and do == "beaten" and side(best[0]) != side(declarer):
                yield Done(id, declarer, False, taker=best[0])
        case "bottom-card":
            if state.setting.bottom & cards:
                yield Done(id, state.plan.dealer, True)
        case "discard":
            for seat, bits in enumerate(state.setting.laid):
                yield from (Done(id, seat, True) for _ in places(bits & cards))
        case "play" | "lead" | "play-last" | "lead-last":
            priced = told(feat, "won") is not None
            for trick in (last,) if do.endswith("last") else considered:
                for seat, card in _played(state, trick, cards):
                    if do.startswith("play") or card == trick.cards[0]:
                        yield Done(id, seat, priced)


def _before_fool(state: State, feat: Feat) -> bool:
    """Whether the trick before counts as the last: in a slam to whose last trick the side that makes it plays the Fool."""
    when, tricks, side = told(feat, "before_fool"), state.tricks, state.setting.side
    if when is None or len(tricks) < 2 or len(sides := {side(trick.winner) for trick in tricks}) > 1:
        return False
    known = state.plan.feats
    bold = any(
        side(one.seat) in sides and known[one.id].do == "all-tricks"
        for one in state.setting.announced
        if one.id in known
    )
    own = any(side(seat) in sides for seat, _ in _played(state, tricks[-1], state.plan.fool))
    return own and (bold or when == "slam")


def _played(state: State, trick: Trick, cards: int) -> list[tuple[int, int]]:
    """Who played which of these cards to a trick."""
    person, circle = state.setting.person, state.plan.circle
    return [(person(trick.seat(n, circle)), card) for n, card in enumerate(trick.cards) if cards >> card & 1]


def _winning(state: State, trick: Trick) -> int:
    """The card that won a trick."""
    return trick.cards[trick.place(trick.winner, state.plan.circle)]


def _in_last(state: State, cards: int, number: int, in_order: bool, names: tuple[str, ...]) -> int | None:
    """The player who won each of the last tricks with one of the cards, in the order of their names if that is asked."""
    tricks = state.tricks[-number:]
    winners = {state.setting.person(trick.winner) for trick in tricks}
    won = [_winning(state, trick) for trick in tricks]
    if len(tricks) < number or len(winners) > 1 or any(not cards >> card & 1 for card in won):
        return None
    if in_order and len(names) == number:
        order = [state.plan.named([name]) for name in names]
        if any(not bits >> card & 1 for bits, card in zip(order, won, strict=True)):
            return None
    return winners.pop()
