"""Rules on what records refer to: ids, notes, sections, names of files and cards."""

from __future__ import annotations

import re
from collections import ChainMap, Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref import catalogue_number
from tarotref.cards.holdings import Holding, Wild
from tarotref.cards.names import find
from tarotref.corpus.files import BIBLIOGRAPHY
from tarotref.corpus.records import SECTIONS, Corpus, Record
from tarotref.corpus.source import Path, Unread, dotted
from tarotref.corpus.source import Source as SourceFile
from tarotref.model.record import Game
from tarotref.model.references import references
from tarotref.model.rules import REPLACED, Discard, entries
from tarotref.model.types import Absence, Facts, given
from tarotref.notation import folded
from tarotref.problem import Problem, near, nearest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset

from tarotref.checks.arithmetic import order_faults
from tarotref.checks.registry import (
    Fault,
    Found,
    of_records,
    of_rulesets,
    once,
    record_rule,
    records,
    renamed,
    rule,
    ruleset_rule,
)


def _own_witnesses(corpus: Corpus, record: Record | None) -> Collection[str]:
    """Return the witnesses that a record lists; where one of them could not be read, or is not known, it may be any."""
    listed = record.facts.witnesses if record else ()
    lost = record is not None and any(path[:1] == ("witnesses",) for path in record.source.faults)
    return Unread() if lost or any(key not in corpus.bibliography for key in listed) else listed


FOUND: dict[str, tuple[str, Callable[[Corpus, Record | None], Collection[str]]]] = {
    "place": ("place", lambda c, _: c.shared["places"]),
    "pack": ("pack", lambda c, _: c.shared["packs"]),
    "order": ("trump order", lambda c, _: c.shared["trump-orders"]),
    "subject": ("subject", lambda c, _: c.shared["subjects"]),
    "term": ("term", lambda c, _: c.shared["glossary"]),
    "source": ("source", lambda c, _: every(c.bibliography, {EDITORS})),
    "tradition": ("tradition", lambda c, _: {id for id in c.known_ids if not catalogue_number.is_number(id)}),
    "number": ("game", lambda c, _: every(c.known_ids, c.rulesets, c.shared["catalogue"])),
    "own-witness": ("witness of the record", _own_witnesses),
    "own-ruleset": ("ruleset of the game", lambda c, r: _own_rulesets(r)),
}
"""What each kind of reference names, and where it is looked up; `base` is looked up by what lays the layers."""
EDITORS = "tarotref"
"""Stands for the editors where a source is named."""


def every(*shelves: Collection[str]) -> Collection[str]:
    """Return all ids of several shelves; one that could not be read may hold any."""
    unread = next((shelf for shelf in shelves if isinstance(shelf, Unread)), None)
    return {id for shelf in shelves for id in shelf} if unread is None else unread


def _own_rulesets(record: Record | None) -> set[str]:
    facts = record.facts if record else None
    return {"main", *facts.witnesses, *facts.readings, *facts.variants} if facts else {"main"}


WITHIN = {
    "bid": ("bid", "bids"),
    "card": ("card or group", "groups"),
    "case": ("case", "cases"),
    "declaration": ("declaration", "declarations"),
    "feat": ("feat", "feats"),
    "kind": ("kind of declarations", "kinds"),
    "payment": ("payment", "feats"),
    "pot": ("pot", "pots"),
    "replaced": ("payment", "feats"),
}
"""What each kind of reference names in its own ruleset, and the section that has it."""
CARDS: tuple[Path, ...] = (("pack",), ("trump_order",), ("suit_order",), ("groups",))
"""The facts that the names of cards follow from."""


@record_rule
def reading_listed(computed: ComputedCorpus, record: Record) -> Found:
    """A reading of a game is of a witness or a source of its record: the page names all that it shows."""
    facts, known = record.facts, _own_witnesses(computed.corpus, record)
    for key in facts.readings if isinstance(facts, Game) else ():
        if key in computed.corpus.bibliography and key not in known and key not in facts.source:
            message = f"{key!r} is not among the witnesses of the record; add it there{nearest(key, known)}"
            yield record.source.problem(("readings", key), message, "reading-listed")


