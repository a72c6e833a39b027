"""What hangs on what else was done in a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import Result, State
from tarotref.play.compiled import TRUMPS
from tarotref.play.deal import start
from tests.test_play_payments import dealt, driven, paid
from tests.test_played_as_told import bidding
from tests.test_played_as_told import hands as all_hands


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


def _all_tricks(id: str, computed: ComputedCorpus, trumps: int) -> Result:
    """The result of a hand in which the first player has so many of the highest trumps, all of his hand."""
    table = play.table(id, computed=computed)
    plan = table.plan
    order = sorted(plan.list(plan.of_suit[TRUMPS]), key=lambda card: plan.trick.power[TRUMPS][plan.place[card]])
    state = dealt(table, {0: ", ".join(map(str, order[-trumps:]))})

    def otherwise(now: State, legal: list[str]) -> str:
        if now.phase != "play" or now.player != 0:
            return legal[0]
        return max(legal, key=lambda one: plan.trick.power[TRUMPS][now.table.place[one.removeprefix("play ")]])

    return driven(state, (), otherwise)


def test_a_slam_makes_more_of_card_points(computed: ComputedCorpus) -> None:
    """11.1: all card points of the side count twice; 11.13: 1,000 count in place of those won. Every further 100 above 900 pay too."""
    twice, once = (_all_tricks(id, computed, 15) for id in ("11.1", "11.1/marcio-200"))
    assert twice.piles.tricks == (15, 0, 0, 0) and twice.totals[0] == 2 * once.totals[0] > once.points[0]
    points = int(twice.totals[0])
    assert points >= 1000
    more = (points - 900) // 100 + 1
    assert paid(twice, "feats", "points-900") == [10 * more, 0, 10 * more, 0]
    assert _all_tricks("11.13", computed, 15).totals[0] == 1000


def test_a_slam_doubles_what_the_cards_pay(computed: ComputedCorpus) -> None:
    """12.1 by an English book: the resti paid at the end count twice, those paid at once do not."""
    results = [_all_tricks(id, computed, 21) for id in ("12.1/RMS-1798", "12.1")]
    twice, once = ([one for one in result.transfers or () if one.by[0][0] == "score"] for result in results)
    final = [one for one in once if one.by[0] != ("score", "lead")]
    assert final and [tuple(2 * own for own in one.pays) for one in final] == [
        one.pays for one in twice if one.by[0] != ("score", "lead")
    ]
    assert sum(one.by[0] == ("score", "lead") for one in once) == sum(one.by[0] == ("score", "lead") for one in twice)


def test_the_others_settle_among_themselves_when_one_makes_a_nolo(computed: ComputedCorpus) -> None:
    """4.6: one of the two with fewer than 39 points pays the other what is lacking, and the last trick is between them alone."""
    low = [f"{n} of {suit}" for suit in ("clubs", "spades") for n in range(1, 11)]
    hands = {
        0: f"{', '.join(map(str, range(3, 21)))}, K of clubs, K of spades, Q of spades, K of diamonds, Q of diamonds, C of diamonds, J of diamonds",
        1: ", ".join([*low, *(f"{n} of diamonds" for n in range(6, 11))]),
        2: "fool, 1, 2, 21",
    }
    result = _kept(dealt(play.table("4.6", computed=computed), hands), "J♦")
    nolo, lacks = [26, -52, 26], 39 - min(result.totals[0], result.totals[2])
    assert result.piles.tricks[1] == 0 and lacks > 0
    assert paid(result, "feats", "no-tricks", "won") == [-own for own in nolo]
    assert paid(result, "feats", "no-tricks", "others") == [lacks, 0, -lacks]
    assert paid(result, "feats", "last-trick") == [5, 0, -5]
    assert not paid(result, "score")


def _declared(state: State, declared: list[str]) -> dict[int, list[str]]:
    """What each player may declare, when those before him have declared this of what they may."""
    found: dict[int, list[str]] = {}
    while state.phase in ("discard", "declare"):
        legal = [str(action) for action in state.legal()]
        if state.phase == "declare" and state.player is not None:
            found.setdefault(state.player, [one.removeprefix("declare ") for one in legal if one != "done"])
        said = next((f"declare {one}" for one in declared if f"declare {one}" in legal), None)
        state = state.do(said or ("done" if "done" in legal else legal[0]))
    return found


def test_what_the_eldest_has_declared_binds_the_others_alone(computed: ComputedCorpus) -> None:
    """4.3: half a Cavallerie after his whole one, three of a rank with the Skis after his Kings; for these he needs three Kings."""
    table = play.table("4.3", computed=computed)
    courts = "K of hearts, Q of hearts, C of hearts, J of hearts"
    half = "K of spades, Q of spades, C of spades"
    others = _declared(dealt(table, {0: courts, 1: f"fool, {half}"}), ["cavallerie"])
    assert (
        "half-cavallerie" not in others[1]
        and "half-cavallerie" in _declared(dealt(table, {0: courts, 1: f"fool, {half}"}), [])[1]
    )
    assert "half-cavallerie" in _declared(dealt(table, {0: f"{courts}, fool, {half}"}), ["cavallerie"])[0]
    queens, kings = "Q of spades, Q of clubs, Q of diamonds", "K of spades, K of clubs, K of diamonds"
    three = "three-of-a-rank-fool"
    low = {1: "Q of hearts, K of hearts, K of spades"}
    assert three not in _declared(dealt(table, {**low, 0: f"fool, {queens}"}), []).get(0, [])
    assert three in _declared(dealt(table, {1: "Q of hearts", 0: f"fool, {queens}, {kings}"}), [])[0]
    hands = {0: f"{kings}, K of hearts", 1: f"fool, {queens}", 2: "Q of hearts"}
    assert three in _declared(dealt(table, hands), [])[1]
    assert three not in _declared(dealt(table, hands), ["koenigreich"]).get(1, [])


def test_a_pagat_lost_to_a_slam_costs_nothing(computed: ComputedCorpus) -> None:
    """4.3: what is lost for it in the last trick is not due then; without a slam it is."""
    high = "K of hearts, Q of hearts, K of clubs, K of spades, K of diamonds, Q of diamonds, Q of spades"
    state = dealt(
        play.table("4.3", computed=computed), {0: f"21, {', '.join(map(str, range(3, 20)))}, {high}", 1: "1, 2"}
    )
    while not state.over:
        legal = [str(action) for action in state.legal()]
        state = state.do("done" if "done" in legal else legal[-1])
    pagat = state.plan.named(["pagat"])
    tricks = sorted(state.tricks, key=lambda trick: state.plan.bits(trick.cards) & pagat)
    assert {trick.winner for trick in tricks} == {0}
    slam = replace(state, tricks=tuple(tricks)).result()
    others = (tricks[0]._replace(winner=1), tricks[1]._replace(winner=2), *tricks[2:])
    other = replace(state, tricks=others).result()
    assert paid(slam, "feats", "slam") == [52, -26, -26] and not paid(slam, "feats", "pagat-last")
    assert paid(other, "feats", "pagat-last", "lost") == [10, -20, 10]


def test_a_captured_pagat_goes_to_who_has_declared_less(computed: ComputedCorpus) -> None:
    """4.2: with its trick, to that one of its player's two opponents who has scored less for declarations, whoever has won it."""
    table = play.table("4.2", computed=computed)
    rich = f"{', '.join(map(str, range(4, 22)))}, K of hearts"  # eighteen trumps
    for hands, declare, gets in (
        ({0: rich, 1: "1, 2"}, ["declare trumps"], 2),
        ({0: rich, 1: "1, 2"}, [], 0),
        ({2: rich, 1: "1, 2"}, ["declare trumps"], 0),
    ):
        state = dealt(table, hands)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            said = next((one for one in (*declare, "done") if one in legal), None)
            state = state.do(said or legal[-1])
        pagat = state.plan.named(["pagat"])
        trick = next(one for one in state.tricks if state.plan.bits(one.cards) & pagat)
        assert trick.winner == next(seat for seat, own in hands.items() if own == rich)
        result, won = state.result(), sum(one.winner == gets for one in state.tricks)
        assert result.piles.cards[gets] & state.plan.bits(trick.cards) == state.plan.bits(trick.cards)
        assert result.piles.tricks[gets] == won + (gets != trick.winner)
        assert {side: one.total for side, one in result.counts.items()} == result.points


