"""Players asked in a pause of the deal whether to go on (11.1), what comes of it, and the first partita of a session."""

from __future__ import annotations

import random

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, Result, State
from tarotref.play.deal import start
from tarotref.play.players import PLAYERS
from tarotref.play.rubber import Rubber
from tarotref.play.settle.piles import piles
from tests.test_play_payments import dealt, paid

MONTE = "throw-in a-monte"


def _asked(ruleset: str, computed: ComputedCorpus, *said: str, seed: int = 1) -> State:
    state = start(play.table(ruleset, computed=computed), seed)
    for one in said:
        state = state.do(one)
    return state


def _finished(state: State) -> State:
    act = PLAYERS["random"](random.Random(1))
    while not state.over:
        state = state.do(act(state))
    return state


def _marked(result: Result, winner: int, feat: str, worth: int) -> bool:
    """Whether the winners have so much for a feat, and nobody anything else."""
    found = paid(result, "feats", feat)
    return found == ([worth * (seat % 2 == winner) for seat in range(4)] if worth else [])


def test_three_are_asked_on_five_cards(computed: ComputedCorpus) -> None:
    """An opponent of the dealer keeps the deal on; after both the dealer's partner advises, and the dealer decides."""
    state = _asked("11.1", computed)
    assert (state.phase, state.player) == ("throw-in", 0) and [hand.bit_count() for hand in state.hands] == [5] * 4
    with pytest.raises(IllegalAction):
        state.do("discard 7 of cups")
    kept = state.do("done")
    assert kept.setting.kept_on == 0 and [hand.bit_count() for hand in kept.hands] == [15, 15, 15, 17]
    asked = _asked("11.1", computed, MONTE, MONTE)
    assert asked.player == 1 and asked.do("done").player == asked.do(MONTE).player == 3
    assert _asked("11.1", computed, MONTE, "done").setting.kept_on == 2
    thrown = asked.do("done").do(MONTE)
    assert thrown.over and thrown.setting.void == "a-monte" and thrown.result().total == (5, 0, 5, 0)
    on = asked.do(MONTE).do("done")
    assert on.setting.kept_on is None and on.phase == "discard"


@pytest.mark.parametrize("ruleset", ["11.1", "11.2", "11.13"])
@pytest.mark.parametrize(
    "said", [("done",), (MONTE, "done"), (MONTE, MONTE, MONTE, "done"), (MONTE, MONTE, "done", "done")]
)
def test_what_is_paid_hangs_on_who_went_on(computed: ComputedCorpus, ruleset: str, said: tuple[str, ...]) -> None:
    """11.1: 5 after La tengo to either side, 20 after a partner's A monte; 11.2: 10 in all to the side that said La tengo, and wins."""
    seen = set()
    for seed in range(8):
        result = _finished(_asked(ruleset, computed, *said, seed=seed)).result()
        if not result.transfers or result.totals[0] == result.totals[1]:
            continue
        winner = int(result.totals[1] > result.totals[0])
        seen.add(winner)
        kept, first = len(said) < 3, ruleset == "11.1"

        assert _marked(result, winner, "la-tengo", (5 if first else 10 * (winner == 0)) if kept else 0), seed
        by_word = said == (MONTE, "done") and winner == 0
        by_dealer = said == (MONTE, MONTE, MONTE, "done") and winner == 1
        assert _marked(result, winner, "refused", 20 if by_dealer or (by_word and first) else 0), seed
        assert _marked(result, winner, "against-dealer", 5 if winner == 0 and (first or not kept) else 0), seed
    assert seen == {0, 1}


def test_the_first_partita_of_a_session(computed: ComputedCorpus) -> None:
    """11.1: 20 to the side that is the first to have one, be it for a hand that was thrown in."""
    table = play.table("11.1", computed=computed)
    rubber = Rubber.begin(table.plan)
    thrown = rubber.add(_asked("11.1", computed, MONTE, MONTE, MONTE, MONTE).result())
    assert not thrown.hands and sorted(thrown.totals) == [0, 0, 25, 25]
    result = _finished(_asked("11.1", computed, "done")).result()
    later, at_once = thrown.add(result), rubber.add(result)
    first = [part for part in at_once.hands[0].transfers or () if part.by == (("tally", "first"),)]
    assert len(first) == 1 and sorted(first[0].pays) == [0, 0, 20, 20]
    assert not [part for part in later.hands[0].transfers or () if part.by == (("tally", "first"),)]


