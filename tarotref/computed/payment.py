"""What a hand pays by its rules: the contract won or lost by card points, feats, declarations, item by item."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from tarotref.cards.counting import Points
from tarotref.cards.holdings import worth_of
from tarotref.computed.declarations import unsaid
from tarotref.computed.figures import for_players
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import REPLACED, Rules, entries
from tarotref.model.types import Absence, given, told
from tarotref.notation import exact

Path = tuple[str, ...]
POINT = "point"
"""The unit of feats that count with the card points."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What a hand came to: one figure of card points, the declarer's, or those of every player where each scores."""

    points: tuple[Points, ...] = ()
    bid: str | None = None
    bouts: int | None = None
    """How many of the cards in `win.by` the declarer's side has."""
    feats: Mapping[str, str] = field(default_factory=dict)
    """`won` or `lost` by the declarer's side, by feat; `announced-won` and `announced-lost` where it was announced."""
    declared: Mapping[str, int | None] = field(default_factory=dict)
    """Declarations by id with their size; None where it is the least."""
    fulfilled: bool | None = None
    """Whether the declarer did what his contract asks, where it does not ask for card points."""
    stage: int | None = None
    """At which stage of the talon the declarer stopped, from 1, where the bid has a base for each."""
    against: Points | None = None
    """The card points of the opponents, where it takes more than theirs to win."""
    dealer: bool | None = None
    """Whether the dealer is on the declarer's side, where the points needed depend on it."""
    doubled: bool = False
    """Whether the contract was doubled, where it is then worth another figure."""
    need: tuple[Points, ...] | None = None
    """The card points needed, as in `win.at_least`, where what was done in play changes them."""


@dataclass(frozen=True, slots=True)
class Item:
    """One part of a payment, and the facts of the ruleset that cause it."""

    pays: tuple[Points, ...]
    """What each opponent pays the declarer, less than nothing if he pays; or what each player receives in all."""
    by: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """What a hand pays, in the unit of the score. The paths of its items are those of `ruleset`, the contract's own."""

    ruleset: Ruleset
    items: tuple[Item, ...]
    won: bool | None = None
    """Whether the contract was won; None where there is none, or at a draw."""

    @property
    def total(self) -> tuple[Points, ...]:
        """What each opponent pays the declarer, or what each player receives."""
        return tuple(exact(sum(map(Fraction, parts))) for parts in zip(*(i.pays for i in self.items), strict=True)) or (
            0,
        )


def payment(ruleset: Ruleset, hand: Hand, shared: bool = True) -> Payment:
    """Return what a hand pays by the rules of its contract, to one opponent with his share of it, or `shared` among none.
    ValueError where the hand does not fit the rules, or where these are not recorded as data."""
    contract = ruleset.cases.get(f"bids.{hand.bid}", ruleset)
    rules = contract.rules
    if len(hand.points) > 1:
        if hand.feats or hand.declared:
            raise ValueError(
                "with the card points of several players, whose the feats and declarations are is not said"
            )
        return Payment(contract, (settled(rules, hand.points),))
    bid = None
    if hand.bid is not None:
        bid = (given(rules.bids) or {}).get(hand.bid)
        if bid is None or bid is not given(bid):
            raise ValueError(f"no bid {hand.bid!r}")
    won = fulfilled(rules, hand) if bid is not None else None
    times, multiplied = times_of(bid, hand.stage, won), (("bids", hand.bid or "", multiplier(bid, won)),)
    items: list[Item] = []
    feats = _feats(rules, hand)
    done = {name: Outcome(name, how.startswith("announced"), how.endswith("won")) for name, how in hand.feats.items()}
    left_out = replaced(feats, list(done.values()), None if won is None else int(not won))
    if bid is not None and won is not None and stands(rules, "score", left_out, hand.doubled):
        share, by = _share(rules, bid, hand.bid or "", won) if shared else (1, ())
        for item in contract_items(rules, hand, won):
            items.append(_times(_times(item, times, multiplied), share, (by,)))
    for name, feat in feats.items():
        if done[name] not in left_out:
            item = feat_item(name, feat, hand.feats[name])
            if told(feat, "times") == "base":
                base, by_base = base_of(rules, hand.bid or "", hand.stage)
                if base is None:
                    raise ValueError(f"the base by which {name!r} is multiplied is not recorded")
                item = _times(item, base, (by_base,))
            items.append(_times(item, times, multiplied) if told(feat, "times") else item)
    need_not = (
        {name for name, one in entries(rules.declarations) if unsaid(rules, one)} if "silent" in left_out else set()
    )
    for name, size in hand.declared.items() if "declarations" not in left_out else ():
        if name not in need_not:
            items.append(declared_item(rules, name, size, won))
    return Payment(contract, tuple(items), won)


