"""What hands pay that are seldom played by chance: doubled, lost heavily, conceded, with cards bought, with what is paid back,
with every trick in place of the score. Cards are dealt so that nothing is left to chance; the sums are those of the records."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from tarotref import play
from tarotref.cards.counting import count
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.model.rules import entries
from tarotref.model.types import told
from tarotref.play import Result, State, Table
from tarotref.play.compiled import Plan, plan_of
from tarotref.play.deal import start
from tarotref.play.kept import read
from tarotref.play.players import PLAYERS, random_player, simple
from tarotref.play.settle.points import Standing, by_points

TRUMPS = ", ".join(map(str, range(1, 22)))
KINGS = "K of swords, K of cups, K of batons, K of coins"


def dealt(table: Table, hands: Mapping[int, str], seed: int = 1) -> State:
    """A deal in which players hold these cards, and others at random."""
    plan = table.plan
    mine = {seat: plan.held(parse_cards(names, plan.ranking)) for seat, names in hands.items()}
    rest = [n for n in range(len(plan.cards)) if not any(hand >> n & 1 for hand in mine.values())]
    random.Random(seed).shuffle(rest)
    found = []
    for seat in range(plan.players):
        hand = mine.get(seat, 0)
        size = (plan.deal.each or 0) + plan.deal.takers.get(seat, 0) - hand.bit_count()
        found.append(plan.list(hand | plan.bits(rest[:size])))
        rest = rest[size:]
    return start(table, hands=found)


def gone_on(state: State) -> State:
    """The hand when nobody has offered anything for throwing it in, and somebody has had the deal go on."""
    while state.phase == "bargain":
        state = state.do("done" if "done" in map(str, state.legal()) else "pass")
    return state


def driven(state: State, wanted: Iterable[str], otherwise: Callable[[State, list[str]], str]) -> Result:
    """The result of a hand in which what is wanted is done, in any order, as soon as it may be; `otherwise` chooses among what is
    legal where nothing is passed or left unsaid."""
    left = list(wanted)
    while not state.over:
        legal = [str(action) for action in state.legal()]
        said = next((one for one in (*left, "pass", "done") if one in legal), None)
        if said in left:
            left.remove(said)
        state = state.do(said or otherwise(state, legal))
    assert not left, f"never done: {', '.join(left)}"
    return state.result()


def finished(state: State, *wanted: str) -> Result:
    """The result of a hand in which nothing else is said than is wanted, and high cards are played before low ones, trumps
    last."""
    return driven(state, wanted, lambda _, legal: legal[-1])


def chancy(state: State, wanted: Iterable[str], seed: int) -> Result | None:
    """The result of a hand in which nothing but what is wanted is said, by the declarer's side as soon as there is one, and cards are
    played by chance; None where that could not be said."""
    left, chance = list(wanted), random.Random(seed)
    while not state.over:
        legal = [str(action) for action in state.legal()]
        side, declarer = state.setting.side, state.setting.declarer
        ours = declarer is None or (state.player is not None and side(state.player) == side(declarer))
        said = next((one for one in (*(left if ours else ()), "pass", "done") if one in legal), None)
        if said in left:
            left.remove(said)
        state = state.do(said or chance.choice(legal))
    return None if left else state.result()


def paid(result: Result, *parts: str) -> list[Fraction]:
    """What each player receives by the transfers whose first fact begins so."""
    assert result.transfers is not None
    return [
        sum(map(Fraction, column), Fraction(0))
        for column in zip(*(one.pays for one in result.transfers if one.by[0][: len(parts)] == parts), strict=True)
    ]


def test_doubling_counts_for_the_score_and_what_was_announced(computed: ComputedCorpus) -> None:
    """7.5: 80 for Super and 37 for points above 37; the Pagat pays 20 laid out, and is doubled with the score; else 10, and is not."""
    state = dealt(play.table("7.5", computed=computed), {0: TRUMPS})
    said = ("bid super", "announce pagat-last", "double score", "double score")
    assert finished(state, *said).total == (2 * 4 * (117 + 20), -4 * (117 + 20), -4 * (117 + 20))
    assert finished(state, "bid super", "double score").total == (2 * (2 * 117 + 10), -2 * 117 - 10, -2 * 117 - 10)
    assert finished(state, "bid super").total == (2 * 127, -127, -127)


def test_the_declarers_side_alone_marks(computed: ComputedCorpus) -> None:
    """18.8: on paper the declarer and his partner each mark the whole, whoever wins it; a captured Mond is its player's own loss.
    For money the others pay them."""
    hands = {0: "K of spades, 2", 2: "3", 3: "4", 1: "fool, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20"}
    said = ("bid two", "contract two", "call K♠")
    state = dealt(play.table("18.8", computed=computed), hands)
    result = finished(state, *said)
    assert result.declarer == 1 and result.sides == (0, 0, 1, 1) and result.won and result.total
    assert result.total[0] == result.total[1] > 0 == result.total[2] == result.total[3]
    assert all(one.marked for one in result.transfers or ())
    paid_out = finished(dealt(play.table("18.8/money", computed=computed), hands), *said).total
    assert paid_out == tuple(sign * result.total[0] for sign in (1, 1, -1, -1))


def test_who_has_passed_does_not_double_the_hand(computed: ComputedCorpus) -> None:
    """18.14: Contra to the game is not for one who has passed, but for one who has been outbid; the other side answers, whoever
    of it has passed. 18.17: of two players the one who has passed may say it."""
    doubled = "double score"
    for id, said, first in (
        ("18.14", ("bid five",), None),
        ("18.14", ("bid three", "bid five"), 0),
        ("18.17", ("bid five",), 1),
    ):
        table, left, found = play.table(id, computed=computed), list(said), list[int | None]()
        state = dealt(table, {2: "K of hearts"} if table.plan.players > 2 else {})
        while state.phase != "play":
            legal = [str(action) for action in state.legal()]
            if doubled in legal:
                found.append(state.player)
            one = next((one for one in (*left, doubled, "call K♥", "pass", "done") if one in legal), legal[0])
            left = left[one in left :]
            state = state.do(one)
        assert (found or [None])[0] == first, (id, said)
        assert first is None or len(found) > 1


def test_a_heavy_defeat_counts_twice(computed: ComputedCorpus) -> None:
    """8.12: of 66 points more than 33 win what is above 33, twice that from who has not half of 33; partners sit side by side."""
    table = play.table("8.12", computed=computed)
    heavy = finished(dealt(table, {0: ", ".join(map(str, range(9, 22)))}))
    points = heavy.points[0]
    assert points > 66 - Fraction(33, 2)
    assert paid(heavy, "score") == [2 * (points - 33) * sign for sign in (1, 1, -1, -1)]
    assert any(("win", "marcio") in one.by for one in heavy.transfers or ())
    light = finished(dealt(table, {}))
    points = light.points[0]
    assert Fraction(33, 2) <= points <= 66 - Fraction(33, 2)
    assert paid(light, "score") == [(points - 33) * sign for sign in (1, 1, -1, -1)]


def test_a_hand_is_conceded_for_its_base(computed: ComputedCorpus) -> None:
    """7.1: A tre is not played; each opponent pays 10, and 5 as BW has it."""
    for id, base in (("7.1", 10), ("7.1/BW-1795", 5)):
        conceded = finished(play.new(id, seed=1, computed=computed), "bid a-tre", "contract a-tre")
        assert conceded.total == (2 * base, -base, -base) and not conceded.points


def test_a_card_asked_for_is_paid_to_who_gives_it(computed: ComputedCorpus) -> None:
    """7.4: 10 for the XXI and 5 for another card."""
    state = dealt(play.table("7.4", computed=computed), {1: "21", 2: "K of coins"})
    bought = finished(state, "bid mediateur", "ask XXI", "ask K♦")
    assert paid(bought, "bids") == [-15, 10, 5, 0]


def test_a_declaration_is_paid_back_or_not_paid_for_want_of_points(computed: ComputedCorpus) -> None:
    """3.3: who declares ten trumps and has fewer than 26 points pays the 5 back; 3.1 in KW: he is paid his 10 above 26."""
    low = {0: ", ".join(map(str, range(1, 11))), 1: ", ".join(map(str, range(11, 22)))}
    high = {0: ", ".join(map(str, range(12, 22))) + ", " + KINGS}
    for id, worth in (("3.3", 5), ("3.1/KW-1756", 10)):
        table = play.table(id, computed=computed)
        poor, rich = (finished(dealt(table, hands), "declare trumps") for hands in (low, high))
        assert poor.points[0] < 26 < rich.points[0]
        assert (
            [made.declaration for made in poor.declared] == ["trumps"] == [made.declaration for made in rich.declared]
        )
        assert not any(paid(poor, "declarations"))
        assert paid(rich, "declarations") == [2 * worth, -worth, -worth]


@pytest.mark.parametrize(
    ("honours", "left"), [("", []), ("20, 1", []), ("20, 1, fool", ["mitigati", "onori"])], ids=["none", "two", "three"]
)
def test_a_card_is_declared_once_of_a_kind(computed: ComputedCorpus, honours: str, left: list[str]) -> None:
    """8.39: who has declared his four Kings declares other honours only if he has three besides, and these once."""
    low = [f"{n} of {suit}" for suit in ("swords", "batons") for n in range(1, 11)]
    hand = [*KINGS.split(", "), *honours.split(", ")] if honours else KINGS.split(", ")
    state = dealt(play.table("8.39", computed=computed), {0: ", ".join([*hand, *low[: 19 - len(hand)]])})
    while state.phase != "declare":
        state = state.do(state.legal()[0])

    def offered(now: State) -> list[str]:
        return [action.what for action in now.legal() if now.player == 0 and action.kind == "declare"]

    assert "reale" in offered(state)
    state = state.do("declare reale")
    assert offered(state) == left
    if left:
        assert not offered(state.do("declare mitigati"))


@pytest.mark.parametrize(
    ("id", "hand", "said", "worth"),
    [
        ("8.43", f"{', '.join(map(str, range(6, 14)))}, 20, 1, fool", ["tarocche-with-honours"], 2),
        ("8.43", ", ".join(map(str, range(6, 16))), ["tarocche"], 1),
        ("8.39", f"{KINGS}, 20, 1", ["reale"], 15),
        ("8.37", f"{KINGS}, 20, 1", ["reale"], 30),
    ],
)
def test_the_dearest_is_declared_of_what_may_not_share_cards(
    computed: ComputedCorpus, id: str, hand: str, said: list[str], worth: int
) -> None:
    state = dealt(play.table(id, computed=computed), {0: hand})
    kinds = state.plan.declarations
    while not state.over:
        state = state.do(simple(state))
    shared = [one.id for one in state.setting.declared if one.seat == 0 and kinds[one.id].kind]
    assert shared == said
    made = [one.worth for one in state.result().declared if one.seat == 0 and one.declaration in said]
    assert made == [worth]


def test_every_trick_is_paid_in_place_of_the_score(computed: ComputedCorpus) -> None:
    """4.1: 26 in place of card points, and 10 for the Pagat in the last trick beside it."""
    slam = finished(dealt(play.table("4.1", computed=computed), {2: f"{TRUMPS}, {KINGS}"}))
    assert slam.total == (-36, -36, 72)
    assert not paid(slam, "win") and paid(slam, "feats", "slam") == [-26, -26, 52]


def test_a_declaration_is_paid_to_the_winners_whoever_made_it(computed: ComputedCorpus) -> None:
    """9.13: an opponent's poignée is the declarer's who wins; that of a declarer who loses is the opponents'."""
    table = play.table("9.13", computed=computed)
    low, high = (", ".join(map(str, numbers)) for numbers in (range(1, 11), range(13, 22)))
    won = finished(dealt(table, {0: f"{high}, {KINGS}", 1: low, 2: "fool, 11, 12"}), "bid garde", "declare poignee")
    assert won.won and won.declared[0].seat == 1
    assert paid(won, "declarations") == [60, -20, -20, -20]
    lost = finished(dealt(table, {0: low, 1: f"{high}, {KINGS}", 2: "fool, 11, 12"}), "bid garde", "declare poignee")
    assert lost.won is False and lost.declared[0].seat == 0
    assert paid(lost, "declarations") == [-60, 20, 20, 20]


