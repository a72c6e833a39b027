"""Tables of what has a name in a game: cards and words, bids, declarations, feats, penalties, signals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from tarotref.cards.holdings import Worth
from tarotref.corpus.records import ROOT, Ruleset
from tarotref.model.rules import SECTIONS, Announced, entries, fields_of, worth_of
from tarotref.model.types import Absence, given
from tarotref.pages.bid_worth import bid_worth
from tarotref.pages.elements import Child, E, El, joined, row, table, text_of
from tarotref.pages.rulesets import Page, place
from tarotref.pages.wording import Labels
from tarotref.words.bonuses import paying, used
from tarotref.words.clauses import asking, bidding, conditions
from tarotref.words.contracts import each_alone
from tarotref.words.earlier import earlier
from tarotref.words.naming import Naming
from tarotref.words.phrases import first_up, many, plain, small
from tarotref.words.sentences import of_thing, sentence, sentences

FEW = 2
"""A table of more rows says once, over it, what all of them have in common."""
PARTED_BY = "when"
"""The field by which a long table is laid out in parts: signals, by the moment at which they are given ..."""
LEAST = 6
"""... if its parts have as many rows as this on average."""
ROLES = ("top", "pagat", "fool")
"""Cards that players have names for."""
WORTHS = "card-points"
"""The id of the table of what the cards are worth."""


def card_points(page: Page, *, by_name: bool = False) -> Iterator[El]:
    """Yield what the cards are worth; on request single cards by what the players call them."""
    r = page.main
    assert r is not None
    if isinstance(r.rules.values, dict) and not any(r.rules.values.values()):
        yield E("div", E("p", "No card has points.", *(_noted_value(page, card) for card in r.rules.values)), id=WORTHS)
    elif isinstance(r.rules.values, dict):
        f, words = page.computed.figures(r), page.labels.within(r)
        names = {  # the first that players say
            n.of: n.name for n in reversed(page.labels.said(r)) if n.of in ROLES and not n.use
        }
        rows = [
            row(
                [
                    page.named(names[c] if by_name and c in names else E("span", words.card(c, f)), r, "values", c),
                    E("td", page.amount(v), cls="num"),
                ],
                id=place("values", c),
            )
            for c, v in r.rules.values.items()
        ]
        whole = f.values is not None and f.pack is not None and all(map(f.values.get, f.pack.cards))
        caption = f"Card points{_whence(r)}{'' if whole else '; all other cards are empty'}"
        yield table(["Card", ("Points", "num")], rows, "points", caption=caption, id=WORTHS)


def _whence(r: Ruleset) -> str:
    """Return whence a witness's card points are, where it is not known that he says them."""
    found = [origin for path, origin in r.origin.items() if path[0] == "values"]
    if r.kind != "reading" or not all(one.carried or one.layer == ROOT for one in found):
        return ""
    return " of the main rules (not reported)" if any(one.carried for one in found) else " of tarot games in general"


def _noted_value(page: Page, card: str) -> El:
    """Return the place of what a card is worth, with the marks of its notes."""
    return E("span", page.noted("values", card), id=place("values", card))


def names_used(page: Page) -> Iterator[El]:
    """Yield, folded away, the names that players of the game say, and those of their neighbours."""
    found = list(page.computed.corpus.names(page.id))
    told = [(owner, n) for owner, n, here in found if here]
    others = [(owner, n) for owner, n, here in found if not here and owner != ROOT]
    if told or others:
        things = len({n.of for _, n in told})
        shown = names_table(page.labels, page.id, told) if told else None
        beside = (
            [E("h4", "What players of neighbouring games say"), names_table(page.labels, page.id, others)]
            if others
            else []
        )
        title = f"What players call the cards and other things ({things})" if told else "What neighbours call the cards"
        yield E("details", E("summary", title), shown, *beside, cls="names")


