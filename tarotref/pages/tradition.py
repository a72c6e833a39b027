"""The page of a tradition: what its games share, who plays them, and the evidence for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tarotref.computed.evidence import lived
from tarotref.corpus.layers import touched
from tarotref.corpus.records import INHERITED_SECTIONS
from tarotref.corpus.source import Path
from tarotref.dates import words as date_words
from tarotref.model.record import Game, Tradition
from tarotref.model.rules import SECTIONS, shape
from tarotref.model.types import Absence, Facts
from tarotref.pages import evidence
from tarotref.pages.beside import address, akin
from tarotref.pages.beside_text import Beside
from tarotref.pages.differences import relation_items, variant_box
from tarotref.pages.elements import Child, E, El, Ref, joined, row, table
from tarotref.pages.game import NAMES
from tarotref.pages.named_things import names_table
from tarotref.pages.notes import gloss
from tarotref.pages.record_history import RECORD_HISTORY, record_history
from tarotref.pages.rulesets import place
from tarotref.pages.wording import GROUPS, SECTION_OF, Labels
from tarotref.words.phrases import first_up, small

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

RULES = ("In brief", "Games", *INHERITED_SECTIONS)
ORDER = (*RULES, "Variants", "Facts", NAMES, "History", "Relations", "Evidence", RECORD_HISTORY)
"""Sections of the page; in what order they stand in its parts is that of a game's page."""


