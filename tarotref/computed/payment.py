"""What a hand pays: the score of a ruleset applied to the card points, the bid, the feats and the declarations of one hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tarotref.corpus.records import Ruleset
from tarotref.model.record import Example
from tarotref.model.rules import Rules
from tarotref.model.types import Absence, given
from tarotref.notation import exact

Points = int | Fraction


def settle(ruleset: Ruleset, example: Example) -> list[Points] | None:
    """Return what an example of the source pays by the rules: each opponent to the declarer, or what each player receives.

    None where the rules that it would need are not recorded as data. ValueError where the example does not fit the rules.
    """
    rules = ruleset.rules
    if example.points is not None and len(example.points) > 1:
        return by_par(rules, list(example.points))
    if example.bid is None or example.points is None:
        return None
    return [by_bid(rules, example)]


def by_par(rules: Rules, points: list[Points]) -> list[Points] | None:
    """Return what each receives where players settle the differences of their card points from a par."""
    win = given(rules.win)
    par = given(win.par) if win else None
    if isinstance(par, dict):
        par = par.get(len(points))
    if par is None or isinstance(par, dict):
        return None
    return [p - par for p in points]


def by_bid(rules: Any, example: Example) -> Points:
    """Return what each opponent pays a declarer who made so many points; negative where the declarer pays."""
    bids = given(rules.bids) or {}
    if example.bid not in bids:
        raise ValueError(f"no bid {example.bid!r}")
    bid, score = bids[example.bid], given(rules.score)
    if score is None or example.points is None:
        raise ValueError("the score is not recorded")
    points, need = example.points[0], needed(rules, example.bouts)
    stages: Any = given(bid.base)
    base = stages[0] if score.base == "bid" and stages else given(score.base)
    if not isinstance(base, int | Fraction):
        raise ValueError("the base score is not recorded")
    start = given(score.start)
    over = points - (need if start in (None, "need") else exact(start))
    each, step = given(score.each) or 0, given(score.step) or 1
    won = points >= need
    amount = base + each * abs(Fraction(rounded(Fraction(over) / step, given(score.round))))
    feats: Points = 0
    rest: Points = 0
    for name, how in (example.feats or {}).items():
        worth, times = feat_worth(rules, name, how)
        # A feat is the doer's whether the contract is won or lost; amounts are signed from the declarer's side.
        if times == "bid":
            feats += worth
        else:
            rest += worth
    total = (amount if won else -amount) + feats
    total *= given(bid.times) or 1
    for name in example.declared or ():
        declared: Any = given((given(rules.declarations) or {})[name].worth)
        flat = declared.flat if declared else None
        if flat is None:
            raise ValueError(f"what {name!r} pays is no single figure")
        rest += flat if won else -flat
    result = Fraction(total + rest)
    return result.numerator if result.denominator == 1 else result


def needed(rules: Any, bouts: int | None) -> Points:
    """Return the card points the declarer needs, by the number of bouts where it depends on them."""
    win = given(rules.win)
    at_least = given(win.at_least) if win else None
    if not at_least or isinstance(at_least, dict):
        raise ValueError("the points needed are not recorded")
    if len(at_least) == 1:
        return at_least[0]  # type: ignore[no-any-return]
    if bouts is None or not 0 <= bouts < len(at_least):
        raise ValueError(f"bouts: expected a number from 0 to {len(at_least) - 1}")
    return at_least[bouts]  # type: ignore[no-any-return]


def rounded(steps: Fraction, how: str | None) -> Points:
    """Return a number of steps, rounded as the rules say; exact where they say nothing.

    `up` and `down` are of the distance from 0: part of a step counts or not, for winner and loser alike. `half-up` and
    `half-down` are of the card points themselves, so that a loser's half goes the same way as a winner's (dm2004 game 8.13).
    """
    whole, part = divmod(steps, 1)
    if how is None or not part:
        return steps if part else whole
    if how in ("up", "down"):
        return whole + ((steps > 0) == (how == "up"))
    return whole + (part > Fraction(1, 2) or (part == Fraction(1, 2) and how == "half-up"))


def feat_worth(rules: Rules, name: str, how: str) -> tuple[Points, str]:
    """Return what a feat is worth to the declarer, and what it is multiplied by."""
    feat = (given(rules.feats) or {}).get(name)
    if feat is None or isinstance(feat, Absence):
        raise ValueError(f"no feat {name!r}")
    source = given(feat.announced) if how.startswith("announced") else feat
    worth = given(source.won if how.endswith("won") else source.lost) if source else None
    if not isinstance(worth, int | Fraction):
        raise ValueError(f"what {name!r} pays is not recorded")
    return worth, given(feat.times) or ""
