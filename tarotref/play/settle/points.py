"""What card points bring where no declarer settles with the others: by bands, by par, by the winner's own, by the difference."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Path
from tarotref.play.compiled.scoring import BySide, Losing, Scoring
from tarotref.play.settle.amounts import Item, in_band, steps
from tarotref.play.settle.reached import leader

ELDEST = "eldest"
"""The player after the dealer, whose seat is the first."""
BAND_PAYERS = ("others", "opponents", "winners", "loser")
"""Who may pay by bands, as terms of the list `settle`."""


@dataclass(frozen=True)
class Standing:
    """The card points of each player, or of each of two sides, in order, and what bears on what they bring."""

    rules: Scoring
    points: Sequence[Points]
    dealer: int = -1
    """The number of the dealer's side."""
    declarer: int | None = None
    base: Points | None = None
    """The base of the hand, and by which fact."""
    base_by: Path = ()
    tricks: Sequence[int] = ()
    """How many tricks each player has, where each plays for himself."""
    apart: Sequence[int] = ()
    """How often each has doubled what passes between him and the others."""
    out: Sequence[int] = ()
    """Who has left the hand, where each plays for himself."""

    def between(self, one: int, other: int) -> int:
        """By what the two have multiplied what passes between them."""
        return int(2 ** (self.apart[one] + self.apart[other])) if self.apart else 1

    def worth(self, distance: Points) -> Points:
        """What is paid for so many card points above or below a start."""
        score = self.rules.score
        each = 0 if score.no_steps else 1 if score.each is None else score.each
        return exact(each * steps(score, distance))

    def of(self, figure: BySide, side: int) -> Points:
        """The figure of a side, or of a player by himself: one for all, or the dealer's or declarer's and that of the others."""
        if not isinstance(figure, Mapping):
            return figure
        is_his = side == (self.declarer if "declarer" in figure else self.dealer)
        whose = next((who for who in ("declarer", "dealer") if is_his and who in figure), None)
        return figure.get(whose or ("others" if "others" in figure else "opponents"), 0)


def settled_by_points(rules: Scoring, points: Sequence[Points]) -> Item:
    """Return what each receives where players settle by their card points: by bands, or by the distance from a par."""
    standing = Standing(rules, points)
    if rules.score.bands:
        return _by_bands(standing, rules.score.bands)
    if rules.win.par is None or isinstance(rules.win.par, Mapping):
        raise ValueError("the par is not recorded")
    return _from_par(standing, rules.win.par)


def by_points(standing: Standing) -> Item:
    """What each player, or each of two sides, receives or marks, by the first way of settling that the rules have."""
    return next(item for way in WAYS if (item := way(standing)) is not None)


def _ranks(of: Standing) -> Item | None:
    """By his place among the card points, the most first; who have as many share what they would get."""
    score, points = of.rules.score, of.points
    if not score.ranks:
        return None
    by_base = of.base is not None and score.by_bid
    times = of.base if by_base and of.base is not None else 1
    amounts, order = [exact(amount * times) for amount in score.ranks], sorted(points, reverse=True)
    shared = {own: [amount for other, amount in zip(order, amounts, strict=False) if other == own] for own in points}
    pays = [exact(Fraction(sum(map(Fraction, shared[own])), points.count(own))) for own in points]
    return Item(tuple(pays), (("score", "ranks"), *([of.base_by] if by_base else [])))


def _bands(of: Standing) -> Item | None:
    return _by_bands(of, of.rules.score.bands) if of.rules.score.bands else None


def _by_bands(of: Standing, bands: Mapping[str, Points]) -> Item:
    """By the range in which his card points lie: each pays every other, the losers the winners, or the loser all."""
    settle, points, win = of.rules.score.settle, of.points, of.rules.win
    if settle not in BAND_PAYERS:
        raise ValueError("who pays by the bands of the score is not recorded as data")
    if settle == "loser":
        amounts = losers(of, lambda own: in_band(bands, own), "shared")
        return Item(tuple(amounts), (("score", "bands"), ("score", "settle")))
    owed = [in_band(bands, own) for own in points]
    if settle == "winners":
        best = win.best(points)
        winners = [n for n, own in enumerate(points) if own == best]
        taken = Fraction(sum(amount for n, amount in enumerate(owed) if n not in winners), len(winners))
        paid = (taken if n in winners else -amount for n, amount in enumerate(owed))
        return Item(tuple(exact(amount) for amount in paid), (("score", "bands"), ("score", "settle")))
    return Item(tuple(exact(sum(owed) - len(owed) * own) for own in owed), (("score", "bands"),))


