"""What can be played: every ruleset with what its source leaves open, and every assumption with its reason."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.phrases import counted
from tarotref.pages.elements import E, El, Ref, joined, table
from tarotref.pages.lists.registry import view
from tarotref.pages.what_is_open import assumption_label
from tarotref.pages.wording import Labels
from tarotref.play.assumptions import ASSUMPTIONS
from tarotref.play.gaps import STATUSES, openness

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

SEVERAL = {
    "runs": "run",
    "runs with assumptions": "run with assumptions",
    "counted but not paid": "can be counted but not paid",
}
"""A status, said of several."""


@view("playability")
def playability(computed: ComputedCorpus) -> Iterator[El]:
    """Yield how far every ruleset can be played, with filters."""
    labels = Labels(computed)
    rulesets = list(computed.corpus.rulesets.values())
    found = {r.id: openness(computed, r) for r in rulesets}
    for kind, what in (("main", "game"), ("", "version")):
        mine = [found[r.id].status for r in rulesets if not kind or r.kind == kind]
        told = Counter(mine)
        parts = [f"{told[status]} {SEVERAL.get(status, status)}" for status in STATUSES if told[status]]
        yield E("p", f"Of {counted(len(mine), what)}: {', '.join(parts)}.")
    kinds = {"main": "main version", "reading": "by witness", "variant": "variants"}
    statuses = {slug(status): status for status in STATUSES}
    yield E(
        "form",
        E("label", "Find", E("input", type="search", name="q", placeholder="name, number or fact"), cls="free"),
        *(
            E("label", head, E("select", E("option", "any", value=""), name=name, data_labels=json.dumps(words)))
            for head, name, words in (("Status", "status", statuses), ("Version", "ruleset", kinds))
        ),
        E("button", "Clear", type="reset", hidden=""),
        cls="filters",
        data_for="playability-table",
        role="search",
    )
    yield E("p", cls="result-count", data_for="playability-table", data_noun="version versions", role="status")
    games = list(computed.corpus.games)
    rows = []
    for r in rulesets:
        one, words = found[r.id], labels.within(r)
        whose = (
            labels.source(r.key)
            if r.kind == "reading"
            else computed.corpus.game(r.game).variants[r.key].title
            if r.kind == "variant"
            else ""
        )
        cells: list[Any] = [
            E("th", labels.ref("game", r.game), scope="row", data_sort=f"{games.index(r.game):04d}"),
            E("td", whose),
            E("td", one.status, cls="nowrap"),
            E("td", joined((words.field(path) for path in one.missing), "; ")),
            E("td", joined((Ref("assumption", name, assumption_label(labels, name)) for name in one.assumed), "; ")),
        ]
        rows.append(E("tr", *cells, target=None, data_status=slug(one.status), data_ruleset=r.kind, data_words=r.id))
    yield table(["Game", "Version", "Status", "Missing", "Assumed"], rows, cls="sortable wrap", id="playability-table")


def slug(status: str) -> str:
    return status.replace(" ", "-")


@view("assumptions")
def assumptions(computed: ComputedCorpus) -> Iterator[El]:
    """Yield every assumption: the rule, its reason, and how many rulesets it serves."""
    labels = Labels(computed)
    rulesets = computed.corpus.rulesets.values()
    uses = Counter(name for r in rulesets for name in openness(computed, r).assumed)
    groups: dict[str, list[El]] = {}
    for name, one in ASSUMPTIONS.items():
        section, dot, _ = name.partition(".")
        group = labels.field((section,)) if dot else "Payment and words"
        label = assumption_label(labels, name)
        id = f"assumption-{name.replace('.', '-')}"
        used = f"Assumed in {uses[name]} of {len(rulesets)} rulesets." if uses[name] else "No ruleset needs it now."
        groups.setdefault(group, []).extend(
            [
                E("dt", label, id=id, target=("assumption", name, label)),
                E("dd", E("p", one.rule, " ", one.reason, " ", E("span", used, cls="from"))),
            ]
        )
    for title, items in groups.items():
        yield E("section", E("h2", title), E("dl", *items, cls="glossary"), id=f"of-{title.lower().replace(' ', '-')}")
