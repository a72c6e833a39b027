"""The source of a record or shared file: its data, in which every scalar is text and every value knows its line, and its text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tarotref.problem import Problem

Tree: TypeAlias = Any  # dict[str, Tree] | list[Tree] | str | None, None being the plain word `null`
Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One `## Heading` of a record's text: its title, Markdown body and the line of the heading."""

    title: str
    body: str
    line: int


@dataclass(slots=True)
class Source:
    """What one file says: its data, the line of each value, its text, and what is wrong with its form."""

    path: str
    data: dict[str, Tree] = field(default_factory=dict)
    lines: dict[Path, int] = field(default_factory=dict)
    body: str = ""
    body_line: int = 1
    problems: list[Problem] = field(default_factory=list)

    def line(self, path: Path) -> int:
        """Return the line of the value at `path`, or of the nearest value that encloses it."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.lines:
                return self.lines[path[:end]]
        return 1

    def at(self, path: Path) -> Tree:
        """Return what stands at `path`, or None."""
        found: Tree = self.data
        for step in path:
            found = found.get(step) if isinstance(found, dict) else None
        return found

    def problem(self, path: Path, message: str, code: str) -> Problem:
        """Return a problem with the value at `path`."""
        return Problem(self.path, self.line(path), dotted(path), message, code)

    def sections(self) -> dict[str, Section]:
        """Return the `## ` sections of the text by their titles, in file order; what precedes the first is titled ''."""
        found: dict[str, Section] = {}
        title, start, fenced = "", self.body_line, ""
        rows: list[str] = []
        for n, row in enumerate(self.body.splitlines(), self.body_line):
            mark = row.lstrip()[:3]
            if mark in ("```", "~~~", ":::"):
                fenced = "" if fenced == mark else fenced or mark
            if row.startswith("## ") and not fenced:
                found[title] = Section(title, "\n".join(rows).strip("\n"), start)
                title, start, rows = row[3:].strip(), n, []
            else:
                rows.append(row)
        found[title] = Section(title, "\n".join(rows).strip("\n"), start)
        if not found.get("", Section("", "", 0)).body:
            found.pop("", None)
        return found


def dotted(path: Path) -> str:
    """Write a path as people do: `rules.deal.hand`."""
    return ".".join(map(str, path))