@record_rule
def name_once(computed: ComputedCorpus, record: Record) -> Found:
    """One name of one thing in one language is one entry of a record, which names all who have it."""
    seen: dict[tuple[str, str, str | None], int] = {}
    for n, name in enumerate(record.facts.names):
        first = seen.setdefault((name.of, name.name, name.lang), n)
        if first != n:
            line = record.source.line(("names", first))
            message = (
                f"{name.name!r} is given as a name of {name.of!r} in line {line} already; say there who else has it"
            )
            yield record.source.problem(("names", n, "name"), message, "name-once")


class Dangling(NamedTuple):
    """An id that something names and that is not there."""

    problem: Problem
    kind: str
    id: str


def _told(computed: ComputedCorpus, found: Iterable[Dangling]) -> Iterator[Problem]:
    """Yield the problems, and keep what they are about for `renamed_id`."""
    for one in found:
        computed.memo.once("dangling", list[Dangling]).append(one)
        yield one.problem


@rule
def dangling(computed: ComputedCorpus) -> Found:
    """Every place, pack, trump order, subject, term, source, tradition, game and ruleset that something names is there."""
    corpus, known = computed.corpus, _everywhere(computed)
    for shelf, held in corpus.shared.items():
        for id, entry in held.items():
            yield from _told(computed, _dangling(known, entry, corpus.shared_sources[shelf], (id,)))
    for list_, terms in corpus.vocabulary.items():
        for id, term in terms.items():
            yield from _told(computed, _dangling(known, term, corpus.shared_sources["vocabulary"], (list_, id)))
    yield from _dangling_in_orders(computed)


@of_records("dangling")
def _dangling_in_records(computed: ComputedCorpus, record: Record) -> Found:
    corpus, facts = computed.corpus, record.facts
    known = _everywhere(computed) | _known(corpus, record, "own-")
    yield from _told(computed, _dangling(known, facts, record.source, ()))
    for n, example in enumerate(facts.examples if isinstance(facts, Game) else ()):
        ruleset = corpus.rulesets.get(f"{facts.id}/{example.ruleset}")
        if ruleset:
            within = _within(computed, ruleset)
            yield from _told(computed, _dangling(within, example, record.source, ("examples", n)))


@rule
def renamed_id(computed: ComputedCorpus) -> Found:
    """An id that others name stays as it is where it is given."""
    corpus = computed.corpus
    counts = Counter(
        (one.kind, one.id) for one in computed.memo.once("dangling", list[Dangling]) if one.kind in SHELVES
    )
    if not counts:
        return
    values = [record.facts for record in records(computed)]
    values += [entry for shelf in (*corpus.shared.values(), *corpus.vocabulary.values()) for entry in shelf.values()]
    used = {(names.kind, names.target(text)) for value in values for _, names, text in references(value)}
    for (kind, id), n in counts.items():
        shelf = corpus.bibliography if kind == "source" else corpus.shared[SHELVES[kind]]
        unused = [one for one in shelf if (kind, one) not in used] if n > 1 else []
        titled = [one for one in unused if folded(getattr(shelf[one], "title", None) or "").replace(" ", "-") == id]
        new = titled[0] if titled else near(id, unused)
        if new is not None and (titled or new == near(id, shelf)):
            what = FOUND[kind][0]
            message = f"nothing names this {what}, and {n} name {id!r}, which is not there; an id that others name stays as it is"
            if kind == "source":
                yield Problem(BIBLIOGRAPHY, corpus.bibliography[new].line, new, message, "renamed-id")
            else:
                yield corpus.shared_sources[SHELVES[kind]].problem((new,), message, "renamed-id")
            renamed(computed)[f"no {what} has the id {id!r}"] = new


SHELVES = {
    "place": "places", "pack": "packs", "order": "trump-orders", "subject": "subjects", "term": "glossary", "source": "",
}  # fmt: skip


def _everywhere(computed: ComputedCorpus) -> dict[str, tuple[str, Collection[str]]]:
    return computed.memo.once("known everywhere", lambda: _known(computed.corpus, None))


