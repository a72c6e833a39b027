"""What a ruleset is in a few clauses, each with a verb and without its subject, so that rulesets can be told apart in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import FEATURES, cell
from tarotref.corpus.records import Ruleset
from tarotref.dates import bounds
from tarotref.model.rules import entries
from tarotref.model.types import Absence, given
from tarotref.words.phrases import counted, figure, listed
from tarotref.words.sentences import first_up

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

SIDES = {
    "individual": "has all play for themselves",
    "alliance": "makes new sides in every hand",
    "partners": "is played by fixed partners",
    "pairs": "is played by fixed pairs",
}
FOOL = {
    "excuse": "lets the Fool excuse you from following suit",
    "highest-trump": "has the Fool as the highest trump",
    "lowest-trump": "has the Fool as the lowest trump",
}
SUIT_ORDER = {
    "original": "ranks the 10 high in two suits and the Ace in the other two",
    "uniform": "ranks the 10 above the lower numbers in every suit",
    "ace-after-jack": "ranks the Ace next below the Jack",
}
COUNTED = {"threes": "by threes", "twos": "by twos", "fours": "by fours", "singly": "one by one"}
FEATS = {
    "pagat_ultimo": "the lowest trump in the last trick",
    "king_ultimo": "a King in the last trick",
    "slam": "winning every trick",
}
PLACES = 3
"""As many places are named."""


class _Of:
    """A ruleset with what is asked of it here."""

    def __init__(self, computed: ComputedCorpus, r: Ruleset):
        self.computed, self.r, self.wording = computed, r, computed.comparison.words.within(r)

    def value(self, name: str) -> Any:
        """Return the value of a column; None where there is none, or several by number of players."""
        value = cell(name, self.r, self.computed.figures(self.r)).value
        return None if isinstance(value, str) and ":" in value else value

    def words(self, name: str) -> str:
        return self.wording.cell(FEATURES[name], cell(name, self.r, self.computed.figures(self.r)))


def _players(of: _Of) -> str:
    value = of.value("players")
    return f"is for {listed(str(value).split(';'), 'or')} players" if value else ""


def _alive(of: _Of) -> str:
    if of.r.game not in of.computed.corpus.games:
        return ""
    facts = of.computed.corpus.game(of.r.game)
    alive = facts.seen is not None or bounds(facts.played)[1] is None
    where = listed(of.wording.title("place", p) for p in facts.places[:PLACES])
    return ("is still played" if alive else "was played") + (f" in {where}" if where else "")


def _pack(of: _Of) -> str:
    cards, title = of.value("pack_cards"), of.words("pack")
    if not cards or not title:
        return ""
    title = title[0].lower() + title[1:] if title.startswith("Full ") else title
    return (
        f"is played with {counted(cards, 'card')} ({title})"
        if str(cards) not in title
        else f"is played with the {title}"
    )


def _deal(of: _Of) -> str:
    hand, talon, dealer = of.value("hand"), of.value("talon"), of.value("dealer_takes")
    if hand is None:
        return ""
    more = f", {dealer} more to the dealer" if dealer not in (None, "0", "agreed") else ""
    rest = {None: "", "0": ""}.get(talon, f" and lays {talon} in the talon")
    return f"deals {hand} cards to each player{more}{rest}"


def _bidding(of: _Of) -> str:
    value = of.value("bidding")
    bids = [id for id, _ in entries(of.r.rules.bids)]
    if not value or not bids:
        return "has no bidding" if value is False else ""
    first, last = (first_up(of.wording.named("bid", id)) for id in (bids[0], bids[-1]))
    return f"has {counted(len(bids), 'bid')}" + (f", from {first} to {last}" if len(bids) > 2 else "")


def _partner(of: _Of) -> str:
    bids = dict(entries(of.r.rules.bids)).values()
    if not bids:
        return ""
    calls = any(given(getattr(given(bid.partner), "calls", None)) for bid in bids)
    return "lets a declarer call a card whose holder is the partner" if calls else "has no partner called by a card"


def _counting(of: _Of) -> str:
    how, total = COUNTED.get(str(of.value("counted_by"))), of.value("total_computed")
    return f"counts cards {how}, {figure(total)} points in all" if how and total is not None else ""


def _win(of: _Of) -> str:
    win = given(of.r.rules.win)
    least = given(getattr(win, "at_least", None))
    if not least or isinstance(least, Absence) or given(getattr(win, "aim", None)) not in (None, "points"):
        return ""
    low, high = figure(min(least)), figure(max(least))
    points = f"{low if low == high else f'{low} to {high}'} points"
    return f"asks {points} of the declarer" if of.value("sides") == "alliance" else f"is won with {points}"


def _feats(of: _Of) -> str:
    told = {name: of.value(name) for name in FEATS}
    paid = [words for name, words in FEATS.items() if told[name]]
    if paid:
        return f"pays extra for {listed(paid)}"
    return "pays no extra for a last trick or a slam" if all(value is False for value in told.values()) else ""


def _one_of(name: str, words: dict[Any, str]) -> Callable[[_Of], str]:
    return lambda of: words.get(of.value(name), "")


TOPICS: dict[str, Callable[[_Of], str]] = {
    "players": _players,
    "sides": _one_of("sides", SIDES),
    "bidding": _bidding,
    "a called partner": _partner,
    "the pack": _pack,
    "the deal": _deal,
    "the Fool": _one_of("fool", FOOL),
    "bonuses": _feats,
    "declarations": _one_of("declarations", {True: "pays for cards that are declared", False: "has no declarations"}),
    "how points are counted": _counting,
    "what it takes to win": _win,
    "beating trumps": _one_of(
        "must_overtrump",
        {True: "makes you play a higher trump if you can", False: "never makes you play a higher trump"},
    ),
    "the order of a suit": _one_of("suit_order", SUIT_ORDER),
    "where it is played": _alive,
    "the direction of play": _one_of(
        "direction", {"clockwise": "goes round clockwise", "counterclockwise": "goes round counter-clockwise"}
    ),
}
"""What parts rulesets, what matters most first, and how it is told of one; nothing where that is not known."""


def clauses(computed: ComputedCorpus, r: Ruleset) -> list[str]:
    """Return a clause of a ruleset on each topic, empty where nothing is known."""
    of = _Of(computed, r)
    return [make(of) for make in TOPICS.values()]
