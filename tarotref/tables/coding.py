"""Tables of the second coding: cell by cell what two coders had, how far they agree, and what silence does to results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.coder_agreement import (
    ALL,
    OUTCOMES,
    READ,
    STRATA,
    Agreement,
    Coded,
    Silence,
    agreements,
    coded_cells,
    silences,
)
from tarotref.computed.columns import FEATURES
from tarotref.tables.catalogue import GAME
from tarotref.tables.spec import Column, table, text_of

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@table(
    "second_coding",
    "Cells of `rulesets` (main rulesets) as a second coder read them in the source, beside the record's.",
    "game feature",
    Column("game", GAME.text, ref=GAME.ref),
    Column("feature", "The column of `rulesets`.", get=lambda c: c.column),
    Column("record", "What the record says now.", get=lambda c: coded(c.column, c.now)),
    Column("second", "What the second coder read.", get=lambda c: coded(c.column, c.second)),
    Column("agree", "Whether the record as it is now agrees with that.", "boolean", get=lambda c: c.now == c.second),
    Column(
        "first",
        "What the record said when the two were compared, before they were discussed.",
        get=lambda c: coded(c.column, c.first),
    ),
    Column("agreed_first", "Whether the two agreed then.", "boolean", get=lambda c: c.first == c.second),
    Column("outcome", "; ".join(f"{name}: {text}" for name, text in OUTCOMES.items()).capitalize() + "."),
    Column("stratum", f"The chapters that were read together: {', '.join(STRATA)}."),
)
def _second_coding(computed: ComputedCorpus) -> Iterator[Coded]:
    yield from coded_cells(computed)


def coded(column: str, value: str) -> str:
    """Return a coded value as tables write it."""
    known = {"yes": True, "no": False} if FEATURES[column].dtype == "boolean" else {}
    return text_of(known.get(value, value))


def _bound(interval: str, bound: str) -> Any:
    """Read a bound of an interval, rounded to four places."""

    def read(a: Agreement) -> float | None:
        found = getattr(a, interval)
        return None if found is None else round(getattr(found, bound), 4)

    return read


@table(
    "agreement",
    "How far the second coding agrees with the records as they were when it was made, by column and by group of chapters.",
    "stratum feature",
    Column("stratum", f"The chapters: {', '.join(STRATA)}, or `{ALL}` for all of them."),
    Column(
        "feature",
        f"The column of `rulesets`; `{ALL}` for all together, `{READ}` for those that do not follow from pack and order.",
        get=lambda a: a.column,
    ),
    Column("cells", "Cells that both coded.", "integer"),
    Column("agreed", "Cells on which they agree.", "integer"),
    Column(
        "rate", "The share of the cells on which they agree, from 0 to 1.", "number", get=lambda a: round(a.rate, 4)
    ),
    Column("rate_low", "Lower bound of its 95 % interval (Wilson).", "number", get=_bound("rate_interval", "low")),
    Column("rate_high", "Upper bound of that interval.", "number", get=_bound("rate_interval", "high")),
    Column(
        "kappa",
        "Cohen's kappa: agreement beyond chance; of several columns the mean of theirs; null where chance alone would make "
        "them agree.",
        "number",
        get=lambda a: None if a.kappa is None else round(a.kappa, 4),
    ),
    Column(
        "kappa_low",
        "Lower bound of its 95 % interval (jackknife by game); null where it is the same without any game.",
        "number",
        get=_bound("kappa_interval", "low"),
    ),
    Column("kappa_high", "Upper bound of that interval.", "number", get=_bound("kappa_interval", "high")),
    Column("valued", "Cells to which both give a value.", "integer"),
    Column("valued_agreed", "Those of them on which they agree.", "integer"),
    Column("silence", "Cells on which they differ since one of them holds the source to be silent.", "integer"),
)
def _agreement(computed: ComputedCorpus) -> Iterator[Agreement]:
    yield from agreements(coded_cells(computed))


@table(
    "silence",
    "How the share of games that have a feature changes if the silence of a source is read as *no*; by main rulesets.",
    "feature",
    Column("feature", "The column of `rulesets`, one that is yes or no.", get=lambda s: s.column),
    Column("yes", "Games that have it.", "integer"),
    Column("no", "Games that are told not to have it.", "integer"),
    Column(
        "silent",
        "Games whose source was read and does not speak of it; those whose source is not at hand are left out.",
        "integer",
    ),
    Column("share_told", "The share of *yes* among those told.", "number", get=lambda s: s.told_share),
    Column("share_if_no", "That share if silence is read as *no*.", "number"),
)
def _silence(computed: ComputedCorpus) -> Iterator[Silence]:
    yield from silences(computed)
