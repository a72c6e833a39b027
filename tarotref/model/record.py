"""What a record is: a game or a tradition, with its readings, variants, notes, names and relations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from tarotref.catalogue_number import is_number
from tarotref.model.rules import Rules, titled
from tarotref.model.types import (
    ByPlayers,
    Edtf,
    Facts,
    Id,
    Known,
    Names,
    Number,
    Numbers,
    Place,
    Said,
    Several,
    Source,
    Sources,
    Term,
    Text,
    Whole,
    YesNo,
    _wrong,
)
from tarotref.model.types import Tradition as TraditionId


def _game_id(value: Any) -> Any:
    if not isinstance(value, str) or not is_number(value):
        raise _wrong("game-id", f"found {value!r}; expected a catalogue number such as 8.7, C4 or R1")
    return value


Base = Annotated[Text, Names("base")]
"""A ruleset or tradition that rules are laid on: `8.13`, `8.11/RI-1830`, `bologna`."""
OwnRuleset = Annotated[Text, Names("own-ruleset")]
"""A ruleset of the same game, by its key: `main`, a witness's key, a variant's id."""
Reported = Several[Literal["all", *Rules.model_fields]]  # type: ignore[valid-type]
"""`all`, or sections of rules."""


class Stated(Facts):
    """Figures that the source states and that we compute; never inherited, always compared."""

    cards: ByPlayers[Whole] | None = titled("Cards")
    points: Known[ByPlayers[Numbers]] = titled("Total")
    """The total of card points; two figures are the least and the greatest that it can be: `[70, 71]`; `unstated` where the
    source was searched for it and has none."""
    hand: ByPlayers[Whole] | None = titled("Hand")
    talon: ByPlayers[Whole] | None = titled("Talon")
    discard: ByPlayers[Whole] | None = titled("Discard")
    tricks: ByPlayers[Whole] | None = titled("Tricks")
    need: Number | None = titled("Points needed")
    """Card points needed to win."""


class Reading(Facts):
    """What one witness says where witnesses differ: a change laid on the rules."""

    rules: Rules | None = None
    stated: Stated | None = None
    like: Base | None = None
    """The ruleset it is like but for `rules`: `4.3/IWT-1892`. It stands in place of the game's own rules."""
    presumed: YesNo | None = None
    reports: Reported = ()
    """Sections in which the source says that this witness has what the main rules have; what stands in `rules` is reported anyway."""


class Variant(Facts):
    """Another way of playing the same game, written as a change to its rules."""

    title: Text
    use: Annotated[str, Term("use")] | None = None
    of: OwnRuleset | None = None
    """The ruleset it changes: a witness's key or another variant's id; the main one unless said."""
    like: Base | None = None
    presumed: YesNo | None = None
    places: Several[Place] | None = None
    by: Said | None = None
    """Who reports it."""
    rules: Rules | None = None
    stated: Stated | None = None
    text: Text | None = None


class Name(Facts):
    """What players call a card, a class of cards, a role, a person or a thing."""

    of: Text
    name: Text
    means: Text | None = None
    lang: Annotated[str, Term("language")]
    by: Several[Source] | None = None
    """Witnesses; the record's sources unless said."""
    games: Several[Annotated[Text, Names("number")]] | None = None
    """The games whose players say it, where it stands in a record that others inherit from."""
    use: Annotated[str, Term("use")] | None = None


class Note(Facts):
    """An annotation on one field, several, or a section of the text."""

    at: Several[Text]
    """Paths of fields, or of sections of the text (`text.Play`)."""
    kind: Annotated[str, Term("note-kind")]
    text: Text
    by: Said | None = None
    """Who says it, with locator; the editors of tarotref unless said."""


class Relation(Facts):
    """What the source asserts of this game or tradition and another."""

    to: Annotated[Text, Names("number")]
    """The other game, one of its rulesets, or a tradition; a number of the catalogue may have no record yet."""
    kind: Annotated[str, Term("relation")]
    by: Said
    certainty: Annotated[str, Term("certainty")] = "sure"
    text: Text | None = None


class Example(Facts):
    """A worked example of the source, as data; it is recomputed.

    `cards` with `makes`: card points of a set or pile. `hand` with `scores`: the holdings in it. `game` with `pays`: the
    payment of a hand, from the declarer's point of view.
    """

    at: Text
    ruleset: OwnRuleset = "main"
    cards: Several[Text] | None = None
    makes: Number | None = None
    hand: Several[Text] | None = None
    scores: Number | None = None
    points: Several[Number] | None = None
    bid: Text | None = None
    bouts: Whole | None = None
    feats: dict[Id, Literal["won", "lost", "announced-won", "announced-lost"]] | None = None
    declared: Several[Text] | None = None
    pays: Several[Number] | None = None
    """What each opponent pays the declarer; or, with several `points`, what each player receives in all."""
    text: Text | None = None


class Tradition(Facts):
    """A family of games that share rules, terms and history."""

    id: Id
    title: Text
    parent: TraditionId | None = None
    """The tradition it inherits from; only the root of the family has none."""
    part: Annotated[str, Term("part")] | None = None
    chapter: Whole | None = None
    places: Several[Place] = ()
    played: Edtf | None = None
    source: Sources
    witnesses: Several[Source] = ()
    rules: Rules | None = None
    readings: dict[Source, Reading] = {}
    variants: dict[Id, Variant] = {}
    """Other ways in which its games are or were played; they make no rulesets."""
    names: tuple[Name, ...] = ()
    notes: tuple[Note, ...] = ()
    relations: tuple[Relation, ...] = ()
    packs: Several[Annotated[Id, Names("pack")]] = ()
    """Packs the tradition is played with."""


class Game(Facts):
    """One numbered game of the catalogue."""

    id: Annotated[str, BeforeValidator(_game_id)]
    title: Text
    aka: Several[Text] = ()
    tradition: TraditionId
    places: Several[Place] = ()
    played: Edtf
    seen: Edtf | None = None
    """When it was last seen played, where no end is known."""
    evidence: Annotated[str, Term("evidence")]
    source: Sources
    witnesses: Several[Source] = ()
    main: Annotated[Text, Names("own-witness")] | None = None
    """The witness whom `rules` follows where witnesses differ."""
    like: Base | None = None
    """The ruleset it takes as base in place of its tradition: `8.13`, `8.11/RI-1830`."""
    presumed: YesNo | None = None
    """Whether what is inherited through `like` is only an inference."""
    rules: Rules | None = None
    stated: Stated | None = None
    readings: dict[Source, Reading] = {}
    variants: dict[Id, Variant] = {}
    names: tuple[Name, ...] = ()
    notes: tuple[Note, ...] = ()
    relations: tuple[Relation, ...] = ()
    examples: tuple[Example, ...] = ()
