"""Witnesses and works: an index of all, the witnesses of each century, literature by letter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from tarotref.dates import century, century_words, in_time
from tarotref.dates import words as date_words
from tarotref.notation import roman
from tarotref.pages.elements import Child, E, El, Ref, joined, table
from tarotref.pages.lists import letters
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.tables.citations import reference_text

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.bibliography import Reference

FOLDER = "sources"
"""Where the pages of sources stand, as seen from their index."""
CENTURIES = range(15, 22)
UNDATED = "undated"
WITNESSES = (*(roman(n).lower() for n in CENTURIES), UNDATED)
"""The pages of witnesses, as their addresses have them."""
LITERATURE = tuple(f"literature-{page}" for page in letters.PAGES)


def by_page(computed: ComputedCorpus) -> dict[str, list[Reference]]:
    """Return witnesses and literature by the page that has them in full: witnesses in order of time, literature by letter."""
    found: dict[str, list[Reference]] = {page: [] for page in (*WITNESSES, *LITERATURE)}
    all_ = computed.corpus.bibliography.values()
    for ref in sorted((r for r in all_ if r.role == "witness"), key=_when):
        found[roman(century(ref.dated)).lower() if ref.dated else UNDATED].append(ref)
    for ref in sorted((r for r in all_ if r.role == "literature"), key=lambda r: letters.alphabetic(r.label)):
        found[f"literature-{letters.page_of(ref.label)}"].append(ref)
    return found


def _when(ref: Reference) -> tuple[object, str]:
    return (in_time(ref.dated) if ref.dated else ((9999, 0, 0), 0), letters.alphabetic(ref.label))


def title(page: str) -> str:
    """Return what a page of sources is called in its index."""
    if page == UNDATED:
        return "Without a date"
    if page in WITNESSES:
        return century_words(CENTURIES[WITNESSES.index(page)])
    return letters.title(page.removeprefix("literature-"))


@view("sources")
def sources(computed: ComputedCorpus) -> Iterator[El]:
    """Yield what records are written from, in full, then every other source in a line that leads to it."""
    labels = Labels(computed)
    authorities = (r for r in computed.corpus.bibliography.values() if r.role == "authority")
    told = in_full(labels, sorted(authorities, key=lambda r: letters.alphabetic(r.label)))
    yield E("section", E("h2", "What we write from"), told, id="authority")
    found = by_page(computed)
    for role, head, pages in (("witness", "Witnesses", WITNESSES), ("literature", "Literature", LITERATURE)):
        parts: list[El] = []
        for page in pages:
            if refs := found[page]:
                many = E("span", f" {len(refs)}", cls="from")
                parts.append(E("h3", E("a", title(page), href=f"{FOLDER}/{page}.html"), many))
                parts.append(letters.lines(E("li", *_line(ref), id=place(ref.key)) for ref in refs))
        yield E("section", E("h2", head), *parts, id=role)


def _line(ref: Reference) -> Iterator[Child]:
    yield Ref("source", ref.key, ref.label)
    if ref.title != ref.label:
        yield E("span", " ", E("cite", ref.title, lang=ref.lang or None))


def place(key: str) -> str:
    """Return the anchor of a source, in the index as where it is told."""
    return f"source-{key.lower()}"


def _of(page: str) -> Callable[[ComputedCorpus], Iterator[El]]:
    def sources_of(computed: ComputedCorpus) -> Iterator[El]:
        yield in_full(Labels(computed), by_page(computed)[page])

    sources_of.__doc__ = f"Yield the sources of one page in full: {title(page)}."
    return sources_of


for _page in (*WITNESSES, *LITERATURE):
    view(f"sources-{_page}")(_of(_page))


def in_full(labels: Labels, refs: Iterable[Reference]) -> El:
    """Return sources with their dates, what they are, and the games that they attest."""
    used: dict[str, list[str]] = {}
    for id, record in labels.corpus.games.items():
        for w in record.facts.witnesses:
            used.setdefault(w, []).append(id)
    rows = []
    for ref in refs:
        games = used.get(ref.key, [])
        attests = E("p", "Games: ", joined(labels.ref("game", g) for g in games)) if games else None
        seen = ref.fields.get("seenin")
        name = E("span", ref.label, cls="sc")
        cells = [
            E("th", name, scope="row", id=place(ref.key), target=("source", ref.key, ref.label)),
            E("td", date_words(ref.dated) if ref.dated else ""),
            E("td", E("p", work(labels, ref)), attests, E("p", spelled(labels, seen), cls="from") if seen else None),
        ]
        rows.append(E("tr", *cells))
    return table(["Cited as", "Date", "Work"], rows, cls="wrap stacked")


def work(labels: Labels, ref: Reference) -> list[Child]:
    """Return a work as one paragraph, its title in italics, its address as a link."""
    before, found, after = reference_text(ref).partition(ref.title)
    title = [E("cite", ref.title, lang=ref.lang or None)] if found else []
    if not (address := re.search(r"https?://[^\s,]+", after)):
        return [*spelled(labels, before), *title, *spelled(labels, after)]
    link = E("a", address[0], href=address[0])
    return [
        *spelled(labels, before),
        *title,
        *spelled(labels, after[: address.start()]),
        link,
        *spelled(labels, after[address.end() :]),
    ]


def spelled(labels: Labels, text: str) -> list[Child]:
    """Return a text of the bibliography with each key of another work as a link to it."""
    known = labels.corpus.bibliography
    words = re.split(r"([\w-]+)", text)
    return [labels.ref("source", word) if word in known else word for word in words]
