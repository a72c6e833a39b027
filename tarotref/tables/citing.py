"""Whatever has an id as something to be cited: a game, a ruleset, a fact; a tradition, a witness, a piece of evidence, an order,
a pack, a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from tarotref.dates import words as date_words
from tarotref.problem import nearest
from tarotref.tables.bibliographies import FORMS
from tarotref.tables.citations import Cited, cited, unreleased
from tarotref.tables.cited_facts import cited_fact
from tarotref.tables.spec import TABLES, plain

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

STYLES = ("text", "bibtex", "csl", "ris")
SHELVES = {"evidence": "attestations", "order": "trump-orders", "pack": "packs", "place": "places", "term": "glossary"}
"""What stands beside the games and can be cited: the word for one, and where it is looked up."""
KINDS = ("tradition", "witness", *SHELVES, "table")
"""What can be cited besides games, those first that are meant where several have the id; `pack:minchiate-98` says which."""


def citation(computed: ComputedCorpus, id: str, form: str = "text") -> str:
    """Return how to cite what has an id.

    Of several things that have it the first of `KINDS` is meant. ValueError where there is no such form, KeyError where nothing has it.
    """
    if form not in STYLES:
        raise ValueError(f"no form of citation {form!r}; expected one of {', '.join(STYLES)}")
    name, _, field = id.partition("#")
    kind, colon, rest = name.partition(":")
    if colon and kind not in KINDS:
        raise KeyError(f"nothing is cited as {kind!r}; expected one of {', '.join(KINDS)}, or an id alone")
    wanted = [kind] if colon else list(_kinds(computed, name))  # the first, where several have it
    if not wanted:
        ruleset = computed.ruleset(name)
        if field:
            return _styled(cited_fact(computed, ruleset, field), form)
        new = unreleased(computed.corpus.shared["history"], ruleset.game)
        return _styled(cited(computed.corpus.game(ruleset.game), ruleset.key, unreleased=new), form)
    name = rest if colon else name
    if wanted[0] == "witness":
        return _work(computed, name, form)
    return _styled(_thing(computed, wanted[0], name), form)


def _styled(of: Cited, form: str) -> str:
    from tarotref.tables.exports import dump

    styles: dict[str, Callable[[], str]] = {"text": of.text, "bibtex": of.bibtex, "ris": of.ris}
    return dump(of.csl()).strip() if form == "csl" else styles[form]()


def _kinds(computed: ComputedCorpus, id: str) -> Iterator[str]:
    """Yield the kinds of things that have an id."""
    corpus = computed.corpus
    if id in corpus.traditions:
        yield "tradition"
    if id in corpus.bibliography:
        yield "witness"
    yield from (kind for kind, shelf in SHELVES.items() if id in corpus.shared[shelf])
    if id in TABLES:
        yield "table"


def _thing(computed: ComputedCorpus, kind: str, id: str) -> Cited:
    from tarotref.words.wording import Wording

    corpus, key = computed.corpus, f"tarotref-{kind}-{id}"
    if kind == "tradition":
        return Cited(key, corpus.tradition(id).title, _sources(computed, corpus.tradition(id).source))
    if kind == "table":
        return Cited(key, f"Table {TABLES[id].name}: {TABLES[id].text.rstrip('.')}")
    shelf = corpus.shared[SHELVES[kind]]
    if id not in shelf:
        raise KeyError(f"no {kind} has the id {id!r}{nearest(id, shelf)}")
    one = shelf[id]
    title = Wording(corpus).title({"evidence": "attestation"}.get(kind, kind), id) if kind != "evidence" else one.title
    dated = getattr(one, "dated", None)
    return Cited(
        key, f"{title} ({date_words(dated)})" if dated else title, _sources(computed, getattr(one, "source", None))
    )


def _sources(computed: ComputedCorpus, sources: dict[str, str] | None) -> str:
    works = computed.corpus.bibliography
    named = [(works[key].label if key in works else key, place) for key, place in (sources or {}).items()]
    return "; ".join(f"{label}, {place}" if place else label for label, place in named)


def _work(computed: ComputedCorpus, key: str, form: str) -> str:
    """Return how to cite a work of the bibliography itself, as our bibliographies write it; where it was read, if elsewhere."""
    from tarotref.tables.citations import reference_text

    if key not in computed.corpus.bibliography:
        raise KeyError(f"no witness or work has the key {key!r}{nearest(key, computed.corpus.bibliography)}")
    ref = computed.corpus.bibliography[key]
    if form == "text":
        seen = ref.fields.get("seenin")
        return reference_text(ref) + (f" Known from {_sources(computed, dict([_split(seen)]))}." if seen else "")
    names = [c.name for c in TABLES["sources"].columns]
    row = next(row for row in TABLES["sources"].rows(computed) if row[0] == key)
    return FORMS[form]([dict(zip(names, map(plain, row), strict=True))]).strip()


def _split(said: str) -> tuple[str, str]:
    key, _, place = said.partition(" ")
    return key, place.strip()
