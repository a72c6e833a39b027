"""The views of many records, by the names that pages call them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tarotref.pages.elements import El

View = Callable[..., Iterator[El]]
"""Makes a view of the corpus; some take the id of a record, of which alone they tell then."""
VIEWS: dict[str, View] = {}
TEXTUAL: set[str] = set()
"""Views that show some of the text of records, and are made anew when a word of it changes."""


def view(name: str, textual: bool = False) -> Callable[[View], View]:
    """Register a view under the name that the directive `{view}` takes; `textual` where it shows text of records."""

    def register(make: View) -> View:
        VIEWS[name] = make
        if textual:
            TEXTUAL.add(name)
        return make

    return register
