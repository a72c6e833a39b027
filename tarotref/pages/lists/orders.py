"""The trump orders as a list, their subjects side by side, how far apart they are, and the groups into which they fall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tarotref.cards.trump_orders import Order
from tarotref.computed.order_distance import Distance, near
from tarotref.computed.order_groups import comparable, full, held, letters, parts, rankings, usual
from tarotref.dates import words as date_words
from tarotref.model.types import given
from tarotref.pages.advice import advised
from tarotref.pages.drawings.nearness import matrix as square
from tarotref.pages.drawings.nearness import tree
from tarotref.pages.drawings.ranks import Column, Leaf, drawn_groups, drawn_ranks
from tarotref.pages.elements import Child, E, El, Raw, joined, table
from tarotref.pages.lists.registry import EACH, Each, view
from tarotref.pages.order import brief, figure, letter, order_page, subject_title
from tarotref.pages.users import Users, users
from tarotref.pages.wording import Labels
from tarotref.words.phrases import ordinal

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

EACH["order"] = Each("order", "trump-orders", "trump_orders", "docs/orders", "docs/trump-orders", order_page, brief)

LETTERS = ("A", "B", "C")
TOP = ("angel", "world")
"""The subjects of which one is the highest in nearly every order: they have a colour whatever their span."""
GAMES = 4
"""So many games, and places, are named with an order of today."""
COLOURED = 6
"""So many subjects have a colour in the chart."""


def address(id: str) -> str:
    """Return the address of an order's page, seen from the list."""
    return f"orders/{id}.html"


