"""Other ways of playing for which a player asks in the course of a hand: when he may, and what comes of it."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tarotref import play
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.types import told
from tarotref.play import State
from tarotref.play.compiled.scoring import scoring
from tarotref.play.deal import start
from tarotref.play.hand import Hand
from tarotref.play.settle.contract import settled
from tarotref.play.settle.examples import payment
from tarotref.play.settle.points import settled_by_points
from tarotref.play.settle.reached import Reached
from tarotref.play.settle.transfers import Payers
from tarotref.play.tricks import Trick, leader, playable
from tests.test_play_payments import dealt, paid
from tests.test_play_payments import finished as hand_of


def asked(state: State, *said: str) -> State:
    """The hand when these bids have been made, and it is somebody's turn to ask for a case."""
    left = iter(said)
    while state.phase != "case":
        legal = [str(action) for action in state.legal()]
        state = state.do(next(left) if state.phase == "bid" else "done" if "done" in legal else legal[0])
    assert not list(left)
    return state


def finished(state: State) -> State:
    while not state.over:
        state = state.do(state.legal()[-1])
    return state


def test_the_dealer_has_each_play_for_himself_when_the_others_have_passed(computed: ComputedCorpus) -> None:
    """14.1: he takes the monte, shows it and discards; who plays alone is nobody; each marks what he has above his par."""
    state = asked(play.new("14.1", seed=2, computed=computed), "pass", "pass", "pass")
    assert state.player == 2 and {str(action) for action in state.legal()} == {"case each-for-himself", "done"}
    assert state.do("done").result().void == "all-pass"
    monte = state.setting.talon
    state = state.do("case each-for-himself")
    assert (state.phase, state.player, state.setting.declarer) == ("discard", 2, None)
    assert state.hands[2] & monte == monte == state.setting.shown and state.view(0)["case"] == "each-for-himself"
    result = finished(state).result()
    assert result.total == tuple(result.points[n] - par for n, par in enumerate((36, 36, 37)))
    assert play.replay(finished(state).transcript(), computed).result().total == result.total


def test_the_dealer_who_calls_a_king_is_declarer_and_nobody_else_bids(computed: ComputedCorpus) -> None:
    """8.20 (PE): before the others speak; one who does not call bids to play alone if they pass."""
    new = play.new("8.20/proposed-payments", seed=1, computed=computed)
    state = asked(new)
    assert state.player == 3 and not any(action.kind == "bid" for action in state.actions)
    called = state.do("case chiamare-il-re")
    assert called.player == 3 and [str(action) for action in called.legal()] == ["bid chiamare-il-re"]
    called = called.do("bid chiamare-il-re")
    assert (called.phase, called.player, called.setting.contract) == ("call", 3, "chiamare-il-re")
    assert finished(called).result().transfers is not None
    plain = state.do("done")
    assert plain.phase == "bid" and plain.player == 0
    for _ in range(4):
        plain = plain.do("pass")
    assert (plain.setting.contract, plain.setting.declarer) == ("ad-una", 3)


@pytest.mark.parametrize(
    ("id", "first", "case"), [("17.4", "bid cego", "raeuber"), ("19.9", "bid povinnost", "varsava")]
)  # fmt: skip
def test_the_first_player_may_choose_otherwise_when_the_others_have_passed(
    computed: ComputedCorpus, id: str, first: str, case: str
) -> None:
    early = ["pass"] * 4 if id == "17.4" else []  # nobody goes solo in the first round
    state = asked(play.new(id, seed=3, computed=computed), *early, first, "pass", "pass", "pass")
    assert state.player == 0 and state.setting.contract
    talon = state.setting.talon
    free = state.do(f"case {case}")
    assert (
        free.setting.declarer is None is free.setting.contract
        and free.setting.talon | free.plan.bits(free.setting.stock) == talon
    )
    result = finished(free).result()
    assert len(set(result.sides)) == 4 and result.total is not None
    most = max(range(4), key=lambda seat: result.points[seat])
    assert min(range(4), key=lambda seat: (result.total or ())[seat]) == most
    assert state.do("done").setting.declarer == 0


def trischaken(computed: ComputedCorpus, way: str, **hands: str) -> State:
    """A Trischaken of 16.19 in which all have passed and the player on the dealer's left says how it is played."""
    table = play.table("16.19", computed=computed)
    state = asked(dealt(table, {int(seat[1:]): cards for seat, cards in hands.items()}), "pass", "pass", "pass")
    assert state.player == 0 and {str(a) for a in state.legal()} == {
        "case austarockieren",
        "case austarockieren-hinaus",
        "done",
    }
    return state.do(way)


