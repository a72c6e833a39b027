"""Rules that a comparison with others' programs, and with the pages read as prose, found told and not played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tarotref import play
from tarotref.cards.holdings import declare
from tarotref.cards.names import parse_cards
from tarotref.play import Action, State, Table
from tarotref.play.auction import PASS, auction
from tarotref.play.compiled import TRUMPS, places
from tarotref.play.deal import start
from tarotref.play.discards import may_keep, may_lay
from tarotref.play.players import PLAYERS
from tarotref.play.settle.examples import payment
from tarotref.play.settle.reached import Reached
from tarotref.play.tricks import Trick, playable

Chooses = Callable[[State, list[str]], str | None]
"""What is done where the test wants something, of what is legal; None leaves it to chance."""


def played(table: Table, seed: int, wanted: Chooses = lambda state, legal: None) -> State:
    """A hand played to its end by chance, but for what is wanted."""
    state, act = start(table, seed), PLAYERS["random"](random.Random(f"{seed}:player"))
    while state.player is not None:
        chosen = wanted(state, [str(action) for action in state.legal()])
        state = state.do(chosen or act(state))
    return state


def bidding(*contracts: str) -> Chooses:
    """Bid one of some contracts as soon as it may be, pass otherwise."""

    def choose(state: State, legal: list[str]) -> str | None:
        if state.phase not in ("bid", "contract"):
            return None
        said = (f"{kind} {one}" for one in contracts for kind in ("bid", "contract"))
        return next((one for one in (*said, "pass") if one in legal), None)

    return choose


def hands(table: Table, seeds: range, wanted: Chooses) -> Iterator[State]:
    return (played(table, seed, wanted) for seed in seeds)


@pytest.mark.parametrize("ruleset", ["9.17/FFT-2012", "9.17/TRV-2000"])
def test_a_partner_has_a_third_of_a_bonus_as_of_the_game(computed, ruleset):
    """The Petit at the end and a poignée were split in halves between declarer and partner, the game alone two to one."""
    table = play.table(ruleset, 5, computed)
    seen = 0
    for state in hands(table, range(40), bidding("garde")):
        setting, result = state.setting, state.result()
        if setting.partner is None or not result.transfers:
            continue
        for transfer in result.transfers:
            gains = [pays > 0 for pays in transfer.pays]
            between = all(
                gain is (gains[setting.declarer] is not bool(side))
                for gain, side in zip(gains, result.sides, strict=True)
            )
            if transfer.by[0][0] != "score" and between:
                seen += 1
                assert transfer.pays[setting.declarer] == 2 * transfer.pays[setting.partner], transfer
    assert seen


@pytest.mark.parametrize("ruleset", ["17.3/main", "17.4/main", "17.4/mueller-ichenheim"])
def test_ulti_is_won_with_the_one_alone(computed, ruleset):
    """The last trick made an Ulti, with whatever card: in 150 hands 47 were paid as won, and none truly."""
    table = play.table(ruleset, None, computed)
    last = 0
    for state in hands(table, range(24), bidding("ulti")):
        if state.setting.contract != "ulti":
            continue
        trick = state.tricks[-1]
        own = trick.winner == state.setting.declarer
        last += own
        card = trick.cards[trick.place(trick.winner, table.plan.circle)]
        assert state.result().won is (own and str(table.plan.cards[card]) == "1")
    assert last


def test_the_point_of_the_cards_left_out_is_a_declarers_who_has_a_trick(computed):
    """Three of 54 cards are left out of 17.3, and the 69 points of the others were all that was counted."""
    table = play.table("17.3", 3, computed)
    for state in hands(table, range(20), bidding("cego")):
        result = state.result()
        assert sum(result.points.values()) == 69 and sum(result.totals.values()) == 70
        taken = any(trick.winner == state.setting.declarer for trick in state.tricks)
        assert result.totals[0] - result.points[0] == int(taken)


def test_a_cego_with_just_35_points_costs_5(computed):
    """With 35 of 70 points a contract is lost by no step at all, and cost nothing."""
    table = play.table("17.4", 4, computed)
    found = [state.result() for state in hands(table, range(400), bidding("cego", "eine"))]
    even = [one for one in found if one.totals[0] == 35 and one.won is False]
    assert even and all(one.total[one.declarer] == -15 for one in even)


Trischaken = tuple[dict[int, object], list[int], tuple[object, ...]]
"""The card points, tricks and payments of a hand in which each plays for himself."""


def trischaken(computed, ruleset: str) -> Iterator[Trischaken]:
    for state in hands(play.table(ruleset, 4, computed), range(90), bidding("trischaken")):
        result = state.result()
        if not result.void:
            assert state.setting.contract == "trischaken" and result.total is not None
            yield dict(result.points), [sum(t.winner == seat for t in state.tricks) for seat in range(4)], result.total


@pytest.mark.parametrize(
    "ruleset, heavy, tie", [("18.10/OOE-2023", 106 / 3, "first"), ("18.10/WTC-2009", 35.5, "once")]
)
def test_trischaken_is_paid_by_who_loses_and_by_who_has_no_trick(computed, ruleset, heavy, tie):
    """The first player pays twice, a heavy loser twice, and a player without a trick gets it (seed 31: -12, 12, 0, 0)."""
    kinds = set()
    for points, tricks, total in trischaken(computed, ruleset):
        lost = [seat for seat in range(4) if points[seat] == max(points.values())]
        if len(lost) > 1:
            continue
        times, bare = 1 + (points[lost[0]] > heavy + 0.1), [seat for seat in range(4) if not tricks[seat]]
        kinds.add((lost[0] == 0, times, len(bare)))
        if not bare:
            each = times * (2 if lost == [0] else 1)
            assert total == tuple(-3 * each if seat in lost else each for seat in range(4)), points
        elif len(bare) == 1:
            whole = 3 * times * (2 if lost == [0] and tie == "first" else 1)
            assert (total[bare[0]], total[lost[0]], sum(total)) == (whole, -whole, 0), points
    assert {(True, 1, 0), (True, 2, 0), (False, 2, 0), (False, 2, 1)} <= kinds


def test_one_without_a_trick_gets_three_in_all(computed):
    """Rüdiger: in place of the payment by rank; from the one with more than 35 points alone, if there is one."""
    seen = set()
    for points, tricks, total in trischaken(computed, "18.10/ruediger-koenigrufen"):
        bare, heavy = [n for n in range(4) if not tricks[n]], [n for n in range(4) if points[n] > 35]
        seen.add((len(bare), len(heavy)))
        if len(bare) == 1:
            assert total[bare[0]] == 3 and (not heavy or total[heavy[0]] == -3), (points, total)
        elif heavy:
            assert total[heavy[0]] == -3
    assert (1, 1) in seen and (0, 1) in seen


@pytest.mark.parametrize("ruleset, seed", [("9.13/FFT-2012", 136), ("9.13", 1)])
def test_a_fool_that_is_all_its_side_has_counts_four(computed, ruleset, seed):
    """It counted 4 1/2, as a card left over, so that a Garde sans with an announced chelem came to 722 and not to 724."""
    table = play.table(ruleset, 4, computed)
    assert table.plan.scoring.fool_alone == 4
    for state in (one for seed in range(seed, seed + 40) for one in [played(table, seed, bidding("garde-sans"))]):
        counted = state.result()
        alone = [side for side, pile in counted.of_side.items() if pile.cards == table.plan.every_fool]
        assert all(counted.totals[side] == 4 and counted.totals[1 - side] == 87 for side in alone)


def test_the_mond_left_in_the_talon_costs_twenty(computed):
    """18.8: whoever leaves it there loses 20, unless it comes to him with the rest; never charged in 24 of 351 contracts."""
    table = play.table("18.8", 4, computed)
    mond, left = table.plan.named(["top"]), 0
    for state in hands(table, range(60), bidding("two", "one")):
        setting, result = state.setting, state.result()
        if setting.declarer is None or setting.contract in ("klop", None):
            continue
        charged = [t for t in result.transfers or () if t.by == (("feats", "top-left", "lost"),)]
        there = bool(setting.talon & mond & ~result.piles.cards[setting.declarer])
        left += there
        assert bool(charged) is there
        if there:
            assert charged[0].pays == tuple(-20 if seat == setting.declarer else 0 for seat in range(4))
    assert left


def test_a_called_king_is_not_announced_where_none_is_called(computed):
    table = play.table("18.8", 4, computed)
    for state in hands(table, range(12), bidding("solo-two", "solo-one")):
        assert state.setting.contract == "klop" or "called-king-last" not in {one.id for one in state.setting.announced}


def test_the_pagat_is_played_to_skus_and_mond_though_it_is_held_back(computed):
    """In a Klop it beats the two in one trick, and one has to beat what lies there (18.8 seed 69)."""
    plan = play.table("18.8", 4, computed).plan_for("klop")
    cards = {name: plan.named([name]).bit_length() - 1 for name in ("pagat", "top", "fool", "5")}
    hand = plan.bits([cards["pagat"], cards["5"]])
    assert playable(plan, hand, Trick(0, (cards["fool"], cards["top"]))) == 1 << cards["pagat"]
    assert playable(plan, hand, Trick(0, (cards["fool"],))) == 1 << cards["5"]


def test_half_a_step_is_a_whole_one_for_winner_and_loser(computed):
    """19.16: 28 points in a Prever are 25 below 53, with 10 more 35, three times that 105, so 11; it was 10."""
    ruleset = computed.ruleset("19.16")
    lost = payment(ruleset, Reached((28,), "prever", stage=1)).total
    won = payment(ruleset, Reached((58,), "prever", stage=1)).total
    assert (lost, won) == ((-11,), (5,))


def test_a_valat_that_fails_stands_in_place_of_the_game(computed):
    feat = play.table("19.16/machtarok", 4, computed).plan.feats["slam"]
    assert "score" in feat.replaces(announced=True, won=False)


@pytest.mark.parametrize("ruleset, own", [("9.17/FFT-2012", True), ("9.17/no-lead-in-called-suit", False)])
def test_the_called_suit_is_not_led_first(computed, ruleset, own):
    """It was led first in 139 of 150 hands."""
    table = play.table(ruleset, 5, computed)
    for state in hands(table, range(60), bidding("garde", "pousse")):
        called, first = state.setting.called, state.tricks[0] if state.tricks else None
        if called is None or first is None:
            continue
        plan, led = table.plan, first.cards[0]
        others = (
            state.setting.dealt[first.leader] & ~plan.of_suit[plan.suit[called]] & ~state.setting.laid[first.leader]
        )
        assert plan.suit[led] != plan.suit[called] or (own and led == called) or not others


@pytest.mark.parametrize("ruleset, part", [("18.10/OOE-2023", 3), ("18.10", 6)])
def test_a_king_called_in_a_solo_brings_its_part_of_the_talon(computed, ruleset, part):
    """Solorufer: the half of the talon in which the called King lies is the declarer's, or by others all of it."""
    table, brought = play.table(ruleset, 4, computed), 0
    for state in hands(table, range(80), bidding("solorufer")):
        setting = state.setting
        if setting.contract == "solorufer" and setting.called in setting.lies:
            brought += 1
            mine = state.result().piles.laid[setting.declarer]
            assert mine.bit_count() == part and mine >> setting.called & 1
    assert brought


