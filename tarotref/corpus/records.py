"""The corpus as a value: every record and shared file, resolved and cross-referenced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from tarotref import catalogue_number
from tarotref.corpus.bibliography import Reference
from tarotref.corpus.layers import Origin
from tarotref.corpus.lazy import Lazy
from tarotref.corpus.passages import main_text, told_otherwise
from tarotref.corpus.source import Path, Section, Source
from tarotref.model.record import Game, Name, Note, Stated, Tradition
from tarotref.model.rules import Rules, fact
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

NEEDS = {"Bidding": "bids", "Declarations": "declarations", "Signals": "signals"}
"""Sections of the text that are inherited only by rules that have the named things they are about."""

_WORD = re.compile(r"\w[\w.]*")


def _has(ruleset: Ruleset | None, needs: str | None) -> bool:
    """Say whether rules have the named things that a section is about; what is not known may have them."""
    return not needs or ruleset is None or isinstance(getattr(ruleset.rules, needs), dict)


@dataclass(frozen=True, slots=True, repr=False)
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
    kind: Literal["main", "reading", "variant", "case"] = "main"
    withdrawn: Mapping[Path, Origin] = field(default_factory=dict)
    """What was inherited and then withdrawn, and by whom."""

    def __repr__(self) -> str:
        return f"<ruleset {self.id}: {self.title}>"

    @property
    def id(self) -> str:
        return f"{self.game}/{self.key}"

    def at(self, path: Path) -> Any:
        """Return what stands at a path of the rules, or None."""
        return fact(self.rules, path)

    @property
    def own(self) -> dict[Path, Origin]:
        """The facts that the ruleset itself sets: of a game, those of its record; of a witness, those of his readings at any layer."""
        return {path: origin for path, origin in self.origin.items() if self.sets(origin)}

    def sets(self, origin: Origin) -> bool:
        """Say whether it is the ruleset itself that set or withdrew a fact."""
        owner, _, key = origin.layer.partition("/")
        if self.kind == "main":
            return owner == self.game and key in ("", self.witness)
        return key == self.key and (owner == self.game or self.kind == "reading")

    def origin_at(self, *path: str) -> Origin | None:
        """Return where the fact at a path was set, or what encloses it; of several facts below it, where the last was set."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.origin:
                return self.origin[path[:end]]
        return next((o for p, o in reversed(list(self.origin.items())) if p[: len(path)] == path), None)


@dataclass(slots=True)
class Record:
    """A record as it was read: the typed facts, the raw source, and the sections of its text."""

    facts: Game | Tradition
    source: Source
    sections: dict[str, Section]


