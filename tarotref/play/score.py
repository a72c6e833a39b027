"""What the card points of a hand pay or mark: by contract, by par, by bands, by the difference, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tarotref.cards.counting import Points
from tarotref.computed.figures import for_players
from tarotref.computed.payment import Hand, base_of, by_most, heavily, leader, losers, payment, steps
from tarotref.computed.payment import settled as by_bands
from tarotref.model.rules import Rules, entries
from tarotref.model.types import Absence, given, told
from tarotref.notation import exact
from tarotref.play.plan import Path, Plan
from tarotref.play.table import Setting


class Transfer(NamedTuple):
    """One part of the payment: what each seat receives, and the facts that cause it."""

    by: tuple[Path, ...]
    pays: tuple[Points, ...]
    marked: bool = False
    """Whether it is written down for the rubber rather than paid, so that it need not come out even."""


def marked(rules: Rules) -> bool:
    """Whether what a hand brings is written down for a rubber, each side its own, rather than paid."""
    settle = told(rules.score, "settle")
    if settle in ("balance", "opponents", "others", "pool"):
        return False
    if alone(rules):
        return True
    kept = told(rules.tally, "keeps") in ("total", "difference")
    return settle is None or (kept and told(rules.score, "paid") not in ("at-once", "end-of-hand"))


def written(rules: Rules) -> bool:
    """Whether whoever wins a part of a hand writes it down for himself, and nobody is charged with it."""
    return told(rules.score, "settle") == "winners" and marked(rules)


def alone(rules: Rules) -> bool:
    """Whether the declarer's side alone marks what the hand brings or costs it, and nobody pays."""
    return bool(told(rules.score, "settle") == "declarer")


def unsettled(plan: Plan, contract: str | None) -> Iterator[Path]:
    """Yield the facts without which the card points of a hand cannot be paid or marked."""
    rules = plan.rules
    if given(rules.score) is None:
        if rules.score is Absence.NONE and _priced(rules):
            return  # the card points pay nothing, and other things do
        if rules.score is not None or told(rules.tally, "keeps") is None:
            yield ("score",)
        return
    if rules.score.base is Absence.UNSTATED:  # type: ignore[union-attr]
        yield "score", "base"
    if rules.score.each is Absence.UNSTATED:  # type: ignore[union-attr]
        yield "score", "each"
    if rules.score.start is Absence.UNSTATED and told(rules.score, "each"):  # type: ignore[union-attr]
        yield "score", "start"
    if rules.score.bands is Absence.UNSTATED:  # type: ignore[union-attr]
        yield "score", "bands"
    bid = dict(entries(rules.bids)).get(contract or "")
    if contract is not None and told(bid, "if_all_pass") != "all":
        if (
            told(rules.score, "base") == "bid"
            and bid is not None
            and told(bid, "base") is None
            and bid.base is not Absence.NONE
        ):
            yield "bids", contract, "base"
        win = rules.win
        aims = (
            bool(told(rules.score, "ranked"))
            or told(win, "aim") in ("no-tricks", "last-trick", "all-tricks", "most-tricks")
            or by_most(rules)
        )
        if told(win, "aim") == "tricks":
            aims = True
            if told(win, "tricks") is None:
                yield "win", "tricks"
        if _each_by_par(rules) and for_players(told(win, "par"), plan.players) is None:
            yield "win", "par"
        elif (
            not aims and not _each_by_par(rules) and all(told(win, name) is None for name in ("at_least", "more_than"))
        ):
            yield "win", "at_least"
    elif told(rules.score, "bands"):
        if told(rules.score, "settle") not in ("others", "opponents", "winners", "loser"):
            yield "score", "settle"
        if max(exact(band.rpartition("..")[2]) for band in told(rules.score, "bands")) < (plan.figures.total or 0):
            yield "score", "bands"
    elif told(rules.score, "start") == "par" and for_players(told(rules.win, "par"), plan.players) is None:
        yield "win", "par"


def _priced(rules: Rules) -> bool:
    """Whether a feat or declaration has a figure."""
    feats = (told(feat, name) for _, feat in entries(rules.feats) for name in ("won", "lost"))
    worths = (told(one, "worth") for _, one in entries(rules.declarations))
    return any(worth is not None for worth in (*feats, *worths))


