"""What hangs on what else was done in a hand."""

from __future__ import annotations

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import Result, State
from tests.test_play_payments import dealt, driven, paid


def _kept(state: State, card: str, *wanted: str) -> Result:
    """The result of a hand in which a card is played only when there is no other, and high cards before low ones."""

    def otherwise(now: State, legal: list[str]) -> str:
        return ([one for one in legal if not one.endswith(f" {card}")] or legal)[-1]

    return driven(state, wanted, otherwise)


def test_a_fool_in_the_last_trick_is_not_lost_in_a_slam(computed: ComputedCorpus) -> None:
    """9.13 by the rules of 2012: there it changes sides, but the opponents keep it, for 4 points, where the declarer wins every trick."""
    table = play.table("9.13/FFT-2012", computed=computed)
    assert play.table("9.14/FFT-2012", computed=computed).plan.excuse.lost_unless is not None
    slam = _kept(dealt(table, {0: ", ".join(map(str, range(4, 22))), 1: "fool"}), "Fool", "bid garde-sans")
    assert slam.piles.tricks[0] == 18 and slam.piles.fool == 1 and slam.totals == {0: 87, 1: 4}
    hand = {0: ", ".join(map(str, range(4, 21))) + ", 2", 1: "fool, 21"}
    lost = _kept(dealt(table, hand), "Fool", "bid garde-sans")
    assert 0 < lost.piles.tricks[0] < 18 and lost.piles.fool == 0


def test_a_nolo_spares_its_player_what_is_lost_in_the_last_trick(computed: ComputedCorpus) -> None:
    """4.7: a King lost in the last trick costs 40 to each, but nothing where its player has won no trick."""
    for id, cost in (("4.7/losses-paid-in-nolo", [40, -80, 40]), ("4.7/losses-spared-in-nolo", [0, 0, 0])):
        low = [f"{n} of {suit}" for suit in ("clubs", "spades") for n in range(1, 11)]
        high = "K of clubs, Q of clubs, K of spades, Q of spades, K of diamonds, Q of diamonds, C of diamonds"
        hands = {
            0: f"{', '.join(map(str, range(3, 21)))}, {high}",
            1: ", ".join(["K of hearts", *low, *(f"{n} of diamonds" for n in range(7, 11))]),
            2: "fool, 1, 2, 21",
        }
        result = _kept(dealt(play.table(id, computed=computed), hands), "K♥")
        assert result.piles.tricks[1] == 0
        assert paid(result, "feats", "king-lost-last") == ([] if not any(cost) else cost), id