class TraditionPage:
    """What a tradition's page shows around its text."""

    order, of_rules = ORDER, RULES

    def __init__(self, computed: ComputedCorpus, id: str):
        self.computed, self.labels, self.id = computed, Labels(computed), id
        self.facts: Tradition = computed.corpus.tradition(id)

    def head(self) -> list[El]:
        """Return where and when, and where it stands in the catalogue."""
        t, labels = self.facts, self.labels
        parts: list[Child] = []
        if played := lived(self.computed, self.id):
            when = date_words(played)
            parts += [first_up(when)]
        if t.places:
            parts += [", " if parts else "", *joined(labels.ref("place", p) for p in t.places)]
        if t.parent:
            parts += [
                ". It inherits from ",
                Ref("tradition", t.parent, small(labels.title("tradition", t.parent))),
                ".",
            ]
        source = E(
            "span",
            E("span", "from ", cls="label"),
            joined([E("span", labels.source(k), f", {v}") for k, v in t.source.items()], "; "),
        )
        witnesses = (
            E("span", E("span", "by ", cls="label"), joined(labels.source(w) for w in t.witnesses), cls="witnesses")
            if t.witnesses
            else None
        )
        return [
            E(
                "div",
                E("p", *parts, cls="whence"),
                E("p", joined([one for one in (witnesses, source) if one], " · "), cls="attest"),
                cls="game-head",
            )
        ]

    def after(self, title: str) -> list[El]:
        """Return what stands in a section after its text."""
        if title == RECORD_HISTORY:
            return list(record_history(self.computed, self.id))
        makers: dict[str, Callable[[], Iterable[El]]] = {
            "Games": self.games,
            NAMES: self.names,
            "Variants": self.variants,
            "Relations": self.relations,
            "Evidence": self.evidence,
            "Facts": self.rules,
        }
        return list(makers[title]()) if title in makers else []

    def tables(self, title: str) -> list[El]:
        """Return no tables of things with names: what a tradition sets stands among its facts."""
        return []

    def in_rules(self) -> dict[str, list[Beside]]:
        """Return no tables for the rules: those of a tradition are for its games."""
        return {}

    def notes(self, title: str) -> list[El]:
        """Return the notes that belong in a section."""
        found = []
        for note in self.facts.notes:
            steps = note.at[0].split(".")
            rules = steps.index("rules") + 1 if "rules" in steps else 0
            where = (
                SECTION_OF.get(steps[rules] if rules < len(steps) else "", "In brief")
                if rules
                else (note.at[0].partition(".")[2] or "In brief")
            )
            if where == title or (where not in ORDER and title == "In brief"):
                found.append(note)
        return [gloss(self, self.id, note) for note in found]

    @cached_property
    def cited(self) -> frozenset[str]:
        """The anchors of what the tradition itself sets."""
        layers = [("", self.facts.rules), *((w, reading.rules) for w, reading in self.facts.readings.items())]
        told = ((who, name, part) for who, rules in layers for name, part in rules or () if part is not None)
        return frozenset(row_place(path, who) for who, name, part in told for path, _ in self.rows(name, part, who))

    def games(self) -> Iterator[El]:
        rows = []
        for id, record in self.computed.corpus.games.items():
            g = record.facts
            if isinstance(g, Game) and g.tradition == self.id:
                r = self.computed.corpus.rulesets.get(f"{id}/main")
                players = r.rules.players if r else None
                rows.append(
                    [
                        self.labels.ref("game", id),
                        date_words(g.played),
                        joined(self.labels.ref("place", p) for p in g.places),
                        ", ".join(map(str, players)) if isinstance(players, tuple) else "",
                        self.labels.term("evidence", g.evidence),
                    ]
                )
        if rows:
            yield table(
                ["Game", "Played", "Where", "Players", "Evidence"],
                [[E("th", r[0], scope="row"), r[1], E("td", r[2]), r[3], r[4]] for r in rows],
            )

    def names(self) -> Iterator[El]:
        """Yield, folded away, the names that players of the tradition say."""
        if self.facts.names:
            told = names_table(self.labels, self.id, [(self.id, n) for n in self.facts.names])
            yield E("details", E("summary", "What players call the cards and other things"), told, cls="names")

    def variants(self) -> Iterator[El]:
        """Yield each variant of the tradition, with what it sets otherwise or withdraws."""
        source = self.computed.corpus.traditions[self.id].source
        for key, v in self.facts.variants.items():
            at: Path = ("variants", key, "rules")
            rows = [
                cells[:2] for name, part in v.rules or () if part is not None for _, cells in self.rows(name, part, "")
            ]
            rows += [
                [self.labels.field(tuple(map(str, path))), "withdrawn"]
                for path in touched(source.at(at))
                if source.at((*at, *path)) is None
            ]
            yield variant_box(
                self.labels, key, v, *([table(["Field", "Value"], rows, cls="differs wrap")] if rows else [])
            )

    def relations(self) -> Iterator[El]:
        """Yield what sources assert of this tradition and others, or games."""
        items = relation_items(self.labels, self.id, "this family")
        if items:
            yield E("ul", *items)

    def evidence(self) -> Iterator[El]:
        """Yield the attestations of the tradition, in order of time, each a link to all that is known of it."""
        found = evidence.rows(
            self.labels,
            (id for id, a in self.computed.corpus.shared["attestations"].items() if self.id in a.traditions),
        )
        if found:
            yield table(evidence.HEADS, found, cls="wrap evidence-rows")

    def rules(self) -> Iterator[El]:
        """Yield what the tradition itself sets, with what its witnesses say otherwise."""
        rows: list[Any] = []
        layers = [("", self.facts.rules), *((w, reading.rules) for w, reading in self.facts.readings.items())]
        groups = {**GROUPS, "Things with names": tuple(name for name in SECTIONS if shape(name) == "things")}
        groups["Counting and scoring"] += ("values",)
        for group, names in groups.items():
            found = [
                row(cells, id=row_place(path, who))
                for name in names
                for who, rules in layers
                if rules is not None and getattr(rules, name) is not None
                for path, cells in self.rows(name, getattr(rules, name), who)
            ]
            if found:
                rows += [E("tr", E("th", group, colspan="3", scope="colgroup"), cls="group"), *found]
        if rows:
            yield table(["Field", "Value", "Witness"], rows, cls="facts")
        others = joined(
            (
                E("a", self.labels.title("tradition", t), href=address([self.id, t]))
                for t in akin(self.computed, self.id)
            ),
            ", ",
        )
        yield E("p", "Compare what its games share with what other traditions share: ", others, ".")

    def rows(self, section: str, value: Any, who: str) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
        """Yield the rows of one section, each with what it is on: one for a single value, else one for each of its fields or things."""
        witness = E("td", self.labels.source(who) if who else None, cls="from")
        parts: list[tuple[tuple[str, ...], Any]] = [((section,), value)]
        if shape(section) != "field" and not isinstance(value, Absence):
            told = value.items() if isinstance(value, dict) else value
            parts = [((section, str(key)), part) for key, part in told if part is not None]
        for path, part in parts:
            thing = shape(section) == "things" and len(path) > 1 and isinstance(part, Facts)
            shown = self.labels.thing_cell(path, part) if thing else self.labels.marked(path, part)
            yield path, [self.labels.field(path), E("td", shown), witness]


def row_place(path: tuple[str, ...], witness: str) -> str:
    """Return the id of the row of a tradition's page that tells a fact, or what a witness has otherwise."""
    return ".".join(["readings", witness, *path]) if witness else place(*path)
