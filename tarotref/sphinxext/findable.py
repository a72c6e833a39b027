"""What can be found by the search: pages, and what stands on them."""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """Something that can be found on a page."""

    anchor: str
    title: str
    kind: str
    text: str


class Page(NamedTuple):
    """A page with what can be found on it; the first entry is the page itself. `words` counts those of each entry's text."""

    url: str
    title: str
    names: tuple[str, ...]
    kind: str
    backstage: bool
    entries: tuple[Entry, ...]
    words: tuple[dict[str, int], ...]
