"""Tables of rules that recur: declarations, bids, feats, pots, values, deals, signals, penalties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from tarotref.cards.holdings import Holding, to_data
from tarotref.computed.figures import DealSum
from tarotref.computed.standing import basis, state
from tarotref.corpus.layers import Origin
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Announced, kind_of, worth_of
from tarotref.model.types import Absence, given
from tarotref.tables import catalogue
from tarotref.tables.named import (
    GAME,
    NAME,
    RULESET,
    STANDING,
    TEXT,
    Get,
    Named,
    id_of,
    in_words,
    on_conditions,
    shown,
    things,
    value,
    values,
)
from tarotref.tables.spec import Column, table
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


def _where(e: Named) -> str | None:
    kind = kind_of(e.ruleset.rules, e.of)
    return shown(e.of.where or (kind.where if kind else None) or "hand")


def _odds(e: Named) -> Any:
    return e.computed.odds(e.ruleset, e.key)


def _one_in(e: Named) -> float | None:
    return float(1 / odds) if (odds := _odds(e)) else None


@table(
    "declarations",
    "One row for each holding that pays, in each ruleset.",
    "game ruleset declaration",
    GAME,
    RULESET,
    id_of("declaration", "holding"),
    NAME,
    Column(
        "holding",
        "The cards it needs, in words.",
        get=lambda e: e.words("holding", given(e.of.holding)) or shown(e.of.text),
    ),
    Column(
        "formal",
        "The cards it needs, as the record writes it for programs; null where only words say it.",
        get=lambda e: formal(e.of.holding),
    ),
    Column("worth", "What it pays, in words.", get=lambda e: e.words("worth", worth_of(e.ruleset.rules, e.of))),
    Column("conditions", "On what conditions it is paid, is not, or is given back, in words.", get=on_conditions),
    Column("paid_by", "Who pays it, in words, if not as the others of the ruleset.", get=in_words("settle")),
    Column("times", "What the worth is multiplied by."),
    Column("held_in", "Where the cards must be held: in the hand, in the tricks won, or both.", get=_where),
    Column("kind", "The kind of declarations that it is one of, where the game has kinds."),
    Column(
        "hand",
        "How many cards the dealt hand has for which the odds are computed.",
        "integer",
        get=lambda e: None if _odds(e) is None else e.computed.dealt(e.ruleset),
    ),
    Column("odds", "Probability that a dealt hand holds it, computed exactly.", "number", get=_odds),
    Column("one_in", "One hand in so many holds it.", "number", get=_one_in),
    *STANDING,
)
def _declarations(computed: ComputedCorpus) -> Iterator[Named]:
    return things(computed, "declarations")


def formal(holding: Any) -> str | None:
    """Return a holding as flow YAML on one line; None where only words say what it is."""
    return flow(to_data(holding)) if isinstance(holding, Holding) and holding.form != "text" else None


def flow(value: Any) -> str:
    """Write a tree of texts as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value)


@table(
    "bids",
    "One row for each bid, lowest first.",
    "game ruleset bid",
    GAME,
    RULESET,
    Column("n", "Its place among the bids, from 1, the lowest.", "integer"),
    id_of("bid", "bid"),
    NAME,
    Column("said", "What the bidder says."),
    Column("base", "Game points of the contract."),
    Column("lost", "Game points of the contract if it is lost, where they are not as many."),
    Column("times", "What the score is multiplied by."),
    Column("talon", "What becomes of the talon.", get=in_words("talon")),
    Column("asks", "Cards the declarer asks for.", get=in_words("asks")),
    Column("partner", "How the declarer gets a partner.", get=in_words("partner")),
    Column("barred", "Who may not bid it, joined by semicolons.", several=True, get=value("barred")),
    Column("if_all_pass", "Who plays it if all pass, where it is no bid that can be made.", get=value("if_all_pass")),
    Column("conditions", "On what condition it may be bid, in words.", get=on_conditions),
    Column(
        "announces",
        "Feats one of which the declarer has to announce, joined by semicolons.",
        several=True,
        get=values("announces"),
    ),
    Column(
        "changes",
        "Sections of the rules that it changes, joined by semicolons.",
        several=True,
        get=lambda e: list(e.of.rules) if isinstance(e.of.rules, dict) else None,
    ),
    TEXT,
    *STANDING,
)
def _bids(computed: ComputedCorpus) -> Iterator[Named]:
    return things(computed, "bids")


