"""Pages that show many records. Importing this registers every view."""

from tarotref.pages.lists import (  # noqa: F401  (they register their views)
    calculator,
    cards,
    data,
    evidence,
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
