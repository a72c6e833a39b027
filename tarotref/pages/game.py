"""The page of a game: what its record says, laid out; its text is added by whoever renders it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from tarotref.corpus.records import INHERITED_SECTIONS, ROOT
from tarotref.corpus.source import Path
from tarotref.model.record import Note
from tarotref.model.rules import SECTIONS, entries, shape
from tarotref.model.types import told
from tarotref.pages import evidence
from tarotref.pages.beside import comparisons, nearest_games
from tarotref.pages.beside_text import Beside, bare, beside_text
from tarotref.pages.counter import PAGE as CALCULATOR
from tarotref.pages.counter import countable
from tarotref.pages.differences import readings, relations, variants
from tarotref.pages.elements import E, El, joined, table
from tarotref.pages.game_head import head
from tarotref.pages.main_facts import all_facts
from tarotref.pages.named_things import card_points, names_used, table_of
from tarotref.pages.notes import gloss
from tarotref.pages.played_out import hand_played_out
from tarotref.pages.record_history import RECORD_HISTORY, record_history
from tarotref.pages.rulesets import Page
from tarotref.pages.what_beats_what import what_beats_what
from tarotref.pages.what_is_open import left_open
from tarotref.pages.wording import SECTION_OF
from tarotref.pages.worked_count import worked_count

PLAYED, OPEN, NEAR = "A hand played out", "What the source leaves open", "Nearest games"
EVIDENCE, OTHERWISE, NAMES = "Evidence", "Other versions", "Names"
RULES = tuple(
    part
    for title in ("In brief", *INHERITED_SECTIONS)
    for part in ((title, PLAYED) if title == "Scoring" else (title,))
)
"""The sections of the first part of the page, the rules, in the order of a hand."""
OTHERS = ("Readings", "Variants", NEAR)
"""What follows the passages on other versions in the second part."""
RECORD = ("Facts", "Notes", NAMES, "History", EVIDENCE, OPEN, "Relations", "Compare", RECORD_HISTORY)
"""The third part, the record, each folded."""
ORDER = (*RULES, *OTHERS, *RECORD)
"""Sections of the page, in order; those that nothing fills are left out."""


class GamePage(Page):
    """What a game's page shows: `head` above its text, and for each section the tables and notes around it."""

    order, of_rules = ORDER, RULES

    @property
    def runs(self) -> bool:
        """Whether a hand can be played by the main rules."""
        return self.main is not None and self.openness.runs

    def head(self) -> list[El]:
        """Return what stands above the text."""
        return head(self)

    def in_rules(self) -> dict[str, list[Beside]]:
        """Return the tables that stand in sections of the rules whose text has none."""
        return beside_text(self)

    def tables(self, title: str) -> list[El]:
        """Return the tables of the things with names that a section of the rules is about, each thing with its anchor."""
        names = [name for name in SECTIONS if shape(name) == "things" and self._page_of(name) == title]
        return [part for name in names for part in table_of(self, name)]

    def _page_of(self, section: str) -> str:
        """Return the part of the page for a section of things: cases that hang on the number of players alone are no matter of
        bidding."""
        cases = [case for _, case in entries(self.main.rules.cases)] if section == "cases" and self.main else []
        if cases and all(case.asked_by is None and told(case.only_if, "players") for case in cases):
            return SECTIONS["pack"].page
        return SECTIONS[section].page

    def after(self, title: str) -> list[El]:
        """Return what stands in a section after its text."""
        if title == RECORD_HISTORY:
            return list(record_history(self.computed, self.id))
        if self.main is None:
            return []
        return list(PARTS[title](self)) if title in PARTS else []

    def whole_record(self) -> Iterator[El]:
        """Yield where the game is from, every fact of its main rules, then the tables of what has a name."""
        yield self.sources()
        yield from all_facts(self)
        for title in RULES:
            yield from self.tables(title)
        yield from card_points(self)

    def sources(self) -> El:
        """Return where the facts are from, and who attests the game."""
        told = [[self.labels.source(key), f", {at}"] for key, at in self.facts.source.items()]
        who = [" Attested by ", *joined(self.labels.source(w) for w in self.facts.witnesses), "."]
        return E(
            "p", "From ", joined((E("span", *one) for one in told), "; "), ".", who if self.facts.witnesses else None
        )

    def scoring(self) -> Iterator[El]:
        """Yield what the cards are worth, and how a pile is counted."""
        assert self.main is not None
        yield from (bare(part) for part in card_points(self, by_name=True))
        counted = list(worked_count(self.computed.figures(self.main)))
        if countable(self.computed.figures(self.main)):
            link = E("a", "Count a pile by these rules", href=f"../../{CALCULATOR}.html?of={self.id}")
            counted.append(E("p", link, cls="from"))
        if counted:
            yield E("details", E("summary", "A pile counted"), *counted, cls="plain counted")

    def evidence(self) -> Iterator[El]:
        """Yield the attestations of the game, in order of time, each a link to all that is known of it."""
        attestations = self.computed.corpus.shared["attestations"]
        found = evidence.rows(self.labels, (id for id, a in attestations.items() if self.id in a.games), self.id)
        if found:
            yield table(evidence.HEADS, found, cls="wrap evidence-rows")

    def notes(self, title: str) -> list[El]:
        """Return the notes that belong in a section: the game's own, and those that came with inherited facts."""
        found: dict[tuple[str, str], tuple[str, Note]] = {}
        for note in self.facts.notes:
            first = note.at[0].split(".")
            where = SECTION_OF.get(first[1] if first[0] == "rules" and len(first) > 1 else first[0], "")
            if first[0] == "text":
                where = note.at[0].partition(".")[2]
            if where == title or (not where and title == "In brief"):
                found[(self.id, note.text)] = (self.id, note)
        if self.main:
            for owner, path, note in (*self.fact_notes, *self.notes_on_readings):
                # What chapter 1 remarks on the whole family stands on the family's own page.
                if owner not in (self.id, ROOT) and SECTION_OF.get(str(path[0])) == title:
                    found[(owner, note.text)] = (owner, note)
        return [gloss(self, owner, note) for owner, note in found.values()]

    @cached_property
    def notes_on_readings(self) -> list[tuple[str, Path, Note]]:
        """(Record, path, note) for every note of the tradition, or of a game that this one is like, on what a witness has otherwise."""
        corpus = self.computed.corpus
        readings = (r for r in self.rulesets if r.kind == "reading")
        return [one for r in readings for one in corpus.notes(r) if one[0] != self.id and on_reading(one[2])]


def on_reading(note: Note) -> bool:
    """Say whether a note is on what one witness says, and not on a fact that all have."""
    return any(at.startswith("readings.") for at in note.at)


PARTS: Mapping[str, Callable[[GamePage], Iterable[El]]] = {
    "Play": what_beats_what,
    "Scoring": GamePage.scoring,
    "Readings": readings,
    "Variants": variants,
    "Relations": relations,
    "Compare": comparisons,
    NEAR: nearest_games,
    "Facts": GamePage.whole_record,
    NAMES: names_used,
    EVIDENCE: GamePage.evidence,
    PLAYED: hand_played_out,
    OPEN: left_open,
}
"""What stands in a section after its text."""


def anchor(title: str) -> str:
    """Return the id of a section of the page."""
    return title.lower().replace(" ", "-")
