"""What a build has to do again and what it may leave as it was: pages to read and to write, checks, data."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import SphinxError
from sphinx.util import logging
from sphinx.util.display import progress_message
from sphinx.util.parallel import ParallelTasks, SerialTasks, parallel_available

from tarotref.play.gaps import openness
from tarotref.sphinxext import data
from tarotref.sphinxext.domain import TarotDomain, the_domain
from tarotref.sphinxext.site import open_site, the_site
from tarotref.store.cache import digest, keep, kept
from tarotref.store.draft import Draft

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

log = logging.getLogger(__name__)
USUAL, SELDOM = gc.get_threshold(), (50_000, 50, 100)
"""How often Python looks for garbage, and how often while a site is made: what a build makes mostly stays, and looking through
it again and again would take a seventh of the time."""


def begin(app: Sphinx) -> None:
    """Say all that is wrong with the corpus, where it is wrong, and begin to write its data, where it has changed (`builder-inited`)."""
    gc.set_threshold(*SELDOM)
    folder = Path(app.doctreedir) / "tarotref"
    if app.fresh_env_used:
        shutil.rmtree(folder, ignore_errors=True)
    # A record's text is its author's, and no way into the machine that builds the site (`text-markup`).
    app.env.settings.update(raw_enabled=False, file_insertion_enabled=False)
    parallel = parallel_available and app.parallel > 1
    site = open_site(Draft(Path(app.srcdir), folder), ParallelTasks(1) if parallel else SerialTasks())
    with progress_message("checking the corpus"):
        problems = site.draft.problems()
    unread = [str(p) for p in problems if p.code == "file" and not readable(Path(app.srcdir, p.path))]
    if unread:
        raise SphinxError("\n".join(unread))
    if app.builder.format == "html" and not data.written(site, Path(app.outdir)):
        with progress_message("reading the corpus"):
            # Made once, before pages are read in several processes.
            _ = site.computed.nearest
            for ruleset in site.computed.corpus.rulesets.values():
                openness(site.computed, ruleset)
        site.tasks.add_task(data.write_data, (site, app.builder))
    for problem in problems:
        log.warning(
            "%s%s",
            f"{problem.field}: " if problem.field else "",
            problem.message,
            location=f"{app.srcdir}/{problem.path}:{problem.line}",
            type="tarot",
            subtype=problem.code,
        )


def readable(file: Path) -> bool:
    """Say whether a page can be read from a file: Sphinx reads it as UTF-8, and waits for a pipe for ever."""
    if file.suffix != ".md":
        return True
    try:
        return file.is_file() and file.read_text(encoding="utf-8-sig") is not None
    except (OSError, UnicodeDecodeError):
        return False


def outdated(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Return pages to be read again because what they show of other files has changed (`env-get-outdated`)."""
    site, domain = the_site(app), the_domain(env)
    right = kept(site.draft.folder / "pages", "") or ()
    if _stamp(site.draft.state, domain) in right:
        return []
    same_facts = _stamp(site.draft.facts, domain) in right
    found = []
    for docname, was in domain.shown.items():
        if docname in env.found_docs and docname not in changed and docname not in removed:
            facts, text = (
                (was.facts, site.shown_text(docname, was.views)) if same_facts else site.shown(docname, was.views)
            )
            if (facts, text) != (was.facts, was.text):
                found.append(docname)
    return found


def _stamp(state: str, domain: TarotDomain) -> str:
    """Return a digest of the statement that in a state of the corpus pages show what they showed when they were read."""
    return digest(state, sorted((docname, s.facts, s.text) for docname, s in domain.shown.items()))


def stale(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Return pages to be written again: name or place of what they link to is not what it was when this builder last wrote (`env-updated`)."""
    domain = the_domain(env)
    now, around = dict(domain.objects), neighbours(env)
    before = domain.data["written"].get(app.builder.name)
    domain.data["written"][app.builder.name] = (now, around)
    if before is None:
        return []
    changed = {k for k in before[0].keys() | now.keys() if before[0].get(k) != now.get(k)}
    naming = {doc for doc, uses in domain.data["uses"].items() if changed.intersection(map(tuple, uses))}
    return naming | {doc for doc, names in around.items() if doc in before[1] and before[1][doc] != names}


def neighbours(env: BuildEnvironment) -> dict[str, tuple[str, ...]]:
    """Return what each page shows of the pages before, after and above it: their names and titles."""
    found = {}
    for doc, relations in env.collect_relations().items():
        found[doc] = tuple(f"{other} {env.titles[other].astext()}" for other in relations if other in env.titles)
    return found


def finish(app: Sphinx, error: Exception | None) -> None:
    """Wait for what was begun beside the pages, and remember in which state of the corpus they are right (`build-finished`)."""
    gc.set_threshold(*USUAL)
    site, domain = the_site(app), the_domain(app.env)
    site.tasks.join()
    if error is None and _stamp(site.draft.state, domain) not in (kept(site.draft.folder / "pages", "") or ()):
        keep(site.draft.folder / "pages", "", {_stamp(site.draft.state, domain), _stamp(site.draft.facts, domain)})
