"""Pages that show many records: all rulesets, packs, orders, places, terms, sources, evidence, tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tarotref.agreement import agreement, coding_of, second_coding
from tarotref.cards import LONG, RANKS
from tarotref.cite import reference_text
from tarotref.comparison import FEATURES, cell, text_of
from tarotref.corpus import catalogue_order
from tarotref.edtf import bounds
from tarotref.edtf import words as date_words
from tarotref.model.record import Game
from tarotref.orders import distance
from tarotref.tables import TABLES
from tarotref.views import cardart
from tarotref.views.atlas import map_of, timeline_of
from tarotref.views.elements import Child, E, El, Raw, Ref, joined, prose, table
from tarotref.views.game import one_in
from tarotref.views.labels import Labels
from tarotref.views.tradition import attestation_row

if TYPE_CHECKING:
    from tarotref.book import Book

View = Callable[["Book"], Iterator[El]]
VIEWS: dict[str, View] = {}


def view(name: str) -> Callable[[View], View]:
    """Register a view under the name that the directive `{view}` takes."""

    def register(make: View) -> View:
        VIEWS[name] = make
        return make

    return register


@view("rulesets")
def rulesets(book: Book) -> Iterator[El]:
    """Yield the table of all rulesets with its filters."""
    labels = Labels(book)
    shown = [
        "players",
        "sides",
        "pack_cards",
        "suits",
        "fool",
        "top_trump",
        "counted_by",
        "total_computed",
        "bidding",
        "declarations",
        "pagat_ultimo",
    ]
    filters = {
        "players": "Players",
        "tradition": "Tradition",
        "pack": "Pack",
        "sides": "Sides",
        "bidding": "Bidding",
        "declarations": "Declarations",
        "fool": "The Fool",
        "evidence": "Evidence",
        "ruleset": "Ruleset",
    }
    traditions = {t: labels.title("tradition", t) for t in book.corpus.traditions}
    packs = {p: labels.title("pack", p) for p in book.corpus.shared["packs"]}
    named: dict[str, dict[str, str]] = {
        "tradition": traditions,
        "pack": packs,
        "ruleset": {"main": "main rulesets", "reading": "by witness", "variant": "variants"},
        **{
            k: {t: e.label for t, e in book.corpus.vocabulary.get(v, {}).items()}
            for k, v in {"sides": "sides", "fool": "fool-role", "evidence": "evidence"}.items()
        },
    }
    fields = [E("label", "Find", E("input", type="search", name="q", placeholder="name, place or number"), cls="free")]
    for key, label in filters.items():
        import json

        fields.append(
            E(
                "label",
                label,
                E(
                    "select",
                    E("option", "any", value=""),
                    name=key,
                    data_labels=json.dumps(named[key], ensure_ascii=False) if key in named else None,
                ),
            )
        )
    yield E(
        "form",
        *fields,
        E("button", "Clear", type="reset", hidden=""),
        cls="filters",
        data_for="games-table",
        role="search",
    )
    yield E("p", cls="result-count", data_for="games-table", data_noun="ruleset rulesets", role="status")
    rows = []
    for r in book.corpus.rulesets.values():
        g = book.corpus.game(r.game)
        f = book.figures(r)
        cells = {name: cell(name, r, f) for name in FEATURES}
        tds: list[Any] = []
        for column in shown:
            c, feature = cells[column], FEATURES[column]
            if c.value is None:
                tds.append(
                    E(
                        "td",
                        E(
                            "span",
                            "·" if c.status in ("missing", "not-computable") else c.status,
                            cls=f"absent {'unread' if c.status in ('missing', 'not-computable') else c.status}",
                            title="not recorded" if c.status == "missing" else None,
                        ),
                        data_sort="",
                    )
                )
            else:
                text = labels.term(feature.terms, str(c.value)) if feature.terms else text_of(c.value)
                tds.append(
                    E("td", text.replace(";", ", "), cls="num" if feature.dtype in ("integer", "number") else None)
                )
        data = {
            "data_players": text_of(cells["players"].value or "").replace(";", " "),
            "data_tradition": g.tradition,
            "data_pack": text_of(cells["pack"].value or ""),
            "data_sides": text_of(cells["sides"].value or ""),
            "data_bidding": text_of(cells["bidding"].value) if cells["bidding"].value is not None else "",
            "data_declarations": text_of(cells["declarations"].value)
            if cells["declarations"].value is not None
            else "",
            "data_fool": text_of(cells["fool"].value or ""),
            "data_evidence": g.evidence,
            "data_ruleset": r.kind,
            "data_words": " ".join([*g.places, *g.aka, r.id]),
        }
        first, last = bounds(g.played)
        name: list[Child] = [labels.ref("game", r.game)]
        if r.key != "main":
            name += [
                " ",
                E("span", labels.source(r.key) if r.kind == "reading" else g.variants[r.key].title, cls="use"),
            ]
        rows.append(
            E(
                "tr",
                E("th", name, scope="row", data_sort=f"{list(book.corpus.games).index(r.game):04d}"),
                E("td", labels.title("tradition", g.tradition)),
                E("td", date_words(g.played), data_sort=str(first or last or "")),
                *tds,
                target=None,
                **data,
            )
        )
    heads: list[Any] = [
        "Game",
        "Tradition",
        "Played",
        *(
            (FEATURES[n].label, "num") if FEATURES[n].dtype in ("integer", "number") else FEATURES[n].label
            for n in shown
        ),
    ]
    yield table(heads, rows, cls="sortable", id="games-table")


@view("traditions")
def traditions(book: Book) -> Iterator[El]:
    """Yield the list of traditions with how many games each has."""
    labels = Labels(book)
    rows = []
    counts: dict[str, int] = {}
    for record in book.corpus.games.values():
        if isinstance(record.facts, Game):
            counts[record.facts.tradition] = counts.get(record.facts.tradition, 0) + 1
    for id in sorted(book.corpus.traditions, key=lambda t: (book.corpus.tradition(t).chapter or 0, t)):
        t = book.corpus.tradition(id)
        rows.append(
            [
                E("th", labels.ref("tradition", id), scope="row"),
                E("td", str(t.chapter or ""), cls="num"),
                labels.term("part", t.part) if t.part else "",
                date_words(t.played) if t.played else "",
                E("td", joined(labels.ref("place", p) for p in t.places)),
                E("td", str(counts.get(id, "")), cls="num"),
            ]
        )
    yield table(["Tradition", ("Chapter", "num"), "Part", "Played", "Where", ("Games", "num")], rows)


@view("packs")
def packs(book: Book) -> Iterator[El]:
    """Yield every pack: what it is, its cards drawn, who plays with it."""
    labels = Labels(book)
    users: dict[str, list[str]] = {}
    for r in book.corpus.rulesets.values():
        if isinstance(r.rules.pack, str):
            users.setdefault(str(r.rules.pack), []).append(r.game)
    for id, entry in book.corpus.shared["packs"].items():
        pack = book.packs.get(id)
        count = f"{len(pack)} cards" if pack else f"{entry.cards} cards, not all known"
        disagrees = E("span", f"stated {entry.cards}", cls="disagrees") if pack and entry.cards != len(pack) else None
        games = list(dict.fromkeys(users.get(id, [])))
        yield E(
            "section",
            E("h2", entry.title),
            E(
                "p",
                count,
                "; ",
                f"{len(pack.trumps)} trumps{' and the Fool' if pack.has_fool else ''}; {labels.term('suits', pack.system)} suits"
                if pack
                else "",
                " ",
                disagrees,
            ),
            E("p", prose(entry.used, labels.title)) if entry.used else None,
            E("p", E("span", "Not certain: ", cls="label"), prose(entry.doubtful, labels.title))
            if entry.doubtful
            else None,
            E("p", prose(entry.text, labels.title)) if entry.text else None,
            Raw(pack_drawing(pack), "") if pack else None,
            E("p", "Games: ", joined(labels.ref("game", g) for g in games)) if games else None,
            E("p", joined([E("span", labels.source(k), f", {v}") for k, v in entry.source.items()], "; "), cls="from"),
            id=f"pack-{id}",
            target=("pack", id, entry.title),
        )


def pack_drawing(pack: Any) -> str:
    """Draw a pack, the cards it lacks of a full one as ghosts."""
    suits, gone = [], []
    for suit in pack.suits:
        have = {c.rank for c in pack.cards if c.suit == suit}
        order = ["K", "Q", "C", "J", *(reversed(RANKS[:10]) if suit in LONG else RANKS[:10])]
        suits.append((suit, order))
        gone += [(suit, r) for r in order if r not in have]
    trumps = [
        cardart.roman(int(c.trump)) if c.trump.isdecimal() else c.trump.replace("-", " ").capitalize()
        for c in reversed(pack.trumps)
        if getattr(c, "copy", 1) == 1
    ]
    return cardart.pack_grid(suits, trumps, fool="Fool" if pack.has_fool else "", removed=gone, label=pack.title)


@view("orders")
def orders(book: Book) -> Iterator[El]:
    """Yield every trump order: the subjects by orders, then each with its source."""
    labels = Labels(book)
    found = distinct(book)
    if len(found) > 1:
        alike = [
            [labels.ref("order", same[0]), ": also ", *joined((labels.ref("order", o) for o in same[1:]), ", "), ". "]
            for same in found.values()
            if len(same) > 1
        ]
        shown = [book.orders[same[0]] for same in found.values()]
        how = (
            "The rank of each subject from the top, in the complete orders of the 21 trumps by subject. A number in italics is "
            "shared with others that rank alike. Orders that agree in every place stand in one column: "
        )
        yield E("section", E("h2", "Subjects by orders"), E("p", how, *alike), matrix(book, labels, shown), id="matrix")
        yield E(
            "section",
            E("h2", "How far apart"),
            E(
                "p",
                "Pairs of subjects that two orders rank the other way round, in a hundred of the pairs that both rank (Kendall’s distance).",
            ),
            distances(labels, shown),
            id="distances",
        )
    for id, entry in book.corpus.shared["trump-orders"].items():
        order = book.orders.get(id)
        if order is None:
            continue
        title = entry.title or id.replace("-", " ").capitalize()
        facts: list[Child] = []
        if entry.kind:
            facts += [labels.term("order-kind", entry.kind), "; "]
        if entry.dated:
            facts += [date_words(entry.dated), "; "]
        if entry.place:
            facts += [
                labels.ref("place", entry.place) if entry.place in book.corpus.shared["places"] else entry.place,
                "; ",
            ]
        facts += ["pack: ", labels.ref("pack", entry.pack) if entry.pack in book.corpus.shared["packs"] else entry.pack]
        group = (
            E("p", f"Group {entry.group.get('is', '')}, according to {entry.group.get('by', '')}.")
            if entry.group
            else None
        )
        yield E(
            "section",
            E("h2", title),
            E("p", *facts, cls="whence"),
            group,
            E("p", prose(entry.text, labels.title)) if entry.text else None,
            Raw(ladder(book, order, entry), ""),
            E("p", joined([E("span", labels.source(k), f", {v}") for k, v in entry.source.items()], "; "), cls="from"),
            id=f"order-{id}",
            target=("order", id, title),
        )


def distinct(book: Book) -> dict[Any, list[str]]:
    """Return the complete orders of the usual 21 subjects, those that agree in every place together, oldest first."""
    subjects = book.corpus.shared["subjects"]
    usual = {s for s, entry in subjects.items() if entry.marseille is not None}
    # The Besançon and Belgian packs put others in the places of Pope and Popess.
    stand_for = {"jupiter": "pope", "juno": "popess", "bacchus": "pope", "spanish-captain": "popess"}
    found: dict[Any, list[str]] = {}
    entries = book.corpus.shared["trump-orders"]
    for id in sorted(book.orders, key=lambda o: (bounds(entries[o].dated)[0] or 9999 if entries[o].dated else 9999, o)):
        tiers = tuple(
            tuple(sorted(stand_for.get(i.subject, i.subject) for i in tier)) for tier in book.orders[id].tiers
        )
        names = {s for tier in tiers for s in tier} - {"fool"}
        if book.orders[id].complete and names == usual - {"fool"} - set(stand_for):
            found.setdefault(tiers, []).append(id)
    return found


def subject_title(book: Book, subject: str) -> str:
    """Return the name of a trump's subject, or its number in Roman figures."""
    if subject == "fool":
        return "Fool"
    if subject.isdecimal():
        return cardart.roman(int(subject))
    entry = book.corpus.shared["subjects"].get(subject)
    return entry.title if entry else subject.replace("-", " ").capitalize()


