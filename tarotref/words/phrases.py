"""Small pieces of English: lists, numbers of things, figures, clauses one after another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from tarotref.notation import nth

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PARTS = {
    Fraction(text): sign for text, sign in zip("1/2 1/3 2/3 1/4 3/4 1/5 1/6 5/6 1/8".split(), "½⅓⅔¼¾⅕⅙⅚⅛", strict=True)
}
"""Fractions that have a sign of their own."""
_TIMES = {1: "once", 2: "twice"}
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in prose: `a, b and c`; parted by semicolons where they have commas of their own."""
    found = [word for word in words if word]
    if len(found) < 2:
        return "".join(found)
    if any(", " in word for word in found):
        return f"{'; '.join(found[:-1])}{';' if found[2:] else ','} {last} {found[-1]}"
    return f"{', '.join(found[:-1])} {last} {found[-1]}"


def name_within(name: str) -> str:
    """A name as it stands within a sentence: of several that players use, `Mediateur or Kauf`, the first."""
    return re.split(r" or (?=[A-ZÀ-ÖØ-ÞŠŽČŘ])", name, maxsplit=1)[0]


def counted(number: Any, what: str, several: str = "") -> str:
    """A number of things: `one card`, `3 cards`, `1,350 facts`."""
    return f"{figure(number)} {what if number == 1 else several or what + 's'}"


def number(value: int) -> str:
    """A whole number within a sentence: a word up to ten, `three`, beyond that a figure."""
    return NUMBERS[value] if 0 <= value < len(NUMBERS) else figure(value)


def often(value: Any) -> str:
    """How often, or by what a thing is multiplied: `once`, `twice`, `4 times`."""
    return _TIMES.get(value) or f"{figure(value)} times"


def figure(value: Any) -> str:
    """A number or text for readers: thousands parted by a comma, a true minus sign, fractions as players write them (`4½`), `yes` and `no`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction) and value.denominator > 1:
        whole, part = divmod(abs(value), 1)
        sign, number = "−" if value < 0 else "", f"{whole:,}" if whole else ""
        return sign + number + (_PARTS.get(part) or f"{' ' if whole else ''}{part}")
    if not isinstance(value, int | Fraction):
        return str(value)
    text = f"{value.numerator:,}" if value.denominator == 1 else str(value)
    return text.replace("-", "−")


def span(text: str) -> str:
    """A range of figures: `16..20` as `16 to 20`, `0..106/3` as `0 to 35⅓`, `60..` as `60 or more`."""
    text = re.sub(r"\.\.$", " or more", text).replace("..", " to ")
    return re.sub(r"\d+/\d+", lambda part: figure(Fraction(part[0])), text)


def many(thing: str) -> str:
    """Several of a thing that may be called by several words: `game points`, `payments of the rubber`."""
    head, of, rest = thing.partition(" of ")
    return f"{head}s{of}{rest}"


def ordinal(number: int) -> str:
    """A place in a row: `first`, `13th`, `22nd`."""
    return _ORDINALS[number] if number < len(_ORDINALS) else nth(number)


def listed_clauses(clauses: Iterable[str]) -> str:
    """Clauses one after another; a semicolon before one that has commas or a colon of its own, and after one with a colon."""
    found = before = ""
    for clause in filter(None, clauses):
        parted = re.search(r"[,:] ", clause) or ": " in before
        found += ("; " if parted else ", ") + clause if found else clause
        before = clause
    return found


def small(title: str) -> str:
    """A title within a sentence."""
    return title[:1].lower() + title[1:]


def first_up(text: str) -> str:
    """Text as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def plain(name: str) -> str:
    """A name of the format as words."""
    return first_up(name.replace("_", " ").replace("-", " "))


def runs(names: Iterable[str]) -> list[str]:
    """Return names of cards with three or more trumps that follow one another by number as one: `16..20`."""
    found: list[list[str]] = []
    for name in names:
        last = found[-1] if found else []
        step = int(name) - int(last[-1]) if last and name.isdecimal() and last[-1].isdecimal() else 0
        if abs(step) == 1 and (len(last) == 1 or int(last[-1]) - int(last[-2]) == step):
            last.append(name)
        else:
            found.append([name])
    return [name for run in found for name in ([f"{run[0]}..{run[-1]}"] if len(run) > 2 else run)]
