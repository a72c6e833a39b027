"""Feats that seldom happen by chance, with hands in which they must."""

from __future__ import annotations

import random

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import Result, State
from tarotref.play.deal import start
from tarotref.play.players import simple
from tests.test_play_payments import dealt, driven, finished, paid

GREAT = "fool, 1, " + ", ".join(map(str, range(6, 22)))


def _down(state: State, *wanted: str, last: str = "Fool") -> Result:
    """The result of a hand in which the first player leads his trumps from the top, the Fool (or another card) last."""

    def led(now: State, legal: list[str]) -> str:
        if now.phase != "play" or now.player != 0:
            return legal[0]
        cards = [one for one in legal if one != f"play {last}"] or legal
        return max(cards, key=lambda one: now.table.place[one.removeprefix("play ")])

    return driven(state, wanted, led)


@pytest.mark.parametrize(
    ("id", "said", "counts"),
    [
        ("9.13", ("bid garde-sans", "announce slam"), True),
        ("9.13", ("bid garde-sans",), True),
        ("9.13/FFT-2012", ("bid garde-sans",), False),
        ("9.7", ("bid garde",), True),
    ],
)
def test_in_a_slam_that_ends_with_the_fool_the_trick_before_is_the_last(
    computed: ComputedCorpus, id: str, said: tuple[str, ...], counts: bool
) -> None:
    """9.7: the petit wins it at the end, one way or the other; 9.13 too, and after the federation only if the slam was announced."""
    state = dealt(play.table(id, computed=computed), {0: GREAT})
    result = _down(state, *said)
    assert result.piles.tricks[0] == state.plan.deal.tricks
    assert [(one.seat, one.won) for one in result.feats if one.feat == "pagat-last"] == [(0, True)] * counts


def test_a_trump_at_the_bottom_of_the_pack_pays_the_dealer(computed: ComputedCorpus) -> None:
    """2.1: it is his last card, and all see it; who is paid is the dealer, by each of the others, and only for a trump."""
    table, seen = play.table("2.1", computed=computed), set()
    for seed in range(1, 9):
        state = start(table, seed)
        bottom = state.setting.bottom
        assert bottom & state.setting.dealt[2] and state.plan.list(bottom) == state.view(0)["shown"]
        result = simulated(state)
        pays = [part.pays for part in result.transfers or () if part.by[0] == ("feats", "bottom-card", "won")]
        assert pays == [(-1, -1, 2)] * bool(bottom & state.plan.named(["tarots"]))
        seen.add(len(pays))
    assert seen == {0, 1}


@pytest.mark.parametrize(
    ("id", "held", "declaration"),
    [("R12", "21, 1, fool", "droll"), ("R12", "K of spades, K of clubs, K of hearts, K of diamonds", "koenigsrolle")],
)
def test_what_was_held_is_claimed_when_the_hand_is_over(
    computed: ComputedCorpus, id: str, held: str, declaration: str
) -> None:
    """R12: three honours or four Kings bring their holder 1 from everybody, whoever wins them."""
    result = finished(dealt(play.table(id, computed=computed), {1: held}), "bid dreier")
    assert declaration in {made.declaration for made in result.declared if made.seat == 1}
    paid = [part.pays[1] for part in result.transfers or () if part.by[0][:2] == ("declarations", declaration)]
    assert len(paid) == 1 and paid[0] > 0


def simulated(state: State) -> Result:
    while not state.over:
        state = state.do(simple(state))
    return state.result()


def test_the_opponents_are_paid_for_the_called_king_that_they_capture(computed: ComputedCorpus) -> None:
    """18.11: the King that the declarer called is his partner's; his side is not paid for it, whatever it wins it with."""
    table, seen = play.table("18.11", computed=computed), set()
    for seed in range(12):
        state, chance = dealt(table, {0: "1", 1: "K of spades"}), random.Random(seed)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            said = ("bid rufer-mit-spatz", "call K♠", "announce pagat-last", "done", "pass")
            state = state.do(next((one for one in said if one in legal), chance.choice(legal)))
        called, side, result = state.setting.called, state.setting.side, state.result()
        taker = next(trick.winner for trick in state.tricks if 1 << (called or 0) & state.plan.bits(trick.cards))
        paid = [one.pays[taker] > 0 for one in result.transfers or () if one.by[0][:2] == ("feats", "called-king")]
        assert state.setting.partner == 1 and paid == ([True] if side(taker) else [])
        seen.add(side(taker))
    assert seen == {0, 1}


