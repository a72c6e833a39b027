"""Cards that lie before the players in stacks: which may be played when, and what the others see of them."""

from __future__ import annotations

import random

import pytest

from tarotref import play
from tarotref.cards.names import parse_card
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.types import told
from tarotref.play import IllegalAction, State
from tarotref.play.stacks import lying, on_table
from tarotref.words.wording import Wording


def at_play(state: State) -> State:
    """The hand when the first card is to be led: the lowest contract, and nothing else said."""
    while state.phase != "play":
        legal = state.legal()
        bids = [one for one in legal if one.kind == "bid"]
        state = state.do((bids or [one for one in legal if str(one) in ("pass", "done")] or legal)[0])
    return state


def ordered(id: str, computed: ComputedCorpus, first: str, *stacks: str) -> State:
    """A deal in which the eldest hand has some cards, and his stacks begin with certain others, from the top."""
    table = play.table(id, computed=computed)
    plan = table.plan
    named = [[card.strip() for card in text.split(",") if card.strip()] for text in (first, *stacks)]
    held, *laid = [[parse_card(card, plan.ranking) for card in cards] for cards in named]
    used = {card for cards in (held, *laid) for card in cards}
    rest = [card for card in reversed(plan.cards) if card not in used and plan.suit[plan.place[card]] > 0]
    rest += [card for card in plan.cards if card not in used and card not in rest]
    mine = held + [rest.pop(0) for _ in range(plan.deal.in_hand - len(held))]
    for size, cards in zip(plan.deal.stacks, laid, strict=True):
        mine += cards + [rest.pop(0) for _ in range(size - len(cards))]
    return play.new(id, hands=[mine, rest[: plan.deal.hand]], computed=computed)


@pytest.mark.parametrize("id", ["8.6", "9.20", "15.22", "16.13", "18.17"])
def test_only_the_open_cards_of_the_stacks_may_be_played(computed: ComputedCorpus, id: str) -> None:
    """Whatever lies below is played by nobody, and all the same every card of a hand is played in the end."""
    state, rng = at_play(play.new(id, seed=4, computed=computed)), random.Random(id)
    while not state.over:
        seat = state.player
        assert seat is not None
        hidden = {card for stack in state.setting.stacks[seat] for card in stack}
        hidden -= {card for trick in (*state.tricks, state.trick) for card in trick.cards}
        hidden = {card for card in hidden if not state.hands[seat] >> card & 1}
        assert len(hidden) == sum(stack.below for stack in lying(state, seat))
        for card in hidden:
            with pytest.raises(IllegalAction, match="do not hold it"):
                state.do(f"play {state.plan.cards[card]}")
        if state.phase != "play":
            state = state.do("done")
            continue
        state = state.do(rng.choice(state.legal()))
    assert len(state.tricks) == state.plan.deal.hand and not any(state.hands)


def test_an_open_card_is_one_s_own_for_following_suit(computed: ComputedCorpus) -> None:
    """8.6: with nothing in hand one plays from four cards, and has to follow with the one that is of the suit."""
    state, followed = at_play(play.new("8.6", seed=2, computed=computed)), 0
    while not state.over:
        seat = state.player or 0
        assert state.hands[seat] == on_table(state, seat) and state.hands[seat].bit_count() <= 4
        if state.trick.cards:
            suit = state.plan.of_suit[max(state.plan.suit[state.trick.cards[0]], 0)]
            mine = [str(action) for action in state.legal()]
            same = state.plan.list(state.hands[seat] & suit)
            if state.plan.suit[state.trick.cards[0]] > 0 and same:
                assert {f"play {card}" for card in same} >= set(mine) - {"play Fool"}
                followed += 1
        state = state.do(state.legal()[-1])
    assert followed > 10


def test_trumps_and_kings_go_into_the_hand(computed: ComputedCorpus) -> None:
    """15.22: so does the last card of a packet; the next card is turned up when the trick has been taken in."""
    packets = "fool, K of spades, 9 of spades", "10 of spades, 8 of clubs", "5, 4, 3, 7 of clubs"
    state = at_play(ordered("15.22", computed, "K of hearts", *packets))
    plan, view = state.plan, state.view(1)
    taken = {parse_card(card, plan.ranking) for card in ("fool", "K of spades", "5", "4", "3", "7 of clubs")}
    assert set(view["taken_up"][0]) == taken
    assert [below for _, below in view["table"][0]] == [1, 3, 0] and view["table"][0][2] == (None, 0)
    assert view["cards_held"][0] == 21 and state.view(0)["hand"] == plan.list(state.hands[0] & ~on_table(state, 0))
    upper = view["table"][0][1][0]
    now = state.do(f"play {upper}")
    assert now.view(1)["table"][0][1] == (None, 3) and not now.tricks
    now = now.do(now.legal()[0])
    (opened, below) = now.view(1)["table"][0][1]
    assert opened is not None and below == 2 and now.hands[0] >> plan.place[opened] & 1


