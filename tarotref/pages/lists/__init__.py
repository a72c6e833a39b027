"""Pages that show many records. Importing this registers every view."""

from tarotref.pages.lists import (  # noqa: F401  (they register their views)
    angel_or_world,
    calculator,
    cards,
    conflicts,
    cross,
    data,
    explore,
    features,
    figures,
    games,
    indexes,
    nearness,
    play,
    tonight,
    world,
)
from tarotref.pages.lists.registry import VIEWS

__all__ = ["VIEWS"]
