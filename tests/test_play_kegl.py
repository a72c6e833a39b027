"""Tournament rules and circles of 20.3: what is not doubled, barred or silent, and who may announce the trull."""

from __future__ import annotations

from tarotref import play
from tarotref.play.announcing import is_known
from tarotref.play.events import heard
from tarotref.play.phases.order import read, why_not
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


def test_the_declarer_shows_both_high_honours_in_his_first_turn(computed):
    """By the rules of 2018 both, the skíz if three have bid, and after a promise one; later, and by others, one is enough."""
    table, seen = play.table("20.3/PVSZ-2018", 4, computed), set()
    high, top = table.plan.named(["high-honours"]), table.plan.named(["fool"])

    def low(state, legal):
        return next((one for one in legal if one.startswith("bid")), None)

    hands = [(low, seed) for seed in range(100)] + [(lambda state, legal: None, seed) for seed in range(100)]
    for wanted, seed in hands:
        for state in states(table, seed, wanted):
            setting, said = state.setting, [(one, act.kind) for one, act in heard(state.events)]
            others = any(one != setting.declarer and kind in ("announce", "double", "declare") for one, kind in said)
            announced = {one.id for one in setting.announced}
            if state.phase != "double" or state.player != setting.declarer or others or announced & {"trull", "slam"}:
                continue
            three = len({one for one, kind in said if kind == "bid"}) >= 3
            how = "promised" if setting.auction.promised is not None else "three" if three else "otherwise"
            needs = {"promised": state.own & high, "three": state.own & top, "otherwise": state.own & high == high}[how]
            assert ("announce trull" in map(str, state.legal())) is bool(needs)
            seen.add((how, bool(needs)))
    assert seen == {(how, has) for how in ("promised", "three", "otherwise") for has in (True, False)}


def _declarer_calls_a_bird(state, legal):
    """The declarer announces centrum or a bird, if he can, and nothing else."""
    if state.phase != "double" or state.player != state.setting.declarer:
        return None
    return next((one for one in (*map("announce {}".format, BIRDS), "done") if one in legal), None)


BIRDS = ("centrum", "small-bird", "large-bird")


def test_who_has_promised_a_card_shows_more_in_his_first_turn(computed):
    """By the rules of tournaments and the society, if two have bid: two honours or the skíz; a centrum or bird of the declarer frees him
    by those of 20.4, and by the others does not."""
    seen = set()
    for ruleset in ("20.3/PVSZ-2018", "20.4/ITVB-2019", "20.4/BTE-2016"):
        table = play.table(ruleset, 4, computed)
        honours, top = table.plan.named(["honours"]), table.plan.named(["fool"])
        for seed in (*range(40), 270, 299):
            spoken: set[int] = set()
            for state in states(table, seed, _declarer_calls_a_bird):
                if state.phase != "double":
                    continue
                first = state.player not in spoken
                spoken.add(state.player)
                who, _ = (state.setting.auction and state.setting.auction.promised) or (None, None)
                two = len({one for one, act in heard(state.events) if act.kind == "bid"}) == 2
                if state.player == who != state.setting.declarer and two and first:
                    announced = {one.id for one in state.setting.announced}
                    enough = bool(state.own & top) or (state.own & honours).bit_count() >= 2
                    free = ruleset == "20.4/ITVB-2019" and not announced.isdisjoint(BIRDS)
                    if "trull" not in announced and any(act.kind == "announce" for act in state.legal()):
                        refused = "feats.announced.first_turn" in why_not(state, read(state, "announce trull"))
                        assert refused is not (enough or free)
                        assert not refused or "announce trull" not in map(str, state.legal())
                        seen.add((ruleset, not announced.isdisjoint(BIRDS), enough))
    assert {(ruleset, True, False) for ruleset in ("20.4/ITVB-2019", "20.4/BTE-2016")} <= seen
    assert ("20.3/PVSZ-2018", False, False) in seen


def test_a_partner_needs_no_high_honour_after_a_centrum_of_the_declarer(computed):
    """By 20.4's tournaments, society and museum, if the declarer has announced it unasked; one who has only been announced to may not."""
    for ruleset in ("20.4/ITVB-2019", "20.4/MKVM-tarokk"):
        table, seen = play.table(ruleset, 4, computed), set()
        high = table.plan.named(["high-honours"])
        for seed in range(25):
            for state in states(table, seed, _declarer_calls_a_bird):
                announced = {one.id for one in state.setting.announced}
                if state.phase != "double" or state.own & high or announced & {"trull", "slam"}:
                    continue
                if not any(act.kind == "announce" for act in state.legal()):
                    continue
                said = [(one, act) for one, act in heard(state.events) if act.kind in ("announce", "double")]
                player, partner = state.player, state.player == state.setting.partner
                before = said[: next((n for n, (one, _) in enumerate(said) if one == player), len(said))]
                free = partner and any(act.what in BIRDS for _, act in before)
                refused = "(feats.announced." in why_not(state, read(state, "announce trull"))
                assert refused is not free
                assert free or "announce trull" not in map(str, state.legal())
                seen.add((free, "announce trull" in map(str, state.legal())))
        assert {(False, False), (True, True)} <= seen


def test_the_partner_declares_his_trumps_once_he_is_known_and_with_whatever_he_says(computed):
    """By Pais he keeps silent until it can be known that he is the partner; who says anything has to declare in the same turn."""
    table, seen = play.table("20.3/pais", 4, computed), set()
    for seed in range(500):
        if len(seen) == 3:
            break
        for state in states(table, seed, lambda state, legal: next((one for one in legal if "announce" in one), None)):
            setting = state.setting
            if state.phase != "double" or not setting.held[state.player]:
                continue
            legal, spoken = (
                [*map(str, state.legal())],
                [act.kind for one, act in heard(state.events) if one == state.player],
            )
            if "declare" in spoken:
                continue
            has_said = bool({"announce", "double"} & {*spoken})
            if state.player == setting.partner and not is_known(state, state.player):
                assert not any("declare" in one for one in legal)
                seen.add("silent")
            else:
                assert any("declare" in one for one in legal) and ("done" in legal) is not has_said
                seen.add("owes" if has_said else "may")
    assert seen == {"silent", "owes", "may"}
