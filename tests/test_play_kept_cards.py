"""Cards of one's own that are kept, and the talon taken for all the others: the exchange of Cego."""

from __future__ import annotations

from dataclasses import replace

from tarotref import play
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import State
from tarotref.play.compiled import places
from tests.test_play_payments import dealt


def said(state: State, *actions: str) -> State:
    for action in actions:
        state = state.do(action)
    return state


HAND = "XXI, IIII, I, K of clubs, Q of clubs, 10 of clubs, 9 of clubs, 8 of spades, K of hearts, 2 of hearts, Q of diamonds"


def jumping(state: State) -> State:
    """A hand in which steps of the bidding may be skipped."""
    assert state.setting.auction is not None
    return state.settle(auction=replace(state.setting.auction, jump=True))


def contract(computed: ComputedCorpus, bid: str, hand: str = HAND, id: str = "17.4") -> State:
    """A hand in which nobody has gone solo, and the eldest hand has bid this, and nobody more."""
    state = said(dealt(play.table(id, computed=computed), {0: hand}), *["pass"] * 4)
    state = said(jumping(state), f"bid {bid}")
    while state.phase in ("bid", "case"):
        state = state.do("pass" if state.phase == "bid" else "done")
    return state


def keepable(state: State) -> set[str]:
    return {action.what for action in state.legal()}


def test_the_declarer_keeps_cards_before_he_sees_the_talon(computed: ComputedCorpus) -> None:
    """17.4: in Cego two of his own; he lays the other nine aside, takes the ten, and discards one more."""
    state = contract(computed, "cego")
    talon = state.setting.talon
    assert (state.phase, state.player) == ("keep", 0) and len(state.legal()) == 11 and not state.hands[0] & talon
    state = said(state, "keep XXI", "keep K of clubs")
    kept = state.plan.held(parse_cards("XXI, K of clubs", state.plan.ranking))
    assert state.hands[0] == kept | talon and state.setting.laid[0] == state.setting.dealt[0] & ~kept
    assert (state.phase, state.player) == ("discard", 0) and not state.setting.shown
    assert said(state, str(state.legal()[0])).phase == "play"


def test_with_one_card_kept_nothing_more_is_discarded(computed: ComputedCorpus) -> None:
    """17.4: Eine; the card of Eine Leere is a numeral, and lies open, as does the 1 of the small man."""
    state = said(contract(computed, "eine"), "keep I")
    assert state.phase == "play" and state.hands[0].bit_count() == 11 and not state.setting.shown
    empty = contract(computed, "eine-leere")
    assert len(empty.legal()) == 4  # the 10 and 9 of clubs, the 8 of spades, the 2 of hearts
    shown = said(empty, str(empty.legal()[0]))
    assert shown.setting.shown.bit_count() == 1 and shown.setting.shown & shown.hands[0]
    small = contract(computed, "kleiner-mann")
    assert [str(action) for action in small.legal()] == ["keep I"]


def test_two_empty_cards_are_of_one_suit_or_of_two(computed: ComputedCorpus) -> None:
    """17.4: and the lowest trump of the talon, or the highest, is laid aside for all to see."""
    plan = play.table("17.4", computed=computed).plan
    for bid, first, then, best in (("zwei-leere", 2, {"9♣"}, min), ("zwei-verschiedene", 4, {"8♠", "2♥"}, max)):
        state = contract(computed, bid)
        talon = state.setting.talon
        trumps = list(places(talon & plan.of_suit[0]))
        assert len(state.legal()) == first
        state = state.do("keep 10 of clubs")
        assert keepable(state) == then
        state = state.do(state.legal()[0])
        aside = 1 << best(trumps, key=lambda n: plan.trick.power[0][n])
        assert state.setting.laid[0] & talon == aside == state.setting.shown & talon
        assert state.phase == "play" and state.hands[0].bit_count() == 11


def test_courts_are_kept_by_one_who_lacks_numerals(computed: ComputedCorpus) -> None:
    """17.4: of two of one suit, one or both; where only numerals serve, the one numeral in any case."""
    hand = "XXI, XX, XIX, XVIII, XVII, XVI, XV, K of clubs, Q of clubs, 9 of clubs, K of hearts"
    assert keepable(contract(computed, "zwei-leere", hand)) == {"K♣", "Q♣", "9♣"}
    assert keepable(contract(computed, "eine-leere", hand)) == {"9♣"}
    assert keepable(contract(computed, "eine-leere", hand.replace("9 of clubs", "XIIII"))) == {"K♣", "Q♣", "K♥"}


def test_the_small_man_is_bid_by_whoever_holds_the_one(computed: ComputedCorpus) -> None:
    for hand, may in ((HAND, True), (HAND.replace("I, K of clubs", "II, K of clubs"), False)):
        state = jumping(said(dealt(play.table("17.4", computed=computed), {0: hand}), *["pass"] * 4))
        assert ("bid kleiner-mann" in map(str, state.legal())) is may
