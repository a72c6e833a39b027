"""All evidence: drawn on a line of time and a map, the first of each place and family, a row a piece, and each in full."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.evidence import Dated, Span, in_order, spans
from tarotref.dates import bounds, century_words
from tarotref.dates import words as date_words
from tarotref.model.shared import Attestation
from tarotref.notation import folded, roman
from tarotref.pages import evidence
from tarotref.pages.drawings.evidence_line import line_of
from tarotref.pages.drawings.maps import evidence_map
from tarotref.pages.elements import Child, E, El, Raw, Ref, row, table
from tarotref.pages.evidence_pages import HALVED, page_of
from tarotref.pages.lists.choices import shortened
from tarotref.pages.lists.explore import CENTURIES, by_chapter
from tarotref.pages.lists.letters import lines
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.words.phrases import figure

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

FOLDER = "history"
"""Where the pages of evidence stand, as seen from the page that leads to them."""
PAGES = tuple(roman(n).lower() + half for n in range(15, 22) for half in (("", "-2") if n in HALVED else ("",)))
"""The pages that have evidence in full, as their addresses have them."""
FACETS = {
    "era": "Century",
    "place": "Place",
    "region": "Region",
    "kind": "Kind",
    "tradition": "Tradition",
    "game": "Game",
    "claim": "Shows",
    "certainty": "Certainty",
}
OF_CLAIMS = ("claim", "certainty")
"""What may be chosen of a single claim: `tarot played` and `sure` is found where one claim is both."""
SETTLED = ("town", "village")
"""Kinds of places that lie in regions, and are none."""


@view("certainties")
def certainties(computed: ComputedCorpus) -> Iterator[El]:
    """Yield what it means that a claim is sure, likely, doubtful or rejected."""
    labels = Labels(computed)
    terms = computed.corpus.vocabulary["certainty"]
    yield E(
        "ul", *(E("li", evidence.certainty(labels, how), " ", terms[how].definition) for how in terms), cls="sureties"
    )


@view("evidence-line")
def line(computed: ComputedCorpus) -> Iterator[El]:
    """Yield each piece of evidence as a mark on a line of time, by the family of games for which it counts."""
    yield E(
        "div",
        Raw(line_of(computed, FOLDER), f"{figure(len(computed.corpus.shared['attestations']))} pieces of evidence"),
    )


@view("evidence-map")
def on_a_map(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the places from which there is evidence, each a way to all of it."""
    yield E("div", Raw(evidence_map(computed, f"{FOLDER}/{evidence.ALL}.html?place="), "Map of evidence"))