def _dangling_in_orders(computed: ComputedCorpus) -> Iterator[Problem]:
    """Yield what trump orders name that no subject is, and what is said of trumps that they do not rank."""
    corpus = computed.corpus
    for id, order in computed.orders.items():
        entry = corpus.shared["trump-orders"][id]
        strange = False
        for item in (item for tier in order.tiers for item in tier):
            if not item.subject.isdecimal() and item.subject not in {"fool", *corpus.shared["subjects"]}:
                message = f"no subject has the id {item.subject!r}{nearest(item.subject, corpus.shared['subjects'])}"
                strange = True
                if entry.order is not None:  # or else it is told of the order that this one is like
                    yield corpus.shared_sources["trump-orders"].problem((id, "order"), message, "dangling")
        ranked = {"fool", *(item.subject for tier in order.tiers for item in tier)}
        for path, names, value in references(entry) if not strange else ():
            if names.kind == "ranked" and value not in ranked:
                message = f"the order has no trump {value!r}{nearest(value, ranked)}"
                yield corpus.shared_sources["trump-orders"].problem((id, *path), message, "dangling")


@of_rulesets("dangling")
def _dangling_in_rules(computed: ComputedCorpus, r: Ruleset) -> Found:
    known = _everywhere(computed) | _within(computed, r)
    own = r.id.rpartition("#")[2] if r.kind == "case" else ""
    for path, names, value in references(r.rules):
        what, found = known[names.kind]
        if own and path[0] in ("bids", "cases") and f"{path[0]}.{path[1]}" != own:
            continue  # one contract may be without what another names
        if value not in found:
            message = f"no {what} has the id {value!r}{nearest(value, found)}"
            yield Fault(r, path, message, _concerns(computed, names.kind, value))


def _known(corpus: Corpus, record: Record | None, begins: str = "") -> dict[str, tuple[str, Collection[str]]]:
    """Return what each kind of reference names, and all ids of the kind as they are seen from a record."""
    return {kind: (what, found(corpus, record)) for kind, (what, found) in FOUND.items() if kind.startswith(begins)}


def _within(computed: ComputedCorpus, r: Ruleset) -> dict[str, tuple[str, Collection[str]]]:
    """Return what each kind of reference in a ruleset names, and all of the kind that it has."""
    names = computed.figures(r).names
    found: dict[str, Collection[str]] = {
        kind: {id for id, _ in entries(getattr(r.rules, section))} for kind, (_, section) in WITHIN.items()
    }
    # Where pack or order is not known, no card can be said to be amiss; a group that names no card is told where it stands.
    own = dict.fromkeys(("called", *(given(r.rules.groups) or ())), ())
    found["card"] = ChainMap(own, names.names) if names else Unread()  # type: ignore[arg-type]
    found["payment"] = {"score", *found["payment"]}
    found["replaced"] = {*REPLACED, *found["payment"]}
    return {kind: (f"{what} of {r.id}", found[kind]) for kind, (what, _) in WITHIN.items()}


def _dangling(
    known: Mapping[str, tuple[str, Collection[str]]], value: Facts, source: SourceFile, at: Path
) -> Iterator[Dangling]:
    for path, names, text in references(value):
        if names.kind in known:
            what, found = known[names.kind]
            id = names.target(text)
            if id not in found:
                message = f"no {what} has the id {id!r}{nearest(id, found)}"
                yield Dangling(source.problem((*at, *path), message, "dangling"), names.kind, id)


@record_rule
def note_path(computed: ComputedCorpus, record: Record) -> Found:
    """A note is on something that stands in its record: a field, an entry, a section of the text (`text.Play`)."""
    for n, note in enumerate(record.facts.notes):
        for at in note.at:
            steps = at.split(".")
            if steps[0] == "text":
                if at[5:] not in record.sections and at[5:] not in SECTIONS:
                    message = f"the record has no section {at[5:]!r}{nearest(at[5:], record.sections)}"
                    yield record.source.problem(("notes", n, "at"), message, "note-path")
            elif not _stands(computed, record, steps):
                message = f"nothing stands at {at!r}{nearest(at, _places(computed, record))}"
                yield record.source.problem(("notes", n, "at"), message, "note-path")


