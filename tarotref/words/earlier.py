"""How it is told what earlier hands do to the next: cases that come after something, hands that count more, players' marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tarotref.model import rules
from tarotref.model.types import given
from tarotref.words.clauses import tells
from tarotref.words.naming import Naming
from tarotref.words.phrases import figure, listed, number, often

OF_EARLIER = frozenset("after hands more times apart marks left".split())
"""The fields of a case that are told together."""


@tells(rules.Earlier, phrase=True)
def happened(words: Naming, e: rules.Earlier) -> Iterator[str]:
    """What has to have happened in an earlier hand: `a hand in which Klop was played or that nobody would play`."""

    def named(kind: str, ids: tuple[str, ...] | None) -> str:
        return listed((words.named(kind, id) for id in ids or ()), "or")

    told = [
        f"in which {named('bid', e.bid)} was played" if e.bid else "",
        f"in which {named('case', e.case)} was asked for" if e.case else "",
        f"in which {named('feat', e.feat)} was won{_or_lost(words, e.feat)}" if e.feat else "",
        _unplayed(words, e.void or ()),
        "" if e.score is None else f"that has brought a player's score to {_figures(e.score)}",
    ]
    yield f"a hand {listed(filter(None, told), 'or')}"


def _or_lost(words: Naming, feats: tuple[str, ...]) -> str:
    """That a feat may have been lost too, where it can be announced."""
    told = given(words.ruleset.rules.feats) if words.ruleset else None
    found = (given(getattr((told or {}).get(id), "announced", None)) for id in feats)
    return ", or announced and lost" if any(one is not None for one in found) else ""


def _unplayed(words: Naming, ids: Sequence[str]) -> str:
    """Why a hand was not played, by the ids of what annuls a deal; of several holdings none is named."""
    annulled = [id for id in ids if id != "all-pass"]
    deal = given(words.ruleset.rules.deal) if words.ruleset else None
    known = (given(deal.annul) if deal else None) or {}
    holding = given(getattr(known.get(annulled[0]), "holding", None)) if len(annulled) == 1 else None
    why = f" because a player had {words.held(holding)}" if holding else ""
    told = ["that nobody would play"] * (len(annulled) < len(ids)) + [f"that was thrown in{why}"] * bool(annulled)
    return listed(told, "or")


def _figures(score: object) -> str:
    return f"exactly {figure(score)}" if score == 0 else f"exactly 0 or a multiple of {figure(score)}"


def earlier(words: Naming, case: rules.Case) -> Iterator[str]:
    """Yield when a hand is played so because of hands before it, and what its payments are multiplied by, in clauses."""
    if (after := given(case.after)) is None:
        return
    event, times = words.facts(after), given(case.times)
    much = "" if times is None else f"{often(times)} as much"
    if given(case.marks):
        yield f"after {event}, every player gets a mark"
        yield f"while the declarer has one, what is paid to and by his side is {much}; a declarer who wins loses one"
        yield f"where nobody is declarer, what each player with a mark gains or loses is {much}; a player who gains loses one"
        if (left := given(case.left)) is not None:
            yield f"each mark left at the end {'costs' if left < 0 else 'brings'} {figure(abs(left))}"
        return
    hands = given(case.hands) or 1
    one = hands == 1
    which = f"the next hand after {event}" if one else f"the next {number(hands)} hands after {event}"
    if much:
        pots = given(words.ruleset.rules.pots) if words.ruleset else None
        yield f"all payments in {which} are {much}{', but not those to and from pots' if pots else ''}"
    else:
        yield f"{which} {'is' if one else 'are'} played this way"
    if given(case.apart):
        yield f"another such hand among them is not one of the {number(hands)}"
    if given(case.more) == "anew":
        yield f"if there is another such hand among them, {number(hands)} begin anew"
    elif given(case.more) == "added":
        yield f"if there is another such hand among them, {number(hands)} more follow those that are still due"
    elif given(case.more) == "together" and times is not None:
        yield f"if there is another such hand among them, the hands that follow both are {often(times**2)} as much"
    elif given(case.more) == "raised" and times is not None:
        yield f"after two such hands in a row they are {often(times**2)} as much, after three {often(times**3)}, and so on"
