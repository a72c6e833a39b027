"""The table: the games that can be played on it, by family, and room for the program that plays them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.model.types import given
from tarotref.pages.elements import E, El, Raw
from tarotref.pages.lists.glossary import place
from tarotref.pages.lists.letters import page_of
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.play.gaps import openness

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

PAGE = "docs/table"
UNPLAYED = "cannot be played"
"""The status of rulesets that the table does not offer; those that are counted and not paid it plays to the count."""

NOT_LINKED = {
    *(
        "attestation",
        "authority",
        "conjecture",
        "feat",
        "holding",
        "inference",
        "pattern",
        "reading",
        "ruleset",
        "tradition",
    ),
    *("variant", "witness", "bid", "hand", "lead", "pack", "par", "round", "session"),
}
"""Terms of the glossary that are no word of a table: those of our records, and such as every reader knows."""


@view("table")
def table(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the games to choose from and the terms that lead to the glossary as data, and the place of the table."""
    families: dict[str, list[dict[str, Any]]] = {}
    labels = Labels(computed)
    for game in computed.corpus.games:
        ruleset = computed.ruleset(game)
        if openness(computed, ruleset).status != UNPLAYED:
            title = labels.title("tradition", computed.corpus.game(game).tradition)
            record = computed.corpus.games[game]
            families.setdefault(title, []).append(
                {
                    "id": game,
                    "title": f"{game} {computed.corpus.game(game).title}",
                    "players": list(given(ruleset.rules.players) or ()),
                    "page": record.source.path.removesuffix(".md") + ".html",
                }
            )
    terms = {
        e.term: f"{page_of(e.term)}.html#{place(id)}"
        for id, e in computed.corpus.shared["glossary"].items()
        if e.term not in NOT_LINKED
    }
    data = {"families": [{"of": title, "games": games} for title, games in families.items()], "terms": terms}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    yield E("script", Raw(text), type="application/json", id="table-games")
    yield E("div", id="table-app")
    yield E("p", "The table needs scripts, which are off in your browser.", cls="without-scripts")
