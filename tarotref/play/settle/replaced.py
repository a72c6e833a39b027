"""What is not paid because of what was done: one payment stands in place of others, bars them, or silences them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from tarotref.play.compiled.doubling import Doubling
from tarotref.play.compiled.feats import REPLACED, Feat

BARRED = "score barred"
"""What is left out where an announcement bars the score, beside the score."""


class Outcome(NamedTuple):
    """How a feat came out, and for which side: the declarer's is 0."""

    feat: str
    announced: bool
    won: bool
    side: int = 0


def replaced(
    feats: Mapping[str, Feat], done: Collection[Outcome], winner: int | None = None
) -> frozenset[str | Outcome]:
    """Return what is not paid because of what was done, where the hand is `winner`'s: `score`, `declarations`, outcomes, and
    `silent` if nothing is that was not announced."""
    by: dict[str, set[str]] = {}
    for one in done:
        for payment in feats[one.feat].replaces(one.announced, one.won):
            by.setdefault(payment, set()).add(one.feat)
    silent, barred = by.get("silent", set()), _barred(feats, done)
    outcomes = (
        one
        for one in done
        if one.feat in by
        or (not one.announced and (one.feat, one.side) in barred)
        or (silent and not one.announced and one.feat not in silent)
    )
    score = ("score", BARRED) if ("score", winner) in barred else ()
    return frozenset({*(name for name in REPLACED if name in by), *score, *outcomes})


def _barred(feats: Mapping[str, Feat], done: Collection[Outcome]) -> set[tuple[str, int | None]]:
    """What is not paid to which side, unless it was announced."""
    barred: set[tuple[str, int | None]] = set()
    for one in done:
        announced = feats[one.feat].announced
        if one.announced and announced is not None:
            barred |= {(id, one.side) for id in announced.bars}
        if one.won:
            barred |= {(id, side) for id in feats[one.feat].silences for side in (0, 1)}
        if one.won and not one.announced:
            barred |= {(id, side) for id, feat in feats.items() if one.feat in feat.silenced_by for side in (0, 1)}
    return barred


def stands(doubling: Doubling, payment: str, left_out: Collection[str | Outcome], doubled: bool) -> bool:
    """Return whether something is paid although other things take its place: where they do not, or it was doubled and is then
    paid in any case."""
    if doubling.bars_kept and payment == "score" and BARRED in left_out:
        return False
    return payment not in left_out or (doubled and payment in doubling.kept)
