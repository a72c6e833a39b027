"""A page for every feature, a column of comparison: its values, how they are spread in time and place, who has which, what
is unsure, what the sources say of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from tarotref.computed.bands import SEVERAL, bands, by_players, figure_of
from tarotref.computed.columns import FEATURES, Feature, cell
from tarotref.computed.crossing import OF_GAME
from tarotref.computed.evidence import NOTHING, evidence_of
from tarotref.computed.regions import centuries
from tarotref.computed.standing import Cell
from tarotref.corpus.records import ROOT, Ruleset
from tarotref.dates import bounds, century_words
from tarotref.model.types import Absence
from tarotref.pages.drawings.shares import shares
from tarotref.pages.drawings.spread import Spot, spread_map
from tarotref.pages.elements import Child, E, El, Raw, joined, table
from tarotref.pages.lists.claims import said_of, witnessed
from tarotref.pages.lists.dated_values import dated_values
from tarotref.pages.lists.registry import VIEWS, view
from tarotref.pages.wording import Labels
from tarotref.words.labels import ABSENT

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

SILENT = "nothing told"
MOST = 7
"""As many values have a column and a shade of their own; with more, the rest are `others`."""
OTHERS = "other values"
CROSSED_WITH = ("players", "fool", "counted_by", "bidding")
"""Features that pages offer to cross another with."""
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
        cells = [cell(name, r, computed.figures(r)) for r in mains]
        told = [words_of(labels, feature, c) for c in cells if c.told]
        rows.append(
            [
                E("th", E("a", feature.label, href=f"features/{address(name)}.html"), scope="row"),
                E("td", meaning(feature)),
                E("td", str(len(set(told))), cls="num"),
                E("td", f"{len(told)} of {len(mains)}", cls="num"),
            ]
        )
    yield table(["Feature", "What it says", ("Values", "num"), ("Told of", "num")], rows, cls="wrap stacked")


def label_of(column: str) -> str:
    """Return what a column is called in running text."""
    label = OF_GAME[column] if column in OF_GAME else FEATURES[column].label
    return label[0].lower() + label[1:] if column != "fool" else label


def meaning(feature: Feature) -> str:
    """Return what a feature says, without what its column has besides for programs."""
    return re.split(r"[:;]|, by id", feature.text)[0].rstrip(".") + "."


def words_of(labels: Labels, feature: Feature, c: Cell) -> str:
    """Return a cell in words; `SILENT` where nothing is told, the word for its absence where that is told."""
    if c.value is not None:
        return labels.cell(feature, c)
    return ABSENT[Absence(c.status)] if c.told else SILENT


def gathered(cells: Mapping[str, Cell], said: Mapping[str, str], told: list[str]) -> tuple[dict[str, str], list[str]]:
    """Return under what each value is drawn, and these in their order: the values themselves, if few; figures in bands; of
    many words the commonest, and all others as one."""
    if len(told) <= MOST:
        return {v: v for v in told}, told
    raw = {said[id]: c.value for id, c in cells.items() if c.value is not None}
    figures = {v: figure_of(raw[v]) for v in told if v in raw}
    if all(f is not None or by_players(raw[v]) for v, f in figures.items()):
        counts = Counter(f for id in said if (f := figures.get(said[id])) is not None)
        several = {v: SEVERAL for v, f in figures.items() if f is None}
        rest = [v for v in told if v not in raw]
        in_bands = bands(counts, MOST - len(rest) - bool(several))
        found = {v: in_bands[f] for v, f in figures.items() if f is not None}
        return {**found, **several, **{v: v for v in rest}}, [
            *dict.fromkeys(in_bands.values()),
            *dict.fromkeys(several.values()),
            *rest,
        ]
    first = told[: MOST - 1]
    return {v: v if v in first else OTHERS for v in told}, [*first, OTHERS]


def feature_page(name: str, computed: ComputedCorpus) -> Iterator[El]:
    """Yield all that is told of one feature."""
    feature, labels, corpus = FEATURES[name], Labels(computed), computed.corpus
    cells = {r.id: cell(name, r, computed.figures(r)) for r in corpus.rulesets.values()}
    said = {id: words_of(labels, feature, c) for id, c in cells.items()}
    mains = [r for r in corpus.rulesets.values() if r.kind == "main"]
    counts = Counter(said[r.id] for r in mains)
    told = [v for v, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if v != SILENT]
    yield E("p", meaning(feature), id="meaning", target=("feature", name, feature.label))
    yield E("p", f"Told of {counts.total() - counts[SILENT]} of {counts.total()} games, by their main rules.")

    with_ = ("tradition", "region", "century", *(other for other in CROSSED_WITH if other != name))
    links = joined(
        E("a", label_of(other), href=f"../cross.html?rows={address(name)}&columns={address(other)}") for other in with_
    )
    yield E("p", "Cross it with ", links, " or ", E("a", "any other", href=f"../cross.html?rows={address(name)}"), ".")

    yield E("section", E("h2", "Values"), *_values(labels, feature, told, counts), id="values")
    if dated := list(dated_values(computed, feature, cells, said)):
        yield E("section", E("h2", "What dated evidence shows"), *dated, id="evidence")
    drawn_as, shown = gathered({r.id: cells[r.id] for r in mains}, {r.id: said[r.id] for r in mains}, told)

    def grouped(rulesets: Iterable[Ruleset]) -> Counter[str]:
        return Counter(drawn_as.get(said[r.id], SILENT) for r in rulesets)

    by_tradition = [
        (corpus.tradition(t).title, grouped([r for r in mains if corpus.game(r.game).tradition == t]))
        for t in dict.fromkeys(corpus.game(r.game).tradition for r in mains)
    ]
    family = [r for r in mains if ROOT in corpus.bases(r.game)]
    spans = {r.id: centuries(corpus.game(r.game).played) for r in family}
    by_century = [
        (century_words(n), grouped([r for r in family if n in (spans[r.id] or ())]))
        for n in sorted({n for span in spans.values() for n in span or ()})
    ]
    yield E("section", E("h2", "By tradition"), *_spread("Tradition", by_tradition, [*shown, SILENT]), id="traditions")
    yield E(
        "section",
        E("h2", "By century"),
        E(
            "p",
            "A game stands in every century in which it may have been played; relatives outside the family, and games "
            "without a known beginning, are left out.",
        ),
        *_spread("Century", by_century, [*shown, SILENT]),
        id="centuries",
    )
    yield E("section", E("h2", "Map"), *_map(labels, family, grouped, [*shown, SILENT]), id="map")

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
    yield E("section", E("h2", "What witnesses have, oldest first"), *witnessed(computed, cells, said), id="witnesses")
    yield E("section", E("h2", "What the sources and their readers say"), *said_of(computed, feature), id="said")


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
    yield E("details", E("summary", "The numbers"), table(heads, numbers, cls="wrap stacked"))


def _map(
    labels: Labels, mains: list[Ruleset], grouped: Callable[[Iterable[Ruleset]], Counter[str]], values: list[str]
) -> Iterator[El | Raw]:
    """Yield where games have which value, and the same place by place."""
    corpus = labels.corpus
    at: dict[str, list[Ruleset]] = {}
    for r in mains:
        for place in corpus.game(r.game).places:
            at.setdefault(place, []).append(r)
    places = corpus.shared["places"]
    order = sorted(at, key=lambda id: places[id].title)
    found = {id: grouped(at[id]) for id in order}
    spots = [
        Spot(p.title, float(p.lat), float(p.lon), found[id], since(labels, at[id], grouped))
        for id in order
        if (p := places[id]).lat is not None and p.lon is not None
    ]
    nowhere = sum(not corpus.game(r.game).places for r in mains)
    told = (
        "There is a mark for each value that games of a place have, larger for more games. A game stands at each of its places, "
        "from the oldest account of its rules that has the value."
    )
    rest = f" {nowhere} games have no place." if nowhere else ""
    yield E("p", told, " Where nothing is told of any, the mark is pale.", rest)
    yield Raw(spread_map(spots, values, SILENT, "Map of the values; the table below it has the numbers"))
    rows: list[list[Any]] = [
        [
            E("th", labels.ref("place", id), scope="row"),
            " · ".join(f"{v} ({found[id][v]})" for v in values if found[id][v]),
        ]
        for id in order
    ]
    yield E("details", E("summary", "Place by place"), table(["Place", "Games"], rows, cls="wrap stacked"))


def since(
    labels: Labels, games: Iterable[Ruleset], grouped: Callable[[Iterable[Ruleset]], Counter[str]]
) -> dict[str, int]:
    """Return the year from which on games are known to have each value, as `told_since` has it."""
    found: dict[str, int] = {}
    for r in games:
        (value,) = grouped([r])
        year = told_since(labels, r, {o.id for o in labels.corpus.of_game(r.game) if value in grouped([o])})
        if year is not None:
            found[value] = min(year, found.get(value, year))
    return found


def told_since(labels: Labels, main: Ruleset, having: Container[str]) -> int | None:
    """Return by what year a game is known to have had a value: that of the oldest account of it, of rulesets `having` the value;
    where no account is dated, that of the first sure evidence of the game, or when it was last seen."""
    corpus, facts = labels.corpus, labels.corpus.game(main.game)
    works = (corpus.bibliography.get(o.witness or "") for o in corpus.of_game(main.game) if o.id in having)
    years = [year for work in works if work and work.dated and (year := bounds(work.dated)[1]) is not None]
    if years:
        return min(years)
    sure = evidence_of(labels.computed, "games").get(main.game, NOTHING).first_sure
    return sure.latest if sure else bounds(facts.seen)[1] if facts.seen else None


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
            yield table(["Game", "Main rules", head, "Has"], rows[kind], cls="wrap stacked", caption=caption)
    if inferred:
        yield E(
            "details", E("summary", f"Inferred or guessed in main rules ({len(inferred)})"), E("p", joined(inferred))
        )
    if not inferred and not any(rows.values()):
        yield E("p", "Witnesses and variants do not differ in it, and nothing of it is inferred.")


def _notes(computed: ComputedCorpus, r: Ruleset, path: tuple[str, ...]) -> Iterator[Any]:
    for at, told in computed.comparison.of(r).items():
        if at[: len(path)] == path:
            yield from (note for _, note in told.notes)


for _name in FEATURES:
    VIEWS[f"feature-{_name}"] = partial(feature_page, _name)
