"""What games are advised first, and with which words."""

from __future__ import annotations

from collections import Counter

import pytest

from tarotref.dates import bounds, words_seen
from tarotref.model.types import given
from tarotref.pages import advice
from tarotref.pages.beside import told_instead
from tarotref.pages.elements import text_of
from tarotref.pages.game import GamePage
from tarotref.pages.lists.tonight import offers, packs_at_hand
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
    assert complete[: len(advice.MAINSTAYS)] == list(advice.MAINSTAYS)  # each is complete, and still played
    versions = [len(computed.corpus.of_game(g)) for g in alive[len(advice.MAINSTAYS) :]]
    assert versions == sorted(versions, reverse=True) and versions[0] > 10


def test_a_game_of_no_known_beginning_is_told_by_when_it_was_seen():
    assert words_seen("/..", "2003") == "seen 2003" and words_seen("1975~/..", "2003") == "from c. 1975"
    assert words_seen("/2003", None) == "2003 or earlier" and words_seen("/..", None) == "beginnings not recorded"


def test_what_is_not_known_is_said(advised):
    assert advised["16.2"].lacking == "rules not known"  # known by name only
    assert "hand" in advised["16.18"].lacking  # known in part
    assert advised["2.4"].lacking.startswith("incomplete: ")
    assert advised["8.13"].lacking == advised["C8"].lacking == ""
    assert advised["R5"].lacking == "not played with tarot cards"  # Whist


def test_the_line_is_one_sentence_without_marks(computed):
    labels = Labels(computed)
    lines = {game: next(iter(advice.sentences(labels, computed, game)), "") for game in computed.corpus.games}
    assert lines["8.13"] == "One player, the ombra, plays against the other two."
    assert lines["9.13"] == "The tournament game of the Fédération Française de Tarot (FFT)."
    assert [game for game, line in lines.items() if not line or set(line) & set("{}`*") or len(line) > 400] == []


def test_a_game_is_offered_with_a_sentence_that_few_others_could_have(computed):
    """The same sentence is said of two games only where one is a form of the other, and it stands on the page of each."""
    own, labels = advice.own_sentences(computed), Labels(computed)
    offered = offers(computed)
    assert len({o.line for o in offered}) > 0.9 * len(offered) > 100
    assert all(own[o.number] == o.line in advice.sentences(labels, computed, o.number) for o in offered)


def test_what_is_offered_can_be_played(computed, advised):
    offered = offers(computed)
    assert [o.number for o in offered] == [g for g, a in advised.items() if not a.lacking]
    packs = {p["id"]: p for p in packs_at_hand(computed)}

    def best(players, pack):
        fit = [o for o in offered if players in o.players and o.pack in packs[pack]["plays"] and o.alive]
        return next((o.number for o in fit if o.cards == packs[pack]["cards"]), fit[0].number)

    found = [
        best(*asked) for asked in ((4, "tarot-78-italian"), (3, "tarock-54"), (4, "tarock-54"), (4, "tarot-78-french"))
    ]
    assert found == ["5.1", "15.16", "18.10", "9.13"]
    assert all(1 < m < 20 for o in offered for m in o.minutes.values()) and offered[0].minutes[4] == 6  # 18 cards each


def test_who_cannot_play_a_game_is_led_to_others_with_its_pack_then_to_its_family(computed, advised):
    corpus, led, unled = computed.corpus, Counter(), set()

    def pack(id):
        return given(computed.ruleset(id).rules.pack)

    for game in advised:
        same, family = advice.instead(computed, game)
        said = list(told_instead(GamePage(computed, game)))
        found = openness(computed, computed.ruleset(game))
        playable = found.status != "cannot be played" or found.unplayed  # by players, if not by the program
        assert not (playable and said) and len(same + family) <= 3
        unled |= set() if playable or said else {game}
        assert not (playable and same + family) and all(not advised[id].lacking for id in same + family), game
        assert {pack(id) for id in same} <= {pack(game)} - {None} and pack(game) not in {pack(id) for id in family} - {
            None
        }
        assert {corpus.game(id).tradition for id in family} <= {corpus.game(game).tradition}
        words = text_of(said[0]) if said else ""
        assert all(corpus.game(id).title in words for id in same + family)
        assert ("same pack" in words) == bool(same) and ("another pack" in words) == bool(family and pack(game))
        led += Counter(same=bool(same), family=bool(family))
    assert unled == {"R9", "R10"}  # listed, and nothing of Rome and Naples or with their packs can be played
    assert led["same"] > 30 and led["family"] > 10
    assert advice.instead(computed, "15.7").same_pack[0] == "15.4"  # for three, with 42 cards
