"""Tables of rules that recur: declarations, bids, feats, values, deals, signals, penalties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.cards.holdings import Holding, to_data
from tarotref.computed.columns import text_of
from tarotref.computed.wording import Wording
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Announced, entries
from tarotref.model.types import Absence, given
from tarotref.tables.catalogue import GAME, RULESET
from tarotref.tables.spec import Column, Row, plain, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

SET_BY = Column("set_by", "string", "The layer that set it.")


def shown(value: Any) -> str | None:
    """Return a value for a cell: numbers as they are, an absence as its word, collections as text."""
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    return text_of(value)


def told(wording: Wording, path: tuple[str, ...], value: Any) -> str | None:
    """Return a value in words, or the word for its absence."""
    return shown(value) if value is None or isinstance(value, Absence) else wording.value(path, value)


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
    Column("declaration", "string", "Id of the declaration."),
    Column("name", "string", "What it is called."),
    Column("holding", "string", "The cards it needs, in words."),
    Column("formal", "string", "The cards it needs, formally; null where only words say it."),
    Column("worth", "string", "What it pays."),
    Column("where", "string", "Where the cards must be: hand, tricks or both."),
    Column("kind", "string", "What kind it is of."),
    Column("hand", "integer", "Cards in the hand for which the odds are computed."),
    Column("odds", "number", "Probability that a dealt hand holds it, computed exactly."),
    Column("one_in", "number", "One hand in so many holds it."),
    SET_BY,
)
def _declarations(computed: ComputedCorpus) -> Iterator[Row]:
    wording = Wording(computed.corpus)
    for r in computed.corpus.rulesets.values():
        kinds = dict(entries(r.rules.kinds))
        for key, d in entries(r.rules.declarations):
            kind = kinds.get(d.kind) if isinstance(d.kind, str) else None
            where = d.where or (kind.where if kind else None) or "hand"
            odds = computed.odds(r, key)
            hand = computed.dealt(r)
            worth = d.worth if d.worth is not None else (kind.worth if kind else None)
            yield (
                r.game,
                r.key,
                key,
                shown(d.name),
                told(wording, ("declarations", key, "holding"), given(d.holding)) or shown(d.text),
                formal(d.holding),
                told(wording, ("declarations", key, "worth"), worth),
                shown(where),
                shown(d.kind),
                hand if odds is not None else None,
                plain(odds),
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
    Column("n", "integer", "Its place, from 1, the lowest."),
    Column("bid", "string", "Id of the bid."),
    Column("name", "string", "What it is called."),
    Column("said", "string", "What the bidder says."),
    Column("base", "string", "Game points of the contract."),
    Column("times", "string", "What the score is multiplied by."),
    Column("talon", "string", "What it does with the talon."),
    Column("asks", "string", "Cards the declarer asks for."),
    Column("partner", "string", "How it gives a partner."),
    Column("changes", "string", "Sections of the rules it changes, joined by semicolons."),
    Column("text", "string", "In words."),
    SET_BY,
)
def _bids(computed: ComputedCorpus) -> Iterator[Row]:
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
                shown(b.times),
                told(wording, ("bids", key, "talon"), b.talon),
                told(wording, ("bids", key, "asks"), b.asks),
                told(wording, ("bids", key, "partner"), b.partner),
                plain(list(b.rules)) if isinstance(b.rules, dict) else None,
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
    Column("do", "string", "What is done.", terms="feat-do"),
    Column("won", "string", "What it pays when done."),
    Column("lost", "string", "What it pays when it fails; minus: paid by the player."),
    Column("announced_won", "string", "When it was announced, and done."),
    Column("announced_lost", "string", "When it was announced, and failed."),
    Column("times", "string", "What it is multiplied by."),
    Column("text", "string", "In words."),
    SET_BY,
)
def _feats(computed: ComputedCorpus) -> Iterator[Row]:
    for r in computed.corpus.rulesets.values():
        for key, f in entries(r.rules.feats):
            a: Any = f.announced
            known = isinstance(a, Announced)
            yield (
                r.game,
                r.key,
                key,
                shown(f.name),
                shown(f.do),
                shown(f.won),
                shown(f.lost),
                shown(a.won) if known else shown(a),
                shown(a.lost) if known else None,
                shown(f.times),
                shown(f.text),
                set_by(r, "feats", key),
            )


@table(
    "values",
    "Card points of each card or class in each ruleset; other cards are empty.",
    "game ruleset card",
    GAME,
    RULESET,
    Column("card", "string", "Card or class, a card going before its class."),
    Column("points", "number", "Its points, exact in `facts`."),
    SET_BY,
)
def _values(computed: ComputedCorpus) -> Iterator[Row]:
    for r in computed.corpus.rulesets.values():
        if isinstance(r.rules.values, dict):
            for card, points in r.rules.values.items():
                yield (
                    r.game,
                    r.key,
                    card,
                    None if isinstance(points, Absence) else float(points),
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
    Column("extra", "integer", "Cards given beyond the hands in the deal."),
    Column("talon", "integer", "Cards laid aside."),
    Column("dead", "integer", "Cards out of play."),
    Column("dealt", "integer", "All of them together."),
    Column("pack_cards", "integer", "Cards in the pack."),
    Column("adds_up", "boolean", "Whether the two agree."),
    Column("packets", "string", "Cards in each round of the deal."),
)
def _deals(computed: ComputedCorpus) -> Iterator[Row]:
    for r in computed.corpus.rulesets.values():
        figures = computed.figures(r)
        for n, deal in figures.deals.items():
            packets = deal.packets if isinstance(deal.packets, str) else ";".join(map(str, deal.packets or ())) or None
            size = len(figures.pack) if figures.pack else None
            yield (
                r.game,
                r.key,
                n,
                deal.hand,
                deal.extra,
                deal.talon,
                deal.dead,
                deal.dealt,
                size,
                None if size is None or deal.dealt is None else deal.dealt == size,
                packets,
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
    Column("when", "string", "When."),
    Column("by", "string", "By whom."),
    Column("means", "string", "What it means."),
    SET_BY,
)
def _signals(computed: ComputedCorpus) -> Iterator[Row]:
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
    Column("to", "string", "To whom."),
    Column("text", "string", "In words."),
    SET_BY,
)
def _penalties(computed: ComputedCorpus) -> Iterator[Row]:
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
