"""Every fact of a game's main rules with who sets it, and what is computed beside what is stated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tarotref.computed.columns import cell
from tarotref.computed.figures import Figures, partly_dealt
from tarotref.computed.standing import idle
from tarotref.corpus.records import Ruleset
from tarotref.pages.elements import E, El, row, table
from tarotref.pages.rulesets import Page, place
from tarotref.pages.wording import GROUPS
from tarotref.words.phrases import figure


def all_facts(page: Page) -> Iterator[El]:
    """Yield every fact of the main ruleset with who sets it, and what is computed beside what is stated."""
    r = page.main
    assert r is not None
    rows: list[Any] = []
    for group, names in GROUPS.items():
        found: list[Any] = list(group_rows(page, r, names))
        found += list(computed_rows(page, r, group))
        if found:
            rows += [E("tr", E("th", group, colspan="3", scope="colgroup"), cls="group"), *found]
    owners = [origin.layer.partition("/")[0] for origin in r.origin.values()]
    owners += [owner for owner, _, _ in page.computed.corpus.names(page.id)]
    if key := page.labels.key(owners, page.id):
        yield key
    yield table(["Field", "Value", "Where from"], rows, cls="facts")


def group_rows(page: Page, r: Ruleset, names: tuple[str, ...]) -> Iterator[El]:
    words = page.labels.within(r)
    for name in names:
        for path, origin in r.origin.items():
            if path[0] != name or name == "values" or idle(r, path):
                continue
            steps = tuple(map(str, path))
            cells = [
                (words if name == "score" else page.labels).field(steps),
                E("td", words.marked(steps, r.at(path)), page.noted(*steps)),
                E("td", page.labels.origin(origin, page.id), cls="from"),
            ]
            yield row(cells, id=place(*steps))


def computed_rows(page: Page, r: Ruleset, group: str) -> Iterator[list[Any]]:
    """Yield what is computed of a group of facts."""
    f, words = page.computed.figures(r), page.labels.within(r)
    if group == "Cards" and f.pack:
        yield ["Cards in the pack", str(len(f.pack)), _from("computed")]
        if f.ranking and f.ranking.trumps:
            yield ["Highest trump", E("td", words.card(f.top or "top", f)), _from("computed")]
    if group == "Deal and discard":
        yield from _deals(f)
    if group == "Counting and scoring":
        yield from _total(r, f)
        last = f.counting.last_trick if f.counting is not None else 0
        more = f"; the last trick adds {figure(last)}" if last else ""
        for n, bounds in f.bounds.items():
            if not bounds.constant:
                yield [
                    "Sum of all players" + (f" ({n})" if len(f.bounds) > 1 else ""),
                    f"{bounds.least} to {bounds.greatest}",
                    _from("computed", f": {bounds.why}{more}"),
                ]


def _from(words: str, more: str = "", cls: str = "computed") -> El:
    """Return the cell that says where a figure is from."""
    return E("td", E("span", words, cls=cls), more or None, cls="from")


def _deals(f: Figures) -> Iterator[list[Any]]:
    """Yield for each number of players how the cards that are dealt add up."""
    for n, d in f.deals.items():
        if d.dealt is not None and f.pack:
            parts = [f"{n} × {d.each}"] + [str(x) for x in (d.extra, d.talon, d.stock, d.dead) if x]
            good = d.dealt == len(f.pack)
            yield [
                f"The deal for {n}" if len(f.deals) > 1 else "The deal",
                f"{' + '.join(parts)} = {d.dealt}",
                _from("adds up to the pack") if good else _from(f"but the pack has {len(f.pack)}", cls="disagrees"),
            ]


def _total(r: Ruleset, f: Figures) -> Iterator[list[Any]]:
    """Yield the points of all cards, as the source states them and as they are computed."""
    stated = cell("total_points", r, f).value
    said = r.stated.points if r.stated else None
    name = "Card points of the whole pack" if partly_dealt(r.rules, f.deals) else "Total of card points"
    if isinstance(said, tuple) and len(said) > 1:
        yield [name, " or ".join(map(str, said)), E("td", "stated", cls="from")]
    elif f.total is not None and stated is not None and stated != f.total:
        yield [name, figure(stated), _from(f"stated; we compute {f.total}", cls="disagrees")]
    elif f.total is not None:
        agrees = "computed" if stated is None else "computed; the source agrees"
        last = f.counting.last_trick if f.counting is not None else 0
        more = f", {figure(last)} of them for the last trick" if last else ""
        yield [name, f"{figure(f.total)}{more}", _from(agrees)]
    elif stated is not None:
        yield [name, figure(stated), E("td", "stated", cls="from")]
