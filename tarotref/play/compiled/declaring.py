"""What is declared, by whom and when, and who pays for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tarotref.cards.counting import Points
from tarotref.cards.holdings import Holding, Worth
from tarotref.computed.declarations import unsaid
from tarotref.model import rules as facts
from tarotref.model.rules import Rules, entries, kind_of
from tarotref.model.types import Absence, given
from tarotref.play.compiled.conditions import Condition, condition
from tarotref.play.compiled.reading import Filled, by_whom, section, tuple_of, yes

Settle = str | Mapping[str, str] | None
"""Who pays, a term of the list `settle`; or by what he is to whom it is owed, by terms of the list `who`."""
AFTER_THE_LEAD = ("first-trick", "after-lead", "end-of-hand")
"""When what is declared is declared after the first card has been led."""


@dataclass(frozen=True, slots=True)
class DeclaringRules:
    """What holds for all declarations."""

    when: str | None
    """A term of the list `declaring-when`."""
    first: str | None
    """Who declares first, a term of the list `seat`."""
    announces: str | None
    """Who is first to announce feats and to double before play, if not the player who leads."""
    rounds: bool
    """Whether feats are announced and stakes doubled in rounds, until all others have passed."""
    one_turn: bool
    """Whether nobody announces feats in more than one turn."""
    known: bool
    """Whether a feat is announced only by one whose side is known, or by the declarer's partner."""
    last_speaker: bool
    """Or by one who is of the side of the last who has announced or doubled anything."""
    whole: Points
    """By what all that the declarer has announced is multiplied, with the game, if any of it fails; 0 where each is settled by itself."""
    before_talon: bool
    """Whether anything is announced or declared before the declarer takes cards of the talon."""
    partner_known: bool
    """Whether the declarer's partner declares only once it can be known that he is."""
    backwards: bool
    """Whether the turn goes the other way round than in play."""
    compulsory: bool
    once: tuple[str, ...]
    """The cards that serve in one declaration only."""
    settle: Settle
    again: bool
    """Whether what has been declared is declared again with a card drawn that can be added to it."""
    largest: bool
    """Whether of one group a side is paid for its largest declaration alone."""
    counts: bool
    """Whether declarations count with the card points."""
    step: Points | None
    """What a side has declared counts in whole steps of so many card points."""
    round: str | None

    @property
    def before_play(self) -> bool:
        return self.when not in AFTER_THE_LEAD


@dataclass(frozen=True, slots=True)
class DeclarationRules:
    """What the rules say of one declaration beside the cards that it needs."""

    holding: Holding | None
    worth: Worth | None
    """What it pays by itself, and not as one of its kind."""
    units: tuple[str, ...]
    """The units of their own in which a part of it is paid."""
    own_where: str | None
    where: str | None
    """Where the cards have to be, by itself or as one of its kind: `hand`, `tricks`, `both`."""
    between_partners: bool
    """Whether partners may hold its cards between them."""
    together: int
    """From how many on those of its kind that partners have declared count together; 0 where they never do."""
    unsaid: bool
    """Whether it counts without having been made."""
    anew: bool
    """Whether it may be declared whenever the cards of the hand in play are such."""
    out_of_turn: bool
    """Whether it may also be declared before anybody discards."""
    group: str | None
    before_talon: Points
    """By what it is multiplied if it is declared before the declarer takes cards of the talon; 0 where it may not be."""
    who: str | None
    only_if: Condition | None
    unless: Condition | None
    free_for: str | None
    """Who need not declare it where others have to, a term of the list `seat`."""
    due: tuple[str, ...]
    """Feats that nobody announces or doubles who holds it and does not declare it."""
    due_unless: str | None
    """When he need not all the same, a term of the list `due-unless`."""
    kept_back: bool
    """Whether his partners pay it when its holder has not declared it."""
    repaid: Condition | None
    settle: Settle
    as_bid: bool
    """Whether it is multiplied as the bid is."""

    @property
    def among_won(self) -> bool:
        """Whether it counts among the cards won."""
        return self.where in ("tricks", "both")


def declaring_rules(rules: Rules, clockwise: bool) -> DeclaringRules:
    """Compile what holds for all declarations."""
    declaring = section(rules.declaring, facts.Declaring)
    way = "clockwise" if clockwise else "counterclockwise"
    return DeclaringRules(
        when=given(declaring.when),
        first=given(declaring.first),
        announces=given(declaring.announces),
        rounds=yes(declaring.rounds),
        one_turn=yes(declaring.one_turn),
        known=bool(given(declaring.known)),
        last_speaker=given(declaring.known) == "last-speaker",
        whole=given(declaring.whole) or 0,
        before_talon=given(declaring.before_talon) is not None,
        partner_known=yes(declaring.partner_known),
        backwards=given(declaring.direction) not in (None, way),
        compulsory=yes(declaring.compulsory),
        once=tuple_of(declaring.once),
        settle=by_whom(declaring.settle),
        again=yes(declaring.again),
        largest=yes(declaring.largest),
        counts=given(declaring.counts) is not None,
        step=given(declaring.step),
        round=given(declaring.round),
    )


def before_talon(rules: Rules, own: Points | Absence | None) -> Points:
    """By what a thing is multiplied that is said before the declarer takes cards of the talon, by itself or as all are; 0 where it may
    not be said then."""
    common = given(section(rules.declaring, facts.Declaring).before_talon)
    return (common if own is None else given(own)) or 0


def declarations(rules: Rules) -> dict[str, DeclarationRules]:
    """Compile what is said of each declaration."""
    return {id: _declaration(rules, one) for id, one in entries(rules.declarations)}


def _declaration(rules: Rules, one: facts.Declaration) -> DeclarationRules:
    kind, holding, worth = kind_of(rules, one), given(one.holding), given(one.worth)
    return DeclarationRules(
        holding=holding if isinstance(holding, Holding) else None,
        worth=worth,
        units=tuple(unit for unit, _ in worth.units) if isinstance(worth, Worth) else (),
        own_where=given(one.where),
        where=given(one.where) or (None if kind is None else given(kind.where)),
        between_partners=given(one.held_by) == "side",
        together=given(one.together) or 0,
        unsaid=unsaid(rules, one),
        anew=given(one.when) == "whenever-held",
        out_of_turn=yes(one.out_of_turn),
        group=given(one.group),
        before_talon=before_talon(rules, one.before_talon),
        who=given(one.who),
        only_if=condition(one.only_if),
        unless=condition(one.unless),
        free_for=given(one.free_for),
        due=tuple_of(one.due),
        due_unless=given(one.due_unless),
        kept_back=given(one.kept_back) is not None,
        repaid=condition(one.repaid),
        settle=by_whom(one.settle),
        as_bid=given(one.times) == "bid",
    )


def note_declaring(rules: Rules, formal: frozenset[str], filled: Filled) -> None:
    """Note what is assumed of declarations that ask for cards formally."""
    declaring = section(rules.declaring, facts.Declaring)
    timed = all(given(one.when) for id, one in entries(rules.declarations) if id in formal)
    for name, fact, said in (("when", declaring.when, timed), ("reuse", declaring.reuse, len(formal) == 1)):
        if formal and not said:
            filled.usual(fact, None, "declaring", name)