class NoBand(ValueError):
    """Card points for which the bands of the score have no payment."""


class Outcome(NamedTuple):
    """How a feat came out, and for which side: the declarer's is 0."""

    feat: str
    announced: bool
    won: bool
    side: int = 0


def replaced(
    feats: Mapping[str, Any], done: Collection[Outcome], winner: int | None = None
) -> frozenset[str | Outcome]:
    """Return what is not paid because of what was done, where the hand is `winner`'s: `score`, `declarations`, outcomes, and
    `silent` if nothing is that was not announced."""
    by: dict[str, set[str]] = {}
    for one in done:
        for payment in replaces(feats[one.feat], one.announced, one.won):
            by.setdefault(payment, set()).add(one.feat)
    silent = by.get("silent", set())
    barred = {
        (id, one.side) for one in done if one.announced for id in _named(told(feats[one.feat], "announced"), "bars")
    }
    barred |= {(id, side) for one in done if one.won for id in _named(feats[one.feat], "silences") for side in (0, 1)}
    outcomes = (
        one
        for one in done
        if one.feat in by
        or (not one.announced and (one.feat, one.side) in barred)
        or (silent and not one.announced and one.feat not in silent)
    )
    score = ("score",) if ("score", winner) in barred else ()
    return frozenset({*(name for name in REPLACED if name in by), *score, *outcomes})


def stands(rules: Rules, payment: str, left_out: Collection[str | Outcome], doubled: bool) -> bool:
    """Return whether something is paid although other things take its place: where they do not, or it was doubled and is then
    paid in any case."""
    return payment not in left_out or (doubled and payment in (told(rules.doubling, "kept") or ()))


def _named(of: Any, field: str) -> tuple[str, ...]:
    return told(of, field) or ()


def replaces(feat: Any, announced: bool, won: bool) -> tuple[str, ...]:
    """Return what is not paid because of a feat, by how it came out."""
    own = getattr(told(feat, "announced"), "instead_of", None) if announced else None
    if own is not None:
        return given(own) or ()
    return told(feat, "instead_of") or () if won else ()


def _share(rules: Rules, bid: Any, name: str, won: bool) -> tuple[Points, Path]:
    """How many times what the contract is worth each opponent pays or gets, and by which fact."""
    owner, path = (bid, ("bids", name)) if told(bid, "shares") else (rules.score, ("score",))
    if shares := told(owner, "shares"):
        return shares.get("opponents", 1), (*path, "shares")
    if told(rules.score, "settle") == "loser" and not won:
        # Each who has lost pays once, and those who have won share it (8.28).
        losers, players = 1 if told(bid, "partner") is None else 2, given(rules.players) or ()
        if len(players) != 1:
            raise ValueError("how many share what the losers pay is not recorded")
        return Fraction(losers, players[0] - losers), ("score", "settle")
    return 1, ()


