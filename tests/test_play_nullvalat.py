"""Pagat Nullvalat: every trick is lost, and the Pagat played to the last one (16.19)."""

from __future__ import annotations

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tests.test_play_payments import dealt

LOW = "I, II, III, IIII, V, VI, VII, VIII, 4 of hearts, 3 of hearts, 2 of hearts, 4 of diamonds, 3 of diamonds, 2 of diamonds, 7 of spades, 8 of spades"
PAGAT = "I"


def _height(state: play.State, action: play.Action) -> tuple[bool, int]:
    """How high a card is, trumps above all suits."""
    place = state.table.place[action.what]
    return state.plan.cards[place].trump is not None, state.plan.trick.power[state.plan.suit[place]][place]


def _chosen(state: play.State, seed: int) -> str:
    """What is done: another takes up the discard to lose all tricks, and the first player answers; he plays low, the others high,
    but for what they lead."""
    legal = state.legal()
    cases = [str(one) for one in legal if one.kind == "case" and one.what in ("ohnevalat", "pagat-nullvalat")]
    if cases and (state.player != 0 or state.table.case):
        return cases[0]
    if str(legal[-1]) == "done":
        return "done"
    low = sorted(legal, key=lambda one: _height(state, one))
    if state.player != 0 and state.phase == "play" and not state.trick.cards:
        return str(low[seed % len(low)])
    if state.player != 0 or state.phase != "play":
        return str(next(one for one in reversed(low) if one.what != PAGAT or len(low) == 1))
    early = [one for one in low if one.what == PAGAT and state.trick.cards]
    if early and seed % 2:
        return str(early[0])
    return str(next((one for one in low if one.what != PAGAT), low[0]))


def test_every_trick_is_lost_and_the_pagat_played_to_the_last_one(computed: ComputedCorpus) -> None:
    """Worth 40; who loses every trick but has played the Pagat before has failed all the same."""
    table, seen = play.table("16.19/pagat-nullvalat", 3, computed), set()
    for seed in range(300):
        state = dealt(table, {0: LOW}, seed)
        for said in ("bid dreier", "pass", "pass", "take 1"):
            state = state.do(said)
        while not state.over:
            state = state.do(_chosen(state, seed))
        bare = all(trick.winner != 0 for trick in state.tricks)
        last = table.place[PAGAT] in state.tricks[-1].cards
        assert state.table.case == "pagat-nullvalat" and state.setting.declarer == 0
        assert state.result().total == ((40, 0, 0) if bare and last else (0, 40, 40))
        seen.add((bare, last))
    assert {(True, True), (True, False)} <= seen
