"""How far a second coder, who had not seen the records, agrees with them: by column and by group of games.

The two codings are compared as they were when the second had just been made, before anybody talked about what differed. Cohen's
kappa is computed column by column, since only values of one column are categories beside each other; of several columns the mean
is told. Intervals are of 95 in a hundred: of a rate by Wilson, of a kappa by leaving out each game in turn (jackknife), since the
cells of one game are not independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from tarotref.computed.columns import COMPUTED, FEATURES, cell, text_of

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

CODED = tuple(name for name in FEATURES if name not in ("pack", "total_computed", "total_least", "total_greatest"))
"""Columns of `rulesets` that a reader of the source can code; ids of packs and computed figures are ours."""
FOLLOWING = ("pack_cards", "suits", "trumps", "top_trump", "equal_trumps")
"""Those of them that follow from the pack and its order: whoever agrees on these agrees on them."""
STRATA = {"2-7": range(2, 8), "8-9": range(8, 10), "11-14": range(11, 15), "15-20": range(15, 21)}
"""Groups of games, by chapters, that were read by others, or at another time."""
ALL, READ = "all", "read"
"""Stand for all groups, or all columns; and for all columns but those that follow from others."""
Z = 1.96
"""Standard deviations on each side of an interval of 95 in a hundred."""
Key = tuple[str, str]


class Interval(NamedTuple):
    """The bounds of an interval of 95 in a hundred."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two codings of a column, or of several, in a group of games."""

    stratum: str
    column: str
    cells: int
    agreed: int
    valued: int
    """Cells to which both give a value."""
    valued_agreed: int
    silence: int
    """Cells on which they differ since one of them holds the source to be silent."""
    kappa: float | None
    """None where chance alone would make them agree."""
    kappa_interval: Interval | None

    @property
    def rate(self) -> float:
        """The share of cells on which both agree."""
        return self.agreed / self.cells

    @property
    def rate_interval(self) -> Interval:
        """Where that share lies, after Wilson."""
        n, p = self.cells, self.rate
        middle, half = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return Interval((middle - half) / (1 + Z * Z / n), (middle + half) / (1 + Z * Z / n))


def normal(value: str) -> str:
    """Return a coded value as it is compared: `none` and `0` alike, figures without a useless `.0`, lists in order."""
    text = value.strip().lower()
    text = text.removesuffix(".0")
    if ";" in text and ":" not in text:
        text = ";".join(sorted(text.split(";")))
    if text == "not-applicable":
        return "none"
    return SILENT if text in ("", "missing", "not-recorded", "not-computable", "agreed", "as-taken") else text


SILENT = "unstated"
"""What a coder says of a cell for which the source has no value."""


def coding_of(computed: ComputedCorpus, games: Iterable[str]) -> dict[Key, str]:
    """Return the records' own coding of the main rulesets of some games as it is now, in the form of the second one."""
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


class Coded(NamedTuple):
    """One cell as the record had it when the two were compared, as the second coder read it, and as the record has it now."""

    game: str
    column: str
    first: str
    second: str
    now: str

    @property
    def outcome(self) -> str:
        """What came of it: whether the two agreed, and what the record says since they were compared; a key of `OUTCOMES`."""
        if self.first == self.second:
            return "agreed" if self.now == self.first else "changed since"
        return "mended" if self.now == self.second else "kept" if self.now == self.first else "both left"

    @property
    def stratum(self) -> str:
        """The group of games to which its game belongs."""
        chapter = int(self.game.partition(".")[0])
        return next(name for name, chapters in STRATA.items() if chapter in chapters)


def coded_cells(computed: ComputedCorpus) -> list[Coded]:
    """Return the cells that both coded, in the order of the second coding; where nothing else is kept, the first had the same."""

    def make() -> list[Coded]:
        entries = computed.corpus.shared["second-coding"]
        now = coding_of(computed, entries)
        return [
            Coded(game, column, normal(entry.first.get(column, value)), normal(value), now[game, column])
            for game, entry in entries.items()
            for column, value in entry.cells.items()
            if (game, column) in now
        ]

    return computed.memo.once("coded", make)


OUTCOMES = {
    "agreed": "the two agreed, and the record says so still",
    "changed since": "the two agreed; the record has come to say something else",
    "mended": "they differed; the record was mended to what the second reader had",
    "kept": "they differed; the source was read once more, and the record stands",
    "both left": "they differed; the record now says something else than either",
}