def settled(rules: Rules, points: Sequence[Points]) -> Item:
    """Return what each receives where players settle by their card points: by bands, or by the distance from a par."""
    bands, settle = told(rules.score, "bands"), told(rules.score, "settle")
    if bands:
        if settle not in ("others", "opponents", "winners", "loser"):
            raise ValueError("who pays by the bands of the score is not recorded as data")
        if settle == "loser":
            amounts = losers(rules, points, lambda own: in_band(bands, own), "shared")
            return Item(tuple(amounts), (("score", "bands"), ("score", "settle")))
        owed = [in_band(bands, p) for p in points]
        if settle == "winners":
            best = (min if told(rules.win, "aim") == "fewest" else max)(points)
            winners = [n for n, p in enumerate(points) if p == best]
            taken = Fraction(sum(amount for n, amount in enumerate(owed) if n not in winners), len(winners))
            paid = (taken if n in winners else -amount for n, amount in enumerate(owed))
            return Item(tuple(exact(amount) for amount in paid), (("score", "bands"), ("score", "settle")))
        return Item(tuple(exact(sum(owed) - len(owed) * own) for own in owed), (("score", "bands"),))
    par = for_players(told(rules.win, "par"), len(points))
    if par is None or isinstance(par, dict):
        raise ValueError("the par is not recorded")
    each = told(rules.score, "each") or 1
    made = [exact(each * steps(rules, p - par)) for p in points]
    by, made = heavily(rules, points, [par] * len(points), made, (("win", "par"), ("score", "each")))
    return Item(tuple(made), by)


def losers(rules: Rules, points: Sequence[Points], worth: Callable[[Points], Points], usual: str) -> list[Points]:
    """Return what each receives where the loser pays every other player; several who have lost level pay as the rules say, or
    else as is usual, a term of the list `level`."""
    worst = (max if told(rules.win, "aim") == "fewest" else min)(points)
    lost = [own == worst for own in points]
    count, others = sum(lost), len(points) - sum(lost)
    if not others:
        return [0] * len(points)
    level = told(rules.score, "level") or usual
    share = {"shared": Fraction(others, count), "once": Fraction(1), "in-full": Fraction(others)}[level]
    owed = Fraction(worth(worst)) * (share if count > 1 else others)
    return [exact(-owed if loser else owed * count / others) for loser in lost]


def heavily(
    rules: Rules, points: Sequence[Points], pars: Sequence[Points], made: list[Points], by: tuple[Path, ...]
) -> tuple[tuple[Path, ...], list[Points]]:
    """What players receive by their pars when heavy defeats cost more: what more is paid goes to those above par, in
    proportion (8.31)."""
    marcio = told(rules.win, "marcio")
    below, times = told(marcio, "below"), told(marcio, "times")
    heavy = [] if below is None or times is None else [n for n, p in enumerate(points) if p < below * pars[n]]
    above = sum(map(Fraction, (amount for amount in made if amount > 0)))
    if not heavy or not above:
        return by, made
    more = sum((-Fraction(made[n]) * (times - 1) for n in heavy), Fraction(0))
    received = [
        exact(amount * times if n in heavy else amount + more * Fraction(amount) / above if amount > 0 else amount)
        for n, amount in enumerate(made)
    ]
    return (*by, ("win", "marcio")), received


def fulfilled(rules: Rules, hand: Hand) -> bool | None:
    """Return whether the declarer won his contract; None at a draw."""
    if told(rules.win, "aim") not in (None, "points", "most"):
        if hand.fulfilled is None:
            raise ValueError(f"the contract asks for {told(rules.win, 'aim')}; expected whether that was fulfilled")
        return hand.fulfilled
    if not hand.points:
        raise ValueError("the card points are not given")
    if hand.points[0] in (told(rules.win, "draw") or ()):
        return None
    if by_most(rules):
        if hand.against is None:
            raise ValueError("the opponents' card points are not given")
        return bool(hand.points[0] > hand.against)
    more = told(rules.win, "more_than")
    if isinstance(more, dict):
        if hand.against is None:
            raise ValueError("the opponents' card points are not given")
        if hand.points[0] > of_side(more, hand):
            return True
        return False if hand.against > of_side(more, hand, against=True) else None
    if isinstance(more, int | Fraction):
        return bool(hand.points[0] > more)
    return bool(hand.points[0] >= needed(rules, hand))


def by_most(rules: Rules) -> bool:
    """Whether whoever has the most card points wins, and no figure is asked for."""
    return told(rules.win, "aim") == "most" and all(told(rules.win, name) is None for name in ("at_least", "more_than"))


