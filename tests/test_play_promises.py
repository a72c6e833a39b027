"""Hungarian games (20.3, 20.4): what bids and passes promise, what has to be said with what, and who pays what was kept back."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.play.compiled import TRUMPS
from tests.test_played_as_told import hands, played


@pytest.mark.parametrize("game", ["20.3", "20.4"])
def test_a_promised_card_is_held_is_not_discarded_and_is_called(computed, game):
    table, called, own = play.table(game, 4, computed), 0, 0
    for state in hands(table, range(250), lambda state, legal: None):
        auction, setting = state.setting.auction, state.setting
        if auction is None or auction.promised is None:
            continue
        seat, promise = auction.promised
        card = table.plan.named([promise.card])
        assert setting.dealt[seat] & card and not setting.laid[seat] & card
        if setting.called is None or setting.void:
            continue
        own += seat == setting.declarer
        if seat != setting.declarer:
            assert card >> setting.called & 1 and setting.partner == seat
            called += 1
    assert called and own


def test_a_bid_higher_than_needed_is_barred_without_its_card(computed):
    table, seen = play.table("20.3", 4, computed), set()
    for seed in range(60):
        state = play.start(table, seed)
        if state.phase != "bid" or len(state.legal()) == 1:
            continue
        own = state.own
        bids = {str(action).removeprefix("bid ") for action in state.legal()}
        assert {"three", "solo"} <= bids  # what is needed promises nothing, nor does the highest of all
        for bid, card in (("two", "19"), ("one", "18")):
            holds = bool(own & table.plan.named([card]))
            assert (bid in bids) is holds
            seen.add((bid, holds))
            if not holds:
                assert "promise" in state.why(play.Action("bid", bid))
    assert len(seen) == 4


def test_the_first_bidder_yields_only_with_the_twenty_and_a_high_honour(computed):
    table, seen = play.table("20.3", 4, computed), set()

    for seed in range(400):
        state = play.start(table, seed)
        said = iter(["bid three", "bid two", "pass", "pass"])
        while state.phase == "bid" and (one := next(said, None)) and one in map(str, state.legal()):
            state = state.do(one)
        if state.phase != "bid" or state.player != 0 or state.setting.auction.high != 1:
            continue
        need = state.own & table.plan.named(["20"]) and state.own & table.plan.named(["top", "fool"])
        assert ("pass" in map(str, state.legal())) is bool(need)
        seen.add(bool(need))
        if need:
            after = state.do("pass").setting.auction
            assert after.promised is not None and after.promised[1].card == "20"
    assert seen == {True, False}


def test_a_discarded_trump_frees_the_call_and_binds_who_laid_the_called_one(computed):
    table, freed, bound = play.table("20.3", 4, computed), 0, 0

    def choose(state, legal):
        if state.phase == "discard":
            trumps = [
                one for one in legal if state.plan.of_suit[TRUMPS] >> table.place[one.removeprefix("discard ")] & 1
            ]
            return next(iter(trumps), None)
        if state.phase == "call":
            laid = [cards for seat, cards in enumerate(state.setting.laid) if seat != state.player]
            calls = [one for one in legal if any(cards >> table.place[one.removeprefix("call ")] & 1 for cards in laid)]
            return next(iter(calls), None)
        return None

    for seed in range(120):
        state = played(table, seed, choose)
        setting = state.setting
        if setting.called is None or setting.void:
            continue
        laid = next((seat for seat, cards in enumerate(setting.laid) if cards >> setting.called & 1), None)
        freed += setting.called != table.place["XX"]
        if laid is not None and laid != setting.declarer and setting.conceded is None and state.tricks:
            assert dict(setting.doubled)["score"].level >= 1 and setting.partner is None
            bound += 1
    assert freed and bound


def test_trumps_are_declared_with_the_pagat_ultimo_or_paid_by_the_partner_alone(computed):
    table, due, kept = play.table("20.3", 4, computed), 0, 0

    def silent(state, legal):
        return "done" if state.phase == "double" and "done" in legal else None

    def bold(state, legal):
        return next((one for one in legal if one == "announce pagat-last"), None)

    for seed in range(400):
        state = played(table, seed, bold)
        for said in state.setting.announced:
            held = state.setting.held[said.seat] if said.id == "pagat-last" else ()
            if held:
                assert {one.id for one in state.setting.declared if one.seat == said.seat} == {*held}
                due += 1
        state = played(table, seed, silent)
        setting = state.setting
        if setting.void or not setting.held or setting.conceded or setting.partner is None:
            continue
        for seat, ids in enumerate(setting.held):
            for one in (
                one for one in state.result().transfers if ids and ("declarations", ids[0], "kept_back") in one.by
            ):
                partners = [other for other in range(4) if setting.side(other) == setting.side(seat) and other != seat]
                worth = {"eight-trumps": 1, "nine-trumps": 2}[ids[0]]
                assert [one.pays[other] for other in partners] == [-worth] * len(partners)
                assert sum(one.pays) == 0
                kept += 1
    assert due and kept


def test_a_feat_may_take_the_place_of_the_partners_and_its_card_goes_to_its_trick(computed):
    """20.4: whose partner has announced an ultimó may make it an uhu; the card is then played to the last trick but one."""
    table, taken = play.table("20.4", 4, computed), 0

    def choose(state, legal):
        return next((one for one in legal if one in ("announce pagat-last", "announce pagat-uhu")), None)

    for seed in range(600):
        state = played(table, seed, choose)
        acts = [str(event.action) for event in state.events if event.action]
        if "announce pagat-last" in acts and "announce pagat-uhu" in acts and state.tricks:
            said = {one.id: one.seat for one in state.setting.announced}
            assert "pagat-last" not in said or acts.index("announce pagat-last") > acts.index("announce pagat-uhu")
            by = next(event.seat for event in state.events if str(event.action) == "announce pagat-uhu")
            taken += said["pagat-uhu"] != by  # done with the partner's card
    assert taken
