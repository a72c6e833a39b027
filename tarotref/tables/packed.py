"""What a site offers compressed: all CSV files in one archive, the database, and the longest tables."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

WHOLE = "tarotref-csv.zip"
"""All CSV files, with the Data Package that describes them."""
DATABASE = "tarotref.sqlite"
SQL = f"{DATABASE}.zip"
LONG = ("facts", "cells", "fact_notes")
"""Tables of which the file alone is compressed: programs that read CSV read it as it is."""
PACKAGE = "datapackage.json"
BESIDE = (PACKAGE, "README.md", "LICENSE-corpus", "CITATION.cff")
LEVEL = 6
"""How hard to press: the highest takes twice as long and gives one hundredth more."""


def pack(folder: Path) -> None:
    """Put archives into a folder of CSV files and an SQLite file, and take away what is then twice there."""
    zipped(folder / WHOLE, {f.name: f.read_bytes() for f in [*folder.glob("*.csv"), *(folder / n for n in BESIDE)]})
    packed(folder / DATABASE)
    for name in LONG:
        (folder / name_of(name)).write_bytes(gzip.compress((folder / f"{name}.csv").read_bytes(), LEVEL, mtime=0))
        (folder / f"{name}.csv").unlink()
    about = json.loads((folder / PACKAGE).read_text(encoding="utf-8"))
    for resource in about["resources"]:
        if resource["name"] in LONG:
            resource |= {"path": name_of(resource["name"]), "compression": "gz"}
    (folder / PACKAGE).write_text(json.dumps(about, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def name_of(table: str) -> str:
    """Return the name of the file of a table."""
    return f"{table}.csv.gz" if table in LONG else f"{table}.csv"


def packed(file: Path) -> None:
    """Put an archive in the place of a file."""
    zipped(file.with_name(f"{file.name}.zip"), {file.name: file.read_bytes()})
    file.unlink()


def zipped(file: Path, files: dict[str, bytes], day: tuple[int, ...] = (1980, 1, 1)) -> None:
    """Write an archive of files by name, dated as of a day: the same bytes for the same files."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, (day[0], day[1], day[2], 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)


def replaced(old: Path, new: Path, changed: Path) -> None:
    """Write an archive anew with a file of it in place of that of the same name."""
    with zipfile.ZipFile(old) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    zipped(new, files | {changed.name: changed.read_bytes()})


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """Give the folder, while it is there, into which an archive is unpacked; OSError where it is none."""
    with TemporaryDirectory() as work:
        try:
            with zipfile.ZipFile(archive) as file:
                file.extractall(work)
        except zipfile.BadZipFile as error:
            raise OSError(f"{archive}: {error}") from None
        yield Path(work)
