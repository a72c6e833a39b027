"""What checks have in common: their registry, where facts stand, which notes answer for a figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarotref.corpus.records import Record, Ruleset, note_target, overlaps
from tarotref.corpus.source_file import Path
from tarotref.problem import Problem

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

Found = Iterator[Problem]


@dataclass(frozen=True, slots=True)
class Check:
    """One rule: its code, what it asks, and the function that finds what breaks it."""

    name: str
    rule: str
    run: Callable[[ComputedCorpus], Found]


CHECKS: dict[str, Check] = {}


def rule(run: Callable[[ComputedCorpus], Found]) -> Callable[[ComputedCorpus], Found]:
    """Register a check; its code is its name with hyphens."""
    name = run.__name__.replace("_", "-")
    CHECKS[name] = Check(name, " ".join((run.__doc__ or "").split()), run)
    return run


def check(computed: ComputedCorpus) -> list[Problem]:
    """Return everything that breaks a rule, sorted. A fault of an inherited fact is reported once, where it was set."""
    found: dict[tuple[Any, ...], Problem] = {}
    for one in CHECKS.values():
        for problem in one.run(computed):
            found.setdefault(
                (problem.path, problem.line, problem.field, problem.code, problem.message.partition(" (in ")[0]),
                problem,
            )
    return sorted(found.values())


def records(computed: ComputedCorpus) -> Iterator[Record]:
    yield from computed.corpus.traditions.values()
    yield from computed.corpus.games.values()


def place(computed: ComputedCorpus, ruleset: Ruleset, *path: Any) -> tuple[str, int]:
    """Return file and line of a fact of a ruleset: where the layer that set it says so, else where its record begins."""
    for n in range(len(path), 0, -1):
        found = [o for known, o in ruleset.origin.items() if overlaps(known, path[:n]) and len(known) >= n]
        if found:
            origin = next((o for o in reversed(found) if o.layer.partition("/")[0] == ruleset.game), found[-1])
            return origin.path, origin.line
    source = computed.corpus.games[ruleset.game].source
    return source.path, source.line(("rules",))


def fault(computed: ComputedCorpus, ruleset: Ruleset, path: Path, message: str, code: str) -> Problem:
    file, line = place(computed, ruleset, *path)
    who = "" if ruleset.key == "main" else f" (in {ruleset.id})"
    return Problem(file, line, "rules." + ".".join(map(str, path)), message + who, code)


def noted(
    computed: ComputedCorpus,
    ruleset: Ruleset,
    *paths: Path,
    kinds: tuple[str, ...] = ("discrepancy", "misread", "erratum"),
) -> bool:
    """Say whether a note of a kind stands on one of the paths: that is how a record answers for a figure that does not add up."""
    for note in computed.corpus.games[ruleset.game].facts.notes:
        if note.kind in kinds:
            for at in note.at:
                layer, path = note_target(ruleset.game, at)
                steps = path or tuple(p for p in at.split(".") if p not in ("readings", "variants", ruleset.key))
                if layer in (ruleset.game, ruleset.id) and any(overlaps(steps, p) for p in paths):
                    return True
    return any(
        note.kind in kinds and any(overlaps(path, p) for p in paths) for _, path, note in computed.corpus.notes(ruleset)
    )


def once(computed: ComputedCorpus) -> Iterator[Ruleset]:
    """Yield every ruleset, and what each bid or case makes of it."""
    for ruleset in computed.corpus.rulesets.values():
        yield ruleset
        yield from ruleset.cases.values()
