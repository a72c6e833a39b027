"""Games in which a suit is made trumps for the hand: by the declarer, by the contract or by a card turned up (R2 to R5)."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.cards.card import Card
from tarotref.cards.names import parse_card
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tarotref.play.deal import start
from tarotref.play.rubber import Rubber
from tarotref.play.tricks import Trick, playable


def dealt(computed: ComputedCorpus, id: str, *hands: str, talon: str = "") -> State:
    """A hand of a ruleset, its players' cards written as `A\u2660 2\u2660`; what is left over goes to players without cards."""
    table = play.table(id, computed=computed)
    cards = [[parse_card(one, table.plan.ranking) for one in hand.split()] for hand in (*hands, talon)]
    left = [card for card in table.plan.cards if card not in {one for own in cards for one in own}]
    size = table.plan.deal.each or 0
    full: list[list[Card]] = []
    for own in cards[:-1] + [[] for _ in range(table.plan.players - len(hands))]:
        full.append([*own, *(left.pop(0) for _ in range(size - len(own)))])
    on_talon = [*cards[-1], *left] if table.plan.deal.talon else None
    return start(table, hands=full, talon=on_talon)


def said(state: State, *actions: str) -> State:
    for action in actions:
        state = state.do(action)
    return state


def quiet(state: State) -> State:
    """The hand when everybody has done with what comes before the first card."""
    while state.phase != "play":
        state = state.do("done")
    return state


def ended(state: State) -> State:
    """The hand played to its end, each playing the first card that he may."""
    while not state.over:
        state = state.do("done" if state.phase != "play" else state.legal()[0])
    return state


MINE = "A\u2660 2\u2660 A\u2663 K\u2660 Q\u2660 J\u2660 7\u2660 6\u2660 5\u2660"
"""The nine highest trumps of Ombre when spades are."""


def test_the_declarer_names_a_suit_whose_trumps_rank_as_the_rules_say(computed: ComputedCorpus) -> None:
    """R2: the black Aces are trumps with every suit; a red 7 is the second trump of its suit."""
    state = dealt(computed, "R2", MINE).do("bid game")
    assert state.phase == "trumps" and {a.what for a in state.legal()} == {"spades", "clubs", "hearts", "diamonds"}
    red = state.do("trumps hearts").plan
    place = red.place
    order = [
        place[parse_card(one, red.ranking)]
        for one in ("6\u2665", "2\u2665", "J\u2665", "A\u2665", "A\u2663", "7\u2665", "A\u2660")
    ]
    club = red.suit[place[parse_card("K\u2663", red.ranking)]]
    assert [red.trick.power[club][n] for n in order] == sorted(red.trick.power[club][n] for n in order)
    assert all(red.suit[n] == 0 for n in order) and red.of_suit[0].bit_count() == 12
    assert state.do("trumps clubs").plan.of_suit[0].bit_count() == 11


def test_each_exchanges_as_many_cards_as_he_likes_in_turn_while_there_are_any(computed: ComputedCorpus) -> None:
    state = said(dealt(computed, "R2", MINE), "bid game", "trumps spades")
    top = state.setting.lies[:2]
    assert (state.phase, state.player) == ("exchange", 0)
    state = said(state, "discard 5\u2660", "discard 6\u2660", "done")
    assert state.hands[0].bit_count() == 9 and all(state.hands[0] >> card & 1 for card in top)
    assert (state.phase, state.player, state.setting.talon.bit_count()) == ("exchange", 1, 11)
    for _ in range(9):
        state = state.do(state.legal()[0])
    assert state.do("done").player == 2
    state = state.do("done")
    for _ in range(2):
        state = state.do(state.legal()[0])
    with pytest.raises(IllegalAction, match="you may only go on"):
        state.do(state.read(f"discard {state.plan.list(state.hands[2])[0]}"))
    assert state.do("done").setting.talon == 0


def test_the_highest_trumps_need_not_follow_a_lead_of_lower_ones(computed: ComputedCorpus) -> None:
    """R2: unless another of the three was led; R3: unless a higher one was."""
    plans = {
        "R2": said(dealt(computed, "R2"), "bid game", "trumps spades").plan,
        "R3": said(dealt(computed, "R3"), "bid entrada", "pass", "pass", "trumps swords").plan,
    }
    names = {
        "R2": ("A\u2660", "2\u2660", "A\u2663", "K\u2660", "K\u2665"),
        "R3": ("A of swords", "2 of swords", "A of batons", "K of swords", "K of cups"),
    }
    for id, plan in plans.items():
        ace, second, third, king, other = (plan.place[parse_card(one, plan.ranking)] for one in names[id])
        hand = 1 << second | 1 << other
        assert playable(plan, hand, Trick(0, (king,))) == hand
        assert playable(plan, hand | 1 << king, Trick(0, (third,))) == 1 << king | 1 << second
        assert playable(plan, hand, Trick(0, (ace,))) == 1 << second
        assert playable(plan, hand, Trick(0, (third,))) == (1 << second if id == "R2" else hand)


