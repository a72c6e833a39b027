"""Rules on what records refer to: ids, notes, sections, names of files and cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.corpus.records import SECTIONS, Corpus, Record, overlaps
from tarotref.corpus.source import Path
from tarotref.corpus.source import Source as SourceFile
from tarotref.model.record import Game
from tarotref.model.references import references
from tarotref.model.types import Absence, Facts, given
from tarotref.problem import Problem, nearest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

from tarotref.checks.registry import Fault, Found, once, records, rule, text_rule

FOUND: dict[str, tuple[str, Callable[[Corpus, Record | None], Collection[str]]]] = {
    "place": ("place", lambda c, _: c.shared["places"]),
    "pack": ("pack", lambda c, _: c.shared["packs"]),
    "order": ("trump order", lambda c, _: c.shared["trump-orders"]),
    "subject": ("subject", lambda c, _: c.shared["subjects"]),
    "term": ("term", lambda c, _: c.shared["glossary"]),
    "source": ("source", lambda c, _: {*c.bibliography, EDITORS}),
    "tradition": ("tradition", lambda c, _: {id for id in c.known_ids if not re.fullmatch(catalogue_number.BARE, id)}),
    "number": ("game", lambda c, _: {*c.known_ids, *c.rulesets, *c.shared["catalogue"]}),
    "own-witness": ("witness of the record", lambda c, r: r.facts.witnesses if r else ()),
    "own-ruleset": ("ruleset of the game", lambda c, r: _own_rulesets(r)),
}
"""What each kind of reference names, and where it is looked up; `base` is looked up by what lays the layers."""
EDITORS = "tarotref"
"""Stands for the editors where a source is named."""


def _own_rulesets(record: Record | None) -> set[str]:
    facts = record.facts if record else None
    return {"main", *facts.witnesses, *facts.readings, *facts.variants} if facts else {"main"}


CARDS: tuple[Path, ...] = (("pack",), ("trump_order",), ("suit_order",), ("groups",))
"""The facts that the names of cards follow from."""


@rule
def dangling(computed: ComputedCorpus) -> Found:
    """Every place, pack, trump order, subject, term, source, tradition, game and ruleset that something names is there."""
    corpus = computed.corpus
    everywhere = _known(corpus, None)
    for record in records(computed):
        known = everywhere | _known(corpus, record, "own-")
        yield from _dangling(known, record.facts, record.source, ())
    for shelf, entries in corpus.shared.items():
        for id, entry in entries.items():
            yield from _dangling(everywhere, entry, corpus.shared_sources[shelf], (id,))
    for list_, terms in corpus.vocabulary.items():
        for id, term in terms.items():
            yield from _dangling(everywhere, term, corpus.shared_sources["vocabulary"], (list_, id))
    for r in once(computed):
        for path, names, value in references(r.rules):
            what, found = everywhere[names.kind]
            if value not in found:
                yield Fault(r, path, f"no {what} has the id {value!r}{nearest(value, found)}")
    for id, order in computed.orders.items():
        for item in (item for tier in order.tiers for item in tier):
            if not item.subject.isdecimal() and item.subject not in {"fool", *corpus.shared["subjects"]}:
                message = f"no subject has the id {item.subject!r}{nearest(item.subject, corpus.shared['subjects'])}"
                yield corpus.shared_sources["trump-orders"].problem((id, "order"), message, "dangling")
        ranked = {"fool", *(item.subject for tier in order.tiers for item in tier)}
        for path, names, value in references(corpus.shared["trump-orders"][id]):
            if names.kind == "ranked" and value not in ranked:
                message = f"the order has no trump {value!r}{nearest(value, ranked)}"
                yield corpus.shared_sources["trump-orders"].problem((id, *path), message, "dangling")


def _known(corpus: Corpus, record: Record | None, begins: str = "") -> dict[str, tuple[str, Collection[str]]]:
    """Return what each kind of reference names, and all ids of the kind as they are seen from a record."""
    return {kind: (what, found(corpus, record)) for kind, (what, found) in FOUND.items() if kind.startswith(begins)}


def _dangling(known: Mapping[str, tuple[str, Collection[str]]], value: Facts, source: SourceFile, at: Path) -> Found:
    for path, names, text in references(value):
        if names.kind in known:
            what, found = known[names.kind]
            id = names.target(text)
            if id not in found:
                yield source.problem((*at, *path), f"no {what} has the id {id!r}{nearest(id, found)}", "dangling")


@rule
def claim_subject(computed: ComputedCorpus) -> Found:
    """A claim that shows a pack or a trump order names one of the corpus."""
    shelves = {"pack": "packs", "trump-order": "trump-orders"}
    for id, attestation in computed.corpus.shared["attestations"].items():
        for n, claim in enumerate(attestation.shows):
            known = computed.corpus.shared[shelves[claim.what]] if claim.what in shelves else ()
            if claim.what in shelves and claim.of not in known:
                message = f"no {claim.what.replace('-', ' ')} has the id {claim.of!r}{nearest(str(claim.of), known)}"
                source = computed.corpus.shared_sources["attestations"]
                yield source.problem((id, "shows", n, "of"), message, "claim-subject")


@text_rule
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
            if ruleset is None and record.facts.id in computed.corpus.games:
                return True  # what the game is laid on could not be read
            return bool(rest and ruleset and n > 0 and any(overlaps(rest, p) for p in ruleset.origin))
    return True


@text_rule
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
    """A record's file begins with its id: `08.07-` for game 8.7, `R1-` for game R1, the tradition's id for a tradition."""
    for record in records(computed):
        stem = record.source.path.rpartition("/")[2].removesuffix(".md")
        id = record.facts.id
        if isinstance(record.facts, Game):
            wanted = f"{catalogue_number.of_file(id)}-"
            if not stem.startswith(wanted):
                yield record.source.problem(
                    ("id",), f"the file is called {stem!r}; expected a name that begins with {wanted!r}", "file-name"
                )
        elif stem != id:
            yield record.source.problem(("id",), f"the file is called {stem!r}; expected {id!r}", "file-name")


@rule
def card_name(computed: ComputedCorpus) -> Found:
    """Every card, class and group that rules name is in the ruleset's pack: in groups, values, holdings and discards."""
    for r in once(computed):
        figures = computed.figures(r)
        for field, message in figures.faults:
            yield Fault(r, tuple(field.split(".")), message, CARDS)
        names = figures.names
        if figures.ranking is None or names is None:
            continue
        known = {*figures.ranking.classes, *figures.groups}
        if r.rules.discard and not isinstance(r.rules.discard, Absence):
            for key in r.rules.discard.limits:
                if key not in names.names:
                    fields = ["by", "cards", "counts_for", "surrendered", "said", "text"]
                    message = f"{key!r} is no field, card or class here{nearest(key, [*known, *fields])}"
                    yield Fault(r, ("discard", key), message, CARDS)
        declarations = given(r.rules.declarations) or {}
        for key, entry in declarations.items():
            holding = given(entry.holding) if entry and not isinstance(entry, Absence) else None
            for name in holding.named() if holding else ():
                if name not in names.names:
                    message = f"{name!r} is no known card or group{nearest(name, known)}"
                    yield Fault(r, ("declarations", key, "holding"), message, CARDS)