@pytest.mark.parametrize("ruleset", ["17.4", "17.3"])
def test_the_card_kept_open_or_its_suit_is_led(computed, ruleset):
    """In Eine Leere any suit was led."""
    table = play.table(ruleset, None, computed)
    for state in hands(table, range(30), bidding("eine-leere", "eine", "cego")):
        if state.setting.contract == "eine-leere":
            plan, led = table.plan, state.tricks[0].cards[0]
            (kept,) = (n for n in range(len(plan.cards)) if state.setting.kept >> n & 1)
            assert plan.suit[led] == plan.suit[kept]


@pytest.mark.parametrize("contract, itself", [("zwei-leere", False), ("zwei-verschiedene", True)])
def test_two_cards_kept_open_are_led_first_and_never_win(computed, contract, itself):
    """The first lead alone was kept, and an open card won like others."""
    table, weak, higher = play.table("17.4", None, computed), 0, 0
    for state in hands(table, range(40), bidding(contract, "eine-leere", "zwei-leere", "eine", "cego")):
        if state.setting.contract != contract:
            continue
        plan, kept = table.plan, state.setting.kept
        suits = {plan.suit[n] for n in places(kept)}
        first, second, third = state.tricks[:3]
        assert first.leader == second.leader == state.setting.declarer
        for trick in (first, second):
            assert plan.suit[trick.cards[0]] in suits
            assert not itself or kept >> trick.cards[0] & 1
        assert third.leader in (first.winner, second.winner)
        higher += third.leader != second.winner
        for trick in state.tricks:
            weak += any(kept >> card & 1 for card in trick.cards)
            assert not kept >> trick.cards[trick.place(trick.winner, plan.circle)] & 1
    assert weak and higher


