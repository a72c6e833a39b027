"""Players who leave a hand while the others play on: with the hand laid open, or face down."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tarotref.play.compiled import TRUMPS
from tarotref.play.events import Left
from tarotref.play.rubber import Rubber
from tarotref.play.settle.pots import brought
from tests.laws import LAWS


def played_until(state: State, ends: Callable[[State], bool], rng: random.Random) -> State:
    """A hand played by chance, nobody leaving it, until something is so."""
    while not state.over and not ends(state):
        legal = [action for action in state.legal() if action.kind != "concede"]
        state = state.do(rng.choice(legal))
    return state


def may_leave(state: State) -> bool:
    return any(action.kind == "concede" for action in state.legal())


@pytest.mark.parametrize(
    "ruleset", ["12.1/bernardi-1728", "12.1/brunetti-1747", "12.1/RMS-1798", "12.1/pagat-minchiate", "12.2"]
)
def test_a_hand_without_trumps_may_be_laid_open(computed: ComputedCorpus, ruleset: str) -> None:
    """The owner wins no more tricks; the winner of each takes a card from it that follows suit, or any where it has none."""
    state = played_until(play.new(ruleset, seed=3, computed=computed), may_leave, random.Random(3))
    owner, plan = state.seat, state.plan
    assert state.tricks and owner != state.trick.leader and not state.hands[owner] & plan.of_suit[TRUMPS]
    with pytest.raises(IllegalAction):
        state.do("play fool")
    state = state.do("concede dropped-cards")
    others = [seat for seat in range(4) if seat != owner]
    assert all(state.view(seat)["open"][owner] == plan.list(state.hands[owner]) for seat in others)
    before = len(state.tricks)
    while not state.over:
        assert state.player != owner
        if state.phase == "play" and state.turn == owner:
            trick = state.trick
            assert len(trick.cards) == 3 and trick.seat(3, plan.circle) == owner
            suit = state.hands[owner] & plan.of_suit[plan.suit[trick.cards[0]]]
            if suit and not plan.fool >> trick.cards[0] & 1:
                assert not state.playable() & ~suit & ~plan.fool
        legal = [action for action in state.legal() if action.kind != "concede"]
        state = state.do(random.Random(len(state.actions)).choice(legal))
    assert owner not in [trick.winner for trick in state.tricks[before:]]
    assert [broken for law in LAWS for broken in law(state, state.result())] == []
    assert play.replay(state.transcript(), computed=computed).result().total == state.result().total


def test_nobody_lays_a_hand_with_trumps_open(computed: ComputedCorpus) -> None:
    state = play.new("12.1/bernardi-1728", seed=3, computed=computed)
    rng = random.Random(3)
    while not state.over:
        if may_leave(state):
            assert not state.own & state.plan.of_suit[TRUMPS]
        state = state.do(rng.choice([action for action in state.legal() if action.kind != "concede"]))


@pytest.mark.parametrize("ruleset, owed", [("12.5", (30, 40, 50, 60)), ("12.5/GP-1753", (20, 30, 40, 40))])
def test_one_of_four_may_drop_out_before_the_first_lead(
    computed: ComputedCorpus, ruleset: str, owed: tuple[int, ...]
) -> None:
    """They are asked in turn from the eldest hand, and when one is out nobody else is. He pays the winner of the last trick by his
    seat, and is paid for the counting cards that others lose; the three others declare and settle."""
    for seat in range(4):
        state = play.new(ruleset, seed=seat, computed=computed)
        while not may_leave(state):
            state = state.do(state.legal()[0])
        for passed in range(seat):
            assert state.player == passed and not state.tricks and not state.trick.cards
            state = state.do("done")
        state = state.do("concede one-out")
        assert not may_leave(state) and not state.hands[seat]
        assert state.player == (1 if seat == 0 else 0) and state.phase == "play"
        (left,) = (event for event in state.events if isinstance(event, Left))
        assert left.seen(state, seat).cards and not left.seen(state, (seat + 1) % 4).cards
        state = played_until(state, lambda now: now.over, random.Random(seat))
        assert {len(trick.cards) for trick in state.tricks} == {3} and len(state.tricks) == 21
        result, last = state.result(), state.tricks[-1].winner
        assert result.transfers is not None
        paid = {part.by[0]: part.pays for part in result.transfers}
        expected = [0] * 4
        expected[seat], expected[last] = -owed[seat], owed[seat]
        assert paid["concessions", "one-out", "to_last"] == tuple(expected)
        assert paid["score", "start"][seat] == 0
        deaths = [part.pays for part in result.transfers if part.by[0][1].startswith("death")]
        assert deaths and all(pays[seat] > 0 for pays in deaths)
        declared = [part.pays for part in result.transfers if part.by[0][0] == "declarations"]
        assert all(pays[seat] == 0 for pays in declared)
        assert [broken for law in LAWS for broken in law(state, result)] == []


def test_who_is_out_lays_the_cards_down(computed: ComputedCorpus) -> None:
    """8.1 by PE: in the third hand a player who has more than 26 in all plays no more, and the other two play on; in an earlier
    hand, or with 26, nobody is out before a trick."""
    for totals, hands, out in (((27, 0, -27), 2, (0,)), ((26, 0, -26), 2, ()), ((27, 0, -27), 1, ())):
        state = play.new("8.1/PE-1787", seed=1, computed=computed).settle(totals=totals, hands=hands)
        state = played_until(state, lambda now: now.phase == "play", random.Random(1))
        assert state.setting.out == out and state.player == len(out)
        first = played_until(state, lambda now: bool(now.tricks), random.Random(1))
        assert len(first.tricks[0].cards) == 3 - len(out)
        end = played_until(first, lambda now: now.over, random.Random(1))
        assert len(end.setting.out) <= 1 and len(end.tricks) == 25


def test_cards_are_thrown_in_where_something_is_left_in_the_pot(computed: ComputedCorpus) -> None:
    """C8: nobody leaves the first hand, whose tricks bring nothing, and who has none pays what is in the pot. Then each in turn may
    throw in his cards; of 20 in the pot a trick wins 5, and who takes part without one pays 20."""
    table = play.table("C8", players=4, computed=computed)
    rubber = Rubber.begin(table.plan)
    first = rubber.deal(table, 1)
    assert first.phase == "play" and not may_leave(first)
    result = played_until(first, lambda now: now.over, random.Random(1)).result()
    rubber = rubber.add(result)
    assert any(not did["trick"] for did in result.doings)
    assert rubber.pots["pot"] == 4 * (1 + sum(not did["trick"] for did in result.doings)) + 4
    state = replace(rubber, pots={"pot": 20}).deal(table, 2)
    for seat, says in enumerate(("done", "concede throws-in", "done", "done")):
        assert state.player == seat
        state = state.do(says)
    assert state.player == 0 and state.setting.out == (1,)
    state = played_until(state, lambda now: now.over, random.Random(2))
    tricks = [sum(trick.winner == seat for trick in state.tricks) for seat in range(4)]
    expected = [0 if seat == 1 else 5 * won or -20 for seat, won in enumerate(tricks)]
    found = brought(state.plan, {"pot": 20}, state.result().ended)
    assert [sum(column) for column in zip(*(part.pays for part in found), strict=True)] == expected
    assert sum(tricks) == 4 and not tricks[1]


def test_the_last_of_all_who_throw_in_their_cards_plays_no_trick(computed: ComputedCorpus) -> None:
    """C8: a hand in which nobody takes part is over, and the pot stays."""
    table = play.table("C8", players=3, computed=computed)
    rubber = replace(Rubber.begin(table.plan), pots={"pot": 8})
    state = rubber.deal(table, 1)
    for _ in range(3):
        state = state.do("concede throws-in")
    assert state.over and not state.tricks
    assert rubber.add(state.result()).pots["pot"] == 8 + 4


def owed_by_buyer(bid: int, lupini: int, lost: Fraction, last: bool) -> int:
    """What the buyer of the Fola pays the seller in all, as the source's examples have it."""
    if not last:
        return bid + bool(lost)
    if not lupini or lost + lupini < 30:
        return bid - 1
    return bid if lost + lupini == 30 else bid + 1


