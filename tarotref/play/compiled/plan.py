"""A ruleset compiled for a number of players: its cards as bits, and each section of its rules as a frozen value.

No record is asked for anything beyond this folder: what was absent is here a value, or an assumption that has been noted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from tarotref.cards.counting import Points
from tarotref.cards.holdings import Declaration, Kind, declare
from tarotref.computed import declarations as formal
from tarotref.computed.figures import DealSum, Figures
from tarotref.computed.groups import trumps_of
from tarotref.corpus.records import Ruleset
from tarotref.model import rules as facts
from tarotref.model.rules import Rules, entries
from tarotref.model.types import given
from tarotref.play.compiled.contracts import (
    AuctionRules,
    Case,
    Contract,
    auction_rules,
    cases,
    contracts,
    talon_use,
)
from tarotref.play.compiled.dealing import Dealing, dealing
from tarotref.play.compiled.deck import Deck, places
from tarotref.play.compiled.declaring import DeclarationRules, DeclaringRules, note_declaring
from tarotref.play.compiled.discard import DiscardRules, discard_rules
from tarotref.play.compiled.feats import Feat, note_feats
from tarotref.play.compiled.fool import Excuse, excuse
from tarotref.play.compiled.lacking import Unplayable, lacking, makes_trumps, unpaid
from tarotref.play.compiled.reading import Filled, Gap, Path, section, yes
from tarotref.play.compiled.rubber import Pot, TallyRules, pots, tally_rules
from tarotref.play.compiled.sale import Sale, sale
from tarotref.play.compiled.scoring import Scoring, scoring
from tarotref.play.compiled.seats import Seats, seats
from tarotref.play.compiled.silences import silent_gaps
from tarotref.play.compiled.trick import TrickRules, trick_rules

Reckon = Callable[[Ruleset], Figures]
"""Gives the figures of a ruleset."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Plan(Deck):
    """Rules made ready for a number of players; a contract that changes rules has a plan of its own.

    Unplayable where a fact is missing without which nobody can deal, play or count.
    """

    ruleset: Ruleset
    players: int
    figures_of: Reckon
    moved: tuple[tuple[str, int], ...] = ()
    """Feats announced for another trick than usual, with its number counted from the last."""

    @classmethod
    def of(cls, ruleset: Ruleset, players: int, figures_of: Reckon) -> Plan:
        """Compile a ruleset for a number of players."""
        figures = figures_of(ruleset)
        if missing := tuple(lacking(figures, ruleset.rules, players)):
            raise Unplayable(ruleset.id, missing)
        return cls(figures=figures, ruleset=ruleset, players=players, figures_of=figures_of)

    @cached_property
    def cases(self) -> Mapping[str, Plan]:
        """The plans of contracts and cases that change rules, by `bids.ID` and `cases.ID`."""
        return {
            path: Plan.of(ruleset, self.players, self.figures_of)
            for path, ruleset in self.ruleset.cases.items()
            if path.startswith(("bids.", "cases.")) and path.count(".") == 1
        }

    @cached_property
    def by_trumps(self) -> Mapping[str, Plan]:
        """The plans for a hand in which each suit is trumps; none where none is made so, or it has been."""
        suits = self.ranking.pack.suits if makes_trumps(self._rules) and not self.trump_suit else ()
        return {
            suit: replace(self, trump_suit=suit, trumps_made=trumps_of(self.ranking, self._rules, suit))
            for suit in suits
        }

    @cached_property
    def with_fool_held_back(self) -> Plan:
        """The plan for the rest of a hand in which the Fool has been held back."""
        return replace(self, held_back=True)

    def without_power(self, cards: int) -> Plan:
        """The plan for the rest of a hand in which some cards can win no trick."""
        return replace(self, powerless=cards)

    @property
    def _rules(self) -> Rules:
        return self.ruleset.rules

    @cached_property
    def _sums(self) -> DealSum:
        return self.figures.deals[self.players]

    @cached_property
    def _filled(self) -> Mapping[str, Filled]:
        """What had to be filled in, by section, in the order in which it is told."""
        parts = "seats trick excuse discard deal auction contracts case_rules declaring feats"
        return {name: Filled() for name in parts.split()}

    # -- the table

    @cached_property
    def seats(self) -> Seats:
        return seats(self._rules, self.players, self._filled["seats"])

    @cached_property
    def dealer(self) -> int:
        """Seats are numbered in turn from the player after the dealer, who has the last number."""
        return self.players - 1

    @cached_property
    def circle(self) -> tuple[int, ...]:
        """The seats that play to a trick, in turn from the player after the dealer."""
        return self.seats.circle

    @cached_property
    def after(self) -> tuple[int, ...]:
        """Who plays after each seat."""
        return self.seats.after

    @property
    def sides(self) -> str:
        return self.seats.sides

    # -- before play

    @cached_property
    def deal(self) -> Dealing:
        return dealing(self._rules, self, self.seats, self._sums, self.talon_to_tricks, self._filled["deal"])

    @cached_property
    def asked_before(self) -> bool:
        """Whether players may ask for a case before the deal."""
        return any(one.at == "before-deal" for one in self.case_rules.values())

    @cached_property
    def pack_kept(self) -> bool:
        """Whether hands of a rubber may be dealt, by these rules or those of a case, from the pack as the last hand has left it."""
        return any(plan.deal.unshuffled for plan in (self, *self.cases.values()))

    @cached_property
    def talon_to_tricks(self) -> bool:
        """Whether the contract or case whose rules these are turns up the talon for the winners of tricks."""
        kind, _, id = self.ruleset.id.partition("#")[2].rpartition("#")[2].partition(".")
        uses = {("bids", key): talon_use(one.talon) for key, one in entries(self._rules.bids)}
        uses |= {("cases", key): talon_use(one.talon) for key, one in entries(self._rules.cases)}
        use = uses.get((kind, id))
        return use is not None and use.to_tricks

    @cached_property
    def trumps_by(self) -> str | None:
        """What makes a suit trumps: `last-dealt`, `turned`, `named`, `fixed`; None where the pack has trumps of its own."""
        return given(section(self._rules.trump_suit, facts.TrumpSuit).by)

    def trumps_in(self, hands: int) -> str:
        """The suit that is trumps after so many hands, where suits are so by a fixed order, or one always; the first of all where players
        agree on it."""
        suits = given(section(self._rules.trump_suit, facts.TrumpSuit).suit) or self.ranking.pack.suits[:1]
        return suits[hands % len(suits)]

    @cached_property
    def auction(self) -> AuctionRules:
        return auction_rules(self._rules, self._filled["auction"])

    @cached_property
    def contracts(self) -> Mapping[str, Contract]:
        """The contracts by id, lowest first."""
        outside = len(self.cards) - self.players * (self._sums.hand or 0)
        return contracts(self._rules, self._sums.talon, outside, self._filled["contracts"])

    @cached_property
    def case_rules(self) -> Mapping[str, Case]:
        """The cases in which a hand is played otherwise, by id."""
        return cases(self._rules, self._filled["case_rules"])

    @cached_property
    def sale(self) -> Sale | None:
        """How what is left of the pack is sold; None where it is not."""
        return sale(self._rules, self)

    @cached_property
    def discard(self) -> DiscardRules:
        taken = bool(self._sums.takers or self.deal.robbed_by or self.sale) or any(
            one.talon and one.talon.takes for one in self.contracts.values()
        )
        return discard_rules(self._rules, self, taken, self._filled["discard"])

    # -- play

    @cached_property
    def trick(self) -> TrickRules:
        return trick_rules(self._rules, self, self._filled["trick"])

    @cached_property
    def excuse(self) -> Excuse:
        return excuse(self._rules, self, self._filled["excuse"])

    @cached_property
    def deadlines(self) -> frozenset[int]:
        """The tricks before which something may be announced for the last time, the first apart."""
        deadlines = (feat.announced.deadline for feat in self.feats.values() if feat.announced)
        return frozenset(one for one in deadlines if one > 1)

    @cached_property
    def conceded_in_play(self) -> bool:
        """Whether a hand may be given up, or a player leave it, while it is played."""
        return any(
            one.when or one.deadline > 1 or (one.must and one.alone) for one in self.scoring.concessions.values()
        )

    # -- what pays

    @cached_property
    def over_alone(self) -> bool:
        """Whether cards in excess of an equal share count for nobody but one who has won more tricks than every other."""
        return yes(section(self._rules.counting, facts.Counting).over_alone)

    @cached_property
    def raised(self) -> Points:
        """By how much two players may raise what the last trick counts; 0 where they may not."""
        return given(section(self._rules.counting, facts.Counting).raised) or 0

    @cached_property
    def to_least_declared(self) -> int:
        """The cards that, captured, count with their trick for the opponent who has scored less for declarations, as bits."""
        return self.named(given(section(self._rules.counting, facts.Counting).to_least_declared))

    @cached_property
    def scoring(self) -> Scoring:
        return scoring(self._rules, self.players, self.named, self.seats.clockwise, self.contracts)

    @cached_property
    def feats(self) -> Mapping[str, Feat]:
        """The feats by id."""
        found = self.scoring.feats
        return (
            {**found, **{id: replace(found[id], from_end=n, last=n) for id, n in self.moved}} if self.moved else found
        )

    def with_moved(self, moved: tuple[tuple[str, int], ...]) -> Plan:
        """The plan for the rest of a hand in which feats have been announced for other tricks than usual."""
        return self if moved == self.moved else replace(self, moved=moved)

    @cached_property
    def announced(self) -> Mapping[str, Feat]:
        """The feats that somebody may announce, what is told in words alone left out."""
        return {id: one for id, one in self.feats.items() if one.announced is not None and one.do is not None}

    @cached_property
    def tally(self) -> TallyRules:
        return tally_rules(self._rules, self.players)

    @cached_property
    def pots(self) -> Mapping[str, Pot]:
        return pots(self._rules, self.players)

    def pricing(self, contract: str | None) -> Scoring:
        """The rules by which a contract is paid, where a case has rules of its own for it."""
        if contract not in self._pricing:
            of_case = self.ruleset.cases.get(f"bids.{contract}")
            self._pricing[contract] = (
                self.scoring if of_case is None else scoring(of_case.rules, self.players, self.named)
            )
        return self._pricing[contract]

    @cached_property
    def _pricing(self) -> dict[str | None, Scoring]:
        return {}

    def unpaid(self, contract: str | None) -> tuple[Path, ...]:
        """The facts without which the card points of a hand cannot be paid or marked."""
        if contract not in self._unpaid:
            found = unpaid(self._rules, self.scoring, contract, self.players, self.figures.total)
            self._unpaid[contract] = tuple(found)
        return self._unpaid[contract]

    @cached_property
    def _unpaid(self) -> dict[str | None, tuple[Path, ...]]:
        return {}

    # -- declarations

    @property
    def declaring(self) -> DeclaringRules:
        return self.scoring.declaring

    @property
    def declaration_rules(self) -> Mapping[str, DeclarationRules]:
        """What the rules say of each declaration beside the cards that it needs."""
        return self.scoring.declarations

    @cached_property
    def declarations(self) -> Mapping[str, Declaration]:
        """The declarations that say formally which cards they need."""
        return {id: one for id, one in formal.declarations(self.ruleset).items() if one.holding.formal}

    @cached_property
    def of_kinds(self) -> Mapping[str, Declaration]:
        """The declarations that so many others of a kind make by themselves."""
        return {id: one for id, one in formal.declarations(self.ruleset).items() if one.holding.form == "kind"}

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """What the declarations of each kind have in common."""
        return formal.kinds(self.ruleset)

    @cached_property
    def apart(self) -> bool:
        """Whether cards may not serve in several declarations of a kind, or at all, so that one has to choose."""
        return bool(self.declaring.once) or any(kind.share is not None for kind in self.kinds.values())

    def together(self, hand: int, ids: Collection[str]) -> frozenset[str]:
        """Which of some declarations a hand makes beside each other, so that they pay most."""
        chosen = {id: one for id, one in self.declarations.items() if id in ids}
        in_units = any(one.worth and one.worth.units for one in chosen.values())
        unit = self.scoring.score.unit if in_units else None
        made = declare(places(hand), chosen, self.kinds, self.groups, self.worth_at, unit or "", self.declaring.once)
        return frozenset(one.id for one in made.declared)

    @cached_property
    def rungs(self) -> Mapping[str, frozenset[str]]:
        """For each declaration the others of its group that ask for another number of the same cards: of these one is made."""
        groups: dict[tuple[str, tuple[str, ...]], set[str]] = {}
        for id, one in self.declarations.items():
            group = self.declaration_rules[id].group
            if group and one.holding.form == "of" and one.holding.at_least is not None:
                groups.setdefault((group, one.holding.names), set()).add(id)
        return {id: frozenset(ids - {id}) for ids in groups.values() for id in ids if len(ids) > 1}

    # -- what had to be filled in

    def gaps(self) -> Iterator[Gap]:
        """Yield what was missing, or told in words alone, and the assumption that stands for it."""
        note_declaring(self._rules, frozenset(self.declarations), declaring := Filled())
        note_feats(self.feats, told := Filled())
        _ = self.seats, self.trick, self.excuse, self.discard, self.deal, self.auction, self.contracts, self.case_rules
        for name, filled in self._filled.items():
            yield from {"declaring": declaring, "feats": told}.get(name, filled).gaps
        yield from silent_gaps(self.ruleset)


def plan_of(ruleset: Ruleset, figures_of: Reckon, players: int | None = None) -> Plan:
    """Return the plan of a ruleset for a number of players, the least where none is given; a case that their number alone
    brings about is in it. ValueError where so many cannot play; Unplayable where facts are missing."""
    numbers = given(ruleset.rules.players) or ()
    if players is None:
        players = min(numbers, default=0)
    elif players not in numbers:
        raise ValueError(
            f"players: found {players!r}; {ruleset.id} is for {' or '.join(map(str, numbers)) or 'an unknown number'}"
        )
    plan = Plan.of(ruleset, players, figures_of)
    for id, case in entries(ruleset.rules.cases):
        condition = given(case.only_if)
        if (
            condition is not None
            and condition == type(condition)(players=condition.players)
            and players in (condition.players or ())
        ):
            plan = plan.cases.get(f"cases.{id}", plan)
    return plan