def test_partners_are_paid_for_the_longer_row_of_matadors(computed: ComputedCorpus) -> None:
    """7.4: each of the two gets 5 from an opponent for each Matador by which the partner's trumps lengthen the row declared."""
    table = play.table("7.4", computed=computed)
    hands = {0: "fool, 21, 1, 18", 2: "20, 19, K of clubs", 1: "K of hearts", 3: "17"}
    for declare, more in ((["declare matadors"], 3), ([], 0)):
        state = dealt(table, hands)
        wanted = ["bid frage", "call K♣"]
        while not state.over:
            legal = [str(action) for action in state.legal()]
            said = next((one for one in (*declare, *wanted, "pass", "done") if one in legal), None)
            if said == "bid frage" and state.player != 0:
                said = "pass"
            state = state.do(said or legal[0])
        assert state.setting.declarer == 0 and state.setting.partner == 2
        found = paid(state.result(), "feats", "joint-matadors")
        assert found == ([5 * more, -5 * more, 5 * more, -5 * more] if more else [])


def test_the_excuse_spares_a_trick_more(computed: ComputedCorpus) -> None:
    """9.15: of a petit chelem one trick may be lost, or two by a declarer who has the Excuse."""
    table = play.table("9.15/simpkins-1975", computed=computed)
    for excuse, tricks, made in ((True, 2, True), (True, 3, False), (False, 1, True), (False, 2, False)):
        hands = {0 if excuse else 1: "fool"}
        state = dealt(table, hands, 5)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            bid = "bid garde-sans" if state.player == 0 and "bid garde-sans" in legal else None
            said = "announce petit-chelem" if "announce petit-chelem" in legal else None
            state = state.do(bid or said or next((one for one in ("pass", "done") if one in legal), legal[0]))
        assert state.setting.declarer == 0
        won = [trick._replace(winner=2 if n < tricks else 0) for n, trick in enumerate(state.tricks)]
        result = replace(state, tricks=tuple(won)).result()
        assert [one.won for one in result.feats if one.feat == "petit-chelem"] == [made], (excuse, tricks)