def test_what_is_multiplied_by_the_bid_and_what_is_not(computed: ComputedCorpus) -> None:
    """9.13: 25, the points above 36, and 10 for the Petit are doubled in a Garde; 200 for a slam are not."""
    slam = finished(
        dealt(play.table("9.13", computed=computed), {0: ", ".join(map(str, [1, *range(5, 22)]))}), "bid garde"
    )
    each = 2 * (25 + (91 - 36) + 10) + 200
    assert slam.total == (3 * each, -each, -each, -each)


def points_of(result: Result, side: int, **won: bool) -> Fraction:
    """What a side's declarations are worth in all, of those that count with the card points."""
    return sum(
        (
            made.worth
            for made in result.declared
            if result.sides[made.seat] == side and made.counts and made.worth and won.get("won", made.won) is made.won
        ),
        Fraction(0),
    )


def test_what_is_declared_counts_with_the_card_points(computed: ComputedCorpus) -> None:
    """11.9: the winner has a partita for each 25 points of his own: cards, the last trick, what he declared and what he won."""
    state = dealt(play.table("11.9", computed=computed), {0: f"{KINGS}, angel, world, pagat, fool, sun, moon"})
    result = finished(state, "declare cricca-kings", "declare cricca-tarocchi", "declare grande")
    assert points_of(result, 0, won=False) >= 34 + 36 + 10
    assert result.totals == {side: result.points[side] + points_of(result, side) for side in (0, 1)}
    assert paid(result, "score") == [result.totals[0] // 25, -(result.totals[0] // 25)]
    assert result.totals[0] < 500 and not paid(result, "feats")
    assert not any(paid(result, "declarations"))


def test_a_death_counts_with_the_card_points(computed: ComputedCorpus) -> None:
    """12.1: a resto for each 60 points of the difference or part of 60, captures and versicole included."""
    state = dealt(play.table("12.1", computed=computed), {0: "angel, world, sun, moon, star, 35, 34, 33, 32"})
    result = finished(state)
    deaths = {0: 0, 1: 0}
    for one in result.feats:
        deaths[result.sides[one.seat]] += {"arie": 10, "fives": 5, "papi": 3}[one.feat.rpartition("-")[2]]
    assert any(deaths.values())
    assert result.totals == {n: result.points[n] + points_of(result, n) + deaths[n] for n in (0, 1)}
    restos = -((result.totals[1] - result.totals[0]) // 60)
    assert result.totals[0] > result.totals[1] and result.total == (restos, -restos, restos, -restos)


def test_what_all_have_declared_is_the_winners_though_they_win_without_it(computed: ComputedCorpus) -> None:
    """11.1: both sides' declarations, each side's to the nearest 10, go to who has won without them; the partite do not."""
    state = dealt(play.table("11.1", computed=computed), {0: f"{KINGS}, angel, world, sun, moon, star"})
    said = ("declare cricca-kings", "declare partita-kings")
    result = finished(state, *said)
    assert result.totals[0] == result.points[0] + points_of(result, 0, won=True) + 30
    assert result.totals[1] == result.points[1] + points_of(result, 1, won=True)
    assert paid(result, "score") == [result.totals[0] // 25, 0] * 2
    assert paid(result, "declarations") == [20, 0] * 2
    lost = finished(
        dealt(
            play.table("11.1", computed=computed),
            {0: KINGS, 1: "angel, world, sun, moon, star, tower, devil, death, hanged-man"},
        ),
        *said,
    )
    assert lost.totals[1] == lost.points[1] + points_of(lost, 1, won=True) + 30 > lost.totals[0]
    assert paid(lost, "score") == [0, lost.totals[1] // 25] * 2 and paid(lost, "declarations") == [20, 0] * 2


def test_a_contract_for_the_most_points_pays_the_total_of_the_side_that_wins(computed: ComputedCorpus) -> None:
    """11.16: a posta for each 50 of the winners' total, and for a part of 50 that lacks less than 5."""
    table = play.table("11.16", computed=computed)
    for hands, won in (
        ({0: f"{KINGS}, angel, world, sun, moon, star, 14"}, True),
        ({1: "angel, world, sun, moon, star, 14, 13, 12", 2: KINGS}, False),
    ):
        result = finished(dealt(table, hands), "bid gioco")
        total = result.totals[0 if won else 1]
        assert result.won is won is (result.totals[0] > result.totals[1])
        worth = (total + 4) // 50 if won else -((total + 4) // 50)
        assert paid(result, "score") == [2 * worth, -worth, -worth]


def test_a_hand_won_is_marked_and_takes_nothing_from_the_losers(computed: ComputedCorpus) -> None:
    """11.15: three hands make a rubber; 11.18: who has most, and instead who has no trick, has a mark against him."""
    result = finished(play.new("11.15", seed=1, computed=computed))
    assert sorted(paid(result, "score")) == [0, 0, 1, 1] and (paid(result, "score")[0] == 1) is (
        result.totals[0] > result.totals[1]
    )
    result = finished(play.new("11.18", players=3, seed=3, computed=computed))
    most = max(result.totals.values())
    bare = [seat for seat, tricks in enumerate(result.piles.tricks) if not tricks]
    assert list(result.total or ()) == [-(n in bare) if bare else -(result.totals[n] == most) for n in range(3)]
    alone = finished(
        dealt(
            play.table("11.18", players=3, computed=computed), {0: "angel, world, sun, moon, star, 14, 13, 12, 11, 10"}
        )
    )
    assert alone.total == (0, -1, -1)


def test_the_difference_of_all_points_is_marked_once(computed: ComputedCorpus) -> None:
    """3.2: card points, declarations and captures together; who has more marks the difference, the other nothing."""
    state = dealt(play.table("3.2", computed=computed), {0: "21, 1, fool, 20, 19, 18, 17", 1: "2, 3, 4, 5"})
    result = finished(state, "declare atous-tarots")
    assert points_of(result, 0, won=False) >= 15
    assert result.total == (result.totals[0] - result.totals[1], 0)


def test_a_declaration_is_paid_by_what_its_player_is_in_the_hand(computed: ComputedCorpus) -> None:
    """9.1: all others pay the declarer if he wins, and he pays them if he loses; others are paid at once by everybody else.
    9.17: a poignée is settled between the sides if it is the declarer's or his partner's; pas d'atouts is paid by all."""
    high, low, best = (", ".join(map(str, range(*ends))) for ends in ((12, 22), (1, 12), (13, 22)))
    table = play.table("9.1", computed=computed)
    said = ("bid appel", "declare trumps")  # the dealer bids, and calls the Fool
    won = finished(dealt(table, {3: f"{high}, {KINGS}"}), *said)
    assert won.declarer == 3 and won.won and paid(won, "declarations") == [-10, -10, -10, 30]
    lost = finished(dealt(table, {3: low, 0: f"{best}, {KINGS}", 1: "fool"}), *said)
    assert lost.declarer == 3 and lost.won is False and paid(lost, "declarations") == [10, 10, 10, -30]
    theirs = finished(dealt(table, {1: f"{high}, {KINGS}", 2: "fool"}), *said)
    assert theirs.declarer == 3 and theirs.won is False and paid(theirs, "declarations") == [-10, 30, -10, -10]
    table = play.table("9.17", computed=computed)
    shown = finished(dealt(table, {0: f"{high}, fool"}), "bid prise", "declare double-poignee")
    (side,) = {shown.sides[made.seat] for made in shown.declared}
    assert shown.won and side == 0 and sorted(paid(shown, "declarations"))[:3] == [-20] * 3
    plain = ", ".join(f"{rank} of spades" for rank in ("K", "Q", "C", "J", *range(10, 1, -1), "A"))
    bare = finished(dealt(table, {2: f"{plain}, 2 of hearts"}), "bid prise", "declare pas-d-atouts")
    assert [made.declaration for made in bare.declared] == ["pas-d-atouts"]
    assert sorted(paid(bare, "declarations")) == [-10, -10, -10, -10, 40]


def test_a_declaration_is_multiplied_as_the_bid_is(computed: ComputedCorpus) -> None:
    """9.15 after Hannuna: a poignée of 10 counts four times at Garde."""
    table = play.table("9.15/hannuna-1979", computed=computed)
    result = finished(dealt(table, {0: "fool, " + ", ".join(map(str, range(12, 22)))}), "bid garde", "declare poignee")
    assert result.won and paid(result, "declarations") == [120, -40, -40, -40]


def test_the_pagat_in_the_last_trick_changes_what_is_needed(computed: ComputedCorpus) -> None:
    """9.1: 10 points fewer win for the declarer's side that has it there, and 10 more are needed if the others have."""
    table = play.table("9.1", computed=computed)
    for seat in (3, 0):
        trumps = ", ".join(map(str, range(11, 22))) + ", 1"  # high trumps are played first, so that the I comes last
        result = finished(dealt(table, {seat: trumps, (seat + 1) % 4: "fool"}), "bid appel")
        last = [one for one in result.feats if one.feat == "pagat-last"]
        assert result.declarer == 3 and [(one.seat, one.won) for one in last] == [(seat, True)]
        bouts = (result.of_side[0].cards & result.plan.named(["bouts"])).bit_count()
        needed = (46, 41, 31, 26)[bouts] if result.sides[seat] == 0 else (66, 61, 51, 46)[bouts]
        over = result.points[0] - needed
        assert result.won is (over >= 0)
        assert paid(result, "score", "each")[3] == over


def test_a_heavy_defeat_may_multiply_the_base_alone(computed: ComputedCorpus) -> None:
    """8.9 by RI: 10 and the points above 46; 20 and those points if the loser has not half of 46."""
    table, seen = play.table("8.9/RI-1830", computed=computed), set()
    for seed in range(6):
        for hand in (f"{KINGS}, {KINGS.replace('K', 'Q')}, " + ", ".join(map(str, range(7, 22))), ""):
            result = finished(dealt(table, {0: hand} if hand else {}, seed))
            least, most = sorted(result.points.values())
            heavy, best = least < 23, max(range(2), key=lambda n: result.points[n])
            worth = most - 46 + (20 if heavy else 10)
            assert paid(result, "score")[best] == worth == -paid(result, "score")[1 - best]
            seen.add(heavy)
    assert seen == {True, False}


def test_a_slam_is_announced_once(computed: ComputedCorpus) -> None:
    """9.18: who has announced the petit chelem may not announce the grand one besides; it is paid as announced."""
    state = play.new("9.18", seed=1, computed=computed)
    while state.phase != "announce":
        legal = [str(action) for action in state.legal()]
        state = state.do(next((one for one in ("bid prise", "done", "pass") if one in legal), legal[-1]))
    assert {"announce slam", "announce petit-chelem"} <= set(map(str, state.legal()))
    assert not any(str(one).startswith("announce") for one in state.do("announce petit-chelem").legal())


def test_silences_that_play_fills_are_named(computed: ComputedCorpus) -> None:
    """9.15 after de Bost: how many tricks of a petit chelem may be lost is not said; 8.1: nor whether a heavy defeat costs more;
    8.4: nor what the dealer's odd card counts."""
    for id, path, assumption in (
        ("9.15/debost-1977", ("feats", "petit-chelem", "spare"), "spare"),
        ("8.1", ("win", "marcio"), "win.marcio"),
        ("8.4", ("counting", "odd"), "counting.odd"),
        ("3.1", ("feats", "king-last"), "unpriced"),
    ):
        assert play.Gap(path, assumption) in play.openness(id, computed).gaps


def test_a_total_that_loses_earns_nothing(computed: ComputedCorpus) -> None:
    """11.13: 300 points pay the side that wins the hand; here both sides have them."""
    result = finished(play.new("11.13", seed=2549, computed=computed))
    assert 300 <= result.totals[0] < result.totals[1] < 400
    assert [(one.feat, result.sides[one.seat]) for one in result.feats if one.feat == "points-300"] == [
        ("points-300", 1)
    ]


def at_random(table: Table, seed: int) -> State:
    """A hand dealt and played at random by a seed."""
    state, player = start(table, seed=seed), random_player(random.Random(seed))
    while not state.over:
        state = state.do(player(state))
    return state


def test_the_par_of_a_side_is_that_of_the_dealers_or_of_his_opponents(computed: ComputedCorpus) -> None:
    """14.4, pagat.com: of 109 points 55 for the dealer's side and 54 for the other; each marks the difference."""
    table = play.table("14.4/pagat-sicily", computed=computed)
    played = (at_random(table, seed).result() for seed in range(18))
    for result in (one for one in played if not one.void):
        mine = result.sides[table.plan.dealer]
        due = [result.points[side] - (55 if side == mine else 54) for side in result.sides]
        assert result.total == tuple(due) and sum(map(Fraction, due)) == 0


def test_sets_count_for_the_side_that_has_all_their_cards(computed: ComputedCorpus) -> None:
    """18.10: Trull, and the four Kings, count only if all three, or all four, are among the cards of one side."""
    table, found = play.table("18.10", computed=computed), 0
    for seed in range(150):
        state = at_random(table, seed)
        result = state.result()
        rules = result.plan.ruleset.rules.feats
        if not isinstance(rules, dict) or "trull" not in rules:
            continue
        whole = table.plan.named(["trull"])
        has = dict.fromkeys(result.sides, 0)
        for seat, bits in enumerate(result.piles.cards):
            has[result.sides[seat]] |= bits
        done = [one for one in result.feats if one.feat == "trull" and one.won]
        assert {result.sides[one.seat] for one in done} <= {side for side, bits in has.items() if bits & whole == whole}
        found += bool(done)
    assert found > 3


def test_late_tricks_are_counted_from_the_end(computed: ComputedCorpus) -> None:
    """18.10: Kakadu is to win the third last trick with the III, Quapil the fourth last with the IIII."""
    table, found = play.table("18.10", computed=computed), 0
    for seed in range(150):
        state = at_random(table, seed)
        for feat, end, card in (("kakadu", 3, "III"), ("quapil", 4, "IIII")):
            bits = table.plan.named([card])
            trick = state.tricks[-end] if len(state.tricks) >= end else None
            for one in state.result().feats:
                if one.feat == feat and not one.announced:
                    assert trick is not None and table.plan.bits(trick.cards) & bits
                    assert one.won is (one.seat == trick.winner)
                    found += 1
    assert found > 3


def bid(table: Table, seed: int, wanted: str) -> State:
    """A hand in which the first player to speak says this, all others pass, and the rest is done at random."""
    state, player = start(table, seed=seed), random_player(random.Random(seed))
    if wanted != "pass":
        state = state.do(wanted)
    while not state.over:
        passes = "pass" in [str(action) for action in state.legal()]
        state = state.do("pass" if passes else player(state))
    return state


def test_a_contract_of_one_trick_is_lost_by_none_and_by_two(computed: ComputedCorpus) -> None:
    """18.10: the declarer of a Piccolo has to win exactly one trick."""
    table, seen = play.table("18.10", computed=computed), set()
    for seed in range(40):
        state = bid(table, seed, "bid piccolo")
        assert state.setting.contract == "piccolo"
        taken = sum(trick.winner == state.setting.declarer for trick in state.tricks)
        result = state.result()
        assert result.won is (taken == 1) and result.total is not None
        assert (result.total[state.setting.declarer] > 0) is (taken == 1)
        seen.add(min(taken, 2))
    assert seen == {0, 1, 2}


def test_the_loser_pays_every_other_player(computed: ComputedCorpus) -> None:
    """15.1: if all pass Misère is played, and who has most card points pays 10 to each of the others."""
    table = play.table("15.1", computed=computed)
    for seed in range(12):
        result = bid(table, seed, "pass").result()
        points = [result.points[side] for side in result.sides]
        losers = [n for n, own in enumerate(points) if own == max(points)]
        others = len(points) - len(losers)
        due = [-10 * others if n in losers else 10 * len(losers) for n in range(len(points))]
        assert paid(result, "score") == due


def test_what_is_not_told_is_not_announced(computed: ComputedCorpus) -> None:
    """19.13: how an Absolut is made is not told: nobody can announce it, and lose it whatever he does."""
    plan = play.table("19.13", computed=computed).plan
    untold = {
        id for id, feat in entries(plan.ruleset.rules.feats) if told(feat, "do") is None and told(feat, "announced")
    }
    assert untold
    for seed in range(20):
        state = at_random(play.table("19.13", computed=computed), seed)
        assert not untold & {one.id for one in state.setting.announced}


def test_a_slam_announced_and_missed_stands_in_place_of_the_rest(computed: ComputedCorpus) -> None:
    """19.14: an announced Walat costs 40 if it fails, and nothing else is paid; 18.6: a valat stands in place of the game alone;
    4.6: a Volo that fails in place of nothing, so that players settle for points as well."""
    walat = finished(dealt(play.table("19.14", computed=computed), {}), "announce slam")
    assert ("pagat-last", True) in [(one.feat, one.won) for one in walat.feats] and walat.won is False
    assert [one.by[0] for one in walat.transfers or ()] == [("feats", "slam", "announced", "lost")]
    assert walat.total == (-120, 40, 40, 40)
    valat = finished(dealt(play.table("18.6", computed=computed), {}), "bid solo", "announce slam")
    assert paid(valat, "feats", "slam") == [-64, 64, -64, 64]
    assert valat.won and not any(paid(valat, "bids")) and paid(valat, "feats", "pagat-last") == [2, -2, 2, -2]
    volo = finished(dealt(play.table("4.6", computed=computed), {}), "announce slam")
    assert any(paid(volo, "feats", "slam")) and {one.by[0][0] for one in volo.transfers or ()} >= {"feats", "win"}


def test_a_slam_stands_in_place_of_what_was_not_announced(computed: ComputedCorpus) -> None:
    """16.19: beside a Valat nothing silent counts, no Trull from the hand either; a Pagat or a Trull that was announced does."""
    table = play.table("16.19", computed=computed)
    mine = {0: ", ".join(map(str, range(8, 22))) + ", 1, fool"}
    silent = finished(dealt(table, mine), "bid solo")
    assert {"pagat-last", "slam"} <= {one.feat for one in silent.feats} and silent.declared
    assert [one.by[0] for one in silent.transfers or ()] == [("score", "base"), ("feats", "slam", "won")]
    bold = finished(dealt(table, mine), "bid solo", "declare trull-announced", "announce pagat-last")
    assert [one.by[0] for one in bold.transfers or ()] == [
        ("score", "base"),
        ("feats", "pagat-last", "announced", "won"),
        ("feats", "slam", "won"),
        ("declarations", "trull-announced", "worth"),
    ]


def test_a_trull_counts_once_announced_or_not(computed: ComputedCorpus) -> None:
    """16.19: 5 from the hand, which nobody has to declare, or 10."""
    table, mine = play.table("16.19", computed=computed), {0: "21, fool, 1, 20, 19, 18, 17, 16"}
    for said, worth in (((), 5), (("declare trull-announced",), 10)):
        result = finished(dealt(table, mine), "bid solo", *said)
        assert paid(result, "declarations") == [worth, 0, 0] and len(result.declared) == 1


COMPACT = {
    0: "1, 2, 3, 17, 18, 19, 20, 21, fool, K of spades, 8 of clubs, Q of clubs, K of clubs, 4 of hearts, 4 of diamonds, 3 of diamonds",
    1: "4, 5, 7, 10, 11, 14, J of spades, 10 of clubs, C of clubs, 3 of hearts, 2 of hearts, A of hearts, J of hearts, K of hearts, "
    "2 of diamonds, C of diamonds",
    2: "6, 8, 9, 12, 13, 15, 7 of spades, 8 of spades, 10 of spades, 7 of clubs, 9 of clubs, J of clubs, C of hearts, Q of hearts, "
    "J of diamonds, K of diamonds",
}  # fmt: skip
PLAYED = (
    "XX, XIV, XV, 4♦, 2♦, K♦, C♥, 4♥, 2♥, XII, XVII, XI, K♠, J♠, 8♠, 3♦, C♦, J♦, 3♥, Q♥, XIX, K♣, 10♣, 7♣, Fool, VII, IX, XXI, V, "
    "XIII, Q♣, C♣, 9♣, 8♣, IV, J♣, K♥, VI, XVIII, III, X, VIII, J♥, 7♠, II, I, A♥, 10♠"
)


def test_an_announcement_includes_others_which_are_settled_by_themselves(computed: ComputedCorpus) -> None:
    """16.19, the source's example: a declarer who announced Trull, Pelikan and Kramerboy makes Pagat and Uhu, with Kontra to the
    latter, and 48 points, which is enough for Absolut alone; he loses the Pelikan, with Kontra. He writes 65, they 60."""
    state = dealt(play.table("16.19", computed=computed), COMPACT)
    for one in ("bid solo", "pass", "pass", "declare trull-announced", "announce pelikan", "announce kramerboy"):
        state = state.do(one)
    assert {a.id for a in state.setting.announced} == {"pelikan", "uhu", "pagat-last", "kramerboy", "absolut"}
    assert not {"announce uhu", "announce absolut"} & {str(action) for action in state.legal()}
    left = ["double uhu"]  # and so the Pelikan, which stands above it in the series
    while state.phase != "play":
        said = left[0] if left and left[0] in map(str, state.legal()) else "done"
        left = [one for one in left if one != said]
        state = state.do(said)
    for one in read(PLAYED):
        state = state.do(one)
    result = state.result()
    assert result.points[0] == 48 and result.total == (65, 60, 60)
    assert paid(result, "feats", "uhu") == [30, 0, 0] and paid(result, "feats", "pelikan") == [0, 40, 40]


def test_the_card_of_an_announcement_is_played_before_those_that_it_includes(computed: ComputedCorpus) -> None:
    """16.19: forced to play a trump with III, II and I alone, one who has announced Pelikan plays the III; Pelikan asks for all three."""
    table = play.table("16.19", computed=computed)
    low = "1, 2, 3, K of spades, Q of spades, C of spades, J of spades, 10 of spades, 9 of spades, 8 of spades, 7 of spades, K of clubs, Q of clubs, C of clubs, J of clubs, 10 of clubs"
    state = dealt(table, {0: low, 1: "K of hearts, 21"})
    for one in ("bid solo", "pass", "pass", "announce pelikan"):
        state = state.do(one)
    while not (state.phase == "play" and state.player == 0 and state.trick.cards):
        legal = [str(action) for action in state.legal()]
        wish = "play 10♣" if state.player == 0 else "play XXI" if "play XXI" in legal else None
        state = state.do(next((one for one in (wish, "done") if one in legal), legal[-1]))
    assert [str(action) for action in state.legal()] == ["play III"]
    without = dealt(table, {0: low.replace("1, 2,", "4, 2,")}).do("bid solo").do("pass").do("pass")
    assert "announce pelikan" not in {str(action) for action in without.legal()}


TABLE = {
    (): (-3, -2, -1, 1, 2, 3),
    ("double-game",): (-7, -6, -5, -4, 4, 7),
    ("slam",): (-9, -8, -7, -6, -6, 6),
    ("double-game", "slam"): (-13, -12, -11, -10, -2, 10),
}
"""20.3: what the declarer's side gets times the worth of the bid, by what it announced: without a trick, with 23 points or fewer, 24
to 47, 48 to 70, 71 or more, with all tricks. What is said second is said by the declarer's partner: nobody says both in one turn."""


@pytest.mark.parametrize("said", TABLE)
def test_game_double_game_and_volat_announced_or_silent(computed: ComputedCorpus, said: tuple[str, ...]) -> None:
    table, seen = play.table("20.3", computed=computed), set()
    for seat in range(4):
        for held in (
            "fool, 21, 20, 19, 18, 17, 16, 15, 14",
            "fool, 21, 20, 19, 18, 17",
            "fool, 21, 20",
            "fool, 21",
            "21",
        ):
            for seed in range(12):
                state = dealt(table, {seat: held}, seed)
                result = chancy(state, ["bid three", *(f"announce {one}" for one in said)], seed)
                if (
                    result is None
                    or result.declarer is None
                    or any(("doubling",) in one.by for one in result.transfers)
                ):
                    continue  # whoever has discarded the called card has doubled the game
                tricks = sum(result.piles.tricks[n] for n in range(4) if result.sides[n] == 0)
                points = result.totals[0]
                at = 5 if tricks == 9 else 0 if not tricks else 1 + sum(points >= n for n in (24, 48, 71))
                parts = [paid(result, *path) for path in (("score",), ("feats", "double-game"), ("feats", "slam"))]
                each = sum(part[result.declarer] for part in parts if part) / (3 if result.sides.count(0) == 1 else 1)
                assert each == TABLE[said][at], (said, at, points)
                seen.add(at)
    assert len(seen) >= 4


def test_a_game_that_was_doubled_is_paid_beside_a_volat(computed: ComputedCorpus) -> None:
    """20.3: as it is not otherwise; nor are honours and Kings that nobody announced."""
    table = play.table("20.3", computed=computed)
    strong = {0: "fool, 21, 1, 20, 19, 18, 17, 16, 15"}
    plain = finished(dealt(table, strong), "bid solo")
    doubled = finished(dealt(table, strong), "bid solo", "double score")
    assert plain.piles.tricks[0] == 9 and not any(paid(plain, "score")) and any(paid(plain, "feats", "slam"))
    assert any(paid(doubled, "score")) and paid(doubled, "feats", "slam") == paid(plain, "feats", "slam")
    assert not any(paid(plain, "feats", "trull")) and any(one.feat == "trull" for one in plain.feats)


def test_the_declarer_announces_first(computed: ComputedCorpus) -> None:
    """18.8: whoever he is, and though another leads."""
    for seat in range(4):
        state = play.new("18.8", seed=2, computed=computed)
        while state.phase not in ("announce", "play"):
            legal = [str(action) for action in state.legal()]
            wish = "pass" if state.phase == "bid" and state.player != seat else f"{state.phase} two"
            state = state.do(next((one for one in (wish, "done") if one in legal), legal[0]))
        assert (state.phase, state.player, state.setting.declarer) == ("announce", seat, seat)


def test_card_points_in_no_band_are_a_payment_that_is_missing(computed: ComputedCorpus) -> None:
    """2.3, if nothing were said of 24 to 26 points: a hand in which somebody has so many cannot be paid, and says for want of what."""
    ruleset, seen = computed.ruleset("2.3"), set()
    bands = {"0..23": 1, "27..74": 0}
    score = ruleset.rules.score.model_copy(update={"bands": bands})  # type: ignore[union-attr]
    rules = ruleset.rules.model_copy(update={"score": score})
    table = Table(plan_of(replace(ruleset, rules=rules), computed.figures, 3))
    for seed in range(20):
        result = at_random(table, seed).result()
        gap = any(23 < points < 27 for points in result.points.values())
        assert (result.total is None) is gap and (("score", "bands") in result.missing) is gap
        seen.add(gap)
    assert seen == {True, False}


def test_who_wins_writes_and_nobody_is_charged(computed: ComputedCorpus) -> None:
    """16.15: the declarer writes a game won, each opponent one that is lost, what is above 35 with it, and so with bonuses; a Pagat
    counts for its holder alone. 16.19: a Trull in an opponent's hand for him alone."""
    table, strong = play.table("16.15", computed=computed), ", ".join(map(str, range(8, 22)))
    won = finished(dealt(table, {0: f"{strong}, fool, 1"}), "bid solo", "announce pagat-last")
    assert paid(won, "score", "base") == [4 * 3, 0, 0]
    assert paid(won, "score", "each") == [4 * (won.points[0] - 35), 0, 0]
    assert paid(won, "feats", "pagat-last") == [4 * 10, 0, 0] and all(one.marked for one in won.transfers or ())
    lost = finished(dealt(table, {1: f"{strong}, fool, 1"}), "bid solo", "announce pagat-last")
    assert lost.declarer == 0 and paid(lost, "score", "base") == [0, 12, 12]
    assert paid(lost, "score", "each") == [0, 4 * (lost.points[1] - 35), 4 * (lost.points[1] - 35)]
    assert paid(lost, "feats", "pagat-last") == [0, 40, 0]
    slate = finished(
        dealt(play.table("16.19", computed=computed), {1: "21, fool, 1, 20, 19, 18, 17, 16, 15, 14"}), "bid solo"
    )
    assert slate.won is False and paid(slate, "score") == [0, 5, 5] and paid(slate, "declarations") == [0, 5, 0]


def test_a_panzer_takes_the_place_of_the_absolut(computed: ComputedCorpus) -> None:
    """16.15: 50 points made are not paid as 40 besides; what is left of a third of a point is rounded."""
    table, strong = play.table("16.15", computed=computed), ", ".join(map(str, range(8, 22)))
    for said in ((), ("announce panzer",)):
        won = finished(dealt(table, {0: f"{strong}, fool, 1"}), "bid solo", *said)
        assert won.points[0] >= 50 and paid(won, "feats", "panzer") == [40, 0, 0]
        assert not any(paid(won, "feats", "absolut"))
    one = finished(dealt(table, {0: f"{strong}, K of spades, fool"}), "bid einblatt")
    assert sum(one.points.values()) == 70 and all(points == int(points) for points in one.points.values())


def test_whoever_takes_the_card_that_is_lost_is_paid_by_its_player(computed: ComputedCorpus) -> None:
    """16.15, Graz: 5 to one, 5 less to the other."""
    table = play.table("16.15/graz-circles", computed=computed)
    mond = finished(dealt(table, {0: "21", 1: "fool"}), "bid solo", "play XXI", "play Fool")
    assert paid(mond, "feats", "top") == [-5, 5, 0]


def test_each_who_does_not_lose_a_trischaken_writes(computed: ComputedCorpus) -> None:
    """16.15: 5, and 10 less for who has most points."""
    table = play.table("16.15", computed=computed)
    result = finished(dealt(table, {1: "K of spades, K of clubs, K of hearts, K of diamonds, 21, 20, 19, 18, fool"}))
    most = max(result.points.values())
    assert paid(result, "score", "ranks") == [-10 if points == most else 5 for points in result.points.values()]


LOW = ", ".join(f"{pip} of {suit}" for suit in ("hearts", "diamonds") for pip in (10, 9, 8, 7, 6, 5, 4))
EARLY, LATE = (
    f"{LOW}, " + ", ".join(f"{pip} of {suit}" for suit in ("spades", "clubs") for pip in pips)
    for pips in ((10, 9, 8, 7, 6), (10, 8, 2, 3, 4))
)


def test_one_who_is_made_to_take_a_trick_may_give_up(computed: ComputedCorpus) -> None:
    """4.3: at once after his first trick, with no court card or trump left; before the thirteenth for the points that the others
    have won, the dealer's discard with them or, if it is his own, taken off; afterwards for those that they hold."""
    table, seen = play.table("4.3", computed=computed), set()
    for seed in range(300):
        seat, chance = 2 * (seed % 2), random.Random(seed)
        state = dealt(table, {seat: f"{LATE if seed % 3 else EARLY}, A of clubs"}, seed)
        while not state.over and state.phase != "concede":
            legal = [str(action) for action in state.legal()]
            late = (
                state.phase == "play" and state.player == seat and seed % 3
            )  # he keeps clear of tricks up to the twelfth
            chosen = legal[0 if len(state.tricks) < 12 else -1] if late else chance.choice(legal)
            state = state.do("done" if "done" in legal else chosen)
        if state.over:
            continue
        assert state.player == seat == state.tricks[-1].winner
        assert [trick.winner for trick in state.tricks].count(seat) == 1
        hand, others, n = state.hands[seat], [one for one in range(3) if one != seat], len(state.tricks)
        assert not hand & state.plan.named(["courts", "trumps"]) and state.do("done").phase in ("play", "announce")
        result = state.do("concede thrown-in").result()
        scat = state.setting.laid

        def points(cards: int, plan: Plan = state.plan) -> Fraction:
            return Fraction(count(plan.list(cards), plan.values, plan.counting, 3).total)

        won = [state.plan.bits(trick.cards) for trick in state.tricks]
        for one in others:
            mine = sum(bits for bits, trick in zip(won, state.tricks, strict=True) if trick.winner == one) | scat[one]
            if any(bits & state.plan.fool for bits in won):
                continue  # who has it, and what was given for it, is another matter
            due = points(mine) - points(scat[seat]) if n < 13 else points(state.hands[one] | scat[one])
            assert paid(result, "concessions")[one] == due, (seed, n)
            seen.add((n < 13, seat == 2))
        assert sum(paid(result, "concessions")) == 0
    assert len(seen) == 4, seen


@pytest.mark.parametrize("id", ["9.22", "18.17"])
@pytest.mark.parametrize("declarer", [0, 1])
def test_of_two_players_either_may_be_declarer(computed: ComputedCorpus, id: str, declarer: int) -> None:
    """His points decide, and he is paid or pays, whether he has dealt or not."""
    outcomes = set()
    for seed in range(300):
        rng, state = random.Random(seed), play.new(id, seed=seed, computed=computed)
        while state.phase in ("bid", "contract"):
            state = state.do(rng.choice(state.legal()))
        if state.setting.declarer != declarer:
            continue
        while not state.over:
            state = state.do(rng.choice(state.legal()))
        result = state.result()
        if result.won is None:
            continue
        base = [one.pays for one in result.transfers or () if one.by[0][-1] == "base"]
        assert base and all((pays[declarer] > 0) is result.won and sum(pays) == 0 for pays in base), (seed, base)
        mine = result.piles.cards[declarer]
        assert result.points[0] == result.of_side[0].points(state.plan) and result.of_side[0].cards == mine
        outcomes.add(result.won)
        if outcomes == {True, False}:
            return
    raise AssertionError(f"{id}: {declarer} has {outcomes}")


def test_a_declaration_is_paid_by_those_who_hold_none_of_its_cards(computed: ComputedCorpus) -> None:
    """2.1: who has two of XXI, Fool and I is paid by the player who has none of the three, and not by the one who has the third."""
    table = play.table("2.1", computed=computed)
    for holder, payer in ((1, 2), (2, 1)):
        state = dealt(table, {0: "21, 1", holder: "fool"})
        result = finished(state, "declare two-of-three")
        paid = next(t.pays for t in result.transfers or () if t.by[0] == ("declarations", "two-of-three", "worth"))
        assert (paid[0], paid[holder], paid[payer]) == (1, 0, -1)


def test_a_fool_that_is_kept_is_not_lost(computed: ComputedCorpus) -> None:
    """2.1: a Tarot that is lost costs 1; a Fool played as Excuse goes back to its player, unless he wins no trick."""
    table, kept = play.table("2.1", computed=computed), 0
    for seed in range(40):
        state = at_random(table, seed)
        result, fool = state.result(), table.plan.fool.bit_length() - 1
        trick = next(trick for trick in state.tricks if fool in trick.cards)
        owner = trick.seat(trick.cards.index(fool), table.plan.circle)
        expected = sum(
            trick.seat(n, table.plan.circle) != trick.winner and (card != fool or result.piles.fool != owner)
            for trick in state.tricks
            for n, card in enumerate(trick.cards)
            if table.plan.named(["tarots"]) >> card & 1
        )
        assert sum(one.feat == "tarot" and not one.won for one in result.feats) == expected
        kept += result.piles.fool == owner
    assert kept


def test_a_fool_that_has_lost_its_value_changes_what_is_needed(computed: ComputedCorpus) -> None:
    """5.9: 66 points are left, of which the caller needs 34, or 33 where his opponents played the Matto late; else 36 of 71."""
    table, needs = play.table("5.9", computed=computed), set()
    for seed in range(400):
        result = at_random(table, seed).result()
        if result.won is None:
            continue
        points, total = result.totals[0], sum(map(Fraction, result.totals.values()))
        if total == 71:
            assert result.won is (points >= 36)
            continue
        assert total == 66
        assert result.won is (
            points >= 34 or (points == 33 and result.piles.fool is not None and result.sides[result.piles.fool] == 1)
        )
        needs.add(points)
    assert needs & {33, 34, 35}, "no hand in which it made a difference"


def test_what_cannot_stand_beside_each_other_is_not_declared_together(computed: ComputedCorpus) -> None:
    """3.3: the Excuse serves in one declaration, and four Kings with it take the place of four Kings; the simple player declares
    what pays most."""
    table = play.table("3.3", computed=computed)
    state = dealt(table, {0: f"{KINGS}, fool, Q of swords, C of swords"})
    while state.phase != "declare":
        state = state.do(state.legal()[0])
    offered = {str(action) for action in state.legal()}
    assert {"declare four-kings", "declare four-kings-fool", "declare half-cavallerie"} <= offered
    after = state.do("declare half-cavallerie")
    assert "declare four-kings" in map(str, after.legal())
    assert "declare four-kings-fool" not in map(str, after.legal())
    player = random_player(random.Random(1))
    while not after.over:
        after = after.do(player(after))
    taken = [made.declaration for made in after.result().declared if made.seat == 0]
    assert taken.count("half-cavallerie") == 1 and "four-kings-fool" not in taken


def test_a_card_is_asked_for_after_the_discard_where_the_rules_say_so(computed: ComputedCorpus) -> None:
    """7.2: a uno, the declarer takes the talon and discards before he asks for a card."""
    state, phases, bid = play.new("7.2", seed=1, computed=computed), [], False
    while state.phase != "play":
        phases.append(state.phase)
        legal = [str(action) for action in state.legal()]
        wanted = "bid a-uno" if "bid a-uno" in legal and not bid else "pass" if "pass" in legal else legal[0]
        wanted = "contract a-uno" if "contract a-uno" in legal else wanted
        bid = bid or wanted == "bid a-uno"
        state = state.do(wanted)
    exchange = [phase for phase in phases if phase in ("discard", "ask", "give")]
    assert exchange == ["discard", "discard", "discard", "ask", "give"]


def test_the_price_of_a_card_may_be_shared_by_the_opponents(computed: ComputedCorpus) -> None:
    """9.2: the declarer pays 10 for a card, 5 to each opponent; 9.3: 10 to who has it."""
    for id, shares in (("9.2", [-10, 5, 5]), ("9.3", [-10, 10, 0])):
        state = dealt(play.table(id, computed=computed), {0: "15, 16, 17, 18, 19, 20, 21", 1: "K of coins"})
        asks = next(one for one in ("K of coins", "K♦") if one in {str(card) for card in state.plan.cards})
        assert paid(finished(state, "bid prise", f"ask {asks}"), "bids", "prise", "asks") == shares, id


def test_of_several_numbers_of_trumps_one_is_declared(computed: ComputedCorpus) -> None:
    """9.13: who has thirteen trumps shows a double poignée or a simple one, not both; it is all that is paid."""
    state = dealt(play.table("9.13", computed=computed), {0: ", ".join(map(str, range(3, 16)))})
    for said in ("bid garde-sans", "pass", "pass", "pass", "done"):
        state = state.do(said)
    assert [str(one) for one in state.legal()] == ["declare poignee", "declare double-poignee", "done"]
    for id in ("poignee", "double-poignee"):
        assert not [one for one in state.do(f"declare {id}").legal() if one.kind == "declare"]
    worth = {id: paid(finished(state, f"declare {id}"), "declarations") for id in ("poignee", "double-poignee")}
    assert [abs(pays[1]) for pays in worth.values()] == [20, 30]
    sensible = PLAYERS["simple"](random.Random(1))
    assert str(sensible(state)) == "declare double-poignee"


def test_no_card_of_a_combination_is_given_for_the_fool_while_there_is_another(computed: ComputedCorpus) -> None:
    """11.14: twenty cards can be in no cricca or sequence; one of them is given for the Matto if the side has won one."""
    table, chosen = play.table("11.14", computed=computed), 0
    idle = table.plan.whole & ~table.counted_won
    assert idle.bit_count() == 20 and not idle & ~table.plan.named(["numerals"])
    for seed in range(60):
        result = finished(start(table, seed))
        if not result.piles.exchanged or result.piles.fool is None:
            continue
        side = [seat for seat, one in enumerate(result.sides) if one == result.sides[result.piles.fool]]
        had = sum(result.piles.cards[seat] & ~result.piles.laid[seat] for seat in side) | result.piles.exchanged
        assert bool(result.piles.exchanged & idle) is bool(had & idle), seed
        chosen += bool(had & idle and had & table.plan.empty & ~idle)
    assert chosen > 5


def test_the_talon_may_go_with_the_last_trick(computed: ComputedCorpus) -> None:
    """11.16: at Solo the pozzo is whose last trick it is."""
    table, winners = play.table("11.16", computed=computed), set()
    for seed in range(30):
        state = start(table, seed)
        pozzo = state.setting.talon
        result = chancy(state, ["bid solo"], seed)
        assert result is not None
        winner = next(seat for seat in range(3) if result.piles.cards[seat] & pozzo == pozzo)
        assert result.of_side[result.sides[winner]].last
        winners.add(winner)
    assert len(winners) == 3


def test_winning_against_the_dealer_pays_where_nobody_is_declarer(computed: ComputedCorpus) -> None:
    """11.3: 5 partite to the dealer's opponents if they win the hand, and to nobody if his side does."""
    table, seen = play.table("11.3", computed=computed), set()
    for seed in range(12):
        result = finished(start(table, seed))
        mine, dealers = result.totals[0], result.totals[result.sides[table.plan.dealer]]
        due = [5 if side == 0 and mine > dealers else 0 for side in result.sides]
        assert (paid(result, "feats", "against-dealer") or [0] * 6) == due, seed
        seen.add(mine > dealers)
    assert seen == {True, False}


def test_each_hundred_points_above_500_brings_more(computed: ComputedCorpus) -> None:
    """11.9: the winner of a hand has 20 partite for 500 points, and 10 for each 100 above."""
    table, seen = play.table("11.9", computed=computed), set()
    for seed in range(60):
        result = finished(start(table, seed))
        most = max(result.totals.values())
        due = 0 if most < 500 else 20 + 10 * int((most - 500) // 100)
        winner = max(result.totals, key=lambda side: Fraction(result.totals[side]))
        assert (paid(result, "feats") or [0, 0])[winner] == due, seed
        seen.add(due)
    assert {0, 20} < seen


def test_the_loser_of_a_misere_pays_the_distance_from_the_best(computed: ComputedCorpus) -> None:
    """15.1: every other player has it from each who has most points, to the nearest 5; a slam apart."""
    table, seen = play.table("15.1/misere-by-difference", computed=computed), 0
    rng = random.Random(1)
    for seed in range(8):
        result = driven(start(table, seed), (), lambda _, legal: rng.choice(legal))
        points = [result.totals[side] for side in result.sides]
        if result.contract != "misere" or any(one.won for one in result.feats):
            continue
        most, least = max(points), min(points)
        each, losers = 5 * ((most - least + Fraction(5, 2)) // 5), points.count(most)
        others = len(points) - losers
        assert result.total == tuple(-each * others if own == most else each * losers for own in points), seed
        seen += 1
    assert seen


def test_each_marks_the_points_of_his_side(computed: ComputedCorpus) -> None:
    """15.23 (Jordan): won or lost, whoever is declarer; where all points are undertaken, all of them go to the winners."""
    table = play.table("15.23/jordan-n", computed=computed)
    result = driven(start(table, 2), ["bid tape"], lambda _, legal: legal[-1])
    assert result.sides.count(0) in (1, 2) and sum(map(Fraction, result.totals.values())) == 130
    assert paid(result, "score") == [result.totals[side] for side in result.sides]
    lost = driven(start(table, 2), ["bid solo"], lambda _, legal: legal[0])
    assert lost.total == tuple(0 if seat == lost.declarer else 130 for seat in range(6))


@pytest.mark.parametrize(
    ("points", "pays"),
    [((10, 24, 40), (-3, 0, 3)), ((32, 33, 9), (1, 1, -2)), ((5, 13, 56), (-4, -2, 6)), ((25, 25, 24), (0, 0, 0))],
)
def test_each_settles_with_the_only_winner_or_the_only_loser(
    computed: ComputedCorpus, points: tuple[int, ...], pays: tuple[int, ...]
) -> None:
    """2.3 (Martin): two losers pay what they lack to the winner; a loser pays each of two winners what that one has above 25."""
    plan = play.table("2.3/martin2023", computed=computed).plan
    assert by_points(Standing(plan.scoring, points)).pays == pays
    for id in ("2.1/martin2023", "2.3/martin2023"):
        result = driven(start(play.table(id, computed=computed), 4), (), lambda _, legal: legal[-1])
        assert len(paid(result, "score")) == 3 and sum(paid(result, "score")) == 0
