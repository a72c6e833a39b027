"""Of trumps declared a side is paid for the most alone, and partners who know each other do not declare as many (18.6)."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.play import Action
from tests.test_play_payments import dealt
from tests.test_play_stakes import states
from tests.test_played_as_told import bidding

MINE = "1, 2, 3, 4, 5, 6, 7, 8, K of spades, K of clubs, Q of spades, Q of clubs"
EIGHT = "9, 10, 11, 12, 13, 14, 15, 16, K of hearts, J of hearts, J of spades, J of clubs"
NINE = EIGHT.replace("J of hearts", "17")


@pytest.mark.parametrize(("partner", "worth"), [(EIGHT, 1), (NINE, 2)])
def test_a_side_is_paid_for_its_largest_declaration(computed, partner, worth):
    state = dealt(play.table("18.6", 4, computed), {0: MINE, 2: partner}, 5)
    wanted = ["bid unul-de-doi", "call K♥", "take", "discard Q♠", "discard Q♣", "declare taroace"]
    offered = set()
    while not state.over:
        legal = [str(action) for action in state.legal()]
        if state.phase == "declare":
            offered.add((state.player, "declare taroace" in legal))
        state = state.do(next((one for one in (*wanted, "pass", "done") if one in legal), legal[0]))
    assert (2, True) in offered if worth == 2 else 2 not in dict(offered)  # the partner knows the declarer
    paid = [one.pays for one in state.result().transfers if one.by[0] == ("declarations", "taroace", "worth")]
    assert paid == [(worth, -worth, worth, -worth)]


def test_who_has_not_declared_his_trumps_does_not_announce_the_pagat(computed):
    table, seen = play.table("18.6", 4, computed), set()

    def silent(state, legal):
        return "done" if state.phase == "declare" else bidding("unul-de-doi")(state, legal)

    for seed in range(300):
        for state in states(table, seed, silent):
            setting = state.setting
            pagat = table.plan.named(["pagat"])
            if state.phase == "announce" and state.player == setting.declarer and state.own & pagat:
                many = "taroace" in setting.held[state.player]
                assert (Action("announce", "pagat-last") in state.legal()) is not many
                seen.add(many)
    assert seen == {True, False}
