"""What every part of a game's page starts from: the game, its rulesets, and how amounts and names are written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tarotref.computed.standing import idle
from tarotref.corpus.records import ROOT, Corpus, Ruleset, overlaps
from tarotref.corpus.source import Path
from tarotref.model.record import Game, Note
from tarotref.model.rules import SECTIONS, entries, shape
from tarotref.model.types import Absence, Facts, given
from tarotref.pages.elements import Child, E, El
from tarotref.pages.wording import GROUPS, Labels
from tarotref.tables.named import set_by
from tarotref.words.labels import USUAL
from tarotref.words.phrases import plain

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.play.gaps import Openness


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
    def cited(self) -> dict[str, tuple[Ruleset, str]]:
        """What can be cited of the game, by its anchor on the page: a ruleset and the field of a fact or thing; no field, all of it.

        Facts and things of the main rules, what witnesses and variants have otherwise, and each of these as a whole.
        """
        if self.main is None:
            return {}
        found = {place(*path): (self.main, ".".join(path)) for path in rows_of(self.main)}
        side_by_side = paths_of([self.main, *(r for r in self.rulesets if r.kind == "reading")])
        for r in self.rulesets:
            if r is self.main:
                continue
            variant = r.kind == "variant"
            base = (self.computed.corpus.rulesets.get(r.base) or self.main) if variant else self.main
            found[f"{r.kind}-{r.key}"] = (r, "")
            for path in paths_of([base, r]) if variant else side_by_side:
                here = r.at(path)
                told = here is not None and r.origin_at(*path) is not None  # a section may be there with nothing in it
                if told and otherwise(here, base.at(path)) and not all_carried(r, path):
                    found[other_place(r, *path)] = (r, ".".join(path))
        return found

    def noted(self, *path: str) -> list[El]:
        """Return the marks of the notes on a fact or thing of the main rules, each leading to its note."""
        found = {
            note_place(self.computed.corpus, owner, self.id, note): None
            for owner, at, note in self.fact_notes
            if (owner == self.id or owner != ROOT) and overlaps(at, path)
        }
        return [E("sup", E("a", "note", href=f"#{id}"), cls="note-mark") for id in found]

    @cached_property
    def openness(self) -> Openness:
        """What the source leaves open of the main ruleset."""
        from tarotref.play.gaps import openness

        assert self.main is not None
        return openness(self.computed, self.main)

    def name(self, entry: Any, key: str, one: bool = False) -> Child:
        """Return what a named thing is called: its name in the players' language, or what is said, or its id; of several words
        that are said, on request, the first."""
        thing = (
            entry if isinstance(entry, Facts) else None
        )  # where only its absence is told, its id is all that there is
        name, said = given(getattr(thing, "name", None)), given(getattr(thing, "said", None))
        if name or said:
            return E("i", name or (said[0] if said and one else ", ".join(said or ())))
        return USUAL.get(key) or plain(key)

    def amount(self, value: Any) -> Child:
        """Return an amount in words, or the mark of its absence; nothing where nobody has looked."""
        if value is None:
            return ""
        return self.labels.absent(value.value) if isinstance(value, Absence) else self.labels.value((), value)

    def link(self, *path: str, bare: bool = False, paid: bool = False) -> Child:
        """Return what a fact of the main ruleset is called, as a link to the row of the page that tells it, if there is one;
        of a named thing, on request, its name alone; where it is `paid`, whether it was announced and not which of its figures is meant."""
        r = self.main
        assert r is not None
        words, where = self.labels.within(r), path
        label: Child = words.field(path)
        if shape(path[0]) == "things":
            entry = dict(entries(getattr(r.rules, path[0]))).get(path[1]) if len(path) > 1 else None
            where = path[:2] if entry is not None else ()
            if bare and entry is None and len(path) > 1:
                label = words.field(path).removeprefix(f"{SECTIONS[path[0]].entry} ")
            if entry is not None:
                facet = f" ({words.aspect(path[0], path[2])})" if len(path) > 2 and not paid else ""
                facet = ", announced" if paid and path[0] == "feats" and "announced" in path[2:] else facet
                name = self.name(entry, path[1], one=True)
                label = name if bare else E("span", f"{SECTIONS[path[0]].entry} ", name, facet)
        elif path[0] == "values":
            where = ()
        else:
            where = next((p for n in range(len(path), 0, -1) if (p := path[:n]) in r.origin), ())
        return E("a", label, href=f"#{place(*where)}") if where else label

    def named(self, name: Child, r: Ruleset, *path: str) -> El:
        """Return the cell that names a thing, with the mark of who set it, if it is not the game itself."""
        layer = set_by(r, *path)
        marks = self.labels.layer(layer, self.id) if layer else []
        return E("th", name, [" ", E("span", marks, cls="from")] if marks else None, self.noted(*path), scope="row")


def rows_of(r: Ruleset) -> Iterator[tuple[str, ...]]:
    """Yield what has a row of its own on the page of a game: each fact of the main rules, or the thing that it is of."""
    for path in dict.fromkeys(whole(path) for path in r.origin):
        if (shape(path[0]) != "things" or isinstance(r.at(path), Facts)) and path != ("values",) and not idle(r, path):
            yield path


def other_place(r: Ruleset, *path: str) -> str:
    """Return the id of what a witness or variant has otherwise."""
    return ".".join([f"{r.kind}s", r.key, *path])


def note_place(corpus: Corpus, owner: str, home: str, note: Note) -> str:
    """Return the id of a note: what it is on first, whose it is if not the page's own, and a number where several are on one thing."""
    same = [other.text for other in corpus.record(owner).facts.notes if other.at[0] == note.at[0]]
    number = same.index(note.text)
    return ".".join(["note", *([owner] if owner != home else []), note.at[0], *([str(number + 1)] if number else [])])


def place(*path: str) -> str:
    """Return the id of the row of a page that tells a fact of the main ruleset, or a named thing."""
    return "rules." + ".".join(path)


def all_carried(ruleset: Ruleset, path: Path) -> bool:
    """Say whether all that stands at a path of a witness's ruleset is there from the main rules only."""
    origins = [o for p, o in ruleset.origin.items() if p[: len(path)] == path]
    return bool(origins) and all(o.carried for o in origins)


def whole(path: Path) -> tuple[str, ...]:
    """Return a path cut to the named thing it is in."""
    steps = tuple(map(str, path))
    return steps[:2] if shape(steps[0]) == "things" else steps


def paths_of(rulesets: list[Ruleset]) -> list[tuple[str, ...]]:
    """Return the paths on which rulesets are compared: a section as a whole where one of them says that there is none."""
    found = dict.fromkeys(whole(p) for r in rulesets for p in r.origin)
    absent = {p[0] for p in found if len(p) == 1 and shape(p[0]) != "field"}
    return sorted(dict.fromkeys(p[:1] if p[0] in absent else p for p in found), key=path_order)


def path_order(path: Path) -> tuple[int, tuple[str, ...]]:
    """Sort key of paths: by section as pages have them."""
    return (_PLACES.get(str(path[0]), len(_PLACES)), ())


_PLACES: dict[str, int] = {}
"""The place of each section on a page."""
for _names in (*GROUPS.values(), ("values", "bids", "declarations", "feats")):
    for _name in _names:
        _PLACES.setdefault(_name, len(_PLACES))


def otherwise(one: Any, other: Any) -> bool:
    """Say whether two facts are not the same, told in full; most are one object, which is quickly seen."""
    return one is not other and repr(one) != repr(other)
