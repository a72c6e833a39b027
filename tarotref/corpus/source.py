"""The source of a record or shared file: its data, in which every scalar is text and every value knows its line, and its text."""

from __future__ import annotations

import re
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
    faults: set[Path] = field(default_factory=set)
    """Where something is wrong, so that what follows from it is not reported again."""
    lost: str = ""
    """What could not be read as facts: it may name whatever seems unused."""

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
        title, start, fence = "", self.body_line, ""
        rows: list[str] = []

        def close() -> None:
            body = "\n".join(rows).strip("\n")
            if title in found:  # reported by the check; neither text is lost
                body, line = f"{found[title].body}\n\n{body}", found[title].line
            else:
                line = start
            found[title] = Section(title, body, line)

        for n, row in enumerate(self.body.split("\n"), self.body_line):
            mark = re.match(r" {0,3}(`{3,}|~{3,}|:{3,})", row)
            if mark and not fence:
                fence = mark[1]
            elif mark and mark[1].startswith(fence) and not row.strip(f" {fence[0]}"):
                fence = ""
            if row.startswith("## ") and not fence:
                close()
                title, start, rows = row[3:].strip(), n, []
            else:
                rows.append(row)
        close()
        if not found[""].body:
            del found[""]
        return found


class Unread(dict[str, Any]):
    """The entries of a file that could not be read: it may hold any id, so that nothing is called unknown for its sake."""

    def __contains__(self, key: object) -> bool:
        return True


def dotted(path: Path) -> str:
    """Write a path as people do: `rules.deal.hand`."""
    return ".".join(map(str, path))
