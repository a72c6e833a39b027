"""Cards bought: out of the dealer's discard, and for a share of a pot."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import State
from tarotref.play.deal import start
from tests.test_play_payments import paid

POT = 40


def _bidding(ruleset: str, computed: ComputedCorpus, seed: int, bid: str) -> State:
    """A hand in which the player after the dealer has bid, and the others have passed; 40 lie in the pot."""
    state = start(play.table(ruleset, computed=computed), seed, pots={"mouche": POT})
    while state.phase not in ("ask", "play"):
        legal = [str(action) for action in state.legal()]
        said = (
            bid
            if bid in legal and state.player == 0
            else next((one for one in ("pass", "done") if one in legal), legal[0])
        )
        state = state.do(said)
    return state


@pytest.mark.parametrize(
    ("ruleset", "price"), [("9.1", 10), ("9.1/cercle-granvelle", Fraction(POT, 5)), ("9.1/price-of-the-bete", POT)]
)
def test_a_card_is_bought_out_of_the_dealers_discard(computed: ComputedCorpus, ruleset: str, price: Fraction) -> None:
    """9.1: the dealer gives it, and lays the card that he gets in its place; he is paid as another would be."""
    seen = 0
    for seed in range(12):
        state = _bidding(ruleset, computed, seed, "bid achat")
        plan, laid = state.plan, state.setting.laid[3]
        suits = laid & ~plan.named(["trumps", "fool"])
        if not suits:
            continue
        card = plan.list(suits)[0]
        state = state.do(f"ask {card}")
        assert state.phase == "give" and state.player == 0
        given = plan.list(state.hands[0] & ~plan.held([card]))[0]
        state = state.do(f"give {given}")
        assert state.setting.laid[3] == laid & ~plan.held([card]) | plan.held([given])
        assert [hand.bit_count() for hand in state.hands] == [18] * 4
        assert state.hands[0] & plan.held([card]) and not state.hands[0] & plan.held([given])
        while not state.over:
            legal = [str(action) for action in state.legal()]
            state = state.do("done" if "done" in legal else legal[0])
        assert paid(state.result(), "bids", "achat", "asks", "price") == [-price, 0, 0, price]
        seen += 1
    assert seen


def test_opponents_share_a_fifth_of_the_pot(computed: ComputedCorpus) -> None:
    """9.2: whoever gives the card, each of the two has half of the fifth."""
    state = _bidding("9.2/fifth-of-the-bete", computed, 3, "bid prise")
    while state.phase != "give":
        state = state.do(next(str(one) for one in state.legal() if one.kind == "ask"))
    while not state.over:
        legal = [str(action) for action in state.legal()]
        state = state.do("done" if "done" in legal else legal[0])
    assert paid(state.result(), "bids", "prise", "asks", "price") == [-POT // 5, POT // 10, POT // 10]


def test_who_announces_a_slam_after_the_discard_may_buy_a_card(computed: ComputedCorpus) -> None:
    """9.2: whatever has been bid; the declarer has then to announce the slam, and pays 500 for failing in it."""
    state = start(play.table("9.2", computed=computed), 3)
    while state.phase != "case":
        legal = [str(action) for action in state.legal()]
        wanted = "bid sans-achat" if state.player == 0 else "pass"
        state = state.do(wanted if wanted in legal else legal[0])
    state = state.do("case chelem-announced-with-card")
    assert state.phase == "ask" and state.player == 0
    state = state.do(next(str(one) for one in state.legal() if one.kind == "ask"))
    while not state.over:
        legal = [str(action) for action in state.legal()]
        if state.phase == "announce" and state.player == 0:
            assert legal == ["announce slam"]
        state = state.do("done" if "done" in legal else legal[0])
    assert len(state.setting.bought) == 1
    assert paid(state.result(), "bids", "sans-achat", "asks", "price") == [-10, 5, 5]
    assert paid(state.result(), "feats", "slam", "announced", "lost") == [-1000, 500, 500]
