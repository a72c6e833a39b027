"""How is told what players get by the rank of their card points, and what bears on what the loser pays."""

from __future__ import annotations

from collections.abc import Iterator

from tarotref.model import rules
from tarotref.model.types import given
from tarotref.words.clauses import tells
from tarotref.words.naming import Naming
from tarotref.words.phrases import figure, listed, number, often, ordinal


@tells(rules.Placed, phrase=True)
def placed(words: Naming, p: rules.Placed) -> Iterator[str]:
    """What players get by the rank of their card points, the declarer apart."""
    if (own := given(p.declarer)) is not None:
        yield f"{words.who('declarer')} gets {figure(own)}"
    for places, end in ((given(p.first), "best"), (given(p.last), "worst")):
        for n, amount in enumerate(places or (), 1):
            yield f"the {'' if n == 1 else ordinal(n) + ' '}{end} of the others {figure(amount)}"


@tells(rules.Ranked)
def ranked(words: Naming, r: rules.Ranked) -> Iterator[str]:
    """What a hand brings by the rank of the card points, the declarer apart."""
    if (won := given(r.won)) is not None:
        yield f"if the declarer does best, {listed(placed(words, won))}"
    if (lost := given(r.lost)) is not None:
        yield f"if another does better, {listed(placed(words, lost))}"
    if ties := given(r.ties):
        better = ", and failing that ".join(words.term("tie", tie) for tie in ties)
        yield f"if another ties with the declarer, the better of the two is {better}"
    if spared := given(r.spared):
        numbers = listed(map(number, spared), "or")
        yield f"with {numbers} players, a player who ties with a winning declarer gets nothing, and the others pay that part"


@tells(rules.Losing)
def losing(words: Naming, one: rules.Losing) -> Iterator[str]:
    """What bears on what the loser pays every other player."""
    for who, times in (given(one.times) or {}).items():
        yield f"{words.who(who)} pays {often(times)} as much"
    if tied := given(one.tied):
        yield f"if several tie and {words.who(tied)} is one of them, he loses alone"
    bare = given(one.bare)
    if bare == "all":
        several = "several share it" if given(one.bare_least) is not None else "we assume that several share it"
        yield f"a player without a trick gets all of it, and {several}"
    elif bare is not None:
        yield f"a player without a trick gets {number(bare)} times the figure from each loser, and the others get nothing"
    if (gets := given(one.bare_gets)) is not None:
        yield f"a player without a trick gets {often(gets)} as much as the others from each loser"
    if (least := given(one.bare_least)) is not None:
        yield f"several players without a trick get at least {number(least)} between them"
    for n, times in enumerate(given(one.bare_times) or (), 1):
        yield f"the loser pays {often(times)} as much if {number(n)} {'has' if n == 1 else 'have'} no trick"
