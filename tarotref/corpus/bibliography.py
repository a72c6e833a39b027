"""The bibliography: witnesses, authorities and literature, from one BibTeX file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Literal

from tarotref.corpus.source import Unread
from tarotref.dates import bounds
from tarotref.problem import Problem, editing, near, nearest

Role = Literal["authority", "witness", "literature"]


@dataclass(frozen=True, slots=True)
class Reference:
    """One entry of the bibliography. `dated` is EDTF; `fields` holds every BibTeX field as plain text."""

    key: str
    kind: str
    role: Role
    label: str
    """How it is cited in running text: a siglum (`RI 1830`) or author and year."""
    authors: tuple[str, ...]
    title: str
    dated: str
    lang: str
    line: int
    fields: dict[str, str] = field(default_factory=dict)

    @property
    def year(self) -> int | None:
        """The first year it may date from."""
        return bounds(self.dated)[0] if self.dated else None

    @property
    def latest(self) -> int | None:
        """The last year it may date from."""
        return bounds(self.dated)[1] if self.dated else None


TYPES = frozenset(
    "article book booklet inbook incollection manual mastersthesis misc online phdthesis report thesis unpublished".split()
)
"""Types of entries, those of BibTeX and biblatex that a work on cards may be."""

FIELDS = frozenset(
    # of BibTeX and biblatex
    "address author booktitle chapter crossref doi edition editor eprint howpublished institution isbn issn journal keywords "
    "language month note number organization pages publisher school series shorthand subtitle title translator type url "
    "urldate volume year "
    # of ours: EDTF date, language, siglum of a witness, what it attests, where its existence is known from, what bears out
    # its address or number: a `copy` of it that has it, or another work by which it is `cited`
    "dated lang siglum attests seenin checked".split()
)
ROLES = ("authority", "witness", "literature")

_HEAD = re.compile(r"^(@?)(\w+)[ \t]*([{(])[ \t]*([^\s,{}]*)[ \t]*(,?)", re.M)
_FIELD = re.compile(r"^[ \t]*(\w+)[ \t]*=", re.M)


def read_bibliography(
    path: str, text: str, languages: Collection[str] = ()
) -> tuple[dict[str, Reference], list[Problem]]:
    """Return the entries of a BibTeX text by key, and what is wrong with it; `languages` are the codes that it may use.

    Every entry is read by itself, so that one that is not well formed costs no other; its key is known all the same.
    """
    from tarotref.corpus.source_file import clean  # it needs YAML, which reading what is compiled does not

    text, problems = clean(path, text)
    found: dict[str, Reference] = {}
    heads = list(_HEAD.finditer(text))
    known: dict[str, int] = {}
    stray = text[: heads[0].start()] if heads else text
    problems += _outside(path, stray, 1)
    if not heads:
        return Unread(), problems or [Problem(path, 1, "", "no entries; expected @book{KEY, ...", "bibtex")]
    ends = [*(head.start() for head in heads), len(text)][1:]
    for head, end in zip(heads, ends, strict=True):
        line, key = text.count("\n", 0, head.start()) + 1, head[4]
        if key.lower() in known:
            problems.append(Problem(path, line, key, f"this key stands at line {known[key.lower()]} already", "bibtex"))
            continue
        known[key.lower()] = line
        reference, faults = _entry(head, text[head.start() : end], line, languages)
        found[key] = reference
        problems += [Problem(path, at, key, fault, "bibtex") for at, fault in faults]
    return found, problems


def _outside(path: str, text: str, line: int) -> list[Problem]:
    """Return a problem at the first line that is neither a comment nor part of an entry."""
    for n, row in enumerate(text.split("\n"), line):
        if row.strip() and not row.lstrip().startswith("%"):
            return [Problem(path, n, "", f"found {row.strip()[:40]!r} outside of an entry", "bibtex")]
    return []


def _entry(
    head: re.Match[str], text: str, line: int, languages: Collection[str]
) -> tuple[Reference, list[tuple[int, str]]]:
    """Return one entry of the text from its head to the next one, and its faults with their lines."""
    with editing():
        from pybtex.database.input.bibtex import Parser
        from pybtex.exceptions import PybtexError

    key, at = head[4], {m[1].lower(): line + text.count("\n", 0, m.start(1)) for m in _FIELD.finditer(text)}
    unread = Reference(key, head[2].lower(), "literature", key, (), key, "", "", line)
    body, outside = _balanced(text)
    if not head[1] or head[3] == "(":
        return unread, [(line, f"found {head[0]!r}; an entry begins like @book{{KEY,")]
    if not key or not head[5]:
        return unread, [(line, "the entry has no key; expected @book{KEY,")]
    if not body:
        return unread, [(_unbalanced(text, line), f"the braces of {key} do not balance")]
    names = [m[1].lower() for m in _FIELD.finditer(body)]
    if twice := [name for n, name in enumerate(names) if name in names[:n]]:
        return unread, [(at[twice[0]], f"the field {twice[0]!r} stands twice")]
    try:
        entry = next(iter(Parser().parse_string(body).entries.values()))
    except (PybtexError, StopIteration) as error:
        wrong = getattr(error, "lineno", None) or 1
        return unread, [(line + wrong - 1, f"not well-formed BibTeX: {error}")]
    reference, faults = _reference(key, entry, line)
    if languages and reference.lang and reference.lang not in languages:
        faults.append(("lang", f"no language has the code {reference.lang!r}{nearest(reference.lang, languages)}"))
    told = [(at.get(name, line), fault) for name, fault in faults]
    rest = _outside("", outside, line + body.count("\n"))
    return reference, told + [(problem.line, problem.message) for problem in rest]


def _balanced(text: str) -> tuple[str, str]:
    """Return a text up to the brace that closes its first one, and what follows; nothing where it is never closed."""
    depth = 0
    for n, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if char == "}" and depth == 0:
            return text[: n + 1], text[n + 1 :]
    return "", text


def _unbalanced(text: str, line: int) -> int:
    """Return the line of the first field whose braces do not balance, or of the entry."""
    starts = [m.start() for m in _FIELD.finditer(text)]
    for start, end in zip(starts, [*starts, len(text)][1:], strict=True):
        value = text[start:end]
        if value.count("{") != value.count("}") - (end == len(text)):
            return line + text.count("\n", 0, start)
    return line


def _reference(key: str, entry: Any, line: int) -> tuple[Reference, list[tuple[str, str]]]:
    """Return an entry as we use it, and its faults with the fields they are in."""
    # A tilde is a tie in prose and "about" in a date.
    fields = {
        name.lower(): value.strip("{} ") if name.lower() in ("dated", "url", "doi") else plain(value)
        for name, value in entry.fields.items()
    }
    people = entry.persons.get("author") or entry.persons.get("editor") or []
    authors = tuple(plain(str(p)) for p in people)
    words = re.split(r"[,;\s]+", fields.get("keywords", ""))
    role: Role = next((r for r in ("authority", "witness", "literature") if r in words), "literature")
    faults: list[tuple[str, str]] = []
    if entry.type not in TYPES:
        hint = nearest(entry.type, TYPES) or f"; expected one of {', '.join(sorted(TYPES))}"
        faults.append(("", f"{entry.type!r} is no type of entry{hint}"))
    strange = [name for name in (*fields, *map(str.lower, entry.persons)) if name not in FIELDS]
    meant = {near(name, FIELDS) for name in strange}
    faults += [(name, f"{name!r} is no field of an entry{nearest(name, FIELDS)}") for name in strange]
    if not fields.get("title") and "title" not in meant:
        faults.append(("", "the field 'title' is missing"))
    if not any(r in words for r in ROLES) and "keywords" not in meant:
        faults.append(("keywords", f"keywords name no role; expected {', '.join(ROLES[:-1])} or {ROLES[-1]}"))
    name, year = "dated" if fields.get("dated") else "year", fields.get("year", "")
    dated = fields.get(name, "")
    if year and not re.search(r"\d{3}|\b\d\d(?:st|nd|rd|th) century", year):
        faults.append(
            ("year", f"found {year!r}; expected a year, or a century in words: 1787, c. 1425, late 18th century")
        )
    try:
        first, last = bounds(dated) if dated else (None, None)
        name = "year"
        if re.fullmatch(r"[0-9/-]+", year) and not (first or 0) <= (bounds(year)[0] or 0) <= (last or 9999):
            faults.append(("year", f"the year {year} is not within {dated}"))
    except ValueError as error:
        faults.append((name, str(error)))
        dated = ""
    return Reference(
        key,
        entry.type,
        role,
        _label(key, fields, authors, role),
        authors,
        fields.get("title", key),
        dated,
        fields.get("lang", ""),
        line,
        fields,
    ), faults


def _label(key: str, fields: dict[str, str], authors: tuple[str, ...], role: str) -> str:
    if fields.get("shorthand"):
        return fields["shorthand"]
    year = fields.get("year", "")
    if fields.get("siglum") and role == "witness":
        return f"{fields['siglum']} {year}".strip()
    surnames = [a.split(",")[0] for a in authors]
    who = " and ".join(surnames) if len(surnames) < 3 else f"{surnames[0]} and others"
    return f"{who or fields.get('title', key)} {year}".strip()


_ACCENTS = {
    r"\'": "\u0301",
    r"\`": "\u0300",
    r"\^": "\u0302",
    r"\"": "\u0308",
    r"\~": "\u0303",
    r"\c": "\u0327",
    r"\v": "\u030c",
}


def plain(text: str) -> str:
    """Return BibTeX text without its markup: braces go, accents and dashes become characters."""
    text = re.sub(
        r"\\(['`^\"~cv])\s*\{?([A-Za-z])\}?", lambda m: unicodedata.normalize("NFC", m[2] + _ACCENTS["\\" + m[1]]), text
    )
    text = (
        re.sub(r"\\([&%$#_])", r"\1", text)
        .replace(r"\ss", "ß")
        .replace("---", "—")
        .replace("--", "–")
        .replace("~", " ")
    )
    return re.sub(r"\s+", " ", re.sub(r"[{}]", "", text)).strip()
