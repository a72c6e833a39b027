"""How numbers and words are written: Roman numerals, exact numbers, words without their accents."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

_NUMERALS = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})
_EXACT = re.compile(r"(-?)(\d+ (?=\d+/))?(\d+(?:\.\d+|/[1-9]\d*)?)", re.ASCII)


def roman(number: int) -> str:
    """A whole number from 1 to 89 in Roman numerals as now written: 19 is XIX. ValueError beyond."""
    if not 0 < number < 90:
        raise ValueError(f"{number} is no number from 1 to 89")
    text = ""
    for step, sign in _NUMERALS:
        text, number = text + sign * (number // step), number % step
    return text


def nth(number: int) -> str:
    """A whole number from 0 as the place of a thing in a row: `1st`, `18th`, `22nd`."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def arabic(text: str) -> int | None:
    """The number that a text writes in Arabic figures or Roman numerals (XIX or, as on old cards, XVIIII), or None."""
    if re.fullmatch(r"\d+", text, re.ASCII):
        return int(text)
    signs = [{"i": 1, "v": 5, "x": 10, "l": 50}.get(char, 0) for char in text.lower()]
    if not signs or 0 in signs:
        return None
    return sum(-one if one < following else one for one, following in zip(signs, [*signs[1:], 0], strict=True))


def exact(value: object) -> int | Fraction:
    """A number as it is written, exactly: `4`, `-1`, `1/2`, `4 1/3`, `45.5`. ValueError where it is none."""
    if type(value) is int:
        return value
    if type(value) is Fraction:
        return value.numerator if value.denominator == 1 else value
    written = _EXACT.fullmatch(str(value).strip())
    if not written or isinstance(value, float | bool):
        raise ValueError(f"found {value!r}; expected a number such as 4, -5, 1/2, 4 1/3 or 45.5")
    found = (Fraction(written[2] or 0) + Fraction(written[3])) * (-1 if written[1] else 1)
    return found.numerator if found.denominator == 1 else found


def folded(text: str) -> str:
    """A text in lower case without its accents, by which `Konigrufen` finds Königrufen."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return "".join(char for char in plain if not unicodedata.combining(char))
