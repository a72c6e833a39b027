"""The page of a trump order: its ladder, who says so, what it is like and unlike, who plays by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tarotref.cards.trump_orders import Order
from tarotref.computed.order_distance import LEAST, Distance, differences, near, ranks, ranks_in_common
from tarotref.dates import words as date_words
from tarotref.model.shared import TrumpOrder
from tarotref.notation import roman
from tarotref.pages.drawings import ladder as drawings
from tarotref.pages.elements import Child, E, El, Raw, joined, prose, section, table
from tarotref.pages.users import Users, games, users
from tarotref.pages.wording import Labels
from tarotref.words.phrases import counted, listed

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

INDEX = "../trump-orders.html"
"""Where the list of all orders is, seen from the page of one."""
NEAREST = 5
FEW = 3
"""So many pairs that are turned round are told one by one; of more, the trumps that stand elsewhere."""


def brief(computed: ComputedCorpus, id: str) -> str:
    """Say in a sentence or two what an order is."""
    labels, entry = Labels(computed), computed.corpus.shared["trump-orders"][id]
    told = [
        labels.term("order-kind", entry.kind) if entry.kind else "",
        date_words(entry.dated) if entry.dated else "",
        labels.title("place", entry.place) if entry.place else "",
        f"group {entry.group.letter}" if entry.group else "",
    ]
    order = computed.orders.get(id)
    whence = "; ".join(filter(None, told))
    highest = ""
    if order and all(order.tiers[:3]):
        top = listed([" or ".join(subject_title(computed, i.subject) for i in tier) for tier in order.tiers[:3]])
        highest = f" Its highest trumps are {top}."
    return f"{labels.title('order', id)}, a trump order{f' ({whence})' if whence else ''}.{highest}"


def order_page(computed: ComputedCorpus, id: str) -> Iterator[El]:
    """Yield what stands on the page of an order."""
    labels, entry, order = Labels(computed), computed.corpus.shared["trump-orders"][id], computed.orders.get(id)
    yield E("p", *whence(labels, entry), cls="whence")
    if entry.group:
        by = labels.source(entry.group.by)
        link = E("a", "group ", letter(entry.group.letter), href=f"{INDEX}#groups", cls="to-group")
        yield E("p", "Put into ", link, " by ", by, ".")
    if entry.text:
        yield E("p", prose(entry.text, labels.title))
    if order:
        yield E("div", Raw(ladder(computed, order, entry), ladder_words(computed, order)))
        told = list(_sure(computed, order, entry))
        if told:
            yield E("p", joined(told, " "))
    yield sources(labels, entry)
    if order:
        yield section("What it is like", "like", *_like(computed, labels, order))
    yield games(
        computed,
        labels,
        users(computed, "trump_order").get(id, Users()),
        "No game of the catalogue is recorded with this order.",
    )
    if evidence := list(attested(labels, "trump-order", id)):
        yield section("Evidence", "evidence", *evidence)


def whence(labels: Labels, entry: TrumpOrder) -> list[Child]:
    """Return kind, date, place and pack of an order."""
    known = labels.corpus.shared
    told: list[list[Child]] = []
    if entry.kind:
        told.append([labels.term("order-kind", entry.kind)])
    if entry.dated:
        told.append([date_words(entry.dated)])
    if entry.place:
        told.append([labels.ref("place", entry.place) if entry.place in known["places"] else entry.place])
    told.append(["pack: ", labels.ref("pack", entry.pack) if entry.pack in known["packs"] else entry.pack])
    return joined((E("span", *one) for one in told), "; ")


def sources(labels: Labels, entry: Any) -> El:
    """Return where a thing is told, and which witnesses show it."""
    told = joined([E("span", labels.source(k), f", {v}") for k, v in entry.source.items()], "; ")
    seen = getattr(entry, "witnesses", None) or ()
    return E(
        "p",
        "From ",
        told,
        [E("span", "; witnesses: ", joined(labels.source(w) for w in seen))] if seen else None,
        cls="from",
    )


def letter(group: str) -> El:
    """Return the letter of a group in its colour."""
    return E("span", group, cls=f"letter letter-{group}")


def subject_title(computed: ComputedCorpus, subject: str) -> str:
    """Return the name of a trump's subject, or its number in Roman figures."""
    if subject == "fool":
        return "Fool"
    if subject.isdecimal():
        return roman(int(subject))
    entry = computed.corpus.shared["subjects"].get(subject)
    return entry.title if entry else subject.replace("-", " ").capitalize()


def ladder(computed: ComputedCorpus, order: Order, entry: TrumpOrder) -> str:
    """Draw an order as a ladder, highest first."""
    rungs = []
    for tier in order.tiers:
        if not tier:
            rungs.append(drawings.Rung("", gap=True))
        for n, item in enumerate(tier):
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
                    doubtful=item.subject in order.doubtful,
                    local="" if (own := (entry.called or {}).get(item.subject, "")) == f"the {title}" else own,
                    fool=item.subject == "fool",
                )
            )
    return drawings.ladder(rungs, label=f"{entry.title or order.id}: trumps, highest first")


def ladder_words(computed: ComputedCorpus, order: Order) -> str:
    """Return an order in a line of words, highest first."""
    tiers = [" = ".join(subject_title(computed, i.subject) for i in tier) or "not known" for tier in order.tiers]
    return ", ".join(tiers)


