"""Duties in play beyond following suit and trumping: cards that must be played, or kept, at certain moments of a hand."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tarotref.play.deal import start
from tarotref.play.kept import read, written
from tests.test_play_keeping import _on_to_play
from tests.test_play_payments import dealt
from tests.test_played_as_told import hands


def dealt_to(computed: ComputedCorpus, ruleset: str, own: dict[int, str], *said: str) -> State:
    """The hand when these cards have been dealt and these things said, and the first card is to be played."""
    return _on_to_play(dealt(play.table(ruleset, computed=computed), own), *said)


def then(state: State, *cards: str) -> State:
    for card in cards:
        state = state.do(f"play {card}")
    return state


def allowed(state: State) -> set[str]:
    return {action.what for action in state.legal()}


def refused(state: State, card: str) -> str:
    """Why a card may not be played."""
    with pytest.raises(IllegalAction) as why:
        state.do(f"play {card}")
    return str(why.value)


CALATAFIMI = {
    0: "Q of swords, 9 of swords, 8 of swords, J of cups, 9 of cups, C of batons, 9 of batons, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14",
    1: "K of swords, J of swords, 10 of swords, 6 of swords, 5 of swords, C of cups, 9 of cups, K of batons, Q of batons, 15, 16, 17, 18, 19, 20, 21, fool",
    2: "C of swords, 7 of swords, K of cups, 8 of cups, J of batons, 4 of coins, 5 of coins, 6 of coins",
}


def test_kings_knights_and_jacks_are_forced_out(computed: ComputedCorpus) -> None:
    """14.9: the King to the first trick of his suit, a Knight with one numeral too, a Jack when the King lies there."""
    own = CALATAFIMI | {
        0: CALATAFIMI[0].replace("9 of cups", "10 of cups"),
        1: CALATAFIMI[1].replace("9 of batons", "8 of batons"),
    }
    state = dealt_to(computed, "14.9", own, *(f"discard {n} of coins" for n in (4, 5, 6)))
    assert state.player == 0
    assert {"Q of swords", "J of cups"} <= allowed(state)  # of neither suit does he have the King
    assert "C of batons" in allowed(state) and "9 of batons" not in allowed(state)
    assert "C of batons to this trick (customs.knight)" in refused(state, "9 of batons")
    second = then(state, "8 of swords")
    assert allowed(second) == {"K of swords"}
    assert "K of swords to this trick (customs.king)" in refused(second, "J of swords")
    third = then(second, "K of swords")
    assert allowed(third) == {"C of swords"}
    cups = then(state, "10 of cups", "C of cups")  # who has the Knight and one numeral plays him
    assert allowed(cups) == {"K of cups"}
    batons = then(state, "C of batons", "K of batons")
    assert allowed(batons) == {"J of batons"}


def test_the_called_suit_is_led(computed: ComputedCorpus) -> None:
    """14.8: whoever holds the called King leads a card of its suit when first on lead, and no other."""
    trumps = ", ".join(map(str, range(3, 13)))
    own = {0: f"20, 15, 2, fool, {trumps}, Q of cups", 1: "K of cups, 9 of cups, 8 of cups, 18, 19"}
    state = dealt_to(computed, "14.8", own, "bid twenty", "call K of cups")
    plan = state.plan
    while not (state.player == 1 and not state.trick.cards):
        state = state.do(
            max(state.legal(), key=lambda a: (state.player == 1) * state.plan.trick.power[0][state.table.place[a.what]])
        )
        assert not state.over
    suit = {str(card) for card in plan.list(state.hands[1] & plan.named(["cups"]))}
    if state.hands[1] & plan.named(["K of cups"]):
        assert allowed(state) == suit
        assert "(customs.called-suit)" in refused(
            state, next(str(c) for c in plan.list(state.hands[1]) if str(c) not in suit)
        )
    else:
        pytest.fail("the King was played before")


def test_the_pagat_is_not_led(computed: ComputedCorpus) -> None:
    """9.23: the I may not be led as long as there is another card."""
    state = dealt_to(computed, "9.23", {0: "I, II, 5 of hearts"})
    assert "I" not in allowed(state) and "it has to be kept (customs.pagat-led)" in refused(state, "I")


DRUCKS = {
    0: "fool, 5, 4, 3, 7 of clubs",
    1: "21, 20, 6, 7",
    2: "1, 2, 8, 9, 10",
}


def robber(computed: ComputedCorpus, ruleset: str, own: dict[int, str]) -> State:
    return dealt_to(computed, ruleset, own)


def test_the_21_avoids_the_stiess_and_the_1_waits(computed: ComputedCorpus) -> None:
    """R12: in a Räuber the 21 is not played to the Stiess, and the 1 to the third lead of trumps."""
    state = robber(computed, "R12", DRUCKS)
    assert state.setting.contract == "raeuber"
    order = state.player
    assert order == 0
    state = then(state, "Fool")
    assert "XXI" not in allowed(state) and {"XX", "VI", "VII"} <= allowed(state)
    assert "it has to be kept (customs.raeuber-21)" in refused(state, "XXI")
    state = then(state, "VI")
    assert "I" not in allowed(state) and "II" in allowed(state)
    assert "it has to be kept (customs.raeuber-pfeife)" in refused(state, "I")
    state = then(state, "VIII", "V", "VII", "IX")
    assert state.player == 2
    assert "I" in allowed(state) and not allowed(state) & {"II", "X"}
    assert "you have to play I to this trick" in refused(state, "II")


def test_stiess_and_21_fall_to_two_tricks(computed: ComputedCorpus) -> None:
    """R12 at Iffezheim: trumps are led to three tricks; the Stiess and the 21 are played to the first two, one to each."""
    state = robber(computed, "R12/hafermann-iffezheim", DRUCKS)
    assert allowed(state) == {"Fool"}
    state = then(state, "Fool")
    assert "XXI" not in allowed(state)
    state = then(state, "XX", "VIII")
    assert state.player == 0 and "7♣" not in allowed(state)
    assert "(customs.raeuber-trumps)" in refused(state, "7♣")
    state = then(state, "V")
    assert allowed(state) == {"XXI"}
    state = then(state, "XXI", "IX")
    state = then(state, "VII")
    assert allowed(state) == {"I"}


def test_high_trumps_are_not_led_by_one_who_has_announced(computed: ComputedCorpus) -> None:
    """8.7: who has announced the Bagatto at the end may not lead one of the five highest trumps."""
    hand = {0: "20, 21, 19, 18, 17, I, II, III, IV, V, K of swords"}
    state = dealt_to(computed, "8.7/RI-1830", hand, "announce pagat-last")
    assert state.player == 0 and not allowed(state) & {"XX", "XXI", "XIX", "XVIII", "XVII"}
    assert "it has to be kept (customs.high-leads)" in refused(state, "XX")
    assert "XX" in allowed(dealt_to(computed, "8.7/RI-1830", hand))


def test_open_queens_are_not_thrown(computed: ComputedCorpus) -> None:
    """16.20: Queens lie open, and are not thrown on another suit as long as there is another card."""
    own = {0: "8 of clubs, 9 of clubs", 1: "Q of hearts, Q of clubs, 10 of clubs", 2: "Q of spades, 3 of hearts"}
    state = dealt_to(computed, "16.20/damen-parade", own)
    (queen,) = parse_cards("Q of hearts", state.plan.ranking)
    assert queen in state.view(0)["open"][1] and queen in state.view(2)["open"][1]


def asking(state: State, legal: list[str]) -> str | None:
    """Ask for a case that brings duties, and pass."""
    for one in ("case geregelter-raeuber", "case raeuber", "bid cego"):
        if one in legal:
            return one
    return "pass" if "pass" in legal and state.plan.ruleset.game == "17.4" else None


@pytest.mark.parametrize("ruleset", ["R11/eckmann-buchenbach", "17.4/ministranten-1997", "17.4/mueller-ichenheim"])
def test_three_honours_fall_to_the_first_three_tricks(computed: ComputedCorpus, ruleset: str) -> None:
    """The Gstieß falls to the first trick, the 21 to the second, the 1 to the third; others play trumps there, whatever is led."""
    seen, three = 0, play.table(ruleset, computed=computed)
    for state in hands(three, range(30), asking):
        if not any(duty.tricks for duty in state.plan.trick.duties):
            continue
        plan = state.plan
        honours, small = [plan.named([one]) for one in ("fool", "21", "pagat")], plan.named(["small"])
        others = plan.named(["no-kings"]) or plan.named(["numerals"])
        for n, trick in enumerate(state.tricks[:3]):
            for place, card in enumerate(trick.cards):
                seat = trick.seat(place, plan.circle)
                held = plan.bits(t.cards[t.place(seat, plan.circle)] for t in state.tricks[n:])
                due = next((held & cards for cards in (honours[n], small, others) if held & cards), held)
                assert due >> card & 1
                seen += 1
    assert seen


def test_a_card_announced_for_a_trick_is_played_to_it(computed: ComputedCorpus) -> None:
    """20.4: the Pagát announced for the last trick but one is played to it, though its holder has another card."""
    own = {0: "fool, 21, 20, 19, 18, 17, I, K of hearts, K of spades"}
    state = dealt_to(computed, "20.4", own, "bid solo", "announce pagat-uhu")
    while len(state.tricks) < 7 or state.player != 0:
        legal = state.legal()
        state = state.do(max(legal, key=lambda one: state.table.place[one.what]) if state.player == 0 else legal[0])
    assert state.hands[0].bit_count() == 2 and allowed(state) == {"I"}
    other = next(str(card) for card in state.plan.list(state.hands[0]) if str(card) != "I")
    assert "announced for this trick" in refused(state, other)


def test_the_mond_is_not_led_in_varsava(computed: ComputedCorpus) -> None:
    """19.9: the Mond is neither led nor played under the Škýz by one who has another trump than the Pagát."""
    own = {0: "21, 20, 5, 1, K of hearts", 1: "fool, 2, 3"}
    first = dealt(play.table("19.9", computed=computed), own)
    state = first
    while state.phase != "play":
        legal = [str(action) for action in state.legal()]
        wanted = ("case varsava", "bid povinnost", "pass", "done")
        state = state.do(next((one for one in wanted if one in legal), legal[0]))
    assert state.table.case == "varsava" and state.player == 0
    assert "XXI" not in allowed(state) and "(customs.mond-led)" in refused(state, "XXI")


TROCCAS = {
    0: "K of cups, 2 of cups, 3 of cups, K of coins, J of coins, 5 of coins",
    1: "Q of cups, J of cups, 4 of cups, 6 of coins, 7 of coins",
    2: "5 of cups, 6 of cups, 8 of coins, 9 of coins",
    3: "7 of cups, 8 of cups, 10 of coins, A of coins",
}


def called(state: State, *actions: str) -> State:
    for action in actions:
        state = state.do(action)
    return state


def test_the_jack_is_called_for(computed: ComputedCorpus) -> None:
    """5.1: the side that wins the first trick of a suit with its King calls for the Jack; for it the Queen is taken back, or a numeral."""
    state = dealt_to(computed, "5.1", TROCCAS)
    first = state.player
    assert first == 0
    own = state.plan.named(["Q of cups", "J of cups", "5 of cups"])
    queen, jack, five = (
        state.plan.place[parse_cards(name, state.plan.ranking)[0]] for name in ("Q of cups", "J of cups", "5 of cups")
    )
    over = then(state, "K of cups", "Q of cups", "5 of cups", "7 of cups")
    assert own and [str(one) for one in over.legal()] == ["claim call-jack", "claim call-jack-if", "done"]
    spared = called(over, "claim call-jack-if")
    assert spared.phase == "play" and queen in spared.tricks[0].cards and spared.hands[1] >> jack & 1
    forced = called(over, "claim call-jack")
    assert jack in forced.tricks[0].cards and forced.hands[1] >> queen & 1 and not forced.hands[1] >> jack & 1
    assert forced.phase == "play" and forced.player == 0
    low = then(state, "K of cups", "4 of cups", "5 of cups", "7 of cups")
    choice = called(low, "done", "claim call-jack")  # the partner may call too
    assert choice.player == 1 and allowed(choice) == {"4 of cups", "5 of cups", "7 of cups"}
    taken = called(choice, "take-back 5 of cups")
    assert (
        jack in taken.tricks[0].cards
        and taken.hands[1] >> five & 1
        and taken.hands[1].bit_count() == low.hands[1].bit_count()
    )
    assert taken.result if taken.over else taken.phase == "play"


def test_king_and_jack_are_played_together(computed: ComputedCorpus) -> None:
    """5.1: who has both may play the two, and takes a numeral that another has played."""
    state = then(dealt_to(computed, "5.1", TROCCAS), "K of coins")
    assert [str(one) for one in state.legal()] == ["claim king-with-jack", "done"]
    state = then(called(state, "claim king-with-jack"), "6 of coins", "8 of coins", "10 of coins")
    assert state.player == 0 and allowed(state) == {"6 of coins", "8 of coins", "10 of coins"}
    state = called(state, "take-back 10 of coins")
    assert state.phase == "play" and len(state.tricks[0].cards) == 4
    assert "claim" not in {action.kind for action in state.legal()}


@pytest.mark.parametrize("ruleset", ["5.1", "5.1/ND-1999", "5.2", "5.3", "5.3/AGM-1968", "5.4"])
def test_cards_put_in_leave_every_hand_and_trick_whole(computed: ComputedCorpus, ruleset: str) -> None:
    claimed = 0
    for state in hands(play.table(ruleset, computed=computed), range(40), lambda state, legal: None):
        cards = [card for trick in state.tricks for card in trick.cards]
        assert len(cards) == len(set(cards))
        assert state.result().total is not None or state.setting.void
        claimed += any(action.kind == "claim" for action in state.actions)
        again = start(state.table, hands=[state.table.plan.list(own) for own in state.setting.dealt])
        for action in read(written(state.actions)):
            again = again.do(action)
        assert again.over and again.actions == state.actions
    assert claimed
