"""Angel or World: which games rank the one above the other, by the trump order that each follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref import catalogue_number
from tarotref.cards.trump_orders import Order
from tarotref.model.types import given
from tarotref.pages.elements import E, El, joined, table
from tarotref.pages.lists.explore import by_chapter
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.words.phrases import counted

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

HIGHER = {"angel": "The Angel above the World", "world": "The World above the Angel"}


@view("angel-or-world")
def angel_or_world(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the games that rank the Angel above the World, then those that do not, by tradition and order."""
    labels, corpus = Labels(computed), computed.corpus
    found: dict[str, dict[tuple[str, str], dict[str, bool]]] = {subject: {} for subject in HIGHER}
    told = set()
    for r in corpus.rulesets.values():
        order = computed.orders.get(str(given(r.rules.trump_order) or ""))
        if order and (subject := higher(order)):
            told.add(r.game)
            games = found[subject].setdefault((corpus.game(r.game).tradition, order.id), {})
            games[r.game] = games.get(r.game, False) or r.kind == "main"
    chapters = by_chapter(computed)
    for subject, by_order in found.items():
        rows = []
        for (tradition, order_id), games in sorted(
            by_order.items(), key=lambda kv: (chapters.index(kv[0][0]), kv[0][1])
        ):
            ids = sorted(games, key=catalogue_number.place)
            links = (E("span", labels.ref("game", id), "" if games[id] else "*", cls="named") for id in ids)
            rows.append(
                [
                    E("th", labels.ref("tradition", tradition), scope="row"),
                    labels.ref("order", order_id),
                    E("td", joined(links, " · ")),
                ]
            )
        number = len({game for games in by_order.values() for game, main in games.items() if main})
        yield E(
            "section",
            E("h2", HIGHER[subject]),
            E("p", f"{counted(number, 'game')}, by their main rules."),
            table(["Tradition", "Trump order", "Games"], rows, cls="wrap stacked"),
            id=subject,
        )
    yield E("p", "* only by a variant, or as another witness has it", cls="from")
    silent = len(corpus.games) - len(told)
    yield E(
        "p",
        f"The other {silent} games tell us nothing here: their trumps go by numbers alone and show no such subjects, or no source "
        "says how they rank.",
    )


def higher(order: Order) -> str:
    """Return which of the two an order ranks higher; nothing where it has not both, or ranks them alike."""
    at = {item.subject: n for n, tier in enumerate(order.tiers) for item in tier}
    if "angel" not in at or "world" not in at or at["angel"] == at["world"]:
        return ""
    return "angel" if at["angel"] < at["world"] else "world"
