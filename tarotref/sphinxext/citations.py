"""How to cite each fact and version of a game: a file for each game, read when somebody asks on its page."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tarotref.computed.corpus import ComputedCorpus
from tarotref.pages.game import GamePage
from tarotref.tables.citations import cited, unreleased
from tarotref.tables.cited_facts import cited_fact
from tarotref.words.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tarotref.sphinxext.site import Folder


def quotable(computed: ComputedCorpus, id: str) -> dict[str, Any]:
    """Return how to cite each fact and ruleset of a game's page by its anchor.

    All that the citations share stands once: each is `before`, its own title, `between`, after whom it is (by number
    in `afters`), and a full stop.
    """
    page = GamePage(computed, id)
    new = unreleased(computed.corpus.shared["history"], id)
    before, between = cited(page.facts, field="\0", unreleased=new).text().split(", \0: ")
    between = between.removesuffix(".")
    wording = Wording(computed.corpus)
    titles, afters = {}, {"": 0}
    for anchor, (ruleset, field) in page.cited.items():
        of = cited_fact(computed, ruleset, field, wording) if field else cited(page.facts, ruleset.key, unreleased=new)
        title, after = of.text().removeprefix(before).removesuffix(".").split(between, 1)
        titles[anchor] = [title, afters.setdefault(after, len(afters))]
    return {"before": before, "between": between, "afters": list(afters), "titles": titles}


def write_citations(games: Iterable[str], folder: Folder, script: Callable[[dict[str, Any]], str]) -> None:
    """Write the files into a folder; `script` returns data as one."""

    def made(id: str, computed: ComputedCorpus) -> str:
        return script({"citations": quotable(computed, id)})

    for id in games:
        folder.write(f"{id}.js", partial(made, id))