def _announced(name: str, how: Callable[[Any], Any] = given) -> Get:
    """Read a field of how a feat is announced, null where it is not."""
    return lambda e: how(getattr(e.of.announced, name)) if isinstance(e.of.announced, Announced) else None


def _several(value: Any) -> list[Any] | None:
    return list(given(value) or ()) or None


def _announced_won(e: Named) -> str | None:
    return shown(e.of.announced.won if isinstance(e.of.announced, Announced) else e.of.announced)


def _announced_lost(e: Named) -> str | None:
    return e.words("lost", e.of.announced.lost) if isinstance(e.of.announced, Announced) else None


@table(
    "feats",
    "One row for each thing done in play that pays.",
    "game ruleset feat",
    GAME,
    RULESET,
    id_of("feat", "feat"),
    NAME,
    Column("action", "What is done.", terms="feat-do", get=value("do")),
    Column("cards", "Cards with which, or to which, it is done.", several=True, get=values("cards")),
    Column(
        "tricks", "How many of the last tricks it takes, where that is more than one.", "integer", get=value("tricks")
    ),
    Column(
        "from_end", "Which trick it is, counted from the last: 3 is the last but two.", "integer", get=value("from_end")
    ),
    Column("together", "Whether its cards count only if one side has them all.", "boolean", get=value("together")),
    Column("phase", "In which tricks it counts.", terms="feat-when", get=value("when")),
    Column("done_by", "Who may do it, if not anybody.", terms="who", get=value("who")),
    Column("conditions", "On what conditions it counts, in words.", get=on_conditions),
    Column("spare", "How many tricks of a slam may be lost.", "integer", get=value("spare")),
    Column("paid_by", "Who pays it, in words, if not the other side.", get=in_words("settle")),
    Column(
        "replaces",
        "What is not paid when it succeeds: feats, `score`, `silent` (what was not announced), `declarations`.",
        several=True,
        get=values("instead_of"),
    ),
    Column("won", "Game points for doing it."),
    Column("lost", "Game points for failing in it; minus: the player pays them."),
    Column("announced_won", "Game points for doing it after having announced it.", get=_announced_won),
    Column("announced_lost", "Game points for failing in it after having announced it.", get=_announced_lost),
    Column(
        "announced_before",
        "The trick before which it must be announced; 1: before play.",
        "integer",
        get=_announced("deadline"),
    ),
    Column(
        "announced_replaces",
        "What is not paid after it was announced, whether it succeeds or fails, as in `replaces`.",
        several=True,
        get=_announced("instead_of", _several),
    ),
    Column(
        "announced_includes", "What is announced with it: feats.", several=True, get=_announced("includes", _several)
    ),
    Column("announced_text", "What else is said of the announcement, in words.", get=_announced("text", shown)),
    Column("times", "What the points are multiplied by."),
    TEXT,
    *STANDING,
)
def _feats(computed: ComputedCorpus) -> Iterator[Named]:
    return things(computed, "feats")


@table(
    "pots",
    "One row for each pool of stakes.",
    "game ruleset pot",
    GAME,
    RULESET,
    id_of("pot", "pot"),
    NAME,
    Column("stake", "What each player puts in.", get=in_words("stake")),
    Column("put_in", "When the stakes are put in.", terms="pot-when", get=value("when")),
    Column("dealer", "What the dealer adds before each deal."),
    Column("eldest", "What the eldest hand adds before a deal for which no stakes are put in."),
    Column("dues", "What a player puts in for what he does, in words.", get=in_words("dues")),
    Column("shares", "What share is taken or put in for what a player does, in words.", get=in_words("shares")),
    Column("added", "What is added by whom, in words.", get=in_words("added")),
    Column("taken", "What share is taken for what, in words.", get=in_words("taken")),
    Column("raised", "By what share it is raised for what, in words.", get=in_words("raised")),
    Column("paid_to", "Where what is added or raised goes, if not into the pot alone, in words.", get=in_words("to")),
    TEXT,
    *STANDING,
)
def _pots(computed: ComputedCorpus) -> Iterator[Named]:
    return things(computed, "pots")


