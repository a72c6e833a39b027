"""What can be done in play: for each term of the list `feat-do` the function that finds who did it. A new one is a function and a
line of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import or_

from tarotref.cards.holdings import best
from tarotref.play.compiled import places
from tarotref.play.conditions import had, meant, to_spare
from tarotref.play.events import Did, Played, Took
from tarotref.play.settle.deed import HAND_WON, Deed, Done
from tarotref.play.tricks import Trick


def _win(see: Deed, tricks: tuple[Trick, ...]) -> Iterator[Done]:
    """A card wins a trick, or is lost in it."""
    for trick in tricks:
        for seat, card in see.played(trick):
            if card == see.winning(trick):
                yield see.done(seat)
            elif see.lost(seat, card, trick):
                yield see.done(seat, False)


def _win_trick(see: Deed) -> Iterator[Done]:
    yield from _win(see, see.considered)


def _win_last(see: Deed, end: int = 1) -> Iterator[Done]:
    """A card wins the last trick; or several win as many of the last tricks."""
    if see.feat.tricks > 1:
        if (seat := _in_last(see)) is not None:
            yield see.done(seat)
        return
    end = see.feat.from_end or end
    long_enough = len(see.tricks) >= end + see.early
    yield from _win(see, (see.tricks[-end - see.early] if long_enough else see.last,))


def _win_last_but_one(see: Deed) -> Iterator[Done]:
    yield from _win_last(see, 2)


def _in_last(see: Deed) -> int | None:
    """The player who won each of the last tricks with one of the cards, in the order of their names if that is asked."""
    number, names = see.feat.tricks, see.feat.names
    tricks = see.tricks[-number:]
    winners = {see.winner(trick) for trick in tricks}
    won = [see.winning(trick) for trick in tricks]
    if len(tricks) < number or len(winners) > 1 or any(not see.cards >> card & 1 for card in won):
        return None
    if see.feat.in_order and len(names) == number:
        order = [see.plan.named([name]) for name in names]
        if any(not bits >> card & 1 for bits, card in zip(order, won, strict=True)):
            return None
    return winners.pop()


def _win_in_a_row(see: Deed) -> Iterator[Done]:
    """The cards win as many tricks that follow each other, all for one player."""
    number = see.cards.bit_count()
    for n in range(len(see.tricks) - number + 1):
        row = see.tricks[n : n + number]
        if see.plan.bits(map(see.winning, row)) == see.cards and len({see.winner(trick) for trick in row}) == 1:
            yield see.done(see.winner(row[0]))


def _take(see: Deed) -> Iterator[Done]:
    """A trick with the card in it is won, by whomever."""
    for trick in see.considered:
        yield from (see.done(see.winner(trick)) for _ in see.played(trick))


def _take_last(see: Deed) -> Iterator[Done]:
    yield from (see.done(see.winner(see.last)) for _ in see.played(see.last))


def _bring_home_last(see: Deed) -> Iterator[Done]:
    """The card is played to the last trick, and its side wins it."""
    for seat, _ in see.played(see.last):
        if see.side(seat) != see.side(see.last.winner):
            yield see.done(seat, False)
        else:
            yield see.done(see.winner(see.last))


def _capture(see: Deed) -> Iterator[Done]:
    """The card is taken from its player."""
    for n, trick in enumerate(see.considered, 1):
        taken = (see.lost(seat, card, trick) for seat, card in see.played(trick))
        yield from (see.done(see.winner(trick))._replace(trick=n) for lost in taken if lost)
    yield from (see.done(taker)._replace(trick=len(see.tricks)) for _, taker in _given(see))


def _rob(see: Deed) -> Iterator[Done]:
    """The card is robbed of what is left of the pack."""
    for event in see.hand.events:
        if isinstance(event, Took) and event.open:
            yield from (see.done(event.seat) for _ in places(event.cards & see.cards))


def _turn_up(see: Deed) -> Iterator[Done]:
    """The card is turned up as the last that a player is dealt."""
    for seat, dealt in enumerate(see.hand.setting.dealt):
        yield from (see.done(seat) for _ in places(dealt & see.hand.setting.upturned & see.cards))


def _given(see: Deed) -> Iterator[tuple[int, int]]:
    """Who has had to give the card for the Fool, and to whom, where that counts too."""
    if see.feat.given and see.won.exchanged & see.cards and see.won.fool is not None:
        yield from ((see.won.fool, see.winner(trick)) for trick in see.considered if see.played(trick, see.plan.fool))


def _lose(see: Deed) -> Iterator[Done]:
    """The card is lost."""
    for trick in see.considered:
        for seat, card in see.played(trick):
            if see.lost(seat, card, trick):
                yield see.done(seat, False, see.winner(trick))
    yield from (see.done(seat, False, taker) for seat, taker in _given(see))


def _last_trick(see: Deed) -> Iterator[Done]:
    """The last trick is won, with none of some cards in it."""
    if not see.feat.without & see.plan.bits(see.last.cards):
        yield see.done(see.winner(see.last))


def _all_tricks(see: Deed) -> Iterator[Done]:
    """A side wins all tricks, but for those that it may lose; none has done so in a hand that was stopped."""
    if any(see.hand.hands) and see.hand.setting.conceded is None:
        return
    for one in {see.side(trick.winner) for trick in see.tricks}:
        mine = [trick for trick in see.tricks if see.side(trick.winner) == one]
        if len(see.tricks) - len(mine) <= to_spare(see.hand, see.feat, one):
            yield see.done(see.winner(mine[-1]))


def _no_tricks(see: Deed) -> Iterator[Done]:
    """A side wins no trick."""
    takers = {see.side(trick.winner) for trick in see.tricks}
    playing = [seat for seat in range(see.plan.players) if seat not in see.hand.setting.out]
    bare = {see.side(seat): seat for seat in playing if see.side(seat) not in takers}
    if len(bare) == 1 or not see.feat.sole:
        yield from map(see.done, bare.values())


def _total(see: Deed) -> Iterator[Done]:
    """Whatever a side has made, of which a condition says how much it has to be."""
    yield from map(see.done, {see.side(seat): seat for seat in range(see.plan.players)}.values())


def _bring_home(see: Deed) -> Iterator[Done]:
    """The cards are among those won at the end: each by itself, or all on one side."""
    if not see.feat.together:
        for seat, bits in enumerate(see.won.cards):
            yield from (see.done(seat) for _ in places(bits & see.cards))
        return
    for side, seat in see.one_of_each_side().items():
        held = 0
        for other, bits in enumerate(see.won.cards):
            held |= bits if see.side(other) == side else 0
        if see.cards and held & see.cards == see.cards:
            yield see.done(seat)


def _first_tricks(see: Deed) -> Iterator[Done]:
    """One player wins the first tricks."""
    first = {see.winner(trick) for trick in see.tricks[: see.feat.tricks]}
    if len(first) == 1:
        yield see.done(first.pop())


def _win_first(see: Deed) -> Iterator[Done]:
    """A side wins the first tricks, the last of these with the card; it is lost where the card falls to that trick."""
    first = see.tricks[: see.feat.tricks]
    if len(first) < see.feat.tricks:
        return
    alike, trick = len({see.side(trick.winner) for trick in first}) == 1, first[-1]
    for seat, card in see.played(trick):
        if card == see.winning(trick) and alike and _beside(see, seat, trick):
            yield see.done(seat)
        elif see.lost(seat, card, trick):
            yield see.done(seat, False)


def _beside(see: Deed, seat: int, trick: Trick) -> bool:
    """Whether a card lies in a trick of those of which one has to, from whom it has to be where nothing was announced."""
    feat = see.feat
    bold = any(one.id == feat.id for one in see.hand.setting.announced)
    found = {one for one, _ in see.played(trick, feat.beside)}
    return not feat.beside or bool(found if bold else found & {*meant(see.hand, feat.beside_by or "all", seat)})


def _no_exchange(see: Deed) -> Iterator[Done]:
    """A player lays nothing aside."""
    yield from (see.done(seat) for seat, laid in enumerate(see.hand.setting.laid) if not laid)


def _win_hand(see: Deed) -> Iterator[Done]:
    """The declarer wins the hand; where there is none, a side does."""
    declarer = see.hand.setting.declarer
    seats = see.one_of_each_side().values() if declarer is None else (declarer,)
    yield from (see.done(seat) for seat in seats if see.meets(HAND_WON, seat))


def _most(see: Deed) -> list[int]:
    """The players who have most tricks."""
    return [seat for seat, tricks in enumerate(see.won.tricks) if tricks == max(see.won.tricks)]


def _tie(see: Deed) -> Iterator[Done]:
    """The declarer does not have more tricks than another, where several have most: he has failed."""
    declarer = see.hand.setting.declarer
    if declarer is not None and len(_most(see)) > 1:
        yield see.done(declarer, False)


def _beaten(see: Deed) -> Iterator[Done]:
    """One of the others has more tricks than the declarer, who has failed."""
    declarer, most = see.hand.setting.declarer, _most(see)
    if declarer is not None and len(most) == 1 and see.side(most[0]) != see.side(declarer):
        yield see.done(declarer, False, most[0])


def _bottom_card(see: Deed) -> Iterator[Done]:
    """The card lies at the bottom of the pack, so that the dealer gets it."""
    if see.hand.setting.bottom & see.cards:
        yield see.done(see.plan.dealer)


def _leave(see: Deed) -> Iterator[Done]:
    """The card is left in the talon, and does not come to the declarer in the end: his failure."""
    declarer = see.hand.setting.declarer
    if declarer is not None:
        yield from (
            see.done(declarer, False) for _ in places(see.hand.setting.talon & see.cards & ~see.won.cards[declarer])
        )


def _discard(see: Deed) -> Iterator[Done]:
    """The card is laid aside."""
    for seat, bits in enumerate(see.hand.setting.laid):
        yield from (see.done(seat) for _ in places(bits & see.cards))


def _play(see: Deed, tricks: tuple[Trick, ...] | None = None, led: bool = False) -> Iterator[Done]:
    """The card is played, or led; where nothing is paid for it, that has a price."""
    for trick in see.considered if tricks is None else tricks:
        for seat, card in see.played(trick):
            if not led or card == trick.cards[0]:
                yield see.done(seat, see.feat.priced)


def _name_void(see: Deed) -> Iterator[Done]:
    """The leader of the Fool has named a suit of which nobody has a card, so that the next player has named another."""
    named: list[int] = []
    for event in see.hand.events:
        if isinstance(event, Played):
            named = []
        elif isinstance(event, Did) and event.what.kind == "name":
            named.append(event.seat)
            if len(named) == 2:
                yield see.done(named[0], False)


def _longer_row(see: Deed) -> Iterator[Done]:
    """What the declarer and his partner held between them makes a longer row than he held himself: once for each card more."""
    declarer, one = see.hand.setting.declarer, see.plan.declarations.get(see.feat.row)
    if declarer is None or one is None:
        return
    held = [had(see.hand, seat) for seat in range(see.plan.players) if see.side(seat) == see.side(declarer)]
    both, own = (
        best(places(cards), one.holding, see.plan.groups) for cards in (reduce(or_, held), had(see.hand, declarer))
    )
    yield from (see.done(declarer) for _ in range(both - own if own else 0))


DEEDS: Mapping[str, Callable[[Deed], Iterator[Done]]] = {
    "win-trick": _win_trick,
    "win-last": _win_last,
    "win-last-but-one": _win_last_but_one,
    "win-in-a-row": _win_in_a_row,
    "take": _take,
    "take-last": _take_last,
    "capture": _capture,
    "rob": _rob,
    "turn-up": _turn_up,
    "lose": _lose,
    "last-trick": _last_trick,
    "all-tricks": _all_tricks,
    "no-tricks": _no_tricks,
    "bring-home": _bring_home,
    "bring-home-last": _bring_home_last,
    "leave": _leave,
    "discard": _discard,
    "total": _total,
    "play": _play,
    "play-last": lambda see: _play(see, (see.last,)),
    "lead": lambda see: _play(see, led=True),
    "lead-last": lambda see: _play(see, (see.last,), led=True),
    "bottom-card": _bottom_card,
    "first-tricks": _first_tricks,
    "win-first": _win_first,
    "no-exchange": _no_exchange,
    "win-hand": _win_hand,
    "tie": _tie,
    "beaten": _beaten,
    "longer-row": _longer_row,
    "name-void": _name_void,
}
"""What finds who did it, by what is done."""
