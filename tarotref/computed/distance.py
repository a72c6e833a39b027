"""How far apart games are over all that their main rulesets tell: a distance after Gower (1971), in which silence is no difference.

Facts are compared as `Comparison` has them. Where both rulesets tell of a fact they are alike in it (0) or not (1). A bid, case,
declaration or feat that one has and the other, who lists such things, has not is unlike; of a named thing that both have, the
share of its fields that are unlike is taken. Facts fall into the parts of `PARTS`; the distance is the mean of these, so that a
part with many facts, as bids, does not drown the others. In each part `PRIOR` facts more are taken to be half unlike: where
little can be compared the distance is near one half, and two games of which next to nothing is known are not each other's like.

Left out are when, where and by what evidence a game is known, and its tradition (the distance is there to be held against
them); prose (fields called `text`), whose wording is ours; what is presumed, or not reported of a witness, and totals, which
follow from the rules. Games without rules at hand (`listed`) have no distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tarotref.computed.comparison import LISTS, Path, Told
from tarotref.model.rules import SECTIONS, shape

if TYPE_CHECKING:
    from tarotref.computed.comparison import Comparison

PARTS: dict[str, tuple[str, ...]] = {
    "players and cards": tuple(
        "players sitting_out sides seating pack trump_order suit_order trump_suit computed".split()
    ),
    "the Fool and counting": ("fool", "values", "counting"),
    "deal and discard": ("deal", "discard"),
    "bidding": ("bidding", "bids", "cases", "doubling"),
    "play": ("play", "customs", "talk", "signals", "concessions", "penalties"),
    "declarations and bonuses": ("declaring", "declarations", "kinds", "feats"),
    "winning and score": ("win", "score", "tally", "pots", "units"),
    "names": ("names",),
}
"""The parts of a game, and the sections in each."""
WEIGHTS = dict.fromkeys(PARTS, 1.0) | {"names": 0.5}
"""What each part weighs. Names tell who learned from whom, but many differ by language alone: they weigh half."""
PRIOR = 4
"""So many facts of each part are taken to be half unlike, whatever is told."""
LEAST = 30
"""With fewer facts to compare, neither of two games is counted among those nearest to the other."""
NAMED = frozenset({"name", "said"})
"""Fields of things that are names."""
FOLLOWS = frozenset({"total_points", "total_computed", "total_least", "total_greatest", "discard", "hand", "talon"})
"""Computed figures that would only repeat facts."""
_PART_OF = {section: part for part, sections in PARTS.items() for section in sections}


class Apart(NamedTuple):
    """How far apart two games are."""

    distance: float
    """Between 0 and 1."""
    compared: int
    """How many facts and named things could be compared."""
    alike: int
    """In how many of these they are wholly alike."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a ruleset tells, made ready to be compared."""

    facts: Mapping[str, frozenset[tuple[Path, str]]]
    """Single facts by part, with their values."""
    told: Mapping[str, frozenset[Path]]
    """Their paths."""
    things: Mapping[str, Mapping[str, frozenset[tuple[str, str]]]]
    """The named things of each section, with what is told of each."""
    names: Mapping[Path, frozenset[str]]
    """What cards and things are called."""
    present: frozenset[str]
    """Sections of which something is told."""


def profile(told: Mapping[Path, Told]) -> Profile:
    """Return what a ruleset tells, made ready to be compared."""
    facts: dict[str, set[tuple[Path, str]]] = {part: set() for part in PARTS}
    things: dict[str, dict[str, set[tuple[str, str]]]] = {}
    names: dict[Path, frozenset[str]] = {}
    present: set[str] = set()
    for path, t in told.items():
        section, field = path[0], path[-1]
        left_out = field == "text" or (section == "computed" and field in FOLLOWS)
        if section not in _PART_OF or not t.speaks or t.status == "presumed" or left_out:
            continue
        if len(path) > 1 and section in SECTIONS:
            present.add(section)
        if len(path) > 1 and section in SECTIONS and shape(section) == "things":
            thing = things.setdefault(section, {}).setdefault(path[1], set())
            if field not in NAMED:
                thing.add((field, t.value))
        if section == "names" or field in NAMED:
            names[path] = frozenset(t.value.lower().split(", "))
        elif len(path) < 2 or section not in things:
            facts[_PART_OF[section]].add((path, t.value))
    return Profile(
        {part: frozenset(found) for part, found in facts.items()},
        {part: frozenset(path for path, _ in found) for part, found in facts.items()},
        {section: {id: frozenset(found) for id, found in group.items()} for section, group in things.items()},
        names,
        frozenset(present),
    )


def apart(one: Profile, other: Profile) -> Apart:
    """Return how far apart two rulesets are."""
    total = 0.0
    compared = alike = 0
    for part, sections in PARTS.items():
        unlike, count, same = _in_names(one, other) if part == "names" else _in_part(one, other, part, sections)
        total += WEIGHTS[part] * (unlike + PRIOR / 2) / (count + PRIOR)
        compared, alike = compared + count, alike + same
    return Apart(total / sum(WEIGHTS.values()), compared, alike)


def _in_names(one: Profile, other: Profile) -> tuple[float, int, int]:
    """Return how many things are called otherwise, how many both have words for, and for how many they share one."""
    common = one.names.keys() & other.names.keys()
    same = sum(not one.names[p].isdisjoint(other.names[p]) for p in common)
    return len(common) - same, len(common), same


def _in_part(one: Profile, other: Profile, part: str, sections: Iterable[str]) -> tuple[float, int, int]:
    """Return how much is unlike in a part, what could be compared, and in how much of it both are wholly alike."""
    count, same = len(one.told[part] & other.told[part]), len(one.facts[part] & other.facts[part])
    unlike = float(count - same)
    for section in sections:
        for a, b in ((one, other), (other, one)):
            if section in b.present and ((section,), "none") in a.facts[part]:
                unlike, count = unlike + 1, count + 1
        mine, yours = one.things.get(section), other.things.get(section)
        if mine is None or yours is None:
            continue
        both = mine.keys() & yours.keys()
        if section in LISTS:
            lacking = len(mine) + len(yours) - 2 * len(both)
            unlike, count = unlike + lacking, count + lacking
        for id in both:
            if common := len({f for f, _ in mine[id]} & {f for f, _ in yours[id]}):
                differing = common - len(mine[id] & yours[id])
                unlike, count, same = unlike + differing / common, count + 1, same + (not differing)
    return unlike, count, same


def distances(comparison: Comparison) -> dict[tuple[str, str], Apart]:
    """Return how far apart games are, by their ids in the order of the catalogue; those without rules at hand are left out."""
    corpus = comparison.computed.corpus
    games = [g for g in corpus.games if f"{g}/main" in corpus.rulesets and corpus.game(g).evidence != "listed"]
    profiles = [profile(comparison.of(corpus.rulesets[f"{g}/main"])) for g in games]
    return {
        (games[n], games[m]): apart(profiles[n], profiles[m])
        for n in range(len(games))
        for m in range(n + 1, len(games))
    }


def nearest(between: Mapping[tuple[str, str], Apart]) -> dict[str, list[tuple[str, Apart]]]:
    """Return for each game all that are near enough known, nearest first; of games as near, that which is told of most, then
    in the order of the catalogue."""
    found: dict[str, list[tuple[str, Apart]]] = {}
    for (one, other), a in between.items():
        if a.compared >= LEAST:
            found.setdefault(one, []).append((other, a))
            found.setdefault(other, []).append((one, a))
    return {game: sorted(near, key=lambda x: (round(x[1].distance, 9), -x[1].compared)) for game, near in found.items()}
