"""Troccas (5.1) in a rubber: the cards keep the order of the last hand, and a side that is behind may put its own in order."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tarotref import play
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import IllegalAction, State
from tarotref.play.deal import start
from tarotref.play.packs import cut, in_rounds
from tarotref.play.rubber import Rubber

BEHIND = {"5.1": ("two-rounds", 9, (9, 19)), "5.1/players-sedrun": ("two-rounds", 14, (9, 19))}


def _finished(state: State, *said: str) -> State:
    rng = random.Random(1)
    while not state.over:
        legal = [str(action) for action in state.legal()]
        state = state.do(next((one for one in (*said, "done") if one in legal), None) or rng.choice(legal))
    return state


def _second(computed: ComputedCorpus, id: str, behind: int) -> tuple[Rubber, State]:
    """A rubber after its first hand, in which the side of the next player but one is so much behind, and the next hand."""
    table = play.table(id, computed=computed)
    begun = Rubber.begin(table.plan)
    rubber = begun.add(_finished(begun.deal(table, 1)).result())
    side = rubber.player(1) % 2
    rubber = replace(rubber, totals=tuple(-behind if player % 2 == side else behind for player in range(4)))
    return rubber, rubber.deal(table, 2)


def test_the_next_hand_is_dealt_from_the_pack_as_it_lay(computed: ComputedCorpus) -> None:
    """The pack is cut, and dealt in rounds of 6, 6 and 7; where the dealer may shuffle it is shuffled."""
    rubber, state = _second(computed, "5.1", 0)
    pack = [card for player in (*map(rubber.player, range(4)), 4) for card in rubber.pack[player]]
    assert sorted(pack) == list(range(78))
    dealt = in_rounds(state.plan, cut(pack, 2))
    assert state.setting.dealt == tuple(map(state.plan.bits, dealt)) and [len(own) for own in dealt] == [19, 19, 19, 21]
    assert dealt[0][:6] == tuple(cut(pack, 2)[:6]) and dealt[0][6:12] == tuple(cut(pack, 2)[24:30])
    shuffled, other = _second(computed, "5.1/AGM-1968", 0)
    assert shuffled.pack and other.setting.dealt == shuffled.deal(other.table, 2).setting.dealt
    assert replace(shuffled, pack=()).deal(other.table, 2).setting.dealt == other.setting.dealt


@pytest.mark.parametrize("id", BEHIND)
def test_a_side_that_is_behind_may_have_fewer_rounds(computed: ComputedCorpus, id: str) -> None:
    """Before the deal, of which nobody has seen a card; the hand can then be thrown in with 9 cards and with all."""
    case, least, pauses = BEHIND[id]
    assert _second(computed, id, least - 1)[1].phase == "throw-in"
    state = _second(computed, id, least)[1]
    assert state.phase == "case" and state.player == 1 and state.hands == (0,) * 4
    assert f"case {case}" in map(str, state.legal())
    asked = state.do(f"case {case}")
    while asked.phase == "arrange":
        asked = asked.do("done")
    assert asked.setting.pauses[0][0].bit_count() == pauses[0] == asked.hands[0].bit_count()
    assert asked.do("done").hands[3].bit_count() == 21
    refused = state.do("done").do("done")
    assert refused.phase == "throw-in" and refused.hands[0].bit_count() == 6


def test_it_puts_its_cards_in_order(computed: ComputedCorpus) -> None:
    """They lie together in the pack, in the order that it likes; partners see them and nobody else."""
    state = before = _second(computed, "5.1", 9)[1].do("case two-rounds")
    assert state.phase == "arrange" and state.player == 1
    own = state.view(1)["looking"]
    assert own == state.view(3)["looking"] and not state.view(0)["looking"] and not state.view(2)["looking"]
    with pytest.raises(IllegalAction, match="own_arranged"):
        state.do(f"arrange {next(card for card in state.plan.cards if card not in own)}")
    wanted = sorted(own, key=str)
    for card in wanted:
        state = state.do(f"arrange {card}")
    assert state.phase == "throw-in"
    undealt = before.setting.undealt
    assert undealt is not None
    places = [state.table.place[str(card)] for card in wanted]
    others = [card for own in undealt.pack for card in own if card not in places]
    dealt = in_rounds(state.plan, cut([*others, *places], undealt.seed))
    assert state.setting.dealt == tuple(map(state.plan.bits, dealt))


def test_a_hand_thrown_in_is_dealt_again_in_as_many_rounds(computed: ComputedCorpus) -> None:
    """Without being asked for again; and where nobody has asked, nobody may then."""
    rubber, state = _second(computed, "5.1", 9)
    for said, case in ((["case two-rounds"], "two-rounds"), ([], "")):
        thrown = _finished(state, *said, "throw-in thrown-in")
        assert thrown.setting.void == "thrown-in"
        again = rubber.add(thrown.result())
        now = again.deal(play.table("5.1", computed=computed), 3)
        assert again.dealer == rubber.dealer and now.table.case == case and now.phase != "case"


def test_one_player_chooses_a_hand_and_the_rest_is_dealt_anew(computed: ComputedCorpus) -> None:
    """9.15, Tarot forcé: he alone sees the hands; the others get other cards, and a new chien. Who leads changes with each round."""
    table = play.table("9.15/tarot-force-choice", computed=computed)
    state = start(table, 3)
    assert (state.phase, state.player) == ("choose", 0) and [str(one) for one in state.legal()] == [
        f"take {n}" for n in range(1, 5)
    ]
    hands = state.view(0)["packets"]
    assert len(hands) == 4 and not state.view(1)["packets"] and not any(state.view(seat)["hand"] for seat in range(4))
    chosen = state.do("take 3")
    assert chosen.view(0)["hand"] == hands[2] and chosen.setting.talon.bit_count() == 6
    assert [own.bit_count() for own in chosen.hands] == [18] * 4
    assert sum(own.bit_count() for own in chosen.hands) + 6 == 78
    assert chosen.hands == state.do("take 3").hands and chosen.hands[1] != state.do("take 2").hands[1]
    over = _finished(chosen)
    again = play.replay(over.transcript(), computed)
    assert again.tricks == over.tricks and again.result().total == over.result().total
    for before, first in ((0, 0), (3, 0), (4, 1), (8, 2), (12, 3), (16, 0)):
        state = start(table, 3, before=before)
        while state.phase != "play":
            state = state.do(state.legal()[-1])
        assert state.trick.leader == first, before
