"""What a ruleset is in a few clauses, each with a verb and without its subject, so that rulesets can be told apart in words."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tarotref.computed.columns import FEATURES, cell
from tarotref.computed.evidence import NOTHING, evidence_of
from tarotref.computed.figures import partly_dealt
from tarotref.corpus.records import Ruleset
from tarotref.dates import bounds
from tarotref.model.rules import entries
from tarotref.model.types import Absence, given
from tarotref.pages.advice import minutes
from tarotref.words.phrases import counted, figure, first_up, listed, number

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
LEADS = {
    "declarer": "has the declarer lead first",
    "right-of-dealer": "has the player on the dealer's right lead first",
    "left-of-dealer": "has the player on the dealer's left lead first",
}
KNOWN = {
    "described": "is described in writing by those who knew it",
    "reported": "is known from what players told",
    "observed": "was observed where it is played",
    "reconstructed": "is reconstructed",
    "incomplete": "is told incompletely",
    "listed": "is known by name alone",
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
    where = "in the whole pack" if partly_dealt(of.r.rules, of.computed.figures(of.r).deals) else "in all"
    return f"counts cards {how}, {figure(total)} points {where}" if how and total is not None else ""


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


def _talon(of: _Of) -> str:
    """What the declarer does with the talon, in the contract in which the most is done."""
    uses = [use for _, bid in entries(of.r.rules.bids) if (use := given(bid.talon)) is not None]
    if kept := [n for use in uses if (n := given(use.keeps)) is not None]:
        return f"has the declarer keep {_cards(kept)} and play with the talon"
    taken = [n for use in uses for who, n in (given(use.takes) or {}).items() if who == "declarer"]
    return f"lets the declarer take {_cards(taken)} of the talon" if taken else ""


def _cards(numbers: list[int]) -> str:
    """Return `one card`, or `three or six cards`."""
    told = listed(map(number, sorted(set(numbers))), "or")
    return f"{told} card{'' if max(numbers) == 1 else 's'}"


def _lowest(of: _Of) -> str:
    bids = [bid for _, bid in entries(of.r.rules.bids)]
    aims = {(given(bid.rules) or {}).get("win", {}).get("aim") for bid in bids}
    return "has contracts to win no trick" if "no-tricks" in aims else ""


def _doubling(of: _Of) -> str:
    value = of.r.rules.doubling
    says = given(getattr(value, "says", None))
    if says:
        return f"lets the stakes be doubled ({', '.join(says)})"
    return "has no doubling" if value is Absence.NONE else ""


def _scoring(of: _Of) -> str:
    score = given(of.r.rules.score)
    base, each = (given(getattr(score, name, None)) for name in ("base", "each"))
    if base == "bid":
        return "has a price for each contract" + (" and one for the points" if isinstance(each, int | Fraction) else "")
    if isinstance(each, int | Fraction):
        return "is paid by the card points" + (", on a fixed sum" if isinstance(base, int | Fraction) else "")
    return ""


def _tally(of: _Of) -> str:
    tally = given(of.r.rules.tally)
    if (points := given(getattr(tally, "first_to", None))) is not None and isinstance(points, int | Fraction):
        return f"goes on until a side has {figure(points)} points"
    return {"hand": "is settled after each hand", "total": "adds one hand to another"}.get(
        str(given(getattr(tally, "keeps", None))), ""
    )


def _length(of: _Of) -> str:
    long = sorted(set(minutes(of.computed, of.r).values()))
    return f"takes about {long[0] if len(long) == 1 else f'{long[0]} to {long[-1]}'} minutes a hand" if long else ""


def _family(of: _Of) -> str:
    corpus = of.computed.corpus
    if of.r.game not in corpus.games:
        return ""
    tradition = corpus.game(of.r.game).tradition
    sure = evidence_of(of.computed, "traditions").get(tradition, NOTHING).first_sure
    return f"belongs to {corpus.tradition(tradition).title}" + (f", known since {sure.latest}" if sure else "")


def _known(of: _Of) -> str:
    return (
        KNOWN.get(of.computed.corpus.game(of.r.game).evidence or "", "")
        if of.r.game in of.computed.corpus.games
        else ""
    )


def _one_of(name: str, words: dict[Any, str]) -> Callable[[_Of], str]:
    return lambda of: words.get(of.value(name), "")


TOPICS: dict[str, Callable[[_Of], str]] = {
    "players": _players,
    "sides": _one_of("sides", SIDES),
    "bidding": _bidding,
    "a called partner": _partner,
    "the talon": _talon,
    "the pack": _pack,
    "the deal": _deal,
    "contracts without tricks": _lowest,
    "the Fool": _one_of("fool", FOOL),
    "bonuses": _feats,
    "declarations": _one_of("declarations", {True: "pays for cards that are declared", False: "has no declarations"}),
    "doubling": _doubling,
    "how points are counted": _counting,
    "what it takes to win": _win,
    "how a hand is paid": _scoring,
    "who leads": lambda of: LEADS.get(str(given(getattr(given(of.r.rules.play), "leads", None))), ""),
    "beating trumps": _one_of(
        "must_overtrump",
        {True: "makes you play a higher trump if you can", False: "never makes you play a higher trump"},
    ),
    "the order of a suit": _one_of("suit_order", SUIT_ORDER),
    "how the score is kept": _tally,
    "where it is played": _alive,
    "the family": _family,
    "how it is known": _known,
    "how long a hand takes": _length,
    "the direction of play": _one_of(
        "direction", {"clockwise": "goes round clockwise", "counterclockwise": "goes round counter-clockwise"}
    ),
}
"""What parts rulesets, what matters most first, and how it is told of one; nothing where that is not known."""


def clauses(computed: ComputedCorpus, r: Ruleset) -> list[str]:
    """Return a clause of a ruleset on each topic, empty where nothing is known."""
    of = _Of(computed, r)
    return [make(of) for make in TOPICS.values()]
