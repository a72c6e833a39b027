"""What a source leaves open of a ruleset: whether it can be played from its facts, what is missing, what is assumed instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tarotref.computed.corpus import ComputedCorpus
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import SECTIONS, Rules, entries, fact, fields_of, shape
from tarotref.model.types import Absence, given, told
from tarotref.play.auction import if_all_pass
from tarotref.play.plan import Path, Plan, Unplayable, lacking, plan_of
from tarotref.play.score import unsettled
from tarotref.play.table import Table

Status = Literal["runs", "runs with assumptions", "counted but not paid", "cannot be played"]
STATUSES: tuple[Status, ...] = ("runs", "runs with assumptions", "counted but not paid", "cannot be played")


class Gap(NamedTuple):
    """A fact that is missing or told in words alone, and the assumption that takes its place in play."""

    path: Path
    assumption: str


@dataclass(frozen=True, slots=True)
class Openness:
    """What a source leaves open of a ruleset."""

    status: Status
    missing: tuple[Path, ...] = ()
    """Facts for which nothing can be assumed."""
    gaps: tuple[Gap, ...] = ()
    """Facts that assumptions stand for."""
    unplayed: bool = False
    """Whether what is missing is told, so that players can play it though this program cannot."""

    @property
    def assumed(self) -> tuple[str, ...]:
        """The names of the assumptions in `ASSUMPTIONS`, each once."""
        return tuple(dict.fromkeys(gap.assumption for gap in self.gaps))


def openness(computed: ComputedCorpus, ruleset: Ruleset) -> Openness:
    """Return what a source leaves open of a ruleset, for all numbers of players together."""
    return computed.once("openness", ruleset, lambda: _openness(computed, ruleset))


def _openness(computed: ComputedCorpus, ruleset: Ruleset) -> Openness:
    figures = computed.figures(ruleset)
    numbers = given(ruleset.rules.players) or ()
    blocking = dict.fromkeys(path for n in numbers or (0,) for path in lacking(figures, ruleset.rules, n))
    if blocking:
        return Openness(
            "cannot be played", tuple(blocking), unplayed=all(_is_told(ruleset.rules, path) for path in blocking)
        )
    try:
        tables = [Table(plan_of(computed, ruleset, n)) for n in numbers]
        asked = [table for first in tables for table in first.every_case.values()]
        cases = [case for table in (*tables, *asked) for case in table.plan.cases.values()]
    except Unplayable as error:
        return Openness("cannot be played", error.missing)
    gaps = tuple(dict.fromkeys(gap for plan in (*(table.plan for table in tables), *cases) for gap in gaps_of(plan)))
    unpaid = dict.fromkeys(path for table in (*tables, *asked) for path in _unpaid(table))
    if unpaid:
        return Openness("counted but not paid", tuple(unpaid), gaps)
    return Openness("runs with assumptions" if gaps else "runs", (), gaps)


def _is_told(rules: Rules, path: Path) -> bool:
    """Whether something is told at a path, be it that there is none of it."""
    found = (fact(rules, path[:n]) for n in range(1, len(path) + 1))
    last = next((one for one in found if one is None or isinstance(one, Absence)), rules)
    return last is Absence.NONE or last is rules


def _unpaid(table: Table) -> Iterator[Path]:
    """Yield the facts without which what is played at a table cannot be paid: its contracts, or the hand without one."""
    contracts: list[str | None] = [*table.bids] if table.plan.sides == "alliance" or not table.case else []
    for contract in contracts or [None]:
        yield from unsettled(table.contracts.get(contract or "", table.plan), contract)


def gaps_of(plan: Plan) -> Iterator[Gap]:
    """Yield what is missing of a plan or told in words alone, and what is assumed for it."""
    yield from _plain(plan)
    yield from silences(plan)
    yield from _unpriced(plan)
    yield from (Gap(path, "text") for path in in_words(plan))


def _plain(plan: Plan) -> Iterator[Gap]:
    rules = plan.rules
    bids = dict(entries(rules.bids))
    for name in ("leads", "must_trump", "must_overtrump"):
        if name == "leads" and bids and all(told(bid, "leads") for bid in bids.values()):
            continue
        if told(rules.play, name) is None and getattr(given(rules.play), name, None) is not Absence.AS_TAKEN:
            yield Gap(("play", name), f"play.{name}")
    role = told(rules.fool, "role")
    if plan.ranking.pack.has_fool and role in (None, "excuse"):
        yield from (
            Gap(("fool", name), f"fool.{name}")
            for name in ("role", "exchange", "lost", "led")
            if told(rules.fool, name) is None
        )
    if rules.discard is not Absence.NONE and (
        plan.takers or any(told(told(bid, "talon"), "takes") for _, bid in entries(rules.bids))
    ):
        limits = {} if rules.discard is None or isinstance(rules.discard, Absence) else rules.discard.limits
        if told(rules.discard, "by") is None:
            yield Gap(("discard", "by"), "discard.by")
        if not limits:
            yield Gap(("discard",), "discard.limits")
        for name, rule in limits.items():
            if rule is Absence.UNSTATED:
                yield Gap(("discard", name), "discard.limits")
            elif rule == "for-a-slam":
                yield Gap(("discard", name), "discard.for-a-slam")
    for id, annulment in entries(told(rules.deal, "annul")):
        if told(annulment, "holding") is None or told(annulment, "by") == "all":
            yield Gap(("deal", "annul", id), "deal.annul")
    if bids:
        names = ("procedure", "first", "first_must_bid", "jump", "all_pass")
        open_ = [name for name in names if told(rules.bidding, name) is None]
        if told(rules.bidding, "first_must_bid") or told(rules.bidding, "procedure") == "forced" or if_all_pass(plan):
            open_ = [name for name in open_ if name != "all_pass"]
        if len(bids) == 1 or told(rules.bidding, "procedure") == "single-offer":
            open_ = [name for name in open_ if name != "jump"]
        if all(given(bid.on_cards) for bid in bids.values() if given(bid.if_all_pass) is None):
            open_ = [
                name for name in open_ if name not in ("procedure", "jump")
            ]  # the first bid in a pause is the last
        yield from (Gap(("bidding", name), f"bidding.{name}") for name in open_)
        yield from (
            Gap(("bids", id, "if_all_pass"), "bids.if_all_pass")
            for id, bid in bids.items() if told(bid, "holder_of") and plan.deal.talon
        )  # fmt: skip
        yield from (
            Gap(("bids", id, "asks"), "bids.asks") for id, bid in bids.items() if told(bid, "asks") and outside(plan)
        )
    yield from (
        Gap(("cases", id, "at"), "cases.at")
        for id, case in entries(rules.cases) if told(case, "asked_by") and told(case, "at") is None
    )  # fmt: skip
    if plan.declarations:
        timed = all(told(one, "when") for id, one in entries(rules.declarations) if id in plan.declarations)
        for name, said in (("when", timed), ("reuse", len(plan.declarations) == 1)):
            if not said and told(rules.declaring, name) is None:
                yield Gap(("declaring", name), f"declaring.{name}")
    if plan.deadlines:
        yield from (
            Gap(("feats", id, "announced", "deadline"), "feats.deadline")
            for id, feat in entries(rules.feats)
            if (told(told(feat, "announced"), "deadline") or 1) > (told(told(feat, "announced"), "earliest") or 1)
        )


SILENCES: dict[Path, str] = {
    ("deal", "extra"): "deal.extra",
    ("deal", "annul"): "deal.annulled",
    ("discard",): "discard",
    ("discard", "surrendered"): "discard.surrendered",
    ("bidding", "may_raise_contract"): "bidding.may_raise_contract",
    ("bids",): "bids",
    ("bids", "*", "times"): "times",
    ("bids", "*", "lost"): "bids.lost",
    ("bids", "*", "partner", "own"): "bids.partner.own",
    ("bids", "*", "talon", "shown"): "bids.talon.shown",
    ("bids", "*", "talon", "rest"): "bids.talon.rest",
    ("declaring", "first"): "declaring.first",
    ("declaring", "compulsory"): "declaring.compulsory",
    ("declarations",): "unpriced",
    ("declarations", "*"): "unpriced",
    ("declarations", "*", "settle"): "settle",
    ("feats",): "unpriced",
    ("feats", "*"): "unpriced",
    ("feats", "*", "announced"): "unpriced",
    ("feats", "*", "settle"): "settle",
    ("feats", "*", "spare"): "spare",
    ("feats", "*", "sole"): "feats.sole",
    ("feats", "*", "times"): "times",
    ("doubling",): "doubling",
    ("concessions",): "concessions",
    ("counting", "odd"): "counting.odd",
    ("counting", "last_trick"): "counting.last_trick",
    ("win", "spare"): "spare",
    ("win", "draw"): "win.draw",
    ("win", "marcio"): "win.marcio",
    ("win", "marcio", "times"): "win.marcio",
    ("score", "round"): "score.round",
    ("score", "settle"): "settle",
}
"""Facts of which a source that was read says nothing, and what is assumed for them; `*` is any named thing."""


def silences(plan: Plan) -> Iterator[Gap]:
    """Yield the facts on which the source is silent, and of which play takes the usual."""
    for pattern, assumption in SILENCES.items():
        yield from (Gap(path, assumption) for path in _unstated(plan.rules, pattern))


def _unstated(value: Any, pattern: Path) -> Iterator[Path]:
    """Yield the paths of a pattern at which `unstated` stands."""
    if not pattern:
        if value is Absence.UNSTATED:
            yield ()
    elif isinstance(value, Absence) or value is None:
        return
    else:
        step, *rest = pattern
        parts = value.items() if step == "*" else [(step, getattr(value, step, None))]
        yield from ((key, *path) for key, part in parts for path in _unstated(part, tuple(rest)))


def outside(plan: Plan) -> int:
    """How many cards no player holds while cards are asked for."""
    return len(plan.cards) - plan.players * plan.hand


def _unpriced(plan: Plan) -> Iterator[Gap]:
    """Yield what feats and declarations pay where that is left to the players or not said."""
    for id, feat in entries(plan.rules.feats):
        if told(feat, "do") is None and any(getattr(feat, name) is not None for name in ("won", "lost", "announced")):
            yield Gap(("feats", id, "do"), "text")
        for where, path in ((feat, ("feats", id)), (told(feat, "announced"), ("feats", id, "announced"))):
            for name in ("won", "lost"):
                worth = getattr(where, name, None)
                if worth in (Absence.AGREED, Absence.UNSTATED):
                    yield Gap((*path, name), "agreed" if worth is Absence.AGREED else "unpriced")
    if getattr(told(plan.rules.win, "marcio"), "times", None) is Absence.AGREED:
        yield Gap(("win", "marcio", "times"), "agreed")
    for id, declaration in entries(plan.rules.declarations):
        worth = declaration.worth
        if worth in (Absence.AGREED, Absence.UNSTATED):
            yield Gap(("declarations", id, "worth"), "agreed" if worth is Absence.AGREED else "unpriced")


WORDS: dict[str, tuple[str, ...]] = {
    "fool": ("text", "led_when", "forced"),
    "discard": ("text",),
    "bidding": ("text",),
    "play": ("text",),
    "counting": ("text",),
    "declaring": ("text",),
    "doubling": ("text",),
    "win": ("text",),
    "score": ("text",),
    "deal": ("rearrange",),
}
"""Fields that tell rules of play in words alone."""


def in_words(plan: Plan) -> Iterator[Path]:
    """Yield the paths of rules of play that a ruleset tells in words alone."""
    for section, names in WORDS.items():
        part: Any = getattr(plan.rules, section)
        for name in names:
            if isinstance(told(part, name), str):
                yield section, name
    for section in SECTIONS:
        if shape(section) != "things" or section in ("signals", "penalties", "units", "pots"):
            continue
        for id, entry in entries(getattr(plan.rules, section)):
            yield from (
                (section, id, name) for name in ("text", "when") if name in fields_of(section) and _words(entry, name)
            )
            if section == "customs":
                yield section, id
            for name in ("only_if", "unless"):
                condition = told(entry, name) if name in fields_of(section) else None
                if condition is not None and condition.text is not None:
                    yield section, id, name
    for id, bid in entries(plan.rules.bids):
        yield from (
            ("bids", id, part, "text")
            for part in ("partner", "talon", "asks")
            if isinstance(told(told(bid, part), "text"), str)
        )


def _words(entry: Any, name: str) -> bool:
    """Whether a field of an entry has words of its own rather than a term."""
    value = told(entry, name)
    return isinstance(value, str) and (name == "text" or " " in value)
