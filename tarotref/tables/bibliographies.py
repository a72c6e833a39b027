"""The sources as reference managers read them: BibTeX, RIS, CSL-JSON; made of the table `sources`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Source = Mapping[str, Any]
"""A row of the table `sources`, by column."""

BIBTEX = {
    "container": "journal",
    "volume": "volume",
    "issue": "number",
    "pages": "pages",
    "place": "address",
    "publisher": "publisher",
    "doi": "doi",
    "isbn": "isbn",
    "url": "url",
    "lang": "langid",
}
"""Columns of `sources` and the fields of BibTeX that say the same."""
RIS = {"article": "JOUR", "book": "BOOK", "incollection": "CHAP", "inbook": "CHAP", "online": "ELEC", "thesis": "THES"}
CSL = {
    "article": "article-journal",
    "book": "book",
    "incollection": "chapter",
    "inbook": "chapter",
    "online": "webpage",
    "thesis": "thesis",
    "manual": "report",
}


def bibtex(sources: Iterable[Source]) -> str:
    """Return the sources as BibTeX."""
    return "\n".join(_entry(source) for source in sources)


def _entry(source: Source) -> str:
    fields: dict[str, Any] = {"author": " and ".join(map(_whole_name, people(source)))}
    fields["title"] = f"{{{source['title']}}}"
    fields["year"] = year(source)
    for column, name in BIBTEX.items():
        inside = name == "journal" and source["kind"] in ("incollection", "inbook", "inproceedings")
        fields["booktitle" if inside else name] = source[column]
    lines = [f"  {name} = {{{_balanced(str(value))}}}" for name, value in fields.items() if value]
    return f"@{source['kind']}{{{source['key']},\n" + ",\n".join(lines) + "\n}\n"


def ris(sources: Iterable[Source]) -> str:
    """Return the sources as RIS."""
    return "\n".join(_ris_entry(source) for source in sources)


def _ris_entry(source: Source) -> str:
    first, _, last = str(source["pages"] or "").replace("–", "-").partition("-")
    told = [
        ("ID", source["key"]),
        *(("AU", person) for person in people(source)),
        ("TI", source["title"]),
        ("T2", source["container"]),
        ("PY", year(source)),
        ("VL", source["volume"]),
        ("IS", source["issue"]),
        ("SP", first.strip()),
        ("EP", last.strip("- ")),
        ("CY", source["place"]),
        ("PB", source["publisher"]),
        ("DO", source["doi"]),
        ("SN", source["isbn"]),
        ("UR", source["url"]),
        ("LA", source["lang"]),
    ]
    lines = [f"{tag}  - {' '.join(str(value).split())}" for tag, value in told if value]
    return "\n".join([f"TY  - {RIS.get(source['kind'], 'GEN')}", *lines, "ER  - ", ""])


def csl(sources: Iterable[Source]) -> str:
    """Return the sources as CSL-JSON."""
    return json.dumps([_csl_entry(source) for source in sources], ensure_ascii=False, indent=1) + "\n"


def _csl_entry(source: Source) -> dict[str, Any]:
    told = {
        "id": source["key"],
        "type": CSL.get(source["kind"], "document"),
        "author": [_csl_name(person) for person in people(source)],
        "title": source["title"],
        "container-title": source["container"],
        "issued": {"date-parts": [[int(found)]]} if (found := year(source)) else None,
        "volume": source["volume"],
        "issue": source["issue"],
        "page": source["pages"],
        "publisher-place": source["place"],
        "publisher": source["publisher"],
        "DOI": source["doi"],
        "ISBN": source["isbn"],
        "URL": source["url"],
        "language": source["lang"],
    }
    return {name: value for name, value in told.items() if value}


def _csl_name(person: str) -> dict[str, str]:
    last, comma, first = person.partition(", ")
    return {"family": last, "given": first} if comma else {"literal": person}


def people(source: Source) -> list[str]:
    """Return authors or editors, family name first where it stands so."""
    return [person for person in str(source["author"] or "").split(";") if person]


def year(source: Source) -> str:
    """Return the first year from which a work may date, as text; nothing where none is known."""
    found = source["year_from"] or source["year_to"]
    return str(found) if found else ""


def _whole_name(person: str) -> str:
    """Return a name as BibTeX has it: that of a body in braces."""
    return person if ", " in person else f"{{{person}}}"


def _balanced(text: str) -> str:
    """Return a text without braces that have no partner; a backslash is none of BibTeX's commands here."""
    return text if text.count("{") == text.count("}") else re.sub(r"[{}]", "", text)


FORMS: dict[str, Callable[[Iterable[Source]], str]] = {"bibtex": bibtex, "ris": ris, "csl": csl}
"""Each form with what writes it."""
FILES = {"bibtex": "sources.bib", "ris": "sources.ris", "csl": "sources.csl.json"}
