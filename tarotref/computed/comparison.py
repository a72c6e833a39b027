"""Rulesets side by side over all their facts: what each tells, who says so, and where they differ.

What the games of a tradition share is a ruleset too (`Figured.common`), and stands beside others in the same way.
One definition for `tarotref.compare`, the command, the page of comparison and the distances between games. Silence is no
difference: two rulesets differ in what both tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from tarotref.catalogue_number import written
from tarotref.computed.columns import COMPUTED, FEATURES, cell
from tarotref.computed.provenance import provenance
from tarotref.computed.standing import SILENT, Status, idle, status
from tarotref.corpus.records import Ruleset, overlaps
from tarotref.dates import words as date_words
from tarotref.model.record import Game, Note, Stated
from tarotref.model.rules import SECTIONS, fields_of, shape
from tarotref.model.types import Absence, Facts
from tarotref.words.labels import ABSENT
from tarotref.words.phrases import plain
from tarotref.words.sentences import about, of_rule, of_thing, open_fact, sentence
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.figured import Figured

Path: TypeAlias = "tuple[str, ...]"
Kind = Literal["differs", "open", "agrees"]
"""`differs`: what is told is not the same; `open`: what is told is the same, but of some rulesets nothing is; `agrees`: the same
is told of all."""
BESIDE = {"game": "The game", "names": "Names", "stated": "Totals stated", "computed": "Computed"}
"""What is compared besides the sections of the rules, and what it is called."""
_GROUPS = list(dict.fromkeys(section.group or section.title for section in SECTIONS.values()))
ORDER = (
    "game",
    *sorted(SECTIONS, key=lambda name: _GROUPS.index(SECTIONS[name].group or SECTIONS[name].title)),
    *("names", "stated", "computed"),
)
"""Sections in the order of a comparison: those of a group together."""
LISTS = frozenset({"bids", "cases", "declarations", "feats"})
"""Sections whose things a source lists: one that it does not list is not there. Of others, what is not told may yet be so."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one ruleset tells of one fact."""

    value: str
    """In words; of a fact that has no value the word for its absence, empty where nobody has looked."""
    status: Status | Literal["not-there"]
    """As in `cells`; `not-there` of a named thing that a ruleset does not have among those it lists."""
    set_by: tuple[str, ...] = ()
    """The layers that set it; none where it is computed or missing."""
    notes: tuple[tuple[str, Note], ...] = ()
    """(Record, note) for each note on it."""

    @property
    def speaks(self) -> bool:
        """Whether anything is told."""
        return self.status not in SILENT


MISSING, NOT_THERE = Told("", "missing"), Told("not there", "not-there")


@dataclass(frozen=True, slots=True)
class Row:
    """One fact in several rulesets."""

    path: Path
    label: str
    group: str
    """Under which heading it stands: that of its section, or of several."""
    cells: tuple[Told, ...]

    @property
    def kind(self) -> Kind:
        """Whether the rulesets differ in it, agree, or not all tell of it. What is not there is the same as what there is none of."""
        none = ABSENT[Absence.NONE]
        said = {none if c.status == "not-there" else c.value for c in self.cells if c.speaks}
        if len(said) > 1:
            return "differs"
        return "agrees" if all(c.speaks for c in self.cells) else "open"


