"""What a contract pays each seat, won or lost, and what the card points bring where nobody is declarer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Path
from tarotref.play.compiled.scoring import Scoring
from tarotref.play.settle.amounts import Item, base_of, contract_items, times_of
from tarotref.play.settle.points import Standing, by_points, by_rank
from tarotref.play.settle.reached import Reached, contract_won, total_of
from tarotref.play.settle.transfers import Payers, Transfer, shares


def settled(
    of: Payers, reached: Callable[[], Reached], pricing: Scoring, tricks: tuple[int, ...]
) -> Iterator[Transfer]:
    """Yield what the card points of a hand pay or mark: by the contract, or by what each has made; `reached` says what the
    declarer's side came to, `pricing` the rules of the contract, `tricks` how many tricks each player has."""
    rules, setting = of.rules, of.hand.setting
    if rules.score.nothing:
        return
    if setting.declarer is not None and rules.score.ranked is not None:
        yield Transfer((("score", "ranked"),), tuple(by_rank(rules, of.totals, tricks, setting.declarer)[1]))
    elif setting.declarer is not None and rules.score.settle == "own":
        yield _own(of)
    elif setting.declarer is not None and not rules.each_by_par:
        yield from _contract(of, reached(), pricing)
    else:
        yield _points(of, tricks)


def _points(of: Payers, tricks: tuple[int, ...]) -> Transfer:
    """What the card points of each player, or of each of two sides, bring."""
    hand, order = of.hand, sorted(of.totals)
    base, by = base_of(of.rules, hand.setting.contract or "", None)
    seats, points = hand.plan.seats, [of.totals[side] for side in order]
    standing = Standing(
        of.rules,
        points,
        seats.side(seats.dealer),
        hand.setting.declarer,
        base,
        by,
        tricks,
        of.hand.setting.apart,
        hand.setting.out,
    )
    item = by_points(standing)
    pays = tuple(item.pays[order.index(side)] for side in of.sides)
    doubling: tuple[Path, ...] = (("doubling",),) if any(hand.setting.apart) else ()
    return Transfer((*item.by, *doubling), pays, sum(map(Fraction, pays)) != 0 or of.rules.marked)


def _own(of: Payers) -> Transfer:
    """What each player marks where each has the card points of his side, whoever is declarer."""
    standing = Standing(of.rules, ())
    pays = tuple(standing.worth(of.totals[side]) for side in of.sides)
    return Transfer((("score", "settle"), ("score", "each")), pays, True)


def _contract(of: Payers, reached: Reached, pricing: Scoring) -> Iterator[Transfer]:
    """Yield what each part of a contract's payment brings each seat: the opponents pay the declarer's side, or are paid; or each
    who has won writes it down."""
    won, bid = contract_won(pricing.win, reached), of.rules.contracts.get(reached.bid or "")
    if won is None or bid is None:
        return
    parts = _parts(of, won)
    factor, multiplied = times_of(pricing.contracts[bid.id], reached.stage, won)
    heavy, by = _marcio(of, won)
    items = [item.times(factor, multiplied).times(heavy, *by) for item in contract_items(pricing, reached, won)]
    for paid in (*items, *_at_least(of.rules.score.least, items, won)):
        amount = paid.pays[0]
        if of.rules.written:
            pays = tuple(exact(abs(amount)) if (side == 0) is (amount > 0) else 0 for side in of.sides)
        else:
            pays = tuple(exact(amount * part) for part in parts)
        yield _doubled_alone(of, Transfer(paid.by, pays, of.rules.written or of.rules.alone))


def _doubled_alone(of: Payers, paid: Transfer) -> Transfer:
    """What a contract pays where opponents have doubled, each for himself, what passes between them and the declarer."""
    apart, declarer = of.hand.setting.apart, of.hand.setting.declarer
    if not any(apart) or declarer is None:
        return paid
    pays = [exact(Fraction(amount) * 2**times) for amount, times in zip(paid.pays, apart, strict=True)]
    pays[declarer] = exact(-sum(Fraction(one) for seat, one in enumerate(pays) if seat != declarer))
    return Transfer((*paid.by, ("doubling",)), tuple(pays), paid.marked)


def _at_least(least: Points, items: Sequence[Item], won: bool) -> Iterator[Item]:
    """Yield what is wanting to the least that a contract pays."""
    wanting = least - abs(sum((Fraction(item.pays[0]) for item in items), Fraction(0)))
    if wanting > 0:
        yield Item((exact(wanting if won else -wanting),), (("score", "least"),))


def _parts(of: Payers, won: bool) -> list[Fraction]:
    """How many times what an opponent pays each seat receives."""
    sides = of.sides
    if of.rules.score.settle == "loser" and not won:
        # Each who has lost pays once, and those who have won share it (8.28).
        mine = sides.count(0)
        return [Fraction(1) if side == 0 else -Fraction(mine, len(sides) - mine) for side in sides]
    return shares(of.rules, of.hand.setting.declarer, sides, of.rules.score.shares)


def _marcio(of: Payers, won: bool) -> tuple[Points, tuple[Path, ...]]:
    """By what a heavy defeat multiplies the payment of a contract."""
    marcio, win = of.rules.win.marcio, of.rules.win
    figure = win.at_least[0] if win.at_least is not None and len(win.at_least) == 1 else None
    needed = win.more_than if win.at_least is None else figure
    if marcio is None or marcio.below is None or marcio.times is None or needed is None or isinstance(needed, Mapping):
        return 1, ()
    least = Fraction(needed)
    if won:  # as far above what is a draw as the declarer has to be
        least = total_of(of.totals) - (min(win.draw) - (needed - max(win.draw)) if win.draw else needed)
    loser = of.totals[1] if won else of.totals[0]
    return (marcio.times, (("win", "marcio"),)) if loser < marcio.below * least else (1, ())
