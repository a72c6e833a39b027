"""The tables that stand in the rules of a page where their text has none: names and prices, as on the back of a score pad."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from tarotref.model.rules import SECTIONS, entries, shape
from tarotref.model.types import given
from tarotref.pages.elements import Child, E, El, joined, text_of
from tarotref.pages.named_things import table_of
from tarotref.pages.rulesets import Page
from tarotref.words.phrases import plain

TOLD = 0.5
"""The part of a table's things from which on a text that names them tells what the table would tell."""
OPEN_ROWS, OPEN_ADVICE = 8, 4
"""As many rows of a table stand open in the rules; of one without which a hand can be played."""
OF_THE_RECORD = frozenset(("cases", "units"))
"""Sections whose tables stand in the record alone: the text tells what players need of them."""
NAMED = frozenset(("bids", "declarations", "feats", "signals"))
"""Sections of which a text may tell some and leave the rest to a table; of others it tells all, if there is any."""
WORDS = {"bids": "What it does", "declarations": "Cards", "feats": "What is done"}
"""The column of a table that says in words what a text that names its things has said."""
LEFT = ("absent agreed", "absent as-taken")
"""The marks of what no figure says and the rules do: the players agree on it, or it follows from play."""
FACTORS = {"bid": "the bid", "base": "the contract’s worth"}
"""By what a price is multiplied, where the column that says so is left out."""
RARITY = "One hand in"
"""A column that is computed, and so stands in the record alone."""
AT_OTHER_TABLES = "At other tables"


class Beside(NamedTuple):
    """A table of the facts for the rules. Its things have `names`; `whole` stands there where the text does not name them,
    `prices` where it does, but has no table of them itself, and neither where it has one."""

    names: tuple[tuple[str, ...], ...]
    whole: tuple[El, ...]
    prices: tuple[El, ...] = ()


def beside_text(page: Page) -> dict[str, list[Beside]]:
    """Return the tables of a game for the sections of its rules."""
    found: dict[str, list[Beside]] = {}
    r = page.main
    if r is None:
        return found
    for name, section in SECTIONS.items():
        if shape(name) != "things" or name in OF_THE_RECORD:
            continue
        made = [one for part in table_of(page, name) if (one := bare(part)).tag != "table" or len(heads(one)) > 1]
        if made:
            things = getattr(r.rules, name) if name in NAMED else None
            names = tuple(aliases(key, thing) for key, thing in entries(things)) if isinstance(things, dict) else ()
            prices = tuple(
                priced_of(without(factored(part, things), (WORDS[name],)))
                for part in made
                if part.tag == "table" and name in WORDS
            )
            priced = tuple(by_price(one) for one in prices if len(heads(one)) > 1 and re.search(r"\d", text_of(one)))
            rows = OPEN_ADVICE if name == "signals" else OPEN_ROWS
            found.setdefault(section.page, []).append(Beside(names, tuple(folded(one, rows) for one in made), priced))
    if page.facts.variants:
        lines = (other_table(v.title, v.text) for v in page.facts.variants.values())
        found[AT_OTHER_TABLES] = [Beside((), (E("ul", *lines),))]
    return found


def other_table(title: str, text: str | None) -> El:
    """Return in a line how others play."""
    return E("li", E("i", title), f": {text}" if text else None)


def aliases(key: str, thing: object) -> tuple[str, ...]:
    """Return what a thing with a name may be called in a text, in small letters."""
    said = given(getattr(thing, "said", None)) or ()
    found = (given(getattr(thing, "name", None)), *said, plain(key))
    return tuple(dict.fromkeys(one.casefold() for one in found if one))


def told(names: Collection[tuple[str, ...]], texts: Iterable[str]) -> bool:
    """Say whether one of some texts names enough of a table's things to stand for it."""
    return any(
        sum(any(one in text for one in alias) for alias in names) >= max(1, len(names) * TOLD)
        for text in map(str.casefold, texts)
    )


def bare(made: El) -> El:
    """Return a part of the page as it stands in the rules: without anchors, notes, who set it, what is computed, and what
    nobody says."""
    return said_of(without(_bare(made), (RARITY,))) if made.tag == "table" else _bare(made)


def said_of(table: El) -> El:
    """Return a table without the columns in which nothing is said."""
    rows = _rows(table)
    silent = [head for n, head in enumerate(heads(table)) if n and not any(text_of(row.children[n]) for row in rows)]
    return without(table, silent)


