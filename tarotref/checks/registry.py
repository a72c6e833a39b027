"""What checks have in common: their registry, what causes a fault of a ruleset, and which notes answer for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from tarotref.corpus.layers import Origin
from tarotref.corpus.records import Corpus, Record, Ruleset, note_target, overlaps
from tarotref.corpus.source import Path, Source, dotted
from tarotref.problem import Problem

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a ruleset made of layers; `check` finds the layer that causes it."""

    ruleset: Ruleset
    path: Path
    """The fact at fault: a path in the rules, or in what the source states (`stated.points`)."""
    message: str
    concerns: tuple[Path, ...] = ()
    """The other facts that it follows from."""
    answers: tuple[Path, ...] | None = None
    """Where a note of the game answers for it; None where no note does."""


Found = Iterator[Problem | Fault]


@dataclass(frozen=True, slots=True)
class Check:
    """One rule: its code, what it asks, and the function that finds what breaks it."""

    name: str
    rule: str
    run: Callable[[ComputedCorpus], Found]
    """What of it is asked of the corpus as a whole."""
    one: Callable[[ComputedCorpus, Record], Found] | None = None
    """What of it is asked of each record: it reads that record, those of which its rules are made, and what `each` reads."""
    each: Callable[[ComputedCorpus, Ruleset], Found] | None = None
    """What of it is asked of each ruleset and each of its cases: it reads that ruleset, packs, trump orders, subjects, hands, and
    which ids there are."""


class Sound(Protocol):
    """Of what it is known that it breaks no rule: so it was at an earlier look, and all that the rule reads is the same."""

    def knows(self, rule: str, id: str) -> bool:
        """Say whether a ruleset, or a record, is known not to break a rule."""

    def note(self, rule: str, id: str) -> None:
        """Note that one does not."""


CHECKS: dict[str, Check] = {}


def rule(run: Callable[[ComputedCorpus], Found]) -> Callable[[ComputedCorpus], Found]:
    """Register a check of the corpus as a whole; its code is its name with hyphens."""
    name = run.__name__.replace("_", "-")
    CHECKS[name] = Check(name, " ".join((run.__doc__ or "").split()), run)
    return run


def _whole(computed: ComputedCorpus) -> Found:
    yield from ()


def ruleset_rule(run: Callable[[ComputedCorpus, Ruleset], Found]) -> Callable[[ComputedCorpus, Ruleset], Found]:
    """Register a check that asks of each ruleset, and of each of its cases, by itself."""
    name = run.__name__.replace("_", "-")
    CHECKS[name] = Check(name, " ".join((run.__doc__ or "").split()), _whole, each=run)
    return run


def of_records(
    name: str,
) -> Callable[[Callable[[ComputedCorpus, Record], Found]], Callable[[ComputedCorpus, Record], Found]]:
    """Add to a check of the corpus as a whole what it asks of each record by itself."""

    def register(run: Callable[[ComputedCorpus, Record], Found]) -> Callable[[ComputedCorpus, Record], Found]:
        CHECKS[name] = replace(CHECKS[name], one=run)
        return run

    return register


def of_rulesets(
    name: str,
) -> Callable[[Callable[[ComputedCorpus, Ruleset], Found]], Callable[[ComputedCorpus, Ruleset], Found]]:
    """Add to a check of the corpus as a whole what it asks of each ruleset by itself."""

    def register(run: Callable[[ComputedCorpus, Ruleset], Found]) -> Callable[[ComputedCorpus, Ruleset], Found]:
        CHECKS[name] = replace(CHECKS[name], each=run)
        return run

    return register


def record_rule(run: Callable[[ComputedCorpus, Record], Found]) -> Callable[[ComputedCorpus, Record], Found]:
    """Register a check that asks of each record by itself."""
    name = run.__name__.replace("_", "-")
    CHECKS[name] = Check(name, " ".join((run.__doc__ or "").split()), _whole, run)
    return run


