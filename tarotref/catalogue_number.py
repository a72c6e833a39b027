"""The numbers of games in the catalogue: as records have them, `8.10`, and as tables write them, `DM8.10`.

To a spreadsheet 8.1 and 8.10 are one number. So tables, exports and keys of citations write the catalogue's numbers with the
initials of its authors, Dummett and McLeod; the lettered series (`C4`, and our own `R1`) need none. Records, pages and files'
names keep the bare number, and whatever asks for a game takes either.
"""

from __future__ import annotations

import re

BARE = r"([A-Z]|\d+\.)\d+"
"""How records write a number, as a regular expression."""

_UNWRITTEN = re.compile(r"(?<![\w.])(\d{1,2}\.\d+)(?!\.?\w)")
_GIVEN = re.compile(r"(?:DM\s*)?([A-Z]\d+|\d+\.\d+)(/.*)?", re.I)


def is_number(id: str) -> bool:
    """Say whether an id is a game's, as records write it (`8.7`, `C4`, `R1`)."""
    return re.fullmatch(BARE, id, re.ASCII) is not None


def written(text: str) -> str:
    """Return an id, a list of ids or a text with its numbers as tables write them: `8.10` -> `DM8.10`, `8.13/RI-1830`
    -> `DM8.13/RI-1830`, `5.1-5.4; C4` -> `DM5.1-DM5.4; C4`."""
    return _UNWRITTEN.sub(r"DM\1", text)


def bare(id: str) -> str:
    """Return the id of a game or ruleset as records have it, however it was given: `DM8.10`, `dm 8.10/RI-1830`, `c4`.

    What is no such id is returned as it is.
    """
    given = _GIVEN.fullmatch(id.strip())
    return given[1].upper() + (given[2] or "") if given else id


def place(id: str) -> tuple[int, str, int, str]:
    """Return what puts games in the order of the catalogue: chapters by their numbers, then the lettered series."""
    match = re.fullmatch(r"(?:(\d+)\.|([A-Z]))(\d+)", bare(id))
    return (int(match[1] or 1000), match[2] or "", int(match[3]), "") if match else (1001, "", 0, id)
