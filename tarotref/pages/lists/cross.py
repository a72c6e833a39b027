"""Two columns crossed, as a page has them: a plain table that stands without scripts, and what the choices read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.computed.columns import FEATURES
from tarotref.computed.crossing import OF_GAME, axis, crossed
from tarotref.pages.elements import E, El, joined, table, text_of
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

FIRST = ("fool", "counted_by")
"""What is crossed until something else is chosen."""


@view("cross")
def cross(computed: ComputedCorpus) -> Iterator[El]:
    """Yield one crossing as a plain table; a program lays the choices before it, and puts others in its place."""
    rows, columns = (axis(computed, name) for name in FIRST)
    found = crossed(rows, columns, (r for r in computed.corpus.rulesets.values() if r.kind == "main"))
    labels = Labels(computed)
    yield E("div", id="cross-app")
    yield E(
        "p",
        "Choosing needs scripts, which are off in your browser. This is one crossing, by the main rules of each game; the page of each ",
        E("a", "feature", href="features.html"),
        " has it crossed with traditions and centuries.",
        cls="without-scripts",
    )
    body = [
        [
            row.words,
            *(E("td", str(len(found.rulesets.get((row.id, c.id), ())) or ""), cls="num") for c in found.columns),
        ]
        for row in found.rows
    ]
    heads: list[Any] = [f"{rows.label} \\ {columns.label}", *((c.words, "num") for c in found.columns)]
    plain = [
        E("li", f"{row.words}, {c.words}: ", joined(labels.ref("game", id.partition("/")[0]) for id in ids))
        for row in found.rows
        for c in found.columns
        if (ids := found.rulesets.get((row.id, c.id)))
    ]
    yield E(
        "div",
        table(heads, body, cls="crossed", id="cross-table"),
        E("details", E("summary", "The games of each pair"), E("ul", *plain)),
        id="cross-plain",
    )


def cross_data(computed: ComputedCorpus) -> dict[str, Any]:
    """Return all columns with their values, and of every ruleset the places of its values in these."""
    corpus, labels = computed.corpus, Labels(computed)
    axes = [axis(computed, name) for name in (*OF_GAME, *FEATURES)]
    at = [{id: n for n, id in enumerate(a.categories)} for a in axes]
    games: dict[str, dict[str, Any]] = {}
    for r in corpus.rulesets.values():
        facts = corpus.game(r.game)
        if r.game not in games:
            path = corpus.games[r.game].source.path.removesuffix(".md")
            games[r.game] = {
                "id": r.game,
                "key": catalogue_number.written(r.game),
                "title": facts.title,
                "url": f"{path}.html",
                "rulesets": [],
            }
        whose = text_of(labels.source(r.key)) if r.kind == "reading" else ""
        whose = facts.variants[r.key].title if r.kind == "variant" else whose
        places = [[at[n][id] for id in a.of[r.id]] for n, a in enumerate(axes)]
        games[r.game]["rulesets"].append([r.key, r.kind, whose, [p[0] if len(p) == 1 else p for p in places]])
    return {
        "first": FIRST,
        "axes": [
            {"name": a.name, "label": a.label, "group": a.group, "values": [list(c) for c in a.categories.values()]}
            for a in axes
        ],
        "games": list(games.values()),
    }
