"""The rules as a whole: each section with its title and its place on the page, and how it merges."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from tarotref.model.facts import Field
from tarotref.model.marks import After
from tarotref.model.rules.bidding import Bid, Bidding, Case, Doubling
from tarotref.model.rules.cards import Counting, Fool, TrumpSuit
from tarotref.model.rules.deal import Deal, Discard, Seating
from tarotref.model.rules.declarations import Declaration, Declaring, Kind
from tarotref.model.rules.feats import Feat
from tarotref.model.rules.play import Concession, Custom, Penalty, Play, Signal
from tarotref.model.rules.rubber import Tally
from tarotref.model.rules.score import Pot, Score, Unit, Win
from tarotref.model.types import Facts, Id, Known, Names, Number, Term, Text, Texts, Wholes, _wrong

Shape = Literal["field", "section", "things", "map"]


@dataclass(frozen=True, slots=True)
class Section:
    """What stands at one key of the rules: what it is called, and where a page tells of it."""

    title: str
    page: str
    """The section of the page's text where its notes and its table stand."""
    group: str = ""
    """The group of the table of all facts; sections of named things have tables of their own."""
    entry: str = ""
    """What one of its entries is called."""


def _seats(found: tuple[int, ...]) -> tuple[int, ...]:
    if any(not 0 < n <= MOST_PLAYERS for n in found):
        raise _wrong(
            "players", f"found {', '.join(map(str, found))}; expected numbers of players from 1 to {MOST_PLAYERS}"
        )
    return found


MOST_PLAYERS = 30
"""Players at a table, at most."""


class Rules(Facts):
    """The facts of one way of playing."""

    players: Annotated[
        Known[Annotated[Wholes, After(_seats)]], Section("Players", "Cards and terms", group="Table")
    ] = None
    """How many play: `3`, `[2, 3, 4]`."""
    sitting_out: Annotated[Known[Text], Section("Sitting out", "Deal and discard", group="Table")] = None
    """Who may take part without cards: `the player opposite the dealer, where four play`."""
    sides: Annotated[Known[Annotated[str, Term("sides")]], Section("Sides", "Cards and terms", group="Table")] = None
    """Whether each plays for himself, with a fixed partner, or in alliances of the hand."""
    seating: Annotated[Known[Seating], Section("Seating", "Cards and terms", group="Table")] = None
    """Who sits where, and how partners are found."""
    pack: Annotated[Known[Annotated[Id, Names("pack")]], Section("Pack", "Cards and terms", group="Cards")] = None
    """The pack, by its id in `packs.yaml`."""
    pattern: Annotated[Known[Texts], Section("Pattern", "Cards and terms", group="Cards")] = None
    """The design of the pack in use: `Tarocco piemontese`."""
    trump_order: Annotated[
        Known[Annotated[Id, Names("order")]], Section("Trump order", "Cards and terms", group="Cards")
    ] = None
    """The ranking of the trumps, by its id in `trump-orders.yaml`."""
    trump_suit: Annotated[Known[TrumpSuit], Section("Trump suit", "Cards and terms", group="Cards")] = None
    """How a suit is made trumps, where the pack has none of its own."""
    suit_order: Annotated[
        Known[Annotated[str, Term("suit-order")] | dict[Id, Texts]],
        Section("Order in the suits", "Cards and terms", group="Cards"),
    ] = None
    """How the cards of a suit rank: a term, or the ranks of each suit, highest first: `{swords: [K..J, 10..A]}`."""
    groups: Annotated[Known[dict[Id, Texts]], Section("Groups", "Cards and terms", group="Cards", entry="Group")] = None
    """Classes of cards that the game speaks of, by name: `{honours: [top, pagat, fool, kings]}`."""
    values: Annotated[Known[dict[str, Number]], Section("Card points", "Scoring")] = None
    """Card points of a card or class, a card going before its class: `{top: 5, K: 5, Q: 4}`. All others are empty."""
    counting: Annotated[Known[Counting], Section("Counting", "Scoring", group="Counting and scoring")] = None
    """How card points are counted."""
    fool: Annotated[Known[Fool], Section("The Fool", "Play", group="Cards")] = None
    """What the Fool does."""
    deal: Annotated[Known[Deal], Section("Deal", "Deal and discard", group="Deal and discard")] = None
    """How the cards are dealt."""
    discard: Annotated[Known[Discard], Section("Discard", "Deal and discard", group="Deal and discard")] = None
    """Who discards, and what."""
    bidding: Annotated[Known[Bidding], Section("Bidding", "Bidding", group="Bidding")] = None
    """How players come to a contract; `none` where there is no bidding."""
    bids: Annotated[Known[dict[Id, Known[Bid]]], Section("Bids", "Bidding", entry="Bid")] = None
    """The bids, lowest first, with the contracts they lead to."""
    cases: Annotated[Known[dict[Id, Known[Case]]], Section("Cases", "Bidding", entry="Case")] = None
    """Other ways in which a hand may be played, that no bid brings about."""
    declaring: Annotated[Known[Declaring], Section("Declaring", "Declarations", group="Declarations")] = None
    """When holdings are declared, and who pays."""
    declarations: Annotated[
        Known[dict[Id, Known[Declaration]]], Section("Declarations", "Declarations", entry="Declaration")
    ] = None
    """Holdings that pay when they are declared or won."""
    kinds: Annotated[
        Known[dict[Id, Known[Kind]]],
        Section("Kinds of declarations", "Declarations", entry="Kind"),
    ] = None
    """What declarations of one kind have in common."""
    feats: Annotated[Known[dict[Id, Known[Feat]]], Section("Bonuses", "Scoring", entry="Bonus")] = None
    """What pays when it is done in play."""
    play: Annotated[Known[Play], Section("Play", "Play", group="Play")] = None
    """The rules of playing to tricks."""
    customs: Annotated[Known[dict[Id, Known[Custom]]], Section("Customs of play", "Play", entry="Custom")] = None
    """Rights and duties in play beyond following suit and trumping, by an id of one's own."""
    talk: Annotated[
        Known[Annotated[str, Term("talk")] | dict[Literal["deal", "play"], Known[Annotated[str, Term("talk")]]]],
        Section("Talk", "Signals", group="Play"),
    ] = None
    """What partners may say to each other: one term, or one each for the deal and for play: `{deal: coded, play: silent}`."""
    signals: Annotated[Known[dict[Id, Known[Signal]]], Section("Signals", "Signals", entry="Signal")] = None
    """Signs that partners give each other."""
    doubling: Annotated[Known[Doubling], Section("Doubling", "Bidding", group="Bidding")] = None
    """How the stakes are raised after the bidding."""
    concessions: Annotated[Known[dict[Id, Known[Concession]]], Section("Concessions", "Play", entry="Concession")] = (
        None
    )
    """Ways of ending a hand without playing it out, by an id of one's own."""
    pots: Annotated[Known[dict[Id, Known[Pot]]], Section("Pots", "Scoring", entry="Pot")] = None
    """Pools of stakes."""
    penalties: Annotated[Known[dict[Id, Known[Penalty]]], Section("Penalties", "Penalties", entry="Penalty")] = None
    """What offences cost."""
    win: Annotated[Known[Win], Section("Winning", "Scoring", group="Counting and scoring")] = None
    """What it takes to win a hand."""
    score: Annotated[Known[Score], Section("Score", "Scoring", group="Counting and scoring")] = None
    """What a hand pays."""
    tally: Annotated[Known[Tally], Section("Rubber", "Scoring", group="Counting and scoring")] = None
    """How hands add up to a rubber."""
    units: Annotated[Known[dict[Id, Known[Unit]]], Section("Units", "Scoring", entry="Unit")] = None
    """Units in which the game is scored."""


