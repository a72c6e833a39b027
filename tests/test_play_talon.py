"""Packets of the talon of which the declarer takes one, and cards that are called before it is seen, in turn, or found there."""

from __future__ import annotations

import pytest

from tarotref import play
from tarotref.cards.names import parse_cards
from tarotref.computed.corpus import ComputedCorpus
from tarotref.play import Action, IllegalAction, State, Table
from tarotref.play.compiled import TRUMPS
from tarotref.play.deal import start
from tarotref.play.events import Took
from tarotref.play.settle.piles import piles
from tests.test_play_payments import dealt
from tests.test_play_stakes import states


def _with_talon(table: Table, mine: str, talon: str) -> State:
    """A deal in which the first player has these cards among his, and these make up the talon, in whatever order."""
    plan = table.plan
    first, under = (list(parse_cards(names, plan.ranking)) for names in (mine, talon))
    rest = [card for card in plan.cards if card not in {*first, *under}]
    hands = []
    for seat in range(plan.players):
        hand = first if seat == 0 else []
        size = (plan.deal.each or 0) - len(hand)
        hands.append([*hand, *rest[:size]])
        rest = rest[size:]
    return start(table, hands=hands, talon=under)


def _until(state: State, phase: str, *said: str) -> State:
    left = list(said)
    while state.phase != phase:
        legal = [str(action) for action in state.legal()]
        one = next((one for one in left if one in legal), None)
        if one:
            left.remove(one)
        state = state.do(
            one or next((one for one in ("pass", "done") if one in legal), legal[0 if state.phase != "discard" else -1])
        )
    return state


@pytest.mark.parametrize(("id", "bid", "packets"), [("16.15", "zweiblatt", 3), ("15.17", "dreier", 2)])
def test_the_declarer_takes_a_packet_of_an_open_talon(
    computed: ComputedCorpus, id: str, bid: str, packets: int
) -> None:
    state = _until(play.new(id, seed=4, computed=computed), "packet", f"bid {bid}")
    talon, declarer = state.setting.talon, state.player
    assert declarer == state.setting.declarer is not None
    assert [str(action) for action in state.legal()] == [f"take {n + 1}" for n in range(packets)]
    for seat in range(3):
        seen = state.view(seat)["packets"]
        assert len(seen) == packets and state.plan.held(card for packet in seen for card in packet) == talon
    last = state.packets[-1]
    after = state.do(f"take {packets}")
    assert after.hands[declarer] & talon == last and after.setting.talon == talon & ~last
    with pytest.raises(IllegalAction):
        state.do(f"take {packets + 1}")
    while not after.over:
        after = after.do(after.legal()[0])
    assert play.replay(after.transcript(), computed).result().total == after.result().total


def test_the_declarer_alone_looks_at_a_talon_that_is_not_shown(computed: ComputedCorpus) -> None:
    """16.19, Dreier: he looks at each half and takes one."""
    state = _until(play.new("16.19", seed=4, computed=computed), "packet", "bid dreier")
    declarer = state.player or 0
    assert len(state.view(declarer)["packets"]) == 2 and not state.view((declarer + 1) % 3)["packets"]


def test_a_card_is_called_before_the_talon_is_seen_and_found_in_it(computed: ComputedCorpus) -> None:
    """18.10, Besserrufer: the declarer whose King lies in the talon plays alone, and may give up."""
    table = play.table("18.10", computed=computed)
    state = _with_talon(
        table, "I, II, III, 10 of spades, K of spades", "K of hearts, V, VI, 1 of hearts, 2 of hearts, 3 of hearts"
    )
    state = _until(state, "call", "bid besserrufer")
    assert not state.view(0)["packets"] and state.hands[0].bit_count() == state.plan.deal.hand
    called = state.do("call K of hearts")
    assert called.phase == "packet" and called.setting.partner is None
    assert "concede schleifen" in map(str, _until(called, "concede", "announce pagat-last").legal())
    other = state.do("call K of clubs")
    assert other.setting.partner is not None
    assert _until(other, "play", "announce pagat-last").setting.partner == other.setting.partner


