"""What every part of a game's page starts from: the game, its rulesets, and how amounts and names are written."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from tarotref.computed.phrases import plain
from tarotref.corpus.records import Ruleset
from tarotref.corpus.source import Path
from tarotref.model.record import Game, Note
from tarotref.model.rules import SECTIONS, entries, shape
from tarotref.model.types import Absence, given
from tarotref.pages.elements import Child, E, El
from tarotref.pages.wording import Labels
from tarotref.play.gaps import Openness, openness
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

    @cached_property
    def openness(self) -> Openness:
        """What the source leaves open of the main ruleset."""
        assert self.main is not None
        return openness(self.computed, self.main)

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

    def link(self, *path: str, bare: bool = False) -> Child:
        """Return what a fact of the main ruleset is called, as a link to the row of the page that tells it, if there is one;
        of a named thing, on request, its name alone."""
        r = self.main
        assert r is not None
        words, where = self.labels.within(r), path
        label: Child = words.field(path)
        if shape(path[0]) == "things":
            entry = dict(entries(getattr(r.rules, path[0]))).get(path[1]) if len(path) > 1 else None
            where = path[:2] if entry is not None else ()
            if entry is not None:
                facet = f" ({words.facet(path[0], path[2]).lower()})" if len(path) > 2 else ""
                name = self.name(entry, path[1])
                label = name if bare else E("span", f"{SECTIONS[path[0]].entry} ", name, facet)
        elif path[0] == "values":
            where = ()
        else:
            where = next((p for n in range(len(path), 0, -1) if (p := path[:n]) in r.origin), ())
        return E("a", label, href=f"#{place(*where)}") if where else label

    def mark(self, r: Ruleset, *path: str) -> El:
        """Return the cell that says who set a thing."""
        layer = set_by(r, *path)
        return E("td", self.labels.layer(layer, self.id) if layer else None, cls="from")


def place(*path: str) -> str:
    """Return the id of the row of a page that tells a fact of the main ruleset, or a named thing."""
    return "rules." + ".".join(path)
