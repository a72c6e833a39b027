"""The menu of the site: every page that is no record's own, in groups, and what one finds there."""

from __future__ import annotations

from typing import NamedTuple


class Way(NamedTuple):
    """A way into the site: a page of `docs/` (and a place on it), what the menu calls it, what one finds there."""

    page: str
    label: str
    words: str
    """May name figures in braces, which the front page fills in."""
    place: str = ""
    often: bool = False
    """Whether it stands in the menu of every page; all others stand on the front page."""
    asked: str = ""
    """Other words in which people ask for it."""


MENU: dict[str, tuple[Way, ...]] = {
    "Play": (
        Way(
            "index",
            "What can I play tonight?",
            "by players and pack at hand",
            "what-can-i-play-tonight",
            often=True,
            asked="which recommend choose",
        ),
        Way(
            "index",
            "A first game",
            "one to begin with for each pack",
            "a-first-game",
            asked="beginner beginners learn start easy simple which",
        ),
        Way(
            "table",
            "Play at the table",
            "any game that runs, against simple players, here in the browser",
            often=True,
            asked="online computer practise",
        ),
        Way(
            "calculator",
            "Count a pile",
            "tap the cards that you won, see the points; a score sheet for an evening",
            often=True,
            asked="scoring add up",
        ),
        Way("cards-and-players", "By cards and players", "which games can be played with a pack, and by how many"),
    ),
    "Games": (
        Way("games", "All games", "{games} games in {rulesets} versions, to choose from", often=True),
        Way(
            "compare",
            "Compare games",
            "up to five versions of games, what parts them first",
            often=True,
            asked="difference between",
        ),
        Way("traditions", "Traditions", "{traditions} families of games and their stories"),
        Way("nearest", "Nearest games", "likeness over all facts, and who says what of descent"),
        Way("features", "Features", "who has what, where and when", asked="first spread"),
        Way("cross", "Two features crossed", "how many games have the one with the other"),
        Way("catalogue", "The catalogue", "every number of Dummett and McLeod"),
    ),
    "Cards": (
        Way("packs", "Packs", "{packs} packs, drawn card by card", often=True),
        Way(
            "trump-orders",
            "Trump orders",
            "{orders} attested rankings of the trumps",
            often=True,
            asked="beats beat highest ranking wins hierarchy today",
        ),
        Way("glossary", "Glossary", "{glossary} terms in their own languages", often=True),
        Way("angel-or-world", "Angel or World?", "which of the two is higher, game by game"),
        Way("card-names", "Names of the cards", "what players call them, by tradition"),
        Way("counting", "How points are counted", "how card points are counted, and what they come to"),
        Way("rarity", "Worth and rarity", "whether rarer declarations pay more"),
    ),
    "History": (
        Way(
            "history",
            "Evidence in time",
            "{attestations} dated pieces of evidence",
            often=True,
            asked="oldest earliest first dates documents",
        ),
        Way(
            "places",
            "Places",
            "{places} places where games were played or cards made",
            asked="map country oldest evidence",
        ),
        Way("sources", "Witnesses and sources", "{sources} witnesses and works", often=True),
        Way("conflicts", "Where sources differ", "two witnesses, two rules; what is left open"),
        Way("questions", "Twelve questions", "answered by a few lines of code each"),
    ),
    "About": (
        Way(
            "about",
            "About",
            "how to read a record, how to cite, licences",
            often=True,
            asked="cite citation quote licence",
        ),
        Way(
            "data",
            "Data",
            "{tables} tables, whole, as CSV, JSON and SQLite",
            often=True,
            asked="download csv pandas excel sqlite json dataset",
        ),
        Way("data-paper", "Data paper", "a draft that describes the data set for those who use it"),
        Way("codebook", "Codebook", "how each feature was coded, by whom, and what it cannot bear"),
        Way("coverage", "Coverage and agreement", "how much is known, and how surely it was read"),
        Way(
            "contribute",
            "For contributors",
            "how a correction is made and checked",
            asked="correct mistake error wrong report",
        ),
        Way("id", "Lasting addresses", "where a game, a fact, an order, a piece of evidence is cited"),
        Way("play", "Play in a terminal", "a hand against simple players, or many hands"),
        Way("playability", "What can be played", "how far facts carry, and what sources leave open"),
        Way("assumptions", "What is assumed in play", "where a source is silent, with the reason"),
    ),
}
"""Ways by the group in which the menu shows them."""
