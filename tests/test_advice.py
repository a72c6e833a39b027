"""What games are advised first, and with which words."""

from __future__ import annotations

import pytest

from tarotref.dates import bounds
from tarotref.pages import advice
from tarotref.pages.elements import text_of
from tarotref.pages.game import GamePage
from tarotref.pages.wording import Labels
from tarotref.play.gaps import openness


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


def test_who_cannot_play_a_game_is_led_to_one_of_its_family_that_can_be_played(computed, advised):
    corpus, led = computed.corpus, 0
    for game in advised:
        found, said = advice.instead(computed, game), list(GamePage(computed, game).told_instead())
        playable = openness(computed, computed.ruleset(game)).status != "cannot be played"
        assert bool(said) is not playable
        assert not (playable and found) and all(not advised[id].lacking for id in found), game
        assert {corpus.game(id).tradition for id in found} <= {corpus.game(game).tradition} and len(found) <= 3
        assert all(corpus.game(id).title in text_of(said[0]) for id in found)
        led += bool(found)
    assert led > 60
    assert advice.instead(computed, "15.7")[0] == "15.4"  # for three, with 42 cards
