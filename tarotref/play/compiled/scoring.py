"""What it takes to win a hand and what the hand pays: all that payment asks of a ruleset, whether it can be dealt or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tarotref.cards.counting import Points
from tarotref.computed.figures import for_players
from tarotref.model import rules as facts
from tarotref.model.rules import Rules, entries, marked
from tarotref.model.types import Absence, given
from tarotref.play.compiled.conditions import Condition, condition
from tarotref.play.compiled.contracts import Contract, contracts
from tarotref.play.compiled.declaring import DeclarationRules, DeclaringRules, Settle, declarations, declaring_rules
from tarotref.play.compiled.doubling import Doubling, doubling_rules
from tarotref.play.compiled.feats import Feat, feats
from tarotref.play.compiled.reading import Filled, Path, by_whom, section, tuple_of, yes

BySide = Points | Mapping[str, Points]
"""A figure, or one by what somebody is in the hand: `{dealer: 55, opponents: 54}`."""
STAKE = 1
"""What a hand pays of which the source says nothing: a figure that stands for any."""
FEWEST, MOST = "fewest", "most"


@dataclass(frozen=True, slots=True)
class Marcio:
    """A defeat so heavy that it costs more."""

    below: Points | None
    """The share of what was needed below which it is heavy."""
    of_winner: bool
    """Whether it is a share of what the winner has."""
    times: Points | None
    base_alone: bool
    """Whether the base alone is multiplied."""


@dataclass(frozen=True, slots=True)
class Win:
    """What it takes to win a hand."""

    aim: str | None
    tricks: int | None
    cards: tuple[str, ...]
    """The names of the cards with one of which the last trick has to be won; nothing where any will do."""
    played_last: tuple[str, ...]
    """Cards of which the declarer has to play one to the last trick."""
    least_tricks: int
    """How many tricks the declarer's side needs besides."""
    last_with: tuple[str, ...]
    """The cards with one of which it has to win the last trick besides; nothing where that is not asked for."""
    apart: bool
    """Whether the declarer needs more tricks than each opponent by himself."""
    spare: int
    at_least: tuple[Points, ...] | None
    doubled: Points | None
    """What the declarer's side needs once the game has been doubled, where that is another figure."""
    against: Points | None
    """The card points with which the opponents win, whatever the declarer's side has."""
    more_than: BySide | None
    fool_worthless: Mapping[str, Points] | None
    by: str | None
    """The group of cards on whose number the points needed depend."""
    draw: tuple[Points, ...]
    par: BySide | None
    marcio: Marcio | None

    @property
    def by_most(self) -> bool:
        """Whether whoever has the most card points wins, and no figure is asked for."""
        return self.aim == MOST and not self.figure

    @property
    def figure(self) -> bool:
        """Whether the card points needed are told."""
        return self.at_least is not None or self.more_than is not None

    def best(self, points: Iterable[Points]) -> Points:
        """The card points that are best: the most, or the fewest where these are the aim."""
        return min(points) if self.aim == FEWEST else max(points)

    def worst(self, points: Iterable[Points]) -> Points:
        return max(points) if self.aim == FEWEST else min(points)


@dataclass(frozen=True, slots=True)
class Placed:
    """What players get by the rank of their card points, the declarer apart."""

    declarer: Points
    first: tuple[Points, ...]
    last: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a hand brings in which each plays for himself, one of them as declarer."""

    won: Placed
    lost: Placed
    ties: tuple[str, ...]
    spared: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Losing:
    """What else bears on what the loser pays every other player."""

    times: Mapping[str, Points]
    """By what it is multiplied, by terms of the list `who`."""
    tied: str | None
    """Who loses alone of several that have lost level."""
    bare: Points | str | None
    """What a player without a trick gets of it: `all`, or so many times what is paid for card points; None where that makes no
    difference."""
    bare_gets: Points
    """How many times what the others get he gets, whatever the loser pays them; 1 where that makes no difference."""
    bare_least: Points
    bare_times: tuple[Points, ...]
    """By what it is multiplied, by how many have no trick."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a hand is paid or marked."""

    known: bool
    """Whether anything is told of it, or that the source is silent."""
    nothing: bool
    """Whether card points pay nothing, as the rules say."""
    base: Points | None
    base_by: Path
    """The fact that says it."""
    held: Points | None
    """The base if the bid was held; None where that makes no difference."""
    lost_as: Points | None
    """Card points of the declarer's side that a lost contract counts as; None where that makes no difference."""
    by_bid: bool
    """Whether the base is that of the bid."""
    each: Points | None
    no_steps: bool
    """Whether nothing is paid for steps, as the rules say, or are silent."""
    step: Points
    start: Points | str | Mapping[str, Points] | None
    round: str | None
    wanting: Points
    shares: Mapping[str, Points] | None
    bands: Mapping[str, Points] | None
    ranks: tuple[Points, ...]
    ranked: Ranked | None
    settle: str | None
    level: str | None
    losing: Losing | None
    lead: Points
    """Card points of a lead that is paid for at once; 0 where none is."""
    least: Points
    """The least that a contract pays, won or lost."""
    paid_round: str | None
    """How what is paid for a whole hand is rounded, a term of the list `paid-round`; None where it is not."""
    paid_step: Points
    """To what it is rounded."""
    most: Points | None
    """The most that a hand costs or brings a player."""
    unit: str | None


