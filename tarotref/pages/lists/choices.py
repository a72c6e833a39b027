"""The choices laid before a long table, which `tables.js` works by."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tarotref.pages.elements import E, El


def choices(
    of: str, noun: str, selects: dict[str, tuple[str, dict[str, str]]], hint: str = "name, number or word"
) -> Iterator[El]:
    """Yield the choices laid before a long table."""
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
