"""What every part of a game's page starts from: the game, its rulesets, and how amounts and names are written."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tarotref.computed.phrases import plain
from tarotref.corpus.records import Ruleset
from tarotref.corpus.source import Path
from tarotref.model.record import Game, Note
from tarotref.model.types import Absence, given
from tarotref.pages.elements import Child, E, El
from tarotref.pages.wording import Labels
from tarotref.tables.rules import set_by

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


class Page:
    """A game and its rulesets, with the labels for what they mention."""

    def __init__(self, computed: ComputedCorpus, id: str):
        self.computed, self.labels = computed, Labels(computed)
        self.facts: Game = computed.corpus.game(id)
        self.id = id
        self.rulesets = computed.corpus.of_game(id)
        self.main: Ruleset | None = next((r for r in self.rulesets if r.key == "main"), None)

    @cached_property
    def fact_notes(self) -> list[tuple[str, Path, Note]]:
        """(Record, path, note) for every note on a fact of the main ruleset."""
        return list(self.computed.corpus.notes(self.main)) if self.main else []

    def name(self, entry: Any, key: str) -> Child:
        """Return what a named thing is called: its name in the players' language, or what is said, or its id."""
        name, said = given(getattr(entry, "name", None)), given(getattr(entry, "said", None))
        if name or said:
            return E("i", name or ", ".join(said or ()))
        return plain(key)

    def amount(self, value: Any) -> Child:
        """Return an amount in words, or the mark of its absence; nothing where nobody has looked."""
        if value is None:
            return ""
        return self.labels.absent(value.value) if isinstance(value, Absence) else self.labels.value((), value)

    def mark(self, r: Ruleset, *path: str) -> El:
        """Return the cell that says who set a thing."""
        layer = set_by(r, *path)
        return E("td", self.labels.layer(layer, self.id) if layer else None, cls="from")
