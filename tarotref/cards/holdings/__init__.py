"""Formal holdings: sets of cards that pay when they are declared or won. Does a hand have it, and what is it worth?

`grammar` reads them from plain data and writes them back, `held` looks for them in a hand, `worth` and `declare` reckon
what they pay, `words` says them in English. Records and files are unknown here; a card is any value that can be hashed.
How likely a holding is stands in `tarotref.cards.odds`.
"""

from tarotref.cards.holdings.declare import Declaration, Declared, Kind, Score, declare, parse_declaration, parse_kind
from tarotref.cards.holdings.grammar import Holding, HoldingError, Leap, Wild, parse_holding, parse_wild, to_data
from tarotref.cards.holdings.held import Groups, Way, best, holds, least, ways
from tarotref.cards.holdings.words import describe, describe_wild, describe_worth
from tarotref.cards.holdings.worth import Worth, parse_worth, worth_of

__all__ = [
    "Declaration", "Declared", "Groups", "Holding", "HoldingError", "Kind", "Leap", "Score", "Way", "Wild", "Worth",
    "best", "declare", "describe", "describe_wild", "describe_worth", "holds", "least", "parse_declaration", "parse_holding",
    "parse_kind", "parse_wild", "parse_worth", "to_data", "ways", "worth_of",
]  # fmt: skip
