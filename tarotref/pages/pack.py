"""The page of a pack: its cards drawn and counted, what it is made of, who plays with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tarotref.cards.card import LONG, RANKS, Card, Pack
from tarotref.model.shared import Pack as Entry
from tarotref.model.types import given
from tarotref.notation import roman
from tarotref.pages.drawings.packs import pack_grid
from tarotref.pages.elements import Child, E, El, Raw, joined, prose, section, table
from tarotref.pages.order import attested, sources, subject_title
from tarotref.pages.users import Users, games, users
from tarotref.pages.wording import Labels
from tarotref.words.phrases import counted, first_up

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


def brief(computed: ComputedCorpus, id: str) -> str:
    """Say in a sentence what a pack is."""
    entry = computed.corpus.shared["packs"][id]
    used = f" {first_up(entry.used)}." if entry.used else ""
    return f"{entry.title}: {makeup(computed, Labels(computed), id)}.{used}"


def makeup(computed: ComputedCorpus, labels: Labels, id: str) -> str:
    """Return in a line how many cards a pack has, and of what kinds."""
    entry, pack = computed.corpus.shared["packs"][id], computed.packs.get(id)
    if pack is None:
        return f"{entry.cards} cards, not all known"
    told = [counted(len(pack), "card")]
    if pack.trumps:
        told.append(f"{len(pack.trumps)} of them trumps{', and the Fool' if pack.has_fool else ''}")
    suits = labels.term("suits", pack.system)
    return f"{', '.join(told)}; {suits if 'suit' in suits else f'{suits} suits'}"


def pack_page(computed: ComputedCorpus, id: str) -> Iterator[El]:
    """Yield what stands on the page of a pack."""
    labels, entry, pack = Labels(computed), computed.corpus.shared["packs"][id], computed.packs.get(id)
    disagrees = E("span", f" stated {entry.cards}", cls="disagrees") if pack and entry.cards != len(pack) else None
    yield E("p", makeup(computed, labels, id), disagrees, cls="whence")
    if entry.used:
        yield E("p", E("b", "Where and when: "), prose(entry.used, labels.title), ".")
    if entry.doubtful:
        yield E("p", E("b", "Not certain: "), prose(entry.doubtful, labels.title))
    if entry.text:
        yield E("p", prose(entry.text, labels.title))
    yield sources(labels, entry)
    if pack:
        yield section("Cards", "cards", *_cards(computed, labels, pack, entry))
    yield games(
        computed,
        labels,
        users(computed, "pack").get(id, Users()),
        "No game of the catalogue is recorded with this pack.",
    )
    found = patterns(computed, id)
    if found:
        rows = [[name, joined(labels.ref("game", g) for g in ids)] for name, ids in found.items()]
        yield section("Patterns", "patterns", table(["Design", "Games whose source names it"], rows))
    ranked = [o for o, e in computed.corpus.shared["trump-orders"].items() if e.pack == id]
    if ranked:
        yield section("Trump orders", "orders", E("p", joined((labels.ref("order", o) for o in ranked), "; "), "."))
    if evidence := list(attested(labels, "pack", id)):
        yield section("Evidence", "evidence", *evidence)


def _cards(computed: ComputedCorpus, labels: Labels, pack: Pack, entry: Entry) -> Iterator[El]:
    """Yield the drawing of a pack, its cards as a table, and what it is made of."""
    yield E("div", Raw(pack_drawing(pack), ""))
    yield table(["Part", ("Cards", "num"), "Which"], list(_parts(computed, pack)), cls="wrap")
    base = computed.packs.get((entry.rule or {}).get("of", ""))
    if base:
        lacks, more = Counter(map(str, _once(base))), Counter(map(str, _once(pack)))
        less, added = lacks - more, more - lacks
        twice = sum(c.copy == 2 for c in pack.cards) - sum(c.copy == 2 for c in base.cards)
        changes = [
            f"{less.total()} fewer" if less else "",
            f"{added.total()} {'others' if added.total() > 1 else 'other'}" if added else "",
            f"{twice} there twice" if twice > 0 else "",
        ]
        told = ", ".join(filter(None, changes)) or "the same cards"
        yield E("p", "Beside the ", labels.ref("pack", base.id), f": {told}.")
    made = [p for p, e in computed.corpus.shared["packs"].items() if (e.rule or {}).get("of") == pack.id]
    if made:
        yield E("p", "Made from it: ", joined((labels.ref("pack", p) for p in made), "; "), ".")


def _once(pack: Pack) -> Iterable[Card]:
    """Return the cards of a pack without second copies; trumps by number where they have no subject."""
    return (c.first for c in pack.cards if c.copy == 1)


def _parts(computed: ComputedCorpus, pack: Pack) -> Iterator[list[Child]]:
    """Yield the suits of a pack with their ranks, its trumps and the Fool."""
    for suit in pack.suits:
        cards = [c for c in pack.cards if c.suit == suit]
        has = Counter(c.rank for c in cards)
        order = ["K", "Q", "C", "J", *(reversed(RANKS[:10]) if suit in LONG else RANKS[:10])]
        named = [f"{r}{' twice' if has[r] > 1 else ''}" for r in order if has[r]]
        yield [suit.capitalize(), E("td", str(len(cards)), cls="num"), E("td", ", ".join(named))]
    if pack.trumps:
        has = Counter(c.trump for c in pack.trumps)
        named = [f"{subject_title(computed, t)}{' (twice)' if has[t] > 1 else ''}" for t in reversed(list(has))]
        yield ["Trumps", E("td", str(len(pack.trumps)), cls="num"), E("td", ", ".join(named))]
    if pack.has_fool:
        fools = sum(c.kind == "fool" for c in pack.cards)
        yield ["Fool", E("td", str(fools), cls="num"), E("td", "")]


def patterns(computed: ComputedCorpus, id: str) -> dict[str, list[str]]:
    """Return the designs of a pack that games name, with the games."""
    found: dict[str, dict[str, None]] = {}
    for r in computed.corpus.rulesets.values():
        if given(r.rules.pack) == id:
            for name in given(r.rules.pattern) or ():
                found.setdefault(str(name), {})[r.game] = None
    return {name: list(ids) for name, ids in sorted(found.items())}


def pack_drawing(pack: Pack) -> str:
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
        if c.copy == 1
    ]
    twice = "Cards that are there twice are drawn once." if any(c.copy > 1 for c in pack.cards) else ""
    fool = "Fool" if pack.has_fool else ""
    return pack_grid(suits, trumps, fool=fool, removed=gone, label=pack.title, caption=twice)
