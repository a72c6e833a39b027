"""Packs drawn card by card, trump orders side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.cards.card import LONG, RANKS
from tarotref.cards.trump_orders import distance
from tarotref.dates import bounds
from tarotref.dates import words as date_words
from tarotref.notation import roman
from tarotref.pages.drawings import cards as drawings
from tarotref.pages.elements import Child, E, El, Raw, joined, prose, table
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@view("fan")
def fan(computed: ComputedCorpus) -> Iterator[El]:
    """Yield a hand of cards of an Italian pack, for ornament: trumps with their subjects, courts, a numeral, the Fool."""
    subjects = computed.corpus.shared["subjects"]
    trumps = {"XXI": "world", "XX": "angel", "I": "bagatto"}
    hand: list[dict[str, str | bool]] = [
        {"fool": True},
        *({"trump": number, "subject": id, "title": subjects[id].title} for number, id in trumps.items()),
        {"suit": "swords", "rank": "K"},
        {"suit": "coins", "rank": "Q"},
        {"suit": "cups", "rank": "7"},
    ]
    yield E("p", Raw(drawings.fan(hand), ""), cls="ornament")


@view("packs")
def packs(computed: ComputedCorpus) -> Iterator[El]:
    """Yield every pack: what it is, its cards drawn, who plays with it."""
    labels = Labels(computed)
    users: dict[str, list[str]] = {}
    for r in computed.corpus.rulesets.values():
        if isinstance(r.rules.pack, str):
            users.setdefault(str(r.rules.pack), []).append(r.game)
    for id, entry in computed.corpus.shared["packs"].items():
        pack = computed.packs.get(id)
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
        roman(int(c.trump)) if c.trump.isdecimal() else c.trump.replace("-", " ").capitalize()
        for c in reversed(pack.trumps)
        if getattr(c, "copy", 1) == 1
    ]
    return drawings.pack_grid(suits, trumps, fool="Fool" if pack.has_fool else "", removed=gone, label=pack.title)


@view("orders")
def orders(computed: ComputedCorpus) -> Iterator[El]:
    """Yield every trump order: the subjects by orders, then each with its source."""
    labels = Labels(computed)
    found = distinct(computed)
    if len(found) > 1:
        alike = [
            [labels.ref("order", same[0]), ": also ", *joined((labels.ref("order", o) for o in same[1:]), ", "), ". "]
            for same in found.values()
            if len(same) > 1
        ]
        shown = [computed.orders[same[0]] for same in found.values()]
        how = (
            "The rank of each subject from the top, in the complete orders of the 21 trumps by subject. A number in italics is "
            "shared with others that rank alike. Orders that agree in every place stand in one column: "
        )
        yield E(
            "section", E("h2", "Subjects by orders"), E("p", how, *alike), matrix(computed, labels, shown), id="matrix"
        )
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
    for id, entry in computed.corpus.shared["trump-orders"].items():
        order = computed.orders.get(id)
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
                labels.ref("place", entry.place) if entry.place in computed.corpus.shared["places"] else entry.place,
                "; ",
            ]
        facts += [
            "pack: ",
            labels.ref("pack", entry.pack) if entry.pack in computed.corpus.shared["packs"] else entry.pack,
        ]
        group = (
            E("p", f"Group {entry.group.letter}, according to ", labels.source(entry.group.by), ".")
            if entry.group
            else None
        )
        yield E(
            "section",
            E("h2", title),
            E("p", *facts, cls="whence"),
            group,
            E("p", prose(entry.text, labels.title)) if entry.text else None,
            Raw(ladder(computed, order, entry), ""),
            E("p", joined([E("span", labels.source(k), f", {v}") for k, v in entry.source.items()], "; "), cls="from"),
            id=f"order-{id}",
            target=("order", id, title),
        )


def distinct(computed: ComputedCorpus) -> dict[Any, list[str]]:
    """Return the complete orders of the usual 21 subjects, those that agree in every place together, oldest first."""
    subjects = computed.corpus.shared["subjects"]
    usual = {s for s, entry in subjects.items() if entry.marseille is not None}
    # The Besançon and Belgian packs put others in the places of Pope and Popess.
    stand_for = {"jupiter": "pope", "juno": "popess", "bacchus": "pope", "spanish-captain": "popess"}
    found: dict[Any, list[str]] = {}
    entries = computed.corpus.shared["trump-orders"]
    for id in sorted(
        computed.orders, key=lambda o: (bounds(entries[o].dated)[0] or 9999 if entries[o].dated else 9999, o)
    ):
        tiers = tuple(
            tuple(sorted(stand_for.get(i.subject, i.subject) for i in tier)) for tier in computed.orders[id].tiers
        )
        names = {s for tier in tiers for s in tier} - {"fool"}
        if computed.orders[id].complete and names == usual - {"fool"} - set(stand_for):
            found.setdefault(tiers, []).append(id)
    return found


def subject_title(computed: ComputedCorpus, subject: str) -> str:
    """Return the name of a trump's subject, or its number in Roman figures."""
    if subject == "fool":
        return "Fool"
    if subject.isdecimal():
        return roman(int(subject))
    entry = computed.corpus.shared["subjects"].get(subject)
    return entry.title if entry else subject.replace("-", " ").capitalize()


def ladder(computed: ComputedCorpus, order: Any, entry: Any) -> str:
    """Draw an order as a ladder, highest first."""
    rungs = []
    for tier in order.tiers:
        if not tier:
            rungs.append(drawings.Rung("", gap=True))
        for n, item in enumerate(tier):
            local = (entry.called or {}).get(item.subject, "")
            label = (
                roman(item.number) if item.number else (roman(int(item.subject)) if item.subject.isdecimal() else "")
            )
            title = "" if item.subject.isdecimal() else subject_title(computed, item.subject)
            rungs.append(
                drawings.Rung(
                    title or f"Trump {label}",
                    label,
                    unprinted=bool(item.number) and not item.printed,
                    tied=n + 1 < len(tier),
                    local=local,
                    fool=item.subject == "fool",
                )
            )
    return drawings.ladder(rungs, label=f"{entry.title or order.id}: trumps, highest first")


def matrix(computed: ComputedCorpus, labels: Labels, found: list[Any]) -> El:
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
        rows.append([subject_title(computed, s), *cells])
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
