"""What is computed of all games: totals, rarity, coverage, agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import FEATURES, cell
from tarotref.model.rules import entries
from tarotref.model.types import given
from tarotref.pages.elements import E, El, table
from tarotref.pages.lists.choices import fold
from tarotref.pages.lists.registry import view
from tarotref.pages.named_things import one_in
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset


def _head(labels: Labels, computed: ComputedCorpus, r: Ruleset) -> El:
    version = computed.corpus.game(r.game).variants[r.key].title if r.kind == "variant" else ""
    whose = E("span", " ", labels.source(r.key)) if r.kind == "reading" else f" ({version})" if version else ""
    return E("th", labels.ref("game", r.game), whose, scope="row")


@view("totals")
def totals(computed: ComputedCorpus) -> Iterator[El]:
    """Yield how each ruleset counts, its total as stated and as computed, and how far the sum of all players can vary."""
    labels = Labels(computed)
    rows: dict[str, list[list[Any]]] = {}
    unlike = []
    for r in computed.corpus.rulesets.values():
        if r.kind == "variant" and not any(
            o.layer == r.id and p[0] in ("counting", "values", "pack", "players") for p, o in r.origin.items()
        ):
            continue
        f = computed.figures(r)
        c = {
            n: cell(n, r, f)
            for n in ("counted_by", "total_points", "total_computed", "total_least", "total_greatest", "pack_cards")
        }
        stated, made = c["total_points"].value, c["total_computed"].value
        last = f.counting.last_trick if f.counting else 0
        agrees = "" if stated is None or made is None else "agrees" if stated in (made, made - last) else "differs"
        low, high = c["total_least"].value, c["total_greatest"].value
        span = "" if low is None else "always" if low == high else f"{low} to {high}"
        told = [
            _head(labels, computed, r),
            E("td", str(c["pack_cards"].value or ""), cls="num"),
            str(c["counted_by"].value or ""),
            E("td", "" if stated is None else str(stated), cls="num"),
            E("td", "" if made is None else str(made), cls="num"),
            E("td", E("span", agrees, cls="disagrees" if agrees == "differs" else None)),
            span,
        ]
        rows.setdefault(computed.corpus.game(r.game).tradition, []).append(told)
        if agrees == "differs":
            unlike.append(told)
    heads: list[Any] = ["Game", ("Cards", "num"), "Counted by", ("Stated", "num"), ("Computed", "num"), ""]
    heads.append("Sum of all players")
    if unlike:
        yield table(heads, unlike, cls="wrap stacked", caption="Where what is stated differs from what is computed")
    yield E("p", "All totals, by family of games:")
    for tradition, found in rows.items():
        yield fold(labels.title("tradition", tradition), len(found), table(heads, found, cls="wrap stacked"))


@view("rarity")
def rarity(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the declarations whose worth falls while their rarity rises."""
    labels = Labels(computed)
    rows = []
    for r, rare, common in computed.inversions():
        cells: list[Any] = []
        for id in (rare, common):
            entry = dict(entries(r.rules.declarations))[id]
            odds = computed.odds(r, id)
            name = given(entry.name) or id.replace("-", " ")
            worth = labels.told(("declarations", id, "worth"), entry.worth)
            cells += [E("td", E("i", name)), E("td", one_in(odds), cls="num"), E("td", worth, cls="num")]
        rows.append([_head(labels, computed, r), *cells])
    if rows:
        yield table(
            [
                "Game",
                "The rarer",
                ("one hand in", "num"),
                ("pays", "num"),
                "The commoner",
                ("one hand in", "num"),
                ("pays", "num"),
            ],
            rows,
            cls="wrap stacked",
        )
    else:
        yield E("p", "None.")


@view("coverage")
def coverage(computed: ComputedCorpus) -> Iterator[El]:
    """Yield for each column of how many games it is told, by their main rules, and why it is not of the others."""
    mains = [r for r in computed.corpus.rulesets.values() if r.kind == "main"]
    rows = []
    for name, f in FEATURES.items():
        cells = [cell(name, r, computed.figures(r)) for r in mains]
        silent = Counter(c.state for c in cells if not c.told)
        rows.append(
            [
                f.label,
                *(
                    E("td", str(n or ""), cls="num")
                    for n in (
                        len(cells) - silent.total(),
                        silent["unstated"],
                        silent["not-recorded"],
                        silent.total() - silent["unstated"] - silent["not-recorded"],
                    )
                ),
            ]
        )
    yield table(
        [
            "Feature",
            ("Told of", "num"),
            ("Unstated", "num"),
            ("Not recorded", "num"),
            ("Not computable", "num"),
        ],
        rows,
        cls="wrap stacked",
        caption=f"The main rules of {len(mains)} games",
    )
