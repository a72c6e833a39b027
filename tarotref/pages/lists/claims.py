"""What sources say of a feature: what each witness has, in order of time, and the notes that stand on its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import COMPUTED, Feature
from tarotref.computed.evidence import of_witnesses
from tarotref.computed.provenance import provenance
from tarotref.computed.standing import Cell
from tarotref.corpus.records import ROOT, overlaps
from tarotref.dates import bounds
from tarotref.dates import words as date_words
from tarotref.model.record import Note
from tarotref.model.rules import SECTIONS, shape
from tarotref.pages.elements import Child, E, El, Ref, joined, prose, table
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

FOLDED = 12
"""As many rows or notes stand open; more are folded."""


def witnessed(computed: ComputedCorpus, cells: Mapping[str, Cell], said: Mapping[str, str]) -> Iterator[El]:
    """Yield what witnesses have in a feature, oldest first: what their rules say, nothing that they share with other rules."""
    labels, corpus = Labels(computed), computed.corpus
    found = told_by_witnesses(computed, cells, said)
    dated = {w: ref.dated for w, _ in found if (ref := corpus.bibliography.get(w)) and ref.dated}
    pieces = of_witnesses(computed)
    rows: list[list[Any]] = []
    for (witness, value), games in sorted(found.items(), key=lambda item: (*_when(dated.get(item[0][0])), item[0])):
        when = date_words(dated[witness]) if witness in dated else ""
        of = joined(labels.ref("game", g) for g in games)
        piece = [" (", Ref("attestation", pieces[witness], "evidence"), ")"] if witness in pieces else []
        who = E("td", labels.source(witness), *piece)
        rows.append([E("th", when or "not dated", scope="row"), who, value, E("td", of)])
    if not rows:
        follows = any(c.status in COMPUTED for c in cells.values())
        yield E("p", "It is computed; no witness states it." if follows else "No one witness is named for any value.")
        return
    yield E(
        "p",
        "What the rules of each witness say, as our records have them. Shown are values that stand in those rules themselves, not what they share with a tradition or another game.",
    )
    made = table(["Date", "Witness", "Value", "Games"], rows, cls="wrap stacked")
    yield made if len(rows) <= FOLDED else E("details", E("summary", f"{len(rows)} values of witnesses"), made)


def told_by_witnesses(
    computed: ComputedCorpus, cells: Mapping[str, Cell], said: Mapping[str, str]
) -> dict[tuple[str, str], list[str]]:
    """Return by witness and value in words the games for which the witness's own rules have it."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for r in computed.corpus.rulesets.values():
        c = cells[r.id]
        witness = provenance(computed, c.set_by).witness if c.set_by and c.status in TOLD_BY_WITNESS else None
        owner = c.set_by.partition("/")[0]
        if witness and witness == r.witness and owner in (r.game, *computed.corpus.traditions):
            found.setdefault((witness, said[r.id]), {})[r.game] = None
    return {told: list(games) for told, games in found.items()}


TOLD_BY_WITNESS = ("stated", "inherited", "none", "not-applicable", "agreed", "as-taken")


def _when(dated: str | None) -> tuple[int, int]:
    first, last = bounds(dated) if dated else (None, None)
    return first or last or 9999, last or 9999


def said_of(computed: ComputedCorpus, feature: Feature) -> Iterator[El]:
    """Yield the notes that stand on a feature's fields, or on the section that has them: tradition by tradition."""
    labels, corpus = Labels(computed), computed.corpus
    found: dict[str, list[El]] = {}
    for shelf in (corpus.traditions, corpus.games):
        for owner, record in shelf.items():
            for note in record.facts.notes:
                if path := next((p for at in note.at if (p := field_of(at)) and bears_on(p, feature)), None):
                    tradition = owner if owner in corpus.traditions else corpus.game(owner).tradition
                    found.setdefault(tradition, []).append(_item(labels, owner, path, note, feature))
    count = sum(map(len, found.values()))
    if not count:
        yield E("p", "No note stands on it.")
        return
    yield E(
        "p",
        "Notes of the records on this field: what sources and scholars say, what is inferred or guessed and by whom, and where a source does not agree with itself.",
    )
    first = {t: (t != ROOT, corpus.tradition(t).chapter or 99) for t in found}
    for tradition in sorted(found, key=lambda t: first[t]):
        items = found[tradition]
        title = f"{labels.title('tradition', tradition)} ({len(items)})"
        yield E("details", E("summary", title), E("ul", *items), open="" if count <= FOLDED else None, cls="said")


def field_of(at: str) -> tuple[str, ...]:
    """Return the path in rules, or in what is stated, on which a note stands, whosever they are; empty for other notes."""
    steps = tuple(at.split("."))
    if "rules" in steps[:3]:
        return steps[steps.index("rules") + 1 :]
    return steps[steps.index("stated") :] if "stated" in steps[:3] else ()


def bears_on(path: tuple[str, ...], feature: Feature) -> bool:
    """Say whether what stands at a path bears on a feature: at one of its fields, below it, or on the section that has it."""
    for field in feature.rests_on:
        whole = len(field) == 1 and (field[0] not in SECTIONS or shape(field[0]) != "field")
        if path == field if whole else overlaps(path, field) and (len(path) > 1 or shape_of(path) != "things"):
            return True
    return False


def shape_of(path: tuple[str, ...]) -> str:
    """Return the shape of the section in which a path lies; a field, if it is in no section."""
    return shape(path[0]) if path[0] in SECTIONS else "field"


def _item(labels: Labels, owner: str, path: tuple[str, ...], note: Note, feature: Feature) -> El:
    by: Child = labels.source(str(note.by)) if note.by not in (None, "tarotref") else "the editors"
    kind = labels.term("note-kind", note.kind)
    on = "" if path in feature.rests_on else f" (on: {labels.field(path)})"
    record = labels.record(owner)
    text = prose(note.text, labels.title)
    return E("li", record, ", ", E("b", kind), on, ": ", text, " ", E("span", by, cls="from"))
