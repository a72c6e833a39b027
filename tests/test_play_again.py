"""What is declared again in play with a card drawn from the stock (11.9)."""

from __future__ import annotations

from tarotref import play
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import State
from tarotref.play.deal import start
from tarotref.play.settle.declared import Made


def dealt(computed: ComputedCorpus, first: str, second: str, drawn: str) -> State:
    """A hand of Lecchini: what the two are dealt, and what lies on the stock."""
    table = play.table("11.9", computed=computed)
    plan = table.plan
    hands = [parse_cards(own, plan.ranking) for own in (first, second)]
    top = parse_cards(drawn, plan.ranking)
    rest = [card for card in plan.cards if card not in {*hands[0], *hands[1], *top}]
    return start(table, hands=hands, stock=[*top, *rest])


def then(state: State, *acts: str) -> State:
    for act in acts:
        while act not in (legal := [str(one) for one in state.legal()]) and "done" in legal:
            state = state.do("done")
        state = state.do(act)
    return state


def scored(state: State, seat: int) -> list[Made]:
    """What a player has declared, when the hand has been played to its end and nothing more was declared."""
    while not state.over:
        legal = [str(one) for one in state.legal()]
        state = state.do("done" if "done" in legal else legal[0])
    return [one for one in state.result().declared if one.seat == seat and not one.won]


LOW = "10 of swords, 9 of swords, 8 of swords, 7 of swords, 6 of swords, 10 of batons, 9 of batons, 8 of batons, 7 of batons, 6 of batons"


def offered(state: State) -> set[str]:
    return {action.what for action in state.legal() if action.kind == "declare"}


def test_a_card_drawn_is_added_to_what_was_declared(computed: ComputedCorpus) -> None:
    """The Stella makes a grande of four, without the Saetta that was in hand; what is in play of it matters not."""
    mine = "angel, world, sun, tower, 10 of cups, 9 of cups, 10 of coins, 9 of coins, 8 of coins, 7 of coins"
    state = then(dealt(computed, mine, LOW, "star, A of cups"), "declare grande", "play angel", "play 6 of swords")
    assert state.phase == "declare" and state.player == 0 and offered(state) == {"grande"}
    state = then(state, "declare grande")
    assert not offered(state)
    made = [one for one in scored(state, 0) if one.declaration == "grande"]
    assert [one.size for one in made] == [3, 4] and [one.worth for one in made] == [10, 15]
    silent = then(dealt(computed, mine, LOW, "star, A of cups"), "play angel", "play 6 of swords")
    assert silent.phase == "play"  # nothing was declared that it could be added to


def test_three_sequences_are_declared_again_together(computed: ComputedCorpus) -> None:
    """Of three sequences, which count double, all are declared again with a card for one of them."""
    three = [f"{court} of {suit}" for suit in ("swords", "batons", "cups") for court in "KQC"]
    other = LOW.replace("6 of batons", "6 of coins")
    state = dealt(computed, ", ".join([*three, "10 of coins"]), other, "J of cups, 6 of cups")
    state = then(state, "declare suit-sequence", "play K of swords", "play 10 of swords")
    assert offered(state) == {"suit-sequence"}
    state = then(state, "declare suit-sequence")
    assert not offered(state)
    worths = sorted((one.worth or 0) for one in scored(state, 0) if one.declaration == "suit-sequence")
    assert worths == [20, 20, 20, 20, 20, 30]


def test_of_two_sequences_the_larger_one_alone_is_declared_again(computed: ComputedCorpus) -> None:
    """Two sequences do not count double, and that to which the card is added counts once more."""
    two = [f"{court} of {suit}" for suit in ("swords", "cups") for court in "KQC"]
    mine = ", ".join([*two, "10 of coins", "9 of coins", "8 of coins", "7 of coins"])
    state = dealt(computed, mine, LOW, "J of cups, 6 of cups")
    state = then(state, "declare suit-sequence", "play K of swords", "play 10 of swords", "declare suit-sequence")
    worths = sorted((one.worth or 0) for one in scored(state, 0) if one.declaration == "suit-sequence")
    assert worths == [10, 10, 15]


def test_ten_trumps_are_declared_whenever_they_are_held(computed: ComputedCorpus) -> None:
    """A hand that the first card drawn makes one of ten trumps counts 100, and so does the next."""
    trumps = "world, sun, moon, star, tower, moor-a, moor-b, moor-c, moor-d"
    state = dealt(computed, f"{trumps}, K of coins", LOW, "angel, 6 of cups")
    state = then(state, "play K of coins", "play 10 of swords")
    assert "trumps" in offered(state)
    state = then(state, "declare trumps")
    assert "trumps" not in offered(state)
    assert [one.worth for one in scored(state, 0) if one.declaration == "trumps"] == [100]
