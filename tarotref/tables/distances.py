"""How near games are to one another, over all that is told of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tarotref.computed.distance import LEAST
from tarotref.tables.catalogue import GAME
from tarotref.tables.spec import Column, table

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

MOST = 10


@table(
    "distances",
    "The ten games nearest to each, over all facts of the main rulesets; how they are measured stands in "
    "`tarotref.computed.distance` and on the page of nearest games. Computed: no source says so.",
    "game rank",
    GAME,
    Column("rank", "From 1, the nearest.", "integer"),
    Column("nearest", "The other game.", ref="games.id"),
    Column("distance", "From 0, alike in all, to 1; rounded to four places.", "number"),
    Column("compared", f"Facts and named things of which both tell, at least {LEAST}.", "integer"),
    Column("alike", "In how many of these they are wholly alike.", "integer"),
    Column("same_tradition", "Whether both are of one tradition.", "boolean"),
)
def _distances(computed: ComputedCorpus) -> Iterator[tuple[Any, ...]]:
    of = {id: computed.corpus.game(id).tradition for id in computed.corpus.games}
    for game in computed.corpus.games:
        for rank, (other, a) in enumerate(computed.nearest.get(game, [])[:MOST], 1):
            yield game, rank, other, round(a.distance, 4), a.compared, a.alike, of[game] == of[other]
