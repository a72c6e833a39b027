"""The corpus: every record and shared file, read, resolved and cross-referenced."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path as FilePath
from typing import Any, Literal

from tarotref.frontmatter import Path, Section, Source, read_record, read_yaml
from tarotref.layers import Layered, Origin, bare, lay
from tarotref.model.record import Game, Note, Reading, Stated, Tradition, Variant
from tarotref.model.rules import Rules
from tarotref.model.shared import SHARED, VocabularyTerm
from tarotref.model.types import Facts
from tarotref.problem import CorpusError, Problem, nearest
from tarotref.sources import Reference, read_bibliography
from tarotref.validate import validate

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

    @cached_property
    def rulesets(self) -> dict[str, Ruleset]:
        """All rulesets by id (`8.11/main`), in catalogue order. Faults go to `problems`."""
        resolver = Resolver(self)
        found = {ruleset.id: ruleset for game in self.games for ruleset in resolver.rulesets(game)}
        self.problems += resolver.problems
        return found

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
            *{o.layer.partition("/")[0] for o in ruleset.origin.values()},
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


def catalogue_order(id: str) -> tuple[int, int, str, int]:
    """Sort key of game ids: chapters by number, then lettered series."""
    match = re.fullmatch(r"(?:(\d+)\.|([A-Z]))(\d+)", id)
    if not match:
        return (2, 0, id, 0)
    return (0, int(match[1]), "", int(match[3])) if match[1] else (1, 0, match[2], int(match[3]))


class Resolver:
    """Lays layers on one another: family, tradition, game, then a reading or a variant."""

    def __init__(self, corpus: Corpus):
        self.corpus = corpus
        self.problems: list[Problem] = []
        self.done: dict[tuple[str, str | None], Layered] = {}
        self.under_way: list[tuple[str, str | None]] = []

    def rulesets(self, game: str) -> Iterator[Ruleset]:
        """Yield the rulesets of a game: the main one, one for each witness that differs, one for each variant."""
        facts, record = self.corpus.game(game), self.corpus.games[game]
        yield from self.finish(
            game, "main", facts.title, self.game(game, facts.main), record.source, facts.stated, facts.main
        )
        for witness in self.witnesses(facts):
            reading: Reading | None = facts.readings.get(witness)
            stated = reading.stated if reading else None
            yield from self.finish(
                game,
                witness,
                f"{facts.title} ({self.label(witness)})",
                self.game(game, witness),
                record.source,
                stated,
                witness,
            )
        for key, variant in facts.variants.items():
            yield from self.finish(
                game,
                key,
                f"{facts.title}: {variant.title}",
                self.variant(game, key),
                record.source,
                variant.stated,
                variant.by,
            )

    def witnesses(self, facts: Game) -> list[str]:
        """Return the witnesses with a ruleset of their own, in the record's order."""
        told = {w for base in self.corpus.bases(facts.id) for w in self.corpus.record(base).facts.readings}
        named = [w for w in facts.witnesses if w in told or w in facts.readings]
        return [w for w in dict.fromkeys([*named, *facts.readings]) if w != facts.main]

    def label(self, witness: str) -> str:
        reference = self.corpus.bibliography.get(witness)
        return reference.label if reference else witness

    def finish(
        self,
        game: str,
        key: str,
        title: str,
        layered: Layered | None,
        source: Source,
        stated: Stated | None,
        witness: str | None,
    ) -> Iterator[Ruleset]:
        if layered is None:
            return
        rules = self.typed(layered.tree, source, game, key)
        if rules is None:
            return
        cases = {}
        for section in ("bids", "cases"):
            for name, entry in (
                (layered.tree.get(section) or {}).items() if isinstance(layered.tree.get(section), dict) else ()
            ):
                change = entry.get("rules") if isinstance(entry, dict) else None
                if isinstance(change, dict):
                    made = self.change(layered, (section, name), change, game, key)
                    if made is not None:
                        rules_, tree, origin = made
                        cases[f"{section}.{name}"] = Ruleset(
                            game,
                            f"{key}#{name}",
                            f"{title}: {name}",
                            rules_,
                            origin,
                            None,
                            f"{game}/{key}",
                            witness,
                            tree,
                        )
        facts = self.corpus.game(game)
        variant = facts.variants.get(key)
        base = facts.like or facts.tradition
        kind: Literal["main", "reading", "variant"] = "main" if key == "main" else "variant" if variant else "reading"
        if key != "main":
            base = (
                (variant.like or (f"{game}/{variant.of}" if variant.of else f"{game}/main"))
                if variant
                else f"{game}/main"
            )
        yield Ruleset(game, key, title, rules, layered.origin, stated, base, witness, layered.tree, cases, kind)

    def typed(self, tree: dict[str, Any], source: Source, game: str, key: str) -> Rules | None:
        """Return the typed rules; layers were checked one by one, so a fault here is one of their combination."""
        rules, problems = validate(Rules, tree, Source(source.path), (), self.context)
        self.problems += [Problem(source.path, 1, f"{key}: {p.field}", p.message, p.code) for p in problems]
        return rules

    @cached_property
    def context(self) -> dict[str, Any]:
        return {"vocabulary": self.corpus.vocabulary}

    def change(
        self, layered: Layered, at: tuple[str, str], change: dict[str, Any], game: str, key: str
    ) -> tuple[Rules, dict[str, Any], Mapping[Path, Origin]] | None:
        """Return the rules of a bid or case: typed, as text, and who set them; None where the change has faults."""
        origin = layered.origin.get((*at, "rules"))
        line = origin.line if origin else 1
        source = Source(origin.path if origin else self.corpus.games[game].source.path, {"rules": change}, {(): line})
        problems = validate(Rules, bare(change), source, ("rules",), self.context)[1]
        new, more = lay(layered, source, ("rules",), f"{game}/{key}", lambda *_: None)
        if problems or more:
            mine = origin is not None and origin.layer in (game, f"{game}/{key}")
            self.problems += (
                [Problem(source.path, line, f"{'.'.join(at)}.{p.field}", p.message, p.code) for p in (*problems, *more)]
                if mine
                else []
            )
            return None
        rules = self.typed(new.tree, self.corpus.games[game].source, game, f"{key}#{at[1]}")
        return None if rules is None else (rules, new.tree, new.origin)

    # -- layers

    def ruleset(self, name: str, witness: str | None) -> Layered | None:
        """Return the layers that a `like` names: a tradition, `8.13` (as the witness has it), or `8.11/RI-1830`."""
        game, _, key = name.partition("/")
        if game in self.corpus.traditions:
            return self.tradition(game, witness)
        if game not in self.corpus.games:
            return None
        facts = self.corpus.game(game)
        if not key:
            known = witness and (witness in facts.readings or witness in facts.witnesses)
            return self.game(game, witness if known else facts.main)
        if key in facts.variants:
            return self.variant(game, key)
        return self.game(game, facts.main if key == "main" else key)

    def tradition(self, id: str, witness: str | None) -> Layered:
        key = (id, witness)
        if key in self.done:
            return self.done[key]
        if key in self.under_way:
            return Layered()
        self.under_way.append(key)
        record, facts = self.corpus.traditions[id], self.corpus.tradition(id)
        base = self.tradition(facts.parent, witness) if facts.parent in self.corpus.traditions else Layered()
        new = self.lay(base, record.source, ("rules",), id, witness)
        if witness in facts.readings:
            new = self.lay(new, record.source, ("readings", witness, "rules"), f"{id}/{witness}", witness)
        self.under_way.pop()
        self.done[key] = new
        return new

    def game(self, id: str, witness: str | None) -> Layered | None:
        key = (id, witness)
        if key in self.done:
            return self.done[key]
        record, facts = self.corpus.games[id], self.corpus.game(id)
        if key in self.under_way:
            loop = " -> ".join(dict.fromkeys(k[0] for k in self.under_way[self.under_way.index(key) :]))
            self.problems.append(
                record.source.problem(("like",), f"{loop} -> {id}: the games are like one another in a circle", "cycle")
            )
            return None
        self.under_way.append(key)
        reading = facts.readings.get(witness or "")
        like = (reading.like if reading else None) or facts.like
        presumed = bool(reading.presumed if reading and reading.like else facts.presumed)
        base = (
            self.base(
                like,
                witness,
                record.source,
                ("readings", str(witness), "like") if reading and reading.like else ("like",),
            )
            if like
            else None
        )
        if base is None:
            base = self.tradition(facts.tradition, witness) if facts.tradition in self.corpus.traditions else Layered()
        new = self.lay(base.copy(presumed), record.source, ("rules",), id, witness)
        if reading:
            new = self.lay(new, record.source, ("readings", str(witness), "rules"), f"{id}/{witness}", witness)
        self.under_way.pop()
        self.done[key] = new
        return new

    def variant(self, id: str, name: str) -> Layered | None:
        key = (id, f"variant {name}")
        if key in self.done:
            return self.done[key]
        record, facts = self.corpus.games[id], self.corpus.game(id)
        variant: Variant = facts.variants[name]
        if key in self.under_way:
            self.problems.append(record.source.problem(("variants", name), f"{id}/{name} is like itself", "cycle"))
            return None
        self.under_way.append(key)
        witness = variant.by if variant.by in facts.witnesses else facts.main
        base = self.base(
            variant.like or (f"{id}/{variant.of}" if variant.of else f"{id}/main"),
            witness,
            record.source,
            ("variants", name, "like" if variant.like else "of"),
        )
        new = None
        if base is not None:
            new = self.lay(
                base.copy(bool(variant.presumed)), record.source, ("variants", name, "rules"), f"{id}/{name}", witness
            )
            self.done[key] = new
        self.under_way.pop()
        return new

    def base(self, name: str, witness: str | None, source: Source, path: Path) -> Layered | None:
        found = self.ruleset(name, witness)
        game, _, key = name.partition("/")
        if found is None and game not in self.corpus.known_ids:
            self.problems.append(
                source.problem(
                    path,
                    f"no game or tradition has the id {game!r}{nearest(game, self.corpus.known_ids)}",
                    "unknown-base",
                )
            )
        elif key not in ("", "main") and game in self.corpus.games:
            facts = self.corpus.game(game)
            keys = {*facts.variants, *facts.readings, *facts.witnesses}
            if key not in keys:
                self.problems.append(
                    source.problem(path, f"{game} has no ruleset {key!r}{nearest(key, keys)}", "unknown-base")
                )
        return found

    def lay(self, base: Layered, source: Source, at: Path, layer: str, witness: str | None) -> Layered:
        new, problems = lay(base, source, at, layer, lambda name, path: self.base(name, witness, source, path))
        self.problems += [p for p in problems if p not in self.problems]
        return new


