"""Feats: what is done in play that pays, announced or not, made ready for what is asked of it at every card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Literal

from tarotref.cards.counting import Points
from tarotref.cards.holdings import Holding
from tarotref.model import rules as facts
from tarotref.model.rules import REPLACED, Rules, entries
from tarotref.model.types import Absence, given
from tarotref.play.compiled.conditions import Condition, condition
from tarotref.play.compiled.declaring import Settle, before_talon
from tarotref.play.compiled.reading import Filled, by_whom, tuple_of, yes

__all__ = ["REPLACED", "UNPRICED", "Announced", "Feat", "Price", "Unpriced", "feats", "note_feats"]
ALL = "all"
"""Any payment."""
POINT = "point"
"""The unit of feats that count with the card points."""


class Unpriced(Enum):
    """A payment of which nobody says how much it is."""

    UNPRICED = "unpriced"


UNPRICED = Unpriced.UNPRICED
Price = Points | Mapping[int, Points] | Literal[Unpriced.UNPRICED] | None
"""What is paid: a figure; one by the trick from which on it holds; unpriced; None where nothing is."""


@dataclass(frozen=True, slots=True)
class Announced:
    """What holds for a feat that was announced."""

    won: Price
    lost: Price
    earliest: int
    """The trick before which it can be announced first."""
    deadline: int
    """The trick before which it is announced for the last time."""
    on_cards: tuple[int, ...]
    """On how many of his cards a player announces it, in a pause of the deal; nothing where all are dealt first."""
    before_talon: Points
    """By what it is multiplied if it is announced before the declarer takes cards of the talon; 0 where it may not be."""
    with_doubles: bool
    """Whether opponents of the declarer announce it while doubles are said."""
    by: str | None
    """Who may announce it, or do it at all, a term of the list `who`."""
    by_alone: str | None
    """Who may announce it, whoever may do it."""
    unasked: bool
    """Whether only one may announce it who had no turn in the bidding."""
    stages: tuple[Points, ...]
    """What it pays when it succeeds, by the stage of the talon; nothing where that makes no difference."""
    not_after: frozenset[str]
    """Feats after which the same side may not announce it."""
    not_with: frozenset[str]
    """Feats after which the same player may not in the same turn."""
    keep: bool
    """Whether its card is kept for its trick."""
    only_if: Condition | None
    """On what condition a player may announce it."""
    freed_by: frozenset[str]
    """Feats that free the declarer's partner of that, where the declarer has announced one unasked."""
    first_turn: Mapping[str, Holding]
    """What the declarer, or who has promised a card, has to hold to announce it in his first turn, by terms of the list `first-turn`."""
    named: bool
    """Whether the suit of its card is named."""
    over: str | None
    """A feat of the same cards, announced by a partner, whose place it may take."""
    all_lost: bool
    """Whether all card points in play are the other side's if it fails."""
    frees: bool
    """Whether its card may be played to any trick, and wins it."""
    rest_lost: bool
    """Whether who has played its card before its trick wins neither that nor any later one."""
    or_stops: bool
    """Whether the hand is over when a player who may announce it in play does not."""
    keep_unless: frozenset[str]
    """Feats of which one, announced by anybody, ends that."""
    behind: tuple[str, ...]
    """Feats of which each that the same player has announced puts its trick one earlier."""
    includes: tuple[str, ...]
    """What is announced with it."""
    loses_game: bool
    """Whether the side that has announced it loses the game too if it fails."""
    settle: Settle
    """Who pays it; None where that is as unannounced."""
    instead_of: tuple[str, ...] | None
    """What is not paid, whether it succeeds or fails; None where that is as in the feat itself."""
    multiplies: Points
    """By what all payments are multiplied when it succeeds; 0 where that is as unannounced."""
    both: bool
    """Whether the other side is paid as well if it does, unannounced, what was announced against it."""
    declined: bool
    """Whether a partner of whoever announced it may have no part in what it pays."""
    bars: tuple[str, ...]
    """What is not paid to the side that announced it."""


