"""From a file to its source: YAML into data of texts, Markdown left as it is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import yaml
from yaml.events import (
    AliasEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from tarotref.corpus.source import Path, Source, Tree, dotted
from tarotref.problem import Problem

# libyaml is nine times as fast as PyYAML's own parser and gives the same events.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

DEEPEST = 24
"""How deep values may nest; twice what any record of ours needs."""

# Bytes that are not UTF-8 (which decoding keeps as lone surrogates), control and invisible characters, lines that only
# some programs break, and the sign that an earlier decoding left in place of a byte.
_STRAY = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufeff\ufff9-\ufffd\ud800-\udfff]"
)
_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s\-?#&*!|>%@`"'{}\[\],][^:#]*):(\s|$)""")


def read_record(path: str, text: str) -> Source:
    """Read a record: YAML between two lines of three hyphens, then Markdown. Comments may stand above."""
    source = Source(path)
    rows = _clean(source, text).split("\n")
    while rows and not rows[-1].strip():
        rows.pop()
    begin = next((n for n, row in enumerate(rows) if row.strip() and not row.startswith("#")), len(rows))
    opened = begin < len(rows) and rows[begin].rstrip() == "---"
    if not opened and not (begin < len(rows) and _KEY.match(rows[begin])):
        _form(source, 1, "no front matter; expected '---', YAML, '---' at the top")
        source.faults.add(())
        return source
    if not opened:
        _form(source, begin + 1, "the facts have no beginning; expected a line of three hyphens above them")
    text_begins = next((n for n in range(begin + 1, len(rows)) if rows[n].startswith("## ")), len(rows))
    fences = [n for n in range(begin + 1, text_begins) if rows[n].rstrip() == "---"]
    end = fences[-1] if fences else text_begins
    if not fences:
        _form(source, end + 1, "the facts have no end; expected a line of three hyphens before the text")
    for n in fences[:-1]:
        _form(source, n + 1, "three hyphens amid the facts; expected them only above and below")
        rows[n] = ""
    first = begin + 1 if opened else begin
    _read_yaml(source, "\n".join(rows[first:end]) + "\n", first)
    body = end + 1 if fences else end
    source.body, source.body_line = "\n".join(rows[body:]) + "\n", body + 1
    return source


def read_yaml(path: str, text: str) -> Source:
    """Read a file that is YAML throughout."""
    source = Source(path)
    _read_yaml(source, _clean(source, text), 0)
    return source


def _form(source: Source, line: int, message: str) -> None:
    source.problems.append(Problem(source.path, line, "", message, "front-matter"))


def _clean(source: Source, text: str) -> str:
    text, problems = clean(source.path, text)
    source.problems += problems
    return text