@pytest.mark.parametrize("ruleset, players", [("15.1", 4), ("R11", 6)])
def test_a_fool_held_back_wins_nothing_and_waits_for_the_last_trick(computed, ruleset, players):
    """The Fool was played like other trumps when it was due; by others than the declarer it may be held back."""
    table, held_back = play.table(ruleset, players, computed), 0
    plan = table.plan
    fool = plan.every_fool.bit_length() - 1
    for state in (played(table, seed) for seed in range(60)):
        if not state.plan.held_back:
            continue
        held_back += 1
        last = state.tricks[-1]
        assert fool in last.cards
        owner = last.seat(last.cards.index(fool), plan.circle)
        assert last.winner != owner
        assert ruleset == "15.1" or owner != state.setting.declarer
    assert held_back


def test_a_bid_that_ends_the_bidding_is_the_last(computed):
    """17.4: Piccolo stood above the ladder of the others, and was overbid and held like them."""
    state = start(play.table("17.4", 4, computed), 1)
    for _ in range(4):
        state = state.do(Action("pass"))
    assert [str(one) for one in state.legal()] == ["bid cego", "bid piccolo", "bid bettel"]
    over = state.do(Action("bid", "cego")).do(Action("bid", "piccolo"))
    assert (over.setting.contract, over.setting.declarer) == ("piccolo", 1)
    stepped = state.do(Action("bid", "cego")).do(Action("bid", "eine"))
    assert [str(one) for one in stepped.legal()] == ["pass", "bid eine"]


def test_the_skis_is_played_by_one_who_can_neither_follow_nor_trump(computed):
    """3.1: it was never forced, and was thrown where it was not due."""
    plan = play.table("3.1", 3, computed).plan
    led = plan.named(["2 of coins"]).bit_length() - 1
    wide = plan.fool | plan.named(["K of cups", "Q of swords", "J of cups", "J of swords"])
    assert playable(plan, wide, Trick(0, (led,))) == plan.fool


def test_a_king_caught_by_a_trump_is_played(computed):
    """Minchiate: the holder of the King plays it to the first trick of its suit, if a trump lies there."""
    table = play.table("12.1", 4, computed)
    plan, caught = table.plan, 0

    def check(state: State, legal: list[str]) -> str | None:
        nonlocal caught
        cards = state.trick.cards
        if state.phase == "play" and cards and plan.suit[cards[0]] > 0 and any(not plan.suit[card] for card in cards):
            suit = plan.suit[cards[0]]
            king = plan.of_suit[suit] & plan.named(["kings"]) & state.hands[state.player or 0]
            if king and not any(plan.suit[one.cards[0]] == suit for one in state.tricks):
                caught += 1
                assert [state.table.place[one.removeprefix("play ")] for one in legal] == [king.bit_length() - 1]
        return None

    for seed in range(60):
        played(table, seed, check)
    assert caught


def test_who_has_no_honour_does_not_bid_but_for_the_last(computed):
    """20.3-20.5: bids were offered without an honour at 703 of 733 turns."""
    table, tried = play.table("20.3", 4, computed), 0
    honours = table.plan.named(["honours"])

    def check(state: State, legal: list[str]) -> str | None:
        nonlocal tried
        if state.phase != "bid":
            return None
        seat = state.player or 0
        last = state.setting.auction.passed == frozenset(range(4)) - {seat}
        may = any(one.startswith("bid") for one in legal)
        assert may is (bool(state.setting.dealt[seat] & honours) or last)
        tried += last and not state.setting.dealt[seat] & honours
        return "bid three" if last and may else "pass"

    lost = [played(table, seed, check).result() for seed in range(60)]
    paid = [one for one in lost if one.transfers and one.transfers[0].by == (("concessions", "trial-three", "pays"),)]
    assert tried and paid and all(one.total[3] == -3 for one in paid)


def test_a_higher_bid_is_held_from_any_seat_once(computed):
    """20.3: one who has bid may hold what another bids over him, wherever he sits, as long as nobody has."""
    now = replace(auction(play.table("20.3", 4, computed).plan), first=0, turn=0)
    for said in (0, 1):  # three, two
        now = now.say(said)
    now = now.say(PASS).say(PASS)
    assert now.turn == 0 and 1 in now.legal()
    now = now.say(1)  # held
    assert now.turn == 1 and 1 not in now.legal()


def test_centrum_and_birds_are_announced_and_settled(computed):
    """20.4: the first five tricks, the fifth with the XX; a card of it is kept until then, unless a trick was lost."""
    table = play.table("20.4", 4, computed)

    def announce(state: State, legal: list[str]) -> str | None:
        wanted = ("announce centrum", "announce small-bird", "announce large-bird", "bid three")
        return next((one for one in wanted if one in legal), None)

    said = 0
    for state in hands(table, range(30), announce):
        for one in state.result().feats:
            if one.feat in ("centrum", "small-bird", "large-bird"):
                number = table.plan.feats[one.feat].tricks
                first, side = state.tricks[:number], state.setting.side
                said += 1
                winning = first[-1].cards[first[-1].place(first[-1].winner, table.plan.circle)]
                done = (
                    all(side(t.winner) == side(one.seat) for t in first)
                    and table.plan.feats[one.feat].cards >> winning & 1
                )
                assert one.announced and one.won is bool(done)
    assert said


