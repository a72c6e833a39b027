"""A folder of tables as a deposit: what it is as an RO-Crate (1.1), checksums of all its files, and one archive of them.

The crate is one list of files and what they are; the library that the tests read it with (rocrate) would copy all data to write it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tarotref.tables.packed import zipped

CRATE, CHECKSUMS = "ro-crate-metadata.json", "SHA256SUMS"
_KINDS = {
    ".csv": "text/csv",
    ".json": "application/json",
    ".jsonld": "application/ld+json",
    ".geojson": "application/geo+json",
    ".sqlite": "application/vnd.sqlite3",
    ".md": "text/markdown",
    ".bib": "application/x-bibtex",
    ".ris": "application/x-research-info-systems",
    ".nex": "text/plain",
    ".cff": "application/yaml",
}


def seal(folder: Path, about: Mapping[str, Any], licence: Mapping[str, str]) -> None:
    """Write into a folder what it is and the checksums of its files; `about` is what Zenodo is told of it."""
    (folder / CRATE).write_text(json.dumps(crate(folder, about, licence), ensure_ascii=False, indent=1) + "\n", "utf-8")
    (folder / CHECKSUMS).write_text(checksums(folder), encoding="utf-8")


def checksums(folder: Path) -> str:
    """Return the checksums of all files of a folder, as `sha256sum --check` reads them."""
    files = sorted(f.relative_to(folder).as_posix() for f in folder.rglob("*") if f.is_file())
    return "".join(f"{_digest(folder / name)}  {name}\n" for name in files if name != CHECKSUMS)


def crate(folder: Path, about: Mapping[str, Any], licence: Mapping[str, str]) -> dict[str, Any]:
    """Return the RO-Crate of a folder: the whole, each file in it, and each folder in it as a whole."""
    files, folders = ([f for f in sorted(folder.iterdir()) if test(f)] for test in (Path.is_file, Path.is_dir))
    parts: list[dict[str, Any]] = [
        {
            "@id": file.name,
            "@type": "File",
            "name": file.name,
            "contentSize": str(file.stat().st_size),
            "sha256": _digest(file),
            "encodingFormat": _KINDS.get(file.suffix, "text/plain"),
        }
        for file in files
        if file.name not in (CRATE, CHECKSUMS)
    ]
    parts += [{"@id": f"{inner.name}/", "@type": "Dataset", "name": inner.name} for inner in folders]
    authors = [
        {"@id": f"#author-{n}", "@type": "Organization", "name": one["name"]}
        for n, one in enumerate(about["creators"], 1)
    ]
    software = {"@id": "#software", "@type": "SoftwareApplication", "name": "tarotref", "version": about["version"]}
    made = {
        "@id": "#export",
        "@type": "CreateAction",
        "name": "Export of the compiled corpus",
        "instrument": {"@id": "#software"},
        "result": {"@id": "./"},
    }
    root = {
        "@id": "./",
        "@type": "Dataset",
        "name": about["title"],
        "description": about["description"],
        "version": about["version"],
        **({"datePublished": about["publication_date"]} if "publication_date" in about else {}),
        "keywords": ", ".join(about["keywords"]),
        "license": {"@id": licence["path"]},
        "author": [{"@id": one["@id"]} for one in authors],
        "mentions": {"@id": "#export"},
        "hasPart": [{"@id": part["@id"]} for part in parts],
    }
    descriptor = {
        "@id": CRATE,
        "@type": "CreativeWork",
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        "about": {"@id": "./"},
    }
    terms = {"@id": licence["path"], "@type": "CreativeWork", "name": licence["title"], "identifier": licence["name"]}
    return {
        "@context": "https://w3id.org/ro/crate/1.1/context",
        "@graph": [descriptor, root, *parts, *authors, terms, software, made],
    }


def pack(folder: Path, file: Path, date: str) -> None:
    """Write a folder as a ZIP archive, under the archive's name, dated as published; the same folder gives the same bytes."""
    inner = (f for f in folder.rglob("*") if f.is_file())
    files = {f"{file.stem}/{f.relative_to(folder).as_posix()}": f.read_bytes() for f in inner}
    zipped(file, files, tuple(map(int, (date or "1980-01-01").split("-"))))


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
