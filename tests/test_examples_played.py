"""The worked examples of the sources, played: each kept hand is its example, and pays what the source says."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tests.examples import Place, differences, examples, kept, underpaid

HANDS = kept()


def test_every_example_is_played(computed: ComputedCorpus) -> None:
    assert set(HANDS) == {place for place, _, _ in examples(computed)}, "run scripts/play_examples.py"


@pytest.mark.parametrize("place", HANDS, ids=str)
def test_an_example_played_pays_what_the_source_says(computed: ComputedCorpus, place: Place) -> None:
    example = computed.corpus.game(place.game).examples[place.number]
    state = play.replay(HANDS[place], computed)
    result = state.result()
    assert state.table.plan.ruleset.id == f"{place.game}/{place.ruleset}"
    assert not list(differences(state, result, example))
    assert not list(underpaid(state, result, example))