@view("first-of-traditions")
def first_of_traditions(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the first sure evidence for each family of games, and the first of any certainty."""
    labels, order = Labels(computed), by_chapter(computed)
    made = [
        row(
            [
                E("th", labels.ref("tradition", id), scope="row"),
                E("td", _first(labels, span.first_sure)),
                E("td", _less_sure(labels, span)),
                E("td", _how_many(span, "tradition", id), cls="num"),
            ],
            id=f"first-tradition-{id}",
        )
        for id, span in sorted(spans(computed, "traditions"), key=lambda one: order.index(one[0]))
    ]
    heads: list[Child | tuple[Child, str]] = ["Family of games", "First that is sure", "Earlier, less sure"]
    yield table([*heads, ("In all", "num")], made, cls="wrap firsts stacked", id="first-of-traditions")


@view("first-of-places")
def first_of_places(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the first sure evidence from each place, and the first of any certainty."""
    labels = Labels(computed)
    found = sorted((folded(labels.title("place", id)), id, span) for id, span in spans(computed, "places"))
    items = []
    for _, id, span in found:
        many = E("span", _how_many(span, "place", id), cls="how-many")
        sure, less = _first(labels, span.first_sure), _less_sure(labels, span)
        told = [E("p", one) for one in (sure, less) if one]
        if span.first is None:
            told.append(E("p", "none that is dated and not rejected"))
        items.append(E("li", many, E("b", labels.title("place", id)), *told, id=f"first-place-{id}"))
    yield E("ul", *items, cls="firsts-list", id="first-of-places")


def _first(labels: Labels, one: Dated | None) -> list[Child]:
    """Return a piece by its date and title; nothing where there is none."""
    if one is None:
        return []
    made = labels.corpus.shared["attestations"][one.id]
    return [date_words(made.dated), ": ", Ref("attestation", one.id, made.title)]


def _less_sure(labels: Labels, span: Span) -> list[Child]:
    """Return the first piece of all with how sure it is, where it is not the first that is sure."""
    if span.first is None or span.first == span.first_sure:
        return []
    return [*_first(labels, span.first), " ", evidence.certainty(labels, span.first.certainty)]


def _how_many(span: Span, kind: str, id: str) -> El:
    """Return how many pieces there are, as a link to them."""
    many = f"{span.number} piece{'' if span.number == 1 else 's'}"
    return E("a", many, href=f"{FOLDER}/{evidence.ALL}.html?{kind}={id}")


@view("evidence")
def every_piece(computed: ComputedCorpus) -> Iterator[El]:
    """Yield all evidence in order of time, one row a piece; a program lays the choices before it."""
    labels = Labels(computed)
    yield E("div", id="explore-app", data_of="evidence-data.js")
    words = "Choosing and sorting need scripts, which are off in your browser. This is the whole list."
    yield E("p", words, cls="without-scripts")
    heads = (*evidence.HEADS, "Of")
    made = [E("tr", *evidence.cells(labels, id, a), E("td", _of(labels, a)), id=id) for id, a in in_order(computed)]
    whole = E(
        "table",
        E("thead", E("tr", *(E("th", head, scope="col") for head in heads))),
        E("tbody", *made),
        cls="explored evidence-rows",
        id="evidence-table",
    )
    yield shortened(whole, everywhere=True)


def _of(labels: Labels, a: Attestation) -> list[Child]:
    """Return what a piece is of: its games by number, else its families of games; where it stands in full they are links."""
    if a.games:
        return [", ".join(a.games)]
    return [", ".join(labels.title("tradition", t) for t in a.traditions)]


def _in_full(page: str) -> Callable[[ComputedCorpus], Iterator[El]]:
    def pieces(computed: ComputedCorpus) -> Iterator[El]:
        labels = Labels(computed)
        here = ((id, a) for id, a in in_order(computed) if page_of(a.dated) == page)
        yield E("div", *(evidence.entry(labels, id, a) for id, a in here))

    pieces.__doc__ = f"Yield all evidence of one page in full: {page}."
    return pieces


def _in_lines(page: str) -> Callable[[ComputedCorpus], Iterator[El]]:
    def pieces(computed: ComputedCorpus) -> Iterator[El]:
        found = ((id, a) for id, a in in_order(computed) if page_of(a.dated) == page)
        yield lines(_line(id, a) for id, a in found)

    pieces.__doc__ = f"Yield all evidence of one page in a line each that leads there: {page}."
    return pieces


def _line(id: str, a: Attestation) -> El:
    """Return a piece in a line, which keeps its address and those of its claims."""
    claims = (E("span", id=evidence.claim_place(id, n)) for n in range(1, len(a.shows) + 1))
    return E("li", date_words(a.dated), " ", Ref("attestation", id, a.title), *claims, id=id)


for _page in PAGES:
    view(f"evidence-{_page}")(_in_full(_page))
    if _page.endswith("-2"):
        view(f"evidence-{_page}-lines")(_in_lines(_page))


def evidence_data(computed: ComputedCorpus) -> dict[str, Any]:
    """Return what may be chosen of evidence: for each piece the values of its facets, and of those of each of its claims.

    The rows stand on the page already, by the same ids.
    """
    choices: dict[str, dict[str, int]] = {name: {} for name in FACETS}

    def taken(name: str, values: list[str]) -> list[int]:
        return [choices[name].setdefault(value, len(choices[name])) for value in values]

    pieces = []
    for id, a in in_order(computed):
        shared = [taken(name, _values(computed, a, name)) for name in FACETS if name not in OF_CLAIMS]
        claims = dict.fromkeys((c.what, c.certainty) for c in a.shows)
        each = [{"of": [taken("claim", [what]), taken("certainty", [how])]} for what, how in claims]
        pieces.append({"id": id, "of": shared, "rulesets": each})
    labels = Labels(computed)
    return {
        "noun": ["piece of evidence", "pieces of evidence"],
        "file": "tarotref-evidence.csv",
        "find": "word, place or year",
        "facets": [
            {
                "name": name,
                "label": label,
                "values": [[value, _choice(labels, name, value)] for value in found],
                "order": [found[value] for value in sorted(found, key=lambda v: _rank(labels, name, v))],
            }
            for name, label in FACETS.items()
            for found in [choices[name]]
        ],
        "games": pieces,
    }


def _values(computed: ComputedCorpus, a: Attestation, facet: str) -> list[str]:
    """Return what a piece has of a facet: of some, several values."""
    places = computed.corpus.shared["places"]
    if facet == "era":
        first, last = bounds(a.dated)
        years = [year for year in (first, last) if year is not None]
        return [roman(n) for n in range(years[0] // 100 + 1, years[-1] // 100 + 2)] if years else []
    if facet == "place":
        return [a.place] if a.place else []
    if facet == "region":
        return [place for place in _around(computed, a.place) if places[place].kind not in SETTLED]
    if facet == "tradition":
        return list(a.traditions)
    if facet == "game":
        return list(a.games)
    return [a.kind]


def _around(computed: ComputedCorpus, place: str | None) -> list[str]:
    """Return a place and all places in which it lies, the smallest first."""
    places, found = computed.corpus.shared["places"], list[str]()
    while place in places and place not in found:
        found.append(place)
        place = places[place].within
    return found


def _choice(labels: Labels, facet: str, value: str) -> str:
    """Return a choice in words."""
    if facet in ("place", "region"):
        return labels.title("place", value)
    if facet == "tradition":
        return labels.title("tradition", value)
    if facet == "game":
        return f"{value} {labels.title('game', value).removeprefix(value).strip()}"
    if facet == "era":
        return century_words(CENTURIES.index(value) + 1)
    return labels.term("attestation-kind" if facet == "kind" else facet, value)


def _rank(labels: Labels, facet: str, value: str) -> Any:
    """Return where a choice stands among the others: by time, certainty, chapter or number, else by name."""
    if facet == "era":
        return CENTURIES.index(value)
    if facet == "certainty":
        return list(labels.corpus.vocabulary["certainty"]).index(value)
    if facet == "tradition":
        return by_chapter(labels.computed).index(value)
    if facet == "game":
        return list(labels.corpus.games).index(value) if value in labels.corpus.games else len(labels.corpus.games)
    return _choice(labels, facet, value).casefold()
