"""What a contract or a feat is worth hangs on what else was said or done: a bid before it, birds that were announced."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.play.deal import start
from tarotref.play.settle.examples import payment
from tarotref.play.settle.reached import Reached
from tests.test_play_payments import dealt


def _over(table: play.Table, *said: str, seed: int = 1) -> play.Result:
    """A hand in which so much is said, each when it may be, and played to its end by the last of what may be done."""
    state, left = start(table, seed), list(said)
    while state.player is not None:
        legal = [str(action) for action in state.legal()]
        state = state.do(left.pop(0) if left and left[0] in legal else "pass" if "pass" in legal else legal[-1])
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


@pytest.mark.parametrize(
    ("feats", "worth"),
    [
        ({"pagat-last": "announced-won", "slam": "won"}, 18),
        ({"pagat-last": "announced-won", "slam": "announced-won"}, 36),
        ({"pagat-last": "announced-won", "uhu": "announced-won", "slam": "won"}, 30),
        ({"pagat-last": "announced-won", "uhu": "announced-won", "slam": "announced-won"}, 60),
        ({"pagat-last": "announced-won", "uhu": "won", "slam": "won"}, 18),  # which nobody announced
        ({"pagat-last": "announced-lost", "slam": "won"}, 6 * (1 - 2)),
        ({"pagat-last": "announced-lost", "slam": "announced-lost"}, -36),  # what they would have paid
    ],
)
def test_a_valat_multiplies_the_announced_birds_of_a_rufer(computed, feats, worth):
    reached = Reached((71,), "rufer-mit-spatz", feats=feats)
    assert payment(computed.ruleset("18.11/main"), reached).total == (worth,)


@pytest.mark.parametrize(("also", "worth"), [((), 36), (("announce uhu",), 60)])
def test_a_valat_announced_and_missed_costs_its_birds_too(computed, also, worth):
    """The declarer holds both birds, and loses a trick: each of the opponents gets 12 times game and birds, and nothing else."""
    table, said = (
        play.table("18.11/main", 4, computed),
        ("bid rufer-mit-spatz", "announce pagat-last", *also, "announce slam"),
    )
    seen = 0
    for seed in range(200):
        birds = table.plan.named(["pagat", "II"])
        if start(table, seed).hands[0] & birds != birds:
            continue
        result = _over(table, *said, seed=seed)
        slam = [part.pays for part in result.transfers if ("feats", "slam", "announced", "lost") in part.by]
        if slam:
            seen += 1
            assert max(slam[0]) == worth, slam
            assert len(result.transfers) == 1 and result.total == slam[0]
    assert seen


def test_a_rufer_with_a_card_of_ones_own_is_worth_two(computed):
    """19.13, the book of 2006: a silent Solo; the dealer has doubled the game, having no other choice."""
    table, seen = play.table("19.13/GM-2006", 4, computed), set()
    for seed in range(60):
        result = _over(table, "bid rufer", "done", seed=seed)
        own = sum(side == 0 for side in result.sides) == 1
        by = ("bids", "rufer", "base_own" if own else "base")
        paid = [part.pays for part in result.transfers if by in part.by]
        assert [max(map(abs, pays)) for pays in paid] == [2 * 2 * 3 if own else 2]
        seen.add(own)
    assert seen == {True, False}


def _valat(computed, announced: bool, low: str = "12", seed: int = 1) -> play.Result:
    """A Solodreier of 18.10 by Rüdiger with the highest trumps and the Pagat, and one that is played first."""
    state = dealt(
        play.table("18.10/ruediger-koenigrufen", 4, computed),
        {1: f"fool, 21, 20, 19, 18, 17, 16, 15, 14, 13, {low}, 1"},
        seed,
    )
    said = ["bid solodreier", *["announce pagat-last", "announce slam"] * announced]
    cards = [
        f"play {one}" for one in ("II", "XII", "Fool", "XXI", "XX", "XIX", "XVIII", "XVII", "XVI", "XV", "XIV", "XIII")
    ]
    while state.player is not None:
        legal, mine = [str(action) for action in state.legal()], [*said, *cards] if state.player == 1 else []
        state = state.do(next((one for one in (*mine, "pass", "done") if one in legal), legal[0]))
    return state.result()


@pytest.mark.parametrize(("announced", "times"), [(False, 4), (True, 8)])
def test_a_valat_multiplies_the_game_and_all_bonuses(computed, announced, times):
    """18.10 by Rüdiger: 4 times, announced 8; Trull and Absolut do not count beside it."""
    result = _valat(computed, announced)
    paid = {part.by[0][1:]: part.pays[1] for part in result.transfers if any(part.pays)}
    bird = ("pagat-last", *["announced"] * announced, "won")
    assert paid == {("solodreier", "base"): 3 * 6 * times, bird: 3 * 2 * times * (2 if announced else 1)}


def test_a_valat_announced_and_missed_loses_the_game(computed):
    results = (_valat(computed, True, "2", seed) for seed in range(20))
    result = next(one for one in results if not any(done.feat == "slam" and done.won for done in one.feats))
    assert result.points[0] > 35 and result.won is False
    assert [part.pays[1] for part in result.transfers if part.by[0] == ("bids", "solodreier", "base")] == [-18]


@pytest.mark.parametrize(("doubled", "worth"), [(False, 2), (True, 5)])
def test_a_bettler_of_two_and_a_half_is_rounded_down(computed, doubled, worth):
    """18.10 by Rüdiger: when all is multiplied, and from each opponent."""
    said = ["bid bettler", *["double score"] * doubled]
    pays = _over(play.table("18.10/ruediger-koenigrufen", 4, computed), *said).total
    others = sorted(abs(amount) for amount in pays)[:3]
    assert others == sorted([2, 2, worth]) and sum(pays) == 0


def test_a_hand_is_paid_in_tenths_and_costs_no_more_than_twenty(computed):
    table = play.table("19.9/taroky-net", 4, computed)
    for seed in range(60):
        result = _over(table, "bid solo", "announce slam", seed=seed)
        for seat, amount in enumerate(result.total):
            alone = sum(side == 0 for side in result.sides) == 1 and result.sides[seat] == 0
            assert amount * 10 % 1 == 0 and abs(amount) <= (60 if alone else 20)
        assert sum(result.total) == 0
