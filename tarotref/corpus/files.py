"""The files of a corpus, as texts: which belong to it, and what is wrong with them as such."""

from __future__ import annotations

from pathlib import Path as FilePath

from tarotref.corpus.records import ROOT
from tarotref.model.shared import SHARED
from tarotref.problem import Problem, nearest

BIBLIOGRAPHY, VOCABULARY = "corpus/sources.bib", "corpus/vocabulary.yaml"
FILES = (BIBLIOGRAPHY, VOCABULARY, *(f"corpus/{name}.yaml" for name in SHARED))
"""Every file of the corpus that is no record."""
NEEDED = (
    *(BIBLIOGRAPHY, VOCABULARY, f"corpus/traditions/{ROOT}.md"),
    *(f"corpus/{name}.yaml" for name in ("packs", "trump-orders", "subjects", "places", "catalogue")),
)
"""Files without which nothing else can be understood."""
LARGEST = 4_000_000
"""Bytes in a file; twenty times the largest of ours."""


def read_files(root: FilePath) -> dict[str, str]:
    """Return the text of every file of a corpus by its path relative to the folder that holds `corpus/`."""
    return survey(root)[0]


def survey(root: FilePath) -> tuple[dict[str, str], list[Problem]]:
    """Return the text of every file of a corpus by its path, and what is wrong with the files as such.

    Bytes that are not UTF-8 stay in a text as lone surrogates, which parsing reports. Wrong are files that cannot be read, that
    nothing reads, that are missing.
    """
    texts: dict[str, str] = {}
    problems: list[Problem] = []
    seen: set[str] = set()
    for file in sorted((root / "corpus").rglob("*")):
        path = file.relative_to(root).as_posix()
        name, folder = file.name, path.rpartition("/")[0]
        if any(part.startswith(".") for part in path.split("/")) or name.endswith("~"):
            continue  # what editors, version control and file managers leave
        if path in ("corpus/games", "corpus/traditions"):
            continue
        if not (path in FILES or (folder in ("corpus/games", "corpus/traditions") and name.endswith(".md"))):
            if not any(path.startswith(f"{known}/") for known in seen):
                wanted = "corpus/games/*.md, corpus/traditions/*.md or a shared file"
                near = nearest(path, FILES) if folder == "corpus" else ""
                problems.append(Problem(path, 1, "", f"nothing reads this; expected {wanted}{near}", "file"))
                seen.add(path)
            continue
        seen.add(path)
        try:
            if not file.is_file():
                what = "a link to nothing" if file.is_symlink() and not file.exists() else "a folder, pipe or device"
                raise OSError(f"found {what}; expected a file")
            if file.stat().st_size > LARGEST:
                raise OSError(f"found a file of {file.stat().st_size} bytes; expected {LARGEST} at most")
            texts[path] = file.read_bytes().decode("utf-8", "surrogateescape")
        except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
            problems.append(Problem(path, 1, "", f"cannot be read: {error}", "file"))
    missing = [path for path in NEEDED if path not in seen]
    problems += [Problem(path, 1, "", "is missing", "file") for path in missing]
    if not any(path.startswith("corpus/games/") for path in seen):
        problems.append(Problem("corpus/games", 1, "", "holds no record of a game", "file"))
    return texts, problems
