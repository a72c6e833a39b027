"""The players: they do what is legal, look at their own cards only, and keep to their rules of thumb."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import tarotref.play
from tarotref.cards.names import parse_cards
from tarotref.play.compiled import TRUMPS, places
from tarotref.play.deal import start
from tarotref.play.players import PLAYERS, judged, random_player, simple, strength
from tarotref.play.players.sight import Sight
from tarotref.play.table import Action
from tarotref.play.tricks import Trick
from tests import kit

RULESETS = ("8.13", "9.13", "4.1", "4.6", "7.4", "7.5", "6.5", "5.9", "8.21", "11.14", "12.1", "14.1", "18.13")


@pytest.fixture(scope="module")
def tables(computed):
    return {id: tarotref.play.table(id, computed=computed) for id in RULESETS}


def played_out(table, seed, player=simple):
    """Yield the states of a hand in which all seats have one player."""
    state = start(table, seed)
    while not state.over:
        yield state
        state = state.do(player(state))


def shuffled(state, seat, rng):
    """A state that looks the same to a player: the cards of which he cannot know where they lie are dealt out anew."""
    setting, whole = state.setting, state.plan.whole
    known = state.hands[seat] | setting.laid[seat]
    for trick in (*state.tricks, state.trick):
        known |= state.plan.bits(trick.cards)
    hidden = list(places(whole & ~known))
    moved = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def move(bits):
        return state.plan.bits(moved.get(card, card) for card in places(bits))

    def others(hands):
        return tuple(hand if n == seat else move(hand) for n, hand in enumerate(hands))

    hands, partner = others(state.hands), setting.partner
    if setting.called in hidden:
        partner = next((n for n, hand in enumerate(hands) if hand >> setting.called & 1), None)
    now = setting._replace(
        dealt=others(setting.dealt), laid=others(setting.laid), talon=move(setting.talon), dead=move(setting.dead),
        partner=partner,
    )  # fmt: skip
    return replace(state, hands=hands, setting=now)


@pytest.mark.parametrize("id", RULESETS)
def test_a_player_sees_only_his_own_cards(tables, id):
    rng, moved = random.Random(1), 0
    for seed in range(6):
        for state in played_out(tables[id], seed):
            other = shuffled(state, state.player, rng)
            moved += other.hands != state.hands
            assert other.legal() == state.legal()
            assert simple(other) == simple(state), (seed, state.player, state.actions)
    assert moved > 100


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("id", RULESETS)
def test_players_do_what_is_legal(tables, id, name):
    for seed in range(5):
        for state in played_out(tables[id], seed, PLAYERS[name](random.Random(seed))):
            assert state.legal()


@pytest.mark.parametrize("id", ["8.13", "9.13", "4.1", "11.14", "14.1"])
def test_rules_of_thumb_beat_chance(tables, id):
    """One simple player against random ones, each seat in turn, receives more than he pays."""
    table, gained = tables[id], 0
    players = table.plan.players
    for n in range(60):
        mine, chance = n % players, random_player(random.Random(n))
        state = start(table, n)
        while not state.over:
            state = state.do((simple if state.player == mine else chance)(state))
        result = state.result()
        total = result.total or [0] * players
        friends = [seat for seat, side in enumerate(result.sides) if side == result.sides[mine]]
        foes = [total[seat] for seat in range(players) if seat not in friends]
        gained += total[mine] - sum(foes) / max(len(foes), 1)
    assert gained > 0


def test_a_hand_is_counted_by_trumps_kings_and_the_suits_it_lacks(tables):
    plan = tables["8.13"].plan
    trumps = plan.of_suit[TRUMPS]
    long = [*places(trumps)][-14:]
    weak = [n for n, suit in enumerate(plan.suit) if suit > TRUMPS and plan.cards[n].rank != "K"][:25]
    assert strength(plan, plan.bits(long + weak[:11])) > 1.2
    assert strength(plan, plan.bits(weak)) < 0.3
    assert strength(plan, plan.bits(long)) > strength(plan, plan.bits([*places(trumps)][:14]))


def dealt(table, mine, seat=0):
    """A hand of which one seat is dealt certain cards, the others the rest in order."""
    plan = table.plan
    sizes = [one.bit_count() for one in start(table, 1).setting.dealt]
    left = [n for n in range(len(plan.cards)) if not mine >> n & 1]
    hands = []
    for n, size in enumerate(sizes):
        hands.append([*places(mine)] if n == seat else [left.pop(0) for _ in range(size)])
    return start(table, hands=[[plan.cards[n] for n in one] for one in hands])


def test_a_suit_without_a_king_is_discarded_first(tables):
    table = tables["8.13"]
    plan, dealer = table.plan, table.plan.dealer
    trumps = [*places(plan.of_suit[TRUMPS])][:10]
    swords, batons, cups, coins = (sorted(places(suit)) for suit in plan.of_suit[1:])
    mine = plan.bits([*trumps, *swords[:8], *batons[:5], *cups[-2:], *coins[3:6]])
    state = dealt(table, mine, dealer)
    while state.phase == "discard":
        assert state.player == dealer
        state = state.do(simple(state))
    assert state.setting.laid[dealer] == plan.bits(coins[3:6])


@pytest.mark.parametrize("id", RULESETS)
def test_a_king_is_discarded_only_where_little_else_may_be(tables, id):
    table = tables[id]
    for seed in range(8):
        for state in played_out(table, seed):
            chosen, kings = simple(state), judged(state.plan).kings
            if chosen.kind == "discard" and kings >> table.place[chosen.what] & 1:
                other = [a for a in state.legal() if state.plan.suit[table.place[a.what]] > TRUMPS]
                assert all(kings >> table.place[a.what] & 1 for a in other)


def test_an_average_hand_passes_and_a_strong_one_bids(tables):
    table = tables["9.13"]
    plan = table.plan
    trumps = [*places(plan.of_suit[TRUMPS])]
    plain = [n for n, suit in enumerate(plan.suit) if suit > TRUMPS and plan.cards[n].rank != "K"]
    size = start(table, 1).setting.dealt[0].bit_count()
    assert simple(dealt(table, plan.bits(plain[:size]))) == Action("pass")
    strong = plan.bits([*trumps[-12:], *places(judged(plan).kings), *plain[: size - 16]])
    assert simple(dealt(table, strong)).kind == "bid"


def moment(table, mine, trick=""):
    """The first seat's turn in an individual game or between partners, with these cards in hand and in the trick."""
    state = start(table, 1)
    plan = state.plan
    played = [plan.place[card] for card in parse_cards(trick, plan.ranking)] if trick else []
    held = plan.held(parse_cards(mine, plan.ranking))
    others = plan.whole & ~held & ~plan.bits(played)
    hands = (held, *(others for _ in range(1, plan.players)))  # nobody may look at these
    leader = -len(played) % plan.players
    return replace(state, hands=hands, phase="play", player=0, trick=Trick(leader, tuple(played)))