def test_a_last_card_is_taken_unseen_where_the_rules_say_so(computed: ComputedCorpus) -> None:
    """15.22: the sheet of 2025 has the last card of a packet go into the hand without being shown."""
    stacks = "5, 4, 3, 7 of clubs", "", ""
    for id, seen in (("15.22", True), ("15.22/mair-2025", False), ("15.22/last-card-on-the-table", False)):
        state = at_play(ordered(id, computed, "", *stacks))
        last = state.setting.stacks[0][0][-1]
        assert state.hands[0] >> last & 1 and state.plan.cards[last] in state.view(0)["hand"]
        assert (state.plan.cards[last] in state.view(1)["taken_up"][0]) == seen


def test_the_next_card_is_turned_up_at_once(computed: ComputedCorpus) -> None:
    """18.17: the other player sees it before he plays to the trick; a Tarok or Chief leaves its stack and is replaced."""
    state = at_play(play.new("18.17", seed=5, computed=computed))
    leader = state.player or 0
    for n, stack in enumerate(lying(state, leader)):
        if stack.open is None or not stack.below:
            continue
        now = state.do(f"play {state.plan.cards[stack.open]}")
        before, after = stack.below, lying(now, leader)[n]
        assert after.below < before and (after.open is not None or not after.below)
        assert now.player != leader and now.view(now.player or 0)["table"][leader][n][1] == after.below


def test_what_lies_on_the_table_is_not_discarded_or_declared(computed: ComputedCorpus) -> None:
    """9.20: the discard comes out of the hand; 15.22: only a hand without trumps is thrown in, whatever the packets have."""
    state = play.new("9.20", seed=3, computed=computed)
    while state.phase == "bid":
        state = state.do("bid prise" if "bid prise" in map(str, state.legal()) else "pass")
    seat = state.player or 0
    assert state.phase == "discard" and state.hands[seat].bit_count() == 12 + 6
    assert all(one.open is not None and one.below == 1 for one in lying(state, seat))
    table = {card for card, _ in state.view(1 - seat)["table"][seat]}
    assert not {action.what for action in state.legal()} & {str(card) for card in table}
    bare = ordered("15.22", computed, "", "5, 4", "3", "2")
    assert bare.phase == "throw-in" and bare.do(bare.legal()[0]).result().void == "no-trumps"


def test_a_declaration_counts_what_was_in_the_hand_together(computed: ComputedCorpus) -> None:
    """15.22, Beck: four Kings are declared from the hand, to which one that is turned up is added; not one that is played before
    the last of them comes up."""
    made = {True: 0, False: 0}
    for seed in range(60):
        state, rng = at_play(play.new("15.22/beck-1972", seed=seed, computed=computed)), random.Random(seed)
        kings, together = state.plan.named(["kings"]), [False, False]
        while not state.over:
            for seat in (0, 1):
                together[seat] |= state.hands[seat] & kings == kings
            state = state.do(rng.choice(state.legal()))
        declared = {one.seat for one in state.result().declared if one.declaration == "vier-koenige"}
        assert declared == {seat for seat in (0, 1) if together[seat]}
        made[bool(declared)] += 1
    assert all(made.values())


def test_a_transcript_of_a_hand_with_stacks_is_played_again(computed: ComputedCorpus) -> None:
    for id in ("8.6", "15.22", "9.20/nine-pairs"):
        state = at_play(play.new(id, seed=9, computed=computed))
        while not state.over:
            state = state.do(state.legal()[0])
        again = play.replay(state.transcript(), computed)
        assert again.setting.stacks == state.setting.stacks and again.result().points == state.result().points


@pytest.mark.parametrize(
    ("id", "words"),
    [("15.22", "3 of 4 cards"), ("16.13", "1 of 4 cards and 2 of 3 cards"), ("9.20", "12 of 2 cards")],
)
def test_stacks_are_told_by_their_size(computed: ComputedCorpus, id: str, words: str) -> None:
    ruleset = computed.ruleset(id)
    stacks = told(ruleset.rules.deal, "stacks")
    assert Wording(computed.corpus).within(ruleset).value(("deal", "stacks"), stacks) == words
