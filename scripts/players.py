"""Measure the simple players: acts that a beginner would be ashamed of, what each contract brings its declarer, and how they fare
against players who do anything that is legal.

    .venv/bin/python -P scripts/players.py shame [--hands 1000] [--only 18.10]
    .venv/bin/python -P scripts/players.py bids [--hands 1000] [--only 9.13]
    .venv/bin/python -P scripts/players.py chance [--hands 40] [--only 8.13]
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tarotref
from tarotref.play import State, Table, Unplayable, table
from tarotref.play.compiled import TRUMPS, places
from tarotref.play.deal import start
from tarotref.play.players import random_player, simple
from tarotref.play.players.sight import Sight
from tarotref.play.tricks import best, led

GAMES = ("8.13", "9.13", "9.23", "11.14", "12.1", "14.1", "17.3", "18.10", "20.4")
"""Games of different families in which shameful acts are counted, one of them played for few points."""
BID = ("8.13", "9.13", "17.3", "18.8", "18.10", "19.9", "20.3", "20.4")
"""Games of which each bid has to pay."""
END = 3
"""In so many last tricks nobody can be said to waste a trump."""


class Card:
    """A card about to be played, as the player sees the hand."""

    def __init__(self, state: State, card: int):
        self.see, self.card = Sight(state), card
        plan, trick, known = self.see.plan, self.see.trick, self.see.cards
        self.legal = plan.bits(state.table.place[action.what] for action in state.legal())
        self.trumps = plan.of_suit[TRUMPS]
        self.leads = not trick.cards
        self.last = len(trick.cards) == len(plan.circle) - 1
        top = -1 if self.leads else best(plan, trick)
        self.ally = top >= 0 and self.see.ally(trick.seat(top, plan.circle))
        self.stake = sum(known.points[n] for n in trick.cards)
        suit = -1 if self.leads else led(plan, trick)
        self.wins = 0
        """The cards that may be played and win the trick as it is."""
        if top >= 0 and suit >= 0:
            power = plan.trick.power[suit]
            self.wins = plan.bits(n for n in places(self.legal) if 0 <= power[n] >= power[trick.cards[top]])
        self.poor = (
            self.legal & ~self.wins & plan.bits(n for n in places(self.legal) if not known.points[n]) & ~plan.fool
        )

    def is_(self, cards: int) -> bool:
        return bool(self.card >= 0 and cards >> self.card & 1)

    def foes(self) -> Iterator[int]:
        return (seat for seat in self.see.plan.circle if seat != self.see.seat and not self.see.ally(seat))

    def voids(self, suit: int) -> Iterator[int]:
        """The opponents who have shown that they lack a suit, and not that they lack trumps."""
        state, plan = self.see.state, self.see.plan
        for seat in self.foes():
            lacks: set[int] = set()
            for trick in state.tricks:
                asked, card = led(plan, trick), trick.cards[trick.place(seat, plan.circle)]
                if plan.suit[card] not in (asked, -1) and not plan.every_fool >> card & 1:
                    lacks |= {asked} if plan.suit[card] == TRUMPS else {asked, TRUMPS}
            if suit in lacks and TRUMPS not in lacks:
                yield seat


Judge = Callable[[Card], bool | None]
"""Whether an act is shameful; None where there was no occasion for it."""


def kings_led(one: Card, alone: bool) -> bool | None:
    see = one.see
    if (
        not one.leads
        or see.cards.low
        or not see.unseen & one.trumps
        or not one.legal & ~see.cards.kings & ~see.cards.pagat & ~see.plan.fool
    ):
        return None
    kings = list(places(one.legal & see.cards.kings & ~one.trumps))
    if alone:
        kings = [n for n in kings if (see.hand & see.suit(n)).bit_count() == 1]
        risky = [n for n in kings if (see.unseen & see.suit(n)).bit_count() < 2 * len(list(one.foes()))]
    else:
        risky = [n for n in kings if any(one.voids(see.plan.suit[n]))]
    return one.card in risky if kings else None


def pagat_thrown(one: Card) -> bool | None:
    spare = one.legal & ~one.see.cards.pagat & ~one.see.cards.high & ~one.see.cards.kings
    lost = one.legal & one.see.cards.pagat & ~one.wins
    if one.leads or one.ally or one.see.cards.low or not lost or not spare:
        return None
    return one.is_(lost)


def high_trump(one: Card) -> bool | None:
    high, left = one.legal & one.see.cards.high, one.see.plan.deal.tricks - len(one.see.state.tricks)
    if (
        one.leads
        or one.see.cards.low
        or one.stake
        or left <= END
        or not high
        or not one.legal & ~high & ~one.see.cards.pagat
    ):
        return None
    return one.is_(high)


def points_to_foe(one: Card) -> bool | None:
    rich = (
        one.legal
        & ~one.wins
        & ~one.see.plan.fool
        & one.see.plan.bits(n for n in places(one.legal) if one.see.cards.points[n])
    )
    if not one.last or one.ally or one.see.cards.low or not rich or not one.poor:
        return None
    return one.is_(rich)


def trumps_ally(one: Card) -> bool | None:
    counting = one.see.plan.bits(n for n in places(one.legal) if one.see.cards.points[n])  # which the side keeps
    high = one.wins & one.trumps & ~one.see.cards.pagat & ~counting
    spare = one.legal & ~one.wins & ~one.see.cards.pagat & ~one.see.plan.fool
    if not one.last or not one.ally or one.see.cards.low or not high or not spare:
        return None
    return one.is_(high)


def rich_missed(one: Card) -> bool | None:
    king = max((one.see.cards.points[n] for n in places(one.see.cards.kings)), default=0)
    able = one.wins & ~one.see.cards.pagat
    if (
        not one.last
        or one.ally
        or one.see.cards.low
        or not king
        or one.stake < king
        or not able
        or not one.legal & ~one.wins
    ):
        return None
    return not one.is_(one.wins)


def pagat_led(one: Card) -> bool | None:
    pagat = one.legal & one.see.cards.pagat
    if not one.leads or one.see.cards.low or not pagat or not one.see.unseen & one.trumps or not one.legal & ~pagat:
        return None
    return one.is_(pagat)


def fool_kept(one: Card) -> bool | None:
    plan, left = one.see.plan, one.see.plan.deal.tricks - len(one.see.state.tricks)
    limit = max(plan.excuse.lost_last, plan.excuse.worthless_last, plan.excuse.barred_last)
    if not limit or left != limit + 1 or not one.legal & plan.fool:
        return None
    return not one.is_(plan.fool)


def wins_where_to_lose(one: Card) -> bool | None:
    if not one.last or not one.see.cards.low or one.see.bare_loses or not one.wins or not one.legal & ~one.wins:
        return None
    return one.is_(one.wins)


KINDS: Mapping[str, Judge] = {
    "leads a lone King of which few cards are left": lambda one: kings_led(one, True),
    "leads a King into the trumps of one who lacks the suit": lambda one: kings_led(one, False),
    "throws the Pagat away": pagat_thrown,
    "spends a high trump on an empty trick": high_trump,
    "gives points to an opponent": points_to_foe,
    "trumps an ally": trumps_ally,
    "lets a rich trick go that he could win": rich_missed,
    "leads the Pagat into higher trumps": pagat_led,
    "keeps the Fool until it is lost": fool_kept,
    "wins a trick where he is to lose": wins_where_to_lose,
}
"""Ten kinds of acts that a beginner would be ashamed of."""


def shame(ready: Table, hands: int) -> dict[str, Counter[bool]]:
    """How often there was an occasion for each kind, and how often it was taken."""
    found: dict[str, Counter[bool]] = defaultdict(Counter)
    for seed in range(hands):
        state = start(ready, seed)
        while not state.over:
            action = simple(state)
            if state.phase == "play" and action.kind == "play" and len(state.legal()) > 1:
                one = Card(state, state.table.place[action.what])
                for kind, judge in KINDS.items():
                    if (ashamed := judge(one)) is not None:
                        found[kind][ashamed] += 1
            state = state.do(action)
    return found


def told_shame(ids: tuple[str, ...], hands: int) -> None:
    for id in ids:
        print(id, flush=True)
        for kind, times in sorted(shame(table(id), hands).items(), key=lambda one: -one[1][True] / one[1].total()):
            print(
                f"  {100 * times[True] / times.total():5.1f} %  {times[True]:6} of {times.total():6}  {kind}",
                flush=True,
            )


def brought(ready: Table, hands: int) -> dict[str, list[tuple[float, bool | None]]]:
    """What each contract brought its declarer, and whether it was won, hand by hand; by `nobody` where there was none."""
    found = defaultdict[str, list[tuple[float, bool | None]]](list)
    for seed in range(hands):
        state = start(ready, seed)
        while not state.over:
            state = state.do(simple(state))
        result, setting = state.result(), state.setting
        if setting.contract and setting.declarer is not None and result.total is not None and not result.void:
            found[setting.contract].append((float(result.total[setting.declarer]), result.won))
        else:
            found["nobody"].append((0.0, None))
    return found


def mean(amounts: list[float]) -> tuple[float, float]:
    """The mean of some amounts, and its error."""
    middle = sum(amounts) / len(amounts)
    return middle, (sum((one - middle) ** 2 for one in amounts) / len(amounts) ** 2) ** 0.5


def told_bids(ids: tuple[str, ...], hands: int) -> None:
    """What each contract brought its declarer on average, with the error of the mean."""
    for id in ids:
        print(id, flush=True)
        for contract, all_ in sorted(brought(table(id), hands).items(), key=lambda one: -len(one[1])):
            middle, error = mean([amount for amount, _ in all_])
            won = sum(bool(won) for _, won in all_) / len(all_)
            print(f"  {len(all_):5} {contract:28} won {100 * won:5.1f} %, {middle:+8.2f} ± {error:.2f}", flush=True)


def told_chance(ids: tuple[str, ...], hands: int) -> None:
    """What a simple player gets on average at a table of players who do anything, each seat in turn; and how much more often he
    gets more than the average of all than less, which a few hands with the stakes redoubled by chance do not hide."""
    for id in ids:
        try:
            ready = table(id)
        except Unplayable:
            continue
        got: list[float] = []
        for seed in range(hands):
            chance, seat = random_player(random.Random(seed)), seed % ready.plan.players
            state, side = start(ready, seed), ready.plan.seats.side
            while not state.over:
                ours = state.player == seat or (ready.plan.seats.teams and side(state.seat) == side(seat))
                state = state.do(simple(state) if ours else chance(state))
            got.append(gained(state, seat))
        middle, error = mean(got)
        often = [float((one > 0) - (one < 0)) for one in got]
        more, doubt = mean(often)
        clear = middle > 2 * error or (more > 2 * doubt and middle > -error)
        print(
            f"{id:8} {middle:+9.2f} ± {error:.2f}  {100 * more:+6.1f} ± {100 * doubt:.1f} %{'' if clear else '   not clearly'}",
            flush=True,
        )


def gained(state: State, seat: int) -> float:
    """What a seat has of a hand beyond the average of all: what it is paid, or its points where nothing is; points to be
    avoided are so much less."""
    result = state.result()
    total = result.total or [Fraction(result.points.get(own, 0)) for own in result.sides]
    more = float(total[seat]) - sum(map(float, total)) / len(total)
    return -more if not result.total and state.plan.scoring.win.aim == "fewest" else more


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("shame", "bids", "chance"))
    parser.add_argument("--hands", type=int)
    parser.add_argument("--only", action="append")
    args = parser.parse_args()
    only = tuple(args.only or ())
    if args.what == "shame":
        told_shame(only or GAMES, args.hands or 1000)
    elif args.what == "bids":
        told_bids(only or BID, args.hands or 1000)
    else:
        told_chance(only or tuple(tarotref.load().corpus.games), args.hands or 40)


if __name__ == "__main__":
    main()
