"""All that is private to Sphinx and named here: how it shares pages among processes, and where it knows pages to stand.

The former was read in the versions named in `READ`; with any other Sphinx shares its pages itself, which takes longer.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.project import Project
from sphinx.util.build_phase import BuildPhase
from sphinx.util.display import progress_message

from tarotref.sphinxext.parallel import share

if TYPE_CHECKING:
    from tarotref.sphinxext.findable import Page

READ = ((9, 0), (9, 1))
"""The versions of Sphinx whose private names are as they are used here."""
SAME = sphinx.version_info[:2] in READ
FEW = 5
"""Up to how many pages one process reads and writes alone."""


def place(project: Project, page: str, file: Path) -> None:
    """Let a project know a page that has no file of its own, and the file in which it is written."""
    project.docnames.add(page)
    project._docname_to_path[page] = file


class InSharedProcesses(StandaloneHTMLBuilder):
    """Reads and writes pages in several processes, each of which takes the next page that nobody has taken."""

    anew: dict[str, Page]
    """What can be found on the pages that are written anew."""

    def _read_parallel(self, docnames: list[str], nproc: int) -> None:
        """Read in several processes, each of which sends back what it has read and not all that it knows.

        A few pages are read here: another process would take longer to say what it has read than to read it.
        """
        if not SAME:
            super()._read_parallel(docnames, nproc)
            return
        if len(docnames) <= FEW:
            self._read_serial(docnames)
            return
        for docname in docnames:
            self.events.emit("env-purge-doc", self.env, docname)
            self.env.clear_doc(docname)

        def read(pages: Iterable[str]) -> tuple[list[str], bytes]:
            self.env._app = self._app
            docs = []
            for docname in pages:
                self.read_doc(docname, _cache=False)
                docs.append(docname)
            for docname in self.env.all_docs.keys() - docs:
                self.env.clear_doc(docname)
            return docs, pickle.dumps(self.env, pickle.HIGHEST_PROTOCOL)

        def merge(found: tuple[list[str], bytes]) -> None:
            docs, env = found
            self.env.merge_info_from(docs, pickle.loads(env), self._app)

        with progress_message(f"reading {len(docnames)} sources"):
            share(docnames, nproc, read, merge)

    def _write_parallel(self, docnames: Sequence[str], nproc: int) -> None:
        """Write in several processes, each of which resolves the links of its pages too; a few pages here."""
        if not SAME:
            super()._write_parallel(docnames, nproc)
            return
        if len(docnames) <= FEW:
            self._write_serial(docnames)
            return
        first, *others = docnames
        self._write_serial([first])  # templates are so read before processes part

        def write(pages: Iterable[str]) -> tuple[dict[str, Page], dict[str, str]]:
            self.anew, self.images = {}, {}
            for docname in pages:
                self.phase = BuildPhase.RESOLVING
                doctree = self.env.get_and_resolve_doctree(docname, self, tags=self.tags)
                self.write_doc_serialized(docname, doctree)
                self.phase = BuildPhase.WRITING
                self.write_doc(docname, doctree)
            return self.anew, self.images

        def gather(found: tuple[dict[str, Page], dict[str, str]]) -> None:
            self.anew |= found[0]
            self.images |= found[1]

        # Sphinx counts this process among those at work, which only waits here.
        with progress_message(f"writing {len(docnames)} pages"):
            share(others, nproc + 1, write, gather)
