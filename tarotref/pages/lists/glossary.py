"""The words of players and of those who write about them: an index, and what each means, by letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tarotref.notation import folded
from tarotref.pages.elements import Child, E, El, Ref, joined, prose
from tarotref.pages.lists import letters
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.model.shared import GlossaryEntry


def by_letter(computed: ComputedCorpus) -> dict[str, dict[str, GlossaryEntry]]:
    """Return the terms by their letters, in alphabetical order."""
    terms = computed.corpus.shared["glossary"]
    found: dict[str, dict[str, GlossaryEntry]] = {}
    for id, g in sorted(terms.items(), key=lambda kv: letters.alphabetic(kv[1].term)):
        found.setdefault(letters.letter(g.term), {})[id] = g
    return found


@view("glossary")
def glossary(computed: ComputedCorpus) -> Iterator[El]:
    """Yield every term in a line, letter by letter, each a link to what it means; whose it is, where two are one word."""
    labels = Labels(computed)
    number = Counter(folded(g.term) for g in computed.corpus.shared["glossary"].values())
    for letter, terms in by_letter(computed).items():
        yield E(
            "section",
            E("h2", letter),
            letters.lines(
                (E("li", *_line(labels, id, g, number[folded(g.term)] > 1), id=place(id)) for id, g in terms.items()),
                words=True,
            ),
            id=f"letter-{letter.lower()}",
        )


def _line(labels: Labels, id: str, g: GlossaryEntry, shared: bool) -> Iterator[El | Ref | str]:
    yield E("i", Ref("term", id, g.term), lang=g.lang) if g.lang != "en" else Ref("term", id, g.term)
    if g.en and g.en != g.term:
        yield E("span", " ", g.en)
    if shared:
        yield E(
            "span", f" {labels.title('tradition', g.tradition) if g.tradition else labels.term('language', g.lang)}"
        )


def place(id: str) -> str:
    """Return the anchor of a term, in the index as where it is told."""
    return f"term-{id}"


def _of(page: str) -> Callable[[ComputedCorpus], Iterator[El]]:
    def terms_of(computed: ComputedCorpus) -> Iterator[El]:
        labels = Labels(computed)
        for letter, terms in by_letter(computed).items():
            if letters.page_of(letter) == page:
                items = (part for id, g in terms.items() for part in _entry(labels, id, g))
                yield E("section", E("h2", letter), E("dl", *items, cls="glossary"), id=f"letter-{letter.lower()}")

    terms_of.__doc__ = f"Yield the terms under {letters.title(page)}, with what they mean."
    return terms_of


for _page in letters.PAGES:
    view(f"glossary-{_page}")(_of(_page))


def _entry(labels: Labels, id: str, g: GlossaryEntry) -> Iterator[El]:
    en = f", {g.en}" if g.en and g.en != g.term else ""
    whose = [labels.term("language", g.lang)] if g.lang != "en" else []
    whose += [labels.title("tradition", g.tradition)] if g.tradition else []
    lang = E("small", f" {', '.join(whose)}") if whose else None
    see = E("span", " See ", joined(labels.ref("term", s) for s in g.see), ".") if g.see else None
    cited = [E("span", labels.source(k), f", {v}") for k, v in (g.source or {}).items()]
    source = E("span", " ", joined(cited, "; "), cls="from") if cited else None
    word = E("i", g.term, lang=g.lang) if g.lang != "en" else g.term
    several: list[Child] | None = [", plural ", E("i", g.plural, lang=g.lang)] if g.plural else None
    yield E("dt", word, several, en, lang, id=place(id), target=("term", id, g.term))
    yield E("dd", E("p", prose(g.definition, labels.title), see, source))
