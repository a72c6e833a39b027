"""The worked examples of the sources, played: each kept hand is its example, and pays what the source says."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import Result, State
from tests.examples import Place, differences, examples, underpaid

FOUND = json.loads((Path(__file__).parent / "data" / "examples.json").read_text(encoding="utf-8"))
"""Transcripts by game, ruleset and number of the example, which `scripts/play_examples.py` has found."""
PLACES = [
    Place(game, key, int(number)) for game, keys in FOUND.items() for key, found in keys.items() for number in found
]


@cache
def hand(computed: ComputedCorpus, place: Place) -> tuple[State, Result]:
    transcript: dict[str, Any] = FOUND[place.game][place.ruleset][str(place.number)]
    state = play.replay(transcript, computed)
    assert state.over and state.plan.ruleset.id.partition("#")[0] == f"{place.game}/{place.ruleset}"
    return state, state.result()


def test_every_example_is_played(computed: ComputedCorpus) -> None:
    assert sorted(PLACES) == sorted(place for place, _, _ in examples(computed)), "run scripts/play_examples.py"


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_an_example_played_pays_what_the_source_says(computed: ComputedCorpus, place: Place) -> None:
    example = computed.corpus.game(place.game).examples[place.number]
    assert not list(differences(*hand(computed, place), example))
    assert not list(underpaid(*hand(computed, place), example))
