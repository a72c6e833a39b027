"""What nobody can assume: facts without which a hand cannot be dealt, played and counted, or cannot be paid."""

from __future__ import annotations

from collections.abc import Iterator

from tarotref.cards.counting import Points
from tarotref.computed.figures import Figures, for_players
from tarotref.model import rules as facts
from tarotref.model.rules import Rules, entries, fact
from tarotref.model.types import Absence, given
from tarotref.notation import exact
from tarotref.play.compiled.reading import Path, section
from tarotref.play.compiled.scoring import Scoring

OF_TRICKS = ("most-tricks", "no-tricks", "all-tricks", "tricks", "last-trick")
"""Aims in which tricks alone are counted."""
WITHOUT_FIGURE = ("no-tricks", "last-trick", "all-tricks", "most-tricks", "tricks")
"""Aims that ask for no card points."""


class Unplayable(ValueError):
    """A ruleset that cannot be dealt, played or counted: `missing` are the paths of the facts that it lacks."""

    def __init__(self, ruleset: str, missing: tuple[Path, ...]):
        self.ruleset, self.missing = ruleset, missing
        super().__init__(f"{ruleset} cannot be played; not known: {', '.join('.'.join(path) for path in missing)}")


def lacking_of(rules: Rules, figures: Figures) -> tuple[tuple[int, ...], tuple[Path, ...]]:
    """Return for how many players rules are, and the facts without which no number of these can play."""
    numbers = given(rules.players) or ()
    return numbers, tuple(dict.fromkeys(path for n in numbers or (0,) for path in lacking(figures, rules, n)))


def is_told(rules: Rules, path: Path) -> bool:
    """Whether something is told at a path, be it that there is none of it."""
    found = (fact(rules, path[:n]) for n in range(1, len(path) + 1))
    last = next((one for one in found if one is None or isinstance(one, Absence)), rules)
    return last is Absence.NONE or last is rules


def lacking(figures: Figures, rules: Rules, players: int) -> Iterator[Path]:
    """Yield the facts without which nobody can deal, play or count, and those that the program cannot play."""
    if figures.pack is None:
        yield ("pack",)
    elif figures.ranking is None:
        yield ("trump_order",) if given(rules.suit_order) is not None else ("suit_order",)
    if not makes_trumps(rules) and given(rules.trump_suit) is not None:  # told, but not yet played
        yield ("trump_suit",)
    yield from _of_deal(figures, rules, players)
    if given(rules.sides) is None:
        yield ("sides",)
    elif given(rules.sides) == "alliance" and not list(entries(rules.bids)):
        yield ("bids",)
    if figures.values is None and (figures.ranking is not None or given(rules.values) is None):
        yield ("values",)
    if figures.counting is None and not counts_tricks(rules):
        yield "counting", "by"


def _of_deal(figures: Figures, rules: Rules, players: int) -> Iterator[Path]:
    deal, play = figures.deals.get(players), section(rules.play, facts.Play)
    if given(play.dead_hand) is not None:
        if given(play.dead_hand_at) is None:
            yield "play", "dead_hand_at"
        if deal is not None and deal.dead != deal.hand:
            yield "deal", "dead"
    if deal is None:
        yield ("players",)
    elif deal.hand is None:
        yield "deal", "hand"
    elif figures.pack is not None and deal.dealt is not None and deal.dealt > len(figures.pack):
        yield "deal", "hand"
    elif deal.stock and deal.drawn is None:
        yield "deal", "stock_drawn"


def makes_trumps(rules: Rules) -> bool:
    """Whether a suit is made trumps for the hand, by a card that is turned up, by the contract or by the declarer (R2, R5)."""
    made = section(rules.trump_suit, facts.TrumpSuit)
    by = given(made.by)
    if by == "fixed":
        return made.suit is not None
    return by in ("last-dealt", "turned") or (by == "named" and bool(list(entries(rules.bids))))


def counts_tricks(rules: Rules) -> bool:
    """Whether the tricks alone are counted, whatever is in them, as the rules say."""
    return rules.counting is Absence.NONE and given(section(rules.win, facts.Win).aim) in OF_TRICKS


def unpaid(rules: Rules, scoring: Scoring, contract: str | None, players: int, total: Points | None) -> Iterator[Path]:
    """Yield the facts without which the card points of a hand, of so many in all, cannot be paid or marked."""
    score = given(rules.score)
    if score is None and rules.score is not Absence.UNSTATED:
        if rules.score is Absence.NONE and _priced(rules):
            return  # the card points pay nothing, and other things do
        if rules.score is not None or given(section(rules.tally, facts.Tally).keeps) is None:
            yield ("score",)
        return
    if score is not None:
        yield from _unstated(score, contract)
    bid = None if contract is None else scoring.contracts.get(contract)
    if contract is not None and (bid is None or bid.if_all_pass != "all"):
        if scoring.score.by_bid and bid is not None and bid.unpriced:
            yield "bids", contract, "base"
        yield from _without_aim(scoring)
    elif scoring.score.bands:
        if scoring.score.settle not in ("others", "opponents", "winners", "loser"):
            yield "score", "settle"
        ends = [band.rpartition("..")[2] for band in scoring.score.bands]
        if all(ends) and max(map(exact, ends)) < (total or 0):
            yield "score", "bands"
    elif scoring.score.start == "par" and for_players(scoring.win.par, players) is None:
        yield "win", "par"


def _unstated(score: facts.Score, contract: str | None) -> Iterator[Path]:
    """Yield what is not told of a score, and has no stake to stand for it."""
    if score.each is Absence.UNSTATED and score.base is not Absence.UNSTATED and given(score.base) is None:
        yield "score", "each"
    if score.start is Absence.UNSTATED and given(score.each) and contract is None:
        yield "score", "start"
    if score.bands is Absence.UNSTATED:
        yield "score", "bands"


def _without_aim(scoring: Scoring) -> Iterator[Path]:
    """Yield what is missing of what it takes to win a contract."""
    win = scoring.win
    if win.aim == "tricks" and win.tricks is None:
        yield "win", "tricks"
    if scoring.each_by_par:
        if win.par is None:
            yield "win", "par"
    elif scoring.score.ranked is None and win.aim not in WITHOUT_FIGURE and not (win.by_most or win.figure):
        yield "win", "at_least"


def _priced(rules: Rules) -> bool:
    """Whether a feat or declaration has a figure, or a pot is shared."""
    paid = (fact for _, feat in entries(rules.feats) for fact in (feat.won, feat.lost))
    worths = (one.worth for _, one in entries(rules.declarations))
    shares = (pot.shares for _, pot in entries(rules.pots))
    return any(given(fact) is not None for fact in (*paid, *worths, *shares))
