"""The codebook: each feature with what it means, where it stands, its values, how it was decided, and the cases that were disputed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.computed.coder_agreement import ALL, CODED, agreements, coded_cells
from tarotref.computed.columns import FEATURES, Feature, cell
from tarotref.computed.standing import BASES, STATES, Cell
from tarotref.pages.elements import E, El, joined, prose, table
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

SHOWN = 6
"""As many disputed cases of a feature are shown."""


@view("states")
def states(computed: ComputedCorpus) -> Iterator[El]:
    """Yield what can be there of a fact, and how it can be known."""
    for head, said in (("State", STATES), ("Provenance", BASES)):
        yield table(
            [head, "Meaning"], [[E("code", name), f"{text}."] for name, text in said.items()], cls="wrap stacked"
        )


@view("codebook")
def codebook(computed: ComputedCorpus) -> Iterator[El]:
    """Yield every feature as coders need it."""
    labels = Labels(computed)
    cells = coded_cells(computed)
    rates = {a.column: a for a in agreements(cells) if a.stratum == ALL}
    for name, feature in FEATURES.items():
        fields = joined(E("code", ".".join(path)) for path in feature.rests_on)
        parts: list[El] = [
            E("p", *prose(feature.text)),
            E("p", "Column ", E("code", name), ", decided from ", fields, "."),
        ]
        if a := rates.get(name):
            kappa = "" if a.kappa is None else f", kappa {a.kappa:.2f}"
            parts.append(E("p", f"A second reader agreed at first on {a.agreed} of {a.cells} cells{kappa}."))
        elif name not in CODED:
            parts.append(E("p", "It is ours or computed, and no second reader coded it."))
        if values := _values(computed, labels, feature):
            parts.append(values)
        disputed = [c for c in cells if c.column == name and c.first != c.second]
        if disputed:
            rows = [
                [
                    E("th", labels.ref("game", c.game), scope="row"),
                    *(labels.cell(feature, Cell(value, "stated")) for value in (c.first, c.second)),
                    c.outcome,
                ]
                for c in disputed[:SHOWN]
            ]
            head = f"Borderline cases ({len(disputed)} in all)" if len(disputed) > SHOWN else "Borderline cases"
            parts.append(table(["Game", "Record", "Second reader", "Outcome"], rows, cls="wrap stacked", caption=head))
        yield E("section", E("h3", feature.label), *parts, id=f"code-{name.replace('_', '-')}")


def _values(computed: ComputedCorpus, labels: Labels, feature: Feature) -> El | None:
    """Return the values that are terms, each with its definition and how many main rules have it."""
    terms = computed.corpus.vocabulary.get(feature.terms)
    if not terms:
        return None
    mains = (r for r in computed.corpus.rulesets.values() if r.kind == "main")
    counted = Counter(str(cell(feature.name, r, computed.figures(r)).value) for r in mains)
    rows = [[E("code", term), one.definition, E("td", str(counted[term]), cls="num")] for term, one in terms.items()]
    return table(["Value", "Meaning", ("Games", "num")], rows, cls="wrap stacked")