def ladder(book: Book, order: Any, entry: Any) -> str:
    """Draw an order as a ladder, highest first."""
    rungs = []
    for tier in order.tiers:
        if not tier:
            rungs.append(cardart.Rung("", gap=True))
        for n, item in enumerate(tier):
            local = (entry.called or {}).get(item.subject, "")
            label = (
                cardart.roman(item.number)
                if item.number
                else (cardart.roman(int(item.subject)) if item.subject.isdecimal() else "")
            )
            title = "" if item.subject.isdecimal() else subject_title(book, item.subject)
            rungs.append(
                cardart.Rung(
                    title or f"Trump {label}",
                    label,
                    unprinted=bool(item.number) and not item.printed,
                    tied=n + 1 < len(tier),
                    local=local,
                    fool=item.subject == "fool",
                )
            )
    return cardart.ladder(rungs, label=f"{entry.title or order.id}: trumps, highest first")


def matrix(book: Book, labels: Labels, found: list[Any]) -> El:
    ranks = [{i.subject: (n, len(t) > 1) for n, t in enumerate(o.tiers, 1) for i in t} for o in found]
    subjects = sorted(
        {s for r in ranks for s in r},
        key=lambda s: (sum(r[s][0] for r in ranks if s in r) / sum(1 for r in ranks if s in r), s),
    )
    rows = []
    for s in subjects:
        cells = [
            E("td", E("i", str(r[s][0])) if r[s][1] else str(r[s][0]), cls="num") if s in r else E("td", "", cls="num")
            for r in ranks
        ]
        rows.append([subject_title(book, s), *cells])
    return table(["Subject", *((labels.ref("order", o.id), "num") for o in found)], rows, cls="compact")


