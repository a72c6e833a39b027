"""What follows from a ruleset's facts: its pack and order, the deal added up, the total of card points, the odds.

A figure that needs facts nobody has recorded is None. Nothing here judges: `checks` compares it with what sources state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from tarotref import counting as method
from tarotref.cards import Card, Pack, Ranking, find, parse_cards
from tarotref.corpus import Corpus, Ruleset
from tarotref.model.rules import Rules
from tarotref.model.types import Absence
from tarotref.orders import Order, read_orders
from tarotref.packs import pack_from_rule, ranking
from tarotref.problem import nearest
from tarotref.spread import Spread, divisions, spread


@dataclass(frozen=True, slots=True)
class DealSum:
    """The cards of a deal for one number of players; None where a part of it is not known."""

    players: int
    hand: int | None
    """Cards a player holds during play: those dealt to him, less those that players without extra cards discard too."""
    each: int | None
    """Cards dealt to each player, the extra ones apart."""
    extra: int
    takers: Mapping[str, int]
    """Extra cards by who gets them."""
    talon: int
    dead: int
    dealt: int | None
    packets: tuple[int, ...] | str | None


@dataclass(frozen=True, slots=True)
class Figures:
    """All that is computed for one ruleset. `faults` says why something could not be."""

    pack: Pack | None = None
    ranking: Ranking | None = None
    groups: Mapping[str, frozenset[Card]] = field(default_factory=dict)
    values: Mapping[Card, int | Fraction] | None = None
    counting: method.Counting | None = None
    deals: Mapping[int, DealSum] = field(default_factory=dict)
    totals: Mapping[int, int | Fraction] = field(default_factory=dict)
    """Card points in the pack by number of players, the last trick included."""
    spreads: Mapping[int, Spread] = field(default_factory=dict)
    """Between what bounds the players' points add up, the last trick included, by number of players."""
    faults: tuple[tuple[str, str], ...] = ()
    """(field, what is wrong)."""

    @property
    def total(self) -> int | Fraction | None:
        """The total of card points, where it is the same for every number of players."""
        found = set(self.totals.values())
        return found.pop() if len(found) == 1 else None

    @property
    def hand(self) -> dict[int, int]:
        """Cards a player holds during play, by number of players."""
        return {n: d.hand for n, d in self.deals.items() if d.hand is not None}

    @property
    def top(self) -> str | None:
        """The highest trump: `XXI`, `XX`, `fool`, or its subject."""
        if self.ranking is None or not self.ranking.trumps or not self.ranking.trumps[0]:
            return None
        card = self.ranking.trumps[0][0]
        return "fool" if card.kind == "fool" else str(card)

    discard: Any = None
    """Cards discarded by the dealer or declarer, by number of players where it differs."""


def value(part: Any, name: str) -> Any:
    """Return a field of a section, or None where the section or the field is absent for whatever reason."""
    if part is None or isinstance(part, Absence):
        return None
    found = getattr(part, name)
    return None if isinstance(found, Absence) else found


def given(found: Any) -> Any:
    """Return a fact, or None where it is absent for whatever reason."""
    return None if isinstance(found, Absence) else found


def for_players(found: Any, n: int) -> Any:
    """Return a field of the deal for a number of players."""
    if isinstance(found, dict) and found and all(isinstance(k, int) for k in found):
        return found.get(n)
    return found


RECKONED = ("players", "sides", "pack", "trump_order", "suit_order", "groups", "values", "counting", "fool", "deal", "discard", "bids")
"""Sections of the rules that figures are computed from."""


