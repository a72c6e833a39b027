"""A page for every feature, a column of comparison: its values, how they are spread, who has which, what is unsure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import FEATURES, Cell, Feature, cell
from tarotref.computed.regions import centuries
from tarotref.computed.wording import ABSENT
from tarotref.corpus.records import Ruleset
from tarotref.model.types import Absence
from tarotref.notation import roman
from tarotref.pages.drawings.shares import shares
from tarotref.pages.elements import Child, E, El, Raw, joined, table
from tarotref.pages.lists.registry import VIEWS, view
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

SILENT = "nothing told"
MOST = 7
"""As many values have a column and a shade of their own; with more, the rest are `others`."""
OTHERS = "other values"
UNSURE = ("inference", "conjecture")


def address(feature: str) -> str:
    """Return the name of a feature's page: `counted-by`."""
    return feature.replace("_", "-")


@view("features")
def features(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the list of features, with how many values each has and of how many games it is known."""
    labels = Labels(computed)
    mains = [r for r in computed.corpus.rulesets.values() if r.kind == "main"]
    rows = []
    for name, feature in FEATURES.items():
        found = [words_of(labels, feature, cell(name, r, computed.figures(r))) for r in mains]
        told = [v for v in found if v != SILENT]
        rows.append(
            [
                E("th", E("a", feature.label, href=f"features/{address(name)}.html"), scope="row"),
                E("td", meaning(feature)),
                E("td", str(len(set(told))), cls="num"),
                E("td", f"{len(told)} of {len(mains)}", cls="num"),
            ]
        )
    yield table(["Feature", "What it says", ("Values", "num"), ("Told of", "num")], rows)


def meaning(feature: Feature) -> str:
    """Return what a feature says, without what its column has besides for programs."""
    return re.split(r"[:;]|, by id", feature.text)[0].rstrip(".") + "."


def words_of(labels: Labels, feature: Feature, c: Cell) -> str:
    """Return a cell in words; `SILENT` where nothing is told, the word for its absence where that is told."""
    if c.value is not None:
        return labels.cell(feature, c)
    return ABSENT[Absence(c.status)] if c.status in ("none", "agreed", "as-taken") else SILENT


def feature_page(name: str, computed: ComputedCorpus) -> Iterator[El]:
    """Yield all that is told of one feature."""
    feature, labels, corpus = FEATURES[name], Labels(computed), computed.corpus
    cells = {r.id: cell(name, r, computed.figures(r)) for r in corpus.rulesets.values()}
    said = {id: words_of(labels, feature, c) for id, c in cells.items()}
    mains = [r for r in corpus.rulesets.values() if r.kind == "main"]
    counts = Counter(said[r.id] for r in mains)
    told = [v for v, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if v != SILENT]
    yield E("p", meaning(feature))
    yield E("p", f"Told of {counts.total() - counts[SILENT]} of {counts.total()} games, by their main rules.")

    yield E("section", E("h2", "Values"), *_values(labels, feature, told, counts), id="values")
    shown = told if len(told) <= MOST else [*told[: MOST - 1], OTHERS]

    def grouped(rulesets: list[Ruleset]) -> Counter[str]:
        found = Counter(said[r.id] for r in rulesets)
        rest = {v: n for v, n in found.items() if v not in (*shown, SILENT)}
        return Counter({v: found[v] for v in (*shown, SILENT)} | ({OTHERS: sum(rest.values())} if rest else {}))

    by_tradition = [
        (corpus.tradition(t).title, grouped([r for r in mains if corpus.game(r.game).tradition == t]))
        for t in dict.fromkeys(corpus.game(r.game).tradition for r in mains)
    ]
    spans = {r.id: centuries(corpus.game(r.game).played) for r in mains}
    by_century = [
        (f"{roman(n)} century", grouped([r for r in mains if n in (spans[r.id] or ())]))
        for n in sorted({n for span in spans.values() for n in span or ()})
    ]
    yield E("section", E("h2", "By tradition"), *_spread("Tradition", by_tradition, [*shown, SILENT]), id="traditions")
    yield E(
        "section",
        E("h2", "By century"),
        E(
            "p",
            "A game stands in every century in which it may have been played; games without a known beginning are left out.",
        ),
        *_spread("Century", by_century, [*shown, SILENT]),
        id="centuries",
    )

    by_value = [
        E(
            "details",
            E("summary", f"{value} ({counts[value]})"),
            E("p", joined(labels.ref("game", r.game) for r in mains if said[r.id] == value)),
        )
        for value in (*told, SILENT)
        if counts[value]
    ]
    yield E("section", E("h2", "Games by value"), *by_value, id="games")
    yield E("section", E("h2", "What is not sure"), *_unsure(computed, labels, cells, said), id="unsure")


def _values(labels: Labels, feature: Feature, told: list[str], counts: Mapping[str, int]) -> Iterator[El]:
    """Yield the values with what each means, if that is a term, and how many games have it."""
    terms = {e.label: e.definition for e in labels.corpus.vocabulary.get(feature.terms, {}).values()}
    rows = [
        [value, *([terms.get(value, "")] if terms else []), E("td", str(counts[value]), cls="num")] for value in told
    ]
    heads: list[Any] = ["Value", *(["What it means"] if terms else []), ("Games", "num")]
    yield table(heads, rows)


def _spread(head: str, rows: list[tuple[str, Counter[str]]], values: list[str]) -> Iterator[El | Raw]:
    """Yield a drawing of how values are spread, and its table."""
    found = [v for v in values if any(counts[v] for _, counts in rows)]
    yield Raw(shares(rows, found, SILENT, f"Shares of the values by {head.lower()}; the table has the numbers"))
    numbers = [[name, *(E("td", str(counts[v] or ""), cls="num") for v in found)] for name, counts in rows]
    heads: list[Any] = [head, *((v, "num") for v in found)]
    yield E("details", E("summary", "The numbers"), table(heads, numbers))


def _unsure(
    computed: ComputedCorpus, labels: Labels, cells: Mapping[str, Cell], said: Mapping[str, str]
) -> Iterator[El]:
    """Yield where witnesses differ, what is only inferred, and which variants do otherwise."""
    corpus = computed.corpus
    rows: dict[str, list[list[Child]]] = {"reading": [], "variant": []}
    inferred: list[Child] = []
    for r in corpus.rulesets.values():
        c, main = cells[r.id], f"{r.game}/main"
        if r.kind in rows:
            if c.status != "not-reported" and SILENT not in (said[r.id], said[main]) and said[r.id] != said[main]:
                whose = labels.source(r.key) if r.kind == "reading" else corpus.game(r.game).variants[r.key].title
                rows[r.kind].append([labels.ref("game", r.game), said[main], whose, said[r.id]])
        elif c.status == "presumed" or (c.path and any(n.kind in UNSURE for n in _notes(computed, r, c.path))):
            inferred.append(labels.ref("game", r.game))
    for kind, head, caption in (
        ("reading", "Witness", "Where witnesses differ"),
        ("variant", "Variant", "Variants that do otherwise"),
    ):
        if rows[kind]:
            yield table(["Game", "Main rules", head, "has"], rows[kind], caption=caption)
    if inferred:
        yield E("p", "Inferred or guessed, in the main rules of: ", joined(inferred), ".")
    if not inferred and not any(rows.values()):
        yield E("p", "Witnesses and variants do not differ in it, and nothing of it is inferred.")


def _notes(computed: ComputedCorpus, r: Ruleset, path: tuple[str, ...]) -> Iterator[Any]:
    for at, told in computed.comparison.of(r).items():
        if at[: len(path)] == path:
            yield from (note for _, note in told.notes)


for _name in FEATURES:
    VIEWS[f"feature-{_name}"] = partial(feature_page, _name)