def _stands(computed: ComputedCorpus, record: Record, steps: list[str]) -> bool:
    ruleset = computed.corpus.rulesets.get(f"{record.facts.id}/main")
    if ruleset is None and record.facts.id in computed.corpus.games:
        return True  # what the game is laid on could not be read
    # A fact that is inherited may be annotated in the record that inherits it.
    inherited = ruleset is not None and steps[0] == "rules" and _reaches(ruleset.tree, steps[1:])
    return inherited or _reaches(record.source.data, steps)


def _places(computed: ComputedCorpus, record: Record) -> Iterator[str]:
    """Yield the paths that a note of a record may be on: what the record says, and what its rules inherit."""
    yield from (dotted(path) for path in record.source.lines if path)
    ruleset = computed.corpus.rulesets.get(f"{record.facts.id}/main")
    for path in ruleset.origin if ruleset else ():
        yield from (dotted(("rules", *path[:end])) for end in range(1, len(path) + 1))


def _reaches(tree: Any, steps: list[str]) -> bool:
    for step in steps:
        if isinstance(tree, list) and step.isdecimal() and int(step) < len(tree):
            tree = tree[int(step)]
        elif isinstance(tree, Mapping) and step in tree:
            tree = tree[step]
        else:
            return False
    return True


@ruleset_rule
def card_name(computed: ComputedCorpus, r: Ruleset) -> Found:
    """Every card, class and group that rules name is in the ruleset's pack: in groups, values, discards, and in every holding."""
    figures = computed.figures(r)
    for field, message in figures.faults:
        name = message.partition(": ")[0]
        if field == "trump_order" and next(order_faults(computed, str(r.rules.trump_order)), None):
            continue  # told where the order stands
        values = given(r.rules.values) or {}
        strange = re.findall(r"'([^']+)' is no card", message)
        at: Path = ("values", name) if field == "values" and name in values else tuple(field.split("."))
        yield Fault(r, at, message, _concerns(computed, "card", strange[0]) if strange else CARDS)
    names = figures.names
    if figures.ranking is None or names is None:
        return
    known = {*figures.ranking.classes, *figures.groups}
    groups = given(r.rules.groups) or ()  # one that is at fault is told where it stands
    for key in r.rules.discard.limits if isinstance(r.rules.discard, Discard) else ():
        if key not in names.names and key not in groups:
            message = f"{key!r} is no field, card or class here{nearest(key, [*known, *Discard.model_fields])}"
            yield Fault(r, ("discard", key), message, _concerns(computed, "card", key))
    for path, named in _cards_of(r.rules, ()):
        for name in named:
            if name not in names.names and name not in groups:
                message = f"{name!r} is no known card or group{nearest(name, known)}"
                yield Fault(r, path, message, _concerns(computed, "card", name))


_PLAIN = frozenset((type(None), str, int, bool, Absence))
"""Types of values that hold nothing, and are most of them."""


def _cards_of(value: Any, path: Path) -> Iterator[tuple[Path, Iterable[str]]]:
    """Yield the names of cards in every holding of a value, and among its wild cards, with where they stand."""
    if isinstance(value, Holding):
        yield path, value.named()
    elif isinstance(value, Wild):
        yield path, (*value.of, *value.not_for)
    elif isinstance(value, Facts):
        for name, part in value:
            if type(part) not in _PLAIN:
                yield from _cards_of(part, (*path, name))
    elif isinstance(value, dict) and path[-1:] != ("rules",):
        for key, part in value.items():
            if type(part) not in _PLAIN:
                yield from _cards_of(part, (*path, str(key)))
    elif isinstance(value, tuple):
        for n, part in enumerate(value):
            if type(part) not in _PLAIN:
                yield from _cards_of(part, (*path, n))


def _concerns(computed: ComputedCorpus, kind: str, name: str) -> tuple[Path, ...]:
    """Return what a fault with a name follows from; a name of cards that no pack or game knows is at fault itself."""
    if kind in WITHIN and kind != "card":
        return ((WITHIN[kind][1], name),)
    if kind != "card":
        return ()
    if any(name in (given(r.rules.groups) or ()) for r in once(computed)):
        return CARDS
    for pack in computed.packs.values():
        with suppress(ValueError):
            find(name, pack)
            return CARDS
    return ()
