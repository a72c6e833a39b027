"""Pages that show many records. Importing this registers every view."""

from tarotref.pages.lists import (  # noqa: F401  (they register their views)
    calculator,
    data,
    explore,
    features,
    figures,
    games,
    indexes,
    nearness,
    orders,
    packs,
    play,
    tonight,
    world,
)
from tarotref.pages.lists.registry import EACH, VIEWS, the_view

__all__ = ["EACH", "VIEWS", "the_view"]
