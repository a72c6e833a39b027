"""Pages of things that stand many in one file, as trump orders and packs: a page each, without a file each.

The file that holds them all is the source of their pages: Sphinx is told of one page for each entry, and reads for it a title and a view.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.directives.other import TocTree
from sphinx.project import Project

from tarotref import release
from tarotref.pages.lists.registry import EACH, Each
from tarotref.sphinxext.private import place
from tarotref.sphinxext.site import API, Site, the_site
from tarotref.tables.citations import Cited
from tarotref.tables.documents import KINDS

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def thing(docname: str) -> tuple[Each, str] | None:
    """Return what a page is of, and its id; None where it is no page of a thing."""
    folder, _, id = docname.rpartition("/")
    return next(((each, id) for each in EACH.values() if each.folder == folder), None)


def page_of(each: Each, id: str) -> str:
    """Return the name of the page of a thing."""
    return f"{each.folder}/{id}"


def file_of(each: Each) -> str:
    """Return the file of the corpus in which things of a kind are written."""
    return f"corpus/{each.shelf}.yaml"


class Sources(Project):
    """The pages of the site: those that have files, and those of things."""

    def discover(self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)) -> set[str]:
        super().discover(exclude_paths, include_paths)
        shelves = the_site(self).draft.shelves
        for each in EACH.values():
            for id in shelves[each.shelf]:
                place(self, page_of(each, id), Path(file_of(each)))
        return self.docnames


def tell_of_things(app: Sphinx) -> None:
    """Let Sphinx find the pages of things beside those with files (`builder-inited`)."""
    sources = Sources(app.srcdir, app.config.source_suffix)
    sources.restore(app.project)
    app.project = app.env.project = sources


def write_thing(app: Sphinx, docname: str, source: list[str]) -> None:
    """Give the page of a thing its text (`source-read`)."""
    if found := thing(docname):
        each, id = found
        title = the_site(app).labels.title(each.kind, id)
        source[0] = f"# {title}\n\n```{{view}} {each.kind}/{id}\n```\n"


class Pages(TocTree):
    """Takes the pages of all things of a kind into the order of the site, without showing them: `{pages} order`."""

    required_arguments = 1
    has_content = False

    def run(self) -> list[nodes.Node]:
        each = EACH.get(self.arguments[0])
        if each is None:
            raise self.error(f"no things {self.arguments[0]!r}; expected one of {', '.join(EACH)}")
        self.options["hidden"] = None
        ids = the_site(self.env).draft.shelves[each.shelf]
        self.content = StringList([f"/{page_of(each, id)}" for id in ids], source=self.env.docname)
        return super().run()


def frame(site: Site, each: Each, id: str) -> dict[str, Any]:
    """Return what stands around the page of a thing: how to cite it, what programs read of it, what it is."""
    entry = site.computed.corpus.shared[each.shelf][id]
    title = site.labels.title(each.kind, id)
    after = "; ".join(f"{site.labels.title('source', key)}, {where}" for key, where in entry.source.items())
    whole = Cited(f"tarotref-{each.kind}-{id}", title, after)
    return {
        "data": f"{API}/{KINDS[each.table]}/{id}.json",
        "cite": {"text": whole.text(), "bibtex": whole.bibtex()},
        "tags": {
            "citation_title": title,
            "citation_inbook_title": "tarotref: games played with the tarot pack",
            **({"citation_publication_date": release.DATE.replace("-", "/")} if release.DATE else {}),
            "citation_author": release.EDITORS,
        },
        "words": each.brief(site.computed, id),
    }
