"""The history of a record: the version that was the first to have it, and what versions have changed since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tarotref.dates import words as date_words
from tarotref.pages.elements import Child, E, El, table
from tarotref.pages.wording import Labels
from tarotref.words.phrases import first_up, listed

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.model.shared import PublishedChange, Release

RECORD_HISTORY = "History of this record"
OPEN = 12
"""As many changes of one version stand open; more are folded away."""
NOTHING = "\u2013"
"""Stands where a fact was not there, or is no more."""


def record_history(computed: ComputedCorpus, id: str) -> Iterator[El]:
    """Yield what published versions have made of a record, the newest first; nothing where no version is known at all."""
    releases: dict[str, Release] = computed.corpus.shared["history"]
    if not releases:
        return
    labels = Labels(computed)
    told: list[El] = []
    versions = list(releases)
    for n, (version, release) in reversed([*enumerate(releases.items())]):
        names = listed((release.contributors or {}).get(id, ()))
        by = f", with {names}" if names else ""
        when = E("span", f"Version {version}, {date_words(release.date)}{by}: ", cls="label")
        if changes := (release.changes or {}).get(id, ()):
            words = f"{len(changes)} change{'s' if len(changes) > 1 else ''}"
            shown = changed(labels, id, changes)
            folded = len(changes) > OPEN
            told.append(E("li", E("details", E("summary", when, words), shown) if folded else [when, words, shown]))
        if number := (release.rewritten or {}).get(id):
            each = E("code", f"tarotref diff v{versions[n - 1]} v{version}")
            told.append(E("li", when, f"{number} facts and texts changed; ", each, " names each."))
        if id in release.first:
            told.append(E("li", when, "first published."))
    if not any(id in release.first for release in releases.values()):
        told.insert(0, E("li", "In no published version yet."))
    yield E("ul", *told, cls="record-history")


def changed(labels: Labels, id: str, changes: Sequence[PublishedChange]) -> El:
    """Return the changes of one version as a table: what, how it was, how it is, of which versions of the game."""
    rows = []
    for change in changes:
        was: Child | list[Child]
        now: Child | list[Child]
        was, now = (
            value or ("" if change.field.startswith("text.") else NOTHING) for value in (change.old, change.new)
        )
        if change.kind == "credited":
            was, now = _credit(labels, was), _credit(labels, now)
        rows.append([what(labels, change), was, now, _versions(labels, id, change.rulesets)])
    return table(["What", "Was", "Is", "Versions"], rows, cls="wrap")


def _credit(labels: Labels, told: str) -> list[Child]:
    """Return who says so, without the layer of rules that comes first, and works by what readers call them."""
    known = labels.computed.corpus.bibliography
    found: list[Child] = []
    for part in told.split(", ")[1:]:
        named = labels.source(part) if part in known else part
        found += [", ", named] if found else [named]
    return found or [told]


def _versions(labels: Labels, id: str, keys: Sequence[str]) -> list[Child]:
    """Return versions of a game by what readers call them: one that is no more by its key."""
    corpus = labels.computed.corpus
    variants = corpus.game(id).variants if id in corpus.games else {}
    found: list[Child] = []
    for key in keys:
        if key in variants:
            named: Child = variants[key].title
        else:
            named = labels.source(key) if key in corpus.bibliography else "main rules" if key == "main" else key
        found += [", ", named] if found else [named]
    return found


def what(labels: Labels, change: PublishedChange) -> list[Child]:
    """Return in words what a change is of."""
    first, _, rest = change.field.partition(".")
    if first == "text":
        return ["Text of ", E("i", rest), f": {change.kind}"]
    name = labels.field(tuple(change.field.split(".")))
    return [f"{name}: who says so" if change.kind == "credited" else first_up(name)]
