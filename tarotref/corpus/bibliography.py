"""The bibliography: witnesses, authorities and literature, from one BibTeX file."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any, Literal

from tarotref.dates import bounds
from tarotref.problem import Problem

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


def read_bibliography(path: str, text: str) -> tuple[dict[str, Reference], list[Problem]]:
    """Return the entries of a BibTeX text by key, and what is wrong with it."""
    from pybtex.database import BibliographyData, parse_string
    from pybtex.exceptions import PybtexError

    lines = {m[1]: text.count("\n", 0, m.start()) + 1 for m in re.finditer(r"^@\w+\{\s*([^,\s]+)\s*,", text, re.M)}
    try:
        data: BibliographyData = parse_string(text, "bibtex")
    except PybtexError as error:
        line = getattr(error, "lineno", None) or 1
        return {}, [Problem(path, line, "", f"not well-formed BibTeX: {error}", "bibtex")]
    found, problems = {}, []
    for key, entry in data.entries.items():
        reference, faults = _reference(key, entry, lines.get(key, 1))
        found[key] = reference
        problems += [Problem(path, reference.line, key, fault, "bibtex") for fault in faults]
    return found, problems


def _reference(key: str, entry: Any, line: int) -> tuple[Reference, list[str]]:
    # A tilde is a tie in prose and "about" in a date.
    fields = {
        name: value.strip("{} ") if name in ("dated", "url", "doi") else plain(value)
        for name, value in entry.fields.items()
    }
    people = entry.persons.get("author") or entry.persons.get("editor") or []
    authors = tuple(plain(str(p)) for p in people)
    words = re.split(r"[,;\s]+", fields.get("keywords", ""))
    role: Role = next((r for r in ("authority", "witness", "literature") if r in words), "literature")
    dated = fields.get("dated") or fields.get("year", "")
    faults = [f"the field {name!r} is missing" for name in ("title",) if not fields.get(name)]
    if not any(r in words for r in ("authority", "witness", "literature")):
        faults.append("keywords name no role; expected authority, witness or literature")
    try:
        bounds(dated) if dated else None
    except ValueError as error:
        faults.append(str(error))
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
    text = text.replace(r"\&", "&").replace(r"\ss", "ß").replace("---", "—").replace("--", "–").replace("~", " ")
    return re.sub(r"\s+", " ", re.sub(r"[{}]", "", text)).strip()
