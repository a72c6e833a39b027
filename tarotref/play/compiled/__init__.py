"""The rules of one ruleset as frozen, typed values: the only place of `play` that knows how records spell things."""

from tarotref.play.compiled.assumptions import ASSUMPTIONS, Assumption
from tarotref.play.compiled.deck import EXCUSE, TRUMPS, Deck, places
from tarotref.play.compiled.lacking import Unplayable, lacking
from tarotref.play.compiled.plan import Plan, plan_of
from tarotref.play.compiled.reading import Gap, Path

__all__ = [
    "ASSUMPTIONS",
    "EXCUSE",
    "TRUMPS",
    "Assumption",
    "Deck",
    "Gap",
    "Path",
    "Plan",
    "Unplayable",
    "lacking",
    "places",
    "plan_of",
]
