"""Of trumps declared a side is paid for the most alone, and partners who know each other do not declare as many (18.6); sequences
of partners count together (11.13)."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.play import Action
from tests.test_play_payments import dealt
from tests.test_play_stakes import states
from tests.test_played_as_told import bidding

MINE = "1, 2, 3, 4, 5, 6, 7, 8, K of spades, K of clubs, Q of spades, Q of clubs"
EIGHT = "9, 10, 11, 12, 13, 14, 15, 16, K of hearts, J of hearts, J of spades, J of clubs"
NINE = EIGHT.replace("J of hearts", "17")


@pytest.mark.parametrize(("partner", "worth"), [(EIGHT, 1), (NINE, 2)])
def test_a_side_is_paid_for_its_largest_declaration(computed, partner, worth):
    state = dealt(play.table("18.6", 4, computed), {0: MINE, 2: partner}, 8)
    wanted = ["bid unul-de-doi", "call K♥", "take", "discard Q♠", "discard Q♣", "declare taroace"]
    offered = set()
    while not state.over:
        legal = [str(action) for action in state.legal()]
        if state.phase == "declare":
            offered.add((state.player, "declare taroace" in legal))
        state = state.do(next((one for one in (*wanted, "pass", "done") if one in legal), legal[0]))
    assert (2, True) in offered if worth == 2 else 2 not in dict(offered)  # the partner knows the declarer
    paid = [one.pays for one in state.result().transfers if one.by[0] == ("declarations", "taroace", "worth")]
    assert paid == [(worth, -worth, worth, -worth)]


def test_who_has_not_declared_his_trumps_does_not_announce_the_pagat(computed):
    table, seen = play.table("18.6", 4, computed), set()

    def silent(state, legal):
        return "done" if state.phase == "declare" else bidding("unul-de-doi")(state, legal)

    for seed in range(300):
        for state in states(table, seed, silent):
            setting = state.setting
            pagat = table.plan.named(["pagat"])
            if (
                state.phase == "announce"
                and state.player == setting.declarer
                and state.own & pagat
                and not setting.announced
            ):
                many = "taroace" in setting.held[state.player]
                assert (Action("announce", "pagat-last") in state.legal()) is not many
                seen.add(many)
    assert seen == {True, False}


def test_giving_up_costs_more_without_an_honour_and_what_had_to_be_announced(computed):
    """18.6: 1 more unless the declarer holds a trump honour; 18.10/OOE: in a Besserrufer the bird too."""
    seen, birds = set(), set()
    table = play.table("18.6", 4, computed)
    for seed in range(1500):
        for state in states(table, seed, bidding("unul-de-doi")):
            if (give := Action("concede", "king-in-talon")) in state.legal():
                more = 0 if state.own & table.plan.named(["trull"]) else 1
                found = state.do(give)
                base = found.result().transfers[0].pays
                assert [b - a for a, b in zip(base, found.result().total, strict=True)] == [
                    -3 * more if seat == state.player else more for seat in range(4)
                ]
                seen.add(more)
        if len(seen) == 2:
            break
    table = play.table("18.10/OOE-2023", 4, computed)
    for seed in range(300):
        for state in states(table, seed, bidding("besserrufer")):
            if (give := Action("concede", "schleifen")) in state.legal():
                price = {"pagat-last": 2, "uhu": 4, "kakadu": 6, "quapil": 8}
                said = [one.id for one in state.setting.announced if one.seat == state.player and one.id in price]
                assert state.do(give).result().total[state.player] == -3 * (1 + sum(price[one] for one in said))
                birds |= set(said)
        if len(birds) > 1:
            break
    assert len(seen) == 2 and len(birds) > 1


def test_a_called_king_unseen_in_the_talon_is_exchanged_for_a_low_card(computed):
    """18.6: after play it is the declarer's, and the opponents have the cheapest card of his tricks for it."""
    table, seen = play.table("18.6", 4, computed), 0
    plan = table.plan

    def lying(state, legal):
        if state.phase == "call":
            kings = [one for one in legal if state.table.place[one.removeprefix("call ")] in state.setting.lies[2:]]
            return next(iter(kings), None)
        return "take" if "take" in legal else bidding("unul-de-doi")(state, legal)

    for seed in range(80):
        *_, state = states(table, seed, lying)
        setting = state.setting
        if setting.called is None or not state.tricks or setting.conceded or not setting.talon >> setting.called & 1:
            continue
        result, king = state.result(), 1 << setting.called
        if setting.shown & king or not state.has_won(setting.declarer):
            continue
        assert result.piles.cards[setting.declarer] & king
        tricks = [trick for trick in state.tricks if trick.winner == setting.declarer]
        own = plan.bits(card for trick in tricks for card in trick.cards)
        given = own & ~result.piles.cards[setting.declarer]
        assert given.bit_count() == 1
        worth = [plan.values.get(card, 0) for card in plan.list(own)]
        assert plan.values.get(plan.list(given)[0], 0) == min(worth)
        assert sum(cards.bit_count() for cards in result.piles.cards) == 54
        seen += 1
    assert seen


@pytest.mark.parametrize(("cards", "worth"), [("K of swords, Q of swords, C of swords", 40), ("", 10)])
def test_five_sequences_of_partners_count_together(computed, cards, worth):
    """11.13: three sequences of one player pay 10 partite; with two of the partner they are five, which pay 40."""
    three = "K of batons, Q of batons, C of batons, K of coins, Q of coins, C of coins, moor-a, moor-b, moor-c"
    mine = ", ".join(one for one in (cards, "K of cups, Q of cups, C of cups") if one)
    state = dealt(
        play.table("11.13", 4, computed),
        {0: mine, 2: three, 1: "angel, world, 10 of cups, pagat, fool, A of swords"},
        3,
    )
    while not state.over:
        legal = [str(action) for action in state.legal()]
        wanted = [one for one in legal if one.startswith("declare") and state.player in (0, 2)]
        state = state.do((wanted or [one for one in ("done",) if one in legal] or legal)[0])
    paid = [one.pays[0] for one in state.result().transfers if one.by[0][1] == "partita-sequences"]
    assert paid == [worth]