def test_whoever_draws_the_called_card_is_the_partner(computed: ComputedCorpus) -> None:
    """19.9, Povinnost: four cards of the talon are the declarer's, the others go to the next two."""
    table = play.table("19.9", computed=computed)
    partners = set()
    for seed in range(1, 60):
        state = _until(start(table, seed), "call", "bid povinnost")
        called = state.legal()[0]
        lies = state.setting.lies.index(place) if (place := table.place[called.what]) in state.setting.lies else -1
        if lies >= 0:
            now = state.do(called)
            while "refuse talon" in map(str, now.legal()):  # each of the two may, and none of them does
                now = now.do("done")
            expected = {4: 1, 5: 2}.get(lies)
            assert now.setting.partner == (None if expected is None else ((now.setting.declarer or 0) + expected) % 4)
            partners.add(expected)
    assert len(partners) > 1


@pytest.mark.parametrize(
    ("id", "bid", "held", "callable_"),
    [
        ("9.9", "prise", "K of swords, Q of swords", "K of cups, K of batons, K of coins"),
        ("9.9", "prise", "K of swords, K of cups, K of batons, K of coins, Q of cups", "Q of swords, Q of batons, Q of coins"),
        ("19.14", "powinnosc", "XIX", "XVIII"),
        ("19.14", "powinnosc", "XVIII", "XIX"),
        ("19.14", "powinnosc", "XIX, XVIII, XVII, XVI", "XIX"),
        ("20.7", "drei", "XX, XIX", "XVIII"),
        ("20.3", "three", "20, XVIII, fool", "20, XIX"),
    ],
)  # fmt: skip
def test_a_later_card_is_called_by_one_who_holds_all_before(
    computed: ComputedCorpus, id: str, bid: str, held: str, callable_: str
) -> None:
    table = play.table(id, computed=computed)
    plan = table.plan
    cards = {str(card) for card in parse_cards(callable_, plan.ranking)}
    others = plan.named(["kings", "queens", "XX", "XIX", "XVIII", "XVII", "XVI"]) & ~plan.held(
        parse_cards(held, plan.ranking)
    )
    for seed in range(1, 400):  # until he has been dealt, and has drawn, no other card that bears on it
        state = _until(dealt(table, {0: held}, seed), "call", f"bid {bid}")
        freed = any(
            laid & plan.of_suit[TRUMPS] for laid in state.setting.laid[1:]
        )  # by a trump that another has discarded
        if state.player == 0 and not freed and not (state.hands[0] | state.setting.laid[0]) & others:
            assert {action.what for action in state.legal()} == cards
            return
    pytest.fail("no such hand")


@pytest.mark.parametrize(("id", "bid", "first"), [("18.6", "unul-de-doi", 1), ("18.6", "al-treilea-de-doi", 3)])
def test_the_talon_is_looked_at_from_one_of_its_packets_on(
    computed: ComputedCorpus, id: str, bid: str, first: int
) -> None:
    """18.6: three packets of two, from the first or the last on, and what is passed by is laid open."""
    state = play.new(id, seed=4, computed=computed)
    while bid not in {action.what for action in state.legal()}:
        said = [action for action in state.legal() if action.kind == "bid"]  # the lowest leads to those above it
        state = state.do(said[0] if said else state.legal()[0])
    state = _until(state, "stage", f"bid {bid}")
    packets, declarer = state.packets, state.player or 0
    assert state.plan.held(state.view(declarer)["looking"]) == packets[first - 1]
    after = state.do("look")
    assert after.plan.held(after.view(declarer)["looking"]) == packets[first % 3]
    assert after.setting.shown & packets[first - 1] == packets[first - 1]


def test_what_is_passed_by_may_stay_hidden(computed: ComputedCorpus) -> None:
    """19.15, Dreier."""
    state = _until(play.new("19.15", seed=4, computed=computed), "stage", "bid dreier")
    assert not state.do("look").setting.shown


def test_an_announcement_may_be_made_before_play_where_no_deadline_is_told(computed: ComputedCorpus) -> None:
    """R11 as at Waldau: the source does not say by when."""
    state = play.new("R11/schmitt-waldau", seed=1, computed=computed)
    while not state.over:
        state = state.do(state.legal()[-1])
    assert state.tricks