def test_cards_for_those_that_are_asked_for_are_laid_down_first(computed):
    """8.13: who asks first lays as many cards face down, and does not choose when he knows who gives him what."""
    table = play.table("8.13", 3, computed)
    for state in hands(table, range(10), bidding("a-due", "a-tre")):
        kinds = [action.kind for action in state.actions if action.kind in ("give", "ask")]
        number = {"a-tre": 3, "a-due": 2}.get(state.setting.contract or "", 0)
        assert kinds[:number] == ["give"] * number and "give" not in kinds[number:]


def test_who_has_to_lead_with_the_fool_late_gives_up_the_lead(computed):
    """3.1 and 4.1: on lead to the twenty-second trick with it one let the others lead on and kept it, or led it."""
    for ruleset in ("3.1", "4.1"):
        table, seen = play.table(ruleset, 3, computed), 0
        fool = table.plan.fool

        def keep(state: State, legal: list[str], fool: int = fool, table: Table = table) -> str | None:
            others = [one for one in legal if one.startswith("play ") and not fool >> table.place[one[5:]] & 1]
            return others[0] if others else None

        for state in hands(table, range(40), keep):
            before, late = state.tricks[20:22]
            if late.leader != before.winner:
                seen += 1
                place = late.place(before.winner, table.plan.circle)
                assert late.leader == (before.winner + 1) % 3 and fool >> late.cards[place] & 1
        assert seen, ruleset


def test_the_fool_is_not_led_once_nobody_else_has_a_trump(computed):
    """4.1: it asked for trumps that nobody had."""
    table, barred = play.table("4.1", 3, computed), 0
    plan = table.plan

    def check(state: State, legal: list[str]) -> str | None:
        nonlocal barred
        seat = state.player or 0
        if state.phase == "play" and not state.trick.cards and state.hands[seat] & plan.fool & ~(1 << 0):
            others = [hand for n, hand in enumerate(state.hands) if n != seat]
            may = any(plan.fool >> table.place[one[5:]] & 1 for one in legal)
            if not any(hand & plan.of_suit[0] for hand in others) and state.hands[seat] != plan.fool:
                barred += 1
                assert not may
        return next((one for one in legal if one.startswith("play ") and one[5:].isupper()), None)

    for seed in range(60):
        played(table, seed, check)
    assert barred


def test_in_an_announced_chelem_the_excuse_waits_for_the_last_trick(computed):
    """9.13: its declarer keeps it while he wins every trick, and an opponent has to play it before the last."""
    table, kept_, forced = play.table("9.13", 4, computed), 0, 0

    def announce(state: State, legal: list[str]) -> str | None:
        nonlocal kept_, forced
        plan, seat = state.setting.plan, state.player or 0
        own = state.hands[seat]
        if state.phase == "play" and own & plan.fool and own != plan.fool and plan.excuse.kept:
            may = any(plan.fool >> table.place[one[5:]] & 1 for one in legal)
            if seat == state.setting.declarer and all(one.winner == seat for one in state.tricks):
                kept_ += 1
                assert not may
            elif seat != state.setting.declarer and own.bit_count() == 2:
                forced += 1
                assert may and len(legal) == 1
            if seat != state.setting.declarer and own.bit_count() > 2:
                return next(one for one in legal if not plan.fool >> table.place[one[5:]] & 1)
        wanted = ("announce slam", "bid garde")
        return next((one for one in wanted if one in legal), None)

    for seed in range(40):
        played(table, seed, announce)
    assert kept_ and forced


def test_a_petit_captured_in_the_last_trick_is_the_declarers(computed):
    """9.3: he was paid for it only if he had played it himself."""
    table, pagat = play.table("9.3", 3, computed), 0
    petit = table.plan.named(["pagat"])

    def keep(state: State, legal: list[str]) -> str | None:
        if state.phase == "bid":
            return next((one for one in legal if one.startswith("bid")), None)
        cards = [one for one in legal if one.startswith("play ")]
        for wanted in (~table.plan.of_suit[0] & ~petit, ~petit):
            if state.phase == "play" and (others := [one for one in cards if wanted >> table.place[one[5:]] & 1]):
                return others[0]
        return None

    for state in hands(table, range(150), keep):
        last, declarer = state.tricks[-1], state.setting.declarer
        held = [last.seat(n, table.plan.circle) for n, card in enumerate(last.cards) if petit >> card & 1]
        if held and declarer is not None and held != [declarer] and last.winner == declarer:
            pagat += 1
            paid = [t for t in state.result().transfers or () if t.by[0][1] == "pagat-captured"]
            assert [t.pays[declarer] for t in paid] == [20]
    assert pagat


def test_what_may_be_bid_at_any_time_or_only_at_first(computed):
    """15.16: a Solo passes over the bids below it; 16.17: one who has spoken may no longer bid Solo."""
    free = auction(play.table("15.16", 3, computed).plan)
    assert [free.bids[n] for n in free.legal() if n >= 0] == ["dreier", "solo"]
    now = auction(play.table("16.17", None, computed).plan)
    solo = now.bids.index("solo")
    now = replace(now, jump=True)
    assert solo in now.legal()
    first = now.turn
    now = now.say(0).say(1)
    while now.turn != first:
        now = now.say(PASS)
    assert now.high < solo and solo not in now.legal()


def test_a_bagatte_is_paid_to_one_who_has_kept_to_his_suit(computed):
    """8.43: it paid whatever its player had led before."""
    table, both = play.table("8.43", None, computed), set()
    pagat = table.plan.named(["pagat"])

    def keep(state: State, legal: list[str]) -> str | None:
        others = [one for one in legal if one.startswith("play ") and not pagat >> table.place[one[5:]] & 1]
        return random.Random(len(state.tricks)).choice(others) if state.phase == "play" and others else None

    for state in hands(table, range(150), keep):
        plan, last = table.plan, state.tricks[-1]
        if not pagat >> last.cards[last.place(last.winner, plan.circle)] & 1:
            continue
        suits = [plan.suit[one.cards[one.place(last.winner, plan.circle)]] for one in state.tricks]
        leads = [n for n, one in enumerate(state.tricks) if one.leader == last.winner]
        first = suits[leads[0]] if leads else None
        kept_ = all(suits[n] == first or first not in suits[n:] for n in leads)
        won = [one for one in state.result().feats if one.feat == "pagat-last" and one.won]
        both.add(kept_)
        assert bool(won) is kept_
    assert False in both


