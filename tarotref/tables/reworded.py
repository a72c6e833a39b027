"""Exports of a corpus of which nothing but words of its texts has changed: what holds these is written anew, the rest stays.

The files are the same, byte for byte, as if all had been written of the tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias
from zipfile import BadZipFile

from tarotref.tables import packed, sql
from tarotref.tables.documents import written
from tarotref.tables.exports import csv_text, replaced
from tarotref.tables.spec import TABLES, Row
from tarotref.tables.texts import TEXTUAL

Texts: TypeAlias = "dict[tuple[str, str], str]"
"""Texts of sections by the record in which they stand and their titles."""


class Otherwise(Exception):
    """Files are not as an earlier export wrote them."""


def changed(before: Mapping[str, Sequence[Row]], now: Mapping[str, Sequence[Row]]) -> Texts | None:
    """Return the sections with other words than before; None where there are other sections. The tables are those of texts."""
    was, found = ({(str(r[0]), str(r[1])): str(r[2]) for r in of["sections"]} for of in (before, now))
    same = list(was) == list(found) and all(before[name] == now[name] for name in TEXTUAL if name != "sections")
    return {key: text for key, text in found.items() if was[key] != text} if same else None


def reword(tables: Mapping[str, Sequence[Row]], texts: Texts, folder: Path) -> None:
    """Put sections of other words into a folder of CSV and SQLite, packed; Otherwise where these are not there to be changed."""

    def make(new: Path) -> None:
        csv = csv_text(TABLES["sections"], tables["sections"])
        (new / "sections.csv").write_text(csv, encoding="utf-8", newline="")
        packed.replaced(folder / packed.WHOLE, new / packed.WHOLE, new / "sections.csv")
        with packed.unpacked(folder / packed.SQL) as old:
            sql.reword(old / packed.DATABASE, new / packed.DATABASE, texts)
        packed.packed(new / packed.DATABASE)

    try:
        replaced(folder, make)
    except (OSError, BadZipFile) as error:
        raise Otherwise(str(error)) from error


def reword_api(tables: Mapping[str, Sequence[Row]], texts: Texts, folder: Path) -> None:
    """Put sections of other words into the documents of all records that show them; Otherwise where these are not as expected."""
    showing = {(str(owner), str(title)): set[str]() for owner, title, _ in tables["sections"]}
    for game, _, title, owner in tables["game_sections"]:
        showing[str(owner), str(title)].add(f"games/{game}.json")
    files = {file for key in texts for file in showing[key]}
    files |= {file for owner, _ in texts if (folder / (file := f"traditions/{owner}.json")).exists()}

    def make(new: Path) -> None:
        for name in files:
            (new / name).parent.mkdir(exist_ok=True)
            told = (folder / name).read_text(encoding="utf-8")
            (new / name).write_text(_reworded(told, name, texts), encoding="utf-8")

    try:
        replaced(folder, make)
    except (OSError, ValueError, LookupError) as error:
        raise Otherwise(str(error)) from error


def _reworded(told: str, name: str, texts: Texts) -> str:
    """Return a document with other words in some sections."""
    document = json.loads(told)
    if name.startswith("games/"):
        sections = [(said["owner"], said) for said in document["text"]]
    else:
        sections = [(Path(name).stem, said) for said in document["tables"]["sections"]]
    for owner, said in sections:
        if (owner, said["section"]) in texts:
            said["text"] = texts[owner, said["section"]]
    return written(document)