@dataclass(frozen=True, slots=True)
class Concession:
    """A way of ending a hand without playing it out, or of leaving it while the others play on."""

    id: str
    who: str | None
    must: bool
    when: str | None
    only_if: Condition | None
    unless: Condition | None
    declarations: bool
    """Whether what has been declared is paid too, where it is done before play."""
    pays: Points | str | Mapping[int, Points | str] | None
    settle: Settle
    deadline: int
    """The trick before which it has to be done."""
    counts_as: str
    """The feat that has then failed; nothing where none has."""
    refusable: bool
    """Whether an opponent may refuse it, and is declarer from then on."""
    charged: tuple[str, ...] = ()
    """Who of the opponents pays for all, terms of the list `charged`."""
    charged_part: Points = 1
    """What share of it is charged so."""
    more: Points = 0
    """What it costs beside that, on a condition if there is one."""
    more_unless: Condition | None = None
    alone: str = ""
    """How a player lays down his hand who leaves while the others play on, a term of the list `concession-alone`; nothing where the
    hand ends."""
    most: int = 0
    """How many players may leave so; 0 where all may."""
    to_last: Mapping[str, Points] | None = None
    """What such a player pays the winner of the last trick, by his seat."""


@dataclass(frozen=True, eq=False, slots=True)
class Scoring:
    """What it takes to win, and what everything pays."""

    sides: str | None
    players: tuple[int, ...]
    win: Win
    score: Score
    doubling: Doubling
    contracts: Mapping[str, Contract]
    feats: Mapping[str, Feat]
    declaring: DeclaringRules
    declarations: Mapping[str, DeclarationRules]
    concessions: Mapping[str, Concession]
    left_out: Points
    """Card points of the cards left out of the pack, which a declarer has who has won a trick."""
    fool_alone: Points | None
    """Card points of a Fool that is all that its side has; None where it is counted like any other card."""
    alone: bool
    """Whether the declarer's side alone marks what the hand brings or costs it, and nobody pays."""
    marked: bool
    """Whether what a hand brings is written down for a rubber, each side its own, rather than paid."""

    @property
    def written(self) -> bool:
        """Whether whoever wins a part of a hand writes it down for himself, and nobody is charged with it."""
        return self.score.settle == "winners" and self.marked

    @property
    def each_by_par(self) -> bool:
        """Whether each plays for himself and scores from a par, though one of them is the declarer (14.3)."""
        return self.sides == "individual" and self.win.aim == "par"


def no_cards(names: Iterable[str]) -> int:
    """Name no card: for those who ask what is paid, and not with which cards."""
    return 0


def scoring(
    rules: Rules, players: int | None = None, named: Callable[[Iterable[str]], int] = no_cards, clockwise: bool = False,
    bids: Mapping[str, Contract] | None = None,
) -> Scoring:  # fmt: skip
    """Compile what rules pay, for a number of players if one is given."""
    score = _score(rules)
    return Scoring(
        sides=given(rules.sides),
        players=tuple_of(rules.players),
        win=_win(rules, players),
        score=score,
        doubling=doubling_rules(rules),
        contracts=contracts(rules, 0, 0, Filled()) if bids is None else bids,
        feats=feats(rules, named),
        declaring=declaring_rules(rules, clockwise),
        declarations=declarations(rules),
        concessions=_concessions(rules),
        left_out=given(section(rules.counting, facts.Counting).left_out) or 0,
        fool_alone=given(section(rules.fool, facts.Fool).alone),
        alone=score.settle == "declarer",
        marked=marked(rules, score.settle),
    )


