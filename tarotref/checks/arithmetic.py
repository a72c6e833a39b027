"""Rules on figures: packs, orders, deals, totals, thresholds, holdings, examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from tarotref.cards.odds import Intractable
from tarotref.computed.figures import Figures, for_players
from tarotref.corpus.source import Path
from tarotref.model.rules import entries
from tarotref.model.types import Absence, given, told
from tarotref.problem import nearest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset

from tarotref.checks.registry import Fault, Found, rule, ruleset_rule

DEALT = tuple(("deal", figure) for figure in ("packets", "hand", "extra", "talon", "stock", "dead"))
"""The figures of a deal; a note on one of them, or on the whole deal, answers for what they add up to."""
COUNTED: tuple[Path, ...] = (("pack",), ("trump_order",), ("groups",), ("values",), ("counting",))
"""The facts that the card points of a pack follow from."""


@rule
def pack_rule(computed: ComputedCorpus) -> Found:
    """Every pack can be made from its rule, and has as many cards as its source says."""
    source = computed.corpus.shared_sources.get("packs")
    packs = computed.packs
    for shelf, path, message in computed.faults:
        base = computed.corpus.shared["trump-orders"][str(path[0])].like if shelf == "trump-orders" else None
        if base and next(order_faults(computed, base), None):
            continue
        yield computed.corpus.shared_sources[shelf].problem(
            path, message, "pack-rule" if shelf == "packs" else "trump-order"
        )
    for id, entry in computed.corpus.shared["packs"].items():
        if source and id in packs and entry.cards != len(packs[id]) and not entry.doubtful:
            yield source.problem(
                (id, "cards"), f"stated {entry.cards} cards; its rule makes {len(packs[id])}", "pack-rule"
            )


@rule
def trump_order(computed: ComputedCorpus) -> Found:
    """A complete trump order ranks every trump of its pack once; one with gaps ranks none that the pack lacks."""
    source = computed.corpus.shared_sources.get("trump-orders")
    for id in computed.orders:
        base = computed.corpus.shared["trump-orders"][id].like
        if source is None or (base and next(order_faults(computed, base), None)):
            continue
        for path, message in order_faults(computed, id):
            yield source.problem((id, *path), message, "trump-order")


def order_faults(computed: ComputedCorpus, id: str) -> Iterator[tuple[Path, str]]:
    """Yield where and in what a trump order does not agree with its pack ."""
    entry, order = computed.corpus.shared["trump-orders"].get(id), computed.orders.get(id)
    pack = computed.packs.get(order.pack) if order else None
    if entry is None or order is None or pack is None:
        return
    known = {name for name, _ in pack.names} | {c.trump for c in pack.trumps} | {"fool"}
    of = dict(pack.names)
    subjects = [i.subject for tier in order.tiers for i in tier]
    own = "like" if entry.order is None else "order"
    strange = [subject for subject in subjects if subject not in known]
    for subject in strange:
        place = [n for n, item in enumerate(entry.order or ()) if re.search(rf"\b{subject}\b", str(item))]
        yield (own, *place[:1]), f"{subject!r} is no trump of {order.pack}{nearest(subject, known)}"
    missing = {c.trump for c in pack.trumps} - {of.get(subject, subject) for subject in subjects}
    if order.complete and missing and not strange:
        yield (own,), f"no place for {', '.join(sorted(missing))} of {order.pack}; expected a rank or a gap"


@ruleset_rule
def deal_sum(computed: ComputedCorpus, r: Ruleset) -> Found:
    """The cards dealt, the extra ones, the talon, the stock and the dead ones are the whole pack, for every number of players, unless a note says why not."""
    figures = computed.figures(r)
    for n, deal in figures.deals.items():
        size = pack_size(computed, r)
        if size is None or deal.dealt is None or deal.dealt == size:
            continue
        sum_ = " + ".join(
            [f"{n} x {deal.each}", *(str(x) for x in (deal.extra, deal.talon, deal.stock, deal.dead) if x)]
        )
        message = f"for {n} players {sum_} = {deal.dealt} cards are dealt, but the pack has {size}"
        # Of the figures that do not add up, the one set last.
        path = next((p[:2] for p in reversed(list(r.origin)) if p[:2] in DEALT), ("deal",))
        yield Fault(r, path, message, (*DEALT, ("players",), ("pack",)), (*DEALT, ("pack",)))


def pack_size(computed: ComputedCorpus, r: Ruleset) -> int | None:
    """Return how many cards the pack of a ruleset has, which may be known where it is not known which they are."""
    pack = computed.figures(r).pack
    entry = computed.corpus.shared["packs"].get(given(r.rules.pack) or "")
    return len(pack) if pack is not None else (entry.cards or None) if entry is not None else None


def _adds_up(figures: Figures, players: int) -> bool:
    """Whether a deal is that of the pack, as far as it is known: of one that is not, nothing else is told."""
    dealt = figures.deals[players].dealt
    return figures.pack is None or dealt is None or dealt == len(figures.pack)


@ruleset_rule
def fixed_sides(computed: ComputedCorpus, r: Ruleset) -> Found:
    """The two sides of fixed partners are equal, and pairs are three or more."""
    least = {"partners": 2, "pairs": 6}.get(str(given(r.rules.sides)), 0)
    for n in given(r.rules.players) or () if least else ():
        if n % 2 or n < least:
            message = f"found {given(r.rules.sides)} with {n} players; expected an even number from {least} on"
            yield Fault(r, ("sides",), message, (("players",),), (("players",),))


@ruleset_rule
def stock_drawn(computed: ComputedCorpus, r: Ruleset) -> Found:
    """What is drawn in play is drawn from a stock, and one that all draw from comes out even."""
    drawn = told(r.rules.deal, "stock_drawn")
    for n, deal in computed.figures(r).deals.items() if drawn else ():
        if not deal.stock:
            yield Fault(r, ("deal", "stock_drawn"), "found no stock; expected `stock`, the cards that are drawn", DEALT)
        elif drawn == "to-hand" and deal.stock % n:
            message = f"{deal.stock} cards for {n} players, who draw in turn; expected as many cards for each"
            yield Fault(r, ("deal", "stock"), message, (*DEALT, ("players",)))


@ruleset_rule
def stacks_hand(computed: ComputedCorpus, r: Ruleset) -> Found:
    """The cards that lie before a player in stacks are no more than those that he plays, and every stack has cards."""
    for n, deal in computed.figures(r).deals.items():
        if deal.hand is not None and sum(deal.stacks) > deal.hand:
            message = f"the stacks have {sum(deal.stacks)} cards; the hand for {n} players has {deal.hand}"
            yield Fault(r, ("deal", "stacks"), message, (*DEALT, ("players",)))
        elif 0 in deal.stacks:
            yield Fault(r, ("deal", "stacks"), "found a stack of no cards; expected 1 or more", DEALT)


@ruleset_rule
def pause_cards(computed: ComputedCorpus, r: Ruleset) -> Found:
    """A bid or an announcement that is made in a pause of the deal is made when so many cards have been dealt to each, after one of the batches but the last."""
    made: dict[tuple[str, ...], tuple[int, ...]] = {
        ("bids", id, "on_cards"): given(bid.on_cards) or () for id, bid in entries(r.rules.bids)
    }
    for id, feat in entries(r.rules.feats):
        made["feats", id, "announced", "on_cards"] = told(told(feat, "announced"), "on_cards") or ()
    for n, deal in computed.figures(r).deals.items() if any(made.values()) else ():
        batches = deal.packets if isinstance(deal.packets, tuple) else ()
        dealt = [*accumulate(batches)][:-1] or range(1, deal.each or 0)
        expected = " or ".join(map(str, dealt)) if batches else f"a number below {deal.each}"
        for path, pauses in made.items():
            for cards in pauses:
                if cards not in dealt:
                    message = f"found {cards} with {n} players; expected {expected}"
                    yield Fault(r, path, message, (*DEALT, ("players",)))


@ruleset_rule
def packets_hand(computed: ComputedCorpus, r: Ruleset) -> Found:
    """Where both the batches of the deal and the hand are given, they agree."""
    deal = r.rules.deal
    if deal is None or isinstance(deal, Absence) or deal.hand is None or isinstance(deal.hand, Absence):
        return
    for n, found in computed.figures(r).deals.items():
        if isinstance(found.packets, tuple) and found.each is not None and sum(found.packets) != found.each:
            message = f"the batches make {sum(found.packets)} cards; the hand for {n} players has {found.each}"
            yield Fault(r, ("deal", "packets"), message, (("deal", "hand"), ("players",)), DEALT)


@ruleset_rule
def stated_total(computed: ComputedCorpus, r: Ruleset) -> Found:
    """A stated total of card points is the one that pack, values and method make, two stated ones are the least and the greatest, or a note of discrepancy or misreading stands on it."""
    figures, stated = computed.figures(r), r.stated
    if stated is None or stated.points is None:
        return
    last = figures.counting.last_trick if figures.counting else 0
    for n in figures.deals:
        if not _adds_up(figures, n):
            continue
        said = stated.points.get(n) if isinstance(stated.points, dict) else stated.points
        total, bounds = figures.totals.get(n), figures.bounds.get(n)
        if said is None or isinstance(said, Absence):
            continue
        if len(said) > 1 and bounds:
            if (bounds.least, bounds.greatest) == said:
                continue
            made = f"{bounds.least} to {bounds.greatest}"
        elif total is None or (len(said) == 1 and said[0] in (total, total - last)):
            continue
        else:
            made = str(total)
        message = f"the source states {' or '.join(map(str, said))}; pack, values and method make {made}; expected a note of discrepancy or misreading"
        yield Fault(r, ("stated", "points"), message, COUNTED, (("stated", "points"), ("counting",)))


@ruleset_rule
def sum_bounds(computed: ComputedCorpus, r: Ruleset) -> Found:
    """The total of card points is a sum that the piles of a hand can make: no less than their least, no more than their greatest, or a note stands on it."""
    figures = computed.figures(r)
    for n, bounds in figures.bounds.items():
        total = figures.totals.get(n, bounds.least)
        if not bounds.least <= total <= bounds.greatest:
            message = f"the pack makes {total}, but the piles of {n} players only {bounds.least} to {bounds.greatest}: {bounds.why}"
            yield Fault(r, ("counting",), message, COUNTED, (("counting",), ("fool",)))


@ruleset_rule
def stated_cards(computed: ComputedCorpus, r: Ruleset) -> Found:
    """Stated numbers of cards, in the pack, the hand, the talon, the discard and as many as there are tricks, are those computed, or a note stands on them."""
    figures, stated = computed.figures(r), r.stated
    if stated is None:
        return
    found: list[tuple[str, int | None, Any, str, tuple[Path, ...]]] = []
    if size := pack_size(computed, r):
        found.append(("cards", None, size, "the pack has", (("pack",),)))
    for n, deal in figures.deals.items():
        if not _adds_up(figures, n):
            continue
        laid = for_players(figures.discard, n)
        found += [
            ("hand", n, deal.hand, f"the deal for {n} gives", DEALT),
            ("tricks", n, deal.tricks, f"the hand for {n} players has", DEALT),
            ("talon", n, deal.talon, f"the deal for {n} leaves", DEALT),
            ("discard", n, laid, f"the rules for {n} players make", (*DEALT, ("discard",), ("bids",))),
        ]
    for what, players, made, words, concerns in found:
        said = for_players(getattr(stated, what), players or 0)
        if said is not None and isinstance(made, int) and said != made:
            message = f"the source states {said}; {words} {made}"
            yield Fault(r, ("stated", what), message, concerns, (("stated", what),))


@ruleset_rule
def discard_sum(computed: ComputedCorpus, r: Ruleset) -> Found:
    """Whoever discards lays away what he received beyond the others, so that all play with equal hands, or a note says why not."""
    takes = _talon_takes(r)
    by: tuple[str, ...] = told(r.rules.discard, "by") or ()
    for n, deal in computed.figures(r).deals.items():
        laid: Any = for_players(told(r.rules.discard, "cards"), n)
        if isinstance(laid, int):
            laid = {by[0]: laid} if len(by) == 1 and not set(by) & {"all", "each"} else None
        others = int(laid.get("others") or laid.get("non-dealers") or 0) if isinstance(laid, dict) else 0
        for who, cards in laid.items() if isinstance(laid, dict) else ():
            more: int | None = {**deal.takers, **takes}.get(who)
            if who not in ("others", "non-dealers") and more is not None and cards - more != others:
                message = f"{who} gets {more} cards beyond the others and discards {cards}; expected {more + others}"
                yield Fault(r, ("discard", "cards"), message, (*DEALT, ("bids",)), (("discard",), *DEALT))


def _talon_takes(r: Ruleset) -> dict[str, int]:
    """Cards that each player takes from the talon, where all bids that say so agree."""
    said = [told(given(bid.talon), "takes") for _, bid in entries(r.rules.bids)]
    said = [takes for takes in said if isinstance(takes, dict)]
    return said[0] if said and all(takes == said[0] for takes in said) else {}


@ruleset_rule
def threshold(computed: ComputedCorpus, r: Ruleset) -> Found:
    """The points needed to win are attainable, and where two sides share them more than half or a draw is said, or a note stands on them."""
    figures, win = computed.figures(r), r.rules.win
    if win is None or isinstance(win, Absence) or figures.total is None:
        return
    needs = win.at_least if isinstance(win.at_least, tuple) else ()
    for need in needs:
        if need > figures.total:
            yield Fault(
                r,
                ("win", "at_least"),
                f"{need} points are needed; there are only {figures.total}",
                (*COUNTED, ("players",), ("sides",)),
                (("win",),),
            )
    stated = r.stated.need if r.stated else None
    if stated is not None and needs and stated not in needs:
        message = f"the source states {stated}; the rules need {', '.join(map(str, needs))}"
        yield Fault(r, ("stated", "need"), message, (("win", "at_least"),), (("win",), ("stated", "need")))
    two_sides = r.rules.sides in ("partners", "alliance") and len(needs) == 1 and win.aim in (None, "points", "most")
    if two_sides and 2 * needs[0] < figures.total and not win.draw:
        yield Fault(
            r,
            ("win", "at_least"),
            f"both sides could have {needs[0]} of the {figures.total} points",
            (*COUNTED, ("players",), ("sides",)),
            (("win",),),
        )
    par = win.par
    players = tuple(figures.deals)
    if (
        par is not None
        and not isinstance(par, dict | Absence)
        and len(players) == 1
        and r.rules.sides == "individual"
        and par * players[0] != figures.total
    ):
        yield Fault(
            r,
            ("win", "par"),
            f"a par of {par} for each of {players[0]} makes {par * players[0]}; there are {figures.total} points",
            (*COUNTED, ("players",), ("sides",)),
            (("win",),),
        )


@ruleset_rule
def bid_talon(computed: ComputedCorpus, r: Ruleset) -> Found:
    """A bid takes no more cards from the talon than were dealt to it."""
    talons = {d.talon for d in computed.figures(r).deals.values()}
    bids = r.rules.bids
    if not talons or bids is None or isinstance(bids, Absence):
        return
    for key, bid in bids.items():
        use = None if bid is None or isinstance(bid, Absence) else bid.talon
        takes = use.takes if use is not None and not isinstance(use, Absence) and isinstance(use.takes, dict) else {}
        taken = sum(k for k in takes.values() if isinstance(k, int))
        if taken > max(talons):
            message = f"takes {taken} cards from a talon of {max(talons)}"
            yield Fault(r, ("bids", key, "talon"), message, (("deal", "talon"), ("players",)))


@ruleset_rule
def holding_fits(computed: ComputedCorpus, r: Ruleset) -> Found:
    """A declaration made in hand can be held in a hand: its odds are not nil, and not beyond computing."""
    for key, _ in entries(r.rules.declarations):
        odds = computed.tried_odds(r, key)
        path, concerns = ("declarations", key, "holding"), (*COUNTED[:3], *DEALT, ("players",))
        if isinstance(odds, Intractable):
            yield Fault(r, path, str(odds))
        elif odds == 0:
            message = f"no hand of {computed.dealt(r)} cards can hold it"
            yield Fault(r, path, message, concerns, (("declarations", key),))
