"""What can be played: every ruleset with what its source leaves open, and every assumption with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tarotref.computed.playability import PLAYABILITY
from tarotref.corpus.records import Ruleset
from tarotref.pages.elements import Child, E, El, Ref, joined, table
from tarotref.pages.lists.choices import choices, shortened
from tarotref.pages.lists.registry import view
from tarotref.pages.what_is_open import assumption_label
from tarotref.pages.wording import Labels
from tarotref.play.compiled import ASSUMPTIONS
from tarotref.play.gaps import WORDS, Openness, openness
from tarotref.words.phrases import counted, figure

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

SEVERAL = {
    "runs": "run",
    "runs with assumptions": "run with assumptions",
    "runs without some rules": "run without some rules",
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
        parts = [f"{told[status]} {SEVERAL.get(status, status)}" for status in PLAYABILITY if told[status]]
        yield E("p", f"Of {counted(len(mine), what)}: {', '.join(parts)}.")
    kinds = {"main": "main version", "reading": "by witness", "variant": "variants"}
    statuses = {slug(status): str(status) for status in PLAYABILITY}
    selects = {"status": ("Status", statuses), "ruleset": ("Version", kinds)}
    yield from choices("playability-table", "line lines", selects, "name, number or fact")
    rows = []
    for alike in together(rulesets, found):
        r = alike[0]
        one, words = found[r.id], labels.within(r)
        cells: list[Any] = [
            E("th", labels.ref("game", r.game), scope="row"),
            E("td", joined(version(labels, computed, r) for r in alike)),
            E("td", one.status),
            E("td", joined((words.field(path) for path in one.missing), " · ")),
            E("td", joined((Ref("assumption", name, assumption_label(labels, name)) for name in said(one)), " · ")),
        ]
        kinds_here = " ".join(dict.fromkeys(r.kind for r in alike))
        rows.append(
            E(
                "tr",
                *cells,
                target=None,
                data_status=slug(one.status),
                data_ruleset=kinds_here,
                data_words=" ".join(r.key for r in alike if r.key != "main") or None,
            )
        )
    heads = ["Game", "Versions", "Status", "Missing", "Assumed"]
    yield shortened(table(heads, rows, cls="sortable wrap stacked", id="playability-table"))


def said(one: Openness) -> list[str]:
    """Return the assumptions of a ruleset that its status does not tell of already."""
    return [name for name in one.assumed if name != WORDS or one.status != "runs without some rules"]


def together(rulesets: Iterable[Ruleset], found: Mapping[str, Openness]) -> Iterator[list[Ruleset]]:
    """Yield the versions of a game of which all that is told here is the same."""
    for _, game in groupby(rulesets, lambda r: r.game):
        alike: dict[tuple[Any, ...], list[Ruleset]] = {}
        for r in game:
            one = found[r.id]
            alike.setdefault((one.status, one.missing, one.assumed), []).append(r)
        yield from alike.values()


def version(labels: Labels, computed: ComputedCorpus, r: Ruleset) -> Child:
    """Return which version of its game a ruleset is."""
    if r.kind == "reading":
        return labels.source(r.key)
    return computed.corpus.game(r.game).variants[r.key].title if r.kind == "variant" else "main rules"


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
        used = (
            f"Assumed in {figure(uses[name])} of {counted(len(rulesets), 'version')}."
            if uses[name]
            else "No version needs it now."
        )
        groups.setdefault(group, []).extend(
            [
                E("dt", label, id=id, target=("assumption", name, label)),
                E("dd", E("p", one.rule, " ", one.reason, " ", E("span", used, cls="from"))),
            ]
        )
    for title, items in groups.items():
        yield E("section", E("h2", title), E("dl", *items, cls="glossary"), id=f"of-{title.lower().replace(' ', '-')}")