def check(computed: ComputedCorpus, *, sound: Sound | None = None) -> list[Problem]:
    """Return everything that breaks a rule, sorted. What `sound` knows to break no rule is not looked at again.

    A fault of layers is told once, where the layer that causes it says so.
    """
    found: set[Problem] = set()
    for one in CHECKS.values():
        told = list(faults(computed, one, sound))
        found |= {problem for problem in told if isinstance(problem, Problem)}
        found |= set(caused(computed.corpus, one.name, [fault for fault in told if isinstance(fault, Fault)]))
    gone = renamed(computed)
    found = {problem for problem in found if not problem.message.startswith(tuple(gone))}
    strays = _stray_readings(found)
    return sorted(
        problem
        for problem in found
        if not computed.corpus.follows(problem)
        and (problem in strays or not any(key in problem.message for key in strays.values()))
        and (problem.code, problem.field) not in {("unused-source", new) for new in gone.values()}
    )


def _stray_readings(found: Collection[Problem]) -> dict[Problem, str]:
    """Return the key of each reading that no source has, by the problem that says so: what else names it follows from that."""
    at = ((problem, problem.field.split(".")) for problem in found if problem.code == "dangling")
    return {problem: steps[1] for problem, steps in at if steps[0] == "readings" and len(steps) == 2}


def renamed(computed: ComputedCorpus) -> dict[str, str]:
    """Return the ids that were changed where they are given: the new one by how a problem begins that is about the old one.

    `renamed-id` finds them; what follows is told there alone.
    """
    return computed.memo.once("renamed", dict)


def faults(computed: ComputedCorpus, rule: Check, sound: Sound | None = None) -> Found:
    """Yield what a rule finds: in the corpus as a whole, then in each record and each ruleset that is not known to be sound."""
    yield from rule.run(computed)
    if rule.one is not None:
        for id in (*computed.corpus.traditions, *computed.corpus.games):
            if sound is None or not sound.knows(rule.name, id):
                yield from _noted(rule.name, id, rule.one(computed, computed.corpus.record(id)), sound)
    if rule.each is not None:
        for id in computed.corpus.rulesets:
            if sound is None or not sound.knows(rule.name, id):
                r = computed.corpus.rulesets[id]
                told = (fault for part in (r, *r.cases.values()) for fault in rule.each(computed, part))
                yield from _noted(rule.name, id, told, sound)


def _noted(rule: str, id: str, told: Found, sound: Sound | None) -> Found:
    found = list(told)
    if sound is not None and not found:
        sound.note(rule, id)
    yield from found


def caused(corpus: Corpus, code: str, faults: list[Fault]) -> Iterator[Problem]:
    """Yield the problems behind the faults that a check finds: what follows from one elsewhere is held back."""
    known = {(fault.ruleset.id, fault.path) for fault in faults}
    told = {(fault.ruleset.id, fault.message) for fault in faults}
    first: dict[tuple[str, int, str], str] = {}
    for fault in faults:
        r = fault.ruleset
        base = corpus.rulesets.get(r.base)
        inherited = base is not None and (base.id, fault.path) in known
        facts = concerned(fault, base)
        if inherited and not facts and fault.path[0] != "stated":
            continue
        if base is not None and (base.id, fault.message) in told and fault.path[0] != "stated":
            continue  # what it sets otherwise comes to the same
        source, path = cause(corpus, fault, facts if base and not inherited else concerned(fault, None))
        if fault.answers is not None and noted(r, source, corpus, *fault.answers):
            continue
        at_home = r.kind == "main" and source is corpus.games[r.game].source
        who = "" if at_home else f" (in {r.id.removesuffix('/main')})"
        # The line is that of the very value, the field that of the fact it belongs to.
        field = path[:-1] if path[-1 - len(fault.path) : -1] == fault.path else path
        problem = Problem(source.path, source.line(path), dotted(field), fault.message + who, code)
        if first.setdefault((problem.path, problem.line, problem.field), r.id) == r.id:
            yield problem


