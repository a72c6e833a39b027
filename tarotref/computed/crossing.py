"""Two columns crossed: how many rulesets have each pair of values, and which these are.

One definition for `tarotref.cross`, the page of crossings, and what the games of a tradition have in a column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tarotref.computed.bands import figure_of
from tarotref.computed.columns import FEATURES, cell, text_of
from tarotref.computed.regions import centuries, region
from tarotref.computed.standing import TOLD_ABSENCES
from tarotref.corpus.records import ROOT, Ruleset
from tarotref.dates import century_words
from tarotref.model.types import Absence
from tarotref.notation import roman
from tarotref.problem import nearest
from tarotref.words.labels import ABSENT, STATUS
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

OF_GAME = {"tradition": "Tradition", "region": "Region", "century": "Century", "evidence": "Evidence"}
"""What is said of a game, and holds of all its rulesets. Of regions and centuries it may have several: it stands in each."""
_LAST = (*TOLD_ABSENCES, "unstated", "not-reported", "not-computable", "not-recorded", "missing")


class Category(NamedTuple):
    """One value of a column, or one reason for which there is none."""

    id: str
    """The value as the table `cells` has it, or the status of the cell."""
    words: str
    told: bool
    """Whether anything is told."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One column over all rulesets."""

    name: str
    label: str
    group: str
    categories: Mapping[str, Category]
    """All that occur, by id, in the order of tables: values, then reasons for which there is none."""
    of: Mapping[str, tuple[str, ...]]
    """Ruleset -> the categories in which it stands."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """Two columns crossed."""

    rows: tuple[Category, ...]
    columns: tuple[Category, ...]
    rulesets: Mapping[tuple[str, str], tuple[str, ...]]
    """(Row, column) -> the rulesets that have both, in catalogue order; pairs that none has are left out."""


def column(name: str) -> str:
    """Return the name of a column, which may be written as addresses write it (`counted-by`); KeyError where there is none."""
    known = name.replace("-", "_")
    if known not in FEATURES and known not in OF_GAME:
        raise KeyError(f"no column {name!r}{nearest(known, [*FEATURES, *OF_GAME])}")
    return known


def axis(computed: ComputedCorpus, name: str) -> Axis:
    """Return a column over all rulesets."""
    words = Wording(computed.corpus)
    found: dict[str, Category] = {}
    of = {}
    for r in computed.corpus.rulesets.values():
        told = list(_of_game(computed, words, name, r) if name in OF_GAME else [_of_ruleset(computed, words, name, r)])
        found.update((c.id, c) for c in told)
        of[r.id] = tuple(c.id for c in told)
    feature = FEATURES.get(name)
    order = _order(computed, name, found)
    label, group = (feature.label, feature.group) if feature else (OF_GAME[name], "The game")
    return Axis(name, label, group, {id: found[id] for id in order}, of)


def crossed(rows: Axis, columns: Axis, rulesets: Iterable[Ruleset]) -> Crossing:
    """Return two columns crossed over some rulesets."""
    found: dict[tuple[str, str], list[str]] = {}
    for r in rulesets:
        for one in rows.of[r.id]:
            for other in columns.of[r.id]:
                found.setdefault((one, other), []).append(r.id)
    here, there = {one for one, _ in found}, {other for _, other in found}
    return Crossing(
        tuple(c for id, c in rows.categories.items() if id in here),
        tuple(c for id, c in columns.categories.items() if id in there),
        {pair: tuple(ids) for pair, ids in found.items()},
    )


def spread(computed: ComputedCorpus, name: str, rulesets: Iterable[Ruleset]) -> dict[Category, int]:
    """Return how many of some rulesets stand in each category of a column, the commonest first, what is not told last."""
    words, found = Wording(computed.corpus), dict[Category, int]()
    for r in rulesets:
        one = _of_ruleset(computed, words, name, r)
        found[one] = found.get(one, 0) + 1
    return dict(sorted(found.items(), key=lambda item: (not item[0].told, -item[1], item[0].words)))


def counted(found: Mapping[Category, int]) -> str:
    """Write how many stand in each category: `excuse: 20; unstated: 2`."""
    return "; ".join(f"{c.id}: {n}" for c, n in found.items())


def _of_ruleset(computed: ComputedCorpus, words: Wording, name: str, r: Ruleset) -> Category:
    c = cell(name, r, computed.figures(r))
    if c.told and c.value is not None:
        return Category(text_of(c.value), words.cell(FEATURES[name], c), True)
    return Category(c.status, why(c.status), c.told)


def why(status: str) -> str:
    """Return in words why a cell has no value."""
    absent = ABSENT[Absence(status)] if status in set(Absence) else None
    return absent or STATUS.get(status) or status.replace("-", " ")


def _of_game(computed: ComputedCorpus, words: Wording, name: str, r: Ruleset) -> Iterable[Category]:
    game = computed.corpus.game(r.game)
    told: dict[str, str] = {}
    if name == "tradition":
        told = {game.tradition: words.title("tradition", game.tradition)}
    elif name == "evidence":
        told = {game.evidence: words.term("evidence", game.evidence)}
    elif name == "region":
        told = {found: words.title("place", found) for p in game.places if (found := region(computed, p))}
    else:
        told = {roman(n): century_words(n) for n in centuries(game.played) or ()}
    return [Category(id, said, True) for id, said in told.items()] or [Category("missing", "not told", False)]


def _order(computed: ComputedCorpus, name: str, found: Mapping[str, Category]) -> list[str]:
    """Return categories in the order of tables: figures by size, centuries by time, traditions by chapter, terms as the
    vocabulary has them, else by name; then the reasons for which there is no value."""
    corpus = computed.corpus
    chapters = {t: corpus.tradition(t).chapter or 99 for t in corpus.traditions}
    if name == "tradition":
        known = sorted(chapters, key=lambda t: (t != ROOT, chapters[t], t))
    elif name == "century":
        known = [roman(n) for n in range(1, 40)]
    else:
        known = list(
            corpus.vocabulary.get("evidence" if name == "evidence" else FEATURES[name].terms, ())
            if name != "region"
            else ()
        )
    at = {id: n for n, id in enumerate(known)}

    def place(id: str) -> tuple[object, ...]:
        late = _LAST.index(id) + 1 if id in _LAST and (not found[id].told or id not in at) else 0
        number = figure_of(id.partition(";")[0].rpartition(":")[2])
        return late, at.get(id, len(at)), number is None, number or 0, id.count(";"), found[id].words.casefold()

    return sorted(found, key=place)
