"""The views of many records, by the names that pages call them, and the pages of things that have one each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tarotref.pages.elements import El

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

View = Callable[..., Iterator[El]]
"""Makes a view of the corpus; some take the id of a record, of which alone they tell then."""
VIEWS: dict[str, View] = {}
TEXTUAL: set[str] = set()
"""Views that show some of the text of records, and are made anew when a word of it changes."""


class Each(NamedTuple):
    """A kind of things of a shared file, of which each has a page that no file of `docs/` stands for."""

    kind: str
    """What the domain calls it: `order`."""
    shelf: str
    """The shared file: `trump-orders`."""
    table: str
    """The table that has a row for each: `trump_orders`."""
    folder: str
    """Where the pages stand: `docs/orders`."""
    listed: str
    """The page that lists them: `docs/trump-orders`."""
    page: Callable[[ComputedCorpus, str], Iterator[El]]
    """Makes what stands on the page of one, by its id."""
    brief: Callable[[ComputedCorpus, str], str]
    """Says in a sentence what one is."""


EACH: dict[str, Each] = {}
"""The kinds of things that have a page each."""


def view(name: str, textual: bool = False) -> Callable[[View], View]:
    """Register a view under the name that the directive `{view}` takes; `textual` where it shows text of records."""

    def register(make: View) -> View:
        VIEWS[name] = make
        if textual:
            TEXTUAL.add(name)
        return make

    return register


def the_view(name: str) -> Callable[[ComputedCorpus], Iterator[El]] | None:
    """Return a view by name (`packs`, `conflicts-of bologna`), or the page of one thing (`order/marseille`); None where there is none."""
    kind, _, id = name.partition("/")
    if id and kind in EACH:
        return partial(_one, EACH[kind].page, (id,))
    first, *of = name.split() or [""]
    return partial(_one, VIEWS[first], tuple(of)) if first in VIEWS else None


def _one(make: View, of: tuple[str, ...], computed: ComputedCorpus) -> Iterator[El]:
    return make(computed, *of)