def settled(
    plan: Plan, setting: Setting, sides: Sequence[int], points: Mapping[int, Points], hand: Callable[[], Hand],
    tricks: Sequence[int] = (),
) -> Iterator[Transfer]:  # fmt: skip
    """Yield what the card points of a hand pay or mark; `hand` gives what the declarer's side came to, `tricks` how many tricks
    each player has."""
    rules = plan.rules
    if rules.score is Absence.NONE:
        return
    if setting.declarer is not None and told(rules.score, "ranked"):
        yield Transfer((("score", "ranked"),), tuple(by_rank(rules, points, tricks, setting.declarer)[1]))
        return
    if setting.declarer is not None and not _each_by_par(rules):
        for by, amounts in _contract(plan, setting, sides, points, hand()):
            yield Transfer(by, amounts, written(rules) or alone(rules))
        return
    order = sorted(points)
    by, each_side = _by_points(plan, setting, [points[side] for side in order])
    pays = tuple(each_side[order.index(side)] for side in sides)
    yield Transfer(by, pays, sum(map(Fraction, pays)) != 0 or marked(rules))


def _contract(
    plan: Plan, setting: Setting, sides: Sequence[int], points: Mapping[int, Points], hand: Hand
) -> Iterator[tuple[tuple[Path, ...], tuple[Points, ...]]]:
    """Yield what each part of a contract's payment brings each seat: the opponents pay the declarer's side, or are paid; or each
    who has won writes it down."""
    bid = (given(plan.rules.bids) or {}).get(setting.contract or "")
    paid = payment(plan.ruleset, hand, shared=False)
    parts = shares(plan, setting, sides, told(bid, "shares") or told(plan.rules.score, "shares"))
    if told(plan.rules.score, "settle") == "loser" and paid.won is False:
        # Each who has lost pays once, and those who have won share it (8.28).
        mine = sides.count(0)
        parts = [Fraction(1) if side == 0 else -Fraction(mine, len(sides) - mine) for side in sides]
    times, by = _marcio(plan, points, paid.won)
    for item in paid.items:
        amount = exact(Fraction(item.pays[0]) * times)
        if written(plan.rules):
            yield (*item.by, *by), tuple(exact(abs(amount)) if (side == 0) is (amount > 0) else 0 for side in sides)
        else:
            yield (*item.by, *by), tuple(exact(amount * part) for part in parts)


def shares(
    plan: Plan, setting: Setting, sides: Sequence[int], told_of: Mapping[str, Points] | None = None
) -> list[Fraction]:
    """How many times what an opponent pays each seat receives: as the rules share it, or else once from each opponent.

    What comes in goes to the declarer's side; where he turns out to play alone, a partner's share is his. Where that side alone
    marks, each of it marks what an opponent would pay.
    """
    if alone(plan.rules):
        return [Fraction(side == 0) for side in sides]
    opponents = [seat for seat, side in enumerate(sides) if side != 0]
    mine = [seat for seat, side in enumerate(sides) if side == 0]
    pays = Fraction((told_of or {}).get("opponents", 1))
    received = pays * len(opponents)
    parts = {seat: received / len(mine) for seat in mine}
    if told_of and setting.declarer is not None:
        parts = {seat: Fraction(told_of.get("partner", 1)) for seat in mine}
        parts[setting.declarer] = received - sum(part for seat, part in parts.items() if seat != setting.declarer)
    return [parts.get(seat, -pays) for seat in range(len(sides))]


def _marcio(plan: Plan, points: Mapping[int, Points], won: bool | None) -> tuple[Points, tuple[Path, ...]]:
    """By what a heavy defeat multiplies the payment of a contract."""
    marcio = told(plan.rules.win, "marcio")
    below, times = told(marcio, "below"), told(marcio, "times")
    need, more = told(plan.rules.win, "at_least"), told(plan.rules.win, "more_than")
    needed = more if need is None else need[0] if isinstance(need, tuple) and len(need) == 1 else None
    if below is None or times is None or won is None or not isinstance(needed, int | Fraction):
        return 1, ()
    total = sum(map(Fraction, points.values()))
    loser, least = (points[1], total - needed) if won else (points[0], Fraction(needed))
    return (times, (("win", "marcio"),)) if loser < below * least else (1, ())


