"""What a record is: a game or a tradition, with its readings, variants, notes, names and relations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from tarotref.catalogue_number import is_number
from tarotref.model.marks import Before
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
    """Cards in the pack."""
    points: Known[ByPlayers[Numbers]] = titled("Total")
    """The total of card points; two figures are the least and the greatest that it can be: `[70, 71]`; `unstated` where the
    source was searched for it and has none."""
    hand: ByPlayers[Whole] | None = titled("Hand")
    """Cards in a hand."""
    talon: ByPlayers[Whole] | None = titled("Talon")
    """Cards in the talon."""
    discard: ByPlayers[Whole] | None = titled("Discard")
    """Cards discarded."""
    tricks: ByPlayers[Whole] | None = titled("Tricks")
    """Tricks in a hand of play."""
    need: Number | None = titled("Points needed")
    """Card points needed to win."""


class Reading(Facts):
    """What one witness says where witnesses differ: a change laid on the rules."""

    rules: Rules | None = None
    """What the witness says otherwise than the main one."""
    stated: Stated | None = None
    """Figures as this witness has them."""
    like: Base | None = None
    """The ruleset it is like but for `rules`: `4.3/IWT-1892`. It stands in place of the game's own rules."""
    presumed: YesNo | None = None
    """Whether what `like` takes over is only an inference."""
    reports: Reported = ()
    """Sections in which the source says that this witness has what the main rules have; what stands in `rules` is reported anyway."""


class Variant(Facts):
    """Another way of playing the same game, written as a change to its rules."""

    title: Text
    """What pages call it: `No pots`."""
    use: Annotated[str, Term("use")] | None = None
    """How common it is: usual, some, optional, local, obsolete."""
    of: OwnRuleset | None = None
    """The ruleset it changes: a witness's key or another variant's id; the main one unless said."""
    like: Base | None = None
    """The ruleset it takes as base, where that is one of another game: `2.5`."""
    presumed: YesNo | None = None
    """Whether what `like` takes over is only an inference."""
    places: Several[Place] | None = None
    """Where it is played so."""
    by: Said | None = None
    """Who reports it."""
    rules: Rules | None = None
    """What is otherwise in it."""
    stated: Stated | None = None
    """Figures that the source states of the variant."""
    text: Text | None = None
    """What else is told of it: who does so, since when."""


class Name(Facts):
    """What players call a card, a class of cards, a role, a person or a thing."""

    of: Text
    """What is named: a card or class (`fool`, `K`), a role, a thing, or words for it."""
    name: Text
    """The word as the source writes it: `le Math`."""
    means: Text | None = None
    """What it means, where that is not plain."""
    lang: Annotated[str, Term("language")]
    """The language it belongs to."""
    by: Several[Source] | None = None
    """Witnesses; the record's sources unless said."""
    games: Several[Annotated[Text, Names("number")]] | None = None
    """The games whose players say it, where it stands in a record that others inherit from."""
    use: Annotated[str, Term("use")] | None = None
    """How common the word is."""


class Note(Facts):
    """An annotation on one field, several, or a section of the text."""

    at: Several[Text]
    """Paths of fields, or of sections of the text (`text.Play`)."""
    kind: Annotated[str, Term("note-kind")]
    """What sort of remark it is: an inference, a conjecture, a discrepancy, a misreading, a comment."""
    text: Text
    """The remark, in sentences that stand alone."""
    by: Said | None = None
    """Who says it, with locator; the editors of tarotref unless said."""
    games: Several[Annotated[Text, Names("number")]] | None = None
    """The games of which it is true, where it stands in a record that others inherit from and not of all of them."""


class Relation(Facts):
    """What the source asserts of this game or tradition and another."""

    to: Annotated[Text, Names("number")]
    """The other game, one of its rulesets, or a tradition; a number of the catalogue may have no record yet."""
    kind: Annotated[str, Term("relation")]
    """How this game stands to the other: derived from it, a form of it."""
    by: Said
    """Who asserts it: `dm2004 game 8.11`."""
    certainty: Annotated[str, Term("certainty")] = "sure"
    """How surely."""
    text: Text | None = None
    """In what they agree or differ."""