def test_one_of_three_ways_of_trischaken_is_chosen(computed: ComputedCorpus) -> None:
    """16.19: any card is led, or the highest trump; who cannot lead one leads what he likes."""
    hand = "XX, IX, I, K of clubs, Q of clubs, J of clubs, 10 of clubs, 9 of clubs, 8 of clubs, 7 of clubs, K of hearts, Q of hearts, J of hearts, A of hearts, 2 of hearts, 3 of hearts"
    free = trischaken(computed, "done", _0=hand)
    assert len(free.legal()) == 15  # the Pagat is held back
    for way in ("case austarockieren", "case austarockieren-hinaus"):
        state = trischaken(computed, way, _0=hand)
        assert [str(action) for action in state.legal()] == ["play XX"]
        assert state.setting.contract == "trischaken" and state.setting.declarer == 0
        assert finished(state).result().total is not None


@pytest.mark.parametrize(
    ("way", "leads"), [("case austarockieren", 0), ("case austarockieren-hinaus", 2), ("done", 0)]
)  # fmt: skip
def test_the_lead_passes_to_the_highest_trump(computed: ComputedCorpus, way: str, leads: int) -> None:
    """16.19: over the Pagat, who wins with his last trump gives up the lead to the holder of the highest that is left."""
    state = trischaken(
        computed, way, _0="fool, K of clubs, Q of clubs, J of clubs, 10 of clubs, 9 of clubs, 8 of clubs, 7 of clubs, K of hearts, Q of hearts, "
        "J of hearts, A of hearts, 2 of hearts, 3 of hearts, 4 of hearts, K of spades",
        _1="II, III, IIII, V, VI, VII, VIII, IX, XX, Q of spades, J of spades, 10 of spades, 9 of spades, 8 of spades, 7 of spades, K of diamonds",
        _2="XXI, X, XI, XII, XIII, XIIII, XV, XVI, XVII, I, Q of diamonds, J of diamonds, A of diamonds, 2 of diamonds, 3 of diamonds, 4 of diamonds",
    )  # fmt: skip
    for card in ("fool", "II", "X"):
        state = state.do(f"play {card}")
    assert state.tricks[0].winner == 0 and state.player == state.trick.leader == leads


def test_the_lead_passes_to_the_next_who_has_a_trump(computed: ComputedCorpus) -> None:
    """16.20: in turn, and not to the highest; with another trump he keeps it."""
    plan = play.table("16.20", players=3, computed=computed).cases["austarockieren-hinaus"].plan

    def bits(cards: str) -> int:
        return plan.held(parse_cards(cards, plan.ranking))

    fool = bits("fool").bit_length() - 1
    assert leader(plan, [bits("K of clubs"), bits("II"), bits("XXI")], 0, fool) == 1
    assert leader(plan, [bits("K of clubs"), bits("Q of clubs"), bits("XXI")], 0, fool) == 2
    assert leader(plan, [bits("I"), bits("II"), bits("XXI")], 0, fool) == 0
    assert leader(plan, [bits("K of clubs"), bits("Q of clubs"), bits("J of clubs")], 0, fool) == 0
    assert leader(plan, [bits("K of clubs"), bits("II"), bits("XXI")], 0, bits("Q of clubs").bit_length() - 1) == 0


def dreier(computed: ComputedCorpus) -> State:
    """A Dreier of 16.19 that the middle player plays, when he has discarded."""
    return asked(play.new("16.19", seed=5, computed=computed), "pass", "bid dreier", "pass")


def test_a_discard_is_taken_up_to_lose_every_trick(computed: ComputedCorpus) -> None:
    """16.19: the player on the declarer's left comes first, the declarer last; whoever looks at it is declarer, discards as many
    cards, and leads; the others are paid 35 if he wins a trick."""
    state = dreier(computed)
    assert (state.player, state.setting.declarer) == (2, 1)
    order = [state.player]
    while (state := state.do("done")).phase == "case":
        order.append(state.player)
    assert order == [2, 0, 1] and state.setting.declarer == 1
    state = dreier(computed).do("done")
    laid = state.setting.laid[1]
    taken = state.do("case ohnevalat")
    assert taken.hands[0] == state.hands[0] | laid and (taken.phase, taken.player, taken.setting.declarer) == (
        "discard",
        0,
        0,
    )
    while taken.phase == "discard":
        taken = taken.do(taken.legal()[-1])
    assert taken.setting.laid[0].bit_count() == 3 and taken.setting.laid[1] == 0
    assert taken.player == 1 and [str(action) for action in taken.legal()] == ["case valat-over-ohnevalat", "done"]
    lost = taken.do("done")
    assert lost.phase == "play" and lost.player == 0
    result = finished(lost).result()
    assert result.total == ((0, 35, 35) if any(trick.winner == 0 for trick in finished(lost).tricks) else (35, 0, 0))
    assert play.replay(finished(lost).transcript(), computed).result().total == result.total