def _each_by_par(rules: Rules) -> bool:
    """Whether each plays for himself and scores from a par, though one of them is the declarer (14.3)."""
    return given(rules.sides) == "individual" and told(rules.win, "aim") == "par"


def _by_points(plan: Plan, setting: Setting, points: Sequence[Points]) -> tuple[tuple[Path, ...], list[Points]]:
    """What each player, or each of two sides, receives or marks where no declarer settles with the others, and by which facts."""
    rules = plan.rules
    start, each = told(rules.score, "start"), told(rules.score, "each")
    step_of = 0 if getattr(given(rules.score), "each", None) is Absence.NONE else 1 if each is None else each

    def worth(distance: Points) -> Points:
        return exact(step_of * steps(rules, distance))

    base, base_by = base_of(rules, setting.contract or "", None)
    if ranks := told(rules.score, "ranks"):
        times, by_base = (1, ()) if base is None or told(rules.score, "base") != "bid" else (base, (base_by,))
        return (("score", "ranks"), *by_base), _ranked(points, [exact(amount * times) for amount in ranks])
    if told(rules.score, "bands"):
        item = by_bands(rules, points)
        return item.by, list(item.pays)
    par = for_players(told(rules.win, "par"), plan.players)
    if par is not None and start in (None, "par"):
        pars = [_par(par, plan, side, setting.declarer) for side in range(len(points))]
        made = [worth(p - own) for p, own in zip(points, pars, strict=True)]
        return heavily(rules, points, pars, made, (("win", "par"), ("score", "each")))
    if start == "others":
        received = [exact(sum(Fraction(_signed(worth, p - other)) for other in points)) for p in points]
        if marked(rules):
            received = [max(0, amount) for amount in received]
        return (("score", "start"), ("score", "each")), received
    if isinstance(start, dict):  # the dealer's side and the other mark what they have above figures of their own
        mine = plan.side(plan.dealer)
        own = [start.get("dealer" if n == mine else "opponents", 0) for n in range(len(points))]
        return (("score", "start"), ("score", "each")), [
            worth(p - figure) if p > figure else 0 for p, figure in zip(points, own, strict=True)
        ]
    settle = told(rules.score, "settle")
    if settle == "winners":
        return (("score", "settle"), ("score", "each")), _winner(
            rules, points, worth, start if isinstance(start, int) else 0
        )
    if isinstance(start, int | Fraction):
        times, of_base = _heavy(rules, points, start), told(told(rules.win, "marcio"), "multiplies") == "base"
        own_base = (base or 0) * times if of_base else base or 0
        over = [exact(worth(p - start) + own_base) if _won(rules, p, start, plan.players) else 0 for p in points]
        by: tuple[Path, ...] = (("score", "start"), ("score", "each"))
        if not marked(rules) and len(points) == 2:
            over = [exact((over[n] - over[1 - n]) * (1 if of_base else times)) for n in range(2)]
            by = by if times == 1 else (*by, ("win", "marcio"))
        return by, over
    if base and len(points) > 1 and marked(rules):
        return (("score", "base"),), _marks(rules, points, base)
    if base and len(points) > 1 and settle == "loser":
        return (("score", "base"), ("score", "settle")), losers(rules, points, lambda _: base, "in-full")
    if base and len(points) > 1:
        best = (min if told(rules.win, "aim") == "fewest" else max)(points)
        winners = [n for n, p in enumerate(points) if p == best]
        pays = [
            Fraction(base) * (len(points) - len(winners)) / len(winners) if n in winners else -base
            for n in range(len(points))
        ]
        return (("score", "base"),), [exact(amount) if len(winners) < len(points) else 0 for amount in pays]
    return (("score",),), [worth(p) for p in points]