def _par(of: Standing) -> Item | None:
    """By the distance of each from his par."""
    par = of.rules.win.par
    return _from_par(of, par) if par is not None and of.rules.score.start in (None, "par") else None


def _from_par(of: Standing, par: BySide) -> Item:
    """When heavy defeats cost more, what more is paid goes to those above par, in proportion (8.31)."""
    pars = [of.of(par, side) for side in range(len(of.points))]
    made = [of.worth(own - its) for own, its in zip(of.points, pars, strict=True)]
    marcio, by = of.rules.win.marcio, (("win", "par"), ("score", "each"))
    if marcio is None or marcio.below is None or marcio.times is None:
        return Item(tuple(made), by)
    heavy = [n for n, own in enumerate(of.points) if own < marcio.below * pars[n]]
    above = sum(map(Fraction, (amount for amount in made if amount > 0)))
    if not heavy or not above:
        return Item(tuple(made), by)
    more = sum((-Fraction(made[n]) * (marcio.times - 1) for n in heavy), Fraction(0))
    received = [
        amount * marcio.times if n in heavy else amount + more * Fraction(amount) / above if amount > 0 else amount
        for n, amount in enumerate(made)
    ]
    return Item(tuple(map(exact, received)), (*by, ("win", "marcio")))


def _others(of: Standing) -> Item | None:
    """By the distance from each of the others."""
    if of.rules.score.start != "others":
        return None

    def signed(distance: Points) -> Points:
        return of.worth(distance) if distance > 0 else -of.worth(-distance)

    received = [
        exact(
            sum(
                Fraction(signed(own - other)) * of.between(n, m) for m, other in enumerate(of.points) if m not in of.out
            )
        )
        if n not in of.out
        else 0
        for n, own in enumerate(of.points)
    ]
    if of.rules.marked:
        received = [max(0, amount) for amount in received]
    return Item(tuple(received), (("score", "start"), ("score", "each")))


def _from_best(of: Standing) -> Item | None:
    """The loser pays every other by the distance from him who has done best."""
    score, best = of.rules.score, of.rules.win.best(of.points)
    if score.start != "best" or score.settle != "loser":
        return None
    amounts = losers(of, lambda own: of.worth(abs(Fraction(own) - best)), "in-full")
    return Item(tuple(amounts), (("score", "start"), ("score", "each"), ("score", "settle")))


def _own_start(of: Standing) -> Item | None:
    """The dealer's side and the other mark what they have above figures of their own."""
    start = of.rules.score.start
    if not isinstance(start, Mapping):
        return None
    own = [start.get("dealer" if n == of.dealer else "opponents", 0) for n in range(len(of.points))]
    over = (of.worth(p - figure) if p > figure else 0 for p, figure in zip(of.points, own, strict=True))
    return Item(tuple(over), (("score", "start"), ("score", "each")))


def _lone(of: Standing) -> Item | None:
    """By his own distance from a figure each settles with the one who alone has won, or lost; nothing where there is none."""
    start, number = of.rules.score.start, len(of.points)
    if of.rules.score.settle != "lone" or not isinstance(start, int):
        return None
    won = [n for n, own in enumerate(of.points) if _has_won(of, own, start)]
    alone = next((few for few in (won, [n for n in range(number) if n not in won]) if len(few) == 1), [])
    pays = [Fraction(0)] * number
    for one in alone:
        pays = [Fraction(of.worth(own - start)) if n != one else Fraction(0) for n, own in enumerate(of.points)]
        pays[one] = -sum(pays, Fraction(0))
    return Item(tuple(map(exact, pays)), (("score", "settle"), ("score", "each")))


def _winner(of: Standing) -> Item | None:
    """The winner alone is paid, or marks, for his own card points."""
    score, points = of.rules.score, of.points
    if score.settle != "winners":
        return None
    won = leader(of.rules.win, dict(enumerate(points)))
    start = score.start if isinstance(score.start, int) else 0
    amount = 0 if won is None else of.worth(points[won] - start)
    gets, pays = (amount, 0) if of.rules.marked else (amount * (len(points) - 1), -amount)
    return Item(
        tuple(exact(gets if n == won else pays) for n in range(len(points))), (("score", "settle"), ("score", "each"))
    )


