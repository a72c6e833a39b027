"""The Fool of Denmark: a suit named again, the Fool demanded, and played by a trick at the latest (4.6, 4.7)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tarotref.play.deal import start
from tarotref.play.tricks import led
from tests.test_play_payments import dealt

NUMERALS = [f"{n} of {suit}" for suit in ("clubs", "spades") for n in range(1, 11)]


def _played(state: State, seed: int) -> list[State]:
    """A hand played by chance, in which the Fool is kept as long as may be, and demanded as soon as may be."""
    chance, states = random.Random(seed), [state]
    while not state.over:
        legal = [str(action) for action in state.legal() if action.kind != "throw-in"]
        others = [one for one in legal if one != "play Fool"]
        state = state.do("demand fool" if "demand fool" in legal else chance.choice(others or legal))
        states.append(state)
    return states


@pytest.mark.parametrize("id", ["4.6", "4.7"])
def test_a_suit_of_which_nobody_has_a_card_is_named_again(computed: ComputedCorpus, id: str) -> None:
    """By the next player; 4.7: it costs the leader of the Fool 20 to each pot."""
    table = play.table(id, computed=computed)
    clubs = ", ".join(f"{rank} of clubs" for rank in [*range(1, 11), "J", "C", "Q", "K"])
    pots = {"pagat": 60, "king": 60}
    plan = table.plan
    hands = dealt(table, {0: f"fool, {clubs}, 21, 20, 19, 7 of spades"}).setting.dealt
    state = start(table, hands=[plan.list(own) for own in hands], pots=pots)
    while state.phase != "play":
        legal = [str(action) for action in state.legal()]
        state = state.do("done" if "done" in legal else legal[0])
    assert state.turn == 0 and not state.trick.cards
    state = state.do("play Fool").do("name clubs")
    assert (state.phase, state.player) == ("name", 1)
    with pytest.raises(IllegalAction, match="nobody has a card of it"):
        state.do("name clubs")
    state = state.do("name hearts")
    assert state.phase == "play" and led(plan, state.trick) == plan.suits.index("hearts")
    result = _played(state, 1)[-1].result()
    lost = [(one.seat, one.won) for one in result.feats if one.feat == "fool-led-to-voids"]
    paid_in = {part.by[0][1]: part.pays[0] for part in result.from_pots if part.pays[0] == -20}
    assert (lost, paid_in) == (([(0, False)], {"pagat": -20, "king": -20}) if id == "4.7" else ([], {}))
    assert _played(state, 1)[-1].tricks[0].named == plan.suits.index("hearts")


def test_the_fool_is_demanded_in_the_twenty_third_trick(computed: ComputedCorpus) -> None:
    """4.7: its holder plays it, or puts it in the place of the card that he has played; if that was led, the next player names a suit."""
    table, seen = play.table("4.7", computed=computed), Counter[str]()
    for seed in range(60):
        states = _played(start(table, seed), seed)
        final = states[-1]
        where = [n for n, trick in enumerate(final.tricks, 1) if final.plan.bits(trick.cards) & final.plan.fool]
        demands = [n for n, state in enumerate(states) if state.phase == "demand"]
        if final.setting.void or not final.setting.demanded:
            continue
        assert where == [23] and len(final.tricks) == 25
        trick = final.tricks[22]
        assert sorted(map(len, (one.cards for one in final.tricks))) == [3] * 25
        place = next(n for n, card in enumerate(trick.cards) if final.plan.fool >> card & 1)
        before = states[demands[-1]]
        played = len(before.trick.cards)
        after = states[demands[-1] + 1]
        seen["put in place" if place < played else "played in turn"] += 1
        if place == 0 and played == 1:
            assert (after.phase, after.player) == ("name", final.plan.after[trick.leader])
            seen["named by the next"] += 1
        if place == 0 and played == 2:
            assert after.trick.named == final.plan.suit[after.trick.cards[1]]
    assert seen["played in turn"] and seen["named by the next"] and seen["put in place"], seen


def test_the_fool_is_not_demanded_when_one_alone_has_no_trick(computed: ComputedCorpus) -> None:
    """4.7: in a variant, lest it spoil a Nolo."""
    seen = set()
    for id in ("4.7", "4.7/no-demand"):
        table = play.table(id, computed=computed)
        for seed in range(40):
            low = {
                1: f"K of hearts, {', '.join(NUMERALS)}, 7 of diamonds, 8 of diamonds, 9 of diamonds, 10 of diamonds"
            }
            states = _played(dealt(table, {**low, 2: "fool, 1, 21"}, seed), seed)
            at = next(state for state in states if len(state.tricks) == 22)
            if not at.hands[2] & at.plan.fool:
                continue
            bare = sum(not at.has_won(seat) for seat in range(3))
            asked = any(state.phase == "demand" for state in states)
            assert asked is (id == "4.7" or bare != 1), (id, seed)
            seen.add((id, bare))
    assert ("4.7", 1) in seen and ("4.7/no-demand", 1) in seen


def test_the_fool_is_played_by_the_twenty_third_trick(computed: ComputedCorpus) -> None:
    """4.7: in a variant always; without a demand it could be kept for the last trick."""
    table, seen = play.table("4.7/fool-forced", computed=computed), set()
    for seed in range(20):
        states = _played(start(table, seed), seed)
        final = states[-1]
        where = [n for n, trick in enumerate(final.tricks, 1) if final.plan.bits(trick.cards) & final.plan.fool]
        assert all(n <= 23 for n in where) and not any(state.phase == "demand" for state in states), seed
        seen.update(where)
    assert 23 in seen


def _down(state: State, *said: str, last: tuple[str, ...]) -> State:
    """A hand in which something is said, and the first player plays high trumps first and some cards last, in this order."""
    left = list(said)
    while not state.over:
        legal = [str(action) for action in state.legal()]
        chosen = next((one for one in (*left, "pass", "done") if one in legal), None)
        if chosen in left:
            left.remove(chosen)
        if chosen is None and state.phase == "play" and state.player == 0:
            kept = {f"play {card}" for card in last}
            high = [one for one in legal if one not in kept]
            table = state.table
            chosen = (
                max(high, key=lambda one: table.place[one.removeprefix("play ")])
                if high
                else next(f"play {card}" for card in last if f"play {card}" in legal)
            )
        state = state.do(chosen or legal[0])
    assert not left, left
    return state


def test_the_fool_wins_after_the_pagat(computed: ComputedCorpus) -> None:
    """7.5: a declarer who leads these two last, no other trump being left, wins both tricks, and 20."""
    table = play.table("7.5", computed=computed)
    plan = table.plan
    trumps = sorted(plan.list(plan.of_suit[plan.suits.index("trumps")]), key=lambda card: plan.place[card])
    names = ", ".join(str(card) for card in trumps if str(card) != "II")
    assert len(trumps) == 21
    hands = {0: f"fool, {names}", 1: "2"}
    won = _down(dealt(table, hands), "bid super", last=("I", "Fool"))
    assert [trick.winner for trick in won.tricks[-2:]] == [0, 0]
    feats = {(one.feat, one.won) for one in won.result().feats}
    assert ("pagat-fool-last", True) in feats
    other = _down(dealt(table, hands), "bid super", last=("Fool", "I"))
    assert other.tricks[-2].winner != 0 and not {one for one in other.result().feats if one.feat == "pagat-fool-last"}


def test_the_fool_wins_a_super_mord_only_if_laid_out(computed: ComputedCorpus) -> None:
    """7.5: and with no trump in the last trick."""
    table = play.table("7.5", computed=computed)
    hands = {0: "fool, " + ", ".join(map(str, range(2, 22))), 1: "1"}
    for said, wins in ((("bid super-mord", "announce fool-last"), True), (("bid super-mord",), False)):
        state = _down(dealt(table, hands), *said, last=("Fool",))
        assert (state.tricks[-1].winner == 0) is wins and state.result().won is wins
