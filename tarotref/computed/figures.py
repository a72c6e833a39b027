"""What follows from a ruleset's facts: its pack and order, the deal added up, the total of card points.

A figure that needs facts nobody has recorded is None. Nothing here judges: `checks` compares it with what sources state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, Literal

from tarotref.cards import counting as method
from tarotref.cards.card import Card, Pack, Ranking
from tarotref.cards.holdings import Groups
from tarotref.cards.names import find
from tarotref.cards.packs import ranking
from tarotref.cards.sums import SumBounds, divisions, sum_bounds
from tarotref.cards.trump_orders import Order
from tarotref.computed.groups import groups_of, trumps_of
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
    stock: int
    """Cards that are drawn in play."""
    dead: int
    dealt: int | None
    packets: tuple[int, ...] | str | None
    drawn: str | None = None
    """How the stock is drawn: `to-hand`, `to-trick`."""
    stacks: tuple[int, ...] = ()
    """How many of each player's cards lie before him in each stack."""
    dead_plays: bool = False
    """Whether the dead cards are a hand that takes part, from which a card is played to each trick."""

    @property
    def tricks(self) -> int | None:
        """How many tricks there are; None where the hand is not known."""
        return None if self.hand is None else self.hand + (self.stock // self.players if self.drawn == "to-hand" else 0)

    @property
    def trick(self) -> int | None:
        """How many cards each trick brings its winner; None where not every one brings as many."""
        if self.drawn != "to-trick":
            return self.players + self.dead_plays
        return self.players + 1 if self.stock == self.hand else None


@dataclass(frozen=True, slots=True)
class Figures:
    """All that is computed for one ruleset. `faults` says why something could not be."""

    pack: Pack | None = None
    ranking: Ranking | None = None
    groups: Mapping[str, frozenset[Card]] = field(default_factory=dict)
    names: Groups | None = None
    """Every card, class and group as holdings ask for it; None where the pack or its order is not known."""
    values: Mapping[Card, int | Fraction] | None = None
    counting: method.Counting | None = None
    deals: Mapping[int, DealSum] = field(default_factory=dict)
    totals: Mapping[int, int | Fraction] = field(default_factory=dict)
    """Card points in the pack by number of players, the last trick included; none where they depend on the tricks."""
    bounds: Mapping[int, SumBounds] = field(default_factory=dict)
    """Between what bounds the players' points add up, the last trick included, by number of players."""
    shares: Mapping[int, int | Fraction] = field(default_factory=dict)
    """The cards in play that fall to each player or side, by number of players."""
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
    suits: str | None = None
    """The suit-signs of the pack, which are known also of some packs whose cards are not."""


def for_players(found: Any, n: int) -> Any:
    """Return a field of the deal for a number of players."""
    if isinstance(found, dict) and found and all(isinstance(k, int) for k in found):
        return found.get(n)
    return found


PREMISES = (
    "players", "sides", "pack", "trump_order", "trump_suit", "suit_order", "groups", "values", "counting", "fool", "deal", "discard", "bids",
)  # fmt: skip
"""Sections of the rules from which figures follow. The reckoner is shown no other."""


class Reckoner:
    """Computes figures from rules, with the packs and trump orders that rules name, once for all that share premises."""

    def __init__(self, packs: Mapping[str, Pack], orders: Mapping[str, Order], suits: Mapping[str, str | None]):
        self.packs, self.orders, self.suits = packs, orders, suits
        self._rankings: dict[str, Ranking | ValueError] = {}
        self._known: dict[str, Figures] = {}

    def figures(self, rules: Rules) -> Figures:
        """Return what is computed for rules made complete: a ruleset's, or one of its cases'."""
        premises = Rules(**{name: getattr(rules, name) for name in PREMISES})
        key = repr(premises)
        if key not in self._known:
            self._known[key] = self._reckon(premises)
        return self._known[key]

    def _reckon(self, rules: Rules) -> Figures:
        faults: list[tuple[str, str]] = []
        pack = self.packs.get(given(rules.pack) or "")
        order = self._ranking(rules, pack, faults)
        groups = self._groups(rules, order, faults)
        values = self._values(rules, order, groups, faults)
        counted = self._counting(rules, faults)
        players = given(rules.players) or ()
        deals = {n: deal_sum(rules, n) for n in players}
        totals, bounds, shares = {}, {}, {}
        if pack and order and values is not None and counted:
            try:
                for n, deal in deals.items():
                    laid = sum(outside(rules, deal))
                    if counted.constant:
                        made = method.total(pack.cards, values, counted, n, discard=laid)
                        totals[n] = exact(made + counted.last_trick)
                    if sides := piles_of(rules, n):
                        if deal.hand is not None:
                            shares[n] = exact(Fraction(n * deal.hand + deal.stock, sides))
                        if found := self._bounds(rules, order, groups, values, counted, deal, sides):
                            bounds[n] = found
            except ValueError as error:
                faults.append(("counting", str(error)))
        names = self._names(rules, order, groups, faults) if order else None
        return Figures(
            pack, order, groups, names, values, counted, deals, totals, bounds, shares, tuple(faults),
            discarded(rules, deals), pack.system if pack else self.suits.get(given(rules.pack) or ""),
        )  # fmt: skip

    def _names(
        self, rules: Rules, order: Ranking, groups: Mapping[str, frozenset[Card]], faults: list[tuple[str, str]]
    ) -> Groups:
        """The cards by name; where a suit is made trumps for the hand, as they are when it is the first of the pack."""
        if given(rules.trump_suit) is None:
            return groups_of(order, groups)
        suit = order.pack.suits[0]
        try:
            return groups_of(order, groups, trumps_of(order, rules, suit), suit)
        except ValueError as error:
            faults.append(("trump_suit.order", str(error).replace("\n", "; ")))
            return groups_of(order, groups)

    def _bounds(
        self, rules: Rules, order: Ranking, groups: Mapping[str, frozenset[Card]], values: Mapping[Card, int | Fraction],
        counted: method.Counting, deal: DealSum, piles: int,
    ) -> SumBounds | None:  # fmt: skip
        """The bounds of the sum of all piles for one number of players; None where the deal or the use of the Fool is
        not known, or where it is left to chance which cards are in play.

        Partners pile their tricks together. The cards outside the tricks are the discards, or the talon that goes to
        one side; where they count for nobody, none of them can be a counting card.
        """
        pack = order.pack
        laid = outside(rules, deal)
        if deal.hand is None or deal.trick is None or deal.dealt != len(pack):
            return None
        if deal.dead and not deal.dead_plays:  # some cards are out of play, nobody knows which
            return None
        if (len(pack) - sum(laid)) % deal.trick:
            return None
        role, exchange = told(rules.fool, "role"), told(rules.fool, "exchange")
        if role == "excuse" and pack.has_fool and exchange is None:
            return None
        kept = role == "excuse" and pack.has_fool and exchange == "without"
        fool: Literal["exchanged", "kept", "apart"] = (
            "apart" if counted.fool_apart is not None else "kept" if kept else "exchanged"
        )
        cards = list(pack.cards)
        if told(rules.discard, "counts_for") == "nobody":
            if told(rules.deal, "robbed_by") and not told(rules.deal, "combed"):  # what is not robbed stays out of play
                return None
            never = [name for name, how in rules.discard.limits.items() if how == "never"]  # type: ignore[union-attr]
            held = {card for name in never for card in find(name, order, groups)}
            free = [card for card in pack.cards if card not in held]
            if any(counted.worth(card, values) != counted.empty for card in free) or sum(laid) > len(free):
                return None
            for card in free[: sum(laid)]:
                cards.remove(card)
            laid = []
        discard = sum(laid)
        in_piles = [] if counted.discard == "set" else laid if len(laid) <= piles else [discard]
        among = len(cards) - (discard if counted.discard == "set" else 0)
        found = sum_bounds(
            cards, values, counted, divisions(among, deal.trick, piles, in_piles, fool), deal.players, discard,
            bool(told(rules.fool, "worthless")),
        )  # fmt: skip
        last = counted.last_trick
        return replace(found, least=exact(found.least + last), greatest=exact(found.greatest + last))

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
        names = (f.name for f in fields(method.Counting) if f.name != "by")
        parts = {name: told(rules.counting, name) for name in names}
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
    extra = sum(each_of(takers, n))
    talon, stock, dead = (for_players(told(deal, name), n) or 0 for name in ("talon", "stock", "dead"))
    dealt = None if each is None else n * each + extra + talon + stock + dead
    return DealSum(
        n, hand, each, extra, takers, talon, stock, dead, dealt, packets, told(deal, "stock_drawn") if stock else None,
        for_players(told(deal, "stacks"), n) or (), told(rules.play, "dead_hand") is not None,
    )  # fmt: skip


def outside(rules: Rules, deal: DealSum) -> list[int]:
    """Return the cards outside the tricks, each number as one player or side gets it: discards, or extra cards and talon."""
    taken = [n for n in (*each_of(deal.takers, deal.players), deal.talon) if n]
    laid = for_players(told(rules.discard, "cards"), deal.players)
    if isinstance(laid, dict) and all(isinstance(k, int) for k in laid.values()) and deal.each and deal.hand:
        discards = each_of(laid, deal.players)
        if sum(discards) == sum(taken) + deal.players * (deal.each - deal.hand):
            return discards
    return taken


def partly_dealt(rules: Rules, deals: Mapping[int, DealSum]) -> bool:
    """Return whether cards that nobody knows stay out of play, so that the points of a pack are not all to be won."""
    return any(deal.dead for deal in deals.values()) and told(rules.play, "dead_hand") is None


def each_of(cards: Mapping[str, int], players: int) -> list[int]:
    """Return numbers of cards by who gets them as one for each of these players: `{dealer: 4, others: 1}` is 4, 1, 1."""
    many = {"others": players - 1, "non-dealers": players - 1, "all": players, "each": players}
    return [k for who, k in cards.items() for _ in range(many.get(who, 1))]


def piles_of(rules: Rules, players: int) -> int | None:
    """Return into how many piles the cards of the tricks go: each player's, or those of two sides; None if unknown."""
    sides = given(rules.sides)
    return players if sides == "individual" else 2 if sides in ("partners", "pairs", "alliance") else None


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
