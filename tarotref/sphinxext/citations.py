"""How to cite each fact and version of a game: a file for each game, read when somebody asks on its page."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tarotref.computed.corpus import ComputedCorpus
from tarotref.pages.game import GamePage
from tarotref.tables.citations import cited
from tarotref.tables.cited_facts import cited_fact

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = "_static/cite"
"""Where the files stand in a site."""


def quotable(computed: ComputedCorpus, id: str) -> dict[str, Any]:
    """Return how to cite each fact and ruleset of a game's page by its anchor.

    All that the citations share stands once: each is `before`, its own title, `between`, after whom it is (by number
    in `afters`), and a full stop.
    """
    page = GamePage(computed, id)
    before, between = cited(page.facts, field="\0").text().split(", \0: ")
    between = between.removesuffix(".")
    titles, afters = {}, dict.fromkeys([""])
    for anchor, (ruleset, field) in page.cited.items():
        of = cited_fact(computed, ruleset, field) if field else cited(page.facts, ruleset.key)
        title, after = of.text().removeprefix(before).removesuffix(".").split(between, 1)
        titles[anchor] = [title, list(afters | {after: None}).index(after)]
        afters[after] = None
    return {"before": before, "between": between, "afters": list(afters), "titles": titles}


def write_citations(computed: ComputedCorpus, folder: Path, script: Callable[[Path, dict[str, Any]], None]) -> None:
    """Write the files into a folder, in place of those that are there; `script` writes one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for id in computed.corpus.games:
        script(folder / f"{id}.js", {"citations": quotable(computed, id)})
