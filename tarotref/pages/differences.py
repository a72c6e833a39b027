"""Rulesets side by side: readings, variants, a game and its base, and what sources say of two games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.corpus.records import Ruleset
from tarotref.corpus.source import Path
from tarotref.model.record import Game, Stated, Variant
from tarotref.model.rules import entries, fields_of, shape
from tarotref.model.types import Absence, Facts
from tarotref.pages.elements import Child, E, El, joined, prose, table
from tarotref.pages.wording import GROUPS, Labels

if TYPE_CHECKING:
    pass

from tarotref.pages.rulesets import Page

NOT_THERE = E("span", "not there", cls="absent unread")


class Differences(Page):
    """The tables of what differs between rulesets, thing by thing."""

    def readings(self) -> Iterator[El]:
        """Yield the fields on which witnesses differ, side by side."""
        others = [r for r in self.rulesets if r.kind == "reading"]
        if not others or self.main is None:
            return
        columns = [self.main, *others]
        steps_of = paths_of(columns)
        rows = []
        for path in steps_of:
            found = [r.at(path) for r in columns]
            if len({repr(v) for v in found}) > 1:
                cells = self.beside(path, found)
                for n, r in enumerate(columns):
                    if all_carried(r, path):
                        cells[n] = [self.labels.absent("not-reported")]
                rows.append(
                    [
                        self.long_field(path),
                        *(
                            E("td", c, cls="same" if n == 0 or repr(v) == repr(found[0]) else "differs")
                            for n, (c, v) in enumerate(zip(cells, found, strict=True))
                        ),
                    ]
                )
        for key in ("cards", "points", "hand", "need"):
            told = [getattr(r.stated, key, None) for r in columns]
            if len({repr(v) for v in told if v is not None}) > 1:
                rows.append(
                    [
                        self.long_field(("stated", key)),
                        *(
                            E(
                                "td",
                                " or ".join(map(str, v))
                                if isinstance(v, tuple)
                                else self.labels.value((), v)
                                if v is not None
                                else self.labels.absent("missing"),
                                cls="same" if repr(v) == repr(told[0]) else "differs",
                            )
                            for v in told
                        ),
                    ]
                )
        yield E("ul", *(E("li", self.labels.reported(r)) for r in others), cls="reported")
        if not rows:
            return
        heads: list[Child | tuple[Child, str]] = ["Field"]
        for r in columns:
            who = self.labels.source(r.witness) if r.witness else "main"
            heads.append(E("span", who, E("small", "followed here") if r is self.main else None))
        yield table(heads, rows, cls="readings", caption="Where the witnesses differ")

    def beside(self, path: tuple[str, ...], values: list[Any]) -> list[list[Child]]:
        """Return the values of one field or named thing in several rulesets; of a thing, only what differs."""
        if shape(path[0]) == "things" and len(path) > 1:
            things = [dict(v) if isinstance(v, Facts) else {} for v in values]
            differing = [
                f
                for f in fields_of(path[0])
                if len({repr(t.get(f)) for t, v in zip(things, values, strict=True) if isinstance(v, Facts)}) > 1
            ]
            if not all(isinstance(v, Facts) for v in values):
                told = [f for f in fields_of(path[0]) if any(t.get(f) is not None for t in things)]
                differing = [f for f in told if f not in ("group", "kind", "name", "said", "where")] or told
            return [self.labels.thing(path, v, differing) if v is not None else [NOT_THERE] for v in values]
        if shape(path[0]) != "field" and len(path) == 1:
            return [self.whole_section(path[0], v) for v in values]
        return [self.labels.marked(path, v) if v is not None else [NOT_THERE] for v in values]

    def whole_section(self, section: str, value: Any) -> list[Child]:
        """Return a section in a cell: its absence, or what is in it by name."""
        if value is None:
            return [NOT_THERE]
        if isinstance(value, Absence):
            return self.labels.marked((section,), value)
        if shape(section) == "things":
            return joined(self.name(entry, key) for key, entry in entries(value))
        told = value.items() if isinstance(value, dict) else ((k, v) for k, v in value if v is not None)
        parts = [E("span", self.labels.field((section, k)), ": ", self.labels.marked((section, k), v)) for k, v in told]
        return joined(parts, "; ")

    def long_field(self, steps: tuple[str, ...]) -> str:
        if steps[0] == "stated":
            return f"{Stated.model_fields[steps[1]].title}, stated"
        return self.labels.field(steps)

    def variants(self) -> Iterator[El]:
        """Yield each variant: what it is, who reports it, what it changes."""
        for key, v in self.facts.variants.items():
            r = next((x for x in self.rulesets if x.key == key), None)
            yield variant_box(self.labels, key, v, *(self.changes(r) if r else ()))

    def changes(self, r: Ruleset) -> Iterator[El]:
        """Yield the table of what a variant's ruleset changes in its base."""
        base = self.computed.corpus.rulesets.get(r.base) or self.main
        if base is None:
            return
        yield from self.difference(
            r, base, [r.title.partition(": ")[2] or r.title, "Main rules" if base is self.main else base.title]
        )

    def difference(self, r: Ruleset, base: Ruleset, heads: list[Any], caption: str = "") -> Iterator[El]:
        """Yield the table of what differs between two rulesets."""
        rows = []
        for path in paths_of([r, base]):
            found = [r.at(path), base.at(path)]
            if repr(found[0]) != repr(found[1]):
                here, there = self.beside(path, found)
                rows.append([self.long_field(path), E("td", here), E("td", there, cls="there")])
        if rows:
            yield table(["Field", *heads], rows, cls="differs wrap", caption=caption)

    def relations(self) -> Iterator[El]:
        """Yield what sources assert of this game and others, both ways, and how it differs from its base."""
        items = relation_items(self.labels, self.id, "this game")
        for other, record in self.computed.corpus.games.items():
            if isinstance(record.facts, Game) and (record.facts.like or "").partition("/")[0] == self.id:
                items.append(E("li", self.labels.ref("game", other), " takes its rules as base"))
        if items:
            yield E("ul", *items)
        if self.facts.like and self.main:
            base = self.computed.corpus.rulesets.get(
                self.facts.like if "/" in self.facts.like else f"{self.facts.like}/main"
            )
            if base:
                yield from self.difference(
                    self.main,
                    base,
                    [self.facts.title, self.labels.ref("game", base.id.removesuffix("/main"))],
                    f"Differs from {base.game} {base.title}",
                )