@pytest.mark.parametrize(
    ("id", "bid", "counts"),
    [
        ("16.19", "bid sechserdreier", {"declarer": False, "partner": False, "opponents": False}),
        ("20.3", "bid three", {"declarer": True, "partner": False, "opponents": False}),
        ("19.14", "bid powinnosc", {"declarer": True, "partner": True, "opponents": False}),
    ],
)
def test_a_discard_counts_for_whom_the_rules_say(
    computed: ComputedCorpus, id: str, bid: str, counts: dict[str, bool]
) -> None:
    """16.19: the declarer's for his opponents; 20.3: his own for him, all others for the opponents, his partner's too; 19.14: each
    for the side of whoever made it."""
    seen = set()
    for seed in range(30):
        state = play.new(id, seed=seed, computed=computed)
        while not state.over:
            legal = [str(action) for action in state.legal()]
            state = state.do(bid if bid in legal else "pass" if "pass" in legal else legal[-1])
        setting, found = state.setting, piles(state)
        if setting.declarer is None or setting.contract != bid.removeprefix("bid ") or not any(setting.laid):
            continue
        mine = 0
        for seat in range(state.plan.players):
            mine |= found.cards[seat] if setting.side(seat) == setting.side(setting.declarer) else 0
        for seat, laid in enumerate(setting.laid):
            role = {setting.declarer: "declarer", setting.partner: "partner"}.get(seat, "opponents")
            if laid:
                assert (mine & laid) == (laid if counts[role] else 0), (seed, role)
                seen.add(role)
    assert seen >= {role for role in counts if id != "16.19" or role == "declarer"}


@pytest.mark.parametrize(
    ("id", "bid", "theirs"), [("16.17", "einser", True), ("17.3/mueller-ichenheim", "solodu", True)]
)
def test_cards_left_in_the_talon_go_to_the_opponents_where_the_source_is_silent(
    computed: ComputedCorpus, id: str, bid: str, theirs: bool
) -> None:
    """16.17: whose the other packet is, is unstated; nor does a record always speak of a talon that nobody touches."""
    state = _until(play.new(id, seed=4, computed=computed), "play", f"bid {bid}")
    left, declarer = state.setting.talon, state.setting.declarer
    assert state.setting.contract == bid and left and declarer is not None
    while not state.over:
        state = state.do(state.legal()[0])
    owner = next(seat for seat, cards in enumerate(piles(state).cards) if cards & left == left)
    assert (state.setting.side(owner) != state.setting.side(declarer)) is theirs


def test_what_the_declarer_leaves_of_the_talon_is_the_opponents(computed: ComputedCorpus) -> None:
    """19.16: of a Prever nobody says whose the three cards are that are left; a talon that nobody takes is the declarer's."""
    mine = "II, III, IIII, V, VI, VII, VIII, IX, X, XI, XII, XIII"
    left = _until(
        _with_talon(play.table("19.16", computed=computed), mine, "XIV, XV, XVI, A♥, 2♥, 3♥"),
        "play",
        "bid prever",
        "take",
    )
    assert left.setting.declarer == 0 and left.setting.talon.bit_count() == 3
    while not left.over:
        left = left.do(left.legal()[0])
    own, others = (piles(left).cards[seat] for seat in (0, 1))
    assert not own & left.setting.talon and others & left.setting.talon == left.setting.talon


def test_of_two_refused_cards_the_declarer_gets_the_second(computed: ComputedCorpus) -> None:
    """19.9: both of those who would draw a card of the talon refuse; the player before the declarer gets one, the declarer the other."""
    table = play.table("19.9/both-refuse", computed=computed)
    state = start(table, 2)
    while state.phase != "refuse":
        legal = [str(action) for action in state.legal()]
        state = state.do(next(one for one in ("bid povinnost", "pass", "done", legal[0]) if one in legal))
    declarer, before = state.declarer, [hand.bit_count() for hand in state.hands]

    def drawn(*refuse: bool) -> list[int]:
        now, said = state, list(refuse)
        while now.phase == "refuse":
            now = now.do("refuse talon" if said.pop(0) else "done")
        number = [hand.bit_count() - had for hand, had in zip(now.hands, before, strict=True)]
        return number[declarer:] + number[:declarer]

    assert drawn(False, False) == [4, 1, 1, 0]
    assert drawn(True, False) == [4, 0, 1, 1] and drawn(False, True) == [4, 1, 0, 1]
    assert drawn(True, True) == [5, 0, 0, 1]


def test_some_packets_that_are_passed_by_are_laid_open(computed: ComputedCorpus) -> None:
    """19.9: the first three cards never, the second three when the declarer goes back to the first."""
    state = _until(play.new("19.9/first-three-hidden", seed=1, computed=computed), "stage", "bid trojka")
    first, second = state.packet(1), state.packet(2)
    looked = state.do("look")
    assert not looked.setting.shown & first
    back = looked.do("look")
    assert back.setting.shown & second == second and not back.setting.shown & first


