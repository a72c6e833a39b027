"""Who becomes the declarer's partner at Calatafimi (14.8): who offers, else the holder of a King that is not any King."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import State
from tests.test_play_payments import dealt, gone_on


def _twenty(state: State) -> State:
    """The hand when the first player has bid Twenty, the dealer has discarded, and somebody may offer or call."""
    state = gone_on(state)
    while state.phase not in ("offer", "call", "play"):
        legal = [str(action) for action in state.legal()]
        bid = "bid twenty" if state.player == 0 and "bid twenty" in legal else None
        state = state.do(bid or next((one for one in ("pass", "done") if one in legal), legal[0]))
    return state


@pytest.mark.parametrize("id", ["14.8", "14.8/pagat-sicily"])
def test_who_has_just_fifteen_may_offer(computed: ComputedCorpus, id: str) -> None:
    """In turn from the declarer, and openly; if nobody does, a King is called."""
    table = play.table(id, computed=computed)
    if id == "14.8":
        hands = {0: "21, 2", 1: "fool, 20", 2: "19, 18, K of cups", 3: "17, 3, 4, 5"}
    else:
        hands = {0: "20, 1", 1: "fool, 19", 2: "18, 17, K of cups", 3: "16, 3, 4, 5"}
    state = _twenty(
        dealt(table, {**hands, 1: f"{hands[1]}, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, J of cups, C of cups, Q of cups"})
    )
    assert _fifteen(state, 1) and (state.phase, state.player) == ("offer", 1)
    offered = state.do("offer partner")
    assert offered.setting.partner == 1 and offered.setting.called is None and offered.phase != "call"
    assert [offered.view(seat)["partner"] for seat in range(4)] == [1] * 4
    while state.phase == "offer":
        state = state.do("done")
    assert (state.phase, state.player) == ("call", 0)


def _fifteen(state: State, seat: int) -> bool:
    plan, hand = state.plan, state.hands[seat]
    tens, fives = ((hand & plan.named([name])).bit_count() for name in ("diecine", "cinquine"))
    return 10 * tens + 5 * fives == 15


@pytest.mark.parametrize(
    ("own", "may"),
    [
        ("Q of coins, 7 of coins, Q of cups, 7 of cups, 6 of cups", "coins"),  # the shorter
        ("Q of coins, C of coins, Q of cups, 7 of cups", "coins"),  # the higher courts
        ("C of coins, 7 of coins, Q of cups, 7 of cups", "cups"),
        ("Q of coins, 7 of coins, Q of cups, 7 of cups", "coins"),  # Coins before others
        ("Q of coins, 7 of coins, 6 of coins, Q of cups", "cups"),  # held, though but one card
    ],
)
def test_the_king_called_is_that_of_the_shortest_suit_held(computed: ComputedCorpus, own: str, may: str) -> None:
    """14.8: then that with the highest courts, then Coins; a suit that he lacks only if there is no other."""
    table = play.table("14.8", computed=computed)
    more = ", ".join(["3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"][: 15 - 2 - len(own.split(","))])
    state = _twenty(dealt(table, {0: f"21, 2, {own}, {more}"}))
    while state.phase == "offer":
        state = state.do("done")
    assert [str(action) for action in state.legal()] == [f"call K of {may}"]


@pytest.mark.parametrize("id", ["14.8", "14.8/pagat-sicily"])
def test_the_dealer_discards_before_twenty_is_said(computed: ComputedCorpus, id: str) -> None:
    """When nobody goes solo; where somebody does, the three cards are his."""
    table = play.table(id, computed=computed)
    state = gone_on(dealt(table, {0: "fool"}, 5))
    solo = state.do("bid solo")
    assert solo.setting.declarer == 0 and not solo.setting.laid[3]
    for _ in range(4):
        assert state.phase == "bid" and "bid twenty" not in map(str, state.legal())
        state = state.do("pass")
    assert (state.phase, state.player, state.hands[3].bit_count(), state.setting.talon) == ("discard", 3, 18, 0)
    for _ in range(3):
        state = state.do(state.legal()[0])
    assert (state.phase, state.player, state.hands[3].bit_count()) == ("bid", 0, 15)
    while not state.over:
        legal = [str(action) for action in state.legal()]
        state = state.do("bid twenty" if "bid twenty" in legal else "done" if "done" in legal else legal[0])
    assert state.setting.laid[3].bit_count() == 3
