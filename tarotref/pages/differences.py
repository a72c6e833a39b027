"""Rulesets side by side: readings, variants, a game and its base, and what sources say of two games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tarotref.cards.card import Card
from tarotref.cards.names import find
from tarotref.computed.figures import Figures
from tarotref.computed.standing import idle
from tarotref.corpus.records import Ruleset, overlaps
from tarotref.model.record import Relation, Stated, Variant
from tarotref.model.rules import SECTIONS, Discard, entries, fields_of, shape
from tarotref.model.types import Absence, Facts
from tarotref.pages.elements import Child, E, El, joined, prose, table, text_of
from tarotref.pages.rulesets import Page, all_carried, note_place, other_place, otherwise, paths_of, place
from tarotref.pages.wording import Labels
from tarotref.words.contracts import whose_doubles
from tarotref.words.phrases import figure
from tarotref.words.sentences import has_sentence, of_rules, sentence

NOT_THERE = E("span", "not there", cls="absent unread")
NO_ENTRY = E("span", "–", cls="absent unread")


def readings(page: Page) -> Iterator[El]:
    """Yield the fields on which witnesses differ, side by side."""
    others = [r for r in page.rulesets if r.kind == "reading"]
    if not others or page.main is None:
        return
    columns = [page.main, *others]
    names = [page.labels.title("source", r.witness) if r.witness else "main rules" for r in columns]
    rows: list[Any] = []
    for paths in together(page, paths_of(columns), page.main, others):
        path, found = paths[0], [r.at(paths[0]) for r in columns]
        if any(otherwise(found[0], v) for v in found[1:]):
            values = beside(page, path, found, columns)
            for n, r in enumerate(columns):
                if all_carried(r, path):
                    values[n] = [page.labels.absent("not-reported")]
            if len(paths) > 1:
                values[0] = joined(page.link(*path, bare=True) for path in paths)
            elif len({text_of(E("td", value)) for value in values}) == 1:
                yield from places(page, others, path)  # what parts them is no part of what a row says
                continue
            marks = [noted_readings(page, others, path) for path in paths]
            name = E("th", field_of(page, paths, columns), *marks, scope="row")
            rows.append([name, *anchored(page, columns, path, deviations(values, found, names))])
    for key in ("cards", "points", "hand", "need"):
        told = [getattr(r.stated, key, None) for r in columns]
        if len({repr(v) for v in told if v is not None}) > 1:
            cells: list[list[Child]] = [
                [
                    " or ".join(map(str, v))
                    if isinstance(v, tuple)
                    else page.labels.value((), v)
                    if v is not None
                    else page.labels.absent("missing")
                ]
                for v in told
            ]
            rows.append([long_field(page, ("stated", key)), *deviations(cells, told, names)])
    yield E("ul", *(E("li", page.labels.reported(r), id=f"reading-{r.key}") for r in others), cls="reported")
    if not rows:
        return
    heads: list[Child | tuple[Child, str]] = ["Field"]
    for r in columns:
        who = page.labels.source(r.witness) if r.witness else "main rules"
        heads.append(E("span", who, E("small", " (followed here)") if r is page.main else None))
    many = " many" if len(columns) > SIDE_BY_SIDE else ""
    yield table(heads, rows, cls=f"readings{many}", caption="Where the witnesses differ")


def places(page: Page, rulesets: Iterable[Ruleset], path: tuple[str, ...]) -> Iterator[El]:
    """Yield the anchors of what can be cited of rulesets and stands in no row."""
    yield from (E("span", id=id) for r in rulesets if (id := other_place(r, *path)) in page.cited)


def anchored(page: Page, columns: Sequence[Ruleset], path: tuple[str, ...], cells: Iterable[El]) -> Iterator[El]:
    """Yield the cells of a row, those that can be cited each with its anchor."""
    for r, cell in zip(columns, cells, strict=True):
        id = other_place(r, *path)
        yield cell._replace(attrs=(*cell.attrs, ("id", id))) if id in page.cited else cell


def noted_readings(page: Page, others: Sequence[Ruleset], path: tuple[str, ...]) -> list[El]:
    """Return the marks of the game's own notes on what witnesses have at a path."""
    found = {
        note_place(page.computed.corpus, page.id, page.id, note): None
        for note in page.facts.notes
        for at in note.at
        for r in others
        if (steps := at.split("."))[:3] == ["readings", r.key, "rules"] and overlaps(tuple(steps[3:]), path)
    }
    return [E("sup", E("a", "note", href=f"#{id}"), cls="note-mark") for id in found]