def distances(labels: Labels, found: list[Any]) -> El:
    rows = []
    for o in found:
        cells = []
        for other in found:
            turned, pairs = distance(o, other)
            cells.append(
                E(
                    "td",
                    "" if o is other or not pairs else f"{100 * turned / pairs:.0f}",
                    cls="num",
                    title=f"{turned} of {pairs} pairs" if o is not other else None,
                )
            )
        rows.append([E("th", labels.ref("order", o.id), scope="row"), *cells])
    return table(["", *((labels.title("order", o.id), "num") for o in found)], rows, cls="compact")


@view("map")
def atlas_map(book: Book) -> Iterator[El]:
    """Yield the map of places."""
    yield E("div", Raw(map_of(book)))


@view("timeline")
def timeline(book: Book) -> Iterator[El]:
    """Yield when each tradition was played."""
    yield E("div", Raw(timeline_of(book)))


@view("places")
def places(book: Book) -> Iterator[El]:
    """Yield every place with its games and evidence."""
    labels = Labels(book)
    yield E("div", Raw(map_of(book)))
    games: dict[str, list[str]] = {}
    for id, record in book.corpus.games.items():
        for p in record.facts.places:
            games.setdefault(p, []).append(id)
    evidence: dict[str, int] = {}
    for a in book.corpus.shared["attestations"].values():
        if a.place:
            evidence[a.place] = evidence.get(a.place, 0) + 1
    rows = []
    for id, p in sorted(book.corpus.shared["places"].items(), key=lambda kv: kv[1].title):
        where = f"{float(p.lat):.2f}, {float(p.lon):.2f}" if p.lat is not None and p.lon is not None else ""
        rows.append(
            E(
                "tr",
                E(
                    "th",
                    p.title,
                    E("span", " ", E("i", p.local)) if p.local and p.local != p.title else None,
                    scope="row",
                    id=f"place-{id}",
                    target=("place", id, p.title),
                ),
                E("td", labels.term("place-kind", p.kind)),
                E("td", labels.term("country", p.country) if p.country else ""),
                E("td", p.polity or ""),
                E("td", where, cls="num"),
                E("td", joined(labels.ref("game", g) for g in games.get(id, []))),
                E("td", str(evidence.get(id, "")), cls="num"),
            )
        )
    yield table(
        ["Place", "Kind", "Today in", "Then", ("Degrees N, E", "num"), "Games", ("Evidence", "num")],
        rows,
        cls="sortable wrap",
        id="places-table",
    )