def test_players_are_asked_after_each_round_of_the_deal(computed: ComputedCorpus) -> None:
    """5.1: whoever goes on keeps the deal on, with 6, 12 and all cards; when all three have left it to the dealer, he decides."""
    state = _asked("5.1", computed)
    for cards in (6, 12):
        assert (state.phase, state.player) == ("throw-in", 0) and state.hands[3].bit_count() == cards
        state = state.do("done")
    assert state.player == 0 and [hand.bit_count() for hand in state.hands] == [19, 19, 19, 21]
    asked = state.do("throw-in thrown-in").do("throw-in thrown-in")
    assert asked.player == 2 and asked.do("done").phase == "discard"
    dealer = asked.do("throw-in thrown-in")
    assert dealer.player == 3 and dealer.do("throw-in thrown-in").setting.void == "thrown-in"


def test_nobody_is_asked_before_good_cards_are_told(computed: ComputedCorpus) -> None:
    """14.4: a player who keeps silent on five cards may tell on ten; after Mischio the dealer decides, after Tengo the deal is finished."""
    state = _asked("14.4", computed)
    assert (state.phase, state.player) == ("tell", 0) and [hand.bit_count() for hand in state.hands] == [5] * 4
    with pytest.raises(IllegalAction, match="only tell or go on"):
        state.do("throw-in mischio")
    silent = state.do("done")
    assert (silent.phase, silent.player) == ("tell", 0) and silent.hands[3].bit_count() == 10
    assert silent.do("done").phase == "discard"
    for told in (state.do("tell"), silent.do("tell")):
        assert (told.phase, told.player) == ("throw-in", 2)
        tengo = told.do("done")
        assert (tengo.phase, tengo.player) == ("discard", 3) and tengo.hands[3].bit_count() == 18
        decides = told.do("throw-in mischio")
        assert decides.player == 3 and decides.do("done").phase == "discard"
        thrown = decides.do("throw-in mischio")
        assert thrown.setting.void == "mischio"
        rubber = Rubber.begin(play.table("14.4", computed=computed).plan).add(thrown.result())
        assert not rubber.hands and rubber.dealer == 0
    assert _asked("14.4/pagat-sicily", computed, "done", "tell").player == 2


def test_the_dealers_partner_decides_who_has_left_him_the_word(computed: ComputedCorpus) -> None:
    """14.4, where the dealer may speak for his side: only on ten cards; the dealer decides where his partner has kept the word."""
    early = _asked("14.4/dealer-speaks", computed, "tell")
    assert (early.phase, early.player) == ("throw-in", 2)
    told = _asked("14.4/dealer-speaks", computed, "done", "tell")
    assert (told.phase, told.player) == ("tell", 1) and {str(one) for one in told.legal()} == {"yield", "done"}
    kept = told.do("done").do("throw-in mischio")
    assert kept.player == 3 and kept.do("throw-in mischio").setting.void == "mischio"
    left = told.do("yield").do("throw-in mischio-partner")
    assert left.player == 1 and left.do("throw-in mischio-partner").over
    assert left.do("done").phase == told.do("yield").do("done").phase == "discard"


def test_a_hand_is_thrown_in_for_points_that_are_agreed_on(computed: ComputedCorpus) -> None:
    """8.37: nobody may ask for more than he has, or offer less; Vedo ends the pause, of which there are three."""
    state = _asked("8.37", computed, "demand 8", "offer 3", "pass")
    assert [hand.bit_count() for hand in state.hands] == [10] * 3 and (state.phase, state.player) == ("bargain", 0)
    with pytest.raises(IllegalAction, match="bargain"):
        state.do("demand 9")
    state = state.do("demand 6")
    with pytest.raises(IllegalAction, match="bargain"):
        state.do("offer 2")
    state = state.do("offer 3")
    with pytest.raises(IllegalAction, match="only pass or offer"):
        state.do("demand 1")
    agreed = state.do("offer 3")
    assert agreed.over and agreed.result().total == (6, -3, -3)
    table = play.table("8.37", computed=computed)
    rubber = Rubber.begin(table.plan).add(agreed.result())
    assert not rubber.hands and sorted(rubber.totals) == [-3, -3, 6] and rubber.dealer == 1
    for cards in (15, 20):
        state = state.do("done")
        assert state.hands[0].bit_count() == cards and "demand 30" in map(str, state.legal())
    assert state.do("done").phase == "discard" and state.do("pass").do("pass").do("pass").setting.void == "bargain"


