"""A hand is what its events make of the deal; what a seat sees of it is a filter of them; every phase says why it forbids."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tarotref import play
from tarotref.play.deal import start
from tarotref.play.events import Gave, Laid, Played, Took, happened
from tarotref.play.hand import FIRST_TRICK
from tarotref.play.phases.order import ORDER, PHASES
from tarotref.play.phases.phase import Phase
from tarotref.play.table import Action
from tarotref.play.views import seen

RULESETS = ["8.13", "4.6", "9.13", "9.20", "14.1", "17.3", "18.8", "18.10", "R2"]
"""With discards, a stock, a talon taken in different ways, stacks, cards asked for and called, and a suit made trumps."""


def over(table, seed):
    """A hand played at random to its end, with the hand as it was dealt."""
    state, rng = start(table, seed), random.Random(seed)
    dealt = replace(state, trick=FIRST_TRICK)
    while not state.over:
        state = state.do(rng.choice(state.legal()))
    return dealt, state


@pytest.mark.parametrize("id", RULESETS)
def test_a_hand_is_what_its_events_make_of_the_deal(computed, id):
    table = play.table(id, computed=computed)
    for seed in range(3):
        dealt, state = over(table, seed)
        rules = dealt.settle(plan=state.plan, turned_up=state.setting.turned_up)
        hands = state.setting.pauses and not dealt.events and state.setting.dealt
        told = happened(replace(rules, hands=hands or rules.hands, events=()), *state.events[len(dealt.events) :])
        assert told.hands == state.hands[: len(told.hands)]
        assert [(t.cards, t.winner) for t in told.tricks] == [(t.cards, t.winner) for t in state.tricks]
        assert told.setting.laid == state.setting.laid


@pytest.mark.parametrize("id", RULESETS)
def test_no_seat_sees_cards_that_others_take_lay_aside_or_give(computed, id):
    table, looked = play.table(id, computed=computed), 0
    for seed in range(4):
        _, state = over(table, seed)
        for seat in range(state.plan.players):
            for event in seen(state, seat):
                looked += 1
                if isinstance(event, Took | Laid) and event.seat != seat:
                    assert not event.cards & ~state.setting.shown
                if isinstance(event, Gave) and not event.asked and seat not in (event.seat, event.to):
                    assert event.card < 0
            played = [event.card for event in seen(state, seat) if isinstance(event, Played)]
            assert played == [card for trick in (*state.tricks, state.trick) for card in trick.cards]
    assert looked > 100


def test_every_phase_says_why_it_forbids():
    """Each phase in which somebody acts names a fact of the rules on which it rests."""
    acting = [phase for phase in PHASES.values() if type(phase).legal is not Phase.legal]
    assert len(acting) > 15 and all(type(phase).why_not is not Phase.why_not for phase in acting)
    assert [part for part, _ in ORDER] == sorted(part for part, _ in ORDER)


def test_what_is_forbidden_is_told_by_its_rule(computed):
    state = play.new("R2", seed=1, computed=computed).do("bid game")
    assert "trump_suit" in state.why(Action("trumps", "stars"))
