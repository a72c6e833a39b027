"""What a set of rules says: one class for each section of a record's `rules`, in the order of play.

Every fact is optional, since a record says only what it adds to the layers below it (family, tradition, base). A field
typed `Known` may also say why it has no value. Sections that hold named things are mappings by id, in ascending order.
"""

from tarotref.model.rules.bidding import Asks, Bid, Bidding, Case, Doubling, Partner, Promise, TalonUse
from tarotref.model.rules.cards import Counting, Fool, TrumpSuit
from tarotref.model.rules.conditions import Bounds, Condition, Earlier
from tarotref.model.rules.deal import Annulment, Deal, Discard, Seating
from tarotref.model.rules.declarations import Declaration, Declaring, Kind
from tarotref.model.rules.feats import Announced, Feat, Others, SlamPoints
from tarotref.model.rules.lookup import entries, fact, kind_of, marked, worth_of
from tarotref.model.rules.play import Concession, Custom, Penalty, Play, Signal
from tarotref.model.rules.rubber import RubberBonus, Tally
from tarotref.model.rules.score import Losing, Marcio, Placed, Pot, Ranked, Score, Unit, Win
from tarotref.model.rules.sections import MOST_PLAYERS, SECTIONS, Rules, Section, Shape, fields_of, shape
from tarotref.model.rules.values import (
    HOLDING,
    REPLACED,
    SPAN,
    CardName,
    Change,
    Holding,
    Holdings,
    Packets,
    Payment,
    Replaced,
    Settle,
    Span,
    Takes,
    Who,
    Wild,
    Worth,
    formal_holding,
    formal_wild,
    formal_worth,
    titled,
)

__all__ = [
    "HOLDING",
    "MOST_PLAYERS",
    "REPLACED",
    "SECTIONS",
    "SPAN",
    "Announced",
    "Annulment",
    "Asks",
    "Bid",
    "Bidding",
    "Bounds",
    "CardName",
    "Case",
    "Change",
    "Concession",
    "Condition",
    "Counting",
    "Custom",
    "Deal",
    "Declaration",
    "Declaring",
    "Discard",
    "Doubling",
    "Earlier",
    "Feat",
    "Fool",
    "Holding",
    "Holdings",
    "Kind",
    "Losing",
    "Marcio",
    "Others",
    "Packets",
    "Partner",
    "Payment",
    "Penalty",
    "Placed",
    "Play",
    "Pot",
    "Promise",
    "Ranked",
    "Replaced",
    "RubberBonus",
    "Rules",
    "Score",
    "Seating",
    "Section",
    "Settle",
    "Shape",
    "Signal",
    "SlamPoints",
    "Span",
    "Takes",
    "Tally",
    "TalonUse",
    "TrumpSuit",
    "Unit",
    "Who",
    "Wild",
    "Win",
    "Worth",
    "entries",
    "fact",
    "fields_of",
    "formal_holding",
    "formal_wild",
    "formal_worth",
    "kind_of",
    "marked",
    "shape",
    "titled",
    "worth_of",
]