def clean(path: str, text: str) -> tuple[str, list[Problem]]:
    """Return a file's text without what does not belong in one, lines ending alike, and a problem at the first such character."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    stray = _STRAY.search(text)
    if stray is None:
        return text, []
    char, line = stray[0], text.count("\n", 0, stray.start()) + 1
    if char == "\ufeff" and stray.start() == 0:
        what = "a byte order mark; save the file as UTF-8 without one"
    elif "\udc80" <= char <= "\udcff":
        what = f"the byte {ord(char) - 0xDC00:#04X}, which is not UTF-8; save the file as UTF-8".replace("0X", "0x")
    else:
        what = f"the character U+{ord(char):04X} ({unicodedata.name(char, 'control')}); take it out"
    text, n = _STRAY.subn("", text)
    more = f" (and {n - 1} more like it)" if n > 1 else ""
    return text, [Problem(path, line, "", f"found {what}{more}", "file")]


def _read_yaml(source: Source, text: str, offset: int) -> None:
    """Read facts into a source. Where they are not well formed, read every key of the first level by itself and lose only those at fault."""
    try:
        data = _document(source, text, offset)
    except yaml.YAMLError as error:
        if (spaced := _spaced(text, _row(error))) is not None:
            row, mended = spaced
            source.problems = [p for p in source.problems if p.code in ("file", "front-matter")]
            _read_yaml(source, mended, offset)
            message = f"found {text.split(chr(10))[row].strip()[:40]!r}; expected a space after the colon"
            source.problems.append(Problem(source.path, row + 1 + offset, "", message, "yaml"))
            return
        whole = _fault(source, error, text, offset)
        found: dict[str, Tree] = {}
        rows = text.split("\n")
        heads = [n for n, row in enumerate(rows) if _KEY.match(row)]
        source.problems = [p for p in source.problems if p.code in ("file", "front-matter")]
        broken = []
        for start, end in zip(heads, [*heads, len(rows)][1:], strict=True):
            block = "\n".join(rows[start:end]) + "\n"
            key = _KEY.match(rows[start])[1].strip("\"' ")  # type: ignore[index]
            try:
                data = _document(source, block, offset + start)
            except yaml.YAMLError as inner:
                broken.append(_fault(source, inner, block, offset + start))
                source.faults.add((key,))
                source.lines[key,] = offset + start + 1
                source.lost += block
            else:
                if isinstance(data, dict):
                    for known in found.keys() & data.keys():
                        source.problems.append(
                            source.problem((known,), "this key stands above already", "duplicate-key")
                        )
                    found.update(data)
        source.problems += broken or [whole]
        source.lines.setdefault((), offset + 1)
        if not heads:
            source.faults.add(())
        source.data = found
        return
    if isinstance(data, dict):
        source.data = data
        return
    source.problems.append(Problem(source.path, 1 + offset, "", "expected a mapping of keys to values", "yaml"))
    source.faults.add(())
    source.lost += text


_CLOSED_UP = re.compile(r"(\s*(?:- )?)([A-Za-z][\w-]*):(?=[^\s:/])(.*)")
"""A key whose value follows its colon without a space."""


def _row(error: yaml.YAMLError) -> int:
    mark = getattr(error, "problem_mark", None)
    return mark.line if mark else 0


def _spaced(text: str, wrong: int) -> tuple[int, str] | None:
    """Return a row on which a space lacks after the colon, which is why YAML is ill-formed at a row, and the text with it."""
    rows = text.split("\n")
    near = range(min(wrong, len(rows) - 1), -1, -1)
    keys = [n for n in near if _CLOSED_UP.fullmatch(rows[n]) and (n in near[:3] or not rows[n].startswith(" "))]
    for row in keys[:1]:
        rows[row] = _CLOSED_UP.sub(r"\1\2: \3", rows[row])
        try:
            for _ in yaml.parse("\n".join(rows), Loader=_LOADER):
                pass
        except yaml.YAMLError as error:
            if _row(error) <= wrong:
                return None
        return row, "\n".join(rows)
    return None


def _document(source: Source, text: str, offset: int) -> Tree:
    """Return the tree of one YAML document; YAMLError where it is not well formed."""
    events = yaml.parse(text, Loader=_LOADER)
    reader = _Reader(source, offset)
    data: Tree = {}
    for event in events:
        if hasattr(event, "anchor"):
            data = reader.value(event, events, ())
            break
    for event in events:
        if hasattr(event, "anchor"):
            source.problems.append(reader.fault(event, (), "a second YAML document; expected one", "yaml"))
            break
    return data


def _fault(source: Source, error: yaml.YAMLError, text: str, offset: int) -> Problem:
    """Return a problem where the YAML went wrong: for what is never closed, where it opens."""
    line, message = 0, str(error).split("\n", 1)[0]
    if isinstance(error, yaml.MarkedYAMLError):
        mark, opened = error.problem_mark or error.context_mark, error.context_mark
        line, message = mark.line if mark else 0, str(error.problem)
        unclosed = "quoted" in str(error.context) or line >= text.rstrip("\n").count("\n")
        if opened and unclosed and "block" not in str(error.context):
            line = opened.line
        if opened and "flow" in str(error.context) and (sign := _unclosed(text, opened.index)):
            return Problem(source.path, opened.line + 1 + offset, "", f"a {sign!r} that is never closed", "yaml")
    hint = ""
    rows = text.split("\n")
    row = rows[line] if line < len(rows) else ""
    if "mapping values" in message and re.match(r"[^:]*: [^\"'].*: ", row + " "):
        hint = "; text that has a colon and a space wants quotation marks around it"
    elif row.lstrip(" ").startswith("\t") or "\\t" in message:
        hint = "; indent with spaces, not with tabs"
    return Problem(source.path, line + 1 + offset, "", f"not well-formed YAML: {message}{hint}", "yaml")


def _unclosed(text: str, opened: int) -> str:
    """Return the bracket at a place of a text if nothing closes it on the rows that belong to it, else an empty text."""
    first, *others = text[opened:].split("\n")
    line = text[text.rfind("\n", 0, opened) + 1 :]
    indent = len(line) - len(line.lstrip(" "))
    more = [row for row in others if row.strip() and len(row) - len(row.lstrip(" ")) > indent]
    within = "\n".join([first, *more])
    pairs = {"{": "}", "[": "]"}
    sign = text[opened : opened + 1]
    return sign if sign in pairs and within.count(sign) > within.count(pairs[sign]) else ""


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
            if isinstance(event, AliasEvent):  # told where its anchor stands
                self.source.faults.add(path)
            else:
                message = "an anchor or a tag of YAML; write the value out, here and wherever it is meant"
                self.wrong(event, path, message, "yaml-plain")
        if isinstance(event, ScalarEvent):
            return self.scalar(event, path)
        if isinstance(event, AliasEvent):
            return ""
        if len(path) >= DEEPEST:
            self.wrong(event, path, f"values nested more than {DEEPEST} deep", "yaml")
            depth = 1
            while depth:
                following = next(events)
                depth += isinstance(following, MappingStartEvent | SequenceStartEvent)
                depth -= isinstance(following, MappingEndEvent | SequenceEndEvent)
            return ""
        return self.mapping(events, path) if isinstance(event, MappingStartEvent) else self.sequence(events, path)

    def wrong(self, event: Event, path: Path, message: str, code: str) -> None:
        """Report a value that cannot stand as it is."""
        self.source.problems.append(self.fault(event, path, message, code))
        self.source.faults.add(path)

    def scalar(self, event: ScalarEvent, path: Path) -> str | None:
        if not event.style and event.value == "null":
            return None
        text = str(event.value).strip()
        if not text:
            self.wrong(event, path, "no value; leave the key out, or say `unstated`", "empty-value")
        if not text.isascii() and any(c.isdecimal() and not c.isascii() for c in text):
            message = f"found {text!r}; expected the digits 0 to 9"
            self.source.problems.append(self.fault(event, path, message, "bad-value"))
            text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
        return text

    def mapping(self, events: Iterator[Event], path: Path) -> dict[str, Tree]:
        found: dict[str, Tree] = {}
        for event in events:
            if isinstance(event, MappingEndEvent):
                break
            if not isinstance(event, ScalarEvent):
                self.wrong(event, path, "a key that is no plain word", "yaml")
                self.value(event, events, (*path, "?"))
                self.value(next(events), events, (*path, "?"))
                continue
            key = str(event.value)
            here = (*path, key)
            if key in found:
                message = f"this key stands at line {self.source.lines[here]} already"
                self.source.problems.append(self.fault(event, here, message, "duplicate-key"))
            self.source.lines[here] = self.line(event)
            value = self.value(next(events), events, here)
            if isinstance(before := found.get(key), dict) and isinstance(value, dict):
                found[key] = {**value, **before}  # what only one of them has is not missing
            found.setdefault(key, value)
        return found

    def sequence(self, events: Iterator[Event], path: Path) -> list[Tree]:
        found: list[Tree] = []
        for event in events:
            if isinstance(event, SequenceEndEvent):
                break
            found.append(self.value(event, events, (*path, len(found))))
        return found
