"""The views of many records, by the names that pages call them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tarotref.pages.elements import El

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

View = Callable[["ComputedCorpus"], Iterator[El]]
VIEWS: dict[str, View] = {}


def view(name: str) -> Callable[[View], View]:
    """Register a view under the name that the directive `{view}` takes."""

    def register(make: View) -> View:
        VIEWS[name] = make
        return make

    return register
