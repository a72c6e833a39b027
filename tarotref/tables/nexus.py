"""Rulesets by their features as NEXUS (Maddison, Swofford and Maddison 1997): all main rulesets, and those fit to be compared.

The site offers these files and is built without the library that the tests read them with (commonnexus): all that it would save
is the forty lines of `written`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tarotref.tables.joins import REDUNDANT, scale

Record = Mapping[str, Any]
"""A row of a table, by column."""
STATES = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Symbols for the values of a feature, in the order in which they are met."""
MOST = 10
"""As many states has a character that all programs read."""
MISSING, INAPPLICABLE = "?", "-"


@dataclass(frozen=True, slots=True)
class Character:
    """A feature as a character: the names of its states in their order, the state of each taxon, and whether they are ordered."""

    name: str
    states: Sequence[str]
    of: Mapping[str, str]
    """The symbol of each taxon; `?` where nothing is told, `-` where the question does not arise."""
    ordered: bool = False


def nexus(rulesets: Iterable[Record], cells: Iterable[Record], features: Sequence[str]) -> str:
    """Return all main rulesets by all features, each value a state; those with more values than there are symbols are left out."""
    rows = [row for row in rulesets if row["ruleset"] == "main"]
    inapplicable = _inapplicable(cells)
    found = (_plain(f, rows, inapplicable) for f in features)
    return written(rows, [c for c in found if 1 < len(c.states) <= len(STATES)], " ".join(STATES))


def comparative(
    rulesets: Iterable[Record], games: Iterable[Record], cells: Iterable[Record], features: Sequence[str]
) -> str:
    """Return the main rulesets that are independent of each other by the features that are.

    A ruleset that is told as another one with changes is left out, and what is known by name alone; so are features that follow
    from others, and those of more than ten values, unless they are numbers: these are ordered, in ten bands at most.
    """
    listed = {g["id"] for g in games if g["evidence"] == "listed"}
    rows = [r for r in rulesets if r["ruleset"] == "main" and r["base_tradition"] and r["game"] not in listed]
    inapplicable = _inapplicable(cells)
    found = [
        _banded(f, rows) if f == "players" or scale(f) == "count" else _plain(f, rows, inapplicable)
        for f in features
        if f not in REDUNDANT
    ]
    return written(rows, [c for c in found if 1 < len(c.states) <= MOST], STATES[:MOST])


def _inapplicable(cells: Iterable[Record]) -> set[tuple[str, str]]:
    return {(c["game"], c["feature"]) for c in cells if c["ruleset"] == "main" and c["state"] == "not-applicable"}


def _plain(feature: str, rows: Sequence[Record], inapplicable: set[tuple[str, str]]) -> Character:
    values = list(dict.fromkeys(str(r[feature]) for r in rows if r[feature] is not None))
    symbols = dict(zip(values, STATES, strict=False))
    of = {
        r["game"]: INAPPLICABLE
        if (r["game"], feature) in inapplicable
        else symbols.get(str(r[feature]), MISSING)
        if r[feature] is not None
        else MISSING
        for r in rows
    }
    return Character(feature, values, of)


def _banded(feature: str, rows: Sequence[Record]) -> Character:
    """Return a number, or the least of several, in bands that hold about as many taxa each."""
    figures = {r["game"]: _figure(r[feature]) for r in rows}
    known = sorted(f for f in figures.values() if f is not None)
    values = sorted(set(known))
    if len(values) > MOST:
        values = sorted({known[len(known) * n // MOST] for n in range(MOST)})
    names = [
        f"{low:g}"
        + ("" if high is not None and high == low + 1 else f" to {high - 1:g}" if high is not None else " or more")
        for low, high in zip_longest(values, values[1:])
    ]
    of = {
        game: MISSING if f is None else STATES[max(n for n, low in enumerate(values) if low <= f or n == 0)]
        for game, f in figures.items()
    }
    return Character(feature, names, of, ordered=True)


def _figure(value: Any) -> float | None:
    found = [float(n) for n in re.findall(r"(?:^|;)(?:\d+:)?(\d+(?:\.\d+)?)", str(value))] if value is not None else []
    return min(found, default=None)


def written(rows: Sequence[Record], characters: Sequence[Character], symbols: str) -> str:
    """Write taxa and characters as NEXUS; which characters are ordered stands in a block of assumptions."""
    taxa = {row["game"]: row["game"].replace(".", "_") for row in rows}
    width = max(map(len, taxa.values()), default=0) + 2
    matrix = [f"    {name:{width}}" + "".join(c.of[game] for c in characters) for game, name in taxa.items()]
    states = [
        f"    {n} {c.name} / " + " ".join(map(_word, c.states)) + ("," if n < len(characters) else "")
        for n, c in enumerate(characters, 1)
    ]
    ordered = [str(n) for n, c in enumerate(characters, 1) if c.ordered]
    rest = [str(n) for n, c in enumerate(characters, 1) if not c.ordered]
    types = ", ".join(f"{name}: {' '.join(which)}" for name, which in (("unord", rest), ("ord", ordered)) if which)
    return "\n".join(
        [
            "#NEXUS",
            "BEGIN TAXA;",
            f"  DIMENSIONS NTAX={len(taxa)};",
            "  TAXLABELS " + " ".join(taxa.values()) + ";",
            "END;",
            "BEGIN CHARACTERS;",
            f"  DIMENSIONS NCHAR={len(characters)};",
            f'  FORMAT DATATYPE=STANDARD MISSING={MISSING} GAP={INAPPLICABLE} SYMBOLS="{symbols}";',
            "  CHARSTATELABELS",
            *states,
            "  ;",
            "  MATRIX",
            *matrix,
            "  ;",
            "END;",
            *(["BEGIN ASSUMPTIONS;", f"  TYPESET * scales = {types};", "END;"] if ordered else []),
            "",
        ]
    )


def _word(value: str) -> str:
    return "'" + value.replace("'", "''") + "'" if re.search(r"[^A-Za-z0-9_]", value) else value