# -- reading files


def read_files(root: FilePath) -> dict[str, str]:
    """Return the text of every file of a corpus by its path relative to the folder that holds `corpus/`."""
    found = {}
    for pattern in ("games/*.md", "traditions/*.md", "*.yaml", "*.bib"):
        for file in sorted((root / "corpus").glob(pattern)):
            found[file.relative_to(root).as_posix()] = file.read_bytes().decode("utf-8", "replace")
    return found


def parse_files(files: Mapping[str, str]) -> dict[str, Source]:
    """Return the parsed source of every record and YAML file."""
    return {
        path: read_record(path, text) if path.endswith(".md") else read_yaml(path, text)
        for path, text in files.items()
        if path.endswith((".md", ".yaml"))
    }


def build(sources: Mapping[str, Source], bibliography: str) -> Corpus:
    """Return the corpus of parsed files; what is wrong with them is in `problems`, and faulty records are left out."""
    corpus = Corpus()
    for source in sources.values():
        corpus.problems += source.problems
    corpus.bibliography, problems = read_bibliography("corpus/sources.bib", bibliography)
    corpus.problems += problems
    _vocabulary(corpus, sources)
    for name, model in SHARED.items():
        _shared(corpus, name, model, sources.get(f"corpus/{name}.yaml"))
    paths = sorted(sources, key=lambda p: (p.startswith("corpus/games/"), p))
    for path in paths:
        if path.endswith(".md"):
            _record(corpus, sources[path], Game if "/games/" in path else Tradition)
    corpus.games = dict(sorted(corpus.games.items(), key=lambda kv: catalogue_order(kv[0])))
    corpus.problems = sorted(set(corpus.problems))
    return corpus


