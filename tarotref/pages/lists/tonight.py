"""What can I play tonight? The question with its first answer, and what a page's program needs to give the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tarotref.cards.card import TWIN, Card, Pack
from tarotref.computed.columns import cell
from tarotref.dates import words_seen
from tarotref.pages.advice import advised, minutes, own_sentences
from tarotref.pages.elements import E, El
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.words.phrases import counted

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

PLAYERS, FIRST = 4, 8
"""How many players the page thinks of until it is told, and how many games it shows at once."""
ORDER = ": those still played first, the best known before others"
PLACES = 2
"""How many places are named of a game."""
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
    cards: int
    alive: bool
    told: tuple[str, str]
    """Where, when and with how many cards; how hard it is to learn. Between them stands how long a hand takes."""
    line: str
    minutes: dict[int, int]

    def words(self, players: int) -> str:
        """Return what stands below its title, for a number of players."""
        long = f"about {self.minutes[players]} minutes a hand" if players in self.minutes else ""
        return " · ".join(filter(None, [self.told[0], long, self.told[1]]))


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
                E("small", g.words(PLAYERS)),
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


@view("known")
def known(computed: ComputedCorpus) -> Iterator[El]:
    """Yield in a sentence how much is known of the games: in full, in part, by name alone."""
    lacking = Counter(advice.lacking.split(":")[0] for advice in advised(computed).values())
    whole, named = lacking.pop("", 0) + lacking.pop("not played with tarot cards", 0), lacking.pop("rules not known", 0)
    named += len(computed.corpus.games) - len(advised(computed))
    part = sum(lacking.values())
    yield E(
        "p",
        f"{counted(whole, 'game')} can be played from what is told of them. {part} more are known in part, and {named} by little "
        "more than their names. ",
        E("a", "All games", href="docs/games.html"),
        cls="known",
    )


def offers(computed: ComputedCorpus) -> list[Offer]:
    """Return every game that can be played with tarot cards from what is told of it, in the order in which they are advised."""
    labels, found, lines = Labels(computed), [], own_sentences(computed)
    for id, advice in advised(computed).items():
        r, game = computed.ruleset(id), computed.corpus.game(id)
        if advice.lacking or not isinstance(r.rules.players, tuple):
            continue
        cards = cell("pack_cards", r, computed.figures(r)).value
        told = [", ".join(labels.title("place", p) for p in game.places[:PLACES]), words_seen(game.played, game.seen)]
        told += [f"{cards} cards"] if cards else []
        found.append(
            Offer(
                number=id,
                title=game.title,
                url=computed.corpus.games[id].source.path.removesuffix(".md") + ".html",
                players=r.rules.players,
                pack=str(r.rules.pack or ""),
                cards=int(cards or 0),
                alive=advice.alive,
                told=(" · ".join(filter(None, told)), advice.difficulty),
                line=lines.get(id, ""),
                minutes=minutes(computed, r),
            )
        )
    return found


def packs_at_hand(computed: ComputedCorpus) -> list[dict[str, Any]]:
    """Return the packs that people have at home, and which packs of the records each can stand for; then all others."""
    labels = Labels(computed)
    packs: list[dict[str, Any]] = []
    for id, (label, systems) in AT_HOME.items():
        if id in computed.packs:
            own = computed.packs[id]
            plays = [
                p
                for p, pack in computed.packs.items()
                if pack.system in systems and all(within(c, own) for c in pack.cards)
            ]
            packs.append({"id": id, "label": label, "cards": len(own), "plays": plays})
    named = {p for pack in packs for p in pack["plays"]}
    packs += [
        {"id": p, "label": labels.title("pack", p), "cards": len(computed.packs[p]), "plays": [p]}
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
