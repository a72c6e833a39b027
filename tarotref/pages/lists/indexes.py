"""Indexes: games by cards and players, names of the cards by tradition, worth by rarity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tarotref import catalogue_number
from tarotref.computed.declarations import declarations
from tarotref.model.record import Game, Name
from tarotref.model.rules import entries
from tarotref.model.types import given
from tarotref.pages.elements import Child, E, El, joined, row, table
from tarotref.pages.lists.choices import choices, fold, shortened
from tarotref.pages.lists.explore import by_chapter
from tarotref.pages.lists.registry import view
from tarotref.pages.named_things import one_in
from tarotref.pages.wording import Labels
from tarotref.words.phrases import counted, first_up

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

CARDS = ("fool", "trumps", "top", "pagat", "K", "Q", "C", "J", "A", "courts", "numerals", "honours")
"""What has names nearly everywhere comes first, then the trumps by number or subject, then all else."""


@view("cards-and-players")
def cards_and_players(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the games by their packs, the one for most games first, and the numbers of their players."""
    labels = Labels(computed)
    found: dict[str, dict[int, dict[str, bool]]] = {}
    for r in computed.corpus.rulesets.values():
        pack, players = given(r.rules.pack), given(r.rules.players)
        if pack in computed.packs and isinstance(players, tuple):
            for n in players:
                games = found.setdefault(pack, {}).setdefault(n, {})
                games[r.game] = games.get(r.game, False) or r.kind == "main"

    def number(pack: str) -> int:
        return len({game for games in found[pack].values() for game in games})

    yield E("p", "* only by a variant, or as another witness has it", cls="from")
    for pack in sorted(found, key=lambda p: (-number(p), len(computed.packs[p]), p)):
        rows = []
        for n, games in sorted(found[pack].items()):
            named = (
                E("span", labels.ref("game", id), "" if games[id] else "*")
                for id in sorted(games, key=catalogue_number.place)
            )
            rows.append([E("th", f"{n} players", scope="row"), E("td", joined(named, " · "))])
        called, cards = labels.title("pack", pack), len(computed.packs[pack])
        title = f"{called}: games" if f" {cards}" in called else f"{called}, {counted(cards, 'card')}: games"
        told = table(["Players", "Games"], rows, cls="wrap stacked")
        yield fold(title, number(pack), E("p", labels.ref("pack", pack)), told)


@view("card-names")
def card_names(computed: ComputedCorpus) -> Iterator[El]:
    """Yield what players call cards and classes of cards, thing by thing: where, in which language, and who has it."""
    labels = Labels(computed)
    corpus = computed.corpus
    found: dict[str, dict[tuple[str, str], list[tuple[str, Name]]]] = {}
    for id, record in {**corpus.traditions, **corpus.games}.items():
        facts = record.facts
        tradition = facts.tradition if isinstance(facts, Game) else id
        for name in facts.names:
            if is_card(computed, name.of):
                found.setdefault(name.of, {}).setdefault((tradition, name.lang), []).append((id, name))
    chapters = by_chapter(computed)
    for of in sorted(found, key=place):
        title = first_up(labels.cards(of).removeprefix("the "))
        rows = []
        for (tradition, lang), names in sorted(found[of].items(), key=lambda kv: (chapters.index(kv[0][0]), kv[0][1])):
            cells = [
                E("th", labels.ref("tradition", tradition), scope="row"),
                E("td", labels.term("language", lang)),
                E("td", joined(said(labels, names), " · ")),
            ]
            rows.append(cells)
        yield E(
            "section",
            E("h2", title),
            table(["Tradition", "Language", "Names, and who has them"], rows, cls="wrap stacked by-line"),
            id=f"name-of-{of.lower().replace(' ', '-')}",
        )


def is_card(computed: ComputedCorpus, of: str) -> bool:
    """Say whether what is named is a card or a class of cards, and neither a role nor a thing."""
    subjects = computed.corpus.shared["subjects"]
    return of in CARDS or of.isdecimal() or of in subjects or of in SUITS


SUITS = ("swords", "batons", "cups", "coins", "spades", "clubs", "hearts", "diamonds")


def place(of: str) -> tuple[int, int, str]:
    """Return where a thing stands among those that are named: classes and courts, trumps from the highest, subjects, suits."""
    if of in CARDS:
        return (0, CARDS.index(of), "")
    if of.isdecimal():
        return (1, -int(of), "")
    return (3, SUITS.index(of), "") if of in SUITS else (2, 0, of)


def said(labels: Labels, names: Iterable[tuple[str, Name]]) -> Iterator[El]:
    """Yield names, each once, with its meaning and who has it: the witnesses, or the records in which it stands."""
    merged: dict[tuple[str, str], dict[Child, None]] = {}
    for id, name in names:
        owners = merged.setdefault((name.name, name.means or ""), {})
        for key in name.by or ():
            owners[labels.source(key)] = None
        if not name.by and id in labels.corpus.games:
            owners[labels.ref("game", id)] = None
    for (word, means), owners in merged.items():
        lang = next(n.lang for _, n in names if n.name == word)
        who = E("span", " ", E("span", joined(owners), cls="from")) if owners else None
        yield E("span", E("i", word, lang=lang), f" ‘{means}’" if means else "", who)


@view("rarities")
def rarities(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the declarations of each game's main rules whose odds are known, the rarest first within a game."""
    labels = Labels(computed)
    rows: list[El] = []
    for r in computed.corpus.rulesets.values():
        if r.kind != "main":
            continue
        words = labels.within(r)
        rules = dict(entries(r.rules.declarations))
        known = [(odds, id) for id in declarations(r) if (odds := computed.odds(r, id))]
        shared = Counter(given(entry.name) for entry in rules.values())
        for odds, id in sorted(known, key=lambda found: found[0]):
            name = given(rules[id].name) or id.replace("-", " ")
            # Several may have one name, as runs from the top and from the bottom: then what is held tells them apart.
            held = words.told(("declarations", id, "holding"), rules[id].holding) if shared[name] > 1 else ""
            worth = rules[id].worth
            cells = [
                E("th", labels.ref("game", r.game), scope="row", data_sort=f"{len(rows):05d}"),
                E("td", E("i", name), f" ({held})" if held else ""),
                E("td", one_in(odds), cls="num", data_sort=f"{float(1 / odds):.6g}"),
                E("td", "" if worth is None else words.told(("declarations", id, "worth"), worth)),
            ]
            rows.append(row(cells, data_tradition=computed.corpus.game(r.game).tradition))
    traditions = {t: labels.title("tradition", t) for t in by_chapter(computed)}
    yield from choices("rarities-table", "declaration declarations", {"tradition": ("Tradition", traditions)})
    heads: list[Any] = ["Game", "Declaration", ("One hand in", "num"), "Pays"]
    yield shortened(table(heads, rows, cls="sortable wrap stacked", id="rarities-table"))