@dataclass(frozen=True, slots=True)
class Feat:
    """Something done in play that pays."""

    id: str
    do: str | None
    """What is done, a term of the list `feat-do`; None where words alone say it."""
    names: tuple[str, ...]
    """The cards with which it is done, by name."""
    cards: int
    """These as bits, the one that the declarer called apart."""
    called: bool
    """Whether that one serves too."""
    tricks: int
    """How many cards, or tricks, it takes."""
    from_end: int
    """Which trick it is, counted from the last; 0 where that follows from what is done."""
    last: int
    """How far from the end it can be decided first: 1 is the last trick."""
    builds_on: tuple[str, ...]
    """Feats that its side has to have done too."""
    together: bool
    in_order: bool
    before_last: bool
    """Whether the last trick is left out."""
    in_last: bool
    """Whether the last trick alone counts."""
    given: bool
    """Whether it is done too where its card has to be given for the Fool."""
    one_suit: bool
    """Whether its player must have kept, at every lead, to the suit of his first lead."""
    before_fool: str | None
    """In which slam, of those that end with the Fool, the trick before counts as the last."""
    row: str
    """The declaration whose row is longer with the partner's cards; nothing where that is not done."""
    without: int
    """Cards none of which may be in the trick."""
    spared_by: int
    """Cards that win the trick without its card being lost."""
    beside: int
    """Cards one of which has to be in it, or 0."""
    beside_by: str | None
    """Who has to have played that card where nobody has announced the feat, a term of the list `who`."""
    sole: bool
    who: str | None
    only_if: Condition | None
    unless: Condition | None
    lost_unless: Condition | None
    """On what condition it counts for nothing that it has failed."""
    takes_rest: bool
    """Whether what nobody has taken of the talon goes to the side that does it."""
    spare: int
    """How many tricks may be lost and the slam still be made."""
    spare_with: tuple[tuple[int, int], ...]
    """How many where somebody had a card, as a bit, when play began."""
    to_anyone: bool
    """Whether its card can be lost to the partner also."""
    won: Price
    step: Points | None
    """Card points above those that it takes, for each of which it pays as much again."""
    lost: Price
    against: Points | None
    """What it pays the declarer's opponents when they do it unannounced; None where that is as much."""
    stages: tuple[Points, ...]
    """What it pays when it succeeds, by the stage of the talon; nothing where that makes no difference."""
    announced: Announced | None
    """None where nobody announces it."""
    times: str | None
    """`bid`: multiplied as the bid is; `base`: the figures say how many times what the contract is worth."""
    with_base: tuple[str, ...]
    """Feats that, announced, are multiplied with what the contract is worth."""
    settle: Settle
    points: facts.SlamPoints | None
    """What the card points of the side that does it come to."""
    multiplies: Mapping[str, Points]
    """By what other payments are multiplied when it succeeds; `all`: each of them."""
    charged: tuple[str, ...]
    """Who of the opponents pays for all what the cards pay when the declarer does it, terms of the list `charged`."""
    charged_part: Points
    """What share of it is charged so."""
    instead_of: tuple[str, ...]
    """What is not paid when it succeeds."""
    others: facts.Others | None
    """What the others settle among themselves when it succeeds."""
    silences: tuple[str, ...]
    """What is not paid when it succeeds, unless that was announced."""
    silenced_by: tuple[str, ...]
    """Feats that keep it from being paid, where neither they nor it were announced."""
    need: Mapping[str, tuple[Points, ...]] | None
    """Card points that win the contract where a side does it, or the other fails in it."""
    unit: str | None

    @property
    def counts(self) -> bool:
        """Whether it counts with the card points, and is not paid by itself."""
        return self.unit == POINT

    @property
    def priced(self) -> bool:
        """Whether something is paid to whoever does it."""
        return self.won is not None and self.won is not UNPRICED

    def price(self, announced: bool, won: bool, stage: int = 0) -> Price:
        """What it pays, by how it came out, and in which stage the talon was taken."""
        of = self.announced if announced else self
        if of is not None and won and stage and of.stages:
            return of.stages[min(stage, len(of.stages)) - 1]
        return None if of is None else of.won if won else of.lost

    def factor(self, announced: bool, payment: str) -> Points:
        """By what it multiplies another payment when it succeeds."""
        if announced and self.announced is not None and self.announced.multiplies:
            return self.announced.multiplies
        return self.multiplies.get(payment, self.multiplies.get(ALL, 1))

    @property
    def raises(self) -> bool:
        """Whether it multiplies other payments."""
        return bool(self.multiplies)

    def replaces(self, announced: bool, won: bool) -> tuple[str, ...]:
        """What is not paid because of it, by how it came out: nothing, where it is not known what is paid in its place."""
        if won and self.price(announced, won) is UNPRICED:
            return ()
        if announced and self.announced is not None and self.announced.instead_of is not None:
            return self.announced.instead_of
        return self.instead_of if won else ()


def feats(rules: Rules, named: Callable[[Iterable[str]], int]) -> dict[str, Feat]:
    """Compile the feats; `named` says which cards names mean."""
    return {id: _feat(rules, id, feat, named) for id, feat in entries(rules.feats)}


