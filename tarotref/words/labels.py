"""Words for values that are of no list of terms: why there is none, ways of counting, cards and ranks."""

from __future__ import annotations

import re

from tarotref.model.types import Absence
from tarotref.sheets import sheet

_PARTS = "absent status as-taken payments counting keywords rounding cards usual ranks none without-article settled settled-by-two payers-of-two".split()
_SAID = sheet(__name__, _PARTS)
ABSENT: dict[Absence, str] = {Absence(why): words for why, words in _SAID["absent"].items()}
"""Words for what a source leaves open, in whatever way."""
STATUS: dict[str, str] = _SAID["status"]
"""Words for a cell without a value; other reasons are words themselves."""
AS_TAKEN: dict[tuple[str, str], str] = {
    (name, why): words for name, told in _SAID["as-taken"].items() for why, words in told.items()
}
"""The same of one column."""
PAYMENTS: dict[str, str] = _SAID["payments"]
COUNTING: dict[str, str] = _SAID["counting"]
KEYWORDS: dict[tuple[str, str], str] = {
    (field, value): words for field, told in _SAID["keywords"].items() for value, words in told.items()
}
"""What fields say that may have one of a few words, and these are of no list of terms."""
ROUNDING: dict[str, str] = _SAID["rounding"]
"""What becomes of part of a step of card points: whether they are rounded themselves, or the steps by which one wins or loses."""
CARDS: dict[str, str] = _SAID["cards"]
USUAL: dict[str, str] = _SAID["usual"]
"""What bonuses are called of which a ruleset says nothing."""
RANKS: dict[str, str] = _SAID["ranks"]
NONE: dict[str, str] = _SAID["none"]
SETTLED: dict[str, str] = _SAID["settled"]
"""Who pays or marks what a bonus or declaration brings, by the terms of the list `settle`; `{}` is what is paid."""
SETTLED_BY_TWO: dict[str, str] = _SAID["settled-by-two"]
"""The same where there are two players."""
PAYERS_OF_TWO: dict[str, str] = _SAID["payers-of-two"]
"""Who pays where there are two players, as the value of a field."""
WITHOUT_ARTICLE = frozenset(_SAID["without-article"])
"""Subjects of trumps that are named as powers and persons are; all others as things: the Sun, the Old Man."""

ARTICLE = re.compile(r"^(?:(?:le|la|il|lo|i|el|der|die|das|den) |l['’])")
"""The article of a name in the players' language, which goes where ours stands."""
SHELVES = {
    "pack": "packs",
    "order": "trump-orders",
    "place": "places",
    "attestation": "attestations",
    "subject": "subjects",
}
"""The shared file in which what is named so stands."""