@pytest.mark.parametrize(
    ("id", "mine", "trick", "expected"),
    [
        pytest.param("4.1", "I, V, XX", "3 of cups, 5 of cups", "I", id="last in hand, the Pagat wins and is safe"),
        pytest.param("4.1", "K of cups, 2 of cups", "3 of cups, 5 of cups", "K of cups", id="a counting card wins"),
        pytest.param("4.1", "Q of cups, J of cups, 4 of cups", "K of cups, XX", "4 of cups", id="low to what is lost"),
        pytest.param("4.1", "V, XX, I, XXI", "IV, VI", "V", id="no high trump for a trick of no worth, nor the Pagat"),
        pytest.param("4.1", "V, XX, I, XXI", "K of cups, VI", "XX", id="the lowest that wins for a trick of worth"),
        pytest.param("4.1", "Q of cups, Fool, 2 of swords, 3 of swords, 4 of swords", "K of cups, XX", "Fool", id="the Fool saves a counting card"),
        pytest.param("12.1", "K of cups, 4 of cups", "2 of cups, angel, 3 of cups", "K of cups", id="points for a partner"),
        pytest.param("4.1", "K of cups, 4 of cups", "2 of cups, XX", "4 of cups", id="none for an opponent"),
        pytest.param("4.1", "XXI, XX, XIX, XVIII, XVII, XVI, XV, XIV, XIII, XII, XI, X, I, K of cups", "", "XXI", id="draw"),
        pytest.param("4.1", "K of cups, 2 of cups, V, I", "", "K of cups", id="lead a King"),
        pytest.param("4.1", "4 of cups, 3 of swords, 5 of swords, V, I", "", "4 of cups", id="lead the short suit"),
        pytest.param("4.1", "Q of cups, 3 of swords, 5 of swords, V, I", "", "3 of swords", id="lead no counting card to be beaten"),
        pytest.param("4.1", "I, V, IX", "", "V", id="the Pagat is not led while there is another"),
    ],
)  # fmt: skip
def test_play(tables, id, mine, trick, expected):
    plan = tables[id].plan
    assert simple(moment(tables[id], mine, trick)) == Action("play", str(parse_cards(expected, plan.ranking)[0]))


def test_all_is_declared_and_nothing_is_announced_that_is_not_near_sure(tables):
    said = {"declare": 0, "announce": 0, "passed over": 0}
    for seed in range(20):
        for state in played_out(tables["4.6"], seed):
            chosen = simple(state)
            if state.phase == "declare":
                assert chosen.kind == "declare"
            if state.phase == "announce":
                said["passed over"] += chosen.kind == "done"
            said[chosen.kind] = said.get(chosen.kind, 0) + 1
    assert said["declare"] > 20 and said["announce"] < said["passed over"] / 20


