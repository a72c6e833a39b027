"""The packs as a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.pages.elements import E, El, prose, table
from tarotref.pages.lists.registry import EACH, Each, view
from tarotref.pages.pack import brief, pack_page
from tarotref.pages.users import Users, users
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

EACH["pack"] = Each("pack", "packs", "packs", "docs/packs", "docs/packs", pack_page, brief)


@view("packs")
def packs(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the list of all packs: how many cards and trumps, which suits, where and when, how many games."""
    labels, used = Labels(computed), users(computed, "pack")
    rows = []
    for id, entry in computed.corpus.shared["packs"].items():
        pack, n = computed.packs.get(id), used.get(id, Users()).games
        rows.append(
            E(
                "tr",
                E("th", labels.ref("pack", id), scope="row", id=f"pack-{id}"),
                E("td", str(len(pack) if pack else entry.cards), cls="num"),
                E("td", (str(len(pack.trumps)) if pack.trumps else "none") if pack else "", cls="num"),
                E("td", labels.term("suits", entry.suits) if entry.suits else ""),
                E("td", prose(entry.used, labels.title) if entry.used else ""),
                E("td", E("a", str(n), href=f"packs/{id}.html#games") if n else "", cls="num"),
            )
        )
    heads: list[Any] = ["Pack", ("Cards", "num"), ("Trumps", "num"), "Suits", "Where and when", ("Games", "num")]
    yield table(heads, rows, cls="sortable wrap stacked", id="packs-table")
