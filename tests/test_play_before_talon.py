"""What is said before the declarer takes cards of the talon counts for more than later (16.15)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tarotref import play
from tarotref.play.deal import start
from tarotref.play.settle.amounts import contract_items
from tarotref.play.settle.reached import Reached


def _asked(table: play.Table, bid: str, seed: int) -> play.State:
    """A hand in which the first to speak has bid, and the others have passed, when something may be said before the talon is taken."""
    state = start(table, seed)
    for said in (f"bid {bid}", "pass", "pass"):
        state = state.do(said)
    return state


def _may(state: play.State) -> list[str]:
    return [str(action) for action in state.legal()]


def _played(state: play.State, *says: str) -> play.State:
    """The hand played to its end, in which a player says one of these as soon as he may, and nobody anything else."""
    left = list(says)
    while not state.over:
        said = next((one for one in _may(state) if one in left), None)
        if said is not None:
            left.remove(said)
        state = state.do(said or ("done" if "done" in _may(state) else _may(state)[0]))
    assert not left
    return state


def _late(state: play.State) -> play.State:
    """The hand when nobody has said anything before the talon is taken."""
    while state.phase == "before-talon":
        state = state.do("done")
    return state


def _part(state: play.State, *path: str) -> list[Fraction]:
    """What a fact brings each player."""
    result = state.result()
    assert result.transfers is not None
    return next(list(map(Fraction, one.pays)) for one in result.transfers if one.by[0] == path)


@pytest.mark.parametrize(("ruleset", "action", "path", "times"), [
    ("16.15/main", "declare koepfe", ("declarations", "koepfe", "worth"), 2),
    ("16.15/main", "announce absolut", ("feats", "absolut", "announced"), 2),
    ("16.15/dummett1980", "declare no-trull-announced", ("declarations", "no-trull-announced", "worth"), 2),
    ("16.15/dummett1980", "declare no-kings-announced", ("declarations", "no-kings-announced", "worth"), Fraction(3, 2)),
    ("16.15/graz-circles", "announce panzer", ("feats", "panzer", "announced"), 2),
])  # fmt: skip
def test_what_is_said_before_the_talon_is_taken_counts_for_more(computed, ruleset, action, path, times):
    """Whether it succeeds or fails, at the bid of one; of the same hand, said before and after."""
    table = play.table(ruleset, 3, computed)
    for seed in range(3000):
        state = _asked(table, "dreiblatt", seed)
        if action not in _may(state):
            continue
        soon = _played(state, action)
        try:
            late = _played(_late(state), action)
        except AssertionError:
            continue  # the talon has changed the cards
        parts = [
            [one for one in hand.result().transfers or () if one.by[0][: len(path)] == path] for hand in (soon, late)
        ]
        if not all(parts) or parts[0][0].by[0] != parts[1][0].by[0]:
            continue
        (first, *_), (second, *_) = parts
        assert [Fraction(one) for one in first.pays] == [Fraction(one) * times for one in second.pays]
        assert ("declaring", "before_talon") in first.by
        return
    raise AssertionError(action)


@pytest.mark.parametrize(("ruleset", "times"), [("16.15/main", 2), ("16.15/dummett1980", 4)])
def test_the_game_is_doubled_before_the_talon_is_taken(computed, ruleset, times):
    state = _asked(play.table(ruleset, 3, computed), "dreiblatt", 4)
    while "double score" not in _may(state):
        state = state.do("done")
    plain, doubled = _played(_late(state)), _played(state, "double score")
    assert _part(doubled, "score", "base") == [one * times for one in _part(plain, "score", "base")]


def test_a_solo_takes_nothing_and_is_not_asked(computed):
    assert start(play.table("16.15/main", 3, computed), 4).do("bid solo").phase != "before-talon"


def test_at_graz_a_slam_is_announced_and_the_game_doubled_when_the_talon_has_been_taken(computed):
    table = play.table("16.15/graz-circles", 3, computed)
    state = _asked(table, "dreiblatt", 4)
    assert state.phase == "before-talon"
    with pytest.raises(play.IllegalAction, match=r"before_talon"):
        state.do("announce slam")
    while state.phase == "before-talon":
        assert "double score" not in _may(state)
        state = state.do("done")


def test_a_bid_that_was_held_has_a_base_of_its_own(computed):
    """No hand shows it, as nobody says who may hold."""
    scoring = play.table("16.15/main", 3, computed).plan.pricing("dreiblatt")
    paid = [
        [item.pays[0] for item in contract_items(scoring, Reached(points=(45,), bid="dreiblatt", held=held), won=True)]
        for held in (False, True)
    ]
    assert paid == [[3, 10], [5, 10]]


def test_a_slam_multiplies_all_that_the_hand_pays(computed):
    """A declaration too: by 6, or announced by 12."""
    slam = play.table("16.15/graz-circles", 3, computed).plan.feats["slam"]
    assert [slam.factor(bold, "declarations") for bold in (False, True)] == [6, 12]