def bids(page: Page) -> Iterator[El]:
    r = page.main
    assert r is not None
    rows, as_called, words = [], list[bool](), page.labels.within(r)
    head: list[Child | tuple[Child, str]] = ["Contract", "Said", "What it does", ("Worth", "num")]
    for key, b in entries(r.rules.bids):
        does = (
            *bidding(words, b),
            *(
                of_thing("bids", f, told) if f in ("when", "leads", "base_over", "base_own") else told
                for f in ("partner", "talon", "leads", "asks", "when", "base_over", "base_own", "text", "rules")
                if (told := words.told(("bids", key, f), getattr(b, f)))
                and not (f == "partner" and (b.if_all_pass == "all" or each_alone(r, key)))
                and not (f == "leads" and b.leads == r.at(("play", "leads")))
            ),
        )
        name, words_said = page.name(b, key), ", ".join(given(b.said) or ())
        as_called.append(words_said == text_of(name))
        quoted = E("i", words_said) if words_said else page.amount(b.said)
        said = E("td", quoted, cls="as-called" if as_called[-1] else None)
        name = page.named(name, r, "bids", key)
        rows.append(
            row([name, said, sentences(does), E("td", bid_worth(page, r, key, b), cls="num")], id=place("bids", key))
        )
    auction = given(r.rules.bidding) is not None
    if not rows and (r.rules.bidding is Absence.NONE or (r.rules.bids is Absence.NONE and not auction)):
        yield E("p", "There is no bidding.", cls="none")
    if rows:
        if all(as_called):
            rows = [made._replace(children=(made.children[0], *made.children[2:])) for made in rows]
            head = head[:1] + head[2:]
        rules = given(r.rules.bidding)
        outbid = len(rows) > 1 and (rules is None or given(rules.procedure) != "single-offer")
        yield table(head, rows, caption="Bids, lowest first" if outbid else "Bids")


def declarations(page: Page) -> Iterator[El]:
    r = page.main
    assert r is not None
    rows, words, rated = [], page.labels.within(r), False
    for key, d in entries(r.rules.declarations):
        worth = worth_of(r.rules, d)
        odds = page.computed.odds(r, key)
        rated = rated or bool(odds)
        rarity = E("td", one_in(odds), cls="num computed", title=f"exactly {odds}") if odds else E("td", "", cls="num")
        cards = sentences(
            [
                *(words.told(("declarations", key, f), getattr(d, f)) for f in ("holding", "when")),
                *(of_thing("declarations", "where", where) for where in (given(d.where),) if where == "tricks"),
                *conditions(words, d),
                *paying(words, "declarations", d),
                *used(words, d),
                given(d.text) or "",
            ]
        )
        at = ("declarations", key, "worth")
        amount = words.value(at, worth) if isinstance(worth, Worth) else page.amount(worth)
        worth_cell = E("td", amount, cls="num" if len(str(amount)) < 8 else None)
        name = page.named(page.name(d, key), r, "declarations", key)
        rows.append(row([name, cards, worth_cell, rarity], id=place("declarations", key)))
    if not rows and r.rules.declarations is Absence.NONE:
        yield E("p", "No cards are declared for payment.")
    if rows:
        n = page.computed.dealt(r)
        head: list[Child | tuple[Child, str]] = ["Declaration", "Cards", ("Worth", "num"), ("One hand in", "num")]
        rare = E("span", f", and how rare they are in a hand of {n} cards", cls="rarity") if n and rated else ""
        if not rated:  # a column without a figure
            head, rows = head[:-1], [made._replace(children=made.children[:-1]) for made in rows]
        yield table(head, rows, caption=["Declarations", rare])


def _unit(words: Naming, unit: str | None, amount: object) -> str | None:
    """Return the unit of an amount, to stand behind it: `2 poste`, `1 posta`."""
    if not unit or not isinstance(amount, str) or not amount:
        return None
    return f" {unit if amount in ('1', '−1') else words.several(unit) or many(unit)}"


def feats(page: Page) -> Iterator[El]:
    r = page.main
    assert r is not None
    rows, words = [], page.labels.within(r)
    for key, feat in entries(r.rules.feats):
        a: Any = feat.announced
        known = isinstance(a, Announced)
        lost = words.marked(("feats", key, "lost"), a.lost) if known and a.lost is not None else ""
        unit = given(feat.unit)
        unit = None if unit in ("point", given(getattr(r.rules.score, "unit", None))) else unit
        amounts = (page.amount(feat.won), page.amount(feat.lost), page.amount(a.won if known else a), lost)
        cells = [
            page.named(page.name(feat, key), r, "feats", key),
            words.facts(feat),
            *(E("td", amount, _unit(words, unit, amount), cls="num") for amount in amounts),
        ]
        rows.append(row(cells, id=place("feats", key)))
    if rows:
        yield table(
            [
                "Bonus",
                "What is done",
                ("Won", "num"),
                ("Lost", "num"),
                ("Announced and won", "num"),
                ("Announced and lost", "num"),
            ],
            rows,
            caption="Bonuses and penalties in play",
        )