def test_the_last_to_speak_takes_what_is_left_of_the_offers_or_has_the_deal_go_on(computed: ComputedCorpus) -> None:
    """14.8: the two examples of bargaining; who speaks last need not sit last."""
    state = _asked("14.8", computed, "offer 6", "pass", "offer 2")
    assert [hand.bit_count() for hand in state.hands] == [10] * 4 and list(map(str, state.legal())) == [
        "demand 8",
        "done",
    ]
    thrown = state.do("demand 8")
    assert thrown.over and thrown.result().total == (-6, 0, -2, 8)
    rubber = Rubber.begin(play.table("14.8", computed=computed).plan).add(thrown.result())
    assert sorted(rubber.totals) == [-6, -2, 0, 8] and rubber.dealer == 0
    assert state.do("done").phase == "bid" and state.do("done").hands[0].bit_count() == 15
    later = _asked("14.8", computed, "wait", "offer 5", "offer 4")
    with pytest.raises(IllegalAction, match="speaks once"):
        later.do("demand 9")
    later = later.do("demand 3")
    assert later.player == 0 and later.do("demand 6").result().total == (6, -5, -4, 3)
    assert _asked("14.9", computed, "pass", "pass", "pass").result().total == (0, 0, 0)


def test_all_that_has_been_offered_may_be_taken_at_once(computed: ComputedCorpus) -> None:
    """14.8, as pagat.com has it: anybody may have the deal go on, or take all that is offered though not all have spoken."""
    state = _asked("14.8/pagat-sicily", computed, "offer 6")
    assert state.do("done").hands[0].bit_count() == 15
    assert state.do("demand 6").result().total == (-6, 6, 0, 0)
    assert state.do("demand 4").do("demand 2").result().total == (-6, 4, 2, 0)


def _in_turn(computed: ComputedCorpus, *said: str) -> State:
    """A hand of 14.6, as pagat.com has it, in which the second player has had the deal go on after five cards."""
    return _asked("14.6/pagat-sicily", computed, "pass", "done", "pass", *said)


def test_a_hand_is_thrown_in_when_nobody_asks_for_more_cards(computed: ComputedCorpus) -> None:
    """14.6: all three say Mischio after five cards; after Altre cinque of one the others may still go alone, and the deal goes on."""
    state = _asked("14.6/pagat-sicily", computed, "pass", "pass")
    assert (state.phase, [hand.bit_count() for hand in state.hands]) == ("bargain", [5] * 3)
    assert "offer 1" not in map(str, state.legal())
    thrown = state.do("pass")
    assert thrown.setting.void == "mischio" and thrown.result().total == (0, 0, 0)
    assert not Rubber.begin(play.table("14.6/pagat-sicily", computed=computed).plan).add(thrown.result()).hands
    alone = _asked("14.6/pagat-sicily", computed, "done", "bid stata")
    assert (alone.setting.contract, alone.setting.declarer, alone.phase) == ("stata", 1, "discard")
    assert [hand.bit_count() for hand in alone.hands] == [20, 23, 20]
    assert [hand.bit_count() for hand in _in_turn(computed).hands] == [10] * 3


def test_what_is_offered_in_turn_is_taken_by_a_later_player(computed: ComputedCorpus) -> None:
    """14.6: after ten cards the first two may say Pago; Prendo takes all of it, unless a later player has the deal go on."""
    assert _in_turn(computed, "offer 1", "offer 1", "demand 2").result().total == (-1, -1, 2)
    assert _in_turn(computed, "offer 1", "pass", "demand 1").result().total == (-1, 0, 1)
    untaken = _in_turn(computed, "offer 1", "pass", "pass")
    assert untaken.setting.void == "pago" and untaken.result().total == (0, 0, 0)
    taken = _in_turn(computed, "offer 1", "demand 1")
    assert [str(one) for one in taken.legal()] == ["pass", "done"]
    assert taken.do("pass").result().total == (-1, 1, 0)
    on = taken.do("done")
    assert (on.player, on.hands[0].bit_count()) == (0, 15) and on.do("done").hands[0].bit_count() == 20
    with pytest.raises(IllegalAction, match="only pass or go on"):
        _in_turn(computed, "pass", "pass").do("offer 1")
    with pytest.raises(IllegalAction, match="bargain"):
        _in_turn(computed, "offer 1").do("demand 2")


