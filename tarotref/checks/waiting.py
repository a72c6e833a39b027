"""What follows from records and has not followed yet: told beside the problems, as one command brings it up to date."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from tarotref.checks.registry import Sound
from tarotref.dates import in_time
from tarotref.play import kept
from tarotref.play.gaps import openness
from tarotref.problem import Problem

if TYPE_CHECKING:
    from tarotref.computed.corpus import ComputedCorpus

REMEDY = "make record"
CODE = "waiting"


def waiting(computed: ComputedCorpus, sound: Sound | None = None) -> Iterator[Problem]:
    """Yield what waits for `make record`, in a corpus without problems: hands that the rules have left behind, evidence out of order.

    Hands that `sound` knows to be of their rules are not looked at again.
    """
    for game in computed.corpus.games:
        if sound is None or not sound.knows(CODE, game):
            late = list(_hand(computed, game))
            yield from late
            if sound is not None and not late:
                sound.note(CODE, game)
    yield from _evidence(computed)


def _hand(computed: ComputedCorpus, game: str) -> Iterator[Problem]:
    hands, source = computed.corpus.shared["hands"], computed.corpus.shared_sources.get("hands")
    if source is None:
        return
    main, hand = computed.corpus.rulesets.get(f"{game}/main"), hands.get(game)
    if main is None or (hand is not None and (hand.fixed or hand.facts == kept.digest(main))):
        return
    if hand is not None:
        yield source.problem((game, "facts"), f"the hand of {game} was chosen by other facts", CODE)
    elif openness(computed, main).status.startswith("runs"):
        record = computed.corpus.games[game]
        yield record.source.problem(("rules",), f"{game} can be played, and has no hand played out yet", CODE)


def _evidence(computed: ComputedCorpus) -> Iterator[Problem]:
    source = computed.corpus.shared_sources.get("attestations")
    dated = [(in_time(entry.dated), id) for id, entry in computed.corpus.shared["attestations"].items()]
    for (before, sooner), (date, id) in pairwise(dated):
        if date < before and source is not None:
            yield source.problem((id, "dated"), f"{id} stands after {sooner}, which is later", CODE)