def test_opponents_announce_what_is_theirs(computed: ComputedCorpus) -> None:
    """14.6: an opponent of the declarer may announce the last trick, the declarer the three tens."""
    state = dealt(play.table("14.6", computed=computed), {0: "20, 1, fool"})
    said: dict[bool, set[str]] = {True: set(), False: set()}
    while state.phase != "play":
        legal = [str(action) for action in state.legal()]
        if state.phase == "announce":
            said[state.player == state.setting.declarer] |= set(legal)
        state = state.do(next((one for one in ("bid stata", "done", "pass") if one in legal), legal[0]))
    assert "announce last-trick" in said[False] - said[True]
    assert "announce scommessa" in said[True] - said[False]


@pytest.mark.parametrize(("said", "shares"), [("done", [1500, 1500]), ("refuse slam", [3000, 0])])
def test_a_partner_may_stay_out_of_a_slam(computed: ComputedCorpus, said: str, shares: list[int]) -> None:
    """9.17 (Mar.): he is asked at once, and the part of one who declines is that of the player who announced it, won or lost."""
    table = play.table("9.17/hannuna-1979", computed=computed)
    wanted = ["bid garde-sans", "call K♥", "announce slam", *([said] if said != "done" else [])]
    for trumps, sign in ((range(7, 22), 1), (range(2, 17), -1)):
        state = dealt(table, {0: ", ".join(map(str, trumps)), 1: "K of hearts"})
        result = driven(state, wanted, lambda now, legal: max(legal, key=lambda act: now.table.place[act[5:]]))
        assert paid(result, "feats", "slam", "announced") == [sign * one for one in (*shares, -1000, -1000, -1000)]


@pytest.mark.parametrize("id", ["9.13/trionfi-blog", "9.17/trionfi-blog"])
def test_an_opponent_who_has_announced_a_slam_leads(computed: ComputedCorpus, id: str) -> None:
    """9.13 in a blog: the side that announces a slam leads; the player after the dealer does otherwise."""
    for said, first in (("done", 0), ("announce slam", 2)):
        state = start(play.table(id, computed=computed), 5)
        while state.phase != "play":
            legal = [str(action) for action in state.legal()]
            bids = state.phase == "bid" and state.player == 1
            wanted = "bid garde-sans" if bids else said if state.player == 2 else "pass"
            state = state.do(next(one for one in (wanted, "pass", "done", legal[0]) if one in legal))
        assert state.trick.leader == first


def test_an_ultimo_and_its_capture_are_settled_between_two(computed: ComputedCorpus) -> None:
    """8.7 (RI): 60 from whoever has announced the other thing; the third player has no part in it."""
    table = play.table("8.7/RI-1830", computed=computed)
    said = ["announce pagat-last", "announce pagat-captured"]

    def last_trumps(now: State, legal: list[str]) -> str:
        return next((one for one in legal if " of " in one or one[-1] in "♠♥♦♣"), legal[-1])

    trumps = ", ".join(map(str, range(2, 22)))
    made = driven(dealt(table, {0: f"1, {trumps}"}), said, last_trumps)
    assert paid(made, "feats", "pagat-captured") == [60, -60, 0] and not paid(made, "feats", "pagat-last")
    caught = driven(dealt(table, {0: "1", 1: trumps}), said, last_trumps)
    assert paid(caught, "feats", "pagat-captured") == [-60, 60, 0] and not paid(caught, "feats", "pagat-last")
    alone = driven(dealt(table, {0: "1", 1: trumps}), said[:1], last_trumps)
    assert paid(alone, "feats", "pagat-last") == [-60, 30, 30]
    third = driven(dealt(table, {0: "1", 2: trumps}), said, last_trumps)
    assert not paid(third, "feats", "pagat-captured") and paid(third, "feats", "pagat-last") == [-60, 30, 30]
