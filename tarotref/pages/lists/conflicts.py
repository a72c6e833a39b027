"""Where witnesses differ and what sources leave open: how much of it each tradition has, and all of it by tradition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref import catalogue_number
from tarotref.corpus.records import Ruleset
from tarotref.model.record import Game, Note
from tarotref.model.rules import SECTIONS
from tarotref.pages.elements import Child, E, El, Ref, joined, prose, table, text_of
from tarotref.pages.lists.choices import choices, shortened
from tarotref.pages.lists.explore import by_chapter
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import GROUPS, Labels
from tarotref.tables import TABLES
from tarotref.words.phrases import counted, first_up

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

OPEN = ("discrepancy", "conjecture", "misread", "erratum")
"""Kinds of notes that leave a question."""
GROUP_OF = {name: group for group, names in GROUPS.items() for name in names}


class Conflict(NamedTuple):
    """A fact of which the main rules of a game have one thing and a witness another."""

    game: str
    ruleset: str
    group: str
    """What it is about: the group of its section on the page of a game."""
    path: tuple[str, ...]
    main_witness: str
    main_value: str
    witness: str
    value: str


def differing(computed: ComputedCorpus) -> dict[str, list[Conflict]]:
    """Return the conflicts by tradition, in the order of the catalogue."""
    return computed.memo.once("differing", lambda: _differing(computed))


def _differing(computed: ComputedCorpus) -> dict[str, list[Conflict]]:
    columns = [column.name for column in TABLES["conflicts"].columns]
    found: dict[str, list[Conflict]] = {}
    for values in TABLES["conflicts"].rows(computed):
        c = {name: "" if v is None else str(v) for name, v in zip(columns, values, strict=True)}
        if c["kind"] == "differs":
            path, game = tuple(c["field"].split(".")), catalogue_number.bare(c["game"])
            group = GROUP_OF.get(path[0], SECTIONS[path[0]].title)
            one = Conflict(
                game, c["ruleset"], group, path, c["main_witness"], c["main_value"], c["witness"], c["value"]
            )
            found.setdefault(computed.corpus.game(game).tradition, []).append(one)
    return found


def questions(computed: ComputedCorpus) -> dict[str, list[tuple[str, Note]]]:
    """Return the notes that leave a question, with whose they are, by tradition."""
    corpus = computed.corpus
    found: dict[str, list[tuple[str, Note]]] = {}
    for id, record in {**corpus.traditions, **corpus.games}.items():
        tradition = record.facts.tradition if isinstance(record.facts, Game) else id
        notes = [(id, note) for note in record.facts.notes if note.kind in OPEN]
        if notes:
            found.setdefault(tradition, []).extend(notes)
    return found


def slug(words: str) -> str:
    """Return words as they stand in an address."""
    return words.lower().replace(" ", "-")


@view("conflicts")
def conflicts(computed: ComputedCorpus) -> Iterator[El]:
    """Yield how many conflicts and questions each tradition has, each figure leading to them."""
    labels, differ, asked = Labels(computed), differing(computed), questions(computed)

    def led(n: int, page: str) -> El | None:
        return E("a", str(n), href=f"conflicts/{page}") if n else None

    rows: list[Any] = []
    for t in by_chapter(computed):
        found, open_here, page = Counter(c.group for c in differ.get(t, [])), len(asked.get(t, [])), f"{t}.html"
        if not found and not open_here:
            continue
        on = [
            E("span", f"{group} ", led(n, f"{page}?section={slug(group)}"), cls="nowrap")
            for group, n in found.most_common()
        ]
        rows.append(
            [
                E("th", E("a", labels.title("tradition", t), href=f"conflicts/{page}"), scope="row"),
                E("td", led(found.total(), page), cls="num"),
                E("td", joined(on)),
                E("td", led(open_here, f"{page}#open"), cls="num"),
            ]
        )
    facts, notes = (sum(map(len, shelf.values())) for shelf in (differ, asked))
    yield E(
        "p",
        f"{counted(facts, 'fact')} on which another witness differs from the one whom the main rules follow, and "
        f"{counted(notes, 'open question')}.",
    )
    heads: list[Child | tuple[Child, str]] = ["Tradition", ("Facts", "num"), "On what", ("Open questions", "num")]
    yield table(heads, rows, cls="wrap stacked")


@view("conflicts-of")
def conflicts_of(computed: ComputedCorpus, tradition: str = "") -> Iterator[El]:
    """Yield every conflict and open question of a tradition and its games, with choices; of none, those of all."""
    differ = [c for t, found in differing(computed).items() if tradition in ("", t) for c in found]
    asked = [one for t, found in questions(computed).items() if tradition in ("", t) for one in found]
    if differ:
        yield E("section", E("h2", "Two witnesses, two rules"), *_facts(Labels(computed), differ), id="facts")
    if asked:
        yield E("section", E("h2", "Open questions"), *_questions(Labels(computed), asked), id="open")


def _facts(labels: Labels, differ: list[Conflict]) -> Iterator[El]:
    def said(r: Ruleset, written: str) -> Child | list[Child]:
        # What stands there as a whole is told in words; of a thing that has several facts, the table's own word.
        return labels.within(r).marked(c.path, r.at(c.path)) if c.path in r.origin else written

    rows: list[El] = []
    for c in differ:
        ours, his = (labels.corpus.rulesets[f"{c.game}/{key}"] for key in ("main", c.ruleset))
        sayings = [said(ours, c.main_value), said(his, c.value)]
        # A contract may change so many rules that both read alike; then the game's page has what is different.
        alike = text_of(E("td", sayings[0])) == text_of(E("td", sayings[1]))
        more: list[Child] = (
            [" They differ in detail: see ", Ref("game", f"{c.game}/{c.ruleset}", "the game’s page"), "."]
            if alike
            else []
        )
        cells = [
            E("th", labels.ref("game", c.game), scope="row", data_sort=f"{len(rows):05d}"),
            E("td", labels.within(ours).field(c.path)),
            E("td", labels.source(c.main_witness) if c.main_witness else "main rules", ": ", sayings[0]),
            E("td", labels.source(c.witness), ": ", sayings[1], more),
        ]
        rows.append(E("tr", *cells, target=None, data_section=slug(c.group)))
    groups = {slug(c.group): c.group for c in differ}
    yield from choices("conflicts-table", "fact facts", {"section": ("On", groups)})
    heads = ["Game", "On", "Main rules", "Another witness"]
    yield shortened(table(heads, rows, cls="sortable wrap stacked", id="conflicts-table"))


def _questions(labels: Labels, asked: list[tuple[str, Note]]) -> Iterator[El]:
    rows = []
    for id, note in asked:
        by = labels.source(note.by) if note.by and note.by != "tarotref" else "the editors"
        cells = [
            E("th", labels.record(id), scope="row"),
            E("td", first_up(labels.term("note-kind", note.kind))),
            E("td", prose(note.text, labels.title), " ", E("span", by, cls="from")),
        ]
        rows.append(E("tr", *cells, target=None, data_kind=note.kind))
    kinds = {kind: first_up(labels.term("note-kind", kind)) for kind in OPEN}
    yield from choices("open-table", "note notes", {"kind": ("Kind", kinds)})
    yield shortened(table(["Of", "Kind", "Question"], rows, cls="sortable wrap stacked", id="open-table"))