def test_who_goes_alone_when_all_is_dealt_has_offers_taken_back(computed: ComputedCorpus) -> None:
    """14.6: on twenty cards nobody asks for more; Vado solo is the bid of the hand, and only who had no turn may announce the Rivanto."""
    last = _in_turn(computed, "done", "done", "offer 1")
    with pytest.raises(IllegalAction, match="only pass or offer or demand or bid"):
        last.do("done")
    assert last.do("pass").do("pass").setting.void == "pago"
    solo = last.do("demand 1").do("bid solo")
    assert (solo.setting.contract, solo.setting.declarer, solo.setting.asks_for) == ("solo", 2, ())
    for state, may in ((solo, set()), (last.do("bid solo"), {2})):
        announces = set()
        while state.phase != "play":
            announces |= {state.player} if "announce last-trick" in map(str, state.legal()) else set()
            state = state.do("done" if "done" in map(str, state.legal()) else state.legal()[0])
        assert announces == may


def test_all_four_have_to_say_a_monte(computed: ComputedCorpus) -> None:
    """11.15: on ten cards each in turn says A monte, the dealer last; whoever does not has the hand played."""
    state = _asked("11.15", computed)
    for seat in range(3):
        assert (state.phase, state.player) == ("throw-in", seat) and state.hands[seat].bit_count() == 10
        assert state.do("done").phase == "discard"
        state = state.do(MONTE)
    assert state.player == 3 and state.do("done").phase == "discard"
    assert state.do(MONTE).setting.void == "a-monte"


@pytest.mark.parametrize("ruleset", ["9.6/MMT-1952", "9.7/MMT-1952", "9.9/MMT-1952", "9.15/players-france"])
def test_the_first_bidder_may_withdraw_when_a_petit_is_alone(computed: ComputedCorpus, ruleset: str) -> None:
    """9.6: as soon as somebody bids, the Petit is said to be imprenable; if he stands by his bid, it comes back to its holder."""
    table = play.table(ruleset, computed=computed)
    plain = [card for card in table.plan.cards if card.kind == "suit"]
    alone = ", ".join(["1", *(f"{card.rank} of {card.suit}" for card in plain[3 : table.plan.deal.each + 2])])
    state = dealt(table, {1: alone})
    bid = next(one for one in state.legal() if one.kind == "bid")
    asked = state.do(bid)
    assert (asked.phase, asked.player) == ("throw-in", 0)
    assert asked.do("throw-in petit-alone").setting.void == "petit-alone"
    assert dealt(table, {0: alone}).do(bid).phase != "throw-in"
    on = asked.do("done")
    assert on.phase == "bid" and on.player == 1
    while on.phase == "bid":
        on = on.do("pass")
    over = _finished(on)
    petit = table.plan.held(card for card in table.plan.cards if card.trump == "1")
    won = piles(over).cards
    assert not won[0] & petit or not any(won[1:])


def test_seven_empty_cards_are_thrown_in_when_all_have_passed(computed: ComputedCorpus) -> None:
    """17.3: whoever has them may throw the hand in when all three have said Fort Solo, and not before."""
    table = play.table("17.3/oberwolfach-1974", computed=computed)
    numerals = [card for card in table.plan.cards if card.rank in ("7", "8", "9", "10", "2", "3", "4")][:7]
    state = dealt(table, {1: ", ".join(f"{card.rank} of {card.suit}" for card in numerals)})
    assert state.phase == "bid"
    state = state.do("pass").do("pass").do("pass")
    assert (state.phase, state.player) == ("throw-in", 1)
    assert state.do("throw-in seven-empty").setting.void == "seven-empty"
    assert (state.do("done").phase, state.do("done").player) == ("bid", 0)
    state = dealt(table, {1: ", ".join(f"{card.rank} of {card.suit}" for card in numerals)}).do("bid solo")
    assert state.phase != "throw-in"


def test_four_kings_are_thrown_in_before_the_talon_is_taken_too(computed: ComputedCorpus) -> None:
    """20.4: four Kings before the talon is taken, and again before the discard."""
    table = play.table("20.4/ITVB-2019", computed=computed)
    kings = ", ".join(f"K of {suit}" for suit in ("hearts", "diamonds", "clubs", "spades"))
    state = dealt(table, {0: "21, fool", 1: kings})
    while state.phase == "bid":
        bids = [one for one in state.legal() if one.kind == "bid"]
        state = state.do(bids[0] if state.player == 0 and bids else "pass")
    state = state.do(state.legal()[0]) if state.phase == "contract" else state
    assert (state.phase, state.player) == ("throw-in", 1) and state.hands[0].bit_count() == 9
    again = state.do("done")
    assert (again.phase, again.player) == ("throw-in", 1) and again.hands[0].bit_count() > 9
    assert again.do("throw-in four-kings").over
