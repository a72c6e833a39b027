"""Dates as EDTF text: the small grammar the corpus uses, and the years it means."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from functools import cache
from typing import TypeAlias

from tarotref.notation import nth
from tarotref.release import YEAR

_MOMENT = re.compile(r"(?P<year>\d{4}|\d{3}X|\d{2}XX)(-(?P<month>\d{2})(-(?P<day>\d{2}))?)?(?P<about>[~?%]?)", re.ASCII)
EARLIEST = 1300
"""The century in which cards came to Europe; an earlier date is a slip."""
LATEST = max(date.today().year, int(YEAR or 0))
_Day: TypeAlias = tuple[int, int, int]
_MEANT = "expected EDTF such as 1637, 1750~, 17XX, 175X/179X, 1850/.. or 1739-11-16"


@cache
def bounds(text: str) -> tuple[int | None, int | None]:
    """Return the first and last year that an EDTF text allows; None where it is open or unknown.

    `1750~` (about) is 1750 in both bounds: the text says that it is about. Raises ValueError on anything else than the
    grammar of DESIGN: a moment, a decade `175X`, a century `17XX`, a span of two of these, either end open (`..`).
    """
    ends = text.split("/")
    if len(ends) > 2:
        raise ValueError(f"found the date {text!r}; {_MEANT}")
    days = [_moment(end, text) for end in ends]
    first, last = days[0][0], days[-1][1]
    if first is not None and last is not None and first > last:
        raise ValueError(f"found the date {text!r}, which ends before it begins")
    for day in (days[0][0], days[-1][0]):
        if day and not EARLIEST <= day[0] <= LATEST:
            raise ValueError(f"found the date {text!r}; expected years from {EARLIEST} to {LATEST}")
    return first and first[0], last and last[0]


@cache
def in_time(text: str) -> tuple[_Day, int]:
    """Return by what a date takes its place in order of time: the first day that it allows, then the wider before the narrower.

    Where its beginning is unknown, its end stands for it: `/1425` (not after 1425) comes where 1425 ends; where both are, it
    comes last. A century comes before its years. Raises ValueError as `bounds` does.
    """
    bounds(text)
    ends = text.split("/")
    first, last = _moment(ends[0], text)[0], _moment(ends[-1], text)[1]
    found = first or last or (LATEST, 12, 31)
    return found, found[0] - (last or found)[0]


def century(text: str) -> int:
    """Return the century in which a date takes its place: 18 for `17XX`, for 1700 and for all years to 1799."""
    return in_time(text)[0][0] // 100 + 1


def century_words(number: int) -> str:
    """Name a century for readers: `18th century`."""
    return f"{nth(number)} century"


def _moment(end: str, text: str) -> tuple[_Day | None, _Day | None]:
    """Return the first and last day that one end of a date allows, as year, month and day."""
    if end in ("..", "") and text not in ("..", ""):
        return None, None
    match = _MOMENT.fullmatch(end)
    if match:
        month, day = match["month"], match["day"]
        low, high = int(match["year"].replace("X", "0")), int(match["year"].replace("X", "9"))
        # Where the year is not known to the last figure, February may have 29 days.
        longest = monthrange(high if low == high else 2000, int(month))[1] if month and 0 < int(month) < 13 else 0
        if not month or (longest and 0 < int(day or 1) <= longest):
            return (low, int(month or 1), int(day or 1)), (high, int(month or 12), int(day or 31))
    raise ValueError(f"found the date {text!r}; {_MEANT}")


def about(text: str) -> bool:
    """Say whether either end of a date is marked as approximate or uncertain."""
    return any(mark in text for mark in "~?%")


def words(text: str) -> str:
    """Write a date for readers: `c. 1750 to c. 1850`, `18th century`, `until 1930`, `since 1862`.

    Of what has an unknown beginning (`/2003`) an end is not known either, but that it was there by then: `2003 or earlier`.
    """
    first, _, last = text.partition("/")
    if not last:
        return _moment_words(first)
    if first in ("..", ""):
        if last in ("..", ""):
            return "beginnings not recorded"
        return f"until {_after(last)}" if first else f"{_after(last)} or earlier"
    if last in ("..", ""):
        return f"from {_after(first)}"
    if first.endswith("XX") and last.endswith("XX"):
        return f"{nth(int(first[:2]) + 1)} to {_moment_words(last)}"
    return _century_part(first, last) or f"{_moment_words(first)} to {_within(last)}"


def words_seen(played: str, seen: str | None) -> str:
    """Write when a game was played for those who look for one: if neither beginning nor end is known, when it was last seen."""
    return f"seen {words(seen)}" if seen and bounds(played) == (None, None) else words(played)


def _within(moment: str) -> str:
    """A moment after a preposition: `1930`, `the 18th century`."""
    return f"the {_moment_words(moment)}" if moment.rstrip("~?%").endswith("XX") else _moment_words(moment)


def _after(moment: str) -> str:
    """A moment after a preposition that stands alone: `the 1920s`, `about the 1900s`, `the 18th century`."""
    told = _moment_words(moment)
    if moment.rstrip("~?%").endswith("X") and not told.startswith(("early", "late", "mid")):
        return f"about the {told.removeprefix('c. ')}" if told.startswith("c. ") else f"the {told}"
    return told


_MONTHS = "January February March April May June July August September October November December".split()
_PARTS = {
    ("0", "2"): "early",
    ("4", "6"): "mid-",
    ("7", "9"): "late",
    ("0", "4"): "first half of the",
    ("5", "9"): "second half of the",
}


def _century_part(first: str, last: str) -> str:
    if not (re.fullmatch(r"\d{3}X", first) and re.fullmatch(r"\d{3}X", last) and first[:2] == last[:2]):
        return ""
    part = _PARTS.get((first[2], last[2]))
    if part is None:
        return ""
    return f"{part}{'' if part.endswith('-') else ' '}{century_words(int(first[:2]) + 1)}"


def _moment_words(moment: str) -> str:
    about_ = "c. " if moment[-1] in "~%" else ""
    doubt = " (?)" if moment[-1] in "?%" else ""
    plain = moment.rstrip("~?%")
    if plain.endswith("XX"):
        return f"{about_}{century_words(int(plain[:2]) + 1)}{doubt}"
    if plain.endswith("X"):
        return f"{about_}{plain[:3]}0s{doubt}"
    year, *rest = plain.split("-")
    if len(rest) == 2:
        return f"{about_}{int(rest[1])} {_MONTHS[int(rest[0]) - 1]} {year}{doubt}"
    if rest:
        return f"{about_}{_MONTHS[int(rest[0]) - 1]} {year}{doubt}"
    return f"{about_}{int(year)}{doubt}"
