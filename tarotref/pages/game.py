"""The page of a game: what its record says, laid out; its text is added by whoever renders it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import FEATURES, cell
from tarotref.computed.phrases import figure
from tarotref.corpus.records import INHERITED_SECTIONS, ROOT, Ruleset
from tarotref.dates import words as date_words
from tarotref.model.record import Note
from tarotref.model.rules import SECTIONS, shape
from tarotref.model.types import given
from tarotref.pages.elements import Child, E, El, Ref, joined, prose, row, table
from tarotref.pages.wording import GROUPS, SECTION_OF, Labels

if TYPE_CHECKING:
    pass

from tarotref.pages import evidence
from tarotref.pages.beside import Beside
from tarotref.pages.counter import PAGE as CALCULATOR
from tarotref.pages.counter import countable
from tarotref.pages.differences import Differences
from tarotref.pages.named_things import Things
from tarotref.pages.played_out import PlayedOut
from tarotref.pages.record_history import RECORD_HISTORY, record_history
from tarotref.pages.rulesets import note_place, place
from tarotref.pages.what_beats_what import Ladders
from tarotref.pages.what_is_open import Open

PLAYED, OPEN, NEAR = "A hand played out", "What the source leaves open", "Nearest games"
EVIDENCE, OTHERWISE = "Evidence", "Other versions"
ORDER = (
    "In brief",
    *INHERITED_SECTIONS,
    OTHERWISE,
    "Readings",
    "Variants",
    "History",
    EVIDENCE,
    PLAYED,
    OPEN,
    "Relations",
    "Compare",
    NEAR,
    "Facts",
    RECORD_HISTORY,
)
"""Sections of the page, in order; those that nothing fills are left out."""


class GamePage(Things, Ladders, Differences, Beside, PlayedOut, Open):
    """What a game's page shows: `head` above its text, and for each section the tables and notes around it."""

    order = ORDER

    def head(self) -> list[El]:
        """Return names, when and where, evidence, and the strip of facts at a glance."""
        return [self.whence(), *self.glance(), *self.told_instead()]

    def whence(self) -> El:
        """Return its other names, when and where it was played, and what is known of it from whom."""
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
            title=self.computed.corpus.vocabulary.get("evidence", {})[g.evidence].definition
            if g.evidence in self.computed.corpus.vocabulary.get("evidence", {})
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
        return E("div", aka, whence, E("p", evidence, witnesses, source, cls="attest"), cls="game-head")

    def glance(self) -> Iterator[El]:
        """Yield the strip of facts at a glance."""
        r = self.main
        if r is None:
            return
        f = self.computed.figures(r)

        def shown(name: str) -> Child:
            return self.labels.shown(FEATURES[name], cell(name, r, f))

        rows: list[tuple[str, Any]] = [("Players", shown("players")), ("Sides", shown("sides"))]
        if pack := given(r.rules.pack):
            words = (
                f"{len(f.pack)} cards, {labels_suits(self.labels, f.pack.system)}"
                if f.pack
                else self.labels.title("pack", pack)
            )
            rows.append(("Pack", [Ref("pack", pack, words)]))
        rows += [
            ("Deal", self.deal_words(r)),
            ("The Fool", shown("fool")),
            ("Bidding", shown("bidding")),
            ("Counted in", shown("counted_by")),
        ]
        stated, varies = cell("total_points", r, f), cell("total_least", r, f).value is not None
        total = f.total if f.total is not None else stated.value
        if varies and (total is None or stated.status == "as-taken"):
            least, greatest = (cell(name, r, f).value for name in ("total_least", "total_greatest"))
            rows.append(("Card points", f"{least} to {greatest}"))
        elif total is not None:
            rows.append(("Card points", figure(total)))
        yield E("dl", [E("div", E("dt", k), E("dd", v)) for k, v in rows], cls="glance")

    def deal_words(self, r: Ruleset) -> Child:
        f = self.computed.figures(r)
        hands = f.hand
        if not hands:
            return self.labels.absent(cell("hand", r, f).status)
        sizes = set(hands.values())
        text = f"{sizes.pop()} each" if len(sizes) == 1 else ", ".join(f"{h} each for {n}" for n, h in hands.items())
        deals = list(f.deals.values())
        takers = (
            {who: k for d in deals for who, k in d.takers.items()}
            if len({tuple(d.takers.items()) for d in deals}) == 1
            else {}
        )
        for who, k in takers.items():
            text += f", {k} more to {self.labels.who(who)}"
        talons = {d.talon for d in deals}
        if len(talons) == 1 and (n := talons.pop()):
            text += f", {n} in the talon"
        stocks = {d.stock for d in deals}
        if len(stocks) == 1 and (n := stocks.pop()):
            text += f", {n} in a stock"
        laid = {sum(d.stacks) for d in deals}
        if len(laid) == 1 and (n := laid.pop()):
            text += f"; {n} of each hand lie in stacks"
        return text

    def after(self, title: str) -> list[El]:
        """Return what stands in a section after its text."""
        if title == RECORD_HISTORY:
            return list(record_history(self.computed, self.id))
        if self.main is None:
            return []
        own = {name: SECTIONS[name].page for name in SECTIONS if shape(name) == "things"}
        makers = {
            "Cards and terms": self.cards,
            "Play": self.what_beats_what,
            "Scoring": self.card_points,
            "Readings": self.readings,
            "Variants": self.variants,
            "Relations": self.relations,
            "Compare": self.comparisons,
            NEAR: self.nearest_games,
            "Facts": self.all_facts,
            EVIDENCE: self.evidence,
            PLAYED: self.hand_played_out,
            OPEN: self.left_open,
        }
        tables = {"bids": self.bids, "declarations": self.declarations, "feats": self.feats, "cases": self.cases}
        found = list(makers[title]()) if title in makers else []
        for name, page in own.items():
            if page == title:
                found += tables[name]() if name in tables else self.things(name)
        if title == "Scoring" and countable(self.computed.figures(self.main)):
            link = E("a", "Count a pile by these rules", href=f"../../{CALCULATOR}.html?of={self.id}")
            found.append(E("p", link, ": tap the cards, see the points.", cls="from"))
        return [narrowed(part, LONG[title]) for part in found] if title in LONG else found

    def evidence(self) -> Iterator[El]:
        """Yield the attestations of the game, in order of time, each a link to all that is known of it."""
        attestations = self.computed.corpus.shared["attestations"]
        found = evidence.rows(self.labels, (id for id, a in attestations.items() if self.id in a.games))
        if found:
            yield table(evidence.HEADS, found, cls="wrap evidence-rows")

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
            for owner, path, note in self.fact_notes:
                # What chapter 1 remarks on the whole family stands on the family's own page.
                if owner not in (self.id, ROOT) and SECTION_OF.get(str(path[0])) == title:
                    found[(owner, note.text)] = (owner, note)
        return [self.gloss(owner, note) for owner, note in found.values()]

    def gloss(self, owner: str, note: Note) -> El:
        """Return a note as it stands beside the text."""
        kind = self.labels.term("note-kind", note.kind)
        told = {words: self.way(at) for at in note.at if (words := self.about(at))}
        about = [E("a", words, href=f"#{way}") if way else words for words, way in told.items()]
        by: list[Child] = [self.labels.source(note.by)] if note.by and note.by != "tarotref" else ["the editors"]
        if owner != self.id:
            by += ["; on ", self.labels.ref("game" if owner in self.computed.corpus.games else "tradition", owner)]
        on = [", ", *joined(about, "; "), "."] if about else "."
        return E(
            "aside",
            E(
                "p",
                E("span", kind[0].upper() + kind[1:], on, cls="kind"),
                " ",
                prose(note.text, self.labels.title),
            ),
            E("span", " ", by, cls="by"),
            cls=f"gloss gloss-{note.kind}",
            id=note_place(self.computed.corpus, owner, self.id, note),
        )

    def way(self, at: str) -> str:
        """Return the anchor of what a note is on; nothing where it has none on this page."""
        steps = at.split(".")
        if steps[0] == "rules":
            ways = [place(*steps[1:n]) for n in range(len(steps), 1, -1)]
        elif steps[0] in ("readings", "variants") and len(steps) > 1:
            kind = steps[0].removesuffix("s")
            ways = [".".join([*steps[:2], *steps[3:n]]) for n in range(len(steps), 3, -1)] + [f"{kind}-{steps[1]}"]
        else:
            ways = []
        return next((way for way in ways if way in self.cited), "")

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
        return who + self.labels.field(steps).lower()

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
                if path[0] != name or name == "values":
                    continue
                steps = tuple(map(str, path))
                cells = [
                    self.labels.field(steps),
                    E("td", words.marked(steps, r.at(path)), self.noted(*steps)),
                    E("td", self.labels.origin(origin, self.id), cls="from"),
                ]
                yield row(cells, id=place(*steps))

    def computed_rows(self, r: Ruleset, group: str) -> Iterator[list[Any]]:
        f = self.computed.figures(r)
        computed = E("span", "computed", cls="computed")
        if group == "Cards" and f.pack:
            yield ["Cards in the pack", str(len(f.pack)), E("td", computed, cls="from")]
            if f.ranking and f.ranking.trumps:
                yield ["Highest trump", E("td", self.labels.card("top", f)), E("td", computed, cls="from")]
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
            if isinstance(said, tuple) and len(said) > 1:
                yield ["Total of card points", " or ".join(map(str, said)), E("td", "stated", cls="from")]
            elif f.total is not None:
                if stated is not None and stated != f.total:
                    yield [
                        "Total of card points",
                        figure(stated),
                        E("td", E("span", f"stated; we compute {f.total}", cls="disagrees"), cls="from"),
                    ]
                else:
                    yield [
                        "Total of card points",
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
                yield ["Total of card points", figure(stated), E("td", "stated", cls="from")]


LONG = {
    "Signals": "signals",
    "Readings": "facts on which the witnesses differ",
    "Relations": "facts that are otherwise here",
    "Evidence": "pieces of evidence",
    "Facts": "facts of the main rules",
}
"""Sections whose tables can be long, and what these have a row of."""
OPEN_ROWS = 12
"""As many rows stand open on a narrow page."""


def narrowed(part: El, of: str) -> El:
    """Return a part of a section, in a `details` that only narrow pages fold if it is a long table."""
    if part.tag != "table":
        return part
    body = part.children[-1]
    assert isinstance(body, El)
    rows = [row for row in body.children if isinstance(row, El) and dict(row.attrs).get("class") != "group"]
    return E("details", E("summary", f"{len(rows)} {of}"), part, cls="more") if len(rows) > OPEN_ROWS else part


def anchor(title: str) -> str:
    """Return the id of a section of the page."""
    return title.lower().replace(" ", "-")


def labels_suits(labels: Labels, system: str) -> str:
    """Return the suit-signs of a pack in words."""
    return f"{labels.term('suits', system)} suits" if system != "either" else "suits of either kind"
