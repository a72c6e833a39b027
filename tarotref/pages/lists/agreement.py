"""How far two codings of the same games agree, what came of each difference, and what silence does to results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.computed.coder_agreement import (
    ALL,
    OUTCOMES,
    READ,
    STRATA,
    Agreement,
    Interval,
    agreements,
    coded_cells,
    silences,
)
from tarotref.computed.columns import FEATURES
from tarotref.computed.standing import Cell
from tarotref.pages.elements import E, El, table
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.words.phrases import figure

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

NAMES = {ALL: "All columns (kappa: the mean)", READ: "All that do not follow from the pack"}


def share(value: float | None) -> str:
    """Write a share as a percentage."""
    return "" if value is None else f"{value:.1%}"


def kappa(value: float | None, interval: Interval | None) -> str:
    """Write a kappa with its interval."""
    within = f" ({interval.low:.2f} to {interval.high:.2f})" if interval else ""
    return "" if value is None else f"{value:.2f}{within}"


def _numbers(a: Agreement) -> list[El]:
    valued = share(a.valued_agreed / a.valued) if a.valued else ""
    low, high = a.rate_interval
    told = (
        figure(a.cells),
        figure(a.agreed),
        f"{share(a.rate)} ({share(low)} to {share(high)})",
        kappa(a.kappa, a.kappa_interval),
        valued,
        figure(a.silence) if a.silence else "",
    )
    return [E("td", text, cls="num") for text in told]


HEADS = (
    ("Compared", "num"),
    ("Agreed", "num"),
    ("Rate", "num"),
    ("Kappa", "num"),
    ("Both values", "num"),
    ("Silence", "num"),
)


@view("agreement")
def agreement_table(computed: ComputedCorpus) -> Iterator[El]:
    """Yield how far the second coding agrees with the records as they were, by column and by group of chapters."""
    found = agreements(coded_cells(computed))
    if not found:
        return
    whole = next(a for a in found if (a.stratum, a.column) == (ALL, ALL))
    unlike = whole.cells - whole.agreed
    yield E(
        "p",
        f"Of {figure(whole.cells)} cells the two codings agreed on {figure(whole.agreed)} before anything was discussed, "
        f"{share(whole.rate)}. The mean of the columns’ kappas is {kappa(whole.kappa, whole.kappa_interval)}. Where both "
        f"give a value they agree on {share(whole.valued_agreed / whole.valued)}; {figure(whole.silence)} of the "
        f"{figure(unlike)} differences are about whether the source is silent.",
    )
    rows = [[NAMES.get(a.column) or FEATURES[a.column].label, *_numbers(a)] for a in found if a.stratum == ALL]
    yield table(["Column", *HEADS], rows, cls="wrap stacked", caption="By column, all games")
    rows = [
        [
            f"Chapters {a.stratum.replace('-', ' to ')}" if a.column == ALL else "without what follows from the pack",
            *_numbers(a),
        ]
        for a in found
        if a.stratum in STRATA and a.column in (ALL, READ)
    ]
    yield table(["Games", *HEADS], rows, cls="wrap stacked", caption="By group of chapters")


@view("discussed")
def discussed(computed: ComputedCorpus) -> Iterator[El]:
    """Yield what came of the cells on which the two codings differed, and each of them."""
    labels, cells = Labels(computed), coded_cells(computed)
    rows: list[list[object]] = []
    for group in STRATA:
        told = Counter(c.outcome for c in cells if c.stratum == group)
        rows.append(
            [f"Chapters {group.replace('-', ' to ')}", *(E("td", str(told[o] or ""), cls="num") for o in OUTCOMES)]
        )
    heads = [
        ("Agreed", "num"),
        ("Changed since", "num"),
        ("Record mended", "num"),
        ("Record kept", "num"),
        ("Both left", "num"),
    ]
    yield table(["Games", *heads], rows, cls="wrap stacked", caption="What came of the cells")
    yield E("ul", *(E("li", E("b", name), f": {text}.") for name, text in OUTCOMES.items()))
    unlike = [
        [
            E("th", labels.ref("game", c.game), scope="row"),
            FEATURES[c.column].label,
            *(labels.cell(FEATURES[c.column], Cell(value, "stated")) for value in (c.first, c.second, c.now)),
            c.outcome,
        ]
        for c in cells
        if c.first != c.second
    ]
    if unlike:
        heads_of_cells = ["Game", "Column", "Record then", "Second coding", "Record now", "Outcome"]
        yield E("details", E("summary", f"The {len(unlike)} cells"), table(heads_of_cells, unlike, cls="wrap stacked"))


@view("silence")
def silence(computed: ComputedCorpus) -> Iterator[El]:
    """Yield how the share of games that have a feature changes if silence is read as *no*."""
    rows = [
        [
            FEATURES[s.column].label,
            *(
                E("td", text, cls="num")
                for text in (str(s.yes), str(s.no), str(s.silent), share(s.told_share), share(s.share_if_no))
            ),
        ]
        for s in silences(computed)
    ]
    heads = [
        ("Yes", "num"),
        ("No", "num"),
        ("Silent", "num"),
        ("Yes of those told", "num"),
        ("If silence is “no”", "num"),
    ]
    yield table(["Feature", *heads], rows, cls="wrap stacked", caption="Main rules whose source was read")
