"""What the calculator of card points knows: every ruleset whose piles can be counted, its pack, values and method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tarotref.cards.card import Card
from tarotref.cards.counting import Counting
from tarotref.computed.figures import Figures
from tarotref.model.rules import entries
from tarotref.model.types import given
from tarotref.pages.drawings.shapes import alt
from tarotref.pages.wording import shape_of
from tarotref.words.phrases import figure, first_up

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset

PAGE = "docs/calculator"


def countable(figures: Figures) -> bool:
    """Say whether a pile can be counted: pack, values and method are known."""
    return bool(figures.ranking and figures.values is not None and figures.counting)


def counted_rulesets(computed: ComputedCorpus) -> dict[str, list[Ruleset]]:
    """Return the rulesets by whose rules a pile can be counted, by game."""
    found: dict[str, list[Ruleset]] = {}
    for r in computed.corpus.rulesets.values():
        if countable(computed.figures(r)):
            found.setdefault(r.game, []).append(r)
    return found


def counter_data(computed: ComputedCorpus) -> dict[str, Any]:
    """Return all that is needed to count as `tarotref.count` does; figures that are not whole stand as text, `13/3`.

    A card is [name, suit or `trump` or `fool`, what is printed on it, name in words]; packs and values go by the places
    of cards. Cards, packs, values and methods that many rulesets share stand once.
    """
    cards: dict[Card, int] = {}
    packs: dict[str, list[int]] = {}
    shelves: dict[str, dict[str, int]] = {"values": {}, "methods": {}, "besides": {}}
    kept: dict[str, list[Any]] = {"values": [], "methods": [], "besides": []}

    def number(shelf: str, made: Any) -> int:
        if repr(made) not in shelves[shelf]:
            shelves[shelf][repr(made)] = len(kept[shelf])
            kept[shelf].append(made)
        return shelves[shelf][repr(made)]

    rulesets: dict[str, Any] = {}
    for game, found in counted_rulesets(computed).items():
        for r in found:
            f = computed.figures(r)
            assert f.pack and f.values is not None and f.counting
            for card in f.pack.cards:
                cards.setdefault(card, len(cards))
            packs.setdefault(f.pack.id, [cards[card] for card in f.pack.cards])
            values = {f.pack.cards.index(card): plain(value) for card, value in f.values.items()}
            rulesets[r.id] = {
                "whose": whose(computed, r),
                "title": f"{game} {computed.corpus.game(game).title}",
                "pack": f.pack.id,
                "values": number("values", values),
                "method": number("methods", method(f.counting)),
                "players": list(f.deals),
                "shares": {n: plain(share) for n, share in f.shares.items()} if by_share(f.counting) else {},
                "besides": number("besides", besides(computed, r)),
                "total": None if f.total is None else figure(f.total),
            }
    return {"cards": [shown(card) for card in cards], "packs": packs, **kept, "rulesets": rulesets}


def besides(computed: ComputedCorpus, r: Ruleset) -> list[str]:
    """Return what tricks hold that pays beside the cards, with its worth, in words: sets and sequences."""
    words, kinds, told = computed.comparison.words.within(r), dict(entries(r.rules.kinds)), []
    for id, entry in entries(r.rules.declarations):
        kind = kinds.get(str(given(entry.kind)))
        if (given(entry.where) or given(kind.where if kind else None)) not in ("tricks", "both"):
            continue
        where, worth = (("declarations", id), entry.worth)
        if worth is None and kind:
            where, worth = ("kinds", str(entry.kind)), kind.worth
        name = first_up(given(entry.name) or id.replace("-", " "))
        told.append(f"{name}: {words.told((*where, 'worth'), worth)}" if worth is not None else name)
    return told


def by_share(counting: Counting) -> bool:
    """Say whether cards beyond an equal share, or short of it, count by themselves."""
    return bool(counting.over_half or counting.under_half)


def method(counting: Counting) -> dict[str, Any]:
    """Return a method of counting, what is 0 or not said left out."""
    size, less = counting.group(None) if counting.by not in ("players", "trick", "values") else (0, 0)
    told = {
        "by": counting.by,
        "size": size,
        "less": less,
        "odd": {k: plain(points) for k, points in counting.odd},
        "original": counting.values == "original",
        "discard": counting.discard,
        "last": plain(counting.last_trick),
        "over": plain(counting.over_half),
        "under": plain(counting.under_half),
    }
    told = {name: value for name, value in told.items() if value}
    return told if counting.fool_apart is None else told | {"apart": plain(counting.fool_apart)}


def plain(points: Any) -> int | str:
    """Return a figure as JSON has it: a whole number, or a fraction as text."""
    return points if isinstance(points, int) else str(points)


def shown(card: Card) -> list[str]:
    """Return how a card is named, drawn and called."""
    shape = shape_of(card)
    bis = "" if card.copy == 1 else " (second copy)"
    text = str(shape.get("rank") or shape.get("trump") or shape.get("title") or "")
    return [str(card), card.suit or card.kind, text, alt(**shape) + bis]


def whose(computed: ComputedCorpus, r: Ruleset) -> str:
    """Return whose rules a ruleset of a game is, as a choice among them."""
    if r.kind == "reading":
        return f"as {computed.corpus.bibliography[r.key].label} has it"
    if r.kind == "variant":
        return f"variant: {computed.corpus.game(r.game).variants[r.key].title}"
    return "the game's main rules"