@view("orders")
def orders(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the list of all orders: group, date, place, kind, pack, and how many games use each."""
    labels, used = Labels(computed), users(computed, "trump_order")
    places, packs = computed.corpus.shared["places"], computed.corpus.shared["packs"]
    entries = computed.corpus.shared["trump-orders"]
    by = Counter(entry.group.by for entry in entries.values() if entry.group)
    usually = max(by, key=lambda who: by[who]) if by else ""
    if usually:
        yield E("p", "The letters are given by ", labels.source(usually), ", unless another is named.")
    rows = []
    for id, entry in entries.items():
        n = used.get(id, Users()).games
        named = entry.group is not None and entry.group.by != usually
        by_other = E("span", " ", labels.source(entry.group.by), cls="from") if entry.group and named else ""
        rows.append(
            E(
                "tr",
                E("th", labels.ref("order", id), scope="row", id=f"order-{id}"),
                E("td", [letter(entry.group.letter), by_other] if entry.group else ""),
                E("td", date_words(entry.dated) if entry.dated else ""),
                E("td", labels.ref("place", entry.place) if entry.place in places else entry.place or ""),
                E("td", labels.term("order-kind", entry.kind) if entry.kind else ""),
                E("td", labels.ref("pack", entry.pack) if entry.pack in packs else entry.pack),
                E("td", E("a", str(n), href=f"{address(id)}#games") if n else "", cls="num"),
            )
        )
    heads: list[Any] = ["Order", "Group", "Date", "Place", "Known from", "Pack", ("Games", "num")]
    yield table(heads, rows, cls="sortable wrap stacked", id="orders-table")


def orders_played(computed: ComputedCorpus) -> dict[str, list[str]]:
    """Return the orders by which games are still played, the one of most games first, with these games as they are advised."""
    by: dict[str, list[str]] = {}
    for game, advice in advised(computed).items():
        order = str(given(computed.ruleset(game).rules.trump_order) or "")
        if advice.alive and order in computed.orders:
            by.setdefault(order, []).append(game)
    return dict(sorted(by.items(), key=lambda kv: -len(kv[1])))


@view("orders-today")
def orders_today(computed: ComputedCorpus) -> Iterator[El]:
    """Yield what beats what where tarot is still played: the orders of the trumps by which games are played today."""
    labels, rows = Labels(computed), []
    for id, games in orders_played(computed).items():
        places = dict.fromkeys(place for game in games for place in computed.corpus.game(game).places[:1])
        tiers = (
            " = ".join(subject_title(computed, item.subject) for item in tier)
            for tier in computed.orders[id].tiers
            if tier
        )
        named = (labels.ref("game", game) for game in games[:GAMES])
        more = f" and {len(games) - GAMES} more" if len(games) > GAMES else ""
        rows.append(
            [
                E("th", labels.ref("order", id), scope="row"),
                E("td", joined((labels.ref("place", p) for p in list(places)[:GAMES]), ", ")),
                E("td", ", ".join(tiers)),
                E("td", joined(named, " · "), more),
            ]
        )
    yield table(
        ["Order", "Where", "From the highest; = means equal", "Games still played"],
        rows,
        cls="wrap stacked",
        id="orders-of-today",
    )


@view("order-ranks")
def order_ranks(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the rank of each subject across the orders of the three groups, drawn and as a table."""
    labels, numbers = Labels(computed), usual(computed)
    found = [same for same in rankings(computed, 21) if full(computed.orders[same[0]], numbers)]
    grouped = [same for letter in LETTERS for same in found if letters(computed, same) == letter]
    if len(grouped) > 1:
        columns = [
            Column(
                labels.title("order", same[0]),
                address(same[0]),
                letters(computed, same),
                _places(computed.orders[same[0]]),
            )
            for same in grouped
        ]
        titles = {s: subject_title(computed, s) for c in columns for s in c.places}
        yield E(
            "p",
            f"Each line is a subject. Each column is one of the {len(columns)} different rankings of the usual 21 subjects to which a "
            "source gives a letter, the oldest witness first in each group. The highest trump is at the top; equal trumps meet in "
            "one point. In colour: Angel and World, which dispute the first place, and the subjects that move most. "
            + _furthest(columns, titles),
        )
        label = f"Rank of {len(titles)} subjects in {len(columns)} trump orders; the table below has the same"
        yield E("div", Raw(drawn_ranks(columns, titles, _telling(columns), label)), cls="drawn")
    shown = [computed.orders[same[0]] for same in [*grouped, *(s for s in found if s not in grouped)]]
    if shown:
        alike = [
            E(
                "span",
                labels.ref("order", same[0]),
                ": also ",
                joined((labels.ref("order", o) for o in same[1:]), "; "),
                ". ",
            )
            for same in found
            if len(same) > 1
        ]
        yield E(
            "details",
            E("summary", f"As a table: the ranks in all {len(shown)} orders of the usual 21 subjects"),
            E("p", "The rank of each subject from the top. A number in italics is shared with others that rank alike."),
            ranks_table(computed, labels, shown),
            E("p", "Orders that agree in every place stand in one column. ", *alike) if alike else None,
        )


def _places(order: Order) -> dict[str, float]:
    """Return the place of each subject from the top, from 0; of equal ones the mean of theirs."""
    found: dict[str, float] = {}
    for tier in order.tiers:
        middle = len(found) + (len(tier) - 1) / 2
        found |= {item.subject: middle for item in tier}
    return found


def _telling(columns: Sequence[Column]) -> list[str]:
    """Return the subjects that have a colour: those that dispute the first place, then those whose places span most."""
    places = {s: [c.places[s] for c in columns if s in c.places] for c in columns for s in c.places}
    by_span = sorted(places, key=lambda s: (min(places[s]) - max(places[s]), s))
    return [*(s for s in TOP if s in places), *(s for s in by_span if s not in TOP)][:COLOURED]


def _furthest(columns: Sequence[Column], titles: Mapping[str, str]) -> str:
    """Say which subject moves furthest, and between which orders."""
    subject = max(titles, key=lambda s: max(at := [c.places[s] for c in columns if s in c.places]) - min(at))
    first, *_, last = sorted((c for c in columns if subject in c.places), key=lambda c: c.places[subject])
    high, low = (ordinal(round(c.places[subject]) + 1) for c in (first, last))
    return f"{titles[subject]} moves furthest: it is {high} from the top in {first.title}, {low} in {last.title}."


def ranks_table(computed: ComputedCorpus, labels: Labels, found: Sequence[Order]) -> El:
    """Return the subjects by orders, a rank in each cell."""
    held = [{i.subject: (n, len(t) > 1) for n, t in enumerate(o.tiers, 1) for i in t} for o in found]
    subjects = sorted(
        {s for r in held for s in r},
        key=lambda s: (sum(r[s][0] for r in held if s in r) / sum(1 for r in held if s in r), s),
    )
    rows = []
    for s in subjects:
        cells = [
            E("td", E("i", str(r[s][0])) if r[s][1] else str(r[s][0]), cls="num") if s in r else E("td", cls="num")
            for r in held
        ]
        rows.append([subject_title(computed, s), *cells])
    return table(["Subject", *((labels.ref("order", o.id), "num") for o in found)], rows, cls="compact")


@view("order-distances")
def order_distances(computed: ComputedCorpus) -> Iterator[El]:
    """Yield how far the groups are from one another, and every two rankings."""
    labels, found = Labels(computed), comparable(computed)
    if len(found) < 2:
        return
    between = {
        (n, m): _between(computed, found[n][0], found[m][0])
        for n in range(len(found))
        for m in range(len(found))
        if n != m
    }
    members = {x: [n for n, same in enumerate(found) if letters(computed, same) == x] for x in LETTERS}
    rows = []
    for one in LETTERS:
        cells = []
        for other in LETTERS:
            told = [between[n, m] for n in members[one] for m in members[other] if n != m]
            apart = [d.apart for d in told if d.apart is not None]
            cells.append(E("td", f"{100 * min(apart):.0f} to {100 * max(apart):.0f}" if apart else "", cls="num"))
        rows.append([E("th", "Group ", letter(one), scope="row"), *cells])
    if any(members.values()):
        yield table(
            ["Between", *((f"Group {x}", "num") for x in LETTERS)], rows, cls="wrap stacked", id="between-groups"
        )
        yield E(
            "p",
            "The least and the greatest distance, in a hundred pairs, of two different rankings of these groups.",
            cls="from",
        )
    rows = []
    for n, same in enumerate(found):
        cells = [E("td", "" if n == m else figure(between[n, m]), cls="num") for m in range(len(found))]
        rows.append([E("th", f"{n + 1} ", labels.ref("order", same[0]), scope="row"), *cells])
    heads: list[Any] = ["", *((str(n + 1), "num") for n in range(len(found)))]
    yield E(
        "details",
        E("summary", f"All distances of {len(found)} rankings"),
        E("p", "Pairs ranked the other way round, in a hundred that both rank. Columns bear the numbers of the rows."),
        table(heads, rows, cls="compact"),
    )


def _between(computed: ComputedCorpus, one: str, other: str) -> Distance:
    found = computed.order_distances
    return found[one, other] if (one, other) in found else found[other, one]


@view("order-groups")
def order_groups(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the tree of rankings, what comes out of it, and the groups asserted beside those computed."""
    labels, found = Labels(computed), comparable(computed)
    asserted = {n: letters(computed, same) for n, same in enumerate(found)}
    if len(found) <= len(LETTERS) or len(set(asserted.values()) - {""}) < 2:
        return  # nothing to hold against each other
    firsts = [same[0] for same in found]
    joined_up = tree(square(firsts, _apart(computed, firsts)))
    fallen = parts(joined_up.joins, len(found), len(LETTERS))
    result = held(fallen, asserted)
    yield E("p", *_outcome(computed, labels, found, asserted, result.astray))
    yield from _without_letter(labels, found, fallen, asserted, result.letter)
    undone = joined_up.joins[-len(LETTERS)][2], joined_up.joins[1 - len(LETTERS)][2]
    leaves = [
        Leaf(
            labels.title("order", same[0]),
            address(same[0]),
            asserted[n],
            f"and {len(same) - 1} more" if len(same) > 1 else "",
        )
        for n, same in enumerate(found)
    ]
    label = "Trump orders joined by likeness; the table below has the same"
    yield E("div", Raw(drawn_groups(leaves, joined_up.order, joined_up.joins, sum(undone) / 2, label)), cls="drawn")
    yield E(
        "p",
        "What is nearest is joined first, and groups by the mean distance of their members. The farther left two lines meet, the more "
        "pairs in a hundred (the figures at the top) stand the other way round. The broken line is where three groups are left. The "
        "letters are those that sources assert, and no part of the computation; a dash stands where no source gives one.",
        cls="from",
    )
    part_of = {m: n for n, part in enumerate(fallen) for m in part}
    numbers = {n: k for k, n in enumerate(dict.fromkeys(part_of[m] for m in joined_up.order), 1)}
    rows = []
    for m in joined_up.order:
        nearest = next(((id, d) for id, d in near(computed.order_distances, found[m][0]) if id not in found[m]), None)
        rows.append(
            [
                E("th", joined((labels.ref("order", id) for id in found[m]), "; "), scope="row"),
                E("td", letter(asserted[m]) if asserted[m] else ""),
                E("td", str(numbers[part_of[m]]), cls="num"),
                E("td", labels.ref("order", nearest[0]) if nearest else ""),
                E("td", figure(nearest[1]) if nearest else "", cls="num"),
            ]
        )
    heads: list[Any] = ["Ranking", "Asserted", ("Computed", "num"), "Nearest other", ("In 100 pairs", "num")]
    yield E(
        "details",
        E("summary", "As a table: the rankings in the order of the tree"),
        table(heads, rows, cls="wrap stacked"),
    )
    left = [id for id in computed.orders if not any(id in same for same in found)]
    if left:
        yield E(
            "p",
            "Left out, because they rank fewer than half of the usual subjects, share too few with another, or go by numbers alone: ",
            joined((labels.ref("order", id) for id in left), "; "),
            ".",
            cls="from",
        )


def _outcome(
    computed: ComputedCorpus,
    labels: Labels,
    found: Sequence[tuple[str, ...]],
    asserted: dict[int, str],
    astray: Sequence[int],
) -> Iterator[Child]:
    """Yield in sentences what comes out: how many rankings fall with the group in which a source puts them, and which do not."""
    lettered = [n for n, x in asserted.items() if x]
    of = {found[n][0]: n for n in lettered}
    first = {
        n: next(of[id] for id, _ in near(computed.order_distances, found[n][0]) if of.get(id, n) != n) for n in lettered
    }
    own = [n for n in lettered if asserted[first[n]] == asserted[n]]
    yield (
        f"There are {len(found)} different rankings that can be held against one another, and sources give a letter to "
        f"{len(lettered)} of them. Cut into three, the tree puts {'all' if not astray else len(lettered) - len(astray)} of "
        "these with the others of their letter"
    )
    if astray:
        yield "; not "
        yield from joined((labels.ref("order", found[n][0]) for n in astray), "; ")
    yield ". "
    yield f"For {'all' if len(own) == len(lettered) else len(own)} of them the nearest ranking that has a letter has the same"
    if others := [n for n in lettered if n not in own]:
        yield "; not for "
        yield from joined((labels.ref("order", found[n][0]) for n in others), "; ")
    yield "."


def _without_letter(
    labels: Labels,
    found: Sequence[tuple[str, ...]],
    fallen: Sequence[frozenset[int]],
    asserted: dict[int, str],
    of_part: dict[int, str],
) -> Iterator[El]:
    """Yield with which group the rankings fall to which no source gives a letter."""
    told = [
        E("li", "with ", letter(x), ": ", joined((labels.ref("order", found[m][0]) for m in free), "; "))
        for n, x in sorted(of_part.items(), key=lambda item: item[1])
        if (free := [m for m in sorted(fallen[n]) if not asserted[m]])
    ]
    if told:
        yield E("p", "The records give the others no letter. By computation they fall")
        yield E("ul", *told)


def _apart(computed: ComputedCorpus, ids: Sequence[str]) -> dict[tuple[str, str], float]:
    """Return the distances of some orders."""
    return {pair: d.apart or 0 for pair, d in computed.order_distances.items() if {*pair} <= {*ids}}