class Comparison:
    """What the rulesets of a corpus tell, laid side by side on request."""

    def __init__(self, computed: Figured):
        self.computed, self.words = computed, Wording(computed.corpus)
        self._told: dict[str, Mapping[Path, Told]] = {}

    def of(self, r: Ruleset) -> Mapping[Path, Told]:
        """Return all that a ruleset tells, by path."""
        if r.id not in self._told:
            self._told[r.id] = {**self._game(r), **self._rules(r), **self._names(r), **self._figures(r)}
        return self._told[r.id]

    def rows(self, rulesets: Sequence[Ruleset]) -> list[Row]:
        """Return all facts of rulesets side by side, in the order of pages.

        A named thing that one of them lacks stands in one row, with all that the others tell of it; so does a section that one
        says there is none of, unless two others tell of it.
        """
        sides = [self.of(r) for r in rulesets]
        whole = as_one(sides)
        paths = dict.fromkeys(
            next((path[:n] for n in (1, 2) if path[:n] in whole), path) for side in sides for path in side
        )
        told = {p[0] for p in paths if len(p) > 1}
        return [
            Row(
                path,
                self.label(path),
                group(path[0]),
                tuple(self.at(*one, path) for one in zip(rulesets, sides, strict=True)),
            )
            for path in ordered(paths)
            if len(path) > 1 or path[0] not in told or shape(path[0]) == "things"
        ]

    def at(self, r: Ruleset, side: Mapping[Path, Told], path: Path) -> Told:
        """Return what one ruleset tells of a path: the fact, the whole thing, what encloses it, or why there is nothing.

        What the games of a tradition share is no list: what is not in it a game may yet have.
        """
        if path in side:
            return side[path]
        if below := ordered(p for p in side if p[: len(path)] == path):
            return self.together(r, path, [(p, side[p]) for p in below])
        enclosing = next((side[path[:n]] for n in range(len(path) - 1, 0, -1) if path[:n] in side), None)
        is_list = path[0] in LISTS and r.game in self.computed.corpus.games
        listed = len(path) == 2 and is_list and any(p[0] == path[0] for p in side)
        return enclosing or (NOT_THERE if listed else MISSING)

    def together(self, r: Ruleset, whole: Path, facts: list[tuple[Path, Told]]) -> Told:
        """Return a named thing, or a section, as one: all that is told of it; of a section of things, which there are."""
        if len(whole) == 1 and shape(whole[0]) == "things":
            said = ", ".join(dict.fromkeys(p[1].replace("-", " ") for p, t in facts if t.value != ABSENT[Absence.NONE]))
        elif len(whole) == 2 and isinstance(entry := r.at(whole), Facts):
            said = self.words.within(r, compared=True).thing((whole[0], whole[1]), entry)
        else:
            said = " ".join(filter(None, (self.said(p, t) for p, t in facts)))
        layers = tuple(dict.fromkeys(layer for _, t in facts for layer in t.set_by))
        notes = tuple({id(note): (owner, note) for _, t in facts for owner, note in t.notes}.values())
        carried = all(t.status == "not-reported" for _, t in facts)
        return Told(said, "not-reported" if carried else "stated", layers, notes)

    def said(self, path: Path, told: Told) -> str:
        """Return a fact of a named thing, or of a section, as a sentence."""
        if told.status in ("unstated", "agreed", "as-taken"):
            return sentence(open_fact(told.status, [about(path[0], path[-1], self.words.facet(path[0], path[-1]))]))
        return (
            of_thing(path[0], path[-1], told.value)
            if shape(path[0]) == "things"
            else of_rule(path[0], path[-1], told.value)
        )

    def plain(self, row: Row) -> dict[str, Any]:
        """Return a row as plain data: of each cell what is told, who set it, after whom, where it was read, and the notes."""
        cells = []
        for told in row.cells:
            said = [provenance(self.computed, layer) for layer in told.set_by]
            cells.append(
                {
                    "value": told.value or None,
                    "status": told.status,
                    "set_by": [written(layer) for layer in told.set_by],
                    "witnesses": list(dict.fromkeys(s.witness for s in said if s.witness)),
                    "sources": list(dict.fromkeys(" ".join(filter(None, s[1:])) for s in said)),
                    "notes": [{"kind": n.kind, "by": n.by or "tarotref", "text": n.text} for _, n in told.notes],
                }
            )
        head = {"field": ".".join(row.path), "group": row.group, "label": row.label, "kind": row.kind}
        return {**head, "differs": row.kind == "differs", "cells": cells}

    def label(self, path: Path) -> str:
        """Return what a row is called."""
        if path[0] == "names":
            name = self.words.cards(path[1]).removeprefix("the ")
            return name[0].upper() + name[1:]
        if path[0] == "stated":
            return str(Stated.model_fields[path[1]].title or plain(path[1]))
        if path[0] == "computed":
            return FEATURES[path[1]].label
        return plain(path[1]) if path[0] == "game" else self.words.field(path)

    # -- what one ruleset tells

    def _game(self, r: Ruleset) -> dict[Path, Told]:
        facts, words = self.computed.corpus.record(r.game).facts, self.words
        said = {
            "tradition": words.title("tradition", facts.tradition) if isinstance(facts, Game) else "",
            "played": date_words(facts.played) if facts.played else "",
            "places": ", ".join(words.title("place", p) for p in facts.places),
            "evidence": words.term("evidence", facts.evidence) if isinstance(facts, Game) else "",
        }
        return {("game", name): Told(value, "stated", (r.game,)) for name, value in said.items() if value}

    def _rules(self, r: Ruleset) -> dict[Path, Told]:
        words, noted = self.words.within(r, compared=True), self._notes(r)
        found = {}
        for steps, origin in r.origin.items():
            path, value = tuple(map(str, steps)), r.at(steps)
            if r.game in self.computed.corpus.games and idle(r, steps):
                continue
            why = status(value, origin, r)
            said = ABSENT[value] if isinstance(value, Absence) else words.value(path, value) or "yes"
            notes = tuple(note for at, note in noted.get(path[0], ()) if overlaps(at, path))
            found[path] = Told(said, why, (origin.layer,), notes)
        return found

    def _notes(self, r: Ruleset) -> dict[str, list[tuple[Path, tuple[str, Note]]]]:
        found: dict[str, list[tuple[Path, tuple[str, Note]]]] = {}
        for owner, path, note in self.computed.corpus.notes(r):
            steps = tuple(map(str, path))
            found.setdefault(steps[0], []).append((steps, (owner, note)))
        return found

    def _names(self, r: Ruleset) -> dict[Path, Told]:
        said: dict[str, dict[str, str]] = {}
        corpus = self.computed.corpus
        if r.game in corpus.traditions:  # what all its games say
            named = corpus.tradition(r.game).names
            told = [(r.game, n, n.games is None and n.by is None) for n in named]
        else:
            told = list(corpus.names(r.game))
        for owner, name, here in told:
            if here:
                said.setdefault(name.of, {})[name.name] = owner
        return {
            ("names", of): Told(", ".join(sorted(names)), "stated", tuple(dict.fromkeys(names.values())))
            for of, names in said.items()
        }

    def _figures(self, r: Ruleset) -> dict[Path, Told]:
        found: dict[Path, Told] = {}
        for key, value in r.stated or ():
            if value is not None:
                absent = isinstance(value, Absence)
                said = ABSENT[value] if absent else " or ".join(map(str, value)) if isinstance(value, tuple) else None
                words = said or self.words.value(("stated", key), value)
                found["stated", key] = Told(words, value.value if absent else "stated", (r.game,))
        figures = self.computed.figures(r)
        for name, feature in FEATURES.items():
            c = cell(name, r, figures)
            if c.value is not None and c.status == COMPUTED[0]:
                found["computed", name] = Told(self.words.cell(feature, c), "computed")
        return found


