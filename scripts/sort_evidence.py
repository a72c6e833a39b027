"""Put the pieces of corpus/attestations.yaml into order of time, where it has got lost; entries are moved whole, not changed.

Usage: python scripts/sort_evidence.py
"""

from __future__ import annotations

import re
from pathlib import Path

from tarotref.corpus.source_file import read_yaml
from tarotref.dates import in_time

FILE = Path(__file__).parent.parent / "corpus/attestations.yaml"


def in_order(text: str) -> str:
    """Return the text of the file with its entries in order of time; those of one date stay as they stand."""
    dated = {id: str(entry["dated"]) for id, entry in read_yaml(FILE.name, text).data.items()}
    head, *entries = re.split(r"\n\n(?=[\w-]+:\n)", text.rstrip("\n"))
    entries.sort(key=lambda entry: in_time(dated[entry.partition(":")[0]]))
    return "\n\n".join([head, *entries]) + "\n"


if __name__ == "__main__":
    FILE.write_text(in_order(FILE.read_text(encoding="utf-8")), encoding="utf-8")
