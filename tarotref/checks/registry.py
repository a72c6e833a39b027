"""What checks have in common: their registry, where facts stand, which notes answer for a figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tarotref.corpus import Record, Ruleset, note_target, overlaps
from tarotref.frontmatter import Path
from tarotref.problem import Problem

if TYPE_CHECKING:
    from tarotref.book import Book

Found = Iterator[Problem]


@dataclass(frozen=True, slots=True)
class Check:
    """One rule: its code, what it asks, and the function that finds what breaks it."""

    name: str
    rule: str
    run: Callable[[Book], Found]


CHECKS: dict[str, Check] = {}


def rule(run: Callable[[Book], Found]) -> Callable[[Book], Found]:
    """Register a check; its code is its name with hyphens."""
    name = run.__name__.replace("_", "-")
    CHECKS[name] = Check(name, " ".join((run.__doc__ or "").split()), run)
    return run


def check(book: Book) -> list[Problem]:
    """Return everything that breaks a rule, sorted. A fault of an inherited fact is reported once, where it was set."""
    found: dict[tuple[Any, ...], Problem] = {}
    for one in CHECKS.values():
        for problem in one.run(book):
            found.setdefault(
                (problem.path, problem.line, problem.field, problem.code, problem.message.partition(" (in ")[0]),
                problem,
            )
    return sorted(found.values())


def records(book: Book) -> Iterator[Record]:
    yield from book.corpus.traditions.values()
    yield from book.corpus.games.values()


def place(book: Book, ruleset: Ruleset, *path: Any) -> tuple[str, int]:
    """Return file and line of a fact of a ruleset: where the layer that set it says so, else where its record begins."""
    for n in range(len(path), 0, -1):
        found = [o for known, o in ruleset.origin.items() if overlaps(known, path[:n]) and len(known) >= n]
        if found:
            origin = next((o for o in reversed(found) if o.layer.partition("/")[0] == ruleset.game), found[-1])
            return origin.path, origin.line
    source = book.corpus.games[ruleset.game].source
    return source.path, source.line(("rules",))


def fault(book: Book, ruleset: Ruleset, path: Path, message: str, code: str) -> Problem:
    file, line = place(book, ruleset, *path)
    who = "" if ruleset.key == "main" else f" (in {ruleset.id})"
    return Problem(file, line, "rules." + ".".join(map(str, path)), message + who, code)


def noted(
    book: Book, ruleset: Ruleset, *paths: Path, kinds: tuple[str, ...] = ("discrepancy", "misread", "erratum")
) -> bool:
    """Say whether a note of a kind stands on one of the paths: that is how a record answers for a figure that does not add up."""
    for note in book.corpus.games[ruleset.game].facts.notes:
        if note.kind in kinds:
            for at in note.at:
                layer, path = note_target(ruleset.game, at)
                steps = path or tuple(p for p in at.split(".") if p not in ("readings", "variants", ruleset.key))
                if layer in (ruleset.game, ruleset.id) and any(overlaps(steps, p) for p in paths):
                    return True
    return any(
        note.kind in kinds and any(overlaps(path, p) for p in paths) for _, path, note in book.corpus.notes(ruleset)
    )


def once(book: Book) -> Iterator[Ruleset]:
    """Yield every ruleset, and what each bid or case makes of it."""
    for ruleset in book.corpus.rulesets.values():
        yield ruleset
        yield from ruleset.cases.values()
