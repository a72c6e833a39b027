"""How hands add up, and what lies in pots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tarotref.cards.counting import Points
from tarotref.computed.figures import for_players
from tarotref.model import rules as facts
from tarotref.model.rules import Rules, entries
from tarotref.model.types import Absence, given
from tarotref.play.compiled.conditions import Bounds, bounds
from tarotref.play.compiled.reading import section, tuple_of, yes


@dataclass(frozen=True, slots=True)
class Bonus:
    """What is paid for a rubber beyond the rest."""

    difference: Bounds | None
    """By how much it has to be won."""
    loser: Bounds | None
    """The total that the loser has to have."""
    times: Points
    add: Points
    base_again: bool

    def applies(self, most: Points, own: Points) -> bool:
        """Whether it is paid for a rubber won by so much from one who has so much."""
        return (self.difference is None or self.difference.has(Fraction(most) - own)) and (
            self.loser is None or self.loser.has(own)
        )


@dataclass(frozen=True, slots=True)
class TallyRules:
    """How hands are added up into a rubber, and what it pays."""

    keeps: str | None
    first_to: Points | None
    first: Points
    """What the side gets that is the first to score."""
    hands: int | None
    base: Points
    each: Points
    step: Points
    round: str | None
    bands: Mapping[str, Points] | None
    bonus: tuple[Bonus, ...]
    told: tuple[str, ...]
    """Which of `base`, `each`, `bands` and `bonus` the rules tell."""
    base_unstated: bool

    @property
    def carries(self) -> bool:
        """Whether something is carried from hand to hand."""
        return self.keeps in ("total", "difference")


@dataclass(frozen=True, slots=True)
class Pot:
    """A pool of stakes: shares and figures by the feat that they hang on, or `score`."""

    id: str
    stake: Points | Mapping[str, Points] | None
    each_hand: bool
    after_annulled: bool
    """Whether stakes are put in after a hand that was annulled for cards that somebody held, and never else."""
    dealer: Points
    eldest: Points
    added: Mapping[str, Points]
    taken: Mapping[str, Points]
    raised: Mapping[str, Points]
    to: Mapping[str, tuple[str, ...]]
    dues: Mapping[str, Points]
    shares: Mapping[str, Points]
    """What share of what it held when the hand began a player takes for what he does; what he puts in is below nothing."""
    announced: bool
    """Whether a feat bears on it only where it was announced."""
    most: Points | None
    """The most that one who fails in a feat has to put in."""

    @property
    def named(self) -> frozenset[str]:
        """What it turns on."""
        return frozenset((*self.taken, *self.added, *self.raised))


def tally_rules(rules: Rules, players: int) -> TallyRules:
    """Compile how hands are added up."""
    tally = section(rules.tally, facts.Tally)
    parts = {"base": tally.base, "each": tally.each, "bands": tally.bands, "bonus": tally.bonus}
    return TallyRules(
        keeps=given(tally.keeps),
        first_to=given(tally.first_to),
        first=given(tally.first) or 0,
        hands=for_players(given(tally.hands), players),
        base=given(tally.base) or 0,
        each=given(tally.each) or 0,
        step=given(tally.step) or 1,
        round=given(tally.round),
        bands=given(tally.bands),
        bonus=tuple(map(_bonus, tuple_of(tally.bonus))),
        told=tuple(name for name, fact in parts.items() if given(fact) is not None),
        base_unstated=tally.base is Absence.UNSTATED,
    )


def _bonus(one: facts.RubberBonus) -> Bonus:
    add: Points = 0 if one.add is None or one.add == "base" else one.add
    return Bonus(bounds(one.difference), bounds(one.loser), one.times or 1, add, one.add == "base")


def pots(rules: Rules, players: int) -> dict[str, Pot]:
    """Compile the pots."""
    return {id: _pot(id, pot, players) for id, pot in entries(rules.pots)}


def _pot(id: str, pot: facts.Pot, players: int) -> Pot:
    return Pot(
        id=id,
        stake=given(pot.stake),
        each_hand=given(pot.when) == "each-hand",
        after_annulled=given(pot.when) == "after-annulled",
        dealer=given(pot.dealer) or 0,
        eldest=given(pot.eldest) or 0,
        added=given(pot.added) or {},
        taken=given(pot.taken) or {},
        raised=given(pot.raised) or {},
        to=given(pot.to) or {},
        dues=given(pot.dues) or {},
        shares=given(pot.shares) or {},
        announced=yes(pot.announced),
        most=for_players(given(pot.most), players),
    )