def test_all_tricks_with_the_matadors_are_paid_and_take_the_stakes(computed: ComputedCorpus) -> None:
    """R2: 1 from each, the first five tricks 1, the three Matadors 15 with 1 for each of six more, and 5 for taking no card."""
    plan = play.table("R2", computed=computed).plan
    state = dealt(computed, "R2", MINE)
    state = quiet(said(state, "bid game", "trumps spades", "done", "done", "done", "declare matadors"))
    state = ended(state)
    result = state.result()
    paid = {part.by[0][1]: part.pays for part in result.transfers or ()}
    assert paid == {
        "game": (2, -1, -1),
        "first-five": (2, -1, -1),
        "matadors": (42, -21, -21),
        "without-taking": (10, -5, -5),
    }
    after = Rubber.begin(plan, plan.dealer).add(result, more=False)
    assert [part.pays for part in after.from_pots] == [(-5, -5, -5), (15, 0, 0)] and after.pots == {"stakes": 0}


def test_who_has_most_tricks_against_the_declarer_takes_the_stakes_and_as_much_from_him(
    computed: ComputedCorpus,
) -> None:
    """R2: after the dues for passing and for cards that were drawn."""
    state = said(
        dealt(computed, "R2", "4\u2660 3\u2660", MINE),
        "bid game",
        "trumps spades",
        "discard 3\u2660",
        "done",
        "done",
        "done",
    )
    state = ended(quiet(state))
    result = state.result()
    tricks = result.piles.tricks
    assert result.won is False and max(tricks) == tricks[1]
    assert [(one.feat, one.taker) for one in result.feats if not one.won] == [("codillo", 1)]
    plan = state.table.plan
    after = Rubber.begin(plan, plan.dealer).add(result, more=False)
    assert [part.pays for part in after.from_pots][1:] == [(-1, 0, 0), (-16, 32, 0)] and after.pots == {"stakes": 0}


def test_a_card_turned_up_for_the_contract_is_the_first_that_the_declarer_takes(computed: ComputedCorpus) -> None:
    """R3: vuelta."""
    state = said(dealt(computed, "R3"), "bid vuelta", "pass", "pass")
    turned = state.setting.lies[0]
    assert state.phase == "exchange" and state.view(1)["shown"] == (state.plan.cards[turned],)
    assert state.plan.trump_suit == state.plan.cards[turned].suit
    state = said(state, str(state.legal()[0]), "done")
    assert state.hands[0] >> turned & 1


def test_in_a_solo_the_opponents_alone_exchange_and_the_nolo_has_no_trumps(computed: ComputedCorpus) -> None:
    solo = said(dealt(computed, "R3"), "bid solo", "trumps cups")
    assert (solo.phase, solo.player) == ("exchange", 1)
    nolo = said(dealt(computed, "R2/pagat-lhombre"), "bid pure-nolo", "pass", "pass")
    assert (nolo.phase, nolo.plan.trump_suit, nolo.plan.of_suit[0]) == ("play", "", 0)
    result = ended(nolo).result()
    taken = result.piles.tricks[0]
    each = 3 if taken == 0 else -3 if taken == 1 else -5
    assert result.won is (taken == 0) and result.total == (2 * each, -each, -each)


def test_a_tie_and_a_defeat_by_another_are_told_apart(computed: ComputedCorpus) -> None:
    """R2 in Denmark: a tie costs what winning brings, more tricks of an opponent 1 more; R3: both go into the plato."""
    seen = set()
    for id, one in (("R2/pagat-lhombre", 1), ("R3", 0)):
        plan = play.table(id, computed=computed).plan
        for seed in range(40):
            state = play.new(id, seed=seed, computed=computed)
            if id == "R3":
                state = said(state, "bid entrada", "pass", "pass", "trumps cups")
            else:
                state = said(state, "bid game", "pass", "pass", "contract game", "trumps hearts")
            result = ended(quiet(state)).result()
            mine, *others = (result.piles.tricks[seat] for seat in (0, 1, 2))
            ways = "won" if mine > max(others) else "codillo" if len({*others}) > 1 and mine < max(others) else "tie"
            seen.add((id, ways))
            assert result.won is (ways == "won")
            if id == "R3":
                lies = Rubber.begin(plan, plan.dealer)
                moved = lies.add(result, more=False).pots["plato"]
                held = lies.pots["plato"]
                assert moved == (0 if ways == "won" else 2 * held + 3)
            else:
                assert (result.total or ())[0] == {"won": 2, "tie": -2, "codillo": -4}[ways] * one
    assert len(seen) >= 5