def group(section: str) -> str:
    """Return the heading under which a section stands."""
    return BESIDE[section] if section in BESIDE else SECTIONS[section].group or SECTIONS[section].title


def as_one(sides: Sequence[Mapping[Path, Told]]) -> set[Path]:
    """Return the named things, and sections, that stand in one row where rulesets are compared."""
    found: set[Path] = set()
    for section in dict.fromkeys(p[0] for side in sides for p in side if len(p) == 1 and shape(p[0]) != "field"):
        if sum(any(p[0] == section and len(p) > 1 for p in side) for side in sides) < 2:
            found.add((section,))
    having = [{p[:2] for p in side if len(p) == 3} for side in sides]
    return found | {thing for things in having for thing in things if not all(thing in other for other in having)}


def ordered(paths: Iterable[Path]) -> list[Path]:
    """Return paths in the order of pages: by section, things as they first come, their fields as the format has them."""
    found = list(paths)
    first = {step: n for n, step in reversed(list(enumerate(p[:2] for p in found)))}

    def place(path: Path) -> tuple[int, int, int, int]:
        told = tuple(fields_of(path[0])) if path[0] in SECTIONS else ()
        thing = path[0] in SECTIONS and shape(path[0]) == "things"
        at = first[path[:2]] if thing or path[-1] not in told else -1
        return ORDER.index(path[0]), len(path) > 1, at, told.index(path[-1]) if path[-1] in told else 0

    return sorted(found, key=place)