class Book:
    """A corpus with everything that is computed from it."""

    def __init__(self, corpus: Corpus):
        self.corpus = corpus
        self.faults: list[tuple[str, str, str]] = []
        """(shared file, entry, what is wrong) for packs and orders."""
        self._figures: dict[str, Figures] = {}
        self._reckoned: dict[str, Figures] = {}
        self._rankings: dict[str, Ranking | ValueError] = {}

    @cached_property
    def packs(self) -> dict[str, Pack]:
        """Every pack that can be made from its rule."""
        known: dict[str, Pack] = {}
        waiting = {id: {**p.rule, "title": p.title, "suits": p.rule.get("suits", p.suits)} for id, p in self.corpus.shared["packs"].items() if p.rule}
        while ready := [id for id, rule in waiting.items() if rule.get("of") not in waiting]:
            for id in ready:
                try:
                    known[id] = pack_from_rule(id, waiting.pop(id), known)
                except ValueError as error:
                    self.faults.append(("packs", id, str(error).replace("\n", "; ")))
        self.faults += [("packs", id, "is made of itself") for id in waiting]
        return {id: known[id] for id in self.corpus.shared["packs"] if id in known}

    @cached_property
    def orders(self) -> dict[str, Order]:
        """Every trump order."""
        found, faults = read_orders(self.corpus.shared["trump-orders"])
        self.faults += [("trump-orders", id, text) for id, text in faults]
        return found

    def ruleset(self, id: str) -> Ruleset:
        """Return a ruleset by id (`8.11`, `8.11/RI-1830`); KeyError, with the nearest id, where there is none."""
        full = id if "/" in id else f"{id}/main"
        if full not in self.corpus.rulesets:
            game = self.corpus.game(id.partition("/")[0])  # raises where the game is unknown
            if id.partition("/")[2] == game.main:
                return self.corpus.rulesets[f"{game.id}/main"]
            raise KeyError(f"no ruleset has the id {id!r}{nearest(full, self.corpus.rulesets)}")
        return self.corpus.rulesets[full]

    def figures(self, ruleset: Ruleset) -> Figures:
        """Return what is computed for a ruleset."""
        if ruleset.id not in self._figures:
            # Readings and variants mostly share all that is reckoned with: the text of those sections is the key.
            key = repr([ruleset.tree.get(name) for name in RECKONED])
            if key not in self._reckoned:
                self._reckoned[key] = self.reckon(ruleset.rules)
            self._figures[ruleset.id] = self._reckoned[key]
        return self._figures[ruleset.id]

    def reckon(self, rules: Rules) -> Figures:
        """Return what is computed for rules made complete: a ruleset's, or one of its cases'."""
        faults: list[tuple[str, str]] = []
        pack = self.packs.get(given(rules.pack) or "")
        order = self._ranking(rules, pack, faults)
        groups = self._groups(rules, order, faults)
        values = self._values(rules, order, groups, faults)
        counted = self._counting(rules, faults)
        players = given(rules.players) or ()
        deals = {n: deal_sum(rules, n) for n in players}
        totals = {}
        if pack and order and values is not None and counted:
            for n in players:
                try:
                    totals[n] = method.exact(method.total(pack.cards, values, counted, n) + counted.last_trick)
                except ValueError as error:
                    faults.append(("counting", str(error)))
                    break
        spreads = {}
        if pack and values is not None and counted:
            for n, deal in deals.items():
                found = spread_of(rules, pack, values, counted, deal)
                if found is not None:
                    spreads[n] = found
        return Figures(pack, order, groups, values, counted, deals, totals, spreads, tuple(faults), discarded(rules, deals))

    def _ranking(self, rules: Rules, pack: Pack | None, faults: list[tuple[str, str]]) -> Ranking | None:
        if pack is None or given(rules.suit_order) is None:
            return None
        named = given(rules.trump_order)
        order = self.orders.get(named or "")
        if named and (order is None or not order.complete):
            return None
        role = value(rules.fool, "role") or "excuse"
        names = order.names() if order else None
        if names and "fool" in names:
            role = "excuse"
        fool = role if role in ("highest-trump", "lowest-trump") else "excuse"
        key = repr((pack.id, rules.suit_order, names, fool))
        if key not in self._rankings:
            try:
                self._rankings[key] = ranking(pack, rules.suit_order, names, fool)  # type: ignore[arg-type]
            except ValueError as error:
                self._rankings[key] = error
        found = self._rankings[key]
        if isinstance(found, Ranking):
            return found
        faults.append(("trump_order" if "trump" in str(found) else "suit_order", str(found).replace("\n", "; ")))
        return None

    def _groups(self, rules: Rules, order: Ranking | None, faults: list[tuple[str, str]]) -> dict[str, frozenset[Card]]:
        found: dict[str, frozenset[Card]] = {}
        for name, members in (given(rules.groups) or {}).items() if order else ():
            if isinstance(members, Absence):
                continue
            try:
                found[name] = frozenset(card for member in members for card in find(member, order, found))  # type: ignore[arg-type]
            except ValueError as error:
                faults.append((f"groups.{name}", str(error)))
        return found

    def _values(self, rules: Rules, order: Ranking | None, groups: Mapping[str, frozenset[Card]], faults: list[tuple[str, str]]) -> Mapping[Card, int | Fraction] | None:
        spec = given(rules.values)
        if order is None or spec is None:
            return None
        try:
            return method.card_values(order, {k: v for k, v in spec.items() if not isinstance(v, Absence)}, groups)
        except ValueError as error:
            faults.append(("values", str(error).replace("\n", "; ")))
            return None

    def _counting(self, rules: Rules, faults: list[tuple[str, str]]) -> method.Counting | None:
        by = value(rules.counting, "by")
        if by is None:
            return None
        parts = {name: value(rules.counting, name) for name in ("odd", "fool_apart", "last_trick", "over_half")}
        try:
            return method.Counting.of(by, **{k: v for k, v in parts.items() if v is not None})
        except ValueError as error:
            faults.append(("counting", str(error)))
            return None

    # -- questions

    def dealt(self, ruleset: Ruleset) -> int | None:
        """Return the cards in a hand as dealt to a player who gets no extra ones, for the smallest number of players."""
        hands = {n: d.each for n, d in self.figures(ruleset).deals.items() if d.each is not None}
        return hands[min(hands)] if hands else None

    def odds(self, ruleset: Ruleset, declaration: str) -> Fraction | None:
        """Return the probability that a dealt hand holds a declaration; None where it is not formal or facts lack."""
        from tarotref.arithmetic import declaration_odds

        return declaration_odds(self, ruleset, declaration)

    def count(self, cards: str | Sequence[str], ruleset: str, **how: Any) -> method.Count:
        """Count a pile as a ruleset does; ValueError where a card is not in its pack, or its method is not known."""
        found = self.ruleset(ruleset)
        figures = self.figures(found)
        if figures.ranking is None or figures.values is None or figures.counting is None:
            lacking = [n for n, v in (("pack and order", figures.ranking), ("values", figures.values), ("method", figures.counting)) if v is None]
            raise ValueError(f"{found.id} cannot be counted: its {', '.join(lacking)} are not known")
        pile = parse_cards(cards if isinstance(cards, str) else ", ".join(cards), figures.ranking)
        n = how["players"] = how.get("players") or min(figures.deals, default=None)
        if figures.counting.over_half and how.get("share") is None and figures.pack and n:
            deal, sides = figures.deals.get(n), given(found.rules.sides)
            in_play = len(figures.pack) - (deal.dead + deal.talon if deal else 0)
            how["share"] = in_play // (n if sides == "individual" else 2)
        return method.count(pile, figures.values, figures.counting, **how)


