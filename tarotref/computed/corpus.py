"""A corpus with everything that is computed from it: what the tables, the checks, the site and the command ask."""

from __future__ import annotations

from functools import cached_property

from tarotref.computed import distance
from tarotref.computed.comparison import Comparison
from tarotref.computed.figured import Figured


class ComputedCorpus(Figured):
    """A corpus with everything that is computed from it: each of its rulesets, and these beside one another."""

    @cached_property
    def comparison(self) -> Comparison:
        """What lays this corpus's rulesets side by side."""
        return Comparison(self)

    @property
    def distances(self) -> dict[tuple[str, str], distance.Apart]:
        """How far apart games are over all that their main rulesets tell."""
        return self.memo.once("distances", lambda: distance.distances(self.comparison), lasting=True)

    @property
    def nearest(self) -> dict[str, list[tuple[str, distance.Apart]]]:
        """The games nearest to each, nearest first."""
        return self.memo.once("nearest", lambda: distance.nearest(self.distances))
