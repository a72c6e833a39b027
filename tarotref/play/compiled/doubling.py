"""How stakes are raised: what is doubled, by whom, and what it pays then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tarotref.cards.counting import Points
from tarotref.cards.holdings import Holding
from tarotref.model import rules as facts
from tarotref.model.rules import Rules
from tarotref.model.types import Absence, given
from tarotref.play.compiled.conditions import Condition, condition
from tarotref.play.compiled.reading import section, tuple_of, yes


@dataclass(frozen=True, slots=True)
class Doubling:
    """How stakes are raised."""

    says: tuple[str, ...]
    of: tuple[str, ...]
    """What is doubled; nothing where nobody says."""
    together: bool
    """Whether what is doubled cannot be doubled separately."""
    by_all: bool
    """Whether the declarer's side may double the game first too."""
    again_by: str | None
    """Who doubles again, a term of the list `who`; None where the sides answer in turn."""
    in_bidding: bool
    """Whether bids are doubled in the bidding."""
    unless_passed: bool
    """Whether one who has passed may not double the game itself first."""
    unless_might_bid: bool
    """Whether this holds only of one who has passed before anybody had bid."""
    unlimited: bool
    first_chance: bool
    """Whether who has let a chance to double something pass has no other."""
    apart: bool
    """Whether each doubles for himself what the cards pay: what passes between him and the declarer, or him and the others."""
    each_once: bool
    """Whether, where nobody is declarer, each may double once what the cards pay to everybody."""
    if_worst: bool
    """Whether one alone does, and it falls on him alone if he comes off worst."""
    before_talon: Points
    """By what the first double of the game multiplies before the declarer takes cards of the talon; 0 where it may not be said then."""
    or_announces: tuple[str, ...]
    """Feats that an opponent of the declarer does not announce who has doubled anything, nor doubles if he has announced one."""
    known: bool
    """Whether one doubles only a player whom he knows to be of the other side."""
    barred: Mapping[str, str]
    """By the contract, the bid of which each who has made it may not double the game first."""
    carries: Mapping[str, tuple[str, ...]]
    """What is doubled with a thing, as far as it has been announced."""
    kept: tuple[str, ...]
    """What is paid once it has been doubled, even where something else would take its place."""
    bars_kept: bool
    """Whether what an announcement bars is not paid even so."""
    called_lies: bool
    """Whether doubling counts where the called card lay in the talon."""
    not_at: Points | None
    """Card points of the declarer's side at which doubling does not count for what the cards pay."""
    must: str | None
    """Who has to double what the cards pay, a term of the list `doubling-must`."""
    must_with: Holding | None
    """The cards with which one has to."""
    must_if: Condition | None
    """On what condition."""
    as_lost: bool
    """Whether a doubled contract that is won pays what it costs when it is lost."""


def doubling_rules(rules: Rules) -> Doubling:
    """Compile how stakes are raised."""
    doubling = section(rules.doubling, facts.Doubling)
    return Doubling(
        says=tuple_of(doubling.says),
        of=tuple_of(doubling.of),
        together=given(doubling.separately) is False,
        by_all=given(doubling.by) == "all",
        again_by=given(doubling.again_by),
        in_bidding=yes(doubling.in_bidding),
        unless_passed=given(doubling.passed) is False,
        unless_might_bid=given(doubling.passed) == "over-bid",
        unlimited=doubling.limit is Absence.NONE,
        first_chance=yes(doubling.first_chance),
        apart=yes(doubling.apart),
        each_once=given(doubling.by) == "all" and not yes(doubling.apart),
        if_worst=yes(doubling.if_worst),
        before_talon=given(doubling.before_talon) or 0,
        or_announces=tuple_of(doubling.or_announces),
        known=yes(doubling.known),
        barred=given(doubling.barred) or {},
        carries=given(doubling.carries) or {},
        kept=tuple_of(doubling.kept),
        bars_kept=given(doubling.kept_barred) is False,
        called_lies=given(doubling.called_lies) is not False,
        not_at=given(doubling.not_at),
        must=given(doubling.must),
        must_with=given(doubling.must_with),
        must_if=condition(doubling.must_if),
        as_lost=given(doubling.worth) == "lost",
    )
