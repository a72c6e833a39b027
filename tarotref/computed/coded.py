"""Values of the columns of comparison as people write them: in a record, in a condition, in a second coding."""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from typing import Any

from tarotref.computed.columns import Feature
from tarotref.corpus.records import Corpus
from tarotref.notation import roman
from tarotref.problem import nearest


def read(feature: Feature, text: str, corpus: Corpus) -> Any:
    """Return the value of a feature that a text says, in the form of its column: `excuse`, `3:25;4:19`, `yes`.

    ValueError, saying what is expected, if the text has not that form or names nothing of the corpus.
    """
    if feature.terms or feature.names:
        terms, shelf = corpus.vocabulary.get(feature.terms), SHELVES.get(feature.names, "")
        ids: Collection[str] = terms or {} if feature.terms else corpus.shared[shelf]
        found = text in ids or not ids or (feature.names == "card" and text in TRUMPS)
        if not found:
            what = f"one of {', '.join(ids)}" if feature.terms else f"an id of {shelf}.yaml"
            raise ValueError(f"expected {what}{nearest(text, ids)}")
        return text
    expected, form = PLAYERS if feature.name == "players" else FORMS[feature.dtype]
    if not re.fullmatch(form, text, re.ASCII):
        raise ValueError(f"expected {expected}")
    if feature.dtype == "string":
        return text
    return text == "yes" if feature.dtype == "boolean" else Fraction(text)


SHELVES = {"pack": "packs", "card": "subjects"}
"""Where what a column names is looked up."""
TRUMPS = ("fool", *map(roman, range(1, 41)))
"""What a column of cards may name besides subjects."""
_NUMBER = r"\d+(?:\.\d+)?"
_FIGURE = rf"{_NUMBER}(?: (?:or|\+) {_NUMBER})?"
FORMS = {
    "boolean": ("yes or no", "yes|no"),
    "integer": ("a whole number", r"\d+"),
    "number": ("a number", _NUMBER),
    "string": (
        "a figure, or figures by number of players such as 3:25;4:19",
        rf"{_FIGURE}|\d+:{_FIGURE}(?:;\d+:{_FIGURE})*",
    ),
}
"""By the type of a column that names nothing: what a value of it is, and its form."""
PLAYERS = "numbers of players such as 3 or 2;3;4", r"\d+(?:;\d+)*"
"""The same of the numbers of players."""