def test_the_first_declarer_answers_with_all_tricks(computed: ComputedCorpus) -> None:
    """16.19: he takes up the second discard, and trumps have their power; one who takes up his own discard is not answered."""
    taken = dreier(computed).do("case ohnevalat")
    while taken.phase == "discard":
        taken = taken.do(taken.legal()[0])
    laid = taken.setting.laid[2]
    valat = taken.do("case valat-over-ohnevalat")
    assert valat.hands[1] & laid == laid and valat.setting.declarer == 1 and valat.player == 1
    while valat.phase == "discard":
        valat = valat.do(valat.legal()[0])
    assert (
        valat.phase == "play"
        and not valat.plan.trick.overtakes_first
        and told(valat.plan.ruleset.rules.play, "plain_trumps") is None
    )
    won = all(trick.winner == 1 for trick in finished(valat).tricks)
    assert finished(valat).result().total == ((0, 45, 0) if won else (45, 0, 45))
    own = dreier(computed).do("done").do("done").do("case ohnevalat")
    while own.phase == "discard":
        own = own.do(own.legal()[0])
    assert own.phase == "play" and own.setting.declarer == 1


def test_one_plays_higher_in_the_first_trick_alone(computed: ComputedCorpus) -> None:
    """16.19, Ohnevalat: a trump over a trump too."""
    plan = play.table("16.19", computed=computed).every_case["ohnevalat"].plan

    def bits(cards: str) -> int:
        return plan.held(parse_cards(cards, plan.ranking))

    def led(card: str) -> Trick:
        return Trick(0, (bits(card).bit_length() - 1,))

    hand = "XXI, IX, 9 of clubs, K of clubs"
    rest = "7 of spades, 8 of spades, 9 of spades, 10 of spades, J of spades, Q of spades, K of spades, Q of hearts, J of hearts, A of hearts, 2 of hearts, 3 of hearts"
    first = bits(f"{hand}, {rest}")
    assert first.bit_count() == plan.deal.in_hand
    assert playable(plan, first, led("J of clubs")) == bits("K of clubs") and playable(plan, first, led("X")) == bits(
        "XXI"
    )
    assert playable(plan, bits(hand), led("J of clubs")) == bits("9 of clubs, K of clubs")
    assert playable(plan, bits(hand), led("X")) == bits("XXI, IX")
    assert playable(plan, first, led("K of diamonds")) == bits("XXI, IX")  # trumps beat no suit card


def test_no_case_is_offered_where_another_has_bid(computed: ComputedCorpus) -> None:
    """17.4: over Cego another may say Eine."""
    state = play.new("17.4", seed=3, computed=computed)
    for said in (*["pass"] * 4, "bid cego", "bid eine", "pass", "pass", "pass"):
        state = state.do(said)
    assert state.phase != "case" and state.setting.contract == "eine"


def test_losers_who_are_level_share_what_is_owed(computed: ComputedCorpus) -> None:
    """19.9: in Varšava who has most points pays each of the others by his points; two who have as many share it."""
    rules = computed.ruleset("19.9").cases["cases.varsava"].rules
    assert settled_by_points(scoring(rules), (40, 10, 10, 10)).pays == (-12, 4, 4, 4)
    assert settled_by_points(scoring(rules), (30, 30, 5, 5)).pays == (-2, -2, 2, 2)


def test_losers_who_are_level_each_pay_once(computed: ComputedCorpus) -> None:
    """18.10 by WTC: the loser pays 1 to each of the others, the first player 2; if two or three tie for most points, each of them
    pays 1, the first player too."""
    rules = computed.ruleset("18.10/WTC-2009").cases["bids.trischaken"].rules
    assert settled_by_points(scoring(rules), (35, 15, 10, 10)).pays == (-6, 2, 2, 2)
    assert settled_by_points(scoring(rules), (15, 35, 10, 10)).pays == (1, -3, 1, 1)
    assert settled_by_points(scoring(rules), (30, 30, 5, 5)).pays == (-1, -1, 1, 1)
    assert settled_by_points(scoring(rules), (22, 22, 22, 4)).pays == (-1, -1, -1, 3)


