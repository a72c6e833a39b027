"""Hungarian games (20.3, 20.4): what bids and passes promise, what has to be said with what, and who pays what was kept back."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.play.compiled import TRUMPS
from tests.test_play_payments import dealt
from tests.test_play_stakes import states
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


def test_trumps_need_not_be_declared_for_an_ultimo_with_a_card_of_the_partners(computed):
    """20.4 by the rules of tournaments: whoever doubles it has to say that he holds eight trumps, unless his partner has the Pagat."""
    table, found = play.table("20.4/ITVB-2019", 4, computed), set()
    pagat = table.place["I"]

    def choose(state, legal):
        seat, setting = state.player, state.setting
        said = [str(event.action) for event in state.events if event.seat == seat]
        if state.phase == "double" and "double pagat-last" in said and any(one.startswith("declare ") for one in legal):
            partners = [one for one in range(4) if one != seat and setting.side(one) == setting.side(seat)]
            free = any(state.hands[one] >> pagat & 1 for one in partners)
            assert ("done" in legal) == free
            found.add(free)
        bids = (one for one in reversed(legal) if state.phase == "bid" and one.startswith("bid"))
        return next((one for one in (*bids, *legal) if one.startswith("bid") or one.endswith(" pagat-last")), None)

    for seed in range(60, 211):
        played(table, seed, choose)
        if len(found) == 2:
            break
    assert found == {True, False}


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


def test_a_declarer_over_anothers_cue_bid_announces_what_he_has(computed):
    """20.4, some: tulétroá with a high honour, pagátultimó without, before anything else is over."""
    table, seen = play.table("20.4/honour-announced", 4, computed), set()
    high = table.plan.named(["high-honours"])
    for seed in range(400):
        if len(seen) == 2:
            break
        for state in states(table, seed, lambda state, legal: None):
            setting, (who, _) = (
                state.setting,
                (state.setting.auction and state.setting.auction.promised) or (None, None),
            )
            if state.phase != "double" or state.player != setting.declarer or who in (None, state.player):
                continue
            promise, legal = setting.auction.promised[1], [*map(str, state.legal())]
            owed = "trull" if state.own & high else "pagat-last"
            if promise.card == "20" or owed in {one.id for one in setting.announced}:
                continue
            if f"announce {owed}" in legal:
                assert "done" not in legal
                seen.add(owed)
    assert seen == {"trull", "pagat-last"}


@pytest.mark.parametrize("fifth, won", [("XX", {"small-bird", "large-bird"}), ("XII", set())])
def test_the_birds_of_54_cards_build_on_the_centrum(computed, fifth, won):
    """Small and large bird count only with the XX in the fifth trick, the XXI in the sixth and the skíz in the seventh."""
    table = play.table("20.4/tarokk-54", 4, computed)
    state = dealt(table, {0: "fool, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11"})
    order = ["XIX", "XVIII", "XVII", "XVI", "XX", "XII"]
    order[4:] = [fifth, "XXI", "Fool"]
    said = ["bid solo", "announce small-bird", "announce large-bird", "done"]
    while state.player is not None:
        legal = [str(action) for action in state.legal()]
        play_ = (
            [f"play {card}" for card in order[len(state.tricks) : len(state.tricks) + 1]] if state.player == 0 else []
        )
        wanted = [
            one
            for one in (*said, *play_, "pass", "done")
            if one in legal and (state.player == 0 or one not in said[:3])
        ]
        state = state.do(wanted[0] if wanted else legal[-1])
    feats = {one.feat: one.won for one in state.result().feats if one.announced}
    assert {id for id, done in feats.items() if done} == won and {"small-bird", "large-bird"} <= feats.keys()
