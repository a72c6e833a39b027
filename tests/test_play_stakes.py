"""Who may double whom, and when; and hands that lie open after a trick (18.8, 18.10)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tarotref import play
from tarotref.play import State, Table
from tarotref.play.players import PLAYERS
from tests.test_played_as_told import Chooses, bidding


def states(table: Table, seed: int, wanted: Chooses) -> Iterator[State]:
    """Every state of a hand played by chance, but for what is wanted."""
    state, act = play.start(table, seed), PLAYERS["random"](random.Random(f"{seed}:player"))
    while state.player is not None:
        yield state
        state = state.do(wanted(state, [str(action) for action in state.legal()]) or act(state))
    yield state


def announcing(state: State, legal: list[str]) -> str | None:
    """Bid low, and announce whatever may be announced but the called King."""
    if state.phase == "announce":
        return next((one for one in legal if one != "announce called-king-last"), None)
    return bidding("three")(state, legal)


def test_one_doubles_only_whom_one_knows_to_be_of_the_other_side(computed):
    """18.8: the declarer does not know who his partner is, nor an opponent who is the declarer's."""
    table, seen, refused = play.table("18.8", 4, computed), set(), 0
    for seed in range(150):
        for state in states(table, seed, announcing):
            setting = state.setting
            if state.phase != "double" or setting.partner is None or setting.called in setting.lies:
                continue
            said = {one.id: one.seat for one in setting.announced}
            certain = state.player == setting.partner or "called-king-last" in said
            legal = {str(action) for action in state.legal()}
            for id, seat in said.items():
                if setting.side(seat) != setting.side(state.player) and id not in dict(setting.doubled):
                    spoken = any(e.seat == seat and e.action.kind == "double" for e in state.events if e.action)
                    if certain or seat == setting.declarer:
                        assert f"double {id}" in legal
                        seen.add(certain)
                    elif not spoken:
                        if f"double {id}" in legal:
                            continue  # the other two opponents have shown themselves
                        assert "for certain" in state.why(play.Action("double", id))
                        refused += 1
    assert seen == {True, False} and refused


@pytest.mark.parametrize(
    ("ruleset", "contract", "whose"),
    [
        ("18.8", "open-beggar", "declarer"),
        ("18.10/OOE-2023", "bettler-ouvert", "all"),
        ("18.10/ruediger-koenigrufen", "piccolo-ouvert", "opponents"),
    ],
)
def test_hands_lie_open_when_a_trick_has_been_won(computed, ruleset, contract, whose):
    table, seen = play.table(ruleset, 4, computed), set()
    for seed in range(40):
        for state in states(table, seed, bidding(contract)):
            setting = state.setting
            if setting.contract != contract or state.phase != "play":
                continue
            seats = {n for n in range(4) if whose == "all" or (n == setting.declarer) is (whose == "declarer")}
            lies = set(state.view(state.player)["open"])
            assert lies == (seats if state.tricks else set())
            seen.add(bool(lies))
    assert seen == {True, False}


def test_each_opponent_doubles_for_himself(computed):
    """18.10/OOE: a Kontra to a Piccolo doubles what passes between its sayer and the declarer, who answers him alone."""
    table, seen = play.table("18.10/OOE-2023", 4, computed), set()
    for seed in range(60):
        *_, state = states(table, seed, bidding("piccolo"))
        setting = state.setting
        if setting.contract != "piccolo" or not setting.apart:
            continue
        sign = -1 if state.result().won else 1
        pays = list(state.result().total)
        declarer = pays.pop(setting.declarer)
        apart = [level for seat, level in enumerate(setting.apart) if seat != setting.declarer]
        assert pays == [sign * 2 * 2**level for level in apart] and declarer == -sum(pays)
        seen |= set(apart)
        assert not setting.apart[setting.declarer] and not setting.doubled
    assert seen >= {0, 1, 2}


