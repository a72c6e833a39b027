"""What is reckoned of every ruleset before pages are made, so that no process does it again: in as many processes as there are."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

from sphinx.util.parallel import ParallelTasks

from tarotref.computed.declarations import declarations
from tarotref.play.gaps import openness
from tarotref.store.cache import pickled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tarotref.computed.corpus import ComputedCorpus


def reckon(computed: ComputedCorpus, nproc: int) -> None:
    """Reckon figures, odds and what is open of every ruleset, and how far games are apart."""
    games = list(computed.corpus.games)
    _ = computed.packs, computed.orders
    others = ParallelTasks(nproc)

    def part(n: int) -> bytes:
        before = computed.memo.made().keys()
        _reckon(computed, games[n::nproc])
        return pickled({key: found for key, found in computed.memo.made().items() if key not in before})

    for n in range(1, nproc):
        others.add_task(part, n, lambda _, made: computed.take(pickle.loads(made)))
    _reckon(computed, games[::nproc])
    _ = computed.nearest  # while the others are at it
    others.join()


def _reckon(computed: ComputedCorpus, games: Iterable[str]) -> None:
    for game in games:
        for ruleset in computed.corpus.of_game(game):
            for id in declarations(ruleset):
                computed.odds(ruleset, id)
            openness(computed, ruleset)
