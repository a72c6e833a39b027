"""What the pages' programs read, and the tables for download."""

from __future__ import annotations

import json
import pickle
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref import release
from tarotref.pages.advice import sentences
from tarotref.pages.lists.tonight import offers, packs_at_hand
from tarotref.pages.wording import Labels
from tarotref.sphinxext.choices import write_counted, write_crossed, write_evidence, write_explored
from tarotref.sphinxext.citations import write_citations
from tarotref.sphinxext.compared import write_compared
from tarotref.sphinxext.site import API, CITED, Folder, Site
from tarotref.sphinxext.table_files import write_table
from tarotref.sphinxext.watched import Reads
from tarotref.store.cache import digest_of_code, keep, kept, pickled
from tarotref.tables import TABLES, Row, reworded, rows
from tarotref.tables.exports import write, write_api
from tarotref.tables.texts import TEXTUAL

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from tarotref.computed.corpus import ComputedCorpus

FORMS = ("packed", "bibtex", "ris", "csl", "geojson", "nexus", "skos")
"""Forms of the data that a site offers, beside the documents of its API; the others need libraries that building one does not."""
SENTENCES = 4
"""With how many sentences a game is told in brief beside another."""
STAMP = ".tarotref"
"""The file in a site that says of what its data were made."""


class Written(NamedTuple):
    """Of what the data in a folder were made: digests of the corpus and of its facts, the tables of texts, packed, and what was read for
    each file that programs of pages read."""

    state: str
    facts: str
    texts: bytes
    reads: dict[str, dict[str, Reads]]


def of_what(out: Path) -> Written | None:
    """Return of what the data in a folder were made; None where that is not known."""
    found: Written | None = kept(out / STAMP, digest_of_code())
    return found


def written(site: Site, out: Path) -> bool:
    """Say whether the data in a folder were made of this state of the corpus."""
    before = of_what(out)
    return before is not None and before.state == site.draft.state


def begin_data(site: Site, builder: Builder) -> None:
    """Begin to write the data of a site beside its pages: what its programs read, and its tables, each in a process of its own.

    What follows from facts is written only where these have changed.
    """
    out = Path(builder.outdir)
    before = of_what(out)
    (out / STAMP).unlink(missing_ok=True)  # who is interrupted leaves data of which nothing is known
    (out / "_static").mkdir(parents=True, exist_ok=True)
    of = site, builder, before
    made: dict[str, Any] = {}

    def done(name: str, found: Any) -> None:
        made[name] = found
        if len(made) == len(TASKS):
            now = Written(site.draft.state, site.draft.facts, made["tables"], made["programs"])
            keep(out / STAMP, digest_of_code(), now)

    for name, write_part in TASKS.items():
        site.tasks.add_task(write_part, of, lambda *found, name=name: done(name, found[-1]))


def _programs(of: tuple[Site, Builder, Written | None]) -> dict[str, dict[str, Reads]]:
    """Write what programs of pages read, and the table of the site; return what was read for it."""
    site, builder, before = of
    out, reads = Path(builder.outdir), before.reads if before else {}
    if before is None or before.facts != site.draft.facts:
        comparable = before and site.draft.earlier and before.facts == site.draft.earlier[0]
        reads = write_programs(site, builder, out / "_static", reads if comparable else {})
    write_offers(site.computed, out / "_static" / "tonight-data.js")
    write_brief(site.computed, out / "_static" / "brief-data.js")
    write_table(site, out)
    return reads


def _tables(of: tuple[Site, Builder, Written | None]) -> bytes:
    """Write the tables, and keep what was computed for later builds; return the tables of texts, packed."""
    site, builder, before = of
    out, texts = Path(builder.outdir), {name: list(TABLES[name].rows(site.computed)) for name in TEXTUAL}
    same = before is not None and before.facts == site.draft.facts
    words = reworded.changed(pickle.loads(zlib.decompress(before.texts)), texts) if before and same else None
    if words is None or not written_words(texts, words, out):
        write_tables(rows(site.computed), out)
    write_sizes(out)
    site.draft.remember()
    return zlib.compress(pickled(texts))


TASKS = {"tables": _tables, "programs": _programs}
"""What writes the data of a site, and needs nothing of each other."""


def write_programs(
    site: Site, builder: Builder, static: Path, before: dict[str, dict[str, Reads]]
) -> dict[str, dict[str, Reads]]:
    """Write what programs of pages read, of facts alone; return what was read for it, as `before` has it for what is there."""
    compared = Folder(static / "compare", site, before.get("compare"))
    write_compared(site, builder, compared)
    write_counted(site.computed, static / "counting.js")
    write_explored(site.computed, static / "explore-data.js")
    quotable = Folder(static.parent / CITED, site, before.get("cite"))
    write_citations(site.computed.corpus.games, quotable, script)
    write_crossed(site.computed, static / "cross-data.js")
    write_evidence(site.computed, static / "evidence-data.js")
    return {"compare": compared.finish(), "cite": quotable.finish()}


def write_offers(computed: ComputedCorpus, file: Path) -> None:
    """Write the games that are offered to those who ask what to play, each with a sentence of its own."""
    games, packs = offers(computed), packs_at_hand(computed)
    data = {"tonight": {"packs": packs, "games": [game._asdict() for game in games]}}
    file.write_text(script(data), encoding="utf-8")


def write_brief(computed: ComputedCorpus, file: Path) -> None:
    """Write what each game is in a few sentences, for the page of comparison."""
    labels = Labels(computed)
    brief = {game: sentences(labels, computed, game)[:SENTENCES] for game in computed.corpus.games}
    file.write_text(script({"brief": brief}), encoding="utf-8")


def written_words(texts: dict[str, list[Row]], words: reworded.Texts, out: Path) -> bool:
    """Put other words into the data in a folder; say whether they were there to be put in."""
    try:
        if words:
            reworded.reword(texts, words, out / "data")
            reworded.reword_api(texts, words, out / API)
    except reworded.Otherwise:
        return False
    return True


def write_tables(made: dict[str, list[Row]], out: Path) -> None:
    """Write all tables, for download and as the documents of the API, in place of those that are there."""
    files = set(write(made, out / "data", FORMS, release.VERSION))
    for old in set((out / "data").iterdir()) - files:
        old.unlink()
    documents = set(write_api(made, out / API))
    for old in set((out / API).rglob("*.json")) - documents:
        old.unlink()


SIZED = """const sizes = %s;
document.querySelectorAll('[data-file]').forEach(cell => {
  const size = sizes[cell.dataset.file];
  if (size) cell.textContent = size < 1e5 ? Math.max(1, Math.round(size / 1e3)) + ' kB' : (size / 1e6).toFixed(1) + ' MB';
});
document.querySelectorAll('[data-address]').forEach(code => {
  code.textContent = code.textContent.replace(code.dataset.address, new URL('../' + code.dataset.address, location));
});
"""
"""A program that writes beside each file for download how large it is, and into lines of code where it is."""


def write_sizes(out: Path) -> None:
    """Write how large each file of data is, for the page that offers them."""
    sizes = {file.name: file.stat().st_size for file in sorted((out / "data").iterdir())}
    (out / "_static" / "data-sizes.js").write_text(SIZED % json.dumps(sizes), encoding="utf-8")


def script(data: dict[str, Any]) -> str:
    """Return data as a script that adds them to `TAROTREF`: browsers run scripts from files, and fetch nothing there."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"window.TAROTREF = Object.assign(window.TAROTREF || {{}}, {text});\n"
