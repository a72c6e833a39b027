"""Tables of rules that recur: declarations, bids, feats, pots, values, deals, signals, penalties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarotref.cards.holdings import Holding, to_data
from tarotref.computed.columns import text_of
from tarotref.computed.figures import DealSum
from tarotref.computed.standing import basis, state
from tarotref.corpus.layers import Origin
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Announced, entries, kind_of, worth_of
from tarotref.model.types import Absence, given
from tarotref.tables import catalogue
from tarotref.tables.catalogue import OPEN
from tarotref.tables.spec import Column, table
from tarotref.words.clauses import conditions
from tarotref.words.sentences import sentences
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


def shown(value: Any) -> str | None:
    """Return a value for a cell: numbers as they are, an absence as its word, collections as text."""
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    return text_of(value)


def told(wording: Wording, path: tuple[str, ...], value: Any) -> str | None:
    """Return a value in words, or the word for its absence; numbers are written as programs read them."""
    if value is None or isinstance(value, Absence | int | Fraction):
        return shown(value)
    return wording.value(path, value).replace("\N{MINUS SIGN}", "-") or OPEN


def set_by(ruleset: Ruleset, *path: str) -> str | None:
    """Return the layer that set the fact at a path, or the last of those below it."""
    origin = ruleset.origin_at(*path)
    return origin.layer if origin else None


@dataclass(frozen=True, slots=True)
class Entry:
    """One named thing of a section of a ruleset: what a row of most of these tables tells."""

    computed: ComputedCorpus
    wording: Wording
    ruleset: Ruleset
    section: str
    key: str
    of: Any
    n: int = 0

    def words(self, name: str, value: Any) -> str | None:
        """Return what one of its fields says, in words."""
        return told(self.wording, (self.section, self.key, name), value)

    @property
    def set_by(self) -> str | None:
        """The layer that set it, or the last of those below it."""
        return set_by(self.ruleset, self.section, self.key)

    @property
    def known(self) -> str:
        """How it is known: its provenance."""
        return basis(self.ruleset.origin_at(self.section, self.key), self.ruleset)


def _entries(computed: ComputedCorpus, section: str) -> Iterator[Entry]:
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        within = wording.within(r)
        for n, (key, of) in enumerate(entries(getattr(r.rules, section)), 1):
            yield Entry(computed, within, r, section, key, of, n)


Get = Callable[[Any], Any]


def _said(name: str) -> Get:
    """Read a field as it is said: a number, a text, the word for its absence."""
    return lambda e: shown(getattr(e.of, name))


def _words(name: str) -> Get:
    """Read a field in words."""
    return lambda e: e.words(name, getattr(e.of, name))


def _given(name: str) -> Get:
    """Read a field, null where it is absent for whatever reason."""
    return lambda e: given(getattr(e.of, name))


def _list(name: str) -> Get:
    """Read a field of several values, null where there are none."""
    return lambda e: list(given(getattr(e.of, name)) or ()) or None


def _conditions(e: Entry) -> str | None:
    return sentences(conditions(e.wording, e.of)) or None


GAME = replace(catalogue.GAME, get=lambda e: e.ruleset.game)
RULESET = replace(catalogue.RULESET, get=lambda e: e.ruleset.key)
SET_BY = replace(catalogue.SET_BY, get=lambda e: e.set_by)
STATE = replace(catalogue.STATE, get=lambda e: state(e.of))
PROVENANCE = replace(catalogue.PROVENANCE, get=lambda e: e.known)


def _id(name: str, what: str) -> Column:
    return Column(name, "string", f"Id of the {what}.", get=lambda e: e.key)


NAME = Column("name", "string", "What it is called.", get=_said("name"))
TEXT = Column("text", "string", "What else is said of it, in words.", get=_said("text"))
STANDING = (SET_BY, STATE, PROVENANCE)


def _where(e: Entry) -> str | None:
    kind = kind_of(e.ruleset.rules, e.of)
    return shown(e.of.where or (kind.where if kind else None) or "hand")


def _odds(e: Entry) -> Any:
    return e.computed.odds(e.ruleset, e.key)


def _one_in(e: Entry) -> float | None:
    return float(1 / odds) if (odds := _odds(e)) else None


@table(
    "declarations",
    "One row for each holding that pays, in each ruleset.",
    "game ruleset declaration",
    GAME,
    RULESET,
    _id("declaration", "holding"),
    NAME,
    Column(
        "holding",
        "string",
        "The cards it needs, in words.",
        get=lambda e: e.words("holding", given(e.of.holding)) or shown(e.of.text),
    ),
    Column(
        "formal",
        "string",
        "The cards it needs, as the record writes it for programs; null where only words say it.",
        get=lambda e: formal(e.of.holding),
    ),
    Column(
        "worth", "string", "What it pays, in words.", get=lambda e: e.words("worth", worth_of(e.ruleset.rules, e.of))
    ),
    Column(
        "conditions",
        "string",
        "On what conditions it is paid, is not, or is given back, in words.",
        get=_conditions,
    ),
    Column("paid_by", "string", "Who pays it, in words, if not as the others of the ruleset.", get=_words("settle")),
    Column("times", "string", "What the worth is multiplied by.", get=_said("times")),
    Column("held_in", "string", "Where the cards must be held: in the hand, in the tricks won, or both.", get=_where),
    Column(
        "kind", "string", "The kind of declarations that it is one of, where the game has kinds.", get=_said("kind")
    ),
    Column(
        "hand",
        "integer",
        "How many cards the dealt hand has for which the odds are computed.",
        get=lambda e: None if _odds(e) is None else e.computed.dealt(e.ruleset),
    ),
    Column("odds", "number", "Probability that a dealt hand holds it, computed exactly.", get=_odds),
    Column("one_in", "number", "One hand in so many holds it.", get=_one_in),
    *STANDING,
)
def _declarations(computed: ComputedCorpus) -> Iterator[Entry]:
    return _entries(computed, "declarations")


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
    Column("n", "integer", "Its place among the bids, from 1, the lowest.", get=lambda e: e.n),
    _id("bid", "bid"),
    NAME,
    Column("said", "string", "What the bidder says.", get=_said("said")),
    Column("base", "string", "Game points of the contract.", get=_said("base")),
    Column(
        "lost", "string", "Game points of the contract if it is lost, where they are not as many.", get=_said("lost")
    ),
    Column("times", "string", "What the score is multiplied by.", get=_said("times")),
    Column("talon", "string", "What becomes of the talon.", get=_words("talon")),
    Column("asks", "string", "Cards the declarer asks for.", get=_words("asks")),
    Column("partner", "string", "How the declarer gets a partner.", get=_words("partner")),
    Column("barred", "string", "Who may not bid it, joined by semicolons.", several=True, get=_given("barred")),
    Column(
        "if_all_pass",
        "string",
        "Who plays it if all pass, where it is no bid that can be made.",
        get=_given("if_all_pass"),
    ),
    Column("conditions", "string", "On what condition it may be bid, in words.", get=_conditions),
    Column(
        "announces",
        "string",
        "Feats one of which the declarer has to announce, joined by semicolons.",
        several=True,
        get=_list("announces"),
    ),
    Column(
        "changes",
        "string",
        "Sections of the rules that it changes, joined by semicolons.",
        several=True,
        get=lambda e: list(e.of.rules) if isinstance(e.of.rules, dict) else None,
    ),
    TEXT,
    *STANDING,
)
def _bids(computed: ComputedCorpus) -> Iterator[Entry]:
    return _entries(computed, "bids")


def _announced(name: str, how: Callable[[Any], Any] = given) -> Get:
    """Read a field of how a feat is announced, null where it is not."""
    return lambda e: how(getattr(e.of.announced, name)) if isinstance(e.of.announced, Announced) else None


def _several(value: Any) -> list[Any] | None:
    return list(given(value) or ()) or None


def _announced_won(e: Entry) -> str | None:
    return shown(e.of.announced.won if isinstance(e.of.announced, Announced) else e.of.announced)


def _announced_lost(e: Entry) -> str | None:
    return e.words("lost", e.of.announced.lost) if isinstance(e.of.announced, Announced) else None


@table(
    "feats",
    "One row for each thing done in play that pays.",
    "game ruleset feat",
    GAME,
    RULESET,
    _id("feat", "feat"),
    NAME,
    Column("action", "string", "What is done.", terms="feat-do", get=_given("do")),
    Column("cards", "string", "Cards with which, or to which, it is done.", several=True, get=_list("cards")),
    Column(
        "tricks", "integer", "How many of the last tricks it takes, where that is more than one.", get=_given("tricks")
    ),
    Column(
        "from_end",
        "integer",
        "Which trick it is, counted from the last: 3 is the last but two.",
        get=_given("from_end"),
    ),
    Column("together", "boolean", "Whether its cards count only if one side has them all.", get=_given("together")),
    Column("phase", "string", "In which tricks it counts.", terms="feat-when", get=_given("when")),
    Column("done_by", "string", "Who may do it, if not anybody.", terms="who", get=_given("who")),
    Column("conditions", "string", "On what conditions it counts, in words.", get=_conditions),
    Column("spare", "integer", "How many tricks of a slam may be lost.", get=_given("spare")),
    Column("paid_by", "string", "Who pays it, in words, if not the other side.", get=_words("settle")),
    Column(
        "replaces",
        "string",
        "What is not paid when it succeeds: feats, `score`, `silent` (what was not announced), `declarations`.",
        several=True,
        get=_list("instead_of"),
    ),
    Column("won", "string", "Game points for doing it.", get=_said("won")),
    Column("lost", "string", "Game points for failing in it; minus: the player pays them.", get=_said("lost")),
    Column("announced_won", "string", "Game points for doing it after having announced it.", get=_announced_won),
    Column("announced_lost", "string", "Game points for failing in it after having announced it.", get=_announced_lost),
    Column(
        "announced_before",
        "integer",
        "The trick before which it must be announced; 1: before play.",
        get=_announced("deadline"),
    ),
    Column(
        "announced_replaces",
        "string",
        "What is not paid after it was announced, whether it succeeds or fails, as in `replaces`.",
        several=True,
        get=_announced("instead_of", _several),
    ),
    Column(
        "announced_includes",
        "string",
        "What is announced with it: feats.",
        several=True,
        get=_announced("includes", _several),
    ),
    Column(
        "announced_text", "string", "What else is said of the announcement, in words.", get=_announced("text", shown)
    ),
    Column("times", "string", "What the points are multiplied by.", get=_said("times")),
    TEXT,
    *STANDING,
)
def _feats(computed: ComputedCorpus) -> Iterator[Entry]:
    return _entries(computed, "feats")


@table(
    "pots",
    "One row for each pool of stakes.",
    "game ruleset pot",
    GAME,
    RULESET,
    _id("pot", "pot"),
    NAME,
    Column("stake", "string", "What each player puts in.", get=_words("stake")),
    Column("put_in", "string", "When the stakes are put in.", terms="pot-when", get=_given("when")),
    Column("dealer", "string", "What the dealer adds before each deal.", get=_said("dealer")),
    Column(
        "eldest",
        "string",
        "What the eldest hand adds before a deal for which no stakes are put in.",
        get=_said("eldest"),
    ),
    Column("dues", "string", "What a player puts in for what he does before play, in words.", get=_words("dues")),
    Column("added", "string", "What is added by whom, in words.", get=_words("added")),
    Column("taken", "string", "What share is taken for what, in words.", get=_words("taken")),
    Column("raised", "string", "By what share it is raised for what, in words.", get=_words("raised")),
    Column(
        "paid_to",
        "string",
        "Where what is added or raised goes, if not into the pot alone, in words.",
        get=_words("to"),
    ),
    TEXT,
    *STANDING,
)
def _pots(computed: ComputedCorpus) -> Iterator[Entry]:
    return _entries(computed, "pots")


@table(
    "values",
    "Card points of each card or class in each ruleset; other cards are empty.",
    "game ruleset card",
    GAME,
    RULESET,
    Column("card", "string", "Card or class, a card going before its class.", get=lambda e: e.key),
    Column(
        "points",
        "number",
        "Its card points; the fraction itself, where it is one, stands in `facts`.",
        get=lambda e: given(e.of),
    ),
    *STANDING,
)
def _values(computed: ComputedCorpus) -> Iterator[Entry]:
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        for card, points in (r.rules.values if isinstance(r.rules.values, dict) else {}).items():
            yield Entry(computed, wording, r, "values", card, points)


@dataclass(frozen=True, slots=True)
class Dealt:
    """How the cards are dealt to a number of players."""

    computed: ComputedCorpus
    ruleset: Ruleset
    players: int
    deal: DealSum
    pack_cards: int | None

    @property
    def adds_up(self) -> bool | None:
        """Whether all cards of the pack are accounted for."""
        return None if None in (self.pack_cards, self.deal.dealt) else self.deal.dealt == self.pack_cards

    @property
    def origin(self) -> Origin | None:
        """What set the cards that each gets: the packets or the hand, or else the last of all that is said of the deal."""
        paths = (("deal", "packets"), ("deal", "hand"), ("deal",))
        return next(filter(None, (self.ruleset.origin_at(*path) for path in paths)), None)


def _of_deal(name: str) -> Get:
    return lambda d: getattr(d.deal, name)


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
    Column("players", "integer", "Number of players.", get=lambda d: d.players),
    Column("held", "integer", "Cards a player holds during play.", get=_of_deal("hand")),
    Column("in_stacks", "integer", "Those of them that lie before him in stacks.", get=lambda d: sum(d.deal.stacks)),
    Column(
        "extra",
        "integer",
        "Cards dealt to some players, all together, beyond what each gets.",
        get=_of_deal("extra"),
    ),
    Column("talon", "integer", "Cards laid aside in the deal, to be taken up or left.", get=_of_deal("talon")),
    Column(
        "stock", "integer", "Cards left over from which players draw while tricks are played.", get=_of_deal("stock")
    ),
    Column("dead", "integer", "Cards of the pack that nobody uses in this hand.", get=_of_deal("dead")),
    Column(
        "dealt",
        "integer",
        "Cards in all hands, extra cards, talon, stock and dead cards together.",
        get=_of_deal("dealt"),
    ),
    Column("pack_cards", "integer", "Cards in the pack.", get=lambda d: d.pack_cards),
    Column("adds_up", "boolean", "Whether `dealt` and `pack_cards` are the same.", get=lambda d: d.adds_up),
    Column(
        "packets",
        "string",
        "Cards that a player gets in each round of the deal, joined by semicolons, or a word; one a row in `deal_packets`.",
        several=True,
        get=_of_deal("packets"),
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
    _id("signal", "signal"),
    NAME,
    Column("sign", "string", "What is done or said.", get=_said("sign")),
    Column("occasion", "string", "When it is given.", get=_said("when")),
    Column("given_by", "string", "Who gives it.", get=_said("by")),
    Column("means", "string", "What it means.", get=_said("means")),
    *STANDING,
)
def _signals(computed: ComputedCorpus) -> Iterator[Entry]:
    return _entries(computed, "signals")


@table(
    "penalties",
    "One row for each offence and what it costs.",
    "game ruleset penalty",
    GAME,
    RULESET,
    _id("penalty", "penalty"),
    Column("offence", "string", "What was done.", get=_said("offence")),
    Column("pays", "string", "What it costs.", get=_said("pays")),
    Column("paid_to", "string", "To whom it is paid.", get=_said("to")),
    TEXT,
    *STANDING,
)
def _penalties(computed: ComputedCorpus) -> Iterator[Entry]:
    return _entries(computed, "penalties")