def test_the_eldest_sells_the_fola_and_leaves(computed: ComputedCorpus) -> None:
    """12.7: the others bid for it unseen from 10 resti on, the player opposite the dealer having bid so much; the buyer takes out of it
    what counts, and the seller is paid by him, and by who loses a counting card, but pays the winner of the last trick."""
    lupino, seen = Fraction(1, 30), set[tuple[int, bool, bool]]()
    for seed in range(60):
        rng = random.Random(seed)
        state = play.new("12.7", seed=seed, computed=computed)
        counting = state.plan.named(["carte-di-conto"])
        assert state.player == 0 and {str(action) for action in state.legal()} == {"offer talon", "done"}
        state = state.do("offer talon")
        assert state.player == 2 and not state.hands[0] and not state.view(1)["shown"]
        price, buyer = Fraction(10), 1
        while state.phase == "sell":
            action = rng.choice(["pass", "offer 1", *["offer 1/30"] * (seed % 7)])
            if action != "pass":
                price, buyer = price + Fraction(action.split()[1]), state.seat
            state = state.do(action)
        assert state.setting.sold == (buyer, price, True) and not state.setting.talon & counting
        state = played_until(state, lambda now: now.over, rng)
        result, last = state.result(), state.tricks[-1].winner
        paid = [part.pays for part in result.transfers or () if part.by[0][:2] == ("bidding", "sale")]
        lost = {seat: Fraction(0) for seat in range(4)}
        for done in result.feats:
            lost[done.seat] += {"death-arie": 10, "death-fives": 5, "death-papi": 3}[done.feat]
        whole, lupini = int(price), int((price - int(price)) / lupino)
        for seat in (1, 2, 3):
            won = seat == last
            expected = (
                owed_by_buyer(whole, lupini, lost[seat], won) if seat == buyer else bool(lost[seat]) * (not won) - won
            )
            assert -sum(pays[seat] for pays in paid) == expected
        seen.add((min(lupini, 1), bool(lost[buyer]), buyer == last))
        others = [part.pays[0] for part in result.transfers or () if part.by[0][:2] != ("bidding", "sale")]
        assert not any(others)
        assert [broken for law in LAWS for broken in law(state, result)] == []
    assert len(seen) > 3 and {lupini for lupini, _, _ in seen} == {0, 1}
    for bid, lupini, value, last_trick, owed in (
        (12, 0, 0, True, 11), (12, 0, 8, False, 13), (12, 0, 0, False, 12), (12, 10, 15, True, 11), (12, 10, 20, True, 12),
        (12, 10, 23, True, 13), (12, 10, 23, False, 13), (12, 10, 0, False, 12),
    ):  # fmt: skip
        assert owed_by_buyer(bid, lupini, Fraction(value), last_trick) == owed


def test_the_eldest_may_play_with_the_fola(computed: ComputedCorpus) -> None:
    """12.7: then he takes what counts out of it himself, discards as many cards, and leads."""
    state = play.new("12.7", seed=4, computed=computed)
    talon, counting = state.setting.talon, state.plan.named(["carte-di-conto"])
    state = state.do("done")
    assert talon & counting and state.setting.dealt[0] | talon & counting == state.hands[0]
    state = played_until(state, lambda now: now.phase == "play", random.Random(4))
    assert state.player == 0 and state.hands[0].bit_count() == 21 and not state.setting.left
