"""How is told what players get by the rank of their card points, and what bears on what the loser pays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tarotref.computed.clauses import tells
from tarotref.computed.phrases import figure, listed, number, ordinal
from tarotref.model import rules
from tarotref.model.types import given

if TYPE_CHECKING:
    from tarotref.computed.wording import Wording


@tells(rules.Placed)
def placed(words: Wording, p: rules.Placed) -> Iterator[str]:
    """What players get by the rank of their card points, the declarer apart."""
    if (own := given(p.declarer)) is not None:
        yield f"{words.who('declarer')} {figure(own)}"
    for places, end in ((given(p.first), "best"), (given(p.last), "worst")):
        for n, amount in enumerate(places or (), 1):
            yield f"the {'' if n == 1 else ordinal(n) + ' '}{end} of the others {figure(amount)}"


@tells(rules.Ranked)
def ranked(words: Wording, r: rules.Ranked) -> Iterator[str]:
    """What a hand brings by the rank of the card points, the declarer apart."""
    if (won := given(r.won)) is not None:
        yield f"if the declarer does best, {', '.join(placed(words, won))}"
    if (lost := given(r.lost)) is not None:
        yield f"if another does better, {', '.join(placed(words, lost))}"
    if ties := given(r.ties):
        yield f"of a tie with the declarer {', then '.join(words.term('tie', tie) for tie in ties)} has the better"
    if spared := given(r.spared):
        numbers = listed(map(number, spared), "or")
        yield f"with {numbers} players one who ties with a declarer who has won gets nothing, and the others pay his part"


@tells(rules.Losing)
def losing(words: Wording, one: rules.Losing) -> Iterator[str]:
    """What bears on what the loser pays every other player."""
    for who, times in (given(one.times) or {}).items():
        yield f"{words.term('who', who)} pays {number(times)} times as much"
    if tied := given(one.tied):
        yield f"of several who tie {words.term('who', tied)} loses alone"
    bare = given(one.bare)
    if bare == "all":
        yield "a player without a trick gets all of it, and several share it"
    elif bare is not None:
        yield f"a player without a trick gets {number(bare)} times the figure from each loser, whoever he is, and the others get nothing"
    if (least := given(one.bare_least)) is not None:
        yield f"several without a trick get {number(least)} together at least"
    for n, times in enumerate(given(one.bare_times) or (), 1):
        yield f"{number(times)} times as much if {number(n)} {'has' if n == 1 else 'have'} no trick"
    yield given(one.text) or ""