def test_a_dealer_who_has_bid_may_be_spared_a_cappotto(computed):
    """6.3: a declarer who has outbid the dealer may throw down his hand, and no other."""
    table, offered = play.table("6.3", 3, computed), set()

    def bid(state: State, legal: list[str]) -> str | None:
        if state.phase == "concede":
            bidders = {event.seat for event in state.events if event.action and event.action.kind == "bid"}
            offered.add(state.setting.declarer != 2 and 2 in bidders)
        return None

    for seed in range(80):
        played(table, seed, bid)
    assert offered == {True}


@pytest.mark.parametrize("ruleset", ["8.28", "8.33"])
def test_the_fool_is_not_given_for_a_card_asked_for(computed, ruleset):
    table, given = play.table(ruleset, None, computed), 0

    def check(state: State, legal: list[str]) -> str | None:
        nonlocal given
        if state.phase == "give" and state.hands[state.player or 0] & table.plan.fool:
            given += 1
            assert not any(table.plan.fool >> table.place[one[5:]] & 1 for one in legal)
        return bidding("deux-cartes")(state, legal)

    for seed in range(60):
        played(table, seed, check)
    assert given


def test_a_card_that_has_to_be_given_for_the_matto_dies(computed):
    """12.3: a side that has won counting cards alone gives one of them, and its death was not counted."""
    from tarotref.play.settle.deed import Deed
    from tarotref.play.settle.deeds import DEEDS
    from tarotref.play.settle.piles import Piles

    table = play.table("12.3", None, computed)
    plan = table.plan
    state = next(one for one in hands(table, range(60), lambda *_: None) if one.result().piles.fool is not None)
    trick = next(one for one in state.tricks if plan.bits(one.cards) & plan.fool)
    owner = trick.seat(next(n for n, card in enumerate(trick.cards) if plan.fool >> card & 1), plan.circle)
    king = plan.named(["K of cups"])
    for exchanged, dead in ((0, 0), (king, 1)):
        piles = Piles(state.result().piles.cards, state.result().piles.tricks, (0,) * plan.players, owner, exchanged)
        deed = Deed(state, piles, plan.feats["death-fives"], lambda *_: True)
        own = {card for one in state.tricks for card in one.cards if plan.named(["fives", "fool"]) >> card & 1}
        bare = Deed(state, piles._replace(exchanged=0), plan.feats["death-fives"], lambda *_: True)
        assert len(list(DEEDS["capture"](deed))) == len(list(DEEDS["capture"](bare))) + dead * (trick.winner != owner)
        assert own


def test_a_point_for_each_card_over_25_is_counted_for_most_tricks_alone(computed):
    """12.4: two players with more than 25 cards counted them both, and of two level in tricks each did."""
    table, seen = play.table("12.4", 3, computed), set()
    for state in hands(table, range(40), lambda *_: None):
        result = state.result()
        tricks, sizes = result.piles.tricks, [bits.bit_count() for bits in result.piles.cards]
        for seat, cards in enumerate(sizes):
            alone = tricks[seat] > max(other for n, other in enumerate(tricks) if n != seat)
            worth = sum(table.plan.values.get(card, 0) for card in table.plan.list(result.piles.cards[seat]))
            last = 10 if state.tricks[-1].winner == seat else 0
            own = [one.worth or 0 for one in result.declared if one.seat == seat and one.counts]
            seen.add((alone, cards > 25))
            assert result.points[seat] == worth + last + (cards - 25 if alone and cards > 25 else 0), own
    assert {(True, True), (False, True)} <= seen


@pytest.mark.parametrize(
    "ruleset, dealer, other", [("11.5", (10, 22), (10, 20)), ("11.19", (10, 22), (10, 20)), ("8.9", (13, 26), (12, 25))]
)
def test_cards_are_discarded_before_the_last_are_dealt(computed, ruleset, dealer, other):
    """All were dealt first, so that one chose among cards that one had not yet got."""
    table = play.table(ruleset, 2, computed)
    state, act = start(table, 3), PLAYERS["random"](random.Random(3))
    (first_dealer, of_dealer), (first_other, of_other) = dealer, other
    assert [own.bit_count() for own in state.hands] == [of_other, of_dealer]
    early = state.hands
    while state.setting.dealing:
        assert not state.own & ~early[state.seat]
        state = state.do(act(state))
    assert [own.bit_count() for own in state.setting.laid] == [first_other, first_dealer]
    assert state.setting.dealt[0].bit_count() > of_other and played(table, 3).result().total is not None


def test_a_transcript_keeps_what_was_dealt_first(computed):
    for ruleset in ("11.5", "8.9"):
        state = played(play.table(ruleset, 2, computed), 5)
        assert play.replay(state.transcript(), computed).result().total == state.result().total


@pytest.mark.parametrize("ruleset, players", [("8.6", 2), ("8.2", 3), ("9.23", 4), ("8.21", 5)])
def test_a_hand_whose_price_nobody_tells_is_played_for_one_stake(computed, ruleset, players):
    assert "score.base" in play.openness(f"{ruleset}/main", computed).assumed
    for seed in range(8):
        total = played(play.table(ruleset, players, computed), seed).result().total
        assert total is not None and sum(total) == 0 and min(total) == -1


def test_minchiate_is_robbed_from_below_and_above(computed):
    """3.6 counting cards a hand stayed in the Fola, whatever could be robbed of it."""
    table = play.table("12.1", 4, computed)
    plan, robbed = table.plan, 0
    counting = plan.named(["carte-di-conto"])
    for seed in range(40):
        state = start(table, seed)
        talon, lies = state.setting.talon, state.setting.lies
        assert not talon & counting
        took = [event for event in state.events if type(event).__name__ == "Took" and event.open]
        robbed += sum(event.number for event in took)
        for event in took:  # the cutter from below, the dealer from above, nothing but what may be robbed
            end = lies[-event.number :] if event.seat == plan.dealer - 1 else lies[: event.number]
            assert not event.cards & ~plan.deal.robbed
            assert event.cards == plan.bits(end) or event.seat == plan.dealer
    assert robbed


