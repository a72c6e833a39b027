"""From a holding to its reader."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from tarotref.cards.holdings import Groups, Holding
from tarotref.cards.holdings.held import Hand
from tarotref.cards.odds.line import Line, line
from tarotref.cards.odds.readers import Count, Reader, Together


class Unsized(ValueError):
    """The size of a holding cannot be followed, because two of its parts may or may not count the same cards."""


def build(holding: Holding, groups: Groups, sized: bool) -> Reader:
    """The reader of a formal holding. Unless `sized` its sizes mean nothing, and it has fewer states; Unsized if they
    are asked for in vain."""
    if family := holding.each or holding.same:
        bare = replace(holding, each="", same="")
        return _together([build(bare, cell, sized) for cell in groups.cells(family)], False, sized)
    if holding.annex:
        return _annexed(holding, groups) if sized else build(replace(holding, annex=()), groups, sized)
    if holding.form == "any":
        return _together([build(part, groups, sized) for part in holding.parts], False, sized)
    if holding.form == "all":
        readers = [build(part, groups, sized) for part in holding.parts]
        return _joined(holding, groups, readers) if sized else _together(readers, True, False)
    cards = _plain(holding, groups)
    if cards is None:
        return _headed(line(holding, groups, frozenset()), whole=not holding.at_least)
    return Count(cards, holding.allows if holding.form == "of" else lambda number: number == len(cards) > 0)


def _together(readers: list[Reader], every: bool, count: bool) -> Reader:
    return Together(tuple(readers), every, (count,) * len(readers))


def _annexed(holding: Holding, groups: Groups) -> Reader:
    """A holding and its annexed cards, which count if it does not have them already."""
    annex = frozenset(groups.find(holding.annex))
    bare = replace(holding, annex=())
    own = _plain(bare, groups)
    if own is None and holding.form in ("run", "chain", "of"):
        found = line(bare, groups, annex)
        return _disjoint(found, annex - frozenset(found.wilds if found.annexed else ()))
    inner = build(bare, groups, sized=True)
    return _disjoint(inner, annex) if own is None else _together([inner, Count(annex - own)], True, True)


def _disjoint(reader: Reader, extra: Hand) -> Reader:
    if extra & set(reader.cards):
        raise Unsized
    return _together([reader, Count(extra)], True, True)


def _joined(holding: Holding, groups: Groups, readers: list[Reader]) -> Reader:
    """All of several: cards that plain parts name are counted once, and no other part may touch them."""
    plains = [_plain(part, groups) for part in holding.parts]
    union: Hand = frozenset().union(*(cards for cards in plains if cards is not None))
    seen = set(union)
    for reader, cards in zip(readers, plains, strict=True):
        if cards is None and seen & set(reader.cards):
            raise Unsized
        seen |= set(reader.cards)
    return Together((*readers, Count(union)), True, (*(cards is None for cards in plains), True))


def _headed(reader: Line, whole: bool) -> Reader:
    """A run or a chain; where no card is wild, what a chain needs at its head is counted by itself, in any order."""
    head = list(takewhile(lambda link: link.mode == "need" and link.cards, reader.chain[:-1]))
    if reader.wilds or reader.genuine or not whole or not head:
        return reader
    cards = frozenset(card for link in head for card in link.cards)
    rest = replace(reader, chain=reader.chain[len(head) :], least=0)
    return _together([Count(cards, lambda number: number == len(cards)), rest], True, True)


def _plain(holding: Holding, groups: Groups) -> Hand | None:
    """The cards of a holding that counts whatever it names and is held; None if it is not so simple."""
    if holding.each or holding.same or holding.wild or holding.genuine or holding.annex:
        return None
    if holding.form in ("card", "of"):
        return frozenset(groups.find(holding.names))
    if holding.form != "all":
        return None
    parts = [_plain(part, groups) for part in holding.parts]
    known = [part for part in parts if part is not None]
    return frozenset[object]().union(*known) if len(known) == len(parts) else None
