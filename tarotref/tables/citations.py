"""Citations: of a work, of the whole reference, of one game or ruleset."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from tarotref import catalogue_number, release
from tarotref.dates import words
from tarotref.words.phrases import first_up

if TYPE_CHECKING:
    from tarotref.corpus.bibliography import Reference
    from tarotref.model.record import Game
    from tarotref.model.shared import Release

AUTHORS = release.EDITORS
TITLE = "tarotref: games played with the tarot pack"


def reference_text(ref: Reference) -> str:
    """Return a work as one line of plain text: author, title, where, when, and the address or number by which it is found."""
    f = ref.fields
    who = " and ".join(_name(a) for a in ref.authors)
    title = f"‘{ref.title}’" if ref.kind in ("article", "incollection", "inproceedings", "inbook") else ref.title
    within = f.get("journal") or f.get("booktitle") or ""
    number = f"({f['number']})" if f.get("number") else ""
    volume = f.get("volume", "")
    if volume and not f.get("journal"):
        volume = f"vol. {volume}"
    volume = " ".join(part for part in (within, volume, number) if part)
    pages = f.get("pages", "")
    where = ": ".join(part for part in (f.get("address", ""), f.get("publisher", "")) if part)
    tail = [
        who,
        title,
        volume,
        where,
        f.get("year") or (words(ref.dated) if ref.dated else ""),
        f"{'pp.' if re.search('[-–,]', pages) else 'p.'} {pages}" if pages else "",
        f.get("howpublished", ""),
        f"https://doi.org/{f['doi']}" if f.get("doi") else f.get("url", ""),
        f"ISBN {f['isbn']}" if f.get("isbn") else "",
        f.get("note", ""),
    ]
    text = ", ".join(part.strip(" ,") for part in tail if part.strip(" .,"))
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _name(person: str) -> str:
    last, _, first = person.partition(", ")
    return f"{first} {last}".strip()


@dataclass(frozen=True, slots=True)
class Cited:
    """What is cited of the reference: a game, one of its rulesets, or a fact of it with who says so."""

    key: str
    """One for each game, ruleset and fact: `tarotref-DM8.13`, `tarotref-DM8.13-RI-1830`, `tarotref-DM8.13-deal.hand`."""
    title: str
    """The game by number and name, with the ruleset and the fact: `8.11 Consiglio (RI-1830), deal.hand: 19`."""
    after: str = ""
    """Whose word a fact is, and where it was read: `RI 1830, read in Dummett and McLeod 2004, game 8.11`."""
    known: str = ""
    """How a fact is known, where it is not simply said: `presumed to be as in 8.13 Permesso`."""
    unreleased: bool = False
    """Whether it is of a record that no published version has."""

    @property
    def edition(self) -> str:
        """The version that is cited, and its year: `version 1.0.0, 2026`, or that it is not published yet."""
        return f"unreleased, after version {release.VERSION}" if self.unreleased else release.EDITION

    @property
    def said(self) -> str:
        """How it is known, and after whom."""
        return "; ".join(filter(None, (self.known, f"after {self.after}" if self.after else "")))

    @property
    def note(self) -> str:
        """The same, and that the whole is not published yet, which forms with fields for a date have nowhere else."""
        return "; ".join(filter(None, (self.said, "" if release.DATE else release.UNSET)))

    def text(self) -> str:
        """Return how to cite it in plain text."""
        after = f"; {self.said}" if self.said else ""
        url = f", {release.REPOSITORY}" if release.REPOSITORY else ""
        return f"{AUTHORS}, ‘{self.title}’, in {TITLE}, {self.edition}{url}{after}."

    def bibtex(self) -> str:
        """Return the same as a BibTeX entry."""
        fields = {
            "author": f"{{{AUTHORS}}}",
            "title": f"{{{self.title}}}",
            "booktitle": f"{{{TITLE}}}",
            "edition": first_up(self.edition) if self.unreleased else f"Version {release.VERSION}",
            "year": "" if self.unreleased else release.YEAR,
            "url": release.REPOSITORY,
            "doi": release.DOI,
            "note": first_up(self.note),
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
        return "\n".join([f"@incollection{{{self.key},", *lines, "}"])

    def csl(self) -> dict[str, object]:
        """Return the same as CSL-JSON."""
        told: dict[str, object] = {
            "id": self.key,
            "type": "entry-encyclopedia",
            "author": [{"literal": AUTHORS}],
            "title": self.title,
            "container-title": TITLE,
            "version": self.edition if self.unreleased else release.VERSION,
            "issued": {}
            if self.unreleased or not release.DATE
            else {"date-parts": [list(map(int, release.DATE.split("-")))]},
            "status": "" if release.DATE else release.UNSET,
            "URL": release.REPOSITORY,
            "DOI": release.DOI,
            "note": first_up(self.note),
        }
        return {name: value for name, value in told.items() if value}

    def coins(self, url: str = "") -> str:
        """Return the same as COinS: a part of the whole, with the address of its page."""
        return _coins({"rft.genre": "bookitem", "rft.atitle": self.title, "rft.btitle": TITLE}, url)

    def ris(self) -> str:
        """Return the same as RIS."""
        told = [
            ("ID", self.key),
            ("AU", AUTHORS),
            ("TI", self.title),
            ("T2", TITLE),
            ("ET", first_up(self.edition) if self.unreleased else f"Version {release.VERSION}"),
            ("PY", "" if self.unreleased else release.YEAR),
            ("UR", release.REPOSITORY),
            ("DO", release.DOI),
            ("N1", first_up(self.note)),
        ]
        return "\n".join(["TY  - ENCYC", *(f"{tag}  - {value}" for tag, value in told if value), "ER  - "])


def whole_as_coins(url: str = "") -> str:
    """Return how to cite the whole as COinS."""
    return _coins({"rft.genre": "document", "rft.title": TITLE}, url)


def _coins(what: dict[str, str], url: str) -> str:
    """Return an OpenURL ContextObject (Z39.88-2004, format `book`) as key-encoded values, which a page holds for reference managers."""
    told = {"ctx_ver": "Z39.88-2004", "rft_val_fmt": "info:ofi/fmt:kev:mtx:book", **what, "rft.aucorp": AUTHORS}
    told |= {"rft.date": release.DATE, "rft.edition": f"Version {release.VERSION}", "rft_id": url}
    return urlencode({name: value for name, value in told.items() if value}, quote_via=quote, safe="")


def unreleased(history: Mapping[str, Release], record: str) -> bool:
    """Say whether a record came after the last version that was published."""
    return bool(release.DATE) and not any(record in version.first for version in history.values())


def cited(
    game: Game,
    ruleset: str = "main",
    field: str = "",
    value: str = "",
    after: str = "",
    known: str = "",
    unreleased: bool = False,
) -> Cited:
    """Return a game, one of its rulesets, or a fact of it, as something to be cited."""
    steps = [catalogue_number.written(game.id), *([ruleset] if ruleset != "main" else []), *([field] if field else [])]
    title = f"{game.id} {game.title}" + (f" ({ruleset})" if ruleset != "main" else "")
    title += f", {field}: {value}" if field else ""
    return Cited("-".join(["tarotref", *steps]), title, after, known, unreleased)
