"""Rules on hands that the corpus keeps to show them played out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tarotref.checks.registry import Found, of_rulesets, rule
from tarotref.play import kept
from tarotref.play.compiled import Unplayable
from tarotref.problem import nearest

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus
    from tarotref.corpus.records import Ruleset


@rule
def hand_played(computed: ComputedCorpus) -> Found:
    """A hand played out is of a game that has a record, shows what its main rules have, and does what they allow, to the end."""
    source, corpus = computed.corpus.shared_sources.get("hands"), computed.corpus
    for id in corpus.shared["hands"]:
        assert source
        if id not in corpus.known_ids and corpus.games:
            yield source.problem((id,), f"no game has the id {id!r}{nearest(id, corpus.games)}", "hand-played")


@of_rulesets("hand-played")
def _hand_allowed(computed: ComputedCorpus, r: Ruleset) -> Found:
    source, id, hand = computed.corpus.shared_sources.get("hands"), r.game, computed.corpus.shared["hands"].get(r.game)
    if source is None or hand is None or r.key != "main" or not computed.corpus.whole(id) or computed.figures(r).faults:
        return
    try:
        kept.played(computed, r, hand)
    except (Unplayable, LookupError):
        return  # a fact is missing, which need be no fault, or names what is not there, which is told where it stands
    except ValueError as error:
        yield source.problem((id, "actions"), f"{error}; scripts/find_hands.py finds another hand", "hand-played")
    for path in hand.shows:
        if r.at(tuple(path.split("."))) is None:
            yield source.problem((id, "shows"), f"the rules of {id} have nothing at {path!r}", "hand-played")
