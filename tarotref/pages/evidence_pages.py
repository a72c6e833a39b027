"""Which page has a piece of evidence in full, by its date."""

from __future__ import annotations

from tarotref.dates import century, in_time
from tarotref.notation import roman

HALVED = (18, 19, 20)
"""Centuries with more evidence than a page has room for: their second halves have pages of their own."""


def page_of(dated: str) -> str:
    """Return the name of the page that has a piece of such a date in full: `xv`, `xviii-2` for the years from 1750."""
    number, year = century(dated), in_time(dated)[0][0]
    return roman(number).lower() + ("-2" if number in HALVED and year % 100 >= 50 else "")
