"""What games are advised first, and with which words."""

from __future__ import annotations

import pytest

from tarotref.dates import bounds
from tarotref.pages import advice
from tarotref.pages.wording import Labels


@pytest.fixture(scope="module")
def advised(computed):
    return advice.advised(computed)


def test_complete_ones_come_first_and_then_those_still_played(computed, advised):
    complete = [game for game, a in advised.items() if not a.lacking]
    assert list(advised)[: len(complete)] == complete
    alive = [g for g in complete if computed.corpus.game(g).seen or bounds(computed.corpus.game(g).played)[1] is None]
    assert complete[: len(alive)] == alive and 10 < len(alive) < len(complete) < len(advised)
    simple = [advised[g].rank[2] for g in alive]
    assert simple == sorted(simple) and simple[0] < 3 < simple[-1]


def test_what_is_not_known_is_said(advised):
    assert advised["16.18"].lacking == "rules not known"  # known by name only
    assert advised["R3"].lacking.startswith("incomplete: ")
    assert advised["8.13"].lacking == advised["C8"].lacking == ""
    assert advised["R5"].lacking == "not played with tarot cards"  # Whist


def test_the_line_is_one_sentence_without_marks(computed):
    labels = Labels(computed)
    lines = {game: advice.first_sentence(labels, computed, game) for game in computed.corpus.games}
    assert lines["8.13"] == "One player, the ombra, plays against the other two."
    assert lines["9.13"] == "The tournament game of the Fédération Française de Tarot."
    assert [game for game, line in lines.items() if not line or set(line) & set("{}`*") or len(line) > 400] == []