@view("glossary")
def glossary(book: Book) -> Iterator[El]:
    """Yield the terms, in alphabetical order."""
    labels = Labels(book)
    items: list[El] = []
    for id, g in sorted(book.corpus.shared["glossary"].items(), key=lambda kv: kv[1].term.lower().lstrip("'’")):
        en = f", {g.en}" if g.en and g.en != g.term else ""
        lang = E("small", f" {labels.term('language', g.lang)}") if g.lang != "en" else None
        see = E("span", " See ", joined(labels.ref("term", s) for s in g.see), ".") if g.see else None
        source = (
            E(
                "span",
                " ",
                joined([E("span", labels.source(k), f", {v}") for k, v in g.source.items()], "; "),
                cls="from",
            )
            if g.source
            else None
        )
        items += [
            E(
                "dt",
                E("i", g.term, lang=g.lang) if g.lang != "en" else g.term,
                en,
                lang,
                id=f"term-{id}",
                target=("term", id, g.term),
            ),
            E("dd", E("p", prose(g.definition, labels.title), see, source)),
        ]
    yield E("dl", *items, cls="glossary")


@view("sources")
def sources(book: Book) -> Iterator[El]:
    """Yield the bibliography: authorities, witnesses by date, literature."""
    labels = Labels(book)
    used: dict[str, list[str]] = {}
    for id, record in book.corpus.games.items():
        for w in record.facts.witnesses:
            used.setdefault(w, []).append(id)
    heads = {"authority": "What we write from", "witness": "Witnesses", "literature": "Literature"}
    for role, head in heads.items():
        refs = sorted(
            (r for r in book.corpus.bibliography.values() if r.role == role),
            key=lambda r: (r.year or 9999, r.key) if role == "witness" else (0, r.label.lower()),
        )
        rows = []
        for ref in refs:
            games = used.get(ref.key, [])
            attests = E("p", "Games: ", joined(labels.ref("game", g) for g in games)) if games else None
            rows.append(
                E(
                    "tr",
                    E(
                        "th",
                        E("span", ref.label, cls="sc"),
                        scope="row",
                        id=f"source-{ref.key.lower()}",
                        target=("source", ref.key, ref.label),
                    ),
                    E("td", date_words(ref.dated) if ref.dated else ""),
                    E(
                        "td",
                        E("p", work(ref)),
                        attests,
                        E("p", ref.fields["seenin"], cls="from") if ref.fields.get("seenin") else None,
                    ),
                )
            )
        if rows:
            yield E("section", E("h2", head), table(["Cited as", "Date", "Work"], rows), id=role)


