"""Rules on what records refer to: ids, notes, sections, names of files and cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.cards.holdings import HoldingError, parse_declaration
from tarotref.computed.groups import groups_of
from tarotref.corpus.records import SECTIONS, Record, overlaps
from tarotref.corpus.source_file import Path
from tarotref.model.record import Game, Tradition
from tarotref.model.types import Absence
from tarotref.problem import Problem, nearest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

from tarotref.checks.registry import Found, fault, once, records, rule

TRADITIONS = frozenset(
    "family early-french classic grosstarock swiss lombard tarok-lhombre piedmont-savoy modern-french ferrara bologna minchiate rome-naples sicily tapp-tarock tapp-variants cego "
    "koenigrufen nineteen-twenty hungarian other-games relatives".split()
)
"""Traditions of the catalogue; evidence may be filed under one before its record is written."""


@rule
def dangling(computed: ComputedCorpus) -> Found:
    """Every id of a place, pack, trump order, tradition, source, game, subject or term names something in the corpus."""
    corpus, shared = computed.corpus, computed.corpus.shared
    for record in records(computed):
        facts, source = record.facts, record.source
        for n, id in enumerate(facts.places):
            yield from _known(source, ("places", n), id, shared["places"], "place")
        for key in facts.source:
            yield from _known(source, ("source", key), key, corpus.bibliography, "source")
        for n, key in enumerate(facts.witnesses):
            yield from _known(source, ("witnesses", n), key, corpus.bibliography, "source")
        for key in facts.readings:
            yield from _known(source, ("readings", key), key, corpus.bibliography, "source")
        for n, name in enumerate(facts.names):
            for key in name.by or ():
                yield from _known(source, ("names", n, "by"), key, corpus.bibliography, "source")
        for n, note in enumerate(facts.notes):
            if note.by and note.by != "tarotref":
                yield from _known(source, ("notes", n, "by"), note.by.split()[0], corpus.bibliography, "source")
        if isinstance(facts, Tradition):
            if facts.parent:
                yield from _known(source, ("parent",), facts.parent, corpus.known_ids, "tradition")
            for n, id in enumerate(facts.packs):
                yield from _known(source, ("packs", n), id, shared["packs"], "pack")
        else:
            yield from _game_references(computed, record, facts)
    yield from _shared_references(computed)


def _game_references(computed: ComputedCorpus, record: Record, facts: Game) -> Found:
    corpus, source = computed.corpus, record.source
    yield from _known(source, ("tradition",), facts.tradition, corpus.known_ids, "tradition")
    if facts.main:
        yield from _known(source, ("main",), facts.main, facts.witnesses, "witness of the record")
    for key, variant in facts.variants.items():
        for n, id in enumerate(variant.places or ()):
            yield from _known(source, ("variants", key, "places", n), id, corpus.shared["places"], "place")
        if variant.by:
            yield from _known(source, ("variants", key, "by"), variant.by.split()[0], corpus.bibliography, "source")
    for n, relation in enumerate(facts.relations):
        yield from _known(
            source,
            ("relations", n, "to"),
            relation.to.partition("/")[0],
            {*corpus.known_ids, *corpus.shared["catalogue"]},
            "game",
        )
        yield from _known(source, ("relations", n, "by"), relation.by.split()[0], corpus.bibliography, "source")


def _shared_references(computed: ComputedCorpus) -> Found:
    corpus, shared, sources = computed.corpus, computed.corpus.shared, computed.corpus.shared_sources
    for id, a in shared["attestations"].items():
        source = sources["attestations"]
        if a.place:
            yield from _known(source, (id, "place"), a.place, shared["places"], "place")
        for n, t in enumerate(a.traditions):
            if t not in TRADITIONS:
                yield from _known(source, (id, "traditions", n), t, [*corpus.known_ids, *TRADITIONS], "tradition")
        for key in (*a.source, *a.first_in):
            yield from _known(
                source, (id, "source" if key in a.source else "first_in"), key, corpus.bibliography, "source"
            )
    for id, o in shared["trump-orders"].items():
        source = sources["trump-orders"]
        yield from _known(source, (id, "pack"), o.pack, shared["packs"], "pack")
        if o.place:
            yield from _known(source, (id, "place"), o.place, shared["places"], "place")
        for key in (*o.source, *(o.witnesses or ())):
            yield from _known(
                source, (id, "source" if key in o.source else "witnesses"), key, corpus.bibliography, "source"
            )
        if id in computed.orders:
            for item in (i for tier in computed.orders[id].tiers for i in tier):
                if not item.subject.isdecimal() and item.subject != "fool":
                    yield from _known(source, (id, "order"), item.subject, shared["subjects"], "subject")
    for id, g in shared["glossary"].items():
        for n, see in enumerate(g.see):
            yield from _known(sources["glossary"], (id, "see", n), see, shared["glossary"], "term")
        for key in g.source or ():
            yield from _known(sources["glossary"], (id, "source", key), key, corpus.bibliography, "source")
    for id, p in shared["packs"].items():
        for key in p.source:
            yield from _known(sources["packs"], (id, "source", key), key, corpus.bibliography, "source")
    for r in once(computed):
        for field, shelf, what in (("pack", "packs", "pack"), ("trump_order", "trump-orders", "trump order")):
            value = getattr(r.rules, field)
            if value is not None and not isinstance(value, Absence) and value not in shared[shelf]:
                yield fault(
                    computed, r, (field,), f"no {what} has the id {value!r}{nearest(value, shared[shelf])}", "dangling"
                )


def _known(source: Any, path: Path, id: str, known: Any, what: str) -> Found:
    if id not in known:
        yield source.problem(path, f"no {what} has the id {id!r}{nearest(id, known)}", "dangling")


@rule
def note_path(computed: ComputedCorpus) -> Found:
    """A note is on something that stands in its record: a field, an entry, a section of the text (`text.Play`)."""
    for record in records(computed):
        for n, note in enumerate(record.facts.notes):
            for at in note.at:
                steps = at.split(".")
                if steps[0] == "text":
                    if at[5:] not in record.sections and at[5:] not in SECTIONS:
                        yield record.source.problem(
                            ("notes", n, "at"),
                            f"the record has no section {at[5:]!r}{nearest(at[5:], record.sections)}",
                            "note-path",
                        )
                    continue
                if not _stands(computed, record, steps):
                    yield record.source.problem(("notes", n, "at"), f"nothing stands at {at!r}", "note-path")


def _stands(computed: ComputedCorpus, record: Record, steps: list[str]) -> bool:
    tree: Any = record.source.data
    for n, step in enumerate(steps):
        if isinstance(tree, list) and step.isdecimal() and int(step) < len(tree):
            tree = tree[int(step)]
        elif isinstance(tree, dict) and step in tree:
            tree = tree[step]
        else:
            # A fact that is inherited may be annotated in the record that inherits it.
            rest = tuple(steps[1:]) if steps[0] == "rules" else ()
            ruleset = computed.corpus.rulesets.get(f"{record.facts.id}/main")
            return bool(rest and ruleset and n > 0 and any(overlaps(rest, p) for p in ruleset.origin))
    return True


@rule
def section_title(computed: ComputedCorpus) -> Found:
    """The sections of a record's text have the titles of the format, in their order, and each has text."""
    for record in records(computed):
        titles = [t for t in record.sections if t]
        for title in titles:
            if title not in SECTIONS:
                section = record.sections[title]
                yield Problem(
                    record.source.path,
                    section.line,
                    title,
                    f"no section of the format{nearest(title, SECTIONS)}; expected one of {', '.join(SECTIONS)}",
                    "section-title",
                )
            elif not record.sections[title].body.strip():
                yield Problem(
                    record.source.path, record.sections[title].line, title, "a heading without text", "section-title"
                )
        known = [t for t in titles if t in SECTIONS]
        if known != sorted(known, key=SECTIONS.index):
            yield Problem(
                record.source.path,
                record.sections[known[0]].line,
                "",
                f"sections out of order: {', '.join(known)}",
                "section-title",
            )


