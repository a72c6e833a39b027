"""Pages that show many records. Importing this registers every view."""

from tarotref.pages.lists import (  # noqa: F401  (they register their views)
    agreement,
    angel_or_world,
    calculator,
    codebook,
    conflicts,
    cross,
    data,
    evidence,
    explore,
    features,
    figures,
    games,
    glossary,
    indexes,
    nearness,
    orders,
    ornament,
    packs,
    play,
    sources,
    table,
    tonight,
    world,
)
from tarotref.pages.lists.registry import EACH, VIEWS, the_view

__all__ = ["EACH", "VIEWS", "the_view"]