def _sure(computed: ComputedCorpus, order: Order, entry: TrumpOrder) -> Iterator[Child]:
    """Yield sentences on what is numbered, equal, lost or in doubt."""

    def named(subjects: Iterable[str]) -> str:
        return listed([subject_title(computed, s) for s in subjects])

    items = [item for tier in order.tiers for item in tier]
    if entry.numbered:
        yield E("span", E("b", "Numbers: "), f"{entry.numbered}.")
    for tier in order.tiers:
        if len(tier) > 1:
            yield E(
                "span",
                E("b", "Equal: "),
                f"{named(i.subject for i in tier)}; of several in a trick the last played wins.",
            )
    if not order.complete:
        yield E("span", E("b", "Gaps: "), "where a rung says “not known” one or more trumps stood.")
    if order.doubtful:
        ranked = [i.subject for i in items if i.subject in order.doubtful]
        yield E("span", E("b", "In doubt: "), f"{named(ranked)}.")


def _like(computed: ComputedCorpus, labels: Labels, order: Order) -> Iterator[El]:
    """Yield which orders are the same, near and far, and in what they differ."""
    between = near(computed.order_distances, order.id)
    if not between:
        yield E("p", f"With no other order it shares {LEAST} trumps or more; too few to say what it is like.")
        return
    tiers = [frozenset(i.subject for i in tier) for tier in order.tiers]
    same = [id for id, _ in between if [frozenset(i.subject for i in t) for t in computed.orders[id].tiers] == tiers]
    if same:
        yield E("p", "The same in every place: ", joined((labels.ref("order", id) for id in same), "; "), ".")
    rest = [(id, d) for id, d in between if id not in same]
    if rest:
        entries = computed.corpus.shared["trump-orders"]
        rows = [
            [
                E("th", labels.ref("order", id), scope="row"),
                E("td", letter(entries[id].group.letter) if entries[id].group else ""),
                E("td", figure(d), cls="num"),
                E("td", str(d.shared), cls="num"),
                E("td", unlike(computed, order, computed.orders[id])),
            ]
            for id, d in rest[:NEAREST]
        ]
        heads: list[Any] = ["Nearest", "Group", ("In 100 pairs", "num"), ("In common", "num"), "What differs there"]
        yield table(heads, rows, cls="wrap stacked")
        far, d = rest[-1]
        yield E(
            "p",
            "Farthest is ",
            labels.ref("order", far),
            f", with {figure(d)} in 100. What differs there: {unlike(computed, order, computed.orders[far])}.",
        )
    yield E(
        "p",
        "The figure says how many in a hundred pairs of trumps the two orders rank opposite ways round, among the trumps that both "
        "have. A pair that just one of them ranks alike counts half. Places are told as they are among the trumps in common. ",
        E("a", "How distances are made", href=f"{INDEX}#distances"),
        ".",
        cls="from",
    )


def figure(d: Distance) -> str:
    """Return a distance in a hundred pairs."""
    return f"{100 * (d.apart or 0):.1f}".removesuffix(".0")


def unlike(computed: ComputedCorpus, here: Order, there: Order) -> str:
    """Say in what another order differs from this one, over the trumps that both rank."""

    def name(subject: str) -> str:
        return subject_title(computed, subject)

    found = differences(here, there)
    mine, yours = ranks_in_common(here, there)
    told = []
    if len(found.turned) <= FEW:
        told += [f"{name(low)} above {name(high)}" for high, low in found.turned]
    else:
        told += [f"{name(s)} {_place(yours[s])}, not {_place(mine[s])}" for s in found.moved if mine[s] != yours[s]]
    told += [f"{listed(map(name, tied))} not equal" for tied in found.levelled]
    told += [f"{listed(map(name, tied))} equal" for tied in found.unlevelled]
    if not told:
        only_here, only_there = ranks(here).keys() - mine.keys(), ranks(there).keys() - yours.keys()
        told.append("no difference among the trumps in common")
        if only_there and len(only_there) <= FEW:
            told.append(f"{listed(sorted(map(name, only_there)))} besides")
        if only_here and len(only_here) <= FEW:
            told.append(f"no {listed(sorted(map(name, only_here)), 'or')}")
    return " · ".join(told)


def _place(rank: int) -> str:
    """Return a rank from the top as an ordinal."""
    n = rank + 1
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def attested(labels: Labels, what: str, id: str) -> Iterator[El]:
    """Yield the pieces of evidence that show a pack or a trump order."""
    rows = [
        [
            E("th", date_words(a.dated), scope="row"),
            E("td", labels.ref("place", a.place) if a.place in labels.corpus.shared["places"] else a.place or ""),
            E("td", labels.ref("attestation", key)),
            E("td", labels.term("certainty", claim.certainty)),
        ]
        for key, a in labels.corpus.shared["attestations"].items()
        for claim in a.shows
        if claim.what == what and claim.of == id
    ]
    if rows:
        yield E("p", f"{counted(len(rows), 'piece')} of evidence {'shows' if len(rows) == 1 else 'show'} it.")
        yield table(["When", "Where", "What", "How sure"], rows, cls="wrap stacked")