def work(ref: Any) -> list[Child]:
    """Return a work as one paragraph, its title in italics."""
    text = reference_text(ref)
    before, found, after = text.partition(ref.title)
    return [before, E("cite", ref.title, lang=ref.lang or None), after] if found else [text]


@view("history")
def history(book: Book) -> Iterator[El]:
    """Yield all evidence in order of time."""
    labels = Labels(book)
    found = sorted(
        book.corpus.shared["attestations"].items(),
        key=lambda kv: (bounds(kv[1].dated)[0] or 0, bounds(kv[1].dated)[1] or 9999),
    )
    by_century: dict[int, list[Any]] = {}
    for id, a in found:
        first = bounds(a.dated)[0] or bounds(a.dated)[1] or 0
        by_century.setdefault(first // 100, []).append((id, a))
    for century, entries in by_century.items():
        rows = []
        for id, a in entries:
            row = attestation_row(labels, id, a)
            rows.append(E("tr", *row, id=f"attestation-{id}", target=("attestation", id, a.title)))
        yield E(
            "section",
            E("h2", f"{cardart.roman(century + 1)} century"),
            table(["When", "Where", "What", "Shows"], rows),
            id=f"century-{century + 1}",
        )


@view("tables")
def tables(book: Book) -> Iterator[El]:
    """Yield the data dictionary."""
    for t in TABLES.values():
        rows = []
        for c in t.columns:
            ref = f"refers to {c.ref}" if c.ref else f"terms of {c.terms}" if c.terms else ""
            rows.append(
                [
                    E("th", E("code", c.name), scope="row"),
                    c.dtype + (", key" if c.name in t.key else ""),
                    c.text,
                    E("td", ref, cls="from"),
                ]
            )
        yield E(
            "section",
            E("h2", E("code", t.name)),
            E("p", t.text),
            table(["Column", "Type", "Meaning", ""], rows),
            id=f"table-{t.name.replace('_', '-')}",
            target=("table", t.name, t.name),
        )


@view("vocabulary")
def vocabulary(book: Book) -> Iterator[El]:
    """Yield the terms that fields may have as value."""
    for name, terms in book.corpus.vocabulary.items():
        yield E(
            "section",
            E("h3", name),
            table(
                ["Term", "Label", "Meaning"],
                [[E("th", E("code", t), scope="row"), e.label, e.definition] for t, e in terms.items()],
            ),
            id=f"vocabulary-{name}",
        )


@view("checks")
def checks(book: Book) -> Iterator[El]:
    """Yield what is checked, in the words of the checks themselves."""
    from tarotref.checks import CHECKS
    from tarotref.problem import READING

    rows = [
        [E("th", E("code", code), scope="row"), rule]
        for code, rule in {**READING, **{c.name: c.rule for c in CHECKS.values()}}.items()
    ]
    yield table(["Rule", "What it asks"], rows)


@view("ways")
def ways(book: Book) -> Iterator[El]:
    """Yield the ways into the site, with how much there is of each."""
    corpus = book.corpus
    entries = [
        ("games", "Games", f"{len(corpus.games)} games in {len(corpus.rulesets)} rulesets, to sort and filter"),
        ("compare", "Compare", "up to five rulesets side by side"),
        ("traditions", "Traditions", f"{len(corpus.traditions)} families of games and their stories"),
        ("trump-orders", "Trump orders", f"{len(book.orders)} attested rankings of the trumps"),
        ("packs", "Packs", f"{len(corpus.shared['packs'])} packs, drawn card by card"),
        ("history", "Evidence", f"{len(corpus.shared['attestations'])} dated pieces of evidence"),
        ("places", "Places", f"{len(corpus.shared['places'])} places"),
        ("glossary", "Glossary", f"{len(corpus.shared['glossary'])} terms in their own languages"),
        ("sources", "Sources", f"{len(corpus.bibliography)} witnesses and works"),
        ("data", "Data", f"{len(TABLES)} tables, whole, in five formats"),
    ]
    yield E(
        "ul",
        *(E("li", E("a", E("b", label), " ", E("span", text), href=f"{page}.html")) for page, label, text in entries),
        cls="ways",
    )


@view("catalogue")
def catalogue(book: Book) -> Iterator[El]:
    """Yield every number of the catalogue by chapter; those without a record can be linked to all the same."""
    chapters: dict[str, list[Any]] = {}
    for id, c in sorted(book.corpus.shared["catalogue"].items(), key=lambda kv: catalogue_order(kv[0])):
        title = "" if c.title == "unstated" else c.title
        where = f"vol. {c.volume}{', p. ' + c.page if c.page else ''}{'; ' + c.supplement if c.supplement else ''}"
        if id in book.corpus.games:
            row = E(
                "tr",
                E("th", id, cls="dm", scope="row"),
                E("td", Ref("game", id, book.corpus.games[id].facts.title)),
                E("td", ", ".join(t for t in (c.where, c.when, c.form) if t)),
                E("td", where, cls="from"),
            )
        else:
            row = E(
                "tr",
                E("th", id, cls="dm", scope="row"),
                E(
                    "td",
                    E("span", title or "(heading lost)", cls="absent unread"),
                    id=f"number-{id.lower().replace('.', '-')}",
                    target=("game", id, f"{id} {title}".strip()),
                ),
                E("td", ", ".join(t for t in (c.where, c.when, c.form) if t)),
                E("td", where, cls="from"),
            )
        chapters.setdefault(c.chapter, []).append(row)
    done = sum(id in book.corpus.games for id in book.corpus.shared["catalogue"])
    yield E(
        "p",
        f"{done} of {len(book.corpus.shared['catalogue'])} numbers have a record. The others are named here so that nothing is lost; dots stand before them.",
    )
    for chapter, rows in chapters.items():
        names = [
            t.facts.title for t in book.corpus.traditions.values() if str(getattr(t.facts, "chapter", "")) == chapter
        ]
        title = f"Chapter {chapter}" if chapter != "C" else "Appendix C"
        yield E(
            "section",
            E("h2", title, f": {', '.join(names)}" if names else ""),
            table(["No.", "Game", "When and where", "Catalogue"], rows),
            id=f"chapter-{chapter.lower()}",
        )


@view("downloads")
def downloads(book: Book) -> Iterator[El]:
    """Yield the files of tables that are written beside the site."""
    files = {
        "tarotref.sqlite": "all tables in one SQLite database",
        "tarotref.json": "all tables in one JSON file",
        "datapackage.json": "the Data Package that describes the CSV files",
    }
    yield E(
        "ul",
        *(E("li", E("a", name, href=f"../data/{name}"), f": {text}") for name, text in files.items()),
        E("li", "CSV: ", joined((E("a", f"{t}.csv", href=f"../data/{t}.csv") for t in TABLES), ", ")),
    )


@view("rarity")
def rarity(book: Book) -> Iterator[El]:
    """Yield the declarations whose worth falls while their rarity rises."""
    labels = Labels(book)
    rows = []
    for r, rare, common in book.inversions():
        cells: list[Any] = []
        for id in (rare, common):
            entry = r.tree["declarations"][id]
            odds = book.odds(r, id)
            name = entry.get("name") or id.replace("-", " ")
            cells += [E("td", E("i", name)), E("td", one_in(odds), cls="num"), E("td", str(entry["worth"]), cls="num")]
        whose = (
            E("span", " ", labels.source(r.key))
            if r.kind == "reading"
            else f" ({r.key})"
            if r.kind == "variant"
            else ""
        )
        rows.append([E("th", labels.ref("game", r.game), whose, scope="row"), *cells])
    if rows:
        yield table(
            [
                "Game",
                "The rarer",
                ("one hand in", "num"),
                ("pays", "num"),
                "The commoner",
                ("one hand in", "num"),
                ("pays", "num"),
            ],
            rows,
        )
    else:
        yield E("p", "None.")


@view("totals")
def totals(book: Book) -> Iterator[El]:
    """Yield how each ruleset counts, its total as stated and as computed, and how far the sum of all players can vary."""
    labels = Labels(book)
    rows = []
    for r in book.corpus.rulesets.values():
        if r.kind == "variant" and not any(
            o.layer == r.id and p[0] in ("counting", "values", "pack", "players") for p, o in r.origin.items()
        ):
            continue
        f = book.figures(r)
        c = {
            n: cell(n, r, f)
            for n in ("counted_by", "total_points", "total_computed", "total_least", "total_greatest", "pack_cards")
        }
        stated, computed = c["total_points"].value, c["total_computed"].value
        last = f.counting.last_trick if f.counting else 0
        agrees = (
            ""
            if stated is None or computed is None
            else "agrees"
            if stated in (computed, computed - last)
            else "differs"
        )
        low, high = c["total_least"].value, c["total_greatest"].value
        span = "" if low is None else "always" if low == high else f"{low} to {high}"
        whose = (
            E("span", " ", labels.source(r.key))
            if r.kind == "reading"
            else f" ({r.key})"
            if r.kind == "variant"
            else ""
        )
        rows.append(
            [
                E("th", labels.ref("game", r.game), whose, scope="row"),
                E("td", str(c["pack_cards"].value or ""), cls="num"),
                str(c["counted_by"].value or ""),
                E("td", "" if stated is None else str(stated), cls="num"),
                E("td", "" if computed is None else str(computed), cls="num"),
                E("td", E("span", agrees, cls="disagrees" if agrees == "differs" else None)),
                span,
            ]
        )
    yield table(
        ["Game", ("Cards", "num"), "Counted by", ("Stated", "num"), ("Computed", "num"), "", "Sum of all players"], rows
    )


@view("agreement")
def agreement_table(book: Book) -> Iterator[El]:
    """Yield the agreement of the second coding with the records, and every cell on which they still differ."""
    labels = Labels(book)
    second = second_coding(book)
    first = coding_of(book, dict.fromkeys(game for game, _ in second))
    rows = []
    for a in agreement(first, second):
        name = "All columns" if a.column == "all" else FEATURES[a.column].label
        kappa = "" if a.kappa is None else f"{float(a.kappa):.2f}"
        rows.append(
            [name, *(E("td", t, cls="num") for t in (str(a.cells), str(a.agreed), f"{float(a.rate):.1%}", kappa))]
        )
    if rows:
        yield table(["Column", ("Cells", "num"), ("Agreed", "num"), ("Rate", "num"), ("Kappa", "num")], rows)
    unlike = [
        [
            E("th", labels.ref("game", game), scope="row"),
            FEATURES[column].label,
            first[game, column],
            second[game, column],
        ]
        for game, column in second
        if (game, column) in first and first[game, column] != second[game, column]
    ]
    if unlike:
        yield E(
            "section",
            E("h2", "Where they differ"),
            table(["Game", "Column", "Record", "Second coding"], unlike),
            id="where-they-differ",
        )


@view("coverage")
def coverage(book: Book) -> Iterator[El]:
    """Yield for each column how many main rulesets know it, leave it unstated, or lack it."""
    mains = [r for r in book.corpus.rulesets.values() if r.kind == "main"]
    rows = []
    for name, f in FEATURES.items():
        found = [cell(name, r, book.figures(r)).status for r in mains]
        known = sum(s in ("stated", "inherited", "presumed", "computed", "none") for s in found)
        said = sum(s in ("unstated", "agreed", "as-taken") for s in found)
        rows.append(
            [
                f.label,
                *(
                    E("td", str(n), cls="num")
                    for n in (known, said, found.count("not-computable"), found.count("missing"))
                ),
            ]
        )
    yield table(
        [
            "Column",
            ("Known", "num"),
            ("Unstated, agreed or as taken", "num"),
            ("Not computable", "num"),
            ("Missing", "num"),
        ],
        rows,
        caption=f"The main rulesets of {len(mains)} games",
    )
