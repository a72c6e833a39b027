"""What makes a long list short: choices laid before a table, its first rows, its rows folded by what they are of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from tarotref.pages.elements import Child, E, El


def choices(
    of: str, noun: str, selects: dict[str, tuple[str, dict[str, str]]], hint: str = "name, number or word"
) -> Iterator[El]:
    """Yield the choices laid before a long table, which `tables.js` works by."""
    fields = [E("label", "Find", E("input", type="search", name="q", placeholder=hint), cls="free")]
    fields += [
        E(
            "label",
            label,
            E("select", E("option", "any", value=""), name=name, data_labels=json.dumps(words, ensure_ascii=False)),
        )
        for name, (label, words) in selects.items()
    ]
    yield E("form", *fields, E("button", "Clear", type="reset", hidden=""), cls="filters", data_for=of, role="search")
    yield E("p", cls="result-count", data_for=of, data_noun=noun, role="status")


def shortened(made: El, everywhere: bool = False) -> El:
    """Return a long table of which narrow pages, or pages `everywhere`, show the first rows, and the one an address leads to,
    until all are asked for.

    The style sheet does it, so that no script is needed; what choices leave over is counted from its own first row.
    """
    box = E("input", type="checkbox", autocomplete="off")
    cls = "long everywhere" if everywhere else "long"
    return E("div", made, E("p", E("label", box, " Show the whole list"), cls="whole"), cls=cls)


def fold(title: Child, number: int, *within: Child | Iterable[Child]) -> El:
    """Return one of the parts into which a long list is divided, folded: what it is of, how many it has, and these."""
    return E("details", E("summary", title, E("span", f" {number}", cls="from")), *within, cls="fold")
