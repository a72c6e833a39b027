"""What the calculator, the lists of all games and all evidence and the page of crossings read when they are used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tarotref.computed.corpus import ComputedCorpus
from tarotref.pages.counter import counter_data
from tarotref.pages.lists.cross import cross_data
from tarotref.pages.lists.evidence import evidence_data
from tarotref.pages.lists.explore import explore_data


def write_counted(computed: ComputedCorpus, file: Path) -> None:
    """Write packs, values and methods."""
    _write(file, "counted", counter_data(computed))


def write_explored(computed: ComputedCorpus, file: Path) -> None:
    """Write the games with all their rulesets, and what may be chosen."""
    _write(file, "explored", explore_data(computed))


def write_crossed(computed: ComputedCorpus, file: Path) -> None:
    """Write all columns, and in which of their values each ruleset stands."""
    _write(file, "crossed", cross_data(computed))


def write_evidence(computed: ComputedCorpus, file: Path) -> None:
    """Write what may be chosen of evidence."""
    _write(file, "explored", evidence_data(computed))


def _write(file: Path, name: str, data: Any) -> None:
    """Write data as a script, which pages opened from a file can load too."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    file.write_text(f"window.TAROTREF=window.TAROTREF||{{}};TAROTREF.{name}={text};\n", encoding="utf-8")