def test_what_is_announced_for_the_last_trick_is_kept_for_it(computed):
    """Whoever has announced the Pagat does not play it while he may play another card, though it would win a trick of worth."""
    table, tried = tarotref.play.table("16.15", computed=computed), 0
    for seed in range(60, 90):
        for state in played_out(table, seed):
            mine = [said for said in state.setting.announced if said.seat == state.player and said.id == "pagat-last"]
            if mine and state.phase == "play" and len(state.legal()) > 1 and Action("play", "I") in state.legal():
                tried += 1
                assert simple(state) != Action("play", "I"), (seed, state.actions)
    assert tried


def test_nobody_doubles_without_strength(tables):
    weak = strong = 0
    for seed in range(60):
        for state in played_out(tables["18.13"], seed):
            if state.phase == "double":
                mine, doubles = strength(state.plan, state.hands[state.player]), simple(state).kind == "double"
                assert not doubles or mine >= 1.6
                weak, strong = weak + (not doubles), strong + doubles
    assert weak > strong > 0


def test_what_can_be_declared_is_discarded_last(computed):
    """11.21: the dealer keeps the Ace that makes a third sequence, and lays Cups of which he has no King."""
    state = start(tarotref.play.table("11.21", computed=computed), 129)
    player = PLAYERS["simple"](random.Random(129))
    while state.phase == "discard":
        state = state.do(player(state))
    assert {"aces", "moors", "suit-sequence"} <= set(state.setting.held[state.plan.dealer])


MEASURES = kit.script("players")


@pytest.mark.prove
@pytest.mark.parametrize("id", MEASURES.GAMES)
def test_nothing_is_done_that_a_beginner_would_be_ashamed_of(computed, id):
    found = MEASURES.shame(tarotref.play.table(id, computed=computed), 60)
    assert sum(times.total() for times in found.values()) > 100
    for kind, times in found.items():
        assert times[True] <= max(1, 0.02 * times.total()), kind


@pytest.mark.prove
@pytest.mark.parametrize("id", MEASURES.BID)
def test_what_is_bid_pays_on_average(computed, id):
    found = MEASURES.brought(tarotref.play.table(id, computed=computed), 150)
    often = {
        contract: [amount for amount, _ in all_]
        for contract, all_ in found.items()
        if contract != "nobody" and len(all_) >= 15
    }
    assert often
    for contract, amounts in often.items():
        middle, error = MEASURES.mean(amounts)
        assert middle > -2 * error, contract


def test_who_has_shown_a_void_is_remembered(tables):
    """A player who has trumped a suit, or thrown a card of another, has none of it; Kings of it are led no more."""
    seen = 0
    for seed in range(4):
        for state in played_out(tables["8.13"], seed):
            for seat, suits in Sight(state).voids.items():
                seen += 1
                assert not any(state.hands[seat] & state.plan.of_suit[suit] for suit in suits)
    assert seen > 50


def test_of_the_kings_that_may_be_called_it_is_that_of_the_shortest_suit(computed):
    """In 18.8 whoever plays with a partner calls a King that he has not, of the suit of which he has least."""
    seen = 0
    for state in (s for seed in range(40) for s in played_out(tarotref.play.table("18.8", computed=computed), seed)):
        legal = [action for action in state.legal() if action.kind == "call"]
        if state.phase == "call" and len(legal) > 1:
            plan, hand = state.plan, state.hands[state.player]
            place = state.table.place
            held = {a: (hand & plan.of_suit[plan.suit[place[a.what]]]).bit_count() for a in legal}
            lacking = {a: n for a, n in held.items() if not hand >> place[a.what] & 1}
            if lacking and len(set(lacking.values())) > 1:
                seen += 1
                assert lacking[simple(state)] == min(lacking.values())
    assert seen > 5


def test_an_announced_slam_is_doubled_with_the_highest_trump(computed):
    """19.17: opponents announce every trick; whoever holds the card that nothing beats doubles that, and nobody else does."""
    doubled = {True: 0, False: 0}
    for seed in range(60):
        rng = random.Random(seed)
        state = start(tarotref.play.table("19.17", computed=computed), seed)
        while not state.over and len(state.tricks) < 1:
            announced = [one for one in state.setting.announced if one.id == "slam"]
            foe = announced and Sight(state).foe(announced[0].seat)
            if state.phase == "double" and foe and any(str(one) == "double slam" for one in state.legal()):
                highest = max(places(state.plan.of_suit[TRUMPS]), key=lambda n: state.plan.trick.power[TRUMPS][n])
                holds = bool(state.hands[state.seat] >> highest & 1)
                known = highest in places(Sight(state).unseen) or holds
                if known:
                    assert (str(simple(state)) == "double slam") is holds
                    doubled[holds] += 1
            state = state.do(rng.choice(state.legal()))
    assert all(doubled.values())