def deal_sum(rules: Rules, n: int) -> DealSum:
    """Add up the deal for a number of players."""
    deal = rules.deal
    packets = for_players(value(deal, "packets"), n)
    hand = for_players(value(deal, "hand"), n)
    if hand is None and isinstance(packets, tuple):
        hand = sum(packets)
    each = hand
    laid = for_players(value(rules.discard, "cards"), n)
    if hand is not None and isinstance(laid, dict):
        hand -= laid.get("others", laid.get("non-dealers", 0))
    takers = {who: k for who, k in (for_players(value(deal, "extra"), n) or {}).items() if isinstance(k, int)}
    extra = sum(k * (n - 1 if who in ("others", "non-dealers") else n if who in ("all", "each") else 1) for who, k in takers.items())
    talon, dead = for_players(value(deal, "talon"), n) or 0, for_players(value(deal, "dead"), n) or 0
    return DealSum(n, hand, each, extra, takers, talon, dead, None if each is None else n * each + extra + talon + dead, packets)


def spread_of(rules: Rules, pack: Pack, values: Mapping[Card, int | Fraction], counted: method.Counting, deal: DealSum) -> Spread | None:
    """Return the bounds of the sum of all piles for one number of players; None where the deal is not known or leaves cards out.

    Partners pile their tricks together. The cards outside the tricks are the discards, or the talon that goes to one side.
    """
    if deal.hand is None or deal.dealt != len(pack) or deal.dead:
        return None
    sides = given(rules.sides)
    piles = deal.players if sides == "individual" else 2 if sides in ("partners", "alliance") else None
    if piles is None:
        return None
    spare = [n for who, k in deal.takers.items() for n in [k] * (deal.players - 1 if who in ("others", "non-dealers") else deal.players if who in ("all", "each") else 1)]
    spare = [*spare, *([deal.talon] if deal.talon else [])]
    exchange = value(rules.fool, "exchange")
    excuse = value(rules.fool, "role") == "excuse" and pack.has_fool
    if excuse and exchange is None:
        return None
    fool = "apart" if counted.fool_apart is not None else "kept" if excuse and exchange == "without" else "exchanged"
    try:
        if len(spare) > piles:
            spare = [sum(spare)]
        found = spread(pack.cards, values, counted, divisions(len(pack), deal.players, piles, spare or 0, fool), deal.players)  # type: ignore[arg-type]
    except ValueError:
        return None
    last = counted.last_trick
    return Spread(method.exact(found.low + last), method.exact(found.high + last), found.low_at, found.high_at, found.why)


def discarded(rules: Rules, deals: Mapping[int, DealSum]) -> Any:
    """Return the cards the dealer or declarer discards: as stated, or as many as he received."""
    if rules.discard is Absence.NONE:
        return 0
    if given(rules.discard) is None:
        return None
    said = value(rules.discard, "cards")
    if said is not None:
        if isinstance(said, dict) and not all(isinstance(k, int) for k in said):
            return said.get("dealer", said.get("declarer", next(iter(said.values()), None)))
        return said
    by = value(rules.discard, "by") or ()
    if "dealer" in by and deals:
        return {n: d.takers.get("dealer", 0) for n, d in deals.items()}
    taken = {value(value(b, "talon"), "takes").get("declarer", 0) for b in (given(rules.bids) or {}).values() if value(value(b, "talon"), "takes")}
    return taken.pop() if len(taken) == 1 else None