@rule
def file_name(computed: ComputedCorpus) -> Found:
    """A record's file begins with its id: `08.07-` for game 8.7, the tradition's id for a tradition."""
    for record in records(computed):
        stem = record.source.path.rpartition("/")[2].removesuffix(".md")
        id = record.facts.id
        if isinstance(record.facts, Game) and "." in id:
            chapter, n = id.split(".")
            wanted = f"{int(chapter):02d}.{int(n):02d}-"
            if not stem.startswith(wanted):
                yield record.source.problem(
                    ("id",), f"the file is called {stem!r}; expected a name that begins with {wanted!r}", "file-name"
                )
        elif isinstance(record.facts, Tradition) and stem != id:
            yield record.source.problem(("id",), f"the file is called {stem!r}; expected {id!r}", "file-name")


@rule
def card_name(computed: ComputedCorpus) -> Found:
    """Every card, class and group that rules name is in the ruleset's pack: in groups, values, holdings and discards."""
    for r in once(computed):
        figures = computed.figures(r)
        for field, message in figures.faults:
            yield fault(computed, r, tuple(field.split(".")), message, "card-name")
        if figures.ranking is None:
            continue
        names = groups_of(figures)
        assert names is not None
        known = {*figures.ranking.classes, *figures.groups}
        if r.rules.discard and not isinstance(r.rules.discard, Absence):
            for key in r.rules.discard.limits:
                if key not in names.names:
                    yield fault(
                        computed,
                        r,
                        ("discard", key),
                        f"{key!r} is no field, card or class here{nearest(key, [*known, 'by', 'cards', 'counts_for', 'surrendered', 'said', 'text'])}",
                        "card-name",
                    )
        part = r.tree.get("declarations")
        for key, entry in part.items() if isinstance(part, dict) else ():
            holding = entry.get("holding") if isinstance(entry, dict) else None
            if holding is None or holding in list(Absence):
                continue
            try:
                named = parse_declaration({"holding": holding}, _Vocabulary(names.names))
                del named
            except HoldingError as error:
                for where, message in error.problems:
                    yield fault(
                        computed,
                        r,
                        ("declarations", key, "holding"),
                        f"{where + ': ' if where else ''}{message}",
                        "card-name",
                    )


class _Vocabulary:
    """The names that a game's holdings may use: whatever finds a card."""

    def __init__(self, names: Any):
        self.names = names

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
