"""What every part of a game's page starts from: the game, its rulesets, and how amounts and names are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import text_of
from tarotref.corpus.records import Ruleset
from tarotref.model.record import Game
from tarotref.model.types import Absence
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

    def name(self, entry: Any, key: str) -> Child:
        """Return what a named thing is called: its name in the players' language, or what is said, or its id."""
        for told in (entry.name, getattr(entry, "said", None)):
            if told and not isinstance(told, Absence):
                return E("i", text_of(told))
        text = key.replace("-", " ")
        return text[0].upper() + text[1:]

    def amount(self, value: Any) -> Child:
        """Return an amount, or the word for its absence."""
        if value is None:
            return ""
        if isinstance(value, Absence):
            return E(
                "span",
                {"agreed": "agreed"}.get(value.value, value.value.replace("-", " ")),
                cls=f"absent {value.value}",
            )
        text = text_of(value) if not isinstance(value, str) else value
        return text.replace("-", "\u2212") if text.startswith("-") else text

    def mark(self, r: Ruleset, *path: str) -> El:
        """Return the cell that says who set a thing."""
        layer = set_by(r, *path)
        return E("td", self.labels.layer(layer, self.id) if layer else None, cls="from")