@dataclass
class Corpus:
    """All records. Mappings are in catalogue order; `problems` holds what reading found wrong."""

    games: MutableMapping[str, Record] = field(default_factory=dict)
    traditions: MutableMapping[str, Record] = field(default_factory=dict)
    shared: MutableMapping[str, dict[str, Any]] = field(default_factory=dict)
    """Entries of each shared file by id: `shared["places"]["piedmont"]`."""
    shared_sources: MutableMapping[str, Source] = field(default_factory=dict)
    vocabulary: MutableMapping[str, dict[str, VocabularyTerm]] = field(default_factory=dict)
    bibliography: MutableMapping[str, Reference] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    rulesets: MutableMapping[str, Ruleset] = field(default_factory=dict)
    """All rulesets by id (`8.11/main`), in catalogue order."""
    known_ids: set[str] = field(default_factory=set)
    """Ids of all games and traditions, those with faults included, so that one fault gives one message."""
    faults: dict[str, frozenset[Path]] = field(default_factory=dict)
    """What was taken out of each file because it was at fault, by path."""
    lost: str = ""
    """The text of what was taken out."""

    def follows(self, problem: Problem) -> bool:
        """Say whether a problem only follows from a fault that is reported: it is about what was taken out."""
        field = f"{problem.field}."
        faults = (f"{'.'.join(map(str, path))}." for path in self.faults.get(problem.path, ()))
        return bool(problem.field) and any(field.startswith(fault) or fault.startswith(field) for fault in faults)

    def game(self, id: str) -> Game:
        """Return a game's facts by its number, bare or written `DM8.10`; KeyError where there is none of the id, which says
        whether the catalogue has it."""
        known = id if id in self.games else catalogue_number.bare(id)
        if known not in self.games:
            if entry := self.shared.get("catalogue", {}).get(known):
                raise KeyError(f"{known} is in the catalogue ({entry.title}), but has no record yet")
            if id in self.traditions:
                raise KeyError(f"{id} is a tradition; expected one of its games, as `tarotref list {id}` names them")
            raise KeyError(f"no game has the id {id!r}{nearest(known, self.games)}")
        return self.games[known].facts  # type: ignore[return-value]

    def tradition(self, id: str) -> Tradition:
        """Return a tradition's facts."""
        return self.traditions[id].facts  # type: ignore[return-value]

    def of_game(self, game: str) -> list[Ruleset]:
        """Return the rulesets of one game, the main one first."""
        return [self.rulesets[id] for id in self._by_game.get(game, ())]

    def replace_rulesets(self, made: Mapping[str, list[Ruleset]]) -> None:
        """Put the rulesets of some games in place of those that they had."""
        old, ids = self.rulesets, by_game(self.rulesets)
        new = {ruleset.id: ruleset for rulesets in made.values() for ruleset in rulesets}
        ids |= {game: [ruleset.id for ruleset in rulesets] for game, rulesets in made.items()}
        self.rulesets = Lazy(
            (id for game in self.games for id in ids.get(game, ())), lambda id: new[id] if id in new else old[id]
        )
        self.__dict__.pop("_by_game", None)

    @cached_property
    def _by_game(self) -> Mapping[str, list[str]]:
        return by_game(self.rulesets)

    def bases(self, game: str) -> Iterator[str]:
        """Yield what a game's text inherits from, nearest first: games that it is like, then traditions; so of a tradition."""
        seen: set[str] = set()
        facts = self.record(game).facts
        while isinstance(facts, Game) and facts.like and facts.id not in seen:
            seen.add(facts.id)
            base = facts.like.partition("/")[0]
            if base not in self.games:
                break
            yield base
            facts = self.games[base].facts
        tradition: str | None = facts.tradition if isinstance(facts, Game) else facts.parent
        while tradition and tradition in self.traditions and tradition not in seen:
            seen.add(tradition)
            yield tradition
            tradition = self.tradition(tradition).parent

    def whole(self, game: str) -> bool:
        """Say whether all that a game is laid on could be read: where not, what is wrong with it may be the fault of the other record."""
        asked: list[str | None] = []
        for id in (game, *self.bases(game)):
            facts = self.record(id).facts
            asked += (
                [facts.tradition, (facts.like or id).partition("/")[0]] if isinstance(facts, Game) else [facts.parent]
            )
            if any(bears_on_rules(path) for path in self.record(id).source.faults):
                return False
        return all(id is None or id in self.games or id in self.traditions for id in asked)

    def record(self, id: str) -> Record:
        """Return the record of a game or tradition."""
        return self.games[id] if id in self.games else self.traditions[id]

    def text(self, game: str, key: str = "main") -> dict[str, tuple[str, Section]]:
        """Return the sections of a game's text by title, in the order of the page: whose each is, and the section.

        What the game's record lacks it inherits from the nearest base that has it; a section on bids, declarations or signals
        only where the ruleset shown has any, and one that speaks of versions alone only where the game has such a version. A
        section of its own on such a thing is left out of a version that has none of it and no passage there.
        """
        own, ruleset = self.games[game].sections, self.rulesets.get(f"{game}/{key}")
        facts, found, main = self.game(game), dict[str, tuple[str, Section]](), self.rulesets.get(f"{game}/main")
        versions = {*facts.witnesses, *facts.readings, *facts.variants}
        for title in dict.fromkeys([*SECTIONS, *own]):
            lacks = not _has(ruleset, NEEDS.get(title))
            if title in own:
                if (
                    not lacks
                    or not _has(main, NEEDS.get(title))
                    or told_otherwise(own[title].body, self.voices(game, key))
                ):
                    found[title] = game, own[title]
            elif title in INHERITED_SECTIONS and not lacks:
                told = ((base, self.record(base).sections.get(title)) for base in self.bases(game))
                inherited = next(((base, section) for base, section in told if section and section.body), None)
                if inherited and (main_text(inherited[1].body) or told_otherwise(inherited[1].body, versions)):
                    found[title] = inherited
        return found

    def voices(self, game: str, key: str) -> tuple[str, ...]:
        """Return a version's key and, of a variant, those of the version of its game that it changes, the nearest first."""
        facts, found = self.game(game), [key]
        while (
            (variant := facts.variants.get(found[-1]))
            and variant.of
            and variant.of in {*facts.readings, *facts.variants}
        ):
            found.append(variant.of)
        return tuple(found)

    def names(self, game: str) -> Iterator[tuple[str, Name, bool]]:
        """Yield (record, name, in scope) for each name of a game's record and of those it inherits from, those in scope first.

        What the game's own record names is in scope. A name that stands elsewhere reaches the games in its `games`; without
        these, those that share a witness with its `by`; with neither, the games of the very tradition in which it stands.
        """
        facts = self.game(game)
        told: set[tuple[str, str, str]] = set()
        found = [(owner, name) for owner in (game, *self.bases(game)) for name in self.record(owner).facts.names]
        for wanted in (True, False):
            for owner, name in found:
                if owner == game:
                    reaches = True
                elif name.games is not None:
                    reaches = game in name.games
                elif name.by is not None:
                    reaches = bool({*name.by} & {*facts.witnesses, *facts.readings})
                else:
                    reaches = owner == facts.tradition
                if reaches is wanted and (name.of, name.name, name.lang) not in told:
                    told.add((name.of, name.name, name.lang))
                    yield owner, name, reaches

    def sigla(self, id: str) -> frozenset[str]:
        """Return by what letters the source calls the witnesses of a game or tradition, without a point at the end."""
        facts = self.record(id).facts
        found = (self.bibliography.get(key) for key in (*facts.witnesses, *facts.readings))
        return frozenset(one.fields["siglum"].rstrip(".") for one in found if one and one.fields.get("siglum"))

    def notes(self, ruleset: Ruleset) -> Iterator[tuple[str, Path, Note]]:
        """Yield (record id, path in the rules, note) for every note on a fact that stands in the ruleset.

        A note travels with its fact, to all games or those in its `games`: it is dropped where a later layer has overridden
        the fact; one of another record also where any part of what it is on has been overridden or withdrawn since, and
        where it speaks of witnesses of another game alone.
        """
        mine = self.sigla(ruleset.game)
        owners = [
            ruleset.game,
            *self.bases(ruleset.game),
            *(o.layer.partition("/")[0] for o in ruleset.origin.values()),
        ]
        paths: dict[tuple[str, Any], list[Path]] = {}
        for known, origin in ruleset.origin.items():
            paths.setdefault((origin.layer, known[0]), []).append(known)
        for owner in dict.fromkeys(owners):
            if owner not in self.games and owner not in self.traditions:
                continue
            others = self.sigla(owner) if owner != ruleset.game and owner in self.games else frozenset()
            newer = self._newer(ruleset, owner)
            for note in self.record(owner).facts.notes:
                if owner != ruleset.game and note.games is not None and ruleset.game not in note.games:
                    continue
                named = others and {word.rstrip(".") for word in _WORD.findall(note.text)} & others
                if named and named.isdisjoint(mine):
                    continue
                for at in note.at:
                    layer, path = note_target(owner, at)
                    if not path or any(overlaps(path, known) for known in newer.get(path[0], ())):
                        continue
                    if any(overlaps(path, known) for known in paths.get((layer, path[0]), ())):
                        yield owner, path, note
                        break

    def _newer(self, ruleset: Ruleset, owner: str) -> dict[Any, list[Path]]:
        """Return by their first steps the paths that records nearer to a ruleset than one of its bases have set or withdrawn."""
        chain = [ruleset.game, *self.bases(ruleset.game)] if owner != ruleset.game else []
        nearer = chain[: chain.index(owner)] if owner in chain else chain[:1]
        found: dict[Any, list[Path]] = {}
        for path, origin in (*ruleset.origin.items(), *ruleset.withdrawn.items()) if nearer else ():
            if origin.layer.partition("/")[0] in nearer:
                found.setdefault(path[0], []).append(path)
        return found


