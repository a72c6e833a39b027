"""Tables of what has a name in a game: cards and words, bids, declarations, feats, penalties, signals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import text_of
from tarotref.corpus.records import ROOT
from tarotref.model.types import Absence
from tarotref.pages.elements import Child, E, El, joined, table
from tarotref.pages.wording import Labels
from tarotref.tables.rules import entries, holding_words, worth_words

if TYPE_CHECKING:
    pass

from tarotref.pages.rulesets import Page


class Things(Page):
    """The tables of named things, each for the section of the page where it belongs."""

    def cards(self) -> Iterator[El]:
        r = self.main
        assert r is not None
        if isinstance(r.rules.values, dict):
            f = self.computed.figures(r)
            rows = [
                [E("span", self.labels.card(c, f)), E("td", self.amount(v), cls="num"), self.mark(r, "values", c)]
                for c, v in r.rules.values.items()
            ]
            yield table(["Card", ("Points", "num"), "From"], rows, caption="Card points; all other cards are empty")
        yield from self.names()

    def names(self) -> Iterator[El]:
        told = [(self.id, n) for n in self.facts.names]
        own = {(n.of, n.name) for n in self.facts.names}
        for base in self.computed.corpus.bases(self.id):
            if base != ROOT:
                told += [(base, n) for n in self.computed.corpus.record(base).facts.names if (n.of, n.name) not in own]
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
            odds = self.computed.odds(r, key)
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
            n = self.computed.dealt(r)
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


def one_in(odds: Any) -> str:
    """Return how rare a thing is, to two or three figures: `3.4`, `12`, `1,250`."""
    n = float(1 / odds)
    if n < 10:
        return f"{n:.2f}".rstrip("0").rstrip(".")
    if n < 100:
        return f"{n:.1f}".rstrip("0").rstrip(".")
    digits = len(str(int(n)))
    return f"{round(n, 3 - digits):,.0f}"


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
