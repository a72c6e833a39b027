"""What follows from a ruleset's facts: its pack and order, the deal added up, the total of card points.

A figure that needs facts nobody has recorded is None. Nothing here judges: `checks` compares it with what sources state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from tarotref.cards import counting as method
from tarotref.cards.card import Card, Pack, Ranking
from tarotref.cards.names import find
from tarotref.cards.packs import ranking
from tarotref.cards.sums import Spread, divisions, spread
from tarotref.cards.trump_orders import Order
from tarotref.model.rules import Rules
from tarotref.model.types import Absence, given, told
from tarotref.notation import exact


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


def for_players(found: Any, n: int) -> Any:
    """Return a field of the deal for a number of players."""
    if isinstance(found, dict) and found and all(isinstance(k, int) for k in found):
        return found.get(n)
    return found


class Reckoner:
    """Computes figures from rules, with the packs and trump orders that rules name."""

    def __init__(self, packs: Mapping[str, Pack], orders: Mapping[str, Order]):
        self.packs, self.orders = packs, orders
        self._rankings: dict[str, Ranking | ValueError] = {}

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
                    totals[n] = exact(method.total(pack.cards, values, counted, n) + counted.last_trick)
                except ValueError as error:
                    faults.append(("counting", str(error)))
                    break
        spreads = {}
        if pack and values is not None and counted:
            for n, deal in deals.items():
                found = spread_of(rules, pack, values, counted, deal)
                if found is not None:
                    spreads[n] = found
        return Figures(
            pack, order, groups, values, counted, deals, totals, spreads, tuple(faults), discarded(rules, deals)
        )

    def _ranking(self, rules: Rules, pack: Pack | None, faults: list[tuple[str, str]]) -> Ranking | None:
        if pack is None or given(rules.suit_order) is None:
            return None
        named = given(rules.trump_order)
        order = self.orders.get(named or "")
        if named and (order is None or not order.complete):
            return None
        role = told(rules.fool, "role") or "excuse"
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

    def _values(
        self, rules: Rules, order: Ranking | None, groups: Mapping[str, frozenset[Card]], faults: list[tuple[str, str]]
    ) -> Mapping[Card, int | Fraction] | None:
        spec = given(rules.values)
        if order is None or spec is None:
            return None
        try:
            return method.card_values(order, {k: v for k, v in spec.items() if not isinstance(v, Absence)}, groups)
        except ValueError as error:
            faults.append(("values", str(error).replace("\n", "; ")))
            return None

    def _counting(self, rules: Rules, faults: list[tuple[str, str]]) -> method.Counting | None:
        by = told(rules.counting, "by")
        if by is None:
            return None
        parts = {name: told(rules.counting, name) for name in ("odd", "fool_apart", "last_trick", "over_half")}
        try:
            return method.Counting.of(by, **{k: v for k, v in parts.items() if v is not None})
        except ValueError as error:
            faults.append(("counting", str(error)))
            return None


def deal_sum(rules: Rules, n: int) -> DealSum:
    """Add up the deal for a number of players."""
    deal = rules.deal
    packets = for_players(told(deal, "packets"), n)
    hand = for_players(told(deal, "hand"), n)
    if hand is None and isinstance(packets, tuple):
        hand = sum(packets)
    each = hand
    laid = for_players(told(rules.discard, "cards"), n)
    if hand is not None and isinstance(laid, dict):
        hand -= laid.get("others", laid.get("non-dealers", 0))
    takers = {who: k for who, k in (for_players(told(deal, "extra"), n) or {}).items() if isinstance(k, int)}
    extra = sum(
        k * (n - 1 if who in ("others", "non-dealers") else n if who in ("all", "each") else 1)
        for who, k in takers.items()
    )
    talon, dead = for_players(told(deal, "talon"), n) or 0, for_players(told(deal, "dead"), n) or 0
    return DealSum(
        n, hand, each, extra, takers, talon, dead, None if each is None else n * each + extra + talon + dead, packets
    )


def spread_of(
    rules: Rules, pack: Pack, values: Mapping[Card, int | Fraction], counted: method.Counting, deal: DealSum
) -> Spread | None:
    """Return the bounds of the sum of all piles for one number of players; None where the deal is not known or leaves cards out.

    Partners pile their tricks together. The cards outside the tricks are the discards, or the talon that goes to one side.
    """
    if deal.hand is None or deal.dealt != len(pack) or deal.dead:
        return None
    sides = given(rules.sides)
    piles = deal.players if sides == "individual" else 2 if sides in ("partners", "alliance") else None
    if piles is None:
        return None
    spare = [
        n
        for who, k in deal.takers.items()
        for n in [k]
        * (deal.players - 1 if who in ("others", "non-dealers") else deal.players if who in ("all", "each") else 1)
    ]
    spare = [*spare, *([deal.talon] if deal.talon else [])]
    exchange = told(rules.fool, "exchange")
    excuse = told(rules.fool, "role") == "excuse" and pack.has_fool
    if excuse and exchange is None:
        return None
    fool: Literal["exchanged", "kept", "apart"] = (
        "apart" if counted.fool_apart is not None else "kept" if excuse and exchange == "without" else "exchanged"
    )
    try:
        if len(spare) > piles:
            spare = [sum(spare)]
        found = spread(
            pack.cards, values, counted, divisions(len(pack), deal.players, piles, spare or 0, fool), deal.players
        )
    except ValueError:
        return None
    last = counted.last_trick
    return Spread(exact(found.low + last), exact(found.high + last), found.low_at, found.high_at, found.why)


def discarded(rules: Rules, deals: Mapping[int, DealSum]) -> Any:
    """Return the cards the dealer or declarer discards: as stated, or as many as he received."""
    if rules.discard is Absence.NONE:
        return 0
    if given(rules.discard) is None:
        return None
    said = told(rules.discard, "cards")
    if said is not None:
        if isinstance(said, dict) and not all(isinstance(k, int) for k in said):
            return said.get("dealer", said.get("declarer", next(iter(said.values()), None)))
        return said
    by = told(rules.discard, "by") or ()
    if "dealer" in by and deals:
        return {n: d.takers.get("dealer", 0) for n, d in deals.items()}
    taken = {
        told(told(b, "talon"), "takes").get("declarer", 0)
        for b in (given(rules.bids) or {}).values()
        if told(told(b, "talon"), "takes")
    }
    return taken.pop() if len(taken) == 1 else None