SECTIONS: Mapping[str, Section] = {
    name: next(meta for meta in field.metadata if isinstance(meta, Section))
    for name, field in Rules.model_fields.items()
}
"""Every section of the rules, in the order of the format."""


@cache
def shape(section: str) -> Shape:
    """Say how a section of `Rules` merges: as one field, by field, by entry and field, or by key."""
    field = Rules.model_fields.get(section)
    inner = [t for t in _members(field.annotation) if t is not type(None)] if field else []
    if len(inner) == 1 and isinstance(inner[0], type) and issubclass(inner[0], Facts):
        return "section"
    if len(inner) == 1 and get_origin(inner[0]) is dict:
        values = [t for t in _members(get_args(inner[0])[1]) if t is not type(None)]
        return "things" if any(isinstance(t, type) and issubclass(t, Facts) for t in values) else "map"
    return "field"


@cache
def class_of(section: str) -> type[Facts] | None:
    """Return the class of a section, or of each thing in it; none where it is a single field or a plain mapping."""
    inner = [t for t in _members(Rules.model_fields[section].annotation) if t is not type(None)]
    if inner and get_origin(inner[0]) is dict:
        inner = list(_members(get_args(inner[0])[1]))
    models = [t for t in inner if isinstance(t, type) and issubclass(t, Facts)]
    return models[0] if models else None


@cache
def fields_of(section: str) -> Mapping[str, Field]:
    """Return the fields of a section, or of each thing in it; none where it is a single field or a plain mapping."""
    of = class_of(section)
    return of.model_fields if of else {}


def _members(hint: Any) -> Iterator[Any]:
    """Yield the plain types of a hint, through unions and annotations."""
    if get_origin(hint) is Annotated:
        yield from _members(get_args(hint)[0])
    elif get_origin(hint) in (Union, types.UnionType):
        for arg in get_args(hint):
            yield from _members(arg)
    else:
        yield hint
