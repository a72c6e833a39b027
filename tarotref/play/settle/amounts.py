"""What things are worth: a contract won or lost, card points by steps and bands, feats and declarations. Who pays is told elsewhere.

Each amount comes with the facts of the ruleset that cause it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.notation import exact
from tarotref.play.compiled import Path
from tarotref.play.compiled.contracts import Contract
from tarotref.play.compiled.feats import Feat, Unpriced
from tarotref.play.compiled.scoring import Score, Scoring
from tarotref.play.settle.reached import Reached, needed, of_side
from tarotref.play.settle.replaced import Outcome


@dataclass(frozen=True, slots=True)
class Item:
    """One part of a payment, and the facts of the ruleset that cause it."""

    pays: tuple[Points, ...]
    """What each opponent pays the declarer, less than nothing if he pays; or what each player receives in all."""
    by: tuple[Path, ...]

    def times(self, times: Points | Fraction, *by: Path) -> Item:
        """So many times as much, by another fact."""
        return self if times == 1 else Item(tuple(exact(pays * times) for pays in self.pays), (*self.by, *by))


class NoBand(ValueError):
    """Points for which the bands of the rules have no payment."""


# -- numbers


def rounded(number: Fraction, how: str | None) -> Points:
    """Return a number of steps, rounded as the rules say; exact where they say nothing.

    `up` and `down` are of the distance from 0: part of a step counts or not, for winner and loser alike. `half-up` and
    `half-down` are of the card points themselves, so that a loser's half goes the same way as a winner's (dm2004 game 8.13); by
    `half-away` half a step counts for winner and loser alike (dm2009 game 19.16).
    """
    whole, part = divmod(number, 1)
    if how is None or not part:
        return number if part else whole
    if how in ("up", "down"):
        return whole + ((number > 0) == (how == "up"))
    if how == "half-away":
        how = "half-up" if number > 0 else "half-down"
    return whole + (part > Fraction(1, 2) or (part == Fraction(1, 2) and how == "half-up"))


def steps(score: Score, points: Points) -> Points:
    """Return how many steps of the score so many card points are, rounded as the rules say."""
    left = Fraction(points) % score.step
    if left and score.step - left < score.wanting:
        points += score.step - left
    return rounded(Fraction(points) / score.step, score.round)


def in_band(bands: Mapping[str, Points], points: Points) -> Points:
    """Return the payment of the band in which points lie: `{16..20: 1, 21..: 2}`. NoBand where there is none."""
    for band, amount in bands.items():
        low, dots, high = band.partition("..")
        if exact(low) <= points and ((dots and not high) or points <= exact(high or low)):
            return amount
    raise NoBand(f"no band of the score has {points} points")


def _of_stage(figures: Sequence[Points], stage: int | None) -> Points | None:
    """Return the one of several figures that is that of a stage. ValueError where the stage is not said."""
    if len(figures) <= 1:
        return figures[0] if figures else None
    if not 1 <= (stage or 0) <= len(figures):
        raise ValueError("the contract has a figure for each of its stages, and which it was is not said")
    return figures[(stage or 1) - 1]


# -- the contract


def times_of(bid: Contract | None, stage: int | None, won: bool | None = None) -> tuple[Points, Path]:
    """Return by what a contract multiplies the score, won or lost, at the stage of the talon where there are several figures,
    and by which fact."""
    if bid is None:
        return 1, ("bids", "", "times")
    lost = won is False and bid.times_lost
    times = _of_stage(bid.times_lost if lost else bid.times, stage) or 1
    return times, ("bids", bid.id, "times_lost" if lost else "times")


def base_of(
    scoring: Scoring, name: str, stage: int | None, won: bool = True, bids: Collection[str] = (), own: bool = False
) -> tuple[Points | None, Path]:
    """Return the base of a contract, at the stage of the talon where there are several, or what it costs if it is lost where
    that is another figure, where these `bids` were made, and the declarer has called a card of his `own` or not; and by which fact. None where it has none."""
    bid, score = scoring.contracts.get(name), scoring.score
    over = None if bid is None else next((id for id in bid.base_over if id in bids), None)
    if bid is not None and over is not None:
        return _of_stage(bid.base_over[over], stage), ("bids", name, "base_over")
    if bid is not None and own and bid.base_own is not None:
        return bid.base_own, ("bids", name, "base_own")
    if bid is not None and not won and bid.lost:
        return _of_stage(bid.lost, stage), ("bids", name, "lost")
    if bid is not None and bid.base and score.by_bid:
        return _of_stage(bid.base, stage), ("bids", name, "base")
    return score.base, score.base_by


def contract_items(scoring: Scoring, reached: Reached, won: bool) -> Iterator[Item]:
    """Yield what the contract itself pays: its base, and what is added by step of card points above or below the start."""
    score, name = scoring.score, reached.bid or ""
    bid = scoring.contracts[name]
    if not score.known:
        raise ValueError("the score is not recorded")
    if score.bands:
        amount = in_band(score.bands, reached.points[0])
        yield Item((amount if won else -amount,), (("score", "bands"),))
        return
    as_won = won and not (reached.doubled and scoring.doubling.as_lost)
    base, by = base_of(scoring, name, reached.stage, as_won, reached.bids, reached.own)
    if reached.held and score.held is not None:
        base, by = score.held, ("score", "held")
    own = _of_stage(bid.each, reached.stage)
    each, by_points = (own, ("bids", name, "each")) if own is not None else (score.each, ("score", "each"))
    if base is not None:
        yield Item((base if won else -base,), (by,))
    elif not each:
        raise ValueError("the base score is not recorded")
    if each and reached.points:
        yield _by_steps(scoring, reached, won, each, by_points)


def _by_steps(scoring: Scoring, reached: Reached, won: bool, each: Points, by: Path) -> Item:
    """What is paid for card points above or below the start; winners alone are paid for their own."""
    score, start = scoring.score, scoring.score.start
    if isinstance(start, Mapping):
        start = of_side(start, reached)
    if score.settle == "winners" and reached.against is not None:
        made = each * steps(score, (reached.points[0] if won else reached.against) - exact(start or 0))
        return Item((exact(made if won else -made),), (by, ("score", "settle")))
    over = reached.points[0] - (needed(scoring.win, reached) if start in (None, "need") else exact(start))
    return Item((exact(each * steps(score, over)),), (by,))


# -- feats


def feat_path(feat: Feat, announced: bool, won: bool) -> Path:
    """Where the rules say what a feat pays."""
    return "feats", feat.id, *(["announced"] if announced else []), "won" if won else "lost"


def beside_base(feats: Mapping[str, Feat], of: Outcome, others: Iterable[Outcome]) -> Points:
    """Return what is multiplied for a feat with the worth of the contract: what others pay its side that were announced, as they came
    out, or where it has failed itself what they pay if done."""
    found = Fraction(0)
    for one in others:
        price = feat_price(feats[one.feat], True, one.won or not of.won)
        if one.announced and one.feat in feats[of.feat].with_base and isinstance(price, int | Fraction):
            found += -price if of.won and one.side != of.side else price
    return exact(found)


def feat_price(feat: Feat, announced: bool, won: bool, trick: int = 0, stage: int = 0) -> Points | Unpriced | None:
    """What a feat is worth by how it came out, in which trick and stage of the talon where that makes a difference; None where
    nothing is paid."""
    price = feat.price(announced, won, stage)
    if isinstance(price, Mapping):
        return price[max(n for n in price if n <= max(trick, min(price)))]
    return price