def test_a_declarer_offers_to_give_up_and_may_be_refused(computed: ComputedCorpus) -> None:
    """R3: before the fourth trick it counts as a puesta; an opponent who refuses is the declarer from then on."""
    table = play.table("R3", computed=computed)
    state = start(table, 3, pots={"plato": 6, "pajaritos": 0})
    while not state.tricks:
        legal = [str(action) for action in state.legal()]
        bid = "bid entrada" if state.player == 0 and "bid entrada" in legal else None
        state = state.do(bid or next((one for one in ("pass", "done") if one in legal), legal[0]))
    assert state.setting.declarer == 0 and state.phase == "concede" and state.player == 0
    offered = state.do("concede surrender")
    assert offered.player in (1, 2) and [str(one) for one in offered.legal()] == ["refuse surrender", "done"]
    agreed = offered.do("done").do("done")
    assert agreed.over and agreed.setting.conceded is not None
    result = agreed.result()
    assert [(one.feat, one.seat, one.won) for one in result.feats] == [("puesta", 0, False)]
    assert [part.pays[0] for part in result.from_pots if part.by[0] == ("pots", "plato")] == [-3 - 6]
    refused = offered.do("done").do("refuse surrender")
    assert refused.setting.declarer == 2 and refused.setting.side(0) == refused.setting.side(1) == 1
    seen = 0
    while not refused.over:
        legal = [str(action) for action in refused.legal()]
        assert refused.phase != "concede"
        seen += refused.phase == "play"
        refused = refused.do("done" if "done" in legal else legal[0])
    assert refused.result().declarer == 2
    late = state
    while len(late.tricks) < 3:
        legal = [str(action) for action in late.legal()]
        late = late.do("done" if "done" in legal else legal[0])
    assert late.phase == "concede"
    late = late.do("done")
    while len(late.tricks) < 4 and not late.over:
        legal = [str(action) for action in late.legal()]
        assert late.phase != "concede"
        late = late.do("done" if "done" in legal else legal[0])
    assert late.phase != "concede"


