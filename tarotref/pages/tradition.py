"""The page of a tradition: what its games share, who plays them, and the evidence for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import text_of
from tarotref.corpus.layers import shape
from tarotref.corpus.records import INHERITED_SECTIONS
from tarotref.dates import bounds
from tarotref.dates import words as date_words
from tarotref.model.record import Game, Tradition
from tarotref.pages.elements import Child, E, El, joined, prose, table
from tarotref.pages.game import GamePage
from tarotref.pages.named_things import names_table
from tarotref.pages.wording import GROUPS, SECTION_OF, Labels
from tarotref.tables.rules import worth_words

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

ORDER = ("In brief", "Games", *INHERITED_SECTIONS, "Variants", "History", "Evidence", "Facts")


class TraditionPage:
    """What a tradition's page shows around its text."""

    order = ORDER

    def __init__(self, computed: ComputedCorpus, id: str):
        self.computed, self.labels, self.id = computed, Labels(computed), id
        self.facts: Tradition = computed.corpus.tradition(id)
        self.tree: dict[str, Any] = computed.corpus.traditions[id].source.data

    def head(self) -> list[El]:
        """Return where and when, and where it stands in the catalogue."""
        t, labels = self.facts, self.labels
        parts: list[Child] = []
        if t.played:
            when = date_words(t.played)
            parts += [when[0].upper() + when[1:]]
        if t.places:
            parts += [", " if parts else "", *joined(labels.ref("place", p) for p in t.places)]
        if t.parent:
            parts += ["; inherits from ", labels.ref("tradition", t.parent)]
        source = E(
            "span",
            E("span", "from ", cls="label"),
            joined([E("span", labels.source(k), f", {v}") for k, v in t.source.items()], "; "),
        )
        witnesses = (
            E("span", E("span", "by ", cls="label"), joined(labels.source(w) for w in t.witnesses), cls="witnesses")
            if t.witnesses
            else None
        )
        return [E("div", E("p", *parts, cls="whence"), E("p", witnesses, source, cls="attest"), cls="game-head")]

    def after(self, title: str) -> list[El]:
        """Return what stands in a section after its text."""
        makers = {"Games": self.games, "Cards and terms": self.names, "Evidence": self.evidence, "Facts": self.rules}
        return list(makers[title]()) if title in makers else []

    def notes(self, title: str) -> list[El]:
        """Return the notes that belong in a section."""
        found = []
        for note in self.facts.notes:
            steps = note.at[0].split(".")
            rules = steps.index("rules") + 1 if "rules" in steps else 0
            where = (
                SECTION_OF.get(steps[rules] if rules < len(steps) else "", "In brief")
                if rules
                else (note.at[0].partition(".")[2] or "In brief")
            )
            if where == title or (where not in ORDER and title == "In brief"):
                found.append(note)
        return [GamePage.gloss(self, self.id, note) for note in found]  # type: ignore[arg-type]

    about = GamePage.about

    def games(self) -> Iterator[El]:
        rows = []
        for id, record in self.computed.corpus.games.items():
            g = record.facts
            if isinstance(g, Game) and g.tradition == self.id:
                r = self.computed.corpus.rulesets.get(f"{id}/main")
                players = r.rules.players if r else None
                rows.append(
                    [
                        self.labels.ref("game", id),
                        date_words(g.played),
                        joined(self.labels.ref("place", p) for p in g.places),
                        ", ".join(map(str, players)) if isinstance(players, tuple) else "",
                        self.labels.term("evidence", g.evidence),
                    ]
                )
        if rows:
            yield table(
                ["Game", "Played", "Where", "Players", "Evidence"],
                [[E("th", r[0], scope="row"), r[1], E("td", r[2]), r[3], r[4]] for r in rows],
            )

    def names(self) -> Iterator[El]:
        if self.facts.names:
            yield names_table(self.labels, self.id, [(self.id, n) for n in self.facts.names])

    def evidence(self) -> Iterator[El]:
        """Yield the attestations of the tradition, oldest first."""
        found = [(id, a) for id, a in self.computed.corpus.shared["attestations"].items() if self.id in a.traditions]
        rows = [
            attestation_row(self.labels, id, a) for id, a in sorted(found, key=lambda kv: bounds(kv[1].dated)[0] or 0)
        ]
        if rows:
            yield table(["When", "Where", "What", "Shows"], rows)

    def rules(self) -> Iterator[El]:
        """Yield what the tradition itself sets, with what its witnesses say otherwise."""
        rows: list[Any] = []
        layers = [
            ("", self.tree.get("rules") or {}),
            *((w, (v or {}).get("rules") or {}) for w, v in (self.tree.get("readings") or {}).items()),
        ]
        for group, names in GROUPS.items():
            found = [
                row
                for name in (*names, *(("values",) if group.startswith("Counting") else ()))
                for who, tree in layers
                if name in tree
                for row in self.field_rows(name, tree[name], who)
            ]
            if found:
                rows += [E("tr", E("th", group, colspan="3", scope="colgroup"), cls="group"), *found]
        things = [
            (name, who, key, entry)
            for who, tree in layers
            for name in ("bids", "declarations", "feats", "pots", "penalties", "signals")
            if isinstance(tree.get(name), dict)
            for key, entry in tree[name].items()
        ]
        if things:
            rows.append(E("tr", E("th", "Things with names", colspan="3", scope="colgroup"), cls="group"))
        for name, who, key, entry in things:
            text = (
                worth_words(entry.get("worth"))
                if isinstance(entry, dict) and set(entry) == {"worth"}
                else self.labels.words({k: v for k, v in entry.items() if k not in ("name", "rules")})
                if isinstance(entry, dict)
                else text_of(entry)
            )
            label = (
                entry.get("name")
                if isinstance(entry, dict) and isinstance(entry.get("name"), str)
                else key.replace("-", " ")
            )
            rows.append(
                [
                    f"{name.capitalize()}: {label}",
                    text or "",
                    E("td", self.labels.source(who) if who else None, cls="from"),
                ]
            )
        if rows:
            yield table(["Field", "Value", "Witness"], rows, cls="facts")

    def field_rows(self, name: str, value: Any, who: str) -> Iterator[list[Any]]:
        mark = E("td", self.labels.source(who) if who else None, cls="from")
        if not isinstance(value, dict) or shape(name) == "field":
            yield [self.labels.field((name,)), E("td", self.labels.value((name,), value)), mark]
            return
        for key, part in value.items():
            if key in ("like", "presumed"):
                continue
            label = f"Points of {self.labels.cards_word(key)}" if name == "values" else self.labels.field((name, key))
            yield [label, E("td", self.labels.value((name, key), part) if part is not None else "withdrawn"), mark]


def attestation_row(labels: Labels, id: str, a: Any) -> list[Any]:
    """Return the row of an attestation: when, where, what it is, what it shows."""
    claims = []
    for c in a.shows:
        doubt = f" ({labels.term('certainty', c.certainty)})" if c.certainty != "sure" else ""
        claims.append(f"{labels.term('claim', c.what)}{': ' + c.of if c.of else ''}{doubt}")
    place = [labels.ref("place", a.place)] if a.place in labels.corpus.shared["places"] else [a.place or ""]
    text = E("p", prose(a.text, labels.title)) if a.text else None
    source = E(
        "p",
        joined([E("span", labels.source(k), f", {v}") for k, v in a.source.items()], "; "),
        [E("span", "; first-hand: ", joined(labels.source(k) for k in a.first_in))] if a.first_in else None,
        cls="from",
    )
    return [
        E("th", date_words(a.dated), scope="row"),
        E("td", place),
        E("td", E("b", a.title), text, source),
        E("td", "; ".join(claims), cls="from"),
    ]