def _win(rules: Rules, players: int | None) -> Win:
    win = section(rules.win, facts.Win)

    def of(fact: Any) -> Any:
        """The figure for the number of players."""
        return given(fact) if players is None else for_players(given(fact), players)

    return Win(
        aim=given(win.aim),
        tricks=given(win.tricks),
        cards=tuple_of(win.cards),
        played_last=tuple_of(win.played_last),
        least_tricks=given(win.least_tricks) or 0,
        last_with=tuple_of(win.last_with),
        apart=yes(win.apart),
        spare=given(win.spare) or 0,
        at_least=of(win.at_least),
        doubled=given(win.doubled),
        against=given(win.against),
        more_than=of(win.more_than),
        fool_worthless=given(win.fool_worthless),
        by=given(win.by),
        draw=tuple_of(win.draw),
        par=of(win.par),
        marcio=_marcio(win.marcio),
    )


def _marcio(fact: facts.Marcio | Absence | None) -> Marcio | None:
    found = given(fact)
    if found is None:
        return None
    return Marcio(
        given(found.below), given(found.of) == "winner", given(found.times), given(found.multiplies) == "base"
    )


def _score(rules: Rules) -> Score:
    score = section(rules.score, facts.Score)
    staked = rules.score is Absence.UNSTATED or score.base is Absence.UNSTATED
    base = STAKE if staked else given(score.base)
    paid = staked and given(section(rules.tally, facts.Tally).keeps) in (None, "hand")
    return Score(
        known=given(rules.score) is not None or staked,
        nothing=rules.score is Absence.NONE,
        base=None if base == "bid" else base,
        base_by=("score",) if rules.score is Absence.UNSTATED else ("score", "base"),
        held=given(score.held),
        lost_as=given(score.lost_as),
        by_bid=base == "bid",
        each=given(score.each),
        no_steps=score.each in (Absence.NONE, Absence.UNSTATED) or (staked and score.each is None),
        step=given(score.step) or 1,
        start=given(score.start),
        round="down" if score.round is Absence.UNSTATED else given(score.round),
        wanting=given(score.wanting) or 0,
        shares=given(score.shares),
        bands=given(score.bands),
        ranks=tuple_of(score.ranks),
        ranked=_ranked(score.ranked),
        settle=given(score.settle) or ("opponents" if paid else None),
        level=given(score.level),
        losing=_losing(score.losing),
        lead=given(score.lead) or 0,
        least=given(score.least) or 0,
        paid_round=given(score.paid_round),
        paid_step=given(score.paid_step) or 1,
        most=given(score.most),
        unit=given(score.unit),
    )


def _losing(fact: facts.Losing | Absence | None) -> Losing | None:
    found = given(fact)
    if found is None:
        return None
    return Losing(
        given(found.times) or {}, given(found.tied), given(found.bare), given(found.bare_gets) or 1, given(found.bare_least) or 0,
        tuple_of(found.bare_times),
    )  # fmt: skip


def _ranked(fact: facts.Ranked | Absence | None) -> Ranked | None:
    found = given(fact)
    if found is None:
        return None
    return Ranked(_placed(found.won), _placed(found.lost), tuple_of(found.ties), tuple_of(found.spared))


def _placed(fact: facts.Placed | Absence | None) -> Placed:
    found = section(fact, facts.Placed)
    return Placed(given(found.declarer) or 0, tuple_of(found.first), tuple_of(found.last))


def _concessions(rules: Rules) -> dict[str, Concession]:
    return {
        id: Concession(
            id,
            given(one.who),
            bool(given(one.must)),
            given(one.when),
            condition(one.only_if),
            condition(one.unless),
            yes(one.declarations),
            given(one.pays),
            by_whom(one.settle),
            given(one.deadline) or 1,
            given(one.counts_as) or "",
            yes(one.refusable),
            tuple_of(one.charged),
            given(one.charged_part) or 1,
            given(one.more) or 0,
            condition(one.more_unless),
            given(one.alone) or "",
            given(one.most) or 0,
            given(one.to_last),
        )
        for id, one in entries(rules.concessions)
    }
