"""Petrtyl's Tarok (18.14 to 18.17): bids held, Five not doubled by who has bid Four, a Sweep by stages."""

from __future__ import annotations

from tarotref import play
from tarotref.play import Action
from tarotref.play.table import DONE


def test_an_earlier_player_holds_a_later_bid(computed):
    state = play.start(play.table("18.14", 4, computed), 1)
    for said in ("bid three", "bid four", "pass", "pass"):
        state = state.do(said)
    assert state.player == 0 and Action("bid", "four") in state.legal()
    held = state.do("bid four").do("pass")
    assert held.setting.declarer == 0 and held.setting.contract == "four"
    assert any(gap.assumption == "bidding.holds" for gap in state.table.plan.gaps())


def test_who_has_bid_four_does_not_double_five_first(computed):
    table, seen = play.table("18.14", 4, computed), set()
    for seed in range(60):
        state = play.start(table, seed)
        for said in ("bid three", "bid four", "pass", "bid five", "pass", "pass"):
            state = state.do(said)
        while state.phase != "play":
            if state.phase == "double" and state.player == 1:
                assert Action("double", "score") not in state.legal()
                if state.legal() != (DONE,):
                    seen.add("asked")
            state = state.do(DONE if DONE in state.legal() and state.phase != "call" else state.legal()[0])
        seen.add("played")
    assert "played" in seen


def test_a_sweep_pays_by_the_stage_of_the_talon(computed):
    plan = play.table("18.14", 4, computed).plan
    slam = plan.feats["slam"]
    assert [slam.price(False, True, stage) for stage in range(4)] == [12, 12, 14, 16]
    assert [slam.price(True, True, stage) for stage in (1, 2, 3)] == [24, 28, 32]
    assert plan.cases["bids.five"].feats["slam"].price(False, True, 0) == 24