def concerned(fault: Fault, base: Ruleset | None) -> list[tuple[Path, Origin]]:
    """Return the facts that a fault follows from, those laid last at the end; only those that differ from a base, if one is given.

    What was withdrawn stands first: it is to blame where nothing was set.
    """
    r, paths = fault.ruleset, (fault.path, *fault.concerns)
    facts = [*r.withdrawn.items(), *r.origin.items()]
    return [
        (path, origin)
        for path, origin in facts
        if any(overlaps(path, p) for p in paths) and (base is None or r.at(path) != base.at(path))
    ]


def cause(corpus: Corpus, fault: Fault, facts: list[tuple[Path, Origin]]) -> tuple[Source, Path]:
    """Return the file, and the path in it, of what causes a fault: in the last layer that set one of the facts, the fact at fault if it did."""
    r = fault.ruleset
    own = corpus.games[r.game].source
    home: Path = () if r.kind == "main" else ("readings" if r.kind == "reading" else "variants", r.key)
    if fault.path[0] == "stated":
        return own, (*home, *fault.path)
    if not facts:
        return own, home if r.kind in ("reading", "variant") else ("rules", *fault.path)
    layer = facts[-1][1].layer
    last = [path for path, origin in facts if origin.layer == layer]
    return layer_path(corpus, r, layer, next((p for p in reversed(last) if overlaps(p, fault.path)), last[-1]))


def layer_path(corpus: Corpus, r: Ruleset, layer: str, path: Path) -> tuple[Source, Path]:
    """Return the file of a layer of a ruleset, and where in it a path of the rules stands.

    What a ruleset takes from a game that it is not based on, it takes by `like` in a section: there its own record says so.
    """
    owner, _, key = layer.partition("/")
    key, _, case = key.partition("#")
    if owner != r.game and owner not in corpus.bases(r.game):
        source = corpus.games[r.game].source
        layers: tuple[Path, ...] = (("readings", r.key), ("variants", r.key), ())
        said = [(*layer, "rules", path[0]) for layer in layers]
        return source, next((p for p in said if source.at(p) is not None), said[-1])
    if case:
        section, _, name = case.partition(".")
        parent = corpus.rulesets[r.base] if r.kind == "case" else r
        origin = parent.origin_at(section, name, "rules")
        source, at = layer_path(corpus, parent, origin.layer if origin else owner, (section, name, "rules"))
        return source, (*at, *path)
    record = corpus.record(owner)
    shelf = next((s for s in ("readings", "variants") if key in getattr(record.facts, s)), None)
    return record.source, ((shelf, key) if shelf else ()) + ("rules", *path)


def noted(r: Ruleset, source: Source, corpus: Corpus, *paths: Path) -> bool:
    """Say whether a note of discrepancy, misreading or error stands on one of the paths: so a record answers for what does not add up.

    It must be a note of the game itself, or of the record that causes the fault; what other records remark answers for nothing here.
    """
    for owner in dict.fromkeys((r.game, str(source.data["id"]))):
        for note in corpus.record(owner).facts.notes:
            for at in note.at if note.kind in ("discrepancy", "misread", "erratum") else ():
                layer, path = note_target(owner, at)
                steps = path or tuple(p for p in at.split(".") if p not in ("readings", "variants", r.key))
                mine = layer in (owner, f"{owner}/{r.key.partition('#')[0]}")
                if mine and steps and any(overlaps(steps, p) for p in paths):
                    return True
    return False


def records(computed: ComputedCorpus) -> Iterator[Record]:
    yield from computed.corpus.traditions.values()
    yield from computed.corpus.games.values()


def once(computed: ComputedCorpus) -> Iterator[Ruleset]:
    """Yield every ruleset, and what each bid or case makes of it."""
    for ruleset in computed.corpus.rulesets.values():
        yield ruleset
        yield from ruleset.cases.values()
