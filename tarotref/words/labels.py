"""Words for values that are of no list of terms: why there is none, ways of counting, cards and ranks."""

from __future__ import annotations

import re

from tarotref.model.types import Absence

ABSENT = {
    Absence.UNSTATED: "unstated",
    Absence.NONE: "none",
    Absence.AGREED: "agreed by the players",
    Absence.AS_TAKEN: "follows from play",
    Absence.NOT_RECORDED: "not recorded",
    Absence.NOT_APPLICABLE: "does not apply",
}
STATUS = {
    "missing": "not recorded",
    "not-recorded": "not recorded",
    "not-applicable": "does not apply",
    "not-computable": "not known",
    "as-taken": "follows from play",
}
"""Words for a cell without a value; other reasons are words themselves."""
AS_TAKEN = {("discard", "as-taken"): "as many as are taken"}
"""The same of one column."""
SHELVES = {
    "pack": "packs",
    "order": "trump-orders",
    "place": "places",
    "attestation": "attestations",
    "subject": "subjects",
}
PAYMENTS = {"score": "the hand", "silent": "whatever was not announced", "declarations": "declarations"}
COUNTING = {
    "1": "single cards",
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "trick": "tricks (the old method)",
    "players": "sets of as many cards as there are players",
    "values": "valuable cards only",
    "threes-minus-one": "threes, one point off",
}
KEYWORDS = {
    ("packets", "free"): "any size",
    ("where", "both"): "hand and tricks",
    ("base", "bid"): "what the bid says",
    ("times", "bid"): "the figure of the bid",
    ("times", "base"): "what the contract is worth",
    ("lost_to", "anyone"): "anyone, the partner too",
    ("lost_to", "opponents"): "the opponents alone",
}
"""What fields say that may have one of a few words, and these are of no list of terms."""
CARDS = {
    "called": "the called card",
    "top": "the top trump",
    "pagat": "the lowest trump",
    "fool": "the Fool",
    "kings": "Kings",
    "queens": "Queens",
    "knights": "Knights",
    "jacks": "Jacks",
    "courts": "court cards",
    "trumps": "trumps",
    "honours": "honours",
    "suit-cards": "suit cards",
    "numerals": "numeral cards",
    "trull": "trull cards",
    "moors": "Moors",
    "aces": "Aces",
    "A": "Aces",
    "K": "Kings",
    "Q": "Queens",
    "C": "Knights",
    "J": "Jacks",
}
ARTICLE = re.compile(r"^(?:(?:le|la|il|lo|i|el|der|die|das|den) |l['’])")
"""The article of a name in the players' language, which goes where ours stands."""
USUAL = {"pagat-last": "Pagat ultimo", "king-last": "King ultimo", "called-king-last": "King ultimo"}
"""What bonuses are called of which a ruleset says nothing."""
RANKS = {"K": "King", "Q": "Queen", "C": "Knight", "J": "Jack", "A": "Ace"}
WITHOUT_ARTICLE = frozenset(
    "love justice fortitude death temperance hope prudence faith charity constancy miseria fire water earth air libra virgo scorpio "
    "aries capricorn sagittarius cancer pisces aquarius leo taurus gemini juno jupiter bacchus atlas".split()
)
"""Subjects of trumps that are named as powers and persons are; all others as things: the Sun, the Old Man."""
NONE = {
    "partner": "The declarer plays alone.",
    "talon": "There is no talon.",
    "asks": "The declarer asks for no card.",
}