def cases(page: Page) -> Iterator[El]:
    """Yield the table of other ways of playing: when a hand is played so, and what is otherwise then."""
    r = page.main
    assert r is not None
    rows, words = [], page.labels.within(r)
    for key, case in entries(r.rules.cases):
        then = (
            E("span", sentence(words.told(("cases", key, f), v)))
            for f in ("talon", "rules", "text")
            if (v := getattr(case, f))
        )
        when = sentences([*asking(words, case), *earlier(words, case)])
        named = page.named(page.name(case, key), r, "cases", key)
        rows.append(row([named, when, E("td", *joined(then, " "))], id=place("cases", key)))
    if rows:
        yield table(["Case", "When a hand is played so", "What is otherwise"], rows, caption="Cases")


def customs(page: Page) -> Iterator[El]:
    """Yield the table of rights and duties in play: each in sentences, where one is a duty that facts tell."""
    r = page.main
    assert r is not None
    found, words = list(entries(r.rules.customs)), page.labels.within(r)
    if all(custom.must is None and custom.put_in is None for _, custom in found):
        yield from things_of(page, "customs")
        return
    rows = [
        row(
            [page.named(page.name(custom, key), r, "customs", key), words.thing(("customs", key), custom)],
            id=place("customs", key),
        )
        for key, custom in found
    ]
    yield table([SECTIONS["customs"].entry, "What one may or must do"], rows, caption=SECTIONS["customs"].title)


def things_of(page: Page, section: str) -> Iterator[El]:
    """Yield the table of a section of named things: a row for each, a column for each field that one of them has.

    Things without a name of their own are called by their first field, if that is text: a penalty by its offence.
    """
    r = page.main
    assert r is not None
    found, words = list(entries(getattr(r.rules, section))), page.labels.within(r)
    named = "name" in fields_of(section)
    fields = [f for f in fields_of(section) if f != "name" and any(getattr(thing, f) is not None for _, thing in found)]
    title = SECTIONS[section].entry
    first = ""
    if not named and fields and all(isinstance(getattr(thing, fields[0]), str | None) for _, thing in found):
        first = fields.pop(0)
        title = page.labels.facet(section, first)
    common = [f for f in fields if len(found) > FEW and in_common(found, f)]
    common = common if len(common) < len(fields) else []
    moments = [given(getattr(thing, PARTED_BY)) for _, thing in found] if PARTED_BY in fields else []
    parts = None not in moments and 0 < len(set(moments)) * LEAST <= len(found)
    columns = [f for f in fields if f not in common and not (parts and f == PARTED_BY)]
    over = common_to_parts(found, columns) if parts else {None: {}}
    columns = [f for f in columns if not all(f in said for said in over.values())]
    rows: dict[Any, list[El]] = {}
    for key, thing in found:
        head = given(getattr(thing, first)) or plain(key) if first else page.name(thing, key)
        moment = getattr(thing, PARTED_BY) if parts else None
        cells = [
            E(
                "td",
                of_thing("kinds", f, words.value((section, key, f), v))
                if f == "share"
                else words.marked((section, key, f), v),
            )
            if (v := getattr(thing, f)) is not None and f not in over[moment]
            else E("td", None)
            for f in columns
        ]
        made = row([page.named(head, r, section, key), *cells], id=place(section, key))
        rows.setdefault(moment, []).append(made)
    if rows:

        def alike(things: Mapping[str, Any]) -> str:
            told = (of_thing(section, f, words.value((section, key, f), v)) for f, v in things.items())
            return " ".join(told)

        shared = alike({f: getattr(thing, f) for f in common})
        heading = SECTIONS[section].title != SECTIONS[section].page  # else it stands over the text already
        of_each = f"Each{shared[2:]}" if shared.startswith("It ") else f"Each time {small(shared)}"
        said = [f"{SECTIONS[section].title}."] * heading + [of_each] * bool(shared)
        caption = " ".join(said).removesuffix(".") if not shared else " ".join(said)
        heads = [title, *(page.labels.facet(section, f) for f in columns)]
        whole = table(heads, [one for part in rows.values() for one in part], caption=caption)

        def line(moment: Any) -> str:
            said = words.value((section, "", PARTED_BY), moment), alike(over[moment])
            return f"{first_up(said[0])}." + f" {said[1]}" if said[1] else first_up(said[0])

        yield in_parts(whole, {line(moment): len(part) for moment, part in rows.items()}) if parts else whole


