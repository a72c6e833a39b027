"""Rules on hands that the corpus keeps to show them played out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotref.checks.registry import Found, rule
from tarotref.play import kept
from tarotref.play.compiled import Unplayable
from tarotref.problem import nearest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus


@rule
def hand_played(computed: ComputedCorpus) -> Found:
    """A hand played out is of a game that has a record, shows what its main rules have, and does what they allow, to the end."""
    source, corpus = computed.corpus.shared_sources.get("hands"), computed.corpus
    for id, hand in corpus.shared["hands"].items():
        assert source
        ruleset = corpus.rulesets.get(f"{id}/main")
        if id not in corpus.known_ids and corpus.games:
            yield source.problem((id,), f"no game has the id {id!r}{nearest(id, corpus.games)}", "hand-played")
        if ruleset is None or not corpus.whole(id) or computed.figures(ruleset).faults:
            continue
        try:
            kept.played(computed, ruleset, hand)
        except (Unplayable, LookupError):
            continue  # a fact is missing, which need be no fault, or names what is not there, which is told where it stands
        except ValueError as error:
            yield source.problem((id, "actions"), f"{error}; scripts/find_hands.py finds another hand", "hand-played")
        for path in hand.shows:
            if ruleset.at(tuple(path.split("."))) is None:
                yield source.problem((id, "shows"), f"the rules of {id} have nothing at {path!r}", "hand-played")
