"""Citations: of a work, of the whole reference, of one game or ruleset."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tarotref import catalogue_number

if TYPE_CHECKING:
    from tarotref.corpus.bibliography import Reference
    from tarotref.model.record import Game

AUTHORS = "The tarotref editors"
TITLE = "tarotref: games played with the tarot pack"


def reference_text(ref: Reference) -> str:
    """Return a work as one line of plain text: author, title, where, when."""
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
        f.get("year") or ref.dated,
        f"{'pp.' if re.search('[-–,]', pages) else 'p.'} {pages}" if pages else "",
        f.get("howpublished", ""),
        f.get("note", ""),
    ]
    text = ", ".join(part.strip(" ,") for part in tail if part.strip(" .,"))
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _name(person: str) -> str:
    last, _, first = person.partition(", ")
    return f"{first} {last}".strip()


def game_text(game: Game, version: str, year: str, ruleset: str = "main") -> str:
    """Return how to cite one game's record, or one of its rulesets, in plain text."""
    what = f"{game.id} {game.title}" + (f", ruleset {ruleset}" if ruleset != "main" else "")
    return f"{AUTHORS}, ‘{what}’, in {TITLE}, version {version}, {year}."


def game_key(game: Game, ruleset: str = "main") -> str:
    """Return the key of a citation, one for each ruleset: `tarotref-DM8.13`, `tarotref-DM8.13-RI-1830`."""
    return f"tarotref-{catalogue_number.written(game.id)}" + (f"-{ruleset}" if ruleset != "main" else "")


def game_bibtex(game: Game, version: str, year: str, ruleset: str = "main") -> str:
    """Return the same as a BibTeX entry."""
    title = f"{game.id} {game.title}" + (f" ({ruleset})" if ruleset != "main" else "")
    return "\n".join(
        [
            f"@incollection{{{game_key(game, ruleset)},",
            f"  author = {{{{{AUTHORS}}}}},",
            f"  title = {{{{{title}}}}},",
            f"  booktitle = {{{{{TITLE}}}}},",
            f"  edition = {{Version {version}}},",
            f"  year = {{{year}}},",
            "}",
        ]
    )


def game_csl(game: Game, version: str, year: str, ruleset: str = "main") -> dict[str, object]:
    """Return the same as CSL-JSON."""
    title = f"{game.id} {game.title}" + (f" ({ruleset})" if ruleset != "main" else "")
    return {
        "id": game_key(game, ruleset),
        "type": "entry-encyclopedia",
        "author": [{"literal": AUTHORS}],
        "title": title,
        "container-title": TITLE,
        "version": version,
        "issued": {"date-parts": [[int(year)]]},
    }
