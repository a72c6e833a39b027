"""Hands one after the other: the deal that goes round, totals, pots, and what a rubber pays."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.rules import entries
from tarotref.play import State, Table, Unplayable
from tarotref.play.deal import start
from tarotref.play.rubber import Rubber
from tarotref.words.phrases import span


def hand(table: Table, seed: int | str) -> State:
    return at_random(start(table, seed), seed)


def at_random(state: State, seed: int | str) -> State:
    rng = random.Random(seed)
    while not state.over:
        state = state.do(rng.choice(state.legal()))
    return state


def with_totals(table: Table, *totals: int) -> Rubber:
    return replace(Rubber.begin(table.plan), totals=totals)


def test_the_deal_goes_round_and_a_rubber_ends(computed: ComputedCorpus) -> None:
    table = play.table("6.1", computed=computed)
    rubber, dealers, n = Rubber.begin(table.plan), [], 0
    while not rubber.over:
        dealers.append(rubber.dealer)
        rubber, n = rubber.add(hand(table, n).result()), n + 1
    assert dealers == [0, 1, 2, 3] and len(rubber.hands) == 4
    assert rubber.totals[0] == rubber.totals[2] and rubber.totals[1] == rubber.totals[3]


def test_totals_are_what_players_made_in_whatever_seat(computed: ComputedCorpus) -> None:
    table = play.table("6.2", computed=computed)
    rubber, made = Rubber.begin(table.plan), [Fraction(0)] * 3
    for n in range(3):
        result = hand(table, n).result()
        for seat, points in enumerate(result.total or ()):
            made[rubber.player(seat)] += Fraction(points)
        rubber = rubber.add(result)
    assert list(map(Fraction, rubber.totals)) == made and sum(made) == 0


def test_partners_stay_together_as_the_deal_goes_round(computed: ComputedCorpus) -> None:
    """8.11: they sit side by side, so that the dealer's partner is now before him, now after him; elsewhere across the table."""
    for id, pairs in (("8.11", {(0, 1), (2, 3)}), ("8.3", {(0, 2), (1, 3)}), ("9.19", {(0, 3), (1, 4), (2, 5)})):
        table = play.table(id, computed=computed)
        players = range(table.plan.players)
        rubber = Rubber.begin(table.plan)
        for n in players:
            assert rubber.dealer == n
            state = rubber.deal(table, n)
            side = rubber.by_player([state.setting.side(seat) for seat in players])
            assert {tuple(p for p in players if side[p] == one) for one in side} == pairs
            rubber = replace(rubber, dealer=(n + 1) % len(players))
        assert {tuple(side) for side in rubber._sides()} == pairs
    state = play.new("8.11", seed=1, computed=computed)
    assert [state.setting.side(seat) for seat in range(4)] == [0, 0, 1, 1]


def test_a_hand_thrown_in_counts_for_nothing(computed: ComputedCorpus) -> None:
    table = play.table("7.5", computed=computed)
    state = start(table, 1)
    while not state.over:
        state = state.do("pass" if "pass" in map(str, state.legal()) else state.legal()[0])
    assert state.result().void == "all-pass"
    assert Rubber.begin(table.plan).add(state.result()).dealer == 0  # the same player deals again
    table = play.table("9.13", computed=computed)
    state = start(table, 1)
    while not state.over:
        state = state.do("pass")
    after = Rubber.begin(table.plan).add(state.result())
    assert after.dealer == 1 and after.hands == ()


def test_what_a_rubber_pays(computed: ComputedCorpus) -> None:
    """6.1: 1 and 1 more for each 36 points, and 1 if the losers have nothing or less; 3.7: the difference, doubled and more."""
    table = play.table("6.1", computed=computed)
    pays = [
        with_totals(table, *totals).settled()[0].pays for totals in ((80, 5, 80, 5), (20, 10, 20, 10), (40, 0, 40, 0))
    ]
    assert pays == [(3, -3, 3, -3), (1, -1, 1, -1), (3, -3, 3, -3)]
    assert with_totals(table, 7, 7, 7, 7).settled() == ()
    table = play.table("3.7", computed=computed)
    (paid,) = with_totals(table, 30, 20, 30, 20).settled()
    assert paid.pays == (10, -10, 10, -10)
    (paid,) = with_totals(table, 50, 10, 50, 10).settled()
    assert paid.pays == (80, -80, 80, -80)
    with pytest.raises(ValueError, match=r"tally\.base"):
        with_totals(play.table("6.7", computed=computed), 20, -5, -15).settled()


