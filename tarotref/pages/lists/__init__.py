"""Pages that show many records. Importing this registers every view."""

from tarotref.pages.lists import cards, data, figures, games, play, world  # noqa: F401  (they register their views)
from tarotref.pages.lists.registry import VIEWS

__all__ = ["VIEWS"]