def _start(of: Standing) -> Item | None:
    """By the distance from a figure, for those who have won by it; of two sides the one pays the other, and more for a heavy
    defeat."""
    start, marcio = of.rules.score.start, of.rules.win.marcio
    if start is None or isinstance(start, str | Mapping):
        return None
    times, of_base = _heavy(of, start), marcio is not None and marcio.base_alone
    base = (of.base or 0) * times if of_base else of.base or 0
    over = [exact(of.worth(own - start) + base) if _has_won(of, own, start) else 0 for own in of.points]
    by: tuple[Path, ...] = (("score", "start"), ("score", "each"))
    if not of.rules.marked and len(of.points) == 2:
        over = [exact((over[n] - over[1 - n]) * (1 if of_base else times)) for n in range(2)]
        by = by if times == 1 else (*by, ("win", "marcio"))
    return Item(tuple(over), by)


def _has_won(of: Standing, points: Points, start: Points) -> bool:
    """Whether so many card points win a hand that is settled by the distance from a start."""
    win = of.rules.win
    if points in win.draw:
        return False
    if win.at_least is not None and len(win.at_least) == 1:
        return points >= win.at_least[0]
    return points > (start if win.more_than is None or isinstance(win.more_than, Mapping) else win.more_than)


def _heavy(of: Standing, needed: Points) -> Points:
    """By what a heavy defeat multiplies what one side pays the other."""
    marcio, points = of.rules.win.marcio, of.points
    if marcio is None or marcio.below is None or marcio.times is None:
        return 1
    return marcio.times if min(points) < marcio.below * (max(points) if marcio.of_winner else needed) else 1


def _base_marked(of: Standing) -> Item | None:
    """Who wins the hand marks its base for himself, or who loses it against himself."""
    if not of.base or len(of.points) < 2 or not of.rules.marked:
        return None
    if of.rules.score.settle == "loser":
        worst, losing = of.rules.win.worst(of.points), of.rules.score.losing
        first = 1 if losing is None else losing.times.get(ELDEST, 1)
        marks = (exact(-of.base * (1 if n else first)) if own == worst else 0 for n, own in enumerate(of.points))
        return Item(tuple(marks), (of.rules.score.base_by,))
    won = leader(of.rules.win, dict(enumerate(of.points)))
    return Item(tuple(of.base if n == won else 0 for n in range(len(of.points))), (of.rules.score.base_by,))


def _base_lost(of: Standing) -> Item | None:
    """The loser pays the base to every other."""
    base = of.base
    if not base or len(of.points) < 2 or of.rules.score.settle != "loser":
        return None
    amounts = losers(of, lambda _: base, "in-full")
    return Item(tuple(amounts), (of.rules.score.base_by, ("score", "settle")))


def _base(of: Standing) -> Item | None:
    """Every other pays the base to the winner."""
    if not of.base or len(of.points) < 2:
        return None
    best = of.rules.win.best(of.points)
    winners = [n for n, own in enumerate(of.points) if own == best]
    others = len(of.points) - len(winners)
    won = Fraction(of.base) * others / len(winners)
    pays = (won if n in winners else -of.base for n in range(len(of.points)))
    return Item(tuple(exact(amount) if others else 0 for amount in pays), (of.rules.score.base_by,))


def _plain(of: Standing) -> Item | None:
    """Each marks what his card points are worth."""
    return Item(tuple(map(of.worth, of.points)), (("score",),))


WAYS: tuple[Callable[[Standing], Item | None], ...] = (
    _ranks, _bands, _par, _others, _from_best, _own_start, _lone, _winner, _start, _base_marked, _base_lost, _base, _plain,
)  # fmt: skip
"""The ways of settling by card points; the first that the rules have is taken."""


