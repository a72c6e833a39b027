"""Stakes raised in the bidding, by another player of the same side, and by each opponent for himself."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tarotref.play.announcing import announceable
from tarotref.play.deal import start
from tarotref.play.phases.doubles import doublable
from tarotref.play.table import DONE
from tests.test_play_payments import dealt
from tests.test_play_stakes import states
from tests.test_played_as_told import bidding


def _said(state: State, *said: str) -> State:
    for one in said:
        state = state.do(one)
    return state


def _to_the_end(state: State, *wanted: str) -> State:
    """The hand played out, with what is wanted said in this order, and cards played as they come."""
    left = list(wanted)
    while not state.over:
        legal = [str(action) for action in state.legal()]
        said = left[0] if left and left[0] in legal else next((one for one in ("pass", "done") if one in legal), None)
        if left and said == left[0]:
            left.pop(0)
        state = state.do(said or legal[0])
    assert not left, left
    return state


def test_a_bid_is_doubled_in_the_bidding(computed: ComputedCorpus) -> None:
    """9.19: contre is said to the highest bid of another pair, which a higher bid does away with; below Garde nothing is played."""
    table = play.table("9.19", computed=computed)
    state = start(table, 1)
    with pytest.raises(IllegalAction, match="pass"):
        state.do("double score")
    state = _said(state, "bid prise")
    doubled = _said(state, "double score")
    assert dict(doubled.setting.doubled)["score"].level == 1 and doubled.view(0)["doubled"] == {"score": (1, 1)}
    assert "double score" not in [str(one) for one in doubled.legal()]
    assert "double score" not in [str(one) for one in _said(state, "pass", "pass").legal()]  # the bidder's partner
    low = _to_the_end(doubled)
    assert low.setting.void == "all-pass" and not low.result().transfers
    high = _said(doubled, "bid garde")
    assert not high.setting.doubled and high.view(0)["doubled"] == {}
    once, twice = (_to_the_end(high, *said).result() for said in ((), ("double score",)))
    assert once.total and twice.total and once.totals == twice.totals
    score = [[one.pays for one in result.transfers or () if one.by[0][0] == "score"] for result in (once, twice)]
    assert [tuple(2 * own for own in pays) for pays in score[0]] == score[1]


def test_a_second_opponent_doubles_again(computed: ComputedCorpus) -> None:
    """9.15 by Laurent: surcontre is not the declarer's, nor that of the opponent who has said contre."""
    state = _said(start(play.table("9.15/laurent-1975", computed=computed), 2), "bid garde-sans", *["pass"] * 3)
    while state.phase != "double":
        state = state.do("done")
    assert state.player == 1
    state = state.do("double score")
    assert state.player == 2 and "double score" in [str(one) for one in state.legal()]
    state = state.do("double score")
    assert dict(state.setting.doubled)["score"].level == 2 and state.phase != "double"


def test_each_opponent_doubles_for_himself(computed: ComputedCorpus) -> None:
    """9.15: contre doubles what one opponent and the declarer pay each other; surcontre of the declarer quadruples that alone."""
    begun = _said(start(play.table("9.15/contre", computed=computed), 3), "bid garde-sans", *["pass"] * 3)
    found = {}
    for said in (
        (),
        ("double score",),
        ("done", "double score", "done", "double score"),
        ("double score",) * 3 + ("double score",),
    ):
        state, left = begun, list(said)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            if state.phase == "double" and left:
                state = state.do(left.pop(0))
            else:
                state = state.do("done" if "done" in legal else legal[0])
        pays = [one.pays for one in state.result().transfers or () if one.by[0][0] == "score"]
        found[said] = tuple(map(sum, zip(*pays, strict=True)))
    once = found[()]
    one = -once[1]
    assert once == (3 * one, -one, -one, -one)
    assert found["double score",] == (4 * one, -2 * one, -one, -one)
    assert found["done", "double score", "done", "double score"] == (5 * one, -one, -2 * one, -2 * one)
    assert found["double score", "double score", "double score", "double score"] == (12 * one, *[-4 * one] * 3)


def test_the_declarers_side_may_raise_a_rufer_first_and_the_dealer_who_does_not_ask_has_to(computed):
    """19.13, the book of 2006: the dealer who leaves Trischaken be has to announce or double something."""
    table, seen = play.table("19.13/GM-2006", 4, computed), set()
    for seed in range(40):
        state = start(table, seed)
        while state.phase != "play":
            legal = [str(action) for action in state.legal()]
            if state.phase == "double" and not state.setting.doubled:
                seen.add(("may", state.setting.side(state.player), "double score" in legal))
                if state.player == table.plan.dealer:
                    assert "done" not in legal and "cases.or_raises" in state.why(DONE)
                    seen.add("must")
            said = [one for one in ("bid rufer", "pass", "done") if one in legal]
            state = state.do(said[0] if said else legal[0])
        solo = _solo(table, seed)
        seen.add(("solo", solo))
    assert seen == {("may", 0, True), ("may", 1, True), "must", ("solo", False)}


def _solo(table, seed):
    """Whether the declarer may double his own Solo."""
    state = start(table, seed).do("bid solo")
    while state.phase != "play":
        if state.phase == "double" and state.player == state.setting.declarer and not state.setting.doubled:
            return True
        state = state.do(
            next(one for one in ("pass", "done", str(state.legal()[-1])) if one in map(str, state.legal()))
        )
    return False


def test_an_opponent_doubles_a_suit_contract_or_announces_valat(computed):
    """18.10 in Upper Austria: who has done the one may not do the other."""
    table, seen = play.table("18.10/OOE-2023", 4, computed), set()
    for seed in range(60):
        for wanted in ("double score", "announce slam"):
            for state in states(table, seed, bidding("farbendreier")):
                if state.phase == "double" and state.setting.side(state.player):
                    legal = [str(action) for action in state.legal()]
                    if wanted in legal:
                        seat, after = state.player, state.do(wanted)
                        assert "slam" not in announceable(after, seat)
                        assert wanted == "double score" or not doublable(after, seat)
                        seen.add(wanted)
    assert seen == {"double score", "announce slam"}


@pytest.mark.parametrize(
    ("said", "must"),
    [
        (("bid rufer", "call XX"), True),
        (("bid rufer", "call XX", "announce pagat-last"), False),
        (("bid solo",), False),
    ],
)
def test_who_holds_the_trull_doubles_a_rufer_without_an_announcement(computed, said, must):
    """19.13 by HKSW: who holds all three, unless something has been announced, or a Solo is played."""
    table = play.table("19.13/hksw-rules", 4, computed)
    state, left = dealt(table, {2: "fool, 21, 1", 3: "20"}), list(said)
    while state.player is not None and not (state.phase == "double" and state.player == 2):
        legal = [str(action) for action in state.legal()]
        if left and left[0] in legal and (state.player == 0 or "announce" in left[0]):
            state = state.do(left.pop(0))
        else:
            state = state.do(next(one for one in ("pass", "done", legal[0]) if one in legal))
    assert not left, left
    assert ([str(action) for action in state.legal()] == ["double score"]) is must
    assert not must or "must_with" in state.why(DONE)