def test_the_holder_of_the_ace_of_trumps_takes_the_stock_and_the_dealer_if_it_was_turned_up(
    computed: ComputedCorpus,
) -> None:
    """R4: he lays out as many cards; where the Ace lies below the card turned up nobody takes it."""
    seen = set()
    for seed in range(120):
        state = play.new("R4", seed=seed, computed=computed)
        (turned,) = state.view(0)["shown"]
        ace = Card("suit", turned.suit, "A")
        holder = next((n for n, hand in enumerate(state.setting.dealt) if hand >> state.plan.place[ace] & 1), None)
        where = "turned" if turned == ace else "below" if holder is None else "held"
        seen.add(where)
        if where == "below":
            assert state.phase == "play" and state.setting.talon.bit_count() == 4
            continue
        assert (state.phase, state.player) == ("discard", 3 if where == "turned" else holder)
        assert state.hands[state.player or 0].bit_count() == 16
        assert all(hand.bit_count() == 12 for hand in quiet_discard(state).hands)
    assert seen == {"turned", "below", "held"}


def quiet_discard(state: State) -> State:
    while state.phase == "discard":
        state = state.do(state.legal()[0])
    return state


@pytest.mark.parametrize("held", [("A J", "K"), ("A", "K Q J"), ("A", "K"), ("", "J")])
def test_honours_are_counted_of_both_hands_of_a_side_together(computed: ComputedCorpus, held: tuple[str, str]) -> None:
    """R5: three of A, K, Q and J of trumps are 2 points, four are 4, whichever partner held them."""
    mine, partners = (one.split() for one in held)
    others = [rank for rank in "AKQJ" if rank not in (*mine, *partners)]
    own = [" ".join(f"{rank}♠" for rank in ranks) for ranks in (mine, others, partners)]
    hearts = " ".join(f"{rank}♥" for rank in "A K Q J 10 9 8 7 6 5 4 3 2".split())
    state = dealt(computed, "R5/honours", *own, hearts)
    assert state.plan.trump_suit == "hearts"
    assert honours(state) == [(0, 4, 0, 4)]  # the dealer has all four
    number = len(mine) + len(partners)
    marks = {4: (4, 0, 4, 0), 3: (2, 0, 2, 0), 1: (0, 2, 0, 2)}.get(number)
    assert honours(state.settle(plan=state.table.plan.by_trumps["spades"])) == ([marks] if marks else [])


def honours(state: State) -> list[tuple[object, ...]]:
    """What each player marks for honours."""
    return [
        part.pays for part in ended(state).result().transfers or () if part.by[0][:2] == ("declarations", "honours")
    ]


def test_each_suit_is_trumps_for_a_hand_in_an_order_fixed_beforehand(computed: ComputedCorpus) -> None:
    """R5 as at tournaments: by the number of the hand in the rubber, and again from the first."""
    table = play.table("R5/fixed-trumps", 4, computed)
    trumps = [start(table, 1, before=n).plan.trump_suit for n in range(5)]
    assert trumps == ["hearts", "diamonds", "spades", "clubs", "hearts"]


def test_the_first_opponent_may_let_the_other_exchange_first(computed: ComputedCorpus) -> None:
    """R3: they agree which of them begins; who has let the other go first has what is left."""
    state = said(play.new("R3", seed=4, computed=computed), "bid solo", "trumps cups")
    assert (state.phase, state.player) == ("exchange", 1)
    yielded = said(state, "refuse first")
    assert yielded.player == 2
    with pytest.raises(IllegalAction, match="only discard or go on"):
        yielded.do("refuse first")
    laid = yielded.do(yielded.legal()[0])
    assert said(laid, "done").player == 1
    with pytest.raises(IllegalAction):
        said(laid, "done").do("refuse first")


def test_in_the_suit_of_favour_all_that_players_pay_each_other_is_doubled(computed: ComputedCorpus) -> None:
    """R3: of two bids that are else alike the one in that suit goes above the other."""
    table = play.table("R3/palo-de-favor", 3, computed)
    assert list(table.contracts) == ["forzada", "entrada", "entrada-favor", "vuelta", "solo", "solo-favor"]
    plain, favour = table.plan_for("solo"), table.plan_for("solo-favor")
    assert (plain.contracts["solo"].base, plain.contracts["solo-favor"].base) == ((2,), (4,))
    for id in ("primeras", "sacada"):
        assert favour.feats[id].won == 2 * plain.feats[id].won  # type: ignore[operator]
    state = said(start(table, 4), "bid solo-favor")
    assert state.phase == "exchange" and state.plan.trump_suit  # nobody names trumps
