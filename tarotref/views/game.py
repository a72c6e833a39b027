"""The page of a game: what its record says, laid out; its text is added by whoever renders it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.comparison import FEATURES, cell, text_of
from tarotref.corpus import INHERITED_SECTIONS, ROOT, Ruleset, overlaps
from tarotref.edtf import words as date_words
from tarotref.frontmatter import Path
from tarotref.layers import shape
from tarotref.model.record import Game, Note
from tarotref.model.types import Absence
from tarotref.tables.rules import entries, holding_words, set_by, worth_words
from tarotref.views.elements import Child, E, El, Ref, joined, prose, table
from tarotref.views.labels import GROUPS, SECTION_OF, Labels

if TYPE_CHECKING:
    from tarotref.book import Book

ORDER = ("In brief", *INHERITED_SECTIONS, "Readings", "Variants", "History", "Relations", "Facts")
"""Sections of the page, in order; those that nothing fills are left out."""


class GamePage:
    """What a game's page shows: `head` above its text, and for each section what precedes and follows the text."""

    order = ORDER

    def __init__(self, book: Book, id: str):
        self.book, self.labels = book, Labels(book)
        self.facts: Game = book.corpus.game(id)
        self.id = id
        self.rulesets = book.corpus.of_game(id)
        self.main: Ruleset | None = next((r for r in self.rulesets if r.key == "main"), None)

    # -- head

    def head(self) -> list[El]:
        """Return names, when and where, evidence, and the strip of facts at a glance."""
        g, labels = self.facts, self.labels
        aka = E("p", E("span", "also ", cls="label"), joined(E("i", a) for a in g.aka), cls="aka") if g.aka else None
        places = joined(labels.ref("place", p) for p in g.places)
        seen = f" (last seen {date_words(g.seen)})" if g.seen else ""
        when = date_words(g.played)
        whence = E(
            "p",
            when[0].upper() + when[1:],
            seen,
            ", " if places else "",
            places,
            "; of the tradition ",
            labels.ref("tradition", g.tradition),
            cls="whence",
        )
        evidence = E(
            "span",
            labels.term("evidence", g.evidence),
            cls=f"evidence evidence-{g.evidence}",
            title=self.book.corpus.vocabulary.get("evidence", {})[g.evidence].definition
            if g.evidence in self.book.corpus.vocabulary.get("evidence", {})
            else None,
        )
        witnesses = (
            E("span", E("span", "by ", cls="label"), joined(labels.source(w) for w in g.witnesses), cls="witnesses")
            if g.witnesses
            else None
        )
        source = E(
            "span",
            E("span", "from ", cls="label"),
            joined([E("span", labels.source(k), f", {v}") for k, v in g.source.items()], "; "),
        )
        return [
            E("div", aka, whence, E("p", evidence, witnesses, source, cls="attest"), cls="game-head"),
            *self.glance(),
        ]

    def glance(self) -> Iterator[El]:
        """Yield the strip of facts at a glance."""
        r = self.main
        if r is None:
            return
        f = self.book.figures(r)

        def shown(name: str) -> Any:
            c = cell(name, r, f)
            if c.value is not None:
                feature = FEATURES[name]
                return (
                    self.labels.term(feature.terms, str(c.value))
                    if feature.terms
                    else text_of(c.value if not isinstance(c.value, Absence) else c.value.value)
                )
            return E(
                "span",
                {"missing": "not recorded", "not-computable": "not known"}.get(c.status, c.status.replace("-", " ")),
                cls=f"absent {'unread' if c.status in ('missing', 'not-computable') else c.status}",
            )

        players = [str(shown("players")).replace(";", ", ") if isinstance(shown("players"), str) else shown("players")]
        rows: list[tuple[str, Any]] = [("Players", players), ("Sides", shown("sides"))]
        if r.rules.pack and not isinstance(r.rules.pack, Absence):
            rows.append(
                (
                    "Pack",
                    [
                        Ref(
                            "pack",
                            r.rules.pack,
                            f"{len(f.pack)} cards, {labels_suits(self.labels, f.pack.system)}"
                            if f.pack
                            else r.rules.pack,
                        )
                    ],
                )
            )
        rows += [
            ("Deal", self.deal_words(r)),
            ("The Fool", shown("fool")),
            ("Bidding", shown("bidding")),
            ("Counted in", shown("counted_by")),
        ]
        total = f.total if f.total is not None else cell("total_points", r, f).value
        if total is not None:
            rows.append(("Card points", text_of(total if isinstance(total, int) else str(total))))
        yield E("dl", [E("div", E("dt", k), E("dd", v)) for k, v in rows], cls="glance")

    def deal_words(self, r: Ruleset) -> Child:
        f = self.book.figures(r)
        hands = f.hand
        if not hands:
            return E("span", "not recorded", cls="absent unread")
        sizes = set(hands.values())
        text = f"{sizes.pop()} each" if len(sizes) == 1 else ", ".join(f"{h} each for {n}" for n, h in hands.items())
        deals = list(f.deals.values())
        takers = (
            {who: k for d in deals for who, k in d.takers.items()}
            if len({tuple(d.takers.items()) for d in deals}) == 1
            else {}
        )
        for who, k in takers.items():
            text += f", {k} more to the {who}"
        talons = {d.talon for d in deals}
        if len(talons) == 1 and (n := talons.pop()):
            text += f", {n} in the talon"
        return text

    # -- sections

    def before(self, title: str) -> list[El]:
        """Return what stands in a section before its text."""
        return []

    def after(self, title: str) -> list[El]:
        """Return what stands in a section after its text."""
        makers = {
            "Cards and terms": self.cards,
            "Bidding": self.bids,
            "Declarations": self.declarations,
            "Scoring": self.feats,
            "Penalties": self.penalties,
            "Signals": self.signals,
            "Readings": self.readings,
            "Variants": self.variants,
            "Relations": self.relations,
            "Facts": self.all_facts,
        }
        return list(makers[title]()) if title in makers and self.main else []

    def notes(self, title: str) -> list[El]:
        """Return the notes that belong in a section: the game's own, and those that came with inherited facts."""
        found: dict[tuple[str, str], tuple[str, Note]] = {}
        for note in self.facts.notes:
            first = note.at[0].split(".")
            where = SECTION_OF.get(first[1] if first[0] == "rules" and len(first) > 1 else first[0], "")
            if first[0] == "text":
                where = note.at[0].partition(".")[2]
            if where == title or (not where and title == "In brief"):
                found[(self.id, note.text)] = (self.id, note)
        if self.main:
            for owner, path, note in self.book.corpus.notes(self.main):
                # What chapter 1 remarks on the whole family stands on the family's own page.
                if owner not in (self.id, ROOT) and SECTION_OF.get(str(path[0])) == title:
                    found[(owner, note.text)] = (owner, note)
        return [self.gloss(owner, note) for owner, note in found.values()]

    def gloss(self, owner: str, note: Note) -> El:
        """Return a note as it stands beside the text."""
        kind = self.labels.term("note-kind", note.kind)
        about = "; ".join(dict.fromkeys(self.about(at) for at in note.at))
        by: list[Child] = [self.labels.source(note.by)] if note.by and note.by != "tarotref" else ["the editors"]
        if owner != self.id:
            by += ["; on ", self.labels.ref("game" if owner in self.book.corpus.games else "tradition", owner)]
        return E(
            "aside",
            E(
                "p",
                E("span", kind[0].upper() + kind[1:] + (f", {about}." if about else ""), cls="kind"),
                " ",
                prose(note.text, self.labels.title),
            ),
            E("span", by, cls="by"),
            cls=f"gloss gloss-{note.kind}",
        )

    def about(self, at: str) -> str:
        """Return in a few words which field a note is on."""
        steps = tuple(at.split("."))
        who = ""
        if steps[0] in ("readings", "variants") and len(steps) > 1:
            who = (
                self.labels.title("source", steps[1]) + ": "
                if steps[0] == "readings"
                else f"{steps[1].replace('-', ' ')}: "
            )
            steps = steps[2:]
        if steps[:1] == ("rules",):
            steps = steps[1:]
        if not steps or steps[0] == "text":
            return who.rstrip(": ")
        if steps[0] == "examples":
            return f"example {int(steps[1]) + 1}" if len(steps) > 1 else "examples"
        if (
            steps[0] in ("bids", "declarations", "feats", "signals", "penalties", "pots", "kinds", "cases")
            and len(steps) > 1
        ):
            return (
                who + f"{steps[1].replace('-', ' ')}" + (f" ({steps[2].replace('_', ' ')})" if len(steps) > 2 else "")
            )
        return who + self.labels.field(steps[:2]).lower()

    def name(self, entry: Any, key: str) -> Child:
        """Return what a named thing is called: its name in the players' language, or what is said, or its id."""
        for told in (entry.name, getattr(entry, "said", None)):
            if told and not isinstance(told, Absence):
                return E("i", text_of(told))
        text = key.replace("-", " ")
        return text[0].upper() + text[1:]

    def amount(self, value: Any) -> Child:
        """Return an amount, or the word for its absence."""
        if value is None:
            return ""
        if isinstance(value, Absence):
            return E(
                "span",
                {"agreed": "agreed"}.get(value.value, value.value.replace("-", " ")),
                cls=f"absent {value.value}",
            )
        text = text_of(value) if not isinstance(value, str) else value
        return text.replace("-", "\u2212") if text.startswith("-") else text

    def mark(self, r: Ruleset, *path: str) -> El:
        """Return the cell that says who set a thing."""
        layer = set_by(r, *path)
        return E("td", self.labels.layer(layer, self.id) if layer else None, cls="from")

    def cards(self) -> Iterator[El]:
        r = self.main
        assert r is not None
        if isinstance(r.rules.values, dict):
            f = self.book.figures(r)
            rows = [
                [E("span", self.labels.card(c, f)), E("td", self.amount(v), cls="num"), self.mark(r, "values", c)]
                for c, v in r.rules.values.items()
            ]
            yield table(["Card", ("Points", "num"), "From"], rows, caption="Card points; all other cards are empty")
        yield from self.names()

    def names(self) -> Iterator[El]:
        told = [(self.id, n) for n in self.facts.names]
        own = {(n.of, n.name) for n in self.facts.names}
        for base in self.book.corpus.bases(self.id):
            if base != ROOT:
                told += [(base, n) for n in self.book.corpus.record(base).facts.names if (n.of, n.name) not in own]
        if told:
            yield names_table(self.labels, self.id, told)

    def bids(self) -> Iterator[El]:
        r = self.main
        assert r is not None
        rows = []
        for key, b in entries(r, "bids"):
            does = [
                text
                for text in (
                    self.bid_talon(b.talon),
                    self.bid_asks(b.asks),
                    self.bid_partner(b.partner),
                    None if b.text is None or isinstance(b.text, Absence) else b.text,
                )
                if text
            ]
            worth = [
                self.amount(b.base),
                f" × {text_of(b.times)}" if b.times is not None and not isinstance(b.times, Absence) else "",
            ]
            said = (
                E("td", E("i", text_of(b.said)))
                if b.said and not isinstance(b.said, Absence)
                else E("td", self.amount(b.said))
            )
            rows.append(
                [
                    E("th", self.name(b, key), scope="row"),
                    said,
                    "; ".join(does),
                    E("td", worth, cls="num"),
                    self.mark(r, "bids", key),
                ]
            )
        if not rows and (r.rules.bids is Absence.NONE or r.rules.bidding is Absence.NONE):
            yield E("p", "There is no bidding.")
        if rows:
            yield table(
                ["Contract", "Said", "What it does", ("Worth", "num"), "From"], rows, caption="Bids, lowest first"
            )

    @staticmethod
    def bid_talon(talon: Any) -> str:
        if talon is None:
            return ""
        if isinstance(talon, Absence):
            return "no talon" if talon is Absence.NONE else ""
        takes = talon.takes if isinstance(talon.takes, dict) else {}
        parts = [", ".join(f"{who} takes {n} from the talon" for who, n in takes.items())]
        if talon.shown is not None and not isinstance(talon.shown, Absence):
            parts.append("shown to all" if talon.shown else "unseen by the others")
        if isinstance(talon.rest, str) and not isinstance(talon.rest, Absence):
            parts.append(f"what is left of the talon goes to {talon.rest}")
        if isinstance(talon.text, str) and not isinstance(talon.text, Absence):
            parts.append(talon.text)
        return ", ".join(p for p in parts if p)

    @staticmethod
    def bid_asks(asks: Any) -> str:
        if asks is None or isinstance(asks, Absence):
            return ""
        n = asks.cards if isinstance(asks.cards, int) else None
        text = asks.text if isinstance(asks.text, str) and not isinstance(asks.text, Absence) else ""
        return ", ".join(t for t in (f"asks for {n} card{'s' if n != 1 else ''}" if n else "", text) if t)

    @staticmethod
    def bid_partner(partner: Any) -> str:
        if partner is Absence.NONE:
            return "alone"
        if partner is None or isinstance(partner, Absence):
            return ""
        calls = ", ".join(partner.calls) if isinstance(partner.calls, tuple) else ""
        text = partner.text if isinstance(partner.text, str) and not isinstance(partner.text, Absence) else ""
        return "; ".join(
            t
            for t in (
                f"partner by calling one of: {calls}" if calls else "",
                "secret" if partner.secret is True else "",
                text,
            )
            if t
        )

    def declarations(self) -> Iterator[El]:
        r = self.main
        assert r is not None
        rows, kinds = [], dict(entries(r, "kinds"))
        for key, d in entries(r, "declarations"):
            kind = kinds.get(d.kind) if isinstance(d.kind, str) else None
            worth = d.worth if d.worth is not None else (kind.worth if kind else None)
            odds = self.book.odds(r, key)
            rarity = (
                E("td", one_in(odds), cls="num computed", title=f"exactly {odds}") if odds else E("td", "", cls="num")
            )
            text = d.text if isinstance(d.text, str) and not isinstance(d.text, Absence) else ""
            holding = holding_words(d.holding)
            cards = "; ".join(t for t in (holding, text) if t)
            amount = self.amount(worth) if isinstance(worth, Absence) else (worth_words(worth) or "")
            rows.append(
                [
                    E("th", self.name(d, key), scope="row"),
                    cards,
                    E("td", amount, cls="num" if len(str(amount)) < 8 else None),
                    rarity,
                    self.mark(r, "declarations", key),
                ]
            )
        if not rows and r.rules.declarations is Absence.NONE:
            yield E("p", "There are no declarations.")
        if rows:
            n = self.book.dealt(r)
            head: list[Child | tuple[Child, str]] = [
                "Declaration",
                "Cards",
                ("Worth", "num"),
                ("One hand in", "num"),
                "From",
            ]
            yield table(
                head, rows, caption=f"Declarations; how rare they are in a hand of {n} cards" if n else "Declarations"
            )

    def feats(self) -> Iterator[El]:
        r = self.main
        assert r is not None
        rows = []
        for key, f in entries(r, "feats"):
            a = f.announced
            known = a is not None and not isinstance(a, Absence)
            do = self.labels.term("feat-do", f.do) if isinstance(f.do, str) and not isinstance(f.do, Absence) else ""
            text = f.text if isinstance(f.text, str) and not isinstance(f.text, Absence) else ""
            times = f"times the {f.times}" if isinstance(f.times, str) and not isinstance(f.times, Absence) else ""
            rows.append(
                [
                    E("th", self.name(f, key), scope="row"),
                    "; ".join(t for t in (do, text, times) if t),
                    E("td", self.amount(f.won), cls="num"),
                    E("td", self.amount(f.lost), cls="num"),
                    E("td", self.amount(a.won if known else a), cls="num"),
                    E("td", self.amount(a.lost) if known else "", cls="num"),
                    self.mark(r, "feats", key),
                ]
            )
        if rows:
            yield table(
                [
                    "Feat",
                    "What is done",
                    ("Won", "num"),
                    ("Lost", "num"),
                    ("Announced and won", "num"),
                    ("Announced and lost", "num"),
                    "From",
                ],
                rows,
                caption="Bonuses and penalties in play",
            )

    def penalties(self) -> Iterator[El]:
        r = self.main
        assert r is not None
        rows = [
            [
                self.amount(p.offence) or key.replace("-", " "),
                self.amount(p.pays),
                E("td", "; ".join(text_of(t) for t in (p.to, p.text) if t and not isinstance(t, Absence))),
                self.mark(r, "penalties", key),
            ]
            for key, p in entries(r, "penalties")
        ]
        if rows:
            yield table(["Offence", "Costs", "To whom", "From"], rows, caption="Penalties")

    def signals(self) -> Iterator[El]:
        r = self.main
        assert r is not None
        rows = [
            [
                E("th", self.name(s, key) if s.name else key.replace("-", " "), scope="row"),
                *(self.amount(x) or "" for x in (s.sign, s.when, s.means)),
                self.mark(r, "signals", key),
            ]
            for key, s in entries(r, "signals")
        ]
        if rows:
            yield table(["Signal", "Sign", "When", "What it means", "From"], rows, caption="Signals")

    # -- readings, variants, relations, facts

    def readings(self) -> Iterator[El]:
        """Yield the fields on which witnesses differ, side by side."""
        others = [r for r in self.rulesets if r.kind == "reading"]
        if not others or self.main is None:
            return
        columns = [self.main, *others]
        steps_of = paths_of(columns)
        rows = []
        for path in steps_of:
            found = [at(r, path) for r in columns]
            if len({repr(v) for v in found}) > 1:
                cells = self.beside(path, found)
                rows.append(
                    [
                        self.long_field(path),
                        *(
                            E("td", c, cls="same" if n == 0 or repr(v) == repr(found[0]) else "differs")
                            for n, (c, v) in enumerate(zip(cells, found, strict=True))
                        ),
                    ]
                )
        for key in ("cards", "points", "hand", "need"):
            told = [getattr(r.stated, key, None) for r in columns]
            if len({repr(v) for v in told}) > 1:
                rows.append(
                    [
                        self.long_field(("stated", key)),
                        *(
                            E(
                                "td",
                                text_of(v) if v is not None else E("span", "unstated", cls="absent unstated"),
                                cls="same" if repr(v) == repr(told[0]) else "differs",
                            )
                            for v in told
                        ),
                    ]
                )
        if not rows:
            return
        heads: list[Child | tuple[Child, str]] = ["Field"]
        for r in columns:
            who = self.labels.source(r.witness) if r.witness else "main"
            heads.append(E("span", who, E("small", "followed here") if r is self.main else None))
        yield table(heads, rows, cls="readings", caption="Where the witnesses differ")

    def beside(self, path: tuple[str, ...], values: list[Any]) -> list[list[Child]]:
        """Return the values of one field or named thing in several rulesets; of a thing, only what differs."""
        if len(path) == 1 and shape(path[0]) != "field":
            return [self.whole_section(path[0], v) for v in values]
        if len(path) < 2 or shape(path[0]) != "things":
            return [
                self.labels.value(path, v) if v is not None else [E("span", "not there", cls="absent unread")]
                for v in values
            ]
        entries_ = [v if isinstance(v, dict) else {} for v in values]
        fields = dict.fromkeys(f for e in entries_ for f in e)
        differing = [
            f
            for f in fields
            if len({repr(e.get(f)) for e, v in zip(entries_, values, strict=True) if isinstance(v, dict)}) > 1
        ]
        if any(not isinstance(v, dict) for v in values):
            differing = [f for f in fields if f not in ("group", "kind", "name", "said", "where")] or list(fields)
        return [self.thing(path, v, differing) for v in values]

    def whole_section(self, section: str, value: Any) -> list[Child]:
        """Return a section in a cell: its absence, or what is in it by name."""
        if value is None:
            return [E("span", "not there", cls="absent unread")]
        if not isinstance(value, dict):
            return self.labels.value((section,), value)
        if shape(section) == "things":
            return [
                ", ".join(
                    str(v.get("name", k)).replace("-", " ") if isinstance(v, dict) else k for k, v in value.items()
                )
            ]
        return joined(
            [
                E("span", self.labels.field((section, k)), ": ", self.labels.value((section, k), v))
                for k, v in value.items()
            ],
            "; ",
        )

    def thing(self, path: tuple[str, ...], value: Any, fields: list[str]) -> list[Child]:
        if value is None:
            return [E("span", "not there", cls="absent none")]
        if not isinstance(value, dict):
            return self.labels.value(path, value)
        return joined(
            [
                E("span", f"{f.replace('_', ' ')}: " if f != "text" else "", self.facet(path, f, value[f]))
                for f in fields
                if f in value
            ],
            "; ",
        ) or ["the same"]

    def facet(self, path: tuple[str, ...], field: str, value: Any) -> list[Child]:
        """Return one field of a named thing in words."""
        if isinstance(value, str) and value in set(Absence):
            return self.labels.value((*path, field), value)
        if field == "holding":
            return [holding_words(value) or ""]
        if field == "worth":
            return [worth_words(value) or ""]
        if field == "rules":
            return ["other " + ", ".join(value)]
        if isinstance(value, str) and value.startswith("-") and value[1:].isdecimal():
            return ["\u2212" + value[1:]]
        return self.labels.value((*path, field), value)

    def long_field(self, steps: tuple[str, ...]) -> str:
        if steps[0] == "stated":
            return {
                "cards": "Cards stated",
                "points": "Total stated",
                "hand": "Hand stated",
                "need": "Points needed, stated",
            }.get(steps[1], steps[1])
        if shape(steps[0]) == "things":
            singular = {"penalties": "Penalty"}.get(steps[0], steps[0].removesuffix("s").capitalize())
            return f"{singular}: {steps[1].replace('-', ' ')}" if len(steps) > 1 else steps[0].capitalize()
        return self.labels.field(steps)

    def variants(self) -> Iterator[El]:
        """Yield each variant: what it is, who reports it, what it changes."""
        for key, v in self.facts.variants.items():
            use = E("span", self.labels.term("use", v.use), cls="use") if v.use else None
            who: list[Child] = []
            if v.by:
                who += ["Reported by ", self.labels.source(v.by), ". "]
            if v.places:
                who += [*joined(self.labels.ref("place", p) for p in v.places), ". "]
            text = E("p", prose(v.text, self.labels.title)) if v.text else None
            r = next((x for x in self.rulesets if x.key == key), None)
            yield E(
                "div",
                E("h3", v.title, use),
                E("p", who) if who else None,
                text,
                *(self.changes(r) if r else ()),
                cls="variant",
                id=f"variant-{key}",
            )

    def changes(self, r: Ruleset) -> Iterator[El]:
        """Yield the table of what a variant's ruleset changes in its base."""
        base = self.book.corpus.rulesets.get(r.base) or self.main
        if base is None:
            return
        yield from self.difference(
            r, base, [r.title.partition(": ")[2] or r.title, "Main rules" if base is self.main else base.title]
        )

    def difference(self, r: Ruleset, base: Ruleset, heads: list[Any], caption: str = "") -> Iterator[El]:
        """Yield the table of what differs between two rulesets."""
        rows = []
        for path in paths_of([r, base]):
            found = [at(r, path), at(base, path)]
            if repr(found[0]) != repr(found[1]):
                here, there = self.beside(path, found)
                rows.append([self.long_field(path), E("td", here), E("td", there, cls="there")])
        if rows:
            yield table(["Field", *heads], rows, cls="differs wrap", caption=caption)

    def relations(self) -> Iterator[El]:
        """Yield what the source asserts of this game and others, both ways, and how it differs from its base."""
        items = []
        for rel in self.facts.relations:
            doubt = f" ({self.labels.term('certainty', rel.certainty)})" if rel.certainty != "sure" else ""
            items.append(
                E(
                    "li",
                    self.labels.term("relation", rel.kind).capitalize(),
                    " ",
                    self.game_ref(rel.to),
                    doubt,
                    ": " + rel.text if rel.text else "",
                    " ",
                    E("span", self.labels.source(rel.by), cls="from"),
                )
            )
        for other, record in self.book.corpus.games.items():
            for rel in record.facts.relations:  # type: ignore[union-attr]
                if rel.to == self.id:
                    items.append(
                        E(
                            "li",
                            self.labels.ref("game", other),
                            " ",
                            self.labels.term("relation", rel.kind),
                            " this game ",
                            E("span", self.labels.source(rel.by), cls="from"),
                        )
                    )
            if isinstance(record.facts, Game) and (record.facts.like or "").partition("/")[0] == self.id:
                items.append(E("li", self.labels.ref("game", other), " takes its rules as base"))
        if items:
            yield E("ul", *items)
        if self.facts.like and self.main:
            base = self.book.corpus.rulesets.get(
                self.facts.like if "/" in self.facts.like else f"{self.facts.like}/main"
            )
            if base:
                yield from self.difference(
                    self.main,
                    base,
                    [self.facts.title, self.labels.ref("game", base.id.removesuffix("/main"))],
                    f"Differs from {base.game} {base.title}",
                )

    def game_ref(self, id: str) -> Child:
        """Return a link to a game, or its number where it has no record yet."""
        known = id.partition("/")[0] in {*self.book.corpus.games, *self.book.corpus.shared["catalogue"]}
        return self.labels.ref("game", id) if known else f"game {id}"

    def all_facts(self) -> Iterator[El]:
        """Yield every fact of the main ruleset with who sets it, and what is computed beside what is stated."""
        r = self.main
        assert r is not None
        rows: list[Any] = []
        notes = [path for _, path, _ in self.book.corpus.notes(r)]
        for group, names in GROUPS.items():
            found = list(self.group_rows(r, names, notes))
            found += list(self.computed_rows(r, group))
            if found:
                rows += [E("tr", E("th", group, colspan="3", scope="colgroup"), cls="group"), *found]
        yield table(["Field", "Value", "Where from"], rows, cls="facts")

    def group_rows(self, r: Ruleset, names: tuple[str, ...], notes: list[Path]) -> Iterator[list[Any]]:
        for name in names:
            for path, origin in r.origin.items():
                if path[0] != name or name == "values":
                    continue
                steps = tuple(map(str, path))
                noted = (
                    E("sup", E("a", "note", href="#" + anchor(SECTION_OF.get(name, "In brief"))))
                    if any(overlaps(n, path) for n in notes)
                    else None
                )
                yield [
                    self.labels.field(steps),
                    E("td", self.labels.value(steps, at(r, path)), noted),
                    E("td", self.labels.origin(origin, self.id), cls="from"),
                ]

    def computed_rows(self, r: Ruleset, group: str) -> Iterator[list[Any]]:
        f = self.book.figures(r)
        computed = E("span", "computed", cls="computed")
        if group == "Cards" and f.pack:
            yield ["Cards in the pack", str(len(f.pack)), E("td", computed, cls="from")]
            if f.ranking and f.ranking.trumps:
                yield ["Highest trump", E("td", self.labels.card("top", f)), E("td", computed, cls="from")]
        if group == "Deal and discard":
            for n, d in f.deals.items():
                if d.dealt is not None and f.pack:
                    parts = [f"{n} × {d.each}"] + [str(x) for x in (d.extra, d.talon, d.dead) if x]
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
            if f.total is not None:
                if stated is not None and stated != f.total:
                    yield [
                        "Total of card points",
                        text_of(stated),
                        E("td", E("span", f"stated; we compute {f.total}", cls="disagrees"), cls="from"),
                    ]
                else:
                    yield [
                        "Total of card points",
                        text_of(f.total if isinstance(f.total, int) else str(f.total)),
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
            for n, bounds in f.spreads.items():
                if not bounds.constant:
                    yield [
                        "Sum of all players" + (f" ({n})" if len(f.spreads) > 1 else ""),
                        f"{bounds.low} to {bounds.high}",
                        E("td", E("span", "computed", cls="computed"), f": {bounds.why}", cls="from"),
                    ]
            if f.total is None and stated is not None:
                yield ["Total of card points", text_of(stated), E("td", "stated", cls="from")]


def at(ruleset: Ruleset, path: Path) -> Any:
    """Return the text that stands at a path of a ruleset's rules, or None."""
    value: Any = ruleset.tree
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def whole(path: Path) -> tuple[str, ...]:
    """Return a path cut to the named thing it is in."""
    steps = tuple(map(str, path))
    return steps[:2] if shape(steps[0]) == "things" else steps


def paths_of(rulesets: list[Ruleset]) -> list[tuple[str, ...]]:
    """Return the paths on which rulesets are compared: a section as a whole where one of them says that there is none."""
    found = dict.fromkeys(whole(p) for r in rulesets for p in r.origin)
    absent = {p[0] for p in found if len(p) == 1 and shape(p[0]) != "field"}
    return sorted(dict.fromkeys(p[:1] if p[0] in absent else p for p in found), key=path_order)


def path_order(path: Path) -> tuple[int, tuple[str, ...]]:
    """Sort key of paths: by section as pages have them."""
    sections = [name for names in GROUPS.values() for name in names] + ["values", "bids", "declarations", "feats"]
    return (sections.index(str(path[0])) if path[0] in sections else len(sections), ())


def one_in(odds: Any) -> str:
    """Return how rare a thing is, to two or three figures: `3.4`, `12`, `1,250`."""
    n = float(1 / odds)
    if n < 10:
        return f"{n:.2f}".rstrip("0").rstrip(".")
    if n < 100:
        return f"{n:.1f}".rstrip("0").rstrip(".")
    digits = len(str(int(n)))
    return f"{round(n, 3 - digits):,.0f}"


def anchor(title: str) -> str:
    """Return the id of a section of the page."""
    return title.lower().replace(" ", "-")


def labels_suits(labels: Labels, system: str) -> str:
    """Return the suit-signs of a pack in words."""
    return f"{labels.term('suits', system)} suits" if system != "either" else "suits of either kind"


def first_up(text: str) -> str:
    """Return a text with its first letter large."""
    return text[:1].upper() + text[1:]


def names_table(labels: Labels, home: str, told: list[tuple[str, Any]]) -> El:
    """Return the table of names: one row for each thing, its names by language, each with who has it."""
    things: dict[str, list[tuple[str, Any]]] = {}
    for owner, n in told:
        things.setdefault(n.of, []).append((owner, n))
    rows = []
    for of, names in things.items():
        items = []
        for _, n in names:
            by = joined((labels.source(w) for w in n.by or ()), ", ")
            use = E("span", labels.term("use", n.use), cls="use") if n.use else None
            lang = f" ({labels.term('language', n.lang)})" if len({x.lang for _, x in told}) > 1 else ""
            items.append(
                E(
                    "span",
                    E("i", n.name, lang=n.lang),
                    f" ‘{n.means}’" if n.means else "",
                    lang,
                    use,
                    [" ", E("span", by, cls="from")] if by else None,
                )
            )
        owners = list(dict.fromkeys(owner for owner, n in names if owner != home))
        source = joined(labels.ref("game" if o in labels.corpus.games else "tradition", o, "asin") for o in owners)
        rows.append(
            [
                first_up(labels.cards_word(of).removeprefix("the ")),
                E("td", joined(items, "; ")),
                E("td", source, cls="from"),
            ]
        )
    return table(["What", "Names", "From"], rows, caption="What players call them")
