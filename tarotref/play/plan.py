"""A ruleset made ready to be played by a number of players: its cards as bits, its rules as switches.

Cards are bits of a whole number while they are played, so that a hand is one number and a legal choice one operation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tarotref.cards.card import FOOL, Card, Ranking
from tarotref.cards.counting import Counting, Points
from tarotref.cards.holdings import Declaration, Groups, Kind, declare
from tarotref.cards.names import find
from tarotref.computed.corpus import ComputedCorpus
from tarotref.computed.declarations import declarations, kinds
from tarotref.computed.figures import DealSum, Figures, each_of
from tarotref.computed.groups import groups_of, trumps_of
from tarotref.corpus.records import Ruleset
from tarotref.model.rules import Concession, Rules, entries
from tarotref.model.types import Absence, given, told
from tarotref.play.prepared import Prepared, prepared

Path = tuple[str, ...]
TRUMPS = 0
"""The number of the trumps among the suits of a plan."""
EXCUSE = -1
"""The suit of a Fool that serves as Excuse."""
TRICKS = Counting.of("trick", values="original")
"""How tricks are counted where nothing else is: each as 1, with cards that are worth nothing."""
SECOND, FIRST = 100, 200
"""What lifts secondary trumps, and trumps, above every card of the suits."""


class Unplayable(ValueError):
    """A ruleset that cannot be dealt, played or counted: `missing` are the paths of the facts that it lacks."""

    def __init__(self, ruleset: str, missing: tuple[Path, ...]):
        self.ruleset, self.missing = ruleset, missing
        super().__init__(f"{ruleset} cannot be played; not known: {', '.join('.'.join(path) for path in missing)}")


def lacking(figures: Figures, rules: Rules, players: int) -> Iterator[Path]:
    """Yield the facts without which nobody can deal, play or count, and those that the program cannot play."""
    if figures.pack is None:
        yield ("pack",)
    elif figures.ranking is None:
        yield ("trump_order",) if given(rules.suit_order) is not None else ("suit_order",)
    if not makes_trumps(rules) and given(rules.trump_suit) is not None:  # told, but not yet played
        yield ("trump_suit",)
    deal = figures.deals.get(players)
    if told(rules.play, "dead_hand") is not None:
        if told(rules.play, "dead_hand_at") is None:
            yield "play", "dead_hand_at"
        if deal is not None and deal.dead != deal.hand:
            yield "deal", "dead"
    if deal is None:
        yield ("players",)
    elif deal.hand is None:
        yield "deal", "hand"
    elif figures.pack is not None and deal.dealt is not None and deal.dealt > len(figures.pack):
        yield "deal", "hand"
    elif deal.stock and deal.drawn is None:
        yield "deal", "stock_drawn"
    if given(rules.sides) is None:
        yield ("sides",)
    elif given(rules.sides) == "alliance" and not list(entries(rules.bids)):
        yield ("bids",)
    if figures.values is None and (figures.ranking is not None or given(rules.values) is None):
        yield ("values",)
    if figures.counting is None and not counts_tricks(rules):
        yield "counting", "by"


def makes_trumps(rules: Rules) -> bool:
    """Whether a suit is made trumps for the hand, by a card that is turned up, by the contract or by the declarer (R2, R5)."""
    made = rules.trump_suit
    by = told(made, "by")
    if by == "fixed":
        return told(made, "suit") is not None
    return by in ("last-dealt", "turned") or (by == "named" and bool(list(entries(rules.bids))))


OF_TRICKS = ("most-tricks", "no-tricks", "all-tricks", "tricks", "last-trick")
"""Aims in which tricks alone are counted."""


def counts_tricks(rules: Rules) -> bool:
    """Whether the tricks alone are counted, whatever is in them, as the rules say."""
    return rules.counting is Absence.NONE and told(rules.win, "aim") in OF_TRICKS


@dataclass(frozen=True, eq=False)
class Plan:
    """Rules made ready for a number of players; a contract that changes rules has a plan of its own.

    Unplayable where a fact is missing without which nobody can deal, play or count.
    """

    computed: ComputedCorpus
    ruleset: Ruleset
    players: int
    trump_suit: str = ""
    """The suit that is trumps in the hand that is played, where one is made so."""

    def __post_init__(self) -> None:
        if missing := tuple(lacking(self.figures, self.rules, self.players)):
            raise Unplayable(self.ruleset.id, missing)

    @cached_property
    def cases(self) -> Mapping[str, Plan]:
        """The plans of contracts and cases that change rules, by `bids.ID` and `cases.ID`."""
        return {
            path: Plan(self.computed, ruleset, self.players)
            for path, ruleset in self.ruleset.cases.items()
            if path.startswith(("bids.", "cases.")) and path.count(".") == 1
        }

    @cached_property
    def by_trumps(self) -> Mapping[str, Plan]:
        """The plans for a hand in which each suit is trumps; none where none is made so, or it has been."""
        suits = self.ranking.pack.suits if makes_trumps(self.rules) and not self.trump_suit else ()
        return {suit: replace(self, trump_suit=suit) for suit in suits}

    @cached_property
    def trumps_made(self) -> tuple[Card, ...]:
        """The cards of the suit that is made trumps, and those that are trumps with it, highest first."""
        return trumps_of(self.ranking, self.rules, self.trump_suit) if self.trump_suit else ()

    # -- facts

    @property
    def rules(self) -> Rules:
        return self.ruleset.rules

    @cached_property
    def figures(self) -> Figures:
        return self.computed.figures(self.ruleset)

    @cached_property
    def deal(self) -> DealSum:
        return self.figures.deals[self.players]

    @property
    def hand(self) -> int:
        """How many cards each player holds in play."""
        return self.deal.hand or 0

    @cached_property
    def stacks(self) -> tuple[int, ...]:
        """How many of his cards lie before each player in each stack; nothing where all are in his hand."""
        return self.deal.stacks

    @cached_property
    def in_hand(self) -> int:
        """How many cards each player has in his hand when the exchange is over, those in stacks before him apart."""
        return self.hand - sum(self.stacks)

    @cached_property
    def from_stacks(self) -> int:
        """The cards that go into the hand when they are turned up on a stack."""
        return self.named(told(self.rules.deal, "stacks_to_hand")) if self.stacks else 0

    @cached_property
    def stack_end(self) -> str:
        """What becomes of the last card of a stack, a term of the list `stacks-last`; nothing where it lies like the others."""
        return told(self.rules.deal, "stacks_last") or ""

    @cached_property
    def stacks_from_deal(self) -> bool:
        """Whether the upper cards of the stacks lie open from the deal on."""
        return bool(told(self.rules.deal, "stacks_open") == "dealt")

    @cached_property
    def stacks_wait(self) -> bool:
        """Whether the next card of a stack is turned up only when the trick has been taken in."""
        return bool(told(self.rules.deal, "stacks_next") == "after-trick")

    @cached_property
    def pauses(self) -> tuple[int, ...]:
        """On how many cards of each player the deal stops for bids and announcements, the fewest first."""
        found = {n for _, bid in entries(self.rules.bids) for n in given(bid.on_cards) or ()}
        announced = (told(told(feat, "announced"), "on_cards") for _, feat in entries(self.rules.feats))
        return tuple(sorted(found.union(*(cards or () for cards in announced))))

    @cached_property
    def tricks(self) -> int:
        """How many tricks there are."""
        return self.deal.tricks or 0

    @cached_property
    def drawn(self) -> int:
        """How many players draw a card from the stock after a trick: all, the winner, who adds it to the trick, or nobody."""
        return 1 if self.talon_to_tricks else {"to-hand": self.players, "to-trick": 1}.get(self.deal.drawn or "", 0)

    @cached_property
    def talon_to_tricks(self) -> bool:
        """Whether the contract or case whose rules these are turns up the talon for the winners of tricks."""
        section, _, id = self.ruleset.id.partition("#")[2].rpartition("#")[2].partition(".")
        entry = dict(entries(getattr(self.rules, section))).get(id) if id else None
        return told(told(entry, "talon"), "to_tricks") is True

    @cached_property
    def draws_to_hand(self) -> bool:
        """Whether cards drawn are added to hands."""
        return self.deal.drawn == "to-hand"

    @property
    def values(self) -> Mapping[Card, Points]:
        assert self.figures.values is not None
        return self.figures.values

    @property
    def counting(self) -> Counting:
        if self.figures.counting is None:
            return TRICKS
        return self.figures.counting

    @cached_property
    def tricks_alone(self) -> bool:
        """Whether the tricks alone are counted, so that cards outside them count for nobody."""
        return self.figures.counting is None

    @cached_property
    def names(self) -> Groups:
        """Every card, class and group by name, with the trumps of the hand where a suit is made trumps."""
        if self.trump_suit:
            return groups_of(self.ranking, self.figures.groups, self.trumps_made, self.trump_suit)
        assert self.figures.names is not None
        return self.figures.names

    @cached_property
    def groups(self) -> Groups:
        """Every card, class and group by name, as holdings ask for them, cards by their places."""
        names, place = self.names, self.place

        def at(cards: Iterable[Any]) -> frozenset[int]:
            return frozenset(place[card] for card in cards)

        return Groups(
            _Places(names.names, place), [place[card] for card in names.order],  # type: ignore[index]
            tuple(map(at, names.suits)), tuple(map(at, names.ranks)), at(names.barred),
        )  # fmt: skip

    @cached_property
    def worth_at(self) -> Mapping[int, Points]:
        """The values of the cards by their places."""
        return {self.place[card]: points for card, points in self.values.items()}

    @property
    def ranking(self) -> Ranking:
        assert self.figures.ranking is not None
        return self.figures.ranking

    # -- cards as bits

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the pack by the place of their bits: the trumps from the lowest up, the suits likewise, the Fool last."""
        height = self.ranking.height
        pack = self.ranking.pack.cards
        suits = {name: n for n, name in enumerate(self.ranking.pack.suits)}

        def place(card: Card) -> tuple[bool, int, int]:
            return card == FOOL, 1 + suits[card.suit] if card.kind == "suit" else 0, height[card]

        return tuple(sorted(pack, key=place))

    @cached_property
    def place(self) -> Mapping[Card, int]:
        """The place of each card."""
        return {card: place for place, card in enumerate(self.cards)}

    @cached_property
    def whole(self) -> int:
        """All cards of the pack."""
        return (1 << len(self.cards)) - 1

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The names of the suits of a plan, `trumps` the first."""
        return ("trumps", *self.ranking.pack.suits)

    @cached_property
    def suit(self) -> tuple[int, ...]:
        """The suit of each card by place: 0 for trumps, -1 for a Fool that serves as Excuse."""
        suits = {name: n for n, name in enumerate(self.suits)}
        made = frozenset(self.trumps_made)
        return tuple(
            EXCUSE if not self.ranking.height[card]
            else TRUMPS if card in made or self.ranking.is_trump(card)
            else suits[card.suit]
            for card in self.cards
        )  # fmt: skip

    @cached_property
    def of_suit(self) -> tuple[int, ...]:
        """The cards of each suit, the trumps first."""
        return tuple(self.bits(n for n, suit in enumerate(self.suit) if suit == one) for one in range(len(self.suits)))

    @cached_property
    def power(self) -> tuple[tuple[int, ...], ...]:
        """How strong each card is in a trick, by suit led and place: equal trumps alike, and -1 where it cannot win."""
        name = told(self.rules.play, "secondary_trumps")
        second = self.named([name]) if name else 0
        beaten = [TRUMPS] if told(self.rules.play, "plain_trumps") else range(len(self.suits))
        return tuple(
            tuple(
                -1 if suit == EXCUSE
                else FIRST + height if suit == TRUMPS and led in beaten
                else SECOND + height if second >> n & 1
                else height if suit == led
                else -1
                for n, (suit, height) in enumerate(zip(self.suit, self._heights, strict=True))
            )
            for led in range(len(self.suits))
        )  # fmt: skip

    @cached_property
    def _heights(self) -> tuple[int, ...]:
        """How high each card stands by place, the lowest the highest where ranks are turned round; 0 a Fool that is no trump."""
        made = {card: len(self.trumps_made) - n for n, card in enumerate(self.trumps_made)}
        heights = tuple(made.get(card) or self.ranking.height[card] for card in self.cards)
        if not told(self.rules.play, "reversed"):
            return heights
        most = max(heights) + 1
        return tuple(height and most - height for height in heights)

    @cached_property
    def above(self) -> tuple[int, ...]:
        """The cards of its own suit that beat each card when played after it: higher ones, and its equals."""
        return tuple(
            self.bits(
                m
                for m, suit in enumerate(self.suit)
                if m != n and suit == self.suit[n] and self._heights[m] >= self._heights[n]
            )
            for n in range(len(self.cards))
        )

    @cached_property
    def fool(self) -> int:
        """A Fool that serves as Excuse, or 0."""
        return self.bits(n for n, suit in enumerate(self.suit) if suit == EXCUSE)

    @cached_property
    def every_fool(self) -> int:
        """The Fool, whatever its part."""
        return self.bits(n for n, card in enumerate(self.cards) if card.kind == "fool")

    @cached_property
    def empty(self) -> int:
        """The cards that count nothing by themselves: one of them is given for the Fool."""
        return self.bits(n for n, card in enumerate(self.cards) if card not in self.values)

    @cached_property
    def worths(self) -> tuple[tuple[int, Points], ...]:
        """What each card adds to a sum before anything is taken off, as (cards of one worth, worth)."""
        found: dict[Points, int] = {}
        for place, card in enumerate(self.cards):
            worth = self.counting.worth(card, self.values)
            found[worth] = found.get(worth, 0) | 1 << place
        return tuple((bits, worth) for worth, bits in found.items() if worth)

    @staticmethod
    def bits(places: Iterable[int]) -> int:
        """Cards at places as one number."""
        found = 0
        for place in places:
            found |= 1 << place
        return found

    def held(self, cards: Iterable[Card]) -> int:
        """Cards as one number."""
        return self.bits(self.place[card] for card in cards)

    def list(self, bits: int) -> tuple[Card, ...]:
        """The cards of a number, in the order of the plan."""
        return tuple(self.cards[place] for place in places(bits))

    def named(self, names: Iterable[str] | None) -> int:
        """The cards that names of cards, classes and groups mean; a name that means none of the pack adds none."""
        found = 0
        for name in names or ():
            try:
                found |= self.held(
                    self.names.names[name] if self.trump_suit else find(name, self.ranking, self.figures.groups)  # type: ignore[arg-type]
                )
            except (ValueError, KeyError):
                continue
        return found

    # -- feats

    @cached_property
    def feats(self) -> Mapping[str, Prepared]:
        """The feats by id, made ready."""
        return prepared(self.rules, self.named)

    @cached_property
    def announced(self) -> Mapping[str, Prepared]:
        """The feats that somebody may announce, what is told in words alone left out."""
        return {id: one for id, one in self.feats.items() if one.announced is not None and one.do is not None}

    # -- declarations

    @cached_property
    def declarations(self) -> Mapping[str, Declaration]:
        """The declarations that say formally which cards they need."""
        return {id: one for id, one in declarations(self.ruleset).items() if one.holding.formal}

    @cached_property
    def used_once(self) -> tuple[str, ...]:
        """The cards that serve in one declaration only."""
        return told(self.rules.declaring, "once") or ()

    @cached_property
    def apart(self) -> bool:
        """Whether cards may not serve in several declarations of a kind, or at all, so that one has to choose."""
        return bool(self.used_once) or any(kind.share is not None for kind in self.kinds.values())

    def together(self, hand: int, ids: Collection[str]) -> frozenset[str]:
        """Which of some declarations a hand makes beside each other, so that they pay most."""
        chosen = {id: one for id, one in self.declarations.items() if id in ids}
        in_units = any(one.worth and one.worth.units for one in chosen.values())
        unit = told(self.rules.score, "unit") if in_units else None
        made = declare(
            places(hand),
            chosen,
            self.kinds,
            self.groups,
            self.worth_at,
            unit or "",
            self.used_once,
        )
        return frozenset(one.id for one in made.declared)

    @cached_property
    def rungs(self) -> Mapping[str, frozenset[str]]:
        """For each declaration the others of its group that ask for another number of the same cards: of these one is made."""
        known, found = dict(entries(self.rules.declarations)), dict[tuple[str, tuple[str, ...]], set[str]]()
        for id, one in self.declarations.items():
            if (group := told(known[id], "group")) and one.holding.form == "of" and one.holding.at_least is not None:
                found.setdefault((group, one.holding.names), set()).add(id)
        return {id: frozenset(ids - {id}) for ids in found.values() for id in ids if len(ids) > 1}

    @cached_property
    def of_kinds(self) -> Mapping[str, Declaration]:
        """The declarations that so many others of a kind make by themselves."""
        return {id: one for id, one in declarations(self.ruleset).items() if one.holding.form == "kind"}

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        return kinds(self.ruleset)

    # -- the rules of play, as switches

    @cached_property
    def exchange(self) -> tuple[str, ...]:
        """Who exchanges cards with the top of the talon before play, in order, as terms of the list `who`."""
        return told(self.rules.discard, "exchange") or ()

    @cached_property
    def matadors(self) -> int:
        """The highest trumps that need not be played to a lead of trumps, or 0."""
        return self.held(self.trumps_made[: told(self.rules.play, "matadors") or 0])

    @cached_property
    def free_matadors(self) -> tuple[int, ...]:
        """The trumps that need not be played to a lead, by the place of the card led."""
        any_, higher = (told(self.rules.play, "matadors_forced") == term for term in ("any-led", "higher-led"))
        return tuple(
            0 if suit != TRUMPS
            else 0 if any_ and self.matadors >> n & 1
            else self.matadors & self.above[n] if higher and self.matadors >> n & 1
            else self.matadors
            for n, suit in enumerate(self.suit)
        )  # fmt: skip

    @cached_property
    def must_follow(self) -> bool:
        return told(self.rules.play, "must_follow") is not False

    @cached_property
    def must_trump(self) -> bool:
        return told(self.rules.play, "must_trump") is not False

    @cached_property
    def unless_trumped(self) -> bool:
        return bool(told(self.rules.play, "must_trump") == "unless-trumped")

    @cached_property
    def must_overtrump(self) -> bool:
        return bool(told(self.rules.play, "must_overtrump"))

    @cached_property
    def must_overtake(self) -> bool:
        return told(self.rules.play, "must_overtake") is True

    @cached_property
    def overtakes_first(self) -> bool:
        """Whether one has to play higher in the first trick alone."""
        return bool(told(self.rules.play, "must_overtake") == "first-trick")

    @cached_property
    def trump_lead(self) -> str:
        """Whether trumps must be led, `forced` or `highest`, or may not be, `barred`; nothing where they are led like others."""
        return told(self.rules.play, "trump_lead") or ""

    @cached_property
    def lead_yielded(self) -> str:
        """Who leads when one has won with his last trump: `next-holder`, `highest-holder`; nothing where he does."""
        return told(self.rules.play, "lead_yielded") or ""

    @cached_property
    def pagat_held(self) -> str:
        """How long the lowest trump is held back: `last-trump`, `last-card`; nothing where it is played like others."""
        return told(self.rules.play, "pagat") or ""

    @cached_property
    def lowest_trump(self) -> int:
        """The lowest trump, where it is held back, or 0."""
        return self.named(["pagat"]) if self.pagat_held else 0

    @cached_property
    def honours_trick(self) -> tuple[int, int, int] | None:
        """The places of the three honours which fall to one trick that the last of these wins, the lowest trump; None where it
        wins no such trick."""
        if not told(self.rules.play, "pagat_wins"):
            return None
        top, fool, pagat = (self.named([name]) for name in ("XXI", "fool", "pagat"))
        return (top.bit_length() - 1, fool.bit_length() - 1, pagat.bit_length() - 1) if top and fool and pagat else None

    @cached_property
    def highest(self) -> int:
        """The cards of which the highest is played."""
        return self.named(told(self.rules.play, "highest"))

    @cached_property
    def restrained(self) -> bool:
        """Whether the rules hold cards back in other ways than by following suit."""
        return bool(self.trump_lead or self.lowest_trump or self.highest)

    @cached_property
    def fool_led(self) -> str:
        return told(self.rules.fool, "led") or "next-card"

    @cached_property
    def fool_wins(self) -> bool:
        """Whether the Fool wins the last trick for a side that has won all others."""
        return bool(self.fool) and told(self.rules.fool, "wins") == "last-of-slam"

    @cached_property
    def fool_barred(self) -> tuple[int, bool, bool]:
        """When the Fool may not be played: as long as so many cards or fewer are held; without a trick; able to follow."""
        when = frozenset(told(self.rules.fool, "barred") or ())
        return _last(when), "no-tricks" in when, "can-follow" in when

    @cached_property
    def fool_lost_last(self) -> int:
        """In how many of the last tricks the Fool is lost."""
        return _last(told(self.rules.fool, "lost") or ())

    @cached_property
    def fool_worthless_last(self) -> int:
        """In how many of the last tricks the Fool loses its value."""
        return _last(told(self.rules.fool, "worthless") or ())

    @cached_property
    def fool_lost_no_tricks(self) -> bool:
        lost = told(self.rules.fool, "lost")
        return lost is None or "no-tricks" in lost

    def discard_for(self, seat: int, declarer: int | None) -> str | None:
        """For whom the discard of a seat counts, as the rules name him; None where they do not say."""
        counts_for = told(self.rules.discard, "counts_for")
        if isinstance(counts_for, Mapping):
            counts_for = counts_for.get("declarer" if seat == declarer else "others")
        return None if counts_for is None else str(counts_for)

    @cached_property
    def discard_limits(self) -> tuple[tuple[int, str], ...]:
        """The rule of the discard for each class of cards, the largest class first; `forced` where a rule is not stated."""
        told_of = (
            {} if self.rules.discard is None or isinstance(self.rules.discard, Absence) else self.rules.discard.limits
        )
        if not told_of:
            told_of = dict.fromkeys(("kings", "trumps", "fool"), "forced")
        found = {
            self.named([name]): "forced" if isinstance(rule, Absence) or rule is None else rule
            for name, rule in told_of.items()
        }
        return tuple(
            sorted(((bits, rule) for bits, rule in found.items() if bits), key=lambda item: -item[0].bit_count())
        )

    @cached_property
    def deadlines(self) -> frozenset[int]:
        """The tricks before which something may be announced for the last time, the first apart."""
        return frozenset(one.deadline for one in self.feats.values() if one.deadline > 1)

    @cached_property
    def concessions(self) -> Mapping[str, Concession]:
        """The ways of giving up a hand, by id."""
        return dict(entries(self.rules.concessions))

    @cached_property
    def conceded_in_play(self) -> bool:
        """Whether a hand may be given up while it is played."""
        return any(told(one, "when") for one in self.concessions.values())

    # -- the table

    @cached_property
    def sides(self) -> str:
        return given(self.rules.sides) or "individual"

    @cached_property
    def teams(self) -> int:
        """How many fixed sides there are, a player by himself being one; 0 where sides change from hand to hand."""
        return {"individual": self.players, "partners": 2, "pairs": self.players // 2}.get(self.sides, 0)

    @cached_property
    def _beside(self) -> int:
        """How many partners sit side by side, where they do; else 0."""
        fixed = self.sides in ("partners", "pairs") and told(self.rules.seating, "partners") == "beside"
        return self.players // self.teams if fixed else 0

    def turned(self, dealer: int) -> int:
        """How many of the dealer's partners sit after him, when a player deals: 0 where the last player does, nor where
        partners do not sit side by side."""
        return -(dealer + 1) % self._beside if self._beside else 0

    def side(self, seat: int, declarer: int | None = None, partner: int | None = None, turned: int = 0) -> int:
        """The number of the side that a seat is on: its own, its partnership, or 0 for the declarer's and 1 for the others'.

        Partners sit apart by as many places as there are sides, or side by side, `turned` of them after the dealer. Of two players
        who play for themselves the one is declarer, when there is one, and the other his opponent.
        """
        if self.players == 2 and declarer is not None:
            return int(seat != declarer)
        if self.sides == "individual" or (self.sides == "alliance" and declarer is None):
            return seat
        if self.sides == "alliance":
            return 0 if seat in (declarer, partner) else 1
        if declarer is not None:
            return int(self.side(seat, turned=turned) != self.side(declarer, turned=turned))
        return (seat - turned) % self.players // self._beside if self._beside else seat % self.teams

    @property
    def dealer(self) -> int:
        """Seats are numbered in turn from the player after the dealer, who has the last number."""
        return self.players - 1

    @cached_property
    def circle(self) -> tuple[int, ...]:
        """The seats that play to a trick, in turn from the player after the dealer. A dead hand that takes part comes after the
        numbers of the players, and sits where it was dealt."""
        ring = list(range(self.players))
        if told(self.rules.play, "dead_hand") is not None:
            at = self._about_dealer(told(self.rules.play, "dead_hand_at"), self.players + 1)
            ring.insert(self.dealer if at is None else at, self.players)
        return tuple(ring)

    @cached_property
    def after(self) -> tuple[int, ...]:
        """Who plays after each seat."""
        ring = self.circle
        return tuple(ring[(ring.index(seat) + 1) % len(ring)] for seat in range(len(ring)))

    @cached_property
    def direction(self) -> str:
        """Which way round the game is played."""
        return told(self.rules.play, "direction") or told(self.rules.deal, "direction") or "counterclockwise"

    def seat(self, name: str | None, declarer: int | None = None, first: int | None = None) -> int | None:
        """The seat that a term of the list `seat` means; None where it means none."""
        near = 1 if self.direction != "clockwise" else -1
        match name:
            case "declarer":
                return declarer
            case "right-of-declarer":
                return None if declarer is None else (declarer + near) % self.players
            case "left-of-declarer":
                return None if declarer is None else (declarer - near) % self.players
            case "first-bidder":
                return first
        return self._about_dealer(name, self.players)

    def _about_dealer(self, name: str | None, seats: int) -> int | None:
        """The place among so many seats, the dealer's being the last, that a term says by where the dealer sits."""
        near = 1 if self.direction != "clockwise" else -1
        steps = {"dealer": 0, "right-of-dealer": near, "left-of-dealer": -near, "opposite-dealer": seats // 2}
        return None if name not in steps else (seats - 1 + steps[name]) % seats

    @cached_property
    def takers(self) -> Mapping[int, int]:
        """How many extra cards each seat gets in the deal."""
        found: dict[int, int] = {}
        for who, number in self.deal.takers.items():
            seats = [s for s in range(self.players) if who not in ("others", "non-dealers") or s != self.dealer]
            if len(each_of({who: number}, self.players)) == 1:
                seat = self.seat("right-of-dealer" if who == "eldest" else who)
                seats = [self.dealer if seat is None else seat]
            for one in seats:
                found[one] = found.get(one, 0) + number
        return found


class _Places(Mapping[str, tuple[int, ...]]):
    """Names of cards and groups with the places of the cards that they mean, found when asked for."""

    def __init__(self, names: Mapping[str, Iterable[Any]], place: Mapping[Card, int]):
        self.names, self.place = names, place

    def __getitem__(self, name: str) -> tuple[int, ...]:
        return tuple(self.place[card] for card in self.names[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def plan_of(computed: ComputedCorpus, ruleset: Ruleset, players: int | None = None) -> Plan:
    """Return the plan of a ruleset for a number of players, the least where none is given; a case that their number alone
    brings about is in it. ValueError where so many cannot play; Unplayable where facts are missing."""
    numbers = given(ruleset.rules.players) or ()
    if players is None:
        players = min(numbers, default=0)
    elif players not in numbers:
        raise ValueError(
            f"players: found {players!r}; {ruleset.id} is for {' or '.join(map(str, numbers)) or 'an unknown number'}"
        )
    plan = Plan(computed, ruleset, players)
    for id, case in entries(ruleset.rules.cases):
        condition = given(case.only_if)
        if (
            condition is not None
            and condition == type(condition)(players=condition.players)
            and players in (condition.players or ())
        ):
            plan = plan.cases.get(f"cases.{id}", plan)
    return plan


def places(bits: int) -> Iterator[int]:
    """Yield the places of the cards of a number, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _last(when: Iterable[str]) -> int:
    """How many of the last tricks terms such as `last-3` mean at most."""
    numbers = {"last-trick": 1, "last-but-one": 2}
    return max((numbers.get(term) or int(term[5:]) for term in when if term.startswith("last-")), default=0)
