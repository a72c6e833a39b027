"""What a contract or a feat is worth hangs on what else was said or done: a bid before it, birds that were announced."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.play.deal import start


def _over(table: play.Table, *said: str, seed: int = 1) -> play.Result:
    """A hand in which so much is said, each when it may be, played to its end by the last or only act."""
    state, left = start(table, seed), list(said)
    while state.player is not None:
        legal = [str(action) for action in state.legal()]
        state = state.do(left.pop(0) if left and left[0] in legal else legal[-1])
    assert not left, left
    return state.result()


def _paid(result: play.Result, *path: str) -> list:
    """What a fact has paid the declarer, as often as it has."""
    return [part.pays[result.declarer] for part in result.transfers if path in part.by]


@pytest.mark.parametrize(
    ("said", "looks", "worth"),
    [
        (("bid povenost", "bid prever", "pass", "pass"), 0, 1),
        (("bid no-trick", "bid prever", "pass", "pass"), 0, 2),  # with the first three cards
        (("bid no-trick", "bid prever", "pass", "pass"), 1, 2),
        (("bid no-trick", "bid prever", "pass", "pass"), 2, 4),  # back to the first three
        (("bid povenost", "bid no-trick", "bid prever", "pass"), 0, 2),  # anyone has bid it
    ],
)
def test_a_prever_is_worth_more_over_no_trick(computed, said, looks, worth):
    result = _over(play.table("18.13/main", 4, computed), *said, *["look"] * looks, *["take"] * (looks < 2))
    by = ("bids", "prever", "base_over" if "bid no-trick" in said else "base")
    assert [abs(paid) for paid in _paid(result, *by)] == [3 * worth]
