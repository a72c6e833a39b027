"""The calculator of card points, and what every game's cards are worth for those who count by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from tarotref.cards.card import FRENCH, ITALIAN
from tarotref.computed.columns import FEATURES, cell
from tarotref.model.types import Absence, given
from tarotref.pages.counter import counted_rulesets, whose
from tarotref.pages.drawings import cards as drawings
from tarotref.pages.elements import E, El, Raw, table
from tarotref.pages.lists.choices import fold
from tarotref.pages.lists.registry import view
from tarotref.pages.wording import Labels
from tarotref.words.phrases import figure, listed

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@view("calculator")
def calculator(computed: ComputedCorpus) -> Iterator[El]:
    """Yield the choice of a game, beside which the calculator lays out its cards."""
    traditions: dict[str, list[El]] = {}
    labels = Labels(computed)
    for game, rulesets in counted_rulesets(computed).items():
        facts = computed.corpus.game(game)
        title = labels.title("tradition", facts.tradition)
        option = E("option", f"{game} {facts.title}", value=game, data_first=rulesets[0].key)
        traditions.setdefault(title, []).append(option)
    groups = [E("optgroup", *options, label=title) for title, options in traditions.items()]
    yield E(
        "form",
        Raw(drawings.signs((*ITALIAN, *FRENCH, "fool"))),
        E("label", "Game ", E("select", E("option", "choose a game", value=""), *groups, name="game"), cls="which"),
        E("div", id="calculator-app"),
        id="calculator",
    )
    words = "Counting by tapping needs scripts, which are off in your browser. The table below says what to count."
    yield E("p", words, cls="without-scripts")


@view("worths")
def worths(computed: ComputedCorpus) -> Iterator[El]:
    """Yield what the cards of each game are worth and how they are counted, by family of games."""
    labels = Labels(computed)
    rows: dict[str, list[list[Any]]] = {}
    for game, (r, *_) in counted_rulesets(computed).items():
        f = computed.figures(r)
        rows.setdefault(computed.corpus.game(game).tradition, []).append(
            [
                E("th", labels.ref("game", game), "" if r.key == "main" else f", {whose(computed, r)}", scope="row"),
                labels.ref("pack", given(r.rules.pack) or ""),
                worth(labels.within(r), given(r.rules.values) or {}),
                labels.shown(FEATURES["counted_by"], cell("counted_by", r, f)),
                E("td", "" if f.total is None else figure(f.total), cls="num"),
            ]
        )
    heads: list[Any] = ["Game", "Pack", "Points; all other cards are empty", "Counted", ("All cards", "num")]
    for tradition, found in rows.items():
        yield fold(labels.title("tradition", tradition), len(found), table(heads, found, cls="wrap stacked"))


def worth(labels: Labels, values: Mapping[str, Any]) -> str:
    """Return what cards are worth, those of a price together: `5 for the top trump and the Fool; 4 for Queens`."""
    cards: dict[Any, list[str]] = {}
    for name, points in values.items():
        if not isinstance(points, Absence):
            cards.setdefault(points, []).append(labels.cards(name))
    return " · ".join(f"{figure(points)} for {listed(names)}" for points, names in cards.items() if points)