@pytest.mark.parametrize(("bid", "of_halves"), [
    ("sechserzweier", {(2, 2)}), ("sechsereinser", {(1, 1)}), ("dreier", {(3, 0), (0, 3)}),
    ("zweier", {(2, 0), (0, 2)}), ("einser", {(1, 0), (0, 1)}),
])  # fmt: skip
def test_cards_of_one_half_of_the_talon_or_of_each(
    computed: ComputedCorpus, bid: str, of_halves: set[tuple[int, int]]
) -> None:
    """16.19 with seven contracts: every choice is of so many cards of the one half and the other, and no two are alike."""
    state = play.new("16.19/more-contracts", seed=5, computed=computed)
    for said in (f"bid {bid}", "pass", "pass"):
        state = state.do(said)
    lies, found = state.setting.lies, set()
    upper, lower = (state.plan.bits(half) for half in (lies[:3], lies[3:]))
    assert state.phase == "packet" and state.view(0)["packets"] and not state.view(1)["packets"]
    for action in state.legal():
        taken = state.setting.talon & ~state.do(action).setting.talon
        assert not state.do(action).hands[0] & taken ^ taken
        found.add(taken)
    assert {((taken & upper).bit_count(), (taken & lower).bit_count()) for taken in found} == of_halves
    assert len(found) == len(state.legal())


@pytest.mark.parametrize("declines", [True, False])
def test_a_card_of_the_talon_is_offered_to_the_fourth_player_who_may_decline_it(computed, declines):
    """19.16, MachTarok: what he declines goes to who has offered it; who does not offer it gets his own."""
    state = start(play.table("19.16/machtarok", 4, computed), 5)
    lies = state.setting.lies
    said = iter(
        ["bid povinost", "pass", "pass", "pass", "refuse talon", "refuse talon" if declines else "take", "done"]
    )
    for one in said:
        assert one in [str(action) for action in state.legal()], (one, state.phase)
        asked = state.player if state.phase == "refuse" else None
        state = state.do(one)
    assert asked == 2  # the other taker, who keeps his card
    got = {event.seat: event.cards for event in state.events if isinstance(event, Took)}
    first = 1 if declines else 3
    assert got[first].bit_count() == 1 and got[2].bit_count() == 1 and got[0].bit_count() == 4
    assert set(got) == {0, first, 2} and sum(map(int.bit_count, got.values())) == len(lies) == 6


def test_the_first_bidder_may_leave_a_declaration_of_few_trumps_unsaid(computed):
    """19.16, MachTarok: everybody else has to declare what he holds."""
    table, seen = play.table("19.16/machtarok", 4, computed), set()
    for seed in range(300):
        for state in states(table, seed, lambda state, legal: None):
            legal = [str(action) for action in state.legal()]
            if (
                state.phase == "declare"
                and "declare two-trumps" in legal
                and len([one for one in legal if one != "done"]) == 1
            ):
                seen.add((state.player == state.setting.auction.opened, "done" in legal))
    assert seen == {(True, True), (False, False)}


@pytest.mark.parametrize(
    "kings, free", [("K of swords, K of cups, K of batons", False), ("K of swords, K of cups", True)]
)
def test_who_has_called_a_king_takes_the_half_in_which_it_lies(computed, kings, free):
    """18.10 by Rüdiger, with three Kings of his own or with two."""
    table = play.table("18.10/ruediger-koenigrufen", 4, computed)
    seen = set()
    for seed in range(40):
        state = dealt(table, {0: f"{kings}, {'11, ' * free}10, 9, 8, 7, 6, 5, 4, 3, 2"}, seed)
        while state.player is not None and state.phase not in ("packet", "play"):
            legal = [str(action) for action in state.legal()]
            mine = ["contract rufer", *(f"call K{suit}" for suit in "♦♥♣♠")] if state.player == 0 else []
            state = state.do(next((one for one in (*mine, "pass", "done") if one in legal), legal[0]))
        if state.phase == "packet":
            lies = [n for n, packet in enumerate(state.packets, 1) if packet >> state.setting.called & 1]
            may = [str(action) for action in state.legal()]
            assert may == ([f"take {n}" for n in lies] if lies else ["take 1", "take 2"])
            assert len(may) == 2 or "takes_called" in state.why(Action("take", str(3 - lies[0])))
            seen.add((len(may), bool(lies)))
    assert seen == {(2, False), (1, True)}
