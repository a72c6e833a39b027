"""Rules of Slovenian Tarok for three that play keeps: the free Pagat, and kontra in a Klopecki (16.8)."""

from __future__ import annotations

import random
from fractions import Fraction

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tests.test_play_payments import dealt

ONE_TRUMP = "I, K of clubs, Q of clubs, C of clubs, " + ", ".join(
    f"{rank} of {suit}" for suit in ("hearts", "spades", "diamonds") for rank in "KQCJ"
)


def _may(state: play.State) -> list[str]:
    return [str(action) for action in state.legal()]


def _played(state: play.State, rng: random.Random) -> play.State:
    while not state.over:
        state = state.do("done" if "done" in _may(state) else rng.choice(_may(state)))
    return state


def test_a_pagat_that_was_announced_free_is_played_to_any_trick_and_wins_it(computed: ComputedCorpus) -> None:
    """By one who was dealt no other trump; a player who says nothing has to follow suit."""
    state = dealt(
        play.table("16.8/vogel-frei", 3, computed),
        {1: ONE_TRUMP, 0: "A of hearts, 2 of hearts, 3 of hearts, 4 of hearts"},
    )
    for said in ("bid three", "pass", "pass", "contract three"):
        state = state.do(said)
    while state.phase != "announce" or state.player != 1:
        assert "announce vogel-frei" not in _may(state)
        state = state.do("done" if "done" in _may(state) else _may(state)[-1])
    bound, free = state.do("done"), state.do("announce vogel-frei")
    lead = None
    for one, may in ((bound, False), (free, True)):
        while one.phase != "play":
            one = one.do("done")
        lead = next(card for card in _may(one) if "♥" in card)
        one = one.do(lead)
        assert one.player == 1 and ("play I" in _may(one)) is may
    assert lead is not None
    won = one.do("play I")
    assert won.do(_may(won)[0]).tricks[0].winner == 1


def test_a_kontra_in_a_klopecki_falls_on_who_said_it_if_he_takes_most(computed: ComputedCorpus) -> None:
    """All lose double, who takes 35 or more loses 140 alone; but the sayer who takes most loses twice his points alone."""
    table, seen = play.table("16.8/bled-2005", 3, computed), set()
    for seed in range(60):
        state = play.new("16.8/bled-2005", seed=seed, computed=computed)
        for said in ("bid three", "pass", "pass", "contract three", "case klopecki"):
            state = state.do(said)
        assert state.phase == "double" and state.player == 0
        state = state.do("double score") if seed % 2 else state.do("done").do("double score")
        assert state.phase == "play"  # nobody else doubles
        result, sayer = _played(state, random.Random(seed)).result(), 1 - seed % 2
        points, total = result.totals, result.total
        assert total is not None
        most = max(points.values())
        if most >= 35:
            expected = [-140 if points[seat] == most else 0 for seat in range(3)]
        elif points[sayer] == most:
            expected = [-points[seat] * (1 + (seat == sayer)) for seat in range(3)]
        else:
            expected = [-2 * points[seat] for seat in range(3)]
        seen.add((most >= 35, points[sayer] == most))
        assert list(map(Fraction, total)) == list(map(Fraction, expected)), (points, sayer)
    assert table and len(seen) == 4
