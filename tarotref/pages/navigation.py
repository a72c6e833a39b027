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


MENU: dict[str, tuple[Way, ...]] = {
    "Play": (
        Way("index", "What can I play tonight?", "by players and pack at hand", "what-can-i-play-tonight"),
        Way("table", "Play at the table", "any game that runs, against simple players, here in the browser"),
        Way("cards-and-players", "By cards and players", "which games one can play with a pack, and how many"),
        Way("calculator", "Count a pile", "tap the cards that you won, see the points"),
        Way("play", "Play in a terminal", "a hand against simple players, or many hands"),
        Way("playability", "What can be played", "how far facts carry, and what sources leave open"),
        Way("assumptions", "What is assumed in play", "where a source is silent, with the reason"),
    ),
    "Games": (
        Way("games", "All games", "{games} games in {rulesets} versions, to choose from"),
        Way("traditions", "Traditions", "{traditions} families of games and their stories"),
        Way("places", "Places", "{places} places where they are played"),
        Way("catalogue", "The catalogue", "every number of Dummett and McLeod"),
        Way("glossary", "Glossary", "{glossary} terms in their own languages"),
    ),
    "Compare": (
        Way("compare", "Side by side", "up to five versions of games, differences first"),
        Way("nearest", "Nearest games", "likeness over all facts, and who says what of descent"),
        Way("features", "Features", "who has what, where and when"),
        Way("cross", "Two features crossed", "how many games have the one with the other"),
        Way("questions", "Twelve questions", "answered by a few lines of code each"),
    ),
    "Cards and orders": (
        Way("packs", "Packs", "{packs} packs, drawn card by card"),
        Way("trump-orders", "Trump orders", "{orders} attested rankings of the trumps"),
        Way("angel-or-world", "Angel or World?", "which of the two is higher, game by game"),
        Way("card-names", "Names of the cards", "what players call them, by tradition"),
        Way("counting", "Counting", "how card points are counted, and what they come to"),
        Way("rarity", "Worth and rarity", "whether rarer declarations pay more"),
    ),
    "Evidence": (
        Way("history", "Evidence in time", "{attestations} dated pieces of evidence"),
        Way("conflicts", "Where sources differ", "two witnesses, two rules; what is left open"),
        Way("sources", "Witnesses and sources", "{sources} witnesses and works"),
        Way("coverage", "Coverage and agreement", "how much is known, and how surely it was read"),
    ),
    "Data and about": (
        Way("data", "Data", "{tables} tables, whole, as CSV, JSON and SQLite"),
        Way("id", "Lasting addresses", "where a game, a fact, an order, a piece of evidence is cited"),
        Way("contribute", "For contributors", "how a correction is made and checked"),
        Way("about", "About", "how to read a record, how to cite, licences"),
    ),
}
"""Ways by the group in which the menu shows them."""