def beside(page: Page, path: tuple[str, ...], values: list[Any], of: Sequence[Ruleset]) -> list[list[Child]]:
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
        told = [told_otherwise(v, [t.get("rules") for t in things]) for v in values]
        cell = [page.labels.within(r).thing_cell(path, v, differing) for v, r in zip(told, of, strict=True)]
    elif shape(path[0]) != "field" and len(path) == 1:
        cell = [whole_section(page, path[0], v, r) for v, r in zip(values, of, strict=True)]
    else:
        cell = [page.labels.within(r).marked(path, v) for v, r in zip(values, of, strict=True)]
    absent = [unnamed(page, r, *path) if v is None or idle(r, path) else [] for v, r in zip(values, of, strict=True)]
    return [none or one for none, one in zip(absent, cell, strict=True)]


def unnamed(page: Page, r: Ruleset, *path: str) -> list[Child]:
    """Return what stands for a fact that a ruleset has not: of a card's worth, what the card counts there by another name."""
    f = page.computed.figures(r)
    if path[0] == "discard" and len(path) == 2 and (wider := _wider(r, f, path[1])):
        return page.labels.within(r).marked(("discard", wider), r.at(("discard", wider)))
    if path[0] != "values" or len(path) < 2 or f.values is None or f.ranking is None:
        return [NOT_THERE if shape(path[0]) == "things" and len(path) > 1 else NO_ENTRY]
    try:
        worths = {f.values.get(card, 0) for card in find(path[1], f.ranking, f.groups)}
    except ValueError:
        return [NOT_THERE]
    worth = worths.pop() if len(worths) == 1 else None
    return [NOT_THERE] if worth is None else [figure(worth) if worth else "empty"]


def _wider(r: Ruleset, f: Figures, name: str) -> str:
    """The class of cards, by which a ruleset says whether these cards too may be discarded; nothing where there is none."""
    discard = r.rules.discard
    if not isinstance(discard, Discard) or f.ranking is None or name in fields_of("discard"):
        return ""
    found = {other: set(_found(other, f)) for other in discard.limits if other != "all"}
    mine = set(_found(name, f))
    return min(
        (other for other in found if mine and mine < found[other]), key=lambda other: len(found[other]), default=""
    )


def _found(name: str, f: Figures) -> list[Card]:
    assert f.ranking is not None
    try:
        return list(find(name, f.ranking, f.groups))
    except ValueError:
        return []


