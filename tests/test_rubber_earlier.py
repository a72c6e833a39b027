"""What earlier hands do to the next: hands that count more, marks of the players, cases that come of themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, Result, State
from tarotref.play.compiled import places
from tarotref.play.rubber import Rubber
from tarotref.play.settle.deed import Done
from tarotref.play.tricks import Trick
from tests.test_play_payments import dealt
from tests.test_rubber import at_random


def next_hand(rubber: Rubber, computed: ComputedCorpus, seed: int = 1) -> State:
    return rubber.deal(play.table(rubber.plan.ruleset.id, rubber.plan.players, computed), seed)


def ended(rubber: Rubber, computed: ComputedCorpus, **changed: Any) -> Result:
    """The result of a hand, changed so that it was of another contract, or was not played."""
    result = at_random(next_hand(rubber, computed), 1).result()
    usual: dict[str, Any] = {"void": "", "contract": "", "feats": (), "transfers": (), "won": None}
    return replace(result, **usual | changed)


def times(rubber: Rubber, computed: ComputedCorpus) -> list[object]:
    return [one.times for one in next_hand(rubber, computed).setting.raised]


def test_four_hands_count_double_after_a_michi_michi(computed: ComputedCorpus) -> None:
    """18.6: the next four hands count double, and after another michi-michi four more."""
    rubber = Rubber.begin(play.table("18.6", computed=computed).plan)
    rubber = rubber.add(ended(rubber, computed, contract="michi-michi"))
    assert rubber.due["radler"].hands == 4 and times(rubber, computed) == [2]
    usual = at_random(next_hand(replace(rubber, due={}), computed), 7).result()
    double = at_random(next_hand(rubber, computed), 7).result()
    assert usual.total and any(usual.total) and double.total == tuple(2 * one for one in usual.total)
    assert double.transfers and ("cases", "radler", "times") in double.transfers[0].by
    rubber = rubber.add(ended(rubber, computed, contract="michi-michi"))
    assert rubber.due["radler"].hands == 7
    for _ in range(7):
        rubber = rubber.add(ended(rubber, computed, contract="solo"))
    assert times(rubber, computed) == []


@pytest.mark.parametrize("ruleset, hands", [("16.7", 3), ("18.6/no-michi-michi", 4)])
def test_hands_count_double_after_one_that_nobody_would_play(
    computed: ComputedCorpus, ruleset: str, hands: int
) -> None:
    rubber = Rubber.begin(play.table(ruleset, computed=computed).plan)
    rubber = rubber.add(ended(rubber, computed, void="all-pass"))
    assert rubber.due["radler"].hands == hands
    rubber = rubber.add(ended(rubber, computed, void="misdeal"))
    assert rubber.due["radler"].hands == hands  # what is not played is none of them
    for _ in range(hands):
        assert times(rubber, computed) == [2]
        rubber = rubber.add(ended(rubber, computed, contract="solo"))
    assert times(rubber, computed) == []


def test_scores_are_raised_for_each_trischaken_in_a_row(computed: ComputedCorpus) -> None:
    """16.19: double after a Trischaken, fourfold after two in a row; then as usual."""
    rubber = Rubber.begin(play.table("16.19", computed=computed).plan)
    found = []
    for contract in ("trischaken", "trischaken", "trischaken", "solo", "trischaken"):
        rubber = rubber.add(ended(rubber, computed, contract=contract))
        found.append(times(rubber, computed))
    assert found == [[2], [4], [8], [], [2]]


def test_a_mark_doubles_what_a_declarer_scores_until_he_wins(computed: ComputedCorpus) -> None:
    """18.8: after a klop everybody has a radlc; it doubles what its holder scores as declarer, and goes when he wins."""
    rubber = Rubber.begin(play.table("18.8", computed=computed).plan)
    rubber = rubber.add(ended(rubber, computed, contract="klop", declarer=None))
    assert rubber.due["radl"].marks == (1, 1, 1, 1)
    seat = 2
    player = rubber.player(seat)
    lost = rubber.add(ended(rubber, computed, contract="three", declarer=seat, won=False))
    assert lost.due["radl"].marks == (1, 1, 1, 1)
    won = rubber.add(ended(rubber, computed, contract="three", declarer=seat, won=True))
    assert won.due["radl"].marks == tuple(int(one != player) for one in range(4))
    (left,) = won.settled()
    assert left.pays == tuple(-100 if one != player else 0 for one in range(4))
    for now in (rubber, won):
        for seed in range(20):
            state = next_hand(now, computed, seed)
            plain = at_random(next_hand(replace(now, due={}), computed, seed), seed).result()
            marked = at_random(state, seed).result()
            has = [bool(now.due["radl"].marks[now.player(one)]) for one in range(4)]
            assert plain.total is not None and marked.total is not None
            for one in range(4):
                side = plain.declarer is not None and plain.sides[one] == plain.sides[plain.declarer]
                doubled = has[one] if plain.declarer is None else side and has[plain.declarer]
                assert marked.total[one] == plain.total[one] * (2 if doubled else 1)


def test_a_klop_is_compulsory_after_a_score_of_nothing(computed: ComputedCorpus) -> None:
    """18.8: when a score has come to exactly 0, or a deal was thrown in, nobody bids less than a solo without."""
    rubber = Rubber.begin(play.table("18.8", computed=computed).plan)
    assert "bid two" in map(str, next_hand(rubber, computed).legal())
    thrown = rubber.add(ended(rubber, computed, void="no-trumps"))
    assert "bid two" not in map(str, next_hand(thrown, computed).legal())
    result = ended(rubber, computed, contract="three", declarer=0, won=True)
    reached = replace(rubber, totals=(0, 0, 0, 35))
    (transfer, *_) = at_random(next_hand(rubber, computed, 3), 3).result().transfers or ()
    by_seat = tuple(-35 if rubber.player(one) == 3 else 0 for one in range(4))
    nothing = reached.add(replace(result, transfers=(transfer._replace(pays=by_seat),)))
    assert nothing.totals[3] == 0 and nothing.due["compulsory-klop"].hands == 1
    state = next_hand(nothing, computed)
    assert not {"bid two", "bid beggar"} & set(map(str, state.legal()))
    after = nothing.add(ended(nothing, computed, contract="klop", declarer=None))
    assert "bid two" in map(str, next_hand(after, computed).legal())


def test_hands_that_fall_together_are_doubled_twice(computed: ComputedCorpus) -> None:
    """18.10/ruediger-koenigrufen: four hands after a Trischaken count double, and twice double where they do already."""
    rubber = Rubber.begin(play.table("18.10/ruediger-koenigrufen", computed=computed).plan)
    found = []
    for contract in ("trischaken", "rufer", "trischaken", "rufer", "rufer", "rufer", "rufer"):
        rubber = rubber.add(ended(rubber, computed, contract=contract))
        found.append(times(rubber, computed))
    assert found == [[2], [2], [4], [4], [2], [2], []]


def test_a_fahren_among_the_hands_that_count_double_is_none_of_them(computed: ComputedCorpus) -> None:
    """18.11: it does not count double, is not one of the four, and adds four more."""
    rubber = Rubber.begin(play.table("18.11", computed=computed).plan)
    rubber = rubber.add(ended(rubber, computed, contract="fahren"))
    assert rubber.due["after-fahren"].hands == 4
    state, usual = next_hand(rubber, computed), next_hand(replace(rubber, due={}), computed)
    while state.phase == "bid":
        state, usual = state.do("pass"), usual.do("pass")
    assert state.setting.contract == "fahren" and state.setting.raised
    assert at_random(state, 1).result().total == at_random(usual, 1).result().total
    rubber = rubber.add(ended(rubber, computed, contract="fahren"))
    assert rubber.due["after-fahren"].hands == 8


def test_a_case_that_is_asked_for_brings_another_about(computed: ComputedCorpus) -> None:
    """19.15: four hands after a Trischaken, begun anew by another; 19.13/GM-2006: once more for each in a row."""
    rubber = Rubber.begin(play.table("19.15", computed=computed).plan)
    left = []
    for case in ("trischaken", "", "trischaken", "", "", "", ""):
        rubber = rubber.add(ended(rubber, computed, case=case))
        left.append(rubber.due["after-trischaken"].hands)
    assert left == [4, 3, 4, 3, 2, 1, 0]
    rubber = Rubber.begin(play.table("19.13/GM-2006", computed=computed).plan)
    found = []
    for case in ("trischaken", "trischaken", ""):
        rubber = rubber.add(ended(rubber, computed, case=case))
        found.append(times(rubber, computed))
    assert found == [[2], [4], []]


def third_hand(computed: ComputedCorpus, ruleset: str, total: int, own: str) -> State:
    """The third hand of a rubber, in which the player after the dealer has so much, and these cards."""
    table = play.table(ruleset, computed=computed)
    found = dealt(table, {0: own})
    state = found.settle(totals=(total, 0, 0), hands=2)
    while state.phase != "play":
        legal = [str(action) for action in state.legal()]
        state = state.do(next((one for one in ("done", "pass") if one in legal), legal[0]))
    return state


def allowed(state: State) -> set[str]:
    return {action.what for action in state.legal()}


def test_who_is_pata_plays_the_highest_card(computed: ComputedCorpus) -> None:
    """8.25: with more than 26 points in all one leads the highest trump, and plays the highest card that the rules allow."""
    own = "XXI, IX, VIII, Q of cups, 9 of cups, K of swords, 4 of swords"
    state = third_hand(computed, "8.25", 27, own)
    assert state.player == 0 and len(allowed(state)) == 1
    with pytest.raises(IllegalAction, match=r"customs\.highest-cards"):
        state.do("play VIII")
    assert len(allowed(third_hand(computed, "8.25", 26, own))) > 10
    alone = third_hand(computed, "8.25", 27, own).settle(totals=(), hands=0)
    assert len(allowed(alone)) > 10  # a hand played by itself has no rubber


def test_who_is_out_plays_the_lowest_card_that_cannot_win(computed: ComputedCorpus) -> None:
    """8.42: to a lead that one cannot beat the lowest card is played, else the highest; the Fool is kept."""
    own = "fool, C of cups, J of cups, Q of coins"
    state = third_hand(computed, "8.42", 35, own)
    plan = state.plan
    cups = plan.named(["cups"])
    king, *lower = sorted(places(cups), key=lambda card: plan.trick.above[card].bit_count())
    mine = [card for card in lower if state.hands[0] >> card & 1]
    low = next(card for card in reversed(lower) if card not in mine)
    for lead, expected in ((king, mine[-1]), (low, mine[0])):
        hands = tuple(one & ~(1 << lead) for one in state.hands)
        led = replace(state, trick=Trick(2, (lead,)), hands=hands).wait("play", 0)
        assert allowed(led) == {str(plan.cards[expected])}


def test_angel_and_fool_in_hand_count_for_going_out(computed: ComputedCorpus) -> None:
    """8.42: with the Angelo, 5, and the Matto, 4, in hand a player who has 26 is out; without them one who has 34 is not."""
    rest = "C of cups, J of cups, Q of coins"
    assert len(allowed(third_hand(computed, "8.42", 26, f"angel, fool, {rest}"))) == 1
    assert len(allowed(third_hand(computed, "8.42", 25, f"angel, fool, {rest}"))) > 1


def test_who_is_out_wins_no_trick(computed: ComputedCorpus) -> None:
    """8.1: the first who has more than 26 points in all can win no trick, not even with the highest card in it; another may be
    above 26 later, and wins his tricks."""
    kings = "K of cups, K of coins, K of swords, K of batons, XXI, XX, XIX"
    for totals, winner in (((27, 0, -27), False), ((26, 0, -26), True), ((0, 0, 0), True)):
        state = third_hand(computed, "8.1", 0, kings).settle(totals=totals, hands=2)
        lead = {str(one) for one in state.legal()}
        assert "play XXI" in lead
        state = state.do("play XXI")
        while not state.tricks:
            state = state.do(state.legal()[0])
        assert (state.tricks[0].winner == 0) is winner
    first = state.settle(totals=(26, 27, -53), hands=2)
    for _ in range(6):
        taken = [one.winner for one in first.tricks]
        while len(first.tricks) == len(taken):
            first = first.do(first.legal()[0])
    assert 1 not in [one.winner for one in first.tricks[1:]] and any(one.winner == 0 for one in first.tricks)


@pytest.mark.parametrize(("ruleset", "deals"), [("8.22", 4), ("8.23", 2), ("8.27", 4)])
def test_the_same_player_deals_on_from_the_rest(computed: ComputedCorpus, ruleset: str, deals: int) -> None:
    """8.22, 8.23, 8.27: no card is dealt twice as long as the rest of the pack suffices, and the deal stays where it is."""
    rubber, seen = Rubber.begin(play.table(ruleset, computed=computed).plan), 0
    for n in range(deals):
        state = next_hand(rubber, computed, n)
        cards = sum(state.setting.dealt)
        assert not cards & seen and rubber.dealer == 0
        seen |= cards
        rubber = rubber.add(at_random(state, n).result())
    assert rubber.hands[0].points and (rubber.spent == seen) is (
        len(rubber.plan.cards) - seen.bit_count() >= cards.bit_count()
    )


def test_who_is_de_dehors_plays_as_he_must(computed: ComputedCorpus) -> None:
    """5.6: with 79 points before the third hand, or with the Monde or the Fool in hand, one leads the highest trump, then Kings; playing
    last one wins with the lowest trump that will do; the Fool is kept."""
    own = "XXI, XV, VIII, II, K of cups, 9 of cups, K of swords, 4 of swords, fool"
    assert allowed(third_hand(computed, "5.6", 70, own)) == {"XXI"}  # 70, 5 and 4
    assert len(allowed(third_hand(computed, "5.6", 69, own))) > 10
    state = third_hand(computed, "5.6", 79, own)
    plan = state.plan
    no_trumps = tuple(one & ~plan.named(["trumps"]) for one in state.hands)
    assert (
        {"K of cups", "K of swords"}
        <= allowed(replace(state, hands=no_trumps))
        <= {f"K of {suit}" for suit in ("cups", "swords", "coins", "batons")}
    )
    (xiv,) = places(plan.named(["XIV"]))
    (six,) = places(plan.named(["VI"]))
    last = replace(
        state, trick=Trick(1, (six, xiv)), hands=tuple(one & ~(1 << six | 1 << xiv) for one in state.hands)
    ).wait("play", 0)
    assert allowed(last) == {"XV"}
    with pytest.raises(IllegalAction, match=r"you have to play XV to this trick \(customs\.de-dehors-last\)"):
        last.do("play XXI")
    with pytest.raises(IllegalAction, match=r"it has to be kept \(customs\.de-dehors-fool\)"):
        last.do("play fool")
    (cup,), spent = places(plan.named(["K of cups"])), sorted(places(plan.named(["coins"])))[:2]
    shown = replace(
        state, hands=no_trumps, tricks=(Trick(1, (*sorted(places(plan.named(["cups"]) & ~(1 << cup)))[:1], *spent), 1),)
    )
    assert not any("cups" in card for card in allowed(shown))


def test_a_round_counts_double_after_the_xxi_was_caught(computed: ComputedCorpus) -> None:
    """19.13: four hands, begun anew when it is caught again; in the rules of HKSW none."""
    caught = (Done("mond", 0, True),)
    rubber = Rubber.begin(play.table("19.13", computed=computed).plan)
    rubber = rubber.add(ended(rubber, computed, contract="rufer", feats=caught))
    assert rubber.due["after-mond"].hands == 4 and times(rubber, computed) == [2]
    rubber = rubber.add(ended(rubber, computed, contract="rufer"))
    rubber = rubber.add(ended(rubber, computed, contract="solo", feats=caught))
    assert rubber.due["after-mond"].hands == 4
    for _ in range(4):
        rubber = rubber.add(ended(rubber, computed, contract="rufer"))
    assert times(rubber, computed) == []
    assert "after-mond" not in play.table("19.13/hksw-rules", computed=computed).plan.case_rules


def test_a_pot_is_filled_for_annulled_hands_and_an_announced_pagat_takes_or_doubles_it(
    computed: ComputedCorpus,
) -> None:
    """20.3 by Kégl: two from each for a hand annulled for its cards, and no more than 24 from who loses the Pagat."""
    rubber = Rubber.begin(play.table("20.3/kegl-tarokk", computed=computed).plan)
    assert not any(rubber.pots.values())

    def after(*results: Result) -> int:
        now = rubber
        for result in results:
            now = now.add(result)
        return int(now.pots["annulled"])

    annulled, passed = ended(rubber, computed, void="four-kings"), ended(rubber, computed, void="all-pass")
    silent, won, lost = (
        ended(rubber, computed, contract="three", feats=(Done("pagat-last", 0, *how),))
        for how in ((True,), (True, True), (False, True))
    )
    assert after(annulled) == 8 and after(annulled, passed, silent) == 8
    assert after(annulled, annulled, won) == 0 and after(won) == 0
    assert (
        after(annulled, lost) == 16 and after(*[annulled] * 3, lost) == 48 and after(*[annulled] * 4, lost) == 32 + 24
    )
