"""What a record is: a game or a tradition, with its readings, variants, notes, names and relations."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from tarotref.model.rules import Rules
from tarotref.model.types import ByPlayers, Edtf, Facts, Id, Number, Term, Text, Whole, YesNo, _several, _wrong


def _game_id(value: Any) -> Any:
    if not isinstance(value, str) or not re.fullmatch(r"([A-Z]|\d+\.)\d+", value):
        raise _wrong("game-id", f"found {value!r}; expected a catalogue number such as 8.7, C4 or R1")
    return value


Keys = Annotated[tuple[Text, ...], BeforeValidator(_several)]
Source = dict[str, Text]
"""Bibliography keys and where in each: `{dm2004: "game 8.7", dm2009: "S 4"}`."""


class Stated(Facts):
    """Figures that the source states and that we compute; never inherited, always compared."""

    cards: ByPlayers[Whole] | None = None
    points: ByPlayers[Number] | None = None
    """The total of card points."""
    hand: ByPlayers[Whole] | None = None
    talon: ByPlayers[Whole] | None = None
    discard: ByPlayers[Whole] | None = None
    tricks: ByPlayers[Whole] | None = None
    need: Number | None = None
    """Card points needed to win."""


class Reading(Facts):
    """What one witness says where witnesses differ: a change laid on the rules."""

    rules: Rules | None = None
    stated: Stated | None = None
    like: Text | None = None
    presumed: YesNo | None = None


class Variant(Facts):
    """Another way of playing the same game, written as a change to its rules."""

    title: Text
    use: Annotated[str, Term("use")] | None = None
    of: Text | None = None
    """The ruleset it changes: a witness's key or another variant's id; the main one unless said."""
    like: Text | None = None
    presumed: YesNo | None = None
    places: Keys | None = None
    by: Text | None = None
    """Who reports it: a witness's key."""
    rules: Rules | None = None
    stated: Stated | None = None
    text: Text | None = None


class Name(Facts):
    """What players call a card, a class of cards, a role, a person or a thing."""

    of: Text
    name: Text
    means: Text | None = None
    lang: Annotated[str, Term("language")]
    by: Keys | None = None
    """Witnesses; the record's sources unless said."""
    use: Annotated[str, Term("use")] | None = None


class Note(Facts):
    """An annotation on one field, several, or a section of the text."""

    at: Keys
    kind: Annotated[str, Term("note-kind")]
    text: Text
    by: Text | None = None
    """Who says it, with locator; the editors of tarotref unless said."""


class Relation(Facts):
    """What the source asserts of this game and another."""

    to: Text
    kind: Annotated[str, Term("relation")]
    by: Text
    certainty: Annotated[str, Term("certainty")] = "sure"
    text: Text | None = None


class Example(Facts):
    """A worked example of the source, as data; it is recomputed.

    `cards` with `makes`: card points of a set or pile. `hand` with `scores`: the holdings in it. `game` with `pays`: the
    payment of a hand, from the declarer's point of view.
    """

    at: Text
    ruleset: Text = "main"
    cards: Keys | None = None
    makes: Number | None = None
    hand: Keys | None = None
    scores: Number | None = None
    points: Annotated[tuple[Number, ...], BeforeValidator(_several)] | None = None
    bid: Text | None = None
    bouts: Whole | None = None
    feats: dict[Id, Literal["won", "lost", "announced-won", "announced-lost"]] | None = None
    declared: Keys | None = None
    pays: Annotated[tuple[Number, ...], BeforeValidator(_several)] | None = None
    """What each opponent pays the declarer; or, with several `points`, what each player receives in all."""
    text: Text | None = None


class Tradition(Facts):
    """A family of games that share rules, terms and history."""

    id: Id
    title: Text
    parent: Id | None = None
    """The tradition it inherits from; only the root of the family has none."""
    part: Annotated[str, Term("part")] | None = None
    chapter: Whole | None = None
    places: Keys = ()
    played: Edtf | None = None
    source: Source
    witnesses: Keys = ()
    rules: Rules | None = None
    readings: dict[str, Reading] = {}
    names: tuple[Name, ...] = ()
    notes: tuple[Note, ...] = ()
    packs: Keys = ()
    """Packs the tradition is played with."""


class Game(Facts):
    """One numbered game of the catalogue."""

    id: Annotated[str, BeforeValidator(_game_id)]
    title: Text
    aka: Keys = ()
    tradition: Id
    places: Keys = ()
    played: Edtf
    seen: Edtf | None = None
    """When it was last seen played, where no end is known."""
    evidence: Annotated[str, Term("evidence")]
    source: Source
    witnesses: Keys = ()
    main: Text | None = None
    """The witness whom `rules` follows where witnesses differ."""
    like: Text | None = None
    """The ruleset it takes as base in place of its tradition: `8.13`, `8.11/RI-1830`."""
    presumed: YesNo | None = None
    """Whether what is inherited through `like` is only an inference."""
    rules: Rules | None = None
    stated: Stated | None = None
    readings: dict[str, Reading] = {}
    variants: dict[Id, Variant] = {}
    names: tuple[Name, ...] = ()
    notes: tuple[Note, ...] = ()
    relations: tuple[Relation, ...] = ()
    examples: tuple[Example, ...] = ()