def table_of(page: Page, section: str) -> list[El]:
    """Return the table of a section of things with names."""
    tables = {"bids": bids, "declarations": declarations, "feats": feats, "cases": cases, "customs": customs}
    return list(tables[section](page) if section in tables else things_of(page, section)) if page.main else []


def in_common(found: Sequence[tuple[str, Any]], field: str) -> bool:
    """Say whether a field has one value, told and the same, for all of a section's things."""
    first = getattr(found[0][1], field)
    return given(first) is not None and all(getattr(thing, field) == first for _, thing in found)


def common_to_parts(found: Sequence[tuple[str, Any]], fields: Sequence[str]) -> dict[Any, dict[str, Any]]:
    """Return, for each part of a section's things, the fields that all in it say alike, with what they say."""
    parts: dict[Any, list[tuple[str, Any]]] = {}
    for key, thing in found:
        parts.setdefault(getattr(thing, PARTED_BY), []).append((key, thing))
    return {
        moment: {f: getattr(part[0][1], f) for f in fields if len(part) > 1 and in_common(part, f)}
        for moment, part in parts.items()
    }


def in_parts(made: El, parts: Mapping[str, int]) -> El:
    """Return a table with a line above each part of its rows, which says what they have in common; parts have so many rows."""
    *before, body = made.children
    assert isinstance(body, El)
    rows = iter(body.children)
    width = str(max(len(one.children) for one in body.children if isinstance(one, El)))
    lines: list[Child] = []
    for said, number in parts.items():
        lines.append(E("tr", E("th", first_up(said), colspan=width, scope="rowgroup"), cls="group"))
        lines += islice(rows, number)
    return made._replace(children=(*before, body._replace(children=tuple(lines))))


def one_in(odds: Any) -> str:
    """Return how rare a thing is, to two or three figures: `3.4`, `12`, `1,250`."""
    n = float(1 / odds)
    if n < 10:
        return f"{n:.2f}".rstrip("0").rstrip(".")
    if n < 100:
        return f"{n:.1f}".rstrip("0").rstrip(".")
    digits = len(str(int(n)))
    return f"{round(n, 3 - digits):,.0f}"


def names_table(labels: Labels, home: str, told: list[tuple[str, Any]]) -> El:
    """Return the table of names: one row for each thing, each name with who has it; the commonest language is said once."""
    spoken = Counter(n.lang for _, n in told)
    common = spoken.most_common(1)[0][0]
    only = "" if len(spoken) == 1 else ", where nothing else is said"
    things: dict[str, list[tuple[str, Any]]] = {}
    for owner, n in told:
        things.setdefault(n.of, []).append((owner, n))
    r = labels.corpus.rulesets.get(f"{home}/main")
    if r is None and home in labels.corpus.traditions:  # told by the first of its games
        own = (id for id in labels.corpus.games if labels.corpus.game(id).tradition == home)
        r = next((r for id in own if (r := labels.corpus.rulesets.get(f"{id}/main")) is not None), None)
    words = labels.within(r) if r is not None else labels
    rows = []
    for of, names in things.items():
        items = []
        owners = list(dict.fromkeys(owner for owner, _ in names))
        for owner, n in names:
            mark = labels.inherited(owner, home) if home in owners and owner != home else None
            by = joined((labels.source(w) for w in n.by or ()), ", ")
            use = E("span", labels.term("use", n.use), cls="use") if n.use else None
            lang = f" ({labels.term('language', n.lang)})" if n.lang != common else ""
            items.append(
                E(
                    "span",
                    E("i", n.name, lang=n.lang),
                    f" ‘{n.means}’" if n.means else "",
                    lang,
                    [" ", use] if use else None,
                    [" ", E("span", by, cls="from")] if by else None,
                    [" ", E("span", mark, cls="from")] if mark else None,
                )
            )
        marks = joined(labels.inherited(o, home) for o in owners) if home not in owners else None
        thing = (
            labels.title("pack", of)
            if of in labels.corpus.shared["packs"]
            else SECTIONS[of].title
            if of in SECTIONS
            else first_up((words.by_role(of) if of in ROLES else labels.cards(of)).removeprefix("the "))
        )
        name = E("th", thing, [" ", E("span", marks, cls="from")] if marks else None, scope="row")
        rows.append([name, E("td", joined(items, " · "))])
    caption = f"Names, in {labels.term('language', common)}{only}"
    return table(["What", "Names"], rows, caption=caption, labelled=False)