def by_game(ids: Iterable[str]) -> dict[str, list[str]]:
    """Return the ids of rulesets by their games."""
    found: dict[str, list[str]] = {}
    for id in ids:
        found.setdefault(id.partition("/")[0], []).append(id)
    return found


def note_target(owner: str, at: str) -> tuple[str, Path]:
    """Return the layer and the path in its rules that a note's `at` means; an empty path where it is not in rules."""
    steps = tuple(at.split("."))
    if steps[0] == "rules":
        return owner, steps[1:]
    if steps[0] in ("readings", "variants") and len(steps) > 3 and steps[2] == "rules":
        return f"{owner}/{steps[1]}", steps[3:]
    return owner, ()


def bears_on_rules(path: Path) -> bool:
    """Say whether a fault at a path of a record bears on the rulesets made of it."""
    if path[:1] in (("readings",), ("variants",)):
        return len(path) < 3 or path[2] in ("rules", "like", "of", "by")
    return not path or path[0] in ("rules", "like", "tradition", "parent")


def overlaps(one: Path, other: Path) -> bool:
    """Say whether one path encloses the other."""
    for a, b in zip(one, other, strict=False):  # noqa: SIM110  (asked millions of times: a generator takes twice as long)
        if a != b and str(a) != str(b):
            return False
    return True
