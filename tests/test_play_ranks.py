"""Hands in which each plays for himself against a declarer, in which trumps have no power or are held back, in which what is
needed or paid hangs on the dealer, on the stage of the talon or on a double. The figures are those of the records."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tarotref import play
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play.compiled import Plan
from tarotref.play.compiled.scoring import scoring
from tarotref.play.settle.examples import payment
from tarotref.play.settle.points import by_rank
from tarotref.play.settle.reached import Reached
from tarotref.play.tricks import Trick, best, playable, why_not
from tests.test_play_payments import TRUMPS, dealt, finished, gone_on


@pytest.mark.parametrize(
    ("points", "tricks", "won", "pays"),
    [
        ((10, 20, 60), (2, 4, 10), True, (30, -10, -20)),
        ((30, 20, 40), (5, 4, 7), False, (-30, 20, 10)),
        ((20, 35, 35), (4, 6, 6), True, (30, -15, -15)),
        ((20, 20, 50), (4, 4, 8), True, (30, 0, -30)),  # with three, one who ties with the declarer is spared
        ((10, 15, 25, 40), (1, 2, 4, 5), True, (30, 0, -10, -20)),
        ((40, 15, 15, 20), (6, 2, 2, 2), False, (-30, 15, 15, 0)),
        ((10, 10, 30, 40), (1, 2, 4, 5), True, (30, 0, -10, -20)),
    ],
)
def test_the_declarer_plays_for_his_rank(
    computed: ComputedCorpus, points: tuple[int, ...], tricks: tuple[int, ...], won: bool, pays: tuple[int, ...]
) -> None:
    rules = scoring(computed.ruleset("16.20").rules)
    assert by_rank(rules, dict(enumerate(points)), tricks, 0) == (won, list(pays))


def test_a_tie_goes_to_who_has_fewer_tricks_then_to_the_declarer(computed: ComputedCorpus) -> None:
    rules = scoring(computed.ruleset("16.19").cases["bids.trischaken"].rules)
    points = {0: 20, 1: 20, 2: 30}
    assert by_rank(rules, points, (3, 2, 6), 0) == (False, [-30, 20, 10])
    assert by_rank(rules, points, (2, 3, 6), 0) == (True, [30, -10, -20])
    assert by_rank(rules, points, (2, 2, 6), 0)[0]


def test_one_without_a_trick_is_paid_by_whoever_has_most(computed: ComputedCorpus) -> None:
    """16.20: 30 each to two who have no trick; the rank of the points then pays nothing."""
    table = play.table("16.20", players=3, computed=computed)
    result = finished(dealt(table, {0: ", ".join(map(str, range(7, 22))) + ", fool"}))
    assert result.total == (-60, 30, 30)
    assert result.won is False


def test_whoever_chooses_how_to_play_stays_declarer(computed: ComputedCorpus) -> None:
    state = play.new("16.20", players=3, seed=4, computed=computed)
    while state.phase == "bid":
        state = state.do("pass" if "pass" in map(str, state.legal()) else state.legal()[0])
    declarer = state.setting.declarer
    state = state.do("case ausfaerbeln")
    assert state.setting.declarer == declarer is not None
    assert state.plan.trick.trump_lead == "barred"


def test_the_dealer_who_asks_for_it_is_the_declarer(computed: ComputedCorpus) -> None:
    """19.13: the dealer says Trischaken when the others have passed after a call, and wins or loses 6."""
    state = play.new("19.13/GM-2006", seed=11, computed=computed)
    rng = random.Random(1)
    while not state.over:
        legal = [str(action) for action in state.legal()]
        wanted = next((one for one in ("bid rufer", "pass", "case trischaken", "done") if one in legal), None)
        state = state.do(wanted or rng.choice(legal))
    assert state.setting.declarer == state.plan.dealer
    result = state.result()
    assert result.total is not None
    assert sum(map(Fraction, result.total)) == 0
    assert any(abs(Fraction(own)) == 6 for own in result.total)


def test_points_needed_depend_on_the_side_of_the_dealer(computed: ComputedCorpus) -> None:
    """14.8: his pair needs more than 55 of 109 points, the other more than 54; at 55 and 54 nobody scores."""
    ruleset = computed.ruleset("14.8")

    def paid(points: int, dealer: bool) -> tuple[bool | None, object]:
        found = payment(ruleset, Reached((points,), "twenty", dealer=dealer, against=109 - points))
        return found.won, found.total[0] if found.items else 0

    assert paid(55, True) == (None, 0)
    assert paid(56, True) == (True, 1)
    assert paid(54, True) == (False, -1)
    assert paid(54, False) == (None, 0)
    assert paid(55, False) == (True, 1)
    assert paid(50, False) == (False, -4)
    with pytest.raises(ValueError, match="dealer"):
        payment(ruleset, Reached((55,), "twenty", against=54))


def test_a_pair_is_paid_what_it_has_above_its_figure(computed: ComputedCorpus) -> None:
    table = play.table("14.8", computed=computed)
    seen = set()
    for seed in range(40):
        state, rng = gone_on(dealt(table, {0: "21, 2, fool"}, seed)), random.Random(seed)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            bid = next((one for one in ("bid twenty", "pass") if one in legal), None)
            state = state.do(bid or rng.choice(legal))
        result = state.result()
        if state.setting.contract != "twenty" or result.sides.count(0) != 2:
            continue
        mine = result.sides[state.plan.dealer]
        need = 55 if mine == 0 else 54
        assert result.total is not None
        assert result.total[state.setting.declarer or 0] == result.totals[0] - need
        seen.add(mine)
    assert seen == {0, 1}


def test_a_defeat_costs_more_at_each_stage_and_so_does_what_is_doubled(computed: ComputedCorpus) -> None:
    """18.6: at the fourth level of doi 2 are won or 8 lost, after contra 16 either way."""
    ruleset = computed.ruleset("18.6")

    def doi(points: int, doubled: bool = False) -> object:
        return payment(ruleset, Reached((points,), "unul-de-doi", stage=4, doubled=doubled)).total[0]

    assert (doi(36), doi(35)) == (2, -8)
    assert (doi(36, True), doi(35, True)) == (8, -8)  # once more by the double itself


def test_a_contract_is_multiplied_by_its_stage(computed: ComputedCorpus) -> None:
    """19.14: a Brewer pays three times with the first cards, twice with the second, once on going back."""
    paid = [payment(computed.ruleset("19.14"), Reached((36,), "brewer", stage=n)).total[0] for n in (1, 2, 3)]
    assert paid[0] == 3 * Fraction(paid[2])
    assert paid[1] == 2 * Fraction(paid[2])
    with pytest.raises(ValueError, match="stage"):
        payment(computed.ruleset("19.14"), Reached((36,), "brewer"))


def _bits(plan: Plan, names: str) -> int:
    return plan.held(parse_cards(names, plan.ranking))


def _trick(plan: Plan, names: str) -> Trick:
    return Trick(0, tuple(plan.place[card] for card in parse_cards(names, plan.ranking)))


def test_trumps_of_a_suit_contract_beat_nothing_and_are_not_led(computed: ComputedCorpus) -> None:
    plan = play.table("18.10", computed=computed).plans["farbensolo"]
    hand = _bits(plan, "21, 5, Q of cups, J of swords")
    assert playable(plan, hand, Trick(0)) == _bits(plan, "Q of cups, J of swords")
    assert playable(plan, _bits(plan, "21, 5"), Trick(0)) == _bits(plan, "21, 5")
    assert playable(plan, hand, _trick(plan, "K of coins")) == _bits(plan, "21, 5")
    assert best(plan, _trick(plan, "J of coins, 21, Q of coins, K of swords")) == 2
    assert best(plan, _trick(plan, "5, 21, K of coins, 20")) == 1
    assert "trump_lead" in why_not(plan, hand, Trick(0), plan.place[parse_cards("21", plan.ranking)[0]])


def test_trumps_that_must_be_led(computed: ComputedCorpus) -> None:
    plan = play.table("16.20", players=3, computed=computed).cases["austarockieren"].plan
    assert playable(plan, _bits(plan, "9, fool, Q of cups"), Trick(0)) == _bits(plan, "fool")
    assert playable(plan, _bits(plan, "Q of cups, J of cups"), Trick(0)) == _bits(plan, "Q of cups, J of cups")


def test_the_lowest_trump_is_held_back(computed: ComputedCorpus) -> None:
    """18.10 until it is the last trump; 18.8 until nothing else may be played."""
    last = play.table("18.10", computed=computed).plans["bettler"]
    hand = _bits(last, "1, 4, Q of cups")
    pagat = last.place[parse_cards("1", last.ranking)[0]]
    assert not playable(last, hand, Trick(0)) >> pagat & 1
    assert playable(last, hand, _trick(last, "K of coins")) == _bits(last, "4")
    assert playable(last, _bits(last, "1, Q of cups"), Trick(0)) == _bits(last, "1, Q of cups")
    assert "play.pagat" in why_not(last, hand, Trick(0), pagat)
    least = play.table("18.8", computed=computed).plans["beggar"]
    assert playable(least, _bits(least, "1, Q of cups"), Trick(0)) == _bits(least, "Q of cups")
    assert playable(least, _bits(least, "1, Q of cups"), _trick(least, "K of coins")) == _bits(least, "1")


def test_a_slam_in_the_suits_may_be_asked_for_after_the_discard(computed: ComputedCorpus) -> None:
    """18.8: a colour valat pays 125, and all tricks have to be won; trumps win only where a trump was led."""
    table = play.table("18.8", computed=computed)
    hand = dealt(table, {0: TRUMPS.replace("1, 2, 3, 4, 5, 6, 7, 8, 9, ", "")})
    result = finished(hand, "bid solo-one", "contract solo-one", "case colour-valat")
    assert result.plan.trick.power[1][result.plan.place[parse_cards("21", result.plan.ranking)[0]]] < 0
    assert result.won is False
    assert result.total is not None
    assert sorted(map(Fraction, result.total)) == [-125, 0, 0, 0]


@pytest.mark.parametrize(
    ("id", "trick", "winner"),
    [
        ("18.8", "fool, I, XXI, II", "I"), ("18.8", "I, XXI, 2 of hearts, fool", "I"), ("18.8", "XXI, I, II, III", "XXI"),
        ("R13", "XXI, fool, I, II", "I"), ("R13", "XXI, I, fool, II", "Fool"), ("18.10", "fool, I, XXI, II", "Fool"),
    ],
)  # fmt: skip
def test_the_pagat_wins_a_trick_of_three_honours(computed: ComputedCorpus, id: str, trick: str, winner: str) -> None:
    """18.8: in any order; R13: if it falls last; 18.10: by the main rules never."""
    plan = play.table(id, computed=computed).plan
    cards = tuple(plan.place[card] for card in parse_cards(trick, plan.ranking))
    assert str(plan.cards[cards[best(plan, Trick(0, cards))]]) == winner


def test_in_a_suit_led_plain_trumps_win_nothing_together_either(computed: ComputedCorpus) -> None:
    """18.8, colour valat: a card of the suit led wins over all three honours."""
    plan = play.table("18.8", computed=computed).cases["colour-valat"].plan
    cards = tuple(plan.place[card] for card in parse_cards("2 of hearts, fool, I, XXI", plan.ranking))
    assert best(plan, Trick(0, cards)) == 0


@pytest.mark.parametrize("id", ["14.1", "2.1"])
def test_the_fool_is_led_as_the_last_card_alone(computed: ComputedCorpus, id: str) -> None:
    plan = play.table(id, computed=computed).plan
    hand = plan.fool | _bits(plan, "K of cups")
    assert playable(plan, hand, Trick(0)) == hand & ~plan.fool
    assert playable(plan, plan.fool, Trick(0)) == plan.fool
    assert why_not(plan, hand, Trick(0), plan.fool.bit_length() - 1).endswith("(fool.led)")


def test_the_small_beat_the_great_where_ranks_are_turned_round(computed: ComputedCorpus) -> None:
    """16.20: the Pagat is the highest trump and the Fool the lowest, a 7 or 4 the highest of its suit and the King the lowest."""
    plan = play.table("16.20", computed=computed).cases["kleine-stechen"].plan

    def won(trick: str) -> str:
        cards = tuple(plan.place[card] for card in parse_cards(trick, plan.ranking))
        return str(plan.cards[cards[best(plan, Trick(0, cards))]])

    assert (
        won("fool, XXI, II") == "II"
        and won("II, I, XXI") == "I"
        and won("K of spades, 7 of spades, Q of spades") == "7♠"
    )
    assert won("K of hearts, 4 of hearts, A of hearts") == "4♥" and won("7 of clubs, fool, 8 of clubs") == "Fool"
    led = Trick(0, (plan.place[parse_cards("X", plan.ranking)[0]],))
    assert plan.list(playable(plan, _bits(plan, "XI, IX, XX"), led)) == tuple(parse_cards("IX", plan.ranking))
    forced = _bits(plan, "XI, IX, 7 of clubs")
    assert playable(plan, forced, Trick(0)) == _bits(plan, "XI, IX")  # a trump is led, but not just the highest


def test_one_plays_the_highest_that_one_holds(computed: ComputedCorpus) -> None:
    """16.20: trumps, or by some the cards of every suit; the leader too."""
    for id, hand, may in (
        ("16.20", "XI, XX, K of clubs", "XX"),
        ("16.20/highest-of-all", "XI, XX, K of clubs", "XX"),
        ("16.20", "8 of clubs, K of clubs, Q of hearts", "8 of clubs, K of clubs, Q of hearts"),
        ("16.20/highest-of-all", "8 of clubs, K of clubs, Q of hearts", "K of clubs, Q of hearts"),
    ):
        plan = play.table(id, computed=computed).cases["austarockieren"].plan
        assert playable(plan, _bits(plan, hand), Trick(0)) == _bits(plan, may), id
    plan = play.table("16.20", computed=computed).cases["austarockieren"].plan
    led = Trick(0, (plan.place[parse_cards("II", plan.ranking)[0]],))
    assert playable(plan, _bits(plan, "XI, IX, XX"), led) == _bits(plan, "XX")
    eleven = plan.place[parse_cards("XI", plan.ranking)[0]]
    assert "play.highest" in why_not(plan, _bits(plan, "XI, IX, XX"), led, eleven)