def test_a_loser_pays_by_the_band_that_his_total_has_reached(computed: ComputedCorpus) -> None:
    """3.5: 60 or more has no end, since both may pass 120; and half a point reaches no further band."""
    table = play.table("3.5/NS-1840", computed=computed)
    for loser, marks in ((130, 1), (60, 1), (Fraction(119, 2), 2), (30, 2), (Fraction(59, 2), 3), (1, 3), (0, 4)):
        assert replace(Rubber.begin(table.plan), totals=(140, loser)).settled()[0].pays == (marks, -marks)
    assert span("60..") == "60 or more" and span("30..59") == "30 to 59"


def test_pots_are_filled_raised_and_taken(computed: ComputedCorpus) -> None:
    """4.6: stakes of 20 and 5, the dealer adds 5; who brings the Pagat home last takes its pot, who loses it doubles it."""
    table = play.table("4.6", computed=computed)
    rubber = Rubber.begin(table.plan)
    assert rubber.pots == {"pagat": 65, "king": 20}
    taken = raised = 0
    for n in range(1600):
        before, state = rubber.pots, rubber.deal(table, n)
        assert state.view(1)["pots"] == before
        result = at_random(state, n).result()
        feats = {(one.feat, one.won) for one in result.feats}
        sums = {
            id: sum(Fraction(sum(part.pays)) for part in result.from_pots if part.by == (("pots", id),))
            for id in before
        }
        staked = len(rubber.from_pots) + len(result.from_pots)
        rubber = rubber.add(result)
        assert rubber.from_pots[staked - len(result.from_pots) : staked] == tuple(
            part._replace(pays=(*part.pays[-1 - n % 3 :], *part.pays[: -1 - n % 3])) for part in result.from_pots
        )
        put_in = -sum(Fraction(sum(part.pays)) for part in rubber.from_pots[staked:] if part.by == (("pots", "pagat"),))
        assert before["pagat"] - sums["pagat"] + put_in == rubber.pots["pagat"]
        lies = rubber.pots["pagat"]
        if ("pagat-last", True) in feats:
            assert lies == 65
            taken += 1
        elif ("pagat-last", False) in feats and ("pagat", False) not in feats:
            assert lies == before["pagat"] * 2 + 5
            raised += 1
    assert taken and raised
    for id, _ in entries(table.plan.ruleset.rules.pots):
        put_in = -sum(
            Fraction(amount) for part in rubber.from_pots if part.by == (("pots", id),) for amount in part.pays
        )
        assert put_in == rubber.pots[id]
    assert play.new("4.6", seed=1, computed=computed).view(0)["pots"] == {}


def test_stakes_are_put_in_for_hands_that_are_dealt(computed: ComputedCorpus) -> None:
    """9.15: the dealer adds 5 before each deal, one after a hand thrown in included, and nothing when no hand follows."""
    table = play.table("9.15", computed=computed)
    rubber = Rubber.begin(table.plan)
    state = rubber.deal(table, 1)
    while not state.over:
        state = state.do("pass")
    assert rubber.pots == {"mouche": 55}
    assert rubber.add(state.result()).pots == {"mouche": 60}
    assert rubber.add(state.result(), more=False).pots == {"mouche": 55}
    assert rubber.standing == (-25, -10, -10, -10) and rubber.add(state.result()).standing == (-25, -15, -10, -10)


def test_every_ruleset_has_a_rubber_or_none(computed: ComputedCorpus) -> None:
    ended = 0
    for id in computed.corpus.rulesets:
        if not id.endswith("/main"):
            continue
        try:
            table = play.table(id, computed=computed)
        except Unplayable:
            continue
        rubber = Rubber.begin(table.plan)
        for n in range(6):
            if rubber.over:
                ended += 1
                break
            rubber = rubber.add(hand(table, n).result())
        try:
            paid = rubber.settled()
        except ValueError as error:
            assert str(error).startswith("tally.")
            continue
        assert all(sum(map(Fraction, transfer.pays)) == 0 for transfer in paid if not transfer.marked), id
    assert ended > 8


def test_tricks_cost_a_pot_its_due_where_the_contract_says_so(computed: ComputedCorpus) -> None:
    """18.6: in a michi-michi each pays the pool 1 for every trick he has won, or 2 while payments are doubled."""
    table = play.table("18.6", 4, computed)
    rubber = Rubber.begin(table.plan)
    for due in (1, 2):
        state = rubber.deal(table, 3)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            state = state.do("pass" if "pass" in legal else legal[0])
        result = state.result()
        assert state.setting.contract == "michi-michi"
        tricks = [sum(trick.winner == seat for trick in state.tricks) for seat in range(4)]
        assert [part.pays for part in result.from_pots] == [tuple(-due * won for won in tricks)]
        before, rubber = rubber.pots["pool"], rubber.add(result, more=False)
        assert rubber.pots["pool"] == before + 12 * due