def note_feats(known: Mapping[str, Feat], filled: Filled) -> None:
    """Note what is assumed of feats that may be announced in the course of play."""
    announced = {id: feat.announced for id, feat in known.items() if feat.announced is not None}
    if any(one.deadline > 1 for one in announced.values()):
        for id, one in announced.items():
            if one.deadline > one.earliest:
                filled.note(("feats", id, "announced", "deadline"), "feats.deadline")


def _price(fact: Points | Mapping[int, Points] | Absence | None) -> Price:
    if isinstance(fact, Absence):
        return None if fact is Absence.NONE else UNPRICED
    return fact


def _feat(rules: Rules, id: str, feat: facts.Feat, named: Callable[[Iterable[str]], int]) -> Feat:
    do, names, tricks = given(feat.do), tuple_of(feat.cards), given(feat.tricks) or 1
    from_end = given(feat.from_end) or 0
    multiplies = given(feat.multiplies) or {}
    raises = given(feat.points) is not None or given(feat.multiplies) is not None
    return Feat(
        id=id,
        do=do,
        names=names,
        cards=named(name for name in names if name != "called"),
        called="called" in names,
        tricks=tricks,
        from_end=from_end,
        last=max(tricks, from_end or (2 if do == "win-last-but-one" else 1)),
        builds_on=tuple_of(feat.builds_on),
        together=bool(given(feat.together)),
        in_order=given(feat.in_order) is not False,
        before_last=given(feat.when) == "before-last",
        in_last=given(feat.when) == "last",
        given=yes(feat.given),
        one_suit=yes(feat.one_suit),
        before_fool=given(feat.before_fool),
        row=given(feat.row) or "",
        without=named(tuple_of(feat.without)),
        spared_by=named(tuple_of(feat.spared_by)),
        beside=named(tuple_of(feat.beside)),
        beside_by=given(feat.beside_by),
        sole=bool(given(feat.sole)),
        who=given(feat.who),
        only_if=condition(feat.only_if),
        unless=condition(feat.unless),
        lost_unless=condition(feat.lost_unless),
        takes_rest=yes(feat.takes_rest),
        spare=given(feat.spare) or 0,
        spare_with=tuple((named([name]), number) for name, number in (given(feat.spare_with) or {}).items()),
        to_anyone=given(feat.lost_to) == "anyone",
        won=_price(Absence.NONE if feat.won is Absence.AS_TAKEN and raises else feat.won),
        step=given(feat.step),
        lost=_price(feat.lost),
        against=given(feat.against),
        stages=tuple_of(feat.stages),
        announced=_announced(rules, feat.announced, given(feat.who)),
        times=given(feat.times),
        with_base=tuple_of(feat.with_base),
        settle=by_whom(feat.settle),
        points=given(feat.points),
        multiplies=multiplies if isinstance(multiplies, Mapping) else {ALL: multiplies},
        charged=tuple_of(feat.charged),
        charged_part=given(feat.charged_part) or 1,
        instead_of=tuple_of(feat.instead_of),
        others=given(feat.others),
        silences=tuple_of(feat.silences),
        silenced_by=tuple_of(feat.silenced_by),
        need=given(feat.need),
        unit=given(feat.unit),
    )


def _announced(rules: Rules, fact: facts.Announced | Absence | None, who: str | None) -> Announced | None:
    found = given(fact)
    if found is None:
        return None
    return Announced(
        won=_price(found.won),
        lost=_price(found.lost),
        earliest=given(found.earliest) or 1,
        deadline=given(found.deadline) or 1,
        on_cards=tuple_of(found.on_cards),
        before_talon=before_talon(rules, found.before_talon),
        with_doubles=given(found.when) == "with-doubles",
        by=given(found.by) or who,
        by_alone=given(found.by),
        unasked=yes(found.unasked),
        stages=tuple_of(found.stages),
        not_after=frozenset(tuple_of(found.not_after)),
        not_with=frozenset(tuple_of(found.not_with)),
        keep=yes(found.keep),
        only_if=condition(found.only_if),
        freed_by=frozenset(tuple_of(found.freed_by)),
        first_turn=given(found.first_turn) or {},
        named=yes(found.named),
        over=given(found.over),
        all_lost=yes(found.all_lost),
        frees=yes(found.frees),
        rest_lost=yes(found.rest_lost),
        or_stops=yes(found.or_stops),
        keep_unless=frozenset(tuple_of(found.keep_unless)),
        behind=tuple_of(found.behind),
        includes=tuple_of(found.includes),
        loses_game=yes(found.loses_game),
        settle=by_whom(found.settle),
        instead_of=None if found.instead_of is None else tuple_of(found.instead_of),
        multiplies=given(found.multiplies) or 0,
        both=bool(given(found.both)),
        declined=yes(found.declined),
        bars=tuple_of(found.bars),
    )