def test_a_set_that_could_be_declared_is_discarded_only_if_need_be(computed: ComputedCorpus) -> None:
    """4.7: cards of a Kavaleri stay while there are others; what has to go counts with it all the same."""
    table = play.table("4.7", computed=computed)
    courts = "Q of hearts, C of hearts, J of hearts"
    plan = table.plan
    few = dealt(table, {2: f"K of hearts, {courts}, 21, 20, 19, 18, 17, 16, 15"})
    while few.phase != "discard":
        few = few.do("done")
    kept = plan.held(
        plan.cards[plan.place[card]] for card in plan.list(plan.named(["courts"])) if card.suit == "hearts"
    )
    assert few.player == 2 and few.hands[2] & kept == kept
    for _ in range(3):
        may = plan.bits(few.table.place[action.what] for action in few.legal())
        assert may and not may & kept
        few = few.do(few.legal()[0])
    trumps = ", ".join(map(str, range(1, 22)))
    state = dealt(table, {2: f"{trumps}, fool, K of hearts, K of spades, K of clubs, {courts}"})
    while state.phase != "discard":
        state = state.do("done")
    assert {action.what for action in state.legal()} == {"Q♥", "C♥", "J♥"}
    for _ in range(3):
        state = state.do(state.legal()[0])
    assert state.phase == "declare" and "declare cavallerie-fool" in map(str, state.legal())
    result = driven(state, ["declare cavallerie-fool"], lambda now, legal: legal[-1])
    assert paid(result, "declarations", "cavallerie-fool") == [-15, -15, 30]


@pytest.mark.parametrize("ruleset", ["R3", "R3/palo-de-favor", "R2/pagat-lhombre"])
def test_a_hand_is_over_when_its_declarer_stops_after_the_first_tricks(computed: ComputedCorpus, ruleset: str) -> None:
    """Who has won five and does not lead to the sixth is paid for these; whoever leads to it tries for all nine."""
    trumps = "A of swords, 2 of swords, A of batons, K of swords, C of swords, J of swords, 7 of swords, K of cups, K of coins"
    if ruleset.startswith("R2"):
        trumps = "A of spades, 2 of spades, A of clubs, K of spades, Q of spades, J of spades, 7 of spades, K of hearts, K of clubs"
    table = play.table(ruleset, 3, computed)
    state = dealt(table, {0: trumps}).do("bid solo")
    while len(state.tricks) < 5:
        legal = [str(action) for action in state.legal()]
        named = next((one for one in legal if one in ("trumps swords", "trumps spades")), "")
        state = state.do(named or next((one for one in ("pass", "done") if one in legal), legal[0]))
    assert state.phase == "announce" and state.player == 0 == state.declarer
    stopped = state.do("done")
    result = stopped.result()
    assert stopped.over and len(stopped.tricks) == 5 and result.won and sum(result.total or ()) == 0
    assert "slam" not in {one.feat for one in result.feats}
    assert ("primeras" in {one.feat for one in result.feats}) is ruleset.startswith("R3")
    on = state.do("announce slam")
    while not on.over:
        on = on.do(on.legal()[0])
    assert len(on.tricks) == 9 and [one.won for one in on.result().feats if one.feat == "slam"] == [True]
    assert (on.result().total or ())[0] > (result.total or ())[0]


def test_a_declarer_who_has_lost_a_trick_plays_on(computed: ComputedCorpus) -> None:
    """R3: he can no longer try for all, and does not stop the hand by not announcing it."""
    table = play.table("R3", 3, computed)
    for state in all_hands(table, range(20), bidding("entrada")):
        five = {trick.winner for trick in state.tricks[:5]}
        if state.setting.conceded is None and not state.result().void and five != {state.declarer}:
            assert len(state.tricks) == 9