@table(
    "values",
    "Card points of each card or class in each ruleset; other cards are empty.",
    "game ruleset card",
    GAME,
    RULESET,
    Column("card", "Card or class, a card going before its class.", get=lambda e: e.key),
    Column(
        "points",
        "Its card points; the fraction itself, where it is one, stands in `facts`.",
        "number",
        get=lambda e: given(e.of),
    ),
    *STANDING,
)
def _values(computed: ComputedCorpus) -> Iterator[Named]:
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        for card, points in (r.rules.values if isinstance(r.rules.values, dict) else {}).items():
            yield Named(computed, wording, r, "values", card, points)


@dataclass(frozen=True, slots=True)
class Dealt:
    """How the cards are dealt to a number of players."""

    computed: ComputedCorpus
    ruleset: Ruleset
    players: int
    deal: DealSum
    pack_cards: int | None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.deal, name)

    @property
    def adds_up(self) -> bool | None:
        """Whether all cards of the pack are accounted for."""
        return None if None in (self.pack_cards, self.deal.dealt) else self.deal.dealt == self.pack_cards

    @property
    def origin(self) -> Origin | None:
        """What set the cards that each gets: the packets or the hand, or else the last of all that is said of the deal."""
        paths = (("deal", "packets"), ("deal", "hand"), ("deal",))
        return next(filter(None, (self.ruleset.origin_at(*path) for path in paths)), None)


def hand_of(ruleset: Ruleset) -> Any:
    """Return what the rules say of the cards that each gets, where that is no number: an absence, or None."""
    deal = ruleset.rules.deal
    return deal if deal is None or isinstance(deal, Absence) else deal.packets or deal.hand


@table(
    "deals",
    "How the cards are dealt, one row for each number of players.",
    "game ruleset players",
    GAME,
    RULESET,
    Column("players", "Number of players.", "integer"),
    Column("held", "Cards a player holds during play.", "integer", get=lambda d: d.deal.hand),
    Column("in_stacks", "Those of them that lie before him in stacks.", "integer", get=lambda d: sum(d.deal.stacks)),
    Column("extra", "Cards dealt to some players, all together, beyond what each gets.", "integer"),
    Column("talon", "Cards laid aside in the deal, to be taken up or left.", "integer"),
    Column("stock", "Cards left over from which players draw while tricks are played.", "integer"),
    Column("dead", "Cards of the pack that nobody uses in this hand.", "integer"),
    Column("dealt", "Cards in all hands, extra cards, talon, stock and dead cards together.", "integer"),
    Column("pack_cards", "Cards in the pack.", "integer"),
    Column("adds_up", "Whether `dealt` and `pack_cards` are the same.", "boolean"),
    Column(
        "packets",
        "Cards that a player gets in each round of the deal, joined by semicolons, or a word; one a row in `deal_packets`.",
        several=True,
    ),
    replace(catalogue.STATE, get=lambda d: "present" if d.deal.each is not None else state(hand_of(d.ruleset))),
    replace(catalogue.PROVENANCE, get=lambda d: basis(d.origin, d.ruleset)),
    replace(catalogue.SET_BY, get=lambda d: d.origin.layer if d.origin else None),
)
def _deals(computed: ComputedCorpus) -> Iterator[Dealt]:
    for r in computed.corpus.rulesets.values():
        figures = computed.figures(r)
        for n, deal in figures.deals.items():
            yield Dealt(computed, r, n, deal, len(figures.pack) if figures.pack else None)


@table(
    "signals",
    "One row for each sign that a player may give his partner.",
    "game ruleset signal",
    GAME,
    RULESET,
    id_of("signal", "signal"),
    NAME,
    Column("sign", "What is done or said."),
    Column("occasion", "When it is given.", get=attrgetter("when")),
    Column("given_by", "Who gives it.", get=attrgetter("by")),
    Column("means", "What it means."),
    *STANDING,
)
def _signals(computed: ComputedCorpus) -> Iterator[Named]:
    return things(computed, "signals")


@table(
    "penalties",
    "One row for each offence and what it costs.",
    "game ruleset penalty",
    GAME,
    RULESET,
    id_of("penalty", "penalty"),
    Column("offence", "What was done."),
    Column("pays", "What it costs."),
    Column("paid_to", "To whom it is paid.", get=attrgetter("to")),
    TEXT,
    *STANDING,
)
def _penalties(computed: ComputedCorpus) -> Iterator[Named]:
    return things(computed, "penalties")
