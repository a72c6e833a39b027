"""Trump orders as values: who stands where, who ties with whom, which numbers are printed, what is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from tarotref.problem import nearest

_ITEM = re.compile(r"(?:(?P<printed>\d+)|\((?P<known>\d+)\))?\s*(?P<subject>[a-z][a-z0-9-]*)?")


class Entry(Protocol):
    """What an entry of trump-orders.yaml says of an order, as far as its trumps depend on it."""

    @property
    def pack(self) -> str: ...
    @property
    def order(self) -> tuple[Any, ...] | None: ...
    @property
    def like(self) -> str | None: ...
    @property
    def swap(self) -> Iterable[Sequence[str]] | None: ...
    @property
    def replace(self) -> Mapping[str, str] | None: ...
    @property
    def doubtful(self) -> Iterable[str] | None: ...


@dataclass(frozen=True, slots=True)
class Item:
    """One trump in an order: its subject (or its number, where the pack has only numbers), and the number it bears."""

    subject: str
    number: int | None = None
    printed: bool = False

    def __str__(self) -> str:
        if self.number is None or self.subject == str(self.number):
            return self.subject
        return f"{self.number} {self.subject}" if self.printed else f"({self.number}) {self.subject}"


@dataclass(frozen=True, slots=True)
class Order:
    """One attested ranking, highest first. An empty tier is a gap: a trump stood there, but we do not know which."""

    id: str
    pack: str
    tiers: tuple[tuple[Item, ...], ...]
    doubtful: frozenset[str] = frozenset()

    @property
    def complete(self) -> bool:
        """Whether it has no gap."""
        return all(self.tiers)

    def names(self) -> list[str | list[str]]:
        """Return the tiers as `tarotref.cards.packs.ranking` takes them."""
        return [tier[0].subject if len(tier) == 1 else [i.subject for i in tier] for tier in self.tiers if tier]


Fault: TypeAlias = tuple[tuple[str | int, ...], str]
"""Where something is wrong (the id of an order, then steps into its entry), and what."""


def read_orders(entries: Mapping[str, Entry]) -> tuple[dict[str, Order], list[Fault]]:
    """Return the orders that entries of trump-orders.yaml write, and what is wrong with them."""
    done: dict[str, Order] = {}
    faults: list[Fault] = []
    for id in entries:
        _read(id, entries, done, faults, ())
    return {id: done[id] for id in entries if id in done}, faults


def read_order(id: str, entries: Mapping[str, Entry]) -> Order | None:
    """Return one order, as far as its entry can be read; None where there is none of that name."""
    return _read(id, entries, {}, [], ()) if id in entries else None


Tiers: TypeAlias = tuple[tuple[Item, ...], ...]


def _read(
    id: str,
    entries: Mapping[str, Entry],
    done: dict[str, Order],
    faults: list[Fault],
    way: tuple[str, ...],
) -> Order | None:
    if id in done:
        return done[id]
    entry = entries[id]
    if id in way:
        faults.append(((id, "like"), f"{' -> '.join((*way, id))}: the orders are like one another in a circle"))
        return None
    if entry.order is not None:
        tiers = _own(id, entry.order, faults)
    elif entry.like is None:
        faults.append(((id,), "neither order nor like; expected one of them"))
        return None
    elif entry.like not in entries:
        faults.append(((id, "like"), f"no trump order has the id {entry.like!r}{nearest(entry.like, entries)}"))
        return None
    else:
        base = _read(entry.like, entries, done, faults, (*way, id))
        tiers = base.tiers if base else None
    if tiers is None:
        return None
    tiers = _changed(id, entry, tiers, faults)
    subjects = [i.subject for tier in tiers for i in tier]
    faults += [((id, "order"), f"{s!r} stands twice") for s in dict.fromkeys(subjects) if subjects.count(s) > 1]
    done[id] = Order(id, entry.pack, tiers, frozenset(entry.doubtful or ()))
    return done[id]


def _own(id: str, order: Iterable[Any], faults: list[Fault]) -> Tiers | None:
    """Return the tiers that an entry writes out; None where one cannot be read."""
    read, before = [], len(faults)
    for n, item in enumerate(order):
        try:
            read.append(_tier(item))
        except ValueError as error:
            faults.append(((id, "order", n), str(error)))
    return tuple(read) if len(faults) == before else None


def _changed(id: str, entry: Entry, tiers: Tiers, faults: list[Fault]) -> Tiers:
    """Return tiers with what an entry puts in the place of others, and the pairs changed that change places."""
    for old, new in (entry.replace or {}).items():
        tiers = tuple(tuple(replace(i, subject=new) if i.subject == old else i for i in tier) for tier in tiers)
    for pair in entry.swap or ():
        try:
            tiers = _swapped(tiers, *pair)
        except (ValueError, TypeError) as error:
            faults.append(((id, "swap"), str(error)))
    return tiers


def _tier(item: Any) -> tuple[Item, ...]:
    if isinstance(item, list | tuple):
        return tuple(i for part in item for i in _tier(part))
    if item == "gap":
        return ()
    match = _ITEM.fullmatch(str(item).strip())
    if not match or not str(item).strip():
        raise ValueError(
            f"{item!r} is no trump; expected `subject`, `20 justice`, `(40) angel`, a list of tied ones, or `gap`"
        )
    number = match["printed"] or match["known"]
    return (Item(match["subject"] or str(number), int(number) if number else None, bool(match["printed"])),)


def _swapped(tiers: Tiers, one: str, other: str) -> Tiers:
    """Exchange the places of two subjects; the numbers stay where they are, as they do on the cards."""
    subjects = {i.subject for tier in tiers for i in tier}
    missing = [s for s in (one, other) if s not in subjects]
    if missing:
        raise ValueError(f"{missing[0]!r} is not in the order{nearest(missing[0], subjects)}")
    names = {one: other, other: one}
    return tuple(tuple(replace(i, subject=names.get(i.subject, i.subject)) for i in tier) for tier in tiers)
