"""What may stand after an option: kinds of files, formats, whole numbers, folders."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

SCHEMAS = (
    "game",
    "tradition",
    "places",
    "subjects",
    "packs",
    "trump-orders",
    "attestations",
    "glossary",
    "concordance",
    "catalogue",
    "second-coding",
    "hands",
    "retired",
    "history",
    "vocabulary",
)
"""Kinds of files with a JSON Schema, as `tarotref.schema.KINDS` has them; named here so that help does not load the model."""

EXPORTS = ("csv", "json", "sqlite", "parquet", "bibtex", "ris", "csl", "geojson", "nexus", "skos", "cldf", "archive")
"""Formats of an export, as `tarotref.tables.exports` has them; named here likewise."""


def formats(text: str) -> list[str]:
    """Read the formats of an export, parted by commas."""
    named = [one.strip() for one in text.split(",") if one.strip()]
    for one in named:
        if one not in EXPORTS:
            raise argparse.ArgumentTypeError(f"no format {one!r}; expected one of {', '.join(EXPORTS)}")
    return named


def whole(least: int) -> Callable[[str], int]:
    """Return what reads a whole number that is not below the least one."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d+", text, re.ASCII) or int(text) < least:
            raise argparse.ArgumentTypeError(f"found {text!r}; expected a whole number from {least} on")
        return int(text)

    return read


def folder(text: str) -> Path:
    """Read the name of a folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("found an empty name; expected that of a folder")
    return Path(text)
