"""Hands played from the facts alone: every ruleset that runs, at random, against the laws that any game keeps."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from tarotref import play
from tarotref.cards.card import Card
from tarotref.cards.holdings import Kind, ways
from tarotref.cards.names import parse_card
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.rules import entries
from tarotref.model.types import given, told
from tarotref.play import IllegalAction, State, Table, Unplayable
from tarotref.play.compiled import plan_of
from tarotref.play.compiled.dealing import dealing
from tarotref.play.compiled.reading import Filled
from tarotref.play.deal import start
from tarotref.play.gaps import openness
from tarotref.play.hand import Hand, Setting
from tarotref.play.holdings import tests as declaration_tests
from tarotref.play.settle.contract import settled
from tarotref.play.settle.examples import example_faults
from tarotref.play.settle.reached import Reached
from tarotref.play.settle.transfers import Payers
from tarotref.play.stacks import on_table
from tarotref.play.tricks import Trick, best, playable
from tests.laws import LAWS

HANDS = {"main": 6, "other": 2}
"""Hands for each number of players of a main ruleset, and of another; `scripts/play_hands.py` plays as many as one likes."""


@cache
def tables(computed: ComputedCorpus) -> dict[tuple[str, int], Table]:
    """A table for each ruleset and number of players that can be played."""
    found = {}
    for id, ruleset in computed.corpus.rulesets.items():
        for players in given(ruleset.rules.players) or ():
            try:
                found[id, players] = Table(plan_of(ruleset, computed.figures, players))
            except Unplayable:
                continue
    return found


def at_random(table: Table, seed: int | str, keep: str = "") -> State:
    """A hand played by players who do whatever they may, but `keep` a card if they can; a legal action always exists, and the
    hand ends."""
    state, rng = start(table, seed), random.Random(seed)
    for _ in range(3000):
        if state.over:
            return state
        legal = state.legal()
        assert legal, f"{table.plan.ruleset.id}: nothing to do in {state.phase}"
        state = state.do(rng.choice([action for action in legal if not keep or action.what != keep] or legal))
    raise AssertionError(f"{table.plan.ruleset.id}: the hand does not end")


def games(computed: ComputedCorpus) -> list[State]:
    """Some hands of every ruleset, played to the end."""
    return [
        at_random(table, seed)
        for (id, _), table in tables(computed).items()
        for seed in range(HANDS["main" if id.endswith("/main") else "other"])
    ]


@pytest.fixture(scope="module")
def hands(computed: ComputedCorpus) -> list[State]:
    return games(computed)


def name(state: State) -> str:
    return f"{state.table.plan.ruleset.id} for {state.plan.players}: {' / '.join(map(str, state.actions[-3:]))}"


@pytest.fixture(scope="module")
def results(hands: list[State]) -> list[play.Result]:
    return [state.result() for state in hands]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_hand_keeps_the_law(
    hands: list[State], results: list[play.Result], law: Callable[[State, play.Result], Iterator[str]]
) -> None:
    told = zip(hands, results, strict=True)
    broken = [f"{name(state)}: {fault}" for state, result in told for fault in law(state, result)]
    assert not broken, broken[:5]


def test_hands_are_worth_the_name(results: list[play.Result]) -> None:
    """The hands by which the laws are tried have what these speak of."""
    assert sum(len(result.declared) for result in results) > 100
    assert sum(len(result.feats) for result in results) > 300
    assert sum(not transfer.marked for result in results for transfer in result.transfers or ()) > 500


def test_transcripts_replay(computed: ComputedCorpus, hands: list[State]) -> None:
    for state in hands[::5]:
        told_as_data = json.loads(json.dumps(state.transcript()))
        again = play.replay(told_as_data, computed)
        assert again.transcript() == state.transcript()
        assert again.result().total == state.result().total
        assert again.result().points == state.result().points


def test_a_seed_deals_the_same_hand_everywhere(computed: ComputedCorpus) -> None:
    one = play.new("8.13", seed=1, computed=computed)
    assert one.setting.dealt == play.new("8.13/PE-1787", players=3, seed=1, computed=computed).setting.dealt
    assert one.setting.dealt != play.new("8.13", seed=2, computed=computed).setting.dealt
    assert [str(card) for card in one.view(0)["hand"]][:4] == ["III", "V", "VI", "VIII"]


def test_an_illegal_action_names_the_rule_and_changes_nothing(computed: ComputedCorpus) -> None:
    rules = Counter[str]()
    for (id, _), table in tables(computed).items():
        if not id.endswith("/main"):
            continue
        state, rng = start(table, 3), random.Random(3)
        while not state.over:
            if state.phase == "play":
                may = set(state.legal())
                for action in table.of_card["play"]:
                    held = state.hands[state.player or 0] >> table.place[action.what] & 1
                    if action in may or not held:
                        continue
                    with pytest.raises(IllegalAction) as error:
                        state.do(action)
                    rules[str(error.value).rpartition("(")[2].rstrip(")")] += 1
                    break
            before = state
            state = state.do(rng.choice(state.legal()))
            assert before is not state
    assert {"play.must_follow", "play.must_trump", "play.must_overtrump", "fool.led"} <= set(rules)
    with pytest.raises(IllegalAction, match="hold"):
        state = start(tables(computed)["8.13/main", 3], 1)
        hand = state.hands[state.player or 0]
        state.do(f"discard {next(card for card, place in state.table.place.items() if not hand >> place & 1)}")
    with pytest.raises(IllegalAction, match="no card"):
        state.do("discard the joker")
    with pytest.raises(IllegalAction, match="may only discard"):
        state.do("bid a-due")


def test_a_view_shows_nothing_hidden(computed: ComputedCorpus) -> None:
    for (id, players), table in tables(computed).items():
        if not id.endswith("/main"):
            continue
        state = start(table, 5)
        others = set(table.plan.list(table.plan.whole & ~state.hands[0] & ~state.setting.shown))
        others -= {card for stacks in state.view(0)["table"] for card, _ in stacks}
        seen = repr(state.view(0))
        assert not any(repr(card) in seen for card in others), id
        assert state.view(players - 1)["cards_held"] == tuple(
            (hand & ~on_table(state, seat)).bit_count() for seat, hand in enumerate(state.hands)
        )


def test_a_card_turned_up_makes_its_suit_trumps(computed: ComputedCorpus) -> None:
    """R5: a card of the dealer, whom all see to have it; trumps need not be played, and beat every other suit."""
    state = play.new("R5", seed=3, computed=computed)
    (shown,) = state.view(0)["shown"]
    assert state.hands[state.plan.dealer] >> state.plan.place[shown] & 1
    assert state.view(0)["trump_suit"] == shown.suit == state.plan.trump_suit
    other = next(suit for suit in state.plan.ranking.pack.suits if suit != shown.suit)
    lead, low, high = (
        state.plan.place[Card("suit", *one)] for one in ((other, "A"), (shown.suit, "2"), (shown.suit, "A"))
    )
    assert best(state.plan, Trick(0, (lead, low))) == 1
    assert best(state.plan, Trick(0, (lead, high, low))) == 1
    assert playable(state.plan, 1 << low | 1 << high, Trick(0, (lead,))) == 1 << low | 1 << high
    again = play.replay(state.transcript(), computed=computed)
    assert again.plan.trump_suit == shown.suit


def test_a_suit_chosen_by_the_lowest_card_is_not_played_but_one_fixed_beforehand_is(computed: ComputedCorpus) -> None:
    with pytest.raises(Unplayable, match="trump_suit"):
        play.table("R1", computed=computed)
    plan = play.table("R5/fixed-trumps", computed=computed).plan
    place = {str(card): n for n, card in enumerate(plan.cards)}
    led = plan.suit[place["A♠"]]
    assert plan.trick.power[led][place["2♥"]] > plan.trick.power[led][place["A♠"]] > plan.trick.power[led][place["A♦"]]


def otherwise(state: State, seat: int, rng: random.Random) -> State:
    """The same hand, as one player sees it, with the cards that he cannot see changed about."""
    setting, view = state.setting, state.view(seat)
    drawn = len(view["drawn"])
    hidden = state.plan.whole & ~state.hands[seat] & ~setting.laid[seat] & ~setting.shown
    for trick in (*state.tricks, state.trick):
        hidden &= ~state.plan.bits(trick.cards)
    known = (
        [card for _, card in view["drawn"]]
        + [card for *_, card in view["bought"]]
        + [card for _, card, _ in view["bought"]]
    )
    open_ = [card for stacks in view["table"] for card, _ in stacks] + [
        card for one in view["taken_up"] for card in one
    ]
    open_ += [card for cards in view["open"].values() for card in cards]
    hidden &= ~state.plan.held(card for card in (*known, *open_, *view["looking"]) if card is not None)
    places_ = [place for place in range(len(state.plan.cards)) if hidden >> place & 1]
    to = dict(zip(places_, rng.sample(places_, len(places_)), strict=True))

    def moved(bits: int) -> int:
        return state.plan.bits(to.get(place, place) for place in range(len(state.plan.cards)) if bits >> place & 1)

    hands = tuple(map(moved, state.hands))
    partner = setting.partner
    if setting.called in to:
        partner = next(
            (n for n, hand in enumerate(hands) if hand >> (setting.called or 0) & 1 and n != setting.declarer), None
        )
    changed = setting._replace(
        dealt=tuple(map(moved, setting.dealt)), talon=moved(setting.talon), dead=moved(setting.dead),
        laid=tuple(map(moved, setting.laid)), stock=tuple(to.get(card, card) for card in setting.stock), partner=partner,
        lies=tuple(to.get(card, card) for card in setting.lies), given=tuple(to.get(card, card) for card in setting.given), held=(),
        pauses=tuple(tuple(map(moved, hands)) for hands in setting.pauses),
        stacks=tuple(tuple(tuple(to.get(card, card) for card in stack) for stack in stacks) for stacks in setting.stacks),
    )  # fmt: skip
    assert drawn == len(view["drawn"])
    return replace(state, setting=changed, hands=hands)


def test_a_view_is_the_same_whatever_lies_hidden(computed: ComputedCorpus) -> None:
    changed = 0
    for (id, players), table in tables(computed).items():
        if not id.endswith("/main"):
            continue
        state, rng = start(table, 7), random.Random(id)
        while not state.over:
            if rng.random() < 0.2 or state.phase in ("stage", "give", "call"):
                seat = rng.randrange(players)
                other = otherwise(state, seat, rng)
                assert other.view(seat) == state.view(seat), (id, state.phase)
                changed += other.hands != state.hands
            state = state.do(rng.choice(state.legal()))
    assert changed > 500


def test_a_view_says_who_said_what(computed: ComputedCorpus) -> None:
    seen = Counter[str]()
    for (id, _), table in tables(computed).items():
        if not id.endswith("/main"):
            continue
        state, rng, said, levels = start(table, 8), random.Random(id), [], Counter[str]()
        while not state.over:
            action = rng.choice(state.legal())
            if action.kind not in ("play", "keep", "discard", "give", "done"):
                said.append((state.player, str(action)))
                seen[action.kind] += 1
            if action.kind == "double":
                level, _ = state.view(0)["doubled"].get(
                    action.what, (0, None)
                )  # it may have been doubled with another thing
                assert level >= levels[action.what]
                levels[action.what] = level + 1
                assert state.do(action).view(0)["doubled"][action.what] == (level + 1, state.player)
            if action.kind == "ask" and len(state.do(action).setting.bought) > len(state.setting.bought):
                giver = next(n for n in range(state.plan.players) if state.hands[n] >> table.place[action.what] & 1)
                bought = state.do(action).view(giver)["bought"][-1]  # what was laid down first is given at once
                assert bought[:2] == (giver, parse_card(action.what, table.plan.ranking))
                assert (bought[2] is None) is (not state.setting.offered)
            if action.kind == "give" and state.setting.asking is not None:
                card = parse_card(action.what, table.plan.ranking)
                knowing = {n for n in range(state.plan.players) if state.do(action).view(n)["bought"][-1][2] == card}
                assert knowing == {state.player, state.do(action).setting.bought[-1][0]} and len(knowing) == 2
            if state.phase == "stage":
                shown = [n for n in range(state.plan.players) if state.view(n)["looking"]]
                assert shown == [state.setting.declarer]
            if action.kind == "discard" and state.do(action).setting.shown != state.setting.shown:
                assert parse_card(action.what, table.plan.ranking) in state.do(action).view(0)["shown"]
                seen["shown"] += 1
            state = state.do(action)
        assert list(state.view(0)["said"]) == said
    assert {"bid", "pass", "ask", "call", "declare", "announce", "double", "look"} <= set(seen), seen
    partners = play.new("8.11", seed=1, computed=computed)
    assert [partners.view(seat)["partners"] for seat in range(4)] == [(1,), (0,), (3,), (2,)]


def test_facts_that_are_missing_are_named(computed: ComputedCorpus) -> None:
    with pytest.raises(Unplayable, match="players"):
        play.new("2.4", computed=computed)
    with pytest.raises(ValueError, match="players: found 5"):
        play.new("8.13", players=5, computed=computed)
    with pytest.raises(KeyError):
        play.new("8.99", computed=computed)
    with pytest.raises(ValueError, match="dealt twice"):
        play.new("5.4", hands=[["XXI"] * 15] * 4 + [["XXI"] * 18], computed=computed)


def test_what_is_open_is_what_happens(computed: ComputedCorpus, hands: list[State]) -> None:
    """A ruleset said to run is paid in every hand; one said not to be paid is paid in none."""
    status = {id: openness(computed, ruleset).status for id, ruleset in computed.corpus.rulesets.items()}
    for state in hands:
        result, id = state.result(), state.table.plan.ruleset.id.partition("#")[0]
        if result.void or state.setting.conceded:
            continue
        if status[id].startswith("runs"):
            assert result.transfers is not None, name(state)
    for id, ruleset in computed.corpus.rulesets.items():
        numbers = given(ruleset.rules.players) or (0,)
        assert (status[id] == "cannot be played") == any((id, n) not in tables(computed) for n in numbers), id
    assert {name for id, rs in computed.corpus.rulesets.items() for name in openness(computed, rs).assumed} <= set(
        play.ASSUMPTIONS
    )


@pytest.mark.parametrize("id", ["2.1", "3.1", "4.1", "4.3", "6.8", "9.13", "18.13"])
def test_declarations_come_as_often_as_their_odds(computed: ComputedCorpus, id: str) -> None:
    """Frequencies in dealt hands lie within five standard deviations of the exact odds."""
    table = play.table(id, computed=computed)
    plan, number = table.plan, 2500
    holds = declaration_tests(plan)
    size = computed.dealt(plan.ruleset)
    assert size is not None
    rng, places, found = random.Random(id), list(range(len(plan.cards))), Counter[str]()
    for _ in range(number):
        hand = plan.bits(rng.sample(places, size))
        found.update(one for one, test in holds.items() if test(hand))
    checked = 0
    for one in holds:
        odds = computed.odds(plan.ruleset, one)
        if odds is None:
            continue
        spread = (number * float(odds) * (1 - float(odds))) ** 0.5
        assert abs(found[one] - number * float(odds)) <= 5 * spread + 1, one
        checked += 1
    assert checked


def test_declarations_are_found_as_holdings_say(computed: ComputedCorpus) -> None:
    """Looked up as bits, a declaration is held where the search for ways of having it finds one."""
    seen = 0
    for (id, _), table in tables(computed).items():
        if not id.endswith("/main") or not table.plan.declarations:
            continue
        plan, holds, groups = table.plan, declaration_tests(table.plan), table.plan.figures.names
        assert groups is not None
        rng = random.Random(id)
        for _ in range(12):
            hand = plan.bits(rng.sample(range(len(plan.cards)), min(len(plan.cards), 2 * plan.deal.hand)))
            for one, test in holds.items():
                whole = plan.kinds.get(plan.declarations[one].kind, Kind()).complete(plan.declarations[one].holding)
                assert test(hand) == bool(ways(plan.list(hand), whole, groups)), (id, one)
                seen += test(hand)
    assert seen > 300


def test_worked_examples_of_hands_are_declared(computed: ComputedCorpus) -> None:
    """A hand of which a source says what it scores is dealt, declared and played, and scores so."""
    played = 0
    for id, ruleset in computed.corpus.rulesets.items():
        for example in computed.corpus.game(ruleset.game).examples or ():
            if not example.hand or example.scores is None or (example.ruleset or "main") != ruleset.key:
                continue
            if list(example_faults(ruleset, computed.figures(ruleset), example)):
                continue  # a note says why it does not come out
            table = next((table for key, table in tables(computed).items() if key[0] == id), None)
            found = table and with_hand(table, example.hand)
            if not found:
                continue
            state, seat = found
            rng = random.Random(1)
            while not state.over:
                legal = [action for action in state.legal() if action.kind != "throw-in"]
                must = [action for action in legal if action.kind == "declare" and state.player == seat]
                if state.plan.ruleset.rules.declaring and state.phase == "declare" and state.player != seat:
                    must = [action for action in legal if action.kind == "done"]
                state = state.do(must[0] if must else rng.choice(legal))
            made = [
                one
                for one in state.result().declared
                if one.seat == seat and set(one.cards) <= set(state.plan.list(state.setting.dealt[seat]))
            ]
            in_hand = {one.id for one in state.setting.declared if one.seat == seat}
            scored = sum(one.worth or 0 for one in made if one.declaration in in_hand)
            assert scored >= example.scores, (id, example)
            played += 1
    assert played >= 8


def with_hand(table: Table, names: tuple[str, ...]) -> tuple[State, int] | None:
    """A deal in which a player without extra cards holds these, and low cards of the suits else, and his seat; None where
    they are too many."""
    plan = table.plan
    wanted = plan.named(names)
    seat = next((n for n in range(plan.players) if n not in plan.deal.takers and n), None)
    if seat is None or wanted.bit_count() > (plan.deal.each or 0) or wanted.bit_count() != len(names):
        return None
    low = [n for n in range(len(plan.cards)) if not wanted >> n & 1]
    low.sort(key=lambda n: (plan.cards[n].kind != "suit" or plan.cards[n] in plan.values, n))
    mine = wanted | plan.bits(low[: (plan.deal.each or 0) - wanted.bit_count()])
    rest = [n for n in range(len(plan.cards)) if not mine >> n & 1]
    random.Random(1).shuffle(rest)
    hands, at = [], 0
    for n in range(plan.players):
        size = (plan.deal.each or 0) + plan.deal.takers.get(n, 0)
        hands.append(plan.list(mine) if n == seat else [plan.cards[place] for place in rest[at : at + size]])
        at += 0 if n == seat else size
    return start(table, hands=hands), seat


def test_the_fool_in_each_of_its_parts(computed: ComputedCorpus) -> None:
    """Over many hands: exchanged for an empty card, kept without one, lost with no trick, lost in the last tricks, led."""
    fates = Counter[str]()
    for id in ("3.1", "4.2", "5.5", "8.13", "9.13", "4.6", "4.1"):
        table = play.table(id, computed=computed)
        for seed in range(60):
            state = at_random(table, f"fool {seed}", keep="Fool" if seed % 2 else "")
            result, plan = state.result(), state.plan
            where = [(n, trick) for n, trick in enumerate(state.tricks) if plan.bits(trick.cards) & plan.fool]
            if not where or result.void:
                continue
            n, trick = where[0]
            owner = trick.seat(trick.cards.index(plan.fool.bit_length() - 1), plan.circle)
            kept = state.setting.side(result.piles.fool or 0) == state.setting.side(owner)
            left = len(state.tricks) - n
            lost = told(plan.ruleset.rules.fool, "lost") or ()
            in_last = any(
                term.startswith("last-") and left <= (1 if term == "last-trick" else int(term[5:])) for term in lost
            )
            fates["led"] += trick.leader == owner
            fates["exchanged"] += bool(result.piles.exchanged)
            fates["kept without exchange"] += kept and not result.piles.exchanged and trick.winner != owner
            if in_last and not told(plan.ruleset.rules.fool, "lost_unless") and not plan.excuse.wins:
                assert not kept or state.setting.side(trick.winner) == state.setting.side(owner), name(state)
                fates["lost in the last tricks"] += not kept
            if result.piles.exchanged:
                assert told(plan.ruleset.rules.fool, "exchange") != "without" and kept
    assert all(fates[one] for one in ("led", "exchanged", "kept without exchange", "lost in the last tricks")), fates


def test_every_phase_is_played(hands: list[State]) -> None:
    kinds = {action.kind for state in hands for action in state.actions}
    assert kinds >= {
        "pass", "bid", "contract", "ask", "give", "call", "discard", "declare", "announce", "double", "done", "play", "name",
        "take", "look", "keep",
    }, kinds  # fmt: skip


def test_a_hand_without_trumps_may_or_must_be_thrown_in(computed: ComputedCorpus) -> None:
    table = play.table("4.7", computed=computed)
    plan = table.plan
    mine = [n for n in range(len(plan.cards)) if plan.suit[n] > 0][: plan.deal.each]
    rest = [n for n in range(len(plan.cards)) if n not in mine]
    random.Random(1).shuffle(rest)
    sizes = [(plan.deal.each or 0) + plan.deal.takers.get(seat, 0) for seat in range(1, plan.players)]
    hands, at = [plan.list(plan.bits(mine))], 0
    for size in sizes:
        hands.append(plan.list(plan.bits(rest[at : at + size])))
        at += size
    state = start(table, hands=hands)
    assert (state.phase, state.player) == ("throw-in", 0)
    void = state.do("throw-in no-trumps")
    assert void.over and void.result().void == "no-trumps" and void.result().total == (0, 0, 0)
    assert state.do("done").phase == "discard"
    must = [
        (table, state)
        for (id, _), table in tables(computed).items()
        for _, one in entries(told(table.plan.ruleset.rules.deal, "annul"))
        if given(one.must) and given(one.holding) is not None
        for state in [start(table, seed) for seed in range(40)]
        if state.setting.void
    ]
    assert must and all(state.over and not state.legal() for _, state in must)


def test_contracts_change_rules(computed: ComputedCorpus) -> None:
    """In 18.13 No Trick is played to take none, without declarations, and led by who bid first."""
    table = play.table("18.13", computed=computed)
    seen = 0
    for seed in range(40):
        state, rng = start(table, seed), random.Random(seed)
        while not state.over:
            legal = state.legal()
            wanted = [action for action in legal if action.what == "no-trick"]
            state = state.do(wanted[0] if wanted else rng.choice(legal))
        if state.setting.contract == "no-trick":
            result = state.result()
            mine = [trick for trick in state.tricks if state.setting.side(trick.winner) == 0]
            assert result.won is (not mine) and not result.declared
            seen += 1
    assert seen > 5


def settle(table: Table, points: dict[int, int], **setting: object) -> list[int]:
    """What the card points of a hand pay each seat under a contract, or without one."""
    now = Setting(table.plan, (0,) * table.plan.players, **setting)  # type: ignore[arg-type]
    sides = [now.side(seat) for seat in range(table.plan.players)]
    reached, rules = Reached((points[0],), now.contract), table.plan.scoring
    payers = Payers(Hand(table, now, now.dealt), rules, tuple(sides), points, None)
    found = settled(payers, lambda: reached, table.plan.pricing(now.contract), now.dealt)
    return [int(sum(column)) for column in zip(*(transfer.pays for transfer in found), strict=True)]


def test_each_loser_pays_and_the_winners_share(computed: ComputedCorpus) -> None:
    """dm2004 game 8.28, n. 7."""
    table = play.table("8.28", computed=computed)
    alone = {"declarer": 1, "contract": "une-carte"}
    assert settle(table, {0: 36, 1: 32}, **alone) == [-4, 16, -4, -4, -4]
    assert settle(table, {0: 32, 1: 36}, **alone) == [1, -4, 1, 1, 1]
    called = {"declarer": 4, "partner": 2, "contract": "king-called"}
    assert settle(table, {0: 38, 1: 30}, **called) == [-4, -4, 6, -4, 6]
    assert settle(table, {0: 31, 1: 37}, **called) == [2, 2, -3, 2, -3]
    assert settle(table, {0: 16, 1: 52}, **called) == [24, 24, -36, 24, -36]


def test_a_heavy_defeat_by_par_is_shared_by_who_has_more(computed: ComputedCorpus) -> None:
    """dm2004 game 8.31, n. 9."""
    table = play.table("8.31", computed=computed)
    assert settle(table, {0: 12, 1: 32, 2: 34}) == [-28, 12, 16]
    assert settle(table, {0: 20, 1: 32, 2: 26}) == [-6, 6, 0]
    assert sum(settle(table, {0: 12, 1: 24, 2: 42})) == 0


def test_if_all_pass_the_dealer_may_have_to_play(computed: ComputedCorpus) -> None:
    state = play.new("8.28", seed=1, computed=computed)
    while state.phase != "call":
        state = state.do("pass" if state.phase == "bid" else state.legal()[0])
    assert state.setting.contract == "king-called" and state.player == state.plan.dealer
    bids = {action.what for action in play.new("8.33", seed=1, computed=computed).legal()}
    assert "king-called" not in bids
    first = play.new("8.33", seed=1, computed=computed)
    while first.phase != "bid":
        first = first.do(first.legal()[0])
    assert "bid deux-cartes" in map(str, first.legal())
    while first.player != first.plan.dealer:
        first = first.do("pass")
    assert "bid deux-cartes" not in map(str, first.legal()) and "bid une-carte" in map(str, first.legal())


def test_if_all_pass_the_holder_of_a_card_may_have_to_play(computed: ComputedCorpus) -> None:
    """14.7: the holder of the Giove; where it lies in the talon nobody can."""
    table, ends = play.table("14.7", computed=computed), Counter[str]()
    top = table.plan.named(["top"])
    for seed in range(60):
        state = start(table, seed)
        holder = next((seat for seat, hand in enumerate(state.setting.dealt) if hand & top), None)
        while state.phase == "bid":
            state = state.do("pass")
        if holder is None:
            assert state.setting.talon & top and state.result().void == "all-pass"
        else:
            assert (state.setting.contract, state.setting.declarer) == ("giove", holder) and state.phase == "discard"
        ends["nobody" if holder is None else "holder"] += 1
    assert len(ends) == 2


def test_an_opponent_announces_as_doubles_are_said(computed: ComputedCorpus) -> None:
    """7.5: the declarer lays the Pagat out before anything is doubled, an opponent when it is his turn to double, or after
    another has doubled; the declarer answers both at once."""
    seen = Counter[str]()
    table = play.table("7.5", computed=computed)
    for seed in range(200):
        state, rng = start(table, seed), random.Random(seed)
        while state.phase not in ("play", "over"):
            if state.phase == "announce":
                assert state.player == state.setting.declarer
            legal = state.legal()
            if state.phase == "double" and state.player != state.setting.declarer:
                late = [action for action in legal if action.kind == "announce"]
                pagat = table.plan.named(["pagat"]) & state.hands[state.player or 0]
                free = "pagat-last" not in {said.id for said in state.setting.announced}
                assert bool(late) == bool(pagat and free)
                if late and state.setting.doubled:
                    seen["after a double"] += 1
                    state = state.do(late[0])
                    continue
            state = state.do(rng.choice(legal))
    assert seen


def test_a_stock_is_drawn_after_tricks(computed: ComputedCorpus) -> None:
    """9.21: each draws into his hand, the winner first, unseen, or shown in a variant; 2.2: the winner adds a card to the trick."""
    for id, shown in (("9.21", False), ("9.21/cards-shown", True)):
        state = play.new(id, seed=4, computed=computed)
        while not state.tricks:
            state = state.do(state.legal()[-1] if state.phase == "bid" else state.legal()[0])
        winner = state.tricks[0].winner
        first, second = state.setting.stock[:2]
        assert state.player == winner and state.hands[winner] >> first & 1 and state.hands[1 - winner] >> second & 1
        cards = state.plan.cards
        assert state.view(winner)["drawn"] == ((winner, cards[first]), (1 - winner, cards[second] if shown else None))
        assert state.view(winner)["stock"] == 22 and state.view(winner)["cards_held"] == (24, 24)
        while not state.over:
            state = state.do(state.legal()[0])
        assert len(state.tricks) == 36 and sum(state.result().points.values()) == 91
    state = at_random(play.table("2.2", computed=computed), 3)
    stock, result = state.setting.stock, state.result()
    assert len(state.tricks) == 24 and all(
        result.piles.cards[trick.winner] >> card & 1 for trick, card in zip(state.tricks, stock, strict=False)
    )
    assert not any(bits >> stock[24] & 1 for bits in result.piles.cards)
    assert state.view(0)["stock"] == 1 and {card for _, card in state.view(0)["drawn"]} == {
        state.plan.cards[n] for n in stock[:24]
    }
    dealt = play.new("2.2", seed=3, computed=computed).transcript()
    again = play.new("2.2", hands=dealt["hands"], stock=dealt["stock"], computed=computed)
    assert again.setting.stock == stock
    with pytest.raises(ValueError, match="stock: found 1 cards; expected 25"):
        play.new("2.2", hands=dealt["hands"], stock=dealt["stock"][:1], computed=computed)


def test_what_is_declared_was_held_before_cards_were_drawn(computed: ComputedCorpus) -> None:
    """11.9: cards drawn from the stock are no part of what was declared, unless the player has declared again when they came."""
    table, seen = play.table("11.9", computed=computed), 0
    for seed in range(40):
        state = at_random(table, seed)
        again = {one.seat for one in state.setting.declared if one.after}
        for made in state.result().declared:
            if not made.won and made.seat not in again:
                assert set(made.cards) <= set(state.plan.list(state.setting.dealt[made.seat]))
                seen += 1
    assert seen


def test_assumptions_have_reasons_and_are_used(computed: ComputedCorpus) -> None:
    used = {name for ruleset in computed.corpus.rulesets.values() for name in openness(computed, ruleset).assumed}
    assert used <= set(play.ASSUMPTIONS)
    assert all(one.rule and one.reason for one in play.ASSUMPTIONS.values())
    for ruleset in computed.corpus.rulesets.values():
        for gap in openness(computed, ruleset).gaps:
            assert gap.path[0] in type(ruleset.rules).model_fields, gap


def test_declared_ids_are_the_rulesets_own(hands: list[State]) -> None:
    for state in hands:
        known = {id for id, _ in entries(state.plan.ruleset.rules.declarations)}
        assert {said.id for said in state.setting.declared} <= known, name(state)


@pytest.mark.parametrize("id", ["3.3", "8.13"])
def test_the_eldest_hand_is_the_player_after_the_dealer_whichever_way_the_game_goes(computed, id):
    """3.3 goes clockwise, 8.13 does not: extra cards of the eldest hand go to seat 0, and those of others where they sit."""
    plan = play.table(id, computed=computed).plan
    sums = replace(plan.figures.deals[plan.players], takers={"eldest": 2, "dealer": 1})
    made = dealing(plan.ruleset.rules, plan, plan.seats, sums, False, Filled())
    assert made.takers == {0: 2, plan.dealer: 1}