def leader(rules: Rules, points: Mapping[int, Points]) -> int | None:
    """Return which side wins by its card points, the most or the fewest, as the aim is; None where several have as many."""
    best = (min if told(rules.win, "aim") == "fewest" else max)(points.values())
    first, *others = (side for side, own in points.items() if own == best)
    return None if others else first


def of_side(figure: Any, hand: Hand, against: bool = False) -> Points:
    """Return a figure that may differ by the side of the dealer, or of the declarer, for the declarer's side or the others."""
    if not isinstance(figure, dict):
        return exact(figure)
    if "dealer" in figure and hand.dealer is None:
        raise ValueError("whether the dealer is on the declarer's side is not given")
    named = next((who for who in ("dealer", "declarer") if who in figure), None)
    mine = (hand.dealer if named == "dealer" else True) is not against
    return exact(figure[named] if named and mine else figure.get("opponents", figure.get("others", 0)))


def multiplier(bid: Any, won: bool | None) -> str:
    """Return the field of a contract that says what the score is multiplied by if it is won, or lost."""
    return "times_lost" if won is False and told(bid, "times_lost") else "times"


def times_of(bid: Any, stage: int | None, won: bool | None = None) -> Points:
    """Return by what a contract multiplies the score, won or lost, at the stage of the talon where there are several figures."""
    return _of_stage(told(bid, multiplier(bid, won)), stage) or 1


def _of_stage(figures: Sequence[Points] | None, stage: int | None) -> Points | None:
    """Return the one of several figures that is that of a stage. ValueError where the stage is not said."""
    if not figures or len(figures) == 1:
        return figures[0] if figures else None
    if not 1 <= (stage or 0) <= len(figures):
        raise ValueError("the contract has a figure for each of its stages, and which it was is not said")
    return figures[(stage or 1) - 1]


def needed(rules: Rules, hand: Hand) -> Points:
    """Return the card points the declarer needs, by the number of bouts where it depends on them."""
    at_least, bouts = hand.need or told(rules.win, "at_least"), hand.bouts
    if not at_least or isinstance(at_least, dict):
        raise ValueError("the points needed are not recorded")
    if len(at_least) == 1:
        return at_least[0]
    if bouts is None or not 0 <= bouts < len(at_least):
        raise ValueError(f"bouts: expected a number from 0 to {len(at_least) - 1}")
    return at_least[bouts]


def contract_items(rules: Rules, hand: Hand, won: bool) -> Iterator[Item]:
    """Yield what the contract itself pays: its base, and what is added by step of card points above or below the start."""
    score, name = given(rules.score), hand.bid or ""
    bid = (given(rules.bids) or {})[name]
    if score is None:
        raise ValueError("the score is not recorded")
    if bands := told(score, "bands"):
        amount = in_band(bands, hand.points[0])
        yield Item((amount if won else -amount,), (("score", "bands"),))
        return
    as_won = won and not (hand.doubled and told(rules.doubling, "worth") == "lost")
    base, by = base_of(rules, name, hand.stage, as_won)
    own = _of_stage(told(bid, "each"), hand.stage)
    each, by_points = (own, ("bids", name, "each")) if own is not None else (told(score, "each"), ("score", "each"))
    if base is not None:
        yield Item((base if won else -base,), (by,))
    elif score.base is Absence.UNSTATED or not each:
        raise ValueError("the base score is not recorded")
    if each and hand.points:
        start = told(score, "start")
        start = of_side(start, hand) if isinstance(start, dict) else start
        if told(score, "settle") == "winners" and hand.against is not None:
            made = each * steps(rules, (hand.points[0] if won else hand.against) - exact(start or 0))
            yield Item((exact(made if won else -made),), (by_points, ("score", "settle")))
            return
        over = hand.points[0] - (needed(rules, hand) if start in (None, "need") else exact(start))
        yield Item((exact(each * steps(rules, over)),), (by_points,))


