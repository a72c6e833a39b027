"""What can I play tonight? The question with its first answer, and what a page's program needs to give the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref.cards.card import TWIN, Card, Pack
from tarotref.computed.columns import cell
from tarotref.computed.phrases import counted
from tarotref.dates import words_seen
from tarotref.pages.advice import advised, first_sentence
from tarotref.pages.elements import E, El
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

PLAYERS, FIRST = 4, 12
"""How many players the page thinks of until it is told, and how many games it shows at once."""
ORDER = ": complete ones first, then those still played, then the simple ones"
AT_HOME = {
    "tarot-78-french": ("78 cards, French suits (French Tarot, Grosstarock)", ("french", "either")),
    "tarot-78-italian": ("78 cards, Italian suits (Tarocco Piemontese, Marseille)", ("italian", "either")),
    "tarock-54": ("54 cards (Tarock, Cego)", ("french", "either")),
}
"""Packs that people have, what they are called, and of which suits are the packs that they can stand for."""


class Offer(NamedTuple):
    """A game as it is offered: with whom and with which pack it is played, and a line about it."""

    number: str
    title: str
    url: str
    players: tuple[int, ...]
    pack: str
    told: str
    line: str
    lacking: str


@view("tonight", textual=True)
def tonight(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the question and the games for four; a program of the page asks further."""
    games = offers(computed)
    numbers = sorted({n for game in games for n in game.players})
    fit = [game for game in games if PLAYERS in game.players]
    seats = (
        E(
            "label",
            E("input", type="radio", name="players", value=str(n), checked="" if n == PLAYERS else None),
            E("span", str(n), cls="seat"),
        )
        for n in numbers
    )
    packs = [E("option", "any pack", value="")]
    packs += [E("option", pack["label"], value=pack["id"]) for pack in packs_at_hand(computed)]
    shown = (
        E(
            "li",
            E(
                "a",
                E("span", g.number, cls="dm"),
                E("span", g.title),
                E("small", g.line, cls="line"),
                E("small", g.lacking, cls="lacking") if g.lacking else None,
                E("small", g.told),
                href=g.url,
            ),
        )
        for g in fit[:FIRST]
    )
    yield E(
        "div",
        E(
            "form",
            E("fieldset", E("legend", "How many are you?"), E("div", *seats, cls="seg")),
            E("label", "Which pack have you?", E("select", *packs, name="pack"), cls="pack"),
            cls="asks needs-scripts",
        ),
        E("p", f"{counted(len(fit), 'game')} for {PLAYERS}{ORDER}", cls="result-count", role="status"),
        E("ul", *shown, cls="tonight-list"),
        E("button", f"Show all {len(fit)}", type="button", hidden=""),
        E("p", E("a", "All games, with their players and packs", href="docs/games.html"), cls="without-scripts"),
        id="tonight-app",
    )


def offers(computed: ComputedCorpus) -> list[Offer]:
    """Return every game of which it is known how many play, in the order in which they are advised."""
    labels, found = Labels(computed), []
    for id, advice in advised(computed).items():
        r, game = computed.ruleset(id), computed.corpus.game(id)
        if not isinstance(r.rules.players, tuple):
            continue
        cards = cell("pack_cards", r, computed.figures(r)).value
        told = [", ".join(labels.title("place", p) for p in game.places), words_seen(game.played, game.seen)]
        told += [f"{cards} cards"] if cards else []
        found.append(
            Offer(
                number=id,
                title=game.title,
                url=computed.corpus.games[id].source.path.removesuffix(".md") + ".html",
                players=r.rules.players,
                pack=str(r.rules.pack or ""),
                told=" · ".join(filter(None, told)),
                line=first_sentence(labels, computed, id),
                lacking=advice.lacking,
            )
        )
    return found


def packs_at_hand(computed: ComputedCorpus) -> list[dict[str, Any]]:
    """Return the packs that people have at home, and which packs of the records each can stand for; then all others."""
    labels, packs = Labels(computed), []
    for id, (label, systems) in AT_HOME.items():
        if id in computed.packs:
            own = computed.packs[id]
            plays = [
                p
                for p, pack in computed.packs.items()
                if pack.system in systems and all(within(c, own) for c in pack.cards)
            ]
            packs.append({"id": id, "label": label, "plays": plays})
    named = {p for pack in packs for p in pack["plays"]}
    packs += [
        {"id": p, "label": labels.title("pack", p), "plays": [p]}
        for p in dict.fromkeys(str(r.rules.pack) for r in computed.corpus.rulesets.values() if r.rules.pack)
        if p not in named and p in computed.packs
    ]
    return packs


def within(card: Card, pack: Pack) -> bool:
    """Say whether a pack has a card that can stand for another pack's card."""
    if card.kind != "suit":
        return any(c.kind == card.kind and c.trump == card.trump for c in pack.cards)
    return any(
        c.kind == "suit" and c.rank == card.rank and c.suit in (card.suit, TWIN.get(card.suit)) for c in pack.cards
    )
