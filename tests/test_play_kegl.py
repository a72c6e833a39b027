"""Tournament rules and circles of 20.3: what is not doubled, barred or silent, and who may announce the trull."""

from __future__ import annotations

from tarotref import play
from tarotref.play.settle.reached import Reached, contract_won
from tarotref.play.settle.replaced import Outcome, replaced, stands
from tests.test_play_stakes import states
from tests.test_played_as_told import bidding


def test_the_trull_is_announced_with_a_high_honour(computed):
    for ruleset in ("20.3/kegl-tarokk", "20.3/PVSZ-2018"):
        table, seen = play.table(ruleset, 4, computed), set()
        high = table.plan.named(["high-honours"])
        for seed in range(25):
            for state in states(table, seed, lambda state, legal: None):
                if state.phase == "double" and "announce trull" in map(str, state.legal()):
                    assert state.own & high
                    seen.add("may")
                elif state.phase == "double" and not state.own & high:
                    seen.add("may not")
        assert seen == {"may", "may not"}


def test_a_doubled_game_is_won_with_47(computed):
    rules = play.table("20.3/tie-after-kontra", 4, computed).plan.scoring
    won = [contract_won(rules.win, Reached(points=(47,), bid="three", doubled=doubled)) for doubled in (False, True)]
    assert won == [False, True]
    assert contract_won(rules.win, Reached(points=(46,), bid="three", doubled=True)) is False


def test_doubling_does_not_count_at_47_to_each(computed):
    """By Kégl a kontra counts as long as the points are not 47 to 47."""
    table, seen = play.table("20.3/kegl-tarokk", 4, computed), set()

    def kontra(state, legal):
        if state.phase == "double":
            return "double score" if "double score" in legal else "done" if "done" in legal else None
        return None

    for seed in range(250):
        *_, state = states(table, seed, kontra)
        level = dict(state.setting.doubled).get("score")
        if level is None or not state.tricks or state.setting.conceded:
            continue
        result = state.result()
        raised = any(("doubling",) in one.by for one in result.transfers if one.by[0][0] in ("score", "bids"))
        if result.totals[0] == 47:
            assert not raised
        seen.add((result.totals[0] == 47, raised))
    assert (False, True) in seen


def test_an_announced_double_game_bars_the_doubled_game_of_the_tournament(computed):
    for ruleset, paid in (("20.3", True), ("20.3/PVSZ-2018", False)):
        plan = play.table(ruleset, 4, computed).plan
        left = replaced(plan.feats, [Outcome("double-game", True, False, 0)], winner=0)
        assert stands(plan.scoring.doubling, "score", left, True) is paid
        left = replaced(plan.feats, [Outcome("double-game", True, False, 0)], winner=1)
        assert stands(plan.scoring.doubling, "score", left, True)  # the opponents' game counts


def test_silent_kings_are_not_paid_beside_a_silent_double_game(computed):
    feats = play.table("20.3/kegl-tarokk", 4, computed).plan.feats
    kings, double = Outcome("kings", False, True, 0), Outcome("double-game", False, True, 0)
    assert kings in replaced(feats, [kings, double])
    assert kings not in replaced(feats, [kings, double._replace(announced=True)])
    assert kings._replace(announced=True) not in replaced(feats, [kings._replace(announced=True), double])


def test_a_slam_of_the_opponents_may_pay_another_figure(computed):
    """18.10/OOE: in a Sechserdreier one that the opponents make pays twice as much as the declarer's."""
    feats = play.table("18.10/OOE-2023", 4, computed).plan.cases["bids.sechserdreier"].feats
    assert feats["slam"].won == 4 and feats["slam"].against == 8
    table, seen = play.table("18.10/OOE-2023", 4, computed), 0

    def low(state, legal):
        if state.phase == "play":
            return legal[0] if state.player == state.setting.declarer else legal[-1]
        return "done" if "done" in legal else bidding("sechserdreier")(state, legal)

    for seed in range(400):
        *_, state = states(table, seed, low)
        if state.setting.contract != "sechserdreier" or state.has_won(state.setting.declarer):
            continue
        slam = [one.pays for one in state.result().transfers if one.by[0] == ("feats", "slam", "won")]
        assert [pays[state.setting.declarer] for pays in slam] == [-3 * 8 * 4]
        seen += 1
        break
    assert seen