def losers(of: Standing, worth: Callable[[Points], Points], usual: str) -> list[Points]:
    """Return what each receives where the loser pays every other player; several who have lost level pay as the rules say, or
    else as is usual, a term of the list `level`."""
    worst, number = of.rules.win.worst(of.points), len(of.points)
    lost, losing = [n for n, own in enumerate(of.points) if own == worst], of.rules.score.losing
    if losing is not None and losing.tied == ELDEST and 0 in lost:
        lost = [0]
    others = number - len(lost)
    if not others:
        return [0] * number
    level = of.rules.score.level or usual
    share = {"shared": Fraction(others, len(lost)), "once": Fraction(1), "in-full": Fraction(others)}[level]
    amount = Fraction(worth(worst))
    owed = dict.fromkeys(lost, amount * (share if len(lost) > 1 else others))
    gets = {n: sum(owed.values(), Fraction(0)) / others for n in range(number) if n not in lost}
    if losing is not None:
        owed, gets = _lost(of, losing, amount, owed, gets)
    return [exact(gets[n] if n in gets else -owed[n]) for n in range(number)]


def _lost(
    of: Standing, losing: Losing, amount: Fraction, owed: dict[int, Fraction], gets: dict[int, Fraction]
) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """What losers pay, each so much, and what others get, where it depends on who loses and on who has no trick."""
    bare = [n for n in gets if n < len(of.tricks) and not of.tricks[n]]
    if bare and losing.bare is not None and losing.bare != "all":
        owed = {n: amount * Fraction(losing.bare) for n in owed}
    else:
        times = losing.times.get(ELDEST, 1) if list(owed) == [0] else 1
        owed = {n: own * times for n, own in owed.items()}
    if losing.bare_times and bare:
        more = losing.bare_times[min(len(bare), len(losing.bare_times)) - 1]
        owed = {n: own * more for n, own in owed.items()}
    if len(bare) > 1:
        least = Fraction(losing.bare_least, len(owed))
        owed = {n: max(own, least) for n, own in owed.items()}
    if losing.bare_gets != 1:
        parts = {n: Fraction(losing.bare_gets if n in bare else 1, len(gets)) for n in gets}
        paid, more = sum(owed.values(), Fraction(0)), sum(parts.values(), Fraction(0))
        return {n: own * more for n, own in owed.items()}, {n: paid * part for n, part in parts.items()}
    to = bare if bare and losing.bare is not None else list(gets)
    part = sum(owed.values(), Fraction(0)) / len(to)
    return owed, {n: part if n in to else Fraction(0) for n in gets}


def by_rank(
    rules: Scoring, points: Mapping[int, Points], tricks: Sequence[int], declarer: int
) -> tuple[bool, list[Points]]:
    """Whether the declarer has the best card points, where each plays for himself, and what each then receives."""
    ranked, sign = rules.score.ranked, 1 if rules.win.aim == "fewest" else -1
    assert ranked is not None

    def beats(other: int) -> bool:
        if points[other] != points[declarer]:
            return sign * points[other] < sign * points[declarer]
        for tie in ranked.ties:
            if tie == "declarer":
                return False
            if tricks[other] != tricks[declarer]:
                return tricks[other] < tricks[declarer]
        return False

    others = sorted((seat for seat in points if seat != declarer), key=lambda seat: sign * points[seat])
    won = not any(map(beats, others))
    placed = ranked.won if won else ranked.lost
    got: list[Points] = [0] * len(others)
    for n, amount in enumerate(placed.first):
        got[n] = amount
    for n, amount in enumerate(placed.last, 1):
        got[-n] = amount
    level: dict[Points, list[Fraction]] = {}
    for seat, amount in zip(others, got, strict=True):
        level.setdefault(points[seat], []).append(Fraction(amount))
    shared = {seat: sum(level[points[seat]], Fraction(0)) / len(level[points[seat]]) for seat in others}
    if won and len(points) in ranked.spared:
        _spare(shared, [seat for seat in others if points[seat] == points[declarer]])
    return won, [exact(shared.get(seat, Fraction(placed.declarer))) for seat in sorted(points)]


def _spare(shared: dict[int, Fraction], tied: list[int]) -> None:
    """Let those who tie with the declarer get nothing, and the others pay their part."""
    rest = [seat for seat in shared if seat not in tied]
    over = sum((shared[seat] for seat in tied), Fraction(0))
    if rest:
        shared |= dict.fromkeys(tied, Fraction(0)) | {seat: shared[seat] + over / len(rest) for seat in rest}
