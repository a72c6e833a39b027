"""Tables of rules that recur: declarations, bids, feats, pots, values, deals, signals, penalties."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarotref.cards.holdings import Holding, to_data
from tarotref.computed.clauses import conditions
from tarotref.computed.columns import text_of
from tarotref.computed.wording import Wording
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Announced, entries, kind_of, worth_of
from tarotref.model.types import Absence, given
from tarotref.tables.catalogue import GAME, OPEN, RULESET, SET_BY
from tarotref.tables.spec import Column, table

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


@table(
    "declarations",
    "One row for each holding that pays, in each ruleset.",
    "game ruleset declaration",
    GAME,
    RULESET,
    Column("declaration", "string", "Id of the holding."),
    Column("name", "string", "What it is called."),
    Column("holding", "string", "The cards it needs, in words."),
    Column(
        "formal", "string", "The cards it needs, as the record writes it for programs; null where only words say it."
    ),
    Column("worth", "string", "What it pays, in words."),
    Column("conditions", "string", "On what conditions it is paid, is not, or is given back, in words."),
    Column("paid_by", "string", "Who pays it, in words, if not as the others of the ruleset."),
    Column("times", "string", "What the worth is multiplied by."),
    Column("held_in", "string", "Where the cards must be held: in the hand, in the tricks won, or both."),
    Column("kind", "string", "The kind of declarations that it is one of, where the game has kinds."),
    Column("hand", "integer", "How many cards the dealt hand has for which the odds are computed."),
    Column("odds", "number", "Probability that a dealt hand holds it, computed exactly."),
    Column("one_in", "number", "One hand in so many holds it."),
    SET_BY,
)
def _declarations(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        for key, d in entries(r.rules.declarations):
            kind = kind_of(r.rules, d)
            where = d.where or (kind.where if kind else None) or "hand"
            odds = computed.odds(r, key)
            hand = computed.dealt(r)
            worth = worth_of(r.rules, d)
            yield (
                r.game,
                r.key,
                key,
                shown(d.name),
                told(wording, ("declarations", key, "holding"), given(d.holding)) or shown(d.text),
                formal(d.holding),
                told(wording, ("declarations", key, "worth"), worth),
                "; ".join(conditions(wording.within(r), d)) or None,
                told(wording, ("declarations", key, "settle"), d.settle),
                shown(d.times),
                shown(where),
                shown(d.kind),
                hand if odds is not None else None,
                odds,
                None if not odds else float(1 / odds),
                set_by(r, "declarations", key),
            )


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
    Column("n", "integer", "Its place among the bids, from 1, the lowest."),
    Column("bid", "string", "Id of the bid."),
    Column("name", "string", "What it is called."),
    Column("said", "string", "What the bidder says."),
    Column("base", "string", "Game points of the contract."),
    Column("lost", "string", "Game points of the contract if it is lost, where they are not as many."),
    Column("times", "string", "What the score is multiplied by."),
    Column("talon", "string", "What becomes of the talon."),
    Column("asks", "string", "Cards the declarer asks for."),
    Column("partner", "string", "How the declarer gets a partner."),
    Column("barred", "string", "Who may not bid it, joined by semicolons.", several=True),
    Column("if_all_pass", "string", "Who plays it if all pass, where it is no bid that can be made."),
    Column("conditions", "string", "On what condition it may be bid, in words."),
    Column(
        "announces", "string", "Feats one of which the declarer has to announce, joined by semicolons.", several=True
    ),
    Column("changes", "string", "Sections of the rules that it changes, joined by semicolons.", several=True),
    Column("text", "string", "What else is said of it, in words."),
    SET_BY,
)
def _bids(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        for n, (key, b) in enumerate(entries(r.rules.bids), 1):
            yield (
                r.game,
                r.key,
                n,
                key,
                shown(b.name),
                shown(b.said),
                shown(b.base),
                shown(b.lost),
                shown(b.times),
                told(wording, ("bids", key, "talon"), b.talon),
                told(wording, ("bids", key, "asks"), b.asks),
                told(wording, ("bids", key, "partner"), b.partner),
                given(b.barred),
                given(b.if_all_pass),
                "; ".join(conditions(wording.within(r), b)) or None,
                list(given(b.announces) or ()) or None,
                list(b.rules) if isinstance(b.rules, dict) else None,
                shown(b.text),
                set_by(r, "bids", key),
            )


@table(
    "feats",
    "One row for each thing done in play that pays.",
    "game ruleset feat",
    GAME,
    RULESET,
    Column("feat", "string", "Id of the feat."),
    Column("name", "string", "What it is called."),
    Column("action", "string", "What is done.", terms="feat-do"),
    Column("cards", "string", "Cards with which, or to which, it is done.", several=True),
    Column("tricks", "integer", "How many of the last tricks it takes, where that is more than one."),
    Column("from_end", "integer", "Which trick it is, counted from the last: 3 is the last but two."),
    Column("together", "boolean", "Whether its cards count only if one side has them all."),
    Column("phase", "string", "In which tricks it counts.", terms="feat-when"),
    Column("done_by", "string", "Who may do it, if not anybody.", terms="who"),
    Column("conditions", "string", "On what conditions it counts, in words."),
    Column("spare", "integer", "How many tricks of a slam may be lost."),
    Column("paid_by", "string", "Who pays it, in words, if not the other side."),
    Column(
        "replaces",
        "string",
        "What is not paid when it succeeds: feats, `score`, `silent` (what was not announced), `declarations`.",
        several=True,
    ),
    Column("won", "string", "Game points for doing it."),
    Column("lost", "string", "Game points for failing in it; minus: the player pays them."),
    Column("announced_won", "string", "Game points for doing it after having announced it."),
    Column("announced_lost", "string", "Game points for failing in it after having announced it."),
    Column("announced_before", "integer", "The trick before which it must be announced; 1: before play."),
    Column(
        "announced_replaces",
        "string",
        "What is not paid after it was announced, whether it succeeds or fails, as in `replaces`.",
        several=True,
    ),
    Column("announced_includes", "string", "What is announced with it: feats.", several=True),
    Column("announced_text", "string", "What else is said of the announcement, in words."),
    Column("times", "string", "What the points are multiplied by."),
    Column("text", "string", "What else is said of it, in words."),
    SET_BY,
)
def _feats(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for r in computed.corpus.rulesets.values():
        wording = Wording(computed.corpus).within(r)
        for key, f in entries(r.rules.feats):
            a: Any = f.announced
            known = isinstance(a, Announced)
            yield (
                r.game,
                r.key,
                key,
                shown(f.name),
                given(f.do),
                list(given(f.cards) or ()) or None,
                given(f.tricks),
                given(f.from_end),
                given(f.together),
                given(f.when),
                given(f.who),
                "; ".join(conditions(wording, f)) or None,
                given(f.spare),
                told(wording, ("feats", key, "settle"), f.settle),
                list(given(f.instead_of) or ()) or None,
                shown(f.won),
                shown(f.lost),
                shown(a.won) if known else shown(a),
                told(wording, ("feats", key, "lost"), a.lost) if known else None,
                given(a.deadline) if known else None,
                list(given(a.instead_of) or ()) or None if known else None,
                list(given(a.includes) or ()) or None if known else None,
                shown(a.text) if known else None,
                shown(f.times),
                shown(f.text),
                set_by(r, "feats", key),
            )


@table(
    "pots",
    "One row for each pool of stakes.",
    "game ruleset pot",
    GAME,
    RULESET,
    Column("pot", "string", "Id of the pot."),
    Column("name", "string", "What it is called."),
    Column("stake", "string", "What each player puts in."),
    Column("put_in", "string", "When the stakes are put in.", terms="pot-when"),
    Column("dealer", "string", "What the dealer adds before each deal."),
    Column("eldest", "string", "What the eldest hand adds before a deal for which no stakes are put in."),
    Column("dues", "string", "What a player puts in for what he does before play, in words."),
    Column("added", "string", "What is added by whom, in words."),
    Column("taken", "string", "What share is taken for what, in words."),
    Column("raised", "string", "By what share it is raised for what, in words."),
    Column("paid_to", "string", "Where what is added or raised goes, if not into the pot alone, in words."),
    Column("text", "string", "What else is said of it, in words."),
    SET_BY,
)
def _pots(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for r in computed.corpus.rulesets.values():
        wording = Wording(computed.corpus).within(r)
        for key, pot in entries(r.rules.pots):
            fields = ("dues", "added", "taken", "raised", "to")
            words = (told(wording, ("pots", key, f), getattr(pot, f)) for f in fields)
            stake = told(wording, ("pots", key, "stake"), pot.stake)
            yield (
                r.game,
                r.key,
                key,
                shown(pot.name),
                stake,
                given(pot.when),
                shown(pot.dealer),
                shown(pot.eldest),
                *words,
                shown(pot.text),
                set_by(r, "pots", key),
            )


@table(
    "values",
    "Card points of each card or class in each ruleset; other cards are empty.",
    "game ruleset card",
    GAME,
    RULESET,
    Column("card", "string", "Card or class, a card going before its class."),
    Column("points", "number", "Its card points; the fraction itself, where it is one, stands in `facts`."),
    SET_BY,
)
def _values(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for r in computed.corpus.rulesets.values():
        if isinstance(r.rules.values, dict):
            for card, points in r.rules.values.items():
                yield (
                    r.game,
                    r.key,
                    card,
                    None if isinstance(points, Absence) else points,
                    set_by(r, "values", card),
                )


@table(
    "deals",
    "How the cards are dealt, one row for each number of players.",
    "game ruleset players",
    GAME,
    RULESET,
    Column("players", "integer", "Number of players."),
    Column("hand", "integer", "Cards a player holds during play."),
    Column("in_stacks", "integer", "Those of them that lie before him in stacks."),
    Column("extra", "integer", "Cards dealt to some players, all together, beyond what each gets."),
    Column("talon", "integer", "Cards laid aside in the deal, to be taken up or left."),
    Column("stock", "integer", "Cards left over from which players draw while tricks are played."),
    Column("dead", "integer", "Cards of the pack that nobody uses in this hand."),
    Column("dealt", "integer", "Cards in all hands, extra cards, talon, stock and dead cards together."),
    Column("pack_cards", "integer", "Cards in the pack."),
    Column("adds_up", "boolean", "Whether `dealt` and `pack_cards` are the same."),
    Column(
        "packets",
        "string",
        "Cards that a player gets in each round of the deal, joined by semicolons, or a word.",
        several=True,
    ),
)
def _deals(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for r in computed.corpus.rulesets.values():
        figures = computed.figures(r)
        for n, deal in figures.deals.items():
            size = len(figures.pack) if figures.pack else None
            yield (
                r.game,
                r.key,
                n,
                deal.hand,
                sum(deal.stacks),
                deal.extra,
                deal.talon,
                deal.stock,
                deal.dead,
                deal.dealt,
                size,
                None if size is None or deal.dealt is None else deal.dealt == size,
                deal.packets,
            )


@table(
    "signals",
    "One row for each sign that a player may give his partner.",
    "game ruleset signal",
    GAME,
    RULESET,
    Column("signal", "string", "Id of the signal."),
    Column("name", "string", "What it is called."),
    Column("sign", "string", "What is done or said."),
    Column("occasion", "string", "When it is given."),
    Column("given_by", "string", "Who gives it."),
    Column("means", "string", "What it means."),
    SET_BY,
)
def _signals(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for r in computed.corpus.rulesets.values():
        for key, s in entries(r.rules.signals):
            yield (
                r.game,
                r.key,
                key,
                shown(s.name),
                shown(s.sign),
                shown(s.when),
                shown(s.by),
                shown(s.means),
                set_by(r, "signals", key),
            )


@table(
    "penalties",
    "One row for each offence and what it costs.",
    "game ruleset penalty",
    GAME,
    RULESET,
    Column("penalty", "string", "Id of the penalty."),
    Column("offence", "string", "What was done."),
    Column("pays", "string", "What it costs."),
    Column("paid_to", "string", "To whom it is paid."),
    Column("text", "string", "What else is said of it, in words."),
    SET_BY,
)
def _penalties(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    for r in computed.corpus.rulesets.values():
        for key, p in entries(r.rules.penalties):
            yield (
                r.game,
                r.key,
                key,
                shown(p.offence),
                shown(p.pays),
                shown(p.to),
                shown(p.text),
                set_by(r, "penalties", key),
            )
