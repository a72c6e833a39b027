"""A reader for sequences: runs, chains, sets with wild cards. What it finds is what `tarotref.cards.holdings.ways` finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tarotref.cards.holdings import Groups, Holding
from tarotref.cards.holdings.held import Card, Hand, Link, is_free, links, wild_cards

HEAD, WAIT, FOOT = "head", "wait", "foot"
"""A run goes on and may stop; it has not begun, or may begin again; it goes on and must reach its end."""
_FIRST = {"": HEAD, "top": HEAD, "free": WAIT, "bottom": WAIT, "ends": HEAD}
_AGAIN = {"free": HEAD, "bottom": FOOT, "ends": FOOT}


class At(NamedTuple):
    """How far one way of filling a sequence has come."""

    link: int
    filled: int = 0
    """Places of this link that are filled, counted only as far as the link needs them."""
    phase: str = HEAD
    used: int = 0
    """Wild cards that stand for others."""
    gaps: int = 0
    """How often the run may still leap."""
    blank: str = ""
    """What the place before was, if not a card: `wild` or `leap`."""


State = tuple[int, frozenset[tuple[At, int]]]
"""How many wild cards are held, and every way of filling the sequence so far, with the greatest size it has."""


@dataclass(frozen=True, slots=True)
class Line:
    """Follows all the ways of filling a sequence at once. Cards must come wild cards first, then place by place."""

    chain: tuple[Link, ...]
    wilds: tuple[Card, ...] = ()
    apart: bool = False
    never: Hand = frozenset()
    least: int = 1
    genuine: int = 0
    annexed: bool = False
    """Whether wild cards that stand for nothing are added."""
    where: dict[Card, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", {card: n for n, link in enumerate(self.chain) for card in link.cards})

    @property
    def cards(self) -> tuple[Card, ...]:
        return (*self.wilds, *self.where)

    @property
    def start(self) -> State:
        return 0, frozenset({(self._begin(0, At(0)), 0)})

    def read(self, state: State, card: Card, held: bool) -> State | None:
        wilds, ways = state
        if card in self.wilds:
            return wilds + held, ways
        found: dict[At, int] = {}
        for at, size in ways:
            for then, total in self._moves(at, size, card, held, wilds):
                found[then] = max(total, found.get(then, 0))
        return (wilds, frozenset(found.items())) if found else None

    def end(self, state: State) -> int | None:
        wilds, ways = state
        last = len(self.chain)
        sizes = [
            size + (wilds - at.used if self.annexed else 0)
            for at, size in ways
            if self._pass(at, last) and size >= self.least and size - at.used >= self.genuine
        ]
        return max(sizes, default=None)

    def _begin(self, link: int, at: At) -> At:
        """A way at the first place of a link."""
        start = self.chain[link].start if link < len(self.chain) else ""
        leap = self.chain[link].leap if link < len(self.chain) else None
        gaps = 0 if leap is None else leap.gaps if leap.gaps is not None else len(self.where)
        return At(link, 0, _FIRST[start], at.used, gaps, at.blank)

    def _pass(self, at: At, link: int) -> At | None:
        """A way that has come to the place of a later link, if the links before have what they need."""
        while at.link < link:
            here = self.chain[at.link]
            if at.filled < here.at_least or (here.mode == "need" and not here.cards):
                return None
            at = self._begin(at.link + 1, at)
        return at

    def _moves(self, at: At, size: int, card: Card, held: bool, wilds: int) -> Iterator[tuple[At, int]]:
        """What becomes of one way at one card."""
        passed = self._pass(at, self.where[card])
        if passed is None:
            return
        at = passed
        if at.link > self.where[card]:
            yield at, size
            return
        here = self.chain[at.link]
        over = 1 if held and at.blank == "leap" and at.phase == HEAD and here.leap and here.leap.counted else 0
        filled = min(at.filled + 1 + over, here.at_least)
        waiting = here.mode == "run" and at.phase == WAIT
        phase = _AGAIN[here.start] if waiting else at.phase
        if waiting:
            yield at._replace(blank=""), size
        if held:
            yield at._replace(filled=filled, phase=phase, blank=""), size + 1 + over
            return
        if at.used < wilds and card not in self.never and not (self.apart and at.blank == "wild"):
            yield at._replace(filled=filled, phase=phase, used=at.used + 1, blank="wild"), size + 1
        if here.mode == "of":
            yield at, size
        elif here.mode == "run" and not waiting:
            yield from self._gap(at, size, here)

    def _gap(self, at: At, size: int, here: Link) -> Iterator[tuple[At, int]]:
        """A run at a missing card leaps over it or stops."""
        if at.gaps and at.blank != "leap":
            counted = 1 if at.phase == FOOT and here.leap and here.leap.counted else 0
            filled = min(at.filled + counted, here.at_least)
            yield at._replace(filled=filled, gaps=at.gaps - 1, blank="leap"), size + counted
        if at.phase == HEAD and here.start == "ends":
            yield at._replace(phase=WAIT, blank=""), size
            return
        rest_may_lack = all(link.optional for link in self.chain[at.link + 1 :])
        if at.phase == HEAD and at.filled >= here.at_least and rest_may_lack:
            yield At(len(self.chain), used=at.used), size


def line(holding: Holding, groups: Groups, annex: Hand) -> Line:
    """The reader of a run, a chain, or a set with wild or genuine cards."""
    chain = links(holding, groups)
    wilds = wild_cards(holding, chain, groups)
    if is_free(holding):
        chain = (replace(chain[0], start="free"),)
    return Line(
        chain=tuple(replace(link, cards=link.cards[::-1]) if link.start == "bottom" else link for link in chain),
        wilds=wilds,
        apart=bool(holding.wild and holding.wild.apart),
        never=frozenset(groups.find(holding.wild.not_for)) if holding.wild else frozenset(),
        least=max(holding.at_least or 0, 1),
        genuine=holding.genuine,
        annexed=bool(wilds) and annex.issuperset(wilds),
    )
