"""The page of a game: what its record says, laid out; its text is added by whoever renders it."""

from __future__ import annotations

from collections.abc import Iterator

from tarotref.corpus.records import INHERITED_SECTIONS, ROOT
from tarotref.model.record import Note
from tarotref.model.rules import SECTIONS, shape
from tarotref.pages import evidence
from tarotref.pages.beside import Beside as Comparisons
from tarotref.pages.beside_text import Beside, bare, beside_text
from tarotref.pages.counter import PAGE as CALCULATOR
from tarotref.pages.counter import countable
from tarotref.pages.differences import Differences
from tarotref.pages.elements import Child, E, El, joined, prose, table
from tarotref.pages.game_head import head
from tarotref.pages.main_facts import MainFacts
from tarotref.pages.named_things import Things
from tarotref.pages.played_out import PlayedOut
from tarotref.pages.record_history import RECORD_HISTORY, record_history
from tarotref.pages.rulesets import note_place, place
from tarotref.pages.what_beats_what import Ladders
from tarotref.pages.what_is_open import Open
from tarotref.pages.wording import SECTION_OF
from tarotref.pages.worked_count import worked_count
from tarotref.words.phrases import first_up

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


class GamePage(Things, Ladders, Differences, Comparisons, PlayedOut, Open, MainFacts):
    """What a game's page shows: `head` above its text, and for each section the tables and notes around it."""

    order, of_rules = ORDER, RULES

    @property
    def runs(self) -> bool:
        """Whether a hand can be played by the main rules."""
        return self.main is not None and self.openness.runs

    def head(self) -> list[El]:
        """Return what stands above the text."""
        return head(self)

    def table_of(self, name: str) -> list[El]:
        """Return the table of a section of things with names."""
        tables = {"bids": self.bids, "declarations": self.declarations, "feats": self.feats, "cases": self.cases}
        return list(tables[name]() if name in tables else self.things(name)) if self.main else []

    def in_rules(self) -> dict[str, list[Beside]]:
        """Return the tables that stand in sections of the rules whose text has none."""
        return beside_text(self)

    def tables(self, title: str) -> list[El]:
        """Return the tables of the things with names that a section of the rules is about, each thing with its anchor."""
        names = [name for name, section in SECTIONS.items() if shape(name) == "things" and section.page == title]
        return [part for name in names for part in self.table_of(name)]

    def after(self, title: str) -> list[El]:
        """Return what stands in a section after its text."""
        if title == RECORD_HISTORY:
            return list(record_history(self.computed, self.id))
        if self.main is None:
            return []
        makers = {
            "Play": self.what_beats_what,
            "Scoring": self.scoring,
            "Readings": self.readings,
            "Variants": self.variants,
            "Relations": self.relations,
            "Compare": self.comparisons,
            NEAR: self.nearest_games,
            "Facts": self.whole_record,
            NAMES: self.names,
            EVIDENCE: self.evidence,
            PLAYED: self.hand_played_out,
            OPEN: self.left_open,
        }
        return list(makers[title]()) if title in makers else []

    def whole_record(self) -> Iterator[El]:
        """Yield where the game is from, every fact of its main rules, then the tables of what has a name."""
        yield self.sources()
        yield from self.all_facts()
        for title in RULES:
            yield from self.tables(title)
        yield from self.card_points()

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
        yield from (bare(part) for part in self.card_points(by_name=True))
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
            for owner, path, note in self.fact_notes:
                # What chapter 1 remarks on the whole family stands on the family's own page.
                if owner not in (self.id, ROOT) and SECTION_OF.get(str(path[0])) == title:
                    found[(owner, note.text)] = (owner, note)
        return [self.gloss(owner, note) for owner, note in found.values()]

    def gloss(self, owner: str, note: Note) -> El:
        """Return a note as it stands beside the text."""
        kind = self.labels.term("note-kind", note.kind)
        told = {words: self.way(at) for at in note.at if (words := self.about(at))}
        about = [E("a", words, href=f"#{way}") if way else words for words, way in told.items()]
        by: list[Child] = [self.labels.source(note.by)] if note.by and note.by != "tarotref" else ["the editors"]
        if owner != self.id:
            by += ["; on ", self.labels.ref("game" if owner in self.computed.corpus.games else "tradition", owner)]
        on = [", ", *joined(about, "; "), "."] if about else "."
        return E(
            "aside",
            E(
                "p",
                E("span", first_up(kind), on, cls="kind"),
                " ",
                prose(note.text, self.labels.title),
            ),
            E("span", " ", by, cls="by"),
            cls=f"gloss gloss-{note.kind}",
            id=note_place(self.computed.corpus, owner, self.id, note),
        )

    def way(self, at: str) -> str:
        """Return the anchor of what a note is on; nothing where it has none on this page."""
        steps = at.split(".")
        if steps[0] == "rules":
            ways = [place(*steps[1:n]) for n in range(len(steps), 1, -1)]
        elif steps[0] in ("readings", "variants") and len(steps) > 1:
            kind = steps[0].removesuffix("s")
            ways = [".".join([*steps[:2], *steps[3:n]]) for n in range(len(steps), 3, -1)] + [f"{kind}-{steps[1]}"]
        else:
            ways = []
        return next((way for way in ways if way in self.cited), "")

    def about(self, at: str) -> str:
        """Return in a few words which field a note is on."""
        steps = tuple(at.split("."))
        who = ""
        if steps[0] in ("readings", "variants") and len(steps) > 1:
            who = (
                self.labels.title("source", steps[1]) + ": "
                if steps[0] == "readings"
                else f"{self.facts.variants[steps[1]].title}: "
                if steps[1] in self.facts.variants
                else f"{steps[1].replace('-', ' ')}: "
            )
            steps = steps[2:]
        if steps[:1] == ("rules",):
            steps = steps[1:]
        if not steps or steps[0] == "text":
            return who.rstrip(": ")
        if steps[0] == "examples":
            return f"example {int(steps[1]) + 1}" if len(steps) > 1 else "examples"
        return who + self.labels.field(steps).lower()


def anchor(title: str) -> str:
    """Return the id of a section of the page."""
    return title.lower().replace(" ", "-")