def agreements(cells: Iterable[Coded]) -> list[Agreement]:
    """Return the agreement by column, then on all columns and on all that are read, for all games and for each group."""
    shared = sorted(cells)
    found: list[Agreement] = []
    for group in (ALL, *STRATA):
        mine = [c for c in shared if group in (ALL, c.stratum)]
        columns = {name: _Column.of([(c.game, c.first, c.second) for c in mine if c.column == name]) for name in CODED}
        columns = {c: made for c, made in columns.items() if made.cells}
        found += [_told(group, name, [made]) for name, made in columns.items()]
        if columns:
            found.append(_told(group, ALL, list(columns.values())))
            found.append(_told(group, READ, [made for c, made in columns.items() if c not in FOLLOWING]))
    return found


Cell = tuple[str, str, str]
"""A game, and what the two coders have."""


@dataclass(frozen=True)
class _Column:
    cells: Sequence[Cell]
    pairs: Counter[tuple[str, str]]

    @cached_property
    def whole(self) -> float | None:
        """Cohen's kappa of all games."""
        return self.kappa()

    @cached_property
    def left(self) -> dict[str, float | None]:
        """What it is without each of the games."""
        of: dict[str, Counter[tuple[str, str]]] = {}
        for game, a, b in self.cells:
            of.setdefault(game, Counter())[a, b] += 1
        return {game: self.kappa(pairs) for game, pairs in of.items()}

    @classmethod
    def of(cls, cells: Sequence[Cell]) -> _Column:
        return cls(cells, Counter((a, b) for _, a, b in cells))

    def kappa(self, without: Counter[tuple[str, str]] | None = None) -> float | None:
        """Return Cohen's kappa, of all games or without those pairs of values that one of them has."""
        pairs = self.pairs - without if without else self.pairs
        n = pairs.total()
        if not n:
            return None
        ones, others = Counter[str](), Counter[str]()
        for (a, b), times in pairs.items():
            ones[a] += times
            others[b] += times
        agreed = sum(times for (a, b), times in pairs.items() if a == b)
        by_chance = sum(ones[v] * others[v] for v in ones)
        return None if by_chance == n * n else (agreed / n - by_chance / (n * n)) / (1 - by_chance / (n * n))


def _told(group: str, name: str, columns: Sequence[_Column]) -> Agreement:
    cells = [one for column in columns for one in column.cells]
    unlike = [(a, b) for _, a, b in cells if a != b]
    valued = [(a, b) for _, a, b in cells if SILENT not in (a, b)]
    return Agreement(
        group,
        name,
        len(cells),
        len(cells) - len(unlike),
        len(valued),
        sum(a == b for a, b in valued),
        sum(SILENT in pair for pair in unlike),
        _mean([c.whole for c in columns]),
        _interval(columns),
    )


def _mean(kappas: Iterable[float | None]) -> float | None:
    known = [k for k in kappas if k is not None]
    return sum(known) / len(known) if known else None


def _interval(columns: Sequence[_Column]) -> Interval | None:
    """Return the interval of the mean kappa, from its values without each game; None where these are all the same."""
    whole = _mean([c.whole for c in columns])
    games = sorted({game for column in columns for game in column.left})
    if whole is None or len(games) < 2:
        return None
    known = [k for game in games if (k := _mean([c.left.get(game, c.whole) for c in columns])) is not None]
    n = len(known)
    middle = sum(known) / n if n else 0.0
    error = sqrt((n - 1) / n * sum((k - middle) ** 2 for k in known)) if n else 0.0
    return Interval(max(-1.0, whole - Z * error), min(1.0, whole + Z * error)) if error else None


@dataclass(frozen=True, slots=True)
class Silence:
    """How often a feature is there, as told, and if silence is read as *no*."""

    column: str
    yes: int
    no: int
    silent: int

    @property
    def told_share(self) -> float | None:
        """The share of those of which either is told."""
        return self.yes / (self.yes + self.no) if self.yes + self.no else None

    @property
    def share_if_no(self) -> float | None:
        """The share if silence were a *no*."""
        every = self.yes + self.no + self.silent
        return self.yes / every if every else None


def silences(computed: ComputedCorpus) -> list[Silence]:
    """Return for each feature that is there or not how its share changes if silence is read as *no*.

    Main rulesets count whose sources were read; what is not recorded is no silence and is left out.
    """
    found = []
    mains = [r for r in computed.corpus.rulesets.values() if r.kind == "main"]
    for name, feature in FEATURES.items():
        if feature.dtype == "boolean" and feature.rests_on[0] != COMPUTED and name not in FOLLOWING:
            cells = [cell(name, r, computed.figures(r)) for r in mains]
            yes = sum(c.value is True for c in cells)
            no = sum(c.value is False for c in cells)
            found.append(Silence(name, yes, no, sum(c.value is None and c.state == "unstated" for c in cells)))
    return found
