"""What a build has to do again and what it may leave as it was: pages to read and to write, checks, data."""

from __future__ import annotations

import gc
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import SphinxError
from sphinx.util import logging
from sphinx.util.display import progress_message
from sphinx.util.parallel import ParallelTasks, SerialTasks, parallel_available

from tarotref.sphinxext import data
from tarotref.sphinxext.domain import Shown, TarotDomain, the_domain
from tarotref.sphinxext.parallel import share
from tarotref.sphinxext.reckoning import reckon
from tarotref.sphinxext.site import Made, Site, open_site, the_site
from tarotref.store.cache import digest, keep, kept
from tarotref.store.checking import Reckoned, checked
from tarotref.store.draft import Draft

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from tarotref.problem import Problem

log = logging.getLogger(__name__)
USUAL, SELDOM = gc.get_threshold(), (50_000, 50, 100)
"""How often Python looks for garbage, and how often while a site is made: what a build makes mostly stays, and looking through
it again and again would take a seventh of the time."""


def begin(app: Sphinx) -> None:
    """Begin to check the corpus and to write its data, where it has changed (`builder-inited`)."""
    gc.set_threshold(*SELDOM)
    folder = Path(app.doctreedir) / "tarotref"
    if app.fresh_env_used:
        shutil.rmtree(folder, ignore_errors=True)
    # A record's text is its author's, and no way into the machine that builds the site (`text-markup`).
    app.env.settings.update(raw_enabled=False, file_insertion_enabled=False)
    nproc = app.parallel if parallel_available else 1
    site = open_site(
        Draft(Path(app.srcdir), folder), ParallelTasks(1 + len(data.TASKS)) if nproc > 1 else SerialTasks()
    )
    of_form = [*site.draft.strays, *(p for source in site.draft.sources.values() for p in source.problems)]
    unread = [str(p) for p in of_form if p.code == "file" and not readable(Path(app.srcdir, p.path))]
    if unread:
        raise SphinxError("\n".join(unread))
    out, html = Path(app.outdir), app.builder.format == "html"
    data_wanted = html and not data.written(site, out) and (app.config.tarotref_data or data.of_what(out) is None)
    if not site.draft.faulty and not site.computed.corpus.problems and not site.draft.taken_up:
        with progress_message("reading the corpus"):
            if site.changes and site.draft.earlier and not site.changes.shared:
                made = site.draft.earlier[1].memo.made().items()
                site.computed.take({(w, id): it for (w, id), it in made if not site.changes.changed("rulesets", id)})
            if data_wanted:
                reckon(site.computed, nproc)  # once, before pages are read in several processes
    if site.draft.faulty or site.computed.corpus.problems:
        # What is wrong comes first: pages of what cannot be read right may come to nothing.
        with progress_message("checking the corpus"):
            tell_of_problems(app, checked(site.draft.root).problems)
    else:
        reckoned = Reckoned(site.draft.files, site.computed.memo.made())
        site.tasks.add_task(
            lambda root: checked(root, reckoned),
            site.draft.root,
            lambda *found: tell_of_problems(app, found[-1].problems),
        )
    if data_wanted:
        data.begin_data(site, app.builder)
    elif html:
        site.tasks.add_task(Draft.remember, site.draft)


def tell_of_problems(app: Sphinx, problems: Iterable[Problem]) -> None:
    """Say what is wrong with the corpus."""
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
    left = env.found_docs - changed - removed
    shown = {docname: was for docname, was in domain.shown.items() if docname in left}
    if _stamp(site.draft.facts, domain) in right:
        return [docname for docname, was in shown.items() if site.shown_text(docname, was.views) != was.text]
    as_before: set[str] = set()
    if site.changes and site.draft.earlier and _stamp(site.draft.earlier[0], domain) in right:
        as_before = {d for d, was in shown.items() if was.reads and not site.changes.touch(was.reads)}
    found = [d for d in as_before if site.shown_text(d) != shown[d].text]
    otherwise: list[str] = []
    for docname, same, made in made_anew(site, {d: w for d, w in shown.items() if d not in as_before}, app.parallel):
        reads = next(iter(made.reads.values()), ())
        if not same:
            site.take(made)
            found.append(docname)
        elif {*reads} != {*shown[docname].reads}:
            domain.shown[docname] = shown[docname]._replace(reads=reads)
            otherwise.append(docname)
    if not found and not changed:
        found += otherwise[:1]  # what was read is kept with the pages, and these only where one is read
    return found


def made_anew(site: Site, shown: Mapping[str, Shown], nproc: int) -> list[tuple[str, bool, Made]]:
    """Return what pages show that are made anew, in several processes: whether that is what they showed, and where it is
    not, their parts."""
    done: list[tuple[str, bool, Made]] = []

    def make(docnames: Iterable[str]) -> list[tuple[str, bool, Made]]:
        found = []
        for docname in docnames:
            was = shown[docname]
            same = site.shown(docname, was.views) == (was.facts, was.text)
            made = site.made(docname, was.views)
            found.append((docname, same, Made({}, {}, made.reads) if same else made))
        return found

    if nproc > 1 and parallel_available:
        share(sorted(shown), nproc, make, done.extend)
    else:
        done += make(shown)
    return done


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
