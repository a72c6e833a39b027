"""The data dictionary, the vocabulary, the checks, the files for download."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.dates import words as date_words
from tarotref.pages.elements import Child, E, El, joined, prose, table
from tarotref.pages.lists.choices import fold
from tarotref.pages.lists.registry import view
from tarotref.tables import TABLES
from tarotref.tables.packed import BESIDE, SQL, WHOLE, name_of

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@view("tables")
def tables(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the data dictionary."""
    for t in TABLES.values():
        rows = []
        for c in t.columns:
            ref = f"refers to {c.ref}" if c.ref else f"terms of {c.terms}" if c.terms else ""
            ref += f", beside {c.beside}" if c.beside else ""
            rows.append(
                [
                    E("th", E("code", c.name), scope="row"),
                    c.dtype + (", key" if c.name in t.key else ""),
                    prose(c.text),
                    E("td", ref, cls="from"),
                ]
            )
        yield E(
            "section",
            E("h2", E("code", t.name)),
            E("p", *prose(t.text)),
            fold("Columns", len(rows), table(["Column", "Type", "Meaning", ""], rows, cls="wrap stacked")),
            id=f"table-{t.name.replace('_', '-')}",
            target=("table", t.name, t.name),
        )


@view("versions")
def versions(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the published versions, the newest first."""
    rows = [
        [
            version,
            date_words(release.date),
            E("td", str(len(release.first)), cls="num"),
            E("td", str(len(release.changes or ()) + len(release.rewritten or ())), cls="num"),
            ", ".join(release.withdrawn),
        ]
        for version, release in reversed(computed.corpus.shared["history"].items())
    ]
    heads: list[Child | tuple[Child, str]] = [
        "Version",
        "Published",
        ("Records first published", "num"),
        ("Records changed", "num"),
        "Withdrawn",
    ]
    yield table(heads, rows, cls="wrap stacked", id="versions")


@view("vocabulary")
def vocabulary(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the terms that fields may have as value."""
    for name, terms in computed.corpus.vocabulary.items():
        rows = [[E("th", E("code", t), scope="row"), e.label, e.definition] for t, e in terms.items()]
        yield E(
            "section",
            E("h3", name),
            fold("Terms", len(terms), table(["Term", "Label", "Meaning"], rows, cls="wrap stacked")),
            id=f"vocabulary-{name}",
        )


@view("checks")
def checks(computed: ComputedCorpus) -> Iterator[El]:
    """Yield what is checked, in the words of the checks themselves."""
    from tarotref.checks import CHECKS
    from tarotref.problem import READING

    rows = [
        [E("th", E("code", code), scope="row"), prose(rule)]
        for code, rule in {**READING, **{c.name: c.rule for c in CHECKS.values()}}.items()
    ]
    yield table(["Rule", "What it asks"], rows, cls="wrap stacked")


@view("downloads")
def downloads(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the files of tables that are written beside the site; a program writes their sizes beside them."""

    def offered(name: str) -> Iterator[Child]:
        yield E("a", name, href=f"../data/{name}")
        yield " "
        yield E("span", cls="from", data_file=name)

    yield E(
        "p",
        "Everything at once: ",
        *offered(WHOLE),
        ", all tables as CSV; or ",
        *offered(SQL),
        ", one SQLite database.",
    )
    yield E("p", "One table in one line, with pandas:")
    yield E("pre", E("code", 'pandas.read_csv("data/rulesets.csv")', data_address="data/rulesets.csv"))
    yield E("p", "Also ", joined((E("a", name, href=f"../data/{name}") for name in BESIDE), ", "), ", and ",
        E("a", "api/v1/index.json", href="../api/v1/index.json"), ": everything as JSON, one file a game, which ",
        E("a", "openapi.json", href="../api/v1/openapi.json"), " describes.")  # fmt: skip
    rows = []
    for t in TABLES.values():
        name = name_of(t.name)
        rows.append(
            [
                E("th", E("a", name, href=f"../data/{name}"), scope="row"),
                prose(t.text),
                E("td", "–", cls="num", data_file=name),
            ]
        )
    yield fold("All tables, one by one", len(rows), table(["File", "What a row is", ("Size", "num")], rows, cls="wrap"))
