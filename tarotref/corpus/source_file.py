"""From a file to its source: YAML into data of texts, Markdown left as it is."""

from __future__ import annotations

from collections.abc import Iterator

import yaml
from yaml.events import AliasEvent, Event, MappingEndEvent, MappingStartEvent, ScalarEvent, SequenceEndEvent

from tarotref.corpus.source import Path, Source, Tree, dotted
from tarotref.problem import Problem

# libyaml is nine times as fast as PyYAML's own parser and gives the same events.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_record(path: str, text: str) -> Source:
    """Read a record: YAML between two lines of three hyphens, then Markdown."""
    source = Source(path)
    rows = text.splitlines()
    end = next((n for n, row in enumerate(rows[1:], 1) if row.rstrip() == "---"), 0)
    if not rows or rows[0].rstrip() != "---" or not end:
        source.problems.append(
            Problem(path, 1, "", "no front matter; expected '---', YAML, '---' at the top", "front-matter")
        )
        return source
    _read_yaml(source, "\n".join(rows[1:end]) + "\n", 1)
    source.body, source.body_line = "\n".join(rows[end + 1 :]) + "\n", end + 2
    return source


def read_yaml(path: str, text: str) -> Source:
    """Read a file that is YAML throughout."""
    source = Source(path)
    _read_yaml(source, text, 0)
    return source


def _read_yaml(source: Source, text: str, offset: int) -> None:
    events = yaml.parse(text, Loader=_LOADER)
    reader = _Reader(source, offset)
    try:
        for event in events:
            if isinstance(event, ScalarEvent | MappingStartEvent) or hasattr(event, "anchor"):
                data = reader.value(event, events, ())
                break
        else:
            data = {}
        for event in events:
            if hasattr(event, "anchor"):
                source.problems.append(reader.fault(event, (), "a second YAML document; expected one", "yaml"))
                break
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = (mark.line if mark else 0) + 1 + offset
        source.problems.append(Problem(source.path, line, "", f"not well-formed YAML: {error.problem}", "yaml"))
        return
    except yaml.YAMLError as error:
        source.problems.append(Problem(source.path, 1 + offset, "", f"not well-formed YAML: {error}", "yaml"))
        return
    if isinstance(data, dict):
        source.data = data
    else:
        source.problems.append(Problem(source.path, 1 + offset, "", "expected a mapping of keys to values", "yaml"))


class _Reader:
    """Builds the tree from YAML events: one pass, no guessing of types."""

    def __init__(self, source: Source, offset: int):
        self.source, self.offset = source, offset

    def fault(self, event: Event, path: Path, message: str, code: str) -> Problem:
        return Problem(self.source.path, self.line(event), dotted(path), message, code)

    def line(self, event: Event) -> int:
        return (event.start_mark.line if event.start_mark else 0) + 1 + self.offset

    def value(self, event: Event, events: Iterator[Event], path: Path) -> Tree:
        self.source.lines.setdefault(path, self.line(event))
        if getattr(event, "anchor", None) or getattr(event, "tag", None) not in (None, "!"):
            what = "an alias" if isinstance(event, AliasEvent) else "an anchor or a tag"
            self.source.problems.append(self.fault(event, path, f"{what} of YAML; write the value out", "yaml-plain"))
        if isinstance(event, ScalarEvent):
            return self.scalar(event, path)
        if isinstance(event, MappingStartEvent):
            return self.mapping(events, path)
        if isinstance(event, AliasEvent):
            return ""
        return self.sequence(events, path)

    def scalar(self, event: ScalarEvent, path: Path) -> str | None:
        if not event.style and event.value == "null":
            return None
        if not event.value.strip():
            self.source.problems.append(
                self.fault(event, path, "no value; leave the key out, or say `unstated`", "empty-value")
            )
        return str(event.value).strip()

    def mapping(self, events: Iterator[Event], path: Path) -> dict[str, Tree]:
        found: dict[str, Tree] = {}
        for event in events:
            if isinstance(event, MappingEndEvent):
                break
            if not isinstance(event, ScalarEvent):
                self.source.problems.append(self.fault(event, path, "a key that is no plain word", "yaml"))
                self.value(event, events, (*path, "?"))
                self.value(next(events), events, (*path, "?"))
                continue
            key = str(event.value)
            here = (*path, key)
            if key in found:
                self.source.problems.append(self.fault(event, here, "this key stands twice here", "duplicate-key"))
            self.source.lines[here] = self.line(event)
            found[key] = self.value(next(events), events, here)
        return found

    def sequence(self, events: Iterator[Event], path: Path) -> list[Tree]:
        found: list[Tree] = []
        for event in events:
            if isinstance(event, SequenceEndEvent):
                break
            found.append(self.value(event, events, (*path, len(found))))
        return found
