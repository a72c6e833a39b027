"""Feats that seldom happen by chance, with hands in which they must."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import Result, State
from tests.test_play_payments import dealt

GREAT = "fool, 1, " + ", ".join(map(str, range(6, 22)))


def _down(state: State, *wanted: str, last: str = "Fool") -> Result:
    """The result of a hand in which the first player leads his trumps from the top, the Fool (or another card) last."""
    left = list(wanted)
    while not state.over:
        legal = [str(action) for action in state.legal()]
        said = next((one for one in left if one in legal), None)
        if said:
            left.remove(said)
        elif state.phase == "play" and state.player == 0:
            legal = [one for one in legal if one != f"play {last}"] or legal
            said = max(legal, key=lambda one: state.table.place[one.removeprefix("play ")])
        state = state.do(said or next((one for one in ("pass", "done") if one in legal), legal[0]))
    assert not left
    return state.result()


@pytest.mark.parametrize(
    ("id", "said", "counts"),
    [
        ("9.13", ("bid garde-sans", "announce slam"), True),
        ("9.13", ("bid garde-sans",), False),
        ("9.7", ("bid garde",), True),
    ],
)
def test_in_a_slam_that_ends_with_the_fool_the_trick_before_is_the_last(
    computed: ComputedCorpus, id: str, said: tuple[str, ...], counts: bool
) -> None:
    """9.7: the petit wins it at the end, one way or the other; 9.13: only if the slam was announced."""
    state = dealt(play.table(id, computed=computed), {0: GREAT})
    result = _down(state, *said)
    assert result.piles.tricks[0] == state.plan.tricks
    assert [(one.seat, one.won) for one in result.feats if one.feat == "pagat-last"] == [(0, True)] * counts