def test_nothing_is_bid_in_a_case_without_bids(computed: ComputedCorpus) -> None:
    """19.15: nobody bids in Trischaken, which is played when all have passed; outside it Farbendreier is a contract as ever."""
    found = computed.ruleset("19.15")
    assert "bids.farbendreier" in found.cases
    assert not [name for name in found.cases["cases.trischaken"].cases if name.startswith("bids.")]


def test_the_first_player_plays_what_he_likes_when_all_have_passed(computed: ComputedCorpus) -> None:
    """18.10: any contract, and only then Rufer, Trischaken or Sechserdreier, in which nobody is declarer or he is; 19.15 alike."""
    state = play.new("18.10", seed=5, computed=computed)
    assert not {"bid rufer", "bid trischaken", "bid sechserdreier"} & {str(action) for action in state.legal()}
    for _ in range(4):
        state = state.do("pass")
    offered = {action.what for action in state.legal()}
    assert (state.phase, state.player) == ("contract", 0)
    assert {"rufer", "trischaken", "sechserdreier", "solodreier"} <= offered and "pass" not in offered
    assert state.do("contract rufer").setting.declarer == 0
    assert state.do("contract trischaken").setting.declarer is None
    other = asked(play.new("19.15", seed=5, computed=computed), *["pass"] * 4)
    assert other.player == 0 and other.do("case trischaken").setting.declarer is None
    assert (other.do("done").phase, other.do("done").player) == ("contract", 0)


def test_a_card_of_the_talon_goes_to_the_winner_of_each_of_the_first_tricks(computed: ComputedCorpus) -> None:
    """18.10, Trischaken: all see it; what is left over of the talon is nobody's, and no card is lost."""
    state = play.new("18.10", seed=5, computed=computed)
    for said in (*["pass"] * 4, "contract trischaken"):
        state = state.do(said)
    talon = play.new("18.10", seed=5, computed=computed).setting.talon
    assert state.view(0)["stock"] == 6 and not state.view(0)["drawn"]
    state = finished(state)
    result = state.result()
    drawn = state.view(1)["drawn"]
    assert state.plan.held(card for _, card in drawn if card) == talon
    assert [seat for seat, _ in drawn] == [trick.winner for trick in state.tricks[:6]]
    assert sum(bits.bit_count() for bits in result.piles.cards) == 54
    again = play.replay(state.transcript(), computed)
    assert again.result().total == result.total and again.view(1)["drawn"] == drawn


def test_what_each_gets_may_go_by_rank(computed: ComputedCorpus) -> None:
    """18.10, Trischaken: the two who have most pay 1 to the two who have fewest; the two in the middle share, if they are level."""
    table = play.table("18.10", computed=computed)
    plan = table.plans["trischaken"]
    setting = start(table, 1).setting._replace(plan=plan, contract="trischaken")

    def gets(*points: int) -> tuple[object, ...]:
        payers = Payers(Hand(table, setting, setting.dealt), plan.scoring, (0, 1, 2, 3), dict(enumerate(points)), None)
        (part,) = settled(payers, Reached, plan.scoring, ())
        return part.pays

    assert gets(30, 25, 10, 5) == (-1, -1, 1, 1)
    assert gets(5, 40, 15, 10) == (1, -1, -1, 1)
    assert gets(30, 15, 15, 10) == (-1, 0, 0, 1)


def test_a_bid_may_ask_for_cards_and_oblige_to_an_announcement(computed: ComputedCorpus) -> None:
    """18.11: Rufer mit Spatz is for the holder of the Pagat, who announces that he will win the last trick with it."""
    table = play.table("18.11", computed=computed)
    first = [state for seed in range(30) if (state := start(table, seed)).phase == "bid"]
    for state in first:
        holds = bool(state.hands[state.player or 0] & state.plan.named(["pagat"]))
        assert ("bid rufer-mit-spatz" in map(str, state.legal())) is holds
    state = next(state for state in first if "bid rufer-mit-spatz" in map(str, state.legal())).do("bid rufer-mit-spatz")
    seen = False
    while state.phase != "play":
        legal = [str(action) for action in state.legal()]
        if state.phase == "announce" and state.player == state.setting.declarer and not seen:
            assert "announce pagat-last" in legal and "done" not in legal
            seen = True
            state = state.do("announce pagat-last")
            continue
        state = state.do(next((one for one in ("pass", "done") if one in legal), legal[0]))
    assert seen


def test_a_contract_may_cost_more_than_it_pays(computed: ComputedCorpus) -> None:
    """18.10: Sechserdreier pays 2, and costs 4."""
    contract = computed.ruleset("18.10")
    won, lost = (payment(contract, Reached((points,), "sechserdreier"), shared=False) for points in (50, 20))
    assert (won.total, lost.total) == ((2,), (-4,))
    assert lost.items[0].by == (("bids", "sechserdreier", "lost"),)