class Example(Facts):
    """A worked example of the source, as data; it is recomputed.

    `cards` with `makes`: card points of a set or pile. `hand` with `scores`: the holdings in it. `game` with `pays`: the
    payment of a hand, from the declarer's point of view.
    """

    at: Text
    """Where it stands in the source: `dm2004 game 3.1`."""
    ruleset: OwnRuleset = "main"
    """The ruleset by which it comes out: `main`, a witness's key, a variant's id."""
    cards: Several[Text] | None = None
    """A set or pile of cards: `[K, Q, "7"]`."""
    makes: Number | None = None
    """Card points that the source makes of `cards`."""
    hand: Several[Text] | None = None
    """A hand: `[21, 1, fool, 2, 3]`."""
    scores: Number | None = None
    """What the source scores for the holdings in `hand`."""
    points: Several[Number] | None = None
    """Card points of the declarer, or of every player in turn: `[29, 24, 25]`."""
    bid: Annotated[Id, Names("bid")] | None = None
    """The contract played, by its id."""
    bouts: Whole | None = None
    """How many of the cards on which the points needed depend the declarer has won."""
    stage: Whole | None = None
    """At which stage of the talon the declarer stopped, from 1, where the contract has a figure for each."""
    feats: dict[Annotated[Id, Names("feat")], Literal["won", "lost", "announced-won", "announced-lost"]] | None = None
    """Feats of the hand by id, and how each went: `{pagat-last: won}`."""
    declared: Several[Annotated[Id, Names("declaration")]] | None = None
    """Declarations made, by id."""
    pays: Several[Number] | None = None
    """What each opponent pays the declarer; or, with several `points`, what each player receives in all."""
    text: Text | None = None
    """What the source tells of the example beyond the figures."""


class Tradition(Facts):
    """A family of games that share rules, terms and history."""

    id: Id
    """Its id, which is the name of its file: `tarok-lhombre`."""
    title: Text
    """What pages call it: `Tarok-l'Hombre`."""
    parent: TraditionId | None = None
    """The tradition it inherits from; only the root of the family has none."""
    part: Annotated[str, Term("part")] | None = None
    """The part of dm2004 in which its games stand."""
    chapter: Whole | None = None
    """The chapter that treats it."""
    places: Several[Place] = ()
    """Where its games are or were played."""
    played: Edtf | None = None
    """From when to when, in EDTF: `1770~/1996`."""
    source: Sources
    """Where its rules and history come from."""
    witnesses: Several[Source] = ()
    """The old texts and players that attest its games, by key of the bibliography."""
    rules: Rules | None = None
    """What its games have in common."""
    readings: dict[Source, Reading] = {}
    """What single witnesses say of all its games."""
    variants: dict[Id, Variant] = {}
    """Other ways in which its games are or were played; they make no rulesets."""
    names: tuple[Name, ...] = ()
    """What its players call cards, roles and things."""
    notes: tuple[Note, ...] = ()
    """Annotations on its facts and its text."""
    relations: tuple[Relation, ...] = ()
    """How the source relates the tradition to others."""
    packs: Several[Annotated[Id, Names("pack")]] = ()
    """Packs the tradition is played with."""


class Game(Facts):
    """One numbered game of the catalogue."""

    id: Annotated[str, Before(_game_id)]
    """Its number: `8.7`, `C4`, or `R1` for one that the catalogue lacks."""
    title: Text
    """What the catalogue calls it, in English."""
    aka: Several[Text] = ()
    """Other names of the game."""
    tradition: TraditionId
    """The tradition it belongs to and inherits from."""
    places: Several[Place] = ()
    """Where it is or was played."""
    played: Edtf
    """From when to when, in EDTF: `1637`, `1750~/1850~`, `/..`."""
    seen: Edtf | None = None
    """When it was last seen played, where no end is known."""
    evidence: Annotated[str, Term("evidence")]
    """On what our knowledge of its rules rests."""
    source: Sources
    """Where its rules come from: `{dm2004: "game 8.7"}`."""
    witnesses: Several[Source] = ()
    """The texts and players who attest it, by key of the bibliography."""
    main: Annotated[Text, Names("own-witness")] | None = None
    """The witness whom `rules` follows where witnesses differ."""
    like: Base | None = None
    """The ruleset it takes as base in place of its tradition: `8.13`, `8.11/RI-1830`."""
    presumed: YesNo | None = None
    """Whether what is inherited through `like` is only an inference."""
    rules: Rules | None = None
    """Its rules, so far as they are not those of its base."""
    stated: Stated | None = None
    """Figures that the source states and that follow from the rules."""
    readings: dict[Source, Reading] = {}
    """What other witnesses say, by key of the bibliography."""
    variants: dict[Id, Variant] = {}
    """Other ways of playing it, by id."""
    names: tuple[Name, ...] = ()
    """What its players call cards, roles and things."""
    notes: tuple[Note, ...] = ()
    """Annotations on its facts and its text."""
    relations: tuple[Relation, ...] = ()
    """How the source relates it to other games."""
    examples: tuple[Example, ...] = ()
    """Worked examples of the source, as data."""