def test_the_29_is_taken_only_for_a_versicola(computed):
    """12.1 as Bernardi tells of some: with the XXVIII and XXX, or the XXX and XXXI, the dealer takes it; what counts is taken in any case."""
    table, taken = play.table("12.1/useful-29", 4, computed), set()
    counting, card = table.plan.named(["carte-di-conto"]), table.plan.named(["29"])
    for seed in range(300):
        state = start(table, seed)
        assert not state.setting.talon & counting
        lies, own = table.plan.bits(state.setting.lies), state.hands[table.plan.dealer]
        if lies & card and not any(
            event.cards & card for event in state.events if type(event).__name__ == "Took" and event.open
        ):
            runs = [("28", "30"), ("30", "31"), ("28", "30", "31")]
            useful = any(own & table.plan.named(run) == table.plan.named(run) for run in runs)
            assert bool(own & card) is useful
            taken.add(useful)
    assert taken == {True, False}


@pytest.mark.parametrize(
    "hand, worth, times",
    [
        ("sun, world, angel", 120, 4), ("star, moon, sun", 90, 3), ("35, star, moon", 75, 3), ("34, 35, star", 40, 2),
        ("20, 30, angel", 60, 3), ("fool, star, moon, sun", 105, 3), ("14, 35, world", 20, 1), ("1, 2, 3", 11, 1),
    ],
)  # fmt: skip
def test_a_versicola_with_arie_counts_several_times(computed, hand, worth, times):
    """12.7: once for each Aria, once more with the Trombe, once more with other cards; that many resti are paid for it too, whatever
    the Matto adds."""
    plan = play.table("12.7", 4, computed).plan
    cards = tuple(places(plan.bits(plan.place[card] for card in parse_cards(hand, plan.ranking))))
    chosen = {**plan.declarations, **plan.of_kinds}

    def found(unit):
        return {one.id: one for one in declare(cards, chosen, plan.kinds, plan.groups, plan.worth_at, unit).declared}

    (made,) = (one for id, one in found("").items() if id != "resti")
    assert (made.worth, made.times, found("resto")["resti"].worth) == (worth, times, times)


def test_moors_may_be_declared_before_the_discard(computed):
    """11.13 as PGT has it: by those who do not discard, out of turn; in its turn a player declares only the rest."""
    table, seen = play.table("11.13/PGT-1851", 4, computed), 0
    assert not any(one.out_of_turn for one in play.table("11.13", 4, computed).plan.declaration_rules.values())
    for seed in range(60):
        state, rng = start(table, seed), random.Random(seed)
        while state.phase not in ("declare-early", "discard") and not state.over:
            state = state.do(rng.choice(state.legal()))
        if state.phase != "declare-early":
            continue
        seat = state.seat
        assert seat != table.plan.dealer and {action.what for action in state.legal()} <= {"moors", "partita-moors", ""}
        assert (state.own & table.plan.named(["moors"])).bit_count() >= 2
        state = state.do("declare moors")
        while state.phase != "declare" or state.player != seat:
            state = state.do("done" if "done" in map(str, state.legal()) else rng.choice(state.legal()))
            if state.tricks:
                break
        assert state.tricks or "declare moors" not in map(str, state.legal())
        while not state.over:
            state = state.do("done" if "done" in map(str, state.legal()) else rng.choice(state.legal()))
        assert any((made.declaration, made.seat) == ("moors", seat) for made in state.result().declared)
        seen += 1
    assert seen


