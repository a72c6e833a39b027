"""Long lists by letter: an index of one line an entry, and pages of a few letters each.

An index keeps the address of every entry; what stands there leads on to where the entry is told.
"""

from __future__ import annotations

from collections.abc import Iterable

from tarotref.notation import folded
from tarotref.pages.elements import E, El

PAGES = ("a-c", "d-h", "i-m", "n-r", "s-z")
"""The letters that have a page together, as its address has them; figures stand before them all."""


def alphabetic(text: str) -> str:
    """Return a text as it takes its place among others: without case, accents, and marks before its first letter."""
    return folded(text).lstrip("'’([")


def letter(text: str) -> str:
    """Return the letter under which a text stands; `0-9` for figures."""
    first = alphabetic(text)[0].upper()
    return first if first.isalpha() else "0-9"


def page_of(text: str) -> str:
    """Return the page of its letter: the first for figures."""
    first = letter(text).lower()
    return PAGES[0] if not first.isalpha() else next(page for page in PAGES if first <= page[-1])


def title(page: str) -> str:
    """Return what a page is called: `A to C`."""
    return page.upper().replace("-", " to ")


def lines(items: Iterable[El], words: bool = False) -> El:
    """Return entries as an index of one line each, which leads on who comes by its address; lines of few `words` are short."""
    return E("ul", *items, cls=f"lines{' words' if words else ''} leads-on")