def by_rank(
    rules: Rules, points: Mapping[int, Points], tricks: Sequence[int], declarer: int
) -> tuple[bool, list[Points]]:
    """Whether the declarer has the best card points, where each plays for himself, and what each then receives."""
    ranked, sign = told(rules.score, "ranked"), 1 if told(rules.win, "aim") == "fewest" else -1

    def beats(other: int) -> bool:
        if points[other] != points[declarer]:
            return sign * points[other] < sign * points[declarer]
        for tie in told(ranked, "ties") or ():
            if tie == "declarer":
                return False
            if tricks[other] != tricks[declarer]:
                return tricks[other] < tricks[declarer]
        return False

    others = sorted((seat for seat in points if seat != declarer), key=lambda seat: sign * points[seat])
    won = not any(map(beats, others))
    placed = told(ranked, "won" if won else "lost")
    got: list[Points] = [0] * len(others)
    for n, amount in enumerate(told(placed, "first") or ()):
        got[n] = amount
    for n, amount in enumerate(told(placed, "last") or (), 1):
        got[-n] = amount
    level: dict[Points, list[Fraction]] = {}
    for seat, amount in zip(others, got, strict=True):
        level.setdefault(points[seat], []).append(Fraction(amount))
    shared = {seat: sum(level[points[seat]]) / len(level[points[seat]]) for seat in others}
    if won and len(points) in (told(ranked, "spared") or ()):
        tied = [seat for seat in others if points[seat] == points[declarer]]
        rest = [seat for seat in others if seat not in tied]
        over = sum((shared[seat] for seat in tied), Fraction(0))
        if rest:
            shared |= dict.fromkeys(tied, Fraction(0)) | {seat: shared[seat] + over / len(rest) for seat in rest}
    return won, [exact(shared.get(seat, Fraction(told(placed, "declarer") or 0))) for seat in sorted(points)]


def _ranked(points: Sequence[Points], amounts: Sequence[Points]) -> list[Points]:
    """What each receives by his place among the card points, the most first; who have as many share what they would get."""
    order = sorted(points, reverse=True)
    shared = {own: [amount for other, amount in zip(order, amounts, strict=False) if other == own] for own in points}
    return [exact(Fraction(sum(map(Fraction, shared[own])), points.count(own))) for own in points]


def _winner(rules: Rules, points: Sequence[Points], worth: Callable[[Points], Points], start: Points) -> list[Points]:
    """What each marks, or receives from the others, where the winner alone is paid, for his own card points."""
    won = leader(rules, dict(enumerate(points)))
    amount = 0 if won is None else worth(points[won] - start)
    gets, pays = (amount, 0) if marked(rules) else (amount * (len(points) - 1), -amount)
    return [exact(gets if n == won else pays) for n in range(len(points))]


def _marks(rules: Rules, points: Sequence[Points], base: Points) -> list[Points]:
    """What each marks where a hand brings its base: who wins it for himself, or who loses it against himself."""
    if told(rules.score, "settle") == "loser":
        worst = (max if told(rules.win, "aim") == "fewest" else min)(points)
        return [-base if own == worst else 0 for own in points]
    won = leader(rules, dict(enumerate(points)))
    return [base if n == won else 0 for n in range(len(points))]


def _won(rules: Rules, points: Points, start: Points, players: int) -> bool:
    """Whether so many card points win a hand that is settled by the distance from a start."""
    if points in (told(rules.win, "draw") or ()):
        return False
    need, more = for_players(told(rules.win, "at_least"), players), for_players(told(rules.win, "more_than"), players)
    if isinstance(need, tuple) and len(need) == 1:
        return bool(points >= need[0])
    return bool(points > (more if isinstance(more, int | Fraction) else start))


def _signed(worth: Callable[[Points], Points], distance: Points) -> Points:
    return worth(distance) if distance > 0 else -worth(-distance)


def _heavy(rules: Rules, points: Sequence[Points], needed: Points) -> Points:
    """By what a heavy defeat multiplies what one side pays the other."""
    marcio = told(rules.win, "marcio")
    below, times = told(marcio, "below"), told(marcio, "times")
    if below is None or times is None:
        return 1
    return times if min(points) < below * (max(points) if told(marcio, "of") == "winner" else needed) else 1


def _par(par: object, plan: Plan, side: int, declarer: int | None) -> Points:
    """The par of a side, or of a player by himself: one for all, or the dealer's or declarer's and that of the others."""
    if isinstance(par, dict):
        is_his = side == (declarer if "declarer" in par else plan.side(plan.dealer))
        whose = next((who for who in ("declarer", "dealer") if is_his and who in par), None)
        own: Points = par.get(whose or ("others" if "others" in par else "opponents"), 0)
        return own
    return par  # type: ignore[return-value]