def base_of(rules: Rules, name: str, stage: int | None, won: bool = True) -> tuple[Points | None, Path]:
    """Return the base of a contract, at the stage of the talon where there are several, or what it costs if it is lost where
    that is another figure; and by which fact. None where it has none."""
    bid, base = (given(rules.bids) or {}).get(name), told(rules.score, "base")
    field = "lost" if not won and told(bid, "lost") else "base"
    stages = told(bid, field)
    if not stages or (base != "bid" and field == "base"):
        return (base if isinstance(base, int | Fraction) else None), ("score", "base")
    return _of_stage(stages, stage), ("bids", name, field)


def steps(rules: Rules, points: Points) -> Points:
    """Return how many steps of the score so many card points are, rounded as the rules say."""
    step = told(rules.score, "step") or 1
    left = Fraction(points) % step
    if left and step - left < (told(rules.score, "wanting") or 0):
        points += step - left
    how = "down" if getattr(rules.score, "round", None) is Absence.UNSTATED else told(rules.score, "round")
    return rounded(Fraction(points) / step, how)


def rounded(number: Fraction, how: str | None) -> Points:
    """Return a number of steps, rounded as the rules say; exact where they say nothing.

    `up` and `down` are of the distance from 0: part of a step counts or not, for winner and loser alike. `half-up` and
    `half-down` are of the card points themselves, so that a loser's half goes the same way as a winner's (dm2004 game 8.13).
    """
    whole, part = divmod(number, 1)
    if how is None or not part:
        return number if part else whole
    if how in ("up", "down"):
        return whole + ((number > 0) == (how == "up"))
    return whole + (part > Fraction(1, 2) or (part == Fraction(1, 2) and how == "half-up"))


def in_band(bands: Mapping[str, Points], points: Points) -> Points:
    """Return the payment of the band in which card points lie: `{16..20: 1, 11..15: 2}`. NoBand where there is none."""
    for band, amount in bands.items():
        low, _, high = band.partition("..")
        if exact(low) <= points <= exact(high or low):
            return amount
    raise NoBand(f"no band of the score has {points} points")


def feat_item(name: str, feat: Any, how: str) -> Item:
    """Return what a feat is worth to the declarer, who did it or failed."""
    announced = how.startswith("announced")
    outcome = how.removeprefix("announced-")
    worth = told(told(feat, "announced") if announced else feat, outcome)
    if not isinstance(worth, int | Fraction) or told(feat, "unit"):
        raise ValueError(f"what {name!r} pays, in the unit of the score, is not recorded")
    return Item((worth,), (("feats", name, *(["announced"] if announced else []), outcome),))


def declared_item(rules: Rules, name: str, size: int | None, won: bool | None) -> Item:
    """Return what a declaration pays whoever made it; or whoever won the contract, where the winners are paid for all."""
    if told(rules.declaring, "counts"):
        raise ValueError("declarations count with the card points, so that these are given with them")
    entry = (given(rules.declarations) or {}).get(name)
    worth = told(entry, "worth")
    if worth is None:
        raise ValueError(f"what the declaration {name!r} pays is not recorded")
    least = min((step or 0 for step, _ in worth.steps), default=0)
    paid = None if worth.by_cards or worth.units else worth_of(worth, least if size is None else size, least=least)
    if paid is None:
        raise ValueError(f"what the declaration {name!r} pays does not follow from its size")
    settle = told(entry, "settle") or told(rules.declaring, "settle")
    turned = won is False and (settle.get("declarer") if isinstance(settle, dict) else settle) in ("winners", "result")
    return Item((exact(-paid if turned else paid),), (("declarations", name, "worth"),))


def _feats(rules: Rules, hand: Hand) -> dict[str, Any]:
    """Return the feats of a hand as the rules have them."""
    known = given(rules.feats) or {}
    if strange := [name for name in hand.feats if given(known.get(name)) is None]:
        raise ValueError(f"no feat {strange[0]!r}")
    return {name: known[name] for name in hand.feats}


def _times(item: Item, times: Points, by: tuple[Path, ...]) -> Item:
    return item if times == 1 else Item(tuple(exact(pays * times) for pays in item.pays), (*item.by, *by))