def test_without_a_declarer_each_doubles_what_passes_between_him_and_the_others(computed):
    """18.11: between two players one Kontra doubles, two quadruple."""
    table, seen = play.table("18.11", 4, computed), set()
    for seed in range(40):
        *_, state = states(table, seed, lambda state, legal: "pass" if "pass" in legal else None)
        if not state.setting.apart:
            continue
        points, apart = state.result().points, state.setting.apart
        assert max(apart) == 1 and [act.kind for act in state.actions].count("double") == sum(apart)
        for seat in range(4):
            others = [other for other in range(4) if points[other] != points[seat]]
            got = sum(
                (2 if points[other] > points[seat] else -2) * 2 ** (apart[seat] + apart[other]) for other in others
            )
            assert state.result().total[seat] == got
        seen.add(sum(apart))
    assert len(seen) > 2


def test_who_lets_the_first_chance_to_double_pass_has_no_other(computed):
    """18.11: a player asked again, since something else has been doubled, may not double what he let pass."""
    table, barred = play.table("18.11", 4, computed), 0
    for seed in range(100):
        passed, before = set(), None
        for state in states(table, seed, bidding("dreier")):
            if before is not None and before.phase == "double" and state.actions[-1].kind == "done":
                passed |= {(one.what, before.player) for one in before.legal() if one.kind == "double"}
            before = state
            levels = dict(state.setting.doubled)
            for id, seat in passed if state.phase == "double" else ():
                if seat == state.player and id not in levels:
                    assert f"double {id}" not in map(str, state.legal())
                    assert "first chance" in state.why(play.Action("double", id))
                    barred += 1
    assert barred


def test_nothing_is_doubled_where_the_called_king_lay_in_the_talon(computed):
    """18.10/OOE: in a Solorufer, whose talon nobody sees, it is found out after play."""
    table, seen = play.table("18.10/OOE-2023", 4, computed), set()

    def kontra(state, legal):
        said = "double score" if "double score" in legal else "done" if "done" in legal else None
        return said if state.phase == "double" else bidding("solorufer")(state, legal)

    for seed in range(80):
        *_, state = states(table, seed, kontra)
        setting = state.setting
        if setting.contract == "solorufer" and dict(setting.doubled).get("score") and setting.conceded is None:
            lies = setting.called in setting.lies
            raised = any(("doubling",) in one.by for one in state.result().transfers)
            assert raised is not lies
            seen.add(lies)
    assert seen == {True, False}


def test_what_a_besserrufer_obliges_to_is_done_with_a_card_that_was_dealt(computed):
    """18.10/OOE: a bird that the declarer has from the talon does not serve, until another has been announced."""
    table, barred = play.table("18.10/OOE-2023", 4, computed), 0
    birds = {"pagat-last": "pagat", "uhu": "II", "kakadu": "III", "quapil": "IIII"}
    for seed in range(300):
        for state in states(table, seed, bidding("besserrufer")):
            setting = state.setting
            if setting.contract != "besserrufer" or state.phase != "double" or state.player != setting.declarer:
                continue
            if {one.id for one in setting.announced} & birds.keys():
                continue
            for id, bird in birds.items():
                card = table.plan.named([bird])
                if state.own & card:
                    dealt = bool(setting.dealt[state.player] & card)
                    assert (f"announce {id}" in map(str, state.legal())) is dealt
                    barred += not dealt
    assert barred


def test_the_mond_is_not_lost_to_the_pagat_and_a_silent_pagat_is_the_holders(computed):
    feats = play.table("18.10/ruediger-koenigrufen", 4, computed).plan
    assert feats.feats["mondfang"].spared_by == feats.named(["pagat"])
    pagat = play.table("18.8/pagat-holder", 4, computed).plan.feats["pagat-last"]
    assert pagat.settle == "loser" and pagat.announced.settle == "opponents"


def test_nobody_announces_in_more_than_one_turn(computed):
    """18.10/OOE: who has announced, and is asked again since another has spoken, may only double."""
    table, again = play.table("18.10/OOE-2023", 4, computed), 0
    for seed in range(80):
        for state in states(table, seed, bidding("rufer")):
            if state.phase != "double":
                continue
            acts = [(e.seat, e.action.kind) for e in state.events if e.action is not None]
            mine = [n for n, (seat, kind) in enumerate(acts) if seat == state.player and kind == "announce"]
            if mine and any(seat != state.player for seat, _ in acts[mine[0] :]):
                assert not any(str(one).startswith("announce") for one in state.legal())
                again += 1
    assert again