def factored(table: El, things: object) -> El:
    """Return a table of things with, beside the name of each, by what its figures are multiplied."""
    found = [thing for _, thing in entries(things)] if isinstance(things, dict) else []
    rows, by = _rows(table), [given(getattr(thing, "times", None)) for thing in found]
    if len(rows) != len(by) or not any(isinstance(times, str) for times in by):
        return table
    body = table.children[-1]
    assert isinstance(body, El)
    named = {id(row): times for row, times in zip(rows, by, strict=True) if isinstance(times, str)}
    made = tuple(_multiplied(one, named.get(id(one), "")) for one in body.children)
    return table._replace(children=(*table.children[:-1], body._replace(children=made)))


def _multiplied(row: Child, times: str) -> Child:
    if not isinstance(row, El) or not times or not isinstance(name := row.children[0], El):
        return row
    name = name._replace(children=(*name.children, f" (× {FACTORS[times]})"))
    return row._replace(children=(name, *row.children[1:]))


def priced_of(table: El) -> El:
    """Return a table without the things of which it says nothing."""
    silent = [row for row in _rows(table) if not any(text_of(cell).strip() for cell in row.children[1:])]
    body = table.children[-1]
    assert isinstance(body, El)
    kept = tuple(row for row in body.children if row not in silent)
    return table._replace(children=(*table.children[:-1], body._replace(children=kept)))


def _rows(table: El) -> list[El]:
    body = table.children[-1]
    assert isinstance(body, El)
    return [one for one in body.children if isinstance(one, El) and len(one.children) == len(heads(table))]


def _bare(made: El) -> El:
    attrs = tuple((name, value) for name, value in made.attrs if name != "id")
    return made._replace(attrs=attrs, children=tuple(_kept(made.children, made.tag == "th", made.tag == "td")))


def _kept(children: Iterable[Child], of_head: bool, of_cell: bool) -> Iterator[Child]:
    for child in children:
        if not isinstance(child, El):
            yield child
            continue
        cls = dict(child.attrs).get("class") or ""
        if of_cell and cls.startswith("absent") and cls not in LEFT:
            continue
        if cls not in ("note-mark", "rarity") and not (of_head and cls == "from"):
            yield _bare(child)


def heads(table: El) -> list[str]:
    """Return what the columns of a table are called."""
    return [
        text_of(cell) for part in table.children if isinstance(part, El) and part.tag == "thead" for cell in _row(part)
    ]


def _row(head: El) -> tuple[Child, ...]:
    first = head.children[0]
    assert isinstance(first, El)
    return first.children


def without(table: El, names: Collection[str]) -> El:
    """Return a table without some of its columns."""
    gone = {n for n, head in enumerate(heads(table)) if head in names}
    width = len(heads(table))

    def cut(part: Child) -> Child:
        if not isinstance(part, El):
            return part
        if part.tag == "tr" and len(part.children) == width:
            return part._replace(children=tuple(c for n, c in enumerate(part.children) if n not in gone))
        if part.tag in ("thead", "tbody"):
            return part._replace(children=tuple(map(cut, part.children)))
        return part

    return table._replace(children=tuple(map(cut, table.children))) if gone else table


def by_price(table: El) -> El:
    """Return a long table of names with one price each with a row for each price: what pays the same stands together."""
    body = table.children[-1]
    assert isinstance(body, El)
    rows = [one for one in body.children if isinstance(one, El)]
    if len(heads(table)) != 2 or len(rows) < OPEN_ROWS or any(len(one.children) != 2 for one in rows):
        return table
    found: dict[str, list[El]] = {}
    for one in rows:
        found.setdefault(text_of(one.children[1]), []).append(one)
    if len(found) > len(rows) / 2:
        return table
    made = []
    for alike in found.values():
        names = joined(E("span", *one.children[0].children) for one in alike if isinstance(one.children[0], El))
        made.append(alike[0]._replace(children=(E("th", names, scope="row"), alike[0].children[1])))
    return table._replace(children=(*table.children[:-1], body._replace(children=tuple(made))))


def folded(made: El, most: int) -> El:
    """Return a table of more than so many rows in a fold that says how many it has."""
    if made.tag != "table":
        return made
    body = made.children[-1]
    assert isinstance(body, El)
    rows = [one for one in body.children if isinstance(one, El) and dict(one.attrs).get("class") != "group"]
    if len(rows) <= most:
        return made
    return E("details", E("summary", f"All {len(rows)}, one by one"), made, cls="plain")