def test_a_feat_may_be_worth_a_multiple_of_the_contract(computed: ComputedCorpus) -> None:
    """18.10: Valat is worth 4 times the game, which is paid beside it; 8 times in a Solodreier."""
    for bid, base, times in (("dreier", 4, 4), ("solodreier", 8, 8)):
        hand = Reached((70,), bid, feats={"slam": "won"})
        assert payment(computed.ruleset("18.10"), hand, shared=False).total == (base + times * base,)
    state = dealt(play.table("18.10", computed=computed), {0: "fool, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11"})
    result = hand_of(state, "bid solodreier")
    assert [sum(map(Fraction, part.pays)) for part in result.transfers or ()] == [0] * len(result.transfers or ())
    valat = [part.pays[0] for part in result.transfers or () if part.by[0][:2] == ("feats", "slam")]
    assert valat == [3 * 8 * 8]


@pytest.mark.parametrize(("id", "bid"), [("14.3", "chiamata"), ("14.5", "chiamo")])
def test_who_takes_the_talon_may_have_a_par_of_his_own(computed: ComputedCorpus, id: str, bid: str) -> None:
    """Each for himself: 37 for the declarer, 36 for each of the others, and what they mark or are paid comes to nothing."""
    for seed in range(40):
        state = play.new(id, seed=seed, computed=computed)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            state = state.do(next((one for one in (f"bid {bid}", "pass", "done") if one in legal), legal[-1]))
        if state.setting.contract == bid:
            break
    result = state.result()
    assert state.setting.contract == bid and not result.missing
    pars = [37 if seat == state.setting.declarer else 36 for seat in range(3)]
    assert paid(result, "win") == [result.points[seat] - par for seat, par in enumerate(pars)]


def test_who_loses_a_card_pays_it_alone_where_each_plays_for_himself(computed: ComputedCorpus) -> None:
    """14.5, after Chiamo: 5 from the player who loses a King or an aria to the one who takes it, nothing from the third."""
    seen = 0
    for seed in range(40):
        state = play.new("14.5", seed=seed, computed=computed)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            state = state.do(next((one for one in ("pass", "done") if one in legal), legal[-1]))
        result = state.result()
        assert state.setting.contract == "chiamo"
        for part in result.transfers or ():
            if part.by[0][:2] == ("feats", "cinquina"):
                assert sorted(part.pays) == [-5, 0, 5]
                seen += 1
        if seen > 3:
            return
    raise AssertionError("no card was lost")


def test_the_highest_trump_that_one_lacks_is_called(computed: ComputedCorpus) -> None:
    """14.7: if all pass the holder of the Giove has no choice; the trumps that he has discarded are not lacking."""
    called = set()
    for seed in range(60):
        state = play.new("14.7", seed=seed, computed=computed)
        while not state.over and state.phase != "call":
            legal = [str(action) for action in state.legal()]
            state = state.do(next((one for one in ("pass", "done") if one in legal), legal[-1]))
        if state.over or state.setting.contract != "giove":
            continue
        own = state.hands[state.player] | state.setting.laid[state.player]
        lacking = max(n for n in range(1, 20) if not own & state.plan.named([str(n)]))
        assert state.plan.named([str(action.what) for action in state.legal()]) == state.plan.named([str(lacking)])
        called.add(lacking)
    assert len(called) > 1


@pytest.mark.parametrize("id", ["17.3/oberwolfach-1974", "17.4/oberwolfach-1974"])
def test_a_pipe_played_freely_has_to_win_the_last_trick(computed: ComputedCorpus, id: str) -> None:
    """17.3, 17.4: if the 1 does not win it, the declarer loses as if he had won nothing, whatever he has."""
    table, rng, lost = play.table(id, computed=computed), random.Random(1), []
    steps = ("cego", "eine", "eine-leere", "zwei-leere", "zwei-verschiedene", "kleiner-mann")
    for seed in range(30):
        state = start(table, seed)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            said = ("case pfeif-frei", *(f"bid {bid}" for bid in steps), "pass", "done")
            state = state.do(next((one for one in said if one in legal), None) or rng.choice(legal))
        result, trick = state.result(), state.tricks[-1]
        if result.case:
            won_with = trick.cards[trick.place(trick.winner, state.plan.circle)]
            if trick.winner != result.declarer or not state.plan.named(["pagat"]) >> won_with & 1:
                lost.append((result.won, result.total))
    assert {won for won, _ in lost} == {False}
    assert len({tuple(sorted(total)) for _, total in lost}) == 1