def test_a_lead_of_60_is_paid_at_once_and_taken_off(computed):
    """What is robbed, turned up, declared and captured is one running lead; the end is settled without what was paid of it."""
    table, paid = play.table("12.1", 4, computed), 0
    for state in hands(table, range(60), lambda *_: None):
        result = state.result()
        leads = [one for one in result.transfers if one.by == (("score", "lead"),)]
        assert len(leads) == 1
        net = leads[0].pays[0]
        paid += abs(net)
        over = result.totals[0] - result.totals[1]
        steps = -(-abs(over) // 60)
        assert result.total[0] == net + (steps if over > 0 else -steps)
    assert paid


@pytest.mark.parametrize(
    "hand, may",
    [
        (["1", "2", "10 of swords", "9 of swords"], True),
        (["1", "2", "3", "9 of swords"], False),
        (["1", "Fool", "10 of swords", "9 of swords"], False),
    ],
)
def test_the_bateleur_goes_from_a_hand_of_few_trumps_alone(computed, hand, may):
    """Five-five let it go never; it goes with one other trump at most, and without 21 and Fool."""
    plan = play.table("5.5", 4, computed).plan
    names = {"1": "I", "2": "II", "3": "III"}
    wanted = {names.get(one, one) for one in hand}
    cards = plan.bits(n for n, card in enumerate(plan.cards) if str(card) in wanted)
    assert cards.bit_count() == len(hand)
    assert bool(may_lay(plan, cards, 0, 2) & plan.named(["pagat"])) is may


def test_the_petit_goes_beside_the_excuse_which_is_no_trump_here(computed):
    plan = play.table("9.4", 4, computed).plan
    wanted = {
        "1",
        "I",
        "Fool",
        "10 of spades",
        "9 of spades",
        "8 of spades",
        "7 of spades",
        "6 of spades",
        "5 of spades",
    }
    cards = plan.bits(n for n, card in enumerate(plan.cards) if str(card) in wanted)
    assert may_lay(plan, cards, 0, 6) & plan.named(["pagat"])


def test_trumps_go_all_together_or_where_nothing_else_may(computed):
    """At Piedicavallo two trumps go together, or one alone where it is the only one, and not one of two."""
    plan = play.table("R8", 4, computed).plan
    low = plan.named(["trumps"]) & ~plan.named(["honours"])
    trumps = [n for n in range(len(plan.cards)) if low >> n & 1][:3]
    plain = plan.empty & ~plan.named(["trumps", "fool"])
    some = plan.bits([n for n in range(len(plan.cards)) if plain >> n & 1][:4])
    two, three = plan.bits(trumps[:2]), plan.bits(trumps)
    assert may_lay(plan, some | two, 0, 2) & two == two
    assert not may_lay(plan, some | three, 0, 2) & three
    assert may_lay(plan, (some | two) & ~(1 << trumps[0]), 1 << trumps[0], 1) == 1 << trumps[1]


def test_all_trumps_go_where_the_talon_has_room_and_no_honour_is_among_them(computed):
    """4.3: all of them or none, and never the XXI."""
    plan = play.table("4.3", 3, computed).plan
    hand = set(plan.list(plan.empty & plan.named(["trumps"]) & ~plan.named(["top", "pagat", "fool"])))
    four = plan.bits(n for n, card in enumerate(plan.cards) if card in sorted(hand, key=str)[:4])
    plain = plan.bits([n for n in range(len(plan.cards)) if plan.named(["trumps", "fool"]) >> n & 1 == 0][:6])
    top = plan.named(["top"])
    assert may_lay(plan, four | plain, 0, 4) & four == four
    assert not may_lay(plan, four | plain, 0, 3) & four
    assert not may_lay(plan, four | top | plain, 0, 5) & (four | top)


def test_a_player_may_wait_and_bid_later(computed):
    """Mein Spiel is no pass: whoever said it was out of the bidding, and had never the right to hold."""
    bidding_ = auction(play.table("18.10", 4, computed).plan)
    piccolo = bidding_.bids.index("piccolo")
    waited = bidding_.say(PASS).say(piccolo).say(PASS).say(PASS)
    assert waited.turn == 0 and piccolo in waited.legal()
    assert waited.say(PASS).done and waited.say(PASS).holder == 1
    held = waited.say(piccolo)
    assert held.holder == 0 and held.turn == 1 and piccolo not in held.legal()
    nobody = bidding_.say(PASS).say(PASS).say(PASS).say(PASS)
    assert nobody.done and nobody.holder is None  # what he then does is `all_pass`


def test_only_the_eldest_hand_holds(computed):
    bidding_ = auction(play.table("15.3", 3, computed).plan)
    dreyer = bidding_.bids.index("dreyer")
    tapper = bidding_.bids.index("tapper")
    second = bidding_.say(tapper).say(PASS).say(dreyer)
    assert second.turn == 0 and dreyer in second.legal()
    third = bidding_.say(PASS).say(dreyer)
    assert dreyer not in third.legal()


def test_a_bonus_is_announced_by_one_whose_side_is_known(computed):
    """Opponents announced before anybody knew them; now the partner has spoken, or they themselves."""
    table, late = play.table("18.10", 4, computed), 0
    for state in hands(table, range(80), bidding("besserrufer", "solorufer", "rufer")):
        setting, spoken = state.setting, set()
        if setting.called is None:
            continue
        for event in state.events:
            if not event.action or event.action.kind not in ("announce", "double"):
                continue
            seat = event.seat
            if event.action.kind == "announce" and setting.side(seat) != setting.side(setting.declarer):
                assert not spoken.isdisjoint({seat, setting.partner})
                late += 1
            spoken.add(seat)
    assert late


def test_hands_lie_open_from_the_lead_to_the_second_trick(computed):
    table = play.table("18.10", 4, computed)
    for seed in range(60):
        state, act = start(table, seed), PLAYERS["random"](random.Random(seed))
        want = bidding("piccolo-ouvert")
        while state.player is not None and not (len(state.tricks) == 1 and state.trick.cards):
            assert not state.view(0)["open"]
            state = state.do(want(state, [str(one) for one in state.legal()]) or act(state))
        if state.player is not None and state.setting.contract == "piccolo-ouvert":
            assert set(state.view(0)["open"]) == {0, 1, 2, 3}
            return
    raise AssertionError("no Piccolo ouvert was played")


def test_who_has_the_called_card_before_him_is_the_partner(computed):
    """Five-handed Tarocchi: a card that lies face up before the dealer made the caller play alone."""
    table, seen = play.table("5.9", 5, computed), 0
    for seed in range(40):
        state, act = start(table, seed), PLAYERS["random"](random.Random(seed))
        while state.player is not None and state.phase != "play":
            lying = [f"call {table.plan.cards[n]}" for n in state.setting.lies]
            legal = [str(one) for one in state.legal()]
            wanted = next((one for one in (*lying, "bid call") if one in legal), None)
            state = state.do(wanted or act(state))
        if state.setting.called in state.setting.lies:
            seen += 1
            dealer = table.plan.dealer
            assert state.setting.partner == (None if state.setting.declarer == dealer else dealer)
    assert seen


def test_a_card_of_the_talon_may_be_refused_for_a_bonus(computed):
    table, refused = play.table("19.16", 4, computed), 0
    trumps = table.plan.named(["trumps", "fool"])
    for state in hands(table, range(60), bidding("povinost")):
        setting = state.setting
        for seat in setting.refused:
            refused += 1
            assert seat not in (setting.declarer, (setting.declarer - 1) % 4)
            assert (setting.dealt[seat] & trumps).bit_count() <= 2 and not setting.laid[seat]
        if setting.refused and setting.contract == "povinost":
            assert setting.laid[(setting.declarer - 1) % 4].bit_count() == len(setting.refused)
    assert refused


def test_xvii_and_xviii_win_two_tricks_in_a_row(computed):
    table, done = play.table("15.22", 2, computed), 0
    for state in hands(table, range(150), lambda *_: None):
        winning = [str(table.plan.cards[t.cards[t.place(t.winner, table.plan.circle)]]) for t in state.tricks]
        who = [trick.winner for trick in state.tricks]
        row = [n for n in range(26) if {*winning[n : n + 2]} == {"XVII", "XVIII"} and who[n] == who[n + 1]]
        feats = [one for one in state.result().feats if one.feat == "rostopschin"]
        assert [one.seat for one in feats] == [who[n] for n in row]
        done += len(feats)
    assert done


def test_what_only_ends_a_rubber_is_left_out_of_no_hand(computed):
    for ruleset in ("11.7", "11.8", "11.14", "11.19", "11.21"):
        found = play.openness(f"{ruleset}/main", computed)
        assert "rubber" in found.assumed and not found.left_out and found.status == "runs with assumptions"


def test_any_card_may_be_given_for_the_matto(computed):
    """In Mattazza, where points are to be avoided, an empty card was given, though a dear one may go."""
    table, given_ = play.table("11.18", 4, computed), 0
    values, cards = table.plan.values, table.plan.cards
    for state in hands(table, range(40), lambda *_: None):
        piles = state.result().piles
        if piles.exchanged:
            left = piles.cards[piles.fool] & ~table.plan.fool
            most = max((values.get(card, 0) for n, card in enumerate(cards) if left >> n & 1), default=0)
            assert values.get(cards[piles.exchanged.bit_length() - 1], 0) >= most
            given_ += 1
    assert given_


def test_a_fool_that_is_lost_goes_to_the_winner_of_the_last_trick(computed):
    """Jeu de Tarots: a player without a trick lost it to whoever won the trick in which he played it."""
    table, lost = play.table("5.5", 4, computed), 0
    for state in hands(table, range(150), lambda *_: None):
        plan, piles = table.plan, state.result().piles
        for trick in state.tricks:
            for n, card in enumerate(trick.cards):
                owner = trick.seat(n, plan.circle)
                bare = all(other.winner != owner for other in state.tricks)
                if plan.fool >> card & 1 and bare and owner != plan.dealer:
                    lost += 1
                    last, side = state.tricks[-1].winner, state.setting.side
                    assert any(piles.cards[seat] & plan.fool for seat in range(4) if side(seat) == side(last))
    assert lost


def test_the_talon_goes_to_the_side_that_makes_a_valat(computed):
    from tarotref.play.settle.piles import piles

    table = play.table("18.10", 4, computed)
    state = next(one for one in hands(table, range(40), bidding("rufer")) if one.setting.contract == "rufer")
    talon, declarer = state.setting.talon, state.setting.declarer
    assert talon and not piles(state).cards[declarer] & talon
    tricks = tuple(trick._replace(winner=declarer) for trick in state.tricks)
    slam = replace(state, tricks=tricks)
    assert piles(slam).cards[declarer] & talon == talon


def test_a_called_king_left_in_the_talon_costs_the_declarer(computed):
    """18.11: nothing was paid, though the words said it and were marked as deciding nothing."""
    table, left = play.table("18.11", 4, computed), 0
    for state in hands(table, range(200), bidding("rufer-mit-spatz", "rufer-mit-uhu")):
        called, result = state.setting.called, state.result()
        if called is None or state.setting.conceded or result.void:
            continue
        lies = bool(state.setting.talon >> called & 1)
        assert lies is any(one.feat == "called-king-left" for one in result.feats)
        left += lies
    assert left


def test_a_tapper_is_as_a_rule_not_played(computed):
    """The opponents let the eldest hand mark it, half a Consolation."""
    table = play.table("15.3", 3, computed)

    def give_up(state: State, legal: list[str]) -> str | None:
        return "concede tapper" if "concede tapper" in legal else bidding("tapper")(state, legal)

    found = [one.result() for one in hands(table, range(20), give_up) if one.setting.contract == "tapper"]
    assert found and all(one.total == (25, 0, 0) for one in found if not one.declared)


def test_a_hand_is_annulled_when_all_have_discarded(computed):
    """It was asked before anything was bid, of the cards that had been dealt, and of one who has discarded a trump too."""
    table, found = play.table("20.4", 4, computed), set()

    def annul(state: State, legal: list[str]) -> str | None:
        return next((one for one in legal if one.startswith("throw-in")), None)

    for state in hands(table, range(400), annul):
        setting, plan = state.setting, state.plan
        trumps = [one & plan.of_suit[TRUMPS] for one in setting.laid]
        void = state.result().void
        if void in plan.deal.thrown_in:
            seat = state.events[-1].seat
            assert setting.contract and not state.tricks and (void == "four-kings" or not trumps[seat])
            found.add(void)
    assert found > {"four-kings"}


def test_one_without_a_trick_gives_up_matto_and_discard(computed):
    """What his partner against the declarer has won kept the Matto for him; the page and the source ask for tricks of his own."""
    table = play.table("6.3", 3, computed)
    state = played(table, 389)
    trick = next(one for one in state.tricks if table.plan.bits(one.cards) & table.plan.fool)
    owner = trick.seat(next(n for n, card in enumerate(trick.cards) if table.plan.fool >> card & 1), table.plan.circle)
    side, winners = state.setting.side, {one.winner for one in state.tricks}
    assert owner not in winners and side(owner) in set(map(side, winners)) and side(owner) != side(trick.winner)
    assert state.result().piles.fool == trick.winner


def test_courts_are_kept_for_empty_cards_that_are_lacking_alone(computed):
    """Zwei Leere of 17.3 from a hand with one empty card in two suits: two court cards of any suit could be kept."""
    table = play.table("17.3", 3, computed)
    plan, use = table.plan, table.contracts["zwei-leere"].talon

    def held(cards: str) -> int:
        return plan.bits(table.place[card] for card in cards.split(", "))

    hand = held("VII, VIII, X, 10♠, Q♠, J♣, C♣, K♣, J♥, C♥, Q♥, 2♦, K♦")

    def kept(had: str = "") -> set[str]:
        own = held(had) if had else 0
        return {str(card) for card in plan.list(may_keep(plan, use, hand & ~own, own))}

    assert kept() == {"10♠", "Q♠", "2♦", "K♦"}
    assert kept("K♦") == {"2♦"} and kept("10♠") == {"Q♠"}


def test_a_lower_card_is_called_if_nobody_holds_the_first(computed):
    """9.17: a King that the declarer has discarded or left in the chien is nobody's; then he calls a Queen."""
    table = play.table("9.17/trionfi-blog", computed=computed)
    seen = set()
    for state in hands(table, range(60), bidding("garde-sans")):
        calls = [action.what for action in state.actions if action.kind == "call"]
        if not calls:
            continue
        place = [state.table.place[card] for card in calls]
        lies = [state.setting.talon >> card & 1 for card in place]
        assert [state.plan.cards[card].rank for card in place] == ["K", "Q"][: len(calls)], calls
        assert lies[:-1] == [1] * (len(calls) - 1) and state.setting.called == place[-1]
        assert len(calls) == 2 or not lies[0]
        seen.add(len(calls))
    assert seen == {1, 2}
