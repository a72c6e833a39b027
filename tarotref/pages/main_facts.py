"""Every fact of a game's main rules with who sets it, and what is computed beside what is stated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tarotref.computed.columns import cell
from tarotref.computed.figures import partly_dealt
from tarotref.corpus.records import Ruleset
from tarotref.pages.elements import E, El, row, table
from tarotref.pages.rulesets import Page, idle, place
from tarotref.pages.wording import GROUPS
from tarotref.words.phrases import figure


class MainFacts(Page):
    """The table of facts of the record."""

    def all_facts(self) -> Iterator[El]:
        """Yield every fact of the main ruleset with who sets it, and what is computed beside what is stated."""
        r = self.main
        assert r is not None
        rows: list[Any] = []
        for group, names in GROUPS.items():
            found: list[Any] = list(self.group_rows(r, names))
            found += list(self.computed_rows(r, group))
            if found:
                rows += [E("tr", E("th", group, colspan="3", scope="colgroup"), cls="group"), *found]
        owners = [origin.layer.partition("/")[0] for origin in r.origin.values()]
        owners += [owner for owner, _, _ in self.computed.corpus.names(self.id)]
        if key := self.labels.key(owners, self.id):
            yield key
        yield table(["Field", "Value", "Where from"], rows, cls="facts")

    def group_rows(self, r: Ruleset, names: tuple[str, ...]) -> Iterator[El]:
        words = self.labels.within(r)
        for name in names:
            for path, origin in r.origin.items():
                if path[0] != name or name == "values" or idle(r, path):
                    continue
                steps = tuple(map(str, path))
                cells = [
                    self.labels.field(steps),
                    E("td", words.marked(steps, r.at(path)), self.noted(*steps)),
                    E("td", self.labels.origin(origin, self.id), cls="from"),
                ]
                yield row(cells, id=place(*steps))

    def computed_rows(self, r: Ruleset, group: str) -> Iterator[list[Any]]:
        f, words = self.computed.figures(r), self.labels.within(r)
        computed = E("span", "computed", cls="computed")
        if group == "Cards" and f.pack:
            yield ["Cards in the pack", str(len(f.pack)), E("td", computed, cls="from")]
            if f.ranking and f.ranking.trumps:
                yield ["Highest trump", E("td", words.card("top", f)), E("td", computed, cls="from")]
        if group == "Deal and discard":
            for n, d in f.deals.items():
                if d.dealt is not None and f.pack:
                    parts = [f"{n} × {d.each}"] + [str(x) for x in (d.extra, d.talon, d.stock, d.dead) if x]
                    good = d.dealt == len(f.pack)
                    yield [
                        f"The deal for {n}" if len(f.deals) > 1 else "The deal",
                        f"{' + '.join(parts)} = {d.dealt}",
                        E(
                            "td",
                            E(
                                "span",
                                "adds up to the pack" if good else f"but the pack has {len(f.pack)}",
                                cls="computed" if good else "disagrees",
                            ),
                            cls="from",
                        ),
                    ]
        if group == "Counting and scoring":
            stated = cell("total_points", r, f).value
            said = r.stated.points if r.stated else None
            name = "Card points of the whole pack" if partly_dealt(r.rules, f.deals) else "Total of card points"
            if isinstance(said, tuple) and len(said) > 1:
                yield [name, " or ".join(map(str, said)), E("td", "stated", cls="from")]
            elif f.total is not None:
                if stated is not None and stated != f.total:
                    yield [
                        name,
                        figure(stated),
                        E("td", E("span", f"stated; we compute {f.total}", cls="disagrees"), cls="from"),
                    ]
                else:
                    yield [
                        name,
                        figure(f.total),
                        E(
                            "td",
                            E(
                                "span",
                                "computed; the source agrees" if stated is not None else "computed",
                                cls="computed",
                            ),
                            cls="from",
                        ),
                    ]
            for n, bounds in f.bounds.items():
                if not bounds.constant:
                    yield [
                        "Sum of all players" + (f" ({n})" if len(f.bounds) > 1 else ""),
                        f"{bounds.least} to {bounds.greatest}",
                        E("td", E("span", "computed", cls="computed"), f": {bounds.why}", cls="from"),
                    ]
            if f.total is None and stated is not None:
                yield [name, figure(stated), E("td", "stated", cls="from")]
