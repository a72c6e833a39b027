"""Bidding in two rounds, and bids that are made over certain others alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tarotref.play.auction import PASS, Auction
from tarotref.play.deal import start
from tests.test_play_payments import dealt


def _said(state: State, *said: str) -> State:
    for one in said:
        state = state.do(one)
    return state


def _legal(state: State) -> set[str]:
    return {str(action) for action in state.legal()}


def test_a_solo_is_for_the_first_round(computed: ComputedCorpus) -> None:
    """R11: who bids it plays it; if nobody does, each in turn may dap, and another stretch, but nobody goes solo any more."""
    state = play.new("R11/no-duty", players=6, seed=2, computed=computed)
    assert _legal(state) == {"pass", "bid solo"}
    solo = _said(state, "pass", "bid solo")
    assert (solo.setting.contract, solo.setting.declarer) == ("solo", 1)
    second = _said(state, *["pass"] * 6)
    assert second.player == 0 and _legal(second) == {"pass", "bid dappen"}
    stretched = _said(second, "bid dappen")
    assert stretched.player == 1 and _legal(stretched) == {"pass", "bid strecken"}


def test_no_bid_is_skipped(computed: ComputedCorpus) -> None:
    """17.3: the first player has to bid Cego, and the others may go one step higher."""
    first = _said(play.new("17.3", seed=3, computed=computed), "pass", "pass", "pass")
    assert _legal(first) == {"bid cego"}
    assert _legal(_said(first, "bid cego")) == {"pass", "bid eine"}
    assert _legal(_said(first, "bid cego", "bid eine")) == {"pass", "bid eine"}  # the first player may hold
    assert _legal(_said(first, "bid cego", "bid eine", "bid eine")) == {"pass", "bid eine-leere"}


def test_a_solo_is_overbid_by_gegensolo_alone(computed: ComputedCorpus) -> None:
    """17.4: Gegensolo is no bid where nobody has gone solo; over a Solo it is the next."""
    state = play.new("17.4", seed=3, computed=computed)
    assert _legal(state) == {"pass", "bid solo", "bid ulti"}
    assert _said(state, "bid ulti").setting.contract == "ulti"
    solo = _said(state, "pass", "bid solo")
    assert solo.player == 0 and _legal(solo) == {"pass", "bid gegensolo"}
    assert _said(solo, "bid gegensolo").player == 1  # who has gone solo comes first in turn, and may hold
    assert _said(solo, "pass", "pass", "pass").setting.contract == "solo"
    plain = _said(state, "pass", "pass", "pass", "pass")
    assert plain.player == 0 and not {"pass", "bid solo", "bid gegensolo", "bid ulti"} & _legal(plain)


@pytest.mark.parametrize(
    ("id", "steps"),
    [
        ("17.4/main", lambda apart: Fraction(5 * -(-3 * apart // 5))),
        ("17.4/braeunlingen-turnier", lambda apart: Fraction(3 * 5 * -(-apart // 5))),
    ],
)
def test_over_a_solo_a_bid_counts_once_more(computed: ComputedCorpus, id: str, steps) -> None:
    """17.4: Eine counts twice, and over a Solo, where it follows Gegensolo and Eine Leere follows it, three times; rounded up to
    fives after that, or in the tournament before."""
    state = play.new(id, seed=3, computed=computed)
    assert "bid eine-over-solo" not in _legal(_said(state, *["pass"] * 4, "bid cego"))
    held = [] if "turnier" in id else ["bid gegensolo"]  # by who has gone solo, where he may
    contra = _said(state, "pass", "bid solo", "bid gegensolo", *held)
    assert "bid eine-over-solo" in _legal(contra) and "bid eine-leere-over-solo" not in _legal(contra)
    eine = _said(contra, "bid eine-over-solo")
    assert "bid eine-leere-over-solo" in _legal(_said(eine, "bid eine-over-solo"))
    while not eine.over:
        legal = [str(action) for action in eine.legal()]
        eine = eine.do("pass" if "pass" in legal else legal[0])
    result = eine.result()
    assert eine.setting.contract == "eine-over-solo" and result.won is not None
    apart = abs(Fraction(result.points[0]) - 35)
    assert max(map(abs, result.total)) == 3 * steps(apart) and apart % 5


def test_after_a_solo_the_young_of_the_church_bid_gegensolo_alone(computed: ComputedCorpus) -> None:
    """17.4/ministranten-1997."""
    solo = _said(play.new("17.4/ministranten-1997", seed=3, computed=computed), "pass", "bid solo", "bid gegensolo")
    assert not {one for one in _legal(solo) if one.startswith("bid") and one != "bid gegensolo"}


def test_five_over_is_bid_over_a_five(computed: ComputedCorpus) -> None:
    """R13."""
    state = play.new("R13", seed=3, computed=computed)
    assert "bid five" in _legal(state) and "bid five-over" not in _legal(state)
    assert "bid five-over" in _legal(_said(state, "bid five"))
    assert "bid five-over" not in _legal(_said(state, "bid four"))


def test_the_second_of_a_kind_is_bid_over_the_first(computed: ComputedCorpus) -> None:
    """18.6 and 16.7: who opens says the first of a kind, or solo; the next is made over the one below, by a player after him."""
    for id, kinds in (("18.6", ("doi", "unu")), ("16.7", ("trei", "doi", "unu"))):
        state = play.new(id, seed=3, computed=computed)
        assert _legal(state) == {"pass", "bid solo", *(f"bid unul-de-{kind}" for kind in kinds)}
        lowest = kinds[0]
        over = _said(state, f"bid unul-de-{lowest}")
        assert {f"bid al-doilea-de-{lowest}", "bid unul-de-unu", "bid solo"} <= _legal(over)
        assert not {f"bid al-treilea-de-{lowest}", "bid al-doilea-de-unu"} & _legal(over)
        assert f"bid al-treilea-de-{lowest}" in _legal(_said(over, f"bid al-doilea-de-{lowest}"))


def test_one_who_has_passed_bids_again_where_he_may_return(computed: ComputedCorpus) -> None:
    """9.19: the bidding goes on until all the others have passed since the last bid; elsewhere who passes is out."""
    state = _said(play.new("9.19", seed=3, computed=computed), "bid prise", *["pass"] * 4, "bid pousse")
    assert state.player == 0 and state.phase == "bid"
    state = _said(state, "pass", "bid garde")  # the second player, who had passed
    assert state.player == 2 and not state.setting.auction.done
    ended = _said(state, *["pass"] * 5)
    assert (ended.setting.contract, ended.setting.declarer) == ("garde", 1)
    for returns, then in ((True, 1), (False, 2)):
        now = Auction("escalation", tuple("abcd"), 3, 0, returns=returns)
        for bid in (0, PASS, 1, 2):
            now = now.say(bid)
        assert now.turn == then


def test_the_others_bid_again_over_a_higher_contract_of_who_has_won(computed: ComputedCorpus) -> None:
    """7.1 (BW): if the others pass over Entro, the first may name a higher contract, over which they may bid."""
    state = play.new("7.1/BW-1795", seed=3, computed=computed)
    while state.phase == "discard":
        state = state.do(state.legal()[0])
    state = _said(state, "bid a-tre", "pass", "pass")
    assert state.phase == "contract" and {"contract a-tre", "contract a-due"} <= _legal(state)
    assert state.do("contract a-tre").setting.contract == "a-tre"
    state = state.do("contract a-due")
    assert (state.phase, state.player) == ("bid", 1) and "bid a-due" not in _legal(state)
    over = _said(state, "pass", "bid a-uno")
    assert over.player == 0 and {"bid a-uno", "pass"} <= _legal(over)  # the earlier player may hold
    left = _said(over, "pass", "pass")
    assert left.setting.declarer == 2
    assert _said(state, "pass", "pass").setting.declarer == 0


def test_the_last_to_speak_may_have_to_bid(computed: ComputedCorpus) -> None:
    """R13: if the first three pass, the fourth has to bid; he may pass as soon as one of them has bid."""
    state = play.new("R13", players=4, seed=1, computed=computed)
    left = _said(state, "pass", "pass", "pass")
    assert _legal(left) and "pass" not in _legal(left)
    assert "pass" in _legal(_said(state, "pass", "bid four", "pass"))


def test_a_bid_may_be_made_over_itself(computed: ComputedCorpus) -> None:
    """16.20: the first player can only say that he plays; each later one may take over, and the last who has is declarer."""
    state = play.new("16.20", players=4, seed=2, computed=computed)
    assert _legal(state) == {"bid spiel"}
    taken = _said(state, "bid spiel", "bid abloese")
    assert _legal(taken) == {"pass", "bid abloese"}
    again = _said(taken, "pass", "bid abloese")
    assert (again.setting.contract, again.setting.declarer) == ("abloese", 3)
    assert _said(taken, "pass", "pass").setting.declarer == 1


def test_who_speaks_over_a_solo(computed: ComputedCorpus) -> None:
    """17.4: the others in turn from the first player, and the bidder may hold; with the young of the church from his right; in the
    tournament he has had his last word."""
    solo = ["pass", "bid solo"]
    main = _said(play.new("17.4", seed=3, computed=computed), *solo)
    assert main.player == 0 and _said(main, "bid gegensolo").player == 1
    young = _said(play.new("17.4/ministranten-1997", seed=3, computed=computed), *solo)
    assert young.player == 2
    tournament = _said(play.new("17.4/braeunlingen-turnier", seed=3, computed=computed), *solo, "bid gegensolo")
    assert tournament.player == 2
    left = _said(tournament, "pass", "pass")
    assert (left.setting.contract, left.setting.declarer) == ("gegensolo", 0)


def test_the_next_player_bids_over_the_cego_that_the_first_has_to_bid(computed: ComputedCorpus) -> None:
    """17.3/oberwolfach-1974: nobody plays a Cego; over a Solo it is no matter."""
    first = _said(play.new("17.3/oberwolfach-1974", seed=3, computed=computed), "pass", "pass", "pass", "bid cego")
    assert _legal(first) == {"bid eine"}
    assert _legal(_said(first, "bid eine", "pass")) == {"pass", "bid eine-leere"}
    assert "pass" in _legal(_said(play.new("17.3/oberwolfach-1974", seed=3, computed=computed), "bid solo"))


def test_a_contract_is_played_in_place_of_one_that_nobody_has_overbid(computed: ComputedCorpus) -> None:
    """17.4/ministranten-1997: Piccolo or Bettel in place of a Cego over which all have passed."""
    passed = ["pass"] * 4
    left = _said(
        play.new("17.4/ministranten-1997", seed=3, computed=computed), *passed, "bid cego", "pass", "pass", "pass"
    )
    assert (left.player, _legal(left)) == (0, {"contract cego", "contract piccolo", "contract bettel"})
    assert _said(left, "contract bettel").setting.contract == "bettel"
    assert "case dresch" in _legal(_said(left, "contract cego"))
    held = _said(
        play.new("17.4/ministranten-1997", seed=3, computed=computed), *passed, "bid cego", "bid eine", "bid eine"
    )
    assert _said(held, "pass", "pass", "pass").setting.contract == "eine"


def test_with_certain_cards_one_has_to_bid(computed: ComputedCorpus) -> None:
    """R11: with the 21 and another trump, as long as nobody has bid; without a duty on a high trump in a variant of it. The last
    player but one has to bid if all before him have passed. R2: with the Ace of Spades."""
    for ruleset, owes in (("R11", True), ("R11/no-duty", False)):
        table = play.table(ruleset, 6, computed)
        state = _said(dealt(table, {1: "21, 2, K of hearts"}), *["pass"] * 6, "pass")
        assert state.player == 1 and _legal(state) == {"bid dappen"} | (set() if owes else {"pass"})
        if owes:
            with pytest.raises(IllegalAction, match="as long as nobody has"):
                state.do("pass")
        bid = _said(dealt(table, {1: "21, 2, K of hearts"}), *["pass"] * 6, "bid dappen")
        assert _legal(bid) == {"pass", "bid strecken"}
    low = {n: f"{suit} of hearts, {suit} of spades, {suit} of clubs" for n, suit in enumerate("KQCJ")}
    state = _said(dealt(play.table("R11/no-duty", 6, computed), low), *["pass"] * 6, *["pass"] * 4)
    assert state.player == 4 and _legal(state) == {"bid dappen"}
    ombre = dealt(play.table("R2/pagat-lhombre", computed=computed), {0: "A of spades"})
    assert "pass" not in _legal(ombre)


def test_a_winner_of_the_bidding_may_play_certain_contracts_in_its_place(computed: ComputedCorpus) -> None:
    """R2: Spade Game, Tourné or Simple Nolo in place of Simple Game, and Spade Solo of Solo; no other that is higher."""
    table = play.table("R2/pagat-lhombre", computed=computed)
    won = _said(dealt(table, {0: "A of spades"}), "bid game", "pass", "pass")
    assert _legal(won) == {f"contract {one}" for one in ("game", "spade-game", "tourne", "simple-nolo")}
    solo = _said(dealt(table, {0: "A of spades"}), "bid solo", "pass", "pass")
    assert _legal(solo) == {"contract solo", "contract spade-solo"}


def test_the_first_may_still_bid_when_all_have_passed(computed: ComputedCorpus) -> None:
    """9.6, 9.7: once; what follows then is as usual."""
    for id in ("9.6/after-all-passed", "9.7/after-all-passed"):
        state = play.new(id, seed=1, computed=computed)
        for _ in range(state.plan.players):
            state = state.do("pass")
        assert (state.phase, state.player) == ("bid", 0)
        bid = next(str(one) for one in state.legal() if one.kind == "bid")
        assert state.do(bid).setting.declarer == 0
        assert state.do("pass").setting.void == "all-pass"


def test_only_who_had_no_turn_to_bid_may_announce(computed: ComputedCorpus) -> None:
    """14.6, 14.7: the last trick, by an opponent before whose turn the bidding had ended."""
    for id in ("14.6/starna", "14.7/pagat-sicily"):
        for passes in (0, 1):
            state = play.new(id, seed=3, computed=computed)
            while state.phase == "bid":
                legal = [str(one) for one in state.legal()]
                solo = next((one for one in legal if one.startswith("bid solo")), None)
                state = state.do(solo if solo and state.player == passes else "pass")
            seen = set()
            while not state.over and not state.tricks:
                legal = [str(one) for one in state.legal()]
                if "announce last-trick" in legal:
                    seen.add(state.player)
                state = state.do("done" if "done" in legal else legal[0])
            assert state.setting.declarer == passes
            assert seen == set(range(passes + 1, state.plan.players)), (id, passes)


def test_a_later_player_bids_the_highest_bid_again(computed: ComputedCorpus) -> None:
    """19.17: Prever over Prever, by a later player alone; it may also open, as a bid that is made over itself alone may not."""
    state = play.new("19.17", seed=2, computed=computed)
    first = _said(state, "bid prever")
    assert _legal(first) == {"pass", "bid prever"}
    again = _said(first, "pass", "bid prever")
    assert again.player == 3 and _legal(again) == {"pass", "bid prever"}
    left = _said(again, "pass")
    while left.phase == "bid":
        assert _legal(left) == {"pass"}  # who comes before
        left = _said(left, "pass")
    assert (left.setting.contract, left.setting.declarer) == ("prever", 2)


def test_who_leads_to_a_zebrak(computed: ComputedCorpus) -> None:
    """19.17: whoever has bid Povinost, if anybody has, or else the declarer. With trumps the Pagat is led last of them."""
    for said, leader in ((["pass", "bid povinost", "bid zebrak"], 1), (["pass", "pass", "bid zebrak"], 2)):
        state = _said(dealt(play.table("19.17/zebrak-with-trumps", computed=computed), {1: "I, II"}), *said)
        while state.phase != "play":
            state = state.do(next(one for one in ("pass", "done") if one in _legal(state)))
        assert state.setting.contract == "zebrak" and state.player == leader
        assert leader != 1 or ("play I" not in _legal(state) and "play II" in _legal(state))


def test_any_player_holds_a_bid_that_has_not_been_his_own(computed: ComputedCorpus) -> None:
    """16.19: a bid is held by whoever is still in, also without having bid, and even once it was held."""
    state = play.new("16.19", seed=2, computed=computed)
    first = next(one for one in sorted(_legal(state)) if one.startswith("bid"))
    bid = _said(state, first)
    assert first in _legal(bid)
    held = _said(bid, first)
    assert held.player == 2 and first in _legal(held)
    again = _said(held, first)
    assert again.player == 0 and first not in _legal(again) and "pass" in _legal(again)
    ended = _said(again, "pass", "pass")
    assert (ended.setting.declarer, ended.setting.contract) == (2, first.removeprefix("bid "))


def test_of_two_bids_that_are_level_the_first_stands(computed: ComputedCorpus) -> None:
    """R2: Spade Solo does not go over Pure Nolo, nor that over Spade Solo; Nolo Ouvert goes over both."""
    table = play.table("R2/pagat-lhombre", computed=computed)
    nolo, solo = (_said(dealt(table, {0: "A of spades"}), f"bid {one}") for one in ("pure-nolo", "spade-solo"))
    assert "bid nolo-ouvert" in _legal(nolo) and not {"bid spade-solo", "bid solo"} & _legal(nolo)
    assert "bid nolo-ouvert" in _legal(solo) and "bid pure-nolo" not in _legal(solo)
    assert _said(solo, "pass", "pass").phase != "contract"


def test_only_who_has_stretched_pushes_once_the_first_bidder_has_held(computed: ComputedCorpus) -> None:
    """R11 as at Breitnau: selber, stupfen, selber; nobody else comes in."""
    state = _said(play.new("R11/wangler-breitnau", players=6, seed=2, computed=computed), *["pass"] * 6)
    state = _said(state, "bid dappen", "bid strecken")
    assert _legal(state) == {"pass", "bid strecken"} and state.player == 0  # to hold it
    held = _said(state, "bid strecken")
    assert _legal(held) == {"pass", "bid stupfen"} and held.player == 1
    pushed = _said(held, "bid stupfen")
    assert _legal(pushed) == {"pass", "bid stupfen"} and pushed.player == 0
    over = _said(pushed, "bid stupfen")  # nobody may say anything more, and nobody is asked
    assert over.phase != "bid" and over.setting.declarer == 0
    given_up = _said(state, "pass")
    assert given_up.phase != "bid"
    assert (given_up.setting.declarer, given_up.setting.contract) == (1, "strecken")


def test_who_waits_at_his_first_word_bids_later_and_has_to_if_all_after_him_pass(computed: ComputedCorpus) -> None:
    """16.20 with a row of bids."""
    table = play.table("16.20/reihe", 4, computed)
    bids = {f"bid {id}" for id in table.contracts}
    state = _said(start(table, 1), "wait")
    assert _legal(state) == {"pass", "wait", *bids}
    alone = _said(state, "pass", "pass", "pass")
    assert alone.player == 0 and _legal(alone) == bids  # he has to
    two = _said(state, "pass", "wait", "pass")
    assert two.player == 0 and _legal(two) == {"pass", *bids}  # one after him may still bid
    assert (last := _said(two, "pass")).player == 2 and _legal(last) == bids
    higher = _said(state, "bid kunterbunt", "pass", "pass")
    assert higher.player == 0 and _legal(higher) == {"pass", *bids - {"bid kunterbunt"}}
    assert _said(higher, "pass").setting.declarer == 1
    with pytest.raises(IllegalAction):
        higher.do("wait")
    after = _said(state, "bid kunterbunt", "wait", "pass", "pass")
    assert after.player == 2 and "pass" in _legal(after)


def test_who_opened_with_the_lowest_bid_may_not_hold_the_highest(computed: ComputedCorpus) -> None:
    """7.1 after Stabenow: he may hold A due and A uno, but not Solo; who opened with A due may."""
    for opening, bid, may in (("a-tre", "a-uno", True), ("a-tre", "solo", False), ("a-due", "solo", True)):
        state = play.new("7.1/stabenow-1908", seed=3, computed=computed)
        while state.phase == "discard":
            state = state.do(state.legal()[0])
        state = _said(state, f"bid {opening}", f"bid {bid}")
        held = state.phase == "bid" and state.player == 0 and f"bid {bid}" in map(str, state.legal())
        assert held is may
