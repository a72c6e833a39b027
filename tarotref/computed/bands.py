"""Figures in bands: many numbers gathered into a few neighbouring groups, each about as common as the others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from tarotref.words.phrases import figure

_FIGURE = re.compile(r"\d+(?:[./]\d+)?")
SEVERAL = "depends on the number of players"
"""The band of what has another figure for each number of players."""


def figure_of(value: object) -> Fraction | None:
    """Return the figure that a value is; None where it is a word, or several figures (`3:25;4:19`)."""
    text = str(value)
    return Fraction(text) if _FIGURE.fullmatch(text) else None


def by_players(value: object) -> bool:
    """Say whether a value has a figure for each number of players."""
    parts = [part.partition(":") for part in str(value).split(";")]
    return all(figure_of(players) is not None and figure_of(told) is not None for players, _, told in parts)


def bands(counts: Mapping[Fraction, int], most: int) -> dict[Fraction, str]:
    """Return for each figure the band in which it lies, in words (`66 to 72`, `78`): at most as many bands as asked for.

    A band ends where it has its share of all that is left; a figure more common than that stands alone. Its ends are figures
    that occur.
    """
    waiting, groups = sorted(counts), list[list[Fraction]]()
    while waiting:
        left = most - len(groups)
        share = sum(counts[f] for f in waiting) / left
        group = [waiting.pop(0)]
        while waiting and (
            left == 1
            or (counts[waiting[0]] < share and sum(counts[f] for f in group) + counts[waiting[0]] / 2 <= share)
        ):
            group.append(waiting.pop(0))
        groups.append(group)
    return {
        f: figure(group[0]) if len(group) == 1 else f"{figure(group[0])} to {figure(group[-1])}"
        for group in groups
        for f in group
    }
