"""How far a second coder, who had not seen the records, agrees with them: cells, rate, and Cohen's kappa by column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tarotref.computed.columns import FEATURES, cell, text_of

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

CODED = tuple(name for name in FEATURES if name not in ("pack", "total_computed", "total_least", "total_greatest"))
"""Columns of `rulesets` that a reader of the source can code; ids of packs and computed figures are ours."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two codings of one column. `kappa` is None where chance alone would make them agree."""

    column: str
    cells: int
    agreed: int
    kappa: Fraction | None

    @property
    def rate(self) -> Fraction:
        """The share of cells on which both agree."""
        return Fraction(self.agreed, self.cells) if self.cells else Fraction(0)


def second_coding(computed: ComputedCorpus) -> dict[tuple[str, str], str]:
    """Return the second coding: (game, column) -> value."""
    entries = computed.corpus.shared["second-coding"]
    return {(game, column): normal(value) for game, entry in entries.items() for column, value in entry.cells.items()}


def normal(value: str) -> str:
    """Return a coded value as it is compared: `none` and `0` alike, figures without a useless `.0`, lists in order."""
    text = value.strip().lower()
    text = text.removesuffix(".0")
    if ";" in text and ":" not in text:
        text = ";".join(sorted(text.split(";")))
    return "unstated" if text in ("", "missing", "not-computable", "agreed", "as-taken") else text


def coding_of(computed: ComputedCorpus, games: Iterable[str]) -> dict[tuple[str, str], str]:
    """Return the records' own coding of the main rulesets of some games, in the form of the second one."""
    found = {}
    for game in games:
        ruleset = computed.corpus.rulesets.get(f"{game}/main")
        if ruleset is None:
            continue
        figures = computed.figures(ruleset)
        for column in CODED:
            c = cell(column, ruleset, figures)
            value = (
                c.status
                if c.value is None
                else text_of(c.value if isinstance(c.value, bool | int | str) else str(c.value))
            )
            if c.status == "none":
                value = "no" if FEATURES[column].dtype == "boolean" else "none"
            found[game, column] = normal(value)
    return found


def agreement(first: Mapping[tuple[str, str], str], second: Mapping[tuple[str, str], str]) -> list[Agreement]:
    """Return the agreement on each column over the cells that both codings have, then on all together (column `all`)."""
    shared = sorted(first.keys() & second.keys())
    found = [_column(column, [(first[k], second[k]) for k in shared if k[1] == column]) for column in CODED]
    everything = [(f"{k[1]}={first[k]}", f"{k[1]}={second[k]}") for k in shared]
    return [*(a for a in found if a.cells), _column("all", everything)]


def _column(column: str, pairs: list[tuple[str, str]]) -> Agreement:
    n = len(pairs)
    agreed = sum(a == b for a, b in pairs)
    if not n:
        return Agreement(column, 0, 0, None)
    ones, others = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    chance = sum((Fraction(ones[v], n) * Fraction(others[v], n) for v in ones), Fraction(0))
    return Agreement(column, n, agreed, None if chance == 1 else (Fraction(agreed, n) - chance) / (1 - chance))
