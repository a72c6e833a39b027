"""The corpus as a value: every record and shared file, resolved and cross-referenced."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tarotref.corpus.bibliography import Reference
from tarotref.corpus.layers import Origin
from tarotref.corpus.source_file import Path, Section, Source
from tarotref.model.record import Game, Note, Stated, Tradition
from tarotref.model.rules import Rules
from tarotref.model.shared import VocabularyTerm
from tarotref.problem import Problem, nearest

ROOT = "family"
"""The id of the root tradition, from which every other inherits (dm2004 ch. 1)."""

INHERITED_SECTIONS = (
    "Cards and terms",
    "Deal and discard",
    "Bidding",
    "Declarations",
    "Play",
    "Scoring",
    "Penalties",
    "Signals",
    "Tactics",
)
SECTIONS = ("In brief", *INHERITED_SECTIONS, "Variants", "History")
"""The sections of a record's text, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One complete set of rules: a game as its main witness has it, as another has it, or one of its variants."""

    game: str
    key: str
    """`main`, a witness's key, or a variant's id."""
    title: str
    rules: Rules
    origin: Mapping[Path, Origin]
    stated: Stated | None
    base: str
    """What it is laid on: a tradition's id or another ruleset's id."""
    witness: str | None = None
    tree: Mapping[str, Any] = field(default_factory=dict)
    """The rules as the plain text they were written in."""
    cases: Mapping[str, Ruleset] = field(default_factory=dict)
    """The ruleset of each bid or case that changes the rules: `bids.misere` -> its rules made complete."""
    kind: Literal["main", "reading", "variant"] = "main"

    @property
    def id(self) -> str:
        return f"{self.game}/{self.key}"


@dataclass(slots=True)
class Record:
    """A record as it was read: the typed facts, the raw source, and the sections of its text."""

    facts: Game | Tradition
    source: Source
    sections: dict[str, Section]


@dataclass
class Corpus:
    """All records. Mappings are in catalogue order; `problems` holds what reading found wrong."""

    games: dict[str, Record] = field(default_factory=dict)
    traditions: dict[str, Record] = field(default_factory=dict)
    shared: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Entries of each shared file by id: `shared["places"]["piedmont"]`."""
    shared_sources: dict[str, Source] = field(default_factory=dict)
    vocabulary: dict[str, dict[str, VocabularyTerm]] = field(default_factory=dict)
    bibliography: dict[str, Reference] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    rulesets: dict[str, Ruleset] = field(default_factory=dict)
    """All rulesets by id (`8.11/main`), in catalogue order."""
    known_ids: set[str] = field(default_factory=set)
    """Ids of all games and traditions, those with faults included, so that one fault gives one message."""

    def game(self, id: str) -> Game:
        """Return a game's facts; KeyError with a suggestion where there is none of the id."""
        if id not in self.games:
            raise KeyError(f"no game has the id {id!r}{nearest(id, self.games)}")
        return self.games[id].facts  # type: ignore[return-value]

    def tradition(self, id: str) -> Tradition:
        """Return a tradition's facts."""
        return self.traditions[id].facts  # type: ignore[return-value]

    def of_game(self, game: str) -> list[Ruleset]:
        """Return the rulesets of one game, the main one first."""
        return [r for r in self.rulesets.values() if r.game == game]

    def bases(self, game: str) -> Iterator[str]:
        """Yield what a game's text inherits from, nearest first: games that it is like, then traditions."""
        seen: set[str] = set()
        facts = self.games[game].facts
        while isinstance(facts, Game) and facts.like and facts.id not in seen:
            seen.add(facts.id)
            base = facts.like.partition("/")[0]
            if base not in self.games:
                break
            yield base
            facts = self.games[base].facts
        tradition: str | None = facts.tradition if isinstance(facts, Game) else None
        while tradition in self.traditions and tradition not in seen:
            seen.add(tradition)
            yield tradition
            tradition = self.tradition(tradition).parent

    def record(self, id: str) -> Record:
        """Return the record of a game or tradition."""
        return self.games[id] if id in self.games else self.traditions[id]

    def inherited_section(self, game: str, title: str) -> tuple[str, Section] | None:
        """Return the section that a game's page takes from a base, and whose it is; None where it has its own or none."""
        if title not in INHERITED_SECTIONS or title in self.games[game].sections:
            return None
        for base in self.bases(game):
            section = self.record(base).sections.get(title)
            if section and section.body:
                return base, section
        return None

    def notes(self, ruleset: Ruleset) -> Iterator[tuple[str, Path, Note]]:
        """Yield (record id, path in the rules, note) for every note on a fact that stands in the ruleset.

        A note travels with its fact: it is dropped where a later layer has overridden the fact.
        """
        owners = [
            ruleset.game,
            *self.bases(ruleset.game),
            *(o.layer.partition("/")[0] for o in ruleset.origin.values()),
        ]
        for owner in dict.fromkeys(owners):
            if owner not in self.games and owner not in self.traditions:
                continue
            for note in self.record(owner).facts.notes:
                for at in note.at:
                    layer, path = note_target(owner, at)
                    if not path:
                        continue
                    if any(o.layer == layer and overlaps(path, p) for p, o in ruleset.origin.items()):
                        yield owner, path, note
                        break


def note_target(owner: str, at: str) -> tuple[str, Path]:
    """Return the layer and the path in its rules that a note's `at` means; an empty path where it is not in rules."""
    steps = tuple(at.split("."))
    if steps[0] == "rules":
        return owner, steps[1:]
    if steps[0] in ("readings", "variants") and len(steps) > 3 and steps[2] == "rules":
        return f"{owner}/{steps[1]}", steps[3:]
    return owner, ()


def overlaps(one: Path, other: Path) -> bool:
    """Say whether one path encloses the other."""
    for a, b in zip(one, other, strict=False):  # noqa: SIM110  (asked millions of times: a generator takes twice as long)
        if a != b and str(a) != str(b):
            return False
    return True


def is_number(id: str) -> bool:
    """Say whether an id is one of a game (`8.7`, `C4`, `R1`) and not of a tradition."""
    return re.fullmatch(r"([A-Z]|\d+\.)\d+", id) is not None


def catalogue_order(id: str) -> tuple[int, int, str, int]:
    """Sort key of game ids: chapters by number, then lettered series."""
    match = re.fullmatch(r"(?:(\d+)\.|([A-Z]))(\d+)", id)
    if not match:
        return (2, 0, id, 0)
    return (0, int(match[1]), "", int(match[3])) if match[1] else (1, 0, match[2], int(match[3]))