def together(
    page: Page, paths: Iterable[tuple[str, ...]], main: Ruleset, others: Sequence[Ruleset]
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Yield what stands in one row: the things of a section that the main rules alone have, which are told above in
    full, together; everything else by itself."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for path in paths:
        told = shape(path[0]) == "things" and len(path) > 1 and place(*path) in page.cited
        alone = told and isinstance(main.at(path), Facts) and all(r.at(path) is None for r in others)
        found.setdefault(path[:1] if alone else path, []).append(path)
    yield from map(tuple, found.values())


def field_of(page: Page, paths: Sequence[tuple[str, ...]], of: Sequence[Ruleset]) -> str:
    """Return what a row is about: a thing by the name that the first ruleset has for it."""
    if len(paths) > 1:
        return SECTIONS[paths[0][0]].title
    path = paths[0]
    having = next((r for r in of if r.at(path) is not None), None)
    if having is None or shape(path[0]) != "things" or len(path) < 2:
        return long_field(page, path)
    return page.labels.within(having).field(path)


def whole_section(page: Page, section: str, value: Any, r: Ruleset) -> list[Child]:
    """Return a section in a cell: its absence, or what is in it by name."""
    if value is None:
        return [NOT_THERE]
    if isinstance(value, Absence):
        return page.labels.marked((section,), value)
    if shape(section) == "things":
        return joined(
            {text_of(E("b", one)): one for key, entry in entries(value) if (one := page.name(entry, key))}.values()
        )
    told = list(value.items()) if isinstance(value, dict) else [(k, v) for k, v in value if v is not None]
    words = page.labels.within(r)
    said = [
        (section, k, words.value((section, k), v))
        for k, v in told
        if not isinstance(v, Absence) and has_sentence(section, k)
    ]
    bids = [bid for _, bid in entries(r.rules.bids)]
    said = [(s, k, whose_doubles(*bids) if (s, k) == ("doubling", "apart") and v == "yes" else v) for s, k, v in said]
    text = [sentence(v) for k, v in told if k == "text" and isinstance(v, str) and not isinstance(v, Absence)]
    return [" ".join(filter(None, [*of_rules(said, tricks=words.by_tricks()), *text])) or "told in the rules"]


def long_field(page: Page, steps: tuple[str, ...]) -> str:
    if steps[0] == "stated":
        return f"{Stated.model_fields[steps[1]].title}, stated"
    return (page.labels.within(page.main) if page.main else page.labels).field(steps)


def variants(page: Page) -> Iterator[El]:
    """Yield each variant: what it is, who reports it, what it changes."""
    for key, v in page.facts.variants.items():
        r = next((x for x in page.rulesets if x.key == key), None)
        yield variant_box(page.labels, key, v, *(changes(page, r) if r else ()))


def changes(page: Page, r: Ruleset) -> Iterator[El]:
    """Yield the table of what a variant's ruleset changes in its base."""
    base = page.computed.corpus.rulesets.get(r.base) or page.main
    if base is None:
        return
    yield from difference(
        page, r, base, ["Main rules" if base is page.main else base.title, r.title.partition(": ")[2] or r.title]
    )


def difference(page: Page, r: Ruleset, base: Ruleset, heads: list[Any], caption: str = "") -> Iterator[El]:
    """Yield the table of what a ruleset has otherwise than its base: what the base has, and what it has, marked."""
    rows = []
    both = paths_of([r, base])
    mine = page.main if page.main in (r, base) else None
    for paths in together(page, both, mine, [base if r is mine else r]) if mine else [(path,) for path in both]:
        path, found = paths[0], [r.at(paths[0]), base.at(paths[0])]
        if otherwise(*found):
            here, there = beside(page, path, found, [r, base])
            if len(paths) > 1:
                links = joined(page.link(*path, bare=True) for path in paths)
                here, there = (links, there) if r is mine else (here, links)
            elif text_of(E("td", here)) == text_of(E("td", there)):
                yield from places(page, [r], path)  # what parts them is no part of what a row says
                continue
            id = other_place(r, *path)
            here_too = E("td", here, cls="differs", id=id if id in page.cited else None)
            rows.append([field_of(page, paths, [base, r]), E("td", there, cls="same"), here_too])
    if rows:
        yield table(["Field", *heads], rows, cls="differs wrap", caption=caption)


def relations(page: Page) -> Iterator[El]:
    """Yield what sources assert of this game and others, both ways, and how it differs from its base."""
    items = relation_items(page.labels, page.id, "this game")
    corpus = page.computed.corpus
    for other in page.computed.pointing.get(page.id, ()):
        if other in corpus.games and (corpus.game(other).like or "").partition("/")[0] == page.id:
            items.append(E("li", page.labels.ref("game", other), " takes its rules as base"))
    if items:
        yield E("ul", *items)
    if page.facts.like and page.main:
        base = page.computed.corpus.rulesets.get(
            page.facts.like if "/" in page.facts.like else f"{page.facts.like}/main"
        )
        if base:
            yield from difference(
                page,
                page.main,
                base,
                [page.labels.ref("game", base.id.removesuffix("/main")), page.facts.title],
                f"Differs from {base.game} {base.title}",
            )
    for rel in page.facts.relations:
        yield from derived(page, rel)


def derived(page: Page, rel: Relation) -> Iterator[El]:
    """Yield in what the game differs from another that it comes from by what a source says, where that is not its base: what
    both tell, and tell otherwise."""
    other = page.computed.corpus.rulesets.get(rel.to if "/" in rel.to else f"{rel.to}/main")
    if rel.kind not in DERIVED or rel.certainty == "rejected" or other is None or page.main is None:
        return
    if other.game == (page.facts.like or "").partition("/")[0]:
        return
    rows = [row for row in page.computed.comparison.rows([other, page.main]) if row.kind == "differs"]
    if rows:
        told = [
            [row.label, E("td", row.cells[0].value, cls="same"), E("td", row.cells[1].value, cls="differs")]
            for row in rows
        ]
        heads: list[Any] = ["Field", page.labels.ref("game", other.game), page.facts.title]
        title = f"Differs from {other.game} {other.title} ({len(rows)})"
        yield E("details", E("summary", title), table(heads, told, cls="differs wrap"), cls="derived")


def told_otherwise(value: Any, rules: Sequence[Any]) -> Any:
    """Return a thing with those of the rules that it changes which not all change alike."""
    own = getattr(value, "rules", None)
    if not isinstance(own, dict) or sum(one is not None for one in rules) < 2:
        return value
    alike = {s for s in own if len({repr(one.get(s)) for one in rules if isinstance(one, dict)}) == 1}
    return value.model_copy({"rules": {s: part for s, part in own.items() if s not in alike}})


DERIVED = ("derived-from", "form-of")
"""Relations of a game to one that it comes from."""
SIDE_BY_SIDE = 3
"""Witnesses whose columns a page has room for; of more, each field tells its witnesses one below the other."""
LONG = 24
"""Letters of a cell from which on what stands there already is not said again."""


def deviations(cells: Sequence[Iterable[Child]], values: Sequence[Any], names: Sequence[str]) -> Iterator[El]:
    """Yield the cells of a row, the first as that from which others deviate: what differs from it is marked, a long cell
    that is the same as it or as another before it says so."""
    for n, (cell, value) in enumerate(zip(cells, values, strict=True)):
        first = next(k for k in range(n + 1) if repr(values[k]) == repr(value))
        made = E("td", cell, cls="differs" if first else "same")
        if first < n and text_of(made) == text_of(E("td", cells[first])) and len(text_of(made)) > LONG:
            made = E(
                "td",
                E("span", f"as {names[first]}" if first else "the same", cls="again"),
                cls=dict(made.attrs)["class"],
            )
        yield made


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
        kind, text = (
            labels.term("relation", rel.kind).capitalize(),
            [": ", *prose(rel.text, labels.title)] if rel.text else [],
        )
        items.append(E("li", kind, " ", labels.record(rel.to), _doubt(labels, rel), *text, " ", _by(labels, rel)))
    for other in labels.computed.pointing.get(id, ()):
        for rel in labels.corpus.record(other).facts.relations:
            if rel.to == id:
                # A relation says what a record does to another; "compare" alone bids the reader do it.
                kind = "is compared with" if rel.kind == "compare" else labels.term("relation", rel.kind)
                items.append(
                    E("li", labels.record(other), f" {kind} {this}", _doubt(labels, rel), " ", _by(labels, rel))
                )
    return items


def _doubt(labels: Labels, rel: Relation) -> str:
    return f" ({labels.term('certainty', rel.certainty)})" if rel.certainty != "sure" else ""


def _by(labels: Labels, rel: Relation) -> El:
    return E("span", labels.source(rel.by), cls="from")
