"""The corpus behind the site: read when first asked for in a build, shared by all that renders it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tarotref import catalogue_number
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.record import Game
from tarotref.pages.game import GamePage
from tarotref.pages.lists import the_view
from tarotref.pages.lists.registry import TEXTUAL
from tarotref.pages.tradition import TraditionPage
from tarotref.pages.wording import Labels
from tarotref.sphinxext import head
from tarotref.sphinxext.rendering import Part, Section, render
from tarotref.sphinxext.watched import Changes, Reads, Watch
from tarotref.store.cache import digest
from tarotref.store.draft import Draft
from tarotref.tables.citations import Cited, cited, unreleased

if TYPE_CHECKING:
    from sphinx.util.parallel import ParallelTasks, SerialTasks

API = "api/v1"
"""Where the documents of the static API stand in a site; the figure is the first of `documents.SCHEMA_VERSION`."""
Parts: TypeAlias = "tuple[Part | Section, ...]"
MANY_MEANINGS = frozenset(
    "attestation authority bonus conjecture feat hand inference lead pack par pattern penalty reading round ruleset session "
    "tradition variant void witness".split()
)
"""Terms of the glossary whose word a text mostly uses in its everyday sense, or that are ours and not the players'."""
GAMES, TRADITIONS = "corpus/games/", "corpus/traditions/"


def is_record(docname: str) -> bool:
    """Say whether a page is that of a record."""
    return docname.startswith((GAMES, TRADITIONS))


class BesideText(NamedTuple):
    """A table for a section of the rules (`tarotref.pages.beside_text.Beside`), rendered."""

    names: tuple[tuple[str, ...], ...]
    whole: Parts
    prices: Parts


class RecordParts(NamedTuple):
    """What a record's page shows beside its text."""

    rules: tuple[str, ...]
    """The sections of the first part of the page."""
    head: Parts
    silent: tuple[str, ...]
    """Sections of the rules whose tables stand in the record."""
    after: dict[str, Parts]
    """What stands in each section after the text."""
    beside: dict[str, tuple[BesideText, ...]]
    """The tables of each section of the rules, for want of them in the text."""
    notes: dict[str, Parts]
    """The notes on each section."""
    frame: dict[str, Any]
    """What stands around the page."""


class Made(NamedTuple):
    """Parts of pages that one process has made for another: those of records, views, and what was read to make the former."""

    parts: dict[str, RecordParts]
    views: dict[str, Parts]
    reads: dict[str, Reads]


CITED = "_static/cite"
"""Where the files stand in a site that say how each fact is cited."""


class Folder:
    """A folder of a site with a file for each of many things, each written anew where something has changed that it was made from."""

    def __init__(self, folder: Path, site: Site, before: Mapping[str, Reads] | None):
        """`before` has what was read to make the files that are there, in the state of the corpus that `site.changes` knows."""
        self.folder, self.site, self.before = folder, site, before or {}
        self.reads: dict[str, Reads] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def write(self, name: str, make: Callable[[ComputedCorpus], str]) -> None:
        """Write a file, of what is made from a look at the corpus."""
        file, was = self.folder / name, self.before.get(name)
        if was and file.exists() and self.site.changes and not self.site.changes.touch(was):
            self.reads[name] = was
            return
        computed, reads = self.site.watch.look()
        file.write_text(make(computed), encoding="utf-8")
        self.reads[name] = self.site.watch.noted(reads)

    def finish(self) -> dict[str, Reads]:
        """Take away files of things that are no more; return what was read to make each file."""
        for old in self.folder.iterdir():
            if old.name not in self.reads:
                old.unlink()
        return self.reads