def variant_box(labels: Labels, key: str, v: Variant, *changes: El) -> El:
    """Return a variant in a box: what it is, who reports it, and what it changes."""
    who: list[Child] = []
    if v.by:
        who += ["Reported by ", labels.source(v.by), ". "]
    if v.places:
        who += [*joined(labels.ref("place", p) for p in v.places), ". "]
    return E(
        "div",
        E("h3", v.title, E("span", labels.term("use", v.use), cls="use") if v.use else None),
        E("p", who) if who else None,
        E("p", prose(v.text, labels.title)) if v.text else None,
        *changes,
        cls="variant",
        id=f"variant-{key}",
    )


def relation_items(labels: Labels, id: str, this: str) -> list[El]:
    """Return what sources assert of a record and others as items of a list: what it says itself, then what others say of it."""
    items = []
    for rel in labels.corpus.record(id).facts.relations:
        doubt = f" ({labels.term('certainty', rel.certainty)})" if rel.certainty != "sure" else ""
        kind, text = labels.term("relation", rel.kind).capitalize(), f": {rel.text}" if rel.text else ""
        by = E("span", labels.source(rel.by), cls="from")
        items.append(E("li", kind, " ", labels.record(rel.to), doubt, text, " ", by))
    for other, record in {**labels.corpus.traditions, **labels.corpus.games}.items():
        for rel in record.facts.relations:
            if rel.to == id:
                by = E("span", labels.source(rel.by), cls="from")
                items.append(E("li", labels.record(other), " ", labels.term("relation", rel.kind), f" {this} ", by))
    return items


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
    sections = [name for names in GROUPS.values() for name in names] + ["values", "bids", "declarations", "feats"]
    return (sections.index(str(path[0])) if path[0] in sections else len(sections), ())