def _vocabulary(corpus: Corpus, sources: Mapping[str, Source]) -> None:
    source = sources.get("corpus/vocabulary.yaml")
    if source is None:
        return
    corpus.shared_sources["vocabulary"] = source
    for name, terms in source.data.items():
        corpus.vocabulary[name] = {}
        for term, tree in terms.items() if isinstance(terms, dict) else ():
            entry, problems = validate(VocabularyTerm, tree, source, (name, term))
            corpus.problems += problems
            corpus.vocabulary[name][term] = entry or VocabularyTerm(label=term, definition=term)


def _shared(corpus: Corpus, name: str, model: type[Facts], source: Source | None) -> None:
    corpus.shared[name] = {}
    if source is None:
        return
    corpus.shared_sources[name] = source
    for key, tree in source.data.items():
        entry, problems = validate(model, tree, source, (key,), {"vocabulary": corpus.vocabulary})
        corpus.problems += problems
        if entry is not None:
            corpus.shared[name][key] = entry


def _record(corpus: Corpus, source: Source, model: type[Game] | type[Tradition]) -> None:
    id = source.data.get("id")
    if isinstance(id, str):
        if id in corpus.known_ids:
            corpus.problems.append(source.problem(("id",), f"{id!r} is the id of another record too", "duplicate-id"))
            return
        corpus.known_ids.add(id)
    if source.problems and not source.data:
        return
    clean = {k: v for k, v in source.data.items() if v is not None}
    for name in ("readings", "variants"):
        if isinstance(clean.get(name), dict):
            clean[name] = {
                k: ({**v, "rules": bare(v["rules"])} if isinstance(v, dict) and "rules" in v else v)
                for k, v in clean[name].items()
            }
    if "rules" in clean:
        clean["rules"] = bare(clean["rules"])
    facts, problems = validate(model, clean, source, (), {"vocabulary": corpus.vocabulary})
    corpus.problems += problems
    if facts is not None:
        records = corpus.games if model is Game else corpus.traditions
        records[facts.id] = Record(facts, source, source.sections())


def read(root: FilePath) -> Corpus:
    """Read a corpus from its files, resolved; faults are in `problems`."""
    files = read_files(root)
    corpus = build(parse_files(files), files.get("corpus/sources.bib", ""))
    corpus.rulesets  # noqa: B018  (resolving finds faults too)
    corpus.problems = sorted(set(corpus.problems))
    return corpus


def must(corpus: Corpus) -> Corpus:
    """Return the corpus, or raise CorpusError with everything that is wrong with it."""
    if corpus.problems:
        raise CorpusError(corpus.problems)
    return corpus