class Site:
    """One state of the corpus, and the parts of pages made of it so far."""

    def __init__(self, draft: Draft, tasks: SerialTasks | ParallelTasks):
        self.draft, self.tasks = draft, tasks
        self._parts: dict[str, RecordParts] = {}
        self._views: dict[str, Parts] = {}
        self.reads: dict[str, Reads] = {}
        """What was read to make the parts of each record."""

    @property
    def computed(self) -> ComputedCorpus:
        return self.draft.computed

    @cached_property
    def watch(self) -> Watch:
        return Watch(self.computed)

    @cached_property
    def changes(self) -> Changes | None:
        """How the corpus differs from what an earlier build by the same code has kept; None where it has kept nothing."""
        earlier = self.draft.earlier
        return Changes(earlier[1], self.watch) if earlier else None

    @cached_property
    def labels(self) -> Labels:
        return Labels(self.computed)

    @cached_property
    def by_path(self) -> dict[str, str]:
        """The id of each record by its file."""
        corpus = self.computed.corpus
        return {r.source.path: id for shelf in (corpus.traditions, corpus.games) for id, r in shelf.items()}

    def parts(self, id: str) -> RecordParts:
        """Return what the page of a record shows beside its text."""
        if id not in self._parts:
            computed, reads = self.watch.look()
            page: Any = (GamePage if id in self.computed.corpus.games else TraditionPage)(computed, id)
            noted = [note.at[0].removeprefix("text.") for note in page.facts.notes if note.at[0].startswith("text.")]
            headings = dict.fromkeys([*page.order, *noted])
            self._parts[id] = RecordParts(
                page.of_rules,
                render(page.head()),
                tuple(h for h in page.of_rules if page.tables(h)),
                {h: render(page.after(h)) for h in headings},
                {
                    h: tuple(BesideText(b.names, render(b.whole), render(b.prices)) for b in found)
                    for h, found in page.in_rules().items()
                },
                {h: render(page.notes(h)) for h in headings},
                frame(computed, id),
            )
            self.reads[id] = self.watch.noted(reads)
        return self._parts[id]

    def title(self, id: str) -> str:
        """Return what the page of a record is called."""
        facts = self.computed.corpus.record(id).facts
        return f"{id} {facts.title}" if isinstance(facts, Game) else facts.title

    def words(self, id: str) -> dict[str, str]:
        """Return the terms of the glossary that the text of a record links, ids by term in small letters: English ones as
        they are, words of the players of its tradition after a `_`, since they count only where a text marks them."""
        corpus = self.computed.corpus
        tradition = getattr(corpus.record(id).facts, "tradition", id)
        found = {}
        for key, entry in corpus.shared["glossary"].items():
            if entry.tradition in (None, tradition) and key not in MANY_MEANINGS:
                found[("" if entry.lang == "en" else "_") + entry.term.casefold()] = key
        return found

    def made(self, docname: str, views: Iterable[str]) -> Made:
        """Return the parts of a page that are made from facts, to be taken (`take`) in another process."""
        id = self.by_path.get(f"{docname}.md")
        if id is None:
            return Made({}, {v: self.view(v) for v in views if v not in TEXTUAL}, {})
        return Made({id: self.parts(id)}, {}, {id: self.reads[id]})

    def take(self, made: Made) -> None:
        """Take parts of pages that another process has made."""
        self._parts |= made.parts
        self._views |= made.views
        self.reads |= made.reads

    def view(self, name: str) -> Parts:
        """Return a view by name; nothing where there is none of it."""
        if name not in self._views:
            make = the_view(name)
            self._views[name] = render(make(self.computed)) if make else ()
        return self._views[name]

    def inherited(self, id: str) -> dict[str, tuple[str, str]]:
        """Return the sections of its text that a game inherits, by title: whose each is, and the text."""
        text = self.computed.corpus.text(id) if id in self.computed.corpus.games else {}
        return {title: (owner, section.body) for title, (owner, section) in text.items() if owner != id}

    def shown(self, docname: str, views: Iterable[str] = ()) -> tuple[str, str]:
        """Return digests of what a page shows of the corpus: what is made of facts, and what its text inherits."""
        id = self.by_path.get(f"{docname}.md")
        if id is None:
            of_facts = [self.view(v) for v in views if v not in TEXTUAL]
            return digest(of_facts), self.shown_text(docname, views)
        return digest(self.parts(id)), self.shown_text(docname)

    def shown_text(self, docname: str, views: Iterable[str] = ()) -> str:
        """Return a digest of the text of records that a page shows beside its own."""
        id = self.by_path.get(f"{docname}.md")
        if id is not None:
            return digest([self.inherited(id), self.words(id)])
        textual = [self.view(v) for v in views if v in TEXTUAL]
        return digest(textual) if textual else ""


def frame(computed: ComputedCorpus, id: str) -> dict[str, Any]:
    """Return what stands around a game's page: how to cite it, what programs read of it, the way to it."""
    facts = computed.corpus.record(id).facts
    data = f"{API}/{'games' if isinstance(facts, Game) else 'traditions'}/{catalogue_number.written(id)}.json"
    if not isinstance(facts, Game):
        whole = Cited(f"tarotref-{id}", facts.title)
        return {
            "data": data,
            "cite": {"text": whole.text(), "bibtex": whole.bibtex()},
            "trail": [("docs/traditions", "Traditions")],
        }
    tradition = computed.corpus.traditions.get(facts.tradition)
    whole = cited(facts, unreleased=unreleased(computed.corpus.shared["history"], id))
    above = [(tradition.source.path.removesuffix(".md"), tradition.facts.title)] if tradition else []
    return {
        "id": catalogue_number.written(id),
        "plays": id if GamePage(computed, id).runs else "",
        "data": data,
        "cite": {
            "text": whole.text(),
            "bibtex": whole.bibtex(),
            "facts": f"{CITED}/{id}.js",
        },
        "about": head.game(computed, facts),
        "trail": [("docs/games", "Games"), *above],
    }


_sites: dict[str, Site] = {}


def open_site(draft: Draft, tasks: SerialTasks | ParallelTasks) -> Site:
    """Begin anew, as a build begins; `tasks` run beside it."""
    _sites[str(draft.root)] = Site(draft, tasks)
    return _sites[str(draft.root)]


def the_site(where: Any) -> Site:
    """Return the corpus of the build under way, from its application or environment."""
    return _sites[str(where.srcdir)]
